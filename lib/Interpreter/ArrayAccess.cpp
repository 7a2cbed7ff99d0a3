// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to arrays, atomics and gradients; include/kgen/IR/ArrayOps.td and AtomicOps.td. A launch of the interpreter
// gives each array its own gradient and no adjoint arguments.

#include "Compiler.h"
#include <cmath>
#include <cstring>

namespace kgen::interpreter {

using mlir::LogicalResult;
using mlir::success;

namespace {

/// A step that accesses an element of an array or gradient.
class AccessStep : public Step {
public:
  AccessStep(mlir::Operation *op, Slot array, IndexList indices, Slot value)
      : Step(op), array(array), indices(std::move(indices)), value(value) {}

protected:
  /// The flat index of the element, or nullopt and a fault.
  std::optional<int64_t> locate(Machine &machine, const Array &memory) const {
    int64_t flat = 0;
    for (auto [dimension, operand] : llvm::enumerate(indices)) {
      int64_t extent = memory.shape[dimension];
      std::optional<int64_t> index = checkIndex(machine, op, operand, extent, [&, d = dimension] {
        return "for dimension " + std::to_string(d) + " of '" + memory.name + "'";
      });
      if (!index)
        return std::nullopt;
      flat = flat * extent + *index;
    }
    return flat;
  }

  /// The bytes of an element that the thread may access, or null and a fault.
  std::byte *access(Machine &machine, Array::Access how) const {
    Array &memory = *machine.array(array);
    std::optional<int64_t> index = locate(machine, memory);
    if (!index)
      return nullptr;
    if (machine.options.races != RunOptions::Races::Ignore)
      if (std::optional<int64_t> other = memory.findRace(*index, machine.currentThread(), how))
        if (machine.reportRace(op, memory, *index, *other) != Exit::Next)
          return nullptr;
    return memory.element(*index);
  }

  /// Faults where a number that is written is not finite, if the options ask for it.
  Exit checkFinite(Machine &machine) const {
    if (!machine.options.checkFinite || !isFloatKind(value.kind))
      return Exit::Next;
    return visitKind(value.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      for (unsigned i = 0; i < value.size(); ++i)
        if (double number = valueOf(machine.at<T>(value)[i]); !std::isfinite(number))
          return machine.fault(op, "expected a finite number to be stored but got " + toText(number));
      return Exit::Next;
    });
  }

  Slot array;
  IndexList indices;
  /// What is read into or written from.
  Slot value;
};

class LoadStep : public AccessStep {
public:
  using AccessStep::AccessStep;
  Exit run(Machine &machine) const override {
    std::byte *element = access(machine, Array::Load);
    if (!element)
      return Exit::Fault;
    std::memcpy(machine.bytes(value), element, value.bytes);
    return Exit::Next;
  }
};

class StoreStep : public AccessStep {
public:
  using AccessStep::AccessStep;
  Exit run(Machine &machine) const override {
    std::byte *element = access(machine, Array::Store);
    if (!element || checkFinite(machine) != Exit::Next)
      return Exit::Fault;
    std::memcpy(element, machine.bytes(value), value.bytes);
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
  }
  llvm_unreachable("all kinds are covered");
}

/// Updates each component, and returns the element as it was.
class AtomicStep : public AccessStep {
public:
  AtomicStep(AtomicOp op, Slot array, IndexList indices, Slot value, Slot old)
      : AccessStep(op, array, std::move(indices), value), kind(op.getKind()), old(old) {}
  Exit run(Machine &machine) const override {
    std::byte *element = access(machine, Array::Atomic);
    if (!element || checkFinite(machine) != Exit::Next)
      return Exit::Fault;
    std::memcpy(machine.bytes(old), element, old.bytes);
    visitKind(value.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      if constexpr (!std::is_same_v<T, bool>)
        for (unsigned i = 0; i < value.size(); ++i) {
          T &number = reinterpret_cast<T *>(element)[i];
          number = updated(kind, number, machine.at<T>(value)[i]);
        }
    });
    return Exit::Next;
  }

private:
  AtomicKind kind;
  Slot old;
};

