// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of values. The only place besides the types themselves that tells vectors from matrices.

#include "ValueLayoutCache.h"
#include "kgen/IR/Kgen.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace kgen {

/// Bytes and alignment of Warp's `array_t`.
static constexpr unsigned arrayBytes = 56, arrayAlignment = 8;

unsigned scalarBytes(Type scalar) { return llvm::divideCeil(scalar.getIntOrFloatBitWidth(), 8); }

/// What the leaf at `index` is called: by letters in vectors of up to four, else by numbers.
static std::string leafPath(ArrayRef<int64_t> extents, unsigned index) {
  if (extents.empty())
    return "";
  if (extents.size() == 2)
    return ("." + Twine(index / extents[1]) + Twine(index % extents[1])).str();
  if (extents.front() <= 4)
    return ("." + StringRef("xyzw").substr(index, 1)).str();
  return ("." + Twine(index)).str();
}

ValueLayout::ValueLayout(Type type) {
  if (auto vec = dyn_cast<VecType>(type))
    extents = {vec.getLength()};
  else if (auto mat = dyn_cast<MatType>(type))
    extents = {mat.getRows(), mat.getCols()};
  Type leaf = isArray(type) ? type : elementType(type);
  unsigned bytes = isArray(type) ? arrayBytes : scalarBytes(leaf);
  alignment = isArray(type) ? arrayAlignment : bytes;
  for (unsigned i = 0, count = numComponents(type); i < count; ++i, size += bytes)
    leaves.push_back({leafPath(extents, i), leaf, size});
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
