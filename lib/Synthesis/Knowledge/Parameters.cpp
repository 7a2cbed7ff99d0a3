// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters and constants, made where they are first asked for.

#include "Parameters.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

NodeRef Parameters::get(SlotKey key, std::vector<std::string> wishes, WrittenParameter made) {
  if (const Slot *slot = decided.find(key))
    return arena.name(slot->parameter.name);
  wishes = names.drawn(std::move(wishes));
  made.name = names.fresh(wishes);
  decided.levels[made.name] = 0;
  decided.slots.push_back({std::move(key), made, std::move(wishes)});
  return arena.name(made.name);
}

NodeRef Parameters::constant(SlotKey key, llvm::ArrayRef<std::string> words, const Values &values, Shape shape,
                             const std::string &fixed) {
  if (auto it = symbolOf.find(key); it != symbolOf.end())
    return arena.name(it->second);
  if (const Slot *slot = decided.find(key))
    return arena.name(slot->parameter.name);
  std::vector<std::string> wishes = names.drawn(words.vec());
  for (std::string &wish : wishes)
    wish = StringRef(wish).rtrim('_').upper();
  std::string name = names.fresh(wishes);
  symbolOf[std::move(key)] = name;
  decided.levels[name] = 0;
  std::string text = fixed.empty() ? drawNumber(values, shape) : fixed;
  symbols.push_back({name, arena.make(isFloating(shape) ? Kind::Float : Kind::Int, text)});
  return arena.name(name);
}

bool Parameters::isConstant(StringRef name) const {
  return llvm::any_of(symbols, [&](const auto &symbol) { return symbol.first == name; });
}

//===----------------------------------------------------------------------===//
// Concepts
//===----------------------------------------------------------------------===//

NodeRef Parameters::number(unsigned which) {
  const Concept &wanted = setting.concept_(which);
  SlotKey key = {SlotKey::Number, which};
  // Whether a number is a parameter or a constant of the module is nothing of structure.
  bool isNumber = wanted.shape == Shape::Scalar || wanted.shape == Shape::Int;
  bool isSymbol = isNumber && (wanted.homes & Constant) &&
                  (!(wanted.homes & Param) || setting.layout.chance(setting.style.constants));
  if (symbolOf.count(key) || (isSymbol && !decided.find(key)))
    return constant(std::move(key), wanted.names, wanted.values, wanted.shape, wanted.fixed);
  WrittenParameter made;
  made.shape = wanted.shape;
  made.values = wanted.values;
  return get(std::move(key), wanted.names, std::move(made));
}

NodeRef Parameters::limit(unsigned which, bool isLeast, StringRef value) {
  std::string bound = isLeast ? "min" : "max";
  std::vector<std::string> words;
  for (const std::string &name : setting.concept_(which).names)
    llvm::append_range(words, std::vector<std::string>{bound + "_" + name, name + "_" + bound, name + "_threshold"});
  SlotKey key = {.kind = SlotKey::Limit, .concept_ = which, .isLeast = isLeast};
  WrittenParameter made;
  made.values.low = made.values.high = std::stod(value.str());
  if (setting.layout.chance(25))
    return constant(std::move(key), words, made.values, Shape::Scalar, value.str());
  return get(std::move(key), words, std::move(made));
}

/// The words for an array; `bare`: without an author's words for outputs.
std::vector<std::string> Parameters::arrayWords(const WrittenParameter &made, unsigned which, ArrayUse use,
                                                std::vector<std::string> &bare) {
  const Concept &wanted = setting.concept_(which);
  bool isOutput = use != ArrayUse::Input;
  bool isOfEdges = decided.roles.count(Role::Edge) && made.extents == lengthsOf(decided.coordinates) &&
                   decided.coordinates.front() == "e";
  bool isOne =
      isOutput && llvm::all_of(made.extents, [](const Length &extent) { return extent == Length::ofNumber(1); });
  // An element that threads of several places share belongs to none of them.
  bool isShared = isOne || (use >= ArrayUse::Total && made.extents.size() < decided.coordinates.size());
  std::vector<std::string> words = isShared ? names.totalWords(wanted, use)
                                            : names.arrayWords(wanted, isOfEdges ? names.ofEdge() : names.ofEntity());
  bare = words;
  if (!isOutput)
    return words;
  if (!isShared)
    llvm::append_range(bare, wanted.plurals);
  auto read = llvm::find_if(decided.slots, [&](const Slot &slot) { return slot.key.isArrayOf(SlotKey::Read, which); });
  if (read != decided.slots.end() && !isShared)
    words.insert(words.begin(), read->parameter.name);
  const std::string &output = setting.style.output;
  words.insert(words.begin(),
               withPattern(names.isTaken(words.front()) && output == "{}" ? "{}_out" : output, words.front()));
  words.insert(words.begin() + 1, withPattern("{}_out", words.back()));
  return words;
}

