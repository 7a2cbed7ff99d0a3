// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the dags of adjoint rules and expansions as formulas: for people, and in the C++ of kgen.cuh. A part that is
// used twice gets a name. Emits nothing that builds IR.

#include "Formula.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace kgen::tblgen {

static const Record *operatorOf(const DagInit *dag) { return cast<DefInit>(dag->getOperator())->getDef(); }

/// How tightly an operator binds. Operands of what is not listed are always in brackets.
static Formula::Precedence precedenceOf(StringRef symbol) {
  return StringSwitch<Formula::Precedence>(symbol)
      .Cases({"+", "-"}, Formula::Sum)
      .Cases({"*", "/", "@", "//", "%"}, Formula::Product)
      .Case("**", Formula::Power)
      .Default(Formula::Comparison);
}

Formula::Formula(const Builtins &builtins, const Builtin &builtin, const DagInit *dag, Language language)
    : builtins(builtins), builtin(builtin), language(language) {
  count(dag);
  value = write(dag, Choice);
}

/// Counts the uses of each part, the parts of a part once. What only stands for a type is not used.
void Formula::count(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  if (op->isSubClassOf("num") || op->getName() == "identity")
    return;
  if (++uses[dag->getAsString()] == 1)
    for (const Init *argument : dag->getArgs())
      if (const auto *nested = dyn_cast<DagInit>(argument))
        count(nested);
}

std::string Formula::write(const DagInit *dag, Precedence context) {
  std::string key = dag->getAsString();
  if (auto known = names.find(key); known != names.end())
    return known->second;
  const Record *op = operatorOf(dag);
  bool isShared = uses[key] > 1 && (op->isSubClassOf("op") || op->isSubClassOf("cast"));
  auto [text, precedence] = expression(dag);
  if (!isShared)
    return precedence < context ? "(" + text + ")" : text;
  std::string name = "v" + std::to_string(names.size());
  std::string type = cppType(dag);
  parts.push_back({type.empty() ? "auto" : type, name, text});
  return names[key] = name;
}

std::string Formula::argument(const DagInit *dag, unsigned i, Precedence context) {
  if (const auto *nested = dyn_cast<DagInit>(dag->getArg(i)))
    return write(nested, context);
  return dag->getArgNameStr(i).str();
}

std::string Formula::arguments(const DagInit *dag) {
  SmallVector<std::string> texts;
  for (unsigned i = 0; i < dag->getNumArgs(); ++i)
    texts.push_back(argument(dag, i, Choice));
  return llvm::join(texts, ", ");
}

/// The field of one of kgen.cuh's types that one index leads to, and its type.
static std::pair<std::string, std::string> component(StringRef type, int64_t index) {
  std::string number = "[" + std::to_string(index) + "]";
  if (type.starts_with("mat<"))
    return {".row" + number, "vec<" + type.split(", ").second.str()};
  if (type.starts_with("quaternion<"))
    return {("." + StringRef("xyzw").substr(index, 1)).str(), "T"};
  if (type.starts_with("transformation<"))
    return index == 0 ? std::pair(".p", "vec<3, T>") : std::pair(".q", "quaternion<T>");
  return {".c" + number, "T"};
}

static std::pair<std::string, std::string> components(std::string type, ArrayRef<int64_t> indices) {
  std::string text;
  for (int64_t index : indices) {
    auto [field, part] = component(type, index);
    text += field;
    type = part;
  }
  return {text, type};
}

Formula::Text Formula::expression(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  if (op->isSubClassOf("op"))
    return callBuiltin(dag, *builtins.byMnemonic.lookup(op->getValueAsString("name")));
  if (op->getName() == "same")
    return {argument(dag, 0, Primary), Primary};
  if (op->isSubClassOf("num") || op->getName() == "identity")
    return {literal(dag), Primary};
  if (op->isSubClassOf("cmp")) {
    StringRef symbol = StringSwitch<StringRef>(op->getValueAsString("name"))
                           .Case("eq", "==")
                           .Case("ne", "!=")
                           .Case("lt", "<")
                           .Case("le", "<=")
                           .Case("gt", ">")
                           .Default(">=");
    const auto *right_dag = dyn_cast<DagInit>(dag->getArg(1));
    bool isZero = right_dag && operatorOf(right_dag)->isSubClassOf("num") &&
                  operatorOf(right_dag)->getValueAsString("name") == "0";
    if (language == Language::Cpp && isZero &&
        symbol == "<") // compilers warn of this comparison where a type has no sign
      return {"is_negative(" + argument(dag, 0, Choice) + ")", Primary};
    std::string left = argument(dag, 0, Sum), right = argument(dag, 1, Sum);
    return {left + " " + symbol.str() + " " + right, Comparison};
  }
  if (op->isSubClassOf("component")) {
    std::string text = argument(dag, 0, Primary);
    if (language == Language::Cpp)
      return {text + components(cppTypeOfArgument(dag, 0), op->getValueAsListOfInts("indices")).first, Primary};
    for (int64_t index : op->getValueAsListOfInts("indices"))
      text += "[" + std::to_string(index) + "]";
    return {text, Primary};
  }
  return convert(dag);
}

