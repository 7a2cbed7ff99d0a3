// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KGEN_LIB_IMPORT_LATEREADS_H
#define KGEN_LIB_IMPORT_LATEREADS_H

#include "kgen/IR/Kgen.h"

namespace kgen::importer {

/// To Warp an element among operands is an address, read where the value is used: after what the other operands do.
/// Read at once are the index of `a[i] += x`, and the right sides of an assignment to several places.
void readElementsLate(mlir::ModuleOp module);

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_LATEREADS_H
