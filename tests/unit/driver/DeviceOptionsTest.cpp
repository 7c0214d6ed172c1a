// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of DeviceOptions.td, in both dialects.

#include "llbc/CommandLine.h"

#include "support/Catch.h"
#include "support/Errors.h"
#include "support/Messages.h"

using namespace llbc;
using namespace llbc::test;

namespace {

using Args = std::vector<const char *>;

const char *const dialects[] = {"llvm-bitcode-linker", "ld.lld"};

llvm::Expected<Command> parse(const char *program, Args args) {
  args.insert(args.begin(), program);
  args.insert(args.end(), {"in.bc", "-o", "out"});
  return parseCommandLine(args);
}

Config parsed(const char *program, const Args &args) {
  return valueOf(parse(program, args)).config;
}

Arithmetic arithmetic(const Args &args) {
  const Arithmetic result = parsed(dialects[0], args).arithmetic;
  const Arithmetic other = parsed(dialects[1], args).arithmetic;
  CHECK(result.flushDenormals == other.flushDenormals);
  CHECK(result.preciseSqrt == other.preciseSqrt);
  CHECK(result.preciseDiv == other.preciseDiv);
  CHECK(result.useFastVariants == other.useFastVariants);
  return result;
}

} // namespace

TEST_CASE("by default libraries are linked and arithmetic is exact",
          "[device-options]") {
  for (const char *program : dialects) {
    const Config config = parsed(program, {});
    CHECK(config.linkDeviceLibs);
    CHECK(config.libdevice.empty());
    CHECK(config.cudaPath.empty());
    CHECK(config.rocmPath.empty());
    CHECK_FALSE(config.arithmetic.flushDenormals);
    CHECK(config.arithmetic.preciseSqrt);
    CHECK(config.arithmetic.preciseDiv);
    CHECK_FALSE(config.arithmetic.useFastVariants);
  }
}

TEST_CASE("paths follow = or come next, and the last one wins",
          "[device-options]") {
  for (const char *program : dialects) {
    CHECK(parsed(program, {"--libdevice=a.bc", "--libdevice", "b.bc"})
              .libdevice == "b.bc");
    CHECK(parsed(program, {"--cuda-path", "a", "--cuda-path=b"}).cudaPath ==
          "b");
    CHECK(parsed(program, {"--rocm-path", "a"}).rocmPath == "a");
    CHECK(parsed(program, {"--rocm-path=a=b"}).rocmPath == "a=b");
  }
}

TEST_CASE("libraries can be kept out", "[device-options]") {
  for (const char *program : dialects) {
    CHECK_FALSE(parsed(program, {"--device-libs=none"}).linkDeviceLibs);
    CHECK_FALSE(parsed(program, {"--device-libs", "none"}).linkDeviceLibs);
    CHECK(parsed(program, {"--device-libs=none", "--device-libs=auto"})
              .linkDeviceLibs);
    const std::string error = errorText(parse(program, {"--device-libs=all"}));
    CHECK(contains(error, "bad value 'all'"));
    CHECK(contains(error, "-device-libs'; use auto or none"));
  }
}

TEST_CASE("a switch stands alone or has true or false", "[device-options]") {
  CHECK(arithmetic({"--ftz"}).flushDenormals == true);
  CHECK(arithmetic({"--ftz=true"}).flushDenormals == true);
  CHECK(arithmetic({"--ftz=false"}).flushDenormals == false);
  CHECK_FALSE(arithmetic({"--prec-sqrt=false"}).preciseSqrt);
  CHECK_FALSE(arithmetic({"--prec-div=false"}).preciseDiv);
  CHECK(arithmetic({"--prec-div=false", "--prec-div"}).preciseDiv);
  CHECK(arithmetic({"--ftz", "--ftz=false"}).flushDenormals == false);
  CHECK(arithmetic({"--ftz=false", "--ftz"}).flushDenormals == true);
}

TEST_CASE("a switch's bad value is an error that lists the good ones",
          "[device-options]") {
  for (const char *program : dialects)
    for (const char *name : {"--ftz", "--prec-sqrt", "--prec-div"})
      for (const char *value : {"1", "", "on", "TRUE"})
        CHECK(errorText(parse(program,
                              {(std::string(name) + "=" + value).c_str()})) ==
              "bad value '" + std::string(value) + "' for option '" + name +
                  "'; use true or false");
}

TEST_CASE("the group of all fast settings", "[device-options]") {
  const Arithmetic fast = arithmetic({"--fast-math-libs"});
  CHECK(fast.flushDenormals == true);
  CHECK_FALSE(fast.preciseSqrt);
  CHECK_FALSE(fast.preciseDiv);
  CHECK(fast.useFastVariants);
}

TEST_CASE("a setting that is named wins over the group, before or after it",
          "[device-options]") {
  for (const Args &args : {Args{"--fast-math-libs", "--ftz=false"},
                           Args{"--ftz=false", "--fast-math-libs"}}) {
    const Arithmetic result = arithmetic(args);
    CHECK(result.flushDenormals == false);
    CHECK_FALSE(result.preciseSqrt);
    CHECK(result.useFastVariants);
  }
  CHECK(arithmetic({"--prec-sqrt", "--fast-math-libs"}).preciseSqrt);
  CHECK(arithmetic({"--fast-math-libs", "--prec-div=true"}).preciseDiv);
}

TEST_CASE("both helps name the options", "[device-options]") {
  for (const Dialect dialect : {Dialect::Llbc, Dialect::Lld})
    for (const char *name :
         {"-device-libs", "-libdevice", "-cuda-path", "-rocm-path", "--ftz",
          "--prec-sqrt", "--prec-div", "--fast-math-libs"})
      CHECK(contains(helpText(dialect), name));
}
