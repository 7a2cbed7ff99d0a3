// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of kgen.cuh that follow from the records: functions of C's library, and builtins that are made of others.

#include "Emitters.h"
#include "Formula.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kgen::tblgen {

/// Whether its function can be written from the record: C++ calls it, and the types of the operands have names there.
static bool isWritable(const Builtin &builtin) {
  return !builtin.cppFunction().empty() &&
         llvm::none_of(builtin.operands, [](const Operand &o) { return o.cppType.empty(); });
}

/// The mark of a section, by which `--self-contained` finds the function.
static void emitMark(StringRef function, raw_ostream &os) { os << "// kgen: section " << function << "\n"; }

/// `/// Linear interpolation.`, of the summary.
static void emitComment(const Builtin &builtin, raw_ostream &os) {
  std::string text = builtin.string("summary").str();
  // A name of an operand stays as it is.
  if (!text.empty())
    text[0] = toUpper(text[0]);
  llvm::erase(text, '`');
  os << "/// " << text << ".\n";
}

/// What a function of C's library is given for an operand. `asin` and `acos` clamp it, and take NaN for -1 (S-34).
static std::string libmArgument(StringRef stem, StringRef name, StringRef suffix) {
  if (stem != "asin" && stem != "acos")
    return name.str();
  return formatv("{0} > -1.0{1} ? ({0} < 1.0{1} ? {0} : 1.0{1}) : -1.0{1}", name, suffix);
}

static void emitLibm(const Builtin &builtin, raw_ostream &os) {
  StringRef stem = builtin.lowering("Libm")->getValueAsString("stem");
  emitMark(builtin.mnemonic, os);
  if (builtin.lowering("ExactLibm"))
    emitComment(builtin, os);
  for (StringRef type : {"float", "double"}) {
    StringRef suffix = type == "float" ? "f" : "";
    SmallVector<std::string> parameters, names;
    for (const Operand &operand : builtin.operands) {
      parameters.push_back((type + " " + operand.name).str());
      names.push_back(libmArgument(stem, operand.name, suffix));
    }
    os << formatv("KGEN_FN {0} {1}({2}) {{ return ::{3}{4}({5}); }\n", type, builtin.mnemonic,
                  llvm::join(parameters, ", "), stem, suffix, llvm::join(names, ", "));
  }
  os << "\n";
}

namespace {
/// Writes the functions of expansions, each after those that it calls.
class ExpansionWriter {
public:
  ExpansionWriter(const Builtins &builtins, raw_ostream &os) : builtins(builtins), os(os) {}

  void write(const Builtin &builtin) {
    if (!builtin.isExpandable() || !written.insert(builtin.mnemonic).second)
      return;
    if (builtin.expansion())
      writeCallees(builtin.expansion());
    else
      write(*builtins.byMnemonic.lookup(builtin.scalarBuiltin()));
    if (!isWritable(builtin))
      return;
    writeFunction(builtin);
    if (builtin.def->getValueAsInt("advances"))
      writeDrawing(builtin);
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

  std::string resultType(const Builtin &builtin) {
    return Formula::cppTypeOf(builtin.string("resultType"), [&](unsigned i) { return builtin.operands[i].cppType; });
  }

  /// `KGEN_FN T name(T a, const vec<N, T>& b)`, with its template parameters.
  std::string head(const Builtin &builtin, StringRef name, ArrayRef<std::string> parameters) {
    std::string open = templateParameters(builtin), result = resultType(builtin);
    return formatv("{0}KGEN_FN {1} {2}({3})", open.empty() ? "" : "template <" + open + "> ",
                   result.empty() ? "auto" : result, name, llvm::join(parameters, ", "));
  }

  static SmallVector<std::string> parametersOf(const Builtin &builtin) {
    SmallVector<std::string> parameters;
    for (const Operand &operand : builtin.operands) {
      bool isAggregate = StringRef(operand.cppType).ends_with(">");
      parameters.push_back(isAggregate ? "const " + operand.cppType + "& " + operand.name
                                       : operand.cppType + " " + operand.name);
    }
    return parameters;
  }

  void writeFunction(const Builtin &builtin) {
    emitMark(builtin.cppFunction(), os);
    emitComment(builtin, os);
    std::string start = head(builtin, builtin.cppFunction(), parametersOf(builtin));
    if (!builtin.expansion())
      return writeOverComponents(builtin, start);
    Formula formula(builtins, builtin, builtin.expansion(), Formula::Language::Cpp);
    std::string line = formatv("{0} {{ return {1}; }", start, formula.value);
    if (formula.parts.empty() && line.size() <= 120) {
      os << line << "\n\n";
      return;
    }
    os << start << "\n{\n";
    for (const Formula::Part &part : formula.parts)
      os << "    const " << part.type << " " << part.name << " = " << part.text << ";\n";
    os << "    return " << formula.value << ";\n}\n\n";
  }

  /// A loop over the components of vectors.
  void writeOverComponents(const Builtin &builtin, StringRef start) {
    StringRef callee = builtins.byMnemonic.lookup(builtin.scalarBuiltin())->cppFunction();
    SmallVector<std::string> components;
    for (const Operand &operand : builtin.operands)
      components.push_back(StringRef(operand.cppType).ends_with(">") ? operand.name + ".c[i]" : operand.name);
    os << start << "\n{\n";
    if (builtin.lowering("Fold"))
      os << formatv(
          "    T result = {0}.c[0];\n    for (int i = 1; i < N; ++i) {{\n        result = {1}({0}.c[i], result);\n",
          builtin.operands[0].name, callee);
    else
      os << formatv("    {0} result;\n    for (int i = 0; i < N; ++i) {{\n        result.c[i] = {1}({2});\n",
                    resultType(builtin), callee, llvm::join(components, ", "));
    os << "    }\n    return result;\n}\n\n";
  }

  /// The function that an author calls: of a random number at a state, which it advances.
  void writeDrawing(const Builtin &builtin) {
    StringRef name = builtin.def->getValueAsDef("drawn")->getValueAsString("text").rsplit('.').second;
    SmallVector<std::string> parameters = parametersOf(builtin), operands;
    parameters[0] = "uint32_t& " + builtin.operands[0].name;
    for (const Operand &operand : builtin.operands)
      operands.push_back(operand.name);
    std::string next = builtin.operands[0].name;
    for (int64_t i = 0; i < builtin.def->getValueAsInt("advances"); ++i)
      next = "rand_pcg(" + next + ")";
    emitMark(name, os);
    os << head(builtin, name, parameters) << "\n{\n";
    os << formatv("    const {0} result = {1}({2});\n    {3} = {4};\n    return result;\n}\n\n", resultType(builtin),
                  builtin.cppFunction(), llvm::join(operands, ", "), builtin.operands[0].name, next);
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
