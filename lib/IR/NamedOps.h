// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops whose parsers take the SSA names of the text as the names of values. All ops of the dialect are registered
// through here, so none can forget it, and every reader of text (passes, a reducer, a language server) keeps names.

#ifndef KGEN_LIB_IR_NAMEDOPS_H
#define KGEN_LIB_IR_NAMEDOPS_H

#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

namespace kgen::ir {

/// Reads the `loc(...)` after an op, if there is one, and puts the names of its results over the op's location.
mlir::ParseResult parseResultNames(mlir::OpAsmParser &parser, mlir::OperationState &state);

/// `loc` with the names of an op's results over it; if a name is empty, that which `loc` has already.
mlir::Location nameResultsLoc(llvm::ArrayRef<llvm::StringRef> names, mlir::Location loc);

/// Puts the name that an argument has in the text over its location.
void nameArgument(mlir::OpAsmParser &parser, mlir::OpAsmParser::Argument &argument);

/// The op `OpT` in all but its parser, which goes on to the names.
template <typename OpT> struct Named : OpT {
  using OpT::OpT;
  static mlir::TypeID resolveTypeID() { return mlir::TypeID::get<OpT>(); }
  static mlir::ParseResult parse(mlir::OpAsmParser &parser, mlir::OperationState &state) {
    return mlir::failure(OpT::parse(parser, state) || parseResultNames(parser, state));
  }
};

/// Registers ops of the dialect.
template <typename... Ops> void registerOps(mlir::Dialect &dialect) {
  (mlir::RegisteredOperationName::insert<Named<Ops>>(dialect), ...);
}

} // namespace kgen::ir

#endif // KGEN_LIB_IR_NAMEDOPS_H
