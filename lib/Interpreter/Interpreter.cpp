// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch: arguments into arrays, one thread after another, arrays into results.

#include "kgen/Interpreter/Interpreter.h"
#include "Program.h"
#include <array>

using namespace kgen;
using namespace kgen::interpreter;

/// The kernel compiled for each arithmetic, at its first use.
struct Interpreter::Programs {
  KernelOp kernel;
  bool countOps = false;
  std::array<std::optional<Program>, 4> byArithmetic;
  /// Of the last case that was run: they depend on the kernel, and on the fields that a case names.
  std::optional<llvm::SmallVector<CasePlace>> places;
  std::vector<std::string> structFields;

  llvm::ArrayRef<CasePlace> placesOf(const Case &c) {
    if (!places || structFields != c.structFields) {
      places = *casePlaces(kernel, c);
      structFields = c.structFields;
    }
    return *places;
  }

  mlir::FailureOr<Program *> get(Arithmetic arithmetic) {
    std::optional<Program> &entry = byArithmetic[static_cast<unsigned>(arithmetic)];
    if (!entry) {
      mlir::FailureOr<Program> program = compile(kernel, arithmetic, countOps);
      if (failed(program))
        return mlir::failure();
      entry = std::move(*program);
    }
    return &*entry;
  }
};

Interpreter::Interpreter(std::unique_ptr<Programs> programs) : programs(std::move(programs)) {}
Interpreter::Interpreter(Interpreter &&) noexcept = default;
Interpreter &Interpreter::operator=(Interpreter &&) noexcept = default;
Interpreter::~Interpreter() = default;

mlir::FailureOr<Interpreter> Interpreter::create(KernelOp kernel, bool countOps, Arithmetic first) {
  auto programs = std::make_unique<Programs>();
  programs->kernel = kernel;
  programs->countOps = countOps;
  if (failed(programs->get(first)))
    return mlir::failure();
  return Interpreter(std::move(programs));
}

namespace {
/// One launch of a program.
class Launch {
public:
  Launch(Program &program, const Case &c, const RunOptions &options)
      : program(program), c(c), machine(options, program, c.dim) {}

  /// Makes the arguments, and for a backward kernel their gradients.
  void bindArguments(llvm::ArrayRef<CasePlace> places, llvm::ArrayRef<std::vector<double>> directions);
  /// Gives the stored floats, where there are such, the values of another case.
  void bindStored(const Case &stored);
  void runThreads();
  bool haveParted() const { return machine.haveParted(); }
  RunResult takeResult();
  /// The result of the stored numbers, where they did not part from the exact ones, whose result it is given.
  RunResult takeStored(const RunResult &exact) const;

private:
  void bindArray(const CaseArg &arg, const CasePlace &place, llvm::ArrayRef<double> direction);
  void bindValue(const CaseArg &arg, const CasePlace &place);
  std::byte *bytesOf(const CasePlace &place) {
    return machine.bytes(program.parameters[place.parameter]) + (place.inElement ? 0 : offsetOf(place));
  }
  uint32_t offsetOf(const CasePlace &place) const;
  std::unique_ptr<Array> makeArray(const std::string &name, mlir::Type element, llvm::ArrayRef<int64_t> shape,
                                   bool isOnlyLoaded) const;

  Program &program;
  const Case &c;
  Machine machine;
  /// What an argument is at the end: the numbers of an array and of its gradient. Null for one by value.
  struct Bound {
    Array *array = nullptr, *gradient = nullptr;
    NumberRun run;
  };
  std::vector<Bound> bound;
  std::vector<std::unique_ptr<Array>> arrays;
};
} // namespace

void Launch::bindArguments(llvm::ArrayRef<CasePlace> places, llvm::ArrayRef<std::vector<double>> directions) {
  for (auto [index, arg] : llvm::enumerate(c.args)) {
    bound.emplace_back();
    if (arg.isArray())
      bindArray(arg, places[index],
                index < directions.size() ? llvm::ArrayRef(directions[index]) : llvm::ArrayRef<double>());
    else
      bindValue(arg, places[index]);
  }
}

