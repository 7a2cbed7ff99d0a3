// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls: casts, len, tid, atomics, and builtins by the table that the records make. No builtin is named here for its
// own sake.

#include "Calls.h"
#include "Constructors.h"
#include "Expressions.h"
#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "References.h"
#include "Signature.h"
#include "Tiles.h"
#include "UserCalls.h"
#include "Views.h"
#include "kgen/IR/BuiltinFacts.h"
#include "kgen/IR/WarpFunctions.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

static const BuiltinInfo *lookupAliased(StringRef callee) {
  const BuiltinFacts *facts = lookupAlias(callee);
  return facts ? lookupBuiltin(("kgen." + facts->mnemonic).str()) : nullptr;
}

/// Warp's name for one of Python's own functions; any other name as it is.
static StringRef canonicalCallee(StringRef callee) {
  if (callee == "len")
    return "wp.len";
  if (const BuiltinInfo *info = callee.starts_with("wp.") ? nullptr : lookupAliased(callee))
    return info->python.kind == Spelling::Call ? info->python.text : lookupAlias(callee)->aliases.split(' ').first;
  return callee;
}

/// The operator that a function of Warp's is, or "".
static StringRef operatorOf(StringRef callee) {
  const BuiltinInfo *info = lookupAliased(callee);
  return info && info->python.kind == Spelling::Infix ? info->python.text : "";
}

static std::optional<AtomicKind> atomicKind(StringRef callee) {
  return callee.consume_front("wp.atomic_") ? symbolizeAtomicKind(callee) : std::nullopt;
}

Operand Calls::importCallee(PyNode function) {
  if (std::string dotted = Program::dotted(function); !dotted.empty()) {
    Type type = readValueType(function, program);
    return type ? Operand::ofType(type) : Operand::ofText(Operand::Builtin, canonicalCallee(dotted).str());
  }
  if (Type type = readValueType(function, program))
    return Operand::ofType(type);
  if (Program::isFunction(function))
    return Operand::ofFunctions(Program::functionIds(function));
  if (Program::dotted(function.child("func")) == "type") { // type(x)(...)
    Type type = constructors.readType(function);
    return type ? Operand::ofType(type) : Operand();
  }
  bool isLocal = function.is("Name") ? names.isLocal(function.text("id")) : !function.child("ref");
  return isLocal ? importOperand(function) : Operand::ofText(Operand::Builtin, "");
}

Operand Calls::importCall(PyNode node) {
  PyNode function = node.child("func");
  // The value of wp.static.
  if (node.child("ref"))
    return expressions.readGlobal(node);
  if (Program::dotted(function) == "type") {
    Type type = constructors.readType(node);
    return type ? Operand::ofType(type) : Operand();
  }
  Operand callee = importCallee(function);
  if (!callee)
    return Operand();
  if (callee.is(Operand::Functions))
    return userCalls.importUserCall(node, callee.functions);
  if (callee.is(Operand::Type) && isScalar(callee.type))
    return importCast(node, callee.type);
  if (Type type = constructors.constructedType(node, callee))
    return constructors.importConstructor(node, type);
  if (callee.is(Operand::Builtin))
    return importNamed(node, canonicalCallee(callee.text));
  if (callee.is(Operand::Gradient)) {
    error(function) << "expected a function that kgen can call but got the gradient of '" << callee.text << "'";
    return Operand();
  }
  if (callee.is(Operand::Tile))
    return Operand();
  error(function) << "expected a function but got "
                  << (function.is("Name") ? "the local name " + describe(function) : describe(function));
  return Operand();
}

/// A constructor whose type its arguments do not say.
static bool isTypeMaker(StringRef callee) {
  callee.consume_front("wp.types.") || callee.consume_front("wp.");
  return is_contained({"vector", "matrix", "quaternion", "transformation"}, callee);
}

/// Says what a call of one lacks to be of a type.
void Calls::refuseTypeMaker(PyNode node, StringRef callee) {
  bool isSized = callee.ends_with("vector") || callee.ends_with("matrix");
  StringRef extents = callee.ends_with("vector") ? "length" : "shape";
  PyNode given = argument(node, extents);
  std::optional<int64_t> length = given ? constructors.readStaticInteger(given) : std::nullopt;
  size_t count = node.list("args").size();
  if (length && count > 1 && *length != int64_t(count))
    error(node) << "expected 0, 1 or " << *length << " components but got " << count;
  else if (isSized)
    error(node) << "expected a literal '" << extents << "', with at most " << maxComponents
                << " components, and a scalar 'dtype' for " << describe(node.child("func"));
  else
    error(node) << "expected a float 'dtype' for " << describe(node.child("func"));
}

