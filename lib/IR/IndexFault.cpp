// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages about indices.

#include "kgen/IR/IndexFault.h"
#include "kgen/IR/Types.h"

namespace kgen {

std::string describeIndexFault(int64_t extent, llvm::StringRef where, llvm::StringRef name, int64_t index) {
  std::string expected = extent == 0 ? "no index, for an extent of 0,"
                                     : "an index from " + std::to_string(-extent) + " to " + std::to_string(extent - 1);
  std::string got = name.empty() ? "" : (name + " = ").str();
  return ("expected " + expected + " " + where + " but got " + got + llvm::Twine(index)).str();
}

std::string placeInArray(int64_t dimension, llvm::StringRef array) {
  std::string name = array.empty() ? "an array without elements" : ("'" + array + "'").str();
  return "for dimension " + std::to_string(dimension) + " of " + name;
}

const char *placeInValue(mlir::Type type, bool isSecond) {
  return isQuat(type) ? "in a quaternion" : isMat(type) ? "for a row" : isSecond ? "for a column" : "in a vector";
}

} // namespace kgen
