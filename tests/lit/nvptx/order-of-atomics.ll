; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Every atomic operation has the order and the scope that it asks for, at every level: PTX's own where
; it has them (sm_70), fences around it before.
; RUN: %link -O0 --target-cpu=sm_90 -o %t.90.0.ptx %s
; RUN: %link -O2 --target-cpu=sm_90 -o %t.90.2.ptx %s
; RUN: %link -O2 --target-cpu=sm_75 -o %t.75.ptx %s
; RUN: %link -O0 --target-cpu=sm_60 -o %t.60.0.ptx %s
; RUN: %link -O2 --target-cpu=sm_60 -o %t.60.ptx %s
; RUN: FileCheck --check-prefixes=NEW %s < %t.90.0.ptx
; RUN: FileCheck --check-prefixes=NEW %s < %t.90.2.ptx
; RUN: FileCheck --check-prefixes=NEW %s < %t.75.ptx
; RUN: FileCheck --check-prefixes=OLD %s < %t.60.0.ptx
; RUN: FileCheck --check-prefixes=OLD %s < %t.60.ptx
; RUN: %ptxas %t.90.0.ptx %t.90.2.ptx %t.75.ptx

target triple = "nvptx64-nvidia-cuda"
@n = addrspace(1) global i32 0
@m = addrspace(1) global i64 0
@f = addrspace(1) global float 0.0
@b = addrspace(1) global i8 0
@s = internal addrspace(3) global i32 undef

