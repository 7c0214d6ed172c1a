// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HIP without its headers: templates, variables of every kind, shared memory.

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __shared__ __attribute__((shared))
#define __managed__ __attribute__((managed))

__device__ int counter = 3;
__device__ long table[17];
__constant__ float scale = 2.0f;
__device__ static int hiddenCounter;
namespace named {
__device__ double sum;
}
template <typename T> __device__ T perType = T(1);

struct Triple {
  char a;
  double b;
  short c[3];
};

__device__ __attribute__((noinline)) int helper(int x) {
  __shared__ int tile[64];
  tile[x & 63] = x;
  return tile[(x + 1) & 63] + hiddenCounter;
}

template <typename T> __global__ void fill(T *out, T value, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    out[i] = value * perType<T>;
}
template __global__ void fill<float>(float *, float, unsigned);
template __global__ void fill<long>(long *, long, unsigned);

extern "C" __global__ void plain(int *p, Triple t, const float *__restrict__ in) {
  p[0] = counter + t.a + helper(t.c[1]) + static_cast<int>(in[0] * scale);
  hiddenCounter += 1;
}
extern "C" __global__ __attribute__((amdgpu_flat_work_group_size(64, 128)))
__attribute__((amdgpu_waves_per_eu(2, 4))) void bounded(long *p) {
  table[2] += *p;
  named::sum += 1.0;
}
static __global__ void local(int *p) { *p = 1; }
__device__ void *keepLocal() { return reinterpret_cast<void *>(&local); }
extern "C" __global__ void empty() {}
