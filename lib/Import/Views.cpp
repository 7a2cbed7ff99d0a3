// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of arrays and arrays of a thread's own. A slice is arithmetic on indices, done where it is written for its
// first index and where it is asked for for its extent. An array of the thread's own is a vector or matrix in a
// variable.

#include "Views.h"
#include "Constructors.h"
#include "Places.h"
#include "PyTypes.h"
#include "kgen/IR/IntegerRanges.h"
#include "kgen/IR/Names.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

Place Views::placeOf(ArrayViewPtr view) {
  Type type = ArrayType::get(view->base.getContext(), view->rank(), view->element);
  Value base = view->base;
  return Place{base, {}, type, std::move(view)};
}

std::string Views::describe(const ArrayView &view) {
  Type type = ArrayType::get(view.base.getContext(), view.rank(), view.element);
  return (view.isOwn() ? "an array of the thread's own, " : "a slice, ") + typeName(type);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value Views::valueOf(PyNode node, OpFoldResult number) {
  if (auto value = dyn_cast<Value>(number))
    return value;
  Literal constant;
  constant.integer = APInt(128, *getLiteral(number), /*isSigned=*/true);
  return createLiteral(node, constant);
}

OpFoldResult Views::add(PyNode node, OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getLiteral(a), y = getLiteral(b);
  if (x && y)
    return literal(*x + *y);
  if (y && *y < 0)
    return subtract(node, a, literal(-*y));
  if (x == 0 || y == 0)
    return x ? b : a;
  Value lhs = valueOf(node, a);
  return AddOp::create(builder, location(node), lhs, valueOf(node, b)).getResult();
}

OpFoldResult Views::subtract(PyNode node, OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getLiteral(a), y = getLiteral(b);
  if (x && y)
    return literal(*x - *y);
  if (y == 0)
    return a;
  Value lhs = valueOf(node, a);
  return SubOp::create(builder, location(node), lhs, valueOf(node, b)).getResult();
}

OpFoldResult Views::scale(PyNode node, OpFoldResult a, int64_t factor) {
  if (std::optional<int64_t> number = getLiteral(a))
    return literal(*number * factor);
  if (factor == 1)
    return a;
  return MulOp::create(builder, location(node), cast<Value>(a), valueOf(node, literal(factor))).getResult();
}

OpFoldResult Views::divide(PyNode node, OpFoldResult a, int64_t divisor) {
  if (std::optional<int64_t> number = getLiteral(a))
    return literal(*number / divisor);
  if (divisor == 1)
    return a;
  return FloorDivOp::create(builder, location(node), cast<Value>(a), valueOf(node, literal(divisor))).getResult();
}

OpFoldResult Views::least(PyNode node, OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getLiteral(a), y = getLiteral(b);
  if (x && y)
    return literal(std::min(*x, *y));
  if (a == b)
    return a;
  Value lhs = valueOf(node, a);
  return MinOp::create(builder, location(node), lhs, valueOf(node, b)).getResult();
}

OpFoldResult Views::greatest(PyNode node, OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getLiteral(a), y = getLiteral(b);
  if (x && y)
    return literal(std::max(*x, *y));
  Value lhs = valueOf(node, a);
  return MaxOp::create(builder, location(node), lhs, valueOf(node, b)).getResult();
}

OpFoldResult Views::wrap(PyNode node, OpFoldResult number, llvm::function_ref<OpFoldResult()> fromEnd) {
  if (std::optional<int64_t> known = getLiteral(number))
    return *known < 0 ? fromEnd() : number;
  auto value = cast<Value>(number);
  if (IntegerRanges(IntegerRanges::Code::Any).isNonNegative(value))
    return number;
  Location loc = location(node);
  Value isNegative =
      CmpOp::create(builder, loc, builder.getI1Type(), CmpPredicate::lt, value, valueOf(node, literal(0)));
  Value wrapped = valueOf(node, fromEnd());
  return WhereOp::create(builder, loc, isNegative, wrapped, value).getResult();
}

//===----------------------------------------------------------------------===//
// Arrays of a thread's own
//===----------------------------------------------------------------------===//

/// Reads a shape into `extents`; how many numbers an array of it has.
FailureOr<int64_t> Views::readExtents(PyNode shape, SmallVectorImpl<int64_t> &extents) {
  int64_t count = 1;
  for (PyNode node : shape.is("Tuple") || shape.is("List") ? shape.list("elts") : PyNodes{shape}) {
    std::optional<int64_t> extent = constructors.readStaticInteger(node);
    if (!extent)
      return error(node) << "expected a literal or a constant in the shape for 'wp.zeros' but got "
                         << importer::describe(node);
    if (*extent < 1 || *extent > int64_t(maxComponents))
      return error(node) << "expected an extent from 1 to " << maxComponents << " for 'wp.zeros' but got " << *extent;
    extents.push_back(*extent);
    count *= *extent;
    if (count > int64_t(maxComponents))
      break;
  }
  return count;
}

/// The type that holds the elements of an array of the thread's own: one number after another, or a row for each
/// element or index.
static Type storageOf(ArrayRef<int64_t> shape, Type element) {
  MLIRContext *context = element.getContext();
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  if (auto vector = dyn_cast<VecType>(element))
    return MatType::get(context, count, vector.getLength(), vector.getElementType());
  if (shape.size() == 2)
    return MatType::get(context, shape[0], shape[1], element);
  return VecType::get(context, count, element);
}

Operand Views::importThreadArray(PyNode node) {
  PyNode shape = argument(node, "shape", 0), dtype = argument(node, "dtype", 1);
  if (!shape) {
    error(node) << "expected a shape for 'wp.zeros'";
    return Operand();
  }
  auto view = std::make_shared<ArrayView>();
  FailureOr<int64_t> count = readExtents(shape, view->shape);
  if (failed(count))
    return Operand();
  view->element = dtype ? constructors.readType(dtype) : Type(builder.getF32Type());
  if (!view->element || !(isNumber(view->element) || isVec(view->element)) || !isNumber(elementType(view->element))) {
    error(dtype) << "expected numbers or vectors as elements for 'wp.zeros' but got " << importer::describe(dtype);
    return Operand();
  }
  int64_t numbers = *count * numComponents(view->element);
  if (view->shape.size() > 4 || numbers > int64_t(maxComponents)) {
    error(shape) << "expected at most 4 dimensions and " << maxComponents << " numbers for 'wp.zeros'";
    return Operand();
  }
  Value zero = createZero(node, storageOf(view->shape, view->element));
  view->base = VarOp::create(builder, location(node), zero).getVar();
  setName(view->base, "zeros");
  view->dims.resize(view->shape.size());
  return Operand::ofView(view);
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

OpFoldResult Views::extentOf(PyNode node, const ArrayView &view, unsigned dimension, size_t count) {
  if (!count && view.isOwn())
    return literal(view.shape[dimension]);
  if (!count)
    return ShapeOp::create(builder, location(node), view.base, int64_t(dimension)).getResult();
  const ViewDim::Slice &slice = view.dims[dimension].slices[count - 1];
  int64_t step = slice.bounds.step;
  OpFoldResult last = positionOf(node, slice.bounds.upper, step, /*isLower=*/false,
                                 [&] { return extentOf(node, view, dimension, count - 1); });
  OpFoldResult span = step > 0 ? subtract(node, last, slice.first) : subtract(node, slice.first, last);
  int64_t stride = std::abs(step);
  return divide(node, greatest(node, add(node, span, literal(stride - 1)), literal(0)), stride);
}

std::vector<Operand> Views::extentsOf(PyNode node, const ArrayView &view) {
  std::vector<Operand> extents;
  for (auto [d, dim] : enumerate(view.dims))
    if (!dim.index)
      extents.push_back(valueOf(node, extentOf(node, view, d, dim.slices.size())));
  return extents;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

OpFoldResult Views::positionOf(PyNode node, OpFoldResult bound, int64_t step, bool isLower,
                               llvm::function_ref<OpFoldResult()> length) {
  bool isForward = step > 0;
  auto last = [&] { return add(node, length(), literal(-1)); };
  if (!bound && isForward)
    return isLower ? literal(0) : length();
  if (!bound)
    return isLower ? last() : literal(-1);
  OpFoldResult lowest = literal(isForward ? 0 : -1);
  OpFoldResult position = wrap(node, bound, [&] { return greatest(node, add(node, bound, length()), lowest); });
  if (isForward && isLower) // nothing is picked behind one past the end, so that it may lie there
    return position;
  return least(node, position, isForward ? length() : last());
}

FailureOr<SliceBounds> Views::readBounds(PyNode slice) {
  SliceBounds bounds;
  for (auto [field, bound] : {std::pair("lower", &bounds.lower), std::pair("upper", &bounds.upper)})
    if (PyNode given = slice.child(field)) {
      *bound = places.importIndex(given);
      if (!*bound)
        return failure();
    }
  PyNode step = slice.child("step");
  std::optional<int64_t> number = step ? readConstantInteger(step, program) : 1;
  if (!number)
    return error(step) << "expected a literal or a constant as the step of a slice but got "
                       << importer::describe(step);
  if (!*number || !llvm::isInt<31>(*number))
    return error(step) << "expected a step other than 0 in a slice";
  bounds.step = *number;
  return bounds;
}

FailureOr<Place> Views::slice(PyNode node, const Place &whole) {
  auto view = std::make_shared<ArrayView>();
  if (whole.view) {
    *view = *whole.view;
  } else {
    Value array = places.load(node, whole);
    view->base = array;
    view->element = elementType(array.getType());
    view->dims.resize(cast<ArrayType>(array.getType()).getRank());
  }
  PyNode given = node.child("slice");
  PyNodes parts = given.is("Tuple") ? given.list("elts") : PyNodes{given};
  if (parts.size() > view->rank())
    return error(node) << "expected " << view->rank() << (view->rank() == 1 ? " index" : " indices") << " for "
                       << typeName(whole.type) << " but got " << parts.size();
  auto part = parts.begin();
  for (auto [d, dim] : enumerate(view->dims)) {
    if (dim.index || part == parts.end())
      continue;
    PyNode at = *part++;
    if (!at.is("Slice")) {
      OpFoldResult index = places.importIndex(at);
      if (!index)
        return failure();
      dim.index = resolveIndex(at, *view, d, index);
      continue;
    }
    FailureOr<SliceBounds> bounds = readBounds(at);
    if (failed(bounds))
      return failure();
    bool isAll = !bounds->lower && !bounds->upper && bounds->step == 1;
    if (isAll) // `:`
      continue;
    OpFoldResult first = positionOf(at, bounds->lower, bounds->step, /*isLower=*/true,
                                    [&, d = d] { return extentOf(at, *view, d, view->dims[d].slices.size()); });
    dim.slices.push_back({*bounds, first});
  }
  return placeOf(view);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

OpFoldResult Views::resolveIndex(PyNode node, const ArrayView &view, unsigned dimension, OpFoldResult index) {
  const ViewDim &dim = view.dims[dimension];
  for (size_t count = dim.slices.size(); count; --count) {
    const ViewDim::Slice &slice = dim.slices[count - 1];
    index = wrap(node, index, [&] { return add(node, index, extentOf(node, view, dimension, count)); });
    int64_t step = slice.bounds.step;
    OpFoldResult distance = scale(node, index, std::abs(step));
    index = step > 0 ? add(node, slice.first, distance) : subtract(node, slice.first, distance);
  }
  return index;
}

LogicalResult Views::finish(PyNode node, const ArrayView &view, Place &place) {
  place = Place{view.base, {}, view.element, nullptr};
  Type storage = view.isOwn() ? cast<VarType>(view.base.getType()).getElementType() : Type();
  for (auto [d, dim] : enumerate(view.dims)) {
    std::optional<int64_t> number = getLiteral(dim.index);
    if (int64_t extent = view.isOwn() ? view.shape[d] : 0; number && extent && (*number >= extent || *number < -extent))
      return error(node) << "expected an index from " << -extent << " to " << extent - 1
                         << " for an array of the shape " << describeExtents(view.shape) << " but got " << *number;
    place.path.push_back(dim.index);
  }
  bool isFlat = view.isOwn() && view.dims.size() > (isMat(storage) && isScalar(view.element) ? 2 : 1);
  if (!isFlat)
    return success();
  OpFoldResult flat = literal(0);
  for (auto [d, dim] : enumerate(view.dims)) {
    OpFoldResult extent = literal(view.shape[d]);
    OpFoldResult index = wrap(node, dim.index, [&] { return add(node, dim.index, extent); });
    flat = add(node, scale(node, flat, view.shape[d]), index);
  }
  place.path = {flat};
  return success();
}

LogicalResult Views::stepInto(PyNode node, Place &place, ArrayRef<OpFoldResult> indices) {
  auto view = std::make_shared<ArrayView>(*place.view);
  if (indices.size() > view->rank())
    return error(node) << "expected " << view->rank() << (view->rank() == 1 ? " index" : " indices") << " for "
                       << describe(*view) << " but got " << indices.size();
  for (auto [d, dim] : enumerate(view->dims)) {
    if (dim.index || indices.empty())
      continue;
    dim.index = resolveIndex(node, *view, d, indices.front());
    indices = indices.drop_front();
  }
  if (!view->rank())
    return finish(node, *view, place);
  place = placeOf(view);
  return success();
}

} // namespace kgen::importer
