// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who computes the results that are compared.

#ifndef DEVICE_H
#define DEVICE_H

#include "table.h"

#include <stdbool.h>

/// Fills the arrays of results, of POINTS values each, from those of arguments.
/// Says whether it can.
typedef bool run_function(const struct kernel *kernel,
                          const struct letters *arguments, void *const *in,
                          const struct letters *results, void *const *out);

/// NVIDIA's driver, with the kernels of PTX files.
void open_cuda(int count, char **paths);
run_function run_on_cuda;

/// The CPU's C library: not all functions are in it.
run_function run_on_cpu;

/// Compares the reference with digits from elsewhere; says whether all agree.
bool check_known_values(void);

#endif
