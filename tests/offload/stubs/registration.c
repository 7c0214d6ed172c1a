// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* In place of CUDA's runtime library, or with -DHIP of AMD's: says what is
 * registered. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef HIP
#define NAME(name) __hip##name
enum { WRAPPER_MAGIC = 0x48495046, ALIGNMENT = 4096 };
static const char image_magic[] = "__CLANG_OFFLOAD_BUNDLE__";
#else
#define NAME(name) __cuda##name
enum { WRAPPER_MAGIC = 0x466243b1, ALIGNMENT = 8 };
static const char image_magic[] = "\x50\xed\x55\xba";
#endif

struct wrapper {
  uint32_t magic, version;
  const char *image;
  void *unused;
};

static void *handle;

void **NAME(RegisterFatBinary)(const struct wrapper *wrapper) {
  const int is_image =
      memcmp(wrapper->image, image_magic, sizeof image_magic - 1) == 0;
  const int is_aligned = (uintptr_t)wrapper->image % ALIGNMENT == 0;
  printf("binary: %s, version %u, image: %s, %s\n",
         wrapper->magic == (uint32_t)WRAPPER_MAGIC ? "right magic"
                                                   : "wrong magic",
         wrapper->version, is_image ? "right magic" : "wrong magic",
         is_aligned ? "aligned" : "not aligned");
  handle = &handle;
  return &handle;
}

void NAME(RegisterFatBinaryEnd)(void **fatbin) {
  printf("end: %s\n", fatbin == &handle ? "right handle" : "wrong handle");
}

int NAME(RegisterFunction)(void **fatbin, const char *host, char *device,
                           const char *name, int thread_limit, void *tid,
                           void *bid, void *block, void *grid, int *warp_size) {
  (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid,
      (void)warp_size;
  /* The host program's functions begin with a word that says which one it is.
   */
  printf("function: %s, %s, host's %.8s, %s\n", device, name, host,
         fatbin == &handle ? "right handle" : "wrong handle");
  return 0;
}

void NAME(RegisterVar)(void **fatbin, char *host, char *device,
                       const char *name, int is_extern, size_t size,
                       int is_constant, int global) {
  (void)host, (void)is_extern, (void)is_constant, (void)global;
  printf("variable: %s, %s, %zu bytes, %s\n", device, name, size,
         fatbin == &handle ? "right handle" : "wrong handle");
}

void NAME(UnregisterFatBinary)(void **fatbin) {
  printf("unregister: %s\n",
         fatbin == &handle ? "right handle" : "wrong handle");
}

/* Referred to, but no entry is of their kinds. CUDA 12 and later have neither
 * surfaces nor textures. */
void NAME(RegisterManagedVar)(void) {}
#ifdef HIP
void NAME(RegisterSurface)(void) {}
void NAME(RegisterTexture)(void) {}
#endif
