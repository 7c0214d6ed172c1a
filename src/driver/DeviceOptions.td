// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options that both dialects have, with two dashes: the vendors' libraries, and
// how exact arithmetic is.

// The heading in --help.
def DeviceGroup : OptionGroup<"device">, HelpText<"DEVICE LIBRARIES AND ARITHMETIC">;

multiclass DeviceValue<string name, string help, string metavar, string values = ""> {
  def NAME : Separate<["--"], name>, HelpText<help>, MetaVarName<metavar>, Values<values>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

// A switch: `--name`, `--name=true` or `--name=false`.
multiclass Switch<string name, string help> {
  def NAME : Flag<["--"], name>, HelpText<help>;
  def NAME#_eq : Joined<["--"], name#"=">, HelpText<help>, MetaVarName<"<true|false>">, Values<"true,false">;
}

let Group = DeviceGroup in {

defm device_libs : DeviceValue<"device-libs", "auto (default): link the functions of libdevice or ROCm's device libraries that are needed, also for names of the C math library; or none", "<mode>", "auto,none">;
defm libdevice : DeviceValue<"libdevice", "The libdevice to use (default: that of the CUDA toolkit)", "<file>">;
defm cuda_path : DeviceValue<"cuda-path", "CUDA toolkit with libdevice, ptxas and fatbinary (default: CUDA_HOME, CUDA_PATH, PATH, /usr/local/cuda)", "<dir>">;
defm rocm_path : DeviceValue<"rocm-path", "ROCm with its device libraries (default: HIP_DEVICE_LIB_PATH, ROCM_PATH, /opt/rocm, Debian's folders)", "<dir>">;
defm ftz : Switch<"ftz", "Flush single-precision denormals to zero (default: what the inputs say, else false)">;
defm prec_sqrt : Switch<"prec-sqrt", "Round single-precision square roots correctly (default: true)">;
defm prec_div : Switch<"prec-div", "Round single-precision divisions correctly (default: true)">;
def fast_math_libs : Flag<["--"], "fast-math-libs">, HelpText<"--ftz, --prec-sqrt=false, --prec-div=false, and the libraries' fast variants">;

} // Group
