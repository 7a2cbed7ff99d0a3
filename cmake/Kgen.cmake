# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How a library and a tool of kgen are made. Static libraries of ours, the MLIR and LLVM shared libraries beneath.

add_library(kgen_options INTERFACE)
if(KGEN_WERROR)
  target_compile_options(kgen_options INTERFACE -Werror)
endif()
target_compile_options(kgen_options INTERFACE -Wno-unused-parameter -ffp-contract=off)

# One precompiled header for all: MLIR's headers cost seconds a file without it.
function(kgen_add_pch)
  if(NOT KGEN_PCH)
    return()
  endif()
  set(source "${CMAKE_BINARY_DIR}/kgen_pch.cpp")
  if(NOT EXISTS "${source}")
    file(WRITE "${source}" "// Owns the precompiled header.\n")
  endif()
  add_library(kgen_pch STATIC "${source}")
  target_link_libraries(kgen_pch PRIVATE kgen_options)
  target_precompile_headers(kgen_pch PRIVATE
    <optional> <string> <vector>
    <llvm/ADT/SmallVector.h> <llvm/ADT/StringExtras.h> <llvm/ADT/TypeSwitch.h> <llvm/Support/raw_ostream.h>
    <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/BuiltinTypes.h> <mlir/IR/Dialect.h>
    <mlir/IR/OpImplementation.h> <mlir/IR/PatternMatch.h> <mlir/IR/SymbolTable.h>
    <mlir/Interfaces/ControlFlowInterfaces.h> <mlir/Interfaces/FunctionInterfaces.h>
    <mlir/Interfaces/InferTypeOpInterface.h> <mlir/Interfaces/SideEffectInterfaces.h>
    <mlir/Pass/Pass.h>)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang) # a time stamp in it would defeat ccache
    target_compile_options(kgen_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

function(kgen_use_pch target)
  if(TARGET kgen_pch)
    target_precompile_headers(${target} REUSE_FROM kgen_pch)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
    endif()
  endif()
endfunction()

# kgen_add_library(KgenX FILES a.cpp ... [LINK KgenY ...] [NO_PCH] [NO_LLVM]); NO_LLVM: for tools that must not link it
function(kgen_add_library name)
  cmake_parse_arguments(arg "NO_PCH;NO_LLVM" "" "FILES;LINK" ${ARGN})
  add_library(${name} STATIC ${arg_FILES})
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE $<BUILD_INTERFACE:kgen_options>)
  if(NOT arg_NO_LLVM)
    target_link_libraries(${name} PUBLIC MLIR LLVM)
  endif()
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${name} INTERFACE cxx_std_20)
  add_dependencies(${name} kgen-headers)
  set_property(GLOBAL APPEND PROPERTY KGEN_LIBRARIES ${name})
  install(TARGETS ${name} EXPORT kgenTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  if(NOT arg_NO_PCH AND NOT arg_NO_LLVM)
    kgen_use_pch(${name})
  endif()
endfunction()

# kgen_add_tool(kgen-x FILES a.cpp ... [LINK KgenY ...])
function(kgen_add_tool name)
  cmake_parse_arguments(arg "" "" "FILES;LINK" ${ARGN})
  add_executable(${name} ${arg_FILES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} MLIR LLVM kgen_options)
  add_dependencies(${name} kgen-headers)
  # LLVM's options say -fPIC already; an executable's -fPIE would not fit the precompiled header.
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  kgen_use_pch(${name})
  set_property(GLOBAL APPEND PROPERTY KGEN_TOOLS ${name})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# The rooms of a house that exist.
function(kgen_add_subdirectories parent)
  foreach(room ${ARGN})
    if(EXISTS "${CMAKE_SOURCE_DIR}/${parent}/${room}/CMakeLists.txt")
      add_subdirectory("${parent}/${room}")
    endif()
  endforeach()
endfunction()
