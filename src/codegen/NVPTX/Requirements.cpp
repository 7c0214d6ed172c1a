// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/NVPTX/Requirements.h"

#include "codegen/NVPTX/Processor.h"
#include "image/PtxLexer.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace llbc::nvptx {
namespace {

struct Release {
  unsigned isa;
  StringRef cuda;
  StringRef driver;
};

/// PTX ISA, "Release Notes"; CUDA Toolkit Release Notes, "CUDA Toolkit and
/// Corresponding Driver Versions", Linux.
constexpr Release releases[] = {
    {32, "5.5", "319.37"},     {40, "6.0", "331.62"},
    {41, "6.5", "340.29"},     {42, "7.0", "346.46"},
    {43, "7.5", "352.31"},     {50, "8.0", "367.48"},
    {60, "9.0", "384.81"},     {61, "9.1", "390.46"},
    {62, "9.2", "396.26"},     {63, "10.0", "410.48"},
    {64, "10.1", "418.39"},    {65, "10.2", "440.33"},
    {70, "11.0", "450.36.06"}, {71, "11.1", "455.23"},
    {72, "11.2", "460.27.03"}, {73, "11.3", "465.19.01"},
    {74, "11.4", "470.42.01"}, {75, "11.5", "495.29.05"},
    {76, "11.6", "510.39.01"}, {77, "11.7", "515.43.04"},
    {78, "11.8", "520.61.05"}, {80, "12.0", "525.60.13"},
    {81, "12.1", "530.30.02"}, {82, "12.2", "535.54.03"},
    {83, "12.3", "545.23.06"}, {84, "12.4", "550.54.14"},
    {85, "12.5", "555.42.02"}, {86, "12.7", "565.57.01"},
    {87, "12.8", "570.26"},    {88, "12.9", "575.51.03"},
    {90, "13.0", "580.65.06"}};

constexpr unsigned minors = 10; ///< Minor versions have one digit.

} // namespace

std::string isaName(unsigned isa) {
  return std::to_string(isa / minors) + "." + std::to_string(isa % minors);
}

std::string describeProcessor(StringRef cpu) {
  const ProcessorName processor = parseProcessor(cpu);
  if (processor.suffix == "a")
    return "exactly " + cpu.str();
  if (processor.suffix == "f")
    return "the " + cpu.drop_back().str() + " family";
  return cpu.str() + " or newer";
}

std::string describeRequirements(StringRef ptx) {
  const PtxHeader header = readPtxHeader(ptx);
  std::string text = "the PTX needs " + describeProcessor(header.cpu) +
                     ", PTX ISA " + isaName(header.isa);
  const auto *release = llvm::find_if(
      releases, [&](const Release &other) { return other.isa == header.isa; });
  if (release == std::end(releases))
    return text;
  return text + " (CUDA " + release->cuda.str() + ", driver " +
         release->driver.str() + " or newer)";
}

} // namespace llbc::nvptx
