// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the source form of one kernel, or of one instance of a function, from its syntax tree. Each member function is
// in the file of its section; all report what is not taken, at its place, and then fail (an op, value or operand that
// is null, or failure). A statement that fails does not end the import of the rest, so that all reasons are reported at
// once: the names that it would have assigned are poisoned, and what reads one of them fails without a word.

#ifndef KGEN_LIB_IMPORT_FUNCTIONIMPORTER_H
#define KGEN_LIB_IMPORT_FUNCTIONIMPORTER_H

#include "Literals.h"
#include "ModuleImporter.h"
#include "Operand.h"
#include "Program.h"
#include "TileAliases.h"
#include "TileBody.h"
#include "Variables.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"

namespace kgen::importer {

/// The builtins that a call of `callee` may mean: `wp.add` is an operator's other name.
llvm::ArrayRef<const BuiltinInfo *> builtinOverloads(llvm::StringRef callee);
/// `tile of vec3`, or the type of a value.
std::string describeTile(const Operand &operand);
/// `(4, 8)`.
std::string describeExtents(llvm::ArrayRef<int64_t> extents);
/// `8x4`, and with the elements' type where that is not float32: parts of a function's name.
std::string nameExtents(llvm::ArrayRef<int64_t> extents);
std::string nameTile(llvm::ArrayRef<int64_t> extents, mlir::Type element);
/// `tile_load` of a call of `wp.tile_load`.
llvm::StringRef tileFunction(PyNode call);

/// While it lives, ops go into a block that is thrown away: where only the type or the extents of an expression are
/// asked for.
class Aside {
public:
  explicit Aside(mlir::OpBuilder &builder) : guard(builder) { builder.setInsertionPointToStart(&block); }

private:
  mlir::Block block;
  mlir::OpBuilder::InsertionGuard guard;
};

class FunctionImporter {
public:
  /// `function` is a definition that stands in `file`; its op goes to the end of `module`.
  FunctionImporter(ModuleImporter &module, PyNode function, mlir::StringAttr file);

  /// The kernel, verified, with `types` for its parameters where it is generic; null after an error.
  KernelOp importKernel(llvm::StringRef symbol, llvm::ArrayRef<mlir::Type> types);
  /// The function for these arguments, one for each parameter, verified; null after an error.
  FuncOp importFunction(llvm::StringRef symbol, llvm::ArrayRef<Operand> arguments);
  /// The author's adjoint of a function with `primalCount` parameters; `arguments` go on with its results' adjoints.
  FuncOp importAdjoint(llvm::StringRef symbol, llvm::ArrayRef<Operand> arguments, unsigned primalCount);

private:
  using Path = llvm::SmallVector<mlir::OpFoldResult>;
  /// Where a value is: in an array (at its indices, then a path into the element), in a variable or in another value.
  struct Place {
    mlir::Value base;
    Path path;
    /// Of what is there; that of a view where there are fewer indices than dimensions.
    mlir::Type type;
  };
  /// Where variables without a value are declared, in order.
  struct DeclarationSite {
    mlir::Block *block;
    mlir::Operation *after;
  };

  //===--------------------------------------------------------------------===//
  // FunctionImporter.cpp: the whole and its names
  //===--------------------------------------------------------------------===//

  mlir::Location location(PyNode node) const { return mlir::FileLineColLoc::get(file, node.line(), node.column()); }
  mlir::InFlightDiagnostic error(PyNode node) const {
    ++errors;
    return mlir::emitError(location(node));
  }
  void openBody(mlir::FunctionOpInterface op, llvm::ArrayRef<PyNode> parameters,
                llvm::ArrayRef<mlir::Location> locations);
  mlir::LogicalResult importWhole(mlir::Operation *op, bool complete);
  mlir::LogicalResult endFunction(mlir::Block *body);
  void bindParameter(PyNode parameter, mlir::Value value);
  Operand readName(PyNode node);
  /// What a name, or chain of attributes, stands for that is not the function's own.
  Operand readGlobal(PyNode node);
  /// Gives a value a name of the author's: its own, or a copy's where it is already something else's.
  mlir::Value nameValue(PyNode target, mlir::Value value, PyNode from);
  mlir::LogicalResult assignName(PyNode target, mlir::Value value, PyNode from);
  mlir::Value declareVariable(PyNode target, mlir::Value init);

