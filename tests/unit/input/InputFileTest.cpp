// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/InputFile.h"

#include "support/Catch.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string oneSymbol = nvptx + "@x = global i32 0\n";

/// What reading the working directory's \p name gives.
struct Reading {
  explicit Reading(const std::string &name) {
    Config config;
    config.inputs.push_back({InputArg::Kind::File, name, false});
    inputs = readInputs(config, messages.diag);
  }
  Messages messages{/*verbose=*/true};
  std::unique_ptr<Inputs> inputs;
};

void writeNumber(std::string &bytes, uint64_t value, unsigned size) {
  for (unsigned i = 0; i != size; ++i)
    bytes += static_cast<char>(value >> (8 * i));
}

/// A relocatable ELF file whose section \p name holds \p contents.
std::string elfObject(const std::string &name, const std::string &contents) {
  using namespace llvm::ELF;
  const std::string names =
      std::string(1, '\0') + name + '\0' + ".names" + '\0';
  constexpr size_t headerSize = 64;
  const size_t namesAt = headerSize + contents.size();
  std::string bytes("\x7F"
                    "ELF\2\1\1",
                    7);
  bytes.resize(EI_NIDENT);
  writeNumber(bytes, ET_REL, 2);
  writeNumber(bytes, EM_X86_64, 2);
  writeNumber(bytes, EV_CURRENT, 4);
  writeNumber(bytes, 0, 8); // entry
  writeNumber(bytes, 0, 8); // program headers
  writeNumber(bytes, namesAt + names.size(), 8);
  writeNumber(bytes, 0, 4); // flags
  writeNumber(bytes, headerSize, 2);
  writeNumber(bytes, 0, 4); // program headers: size, count
  writeNumber(bytes, sizeof(Elf64_Shdr), 2);
  writeNumber(bytes, 3, 2); // sections
  writeNumber(bytes, 2, 2); // the one with the names
  bytes += contents + names;
  auto section = [&](uint32_t nameAt, uint32_t type, size_t offset,
                     size_t size) {
    writeNumber(bytes, nameAt, 4);
    writeNumber(bytes, type, 4);
    writeNumber(bytes, 0, 8);
    writeNumber(bytes, 0, 8);
    writeNumber(bytes, offset, 8);
    writeNumber(bytes, size, 8);
    writeNumber(bytes, 0, 8);
    writeNumber(bytes, 1, 8);
    writeNumber(bytes, 0, 8);
  };
  section(0, SHT_NULL, 0, 0);
  section(1, SHT_PROGBITS, headerSize, contents.size());
  section(static_cast<uint32_t>(name.size() + 2), SHT_STRTAB, namesAt,
          names.size());
  return bytes;
}

/// \p bitcode behind the header that Apple's tools put before it.
std::string wrapped(const std::string &bitcode) {
  std::string bytes;
  writeNumber(bytes, 0x0B17C0DE, 4);
  writeNumber(bytes, 0, 4);  // version
  writeNumber(bytes, 20, 4); // offset
  writeNumber(bytes, bitcode.size(), 4);
  writeNumber(bytes, 0, 4); // processor
  return bytes + bitcode;
}

} // namespace

TEST_CASE("an input is told by its content and not by its name", "[input]") {
  TempFolder folder;
  const std::string bytes = bitcode(oneSymbol);
  const std::pair<std::string, std::string> rows[] = {
      {"raw", bytes},
      {"wrapped", wrapped(bytes)},
      {"text.bc", oneSymbol},
      {"comment.txt", "; a comment\n\n" + oneSymbol},
      {"object.ll", elfObject(".llvmbc", bytes)},
      {"fat.o", elfObject(".llvm.lto", bytes)},
      {"library", archive({{"m.o", bytes}})}};
  for (const auto &[name, contents] : rows) {
    CAPTURE(name);
    writeFile(name, contents);
    Reading reading(name);
    CHECK(reading.messages.text() == "");
    REQUIRE(reading.inputs->files.size() == 1);
    const InputFile &file = reading.inputs->files.front();
    REQUIRE(file.modules.size() == 1);
    CHECK(file.modules[0].file == &file);
    REQUIRE(file.modules[0].summary.symbols.size() == 1);
    CHECK(file.modules[0].summary.symbols[0].name == "x");
    CHECK(reading.inputs->paths == std::vector<std::string>{name});
  }
}

