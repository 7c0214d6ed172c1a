// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <nlohmann/json.hpp>
#include <string>

using nlohmann::json;

json values(unsigned depth) {
  if (depth == 0)
    return {1, 2.5, "text", nullptr, true};
  json value;
  for (unsigned i = 0; i != 3; ++i)
    value["key" + std::to_string(i)] = values(depth - 1);
  value["list"] = {depth, -1, 1e-7, "\u00e4\n"};
  return value;
}

std::string faults() {
  std::string text;
  for (const char *bad : {"[1,", "{\"a\" 1}", "nul", "\"\\x\"", "[1e999]"}) {
    try {
      text += json::parse(bad).dump();
    } catch (const json::exception &error) {
      text += error.what();
    }
    text += '\n';
  }
  try {
    json::array().at(3);
  } catch (const json::out_of_range &error) {
    text += error.what();
  }
  return text + '\n';
}
