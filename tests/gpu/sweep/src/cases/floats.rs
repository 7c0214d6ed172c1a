// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::{Random, digest};

fn single(random: &mut Random) -> f32 {
    random.below(1 << 24) as f32 / 1024.0 - 8000.0
}

fn double(random: &mut Random) -> f64 {
    random.below(1 << 50) as f64 / 1048576.0 - 5e8
}

pub fn float_sums(seed: u64) -> u64 {
    let mut random = Random(seed);
    let (mut sum, mut product) = (0f32, 1f32);
    for _ in 0..200 {
        let (a, b) = (single(&mut random), single(&mut random));
        sum += a * b - b / (a * a + 1.0);
        product *= 1.0 + a / 1e6;
    }
    digest([sum.to_bits() as u64, product.to_bits() as u64])
}

pub fn double_sums(seed: u64) -> u64 {
    let mut random = Random(seed);
    let (mut sum, mut product) = (0f64, 1f64);
    for _ in 0..200 {
        let (a, b) = (double(&mut random), double(&mut random));
        sum += a * b - b / (a * a + 1.0);
        product *= 1.0 + a / 1e12;
    }
    digest([sum.to_bits(), product.to_bits()])
}

pub fn float_round(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let x = single(&mut random);
        let y = double(&mut random) / 4096.0;
        digest([
            (x as i32 as f32).to_bits() as u64,
            (y - y as i64 as f64).to_bits(),
            x.clamp(-9.5, 9.5).to_bits() as u64,
            y.recip().to_bits(),
            y.abs().to_bits(),
            x.copysign(-0.0).to_bits() as u64,
        ])
    }))
}

pub fn float_convert(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let x = f32::from_bits(random.next() as u32);
        let x = if x.is_nan() { 0.5 } else { x };
        digest([x as i8 as u64, x as u16 as u64, x as i32 as u64, x as u64, x as i64 as u64, (x as f64).to_bits()])
    }))
}

pub fn double_convert(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let n = random.next() as i64 >> random.below(64);
        let x = n as f64 / 3.0;
        digest([
            (n as f32).to_bits() as u64,
            (n as u64 as f64).to_bits(),
            (n as u64 as f32).to_bits() as u64,
            (x as f32).to_bits() as u64,
            x as i32 as u64,
            x as u8 as u64,
            (x * 1e3) as i64 as u64,
        ])
    }))
}

pub fn float_compare(seed: u64) -> u64 {
    let mut random = Random(seed);
    const VALUES: [f64; 8] = [0.0, -0.0, 1.5, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 5e-324];
    digest((0..100).map(|_| {
        let (a, b) = (VALUES[random.below(8) as usize], VALUES[random.below(8) as usize]);
        let order = a.partial_cmp(&b).map_or(7, |o| o as i8 as u64);
        order ^ ((a < b) as u64) << 9 ^ ((a != b) as u64) << 10 ^ (a.total_cmp(&b) as i8 as u64) << 12
            ^ (a.classify() as u64) << 30
            ^ ((a.max(b) > 1.0) as u64) << 40
    }))
}

pub fn newton_sqrt(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..40).map(|_| {
        let x = random.below(1 << 40) as f64 + 1.0;
        let mut root = x;
        for _ in 0..60 {
            root = 0.5 * (root + x / root);
        }
        root.to_bits()
    }))
}

pub fn polynomial(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..50).map(|_| {
        let x = single(&mut random) / 8000.0;
        let terms = [1.0, -0.5, 0.25, 3.0, -7.0, 0.125f32];
        terms.iter().rev().fold(0.0, |sum, c| sum * x + c).to_bits() as u64
    }))
}

pub fn matrix_product(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut draw = || core::array::from_fn::<[f64; 6], 6, _>(|_| core::array::from_fn(|_| double(&mut random) / 1e6));
    let (a, b) = (draw(), draw());
    let mut c = [[0f64; 6]; 6];
    for i in 0..6 {
        for j in 0..6 {
            c[i][j] = (0..6).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    digest(c.iter().flatten().map(|x| x.to_bits()))
}

pub fn float_bits(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let x = f32::from_bits(random.next() as u32 & 0x7fff_ffff | 1);
        let y = if x.is_nan() { 1e-40 } else { x };
        (y * 0.5).to_bits() as u64 ^ ((y + 1e-39).to_bits() as u64) << 20 ^ (y.next_up().to_bits() as u64) << 32
    }))
}
