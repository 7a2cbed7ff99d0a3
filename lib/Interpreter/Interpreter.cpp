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
  std::array<std::optional<Program>, 3> byArithmetic;

  mlir::FailureOr<Program *> get(Arithmetic arithmetic) {
    std::optional<Program> &entry = byArithmetic[static_cast<unsigned>(arithmetic)];
    if (!entry) {
      mlir::FailureOr<Program> program = compile(kernel, arithmetic);
      if (failed(program))
        return mlir::failure();
      entry = std::move(*program);
    }
    return &*entry;
  }
};

Interpreter::Interpreter(std::unique_ptr<Programs> programs) : programs(std::move(programs)) {}
Interpreter::Interpreter(Interpreter &&) = default;
Interpreter &Interpreter::operator=(Interpreter &&) = default;
Interpreter::~Interpreter() = default;

mlir::FailureOr<Interpreter> Interpreter::create(KernelOp kernel) {
  auto programs = std::make_unique<Programs>();
  programs->kernel = kernel;
  if (failed(programs->get(Arithmetic::Storage)))
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
  void bindArguments(llvm::ArrayRef<std::vector<double>> directions);
  void runThreads();
  RunResult takeResult();

private:
  void bindArray(const CaseArg &arg, const Slot &slot, llvm::ArrayRef<double> direction);
  void bindValue(const CaseArg &arg, const Slot &slot);

  Program &program;
  const Case &c;
  Machine machine;
  /// By argument; null for one by value.
  std::vector<std::unique_ptr<Array>> arrays, gradients;
};
} // namespace

void Launch::bindArguments(llvm::ArrayRef<std::vector<double>> directions) {
  for (auto [index, arg] : llvm::enumerate(c.args)) {
    const Slot &slot = program.parameters[index];
    arrays.emplace_back();
    gradients.emplace_back();
    if (arg.isArray())
      bindArray(arg, slot, index < directions.size() ? llvm::ArrayRef(directions[index]) : llvm::ArrayRef<double>());
    else
      bindValue(arg, slot);
  }
}

void Launch::bindArray(const CaseArg &arg, const Slot &slot, llvm::ArrayRef<double> direction) {
  auto type = mlir::cast<ArrayType>(program.kernel.getArgumentTypes()[arrays.size() - 1]);
  Kind kind = interpreter::kindOf(type, program.arithmetic);
  unsigned components = numComponents(type.getElementType());
  auto array = std::make_unique<Array>(arg.name, kind, components, arg.shape);
  array->assign(arg.values);
  if (!direction.empty() && kind == Kind::DualF64)
    array->assignSlopes(direction);
  if (program.kernel.isBackward() && arg.isFloatArray()) {
    auto gradient = std::make_unique<Array>("adj_" + arg.name, kind, components, arg.shape);
    if (!arg.weight.empty())
      gradient->assign(arg.weight);
    array->gradient = gradient.get();
    gradients.back() = std::move(gradient);
  }
  *machine.at<Array *>(slot) = array.get();
  arrays.back() = std::move(array);
}

void Launch::bindValue(const CaseArg &arg, const Slot &slot) {
  Array value(arg.name, slot.kind, slot.size(), {1});
  value.assign(arg.values);
  std::copy_n(value.element(0), slot.bytes, machine.bytes(slot));
}

void Launch::runThreads() {
  int64_t count = c.numThreads();
  bool descending = program.kernel.isBackward();
  for (int64_t t = 0; t < count; ++t) {
    machine.enterThread(descending ? count - 1 - t : t);
    if (program.body.run(machine) == Exit::Fault)
      return;
  }
}

RunResult Launch::takeResult() {
  for (auto [array, gradient] : llvm::zip(arrays, gradients)) {
    machine.result.values.push_back(array ? array->values() : Numbers());
    machine.result.slopes.push_back(array ? array->slopes() : std::vector<double>());
    machine.result.gradients.push_back(gradient ? std::get<0>(gradient->values()) : std::vector<double>());
  }
  return std::move(machine.result);
}

static RunResult launch(Program &program, const Case &c, llvm::ArrayRef<std::vector<double>> directions,
                        const RunOptions &options) {
  Launch launch(program, c, options);
  launch.bindArguments(directions);
  launch.runThreads();
  return launch.takeResult();
}

RunResult Interpreter::run(const Case &c, Arithmetic arithmetic, const RunOptions &options) const {
  mlir::FailureOr<Program *> program = programs->get(arithmetic);
  assert(succeeded(program) && "an arithmetic does not change which ops have a rule");
  return launch(**program, c, {}, options);
}

RunResult Interpreter::runDual(const Case &c, llvm::ArrayRef<std::vector<double>> directions,
                               const RunOptions &options) const {
  mlir::FailureOr<Program *> program = programs->get(Arithmetic::Dual);
  assert(succeeded(program) && "an arithmetic does not change which ops have a rule");
  return launch(**program, c, directions, options);
}

Case kgen::withValues(const Case &c, llvm::ArrayRef<Numbers> values) {
  Case result = c;
  for (auto [arg, numbers] : llvm::zip_equal(result.args, values))
    if (arg.isArray())
      arg.values = numbers;
  return result;
}
