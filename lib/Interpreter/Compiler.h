// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes steps of ops: gives each value a slot and each op a step. The `compile` of an op stands beside its step.

#ifndef KGEN_LIB_INTERPRETER_COMPILER_H
#define KGEN_LIB_INTERPRETER_COMPILER_H

#include "Program.h"
#include "llvm/ADT/DenseMap.h"

namespace kgen::interpreter {

/// Copies between slots that happen at once.
struct Moves {
  llvm::SmallVector<std::pair<Slot, Slot>, 4> list;
  void run(Machine &machine) const;
};

/// What a region hands on, and what a value is made of: copies and nothing else.
class MoveStep : public Step {
public:
  MoveStep(mlir::Operation *op, Moves moves) : Step(op), moves(std::move(moves)) {}
  Exit run(Machine &machine) const override {
    moves.run(machine);
    return Exit::Next;
  }

private:
  Moves moves;
};

class Compiler {
public:
  explicit Compiler(Program &program) : program(program) {}

  /// Compiles the whole kernel.
  mlir::LogicalResult run();

private:
  mlir::LogicalResult compileBlock(mlir::Block &block, Sequence &sequence);
  mlir::LogicalResult compileOp(mlir::Operation *op);
  mlir::LogicalResult refuse(mlir::Operation *op);
  /// Appends a step that counts the op, where the program counts.
  void count(mlir::Operation *op);

  // ControlFlow.cpp
  mlir::LogicalResult compile(IfOp op);
  mlir::LogicalResult compile(ForOp op);
  mlir::LogicalResult compile(WhileOp op);
  mlir::LogicalResult compile(YieldOp op);
  mlir::LogicalResult compile(BreakOp op);
  mlir::LogicalResult compile(ContinueOp op);
  mlir::LogicalResult compile(ReturnOp op);
  mlir::LogicalResult compile(UnreachableOp op);
  // Values.cpp
  mlir::LogicalResult compile(ConstantOp op);
  mlir::LogicalResult compile(TidOp op);
  mlir::LogicalResult compile(BlockDimOp op);
  mlir::LogicalResult compile(VarOp op);
  mlir::LogicalResult compile(GetOp op);
  mlir::LogicalResult compile(SetOp op);
  mlir::LogicalResult compile(DrawOp op);
  mlir::LogicalResult compile(ConstructOp op);
  mlir::LogicalResult compile(IdentityOp op);
  mlir::LogicalResult compile(ExtractOp op);
  mlir::LogicalResult compile(InsertOp op);
  mlir::LogicalResult compile(CastOp op);
  mlir::LogicalResult compile(CmpOp op);
  mlir::LogicalResult compile(WhereOp op);
  mlir::LogicalResult compile(CopyOp op);
  // Functions.cpp
  mlir::LogicalResult compile(CallOp op);
  // Output.cpp
  mlir::LogicalResult compile(PrintOp op);
  mlir::LogicalResult compile(PrintfOp op);
  mlir::LogicalResult compile(AssertOp op);
  mlir::LogicalResult compile(ExpectOp op);
  // ArrayAccess.cpp
  mlir::LogicalResult compile(LoadOp op);
  mlir::LogicalResult compile(StoreOp op);
  mlir::LogicalResult compile(AtomicOp op);
  mlir::LogicalResult compile(AtomicCasOp op);
  mlir::LogicalResult compile(ViewOp op);
  mlir::LogicalResult compile(ShapeOp op);
  mlir::LogicalResult compile(GradientOp op);
  mlir::LogicalResult compile(GradientReadOp op);
  mlir::LogicalResult compile(GradientTakeOp op);
  mlir::LogicalResult compile(GradientAddOp op);
  template <class StepType, class... Args> void appendAccess(AccessOpInterface op, Args &&...rest);
  // Tiles.cpp
  mlir::LogicalResult compile(TileLoadOp op);
  mlir::LogicalResult compile(TileTakeOp op);
  mlir::LogicalResult compile(TileStoreOp op);
  mlir::LogicalResult compile(TileAddOp op);
  mlir::LogicalResult compile(TilePackOp op);
  mlir::LogicalResult compile(TileUnpackOp op);
  template <class StepType, class... Args> void appendTileAccess(TileAccessOpInterface op, Args &&...rest);
  // Tape.cpp
  mlir::LogicalResult compile(RecordOp op);
  mlir::LogicalResult compile(RecallOp op);
  mlir::LogicalResult compile(TapeEndOp op);
  mlir::LogicalResult compile(TapeFitsOp op);
  mlir::LogicalResult compile(TapeFailsFirstOp op);
  mlir::LogicalResult compile(CustomAdjointOp op);
  // Compiler.cpp
  mlir::LogicalResult compileBuiltin(mlir::Operation *op);

  /// Appends a step to the sequence that is being made.
  template <class StepType, class... Args> void append(Args &&...args) {
    current->append(std::make_unique<StepType>(std::forward<Args>(args)...));
  }
  /// A new slot for a value of a type, or for a value that lies nowhere yet.
  Slot allocate(mlir::Type type);
  Slot allocate(const Form &form);
  Slot allocateFlag() { return allocate(Form{Kind::Bool, 1, 1, 1, 1}); }
  /// The slot of a value; allocated at its first mention.
  Slot slotOf(mlir::Value value);
  llvm::SmallVector<Slot, 3> slotsOf(mlir::ValueRange values);
  /// Lets a value lie where another does.
  void alias(mlir::Value value, Slot slot) { slots[value] = slot; }
  /// The slot beside a variable's that says whether it has a value.
  Slot definedFlag(mlir::Value var);
  /// The number of the first of an op's two arms. The ops in Warp's own functions, which no author wrote, share two
  /// that count as run.
  unsigned allocateArms(mlir::Operation *op);
  IndexList indexOperands(llvm::ArrayRef<mlir::OpFoldResult> operands);
  /// The way from a value of a type to the end of a path.
  PartPath partPath(mlir::Type type, llvm::ArrayRef<mlir::OpFoldResult> path);
  /// The same from an element to what is accessed of it.
  PartPath partPath(AccessOpInterface access);
  /// A function that is compiled at its first call, and where its results lie.
  struct Callee {
    const Sequence *body;
    llvm::SmallVector<Slot, 3> parameters, results;
  };
  mlir::FailureOr<const Callee *> compileFunction(FuncOp function);
  /// Moves of values to slots; through copies where one would overwrite another's source.
  Moves movesTo(mlir::ValueRange values, llvm::ArrayRef<Slot> targets);
  /// The first bytes of a slot in the frame's image, for constants.
  std::byte *image(const Slot &slot);

  Program &program;
  Sequence *current = nullptr;
  llvm::DenseMap<mlir::Value, Slot> slots;
  llvm::DenseMap<mlir::Value, Slot> flags;
  /// Of the types that were met: a kernel has few.
  llvm::SmallDenseMap<mlir::Type, Form> forms;
  uint32_t frameBytes = 0;
  /// Where the yields of the regions that are being compiled put their values, innermost last.
  struct YieldTarget {
    llvm::SmallVector<Slot, 4> values;
    std::optional<Slot> more;
  };
  llvm::SmallVector<YieldTarget, 4> yieldTargets;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Callee>> callees;
};

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_COMPILER_H
