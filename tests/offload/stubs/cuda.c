// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* In place of NVIDIA's driver: one GPU, of the compute capability that
 * STUB_CAPABILITY names (86 for 8.6), whose memory is the host's. Says which
 * image is loaded and what is launched; the one kernel it knows is `store(out,
 * value)`. */
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, INVALID_VALUE = 1, NOT_FOUND = 500 };
typedef int status;
typedef uint64_t device_pointer;

/* What libomptarget looks up, and needs nothing of. */
#define NOTHING(name)                                                          \
  status name(void) { return SUCCESS; }

NOTHING(cuCtxEnablePeerAccess)
NOTHING(cuCtxSetCurrent)
NOTHING(cuCtxSetLimit)
NOTHING(cuDeviceCanAccessPeer)
NOTHING(cuDevicePrimaryCtxRelease)
NOTHING(cuDevicePrimaryCtxRelease_v2)
NOTHING(cuDevicePrimaryCtxSetFlags)
NOTHING(cuDevicePrimaryCtxSetFlags_v2)
NOTHING(cuEventDestroy)
NOTHING(cuEventDestroy_v2)
NOTHING(cuEventQuery)
NOTHING(cuEventRecord)
NOTHING(cuEventSynchronize)
NOTHING(cuFuncSetAttribute)
NOTHING(cuLaunchHostFunc)
NOTHING(cuMemcpyPeerAsync)
NOTHING(cuMemsetD2D16Async)
NOTHING(cuMemsetD2D32Async)
NOTHING(cuMemsetD2D8Async)
NOTHING(cuMemsetD16Async)
NOTHING(cuMemsetD32Async)
NOTHING(cuMemsetD8Async)
NOTHING(cuModuleUnload)
NOTHING(cuOccupancyMaxPotentialBlockSize)
NOTHING(cuStreamAddCallback)
NOTHING(cuStreamDestroy)
NOTHING(cuStreamDestroy_v2)
NOTHING(cuStreamQuery)
NOTHING(cuStreamSynchronize)
NOTHING(cuStreamWaitEvent)

status cuInit(unsigned flags) {
  /* A program that dies has said before what it was asked. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  return flags == 0 ? SUCCESS : INVALID_VALUE;
}

status cuGetErrorString(status code, const char **text) {
  *text = code == NOT_FOUND ? "not found" : "some error";
  return SUCCESS;
}

status cuDriverGetVersion(int *version) {
  *version = 13000;
  return SUCCESS;
}

status cuDeviceGetCount(int *count) {
  *count = 1;
  return SUCCESS;
}

status cuDeviceGet(int *device, int index) {
  *device = index;
  return SUCCESS;
}

status cuCtxGetDevice(int *device) { return cuDeviceGet(device, 0); }

status cuDeviceGetName(char *name, int size, int device) {
  (void)device;
  snprintf(name, (size_t)size, "stub");
  return SUCCESS;
}

status cuDeviceGetUuid(char uuid[16], int device) {
  memset(uuid, device + 1, 16);
  return SUCCESS;
}

status cuDeviceTotalMem_v2(size_t *size, int device) {
  (void)device;
  *size = (size_t)1 << 30;
  return SUCCESS;
}

status cuDeviceGetAttribute(int *value, int attribute, int device) {
  enum { WARP_SIZE = 10, MAJOR = 75, MINOR = 76, LARGE = 1024 };
  const char *capability = getenv("STUB_CAPABILITY");
  const int number = capability ? atoi(capability) : 0;
  (void)device;
  switch (attribute) {
  case WARP_SIZE:
    *value = 32;
    break;
  case MAJOR:
    *value = number / 10;
    break;
  case MINOR:
    *value = number % 10;
    break;
  default:
    *value = LARGE;
  }
  return SUCCESS;
}

static char context;

status cuDevicePrimaryCtxRetain(void **out, int device) {
  (void)device;
  *out = &context;
  return SUCCESS;
}

status cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  (void)device;
  *flags = 0;
  *active = 0;
  return SUCCESS;
}

status cuCtxGetLimit(size_t *value, int limit) {
  (void)limit;
  *value = 1024;
  return SUCCESS;
}

status cuStreamCreate(void **stream, unsigned flags) {
  (void)flags;
  *stream = &context;
  return SUCCESS;
}

status cuEventCreate(void **event, unsigned flags) {
  return cuStreamCreate(event, flags);
}

status cuMemAlloc_v2(device_pointer *out, size_t size) {
  *out = (device_pointer)(uintptr_t)malloc(size);
  return SUCCESS;
}

status cuMemAllocAsync(device_pointer *out, size_t size, void *stream) {
  (void)stream;
  return cuMemAlloc_v2(out, size);
}

status cuMemAllocManaged(device_pointer *out, size_t size, unsigned flags) {
  (void)flags;
  return cuMemAlloc_v2(out, size);
}

status cuMemAllocHost_v2(device_pointer *out, size_t size) {
  return cuMemAlloc_v2(out, size);
}

status cuMemFree_v2(device_pointer pointer) {
  free((void *)(uintptr_t)pointer);
  return SUCCESS;
}

status cuMemFreeAsync(device_pointer pointer, void *stream) {
  (void)stream;
  return cuMemFree_v2(pointer);
}

status cuMemFreeHost(void *pointer) {
  return cuMemFree_v2((device_pointer)(uintptr_t)pointer);
}

static status copy(device_pointer to, device_pointer from, size_t size) {
  memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, size);
  return SUCCESS;
}

#define COPY(name)                                                             \
  status name(device_pointer to, device_pointer from, size_t size) {           \
    return copy(to, from, size);                                               \
  }

COPY(cuMemcpyDtoDAsync)
COPY(cuMemcpyDtoDAsync_v2)
COPY(cuMemcpyDtoH)
COPY(cuMemcpyDtoH_v2)
COPY(cuMemcpyDtoHAsync)
COPY(cuMemcpyDtoHAsync_v2)
COPY(cuMemcpyHtoD)
COPY(cuMemcpyHtoD_v2)
COPY(cuMemcpyHtoDAsync)
COPY(cuMemcpyHtoDAsync_v2)

status cuModuleLoadDataEx(void **module, const void *image, unsigned count,
                          void *options, void *values) {
  Elf64_Ehdr header;
  (void)count, (void)options, (void)values;
  memcpy(&header, image, sizeof header);
  const int is_elf = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
  /* From CUDA 13 on the processor is in the second byte of the flags. */
  const unsigned shift = header.e_ident[EI_ABIVERSION] >= 8 ? 8 : 0;
  printf("load: %s %u\n", is_elf ? "sm" : "no ELF",
         header.e_flags >> shift & 0xff);
  *module = (void *)(uintptr_t)image;
  return SUCCESS;
}

