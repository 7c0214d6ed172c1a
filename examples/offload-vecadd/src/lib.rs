// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A kernel for every device, from one source: an NVIDIA GPU, an AMD GPU, and the x86-64 processor on which the offload
//! runtime's host device calls each kernel once.

#![no_std]
#![cfg_attr(not(target_arch = "x86_64"), feature(abi_gpu_kernel))]
#![cfg_attr(target_arch = "nvptx64", feature(stdarch_nvptx))]
#![cfg_attr(target_arch = "amdgpu", feature(stdarch_amdgpu))]

use core::slice::from_raw_parts;

#[cfg(target_arch = "x86_64")]
mod device {
    pub const KIND: u32 = 0;

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

    pub const KIND: u32 = 1;

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

#[cfg(target_arch = "amdgpu")]
mod device {
    use core::arch::amdgpu::{endpgm, workgroup_id_x, workitem_id_x};

    pub const KIND: u32 = 2;

    // As main.c launches it: `core` does not tell.
    const THREADS: usize = 64;
    const TEAMS: usize = 8;

    pub fn thread_index() -> usize {
        workgroup_id_x() as usize * THREADS + workitem_id_x() as usize
    }

    pub fn thread_count() -> usize {
        TEAMS * THREADS
    }

    pub fn stop() -> ! {
        endpgm()
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    device::stop()
}

/// A function that the host launches: of a GPU's calling convention, or on x86-64 an ordinary C function.
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
    /// `out[i] = a[i] + b[i]`; and in `kind` on what kind of device that was.
    fn vecadd(a: *const f32, b: *const f32, out: *mut f32, n: usize, kind: *mut u32) {
        let (a, b) = unsafe { (from_raw_parts(a, n), from_raw_parts(b, n)) };
        for i in (device::thread_index()..n).step_by(device::thread_count()) {
            unsafe { *out.add(i) = a[i] + b[i] };
        }
        if device::thread_index() == 0 {
            unsafe { *kind = device::KIND };
        }
    }
}
