// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements, names and the end of a kernel.

#include "Author.h"
#include "DataFlow.h"
#include "kgen/IR/Names.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

Type Binding::type() const {
  auto variable = dyn_cast<VarType>(value.getType());
  return variable ? variable.getElementType() : value.getType();
}

Author::Author(MLIRContext *context, Category category, Rng &rng, bool doublePrecision)
    : rng(rng), category(category), builder(context), loc(UnknownLoc::get(context)) {
  realType = doublePrecision ? builder.getF64Type() : builder.getF32Type();
  intType = builder.getIntegerType(32, /*isSigned=*/true);
  boolType = builder.getI1Type();
  module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  kernel = KernelOp::create(builder, loc, "kernel", builder.getFunctionType({}, {}));
  builder.createBlock(&kernel.getBody());
}

//===----------------------------------------------------------------------===//
// Names and parameters
//===----------------------------------------------------------------------===//

std::string Author::freshName(StringRef wish) {
  std::string name = wish.str();
  for (unsigned i = 2; !usedNames.insert(name).second; ++i)
    name = (wish + Twine(i)).str();
  return name;
}

std::pair<std::string, Range> Author::freshWord(ArrayRef<Word> list) {
  const Word *word = &rng.pick(list);
  for (unsigned tries = 0; tries < 8 && usedNames.contains(word->name); ++tries)
    word = &rng.pick(list);
  return {freshName(word->name), Range{word->low, word->high}};
}

Value Author::addParameter(StringRef name, Type type, Role role, ArrayRef<Extent> shape, Range range) {
  Parameter &parameter = parameters.emplace_back();
  parameter.name = name.str();
  parameter.type = type;
  parameter.role = role;
  parameter.shape.assign(shape.begin(), shape.end());
  parameter.low = range.low;
  parameter.high = range.high;
  return kernel.getBody().addArgument(type, nameLoc(name, loc));
}

Extent Author::addSize(int64_t low, int64_t high) {
  sizes.push_back({low, high});
  return {static_cast<int>(sizes.size()) - 1, 0};
}

Range Author::rangeOf(Extent extent) const {
  if (extent.size < 0)
    return {double(extent.offset), double(extent.offset)};
  return {double(sizes[extent.size].low + extent.offset), double(sizes[extent.size].high + extent.offset)};
}

ReadableArray &Author::readArray(ArrayRef<Word> list, Type element, ArrayRef<Extent> shape) {
  auto [name, range] = freshWord(list);
  Type type = ArrayType::get(builder.getContext(), shape.size(), element);
  Value value = addParameter(name, type, Role::In, shape, range);
  readable.push_back(std::make_unique<ReadableArray>(ReadableArray{value, SmallVector<Extent, 2>(shape), range}));
  return *readable.back();
}

ReadableArray &Author::readIntArray(ArrayRef<Word> list, ArrayRef<Extent> shape, Extent bound) {
  std::string name = freshWord(list).first;
  Type type = ArrayType::get(builder.getContext(), shape.size(), intType);
  Range range{0.0, rangeOf(bound).high - 1.0};
  Value value = addParameter(name, type, Role::In, shape, range);
  parameters.back().last = bound - 1;
  readable.push_back(std::make_unique<ReadableArray>(ReadableArray{value, SmallVector<Extent, 2>(shape), range}));
  return *readable.back();
}

Value Author::writtenArray(ArrayRef<Word> list, Type element, ArrayRef<Extent> shape, Role role, Range range) {
  std::string name = freshWord(list).first;
  return addParameter(name, ArrayType::get(builder.getContext(), shape.size(), element), role, shape, range);
}

Binding &Author::parameter(ArrayRef<Word> list, Type type) {
  auto [name, range] = freshWord(list);
  Value value = addParameter(name, type, Role::Scalar, {}, range);
  scalars.push_back(std::make_unique<Binding>(Binding{value, range}));
  return *scalars.back();
}

Binding &Author::extentParameter(Extent extent) {
  Binding &known = parameter(words::counts, intType);
  known.range = rangeOf(extent);
  known.extent = extent;
  parameters.back().first = parameters.back().last = extent;
  return known;
}

Binding &Author::modeParameter(int64_t count) {
  Binding &known = parameter(words::modes, intType);
  known.range = Range{0.0, double(count - 1)};
  parameters.back().last = literalExtent(count - 1);
  parameters.back().selects = true;
  return known;
}

