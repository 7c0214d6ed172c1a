// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/Emit.h"

#include "codegen/NarrowIndices.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

using namespace llvm;

namespace llbc {
namespace {

/// LLVM asks every code generation of the process for more passes; only those
/// of links have some.
thread_local bool isEmitting = false;
thread_local PassHook currentHook = nullptr;

void insertPasses(TargetMachine &, PassManagerBase &,
                  TargetPassConfig *config) {
  if (!isEmitting)
    return;
  insertNarrowIndices(*config);
  if (currentHook)
    currentHook(*config);
}

} // namespace

Expected<std::string> emitCode(Module &module, TargetMachine &machine,
                               CodeGenFileType type, PassHook hook) {
  static const RegisterTargetPassConfigCallback callback(insertPasses);
  isEmitting = true;
  currentHook = hook;
  const scope_exit end([] { isEmitting = false; });
  TimeTraceScope scope("Generate code");
  SmallVector<char, 0> bytes;
  raw_svector_ostream os(bytes);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr, type))
    return createStringError("no such output for " +
                             machine.getTargetTriple().str());
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

std::string emitBitcode(const Module &module) {
  std::string bytes;
  raw_string_ostream os(bytes);
  WriteBitcodeToFile(module, os);
  return bytes;
}

std::string emitIR(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

} // namespace llbc
