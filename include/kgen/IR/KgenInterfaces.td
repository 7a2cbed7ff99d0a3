// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts that ops state themselves, so that no library has to know them by name. The declared effects of an op, on the operands
// that have them, say how it accesses memory; MLIR's RegionBranchOpInterface says how values flow through its regions.

#ifndef KGEN_IR_KGENINTERFACES_TD
#define KGEN_IR_KGENINTERFACES_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Effects on what is no operand
//===----------------------------------------------------------------------===//

// What a kernel prints.
def Kgen_Output : Resource<"::kgen::OutputResource">;
// Where the thread goes on: what an early exit changes.
def Kgen_ControlFlow : Resource<"::kgen::ControlFlowResource">;

//===----------------------------------------------------------------------===//
// Slopes
//===----------------------------------------------------------------------===//

def Kgen_SlopeInterface : OpInterface<"SlopeOpInterface"> {
  let cppNamespace = "::kgen";
  let description = [{
    A pure op with one result that says how it is reversed. Control flow and accesses to memory are reversed by hand; an
    op of floats that is neither, and has no `NoSlope`, is not differentiated.
  }];
  let methods = [
    InterfaceMethod<[{
      Whether any operand has a slope; without, adjoints stop here.
    }], "bool", "hasSlope">,
    InterfaceMethod<[{
      Adds the values, operands or the result, that `buildAdjoint` asks for to reverse operand number `operand`.
    }], "void", "getAdjointReads", (ins "unsigned":$operand, "::llvm::SmallVectorImpl<::mlir::Value> &":$reads)>,
    InterfaceMethod<[{
      Builds what operand number `operand` adds to its adjoint, where that of the result is `g`; null if its slope is
      zero everywhere. `primal` gives the value that an operand or the result has there.
    }], "::mlir::Value", "buildAdjoint",
      (ins "::mlir::OpBuilder &":$b, "::mlir::Location":$loc, "unsigned":$operand, "::mlir::Value":$g,
           "::llvm::function_ref<::mlir::Value(::mlir::Value)>":$primal)>,
  ];
}

// Of an op of floats: no slope leads from its operands to its results.
def Kgen_NoSlope : NativeOpTrait<"NoSlope"> {
  let cppNamespace = "::kgen";
}

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

// kgen-tblgen writes the bodies from the builtin's record; nothing of it is written by hand.
def Kgen_BuiltinInterface : OpInterface<"BuiltinOpInterface"> {
  let cppNamespace = "::kgen";
  let description = [{
    A builtin: a pure function of its operands, described by one record (see `BuiltinBase.td`), slopes included.
  }];
  let methods = [
    StaticInterfaceMethod<[{
      The builtin's record: spellings, type rules, domains, adjoint rules.
    }], "const ::kgen::BuiltinInfo &", "getBuiltinInfo">,
  ];
  let extraTraitClassDeclaration = [{
    bool hasSlope() { return $_op.getBuiltinInfo().differentiable; }
    void getAdjointReads(unsigned operand, ::llvm::SmallVectorImpl<::mlir::Value> &reads) {
      ::kgen::detail::getAdjointReads($_op, $_op.getBuiltinInfo(), operand, reads);
    }
    ::mlir::Value buildAdjoint(::mlir::OpBuilder &b, ::mlir::Location loc, unsigned operand, ::mlir::Value g,
                               ::llvm::function_ref<::mlir::Value(::mlir::Value)> primal) {
      return ::kgen::detail::buildAdjoint($_op, $_op.getBuiltinInfo(), b, loc, operand, g, primal);
    }
  }];
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

def Kgen_AccessInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::kgen";
  let description = [{
    An access to one element of an array or gradient, or to a part of one, and to nothing else. Whether it reads and
    writes there is said by the effects that the op declares on its array.
  }];
  let methods = [
    InterfaceMethod<[{
      The array or gradient.
    }], "::mlir::Value", "getArray">,
    InterfaceMethod<[{
      One index for each dimension, then the path into the element: a si32 value or an integer attribute each.
    }], "::mlir::SmallVector<::mlir::OpFoldResult>", "getMixedIndices">,
    InterfaceMethod<[{
      The element as it was before; null if the op does not return it.
    }], "::mlir::Value", "getValueRead", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{
      The value that the element becomes or is updated by; null if no operand holds it.
    }], "::mlir::Value", "getValueWritten", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{
      The value that the element is compared with before it becomes the value written; null if it is not compared.
    }], "::mlir::Value", "getValueExpected", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{
      How an atomic access makes the new element of the old one and the value written; nullopt if it is not atomic.
    }], "std::optional<::kgen::AtomicKind>", "getUpdate", (ins), "", [{ return std::nullopt; }]>,
  ];
  let extraClassDeclaration = [{
    /// Whether the op may change the element.
    bool writesElement();
    /// Whether the element becomes the value written, whatever it was before.
    bool isPlainStore() { return getValueWritten() && !getUpdate(); }
    /// The indices, and steps into the element, that are values.
    ::mlir::SmallVector<::mlir::Value> getIndexValues();
    /// The number of dimensions.
    unsigned getRank();
    /// One index for each dimension.
    ::mlir::SmallVector<::mlir::OpFoldResult> getElementIndices();
    /// The steps into the element: empty if the whole of it is accessed.
    ::mlir::SmallVector<::mlir::OpFoldResult> getPath();
    /// The type of the element or part that is accessed.
    ::mlir::Type getAccessedType();
  }];
  let verify = [{ return ::kgen::detail::verifyAccess(::mlir::cast<::kgen::AccessOpInterface>($_op)); }];
}