Binding &Author::remember(Value value, Range range) {
  scope.push_back(std::make_unique<Binding>(Binding{value, range}));
  return *scope.back();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Binding &Author::let(ArrayRef<Word> list, RangedValue value) {
  setName(value.value, freshWord(list).first);
  return remember(value.value, value.range);
}

Binding &Author::variable(ArrayRef<Word> list, RangedValue init) {
  Value variable = VarOp::create(builder, loc, init.value);
  setName(variable, freshWord(list).first);
  return remember(variable, init.range);
}

Binding &Author::unsetVariable(ArrayRef<Word> list, Type type) {
  Value variable = VarOp::create(builder, loc, VarType::get(builder.getContext(), type), Value());
  setName(variable, freshWord(list).first);
  return remember(variable, Range{0.0, 0.0});
}

void Author::assign(const Binding &variable, Value value, ArrayRef<int64_t> indices) {
  SmallVector<OpFoldResult> literals;
  for (int64_t index : indices)
    literals.push_back(number(index));
  SetOp::create(builder, loc, variable.value, value, literals);
}

void Author::store(Value array, ArrayRef<Value> indices, Value value) {
  SmallVector<OpFoldResult> places(indices.begin(), indices.end());
  StoreOp::create(builder, loc, array, places, value);
}

void Author::atomic(AtomicKind kind, Value array, ArrayRef<OpFoldResult> indices, Value value, bool augmented) {
  AtomicOp::create(builder, loc, kind, array, indices, value, augmented);
}

void Author::fill(Block *block, Body body) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(block);
  size_t outer = scope.size();
  body();
  if (block->empty() || !block->back().hasTrait<OpTrait::IsTerminator>())
    YieldOp::create(builder, loc);
  scope.truncate(outer);
}

void Author::ifThen(Value condition, Body thenBody, Body elseBody) {
  auto op = IfOp::create(builder, loc, TypeRange(), condition, /*withElse=*/static_cast<bool>(elseBody));
  fill(op.thenBlock(), thenBody);
  if (elseBody)
    fill(op.elseBlock(), elseBody);
}

void Author::forLoop(ArrayRef<Word> list, int64_t lower, OpFoldResult upper, Extent bound,
                     function_ref<void(Binding &)> body) {
  auto op = ForOp::create(builder, loc, number(lower), upper, number(1));
  setName(op.getInductionVar(), freshWord(list).first);
  fill(&op.getBody().front(), [&] {
    Binding &variable = remember(op.getInductionVar(), Range{double(lower), rangeOf(bound).high - 1.0});
    variable.isIndex = true;
    variable.bound = bound;
    body(variable);
  });
}

void Author::whileLoop(function_ref<Value()> condition, Body body) {
  auto op = WhileOp::create(builder, loc);
  fill(&op.getCondition().front(), [&] {
    Value more = condition();
    YieldOp::create(builder, loc, ValueRange(more));
  });
  fill(&op.getBody().front(), body);
}

void Author::threads(unsigned rank) {
  const ThreadNames &names = rng.pick(words::threads);
  auto op = TidOp::create(builder, loc, SmallVector<Type>(rank, intType));
  StringRef coordinateNames[] = {names.first, names.second, names.third};
  for (auto [i, value] : llvm::enumerate(op.getCoordinates())) {
    Extent size = rank == 1 ? addSize(4, 8) : addSize(2, 4);
    setName(value, freshName(coordinateNames[i]));
    coordinates.push_back(&remember(value, Range{0.0, rank == 1 ? 71.0 : 9.0})); // in a large launch
    coordinates.back()->isIndex = true;
    coordinates.back()->bound = size;
  }
}

SmallVector<Binding *> Author::names() const {
  SmallVector<Binding *> all;
  for (const auto *list : {&scalars, &scope})
    for (const std::unique_ptr<Binding> &known : *list)
      all.push_back(known.get());
  return all;
}

SmallVector<Extent, 2> Author::extents() const {
  SmallVector<Extent, 2> extents;
  for (Binding *coordinate : coordinates)
    extents.push_back(coordinate->bound);
  return extents;
}

SmallVector<Value> Author::coordinateValues() const {
  return llvm::map_to_vector(coordinates, [](Binding *known) { return known->value; });
}

//===----------------------------------------------------------------------===//
// Taking back, and the end
//===----------------------------------------------------------------------===//

Operation *Author::mark() const {
  Block *block = builder.getInsertionBlock();
  return block->empty() ? nullptr : &block->back();
}

void Author::rollback(Operation *mark) {
  Block *block = builder.getInsertionBlock();
  while (!block->empty() && &block->back() != mark)
    block->back().erase();
}

/// Inputs come first, then numbers by value, then outputs, as authors order them.
static unsigned placeOf(Role role) { return role == Role::In ? 0 : role == Role::Scalar ? 1 : 2; }

void Author::orderParameters() {
  Block &body = kernel.getBody().front();
  SmallVector<unsigned> order;
  for (unsigned i = 0; i < parameters.size(); ++i)
    if (!body.getArgument(i).use_empty())
      order.push_back(i);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(placeOf(parameters[a].role), a) < std::pair(placeOf(parameters[b].role), b);
  });
  SmallVector<Parameter> ordered;
  SmallVector<Type> types;
  for (unsigned i : order) {
    Value fresh = body.addArgument(parameters[i].type, body.getArgument(i).getLoc());
    body.getArgument(i).replaceAllUsesWith(fresh);
    ordered.push_back(parameters[i]);
    types.push_back(parameters[i].type);
  }
  body.eraseArguments(0, parameters.size());
  parameters = std::move(ordered);
  kernel.setFunctionType(builder.getFunctionType(types, {}));
}

GeneratedKernel Author::finish(StringRef name) {
  ReturnOp::create(builder, loc);
  eraseUseless(kernel);
  orderParameters();
  kernel.setSymName(name);
  GeneratedKernel made;
  made.module = std::move(module);
  made.kernel = kernel;
  made.rank = coordinates.size();
  made.sizes = std::move(sizes);
  made.parameters = std::move(parameters);
  return made;
}
