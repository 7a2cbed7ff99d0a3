// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles, from the definitions of their ops and not from what they are lowered to; include/kgen/IR/TileOps.td. The
// elements of a tile lie one behind another, row by row, as the components of its value do.

#include "ArrayAccess.h"
#include "Compiler.h"
#include "kgen/IR/IndexFault.h"
#include <cstring>

namespace kgen::interpreter {

using mlir::LogicalResult;
using mlir::success;

namespace {

/// The part of an array that a tile is.
struct TilePlace {
  Slot array;
  /// The indices of the dimensions that the tile does not have, and its first place in the others.
  IndexList leading, offsets;
  llvm::SmallVector<int64_t, 4> shape;
  bool isUnchecked = false;
  uint32_t elementBytes = 0;
};

/// A step that goes through the elements of a tile that lie in an array.
class TileStep : public Step {
public:
  TileStep(mlir::Operation *op, TilePlace place, llvm::ArrayRef<NumberRun> numbers)
      : Step(op), place(std::move(place)), numbers(numbers) {}

protected:
  /// Calls `f` with the number of each element in what is seen of the array, and its bytes from the start of the tile.
  template <class F> Exit forEachElement(Machine &machine, F f) const {
    const ArrayValue &array = machine.array(place.array);
    std::optional<int64_t> base = locate(machine, array);
    if (!base || begins(machine, array) == Exit::Fault)
      return Exit::Fault;
    llvm::SmallVector<int64_t, 4> at(place.shape.size(), 0);
    uint32_t bytes = 0;
    do {
      int64_t index = *base;
      switch (step(machine, array, at, index)) {
      case Where::Inside:
        if (f(index, bytes) == Exit::Fault)
          return Exit::Fault;
        break;
      case Where::Outside:
        break;
      case Where::Fault:
        return Exit::Fault;
      }
      bytes += place.elementBytes;
    } while (advance(at));
    return Exit::Next;
  }
  /// The bytes of an element that the thread may access, or null and a fault.
  std::byte *access(Machine &machine, int64_t index, Array::Access how) const {
    const ArrayValue &array = machine.array(place.array);
    int64_t at = array.first + index;
    if (std::optional<int64_t> other = array.memory->findRace(at, 0, place.elementBytes, machine.currentThread(), how))
      if (machine.reportRace(op, *array.memory, at, *other) != Exit::Next)
        return nullptr;
    return array.memory->element(at);
  }
  /// The bytes of an element of a gradient.
  std::byte *gradient(Machine &machine, int64_t index) const {
    const ArrayValue &array = machine.array(place.array);
    return array.memory->element(array.first + index);
  }
  bool isOfGradient() const { return mlir::isa<GradientType>(op->getOperand(0).getType()); }
  bool isAbsent(Machine &machine) const { return machine.array(place.array).memory == nullptr; }

  TilePlace place;
  /// Those of an element.
  llvm::SmallVector<NumberRun, 1> numbers;

private:
  enum class Where { Inside, Outside, Fault };

