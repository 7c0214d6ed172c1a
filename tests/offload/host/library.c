// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Launches the kernel `second`, as a shared library with a package of its own.
 */
#define main run_library
#define first second
#define first_id second_id
#define first_entry second_entry
#include "store.c"
