// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Package.h"

#include "codegen/Emit.h"
#include "device/DeviceFamily.h"
#include "offload/Bundle.h"
#include "offload/Cuda.h"
#include "offload/HostObject.h"
#include "offload/Ptxas.h"
#include "support/SymbolName.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"

#include <map>

using namespace llvm;

namespace llbc {
namespace {

constexpr EmitKind packages[] = {EmitKind::Bundle, EmitKind::Fatbin,
                                 EmitKind::HipBundle, EmitKind::HostObj,
                                 EmitKind::HostBc};

/// The label of what there is one of in a link.
const ImageLabel whole;

object::OffloadKind producerOf(OffloadKind kind) {
  switch (kind) {
  case OffloadKind::OpenMP:
    return object::OFK_OpenMP;
  case OffloadKind::Cuda:
    return object::OFK_Cuda;
  case OffloadKind::Hip:
    return object::OFK_HIP;
  case OffloadKind::Raw:
    return object::OFK_None;
  }
  llvm_unreachable("all kinds are listed");
}

bool goesInto(const DeviceImage &image, EmitKind package) {
  const DeviceFamily *family = familyOf(Triple(image.triple));
  return family && family->makes(package);
}

class Packager {
public:
  Packager(std::vector<DeviceImage> images, const Config &config,
           Outputs &outputs, Diagnostics &diag)
      : images(std::move(images)), config(config), outputs(outputs),
        diag(diag) {}

  void run() {
    assembleWhereNeeded();
    dropRepeats();
    checkLoadable();
    warnOfMissingKernels(images, diag);
    if (diag.hasErrors())
      return;
    outputs.add(EmitKind::Bundle, whole, [&] {
      return makeBundle(
          select([&](const DeviceImage &image) { return isForBundle(image); }),
          producerOf(config.offloadKind));
    });
    outputs.add(EmitKind::Fatbin, whole, [&] { return fatbin(); });
    outputs.add(EmitKind::HipBundle, whole, [&] { return hipBundle(); });
    if (outputs.wantsAnyOf({EmitKind::HostObj, EmitKind::HostBc}))
      makeHostObject();
  }

private:
  /// libomptarget takes cubins only.
  bool needsCubins() const {
    return config.offloadKind == OffloadKind::OpenMP &&
           outputs.wantsAnyOf({EmitKind::Bundle, EmitKind::Fatbin,
                               EmitKind::HostObj, EmitKind::HostBc});
  }

  void assembleWhereNeeded() {
    const bool needed = needsCubins();
    std::vector<DeviceImage> cubins;
    for (DeviceImage &image : images) {
      const bool lacksCubin = needed && !hasCubin(image.arch);
      const bool isUnchecked = config.verifyPTX && !image.isVerified;
      if (image.kind != object::IMG_PTX || (!lacksCubin && !isUnchecked))
        continue;
      Expected<DeviceImage> cubin = assemblePTX(image, config, diag);
      image.isVerified = true;
      if (!cubin)
        diag.error(image.name, cubin.takeError(),
                   needed ? std::vector<std::string>{"note: libomptarget loads "
                                                     "cubins, not PTX"}
                          : std::vector<std::string>());
      else if (lacksCubin)
        cubins.push_back(std::move(*cubin));
    }
    std::move(cubins.begin(), cubins.end(), std::back_inserter(images));
  }

  void dropRepeats() {
    std::map<std::tuple<std::string, std::string, object::ImageKind>,
             DeviceImage *>
        seen;
    std::vector<DeviceImage> kept;
    kept.reserve(images.size());
    for (DeviceImage &image : images) {
      auto [it, isNew] =
          seen.try_emplace({image.triple, image.arch, image.kind}, nullptr);
      if (!isNew && it->second->bytes != image.bytes)
        diag.error("", "two images for " + image.triple + ", " + image.arch,
                   {it->second->name, image.name});
      if (!isNew) {
        it->second->isRegistered |= image.isRegistered;
        continue;
      }
      kept.push_back(std::move(image));
      it->second = &kept.back();
    }
    images = std::move(kept);
  }

  void checkLoadable() {
    for (const DeviceImage &image : images) {
      if (config.offloadKind == OffloadKind::Cuda &&
          !goesInto(image, EmitKind::Fatbin))
        diag.error(image.name, "CUDA cannot load an image for " + image.triple);
      if (config.offloadKind == OffloadKind::Hip &&
          !goesInto(image, EmitKind::HipBundle))
        diag.error(image.name, "HIP cannot load an image for " + image.triple);
    }
  }

  /// One image for each processor: where there is a cubin, not its PTX.
  bool isForBundle(const DeviceImage &image) const {
    return image.kind != object::IMG_PTX || !hasCubin(image.arch);
  }

  bool hasCubin(StringRef arch) const {
    return llvm::any_of(images, [&](const DeviceImage &image) {
      return image.kind == object::IMG_Cubin && image.arch == arch;
    });
  }

  std::vector<DeviceImage> selectFor(EmitKind package) const {
    return select(
        [&](const DeviceImage &image) { return goesInto(image, package); });
  }

