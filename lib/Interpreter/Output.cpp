// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel says to those who run it: print, printf, assert and expectations; include/kgen/IR/ValueOps.td.

#include "Compiler.h"
#include "kgen/IR/ValueLayout.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <cstdio>

namespace kgen::interpreter {

using llvm::StringRef;
using mlir::LogicalResult;
using mlir::success;

namespace {

template <class T> void printNumber(T number, llvm::raw_ostream &os) {
  if constexpr (std::is_same_v<T, bool>)
    os << (number ? "True" : "False");
  else if constexpr (isFloating<T>)
    os << llvm::format("%g", valueOf(number));
  else
    os << static_cast<std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>(number);
}

/// One line; of a vector or matrix each component with a space after it, each row of a matrix on a line. A quaternion's
/// components have spaces between them, a transform's fields stand in brackets.
class PrintStep : public Step {
public:
  PrintStep(PrintOp op, Slot value) : Step(op), value(value), separators(separatorsOf(op.getValue().getType())) {}
  Exit run(Machine &machine) const override {
    if (!machine.options.print)
      return Exit::Next;
    llvm::raw_ostream &os = *machine.options.print;
    visitKind(value.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      os << separators.front();
      for (unsigned i = 0; i < value.size(); ++i) {
        printNumber(machine.at<T>(value)[i], os);
        os << separators[i + 1];
      }
    });
    return Exit::Next;
  }

private:
  /// What stands before the first number, and after each.
  static std::vector<llvm::StringRef> separatorsOf(mlir::Type type) {
    if (isTransform(type))
      return {"(", " ", " ", ") (", " ", " ", " ", ")\n"};
    unsigned count = numComponents(type);
    std::vector<llvm::StringRef> separators(count + 1, isQuat(type) ? " " : "");
    separators.front() = "";
    unsigned perLine = isScalar(type) ? 1 : ValueLayout::of(type).getExtents().back();
    for (unsigned i = 1; i <= count; ++i)
      if (isAggregate(type))
        separators[i] = i % perLine == 0 ? " \n" : " ";
    if (!isAggregate(type))
      separators.back() = "\n";
    return separators;
  }

  Slot value;
  std::vector<llvm::StringRef> separators;
};

/// The text before a conversion, the conversion with the length that its number has here, and the number.
class PrintfStep : public Step {
public:
  PrintfStep(mlir::Operation *op, llvm::SmallVector<FormatPart> parts, llvm::SmallVector<Slot, 3> arguments)
      : Step(op), parts(std::move(parts)), arguments(std::move(arguments)) {}
  Exit run(Machine &machine) const override {
    if (!machine.options.print)
      return Exit::Next;
    const Slot *next = arguments.begin();
    for (const FormatPart &part : parts) {
      *machine.options.print << part.text;
      if (part.conversion)
        print(machine, part, *next++);
    }
    return Exit::Next;
  }

private:
  static void print(Machine &machine, const FormatPart &part, const Slot &slot) {
    char text[512]; // a float of 309 digits, or a width or precision of 99
    std::string format =
        "%" + part.modifiers + (part.isInteger() && part.conversion != 'c' ? "ll" : "") + part.conversion;
    visitKind(slot.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      T number = *machine.at<T>(slot);
      if constexpr (isFloating<T>)
        std::snprintf(text, sizeof(text), format.c_str(), valueOf(number));
      else if (part.conversion == 'c')
        std::snprintf(text, sizeof(text), format.c_str(), static_cast<int>(number));
      else if (StringRef("di").contains(part.conversion))
        std::snprintf(text, sizeof(text), format.c_str(), static_cast<long long>(number));
      else // as C's variadic arguments: no narrower than int, of the width that the number has
        std::snprintf(text, sizeof(text), format.c_str(), unsignedBits(number));
    });
    *machine.options.print << text;
  }
  template <class T> static unsigned long long unsignedBits(T number) {
    if constexpr (sizeof(T) == 8)
      return static_cast<unsigned long long>(number);
    else
      return static_cast<unsigned>(static_cast<int>(number));
  }

  llvm::SmallVector<FormatPart> parts;
  llvm::SmallVector<Slot, 3> arguments;
};

class AssertStep : public Step {
public:
  AssertStep(AssertOp op, Slot condition) : Step(op), condition(condition), message(op.getMessage().value_or("")) {}
  Exit run(Machine &machine) const override {
    if (machine.flag(condition))
      return Exit::Next;
    return machine.fault(op, "expected the assertion to hold but it does not" +
                                 (message.empty() ? "" : ": \"" + message + "\""));
  }

private:
  Slot condition;
  llvm::StringRef message;
};

class ExpectStep : public Step {
public:
  ExpectStep(ExpectOp op, Slot lhs, Slot rhs, std::optional<Slot> tolerance)
      : Step(op), kind(op.getExpectation()), lhs(lhs), rhs(rhs), tolerance(tolerance) {}
  Exit run(Machine &machine) const override {
    bool holds = visitKind(lhs.kind, [&](auto tag) {
      using T = typename decltype(tag)::type;
      bool all = true;
      for (unsigned i = 0; i < lhs.size(); ++i)
        all &= agree(machine, machine.at<T>(lhs)[i], machine.at<T>(rhs)[i]);
      return all == (kind != Expectation::neq);
    });
    if (holds)
      return Exit::Next;
    return machine.fault(op, "expected the two values to be " +
                                 llvm::Twine(kind == Expectation::eq    ? "equal"
                                             : kind == Expectation::neq ? "different"
                                                                        : "near each other") +
                                 " but they are not");
  }

private:
  template <class T> bool agree(Machine &machine, T a, T b) const {
    auto areNear = [](double x, double y, double within) { return std::abs(x - y) <= within; };
    if (isFloating<T> && kind == Expectation::near && tolerance)
      return apart<bool>(
          machine, [&](auto x, auto y, auto within) { return areNear(valueOf(x), valueOf(y), valueOf(within)); }, a, b,
          *machine.at<T>(*tolerance));
    if (isFloating<T> && kind == Expectation::near)
      return apart<bool>(machine, [&](auto x, auto y) { return areNear(valueOf(x), valueOf(y), 1e-6); }, a, b);
    return apart<bool>(machine, [](auto x, auto y) { return x == y; }, a, b);
  }

  Expectation kind;
  Slot lhs, rhs;
  std::optional<Slot> tolerance;
};

} // namespace

LogicalResult Compiler::compile(PrintOp op) {
  append<PrintStep>(op, slotOf(op.getValue()));
  return success();
}

LogicalResult Compiler::compile(PrintfOp op) {
  std::string error;
  append<PrintfStep>(op, *splitFormat(op.getFormat(), error), slotsOf(op.getArguments()));
  return success();
}

LogicalResult Compiler::compile(AssertOp op) {
  append<AssertStep>(op, slotOf(op.getCondition()));
  return success();
}

LogicalResult Compiler::compile(ExpectOp op) {
  std::optional<Slot> tolerance;
  if (op.getTolerance())
    tolerance = slotOf(op.getTolerance());
  append<ExpectStep>(op, slotOf(op.getLhs()), slotOf(op.getRhs()), tolerance);
  return success();
}

} // namespace kgen::interpreter
