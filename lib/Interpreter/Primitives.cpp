// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table of all builtins, made at its first use.

#include "Primitives.h"

namespace kgen::interpreter {

Primitive lookupPrimitive(llvm::StringRef opName, Kind kind) {
  static const PrimitiveTable table = [] {
    PrimitiveTable all;
    addOperators(all);
    addScalarMath(all);
    addVectorMath(all);
    return all;
  }();
  return table.lookup(opName, kind);
}

Exit PrimitiveStep::run(Machine &machine) const {
  if (const char *message = primitive(machine, *this))
    return machine.fault(op, message);
  return Exit::Next;
}

} // namespace kgen::interpreter
