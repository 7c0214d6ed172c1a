// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/EmitPTX.h"

#include "codegen/Emit.h"
#include "codegen/NVPTX/NVPTX.h"
#include "codegen/NVPTX/Probe.h"
#include "codegen/NVPTX/Processor.h"
#include "codegen/NVPTX/Requirements.h"
#include "report/Stages.h"
#include "support/SymbolName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// A function that LLVM has no code for, as things are.
struct Failure {
  std::string function;
  std::vector<Diagnostic> messages;
  std::optional<Fault> fault;
  std::optional<Need> need;  ///< What would change that.
  bool mayNotBeLast = false; ///< The search stopped here.
};

/// How many functions are reported in one link.
constexpr size_t maxFailures = 8;

class Emitter {
public:
  Emitter(Module &module, TargetMachine &machine, const ImageSetting &setting,
          function_ref<std::string()> remake, Diagnostics &diag)
      : module(module), machine(machine), config(setting.config),
        origins(setting.origins), remake(remake), diag(diag),
        cpu(machine.getTargetCPU()), requested(wantedIsa()) {}

  std::string run() {
    warnOfClusters();
    // There may be a second try, and a module can be lost with the first.
    if (config.maxPTX)
      prepareProber(emitBitcode(module));
    Attempt attempt =
        prober ? emitAll(requested) : tryEmit(module, machine, origins);
    if (attempt.succeeded())
      return finish(attempt);
    const bool isLost = !prober && attempt.fault;
    std::string ptx = recover(attempt);
    // The stage must not go on with a module that LLVM died of.
    if (isLost)
      report_fatal_error("code generation failed");
    return ptx;
  }

private:
  /// What the features ask for, or an initial value where --max-ptx allows it.
  unsigned wantedIsa() const {
    if (config.maxPTX >= oddAddressIsa && findOddAddress(module) != nullptr &&
        processorOf(machine).isa < oddAddressIsa)
      return oddAddressIsa;
    return requestedIsa(machine.getTargetTriple(),
                        machine.getTargetFeatureString());
  }

  /// LLVM leaves this out where the processor has no clusters, without a word.
  /// (A limit of their size, which clang's OpenMP sets, nothing can exceed
  /// there.)
  void warnOfClusters() {
    constexpr unsigned firstCpu = 90;
    if (smVersion(cpu) >= firstCpu)
      return;
    for (const Function &function : module)
      if (function.hasFnAttribute("nvvm.cluster_dim"))
        diag.warning(origins.location(function.getName()),
                     "kernel " + describeSymbol(function.getName()) +
                         " loses its nvvm.cluster_dim, which needs sm_90 or "
                         "newer; the link is for " +
                         cpu,
                     originNotes(function.getName()));
  }

  void prepareProber(std::string code) {
    bitcode = std::move(code);
    prober = std::make_unique<Prober>(bitcode, machine.getTargetTriple(),
                                      config.optLevel, origins);
  }

  Attempt emitAll(unsigned version) const {
    return prober->emitFor(cpu, version, [](StringRef) { return true; });
  }

  std::string finish(Attempt &attempt) {
    for (const Complaint &complaint : attempt.complaints)
      diag.report(complaint.message);
    diag.note(describeRequirements(attempt.ptx));
    return std::move(attempt.ptx);
  }

  /// The PTX for a newer ISA if that is allowed and helps; else errors.
  std::string recover(const Attempt &attempt) {
    const bool crashed = attempt.fault && attempt.fault->crashed;
    if (!prober && !crashed)
      prepareProber(remake());
    std::vector<Failure> failures;
    if (!bitcode.empty())
      failures = collectFailures(attempt);
    if (failures.empty() || crashed) {
      reportAsIs(attempt);
      return {};
    }
    isa =
        requested != 0 ? requested : defaultIsa(machine.getTargetTriple(), cpu);
    for (Failure &failure : failures)
      if (config.maxPTX || !prober->isLate())
        failure.need = prober->needOf(failure.function, cpu, isa);
    if (std::optional<unsigned> raised = raisedIsa(failures)) {
      Attempt again = emitAll(*raised);
      if (again.succeeded()) {
        diag.note("PTX ISA " + isaName(*raised) + " in place of " +
                  isaName(isa) + ", which has no code for " +
                  describeSymbol(failures.front().function));
        return finish(again);
      }
      reportAsIs(again);
      return {};
    }
    for (const Failure &failure : failures)
      if (!curingIsa(failure))
        report(failure);
    return {};
  }

  /// LLVM may end at the first function that it cannot do: the others are tried
  /// without it.
  std::vector<Failure> collectFailures(const Attempt &attempt) const {
    std::vector<Failure> failures;
    StringSet<> failed;
    auto failureOf = [&](const std::string &function) -> Failure & {
      if (failed.insert(function).second)
        failures.push_back({function, {}, {}, {}});
      return *llvm::find_if(failures, [&](const Failure &failure) {
        return failure.function == function;
      });
    };
    auto add = [&](const Attempt &tried) {
      const size_t before = failures.size();
      for (const Complaint &complaint : tried.complaints)
        if (complaint.message.severity == Severity::Error &&
            !complaint.function.empty())
          failureOf(complaint.function).messages.push_back(complaint.message);
      if (tried.fault)
        if (const std::string name = tried.fault->function(); !name.empty())
          failureOf(name).fault = tried.fault;
      return failures.size() != before;
    };
    bool isNew = add(attempt);
    while (isNew && failures.size() < maxFailures && !prober->isLate())
      isNew = add(prober->emitFor(cpu, requested, [&](StringRef name) {
        return !failed.contains(name);
      }));
    if (isNew && !failures.empty())
      failures.back().mayNotBeLast = true;
    return failures;
  }

