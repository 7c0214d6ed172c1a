// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::{Random, digest};
use alloc::vec::Vec;

macro_rules! arithmetic {
    ($name:ident, $type:ty) => {
        pub fn $name(seed: u64) -> u64 {
            let mut random = Random(seed);
            digest((0..100).map(|_| {
                let (a, b) = (random.next() as $type, random.next() as $type | 1);
                let shift = (b as u32) % <$type>::BITS;
                let parts = [
                    a.wrapping_add(b),
                    a.wrapping_sub(b),
                    a.wrapping_mul(b),
                    a.wrapping_div(b),
                    a.wrapping_rem(b),
                    a << shift,
                    a >> shift,
                    a.rotate_left(shift),
                    a & !b,
                    a.wrapping_div_euclid(b),
                    a.abs_diff(b) as $type,
                    a.min(b),
                ];
                digest(parts.map(|x| x as u64))
            }))
        }
    };
}

arithmetic!(arithmetic_u8, u8);
arithmetic!(arithmetic_i8, i8);
arithmetic!(arithmetic_i16, i16);
arithmetic!(arithmetic_i32, i32);
arithmetic!(arithmetic_u64, u64);

pub fn checked_saturating(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let (a, b) = (random.next() as i32, random.next() as i32 >> random.below(32));
        let (c, d) = (random.next() as u8, random.next() as u8);
        digest([
            a.checked_add(b).map_or(1, |x| x as u64),
            a.saturating_mul(b) as u64,
            a.overflowing_sub(b).1 as u64,
            c.saturating_sub(d) as u64,
            c.checked_mul(d).map_or(3, u64::from),
            (a as i64).saturating_pow((d % 9) as u32) as u64,
        ])
    }))
}

fn wide(random: &mut Random) -> u128 {
    let value = (random.next() as u128) << 64 | random.next() as u128;
    value >> random.below(128)
}

fn fold(value: u128) -> u64 {
    (value >> 64) as u64 ^ (value as u64).rotate_left(7)
}

pub fn wide_multiply(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..80).map(|_| {
        let (a, b) = (wide(&mut random), wide(&mut random));
        fold(a.wrapping_mul(b)) ^ a.overflowing_mul(b).1 as u64 ^ fold(a.saturating_add(b))
    }))
}

pub fn wide_divide(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..60).map(|_| {
        let (a, b) = (wide(&mut random), wide(&mut random) | 1);
        fold(a / b) ^ fold(a % b)
    }))
}

pub fn wide_signed(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..60).map(|_| {
        let (a, b) = (wide(&mut random) as i128, wide(&mut random) as i128 | 1);
        fold((a.wrapping_neg() / b) as u128) ^ fold(a.rem_euclid(b) as u128) ^ fold((a >> 5).signum() as u128)
    }))
}

pub fn wide_shift(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..80).map(|_| {
        let a = wide(&mut random);
        let n = random.below(128) as u32;
        fold(a << n) ^ fold(a >> n) ^ fold((a as i128 >> n) as u128) ^ fold(a.rotate_left(n)) ^ a.leading_zeros() as u64
    }))
}

pub fn bit_counts(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let x = random.next() >> random.below(64);
        digest([
            x.count_ones() as u64,
            x.leading_zeros() as u64,
            x.trailing_zeros() as u64,
            (x as u16).leading_ones() as u64,
            (x as u8).trailing_ones() as u64,
            (x as u32).next_power_of_two() as u64 & 0xffff_ffff,
        ])
    }))
}

pub fn rotate_swap(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..100).map(|_| {
        let x = random.next();
        digest([
            x.swap_bytes(),
            x.reverse_bits(),
            (x as u16).swap_bytes() as u64,
            (x as u8).reverse_bits() as u64,
            (x as u8).rotate_right(3) as u64,
            u64::from(u32::from_be_bytes(x.to_le_bytes()[2..6].try_into().unwrap())),
        ])
    }))
}

pub fn gcd_primes(seed: u64) -> u64 {
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let mut sieve = [true; 500];
    for i in 2..23 {
        for j in (i * i..500).step_by(i) {
            sieve[j] &= !sieve[i];
        }
    }
    let mut random = Random(seed);
    let gcds = (0..40).map(|_| gcd(random.below(1 << 30), random.below(1 << 20) + 1)).collect::<Vec<_>>();
    digest((2..500).filter(|i| sieve[*i]).map(|i| i as u64).chain(gcds))
}

pub fn modular_power(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..30).map(|_| {
        let (mut base, mut exponent, modulus) = (random.next() as u128, random.below(1 << 20), random.next() as u128 | 1);
        let mut result = 1;
        while exponent != 0 {
            if exponent & 1 != 0 {
                result = result * base % modulus;
            }
            base = base % modulus * (base % modulus) % modulus;
            exponent >>= 1;
        }
        result as u64
    }))
}

pub fn isqrt_ilog(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..60).map(|_| {
        let x = (random.next() >> random.below(60)) | 1;
        digest([x.isqrt(), x.ilog10() as u64, x.ilog2() as u64, (x as u32 | 1).ilog(7) as u64, x.div_ceil(7), x.next_multiple_of(9) % 1000])
    }))
}

/// Indices in narrow types that wrap, into the middle of an array.
pub fn wrapping_index(seed: u64) -> u64 {
    let mut random = Random(seed);
    let table: Vec<u64> = (0..512).map(|_| random.below(1000)).collect();
    let middle = &raw const table[256];
    digest((0..100).map(|_| {
        let n = random.next() as i8;
        let less = random.below(2) == 0;
        let at = |i: i8| unsafe { *middle.offset(i as isize) };
        let flag = |f: bool| unsafe { *middle.offset(-(f as isize)) };
        at(n) + 3 * at(n.wrapping_add(100)) + 7 * at(n.wrapping_mul(5)) + 31 * flag(less) + 64 * flag(!less)
    }))
}
