// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

extern crate alloc;

use alloc::{boxed::Box, format, vec::Vec};
use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const HEAP_SIZE: usize = 1 << 16;

/// Hands out memory from a fixed heap and never takes it back.
struct Bump {
    heap: UnsafeCell<[u8; HEAP_SIZE]>,
    used: AtomicUsize,
}

unsafe impl Sync for Bump {}

unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let start = self.used.fetch_add(layout.size() + layout.align(), Relaxed);
        let aligned = (start + layout.align()) & !(layout.align() - 1);
        if aligned + layout.size() > HEAP_SIZE {
            return null_mut();
        }
        unsafe { self.heap.get().cast::<u8>().add(aligned) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static HEAP: Bump = Bump { heap: UnsafeCell::new([0; HEAP_SIZE]), used: AtomicUsize::new(0) };

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { core::arch::nvptx::trap() }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn sort_copy(data: *mut u32, n: usize) {
    let data = unsafe { core::slice::from_raw_parts_mut(data, n) };
    let mut copy: Vec<u32> = data.iter().copied().filter(|v| v % 2 == 0).collect();
    copy.sort();
    data[..copy.len()].copy_from_slice(&copy);
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn boxed_call(out: *mut u32, scale: u32) {
    let f: Box<dyn Fn(u32) -> u32> =
        if scale > 9 { Box::new(move |x| x * scale) } else { Box::new(|x| x + 1) };
    unsafe { *out = f(*out) };
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn text_length(out: *mut u32, value: u32) {
    unsafe { *out = format!("value {value:#x}").len() as u32 };
}
