// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the results of a sample's checks as a line, and reads such lines back.

#include "Ladder.h"
#include "llvm/Support/CRC.h"
#include <nlohmann/json.hpp>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::StringRef;
using Json = nlohmann::ordered_json;

StringRef kgen::getName(Check check) {
  static constexpr llvm::StringLiteral names[] = {
      "verified",          "interpreted",       "races",         "gradient",      "python_imported", "executed_on_cpu",
      "accepted_by_ptxas", "accepted_by_nvrtc", "equal_to_warp", "warp_gradient", "executed_as_ptx", "executed_on_gpu"};
  static_assert(std::size(names) == numChecks);
  return names[static_cast<size_t>(check)];
}

static constexpr llvm::StringLiteral resultNames[] = {"not run", "passed", "equal", "differs"};

StringRef kgen::synthesis::getName(CheckResult result) { return resultNames[static_cast<size_t>(result)]; }

bool kgen::isAskedFor(Check check, const SampleOptions &options, uint64_t index) {
  bool hasPtx = options.forms.target.has(FormLanguage::Ptx), hasCuda = options.forms.target.has(FormLanguage::Cuda);
  switch (check) {
  case Check::Verified:
  case Check::Interpreted:
  case Check::Races:
    return true;
  case Check::Gradient:
    return options.forms.backward;
  case Check::PythonImported:
  case Check::ExecutedOnCpu:
    return options.isCheckedFully(index);
  case Check::Ptxas:
  case Check::ExecutedAsPtx:
    return hasPtx;
  case Check::Nvrtc:
    return hasCuda && options.verify == Verify::Full;
  case Check::Warp:
  case Check::WarpGradient:
    return options.verify == Verify::Full;
  case Check::ExecutedOnGpu:
    return false;
  }
  return false;
}

uint32_t kgen::synthesis::crc32Of(StringRef text) { return llvm::crc32(llvm::arrayRefFromStringRef(text)); }

static Json header(const Sample &sample) {
  return {{"index", sample.plan.index}, {"id", sample.id}, {"category", getName(sample.category).str()}};
}

static void addChecks(const Sample &sample, Json &json) {
  for (size_t i = 0; i < numChecks; ++i)
    json["checks"][getName(static_cast<Check>(i)).str()] = getName(sample.checks[i]).str();
}

std::string kgen::synthesis::checksLine(const Sample &sample) {
  Json json = header(sample);
  json["crc32"] = crc32Of(sample.line);
  json["rejected_draws"] = sample.attempt;
  addChecks(sample, json);
  json["dual_error"] = sample.dualError;
  json["storage_error"] = sample.storageError;
  return json.dump();
}

std::string kgen::synthesis::defectLine(const Sample &sample) {
  Json json = header(sample);
  json["seed"] = sample.plan.seed;
  json["draw"] = sample.attempt;
  json["kgen_version"] = kgenVersion().str();
  json["failed"] = getName(sample.defect->check).str();
  json["message"] = sample.defect->message;
  addChecks(sample, json);
  std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.pop_back(); // the sample goes in as it is
  return line + ",\"sample\":" + sample.line + "}";
}

/// Takes the results out of `{"verified": "passed", ...}`; false where one is none, or is missing.
static bool parseResults(const Json &json, ChecksLine &line) {
  for (size_t i = 0; i < numChecks; ++i) {
    auto found = json.find(getName(static_cast<Check>(i)).str());
    if (found == json.end() || !found->is_string())
      return false;
    auto name = llvm::find(resultNames, found->get_ref<const std::string &>());
    if (name == std::end(resultNames))
      return false;
    line.checks[i] = static_cast<CheckResult>(name - resultNames);
  }
  return true;
}

std::optional<ChecksLine> kgen::synthesis::parseChecksLine(StringRef line) {
  Json json = Json::parse(line.begin(), line.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object())
    return std::nullopt;
  ChecksLine result;
  auto number = [&](const char *name, uint64_t &value) {
    auto found = json.find(name);
    return found != json.end() && found->is_number_unsigned() && (value = found->get<uint64_t>(), true);
  };
  auto text = [&](const char *name) {
    auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : "";
  };
  std::optional<Category> category = parseCategory(text("category"));
  result.id = text("id");
  if (!number("index", result.index) || !number("crc32", result.crc32) ||
      !number("rejected_draws", result.rejectedDraws) || !category || result.id.empty() ||
      !parseResults(json.value("checks", Json::object()), result))
    return std::nullopt;
  result.category = *category;
  return result;
}
