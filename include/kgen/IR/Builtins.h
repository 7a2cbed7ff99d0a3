// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about builtins. kgen-tblgen writes the tables behind them from the records.

#ifndef KGEN_IR_BUILTINS_H
#define KGEN_IR_BUILTINS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Types.h"
#include "mlir/IR/Value.h"

namespace kgen {

/// How a builtin is written in a language.
struct Spelling {
  enum Kind { None, Infix, Prefix, Call };
  Kind kind;
  /// The operator (`+`, `not `), or the function's name with its scope (`wp.sin`, `kgen::sin`).
  llvm::StringRef text;
};

/// An interval in which a builtin is finite and smooth in an operand.
struct Domain {
  double low, high;
  /// Values keep off the multiples of this; 0 for none.
  double away;
  /// The interval's mirror image is in the domain too.
  bool onBothSides;
};

/// An operand of a builtin: its name in the record and in Warp, the set of types it takes, and what that set is called.
struct BuiltinOperand {
  llvm::StringRef name, keyword;
  bool (*accepts)(mlir::Type type);
  llvm::StringRef typeSummary;
};

/// The scalar type of a result: that of an operand, or one of its own.
struct ResultScalar {
  std::optional<unsigned> operand;
  enum Own { Bool, SI32, UI32, F32 } own;
};

/// One builtin's record. Operands are numbered in order; the rules are functions of them.
struct BuiltinInfo {
  /// The op's full name, `kgen.sin`.
  llvm::StringRef opName;
  /// The heading that it stands under in the reference page.
  llvm::StringRef group;
  /// How the operands' types have to fit together, in words; "" if they are independent.
  llvm::StringRef relationText;
  Spelling python;
  Spelling cuda;
  /// For a random number: the call that draws it at a variable's state, its first operand, and by how many states that
  /// advances the variable.
  Spelling drawn;
  unsigned advances;
  unsigned numOperands;
  llvm::ArrayRef<BuiltinOperand> operands;
  /// Domain of each operand, in order.
  llvm::ArrayRef<Domain> domains;
  /// False if no operand has a slope.
  bool differentiable;
  /// True if it is defined by other builtins (`expand`).
  bool expandable;
  /// True if each operand has an adjoint rule of its own (`buildAdjoint`); otherwise it is expanded, then
  /// differentiated.
  bool hasAdjointRules;
  ResultScalar resultScalar;
  /// Whether operands of these types fit: the type rule.
  bool (*accepts)(mlir::TypeRange types);
  /// The type of the result; only if `accepts`.
  mlir::Type (*resultType)(mlir::TypeRange types);
  /// Which values the adjoint of operand `i` reads: bit k for operand k, bit 31 for the result. (The adjoint of the
  /// result is always read.) Only if `hasAdjointRules`.
  uint32_t (*adjointReads)(unsigned i);
  /// Builds the addend of operand `i`'s adjoint for the result's adjoint `g`; null if the slope is zero everywhere.
  /// `types` are those of the operands; an operand that `adjointReads` does not name may be null.
  mlir::Value (*buildAdjoint)(mlir::OpBuilder &b, mlir::Location loc, unsigned i, mlir::TypeRange types,
                              mlir::ValueRange operands, mlir::Value result, mlir::Value g);
  /// Builds the builtin out of others; only if `expandable`.
  mlir::Value (*expand)(mlir::OpBuilder &b, mlir::Location loc, mlir::TypeRange types, mlir::ValueRange operands);
};

/// All builtins, in the order of the records.
llvm::ArrayRef<const BuiltinInfo *> allBuiltins();

/// The builtin of an op's full name, or null.
const BuiltinInfo *lookupBuiltin(llvm::StringRef opName);

/// The builtins that Python spells `text` (`wp.sin`, `+`), in the order of the records: an overload set.
llvm::ArrayRef<const BuiltinInfo *> lookupPython(Spelling::Kind kind, llvm::StringRef text);

/// The builtins whose numbers a call of `text` (`wp.randf`) draws: an overload set.
llvm::SmallVector<const BuiltinInfo *> lookupDrawn(llvm::StringRef text);

/// Creates the op; operands must be accepted by `info`.
mlir::Value createBuiltin(mlir::OpBuilder &b, mlir::Location loc, const BuiltinInfo &info, mlir::ValueRange operands);

/// Replaces each builtin in `root` that is defined by others, and that is `wanted`, by its definition, whose builtins
/// are replaced in turn. The values keep their names, which may no longer be unique.
void expandBuiltins(mlir::Operation *root, llvm::function_ref<bool(mlir::Operation *)> wanted);

/// Replaces each `kgen.draw` in `root` by the builtin and the variable's next state.
void expandDraws(mlir::Operation *root);

/// A constant of `value` in a scalar type, or in each component or field of a value without arrays.
mlir::Value createNumber(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type, double value);

} // namespace kgen

#endif // KGEN_IR_BUILTINS_H
