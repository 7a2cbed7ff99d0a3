// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of lowering one body to one function: the place where code is emitted, the lowered values of the body, and
// the blocks under construction. Knows nothing of entry points and launches: those are EntryPoint's. The files that
// fill the LoweringTable lower the single ops.

#ifndef KGEN_LIB_CONVERSION_KERNELLOWERING_H
#define KGEN_LIB_CONVERSION_KERNELLOWERING_H

#include "../Transforms/Apart.h"
#include "LoweredTypes.h"
#include "LoweredValues.h"
#include "UnrolledLoops.h"
#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/IR/IntegerRanges.h"
#include "kgen/IR/Kgen.h"
#include "kgen/IR/Names.h"
#include "kgen/Support/PartNeeds.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/SaveAndRestore.h"

namespace kgen {
struct ValueLeaf;
} // namespace kgen

namespace kgen::conversion {

struct Lanes;
class PromotedElements;

class KernelLowering {
public:
  /// Lowers into `function`, whose entry block must have a terminator before anything is lowered: code that runs once
  /// for all threads is emitted in front of it.
  KernelLowering(mlir::LLVM::LLVMFuncOp function, const ConversionOptions &options);

  /// Emits a body from the current block on; a `return` in it leads to `onReturn`.
  mlir::LogicalResult lower(mlir::Region &body, mlir::Block *onReturn);
  /// Sets the values that `tid` gives.
  void setCoordinates(mlir::ValueRange values) { coordinates.assign(values.begin(), values.end()); }
  mlir::Value getCoordinate(unsigned dimension) const { return coordinates[dimension]; }
  /// Sets the index of the running thread and the number of threads in the launch, both of 64 bits.
  void setThread(mlir::Value index, mlir::Value count) { thread = index, threadCount = count; }
  mlir::Value getThread() const { return thread; }
  mlir::Value getThreadCount() const { return threadCount; }

  bool onGPU() const { return options.target == Target::NVPTX; }
  /// Whether threads may run as lanes: code is made for speed then, and not to be read.
  bool mayUseLanes() const { return !onGPU() && options.lanes; }
  bool usesSleef() const { return !onGPU() && (options.sleef || options.lanes); }
  unsigned vectorBits() const { return options.vectorBits; }
  /// Whether indices are checked, and the number of a check in the code.
  bool checksIndices() const { return options.indexChecks; }
  int64_t addIndexCheck(IndexCheck check);
  /// Whether threads of one launch may run at the same time on several cores of a CPU.
  bool isConcurrent() const { return !onGPU() && options.concurrent; }
  /// `loc` with a name for the value that is made there, where names are kept.
  mlir::Location named(const mlir::Twine &name) const;
  /// Sets the needs that the launcher has met.
  void takeAsMet(mlir::ArrayRef<PartNeed> needs) { metNeeds.assign(needs.begin(), needs.end()); }
  /// Whether an update of an element may meet one of a thread that runs at the same time.
  bool isShared(mlir::Value array) const;
  /// The space of the arrays' elements: global memory on a GPU.
  mlir::LLVM::LLVMPointerType elementPointerType();
  mlir::LLVM::LLVMPointerType pointerType() { return mlir::LLVM::LLVMPointerType::get(builder.getContext()); }

  /// The lowered value of a value of the kernel that is no array.
  Components get(mlir::Value value);
  mlir::Value getScalar(mlir::Value value) { return get(value).front(); }
  mlir::Value getIndex(mlir::OpFoldResult index);
  /// A literal, or the counter of a loop whose trips are written out.
  std::optional<int64_t> getLiteral(mlir::OpFoldResult operand) const { return literalIn(counters, operand); }
  /// Whether an operand is one where it is used.
  bool isLiteral(mlir::OpFoldResult operand) const { return unrolled.isLiteral(operand); }
  /// Sets a lowered value, and gives the name to those of its components that have none yet.
  void set(mlir::Value value, mlir::ValueRange components);
  /// The buffer behind an array or gradient.
  Buffer &getBuffer(mlir::Value array) { return buffers[array]; }

  mlir::Value constant(mlir::Type type, int64_t value);
  mlir::Value floatConstant(mlir::Type type, double value);
  /// A null value for each component of a kernel's type that is not in memory.
  Components zeros(mlir::Type type);
  /// Calls a function that has no effects, declared when it is first called.
  mlir::Value callPure(llvm::StringRef name, mlir::Type result, mlir::ValueRange arguments);
  /// The same where C returns the result through memory of the caller, whose address comes before the arguments.
  mlir::Value callInMemory(llvm::StringRef name, mlir::Type result, mlir::ValueRange arguments);

