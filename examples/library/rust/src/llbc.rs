// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As much of llbc.h as this program needs, and a safe face for it.

use std::ffi::{c_char, c_int, c_void, CStr, CString};
use std::marker::PhantomData;
use std::mem::size_of;
use std::ptr;

#[repr(C)]
struct Input {
    struct_size: usize,
    name: *const c_char,
    data: *const c_void,
    size: usize,
    whole_archive: c_int,
}

#[repr(C)]
struct Output {
    struct_size: usize,
    kind: *const c_char,
    arch: *const c_char,
    path: *const c_char,
    data: *const c_void,
    size: usize,
}

#[repr(C)]
struct Diagnostic {
    struct_size: usize,
    severity: c_int,
    place: *const c_char,
    what: *const c_char,
    text: *const c_char,
    notes: *const *const c_char,
    note_count: usize,
}

const SUCCESS: c_int = 0;

extern "C" {
    fn llbc_request_create() -> *mut c_void;
    fn llbc_request_destroy(request: *mut c_void);
    fn llbc_request_add_option(request: *mut c_void, word: *const c_char) -> c_int;
    fn llbc_request_add_input(request: *mut c_void, input: *const Input) -> c_int;
    fn llbc_link(request: *const c_void) -> *mut c_void;
    fn llbc_result_destroy(result: *mut c_void);
    fn llbc_result_status(result: *const c_void) -> c_int;
    fn llbc_result_get_output(result: *const c_void, index: usize, output: *mut Output) -> c_int;
    fn llbc_result_diagnostic_count(result: *const c_void) -> usize;
    fn llbc_result_get_diagnostic(
        result: *const c_void,
        index: usize,
        diagnostic: *mut Diagnostic,
    ) -> c_int;
}

/// Options and inputs, which live as long as it does.
pub struct Request<'a> {
    handle: *mut c_void,
    inputs: PhantomData<&'a [u8]>,
}

struct LinkResult(*mut c_void);

impl<'a> Request<'a> {
    pub fn new() -> Self {
        // SAFETY: destroyed in drop.
        let handle = unsafe { llbc_request_create() };
        Request { handle, inputs: PhantomData }
    }

    /// One word of the command line.
    pub fn option(self, word: &str) -> Self {
        let word = CString::new(word).expect("no zero byte in an option");
        // SAFETY: the word is copied.
        unsafe { llbc_request_add_option(self.handle, word.as_ptr()) };
        self
    }

    /// An input that messages call `name`.
    pub fn buffer(self, name: &str, bytes: &'a [u8]) -> Self {
        let name = CString::new(name).expect("no zero byte in a name");
        let input = Input {
            struct_size: size_of::<Input>(),
            name: name.as_ptr(),
            data: bytes.as_ptr().cast(),
            size: bytes.len(),
            whole_archive: 0,
        };
        // SAFETY: the name is copied, and the bytes outlive the request.
        unsafe { llbc_request_add_input(self.handle, &input) };
        self
    }

    /// The first output, or the messages.
    pub fn link(self) -> Result<Vec<u8>, String> {
        // SAFETY: the request is valid; the result is destroyed in drop.
        let result = LinkResult(unsafe { llbc_link(self.handle) });
        // SAFETY: both are valid, and the structure says its size.
        unsafe {
            let mut output: Output = std::mem::zeroed();
            output.struct_size = size_of::<Output>();
            if llbc_result_status(result.0) != SUCCESS
                || llbc_result_get_output(result.0, 0, &mut output) != SUCCESS
            {
                return Err(result.messages());
            }
            Ok(std::slice::from_raw_parts(output.data.cast(), output.size).to_vec())
        }
    }
}

impl LinkResult {
    fn messages(&self) -> String {
        let mut text = String::new();
        // SAFETY: the index is in range, and the structure says its size.
        unsafe {
            for i in 0..llbc_result_diagnostic_count(self.0) {
                let mut message: Diagnostic = std::mem::zeroed();
                message.struct_size = size_of::<Diagnostic>();
                if llbc_result_get_diagnostic(self.0, i, &mut message) == SUCCESS {
                    text += &CStr::from_ptr(message.text).to_string_lossy();
                    text.push('\n');
                }
            }
        }
        text
    }
}

impl Drop for Request<'_> {
    fn drop(&mut self) {
        // SAFETY: made in new, destroyed once.
        unsafe { llbc_request_destroy(self.handle) };
        self.handle = ptr::null_mut();
    }
}

impl Drop for LinkResult {
    fn drop(&mut self) {
        // SAFETY: made in link, destroyed once.
        unsafe { llbc_result_destroy(self.0) };
    }
}
