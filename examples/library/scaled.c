/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

float scaled(float number) { return 3 * number; }
