// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a host program declares for kernels that an offload object brings: an
// entry each, as a compiler would make it (llvm/Frontend/Offloading/Utility.h).

#ifndef RUNTIMES_H
#define RUNTIMES_H

#include <stddef.h>
#include <stdint.h>

struct offload_entry {
  uint64_t reserved;
  uint16_t version, kind;
  uint32_t flags;
  void *address;
  const char *name;
  uint64_t size, data;
  void *aux;
};

enum { OPENMP = 1, CUDA = 2 };

// The name in the object file keeps the entry through --gc-sections.
#define ENTRY(runtime, kernel)                                                 \
  static char kernel##_id;                                                     \
  __attribute__((section("llvm_offload_entries"), weak, used,                  \
                 aligned(8))) struct offload_entry                             \
      kernel##_entry __asm__(".offloading.entry." #kernel) = {                 \
          0, 1, runtime, 0, &kernel##_id, #kernel, 0, 0, 0};

/// Blocks and threads of every launch.
enum { BLOCKS = 8, THREADS = 64 };

/// Device memory and launches, through one runtime. Each ends the program with
/// a message if it fails.
void *upload(const void *data, size_t size);
void download(void *data, void *device, size_t size);
void launch(const char *kernel, void **arguments, size_t count);

#endif
