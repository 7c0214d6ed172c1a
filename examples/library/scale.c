/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A kernel; what it calls is in another file.
 */

float scaled(float number);

__attribute__((nvptx_kernel)) void scale(float *numbers) {
  const int i = __nvvm_read_ptx_sreg_tid_x();
  numbers[i] = scaled(numbers[i]);
}
