// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a host program links: device images, and code that registers them with
// a runtime before main.

#ifndef LLBC_OFFLOAD_HOSTOBJECT_H
#define LLBC_OFFLOAD_HOSTOBJECT_H

#include "llbc/Config.h"

#include "image/DeviceImage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llbc {

/// What goes into one host object.
struct HostPayload {
  OffloadKind kind = OffloadKind::OpenMP;
  llvm::ArrayRef<DeviceImage> images;
  /// CUDA: the fat binary; HIP: the bundle. Others take the images.
  std::string container;
  /// Raw: the symbols' name, made a C identifier.
  std::string name;
};

/// Fails if no host object can be made for \p host.
llvm::Error checkHost(const llvm::Triple &host);

/// Makes a module for \p host that registers \p payload by itself. Linking it
/// twice registers once: all of it is one comdat group, named after the
/// contents. Host entries that are called `.offloading.entry.<kernel>`, as
/// clang's and rustc's are, survive `--gc-sections`.
///
/// Raw: `<name>`, `<name>_end`, `<name>_size` and `<name>_kernels`, the
/// kernels' names each with a NUL and one more at the end; the image has a NUL
/// after its end. With several images, `<name>_<arch>` for each.
llvm::Expected<std::unique_ptr<llvm::Module>>
makeHostModule(llvm::LLVMContext &context, const llvm::Triple &host,
               const HostPayload &payload);

/// \p module as an object file.
llvm::Expected<std::string> emitHostObject(llvm::Module &module);

} // namespace llbc

#endif // LLBC_OFFLOAD_HOSTOBJECT_H