  /// Calls a function of the process that runs the code, which may do anything but change the kernel's memory.
  void callHost(llvm::StringRef name, mlir::ValueRange arguments);

  /// A block that is not yet in place. The label comes to the LLVM block; arguments stand for values of these kernel
  /// types.
  mlir::Block *newBlock(llvm::StringRef label, mlir::TypeRange argumentTypes = {});
  /// A block whose arguments stand for what these values of the kernel become.
  mlir::Block *newBlockFor(llvm::StringRef label, mlir::ValueRange receivers);
  /// Puts a block at the end of the function and emits there.
  void enter(mlir::Block *block);
  /// Goes on at a block, or in the one block that does nothing but lead there. Returns its arguments, or what they are.
  Components resume(mlir::Block *block);
  void branch(mlir::Block *block, mlir::ValueRange operands = {});
  /// `isRare`: the condition almost never holds.
  void branchIf(mlir::Value condition, mlir::Block *then, mlir::ValueRange thenOperands, mlir::Block *otherwise,
                mlir::ValueRange otherwiseOperands, bool isRare = false);
  /// Returns from the function.
  void returnFromFunction();
  /// Runs `body` where `condition` holds.
  void guarded(mlir::Value condition, llvm::function_ref<void()> body);
  /// Runs `body` where `condition` holds and yields its values, else zeros of `type`, which is not in memory.
  Components guarded(mlir::Value condition, mlir::Type type, llvm::function_ref<Components()> body);

  // Lanes.cpp
  /// How a body's threads run.
  struct Mode {
    /// Several threads at once; null for one by one.
    Lanes *lanes = nullptr;
    /// Takes parameters and their gradients for arrays without a gap along the last dimension, and receives those whose
    /// stride is used so; null if none are taken so.
    llvm::SetVector<mlir::Value> *dense = nullptr;
    /// The elements that are in slots; null for none.
    const PromotedElements *promoted = nullptr;
    /// Null if the kernel is no flat form.
    const FlatThread *flat = nullptr;
  };
  /// Sets the mode, for as long as the result lives.
  [[nodiscard]] llvm::SaveAndRestore<Mode> modeScope(const Mode &inside) { return {mode, inside}; }
  Lanes *getLanes() { return mode.lanes; }
  bool takesDense() const { return mode.dense; }
  /// Whether an array is taken for one without gaps.
  bool isDense(mlir::Value array);
  const PromotedElements *getPromoted() const { return mode.promoted; }
  const FlatThread *getFlatThread() const { return mode.flat; }
  /// Sets whether ops are lowered for all lanes, with vectors as operands, for as long as the result lives.
  [[nodiscard]] llvm::SaveAndRestore<bool> wideScope(bool isWide) { return {wide, isWide}; }
  /// In an op for all lanes, a scalar in each lane; else, and of a vector or pointer, the value itself.
  mlir::Value widen(mlir::Value scalar) { return wide ? splat(scalar) : scalar; }
  /// A scalar in each lane; a vector or pointer as it is.
  mlir::Value splat(mlir::Value scalar);
  /// So many lanes of a vector from `first` on; those past its end are undefined.
  mlir::Value lanesOf(mlir::Value vector, unsigned first, unsigned count);
  /// The lanes of all, one vector after the other; all of one type.
  mlir::Value concatenate(mlir::ArrayRef<mlir::Value> vectors);

  // LargeValues.cpp
  /// Memory for one large value, on the thread's stack.
  mlir::Value allocate(mlir::Type type);
  /// Runs `body` for each index from `first` to `count - 1`, with values that it carries from one to the next.
  using LoopBody = llvm::function_ref<Components(mlir::Value index, mlir::ValueRange carried)>;
  Components repeat(unsigned first, unsigned count, mlir::ValueRange inits, LoopBody body);
  void forEach(unsigned count, llvm::function_ref<void(mlir::Value index)> body);
  /// The address of a component, by its number.
  mlir::Value componentAddress(mlir::Type type, mlir::Value address, mlir::Value index);
  mlir::Value loadComponent(mlir::Type type, mlir::Value address, mlir::Value index);
  void storeComponent(mlir::Type type, mlir::Value address, mlir::Value index, mlir::Value component);
  /// Copies a large value.
  void copy(mlir::Type type, mlir::Value from, mlir::Value to);
  /// Sets all bytes of a large value to zero.
  void clear(mlir::Type type, mlir::Value address);
  /// Sets all components of a large value to one scalar.
  void fill(mlir::Type type, mlir::Value address, mlir::Value component);
  /// A value in memory, whatever it has become.
  mlir::Value toMemory(mlir::Value value);
  /// Sets a lowered value that lies in memory, which nothing else will write.
  void setFromMemory(mlir::Value value, mlir::Value address);

