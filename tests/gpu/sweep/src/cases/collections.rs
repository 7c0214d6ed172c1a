// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#![allow(deprecated)]

use super::{Random, digest};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::hash::{Hash, Hasher, SipHasher};

pub fn btree_map(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut map = BTreeMap::new();
    for _ in 0..200 {
        *map.entry(random.below(60)).or_insert(0) += random.below(9);
    }
    for key in (0..60).step_by(4) {
        map.remove(&key);
    }
    digest(map.into_iter().flat_map(|(k, v)| [k, v]))
}

pub fn btree_set(seed: u64) -> u64 {
    let mut random = Random(seed);
    let a: BTreeSet<u64> = (0..80).map(|_| random.below(100)).collect();
    let b: BTreeSet<u64> = (0..80).map(|_| random.below(100)).collect();
    digest(a.intersection(&b).chain(a.symmetric_difference(&b)).copied())
}

pub fn btree_ranges(seed: u64) -> u64 {
    let mut random = Random(seed);
    let map: BTreeMap<u32, u64> = (0..120).map(|i| (random.below(1000) as u32, i)).collect();
    digest(map.range(200..=700).rev().map(|(k, v)| (*k as u64) << 16 | v))
}

pub fn vec_deque(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut queue = VecDeque::new();
    for i in 0..150 {
        match random.below(5) {
            0 => queue.push_front(i),
            1 => drop(queue.pop_back()),
            2 => drop(queue.pop_front()),
            _ => queue.push_back(i * 3),
        }
    }
    queue.make_contiguous().sort();
    digest(queue)
}

pub fn binary_heap(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut heap = BinaryHeap::new();
    let mut taken = Vec::new();
    for _ in 0..120 {
        heap.push(random.below(1000));
        if random.below(3) == 0 {
            taken.extend(heap.pop());
        }
    }
    digest(taken.into_iter().chain(heap.into_sorted_vec()))
}

pub fn linked_list(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut list: LinkedList<u64> = (0..40).map(|_| random.below(99)).collect();
    let mut tail = list.split_off(25);
    tail.append(&mut list);
    digest(tail)
}

pub fn hash_sip(seed: u64) -> u64 {
    digest((0..20u64).map(|i| {
        let mut hasher = SipHasher::new_with_keys(seed, i);
        ("key", i, [i as u8; 5], Some(seed), (i as u128) << 70).hash(&mut hasher);
        hasher.finish()
    }))
}

/// Open addressing with linear probing.
pub fn hash_table(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut table: Vec<Option<(u64, u64)>> = vec![None; 256];
    for _ in 0..180 {
        let key = random.below(150);
        let mut hasher = SipHasher::new();
        key.hash(&mut hasher);
        let mut at = hasher.finish() as usize % table.len();
        loop {
            match &mut table[at] {
                Some((other, count)) if *other == key => break *count += 1,
                Some(_) => at = (at + 1) % 256,
                free => break *free = Some((key, 1)),
            }
        }
    }
    digest(table.into_iter().flatten().flat_map(|(k, c)| [k, c]))
}

pub fn hash_values(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut map: BTreeMap<u64, u64> = BTreeMap::new();
    for _ in 0..100 {
        map.insert(random.below(1 << 40), random.below(1000));
    }
    let mut values: Vec<u64> = map.into_values().collect();
    values.sort_unstable();
    digest(values)
}

pub fn vec_splice(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut v: Vec<u64> = (0..60).map(|_| random.below(100)).collect();
    let out: Vec<u64> = v.splice(10..30, [7, 8, 9]).collect();
    v.insert(5, 1000);
    v.remove(20);
    v.swap_remove(3);
    v.extend_from_within(4..9);
    v.truncate(40);
    digest(v.into_iter().chain(out))
}

pub fn chunks_windows(seed: u64) -> u64 {
    let mut random = Random(seed);
    let v: Vec<u64> = (0..77).map(|_| random.below(1000)).collect();
    let chunks = v.chunks(8).map(|c| c.iter().product::<u64>() & 0xffff);
    let windows = v.windows(3).map(|w| w[0] * w[2] + w[1]);
    digest(chunks.chain(windows).chain(v.rchunks_exact(5).map(|c| c[4])))
}

struct Node {
    value: u64,
    next: RefCell<Vec<Rc<Node>>>,
}

pub fn rc_graph(seed: u64) -> u64 {
    let mut random = Random(seed);
    let nodes: Vec<Rc<Node>> = (0..30).map(|value| Rc::new(Node { value, next: RefCell::default() })).collect();
    for i in 0..30 {
        for _ in 0..2 {
            let to = i + 1 + random.below(8) as usize;
            if to < 30 {
                nodes[i].next.borrow_mut().push(nodes[to].clone());
            }
        }
    }
    fn paths(node: &Node, known: &mut [Option<u64>]) -> u64 {
        if let Some(count) = known[node.value as usize] {
            return count;
        }
        let count = 1 + node.next.borrow().iter().map(|n| paths(n, known)).sum::<u64>();
        known[node.value as usize] = Some(count);
        count
    }
    let mut known = [None; 30];
    digest(nodes.iter().map(|n| paths(n, &mut known) * 31 + Rc::strong_count(n) as u64))
}

struct Tree {
    key: u64,
    left: Option<Box<Tree>>,
    right: Option<Box<Tree>>,
}

pub fn arena_tree(seed: u64) -> u64 {
    fn insert(tree: Option<Box<Tree>>, key: u64) -> Option<Box<Tree>> {
        Some(match tree {
            None => Box::new(Tree { key, left: None, right: None }),
            Some(mut t) => {
                if key < t.key {
                    t.left = insert(t.left.take(), key);
                } else {
                    t.right = insert(t.right.take(), key);
                }
                t
            }
        })
    }
    fn walk(tree: &Option<Box<Tree>>, depth: u64, out: &mut Vec<u64>) {
        if let Some(t) = tree {
            walk(&t.left, depth + 1, out);
            out.push(t.key * 64 + depth);
            walk(&t.right, depth + 1, out);
        }
    }
    let mut random = Random(seed);
    let mut tree = None;
    for _ in 0..80 {
        tree = insert(tree, random.below(500));
    }
    let mut out = Vec::new();
    walk(&tree, 0, &mut out);
    digest(out)
}

pub fn bit_set(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut bits = [0u32; 40];
    for _ in 0..400 {
        let i = random.below(1280) as usize;
        bits[i / 32] ^= 1 << (i % 32);
    }
    digest(bits.iter().map(|b| (b.count_ones() as u64) << 40 | b.leading_zeros() as u64))
}

pub fn drain_retain(seed: u64) -> u64 {
    let mut random = Random(seed);
    let mut v: Vec<Box<u64>> = (0..100).map(|_| Box::new(random.below(1000))).collect();
    v.retain(|x| **x % 3 != 0);
    let drained: Vec<_> = v.drain(5..15).collect();
    digest(v.into_iter().chain(drained).map(|x| *x))
}
