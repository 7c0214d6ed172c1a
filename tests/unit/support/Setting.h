// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a target's steps are told, for a processor and nothing else.

#ifndef LLBC_TESTS_UNIT_SUPPORT_SETTING_H
#define LLBC_TESTS_UNIT_SUPPORT_SETTING_H

#include "codegen/Target.h"

#include "support/Errors.h"
#include "support/Modules.h"

namespace llbc::test {

struct Setting {
  Setting(const llvm::Triple &triple, const std::string &cpu,
          const std::string &features = "")
      : target(valueOf(Target::create(triple))) {
    config.targetCpu = cpu;
    config.targetFeatures = features;
    llvm::LLVMContext context;
    machine = valueOf(target->createMachine(config, *parse(context, "")));
  }

  ImageSetting image() const { return {config, *machine, origins, {}, {}}; }

  Config config;
  Origins origins;
  std::unique_ptr<Target> target;
  std::unique_ptr<llvm::TargetMachine> machine;
};

} // namespace llbc::test

#endif // LLBC_TESTS_UNIT_SUPPORT_SETTING_H
