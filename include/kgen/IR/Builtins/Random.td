// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers. A state is a ui32, and a number is a function of the state that it is drawn at. `kgen.draw` is the call
// that an author writes: it computes the number at a variable's state and advances the variable.

#ifndef KGEN_IR_BUILTINS_RANDOM_TD
#define KGEN_IR_BUILTINS_RANDOM_TD

include "kgen/IR/Builtins/BuiltinBase.td"

// The PCG hash of M. Jarzynski and M. Olano, "Hash Functions for GPU Rendering", JCGT 9 (3), 2020.
defvar Kgen_PcgStep = (op<"add"> (op<"mul"> $state, (num<"747796405"> $state)), (num<"2891336453"> $state));
defvar Kgen_PcgShift = (op<"add"> (op<"rshift"> Kgen_PcgStep, (num<"28"> $state)), (num<"4"> $state));
defvar Kgen_PcgWord = (op<"mul"> (op<"bit_xor"> (op<"rshift"> Kgen_PcgStep, Kgen_PcgShift), Kgen_PcgStep),
                                 (num<"277803737"> $state));

def Kgen_RandPcgOp : Builtin<"rand_pcg", "Random", (ins Kgen_UI32:$state)> {
  let summary = "the state that follows a state";
  let python = Unspelled;
  let differentiable = 0;
  let lowering = Expansion<(op<"bit_xor"> (op<"rshift"> Kgen_PcgWord, (num<"22"> $state)), Kgen_PcgWord)>;
  let domains = [Any];
}

def Kgen_RandInitOp : Builtin<"rand_init", "Random", (ins Kgen_SI32:$seed)> {
  let summary = "a state that follows from a seed";
  let resultType = "ui32";
  let differentiable = 0;
  let lowering = Expansion<(op<"rand_pcg"> (cast<"ui32"> $seed))>;
  let domains = [Any];
}

def Kgen_RandInitOffsetOp : Builtin<"rand_init_offset", "Random", (ins Kgen_SI32:$seed, Kgen_SI32:$offset)> {
  let summary = "a state that follows from a seed and the number of a thread";
  let resultType = "ui32";
  let python = Call<"wp.rand_init">;
  let cuda = Call<"kgen::rand_init">;
  let differentiable = 0;
  let lowering = Expansion<(op<"rand_pcg"> (op<"add"> (cast<"ui32"> $seed), (op<"rand_pcg"> (cast<"ui32"> $offset))))>;
  let domains = [Any, Any];
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

class Drawn<string mnemonic, string name, string type, int count, dag operands, string function>
    : Builtin<mnemonic, "Random", operands> {
  let summary = function;
  let resultType = type;
  let python = Unspelled;
  let cuda = Call<"kgen::" # name # "_at">;
  let drawn = Call<"wp." # name>;
  let advances = count;
  let differentiable = 0;
}

class DrawnAt<string mnemonic, string type, int count, string function>
    : Drawn<mnemonic, mnemonic, type, count, (ins Kgen_UI32:$state), function> {
  let domains = [Any];
}

class DrawnIn<string name, TypeConstraint set, string type, string function>
    : Drawn<name # "_range", name, type, 1, (ins Kgen_UI32:$state, set:$low, set:$high), function> {
  let domains = [Any, Domain<"0.0", "3.0">, Domain<"4.0", "9.0">];
}

def Kgen_RandiOp : DrawnAt<"randi", "si32", 1, "a random integer"> {
  let lowering = Expansion<(cast<"si32"> (op<"rand_pcg"> $state))>;
}

def Kgen_RandiRangeOp : DrawnIn<"randi", Kgen_SI32, "si32", "a random integer from `low` to below `high`"> {
  let lowering = Expansion<(cast<"si32"> (op<"add">
    (op<"mod"> (op<"rand_pcg"> $state), (cast<"ui32"> (op<"sub"> $high, $low))), (cast<"ui32"> $low)))>;
}

def Kgen_RanduOp : DrawnAt<"randu", "ui32", 1, "a random unsigned integer"> {
  let lowering = Expansion<(op<"rand_pcg"> $state)>;
}

def Kgen_RanduRangeOp : DrawnIn<"randu", Kgen_UI32, "ui32", "a random unsigned integer from `low` to below `high`"> {
  let lowering = Expansion<(op<"add"> (op<"mod"> (op<"rand_pcg"> $state), (op<"sub"> $high, $low)), $low)>;
}

// The upper 24 bits, as a multiple of 2 ** -24.
defvar Kgen_RandBits = (cast<"f32"> (op<"rshift"> (op<"rand_pcg"> $state), (num<"8"> $state)));

def Kgen_RandfOp : DrawnAt<"randf", "f32", 1, "a random number from 0 to below 1"> {
  let lowering = Expansion<(op<"mul"> Kgen_RandBits, (num<"5.9604644775390625e-08"> Kgen_RandBits))>;
}

def Kgen_RandfRangeOp : DrawnIn<"randf", Kgen_F32, "f32", "a random number from `low` to below `high`"> {
  let lowering = Expansion<(op<"add"> (op<"mul"> (op<"sub"> $high, $low), (op<"randf"> $state)), $low)>;
}

