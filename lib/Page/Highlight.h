// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of code as HTML, their words in the classes that the style colours.

#ifndef KGEN_LIB_PAGE_HIGHLIGHT_H
#define KGEN_LIB_PAGE_HIGHLIGHT_H

#include "kgen/Page/KernelPage.h"

namespace kgen::page {

/// Highlights a text line by line; a docstring may go over several.
class Highlighter {
public:
  explicit Highlighter(Syntax syntax) : syntax(syntax) {}
  std::string line(llvm::StringRef text);

private:
  std::string word(llvm::StringRef word, bool isFirst) const;

  Syntax syntax;
  bool inDocstring = false;
};

} // namespace kgen::page

#endif // KGEN_LIB_PAGE_HIGHLIGHT_H
