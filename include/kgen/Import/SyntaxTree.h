// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as warp-ast writes it, in memory: the values that JSON has, laid out so that a tree costs little to make,
// to read and to throw away. A node has few fields, so they are a list; llvm::json::Object is a table of 64 places at
// least.

#ifndef KGEN_IMPORT_SYNTAXTREE_H
#define KGEN_IMPORT_SYNTAXTREE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/JSON.h"

namespace kgen {

struct TreeField;

/// A value: nothing, a bool, an integer, a text, a list or a node. Refers to memory of a `SyntaxTree`.
class TreeValue {
public:
  TreeValue() = default;
  TreeValue(llvm::StringRef text) : kind(Text), size(text.size()), text(text.data()) {}
  TreeValue(const char *text) : TreeValue(llvm::StringRef(text)) {}
  TreeValue(llvm::ArrayRef<TreeValue> list) : kind(List), size(list.size()), list(list.data()) {}
  TreeValue(llvm::ArrayRef<TreeField> fields) : kind(Node), size(fields.size()), fields(fields.data()) {}
  static TreeValue ofInteger(int64_t number) { return TreeValue(Integer, number); }
  static TreeValue ofBool(bool flag) { return TreeValue(Bool, flag); }

  /// The content; empty if the value is of another kind.
  bool getBool() const { return kind == Bool && number; }
  int64_t getInteger() const { return kind == Integer ? number : 0; }
  llvm::StringRef getText() const { return kind == Text ? llvm::StringRef(text, size) : ""; }
  llvm::ArrayRef<TreeValue> getList() const {
    return kind == List ? llvm::ArrayRef(list, size) : llvm::ArrayRef<TreeValue>();
  }
  llvm::ArrayRef<TreeField> getFields() const;
  bool isNode() const { return kind == Node; }

  llvm::json::Value toJson() const;

private:
  enum Kind : uint8_t { Null, Bool, Integer, Text, List, Node };
  TreeValue(Kind kind, int64_t number) : kind(kind), number(number) {}

  Kind kind = Null;
  uint32_t size = 0;
  union {
    int64_t number = 0;
    const char *text;
    const TreeValue *list;
    const TreeField *fields;
  };
};

struct TreeField {
  /// Text that outlives the tree; most are literals.
  llvm::StringRef name;
  TreeValue value;
};

inline llvm::ArrayRef<TreeField> TreeValue::getFields() const {
  return kind == Node ? llvm::ArrayRef(fields, size) : llvm::ArrayRef<TreeField>();
}

/// Owns the memory of values, all of it until the end.
class SyntaxTree {
public:
  TreeValue text(llvm::StringRef text) { return TreeValue(text.copy(allocator)); }
  TreeValue list(llvm::ArrayRef<TreeValue> values) { return TreeValue(values.copy(allocator)); }
  /// Two nodes have different addresses.
  TreeValue node(llvm::ArrayRef<TreeField> fields);
  TreeValue fromJson(const llvm::json::Value &value);
  TreeValue fromJson(const llvm::json::Object &object);

private:
  llvm::BumpPtrAllocatorImpl<llvm::MallocAllocator, 1 << 15> allocator;
};

} // namespace kgen

#endif // KGEN_IMPORT_SYNTAXTREE_H
