// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opens the library at run time; nothing of CUDA's is linked.

#include "Nvrtc.h"
#include "kgen/Target/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::StringRef;

static void *openLibrary() {
  if (const char *chosen = std::getenv("KGEN_NVRTC"))
    return dlopen(chosen, RTLD_NOW | RTLD_LOCAL);
  for (const char *name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"})
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

template <typename Function> static bool find(void *library, const char *name, Function &function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

llvm::Expected<std::unique_ptr<Nvrtc>> Nvrtc::open() {
  void *library = openLibrary(); // stays open until the end
  auto nvrtc = std::make_unique<Nvrtc>();
  if (library && find(library, "nvrtcCreateProgram", nvrtc->createProgram) &&
      find(library, "nvrtcCompileProgram", nvrtc->compileProgram) &&
      find(library, "nvrtcGetProgramLogSize", nvrtc->getLogSize) &&
      find(library, "nvrtcGetProgramLog", nvrtc->getLog) && find(library, "nvrtcDestroyProgram", nvrtc->destroyProgram))
    return nvrtc;
  return llvm::createStringError("libnvrtc.so was not found, or lacks a function");
}

/// The first line of a log that is about an error.
static std::string firstError(StringRef log) {
  llvm::SmallVector<StringRef> lines;
  log.split(lines, '\n', -1, /*KeepEmpty=*/false);
  auto found = llvm::find_if(lines, [](StringRef line) { return line.contains("error"); });
  return found == lines.end() ? "NVRTC failed without an error in its log" : found->str();
}

std::string Nvrtc::compile(StringRef text) const {
  std::string source = text.str(), header = kgenHeader().str();
  const char *headers[] = {header.c_str()}, *names[] = {"kgen/kgen.cuh"};
  const char *options[] = {"--gpu-architecture=compute_80", "-std=c++17", "--fmad=false"};
  Program program = nullptr;
  if (createProgram(&program, source.c_str(), "kernel.cu", 1, headers, names) != 0)
    return "NVRTC could not make a program";
  std::string error;
  if (compileProgram(program, std::size(options), options) != 0) {
    size_t size = 0;
    std::string log;
    if (getLogSize(program, &size) == 0 && size > 0) {
      log.resize(size);
      getLog(program, log.data());
    }
    error = firstError(log);
  }
  destroyProgram(&program);
  return error;
}
