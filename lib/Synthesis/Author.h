// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes source form: names, parameters, statements. Knows the conventions of the dialect (what is named is a
// statement, what is read twice has a name) and what is in scope; what to write is decided elsewhere.

#ifndef KGEN_LIB_SYNTHESIS_AUTHOR_H
#define KGEN_LIB_SYNTHESIS_AUTHOR_H

#include "Ranges.h"
#include "Words.h"
#include "kgen/Support/Rng.h"
#include "kgen/Synthesis/Generator.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace kgen::synthesis {

/// A value that was just made, or is at hand, and where it lies.
struct RangedValue {
  mlir::Value value;
  Range range;
};

/// A name that expressions may read: a value or a variable.
struct Binding {
  mlir::Value value;
  Range range;
  /// Whether arrays are indexed with it: it is at least `range.low` and less than `bound`.
  bool isIndex = false;
  Extent bound = {};
  /// The extent of arrays that a parameter is, whatever the launch.
  std::optional<Extent> extent = std::nullopt;
  /// A variable that a loop carries: inside of the loop it is only added to, so that the loop stays linear in it.
  bool hidden = false;
  /// Uses by the statement that made it.
  unsigned ownUses = 0;

  mlir::Type type() const;
  /// Whether something reads it, beyond the statement that made it.
  bool isRead() const { return value.getNumUses() > ownUses; }
  /// Ends the statement that makes the name.
  void show() {
    hidden = false;
    ownUses = value.getNumUses();
  }
  bool isVariable() const { return mlir::isa<VarType>(value.getType()); }
};

/// An array that may be read: in which places is known from the bounds of indices.
struct ReadableArray {
  mlir::Value value;
  llvm::SmallVector<Extent, 2> shape;
  Range range;

  bool isRead() const { return llvm::any_of(value.getUsers(), llvm::IsaPred<LoadOp>); }
  mlir::Type element() const { return mlir::cast<ArrayType>(value.getType()).getElementType(); }
};

using Body = llvm::function_ref<void()>;

class Author {
public:
  Author(mlir::MLIRContext *context, Category category, Rng &rng, bool doublePrecision);

  //===--------------------------------------------------------------------===//
  // Types and names
  //===--------------------------------------------------------------------===//

  mlir::Type real() const { return realType; }
  mlir::Type integer() const { return intType; }
  mlir::Type boolean() const { return boolType; }
  mlir::Type vec(unsigned length) const { return VecType::get(realType.getContext(), length, realType); }
  mlir::Type mat(unsigned n) const { return MatType::get(realType.getContext(), n, n, realType); }

  /// A word of the list, its name made unique in the kernel.
  std::pair<std::string, Range> freshWord(llvm::ArrayRef<Word> list);
  std::string freshName(llvm::StringRef wish);

  //===--------------------------------------------------------------------===//
  // Parameters
  //===--------------------------------------------------------------------===//

  /// A size of the launch, drawn for each case.
  Extent addSize(int64_t low, int64_t high);
  /// The least and the largest value that an extent takes.
  Range rangeOf(Extent extent) const;
  /// Whether it grows with the number of threads in a row: no array has two of these.
  bool isLarge(Extent extent) const { return extent.size == 0 && coordinates.size() == 1; }

  /// An array that is only read.
  ReadableArray &readArray(llvm::ArrayRef<Word> list, mlir::Type element, llvm::ArrayRef<Extent> shape);
  /// An array of integers from zero up to, without, `bound`; only read.
  ReadableArray &readIntArray(llvm::ArrayRef<Word> list, llvm::ArrayRef<Extent> shape, Extent bound);
  /// An array that the kernel writes; values in it before the launch are from `range`.
  mlir::Value writtenArray(llvm::ArrayRef<Word> list, mlir::Type element, llvm::ArrayRef<Extent> shape, Role role,
                           Range range);
  /// A float or vector parameter; its values are what the word suggests.
  Binding &parameter(llvm::ArrayRef<Word> list, mlir::Type type);
  /// An int parameter that is an extent of arrays, or a number of trips.
  Binding &extentParameter(Extent extent);
  /// An int parameter of `count` values, each of which does something else.
  Binding &modeParameter(int64_t count);
  unsigned numParameters() const { return parameters.size(); }

  //===--------------------------------------------------------------------===//
  // Expressions
  //===--------------------------------------------------------------------===//

