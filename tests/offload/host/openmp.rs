// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launches both kernels through libomptarget and checks what they computed; on stable Rust, without a crate.

use std::ffi::{CStr, c_char, c_void};
use std::process::exit;
use std::ptr::{null, null_mut};

/// An entry of llvm_offload_entries: how libomptarget knows a kernel of the host program.
#[repr(C)]
struct OffloadEntry {
    reserved: u64,
    version: u16,
    kind: u16,
    flags: u32,
    address: *const c_char,
    name: *const c_char,
    size: u64,
    data: u64,
    aux: *const c_void,
}

unsafe impl Sync for OffloadEntry {}

const OPENMP: u16 = 1;

/// `address` stands for the kernel on the host side.
const fn entry(address: &'static u8, name: &'static CStr) -> OffloadEntry {
    OffloadEntry {
        reserved: 0,
        version: 1,
        kind: OPENMP,
        flags: 0,
        address: std::ptr::from_ref(address).cast(),
        name: name.as_ptr(),
        size: 0,
        data: 0,
        aux: null(),
    }
}

// Of different values, so that each has an address of its own.
static VECADD_ID: u8 = 1;
static SCALE_ID: u8 = 2;

#[used]
#[unsafe(export_name = ".offloading.entry.vecadd")]
#[unsafe(link_section = "llvm_offload_entries")]
static VECADD: OffloadEntry = entry(&VECADD_ID, c"vecadd");

#[used]
#[unsafe(export_name = ".offloading.entry.scale")]
#[unsafe(link_section = "llvm_offload_entries")]
static SCALE: OffloadEntry = entry(&SCALE_ID, c"scale");

const MAP_TO: i64 = 0x1;
const MAP_FROM: i64 = 0x2;
const MAP_PARAMETER: i64 = 0x20;
const MAP_LITERAL: i64 = 0x100;

#[repr(C)]
struct KernelArguments {
    version: u32,
    count: u32,
    base_pointers: *const *mut c_void,
    pointers: *const *mut c_void,
    sizes: *const i64,
    types: *const i64,
    names: *const c_void,
    mappers: *const c_void,
    trip_count: u64,
    flags: u64,
    teams: [u32; 3],
    threads: [u32; 3],
    dynamic_memory: u32,
}

unsafe extern "C" {
    fn __tgt_target_kernel(
        location: *mut c_void,
        device: i64,
        teams: i32,
        threads: i32,
        id: *const c_void,
        arguments: *const KernelArguments,
    ) -> i32;
}

enum Argument<'a> {
    Buffer(&'a [u8]),
    Out(&'a mut [u8]),
    Value(usize),
}
use Argument::{Buffer, Out, Value};

fn launch(entry: &OffloadEntry, arguments: &mut [Argument]) {
    const FIRST_DEVICE: i64 = -1;
    let (mut pointers, mut sizes, mut types) = (vec![], vec![], vec![]);
    for argument in arguments {
        let (pointer, size, map) = match argument {
            Buffer(bytes) => (bytes.as_ptr().cast_mut().cast(), bytes.len(), MAP_TO),
            Out(bytes) => (bytes.as_mut_ptr().cast(), bytes.len(), MAP_TO | MAP_FROM),
            Value(value) => (*value as *mut c_void, size_of::<usize>(), MAP_LITERAL),
        };
        pointers.push(pointer);
        sizes.push(size as i64);
        types.push(MAP_PARAMETER | map);
    }
    let arguments = KernelArguments {
        version: 3,
        count: pointers.len() as u32,
        base_pointers: pointers.as_ptr(),
        pointers: pointers.as_ptr(),
        sizes: sizes.as_ptr(),
        types: types.as_ptr(),
        names: null(),
        mappers: null(),
        trip_count: 0,
        flags: 0,
        teams: [4, 1, 1],
        threads: [32, 1, 1],
        dynamic_memory: 0,
    };
    let id = entry.address.cast();
    let status = unsafe { __tgt_target_kernel(null_mut(), FIRST_DEVICE, 4, 32, id, &arguments) };
    if status != 0 {
        println!("a kernel was not launched");
        exit(1);
    }
}

fn bytes<T: Copy>(values: &mut [T]) -> &mut [u8] {
    let pointer = values.as_mut_ptr().cast();
    unsafe { std::slice::from_raw_parts_mut(pointer, size_of_val(values)) }
}

fn main() {
    const N: usize = 1000;
    let mut a: Vec<f32> = (0..N).map(|i| i as f32).collect();
    let mut b: Vec<f32> = (0..N).map(|i| i as f32 * 0.5).collect();
    let mut out = vec![0f32; N];
    let arguments = &mut [
        Buffer(bytes(&mut a)),
        Buffer(bytes(&mut b)),
        Out(bytes(&mut out)),
        Value(N),
    ];
    launch(&VECADD, arguments);
    for i in 0..N {
        assert_eq!(out[i], i as f32 * 1.5);
    }

    const FACTOR: u32 = 0x0123_4567;
    let mut data: Vec<u32> = (0..N as u32).map(|i| i * i).collect();
    launch(
        &SCALE,
        &mut [Out(bytes(&mut data)), Value(FACTOR as usize), Value(N)],
    );
    for i in 0..N as u32 {
        let expected = (i * i)
            .wrapping_mul(FACTOR)
            .wrapping_add([2, 3, 5, 7, 11][i as usize % 5]);
        assert_eq!(data[i as usize], expected);
    }
    println!("vecadd and scale computed right");
}
