// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the source form of one kernel from its syntax tree. Each member function is in the file of its section; all
// report what is not taken, at its place, and then fail (an op or value that is null, or failure). A statement that
// fails does not end the import of the rest, so that all reasons are reported at once: the names that it would have
// assigned are poisoned, and what reads one of them fails without a word.

#ifndef KGEN_LIB_IMPORT_KERNELIMPORTER_H
#define KGEN_LIB_IMPORT_KERNELIMPORTER_H

#include "Literals.h"
#include "Program.h"
#include "Variables.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kgen {

class KernelImporter {
public:
  /// `kernel` is a definition that stands in `file`.
  KernelImporter(const Program &program, PyNode kernel, mlir::StringAttr file);

  /// The kernel in a module of its own, names made unique, verified; null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> run();

private:
  using Indices = llvm::SmallVector<mlir::OpFoldResult>;
  /// Where an assignment goes: an element of an array, or a component of a variable (no index: all of it).
  struct Place {
    mlir::Value base;
    Indices indices;
    mlir::Type type;
  };
  /// Where variables without a value are declared, in order.
  struct DeclarationSite {
    mlir::Block *block;
    mlir::Operation *after;
  };

  //===--------------------------------------------------------------------===//
  // KernelImporter.cpp: the kernel and its names
  //===--------------------------------------------------------------------===//

  mlir::Location location(PyNode node) const {
    return mlir::FileLineColLoc::get(file, node.line(), node.column());
  }
  mlir::InFlightDiagnostic error(PyNode node) const { return mlir::emitError(location(node)); }
  mlir::LogicalResult checkSignature();
  mlir::LogicalResult checkDecorators();
  mlir::Type parameterType(PyNode parameter);
  /// The kernel with the parameters whose types are taken; the others are poisoned.
  KernelOp createKernel(bool &complete);
  void bindParameters(KernelOp kernel);
  mlir::Value readName(PyNode node);
  /// The value of a name, or chain of attributes, that is not the kernel's own.
  mlir::Value readGlobal(PyNode node);
  /// Gives a value a name of the author's: its own, or a copy's where it is already something else's.
  mlir::Value nameValue(PyNode target, mlir::Value value, PyNode from);
  mlir::LogicalResult assignName(PyNode target, mlir::Value value, PyNode from);
  mlir::Value declareVariable(PyNode target, mlir::Value init);

  //===--------------------------------------------------------------------===//
  // Statements.cpp
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult importStatements(llvm::ArrayRef<PyNode> statements);
  mlir::LogicalResult importBody(llvm::ArrayRef<PyNode> statements, mlir::Block *block);
  mlir::LogicalResult importStatement(PyNode node);
  /// After a statement that failed: what reads the names that it assigns has no other reason to fail.
  void poison(PyNode statement);
  mlir::LogicalResult importExpressionStatement(PyNode node);
  mlir::LogicalResult importPrint(PyNode call);
  mlir::LogicalResult importExit(PyNode node);
  mlir::LogicalResult importIf(PyNode node);
  mlir::LogicalResult importFor(PyNode node);
  mlir::LogicalResult importWhile(PyNode node);
  mlir::LogicalResult importLoopBody(PyNode node, mlir::Block *block);
  mlir::LogicalResult importBounds(PyNode node, Indices &bounds);
  mlir::LogicalResult refuseElse(PyNode loop);

  //===--------------------------------------------------------------------===//
  // LiteralNames.cpp: names that hold a plain literal, which Warp does not let a loop change
  //===--------------------------------------------------------------------===//

  /// Calls `visit` with each name that statements assign to as a whole, in the order of the text, until it says stop.
  static bool visitAssigned(llvm::ArrayRef<PyNode> statements, llvm::function_ref<bool(PyNode)> visit);
  void noteLiteral(llvm::StringRef name, PyNode value);
  mlir::LogicalResult checkLiteralsIn(PyNode loop);
  bool isUnrolled(PyNode loop) const;
  /// After statements that may not have run: what they assign to a name of `known` is no literal for what follows.
  void forgetLiterals(llvm::ArrayRef<PyNode> statements, const llvm::StringSet<> &known);
  llvm::StringSet<> knownNames() const;

  //===--------------------------------------------------------------------===//
  // Assignments.cpp
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult importAssign(PyNode node);
  mlir::LogicalResult assignTuple(PyNode target, PyNode value);
  mlir::LogicalResult assignThreadIndices(PyNode target, PyNode call);
  mlir::LogicalResult assignTo(PyNode target, mlir::Value value, PyNode from);
  mlir::LogicalResult importAugmented(PyNode node);
  mlir::LogicalResult augmentElement(PyNode node, const Place &place, mlir::Value value);
  mlir::FailureOr<Place> readPlace(PyNode target);
  mlir::FailureOr<Place> refusePlace(PyNode target, mlir::Type type);
  void store(PyNode target, const Place &place, mlir::Value value);
  mlir::Value load(PyNode target, const Place &place);
  mlir::LogicalResult expectType(PyNode node, mlir::Type expected, mlir::Value value, llvm::StringRef role = "");

