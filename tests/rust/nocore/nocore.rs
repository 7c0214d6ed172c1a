// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for an NVIDIA GPU without `core`.

#![allow(internal_features)]
#![feature(no_core, lang_items, abi_ptx)]
#![no_core]
#![cfg_attr(program, no_main)]

mod items;

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn swap(a: *mut u32, b: *mut u32) {
    let old = *a;
    *a = *b;
    *b = old;
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn store(out: *mut u32, value: u32) {
    *out = identity(value);
}

#[inline(never)]
fn identity(x: u32) -> u32 {
    x
}
