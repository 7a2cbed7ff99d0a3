// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one says of builtins and of their values: rows for the importer, the printers, the generator and the library's
// checks.

#include "Emitters.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kgen::tblgen {

void emitFacts(const Builtins &builtins, raw_ostream &os) {
  os << "// Written by kgen-tblgen from the builtins' records. Do not edit.\n\n";
  for (const Builtin &builtin : builtins.all) {
    std::vector<StringRef> aliases = builtin.def->getValueAsListOfStrings("aliases");
    StringRef noun = builtin.string("noun"), range = builtin.string("range");
    os << formatv("KGEN_BUILTIN(\"{0}\", \"{1}\", {2}, \"{3}\", \"{4}\", {5}, {6})\n", builtin.mnemonic,
                  builtin.string("group"),
                  builtin.def->getValueAsDef("python")->getValueAsString("kind") != "None" ? "true" : "false",
                  noun.empty() ? StringRef(builtin.mnemonic) : noun, join(aliases, " "), builtin.string("dimensions"),
                  range.empty() ? "std::nullopt" : range);
  }
}

} // namespace kgen::tblgen
