// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the author wrote a call of one of Warp's functions of tiles, for texts in Warp.

#include "Constructors.h"
#include "PyTypes.h"
#include "TileCall.h"
#include "Tiles.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mlir;

namespace kgen::importer {

/// Writes an argument of a call: operands, constants and functions of the author's as places, the rest as it stands.
void TileCall::spell(PyNode argument, Constants &constants, std::string &text) const {
  if (!argument)
    return;
  for (auto [i, place] : enumerate(places))
    if (place.first == argument) {
      text += "{" + std::to_string(i) + "}";
      return;
    }
  for (const auto &[place, spelling] : texts)
    if (place == argument) {
      text += spelling;
      return;
    }
  if (argument.is("Tuple")) {
    PyNodes elements = argument.list("elts");
    text += "(";
    spellAll(elements, constants, text);
    text += elements.size() == 1 ? ",)" : ")";
  } else if (argument.is("Slice")) {
    spell(argument.child("lower"), constants, text);
    text += ":";
    spell(argument.child("upper"), constants, text);
    text += argument.child("step") ? ":" : "";
    spell(argument.child("step"), constants, text);
  } else if (argument.is("Call") && Program::dotted(argument.child("func")) == "slice") {
    text += "slice(";
    spellAll(argument.list("args"), constants, text);
    text += ")";
  } else if (argument.is("Attribute") && argument.text("attr") == "shape" && tiles.mayBeTile(argument.child("value"))) {
    text += describeExtents(tiles.extentsOfTile(argument.child("value")));
  } else if (argument.is("Constant") && argument.text("kind") == "none") {
    text += "None";
  } else {
    spellConstant(argument, constants, text);
  }
}

/// A type, a word, a flag or a number.
void TileCall::spellConstant(PyNode argument, Constants &constants, std::string &text) const {
  Type named = readValueType(argument, program);
  if (Type type = named || program.constant(argument) ? named : constructors.readType(argument)) {
    // As the author writes it, where it is Warp's name; that of an argument, `a.dtype`, is printed as what it is here.
    std::string dotted = named ? Program::dotted(argument) : "";
    text += StringRef(dotted).starts_with("wp.") ? dotted : writtenName(type);
    return;
  }
  if (argument.is("Constant") && argument.text("kind") == "str") {
    text += "\"" + argument.text("value").str() + "\"";
    return;
  }
  std::optional<Literal> literal = literalOf(argument);
  std::optional<int64_t> integer = literal ? std::nullopt : localInteger(argument);
  if (integer) {
    literal.emplace();
    literal->integer = APInt(128, *integer, /*isSigned=*/true);
  }
  if (!literal)
    return;
  if (literal->kind == Literal::Bool) {
    text += literal->integer.isZero() ? "False" : "True";
    return;
  }
  if (literal->kind == Literal::Int && !literal->type && literal->symbol.empty()) {
    text += toString(literal->integer, 10, /*Signed=*/true);
    return;
  }
  TypedAttr value = convertLiteral(*literal, literal->naturalType(program.getContext()), /*wrap=*/true);
  text += "{#" + std::to_string(constants.size()) + "}";
  constants.push_back(literal->symbol.empty() ? Attribute(value)
                                              : builder.getArrayAttr({value, builder.getStringAttr(literal->symbol)}));
}

void TileCall::spellAll(ArrayRef<PyNode> nodes, Constants &constants, std::string &text) const {
  for (auto [i, argument] : enumerate(nodes)) {
    text += i ? ", " : "";
    spell(argument, constants, text);
  }
}

ArrayAttr TileCall::spell() const {
  PyNode function = node.child("func");
  std::string text;
  SmallVector<Attribute> constants;
  if (node.is("Subscript")) {
    PyNode slice = node.child("slice");
    spell(node.child("value"), constants, text);
    text += "[";
    spellAll(slice.is("Tuple") ? slice.list("elts") : PyNodes{slice}, constants, text);
    text += "]" + assigned;
  } else if (!function) { // an operator
    text = texts.front().second;
  } else {
    text = Program::dotted(function) + "(";
    spellAll(node.list("args"), constants, text);
    for (PyNode keyword : node.list("keywords")) {
      text += (StringRef(text).ends_with("(") ? "" : ", ") + keyword.text("arg").str() + "=";
      spell(keyword.child("value"), constants, text);
    }
    text += ")";
  }
  constants.insert(constants.begin(), builder.getStringAttr(text));
  return builder.getArrayAttr(constants);
}

} // namespace kgen::importer
