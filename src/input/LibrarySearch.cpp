// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/InputReader.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace llbc {

Expected<std::string> findLibrary(StringRef name, ArrayRef<std::string> dirs,
                                  bool isShared) {
  std::vector<std::string> candidates;
  if (StringRef exact = name; exact.consume_front(":"))
    candidates = {exact.str()};
  else
    candidates = {"lib" + name.str() + ".a", "lib" + name.str() + ".bc",
                  name.str() + ".bc"};
  if (isShared && !name.starts_with(":"))
    candidates.insert(candidates.begin(), "lib" + name.str() + ".so");
  for (StringRef dir : dirs) {
    for (StringRef candidate : candidates) {
      SmallString<128> path = dir;
      sys::path::append(path, candidate);
      if (sys::fs::exists(path) && !sys::fs::is_directory(path))
        return path.str().str();
    }
  }
  return createStringError(
      "cannot find library -l" + name + ": no " + join(candidates, ", ") +
      " in " +
      (dirs.empty() ? "any folder (no -L was given)" : join(dirs, ", ")));
}

bool isSharedLibrary(StringRef path) {
  StringRef name = sys::path::filename(path);
  return name.ends_with(".so") || name.contains(".so.");
}

} // namespace llbc