  //===--------------------------------------------------------------------===//
  // Signature.cpp
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult checkDecorators();
  mlir::LogicalResult checkSignature(bool isKernel);
  /// The value of an option of @wp.kernel; nothing where it is not given.
  PyNode kernelOption(llvm::StringRef name) const;
  mlir::LogicalResult checkOptions();
  /// Whether Warp makes a backward of the kernel.
  bool readsBackward() const;
  /// Whether the kernel reads its parameters from constant memory, as a part of a pipeline that has no threads to
  /// count.
  bool hasConstantParameters() const;
  mlir::Type parameterType(PyNode parameter);

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
  mlir::LogicalResult importPrintf(PyNode call);
  /// `wp.expect_eq(a, b)` and its like.
  mlir::LogicalResult importExpectation(PyNode call, llvm::StringRef callee);
  mlir::LogicalResult importAssert(PyNode node);
  mlir::LogicalResult importExit(PyNode node);
  mlir::LogicalResult importReturn(PyNode node);
  mlir::LogicalResult checkAnnotation(PyNode node, llvm::ArrayRef<mlir::Type> types);
  mlir::LogicalResult importIf(PyNode node);
  mlir::LogicalResult importFor(PyNode node);
  mlir::LogicalResult importWhile(PyNode node);
  mlir::LogicalResult importLoopBody(PyNode node, mlir::Block *block);
  mlir::LogicalResult importBounds(PyNode node, Path &bounds);
  mlir::LogicalResult refuseElse(PyNode loop);

  //===--------------------------------------------------------------------===//
  // Comments.cpp
  //===--------------------------------------------------------------------===//

  void addComments(mlir::Operation *op, llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> lines);
  /// What stands beside a statement, whose ops follow `before` in the block (null: are all of it).
  void attachComments(PyNode statement, mlir::Block *block, mlir::Operation *before);
  /// What stands after the last statement of a block that has its terminator.
  void attachTrail(llvm::ArrayRef<PyNode> statements, mlir::Block *block);
  void attachHeadComments(mlir::FunctionOpInterface op, llvm::ArrayRef<PyNode> parameters);

  //===--------------------------------------------------------------------===//
  // Adjoints.cpp
  //===--------------------------------------------------------------------===//

  /// `wp.adjoint[x]`.
  static bool isAdjoint(PyNode node);
  void declareAdjoints(llvm::ArrayRef<PyNode> parameters, mlir::ValueRange arguments);
  mlir::FailureOr<Place> readAdjoint(PyNode node);
  void returnAdjoints(PyNode node);

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
  mlir::LogicalResult importAnnotated(PyNode node);
  mlir::LogicalResult assignTuple(PyNode target, PyNode value);
  bool isOlder(llvm::StringRef name, llvm::StringRef other) const;
  void keepOldValues(const PyNodes &targets, const PyNodes &values, std::vector<Operand> &results);
  mlir::LogicalResult assignThreadIndices(PyNode target, PyNode call);
  mlir::LogicalResult assignTo(PyNode target, const Operand &operand, PyNode from);
  mlir::LogicalResult importAugmented(PyNode node);
  mlir::LogicalResult augmentElement(PyNode node, const Place &place, mlir::Value value);
  mlir::InFlightDiagnostic refuseType(PyNode node, mlir::Type expected, mlir::Value value, llvm::StringRef role = "");
  mlir::LogicalResult expectType(PyNode node, mlir::Type expected, mlir::Value value, llvm::StringRef role = "");

  //===--------------------------------------------------------------------===//
  // Places.cpp
  //===--------------------------------------------------------------------===//

