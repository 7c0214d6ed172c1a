// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ImageLink.h"

#include "codegen/Debug.h"
#include "codegen/ElfRewrite.h"
#include "codegen/Emit.h"
#include "codegen/OpenMPKernels.h"
#include "codegen/Optimize.h"
#include "device/ReadImage.h"
#include "input/ObjectScanner.h"
#include "link/Internalize.h"
#include "offload/Ptxas.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace llbc {
namespace {

/// Kinds that are made of an object.
constexpr EmitKind objectKinds[] = {EmitKind::Obj, EmitKind::Elf,
                                    EmitKind::Map};
/// Kinds that only bitcode can become.
constexpr EmitKind codeKinds[] = {EmitKind::Asm, EmitKind::Obj, EmitKind::Cubin,
                                  EmitKind::LlvmBc, EmitKind::LlvmIr};

/// lld names a library without a name of its own as it was given.
void addLibrary(const LibraryInput &library, std::vector<std::string> &words) {
  if (!library.isSearched)
    return words.push_back(library.path);
  StringRef folder = sys::path::parent_path(library.path);
  words.push_back("-L" + (folder.empty() ? "." : folder.str()));
  words.push_back("-l:" + sys::path::filename(library.path).str());
}

} // namespace

bool ImageLink::run(std::unique_ptr<Module> code, Stages &stages) {
  module = std::move(code);
  outputs.saveTemp(label, "0.resolution.txt",
                   [&] { return describe(program.resolution()); });
  const Origins &names = program.origins();
  return stages.run("target set-up", names, [&] { setUpTarget(); }) &&
         stages.run("device libraries", names, [&] { linkLibraries(); }) &&
         stages.run("internalisation", names, [&] { internalizeSymbols(); }) &&
         stages.run("compiling in parts", names, [&] { compileInParts(); }) &&
         stages.run("optimisation", names, [&] { optimizeModule(); }) &&
         stages.run("code generation", names, [&] { generate(); }) &&
         stages.run("linking the image", names, [&] { linkObjects(); });
}

void ImageLink::setUpTarget() {
  const Target &target = program.target();
  if (!module && outputs.wantsAnyOf(codeKinds))
    return diag.error("", "no input holds bitcode that is needed; only an ELF "
                          "image can be made of native objects");
  if (!module)
    return;
  outputs.saveTemp(label, "1.merged.bc", [&] { return emitBitcode(*module); });
  Expected<std::unique_ptr<TargetMachine>> created =
      target.createMachine(config, *module);
  if (!created)
    return diag.error("", created.takeError());
  machine = std::move(*created);
  setting = std::make_unique<ImageSetting>(ImageSetting{
      config, *machine, program.origins(), program.undefined(), {}});
  diag.note("generating code for " + target.triple().str() + ", " +
            (machine->getTargetCPU() + " " + machine->getTargetFeatureString())
                .str());
  applyDebugLevel(
      *module,
      target.supportedDebug(config.debug.value_or(DebugLevel::None), *machine));
}

void ImageLink::linkLibraries() {
  if (!module)
    return;
  LinkedLibraries linked =
      program.target().linkLibraries(*module, *setting, diag);
  setting->missingLibrary = std::move(linked.missing);
  libraries = std::move(linked.files);
  undefinedInLibraries = std::move(linked.undefined);
  if (!libraries.empty() && !diag.hasErrors())
    verify(*module, program.origins(), "linking device libraries",
           wantsDebug(config), diag);
}

// From here on only kernels and exports are visible, and names are final.
void ImageLink::internalizeSymbols() {
  if (!module)
    return;
  const Target &target = program.target();
  const bool isElf = target.imageKind() == EmitKind::Elf;
  internalize(*module, program.resolution(),
              {/*mayImport=*/!target.isSelfContained(),
               /*keepsWeak=*/isElf});
  target.lower(*module, *setting, diag);
  if (config.adaptOpenMPKernels)
    adaptKernels();
  outputs.saveTemp(label, "2.internalised.bc",
                   [&] { return emitBitcode(*module); });
}

