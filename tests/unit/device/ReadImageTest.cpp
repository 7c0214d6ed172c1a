// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device/ReadImage.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"

#include "llvm/BinaryFormat/ELF.h"

#include <cstring>

using namespace llbc;
using namespace llbc::test;
using namespace llvm::object;
namespace ELF = llvm::ELF;

namespace {

using Strings = std::vector<std::string>;

DeviceImage readImage(llvm::StringRef bytes, llvm::StringRef arch = "") {
  return valueOf(readDeviceImage(bytes, "file", arch));
}

std::string errorOf(llvm::StringRef bytes) {
  return errorText(readDeviceImage(bytes, "file", ""));
}

struct Symbol {
  std::string name;
  unsigned char type = ELF::STT_FUNC;
  unsigned char other = 0;
  bool isDefined = true;
  unsigned char binding = ELF::STB_GLOBAL;
};

template <typename T> void append(std::string &bytes, const T &value) {
  bytes.append(reinterpret_cast<const char *>(&value), sizeof(T));
}

/// A linked ELF file with a symbol table, dynamic or not.
struct Elf {
  uint16_t machine = ELF::EM_AMDGPU;
  uint32_t flags = ELF::EF_AMDGPU_MACH_AMDGCN_GFX90A;
  unsigned char osabi = ELF::ELFOSABI_AMDGPU_HSA;
  unsigned char abiVersion = ELF::ELFABIVERSION_AMDGPU_HSA_V5;
  uint16_t type = ELF::ET_DYN;
  bool isDynamic = true;
  std::vector<Symbol> symbols = {};

  std::string bytes() const {
    std::string strings(1, '\0');
    std::string table(sizeof(ELF::Elf64_Sym), '\0');
    for (const Symbol &symbol : symbols) {
      ELF::Elf64_Sym entry = {};
      entry.st_name = strings.size();
      entry.setBindingAndType(symbol.binding, symbol.type);
      entry.st_other = symbol.other;
      entry.st_shndx = symbol.isDefined ? ELF::SHN_ABS : ELF::SHN_UNDEF;
      append(table, entry);
      (strings += symbol.name) += '\0';
    }
    const size_t tableAt = sizeof(ELF::Elf64_Ehdr);
    const size_t stringsAt = tableAt + table.size();
    const size_t sectionsAt = (stringsAt + strings.size() + 7) / 8 * 8;

    ELF::Elf64_Ehdr header = {};
    std::memcpy(header.e_ident, ELF::ElfMagic, 4);
    header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
    header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
    header.e_ident[ELF::EI_VERSION] = ELF::EV_CURRENT;
    header.e_ident[ELF::EI_OSABI] = osabi;
    header.e_ident[ELF::EI_ABIVERSION] = abiVersion;
    header.e_type = type;
    header.e_machine = machine;
    header.e_version = ELF::EV_CURRENT;
    header.e_flags = flags;
    header.e_ehsize = sizeof(header);
    header.e_shoff = sectionsAt;
    header.e_shentsize = sizeof(ELF::Elf64_Shdr);
    header.e_shnum = 3;
    header.e_shstrndx = 2;
    std::string file;
    append(file, header);
    file += table + strings;
    file.resize(sectionsAt);
    append(file, ELF::Elf64_Shdr());
    ELF::Elf64_Shdr section = {};
    section.sh_type = isDynamic ? ELF::SHT_DYNSYM : ELF::SHT_SYMTAB;
    section.sh_offset = tableAt;
    section.sh_size = table.size();
    section.sh_link = 2;
    section.sh_info = 1;
    section.sh_addralign = 8;
    section.sh_entsize = sizeof(ELF::Elf64_Sym);
    append(file, section);
    section = {};
    section.sh_type = ELF::SHT_STRTAB;
    section.sh_offset = stringsAt;
    section.sh_size = strings.size();
    section.sh_addralign = 1;
    append(file, section);
    return file;
  }
};

Elf cubin(unsigned abiVersion, uint32_t flags) {
  Elf elf;
  elf.machine = ELF::EM_CUDA;
  elf.flags = flags;
  elf.osabi = ELF::ELFOSABI_CUDA;
  elf.abiVersion = abiVersion;
  elf.type = ELF::ET_EXEC;
  elf.isDynamic = false;
  return elf;
}

const std::string head = ".version 7.0\n.target sm_80\n.address_size 64\n";

} // namespace