  mlir::FailureOr<Place> readPlace(PyNode node);
  mlir::FailureOr<Place> readRoot(PyNode node);
  mlir::FailureOr<Place> readField(PyNode node);
  mlir::LogicalResult refuseComponent(PyNode node, mlir::Type whole, llvm::StringRef name);
  mlir::FailureOr<Place> readElement(PyNode node);
  /// The place that an assignment goes to.
  mlir::FailureOr<Place> readTarget(PyNode target);
  void store(PyNode target, const Place &place, mlir::Value value);
  mlir::Value load(PyNode node, const Place &place);
  mlir::LogicalResult importIndices(PyNode slice, Path &indices);
  mlir::OpFoldResult importIndex(PyNode node);
  /// The constant that an expression such as `wp.static(3)` or `type(x)(2.0)` has just made, for nothing but the place
  /// where it stands; null for what is computed or has a name.
  static ConstantOp madeNumber(PyNode node, mlir::Value value);
  /// Such a number written in another type at once, in its place; null where no cast gives it.
  mlir::Value convertNumber(PyNode node, ConstantOp number, mlir::Type type);
  /// Turns the sign of such a number: as `-2.0` it is printed, and read again. False for any other value.
  static bool negateNumber(PyNode node, mlir::Value value);
  /// An int32 that an index or bound is; such a number is the number itself.
  mlir::OpFoldResult foldNumber(PyNode node, mlir::Value value);
  /// Goes from a place to what its indices denote; reports too many of them, or one out of range.
  mlir::LogicalResult stepInto(PyNode node, Place &place, llvm::ArrayRef<mlir::OpFoldResult> indices);
  mlir::LogicalResult stepIntoArray(PyNode node, Place &place, llvm::ArrayRef<mlir::OpFoldResult> indices);
  mlir::LogicalResult refuseView(PyNode node, const Place &place);

  //===--------------------------------------------------------------------===//
  // Components.cpp
  //===--------------------------------------------------------------------===//

  Operand importAttribute(PyNode node);
  Operand importSubscript(PyNode node);
  /// What an attribute of an array or vector says that no component is; nothing where it is one.
  Operand importProperty(PyNode node, const Place &place);
  Operand importTypeProperty(PyNode node, mlir::Type type);
  mlir::Value importShape(PyNode node, mlir::Value array);
  static std::optional<int64_t> componentByName(mlir::Type type, llvm::StringRef name);

  //===--------------------------------------------------------------------===//
  // Slices.cpp
  //===--------------------------------------------------------------------===//

  /// The components that a subscript with slices picks, row by row, and the vector or matrix that they make.
  struct Selection {
    llvm::SmallVector<Path> paths;
    mlir::Type type;
  };
  static bool isSliced(PyNode node);
  mlir::FailureOr<llvm::SmallVector<int64_t>> readSlice(PyNode slice, int64_t length);
  mlir::FailureOr<Path> readSteps(PyNode part, int64_t extent, mlir::Type whole);
  mlir::FailureOr<Selection> readSelection(PyNode node, mlir::Type whole);
  mlir::FailureOr<Place> readWhole(PyNode node);
  mlir::Value componentOf(PyNode node, Place whole, const Path &path);
  mlir::Value importSlice(PyNode node);
  mlir::Value componentAt(PyNode node, mlir::Value value, unsigned position);
  mlir::LogicalResult assignSlice(PyNode target, mlir::Value value, PyNode from, PyNode augmented);
  mlir::FailureOr<std::vector<Operand>> elementsOfArray(PyNode node, const Place &place);
  mlir::FailureOr<std::vector<Operand>> elementsOfSlice(PyNode node, const Place &whole);
  /// The arguments that `*x` stands for.
  mlir::FailureOr<std::vector<Operand>> expandStarred(PyNode starred);

  //===--------------------------------------------------------------------===//
  // Expressions.cpp
  //===--------------------------------------------------------------------===//

