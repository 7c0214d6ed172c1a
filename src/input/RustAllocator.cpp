// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names, signatures and values are those of rustc_codegen_llvm's
// allocator.rs and rustc_ast's expand/allocator.rs, Rust 1.71 and newer.

#include "input/RustAllocator.h"

#include "device/DeviceFamily.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

#include <map>
#include <set>

using namespace llvm;

namespace llbc {
namespace {

/// A function that forwards to the first of `callees` that there is: what
/// `#[global_allocator]` or `#[alloc_error_handler]` made, else the default of
/// std or alloc.
struct Forwarder {
  StringRef name;
  StringRef callees[3];
  bool takesPointer;
  unsigned sizes; ///< Arguments of type usize, after the pointer.
  enum { Nothing, Pointer, Never } result;
};

constexpr Forwarder forwarders[] = {
    {"__rust_alloc",
     {"__rg_alloc", "__rdl_alloc"},
     false,
     2,
     Forwarder::Pointer},
    {"__rust_alloc_zeroed",
     {"__rg_alloc_zeroed", "__rdl_alloc_zeroed"},
     false,
     2,
     Forwarder::Pointer},
    {"__rust_realloc",
     {"__rg_realloc", "__rdl_realloc"},
     true,
     3,
     Forwarder::Pointer},
    {"__rust_dealloc",
     {"__rg_dealloc", "__rdl_dealloc"},
     true,
     2,
     Forwarder::Nothing},
    {"__rust_alloc_error_handler",
     {"__rg_oom", "__rdl_alloc_error_handler", "__rdl_oom"},
     false,
     2,
     Forwarder::Never},
};

/// What is there to be referred to, and holds or returns zero or nothing.
struct Marker {
  StringRef name;
  bool isFunction;
  bool hasValue; ///< A byte: whether a failed allocation panics.
};

constexpr Marker markers[] = {
    {"__rust_no_alloc_shim_is_unstable", false, true},
    {"__rust_no_alloc_shim_is_unstable_v2", true, false},
    {"__rust_alloc_error_handler_should_panic", false, true},
    {"__rust_alloc_error_handler_should_panic_v2", true, true},
};

/// A name of rustc's own: as it stands, or mangled as an item of the crate
/// `__rustc`, such as `_RNvCsfLfy6EI15iL_7___rustc12___rust_alloc`.
struct InternalName {
  StringRef prefix; ///< Up to and with the crate; "" if not mangled.
  StringRef name;

  std::string sibling(StringRef other) const {
    if (prefix.empty())
      return other.str();
    return (prefix + Twine(other.size()) + "_" + other).str();
  }
};

InternalName parseName(StringRef symbol) {
  constexpr StringRef crate = "7___rustc";
  const size_t at = symbol.find(crate);
  if (!symbol.starts_with("_RNvC") || at == StringRef::npos)
    return {"", symbol};
  StringRef name = symbol.drop_front(at + crate.size());
  size_t length = 0;
  if (name.consumeInteger(10, length) || !name.consume_front("_") ||
      name.size() != length)
    return {"", symbol};
  return {symbol.take_front(at + crate.size()), name};
}

/// The code for one instruction set, as far as it matters here.
struct Code {
  std::string triple;
  std::set<StringRef> wanted; ///< Sorted, so that the shim's bytes are stable.
  StringSet<> defined;
};

class Shim {
public:
  explicit Shim(const Code &code) : code(code), module("allocator", context) {
    const Triple triple(code.triple);
    module.setTargetTriple(triple);
    module.setDataLayout(triple.computeDataLayout());
  }

  /// The bitcode; empty if nothing can be defined.
  SmallVector<char, 0> make() {
    for (StringRef symbol : code.wanted)
      if (!code.defined.contains(symbol))
        define(symbol, parseName(symbol));
    SmallVector<char, 0> bytes;
    raw_svector_ostream os(bytes);
    if (!module.empty() || !module.global_empty())
      WriteBitcodeToFile(module, os);
    return bytes;
  }

private:
  void define(StringRef symbol, const InternalName &name) {
    for (const Forwarder &forwarder : forwarders)
      if (name.name == forwarder.name)
        for (StringRef callee : forwarder.callees)
          if (std::string target = name.sibling(callee);
              !callee.empty() && code.defined.contains(target))
            return forward(symbol, target, forwarder);
    for (const Marker &marker : markers)
      if (name.name == marker.name)
        mark(symbol, marker);
  }

