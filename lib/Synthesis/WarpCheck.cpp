// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the child's input, runs it, and reads what it says of each sample.

#include "WarpCheck.h"
#include <nlohmann/json.hpp>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using Json = nlohmann::json;

llvm::Expected<std::unique_ptr<WarpCheck>> WarpCheck::start() {
  std::string python = findProgram("python", "KGEN_PYTHON", {KGEN_VENV_BIN});
  if (python.empty())
    return llvm::createStringError("no Python was found; set KGEN_PYTHON");
  auto check = std::make_unique<WarpCheck>();
  std::string error;
  check->child = Subprocess::start(python, {besideExecutable("kgen-warp-check")}, /*errorsWithOutput=*/false, error);
  if (!check->child)
    return llvm::createStringError(error);
  std::optional<std::string> ready = check->child->readLine();
  if (ready == "ready")
    return check;
  return llvm::createStringError(ready ? *ready : "'" + python + "' has no Warp 1.19");
}

Error WarpCheck::run(llvm::MutableArrayRef<Sample> samples) {
  std::string request = "[";
  for (Sample &sample : samples)
    request += (request.size() > 1 ? "," : "") + sample.line;
  request += "]\n";
  std::optional<std::string> reply;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (child->write(request))
      reply = child->readLine();
  }
  Json answers = Json::parse(reply.value_or(""), nullptr, /*allow_exceptions=*/false);
  bool isUnderstood = answers.is_array() && answers.size() == samples.size();
  for (size_t i = 0; isUnderstood && i < samples.size(); ++i)
    isUnderstood = answers[i].is_object() && answers[i].value("message", Json()).is_string() &&
                   answers[i].value("gradient", Json()).is_string();
  if (!isUnderstood)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "kgen-warp-check ended early");
  for (auto [sample, answer] : llvm::zip_equal(samples, answers)) {
    std::string message = answer["message"].get<std::string>(), gradient = answer["gradient"].get<std::string>();
    if (!message.empty()) {
      sample.fail(Check::Warp, message);
      continue;
    }
    sample.pass(Check::Warp);
    if (gradient == "equal" || gradient == "differs")
      sample.checks[static_cast<size_t>(Check::WarpGradient)] =
          gradient == "equal" ? CheckResult::Equal : CheckResult::Differs;
  }
  return Error::success();
}
