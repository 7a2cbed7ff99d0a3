// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads builtin records and refuses those that contradict themselves. Emits nothing.

#include "Record.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace kgen::tblgen {

const Record *Builtin::lowering(StringRef className) const {
  const auto *init = dyn_cast<DefInit>(def->getValueInit("lowering"));
  return init && init->getDef()->isSubClassOf(className) ? init->getDef() : nullptr;
}

std::vector<const DagInit *> Builtin::adjoints() const {
  std::vector<const DagInit *> result;
  for (const Init *init : def->getValueAsListInit("adjoints")->getElements())
    result.push_back(cast<DagInit>(init));
  return result;
}

const DagInit *Builtin::expansion() const {
  const Record *found = lowering("Expansion");
  return found ? found->getValueAsDag("rule") : nullptr;
}

StringRef Builtin::scalarBuiltin() const {
  for (StringRef className : {"ByComponent", "Fold"})
    if (const Record *found = lowering(className))
      return found->getValueAsString("name");
  return "";
}

StringRef Builtin::cppFunction() const {
  const Record *spelling = def->getValueAsDef("cuda");
  if (spelling->getValueAsString("kind") != "Call")
    return "";
  return spelling->getValueAsString("text").rsplit(':').second;
}

std::optional<unsigned> Builtin::operandIndex(StringRef name) const {
  for (unsigned i = 0; i < operands.size(); ++i)
    if (operands[i].name == name)
      return i;
  return std::nullopt;
}

const OwnScalar *lookupOwnScalar(StringRef type) {
  static const OwnScalar all[] = {{"bool", "b.getI1Type()", "Bool", "bool"},
                                  {"si32", "b.getIntegerType(32, /*isSigned=*/true)", "SI32", "int"},
                                  {"ui32", "b.getIntegerType(32, /*isSigned=*/false)", "UI32", "uint32_t"},
                                  {"f32", "b.getF32Type()", "F32", "float"},
                                  {"vec2f", "VecType::get(b.getContext(), 2, b.getF32Type())", "F32", "vec<2, float>"},
                                  {"vec3f", "VecType::get(b.getContext(), 3, b.getF32Type())", "F32", "vec<3, float>"}};
  const auto *found = llvm::find_if(all, [&](const OwnScalar &scalar) { return scalar.type == type; });
  return found == std::end(all) ? nullptr : found;
}

std::optional<unsigned> operandOfType(StringRef type) {
  for (size_t i = 0; i + 1 < type.size(); ++i)
    if (type[i] == 't' && isDigit(type[i + 1]) && (i == 0 || !isAlnum(type[i - 1])))
      return type[i + 1] - '0';
  return std::nullopt;
}

std::string typeCode(StringRef type) {
  const OwnScalar *own = lookupOwnScalar(type);
  return (own ? own->builder : type).str();
}

namespace {

/// Checks one builtin against its own fields and the other builtins.
class Checker {
public:
  Checker(const Builtins &builtins, const Builtin &builtin) : builtins(builtins), builtin(builtin) {}

  bool run() {
    checkShape();
    checkSpelling("python");
    checkSpelling("cuda");
    for (const DagInit *rule : builtin.adjoints())
      checkDag(rule, /*inAdjoint=*/true);
    if (const DagInit *rule = builtin.expansion()) {
      checkDag(rule, /*inAdjoint=*/false);
      checkCycle(rule, {});
    }
    return ok;
  }

private:
  void error(const Twine &message) {
    PrintError(builtin.def->getLoc(), "builtin '" + builtin.mnemonic + "': " + message);
    ok = false;
  }

