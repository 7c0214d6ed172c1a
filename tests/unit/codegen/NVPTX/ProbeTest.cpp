// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Probe.h"

#include "codegen/Target.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Errors.h"
#include "support/Modules.h"

using namespace llbc;
using namespace llbc::nvptx;
using namespace llbc::test;

namespace {

const llvm::Triple triple("nvptx64-nvidia-cuda");
const auto target = valueOf(llbc::Target::create(triple));

const std::string code =
    test::nvptx +
    "declare void @llvm.nvvm.barrier.cluster.arrive()\n"
    "declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)\n"
    "define ptx_kernel void @plain() { ret void }\n"
    "define ptx_kernel void @alloca(i64 %n) {\n"
    "  %a = alloca i8, i64 %n\n"
    "  store volatile i8 1, ptr %a\n"
    "  ret void\n"
    "}\n"
    "define internal void @cluster() {\n"
    "  call void @llvm.nvvm.barrier.cluster.arrive()\n"
    "  ret void\n"
    "}\n"
    "define void @registers() {\n"
    "  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 64)\n"
    "  ret void\n"
    "}\n"
    "define void @never(ptr %p, fp128 %x) {\n"
    "  %y = fadd fp128 %x, %x\n"
    "  store fp128 %y, ptr %p\n"
    "  ret void\n"
    "}\n";

/// "<processors> <ISA>", with "own" for an ISA that need not be asked for.
std::string needOf(const std::string &function, const std::string &cpu,
                   unsigned isa) {
  return inChild([&] {
    const std::string bytes = bitcode(code);
    const Origins origins;
    const Prober prober(bytes, triple, OptLevel::O0, origins);
    const std::optional<Need> need = prober.needOf(function, cpu, isa);
    if (!need)
      return std::string("none");
    std::string text;
    for (const std::string &name : need->cpus)
      text += name + " ";
    return text +
           (need->isDefaultIsa ? "own" : std::to_string(need->isa));
  });
}

} // namespace
