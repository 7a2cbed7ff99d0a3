// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every builtin can do. kgen-tblgen writes the bodies from the builtin's record; nothing here is written by hand.

#ifndef KGEN_IR_KGENINTERFACES_TD
#define KGEN_IR_KGENINTERFACES_TD

include "mlir/IR/OpBase.td"

def Kgen_BuiltinInterface : OpInterface<"BuiltinOpInterface"> {
  let cppNamespace = "::kgen";
  let description = [{
    A builtin: a pure function of its operands, described by one record (see `BuiltinBase.td`).
  }];
  let methods = [
    StaticInterfaceMethod<[{
      The builtin's record: spellings, type rules, domains, adjoint rules.
    }], "const ::kgen::BuiltinInfo &", "getBuiltinInfo">,
  ];
}

#endif // KGEN_IR_KGENINTERFACES_TD
