// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of vectors, matrices, quaternions and transforms, read and assigned to, and starred arguments. Their bounds
// are literals, so that a slice is the components that it picks. Slices of arrays are views (Views.h).

#include "Names.h"
#include "Places.h"
#include "PyTypes.h"
#include "Views.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

bool Places::isSliced(PyNode node) {
  PyNode slice = node.is("Subscript") ? node.child("slice") : PyNode();
  return slice.is("Slice") || any_of(slice.list("elts"), [](PyNode part) { return part.is("Slice"); });
}

/// A bound or the step of `lower:upper:step`, or of `slice(lower, upper, step)`; nothing where it is left out.
static PyNode boundOf(PyNode slice, StringRef field) {
  if (slice.is("Slice"))
    return slice.child(field);
  PyNodes given = slice.list("args");
  size_t position = field == "upper" ? given.size() > 1 : field == "step" ? 2 : given.size() > 1 ? 0 : given.size();
  PyNode bound = position < given.size() ? given[position] : PyNode();
  return bound.text("kind") == "none" ? PyNode() : bound;
}

/// The positions that `lower:upper:step` picks of `length`, as Python counts them.
FailureOr<SmallVector<int64_t>> Places::readSlice(PyNode slice, int64_t length) {
  auto bound = [&](StringRef field, int64_t absent, int64_t least, int64_t most) -> FailureOr<int64_t> {
    PyNode given = boundOf(slice, field);
    if (!given)
      return absent;
    std::optional<int64_t> value = readConstantInteger(given, program);
    if (!value)
      return error(given) << "expected a literal or a constant in a slice but got " << describe(given);
    if (field == "step")
      return *value;
    return std::clamp(*value < 0 ? *value + length : *value, least, most);
  };
  FailureOr<int64_t> step = bound("step", 1, 0, 0);
  if (failed(step))
    return failure();
  if (!*step)
    return error(slice) << "expected a step other than 0 in a slice";
  bool isForward = *step > 0;
  int64_t least = isForward ? 0 : -1, most = isForward ? length : length - 1;
  FailureOr<int64_t> lower = bound("lower", isForward ? 0 : length - 1, least, most);
  FailureOr<int64_t> upper = bound("upper", isForward ? length : -1, least, most);
  if (failed(lower) || failed(upper))
    return failure();
  SmallVector<int64_t> positions;
  for (int64_t i = *lower; isForward ? i < *upper : i > *upper; i += *step)
    positions.push_back(i);
  if (positions.empty())
    return error(slice) << "expected bounds around at least one component";
  return positions;
}

/// The path of one component: the numbers of a transform are those of its position and its rotation.
static void addStep(Builder &builder, Type whole, OpFoldResult step, SmallVectorImpl<OpFoldResult> &path) {
  std::optional<int64_t> literal = getLiteral(step);
  if (!isTransform(whole) || !literal) {
    path.push_back(step);
    return;
  }
  path.push_back(builder.getI64IntegerAttr(*literal < 3 ? 0 : 1));
  path.push_back(builder.getI64IntegerAttr(*literal < 3 ? *literal : *literal - 3));
}

/// The steps that an index or a slice picks of one dimension; a null node stands for `:`.
FailureOr<Path> Places::readSteps(PyNode part, int64_t extent, Type whole) {
  Path steps;
  if (part && !part.is("Slice")) {
    OpFoldResult index = importIndex(part);
    if (!index)
      return failure();
    std::optional<int64_t> literal = getLiteral(index);
    if (literal && (*literal >= extent || *literal < -extent))
      return error(part) << "expected an index from " << -extent << " to " << extent - 1 << " for " << typeName(whole)
                         << " but got " << *literal;
    steps.push_back(index);
    return steps;
  }
  FailureOr<SmallVector<int64_t>> positions = readSlice(part, extent);
  if (failed(positions))
    return failure();
  for (int64_t position : *positions)
    steps.push_back(builder.getI64IntegerAttr(position));
  return steps;
}

