// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an author calls things, and the parameters and constants of a kernel.

#include "Writer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

/// Words that are Python's, or C++'s: Warp calls the fields of a kernel's arguments as its parameters are called.
static bool isReserved(StringRef word) {
  static constexpr StringRef reserved[] = {
      "lambda", "def", "in",  "is",   "pass", "wp",  "range", "print",
      "len",    "as",  "del", "from", "None", "min", "max",   "abs",
#include "kgen/Support/CppKeywords.inc"
  };
  return llvm::is_contained(reserved, word);
}

std::string Writer::fresh(llvm::ArrayRef<std::string> wishes) {
  auto take = [&](const std::string &word) { return !word.empty() && !isReserved(word) && used.insert(word).second; };
  for (const std::string &wish : wishes)
    if (take(wish))
      return wish;
  std::string base = wishes.empty() || wishes.front().empty() || isReserved(wishes.front()) ? "value" : wishes.front();
  for (unsigned i = llvm::isDigit(base.back()) ? 10 : 1;; ++i)
    if (std::string word = base + (llvm::isDigit(base.back()) ? "_" : "") + std::to_string(i); take(word))
      return word;
}

static std::string with(StringRef pattern, StringRef word) {
  if (pattern.contains("out") && (word.ends_with("_out") || word.starts_with("out_")))
    return word.str();
  auto [before, after] = pattern.split("{}");
  return (before + word + after).str();
}

/// The words of a list, one of them drawn to the front: most often the one at this author's place of each list, so that
/// what goes together is called alike.
std::vector<std::string> Writer::drawn(std::vector<std::string> words) {
  if (words.size() > 1)
    std::swap(words[0], words[rng.chance(92) ? style.manner % words.size() : rng.below(words.size())]);
  return words;
}

/// What a name of the idiom's own may be called.
std::vector<std::string> Writer::localWishes(StringRef idiomName) {
  auto listed = library.words.find(idiomName);
  std::vector<std::string> wishes = listed == library.words.end() ? std::vector<std::string>{} : drawn(listed->second);
  wishes.push_back(idiomName.str());
  return wishes;
}

std::vector<std::string> Writer::arrayWords(const Concept &which, const std::string &owner) {
  if (style.theme == Style::Plural)
    return drawn(which.plurals);
  std::vector<std::string> words = drawn(which.names);
  if (style.theme == Style::Prefixed) {
    const std::string &tail = which.shorts.front();
    std::string word = tail.size() > 1 && rng.chance(40) ? tail : words.front();
    words.insert(words.begin(), StringRef(word).starts_with(owner) ? word : owner + "_" + word);
  }
  return words;
}

/// A sum, a mean or the largest of what many threads have says that it is one.
std::vector<std::string> Writer::totalWords(const Concept &which, ArrayUse use) {
  bool isMean = use == ArrayUse::Mean, isLargest = use == ArrayUse::Largest;
  std::vector<std::string> words, prefixes = drawn(isMean      ? std::vector<std::string>{"mean_", "mean_", "average_"}
                                                   : isLargest ? std::vector<std::string>{"max_", "largest_", "peak_"}
                                                               : std::vector<std::string>{"total_", "total_", "sum_"});
  for (StringRef name : drawn(which.names)) {
    name = name.rtrim('_');
    bool isSaid = !isLargest &&
                  (name.starts_with("mean_") || (!isMean && (name.starts_with("total_") || name.starts_with("sum_"))));
    words.push_back((isSaid ? "" : prefixes.front()) + name.str());
  }
  return words;
}

std::vector<std::string> Writer::localWords(const Concept &which, char role) {
  std::vector<std::string> words = drawn(rng.chance(style.shortNames) ? which.shorts : which.names);
  words.insert(words.end(), which.names.begin(), which.names.end());
  if (role == 'j')
    for (std::string &word : words)
      word = with(style.partner, word);
  else if (role == 'i' && roles.count('j') && (which.homes & Entity) && rng.chance(35))
    words.insert(words.begin(), words.front() + (style.partner == "{}j" ? "i" : "_i"));
  words.push_back("this_" + which.names.front());
  return words;
}

bool Writer::hasSlot(StringRef key) const {
  return llvm::any_of(slots, [&](const Slot &slot) { return slot.key == key; });
}

NodeRef Writer::parameter(std::string key, std::vector<std::string> wishes, WrittenParameter made) {
  for (const Slot &slot : slots)
    if (slot.key == key)
      return arena.name(slot.parameter.name);
  wishes = drawn(std::move(wishes));
  made.name = fresh(wishes);
  levels[made.name] = 0;
  slots.push_back({std::move(key), made, std::move(wishes)});
  return arena.name(made.name);
}

