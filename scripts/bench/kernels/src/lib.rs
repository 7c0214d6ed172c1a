// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Twenty kernels of many kinds, to compare the registers they need after different linkers.

#![no_std]
#![feature(abi_ptx, core_float_math, stdarch_nvptx)]

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _grid_dim_x, _thread_idx_x, trap};
use core::f32::math::{floor, mul_add, sqrt};
use core::fmt::Write;
use core::slice::{from_raw_parts, from_raw_parts_mut};
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    unsafe { trap() }
}

fn index() -> usize {
    unsafe { (_block_idx_x() * _block_dim_x() + _thread_idx_x()) as usize }
}

fn stride() -> usize {
    unsafe { (_grid_dim_x() * _block_dim_x()) as usize }
}

macro_rules! kernel {
    (fn $name:ident($($arg:ident: $ty:ty),*) $body:block) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "ptx-kernel" fn $name($($arg: $ty),*) {
            unsafe { $body }
        }
    };
}

kernel! { fn vecadd(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (a, b) = (from_raw_parts(a, n), from_raw_parts(b, n));
    for i in (index()..n).step_by(stride()) {
        *out.add(i) = a[i] + b[i];
    }
} }

kernel! { fn dot(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (a, b) = (from_raw_parts(a, n), from_raw_parts(b, n));
    *out.add(index()) = a.iter().zip(b).map(|(x, y)| x * y).sum();
} }

kernel! { fn matmul(a: *const f32, b: *const f32, out: *mut f32, n: usize) {
    let (a, b) = (from_raw_parts(a, n * n), from_raw_parts(b, n * n));
    let (row, column) = (index() / n, index() % n);
    let mut sum = 0.0;
    for k in 0..n {
        sum = mul_add(a[row * n + k], b[k * n + column], sum);
    }
    *out.add(index()) = sum;
} }

kernel! { fn stencil(input: *const f32, out: *mut f32, width: usize, height: usize) {
    let grid = from_raw_parts(input, width * height);
    let (x, y) = (index() % width, index() / width);
    let at = |dx: isize, dy: isize| {
        let x = x.saturating_add_signed(dx).min(width - 1);
        let y = y.saturating_add_signed(dy).min(height - 1);
        grid[y * width + x]
    };
    *out.add(index()) = 0.2 * (at(0, 0) + at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1));
} }

kernel! { fn histogram(data: *const u8, bins: &[AtomicU32; 256], n: usize) {
    for v in from_raw_parts(data, n).iter().skip(index()).step_by(stride()) {
        bins[*v as usize].fetch_add(1, Relaxed);
    }
} }

kernel! { fn compare_exchange_max(data: *const u64, best: &AtomicU64, n: usize) {
    let value = from_raw_parts(data, n)[index()];
    _ = best.fetch_update(Relaxed, Relaxed, |old| (value > old).then_some(value));
} }

kernel! { fn mandelbrot(out: *mut u32, width: u32, height: u32, limit: u32) {
    let i = index() as u32;
    let (cx, cy) = ((i % width) as f32 / width as f32 * 3.0 - 2.0, (i / width) as f32 / height as f32 * 2.0 - 1.0);
    let (mut x, mut y, mut steps) = (0.0f32, 0.0f32, 0);
    while x * x + y * y <= 4.0 && steps < limit {
        (x, y) = (x * x - y * y + cx, 2.0 * x * y + cy);
        steps += 1;
    }
    *out.add(i as usize) = steps;
} }

#[derive(Clone, Copy)]
pub struct Body {
    position: [f32; 3],
    mass: f32,
}

kernel! { fn nbody(bodies: *const Body, out: *mut [f32; 3], n: usize) {
    let bodies = from_raw_parts(bodies, n);
    let me = bodies[index()];
    let mut force = [0.0; 3];
    for other in bodies {
        let d: [f32; 3] = core::array::from_fn(|k| other.position[k] - me.position[k]);
        let square = d.iter().map(|v| v * v).sum::<f32>() + 1e-6;
        let scale = other.mass / (square * sqrt(square));
        for k in 0..3 {
            force[k] += d[k] * scale;
        }
    }
    *out.add(index()) = force;
} }