  /// Marks a variable that lies in memory though its values are in registers.
  void keepInMemory(mlir::Value variable) { inMemory.insert(variable); }
  bool isKeptInMemory(mlir::Value variable) const { return inMemory.contains(variable); }

  // Structs.cpp
  /// Sets the struct in memory that an array lies in.
  void setArray(mlir::Value array, mlir::Value pointer);
  /// A pointer to the struct of an array; null for a view.
  mlir::Value getArray(mlir::Value array) { return buffers[array].pointer; }
  /// A copy of an array's struct, which stays as it is when what lies at the address changes; of none where that is
  /// null.
  mlir::Value copyArray(mlir::Value address);

  mlir::Block *getEntry() { return &function.getBody().front(); }

  /// Emission point before the thread loop.
  mlir::OpBuilder prologue() { return mlir::OpBuilder(getEntry()->getTerminator()); }
  /// A field of a struct in memory, loaded before the thread loop.
  mlir::Value loadField(mlir::Value pointer, mlir::Type structType, llvm::ArrayRef<mlir::LLVM::GEPArg> path,
                        mlir::Type type, const llvm::Twine &name);

  mlir::OpBuilder builder;
  /// The location of the op that is lowered, without a name: names belong to values, not to steps on the way to them.
  mlir::Location loc;
  mlir::ModuleOp module;
  /// Of the integers of the body that is lowered.
  IntegerRanges ranges = IntegerRanges(IntegerRanges::Code::Any);

private:
  /// Calls a function that has no effects but on what its arguments point to.
  mlir::LLVM::CallOp callLibrary(llvm::StringRef name, mlir::Type result, mlir::ValueRange arguments,
                                 mlir::LLVM::ModRefInfo onArguments);

  // ControlFlow.cpp
  friend class LaneControlFlow;
  using YieldHandler = llvm::function_ref<void(YieldOp)>;
  mlir::LogicalResult lowerBlock(mlir::Block &block, YieldHandler onYield);
  mlir::LogicalResult lowerOp(mlir::Operation &op);
  mlir::LogicalResult lowerInLanes(mlir::Operation &op);
  bool isDivergent(mlir::Operation &op);
  bool lowerTerminator(mlir::Operation &op, YieldHandler onYield);
  mlir::LogicalResult lowerIf(IfOp op, bool &reachesEnd);
  mlir::LogicalResult lowerFor(ForOp op);
  mlir::LogicalResult lowerTrips(ForOp op, mlir::ArrayRef<int64_t> trips);
  mlir::LogicalResult lowerWhile(WhileOp op);
  mlir::LogicalResult lowerLoopBody(mlir::Block &body, mlir::Block *next, mlir::Block *exit,
                                    llvm::ArrayRef<mlir::Value> buffers);
  mlir::Value forCondition(ForOp op, mlir::Value induction, mlir::Value upper, mlir::Value step);

  /// How values go from block to block: scalars as arguments, large ones through memory that the receiver owns (null
  /// for the others).
  using Buffers = mlir::SmallVector<mlir::Value, 2>;
  Buffers allocateLarge(mlir::TypeRange types);
  /// Copies large values to where they are received, as if at once, and returns the others' scalars.
  Components passTo(llvm::ArrayRef<mlir::Value> buffers, mlir::ValueRange kernelValues);
  void bindArguments(mlir::ValueRange kernelValues, mlir::ValueRange arguments, llvm::ArrayRef<mlir::Value> buffers);

  /// The blocks that `break` and `continue` lead to.
  struct LoopExits {
    mlir::Block *onBreak, *onContinue;
  };

