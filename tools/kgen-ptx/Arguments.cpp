// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words of --args become a case by way of its JSON, which refuses the same faults as for a case.

#include "Arguments.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace kgen;
using llvm::StringRef;

/// More elements than anybody writes on a command line.
static constexpr int64_t maxElements = int64_t(1) << 26;

namespace {
struct Word {
  StringRef type;
  bool isArray = false;
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<StringRef> values;
  int64_t count() const {
    int64_t product = 1;
    for (int64_t extent : shape)
      product *= extent;
    return product;
  }
};
} // namespace

/// `float32[8,8]=1.5`.
static std::optional<Word> readWord(StringRef text) {
  Word word;
  auto [declared, values] = text.split('=');
  if (text.contains('='))
    values.split(word.values, ',');
  auto [type, extents] = declared.split('[');
  word.type = type;
  word.isArray = declared.contains('[');
  if (!word.isArray)
    return word.values.size() == 1 ? std::optional(word) : std::nullopt;
  if (!extents.consume_back("]"))
    return std::nullopt;
  llvm::SmallVector<StringRef> parts;
  extents.split(parts, ',');
  for (StringRef part : parts) {
    int64_t extent = 0;
    if (part.getAsInteger(10, extent) || extent < 1 || extent > maxElements || word.count() * extent > maxElements)
      return std::nullopt;
    word.shape.push_back(extent);
  }
  return word;
}

/// A number in the syntax of JSON; none if it is no number.
static std::optional<std::string> readNumber(StringRef text, bool isFloat) {
  double number = 0;
  if (text.getAsDouble(number) || (!isFloat && text.find_first_not_of("+-0123456789") != StringRef::npos))
    return std::nullopt;
  text.consume_front("+");
  return text.str();
}

/// The numbers of an argument, as a list if it is an array.
static std::string formatValues(const Word &word, const ElementType &type, std::string &error) {
  size_t count = word.count() * type.numComponents();
  std::vector<std::string> numbers;
  for (StringRef value : word.values)
    if (std::optional<std::string> number = readNumber(value, type.isFloat()))
      numbers.push_back(*number);
    else
      error = "expected a number but got '" + value.str() + "'";
  if (numbers.empty())
    numbers.push_back("0");
  if (numbers.size() == 1)
    numbers.resize(count, numbers[0]);
  if (error.empty() && numbers.size() != count)
    error = "expected 1 or " + std::to_string(count) + " numbers for '" + word.type.str() + "' but got " +
            std::to_string(numbers.size());
  std::string joined = llvm::join(numbers, ", ");
  return word.isArray ? "[" + joined + "]" : joined;
}

std::optional<Case> kgen::parseArguments(StringRef text, StringRef kernel, llvm::ArrayRef<ptx::Parameter> parameters,
                                         std::string &error) {
  llvm::SmallVector<StringRef> words;
  llvm::SplitString(text, words);
  if (words.size() != parameters.size()) {
    error = "expected " + std::to_string(parameters.size()) +
            " arguments, as the entry point has parameters, but got " + std::to_string(words.size());
    return std::nullopt;
  }
  std::string json;
  llvm::raw_string_ostream os(json);
  int64_t threads = 1;
  const char *separator = "";
  os << "{\"kernel\": " << quoteJson(kernel) << ", \"args\": [";
  for (auto [text, parameter] : llvm::zip_equal(words, parameters)) {
    std::optional<Word> word = readWord(text);
    std::optional<ElementType> type = word ? parseElementType(std::string_view(word->type)) : std::nullopt;
    if (!type) {
      error = "expected an argument such as int32=64, float32[64]=1.5 or float32[8,8] but got '" + text.str() + "'";
      return std::nullopt;
    }
    os << separator << "{\"name\": " << quoteJson(parameter.name) << ", \"dtype\": \"" << word->type
       << "\", \"role\": \""
       << (!word->isArray         ? "scalar"
           : word->values.empty() ? "out"
                                  : "inout")
       << "\", ";
    if (word->isArray)
      os << "\"shape\": ["
         << llvm::join(llvm::map_range(word->shape, [](int64_t extent) { return std::to_string(extent); }), ", ")
         << "], ";
    os << "\"value\": " << formatValues(*word, *type, error) << "}";
    if (!error.empty())
      return std::nullopt;
    threads = std::max(threads, word->isArray ? word->count() : 1);
    separator = ", ";
  }
  os << "], \"dim\": " << threads << "}";
  std::optional<Case> made = parseCase(json, "", error);
  if (!made) // a place in our own text says nothing
    error = error.substr(error.find("error: ") + 7);
  return made;
}
