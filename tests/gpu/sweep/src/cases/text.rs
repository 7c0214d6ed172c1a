// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::{Random, digest, digest_text};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

fn sentence(seed: u64) -> String {
    const WORDS: [&str; 8] = ["alpha", "Straße", "gamma ray", "ünïcode", "x", "Δέλτα", "  spaced", "end."];
    let mut random = Random(seed);
    let words: Vec<&str> = (0..20).map(|_| WORDS[random.below(8) as usize]).collect();
    words.join(" ")
}

pub fn upper_reverse_join(seed: u64) -> u64 {
    let text = sentence(seed).to_uppercase();
    let words: Vec<String> = text.split(' ').rev().map(|w| w.chars().rev().collect()).collect();
    digest_text(&words.join("-"))
}

pub fn split_words(seed: u64) -> u64 {
    let text = sentence(seed);
    digest(text.split_whitespace().map(|w| (w.len() as u64) << 32 | digest_text(w) & 0xffff_ffff))
}

pub fn find_replace(seed: u64) -> u64 {
    let text = sentence(seed).replace("a", "<>").replacen('x', "yy", 2);
    let found = text.match_indices("<>").map(|(at, _)| at as u64);
    digest(found.chain([text.rfind('m').unwrap_or(0) as u64, digest_text(&text)]))
}

pub fn char_counts(seed: u64) -> u64 {
    let text = sentence(seed);
    digest(text.char_indices().map(|(at, c)| (at as u64) << 24 | c as u64 | (c.is_alphabetic() as u64) << 60))
}

pub fn utf8_lossy(seed: u64) -> u64 {
    let mut random = Random(seed);
    let bytes: Vec<u8> = (0..200).map(|_| random.next() as u8).collect();
    digest_text(&String::from_utf8_lossy(&bytes))
}

pub fn format_integers(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..20 {
        let n = random.next() >> random.below(60);
        text += &format!("{n} {} {:x} {:#b} {:o} {:+} ", n as i8, n, n as u8, n as u16, n as i32);
    }
    digest_text(&text)
}

pub fn format_padding(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut text = String::new();
    for width in 0..16 {
        let n = random.below(1_000_000);
        text += &format!("[{n:>width$}|{n:<8}|{n:^12}|{n:*^11}|{n:#010x}|{:>5.2}]", "text");
    }
    digest_text(&text)
}

pub fn format_floats(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut text = String::new();
    for _ in 0..20 {
        let x = f64::from_bits(random.next() & 0xbfff_ffff_ffff_ffff);
        let y = random.below(100_000) as f32 / 64.0;
        text += &format!("{x:e} {y} {y:.3} {:?} ", x as f32);
    }
    digest_text(&text)
}

#[derive(Debug, Clone)]
#[allow(dead_code)]
enum Shape {
    Point,
    Circle { radius: u32 },
    Named(String, Option<(i8, char)>),
}

pub fn format_debug(seed: u64) -> u64 {
    let shapes = [
        Shape::Point,
        Shape::Circle { radius: seed as u32 },
        Shape::Named("quoted \"é\"\n".to_string(), Some((-3, '\''))),
        Shape::Named(seed.to_string(), None),
    ];
    digest_text(&format!("{shapes:?} {:#?} {:02x?}", &shapes[1..], [seed as u8, 7]))
}

pub fn parse_integers(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut out = Vec::new();
    for _ in 0..30 {
        let text = (random.next() as i64 >> random.below(63)).to_string();
        out.push(text.parse::<i64>().unwrap_or(-1) as u64);
        out.push(text.parse::<i16>().map_or(9, |x| x as u64));
        out.push(u64::from_str_radix(&format!("{:x}", random.next()), 16).unwrap_or(0));
        out.push(text.parse::<u8>().is_err() as u64);
    }
    digest(out)
}

pub fn parse_floats(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut out = Vec::new();
    for text in ["1e23", "-0.1", "4.9e-324", "1.7976931348623157e308", "inf", "nan?", "123456789012345678901234567890"] {
        out.push(text.parse::<f64>().map_or(1, f64::to_bits));
        out.push(text.parse::<f32>().map_or(1, |x| x.to_bits() as u64));
    }
    for _ in 0..20 {
        let text = format!("{}.{}e{}", random.below(1000), random.below(1 << 50), random.below(60) as i64 - 30);
        out.push(text.parse::<f64>().map_or(1, f64::to_bits));
    }
    digest(out)
}

pub fn escape_text(seed: u64) -> u64 {
    let text = sentence(seed);
    digest_text(&(text.escape_default().to_string() + &text.escape_unicode().to_string() + &"a\tb\u{7f}".escape_debug().to_string()))
}

pub fn trim_lines(seed: u64) -> u64 {
    let text = format!("  one {seed}\r\n\ttwo\n\n three \nfour,,five;");
    let lines = text.lines().map(|l| l.trim().trim_end_matches(';').to_string());
    digest_text(&lines.collect::<Vec<_>>().concat()) ^ text.rsplitn(3, ',').map(digest_text).sum::<u64>()
}

pub fn palindrome(seed: u64) -> u64 {
    digest((seed..seed + 3000).filter(|n| {
        let text = n.to_string();
        text.bytes().eq(text.bytes().rev())
    }))
}

pub fn to_string_chars(seed: u64) -> u64 {
    let mut random = Random(seed);
    let text: String = (0..150).filter_map(|_| char::from_u32(random.below(0x3000) as u32)).collect();
    let lower = text.to_lowercase();
    digest([digest_text(&lower), text.chars().count() as u64, lower.len() as u64, (text > lower) as u64])
}