// Random numbers at a state and at those that follow it, and angles of a full turn.
class RandAt<int n> {
  dag state = !cond(!eq(n, 0) : (same $state), !eq(n, 1) : (op<"rand_pcg"> $state),
                    true : (op<"rand_pcg"> (op<"rand_pcg"> $state)));
  dag unit = !if(!eq(n, 0), (op<"randf"> $state), (op<"randf"> state));
  dag turn = (op<"mul"> (num<"6.28318530717958647692528676656"> unit), unit);
  dag centred = (op<"sub"> unit, (num<"0.5"> unit));
}
defvar Kgen_RandUnit0 = RandAt<0>.unit;
defvar Kgen_RandTurn1 = RandAt<1>.turn;

// By the method of G. Box and M. Muller. The smallest number keeps the logarithm finite.
def Kgen_RandnOp : DrawnAt<"randn", "f32", 2, "a random number of the standard normal distribution"> {
  let lowering = Expansion<(op<"mul">
    (op<"sqrt"> (op<"mul"> (num<"-2"> Kgen_RandUnit0),
      (op<"log"> (op<"add"> Kgen_RandUnit0, (num<"5.96e-08"> Kgen_RandUnit0))))),
    (op<"cos"> Kgen_RandTurn1))>;
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

def Kgen_SampleTriangleOp : DrawnAt<"sample_triangle", "vec2f", 2, "two barycentric coordinates of a random point of a triangle"> {
  let lowering = Expansion<(construct<"vec2f">
    (op<"sub"> (num<"1"> Kgen_RandUnit0), (op<"sqrt"> Kgen_RandUnit0)),
    (op<"mul"> RandAt<1>.unit, (op<"sqrt"> Kgen_RandUnit0)))>;
}

def Kgen_SampleUnitRingOp : DrawnAt<"sample_unit_ring", "vec2f", 1, "a random point of the unit circle"> {
  let lowering = Expansion<(construct<"vec2f"> (op<"cos"> RandAt<0>.turn), (op<"sin"> RandAt<0>.turn))>;
}

def Kgen_SampleUnitDiskOp : DrawnAt<"sample_unit_disk", "vec2f", 2, "a random point within the unit circle"> {
  let lowering = Expansion<(construct<"vec2f">
    (op<"mul"> (op<"sqrt"> Kgen_RandUnit0), (op<"cos"> Kgen_RandTurn1)),
    (op<"mul"> (op<"sqrt"> Kgen_RandUnit0), (op<"sin"> Kgen_RandTurn1)))>;
}

// A direction: `cosine` is that of the angle with the z axis.
class OnSphere<dag cosine> {
  dag sine = (op<"sin"> (op<"acos"> cosine));
  dag value = (construct<"vec3f"> (op<"mul"> (op<"cos"> Kgen_RandTurn1), sine),
    (op<"mul"> (op<"sin"> Kgen_RandTurn1), sine), (op<"cos"> (op<"acos"> cosine)));
}

// The same at a distance that fills the ball evenly.
class InSphere<dag cosine> {
  dag sine = (op<"sin"> (op<"acos"> cosine));
  dag radius = (op<"pow"> RandAt<2>.unit, (num<"0.333333333333333333333333333333"> RandAt<2>.unit));
  dag value = (construct<"vec3f"> (op<"mul"> (op<"mul"> radius, (op<"cos"> Kgen_RandTurn1)), sine),
    (op<"mul"> (op<"mul"> radius, (op<"sin"> Kgen_RandTurn1)), sine),
    (op<"mul"> radius, (op<"cos"> (op<"acos"> cosine))));
}

defvar Kgen_FullCosine = (op<"sub"> (num<"1"> Kgen_RandUnit0), (op<"mul"> (num<"2"> Kgen_RandUnit0), Kgen_RandUnit0));
defvar Kgen_HalfCosine = (op<"sub"> (num<"1"> Kgen_RandUnit0), Kgen_RandUnit0);

def Kgen_SampleUnitSphereSurfaceOp : DrawnAt<
    "sample_unit_sphere_surface", "vec3f", 2, "a random point of the unit sphere"> {
  let lowering = Expansion<OnSphere<Kgen_FullCosine>.value>;
}

def Kgen_SampleUnitSphereOp : DrawnAt<"sample_unit_sphere", "vec3f", 3, "a random point within the unit sphere"> {
  let lowering = Expansion<InSphere<Kgen_FullCosine>.value>;
}

def Kgen_SampleUnitHemisphereSurfaceOp : DrawnAt<
    "sample_unit_hemisphere_surface", "vec3f", 2, "a random point of the unit sphere where z is not negative"> {
  let lowering = Expansion<OnSphere<Kgen_HalfCosine>.value>;
}

def Kgen_SampleUnitHemisphereOp : DrawnAt<
    "sample_unit_hemisphere", "vec3f", 3, "a random point within the unit sphere where z is not negative"> {
  let lowering = Expansion<InSphere<Kgen_HalfCosine>.value>;
}

def Kgen_SampleUnitSquareOp : DrawnAt<"sample_unit_square", "vec2f", 2, "a random point of a unit square around the origin"> {
  let lowering = Expansion<(construct<"vec2f"> RandAt<0>.centred, RandAt<1>.centred)>;
}

def Kgen_SampleUnitCubeOp : DrawnAt<"sample_unit_cube", "vec3f", 3, "a random point of a unit cube around the origin"> {
  let lowering = Expansion<(construct<"vec3f"> RandAt<0>.centred, RandAt<1>.centred, RandAt<2>.centred)>;
}

#endif // KGEN_IR_BUILTINS_RANDOM_TD
