// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/TargetID.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"

using namespace llbc;
using namespace llbc::test;

namespace {

std::string errorFor(const std::string &text) {
  return errorText(amdgpu::parseTargetID(text));
}

} // namespace

TEST_CASE("a target ID is a processor and settings in any order",
          "[amdgpu][target-id]") {
  struct Row {
    const char *text;
    const char *cpu;
    const char *features;
  };
  const Row rows[] = {{"gfx90a", "gfx90a", ""},
                      {"gfx90a:xnack+", "gfx90a", "+xnack"},
                      {"gfx90a:sramecc-", "gfx90a", "-sramecc"},
                      {"gfx90a:xnack+:sramecc-", "gfx90a", "+xnack,-sramecc"},
                      {"gfx90a:sramecc-:xnack+", "gfx90a", "-sramecc,+xnack"},
                      {"gfx906:xnack-:sramecc+", "gfx906", "-xnack,+sramecc"},
                      {"gfx900:xnack-", "gfx900", "-xnack"},
                      {"gfx1010:xnack+", "gfx1010", "+xnack"},
                      {"gfx1030", "gfx1030", ""},
                      {"gfx1201", "gfx1201", ""},
                      {"gfx9-generic", "gfx9-generic", ""},
                      {"gfx9-generic:xnack+", "gfx9-generic", "+xnack"}};
  for (const Row &row : rows) {
    CAPTURE(row.text);
    const amdgpu::TargetID id = valueOf(amdgpu::parseTargetID(row.text));
    CHECK(id.cpu == row.cpu);
    CHECK(id.features == row.features);
  }
}

TEST_CASE("an unknown processor is named with the whole target ID",
          "[amdgpu][target-id]") {
  for (const char *cpu : {"", "gfx", "gfx90", "gfx9999", "GFX90A", " gfx90a",
                          "gfx90a ", "sm_80", "generic", "native", "r600"}) {
    CHECK(contains(errorFor(cpu),
                   "unknown processor '" + std::string(cpu) + "'"));
    const std::string id = std::string(cpu) + ":xnack+";
    CHECK(contains(errorFor(id), "unknown processor '" + std::string(cpu) +
                                     "' in target ID '" + id + "'"));
  }
}

TEST_CASE("a setting that the processor does not have is named",
          "[amdgpu][target-id]") {
  struct Row {
    const char *cpu;
    const char *name;
  };
  const Row rows[] = {{"gfx90a", "foo"},     {"gfx90a", "XNACK"},
                      {"gfx90a", "xnac"},    {"gfx90a", ""},
                      {"gfx1030", "xnack"},  {"gfx1030", "sramecc"},
                      {"gfx900", "sramecc"}, {"gfx90a", "+xnack"}};
  for (const Row &row : rows)
    for (const char *sign : {"+", "-"}) {
      const std::string id =
          std::string(row.cpu) + ":" + row.name + std::string(sign);
      CAPTURE(id);
      CHECK(contains(errorFor(id), "processor '" + std::string(row.cpu) +
                                       "' has no setting '" + row.name + "'"));
      CHECK(contains(errorFor(id), "'" + id + "'"));
    }
}

TEST_CASE("a setting needs a sign at its end", "[amdgpu][target-id]") {
  for (const char *setting : {"", "xnack", "+xnack", "xnack+ ", "xnack=1"}) {
    const std::string id = "gfx90a:" + std::string(setting);
    CHECK(contains(errorFor(id), "setting '" + std::string(setting) +
                                     "' of target ID '" + id +
                                     "' must end with + or -"));
  }
  CHECK(contains(errorFor("gfx90a:xnack+:"), "setting ''"));
  CHECK(contains(errorFor("gfx90a::xnack+"), "setting ''"));
}

TEST_CASE("a setting comes once", "[amdgpu][target-id]") {
  CHECK(contains(errorFor("gfx90a:xnack+:xnack+"), "gives 'xnack' twice"));
  CHECK(contains(errorFor("gfx90a:sramecc-:xnack+:sramecc+"),
                 "gives 'sramecc' twice"));
}
