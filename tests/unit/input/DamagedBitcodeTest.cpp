// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "input/BitcodeCheck.h"
#include "input/BitcodeScanner.h"

#include "support/Catch.h"
#include "support/Child.h"
#include "support/Modules.h"

#include <random>

using namespace llbc;
using namespace llbc::test;

namespace {

const std::string sample = nvptx + R"(
$c = comdat any
@c = linkonce_odr addrspace(1) global i32 1, comdat
@v = internal addrspace(1) global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %x = call i32 @helper(i32 7)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
define weak i32 @helper(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
@a = alias i32 (i32), ptr @helper
declare void @outside()
module asm "// nothing"
)";

enum class Outcome { Summary, Error };

/// Reads \p bytes, from a block of memory of exactly their size.
Outcome scan(llvm::StringRef bytes) {
  const auto copy = std::make_unique<char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), copy.get());
  llvm::Expected<llvm::BitcodeFileContents> contents =
      llvm::getBitcodeFileContents(
          {llvm::StringRef(copy.get(), bytes.size()), "damaged.bc"});
  if (!contents) {
    llvm::consumeError(contents.takeError());
    return Outcome::Error;
  }
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver names(allocator);
  for (const llvm::BitcodeModule &module : contents->Mods) {
    if (llvm::Error err = checkReservations(module)) {
      llvm::consumeError(std::move(err));
      return Outcome::Error;
    }
    ModuleSummary summary;
    if (llvm::Error err = scanModule(module, names, summary)) {
      llvm::consumeError(std::move(err));
      return Outcome::Error;
    }
  }
  return Outcome::Summary;
}

} // namespace

TEST_CASE("bitcode cut off anywhere gives an error or a summary",
          "[scanner][damaged]") {
  const std::string bytes = bitcode(sample);
  REQUIRE(scan(bytes) == Outcome::Summary);
  size_t errors = 0;
  for (size_t size = 0; size != bytes.size(); ++size)
    errors += scan(llvm::StringRef(bytes).take_front(size)) == Outcome::Error;
  // What is cut off in the string table or before it is missed.
  CHECK(errors > bytes.size() / 2);
}

TEST_CASE("bitcode with annotations cut off anywhere gives an error or a "
          "summary",
          "[scanner][damaged]") {
  const std::string bytes = annotatedBitcode(
      nvptx + "define void @k() { ret void }\n", "k", "kernel");
  for (size_t size = 0; size != bytes.size(); ++size)
    scan(llvm::StringRef(bytes).take_front(size));
  SUCCEED();
}

TEST_CASE("the producer of damaged bitcode is read or empty",
          "[scanner][damaged]") {
  const std::string bytes = bitcode(sample);
  CHECK(llvm::StringRef(readProducer(bytes)).starts_with("LLVM22.1"));
  for (size_t size = 0; size != bytes.size(); ++size) {
    const auto copy = std::make_unique<char[]>(size);
    std::copy_n(bytes.begin(), size, copy.get());
    const std::string producer =
        readProducer(llvm::StringRef(copy.get(), size));
    CHECK((producer.empty() || producer.starts_with("LLVM")));
  }
}

TEST_CASE("bytes that are not bitcode are an error", "[scanner][damaged]") {
  CHECK(scan("") == Outcome::Error);
  CHECK(scan("BC") == Outcome::Error);
  CHECK(scan("hello, world") == Outcome::Error);
  // The magic number alone holds no module, which the caller reports.
  CHECK(scan("BC\xC0\xDE") == Outcome::Summary);
  CHECK(scan("BC\xC0\xDE and no more") == Outcome::Error);
}

TEST_CASE("changed bytes never crash the scan", "[scanner][damaged]") {
  const ChildResult result = runInChild([] {
    const std::string bytes = bitcode(sample);
    std::mt19937 random(20240229);
    constexpr unsigned rounds = 20000;
    for (unsigned i = 0; i != rounds; ++i) {
      std::string damaged = bytes;
      for (unsigned changes = 1 + random() % 4; changes; --changes)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      scan(damaged);
    }
    return 0;
  });
  CHECK(result.status == 0);
}
