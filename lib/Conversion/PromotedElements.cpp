// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements that all threads update at one address, as those of a sum over the launch: read before the threads of a row
// run, kept in registers, and written after them.

#include "PromotedElements.h"
#include "kgen/IR/ValueLayout.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace kgen::conversion {

/// The most numbers that are kept: as many as a CPU of 64 bits has vector registers.
static constexpr unsigned mostNumbers = 16;

/// Whether an index is one for the launch, which is known before it.
static bool isFixed(OpFoldResult index) { return getLiteral(index) || asParameter(cast<Value>(index)); }

/// The elements to which the accesses of an array lead; none where they are not known to be different ones that are
/// only updated.
static SmallVector<SmallVector<OpFoldResult>> elementsOf(ArrayRef<AccessOpInterface> accesses) {
  SmallVector<SmallVector<OpFoldResult>> elements;
  bool areLiteral = true;
  for (AccessOpInterface access : accesses) {
    SmallVector<OpFoldResult> indices = access.getElementIndices();
    if (!access.getUpdate() || !llvm::all_of(indices, isFixed))
      return {};
    areLiteral &= llvm::all_of(indices, [](OpFoldResult index) { return getLiteral(index).value_or(-1) >= 0; });
    if (!llvm::is_contained(elements, indices))
      elements.push_back(indices);
  }
  return areLiteral || elements.size() == 1 ? elements : SmallVector<SmallVector<OpFoldResult>>();
}

PromotedElements::PromotedElements(KernelOp kernel, llvm::function_ref<bool(Value)> isKept) {
  llvm::SetVector<Value> all;
  kernel.walk([&](AccessOpInterface access) { all.insert(access.getArray()); });
  SmallVector<Element> found;
  unsigned numbers = 0;
  for (Value array : all) {
    SmallVector<AccessOpInterface> accesses = allAccesses(array);
    if (accesses.empty())
      return; // what it leads to may be an element of another array
    SmallVector<SmallVector<OpFoldResult>> elements = elementsOf(accesses);
    Type type = elementType(array.getType());
    unsigned added = elements.size() * ValueLayout::of(type).getLeaves().size();
    if (elements.empty() || isInMemory(type) || numbers + added > mostNumbers || !isKept(array))
      continue;
    numbers += added;
    for (const SmallVector<OpFoldResult> &indices : elements)
      found.push_back({array, indices, {}});
  }
  if (found.empty())
    return;
  elements = std::move(found);
  arrays = std::move(all);
}

void PromotedElements::allocate(KernelLowering &k) {
  OpBuilder b = k.prologue();
  for (Element &element : elements) {
    const ValueLayout &layout = ValueLayout::of(elementType(element.array.getType()));
    Value size = LLVM::ConstantOp::create(b, k.loc, b.getI32Type(), b.getI32IntegerAttr(layout.getSize()));
    element.slot =
        LLVM::AllocaOp::create(b, k.loc, k.pointerType(), b.getI8Type(), size, /*alignment=*/layout.getAlignment());
  }
}

Value PromotedElements::find(Value array, ArrayRef<OpFoldResult> indices) const {
  auto *found = llvm::find_if(
      elements, [&](const Element &element) { return element.array == array && element.indices == indices; });
  return found == elements.end() ? Value() : found->slot;
}

/// Works where an element is: a gradient may be absent.
static void wherePresent(KernelLowering &k, Value array, llvm::function_ref<void()> body) {
  if (Value present = k.getBuffer(array).present)
    return k.guarded(present, body);
  body();
}

/// Copies the elements from memory to their slots, or back.
static void copyAll(KernelLowering &k, ArrayRef<PromotedElements::Element> elements, bool intoSlots) {
  for (const PromotedElements::Element &element : elements)
    wherePresent(k, element.array, [&] {
      Type type = elementType(element.array.getType());
      Value from = elementAddress(k, element.array, element.indices), to = element.slot;
      if (!intoSlots)
        std::swap(from, to);
      storeElement(k, type, to, loadElement(k, type, from));
    });
}

void PromotedElements::load(KernelLowering &k) const { copyAll(k, elements, /*intoSlots=*/true); }

void PromotedElements::store(KernelLowering &k) const { copyAll(k, elements, /*intoSlots=*/false); }

} // namespace kgen::conversion
