// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hashes of what a kernel does, whatever it is called, and in whatever order it computes what does not depend on order:
// values are numbered where they are first used, and a read says how many writes came before it. So a kernel has the
// hash of the one that is imported from its Python. Types and attributes are spelled out where they first stand and
// numbered afterwards, so that nothing of the process (pointers, what a context saw before) reaches the hash.

#include "Suits.h"
#include "kgen/Synthesis/Split.h"
#include "kgen/Synthesis/Synthesize.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace kgen;

namespace {

class StructureWriter {
public:
  explicit StructureWriter(bool literals) : literals(literals) {}

  std::string hash(Region &body) {
    region(body);
    return shortHash(text);
  }

private:
  void region(Region &region) {
    text += '{';
    for (Block &block : region) {
      text += '^';
      blocks[&block] = blocks.size();
      for (BlockArgument argument : block.getArguments())
        define(argument);
      for (Operation &op : block)
        visit(op);
      for (Operation &op : block) // those that nothing uses
        if (op.use_empty() && free.contains(&op))
          write(op);
    }
    text += '}';
  }

  void visit(Operation &op) {
    bool mayBeFree = op.getNumResults() && !op.getNumRegions();
    bool isPure = mayBeFree && isMemoryEffectFree(&op);
    if (isPure || (mayBeFree && hasSingleEffect<MemoryEffects::Read>(&op))) {
      free.insert(&op);
      if (!isPure)
        writesBefore[&op] = writes;
      return;
    }
    ++writes;
    write(op);
    ++writes;
  }

  /// The op, after those that it uses and that have not been written yet.
  void write(Operation &op) {
    for (Value operand : op.getOperands())
      if (!values.contains(operand))
        write(*operand.getDefiningOp());
    text += op.getName().getStringRef();
    if (free.contains(&op))
      number(blocks.lookup(op.getBlock()), '^');
    if (auto before = writesBefore.find(&op); before != writesBefore.end())
      number(before->second, '@');
    for (Value operand : op.getOperands())
      number(values.lookup(operand), '%');
    attributes(op);
    for (Value result : op.getResults())
      define(result);
    for (Region &inner : op.getRegions())
      region(inner);
    text += '\n';
  }

  void attributes(Operation &op) {
    // A function is what it does, whatever it is called.
    if (auto call = dyn_cast<CallOp>(op))
      if (FuncOp function = call.getFunction()) {
        text += '&' + StructureWriter(literals).hash(function.getBody());
        return;
      }
    // The name of a module constant, and what is said about the op (comments), change nothing of what it does.
    Attribute properties = op.getPropertiesAsAttribute();
    auto named = dyn_cast_or_null<DictionaryAttr>(properties);
    if (!named)
      return;
    bool isConstant = isa<ConstantOp>(op);
    for (NamedAttribute attribute : named) {
      bool isName = isConstant && attribute.getName() == "symbol";
      bool isLiteral = isConstant && attribute.getName() == "value";
      if (!isName && (literals || !isLiteral))
        once(attribute.getValue(), '#');
    }
  }

  void define(Value value) {
    values[value] = values.size();
    once(value.getType(), ':');
  }

  template <typename Uniqued> void once(Uniqued item, char mark) {
    auto [entry, isNew] = seen.try_emplace(item.getAsOpaquePointer(), seen.size());
    number(entry->second, mark);
    if (!isNew)
      return;
    llvm::raw_string_ostream os(text);
    os << '=' << item;
  }

  void number(unsigned value, char mark) {
    text += mark;
    text += std::to_string(value);
  }

  bool literals;
  std::string text;
  unsigned writes = 0;
  // Looked up, never walked.
  llvm::DenseMap<Value, unsigned> values;
  llvm::DenseMap<const void *, unsigned> seen;
  llvm::DenseMap<Block *, unsigned> blocks;
  llvm::DenseMap<Operation *, unsigned> writesBefore;
  /// Ops that may be computed at any time between two writes.
  llvm::DenseSet<Operation *> free;
};

} // namespace

static std::string hashOf(KernelOp kernel, bool literals) {
  synthesis::KernelOfLoops hashed(kernel);
  return StructureWriter(literals).hash(hashed.kernel.getBody());
}

std::string kgen::structuralHash(KernelOp kernel) { return hashOf(kernel, /*literals=*/true); }
std::string kgen::structuralHashWithoutLiterals(KernelOp kernel) { return hashOf(kernel, /*literals=*/false); }
