// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How cases are found, and how far a run elsewhere may be off. Nothing here depends on the machine: the interpreter's
// bits are the same everywhere.

#include "Cases.h"
#include "DataFlow.h"
#include "Tolerances.h"
#include <cmath>

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

/// Draws of inputs for one place before giving up.
static constexpr unsigned maxInputs = 4;
/// Draws for the launch that runs what the first two leave out; what three do not reach no sixth does.
static constexpr unsigned maxThirds = 3;
/// Times that thresholds are moved: one for each depth of conditions in one another.
static constexpr unsigned maxRounds = 4;
/// The most by which sums in double may differ that are added up in another order.
static constexpr double orderTolerance = 1e-9;
/// The most by which a right gradient may differ from dual numbers, both in double: if a kernel computes in float32,
/// the literals of adjoint rules (2 / sqrt(pi)) are rounded to it.
static constexpr double dualTolerance = 1e-9, dualToleranceOfFloat32 = 1e-7;

/// Whether the old value of an atomic is used, or an array is read that is updated. Of what functions update it is
/// taken to be read.
static bool usesUpdates(ModuleOp module) {
  auto isRead = [](Operation *atomic) { return atomic->getParentOfType<FuncOp>() || isReadToo(atomic); };
  return module
      .walk([&](Operation *op) {
        return isa<AtomicOp, AtomicCasOp>(op) && isRead(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

Cases::Cases(GeneratedKernel &kernel, CaseDemands demands)
    : kernel(kernel), demands(demands), seesUpdates(usesUpdates(*kernel.module)) {
  options.races = RunOptions::Races::Error;
  options.checkFinite = true;
  options.checkTiles = true;
  options.maxTrips = 10'000;
  options.maxTotalTrips = 100'000;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// The largest distance, relative to the largest of `expected`; infinite where something is not finite.
static double distance(const std::vector<double> &expected, const std::vector<double> &got) {
  double error = 0.0, scale = 0.0;
  for (auto [a, b] : llvm::zip_equal(expected, got)) {
    if (!std::isfinite(a) || !std::isfinite(b))
      return INFINITY;
    error = std::max(error, std::fabs(a - b));
    scale = std::max(scale, std::fabs(a));
  }
  return scale > 0.0 ? error / scale : error;
}

static double distance(const Numbers &expected, const Numbers &got) {
  if (const auto *doubles = std::get_if<std::vector<double>>(&expected))
    return distance(*doubles, std::get<std::vector<double>>(got));
  return expected == got ? 0.0 : INFINITY;
}

/// The largest of the distances of arrays, or of their gradients.
template <class List> static double largestDistance(const List &expected, const List &got) {
  double error = 0.0;
  for (const auto &[a, b] : llvm::zip_equal(expected, got))
    error = std::max(error, distance(a, b));
  return error;
}

/// Adds the errors of a run to those that are known, number by number; infinite where something is not finite. Integers
/// have none: runs that differ in them are not compared.
static void addErrors(ArrayRef<double> expected, ArrayRef<double> got, std::vector<double> &errors) {
  errors.resize(expected.size());
  for (auto [a, b, error] : llvm::zip_equal(expected, got, errors)) {
    double distance = std::fabs(a - b);
    error = std::isfinite(distance) ? std::max(error, distance) : INFINITY;
  }
}

static void addErrors(const Numbers &expected, const Numbers &got, std::vector<double> &errors) {
  const auto *left = std::get_if<std::vector<double>>(&expected), *right = std::get_if<std::vector<double>>(&got);
  if (left && right)
    addErrors(ArrayRef(*left), ArrayRef(*right), errors);
}

static void addErrors(const std::vector<double> &expected, const std::vector<double> &got,
                      std::vector<double> &errors) {
  addErrors(ArrayRef(expected), ArrayRef(got), errors);
}

/// The same for all arguments.
template <class List>
static void addAllErrors(const List &expected, const List &got, std::vector<std::vector<double>> &errors) {
  errors.resize(expected.size());
  for (const auto &[a, b, each] : llvm::zip_equal(expected, got, errors))
    addErrors(a, b, each);
}

static bool isNonzero(ArrayRef<double> values) {
  return llvm::any_of(values, [](double value) { return value != 0.0; });
}

static double largest(ArrayRef<double> values) {
  double result = 0.0;
  for (double value : values)
    result = std::max(result, std::fabs(value));
  return result;
}

/// Whether values are the rest after all digits cancel, as in `cross(v, 2 * v)`: another machine's roundings leave
/// another rest.
static bool isRounding(ArrayRef<double> values, double scale) {
  double size = largest(values);
  return size > 0.0 && size < 1e-12 * std::max(scale, 1.0);
}

/// Of each argument, whether the launch leaves nothing of it to ask for: it is not written, or has an element that was
/// changed, and to more than what rounding left.
static llvm::BitVector changesOf(const Case &c, ArrayRef<Numbers> outputs) {
  llvm::BitVector changes(c.args.size());
  for (auto [i, arg, output] : llvm::enumerate(c.args, outputs)) {
    const auto *doubles = std::get_if<std::vector<double>>(&output);
    changes[i] = !arg.isWritten() || (arg.values != output && !(doubles && isRounding(*doubles, 1.0)));
  }
  return changes;
}

/// Whether a launch changes something.
static bool changesAny(const Case &c, const llvm::BitVector &changes) {
  return llvm::any_of(llvm::enumerate(c.args),
                      [&](auto arg) { return arg.value().isWritten() && changes[arg.index()]; });
}

static bool usesDouble(const Case &c) {
  return llvm::all_of(c.args,
                      [](const CaseArg &arg) { return !arg.type.isFloat() || arg.type.scalar == ScalarType::Float64; });
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Whether the threads leave the same where the last comes first. On a GPU they come in any order.
bool Cases::isSameReversed(const Case &inputs, ArrayRef<Numbers> outputs) const {
  RunOptions reversed = options;
  reversed.reversed = true;
  RunResult result = forward->run(inputs, Arithmetic::Double, reversed);
  return !result.fault && largestDistance(outputs, ArrayRef(result.values)) <= orderTolerance;
}

std::optional<Cases::Trial> Cases::tryInputs(InputRng rngFor, LaunchSize size, unsigned number,
                                             const llvm::BitVector *wanted) {
  Rng rng = rngFor(number);
  Trial trial;
  Outcome &outcome = trial.outcome;
  std::optional<Case> inputs = drawCase(kernel, rng, size, number);
  if (!inputs || failed(verifyCase(kernel.kernel, *inputs)))
    return std::nullopt;
  outcome.inputs = std::move(*inputs);
  RunOptions watching = options;
  watching.onFloatComparison = [&](CmpOp comparison, double lhs, bool holds) {
    Seen &values = seen[comparison];
    values.values.push_back(lhs);
    values.held += holds;
  };
  auto [exact, stored] = forward->runBoth(outcome.inputs, outcome.inputs, watching);
  if (exact.fault || exact.isClose)
    return std::nullopt;
  llvm::BitVector changes = changesOf(outcome.inputs, exact.values);
  if (demands.allOutputs ? !changes.all() : !changesAny(outcome.inputs, changes))
    return std::nullopt;
  trial.reached = std::move(exact.arms);
  for (unsigned i = 0; i < changes.size(); ++i)
    trial.reached.push_back(changes[i]);
  if (wanted && !wanted->anyCommon(trial.reached))
    return std::nullopt;
  if (seesUpdates && !isSameReversed(outcome.inputs, exact.values))
    return std::nullopt;
  if (stored.fault || exact.path != stored.path)
    return std::nullopt;
  outcome.storageError = std::max(outcome.storageError, largestDistance(exact.values, stored.values));
  addAllErrors(exact.values, stored.values, trial.outputErrors);
  outcome.outputs = std::move(exact.values);
  trial.storedValues = std::move(stored.values);
  return trial;
}

/// Numbers go up by three, so that the three places take different values of the parameters that select.
std::optional<Cases::Trial> Cases::firstGood(InputRng rngFor, LaunchSize size, unsigned number) {
  for (unsigned i = 0; i < maxInputs; ++i)
    if (std::optional<Trial> trial = tryInputs(rngFor, size, number + 3 * i))
      return trial;
  return std::nullopt;
}

bool Cases::findThird(InputRng rngFor, llvm::BitVector missing) {
  std::optional<Trial> best;
  unsigned least = missing.count();
  for (unsigned i = 0; i < maxThirds && least != 0; ++i) {
    std::optional<Trial> trial = tryInputs(rngFor, LaunchSize::Large, 2 + 3 * i, &missing);
    if (!trial)
      continue;
    llvm::BitVector left = missing;
    left.reset(trial->reached);
    if (left.count() >= least)
      continue;
    least = left.count();
    best = std::move(trial);
  }
  if (least != 0 && demands.everything)
    return false;
  if (best)
    trials.push_back(std::move(*best));
  return true;
}

bool Cases::findInputs(InputRng rngFor, Rng &thresholds) {
  for (unsigned round = 0; round < maxRounds; ++round) {
    FailureOr<Interpreter> compiled = Interpreter::create(kernel.kernel, /*countOps=*/false, Arithmetic::Both);
    if (failed(compiled))
      return false;
    forward = std::move(*compiled);
    seen.clear();
    trials.clear();
    for (LaunchSize size : {LaunchSize::Small, LaunchSize::Large}) {
      std::optional<Trial> trial = firstGood(rngFor, size, trials.size());
      if (!trial)
        return false;
      trials.push_back(std::move(*trial));
    }
    llvm::BitVector missing = trials[0].reached;
    missing |= trials[1].reached;
    missing.flip();
    if (missing.none())
      return true;
    // If nearly all values lie on one side of a threshold, moving it costs less than looking for inputs beyond it.
    bool mayMove = demands.moveThresholds && demands.everything && round + 1 < maxRounds;
    if (!mayMove || !moveThresholds(thresholds))
      return findThird(rngFor, missing);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Thresholds
//===----------------------------------------------------------------------===//

/// Literals up to this are tolerances, not thresholds.
static constexpr double tolerance = 0.01;

/// A number with few digits strictly between two values, or nullopt.
static std::optional<double> shortNumberBetween(double low, double high) {
  for (double places : {10.0, 100.0, 1000.0, 10000.0}) {
    double number = std::floor((low + high) / 2.0 * places + 0.5) / places;
    if (low < number && number < high)
      return number;
  }
  return std::nullopt;
}

/// Moves literals other than tolerances that floats are compared with to where the floats lie, where nearly all lie on
/// one side. False where there is nothing to move.
bool Cases::moveThresholds(Rng &rng) {
  bool moved = false;
  KernelOp(kernel.kernel).getBody().walk([&](CmpOp comparison) {
    auto literal = comparison.getRhs().getDefiningOp<ConstantOp>();
    auto it = seen.find(comparison);
    if (!literal || literal.getSymbolAttr() || !literal->hasOneUse() || it == seen.end())
      return;
    auto before = dyn_cast<FloatAttr>(literal.getValueAttr());
    if (!before || std::abs(before.getValueAsDouble()) <= tolerance)
      return; // what is compared with zero, or nearly, is asked for its sign
    auto &[values, held] = it->second;
    if (8 * held >= values.size() && 8 * held <= 7 * values.size())
      return;
    llvm::sort(values);
    size_t place = (values.size() - 1) * rng.uniformInt(35, 65) / 100;
    auto above = std::upper_bound(values.begin() + place, values.end(), values[place]);
    if (above == values.end()) { // the largest of few values
      above = std::lower_bound(values.begin(), values.begin() + place, values[place]);
      if (above == values.begin())
        return;
    }
    std::optional<double> number = shortNumberBetween(*std::prev(above), *above);
    if (!number)
      return;
    // A value that is compared with a limit and set to it has one limit.
    TypedAttr after = FloatAttr::get(literal.getType(), *number);
    for (Operation *user : comparison->getUsers())
      user->walk([&](ConstantOp same) {
        if (same.getValueAttr() == before && !same.getSymbolAttr())
          same.setValueAttr(after);
      });
    literal.setValueAttr(after);
    moved = true;
  });
  return moved;
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

bool Cases::agreesWithDual(const Outcome &outcome, Rng &rng, double &error) const {
  std::vector<std::vector<double>> directions(outcome.inputs.args.size());
  for (auto [arg, direction] : llvm::zip_equal(outcome.inputs.args, directions))
    if (arg.isFloatArray() && arg.role != Role::Out)
      for (size_t k = 0; k < numbersSize(arg.values); ++k)
        direction.push_back(rng.uniformReal(-1.0, 1.0));
  RunOptions dual = options;
  dual.races = RunOptions::Races::Ignore; // the forward has run with these inputs
  GradientCheck check = checkGradient(*forward, outcome.gradients, outcome.inputs, directions, dual);
  error = std::fabs(check.dual - check.reverse) / std::max(check.scale, 1e-30);
  return !check.fault && error <= (usesDouble(outcome.inputs) ? dualTolerance : dualToleranceOfFloat32);
}

/// Whether something reads a parameter, or that field of it.
static bool isUsed(Value parameter, ArrayRef<int64_t> path) {
  return llvm::any_of(parameter.getUsers(), [&](Operation *user) {
    auto extract = dyn_cast<ExtractOp>(user);
    return path.empty() || !extract || extract.getStaticIndices().front() == path.front();
  });
}

bool Cases::findGradients(KernelOp backward, Rng &directions) {
  FailureOr<Interpreter> compiled = Interpreter::create(backward, /*countOps=*/false, Arithmetic::Both);
  if (failed(compiled))
    return false;
  reverse = std::move(*compiled);
  // Of all launches: they name the same fields.
  FailureOr<SmallVector<CasePlace>> places = casePlaces(kernel.kernel, trials.front().outcome.inputs);
  if (failed(places))
    return false;
  Block::BlockArgListType adjoints =
      backward.getBody().getArguments().drop_front(KernelOp(kernel.kernel).getBody().getNumArguments());
  // Of an argument that every launch asks for some launch has a gradient other than zero.
  SmallVector<bool> isFlat(trials.front().outcome.inputs.args.size(), true);
  for (Trial &trial : trials) {
    Outcome &outcome = trial.outcome;
    if (!runBackward(trial))
      return false;
    double scale = 0.0;
    for (ArrayRef<double> gradient : outcome.gradients)
      scale = std::max(scale, largest(gradient));
    bool any = false;
    for (auto [arg, place, gradient] : llvm::zip_equal(outcome.inputs.args, *places, outcome.gradients)) {
      // Of an argument that only conditions read there is no gradient to ask for.
      arg.grad &= isUsed(adjoints[place.parameter], place.path);
      if (arg.grad && demands.everything && isRounding(gradient, scale))
        return false;
      any |= arg.grad;
    }
    for (auto [arg, gradient, other] : llvm::zip_equal(outcome.inputs.args, outcome.gradients, isFlat))
      other = other && arg.grad && !isNonzero(gradient);
    if (!any || !agreesWithDual(outcome, directions, outcome.dualError))
      return false;
  }
  return !demands.everything || llvm::none_of(isFlat, [](bool flat) { return flat; });
}

bool Cases::replay(KernelOp backward, ArrayRef<Case> inputs) {
  FailureOr<Interpreter> there = Interpreter::create(kernel.kernel, /*countOps=*/false, Arithmetic::Both);
  if (failed(there))
    return false;
  forward = std::move(*there);
  if (backward) {
    FailureOr<Interpreter> back = Interpreter::create(backward, /*countOps=*/false, Arithmetic::Both);
    if (failed(back))
      return false;
    reverse = std::move(*back);
  }
  for (const Case &each : inputs) {
    Trial &trial = trials.emplace_back();
    Outcome &outcome = trial.outcome;
    outcome.inputs = each;
    auto [exact, stored] = forward->runBoth(each, each, options);
    if (exact.fault || stored.fault)
      return false;
    outcome.storageError = largestDistance(exact.values, stored.values);
    addAllErrors(exact.values, stored.values, trial.outputErrors);
    outcome.outputs = std::move(exact.values);
    trial.storedValues = std::move(stored.values);
    if (reverse && !runBackward(trial))
      return false;
  }
  return true;
}

/// Fills in the gradients of a launch.
bool Cases::runBackward(Trial &trial) const {
  Outcome &outcome = trial.outcome;
  auto [exact, stored] = reverse->runBoth(withValues(outcome.inputs, outcome.outputs),
                                          withValues(outcome.inputs, trial.storedValues), options);
  // The forward took one path in both. A condition of the backward alone, such as whether an adjoint is zero, may come
  // out another way in float32; its effect on a gradient is measured here like any rounding.
  if (exact.fault || stored.fault)
    return false;
  outcome.storageError = std::max(outcome.storageError, largestDistance(exact.gradients, stored.gradients));
  addAllErrors(exact.gradients, stored.gradients, trial.gradientErrors);
  outcome.gradients = std::move(exact.gradients);
  return true;
}

//===----------------------------------------------------------------------===//
// Tolerances
//===----------------------------------------------------------------------===//

/// Runs that round otherwise than the first: elementary functions and sums end in other last bits, and all but one of
/// these runs start from inputs that are off by one unit of their last place, so that every rounding after them is
/// another. One run may be lucky, and lose less in a number than the next.
static constexpr unsigned runsElsewhere = 3;

/// The arguments with each float of an array moved to a neighbour or not at all.
static Case withOtherLastBits(const Case &c, unsigned run) {
  Rng rng(/*seed=*/0, /*index=*/run, /*stream=*/0);
  Case moved = c;
  for (CaseArg &arg : moved.args) {
    auto *values = std::get_if<std::vector<double>>(&arg.values);
    if (!values || !arg.isArray() || arg.role == Role::Out || arg.type.scalar != ScalarType::Float32)
      continue;
    for (double &value : *values)
      if (int64_t way = rng.uniformInt(-1, 1); way != 0 && value != 0.0)
        value = std::nextafter(static_cast<float>(value), way * INFINITY);
  }
  return moved;
}

/// Adds the errors of one more run. If a number is decided otherwise then, this run says nothing.
void Cases::roundElsewhere(Trial &trial, unsigned run) const {
  Outcome &outcome = trial.outcome;
  RunOptions elsewhere = options;
  elsewhere.races = RunOptions::Races::Ignore; // the forward has run with these inputs
  elsewhere.checkFinite = false;
  elsewhere.roundsElsewhere = true;
  Case moved = run ? withOtherLastBits(outcome.inputs, run) : outcome.inputs;
  auto [exact, stored] = forward->runBoth(outcome.inputs, moved, elsewhere);
  if (exact.fault || stored.fault || exact.path != stored.path)
    return;
  addAllErrors(outcome.outputs, stored.values, trial.outputErrors);
  double error = largestDistance(outcome.outputs, stored.values);
  if (reverse) {
    Case after = withValues(outcome.inputs, outcome.outputs), storedAfter = withValues(moved, stored.values);
    RunResult back = reverse->runBoth(after, storedAfter, elsewhere).stored;
    if (back.fault)
      return;
    addAllErrors(outcome.gradients, back.gradients, trial.gradientErrors);
    error = std::max(error, largestDistance(outcome.gradients, back.gradients));
  }
  if (run == 0)
    outcome.storageError = std::max(outcome.storageError, error);
}

/// The least `rtol`: a few roundings, which each run may lose in a number, and no run here happened to.
static double leastRelative(const Case &c, ScalarType type) {
  switch (type) {
  case ScalarType::Float16:
    return 4e-3;
  case ScalarType::BFloat16:
    return mostAllowed;
  default:
    return usesDouble(c) ? 1e-9 : 2e-5;
  }
}

/// The errors, at least what an underflow on the way may leave: a subnormal float32 that one machine rounds is zero on
/// another, or has other bits.
static std::vector<double> withUnderflow(ArrayRef<double> values, ArrayRef<double> errors) {
  std::vector<double> result = errors.vec();
  for (auto [value, error] : llvm::zip_equal(values, result))
    if (value != 0.0 && std::fabs(value) < 1e-30)
      error = std::max(error, static_cast<double>(std::numeric_limits<float>::min()));
  return result;
}

/// Raises the errors of components that are what rounding leaves in float64 too: they are below a rounding of their
/// vector, and the runs in float32 differ from them. Terms that cancel in all runs here, since two inputs are the same
/// number, may leave a rounding of the vector on another machine.
static void raiseCancelled(ArrayRef<double> values, size_t components, MutableArrayRef<double> errors) {
  constexpr double roundingOfDouble = 0x1p-52, roundingOfFloat = 0x1p-24;
  for (size_t begin = 0; begin + components <= values.size(); begin += components) {
    double largest = 0.0;
    for (double value : values.slice(begin, components))
      largest = std::max(largest, std::fabs(value));
    for (auto [value, error] : llvm::zip_equal(values.slice(begin, components), errors.slice(begin, components)))
      if (value != 0.0 && std::fabs(value) < roundingOfDouble * largest && error > mostAllowed * std::fabs(value))
        error = std::max(error, roundingOfFloat * largest);
  }
}

namespace {

/// Gives the arrays of an outcome their tolerances, and says how.
class Tolerances {
public:
  explicit Tolerances(Outcome &outcome) : outcome(outcome) {}

  void add(const CaseArg &arg, ArrayRef<double> values, ArrayRef<double> errors, std::vector<Tolerance> &to) {
    double least = leastRelative(outcome.inputs, arg.type.scalar);
    std::vector<double> raised = errors.vec();
    if (!usesDouble(outcome.inputs)) {
      raised = withUnderflow(values, errors);
      raiseCancelled(values, arg.type.numComponents(), raised);
    }
    FittedTolerance fitted = fitTolerance(values, raised, least);
    to.push_back(fitted.tolerance);
    isWidened |= fitted.tolerance.rtol > least || fitted.tolerance.atol > 0.0;
    numRounding += fitted.numRounding;
    outcome.isPrecise &= fitted.isUseful;
  }

  void explain() const {
    bool isDouble = usesDouble(outcome.inputs);
    outcome.toleranceReason = isWidened  ? "16 times how far runs that round otherwise take a number from float64"
                              : isDouble ? "the least for float64"
                                         : "the least for float32; runs that round otherwise differ by less";
    if (numRounding)
      outcome.toleranceReason += "; " + std::to_string(numRounding) +
                                 (numRounding == 1 ? " number is" : " numbers are") + " what rounding leaves";
  }

private:
  Outcome &outcome;
  bool isWidened = false;
  size_t numRounding = 0;
};

} // namespace

/// Integers, and what nobody asks for, have a tolerance of zero.
static void deriveTolerances(Outcome &outcome, ArrayRef<std::vector<double>> outputErrors,
                             ArrayRef<std::vector<double>> gradientErrors) {
  Tolerances tolerances(outcome);
  for (auto [arg, output, errors] : llvm::zip_equal(outcome.inputs.args, outcome.outputs, outputErrors)) {
    const auto *values = std::get_if<std::vector<double>>(&output);
    if (values && arg.isWritten() && arg.type.isFloat())
      tolerances.add(arg, *values, errors, outcome.outputTolerances);
    else
      outcome.outputTolerances.push_back({});
  }
  for (auto [arg, values, errors] : llvm::zip(outcome.inputs.args, outcome.gradients, gradientErrors))
    if (arg.grad)
      tolerances.add(arg, values, errors, outcome.gradientTolerances);
    else
      outcome.gradientTolerances.push_back({});
  tolerances.explain();
}

std::vector<Outcome> Cases::takeOutcomes() {
  std::vector<Outcome> outcomes;
  for (Trial &trial : trials) {
    for (unsigned run = 0; run < runsElsewhere; ++run)
      roundElsewhere(trial, run);
    deriveTolerances(trial.outcome, trial.outputErrors, trial.gradientErrors);
    outcomes.push_back(std::move(trial.outcome));
  }
  trials.clear();
  return outcomes;
}