; NEW-LABEL: .entry add_block_acq_rel(
; OLD-LABEL: .entry add_block_acq_rel(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.cta.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.cta;
; OLD: atom.global.add.u32
; OLD: membar.cta;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_block_acq_rel() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("block") acq_rel
  ret void
}
; NEW-LABEL: .entry add_block_acquire(
; OLD-LABEL: .entry add_block_acquire(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acquire.cta.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.global.add.u32
; OLD: membar.cta;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_block_acquire() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("block") acquire
  ret void
}
; NEW-LABEL: .entry add_block_monotonic(
; OLD-LABEL: .entry add_block_monotonic(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.global.add.u32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_block_monotonic() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("block") monotonic
  ret void
}
; NEW-LABEL: .entry add_block_release(
; OLD-LABEL: .entry add_block_release(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.release.cta.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.cta;
; OLD: atom.global.add.u32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_block_release() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("block") release
  ret void
}
; NEW-LABEL: .entry add_block_seq_cst(
; OLD-LABEL: .entry add_block_seq_cst(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: fence.sc.cta;
; NEW: atom.acquire.cta.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.cta;
; OLD: atom.global.add.u32
; OLD: membar.cta;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_block_seq_cst() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("block") seq_cst
  ret void
}
; NEW-LABEL: .entry add_device_acq_rel(
; OLD-LABEL: .entry add_device_acq_rel(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.gpu.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.gl;
; OLD: atom.global.add.u32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_device_acq_rel() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("device") acq_rel
  ret void
}
; NEW-LABEL: .entry add_device_acquire(
; OLD-LABEL: .entry add_device_acquire(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acquire.gpu.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.global.add.u32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_device_acquire() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("device") acquire
  ret void
}
; NEW-LABEL: .entry add_device_monotonic(
; OLD-LABEL: .entry add_device_monotonic(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.global.add.u32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_device_monotonic() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("device") monotonic
  ret void
}
; NEW-LABEL: .entry add_device_release(
; OLD-LABEL: .entry add_device_release(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.release.gpu.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.gl;
; OLD: atom.global.add.u32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_device_release() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("device") release
  ret void
}
; NEW-LABEL: .entry add_device_seq_cst(
; OLD-LABEL: .entry add_device_seq_cst(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: fence.sc.gpu;
; NEW: atom.acquire.gpu.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.gl;
; OLD: atom.global.add.u32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_device_seq_cst() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("device") seq_cst
  ret void
}
; NEW-LABEL: .entry add_system_acq_rel(
; OLD-LABEL: .entry add_system_acq_rel(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.add.u32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_system_acq_rel() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 acq_rel
  ret void
}
; NEW-LABEL: .entry add_system_acquire(
; OLD-LABEL: .entry add_system_acquire(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acquire.sys.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.sys.global.add.u32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_system_acquire() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 acquire
  ret void
}
; NEW-LABEL: .entry add_system_monotonic(
; OLD-LABEL: .entry add_system_monotonic(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.relaxed.sys.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.sys.global.add.u32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_system_monotonic() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 monotonic
  ret void
}
; NEW-LABEL: .entry add_system_release(
; OLD-LABEL: .entry add_system_release(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.release.sys.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.add.u32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_system_release() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 release
  ret void
}
; NEW-LABEL: .entry add_system_seq_cst(
; OLD-LABEL: .entry add_system_seq_cst(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: fence.sc.sys;
; NEW: atom.acquire.sys.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.add.u32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @add_system_seq_cst() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 seq_cst
  ret void
}
; NEW-LABEL: .entry cas_acq_rel(
; OLD-LABEL: .entry cas_acq_rel(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.cas.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.cas.b32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @cas_acq_rel() {
  %r = cmpxchg ptr addrspace(1) @n, i32 1, i32 2 acq_rel acquire
  ret void
}
; NEW-LABEL: .entry cas_failure(
; OLD-LABEL: .entry cas_failure(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acquire.sys.global.cas.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.sys.global.cas.b32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @cas_failure() {
  %r = cmpxchg ptr addrspace(1) @n, i32 1, i32 2 monotonic acquire
  ret void
}
; NEW-LABEL: .entry cas_seq_cst(
; OLD-LABEL: .entry cas_seq_cst(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: fence.sc.cta;
; NEW: atom.acquire.cta.global.cas.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.cta;
; OLD: atom.cta.global.cas.b32
; OLD: membar.cta;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @cas_seq_cst() {
  %r = cmpxchg ptr addrspace(1) @n, i32 1, i32 2 syncscope("block") seq_cst seq_cst
  ret void
}
; NEW-LABEL: .entry load_acquire(
; OLD-LABEL: .entry load_acquire(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: ld.acquire.sys.global.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: ld.volatile.global.b32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @load_acquire() {
  %r = load atomic i32, ptr addrspace(1) @n acquire, align 4
  ret void
}
; NEW-LABEL: .entry load_seq_cst(
; OLD-LABEL: .entry load_seq_cst(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: fence.sc.gpu;
; NEW: ld.acquire.gpu.global.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.gl;
; OLD: ld.volatile.global.b32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @load_seq_cst() {
  %r = load atomic i32, ptr addrspace(1) @n syncscope("device") seq_cst, align 4
  ret void
}
; NEW-LABEL: .entry loop_byte(
; OLD-LABEL: .entry loop_byte(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.gpu.global.cas.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD: membar.gl;
; OLD: global.cas.b32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @loop_byte() {
  %r = atomicrmw add ptr addrspace(1) @b, i8 1 syncscope("device") acq_rel
  ret void
}
; NEW-LABEL: .entry loop_fmin(
; OLD-LABEL: .entry loop_fmin(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.gpu.global.cas.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD: membar.gl;
; OLD: global.cas.b32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @loop_fmin() {
  %r = atomicrmw fmin ptr addrspace(1) @f, float 1.0 syncscope("device") acq_rel
  ret void
}
; NEW-LABEL: .entry loop_nand(
; OLD-LABEL: .entry loop_nand(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.gpu.global.cas.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD: membar.gl;
; OLD: global.cas.b32
; OLD: membar.gl;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @loop_nand() {
  %r = atomicrmw nand ptr addrspace(1) @n, i32 1 syncscope("device") acq_rel
  ret void
}
; NEW-LABEL: .entry op_and(
; OLD-LABEL: .entry op_and(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.and.b64
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.and.b64
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_and() {
  %r = atomicrmw and ptr addrspace(1) @m, i64 1 acq_rel
  ret void
}
; NEW-LABEL: .entry op_exch(
; OLD-LABEL: .entry op_exch(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.exch.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.exch.b32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_exch() {
  %r = atomicrmw xchg ptr addrspace(1) @n, i32 7 acq_rel
  ret void
}
; NEW-LABEL: .entry op_fadd(
; OLD-LABEL: .entry op_fadd(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.add.f32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.add.f32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_fadd() {
  %r = atomicrmw fadd ptr addrspace(1) @f, float 1.0 acq_rel
  ret void
}
; NEW-LABEL: .entry op_max(
; OLD-LABEL: .entry op_max(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.max.s32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.max.s32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_max() {
  %r = atomicrmw max ptr addrspace(1) @n, i32 7 acq_rel
  ret void
}
; NEW-LABEL: .entry op_sub(
; OLD-LABEL: .entry op_sub(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.add.u32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_sub() {
  %r = atomicrmw sub ptr addrspace(1) @n, i32 7 acq_rel
  ret void
}
; NEW-LABEL: .entry op_uinc(
; OLD-LABEL: .entry op_uinc(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.inc.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.inc.u32
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_uinc() {
  %r = atomicrmw uinc_wrap ptr addrspace(1) @n, i32 7 acq_rel
  ret void
}
; NEW-LABEL: .entry op_umin(
; OLD-LABEL: .entry op_umin(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acq_rel.sys.global.min.u64
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: atom.sys.global.min.u64
; OLD: membar.sys;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @op_umin() {
  %r = atomicrmw umin ptr addrspace(1) @m, i64 7 acq_rel
  ret void
}
; NEW-LABEL: .entry shared(
; OLD-LABEL: .entry shared(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.acquire.cta.shared.add.u32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: atom.shared.add.u32
; OLD: membar.cta;
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @shared() {
  %r = atomicrmw add ptr addrspace(3) @s, i32 1 syncscope("block") acquire
  ret void
}
; NEW-LABEL: .entry store_release(
; OLD-LABEL: .entry store_release(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: st.release.sys.global.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.sys;
; OLD: st.volatile.global.b32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @store_release() {
  store atomic i32 1, ptr addrspace(1) @n release, align 4
  ret void
}
; NEW-LABEL: .entry thread_only(
; OLD-LABEL: .entry thread_only(
; NEW-NOT: {{fence}}
; OLD-NOT: {{membar}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @thread_only() {
  %r = atomicrmw add ptr addrspace(1) @n, i32 1 syncscope("singlethread") seq_cst
  ret void
}
; NEW-LABEL: .entry volatile(
; OLD-LABEL: .entry volatile(
; NEW-NOT: {{fence|atom|ld.acquire|st.release}}
; NEW: atom.release.gpu.global.or.b32
; NEW-NOT: {{fence|atom[.]}}
; OLD-NOT: {{membar|atom[.]}}
; OLD: membar.gl;
; OLD: atom.global.or.b32
; OLD-NOT: {{membar|atom[.]}}
; NEW: ret;
; OLD: ret;
define ptx_kernel void @volatile() {
  %r = atomicrmw volatile or ptr addrspace(1) @n, i32 1 syncscope("device") release
  ret void
}
