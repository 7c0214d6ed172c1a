// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's side: each case is a kernel of its name, for one thread, that writes its result to *out.

#![no_std]
#![feature(abi_ptx, asm_experimental_arch)]

extern crate alloc;

mod cases;

use core::alloc::{GlobalAlloc, Layout};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const HEAP_SIZE: usize = 1 << 22;

/// Hands out memory from a fixed heap; each kernel starts with an empty one.
struct Bump;

#[repr(align(16))]
struct Heap([u8; HEAP_SIZE]);

static mut HEAP: Heap = Heap([0; HEAP_SIZE]);
static USED: AtomicUsize = AtomicUsize::new(0);
static mut OUT: *mut u64 = null_mut();

unsafe impl GlobalAlloc for Bump {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let size = (layout.size() + layout.align() + 15) & !15;
        let start = USED.fetch_add(size, Relaxed);
        if start + size > HEAP_SIZE {
            return null_mut();
        }
        let place = unsafe { (&raw mut HEAP).cast::<u8>().add(start) };
        unsafe { place.add(place.align_offset(layout.align())) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Bump = Bump;

/// Ends the kernel, not the process: the result says where.
#[panic_handler]
fn panic(info: &core::panic::PanicInfo) -> ! {
    let line = info.location().map_or(0, |l| l.line());
    unsafe {
        *OUT = 0xdead_0000_0000_0000 | line as u64;
        core::arch::asm!("exit;", options(noreturn))
    }
}

macro_rules! kernels {
    ($($module:ident: $($name:ident)*;)*) => { $($(
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name(out: *mut u64, seed: u64) {
            USED.store(0, Relaxed);
            unsafe {
                OUT = out;
                *out = cases::$module::$name(seed);
            }
        }
    )*)* };
}

cases::all!(kernels);
