// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stages 5 to 8: an image for one processor, of a program that is merged.

#ifndef LLBC_IMAGELINK_H
#define LLBC_IMAGELINK_H

#include "Program.h"

#include "codegen/Partition.h"
#include "image/DeviceImage.h"
#include "link/Undefined.h"
#include "support/Cache.h"

namespace llbc {

/// Makes one image. Several can be at work on one program at a time, each with
/// its own module in its own context.
class ImageLink {
public:
  /// \p cpu as in --target-cpu; \p kinds: the images that are packaged.
  ImageLink(const Config &config, const Program &program, ImageLabel label,
            const std::string &cpu, llvm::ArrayRef<EmitKind> kinds,
            Outputs &outputs, Diagnostics &diag)
      : config(forProcessor(config, cpu)), program(program),
        label(std::move(label)), kinds(kinds), outputs(outputs), diag(diag) {}

  /// Makes the image of \p code, which may be null where the program is all
  /// native objects. Returns false as Stages::run does.
  bool run(std::unique_ptr<llvm::Module> code, Stages &stages);

  /// The images of the kinds that are packaged, after run.
  std::vector<DeviceImage> takeImages() { return std::move(images); }

  /// The device libraries that were read, after run.
  const std::vector<std::string> &libraryFiles() const { return libraries; }

private:
  static Config forProcessor(Config config, const std::string &cpu) {
    config.targetCpu = cpu;
    return config;
  }
  void setUpTarget();
  void linkLibraries();
  void internalizeSymbols();
  void adaptKernels();
  void optimizeModule();
  /// Stages 6 and 7 in parts, where that is possible and worth it: fills
  /// `text`. What fails in a part is left to the whole program, which reports
  /// it.
  void compileInParts();
  bool mayCompileInParts() const;
  struct CompiledPart {
    PartText text;
    std::string key;      ///< In the cache, if there is one.
    bool isKnown = false; ///< It was there.
  };
  /// One part, in a module and context of its own.
  CompiledPart compilePart(const Cut &cut, const Partition &part,
                           llvm::StringRef bitcode, const Cache *cache,
                           Diagnostics &partDiag) const;
  /// The same for this one, which has a part of \p whole as its module.
  PartText compileAsPartOf(const ImageLink &whole, const Cut &cut);
  /// The cache that the options ask for, if it can be had.
  std::optional<Cache> openCache() const;
  /// What \p code, a part, becomes depends on this alone.
  std::string partKey(const llvm::Module &code) const;
  void keep(const CompiledPart &part, const Cache &cache) const;
  UndefinedPolicy undefinedPolicy() const;
  void checkGeneratedCode() const;
  void generate();
  void generateCode();
  void generatePTX();
  /// The code that goes into code generation once more, as bitcode; "" if it
  /// cannot be had.
  std::string remakeCode() const;
  void linkObjects();
  ElfImage linkImage();
  std::string versionScript() const;
  ElfObject describeObject(const InputModule &input) const;
  std::string emit(llvm::Module &code, llvm::CodeGenFileType type);
  std::vector<std::string> originNotes(llvm::StringRef symbol) const;
  bool packs(EmitKind kind) const;
  bool needs(EmitKind kind) const { return outputs.wants(kind) || packs(kind); }
  DeviceImage describeImage(llvm::object::ImageKind kind,
                            std::string bytes) const;
  std::string valueOf(llvm::Expected<std::string> bytes);

  const Config config; ///< With the processor of this image.
  const Program &program;
  const ImageLabel label;
  llvm::ArrayRef<EmitKind> kinds;
  Outputs &outputs;
  Diagnostics &diag;

  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::unique_ptr<ImageSetting> setting; ///< Once there is a machine.
  std::string text;                      ///< Of all parts, if there are any.
  std::string object;                    ///< The relocatable made of `module`.
  llvm::StringMap<std::string> renamedInObjects; ///< What they refer to.
  bool hasAssembly = false; ///< Whose symbols nobody knows before.
  std::vector<DeviceImage> images;
  std::vector<std::string> libraries; ///< The files that were linked.
  std::vector<UndefinedSymbol> undefinedInLibraries;
};

} // namespace llbc

#endif // LLBC_IMAGELINK_H
