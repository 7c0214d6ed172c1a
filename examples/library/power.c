/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A kernel that raises numbers to a power. The exponent is not in here: jit.c
 * adds it when it is known, and the link makes the loop straight code.
 */

int exponent(void);

static float power_of(float number) {
  float result = 1;
  for (int i = 0; i < exponent(); ++i)
    result *= number;
  return result;
}

#ifdef __NVPTX__
__attribute__((nvptx_kernel)) void power(float *numbers, int count) {
  const int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
                __nvvm_read_ptx_sreg_tid_x();
  if (i < count)
    numbers[i] = power_of(numbers[i]);
}
#else
void power(float *numbers, int count) {
  for (int i = 0; i < count; ++i)
    numbers[i] = power_of(numbers[i]);
}
#endif
