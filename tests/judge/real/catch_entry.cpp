// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define CATCH_CONFIG_RUNNER
#define CATCH_CONFIG_NO_POSIX_SIGNALS
#include <catch2/catch.hpp>
#include <cstdint>

extern "C" std::uint64_t entry() {
  const char *arguments[] = {"tests", "-s", "--order", "lex"};
  Catch::Session session;
  return static_cast<std::uint64_t>(session.run(4, arguments));
}
