// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes out of kgen.cuh the paragraphs that a text needs, and those that these need. A paragraph is a definition or a
// set of overloads between blank lines; a name belongs to the paragraph that declares it.

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

struct Paragraph {
  std::string text;
  llvm::StringSet<> names, words;
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
      i = text.find('"', i + 1) + 1;
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

/// What a line at the outermost level declares: a type, an alias, a constant or a function.
static void addDeclared(llvm::StringRef line, llvm::StringSet<> &names) {
  static const llvm::StringRef keywords[] = {"struct ", "using ", "constexpr T ", "constexpr bool "};
  for (llvm::StringRef keyword : keywords)
    if (size_t at = line.find(keyword); at != llvm::StringRef::npos && !line.contains(" KGEN_FN ")) {
      names.insert(line.substr(at + keyword.size()).take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }));
      return;
    }
  // A function's name stands before the first bracket after KGEN_FN.
  size_t start = line.find("KGEN_FN ");
  if (start == llvm::StringRef::npos)
    start = line.find("inline ");
  if (start == llvm::StringRef::npos)
    return;
  llvm::StringRef head = line.substr(start).split('(').first;
  size_t from = head.find_last_of(" *&");
  names.insert(head.substr(from + 1));
}

/// Cuts the namespace's content into paragraphs, at blank lines between definitions.
static std::vector<Paragraph> paragraphsOf(llvm::StringRef content) {
  std::vector<Paragraph> paragraphs;
  std::string current;
  int depth = 0;
  auto flush = [&] {
    bool isHeading = llvm::StringRef(current).starts_with("//===");
    if (!current.empty() && !isHeading) {
      paragraphs.emplace_back();
      paragraphs.back().text = current;
    }
    current.clear();
  };
  while (!content.empty()) {
    auto [line, rest] = content.split('\n');
    content = rest;
    if (line.empty() && depth == 0) {
      flush();
      continue;
    }
    depth += line.count('{') - line.count('}');
    current += line.str() + "\n";
  }
  flush();
  for (Paragraph &paragraph : paragraphs) {
    llvm::StringRef text = paragraph.text;
    forEachWord(text, [&](llvm::StringRef word, size_t) { paragraph.words.insert(word); });
    for (llvm::StringRef rest = text; !rest.empty();) {
      auto [line, after] = rest.split('\n');
      bool isTop = !line.empty() && !llvm::isSpace(line.front()) && !line.starts_with("//");
      if (isTop)
        addDeclared(line, paragraph.names);
      rest = after;
    }
  }
  return paragraphs;
}

static void need(std::vector<Paragraph> &paragraphs, llvm::StringRef word) {
  for (Paragraph &paragraph : paragraphs) {
    if (paragraph.isNeeded || !paragraph.names.contains(word))
      continue;
    paragraph.isNeeded = true;
    for (const auto &entry : paragraph.words)
      need(paragraphs, entry.getKey());
  }
}

std::string neededOfHeader(llvm::StringRef text) {
  llvm::StringRef header = headerText();
  llvm::StringRef opening = "namespace kgen {\n", closing = "\n} // namespace kgen";
  size_t begin = header.find(opening), end = header.find(closing);
  // The conditional part before the namespace, without the include guard.
  llvm::StringRef setup = header.slice(header.find("#if !defined(__CUDACC_RTC__)"), begin);
  std::vector<Paragraph> paragraphs = paragraphsOf(header.slice(begin + opening.size(), end));
  forEachWord(text, [&](llvm::StringRef word, size_t at) {
    if (text.slice(0, at).ends_with("kgen::"))
      need(paragraphs, word);
  });
  std::string result = "// What the kernels below need of kgen/kgen.cuh.\n"
                       "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n\n" +
                       setup.str() + opening.str();
  for (const Paragraph &paragraph : paragraphs)
    if (paragraph.isNeeded)
      result += "\n" + paragraph.text;
  return result + closing.str() + "\n\n";
}

} // namespace kgen::text

llvm::StringRef kgen::kgenHeader() { return text::headerText(); }
