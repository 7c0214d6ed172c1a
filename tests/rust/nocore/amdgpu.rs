// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for an AMD GPU without `core`, of which two have the same body as a kernel of the dependency's.

#![allow(internal_features)]
#![feature(no_core, abi_gpu_kernel)]
#![no_core]

extern crate amdgpu_dep;
#[cfg(not(unrelated))]
use amdgpu_dep::identity;

/// Instead of the dependency's: then only its kernels are needed of it.
#[cfg(unrelated)]
fn identity(x: u32) -> u32 {
    x
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn copy(from: *mut u32, to: *mut u32) {
    *to = identity(*from);
}

#[cfg(twins)]
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn swap_twin(a: *mut u32, b: *mut u32) {
    let old = *a;
    *a = *b;
    *b = old;
}

#[cfg(twins)]
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn swap_triplet(a: *mut u32, b: *mut u32) {
    let old = *a;
    *a = *b;
    *b = old;
}
