// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <string>
#include <tuple>
#include <vector>

std::string numbers(unsigned count);
std::string faults();

struct Point {
  int x, y;
};

template <> struct fmt::formatter<Point> : fmt::formatter<int> {
  template <class Context> auto format(Point point, Context &context) {
    return fmt::format_to(context.out(), "({}, {})", point.x, point.y);
  }
};

extern "C" std::uint64_t entry() {
  const std::vector<int> list = {1, 2, 3};
  const std::map<std::string, double> table = {{"a", 0.5}, {"b", 1e300}};
  std::string text = numbers(20) + faults();
  text += fmt::format("{} {} {} {}\n", list, table, std::tuple(1, "two", 3.0),
                      fmt::join(list, "; "));
  text += fmt::format("{} {:%H:%M:%S}\n", std::chrono::milliseconds(1234),
                      std::chrono::seconds(4711));
  text += fmt::format("{:}{}\n", Point{1, -2}, static_cast<void *>(nullptr));
  std::fputs(text.c_str(), stdout);
  return text.size();
}
