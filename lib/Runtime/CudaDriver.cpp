// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The few functions of the driver's and NVRTC's interfaces that are called here, by their documented signatures.

#include "kgen/Runtime/CudaDriver.h"
#include <algorithm>
#include <array>
#include <dlfcn.h>

namespace kgen::cuda {

static void *openLibrary(std::span<const char *const> names) {
  for (const char *name : names)
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

/// A function of a library; throws if the library has none of that name.
template <typename Function> static Function *find(void *library, const char *name) {
  if (auto *function = reinterpret_cast<Function *>(dlsym(library, name)))
    return function;
  throw DriverError(std::string("the library has no ") + name);
}

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

namespace {
/// The driver's functions; each returns 0 or the number of an error.
struct Driver {
  explicit Driver(void *library)
      : init(find<int(unsigned)>(library, "cuInit")), getCount(find<int(int *)>(library, "cuDeviceGetCount")),
        getDevice(find<int(int *, int)>(library, "cuDeviceGet")),
        getName(find<int(char *, int, int)>(library, "cuDeviceGetName")),
        getAttribute(find<int(int *, int, int)>(library, "cuDeviceGetAttribute")),
        retainContext(find<int(void **, int)>(library, "cuDevicePrimaryCtxRetain")),
        setContext(find<int(void *)>(library, "cuCtxSetCurrent")),
        synchronize(find<int()>(library, "cuCtxSynchronize")),
        errorName(find<int(int, const char **)>(library, "cuGetErrorName")),
        allocate(find<int(uint64_t *, size_t)>(library, "cuMemAlloc_v2")),
        release(find<int(uint64_t)>(library, "cuMemFree_v2")),
        copyIn(find<int(uint64_t, const void *, size_t)>(library, "cuMemcpyHtoD_v2")),
        copyOut(find<int(void *, uint64_t, size_t)>(library, "cuMemcpyDtoH_v2")),
        load(find<int(void **, const void *, unsigned, int *, void **)>(library, "cuModuleLoadDataEx")),
        unload(find<int(void *)>(library, "cuModuleUnload")),
        getFunction(find<int(void **, void *, const char *)>(library, "cuModuleGetFunction")),
        launch(find<int(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **,
                        void **)>(library, "cuLaunchKernel")) {}

  int (*init)(unsigned);
  int (*getCount)(int *);
  int (*getDevice)(int *, int);
  int (*getName)(char *, int, int);
  int (*getAttribute)(int *, int, int);
  int (*retainContext)(void **, int);
  int (*setContext)(void *);
  int (*synchronize)();
  int (*errorName)(int, const char **);
  int (*allocate)(uint64_t *, size_t);
  int (*release)(uint64_t);
  int (*copyIn)(uint64_t, const void *, size_t);
  int (*copyOut)(void *, uint64_t, size_t);
  int (*load)(void **, const void *, unsigned, int *, void **);
  int (*unload)(void *);
  int (*getFunction)(void **, void *, const char *);
  int (*launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

  void check(int status, const std::string &what) const {
    if (!status)
      return;
    const char *name = nullptr;
    errorName(status, &name);
    throw DriverError(what + ": " + (name ? name : "CUDA error " + std::to_string(status)));
  }
};
} // namespace

/// The process's driver, opened at the first call; throws if there is none.
static const Driver &driver() {
  static const Driver opened = [] {
    static constexpr std::array names = {"libcuda.so.1", "libcuda.so"};
    void *library = openLibrary(names);
    if (!library)
      throw DriverError("there is no CUDA driver (libcuda.so.1)");
    return Driver(library);
  }();
  return opened;
}

Device openDevice() {
  const Driver &d = driver();
  d.check(d.init(0), "the CUDA driver does not start");
  int count = 0, device = 0;
  d.check(d.getCount(&count), "the CUDA driver does not count its GPUs");
  if (count == 0)
    throw DriverError("there is no GPU");
  d.check(d.getDevice(&device, 0), "the GPU cannot be used");
  char name[256] = "";
  d.check(d.getName(name, sizeof name, device), "the GPU has no name");
  int major = 0, minor = 0; // attributes 75 and 76: the compute capability
  d.check(d.getAttribute(&major, 75, device), "the GPU does not tell its compute capability");
  d.check(d.getAttribute(&minor, 76, device), "the GPU does not tell its compute capability");
  void *context = nullptr;
  d.check(d.retainContext(&context, device), "there is no context on the GPU");
  d.check(d.setContext(context), "the GPU's context cannot be used");
  return {name, "sm_" + std::to_string(major) + std::to_string(minor)};
}

Buffer::Buffer(std::span<const std::byte> bytes) : size(bytes.size()) {
  const Driver &d = driver();
  d.check(d.allocate(&address, std::max<size_t>(size, 1)),
          "cannot allocate " + std::to_string(size) + " bytes on the GPU");
  if (size)
    d.check(d.copyIn(address, bytes.data(), size), "cannot write to the GPU's memory");
}

Buffer::~Buffer() {
  if (address)
    driver().release(address);
}

std::vector<std::byte> Buffer::read() const {
  std::vector<std::byte> bytes(size);
  if (size)
    driver().check(driver().copyOut(bytes.data(), address, size), "cannot read the GPU's memory");
  return bytes;
}

Program::Program(const std::string &ptx) {
  std::string log(4096, '\0');
  std::array<int, 2> options = {5, 6}; // the log of errors, and its size
  std::array<void *, 2> values = {log.data(), reinterpret_cast<void *>(log.size())};
  int status = driver().load(&module, ptx.c_str(), options.size(), options.data(), values.data());
  log.resize(log.find('\0') == std::string::npos ? log.size() : log.find('\0'));
  driver().check(status, "the driver does not take the PTX" + (log.empty() ? "" : " (" + log + ")"));
}

Program::~Program() { driver().unload(module); }

Grid::Grid(uint64_t size) : blocks(std::clamp<uint64_t>((size + threads - 1) / threads, 1, 65535)) {}

void Program::launch(const std::string &entry, const Grid &grid,
                     std::span<const std::span<const std::byte>> parameters) const {
  const Driver &d = driver();
  void *function = nullptr;
  d.check(d.getFunction(&function, module, entry.c_str()), "there is no entry point '" + entry + "'");
  std::vector<void *> pointers;
  for (std::span<const std::byte> bytes : parameters)
    pointers.push_back(const_cast<std::byte *>(bytes.data()));
  d.check(d.launch(function, grid.blocks, 1, 1, grid.threads, 1, 1, 0, nullptr, pointers.data(), nullptr),
          "the launch is refused");
  d.check(d.synchronize(), "the kernel ends with an error");
}

//===----------------------------------------------------------------------===//
// NVRTC
//===----------------------------------------------------------------------===//

static void *nvrtc() {
  static constexpr std::array names = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  static void *const library = openLibrary(names);
  return library;
}

bool hasCompiler() { return nvrtc() != nullptr; }

std::string compile(const std::string &text, const std::string &include, const std::string &chip) {
  using Handle = void *;
  auto *create = find<int(Handle *, const char *, const char *, int, const char *const *, const char *const *)>(
      nvrtc(), "nvrtcCreateProgram");
  auto *build = find<int(Handle, int, const char *const *)>(nvrtc(), "nvrtcCompileProgram");
  auto *destroy = find<int(Handle *)>(nvrtc(), "nvrtcDestroyProgram");
  auto take = [](Handle program, const char *sizeName, const char *name) {
    size_t size = 0;
    find<int(Handle, size_t *)>(nvrtc(), sizeName)(program, &size);
    std::string taken(size, '\0');
    if (size)
      find<int(Handle, char *)>(nvrtc(), name)(program, taken.data());
    return taken.substr(0, taken.find('\0'));
  };
  Handle program = nullptr;
  if (create(&program, text.c_str(), "kernel.cu", 0, nullptr, nullptr))
    throw DriverError("NVRTC does not start");
  std::string architecture = "--gpu-architecture=compute_" + chip.substr(3), path = "--include-path=" + include;
  std::array options = {architecture.c_str(), path.c_str(), "--std=c++17", "--fmad=false"};
  int status = build(program, options.size(), options.data());
  std::string result = status ? take(program, "nvrtcGetProgramLogSize", "nvrtcGetProgramLog")
                              : take(program, "nvrtcGetPTXSize", "nvrtcGetPTX");
  destroy(&program);
  if (status)
    throw DriverError("NVRTC does not take the CUDA C++: " + result.substr(0, result.find('\n')));
  return result;
}

} // namespace kgen::cuda