  ConversionOptions options;
  Mode mode;
  bool wide = false;
  mlir::SmallVector<PartNeed> metNeeds;
  mlir::LLVM::LLVMFuncOp function;
  mlir::Block *onReturn = nullptr;
  /// Bytes of stack that large values take.
  uint64_t stackBytes = 0;
  mlir::SmallVector<LoopExits> loops;
  UnrolledLoops unrolled;
  Counters counters;
  llvm::DenseMap<mlir::Value, Components> values;
  llvm::DenseMap<mlir::Value, Buffer> buffers;
  llvm::DenseSet<mlir::Value> inMemory;
  llvm::DenseMap<mlir::Block *, mlir::StringAttr> labels;
  Components coordinates;
  mlir::Value thread, threadCount;
};

/// How each op is lowered.
class LoweringTable {
public:
  using Lowering = mlir::LogicalResult (*)(mlir::Operation *, KernelLowering &);
  /// Makes a scalar of the result out of scalars of the operands; `type` is the kernel's scalar type of the last
  /// operand.
  using ScalarLowering = mlir::Value (*)(KernelLowering &, mlir::Type type, mlir::ValueRange operands);

  LoweringTable();
  Lowering lookup(mlir::Operation *op) const { return lowerings.lookup(op->getName().getTypeID()); }

