// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first NVIDIA GPU through its driver, opened at run time: nothing of CUDA is linked or included.

#ifndef POISSON_GPU_H
#define POISSON_GPU_H

#include "mesh.h"
#include <cstdint>
#include <dlfcn.h>
#include <fstream>
#include <sstream>

class Gpu {
public:
  /// Loads the kernels of a PTX file. Throws InputError where there is no driver, no GPU or no such file, or where the
  /// driver does not take the PTX.
  explicit Gpu(const std::string &path) {
    library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
      throw InputError("CUDA not available: there is no driver (libcuda.so.1)");
    int device;
    void *context;
    call("cuInit", 0u);
    call("cuDeviceGet", &device, 0);
    call("cuDevicePrimaryCtxRetain", &context, device);
    call("cuCtxSetCurrent", context);
    std::ifstream file(path);
    std::ostringstream text;
    if (!(text << file.rdbuf()))
      throw InputError(path + ": cannot read the kernels' PTX");
    call("cuModuleLoadDataEx", &module, text.str().c_str(), 0u, none, none);
  }
  Gpu(const Gpu &) = delete;

  uint64_t allocate(size_t bytes) {
    uint64_t address;
    call("cuMemAlloc_v2", &address, bytes);
    return address;
  }
  void free(uint64_t address) { call("cuMemFree_v2", address); }
  void upload(uint64_t to, const void *from, size_t bytes) { call("cuMemcpyHtoD_v2", to, from, bytes); }
  /// Waits for what was launched.
  void download(void *to, uint64_t from, size_t bytes) { call("cuMemcpyDtoH_v2", to, from, bytes); }

  /// Starts an entry point over so many threads. `parameters` are those of its declaration as a struct has them.
  void launch(const char *entry, size_t threads, const void *parameters, size_t bytes) {
    void *function;
    call("cuModuleGetFunction", &function, module, entry);
    const void *extra[] = {reinterpret_cast<void *>(1), parameters, reinterpret_cast<void *>(2), &bytes, nullptr};
    call("cuLaunchKernel", function, unsigned((threads + 255) / 256), 1u, 1u, 256u, 1u, 1u, 0u, none, none, extra);
  }

private:
  /// Calls a function of the driver. Throws InputError with the error's name where it fails.
  template <typename... Arguments> void call(const char *name, Arguments... arguments) {
    if (int status = function<Arguments...>(name)(arguments...)) {
      const char *error = "an unknown error";
      function<int, const char **>("cuGetErrorName")(status, &error);
      throw InputError(std::string("CUDA not available: ") + name + ": " + error);
    }
  }
  template <typename... Arguments> auto function(const char *name) {
    void *found = dlsym(library, name);
    if (!found)
      throw InputError(std::string("CUDA not available: the driver has no ") + name);
    return reinterpret_cast<int (*)(Arguments...)>(found);
  }

  static constexpr void *none = nullptr;
  void *library, *module;
};

/// Where kernels run: the CPU where it is null.
inline Gpu *gpu = nullptr;

#endif