  Operand importOperand(PyNode node);
  /// The value that an expression has; reports anything else that it stands for.
  mlir::Value importExpression(PyNode node);
  mlir::Value toValue(PyNode node, const Operand &operand);
  Operand importTuple(PyNode node);
  /// The elements of a tuple or shape.
  std::vector<Operand> elementsOf(PyNode node, const Operand &operand);
  mlir::Value importConstant(PyNode node);
  Operand importUnary(PyNode node);
  mlir::Value createNot(PyNode node, PyNode operandNode, mlir::Value operand);
  mlir::Value importNotCall(PyNode node);
  Operand importBinary(PyNode node);
  /// Python's symbol of an operator, or "" for one that is not known.
  static llvm::StringRef symbolOf(llvm::StringRef op);
  mlir::Value applyByComponents(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads, mlir::ValueRange operands);
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
  /// Of what Warp has for bools and integers only: `not x`, the condition of `a if x else b` and of `wp.where`.
  mlir::LogicalResult expectNoFloat(PyNode node, mlir::Value value);
  mlir::Value importBoolOp(PyNode node);
  mlir::Value importCompare(PyNode node);
  mlir::Value compare(PyNode node, llvm::StringRef op, mlir::Value lhs, mlir::Value rhs);
  /// Whether `compare` holds for all parts of two values, or for any.
  mlir::Value compareParts(PyNode node, mlir::Value lhs, mlir::Value rhs, bool all,
                           llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> compare);
  mlir::Value shortCircuit(PyNode node, bool isAnd, mlir::Value first, llvm::function_ref<mlir::Value()> second);
  mlir::Value convertForComparison(PyNode node, mlir::Value value, mlir::Type type);

  //===--------------------------------------------------------------------===//
  // Calls.cpp
  //===--------------------------------------------------------------------===//

  Operand importCall(PyNode node);
  /// What a call calls.
  Operand importCallee(PyNode function);
  /// A call of one of Warp's own functions.
  Operand importNamed(PyNode node, llvm::StringRef callee);
  mlir::Value importCast(PyNode node, mlir::Type type);
  mlir::Value importLength(PyNode node);
  Operand importThreadIndex(PyNode node);
  mlir::LogicalResult checkThreadIndex(PyNode node);
  Operand importGradientOf(PyNode node);
  /// Of no kind: compare and swap.
  mlir::Value importAtomic(PyNode node, std::optional<AtomicKind> kind);
  PyNodes atomicArguments(PyNode node, bool swaps);
  mlir::Value importBuiltin(PyNode node, llvm::StringRef callee);
  mlir::Value importDraw(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads);
  mlir::Value applyBuiltin(PyNode node, llvm::ArrayRef<const BuiltinInfo *> overloads, mlir::ValueRange operands);
  mlir::Value refuseCall(PyNode node, llvm::StringRef callee);
  void refuseTypeMaker(PyNode node, llvm::StringRef callee);
  mlir::FailureOr<PyNodes> orderArguments(PyNode node, llvm::StringRef callee);
  mlir::LogicalResult expectArguments(PyNode node, unsigned count);

  //===--------------------------------------------------------------------===//
  // UserCalls.cpp
  //===--------------------------------------------------------------------===//

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
  Operand importUserCall(PyNode node, llvm::ArrayRef<unsigned> functions);
  /// The overload that fits the arguments best, or nullopt, and in `problem` why the last did not; failure where one is
  /// no function.
  mlir::FailureOr<std::optional<Choice>> chooseOverload(llvm::ArrayRef<unsigned> functions,
                                                        llvm::ArrayRef<Argument> arguments, std::string &problem);
  Operand callFunction(PyNode node, const Choice &choice);
  std::optional<unsigned> findParameter(unsigned function, llvm::StringRef name) const;
  /// Whether an operator is a call of a function of the author's: its `ref` has an overload that takes the operands.
  bool isUserOperator(PyNode node, mlir::Value lhs, mlir::Value rhs);
  /// An operator as Warp reads it: the author's function where one takes the operands, else Warp's own.
  mlir::Value applyOperator(PyNode node, mlir::Value lhs, mlir::Value rhs, PyNode lhsNode, PyNode rhsNode);
  mlir::FailureOr<std::vector<Argument>> importArguments(PyNode node);
  /// The arguments in the order of the function's parameters, defaults included, or why they do not fit.
  llvm::Expected<std::vector<Operand>> bindArguments(PyNode definition, llvm::ArrayRef<Argument> arguments);
  bool refuseParameter(PyNode call, unsigned callee, PyNode parameter);
  Operand refuseUserCall(PyNode node, llvm::ArrayRef<unsigned> functions, llvm::ArrayRef<Argument> arguments,
                         llvm::StringRef problem);

