// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of a device without generating code for it. A new device is one
// new implementation of this interface and one of codegen/Target.h, both named
// in Devices.def; nothing else switches on it.

#ifndef LLBC_DEVICE_DEVICEFAMILY_H
#define LLBC_DEVICE_DEVICEFAMILY_H

#include "llbc/Config.h"

#include "image/DeviceImage.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/Object/ELFObjectFile.h"

namespace llbc {

/// The devices of one instruction set.
class DeviceFamily {
public:
  virtual ~DeviceFamily() = default;

  /// The triple of its images, as the command line takes it.
  virtual llvm::StringRef triple() const = 0;

  /// Whether images can be made for \p triple, which is of its instruction set.
  virtual bool makesImagesFor(const llvm::Triple &triple) const = 0;

  /// Whether bitcode for \p code can be part of an image for \p target, both of
  /// its instruction set. One that leaves its system open can.
  virtual bool isSameSystem(const llvm::Triple &code,
                            const llvm::Triple &target) const;

  /// Whether \p cpu, without settings, is the name of a processor of its, known
  /// or not. No name has two owners.
  virtual bool ownsProcessor(llvm::StringRef cpu) const = 0;

  /// The processor of code that names none; "" where there is no such code.
  virtual llvm::StringRef commonProcessor() const { return {}; }

  /// What a link makes where no kind is asked for: Asm for text, else Elf.
  virtual EmitKind imageKind() const = 0;

  /// Whether an image of its can be had as \p kind, or put into such a package.
  virtual bool makes(EmitKind kind) const = 0;

  /// The one rule for what a kernel is: whether a function that is defined is
  /// one by its own properties.
  virtual bool isKernel(llvm::StringRef name,
                        llvm::CallingConv::ID callingConv) const;

  /// Whether exported functions are what a host launches: a device without
  /// kernels.
  virtual bool exportsAreKernels() const { return false; }

  /// With this after its name, a kernel has a second symbol in ELF files, by
  /// which it can be told; "" if not.
  virtual llvm::StringRef descriptorSuffix() const { return {}; }

  /// Where arrays without a size get it at launch.
  virtual std::optional<unsigned> sharedAddressSpace() const { return {}; }

  /// Whether exceptions pass through its functions.
  virtual bool unwinds() const { return false; }

  /// Whether its images use shared libraries, which then look like them.
  virtual bool usesSharedLibraries() const { return false; }

  /// `e_machine` of its ELF files.
  virtual unsigned elfMachine() const = 0;

  /// The triple of the relocatable \p object.
  virtual std::string
  tripleOf(const llvm::object::ELFObjectFileBase &object) const;

  /// Why its relocatables cannot be linked here; "" if they can.
  virtual llvm::StringRef objectRefusal() const { return {}; }

  /// Whether \p bytes begin like an image of its that is text.
  virtual bool isImageText(llvm::StringRef /*bytes*/) const { return false; }

  /// Reads all that is missing in \p image from its bytes, which are text.
  virtual llvm::Error readText(DeviceImage &image) const;

  /// Fills the kind and the processor of \p image, whose bytes are \p elf; or
  /// leaves the kind, if it is no image.
  virtual void identify(const llvm::object::ELF64LEObjectFile &elf,
                        DeviceImage &image) const = 0;

  /// Whether its loaders look symbols up in the dynamic table.
  virtual bool hasDynamicSymbols() const { return true; }

  /// Whether \p function of an image, which has symbols of these \p names, is a
  /// kernel.
  virtual bool isKernelSymbol(const llvm::object::ELFSymbolRef &function,
                              const llvm::StringSet<> &names) const;
};

/// All of them, in the order of Devices.def.
llvm::ArrayRef<const DeviceFamily *> deviceFamilies();

/// Their triples, for messages: "a, b<before the last>c".
std::string listFamilies(llvm::StringRef separator, llvm::StringRef last);

/// The family with the instruction set of \p triple, or null.
const DeviceFamily *familyOf(const llvm::Triple &triple);

/// The family that \p cpu, maybe with settings, is a processor of, or null.
const DeviceFamily *familyOfProcessor(llvm::StringRef cpu);

/// The family whose ELF files have this `e_machine`, or null.
const DeviceFamily *familyOfMachine(unsigned elfMachine);

#define LLBC_DEVICE(name) const DeviceFamily &family##name();
#include "device/Devices.def"

} // namespace llbc

#endif // LLBC_DEVICE_DEVICEFAMILY_H
