// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page of the instructions that the machine knows, from their records.

#include "Record.h"

namespace kgen::ptx {

/// A record's modifiers as the ISA writes them: `.rn|.rz` in braces if it may be absent.
static std::string spelling(const Record &record) {
  std::string text = record.name;
  std::string_view pattern = record.modifiers;
  while (!pattern.empty()) {
    std::string_view item = cut(pattern, ' ');
    if (item.empty())
      continue;
    bool isOptional = item.ends_with('?');
    if (isOptional)
      item.remove_suffix(1);
    item.remove_prefix(item.find('=') == std::string_view::npos ? 0 : item.find('=') + 1);
    bool hasChoice = item.find('|') != std::string_view::npos;
    text += isOptional ? "{." : hasChoice ? "(." : ".";
    for (char c : item)
      c == '|' ? text += " ." : text += c;
    text += isOptional ? "}" : hasChoice ? ")" : "";
  }
  return text;
}

/// `d, a, b{, c}, [a]`.
static std::string operandList(const Record &record) {
  std::string text;
  std::string_view pattern = record.operands;
  if (pattern == "-")
    return "";
  while (!pattern.empty()) {
    std::string_view item = cut(pattern, ' ');
    bool isOptional = item.starts_with('?');
    item.remove_prefix(isOptional);
    bool isNegatable = item.starts_with('!');
    item.remove_prefix(isNegatable || item.starts_with('#'));
    std::string name(item.substr(0, item.find(':')));
    if (name.ends_with('*') || name.ends_with("*1"))
      name.erase(name.find('*'));
    if (name.size() == 3 && name[1] == '|')
      name = "d{|e}";
    std::string separator = text.empty() ? "" : ", ";
    text += isOptional ? "{" + separator + name + "}" : separator + (isNegatable ? "{!}" : "") + name;
  }
  return text;
}

std::string instructionReference() {
  std::string page;
  for (const Family &family : allFamilies()) {
    page += "\n## " + std::string(family.title) +
            "\n\n| instruction | operands | from | meaning |\n| --- | --- | --- | --- |\n";
    for (const Record &record : family.records) {
      std::string from = record.version <= 20
                             ? ""
                             : "PTX " + std::to_string(record.version / 10) + "." + std::to_string(record.version % 10);
      if (record.target > 50)
        from += (from.empty() ? "sm_" : ", sm_") + std::to_string(record.target);
      page +=
          "| `" + spelling(record) + "` | `" + operandList(record) + "` | " + from + " | " + record.summary + " |\n";
    }
  }
  return page;
}

} // namespace kgen::ptx
