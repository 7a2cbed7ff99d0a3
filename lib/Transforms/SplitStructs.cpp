// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-split-structs: no value or variable is a struct afterwards, except parameters of the kernel and elements of
// arrays; each is its fields instead, down to those that are no structs. Takes either form, and no calls.

#include "Structure.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

//===----------------------------------------------------------------------===//
// Leaves of types
//===----------------------------------------------------------------------===//

namespace {

/// A field of a struct, or of a struct in it, that is no struct.
struct Leaf {
  SmallVector<int64_t> path;
  Type type;
};

/// The leaves of a struct that a path leads to or, with steps left over, a part of one.
struct Range {
  unsigned first, count;
  SmallVector<OpFoldResult> rest;
};

} // namespace

static void collectLeaves(Type type, SmallVectorImpl<int64_t> &path, SmallVectorImpl<Leaf> &leaves) {
  if (!isStruct(type)) {
    leaves.push_back({{path.begin(), path.end()}, type});
    return;
  }
  for (unsigned field = 0; field < numParts(type); ++field) {
    path.push_back(field);
    collectLeaves(partType(type, field), path, leaves);
    path.pop_back();
  }
}

static SmallVector<Leaf> leavesOf(Type type) {
  SmallVector<Leaf> leaves;
  SmallVector<int64_t> path;
  collectLeaves(type, path, leaves);
  return leaves;
}

static Range rangeOf(Type type, ArrayRef<OpFoldResult> path) {
  unsigned first = 0;
  while (isStruct(type) && !path.empty()) {
    unsigned field = *getLiteral(path.front());
    for (unsigned before = 0; before < field; ++before)
      first += leavesOf(partType(type, before)).size();
    type = partType(type, field);
    path = path.drop_front();
  }
  return {first, static_cast<unsigned>(leavesOf(type).size()), SmallVector<OpFoldResult>(path)};
}

/// `ball_center`; "" for a value without a name.
static std::string leafName(StringRef name, Type type, ArrayRef<int64_t> path) {
  std::string text = name.str();
  for (int64_t field : path) {
    if (!name.empty())
      text += "_" + fieldName(type, field).str();
    type = partType(type, field);
  }
  return text;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

class Splitter {
public:
  explicit Splitter(MLIRContext *context) : b(context) {}

  LogicalResult splitKernel(KernelOp kernel);
  bool hasSplit() const { return !leaves.empty(); }

private:
  LogicalResult splitBlock(Block &block);
  LogicalResult splitOp(Operation *op);
  void splitConstruct(ConstructOp op);
  void splitExtract(ExtractOp op);
  void splitInsert(InsertOp op);
  void splitLoad(LoadOp op);
  void splitStore(StoreOp op);
  void splitVar(VarOp op);
  void splitGet(GetOp op);
  void splitSet(SetOp op);
  LogicalResult splitWhere(WhereOp op);
  LogicalResult splitIf(IfOp op);
  LogicalResult splitLoop(LoopOpInterface op);

  SmallVector<Value> &of(Value value) { return leaves.find(value)->second; }
  /// The leaves of all structs among `values`.
  SmallVector<Value> ofAll(ValueRange values);
  SmallVector<OpFoldResult> join(ArrayRef<OpFoldResult> steps, ArrayRef<int64_t> path);
  /// A location with the name of a value's leaf.
  Location leafLoc(Value value, Type type, const Leaf &leaf);
  void yieldLeaves(Region &region);
  /// Lets the structs among `values` be the last of `added`, named after them.
  void mapLeaves(ValueRange values, ValueRange added);
  /// The op goes once all that use its result are split, too.
  void drop(Operation *op) { dead.push_back(op); }
  void dropAll();

  OpBuilder b;
  /// The leaves of each value, and variable, that is a struct.
  DenseMap<Value, SmallVector<Value>> leaves;
  SmallVector<Operation *> dead;
  /// Constants and reads of leaves.
  SmallVector<Operation *> made;
  /// Ifs and loops with results that are structs, in program order.
  SmallVector<Operation *> reduced;
};

} // namespace

