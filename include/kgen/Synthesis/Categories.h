// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ten types of kernels that the generator makes.

#ifndef KGEN_SYNTHESIS_CATEGORIES_H
#define KGEN_SYNTHESIS_CATEGORIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace kgen {

enum class Category {
  Arithmetic,
  Vector,
  Matrix,
  ControlFlow,
  Math,
  Atomic,
  NestedLoop,
  MultiConditional,
  Combined,
  ScalarParam,
};

/// All categories, in the order in which a data set goes through them.
llvm::ArrayRef<Category> allCategories();

/// `control_flow` of `ControlFlow`: how a category is called on command lines and in samples.
llvm::StringRef getName(Category category);

/// The category of a name, or nullopt.
std::optional<Category> parseCategory(llvm::StringRef name);

/// The names of all categories, for messages.
std::string listCategories();

} // namespace kgen

#endif // KGEN_SYNTHESIS_CATEGORIES_H
