// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes nodes, and trees of JSON and JSON of trees. Numbers that are no integers, which no syntax tree has, are
// nothing.

#include "kgen/Import/SyntaxTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace kgen;
namespace json = llvm::json;

TreeValue SyntaxTree::node(llvm::ArrayRef<TreeField> fields) {
  auto *copy = allocator.Allocate<TreeField>(std::max<size_t>(1, fields.size()));
  std::uninitialized_copy(fields.begin(), fields.end(), copy);
  return TreeValue(llvm::ArrayRef<TreeField>(copy, fields.size()));
}

TreeValue SyntaxTree::fromJson(const json::Object &object) {
  llvm::SmallVector<TreeField, 8> fields;
  for (const auto &[name, value] : object)
    fields.push_back({llvm::StringRef(name).copy(allocator), fromJson(value)});
  return node(fields);
}

TreeValue SyntaxTree::fromJson(const json::Value &value) {
  if (const json::Object *object = value.getAsObject())
    return fromJson(*object);
  if (const json::Array *array = value.getAsArray()) {
    llvm::SmallVector<TreeValue, 8> values;
    for (const json::Value &item : *array)
      values.push_back(fromJson(item));
    return list(values);
  }
  if (std::optional<llvm::StringRef> found = value.getAsString())
    return text(*found);
  if (std::optional<int64_t> number = value.getAsInteger())
    return TreeValue::ofInteger(*number);
  if (std::optional<bool> flag = value.getAsBoolean())
    return TreeValue::ofBool(*flag);
  return TreeValue();
}

json::Value TreeValue::toJson() const {
  switch (kind) {
  case Null:
    return nullptr;
  case Bool:
    return getBool();
  case Integer:
    return getInteger();
  case Text:
    return getText();
  case List: {
    json::Array array;
    for (const TreeValue &value : getList())
      array.push_back(value.toJson());
    return array;
  }
  case Node: {
    json::Object object;
    for (const TreeField &field : getFields())
      object[field.name] = field.value.toJson();
    return object;
  }
  }
  return nullptr;
}
