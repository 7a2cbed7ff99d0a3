// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel of each category is made of. Random numbers come from one stream of the plan and the attempt.

#include "kgen/Synthesis/Generator.h"
#include "Known.h"
#include "Statements.h"
#include "Streams.h"
#include "kgen/Synthesis/Synthesize.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

namespace {

/// One kernel being written.
class Plan {
public:
  Plan(Author &author, const Choices &choices, unsigned maxParameters)
      : author(author), rng(author.rng), expressions(author, choices, maxParameters), write(author, expressions) {}

  void run() {
    switch (author.category) {
    case Category::Arithmetic:
      return straightLine({author.real()}, {author.real()});
    case Category::Math:
      return straightLine({author.real()}, {author.real()});
    case Category::Vector:
      return vectors();
    case Category::Matrix:
      return matrices();
    case Category::ControlFlow:
      return controlFlow();
    case Category::Atomic:
      return atomics();
    case Category::NestedLoop:
      return nestedLoops();
    case Category::MultiConditional:
      return multiConditional();
    case Category::Combined:
      return combined();
    case Category::ScalarParam:
      return scalarParameters();
    }
  }

private:
  Type anyOf(ArrayRef<Type> types) { return rng.pick(types); }

  void locals(ArrayRef<Type> types, unsigned low, unsigned high) {
    for (unsigned i = 0, count = rng.uniformInt(low, high); i < count; ++i) {
      Type type = anyOf(types); // compilers draw the arguments of a call in orders of their own
      write.local(type, rng.chance(30) ? 0 : 1 + rng.below(2));
    }
  }

  /// One or two arrays, seldom changed in place.
  void outputs(ArrayRef<Type> types) {
    for (unsigned i = 0, count = rng.chance(35) ? 2 : 1; i < count; ++i) {
      bool isUpdate = rng.chance(12);
      Type type = anyOf(types);
      if (isUpdate)
        write.update(type);
      else
        write.output(type, 2 + rng.below(2));
    }
  }

  void straightLine(ArrayRef<Type> localTypes, ArrayRef<Type> outputTypes) {
    write.threads(rng.chance(25) ? 2 : 1);
    if (rng.chance(25))
      write.guard();
    if (rng.chance(25))
      write.index();
    locals(localTypes, 2, 6);
    outputs(outputTypes);
  }

  void vectors() {
    Type wide = author.vec(3);
    Type other = rng.chance(20) ? author.vec(2) : wide;
    write.threads(rng.chance(20) ? 2 : 1);
    if (rng.chance(25))
      write.guard();
    if (rng.chance(35))
      write.index();
    locals({wide, wide, other, author.real()}, 2, 5);
    if (rng.chance(30))
      write.patchedVector(wide);
    outputs({wide, wide, author.real()});
  }

  void matrices() {
    Type square = author.mat(rng.chance(35) ? 2 : 3);
    Type column = author.vec(cast<MatType>(square).getRows());
    write.threads(1);
    if (rng.chance(25))
      write.guard();
    locals({square, square, column, author.real()}, 2, 4);
    outputs({square, column, author.real()});
  }

  void controlFlow() {
    write.threads(rng.chance(15) ? 2 : 1);
    if (rng.chance(50))
      write.guard();
    locals({author.real()}, 1, 2);
    if (rng.chance(30))
      write.leaveIf();
    unsigned parts = 0;
    if (rng.chance(65))
      write.branched(author.real(), rng.uniformInt(1, 3), false), ++parts;
    if (rng.chance(25))
      write.decayed(), ++parts;
    if (rng.chance(20))
      write.countedDown(), ++parts;
    if (parts == 0 || rng.chance(50))
      write.accumulated(author.real(), 1, true);
    if (rng.chance(15))
      write.branchedOutput(author.real());
    outputs({author.real()});
  }

  void atomics() {
    bool vectors = rng.chance(25);
    Type shared = vectors ? author.vec(3) : author.real();
    write.threads(rng.chance(15) ? 2 : 1);
    if (rng.chance(30))
      write.guard();
    if (rng.chance(70))
      write.index();
    locals({author.real(), author.real(), shared}, 1, 3);
    if (rng.chance(25))
      write.leaveIf();
    for (unsigned i = 0, count = rng.uniformInt(1, 3); i < count; ++i)
      write.atomic(rng.chance(60) ? shared : author.real());
    if (rng.chance(25))
      write.output(author.real(), 2);
  }

  void nestedLoops() {
    Type summed = rng.chance(15) ? author.vec(3) : author.real();
    write.threads(rng.chance(20) ? 2 : 1);
    if (rng.chance(25))
      write.guard();
    locals({author.real()}, 0, 2);
    unsigned depth = rng.chance(20) ? 3 : 2;
    write.accumulated(summed, depth, rng.chance(40));
    if (rng.chance(25))
      write.accumulated(author.real(), 1, false);
    outputs({summed});
  }

