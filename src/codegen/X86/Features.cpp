// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/X86/Features.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace llbc::x86 {

void settleFeatures(Function &function, const TargetMachine &machine,
                    bool isChosen) {
  StringRef cpu = function.getFnAttribute("target-cpu").getValueAsString();
  StringRef own = function.getFnAttribute("target-features").getValueAsString();
  // The last word about a feature wins.
  SmallVector<StringRef> features;
  StringRef(machine.getTargetFeatureString())
      .split(features, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  if (isChosen && X86::parseArchX86(cpu) != X86::CK_None)
    X86::getFeaturesForCPU(cpu, features, /*NeedPlus=*/true);
  own.split(features, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const std::string all = join(features, ",");
  if (isChosen) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("tune-cpu");
  }
  if (!all.empty())
    function.addFnAttr("target-features", all);
}

} // namespace llbc::x86