def Kgen_TileAccessInterface : OpInterface<"TileAccessOpInterface"> {
  let cppNamespace = "::kgen";
  let description = [{
    An access to the part of an array or gradient that has the place and shape of a tile, and to nothing else. Whether it
    reads and writes there is said by the effects that the op declares on its array.
  }];
  let methods = [
    InterfaceMethod<[{
      The array or gradient.
    }], "::mlir::Value", "getArray">,
    InterfaceMethod<[{
      An index for each dimension that the tile does not have, then the first place of the tile in each of the others.
    }], "::mlir::OperandRange", "getOffsets">,
    InterfaceMethod<[{
      Whether the author promises that the tile lies inside.
    }], "bool", "getUnchecked">,
    InterfaceMethod<[{
      The tile as it was there before; null if the op does not return it.
    }], "::mlir::Value", "getTileRead", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{
      The tile that is stored or added; null if there is none.
    }], "::mlir::Value", "getTileWritten", (ins), "", [{ return {}; }]>,
  ];
  let extraClassDeclaration = [{
    /// The type of the tile.
    ::kgen::TileType getTileType();
    /// The indices before the tile's own offsets, and those.
    ::mlir::OperandRange getLeadingIndices() { return getOffsets().drop_back(getTileType().getShape().size()); }
    ::mlir::OperandRange getTileOffsets() { return getOffsets().take_back(getTileType().getShape().size()); }
  }];
  let verify = [{ return ::kgen::detail::verifyTileAccess(::mlir::cast<::kgen::TileAccessOpInterface>($_op)); }];
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

def Kgen_LoopInterface : OpInterface<"LoopOpInterface"> {
  let cppNamespace = "::kgen";
  let description = [{
    A loop: results are the carried values after the last trip. The last arguments of each of its blocks are the carried
    values, and its body ends in `kgen.yield` of the next ones, or in an early exit.
  }];
  let methods = [
    InterfaceMethod<[{
      The carried values before the first trip.
    }], "::mlir::OperandRange", "getInits">,
    InterfaceMethod<[{
      What a trip runs: one block.
    }], "::mlir::Region &", "getBody">,
    InterfaceMethod<[{
      The region that is run before each trip, sees the carried values and hands them on as they are, and says whether to
      make the trip; null if there is none.
    }], "::mlir::Region *", "getConditionRegion", (ins), "", [{ return nullptr; }]>,
    InterfaceMethod<[{
      The body's argument that counts; null if none does.
    }], "::mlir::BlockArgument", "getInductionVar", (ins), "", [{ return {}; }]>,
    InterfaceMethod<[{
      The operands that say before the first trip how many there are at most.
    }], "::mlir::OperandRange", "getBounds", (ins), "", [{
      auto end = $_op.getOperation()->operand_end();
      return ::mlir::OperandRange(end, end);
    }]>,
    InterfaceMethod<[{
      The number of trips, if it is known before the program runs.
    }], "std::optional<uint64_t>", "getConstantTripCount", (ins), "", [{ return std::nullopt; }]>,
    InterfaceMethod<[{
      A loop like this one over the bounds that `mapBound` makes of its own, with other carried values; its blocks have
      arguments and no ops yet.
    }], "::kgen::LoopOpInterface", "createAlike",
      (ins "::mlir::OpBuilder &":$b, "::mlir::Location":$loc,
           "::llvm::function_ref<::mlir::OpFoldResult(::mlir::OpFoldResult)>":$mapBound, "::mlir::ValueRange":$inits)>,
  ];
  let extraClassDeclaration = [{
    ::mlir::Block &getBodyBlock() { return getBody().front(); }
    /// The carried values as arguments of the body, or of another of the loop's blocks.
    ::mlir::Block::BlockArgListType getCarries() { return getCarries(getBodyBlock()); }
    ::mlir::Block::BlockArgListType getCarries(::mlir::Block &block) {
      return block.getArguments().take_back(getInits().size());
    }
    /// The number of the carried value that an argument of one of the blocks is; nullopt for the induction variable.
    std::optional<unsigned> getCarryNumber(::mlir::BlockArgument argument);
    /// The end of the body; null if that is an early exit.
    ::kgen::YieldOp getYield();
    /// The carried values of the next trip.
    ::mlir::OperandRange getNext();
    /// After a trip that makes this false the loop stops; null if its trips do not decide.
    ::mlir::Value getMore();
    /// The result of the condition region; null if there is none.
    ::mlir::Value getEntryCondition();
    /// All values that decide how many trips there are: bounds, and conditions before and after a trip.
    ::mlir::SmallVector<::mlir::Value> getControl();
  }];
}

#endif // KGEN_IR_KGENINTERFACES_TD