TEST_CASE("a file may hold several modules", "[input]") {
  TempFolder folder;
  writeFile("two.bc",
            bitcodeOfSeveral({oneSymbol, nvptx + "@y = global i32 0"}));
  Reading reading("two.bc");
  REQUIRE(reading.inputs->files.size() == 1);
  const InputFile &file = reading.inputs->files.front();
  REQUIRE(file.modules.size() == 2);
  CHECK(file.modules[1].summary.symbols.at(0).name == "y");
}

TEST_CASE("what is no input is an error that names the file", "[input]") {
  TempFolder folder;
  std::filesystem::create_directory("folder");
  const std::string bytes = bitcode(oneSymbol);
  writeFile("empty", "");
  writeFile("text", "hello\n");
  writeFile("cut.bc", llvm::StringRef(bytes).take_front(bytes.size() / 2));
  writeFile("magic.bc", "BC\xC0\xDE");
  writeFile("cut.a", "!<arch>\nm.o/");
  const std::pair<const char *, const char *> rows[] = {
      {"missing", "No such file"},
      {"folder", "Is a directory"},
      {"empty", "the file is empty"},
      {"text", "not LLVM bitcode, an object file or an archive"},
      {"cut.bc", "cannot read bitcode: "},
      {"magic.bc", "cannot read bitcode: "},
      {"cut.a", ""}};
  for (const auto &[name, part] : rows) {
    CAPTURE(name);
    Reading reading(name);
    CHECK(reading.messages.diag.errorCount() == 1);
    CHECK(reading.inputs->files.empty());
    CHECK(llvm::StringRef(reading.messages.text())
              .starts_with_insensitive(std::string(name) + ": "));
    CHECK(llvm::StringRef(reading.messages.text()).contains_insensitive(part));
  }
}

TEST_CASE("an error in textual IR says line and column", "[input]") {
  TempFolder folder;
  writeFile("bad.ll", "define void @f() {\n  nonsense\n}\n");
  Reading reading("bad.ll");
  CHECK(llvm::StringRef(reading.messages.text()).starts_with("bad.ll:2:3: "));
}

TEST_CASE("all faulty inputs are reported and the good ones are there",
          "[input]") {
  TempFolder folder;
  writeFile("good.bc", bitcode(oneSymbol));
  Messages messages;
  Config config;
  for (const char *name : {"none1", "good.bc", "none2"})
    config.inputs.push_back({InputArg::Kind::File, name, false});
  config.inputs.push_back({InputArg::Kind::Library, "none3", false});
  const auto inputs = readInputs(config, messages.diag);
  CHECK(messages.diag.errorCount() == 2);
  // Whether a library matters is known once the devices are.
  REQUIRE(inputs->missingLibraries.size() == 1);
  CHECK(inputs->missingLibraries[0].first == "none3");
  REQUIRE(inputs->files.size() == 1);
  CHECK(inputs->files[0].name == "good.bc");
}

TEST_CASE("a reader's message says who wrote the bitcode and who read it",
          "[input]") {
  CHECK(readerMessage(llvm::createStringError("bad"), "LLVM21.1") ==
        "cannot read bitcode: bad (produced by LLVM21.1, read with LLVM "
        "22.1.8)");
  CHECK(readerMessage(llvm::createStringError("bad"), "LLVM99.0") ==
        "cannot read bitcode: bad (produced by LLVM99.0, read with LLVM "
        "22.1.8); bitcode of LLVM 99 needs a linker built with LLVM 99 or "
        "newer: see the "
        "table in docs/cargo.md");
  CHECK(contains(readerMessage(llvm::createStringError("bad"), ""),
                 "read with LLVM 22.1.8"));
  CHECK(readerMessage(
            llvm::createStringError("bad (Producer: 'X' Reader: 'LLVM 22')"),
            "X") ==
        "cannot read bitcode: bad (produced by X, read with LLVM 22.1.8)");
}
