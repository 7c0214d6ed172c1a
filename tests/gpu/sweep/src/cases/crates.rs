// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![allow(deprecated)]

use super::{Random, digest, digest_text};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::hash::Hasher;
use itertools::Itertools;

fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut random = Random(seed);
    (0..count).map(|_| random.next() as u8).collect()
}

pub fn adler_sum(seed: u64) -> u64 {
    adler::adler32_slice(&bytes(seed, 3000)) as u64
}

pub fn arrayvec_stack(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut v = arrayvec::ArrayVec::<u64, 32>::new();
    let mut text = arrayvec::ArrayString::<64>::new();
    for _ in 0..100 {
        if random.below(3) == 0 {
            v.pop();
        } else if v.try_push(random.below(1000)).is_err() {
            v.drain(3..10);
        }
        let _ = text.try_push((b'a' + random.below(26) as u8) as char);
    }
    v.sort();
    digest(v.into_iter().chain([digest_text(&text)]))
}

pub fn either_sum(seed: u64) -> u64 {
    let mut random = Random(seed);
    digest((0..40).flat_map(|i| {
        let n = random.below(9);
        if n % 2 == 0 { either::Left(0..n) } else { either::Right([i, n].into_iter()) }
    }))
}

pub fn fnv_hash(seed: u64) -> u64 {
    let mut hasher = fnv::FnvHasher::default();
    hasher.write(&bytes(seed, 500));
    hasher.write_u32(7);
    hasher.finish()
}

pub fn hex_round(seed: u64) -> u64 {
    let data = bytes(seed, 100);
    let text = hex::encode(&data);
    let back = hex::decode(&text).unwrap_or_default();
    digest([digest_text(&text), (back == data) as u64, hex::decode("0g").is_err() as u64])
}

pub fn itertools_mix(seed: u64) -> u64 {
    let mut random = Random(seed);
    let v: Vec<u64> = (0..30).map(|_| random.below(50)).collect();
    let text = v.iter().sorted().dedup().join("/");
    let pairs = v.iter().tuple_windows().map(|(a, b)| a * b);
    let groups = v.iter().copied().chunks(7).into_iter().map(|c| c.sum::<u64>()).collect::<Vec<_>>();
    let merged = v[..9].iter().copied().sorted().merge(v[9..20].iter().copied().sorted()).collect::<Vec<_>>();
    let combinations = v[..6].iter().tuple_combinations().map(|(a, b, c)| a + b * c);
    digest(pairs.chain(groups).chain(merged).chain(combinations).chain([digest_text(&text)]))
}

pub fn itoa_print(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..40 {
        let n = random.next() >> random.below(63);
        text += itoa::Buffer::new().format(n);
        text += itoa::Buffer::new().format(n as i16);
        text += itoa::Buffer::new().format((n as i128) << 50);
    }
    digest_text(&text)
}

pub fn memchr_find(seed: u64) -> u64 {
    let data = bytes(seed, 2000);
    let found = memchr::memchr_iter(b'a', &data).map(|i| i as u64);
    let two = memchr::memrchr2(b'x', b'y', &data).unwrap_or(0) as u64;
    let needle = &data[1500..1506];
    digest(found.chain([two, memchr::memmem::find(&data, needle).unwrap_or(0) as u64]))
}

pub fn num_integer_mix(seed: u64) -> u64 {
    use num_integer::Integer;
    let mut random = Random(seed);
    digest((0..40).map(|_| {
        let (a, b) = (random.below(1 << 40) as i64 - (1 << 39), random.below(1 << 20) as i64 + 1);
        digest([a.gcd(&b) as u64, a.div_floor(&b) as u64, a.mod_floor(&b) as u64, num_integer::binomial(20, b as u64 % 20), num_integer::cbrt(b as u64)])
    }))
}

pub fn ryu_print(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..40 {
        text += ryu::Buffer::new().format(f64::from_bits(random.next()));
        text += ryu::Buffer::new().format(f32::from_bits(random.next() as u32));
    }
    digest_text(&text)
}

pub fn semver_order(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut versions: Vec<semver::Version> = (0..20)
        .filter_map(|_| {
            let text = random.below(3).to_string() + "." + &random.below(4).to_string() + ".0" + ["", "-rc.1", "-alpha"][random.below(3) as usize];
            semver::Version::parse(&text).ok()
        })
        .collect();
    versions.sort();
    let wanted = semver::VersionReq::parse(">=1.1, <2").unwrap();
    digest(versions.iter().map(|v| digest_text(&v.to_string()) ^ wanted.matches(v) as u64))
}

pub fn siphash_two(seed: u64) -> u64 {
    let mut hasher = siphasher::sip::SipHasher24::new_with_keys(seed, 5);
    hasher.write(&bytes(seed, 333));
    let mut other = siphasher::sip::SipHasher13::new_with_keys(7, seed);
    other.write(b"text");
    hasher.finish() ^ other.finish().rotate_left(9)
}

pub fn smallvec_spill(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut v = smallvec::SmallVec::<[u64; 8]>::new();
    for i in 0..60 {
        match random.below(4) {
            0 => drop(v.pop()),
            1 => v.insert(v.len() / 2, i),
            _ => v.push(random.below(100)),
        }
    }
    v.shrink_to_fit();
    v.retain(|x| *x % 5 != 0);
    v.sort_unstable_by(|a, b| b.cmp(a));
    digest(v)
}
