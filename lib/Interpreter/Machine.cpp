// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads, faults and limits of a run.

#include "Program.h"
#include "kgen/IR/IndexFault.h"
#include "llvm/ADT/STLExtras.h"
#include <charconv>
#include <cstring>

namespace kgen::interpreter {

Machine::Machine(const RunOptions &options, const Program &program, llvm::ArrayRef<int64_t> dim)
    : options(options), frame(std::make_unique<std::byte[]>(program.frameImage.size())),
      covered(std::make_unique<bool[]>(program.numArms)), dim(dim.begin(), dim.end()), coordinates(dim.size()) {
  if (!program.frameImage.empty())
    std::memcpy(frame.get(), program.frameImage.data(), program.frameImage.size());
  result.arms.resize(program.numArms);
  if (program.warpsArms)
    covered[*program.warpsArms] = covered[*program.warpsArms + 1] = true;
  opCounts.resize(program.countedOps.size());
}

void Machine::enterThread(int64_t which) {
  thread = which;
  for (size_t d = dim.size(); d-- > 0;) {
    coordinates[d] = which % dim[d];
    which /= dim[d];
  }
}

RunResult Machine::takeResult() {
  for (unsigned arm = 0; arm < result.arms.size(); ++arm)
    result.arms[arm] = covered[arm];
  return std::move(result);
}

int64_t Machine::numThreads() const {
  int64_t count = 1;
  for (int64_t extent : dim)
    count *= extent;
  return count;
}

/// `3`, or `(0, 3)` in a grid of more dimensions.
std::string Machine::threadName(int64_t which) const {
  if (dim.size() == 1)
    return std::to_string(which);
  std::string text;
  for (size_t d = dim.size(); d-- > 0;) {
    text = std::to_string(which % dim[d]) + (text.empty() ? "" : ", ") + text;
    which /= dim[d];
  }
  return "(" + text + ")";
}

Exit Machine::fault(mlir::Operation *op, const llvm::Twine &message) {
  result.fault = Fault{op->getLoc(), (message + ", in thread " + threadName(thread)).str()};
  return Exit::Fault;
}

Exit Machine::faultTrips(mlir::Operation *op, uint64_t trips) {
  if (trips >= options.maxTrips)
    return fault(op, "loop did not end after " + llvm::Twine(trips) + " trips");
  return fault(op, "the loops of the launch did not end after " + llvm::Twine(options.maxTotalTrips) + " trips");
}

Exit Machine::faultCalls(mlir::Operation *op) {
  return fault(op, "the launch did not end after " + llvm::Twine(options.maxTotalTrips) + " calls");
}

/// `x[1, 2]`.
static std::string elementName(const Array &array, int64_t index) {
  std::string text;
  for (int64_t extent : llvm::reverse(array.shape)) {
    text = std::to_string(index % extent) + (text.empty() ? "" : ", ") + text;
    index /= extent;
  }
  return array.name + "[" + text + "]";
}

Exit Machine::reportRace(mlir::Operation *op, const Array &array, int64_t index, int64_t otherThread) {
  std::string other = otherThread < 0 ? "another thread" : "thread " + threadName(otherThread);
  std::string message =
      "race: " + other + " touches " + elementName(array, index) + " too, and one of the two accesses is a plain store";
  if (options.races == RunOptions::Races::Error)
    return fault(op, message);
  if (result.warnings.empty())
    result.warnings.push_back({op->getLoc(), message + ", in thread " + threadName(thread)});
  return Exit::Next;
}

std::string toText(double number) {
  char buffer[32];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof(buffer), number).ptr);
}

void faultIndex(Machine &machine, mlir::Operation *op, const IndexOperand &operand, int64_t extent,
                llvm::function_ref<std::string()> where) {
  machine.fault(op, describeIndexFault(extent, where(), operand.name, operand.get(machine)));
}

std::optional<uint32_t> PartPath::locateSteps(Machine &machine, mlir::Operation *op) const {
  uint32_t at = offset;
  for (const Step &step : steps) {
    int64_t index = indexWithin(step.extent, step.index.get(machine));
    if (index < 0) {
      faultIndex(machine, op, step.index, step.extent, [&] { return std::string(step.where); });
      return std::nullopt;
    }
    at += index * step.stride;
  }
  return at;
}

} // namespace kgen::interpreter
