// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Modules.h"

#include "Errors.h"
#include "TempFolder.h"
#include "device/DeviceFamily.h"
#include "link/Internalize.h"
#include "link/Merge.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace llbc::test {

std::unique_ptr<Module> parse(LLVMContext &context, StringRef ir) {
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseAssemblyString(ir, error, context);
  if (!module)
    FAIL("line " << error.getLineNo() << ": " << error.getMessage().str()
                 << " in\n"
                 << ir.str());
  return module;
}

std::string bitcode(const Module &module) {
  std::string bytes;
  raw_string_ostream os(bytes);
  WriteBitcodeToFile(module, os);
  return bytes;
}

std::string bitcode(StringRef ir) {
  LLVMContext context;
  return bitcode(*parse(context, ir));
}

std::string bitcodeOfSeveral(const std::vector<std::string> &irs) {
  LLVMContext context;
  SmallVector<char, 0> bytes;
  std::vector<std::unique_ptr<Module>> modules;
  BitcodeWriter writer(bytes);
  for (const std::string &ir : irs) {
    modules.push_back(parse(context, ir));
    writer.writeModule(*modules.back());
  }
  writer.writeSymtab();
  writer.writeStrtab();
  return {bytes.begin(), bytes.end()};
}

std::string annotatedBitcode(StringRef ir, StringRef function, StringRef key) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(context, ir);
  Metadata *const operands[] = {
      ValueAsMetadata::get(module->getFunction(function)),
      MDString::get(context, key),
      ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), 1))};
  module->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(MDNode::get(context, operands));
  return bitcode(*module);
}

std::string archive(const std::vector<Member> &members) {
  std::vector<NewArchiveMember> list;
  for (const Member &member : members) {
    NewArchiveMember added(MemoryBufferRef(member.bytes, member.name));
    list.push_back(std::move(added));
  }
  const auto buffer = valueOf(writeArchiveToBuffer(
      list, SymtabWritingMode::NoSymtab, object::Archive::K_GNU,
      /*Deterministic=*/true, /*Thin=*/false));
  return buffer->getBuffer().str();
}

ScannedModule::ScannedModule(StringRef ir, const std::string &name)
    : bytes(bitcode(ir)) {
  scan(name);
}

ScannedModule::ScannedModule(const std::string &bytes, std::in_place_t)
    : bytes(bytes) {
  scan("m.o");
}

void ScannedModule::scan(const std::string &name) {
  file.name = name;
  const BitcodeFileContents contents =
      valueOf(getBitcodeFileContents(MemoryBufferRef(bytes, file.name)));
  file.modules.push_back({&file, contents.Mods.at(0), {}, {}});
  if (Error err = scanModule(*get().bitcode, names, get().summary))
    FAIL(toString(std::move(err)));
}

const ModuleSymbol &ScannedModule::symbol(StringRef name) const {
  for (const ModuleSymbol &symbol : summary().symbols)
    if (symbol.name == name)
      return symbol;
  FAIL("no symbol " << name.str());
  return summary().symbols.front();
}

TestLink &TestLink::object(const std::string &name, StringRef ir) {
  writeFile(name, bitcode(nvptx + ir.str()));
  return file(name);
}

TestLink &TestLink::library(const std::string &name,
                            const std::vector<Member> &members,
                            bool wholeArchive) {
  std::vector<Member> compiled;
  for (const Member &member : members)
    compiled.push_back({member.name, bitcode(nvptx + member.bytes)});
  writeFile(name, archive(compiled));
  config.inputs.push_back({InputArg::Kind::File, name, wholeArchive});
  return *this;
}

TestLink &TestLink::file(const std::string &name) {
  config.inputs.push_back({InputArg::Kind::File, name, false});
  return *this;
}

TestLink &TestLink::exporting(const std::string &name) {
  config.exportSymbols.push_back(name);
  return *this;
}

const Resolution &TestLink::resolve() {
  inputs = readInputs(config, sink.diag);
  triple = valueOf(chooseTriple(config, *inputs));
  Exports exports;
  exports.names = config.exportSymbols;
  ResolveTarget scope;
  scope.triple = triple;
  scope.family = familyOf(triple);
  resolution = llbc::resolve(*inputs, exports, scope, sink.diag);
  return resolution;
}

Module *TestLink::merge() {
  resolve();
  const std::string layout = triple.computeDataLayout();
  if (sink.diag.hasErrors())
    return nullptr;
  live = computeLiveSet(resolution, context, layout, noStandIns, sink.diag);
  if (sink.diag.hasErrors())
    return nullptr;
  Expected<std::unique_ptr<Module>> merged =
      mergeModules(live, context, triple, layout, sink.diag);
  if (!merged)
    sink.diag.error("", merged.takeError());
  else
    module = std::move(*merged);
  return module.get();
}

Module *TestLink::internalize() {
  if (merge())
    llbc::internalize(*module, resolution, SymbolOutput());
  return module.get();
}

std::vector<std::string> TestLink::joined() {
  std::vector<std::string> names;
  for (const InputModule *input : resolution.modules)
    names.push_back(input->file->name);
  return names;
}

std::string print(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

} // namespace llbc::test
