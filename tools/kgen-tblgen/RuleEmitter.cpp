// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns the dags of adjoint rules and expansions into C++ that builds ops.

#include "Emitters.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace kgen::tblgen {

static const Record *operatorOf(const DagInit *dag) { return cast<DefInit>(dag->getOperator())->getDef(); }

bool isZeroRule(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  return op->isSubClassOf("num") && op->getValueAsString("name") == "0";
}

/// A dag that only stands for a type, below `num` or `identity`, reads nothing if it is a leaf.
uint32_t ruleReads(const Builtin &builtin, const DagInit *dag) {
  uint32_t reads = 0;
  const Record *op = operatorOf(dag);
  bool typeOnly = op->isSubClassOf("num") || op->getName() == "identity";
  for (unsigned i = 0; i < dag->getNumArgs(); ++i) {
    if (const auto *nested = dyn_cast<DagInit>(dag->getArg(i)))
      reads |= ruleReads(builtin, nested);
    else if (typeOnly)
      continue;
    else if (std::optional<unsigned> operand = builtin.operandIndex(dag->getArgNameStr(i)))
      reads |= 1u << *operand;
    else if (dag->getArgNameStr(i) == "result")
      reads |= 1u << 31;
  }
  return reads;
}

namespace {

class RuleEmitter {
public:
  RuleEmitter(const Builtins &builtins, const Builtin &builtin, raw_ostream &os)
      : builtins(builtins), builtin(builtin), os(os) {}

  std::string emit(const DagInit *dag) {
    if (auto known = names.find(dag->getAsString()); known != names.end())
      return known->second;
    std::string rhs = expression(dag);
    std::string fresh = "v" + std::to_string(names.size());
    os << "    Value " << fresh << " = " << rhs << ";\n";
    return names[dag->getAsString()] = fresh;
  }

private:
  std::string expression(const DagInit *dag) {
    const Record *op = operatorOf(dag);
    if (op->isSubClassOf("num"))
      return ("createNumber(b, loc, " + typeOf(dag) + ", " + op->getValueAsString("name") + ")").str();
    if (op->getName() == "same")
      return argument(dag, 0);
    if (op->getName() == "identity")
      return "IdentityOp::create(b, loc, " + typeOf(dag) + ")";
    std::string arguments;
    for (unsigned i = 0; i < dag->getNumArgs(); ++i)
      arguments += ", " + argument(dag, i);
    if (op->isSubClassOf("construct"))
      return "ConstructOp::create(b, loc, " + typeCode(op->getValueAsString("type")) + ", ValueRange{" +
             arguments.substr(2) + "})";
    if (op->isSubClassOf("cast"))
      return "CastOp::create(b, loc, " + typeCode(op->getValueAsString("type")) + arguments + ")";
    if (op->isSubClassOf("component")) {
      SmallVector<std::string> indices;
      for (int64_t index : op->getValueAsListOfInts("indices"))
        indices.push_back(std::to_string(index));
      return "createComponent(b, loc" + arguments + ", {" + llvm::join(indices, ", ") + "})";
    }
    StringRef name = op->getValueAsString("name");
    if (op->isSubClassOf("cmp"))
      return ("createCmp(b, loc, CmpPredicate::" + name + arguments + ")").str();
    return builtins.byMnemonic.lookup(name)->className + "::create(b, loc" + arguments + ")";
  }

  std::string argument(const DagInit *dag, unsigned i) {
    if (const auto *nested = dyn_cast<DagInit>(dag->getArg(i)))
      return emit(nested);
    StringRef name = dag->getArgNameStr(i);
    if (std::optional<unsigned> operand = builtin.operandIndex(name))
      return "operands[" + std::to_string(*operand) + "]";
    return name.str();
  }

  /// The type of the one argument. An operand that is read for its type alone may be absent, so ask the types.
  std::string typeOf(const DagInit *dag) {
    if (!isa<DagInit>(dag->getArg(0)))
      if (std::optional<unsigned> operand = builtin.operandIndex(dag->getArgNameStr(0)))
        return "types[" + std::to_string(*operand) + "]";
    return argument(dag, 0) + ".getType()";
  }

  const Builtins &builtins;
  const Builtin &builtin;
  raw_ostream &os;
  StringMap<std::string> names;
};

} // namespace

std::string emitRule(const Builtins &builtins, const Builtin &builtin, const DagInit *dag, raw_ostream &os) {
  return RuleEmitter(builtins, builtin, os).emit(dag);
}

} // namespace kgen::tblgen
