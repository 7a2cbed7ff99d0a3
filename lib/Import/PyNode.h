// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A view of one node of the syntax tree that warp-ast writes. Knows nothing of kernels.

#ifndef KGEN_LIB_IMPORT_PYNODE_H
#define KGEN_LIB_IMPORT_PYNODE_H

#include "kgen/Import/SyntaxTree.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <string>

namespace kgen::importer {

class PyNode;
using PyNodes = llvm::SmallVector<PyNode, 6>;

/// A node, or nothing (false) where the field that it was read from is absent.
class PyNode {
public:
  PyNode() = default;
  explicit PyNode(const TreeValue &value) : fields(value.getFields()) {}

  explicit operator bool() const { return fields.data(); }
  bool operator==(const PyNode &other) const { return key() == other.key(); }
  /// Identity, for maps.
  const void *key() const { return fields.data(); }

  /// The name of the class in Python's `ast`: `BinOp`.
  llvm::StringRef kind() const { return text("node"); }
  bool is(llvm::StringRef name) const { return kind() == name; }
  /// A text field, "" where it is absent.
  llvm::StringRef text(llvm::StringRef field) const;
  PyNode child(llvm::StringRef field) const;
  PyNodes list(llvm::StringRef field) const;
  /// The texts of a list, such as the operators of a comparison.
  llvm::SmallVector<llvm::StringRef> texts(llvm::StringRef field) const;
  /// The numbers of a list.
  llvm::SmallVector<unsigned> numbers(llvm::StringRef field) const;
  /// A number, 0 where it is absent.
  unsigned number(llvm::StringRef field) const;
  bool has(llvm::StringRef field) const { return find(field); }
  /// Whether a field says true.
  bool flag(llvm::StringRef field) const;
  unsigned line() const { return std::max(1u, number("line")); }
  unsigned column() const { return std::max(1u, number("col")); }

  /// The names of the function's own that are read anywhere below this node, in the order of the text.
  llvm::SmallVector<llvm::StringRef> names() const;
  /// This node and those anywhere below it.
  PyNodes nodes() const;
  /// This node, where it is a call, and the calls anywhere below it.
  PyNodes calls() const;

private:
  /// The value of a field, or null.
  const TreeValue *find(llvm::StringRef field) const;

  llvm::ArrayRef<TreeField> fields;
};

/// A node in an author's words: `a lambda`, `'wp.quat'`.
std::string describe(PyNode node);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PYNODE_H
