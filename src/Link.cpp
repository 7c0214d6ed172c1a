// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipeline, stage by stage. Read this file first.

#include "llbc/Link.h"

#include "codegen/Debug.h"
#include "codegen/Emit.h"
#include "codegen/Optimize.h"
#include "codegen/Target.h"
#include "input/InputFile.h"
#include "link/Internalize.h"
#include "link/LiveSet.h"
#include "link/Merge.h"
#include "link/Resolve.h"
#include "link/Undefined.h"
#include "report/Outputs.h"
#include "report/Verify.h"
#include "support/CrashGuard.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace llbc {
namespace {

/// Sets LLVM's own options. They belong to the process: a second link starts
/// from their defaults again.
Error applyLLVMArgs(ArrayRef<std::string> args) {
  cl::ResetAllOptionOccurrences();
  std::vector<const char *> argv = {"llvm-bitcode-linker -mllvm"};
  for (const std::string &arg : args)
    argv.push_back(arg.c_str());
  // LLVM would print these and end the process.
  for (StringRef arg : args)
    if (StringRef name = arg.ltrim('-');
        name.starts_with("help") || name == "version")
      return createStringError("option '-mllvm': '" + arg +
                               "' is not for a linker; see opt --help-hidden");
  std::string errors;
  raw_string_ostream os(errors);
  if (args.empty() || cl::ParseCommandLineOptions(static_cast<int>(argv.size()),
                                                  argv.data(), "", &os))
    return Error::success();
  return createStringError(StringRef(errors).trim());
}

/// One link. Each member function is a stage; each result is set once.
class Pipeline {
public:
  Pipeline(const Config &config, Diagnostics &diag)
      : config(config), diag(diag) {}

  /// Whether LLVM died in a stage.
  bool hasFaulted() const { return faulted; }

  bool run() {
    if (runStages())
      return true;
    // What is there helps to find out why.
    if (!outputs)
      return false;
    outputs->addTimeTrace();
    if (Error err =
            outputs->writeTemps(inputs ? inputs->paths : config.exportFiles))
      diag.error("", std::move(err));
    return false;
  }

private:
  bool runStages() {
    return stage("reading the inputs", [&] { read(); }) &&
           stage("resolution", [&] { resolveSymbols(); }) &&
           stage("merging", [&] { merge(); }) &&
           stage("target set-up", [&] { setUpTarget(); }) &&
           stage("internalisation", [&] { internalizeSymbols(); }) &&
           stage("optimisation", [&] { optimizeModule(); }) &&
           stage("code generation", [&] { generate(); }) &&
           stage("writing the outputs", [&] { write(); });
  }

  /// Runs one stage and says whether the link may go on.
  bool stage(StringRef name, function_ref<void()> body) {
    if (std::optional<Fault> fault = runGuarded(body)) {
      faulted = true;
      // LLVM's back ends report what they cannot do, then die of it.
      if (!diag.hasErrors())
        reportFault(name, *fault);
    }
    return !diag.hasErrors();
  }

  void reportFault(StringRef stageName, const Fault &fault) {
    std::vector<std::string> notes;
    const std::string function = fault.function();
    if (!origins.files(function).empty())
      notes.push_back("in " + origins.describe(function));
    else if (module)
      notes.push_back(origins.describeAll());
    if (!fault.activity.empty())
      notes.push_back("while " + fault.activity.front());
    if (fault.crashed)
      notes.push_back("note: LLVM crashed; the input may be damaged");
    diag.error("", stageName + " failed: " + fault.message, std::move(notes));
  }

  void read() {
    if (Error err = applyLLVMArgs(config.llvmArgs))
      return diag.error("", std::move(err));
    inputs = readInputs(config, diag);
    Expected<std::unique_ptr<Exports>> read =
        readExports(config, inputs->paths);
    if (!read)
      return diag.error("", read.takeError());
    exports = std::move(*read);
    if (!diag.hasErrors() && inputs->files.empty())
      diag.error("", "none of the inputs holds LLVM bitcode");
  }

