// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for an AMD GPU, written against the real `core`.

#![no_std]
#![feature(abi_gpu_kernel, core_float_math, stdarch_amdgpu)]

use core::arch::amdgpu::{endpgm, workgroup_id_x, workitem_id_x};
use core::f32::math::sqrt;
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The host must launch as many threads per workgroup.
const WORKGROUP_SIZE: u32 = 256;

/// A panicking thread ends; the others go on.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    endpgm()
}

fn thread_index() -> usize {
    (workgroup_id_x() * WORKGROUP_SIZE + workitem_id_x()) as usize
}

/// `out[i] = a[i] + b[i]`
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn vecadd(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (a, b) = unsafe { (from_raw_parts(a, n), from_raw_parts(b, n)) };
    let i = thread_index();
    if i < n {
        unsafe { *out.add(i) = a[i] + b[i] };
    }
}

/// Scales each row of a row-major `rows` x `columns` matrix to length one.
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn normalize_rows(
    matrix: *const f32,
    out: *mut f32,
    rows: usize,
    columns: usize,
) {
    let matrix = unsafe { from_raw_parts(matrix, rows * columns) };
    let r = thread_index();
    if r < rows {
        let row = &matrix[r * columns..][..columns];
        let length = sqrt(row.iter().map(|v| v * v).sum());
        for (c, v) in row.iter().enumerate() {
            unsafe { *out.add(r * columns + c) = if length > 0.0 { v / length } else { 0.0 } };
        }
    }
}

/// Counts the values of `data` in `bin_count` bins; a value past the last bin panics.
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn histogram(
    data: *const u32,
    n: usize,
    bins: *mut u32,
    bin_count: usize,
) {
    let data = unsafe { from_raw_parts(data, n) };
    let bins = unsafe { from_raw_parts(bins.cast::<AtomicU32>(), bin_count) };
    if let Some(&value) = data.get(thread_index()) {
        bins[value as usize].fetch_add(1, Relaxed);
    }
}
