// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Value numbering down the tree of blocks: MLIR's own hashes each op four times, and hands on names of what it drops.

#include "EqualValues.h"
#include "kgen/IR/Effects.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

namespace {

class EqualValues {
public:
  Effect merge(Block &block);

private:
  Effect mergeRegions(Operation &op);
  Operation *findEqual(Operation &op, size_t hash, size_t begin) const;
  void add(Operation &op, size_t hash);
  void dropFrom(size_t begin);

  /// An op that is in scope; the last one before it with the same hash stands at `previous` - 1.
  struct Known {
    Operation *op;
    size_t hash, previous;
  };
  std::vector<Known> known;
  /// The last with a hash, counted from one.
  llvm::DenseMap<size_t, size_t> last;
};

} // namespace

/// The same for equal ops, in whatever order their operands are.
static size_t hashOf(Operation &op) {
  uintptr_t operands = 0;
  for (Value operand : op.getOperands())
    operands += reinterpret_cast<uintptr_t>(operand.getAsOpaquePointer());
  return llvm::hash_combine(op.getName(), op.getResult(0).getType(), operands, op.hashProperties());
}

Operation *EqualValues::findEqual(Operation &op, size_t hash, size_t begin) const {
  for (size_t i = last.lookup(hash); i > begin; i = known[i - 1].previous)
    if (OperationEquivalence::isEquivalentTo(known[i - 1].op, &op, OperationEquivalence::IgnoreLocations))
      return known[i - 1].op;
  return nullptr;
}

void EqualValues::add(Operation &op, size_t hash) {
  size_t &place = last[hash];
  known.push_back({&op, hash, place});
  place = known.size();
}

void EqualValues::dropFrom(size_t begin) {
  for (; known.size() > begin; known.pop_back())
    last[known.back().hash] = known.back().previous;
}

Effect EqualValues::mergeRegions(Operation &op) {
  Effect effect = Effect::None;
  for (Region &region : op.getRegions())
    if (!region.empty())
      effect = std::max(effect, merge(region.front()));
  return effect;
}

Effect EqualValues::merge(Block &block) {
  Effect all = Effect::None;
  size_t outer = known.size(), sinceWrite = outer;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    bool isStructure = op.getNumRegions() != 0;
    Effect effect = isStructure ? mergeRegions(op) : effectOf(&op);
    all = std::max(all, effect);
    if (effect == Effect::Writes)
      sinceWrite = known.size();
    if (effect == Effect::Writes || (effect == Effect::Reads && isStructure) || op.use_empty())
      continue;
    size_t hash = hashOf(op);
    if (Operation *equal = findEqual(op, hash, effect == Effect::Reads ? sinceWrite : 0)) {
      op.replaceAllUsesWith(equal);
      op.erase();
    } else {
      add(op, hash);
    }
  }
  dropFrom(outer);
  return all;
}

void kgen::transforms::mergeEqualValues(KernelOp kernel) { EqualValues().merge(kernel.getBody().front()); }
