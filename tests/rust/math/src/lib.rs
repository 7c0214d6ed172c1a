// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Mathematics as Rust code for GPUs has it: names of C's library, intrinsics, and `%`.
#![no_std]
#![feature(abi_ptx, core_intrinsics, stdarch_nvptx)]
#![allow(internal_features)]

use core::arch::nvptx::trap;

unsafe extern "C" {
    fn sinf(x: f32) -> f32;
    fn fmaf(x: f32, y: f32, z: f32) -> f32;
    fn pow(x: f64, y: f64) -> f64;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { trap() }
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn single(x: *mut f32) {
    unsafe { *x = fmaf(sinf(*x), 2.0, core::intrinsics::expf32(*x)) % 7.5 };
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn double(x: *mut f64) {
    unsafe { *x = pow(*x, core::intrinsics::sinf64(*x)) };
}