struct function {
  char name[64];
  unsigned count;
  struct {
    uint16_t offset, size;
  } parameters[16];
};

/* Reads what ptxas notes of a kernel's parameters: 4 bytes {format, attribute,
 * size}, and, for the attribute of a parameter, {index, ordinal, offset, size
 * in the upper bits of a word}. */
static void read_parameters(struct function *function, const char *notes,
                            size_t size) {
  enum { SIZED = 4, PARAMETER = 0x17, SIZE_SHIFT = 18, MOST = 16 };
  for (size_t at = 0; at < size;) {
    const unsigned format = (unsigned char)notes[at];
    const unsigned attribute = (unsigned char)notes[at + 1];
    uint16_t length;
    memcpy(&length, notes + at + 2, sizeof length);
    at += 4;
    if (format != SIZED)
      continue;
    uint16_t ordinal, offset;
    uint32_t word;
    memcpy(&ordinal, notes + at + 4, sizeof ordinal);
    memcpy(&offset, notes + at + 6, sizeof offset);
    memcpy(&word, notes + at + 8, sizeof word);
    at += length;
    if (attribute != PARAMETER || ordinal >= MOST)
      continue;
    function->parameters[ordinal].offset = offset;
    function->parameters[ordinal].size = (uint16_t)(word >> SIZE_SHIFT);
    ++function->count;
  }
}

status cuModuleGetFunction(void **out, void *module, const char *name) {
  static struct function function;
  const char *image = module;
  Elf64_Ehdr header;
  Elf64_Shdr names, section;
  char wanted[64];
  printf("function: %s\n", name);
  snprintf(wanted, sizeof wanted, ".nv.info.%s", name);
  memset(&function, 0, sizeof function);
  snprintf(function.name, sizeof function.name, "%s", name);
  memcpy(&header, image, sizeof header);
  const char *sections = image + header.e_shoff;
  memcpy(&names, sections + header.e_shstrndx * sizeof names, sizeof names);
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    memcpy(&section, sections + i * sizeof section, sizeof section);
    if (strcmp(image + names.sh_offset + section.sh_name, wanted) != 0)
      continue;
    read_parameters(&function, image + section.sh_offset, section.sh_size);
    *out = &function;
    return SUCCESS;
  }
  return NOT_FOUND;
}

status cuModuleGetGlobal_v2(device_pointer *out, size_t *size, void *module,
                            const char *name) {
  (void)out, (void)size, (void)module, (void)name;
  return NOT_FOUND;
}

status cuModuleGetGlobal(device_pointer *out, size_t *size, void *module,
                         const char *name) {
  return cuModuleGetGlobal_v2(out, size, module, name);
}

status cuFuncGetAttribute(int *value, int attribute, void *function) {
  (void)attribute, (void)function;
  *value = 1024;
  return SUCCESS;
}

status cuFuncGetParamInfo(const struct function *function, size_t index,
                          size_t *offset, size_t *size) {
  if (index >= function->count)
    return INVALID_VALUE;
  *offset = function->parameters[index].offset;
  *size = function->parameters[index].size;
  return SUCCESS;
}

/* What libomptarget hands over: a pointer of its own, then the kernel's
 * arguments. */
struct arguments {
  void *dyn;
  int32_t *out;
  int32_t value;
};

status cuLaunchKernel(const struct function *function, unsigned gx, unsigned gy,
                      unsigned gz, unsigned bx, unsigned by, unsigned bz,
                      unsigned shared, void *stream, void **pointers,
                      void **extra) {
  enum { BUFFER = 1, SIZE = 2 };
  const struct arguments *arguments = NULL;
  size_t size = 0;
  (void)stream, (void)pointers;
  for (; extra && extra[0]; extra += 2) {
    if ((uintptr_t)extra[0] == BUFFER)
      arguments = extra[1];
    if ((uintptr_t)extra[0] == SIZE)
      size = *(size_t *)extra[1];
  }
  printf("launch: %s <<<%u %u %u, %u %u %u, %u>>>, %zu bytes, with %u "
         "parameters\n",
         function->name, gx, gy, gz, bx, by, bz, shared, size, function->count);
  const size_t expected = offsetof(struct arguments, value) + sizeof(int32_t);
  if (!arguments || size != expected || function->count != 3)
    return INVALID_VALUE;
  *arguments->out = arguments->value;
  return SUCCESS;
}
