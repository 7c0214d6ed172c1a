// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![no_std]
#![feature(abi_ptx)]

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn app_kernel(values: &[u32; 16], out: *mut u32) {
    unsafe { *out = dep::weigh(values) };
}