  template <typename OpT, mlir::LogicalResult (*lower)(OpT, KernelLowering &)> void add() {
    lowerings[mlir::TypeID::get<OpT>()] = [](mlir::Operation *op, KernelLowering &lowering) {
      return lower(mlir::cast<OpT>(op), lowering);
    };
  }
  /// Applies `scalar` to each component; a scalar operand goes with all components of the others.
  template <typename OpT, ScalarLowering scalar> void addByComponent() {
    lowerings[mlir::TypeID::get<OpT>()] = [](mlir::Operation *op, KernelLowering &lowering) {
      lowerByComponent(op, lowering, scalar);
      return mlir::success();
    };
  }

private:
  static void lowerByComponent(mlir::Operation *op, KernelLowering &lowering, ScalarLowering scalar);
  static void lowerLargeByComponent(mlir::Operation *op, KernelLowering &lowering, ScalarLowering scalar);
  llvm::DenseMap<mlir::TypeID, Lowering> lowerings;
};

void addScalarLowerings(LoweringTable &table);
void addMathLowerings(LoweringTable &table);
void addVectorLowerings(LoweringTable &table);
void addComponentLowerings(LoweringTable &table);
void addValueLowerings(LoweringTable &table);
void addCastLowerings(LoweringTable &table);
void addArrayLowerings(LoweringTable &table);
void addStructLowerings(LoweringTable &table);
void addGradientLowerings(LoweringTable &table);
void addTapeLowerings(LoweringTable &table);

/// The lowerings that other files need, too.
mlir::Value lowerAdd(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
mlir::Value lowerSub(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
mlir::Value lowerMul(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
mlir::Value lowerNeg(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
mlir::Value lowerMin(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
mlir::Value lowerMax(KernelLowering &k, mlir::Type type, mlir::ValueRange operands);
/// An elementary function, by its name in C's library without the suffix of its type.
mlir::Value callMath(KernelLowering &k, llvm::StringRef stem, mlir::ValueRange operands);
/// e^x as code, with the bits of SLEEF's deterministic function; of float32 or float64, one number or one in each lane.
mlir::Value lowerExponential(KernelLowering &k, mlir::Value x);

/// A component of a value, by its number, in registers or in memory.
mlir::Value componentAt(KernelLowering &k, mlir::Value value, unsigned i);

/// The part of a value that a path leads to, in registers.
Components pickPart(KernelLowering &k, Components all, mlir::Type type, mlir::ArrayRef<mlir::OpFoldResult> path);
/// `all` with the part at the end of a path replaced.
Components replacePart(KernelLowering &k, mlir::ArrayRef<mlir::Value> all, mlir::Type type,
                       mlir::ArrayRef<mlir::OpFoldResult> path, mlir::ArrayRef<mlir::Value> replacement);
/// Stores a part of a value in memory.
mlir::LogicalResult storeIntoMemory(mlir::Operation *op, KernelLowering &k, mlir::Type type, mlir::Value memory,
                                    mlir::ArrayRef<mlir::OpFoldResult> path, mlir::Value value);
/// The leaves of a value; of an array, the pointer to its struct. Nullopt for a view, which has none.
std::optional<Components> leavesOf(KernelLowering &k, mlir::Value value);
/// The address of the part that a path leads to, of a value in memory. Indices that are values are not checked.
mlir::Value partAddress(KernelLowering &k, mlir::Type type, mlir::Value address,
                        mlir::ArrayRef<mlir::OpFoldResult> path);
/// The index along an extent that is a literal; a negative one counts from the end.
mlir::Value wrapIndex(KernelLowering &k, mlir::OpFoldResult index, int64_t extent);

/// A pointer to an element, or to a part of it.
mlir::Value elementAddress(KernelLowering &k, mlir::Value array, mlir::ArrayRef<mlir::OpFoldResult> indices);
/// The index along one dimension, in each lane where it differs between them; a negative one counts from the end.
mlir::Value wrappedIndex(KernelLowering &k, mlir::Value array, mlir::OpFoldResult index, unsigned dimension);
/// The dimensions of an array or gradient.
unsigned rankOf(mlir::Type type);
/// The fields of an array, the data in the space of elements, the stride in bytes.
mlir::Value arrayElements(KernelLowering &k, mlir::Value array);
mlir::Value arrayExtent(KernelLowering &k, mlir::Value array, unsigned d);
mlir::Value arrayStride(KernelLowering &k, mlir::Value array, unsigned d);
/// The same of a gradient: the adjoint argument's, or the array's; not yet widened.
mlir::Value gradientStride(KernelLowering &k, GradientOp gradient, unsigned d);
/// Whether taking an element of a gradient zeroes it.
mlir::Value isZeroable(KernelLowering &k, mlir::Value gradient);
mlir::Value leafAddress(KernelLowering &k, const ValueLeaf &leaf, mlir::Value address);
Components loadElement(KernelLowering &k, mlir::Type type, mlir::Value address);
/// One scalar, which lies at the address.
mlir::Value loadScalar(KernelLowering &k, mlir::Type scalar, mlir::Value address);
void storeScalar(KernelLowering &k, mlir::Type scalar, mlir::Value address, mlir::Value value);
void storeElement(KernelLowering &k, mlir::Type type, mlir::Value address, mlir::ValueRange components);
/// `*address = update(*address, operand)` for each component of an array's element; atomic if it is shared. Returns the
/// element before.
Components updateElement(KernelLowering &k, mlir::Value array, AtomicKind kind, mlir::Type type, mlir::Value address,
                         mlir::ValueRange operand);

/// The value of an index in the first lane; the index grows by a fixed step.
mlir::Value inFirstLane(KernelLowering &k, mlir::Value index);

// BoundsChecks.cpp
/// Checks the indices of an op, in front of it.
void checkIndices(mlir::Operation &op, KernelLowering &k);

// Prefetch.cpp
/// After a load of indices: asks for the elements to which those of later threads lead, if they are accessed.
void prefetchBehind(LoadOp op, KernelLowering &k);

// OwnElements.cpp
/// The parameter of the kernel that a value is; null if it is none.
mlir::BlockArgument asParameter(mlir::Value value);
/// All accesses that lead to the elements of an array or gradient; none if there may be others.
mlir::SmallVector<AccessOpInterface> allAccesses(mlir::Value array);
/// Whether, in all launches, threads of one place only access each element of an array or gradient.
bool areOwnToThreads(mlir::Value array);
/// In which launches that is so, coordinate by coordinate; nullopt for none.
std::optional<mlir::SmallVector<transforms::Apart, 3>> apartThreads(mlir::Value array);
/// How far apart, in each dimension, threads are that access the same element; nullopt unless each index is the
/// thread's coordinate of that dimension and a literal.
std::optional<mlir::SmallVector<int64_t, 4>> reachOfThreads(mlir::Value array);
/// Whether a kernel uses the result of updating an element that other threads update, too, if `met` holds.
bool readsSharedUpdate(KernelOp kernel, mlir::ArrayRef<PartNeed> met);

// PartNeeds.cpp
/// The needs of a launch whose parts, at the same time, update no element of an array in common; none if nothing helps.
mlir::SmallVector<PartNeed> partNeedsOf(mlir::Value array);
/// The same of all arrays and gradients of a kernel.
mlir::SmallVector<PartNeed> partNeedsOf(KernelOp kernel);
/// Writes them into the module, for the launcher.
void createPartNeeds(KernelOp kernel, mlir::ArrayRef<PartNeed> needs);

/// The data pointer, in the space of elements.
mlir::Value toElementSpace(KernelLowering &k, mlir::OpBuilder &builder, mlir::Value pointer);

} // namespace kgen::conversion

#endif // KGEN_LIB_CONVERSION_KERNELLOWERING_H
