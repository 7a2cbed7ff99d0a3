// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Coordinates, locals, branches and outputs; loops are in Loops.cpp.

#include "Statements.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

ArrayRef<Word> Statements::localWords(Type type) const {
  return isVec(type) ? words::vectorLocals : isMat(type) ? words::matrixLocals : words::scalarLocals;
}

ArrayRef<Word> Statements::outputWords(Type type) const {
  return isVec(type) ? words::vectorOutputs : isMat(type) ? words::matrixOutputs : words::scalarOutputs;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

void Statements::guard() {
  Binding &thread = author.coordinate(0);
  RangedValue i = author.read(thread);
  RangedValue end = {};
  if (rng.chance(50)) {
    // The launch is one thread longer than the arrays, so that somebody leaves.
    SmallVector<Extent, 2> shape = author.extents();
    shape[0] = shape[0] - 1;
    Type type = rng.chance(30) && author.category != Category::Arithmetic ? author.vec(3) : author.real();
    ArrayRef<Word> list = isVec(type) ? words::vectorArrays : shape.size() == 2 ? words::grids : words::scalarArrays;
    end = author.extent(author.readArray(list, type, shape), 0);
  } else {
    end = author.read(author.extentParameter(thread.bound - 1));
  }
  Value outside = author.compare(CmpPredicate::ge, i.value, end.value);
  author.ifThen(outside, [&] { author.leave<ReturnOp>(); });
  thread.bound = thread.bound - 1;
}

void Statements::leaveIf() {
  Value condition = rng.chance(50) ? expressions.integerCondition() : expressions.condition();
  author.ifThen(condition, [&] { author.leave<ReturnOp>(); });
}

//===----------------------------------------------------------------------===//
// Locals
//===----------------------------------------------------------------------===//

Binding &Statements::local(Type type, unsigned depth) {
  Operation *mark = author.mark();
  RangedValue value = depth == 0 ? expressions.element(type) : expressions.make(type, depth);
  auto isThis = [&](Binding *known) { return isSameExpression(known->value, value.value); };
  if (llvm::any_of(author.names(), isThis)) { // it has a name already
    author.rollback(mark);
    value = expressions.make(type, std::max(depth, 1u));
  }
  return author.let(localWords(type), value);
}

Binding &Statements::index() {
  Extent bound = author.coordinate(0).bound;
  RangedValue value = {};
  unsigned form = rng.below(4);
  if (form == 0) {
    Extent own = bound;
    if (rng.chance(60))
      bound = author.addSize(3, 6);
    ReadableArray &indices = author.readIntArray(words::indexArrays, {own}, bound);
    value = author.load(indices, {author.coordinate(0).value});
  } else if (form == 1) { // (i + 2) % n
    RangedValue i = author.read(author.coordinate(0));
    RangedValue offset = author.literal(author.integer(), double(rng.uniformInt(1, 3)));
    RangedValue sum = author.apply("add", {i, offset});
    value = author.apply("mod", {sum, author.extentValue(bound)});
  } else if (form == 2) { // min(i + 1, n - 1)
    RangedValue i = author.read(author.coordinate(0));
    RangedValue next = author.apply("add", {i, author.literal(author.integer(), 1.0)});
    RangedValue end = author.extentValue(bound);
    value = author.apply("min", {next, author.apply("sub", {end, author.literal(author.integer(), 1.0)})});
  } else { // max(i - 1, 0)
    RangedValue i = author.read(author.coordinate(0));
    RangedValue before = author.apply("sub", {i, author.literal(author.integer(), 1.0)});
    value = author.apply("max", {before, author.literal(author.integer(), 0.0)});
  }
  Binding &index = author.let(words::indexLocals, value);
  index.range = Range{0.0, author.rangeOf(bound).high - 1.0};
  index.isIndex = true;
  index.bound = bound;
  return index;
}

Binding &Statements::flag() {
  return author.let(words::flagLocals, RangedValue{expressions.condition(), Range{0.0, 1.0}});
}

Binding &Statements::patchedVector(Type type) {
  RangedValue start = rng.chance(50) ? author.construct(type, {}) : expressions.make(type, 1);
  Binding &vector = author.variable(words::vectorLocals, start);
  vector.hidden = true;
  unsigned length = cast<VecType>(type).getLength();
  int64_t first = rng.below(length);
  for (unsigned i = 0, patches = rng.uniformInt(1, length - 1); i < patches; ++i) {
    RangedValue value = expressions.make(author.real(), 2);
    author.assign(vector, value.value, {(first + i) % length});
    vector.range = hull(vector.range, value.range);
  }
  vector.show();
  return vector;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void Statements::assignBranches(const Binding &variable, unsigned branches, bool nested, bool partial, Range &range) {
  Type type = variable.type();
  auto assign = [&] {
    if (nested && rng.chance(30)) {
      assignBranches(variable, 2, false, false, range);
      return;
    }
    if (rng.chance(20))
      local(type, 1);
    RangedValue value = expressions.make(type, 1 + rng.below(2));
    author.assign(variable, value.value);
    range = hull(range, value.range);
  };
  Value condition = rng.chance(25) ? expressions.integerCondition() : expressions.condition();
  if (branches == 1)
    return author.ifThen(condition, assign);
  if (branches == 2 && !partial)
    return author.ifThen(condition, assign, assign);
  author.ifThen(condition, assign, [&] { assignBranches(variable, branches - 1, nested, partial, range); });
}

Binding &Statements::branched(Type type, unsigned branches, bool nested) {
  if (branches > 1 && rng.chance(50)) {
    Binding &variable = author.unsetVariable(localWords(type), type);
    variable.hidden = true;
    assignBranches(variable, branches, nested, /*partial=*/false, variable.range);
    variable.show();
    return variable;
  }
  RangedValue init = expressions.make(type, 1);
  Binding &variable = author.variable(localWords(type), init);
  if (branches > 1) {
    assignBranches(variable, branches, nested, /*partial=*/true, variable.range);
    variable.show();
    return variable;
  }
  author.ifThen(expressions.condition(), [&] {
    RangedValue value = expressions.make(type, 2);
    author.assign(variable, value.value);
    variable.range = hull(variable.range, value.range);
  });
  variable.show();
  return variable;
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

RangedValue Statements::asReal(RangedValue value) {
  Type type = value.value.getType();
  if (isVec(type))
    return author.apply(rng.chance(60) ? "length" : "length_sq", {value});
  if (isMat(type))
    return author.apply("trace", {value});
  return value;
}

/// Takes in the locals that nothing reads yet.
RangedValue Statements::absorb(RangedValue value) {
  Type type = value.value.getType();
  for (Binding *known : author.names()) {
    if (known->isRead() || known->hidden || !isFloatArith(known->type()))
      continue;
    RangedValue next = author.read(*known);
    if (next.value.getType() != type)
      next = asReal(next);
    if (next.range.magnitude() > 20.0) { // what a loop has added up
      RangedValue factor = author.literal(author.real(), expressions.nice(0.02, 0.5));
      next = author.apply(isAggregate(next.value.getType()) ? "scale" : "mul", {next, factor});
    }
    if (next.value.getType() == type)
      value = author.apply(rng.chance(65) ? "add" : "sub", {value, next});
    else
      value = author.apply("scale", {value, next});
  }
  return value;
}

RangedValue Statements::forOutput(Type type, unsigned depth) { return absorb(expressions.make(type, depth)); }

void Statements::output(Type type, unsigned depth) {
  Value array = author.writtenArray(outputWords(type), type, author.extents(), Role::Out, Range{0.0, 0.0});
  RangedValue value = forOutput(type, depth);
  author.store(array, author.coordinateValues(), value.value);
}

void Statements::branchedOutput(Type type) {
  Value array = author.writtenArray(outputWords(type), type, author.extents(), Role::Out, Range{0.0, 0.0});
  auto write = [&] { author.store(array, author.coordinateValues(), expressions.make(type, 2).value); };
  author.ifThen(expressions.condition(), write, write);
}

void Statements::update(Type type) {
  Value array = author.writtenArray(outputWords(type), type, author.extents(), Role::InOut, Range{-1.0, 1.0});
  SmallVector<Value> places = author.coordinateValues();
  if (rng.chance(40)) {
    RangedValue value = forOutput(type, 2);
    SmallVector<OpFoldResult> indices(places.begin(), places.end());
    author.atomic(rng.chance(70) ? AtomicKind::add : AtomicKind::sub, array, indices, value.value, /*augmented=*/true);
    return;
  }
  // An element that is overwritten is only scaled by a number, so its value is not needed again.
  RangedValue old = author.loadWritten(array, places, Range{-1.0, 1.0});
  RangedValue factor = author.literal(author.real(), expressions.nice(0.2, 0.95));
  RangedValue kept = author.apply(isAggregate(type) ? "scale" : "mul", {old, factor});
  RangedValue added = forOutput(type, 2);
  RangedValue sum = author.apply("add", {kept, added});
  author.store(array, places, sum.value);
}

void Statements::atomic(Type type) {
  SmallVector<Binding *> bins;
  for (Binding *known : author.names())
    if (known->isIndex && known != &author.coordinate(0) && known->range.low >= 0.0)
      bins.push_back(known);
  bool shared = bins.empty() || rng.chance(40);
  Binding *bin = shared ? nullptr : rng.pick(bins);
  Extent extent = shared ? author.literalExtent(1) : bin->bound;
  bool selects = type == author.real() && rng.chance(25);
  AtomicKind kind = selects ? rng.pick({AtomicKind::min, AtomicKind::max})
                            : rng.pick({AtomicKind::add, AtomicKind::add, AtomicKind::sub});
  double start = kind == AtomicKind::min ? 50.0 : kind == AtomicKind::max ? -50.0 : 0.0;
  Value array = author.writtenArray(words::totals, type, {extent}, Role::Out, Range{start, start});
  // A number does for the index where all threads share an element.
  OpFoldResult place = shared ? author.number(0) : OpFoldResult(bin->value);
  RangedValue value = forOutput(type, 2);
  author.atomic(kind, array, {place}, value.value, /*augmented=*/!selects && rng.chance(35));
}
