// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The lang items that kernels without `core` need.

#[lang = "pointee_sized"]
pub trait PointeeSized {}
#[lang = "meta_sized"]
pub trait MetaSized: PointeeSized {}
#[lang = "sized"]
pub trait Sized: MetaSized {}
#[lang = "copy"]
pub trait Copy {}
impl Copy for u32 {}
impl<T: PointeeSized> Copy for *mut T {}
