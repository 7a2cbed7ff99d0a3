// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The place of an element is `(i0 * e1 + i1) * e2 + i2`: it needs the extents behind the first dimension, and that of
// any dimension whose index may be negative.

#include "Extents.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace kgen::text {

std::optional<ArrayPart> partOf(Value array) {
  ArrayPart part;
  while (auto view = array.getDefiningOp<ViewOp>()) {
    part.fixed += view.getMixedIndices().size();
    array = view.getArray();
  }
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument || !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return std::nullopt;
  part.parameter = argument;
  return part;
}

bool Extents::mayBeNegative(OpFoldResult index) {
  if (std::optional<int64_t> literal = getLiteral(index))
    return *literal < 0;
  return !ranges.isNonNegative(cast<Value>(index));
}

void Extents::add(ArrayUses &uses, Value array, ArrayRef<OpFoldResult> indices, bool changes) {
  std::optional<ArrayPart> part = partOf(array);
  if (!part)
    return;
  unsigned parameter = part->parameter.getArgNumber();
  unsigned rank = mlir::cast<ArrayType>(part->parameter.getType()).getRank();
  if (changes)
    uses.changed.insert(parameter);
  bool isAtOrigin = true; // where strides make no difference
  for (auto [i, index] : llvm::enumerate(indices)) {
    if (mayBeNegative(index))
      uses.extents.insert({parameter, part->fixed + i});
    isAtOrigin &= getLiteral(index) == 0;
    if (!isAtOrigin && part->fixed + i + 1 < rank)
      uses.extents.insert({parameter, part->fixed + i + 1});
  }
  for (unsigned k = part->fixed + indices.size(); !isAtOrigin && k < rank; ++k)
    uses.extents.insert({parameter, k});
}

void Extents::addCall(ArrayUses &uses, CallOp call) {
  const ArrayUses &callee = of(call.getFunction());
  for (auto [i, argument] : llvm::enumerate(call.getArguments())) {
    std::optional<ArrayPart> part = isArray(argument.getType()) ? partOf(argument) : std::nullopt;
    if (!part)
      continue;
    unsigned parameter = part->parameter.getArgNumber();
    if (callee.changes(i))
      uses.changed.insert(parameter);
    for (auto [number, dimension] : callee.extents)
      if (number == i)
        uses.extents.insert({parameter, part->fixed + dimension});
  }
}

const ArrayUses &Extents::of(FunctionOpInterface function) {
  auto [entry, isNew] = found.try_emplace(function);
  ArrayUses &uses = entry->second;
  if (!isNew)
    return uses;
  function.getFunctionBody().walk([&](Operation *op) {
    TypeSwitch<Operation *>(op)
        .Case([&](AccessOpInterface access) {
          if (isArray(access.getArray().getType()))
            add(uses, access.getArray(), access.getElementIndices(), access.writesElement());
        })
        .Case([&](ViewOp view) { add(uses, view.getArray(), view.getMixedIndices(), /*changes=*/false); })
        .Case([&](ShapeOp shape) {
          if (std::optional<ArrayPart> part = partOf(shape.getArray()))
            uses.extents.insert({part->parameter.getArgNumber(), part->fixed + unsigned(shape.getDimension())});
        })
        .Case([&](CallOp call) { addCall(uses, call); });
  });
  return uses;
}

} // namespace kgen::text
