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
#include "support/LLVMOptions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/ThreadPool.h"

#include <atomic>
#include <map>

using namespace llvm;

namespace llbc {
namespace {

/// Lines of a message that could grow with the inputs.
constexpr size_t maxNotes = 8;

/// One link. Each member function is a stage; each result is set once.
class Pipeline {
public:
  Pipeline(const Config &config, LLVMOptions &llvmOptions, Diagnostics &diag)
      : config(config), llvmOptions(llvmOptions), diag(diag), stages(diag) {}

  /// Whether LLVM died in a stage.
  bool hasFaulted() const { return stages.hasFaulted() || imageFaulted; }

  LinkResult run() {
    LinkResult result;
    result.succeeded = runStages();
    if (outputs)
      outputs->addTimeTrace();
    // The usual reason why a package's code is not found.
    if (!result.succeeded)
      for (const auto &[key, program] : programs)
        for (const UndefinedSymbol &symbol : program->undefined())
          warnOfOtherProcessors(*inputs, program->target().triple(),
                                symbol.name, diag);
    if (outputs && result.succeeded)
      result.outputs = outputs->takeFiles();
    // What is there helps to find out why a link failed.
    if (outputs)
      result.intermediates = outputs->takeTemps();
    result.dependencies = dependencies();
    return result;
  }

private:
  bool runStages() {
    return stage("reading the inputs", [&] { read(); }) &&
           stage("choosing the devices", [&] { choose(); }) && linkPrograms() &&
           makeImages() && stage("packaging", [&] { package(); }) &&
           stage("collecting the outputs", [&] { collect(); });
  }

  bool stage(StringRef name, function_ref<void()> body) {
    return stages.run(name, Origins(), body);
  }

  void read() {
    if (Error err = llvmOptions.apply())
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
    const ThreadTimeProfile profile(config.timeTrace.has_value());
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
  }

  bool makeImage(size_t index, const Program &program,
                 std::unique_ptr<Module> module, Stages &imageStages,
                 Diagnostics &imageDiag) {
    const Device &device = devices[index];
    const ImageLabel label = {program.target().imageKind(),
                              devices.size() == 1 ? "" : device.cpu, index};
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

  void collect() {
    if (Error err = outputs->checkComplete())
      return diag.error("", std::move(err));
    for (const std::vector<std::string> &files : libraryFiles)
      for (const std::string &file : files)
        if (!llvm::is_contained(inputs->paths, file))
          inputs->paths.push_back(file);
    outputs->add(EmitKind::DepInfo, ImageLabel(),
                 [&] { return outputs->depInfo(inputs->paths); });
  }

  std::vector<std::string> dependencies() const {
    const auto &read = inputs ? inputs->paths : config.exportFiles;
    SetVector<StringRef> files(read.begin(), read.end());
    files.insert(config.responseFiles.begin(), config.responseFiles.end());
    return {files.begin(), files.end()};
  }

  const Config &config;
  LLVMOptions &llvmOptions;
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

LinkResult link(const Config &config, Diagnostics &diag) {
  LinkResult result;
  LLVMOptions llvmOptions(config.llvmArgs);
  runOnLargeStack([&] {
    const TimeProfile profile(config.timeTrace.has_value());
    auto pipeline = std::make_unique<Pipeline>(config, llvmOptions, diag);
    result = pipeline->run();
    // A stage that LLVM gave up leaves IR that cannot be destroyed.
    if (pipeline->hasFaulted()) {
      [[maybe_unused]] Pipeline *leaked = pipeline.release();
    }
  });
  return result;
}

} // namespace llbc
