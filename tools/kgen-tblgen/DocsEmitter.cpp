// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference page of the builtins.

#include "Emitters.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kgen::tblgen {

static std::string spelled(const Builtin &builtin, StringRef language) {
  const Record *spelling = builtin.def->getValueAsDef(language);
  StringRef kind = spelling->getValueAsString("kind"), text = spelling->getValueAsString("text");
  SmallVector<std::string> names;
  for (const Operand &operand : builtin.operands)
    names.push_back(operand.name);
  if (kind == "None")
    return language == "python" && builtin.def->getValueAsInt("advances")
               ? spelled(builtin, "drawn") + ", by `kgen.draw`"
               : "none";
  if (kind == "Infix")
    return formatv("`{0} {1} {2}`", names[0], text, names[1]);
  if (kind == "Prefix")
    return formatv("`{0}{1}`", text, names[0]);
  return formatv("`{0}({1})`", text, llvm::join(names, ", "));
}

static std::string adjointText(const Builtins &builtins, const Builtin &builtin) {
  if (!builtin.differentiable)
    return "no slope: the adjoint stops here";
  SmallVector<std::string> rules;
  for (auto [i, rule] : enumerate(builtin.adjoints()))
    rules.push_back(formatv("`adj_{0} += {1}`", builtin.operands[i].name, ruleText(builtins, builtin, rule)));
  return rules.empty() ? "that of its expansion" : llvm::join(rules, ", ");
}

static void emitBuiltin(const Builtins &builtins, const Builtin &builtin, raw_ostream &os) {
  os << formatv("### kgen.{0}\n\n{1}.\n\n", builtin.mnemonic, builtin.doc());
  os << "| | |\n| --- | --- |\n| operands | ";
  interleaveComma(builtin.operands, os, [&](const Operand &o) { os << formatv("`{0}`: {1}", o.name, o.summary); });
  if (!builtin.string("relationText").empty())
    os << "; " << builtin.string("relationText");
  os << formatv(" |\n| Python, CUDA | {0}, {1} |\n| adjoints | {2} |\n", spelled(builtin, "python"),
                spelled(builtin, "cuda"), adjointText(builtins, builtin));
  if (const DagInit *rule = builtin.expansion())
    os << formatv("| expansion | `{0}` |\n", ruleText(builtins, builtin, rule));
  else if (builtin.isExpandable())
    os << formatv("| expansion | `{0}`{1} |\n", builtin.scalarBuiltin(),
                  builtin.lowering("Fold") ? " of all components, from the first on" : " of each component");
  os << "\n";
}

void emitDocs(const Builtins &builtins, raw_ostream &os) {
  os << "<!-- Written by kgen-tblgen from the builtins' records. Do not edit. -->\n# Builtins\n\n"
        "`g` is the adjoint of the result. A value of several types is listed once for each family of operand "
        "types.\n\n";
  MapVector<StringRef, std::vector<const Builtin *>> groups;
  for (const Builtin &builtin : builtins.all)
    groups[builtin.string("group")].push_back(&builtin);
  for (auto &[group, members] : groups) {
    os << "## " << group << "\n\n";
    for (const Builtin *builtin : members)
      emitBuiltin(builtins, *builtin, os);
  }
}

} // namespace kgen::tblgen