/// Bytes from the start of the parameter, or of its elements.
uint32_t Launch::offsetOf(const CasePlace &place) const {
  mlir::Type type = program.kernel.getArgumentTypes()[place.parameter];
  type = place.inElement ? elementType(type) : type;
  uint32_t offset = 0;
  for (int64_t field : place.path) {
    offset += partOffset(type, field, program.arithmetic);
    type = partType(type, field);
  }
  return offset;
}

std::unique_ptr<Array> Launch::makeArray(const std::string &name, mlir::Type element, llvm::ArrayRef<int64_t> shape,
                                         bool isOnlyLoaded) const {
  uint32_t bytes = formOf(element, program.arithmetic).bytes, unit = bytes;
  if (program.accessesParts)
    for (const NumberRun &run : numbersOf(element, program.arithmetic))
      unit = std::min<uint32_t>(unit, numberSize(run.kind));
  bool isWatched = !isOnlyLoaded && machine.options.races != RunOptions::Races::Ignore;
  return std::make_unique<Array>(name, bytes, unit, shape, isWatched);
}

/// Whether nothing can write to an array, which loads alone read.
static bool isOnlyLoaded(mlir::Value array) {
  return llvm::all_of(array.getUsers(),
                      [](mlir::Operation *user) { return mlir::isa<LoadOp, TileLoadOp, ShapeOp, GradientOp>(user); });
}

/// Makes the array, or finds that which the argument is a field of, and fills it.
void Launch::bindArray(const CaseArg &arg, const CasePlace &place, llvm::ArrayRef<double> direction) {
  mlir::Type element = elementType(place.inElement ? program.kernel.getArgumentTypes()[place.parameter] : place.type);
  auto &value = *reinterpret_cast<ArrayValue *>(bytesOf(place));
  mlir::Value parameter = program.kernel.getBody().getArgument(place.parameter);
  std::string name = place.inElement ? getName(parameter).str() : arg.name;
  if (!value.memory) {
    value.memory = arrays.emplace_back(makeArray(name, element, arg.shape, isOnlyLoaded(parameter))).get();
    if (program.kernel.isBackward() && (isFloatArith(element) || place.inElement))
      value.memory->gradient =
          arrays.emplace_back(makeArray("adj_" + name, element, arg.shape, /*isOnlyLoaded=*/false)).get();
  }
  NumberRun run = numbersOf(elementType(place.type), program.arithmetic).front();
  run.offset = place.inElement ? offsetOf(place) : 0;
  value.memory->assign(run, arg.values);
  if (!direction.empty() && run.kind == Kind::DualF64)
    value.memory->assignSlopes(run, direction);
  Array *gradient = arg.isFloatArray() ? value.memory->gradient : nullptr;
  if (gradient && !arg.weight.empty())
    gradient->assign(run, arg.weight);
  bound.back() = {value.memory, gradient, run};
}

void Launch::bindValue(const CaseArg &arg, const CasePlace &place) {
  NumberRun run = numbersOf(place.type, program.arithmetic).front();
  uint32_t bytes = run.count * numberSize(run.kind);
  Array value(arg.name, bytes, bytes, {1}, /*isWatched=*/false);
  value.assign(run, arg.values);
  std::copy_n(value.element(0), bytes, bytesOf(place));
}

void Launch::bindStored(const Case &stored) {
  for (auto [arg, other] : llvm::zip_equal(bound, stored.args))
    if (arg.array && arg.run.kind == Kind::BothF32)
      arg.array->assignStored(arg.run, std::get<std::vector<double>>(other.values));
}

void Launch::runThreads() {
  int64_t count = c.numThreads();
  bool descending = program.kernel.isBackward() != machine.options.reversed;
  for (int64_t t = 0; t < count; ++t) {
    machine.enterThread(descending ? count - 1 - t : t);
    if (program.body.run(machine) == Exit::Fault)
      return;
  }
}

