/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * llvm-bitcode-linker as a C library: a request of options and inputs goes in,
 * a result of outputs and messages comes out. Nothing is written to a file or
 * printed.
 *
 * Threads: any number of links may run at once. A request may be linked by
 * several threads at once while none changes it; a result may be read by
 * several threads at once.
 *
 * Process: what a link changes in the process is listed in llbc/Link.h; in
 * short, nothing beside LLVM's own options, and only when `-mllvm` is among the
 * words. The shared library has an LLVM of its own, which a host's LLVM never
 * meets. Running out of memory ends the process.
 *
 * Versions: functions and fields are only ever added. A structure begins with
 * `struct_size`, which the caller sets to `sizeof` the structure as it was
 * compiled; fields that the library knows and the caller does not are left out,
 * and the other way round they are zero.
 */

#ifndef LLBC_H
#define LLBC_H

#include <stddef.h>
#include <stdint.h>

#define LLBC_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

/* The version that this header describes; raised when something is added. */
#define LLBC_API_VERSION 1

/* What came of a call; of a link, as the exit statuses of the command. */
typedef enum llbc_status {
  LLBC_SUCCESS = 0,
  LLBC_LINK_FAILED = 1, /* The messages say why. */
  LLBC_USAGE_ERROR = 2, /* A word is no option, a value is wrong: likewise. */
  LLBC_BAD_ARGUMENT = 3 /* A null pointer, an index beyond the end, a structure
                           that is too small to be one. */
} llbc_status;

typedef enum llbc_severity {
  LLBC_VERBOSE = 0, /* Only with `--verbose` among the words. */
  LLBC_WARNING = 1,
  LLBC_ERROR = 2
} llbc_severity;

/* One input of a link. */
typedef struct llbc_input {
  size_t struct_size;
  /* The path of a file; or, where `data` is set, what messages call it. */
  const char *name;
  /* The bytes, or null for a file. They are not copied: they must stay as they
   * are until the last llbc_link with them has returned. */
  const void *data;
  size_t size;
  /* Whether all members of an archive join, needed or not; 0 or 1. */
  int whole_archive;
} llbc_input;

/* One thing that a link made. All pointers live as long as the result. */
typedef struct llbc_output {
  size_t struct_size;
  /* As in `--emit`: "asm", "elf", "bundle"; "intermediate" for what
   * `--save-temps` and `--time-trace` give. */
  const char *kind;
  /* The processor, where there is one output of this kind for each of several;
   * else "". */
  const char *arch;
  /* The file that the command would have written; "" where no option says. */
  const char *path;
  const void *data; /* A zero byte follows, which `size` does not count. */
  size_t size;
} llbc_output;

/* One message. All pointers live as long as the result. */
typedef struct llbc_diagnostic {
  size_t struct_size;
  llbc_severity severity;
  const char *where; /* A file, "archive(member)", or "". */
  const char *what;  /* Lower case, no full stop. */
  const char *text;  /* "where: what" and the notes, each on a line. */
  const char *const *notes;
  size_t note_count;
} llbc_diagnostic;

typedef struct llbc_request llbc_request;
typedef struct llbc_result llbc_result;

/* LLBC_API_VERSION of the library that is there at run time. */
LLBC_API uint32_t llbc_api_version(void);

/* What `--version` prints: several lines, the last with its line end. The text
 * is the library's own. */
LLBC_API const char *llbc_version(void);

/* An empty request, to be given back to llbc_request_destroy. */
LLBC_API llbc_request *llbc_request_create(void);

/* Destroys \p request, which may be null. */
LLBC_API void llbc_request_destroy(llbc_request *request);

/* Adds one word of the command line, copied: `--target-cpu=sm_90`, or `-o` and
 * then `k.ptx`. With `-flavor` and `gnu` first, the words are ld.lld's. Neither
 * an input nor `-o` must be among them; words that are inputs go before those
 * of llbc_request_add_input. */
LLBC_API llbc_status llbc_request_add_option(llbc_request *request,
                                             const char *word);

/* Adds \p input after those that were added before. Its name is copied, its
 * bytes are not. */
LLBC_API llbc_status llbc_request_add_input(llbc_request *request,
                                            const llbc_input *input);

/* Links. Never null for a request that is not null; the result is to be given
 * back to llbc_result_destroy. */
LLBC_API llbc_result *llbc_link(const llbc_request *request);

/* Destroys \p result, which may be null, with all that it gave out. */
LLBC_API void llbc_result_destroy(llbc_result *result);

/* LLBC_SUCCESS, LLBC_LINK_FAILED or LLBC_USAGE_ERROR. */
LLBC_API llbc_status llbc_result_status(const llbc_result *result);

/* The outputs: those asked for, in the order of `--emit` and then of the
 * processors, then the intermediate ones. After a failure there are only
 * intermediate ones, if any. */
LLBC_API size_t llbc_result_output_count(const llbc_result *result);
LLBC_API llbc_status llbc_result_get_output(const llbc_result *result,
                                            size_t index, llbc_output *output);

/* The messages, in the order in which they came. */
LLBC_API size_t llbc_result_diagnostic_count(const llbc_result *result);
LLBC_API llbc_status llbc_result_get_diagnostic(const llbc_result *result,
                                                size_t index,
                                                llbc_diagnostic *diagnostic);

/* The files that were read, each once; null for an index beyond the end. */
LLBC_API size_t llbc_result_dependency_count(const llbc_result *result);
LLBC_API const char *llbc_result_get_dependency(const llbc_result *result,
                                                size_t index);

/* Makes LLVM's fatal errors, which end the process, errors of the link that
 * they happen in. In the shared library this is so in any case, and the call
 * does nothing; in the static one it takes the place of the process's handler
 * of LLVM's fatal errors. Call it before the first link. */
LLBC_API void llbc_catch_fatal_errors(void);

/* The same for crashes inside LLVM, which damaged inputs can cause: sets
 * handlers for SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV and SIGTRAP, which pass
 * on what does not come from a link, and ignores SIGPIPE and SIGXFSZ. Call it
 * once, before the first link. */
LLBC_API void llbc_catch_crashes(void);

#ifdef __cplusplus
}
#endif

#endif /* LLBC_H */
