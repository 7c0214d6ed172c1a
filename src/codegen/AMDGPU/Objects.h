// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_AMDGPU_OBJECTS_H
#define LLBC_CODEGEN_AMDGPU_OBJECTS_H

#include "codegen/ElfLink.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace llbc::amdgpu {

/// Makes relocatables fit into one code object:
/// - hidden \p kernels and their descriptors become protected;
/// - a kernel that is an alias of another, which LLVM gives no descriptor
///   (llvm/llvm-project#214835), shares that of its twin;
/// - all metadata becomes one note, in the first object that has one, since a
///   runtime reads one note only (AMDGPUUsage, "Code Object Metadata").
/// An object that needs none of this stays as it is, byte for byte. Errors name
/// the object.
llvm::Error prepareObjects(llvm::MutableArrayRef<ElfObject> objects,
                           llvm::ArrayRef<llvm::StringRef> kernels);

} // namespace llbc::amdgpu

#endif // LLBC_CODEGEN_AMDGPU_OBJECTS_H
