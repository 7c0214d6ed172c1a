// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pipeline, stage by stage. Read this file first.

#include "llbc/Link.h"

#include "ImageLink.h"
#include "OptionCheck.h"
#include "Program.h"
#include "input/InputFile.h"
#include "offload/Devices.h"
#include "offload/Package.h"
#include "report/Outputs.h"
#include "report/Stages.h"
#include "support/CrashGuard.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/TimeProfiler.h"

#include <atomic>
#include <map>

using namespace llvm;

namespace llbc {
namespace {

/// LLVM's profiler keeps its events per thread.
constexpr unsigned traceGranularity = 100; // microseconds

/// Lines of a message that could grow with the inputs.
constexpr size_t maxNotes = 8;

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
  // What is wrong with a value LLVM has printed by itself.
  if (StringRef(errors).trim().empty())
    return createStringError("option '-mllvm': LLVM refuses '" +
                             join(args, " ") + "'");
  return createStringError(StringRef(errors).trim());
}

/// One link. Each member function is a stage; each result is set once.
class Pipeline {
public:
  Pipeline(const Config &config, Diagnostics &diag)
      : config(config), diag(diag), stages(diag) {}

  /// Whether LLVM died in a stage.
  bool hasFaulted() const { return stages.hasFaulted() || imageFaulted; }

  bool run() {
    if (runStages())
      return true;
    // The usual reason why a package's code is not found.
    for (const auto &[key, program] : programs)
      for (const UndefinedSymbol &symbol : program->undefined())
        warnOfOtherProcessors(*inputs, program->target().triple(), symbol.name,
                              diag);
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
           stage("choosing the devices", [&] { choose(); }) && linkPrograms() &&
           makeImages() && stage("packaging", [&] { package(); }) &&
           stage("writing the outputs", [&] { write(); });
  }

  bool stage(StringRef name, function_ref<void()> body) {
    return stages.run(name, Origins(), body);
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
    if (diag.hasErrors())
      reportMissingLibraries({});
    if (!diag.hasErrors() && inputs->files.empty() && inputs->images.empty())
      reportNothingToLink();
  }

  void reportNothingToLink() {
    std::vector<std::string> notes;
    for (const std::string &path : inputs->paths)
      if (notes.size() != maxNotes)
        notes.push_back("looked into " + path);
    diag.error("", "none of the inputs holds LLVM bitcode", std::move(notes));
  }

  // From here on it is known which images there will be, and which files.
  void choose() {
    Expected<std::vector<Device>> chosen = chooseDevices(config, *inputs);
    if (!chosen) {
      reportMissingLibraries({});
      return diag.error("", chosen.takeError());
    }
    devices = std::move(*chosen);
    reportMissingLibraries(devices);
    EmitKind defaultKind = EmitKind::Bundle;
    if (devices.size() == 1) {
      Expected<std::unique_ptr<Target>> target =
          Target::create(devices.front().triple);
      if (!target)
        return diag.error("", target.takeError());
      defaultKind = (*target)->imageKind();
    }
    outputs =
        std::make_unique<Outputs>(config, defaultKind, devices.size() > 1);
    if (Error err = outputs->checkNames())
      return diag.error("", std::move(err));
    packaged = packagedKinds(config, *outputs);
    Expected<std::vector<std::string>> known =
        featuresForEach(devices, config.targetFeatures);
    if (!known)
      return diag.error("", known.takeError());
    features = std::move(*known);
    checkOptions(config, devices, features, *outputs, packaged, diag);
    if (wantsPackage(*outputs))
      return;
    takeSharedLibraries();
    for (const DeviceImage &image : inputs->images)
      diag.error(image.name, "is a finished image, which can only be packaged; "
                             "pass --emit=bundle or another package");
  }

  /// Those of -l that no file was found for, and that none of \p those devices
  /// has.
  void reportMissingLibraries(ArrayRef<Device> those) {
    for (const auto &[name, message] : inputs->missingLibraries)
      if (llvm::none_of(those, [&](const Device &device) {
            Expected<std::unique_ptr<Target>> target =
                Target::create(device.triple);
            if (target)
              return (*target)->providesLibrary(name);
            consumeError(target.takeError());
            return false;
          }))
        diag.error("", message);
  }

  /// An image may look like a shared library. Where nothing is packaged, what
  /// the user named is a library.
  void takeSharedLibraries() {
    auto areUsed = [](const Triple &triple) {
      const DeviceFamily *family = familyOf(triple);
      return family && family->usesSharedLibraries();
    };
    if (llvm::none_of(devices, [&](const Device &device) {
          return areUsed(device.triple);
        }))
      return;
    llvm::erase_if(inputs->images, [&](const DeviceImage &image) {
      if (!areUsed(Triple(image.triple)) ||
          !llvm::is_contained(inputs->paths, image.name))
        return false;
      addSharedLibrary(*inputs, image.name, /*isSearched=*/false, diag);
      return true;
    });
  }

  // From here on each program is one module, with nothing in it that is not
  // reachable; or none, where all inputs are native objects.
  bool linkPrograms() {
    for (const Device &device : devices) {
      if (programs.contains(programKey(device)))
        continue;
      std::unique_ptr<Target> target;
      if (!stage("target set-up", [&] { target = makeTarget(device); }))
        return false;
      auto &program = programs[programKey(device)];
      program = std::make_unique<Program>(config, *inputs, *exports, diag);
      ResolveTarget scope = {device.triple,
                             &target->family(),
                             target->unlisted(config),
                             target->runtimeRoutines(),
                             device.tag,
                             {}};
      for (const Device &other : devices)
        scope.others.push_back(other.triple);
      if (!program->link(scope, std::move(target), *outputs, stages))
        return false;
    }
    return true;
  }

