// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TempFolder.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <unistd.h>

namespace fs = std::filesystem;

namespace llbc::test {

TempFolder::TempFolder() : before(fs::current_path()) {
  std::string pattern = (fs::temp_directory_path() / "llbc-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    throw std::runtime_error("cannot make a folder: " + pattern);
  folder = pattern;
  fs::current_path(folder);
}

TempFolder::~TempFolder() {
  std::error_code ignored;
  fs::current_path(before, ignored);
  fs::remove_all(folder, ignored);
}

std::vector<std::string> TempFolder::list(const std::string &below) {
  std::vector<std::string> names;
  for (const fs::directory_entry &entry : fs::directory_iterator(below))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void writeFile(const std::string &name, llvm::StringRef bytes) {
  std::ofstream os(name, std::ios::binary);
  os.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  os.close();
  if (!os)
    throw std::runtime_error("cannot write " + name);
}

std::string readFile(const std::string &name) {
  std::ifstream is(name, std::ios::binary);
  if (!is)
    throw std::runtime_error("cannot read " + name);
  return {std::istreambuf_iterator<char>(is), std::istreambuf_iterator<char>()};
}

} // namespace llbc::test
