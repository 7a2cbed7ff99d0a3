// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Binds arguments by the record of the function, reads constants, and creates the call of the `kgen.func`.

#include "TileCall.h"
#include "Constructors.h"
#include "Names.h"
#include "PyTypes.h"
#include "Signature.h"
#include "Tiles.h"
#include "kgen/IR/CallSpelling.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Extents beyond this are not followed: they are never walked through.
static constexpr int64_t maxExtent = 1 << 16;

TileCall::TileCall(const Part &part, PyNode node, StringRef function)
    : Part(part), node(node), warps(*lookupWarpFunction(function)), name(warps.name) {}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static bool isList(const WarpParameter &parameter) {
  return parameter.kind == WarpParameter::Indices || parameter.kind == WarpParameter::Values;
}

/// How many arguments of a call belong to a list among its parameters: those by position that the other parameters
/// leave, and those with a name of the list's.
static unsigned countListed(PyNode node, ArrayRef<WarpParameter> parameters, const WarpParameter &list) {
  size_t count = node.list("args").size();
  for (const WarpParameter &parameter : parameters)
    if (!isList(parameter) && parameter.otherwise.empty() && !argument(node, parameter.name))
      count -= std::min<size_t>(count, 1);
  SmallVector<StringRef> names;
  list.name.split(names, ' ');
  return count + count_if(names, [&](StringRef name) { return static_cast<bool>(argument(node, name)); });
}

SmallVector<TileCall::Slot> TileCall::slotsOf(ArrayRef<WarpParameter> parameters,
                                              std::optional<unsigned> numIndices) const {
  SmallVector<Slot> found;
  auto add = [&](StringRef name, const WarpParameter &parameter) {
    bool isNamed = parameter.kind != WarpParameter::Values;
    found.push_back({isNamed ? name : "", &parameter, argument(node, isNamed ? name : "*", found.size())});
  };
  for (const WarpParameter &parameter : parameters) {
    if (!isList(parameter)) {
      add(parameter.name, parameter);
      continue;
    }
    bool isIndices = parameter.kind == WarpParameter::Indices;
    size_t count = isIndices && numIndices ? *numIndices : countListed(node, parameters, parameter);
    SmallVector<StringRef> names;
    parameter.name.split(names, ' ');
    for (size_t i = 0; i < (isIndices ? std::min(count, names.size()) : count); ++i)
      add(isIndices ? names[i] : "", parameter);
  }
  return found;
}

PyNode TileCall::unknownKeyword(ArrayRef<Slot> slots) const {
  for (PyNode keyword : node.list("keywords")) {
    StringRef given = keyword.text("arg");
    auto takes = [&](const Slot &slot) { return !given.empty() && slot.name == given; };
    if (none_of(slots.drop_front(node.list("args").size()), takes))
      return keyword;
  }
  return PyNode();
}

/// A parameter that a call has to give and does not.
static bool isMissing(const WarpParameter &parameter, PyNode given) { return !given && parameter.otherwise.empty(); }

LogicalResult TileCall::bind(std::optional<unsigned> numIndices) {
  auto fits = [&](ArrayRef<Slot> slots) {
    return node.list("args").size() <= slots.size() && !unknownKeyword(slots) &&
           none_of(slots, [](const Slot &slot) { return isMissing(*slot.parameter, slot.given); });
  };
  slots = slotsOf(warps.parameters, numIndices);
  SmallVector<Slot> others = slotsOf(warps.otherParameters, numIndices);
  if (!others.empty() && !fits(slots) && fits(others))
    slots = std::move(others);
  return checkArguments();
}

/// Reports an argument that a call has too much, or one that it lacks.
LogicalResult TileCall::checkArguments() const {
  size_t count = node.list("args").size();
  if (count > slots.size())
    return error(node) << "expected at most " << slots.size() << (slots.size() == 1 ? " argument" : " arguments")
                       << " for 'wp." << name << "' but got " << count;
  if (PyNode keyword = unknownKeyword(slots))
    return error(keyword) << "expected a parameter of 'wp." << name << "' that has no value yet but got '"
                          << keyword.text("arg") << "'";
  for (const Slot &slot : slots)
    if (isMissing(*slot.parameter, slot.given))
      return error(node) << "expected an argument for the parameter '" << slot.name << "' of 'wp." << name << "'";
  return checkTuples();
}