Operand Calls::importNamed(PyNode node, StringRef callee) {
  if (isTypeMaker(callee)) {
    refuseTypeMaker(node, callee);
    return Operand();
  }
  if (callee == "wp.identity")
    return constructors.importIdentity(node);
  if (callee == "wp.quat_identity" || callee == "wp.transform_identity")
    return constructors.importNeutral(node, callee == "wp.transform_identity");
  if (callee == "wp.tid")
    return importThreadIndex(node);
  if (callee == "wp.len")
    return importLength(node);
  if (callee == "wp.unot")
    return expressions.importNotCall(node);
  if (callee == "wp.grad")
    return importGradientOf(node);
  if (StringRef name = callee; name.consume_front("wp.") && lookupWarpFunction(name))
    return tiles.importTileCall(node, name);
  if (callee == "wp.zeros")
    return views.importThreadArray(node);
  if (callee == "wp.address_of") {
    references.importAddress(node);
    return Operand();
  }
  if (std::optional<AtomicKind> kind = atomicKind(callee))
    return importAtomic(node, kind);
  if (callee == "wp.atomic_cas")
    return importAtomic(node, std::nullopt);
  if (callee == "wp.block_dim")
    return failed(expectArguments(node, 0)) ? Value() : BlockDimOp::create(builder, location(node)).getResult();
  if (SmallVector<const BuiltinInfo *> drawn = lookupDrawn(callee); !drawn.empty())
    return importDraw(node, drawn);
  return importBuiltin(node, callee);
}

//===----------------------------------------------------------------------===//
// Calls that are no builtins
//===----------------------------------------------------------------------===//

Value Calls::importCast(PyNode node, Type type) {
  if (failed(expectArguments(node, 1)))
    return nullptr;
  PyNode operand = node.list("args").front();
  if (std::optional<Literal> literal = literalOf(operand); literal && !literal->type)
    return createLiteral(operand, *literal, type);
  Value value = importExpression(operand);
  if (value && value.getType() == type) { // `float(x)` of a float stays
    std::string name = Program::dotted(node.child("func"));
    if (name.empty() || !isScalar(type) || madeNumber(operand, value))
      return value;
    auto copy = CopyOp::create(builder, location(node), value);
    copy->setAttr("kgen.called", builder.getStringAttr(name));
    return copy;
  }
  if (!value)
    return value;
  if (!isScalar(value.getType())) {
    error(operand) << "expected a scalar but got " << typeName(value.getType());
    return nullptr;
  }
  if (ConstantOp number = madeNumber(operand, value)) // `wp.float64(len(v))`
    if (Value converted = convertNumber(operand, number, type))
      return converted;
  // A name of a literal has the digits of the literal, not those of its type.
  PyNode named = operand.is("Name") ? names.literalIn(operand.text("id")) : PyNode();
  if (named && value.getType().isSignedInteger(32) && isInt(type)) {
    Literal literal = *readLiteral(named, program);
    if (literal.kind == Literal::Int && !literal.integer.isSignedIntN(32))
      return createLiteral(operand, literal, type);
  }
  if (named && value.getType().isF32() && isFloat(type)) {
    Literal literal = *readLiteral(named, program);
    if (literal.real != static_cast<float>(literal.real))
      return createLiteral(operand, literal, type);
  }
  return CastOp::create(builder, location(node), type, value);
}

Value Calls::importLength(PyNode node) {
  if (failed(expectArguments(node, 1)))
    return nullptr;
  PyNode operand = node.list("args").front();
  if (SmallVector<int64_t> extents = tiles.extentsOfTile(operand); !extents.empty()) {
    Literal rows;
    rows.integer = extents.front();
    return createLiteral(node, rows);
  }
  if (Operand bound = operand.is("Name") ? names.lookup(operand.text("id")) : Operand(); bound.is(Operand::Tuple)) {
    Literal count;
    count.integer = bound.elements.size();
    return createLiteral(node, count);
  }
  if (operand.is("Tuple")) {
    Literal count;
    count.integer = operand.list("elts").size();
    return createLiteral(node, count);
  }
  FailureOr<Place> place = places.readPlace(operand); // only the type of a vector is asked for
  if (failed(place))
    return nullptr;
  if (place->view)
    return views.extentsOf(operand, *place->view).front().value;
  Type type = place->type;
  if (isArray(type))
    return ShapeOp::create(builder, location(node), places.load(operand, *place), int64_t(0));
  Literal length;
  if (isAggregate(type) || isQuat(type)) {
    length.integer = numParts(type);
  } else if (isTransform(type)) {
    length.integer = 7;
  } else {
    error(operand) << "expected an array, vector or matrix but got " << typeName(type);
    return nullptr;
  }
  return createLiteral(node, length);
}

