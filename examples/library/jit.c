/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Just in time: a kernel in bitcode gets a number that is known only now, is
 * linked, and runs: on the processor that this program runs on, or on an NVIDIA
 * GPU.
 *
 *   jit <kernel bitcode> <exponent>                      the host
 *   jit <kernel bitcode> <exponent> <processor>          a GPU, such as sm_90
 */

#define _GNU_SOURCE

#include "launch.h"

#include <llbc.h>

#include <stdio.h>
#include <stdlib.h>

#define COUNT 1000

/* The missing function, in LLVM's assembly language. */
static void write_exponent(char *text, size_t size, const char *triple,
                           int exponent) {
  snprintf(text, size,
           "target triple = \"%s\"\n"
           "define i32 @exponent() {\n  ret i32 %d\n}\n",
           triple, exponent);
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*size);
  if (!bytes || fread(bytes, 1, *size, file) != *size) {
    perror(path);
    exit(1);
  }
  fclose(file);
  return bytes;
}

/* Links the kernel with its exponent; exits with the messages if that fails. */
static llbc_result *specialise(const char *path, int exponent,
                               const char *processor) {
  size_t size;
  char *kernel = read_file(path, &size);
  char text[200];
  write_exponent(text, sizeof(text),
                 processor ? "nvptx64-nvidia-cuda" : "x86_64-unknown-linux-gnu",
                 exponent);
  const llbc_input inputs[] = {
      {sizeof(llbc_input), "kernel", kernel, size, 0},
      {sizeof(llbc_input), "exponent", text, strlen(text), 0}};
  llbc_request *request = llbc_request_create();
  llbc_request_add_option(request, "-O3");
  if (processor) {
    llbc_request_add_option(request, "--target-cpu");
    llbc_request_add_option(request, processor);
  }
  for (int i = 0; i != 2; ++i)
    llbc_request_add_input(request, &inputs[i]);
  llbc_result *result = llbc_link(request);
  llbc_request_destroy(request);
  free(kernel);
  if (llbc_result_status(result) == LLBC_SUCCESS)
    return result;
  llbc_diagnostic message = {.struct_size = sizeof(message)};
  for (size_t i = 0; i != llbc_result_diagnostic_count(result); ++i)
    if (llbc_result_get_diagnostic(result, i, &message) == LLBC_SUCCESS)
      fprintf(stderr, "%s\n", message.text);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: jit <kernel bitcode> <exponent> [<processor>]\n");
    return 2;
  }
  const int exponent = atoi(argv[2]);
  const char *processor = argc > 3 ? argv[3] : NULL;
  llbc_result *result = specialise(argv[1], exponent, processor);
  llbc_output image = {.struct_size = sizeof(image)};
  llbc_result_get_output(result, 0, &image);

  float numbers[COUNT];
  for (int i = 0; i != COUNT; ++i)
    numbers[i] = (float)(i % 7);
  if (processor)
    launch_on_gpu(image.data, "power", numbers, COUNT);
  else
    launch_on_host(image.data, image.size, "power", numbers, COUNT);
  llbc_result_destroy(result);

  for (int i = 0; i != COUNT; ++i) {
    float expected = 1;
    for (int k = 0; k != exponent; ++k)
      expected *= (float)(i % 7);
    if (numbers[i] != expected) {
      fprintf(stderr, "number %d is %g, not %g\n", i, numbers[i], expected);
      return 1;
    }
  }
  printf("%d numbers to the power of %d, right on %s\n", COUNT, exponent,
         processor ? processor : "the host");
  return 0;
}