NodeRef Parameters::array(unsigned which, std::vector<Length> extents, ArrayUse use) {
  const Concept &wanted = setting.concept_(which);
  SlotKey key = {use == ArrayUse::Input ? SlotKey::Read : SlotKey::Written, which, "", extents};
  if (const Slot *slot = decided.find(key))
    return arena.name(slot->parameter.name);
  WrittenParameter made;
  made.shape = wanted.shape;
  made.isArray = true;
  made.extents = std::move(extents);
  made.values = wanted.values;
  std::vector<std::string> bare;
  made.name = names.fresh(arrayWords(made, which, use, bare));
  decided.levels[made.name] = 0;
  decided.slots.push_back({std::move(key), made, std::move(bare)});
  return arena.name(made.name);
}

NodeRef Parameters::integersOfThreads(SlotKey::Kind kind, std::vector<std::string> words, InputKind drawn,
                                      std::optional<Length> extent) {
  WrittenParameter made;
  made.shape = Shape::Int;
  made.isArray = true;
  made.extents = lengthsOf(decided.coordinates);
  made.values.kind = drawn;
  made.values.high = 1.0;
  made.values.extent = std::move(extent);
  return get({kind}, std::move(words), std::move(made));
}

//===----------------------------------------------------------------------===//
// What an idiom asks for
//===----------------------------------------------------------------------===//

int64_t Parameters::tileNumber(const TileExtent &extent) {
  auto [number, isNew] = tileNumbers.try_emplace(extent.name, extent.numbers.front());
  if (isNew && !setting.isPlain)
    number->second = extent.numbers[setting.layout.below(extent.numbers.size())];
  return number->second;
}

NodeRef Parameters::tileExtent(StringRef name) {
  for (const TileExtent &extent : setting.idiom.tiles)
    if (extent.name == name) {
      std::string number = std::to_string(tileNumber(extent));
      bool isNamed = !setting.isPlain && setting.style.tileNames;
      return isNamed ? constant({.kind = SlotKey::Tile, .name = extent.name}, extent.words, {}, Shape::Int, number)
                     : arena.make(Kind::Int, number);
    }
  return nullptr;
}

Length Parameters::withTileNumbers(const Length &extent) {
  for (const TileExtent &tile : setting.idiom.tiles) {
    if (extent == Length::of(tile.name))
      return Length::ofNumber(tileNumber(tile));
    if (extent.tile == tile.name)
      return {.size = extent.size, .offset = extent.offset, .factor = tileNumber(tile)};
  }
  return extent;
}

NodeRef Parameters::input(const Input &input) {
  SlotKey key = {.kind = SlotKey::Input, .name = input.name};
  bool isNumber = input.shape == Shape::Scalar || input.shape == Shape::Int;
  if (input.isConstant && setting.layout.chance(setting.style.constants) && isNumber)
    return constant(std::move(key), input.words, input.values, input.shape, "");
  if (auto it = symbolOf.find(key); it != symbolOf.end())
    return arena.name(it->second);
  WrittenParameter made;
  made.shape = input.shape;
  made.isArray = input.isArray;
  for (const Length &extent : input.extents)
    made.extents.push_back(withTileNumbers(extent));
  made.values = input.values;
  return get(std::move(key), input.words, std::move(made));
}

/// A number of two or three digits from an interval, as an author writes it.
std::string Parameters::drawNumber(const Values &values, Shape shape) {
  Rng &rng = setting.rng;
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

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

std::vector<Length> Parameters::entityExtents() const {
  const std::vector<std::string> &own = setting.idiom.entity;
  return lengthsOf(own.empty() ? decided.coordinates : own);
}

NodeRef Parameters::extent(const Length &extent) {
  if (!setting.style.sizeParameters)
    for (const Slot &slot : decided.slots)
      for (auto [d, own] : llvm::enumerate(slot.parameter.extents))
        if (own == extent && slot.parameter.isArray) {
          NodeRef shape = arena.make(Kind::Attribute, "shape", {arena.name(slot.parameter.name)});
          return arena.make(Kind::Subscript, "", {shape, arena.integer(d)});
        }
  return extentParameter(extent);
}

NodeRef Parameters::extentParameter(const Length &extent) {
  WrittenParameter made;
  made.shape = Shape::Int;
  made.isExtent = extent;
  std::string text = extent.text();
  return get({.kind = SlotKey::Extent, .name = text}, names.extentWords(text), std::move(made));
}
