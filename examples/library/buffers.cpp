// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ interface: bitcode in memory becomes PTX in memory.
//
//   buffers <processor> <bitcode>... > kernels.ptx

#include <llbc/Link.h>

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

int main(int argc, char **argv) {
  if (argc < 3) {
    llvm::errs() << "usage: buffers <processor> <bitcode>...\n";
    return 2;
  }
  llbc::Config config;
  config.targetCpu = argv[1];
  config.optLevel = llbc::OptLevel::O3;
  config.emissions = {{llbc::EmitKind::Asm, ""}};

  // A compiler has its modules in memory already; here files stand for them.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  for (int i = 2; i != argc; ++i) {
    auto buffer = llvm::MemoryBuffer::getFile(argv[i]);
    if (!buffer) {
      llvm::errs() << argv[i] << ": " << buffer.getError().message() << '\n';
      return 1;
    }
    llbc::InputArg input;
    input.kind = llbc::InputArg::Kind::Buffer;
    input.value = "buffer " + std::to_string(i - 1);
    input.bytes = (*buffer)->getBuffer();
    config.inputs.push_back(input);
    buffers.push_back(std::move(*buffer));
  }

  llbc::Diagnostics diag([](const llbc::Diagnostic &message) {
    llvm::errs() << message.text() << '\n';
  });
  const llbc::LinkResult result = llbc::link(config, diag);
  for (const llbc::OutputFile &output : result.outputs)
    llvm::outs() << output.bytes;
  return result.succeeded ? 0 : 1;
}