/// Reports a shape or offset that is an integer where Warp takes a tuple.
LogicalResult TileCall::checkTuples() const {
  auto refuse = [&](const Slot &slot, StringRef why) {
    return error(slot.given) << "expected a tuple as '" << slot.name << "' of " << describe(node.child("func")) << why
                             << "; write '("
                             << (slot.given.is("Name") ? slot.given.text("id").str()
                                                       : std::to_string(*readConstantInteger(slot.given, program)))
                             << ",)'";
  };
  const Slot *shape = slot("shape"), *offset = slot("offset");
  auto isGiven = [](const Slot *slot) { return slot && slot->given; };
  bool isPair = isGiven(shape) && isGiven(offset);
  for (auto [one, other] : {std::pair(shape, offset), std::pair(offset, shape)}) {
    if (!isGiven(one) || !readConstantInteger(one->given, program))
      continue;
    if (!one->parameter->takesInteger)
      return refuse(*one, "");
    if (isPair && other->given.is("Tuple"))
      return refuse(*one, ", as the other is one");
  }
  return success();
}

const TileCall::Slot *TileCall::slot(StringRef parameter) const {
  const Slot *found = find_if(slots, [&](const Slot &slot) { return slot.name == parameter; });
  return found == slots.end() ? nullptr : found;
}

PyNode TileCall::given(StringRef parameter) const {
  const Slot *found = slot(parameter);
  return found ? found->given : PyNode();
}

bool TileCall::changesTiles() const {
  return any_of(slots, [](const Slot &slot) { return slot.parameter->isChanged; });
}

