// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to arrays, views, atomics and gradients; include/kgen/IR/ArrayOps.td and AtomicOps.td. A launch of the
// interpreter gives each array its own gradient and no adjoint arguments.

#include "ArrayAccess.h"
#include "Compiler.h"
#include "kgen/IR/IndexFault.h"
#include <cmath>
#include <cstring>

namespace kgen::interpreter {

using mlir::LogicalResult;
using mlir::success;

namespace {

/// The way to an element of an array: an index for each dimension, or for the first ones.
struct ElementPath {
  Slot array;
  IndexList indices;

  /// The flat index of the element in what is seen of the array, or nullopt and a fault.
  std::optional<int64_t> locate(Machine &machine, mlir::Operation *op, const ArrayValue &value) const {
    int64_t flat = 0;
    for (unsigned d = 0; d < indices.size(); ++d) {
      int64_t extent = value.extent(d), index = indexWithin(extent, indices[d].get(machine));
      if (index < 0) [[unlikely]] {
        fault(machine, op, value, d);
        return std::nullopt;
      }
      flat = flat * extent + index;
    }
    return flat;
  }

private:
  void fault(Machine &machine, mlir::Operation *op, const ArrayValue &value, unsigned d) const {
    faultIndex(machine, op, indices[d], value.extent(d),
               [&] { return placeInArray(value.dimension + d, value.memory ? value.memory->name : ""); });
  }
};

/// A step that accesses an element of an array or gradient, or a part of one.
class AccessStep : public Step {
public:
  AccessStep(mlir::Operation *op, ElementPath element, PartPath part, Slot value)
      : Step(op), element(std::move(element)), part(std::move(part)), value(value) {}

protected:
  /// The bytes of an element that the thread may access, or null and a fault.
  std::byte *access(Machine &machine, Array::Access how) const {
    const ArrayValue &array = machine.array(element.array);
    std::optional<int64_t> index = element.locate(machine, op, array);
    std::optional<uint32_t> offset = index ? part.locate(machine, op) : std::nullopt;
    if (!offset)
      return nullptr;
    int64_t at = array.first + *index;
    if (std::optional<int64_t> other = array.memory->findRace(at, *offset, value.bytes, machine.currentThread(), how))
      if (machine.reportRace(op, *array.memory, at, *other) != Exit::Next)
        return nullptr;
    return array.memory->element(at) + *offset;
  }

