// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frame that all pages share: head with the style, title, links to sections. Pages need no network.

#ifndef KGEN_PAGE_HTML_H
#define KGEN_PAGE_HTML_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace kgen::page {

/// Text with `&`, `<`, `>` and quotes made harmless.
std::string html(llvm::StringRef text);

/// A section of a page: the anchor, the heading, and the function that writes it.
struct HtmlSection {
  llvm::StringRef anchor, title;
  llvm::function_ref<void(llvm::raw_ostream &)> write;
};

/// Writes a page: `subtitle` and `lead` (HTML) stand under the title, `footer` (HTML) at the end. `style` and `script`
/// are the page's own; most pages have no script.
void writePage(llvm::StringRef title, llvm::StringRef subtitle, llvm::StringRef lead,
               llvm::ArrayRef<HtmlSection> sections, llvm::StringRef footer, llvm::raw_ostream &os,
               llvm::StringRef style = "", llvm::StringRef script = "");

/// The start and the end of a table that scrolls within its own frame, with the keyboard too.
void beginTable(llvm::StringRef caption, llvm::ArrayRef<llvm::StringRef> heads, llvm::raw_ostream &os);
void endTable(llvm::raw_ostream &os);

} // namespace kgen::page

#endif // KGEN_PAGE_HTML_H
