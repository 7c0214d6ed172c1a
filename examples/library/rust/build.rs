// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the kernels to bitcode and finds libllbc with pkg-config.

use std::env;
use std::process::Command;

fn output(command: &mut Command) -> String {
    let result = command.output().unwrap_or_else(|err| panic!("{command:?}: {err}"));
    assert!(
        result.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&result.stderr)
    );
    String::from_utf8(result.stdout).expect("the output is text")
}

fn main() {
    println!("cargo:rerun-if-changed=kernels.rs");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let kernels = env::var("OUT_DIR").unwrap() + "/kernels.bc";
    output(Command::new(env::var("RUSTC").unwrap()).args([
        "--crate-type=lib",
        "--emit=llvm-bc",
        "-Copt-level=3",
        "-Cpanic=abort",
        "-Ccodegen-units=1",
        "kernels.rs",
        "-o",
        &kernels,
    ]));
    for word in output(Command::new("pkg-config").args(["--libs", "llbc"])).split_whitespace() {
        if let Some(folder) = word.strip_prefix("-L") {
            println!("cargo:rustc-link-search=native={folder}");
            println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
        } else if let Some(library) = word.strip_prefix("-l") {
            println!("cargo:rustc-link-lib={library}");
        }
    }
}
