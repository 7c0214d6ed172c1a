// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/ElfLink.h"

#include "codegen/Emit.h"
#include "codegen/Target.h"
#include "llbc/Link.h"
#include "support/Catch.h"
#include "support/Child.h"
#include "support/Errors.h"
#include "support/Modules.h"
#include "support/TempFolder.h"

#include "llvm/Object/ELFObjectFile.h"

#include <set>
#include <thread>

using namespace llbc;
using namespace llbc::test;

namespace {

/// A relocatable for gfx90a.
ElfObject object(const std::string &name, const std::string &ir) {
  const llvm::Triple triple("amdgcn-amd-amdhsa");
  llvm::LLVMContext context;
  const auto module =
      parse(context, "target datalayout = \"" + triple.computeDataLayout() +
                         "\"\ntarget triple = \"amdgcn-amd-amdhsa\"\n" + ir);
  const auto target = valueOf(llbc::Target::create(triple));
  const auto machine = valueOf(makeMachine(triple, "gfx90a", "", OptLevel::O0));
  return {name, valueOf(emitCode(*module, *machine,
                                 llvm::CodeGenFileType::ObjectFile))};
}

ElfObject caller() {
  return object("caller.o", "declare hidden i32 @f(i32)\n"
                            "define protected amdgpu_kernel void @k(ptr "
                            "addrspace(1) %p) {\n  %v = call i32 @f(i32 1)\n"
                            "  store i32 %v, ptr addrspace(1) %p\n"
                            "  ret void\n}\n");
}

ElfObject callee(const std::string &name = "callee.o") {
  return object(name, "define hidden i32 @f(i32 %x) {\n"
                      "  %r = mul i32 %x, 3\n  ret i32 %r\n}\n"
                      "@shown_data = protected addrspace(1) global i32 1\n"
                      "@other = protected addrspace(1) global i32 2\n");
}

const std::vector<std::string> sharedArgs = {"-shared", "--no-undefined"};

ElfLink makeJob(std::vector<ElfObject> objects,
                std::vector<std::string> args = sharedArgs) {
  ElfLink job;
  job.objects = std::move(objects);
  job.args = std::move(args);
  return job;
}

ElfLink wholeJob() { return makeJob({caller(), callee()}); }

/// Links and returns the image; anything said fails the test.
std::string linked(const ElfLink &job) {
  Messages messages;
  std::string image = linkElf(job, messages.diag).bytes;
  CHECK(messages.text() == "");
  CHECK_FALSE(image.empty());
  return image;
}

/// What is said of a link that fails.
std::string errorFor(const ElfLink &job) {
  Messages messages;
  CHECK(linkElf(job, messages.diag).bytes.empty());
  CHECK(messages.diag.hasErrors());
  return messages.text();
}

std::set<std::string> dynamicSymbols(const std::string &image) {
  const auto file =
      valueOf(llvm::object::ObjectFile::createELFObjectFile({image, "image"}));
  const auto &elf = llvm::cast<llvm::object::ELFObjectFileBase>(*file);
  CHECK(elf.getEType() == llvm::ELF::ET_DYN);
  std::set<std::string> names;
  for (const llvm::object::ELFSymbolRef symbol :
       elf.getDynamicSymbolIterators())
    names.insert(valueOf(symbol.getName()).str());
  return names;
}

size_t openFiles() { return TempFolder::list("/proc/self/fd").size(); }

} // namespace

TEST_CASE("relocatables in memory become one image", "[elf-link]") {
  CHECK(dynamicSymbols(linked(wholeJob())) ==
        std::set<std::string>{"k", "k.kd", "shown_data", "other"});
}

TEST_CASE("no file is written and none stays open", "[elf-link]") {
  const TempFolder folder;
  linked(wholeJob());
  const size_t before = openFiles();
  linked(wholeJob());
  errorFor(makeJob({caller()}));
  CHECK(openFiles() == before);
  CHECK(TempFolder::list().empty());
}

TEST_CASE("an image larger than a pipe holds arrives whole", "[elf-link]") {
  constexpr unsigned size = 1 << 20;
  const ElfObject large =
      object("large.o", "@large = protected addrspace(1) global [" +
                            std::to_string(size) + " x i8] c\"" +
                            std::string(size, 'x') + "\"\n");
  const std::string image = linked(makeJob({large}));
  CHECK(image.size() > size);
  const bool isWhole = contains(image, std::string(size, 'x'));
  CHECK(isWhole);
  const bool isSame = linked(makeJob({large})) == image;
  CHECK(isSame);
}

TEST_CASE("a version script decides what is visible", "[elf-link]") {
  ElfLink job = wholeJob();
  job.versionScript = "{ global: k*; shown_*; local: *; };";
  CHECK(dynamicSymbols(linked(job)) ==
        std::set<std::string>{"k", "k.kd", "shown_data"});
  job.versionScript = "{ global";
  const std::string error = errorFor(job);
  CHECK(contains(error, "version script"));
  CHECK_FALSE(contains(error, "/proc/"));
}

