// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "codegen/ElfLink.h"

#include "support/CrashGuard.h"
#include "support/MemoryFile.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <mutex>
#include <thread>
#include <unistd.h>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace llbc {
namespace {

/// The command line, and the files that its words name.
class CommandLine {
public:
  explicit CommandLine(ArrayRef<std::string> args) {
    // What dies on a thread of lld's own cannot be caught.
    words = {"ld.lld", "--threads=1"};
    llvm::append_range(words, args);
  }

  Error addFile(StringRef option, StringRef name, StringRef bytes) {
    Expected<Descriptor> file = makeMemoryFile(bytes);
    if (!file)
      return file.takeError();
    words.push_back((option + file->path()).str());
    names.emplace_back(file->path(), name);
    files.push_back(std::move(*file));
    return Error::success();
  }

  void addWord(StringRef word) { words.push_back(word.str()); }

  std::vector<const char *> argv() const {
    std::vector<const char *> result;
    result.reserve(words.size());
    for (const std::string &word : words)
      result.push_back(word.c_str());
    return result;
  }

  /// \p text with the user's names for files.
  std::string withNames(std::string text) const {
    for (const auto &[path, name] : names)
      for (size_t at = 0; (at = text.find(path, at)) != std::string::npos;) {
        const size_t end = at + path.size();
        // .../fd/1 is the start of .../fd/12 too.
        if (end < text.size() && isDigit(text[end])) {
          at = end;
          continue;
        }
        text.replace(at, path.size(), name);
        at += name.size();
      }
    return text;
  }

private:
  std::vector<std::string> words;
  std::vector<Descriptor> files;
  std::vector<std::pair<std::string, std::string>> names;
};

/// Reports what lld printed: messages of one line, and notes after `>>>`.
void reportMessages(StringRef text, Diagnostics &diag) {
  std::vector<Diagnostic> messages;
  for (StringRef line : split(text, '\n')) {
    if (line.trim().empty())
      continue;
    if (line.consume_front(">>> ") && !messages.empty()) {
      messages.back().notes.push_back(line.str());
      continue;
    }
    line.consume_front("ld.lld: ");
    Diagnostic &message = messages.emplace_back();
    message.severity = line.consume_front("error: ")     ? Severity::Error
                       : line.consume_front("warning: ") ? Severity::Warning
                                                         : Severity::Verbose;
    message.what = line.str();
  }
  for (const Diagnostic &message : messages)
    diag.report(message);
}

/// Runs lld with \p argv; its words go to \p messages, and what it or LLVM
/// dies of as well.
bool runLld(ArrayRef<const char *> argv, std::string &messages) {
  raw_string_ostream os(messages);
  bool linked = false;
  std::optional<Fault> fault = runGuarded([&] {
    linked = lld::elf::link(argv, os, os, /*exitEarly=*/false,
                            /*disableOutput=*/false);
  });
  runGuarded([] { lld::CommonLinkerContext::destroy(); });
  // lld's own fatal errors end it too, after they were printed.
  if (fault && !fault->message.empty())
    os << "error: lld: " << fault->message << '\n';
  return linked && !fault;
}

/// Collects what is written to `path()`. lld writes in one piece to what is no
/// regular file, so a pipe can take its results without a file's name.
class Collector {
public:
  static Expected<std::unique_ptr<Collector>> create() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return systemError("cannot make a pipe");
    return std::make_unique<Collector>(Descriptor(ends[0]),
                                       Descriptor(ends[1]));
  }

  Collector(Descriptor reading, Descriptor writing)
      : writing(std::move(writing)),
        reader([this, reading = std::move(reading)] {
          char buffer[1 << 16];
          for (ssize_t size;
               (size = ::read(reading.get(), buffer, sizeof(buffer))) > 0;)
            bytes.append(buffer, size);
        }) {}
  ~Collector() {
    if (reader.joinable())
      take();
  }

  std::string path() const { return writing.path(); }

  /// All that was written; nothing can be written any more.
  std::string take() {
    writing.close();
    reader.join();
    return std::move(bytes);
  }

private:
  std::string bytes;
  Descriptor writing;
  std::thread reader;
};

Expected<ElfImage> run(const ElfLink &job, Diagnostics &diag) {
  Expected<std::unique_ptr<Collector>> bytes = Collector::create();
  if (!bytes)
    return bytes.takeError();
  Expected<std::unique_ptr<Collector>> map = Collector::create();
  if (!map)
    return map.takeError();

  CommandLine command(job.args);
  command.addWord("-o");
  command.addWord((*bytes)->path());
  if (job.wantsMap)
    command.addWord("-Map=" + (*map)->path());
  if (!job.versionScript.empty())
    if (Error err = command.addFile("--version-script=", "version script",
                                    job.versionScript))
      return err;
  for (const ElfObject &object : job.objects)
    if (Error err = command.addFile("", object.name, object.bytes))
      return err;
  for (const std::string &library : job.libraries)
    command.addWord(library);

  std::string messages;
  const bool linked = runLld(command.argv(), messages);
  const ElfImage image = {(*bytes)->take(), command.withNames((*map)->take())};
  reportMessages(command.withNames(messages), diag);
  if (linked)
    return image;
  if (!diag.hasErrors())
    return createStringError("lld failed and said nothing");
  return ElfImage();
}

} // namespace

// `addReservedSymbols` and its neighbours in lld/ELF/Writer.cpp, for a shared
// object. `_TLS_MODULE_BASE_` is there where a target has thread-local
// variables.
bool isLinkerDefined(StringRef symbol) {
  static constexpr StringRef names[] = {"__ehdr_start",
                                        "__executable_start",
                                        "__dso_handle",
                                        "_GLOBAL_OFFSET_TABLE_",
                                        "_TLS_MODULE_BASE_",
                                        "_DYNAMIC",
                                        "__bss_start",
                                        "end",
                                        "_end",
                                        "etext",
                                        "_etext",
                                        "edata",
                                        "_edata",
                                        "__preinit_array_start",
                                        "__preinit_array_end",
                                        "__init_array_start",
                                        "__init_array_end",
                                        "__fini_array_start",
                                        "__fini_array_end"};
  return llvm::is_contained(names, symbol);
}

ElfImage linkElf(const ElfLink &job, Diagnostics &diag) {
  TimeTraceScope scope("Link ELF");
  static std::mutex oneAtATime;
  std::lock_guard<std::mutex> lock(oneAtATime);
  Expected<ElfImage> image = run(job, diag);
  if (image)
    return std::move(*image);
  diag.error("", image.takeError());
  return {};
}

} // namespace llbc