FailureOr<Places::Selection> Places::readSelection(PyNode node, Type whole) {
  PyNode slice = node.child("slice");
  if (!isAggregate(whole) && !isQuat(whole) && !isTransform(whole))
    return error(slice) << "expected an index for " << typeName(whole) << " but got a slice";
  SmallVector<int64_t> extents = {isTransform(whole) ? 7 : int64_t(numParts(whole))};
  if (auto matrix = dyn_cast<MatType>(whole))
    extents.push_back(matrix.getCols());
  PyNodes parts = slice.is("Tuple") ? slice.list("elts") : PyNodes{slice};
  if (parts.size() > extents.size())
    return error(node) << "expected at most " << extents.size() << (extents.size() == 1 ? " index" : " indices")
                       << " for " << typeName(whole) << " but got " << parts.size();
  parts.resize(extents.size());
  SmallVector<Path> picked;
  SmallVector<int64_t> lengths;
  for (auto [part, extent] : zip_equal(parts, extents)) {
    FailureOr<Path> steps = readSteps(part, extent, whole);
    if (failed(steps))
      return failure();
    if (!part || part.is("Slice"))
      lengths.push_back(steps->size());
    picked.push_back(std::move(*steps));
  }
  Selection selection;
  bool isMatrix = picked.size() == 2;
  for (OpFoldResult first : picked[0])
    for (unsigned column = 0; column < (isMatrix ? picked[1].size() : 1); ++column) {
      Path &path = selection.paths.emplace_back();
      addStep(builder, whole, first, path);
      if (isMatrix)
        path.push_back(picked[1][column]);
    }
  MLIRContext *context = program.getContext();
  Type scalar = elementType(whole);
  selection.type = lengths.size() == 2 ? Type(MatType::get(context, lengths[0], lengths[1], scalar))
                                       : Type(VecType::get(context, lengths[0], scalar));
  return selection;
}

/// The place of a whole whose components are read: a variable itself, as if an author wrote them one by one; an element
/// of an array is read once.
FailureOr<Place> Places::asWhole(PyNode node, FailureOr<Place> place) {
  if (succeeded(place) && isArray(place->base.getType()))
    return Place{load(node, *place), {}, place->type};
  return place;
}

Value Places::componentOf(PyNode node, Place whole, const Path &path) {
  append_range(whole.path, path);
  return load(node, whole);
}

/// `v[1:3]`, `m[:, 1]`: a vector or matrix of some of the components of another.
Operand Places::importSlice(PyNode node) {
  FailureOr<Place> whole = readPlace(node.child("value"));
  if (succeeded(whole) && isArray(whole->type)) {
    FailureOr<Place> view = views.slice(node, *whole);
    return failed(view) ? Operand() : Operand::ofView(view->view);
  }
  whole = asWhole(node.child("value"), whole);
  FailureOr<Selection> selection = succeeded(whole) ? readSelection(node, whole->type) : FailureOr<Selection>();
  if (failed(selection))
    return Operand();
  SmallVector<Value> components;
  for (const Path &path : selection->paths)
    components.push_back(componentOf(node, *whole, path));
  return Value(ConstructOp::create(builder, location(node), selection->type, components));
}

/// The component of a vector or matrix that comes at `position` where they are counted row by row.
Value Places::componentAt(PyNode node, Value value, unsigned position) {
  Path path;
  if (auto matrix = dyn_cast<MatType>(value.getType())) {
    path.push_back(builder.getI64IntegerAttr(position / matrix.getCols()));
    position %= matrix.getCols();
  }
  path.push_back(builder.getI64IntegerAttr(position));
  return ExtractOp::create(builder, location(node), value, path);
}

//===----------------------------------------------------------------------===//
// Starred arguments
//===----------------------------------------------------------------------===//