  /// Reports a builtin among the arguments that no parameter can stand for.
  mlir::LogicalResult checkBuiltins(llvm::ArrayRef<Argument> arguments);
  void refuseNative(PyNode node, unsigned function);

  //===--------------------------------------------------------------------===//
  // References.cpp
  //===--------------------------------------------------------------------===//

  /// Reports an expression that Warp can make no reference of.
  mlir::LogicalResult expectAddress(PyNode node);
  bool takesReference(unsigned function) const;
  mlir::LogicalResult refuseReferences(PyNode call, unsigned callee, llvm::ArrayRef<Argument> arguments);
  void importAddress(PyNode node);
  /// `wp.zeros(...)`, an array of the thread's own.
  static bool isThreadArray(PyNode node);
  void refuseThreadArray(PyNode node);
  mlir::LogicalResult checkThreadArrayResult(PyNode value);

  //===--------------------------------------------------------------------===//
  // Tiles.cpp
  //===--------------------------------------------------------------------===//

  /// A call of one of Warp's functions of tiles while it is imported: the operands that the function gets.
  struct TileCall {
    TileCall(PyNode node, llvm::StringRef name) : node(node), name(name) {}
    PyNode node;
    /// `tile_load`.
    llvm::StringRef name;
    llvm::SmallVector<mlir::Value> operands;
    /// Where each stands in the text, and what the function calls it.
    llvm::SmallVector<std::pair<PyNode, std::string>> places;
    /// What stands for a function among the arguments; an operator, where the call is one.
    llvm::SmallVector<std::pair<PyNode, std::string>> texts;
    /// Behind a subscript that is assigned to: ` = {2}`.
    std::string assigned;
    /// What tells its function from others of that name and type: an operator.
    std::string variant;