  Function *makeFunction(FunctionType *type, const Twine &name) {
    Function *function =
        Function::Create(type, GlobalValue::ExternalLinkage, name, module);
    function->setVisibility(GlobalValue::HiddenVisibility);
    return function;
  }

  /// Where there is an unwinder, a failed allocation may unwind through here.
  Function *makeDefinition(FunctionType *type, StringRef name) {
    Function *function = makeFunction(type, name);
    function->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    const DeviceFamily *family = familyOf(Triple(code.triple));
    if (family && family->unwinds())
      function->setUWTableKind(UWTableKind::Default);
    return function;
  }

  void forward(StringRef symbol, StringRef callee, const Forwarder &shape) {
    Type *pointer = PointerType::getUnqual(context);
    Type *size = module.getDataLayout().getIntPtrType(context);
    SmallVector<Type *, 4> parameters;
    if (shape.takesPointer)
      parameters.push_back(pointer);
    parameters.append(shape.sizes, size);
    auto *type = FunctionType::get(
        shape.result == Forwarder::Pointer ? pointer : Type::getVoidTy(context),
        parameters, /*isVarArg=*/false);
    Function *target = makeFunction(type, callee);
    Function *function = makeDefinition(type, symbol);
    if (shape.result == Forwarder::Never) {
      target->setDoesNotReturn();
      function->setDoesNotReturn();
    }
    IRBuilder<> builder(BasicBlock::Create(context, "entry", function));
    SmallVector<Value *, 4> arguments;
    for (Argument &argument : function->args())
      arguments.push_back(&argument);
    CallInst *call = builder.CreateCall(target, arguments);
    call->setTailCall();
    if (shape.result == Forwarder::Pointer)
      builder.CreateRet(call);
    else
      builder.CreateRetVoid();
  }

  void mark(StringRef symbol, const Marker &marker) {
    Type *byte = Type::getInt8Ty(context);
    Constant *zero = Constant::getNullValue(byte);
    if (!marker.isFunction) {
      auto *variable =
          new GlobalVariable(module, byte, /*isConstant=*/true,
                             GlobalValue::ExternalLinkage, zero, symbol);
      variable->setVisibility(GlobalValue::HiddenVisibility);
      return;
    }
    auto *type =
        FunctionType::get(marker.hasValue ? byte : Type::getVoidTy(context),
                          /*isVarArg=*/false);
    IRBuilder<> builder(
        BasicBlock::Create(context, "entry", makeDefinition(type, symbol)));
    if (marker.hasValue)
      builder.CreateRet(zero);
    else
      builder.CreateRetVoid();
  }

  const Code &code;
  LLVMContext context;
  Module module;
};

} // namespace

std::vector<SmallVector<char, 0>> makeAllocatorShims(const Inputs &inputs) {
  std::map<Triple::ArchType, Code> codes;
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      for (const ModuleSymbol &symbol : module.summary.symbols)
        if (symbol.isReference() && symbol.name.contains("__rust_")) {
          Code &code = codes[Triple(module.summary.triple).getArch()];
          code.triple = module.summary.triple;
          code.wanted.insert(symbol.name);
        }
  if (codes.empty())
    return {};
  for (const InputFile &file : inputs.files)
    for (const InputModule &module : file.modules)
      if (auto code = codes.find(Triple(module.summary.triple).getArch());
          code != codes.end())
        for (const ModuleSymbol &symbol : module.summary.symbols)
          if (symbol.isDefinition() && symbol.name.contains("__r"))
            code->second.defined.insert(symbol.name);
  std::vector<SmallVector<char, 0>> shims;
  for (const auto &[arch, code] : codes)
    if (SmallVector<char, 0> shim = Shim(code).make(); !shim.empty())
      shims.push_back(std::move(shim));
  return shims;
}

} // namespace llbc
