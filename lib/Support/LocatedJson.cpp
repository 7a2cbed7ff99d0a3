// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parser's events carry no place, so it reads through an iterator that counts: an event's token begins at the first
// character after the last one that is neither space nor separator.

#define JSON_NOEXCEPTION
#include "LocatedJson.h"
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace kgen::json {

/// Nesting of lists and objects that a text may have.
static constexpr size_t maxNesting = 64;

const List *Value::list() const {
  const auto *list = get<std::unique_ptr<List>>();
  return list ? list->get() : nullptr;
}

const Object *Value::object() const {
  const auto *object = get<std::unique_ptr<Object>>();
  return object ? object->get() : nullptr;
}

std::string_view Value::kind() const {
  static constexpr std::string_view kinds[] = {"null",     "a bool",   "a number", "a number", "a number",
                                               "a number", "a string", "a list",   "an object"};
  return kinds[data.index()];
}

namespace {
/// Reads a text and tells how far it has come.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  CountingIterator(const char *at, const char **furthest) : at(at), furthest(furthest) {}
  const char &operator*() const { return *at; }
  CountingIterator &operator++() {
    *furthest = ++at;
    return *this;
  }
  bool operator==(const CountingIterator &other) const { return at == other.at; }
  bool operator!=(const CountingIterator &other) const { return at != other.at; }

private:
  const char *at;
  const char **furthest;
};

/// Makes values of the parser's events. `text` is what the parser reads: words for numbers that are not finite are
/// strings there, of the same length, and `original` tells which they are.
class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
  Builder(std::string_view original, const char *const *furthest, const char *begin, Error &error)
      : original(original), furthest(furthest), begin(begin), error(error) {}

  Value root;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(int64_t(value)); }
  bool number_unsigned(number_unsigned_t value) override { return add(uint64_t(value)); }
  bool number_float(number_float_t value, const string_t &text) override {
    if (text.find_first_of(".eE") == std::string::npos)
      return add(BigInteger{text});
    return add(double(value));
  }
  bool string(string_t &value) override {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    switch (original[nextToken()]) {
    case 'N':
      return add(std::numeric_limits<double>::quiet_NaN());
    case 'I':
      return add(infinity);
    case '-':
      return add(-infinity);
    default:
      return add(std::move(value));
    }
  }
  bool binary(binary_t &) override { return false; }

  bool start_object(size_t) override { return open(std::make_unique<Object>()); }
  bool start_array(size_t) override { return open(std::make_unique<List>()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t &name) override {
    size_t offset = nextToken();
    Object &object = *std::get<std::unique_ptr<Object>>(stack.back()->data);
    for (const Member &member : object)
      if (member.key == name)
        return fail(offset, "expected each field once but got '" + name + "' again, after that at " +
                                lineAndColumn(original, member.offset));
    object.push_back({std::move(name), offset, {}});
    consume();
    return true;
  }
  bool parse_error(size_t position, const std::string &, const nlohmann::detail::exception &reason) override {
    // `[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while ...`
    std::string_view what = reason.what();
    size_t start = what.find(": ");
    if (size_t prefix = what.find("] "); start == what.npos && prefix != what.npos)
      start = prefix;
    std::string message(what.substr(start == what.npos ? 0 : start + 2));
    return fail(position ? position - 1 : 0, "not JSON: " + message);
  }

private:
  bool fail(size_t offset, std::string message) {
    error = {offset, std::move(message)};
    return false;
  }
  size_t nextToken() const { return std::min(original.find_first_not_of(" \t\r\n,:", past), original.size() - 1); }
  void consume() { past = *furthest - begin; }

  Value *place(Value value) {
    if (stack.empty()) {
      root = std::move(value);
      return &root;
    }
    if (auto *list = std::get_if<std::unique_ptr<List>>(&stack.back()->data))
      return &(*list)->emplace_back(std::move(value));
    Member &member = std::get<std::unique_ptr<Object>>(stack.back()->data)->back();
    member.value = std::move(value);
    return &member.value;
  }
  template <class T> Value *addValue(T value) {
    Value *placed = place({std::move(value), nextToken()});
    consume();
    return placed;
  }
  template <class T> bool add(T value) { return addValue(std::move(value)) != nullptr; }
  template <class T> bool open(T value) {
    if (stack.size() == maxNesting)
      return fail(nextToken(), "expected at most " + std::to_string(maxNesting) + " nested lists");
    stack.push_back(addValue(std::move(value)));
    return true;
  }
  bool close() {
    stack.pop_back();
    consume();
    return true;
  }

  std::string_view original;
  const char *const *furthest;
  const char *begin;
  Error &error;
  size_t past = 0;
  std::vector<Value *> stack; // a list that grows moves only values that are closed
};
} // namespace

/// Makes strings of the words that Python writes for numbers that are not finite; no byte moves.
static std::string quoteWords(std::string_view text) {
  std::string result(text);
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      while (++at < text.size() && text[at] != '"')
        at += text[at] == '\\';
      continue;
    }
    if (text[at] != 'N' && text[at] != 'I' && text[at] != '-')
      continue;
    for (std::string_view word : {"NaN", "Infinity", "-Infinity"})
      if (text.substr(at, word.size()) == word) {
        result[at] = result[at + word.size() - 1] = '"';
        at += word.size() - 1;
        break;
      }
  }
  return result;
}

std::optional<Value> parse(std::string_view text, Error &error) {
  std::string quoted = quoteWords(text);
  const char *begin = quoted.data(), *furthest = begin;
  Builder builder(text, &furthest, begin, error);
  CountingIterator first(begin, &furthest), last(begin + quoted.size(), &furthest);
  if (!nlohmann::json::sax_parse(first, last, &builder))
    return std::nullopt;
  return std::move(builder.root);
}

std::string lineAndColumn(std::string_view text, size_t offset) {
  std::string_view before = text.substr(0, offset);
  size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
  return std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" +
         std::to_string(before.size() - lineStart + 1);
}

} // namespace kgen::json
