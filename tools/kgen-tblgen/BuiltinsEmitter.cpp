// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C++ of the builtins: methods of their ops, adjoint rules, expansions, and the table of all.

#include "Emitters.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kgen::tblgen {
namespace {

/// Writes the functions and the info of one builtin.
class BuiltinEmitter {
public:
  BuiltinEmitter(const Builtins &builtins, const Builtin &builtin, raw_ostream &os)
      : builtins(builtins), builtin(builtin), name(builtin.className), os(os) {}

  void run() {
    os << "//===--- kgen." << builtin.mnemonic << " ---===//\n\n";
    emitTypeRules();
    emitAdjoints();
    emitExpansion();
    emitInfo();
    emitMethods();
  }

private:
  void emitTypes() {
    for (unsigned i = 0; i < builtin.operands.size(); ++i)
      os << formatv("  [[maybe_unused]] Type t{0} = types[{0}];\n", i);
  }

  void emitTypeRules() {
    os << formatv("static bool accepts{0}(TypeRange types) {{\n  if (types.size() != {1})\n    return false;\n", name,
                  builtin.operands.size());
    emitTypes();
    os << "  return ";
    for (unsigned i = 0; i < builtin.operands.size(); ++i)
      os << formatv("{0}(t{1}) && ", builtin.operands[i].predicate, i);
    os << "(" << builtin.string("relation") << ");\n}\n\n";
    os << formatv("static Type resultTypeOf{0}(TypeRange types) {{\n", name);
    emitTypes();
    if (lookupOwnScalar(builtin.string("resultType")))
      os << "  Builder b(types.front().getContext());\n";
    os << formatv("  return {0};\n}\n\n", typeCode(builtin.string("resultType")));
  }

  void emitAdjoints() {
    if (builtin.adjoints().empty())
      return;
    os << formatv("static uint32_t adjointReadsOf{0}(unsigned i) {{\n  static const uint32_t reads[] = {{", name);
    for (const DagInit *rule : builtin.adjoints())
      os << formatv("{0:x}u, ", ruleReads(builtin, rule));
    os << "};\n  return reads[i];\n}\n\n";
    os << formatv("static Value buildAdjointOf{0}([[maybe_unused]] OpBuilder &b, [[maybe_unused]] Location loc, "
                  "unsigned i, [[maybe_unused]] TypeRange types, [[maybe_unused]] ValueRange operands, "
                  "[[maybe_unused]] Value result, [[maybe_unused]] Value g) {{\n",
                  name);
    emitTypes();
    os << "  switch (i) {\n";
    unsigned i = 0;
    for (const DagInit *rule : builtin.adjoints()) {
      os << formatv("  case {0}: {{ // {1}\n", i++, ruleText(builtins, builtin, rule));
      std::string value = isZeroRule(rule) ? "nullptr" : emitRule(builtins, builtin, rule, os);
      os << formatv("    return {0};\n  }\n", value);
    }
    os << "  }\n  return nullptr;\n}\n\n";
  }

  /// The call of the C++ that expands a builtin by another one of its components.
  std::string expansionByComponents() {
    const Builtin *scalar = builtins.byMnemonic.lookup(builtin.scalarBuiltin());
    std::string info = scalar->className + "::getBuiltinInfo()";
    if (builtin.lowering("Fold"))
      return "expandFold(b, loc, operands.front(), " + info + ")";
    return "expandByComponent(b, loc, cast<VecType>(t0), operands, " + info + ")";
  }

  void emitExpansion() {
    if (!builtin.isExpandable())
      return;
    os << formatv("static Value expand{0}(OpBuilder &b, Location loc, [[maybe_unused]] TypeRange types, "
                  "ValueRange operands) {{\n",
                  name);
    emitTypes();
    const DagInit *rule = builtin.expansion();
    if (!rule) {
      os << formatv("  return {0};\n}\n\n", expansionByComponents());
      return;
    }
    os << formatv("  {{ // {0}\n", ruleText(builtins, builtin, rule));
    std::string value = emitRule(builtins, builtin, rule, os);
    os << formatv("    return {0};\n  }\n}\n\n", value);
  }

