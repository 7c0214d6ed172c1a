// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A crate that allocates, for every target; linked by hand, without rustc's own final link.
#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx))]
#![cfg_attr(target_arch = "amdgpu", feature(abi_gpu_kernel))]
#![cfg_attr(feature = "handler", feature(alloc_error_handler))]

extern crate alloc;

use alloc::vec::Vec;
use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const HEAP_SIZE: usize = 1 << 12;

/// Hands out memory from a fixed heap and never takes it back.
struct Bump {
    heap: UnsafeCell<[u64; HEAP_SIZE / 8]>,
    used: AtomicUsize,
}

unsafe impl Sync for Bump {}

unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.used.fetch_add(layout.size().next_multiple_of(8), Relaxed);
        if layout.align() > 8 || start + layout.size() > HEAP_SIZE {
            return core::ptr::null_mut();
        }
        unsafe { self.heap.get().cast::<u8>().add(start) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Bump = Bump { heap: UnsafeCell::new([0; HEAP_SIZE / 8]), used: AtomicUsize::new(0) };

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[cfg(feature = "handler")]
#[alloc_error_handler]
fn allocation_failed(_: Layout) -> ! {
    loop {}
}

#[inline(never)]
fn squares(n: usize) -> Vec<u32> {
    let mut all = Vec::new();
    for i in 0..n as u32 {
        all.push(i * i);
    }
    all
}

macro_rules! kernel {
    ($abi:literal) => {
        #[unsafe(no_mangle)]
        pub unsafe extern $abi fn sum_of_squares(out: *mut u32, n: usize) {
            unsafe { *out = squares(n).iter().sum() }
        }
    };
}
#[cfg(target_arch = "nvptx64")]
kernel!("ptx-kernel");
#[cfg(target_arch = "amdgpu")]
kernel!("gpu-kernel");
#[cfg(target_arch = "x86_64")]
kernel!("C");
