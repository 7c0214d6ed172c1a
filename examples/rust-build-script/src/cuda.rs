// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The kernels on an NVIDIA GPU, through the driver, which is looked for at run time.

use crate::dl::Library;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::ptr::{from_mut, null, null_mut};

static PTX: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/kernels.ptx"));

type Address = u64;

pub struct Driver(Library);

/// Calls a function of the driver by its name and the types of its arguments.
macro_rules! call {
    ($driver:expr, $name:literal, $($type:ty: $argument:expr),*) => {{
        let function: unsafe extern "C" fn($($type),*) -> c_int = unsafe { $driver.0.function($name) };
        let status = unsafe { function($($argument),*) };
        assert_eq!(status, 0, "{:?} failed", $name);
    }};
}

/// Numbers in the GPU's memory.
struct Buffer<'driver> {
    driver: &'driver Driver,
    address: Address,
    size: usize,
}

impl Driver {
    /// None without a driver or without a GPU.
    pub fn load() -> Option<Driver> {
        let driver = Driver(Library::open(c"libcuda.so.1")?);
        let init: unsafe extern "C" fn(c_uint) -> c_int = unsafe { driver.0.function(c"cuInit") };
        if unsafe { init(0) } != 0 {
            return None;
        }
        let (mut device, mut context) = (0, null_mut());
        call!(driver, c"cuDeviceGet", *mut c_int: &mut device, c_int: 0);
        call!(driver, c"cuDevicePrimaryCtxRetain", *mut *mut c_void: &mut context, c_int: device);
        call!(driver, c"cuCtxSetCurrent", *mut c_void: context);
        Some(driver)
    }

    fn buffer(&self, numbers: &[f32]) -> Buffer<'_> {
        let size = size_of_val(numbers);
        let mut address = 0;
        call!(self, c"cuMemAlloc_v2", *mut Address: &mut address, usize: size);
        call!(self, c"cuMemcpyHtoD_v2", Address: address, *const f32: numbers.as_ptr(), usize: size);
        Buffer {
            driver: self,
            address,
            size,
        }
    }

    fn kernel(&self, name: &CStr) -> *mut c_void {
        let ptx = CString::new(PTX).expect("PTX is text");
        let (mut module, mut kernel) = (null_mut(), null_mut());
        call!(self, c"cuModuleLoadData", *mut *mut c_void: &mut module, *const c_char: ptx.as_ptr());
        call!(self, c"cuModuleGetFunction",
            *mut *mut c_void: &mut kernel, *mut c_void: module, *const c_char: name.as_ptr());
        kernel
    }

    pub fn matmul(&self, a: &[f32], b: &[f32], mut n: usize) -> Vec<f32> {
        let mut product = vec![0.0; n * n];
        let (mut a, mut b, mut out) = (self.buffer(a), self.buffer(b), self.buffer(&product));
        let mut arguments: [*mut c_void; 4] = [
            from_mut(&mut a.address).cast(),
            from_mut(&mut b.address).cast(),
            from_mut(&mut out.address).cast(),
            from_mut(&mut n).cast(),
        ];
        call!(self, c"cuLaunchKernel", *mut c_void: self.kernel(c"matmul"),
            c_uint: 16, c_uint: 1, c_uint: 1, c_uint: 128, c_uint: 1, c_uint: 1,
            c_uint: 0, *mut c_void: null_mut(), *mut *mut c_void: arguments.as_mut_ptr(),
            *const *const c_void: null());
        call!(self, c"cuMemcpyDtoH_v2", *mut f32: product.as_mut_ptr(), Address: out.address, usize: out.size);
        product
    }
}

impl Drop for Buffer<'_> {
    fn drop(&mut self) {
        call!(self.driver, c"cuMemFree_v2", Address: self.address);
    }
}
