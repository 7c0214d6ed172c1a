// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef LLBC_CODEGEN_NVPTX_NVPTX_H
#define LLBC_CODEGEN_NVPTX_NVPTX_H

#include "llbc/Config.h"

#include "codegen/NVPTX/Processor.h"
#include "report/DefinitionReport.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Module.h"

#include <string>

namespace llvm {
class TargetPassConfig;
} // namespace llvm

namespace llbc::nvptx {

/// Address spaces of the NVPTX back end (llvm/Support/NVPTXAddrSpace.h).
constexpr unsigned genericAddressSpace = 0;
constexpr unsigned globalAddressSpace = 1;
constexpr unsigned sharedAddressSpace = 3;
constexpr unsigned constantAddressSpace = 4;
constexpr unsigned localAddressSpace = 5;

/// Replaces every alias and ifunc. PTX's own `.alias` needs ISA 6.3 and knows
/// strong aliases of functions only, so: uses of an alias become uses of what
/// it names, a visible alias of a function becomes a copy of it, and a visible
/// alias of an otherwise hidden variable gives it its name. Reports what has no
/// equivalent.
void replaceAliases(llvm::Module &module, const DefinitionReport &report);

/// Makes the divisions and square roots that \p arithmetic allows to be inexact
/// as exact as nvcc's -prec-div=false and -prec-sqrt=false do. For an optimised
/// module.
void relaxArithmetic(llvm::Module &module, const Arithmetic &arithmetic);

/// Lets a code generation give atomics the order and the scope that they ask
/// for.
void orderAtomics(llvm::TargetPassConfig &config);

/// Removes the labels that LLVM makes for debug sections from \p ptx if it has
/// none of these: ptxas takes each label for a branch target, and optimises
/// less (or otherwise) across it.
void dropDebugLabels(std::string &ptx);

/// Makes atomic operations plain that only one thread can see, which PTX does
/// not have: on stack variables, and of the scope of a thread. Their fences
/// order the compiler's work only.
void lowerThreadAtomics(llvm::Module &module);

/// Turns tables of shared memory's addresses, which PTX cannot have as initial
/// values, into choices or into copies on the stack. LLVM makes such tables of
/// `switch`, and clang of arrays in functions.
void replaceSharedTables(llvm::Module &module);

/// Does operations on vectors lane by lane where LLVM 22 cannot select them on
/// \p sm.
void splitVectorOperations(llvm::Module &module, unsigned sm);

/// Stores integers of more than 128 bits as whole bytes, also those in structs:
/// LLVM 22 cannot select the store of a last, single bit (`i129`, `i257`).
void widenOddStores(llvm::Module &module);

/// Rewrites parameters and results, and the calls, for which LLVM 22 writes PTX
/// that ptxas refuses: without a size, integers of odd sizes, by-value ones
/// that are aligned to more than 128.
void legalizeSignatures(llvm::Module &module);

/// Drops launch limits that an exact number makes superfluous, as ptxas takes
/// only one of them, and reports those that no launch can meet.
void reconcileLaunchBounds(llvm::Module &module,
                           const DefinitionReport &report);

/// A variable whose initial value has an address that is not aligned, for which
/// PTX has a form from oddAddressIsa on; null if there is none.
const llvm::GlobalVariable *findOddAddress(const llvm::Module &module);
constexpr unsigned oddAddressIsa = 71;

/// Puts each variable after those that its initial value refers to. LLVM would
/// do so itself, in an order that changes from run to run.
void orderVariables(llvm::Module &module);

/// Gives local symbols and dynamic shared memory names that are PTX identifiers
/// and that mean nothing else there, and reports visible symbols that would
/// need one.
void legalizeNames(llvm::Module &module, const DefinitionReport &report);

/// Reports what of \p module PTX cannot express, or ptxas refuses for \p cpu.
void checkModule(const llvm::Module &module,
                 llvm::function_ref<Processor()> cpu,
                 const DefinitionReport &report);

/// The parts of checkModule: initialisers that refer to each other in a circle,
/// to what has no constant address, or by expressions that PTX does not have.
void checkInitializers(const llvm::Module &module,
                       const DefinitionReport &report);
/// Parameters, constant memory, static shared memory and stack variables.
void checkMemoryLimits(const llvm::Module &module,
                       llvm::function_ref<Processor()> cpu,
                       const DefinitionReport &report);

/// Gives variables that LLVM would write wrong the type and the value of an
/// array of bytes: integers of odd sizes, vectors with padding, 16-bit and more
/// than 64-bit floating-point numbers.
void flattenOddInitializers(llvm::Module &module,
                            const DefinitionReport &report);

} // namespace llbc::nvptx

#endif // LLBC_CODEGEN_NVPTX_NVPTX_H
