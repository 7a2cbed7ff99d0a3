// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A finished kernel, before the importer has seen it.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITTEN_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITTEN_H

#include "Library.h"
#include "kgen/Import/SyntaxTree.h"

namespace kgen::knowledge {

/// A parameter of a finished kernel.
struct WrittenParameter {
  std::string name;
  Shape shape = Shape::Scalar;
  bool isArray = false;
  /// Of an array.
  std::vector<Length> extents;
  Values values;
  /// The extent that a number by value is.
  std::optional<Length> isExtent;
  bool isRead = false, isWritten = false, isUpdated = false;
  /// Whether an array of several dimensions lies in one, row by row.
  bool isFlat = false;
};

struct WrittenKernel {
  /// As warp-ast writes programs, and its memory.
  TreeValue program;
  SyntaxTree memory;
  std::string name, domain;
  /// If the first parameters are fields of one struct: its type's name, and how many these are.
  std::string structType;
  unsigned numFields = 0;
  /// How its parameters' types are written: words of `kgen.annotations`.
  std::string annotations;
  /// The family of the kernel, for splits: idiom, domain and goals.
  std::string family;
  /// Whether some threads leave early, and whether integers say which elements are read.
  bool exits = false, indexes = false;
  /// Dimensions of the launch, then other sizes.
  std::vector<Size> sizes;
  unsigned rank = 1;
  /// Whether the threads of these dimensions stand in a row: the launch has one dimension, their product.
  bool isRow = false;
  /// Statements of its body, those in blocks among them.
  unsigned statements = 0;
  unsigned calls = 0;
  /// Elements of arrays that are read, where they stand in the text.
  unsigned loads = 0;
  std::vector<WrittenParameter> parameters;
  double ways = 1.0;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_WRITTEN_H
