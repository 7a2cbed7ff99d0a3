// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assignments to names, to places and to slices.

#ifndef KGEN_LIB_IMPORT_ASSIGNMENTS_H
#define KGEN_LIB_IMPORT_ASSIGNMENTS_H

#include "Part.h"

namespace kgen::importer {

class Assignments : Part {
public:
  using Part::Part;

  mlir::LogicalResult importAssign(PyNode node);
  /// `x: float = v`.
  mlir::LogicalResult importAnnotated(PyNode node);
  mlir::LogicalResult importAugmented(PyNode node);
  /// `place += value`, where the place is no name.
  mlir::LogicalResult augmentElement(PyNode node, const Place &place, mlir::Value value);

private:
  mlir::LogicalResult assignTuple(PyNode target, PyNode value);
  /// Gives what `a, b = b, a` reads of a name that it changes a name of its own, where Warp would read it too late.
  void keepOldValues(const PyNodes &targets, const PyNodes &values, std::vector<Operand> &results);
  mlir::LogicalResult assignThreadIndices(PyNode target, PyNode call);
  mlir::LogicalResult assignTo(PyNode target, const Operand &operand, PyNode from);
  /// `v[1:3] = w`, and with the node of an augmented assignment `v[1:3] += w`.
  mlir::LogicalResult assignSlice(PyNode target, mlir::Value value, PyNode from, PyNode augmented);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_ASSIGNMENTS_H
