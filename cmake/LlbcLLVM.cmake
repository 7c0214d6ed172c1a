# Finds LLVM and makes two things of it: the target `llbc_llvm` and the
# function `llbc_option_table`.

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

if(LLBC_SHARED_LLVM)
  target_link_libraries(llbc_llvm INTERFACE LLVM)
else()
  llvm_map_components_to_libnames(llvm_libraries
    AsmParser BitReader BitWriter BitstreamReader CodeGen Core Demangle
    IRPrinter Linker MC Object Option Passes Support Target TargetParser
    TransformUtils ipo
    NVPTXCodeGen NVPTXDesc NVPTXInfo)
  target_link_libraries(llbc_llvm INTERFACE ${llvm_libraries})
  # Position independence costs a quarter of the start-up time: relocations of
  # LLVM's tables. The section flags keep what is not used out of the binary.
  target_link_options(llbc_llvm INTERFACE
    -no-pie -static-libstdc++ -static-libgcc LINKER:--gc-sections)
endif()

find_program(LLBC_LLD NAMES ld.lld-22 ld.lld HINTS ${LLVM_TOOLS_BINARY_DIR})
if(LLBC_LLD)
  target_link_options(llbc_llvm INTERFACE -fuse-ld=lld -B${LLVM_TOOLS_BINARY_DIR})
endif()

# Generates <output> in build/generated from an option definition file.
function(llbc_option_table source output)
  set(path ${PROJECT_BINARY_DIR}/generated/${output})
  add_custom_command(
    OUTPUT ${path}
    COMMAND ${LLVM_TOOLS_BINARY_DIR}/llvm-tblgen -gen-opt-parser-defs
            -I ${LLVM_INCLUDE_DIR} ${source} -o ${path} -d ${path}.d
    DEPENDS ${source}
    DEPFILE ${path}.d
    VERBATIM)
endfunction()
