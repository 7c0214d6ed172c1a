// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![no_std]
#![feature(abi_ptx, stdarch_nvptx)]

use core::fmt::Write;

/// What is written past the end is an error, as for any sink of fixed size.
struct Buffer<'a> {
    bytes: &'a mut [u8],
    length: usize,
}

impl Write for Buffer<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        let end = self.length + text.len();
        let place = self.bytes.get_mut(self.length..end).ok_or(core::fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

static mut PANIC_TEXT: [u8; 256] = [0; 256];

#[panic_handler]
fn panic(info: &core::panic::PanicInfo) -> ! {
    let bytes = unsafe { &mut *(&raw mut PANIC_TEXT) };
    _ = write!(Buffer { bytes, length: 0 }, "{info}");
    unsafe { core::arch::nvptx::trap() }
}

#[derive(Debug)]
#[allow(dead_code, reason = "read by Debug")]
struct Point {
    x: f32,
    y: Option<i64>,
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn print_point(out: &mut [u8; 128], x: f32, y: i64) {
    let point = Point { x, y: (y != 0).then_some(y) };
    write!(Buffer { bytes: out, length: 0 }, "{point:?} {:>8.3} {:#06x}", x, y).unwrap();
}

#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn parse_number(text: &[u8; 8], out: *mut u32) {
    unsafe { *out = str::from_utf8(text).unwrap().trim().parse().unwrap() };
}