SmallVector<Value> Splitter::ofAll(ValueRange values) {
  SmallVector<Value> all;
  for (Value value : values)
    if (isStruct(value.getType()))
      llvm::append_range(all, of(value));
  return all;
}

SmallVector<OpFoldResult> Splitter::join(ArrayRef<OpFoldResult> steps, ArrayRef<int64_t> path) {
  SmallVector<OpFoldResult> all(steps);
  for (int64_t field : path)
    all.push_back(b.getI64IntegerAttr(field));
  return all;
}

Location Splitter::leafLoc(Value value, Type type, const Leaf &leaf) {
  return nameLoc(leafName(getName(value), type, leaf.path), value.getLoc());
}

static bool holdsStruct(Type type) {
  auto var = dyn_cast<VarType>(type);
  return isStruct(var ? var.getElementType() : type);
}

LogicalResult Splitter::splitOp(Operation *op) {
  b.setInsertionPoint(op);
  auto isConcerned = [](Value value) { return holdsStruct(value.getType()); };
  if (auto branch = dyn_cast<IfOp>(op))
    return splitIf(branch);
  if (auto loop = dyn_cast<LoopOpInterface>(op))
    return splitLoop(loop);
  if (isa<YieldOp>(op) ||
      (llvm::none_of(op->getOperands(), isConcerned) && llvm::none_of(op->getResults(), isConcerned)))
    return success();
  if (auto where = dyn_cast<WhereOp>(op))
    return splitWhere(where);
  if (auto copy = dyn_cast<CopyOp>(op)) {
    leaves[copy.getResult()] = SmallVector<Value>(of(copy.getA()));
    drop(copy);
    return success();
  }
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](ConstructOp o) { return splitConstruct(o), success(); })
      .Case([&](ExtractOp o) { return splitExtract(o), success(); })
      .Case([&](InsertOp o) { return splitInsert(o), success(); })
      .Case([&](LoadOp o) { return splitLoad(o), success(); })
      .Case([&](StoreOp o) { return splitStore(o), success(); })
      .Case([&](VarOp o) { return splitVar(o), success(); })
      .Case([&](GetOp o) { return splitGet(o), success(); })
      .Case([&](SetOp o) { return splitSet(o), success(); })
      .Default([](Operation *o) -> LogicalResult {
        return o->emitError("expected structs to be constructed, accessed and assigned only but got '")
               << o->getName() << "'";
      });
}

