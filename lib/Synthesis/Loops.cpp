// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops. A carried value is added to or scaled by a number, and is read by other expressions only after the loop.

#include "Statements.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
using kgen::synthesis::Range;

void Statements::addTo(Binding &sum, const Binding *index) {
  Type type = sum.type();
  RangedValue old = author.read(sum);
  bool decays = rng.chance(20);
  if (decays) {
    RangedValue factor = author.literal(author.real(), expressions.nice(0.3, 0.95));
    old = author.apply(isAggregate(type) ? "scale" : "mul", {old, factor});
  }
  RangedValue term = expressions.make(type, 2);
  if (index && index->value.use_empty()) { // else each trip would add the same
    RangedValue element = expressions.elementAt(author.real(), *index);
    term = author.apply(isAggregate(type) ? "scale" : "mul", {term, element});
  }
  RangedValue next = author.apply(decays || rng.chance(80) ? "add" : "sub", {old, term});
  author.assign(sum, next.value);
  sum.range = hull(sum.range, hull(term.range, -term.range));
}

void Statements::loop(Binding &sum, unsigned loops, bool exits, double &trips) {
  int64_t count = rng.uniformInt(2, loops > 1 ? 3 : 5);
  Extent bound = author.literalExtent(count);
  OpFoldResult upper = author.number(count);
  switch (rng.below(3)) {
  case 0: { // the extent of an array that is walked along
    bound = author.addSize(2, std::max<int64_t>(3, count));
    ReadableArray &row = author.readArray(words::grids, author.real(), {author.extents()[0], bound});
    upper = author.extent(row, 1).value;
    break;
  }
  case 1:
    bound = author.addSize(2, std::max<int64_t>(3, count));
    upper = author.read(author.extentParameter(bound)).value;
    break;
  default:
    break;
  }
  int64_t first = author.rangeOf(bound).low > 2.0 && rng.chance(15) ? 1 : 0;
  trips *= author.rangeOf(bound).high;
  author.forLoop(words::loopVariables, first, upper, bound, [&](Binding &index) {
    if (exits && rng.chance(50))
      author.ifThen(rng.chance(40) ? expressions.integerCondition() : expressions.condition(),
                    [&] { author.leave<ContinueOp>(); });
    if (rng.chance(45))
      local(rng.chance(70) ? author.real() : sum.type(), 1);
    if (loops > 1)
      loop(sum, loops - 1, exits && rng.chance(40), trips);
    if (loops == 1 || rng.chance(25) || index.value.use_empty())
      addTo(sum, &index);
    if (exits && loops == 1 && rng.chance(50))
      author.ifThen(expressions.condition(), [&] { author.leave<BreakOp>(); });
  });
}

Binding &Statements::accumulated(Type type, unsigned loops, bool exits) {
  RangedValue zero = isAggregate(type) ? author.construct(type, {}) : author.literal(type, 0.0);
  Binding &sum = author.variable(words::accumulators, zero);
  sum.hidden = true;
  double trips = 1.0;
  loop(sum, loops, exits, trips);
  sum.show();
  sum.range = sum.range * Range{trips, trips};
  return sum;
}

Binding &Statements::decayed() {
  RangedValue start = expressions.positive(expressions.leaf(author.real()));
  Binding &level = author.variable(words::accumulators, start);
  RangedValue zero = author.literal(author.real(), 0.0);
  Binding &sum = author.variable(words::accumulators, zero);
  level.hidden = sum.hidden = true;
  double factor = expressions.nice(0.3, 0.7), weight = expressions.nice(0.2, 1.5), limit = expressions.nice(0.05, 0.3);
  author.whileLoop(
      [&] {
        RangedValue now = author.read(level);
        return author.compare(CmpPredicate::gt, now.value, author.literal(author.real(), limit).value);
      },
      [&] {
        RangedValue old = author.read(sum);
        RangedValue scale = author.literal(author.real(), weight);
        RangedValue part = author.apply("mul", {scale, author.read(level)});
        author.assign(sum, author.apply("add", {old, part}).value);
        RangedValue before = author.read(level);
        RangedValue rate = author.literal(author.real(), factor);
        author.assign(level, author.apply("mul", {before, rate}).value);
      });
  sum.show();
  sum.range = Range{0.0, start.range.high * weight / (1.0 - factor)};
  return sum;
}

Binding &Statements::countedDown() {
  Extent count = author.addSize(2, 5);
  RangedValue zero = author.literal(author.integer(), 0.0);
  Binding &counter = author.variable(words::counters, zero);
  Binding &limit = author.extentParameter(count);
  RangedValue start = author.literal(author.real(), 0.0);
  Binding &sum = author.variable(words::accumulators, start);
  counter.hidden = sum.hidden = true;
  author.whileLoop(
      [&] {
        RangedValue now = author.read(counter);
        return author.compare(CmpPredicate::lt, now.value, author.read(limit).value);
      },
      [&] {
        addTo(sum, nullptr);
        RangedValue before = author.read(counter);
        author.assign(counter, author.apply("add", {before, author.literal(author.integer(), 1.0)}).value);
      });
  sum.show();
  double trips = author.rangeOf(count).high;
  sum.range = sum.range * Range{trips, trips};
  return sum;
}
