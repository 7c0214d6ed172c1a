// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A host program that launches a kernel through LLVM's offload runtime,
// libomptarget 22. The device images, and the code that registers them before
// main, come from the host object that llvm-bitcode-linker makes. Any C
// compiler will do: what a compiler for OpenMP would emit is written out here.

#include <stdint.h>
#include <stdio.h>

// How the runtime knows a kernel of this program: it looks `name` up in the
// device image, and `address` stands for the kernel from then on. The symbol's
// name, .offloading.entry.<kernel>, is what keeps it through --gc-sections.
struct offload_entry {
  uint64_t reserved;
  uint16_t version, kind;
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size, data;
  void *aux;
};

static char vecadd_id;
extern struct offload_entry vecadd_entry __asm__(".offloading.entry.vecadd");
__attribute__((section("llvm_offload_entries"), weak,
               aligned(8))) struct offload_entry vecadd_entry = {
    0, 1, /*OpenMP*/ 1, 0, &vecadd_id, "vecadd", 0, 0, 0};

// What each argument is: a buffer that is copied to the device, from it, or
// both; or a value.
enum { TO = 0x21, FROM = 0x22, VALUE = 0x120 };

struct kernel_arguments {
  uint32_t version, count;
  void **base_pointers, **pointers;
  int64_t *sizes, *types;
  void **names, **mappers;
  uint64_t trip_count, flags;
  uint32_t teams[3], threads[3], dynamic_memory;
};

int __tgt_target_kernel(void *location, int64_t device, int32_t teams,
                        int32_t threads, void *id,
                        struct kernel_arguments *arguments);

enum { N = 1000, DEFAULT_DEVICE = -1, TEAMS = 8, THREADS = 64 };

int main(void) {
  static float a[N], b[N], out[N];
  for (int i = 0; i < N; ++i) {
    a[i] = (float)i;
    b[i] = 0.5F * (float)i;
  }

  uint32_t kind = 0;
  void *values[] = {a, b, out, (void *)(uintptr_t)N, &kind};
  int64_t sizes[] = {sizeof(a), sizeof(b), sizeof(out), sizeof(void *),
                     sizeof(kind)};
  int64_t types[] = {TO, TO, FROM, VALUE, FROM};
  struct kernel_arguments arguments = {
      .version = 3,
      .count = 5,
      .base_pointers = values,
      .pointers = values,
      .sizes = sizes,
      .types = types,
      .teams = {TEAMS, 1, 1},
      .threads = {THREADS, 1, 1},
  };
  if (__tgt_target_kernel(NULL, DEFAULT_DEVICE, TEAMS, THREADS, &vecadd_id,
                          &arguments) != 0) {
    fprintf(stderr,
            "vecadd was not launched: no device takes one of the images\n");
    return 1;
  }

  for (int i = 0; i < N; ++i)
    if (out[i] != a[i] + b[i]) {
      fprintf(stderr, "out[%d] is %g, not %g\n", i, (double)out[i],
              (double)(a[i] + b[i]));
      return 1;
    }
  static const char *const kinds[] = {
      "the offload runtime's host device (x86-64)", "an NVIDIA GPU",
      "an AMD GPU"};
  printf("vecadd added %d numbers right on %s\n", N,
         kind < 3 ? kinds[kind] : "an unknown device");
  return 0;
}
