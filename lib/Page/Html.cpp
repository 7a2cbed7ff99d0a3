// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Escapes text, and holds the style of all pages.

#include "kgen/Page/Html.h"

using namespace kgen;
using namespace kgen::page;
using llvm::StringRef;

static constexpr char commonStyle[] =
#include "PageStyle.inc"
    ;

std::string kgen::page::html(StringRef text) {
  std::string result;
  for (char c : text) {
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      result += c;
    }
  }
  return result;
}

void kgen::page::writePage(StringRef title, StringRef subtitle, StringRef lead, llvm::ArrayRef<HtmlSection> sections,
                           StringRef footer, llvm::raw_ostream &os, StringRef style, StringRef script) {
  os << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
     << "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
     << "<title>" << html(title) << "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n"
     << commonStyle << style
     << "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#content\">To the content</a>\n<header>\n<h1>"
     << html(title) << "</h1>\n<p class=\"soft\">" << html(subtitle) << "</p>\n<nav aria-label=\"Sections\"><ul>\n";
  for (const HtmlSection &section : sections)
    os << "<li><a href=\"#" << section.anchor << "\">" << html(section.title) << "</a></li>\n";
  os << "</ul></nav>\n" << lead << "</header>\n<main id=\"content\">\n";
  for (const HtmlSection &section : sections) {
    os << "<section id=\"" << section.anchor << "\">\n<h2>" << html(section.title) << "</h2>\n";
    section.write(os);
    os << "</section>\n";
  }
  os << "</main>\n<footer>\n" << footer << "</footer>\n";
  if (!script.empty())
    os << "<script>\n" << script << "</script>\n";
  os << "</body>\n</html>\n";
}

void kgen::page::beginTable(StringRef caption, llvm::ArrayRef<StringRef> heads, llvm::raw_ostream &os) {
  os << "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" << html(caption) << "\"><table>\n<caption>"
     << html(caption) << "</caption>\n<thead><tr>";
  for (StringRef head : heads) {
    bool isNumber = head.consume_front("#");
    os << (isNumber ? "<th class=\"n\" scope=\"col\">" : "<th scope=\"col\">") << html(head) << "</th>";
  }
  os << "</tr></thead>\n<tbody>\n";
}

void kgen::page::endTable(llvm::raw_ostream &os) { os << "</tbody></table></div>\n"; }
