// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::{Random, digest};
use alloc::collections::BinaryHeap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn numbers(seed: u64, count: usize, limit: u64) -> Vec<u32> {
    let mut random = Random(seed);
    (0..count).map(|_| random.below(limit) as u32).collect()
}

fn words(seed: u64, count: usize) -> Vec<String> {
    numbers(seed, count, 5000).iter().map(|n| n.to_string()).collect()
}

pub fn sort_stable(seed: u64) -> u64 {
    let mut v = numbers(seed, 300, 1000);
    v.sort();
    digest(v.into_iter().map(u64::from))
}

pub fn sort_by_key(seed: u64) -> u64 {
    let mut v: Vec<(u8, u32)> = numbers(seed, 200, 1000).into_iter().enumerate().map(|(i, x)| ((x % 7) as u8, i as u32)).collect();
    v.sort_by_key(|p| p.0);
    digest(v.into_iter().map(|(a, b)| (a as u64) << 32 | b as u64))
}

pub fn sort_unstable(seed: u64) -> u64 {
    let mut v = numbers(seed, 400, 100_000);
    v.sort_unstable();
    digest(v.into_iter().map(u64::from))
}

pub fn sort_reverse(seed: u64) -> u64 {
    let mut v = numbers(seed, 150, 90);
    v.sort_by(|a, b| b.cmp(a));
    digest(v.into_iter().map(u64::from))
}

pub fn sort_strings(seed: u64) -> u64 {
    let mut v = words(seed, 60);
    v.sort();
    super::digest_text(&v.join(","))
}

pub fn sort_pairs(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut v: Vec<(i16, u64)> = (0..180).map(|_| (random.below(9) as i16 - 4, random.below(50))).collect();
    v.sort();
    digest(v.into_iter().map(|(a, b)| (a as u64) ^ b << 20))
}

pub fn sort_wide_keys(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut v: Vec<u128> = (0..90).map(|_| (random.below(3) as u128) << 90 | random.next() as u128).collect();
    v.sort();
    digest(v.into_iter().map(|x| (x >> 64) as u64 ^ x as u64))
}

pub fn sort_cached(seed: u64) -> u64 {
    let mut v = numbers(seed, 70, 3000);
    v.sort_by_cached_key(|x| x.to_string());
    digest(v.into_iter().map(u64::from))
}

pub fn sort_bytes(seed: u64) -> u64 {
    let mut v: Vec<u8> = numbers(seed, 250, 256).into_iter().map(|x| x as u8).collect();
    v.sort();
    digest(v.into_iter().map(u64::from))
}

pub fn sort_i8(seed: u64) -> u64 {
    let mut v: Vec<i8> = numbers(seed, 130, 256).into_iter().map(|x| x as u8 as i8).collect();
    v.sort_by_key(|x| core::cmp::Reverse(*x));
    digest(v.into_iter().map(|x| x as u64))
}

pub fn sort_f64(seed: u64) -> u64 {
    let mut v: Vec<f64> = numbers(seed, 120, 100_000).into_iter().map(|x| x as f64 / 8.0 - 5000.0).collect();
    v.sort_by(f64::total_cmp);
    digest(v.into_iter().map(f64::to_bits))
}

pub fn select_nth(seed: u64) -> u64 {
    let mut v = numbers(seed, 200, 1000);
    let (low, middle, high) = v.select_nth_unstable(77);
    let sums = (low.iter().map(|x| *x as u64).sum::<u64>(), high.iter().map(|x| *x as u64).sum::<u64>());
    digest([sums.0, *middle as u64, sums.1])
}

pub fn heap_sort(seed: u64) -> u64 {
    let heap: BinaryHeap<u32> = numbers(seed, 160, 500).into();
    digest(heap.into_sorted_vec().into_iter().map(u64::from))
}

pub fn merge_sorted(seed: u64) -> u64 {
    let mut v = numbers(seed, 100, 400);
    v.sort_unstable();
    let mut w = numbers(seed ^ 1, 100, 400);
    w.sort_unstable();
    v.extend(w);
    v.sort();
    digest(v.into_iter().map(u64::from))
}

pub fn binary_search(seed: u64) -> u64 {
    let mut v = numbers(seed, 128, 1000);
    v.sort();
    v.dedup();
    digest((0..1000).step_by(13).map(|x| match v.binary_search(&x) {
        Ok(at) => at as u64,
        Err(at) => !(at as u64),
    }))
}

pub fn dedup_rotate(seed: u64) -> u64 {
    let mut v = numbers(seed, 90, 6);
    v.dedup();
    let count = v.len();
    v.rotate_left(count / 3);
    v[..count / 2].reverse();
    v.swap(1, count - 2);
    digest(v.into_iter().map(u64::from))
}