UndefinedPolicy ImageLink::undefinedPolicy() const {
  return {config.allowUndefined, config.spelling.allowUndefined,
          [this](StringRef name) {
            return program.target().isProvided(name) ||
                   program.isInLibrary(name) ||
                   (program.target().imageKind() == EmitKind::Elf &&
                    program.resolution().mayBeSectionBound(name));
          },
          [this](StringRef name) { return originNotes(name); }};
}

/// Native objects go on calling the functions as they are.
void ImageLink::adaptKernels() {
  const Resolution &resolution = program.resolution();
  StringSet<> calledByObjects;
  for (const InputModule *input : resolution.objects)
    for (const ModuleSymbol &symbol : input->summary.symbols)
      if (symbol.isReference())
        calledByObjects.insert(symbol.name);
  renamedInObjects = addOpenMPArgument(
      *module, resolution.names(Reason::Kernel), calledByObjects);
}

void ImageLink::optimizeModule() {
  if (!text.empty())
    return;
  const Target &target = program.target();
  const UndefinedPolicy policy = undefinedPolicy();
  // lld reports them where the image must define all that it uses.
  if (!target.isSelfContained())
    reportUndefinedInObjects(program.resolution(), policy, diag);
  if (!module)
    return;
  optimize(*module, *machine, config.optLevel);
  verify(*module, program.origins(), "optimisation", wantsDebug(config), diag);
  outputs.saveTemp(label, "3.optimised.bc",
                   [&] { return emitBitcode(*module); });
  for (ArrayRef<UndefinedSymbol> undefined :
       {program.undefined(), ArrayRef(undefinedInLibraries)})
    reportUndefined(undefined, *module, policy, diag);
  target.legalize(*module, *setting, diag);
}

void ImageLink::generate() {
  if (!module)
    return;
  outputs.add(EmitKind::LlvmBc, label, [&] { return emitBitcode(*module); });
  outputs.add(EmitKind::LlvmIr, label, [&] { return emitIR(*module); });
  if (program.target().imageKind() == EmitKind::Asm)
    generatePTX();
  else
    generateCode();
}

void ImageLink::generatePTX() {
  // What ptxas has checked is a cubin already.
  const bool isAssembled = needs(EmitKind::Cubin) || config.verifyPTX;
  if (!needs(EmitKind::Asm) && !isAssembled)
    return;
  if (text.empty())
    text = program.target().emitText(
        *module, *machine, *setting, [&] { return remakeCode(); }, diag);
  DeviceImage ptx = describeImage(object::IMG_PTX, std::move(text));
  outputs.add(EmitKind::Asm, label, [&] { return ptx.bytes; });
  if (diag.hasErrors())
    return;
  ptx.isVerified = isAssembled;
  if (packs(EmitKind::Asm))
    images.push_back(ptx);
  if (!isAssembled)
    return;
  Expected<DeviceImage> cubin = assemblePTX(ptx, config, diag);
  if (!cubin)
    return diag.error("", cubin.takeError());
  outputs.add(EmitKind::Cubin, label, [&] { return cubin->bytes; });
  if (packs(EmitKind::Cubin))
    images.push_back(std::move(*cubin));
}

std::string ImageLink::remakeCode() const {
  Config quiet = config;
  quiet.saveTempsDir.reset();
  Outputs none(quiet, EmitKind::Asm, /*severalImages=*/false);
  Diagnostics unheard([](const Diagnostic &) {});
  LLVMContext context;
  Expected<std::unique_ptr<Module>> copy = program.remake(context);
  if (!copy) {
    consumeError(copy.takeError());
    return {};
  }
  context.setDiagnosticHandler(
      makeDiagnosticHandler(unheard, program.origins()));
  ImageLink again(quiet, program, label, config.targetCpu, {}, none, unheard);
  again.module = std::move(*copy);
  for (void (ImageLink::*step)() :
       {&ImageLink::setUpTarget, &ImageLink::linkLibraries,
        &ImageLink::internalizeSymbols, &ImageLink::optimizeModule})
    if (!unheard.hasErrors())
      (again.*step)();
  return unheard.hasErrors() ? "" : emitBitcode(*again.module);
}

