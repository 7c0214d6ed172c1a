// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![no_std]
#![no_main]
#![feature(abi_ptx, stdarch_nvptx)]

use core::arch::nvptx::{_thread_idx_x, trap};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { trap() }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn reverse(input: &[u32; 64], output: *mut u32) {
    let i = unsafe { _thread_idx_x() as usize };
    unsafe { *output.add(i) = input[63 - i] };
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn count_ones(data: *mut u64) {
    unsafe { *data = u64::from((*data).count_ones()) };
}