  ElementPath element;
  PartPath part;
  /// What is read into or written from.
  Slot value;
};

/// One that writes, and faults where a number that is written is not finite, if the options ask for it.
class WriteStep : public AccessStep {
public:
  WriteStep(mlir::Operation *op, ElementPath element, PartPath part, Slot value,
            llvm::SmallVector<NumberRun, 1> numbers)
      : AccessStep(op, std::move(element), std::move(part), value), numbers(std::move(numbers)) {}

protected:
  Exit checkFinite(Machine &machine) const { return checkStored(machine, op, machine.bytes(value), numbers); }

private:
  llvm::SmallVector<NumberRun, 1> numbers;
};

/// What is added to a sum. Where sums are another machine's (`RunOptions::roundsElsewhere`) all addends are off to one
/// side, so that a sum in which they cancel is off by as much as one in which they do not.
template <class T> T addendOf(Machine &machine, T number, bool isSubtracted = false) {
  return machine.options.roundsElsewhere ? roundedElsewhere(number, isSubtracted ? Rounding::Down : Rounding::Up)
                                         : number;
}

class LoadStep : public AccessStep {
public:
  using AccessStep::AccessStep;
  Exit run(Machine &machine) const override {
    std::byte *element = access(machine, Array::Load);
    if (!element)
      return Exit::Fault;
    copyBytes(machine.bytes(value), element, value.bytes);
    return Exit::Next;
  }
};

class StoreStep : public WriteStep {
public:
  using WriteStep::WriteStep;
  Exit run(Machine &machine) const override {
    std::byte *element = access(machine, Array::Store);
    if (!element || checkFinite(machine) != Exit::Next)
      return Exit::Fault;
    copyBytes(element, machine.bytes(value), value.bytes);
    return Exit::Next;
  }
};

/// One number after an atomic update. A NaN operand of min and max changes nothing, a NaN element is replaced; of equal
/// ones the update carries the derivative.
template <class T> T updated(AtomicKind kind, T element, T update) {
  switch (kind) {
  case AtomicKind::add:
    return add(element, update);
  case AtomicKind::sub:
    return sub(element, update);
  case AtomicKind::min:
    return isNaN(update) || element < update ? element : update;
  case AtomicKind::max:
    return isNaN(update) || update < element ? element : update;
  case AtomicKind::exch:
    return update;
  default:
    break;
  }
  if constexpr (std::is_integral_v<T>)
    return kind == AtomicKind::bitAnd  ? T(element & update)
           : kind == AtomicKind::bitOr ? T(element | update)
                                       : T(element ^ update);
  llvm_unreachable("the verifier has seen that these are integers");
}

/// Leaves the element as it was in `old`.
class UpdateStep : public WriteStep {
public:
  UpdateStep(mlir::Operation *op, ElementPath element, PartPath part, Slot value,
             llvm::SmallVector<NumberRun, 1> numbers, Slot old)
      : WriteStep(op, std::move(element), std::move(part), value, std::move(numbers)), old(old) {}

protected:
  /// The element to update; null after a fault.
  std::byte *take(Machine &machine) const {
    std::byte *element = access(machine, Array::Atomic);
    if (!element || checkFinite(machine) != Exit::Next)
      return nullptr;
    copyBytes(machine.bytes(old), element, old.bytes);
    return element;
  }

private:
  Slot old;
};

/// Updates each component.
class AtomicStep : public UpdateStep {
public:
  AtomicStep(mlir::Operation *op, ElementPath element, PartPath part, Slot value,
             llvm::SmallVector<NumberRun, 1> numbers, Slot old)
      : UpdateStep(op, std::move(element), std::move(part), value, std::move(numbers), old),
        kind(mlir::cast<AtomicOp>(op).getKind()) {}
  Exit run(Machine &machine) const override {
    std::byte *element = take(machine);
    if (!element)
      return Exit::Fault;
    bool isSum = kind == AtomicKind::add || kind == AtomicKind::sub;
    visitKind(value.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (!std::is_same_v<T, bool>)
        for (unsigned i = 0; i < value.size(); ++i) {
          T &number = reinterpret_cast<T *>(element)[i];
          auto update = [&](auto old, auto by) { return updated(kind, old, by); };
          T by = machine.at<T>(value)[i];
          number = apart<T>(machine, update, number, isSum ? addendOf(machine, by, kind == AtomicKind::sub) : by);
        }
    });
    return Exit::Next;
  }

private:
  AtomicKind kind;
};

/// Puts a number in the place of one that equals the expected one.
class AtomicCasStep : public UpdateStep {
public:
  AtomicCasStep(mlir::Operation *op, ElementPath element, PartPath part, Slot value,
                llvm::SmallVector<NumberRun, 1> numbers, Slot old, Slot expected)
      : UpdateStep(op, std::move(element), std::move(part), value, std::move(numbers), old), expected(expected) {}
  Exit run(Machine &machine) const override {
    std::byte *element = take(machine);
    if (!element)
      return Exit::Fault;
    visitKind(value.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      T &number = *reinterpret_cast<T *>(element);
      auto isExpected = [](auto a, auto b) { return a == b; };
      if (apart<bool>(machine, isExpected, number, *machine.at<T>(expected)))
        number = *machine.at<T>(value);
    });
    return Exit::Next;
  }

private:
  Slot expected;
};

class ShapeStep : public Step {
public:
  ShapeStep(mlir::Operation *op, Slot array, unsigned dimension, Slot result)
      : Step(op), array(array), dimension(dimension), result(result) {}
  Exit run(Machine &machine) const override {
    *machine.at<int32_t>(result) = static_cast<int32_t>(machine.array(array).extent(dimension));
    return Exit::Next;
  }

private:
  Slot array;
  unsigned dimension;
  Slot result;
};

