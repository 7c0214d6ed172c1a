// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/Toolkits.h"

#include "support/Catch.h"
#include "support/TempFolder.h"

#include <cstdlib>

using namespace llbc;
using namespace llbc::test;

namespace {

using Strings = std::vector<std::string>;

/// A variable of the environment while this object lives; null: unset.
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    if (const char *old = std::getenv(name))
      before = old;
    set(value);
  }
  ~Variable() { set(before ? before->c_str() : nullptr); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  void set(const char *value) {
    if (value)
      setenv(name, value, /*overwrite=*/1);
    else
      unsetenv(name);
  }

  const char *name;
  std::optional<std::string> before;
};

/// No toolkit but those at fixed places.
struct Bare {
  Variable home{"CUDA_HOME", nullptr};
  Variable path{"CUDA_PATH", nullptr};
  Variable programs{"PATH", ""};
  Variable hip{"HIP_DEVICE_LIB_PATH", nullptr};
  Variable rocm{"ROCM_PATH", nullptr};
};

void makeProgram(const std::string &name) {
  std::filesystem::create_directories(
      std::filesystem::path(name).parent_path());
  writeFile(name, "#!/bin/sh\n");
  std::filesystem::permissions(name, std::filesystem::perms::owner_all);
}

Strings first(Strings list, size_t count) {
  list.resize(std::min(count, list.size()));
  return list;
}

} // namespace

TEST_CASE("only --cuda-path counts where it is given", "[toolkits]") {
  const Bare bare;
  const Variable home("CUDA_HOME", "home");
  Config config;
  config.cudaPath = "mine";
  config.ptxas = "other/bin/ptxas";
  CHECK(cudaToolkits(config) == Strings{"mine"});
}

TEST_CASE("without variables and programs the usual places are left",
          "[toolkits]") {
  const Bare bare;
  CHECK(cudaToolkits(Config()) == Strings{"/usr/local/cuda", "/usr/lib/cuda"});
}

TEST_CASE("variables come first, then the ptxas of the option and of PATH",
          "[toolkits]") {
  const TempFolder folder;
  const Bare bare;
  makeProgram("named/bin/ptxas");
  makeProgram("found/bin/ptxas");
  const Variable home("CUDA_HOME", "home");
  const Variable path("CUDA_PATH", "path");
  const Variable programs("PATH", "found/bin");
  Config config;
  config.ptxas = "named/bin/ptxas";
  const std::string root =
      std::filesystem::canonical(folder.path()).string() + "/";
  CHECK(cudaToolkits(config) == Strings{"home", "path", root + "named",
                                        root + "found", "/usr/local/cuda",
                                        "/usr/lib/cuda"});
}

TEST_CASE("links to ptxas lead to its toolkit", "[toolkits]") {
  const TempFolder folder;
  const Bare bare;
  makeProgram("toolkit/bin/ptxas");
  std::filesystem::create_directory("links");
  std::filesystem::create_symlink("../toolkit/bin/ptxas", "links/ptxas");
  const Variable programs("PATH", "links");
  CHECK(first(cudaToolkits(Config()), 1) ==
        Strings{std::filesystem::canonical("toolkit").string()});
}

TEST_CASE("empty variables and a ptxas that is not there do not count",
          "[toolkits]") {
  const TempFolder folder;
  const Bare bare;
  const Variable home("CUDA_HOME", "");
  Config config;
  config.ptxas = "absent/bin/ptxas";
  CHECK(first(cudaToolkits(config), 1) == Strings{"/usr/local/cuda"});
}

TEST_CASE("no folder is listed twice", "[toolkits]") {
  const Bare bare;
  const Variable home("CUDA_HOME", "/usr/local/cuda");
  const Variable path("CUDA_PATH", "/usr/local/cuda");
  CHECK(cudaToolkits(Config()) == Strings{"/usr/local/cuda", "/usr/lib/cuda"});
}

TEST_CASE("only --rocm-path counts: ROCm, or the libraries' own folder",
          "[toolkits]") {
  const Bare bare;
  const Variable hip("HIP_DEVICE_LIB_PATH", "hip");
  Config config;
  config.rocmPath = "mine";
  CHECK(rocmLibraryFolders(config) == Strings{"mine/amdgcn/bitcode", "mine"});
}

TEST_CASE("HIP_DEVICE_LIB_PATH comes before ROCM_PATH and the usual places",
          "[toolkits]") {
  const Bare bare;
  const Variable hip("HIP_DEVICE_LIB_PATH", "hip");
  const Variable rocm("ROCM_PATH", "rocm");
  const Strings folders = rocmLibraryFolders(Config());
  CHECK(first(folders, 2) == Strings{"hip", "rocm/amdgcn/bitcode"});
  CHECK(folders.back() == "/usr/amdgcn/bitcode");
}

TEST_CASE("the newest clang of ROCm comes first", "[toolkits]") {
  const TempFolder folder;
  const Bare bare;
  for (const char *version : {"9", "17", "22"})
    std::filesystem::create_directories("rocm/lib/llvm/lib/clang/" +
                                        std::string(version));
  Config config;
  config.rocmPath = "rocm";
  const Strings folders = rocmLibraryFolders(config);
  REQUIRE(folders.size() == 8);
  CHECK(folders[1] == "rocm/lib/llvm/lib/clang/22/lib/amdgcn/bitcode");
  CHECK(folders[2] == "rocm/lib/llvm/lib/clang/22/amdgcn/bitcode");
  CHECK(folders[3] == "rocm/lib/llvm/lib/clang/17/lib/amdgcn/bitcode");
  CHECK(folders[5] == "rocm/lib/llvm/lib/clang/9/lib/amdgcn/bitcode");
}
