// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of rustc's `llbc` linker flavour.

include "llvm/Option/OptParser.td"

// A long option with a value: `--name=value` or `--name value`.
multiclass Value<string name, string help, string metavar> {
  def NAME : Separate<["--"], name>, HelpText<help>, MetaVarName<metavar>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

// A long option whose value may be absent: `--name` or `--name=value`.
multiclass OptionalValue<string name, string help, string metavar> {
  def NAME : Flag<["--"], name>, HelpText<help>;
  def NAME#_eq : Joined<["--"], name#"=">, HelpText<help>, MetaVarName<metavar>;
}

defm target : Value<"target", "Device to link for: nvptx64-nvidia-cuda, amdgcn-amd-amdhsa or x86_64-unknown-linux-gnu (default: from the inputs)", "<triple>">;
defm target_cpu : Value<"target-cpu", "Processor, such as sm_80 or gfx90a:xnack+ (default: what the kernels were compiled for)", "<cpu>">;
defm target_feature : Value<"target-feature", "Features to add or remove, such as +ptx78", "<+a,-b>">;

defm code_object_version : Value<"code-object-version", "AMD code object version: 4, 5 or 6 (default: what the inputs say)", "<n>">;

defm offload_arch : Value<"offload-arch", "Make an image for each of these processors, such as sm_80,sm_90,gfx90a, from one link", "<cpu>,...">;
defm offload_kind : Value<"offload-kind", "Who loads the images: openmp (default), cuda, hip, or raw: the program itself", "<kind>">;
defm openmp_kernels : Value<"openmp-kernels", "keep (default), or adapt: give each kernel the pointer argument that libomptarget passes first", "<mode>">;
defm host_target : Value<"host-target", "Host that host-obj and host-bc are for: x86_64-unknown-linux-gnu (default) or aarch64-unknown-linux-gnu", "<triple>">;
def host_bc : Flag<["--"], "host-bc">, HelpText<"Same as --emit=host-bc: the host object's module as bitcode, to be linked into a host LTO">;
defm image_arch : Value<"image-arch", "Processor of the finished images among the inputs, in place of what they say", "<cpu>">;
defm ptxas : Value<"ptxas", "The ptxas to run", "<file>">;
defm threads : Value<"threads", "How many images to make at once (default: one for each core)", "<n>">;
def j : JoinedOrSeparate<["-"], "j">, Alias<threads>, HelpText<"Same as --threads">, MetaVarName<"<n>">;

include "DeviceOptions.td"

def O : JoinedOrSeparate<["-"], "O">, MetaVarName<"<level>">,
  HelpText<"Optimisation level: 0, 1, 2, 3, s or z (default: 0; the last one wins)">;
defm debug : OptionalValue<"debug", "Debug information: none, lines or full (--debug alone: full, but above -O0 no more than costs no speed)", "<level>">;
def g : Flag<["-"], "g">, Alias<debug>, HelpText<"Same as --debug">;
def strip_debug : Flag<["--"], "strip-debug">, HelpText<"Same as --debug=none">;
def lto : Flag<["--"], "lto">, HelpText<"Accepted: a link is always whole-program">;

def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Output file; '-' is standard output">;
def output : Separate<["--"], "output">, Alias<o>, HelpText<"Same as -o">, MetaVarName<"<file>">;
def output_eq : Joined<["--"], "output=">, Alias<o>;
defm emit : Value<"emit", "What to write: asm, obj, elf, cubin, llvm-bc, llvm-ir, map, bundle, fatbin, hip-bundle, host-obj, host-bc, dep-info (default: asm for NVIDIA, else elf; bundle where there are several images)", "<kind>[=<file>],...">;

defm export_symbol : Value<"export-symbol", "Keep this function or variable visible, beside the kernels; may repeat", "<name>">;
defm export_symbols_file : Value<"export-symbols-file", "Keep the symbols that this file names, one a line", "<file>">;
def allow_undefined : Flag<["--"], "allow-undefined">,
  HelpText<"Leave unresolved symbols external, with a warning">;

def L : JoinedOrSeparate<["-"], "L">, MetaVarName<"<dir>">,
  HelpText<"Add a folder to the library search path">;
def l : JoinedOrSeparate<["-"], "l">, MetaVarName<"<name>">,
  HelpText<"Link lib<name>.a, lib<name>.bc or <name>.bc; -l:<file> takes the name as it is">;
def whole_archive : Flag<["--"], "whole-archive">,
  HelpText<"Link every member of the archives that follow">;
def no_whole_archive : Flag<["--"], "no-whole-archive">,
  HelpText<"Link only the members that are needed (default)">;

def verify : Flag<["--"], "verify">, HelpText<"Have ptxas assemble the PTX, and report what it says in terms of kernels and source lines">;
defm max_ptx : Value<"max-ptx", "Fail if a function needs a newer PTX ISA than this, such as 7.8; up to it, use what is needed", "<version>">;
def fatal_warnings : Flag<["--"], "fatal-warnings">, HelpText<"Make warnings errors">;
def no_fatal_warnings : Flag<["--"], "no-fatal-warnings">, HelpText<"Leave warnings warnings (default)">;

defm save_temps : OptionalValue<"save-temps", "Keep the module after each stage, beside the output or in a folder", "<dir>">;
defm time_trace : OptionalValue<"time-trace", "Write a time trace in Chrome's format", "<file>">;
def mllvm : Separate<["-"], "mllvm">, MetaVarName<"<option>">, HelpText<"Pass an option to LLVM">;
def v : Flag<["-"], "v">, HelpText<"Report what is done">;
def verbose : Flag<["--"], "verbose">, Alias<v>, HelpText<"Same as -v">;
def version : Flag<["--"], "version">, HelpText<"Print the version of this tool and of its LLVM, and the targets">;
def help : Flag<["--"], "help">, HelpText<"Print this help">;
def dash_dash : Option<["--"], "", KIND_REMAINING_ARGS>,
  HelpText<"Take all that follows as input files">;
def h : Flag<["-"], "h">, Alias<help>;
