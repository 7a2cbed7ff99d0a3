// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins and their operands. An expression that leaves the range that stays exact enough in single precision is taken
// back and drawn again.

#include "Expressions.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

/// Values larger than this are not wanted anywhere.
static constexpr double maxMagnitude = 100.0;

static StringRef mnemonicOf(const BuiltinInfo &info) { return info.opName.substr(info.opName.find('.') + 1); }

static bool isLiteral(Value value) { return value.getDefiningOp<ConstantOp>() != nullptr; }

bool kgen::synthesis::isSameExpression(Value a, Value b) {
  if (a == b)
    return true;
  Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (!x || !y || x->getName() != y->getName() || x->getNumRegions() || x->getNumOperands() != y->getNumOperands())
    return false;
  if (x->getAttrDictionary() != y->getAttrDictionary())
    return false;
  return llvm::all_of(llvm::zip(x->getOperands(), y->getOperands()),
                      [](auto pair) { return isSameExpression(std::get<0>(pair), std::get<1>(pair)); });
}

/// A value without its sign.
static Value unsignedPart(Value value) {
  auto negation = value.getDefiningOp<NegOp>();
  return negation ? negation.getA() : value;
}

/// Whether `b` is one of the terms of the sum `a`: `(x - b) + b`.
static bool isTermOf(Value b, Value a) {
  Operation *sum = a.getDefiningOp();
  return sum && isa<AddOp, SubOp>(sum) && llvm::any_of(sum->getOperands(), [&](Value term) {
           return isSameExpression(unsignedPart(term), unsignedPart(b));
         });
}

/// Whether two operands next to each other are one expression, or may cancel.
static bool repeats(ArrayRef<RangedValue> operands) {
  for (auto [a, b] : llvm::zip(operands, operands.drop_front(operands.empty() ? 0 : 1)))
    if (isSameExpression(unsignedPart(a.value), unsignedPart(b.value)) || isTermOf(a.value, b.value) ||
        isTermOf(b.value, a.value))
      return true;
  return false;
}

/// Whether the text of a value begins with a minus: its own, or that of the first factor of a product.
static bool beginsWithMinus(Value value) {
  Operation *op = value.getDefiningOp();
  while (isa_and_nonnull<MulOp, DivOp, ScaleOp, ScaleLeftOp, ScaleDivOp>(op))
    op = op->getOperand(0).getDefiningOp();
  auto literal = dyn_cast_or_null<ConstantOp>(op);
  auto number = literal ? dyn_cast<FloatAttr>(literal.getValue()) : FloatAttr();
  return isa_and_nonnull<NegOp>(op) || (number && number.getValue().isNegative());
}

double Expressions::nice(double low, double high) {
  static constexpr double plain[] = {0.1, 0.25, 0.5, 1.5, 2.0, 3.0, -0.5, -2.0};
  if (rng.chance(35)) {
    double value = rng.pick(plain);
    if (low <= value && value <= high)
      return value;
  }
  int64_t places = high - low < 0.2 ? 1000 : 100;
  // A quotient of whole numbers is the double nearest to the decimal that will be printed.
  int64_t from = static_cast<int64_t>(std::ceil(low * double(places)));
  int64_t to = static_cast<int64_t>(std::floor(high * double(places)));
  int64_t value = rng.uniformInt(from, std::max(from, to));
  return double(value == 0 ? to : value) / double(places);
}

//===----------------------------------------------------------------------===//
// Builtins
//===----------------------------------------------------------------------===//

RangedValue Expressions::make(Type type, unsigned depth) {
  for (unsigned tries = 0; tries < 8; ++tries) {
    Operation *mark = author.mark();
    std::optional<RangedValue> result = attempt(type, depth);
    if (result && result->range.magnitude() <= maxMagnitude)
      return *result;
    author.rollback(mark);
  }
  RangedValue value = leaf(type);
  return author.apply(isAggregate(type) ? "scale" : "mul", {value, author.literal(author.real(), nice(0.2, 0.9))});
}

std::optional<RangedValue> Expressions::attempt(Type type, unsigned depth) {
  bool vectors = author.category == Category::Vector || author.category == Category::Combined;
  if (isVec(type) && rng.chance(vectors ? 18 : 10))
    return constructed(type, depth);
  if (isMat(type) && cast<MatType>(type).getRows() == 2 && rng.chance(12))
    return constructed(type, depth);
  if (type == author.real() && author.category == Category::MultiConditional && depth > 1 && rng.chance(15))
    return author.choose(condition(), [&] { return make(type, 1); }, [&] { return make(type, 1); });
  const Choice *choice = choices.pick(type, rng);
  if (!choice)
    return std::nullopt;
  SmallVector<RangedValue, 3> operands;
  for (unsigned i = 0; i < choice->operands.size(); ++i) {
    std::optional<RangedValue> value = operand(*choice, i, depth, operands);
    if (!value || value->range.magnitude() > maxMagnitude)
      return std::nullopt;
    operands.push_back(*value);
  }
  if (repeats(operands))
    return std::nullopt;
  StringRef name = mnemonicOf(*choice->info);
  if ((name == "add" || name == "sub" || name == "neg") && beginsWithMinus(operands.back().value))
    return std::nullopt;
  if (llvm::all_of(operands, [](const RangedValue &e) { return isLiteral(e.value); }))
    return std::nullopt;
  return author.apply(*choice->info, operands);
}

