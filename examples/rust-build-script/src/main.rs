// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Multiplies two matrices with a kernel that build.rs has compiled for the device.

#[cfg(feature = "cuda")]
mod cuda;
mod dl;
mod host;

const N: usize = 96;

#[cfg(feature = "cuda")]
fn multiply(a: &[f32], b: &[f32]) -> (Vec<f32>, &'static str) {
    match cuda::Driver::load() {
        Some(driver) => (driver.matmul(a, b, N), "an NVIDIA GPU"),
        None => (host::matmul(a, b, N), "the host device"),
    }
}

#[cfg(not(feature = "cuda"))]
fn multiply(a: &[f32], b: &[f32]) -> (Vec<f32>, &'static str) {
    (host::matmul(a, b, N), "the host device")
}

fn main() {
    // Small integers, whose products and sums are exact in any order.
    let a: Vec<f32> = (0..N * N).map(|i| (i % 7) as f32).collect();
    let b: Vec<f32> = (0..N * N).map(|i| (i % 5) as f32 - 2.0).collect();
    let (product, place) = multiply(&a, &b);
    for (i, &value) in product.iter().enumerate() {
        let expected: f32 = (0..N).map(|k| a[i / N * N + k] * b[k * N + i % N]).sum();
        assert_eq!(value, expected, "row {}, column {}", i / N, i % N);
    }
    println!("{N} x {N} matrices multiplied right on {place}");
}
