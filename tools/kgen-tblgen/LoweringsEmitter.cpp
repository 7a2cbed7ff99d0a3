// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which builtins are ops of the LLVM dialect, and which are functions of C's library: rows for the lowering and for the
// interpreter.

#include "Emitters.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace kgen::tblgen {

static std::string llvmOp(StringRef name) { return name.empty() ? "void" : ("::mlir::LLVM::" + name).str(); }

void emitLowerings(const Builtins &builtins, raw_ostream &os) {
  os << "// Written by kgen-tblgen from the builtins' records. Do not edit.\n\n";
  for (const Builtin &builtin : builtins.all) {
    if (const Record *op = builtin.lowering("LLVMOp"))
      os << formatv("KGEN_LLVM_OP(::kgen::{0}, {1}, {2})\n", builtin.className, llvmOp(op->getValueAsString("floatOp")),
                    llvmOp(op->getValueAsString("intOp")));
    else if (const Record *exact = builtin.lowering("ExactLibm"))
      os << formatv("KGEN_LLVM_OP(::kgen::{0}, {1}, void)\n", builtin.className,
                    llvmOp(exact->getValueAsString("llvmOp")));
    else if (const Record *libm = builtin.lowering("Libm"))
      os << formatv("KGEN_LIBM(::kgen::{0}, \"{1}\", {2})\n", builtin.className, libm->getValueAsString("stem"),
                    libm->getValueAsInt("accuracy"));
  }
}

void emitElementary(const Builtins &builtins, raw_ostream &os) {
  os << "// Written by kgen-tblgen from the builtins' records. Do not edit.\n\n";
  for (const Builtin &builtin : builtins.all) {
    const Record *libm = builtin.lowering("Libm");
    if (!libm)
      continue;
    StringRef stem = libm->getValueAsString("stem");
    auto function = [&](char precision) -> std::string {
      if (builtin.lowering("ExactLibm"))
        return ("std::" + stem).str();
      return formatv("Sleef_finz_{0}{1}1_u{2}purecfma", stem, precision, libm->getValueAsInt("accuracy"));
    };
    os << formatv("KGEN_ELEMENTARY_{0}({1}, {2}, {3})\n", builtin.operands.size(), builtin.mnemonic, function('f'),
                  function('d'));
  }
}

} // namespace kgen::tblgen
