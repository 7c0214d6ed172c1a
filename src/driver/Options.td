// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of rustc's `llbc` linker flavour.

include "llvm/Option/OptParser.td"

// A long option with a value: `--name=value` or `--name value`.
multiclass Value<string name, string help, string metavar, string values = ""> {
  def NAME : Separate<["--"], name>, HelpText<help>, MetaVarName<metavar>, Values<values>;
  def NAME#_eq : Joined<["--"], name#"=">, Alias<!cast<Separate>(NAME)>;
}

// A long option whose value may be absent: `--name` or `--name=value`.
multiclass OptionalValue<string name, string help, string metavar, string values = ""> {
  def NAME : Flag<["--"], name>, HelpText<help>;
  def NAME#_eq : Joined<["--"], name#"=">, HelpText<help>, MetaVarName<metavar>, Values<values>;
}

// Headings of --help. What has none is under OPTIONS.
def DevicesGroup : OptionGroup<"devices">, HelpText<"DEVICES">;
def InputsGroup : OptionGroup<"inputs">, HelpText<"INPUTS">;
def OutputGroup : OptionGroup<"output">, HelpText<"OUTPUT AND WHAT IS VISIBLE IN IT">;
def CodeGroup : OptionGroup<"optimisation">, HelpText<"OPTIMISATION AND DEBUG INFORMATION">;

let Group = DevicesGroup in {

defm target : Value<"target", "Device to link for: nvptx64-nvidia-cuda, amdgcn-amd-amdhsa or x86_64-unknown-linux-gnu (default: from the inputs)", "<triple>", "nvptx64-nvidia-cuda,amdgcn-amd-amdhsa,x86_64-unknown-linux-gnu">;
defm target_cpu : Value<"target-cpu", "Processor, such as sm_80 or gfx90a:xnack+ (default: what the kernels were compiled for)", "<cpu>">;
defm target_feature : Value<"target-feature", "Features to add or remove, such as +ptx78", "<+a,-b>">;
defm code_object_version : Value<"code-object-version", "AMD code object version: 4, 5 or 6 (default: what the inputs say)", "<n>", "4,5,6">;
defm offload_arch : Value<"offload-arch", "Make an image for each of these processors, such as sm_80,sm_90,gfx90a, from one link", "<cpu>,...">;
defm offload_kind : Value<"offload-kind", "Who loads the images: openmp (default), cuda, hip, or raw: the program itself", "<kind>", "openmp,cuda,hip,raw">;
defm openmp_kernels : Value<"openmp-kernels", "keep (default), or adapt: give each kernel the pointer argument that libomptarget passes first", "<mode>", "keep,adapt">;
defm host_target : Value<"host-target", "Host that host-obj and host-bc are for: x86_64-unknown-linux-gnu or aarch64-unknown-linux-gnu (default: this machine)", "<triple>", "x86_64-unknown-linux-gnu,aarch64-unknown-linux-gnu">;
defm image_arch : Value<"image-arch", "Processor of the finished images among the inputs, in place of what they say", "<cpu>">;

} // Group

let Group = InputsGroup in {

def L : JoinedOrSeparate<["-"], "L">, MetaVarName<"<dir>">,
  HelpText<"Add a folder to the library search path">;
def l : JoinedOrSeparate<["-"], "l">, MetaVarName<"<name>">,
  HelpText<"Link lib<name>.a, lib<name>.bc or <name>.bc; -l:<file> takes the name as it is">;
def whole_archive : Flag<["--"], "whole-archive">,
  HelpText<"Link every member of the archives that follow">;
def no_whole_archive : Flag<["--"], "no-whole-archive">,
  HelpText<"Link only the members that are needed (default)">;
def dash_dash : Option<["--"], "", KIND_REMAINING_ARGS>,
  HelpText<"Take all that follows as input files">;

} // Group