  static std::pair<std::string, std::string> programKey(const Device &device) {
    return {device.triple.str(), device.tag};
  }

  std::unique_ptr<Target> makeTarget(const Device &device) {
    Expected<std::unique_ptr<Target>> target = Target::create(device.triple);
    if (target)
      return std::move(*target);
    diag.error("", target.takeError());
    return nullptr;
  }

  bool makeImages() {
    images.resize(devices.size());
    libraryFiles.resize(devices.size());
    if (devices.size() == 1) {
      Program &program = *programs[programKey(devices.front())];
      return makeImage(0, program, program.takeModule(), stages, diag);
    }
    for (auto &[key, program] : programs)
      if (program->hasModule())
        program->serialize();
    DefaultThreadPool pool(hardware_concurrency(config.threads));
    for (size_t i = 0; i != devices.size(); ++i)
      pool.async([this, i] { runOnLargeStack([&] { makeImageOfCopy(i); }); });
    pool.wait();
    return !diag.hasErrors();
  }

  void makeImageOfCopy(size_t index) {
    if (config.timeTrace)
      timeTraceProfilerInitialize(traceGranularity, "llvm-bitcode-linker");
    const Program &program = *programs[programKey(devices[index])];
    auto own = std::make_unique<LLVMContext>();
    // Of several images, a message says for which one it is.
    Diagnostics imageDiag(
        [&](const Diagnostic &message) {
          Diagnostic labelled = message;
          if (labelled.severity == Severity::Verbose)
            labelled.what = devices[index].cpu + ": " + labelled.what;
          else
            labelled.notes.push_back("in the image for " + devices[index].cpu);
          diag.report(labelled);
        },
        diag.isVerbose());
    own->setDiagnosticHandler(
        makeDiagnosticHandler(imageDiag, program.origins()));
    Stages imageStages(imageDiag);
    std::unique_ptr<Module> copy;
    imageStages.run("copying the program", program.origins(), [&] {
      if (!program.hasBytes())
        return;
      Expected<std::unique_ptr<Module>> module = program.copyModule(*own);
      if (module)
        copy = std::move(*module);
      else
        imageDiag.error("", module.takeError());
    });
    if (!imageDiag.hasErrors())
      makeImage(index, program, std::move(copy), imageStages, imageDiag);
    if (imageStages.hasFaulted()) {
      imageFaulted = true;
      [[maybe_unused]] LLVMContext *leaked = own.release();
    }
    if (config.timeTrace)
      timeTraceProfilerFinishThread();
  }

  bool makeImage(size_t index, const Program &program,
                 std::unique_ptr<Module> module, Stages &imageStages,
                 Diagnostics &imageDiag) {
    const Device &device = devices[index];
    const ImageLabel label = {program.target().imageKind(),
                              devices.size() == 1 ? "" : device.cpu};
    Config own = config;
    own.targetFeatures = features[index];
    auto image = std::make_unique<ImageLink>(own, program, label, device.cpu,
                                             packaged, *outputs, imageDiag);
    const bool made = image->run(std::move(module), imageStages);
    if (made)
      images[index] = image->takeImages();
    libraryFiles[index] = image->libraryFiles();
    // A stage that LLVM gave up leaves IR that cannot be destroyed.
    if (imageStages.hasFaulted()) {
      [[maybe_unused]] ImageLink *leaked = image.release();
    }
    return made;
  }

  void package() {
    if (!wantsPackage(*outputs))
      return compareKernels();
    std::vector<DeviceImage> all = std::move(inputs->images);
    for (std::vector<DeviceImage> &made : images)
      std::move(made.begin(), made.end(), std::back_inserter(all));
    packageImages(std::move(all), config, *outputs, diag);
  }

  /// Where the images stay apart, nothing else looks at all of them.
  void compareKernels() {
    if (devices.size() == 1)
      return;
    std::vector<DeviceImage> kernelsOf;
    for (const Device &device : devices) {
      const Program &program = *programs[programKey(device)];
      DeviceImage &image = kernelsOf.emplace_back();
      image.triple = device.triple.str();
      image.arch = device.cpu;
      image.name = "the image for " + device.cpu;
      for (StringRef kernel : program.resolution().names(Reason::Kernel))
        image.kernels.push_back(kernel.str());
    }
    warnOfMissingKernels(kernelsOf, diag);
  }

  void write() {
    if (Error err = outputs->checkComplete())
      return diag.error("", std::move(err));
    for (const std::vector<std::string> &files : libraryFiles)
      for (const std::string &file : files)
        if (!llvm::is_contained(inputs->paths, file))
          inputs->paths.push_back(file);
    outputs->add(EmitKind::DepInfo, ImageLabel(),
                 [&] { return outputs->depInfo(inputs->paths); });
    outputs->addTimeTrace();
    if (Error err = outputs->write(inputs->paths))
      diag.error("", std::move(err));
  }

  const Config &config;
  Diagnostics &diag;
  Stages stages;
  std::unique_ptr<Inputs> inputs;
  std::unique_ptr<const Exports> exports;
  std::vector<Device> devices;
  std::vector<std::string> features; ///< Of each device, as asked for.
  std::unique_ptr<Outputs> outputs;
  std::vector<EmitKind> packaged; ///< Images that the packages need.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Program>>
      programs;
  std::vector<std::vector<DeviceImage>> images;       ///< One list per device.
  std::vector<std::vector<std::string>> libraryFiles; ///< Likewise.
  std::atomic<bool> imageFaulted = false;
};

} // namespace

bool link(const Config &config, Diagnostics &diag) {
  bool linked = false;
  runOnLargeStack([&] {
    if (config.timeTrace)
      timeTraceProfilerInitialize(traceGranularity, "llvm-bitcode-linker");
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
