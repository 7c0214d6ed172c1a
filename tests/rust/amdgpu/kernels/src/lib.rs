// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Kernels for an AMD GPU that need much of the real `core`.

#![no_std]
#![feature(abi_gpu_kernel, core_float_math)]

use core::f32::math::sqrt;
use core::fmt::Write;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use shared::{index, weigh};

/// Indexing past the end of a slice panics.
#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn vecadd(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (a, b) = unsafe { (from_raw_parts(a, n), from_raw_parts(b, n)) };
    let out = unsafe { from_raw_parts_mut(out, n) };
    out[index()] = a[index()] + b[index()];
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn normalize_rows(matrix: *mut f32, rows: usize, columns: usize) {
    let matrix = unsafe { from_raw_parts_mut(matrix, rows * columns) };
    let row = &mut matrix[index() * columns..][..columns];
    let length = sqrt(row.iter().map(|v| v * v).sum());
    row.iter_mut().for_each(|v| *v = *v % 8.0 / length);
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn histogram(
    data: *const u8,
    n: usize,
    bins: *mut u32,
    best: *mut u64,
) {
    let (bins, best) = unsafe { (&*bins.cast::<[AtomicU32; 200]>(), AtomicU64::from_ptr(best)) };
    let value = unsafe { from_raw_parts(data, n) }[index()];
    let count = u64::from(bins[usize::from(value)].fetch_add(1, Relaxed));
    _ = best.fetch_update(Relaxed, Relaxed, |old| (count > old).then_some(count));
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn reduce(op: u32, data: *const u32, n: usize, result: *mut u32) {
    let (data, result) = unsafe { (from_raw_parts(data, n), AtomicU32::from_ptr(result)) };
    match op {
        0 => result.fetch_add(weigh(data), Relaxed),
        1 => result.fetch_max(data.iter().copied().max().unwrap(), Relaxed),
        _ => panic!("no operation {op}"),
    };
}

/// What is written past the end is an error, as for any sink of fixed size.
struct Buffer<'a>(&'a mut [u8]);

impl Write for Buffer<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let rest = core::mem::take(&mut self.0);
        let (place, rest) = rest.split_at_mut_checked(text.len()).ok_or(core::fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.0 = rest;
        Ok(())
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "gpu-kernel" fn print_number(out: *mut [u8; 64], number: *const u128, divisor: u128) {
    let (out, number) = unsafe { (&mut *out, &*number) };
    write!(Buffer(out), "{:?} {:#06x}", number.checked_div(divisor), index()).unwrap();
}