  void multiConditional() {
    write.threads(rng.chance(15) ? 2 : 1);
    if (rng.chance(25))
      write.guard();
    locals({author.real()}, 1, 3);
    if (rng.chance(30))
      write.flag();
    write.branched(author.real(), rng.uniformInt(3, 5), true);
    if (rng.chance(60)) {
      unsigned arms = rng.uniformInt(1, 3);
      write.branched(author.real(), arms, rng.chance(40));
    }
    if (rng.chance(25))
      write.branchedOutput(author.real());
    outputs({author.real()});
  }

  void combined() {
    Type vector = author.vec(3);
    write.threads(1);
    if (rng.chance(40))
      write.guard();
    if (rng.chance(60))
      write.index();
    locals({vector, vector, author.real()}, 2, 4);
    if (rng.chance(30))
      write.leaveIf();
    if (rng.chance(60))
      write.branched(author.real(), rng.uniformInt(1, 3), false);
    if (rng.chance(70)) {
      Type summed = rng.chance(50) ? vector : author.real();
      write.accumulated(summed, 1, rng.chance(50));
    }
    if (rng.chance(55))
      write.atomic(rng.chance(40) ? vector : author.real());
    outputs({vector, author.real()});
  }

  void scalarParameters() {
    Type vector = author.vec(3);
    write.threads(rng.chance(15) ? 2 : 1);
    for (unsigned i = 0, count = rng.uniformInt(2, 4); i < count; ++i)
      author.parameter(words::parameters, author.real());
    if (rng.chance(25))
      author.parameter(words::vectorArrays, vector);
    if (rng.chance(40))
      write.guard();
    locals({author.real()}, 1, 3);
    if (rng.chance(60))
      byMode();
    if (rng.chance(25))
      write.accumulated(author.real(), 1, false);
    outputs({author.real()});
  }

  /// An int parameter chooses between formulas.
  void byMode() {
    int64_t count = rng.uniformInt(2, 4);
    Binding &mode = author.modeParameter(count);
    Binding &variable = author.variable(words::scalarLocals, expressions.make(author.real(), 1));
    for (int64_t i = 0, arms = rng.uniformInt(1, count - 1); i < arms; ++i) {
      RangedValue chosen = author.read(mode);
      RangedValue number = author.literal(author.integer(), double(i));
      Value isChosen = author.compare(CmpPredicate::eq, chosen.value, number.value);
      author.ifThen(isChosen, [&] {
        RangedValue value = expressions.make(author.real(), 2);
        author.assign(variable, value.value);
        variable.range = hull(variable.range, value.range);
      });
    }
    variable.show();
  }

  Author &author;
  Rng &rng;
  Expressions expressions;
  Statements write;
};

} // namespace

static std::string drawName(Rng &rng) {
  std::string name = rng.pick(words::verbs).str();
  if (rng.chance(45))
    name += "_" + rng.pick(words::manners).str();
  return name + "_" + rng.pick(words::subjects).str();
}

/// The types that values of a kernel may have; the fewer, the more they meet each other.
static SmallVector<Type> typesOf(Author &author) {
  SmallVector<Type> types = {author.real(), author.boolean()};
  switch (author.category) {
  case Category::Vector:
    types.append({author.vec(2), author.vec(3)});
    break;
  case Category::Matrix:
    types.append({author.vec(2), author.vec(3), author.mat(2), author.mat(3)});
    break;
  case Category::Combined:
  case Category::Atomic:
  case Category::NestedLoop:
  case Category::ScalarParam:
    types.push_back(author.vec(3));
    break;
  default:
    break;
  }
  return types;
}

/// A kernel that comes from the types alone.
static GeneratedKernel drawTyped(MLIRContext *context, const KernelPlan &plan, Rng &rng) {
  bool doublePrecision = rng.chance(8);
  Author author(context, plan.category, rng, doublePrecision);
  std::string name = author.freshName(drawName(rng));
  Choices choices(typesOf(author), plan.category);
  unsigned maxParameters = rng.uniformInt(3, plan.category == Category::Combined ? 8 : 6);
  Plan(author, choices, maxParameters).run();
  return author.finish(name);
}

GeneratedKernel kgen::drawKernel(MLIRContext *context, const KernelPlan &plan, unsigned attempt, unsigned &next) {
  context->loadDialect<KgenDialect>();
  if (std::optional<GeneratedKernel> known = drawKnown(context, plan, attempt, next))
    return std::move(*known);
  Rng rng = randomFor(plan, attempt, Stream::Kernel);
  GeneratedKernel made = drawTyped(context, plan, rng);
  // Its family is its structure. One in twenty is of the least split, so that this ends.
  for (unsigned again = 0; plan.split != Split::All; ++again) {
    if (splitOf(structuralHashWithoutLiterals(made.kernel)) == plan.split)
      break;
    Rng other = randomFor(plan, attempt, Stream::Redraw, again);
    made = drawTyped(context, plan, other);
  }
  return made;
}
