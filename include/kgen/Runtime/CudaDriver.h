// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An NVIDIA GPU through the CUDA driver, and NVRTC, both opened at run time: nothing of CUDA is linked or included.
// Needs the standard library only.

#ifndef KGEN_RUNTIME_CUDADRIVER_H
#define KGEN_RUNTIME_CUDADRIVER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace kgen::cuda {

/// An error of the driver or the compiler.
struct DriverError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Memory of the GPU; freed at the end. Zero bytes are one.
class Buffer {
public:
  explicit Buffer(std::span<const std::byte> bytes);
  Buffer(Buffer &&other) noexcept : address(other.address), size(other.size) { other.address = 0; }
  ~Buffer();
  uint64_t get() const { return address; }
  std::vector<std::byte> read() const;

private:
  uint64_t address = 0;
  size_t size = 0;
};

/// Blocks and threads of a block, in one dimension: kgen's kernels stride over the rest.
struct Grid {
  unsigned threads = 256, blocks;
  /// A grid for `threads` threads, as Warp launches them.
  explicit Grid(uint64_t size);
};

/// A loaded program; unloaded at the end.
class Program {
public:
  /// PTX text; the driver's log is in the error.
  explicit Program(const std::string &ptx);
  Program(const Program &) = delete;
  ~Program();
  /// Runs an entry point and waits for it. Parameters are in the order of the declaration.
  void launch(const std::string &entry, const Grid &grid, std::span<const std::span<const std::byte>> parameters) const;

private:
  void *module = nullptr;
};

/// The name and the compute capability of a GPU (`sm_90`).
struct Device {
  std::string name, chip;
};

/// Opens the driver and makes a context on the first GPU. Throws DriverError, which names the missing part, if there is
/// none.
Device openDevice();

/// Whether there is an NVRTC to compile with.
bool hasCompiler();
/// CUDA C++ to PTX for a chip; `include` is the folder of `kgen/kgen.cuh`. Throws DriverError with the compiler's log.
std::string compile(const std::string &text, const std::string &include, const std::string &chip);

} // namespace kgen::cuda

#endif // KGEN_RUNTIME_CUDADRIVER_H
