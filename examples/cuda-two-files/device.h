// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUDA's words for clang alone, and for a processor that has no threads of a
// GPU. With the CUDA Toolkit <cuda_runtime.h> has the first half.

#ifndef DEVICE_H
#define DEVICE_H

#ifdef __CUDA__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))

inline __device__ int firstOfThread() {
  return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}

inline __device__ int threadCount() {
  return __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
}
#else
#define __global__
#define __device__
#define __constant__

inline int firstOfThread() { return 0; }

inline int threadCount() { return 1; }
#endif

#endif
