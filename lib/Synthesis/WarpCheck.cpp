// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the child's input, runs it, and reads what it says of each sample.

#include "WarpCheck.h"
#include "llvm/Support/FormatVariadic.h"
#include <nlohmann/json.hpp>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using Json = nlohmann::json;

/// The time that Warp's start, a request and each sample of it may take. A sample's launches are ended after 10 s of
/// CPU time.
static constexpr std::chrono::seconds timeToStart(60), timeForRequest(60), timeForSample(15);

static Error late(std::chrono::milliseconds time) {
  return llvm::createStringError(
      std::make_error_code(std::errc::timed_out),
      llvm::formatv("Warp's process did not answer within {0:F1} s", time.count() / 1000.0).str());
}

llvm::Expected<std::unique_ptr<WarpCheck>> WarpCheck::start() {
  auto check = std::make_unique<WarpCheck>();
  check->python = findProgram("python", "KGEN_PYTHON", {KGEN_VENV_BIN});
  if (check->python.empty())
    return llvm::createStringError("no Python was found; set KGEN_PYTHON");
  if (Error error = check->startChild())
    return std::move(error);
  return check;
}

Error WarpCheck::startChild() {
  std::string error;
  child = Subprocess::start(python, {besideExecutable("kgen-warp-check")}, /*errorsWithOutput=*/false, error);
  if (!child)
    return llvm::createStringError(error);
  std::chrono::milliseconds time = helperTime(timeToStart);
  child->setDeadline(Subprocess::Clock::now() + time);
  std::optional<std::string> ready = child->readLine();
  if (ready == "ready")
    return Error::success();
  bool isLate = child->isLate();
  child->kill();
  child.reset();
  return isLate ? late(time) : llvm::createStringError(ready ? *ready : "'" + python + "' has no Warp 1.19");
}

/// The answer to a request; a process that gives none is ended.
llvm::Expected<std::string> WarpCheck::ask(const std::string &request, size_t numSamples) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!child)
    if (Error error = startChild())
      return std::move(error);
  std::chrono::milliseconds time = helperTime(timeForRequest + numSamples * timeForSample);
  child->setDeadline(Subprocess::Clock::now() + time);
  if (child->write(request))
    if (std::optional<std::string> reply = child->readLine())
      return std::move(*reply);
  bool isLate = child->isLate();
  child->kill();
  child.reset();
  return isLate ? late(time) : llvm::createStringError("Warp's process ended early");
}

Error WarpCheck::run(llvm::MutableArrayRef<Sample> samples) {
  std::string request = "[";
  for (Sample &sample : samples)
    request += (request.size() > 1 ? "," : "") + sample.line;
  request += "]\n";
  llvm::Expected<std::string> reply = ask(request, samples.size());
  if (!reply)
    return reply.takeError();
  Json answers = Json::parse(*reply, nullptr, /*allow_exceptions=*/false);
  bool isUnderstood = answers.is_array() && answers.size() == samples.size();
  for (size_t i = 0; isUnderstood && i < samples.size(); ++i)
    isUnderstood = answers[i].is_object() && answers[i].value("message", Json()).is_string() &&
                   answers[i].value("gradient", Json()).is_string();
  if (!isUnderstood)
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "Warp's process gave no answer that is one");
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
