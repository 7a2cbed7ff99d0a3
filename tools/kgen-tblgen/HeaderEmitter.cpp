// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of kgen.cuh that follow from the records: functions of C's library, and builtins that are made of others.

#include "Emitters.h"
#include "Formula.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace kgen::tblgen {

static bool isCalledInCpp(const Builtin &builtin) {
  return builtin.def->getValueAsDef("cuda")->getValueAsString("kind") == "Call";
}

/// The mark of a section, by which `--self-contained` finds the function.
static void emitMark(const Builtin &builtin, raw_ostream &os) { os << "// kgen: section " << builtin.mnemonic << "\n"; }

/// `/// Linear interpolation.`, of the summary.
static void emitComment(const Builtin &builtin, raw_ostream &os) {
  std::string text = builtin.string("summary").str();
  // A name of an operand stays as it is.
  if (!text.empty())
    text[0] = toUpper(text[0]);
  llvm::erase(text, '`');
  os << "/// " << text << ".\n";
}

static void emitLibm(const Builtin &builtin, raw_ostream &os) {
  StringRef stem = builtin.lowering("Libm")->getValueAsString("stem");
  emitMark(builtin, os);
  if (builtin.lowering("ExactLibm"))
    emitComment(builtin, os);
  for (StringRef type : {"float", "double"}) {
    SmallVector<std::string> parameters, names;
    for (const Operand &operand : builtin.operands) {
      parameters.push_back((type + " " + operand.name).str());
      names.push_back(operand.name);
    }
    os << formatv("KGEN_FN {0} {1}({2}) {{ return ::{3}{4}({5}); }\n", type, builtin.mnemonic,
                  llvm::join(parameters, ", "), stem, type == "float" ? "f" : "", llvm::join(names, ", "));
  }
  os << "\n";
}

namespace {
/// Writes the functions of expansions, each after those that it calls.
class ExpansionWriter {
public:
  ExpansionWriter(const Builtins &builtins, raw_ostream &os) : builtins(builtins), os(os) {}

  void write(const Builtin &builtin) {
    if (!builtin.expansion() || !written.insert(builtin.mnemonic).second)
      return;
    writeCallees(builtin.expansion());
    if (isCalledInCpp(builtin))
      writeFunction(builtin);
  }

private:
  void writeCallees(const DagInit *dag) {
    const Record *op = cast<DefInit>(dag->getOperator())->getDef();
    if (op->isSubClassOf("op"))
      write(*builtins.byMnemonic.lookup(op->getValueAsString("name")));
    for (const Init *argument : dag->getArgs())
      if (const auto *nested = dyn_cast<DagInit>(argument))
        writeCallees(nested);
  }

  /// `int N, typename T`: what the types of the operands leave open.
  std::string templateParameters(const Builtin &builtin) {
    std::string types;
    for (const Operand &operand : builtin.operands)
      types += operand.cppType + ";";
    SmallVector<StringRef> parameters;
    for (auto [letter, parameter] : {std::pair("N,", "int N"), {"R,", "int R"}, {"C,", "int C"}})
      if (StringRef(types).contains(letter))
        parameters.push_back(parameter);
    if (StringRef(types).contains("T"))
      parameters.push_back("typename T");
    return llvm::join(parameters, ", ");
  }

  void writeFunction(const Builtin &builtin) {
    SmallVector<std::string> parameters;
    for (const Operand &operand : builtin.operands) {
      if (operand.cppType.empty())
        PrintFatalError(builtin.def->getLoc(), "builtin '" + builtin.mnemonic + "': the type of '" + operand.name +
                                                   "' has no name in kgen.cuh");
      bool isAggregate = StringRef(operand.cppType).ends_with(">");
      parameters.push_back(isAggregate ? "const " + operand.cppType + "& " + operand.name
                                       : operand.cppType + " " + operand.name);
    }
    std::string result = Formula::cppTypeOf(builtin.string("resultType"),
                                            [&](unsigned i) { return builtin.operands[i].cppType; });
    Formula formula(builtins, builtin, builtin.expansion(), Formula::Language::Cpp);
    emitMark(builtin, os);
    emitComment(builtin, os);
    std::string open = templateParameters(builtin);
    std::string head = formatv("{0}KGEN_FN {1} {2}({3})", open.empty() ? "" : "template <" + open + "> ",
                               result.empty() ? "auto" : result, builtin.mnemonic, llvm::join(parameters, ", "));
    std::string line = formatv("{0} {{ return {1}; }", head, formula.value);
    if (formula.parts.empty() && line.size() <= 120) {
      os << line << "\n\n";
      return;
    }
    os << head << "\n{\n";
    for (const Formula::Part &part : formula.parts)
      os << "    const " << part.type << " " << part.name << " = " << part.text << ";\n";
    os << "    return " << formula.value << ";\n}\n\n";
  }

  const Builtins &builtins;
  raw_ostream &os;
  StringSet<> written;
};
} // namespace

void emitHeader(const Builtins &builtins, raw_ostream &os) {
  os << "//===--- BEGIN libm: by kgen-tblgen from the builtins' records ---===//\n\n";
  for (const Builtin &builtin : builtins.all)
    if (builtin.lowering("Libm"))
      emitLibm(builtin, os);
  os << "//===--- END libm ---===//\n";
  os << "//===--- BEGIN expansions: by kgen-tblgen from the builtins' records ---===//\n\n";
  ExpansionWriter writer(builtins, os);
  for (const Builtin &builtin : builtins.all)
    writer.write(builtin);
  os << "//===--- END expansions ---===//\n";
}

} // namespace kgen::tblgen
