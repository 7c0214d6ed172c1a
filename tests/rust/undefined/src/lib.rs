// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

unsafe extern "C" {
    fn defined_nowhere(x: u32) -> u32;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { core::arch::nvptx::trap() }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn calls_it(out: *mut u32) {
    unsafe { *out = defined_nowhere(1) };
}
