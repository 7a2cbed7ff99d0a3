// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of Warp's functions, which kgen-tblgen wrote.

#include "kgen/IR/WarpFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace kgen;
using llvm::StringRef;

#include "kgen/IR/KgenWarpFunctions.inc"

llvm::ArrayRef<WarpFunction> kgen::warpFunctions() { return table; }

bool WarpFunction::hasIndices() const {
  return llvm::any_of(parameters, [](const WarpParameter &parameter) {
    return parameter.kind == WarpParameter::Tile && parameter.name == "indices";
  });
}

const WarpFunction *kgen::lookupCollective(StringRef op) {
  const WarpFunction *found = llvm::find_if(table, [&](const WarpFunction &each) { return each.op == op; });
  return found == std::end(table) ? nullptr : found;
}

const WarpFunction *kgen::lookupWarpFunction(StringRef name) {
  const WarpFunction *found =
      llvm::lower_bound(table, name, [](const WarpFunction &each, StringRef name) { return each.name < name; });
  return found != std::end(table) && found->name == name ? found : nullptr;
}
