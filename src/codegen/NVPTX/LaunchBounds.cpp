// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/NVPTX.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;

namespace llbc::nvptx {
namespace {

/// The product of an attribute's numbers, as in "nvvm.maxntid"="32,4"; absent
/// without the attribute, 0 where it is no list of numbers above 0.
std::optional<uint64_t> valueOf(const Function &kernel, StringRef attribute) {
  if (!kernel.hasFnAttribute(attribute))
    return std::nullopt;
  StringRef text = kernel.getFnAttribute(attribute).getValueAsString();
  uint64_t product = 1;
  for (StringRef part : split(text, ',')) {
    uint32_t number = 0;
    if (part.trim().getAsInteger(10, number))
      return 0;
    product = SaturatingMultiply(product, uint64_t(number));
  }
  return product;
}

bool checkNumbers(const Function &kernel, const DefinitionReport &report) {
  bool isFine = true;
  for (StringRef attribute :
       {"nvvm.maxntid", "nvvm.reqntid", "nvvm.minctasm", "nvvm.maxnreg"})
    if (valueOf(kernel, attribute) == 0) {
      report.error(kernel, "a launch attribute must have numbers above 0",
                   {"it is " + attribute.str() + " = '" +
                    kernel.getFnAttribute(attribute).getValueAsString().str() +
                    "'"});
      isFine = false;
    }
  return isFine;
}

/// ptxas takes an exact number or a limit, not both: the exact one says more.
void reconcile(Function &kernel, StringRef exact, StringRef limit,
               const DefinitionReport &report) {
  const std::optional<uint64_t> wanted = valueOf(kernel, exact);
  const std::optional<uint64_t> most = valueOf(kernel, limit);
  // LLVM leaves out a cluster of none.
  if (!wanted || !most || *wanted == 0)
    return;
  if (*wanted > *most)
    report.error(kernel, "launch attributes contradict each other",
                 {exact.str() + " asks for " + std::to_string(*wanted) +
                  ", but " + limit.str() + " allows " + std::to_string(*most)});
  else
    kernel.removeFnAttr(limit);
}

} // namespace

void reconcileLaunchBounds(Module &module, const DefinitionReport &report) {
  for (Function &function : module) {
    if (!function.hasKernelCallingConv() || function.isDeclaration() ||
        !checkNumbers(function, report))
      continue;
    reconcile(function, "nvvm.reqntid", "nvvm.maxntid", report);
    reconcile(function, "nvvm.cluster_dim", "nvvm.maxclusterrank", report);
  }
}

} // namespace llbc::nvptx