  std::vector<DeviceImage>
  select(function_ref<bool(const DeviceImage &)> isWanted) const {
    std::vector<DeviceImage> chosen;
    llvm::copy_if(images, std::back_inserter(chosen), isWanted);
    return chosen;
  }

  std::string fatbin() {
    const std::vector<DeviceImage> chosen = selectFor(EmitKind::Fatbin);
    if (chosen.empty()) {
      diag.error("",
                 "no image for NVIDIA's GPUs: nothing to put into a fatbin");
      return {};
    }
    return valueOf(makeFatbin(chosen, config));
  }

  std::string hipBundle() {
    const std::vector<DeviceImage> chosen = selectFor(EmitKind::HipBundle);
    if (!chosen.empty())
      return makeHipBundle(chosen, Triple(config.hostTriple));
    diag.error("", "no image for AMD's GPUs: nothing to put into a HIP bundle");
    return {};
  }

  void makeHostObject() {
    HostPayload payload;
    payload.kind = config.offloadKind;
    payload.name = sys::path::stem(config.output).str();
    // An object that registers its images itself is linked beside this one.
    const std::vector<DeviceImage> chosen =
        select([&](const DeviceImage &image) {
          return !image.isRegistered && isForBundle(image);
        });
    if (chosen.empty())
      return diag.error("", "all images are registered by their own objects; "
                            "link those into the program");
    payload.images = chosen;
    if (config.offloadKind == OffloadKind::Cuda)
      payload.container = fatbin();
    if (config.offloadKind == OffloadKind::Hip)
      payload.container = hipBundle();
    if (diag.hasErrors())
      return;
    LLVMContext context;
    Expected<std::unique_ptr<Module>> module =
        makeHostModule(context, Triple(config.hostTriple), payload);
    if (!module)
      return diag.error("", module.takeError());
    outputs.add(EmitKind::HostBc, whole, [&] { return emitBitcode(**module); });
    outputs.add(EmitKind::HostObj, whole,
                [&] { return valueOf(emitHostObject(**module)); });
  }

  std::string valueOf(Expected<std::string> bytes) {
    if (bytes)
      return std::move(*bytes);
    diag.error("", bytes.takeError());
    return {};
  }

  std::vector<DeviceImage> images;
  const Config &config;
  Outputs &outputs;
  Diagnostics &diag;
};

} // namespace

bool wantsPackage(const Outputs &outputs) {
  return outputs.wantsAnyOf(packages);
}

std::vector<EmitKind> packagedKinds(const Config &config,
                                    const Outputs &outputs) {
  std::vector<EmitKind> kinds;
  if (!wantsPackage(outputs))
    return kinds;
  kinds.push_back(EmitKind::Elf);
  const bool isRaw = config.offloadKind == OffloadKind::Raw;
  if (!isRaw || outputs.wantsAnyOf({EmitKind::Cubin, EmitKind::Fatbin}))
    kinds.push_back(EmitKind::Cubin);
  if (outputs.wants(EmitKind::Fatbin) ||
      config.offloadKind == OffloadKind::Cuda ||
      (isRaw && !outputs.wants(EmitKind::Cubin)))
    kinds.push_back(EmitKind::Asm);
  return kinds;
}

void packageImages(std::vector<DeviceImage> images, const Config &config,
                   Outputs &outputs, Diagnostics &diag) {
  Packager(std::move(images), config, outputs, diag).run();
}

void warnOfMissingKernels(ArrayRef<DeviceImage> images, Diagnostics &diag) {
  /// Of one processor, by kernel: an image that has it.
  using Kernels = std::map<StringRef, const DeviceImage *>;
  std::map<Triple::ArchType, std::map<StringRef, Kernels>> vendors;
  for (const DeviceImage &image : images) {
    // What such a package holds is not known.
    if (image.kind == object::IMG_Fatbinary || image.kind == object::IMG_SPIRV)
      continue;
    auto &processors = vendors[Triple(image.triple).getArch()];
    for (StringRef kernel : image.kernels)
      processors[image.arch].try_emplace(kernel, &image);
    processors[image.arch];
  }
  for (const auto &[vendor, processors] : vendors) {
    Kernels all;
    for (const auto &[arch, kernels] : processors)
      all.insert(kernels.begin(), kernels.end());
    for (const auto &[arch, kernels] : processors) {
      std::vector<std::string> lacking;
      for (const auto &[kernel, image] : all)
        if (!kernels.contains(kernel))
          lacking.push_back("kernel " + describeSymbol(kernel) +
                            ", which is in " + image->name);
      if (lacking.empty())
        continue;
      constexpr size_t most = 10;
      const size_t left = lacking.size() - std::min(lacking.size(), most);
      lacking.resize(lacking.size() - left);
      if (left != 0)
        lacking.push_back("and " + std::to_string(left) + " more");
      diag.warning("", "there are kernels that " + arch + " lacks", lacking);
    }
  }
}

} // namespace llbc
