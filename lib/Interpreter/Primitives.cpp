// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of all builtins, made at its first use.

#include "Primitives.h"
#include "kgen/IR/Builtins.h"

namespace kgen::interpreter {

/// Whether the record's result is of a kind, for operands of certain kinds. A float is of the kind that floats have in
/// the run.
[[maybe_unused]] static bool isResultKind(const BuiltinInfo &info, llvm::ArrayRef<Kind> operands, Kind result) {
  if (info.resultScalar.operand)
    return result == operands[*info.resultScalar.operand];
  switch (info.resultScalar.own) {
  case ResultScalar::Bool:
    return result == Kind::Bool;
  case ResultScalar::SI32:
    return result == Kind::I32;
  case ResultScalar::UI32:
    return result == Kind::U32;
  case ResultScalar::F32:
    return isFloatKind(result);
  }
  llvm_unreachable("all scalars are covered");
}

void PrimitiveTable::add(llvm::StringRef opName, Instance instance) {
  [[maybe_unused]] const BuiltinInfo *info = lookupBuiltin(opName.split(' ').first);
  assert(info && "a primitive without a record");
  assert(info->numOperands == instance.operands.size() && "the record has another number of operands");
  assert(isResultKind(*info, instance.operands, instance.result) && "the record has another result");
  table[opName].push_back(instance);
}

Primitive PrimitiveTable::lookup(llvm::StringRef opName, llvm::ArrayRef<Slot> operands, const Slot &result) const {
  auto it = table.find(opName);
  if (it == table.end())
    return nullptr;
  auto hasKind = [](const Slot &slot, Kind kind) { return slot.kind == kind; };
  auto isScalar = [](const Slot &slot) { return slot.size() == 1; };
  for (const Instance &instance : it->second)
    if (instance.result == result.kind && llvm::equal(operands, instance.operands, hasKind)) {
      bool scalars = instance.makeOnScalars && isScalar(result) && llvm::all_of(operands, isScalar);
      return scalars ? instance.makeOnScalars : instance.make;
    }
  return nullptr;
}

Primitive lookupPrimitive(llvm::StringRef opName, llvm::ArrayRef<Slot> operands, const Slot &result) {
  static const PrimitiveTable table = [] {
    PrimitiveTable all;
    addOperators(all);
    addScalarMath(all);
    addVectorMath(all);
    addComponents(all);
    addRandom(all);
    addQuaternions(all);
    addTransforms(all);
    return all;
  }();
  return table.lookup(opName, operands, result);
}

} // namespace kgen::interpreter
