// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds backwards by their symbols, and the size of a tape by a run that has room for nothing but the count.

#include "kgen/Interpreter/TapedCase.h"
#include "mlir/IR/Diagnostics.h"

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

/// Words that a tape may have: its extent is an int32.
static constexpr int64_t maxTapeWords = (int64_t(1) << 31) - 1;

BackwardOf kgen::findBackward(KernelOp kernel) {
  for (auto candidate : kernel->getParentOfType<mlir::ModuleOp>().getOps<KernelOp>()) {
    if (candidate.getAdjointOf() == kernel.getSymName())
      return {candidate, {}};
    if (candidate.getTapeOf() != kernel.getSymName())
      continue;
    if (BackwardOf found = findBackward(candidate); found.backward)
      return {found.backward, candidate};
  }
  return {};
}

/// The case with a tape of so many slots a thread as its last argument.
static Case withSlots(const Case &c, int64_t slots) {
  Case taped = c;
  CaseArg &tape = taped.args.emplace_back();
  tape.name = "kgen_tape";
  tape.type.scalar = ScalarType::UInt64;
  tape.role = Role::Scratch;
  tape.shape = {(1 + slots) * c.numThreads()};
  tape.values = std::vector<int64_t>(tape.shape.front());
  return taped;
}

int64_t kgen::usedSlots(const Case &c, const Numbers &tape) {
  llvm::ArrayRef<int64_t> words = std::get<std::vector<int64_t>>(tape);
  words = words.take_front(c.numThreads());
  return words.empty() ? 0 : *llvm::max_element(words);
}

FailureOr<Case> kgen::withTape(KernelOp taped, const Case &c) {
  FailureOr<Interpreter> interpreter = Interpreter::create(taped);
  if (failed(interpreter))
    return failure();
  RunOptions options;
  options.races = RunOptions::Races::Ignore;
  RunResult counted = interpreter->run(withSlots(c, 0), Arithmetic::Storage, options);
  for (const Fault &warning : counted.warnings)
    mlir::emitWarning(warning.loc) << warning.message;
  if (counted.fault)
    return mlir::emitError(counted.fault->loc) << counted.fault->message;
  int64_t slots = usedSlots(c, counted.values.back());
  if ((1 + slots) * std::max<int64_t>(c.numThreads(), 1) <= maxTapeWords)
    return withSlots(c, slots);
  return taped.emitError("expected a tape of at most ")
         << maxTapeWords << " words but this launch needs " << (1 + slots) * c.numThreads();
}
