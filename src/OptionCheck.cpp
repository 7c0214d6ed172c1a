// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OptionCheck.h"

#include "llbc/Link.h"

#include "codegen/Target.h"
#include "offload/Cuda.h"
#include "offload/HostObject.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace llbc {
namespace {

/// The features that LLVM knows for \p triple.
Expected<StringSet<>> knownFeatures(const Triple &triple) {
  // Makes LLVM know the target.
  Expected<std::unique_ptr<Target>> target = Target::create(triple);
  if (!target)
    return target.takeError();
  std::string error;
  const llvm::Target *found = TargetRegistry::lookupTarget(triple, error);
  if (!found)
    return createStringError(error);
  const std::unique_ptr<MCSubtargetInfo> info(
      found->createMCSubtargetInfo(triple, "", ""));
  StringSet<> known;
  for (const SubtargetFeatureKV &feature : info->getAllProcessorFeatures())
    known.insert(feature.Key);
  return known;
}

Error checkProcessorOf(const Config &config, const Device &device,
                       const std::string &features) {
  // What the inputs were compiled for decides; they are not read yet.
  if (device.cpu.empty())
    return Error::success();
  Expected<std::unique_ptr<Target>> target = Target::create(device.triple);
  if (!target)
    return target.takeError();
  Config own = config;
  own.targetCpu = device.cpu;
  own.targetFeatures = features;
  LLVMContext context;
  const Module nothing("", context);
  return (*target)->createMachine(own, nothing).takeError();
}

/// Of several images, each gives what it can.
Error checkKinds(ArrayRef<Device> devices, const Outputs &outputs) {
  if (devices.size() != 1)
    return Error::success();
  const Triple &triple = devices.front().triple;
  const DeviceFamily *family = familyOf(triple);
  for (EmitKind kind :
       {EmitKind::Obj, EmitKind::Elf, EmitKind::Map, EmitKind::Cubin})
    if (family && !family->makes(kind) && outputs.wants(kind))
      return createStringError((kind == EmitKind::Cubin
                                    ? "there is no cubin for "
                                    : "there is no object format for ") +
                               triple.str());
  return Error::success();
}

Error checkPrograms(const Config &config, const Outputs &outputs,
                    ArrayRef<EmitKind> packaged) {
  const bool wantsCubin = config.verifyPTX || outputs.wants(EmitKind::Cubin) ||
                          llvm::is_contained(packaged, EmitKind::Cubin);
  if (wantsCubin && config.ptxas.empty())
    if (Error err = findCudaTool("ptxas", config).takeError())
      return err;
  const bool wantsFatbin =
      outputs.wants(EmitKind::Fatbin) ||
      (config.offloadKind == OffloadKind::Cuda &&
       outputs.wantsAnyOf({EmitKind::HostObj, EmitKind::HostBc}));
  return wantsFatbin ? findCudaTool("fatbinary", config).takeError()
                     : Error::success();
}

} // namespace

Error checkTarget(const Config &config) {
  if (config.targetTriple.empty())
    return Error::success();
  return Target::create(Triple(Triple::normalize(config.targetTriple)))
      .takeError();
}

Expected<std::vector<std::string>> featuresForEach(ArrayRef<Device> devices,
                                                   StringRef features) {
  std::vector<std::string> result(devices.size());
  if (features.empty())
    return result;
  std::vector<StringSet<>> known;
  for (const Device &device : devices) {
    Expected<StringSet<>> own = knownFeatures(device.triple);
    if (!own)
      return own.takeError();
    known.push_back(std::move(*own));
  }
  for (StringRef feature : split(features, ',')) {
    StringRef name = feature;
    if (name.empty() || devices.empty())
      continue;
    if (!name.consume_front("+") && !name.consume_front("-"))
      return createStringError("target feature '" + feature +
                               "' must begin with + or -");
    bool isKnown = false;
    for (size_t i = 0; i != devices.size(); ++i) {
      if (!known[i].contains(name))
        continue;
      isKnown = true;
      result[i] += (result[i].empty() ? "" : ",") + feature.str();
    }
    if (isKnown)
      continue;
    std::vector<std::string> triples;
    for (const Device &device : devices)
      if (!llvm::is_contained(triples, device.triple.str()))
        triples.push_back(device.triple.str());
    return createStringError("unknown target feature '" + feature + "' for " +
                             join(triples, " and "));
  }
  return result;
}

void checkOptions(const Config &config, ArrayRef<Device> devices,
                  ArrayRef<std::string> features, const Outputs &outputs,
                  ArrayRef<EmitKind> packaged, Diagnostics &diag) {
  auto report = [&](Error err) {
    if (err)
      diag.error("", std::move(err));
  };
  for (const auto &[device, own] : zip_equal(devices, features))
    if (Error err = checkProcessorOf(config, device, own)) {
      const bool isOne = devices.size() == 1;
      diag.error("", std::move(err),
                 isOne ? std::vector<std::string>()
                       : std::vector{"in the image for " + device.cpu});
    }
  report(checkKinds(devices, outputs));
  if (outputs.wantsAnyOf({EmitKind::HostObj, EmitKind::HostBc}))
    report(checkHost(Triple(config.hostTriple)));
  if (makesAny(devices, EmitKind::Cubin))
    report(checkPrograms(config, outputs, packaged));
}

} // namespace llbc