TEST_CASE("a map names the objects, and changes nothing", "[elf-link]") {
  ElfLink job = wholeJob();
  job.wantsMap = true;
  Messages messages;
  const ElfImage image = linkElf(job, messages.diag);
  CHECK(messages.text() == "");
  const bool isSame = image.bytes == linked(wholeJob());
  CHECK(isSame);
  for (const char *word : {"caller.o:", "callee.o:", ".text", "k.kd"})
    CHECK(contains(image.map, word));
  CHECK_FALSE(contains(image.map, "/proc/"));
  CHECK(linkElf(wholeJob(), messages.diag).map.empty());
}

TEST_CASE("links of several threads give the same bytes", "[elf-link]") {
  ElfLink small = wholeJob();
  small.versionScript = "{ global: k; local: *; };";
  const ElfLink jobs[] = {wholeJob(), small, makeJob({caller()})};
  std::vector<std::string> expected;
  for (const ElfLink &job : jobs) {
    Messages messages;
    expected.push_back(linkElf(job, messages.diag).bytes);
  }
  REQUIRE(expected[0] != expected[1]);
  REQUIRE(expected[2].empty());
  std::vector<std::string> results(24);
  std::vector<std::thread> threads;
  for (size_t i = 0; i != results.size(); ++i)
    threads.emplace_back([&, i] {
      Messages messages;
      results[i] = linkElf(jobs[i % std::size(jobs)], messages.diag).bytes;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i != results.size(); ++i) {
    CAPTURE(i);
    const bool isSame = results[i] == expected[i % std::size(jobs)];
    CHECK(isSame);
  }
}

TEST_CASE("what lld says is reported with the objects' names", "[elf-link]") {
  const std::string undefined = errorFor(makeJob({caller()}));
  CHECK(contains(undefined, "undefined"));
  CHECK(contains(undefined, "symbol: f"));
  CHECK(contains(undefined, "caller.o"));

  const std::string twice =
      errorFor(makeJob({callee("dir/first.o"), callee("lib.rlib(second.o)")}));
  CHECK(contains(twice, "duplicate symbol: f"));
  CHECK(contains(twice, "dir/first.o"));
  CHECK(contains(twice, "lib.rlib(second.o)"));

  const std::string foreign =
      errorFor(makeJob({{"foreign.o", "not an object"}}));
  CHECK(contains(foreign, "foreign.o"));

  const std::string option =
      errorFor(makeJob({caller()}, {"-shared", "--no-such-option"}));
  CHECK(contains(option, "no-such-option"));

  for (const std::string &text : {undefined, twice, foreign, option})
    CHECK_FALSE(contains(text, "/proc/"));
}

TEST_CASE("a link after one that failed is as good as the first",
          "[elf-link]") {
  const std::string expected = linked(wholeJob());
  const ElfLink failing[] = {
      makeJob({caller()}), makeJob({callee("a.o"), callee("b.o")}),
      makeJob({{"foreign.o", "not an object"}}),
      makeJob({caller()}, {"--no-such-option"}), makeJob({})};
  for (const ElfLink &job : failing) {
    errorFor(job);
    const bool isSame = linked(wholeJob()) == expected;
    CHECK(isSame);
  }
}

// In a child process: handlers of signals belong to a process.
TEST_CASE("an object that ends lld ends only its own link", "[elf-link]") {
  // No threads survive in a child.
  const std::vector<std::string> args = {"-shared", "--threads=1"};
  const ElfLink good = makeJob({caller(), callee()}, args);
  const ElfLink bad =
      makeJob({callee(), {"damaged.o", caller().bytes.substr(0, 200)}}, args);
  const ChildResult result = runInChild([&] {
    catchCrashes();
    Messages messages;
    const std::string before = linkElf(good, messages.diag).bytes;
    const bool failed = linkElf(bad, messages.diag).bytes.empty();
    say(messages.text());
    Messages later;
    const bool works =
        linkElf(good, later.diag).bytes == before && !before.empty();
    say(later.text());
    return failed && messages.diag.errorCount() == 1 && works ? 0 : 1;
  });
  CHECK(result.status == 0);
  CHECK(contains(result.output, "damaged.o"));
}

TEST_CASE("a warning of lld's is a warning, and the image is made",
          "[elf-link]") {
  ElfLink job = wholeJob();
  job.args.insert(job.args.end(), {"-z", "no-such-thing"});
  Messages messages;
  CHECK_FALSE(linkElf(job, messages.diag).bytes.empty());
  REQUIRE(messages.all.size() == 1);
  CHECK(messages.all.front().severity == Severity::Warning);
  CHECK(contains(messages.text(), "no-such-thing"));
}
