// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names follow from the op that makes a value and from its operands' names, so equal kernels have equal names.

#include "Names.h"

#include "kgen/IR/BuiltinFacts.h"
#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace kgen::text {

bool NameTable::isReserved(StringRef name) const {
  return reserved.contains(name) || llvm::any_of(words, [&](const Words *set) { return set->contains(name); });
}

Type storedType(Type type) {
  auto array = dyn_cast<ArrayType>(type);
  return array ? array.getElementType() : mlir::cast<GradientType>(type).getElementType();
}

StringRef baseName(StringRef name) {
  StringRef stem = name.rtrim("0123456789");
  bool isNumbered = stem.size() < name.size() && stem.ends_with("_") && stem.size() > 1;
  return isNumbered ? baseName(stem.drop_back()) : name;
}

bool isIdentifier(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult checkKernelName(Operation *function, bool takesUnicode) {
  auto kernel = dyn_cast<KernelOp>(function);
  if (!kernel)
    return success();
  std::string ascii = kernel.getSymName().str();
  if (takesUnicode)
    std::replace_if(ascii.begin(), ascii.end(), [](char c) { return (c & 0x80) != 0; }, 'x');
  if (isIdentifier(ascii))
    return success();
  return kernel.emitError("expected a name of ")
         << (takesUnicode ? "" : "ASCII ") << "letters, digits and underscores, as the text has them, but got '"
         << kernel.getSymName() << "'";
}

/// Only letters, digits and single underscores: what every language takes.
static std::string plain(StringRef wanted) {
  std::string name;
  for (char c : wanted) {
    char next = llvm::isAlnum(c) ? c : '_';
    if (next != '_' || name.empty() || name.back() != '_')
      name.push_back(next);
  }
  if (name.empty() || name == "_")
    return "value";
  if (llvm::isDigit(name.front()))
    name.insert(0, "n");
  return name;
}

std::string NameTable::take(StringRef wanted) {
  // Two underscores, or one and a capital, belong to C++'s implementers; Python does not mind either way.
  bool isFree = !wanted.contains("__") && wanted != "_" &&
                !(wanted.starts_with("_") && wanted.size() > 1 && llvm::isUpper(wanted[1]));
  bool ours = isIdentifier(wanted) && (takesAll || isFree);
  std::string name = ours ? wanted.str() : plain(StringRef(wanted).ltrim('_'));
  if (isReserved(name))
    name += "_";
  if (taken.insert(name).second)
    return name;
  unsigned &number = lastNumber.try_emplace(name, 1).first->second;
  while (true) {
    std::string numbered = name + "_" + std::to_string(++number);
    if (taken.insert(numbered).second)
      return numbered;
  }
}

/// A name for a value, after the op that makes it.
static StringRef nounOf(Operation *op) {
  if (auto cmp = dyn_cast<CmpOp>(op)) {
    static const StringRef nouns[] = {"is_equal", "is_different", "is_less", "is_at_most", "is_greater", "is_at_least"};
    return nouns[static_cast<unsigned>(cmp.getPredicate())];
  }
  StringRef mnemonic = op->getName().stripDialect();
  if (isa<IfOp>(op))
    return "chosen";
  if (isa<ConstructOp>(op))
    return "made";
  const BuiltinFacts *facts = lookupFacts(mnemonic);
  return facts ? facts->noun : mnemonic;
}

/// Adds what a path into a value of some type leads through.
static std::string withPath(std::string name, Type type, ArrayRef<OpFoldResult> path,
                            llvm::function_ref<std::string(Value)> textOf) {
  for (OpFoldResult index : path) {
    std::optional<int64_t> step = getLiteral(index);
    if (step && type && hasFields(type)) {
      name += "_" + fieldName(type, *step).str();
      type = partType(type, *step);
      continue;
    }
    type = type ? partType(type, step.value_or(ShapedType::kDynamic)) : type;
    std::optional<int64_t> literal = getLiteral(index);
    std::string part = literal ? std::to_string(*literal) : textOf(cast<Value>(index));
    if (isIdentifier(part) || (literal && *literal >= 0))
      name += "_" + part;
  }
  return name;
}

/// `x_i` of an access to `x[i]`, where `name` is the array's.
static std::string withAccess(const std::string &name, AccessOpInterface access,
                              llvm::function_ref<std::string(Value)> textOf) {
  std::string element = withPath(name, Type(), access.getElementIndices(), textOf);
  return withPath(element, storedType(access.getArray().getType()), access.getPath(), textOf);
}

std::string adjointName(AccessOpInterface access, llvm::function_ref<std::string(Value)> textOf) {
  std::string gradient = textOf(access.getArray());
  StringRef array = gradient;
  array.consume_front("grad_");
  return withAccess("adj_" + array.str(), access, textOf);
}

std::string deriveName(Value value, llvm::function_ref<std::string(Value)> textOf) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return "carried";
  if (auto load = dyn_cast<LoadOp>(op)) {
    std::string from = textOf(load.getArray());
    return withAccess(isIdentifier(from) ? from : "element", load, textOf);
  }
  if (isa<CallOp>(op))
    return cast<CallOp>(op).getCallee().str() + "_value";
  if (auto extract = dyn_cast<ExtractOp>(op)) {
    std::string from = textOf(extract.getAggregate());
    return withPath(isIdentifier(from) ? from : "component", extract.getAggregate().getType(),
                    extract.getMixedIndices(), textOf);
  }
  if (isa<AtomicOp, AtomicCasOp>(op))
    return "old_" + textOf(cast<AccessOpInterface>(op).getArray());
  if (isa<GradientReadOp, GradientTakeOp>(op))
    return adjointName(cast<AccessOpInterface>(op), textOf);
  if (isa<DrawOp>(op))
    return "sample";
  if (isa<GetOp, CopyOp>(op))
    return "old_" + textOf(op->getOperand(0));
  if (isa<TidOp>(op)) {
    static const char *const coordinates[] = {"i", "j", "k", "l"};
    return coordinates[std::min(cast<OpResult>(value).getResultNumber(), 3u)];
  }
  if (isa<CastOp>(op)) {
    std::string operand = textOf(op->getOperand(0));
    return isIdentifier(operand) ? operand + "_value" : "number";
  }
  std::string noun = nounOf(op).str();
  if (op->getNumOperands() == 1 && !isa<IfOp>(op)) { // `sin_angle`, `not_done`, `neg_x`
    std::string operand = textOf(op->getOperand(0));
    if (isIdentifier(operand))
      return noun + "_" + operand;
  }
  return noun == op->getName().stripDialect() ? noun + "_value" : noun;
}

} // namespace kgen::text