/// The elements `lower:upper` of an array, as many as the literals say.
FailureOr<std::vector<Operand>> Places::elementsOfArray(PyNode node, const Place &place) {
  PyNode slice = node.child("slice");
  if (cast<ArrayType>(place.type).getRank() != 1 || !slice.is("Slice"))
    return error(slice) << "expected a slice of an array of one dimension behind '*' but got one of "
                        << typeName(place.type);
  int64_t bounds[] = {0, 0, 1};
  constexpr StringRef fields[] = {"lower", "upper", "step"};
  for (auto [bound, field] : zip_equal(bounds, fields)) {
    PyNode given = slice.child(field);
    if (!given && field == "upper")
      return error(slice) << "expected an upper bound for the slice of an array, whose length is not known";
    std::optional<int64_t> literal = given ? readConstantInteger(given, program) : bound;
    if (!literal)
      return error(given) << "expected a literal or a constant in a slice but got " << describe(given);
    if (*literal < (field == "step"))
      return error(given)
             << "expected a bound of at least 0 and a step of at least 1 for the slice of an array but got "
             << *literal;
    bound = *literal;
  }
  if ((bounds[1] - bounds[0]) / bounds[2] > int64_t(maxComponents))
    return error(slice) << "expected at most " << maxComponents << " elements behind '*'";
  std::vector<Operand> elements;
  for (int64_t i = bounds[0]; i < bounds[1]; i += bounds[2]) {
    Place element = place;
    OpFoldResult index = builder.getI64IntegerAttr(i);
    if (failed(stepInto(node, element, index)))
      return failure();
    elements.push_back(load(node, element));
  }
  return elements;
}

/// Of `*v[1:3]` the components, of `*m[:2]` the rows: nobody has named the slice.
FailureOr<std::vector<Operand>> Places::elementsOfSlice(PyNode node, const Place &whole) {
  FailureOr<Selection> selection = readSelection(node, whole.type);
  if (failed(selection))
    return failure();
  auto slice = dyn_cast<MatType>(selection->type), matrix = dyn_cast<MatType>(whole.type);
  unsigned width = slice ? slice.getCols() : 1;
  auto isWholeRow = [&](ArrayRef<Path> row) {
    return slice && row.size() == matrix.getCols() &&
           all_of(enumerate(row), [](auto at) { return getLiteral(at.value().back()) == int64_t(at.index()); });
  };
  std::vector<Operand> elements;
  for (ArrayRef<Path> rest = selection->paths; !rest.empty(); rest = rest.drop_front(width)) {
    ArrayRef<Path> row = rest.take_front(width);
    if (isWholeRow(row)) {
      elements.push_back(componentOf(node, whole, {row.front().front()}));
      continue;
    }
    SmallVector<Value> components;
    for (const Path &path : row)
      components.push_back(componentOf(node, whole, path));
    Type type = VecType::get(program.getContext(), width, elementType(whole.type));
    elements.push_back(slice ? Value(ConstructOp::create(builder, location(node), type, components))
                             : components.front());
  }
  return elements;
}

FailureOr<std::vector<Operand>> Places::expandStarred(PyNode starred) {
  PyNode inner = starred.child("value");
  PyNode outer = inner.child("value");
  if (isSliced(inner) && outer.is("Name") && names.lookup(outer.text("id")).is(Operand::Value)) {
    FailureOr<Place> whole = readPlace(outer);
    if (failed(whole))
      return failure();
    return isArray(whole->type) ? elementsOfArray(inner, *whole) : elementsOfSlice(inner, *whole);
  }
  Operand operand = importOperand(inner);
  if (!operand)
    return failure();
  if (operand.is(Operand::Tuple) || operand.is(Operand::Shape)) {
    std::vector<Operand> elements = elementsOf(inner, operand);
    if (!elements.empty())
      return elements;
  }
  Type type = operand.is(Operand::Value) ? operand.value.getType() : Type();
  if (!type || (!isAggregate(type) && !isQuat(type)))
    return error(starred) << "expected a tuple, shape, vector, matrix or slice behind '*' but got "
                          << (type ? typeName(type) : describe(inner));
  std::vector<Operand> elements;
  for (unsigned i = 0, count = numParts(type); i < count; ++i) {
    OpFoldResult index = builder.getI64IntegerAttr(i);
    // A name is read for each, as where its components are named.
    Value whole = i && inner.is("Name") ? importExpression(inner) : operand.value;
    elements.push_back(Value(ExtractOp::create(builder, location(inner), whole, index)));
  }
  return elements;
}

} // namespace kgen::importer
