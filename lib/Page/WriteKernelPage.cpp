// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The page as HTML. Which forms and which direction are seen is left to the style; the script only lights up lines.

#include "Highlight.h"
#include "kgen/Page/Html.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using namespace kgen::page;
using llvm::StringRef;

static constexpr char style[] =
#include "KernelStyle.inc"
    ;
static constexpr char script[] =
#include "KernelScript.inc"
    ;

/// Numbered lines; `data-l` has the lines of the author's that one belongs to.
static void writeLines(const FormText &form, Syntax syntax, llvm::raw_ostream &os) {
  Highlighter highlighter(syntax);
  size_t number = 0;
  for (StringRef line : llvm::split(StringRef(form.text).rtrim('\n'), '\n')) {
    os << "<span class=\"row\"";
    if (number < form.lines.size() && !form.lines[number].empty()) {
      os << " data-l=\"";
      llvm::interleave(form.lines[number], os, " ");
      os << '"';
    }
    os << " data-n=\"" << ++number << "\">" << highlighter.line(line) << "</span>";
  }
}

static void writeText(StringRef title, const FormText &form, Syntax syntax, llvm::raw_ostream &os) {
  os << "<pre tabindex=\"0\" aria-label=\"" << html(title) << "\">";
  writeLines(form, syntax, os);
  os << "</pre>\n";
}

static void writeForm(const KernelForm &form, llvm::raw_ostream &os) {
  os << "<article class=\"form\" id=\"form-" << form.anchor << "\">\n<h3>" << html(form.title) << "</h3>\n";
  os << (form.isSource ? "<div>\n" : "<div class=\"forward\">\n");
  writeText(form.title + (form.isSource ? "" : ", forward"), form.forward, form.syntax, os);
  os << "</div>\n";
  if (!form.isSource && !form.backward.text.empty()) {
    os << "<div class=\"backward\">\n";
    writeText(form.title + ", backward", form.backward, form.syntax, os);
    os << "</div>\n";
  }
  os << "</article>\n";
}

static bool hasBackward(const KernelPage &page) {
  return llvm::any_of(page.forms, [](const KernelForm &form) { return !form.backward.text.empty(); });
}

static void writeControls(const KernelPage &page, llvm::raw_ostream &os) {
  os << "<form class=\"controls\">\n<fieldset><legend>Forms</legend>";
  for (const KernelForm &form : page.forms)
    os << "<label><input type=\"checkbox\" id=\"show-" << form.anchor << "\" checked> " << html(form.title)
       << "</label>";
  os << "</fieldset>\n";
  if (hasBackward(page)) {
    os << "<fieldset><legend>Direction</legend>";
    for (StringRef direction : {"forward", "backward", "both"})
      os << "<label><input type=\"radio\" name=\"direction\" id=\"direction-" << direction << "\""
         << (direction == "forward" ? " checked" : "") << "> " << direction << "</label>";
    os << "</fieldset>\n";
  }
  os << "<fieldset><label><input type=\"checkbox\" id=\"wrap\"> Wrap lines</label></fieldset>\n";
  os << "</form>\n";
}

/// A form that is not wanted is not seen.
static void writeSwitches(const KernelPage &page, llvm::raw_ostream &os) {
  os << "<style>\n";
  for (const KernelForm &form : page.forms)
    os << "#forms:has(#show-" << form.anchor << ":not(:checked)) #form-" << form.anchor << " { display: none; }\n";
  os << "</style>\n";
}

static void writeForms(const KernelPage &page, llvm::raw_ostream &os) {
  writeSwitches(page, os);
  writeControls(page, os);
  os << "<p class=\"soft forms-help\">A line lights up with all that belongs to it. A click holds it and brings the "
        "others into view; "
        "in a text that has the focus, the arrow keys walk from line to line, and Escape lets go.</p>\n";
  if (!hasBackward(page))
    os << "<p>There is no backward.</p>\n";
  os << "<div class=\"forms\">\n";
  for (const KernelForm &form : page.forms)
    writeForm(form, os);
  os << "</div>\n";
}

static void writeCases(const KernelPage &page, llvm::raw_ostream &os) {
  if (page.cases.empty())
    os << "<p class=\"soft\">No case was given.</p>\n";
  for (const CaseTable &table : page.cases)
    writeCase(table, os);
}

static void writePlan(const KernelPage &page, llvm::raw_ostream &os) {
  os << "<p>How the backward has each value of the forward that it reads: recomputed, reloaded from memory that "
        "nothing has "
        "changed, as the state of a loop that runs again, or recorded.</p>\n<div id=\"form-plan\">\n";
  writeText("Gradient plan", page.plan, Syntax::Plain, os);
  os << "</div>\n";
}

static void writeChecks(const KernelPage &page, llvm::raw_ostream &os) {
  beginTable("Checks when the sample was made", {"check", "result"}, os);
  for (const auto &[check, result] : page.checks)
    os << "<tr><th scope=\"row\">" << html(check) << "</th><td>" << html(result) << "</td></tr>\n";
  endTable(os);
}

void kgen::page::writeKernelPage(const KernelPage &page, llvm::raw_ostream &os) {
  auto forms = [&](llvm::raw_ostream &out) { writeForms(page, out); };
  auto cases = [&](llvm::raw_ostream &out) { writeCases(page, out); };
  auto plan = [&](llvm::raw_ostream &out) { writePlan(page, out); };
  auto checks = [&](llvm::raw_ostream &out) { writeChecks(page, out); };
  std::vector<HtmlSection> sections = {{"forms", "Forms", forms}};
  if (!page.cases.empty() || page.checks.empty())
    sections.push_back({"cases", "Values and gradients", cases});
  if (!page.plan.text.empty())
    sections.push_back({"plan", "Gradient plan", plan});
  if (!page.checks.empty())
    sections.push_back({"checks", "Checks", checks});
  writePage(page.title, page.subtitle, "", sections, "", os, style, script);
}