LogicalResult Splitter::splitBlock(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(splitOp(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Of zeros, an array without elements is still had from the struct.
void Splitter::splitConstruct(ConstructOp op) {
  SmallVector<Value> parts;
  for (Value component : op.getComponents())
    if (isStruct(component.getType()))
      llvm::append_range(parts, of(component));
    else
      parts.push_back(component);
  bool keeps = false;
  b.setInsertionPointAfter(op);
  for (const Leaf &leaf : leavesOf(op.getType())) {
    if (!op.getComponents().empty())
      break;
    keeps |= isArray(leaf.type);
    parts.push_back(isArray(leaf.type)
                        ? ExtractOp::create(b, unnamedLoc(op.getLoc()), op.getResult(), join({}, leaf.path))
                        : createNumber(b, unnamedLoc(op.getLoc()), leaf.type, 0.0));
    made.push_back(parts.back().getDefiningOp());
  }
  leaves[op.getResult()] = std::move(parts);
  if (!keeps)
    drop(op);
}

void Splitter::splitExtract(ExtractOp op) {
  Range range = rangeOf(op.getAggregate().getType(), op.getMixedIndices());
  ArrayRef<Value> parts = ArrayRef(of(op.getAggregate())).slice(range.first, range.count);
  if (isStruct(op.getType())) {
    leaves[op.getResult()] = SmallVector<Value>(parts);
  } else {
    Value part = parts.front();
    if (!range.rest.empty())
      part = ExtractOp::create(b, op.getLoc(), part, range.rest);
    else if (part.getDefiningOp() && getName(part).empty() && !part.getDefiningOp<ConstantOp>())
      setName(part, getName(op.getResult()));
    op.getResult().replaceAllUsesWith(part);
  }
  drop(op);
}

void Splitter::splitInsert(InsertOp op) {
  if (!isStruct(op.getType()))
    return;
  Range range = rangeOf(op.getType(), op.getMixedIndices());
  SmallVector<Value> parts(of(op.getAggregate()));
  if (isStruct(op.getValue().getType()))
    llvm::copy(of(op.getValue()), parts.begin() + range.first);
  else if (range.rest.empty())
    parts[range.first] = op.getValue();
  else
    parts[range.first] = InsertOp::create(b, leafLoc(op.getResult(), op.getType(), leavesOf(op.getType())[range.first]),
                                          op.getValue(), parts[range.first], range.rest);
  leaves[op.getResult()] = std::move(parts);
  drop(op);
}

void Splitter::splitLoad(LoadOp op) {
  SmallVector<Value> parts;
  for (const Leaf &leaf : leavesOf(op.getType())) {
    made.push_back(LoadOp::create(b, leafLoc(op.getResult(), op.getType(), leaf), op.getArray(),
                                  join(op.getMixedIndices(), leaf.path)));
    parts.push_back(made.back()->getResult(0));
  }
  leaves[op.getResult()] = std::move(parts);
  drop(op);
}

void Splitter::splitStore(StoreOp op) {
  Type type = op.getValue().getType();
  for (auto [leaf, part] : llvm::zip_equal(leavesOf(type), of(op.getValue())))
    StoreOp::create(b, op.getLoc(), op.getArray(), join(op.getMixedIndices(), leaf.path), part);
  drop(op);
}

LogicalResult Splitter::splitWhere(WhereOp op) {
  SmallVector<Value> parts;
  for (auto [a, other, leaf] : llvm::zip_equal(of(op.getA()), of(op.getB()), leavesOf(op.getType()))) {
    if (a != other && isArray(a.getType()))
      return op.emitError("expected the same array in both structs of a choice, in the field '")
             << fieldName(op.getType(), leaf.path.front()) << "'";
    parts.push_back(a == other ? a
                               : WhereOp::create(b, leafLoc(op.getResult(), op.getType(), leaf), a.getType(),
                                                 op.getCondition(), a, other)
                                     .getResult());
  }
  leaves[op.getResult()] = std::move(parts);
  drop(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void Splitter::splitVar(VarOp op) {
  SmallVector<Value> parts;
  ArrayRef<Value> inits = op.getInit() ? ArrayRef(of(op.getInit())) : ArrayRef<Value>();
  for (auto [i, leaf] : llvm::enumerate(leavesOf(op.getValueType())))
    parts.push_back(VarOp::create(b, leafLoc(op.getVar(), op.getValueType(), leaf),
                                  VarType::get(b.getContext(), leaf.type), inits.empty() ? Value() : inits[i]));
  leaves[op.getVar()] = std::move(parts);
  drop(op);
}

void Splitter::splitGet(GetOp op) {
  SmallVector<Value> parts;
  for (Value var : of(op.getVar())) {
    made.push_back(GetOp::create(b, unnamedLoc(op.getLoc()), var));
    parts.push_back(made.back()->getResult(0));
  }
  leaves[op.getResult()] = std::move(parts);
  drop(op);
}

void Splitter::splitSet(SetOp op) {
  Type type = op.getVar().getType().getElementType();
  Range range = rangeOf(type, op.getMixedIndices());
  ArrayRef<Value> vars = ArrayRef(of(op.getVar())).slice(range.first, range.count);
  if (isStruct(op.getValue().getType()))
    for (auto [var, part] : llvm::zip_equal(vars, of(op.getValue())))
      SetOp::create(b, op.getLoc(), var, part);
  else
    SetOp::create(b, op.getLoc(), vars.front(), op.getValue(), range.rest);
  drop(op);
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

/// After what a region yields, the leaves of the structs in it.
void Splitter::yieldLeaves(Region &region) {
  if (auto end = dyn_cast<YieldOp>(region.front().getTerminator()))
    end.getValuesMutable().append(ofAll(end.getValues()));
}

static SmallVector<Type> leafTypes(TypeRange types) {
  SmallVector<Type> result;
  for (Type type : types)
    if (isStruct(type))
      for (const Leaf &leaf : leavesOf(type))
        result.push_back(leaf.type);
  return result;
}

void Splitter::mapLeaves(ValueRange values, ValueRange added) {
  for (Value value : values) {
    if (!isStruct(value.getType()))
      continue;
    SmallVector<Leaf> types = leavesOf(value.getType());
    ValueRange own = added.take_front(types.size());
    for (auto [leaf, part] : llvm::zip_equal(types, own))
      setName(part, leafName(getName(value), value.getType(), leaf.path));
    leaves[value] = SmallVector<Value>(own);
    added = added.drop_front(types.size());
  }
}

LogicalResult Splitter::splitIf(IfOp branch) {
  for (Region &region : branch->getRegions())
    if (!region.empty() && failed(splitBlock(region.front())))
      return failure();
  unsigned numOld = branch.getNumResults();
  SmallVector<Type> types = leafTypes(branch.getResultTypes());
  if (llvm::none_of(branch.getResultTypes(), isStruct))
    return success();
  branch = addResults(branch, types);
  for (Region &region : branch->getRegions())
    yieldLeaves(region);
  mapLeaves(branch.getResults().take_front(numOld), branch.getResults().drop_front(numOld));
  reduced.push_back(branch);
  return success();
}

LogicalResult Splitter::splitLoop(LoopOpInterface loop) {
  unsigned numOld = loop->getNumResults();
  bool carriesStructs = llvm::any_of(loop->getResultTypes(), isStruct);
  if (carriesStructs) {
    loop = addCarries(loop, ofAll(loop.getInits()));
    for (Region &region : loop->getRegions()) {
      ValueRange carries = loop.getCarries(region.front());
      mapLeaves(carries.take_front(numOld), carries.drop_front(numOld));
    }
    mapLeaves(loop->getResults().take_front(numOld), loop->getResults().drop_front(numOld));
    reduced.push_back(loop);
  }
  for (Region &region : loop->getRegions())
    if (failed(splitBlock(region.front())))
      return failure();
  if (carriesStructs)
    yieldLeaves(loop.getBody());
  return success();
}

/// A leaf that nothing reads goes with the struct.
static void eraseUnused(ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

void Splitter::dropAll() {
  for (Operation *op : dead)
    op->dropAllReferences();
  SmallVector<BitVector> dropped;
  for (Operation *op : reduced) {
    BitVector &structs = dropped.emplace_back(op->getNumResults());
    for (OpResult result : op->getResults())
      if (isStruct(result.getType()))
        structs.set(result.getResultNumber());
    dropYielded(op, structs);
  }
  for (auto [op, structs] : llvm::reverse(llvm::zip_equal(reduced, dropped)))
    dropResults(op, structs);
  for (Operation *op : dead)
    op->erase();
  eraseUnused(made);
}

LogicalResult Splitter::splitKernel(KernelOp kernel) {
  Block &body = kernel.getBody().front();
  b.setInsertionPointToStart(&body);
  for (BlockArgument parameter : body.getArguments()) {
    if (!isStruct(parameter.getType()))
      continue;
    SmallVector<Value> &parts = leaves[parameter];
    for (const Leaf &leaf : leavesOf(parameter.getType())) {
      made.push_back(
          ExtractOp::create(b, leafLoc(parameter, parameter.getType(), leaf), parameter, join({}, leaf.path)));
      parts.push_back(made.back()->getResult(0));
    }
  }
  Block::iterator rest = b.getInsertionPoint();
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(rest, body.end())))
    if (failed(splitOp(&op)))
      return failure();
  dropAll();
  return success();
}

LogicalResult kgen::splitStructs(KernelOp kernel) {
  Splitter splitter(kernel.getContext());
  if (failed(splitter.splitKernel(kernel)))
    return failure();
  if (splitter.hasSplit())
    makeNamesUnique(kernel);
  return replaceArrayVariables(kernel);
}
