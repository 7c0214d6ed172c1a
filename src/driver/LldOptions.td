// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of ld.lld, as far as it makes sense for device code. Names
// take one dash or two. What is in the group `Forwarded` goes to the ELF link as
// it stands.

include "llvm/Option/OptParser.td"

defvar dashes = ["-", "--"];

def Forwarded : OptionGroup<"forwarded">, HelpText<"OPTIONS OF THE ELF LINK">;
// Without meaning where there are no shared libraries and one LTO partition.
def Ignored : OptionGroup<"ignored">;

class On<string name, string help> : Flag<dashes, name>, HelpText<help>;

multiclass Value<string name, string help, string metavar, string values = ""> {
  def NAME : Separate<dashes, name>, HelpText<help>, MetaVarName<metavar>, Values<values>;
  def NAME#_eq : Joined<dashes, name#"=">, Alias<!cast<Separate>(NAME)>;
}

multiclass ForwardedValue<string name, string help, string metavar, string values = ""> {
  def NAME : Separate<dashes, name>, Group<Forwarded>, HelpText<help>, MetaVarName<metavar>, Values<values>;
  def NAME#_eq : Joined<dashes, name#"=">, Group<Forwarded>;
}

multiclass ForwardedFlag<string name, string help> {
  def NAME : Flag<dashes, name>, Group<Forwarded>, HelpText<help>;
  def NAME#_no : Flag<dashes, "no-"#name>, Group<Forwarded>;
}

// Inputs and outputs.
def o : JoinedOrSeparate<["-"], "o">, MetaVarName<"<file>">, HelpText<"Output file (default: a.out)">;
def output : Separate<["--"], "output">, Alias<o>;
def output_eq : Joined<["--"], "output=">, Alias<o>;
def L : JoinedOrSeparate<["-"], "L">, MetaVarName<"<dir>">, HelpText<"Add a folder to the library search path">;
def library_path : Separate<dashes, "library-path">, Alias<L>;
def library_path_eq : Joined<dashes, "library-path=">, Alias<L>;
def l : JoinedOrSeparate<["-"], "l">, MetaVarName<"<name>">, HelpText<"Link a library: lib<name>.a, lib<name>.bc or <name>.bc">;
def library : Separate<dashes, "library">, Alias<l>;
def library_eq : Joined<dashes, "library=">, Alias<l>;
def whole_archive : On<"whole-archive", "Link every member of the archives that follow">;
def no_whole_archive : On<"no-whole-archive", "Link only the members that are needed (default)">;
defm Map : Value<"Map", "Write a map of sections and symbols", "<file>">;
defm dependency_file : Value<"dependency-file", "Write a Makefile rule that names the inputs", "<file>">;

// What stays visible.
defm version_script : Value<"version-script", "Read a version script", "<file>">;
defm export_dynamic_symbol : Value<"export-dynamic-symbol", "Export the symbols that a glob matches", "<glob>">;
def u : JoinedOrSeparate<["-"], "u">, MetaVarName<"<symbol>">, HelpText<"Link what defines a symbol, and keep it">;
defm undefined : Value<"undefined", "Same as -u", "<symbol>">;
def undefined_version : On<"undefined-version", "Allow a version script to name what is not defined">, Group<Forwarded>;
def no_undefined_version : On<"no-undefined-version", "Report what a version script names and is not defined">, Group<Forwarded>;
def no_undefined : On<"no-undefined", "Report undefined symbols (always on)">, Group<Ignored>;
defm unresolved_symbols : Value<"unresolved-symbols", "report-all (default), or ignore-all: leave them to the loader, with a warning", "<policy>", "report-all,ignore-all">;