    mlir::Value add(PyNode place, llvm::StringRef parameter, mlir::Value value);
  };
  using TileWriter = llvm::function_ref<mlir::Value(TileBody &, mlir::ValueRange)>;
  using TilesWriter = llvm::function_ref<llvm::SmallVector<mlir::Value>(TileBody &, mlir::ValueRange)>;
  Operand importTileCall(PyNode node, llvm::StringRef callee);
  mlir::LogicalResult checkTileArguments(PyNode node, llvm::StringRef callee);
  mlir::LogicalResult checkTileTuples(PyNode node);
  /// Nothing; the kernel will be refused for its tiles, where there is no better reason. `tile` is the one that kgen
  /// has no value for, where that is known.
  Operand refuseTile(PyNode node, const Operand &tile = Operand());
  void reportRefusedTile();
  /// Calls the function for these operands, which `write` writes where the module has none yet. `detail` is what its
  /// name says besides. Null, and noted, where kgen has no value for an operand or result.
  CallOp createTileCall(TileCall &call, llvm::StringRef detail, mlir::TypeRange results, TilesWriter write);
  /// The same for a tile, or nothing where there is no result.
  Operand callTiles(TileCall &call, llvm::StringRef detail, mlir::Type element, llvm::ArrayRef<int64_t> extents,
                    TileWriter write);
  /// The same for a value.
  mlir::Value callForValue(TileCall &call, llvm::StringRef detail, mlir::Type type, TileWriter write);
  /// The same for a function that changes tiles at their places, which are names: they get what the function gives.
  Operand changeTiles(TileCall &call, llvm::ArrayRef<std::pair<PyNode, Operand>> tiles, llvm::StringRef detail,
                      TilesWriter write);
  Operand changeTile(TileCall &call, PyNode place, llvm::StringRef detail, const Operand &tile, TileWriter write);
  /// How the author wrote the call, with a place in braces for each operand, constant and function.
  mlir::ArrayAttr spellTileCall(const TileCall &call);
  void spellArguments(const TileCall &call, llvm::ArrayRef<PyNode> nodes,
                      llvm::SmallVectorImpl<mlir::Attribute> &constants, std::string &text);
  void spellArgument(const TileCall &call, PyNode node, llvm::SmallVectorImpl<mlir::Attribute> &constants,
                     std::string &text);
  Operand tileArgument(PyNode call, llvm::StringRef keyword, unsigned position);
  /// The same as an operand of the call.
  Operand addTile(TileCall &call, llvm::StringRef keyword, unsigned position, llvm::StringRef parameter);
  mlir::FailureOr<mlir::Value> addArray(TileCall &call);
  /// The first indices of a tile in an array or in another tile: an operand for each dimension; zeros where they are
  /// not given.
  mlir::FailureOr<llvm::SmallVector<unsigned>> addOffsets(TileCall &call, unsigned position, unsigned rank);
  PyNodes nodesOfExtents(PyNode shape);
  std::optional<int64_t> readLocalInteger(PyNode node);
  std::optional<int64_t> readTileExtent(PyNode node);
  llvm::SmallVector<int64_t> readTileExtents(PyNode shape);
  llvm::SmallVector<int64_t> extentsOfTile(PyNode node);
  mlir::LogicalResult checkTileStorage(PyNode node);
  mlir::FailureOr<bool> readTileFlag(PyNode node, llvm::StringRef keyword, bool otherwise) const;
  mlir::LogicalResult refuseTileName(llvm::StringRef name, const Operand &bound, const Operand &given, PyNode from);
  mlir::LogicalResult assignTile(PyNode target, const Operand &tile, PyNode from);
  void bindTile(PyNode parameter, const Operand &argument);
  mlir::LogicalResult checkTileResults(PyNode node, llvm::ArrayRef<Operand> tiles);
  /// A tile whose change another name would show cannot change: kgen's tiles are values.
  mlir::LogicalResult checkTileNames();

  //===--------------------------------------------------------------------===//
  // TileCalls.cpp
  //===--------------------------------------------------------------------===//

  Operand importTileLoad(PyNode node);
  Operand importTileStore(PyNode node);
  mlir::LogicalResult checkStored(PyNode call, PyNode place, mlir::Type array, const Operand &tile);
  mlir::Value storeTile(TileBody &body, const TileCall &call, mlir::Value array, TileShape shape, mlir::Value tile,
                        mlir::ValueRange offsets, bool isChecked, PickedAxis picked = {});
  /// Whether nobody asks for the result of a call.
  bool isStatement(PyNode call) const { return call == statementCall; }
  Operand importTileFill(PyNode node);
  Operand importTileFull(PyNode node);
  Operand importTileRange(PyNode node);
  Operand importTileProduct(PyNode node);
  Operand importTileMap(PyNode node);
  Operand importTileExtremum(PyNode node);
  Operand importTileSum(PyNode node);
  Operand importTileReduction(PyNode node);
  Operand importTileScan(PyNode node);
  Operand importTileOperand(PyNode node);
  Operand fillTile(TileCall &call, mlir::Type type);
  mlir::Type readTileType(PyNode node, std::optional<unsigned> position);
  mlir::TypedAttr readTileBound(PyNode node, mlir::Type type);
  Operand applyTileBinary(PyNode node, const Operand &lhs, const Operand &rhs);
  Operand negateTile(PyNode node, const Operand &tile);
  mlir::LogicalResult checkTilePrecision(PyNode node, mlir::Type type);
  /// What an operator of Warp's or of the author's makes of elements.
  struct ElementOperator {
    const BuiltinInfo *builtin = nullptr;
    FuncOp function;
    mlir::Type type;
    /// What a text calls it: `wp.max`, or `{@relu}`.
    std::string text;
    explicit operator bool() const { return static_cast<bool>(type); }
    mlir::Value apply(TileBody &body, mlir::ValueRange operands) const;
  };
  ElementOperator elementOperator(PyNode node, const Operand &op, llvm::ArrayRef<mlir::Type> elements);
  ElementOperator userOperator(PyNode node, llvm::ArrayRef<unsigned> functions, llvm::ArrayRef<mlir::Type> elements);
  Operand reduceTile(TileCall &call, llvm::StringRef detail, const Operand &tile, std::optional<int64_t> axis,
                     const ElementOperator &op);

