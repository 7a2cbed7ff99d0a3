// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a builtin's meaning is written: one function, a template over the number type, in the file of its group. The
// table holds an instance for each number type that the builtin takes.

#ifndef KGEN_LIB_INTERPRETER_PRIMITIVES_H
#define KGEN_LIB_INTERPRETER_PRIMITIVES_H

#include "Program.h"

namespace kgen::interpreter {

class PrimitiveStep;

/// A builtin on operands of one number type; returns what is wrong with them, or null.
using Primitive = const char *(*)(Machine &machine, const PrimitiveStep &step);

/// The instance of a builtin for operands of a kind, or null.
Primitive lookupPrimitive(llvm::StringRef opName, Kind kind);

/// A step that evaluates a builtin.
class PrimitiveStep : public Step {
public:
  PrimitiveStep(mlir::Operation *op, Primitive primitive, Slot result, llvm::SmallVector<Slot, 3> operands)
      : Step(op), primitive(primitive), result(result), operands(std::move(operands)) {}
  Exit run(Machine &machine) const override;

  const Primitive primitive;
  const Slot result;
  const llvm::SmallVector<Slot, 3> operands;
};

/// An operand: a scalar, the components of a vector, or a matrix by rows.
template <class T> struct In {
  const T *data;
  unsigned rows, cols;
  unsigned size() const { return rows * cols; }
  T operator[](unsigned i) const { return data[i]; }
  T operator()(unsigned row, unsigned col) const { return data[row * cols + col]; }
};

/// The result; it is never also an operand.
template <class T> struct Out {
  T *data;
  unsigned rows, cols;
  unsigned size() const { return rows * cols; }
  T &operator[](unsigned i) const { return data[i]; }
  T &operator()(unsigned row, unsigned col) const { return data[row * cols + col]; }
};

/// What a primitive calls to say that an operand is not allowed.
struct Check {
  const char *message = nullptr;
  void fail(const char *text) { message = text; }
};

template <class... Ts> struct NumberTypes {};
using Floats = NumberTypes<Half, BFloat, float, double, Dual>;
using Integers = NumberTypes<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
using AllNumbers = NumberTypes<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, Half, BFloat,
                               float, double, Dual>;
using Bools = NumberTypes<bool>;
using Anything = NumberTypes<bool, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, Half,
                             BFloat, float, double, Dual>;

/// The table that the files of the groups fill.
class PrimitiveTable {
public:
  /// A builtin on scalars; on vectors and matrices, component by component. `f` takes the operands and may take a
  /// `Check &` after them.
  template <class F, class... Ts> void byComponent(llvm::StringRef opName, NumberTypes<Ts...>, F) {
    (set<Ts>(opName, &runByComponent<F, Ts>), ...);
  }

  /// A builtin on whole values: `f` takes an `Out<T>` and an `In<T>` for each operand.
  template <class F, class... Ts> void onValues(llvm::StringRef opName, NumberTypes<Ts...>, F) {
    (set<Ts>(opName, &runOnValues<F, Ts>), ...);
  }

  Primitive lookup(llvm::StringRef opName, Kind kind) const {
    auto it = table.find(opName);
    return it == table.end() ? nullptr : it->second.byKind[static_cast<unsigned>(kind)];
  }

private:
  struct Instances {
    Primitive byKind[numKinds] = {};
  };

  template <class T> void set(llvm::StringRef opName, Primitive primitive) {
    table[opName].byKind[static_cast<unsigned>(kindOf<T>())] = primitive;
  }

  template <class F, class T> static const char *runByComponent(Machine &machine, const PrimitiveStep &step) {
    T *result = machine.at<T>(step.result);
    auto operand = [&](unsigned k, unsigned i) { return machine.at<T>(step.operands[k])[i]; };
    Check check;
    for (unsigned i = 0, n = step.result.size(); i < n; ++i) {
      if constexpr (std::is_invocable_v<F, T>)
        result[i] = F()(operand(0, i));
      else if constexpr (std::is_invocable_v<F, T, T>)
        result[i] = F()(operand(0, i), operand(1, i));
      else if constexpr (std::is_invocable_v<F, T, T, Check &>)
        result[i] = F()(operand(0, i), operand(1, i), check);
      else
        result[i] = F()(operand(0, i), operand(1, i), operand(2, i));
    }
    return check.message;
  }

  template <class F, class T> static const char *runOnValues(Machine &machine, const PrimitiveStep &step) {
    Out<T> result{machine.at<T>(step.result), step.result.rows, step.result.cols};
    auto operand = [&](unsigned k) {
      const Slot &slot = step.operands[k];
      return In<T>{machine.at<T>(slot), slot.rows, slot.cols};
    };
    if constexpr (std::is_invocable_v<F, Out<T>, In<T>>)
      F()(result, operand(0));
    else
      F()(result, operand(0), operand(1));
    return nullptr;
  }

  llvm::StringMap<Instances> table;
};

/// Add the builtins of a group.
void addOperators(PrimitiveTable &table);
void addScalarMath(PrimitiveTable &table);
void addVectorMath(PrimitiveTable &table);

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_PRIMITIVES_H