LogicalResult Calls::checkThreadIndex(PyNode node) {
  if (!context.isKernel)
    return error(node) << "expected wp.tid() in a kernel but got it in the function '" << function.text("name")
                       << "'; pass the index as an argument";
  if (signature.hasConstantParameters())
    return error(node) << "expected no wp.tid() in a kernel with entry_point_abi='external_constant_params'";
  return success();
}

Operand Calls::importThreadIndex(PyNode node) {
  if (failed(expectArguments(node, 0)))
    return Operand();
  if (failed(checkThreadIndex(node)))
    return Operand();
  Type type = builder.getIntegerType(32, /*isSigned=*/true);
  return Value(TidOp::create(builder, location(node), type).getResult(0));
}

/// `wp.grad(f)`, which a name may stand for.
Operand Calls::importGradientOf(PyNode node) {
  if (failed(expectArguments(node, 1)))
    return Operand();
  PyNode argument = node.list("args").front();
  Operand operand = importOperand(argument);
  if (!operand)
    return Operand();
  if (operand.is(Operand::Functions) || operand.is(Operand::Builtin))
    return Operand::ofText(Operand::Gradient, StringRef(describe(argument)).trim('\'').str());
  error(argument) << "expected a function for 'wp.grad' but got " << describe(argument);
  return Operand();
}

/// The array, the indices and the values of an atomic update, those given by name behind the others; none where one is
/// refused.
PyNodes Calls::atomicArguments(PyNode node, bool swaps) {
  PyNodes arguments = node.list("args"), keywords = node.list("keywords");
  auto isNamed = [](StringRef name) { return [name](PyNode keyword) { return keyword.text("arg") == name; }; };
  static constexpr StringRef names[] = {"compare", "value"};
  for (StringRef name : ArrayRef(names).drop_front(swaps ? 0 : 1))
    if (auto *keyword = llvm::find_if(keywords, isNamed(name)); keyword != keywords.end()) {
      arguments.push_back(keyword->child("value"));
      keywords.erase(keyword);
    }
  if (!keywords.empty()) {
    error(keywords.front()) << "expected " << (swaps ? "'compare' or 'value'" : "'value'") << " as keyword but got '"
                            << keywords.front().text("arg") << "'";
    return {};
  }
  if (arguments.size() >= (swaps ? 4 : 3))
    return arguments;
  error(node) << "expected an array, its indices and " << (swaps ? "two values" : "a value") << " for "
              << describe(node.child("func")) << " but got " << arguments.size()
              << (arguments.size() == 1 ? " argument" : " arguments");
  return {};
}

/// The elements that an update takes, for a refusal of `element`; "" if it takes that. No kind: compare and swap.
static StringRef expectedElement(std::optional<AtomicKind> kind, Type element) {
  if (!isArith(element))
    return "numbers";
  if (kind && *kind <= AtomicKind::max)
    return "";
  if (!kind && !isNumber(element))
    return "scalars";
  bool isBitwise = kind && *kind != AtomicKind::exch;
  if (isBitwise && !isInt(elementType(element)))
    return "integers";
  return elementType(element).getIntOrFloatBitWidth() < 32 ? "32-bit or 64-bit numbers" : "";
}

Value Calls::importAtomic(PyNode node, std::optional<AtomicKind> kind) {
  PyNodes arguments = atomicArguments(node, /*swaps=*/!kind);
  if (arguments.empty())
    return nullptr;
  Operand whole = importOperand(arguments.front());
  Value array = whole.is(Operand::View) ? whole.view->base : toValue(arguments.front(), whole);
  if (!array)
    return nullptr;
  Place place = whole.is(Operand::View) ? Views::placeOf(whole.view) : Place{array, {}, array.getType()};
  if (!isArray(place.type) || !isArray(array.getType())) {
    error(arguments.front()) << "expected an array but got "
                             << (whole.is(Operand::View) ? Views::describe(*whole.view) : typeName(array.getType()));
    return nullptr;
  }
  size_t numValues = kind ? 1 : 2;
  Path indices;
  for (PyNode index : ArrayRef(arguments).drop_front().drop_back(numValues)) {
    indices.push_back(places.importIndex(index));
    if (!indices.back())
      return nullptr;
  }
  if (failed(places.stepInto(node, place, indices)))
    return nullptr;
  if (isArray(place.type)) {
    (void)places.refuseView(node, place);
    return nullptr;
  }
  if (StringRef expected = expectedElement(kind, place.type); !expected.empty()) {
    error(arguments.front()) << "expected an array of " << expected << " but got " << typeName(array.getType());
    return nullptr;
  }
  SmallVector<Value, 2> values;
  for (PyNode argument : ArrayRef(arguments).take_back(numValues)) {
    values.push_back(importExpression(argument));
    if (!values.back() || failed(expectType(argument, place.type, values.back())))
      return nullptr;
  }
  if (!kind)
    return AtomicCasOp::create(builder, location(node), place.base, place.path, values[0], values[1]);
  return AtomicOp::create(builder, location(node), *kind, place.base, place.path, values[0]);
}

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