  void checkShape() {
    size_t numOperands = builtin.operands.size();
    size_t numRules = builtin.adjoints().size();
    size_t numDomains = builtin.def->getValueAsListInit("domains")->size();
    if (builtin.doc().empty())
      error("expected a 'doc' or a 'summary'");
    checkLowering();
    checkType(builtin.string("resultType"), "resultType");
    checkKeywords();
    checkDimensions();
    if (numRules && numRules != numOperands)
      error("expected an adjoint for each of " + Twine(numOperands) + " operands but got " + Twine(numRules));
    if (!builtin.differentiable && numRules)
      error("expected no adjoints, since it is not differentiable");
    if (builtin.differentiable && !numRules && !builtin.isExpandable())
      error("expected adjoints, an expansion, or 'differentiable = 0'");
    if (numDomains != numOperands)
      error("expected a domain for each of " + Twine(numOperands) + " operands but got " + Twine(numDomains));
  }

  void checkLowering() {
    if (!builtin.lowering("Lowering"))
      return error("expected a 'lowering'");
    if (const Record *op = builtin.lowering("LLVMOp"))
      if (op->getValueAsString("floatOp").empty() && op->getValueAsString("intOp").empty())
        error("expected an LLVM op for float or for integer scalars");
    if (StringRef name = builtin.scalarBuiltin(); !name.empty()) {
      const Builtin *scalar = builtins.byMnemonic.lookup(name);
      size_t want = builtin.lowering("Fold") ? 2 : builtin.operands.size();
      if (!scalar)
        return error("its lowering uses the unknown builtin '" + name + "'");
      if (scalar->operands.size() != want)
        error("expected a builtin of " + Twine(want) + " operands for its components but '" + name + "' has " +
              Twine(scalar->operands.size()));
    }
    if (builtin.lowering("Libm") && builtin.operands.size() > 2)
      error("expected one or two operands for a function of C's library but got " + Twine(builtin.operands.size()));
  }

  /// An expansion that comes back to its own builtin would never end.
  void checkCycle(const DagInit *dag, std::vector<StringRef> path) {
    const auto *op = dyn_cast<DefInit>(dag->getOperator());
    if (op && op->getDef()->isSubClassOf("op")) {
      StringRef name = op->getDef()->getValueAsString("name");
      if (name == builtin.mnemonic)
        return error("its expansion leads back to it");
      const Builtin *callee = builtins.byMnemonic.lookup(name);
      if (callee && callee->expansion() && !llvm::is_contained(path, name)) {
        path.push_back(name);
        checkCycle(callee->expansion(), path);
      }
    }
    for (const Init *argument : dag->getArgs())
      if (const auto *nested = dyn_cast<DagInit>(argument))
        checkCycle(nested, path);
  }

  void checkType(StringRef type, StringRef where) {
    if (lookupOwnScalar(type))
      return;
    std::optional<unsigned> operand = operandOfType(type);
    if (!operand || *operand >= builtin.operands.size())
      error("expected '" + where +
            "' to be one of bool, si32, ui32, f32, vec2f, vec3f, or C++ over the types of its operands but got '" +
            type + "'");
  }

  void checkDimensions() {
    static constexpr StringRef known[] = {"Unknown", "Same", "Blend", "Choice", "Product", "Ratio",
                                          "Square",  "Root", "Power", "Plain",  "Unit"};
    if (!llvm::is_contained(known, builtin.string("dimensions")))
      error("expected 'dimensions' to be one of " + llvm::join(ArrayRef(known), ", ") + " but got '" +
            builtin.string("dimensions") + "'");
  }

  void checkKeywords() {
    size_t numKeywords = builtin.def->getValueAsListInit("keywords")->size();
    if (numKeywords && numKeywords != builtin.operands.size())
      error("expected a keyword for each of " + Twine(builtin.operands.size()) + " operands but got " +
            Twine(numKeywords));
  }

  void checkSpelling(StringRef field) {
    const Record *spelling = builtin.def->getValueAsDef(field);
    StringRef kind = spelling->getValueAsString("kind");
    size_t want = kind == "Infix" ? 2 : kind == "Prefix" ? 1 : builtin.operands.size();
    if (builtin.operands.size() != want)
      error("expected " + Twine(want) + " operands for the spelling '" + field + "' but got " +
            Twine(builtin.operands.size()));
  }

