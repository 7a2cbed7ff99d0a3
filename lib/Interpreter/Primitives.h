// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a builtin's meaning is written: one function, a template over the number type, in the file of its group, with a
// signature that is held against the record. The table holds an instance for each number type that the builtin takes.

#ifndef KGEN_LIB_INTERPRETER_PRIMITIVES_H
#define KGEN_LIB_INTERPRETER_PRIMITIVES_H

#include "Program.h"
#include <cmath>

namespace kgen::interpreter {

/// Makes the step that evaluates a builtin on operands of certain number types.
using Primitive = std::unique_ptr<Step> (*)(mlir::Operation *op, Slot result, llvm::SmallVector<Slot, 3> operands);

/// The instance of a builtin for operands and a result as they lie in these slots, or null.
Primitive lookupPrimitive(llvm::StringRef opName, llvm::ArrayRef<Slot> operands, const Slot &result);

/// A step that evaluates a builtin.
class PrimitiveStep : public Step {
public:
  PrimitiveStep(mlir::Operation *op, Slot result, llvm::SmallVector<Slot, 3> operands)
      : Step(op), result(result), operands(std::move(operands)) {}

  const Slot result;
  const llvm::SmallVector<Slot, 3> operands;
};

/// One that `compute` is the meaning of: it returns what is wrong with the operands, or null.
template <const char *(*compute)(Machine &, const PrimitiveStep &)> class ComputeStep final : public PrimitiveStep {
public:
  using PrimitiveStep::PrimitiveStep;
  Exit run(Machine &machine) const override {
    if (const char *message = compute(machine, *this)) [[unlikely]]
      return machine.fault(op, message);
    return Exit::Next;
  }
  static std::unique_ptr<Step> make(mlir::Operation *op, Slot result, llvm::SmallVector<Slot, 3> operands) {
    return std::make_unique<ComputeStep>(op, result, std::move(operands));
  }
};

/// An operand: a scalar, the components of a vector, or a matrix by rows. Its numbers lie `stride` of them apart.
template <class T> struct In {
  const T *data;
  unsigned rows, cols, stride = 1;
  unsigned size() const { return rows * cols; }
  T operator[](unsigned i) const { return data[i * stride]; }
  T operator()(unsigned row, unsigned col) const { return (*this)[row * cols + col]; }
};

/// The result; it is never also an operand.
template <class T> struct Out {
  T *data;
  unsigned rows, cols, stride = 1;
  unsigned size() const { return rows * cols; }
  T &operator[](unsigned i) const { return data[i * stride]; }
  T &operator()(unsigned row, unsigned col) const { return (*this)[row * cols + col]; }
};

/// What a primitive calls to say that an operand is not allowed, or that it chooses between two.
struct Check {
  const char *message = nullptr;
  bool isClose = false;
  void fail(const char *text) { message = text; }
  template <class T> void weigh(T a, T b) { isClose |= areClose(a, b); }
};

template <class... Ts> struct NumberTypes {};
using Floats = NumberTypes<Half, BFloat, float, double, Dual, Both>;
using Integers = NumberTypes<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
using AllNumbers = NumberTypes<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, Half, BFloat,
                               float, double, Dual, Both>;
using Bools = NumberTypes<bool>;
using Anything = NumberTypes<bool, int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t, Half,
                             BFloat, float, double, Dual, Both>;

/// The lesser or greater; a NaN yields the other operand, of equal ones the second carries the derivative.
template <class T> T minimum(T a, T b) { return isNaN(a) ? b : isNaN(b) || a < b ? a : b; }
template <class T> T maximum(T a, T b) { return isNaN(a) ? b : isNaN(b) || b < a ? a : b; }
/// The meaning of `min` and `max`.
struct Lesser {
  template <class T> T operator()(T a, T b, Check &check) const {
    check.weigh(a, b);
    return minimum(a, b);
  }
};
struct Greater {
  template <class T> T operator()(T a, T b, Check &check) const {
    check.weigh(a, b);
    return maximum(a, b);
  }
};

/// The magnitude; at zero the slope is 1.
template <class T> T absolute(T x) {
  if constexpr (isFloating<T> && !isDual<T>)
    return T(std::fabs(valueOf(x))); // clears the sign of -0.0 too
  else
    return x < number<T>(0) ? neg(x) : x;
}

//===----------------------------------------------------------------------===//
// Two at once
//===----------------------------------------------------------------------===//

/// One of the two that numbers of a value are, where they lie.
inline In<double> exactOf(In<Both> in) { return {&in.data->exact, in.rows, in.cols, sizeof(Both) / sizeof(double)}; }
inline In<float> storedOf(In<Both> in) { return {&in.data->stored, in.rows, in.cols, sizeof(Both) / sizeof(float)}; }
inline Out<double> exactOf(Out<Both> out) {
  return {&out.data->exact, out.rows, out.cols, sizeof(Both) / sizeof(double)};
}
inline Out<float> storedOf(Out<Both> out) {
  return {&out.data->stored, out.rows, out.cols, sizeof(Both) / sizeof(float)};
}

/// A function that each library rounds in its own way, or, where it is not a library's, one that has but one result.
template <bool isLibrarys, class F> struct Elementary : F {
  static constexpr bool roundsElsewhere = isLibrarys;
};
template <bool isLibrarys = true, class F> Elementary<isLibrarys, F> elementary(F f) { return {f}; }
template <class F> inline constexpr bool roundsElsewhere = requires { requires F::roundsElsewhere; };

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// In a signature, the number type of an instance: `bool(Self)` is that of a question about any number.
struct Self;
using Unary = Self(Self);
using Binary = Self(Self, Self);
using Ternary = Self(Self, Self, Self);

template <class T, class InstanceType> using NumberIn = std::conditional_t<std::is_same_v<T, Self>, InstanceType, T>;

/// Runs a function over the slots of a step, as its signature says for one number type.
template <class Signature, class T> struct Runner;
template <class R, class... As, class T> struct Runner<R(As...), T> {
  using Result = NumberIn<R, T>;
  static constexpr Kind result = kindOf<Result>();
  static constexpr Kind operands[] = {kindOf<NumberIn<As, T>>()...};

  template <class F> static const char *byComponent(Machine &machine, const PrimitiveStep &step) {
    return byComponent<F>(machine, step, std::index_sequence_for<As...>());
  }
  /// The same where the operands and the result are scalars, which most are.
  template <class F> static const char *onScalars(Machine &machine, const PrimitiveStep &step) {
    return onScalars<F>(machine, step.result, step.operands.data(), std::index_sequence_for<As...>());
  }
  template <class F> static const char *onValues(Machine &machine, const PrimitiveStep &step) {
    onValues<F>(machine, step, std::index_sequence_for<As...>());
    return nullptr;
  }

private:
  template <class F, size_t... k>
  static const char *byComponent(Machine &machine, const PrimitiveStep &step, std::index_sequence<k...>) {
    Result *result = machine.at<Result>(step.result);
    std::tuple<const NumberIn<As, T> *...> numbers(machine.at<NumberIn<As, T>>(step.operands[k])...);
    // A scalar goes with each component of the others.
    const unsigned strides[] = {(step.operands[k].size() == 1 ? 0u : 1u)...};
    Check check;
    for (unsigned i = 0, n = step.result.size(); i < n; ++i) {
      result[i] = compute<F>(machine, check, std::get<k>(numbers)[i * strides[k]]...);
    }
    machine.result.isClose |= check.isClose;
    return check.message;
  }

  template <class F> static Result compute(Machine &machine, Check &check, NumberIn<As, T>... numbers) {
    auto call = [&](auto... each) {
      if constexpr (std::is_invocable_v<F, decltype(each)..., Check &>)
        return F()(each..., check);
      else
        return F()(each...);
    };
    if constexpr (isBoth<T> && roundsElsewhere<F>) {
      Both result = apart<Result>(machine, call, numbers...);
      return machine.options.roundsElsewhere ? roundedElsewhere(result, Rounding::TowardZero) : result;
    } else if constexpr (isBoth<T>) {
      return apart<Result>(machine, call, numbers...);
    } else {
      static_assert(std::is_invocable_v<F, NumberIn<As, T>..., Check &> ||
                        std::is_same_v<Result, decltype(call(numbers...))>,
                    "another result than it says");
      return call(numbers...);
    }
  }

  template <class F, size_t... k>
  static const char *onScalars(Machine &machine, const Slot &result, const Slot *operands, std::index_sequence<k...>) {
    Check check;
    *machine.at<Result>(result) = compute<F>(machine, check, *machine.at<NumberIn<As, T>>(operands[k])...);
    machine.result.isClose |= check.isClose;
    return check.message;
  }

  template <class F, size_t... k>
  static void onValues(Machine &machine, const PrimitiveStep &step, std::index_sequence<k...>) {
    Out<Result> out{machine.at<Result>(step.result), step.result.rows, step.result.cols};
    auto in = [&]<class N>(Tag<N>, const Slot &slot) { return In<N>{machine.at<N>(slot), slot.rows, slot.cols}; };
    if constexpr (isBoth<T>)
      computeApart<F>(machine, out, in(Tag<NumberIn<As, T>>(), step.operands[k])...);
    else
      F()(out, in(Tag<NumberIn<As, T>>(), step.operands[k])...);
  }

  template <class F> static void computeApart(Machine &machine, Out<Result> out, In<NumberIn<As, T>>... operands) {
    F()(exactOf(out), exactOf(operands)...);
    if constexpr (isBoth<Result>) {
      F()(storedOf(out), storedOf(operands)...);
      if constexpr (roundsElsewhere<F>)
        if (machine.options.roundsElsewhere)
          for (unsigned i = 0; i < out.size(); ++i)
            out[i] = roundedElsewhere(out[i], Rounding::TowardZero);
    } else {
      llvm::SmallVector<Result, 16> stored(out.size());
      F()(Out<Result>{stored.data(), out.rows, out.cols}, storedOf(operands)...);
      for (unsigned i = 0; i < out.size(); ++i)
        out[i] = join<Result>(machine, out[i], stored[i]);
    }
  }
};

/// The table that the files of the groups fill. A signature that does not fit the record is a bug, found at once.
class PrimitiveTable {
public:
  /// A builtin on scalars; on vectors and matrices, component by component. `f` takes the operands and may take a
  /// `Check &` after them.
  template <class Signature, class F, class... Ts> void byComponent(llvm::StringRef opName, NumberTypes<Ts...>, F) {
    (add(opName, {Runner<Signature, Ts>::operands, Runner<Signature, Ts>::result,
                  &ComputeStep<&Runner<Signature, Ts>::template byComponent<F>>::make,
                  &ComputeStep<&Runner<Signature, Ts>::template onScalars<F>>::make}),
     ...);
  }

