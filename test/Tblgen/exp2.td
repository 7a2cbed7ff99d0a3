// RUN: kgen-tblgen -gen-builtins -I %include -I %mlir_include %s | FileCheck %s --check-prefix=RULES
// RUN: kgen-tblgen -gen-builtin-lowerings -I %include -I %mlir_include %s | FileCheck %s --check-prefix=LOWER
// RUN: kgen-tblgen -gen-builtin-elementary -I %include -I %mlir_include %s | FileCheck %s --check-prefix=ELEMENTARY
// RUN: kgen-tblgen -gen-builtin-facts -I %include -I %mlir_include %s | FileCheck %s --check-prefix=FACTS
// RUN: kgen-tblgen -gen-builtin-header -I %include -I %mlir_include %s | FileCheck %s --check-prefix=HEADER
// RUN: kgen-tblgen -gen-builtin-docs -I %include -I %mlir_include %s | FileCheck %s --check-prefix=DOCS
// All that the libraries know of a new function of scalars follows from one record. Warp has no exp2, so it stands here.

include "kgen/IR/KgenOps.td"

def Kgen_Exp2Op : UnaryMath<"exp2", "power of two", Any> {
  let adjoints = [(op<"mul"> $g, (op<"mul"> $result, (num<"0.693147180559945309417232121458"> $x)))];
  let lowering = Libm<"exp2">;
  let range = "Range{0.0, r[0].high <= 2.0 ? 4.0 : 260.0}";
  let dimensions = "Plain";
}

// RULES:      static Value buildAdjointOfExp2Op
// RULES:        case 0: { // g * (result * 0.693147180559945309417232121458)
// LOWER:      KGEN_LIBM(::kgen::Exp2Op, "exp2", 10)
// ELEMENTARY: KGEN_ELEMENTARY_1(exp2, Sleef_finz_exp2f1_u10purecfma, Sleef_finz_exp2d1_u10purecfma)
// FACTS:      KGEN_BUILTIN("exp2", "Scalar Math", true, "exp2", "", Plain, Range{0.0, r[0].high <= 2.0 ? 4.0 : 260.0})
// HEADER:     KGEN_FN float exp2(float x) { return ::exp2f(x); }
// DOCS:       exp2
