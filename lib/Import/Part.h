// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the parts that import one function have in common. Each part is a class in a header of its own; its public
// functions are all that the others see of it. All report what is not taken, at its place, and then fail (an op, value
// or operand that is null, or failure).

#ifndef KGEN_LIB_IMPORT_PART_H
#define KGEN_LIB_IMPORT_PART_H

#include "Literals.h"
#include "ModuleImporter.h"
#include "Operand.h"
#include "Place.h"
#include "Program.h"
#include "kgen/IR/Kgen.h"

namespace kgen::importer {

struct Parts;
class Adjoints;
class Assignments;
class Calls;
class Comments;
class Constructors;
class Expressions;
class Names;
class Places;
class References;
class Signature;
class Statements;
class Tiles;
class UserCalls;
class Views;

/// The builtins that a call of `callee` may mean: `wp.add` is an operator's other name.
llvm::ArrayRef<const BuiltinInfo *> builtinOverloads(llvm::StringRef callee);
/// `(4, 8)`.
std::string describeExtents(llvm::ArrayRef<int64_t> extents);

/// The function that is imported, where its ops go, and how many reasons against it have been reported.
struct FunctionContext {
  FunctionContext(ModuleImporter &module, PyNode function, mlir::StringAttr file);

  ModuleImporter &module;
  const Program &program;
  PyNode function;
  mlir::StringAttr file;
  mlir::OpBuilder builder;
  bool isKernel = true;
  bool hasBackward = false; // known of kernels
  unsigned errors = 0;
};

/// While it lives, ops go into a block that is thrown away: where only the type or the extents of an expression are
/// asked for.
class Aside {
public:
  explicit Aside(mlir::OpBuilder &builder) : guard(builder) { builder.setInsertionPointToStart(&block); }

private:
  mlir::Block block;
  mlir::OpBuilder::InsertionGuard guard;
};

class Part {
public:
  explicit Part(Parts &parts);

protected:
  //===--- Where, and what is wrong there ---===//

  mlir::Location location(PyNode node) const {
    return mlir::FileLineColLoc::get(context.file, node.line(), node.column());
  }
  mlir::InFlightDiagnostic error(PyNode node) const;
  mlir::InFlightDiagnostic refuseType(PyNode node, mlir::Type expected, mlir::Value value,
                                      llvm::StringRef role = "") const;
  mlir::LogicalResult expectType(PyNode node, mlir::Type expected, mlir::Value value, llvm::StringRef role = "") const;
  /// Reports a call with another number of arguments, or with keywords.
  mlir::LogicalResult expectArguments(PyNode node, unsigned count) const;
  /// The expression that gives `node`, a scalar of another type, this type.
  std::string wayRound(PyNode node, mlir::Type type) const;

  //===--- Literals ---===//

  /// The literal that a node is, or stands for as a module constant.
  std::optional<Literal> literalOf(PyNode node) const;
  mlir::Value createLiteral(PyNode node, const Literal &literal, mlir::Type type = nullptr);
  /// A literal of more than 32 bits as Warp makes an int32 of it, with a warning; null for any other.
  mlir::TypedAttr wrapLiteral(PyNode node, const Literal &literal) const;
  /// A constant of a number, as part of an expression.
  mlir::Value createZero(PyNode node, mlir::Type type);
  /// The constant that an expression such as `wp.static(3)` or `type(x)(2.0)` has just made, for nothing but the place
  /// where it stands; null for a value that is computed or has a name.
  static ConstantOp madeNumber(PyNode node, mlir::Value value);
  /// Such a number written in another type at once, in its place; null where no cast gives it.
  mlir::Value convertNumber(PyNode node, ConstantOp number, mlir::Type type);
  /// Turns the sign of such a number: as `-2.0` it is printed, and read again. False for any other value.
  static bool negateNumber(PyNode node, mlir::Value value);
  /// An int32 that an index or bound is; such a number is the number itself.
  mlir::OpFoldResult foldNumber(PyNode node, mlir::Value value);

  //===--- Expressions, which each part asks for ---===//

  Operand importOperand(PyNode node);
  mlir::Value importExpression(PyNode node);
  mlir::Value toValue(PyNode node, const Operand &operand);
  std::vector<Operand> elementsOf(PyNode node, const Operand &operand);

  FunctionContext &context;
  ModuleImporter &module;
  const Program &program;
  const PyNode function;
  mlir::OpBuilder &builder;

  Adjoints &adjoints;
  Assignments &assignments;
  Calls &calls;
  Comments &comments;
  Constructors &constructors;
  Expressions &expressions;
  Names &names;
  Places &places;
  References &references;
  Signature &signature;
  Statements &statements;
  Tiles &tiles;
  UserCalls &userCalls;
  Views &views;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PART_H