std::optional<RangedValue> Expressions::constructed(Type type, unsigned depth) {
  SmallVector<RangedValue> components;
  for (unsigned i = 0; i < numComponents(type); ++i) {
    std::optional<Range> literals;
    if (i != 0)
      literals = Range{-2.0, 2.0};
    components.push_back(depth > 1 && rng.chance(40) ? make(author.real(), 1) : leaf(author.real(), literals));
  }
  if (repeats(components))
    return std::nullopt;
  return author.construct(type, components);
}

/// The middle of a range.
static Range innerRange(Range range) {
  double margin = 0.25 * (range.high - range.low);
  return {range.low + margin, range.high - margin};
}

/// Operands that authors write as numbers: exponents, bounds of clamp, divisors of remainders. A bound that no value
/// reaches, or a divisor larger than all, would do nothing.
static std::optional<Range> literalOperand(StringRef name, unsigned i, ArrayRef<RangedValue> before) {
  if (name == "pow" && i == 1)
    return Range{1.1, 2.9};
  if (name == "mod" && i == 1)
    return Range{0.3, std::clamp(0.7 * before[0].range.magnitude(), 0.4, 2.5)};
  if (name != "clamp" || i == 0)
    return std::nullopt;
  auto [low, high] = before[0].range;
  double width = std::min(high - low, 4.0), middle = 0.5 * (low + high);
  return i == 1 ? Range{middle - 0.4 * width, middle - 0.15 * width}
                : Range{middle + 0.15 * width, middle + 0.4 * width};
}

std::optional<RangedValue> Expressions::operand(const Choice &choice, unsigned i, unsigned depth,
                                                ArrayRef<RangedValue> before) {
  Type type = choice.operands[i];
  StringRef name = mnemonicOf(*choice.info);
  if (type == author.boolean())
    return RangedValue{condition(), Range{0.0, 1.0}};
  if (std::optional<Range> range = literalOperand(name, i, before))
    return author.literal(type, nice(range->low, range->high));
  bool nested = depth > 1 && rng.chance(55);
  bool last = i + 1 == choice.operands.size();
  bool onlyLiterals = llvm::all_of(before, [](const RangedValue &e) { return isLiteral(e.value); });
  // After an operator a negative number reads badly.
  std::optional<Range> literals;
  if (choice.operands.size() > 1 && !(last && onlyLiterals))
    literals = i == 0 ? Range{-2.0, 3.0} : Range{0.05, 3.0};
  if (name == "min" || name == "max") // a bound that no value reaches would say nothing
    literals = i == 0 ? std::nullopt : std::optional(innerRange(before[0].range));
  RangedValue value = nested ? make(type, depth - 1) : leaf(type, literals);
  if (name == "inverse")
    return regular(value);
  return guard(value, *choice.info, i);
}

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

RangedValue Expressions::positive(RangedValue value) {
  if (value.range.low >= 0.05)
    return value;
  RangedValue offset = {};
  if (value.range.low < 0.0 && rng.chance(25)) {
    offset = author.literal(author.real(), nice(0.1, 0.5));
    RangedValue result = author.apply("max", {value, offset});
    return {result.value, Range{offset.range.low, std::max(value.range.high, 0.5)}};
  }
  if (value.range.low < 0.0)
    value = author.apply("abs", {value});
  offset = author.literal(author.real(), nice(0.1, 1.5));
  return author.apply("add", {value, offset});
}

RangedValue Expressions::shrink(RangedValue value, double bound) {
  unsigned form = rng.below(3);
  double limit = nice(0.5 * bound, bound);
  bool reaches = value.range.low < 0.5 * limit && value.range.high > -0.5 * limit; // else clamping makes a constant
  if (form == 0 && reaches) {
    RangedValue low = author.literal(author.real(), -limit);
    RangedValue high = author.literal(author.real(), limit);
    return author.apply("clamp", {value, low, high});
  }
  RangedValue factor = author.literal(author.real(), limit);
  RangedValue bounded = author.apply(form == 1 ? "sin" : "tanh", {value});
  return author.apply("mul", {factor, bounded});
}

std::optional<RangedValue> Expressions::regular(RangedValue matrix) {
  unsigned n = cast<MatType>(matrix.value.getType()).getRows();
  double bound = n * matrix.range.magnitude();
  if (bound > 20.0)
    return std::nullopt;
  RangedValue factor = author.literal(author.real(), nice(bound + 0.5, bound + 2.0));
  RangedValue identity = author.identity(matrix.value.getType());
  RangedValue shift = author.apply("scale_left", {factor, identity});
  RangedValue sum = author.apply("add", {matrix, shift});
  return RangedValue{sum.value, Range{-bound, 2.0 * bound + 2.0}};
}

