/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * comgr_check [--no-header] FILE ISA KERNEL... [-- VARIABLE...]: whether AMD's
 * code object manager, the library that AMD's runtimes read code objects with,
 * finds in FILE just these kernels and variables, for this instruction set.
 * --no-header is for code object versions whose ELF header it cannot read.
 */

#include <amd_comgr.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *path;
static int faults;

static void fault(const char *what, const char *found, const char *expected) {
  fprintf(stderr, "%s: %s is '%s', not '%s'\n", path, what, found, expected);
  ++faults;
}

static void wrong(const char *name, const char *what) {
  fprintf(stderr, "%s: %s %s\n", path, name, what);
  ++faults;
}

static void require(amd_comgr_status_t status, const char *call) {
  const char *reason = "";
  if (status == AMD_COMGR_STATUS_SUCCESS)
    return;
  amd_comgr_status_string(status, &reason);
  fprintf(stderr, "%s: %s: %s\n", path, call, reason);
  exit(1);
}

/* What the command line expects, and what was seen of it. */
struct Name {
  const char *text;
  int isKernel;
  int functions;   /* Symbols of this name. */
  int descriptors; /* Symbols of this name with ".kd". */
  int described;   /* Entries in the metadata. */
};
static struct Name *names;
static int nameCount;

static struct Name *find(const char *text, size_t length) {
  for (int i = 0; i != nameCount; ++i)
    if (strlen(names[i].text) == length && !memcmp(names[i].text, text, length))
      return &names[i];
  return NULL;
}

static amd_comgr_data_t readFile(void) {
  amd_comgr_data_t data;
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  long size = 0;
  if (file && !fseek(file, 0, SEEK_END) && (size = ftell(file)) > 0) {
    rewind(file);
    bytes = malloc((size_t)size);
    if (bytes && fread(bytes, 1, (size_t)size, file) != (size_t)size)
      size = 0;
  }
  if (!bytes || size <= 0) {
    fprintf(stderr, "%s: cannot be read\n", path);
    exit(1);
  }
  fclose(file);
  require(amd_comgr_create_data(AMD_COMGR_DATA_KIND_EXECUTABLE, &data),
          "amd_comgr_create_data");
  require(amd_comgr_set_data(data, (size_t)size, bytes), "amd_comgr_set_data");
  free(bytes);
  return data;
}

static void checkIsa(amd_comgr_data_t data, const char *expected) {
  char found[256];
  size_t size = sizeof(found);
  memset(found, 0, sizeof(found));
  require(amd_comgr_get_data_isa_name(data, &size, NULL),
          "amd_comgr_get_data_isa_name");
  if (size > sizeof(found))
    size = sizeof(found);
  require(amd_comgr_get_data_isa_name(data, &size, found),
          "amd_comgr_get_data_isa_name");
  if (strcmp(found, expected))
    fault("the ISA of the header", found, expected);
}

/* The string at KEY of a map. */
static void lookUp(amd_comgr_metadata_node_t map, const char *key, char *value,
                   size_t capacity) {
  amd_comgr_metadata_node_t node;
  size_t size = capacity;
  memset(value, 0, capacity);
  require(amd_comgr_metadata_lookup(map, key, &node), key);
  require(amd_comgr_get_metadata_string(node, &size, NULL), key);
  if (size > capacity)
    size = capacity;
  require(amd_comgr_get_metadata_string(node, &size, value), key);
  require(amd_comgr_destroy_metadata(node), key);
}

static void checkKernel(amd_comgr_metadata_node_t kernel) {
  char name[256];
  char symbol[256];
  char number[32];
  lookUp(kernel, ".name", name, sizeof(name));
  lookUp(kernel, ".symbol", symbol, sizeof(symbol));
  lookUp(kernel, ".kernarg_segment_size", number, sizeof(number));
  struct Name *expected = find(name, strlen(name));
  if (!expected || !expected->isKernel)
    wrong(name, "is a kernel of the metadata that was not expected");
  else
    ++expected->described;
  if (strncmp(symbol, name, strlen(name)) ||
      strcmp(symbol + strlen(name), ".kd"))
    fault("the descriptor's name in the metadata", symbol, name);
}

