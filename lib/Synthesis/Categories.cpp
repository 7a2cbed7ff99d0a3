// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of the kernel types.

#include "kgen/Synthesis/Categories.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kgen;

ArrayRef<Category> kgen::allCategories() {
  static constexpr Category all[] = {
      Category::Arithmetic, Category::Vector,     Category::Matrix,     Category::ControlFlow,
      Category::Math,       Category::Atomic,     Category::NestedLoop, Category::MultiConditional,
      Category::Combined,   Category::ScalarParam};
  return all;
}

StringRef kgen::getName(Category category) {
  static constexpr StringLiteral names[] = {"arithmetic", "vector",      "matrix",      "control_flow",
                                            "math",       "atomic",      "nested_loop", "multi_conditional",
                                            "combined",   "scalar_param"};
  return names[static_cast<size_t>(category)];
}

std::optional<Category> kgen::parseCategory(StringRef name) {
  const auto *found = find_if(allCategories(), [&](Category category) { return getName(category) == name; });
  if (found == allCategories().end())
    return std::nullopt;
  return *found;
}

std::string kgen::listCategories() {
  return join(map_range(allCategories(), [](Category category) { return getName(category); }), ", ");
}
