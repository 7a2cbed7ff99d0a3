// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads builtin records and refuses those that contradict themselves. Emits nothing.

#include "Record.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace kgen::tblgen {

std::vector<const DagInit *> Builtin::dags(StringRef field) const {
  std::vector<const DagInit *> result;
  for (const Init *init : def->getValueAsListInit(field)->getElements())
    result.push_back(cast<DagInit>(init));
  return result;
}

const DagInit *Builtin::expansion() const {
  std::vector<const DagInit *> list = dags("expansion");
  return list.empty() ? nullptr : list.front();
}

std::optional<unsigned> Builtin::operandIndex(StringRef name) const {
  for (unsigned i = 0; i < operands.size(); ++i)
    if (operands[i].name == name)
      return i;
  return std::nullopt;
}

bool Builtin::hasUpstream() const {
  const Record *upstream = def->getValueAsDef("upstream");
  return !upstream->getValueAsString("floatOp").empty() || !upstream->getValueAsString("signedOp").empty();
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
    if (const DagInit *rule = builtin.expansion())
      checkDag(rule, /*inAdjoint=*/false);
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
    int ways = builtin.hasUpstream() + builtin.handLowered + (builtin.expansion() != nullptr);
    if (builtin.string("doc").empty())
      error("expected a 'doc'");
    if (numRules && numRules != numOperands)
      error("expected an adjoint for each of " + Twine(numOperands) + " operands but got " + Twine(numRules));
    if (!builtin.differentiable && numRules)
      error("expected no adjoints, since it is not differentiable");
    if (builtin.differentiable && !numRules && !builtin.expansion())
      error("expected adjoints, an expansion, or 'differentiable = 0'");
    if (ways != 1)
      error("expected exactly one of 'upstream', 'expansion' and 'handLowered' but got " + Twine(ways));
    if (numDomains != numOperands)
      error("expected a domain for each of " + Twine(numOperands) + " operands but got " + Twine(numDomains));
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
  builtin.handLowered = def->getValueAsBit("handLowered");
  const DagInit *arguments = def->getValueAsDag("arguments");
  for (unsigned i = 0; i < arguments->getNumArgs(); ++i) {
    const Record *set = cast<DefInit>(arguments->getArg(i))->getDef();
    builtin.operands.push_back({arguments->getArgNameStr(i).str(), ("::kgen::" + set->getValueAsString("test")).str(),
                                set->getValueAsString("summary").str()});
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
