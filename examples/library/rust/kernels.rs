// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's side: compiled to bitcode by build.rs, linked by main.rs.

#![no_std]

/// Adds `b` to `a`, number by number.
///
/// # Safety
/// Both have `count` numbers.
#[no_mangle]
pub unsafe extern "C" fn add(a: *mut f32, b: *const f32, count: usize) {
    for i in 0..count {
        *a.add(i) += *b.add(i);
    }
}
