// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for every device: NVIDIA's and AMD's GPUs, and the x86-64 processor on which the offload runtime's host
//! device calls each kernel once.

#![no_std]
#![cfg_attr(not(target_arch = "x86_64"), feature(abi_gpu_kernel))]
#![cfg_attr(target_arch = "nvptx64", feature(stdarch_nvptx))]
#![cfg_attr(target_arch = "amdgpu", feature(stdarch_amdgpu))]

use core::slice::from_raw_parts;

mod device;
use device::{thread_count, thread_index};

macro_rules! kernel {
    ($(#[$attribute:meta])* fn $name:ident($($arg:ident: $type:ty),*) $body:block) => {
        $(#[$attribute])*
        #[cfg(target_arch = "x86_64")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($arg: $type),*) $body

        $(#[$attribute])*
        #[cfg(not(target_arch = "x86_64"))]
        #[unsafe(no_mangle)]
        pub unsafe extern "gpu-kernel" fn $name($($arg: $type),*) $body
    };
}

/// The elements of `0..n` that this thread works on.
fn my_share(n: usize) -> impl Iterator<Item = usize> {
    (thread_index()..n).step_by(thread_count())
}

kernel! {
    /// `out[i] = a[i] + b[i]`
    fn vecadd(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
        let (a, b) = unsafe { (from_raw_parts(a, n), from_raw_parts(b, n)) };
        for i in my_share(n) {
            unsafe { *out.add(i) = a[i] + b[i] };
        }
    }
}

static WEIGHTS: [u32; 5] = [2, 3, 5, 7, 11];

kernel! {
    /// `data[i] = data[i] * factor + WEIGHTS[i % 5]`
    fn scale(data: *mut u32, factor: u32, n: usize) {
        for i in my_share(n) {
            let value = unsafe { &mut *data.add(i) };
            *value = value.wrapping_mul(factor).wrapping_add(WEIGHTS[i % WEIGHTS.len()]);
        }
    }
}
