// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* In place of libomptarget: says what is registered. */
#include "../host/openmp.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

struct image {
  const char *start, *end;
  struct offload_entry *entries_begin, *entries_end;
};

struct descriptor {
  int32_t count;
  const struct image *images;
  struct offload_entry *entries_begin, *entries_end;
};

static const char *machine(const struct image *image) {
  Elf64_Ehdr header;
  if (image->end - image->start < (long)sizeof header)
    return "too short";
  memcpy(&header, image->start, sizeof header);
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return "no ELF";
  switch (header.e_machine) {
  case EM_X86_64:
    return "x86-64";
  case EM_CUDA:
    return "cuda";
  case EM_AMDGPU:
    return "amdgpu";
  default:
    return "another machine";
  }
}

void __tgt_register_lib(const struct descriptor *descriptor) {
  printf("register:");
  for (int i = 0; i < descriptor->count; ++i)
    printf(" %s", machine(&descriptor->images[i]));
  printf("; entries:");
  for (const struct offload_entry *entry = descriptor->entries_begin;
       entry != descriptor->entries_end; ++entry)
    printf(" %s", entry->name);
  puts("");
}

void __tgt_unregister_lib(const struct descriptor *descriptor) {
  printf("unregister: %d\n", descriptor->count);
}

int __tgt_target_kernel(void *location, int64_t device, int32_t teams,
                        int32_t threads, void *id,
                        struct kernel_arguments *arguments) {
  (void)location, (void)device, (void)teams, (void)threads, (void)id,
      (void)arguments;
  return 0;
}