RunResult Launch::takeResult() {
  for (const Bound &arg : bound) {
    machine.result.values.push_back(arg.array ? arg.array->values(arg.run) : Numbers());
    machine.result.slopes.push_back(arg.array ? arg.array->slopes(arg.run) : std::vector<double>());
    machine.result.gradients.push_back(arg.gradient ? std::get<0>(arg.gradient->values(arg.run))
                                                    : std::vector<double>());
  }
  for (auto [name, count] : llvm::zip_equal(program.countedOps, machine.opCounts))
    machine.result.ops[name.str()] = count;
  return machine.takeResult();
}

/// The numbers of a run as they are stored.
static Numbers storedNumbers(const Array &array, const NumberRun &run) {
  return run.kind == Kind::BothF32 ? Numbers(array.storedValues(run)) : array.values(run);
}

RunResult Launch::takeStored(const RunResult &exact) const {
  RunResult result;
  result.warnings = exact.warnings;
  result.path = exact.path;
  result.arms = exact.arms;
  result.ops = exact.ops;
  result.slopes.resize(bound.size());
  for (const Bound &arg : bound) {
    result.values.push_back(arg.array ? storedNumbers(*arg.array, arg.run) : Numbers());
    result.gradients.push_back(arg.gradient ? std::get<0>(storedNumbers(*arg.gradient, arg.run))
                                            : std::vector<double>());
  }
  return result;
}

static RunResult launch(Program &program, const Case &c, llvm::ArrayRef<CasePlace> places,
                        llvm::ArrayRef<std::vector<double>> directions, const RunOptions &options) {
  Launch launch(program, c, options);
  launch.bindArguments(places, directions);
  launch.runThreads();
  return launch.takeResult();
}

RunResult Interpreter::run(const Case &c, Arithmetic arithmetic, const RunOptions &options) const {
  mlir::FailureOr<Program *> program = programs->get(arithmetic);
  assert(succeeded(program) && "an arithmetic does not change which ops have a rule");
  return launch(**program, c, programs->placesOf(c), {}, options);
}

/// Whether the arguments of two cases that are no floats have the same values.
static bool haveSameIntegers(const Case &a, const Case &b) {
  auto isSame = [](const CaseArg &arg, const CaseArg &other) {
    return arg.type.isFloat() || arg.values == other.values;
  };
  return &a == &b || llvm::equal(a.args, b.args, isSame);
}

BothResults Interpreter::runBoth(const Case &exact, const Case &stored, const RunOptions &options) const {
  mlir::FailureOr<Program *> program = programs->get(Arithmetic::Both);
  assert(succeeded(program) && "an arithmetic does not change which ops have a rule");
  BothResults results;
  if ((*program)->runsApart || !haveSameIntegers(exact, stored)) {
    results.exact = run(exact, Arithmetic::Double, options);
  } else {
    Launch launch(**program, exact, options);
    launch.bindArguments(programs->placesOf(exact), {});
    if (&exact != &stored)
      launch.bindStored(stored);
    launch.runThreads();
    results.exact = launch.takeResult();
    if (!results.exact.fault && !launch.haveParted()) {
      results.stored = launch.takeStored(results.exact);
      return results;
    }
  }
  RunOptions quiet = options;
  quiet.print = nullptr;
  quiet.onFloatComparison = nullptr;
  if (!results.exact.fault)
    results.stored = run(stored, Arithmetic::Storage, quiet);
  return results;
}

RunResult Interpreter::runDual(const Case &c, llvm::ArrayRef<std::vector<double>> directions,
                               const RunOptions &options) const {
  mlir::FailureOr<Program *> program = programs->get(Arithmetic::Dual);
  assert(succeeded(program) && "an arithmetic does not change which ops have a rule");
  return launch(**program, c, programs->placesOf(c), directions, options);
}

Case kgen::withValues(const Case &c, llvm::ArrayRef<Numbers> values) {
  Case result = c;
  for (auto [arg, numbers] : llvm::zip_equal(result.args, values))
    if (arg.isArray())
      arg.values = numbers;
  return result;
}
