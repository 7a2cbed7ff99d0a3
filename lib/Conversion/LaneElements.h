// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of an array that all lanes access at once: behind one another, one for all, or apart.

#ifndef KGEN_LIB_CONVERSION_LANEELEMENTS_H
#define KGEN_LIB_CONVERSION_LANEELEMENTS_H

#include "Lanes.h"
#include "kgen/IR/ValueLayout.h"

namespace kgen::conversion {

/// The lanes' elements of an array.
class LaneElements {
public:
  /// `wraps` says that one of them may count its index from the end.
  LaneElements(KernelLowering &k, AccessOpInterface op, bool wraps);
  /// Elements that follow one another from an address on.
  LaneElements(KernelLowering &k, mlir::Value array, mlir::Value base);

  Components load();
  void store(mlir::ValueRange components);
  /// Elements that lanes do not have in common.
  void update(AtomicKind kind, mlir::ValueRange components);
  /// Elements that they may have in common, in the order of the threads.
  void updateInOrder(AtomicKind kind, mlir::ValueRange components);

  bool areContiguous() const { return isContiguous; }
  mlir::Value getBase() const { return base; }
  /// A pointer to each element.
  mlir::Value pointers() { return pointersFrom(base); }

private:
  void locateInRows(mlir::OpFoldResult column);
  void locateScalar(mlir::ArrayRef<mlir::OpFoldResult> indices);
  void locateContiguous(mlir::ArrayRef<mlir::OpFoldResult> indices);
  void locateScattered(mlir::ArrayRef<mlir::OpFoldResult> indices);
  mlir::Value offsetBytes(mlir::Value address, mlir::Value bytes) {
    return mlir::LLVM::GEPOp::create(b, k.loc, k.elementPointerType(), b.getI8Type(), address, mlir::ValueRange(bytes),
                                     mlir::LLVM::GEPNoWrapFlags::inbounds);
  }
  /// Of packed elements that follow one another.
  mlir::Value addressOfNumber(unsigned lane, unsigned number);
  mlir::Value leafBase(const ValueLeaf &leaf) {
    return leaf.offset ? offsetBytes(base, k.constant(i64, leaf.offset)) : base;
  }
  mlir::Value pointersFrom(mlir::Value first);
  bool isPacked() const;
  mlir::Value toRegister(mlir::Type scalar, mlir::Value value);
  mlir::Value toMemory(mlir::Type scalar, mlir::Value value);
  mlir::Value loadLeaf(const ValueLeaf &leaf);
  void storeLeaf(const ValueLeaf &leaf, mlir::Value value);
  Components loadApart();
  mlir::Value updated(AtomicKind kind, mlir::Type scalar, mlir::Value old, mlir::Value by);
  mlir::Value sumOfLanes(mlir::Value by);
  void updateShared(AtomicKind kind, const ValueLeaf &leaf, mlir::Value by);

  KernelLowering &k;
  Lanes &lanes;
  mlir::OpBuilder &b;
  mlir::Type i64;
  mlir::Value array;
  const ValueLayout &layout;
  mlir::Value base;    // the element of the first lane, or of all if there are no offsets
  mlir::Value offsets; // bytes from it for each lane, where elements lie apart
  bool isContiguous = false;
};

/// Of an access to elements that follow one another, whether a lane that runs counts from the end; null where none can.
mlir::Value anyWraps(AccessOpInterface op, KernelLowering &k);

// PackedElements.cpp
/// Where a number of a lane's element lies. It may be counted on into the elements of the next lanes, where those
/// follow.
using AddressOfNumber = llvm::function_ref<mlir::Value(unsigned lane, unsigned number)>;
/// Elements of `width` numbers without gaps, as a vector for each number. Narrow ones, which 128 bits hold several of,
/// follow one another.
Components loadPacked(KernelLowering &k, AddressOfNumber address, mlir::Type number, unsigned width);
void storePacked(KernelLowering &k, AddressOfNumber address, mlir::ValueRange components);

// LaneRows.cpp
/// Where a column of an array's rows is kept, all lanes behind one another; the number has 64 bits.
mlir::Value columnOfRows(KernelLowering &k, mlir::Value array, mlir::Value column);

// LaneMemory.cpp
/// The mask of the lanes that run.
mlir::Value runningLanes(KernelLowering &k);
/// Memory for so many vectors of a scalar.
mlir::Value allocateLanes(KernelLowering &k, mlir::Type scalar, unsigned numbers);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_LANEELEMENTS_H
