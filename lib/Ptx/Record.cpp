// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the record of an instruction by its name and modifiers.

#include "Record.h"
#include <unordered_map>

namespace kgen::ptx {

std::string_view Match::operator[](std::string_view name) const {
  for (const auto &slot : slots)
    if (slot.first == name)
      return slot.second;
  return "";
}

Rounding Match::rounding() const {
  std::string_view mode = (*this)["mode"];
  if (mode.size() < 2)
    return Rounding::Nearest;
  return mode[1] == 'z'   ? Rounding::Zero
         : mode[1] == 'm' ? Rounding::Down
         : mode[1] == 'p' ? Rounding::Up
                          : Rounding::Nearest;
}

std::span<const Family> allFamilies() {
  static const Family families[] = {{"Integers", integerRecords},
                                    {"Integers with carry", carryRecords},
                                    {"Bits", bitRecords},
                                    {"Floats", floatRecords},
                                    {"Half precision", halfRecords},
                                    {"Approximations", approximateRecords},
                                    {"Comparison and selection", compareRecords},
                                    {"Moves and conversions", convertRecords},
                                    {"Memory", memoryRecords},
                                    {"Atomics", atomicRecords},
                                    {"Control flow", controlRecords},
                                    {"Threads of a block", warpRecords},
                                    {"Matrices of a warp", matrixRecords}};
  return families;
}

using Index = std::unordered_map<std::string_view, std::vector<const Record *>>;

static const Index &recordIndex() {
  static const Index index = [] {
    Index made;
    for (const Family &family : allFamilies())
      for (const Record &record : family.records)
        made[record.name].push_back(&record);
    return made;
  }();
  return index;
}

std::string_view cut(std::string_view &text, char separator) {
  size_t end = std::min(text.find(separator), text.size());
  std::string_view head = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return head;
}

static bool isOneOf(std::string_view word, std::string_view alternatives) {
  while (!alternatives.empty())
    if (cut(alternatives, '|') == word)
      return true;
  return false;
}

/// Consumes the modifiers; returns how many did fit, and whether all did.
static bool matches(std::string_view pattern, std::span<const std::string_view> modifiers, Match &match,
                    size_t &consumed) {
  consumed = 0;
  while (!pattern.empty()) {
    std::string_view item = cut(pattern, ' ');
    bool isOptional = item.ends_with('?');
    if (isOptional)
      item.remove_suffix(1);
    std::string_view name = item.find('=') == std::string_view::npos ? item : cut(item, '=');
    if (consumed < modifiers.size() && isOneOf(modifiers[consumed], item))
      match.add(name, modifiers[consumed++]);
    else if (!isOptional)
      return false;
  }
  return consumed == modifiers.size();
}

const Record *findRecord(std::string_view opcode, Match &match, std::string &reason) {
  std::string_view rest = opcode;
  std::string_view name = cut(rest, '.');
  std::vector<std::string_view> modifiers;
  while (!rest.empty())
    modifiers.push_back(cut(rest, '.'));
  auto found = recordIndex().find(name);
  if (found == recordIndex().end()) {
    reason = "expected an instruction but got '" + std::string(name) + "', which is not supported";
    return nullptr;
  }
  size_t furthest = 0;
  for (const Record *record : found->second) {
    Match attempt;
    size_t consumed = 0;
    if (matches(record->modifiers, modifiers, attempt, consumed)) {
      match = std::move(attempt);
      return record;
    }
    furthest = std::max(furthest, consumed);
  }
  reason = "expected a form of '" + std::string(name) + "' but got '" + std::string(opcode) + "', ";
  reason += furthest < modifiers.size() ? "where '." + std::string(modifiers[furthest]) + "' is not supported"
                                        : "which lacks a modifier";
  return nullptr;
}

} // namespace kgen::ptx
