// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes out of kgen.cuh the sections that a text needs, and those that these need. The header's own marks say where a
// section begins and what it declares; what it needs is what it mentions. Knows nothing else of C++ than identifiers.

#include "CFamily.h"

#include "kgen/IR/Names.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::text {

static const char embeddedHeader[] = {
#include "KgenHeader.inc"
    , 0};

llvm::StringRef headerText() { return embeddedHeader; }

namespace {

struct Section {
  std::string text;
  llvm::StringSet<> names, words;
  /// Of overloads for a type: what it is called.
  std::string type;
  bool isNeeded = false;
};

} // namespace

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }

/// Calls `visit` with each identifier of `text` outside of comments and string literals, and with what precedes it.
static void forEachWord(llvm::StringRef text, llvm::function_ref<void(llvm::StringRef, size_t)> visit) {
  for (size_t i = 0; i < text.size();) {
    if (text.substr(i).starts_with("//")) {
      i = text.find('\n', i);
    } else if (text[i] == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        i += text[i] == '\\';
      ++i;
    } else if (isWordStart(text[i])) {
      size_t end = i;
      while (end < text.size() && (llvm::isAlnum(text[end]) || text[end] == '_'))
        ++end;
      visit(text.slice(i, end), i);
      i = end;
    } else {
      ++i;
    }
    if (i == llvm::StringRef::npos)
      return;
  }
}

/// Cuts the namespace's content into its sections; headings belong to none.
static std::vector<Section> sectionsOf(llvm::StringRef content) {
  std::vector<Section> sections;
  bool isInSection = false;
  while (!content.empty()) {
    auto [line, rest] = content.split('\n');
    content = rest;
    isInSection &= !line.starts_with("//===");
    if (llvm::StringRef names = line; names.consume_front("// kgen: section ")) {
      isInSection = true;
      sections.emplace_back();
      auto [declared, type] = names.split(" for ");
      sections.back().type = type.str();
      for (llvm::StringRef name : llvm::split(declared, ' '))
        sections.back().names.insert(name);
    } else if (isInSection) {
      sections.back().text += line.str() + "\n";
    }
  }
  for (Section &section : sections) {
    section.text = llvm::StringRef(section.text).rtrim('\n').str() + "\n";
    forEachWord(section.text, [&](llvm::StringRef word, size_t) { section.words.insert(word); });
  }
  return sections;
}

static void need(std::vector<Section> &sections, llvm::StringRef word) {
  for (Section &section : sections) {
    if (section.isNeeded || !section.type.empty() || !section.names.contains(word))
      continue;
    section.isNeeded = true;
    for (const auto &entry : section.words)
      need(sections, entry.getKey());
  }
}

static bool isNeeded(const std::vector<Section> &sections, llvm::StringRef word) {
  return llvm::any_of(sections,
                      [&](const Section &section) { return section.isNeeded && section.names.contains(word); });
}

/// Takes in the overloads for a type where a text has the type and calls the function.
static void needOverloads(std::vector<Section> &sections) {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (Section &section : sections) {
      auto isNeededToo = [&](const auto &entry) { return isNeeded(sections, entry.getKey()); };
      if (section.isNeeded || section.type.empty() || !isNeeded(sections, section.type) ||
          llvm::none_of(section.names, isNeededToo))
        continue;
      section.isNeeded = isChanged = true;
      for (const auto &entry : section.words)
        need(sections, entry.getKey());
    }
  }
}

std::string neededOfHeader(llvm::StringRef text) {
  llvm::StringRef header = headerText();
  llvm::StringRef opening = "namespace kgen {\n", closing = "\n} // namespace kgen";
  size_t begin = header.find(opening), end = header.find(closing);
  // The conditional part before the namespace, without the include guard.
  llvm::StringRef setup = header.slice(header.find("#if !defined(__CUDACC_RTC__)"), begin);
  std::vector<Section> sections = sectionsOf(header.slice(begin + opening.size(), end));
  forEachWord(text, [&](llvm::StringRef word, size_t at) {
    if (text.slice(0, at).ends_with("kgen::"))
      need(sections, word);
  });
  needOverloads(sections);
  std::string result = "// What the kernels below need of kgen/kgen.cuh.\n"
                       "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n\n" +
                       setup.str() + opening.str();
  for (const Section &section : sections)
    if (section.isNeeded)
      result += "\n" + section.text;
  return result + closing.str() + "\n\n";
}

} // namespace kgen::text

llvm::StringRef kgen::kgenHeader() { return text::headerText(); }