  // From here on the target is known and no module joins any more.
  void resolveSymbols() {
    Expected<Triple> triple = chooseTriple(config, *inputs);
    if (!triple)
      return diag.error("", triple.takeError());
    Expected<std::unique_ptr<Target>> created = Target::create(*triple);
    if (!created)
      return diag.error("", created.takeError());
    target = std::move(*created);
    outputs.emplace(config, target->imageKind());
    if (target->imageKind() != EmitKind::Elf &&
        llvm::any_of(objectKinds,
                     [&](EmitKind k) { return outputs->wants(k); }))
      return diag.error("", "there is no object format for " + triple->str());
    exports->unlisted = target->unlisted(config);
    const ResolveTarget scope = {*triple, target->imageKind() == EmitKind::Elf};
    resolution = resolve(*inputs, *exports, scope, diag);
    if (resolution.modules.empty() && resolution.objects.empty())
      diag.error("", "no input joins the link: none defines a kernel or an "
                     "exported symbol");
    else if (resolution.kernels.empty() && resolution.exports.empty())
      diag.warning("", "the inputs define no kernel and no exported symbol");
    std::string summary = describe(resolution);
    for (StringRef line : split(summary, '\n'))
      if (!line.empty())
        diag.note(line);
    outputs->saveTemp("0.resolution.txt", [&] { return summary; });
  }

  // From here on there is one module, with nothing in it that is not reachable;
  // or none, where all inputs are native objects.
  void merge() {
    const std::string dataLayout = target->triple().computeDataLayout();
    context.enableDebugTypeODRUniquing();
    context.setDiscardValueNames(!outputs->wantsIR());
    context.setDiagnosticHandler(makeDiagnosticHandler(diag, origins));
    live = computeLiveSet(resolution, context, dataLayout, diag);
    if (diag.hasErrors())
      return;
    origins.record(live);
    checkInputsAgree();
    if (diag.hasErrors() ||
        (live.modules.empty() && !resolution.objects.empty()))
      return;
    Expected<std::unique_ptr<Module>> merged =
        mergeModules(live, context, target->triple(), dataLayout, diag);
    if (!merged)
      return diag.error("", merged.takeError());
    module = std::move(*merged);
    verify(*module, origins, "merging", diag);
    outputs->saveTemp("1.merged.bc", [&] { return emitBitcode(*module); });
  }

  void checkInputsAgree() {
    std::vector<NamedModule> modules;
    for (const LiveModule &source : live.modules)
      modules.push_back(
          {source.module.get(), source.input->file->name, source.values});
    std::vector<NamedObject> objects;
    for (const InputModule *object : resolution.objects)
      objects.push_back({object->object, object->file->name});
    target->prepareInputs(modules, objects, config, diag);
  }

  void setUpTarget() {
    if (!module)
      return;
    Expected<std::unique_ptr<TargetMachine>> created =
        target->createMachine(config, *module);
    if (!created)
      return diag.error("", created.takeError());
    machine = std::move(*created);
    diag.note("generating code for " + target->triple().str() + ", " +
              machine->getTargetCPU() + " " +
              machine->getTargetFeatureString());
    applyDebugLevel(
        *module, target->supportedDebug(config.debug.value_or(DebugLevel::None),
                                        *machine));
  }

  // From here on only kernels and exports are visible, and names are final.
  void internalizeSymbols() {
    if (!module)
      return;
    internalize(*module, resolution);
    target->lower(*module, diag);
    outputs->saveTemp("2.internalised.bc",
                      [&] { return emitBitcode(*module); });
  }

  void optimizeModule() {
    const UndefinedPolicy policy = {
        config.allowUndefined,
        [&](StringRef name) { return target->isProvided(name); },
        [&](StringRef name) { return target->originHint(name); }};
    // lld reports them where the image must define all that it uses.
    if (!target->isSelfContained())
      reportUndefinedInObjects(resolution, policy, diag);
    if (!module)
      return;
    optimize(*module, *machine, config.optLevel);
    verify(*module, origins, "optimisation", diag);
    outputs->saveTemp("3.optimised.bc", [&] { return emitBitcode(*module); });
    reportUndefined(live.undefined, *module, policy, diag);
    target->legalize(*module, diag);
  }

  void generate() {
    if (module)
      generateCode();
    else if (outputs->wantsCode())
      diag.error("", "no input holds bitcode that is needed; only an ELF image "
                     "can be made of native objects");
    if (!outputs->wants(EmitKind::Elf) && !outputs->wants(EmitKind::Map))
      return;
    const ElfImage image = linkImage();
    outputs->add(EmitKind::Elf, [&] { return image.bytes; });
    outputs->add(EmitKind::Map, [&] { return image.map; });
  }