  /// The ISA that one of them will do with, if it may be used.
  std::optional<unsigned> curingIsa(const Failure &failure) const {
    if (!config.maxPTX || !failure.need || !failure.need->cpus.empty() ||
        failure.need->isa > *config.maxPTX)
      return std::nullopt;
    return failure.need->isa;
  }

  /// The one that all will do with, likewise.
  std::optional<unsigned> raisedIsa(ArrayRef<Failure> failures) const {
    unsigned newest = 0;
    for (const Failure &failure : failures) {
      const std::optional<unsigned> one = curingIsa(failure);
      if (!one)
        return std::nullopt;
      newest = std::max(newest, *one);
    }
    return newest;
  }

  void reportAsIs(const Attempt &attempt) {
    for (const Complaint &complaint : attempt.complaints)
      diag.report(complaint.message);
    if (attempt.fault)
      reportFault("code generation", *attempt.fault, origins, diag);
  }

  std::string describe(StringRef function) const {
    return (prober->isKernel(function) ? "kernel " : "function ") +
           describeSymbol(function);
  }

  std::vector<std::string> originNotes(StringRef function) const {
    const std::string files = origins.files(function);
    return files.empty() ? std::vector<std::string>()
                         : std::vector<std::string>{"in " + files};
  }

  void report(const Failure &failure) {
    if (!failure.need)
      return reportHopeless(failure);
    const Need &need = *failure.need;
    const std::string isaText = "PTX ISA " + isaName(need.isa);
    std::string what = describe(failure.function) + " needs ";
    if (need.cpus.empty())
      what += isaText;
    else if (need.cpus.size() > 1)
      what += "one of " + join(need.cpus, ", ");
    else
      what += describeProcessor(need.cpus.front());
    if (need.cpus.size() == 1 && !need.isDefaultIsa)
      what += " and " + isaText;
    what += "; the link is for " + cpu + " and PTX ISA " +
            (config.maxPTX ? "up to " + isaName(*config.maxPTX) : isaName(isa));
    std::vector<std::string> notes = originNotes(failure.function);
    if (failure.fault)
      notes.push_back("LLVM: " + failure.fault->message);
    for (const Diagnostic &message : failure.messages)
      notes.push_back("LLVM: " + message.what);
    notes.push_back("note: pass " + cureFor(need));
    if (failure.mayNotBeLast)
      notes.push_back("note: the search stopped here; other functions may fail "
                      "as well");
    diag.error(origins.location(failure.function), what, std::move(notes));
  }

  /// In the options of the command line that was used.
  std::string cureFor(const Need &need) const {
    const bool hasList = !config.offloadArchs.empty();
    std::vector<std::string> options;
    if (!need.cpus.empty())
      options.push_back(
          (hasList ? "--offload-arch=" : config.spelling.targetCpu) +
          need.cpus.front());
    if (config.maxPTX && need.isa > *config.maxPTX)
      options.push_back("--max-ptx=" + isaName(need.isa));
    else if (!config.maxPTX && !need.isDefaultIsa)
      options.push_back(config.spelling.targetFeature + "+ptx" +
                        std::to_string(need.isa));
    // What stands before --offload-arch is for rustc's own processor.
    return join(options, " ") + (hasList && need.cpus.empty() && !config.maxPTX
                                     ? " after --offload-arch"
                                     : "");
  }

  /// No GPU that LLVM knows would help.
  void reportHopeless(const Failure &failure) {
    for (Diagnostic message : failure.messages) {
      if (message.where.empty())
        message.where = origins.location(failure.function);
      diag.report(message);
    }
    if (!failure.fault)
      return;
    StringRef intrinsic = failure.fault->message;
    if (!intrinsic.consume_front("Cannot select: intrinsic %"))
      return reportFault("code generation", *failure.fault, origins, diag);
    diag.error(origins.location(failure.function),
               describe(failure.function) + " uses " + intrinsic +
                   ", for which LLVM has no code on any of its processors",
               originNotes(failure.function));
  }

  Module &module;
  TargetMachine &machine;
  const Config &config;
  const Origins &origins;
  const function_ref<std::string()> remake;
  Diagnostics &diag;
  const std::string cpu;
  const unsigned requested; ///< By a feature; 0 for the processor's own.
  std::string bitcode;      ///< What is tried out, once that is needed.
  std::unique_ptr<Prober> prober;
  unsigned isa = 0; ///< What is used, once something has failed.
};

} // namespace

std::string emitPTX(Module &module, TargetMachine &machine,
                    const ImageSetting &setting,
                    function_ref<std::string()> remake, Diagnostics &diag) {
  return Emitter(module, machine, setting, remake, diag).run();
}

Error checkIsa(const Triple &triple, StringRef cpu, const Config &config) {
  const unsigned requested = requestedIsa(triple, config.targetFeatures);
  if (requested == 0 && !config.maxPTX)
    return Error::success();
  const unsigned own = defaultIsa(triple, cpu);
  const std::string allowed =
      config.maxPTX ? "--max-ptx allows " + isaName(*config.maxPTX) : "";
  if (config.maxPTX && own > *config.maxPTX)
    return createStringError(cpu + " needs PTX ISA " + isaName(own) +
                             " or newer, but " + allowed);
  const std::string asked =
      "the target features ask for PTX ISA " + isaName(requested) + ", but ";
  if (requested != 0 && requested < own)
    return createStringError(asked + cpu + " needs " + isaName(own) +
                             " or newer");
  if (config.maxPTX && requested > *config.maxPTX)
    return createStringError(asked + allowed);
  return Error::success();
}

} // namespace llbc::nvptx
