// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where expressions end: names, elements of arrays, parameters, numbers. Values that nobody has read yet go first, so
// that a kernel uses all that it computes.

#include "Expressions.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

SmallVector<Binding *> Expressions::namesOf(Type type, bool variables) const {
  SmallVector<Binding *> names;
  for (Binding *known : author.names())
    if (known->type() == type && !known->hidden && (variables || !known->isVariable()))
      names.push_back(known);
  return names;
}

SmallVector<Binding *> Expressions::indexNames() const {
  SmallVector<Binding *> names;
  for (Binding *known : author.names())
    if (known->isIndex && known->range.low >= 0.0)
      names.push_back(known);
  return names;
}

RangedValue Expressions::named(ArrayRef<Binding *> names) {
  SmallVector<unsigned> weights;
  for (Binding *known : names)
    weights.push_back(known->isRead() ? 2 : 8);
  return author.read(*names[rng.pickWeighted(weights)]);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

bool Expressions::findIndices(const ReadableArray &array, SmallVectorImpl<Value> &indices) {
  SmallVector<SmallVector<Value, 2>> tuples = {{}};
  SmallVector<Binding *> names = indexNames();
  for (Extent extent : array.shape) {
    SmallVector<SmallVector<Value, 2>> longer;
    for (const SmallVector<Value, 2> &tuple : tuples)
      for (Binding *known : names)
        if (known->bound.fits(extent) && !llvm::is_contained(tuple, known->value))
          llvm::append_values(longer.emplace_back(tuple), known->value);
    tuples = std::move(longer);
  }
  if (tuples.empty())
    return false;
  // The innermost index says the most, and stands last.
  unsigned newest = std::max(rng.below(tuples.size()), rng.below(tuples.size()));
  indices.assign(tuples[newest].begin(), tuples[newest].end());
  return true;
}

ReadableArray &Expressions::newArray(Type type, SmallVectorImpl<Value> &indices) {
  SmallVector<Binding *> names = indexNames();
  bool isGrid = author.extents().size() > 1;
  SmallVector<Binding *, 2> used;
  if (names.size() > 1 && rng.chance(isGrid ? 65 : 45)) {
    // Two different ones, in the order in which they came into scope.
    unsigned second = 1 + rng.below(names.size() - 1);
    unsigned first = isGrid && second == 1 ? 0 : rng.below(second);
    used = {names[first], names[second]};
  } else {
    used = {names[std::max(rng.below(names.size()), rng.below(names.size()))]};
  }
  if (used.size() == 2 && author.isLarge(used[0]->bound) && author.isLarge(used[1]->bound))
    used.pop_back();
  SmallVector<Extent, 2> shape;
  for (Binding *known : used) {
    indices.push_back(known->value);
    shape.push_back(known->bound);
  }
  ArrayRef<Word> words = isVec(type)         ? words::vectorArrays
                         : isMat(type)       ? words::matrixArrays
                         : shape.size() == 2 ? words::grids
                                             : words::scalarArrays;
  return author.readArray(words, type, shape);
}

RangedValue Expressions::element(Type type) {
  SmallVector<ReadableArray *> arrays;
  SmallVector<unsigned> weights;
  for (const std::unique_ptr<ReadableArray> &array : author.arrays())
    if (SmallVector<Value> places; array->element() == type && findIndices(*array, places)) {
      arrays.push_back(array.get());
      weights.push_back(array->isRead() ? 2 : 6);
    }
  weights.push_back(author.numParameters() < maxParameters ? 5 : arrays.empty() ? 1 : 0);
  size_t picked = rng.pickWeighted(weights);
  SmallVector<Value> places;
  if (picked < arrays.size()) {
    findIndices(*arrays[picked], places);
    return author.load(*arrays[picked], places);
  }
  ReadableArray &array = newArray(type, places);
  return author.load(array, places);
}

RangedValue Expressions::elementAt(Type type, const Binding &index) {
  // Of those that are there already, the first that fits; loads in a loop often go along one array.
  for (const std::unique_ptr<ReadableArray> &array : author.arrays())
    if (array->element() == type && array->shape.size() == 1 && index.bound.fits(array->shape.back()))
      return author.load(*array, {index.value});
  ReadableArray &array = author.readArray(words::scalarArrays, type, {index.bound});
  return author.load(array, {index.value});
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

RangedValue Expressions::componentOf(Type scalar) {
  SmallVector<Binding *> names;
  for (Binding *known : author.names())
    if (isAggregate(known->type()) && elementType(known->type()) == scalar && !known->hidden)
      names.push_back(known);
  if (names.empty())
    return element(scalar);
  Binding &known = *rng.pick(names);
  Type type = known.type();
  RangedValue aggregate = author.read(known);
  if (auto matrix = dyn_cast<MatType>(type)) {
    int64_t row = rng.below(matrix.getRows());
    int64_t column = rng.below(matrix.getCols());
    return author.component(aggregate, {row, column});
  }
  return author.component(aggregate, {static_cast<int64_t>(rng.below(cast<VecType>(type).getLength()))});
}

RangedValue Expressions::leaf(Type type, std::optional<Range> literals) {
  bool isReal = type == author.real();
  bool isScalarKind = author.category == Category::ScalarParam;
  SmallVector<Binding *> names = namesOf(type);
  unsigned unread = llvm::count_if(names, [](Binding *known) { return !known->isRead(); });
  bool mayAdd = author.numParameters() < maxParameters;
  unsigned parameterWeight = isReal && mayAdd ? (isScalarKind ? 6 : 1) : 0;
  unsigned castWeight = isReal && !indexNames().empty() ? 1 : 0;
  const unsigned weights[] = {
      names.empty() ? 0 : 6 + 8 * unread,                                       // a name
      7,                                                                        // an element
      parameterWeight,                                                          // a new parameter
      isReal && author.category != Category::Arithmetic ? 3u : 0u,              // a component
      castWeight,                                                               // a coordinate
      isReal && literals ? 6u : 0u,                                             // a number
      isReal && literals && author.category != Category::ScalarParam ? 1u : 0u, // a module constant
  };
  switch (rng.pickWeighted(weights)) {
  case 0:
    return named(names);
  case 1:
    return element(type);
  case 2:
    return author.read(author.parameter(words::parameters, type));
  case 3:
    return componentOf(type);
  case 4: {
    SmallVector<Binding *> indices = indexNames();
    return author.cast(author.read(*rng.pick(indices)), type);
  }
  case 5:
    return author.literal(type, nice(literals->low, literals->high));
  default:
    return author.symbol();
  }
}
