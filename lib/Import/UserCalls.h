// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the author's functions, and the operators that are such calls.

#ifndef KGEN_LIB_IMPORT_USERCALLS_H
#define KGEN_LIB_IMPORT_USERCALLS_H

#include "Part.h"
#include "llvm/Support/Error.h"

namespace kgen::importer {

/// An argument of a call: what it is, where it stands, and its keyword or "".
struct Argument {
  Operand operand;
  PyNode node;
  llvm::StringRef keyword;
};

/// An overload and its arguments in the order of its parameters.
struct Choice {
  unsigned function;
  std::vector<Operand> arguments;
};

class UserCalls : Part {
public:
  using Part::Part;

  /// A call of the one of these functions that fits the arguments best.
  Operand importUserCall(PyNode node, llvm::ArrayRef<unsigned> functions);
  /// The overload that fits the arguments best, or nullopt, and in `problem` why the last did not; failure where one is
  /// no function.
  mlir::FailureOr<std::optional<Choice>> chooseOverload(llvm::ArrayRef<unsigned> functions,
                                                        llvm::ArrayRef<Argument> arguments, std::string &problem);
  /// Whether an operator is a call of a function of the author's: its `ref` has an overload that takes the operands.
  bool isUserOperator(PyNode node, mlir::Value lhs, mlir::Value rhs);
  /// An operator as Warp reads it: the author's function where one takes the operands, else Warp's own.
  mlir::Value applyOperator(PyNode node, mlir::Value lhs, mlir::Value rhs, PyNode lhsNode, PyNode rhsNode);
  /// Reports why none of these functions takes the arguments; always none.
  Operand refuseUserCall(PyNode node, llvm::ArrayRef<unsigned> functions, llvm::ArrayRef<Argument> arguments,
                         llvm::StringRef problem);

private:
  Operand callFunction(PyNode node, const Choice &choice);
  /// The number of the parameter of a function that has a name.
  std::optional<unsigned> findParameter(unsigned function, llvm::StringRef name) const;
  mlir::FailureOr<std::vector<Argument>> importArguments(PyNode node);
  /// The arguments in the order of the function's parameters, defaults included, or why they do not fit.
  llvm::Expected<std::vector<Operand>> bindArguments(PyNode definition, llvm::ArrayRef<Argument> arguments);
  /// Reports a parameter of a called function whose type nothing says.
  bool refuseParameter(PyNode call, unsigned callee, PyNode parameter);
  /// Reports a builtin among the arguments that no parameter can stand for.
  mlir::LogicalResult checkBuiltins(llvm::ArrayRef<Argument> arguments);
  /// Reports a snippet of C++, which kgen does not read.
  void refuseNative(PyNode node, unsigned function);
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_USERCALLS_H
