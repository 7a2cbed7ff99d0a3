// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an author calls things.

#include "Names.h"
#include "llvm/ADT/StringExtras.h"

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

std::string Names::fresh(llvm::ArrayRef<std::string> wishes) {
  auto take = [&](const std::string &word) { return !word.empty() && !isReserved(word) && used.insert(word).second; };
  for (const std::string &wish : wishes)
    if (take(wish))
      return wish;
  std::string base = wishes.empty() || wishes.front().empty() || isReserved(wishes.front()) ? "value" : wishes.front();
  for (unsigned i = llvm::isDigit(base.back()) ? 10 : 1;; ++i)
    if (std::string word = base + (llvm::isDigit(base.back()) ? "_" : "") + std::to_string(i); take(word))
      return word;
}

std::string kgen::knowledge::withPattern(StringRef pattern, StringRef word) {
  if (pattern.contains("out") && (word.ends_with("_out") || word.starts_with("out_")))
    return word.str();
  auto [before, after] = pattern.split("{}");
  return (before + word + after).str();
}

void Names::drawEntities(const Domain &domain) {
  entity = domain.entities[rng.below(domain.entities.size())];
  edge = domain.edges[rng.below(domain.edges.size())];
}

/// The words of a list, one of them drawn to the front: most often the one at this author's place of each list, so that
/// what goes together is called alike.
std::vector<std::string> Names::drawn(std::vector<std::string> words) {
  if (words.size() > 1)
    std::swap(words[0], words[rng.chance(92) ? style.manner % words.size() : rng.below(words.size())]);
  return words;
}

/// The words for a name of the idiom's own.
std::vector<std::string> Names::localWishes(StringRef idiomName) {
  auto listed = library.words.find(idiomName);
  std::vector<std::string> wishes = listed == library.words.end() ? std::vector<std::string>{} : drawn(listed->second);
  wishes.push_back(idiomName.str());
  return wishes;
}

std::vector<std::string> Names::arrayWords(const Concept &which, const std::string &owner) {
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
std::vector<std::string> Names::totalWords(const Concept &which, ArrayUse use) {
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

std::vector<std::string> Names::localWords(const Concept &which, Role role) {
  std::vector<std::string> words = drawn(rng.chance(style.shortNames) ? which.shorts : which.names);
  words.insert(words.end(), which.names.begin(), which.names.end());
  if (role == Role::Partner)
    for (std::string &word : words)
      word = withPattern(style.partner, word);
  else if (role == Role::Own && decided.roles.count(Role::Partner) && (which.homes & Entity) && rng.chance(35))
    words.insert(words.begin(), words.front() + (style.partner == "{}j" ? "i" : "_i"));
  words.push_back("this_" + which.names.front());
  return words;
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

/// An author's words for a size.
std::vector<std::string> Names::extentWords(StringRef size) const {
  std::vector<std::string> words;
  for (const Size &known : idiom.sizes)
    if (known.name == size)
      words = known.words;
  bool isOfEntity = decided.coordinates.size() == 1 || (size == "i" && !llvm::is_contained(decided.coordinates, "j"));
  if (words.empty() && isOfEntity) {
    std::string many = idiom.tiles.empty() ? pluralOf(size == "e" ? edge : entity) : "tiles";
    words = {"n", "count", "num_" + many, "n_" + many};
    if (!idiom.tiles.empty())
      words.erase(words.begin());
  }
  if (std::string many = pluralOf(decided.domain->group);
      words.empty() && size == "w" && decided.domain->group != "world")
    words = {"num_" + many, "n_" + many};
  if (auto listed = library.words.find("count_" + size.str()); words.empty() && listed != library.words.end())
    words = listed->second;
  if (words.empty() && size.contains('*')) // so many tiles, or twice as many
    words = {"length", "depth", "extent"};
  if (words.empty())
    words = {"num_" + size.str(), "n_" + size.str()};
  return words;
}

/// The name of a concept in a title or a sentence: no sentence has an abbreviation if the concept has a name that is
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
bool Names::namesAbsentGoal(StringRef text) const {
  return llvm::any_of(decided.goals, [&](const auto &goal) {
    return text.contains("{" + goal.first + "}") && !decided.chosen.count(goal.second) &&
           llvm::none_of(decided.slots, [&](const Slot &slot) {
             return slot.key.concept_ == goal.second && slot.key.kind != SlotKey::Number;
           });
  });
}

/// A title or sentence with its words: `{X}` a goal, `{i}` an entity, `{e}` an edge, `{w}` what many lie in.
std::string Names::filled(StringRef text, bool isSentence) const {
  std::string out;
  while (!text.empty()) {
    auto [before, rest] = text.split('{');
    out += before;
    if (before.size() == text.size())
      break;
    auto [key, after] = rest.split('}');
    text = after;
    if (key == "i" || key == "e" || key == "w") {
      const std::string &word = key == "i" ? entity : key == "e" ? edge : decided.domain->group;
      bool isPlural = text.consume_front("s");
      out += isPlural ? pluralOf(word) : word;
    }
    if (auto goal = decided.goals.find(key.str()); goal != decided.goals.end()) {
      StringRef word = nameOf(library.concepts[goal->second], isSentence);
      if (StringRef last = out; !isSentence && last.consume_back("_")) // no title has a word twice in a row
        word.consume_front((last.substr(last.rfind('_') + 1) + "_").str());
      out += word;
    }
  }
  return out;
}
