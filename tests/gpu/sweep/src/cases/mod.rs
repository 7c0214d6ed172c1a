// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases: each takes a number that the compiler does not know and returns a digest of what it computed.

pub mod collections;
pub mod control;
pub mod crates;
pub mod floats;
pub mod integers;
pub mod sorting;
pub mod text;

/// All cases by module, for a macro.
macro_rules! all {
    ($macro:ident) => {
        $macro! {
            sorting: sort_stable sort_by_key sort_unstable sort_reverse sort_strings sort_pairs sort_wide_keys sort_cached
                     sort_bytes sort_i8 sort_f64 select_nth heap_sort merge_sorted binary_search dedup_rotate;
            collections: btree_map btree_set btree_ranges vec_deque binary_heap linked_list hash_sip hash_table hash_values
                         vec_splice chunks_windows rc_graph arena_tree bit_set drain_retain;
            text: upper_reverse_join split_words find_replace char_counts utf8_lossy format_integers format_padding
                  format_floats format_debug parse_integers parse_floats escape_text trim_lines palindrome to_string_chars;
            integers: arithmetic_u8 arithmetic_i8 arithmetic_i16 arithmetic_i32 arithmetic_u64 checked_saturating wide_multiply
                      wide_divide wide_signed wide_shift bit_counts rotate_swap gcd_primes modular_power isqrt_ilog
                      wrapping_index;
            floats: float_sums double_sums float_round float_convert double_convert float_compare newton_sqrt polynomial
                    matrix_product float_bits;
            control: closures boxed_closures dyn_shapes fn_table ackermann hanoi queens fibonacci_iter generic_traits
                     iterator_chain option_result match_tree state_machine const_generics slices_of_stack;
            crates: adler_sum arrayvec_stack either_sum fnv_hash hex_round itertools_mix itoa_print memchr_find
                    num_integer_mix ryu_print semver_order siphash_two smallvec_spill;
        }
    };
}
pub(crate) use all;

/// The next of a sequence of numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// A digest of a sequence that depends on its order.
pub fn digest(values: impl IntoIterator<Item = u64>) -> u64 {
    values.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, value| (hash ^ value).wrapping_mul(0x100_0000_01b3).rotate_left(23))
}

pub fn digest_text(text: &str) -> u64 {
    digest(text.bytes().map(u64::from))
}