  std::string spelling(StringRef field) {
    const Record *def = builtin.def->getValueAsDef(field);
    return formatv("{{Spelling::{0}, \"{1}\"}", def->getValueAsString("kind"), def->getValueAsString("text"));
  }

  /// What the interpreter's tables are held against: `{0, {}}`, the scalar of operand 0.
  std::string resultScalar() {
    StringRef type = builtin.string("resultType");
    if (const OwnScalar *own = lookupOwnScalar(type))
      return ("{std::nullopt, ResultScalar::" + own->enumerator + "}").str();
    return "{" + std::to_string(*operandOfType(type)) + "u, {}}";
  }

  void emitInfo() {
    os << formatv("static const BuiltinOperand operandsOf{0}[] = {{\n", name);
    for (const Operand &operand : builtin.operands)
      os << formatv("    {{\"{0}\", \"{1}\", {2}, \"{3}\"},\n", operand.name, operand.keyword, operand.predicate,
                    operand.summary);
    os << formatv("};\nstatic const Domain domainsOf{0}[] = {{", name);
    for (const Record *domain : builtin.def->getValueAsListOfDefs("domains"))
      os << formatv("{{{0}, {1}, {2}, {3}}, ", domain->getValueAsString("low"), domain->getValueAsString("high"),
                    domain->getValueAsString("away"), domain->getValueAsBit("onBothSides") ? "true" : "false");
    bool rules = !builtin.adjoints().empty(), expansion = builtin.isExpandable();
    os << formatv(
        "};\nstatic const BuiltinInfo infoOf{0} = {{\n    \"kgen.{1}\", \"{2}\", \"{3}\",\n    {4}, {5}, {6}, {7},\n",
        name, builtin.mnemonic, builtin.string("group"), builtin.string("relationText"), spelling("python"),
        spelling("cuda"), spelling("drawn"), builtin.def->getValueAsInt("advances"));
    os << formatv("    {0}, operandsOf{1}, domainsOf{1},\n    /*differentiable=*/{2}, /*expandable=*/{3}, "
                  "/*hasAdjointRules=*/{4},\n",
                  builtin.operands.size(), name, builtin.differentiable ? "true" : "false",
                  expansion ? "true" : "false", rules ? "true" : "false");
    os << "    " << resultScalar() << ",\n";
    os << formatv("    accepts{0}, resultTypeOf{0}, {1}, {2}, {3}};\n\n", name,
                  rules ? "adjointReadsOf" + name : "nullptr", rules ? "buildAdjointOf" + name : "nullptr",
                  expansion ? "expand" + name : "nullptr");
  }

  void emitMethods() {
    os << formatv(
        "const BuiltinInfo &{0}::getBuiltinInfo() {{ return infoOf{0}; }\n"
        "LogicalResult {0}::verify() {{ return verifyBuiltin(*this, infoOf{0}); }\n"
        "LogicalResult {0}::inferReturnTypes(MLIRContext *, std::optional<Location> loc, ValueRange operands, "
        "DictionaryAttr, OpaqueProperties, RegionRange, SmallVectorImpl<Type> &results) {{\n"
        "  return inferBuiltin(infoOf{0}, loc, operands.getTypes(), results);\n}\n"
        "ParseResult {0}::parse(OpAsmParser &parser, OperationState &state) {{ return parseBuiltin(parser, state, "
        "infoOf{0}); }\n"
        "void {0}::print(OpAsmPrinter &printer) {{ printBuiltin(printer, *this); }\n\n",
        name);
  }

  const Builtins &builtins;
  const Builtin &builtin;
  StringRef name;
  raw_ostream &os;
};

} // namespace

void emitBuiltins(const Builtins &builtins, raw_ostream &os) {
  os << "// Written by kgen-tblgen from the builtins' records. Do not edit.\n\n";
  for (const Builtin &builtin : builtins.all)
    BuiltinEmitter(builtins, builtin, os).run();
  os << "static const BuiltinInfo *const builtinTable[] = {\n";
  for (const Builtin &builtin : builtins.all)
    os << "    &infoOf" << builtin.className << ",\n";
  os << "};\n";
}

} // namespace kgen::tblgen
