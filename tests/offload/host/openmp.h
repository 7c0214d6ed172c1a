// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* What a compiler emits for a launch through libomptarget (LLVM 22), by hand.
 */
#ifndef OPENMP_H
#define OPENMP_H

#include <stdint.h>

enum { CLASS_OPENMP = 1 };

/* An entry of llvm_offload_entries: how libomptarget knows a kernel of the host
 * program. */
struct offload_entry {
  uint64_t reserved;
  uint16_t version, kind;
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size, data;
  void *aux;
};

/* Declares `<kernel>_id`, whose address stands for the kernel on the host side.
 */
#define OFFLOAD_ENTRY(kernel) DEFINE_ENTRY(kernel)
#define DEFINE_ENTRY(kernel)                                                   \
  static char kernel##_id;                                                     \
  extern struct offload_entry kernel##_entry __asm__(                          \
      ".offloading.entry." #kernel);                                           \
  __attribute__((section("llvm_offload_entries"), weak,                        \
                 aligned(8))) struct offload_entry kernel##_entry = {          \
      0, 1, CLASS_OPENMP, 0, &kernel##_id, #kernel, 0, 0, 0}

enum {
  MAP_TO = 0x1,
  MAP_FROM = 0x2,
  MAP_PARAMETER = 0x20,
  MAP_LITERAL = 0x100,
};

struct kernel_arguments {
  uint32_t version, count;
  void **base_pointers, **pointers;
  int64_t *sizes, *types;
  void **names, **mappers;
  uint64_t trip_count, flags;
  uint32_t teams[3], threads[3];
  uint32_t dynamic_memory;
};

int __tgt_target_kernel(void *location, int64_t device, int32_t teams,
                        int32_t threads, void *id,
                        struct kernel_arguments *arguments);

#endif
