// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the records of Warp's functions, refuses those that contradict themselves, and writes the table, the list of
// expansions and the reference page.

#include "WarpFunctions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace kgen::tblgen {

using Records = ArrayRef<const Record *>;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool isOf(const Record *parameter, StringRef kind) { return parameter->getValueAsString("kind") == kind; }

static StringRef nameOf(const Record *parameter) { return parameter->getValueAsString("name"); }

static bool isSet(const Record *function, StringRef field) { return !isa<UnsetInit>(function->getValueInit(field)); }

static const Record *implementationOf(const Record *function, StringRef className) {
  const Record *found = isSet(function, "implementation") ? function->getValueAsDef("implementation") : nullptr;
  return found && found->isSubClassOf(className) ? found : nullptr;
}

static std::vector<const Record *> parametersOf(const Record *function, StringRef field = "parameters") {
  return function->getValueAsListOfDefs(field);
}

/// What is wrong with a list of parameters; "" if nothing is.
static std::string problemOfParameters(Records parameters) {
  StringSet<> names;
  bool isOptional = false, isListed = false;
  for (const Record *parameter : parameters) {
    SmallVector<StringRef> all;
    nameOf(parameter).split(all, ' ');
    for (StringRef name : all)
      if (!names.insert(name).second)
        return ("expected one parameter '" + name + "' but got two").str();
    bool isList = isOf(parameter, "Indices") || isOf(parameter, "Values");
    if (isList && (isListed || isOptional))
      return ("expected the list '" + nameOf(parameter) + "' before what may be left out, and no other").str();
    isListed |= isList;
    bool mayBeAbsent = !parameter->getValueAsString("otherwise").empty();
    if (isOptional && !mayBeAbsent)
      return ("expected a value for '" + nameOf(parameter) + "' behind a parameter that may be left out").str();
    isOptional |= mayBeAbsent;
  }
  return "";
}

static std::string problemOf(const Record *function) {
  if (!isSet(function, "doc"))
    return "expected a 'doc'";
  if (!isSet(function, "implementation"))
    return "expected an 'implementation'";
  std::vector<const Record *> parameters = parametersOf(function);
  for (StringRef field : {"parameters", "otherParameters"})
    if (std::string problem = problemOfParameters(parametersOf(function, field)); !problem.empty())
      return problem;
  for (StringRef changed : function->getValueAsListOfStrings("changes"))
    if (none_of(parameters, [&](const Record *each) { return nameOf(each) == changed && isOf(each, "Tile"); }))
      return ("expected a tile among the parameters that it changes but got '" + changed + "'").str();
  StringRef access = function->getValueAsString("access");
  if (!is_contained({"None", "Read", "Write", "Add"}, access))
    return ("expected 'access' to be None, Read, Write or Add but got '" + access + "'").str();
  bool hasArray = any_of(parameters, [](const Record *each) { return isOf(each, "Array"); });
  if (hasArray != (access != "None"))
    return hasArray ? "expected an 'access' to its array" : "expected an array for its 'access'";
  return "";
}