  /// Reads a name.
  RangedValue read(Binding &known);
  RangedValue literal(mlir::Type type, double value);
  /// A module constant.
  RangedValue symbol();
  RangedValue apply(llvm::StringRef mnemonic, llvm::ArrayRef<RangedValue> operands);
  RangedValue apply(const BuiltinInfo &info, llvm::ArrayRef<RangedValue> operands);
  mlir::Value compare(CmpPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  RangedValue cast(RangedValue value, mlir::Type type);
  RangedValue construct(mlir::Type type, llvm::ArrayRef<RangedValue> components);
  RangedValue identity(mlir::Type matrix);
  RangedValue component(RangedValue aggregate, llvm::ArrayRef<int64_t> indices);
  RangedValue load(ReadableArray &array, llvm::ArrayRef<mlir::Value> indices);
  /// An element of an array that the kernel writes.
  RangedValue loadWritten(mlir::Value array, llvm::ArrayRef<mlir::Value> indices, Range range);
  RangedValue extent(const ReadableArray &array, unsigned dimension);
  /// The value of an extent: that of an array where there is one, else a parameter.
  RangedValue extentValue(Extent extent);
  /// `a if condition else b`; the arms are made by `first` and `second`.
  RangedValue choose(mlir::Value condition, llvm::function_ref<RangedValue()> first,
                     llvm::function_ref<RangedValue()> second);

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  /// `name = value`; the value was just made.
  Binding &let(llvm::ArrayRef<Word> list, RangedValue value);
  /// `name = value` of a name that is assigned again.
  Binding &variable(llvm::ArrayRef<Word> list, RangedValue init);
  /// A name that is first assigned in branches.
  Binding &unsetVariable(llvm::ArrayRef<Word> list, mlir::Type type);
  void assign(const Binding &variable, mlir::Value value, llvm::ArrayRef<int64_t> indices = {});
  void store(mlir::Value array, llvm::ArrayRef<mlir::Value> indices, mlir::Value value);
  void atomic(AtomicKind kind, mlir::Value array, llvm::ArrayRef<mlir::OpFoldResult> indices, mlir::Value value,
              bool augmented);
  void ifThen(mlir::Value condition, Body thenBody, Body elseBody = nullptr);
  /// `for name in range(lower, upper)`, where `upper` is `bound`.
  void forLoop(llvm::ArrayRef<Word> list, int64_t lower, mlir::OpFoldResult upper, Extent bound,
               llvm::function_ref<void(Binding &)> body);
  void whileLoop(llvm::function_ref<mlir::Value()> condition, Body body);
  /// The coordinates of the thread, in a launch of `rank` dimensions.
  void threads(unsigned rank);
  template <typename Exit> void leave() { Exit::create(builder, loc); }

  mlir::OpFoldResult number(int64_t value) { return builder.getI64IntegerAttr(value); }
  Extent literalExtent(int64_t value) const { return {-1, value}; }

  //===--------------------------------------------------------------------===//
  // What is at hand
  //===--------------------------------------------------------------------===//

  /// Names in scope: parameters by value, then locals, innermost last. Good while the name is in scope.
  llvm::SmallVector<Binding *> names() const;
  llvm::ArrayRef<std::unique_ptr<ReadableArray>> arrays() const { return readable; }
  /// How many different values each coordinate of a thread takes, here in the kernel: the extents of arrays that have
  /// an element for each thread.
  llvm::SmallVector<Extent, 2> extents() const;
  /// The thread's coordinates.
  Binding &coordinate(unsigned i) const { return *coordinates[i]; }
  llvm::SmallVector<mlir::Value> coordinateValues() const;

  /// The place of the next op, to go back to with `rollback`.
  mlir::Operation *mark() const;
  /// Erases what was made since `mark`: an expression that turned out badly.
  void rollback(mlir::Operation *mark);

  /// Ends the kernel: drops what nobody reads, orders the parameters, names the kernel.
  GeneratedKernel finish(llvm::StringRef name);

  Rng &rng;
  const Category category;

private:
  mlir::Value addParameter(llvm::StringRef name, mlir::Type type, Role role, llvm::ArrayRef<Extent> shape, Range range);
  Binding &remember(mlir::Value value, Range range);
  void fill(mlir::Block *block, Body body);
  void orderParameters();

  mlir::OwningOpRef<mlir::ModuleOp> module;
  KernelOp kernel;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::Type realType, intType, boolType;
  llvm::StringSet<> usedNames;
  llvm::StringMap<double> symbols;
  llvm::SmallVector<std::unique_ptr<Binding>> scalars, scope;
  llvm::SmallVector<std::unique_ptr<ReadableArray>> readable;
  llvm::SmallVector<Binding *> coordinates;
  llvm::SmallVector<SizeRange> sizes;
  /// In the order of the block's arguments.
  llvm::SmallVector<Parameter> parameters;
};

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_AUTHOR_H