ArrayRef<const BuiltinInfo *> builtinOverloads(StringRef callee) {
  callee = canonicalCallee(callee);
  StringRef symbol = operatorOf(callee);
  if (StringRef prefix = callee == "wp.neg" ? "-" : callee == "wp.invert" ? "~" : ""; !prefix.empty())
    return lookupPython(Spelling::Prefix, prefix);
  return symbol.empty() ? lookupPython(Spelling::Call, callee) : lookupPython(Spelling::Infix, symbol);
}

/// Of these, the last parameter is 1.0 where it is not given.
static bool hasUnitDefault(StringRef callee) {
  return is_contained({"wp.norm_huber", "wp.norm_pseudo_huber", "wp.smooth_normalize"}, callee);
}

/// The arguments in the order of a builtin's operands; nothing if a keyword names none of them, or one that has an
/// argument already, or if one is missing before another.
static std::optional<PyNodes> placeKeywords(const PyNodes &arguments, const PyNodes &keywords,
                                            ArrayRef<BuiltinOperand> operands) {
  if (arguments.size() + keywords.size() > operands.size())
    return std::nullopt;
  PyNodes placed = arguments;
  placed.resize(arguments.size() + keywords.size());
  for (PyNode keyword : keywords) {
    auto *found = find_if(operands, [&](const BuiltinOperand &one) { return one.keyword == keyword.text("arg"); });
    size_t place = found - operands.begin();
    if (place >= placed.size() || placed[place])
      return std::nullopt;
    placed[place] = keyword.child("value");
  }
  return placed;
}

FailureOr<PyNodes> Calls::orderArguments(PyNode node, ArrayRef<const BuiltinInfo *> overloads) {
  PyNodes arguments = node.list("args"), keywords = node.list("keywords");
  for (PyNode keyword : keywords)
    if (keyword.text("arg").empty())
      return error(keyword) << "expected arguments one by one but got '**'";
  if (keywords.empty())
    return arguments;
  for (const BuiltinInfo *info : overloads)
    if (std::optional<PyNodes> placed = placeKeywords(arguments, keywords, info->operands))
      return *placed;
  return error(keywords.front()) << "expected a positional argument for " << describe(node.child("func"))
                                 << " but got '" << keywords.front().text("arg") << "'";
}

Value Calls::applyBuiltin(PyNode node, ArrayRef<const BuiltinInfo *> overloads, ValueRange operands) {
  for (const BuiltinInfo *info : overloads)
    if (info->numOperands == operands.size() && info->accepts(operands.getTypes()))
      return createBuiltin(builder, location(node), *info, operands);
  return nullptr;
}