  void checkDag(const DagInit *dag, bool inAdjoint) {
    const auto *op = dyn_cast<DefInit>(dag->getOperator());
    if (!op)
      return error("expected an operator of BuiltinBase.td but got '" + dag->getOperator()->getAsString() + "'");
    checkArity(op->getDef(), dag);
    for (unsigned i = 0; i < dag->getNumArgs(); ++i) {
      if (const auto *nested = dyn_cast<DagInit>(dag->getArg(i)))
        checkDag(nested, inAdjoint);
      else
        checkLeaf(dag->getArgNameStr(i), inAdjoint);
    }
  }

  void checkArity(const Record *op, const DagInit *dag) {
    size_t want = 1;
    if (op->isSubClassOf("op")) {
      const Builtin *callee = builtins.byMnemonic.lookup(op->getValueAsString("name"));
      if (!callee)
        return error("a rule uses the unknown builtin '" + op->getValueAsString("name") + "'");
      want = callee->operands.size();
    } else if (op->isSubClassOf("cmp")) {
      want = 2;
    } else if (op->isSubClassOf("construct") || op->isSubClassOf("cast")) {
      checkType(op->getValueAsString("type"), op->isSubClassOf("cast") ? "cast" : "construct");
      if (op->isSubClassOf("construct"))
        want = std::max(dag->getNumArgs(), 1u);
    } else if (op->isSubClassOf("component")) {
      if (size_t n = op->getValueAsListInit("indices")->size(); n != 1 && n != 2)
        error("expected one or two indices of a component but got " + Twine(n));
    } else if (!op->isSubClassOf("num") && op->getName() != "identity" && op->getName() != "same") {
      return error("a rule uses the unknown operator '" + op->getName() + "'");
    }
    if (dag->getNumArgs() != want)
      error("in a rule, expected " + Twine(want) + " arguments but got " + Twine(dag->getNumArgs()) + ": " +
            dag->getAsString());
  }

  void checkLeaf(StringRef name, bool inAdjoint) {
    if (builtin.operandIndex(name) || (inAdjoint && (name == "g" || name == "result")))
      return;
    error("a rule uses the unknown value '$" + name + "'");
  }

  const Builtins &builtins;
  const Builtin &builtin;
  bool ok = true;
};

} // namespace

static Builtin readBuiltin(const Record *def) {
  Builtin builtin;
  builtin.def = def;
  builtin.mnemonic = def->getValueAsString("opName").str();
  builtin.className = def->getName().split('_').second.str();
  builtin.differentiable = def->getValueAsBit("differentiable");
  std::vector<StringRef> keywords = def->getValueAsListOfStrings("keywords");
  const DagInit *arguments = def->getValueAsDag("arguments");
  for (unsigned i = 0; i < arguments->getNumArgs(); ++i) {
    const Record *set = cast<DefInit>(arguments->getArg(i))->getDef();
    std::string name = arguments->getArgNameStr(i).str();
    std::string keyword = i < keywords.size() ? keywords[i].str() : name;
    builtin.operands.push_back({name, keyword, ("::kgen::" + set->getValueAsString("test")).str(),
                                set->getValueAsString("summary").str(), set->getValueAsString("cpp").str()});
  }
  return builtin;
}

std::optional<Builtins> readBuiltins(const RecordKeeper &records) {
  std::vector<const Record *> defs(records.getAllDerivedDefinitions("Builtin"));
  llvm::sort(defs, [](const Record *a, const Record *b) { return a->getID() < b->getID(); });
  Builtins builtins;
  for (const Record *def : defs)
    builtins.all.push_back(readBuiltin(def));
  for (const Builtin &builtin : builtins.all)
    builtins.byMnemonic[builtin.mnemonic] = &builtin;
  bool ok = true;
  for (const Builtin &builtin : builtins.all)
    ok &= Checker(builtins, builtin).run();
  return ok ? std::optional(std::move(builtins)) : std::nullopt;
}

} // namespace kgen::tblgen
