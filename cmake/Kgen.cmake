# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How a library and a tool of kgen are made. Static libraries of ours, the MLIR and LLVM shared libraries beneath.

add_library(kgen_options INTERFACE)
if(KGEN_WERROR)
  target_compile_options(kgen_options INTERFACE -Werror)
endif()
target_compile_options(kgen_options INTERFACE -Wno-unused-parameter -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU) # g++ 12 sees ghosts in std::optional's storage
  target_compile_options(kgen_options INTERFACE -Wno-maybe-uninitialized)
endif()

# LLVM and MLIR beneath: the shared libraries, which drivers and plugins have in common, or within a tool their archives.
file(GLOB kgen_archives "${LLVM_LIBRARY_DIR}/libMLIR*.a" "${LLVM_LIBRARY_DIR}/libLLVM*.a")
find_library(KGEN_Z z REQUIRED)
find_library(KGEN_ZSTD zstd REQUIRED)
mark_as_advanced(KGEN_Z KGEN_ZSTD)
add_library(kgen_archived_llvm INTERFACE)
target_link_libraries(kgen_archived_llvm INTERFACE ${kgen_archives} ${KGEN_Z} ${KGEN_ZSTD})
target_link_options(kgen_archived_llvm INTERFACE -no-pie -Wl,--gc-sections)
add_library(kgen_llvm INTERFACE)
set(kgen_is_archived "$<BOOL:$<TARGET_PROPERTY:KGEN_ARCHIVED_LLVM>>")
target_link_libraries(kgen_llvm INTERFACE
  "$<${kgen_is_archived}:kgen_archived_llvm>" "$<$<NOT:${kgen_is_archived}>:MLIR;LLVM>")

# kgen_use_archived_llvm(TARGET): LLVM and MLIR within a tool that calls them all day, a twentieth faster, if the machine has
# their archives.
function(kgen_use_archived_llvm target)
  if(KGEN_ARCHIVED_LLVM AND kgen_archives)
    set_target_properties(${target} PROPERTIES KGEN_ARCHIVED_LLVM ON)
  endif()
endfunction()

# kgen_lay_out(TARGET ARGS...): orders the code of a tool with LLVM within it by a profile of a run with ARGS, and
# a folder for its output after them. LLVM's archives come in the order of their names; a sample runs through 5 MB of 60.
function(kgen_lay_out target)
  if(NOT KGEN_BOLT)
    return()
  endif()
  find_program(KGEN_BOLT_PROGRAM NAMES llvm-bolt-22 llvm-bolt HINTS ${LLVM_TOOLS_BINARY_DIR})
  get_target_property(is_archived ${target} KGEN_ARCHIVED_LLVM)
  if(NOT (KGEN_BOLT_PROGRAM AND is_archived AND kgen_libdevice))
    message(STATUS "${target} is not laid out: that takes llvm-bolt, LLVM's archives and libdevice")
    return()
  endif()
  target_link_options(${target} PRIVATE -Wl,--emit-relocs -Wl,-z,now)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/lay_out.sh ${KGEN_BOLT_PROGRAM} $<TARGET_FILE:${target}>
      ${CMAKE_CURRENT_BINARY_DIR}/${target}.profile ${ARGN})
endfunction()

# Precompiled headers: without them MLIR's headers and our ops cost a file more than its own code. kgen_pch serves all;
# kgen_lowering_pch, whose headers are as heavy again, those who write the LLVM dialect.
set(kgen_pch_headers
  <optional> <string> <vector>
  <llvm/ADT/SmallVector.h> <llvm/ADT/StringExtras.h> <llvm/ADT/TypeSwitch.h> <llvm/Support/raw_ostream.h>
  <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h> <mlir/IR/Dialect.h>
  <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h> <mlir/IR/SymbolTable.h>
  <mlir/Interfaces/ControlFlowInterfaces.h> <mlir/Interfaces/FunctionInterfaces.h>
  <mlir/Interfaces/InferTypeOpInterface.h> <mlir/Interfaces/SideEffectInterfaces.h>
  <mlir/Pass/Pass.h> <kgen/IR/Kgen.h>)

