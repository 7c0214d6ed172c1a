// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "driver/ResponseFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace llvm;

namespace llbc {
namespace {

bool isBlank(char c) { return c == ' ' || c == '\t'; }

bool isQuoted(StringRef text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
         text.front() == text.back();
}

/// Whether rustc could have written \p line, an argument as a whole.
bool isOneArgument(StringRef line) {
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (isBlank(line[i]))
      return false;
  }
  return !isQuoted(line) && !isQuoted(line.split('=').second);
}

const char *unescape(StringRef line, StringSaver &saver) {
  std::string argument;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() &&
        (line[i + 1] == '\\' || line[i + 1] == ' '))
      ++i;
    argument += line[i];
  }
  return saver.save(argument).data();
}

/// Remembers each response file that LLVM opens.
class RecordingFileSystem : public vfs::ProxyFileSystem {
public:
  RecordingFileSystem() : ProxyFileSystem(vfs::getRealFileSystem()) {}

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (file)
      opened.push_back(asTyped(path.str()));
    return file;
  }

  std::vector<std::string> opened;

private:
  /// LLVM makes names absolute; those below the working directory become
  /// relative again.
  std::string asTyped(StringRef path) {
    ErrorOr<std::string> folder = getCurrentWorkingDirectory();
    if (folder && path.consume_front(*folder))
      path.consume_front("/");
    return path.str();
  }
};

} // namespace

void tokenizeResponseFile(StringRef text, StringSaver &saver,
                          SmallVectorImpl<const char *> &args, bool markEnds) {
  SmallVector<StringRef, 64> lines;
  text.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef &line : lines)
    line.consume_back("\r");
  llvm::erase_if(lines, [](StringRef line) { return line.empty(); });
  if (!llvm::all_of(lines, isOneArgument)) {
    cl::TokenizeGNUCommandLine(text, saver, args, markEnds);
    return;
  }
  for (StringRef line : lines) {
    args.push_back(unescape(line, saver));
    if (markEnds)
      args.push_back(nullptr);
  }
}

Expected<std::vector<std::string>>
expandResponseFiles(SmallVectorImpl<const char *> &args,
                    BumpPtrAllocator &allocator) {
  auto fs = makeIntrusiveRefCnt<RecordingFileSystem>();
  cl::ExpansionContext expansion(allocator, tokenizeResponseFile, fs.get());
  if (Error err = expansion.expandResponseFiles(args))
    return err;
  // LLVM leaves the name of a file that does not exist as it is.
  for (StringRef arg : args)
    if (arg.size() > 1 && arg.starts_with("@"))
      return createStringError("cannot open response file '" +
                               arg.drop_front() + "'");
  return std::move(fs->opened);
}

} // namespace llbc
