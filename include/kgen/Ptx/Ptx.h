// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A PTX machine in software: reads PTX text and runs it on memory that it checks, with no GPU and without running
// foreign code on this machine. Needs the standard library and SLEEF, and nothing else of kgen. One machine is for one
// thread; a module may be shared.

#ifndef KGEN_PTX_PTX_H
#define KGEN_PTX_PTX_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgen::ptx {

/// The place of a fault in a text, and its message.
struct Diagnostic {
  unsigned line = 0;
  std::string message;
};

/// A parameter of an entry point, as declared: bytes, and their alignment.
struct Parameter {
  std::string name;
  size_t size = 0, alignment = 1;
  /// Offset and size of the parts that the entry point loads; none if they are not known, because it takes the address.
  std::optional<std::vector<std::pair<size_t, size_t>>> reads;
};

struct ModuleImpl;

/// A PTX text, parsed and decoded; every instruction of it can be run.
class Module {
public:
  /// Null, and `diagnostic` set, if the text is not PTX, or has an instruction that the machine does not know.
  static std::unique_ptr<Module> parse(std::string_view text, Diagnostic &diagnostic);
  ~Module();

  /// The names of the entry points, in the order of the text.
  std::vector<std::string> entries() const;
  /// The parameters of an entry point; nullopt if there is none of that name.
  std::optional<std::vector<Parameter>> parameters(std::string_view entry) const;

private:
  friend class Machine;
  explicit Module(std::unique_ptr<ModuleImpl> impl);
  std::unique_ptr<ModuleImpl> impl;
};

/// Extents of a grid or a block, or a place in one.
struct Extent {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

struct Launch {
  /// In one dimension: so many threads, at least one, in blocks of as many as Warp starts, the last one filled up.
  static Launch over(uint64_t threads, uint64_t threadsPerBlock = 256) {
    threads = std::max<uint64_t>(threads, 1);
    Launch launch;
    launch.block.x = std::min<uint64_t>(threads, threadsPerBlock);
    launch.grid.x = std::min<uint64_t>((threads + launch.block.x - 1) / launch.block.x, INT32_MAX);
    return launch;
  }

  Extent grid, block;
  /// Bytes of `extern .shared` memory.
  uint64_t dynamicShared = 0;
  /// Blocks, and threads of a block, in descending order; each runs until it ends or has to wait for others.
  bool descending = false;
  /// Threads of a block take turns after random numbers of instructions, of this seed.
  std::optional<uint64_t> schedule;
};

/// A fault of a program, and its place.
struct Finding {
  std::string message;
  Extent thread, block;
  /// The line of the PTX text; 0 if no instruction is at fault.
  unsigned line = 0;
  /// The instruction as it stands there.
  std::string instruction;
  /// The file and line of the source, if the text gives them with `.loc`; otherwise "" and 0.
  std::string sourceFile;
  unsigned sourceLine = 0;
  /// For a race: the other thread's access, in the PTX text and in the source; otherwise 0.
  unsigned otherLine = 0, otherSourceLine = 0;

  /// The whole message: `k.ptx:12: error: ...`, with notes on further lines; no end of line at the end.
  std::string format(std::string_view path) const;
};

struct MemoryImpl;

/// Global memory: named allocations, each in an address range of its own of 2^40 bytes, so that no pointer that leaves
/// one meets another. Machines of several modules may share it.
class Memory {
public:
  Memory();
  ~Memory();
  /// Makes `data`, which must outlive the memory, an allocation, and returns its address, a multiple of 256. If
  /// `initialized`, the bytes can be read; otherwise the first read before a write is a finding.
  uint64_t allocate(std::string name, std::span<std::byte> data, bool writable = true, bool initialized = true);

private:
  friend class Machine;
  std::unique_ptr<MemoryImpl> impl;
};

/// How often a line of PTX was executed, by all threads; and the cost of its accesses and branches for warps whose
/// lanes run together, by the sizes of CUDA's programming guide.
struct LineCount {
  unsigned line = 0;
  uint64_t count = 0;
  /// Requests of warps to global and shared memory; sectors of 32 bytes that those of global memory take; further
  /// passes over the banks of shared memory.
  uint64_t requests = 0, sectors = 0, conflicts = 0;
  /// Branches of warps whose lanes go both ways.
  uint64_t divergent = 0;
};

/// A register after an instruction that is watched: its bits.
struct WatchedValue {
  Extent thread, block;
  std::string name;
  uint64_t value = 0;
};

struct MachineOptions {
  /// Find unaligned accesses, values that were never written, and races. Without it, only accesses outside of memory
  /// are found.
  bool checked = true;
  /// Whether races in global memory are found, too. A store that changes nothing is none. Without it threads may hand
  /// values to each other in the order in which they run.
  bool globalRaces = true;
  /// Instructions of one launch, all threads together.
  uint64_t maxSteps = uint64_t(1) << 36;
  /// Bytes that registers, local and shared memory may take at once.
  uint64_t maxBytes = uint64_t(1) << 30;
  /// The sink of `printf`; empty for none.
  std::function<void(std::string_view)> print;
  /// Blocks of at least this many threads run in batches: several threads at once, as vectors, if they wait for none
  /// and the results are those of one after another; 0: never. Runs that are observed by instruction (races, profiles,
  /// watched lines, traces) use no batches.
  unsigned batchFrom = 32;
  /// Called before each instruction with its line and text, for the first thread of the launch.
  std::function<void(unsigned, std::string_view)> trace;
  /// Called after each execution of the instruction at this line, by any thread, for each register that it changes.
  unsigned watchedLine = 0;
  std::function<void(const WatchedValue &)> watch;
  /// Whether executions are counted.
  bool profile = false;
  /// Approximate instructions err as far as the ISA lets them, by numbers of this seed: results that stay right with it
  /// are right on a GPU, too. An operand has the same error each time.
  std::optional<uint64_t> approximationError;
};

struct MachineImpl;

/// Runs launches of a module, one after another. Global variables of the module keep their values between them.
class Machine {
public:
  /// Module and memory must outlive the machine.
  Machine(const Module &module, Memory &memory, MachineOptions options = {});
  ~Machine();

  /// Runs an entry point to its end, or to the first finding. `parameters` are their bytes, one after another in the
  /// order of the declaration. A finding without a line says that the launch itself is wrong.
  std::optional<Finding> launch(std::string_view entry, std::span<const std::span<const std::byte>> parameters,
                                const Launch &launch);

  /// Instructions executed so far.
  uint64_t steps() const;
  /// Threads that ran in batches so far.
  uint64_t batchedThreads() const;
  /// Of all launches so far, in the order of lines; empty without `profile`.
  std::vector<LineCount> profile() const;

private:
  std::unique_ptr<MachineImpl> impl;
};

/// The instructions that the machine knows, as tables in Markdown, from the records that it decodes by.
std::string instructionReference();

} // namespace kgen::ptx

#endif // KGEN_PTX_PTX_H
