// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All ops of the dialect, for mlir-tblgen and kgen-tblgen.

#ifndef KGEN_IR_KGENOPS_TD
#define KGEN_IR_KGENOPS_TD

include "kgen/IR/FunctionOps.td"
include "kgen/IR/ControlFlowOps.td"
include "kgen/IR/ValueOps.td"
include "kgen/IR/ArrayOps.td"
include "kgen/IR/AtomicOps.td"
include "kgen/IR/TileOps.td"
include "kgen/IR/TapeOps.td"
include "kgen/IR/Builtins/Operators.td"
include "kgen/IR/Builtins/ScalarMath.td"
include "kgen/IR/Builtins/VectorMath.td"
include "kgen/IR/Builtins/Quaternion.td"
include "kgen/IR/Builtins/Transform.td"
include "kgen/IR/Builtins/Random.td"

#endif // KGEN_IR_KGENOPS_TD
