// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links a module from memory with the C++ classes, beside a use of LLVM of its
// own, and prints the PTX.

#include <llbc/Link.h>

#include <llvm/Support/raw_ostream.h>

int main() {
  llbc::Config config;
  llbc::InputArg input;
  input.kind = llbc::InputArg::Kind::Buffer;
  input.value = "kernel.ll";
  input.bytes = "target triple = \"nvptx64-nvidia-cuda\"\n"
                "define ptx_kernel void @k() {\n"
                "  ret void\n"
                "}\n";
  config.inputs.push_back(input);
  config.targetCpu = "sm_80";

  llbc::Diagnostics diag([](const llbc::Diagnostic &diagnostic) {
    llvm::errs() << diagnostic.text() << "\n";
  });
  const llbc::LinkResult result = llbc::link(config, diag);
  for (const llbc::OutputFile &output : result.outputs)
    llvm::outs() << output.bytes;
  return result.succeeded ? 0 : 1;
}
