// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { core::arch::nvptx::trap() }
}

#[unsafe(no_mangle)]
pub static DEP_COUNTER: AtomicU32 = AtomicU32::new(7);

#[unsafe(no_mangle)]
pub extern "C" fn dep_triple(x: u32) -> u32 {
    x.wrapping_mul(3)
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn dep_kernel(out: *mut u32) {
    unsafe { *out = dep_triple(DEP_COUNTER.fetch_add(1, Relaxed)) };
}

/// Only the crates that depend on this one call it, so the linker sees it cross crates.
#[inline(never)]
pub fn weigh(values: &[u32]) -> u32 {
    values.iter().zip(1..).map(|(v, w)| v * w).sum()
}