  //===--------------------------------------------------------------------===//
  // TileElements.cpp
  //===--------------------------------------------------------------------===//

  Operand importTileOfValue(PyNode node);
  Operand importUntile(PyNode node);
  Operand importTileFromThread(PyNode node);
  mlir::LogicalResult addIndices(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, unsigned extra);
  Operand importTileElement(PyNode node);
  Operand importTileScatter(PyNode node);
  mlir::FailureOr<PickedAxis> addPicked(TileCall &call, unsigned rank, unsigned axisPosition, unsigned &operand);
  mlir::LogicalResult checkPicked(PyNode node, const PickedAxis &picked, llvm::ArrayRef<int64_t> extents,
                                  unsigned rank);
  Operand importTileLoadIndexed(PyNode node);
  Operand importTileStoreIndexed(PyNode node);
  Operand importTileSort(PyNode node);

  //===--------------------------------------------------------------------===//
  // TileSolves.cpp
  //===--------------------------------------------------------------------===//

  mlir::FailureOr<bool> readFillMode(PyNode node, unsigned position);
  mlir::LogicalResult expectSquare(PyNode node, const Operand &tile);
  mlir::LogicalResult expectAlike(PyNode node, const Operand &a, const Operand &b);
  Operand importTileCholesky(PyNode node);
  Operand importTileSolve(PyNode node);
  Operand importTileDiagonal(PyNode node);
  Operand importTileDot(PyNode node);
  Operand importTileUpdate(PyNode node);
  Operand importTileFourier(PyNode node);

  //===--------------------------------------------------------------------===//
  // TileViews.cpp
  //===--------------------------------------------------------------------===//

