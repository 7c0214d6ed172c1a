// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for an AMD GPU without `core`: alone, or as the dependency of amdgpu.rs.

#![allow(internal_features)]
#![feature(no_core, lang_items, abi_gpu_kernel)]
#![no_core]

pub mod items;

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn swap(a: *mut u32, b: *mut u32) {
    let old = *a;
    *a = *b;
    *b = old;
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn store(out: *mut u32, value: u32) {
    *out = identity(value);
}

#[inline(never)]
pub fn identity(x: u32) -> u32 {
    x
}
