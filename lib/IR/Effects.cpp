// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which memory ops touch, from the effects that they declare.

#include "kgen/IR/Effects.h"
#include "kgen/IR/Kgen.h"

using namespace mlir;
using namespace kgen;

bool TouchedMemory::intersects(const TouchedMemory &other) const {
  if (everything || other.everything)
    return !empty() && !other.empty();
  return llvm::any_of(values, [&](Value memory) { return llvm::is_contained(other.values, memory); });
}

using Effects = SmallVector<MemoryEffects::EffectInstance, 4>;

/// Finds the effects of an op and of all that is nested in it; false if it does not say. Called for nearly every op:
/// one look at its interfaces, while a cast takes two.
static bool findEffects(Operation *op, Effects &effects) {
  if (op->getNumRegions()) {
    auto nested = getEffectsRecursively(op);
    if (nested)
      effects.append(nested->begin(), nested->end());
    return nested.has_value();
  }
  auto *declared = op->getName().getInterface<MemoryEffectOpInterface>();
  if (declared)
    declared->getEffects(declared, op, effects);
  return declared;
}

Effect kgen::effectOf(Operation *op) {
  Effects effects;
  if (!findEffects(op, effects))
    return Effect::Writes;
  if (effects.empty())
    return Effect::None;
  bool reads = llvm::all_of(effects, [](const auto &effect) { return isa<MemoryEffects::Read>(effect.getEffect()); });
  return reads ? Effect::Reads : Effect::Writes;
}

std::pair<Value, int64_t> kgen::arrayOrigin(Value array) {
  int64_t field = -1;
  while (Operation *op = array.getDefiningOp()) {
    if (auto extract = dyn_cast<ExtractOp>(op))
      field = extract.getStaticIndices().front();
    if (op->getNumOperands() == 0)
      break;
    array = op->getOperand(0);
  }
  return {array, field};
}

bool kgen::mayBeWritten(Value array) {
  auto holdsArray = [](Value value) { return isArray(value.getType()) || isStruct(value.getType()); };
  return llvm::any_of(array.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto access = dyn_cast<AccessOpInterface>(user); access && use.get() == access.getArray())
      return access.writesElement();
    if (auto access = dyn_cast<TileAccessOpInterface>(user); access && use.get() == access.getArray())
      return writtenBy(user).contains(use.get());
    if (auto call = dyn_cast<CallOp>(user)) {
      auto callee = SymbolTable::lookupNearestSymbolFrom<FuncOp>(call, call.getCalleeAttr());
      return !callee || mayBeWritten(callee.getBody().getArgument(use.getOperandNumber()));
    }
    // Where a variable or the end of a region hands it on, it is not followed.
    if (isa<VarOp, SetOp>(user) || user->hasTrait<OpTrait::IsTerminator>())
      return true;
    return llvm::any_of(llvm::make_filter_range(user->getResults(), holdsArray), mayBeWritten);
  });
}

template <typename OfKind> static TouchedMemory touchedBy(Operation *op) {
  TouchedMemory touched;
  Effects effects;
  touched.everything = !findEffects(op, effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (!isa<OfKind>(effect.getEffect()) || effect.getResource() != SideEffects::DefaultResource::get())
      continue;
    if (Value memory = effect.getValue())
      touched.values.push_back(memory);
    else
      touched.everything = true;
  }
  return touched;
}

TouchedMemory kgen::readBy(Operation *op) { return touchedBy<MemoryEffects::Read>(op); }
TouchedMemory kgen::writtenBy(Operation *op) { return touchedBy<MemoryEffects::Write>(op); }

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool AccessOpInterface::writesElement() { return writtenBy(getOperation()).contains(getArray()); }
