// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host device: an x86-64 image is a shared library.

use std::ffi::{c_char, c_int, c_uint, c_void, CStr, CString};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsRawFd, FromRawFd};

const CLOSE_ON_EXEC: c_uint = 1;
const BIND_NOW: c_int = 2;

extern "C" {
    fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
    fn dlopen(path: *const c_char, mode: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

/// An image that is loaded, for as long as the program runs.
pub struct Device(*mut c_void);

fn loader_error() -> String {
    // SAFETY: called after an error, on the thread that had it.
    unsafe { CStr::from_ptr(dlerror()).to_string_lossy().into_owned() }
}

impl Device {
    /// Loads `image` from a file that is in memory only.
    pub fn load(image: &[u8]) -> Result<Self, String> {
        let name = CString::new("image").unwrap();
        // SAFETY: the descriptor is new and belongs to the file.
        let mut file = unsafe {
            let descriptor = memfd_create(name.as_ptr(), CLOSE_ON_EXEC);
            if descriptor < 0 {
                return Err(std::io::Error::last_os_error().to_string());
            }
            File::from_raw_fd(descriptor)
        };
        file.write_all(image).map_err(|err| err.to_string())?;
        let path = CString::new(format!("/proc/self/fd/{}", file.as_raw_fd())).unwrap();
        // SAFETY: the image was linked a moment ago and has no initialisers of its own.
        let library = unsafe { dlopen(path.as_ptr(), BIND_NOW) };
        if library.is_null() {
            return Err(loader_error());
        }
        Ok(Device(library))
    }

    /// The address of a kernel.
    pub fn kernel(&self, name: &str) -> Result<*mut c_void, String> {
        let name = CString::new(name).map_err(|err| err.to_string())?;
        // SAFETY: the library is loaded.
        let address = unsafe { dlsym(self.0, name.as_ptr()) };
        if address.is_null() {
            return Err(loader_error());
        }
        Ok(address)
    }
}
