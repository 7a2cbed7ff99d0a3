// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements, names and the end of a kernel.

#include "Author.h"
#include "kgen/IR/Names.h"

using namespace mlir;
using namespace kgen;
using kgen::Range;

Type Known::type() const {
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

Value Author::addParameter(StringRef name, Type type, Role role, ArrayRef<int64_t> shape, Range range) {
  parameters.push_back({name.str(), type, role, SmallVector<int64_t, 2>(shape), range.low, range.high});
  return kernel.getBody().addArgument(type, nameLoc(name, loc));
}

ReadableArray &Author::readArray(ArrayRef<Word> list, Type element, ArrayRef<int64_t> shape) {
  auto [name, range] = freshWord(list);
  Type type = ArrayType::get(builder.getContext(), shape.size(), element);
  Value value = addParameter(name, type, Role::In, shape, range);
  readable.push_back(std::make_unique<ReadableArray>(ReadableArray{value, SmallVector<int64_t, 2>(shape), range}));
  return *readable.back();
}

ReadableArray &Author::readIntArray(ArrayRef<Word> list, ArrayRef<int64_t> shape, Range range) {
  std::string name = freshWord(list).first;
  Type type = ArrayType::get(builder.getContext(), shape.size(), intType);
  Value value = addParameter(name, type, Role::In, shape, range);
  readable.push_back(std::make_unique<ReadableArray>(ReadableArray{value, SmallVector<int64_t, 2>(shape), range}));
  return *readable.back();
}

Value Author::writtenArray(ArrayRef<Word> list, Type element, ArrayRef<int64_t> shape, Role role, Range range) {
  std::string name = freshWord(list).first;
  return addParameter(name, ArrayType::get(builder.getContext(), shape.size(), element), role, shape, range);
}

Known &Author::parameter(ArrayRef<Word> list, Type type, std::optional<Range> range) {
  auto [name, suggested] = freshWord(list);
  Range values = range.value_or(suggested);
  Value value = addParameter(name, type, Role::Scalar, {}, values);
  scalars.push_back(std::make_unique<Known>(Known{value, values}));
  return *scalars.back();
}

Known &Author::remember(Value value, Range range) {
  scope.push_back(std::make_unique<Known>(Known{value, range}));
  return *scope.back();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Known &Author::let(ArrayRef<Word> list, Expr value) {
  setName(value.value, freshWord(list).first);
  return remember(value.value, value.range);
}

Known &Author::variable(ArrayRef<Word> list, Expr init) {
  Value variable = VarOp::create(builder, loc, init.value);
  setName(variable, freshWord(list).first);
  return remember(variable, init.range);
}

Known &Author::unsetVariable(ArrayRef<Word> list, Type type) {
  Value variable = VarOp::create(builder, loc, VarType::get(builder.getContext(), type), Value());
  setName(variable, freshWord(list).first);
  return remember(variable, Range{0.0, 0.0});
}

void Author::assign(const Known &variable, Value value, ArrayRef<int64_t> indices) {
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

void Author::forLoop(ArrayRef<Word> list, OpFoldResult lower, OpFoldResult upper, int64_t step, Range range,
                     function_ref<void(Known &)> body) {
  auto op = ForOp::create(builder, loc, lower, upper, number(step));
  setName(op.getInductionVar(), freshWord(list).first);
  fill(&op.getBody().front(), [&] {
    Known &variable = remember(op.getInductionVar(), range);
    variable.isIndex = true;
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

void Author::threads(ArrayRef<int64_t> launch) {
  dim.assign(launch.begin(), launch.end());
  const ThreadNames &names = rng.pick(words::threads);
  auto op = TidOp::create(builder, loc, SmallVector<Type>(dim.size(), intType));
  StringRef coordinateNames[] = {names.first, names.second, names.third};
  for (auto [i, value] : llvm::enumerate(op.getCoordinates())) {
    setName(value, freshName(coordinateNames[i]));
    coordinates.push_back(&remember(value, Range{0.0, double(dim[i] - 1)}));
    coordinates.back()->isIndex = true;
  }
}

SmallVector<Known *> Author::names() const {
  SmallVector<Known *> all;
  for (const auto *list : {&scalars, &scope})
    for (const std::unique_ptr<Known> &known : *list)
      all.push_back(known.get());
  return all;
}

SmallVector<int64_t, 2> Author::extents() const {
  SmallVector<int64_t, 2> extents;
  for (Known *coordinate : coordinates)
    extents.push_back(static_cast<int64_t>(coordinate->range.high) + 1);
  return extents;
}

SmallVector<Value> Author::coordinateValues() const {
  return llvm::map_to_vector(coordinates, [](Known *known) { return known->value; });
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

/// True for a region op in whose blocks nothing is done.
static bool isEmpty(Operation &op) {
  return op.getNumResults() == 0 && isa<IfOp, ForOp>(op) && llvm::all_of(op.getRegions(), [](Region &region) {
    return region.empty() || (region.front().getOperations().size() == 1 && isa<YieldOp>(region.front().front()));
  });
}

static bool isUnread(Operation &op) {
  if (isa<TidOp>(op) || op.hasTrait<OpTrait::IsTerminator>())
    return false;
  if (isa<VarOp>(op)) // it may still be assigned to
    return llvm::all_of(op.getUsers(), llvm::IsaPred<SetOp>);
  if (isEmpty(op))
    return true;
  return op.getNumResults() && op.use_empty() && (isa<LoadOp, GetOp, IfOp>(op) || isMemoryEffectFree(&op));
}

void Author::eraseUnread() {
  SmallVector<Operation *> unread;
  do {
    unread.clear();
    kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!isUnread(*op))
        return WalkResult::advance();
      unread.push_back(op);
      return WalkResult::skip();
    });
    for (Operation *op : llvm::reverse(unread)) {
      for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
        user->erase();
      op->erase();
    }
  } while (!unread.empty());
}

/// What is read comes first, then what is passed by value, then what is written, as authors order them.
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
  eraseUnread();
  orderParameters();
  kernel.setSymName(name);
  return {std::move(module), kernel, dim, std::move(parameters)};
}
