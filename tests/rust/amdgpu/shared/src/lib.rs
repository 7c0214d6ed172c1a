// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What the kernels share, and a kernel of its own.

#![no_std]
#![feature(abi_gpu_kernel, stdarch_amdgpu)]

use core::arch::amdgpu::{endpgm, workgroup_id_x, workitem_id_x};
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    endpgm()
}

static CALLS: AtomicU32 = AtomicU32::new(7);

/// Nothing refers to this kernel.
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn shared_kernel(out: *mut u32) {
    unsafe { *out = weigh(&[CALLS.fetch_add(1, Relaxed), 5]) };
}

/// Exported only where the linker is asked to.
#[unsafe(no_mangle)]
pub extern "C" fn triple(x: u32) -> u32 {
    x.wrapping_mul(3)
}

/// Only the crates that depend on this one call it, so the linker sees it cross crates.
#[inline(never)]
pub fn weigh(values: &[u32]) -> u32 {
    values.iter().zip(1..).map(|(v, w)| v * w).sum()
}

pub fn index() -> usize {
    (workgroup_id_x() * 256 + workitem_id_x()) as usize
}
