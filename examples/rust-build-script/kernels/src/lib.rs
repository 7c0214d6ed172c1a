// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The device's side, for NVIDIA's GPUs and for the host's processor, where one call of a kernel does all the work.

#![no_std]
#![cfg_attr(target_arch = "nvptx64", feature(abi_gpu_kernel, stdarch_nvptx))]

use core::slice::from_raw_parts;

#[cfg(target_arch = "x86_64")]
mod device {
    pub fn thread_index() -> usize {
        0
    }

    pub fn thread_count() -> usize {
        1
    }

    pub fn stop() -> ! {
        unsafe { core::arch::asm!("ud2", options(noreturn)) }
    }
}

#[cfg(target_arch = "nvptx64")]
mod device {
    use core::arch::nvptx::{_block_dim_x, _block_idx_x, _grid_dim_x, _thread_idx_x, trap};

    pub fn thread_index() -> usize {
        unsafe { (_block_idx_x() * _block_dim_x() + _thread_idx_x()) as usize }
    }

    pub fn thread_count() -> usize {
        unsafe { (_grid_dim_x() * _block_dim_x()) as usize }
    }

    pub fn stop() -> ! {
        unsafe { trap() }
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    device::stop()
}

/// A function that the host launches: of a GPU's calling convention, or on the host an ordinary C function.
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

kernel! {
    /// `out = a * b`; each is a row-major matrix of `n` rows and columns.
    fn matmul(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
        let (a, b) = unsafe { (from_raw_parts(a, n * n), from_raw_parts(b, n * n)) };
        for i in (device::thread_index()..n * n).step_by(device::thread_count()) {
            let (row, column) = (&a[i / n * n..][..n], b[i % n..].iter().step_by(n));
            unsafe { *out.add(i) = row.iter().zip(column).map(|(x, y)| x * y).sum() };
        }
    }
}
