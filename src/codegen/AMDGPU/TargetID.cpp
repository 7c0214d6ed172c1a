// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/AMDGPU/TargetID.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace llvm;

namespace llbc::amdgpu {

bool hasSetting(StringRef cpu, StringRef setting) {
  const unsigned attribute = setting == "xnack"     ? AMDGPU::FEATURE_XNACK
                             : setting == "sramecc" ? AMDGPU::FEATURE_SRAMECC
                                                    : 0U;
  return AMDGPU::getArchAttrAMDGCN(AMDGPU::parseArchAMDGCN(cpu)) & attribute;
}

Expected<TargetID> parseTargetID(StringRef text) {
  SmallVector<StringRef, 3> parts;
  text.split(parts, ':');
  if (AMDGPU::parseArchAMDGCN(parts.front()) == AMDGPU::GK_NONE)
    return createStringError("unknown processor '" + parts.front() +
                             "' in target ID '" + text + "'");
  TargetID id = {parts.front().str(), {}};
  StringSet<> seen;
  for (StringRef setting : drop_begin(parts)) {
    StringRef name = setting.drop_back(setting.empty() ? 0 : 1);
    const bool isOn = setting.ends_with("+");
    if (!isOn && !setting.ends_with("-"))
      return createStringError("setting '" + setting + "' of target ID '" +
                               text + "' must end with + or -");
    if (!hasSetting(id.cpu, name))
      return createStringError("processor '" + id.cpu + "' has no setting '" +
                               name + "', which target ID '" + text +
                               "' gives");
    if (!seen.insert(name).second)
      return createStringError("target ID '" + text + "' gives '" + name +
                               "' twice");
    id.features += (id.features.empty() ? "" : ",") +
                   std::string(isOn ? "+" : "-") + name.str();
  }
  return id;
}

} // namespace llbc::amdgpu
