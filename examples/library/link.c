/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The C interface: the words of a command line, but the outputs stay in memory
 * until this program writes them.
 *
 *   link <option>... <input>... -o <output>
 */

#include <llbc.h>

#include <stdio.h>

static int print_messages(const llbc_result *result) {
  llbc_diagnostic message = {.struct_size = sizeof(message)};
  for (size_t i = 0; i != llbc_result_diagnostic_count(result); ++i) {
    if (llbc_result_get_diagnostic(result, i, &message) != LLBC_SUCCESS)
      return 0;
    fprintf(stderr, "%s: %s\n",
            message.severity == LLBC_ERROR ? "error" : "warning", message.text);
  }
  return 1;
}

static int write_output(const llbc_output *output) {
  FILE *file = fopen(output->path, "wb");
  if (!file) {
    perror(output->path);
    return 0;
  }
  const int written =
      fwrite(output->data, 1, output->size, file) == output->size;
  if (fclose(file) != 0 || !written) {
    perror(output->path);
    return 0;
  }
  printf("%s: %s%s%s, %zu bytes\n", output->path, output->kind,
         *output->arch ? " for " : "", output->arch, output->size);
  return 1;
}

int main(int argc, char **argv) {
  llbc_request *request = llbc_request_create();
  for (int i = 1; i < argc; ++i)
    llbc_request_add_option(request, argv[i]);
  llbc_result *result = llbc_link(request);
  const llbc_status status = llbc_result_status(result);
  int good = print_messages(result) && status == LLBC_SUCCESS;
  llbc_output output = {.struct_size = sizeof(output)};
  for (size_t i = 0; good && i != llbc_result_output_count(result); ++i)
    good = llbc_result_get_output(result, i, &output) == LLBC_SUCCESS &&
           write_output(&output);
  llbc_result_destroy(result);
  llbc_request_destroy(request);
  if (status == LLBC_USAGE_ERROR)
    return 2;
  return good ? 0 : 1;
}