// Code generation.
def plugin_opt_mcpu : Joined<dashes, "plugin-opt=mcpu=">, MetaVarName<"<cpu>">, HelpText<"Processor, such as gfx90a:xnack+">;
def plugin_opt_mattr : Joined<dashes, "plugin-opt=-mattr=">, MetaVarName<"<+a,-b>">, HelpText<"Features to add or remove">;
def plugin_opt_O : Joined<dashes, "plugin-opt=O">, MetaVarName<"<level>">, Values<"0,1,2,3">, HelpText<"Optimisation level: 0 to 3 (default: 2)">;
def plugin_opt_emit_asm : On<"plugin-opt=emit-asm", "Same as --lto-emit-asm">;
def plugin_opt_emit_llvm : On<"plugin-opt=emit-llvm", "Same as --lto-emit-llvm">;
def plugin_opt_save_temps : On<"plugin-opt=save-temps", "Same as --save-temps">;
def plugin_opt_llvm : Joined<dashes, "plugin-opt=-">, MetaVarName<"<option>">, HelpText<"Pass an option to LLVM">;
def plugin_opt_jobs : Joined<dashes, "plugin-opt=jobs=">, Group<Ignored>;
def plugin_opt_thinlto : Flag<dashes, "plugin-opt=thinlto">, Group<Ignored>;
def plugin_opt_partitions : Joined<dashes, "plugin-opt=lto-partitions=">, Group<Ignored>;
def lto_O : Joined<dashes, "lto-O">, MetaVarName<"<level>">, Values<"0,1,2,3">, HelpText<"Optimisation level: 0 to 3 (default: 2)">;
def lto_CGO : Joined<dashes, "lto-CGO">, Group<Ignored>;
def lto_partitions : Joined<dashes, "lto-partitions=">, Group<Ignored>;
def lto : Joined<dashes, "lto=">, Group<Ignored>;
def lto_emit_asm : On<"lto-emit-asm", "Write assembly (for NVIDIA: PTX)">;
def lto_emit_llvm : On<"lto-emit-llvm", "Write bitcode">;
def lto_whole_program_visibility : Flag<dashes, "lto-whole-program-visibility">, Group<Ignored>;
def plugin : Joined<dashes, "plugin=">, Group<Ignored>;
def plugin_sep : Separate<dashes, "plugin">, Group<Ignored>;
def mllvm : Separate<dashes, "mllvm">, MetaVarName<"<option>">, HelpText<"Pass an option to LLVM">;
def mllvm_eq : Joined<dashes, "mllvm=">, Alias<mllvm>;
def code_object_version : Joined<["--"], "code-object-version=">, MetaVarName<"<n>">, Values<"4,5,6">, HelpText<"AMD code object version: 4, 5 or 6 (not known to ld.lld)">;

// Not known to ld.lld.
include "DeviceOptions.td"

// Reports.
def save_temps : On<"save-temps", "Keep the module after each stage, beside the output">;
def time_trace : On<"time-trace", "Write a time trace in Chrome's format">;
def time_trace_eq : Joined<dashes, "time-trace=">, MetaVarName<"<file>">;
def verbose : On<"verbose", "Report what is done">;
def v : Flag<["-"], "v">, HelpText<"Print the version; go on if there are inputs">;
def V : Flag<["-"], "V">, Alias<v>;
def version : On<"version", "Print the version">;
def help : On<"help", "Print this help">;