NodeRef Writer::conceptArray(unsigned which, std::vector<std::string> extents, ArrayUse use) {
  const Concept &wanted = concept_(which);
  bool isOutput = use != ArrayUse::Input;
  std::string key = (isOutput ? "out " : "in ") + wanted.name + " " + llvm::join(extents, " ");
  WrittenParameter made;
  made.shape = wanted.shape;
  made.isArray = true;
  made.extents = std::move(extents);
  made.values = wanted.values;
  for (const Slot &slot : slots)
    if (slot.key == key)
      return arena.name(slot.parameter.name);
  bool isOfEdges = roles.count('e') && made.extents == coordinates && coordinates.front() == "e";
  bool isOne = isOutput && llvm::all_of(made.extents, [](StringRef extent) { return extent == "1"; });
  // What threads of several places share is of none of them.
  bool isShared = isOne || (use >= ArrayUse::Total && made.extents.size() < coordinates.size());
  std::vector<std::string> words = isShared ? totalWords(wanted, use) : arrayWords(wanted, isOfEdges ? edge : entity);
  std::vector<std::string> bare = words;
  if (isOutput) {
    if (!isShared)
      llvm::append_range(bare, wanted.plurals);
    std::string input = "in " + wanted.name + " ";
    auto read = llvm::find_if(slots, [&](const Slot &slot) { return StringRef(slot.key).starts_with(input); });
    if (read != slots.end() && !isShared)
      words.insert(words.begin(), read->parameter.name);
    bool isTaken = used.contains(words.front());
    std::string pattern = isTaken && style.output == "{}" ? "{}_out" : style.output;
    words.insert(words.begin(), with(pattern, words.front()));
    words.insert(words.begin() + 1, with("{}_out", words.back()));
  }
  made.name = fresh(words);
  levels[made.name] = 0;
  slots.push_back({key, made, std::move(bare)});
  return arena.name(made.name);
}

int64_t Writer::tileNumber(const TileExtent &extent) {
  auto [number, isNew] = tileNumbers.try_emplace(extent.name, extent.numbers.front());
  if (isNew && !isPlain)
    number->second = extent.numbers[layout.below(extent.numbers.size())];
  return number->second;
}

NodeRef Writer::tileExtent(StringRef name) {
  for (const TileExtent &extent : idiom.tiles)
    if (extent.name == name) {
      std::string number = std::to_string(tileNumber(extent));
      bool isNamed = !isPlain && style.tileNames;
      return isNamed ? symbol("tile " + extent.name, extent.words, {}, Shape::Int, number)
                     : arena.make(Kind::Int, number);
    }
  return nullptr;
}

std::string Writer::withTileNumbers(StringRef extent) {
  for (const TileExtent &tile : idiom.tiles)
    if (StringRef rest = extent; rest.consume_front(tile.name) && (rest.empty() || rest.starts_with("*")))
      return std::to_string(tileNumber(tile)) + rest.str();
  return extent.str();
}

NodeRef Writer::inputValue(const Input &input) {
  if (input.isConstant && layout.chance(style.constants))
    if (symbolOf.count(input.name) || (input.shape == Shape::Scalar || input.shape == Shape::Int))
      return symbol("input " + input.name, input.words, input.values, input.shape, "");
  std::string key = "input " + input.name;
  if (symbolOf.count(key))
    return arena.name(symbolOf[key]);
  WrittenParameter made;
  made.shape = input.shape;
  made.isArray = input.isArray;
  for (const std::string &extent : input.extents)
    made.extents.push_back(withTileNumbers(extent));
  made.values = input.values;
  return parameter(key, input.words, std::move(made));
}

/// A number of two or three digits from an interval, as an author writes it.
std::string Writer::number(const Values &values, Shape shape) {
  if (!isFloating(shape))
    return std::to_string(rng.uniformInt(int64_t(values.low), int64_t(values.high)));
  double value = rng.uniformReal(values.low, values.high);
  if (value == 0.0)
    return "0.0";
  double unit = std::pow(10.0, std::floor(std::log10(std::fabs(value))));
  double steps = std::fabs(values.high - values.low) < unit ? 10.0 : rng.chance(70) ? 2.0 : 10.0;
  value = std::clamp(std::round(value / unit * steps) / steps * unit, values.low, values.high);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << llvm::format("%.4g", value);
  if (StringRef(text).find_first_of(".e") == StringRef::npos)
    text += ".0";
  return text;
}

NodeRef Writer::symbol(std::string key, llvm::ArrayRef<std::string> words, const Values &values, Shape shape,
                       const std::string &fixed) {
  if (auto it = symbolOf.find(key); it != symbolOf.end())
    return arena.name(it->second);
  for (const Slot &slot : slots)
    if (slot.key == key)
      return arena.name(slot.parameter.name);
  std::vector<std::string> wishes = drawn(words.vec());
  for (std::string &wish : wishes)
    wish = StringRef(wish).rtrim('_').upper();
  std::string name = fresh(wishes);
  symbolOf[key] = name;
  levels[name] = 0;
  std::string text = fixed.empty() ? number(values, shape) : fixed;
  symbols.push_back({name, arena.make(isFloating(shape) ? Kind::Float : Kind::Int, text)});
  return arena.name(name);
}

