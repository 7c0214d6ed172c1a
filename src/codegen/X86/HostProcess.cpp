// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/X86/HostProcess.h"

#include "input/SharedLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace llbc::x86 {
namespace {

constexpr StringRef cLibrary = "libc.so.6";
constexpr StringRef gccLibrary = "libgcc_s.so.1";
constexpr StringRef libraryNames[] = {"ld-linux-x86-64.so.2", cLibrary,
                                      "libm.so.6", "libstdc++.so.6",
                                      gccLibrary};

/// Debian's, Red Hat's and others', and Debian's for cross compilers.
constexpr StringRef folders[] = {"/lib/x86_64-linux-gnu",
                                 "/usr/lib/x86_64-linux-gnu",
                                 "/lib64",
                                 "/usr/lib64",
                                 "/usr/lib",
                                 "/usr/x86_64-linux-gnu/lib"};

/// Names that belong to the implementation of OpenMP: libomp and libomptarget,
/// which a program that offloads has.
constexpr StringRef openMPPrefixes[] = {
    "omp_", "ompx_", "kmp_", "__kmpc_", "__tgt_", "llvm_omp_", "GOMP_"};

/// What of libgcc_s C++ code needs and every process has once. Its arithmetic
/// is for each image to bring along, as compilers link it from libgcc.a.
constexpr StringRef unwinderPrefixes[] = {"_Unwind_", "__gcc_personality_",
                                          "__register_frame",
                                          "__deregister_frame", "__emutls_"};

bool startsWithAny(StringRef symbol, ArrayRef<StringRef> prefixes) {
  return llvm::any_of(
      prefixes, [&](StringRef prefix) { return symbol.starts_with(prefix); });
}

/// Nothing where \p path is no library for x86-64.
std::vector<std::string> readLibrary(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return {};
  Expected<SharedLibrary> library =
      readSharedLibrary((*buffer)->getMemBufferRef());
  if (library && library->machine == ELF::EM_X86_64)
    return std::move(library->names);
  consumeError(library.takeError());
  return {};
}

} // namespace

const HostProcess &HostProcess::system() {
  static const HostProcess process;
  return process;
}

HostProcess::HostProcess() {
  for (StringRef library : libraryNames) {
    std::vector<std::string> names;
    for (StringRef folder : folders) {
      SmallString<64> path = folder;
      sys::path::append(path, library);
      names = readLibrary(path);
      if (names.empty())
        continue;
      paths.push_back(path.str().str());
      break;
    }
    if (names.empty())
      missing.push_back(library.str());
    for (const std::string &name : names)
      (library == gccLibrary && !startsWithAny(name, unwinderPrefixes)
           ? routines
           : symbols)
          .insert(name);
  }
}

bool HostProcess::defines(StringRef symbol) const {
  if (symbols.contains(symbol) || startsWithAny(symbol, openMPPrefixes))
    return true;
  if (!llvm::is_contained(missing, cLibrary))
    return false;
  // Somewhere without glibc: what every C library has.
  static const TargetLibraryInfoImpl library(
      (Triple("x86_64-unknown-linux-gnu")));
  LibFunc function;
  return library.getLibFunc(symbol, function);
}

std::string HostProcess::hint(StringRef symbol) const {
  if (routines.contains(symbol))
    return "note: it is a routine of the compiler's; pass libgcc.a, or "
           "compiler-rt's builtins";
  if (missing.empty())
    return {};
  return "note: not found on this system: " + join(missing, ", ") +
         "; what they define counts if they are passed as inputs";
}

bool HostProcess::hasLibrary(StringRef name) {
  static constexpr StringRef names[] = {
      "c",      "m",   "pthread", "dl",     "rt",  "util",
      "stdc++", "gcc", "gcc_s",   "gcc_eh", "omp", "omptarget"};
  return llvm::is_contained(names, name);
}

} // namespace llbc::x86
