// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

use super::{Random, digest};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub fn closures(seed: u64) -> u64 {
    let mut total = 0u64;
    let mut add = |x: u64| total = total.wrapping_mul(31).wrapping_add(x);
    for i in 0..50 {
        add(seed.rotate_left(i) ^ i as u64);
    }
    fn twice(f: impl Fn(u64) -> u64) -> impl Fn(u64) -> u64 {
        move |x| f(f(x))
    }
    let step = move |x: u64| x.wrapping_mul(seed | 1) ^ total;
    twice(twice(step))(7)
}

pub fn boxed_closures(seed: u64) -> u64 {
    let mut random = Random(seed);
    let functions: Vec<Box<dyn Fn(u64) -> u64>> = (0..20)
        .map(|i| -> Box<dyn Fn(u64) -> u64> {
            let n = random.below(100);
            match random.below(3) {
                0 => Box::new(move |x| x + n),
                1 => Box::new(move |x| x.wrapping_mul(n + i)),
                _ => Box::new(|x| x ^ 0x55),
            }
        })
        .collect();
    functions.iter().fold(seed, |x, f| f(x))
}

trait Shape {
    fn area(&self) -> u64;
    fn name(&self) -> String {
        "shape".to_string()
    }
}

struct Square(u64);
struct Rectangle(u64, u64);
struct Unit;

impl Shape for Square {
    fn area(&self) -> u64 {
        self.0 * self.0
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u64 {
        self.0 * self.1
    }
    fn name(&self) -> String {
        self.0.to_string() + "x" + &self.1.to_string()
    }
}

impl Shape for Unit {
    fn area(&self) -> u64 {
        1
    }
}

pub fn dyn_shapes(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut shapes: Vec<Box<dyn Shape>> = (0..40)
        .map(|_| -> Box<dyn Shape> {
            match random.below(3) {
                0 => Box::new(Square(random.below(50))),
                1 => Box::new(Rectangle(random.below(50), random.below(50))),
                _ => Box::new(Unit),
            }
        })
        .collect();
    shapes.sort_by_key(|s| s.area());
    digest(shapes.iter().map(|s| s.area() << 32 | super::digest_text(&s.name()) & 0xffff_ffff))
}

fn double(x: u64) -> u64 {
    x.wrapping_mul(2)
}

fn square(x: u64) -> u64 {
    x.wrapping_mul(x)
}

fn half(x: u64) -> u64 {
    x / 2
}

static TABLE: [(fn(u64) -> u64, u64); 4] = [(double, 1), (square, 3), (half, 5), (|x| x ^ 9, 7)];

pub fn fn_table(seed: u64) -> u64 {
    let mut random = Random(seed);
    (0..60).fold(seed, |x, _| {
        let (function, add) = TABLE[random.below(4) as usize];
        function(x).wrapping_add(add)
    })
}

pub fn ackermann(seed: u64) -> u64 {
    fn a(m: u64, n: u64) -> u64 {
        match (m, n) {
            (0, n) => n + 1,
            (m, 0) => a(m - 1, 1),
            (m, n) => a(m - 1, a(m, n - 1)),
        }
    }
    a(2, 5 + seed % 4)
}

pub fn hanoi(seed: u64) -> u64 {
    fn walk(n: u32, from: u8, to: u8, via: u8, pegs: &mut [Vec<u32>; 3]) {
        if n != 0 {
            walk(n - 1, from, via, to, pegs);
            let disc = pegs[from as usize].pop().unwrap();
            pegs[to as usize].push(disc);
            walk(n - 1, via, to, from, pegs);
        }
    }
    let count = 6 + (seed % 3) as u32;
    let mut pegs = [(0..count).rev().collect(), Vec::new(), Vec::new()];
    walk(count, 0, 2, 1, &mut pegs);
    digest(pegs.into_iter().flatten().map(u64::from))
}

pub fn queens(seed: u64) -> u64 {
    fn place(row: u32, columns: u32, left: u32, right: u32, size: u32) -> u64 {
        if row == size {
            return 1;
        }
        let mut free = !(columns | left | right) & ((1 << size) - 1);
        let mut count = 0;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            count += place(row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1, size);
        }
        count
    }
    place(0, 0, 0, 0, 6 + (seed % 2) as u32)
}

