// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A builtin on operands of certain types, and the C++ program that holds kgen.cuh against the interpreter.

#ifndef KGEN_TEST_BUILTINS_SIGNATURE_H
#define KGEN_TEST_BUILTINS_SIGNATURE_H

#include "kgen/IR/Kgen.h"
#include "kgen/Support/Case.h"
#include "llvm/Support/JSON.h"

namespace kgen {

/// One builtin on operands of certain types.
struct Signature {
  const BuiltinInfo *info;
  llvm::SmallVector<mlir::Type> operands;
  mlir::Type result;

  std::string name() const;
};

/// Writes a C++ program that calls a function of kgen.cuh for each signature, on the operands of a case, and compares
/// with what the interpreter made of them. The program prints what differs and exits 1.
class HeaderProgram {
public:
  HeaderProgram() : os(tests) {}
  /// Adds a signature, unless kgen.cuh has no such scalars. `c` holds the operands in order.
  void add(const Signature &signature, const Case &c, const Numbers &result, double tolerance);
  std::string text() const;

private:
  void writeNumbers(llvm::StringRef name, mlir::Type type, const Numbers &numbers);

  std::string tests;
  llvm::raw_string_ostream os;
  unsigned count = 0;
};

/// Lists a case for each signature that Python has a name for, with what the interpreter makes of it; `run_warp.py`
/// lets real Warp compute them.
class WarpProgram {
public:
  void add(const Signature &signature, const Case &c, const Numbers &result);
  void print(llvm::raw_ostream &os) const;

private:
  llvm::json::Array tests;
};

} // namespace kgen

#endif // KGEN_TEST_BUILTINS_SIGNATURE_H