/// What is left of an array after its first indices. A view of nothing is reported here, not where it is used.
class ViewStep : public Step {
public:
  ViewStep(mlir::Operation *op, ElementPath element, unsigned rank, Slot view)
      : Step(op), element(std::move(element)), rank(rank), view(view) {}
  Exit run(Machine &machine) const override {
    ArrayValue array = machine.array(element.array);
    std::optional<int64_t> index = element.locate(machine, op, array);
    if (!index)
      return Exit::Fault;
    int64_t size = 1;
    for (unsigned d = element.indices.size(); d < rank; ++d)
      size *= array.extent(d);
    array.first += *index * size;
    array.dimension += element.indices.size();
    machine.array(view) = array;
    return Exit::Next;
  }

private:
  ElementPath element;
  unsigned rank;
  Slot view;
};

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

class GradientStep : public Step {
public:
  GradientStep(mlir::Operation *op, Slot array, Slot gradient) : Step(op), array(array), gradient(gradient) {}
  Exit run(Machine &machine) const override {
    ArrayValue value = machine.array(array);
    value.memory = value.memory ? value.memory->gradient : nullptr;
    machine.array(gradient) = value;
    return Exit::Next;
  }

private:
  Slot array, gradient;
};

/// A step that accesses a gradient, which may be absent.
class GradientAccessStep : public AccessStep {
public:
  using AccessStep::AccessStep;

protected:
  /// Calls `f` with the element's bytes.
  template <class F> Exit onElement(Machine &machine, F f) const {
    const ArrayValue &gradient = machine.array(element.array);
    std::optional<int64_t> index = element.locate(machine, op, gradient);
    std::optional<uint32_t> offset = index ? part.locate(machine, op) : std::nullopt;
    if (!offset)
      return Exit::Fault;
    f(gradient.memory->element(gradient.first + *index) + *offset);
    return Exit::Next;
  }
  bool isAbsent(Machine &machine) const { return machine.array(element.array).memory == nullptr; }
};

/// Reads an element; `take` leaves a zero in it.
class GradientReadStep : public GradientAccessStep {
public:
  GradientReadStep(mlir::Operation *op, ElementPath element, PartPath part, Slot value, bool take)
      : GradientAccessStep(op, std::move(element), std::move(part), value), take(take) {}
  Exit run(Machine &machine) const override {
    if (isAbsent(machine)) {
      std::memset(machine.bytes(value), 0, value.bytes);
      return Exit::Next;
    }
    return onElement(machine, [&](std::byte *element) {
      copyBytes(machine.bytes(value), element, value.bytes);
      if (take)
        std::memset(element, 0, value.bytes);
    });
  }

private:
  bool take;
};

/// Adds to an element, and faults where that is no longer finite, if the options ask for it.
class GradientAddStep : public GradientAccessStep {
public:
  using GradientAccessStep::GradientAccessStep;
  Exit run(Machine &machine) const override {
    if (isAbsent(machine))
      return Exit::Next;
    Exit sum = Exit::Next;
    Exit exit = onElement(machine, [&](std::byte *element) {
      sum = addToGradient(machine, op, element, machine.bytes(value), {value.kind, value.size(), 0});
    });
    return exit == Exit::Next ? sum : exit;
  }
};

} // namespace

/// Whether the numbers of a run may be stored where the options ask for finite ones.
static Exit checkRun(Machine &machine, mlir::Operation *op, const std::byte *value, const NumberRun &run) {
  return visitKind(run.kind, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T *list = reinterpret_cast<const T *>(value + run.offset);
    for (unsigned i = 0; i < run.count; ++i) {
      if (double number = valueOf(list[i]); !std::isfinite(number))
        return machine.fault(op, "expected a finite number to be stored but got " + formatNumber(number));
      if constexpr (isBoth<T>)
        if (!std::isfinite(list[i].stored))
          machine.part();
    }
    return Exit::Next;
  });
}

Exit checkStored(Machine &machine, mlir::Operation *op, const std::byte *value, llvm::ArrayRef<NumberRun> numbers) {
  if (!machine.options.checkFinite)
    return Exit::Next;
  for (const NumberRun &run : numbers)
    if (isFloatKind(run.kind) && checkRun(machine, op, value, run) != Exit::Next)
      return Exit::Fault;
  return Exit::Next;
}

