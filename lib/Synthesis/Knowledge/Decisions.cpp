// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The consequences of decisions, and when they are forgotten.

#include "Decisions.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

const Slot *Decisions::find(const SlotKey &key) const {
  auto slot = llvm::find_if(slots, [&](const Slot &each) { return each.key == key; });
  return slot == slots.end() ? nullptr : &*slot;
}

bool Decisions::isInLoop() const { return llvm::count(conditional, false) > 1; } // the kernel's own block is no branch

unsigned Decisions::levelOf(NodeRef value) const {
  unsigned level = 0;
  for (unsigned i = 0; i < conditional.size(); ++i)
    if (conditional[i])
      level = i;
  walk(value, [&](NodeRef node) {
    if (!node->is(Kind::Name))
      return;
    if (mutated.contains(node->text))
      level = depth();
    else if (auto it = levels.find(node->text); it != levels.end())
      level = std::max(level, it->second);
  });
  return level;
}

llvm::StringSet<> Decisions::changingNamesOf(NodeRef value) const {
  llvm::StringSet<> changing;
  walk(value, [&](NodeRef node) {
    if (!node->is(Kind::Name))
      return;
    if (mutated.contains(node->text))
      changing.insert(node->text);
    if (auto reads = readsMutated.find(node->text); reads != readsMutated.end())
      changing.insert_range(reads->second.keys());
  });
  return changing;
}

void Decisions::forgetReaders(StringRef changed) {
  for (auto it = known.begin(); it != known.end();) {
    auto reads = readsMutated.find(it->second.value->text);
    bool isStale = reads != readsMutated.end() && (changed.empty() || reads->second.contains(changed));
    it = isStale ? known.erase(it) : std::next(it);
  }
}

void Decisions::forgetInner() {
  for (auto it = known.begin(); it != known.end();)
    it = it->second.level >= conditional.size() ? known.erase(it) : std::next(it);
}

LayoutWays Decisions::layoutWays() const {
  LayoutWays ways;
  bool hasTables = llvm::any_of(slots, [](const Slot &slot) { return slot.parameter.extents.size() > 1; });
  if (hasTables)
    ways.tables = coordinates.size() > 1 ? 3 : 2;
  unsigned numbers = llvm::count_if(slots, [](const Slot &slot) { return !slot.parameter.isArray && !slot.isLimit(); });
  unsigned arrays = llvm::count_if(slots, [](const Slot &slot) { return slot.key.kind == SlotKey::Read; });
  if (numbers >= leastFields)
    ways.fields.push_back(Numbers);
  if (arrays >= leastFields)
    ways.fields.push_back(Arrays);
  if (ways.fields.size() == 3)
    ways.fields.push_back(Numbers | Arrays);
  return ways;
}
