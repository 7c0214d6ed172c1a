/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

int offset(int number) { return number + 100; }