TEST_CASE("PTX says what it is for", "[device-image]") {
  const DeviceImage image = readImage(
      head + ".visible .entry k(\n\t.param .u64 p\n)\n{\n\tret;\n}\n");
  CHECK(image.kind == IMG_PTX);
  CHECK(image.triple == "nvptx64-nvidia-cuda");
  CHECK(image.arch == "sm_80");
  CHECK(image.kernels == Strings{"k"});
  CHECK(image.name == "file");
  CHECK_FALSE(image.isRegistered);
}

TEST_CASE("PTX is known behind comments and blanks", "[device-image]") {
  for (const char *start : {"", "\n\n", " \t", "// .version 1.0\n",
                            "/* .target sm_10\n */", "//\n//", "/**//***/"}) {
    INFO(start);
    const std::string text = start + std::string("\n") + head;
    CHECK(readImage(text).arch == "sm_80");
  }
}

TEST_CASE("the processor of PTX is the first word of .target",
          "[device-image]") {
  for (const auto &[line, arch] :
       {std::pair<const char *, const char *>{".target sm_90a", "sm_90a"},
        {".target sm_100f, debug", "sm_100f"},
        {".target\tsm_75,texmode_independent", "sm_75"},
        {".target /* sm_10 */ sm_86", "sm_86"},
        {".target // sm_10\n sm_86", "sm_86"}}) {
    INFO(line);
    CHECK(
        readImage(std::string(".version 8.0\n") + line + "\n.address_size 64\n")
            .arch == arch);
  }
}

TEST_CASE("kernels of PTX are its entries", "[device-image]") {
  CHECK(readImage(head + ".visible .entry a() { ret; }\n"
                         ".weak .entry b\n{ ret; }\n"
                         ".entry\tc$1(.param .u32 x) { ret; }\n"
                         ".entry d{ ret; }\n"
                         ".func e() { ret; }\n"
                         ".visible .func entry() { ret; }\n"
                         "// .entry f() { ret; }\n"
                         "/* .entry g() { ret; } */\n")
            .kernels == Strings{"a", "b", "c$1", "d"});
}

TEST_CASE("what PTX quotes is no code", "[device-image]") {
  for (const char *name :
       {"src//lib.rs", "src/*/lib.rs", "src/{lib}.rs", "src/{lib.rs",
        "src/}lib.rs", ".entry x(", ".target sm_10"}) {
    INFO(name);
    const DeviceImage image =
        readImage(head + ".file 1 \"" + name + "\"\n.entry k() { ret; }\n");
    CHECK(image.arch == "sm_80");
    CHECK(image.kernels == Strings{"k"});
  }
}

TEST_CASE("PTX that ends early is an error", "[device-image]") {
  const std::string whole = head + ".visible .entry k(\n\t.param .u64 p\n)\n"
                                   "{\n\tret;\n}";
  CHECK(errorOf(whole) == "");
  // From the end of the header on nothing but the whole is right.
  for (size_t size = head.size() + 1; size != whole.size(); ++size) {
    INFO(whole.substr(0, size));
    CHECK(errorOf(whole.substr(0, size)) != "");
  }
  CHECK(errorOf(".version 7.0\n") != "");
  CHECK(errorOf(".version 7.0\n.target\n") != "");
  CHECK(errorOf(".version 7.0\n.target compute_80\n") != "");
}

TEST_CASE("other text is no image", "[device-image]") {
  for (const char *text : {"", "text", "version 7.0", "// .version 7.0\n",
                           "/* .version 7.0\n.target sm_80", "/", "/*", "//",
                           ".versio", "{}", "int main() { return 0; }"}) {
    INFO(text);
    CHECK(readImage(text).kind == IMG_None);
  }
  CHECK(readImage(std::string(100, '\0')).kind == IMG_None);
}

TEST_CASE("the processor can be overridden", "[device-image]") {
  CHECK(readImage(head, "sm_86").arch == "sm_86");
  CHECK(readImage(Elf().bytes(), "gfx942").arch == "gfx942");
  CHECK(readImage("text", "sm_86").kind == IMG_None);
}

TEST_CASE("cubins of both layouts say what they are for", "[device-image]") {
  CHECK(readImage(cubin(7, 0x5a055a).bytes()).arch == "sm_90");
  CHECK(readImage(cubin(7, ELF::EF_CUDA_ACCELERATORS_V1 | 0x5a055a).bytes())
            .arch == "sm_90a");
  CHECK(readImage(cubin(8, 0x06005a04).bytes()).arch == "sm_90");
  CHECK(readImage(cubin(8, 0x06006400).bytes()).arch == "sm_100");
  CHECK(readImage(cubin(8, 0x06006400 | ELF::EF_CUDA_ACCELERATORS).bytes())
            .arch == "sm_100a");
  const DeviceImage image = readImage(cubin(8, 0x06007800).bytes());
  CHECK(image.kind == IMG_Cubin);
  CHECK(image.triple == "nvptx64-nvidia-cuda");
  CHECK(image.arch == "sm_120");
}

