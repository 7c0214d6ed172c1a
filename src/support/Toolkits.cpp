// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Toolkits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace llbc {
namespace {

constexpr const char *cudaVariables[] = {"CUDA_HOME", "CUDA_PATH"};
constexpr const char *cudaPlaces[] = {"/usr/local/cuda", "/usr/lib/cuda"};

/// A list of folders without repeats.
class Folders {
public:
  void add(const Twine &folder) {
    if (!llvm::is_contained(list, folder.str()))
      list.push_back(folder.str());
  }

  void addVariable(const char *name, StringRef suffix = "") {
    if (std::optional<std::string> value = sys::Process::GetEnv(name);
        value && !value->empty())
      add(*value + suffix);
  }

  std::vector<std::string> take() { return std::move(list); }

private:
  std::vector<std::string> list;
};

/// The folder that holds `bin/ptxas`, behind all links.
std::string toolkitOf(StringRef ptxas) {
  SmallString<128> real;
  if (sys::fs::real_path(ptxas, real))
    return {};
  return sys::path::parent_path(sys::path::parent_path(real)).str();
}

/// ROCm keeps the libraries in a folder of its own, newer ones in clang's.
void addROCm(StringRef root, Folders &folders) {
  folders.add(root + "/amdgcn/bitcode");
  for (StringRef clang : {"/lib/llvm/lib/clang", "/llvm/lib/clang"}) {
    std::error_code error;
    std::vector<std::string> versions;
    for (sys::fs::directory_iterator it(root + clang, error), end;
         it != end && !error; it.increment(error))
      versions.push_back(it->path());
    llvm::sort(versions, [](StringRef left, StringRef right) {
      return left.compare_numeric(right) > 0;
    });
    for (const std::string &version : versions) {
      folders.add(version + "/lib/amdgcn/bitcode");
      folders.add(version + "/amdgcn/bitcode");
    }
  }
}

} // namespace

std::vector<std::string> cudaToolkits(const Config &config) {
  if (!config.cudaPath.empty())
    return {config.cudaPath};
  Folders folders;
  for (const char *variable : cudaVariables)
    folders.addVariable(variable);
  if (!config.ptxas.empty())
    if (std::string toolkit = toolkitOf(config.ptxas); !toolkit.empty())
      folders.add(toolkit);
  if (ErrorOr<std::string> ptxas = sys::findProgramByName("ptxas"))
    if (std::string toolkit = toolkitOf(*ptxas); !toolkit.empty())
      folders.add(toolkit);
  for (const char *place : cudaPlaces)
    folders.add(place);
  return folders.take();
}

std::vector<std::string> cudaProgramFolders(const Config &config) {
  if (!config.cudaPath.empty())
    return {config.cudaPath + "/bin"};
  Folders folders;
  for (const char *variable : cudaVariables)
    folders.addVariable(variable, "/bin");
  if (std::optional<std::string> path = sys::Process::GetEnv("PATH"))
    for (StringRef folder : split(*path, ':'))
      if (!folder.empty())
        folders.add(folder);
  for (const char *place : cudaPlaces)
    folders.add(place + Twine("/bin"));
  return folders.take();
}

std::vector<std::string> rocmLibraryFolders(const Config &config) {
  Folders folders;
  if (!config.rocmPath.empty()) {
    addROCm(config.rocmPath, folders);
    folders.add(config.rocmPath);
    return folders.take();
  }
  folders.addVariable("HIP_DEVICE_LIB_PATH");
  if (std::optional<std::string> root = sys::Process::GetEnv("ROCM_PATH");
      root && !root->empty())
    addROCm(*root, folders);
  addROCm("/opt/rocm", folders);
  folders.add("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode");
  folders.add("/usr/lib/aarch64-linux-gnu/amdgcn/bitcode");
  folders.add("/usr/lib/amdgcn/bitcode");
  folders.add("/usr/amdgcn/bitcode");
  return folders.take();
}

} // namespace llbc
