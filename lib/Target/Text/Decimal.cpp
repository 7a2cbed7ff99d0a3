// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floats as the shortest text that reads back as the same number.

#include "Language.h"

#include <charconv>

namespace kgen::text {

template <typename T> static std::string shortest(T value) {
  char buffer[64];
  std::to_chars_result end = std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific);
  return std::string(buffer, end.ptr);
}

std::string decimal(const llvm::APFloat &value) {
  llvm::APFloat converted = value;
  bool lossy = false;
  bool isDouble = &value.getSemantics() == &llvm::APFloat::IEEEdouble();
  converted.convert(isDouble ? llvm::APFloat::IEEEdouble() : llvm::APFloat::IEEEsingle(),
                    llvm::APFloat::rmNearestTiesToEven, &lossy);
  std::string text = isDouble ? shortest(converted.convertToDouble()) : shortest(converted.convertToFloat());
  llvm::StringRef rest = text;
  bool negative = rest.consume_front("-");
  auto [mantissa, exponentText] = rest.split('e');
  int exponent = 0;
  llvm::StringRef(exponentText).ltrim('+').getAsInteger(10, exponent);
  std::string digits;
  for (char c : mantissa)
    if (c != '.')
      digits.push_back(c);
  std::string result;
  if (exponent < -4 || exponent > 15) {
    std::string fraction = digits.size() > 1 ? digits.substr(1) : "0";
    result = digits.substr(0, 1) + "." + fraction + "e" + std::to_string(exponent);
  } else if (exponent < 0) {
    result = "0." + std::string(-exponent - 1, '0') + digits;
  } else {
    size_t whole = exponent + 1;
    if (digits.size() < whole)
      digits.append(whole - digits.size(), '0');
    std::string fraction = digits.size() > whole ? digits.substr(whole) : "0";
    result = digits.substr(0, whole) + "." + fraction;
  }
  return (negative ? "-" : "") + result;
}

} // namespace kgen::text