  void generateCode() {
    outputs->add(EmitKind::LlvmBc, [&] { return emitBitcode(*module); });
    outputs->add(EmitKind::LlvmIr, [&] { return emitIR(*module); });
    const bool wantsObject = llvm::any_of(
        objectKinds, [&](EmitKind k) { return outputs->wants(k); });
    outputs->add(EmitKind::Asm, [&] {
      // A code generator leaves its module changed.
      const std::unique_ptr<Module> copy =
          wantsObject ? CloneModule(*module) : std::move(module);
      return emit(*copy, CodeGenFileType::AssemblyFile);
    });
    if (!wantsObject || diag.hasErrors())
      return;
    object = emit(*module, CodeGenFileType::ObjectFile);
    outputs->add(EmitKind::Obj, [&] { return object; });
  }

  std::string emit(Module &code, CodeGenFileType type) {
    return valueOf(emitCode(code, *machine, type));
  }

  ElfImage linkImage() {
    if (diag.hasErrors())
      return {};
    ElfLink job;
    job.args = config.elfArgs ? *config.elfArgs : target->elfArgs();
    if (target->isSelfContained() && !config.allowUndefined)
      job.args.push_back("--no-undefined");
    for (const InputModule *input : resolution.objects)
      job.objects.push_back(
          {input->file->name, input->object.getBuffer().str()});
    if (!object.empty())
      job.objects.push_back({"the code made from bitcode", object});
    if (Error err = target->prepareObjects(job.objects, resolution.kernels)) {
      diag.error("", std::move(err));
      return {};
    }
    job.versionScript = versionScript();
    job.wantsMap = outputs->wants(EmitKind::Map);
    return linkElf(job, diag);
  }

  /// Code from bitcode shows nothing but what it must; native objects may.
  std::string versionScript() {
    const bool isListed = !config.elfArgs && !resolution.objects.empty();
    if (!exports->script && !isListed)
      return {};
    std::vector<std::string> visible;
    for (StringRef kernel : resolution.kernels)
      llvm::append_range(visible, target->kernelSymbols(kernel));
    if (isListed)
      llvm::append_range(visible, resolution.exports);
    return makeVersionScript(*exports, visible);
  }

  /// Kinds that are made of an object.
  static constexpr EmitKind objectKinds[] = {EmitKind::Obj, EmitKind::Elf,
                                             EmitKind::Map};

  std::string valueOf(Expected<std::string> bytes) {
    if (bytes)
      return std::move(*bytes);
    diag.error("", bytes.takeError());
    return {};
  }

  void write() {
    outputs->add(EmitKind::DepInfo,
                 [&] { return outputs->depInfo(inputs->paths); });
    outputs->addTimeTrace();
    if (Error err = outputs->write(inputs->paths))
      diag.error("", std::move(err));
  }

  const Config &config;
  Diagnostics &diag;
  std::optional<Outputs> outputs;
  std::unique_ptr<Inputs> inputs;
  std::unique_ptr<Exports> exports;
  std::unique_ptr<Target> target;
  Resolution resolution;
  Origins origins;
  LLVMContext context;
  LiveSet live;
  std::unique_ptr<Module> module;
  std::unique_ptr<TargetMachine> machine;
  std::string object; ///< The relocatable made of `module`.
  bool faulted = false;
};

} // namespace

bool link(const Config &config, Diagnostics &diag) {
  bool linked = false;
  runOnLargeStack([&] {
    // LLVM's profiler keeps its events per thread.
    constexpr unsigned granularity = 100; // microseconds
    if (config.timeTrace)
      timeTraceProfilerInitialize(granularity, "llvm-bitcode-linker");
    auto pipeline = std::make_unique<Pipeline>(config, diag);
    linked = pipeline->run();
    if (config.timeTrace)
      timeTraceProfilerCleanup();
    // A stage that LLVM gave up leaves IR that cannot be destroyed.
    if (pipeline->hasFaulted()) {
      [[maybe_unused]] Pipeline *leaked = pipeline.release();
    }
  });
  return linked;
}

} // namespace llbc
