// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's side: prints each case's name and the result that the CPU has for it.

extern crate alloc;

mod cases;

macro_rules! print_all {
    ($($module:ident: $($name:ident)*;)*) => {
        fn main() {
            let seed = core::hint::black_box(SEED);
            $($(println!("{} {:016x}", stringify!($name), cases::$module::$name(seed));)*)*
        }
    };
}

const SEED: u64 = 20220;

cases::all!(print_all);