  Operand importTileBroadcast(PyNode node);
  Operand importTileReshape(PyNode node);
  llvm::SmallVector<int64_t> readReshape(PyNode shape, int64_t count);
  Operand importTileTranspose(PyNode node);
  Operand importTileSqueeze(PyNode node);
  Operand importTileView(PyNode node);
  Operand importTileAssign(PyNode node);
  Operand importTileConversion(PyNode node);
  mlir::FailureOr<std::optional<int64_t>> readTileIndex(PyNode index, int64_t extent, bool wraps, Operand &view);
  mlir::FailureOr<Operand> stepIntoTile(const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  mlir::FailureOr<TilePick> pickOfTile(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  Operand importPick(TileCall &call, const Operand &tile, llvm::ArrayRef<PyNode> indices, bool wraps);
  mlir::FailureOr<TileStep> importTileIndex(TileCall &call, PyNode index, int64_t extent, bool wraps);
  mlir::LogicalResult refuseIndices(PyNode node, const Operand &tile, size_t count);
  Operand importTileSubscript(PyNode node, const Operand &tile);
  bool mayBeTile(PyNode node) const;
  bool areTileIndices(llvm::ArrayRef<PyNode> indices) const;
  mlir::FailureOr<Place> placeInTile(PyNode node, const Operand &tile, mlir::Value base,
                                     llvm::ArrayRef<PyNode> indices);
  mlir::FailureOr<Place> targetInTile(PyNode target, const Operand &tile, llvm::ArrayRef<PyNode> indices);
  bool isPathInTile(const Operand &tile, llvm::ArrayRef<PyNode> indices) const;
  mlir::LogicalResult checkTileValue(const Operand &part, const Operand &value, PyNode from);
  mlir::LogicalResult assignToPick(PyNode target, const Operand &tile, llvm::ArrayRef<PyNode> indices,
                                   const Operand &value, PyNode from, llvm::StringRef op = "");
  mlir::LogicalResult checkTileIndex(PyNode index, int64_t literal, int64_t extent, bool wraps);
  mlir::LogicalResult checkTileIndex(PyNode index, const Operand &operand);
  Operand tileOfTarget(PyNode target) const;
  mlir::LogicalResult assignToTile(PyNode target, const Operand &tile, const Operand &value, PyNode from);
  mlir::LogicalResult augmentTile(PyNode node, const Operand &tile);

  //===--------------------------------------------------------------------===//
  // Constructors.cpp
  //===--------------------------------------------------------------------===//

  /// The type that a call constructs, or null where it is no constructor.
  mlir::Type constructedType(PyNode call, const Operand &callee);
  /// The type that an expression names where values are made: `float`, `type(x)`, `a.dtype`; null where it names none.
  mlir::Type readType(PyNode node);
  mlir::Type typeOfArgument(PyNode argument);
  /// The integer that an expression is before the program runs: a literal, a constant, `v.length`.
  std::optional<int64_t> readStaticInteger(PyNode node);
  std::optional<int64_t> evaluateInteger(PyNode node);
  mlir::Value importConstructor(PyNode node, mlir::Type type);
  mlir::Value constructOfComponents(PyNode node, mlir::Type type, mlir::ArrayRef<mlir::Value> components);
  mlir::Value constructOfStarred(PyNode node, mlir::Type type);
  mlir::Value constructTransform(PyNode node, mlir::Type type);
  mlir::Value constructFields(PyNode node, mlir::Type type);
  mlir::Value constructOfVectors(PyNode node, mlir::Type type, llvm::ArrayRef<PyNode> arguments);
  mlir::Value convertComponents(PyNode node, mlir::Type type, mlir::Value value);
  mlir::Value importComponent(PyNode node, mlir::Type scalar);
  mlir::Value importIdentity(PyNode node);
  mlir::Value createNoRotation(PyNode node, mlir::Type scalar);
  mlir::Value importNeutral(PyNode node, bool isTransform);

  ModuleImporter &module;
  const Program &program;
  PyNode function;
  mlir::StringAttr file;
  Variables variables;
  mlir::OpBuilder builder;
  /// Names to what they stand for; to the variable where the name is one.
  llvm::StringMap<Operand> bindings;
  /// Names whose assignment, or whose type as a parameter, has been refused.
  llvm::StringSet<> poisoned;
  llvm::StringMap<PyNode> literalNames;
  llvm::StringMap<unsigned> declarationSites;
  llvm::SmallVector<DeclarationSite> sites;
  bool isKernel = true;
  bool hasBackward = false; // known of kernels
  /// Of the function's results; nothing before the first `return`.
  std::optional<llvm::SmallVector<mlir::Type>> resultTypes;
  PyNode firstReturn;
  unsigned loopDepth = 0;
  /// How many of these are loops to Warp too, which unrolls some.
  unsigned rolledDepth = 0;
  /// In an adjoint: the number of the primal's parameters, and the variables of their adjoints.
  std::optional<unsigned> primalCount;
  llvm::MapVector<llvm::StringRef, mlir::Value> adjoints;
  /// The first call that makes a tile that kgen has no value for, and the names of arrays of the thread's own.
  PyNode tileUse;
  Operand refusedTile;
  /// Which tiles stand for others or for parts of them, and which change.
  TileAliases tileAliases;
  /// Parameters that are tiles; the results that are (the others: none), with the names of those that they stand for.
  PyNodes tileParameters;
  std::vector<Operand> resultTiles;
  /// The call that is a statement of its own.
  PyNode statementCall;
  llvm::StringSet<> threadArrays;
  /// How many reasons have been reported.
  mutable unsigned errors = 0;
  /// Comments of statements that made no op.
  llvm::SmallVector<llvm::StringRef> waitingComments;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_FUNCTIONIMPORTER_H