std::vector<std::string> Writer::entityExtents() const { return idiom.entity.empty() ? coordinates : idiom.entity; }

/// How many there are: a parameter, or what an array says.
NodeRef Writer::extent(StringRef size) {
  if (!style.sizeParameters)
    for (const Slot &slot : slots)
      for (auto [d, extent] : llvm::enumerate(slot.parameter.extents))
        if (extent == size && slot.parameter.isArray) {
          NodeRef shape = arena.make(Kind::Attribute, "shape", {arena.name(slot.parameter.name)});
          return arena.make(Kind::Subscript, "", {shape, arena.integer(d)});
        }
  return extentParameter(size);
}

std::string kgen::knowledge::pluralOf(StringRef word) {
  if (word == "species")
    return word.str();
  if (word.ends_with("ex"))
    return word.drop_back(2).str() + "ices";
  if (word.ends_with("y") && !StringRef("aeiou").contains(word.drop_back().back()))
    return word.drop_back().str() + "ies";
  static constexpr llvm::StringLiteral hissing[] = {"s", "x", "ch", "sh"};
  bool hisses = llvm::any_of(hissing, [&](StringRef end) { return word.ends_with(end); });
  return word.str() + (hisses ? "es" : "s");
}

/// What an author calls a size.
std::vector<std::string> Writer::extentWords(StringRef size) const {
  std::vector<std::string> words;
  for (const Size &known : idiom.sizes)
    if (known.name == size)
      words = known.words;
  bool isOfEntity = coordinates.size() == 1 || (size == "i" && !llvm::is_contained(coordinates, "j"));
  if (words.empty() && isOfEntity) {
    std::string many = idiom.tiles.empty() ? pluralOf(size == "e" ? edge : entity) : "tiles";
    words = {"n", "count", "num_" + many, "n_" + many};
    if (!idiom.tiles.empty())
      words.erase(words.begin());
  }
  if (std::string many = pluralOf(domain->group); words.empty() && size == "w" && domain->group != "world")
    words = {"num_" + many, "n_" + many};
  if (auto listed = library.words.find("count_" + size.str()); words.empty() && listed != library.words.end())
    words = listed->second;
  if (words.empty() && size.contains('*')) // so many tiles, or twice as many
    words = {"length", "depth", "extent"};
  if (words.empty())
    words = {"num_" + size.str(), "n_" + size.str()};
  return words;
}

NodeRef Writer::extentParameter(StringRef size) {
  WrittenParameter made;
  made.shape = Shape::Int;
  made.isExtent = size.str();
  return parameter("extent " + size.str(), extentWords(size), std::move(made));
}

/// What a title or a sentence calls a concept: no sentence has an abbreviation where the concept has a name that is
/// none, and no title is made of one letter.
static StringRef nameOf(const Concept &which, bool isSentence) {
  if (isSentence && !which.said.empty())
    return which.said;
  if (!isSentence)
    for (StringRef name : which.names)
      if (name = name.rtrim('_'); name.size() > 1 && !llvm::isDigit(name.back()))
        return name;
  StringRef word = StringRef(which.names.front()).rtrim('_');
  llvm::SmallVector<StringRef> parts;
  word.split(parts, '_');
  bool isShort = llvm::any_of(parts, [](StringRef part) { return part.size() < 4; });
  bool isWord = !StringRef(which.name).contains("_of") && !StringRef(which.name).ends_with("_") &&
                !StringRef(which.name).ends_with("_now");
  return isSentence && isShort && isWord ? StringRef(which.name) : word;
}

/// Whether a title or sentence tells of a goal that no arm of this kernel came to: neither a value nor an array of it.
bool Writer::namesAbsentGoal(StringRef text) const {
  return llvm::any_of(goals, [&](const auto &goal) {
    const std::string &name = concept_(goal.second).name;
    return text.contains("{" + goal.first + "}") && !chosen.count(goal.second) &&
           llvm::none_of(slots, [&](const Slot &slot) { return StringRef(slot.key).contains(" " + name + " "); });
  });
}

/// A title or sentence with its words: `{X}` a goal, `{i}` an entity, `{e}` an edge, `{w}` what many lie in.
std::string Writer::filled(StringRef text, bool isSentence) {
  std::string out;
  while (!text.empty()) {
    auto [before, rest] = text.split('{');
    out += before;
    if (before.size() == text.size())
      break;
    auto [key, after] = rest.split('}');
    text = after;
    if (key == "i" || key == "e" || key == "w") {
      const std::string &word = key == "i" ? entity : key == "e" ? edge : domain->group;
      bool isPlural = text.consume_front("s");
      out += isPlural ? pluralOf(word) : word;
    }
    if (auto goal = goals.find(key.str()); goal != goals.end()) {
      StringRef word = nameOf(concept_(goal->second), isSentence);
      if (StringRef last = out; !isSentence && last.consume_back("_")) // no title has a word twice in a row
        word.consume_front((last.substr(last.rfind('_') + 1) + "_").str());
      out += word;
    }
  }
  return out;
}
