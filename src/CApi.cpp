// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C functions, each a few lines over the C++ ones.

#include "llbc.h"

#include "llbc/CommandLine.h"
#include "llbc/Link.h"

#include <cstring>
#include <mutex>

using namespace llbc;

struct llbc_request {
  std::vector<std::string> words;
  std::vector<InputArg> inputs;
};

namespace {

/// What a llbc_diagnostic points to.
struct Message {
  Diagnostic diagnostic;
  std::string text;
  std::vector<const char *> notes;

  explicit Message(const Diagnostic &said)
      : diagnostic(said), text(said.text()) {
    for (const std::string &note : diagnostic.notes)
      notes.push_back(note.c_str());
  }
};

} // namespace

struct llbc_result {
  llbc_status status = LLBC_SUCCESS;
  LinkResult link;
  std::vector<std::unique_ptr<Message>> messages;
};

namespace {

constexpr const char *intermediateKind = "intermediate";

llbc_severity severityOf(Severity severity) {
  switch (severity) {
  case Severity::Verbose:
    return LLBC_VERBOSE;
  case Severity::Warning:
    return LLBC_WARNING;
  case Severity::Error:
    return LLBC_ERROR;
  }
  llvm_unreachable("all severities are listed");
}

/// Copies \p value as far as the caller of another version knows it, and zeros
/// where it knows more.
template <typename T> llbc_status give(const T &value, T *to) {
  size_t size = 0;
  if (!to || (std::memcpy(&size, to, sizeof(size)), size <= sizeof(size)))
    return LLBC_BAD_ARGUMENT;
  std::memset(to, 0, size);
  std::memcpy(to, &value, std::min(size, sizeof(T)));
  std::memcpy(to, &size, sizeof(size));
  return LLBC_SUCCESS;
}

llvm::Expected<Config> makeConfig(const llbc_request &request) {
  std::vector<const char *> words;
  words.reserve(request.words.size());
  for (const std::string &word : request.words)
    words.push_back(word.c_str());
  llvm::Expected<Config> config = parseOptions(words);
  if (!config)
    return config;
  config->inputs.insert(config->inputs.end(), request.inputs.begin(),
                        request.inputs.end());
  if (llvm::Error err = checkTarget(*config))
    return err;
  return config;
}

} // namespace

uint32_t llbc_api_version(void) { return LLBC_API_VERSION; }

const char *llbc_version(void) {
  static const std::string text = versionText(Dialect::Llbc);
  return text.c_str();
}

llbc_request *llbc_request_create(void) { return new llbc_request; }

void llbc_request_destroy(llbc_request *request) { delete request; }

llbc_status llbc_request_add_option(llbc_request *request, const char *word) {
  if (!request || !word)
    return LLBC_BAD_ARGUMENT;
  request->words.emplace_back(word);
  return LLBC_SUCCESS;
}

llbc_status llbc_request_add_input(llbc_request *request,
                                   const llbc_input *input) {
  llbc_input known = {};
  if (!request || !input || input->struct_size <= sizeof(size_t))
    return LLBC_BAD_ARGUMENT;
  std::memcpy(&known, input, std::min(input->struct_size, sizeof(known)));
  if (!known.name || (!known.data && known.size != 0))
    return LLBC_BAD_ARGUMENT;
  InputArg arg;
  arg.kind = known.data ? InputArg::Kind::Buffer : InputArg::Kind::File;
  arg.value = known.name;
  arg.wholeArchive = known.whole_archive != 0;
  if (known.data)
    arg.bytes = {static_cast<const char *>(known.data), known.size};
  request->inputs.push_back(std::move(arg));
  return LLBC_SUCCESS;
}

llbc_result *llbc_link(const llbc_request *request) {
  if (!request)
    return nullptr;
#ifdef LLBC_OWNS_LLVM
  llbc_catch_fatal_errors();
#endif
  auto result = std::make_unique<llbc_result>();
  auto keep = [&](const Diagnostic &message) {
    result->messages.push_back(std::make_unique<Message>(message));
  };
  llvm::Expected<Config> config = makeConfig(*request);
  if (!config) {
    Diagnostics(keep).error("", config.takeError());
    result->status = LLBC_USAGE_ERROR;
    return result.release();
  }
  Diagnostics diag(keep, config->verbose, config->fatalWarnings);
  result->link = link(*config, diag);
  result->status = result->link.succeeded ? LLBC_SUCCESS : LLBC_LINK_FAILED;
  return result.release();
}

void llbc_result_destroy(llbc_result *result) { delete result; }

llbc_status llbc_result_status(const llbc_result *result) {
  return result ? result->status : LLBC_BAD_ARGUMENT;
}

size_t llbc_result_output_count(const llbc_result *result) {
  return result
             ? result->link.outputs.size() + result->link.intermediates.size()
             : 0;
}

llbc_status llbc_result_get_output(const llbc_result *result, size_t index,
                                   llbc_output *output) {
  if (index >= llbc_result_output_count(result))
    return LLBC_BAD_ARGUMENT;
  const LinkResult &link = result->link;
  const OutputFile &file =
      index < link.outputs.size()
          ? link.outputs[index]
          : link.intermediates[index - link.outputs.size()];
  llbc_output known = {};
  // The spellings are literals.
  known.kind = file.kind ? spellingOf(*file.kind).data() : intermediateKind;
  known.arch = file.arch.c_str();
  known.path = file.path.c_str();
  known.data = file.bytes.data();
  known.size = file.bytes.size();
  return give(known, output);
}

size_t llbc_result_diagnostic_count(const llbc_result *result) {
  return result ? result->messages.size() : 0;
}

llbc_status llbc_result_get_diagnostic(const llbc_result *result, size_t index,
                                       llbc_diagnostic *diagnostic) {
  if (index >= llbc_result_diagnostic_count(result))
    return LLBC_BAD_ARGUMENT;
  const Message &message = *result->messages[index];
  llbc_diagnostic known = {};
  known.severity = severityOf(message.diagnostic.severity);
  known.where = message.diagnostic.where.c_str();
  known.what = message.diagnostic.what.c_str();
  known.text = message.text.c_str();
  known.notes = message.notes.data();
  known.note_count = message.notes.size();
  return give(known, diagnostic);
}

size_t llbc_result_dependency_count(const llbc_result *result) {
  return result ? result->link.dependencies.size() : 0;
}

const char *llbc_result_get_dependency(const llbc_result *result,
                                       size_t index) {
  return index < llbc_result_dependency_count(result)
             ? result->link.dependencies[index].c_str()
             : nullptr;
}

void llbc_catch_fatal_errors(void) {
  static std::once_flag once;
  std::call_once(once, catchFatalErrors);
}

void llbc_catch_crashes(void) {
  static std::once_flag once;
  std::call_once(once, [] {
    llbc_catch_fatal_errors();
    catchCrashes();
  });
}
