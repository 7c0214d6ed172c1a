// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From LLVM assembly in a test to what the linker's stages take.

#ifndef LLBC_TESTS_MODULES_H
#define LLBC_TESTS_MODULES_H

#include "input/InputFile.h"
#include "link/LiveSet.h"
#include "support/Messages.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace llbc::test {

/// For computeLiveSet, where no device libraries follow.
inline std::vector<std::string> noStandIns(llvm::StringRef /*name*/) {
  return {};
}

/// Goes before a module for the target that most tests use.
inline const std::string nvptx = "target triple = \"nvptx64-nvidia-cuda\"\n";

/// Parses \p ir; an error in it fails the test.
std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &context,
                                    llvm::StringRef ir);

/// \p ir as bitcode.
std::string bitcode(llvm::StringRef ir);
std::string bitcode(const llvm::Module &module);

/// One file with a module for each of \p irs.
std::string bitcodeOfSeveral(const std::vector<std::string> &irs);

/// \p ir as bitcode that marks \p function with \p key in
/// `!nvvm.annotations`. (LLVM's parser of text turns what stands there into
/// attributes.)
std::string annotatedBitcode(llvm::StringRef ir, llvm::StringRef function,
                             llvm::StringRef key);

struct Member {
  std::string name;
  std::string bytes;
};

/// An archive of \p members, in GNU's format.
std::string archive(const std::vector<Member> &members);

/// A module in memory with its scanned summary, as stage 2 gives it, in a file
/// called \p name.
class ScannedModule {
public:
  explicit ScannedModule(llvm::StringRef ir, const std::string &name = "m.o");
  /// From bitcode.
  ScannedModule(const std::string &bytes, std::in_place_t);
  ScannedModule(const ScannedModule &) = delete;
  ScannedModule &operator=(const ScannedModule &) = delete;

  InputModule &get() { return file.modules.front(); }
  const ModuleSummary &summary() const { return file.modules.front().summary; }
  /// The symbol called \p name; it must exist.
  const ModuleSymbol &symbol(llvm::StringRef name) const;

private:
  void scan(const std::string &name);

  std::string bytes;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver names{allocator};
  InputFile file;
};

/// Files for a link, written to the working directory in the order of the
/// calls, and the stages run on them.
class TestLink {
public:
  TestLink &object(const std::string &name, llvm::StringRef ir);
  /// Members are given as LLVM assembly.
  TestLink &library(const std::string &name, const std::vector<Member> &members,
                    bool wholeArchive = false);
  TestLink &file(const std::string &name);
  TestLink &exporting(const std::string &name);

  /// Stages 2 and 3.
  const Resolution &resolve();
  /// Stages 2 to 4. Null if a stage reported an error.
  llvm::Module *merge();
  /// Stages 2 to 5. Null likewise.
  llvm::Module *internalize();

  /// The names of the files that joined, in order.
  std::vector<std::string> joined();
  std::string messages() const { return sink.text(); }

  Config config;
  Messages sink{/*verbose=*/true};
  llvm::LLVMContext context;
  std::unique_ptr<Inputs> inputs;
  Resolution resolution;
  LiveSet live;

private:
  llvm::Triple triple;
  std::unique_ptr<llvm::Module> module;
};

/// \p module as text.
std::string print(const llvm::Module &module);

} // namespace llbc::test

#endif // LLBC_TESTS_MODULES_H
