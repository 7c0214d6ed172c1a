# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Finds LLVM and lld and makes of them the targets `llbc_llvm` and `llbc_lld`;
# `llbc_program`, how programs are linked with them; `llbc_stubs`; and the
# function `llbc_option_table`.

if(LLBC_PORTABLE)
  set(ZLIB_USE_STATIC_LIBS ON)
endif()
# LLVM's version file takes the exact major.minor only.
find_package(LLVM 22.1 REQUIRED CONFIG)
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_DIR}")

add_library(llbc_llvm INTERFACE)
target_include_directories(llbc_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
separate_arguments(llvm_definitions NATIVE_COMMAND ${LLVM_DEFINITIONS})
target_compile_definitions(llbc_llvm INTERFACE ${llvm_definitions})
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(llbc_llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  target_compile_options(llbc_llvm INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
endif()

add_library(llbc_program INTERFACE)
target_link_libraries(llbc_program INTERFACE $<TARGET_OBJECTS:llbc_stubs>)

# The devices, and the hosts of host objects.
set(device_list ${PROJECT_SOURCE_DIR}/src/device/Devices.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${device_list})
file(STRINGS ${device_list} llbc_targets REGEX "^LLBC_DEVICE")
list(TRANSFORM llbc_targets REPLACE "LLBC_DEVICE\\((.*)\\)" "\\1")
list(APPEND llbc_targets AArch64 X86)
list(REMOVE_DUPLICATES llbc_targets)
# What lld's ELF linker refers to beside LLVM's core.
set(lld_needs DebugInfoDWARF DTLTO LTO Option Plugins)

if(LLBC_SHARED_LLVM)
  target_link_libraries(llbc_llvm INTERFACE LLVM)
else()
  llvm_map_components_to_libnames(llvm_libraries
    AsmParser BitReader BitWriter BitstreamReader CodeGen Core Demangle FrontendOffloading
    IRPrinter Linker MC ObjCopy Object Option Passes Support Target TargetParser
    TransformUtils ipo
    ${llbc_targets} ${lld_needs})
  # Debian ships Polly apart; LLVM's LTO library would link it if it were there.
  get_target_property(extensions LLVMExtensions INTERFACE_LINK_LIBRARIES)
  list(REMOVE_ITEM extensions Polly)
  set_target_properties(LLVMExtensions PROPERTIES INTERFACE_LINK_LIBRARIES "${extensions}")
  list(REMOVE_ITEM llvm_libraries Polly)
  target_link_libraries(llbc_llvm INTERFACE ${llvm_libraries})
  # The section flags keep what is not used out of the binary.
  target_link_options(llbc_llvm INTERFACE
    -static-libstdc++ -static-libgcc LINKER:--gc-sections)
  # Results in a cache are those of one build.
  target_link_options(llbc_llvm INTERFACE LINKER:--build-id)
  # Position independence costs a quarter of the start-up time: relocations of
  # LLVM's tables.
  target_link_options(llbc_program INTERFACE $<IF:$<BOOL:${LLBC_PORTABLE}>,-static,-no-pie>)
endif()

# Those of LLVM's programs that run here: in a cross build, the ones beside the
# libraries are for another processor.
if(CMAKE_CROSSCOMPILING)
  find_program(LLBC_TBLGEN NAMES llvm-tblgen-22 llvm-tblgen REQUIRED)
  file(REAL_PATH ${LLBC_TBLGEN} tblgen)
  cmake_path(GET tblgen PARENT_PATH llbc_tools_dir)
else()
  set(llbc_tools_dir ${LLVM_TOOLS_BINARY_DIR})
endif()

find_program(LLBC_LLD NAMES ld.lld-22 ld.lld HINTS ${llbc_tools_dir})
if(LLBC_LLD)
  target_link_options(llbc_llvm INTERFACE -fuse-ld=lld -B${llbc_tools_dir})
endif()

if(LLBC_PORTABLE)
  if(LLBC_SHARED_LLVM OR NOT LLBC_LLD)
    message(FATAL_ERROR "LLBC_PORTABLE needs static LLVM and ld.lld")
  endif()
  get_target_property(support LLVMSupport INTERFACE_LINK_LIBRARIES)
  list(TRANSFORM support REPLACE libzstd_shared libzstd_static)
  # Nothing here solves constraints.
  list(FILTER support EXCLUDE REGEX z3)
  set_target_properties(LLVMSupport PROPERTIES INTERFACE_LINK_LIBRARIES "${support}")
  # Nothing is thrown in this program, so nothing needs to be unwound.
  target_link_options(llbc_program INTERFACE
    -s LINKER:-O2,--icf=all,--no-eh-frame-hdr,-T,${CMAKE_CURRENT_LIST_DIR}/no-unwinding.ld)
endif()

# lld is static in any case. Its exported target would bring the shared libLLVM
# in beside the static one, so its libraries are named here.
find_package(LLD 22.1 REQUIRED CONFIG HINTS ${LLVM_LIBRARY_DIR}/cmake/lld)
find_package(ZLIB REQUIRED)
if(LLBC_PORTABLE)
  set(zstd zstd::libzstd_static)
else()
  set(zstd zstd::libzstd_shared)
endif()
get_target_property(lld_elf lldELF LOCATION)
get_target_property(lld_common lldCommon LOCATION)
add_library(llbc_lld INTERFACE)
target_include_directories(llbc_lld SYSTEM INTERFACE ${LLD_INCLUDE_DIRS})
target_link_libraries(llbc_lld INTERFACE ${lld_elf} ${lld_common} llbc_llvm ZLIB::ZLIB ${zstd})

# What lld refers to and this tool never runs. Only programs take these; a
# library must not speak for the LLVM of who links it.
#
# lld initialises every target that LLVM was built with; those that this tool
# has no use for get functions that do nothing, instead of 20 code generators.
add_library(llbc_stubs OBJECT ${PROJECT_SOURCE_DIR}/src/codegen/LldWithoutLTO.cpp)
if(NOT LLBC_SHARED_LLVM)
  set(stubs "// Generated by cmake/LlbcLLVM.cmake. NOLINTBEGIN\n#include \"llvm/Plugins/PassPlugin.h\"\n")
  foreach(target IN LISTS LLVM_TARGETS_TO_BUILD)
    if(NOT target IN_LIST llbc_targets)
      foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser Disassembler)
        string(APPEND stubs "extern \"C\" void LLVMInitialize${target}${part}() {}\n")
      endforeach()
    endif()
  endforeach()
  # Of this one, host objects are made, and they hold no assembly.
  string(APPEND stubs "extern \"C\" void LLVMInitializeAArch64AsmParser() {}\n")
  # In place of Polly's own.
  string(APPEND stubs "llvm::PassPluginLibraryInfo getPollyPluginInfo() { return {}; }\n// NOLINTEND\n")
  set(stubs_file ${PROJECT_BINARY_DIR}/generated/LldStubs.cpp)
  file(CONFIGURE OUTPUT ${stubs_file} CONTENT "${stubs}" @ONLY)
  set_source_files_properties(${stubs_file} PROPERTIES COMPILE_OPTIONS -Wno-missing-declarations)
  target_sources(llbc_stubs PRIVATE ${stubs_file})
endif()
target_link_libraries(llbc_stubs PRIVATE llbc_llvm llbc_warnings)

# Generates <output> in build/generated from an option definition file.
function(llbc_option_table source output)
  set(path ${PROJECT_BINARY_DIR}/generated/${output})
  add_custom_command(
    OUTPUT ${path}
    COMMAND ${llbc_tools_dir}/llvm-tblgen -gen-opt-parser-defs
            -I ${LLVM_INCLUDE_DIR} -I ${PROJECT_SOURCE_DIR}/src/driver
            ${source} -o ${path} -d ${path}.d
    DEPENDS ${source}
    DEPFILE ${path}.d
    VERBATIM)
endfunction()