PyNodes TileCall::givenList() const {
  PyNodes list;
  for (const Slot &slot : slots)
    if (isList(*slot.parameter))
      list.push_back(slot.given);
  return list;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

FailureOr<bool> TileCall::flag(StringRef parameter) const {
  const Slot *found = slot(parameter);
  if (!found || !found->given)
    return found && found->parameter->otherwise == "True";
  std::optional<Literal> literal = literalOf(found->given);
  if (!literal)
    return error(found->given) << "expected True or False as '" << parameter << "' but got " << describe(found->given);
  return !literal->integer.isZero();
}

FailureOr<StringRef> TileCall::word(StringRef parameter) const {
  const Slot *found = slot(parameter);
  if (!found || !found->given)
    return found ? found->parameter->otherwise.trim('"') : StringRef();
  bool isText = found->given.text("kind") == "str";
  StringRef text = isText ? found->given.text("value") : StringRef();
  SmallVector<StringRef> words;
  found->parameter->words.split(words, ' ');
  if (is_contained(words, text))
    return text;
  return error(found->given) << "expected '" << join(words, "' or '") << "' as " << parameter << " but got "
                             << (isText ? "'" + text.str() + "'" : describe(found->given));
}

LogicalResult TileCall::checkStorage() const {
  FailureOr<StringRef> storage = word("storage");
  if (failed(storage) || !signature.hasConstantParameters() || *storage != "shared")
    return success(succeeded(storage));
  return error(given("storage"))
         << "expected no tile in shared memory in a kernel with entry_point_abi='external_constant_params'";
}

PyNodes TileCall::nodesOfExtents(PyNode shape) const {
  PyNodes nodes = shape.is("Tuple") ? shape.list("elts") : PyNodes{shape};
  if (!nodes.empty() && nodes.size() <= 4)
    return nodes;
  error(shape) << "expected 1 to 4 extents for a tile but got " << nodes.size();
  return {};
}

/// The number that a literal or a constant is, one of the function's own too (`n = 4`).
std::optional<int64_t> TileCall::localInteger(PyNode node) const {
  std::optional<int64_t> number = constructors.readStaticInteger(node);
  return number || !node.is("Name") ? number : constructors.evaluateInteger(node);
}

/// The same where it can be an extent; nothing where it cannot, which is reported.
std::optional<int64_t> TileCall::extentOf(PyNode node) const {
  unsigned before = context.errors;
  std::optional<int64_t> extent = localInteger(node);
  if (extent && *extent < 1)
    error(node) << "expected an extent of at least 1 for a tile but got " << *extent;
  else if (!extent && context.errors == before)
    error(node) << "expected a literal or a constant as extent of a tile but got " << describe(node);
  return context.errors == before ? extent : std::nullopt;
}

SmallVector<int64_t> TileCall::shape() { return extentsOf(given("shape")); }

SmallVector<int64_t> TileCall::extentsOf(PyNode shape) {
  SmallVector<int64_t> extents;
  if (shape.is("Attribute") && shape.text("attr") == "shape" && tiles.mayBeTile(shape.child("value")))
    return tiles.extentsOfTile(shape.child("value"));
  for (PyNode node : nodesOfExtents(shape)) {
    std::optional<int64_t> extent = node ? extentOf(node) : std::nullopt;
    if (!extent || *extent > maxExtent)
      return {};
    extents.push_back(*extent);
  }
  return extents;
}

FailureOr<std::optional<int64_t>> TileCall::axisOf(const Operand &tile) const {
  PyNode node = given("axis");
  if (!node)
    return std::optional<int64_t>();
  std::optional<int64_t> axis = readConstantInteger(node, program);
  int64_t rank = tile.extents.size();
  if (axis && rank && *axis >= 0 && *axis < rank)
    return axis;
  if (rank)
    error(node) << "expected an axis from 0 to " << rank - 1 << " but got " << describe(node);
  return failure();
}

Type TileCall::dtype() {
  PyNode node = given("dtype");
  Type type = node ? constructors.readType(node) : builder.getF32Type();
  if (!type || !writtenName(type).empty())
    return type;
  // Kernels have no way to write it but by a name of their module.
  error(node) << "expected a type of tiles that Warp has a name for, such as wp.vec3, but got " << typeName(type);
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value TileCall::add(PyNode place, StringRef name, Value value) {
  operands.push_back(value);
  places.push_back({place, name.str()});
  return value;
}

Operand TileCall::tile(StringRef parameter) {
  PyNode place = given(parameter);
  Operand operand = place ? importOperand(place) : Operand();
  if (!operand || operand.is(Operand::Tile))
    return operand;
  error(place) << "expected a tile for " << describe(node.child("func")) << " but got "
               << (operand.is(Operand::Value) ? typeName(operand.value.getType()) : describe(place));
  return Operand();
}

Operand TileCall::addTile(StringRef parameter, StringRef name) {
  Operand operand = tile(parameter);
  if (operand)
    add(given(parameter), name, operand.value);
  return operand;
}

FailureOr<Value> TileCall::addArray() {
  PyNode place = given("a");
  Value array = importExpression(place);
  if (!array)
    return failure();
  if (!isArray(array.getType()))
    return error(place) << "expected an array for 'wp." << name << "' but got " << typeName(array.getType());
  return add(place, "a", array);
}

FailureOr<SmallVector<unsigned>> TileCall::addOffsets(unsigned rank) {
  static constexpr StringRef names[] = {"row", "col"};
  PyNode place = given("offset");
  PyNodes offsets = place.is("Tuple") ? place.list("elts") : place ? PyNodes{place} : PyNodes{};
  if (place && offsets.size() != rank)
    return error(place) << "expected " << rank << (rank == 1 ? " offset" : " offsets, one for each dimension,")
                        << " but got " << offsets.size();
  SmallVector<unsigned> numbers;
  Type type = builder.getIntegerType(32, /*isSigned=*/true);
  for (unsigned dimension = 0; dimension < rank; ++dimension) {
    PyNode offset = place ? offsets[dimension] : PyNode();
    Value value = offset ? importExpression(offset) : createZero(node, type);
    if (!value || (offset && failed(expectType(offset, type, value))))
      return failure();
    numbers.push_back(operands.size());
    add(offset, rank > 2 ? "" : rank == 2 ? names[dimension] : StringRef("start"), value);
  }
  return numbers;
}

LogicalResult TileCall::addIndices(const Operand &tile, unsigned extra) {
  size_t rank = tile.extents.size();
  PyNodes indices = givenList();
  if (rank && (indices.size() < rank || indices.size() > rank + extra))
    return error(node) << "expected " << rank << (rank == 1 ? " index" : " indices") << " for 'wp." << name
                       << "' but got " << indices.size();
  SmallVector<StringRef> names;
  find_if(warps.parameters, isList)->name.split(names, ' ');
  for (auto [dimension, index] : enumerate(indices)) {
    std::optional<int64_t> literal = readConstantInteger(index, program);
    int64_t extent = dimension < rank ? tile.extents[dimension] : rank ? cast<VecType>(tile.type).getLength() : INT_MAX;
    if (literal && failed(tiles.checkTileIndex(index, *literal, extent, /*wraps=*/false)))
      return failure();
    Value value = importExpression(index);
    if (!value || failed(expectType(index, builder.getIntegerType(32, /*isSigned=*/true), value)))
      return failure();
    add(index, names[dimension], value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Operand TileCall::makeTile(Type element, ArrayRef<int64_t> extents, llvm::function_ref<Value(TileType)> create) {
  Operand tile = Operand::ofTile(element, SmallVector<int64_t>(extents));
  Type value = TileShape(tile).value();
  if (!value) {
    tiles.refuseTile(node, tile);
    return tile;
  }
  Value made = create(TileType::get(builder.getContext(), extents, element));
  tile.value = TileUnpackOp::create(builder, location(node), value, made);
  return tile;
}

ArrayAttr TileCall::shapeNames(PyNode shape) const {
  SmallVector<StringRef> names;
  Type type = builder.getIntegerType(32, /*isSigned=*/true);
  for (PyNode extent : shape.is("Tuple") ? shape.list("elts") : PyNodes{shape}) {
    std::optional<Literal> literal = literalOf(extent);
    bool isNamed = literal && literal->kind == Literal::Int && literal->naturalType(program.getContext()) == type;
    names.push_back(isNamed ? literal->symbol : StringRef());
  }
  if (all_of(names, [](StringRef name) { return name.empty(); }))
    return nullptr;
  return builder.getStrArrayAttr(names);
}

CallOp TileCall::createCall(StringRef detail, TypeRange results, TilesWriter write) {
  auto exists = [](auto each) { return static_cast<bool>(each); };
  if (!all_of(operands, exists) || !all_of(results, exists)) {
    tiles.refuseTile(node);
    return nullptr;
  }
  SmallVector<StringRef> names = map_to_vector(places, [](const auto &place) { return StringRef(place.second); });
  FuncOp function = module.warpsFunction(
      name, detail, TypeRange(ValueRange(operands)), names, results, location(node), variant, [&](Block *body) {
        TileBody writer(body, location(node));
        ReturnOp::create(writer.b, writer.location, write(writer, body->getArguments()));
      });
  auto op = CallOp::create(builder, location(node), function, operands);
  op->setAttr(spellingAttrName, spell());
  return op;
}

Operand TileCall::make(StringRef detail, Type element, ArrayRef<int64_t> extents, TileWriter write) {
  Operand tile = element ? Operand::ofTile(element, SmallVector<int64_t>(extents)) : Operand::ofTuple({});
  SmallVector<Type> results;
  if (element)
    results.push_back(tileValueType(element, extents));
  if (element && !results.back())
    tiles.refuseTile(node, tile);
  CallOp op = createCall(detail, results, [&](TileBody &body, ValueRange operands) {
    Value result = write(body, operands);
    return result ? SmallVector<Value>{result} : SmallVector<Value>{};
  });
  if (op && element)
    tile.value = op.getResult(0);
  return tile;
}

Value TileCall::makeValue(StringRef detail, Type type, TileWriter write) {
  CallOp op = createCall(
      detail, type, [&](TileBody &body, ValueRange operands) { return SmallVector<Value>{write(body, operands)}; });
  return op ? op.getResult(0) : Value();
}

Operand TileCall::change(ArrayRef<std::pair<PyNode, Operand>> changed, StringRef detail, TilesWriter write) {
  SmallVector<Value> variables;
  SmallVector<Type> types;
  for (const auto &[place, tile] : changed) {
    Operand bound = place.is("Name") ? names.lookup(place.text("id")) : Operand();
    bool isVariable = bound.is(Operand::Tile) && bound.value && isa<VarType>(bound.value.getType());
    if (tile.value && (!isVariable || is_contained(variables, bound.value))) {
      error(place) << "expected the name of a" << (isVariable ? "nother" : "") << " tile to change but got "
                   << describe(place);
      return Operand();
    }
    variables.push_back(bound.value);
    types.push_back(TileShape(tile).value());
  }
  CallOp op = createCall(detail, types, write);
  if (!op)
    return Operand::ofTuple({});
  op->setAttr(inPlaceAttrName, builder.getUnitAttr());
  for (auto [tile, variable, result] : zip_equal(changed, variables, op.getResults())) {
    SetOp::create(builder, location(node), variable, result);
    tiles.noteChange(tile.first.text("id"), node);
  }
  return Operand::ofTuple({});
}

Operand TileCall::change(PyNode place, StringRef detail, const Operand &tile, TileWriter write) {
  return change({{place, tile}}, detail,
                [&](TileBody &body, ValueRange operands) { return SmallVector<Value>{write(body, operands)}; });
}

} // namespace kgen::importer
