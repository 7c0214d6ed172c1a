// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <fmt/format.h>
#include <string>

std::string numbers(unsigned count) {
  std::string text;
  for (unsigned i = 0; i != count; ++i) {
    text += fmt::format("{:>6} {:#x} {:+.3f} {:e} {} {:08b}\n", i, i * 7919,
                        i / 3.0, 1e10 / (i + 1), 0.1 * i, i & 0xff);
    text += fmt::format("{:*^20}|{:<8}|{:>{}}\n", "mid", i, i, 3 + i % 5);
  }
  return text;
}

std::string faults() {
  std::string text;
  for (const char *form : {"{:d}", "{", "{1}", "{:.2}", "{:x}"}) {
    try {
      text += fmt::format(fmt::runtime(form), "word");
    } catch (const fmt::format_error &error) {
      text += error.what();
    }
    text += '\n';
  }
  return text;
}
