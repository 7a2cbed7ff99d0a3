// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares what a sample's code computes with what its cases expect, on the machines that are always there.

#include "RunChecks.h"
#include "kgen/Runtime/Ptx.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::StringRef;

/// Whether there are as many numbers, each within the tolerance; else the first that is not, in `message`.
static void compareNumbers(StringRef what, StringRef name, const Numbers &expected, const Numbers &got,
                           Tolerance tolerance, std::string &message) {
  if (!message.empty())
    return;
  std::visit(
      [&](const auto &want, const auto &is) {
        if (want.size() != is.size())
          message =
              llvm::formatv("{0} of '{1}' has {2} numbers where {3} are expected", what, name, is.size(), want.size());
        else if (std::optional<size_t> at = findDifference(is, want, tolerance))
          message = llvm::formatv("{0} of '{1}' is {2} at {3} where {4} is expected and {5:e} is allowed", what, name,
                                  formatNumber(double(is[*at])), *at, formatNumber(double(want[*at])),
                                  tolerance.allowedAt(double(want[*at])));
      },
      expected, got);
}

std::string kgen::synthesis::compare(const Outcome &outcome, const CaseResult &result) {
  std::string message;
  for (auto [i, arg] : llvm::enumerate(outcome.inputs.args)) {
    for (const NamedNumbers &output : result.outputs)
      if (output.name == arg.name && arg.isWritten())
        compareNumbers("the output", arg.name, outcome.outputs[i], output.values, outcome.outputTolerances[i], message);
    for (const NamedNumbers &gradient : result.grads)
      if (gradient.name == arg.name && arg.grad && !outcome.gradients.empty())
        compareNumbers("the gradient", arg.name, outcome.gradients[i], gradient.values, outcome.gradientTolerances[i],
                       message);
  }
  return message;
}

//===----------------------------------------------------------------------===//
// PTX
//===----------------------------------------------------------------------===//

/// Whether both are the same, NaN being one number.
static bool haveSameBits(const Numbers &a, const Numbers &b) {
  const auto *left = std::get_if<std::vector<double>>(&a), *right = std::get_if<std::vector<double>>(&b);
  if (!left || !right)
    return a == b;
  return std::equal(left->begin(), left->end(), right->begin(), right->end(), [](double x, double y) {
    return (std::isnan(x) && std::isnan(y)) || std::memcmp(&x, &y, sizeof(x)) == 0;
  });
}

/// The first argument whose numbers are not the same bits, or "".
static std::string findOtherBits(const std::vector<NamedNumbers> &cpu, const std::vector<NamedNumbers> &ptx) {
  for (auto [a, b] : llvm::zip_equal(cpu, ptx))
    if (!haveSameBits(a.values, b.values))
      return "'" + a.name + "' has other bits than on the CPU";
  return "";
}

void kgen::synthesis::checkAsPtx(const CheckedKernel &checked, const CompiledKernel *onCpu, Sample &sample) {
  const PrintedForm *forward = findForm(sample.forms, {FormLanguage::Ptx});
  const PrintedForm *backward = findForm(sample.forms, {FormLanguage::Ptx, Direction::Backward});
  if (!forward)
    return;
  PtxTexts texts{forward->text, backward ? StringRef(backward->text) : ""};
  llvm::Expected<PtxProgram> program = PtxProgram::read(checked.kernel.kernel, texts);
  if (!program)
    return sample.fail(Check::ExecutedAsPtx, llvm::toString(program.takeError()));
  for (const Outcome &outcome : checked.outcomes) {
    llvm::Expected<CaseResult> result = runPtx(checked.kernel.kernel, *program, outcome.inputs);
    if (!result)
      return sample.fail(Check::ExecutedAsPtx, llvm::toString(result.takeError()));
    std::string message = compare(outcome, *result);
    if (message.empty() && onCpu && !forward->usesLibdevice) {
      CaseResult other = onCpu->run(outcome.inputs);
      message = findOtherBits(other.outputs, result->outputs);
      if (message.empty() && backward)
        message = findOtherBits(other.grads, result->grads);
    }
    if (!message.empty())
      return sample.fail(Check::ExecutedAsPtx, message);
  }
  sample.pass(Check::ExecutedAsPtx);
}
