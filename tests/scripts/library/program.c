// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links a module from memory with the C functions, and prints the PTX.

#include <llbc.h>

#include <stdio.h>
#include <string.h>

static const char kernel[] = "target triple = \"nvptx64-nvidia-cuda\"\n"
                             "define ptx_kernel void @k() {\n"
                             "  ret void\n"
                             "}\n";

int main(void) {
  llbc_request *request = llbc_request_create();
  llbc_request_add_option(request, "--target-cpu=sm_80");
  llbc_input input;
  memset(&input, 0, sizeof input);
  input.struct_size = sizeof input;
  input.name = "kernel.ll";
  input.data = kernel;
  input.size = strlen(kernel);
  llbc_request_add_input(request, &input);

  llbc_result *result = llbc_link(request);
  const llbc_status status = llbc_result_status(result);
  for (size_t i = 0; i != llbc_result_diagnostic_count(result); ++i) {
    llbc_diagnostic diagnostic;
    memset(&diagnostic, 0, sizeof diagnostic);
    diagnostic.struct_size = sizeof diagnostic;
    llbc_result_get_diagnostic(result, i, &diagnostic);
    fprintf(stderr, "%s\n", diagnostic.text);
  }
  llbc_output output;
  memset(&output, 0, sizeof output);
  output.struct_size = sizeof output;
  if (llbc_result_get_output(result, 0, &output) == LLBC_SUCCESS)
    fwrite(output.data, 1, output.size, stdout);
  llbc_result_destroy(result);
  llbc_request_destroy(request);
  return status;
}