static void checkMetadata(amd_comgr_data_t data, const char *isa) {
  amd_comgr_metadata_node_t root;
  amd_comgr_metadata_node_t kernels;
  char target[256];
  size_t count = 0;
  require(amd_comgr_get_data_metadata(data, &root),
          "amd_comgr_get_data_metadata");
  lookUp(root, "amdhsa.target", target, sizeof(target));
  if (strcmp(target, isa))
    fault("amdhsa.target", target, isa);
  require(amd_comgr_metadata_lookup(root, "amdhsa.kernels", &kernels),
          "amdhsa.kernels");
  require(amd_comgr_get_metadata_list_size(kernels, &count), "amdhsa.kernels");
  for (size_t i = 0; i != count; ++i) {
    amd_comgr_metadata_node_t kernel;
    require(amd_comgr_index_list_metadata(kernels, i, &kernel),
            "amdhsa.kernels");
    checkKernel(kernel);
    require(amd_comgr_destroy_metadata(kernel), "amdhsa.kernels");
  }
  require(amd_comgr_destroy_metadata(kernels), "amdhsa.kernels");
  require(amd_comgr_destroy_metadata(root), "amd_comgr_get_data_metadata");
}

static amd_comgr_status_t checkSymbol(amd_comgr_symbol_t symbol, void *unused) {
  static const uint64_t descriptorSize = 64;
  uint64_t length = 0;
  uint64_t size = 0;
  bool isUndefined = true;
  amd_comgr_symbol_type_t type = AMD_COMGR_SYMBOL_TYPE_UNKNOWN;
  char name[256];
  (void)unused;
  require(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME_LENGTH,
                                    &length),
          "the length of a symbol's name");
  if (length >= sizeof(name)) {
    wrong("a dynamic symbol", "has a name that is too long");
    return AMD_COMGR_STATUS_ERROR;
  }
  require(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_NAME, name),
          "a symbol's name");
  require(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_TYPE, &type),
          name);
  require(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_SIZE, &size),
          name);
  require(amd_comgr_symbol_get_info(symbol, AMD_COMGR_SYMBOL_INFO_IS_UNDEFINED,
                                    &isUndefined),
          name);
  if (length == 0)
    return AMD_COMGR_STATUS_SUCCESS; /* The first symbol of every ELF file. */
  if (isUndefined)
    wrong(name, "is undefined");

  struct Name *found = find(name, length);
  if (found) {
    if (type != (found->isKernel ? AMD_COMGR_SYMBOL_TYPE_FUNC
                                 : AMD_COMGR_SYMBOL_TYPE_OBJECT))
      wrong(name, found->isKernel ? "is no function" : "is no object");
    ++found->functions;
    return AMD_COMGR_STATUS_SUCCESS;
  }
  if (length > 3 && !strcmp(name + length - 3, ".kd"))
    found = find(name, length - 3);
  if (!found || !found->isKernel) {
    wrong(name, "is a dynamic symbol that was not expected");
    return AMD_COMGR_STATUS_SUCCESS;
  }
  if (type != AMD_COMGR_SYMBOL_TYPE_OBJECT || size != descriptorSize)
    wrong(name, "is no object of 64 bytes");
  ++found->descriptors;
  return AMD_COMGR_STATUS_SUCCESS;
}

int main(int argc, char **argv) {
  int isKernel = 1;
  const int readsHeader = argc < 2 || strcmp(argv[1], "--no-header");
  if (!readsHeader) {
    --argc;
    ++argv;
  }
  if (argc < 4) {
    fprintf(stderr, "usage: comgr_check [--no-header] FILE ISA KERNEL... "
                    "[-- VARIABLE...]\n");
    return 2;
  }
  path = argv[1];
  names = calloc((size_t)argc, sizeof(*names));
  if (!names)
    return 1;
  for (int i = 3; i != argc; ++i) {
    if (!strcmp(argv[i], "--")) {
      isKernel = 0;
      continue;
    }
    names[nameCount].text = argv[i];
    names[nameCount++].isKernel = isKernel;
  }

  amd_comgr_data_t data = readFile();
  if (readsHeader)
    checkIsa(data, argv[2]);
  checkMetadata(data, argv[2]);
  require(amd_comgr_iterate_symbols(data, checkSymbol, NULL),
          "amd_comgr_iterate_symbols");
  require(amd_comgr_release_data(data), "amd_comgr_release_data");

  for (const struct Name *name = names; name != names + nameCount; ++name) {
    if (name->functions != 1)
      wrong(name->text, "is not one dynamic symbol");
    if (name->descriptors != name->isKernel)
      wrong(name->text,
            name->isKernel ? "has not one descriptor" : "has a descriptor");
    if (name->described != name->isKernel)
      wrong(name->text, name->isKernel ? "is not once in the metadata"
                                       : "is in the metadata");
  }
  free(names);
  return faults ? 1 : 0;
}
