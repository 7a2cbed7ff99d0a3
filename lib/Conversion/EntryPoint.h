// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that Warp launches for a kernel: its parameters, and the loop over the threads around the kernel's body,
// which KernelLowering lowers.

#ifndef KGEN_LIB_CONVERSION_ENTRYPOINT_H
#define KGEN_LIB_CONVERSION_ENTRYPOINT_H

#include "FlatForm.h"
#include "LaneWork.h"
#include "Lanes.h"
#include "PromotedElements.h"
#include <functional>

namespace kgen::conversion {

/// Made before the kernel.
class EntryPoint {
public:
  /// If the launcher has to meet `needs`, this is the entry point `NAME_apart`.
  EntryPoint(KernelOp kernel, const ConversionOptions &options, mlir::ArrayRef<PartNeed> needs = {});

  /// Fills the function, or erases it and fails.
  mlir::LogicalResult lower();
  /// The same, with threads as lanes; the kernel is in value form, and the analysis has no reason against it. If there
  /// is a flat form, launches that suit it run that.
  mlir::LogicalResult lowerWithLanes(const LaneAnalysis &analysis, LaneWays made, const FlatForm *flat);
  /// The same, one thread after the other, and a second time for launches whose arrays lie without gaps: strides are
  /// numbers there.
  mlir::LogicalResult lowerForDenseArrays(const FlatForm *flat);
  /// Whether there are elements that all threads update at one address, which that keeps in registers.
  bool hasPromotedElements() { return !promotedElements(kernel, nullptr).empty(); }

private:
  // LaneEntry.cpp
  struct Rows;
  mlir::Value bound(LaunchBoundsField field, unsigned dimension, const llvm::Twine &name);
  /// A way to run threads, so many at a time, that is faster than one by one but not for every launch.
  struct FastWay {
    KernelOp kernel; // whose body it runs
    unsigned count;
    KernelLowering::Mode mode;
    std::function<void(const Rows &rows, mlir::Value column)> bind; // the coordinates, from a column of a row on
    std::function<mlir::Value()> checkLaunch;                       // before the thread loop, when the body is lowered
    PromotedElements *promoted;                                     // in slots while its threads run
    bool isRest = false;                                            // for fewer threads than `count`, all at once
  };
  struct WayPlan;
  /// The threads that run in a flat form, from the first on: where they begin, what runs behind them, and the number of
  /// the first one that does not.
  struct FlatThreads {
    mlir::Block *open = nullptr, *after = nullptr;
    mlir::Value end;
  };
  void measureLaunch(Rows &rows);
  mlir::FailureOr<Rows> openRows(unsigned numFast, const FastWay *flat);
  void locateRow(Rows &rows);
  Components unravelRow(const Rows &rows, mlir::Value row);
  Components nextCoordinates(const Rows &rows);
  Components previousCoordinates(const Rows &rows, mlir::ValueRange coordinates);
  std::pair<mlir::Value, mlir::Value> rowsToRun(const Rows &rows);
  mlir::FailureOr<FlatThreads> lowerFlat(const Rows &rows, const FastWay &way);
  void limitRow(Rows &rows);
  void measureMargin(const Rows &rows, Lanes &lanes, mlir::Value column);
  mlir::Value laneNumbers(const Lanes &lanes);
  void bindLanes(const Rows &rows, Lanes &lanes, mlir::Value column);
  void bindFlat(Lanes &lanes, FlatThread &flat, mlir::Value thread);
  FastWay flatWay(const FlatForm &flat, Lanes &lanes, FlatThread &thread, PromotedElements &promoted);
  FastWay flatDenseWay(const FlatForm &flat, FlatThread &thread, llvm::SetVector<mlir::Value> &dense,
                       PromotedElements &promoted);
  mlir::Value checkFlatLaunch(const FlatForm &flat, unsigned lanes, llvm::function_ref<mlir::Value()> checkArrays);
  void maskRest(const Rows &rows, Lanes &lanes, mlir::Value column);
  void bindInRow(const Rows &rows, mlir::Value column, mlir::Value thread);
  PromotedElements promotedElements(KernelOp kernel, const LaneAnalysis *analysis);
  FastWay denseWay(llvm::SetVector<mlir::Value> &dense, PromotedElements &promoted);
  mlir::LogicalResult lowerRows(mlir::ArrayRef<FastWay> ways, const FastWay *flat = nullptr);
  mlir::LogicalResult lowerWays(mlir::ArrayRef<FastWay> ways, Rows &rows);
  WayPlan planWay(const Rows &rows, unsigned i, const FastWay &way, mlir::Value from);
  mlir::LogicalResult lowerThreadsOf(const WayPlan &plan, const Rows &rows);
  mlir::Value checkWay(const WayPlan &plan, const Rows &rows);
  mlir::Value lastOf(const WayPlan &plan, const Rows &rows);
  void closeWay(const WayPlan &plan, mlir::Value last);
  mlir::LogicalResult lowerThreadsOfRow(Rows &rows);
  void bindParameters(KernelOp of);
  void bindParameter(mlir::BlockArgument parameter, mlir::Value pointer, mlir::Type structType, unsigned field);
  /// The threads to run, from the first to behind the last; null where all of the launch are.
  std::pair<mlir::Value, mlir::Value> range();
  void openThreadLoop();
  void openCpuLoop();
  void openGridStrideLoop();
  /// The op that gives the coordinates; null if the kernel asks for none.
  TidOp firstTid();
  void bindCoordinates(mlir::Value thread);
  void closeThreadLoop();

  KernelOp kernel;
  unsigned rank;
  mlir::LLVM::LLVMFuncOp function;
  KernelLowering body;
  mlir::OpBuilder &builder;            // the body's
  mlir::Value firstThread, lastThread; // as `range` has them, if not the function's own
  mlir::Block *onReturn = nullptr, *loopHead = nullptr;
  mlir::Value threadStep;
};

// LaunchChecks.cpp
/// Whether, in this launch, the arrays are as lanes need them: elements lie where shape and strides of a plain array
/// put them, and no array that is written overlaps another. `length` is the extent of the launch's last dimension, of
/// 64 bits. Before the thread loop.
mlir::Value checkArrays(KernelLowering &k, const Lanes &lanes, mlir::Value length);
/// Whether, in this launch, threads may be counted as a flat form has them; `extents` are the launch's, of 64 bits.
/// Before the thread loop.
mlir::Value checkFlat(KernelLowering &k, const FlatForm &flat, unsigned lanes, mlir::ArrayRef<mlir::Value> extents);
/// Whether, in this launch, elements that are kept in slots lie in their arrays, and apart from what else is accessed.
/// Before the thread loop.
mlir::Value checkPromoted(KernelLowering &k, const PromotedElements &promoted);
/// Whether, in this launch, the elements of the arrays' last dimensions lie without gaps. Before the thread loop.
mlir::Value checkDense(KernelLowering &k, mlir::ArrayRef<mlir::Value> arrays);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_ENTRYPOINT_H
