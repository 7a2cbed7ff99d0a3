// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Output and expectations of kernels: the formats of printf, the operands of expectations.

#include "kgen/IR/Kgen.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kgen;

/// Takes `%5.2f` from the front of `rest`, which begins with its `%`; false, and `error`, if it is no conversion.
static bool takeConversion(StringRef &rest, FormatPart &part, std::string &error) {
  StringRef all = rest;
  rest = rest.drop_front();
  size_t modifiers = std::min(rest.find_first_not_of("-+ #0123456789."), rest.size());
  part.modifiers = rest.take_front(modifiers).str();
  rest = rest.drop_front(modifiers);
  rest = rest.drop_while([](char c) { return StringRef("hljztL").contains(c); });
  if (rest.empty() || !StringRef("diuxXocefgaEFGA").contains(rest.front())) {
    error =
        ("expected a conversion of an integer or float but got '" + all.take_front(all.size() - rest.size() + 1) + "'")
            .str();
    return false;
  }
  size_t digits = llvm::count_if(part.modifiers, [](char c) { return llvm::isDigit(c); });
  if (digits > 4 || StringRef(part.modifiers).count('.') > 1) {
    error = "expected a width and a precision of two digits at most but got '" + part.modifiers + "'";
    return false;
  }
  part.conversion = rest.front();
  rest = rest.drop_front();
  return true;
}

std::optional<SmallVector<FormatPart>> kgen::splitFormat(StringRef format, std::string &error) {
  SmallVector<FormatPart> parts(1);
  while (!format.empty()) {
    size_t percent = std::min(format.find('%'), format.size());
    parts.back().text += format.take_front(percent);
    format = format.drop_front(percent);
    if (format.consume_front("%%")) {
      parts.back().text += "%";
      continue;
    }
    if (format.empty())
      break;
    if (!takeConversion(format, parts.back(), error))
      return std::nullopt;
    parts.emplace_back();
  }
  if (parts.back().text.empty())
    parts.pop_back();
  return parts;
}

LogicalResult ExpectOp::verify() {
  Type type = getLhs().getType();
  if (isStruct(type))
    return emitOpError("expected scalars, vectors, matrices, quaternions or transforms but got ") << type;
  bool isNear = getExpectation() == Expectation::near;
  if (isNear && !isFloatArith(type))
    return emitOpError("expected floats for 'near' but got ") << type;
  if (getTolerance() && !isNear)
    return emitOpError("expected no tolerance for '") << stringifyExpectation(getExpectation()) << "'";
  if (getTolerance() && getTolerance().getType() != elementType(type))
    return emitOpError("expected a tolerance of type ") << elementType(type) << " but got " << getTolerance().getType();
  return success();
}

LogicalResult PrintfOp::verify() {
  std::string error;
  std::optional<SmallVector<FormatPart>> parts = splitFormat(getFormat(), error);
  if (!parts)
    return emitOpError(error);
  SmallVector<FormatPart> conversions;
  llvm::copy_if(*parts, std::back_inserter(conversions), [](const FormatPart &part) { return part.conversion; });
  if (conversions.size() != getArguments().size())
    return emitOpError("expected ") << conversions.size() << " arguments for the format but got "
                                    << getArguments().size();
  for (auto [part, type] : llvm::zip_equal(conversions, getArguments().getTypes()))
    if (part.isInteger() == isFloat(type))
      return emitOpError("expected ") << (part.isInteger() ? "an integer or bool" : "a float") << " for '%"
                                      << part.modifiers << std::string(1, part.conversion) << "' but got " << type;
  return success();
}