kernel! { fn sort_small(data: *mut [u32; 16]) {
    (*data.add(index())).sort_unstable();
} }

kernel! { fn binary_search(sorted: *const u32, n: usize, keys: *const u32, out: *mut usize) {
    let place = from_raw_parts(sorted, n).binary_search(&*keys.add(index()));
    *out.add(index()) = place.unwrap_or_else(|i| i);
} }

kernel! { fn prefix_sum(data: *mut u32, n: usize) {
    let data = from_raw_parts_mut(data, n);
    let chunk = n.div_ceil(stride());
    if let Some(mine) = data.chunks_mut(chunk).nth(index()) {
        mine.iter_mut().fold(0u32, |sum, v| {
            *v = v.wrapping_add(sum);
            *v
        });
    }
} }

kernel! { fn crc32(data: *const [u8; 64], out: *mut u32) {
    let crc = (*data.add(index())).iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |c, _| if c & 1 == 1 { (c >> 1) ^ 0xedb8_8320 } else { c >> 1 })
    });
    *out.add(index()) = !crc;
} }

kernel! { fn wide_multiply(a: *const u128, b: *const u128, out: *mut u128) {
    let i = index();
    *out.add(i) = (*a.add(i)).wrapping_mul(*b.add(i)).rotate_left(17);
} }

kernel! { fn divide(a: *const u64, b: *const u64, out: *mut u64) {
    let i = index();
    *out.add(i) = (*a.add(i)).checked_div(*b.add(i)).unwrap_or(u64::MAX);
} }

kernel! { fn count_words(text: *const u8, n: usize, out: *mut u32) {
    let words = from_raw_parts(text, n).split(|b| b.is_ascii_whitespace()).filter(|w| !w.is_empty());
    *out.add(index()) = words.count() as u32;
} }

kernel! { fn utf8_length(text: *const u8, n: usize, out: *mut u32) {
    *out.add(index()) = str::from_utf8(from_raw_parts(text, n)).map_or(0, |s| s.chars().count() as u32);
} }

kernel! { fn interpret(program: *const u8, n: usize, data: *mut i32) {
    let mut stack = [0i32; 16];
    let mut top = 0;
    for code in from_raw_parts(program, n) {
        match code {
            0..=9 => { stack[top] = i32::from(*code); top += 1 }
            b'+' => { top -= 1; stack[top - 1] += stack[top] }
            b'*' => { top -= 1; stack[top - 1] *= stack[top] }
            b'-' => { top -= 1; stack[top - 1] -= stack[top] }
            b'd' => { stack[top] = stack[top - 1]; top += 1 }
            other => panic!("no instruction {other}"),
        }
    }
    *data.add(index()) = stack[0];
} }

trait Shape {
    fn area(&self) -> f32;
}
struct Circle(f32);
struct Rectangle(f32, f32);
impl Shape for Circle {
    fn area(&self) -> f32 {
        self.0 * self.0 * core::f32::consts::PI
    }
}
impl Shape for Rectangle {
    fn area(&self) -> f32 {
        self.0 * self.1
    }
}

kernel! { fn areas(kinds: *const u32, sizes: *const f32, out: *mut f32) {
    let i = index();
    let size = floor(*sizes.add(i));
    let (circle, rectangle) = (Circle(size), Rectangle(size, 2.0 * size));
    let shape: &dyn Shape = if *kinds.add(i) == 0 { &circle } else { &rectangle };
    *out.add(i) = shape.area();
} }

struct Buffer<'a>(&'a mut [u8]);

impl Write for Buffer<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let (head, tail) = core::mem::take(&mut self.0).split_at_mut_checked(text.len()).ok_or(core::fmt::Error)?;
        head.copy_from_slice(text.as_bytes());
        self.0 = tail;
        Ok(())
    }
}

kernel! { fn print_number(values: *const i32, out: *mut [u8; 32]) {
    let i = index();
    write!(Buffer(&mut *out.add(i)), "{:>8} {:#x}", *values.add(i), i).unwrap();
} }

kernel! { fn parse_number(text: *const [u8; 8], out: *mut i32) {
    let i = index();
    *out.add(i) = str::from_utf8(&*text.add(i)).ok().and_then(|s| s.trim().parse().ok()).unwrap_or(-1);
} }
