// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Probe.h"

#include "codegen/Emit.h"
#include "codegen/NVPTX/NVPTX.h"
#include "codegen/NVPTX/Processor.h"
#include "codegen/NVPTX/Requirements.h"
#include "codegen/Partition.h"
#include "codegen/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

constexpr StringRef moduleName = "llvm-bitcode-linker";

std::string featureFor(unsigned isa) {
  return isa == 0 ? "" : "+ptx" + std::to_string(isa);
}

std::unique_ptr<TargetMachine> machineFor(const Triple &triple, StringRef cpu,
                                          unsigned isa, OptLevel level) {
  Expected<std::unique_ptr<TargetMachine>> machine =
      makeMachine(triple, cpu, featureFor(isa), level);
  if (!machine)
    report_fatal_error(machine.takeError());
  return std::move(*machine);
}

/// Keeps what LLVM reports, with the function that it is about.
class Collector : public DiagnosticHandler {
public:
  Collector(std::vector<Complaint> &complaints, const Origins &origins)
      : complaints(complaints),
        sink([this](const Diagnostic &message) { last = message; }),
        handler(makeDiagnosticHandler(sink, origins)) {}

  bool handleDiagnostics(const DiagnosticInfo &info) override {
    last.reset();
    handler->handleDiagnostics(info);
    if (!last)
      return true;
    const auto *unsupported = dyn_cast<DiagnosticInfoUnsupported>(&info);
    complaints.push_back({unsupported
                              ? unsupported->getFunction().getName().str()
                              : currentFunction(),
                          std::move(*last)});
    return true;
  }

private:
  std::vector<Complaint> &complaints;
  std::optional<Diagnostic> last;
  Diagnostics sink;
  std::unique_ptr<DiagnosticHandler> handler;
};

} // namespace

bool Attempt::succeeded() const {
  return !fault && llvm::none_of(complaints, [](const Complaint &complaint) {
    return complaint.message.severity == Severity::Error;
  });
}

Attempt tryEmit(Module &module, TargetMachine &machine,
                const Origins &origins) {
  Attempt attempt;
  LLVMContext &context = module.getContext();
  std::unique_ptr<DiagnosticHandler> outer = context.getDiagnosticHandler();
  context.setDiagnosticHandler(
      std::make_unique<Collector>(attempt.complaints, origins));
  attempt.fault = runGuarded([&] {
    attempt.ptx = cantFail(
        emitCode(module, machine, CodeGenFileType::AssemblyFile, orderAtomics));
  });
  context.setDiagnosticHandler(std::move(outer));
  return attempt;
}

Prober::Prober(StringRef bitcode, Triple triple, OptLevel level,
               const Origins &origins)
    : bitcode(bitcode), triple(std::move(triple)), level(level),
      origins(origins), start(std::chrono::steady_clock::now()) {
  isas = knownIsas(this->triple);
  cpus = knownProcessors(this->triple);
  llvm::sort(cpus, [](StringRef left, StringRef right) {
    const ProcessorName a = parseProcessor(left);
    const ProcessorName b = parseProcessor(right);
    return std::tie(a.version, a.suffix) < std::tie(b.version, b.suffix);
  });
}

Attempt Prober::emitFor(StringRef cpu, unsigned isa,
                        function_ref<bool(StringRef)> keeps) const {
  Attempt attempt;
  auto context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> module;
  std::unique_ptr<TargetMachine> machine;
  context->setDiagnosticHandler(
      std::make_unique<Collector>(attempt.complaints, origins));
  attempt.fault = runGuarded([&] {
    Expected<std::unique_ptr<Module>> copy =
        getLazyBitcodeModule(MemoryBufferRef(bitcode, moduleName), *context);
    if (!copy)
      report_fatal_error(copy.takeError());
    module = std::move(*copy);
    for (Function &function : *module)
      if (!function.isDeclaration() && !keeps(function.getName()))
        dropBody(function);
    if (Error err = module->materializeAll())
      report_fatal_error(std::move(err));
    machine = machineFor(triple, cpu, isa, level);
    attempt.ptx = cantFail(emitCode(
        *module, *machine, CodeGenFileType::AssemblyFile, orderAtomics));
  });
  if (attempt.fault) {
    // What LLVM died in the middle of cannot be destroyed.
    [[maybe_unused]] const void *leaked[] = {
        module.release(), machine.release(), context.release()};
  }
  return attempt;
}

bool Prober::works(StringRef function, StringRef cpu, unsigned isa) const {
  return emitFor(cpu, isa, [&](StringRef name) { return name == function; })
      .succeeded();
}

/// A newer ISA holds all of an older one, so halving finds the oldest.
std::optional<unsigned> Prober::lowestIsa(StringRef function, StringRef cpu,
                                          unsigned above) const {
  const auto first = llvm::upper_bound(isas, above);
  if (first == isas.end() || !works(function, cpu, isas.back()))
    return std::nullopt;
  return *std::partition_point(first, std::prev(isas.end()), [&](unsigned isa) {
    return !works(function, cpu, isa);
  });
}

std::optional<Need> Prober::needOf(StringRef function, StringRef cpu,
                                   unsigned isa) const {
  if (std::optional<unsigned> lowest = lowestIsa(function, cpu, isa)) {
    Need need;
    need.isa = *lowest;
    return need;
  }
  return isLate() ? std::nullopt : needOnNewer(function, cpu);
}

bool Prober::isLate() const {
  constexpr std::chrono::seconds patience(5);
  return std::chrono::steady_clock::now() - start > patience;
}

std::optional<Need> Prober::needOnNewer(StringRef function,
                                        StringRef cpu) const {
  const unsigned own = parseProcessor(cpu).version;
  Need need;
  for (bool isGeneric : {true, false})
    for (StringRef other : cpus) {
      if (isLate())
        return std::nullopt;
      const ProcessorName processor = parseProcessor(other);
      if (processor.version < own + (isGeneric ? 1 : 0) ||
          processor.suffix.empty() != isGeneric || other == cpu ||
          !works(function, other, isas.back()))
        continue;
      need.cpus.push_back(other.str());
      if (need.cpus.size() == 1) {
        need.isDefaultIsa = works(function, other, 0);
        need.isa = need.isDefaultIsa
                       ? defaultIsa(triple, other)
                       : lowestIsa(function, other, 0).value_or(isas.back());
      }
      // The ones after it can do all that it can.
      if (isGeneric)
        return need;
    }
  if (need.cpus.empty())
    return std::nullopt;
  return need;
}

bool Prober::isKernel(StringRef function) const {
  LLVMContext context;
  Expected<std::unique_ptr<Module>> module =
      getLazyBitcodeModule(MemoryBufferRef(bitcode, moduleName), context);
  if (!module) {
    consumeError(module.takeError());
    return false;
  }
  const Function *found = (*module)->getFunction(function);
  return found && found->hasKernelCallingConv();
}

} // namespace llbc::nvptx
