// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Which of the device's threads this is, of how many; and where a panicking one stops.

#[cfg(target_arch = "x86_64")]
mod native {
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
mod native {
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

#[cfg(target_arch = "amdgpu")]
mod native {
    use core::arch::amdgpu::{endpgm, workgroup_id_x, workitem_id_x};

    /// The host must launch as many threads per workgroup.
    const WORKGROUP_SIZE: u32 = 256;

    pub fn thread_index() -> usize {
        (workgroup_id_x() * WORKGROUP_SIZE + workitem_id_x()) as usize
    }

    /// `core` does not tell; the host launches a thread for each element.
    pub fn thread_count() -> usize {
        usize::MAX
    }

    pub fn stop() -> ! {
        endpgm()
    }
}

pub use native::{thread_count, thread_index};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    native::stop()
}
