// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for lld's own link-time optimiser in this program, to which no
// bitcode goes. Names and signatures are those of lld/ELF/LTO.h, which is not
// installed. lld makes one of these in each link, however little there is to
// do for it.

#include "llvm/Support/ErrorHandling.h"

#include <vector>

namespace lld::elf {

struct Ctx;
class BitcodeFile;
class InputFile;

class BitcodeCompiler {
public:
  explicit BitcodeCompiler(Ctx &context);
  // lld calls it. NOLINTNEXTLINE(performance-trivially-destructible)
  ~BitcodeCompiler();
  void add(BitcodeFile &file);
  /// Always empty; lld's holds std::unique_ptr, which looks the same.
  std::vector<InputFile *> compile();
};

BitcodeCompiler::BitcodeCompiler(Ctx & /*context*/) {}
BitcodeCompiler::~BitcodeCompiler() = default;

void BitcodeCompiler::add(BitcodeFile & /*file*/) {
  llvm::report_fatal_error("bitcode was handed to lld",
                           /*gen_crash_diag=*/false);
}

std::vector<InputFile *> BitcodeCompiler::compile() { return {}; }

} // namespace lld::elf
