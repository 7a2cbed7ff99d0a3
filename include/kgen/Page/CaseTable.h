// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case as a table: a row for each element of an argument, with its initial value, its final value, the weight and the
// gradient.

#ifndef KGEN_PAGE_CASETABLE_H
#define KGEN_PAGE_CASETABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

namespace kgen::page {

/// An argument and its results. Lists are flat, and empty if there are no numbers.
struct CaseColumns {
  std::string name;
  /// `in float32`
  std::string role;
  /// An array's extents.
  std::vector<uint64_t> shape;
  std::vector<double> values, outputs, weights, gradients;
  /// Whether the numbers are integers.
  bool isWhole = false;
};

/// A row for each of the first elements of an argument. `more` elements follow; `rest` has rows for those that a page
/// opens on demand.
struct CaseRows {
  using Row = std::vector<std::string>;
  std::vector<Row> first, rest;
  size_t more = 0;
};

struct CaseTable {
  std::string caption;
  std::vector<llvm::StringRef> heads = {"element", "argument", "value", "output", "weight", "gradient"};
  std::vector<CaseRows> arguments;

  /// Adds an argument.
  void add(const CaseColumns &argument);
  /// The rows of a text, which opens nothing: the first ones, and how many more there are.
  std::vector<CaseRows::Row> textRows() const;
};

/// Writes the table as HTML.
void writeCase(const CaseTable &table, llvm::raw_ostream &os);

} // namespace kgen::page

#endif // KGEN_PAGE_CASETABLE_H