struct Fibonacci(u64, u64);

impl Iterator for Fibonacci {
    type Item = u64;
    fn next(&mut self) -> Option<u64> {
        (self.0, self.1) = (self.1, self.0.checked_add(self.1)?);
        Some(self.0)
    }
}

pub fn fibonacci_iter(seed: u64) -> u64 {
    digest(Fibonacci(seed % 5, 1).skip(3).step_by(2).take_while(|x| *x < 1 << 60))
}

trait Ring: Copy {
    const ZERO: Self;
    fn plus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn bits(self) -> u64;
}

macro_rules! ring {
    ($($type:ty)*) => { $(impl Ring for $type {
        const ZERO: Self = 0 as $type;
        fn plus(self, other: Self) -> Self { self.wrapping_add(other) }
        fn times(self, other: Self) -> Self { self.wrapping_mul(other) }
        fn bits(self) -> u64 { self as u64 }
    })* };
}
ring!(u8 i16 i32 u64);

pub fn generic_traits(seed: u64) -> u64 {
    fn product<T: Ring>(a: &[T], b: &[T]) -> T {
        a.iter().zip(b).fold(T::ZERO, |sum, (x, y)| sum.plus(x.times(*y)))
    }
    let mut random = Random(seed);
    let (a, b): (Vec<u64>, Vec<u64>) = (0..33).map(|_| (random.next(), random.next())).unzip();
    macro_rules! with {
        ($type:ty) => {
            product::<$type>(&a.iter().map(|x| *x as $type).collect::<Vec<_>>(), &b.iter().map(|x| *x as $type).collect::<Vec<_>>()).bits()
        };
    }
    digest([with!(u8), with!(i16), with!(i32), with!(u64)])
}

pub fn iterator_chain(seed: u64) -> u64 {
    let mut random = Random(seed);
    let v: Vec<u64> = (0..90).map(|_| random.below(1000)).collect();
    let (even, odd): (Vec<u64>, Vec<u64>) = v.iter().partition(|x| **x % 2 == 0);
    let sum: u64 = even.iter().zip(odd.iter().rev()).map(|(a, b)| a * b).sum();
    let scanned = v.iter().scan(0, |s, x| { *s += x; Some(*s) }).filter(|x| x % 3 == 1);
    let best = v.iter().enumerate().max_by_key(|(i, x)| (*x % 100, *i)).map_or(0, |(i, _)| i as u64);
    let least = v.iter().copied().min_by(|a, b| (a % 77).cmp(&(b % 77))).unwrap_or(0);
    digest(scanned.chain([sum, best, least, v.iter().position(|x| *x > 900).unwrap_or(0) as u64]))
}

pub fn option_result(seed: u64) -> u64 {
    fn check(n: u64) -> Result<u64, String> {
        if n % 7 == 0 { Err(n.to_string()) } else { Ok(n * 3) }
    }
    fn both(a: u64, b: u64) -> Result<u64, String> {
        Ok(check(a)? + check(b)?)
    }
    let mut random = Random(seed);
    digest((0..60).map(|_| {
        let (a, b) = (random.below(100), random.below(100));
        let first = both(a, b).unwrap_or_else(|e| e.len() as u64 + 1000);
        first ^ Some(a).filter(|x| x % 2 == 0).or(Some(b).xor(None)).map_or(5, |x| x << 8)
    }))
}

