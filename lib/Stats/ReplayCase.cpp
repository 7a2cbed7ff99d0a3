// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs the kernel of a sample on the inputs of a case, as a reader of the sample would, and its gradient against dual
// numbers.

#include "RowChecker.h"
#include "kgen/IR/KernelCase.h"
#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Runtime/Ptx.h"
#include "kgen/Support/Rng.h"
#include "kgen/Support/Tolerance.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace kgen;
using namespace kgen::stats;
using llvm::StringRef;

/// What a right gradient may differ from dual numbers by, in double: literals in adjoint rules (1 / ln 2) are rounded
/// to the type that they stand for, and the direction is not the one that was taken when the sample was made.
static constexpr double dualTolerance = 4e-7;

static std::vector<double> asDoubles(ScalarType type, const Numbers &numbers) {
  if (const auto *bits = std::get_if<std::vector<int64_t>>(&numbers); bits && type == ScalarType::UInt64) {
    std::vector<uint64_t> naturals(bits->begin(), bits->end());
    return {naturals.begin(), naturals.end()};
  }
  return std::visit([](const auto &list) { return std::vector<double>(list.begin(), list.end()); }, numbers);
}

/// What is wrong with the numbers of an argument, or "".
static std::string compareNumbers(StringRef what, const Json &recorded, const std::vector<double> &got,
                                  const llvm::Twine &by) {
  std::vector<double> numbers = numbersOf(recorded, "values");
  const Json &rtol = fieldOf(recorded, "rtol"), &atol = fieldOf(recorded, "atol");
  if (!rtol.is_number() || !atol.is_number())
    return ("expected 'rtol' and 'atol' of " + what + ", numbers").str();
  if (numbers.size() != got.size())
    return (what + ": expected " + llvm::Twine(got.size()) + " numbers but got " + llvm::Twine(numbers.size())).str();
  std::optional<size_t> at = findDifference(got, numbers, {rtol.get<double>(), atol.get<double>()});
  if (!at)
    return "";
  return (what + "[" + llvm::Twine(*at) + "]: expected " + formatNumber(got[*at]) + ", which " + by.str() +
          " gives, but got " + formatNumber(numbers[*at]))
      .str();
}

/// Compares `[{name, values, rtol, atol}]` with what a run left, for the arguments that are asked for.
template <class Lists>
static std::string compareGroup(StringRef group, const Json &recorded, const Case &c,
                                llvm::function_ref<bool(const CaseArg &)> isAsked, const Lists &got) {
  const Json &list = fieldOf(recorded, group);
  size_t at = 0;
  for (auto [arg, values] : llvm::zip_equal(c.args, got)) {
    if (!isAsked(arg))
      continue;
    std::string what = (group + "." + arg.name).str();
    if (at >= list.size() || textOf(list[at], "name") != arg.name)
      return "expected numbers for " + what + " but got none";
    std::vector<double> numbers;
    if constexpr (std::is_same_v<Lists, std::vector<Numbers>>)
      numbers = asDoubles(arg.type.scalar, values);
    else
      numbers = values;
    if (std::string wrong = compareNumbers(what, list[at], numbers, "the interpreter"); !wrong.empty())
      return wrong;
    ++at;
  }
  return at == list.size() ? "" : ("expected no more of " + group + " than asked for").str();
}

/// The same for what a run reports by name.
static std::string compareNamed(StringRef group, const Json &recorded, const std::vector<NamedNumbers> &got) {
  for (const Json &expected : fieldOf(recorded, group))
    for (const NamedNumbers &numbers : got)
      if (numbers.name == textOf(expected, "name"))
        if (std::string wrong = compareNumbers((group + "." + numbers.name).str(), expected,
                                               asDoubles(numbers.type, numbers.values), "the PTX");
            !wrong.empty())
          return wrong;
  return "";
}

/// Holds the gradient against dual numbers in one direction.
static std::string checkAgainstDual(const Interpreter &forward, const Interpreter &backward, const Case &c,
                                    const RunOptions &options) {
  Rng rng(/*seed=*/0, /*index=*/0, /*stream=*/0);
  std::vector<std::vector<double>> directions(c.args.size());
  for (auto [arg, direction] : llvm::zip_equal(c.args, directions))
    if (arg.grad)
      for (size_t i = 0; i < numbersSize(arg.values); ++i)
        direction.push_back(rng.uniformReal(-1.0, 1.0));
  GradientCheck check = checkGradient(forward, backward, c, directions, options);
  if (check.fault)
    return check.fault->message;
  if (std::fabs(check.dual - check.reverse) <= dualTolerance * check.scale)
    return "";
  return "expected a gradient whose slope in one direction is " + formatNumber(check.dual) +
         ", as dual numbers give, but got " + formatNumber(check.reverse);
}

std::string kgen::stats::replayCase(KernelOp kernel, KernelOp backward, const Json &recorded, uint64_t &gradients) {
  std::string error;
  std::optional<Case> c = parseCase(recorded.dump(-1, ' ', false, Json::error_handler_t::replace), "case", error);
  if (!c)
    return StringRef(error).split("error: ").second.str(); // the place is one in the text made here
  if (failed(verifyCase(kernel, *c)))
    return "does not fit the kernel";
  mlir::FailureOr<Interpreter> forward = Interpreter::create(kernel);
  if (failed(forward))
    return "cannot be interpreted";
  RunOptions options;
  options.races = RunOptions::Races::Error;
  options.checkFinite = true;
  RunResult outputs = forward->run(*c, Arithmetic::Storage, options);
  if (outputs.fault)
    return outputs.fault->message;
  auto isWritten = [](const CaseArg &arg) { return arg.isWritten(); };
  if (std::string wrong = compareGroup("outputs", recorded, *c, isWritten, outputs.values); !wrong.empty())
    return wrong;
  if (!backward)
    return "";
  mlir::FailureOr<Interpreter> reverse = Interpreter::create(backward);
  if (failed(reverse))
    return "the backward cannot be interpreted";
  RunResult grads = reverse->run(withValues(*c, outputs.values), Arithmetic::Storage, options);
  if (grads.fault)
    return "in the backward: " + grads.fault->message;
  auto isAsked = [](const CaseArg &arg) { return arg.grad; };
  if (std::string wrong = compareGroup("grads", recorded, *c, isAsked, grads.gradients); !wrong.empty())
    return wrong;
  gradients += llvm::count_if(c->args, isAsked);
  return checkAgainstDual(*forward, *reverse, *c, options);
}

std::string kgen::stats::replayPtx(KernelOp kernel, StringRef forward, StringRef backward, const Json &recorded) {
  std::string error;
  std::optional<Case> c = parseCase(recorded.dump(-1, ' ', false, Json::error_handler_t::replace), "case", error);
  if (!c || failed(verifyCase(kernel, *c)))
    return ""; // said where the case is interpreted
  llvm::Expected<CaseResult> result = runPtx(kernel, {forward, backward}, *c);
  if (!result)
    return llvm::toString(result.takeError());
  std::string wrong = compareNamed("outputs", recorded, result->outputs);
  return wrong.empty() ? compareNamed("grads", recorded, result->grads) : wrong;
}
