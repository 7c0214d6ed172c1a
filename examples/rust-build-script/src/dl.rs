// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Libraries that are loaded at run time.

use std::ffi::{CStr, c_char, c_int, c_void};

unsafe extern "C" {
    fn dlopen(path: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;

/// Stays loaded until the program ends.
pub struct Library(*mut c_void);

impl Library {
    pub fn open(path: &CStr) -> Option<Library> {
        let library = unsafe { dlopen(path.as_ptr(), RTLD_NOW) };
        (!library.is_null()).then_some(Library(library))
    }

    /// The function of this name, as one of type `F`.
    ///
    /// # Safety
    /// `F` is the type of a pointer to that function.
    pub unsafe fn function<F: Copy>(&self, name: &CStr) -> F {
        let address = unsafe { dlsym(self.0, name.as_ptr()) };
        assert!(!address.is_null(), "{name:?} is not in the library");
        unsafe { std::mem::transmute_copy(&address) }
    }
}
