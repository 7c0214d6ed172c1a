// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "offload/Bundle.h"

#include "support/Catch.h"
#include "support/Errors.h"

#include "llvm/Support/Endian.h"

using namespace llbc;
using namespace llbc::test;
using namespace llvm::object;

namespace {

DeviceImage makeImage(ImageKind kind, const std::string &triple,
                      const std::string &arch, const std::string &bytes) {
  DeviceImage image;
  image.kind = kind;
  image.triple = triple;
  image.arch = arch;
  image.bytes = bytes;
  image.name = "image";
  return image;
}

const std::string amd = "amdgcn-amd-amdhsa";
const std::string nvidia = "nvptx64-nvidia-cuda";
const std::string magic("\x10\xFF\x10\xAD", 4);

std::vector<OffloadFile> readBundle(llvm::StringRef bytes) {
  llvm::SmallVector<OffloadFile> files;
  // LLVM reads in place what is aligned.
  const auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, "bundle");
  REQUIRE(errorText(extractOffloadBinaries(*buffer, files)) == "");
  std::vector<OffloadFile> copies;
  for (const OffloadFile &file : files)
    copies.push_back(file.copy());
  return copies;
}

} // namespace

TEST_CASE("LLVM reads back what a bundle holds", "[bundle]") {
  // Sizes around the alignment, and nothing at all.
  for (size_t size : {0, 1, 7, 8, 9, 4096}) {
    const std::string bytes(size, 'x');
    const std::string binary = makeOffloadBinary(
        makeImage(IMG_Cubin, nvidia, "sm_90", bytes), OFK_Cuda);
    CHECK(binary.size() % 8 == 0);
    const std::vector<OffloadFile> files = readBundle(binary);
    REQUIRE(files.size() == 1);
    const OffloadBinary &read = *files.front().getBinary();
    CHECK(read.getImage() == bytes);
    CHECK(read.getImageKind() == IMG_Cubin);
    CHECK(read.getOffloadKind() == OFK_Cuda);
    CHECK(read.getTriple() == nvidia);
    CHECK(read.getArch() == "sm_90");
    CHECK(read.getVersion() == 1);
    CHECK(read.getFlags() == 0);
  }
}

TEST_CASE("images follow one another in a bundle, aligned", "[bundle]") {
  const std::vector<DeviceImage> images = {
      makeImage(IMG_PTX, nvidia, "sm_80", "odd"),
      makeImage(IMG_Object, amd, "gfx90a:xnack+", std::string("\0\1\2", 3)),
      makeImage(IMG_Bitcode, "x86_64-unknown-linux-gnu", "", "")};
  const std::string bundle = makeBundle(images, OFK_OpenMP);
  CHECK(bundle == makeOffloadBinary(images[0], OFK_OpenMP) +
                      makeOffloadBinary(images[1], OFK_OpenMP) +
                      makeOffloadBinary(images[2], OFK_OpenMP));
  const std::vector<OffloadFile> files = readBundle(bundle);
  REQUIRE(files.size() == images.size());
  for (size_t i = 0; i != images.size(); ++i) {
    const OffloadBinary &read = *files[i].getBinary();
    CHECK(read.getImage() == images[i].bytes);
    CHECK(read.getImageKind() == images[i].kind);
    CHECK(read.getTriple() == images[i].triple);
    CHECK(read.getArch() == images[i].arch);
  }
}

TEST_CASE("a bundle of nothing is empty", "[bundle]") {
  CHECK(makeBundle({}, OFK_OpenMP).empty());
}

TEST_CASE("a bundle's magic word inside an image is part of it", "[bundle]") {
  const std::string inner =
      makeOffloadBinary(makeImage(IMG_PTX, nvidia, "sm_80", "p"), OFK_OpenMP);
  const std::string bytes = magic + std::string(20, '\0') + inner + inner;
  const std::vector<OffloadFile> files =
      readBundle(makeBundle({makeImage(IMG_Object, amd, "gfx90a", bytes),
                             makeImage(IMG_Object, amd, "gfx942", bytes)},
                            OFK_HIP));
  REQUIRE(files.size() == 2);
  CHECK(files[0].getBinary()->getImage() == bytes);
  CHECK(files[1].getBinary()->getImage() == bytes);
}

TEST_CASE("a HIP bundle has the host first and a page for each image",
          "[bundle]") {
  const std::vector<DeviceImage> images = {
      makeImage(IMG_Object, amd, "gfx90a", std::string(5000, 'a')),
      makeImage(IMG_Object, amd, "gfx1100", "b")};
  const std::string bundle =
      makeHipBundle(images, llvm::Triple("x86_64-unknown-linux-gnu"));
  llvm::StringRef rest = bundle;
  auto number = [&] {
    REQUIRE(rest.size() >= 8);
    const uint64_t value = llvm::support::endian::read64le(rest.data());
    rest = rest.drop_front(8);
    return value;
  };
  REQUIRE(rest.consume_front("__CLANG_OFFLOAD_BUNDLE__"));
  REQUIRE(number() == 3);
  struct Expected {
    llvm::StringRef id, bytes;
  };
  uint64_t before = 0;
  for (const Expected &expected :
       {Expected{"host-x86_64-unknown-linux-gnu-", ""},
        Expected{"hip-amdgcn-amd-amdhsa--gfx90a", images[0].bytes},
        Expected{"hip-amdgcn-amd-amdhsa--gfx1100", images[1].bytes}}) {
    const uint64_t offset = number();
    const uint64_t size = number();
    CHECK(number() == expected.id.size());
    CHECK(rest.consume_front(expected.id));
    CHECK(offset % 4096 == 0);
    CHECK(offset >= before);
    CHECK(llvm::StringRef(bundle).substr(offset, size) == expected.bytes);
    before = offset + size;
  }
  CHECK(bundle.size() == before);
}