void ImageLink::generateCode() {
  if (config.verifyPTX)
    diag.note("--verify: nothing to do for " + program.target().triple().str() +
              ", which has no PTX");
  const bool wantsObject =
      outputs.wantsAnyOf(objectKinds) || packs(EmitKind::Elf);
  outputs.add(EmitKind::Asm, label, [&] {
    // A code generator leaves its module changed.
    const std::unique_ptr<Module> copy =
        wantsObject ? CloneModule(*module) : std::move(module);
    return emit(*copy, CodeGenFileType::AssemblyFile);
  });
  if (!wantsObject || diag.hasErrors())
    return;
  hasAssembly = !module->getModuleInlineAsm().empty();
  object = emit(*module, CodeGenFileType::ObjectFile);
  outputs.add(EmitKind::Obj, label, [&] { return object; });
  // lld reports them where the image must define all that it uses.
  if (!program.target().isSelfContained())
    checkGeneratedCode();
}

/// Code generation calls routines that no module mentions, as assembly does.
void ImageLink::checkGeneratedCode() const {
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(object, ""));
  ModuleSummary summary;
  Error err = file
                  ? scanObject(cast<object::ELFObjectFileBase>(**file), summary)
                  : file.takeError();
  if (err)
    return diag.error("", std::move(err));
  std::vector<StringRef> names;
  for (const ModuleSymbol &symbol : summary.symbols) {
    const Symbol *known = program.resolution().symbols.find(symbol.name);
    if (symbol.isReference() && !symbol.isWeakReference() &&
        !module->getNamedValue(symbol.name) && !(known && known->isDefined()))
      names.push_back(symbol.name);
  }
  reportUndefinedInCode(names, undefinedPolicy(), diag);
}

void ImageLink::linkObjects() {
  if (program.target().imageKind() != EmitKind::Elf)
    return;
  if (!needs(EmitKind::Elf) && !outputs.wants(EmitKind::Map))
    return;
  ElfImage image = linkImage();
  if (diag.hasErrors())
    return;
  outputs.add(EmitKind::Elf, label, [&] { return image.bytes; });
  outputs.add(EmitKind::Map, label, [&] { return image.map; });
  if (packs(EmitKind::Elf))
    images.push_back(describeImage(object::IMG_Object, std::move(image.bytes)));
}

ElfImage ImageLink::linkImage() {
  const Target &target = program.target();
  const Resolution &resolution = program.resolution();
  ElfLink job;
  job.args = config.elfArgs ? *config.elfArgs : target.elfArgs();
  if (target.isSelfContained() && !config.allowUndefined)
    job.args.push_back("--no-undefined");
  // Native objects bring debug information of their own.
  if (!config.elfArgs && config.debug == DebugLevel::None)
    job.args.push_back("--strip-debug");
  for (const InputModule *input : resolution.objects)
    job.objects.push_back(describeObject(*input));
  if (!object.empty())
    job.objects.push_back({"the code made from bitcode", object});
  Error err = rewriteSymbols(job.objects);
  if (!err)
    err = target.prepareObjects(job.objects, resolution.names(Reason::Kernel));
  if (err) {
    diag.error("", std::move(err));
    return {};
  }
  Expected<std::optional<ElfObject>> start = target.startObject(job.objects);
  if (!start) {
    diag.error("", start.takeError());
    return {};
  }
  if (std::optional<ElfObject> &first = *start)
    job.objects.insert(job.objects.begin(), std::move(*first));
  for (const LibraryInput &library : program.libraries())
    addLibrary(library, job.libraries);
  if (!config.elfArgs)
    llvm::append_range(job.libraries, target.elfLibraries());
  job.versionScript = versionScript();
  // lld would write the output's path, which here is a number of the moment.
  if (const auto &script = program.exportRequest().script;
      script && llvm::any_of(script->versions(), [](const auto &version) {
        return !version.name.empty();
      }))
    job.args.insert(job.args.begin() + 1,
                    "-soname=" + sys::path::filename(config.output).str());
  job.wantsMap = outputs.wants(EmitKind::Map);
  return linkElf(job, diag);
}

