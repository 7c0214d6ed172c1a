// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

using nlohmann::json;

json values(unsigned depth);
std::string faults();

extern "C" std::uint64_t entry() {
  const json value = values(3);
  std::string text = value.dump(1) + faults();
  const json again = json::parse(value.dump());
  text += again == value ? "same\n" : "not the same\n";
  const json packed = json::from_cbor(json::to_cbor(again));
  text += packed == value ? "same\n" : "not the same\n";
  json changed = packed;
  changed["key1"]["key2"] = {{"new", 1}};
  text += json::diff(value, changed).dump() + '\n';
  text += value.flatten().dump(2) + '\n';
  text += value.at("/key0/key1/list/0"_json_pointer).dump() + '\n';
  std::fputs(text.c_str(), stdout);
  return json::to_msgpack(value).size();
}
