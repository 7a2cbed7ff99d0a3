// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of the CUDA driver that kgen's tools call, on the PTX machine in place of a GPU, so that these tools
// are tested where there is none. What is found wrong in a launch goes to stderr, and is a launch failure.

#include "kgen/Ptx/Ptx.h"
#include <cstdio>
#include <cstring>
#include <map>

using namespace kgen::ptx;

namespace {
enum Status { success = 0, invalidValue = 1, invalidPtx = 218, notFound = 500, launchFailed = 719 };

struct Function {
  const Module *module;
  std::string entry;
};

struct LoadedModule {
  std::unique_ptr<Module> module;
  std::map<std::string, Function> functions;
};

struct State {
  Memory memory;
  std::map<uint64_t, std::vector<std::byte>> allocations;
};
State &state() {
  static State own;
  return own;
}
} // namespace

extern "C" {

int cuInit(unsigned) { return success; }
/// NVRTC asks for one, and takes no for an answer.
int cuGetExportTable(const void **, const void *) { return notFound; }
int cuDeviceGetCount(int *count) {
  *count = 1;
  return success;
}
int cuDeviceGet(int *device, int) {
  *device = 0;
  return success;
}
int cuDeviceGetName(char *name, int size, int) {
  std::snprintf(name, size, "PTX machine");
  return success;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 8 : 0;
  return success;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  *context = &state();
  return success;
}
int cuCtxSetCurrent(void *) { return success; }
int cuCtxSynchronize() { return success; }
int cuGetErrorName(int status, const char **name) {
  *name = status == invalidPtx     ? "CUDA_ERROR_INVALID_PTX"
          : status == launchFailed ? "CUDA_ERROR_LAUNCH_FAILED"
                                   : "CUDA_ERROR";
  return success;
}

int cuMemAlloc_v2(uint64_t *address, size_t size) {
  std::vector<std::byte> bytes(size);
  *address = state().memory.allocate("memory", bytes);
  state().allocations.emplace(*address, std::move(bytes));
  return success;
}
/// A freed address is not given out again, and stays readable.
int cuMemFree_v2(uint64_t) { return success; }

int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t size) {
  auto found = state().allocations.find(to);
  if (found == state().allocations.end() || size > found->second.size())
    return invalidValue;
  std::memcpy(found->second.data(), from, size);
  return success;
}
int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t size) {
  auto found = state().allocations.find(from);
  if (found == state().allocations.end() || size > found->second.size())
    return invalidValue;
  std::memcpy(to, found->second.data(), size);
  return success;
}
int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t size) {
  std::vector<std::byte> bytes(size);
  int status = cuMemcpyDtoH_v2(bytes.data(), from, size);
  return status ? status : cuMemcpyHtoD_v2(to, bytes.data(), size);
}

int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values) {
  Diagnostic diagnostic;
  auto loaded = std::make_unique<LoadedModule>();
  loaded->module = Module::parse(static_cast<const char *>(image), diagnostic);
  if (!loaded->module) {
    for (unsigned i = 0; i + 1 < count; ++i)
      if (options[i] == 5 && options[i + 1] == 6)
        std::snprintf(static_cast<char *>(values[i]), reinterpret_cast<size_t>(values[i + 1]), "line %u: %s",
                      diagnostic.line, diagnostic.message.c_str());
    return invalidPtx;
  }
  *module = loaded.release();
  return success;
}
int cuModuleUnload(void *module) {
  delete static_cast<LoadedModule *>(module);
  return success;
}
int cuModuleGetFunction(void **function, void *module, const char *name) {
  auto *loaded = static_cast<LoadedModule *>(module);
  if (!loaded->module->parameters(name))
    return notFound;
  *function = &loaded->functions.try_emplace(name, Function{loaded->module.get(), name}).first->second;
  return success;
}

/// Parameters as a struct has them, given in place of their addresses: CU_LAUNCH_PARAM_BUFFER_POINTER is 1.
static const std::byte *findBuffer(void **extra) {
  for (; extra && *extra; extra += 2)
    if (reinterpret_cast<uintptr_t>(*extra) == 1)
      return static_cast<const std::byte *>(extra[1]);
  return nullptr;
}

int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                   unsigned blockZ, unsigned shared, void *, void **arguments, void **extra) {
  const auto &kernel = *static_cast<Function *>(function);
  std::vector<Parameter> parameters = *kernel.module->parameters(kernel.entry);
  std::vector<std::span<const std::byte>> bytes;
  const std::byte *buffer = findBuffer(extra);
  size_t offset = 0;
  for (size_t i = 0; i < parameters.size(); ++i) {
    offset = (offset + parameters[i].alignment - 1) / parameters[i].alignment * parameters[i].alignment;
    bytes.push_back({buffer ? buffer + offset : static_cast<const std::byte *>(arguments[i]), parameters[i].size});
    offset += parameters[i].size;
  }
  Launch launch;
  launch.grid = {gridX, gridY, gridZ};
  launch.block = {blockX, blockY, blockZ};
  launch.dynamicShared = shared;
  Machine machine(*kernel.module, state().memory);
  if (std::optional<Finding> finding = machine.launch(kernel.entry, bytes, launch)) {
    std::fprintf(stderr, "%s\n", finding->format("kernel.ptx").c_str());
    return launchFailed;
  }
  return success;
}
}
