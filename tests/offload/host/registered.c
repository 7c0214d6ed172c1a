// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Kernels and a variable as clang's host code declares them for CUDA, or with
 * -DHIP for HIP. In place of a function that launches it, each kernel has a
 * text, so that a stand-in of the runtime can tell them apart. */
#include "openmp.h"

#ifdef HIP
enum { CLASS = 4 };
#else
enum { CLASS = 2 };
#endif

#define ENTRY(kernel, host_symbol, bytes)                                      \
  extern struct offload_entry kernel##_entry __asm__(                          \
      ".offloading.entry." #kernel);                                           \
  __attribute__((section("llvm_offload_entries"), weak,                        \
                 aligned(8))) struct offload_entry kernel##_entry = {          \
      0, 1, CLASS, 0, host_symbol, #kernel, bytes, 0, 0}

static char store_stub[] = "store()";
static char load_stub[] = "load()";
static int total;

ENTRY(store, store_stub, 0);
ENTRY(load, load_stub, 0);
ENTRY(total, &total, sizeof total);

/* Of another runtime's, which must be passed over. */
static char foreign;
__attribute__((section("llvm_offload_entries"), used,
               aligned(8))) struct offload_entry foreign_entry = {
    0, 1, CLASS_OPENMP, 0, &foreign, "foreign", 0, 0, 0};

int main(void) { return 0; }
