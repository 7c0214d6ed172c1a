// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for an NVIDIA GPU, written against the real `core`.

#![no_std]
#![feature(abi_ptx, core_float_math, stdarch_nvptx)]

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _grid_dim_x, _thread_idx_x, trap};
use core::f32::math::sqrt;
use core::slice::from_raw_parts;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A panicking thread stops the launch; the host sees an error instead of a hang.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { trap() }
}

fn thread_index() -> usize {
    unsafe { (_block_idx_x() * _block_dim_x() + _thread_idx_x()) as usize }
}

fn thread_count() -> usize {
    unsafe { (_grid_dim_x() * _block_dim_x()) as usize }
}

/// The elements of `0..n` that this thread works on.
fn my_share(n: usize) -> impl Iterator<Item = usize> {
    (thread_index()..n).step_by(thread_count())
}

/// `out[i] = a[i] + b[i]`
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn vecadd(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (a, b) = unsafe { (from_raw_parts(a, n), from_raw_parts(b, n)) };
    for i in my_share(n) {
        unsafe { *out.add(i) = a[i] + b[i] };
    }
}

/// `y[i] += alpha * x[i]`
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn saxpy(alpha: f32, x: *const f32, y: *mut f32, n: usize) {
    let x = unsafe { from_raw_parts(x, n) };
    for i in my_share(n) {
        unsafe { *y.add(i) += alpha * x[i] };
    }
}

/// Scales each row of a row-major `rows` x `columns` matrix to length one.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn normalize_rows(
    matrix: *const f32,
    out: *mut f32,
    rows: usize,
    columns: usize,
) {
    let matrix = unsafe { from_raw_parts(matrix, rows * columns) };
    for r in my_share(rows) {
        let row = &matrix[r * columns..][..columns];
        let length = sqrt(row.iter().map(|v| v * v).sum());
        for (c, v) in row.iter().enumerate() {
            unsafe { *out.add(r * columns + c) = if length > 0.0 { v / length } else { 0.0 } };
        }
    }
}

/// Counts the values of `data` in `bin_count` bins; a value past the last bin panics.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn histogram(
    data: *const u32,
    n: usize,
    bins: *const AtomicU32,
    bin_count: usize,
) {
    let (data, bins) = unsafe { (from_raw_parts(data, n), from_raw_parts(bins, bin_count)) };
    for i in my_share(n) {
        bins[data[i] as usize].fetch_add(1, Relaxed);
    }
}

/// Folds `data` with the operation numbered `op` into `result`.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn reduce(op: u32, data: *const u32, n: usize, result: &AtomicU32) {
    let data = unsafe { from_raw_parts(data, n) };
    let mine = my_share(n).map(|i| data[i]);
    match op {
        0 => _ = result.fetch_add(mine.fold(0, u32::wrapping_add), Relaxed),
        1 => _ = mine.min().map(|v| result.fetch_min(v, Relaxed)),
        2 => _ = mine.max().map(|v| result.fetch_max(v, Relaxed)),
        _ => panic!("no operation {op}"),
    }
}