/// Adds numbers to those of an element; a sum that is not finite, if there is one.
static std::optional<double> addNumbers(Machine &machine, std::byte *element, const std::byte *addends,
                                        NumberRun numbers, bool isGradient) {
  std::optional<double> nonFinite;
  visitKind(numbers.kind, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, bool>)
      for (unsigned i = 0; i < numbers.count; ++i) {
        T &number = reinterpret_cast<T *>(element)[i];
        T addend = addendOf(machine, reinterpret_cast<const T *>(addends)[i]);
        number = apart<T>(machine, [](auto a, auto b) { return add(a, b); }, number, addend);
        if (!std::isfinite(valueOf(number)))
          nonFinite = valueOf(number);
        if constexpr (isBoth<T>)
          if (isGradient && !std::isfinite(number.stored))
            machine.part();
      }
  });
  return nonFinite;
}

void addToElement(Machine &machine, std::byte *element, const std::byte *addends, NumberRun numbers) {
  (void)addNumbers(machine, element, addends, numbers, /*isGradient=*/false);
}

Exit addToGradient(Machine &machine, mlir::Operation *op, std::byte *element, const std::byte *addends,
                   NumberRun numbers) {
  std::optional<double> nonFinite = addNumbers(machine, element, addends, numbers, /*isGradient=*/true);
  if (nonFinite && machine.options.checkFinite)
    return machine.fault(op, "expected a finite number to be added to a gradient but got " + formatNumber(*nonFinite));
  return Exit::Next;
}

/// Appends a step for an access; `rest` follows the element's and the part's place.
template <class StepType, class... Args> void Compiler::appendAccess(AccessOpInterface op, Args &&...rest) {
  ElementPath element{slotOf(op.getArray()), indexOperands(op.getElementIndices())};
  append<StepType>(op, std::move(element), partPath(op), std::forward<Args>(rest)...);
}

LogicalResult Compiler::compile(LoadOp op) {
  appendAccess<LoadStep>(op, slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(StoreOp op) {
  appendAccess<StoreStep>(op, slotOf(op.getValue()), numbersOf(op.getValue().getType(), program.arithmetic));
  return success();
}

LogicalResult Compiler::compile(AtomicOp op) {
  appendAccess<AtomicStep>(op, slotOf(op.getValue()), numbersOf(op.getValue().getType(), program.arithmetic),
                           slotOf(op.getOld()));
  return success();
}

LogicalResult Compiler::compile(AtomicCasOp op) {
  appendAccess<AtomicCasStep>(op, slotOf(op.getValue()), numbersOf(op.getValue().getType(), program.arithmetic),
                              slotOf(op.getOld()), slotOf(op.getExpected()));
  return success();
}

LogicalResult Compiler::compile(ViewOp op) {
  ElementPath element{slotOf(op.getArray()), indexOperands(op.getMixedIndices())};
  unsigned rank = mlir::cast<ArrayType>(op.getArray().getType()).getRank();
  append<ViewStep>(op, std::move(element), rank, slotOf(op.getView()));
  return success();
}

LogicalResult Compiler::compile(ShapeOp op) {
  append<ShapeStep>(op, slotOf(op.getArray()), op.getDimension(), slotOf(op.getExtent()));
  return success();
}

LogicalResult Compiler::compile(GradientOp op) {
  append<GradientStep>(op, slotOf(op.getArray()), slotOf(op.getGradient()));
  return success();
}

LogicalResult Compiler::compile(GradientReadOp op) {
  appendAccess<GradientReadStep>(op, slotOf(op.getResult()), /*take=*/false);
  return success();
}

LogicalResult Compiler::compile(GradientTakeOp op) {
  appendAccess<GradientReadStep>(op, slotOf(op.getResult()), /*take=*/true);
  return success();
}

LogicalResult Compiler::compile(GradientAddOp op) {
  appendAccess<GradientAddStep>(op, slotOf(op.getValue()));
  return success();
}

} // namespace kgen::interpreter