pub fn match_tree(seed: u64) -> u64 {
    enum Expression {
        Number(i64),
        Add(Box<Expression>, Box<Expression>),
        Multiply(Box<Expression>, Box<Expression>),
        Negate(Box<Expression>),
    }
    use Expression::*;
    fn make(random: &mut Random, depth: u32) -> Expression {
        match if depth == 0 { 0 } else { random.below(4) } {
            0 => Number(random.below(20) as i64 - 10),
            1 => Add(make(random, depth - 1).into(), make(random, depth - 1).into()),
            2 => Multiply(make(random, depth - 1).into(), make(random, depth - 1).into()),
            _ => Negate(make(random, depth - 1).into()),
        }
    }
    fn value(e: &Expression) -> i64 {
        match e {
            Number(n) => *n,
            Add(a, b) => value(a).wrapping_add(value(b)),
            Multiply(a, b) => value(a).wrapping_mul(value(b)),
            Negate(a) => value(a).wrapping_neg(),
        }
    }
    let mut random = Random(seed);
    digest((0..20).map(|_| value(&make(&mut random, 6)) as u64))
}

pub fn state_machine(seed: u64) -> u64 {
    #[derive(Clone, Copy)]
    enum State {
        Start,
        Number(u64),
        Operator(u64, u8),
    }
    let mut random = Random(seed);
    let text: Vec<u8> = (0..200).map(|_| b"0123456789+-*; "[random.below(15) as usize]).collect();
    let mut state = State::Start;
    let mut out = Vec::new();
    for byte in text {
        state = match (state, byte) {
            (State::Start, b'0'..=b'9') => State::Number((byte - b'0') as u64),
            (State::Number(n), b'0'..=b'9') => State::Number(n.wrapping_mul(10) + (byte - b'0') as u64),
            (State::Number(n), b'+' | b'-' | b'*') => State::Operator(n, byte),
            (State::Operator(n, op), b'0'..=b'9') => {
                let digit = (byte - b'0') as u64;
                State::Number(match op {
                    b'+' => n + digit,
                    b'-' => n.wrapping_sub(digit),
                    _ => n.wrapping_mul(digit),
                })
            }
            (State::Number(n), b';') => {
                out.push(n);
                State::Start
            }
            (other, b' ') => other,
            _ => State::Start,
        };
    }
    digest(out)
}

pub fn const_generics(seed: u64) -> u64 {
    struct Matrix<const R: usize, const C: usize>([[u32; C]; R]);
    impl<const R: usize, const C: usize> Matrix<R, C> {
        fn times<const D: usize>(&self, other: &Matrix<C, D>) -> Matrix<R, D> {
            let mut out = Matrix([[0; D]; R]);
            for r in 0..R {
                for d in 0..D {
                    out.0[r][d] = (0..C).fold(0, |s, c| self.0[r][c].wrapping_mul(other.0[c][d]).wrapping_add(s));
                }
            }
            out
        }
    }
    let mut random = Random(seed);
    let a = Matrix::<3, 5>(core::array::from_fn(|_| core::array::from_fn(|_| random.next() as u32)));
    let b = Matrix::<5, 2>(core::array::from_fn(|_| core::array::from_fn(|_| random.next() as u32)));
    digest(a.times(&b).0.iter().flatten().map(|x| *x as u64))
}

/// Pointers into stack arrays that are chosen, compared and moved.
pub fn slices_of_stack(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut a: [u32; 24] = core::array::from_fn(|_| random.below(100) as u32);
    let mut b: [u32; 24] = core::array::from_fn(|_| random.below(100) as u32);
    let mut out = 0u64;
    for _ in 0..40 {
        let (from, to) = if random.below(2) == 0 { (&a, &mut b) } else { (&b, &mut a) };
        let i = random.below(20) as usize;
        let j = random.below(20) as usize;
        to[j..j + 4].copy_from_slice(&from[i..i + 4]);
        to.copy_within(i.min(j)..i.min(j) + 4, i.max(j));
        out = out.wrapping_mul(3).wrapping_add((a.as_ptr().wrapping_add(i) < a.as_ptr().wrapping_add(j)) as u64);
    }
    digest(a.into_iter().chain(b).map(u64::from).chain([out]))
}