std::optional<RangedValue> Expressions::guard(RangedValue value, const BuiltinInfo &info, unsigned i) {
  if (i >= info.domains.size())
    return value;
  const Domain &domain = info.domains[i];
  if (isAggregate(value.value.getType())) {
    // A positive domain of one vector is about its length, of two about each component of the second.
    bool fits = domain.low <= 0.0 || info.numOperands == 1 || value.range.low > 0.0;
    return fits ? std::optional(value) : std::nullopt;
  }
  if (isLiteral(value.value) && domain.low > 0.0 && value.range.low < domain.low)
    return std::nullopt;
  if (domain.low > 0.0)
    return positive(value);
  bool isSmall = domain.high < 1.5;
  if (isSmall && !value.range.within(domain.low, domain.high))
    return isLiteral(value.value) ? std::nullopt : std::optional(shrink(value, domain.high));
  // Sums and products have no limits of their own; functions past three times their domain would be steep or flat.
  if (info.group != "Scalar Math" || value.range.magnitude() <= 3.0 * domain.high)
    return value;
  RangedValue factor = author.literal(author.real(), nice(0.2, 0.6) * domain.high / 10.0);
  return author.apply("mul", {factor, value});
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Value Expressions::comparison(RangedValue lhs) {
  CmpPredicate predicate = rng.pick({CmpPredicate::lt, CmpPredicate::gt, CmpPredicate::le, CmpPredicate::ge});
  double width = lhs.range.high - lhs.range.low;
  RangedValue rhs = author.literal(author.real(), nice(lhs.range.low + 0.2 * width, lhs.range.high - 0.2 * width));
  return author.compare(predicate, lhs.value, rhs.value);
}

std::optional<Value> Expressions::pureCondition(Value first) {
  SmallVector<Binding *> names = namesOf(author.real(), /*variables=*/false);
  llvm::erase_if(names, [&](Binding *known) { return known->value == first; });
  if (names.empty())
    return std::nullopt;
  return comparison(named(names));
}

Value Expressions::integerCondition() {
  SmallVector<Binding *> indices = indexNames();
  if (indices.empty() || (rng.chance(60) && author.numParameters() < maxParameters + 1)) {
    int64_t kinds = rng.uniformInt(2, 4);
    SmallVector<Value> places(author.coordinateValues());
    ReadableArray &flags = author.readIntArray(words::flagArrays, author.extents(), author.literalExtent(kinds));
    RangedValue flag = author.load(flags, places);
    CmpPredicate predicate = rng.pick({CmpPredicate::eq, CmpPredicate::ne, CmpPredicate::gt});
    // None is greater than the last.
    RangedValue kind =
        author.literal(author.integer(), double(rng.below(predicate == CmpPredicate::gt ? kinds - 1 : kinds)));
    return author.compare(predicate, flag.value, kind.value);
  }
  Binding &index = *rng.pick(indices);
  // A period that fits twice into few trips has all remainders in each launch.
  int64_t period = author.rangeOf(index.bound).low < 4.0 ? 2 : rng.uniformInt(2, 4);
  RangedValue place = author.read(index);
  RangedValue divisor = author.literal(author.integer(), double(period));
  RangedValue remainder = author.apply("mod", {place, divisor});
  RangedValue wanted = author.literal(author.integer(), double(rng.below(period)));
  return author.compare(rng.pick({CmpPredicate::eq, CmpPredicate::ne}), remainder.value, wanted.value);
}

Value Expressions::condition() {
  if (rng.chance(15))
    return integerCondition();
  if (SmallVector<Binding *> flags = namesOf(author.boolean()); !flags.empty() && rng.chance(50)) {
    RangedValue flag = named(flags);
    return rng.chance(30) ? author.apply("not", {flag}).value : flag.value;
  }
  Operation *mark = author.mark();
  RangedValue lhs = leaf(author.real());
  if (lhs.value.getDefiningOp<CastOp>()) { // a threshold for an index would depend on the size of the launch
    author.rollback(mark);
    lhs = element(author.real());
  }
  SmallVector<Binding *> names = namesOf(author.real(), /*variables=*/false);
  Value result;
  if (!names.empty() && rng.chance(20)) {
    RangedValue rhs = named(names);
    CmpPredicate predicate = rng.pick({CmpPredicate::lt, CmpPredicate::gt});
    bool same = isSameExpression(lhs.value, rhs.value);
    result = same ? comparison(lhs) : author.compare(predicate, lhs.value, rhs.value);
  } else {
    result = comparison(lhs);
  }
  if (!rng.chance(author.category == Category::MultiConditional ? 40 : 20))
    return result;
  std::optional<Value> second = pureCondition(lhs.value);
  if (!second)
    return result;
  Range any{0.0, 1.0};
  return author.apply(rng.chance(60) ? "and" : "or", {RangedValue{result, any}, RangedValue{*second, any}}).value;
}
