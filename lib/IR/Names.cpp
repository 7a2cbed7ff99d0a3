// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of values: reading, giving and keeping them apart.

#include "kgen/IR/Names.h"
#include "NamedOps.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

/// The results of an op with several share its location, so their names are an array in a fused location's metadata.
static ArrayAttr sharedNames(Location loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  return fused ? dyn_cast_if_present<ArrayAttr>(fused.getMetadata()) : ArrayAttr();
}

/// The position of a result among several, or nullopt for a value with a location of its own.
static std::optional<unsigned> sharedPosition(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result || result.getOwner()->getNumResults() < 2)
    return std::nullopt;
  return result.getResultNumber();
}

StringRef kgen::getName(Value value) {
  if (std::optional<unsigned> position = sharedPosition(value)) {
    ArrayAttr names = sharedNames(value.getLoc());
    return names && *position < names.size() ? cast<StringAttr>(names[*position]).getValue() : StringRef();
  }
  if (auto named = dyn_cast<NameLoc>(value.getLoc()))
    return named.getName();
  return "";
}

Location kgen::unnamedLoc(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getChildLoc();
  if (sharedNames(loc))
    return cast<FusedLoc>(loc).getLocations().front();
  return loc;
}

Location kgen::nameLoc(StringRef name, Location loc) {
  loc = unnamedLoc(loc);
  return name.empty() ? loc : NameLoc::get(StringAttr::get(loc.getContext(), name), loc);
}

Location kgen::ir::nameResultsLoc(ArrayRef<StringRef> names, Location loc) {
  if (names.size() == 1)
    return names[0].empty() ? loc : nameLoc(names[0], loc);
  Builder builder(loc.getContext());
  ArrayAttr old = sharedNames(loc);
  SmallVector<Attribute> attributes;
  for (auto [i, name] : llvm::enumerate(names))
    attributes.push_back(name.empty() && old && i < old.size() ? old[i] : builder.getStringAttr(name));
  return FusedLoc::get({unnamedLoc(loc)}, builder.getArrayAttr(attributes), loc.getContext());
}

void kgen::setName(Value value, StringRef name) {
  std::optional<unsigned> position = sharedPosition(value);
  if (!position)
    return value.setLoc(nameLoc(name, value.getLoc()));
  Operation *op = value.getDefiningOp();
  SmallVector<StringRef> names;
  for (Value result : op->getResults())
    names.push_back(result == value ? name : getName(result));
  op->setLoc(nameResultsLoc(names, unnamedLoc(op->getLoc())));
}

namespace {

/// Gives out names that have not been given out before.
class UniqueNames {
public:
  /// Another name if this one is taken.
  std::optional<std::string> replace(StringRef name) {
    if (used.insert(name).second)
      return std::nullopt;
    unsigned &next = counters[name];
    std::string candidate;
    do
      candidate = (name + "_" + Twine(next++)).str();
    while (!used.insert(candidate).second);
    return candidate;
  }

private:
  llvm::StringSet<> used;
  llvm::StringMap<unsigned> counters;
};

} // namespace

static void renameValue(Value value, UniqueNames &names) {
  StringRef name = getName(value);
  if (name.empty())
    return;
  if (std::optional<std::string> unique = names.replace(name))
    setName(value, *unique);
}

/// Results before the ops nested in their op: the order in which the printer of MLIR gives out names.
static void renameRegion(Region &region, UniqueNames &names) {
  for (Block &block : region) {
    for (BlockArgument argument : block.getArguments())
      renameValue(argument, names);
    for (Operation &op : block) {
      for (Value result : op.getResults())
        renameValue(result, names);
      for (Region &nested : op.getRegions())
        renameRegion(nested, names);
    }
  }
}

void kgen::makeNamesUnique(Operation *kernel) {
  UniqueNames names;
  for (Region &region : kernel->getRegions())
    renameRegion(region, names);
}

void kgen::nameResults(Operation *op, OpAsmSetValueNameFn setNameFn) {
  if (op->getNumResults() < 2)
    return;
  for (Value result : op->getResults())
    setNameFn(result, getName(result));
}

void kgen::printModule(ModuleOp module, raw_ostream &os) {
  module.print(os, OpPrintingFlags().printNameLocAsPrefix(true).assumeVerified());
  os << "\n";
}