class ShapeStep : public Step {
public:
  ShapeStep(mlir::Operation *op, Slot array, unsigned dimension, Slot result)
      : Step(op), array(array), dimension(dimension), result(result) {}
  Exit run(Machine &machine) const override {
    *machine.at<int32_t>(result) = static_cast<int32_t>(machine.array(array)->shape[dimension]);
    return Exit::Next;
  }

private:
  Slot array;
  unsigned dimension;
  Slot result;
};

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

class GradientStep : public Step {
public:
  GradientStep(mlir::Operation *op, Slot array, Slot gradient) : Step(op), array(array), gradient(gradient) {}
  Exit run(Machine &machine) const override {
    *machine.at<Array *>(gradient) = machine.array(array)->gradient;
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
    Array &memory = *machine.array(array);
    std::optional<int64_t> index = locate(machine, memory);
    if (!index)
      return Exit::Fault;
    f(memory.element(*index));
    return Exit::Next;
  }
  bool isAbsent(Machine &machine) const { return machine.array(array) == nullptr; }
};

/// Reads an element; `take` leaves a zero in it.
class GradientReadStep : public GradientAccessStep {
public:
  GradientReadStep(mlir::Operation *op, Slot gradient, IndexList indices, Slot value, bool take)
      : GradientAccessStep(op, gradient, std::move(indices), value), take(take) {}
  Exit run(Machine &machine) const override {
    if (isAbsent(machine)) {
      std::memset(machine.bytes(value), 0, value.bytes);
      return Exit::Next;
    }
    return onElement(machine, [&](std::byte *element) {
      std::memcpy(machine.bytes(value), element, value.bytes);
      if (take)
        std::memset(element, 0, value.bytes);
    });
  }

private:
  bool take;
};

class GradientAddStep : public GradientAccessStep {
public:
  using GradientAccessStep::GradientAccessStep;
  Exit run(Machine &machine) const override {
    if (isAbsent(machine))
      return Exit::Next;
    return onElement(machine, [&](std::byte *element) {
      visitKind(value.kind, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if constexpr (!std::is_same_v<T, bool>)
          for (unsigned i = 0; i < value.size(); ++i) {
            T &number = reinterpret_cast<T *>(element)[i];
            number = add(number, machine.at<T>(value)[i]);
          }
      });
    });
  }
};

} // namespace

LogicalResult Compiler::compile(LoadOp op) {
  append<LoadStep>(op, slotOf(op.getArray()), indexOperands(op.getMixedIndices()), slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(StoreOp op) {
  append<StoreStep>(op, slotOf(op.getArray()), indexOperands(op.getMixedIndices()), slotOf(op.getValue()));
  return success();
}

LogicalResult Compiler::compile(AtomicOp op) {
  Slot array = slotOf(op.getArray()), value = slotOf(op.getValue()), old = slotOf(op.getOld());
  append<AtomicStep>(op, array, indexOperands(op.getMixedIndices()), value, old);
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
  Slot gradient = slotOf(op.getArray()), result = slotOf(op.getResult());
  append<GradientReadStep>(op, gradient, indexOperands(op.getMixedIndices()), result, /*take=*/false);
  return success();
}

LogicalResult Compiler::compile(GradientTakeOp op) {
  Slot gradient = slotOf(op.getArray()), result = slotOf(op.getResult());
  append<GradientReadStep>(op, gradient, indexOperands(op.getMixedIndices()), result, /*take=*/true);
  return success();
}

LogicalResult Compiler::compile(GradientAddOp op) {
  Slot gradient = slotOf(op.getArray()), value = slotOf(op.getValue());
  append<GradientAddStep>(op, gradient, indexOperands(op.getMixedIndices()), value);
  return success();
}

} // namespace kgen::interpreter
