// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays whose elements parts of a launch do not have in common once the launcher has seen to it: those whose indices
// tell threads apart as long as they do not wrap; those that are only added to, of which each part can have a copy; and
// those whose elements lie in rows that a table of a sparse matrix parts.

#include "../Transforms/LinearForm.h"
#include "KernelLowering.h"
#include "kgen/IR/ValueLayout.h"

using namespace mlir;
using namespace kgen::transforms;

namespace kgen::conversion {

/// Bytes from the start of the struct of arguments to each of so many parameters, and to its end.
static SmallVector<int32_t> parameterOffsets(TypeRange types) {
  SmallVector<int32_t> offsets;
  uint64_t size = 0;
  for (Type type : types) {
    const ValueLayout &layout = ValueLayout::of(type);
    offsets.push_back(llvm::alignTo(size, layout.getAlignment()));
    size = offsets.back() + layout.getSize();
  }
  offsets.push_back(llvm::alignTo(size, 8));
  return offsets;
}

static TypeRange forwardTypes(KernelOp kernel) {
  ArrayRef<Type> types = kernel.getArgumentTypes();
  return types.take_front(kernel.isBackward() ? types.size() / 2 : types.size());
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

static bool onlyAdds(AccessOpInterface access) {
  if (isa<GradientAddOp>(access))
    return true;
  auto atomic = dyn_cast<AtomicOp>(access.getOperation());
  return atomic && llvm::is_contained({AtomicKind::add, AtomicKind::sub}, atomic.getKind()) &&
         atomic.getOld().use_empty();
}

/// The kind of number that an element is made of, if there is one, without gaps, and there are sums of it.
static std::optional<PartNeed::Scalar> summandsOf(Type element) {
  const ValueLayout &layout = ValueLayout::of(element);
  Type scalar = layout.getLeaves().front().type;
  bool isEven = llvm::all_of(layout.getLeaves(), [&](const ValueLeaf &leaf) { return leaf.type == scalar; });
  if (!isEven || isArray(scalar) || layout.getSize() != layout.getLeaves().size() * scalarBytes(scalar))
    return std::nullopt;
  unsigned bits = scalar.getIntOrFloatBitWidth();
  if (bits != 32 && bits != 64)
    return std::nullopt;
  if (isFloat(scalar))
    return bits == 32 ? PartNeed::Float32 : PartNeed::Float64;
  return bits == 32 ? PartNeed::Int32 : PartNeed::Int64;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

namespace {
/// The number that thread t finds in a table at t + `first`.
struct TableEntry {
  Value table;
  int64_t first;
  bool operator==(const TableEntry &) const = default;
};
} // namespace

static std::optional<TableEntry> entryOf(OpFoldResult bound) {
  auto value = dyn_cast<Value>(bound);
  auto load = value ? value.getDefiningOp<LoadOp>() : LoadOp();
  if (!load || !load.getType().isSignedInteger(32) || rankOf(load.getArray().getType()) != 1)
    return std::nullopt;
  auto parameter = dyn_cast<BlockArgument>(load.getArray());
  auto kernel = parameter ? dyn_cast<KernelOp>(parameter.getOwner()->getParentOp()) : KernelOp();
  bool isRead =
      kernel && llvm::all_of(parameter.getUsers(), [](Operation *user) { return isa<LoadOp, ShapeOp>(user); });
  LinearForm index(AccessOpInterface(load).getElementIndices().front());
  if (!isRead || launchRank(kernel) != 1 || index.terms.size() != 1 || index.isNegative())
    return std::nullopt;
  auto [term, factor] = index.terms.front();
  if (factor != 1 || !term.getDefiningOp<TidOp>())
    return std::nullopt;
  return TableEntry{parameter, int32_t(index.constant)};
}

/// The entry from which on an index takes the numbers up to the next, in a loop: `for e in range(rows[t], rows[t + 1])`
/// with the index `e`, or a backward's loop from the last down to 0 with the index `rows[t] + e`.
static std::optional<TableEntry> rowOf(OpFoldResult index) {
  LinearForm form(index);
  ForOp loop;
  Value base;
  for (auto [term, factor] : form.terms) {
    auto argument = dyn_cast<BlockArgument>(term);
    auto around = argument ? dyn_cast<ForOp>(argument.getOwner()->getParentOp()) : ForOp();
    if (factor != 1)
      return std::nullopt;
    if (!loop && around && around.getInductionVar() == term)
      loop = around;
    else if (!base)
      base = term;
    else
      return std::nullopt;
  }
  if (!loop || form.constant != 0)
    return std::nullopt;
  std::optional<TableEntry> first = entryOf(base ? OpFoldResult(base) : loop.getLower()), last;
  std::optional<int64_t> step = getConstant(loop.getStep());
  if (!base && step == 1)
    last = entryOf(loop.getUpper());
  if (base && step == -1 && getConstant(loop.getUpper()) == -1) {
    LinearForm start(loop.getLower());
    LinearForm expected;
    expected.constant = -1;
    expected.add(base, -1);
    for (auto [term, factor] : start.terms)
      if (auto most = term.getDefiningOp<MaxOp>(); most && llvm::is_contained(most->getOperands(), base)) {
        expected.add(term, 1);
        last = entryOf(most->getOperand(most->getOperand(0) == base));
      }
    if (!(start == expected))
      return std::nullopt;
  }
  bool isRow = first && last && *last == TableEntry{first->table, first->first + 1};
  return isRow ? first : std::nullopt;
}

/// The entry where the row of a thread begins that all its accesses stay in.
static std::optional<TableEntry> rowOf(ArrayRef<AccessOpInterface> accesses) {
  for (unsigned d = 0, n = AccessOpInterface(accesses.front()).getRank(); d < n; ++d) {
    auto rowAt = [d](AccessOpInterface access) { return rowOf(access.getElementIndices()[d]); };
    std::optional<TableEntry> row = rowAt(accesses.front());
    if (row && llvm::all_of(accesses, [&](AccessOpInterface access) { return rowAt(access) == row; }))
      return row;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The needs
//===----------------------------------------------------------------------===//

/// That a launch is not so long that the indices wrap that tell its threads apart.
static SmallVector<PartNeed> shortLaunch(ArrayRef<Apart> apart) {
  SmallVector<PartNeed> needs;
  for (auto [coordinate, along] : llvm::enumerate(apart))
    if (along.kind != Apart::Always) {
      PartNeed &need = needs.emplace_back();
      need.kind = PartNeed::ShortLaunch;
      need.first = coordinate;
      need.most = std::min<int64_t>(along.mostCounts(int64_t(1) << 31), INT32_MAX);
    }
  return needs;
}

/// That each part has a copy, or that a table parts the rows; nullopt where nothing would do.
static std::optional<PartNeed> separated(Value array, ArrayRef<AccessOpInterface> accesses) {
  auto gradient = array.getDefiningOp<GradientOp>();
  auto parameter = cast<BlockArgument>(gradient ? gradient.getArray() : array);
  auto kernel = cast<KernelOp>(parameter.getOwner()->getParentOp());
  SmallVector<int32_t> offsets = parameterOffsets(forwardTypes(kernel));
  PartNeed need;
  if (std::optional<TableEntry> row = rowOf(accesses)) {
    need.kind = PartNeed::Ascending;
    need.offset = offsets[cast<BlockArgument>(row->table).getArgNumber()];
    need.elementBytes = sizeof(int32_t);
    need.first = row->first;
    return need;
  }
  Type element = elementType(array.getType());
  std::optional<PartNeed::Scalar> scalar = summandsOf(element);
  if (!scalar || !llvm::all_of(accesses, onlyAdds))
    return std::nullopt;
  need.kind = gradient ? PartNeed::OwnGradient : PartNeed::OwnElements;
  need.offset = offsets[parameter.getArgNumber()];
  need.rank = rankOf(array.getType());
  need.elementBytes = ValueLayout::of(element).getSize();
  need.scalar = *scalar;
  return need;
}

SmallVector<PartNeed> partNeedsOf(Value array) {
  SmallVector<AccessOpInterface> accesses = allAccesses(array);
  if (llvm::none_of(accesses, [](AccessOpInterface access) { return access.getUpdate().has_value(); }))
    return {};
  if (std::optional<SmallVector<Apart, 3>> apart = apartThreads(array))
    return shortLaunch(*apart);
  if (reachOfThreads(array))
    return {};
  std::optional<PartNeed> need = separated(array, accesses);
  return need ? SmallVector<PartNeed>{*need} : SmallVector<PartNeed>();
}

SmallVector<PartNeed> partNeedsOf(KernelOp kernel) {
  SmallVector<PartNeed> needs;
  auto add = [&](Value array) {
    for (const PartNeed &need : partNeedsOf(array))
      if (!llvm::is_contained(needs, need))
        needs.push_back(need);
  };
  for (BlockArgument parameter : kernel.getBody().getArguments())
    if (isArray(parameter.getType()))
      add(parameter);
  kernel.walk([&](GradientOp gradient) { add(gradient); });
  return needs;
}

void createPartNeeds(KernelOp kernel, ArrayRef<PartNeed> needs) {
  OpBuilder b(kernel);
  SmallVector<int32_t> words = {parameterOffsets(forwardTypes(kernel)).back(), int32_t(needs.size())};
  for (const PartNeed &need : needs)
    words.append({need.kind, need.offset, need.rank, need.elementBytes, need.scalar, need.first, need.most});
  auto type = LLVM::LLVMArrayType::get(b.getI32Type(), words.size());
  auto value = DenseElementsAttr::get(RankedTensorType::get(int64_t(words.size()), b.getI32Type()), ArrayRef(words));
  LLVM::GlobalOp::create(b, UnknownLoc::get(b.getContext()), type, /*isConstant=*/true, LLVM::Linkage::External,
                         entryPointName(kernel, Target::CPU) + "_needs", value);
}

} // namespace kgen::conversion
