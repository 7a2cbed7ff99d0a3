// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, variables, parts of values, casts, comparisons and thread indices; include/kgen/IR/ValueOps.td.

#include "Compiler.h"
#include "Elementary.h"
#include "Primitives.h"
#include "mlir/IR/BuiltinAttributes.h"
#include <cmath>
#include <cstring>
#include <limits>

namespace kgen::interpreter {

using mlir::LogicalResult;
using mlir::success;

namespace {

class TidStep : public Step {
public:
  TidStep(mlir::Operation *op, llvm::SmallVector<Slot, 3> coordinates) : Step(op), slots(std::move(coordinates)) {}
  Exit run(Machine &machine) const override {
    for (unsigned d = 0; d < slots.size(); ++d)
      *machine.at<int32_t>(slots[d]) = static_cast<int32_t>(machine.coordinate(d));
    return Exit::Next;
  }

private:
  llvm::SmallVector<Slot, 3> slots;
};

/// Threads run one by one, as on a CPU.
class BlockDimStep : public Step {
public:
  BlockDimStep(mlir::Operation *op, Slot count) : Step(op), count(count) {}
  Exit run(Machine &machine) const override {
    *machine.at<int32_t>(count) = 1;
    return Exit::Next;
  }

private:
  Slot count;
};

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

/// A variable begins its life: with a value, or undefined.
class VarStep : public Step {
public:
  VarStep(mlir::Operation *op, Slot defined, bool hasInit, Moves init)
      : Step(op), defined(defined), hasInit(hasInit), init(std::move(init)) {}
  Exit run(Machine &machine) const override {
    *machine.at<bool>(defined) = hasInit;
    init.run(machine);
    return Exit::Next;
  }

private:
  Slot defined;
  bool hasInit;
  Moves init;
};

/// An access to a variable that needs a value in it.
class VariableStep : public Step {
public:
  VariableStep(mlir::Operation *op, Slot var, Slot defined, llvm::StringRef name)
      : Step(op), var(var), defined(defined), name(name) {}

protected:
  Exit checkDefined(Machine &machine) const {
    if (machine.flag(defined))
      return Exit::Next;
    return machine.fault(op, "expected '" + name + "' to have a value but nothing was assigned to it yet");
  }
  Slot var, defined;
  llvm::StringRef name;
};

class GetStep : public VariableStep {
public:
  GetStep(mlir::Operation *op, Slot var, Slot defined, llvm::StringRef name, Slot result)
      : VariableStep(op, var, defined, name), result(result) {}
  Exit run(Machine &machine) const override {
    if (checkDefined(machine) != Exit::Next)
      return Exit::Fault;
    copyBytes(machine.bytes(result), machine.bytes(var), var.bytes);
    return Exit::Next;
  }

private:
  Slot result;
};

class SetStep : public VariableStep {
public:
  SetStep(mlir::Operation *op, Slot var, Slot defined, llvm::StringRef name, Slot value)
      : VariableStep(op, var, defined, name), value(value) {}
  Exit run(Machine &machine) const override {
    *machine.at<bool>(defined) = true;
    copyBytes(machine.bytes(var), machine.bytes(value), var.bytes);
    return Exit::Next;
  }

private:
  Slot value;
};

//===----------------------------------------------------------------------===//
// Parts of values
//===----------------------------------------------------------------------===//

class SetPartStep : public VariableStep {
public:
  SetPartStep(mlir::Operation *op, Slot var, Slot defined, llvm::StringRef name, Slot value, PartPath path)
      : VariableStep(op, var, defined, name), value(value), path(std::move(path)) {}
  Exit run(Machine &machine) const override {
    if (checkDefined(machine) != Exit::Next)
      return Exit::Fault;
    std::optional<uint32_t> offset = path.locate(machine, op);
    if (!offset)
      return Exit::Fault;
    copyBytes(machine.bytes(var) + *offset, machine.bytes(value), value.bytes);
    return Exit::Next;
  }

private:
  Slot value;
  PartPath path;
};

class ExtractStep : public Step {
public:
  ExtractStep(mlir::Operation *op, Slot result, Slot aggregate, PartPath path)
      : Step(op), result(result), aggregate(aggregate), path(std::move(path)) {}
  Exit run(Machine &machine) const override {
    std::optional<uint32_t> offset = path.locate(machine, op);
    if (!offset)
      return Exit::Fault;
    copyBytes(machine.bytes(result), machine.bytes(aggregate) + *offset, result.bytes);
    return Exit::Next;
  }

private:
  Slot result, aggregate;
  PartPath path;
};

class InsertStep : public Step {
public:
  InsertStep(mlir::Operation *op, Slot result, Slot aggregate, Slot value, PartPath path)
      : Step(op), result(result), aggregate(aggregate), value(value), path(std::move(path)) {}
  Exit run(Machine &machine) const override {
    std::optional<uint32_t> offset = path.locate(machine, op);
    if (!offset)
      return Exit::Fault;
    copyBytes(machine.bytes(result), machine.bytes(aggregate), result.bytes);
    copyBytes(machine.bytes(result) + *offset, machine.bytes(value), value.bytes);
    return Exit::Next;
  }

private:
  Slot result, aggregate, value;
  PartPath path;
};

/// All components, or one for all of them, or none for zeros.
class ConstructStep : public Step {
public:
  ConstructStep(mlir::Operation *op, Slot result, llvm::SmallVector<Slot, 3> components)
      : Step(op), result(result), components(std::move(components)) {}
  Exit run(Machine &machine) const override {
    unsigned size = result.bytes / result.size();
    for (unsigned i = 0; i < result.size(); ++i) {
      const Slot &component = components[components.size() == 1 ? 0 : i];
      copyBytes(machine.bytes(result) + i * size, machine.bytes(component), size);
    }
    return Exit::Next;
  }

private:
  Slot result;
  llvm::SmallVector<Slot, 3> components;
};

//===----------------------------------------------------------------------===//
// Casts, comparisons, selection
//===----------------------------------------------------------------------===//

/// Whether a number, its fraction cut off, is a value of the integer type.
template <class To> bool fitsInteger(double whole) {
  double low = static_cast<double>(std::numeric_limits<To>::min());
  double past = std::ldexp(1.0, std::numeric_limits<To>::digits);
  return whole >= low && whole < past;
}

template <class To, class From> Exit castNumber(Machine &machine, mlir::Operation *op, From from, To &to) {
  if constexpr (isBoth<From> && isBoth<To>) {
    to = from;
  } else if constexpr (isBoth<From> && !isFloating<To>) {
    bool isSame = std::is_same_v<To, bool> ? (from.exact == 0.0) == (from.stored == 0.0f)
                                           : std::trunc(from.exact) == std::trunc(from.stored);
    if (!isSame)
      machine.part();
    return castNumber(machine, op, from.exact, to);
  } else if constexpr (isBoth<To> && isInteger<From>) {
    to = Both(static_cast<double>(from), static_cast<float>(from));
  } else if constexpr (std::is_same_v<To, bool>) {
    to = !(valueOf(from) == 0.0);
  } else if constexpr (isInteger<To> && isFloating<From>) {
    double whole = std::trunc(valueOf(from));
    if (!fitsInteger<To>(whole))
      return machine.fault(op, "expected a number that the integer type can hold but got " + toText(valueOf(from)));
    to = static_cast<To>(whole);
    machine.decide(static_cast<uint64_t>(to));
  } else if constexpr (isInteger<To>) {
    to = static_cast<To>(from);
  } else if constexpr (isDual<To> && isDual<From>) {
    to = from;
  } else if constexpr (std::is_same_v<To, float> && isInteger<From>) {
    to = static_cast<float>(from); // once, not by way of double
  } else {
    to = To(valueOf(from));
  }
  return Exit::Next;
}

class CastStep : public Step {
public:
  CastStep(mlir::Operation *op, Slot result, Slot operand) : Step(op), result(result), operand(operand) {}
  Exit run(Machine &machine) const override {
    return visitKind(result.kind, [&](auto toTag) {
      return visitKind(operand.kind, [&](auto fromTag) {
        using To = typename decltype(toTag)::type;
        using From = typename decltype(fromTag)::type;
        return castNumber(machine, op, *machine.at<From>(operand), *machine.at<To>(result));
      });
    });
  }

private:
  Slot result, operand;
};

/// Every comparison with NaN is false, but `ne`.
template <class T> bool compare(CmpPredicate predicate, T a, T b) {
  switch (predicate) {
  case CmpPredicate::eq:
    return a == b;
  case CmpPredicate::ne:
    return !(a == b);
  case CmpPredicate::lt:
    return a < b;
  case CmpPredicate::le:
    return a <= b;
  case CmpPredicate::gt:
    return b < a;
  case CmpPredicate::ge:
    return b <= a;
  }
  llvm_unreachable("all predicates are covered");
}

/// Compares numbers of one type.
template <class T> class CmpStep : public Step {
public:
  CmpStep(CmpOp op, Slot result, Slot lhs, Slot rhs)
      : Step(op), predicate(op.getPredicate()), result(result), lhs(lhs), rhs(rhs) {}
  Exit run(Machine &machine) const override {
    T number = *machine.at<T>(lhs);
    auto question = [&](auto a, auto b) { return compare(predicate, a, b); };
    T other = *machine.at<T>(rhs);
    bool holds = apart<bool>(machine, question, number, other);
    machine.decide(holds);
    machine.result.isClose |= areClose(number, other);
    if constexpr (isFloating<T>)
      if (machine.options.onFloatComparison)
        machine.options.onFloatComparison(mlir::cast<CmpOp>(op), valueOf(number), holds);
    *machine.at<bool>(result) = holds;
    return Exit::Next;
  }

private:
  CmpPredicate predicate;
  Slot result, lhs, rhs;
};

/// The arm not chosen contributes nothing, whatever its slope.
class WhereStep : public Step {
public:
  WhereStep(mlir::Operation *op, unsigned firstArm, Slot result, Slot condition, Slot ifTrue, Slot ifFalse)
      : Step(op), firstArm(firstArm), result(result), condition(condition), ifTrue(ifTrue), ifFalse(ifFalse) {}
  Exit run(Machine &machine) const override {
    bool holds = machine.flag(condition);
    machine.cover(holds ? firstArm : firstArm + 1);
    const Slot &chosen = holds ? ifTrue : ifFalse;
    copyBytes(machine.bytes(result), machine.bytes(chosen), result.bytes);
    return Exit::Next;
  }

private:
  unsigned firstArm;
  Slot result, condition, ifTrue, ifFalse;
};

} // namespace

/// Writes a literal into a slot's bytes.
static void writeConstant(mlir::Attribute value, Kind kind, std::byte *to) {
  if (auto real = mlir::dyn_cast<mlir::FloatAttr>(value)) {
    writeNumber(kind, to, real.getValueAsDouble());
    return;
  }
  auto integer = mlir::cast<mlir::IntegerAttr>(value);
  bool isSigned = integer.getType().isSignedInteger();
  llvm::APInt bits = integer.getValue();
  writeNumber(kind, to, isSigned ? bits.getSExtValue() : static_cast<int64_t>(bits.getZExtValue()));
}

LogicalResult Compiler::compile(ConstantOp op) {
  Slot slot = slotOf(op.getResult());
  writeConstant(op.getValue(), slot.kind, image(slot));
  return success();
}

LogicalResult Compiler::compile(IdentityOp op) {
  Slot slot = slotOf(op.getResult());
  unsigned size = numberSize(slot.kind);
  std::byte *to = image(slot);
  bool isRotation = !isMat(op.getType()); // whose last number, w, is 1
  auto isOne = [&](unsigned i) { return isRotation ? i + 1 == slot.size() : i / slot.cols == i % slot.cols; };
  for (unsigned i = 0; i < slot.size(); ++i)
    writeNumber(slot.kind, to + i * size, isOne(i) ? 1.0 : 0.0);
  return success();
}

LogicalResult Compiler::compile(ConstructOp op) {
  Slot result = slotOf(op.getResult());
  if (op.getComponents().empty()) {
    image(result); // zeros
  } else if (!hasFields(op.getType())) {
    append<ConstructStep>(op, result, slotsOf(op.getComponents()));
  } else {
    Moves fields;
    for (auto [i, component] : llvm::enumerate(op.getComponents())) {
      Slot field = slotOf(component), target = field;
      target.offset = result.offset + partOffset(op.getType(), i, program.arithmetic);
      fields.list.push_back({field, target});
    }
    append<MoveStep>(op, std::move(fields));
  }
  return success();
}

LogicalResult Compiler::compile(CopyOp op) {
  Slot whole = slotOf(op.getResult());
  append<MoveStep>(op, Moves{{{slotOf(op.getA()), whole}}});
  return success();
}

LogicalResult Compiler::compile(TidOp op) {
  append<TidStep>(op, slotsOf(op.getCoordinates()));
  return success();
}

LogicalResult Compiler::compile(BlockDimOp op) {
  append<BlockDimStep>(op, slotOf(op.getCount()));
  return success();
}

LogicalResult Compiler::compile(VarOp op) {
  Slot var = slotOf(op.getVar());
  Moves init;
  if (op.getInit())
    init = movesTo(op.getInit(), var);
  append<VarStep>(op, definedFlag(op.getVar()), static_cast<bool>(op.getInit()), std::move(init));
  return success();
}

LogicalResult Compiler::compile(GetOp op) {
  append<GetStep>(op, slotOf(op.getVar()), definedFlag(op.getVar()), getName(op.getVar()), slotOf(op.getResult()));
  return success();
}

LogicalResult Compiler::compile(SetOp op) {
  Slot var = slotOf(op.getVar()), defined = definedFlag(op.getVar()), value = slotOf(op.getValue());
  llvm::StringRef name = getName(op.getVar());
  if (op.getStaticIndices().empty())
    append<SetStep>(op, var, defined, name, value);
  else
    append<SetPartStep>(op, var, defined, name, value,
                        partPath(op.getVar().getType().getElementType(), op.getMixedIndices()));
  return success();
}

LogicalResult Compiler::compile(DrawOp op) {
  Slot var = slotOf(op.getState()), defined = definedFlag(op.getState()), result = slotOf(op.getResult());
  Slot state = allocate(Form{Kind::U32, 1, 1, 4, 4});
  append<GetStep>(op, var, defined, getName(op.getState()), state);
  llvm::SmallVector<Slot, 3> operands = {state};
  operands.append(slotsOf(op.getArgs()));
  const BuiltinInfo &info = op.getBuiltinInfo();
  Primitive number = lookupPrimitive(info.opName, operands, result);
  Primitive next = lookupPrimitive(RandPcgOp::getOperationName(), state, state);
  if (!number || !next)
    return refuse(op);
  current->append(number(op, result, std::move(operands)));
  for (unsigned i = 0; i < info.advances; ++i) {
    Slot after = allocate(Form{Kind::U32, 1, 1, 4, 4});
    current->append(next(op, after, {state}));
    state = after;
  }
  append<SetStep>(op, var, defined, getName(op.getState()), state);
  return success();
}

LogicalResult Compiler::compile(ExtractOp op) {
  Slot result = slotOf(op.getResult()), aggregate = slotOf(op.getAggregate());
  append<ExtractStep>(op, result, aggregate, partPath(op.getAggregate().getType(), op.getMixedIndices()));
  return success();
}

LogicalResult Compiler::compile(InsertOp op) {
  Slot result = slotOf(op.getResult()), aggregate = slotOf(op.getAggregate()), value = slotOf(op.getValue());
  append<InsertStep>(op, result, aggregate, value, partPath(op.getType(), op.getMixedIndices()));
  return success();
}

LogicalResult Compiler::compile(CastOp op) {
  append<CastStep>(op, slotOf(op.getResult()), slotOf(op.getValue()));
  return success();
}

LogicalResult Compiler::compile(CmpOp op) {
  Slot result = slotOf(op.getResult()), lhs = slotOf(op.getLhs()), rhs = slotOf(op.getRhs());
  visitKind(lhs.kind, [&](auto tag) { append<CmpStep<typename decltype(tag)::type>>(op, result, lhs, rhs); });
  return success();
}

LogicalResult Compiler::compile(WhereOp op) {
  append<WhereStep>(op, allocateArms(op), slotOf(op.getResult()), slotOf(op.getCondition()), slotOf(op.getA()),
                    slotOf(op.getB()));
  return success();
}

} // namespace kgen::interpreter