/// `construct` and `cast`.
Formula::Text Formula::convert(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  if (language == Language::People)
    return {(op->isSubClassOf("cast") ? op->getValueAsString("type") : StringRef("")).str() + "(" + arguments(dag) +
                ")",
            Primary};
  std::string type = cppType(dag);
  if (type.empty())
    PrintFatalError(builtin.def->getLoc(), "builtin '" + builtin.mnemonic + "': no C++ type is known for '" +
                                               op->getValueAsString("type") + "'");
  std::string from = cppTypeOfArgument(dag, 0);
  bool fromInteger = from == "int" || from == "uint32_t" || from == "bool";
  bool toInteger = op->isSubClassOf("cast") && type != "float" && type != "bool" && type != "T";
  // A float that is out of range saturates (S-41), where C++ leaves it open.
  std::string callee = toInteger && !fromInteger ? "cast<" + type + ">" : type;
  return {callee + "(" + arguments(dag) + ")", Primary};
}

std::string Formula::literal(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  bool isIdentity = op->getName() == "identity";
  std::string number = isIdentity ? "I" : op->getValueAsString("name").str();
  if (language == Language::People)
    return number;
  std::string type = cppType(dag);
  if (type.empty())
    PrintFatalError(builtin.def->getLoc(),
                    "builtin '" + builtin.mnemonic + "': no C++ type is known for the literal " + number);
  if (isIdentity && StringRef(type).starts_with("quaternion<"))
    return type + "(T(0), T(0), T(0), T(1))";
  if (isIdentity)
    return "identity<" + type + ">()";
  bool isAggregate = StringRef(type).ends_with(">");
  if (isAggregate)
    return number == "0" ? type + "{}" : type + "(T(" + number + "))";
  return type + "(" + number + ")";
}

Formula::Text Formula::callBuiltin(const DagInit *dag, const Builtin &callee) {
  if (language == Language::Cpp && callee.mnemonic == "where") {
    std::string condition = argument(dag, 0, Comparison);
    std::string ifTrue = argument(dag, 1, Comparison), ifFalse = argument(dag, 2, Comparison);
    return {condition + " ? " + ifTrue + " : " + ifFalse, Choice};
  }
  const Record *spelling = callee.def->getValueAsDef(language == Language::Cpp ? "cuda" : "python");
  StringRef kind = spelling->getValueAsString("kind"), symbol = spelling->getValueAsString("text");
  if (kind == "Infix") {
    Precedence own = precedenceOf(symbol), right = static_cast<Precedence>(own + 1);
    std::string lhs = argument(dag, 0, own == Comparison || own == Power ? Primary : own);
    std::string rhs = argument(dag, 1, own == Comparison || own == Power ? Primary : right);
    return {lhs + " " + symbol.str() + " " + rhs, own};
  }
  if (kind == "Prefix")
    return {symbol.str() + argument(dag, 0, Unary), Unary};
  // People read the record's names, and kgen.cuh is inside the namespace.
  std::string name = language == Language::Cpp ? symbol.rsplit(':').second.str() : callee.mnemonic;
  return {name + "(" + arguments(dag) + ")", Primary};
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The TYPE of a part, over the types of the part's own arguments.
StringRef Formula::resultTypeOf(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  if (op->isSubClassOf("op"))
    return builtins.byMnemonic.lookup(op->getValueAsString("name"))->string("resultType");
  if (op->isSubClassOf("cmp"))
    return "bool";
  if (op->isSubClassOf("construct") || op->isSubClassOf("cast"))
    return op->getValueAsString("type");
  return "t0";
}

std::string Formula::cppTypeOfArgument(const DagInit *dag, unsigned i) {
  if (const auto *nested = dyn_cast<DagInit>(dag->getArg(i)))
    return cppType(nested);
  std::optional<unsigned> operand = builtin.operandIndex(dag->getArgNameStr(i));
  return operand ? builtin.operands[*operand].cppType : "";
}

std::string Formula::cppType(const DagInit *dag) {
  const Record *op = operatorOf(dag);
  if (op->isSubClassOf("component"))
    return components(cppTypeOfArgument(dag, 0), op->getValueAsListOfInts("indices")).second;
  bool ofOwnOperands = op->isSubClassOf("construct") || op->isSubClassOf("cast");
  return cppTypeOf(resultTypeOf(dag),
                   [&](unsigned i) { return ofOwnOperands ? builtin.operands[i].cppType : cppTypeOfArgument(dag, i); });
}

std::string Formula::cppTypeOf(StringRef type, function_ref<std::string(unsigned)> ofOperand) {
  if (const OwnScalar *own = lookupOwnScalar(type))
    return own->cpp.str();
  if (type.starts_with("elementType("))
    return "T";
  if (type == "outerType(t0, t0)") {
    std::string vector = ofOperand(0); // vec<N, T>
    StringRef length = StringRef(vector).substr(4).split(',').first;
    return ("mat<" + length + ", " + length + ", T>").str();
  }
  for (auto [maker, cpp] : {std::pair("vec3Of(", "vec<3, T>"),
                            {"vec4Of(", "vec<4, T>"},
                            {"vec6Of(", "vec<6, T>"},
                            {"mat33Of(", "mat<3, 3, T>"},
                            {"mat44Of(", "mat<4, 4, T>"},
                            {"mat66Of(", "mat<6, 6, T>"},
                            {"quatOf(", "quaternion<T>"},
                            {"transformOf(", "transformation<T>"}})
    if (type.starts_with(maker))
      return cpp;
  if (type.size() == 2)
    return ofOperand(type[1] - '0');
  return "";
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

std::string ruleText(const Builtins &builtins, const Builtin &builtin, const DagInit *dag) {
  Formula formula(builtins, builtin, dag, Formula::Language::People);
  std::string text = formula.value;
  for (auto [i, part] : enumerate(formula.parts))
    text += (i == 0 ? " where " : ", ") + part.name + " = " + part.text;
  return text;
}

} // namespace kgen::tblgen