std::optional<std::vector<const Record *>> readWarpFunctions(const RecordKeeper &records) {
  std::vector<const Record *> functions = records.getAllDerivedDefinitions("WarpFunction");
  sort(functions, [](const Record *a, const Record *b) { return a->getName() < b->getName(); });
  bool isSound = true;
  for (const Record *function : functions)
    if (std::string problem = problemOf(function); !problem.empty()) {
      PrintError(function, "function '" + function->getName() + "': " + problem);
      isSound = false;
    }
  return isSound ? std::optional(functions) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

/// `{{WarpParameter::Tile, "t", "", "", false, false}, ...}`, as an array of this name; "{}" if there are none.
static std::string defineParameters(const Record *function, StringRef field, StringRef prefix, raw_ostream &os) {
  std::vector<const Record *> parameters = parametersOf(function, field);
  if (parameters.empty())
    return "{}";
  std::vector<StringRef> changes = function->getValueAsListOfStrings("changes");
  std::string array = (prefix + function->getName()).str();
  os << "static constexpr WarpParameter " << array << "[] = {\n";
  for (const Record *parameter : parameters)
    os << formatv("    {{WarpParameter::{0}, \"{1}\", R\"({2})\", \"{3}\", {4}, {5}},\n",
                  parameter->getValueAsString("kind"), nameOf(parameter), parameter->getValueAsString("otherwise"),
                  join(parameter->getValueAsListOfStrings("words"), " "), parameter->getValueAsBit("takesInteger"),
                  is_contained(changes, nameOf(parameter)));
  os << "};\n";
  return array;
}

static void banner(raw_ostream &os) { os << "// Written by kgen-tblgen from WarpFunctions.td. Do not edit.\n\n"; }

void emitWarpFunctions(Records functions, raw_ostream &os) {
  banner(os);
  std::string rows;
  for (const Record *function : functions) {
    std::string first = defineParameters(function, "parameters", "of_", os);
    std::string second = defineParameters(function, "otherParameters", "otherOf_", os);
    const Record *missing = implementationOf(function, "OnlyInWarp");
    const Record *collective = implementationOf(function, "Collective");
    rows +=
        formatv("    {{\"{0}\", {1}, {2}, WarpFunction::{3}, \"{4}\", \"{5}\"},\n", function->getName(), first, second,
                function->getValueAsString("access"), collective ? collective->getValueAsString("operation") : "",
                missing ? missing->getValueAsString("reason") : "");
  }
  os << "\nstatic constexpr WarpFunction table[] = {\n" << rows << "};\n";
}

void emitExpansions(Records functions, raw_ostream &os) {
  banner(os);
  for (const Record *function : functions)
    if (const Record *expansion = implementationOf(function, "Expansion"))
      os << formatv("KGEN_EXPANSION(\"{0}\", {1}, \"{2}\")\n", function->getName(),
                    expansion->getValueAsString("writer"), expansion->getValueAsString("operation"));
}

//===----------------------------------------------------------------------===//
// The reference page
//===----------------------------------------------------------------------===//

/// `wp.tile_sum(a, axis=None)`; a list of indices is `i, [j, k, l]`, one of values `*args`.
static std::string signatureOf(const Record *function, Records parameters) {
  std::string text;
  raw_string_ostream os(text);
  os << "wp." << function->getName() << "(";
  interleaveComma(parameters, os, [&](const Record *parameter) {
    StringRef name = nameOf(parameter), otherwise = parameter->getValueAsString("otherwise");
    if (isOf(parameter, "Indices")) {
      auto [first, rest] = name.split(' ');
      std::string others = rest.str();
      for (size_t at = 0; (at = others.find(' ', at)) != std::string::npos; at += 2)
        others.replace(at, 1, ", ");
      os << first << ", [" << others << "]";
      return;
    }
    os << (isOf(parameter, "Values") ? "*" : "") << name;
    if (!otherwise.empty())
      os << "=" << otherwise;
  });
  return text + ")";
}

static void emitFunction(const Record *function, raw_ostream &os) {
  os << "### " << function->getName() << "\n\n`" << signatureOf(function, parametersOf(function)) << "`";
  if (std::vector<const Record *> others = parametersOf(function, "otherParameters"); !others.empty())
    os << " or `" << signatureOf(function, others) << "`";
  os << "\n\n" << function->getValueAsString("doc") << ".";
  if (std::vector<StringRef> changes = function->getValueAsListOfStrings("changes"); !changes.empty())
    os << " It changes `" << join(changes, "` and `") << "` in place.";
  if (const Record *missing = implementationOf(function, "OnlyInWarp"))
    os << " Only Warp has it, " << missing->getValueAsString("reason") << ".";
  os << "\n\n";
}

void emitWarpFunctionDocs(Records functions, raw_ostream &os) {
  os << "<!-- Written by kgen-tblgen from WarpFunctions.td. Do not edit. -->\n# Warp's functions of tiles\n\n"
        "Names, parameters and defaults are Warp's. A shape, an axis, a dtype, a word and `bounds_check` are "
        "constants. "
        "The [note on tiles](../rationale/tiles.md) says how kgen has them.\n\n";
  for (const Record *function : functions)
    emitFunction(function, os);
}

} // namespace kgen::tblgen