ElfObject ImageLink::describeObject(const InputModule &input) const {
  ElfObject described = {input.file->name, input.object.getBuffer().str()};
  for (const ModuleSymbol &symbol : input.summary.symbols) {
    const Symbol *known = program.resolution().symbols.find(symbol.name);
    if (auto renamed = renamedInObjects.find(symbol.name);
        symbol.isReference() && renamed != renamedInObjects.end())
      described.renamed.emplace_back(symbol.name.str(), renamed->second);
    if (!symbol.isDefinition() || !known || !known->isDefined() ||
        known->definition.module == &input)
      continue;
    described.overridden.push_back(symbol.name.str());
    // Any definition overrides a tentative one.
    if (!known->definition.module->isNative() && !symbol.isCommon())
      described.overriddenByBitcode.push_back(symbol.name.str());
  }
  return described;
}

/// Code from bitcode shows nothing but what it must; native objects may.
std::string ImageLink::versionScript() const {
  const Exports &exports = program.exportRequest();
  const Resolution &resolution = program.resolution();
  const bool mayShowMore = !resolution.objects.empty() || hasAssembly;
  if (!exports.script && (config.showsNativeSymbols || !mayShowMore))
    return {};
  return makeVersionScript(exports, resolution.names(Reason::Kernel),
                           program.target().family().descriptorSuffix(),
                           resolution.visibleBesideKernels(), !object.empty());
}

std::string ImageLink::emit(Module &code, CodeGenFileType type) {
  return valueOf(emitCode(code, *machine, type));
}

std::vector<std::string> ImageLink::originNotes(StringRef symbol) const {
  const bool isLibraryThere = setting && setting->missingLibrary.empty();
  std::vector<std::string> notes;
  if (std::string hint = program.target().originHint(symbol, isLibraryThere);
      !hint.empty())
    notes.push_back(std::move(hint));
  if (!notes.empty() && setting && !isLibraryThere)
    notes.push_back(setting->missingLibrary);
  return notes;
}

bool ImageLink::packs(EmitKind kind) const {
  return llvm::is_contained(kinds, kind);
}

DeviceImage ImageLink::describeImage(object::ImageKind kind,
                                     std::string bytes) const {
  DeviceImage image;
  image.kind = kind;
  image.triple = program.target().triple().str();
  StringRef cpu = config.targetCpu;
  image.arch = !cpu.empty() ? cpu.str()
               : machine    ? machine->getTargetCPU().str()
                            : "";
  image.bytes = std::move(bytes);
  // The header of what was made says it, where nobody asked.
  if (cpu.empty() && kind == object::IMG_Object) {
    Expected<DeviceImage> known = readDeviceImage(image.bytes, "", "");
    if (known && known->kind == kind)
      image.arch = known->arch;
    consumeError(known.takeError());
  }
  image.name = "the image for " + image.arch;
  for (const auto &[name, how] : program.resolution().preserved)
    if (how.reason == Reason::Kernel)
      image.kernels.push_back(name.str());
    else if (how.isVisible && !how.isFunction)
      image.variables.push_back(name.str());
  return image;
}

std::string ImageLink::valueOf(Expected<std::string> bytes) {
  if (bytes)
    return std::move(*bytes);
  diag.error("", bytes.takeError());
  return {};
}

} // namespace llbc
