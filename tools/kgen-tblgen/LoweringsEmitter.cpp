// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which builtins are upstream ops of their scalars.

#include "Emitters.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kgen::tblgen {

void emitLowerings(const Builtins &builtins, raw_ostream &os) {
  os << "// Written by kgen-tblgen from the builtins' records. Do not edit.\n\n";
  for (const Builtin &builtin : builtins.all) {
    if (!builtin.hasUpstream())
      continue;
    const Record *upstream = builtin.def->getValueAsDef("upstream");
    auto name = [&](StringRef field) {
      StringRef op = upstream->getValueAsString(field);
      return op.empty() ? std::string("void") : ("::mlir::" + op).str();
    };
    os << formatv("KGEN_UPSTREAM(::kgen::{0}, {1}, {2}, {3})\n", builtin.className, name("floatOp"), name("signedOp"),
                  name("unsignedOp"));
  }
}

} // namespace kgen::tblgen
