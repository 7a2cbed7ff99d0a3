// RUN: kgen-tblgen -gen-builtins -I %include -I %mlir_include %s | FileCheck %s
// RUN: kgen-tblgen -gen-builtin-header -I %include -I %mlir_include %s | FileCheck %s --check-prefix=HEADER
// RUN: kgen-tblgen -gen-builtin-docs -I %include -I %mlir_include %s | FileCheck %s --check-prefix=DOCS
// Rules take composites apart, make them and convert scalars: in IR, in kgen.cuh, and for people. Results may have a type
// of their own.

include "kgen/IR/KgenOps.td"

// CHECK-LABEL: resultTypeOfHashOp
// CHECK:       return b.getIntegerType(32, /*isSigned=*/false);
// CHECK:       "seed", "seed", ::kgen::isSI32
// CHECK:       {std::nullopt, ResultScalar::UI32},
def Kgen_HashOp : Builtin<"hash", "Test", (ins Kgen_SI32:$seed)> {
  let summary = "a random state";
  let resultType = "ui32";
  let differentiable = 0;
  let lowering = HandLowered;
  let domains = [Any];
}

// CHECK-LABEL: expandDrawOnceOp
// CHECK:       Value v0 = HashOp::create(b, loc, operands[0]);
// CHECK-NEXT:  Value v1 = CastOp::create(b, loc, b.getF32Type(), v0);
// CHECK-NEXT:  Value v2 = createNumber(b, loc, v1.getType(), 0.5);
// CHECK-NEXT:  Value v3 = MulOp::create(b, loc, v1, v2);
// HEADER:      /// A random number.
// HEADER-NEXT: KGEN_FN float draw_once(int seed) { return float(hash(seed)) * float(0.5); }
def Kgen_DrawOnceOp : Builtin<"draw_once", "Test", (ins Kgen_SI32:$seed)> {
  let summary = "a random number";
  let resultType = "f32";
  let differentiable = 0;
  let lowering = Expansion<(op<"mul"> (cast<"f32"> (op<"hash"> $seed)), (num<"0.5"> (cast<"f32"> (op<"hash"> $seed))))>;
  let domains = [Any];
}

// CHECK-LABEL: expandSwapOp
// CHECK:       Value v0 = createComponent(b, loc, operands[0], {2});
// CHECK:       ConstructOp::create(b, loc, t0, ValueRange{v0, v1, v2});
// HEADER:      template <typename T> KGEN_FN vec<3, T> swap(const vec<3, T>& a) { return vec<3, T>(a.c[2], a.c[1], a.c[0]); }
// DOCS:        | expansion | `(a[2], a[1], a[0])` |
def Kgen_SwapOp : Builtin<"swap", "Test", (ins Kgen_FloatVec3:$a)> {
  let summary = "backwards";
  let lowering = Expansion<(construct<"t0"> (component<[2]> $a), (component<[1]> $a), (component<[0]> $a))>;
  let domains = [Any];
}

// HEADER:      template <int R, int C, typename T> KGEN_FN T corner(const mat<R, C, T>& a) { return a.row[0].c[1] * a.row[1].c[0]; }
def Kgen_CornerOp : Builtin<"corner", "Test", (ins Kgen_FloatMat:$a)> {
  let summary = "product of two elements";
  let resultType = "elementType(t0)";
  let lowering = Expansion<(op<"mul"> (component<[0, 1]> $a), (component<[1, 0]> $a))>;
  let domains = [Any];
}

// CHECK-LABEL: expandSmallerOp
// CHECK:       return expandByComponent(b, loc, cast<VecType>(t0), operands, MinOp::getBuiltinInfo());
// HEADER:      template <int N, typename T> KGEN_FN vec<N, T> smaller(const vec<N, T>& a, T b)
// HEADER:          result.c[i] = min(a.c[i], b);
// DOCS:        | expansion | `min` of each component |
def Kgen_SmallerOp : Builtin<"smaller", "Test", (ins Kgen_Vec:$a, Kgen_Number:$b)> {
  let summary = "no component above `b`";
  let relation = "elementType(t0) == t1";
  let relationText = "a scalar of the element type";
  let lowering = ByComponent<"min">;
  let domains = [Any, Any];
}

// CHECK-LABEL: expandTotalOp
// CHECK:       return expandFold(b, loc, operands.front(), AddOp::getBuiltinInfo());
// DOCS:        | expansion | `add` of all components, from the first on |
def Kgen_TotalOp : Builtin<"total", "Test", (ins Kgen_Vec:$a)> {
  let summary = "sum of the components";
  let cuda = Unspelled;
  let resultType = "elementType(t0)";
  let lowering = Fold<"add">;
  let domains = [Any];
}

// A number is drawn at a state, which the function that an author calls advances.
// CHECK-LABEL: expandCoinOp
// CHECK:       {Spelling::Call, "kgen::coin_at"}, {Spelling::Call, "wp.coin"}, 2,
// HEADER:      KGEN_FN int coin_at(uint32_t state)
// HEADER:      KGEN_FN int coin(uint32_t& state)
// HEADER-NEXT: {
// HEADER-NEXT:     const int result = coin_at(state);
// HEADER-NEXT:     state = rand_pcg(rand_pcg(state));
// HEADER-NEXT:     return result;
def Kgen_CoinOp : Drawn<"coin", "coin", "si32", 2, (ins Kgen_UI32:$state), "0 or 1"> {
  let lowering = Expansion<(cast<"si32"> (op<"bit_and"> (op<"rand_pcg"> $state), (num<"1"> $state)))>;
  let domains = [Any];
}
