// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler of one's own: it has an LLVM, options for it, a handler of LLVM's
// fatal errors and one for a signal. Links change none of these.

#include <llbc.h>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/SourceMgr.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>

static llvm::cl::opt<std::string> hostOption("host-option");

static void demand(bool isTrue, const char *what) {
  if (isTrue)
    return;
  std::fprintf(stderr, "FAILED: %s\n", what);
  std::exit(1);
}

static void onFatalError(void *, const char *, bool) {
  std::puts("the host's own handler");
  std::fflush(stdout);
  std::_Exit(0);
}

static void onSignal(int) {}

static const char kernel[] = "target triple = \"nvptx64-nvidia-cuda\"\n"
                             "define ptx_kernel void @k() {\n  ret void\n}\n";

// What the back end ends the process for.
static const char fatal[] =
    "target triple = \"nvptx64-nvidia-cuda\"\n"
    "declare i64 @llvm.read_register.i64(metadata)\n"
    "define ptx_kernel void @k(ptr %p) {\n"
    "  %r = call i64 @llvm.read_register.i64(metadata !0)\n"
    "  store i64 %r, ptr %p\n  ret void\n}\n"
    "!0 = !{!\"rsp\"}\n";

static llbc_status linkText(const char *text,
                            std::initializer_list<const char *> options = {}) {
  llbc_request *request = llbc_request_create();
  for (const char *option : options)
    llbc_request_add_option(request, option);
  const llbc_input input = {sizeof(input), "text", text, std::strlen(text), 0};
  llbc_request_add_input(request, &input);
  llbc_result *result = llbc_link(request);
  const llbc_status status = llbc_result_status(result);
  llbc_result_destroy(result);
  llbc_request_destroy(request);
  return status;
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  llvm::install_fatal_error_handler(onFatalError);
  for (int signal : {SIGSEGV, SIGABRT, SIGPIPE})
    std::signal(signal, onSignal);

  demand(linkText(kernel) == LLBC_SUCCESS, "a link");
  demand(linkText(kernel, {"-mllvm", "-unroll-count=2"}) == LLBC_SUCCESS,
         "a link with options for LLVM");
  demand(linkText(kernel, {"-mllvm", "-host-option=lost"}) == LLBC_LINK_FAILED,
         "the host's options are not the linker's");
  // A back end's fatal error is an error of the link, not the end.
  demand(linkText(fatal) == LLBC_LINK_FAILED, "a link that must fail");

  demand(hostOption == "kept", "the host's option has its value");
  demand(hostOption.getNumOccurrences() == 1, "the host's option was given");
  for (int signal : {SIGSEGV, SIGABRT, SIGPIPE}) {
    struct sigaction action;
    sigaction(signal, nullptr, &action);
    demand(action.sa_handler == onSignal, "the host's handler of a signal");
  }
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module =
      llvm::parseIR(llvm::MemoryBufferRef(kernel, "kernel"), error, context);
  demand(module && module->getFunction("k"), "the host's LLVM works");
  llvm::report_fatal_error("of the host");
}
