// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

static void fails(int x) {
  if (x > 2)
    throw std::runtime_error("x is " + std::to_string(x));
}

TEST_CASE("vectors grow", "[vector]") {
  std::vector<int> list = {1, 2, 3};
  SECTION("at the end") {
    list.push_back(4);
    CHECK(list == std::vector<int>{1, 2, 3, 4});
  }
  SECTION("in the middle") {
    list.insert(list.begin() + 1, 9);
    CHECK_THAT(list, Catch::Matchers::VectorContains(9));
  }
}

TEST_CASE("exceptions are seen", "[exception]") {
  CHECK_NOTHROW(fails(1));
  CHECK_THROWS_WITH(fails(3), Catch::Contains("x is 3"));
  CHECK_THROWS_AS(fails(4), std::runtime_error);
  const int x = GENERATE(1, 2, 3);
  // One of them is wrong, which the report must say.
  CHECK(x != 2);
}

TEMPLATE_TEST_CASE("sizes", "[template]", char, int, double) {
  CHECK(sizeof(TestType) == Approx(sizeof(TestType)));
}
