// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! References nothing of `dep`, whose kernel must be in the program all the same.
#![no_std]
#![no_main]
#![feature(abi_ptx)]

extern crate dep;

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn program_kernel(out: *mut u32) {
    unsafe { *out = 1 };
}