  //===--------------------------------------------------------------------===//
  // Expressions.cpp
  //===--------------------------------------------------------------------===//

  mlir::Value importExpression(PyNode node);
  mlir::Value importConstant(PyNode node);
  mlir::Value importUnary(PyNode node);
  mlir::Value importBinary(PyNode node);
  mlir::Value applyBinary(PyNode node, mlir::Value lhs, mlir::Value rhs, PyNode lhsNode, PyNode rhsNode);
  mlir::Value importConditional(PyNode node);
  mlir::Value createLiteral(PyNode node, const Literal &literal, mlir::Type type = nullptr);
  /// A constant of a number, as part of an expression.
  mlir::Value createZero(PyNode node, mlir::Type type);
  /// The literal that a node is, or stands for as a module constant.
  std::optional<Literal> literalOf(PyNode node) const;
  /// What an author would write to give `node`, a scalar of another type, this type.
  std::string wayRound(PyNode node, mlir::Type type) const;

  //===--------------------------------------------------------------------===//
  // Conditions.cpp
  //===--------------------------------------------------------------------===//

  mlir::Value importCondition(PyNode node);
  mlir::Value toBool(PyNode node, mlir::Value value);
  mlir::Value importBoolOp(PyNode node);
  mlir::Value importCompare(PyNode node);
  mlir::Value compare(PyNode node, llvm::StringRef op, mlir::Value lhs, mlir::Value rhs);
  mlir::Value shortCircuit(PyNode node, bool isAnd, mlir::Value first, llvm::function_ref<mlir::Value()> second);
  mlir::Value convertForComparison(PyNode node, mlir::Value value, mlir::Type type);

  //===--------------------------------------------------------------------===//
  // Components.cpp
  //===--------------------------------------------------------------------===//

  mlir::Value importAttribute(PyNode node);
  mlir::Value importSubscript(PyNode node);
  mlir::FailureOr<Place> readElement(PyNode node);
  mlir::Value importShape(PyNode node, PyNode array);
  mlir::LogicalResult importIndices(PyNode slice, Indices &indices);
  mlir::OpFoldResult importIndex(PyNode node);
  /// The type of what `place` and its indices denote; reports too many or too few of them, or one out of range.
  mlir::Type typeAt(PyNode node, mlir::Type base, const Indices &indices);
  mlir::Type componentTypeAt(PyNode node, mlir::Type aggregate, const Indices &indices);
  std::optional<int64_t> componentByName(mlir::Type type, llvm::StringRef name) const;

  //===--------------------------------------------------------------------===//
  // Calls.cpp
  //===--------------------------------------------------------------------===//

  mlir::Value importCall(PyNode node);
  mlir::Value importCast(PyNode node, mlir::Type type);
  mlir::Value importLength(PyNode node);
  mlir::Value importThreadIndex(PyNode node);
  mlir::Value importAtomic(PyNode node, AtomicKind kind);
  mlir::Value importBuiltin(PyNode node, llvm::StringRef callee);
  mlir::Value applyBuiltin(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads, mlir::ValueRange operands);
  mlir::Value refuseCall(PyNode node, llvm::StringRef callee);
  mlir::FailureOr<PyNodes> orderArguments(PyNode node, llvm::StringRef callee);
  mlir::LogicalResult expectArguments(PyNode node, unsigned count);

  //===--------------------------------------------------------------------===//
  // Constructors.cpp
  //===--------------------------------------------------------------------===//

  /// The vector or matrix type that a call constructs, or null where it is no constructor.
  mlir::Type constructedType(PyNode call);
  mlir::Value importConstructor(PyNode node, mlir::Type type);
  mlir::Value importComponent(PyNode node, mlir::Type scalar);
  mlir::Value importIdentity(PyNode node);

  const Program &program;
  PyNode kernel;
  mlir::StringAttr file;
  Variables variables;
  mlir::OpBuilder builder;
  /// Names to values; to the variable where the name is one.
  llvm::StringMap<mlir::Value> bindings;
  /// Names whose assignment, or whose type as a parameter, has been refused.
  llvm::StringSet<> poisoned;
  llvm::StringMap<PyNode> literalNames;
  llvm::StringMap<unsigned> declarationSites;
  llvm::SmallVector<DeclarationSite> sites;
  unsigned loopDepth = 0;
};

} // namespace kgen

#endif // KGEN_LIB_IMPORT_KERNELIMPORTER_H
