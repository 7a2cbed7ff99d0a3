// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of an element that this thread has loaded or stored before are replaced by the value, where no write that may
// hit the element lies in between. Indices are compared as linear forms, so `a[i + 1]` is `a[1 + i]`.

#include "LinearForm.h"
#include "kgen/IR/Effects.h"
#include "kgen/IR/Names.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

namespace {

/// An element of an array.
struct Element {
  Value array;
  SmallVector<LinearForm, 2> indices;

  bool operator==(const Element &other) const { return array == other.array && indices == other.indices; }
  bool mayBe(const Element &other) const;
};

/// The known value of an element.
struct KnownElement {
  Element element;
  Value value;
};

} // namespace

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether a value that indices are made of is never negative.
static bool isNeverNegative(Value value) {
  if (isa_and_present<TidOp, ShapeOp>(value.getDefiningOp()))
    return true;
  ForOp loop = getForInductionVarOwner(value);
  return loop && getConstant(loop.getLower()).value_or(-1) >= 0 && getLiteral(loop.getStep()).value_or(-1) > 0;
}

/// A negative index counts from the end, so a difference alone proves nothing: both have to be counted from the same
/// side.
static bool areDistinct(const LinearForm &a, const LinearForm &b) {
  if (a.constant == b.constant || !a.hasTermsOf(b))
    return false;
  if (a.isLiteral())
    return a.isNegative() == b.isNegative();
  return a.terms.size() == 1 && a.terms[0].second == 1 && isNeverNegative(a.terms[0].first) && !a.isNegative() &&
         !b.isNegative();
}

bool Element::mayBe(const Element &other) const {
  return array == other.array && llvm::none_of(llvm::zip(indices, other.indices), [](auto pair) {
           return areDistinct(std::get<0>(pair), std::get<1>(pair));
         });
}

static Element getElement(AccessOpInterface access) {
  Element element{access.getArray(), {}};
  for (OpFoldResult operand : access.getMixedIndices())
    element.indices.emplace_back(operand);
  return element;
}

//===----------------------------------------------------------------------===//
// Forwarding
//===----------------------------------------------------------------------===//

/// Forgets what an op and all that is nested in it may write.
static void forgetWritten(Operation *op, SmallVectorImpl<KnownElement> &known) {
  TouchedMemory written = writtenBy(op);
  llvm::erase_if(known, [&](const KnownElement &entry) { return written.contains(entry.element.array); });
}

static void forgetElement(const Element &written, SmallVectorImpl<KnownElement> &known) {
  llvm::erase_if(known, [&](const KnownElement &entry) { return entry.element.mayBe(written); });
}

/// True if the load is gone.
static bool forwardLoad(AccessOpInterface load, SmallVectorImpl<KnownElement> &known) {
  Element element = getElement(load);
  Value read = load.getValueRead();
  const auto *entry = llvm::find_if(known, [&](const KnownElement &entry) { return entry.element == element; });
  if (entry == known.end()) {
    known.push_back({element, read});
    return false;
  }
  if (getName(entry->value).empty() && !entry->value.getDefiningOp<ConstantOp>())
    setName(entry->value, getName(read));
  read.replaceAllUsesWith(entry->value);
  load->erase();
  return true;
}

static bool forwardAccess(AccessOpInterface access, SmallVectorImpl<KnownElement> &known) {
  if (!access.writesElement())
    return forwardLoad(access, known);
  forgetElement(getElement(access), known);
  if (access.isPlainStore())
    known.push_back({getElement(access), access.getValueWritten()});
  return false;
}

/// Knowledge from inside of an `if` or loop holds there only; knowledge of elements that it writes ends with it, and in
/// a loop already before its first trip ends. True if a load is gone.
static bool forwardBlock(Block &block, SmallVector<KnownElement> known) {
  bool changed = false;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto access = dyn_cast<AccessOpInterface>(op)) {
      changed |= forwardAccess(access, known);
      continue;
    }
    if (op.getNumRegions() && !isa<IfOp>(op)) // of an `if`, no region runs after the other
      forgetWritten(&op, known);
    for (Region &region : op.getRegions())
      if (!region.empty())
        changed |= forwardBlock(region.front(), known);
    if (!known.empty() && (op.getNumRegions() || effectOf(&op) == Effect::Writes))
      forgetWritten(&op, known);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Parts of elements
//===----------------------------------------------------------------------===//

/// Whether a load is only there for parts of what it loads, by literal steps.
static bool isForParts(LoadOp load) {
  return !load.use_empty() && llvm::all_of(load->getUsers(), [](Operation *user) {
    auto extract = dyn_cast<ExtractOp>(user);
    return extract && extract.getIndices().empty();
  });
}

/// Loads the parts themselves.
static void splitLoad(LoadOp load) {
  OpBuilder builder(load);
  for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
    auto extract = cast<ExtractOp>(user);
    SmallVector<OpFoldResult> path = load.getMixedIndices();
    llvm::append_range(path, extract.getMixedIndices());
    Value part = LoadOp::create(builder, extract.getLoc(), load.getArray(), path);
    extract.getResult().replaceAllUsesWith(part);
    extract.erase();
  }
  load.erase();
}

/// Of arrays whose elements are written in parts, elements are read in parts: so a part that was written is found. True
/// if there was any.
static bool splitLoads(KernelOp kernel) {
  llvm::DenseSet<Value> partly;
  SmallVector<LoadOp> loads;
  kernel.walk([&](AccessOpInterface access) {
    if (access.writesElement() && !access.getPath().empty())
      partly.insert(access.getArray());
    if (auto load = dyn_cast<LoadOp>(access.getOperation()))
      loads.push_back(load);
  });
  bool changed = false;
  for (LoadOp load : loads)
    if (partly.contains(load.getArray()) && isForParts(load)) {
      splitLoad(load);
      changed = true;
    }
  return changed;
}

void kgen::forwardLoads(KernelOp kernel) {
  bool changed = splitLoads(kernel);
  changed |= forwardBlock(kernel.getBody().front(), {});
  if (!changed)
    return;
  simplifyValueForm(kernel);
  makeNamesUnique(kernel);
}