let Group = OutputGroup in {

def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">,
  HelpText<"Output file; '-' is standard output">;
def output : Separate<["--"], "output">, Alias<o>, HelpText<"Same as -o">, MetaVarName<"<file>">;
def output_eq : Joined<["--"], "output=">, Alias<o>;
defm emit : Value<"emit", "What to write: asm, obj, elf, cubin, llvm-bc, llvm-ir, map, bundle, fatbin, hip-bundle, host-obj, host-bc, dep-info (default: asm for NVIDIA, else elf; bundle where there are several images)", "<kind>[=<file>],...", "asm,obj,elf,cubin,llvm-bc,llvm-ir,map,bundle,fatbin,hip-bundle,host-obj,host-bc,dep-info">;
def host_bc : Flag<["--"], "host-bc">, HelpText<"Same as --emit=host-bc: the host object's module as bitcode, to be linked into a host LTO">;
defm export_symbol : Value<"export-symbol", "Keep this function or variable visible, beside the kernels; may repeat", "<name>">;
defm export_symbols_file : Value<"export-symbols-file", "Keep the symbols that this file names, one a line", "<file>">;
def allow_undefined : Flag<["--"], "allow-undefined">,
  HelpText<"Leave unresolved symbols external, with a warning">;

} // Group

let Group = CodeGroup in {

def O : JoinedOrSeparate<["-"], "O">, MetaVarName<"<level>">, Values<"0,1,2,3,s,z">,
  HelpText<"Optimisation level: 0, 1, 2, 3, s or z (default: 0; the last one wins)">;
defm debug : OptionalValue<"debug", "Debug information: none, lines or full (--debug alone: full, but above -O0 no more than costs no speed)", "<level>", "none,lines,full">;
def g : Flag<["-"], "g">, Alias<debug>, HelpText<"Same as --debug">;
def strip_debug : Flag<["--"], "strip-debug">, HelpText<"Same as --debug=none">;
def lto : Flag<["--"], "lto">, HelpText<"Accepted: a link is always whole-program">;
def mllvm : Separate<["-"], "mllvm">, MetaVarName<"<option>">, HelpText<"Pass an option to LLVM">;

} // Group

include "DeviceOptions.td"

def verify : Flag<["--"], "verify">, HelpText<"Have ptxas assemble the PTX, and report what it says in terms of kernels and source lines">;
defm ptxas : Value<"ptxas", "The ptxas to run", "<file>">;
defm max_ptx : Value<"max-ptx", "Fail if a function needs a newer PTX ISA than this, such as 7.8; up to it, use what is needed", "<version>">;
defm threads : Value<"threads", "How many parts and images to make at once (default: one for each core)", "<n>">;
def j : JoinedOrSeparate<["-"], "j">, Alias<threads>, HelpText<"Same as --threads">, MetaVarName<"<n>">;
defm cache_dir : Value<"cache-dir", "Keep compiled parts in <dir> and use them again (default: $LLVM_BITCODE_LINKER_CACHE)", "<dir>">;
defm cache_policy : Value<"cache-policy", "What stays in the cache, such as cache_size_bytes=1g:prune_after=48h", "<policy>">;
defm partition_size : Value<"partition-size", "Compile larger programs in parts of about <n> instructions; 0: never (default: 3000)", "<n>">;
def fatal_warnings : Flag<["--"], "fatal-warnings">, HelpText<"Make warnings errors">;
def no_fatal_warnings : Flag<["--"], "no-fatal-warnings">, HelpText<"Leave warnings warnings (default)">;
defm save_temps : OptionalValue<"save-temps", "Keep the module after each stage, beside the output or in a folder", "<dir>">;
defm time_trace : OptionalValue<"time-trace", "Write a time trace in Chrome's format", "<file>">;
def v : Flag<["-"], "v">, HelpText<"Report what is done">;
def verbose : Flag<["--"], "verbose">, Alias<v>, HelpText<"Same as -v">;
def version : Flag<["--"], "version">, HelpText<"Print the version of this tool and of its LLVM, and the targets">;
def help : Flag<["--"], "help">, HelpText<"Print this help">;
def h : Flag<["-"], "h">, Alias<help>;