  /// The number of the element at the leading indices and at no other.
  std::optional<int64_t> locate(Machine &machine, const ArrayValue &array) const {
    int64_t flat = 0;
    for (auto [d, operand] : llvm::enumerate(place.leading)) {
      int64_t extent = array.extent(d), index = indexWithin(extent, operand.get(machine));
      if (index < 0)
        return fault(machine, array, operand, d), std::nullopt;
      flat = flat * extent + index;
    }
    return flat;
  }
  Exit begins(Machine &machine, const ArrayValue &array) const {
    bool isBefore = machine.options.checkTiles && !isOfGradient() &&
                    llvm::any_of(place.offsets, [&](const IndexOperand &offset) { return offset.get(machine) < 0; });
    return isBefore ? machine.fault(op, "expected a tile that begins in its array but got a negative offset")
                    : Exit::Next;
  }
  /// Goes from the number of a row to that of its element at a place of the tile.
  Where step(Machine &machine, const ArrayValue &array, llvm::ArrayRef<int64_t> at, int64_t &flat) const {
    for (auto [i, offset] : llvm::enumerate(place.offsets)) {
      unsigned d = place.leading.size() + i;
      int64_t extent = array.extent(d), index = offset.get(machine) + at[i];
      if (place.isUnchecked)
        index = indexWithin(extent, index);
      if (index >= 0 && index < extent)
        flat = flat * extent + index;
      else if (!place.isUnchecked)
        return Where::Outside;
      else
        return fault(machine, array, IndexOperand{offset.get(machine) + at[i], std::nullopt, ""}, d), Where::Fault;
    }
    return Where::Inside;
  }
  /// The next place of the tile, row by row; false after the last.
  bool advance(llvm::MutableArrayRef<int64_t> at) const {
    for (size_t i = at.size(); i-- > 0;) {
      if (++at[i] < place.shape[i])
        return true;
      at[i] = 0;
    }
    return false;
  }
  void fault(Machine &machine, const ArrayValue &array, const IndexOperand &operand, unsigned d) const {
    faultIndex(machine, op, operand, array.extent(d),
               [&] { return placeInArray(array.dimension + d, array.memory ? array.memory->name : ""); });
  }
};

/// Reads a tile; of a gradient, `take` leaves zeros.
class TileReadStep : public TileStep {
public:
  TileReadStep(mlir::Operation *op, TilePlace place, llvm::ArrayRef<NumberRun> numbers, Slot tile, bool take)
      : TileStep(op, std::move(place), numbers), tile(tile), take(take) {}
  Exit run(Machine &machine) const override {
    std::byte *bytes = machine.bytes(tile);
    std::memset(bytes, 0, tile.bytes);
    if (isOfGradient() && isAbsent(machine))
      return Exit::Next;
    return forEachElement(machine, [&](int64_t index, uint32_t offset) {
      std::byte *element = isOfGradient() ? gradient(machine, index) : access(machine, index, Array::Load);
      if (!element)
        return Exit::Fault;
      copyBytes(bytes + offset, element, place.elementBytes);
      if (take)
        std::memset(element, 0, place.elementBytes);
      return Exit::Next;
    });
  }

private:
  Slot tile;
  bool take;
};

class TileStoreStep : public TileStep {
public:
  TileStoreStep(mlir::Operation *op, TilePlace place, llvm::ArrayRef<NumberRun> numbers, Slot tile)
      : TileStep(op, std::move(place), numbers), tile(tile) {}
  Exit run(Machine &machine) const override {
    const std::byte *bytes = machine.bytes(tile);
    return forEachElement(machine, [&](int64_t index, uint32_t offset) {
      std::byte *element = access(machine, index, Array::Store);
      if (!element || checkStored(machine, op, bytes + offset, numbers) != Exit::Next)
        return Exit::Fault;
      copyBytes(element, bytes + offset, place.elementBytes);
      return Exit::Next;
    });
  }

private:
  Slot tile;
};

/// Adds a tile; leaves what was there before in `old`, if that is asked for.
class TileAddStep : public TileStep {
public:
  TileAddStep(mlir::Operation *op, TilePlace place, llvm::ArrayRef<NumberRun> numbers, Slot tile,
              std::optional<Slot> old)
      : TileStep(op, std::move(place), numbers), tile(tile), old(old) {}
  Exit run(Machine &machine) const override {
    if (old)
      std::memset(machine.bytes(*old), 0, old->bytes);
    if (isOfGradient() && isAbsent(machine))
      return Exit::Next;
    const std::byte *bytes = machine.bytes(tile);
    return forEachElement(machine, [&](int64_t index, uint32_t offset) {
      std::byte *element = isOfGradient() ? gradient(machine, index) : access(machine, index, Array::Atomic);
      if (!element)
        return Exit::Fault;
      if (old)
        copyBytes(machine.bytes(*old) + offset, element, place.elementBytes);
      return addTo(machine, element, bytes + offset);
    });
  }

private:
  Exit addTo(Machine &machine, std::byte *element, const std::byte *addends) const {
    const NumberRun &run = numbers.front(); // no struct is added
    if (isOfGradient())
      return addToGradient(machine, op, element, addends, run);
    if (checkStored(machine, op, addends, numbers) != Exit::Next)
      return Exit::Fault;
    addToElement(machine, element, addends, run);
    return Exit::Next;
  }

  Slot tile;
  std::optional<Slot> old;
};

} // namespace

template <class StepType, class... Args> void Compiler::appendTileAccess(TileAccessOpInterface op, Args &&...rest) {
  TileType tile = op.getTileType();
  auto operands = [&](mlir::ValueRange values) {
    return indexOperands(llvm::map_to_vector(values, [](mlir::Value value) -> mlir::OpFoldResult { return value; }));
  };
  TilePlace place{slotOf(op.getArray()),
                  operands(op.getLeadingIndices()),
                  operands(op.getTileOffsets()),
                  llvm::to_vector(tile.getShape()),
                  op.getUnchecked(),
                  formOf(tile.getElementType(), program.arithmetic).bytes};
  append<StepType>(op, std::move(place), numbersOf(tile.getElementType(), program.arithmetic),
                   std::forward<Args>(rest)...);
}

LogicalResult Compiler::compile(TileLoadOp op) {
  appendTileAccess<TileReadStep>(op, slotOf(op.getTile()), /*take=*/false);
  return success();
}

LogicalResult Compiler::compile(TileTakeOp op) {
  appendTileAccess<TileReadStep>(op, slotOf(op.getTile()), /*take=*/true);
  return success();
}

LogicalResult Compiler::compile(TileStoreOp op) {
  appendTileAccess<TileStoreStep>(op, slotOf(op.getTile()));
  return success();
}

LogicalResult Compiler::compile(TileAddOp op) {
  appendTileAccess<TileAddStep>(op, slotOf(op.getTile()),
                                op.getOld() ? std::optional(slotOf(op.getOld())) : std::nullopt);
  return success();
}

LogicalResult Compiler::compile(TilePackOp op) {
  append<MoveStep>(op, Moves{{{slotOf(op.getValue()), slotOf(op.getTile())}}});
  return success();
}

LogicalResult Compiler::compile(TileUnpackOp op) {
  append<MoveStep>(op, Moves{{{slotOf(op.getTile()), slotOf(op.getValue())}}});
  return success();
}

} // namespace kgen::interpreter
