// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A second unit: the same template, a reference to nothing of the first.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))

template <typename T> __device__ T perType = T(1);
template <typename T> __global__ void fill(T *out, T value, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    out[i] = value * perType<T>;
}
template __global__ void fill<float>(float *, float, unsigned);
template __global__ void fill<short>(short *, short, unsigned);

__device__ int second = 4;
extern "C" __global__ void dynamic(int *p) {
  extern __attribute__((shared)) int atLaunch[];
  atLaunch[0] = *p;
  p[1] = atLaunch[second];
}