Value Calls::importBuiltin(PyNode node, StringRef callee) {
  ArrayRef<const BuiltinInfo *> overloads = builtinOverloads(callee);
  if (overloads.empty())
    return refuseCall(node, callee);
  FailureOr<PyNodes> arguments = orderArguments(node, overloads);
  if (failed(arguments))
    return nullptr;
  SmallVector<Value> operands;
  PyNodes nodes; // one for each operand
  for (PyNode argument : *arguments) {
    FailureOr<std::vector<Operand>> elements =
        argument.is("Starred") ? places.expandStarred(argument) : std::vector{importOperand(argument)};
    if (failed(elements))
      return nullptr;
    for (const Operand &element : *elements) {
      operands.push_back(toValue(argument, element));
      nodes.push_back(argument);
    }
  }
  if (!all_of(operands, [](Value operand) { return operand; }))
    return nullptr;
  if (operands.size() + 1 == overloads.front()->numOperands && hasUnitDefault(callee)) {
    operands.push_back(createNumber(builder, location(node), elementType(operands[0].getType()), 1.0));
    nodes.push_back(node);
  }
  arguments = nodes;
  // Numbers serve as the condition of `where`.
  if (callee == "wp.where" && !operands.empty() && failed(expressions.expectNoFloat(nodes[0], operands[0])))
    return nullptr;
  if (callee == "wp.where" && !operands.empty() && isNumber(operands[0].getType()))
    operands[0] = expressions.toBool((*arguments)[0], operands[0]);
  Value result = applyBuiltin(node, overloads, operands);
  if (!result && callee == "wp.mul") // of a matrix, too
    result = applyBuiltin(node, lookupPython(Spelling::Infix, "@"), operands);
  if (result && !operatorOf(callee).empty() && !Program::dotted(node.child("func")).empty())
    result.getDefiningOp()->setAttr("kgen.called", builder.getStringAttr(Program::dotted(node.child("func"))));
  if (result)
    return result;
  unsigned expected = overloads.front()->numOperands;
  InFlightDiagnostic diagnostic = error(node);
  if (operands.size() != expected) {
    diagnostic << "expected " << expected << (expected == 1 ? " argument" : " arguments") << " for "
               << describe(node.child("func")) << " but got " << operands.size();
    return nullptr;
  }
  diagnostic << "expected operands that " << describe(node.child("func")) << " takes but got ";
  interleave(operands, [&](Value operand) { diagnostic << typeName(operand.getType()); }, [&] { diagnostic << ", "; });
  // The usual slip: a literal or a variable of another type than the first operand.
  Type first = operands[callee == "wp.where" ? 1 : 0].getType();
  for (auto [operand, argument] : zip_equal(operands, *arguments))
    if (isNumber(first) && isNumber(operand.getType()) && operand.getType() != first) {
      diagnostic << "; write " << wayRound(argument, first);
      return nullptr;
    }
  if (isInt(first))
    diagnostic << "; write " << wayRound(arguments->front(), builder.getF32Type());
  return nullptr;
}

/// A random number: its state is a variable, which the call advances.
Value Calls::importDraw(PyNode node, ArrayRef<const BuiltinInfo *> overloads) {
  FailureOr<PyNodes> arguments = orderArguments(node, overloads);
  if (failed(arguments))
    return nullptr;
  SmallVector<Value, 3> operands;
  for (PyNode argument : *arguments)
    if (!operands.emplace_back(importExpression(argument)))
      return nullptr;
  for (const BuiltinInfo *info : overloads) {
    if (info->numOperands != operands.size() || !info->accepts(ValueRange(operands).getTypes()))
      continue;
    Type type = info->resultType(ValueRange(operands).getTypes());
    Value state = operands.front();
    auto get = state.getDefiningOp<GetOp>();
    bool isName = get && arguments->front().is("Name");
    Value variable = isName ? get.getVar() : VarOp::create(builder, location(node), state).getVar();
    auto draw = DrawOp::create(builder, location(node), type, info->opName.substr(5), variable,
                               ArrayRef(operands).drop_front());
    if (isName && get->use_empty())
      get->erase();
    return draw;
  }
  InFlightDiagnostic diagnostic = error(node);
  diagnostic << "expected operands that " << describe(node.child("func")) << " takes but got ";
  interleave(operands, [&](Value operand) { diagnostic << typeName(operand.getType()); }, [&] { diagnostic << ", "; });
  return nullptr;
}

Value Calls::refuseCall(PyNode node, StringRef callee) {
  PyNode function = node.child("func");
  if (!function.child("ref") && names.isPoisoned(function.text("id")))
    return nullptr;
  if (Program::isStruct(function) && !program.structType(Program::structId(function))) {
    signature.refuseStruct(function);
    return nullptr;
  }
  InFlightDiagnostic diagnostic = error(function);
  if (!function.child("ref") || (callee.starts_with("wp.") && !function.child("ref").flag("implicit")))
    diagnostic << "expected a builtin that kgen has but got " << describe(function);
  else
    diagnostic << "expected a builtin but got " << Program::describeGlobal(function);
  if (callee == "wp.select")
    diagnostic << "; write wp.where(condition, value_if_true, value_if_false)";
  if (callee == "wp.vec" || callee == "wp.mat")
    diagnostic << ", which Warp no longer has; write wp." << (callee == "wp.vec" ? "vector" : "matrix") << "(...)";
  if (StringRef name = callee; name.consume_front("wp.") && name.contains('.') && name.front() != '_')
    diagnostic << "; Warp's library is read where it is installed beside the Python that KGEN_PYTHON names";
  return nullptr;
}

} // namespace kgen::importer
