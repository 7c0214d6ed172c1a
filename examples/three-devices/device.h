/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What differs between the devices: how a kernel is marked, and which numbers a
 * thread takes.
 */

#ifndef DEVICE_H
#define DEVICE_H

#if defined(__NVPTX__)

#define KERNEL __attribute__((nvptx_kernel))
static inline int first(void) {
  return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() +
         __nvvm_read_ptx_sreg_tid_x();
}
static inline int stride(void) {
  return __nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
}

#elif defined(__AMDGCN__)

#define KERNEL __attribute__((amdgpu_kernel))
static inline int first(void) {
  return (int)(__builtin_amdgcn_workgroup_id_x() *
                   __builtin_amdgcn_workgroup_size_x() +
               __builtin_amdgcn_workitem_id_x());
}
static inline int stride(void) { return (int)__builtin_amdgcn_grid_size_x(); }

#else /* The processor of the host: one thread takes all. */

#define KERNEL
static inline int first(void) { return 0; }
static inline int stride(void) { return 1; }

#endif

#endif
