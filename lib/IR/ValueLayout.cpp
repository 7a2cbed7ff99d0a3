// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of values. The only place besides the types themselves that tells vectors from matrices and structs.

#include "ValueLayoutCache.h"
#include "kgen/IR/Kgen.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace kgen {

using namespace ir;

/// Bytes and alignment of Warp's `array_t`.
static constexpr unsigned arrayBytes = 56, arrayAlignment = 8;

unsigned scalarBytes(Type scalar) { return llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8); }

/// The name of part number `index`: its own if it is a field, a letter in vectors of up to four, else a number.
static std::string partPath(Type type, unsigned index) {
  if (hasFields(type))
    return ("." + fieldName(type, index)).str();
  if (!isMat(type) && numParts(type) <= 4)
    return ("." + StringRef("xyzw").substr(index, 1)).str();
  return ("." + Twine(index)).str();
}

/// Rows of a matrix are called by their number alone, so that a component is `.01`.
static std::string leafPath(Type whole, const ValueLeaf &leaf, unsigned position, const std::string &path) {
  return isMat(whole) ? path + std::to_string(position) : path + leaf.path;
}

static SmallVector<int64_t, 2> extentsOf(Type type) {
  if (auto mat = dyn_cast<MatType>(type))
    return {mat.getRows(), mat.getCols()};
  if (isStruct(type) || !isComposite(type))
    return {};
  return {int64_t(numComponents(type))};
}

ValueLayout::ValueLayout(Type type) : extents(extentsOf(type)) {
  if (!isComposite(type)) {
    size = isArray(type) ? arrayBytes : scalarBytes(type);
    alignment = isArray(type) ? arrayAlignment : size;
    leaves.push_back({"", type, 0});
    return;
  }
  for (unsigned i = 0, count = numParts(type); i < count; ++i) {
    // Not by way of the cache, which is locked.
    ValueLayout part(partType(type, i));
    std::string path = partPath(type, i);
    unsigned offset = llvm::alignTo(size, part.alignment);
    parts.push_back({partType(type, i), static_cast<unsigned>(leaves.size()), offset});
    for (auto [position, leaf] : llvm::enumerate(part.leaves))
      leaves.push_back({leafPath(type, leaf, position, path), leaf.type, offset + leaf.offset});
    size = offset + part.size;
    alignment = std::max(alignment, part.alignment);
  }
  size = std::max<unsigned>(llvm::alignTo(size, alignment), 1); // an empty struct takes a byte
}

const ValueLayout &ValueLayoutCache::get(Type type) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<const ValueLayout> &layout = layouts[type];
  if (!layout)
    layout.reset(new ValueLayout(type));
  return *layout;
}

const ValueLayout &ValueLayout::of(Type type) {
  auto *dialect = type.getContext()->getLoadedDialect<KgenDialect>();
  return dialect->getRegisteredInterface<ValueLayoutCache>()->get(type);
}

} // namespace kgen
