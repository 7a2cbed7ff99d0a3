// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes the spelling of a call apart.

#include "kgen/IR/CallSpelling.h"

using namespace mlir;
using namespace kgen;

/// The part that stands in braces.
static std::optional<CallSpelling::Part> readPlace(StringRef place, unsigned numOperands, unsigned numConstants) {
  CallSpelling::Part part{CallSpelling::Part::Operand, place};
  if (place.consume_front("@")) {
    part = {CallSpelling::Part::Function, place};
    return place.empty() ? std::nullopt : std::optional(part);
  }
  bool isConstant = place.consume_front("#");
  part.kind = isConstant ? CallSpelling::Part::Constant : CallSpelling::Part::Operand;
  if (place.getAsInteger(10, part.number) || part.number >= (isConstant ? numConstants : numOperands))
    return std::nullopt;
  return part;
}

std::optional<CallSpelling> CallSpelling::read(Attribute attribute, unsigned numOperands) {
  auto all = dyn_cast<ArrayAttr>(attribute);
  auto text = all && !all.empty() ? dyn_cast<StringAttr>(all[0]) : StringAttr();
  if (!text)
    return std::nullopt;
  CallSpelling spelling;
  for (Attribute behind : all.getValue().drop_front()) {
    auto named = dyn_cast<ArrayAttr>(behind);
    if (named && named.size() != 2)
      return std::nullopt;
    Constant constant{dyn_cast<TypedAttr>(named ? named[0] : behind),
                      named ? dyn_cast<StringAttr>(named[1]) : StringAttr()};
    bool isNumber = isa_and_present<IntegerAttr, FloatAttr>(constant.value);
    if (!isNumber || (named && !constant.name))
      return std::nullopt;
    spelling.constants.push_back(constant);
  }
  StringRef rest = text.getValue();
  while (!rest.empty()) {
    size_t open = rest.find('{');
    if (open != 0)
      spelling.parts.push_back({Part::Text, rest.take_front(open)});
    if (open == StringRef::npos)
      break;
    size_t close = rest.find('}', open);
    if (close == StringRef::npos)
      return std::nullopt;
    std::optional<Part> place = readPlace(rest.slice(open + 1, close), numOperands, spelling.constants.size());
    if (!place)
      return std::nullopt;
    spelling.parts.push_back(*place);
    rest = rest.drop_front(close + 1);
  }
  spelling.isOperator = spelling.parts.size() == 1 && !text.getValue().contains('(');
  if (spelling.parts.empty() || (spelling.isOperator && numOperands != 2))
    return std::nullopt;
  return spelling;
}
