// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kgen dialect: types, ops, and the two forms that a kernel comes in.

#ifndef KGEN_IR_KGEN_H
#define KGEN_IR_KGEN_H

#include "kgen/IR/Builtins.h"
#include "kgen/IR/Interfaces.h"
#include "kgen/IR/Names.h"
#include "kgen/IR/Types.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "kgen/IR/KgenDialect.h.inc"

#define GET_OP_CLASSES
#include "kgen/IR/KgenOps.h.inc"

namespace kgen {

/// On `kgen.sin` and `kgen.cos`: one function computes both of the operand, see the dialect.
inline constexpr llvm::StringLiteral pairedAttrName = "kgen.paired";

/// The literal in an index or bound, or nullopt if it is a value.
std::optional<int64_t> getLiteral(mlir::OpFoldResult operand);

/// The integer that an index or bound is: a literal, or a value that a constant op makes.
std::optional<int64_t> getConstant(mlir::OpFoldResult operand);
/// The same for a bound of a loop, which may be computed from constants by additions, subtractions and products.
std::optional<int64_t> getConstantBound(mlir::OpFoldResult bound);

/// The bool that a constant op makes.
std::optional<bool> getConstantBool(mlir::Value value);

/// The `for` whose induction variable a value is; null for any other value.
ForOp getForInductionVarOwner(mlir::Value value);

/// The number of thread coordinates that a kernel asks for; 0 if it asks for none.
unsigned countCoordinates(KernelOp kernel);

/// Succeeds if `kernel` is in value form: no variables, no early exits. Otherwise the error names an op that prevents
/// it.
mlir::LogicalResult verifyValueForm(mlir::Operation *kernel);

/// True for `break`, `continue`, `unreachable`, and for a `return` that is not the end of a kernel's or function's
/// body.
bool isEarlyExit(mlir::Operation *op);

/// A format of `kgen.printf`, taken apart: text and the conversion at its end, `%5.2f`; the last part may have none.
struct FormatPart {
  /// The text before the conversion, with `%` for `%%`.
  std::string text;
  /// Flags, width and precision, as written: `5.2`.
  std::string modifiers;
  /// `d`, `i`, `u`, `x`, `X`, `o`, `c`, or one of `efgaEFGA`; 0 for none. Lengths (`l`, `ll`, ...) are dropped.
  char conversion = 0;

  bool isInteger() const { return llvm::StringRef("diuxXoc").contains(conversion); }
};

/// Takes a format apart; nullopt, with the reason in `error`, if it is none.
std::optional<llvm::SmallVector<FormatPart>> splitFormat(llvm::StringRef format, std::string &error);

} // namespace kgen

#endif // KGEN_IR_KGEN_H
