// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links kernels that are in memory and runs them on the host device.

mod host;
mod llbc;

static KERNELS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/kernels.bc"));

type Add = unsafe extern "C" fn(*mut f32, *const f32, usize);

fn main() -> Result<(), String> {
    let image = llbc::Request::new()
        .option("--target=x86_64-unknown-linux-gnu")
        .option("--export-symbol=add")
        .option("-O3")
        .buffer("kernels", KERNELS)
        .link()?;
    let device = host::Device::load(&image)?;
    let mut a: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let b: Vec<f32> = (0..1000).map(|i| 2.0 * i as f32).collect();
    // SAFETY: kernels.rs defines it with these parameters.
    let add: Add = unsafe { std::mem::transmute(device.kernel("add")?) };
    // SAFETY: both have as many numbers as is said.
    unsafe { add(a.as_mut_ptr(), b.as_ptr(), a.len()) };
    for (i, sum) in a.iter().enumerate() {
        if *sum != 3.0 * i as f32 {
            return Err(format!("number {i} is {sum}"));
        }
    }
    println!("{} bytes linked; {} sums right on the host device", image.len(), a.len());
    Ok(())
}
