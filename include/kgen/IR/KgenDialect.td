// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kgen dialect: what an author of Warp kernels can write, and nothing below it.

#ifndef KGEN_IR_KGENDIALECT_TD
#define KGEN_IR_KGENDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"

def Kgen_Dialect : Dialect {
  let name = "kgen";
  let cppNamespace = "::kgen";
  let summary = "NVIDIA-Warp-style kernels, as their author wrote them";
  let description = [{
    One op for each thing an author of Warp kernels does. Kernels come in two forms that are derived from the ops
    present, never from a flag: *source form* has variables (`kgen.var`) and early exits (`kgen.break`,
    `kgen.continue`, a nested `kgen.return`); *value form* has neither: variables are loop-carried values and a loop
    stops when the condition that its yield carries is false. Python names travel as `NameLoc`.

    In source form, the author's comments stand in discardable attributes of the op of their statement:
    `kgen.lead`, the comment lines above it ("" for an empty line); `kgen.tail`, the comment at the end of its line;
    `kgen.trail`, on the op that ends a block, comment lines after its last statement; `kgen.else_lead` and
    `kgen.else_tail` for the line of an `else`; `kgen.doc`, the docstring of a kernel or function.

    Other attributes of the same op say which of two spellings the author chose: `kgen.in_full`, on the op that assigns, for
    `x = x + y` and not `x += y`; `kgen.called`, on an operator's op, for a call in its place, as `wp.pow(a, b)` for `a ** b`.

    A call of one of Warp's functions of tiles has its text in `kgen.spelling`, `["wp.tile_load({0}, shape={#0}, offset={1})",
    [8 : si32, "TILE"]]`: places for the operands, and for the constants that no operand is. With `kgen.in_place` the call
    changes the variable that its result is assigned to, and stands alone in the text. `kgen.warps`, on a function, is Warp's
    name of it.

    The options of `@wp.kernel` that are literals are texts in `kgen.options`, for the printer alone. `kgen.no_backward`
    says that the author wants no backward, in whatever way: Warp leaves the gradients of such a kernel zero.

    `kgen.paired`, on `kgen.sin` and `kgen.cos`, says that one function computes the sine and the cosine of the operand,
    at little more than the price of one of them; its results may be another last bit. A backward has it where it needs
    both, so that all who run the backward on a CPU compute the same.
  }];
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Adds the types; called once by initialize().
    void registerTypes();
  }];
}

class Kgen_Op<string mnemonic, list<Trait> traits = []>
    : Op<Kgen_Dialect, mnemonic, traits>;

// An op that may have several results prints the name of each.
defvar Kgen_NamedResults = OpAsmOpInterface;
defvar Kgen_NameResults = [{
  void getAsmResultNames(::mlir::OpAsmSetValueNameFn setNameFn) { ::kgen::nameResults(*this, setNameFn); }
}];

// For ops with operands `indices` and an attribute `staticIndices`.
defvar Kgen_MixedIndices = [{
  /// The indices, and after them the steps into an element, in order: a si32 value or an integer attribute each.
  ::mlir::SmallVector<::mlir::OpFoldResult> getMixedIndices() {
    return ::kgen::mixedIndices(getStaticIndices(), getIndices(), getContext());
  }
}];

#endif // KGEN_IR_KGENDIALECT_TD