// The ELF link.
def shared : On<"shared", "Make a shared object (default)">;
def Bshareable : On<"Bshareable", "Same as -shared">, Alias<shared>;
def O : JoinedOrSeparate<["-"], "O">, Group<Forwarded>, MetaVarName<"<level>">, HelpText<"How hard to optimise the layout">;
def z : JoinedOrSeparate<["-"], "z">, Group<Forwarded>, MetaVarName<"<keyword>">, HelpText<"An option of the ELF link">;
def m : JoinedOrSeparate<["-"], "m">, Group<Forwarded>, MetaVarName<"<emulation>">, Values<"elf64_amdgpu,elf_x86_64">, HelpText<"Such as elf64_amdgpu">;
defm soname : ForwardedValue<"soname", "Set DT_SONAME", "<name>">;
def h : JoinedOrSeparate<["-"], "h">, Group<Forwarded>, MetaVarName<"<name>">, HelpText<"Same as -soname">;
defm gc_sections : ForwardedFlag<"gc-sections", "Drop sections that nothing needs">;
defm eh_frame_hdr : ForwardedFlag<"eh-frame-hdr", "Make .eh_frame_hdr">;
defm hash_style : ForwardedValue<"hash-style", "sysv, gnu or both", "<style>", "sysv,gnu,both">;
def build_id : Flag<dashes, "build-id">, Group<Forwarded>, HelpText<"Make a build ID note">;
def build_id_eq : Joined<dashes, "build-id=">, Group<Forwarded>, MetaVarName<"<kind>">;
def strip_all : On<"strip-all", "Strip all symbols that are not dynamic">, Group<Forwarded>;
def s : Flag<["-"], "s">, Alias<strip_all>;
def strip_debug : On<"strip-debug", "Strip debug information">, Group<Forwarded>;
def S : Flag<["-"], "S">, Alias<strip_debug>;
def discard_all : On<"discard-all", "Drop local symbols">, Group<Forwarded>;
def x : Flag<["-"], "x">, Alias<discard_all>;
def discard_locals : On<"discard-locals", "Drop temporary local symbols">, Group<Forwarded>;
def X : Flag<["-"], "X">, Alias<discard_locals>;
defm icf : ForwardedValue<"icf", "Fold equal sections: none, safe or all", "<mode>", "none,safe,all">;
def Bsymbolic : On<"Bsymbolic", "Bind references within the image">, Group<Forwarded>;
def Bsymbolic_functions : On<"Bsymbolic-functions", "Bind calls within the image">, Group<Forwarded>;
def enable_new_dtags : On<"enable-new-dtags", "Use DT_RUNPATH">, Group<Forwarded>;
def disable_new_dtags : On<"disable-new-dtags", "Use DT_RPATH">, Group<Forwarded>;
defm compress_debug_sections : ForwardedValue<"compress-debug-sections", "none, zlib or zstd", "<format>", "none,zlib,zstd">;
defm rosegment : ForwardedFlag<"rosegment", "Put read-only data into a segment of its own">;
defm pack_dyn_relocs : ForwardedValue<"pack-dyn-relocs", "Format of dynamic relocations", "<format>">;
defm defsym : ForwardedValue<"defsym", "Define a symbol", "<symbol>=<value>">;
defm image_base : ForwardedValue<"image-base", "Set the base address", "<address>">;
def nostdlib : On<"nostdlib", "Search only the folders of -L">, Group<Forwarded>;
defm error_limit : ForwardedValue<"error-limit", "How many errors to show", "<n>">;
defm threads : ForwardedValue<"threads", "Threads of the ELF link", "<n>">;
defm fatal_warnings : ForwardedFlag<"fatal-warnings", "Make warnings errors">;

// Accepted, and without effect here.
def as_needed : Flag<dashes, "as-needed">, Group<Ignored>;
def no_as_needed : Flag<dashes, "no-as-needed">, Group<Ignored>;
def Bdynamic : Flag<dashes, "Bdynamic">, Group<Ignored>;
def Bstatic : Flag<dashes, "Bstatic">, Group<Ignored>;
def dn : Flag<dashes, "dn">, Group<Ignored>;
def dy : Flag<dashes, "dy">, Group<Ignored>;
def static : Flag<dashes, "static">, Group<Ignored>;
def start_group : Flag<dashes, "start-group">, Group<Ignored>;
def start_group_paren : Flag<["-"], "(">, Group<Ignored>;
def end_group : Flag<dashes, "end-group">, Group<Ignored>;
def end_group_paren : Flag<["-"], ")">, Group<Ignored>;
def export_dynamic : Flag<dashes, "export-dynamic">, Group<Ignored>;
def no_export_dynamic : Flag<dashes, "no-export-dynamic">, Group<Ignored>;
def E : Flag<["-"], "E">, Group<Ignored>;
def color_diagnostics : Flag<dashes, "color-diagnostics">, Group<Ignored>;
def color_diagnostics_eq : Joined<dashes, "color-diagnostics=">, Group<Ignored>;
def no_color_diagnostics : Flag<dashes, "no-color-diagnostics">, Group<Ignored>;
def fat_lto_objects : On<"fat-lto-objects", "Link the bitcode that native objects carry">;
def no_fat_lto_objects : On<"no-fat-lto-objects", "Link the code of native objects (default)">;
def allow_shlib_undefined : Flag<dashes, "allow-shlib-undefined">, Group<Ignored>;
def no_allow_shlib_undefined : Flag<dashes, "no-allow-shlib-undefined">, Group<Ignored>;
defm rpath : Value<"rpath", "Accepted", "<dir>">;
defm rpath_link : Value<"rpath-link", "Accepted", "<dir>">;
defm sysroot : Value<"sysroot", "Accepted", "<dir>">;