TEST_CASE("kernels of a cubin are the functions marked as entries",
          "[device-image]") {
  constexpr unsigned char entry = 0x10;
  Elf elf = cubin(8, 0x06005a04);
  elf.symbols = {{"k", ELF::STT_FUNC, entry},
                 {"helper", ELF::STT_FUNC},
                 {"data", ELF::STT_OBJECT, entry},
                 {"vprintf", ELF::STT_FUNC, entry, /*isDefined=*/false},
                 {"last", ELF::STT_FUNC, entry | ELF::STV_PROTECTED}};
  CHECK(readImage(elf.bytes()).kernels == Strings{"k", "last"});
}

TEST_CASE("AMD's code objects say what they are for", "[device-image]") {
  Elf elf;
  elf.symbols = {
      {"k"}, {"k.kd", ELF::STT_OBJECT}, {"helper"}, {"data", ELF::STT_OBJECT}};
  const DeviceImage image = readImage(elf.bytes());
  CHECK(image.kind == IMG_Object);
  CHECK(image.triple == "amdgcn-amd-amdhsa");
  CHECK(image.arch == "gfx90a");
  CHECK(image.kernels == Strings{"k"});

  elf.flags |= ELF::EF_AMDGPU_FEATURE_XNACK_ON_V4 |
               ELF::EF_AMDGPU_FEATURE_SRAMECC_OFF_V4;
  CHECK(readImage(elf.bytes()).arch == "gfx90a:sramecc-:xnack+");
}

TEST_CASE("a code object for a GPU without a name needs one",
          "[device-image]") {
  Elf elf;
  elf.flags = 0xFE;
  CHECK(errorOf(elf.bytes()) != "");
  CHECK(readImage(elf.bytes(), "gfx1999").arch == "gfx1999");
}

TEST_CASE("shared objects of the host say what they are for",
          "[device-image]") {
  Elf elf;
  elf.machine = ELF::EM_X86_64;
  elf.flags = 0;
  elf.osabi = elf.abiVersion = 0;
  elf.symbols = {{"f"}, {"g", ELF::STT_OBJECT}, {"h", ELF::STT_FUNC, 0, false}};
  const DeviceImage image = readImage(elf.bytes());
  CHECK(image.kind == IMG_Object);
  CHECK(image.triple == "x86_64-unknown-linux-gnu");
  CHECK_FALSE(image.arch.empty());
  CHECK(image.kernels == Strings{"f"});
}

TEST_CASE("relocatable and foreign files are no images", "[device-image]") {
  Elf elf;
  elf.type = ELF::ET_REL;
  CHECK(readImage(elf.bytes()).kind == IMG_None);
  elf = Elf();
  elf.machine = ELF::EM_RISCV;
  CHECK(readImage(elf.bytes()).kind == IMG_None);
}

TEST_CASE("an ELF image that ends early is an error", "[device-image]") {
  for (const Elf &kind : {Elf(), cubin(8, 0x06005a04)}) {
    Elf elf = kind;
    elf.symbols = {{"k"}, {"k.kd", ELF::STT_OBJECT}};
    const std::string whole = elf.bytes();
    CHECK(errorOf(whole) == "");
    for (size_t size = 4; size != whole.size(); ++size) {
      INFO(size);
      CHECK(errorOf(whole.substr(0, size)) != "");
    }
  }
}

TEST_CASE("numbers in an ELF image that lead astray are an error or harmless",
          "[device-image]") {
  Elf elf;
  elf.symbols = {{"k"}, {"k.kd", ELF::STT_OBJECT}};
  const std::string whole = elf.bytes();
  for (size_t at = 4; at != whole.size(); ++at)
    for (const char value : {'\0', '\x7F', '\x80', '\xFF'}) {
      std::string damaged = whole;
      damaged[at] = value;
      if (llvm::Expected<DeviceImage> image =
              readDeviceImage(damaged, "file", "gfx90a"))
        CHECK((image->kind == IMG_None || image->bytes == damaged));
      else
        llvm::consumeError(image.takeError());
    }
}
