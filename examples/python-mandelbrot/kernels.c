// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One source for both devices. A GPU runs the kernel in many threads, each of
// which takes every so many-th pixel; on x86-64 one call does them all.

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
static int my_first(void) {
  return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}
static int all_threads(void) {
  return __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
}
#else
#define KERNEL
static int my_first(void) { return 0; }
static int all_threads(void) { return 1; }
#endif

// After how many steps the series of each pixel leaves the circle of radius 2.
KERNEL void mandelbrot(int *steps, int width, int height, int limit) {
  for (int i = my_first(); i < width * height; i += all_threads()) {
    const float re = 3.0F * (float)(i % width) / (float)width - 2.2F;
    const float im = 2.4F * (float)(i / width) / (float)height - 1.2F;
    float x = 0, y = 0;
    int step = 0;
    while (step < limit && x * x + y * y <= 4) {
      const float next = x * x - y * y + re;
      y = 2 * x * y + im;
      x = next;
      ++step;
    }
    steps[i] = step;
  }
}