# kgen_add_pch(kgen_x_pch HEADER...): a target that owns a precompiled header.
function(kgen_add_pch name)
  if(NOT KGEN_PCH)
    return()
  endif()
  set(source "${CMAKE_BINARY_DIR}/${name}.cpp")
  if(NOT EXISTS "${source}")
    file(WRITE "${source}" "// Owns the precompiled header.\n")
  endif()
  add_library(${name} STATIC "${source}")
  target_link_libraries(${name} PRIVATE kgen_options)
  add_dependencies(${name} kgen-headers)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang) # a time stamp in it would defeat ccache
    target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# kgen_use_pch(TARGET [kgen_x_pch])
function(kgen_use_pch target)
  set(pch ${ARGN})
  if(NOT pch)
    set(pch kgen_pch)
  endif()
  if(TARGET ${pch})
    target_precompile_headers(${target} REUSE_FROM ${pch})
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
  endif()
endfunction()

# kgen_add_library(KgenX FILES a.cpp ... [LINK KgenY ...] [PCH kgen_x_pch] [NO_LLVM]); NO_LLVM: for tools that must not link it
function(kgen_add_library name)
  cmake_parse_arguments(arg "NO_LLVM" "PCH" "FILES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_FILES})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE $<BUILD_INTERFACE:kgen_options>)
  if(NOT arg_NO_LLVM)
    target_link_libraries(${name} PUBLIC $<BUILD_INTERFACE:kgen_llvm> $<INSTALL_INTERFACE:MLIR> $<INSTALL_INTERFACE:LLVM>)
  endif()
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${name} INTERFACE cxx_std_20)
  add_dependencies(${name} kgen-headers)
  set_property(GLOBAL APPEND PROPERTY KGEN_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT kgenTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(NOT arg_NO_LLVM)
    kgen_use_pch(${name} ${arg_PCH})
  endif()
endfunction()

# kgen_add_tool(kgen-x FILES a.cpp ... [LINK KgenY ...] [PCH kgen_x_pch])
function(kgen_add_tool name)
  cmake_parse_arguments(arg "" "PCH" "FILES;LINK" ${ARGN})
  add_executable(${name} ${arg_FILES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} kgen_llvm kgen_options)
  add_dependencies(${name} kgen-headers)
  # LLVM's options say -fPIC already; an executable's -fPIE would not fit the precompiled header.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  kgen_use_pch(${name} ${arg_PCH})
  set_property(GLOBAL APPEND PROPERTY KGEN_TOOLS ${name})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# kgen_use_jemalloc(TARGET): a tool that builds and drops kernels all day takes its memory from jemalloc, if the machine has it: MLIR and
# LLVM make a PTX sample a tenth cheaper with it. It is linked before libc, so that their calls of malloc find it too.
function(kgen_use_jemalloc target)
  find_library(KGEN_JEMALLOC jemalloc)
  mark_as_advanced(KGEN_JEMALLOC)
  if(KGEN_JEMALLOC)
    target_link_libraries(${target} PRIVATE ${KGEN_JEMALLOC})
  endif()
endfunction()

# Links those of the libraries that are built; for each the code sees KGEN_HAVE_<library>.
function(kgen_link_optional name)
  foreach(library ${ARGN})
    if(TARGET Kgen${library})
      target_link_libraries(${name} PRIVATE Kgen${library})
      target_compile_definitions(${name} PRIVATE KGEN_HAVE_${library})
    endif()
  endforeach()
endfunction()

# Adds those of the folders that exist.
function(kgen_add_subdirectories parent)
  foreach(folder ${ARGN})
    if(EXISTS "${CMAKE_SOURCE_DIR}/${parent}/${folder}/CMakeLists.txt")
      add_subdirectory("${parent}/${folder}")
    endif()
  endforeach()
endfunction()
