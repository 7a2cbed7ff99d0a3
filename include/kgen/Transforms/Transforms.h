// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The work of the passes, as functions of one kernel: from source form to value form, within value form, and from a
// kernel to its backward. Each emits one located error if it fails, and keeps the names of values unique.

#ifndef KGEN_TRANSFORMS_TRANSFORMS_H
#define KGEN_TRANSFORMS_TRANSFORMS_H

#include "kgen/IR/Kgen.h"
#include "kgen/IR/SourceLines.h"

namespace kgen {

//===----------------------------------------------------------------------===//
// Source form to value form
//===----------------------------------------------------------------------===//

/// Turns early exits of a kernel or function into guards, and into exit conditions of loops; see the pass
/// `kgen-lower-early-exits`.
mlir::LogicalResult lowerEarlyExits(mlir::FunctionOpInterface function);

/// Turns variables of a kernel or function into values, then simplifies; fails if there are early exits. See
/// `kgen-promote-variables`.
mlir::LogicalResult promoteVariables(mlir::FunctionOpInterface function);

//===----------------------------------------------------------------------===//
// Either form
//===----------------------------------------------------------------------===//

/// Puts the bodies of the module's functions in the place of calls; fails if the kernel would have more ops than
/// `maxOps`. With `keepAdjoints`, a value of a function with an adjoint of the author's own is marked with that. See
/// `kgen-inline`.
mlir::LogicalResult inlineCalls(KernelOp kernel, mlir::ModuleOp module, bool keepAdjoints = false,
                                unsigned maxOps = 20000);

/// Replaces structs by their fields, as values and variables; takes no calls. See `kgen-split-structs`.
mlir::LogicalResult splitStructs(KernelOp kernel);

/// Replaces a variable of arrays by the one array that it holds wherever it is read; fails if it may be either of two.
/// Takes no calls, and structs are split before: `kgen-split-structs` ends with it.
mlir::LogicalResult replaceArrayVariables(KernelOp kernel);

/// Replaces accesses to views by accesses to the arrays themselves; see `kgen-compose-views`.
void composeViews(KernelOp kernel);

/// Whether there is an op of tiles in an op.
bool hasTiles(mlir::Operation *op);

/// Makes of each collective op, in its place, the loops that a block of one thread runs.
void lowerTiles(mlir::FunctionOpInterface function);

/// The same in all of a module; if not `inPlace`, an access to an array is a call of a function that has the loops. See
/// `kgen-lower-tiles`.
void lowerTiles(mlir::ModuleOp module, bool inPlace);

//===----------------------------------------------------------------------===//
// Value form to value form
//===----------------------------------------------------------------------===//

/// Drops values, results of ifs and carried values that have no effect, and those that are known without running them:
/// carried values that no trip changes, results that both regions of an if agree on.
void simplifyValueForm(mlir::FunctionOpInterface function);

/// Replaces each builtin that is defined by others by its definition; see `kgen-expand`.
void expandBuiltins(KernelOp kernel);

/// Of the builtins between floats that are read and floats that are written, replaces those without an adjoint rule by
/// their definition; `ofParameters` counts float parameters by value as read.
void expandForAdjoints(KernelOp kernel, bool ofParameters = false);

/// Turns a `while` that counts in even steps up or down to a fixed bound into a `for`.
void normaliseWhileLoops(KernelOp kernel);

/// Moves ops that only one operand of a `where` needs into the arm of an `if`, so that they run only if that operand is
/// chosen, and their gradient is never zero times infinity.
void sinkSelectArms(KernelOp kernel);

/// Writes out `for` loops of at most `maxTrips` trips between literal bounds. A loop with an exit condition stays, and
/// so does one that would become too large.
void unrollConstantLoops(KernelOp kernel, unsigned maxTrips = 16);

/// Writes out one such loop; false, and nothing is done, if it stays. The caller simplifies.
bool unrollConstantLoop(ForOp loop, unsigned maxTrips = 16);

/// Replaces a load by the value that this thread has loaded from or stored to the element before, if no write that may
/// hit the element lies in between. Arrays that are different arguments do not overlap.
void forwardLoads(KernelOp kernel);

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

/// Brings a kernel of either form into the value form that is reversed; see the pass `kgen-prepare-primal`. `module`
/// has the functions that it calls.
mlir::LogicalResult preparePrimal(KernelOp kernel, mlir::ModuleOp module);

/// The result of `kgen-differentiate`: the backward of a kernel, or the kernel of tangents.
enum class DifferentiationMode { Reverse, Forward };

/// States of one loop that a backward may keep, at most.
inline constexpr unsigned maxSlots = 4096;

/// How a kernel is differentiated.
struct GradientOptions {
  /// Whether a kernel may get a tape; without, one that needs it is refused.
  bool tape = true;
  /// States that the reversal of a loop may keep, at most `maxSlots`; zero for as many as fit into `slotBytes`, at most
  /// 64.
  unsigned slots = 0;
  /// Bytes of a thread's memory that they may take.
  unsigned slotBytes = 512;
};

/// The same for code that is for a CPU alone, whose cache holds them.
constexpr unsigned cpuSlotBytes = 2048;

/// Adds the backward of `kernel` after it: `K_backward`. A kernel that has to record gets none; after it come `K_tape`,
/// which is the kernel with a tape, and the backward of that.
mlir::LogicalResult differentiate(KernelOp kernel, const GradientOptions &options = {});

/// Prints how the backward of `kernel` obtains each value of the kernel that it reads; see `kgen-print-gradient-plan`.
/// `lines`, if not null, gets each printed line.
mlir::LogicalResult printGradientPlan(KernelOp kernel, llvm::raw_ostream &os, const GradientOptions &options = {},
                                      SourceLines *lines = nullptr);

/// Adds the kernel of the tangents of `kernel`, which may be a backward, after it.
mlir::LogicalResult differentiateForward(KernelOp kernel);

} // namespace kgen

#endif // KGEN_TRANSFORMS_TRANSFORMS_H