  /// A builtin on whole values: `f` takes an `Out` and an `In` for each operand.
  template <class Signature, class F, class... Ts> void onValues(llvm::StringRef opName, NumberTypes<Ts...>, F) {
    (add(opName, {Runner<Signature, Ts>::operands, Runner<Signature, Ts>::result,
                  &ComputeStep<&Runner<Signature, Ts>::template onValues<F>>::make, nullptr}),
     ...);
  }

  /// By the name of the op, with " paired" after it for one with `kgen.paired`.
  Primitive lookup(llvm::StringRef opName, llvm::ArrayRef<Slot> operands, const Slot &result) const;

private:
  struct Instance {
    llvm::ArrayRef<Kind> operands;
    Kind result;
    Primitive make;
    /// A shorter way for scalars, or null.
    Primitive makeOnScalars;
  };
  void add(llvm::StringRef opName, Instance instance);

  llvm::StringMap<llvm::SmallVector<Instance, 0>> table;
};

/// Add the builtins of a group.
void addOperators(PrimitiveTable &table);
void addScalarMath(PrimitiveTable &table);
void addVectorMath(PrimitiveTable &table);
void addComponents(PrimitiveTable &table);
void addRandom(PrimitiveTable &table);
void addQuaternions(PrimitiveTable &table);
void addTransforms(PrimitiveTable &table);

} // namespace kgen::interpreter

#endif // KGEN_LIB_INTERPRETER_PRIMITIVES_H
