// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a link is asked to do: the command line after parsing. Every field has
// a default, and no type of the option parser appears here.

#ifndef LLBC_CONFIG_H
#define LLBC_CONFIG_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llbc {

enum class OptLevel { O0, O1, O2, O3, Os, Oz };

/// How much debug information reaches the output.
enum class DebugLevel {
  None,       ///< No sections, no line directives.
  Directives, ///< PTX: line directives without sections, which cost no speed.
  Lines,      ///< Functions and lines.
  Full,       ///< Whatever the inputs hold.
  Free,       ///< As much as does not slow the target's code down.
};

/// What to do with bitcode in a section of a native object.
enum class EmbeddedBitcode {
  Preferred, ///< Link it in place of the object's code, where it is complete.
  Ignored,   ///< Link the object's code.
};

/// What becomes of a visible definition that nothing lists, in an input that is
/// no archive member.
enum class Unlisted {
  Hidden,           ///< Only what is listed is exported.
  VariablesVisible, ///< The host may set variables; it calls kernels only.
  Visible,          ///< As in any shared library.
};

/// How the options that messages name as a cure are spelt, up to their value.
struct OptionSpelling {
  std::string allowUndefined = "--allow-undefined";
  std::string exportSymbol = "--export-symbol";
  std::string targetCpu = "--target-cpu=";
  std::string targetFeature = "--target-feature=";
};

/// The machine that this runs on, such as aarch64-unknown-linux-gnu.
std::string thisHost();

/// The file kinds that one link can write. Up to Map, there is one for each
/// image; the others hold all images.
enum class EmitKind {
  Asm,
  Obj,
  Elf,
  Cubin,
  LlvmBc,
  LlvmIr,
  Map,
  Bundle,
  Fatbin,
  HipBundle,
  HostObj,
  HostBc,
  DepInfo
};

/// Who loads the images in a host program.
enum class OffloadKind {
  OpenMP, ///< LLVM's libomptarget.
  Cuda,   ///< NVIDIA's runtime library.
  Hip,    ///< AMD's.
  Raw,    ///< The program itself; it finds the images by their symbols.
};

/// How exact single-precision arithmetic and the vendors' libraries are.
struct Arithmetic {
  std::optional<bool> flushDenormals; ///< Absent: what the inputs say.
  bool preciseSqrt = true;            ///< Rounded correctly.
  bool preciseDiv = true;             ///< Likewise.
  bool useFastVariants = false;       ///< Speed before exactness.
};

/// One requested output. An empty path means: the name of `Config::output`
/// with the suffix of the kind.
struct Emission {
  EmitKind kind = EmitKind::Asm;
  std::string path;
};

/// One input in command line order, with the state that was in force there.
struct InputArg {
  enum class Kind {
    File,    ///< A path.
    Library, ///< The operand of -l.
    Buffer,  ///< \c bytes, which messages call by the name in \c value.
  };
  Kind kind = Kind::File;
  std::string value;
  bool wholeArchive = false;
  /// Not copied: they must stay as they are until the link has returned.
  // NOLINTNEXTLINE(readability-redundant-member-init): for aggregates without
  std::string_view bytes = {};
};

/// A complete request for one link.
struct Config {
  std::vector<InputArg> inputs;
  EmbeddedBitcode embeddedBitcode = EmbeddedBitcode::Preferred;
  std::vector<std::string> searchDirs; ///< -L, in order.
  std::string output;                  ///< -o; "-" is standard output.
  std::vector<Emission> emissions; ///< --emit; empty: the target's own kind.
  bool emitsImage = false;         ///< The target's own kind as well.

  std::string targetTriple; ///< Empty: taken from the inputs.
  std::string targetCpu;    ///< Empty: what the kernels were compiled for.
  std::string targetFeatures;
  /// AMD: 4, 5 or 6; absent: what the inputs say, else LLVM's default.
  std::optional<unsigned> codeObjectVersion;
  /// One image each, from one link; empty: one image, for targetCpu.
  std::vector<std::string> offloadArchs;
  OptLevel optLevel = OptLevel::O0;
  /// Absent: no debug information was asked for.
  std::optional<DebugLevel> debug;

  std::vector<std::string> exportSymbols;
  std::vector<std::string> exportFiles; ///< --export-symbols-file.
  /// Globs of names to export; \c versionScript: a file that says more.
  std::vector<std::string> exportPatterns;
  std::string versionScript;
  /// On devices with kernels; others may show more, see Target::unlisted.
  Unlisted unlisted = Unlisted::Hidden;
  /// What native objects and assembly make visible stays visible, listed or
  /// not.
  bool showsNativeSymbols = false;
  bool allowUndefined = false;

  bool linkDeviceLibs = true; ///< libdevice, ROCm's device libraries.
  std::string libdevice;      ///< Empty: that of the CUDA toolkit.
  std::string rocmPath;       ///< ROCm; empty: looked for.
  Arithmetic arithmetic;

  /// Options of the ELF link in place of the target's own.
  std::optional<std::vector<std::string>> elfArgs;

  OffloadKind offloadKind = OffloadKind::OpenMP;
  std::string hostTriple = thisHost(); ///< Of host-obj and host-bc.
  std::string imageArch;               ///< The processor of finished images.
  bool adaptOpenMPKernels = false; ///< Give kernels libomptarget's argument.
  std::string cudaPath;            ///< The CUDA toolkit; empty: looked for.
  std::string ptxas;               ///< Empty: that of the toolkit.
  unsigned threads = 0;            ///< 0: one for each core.
  /// Programs of twice as many instructions are compiled in parts of at least
  /// so many; 0: never.
  size_t partitionSize = 3000;
  std::string cacheDir; ///< Where parts are kept for later links; empty: none.
  std::string cachePolicy; ///< What stays there (llvm/Support/CachePruning.h).

  bool verifyPTX = false; ///< Have ptxas assemble the PTX.
  /// The newest PTX ISA that may be used, 78 for 7.8; absent: the target's own.
  std::optional<unsigned> maxPTX;
  OptionSpelling spelling;
  bool fatalWarnings = false;
  bool verbose = false;
  std::optional<std::string> saveTempsDir; ///< Empty: beside the output.
  std::optional<std::string> timeTrace;    ///< Empty: named after the output.
  std::vector<std::string> llvmArgs;       ///< -mllvm.
  std::vector<std::string> responseFiles; ///< Read while parsing; for dep-info.
};

/// Whether the output of a link is to have debug information.
inline bool wantsDebug(const Config &config) {
  return config.debug.value_or(DebugLevel::None) != DebugLevel::None;
}

} // namespace llbc

#endif // LLBC_CONFIG_H
