// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compiles the crate in kernels/ for each device and links it with llvm-bitcode-linker; main.rs embeds the images.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Device {
    target: &'static str,
    /// For the kernels and their `core`: all code stays bitcode, and optimising it is the linker's work.
    rustflags: &'static [&'static str],
    image: &'static str,
}

const HOST: Device = Device {
    target: "x86_64-unknown-linux-gnu",
    rustflags: &["-Clinker-plugin-lto", "-Cembed-bitcode=yes"],
    image: "kernels.so",
};

const NVIDIA: Device = Device {
    target: "nvptx64-nvidia-cuda",
    rustflags: &["-Ctarget-cpu=sm_70"],
    image: "kernels.ptx",
};

/// A GPU's kernels are known as such; on the host they are functions like others, so they are named.
const KERNELS: &[&str] = &["matmul"];

fn main() {
    println!("cargo:rerun-if-changed=kernels/Cargo.toml");
    println!("cargo:rerun-if-changed=kernels/src");
    println!("cargo:rerun-if-env-changed=KERNELS_TARGET_DIR");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    // Building `core` takes a while. Builds that are given the same folder share it.
    let target_dir = env::var_os("KERNELS_TARGET_DIR").unwrap_or_else(|| out.join("target").into());
    build(&HOST, &target_dir, &out);
    if env::var_os("CARGO_FEATURE_CUDA").is_some() {
        build(&NVIDIA, &target_dir, &out);
    }
}

fn build(device: &Device, target_dir: &OsString, out: &Path) {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap());
    cargo
        .current_dir("kernels")
        .args([
            "build",
            "--release",
            "--message-format=json-render-diagnostics",
        ])
        .args([
            "-Zbuild-std=core",
            "-Zbuild-std-features=compiler-builtins-mem",
        ])
        .args(["--target", device.target, "--target-dir"])
        .arg(target_dir)
        .env("CARGO_ENCODED_RUSTFLAGS", device.rustflags.join("\x1f"));
    let messages = run(&mut cargo);
    // cargo names all files that it made, in quotes: the crate's, and those of `core`.
    let rlibs = messages.split('"').filter(|word| word.ends_with(".rlib"));
    let mut linker = Command::new("llvm-bitcode-linker");
    linker
        .args(rlibs)
        .arg("-O3")
        .arg("-o")
        .arg(out.join(device.image));
    for kernel in KERNELS {
        linker.args(["--export-symbol", kernel]);
    }
    run(&mut linker);
}

fn run(command: &mut Command) -> String {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}", command.get_program().display()));
    assert!(output.status.success(), "{command:?}: {}", output.status);
    String::from_utf8(output.stdout).expect("text")
}
