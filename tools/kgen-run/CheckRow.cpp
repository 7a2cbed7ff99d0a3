// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Holds a kernel against a row of a data set: every case is run, and every number compared as the row says.

#include "KgenRun.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Tolerance.h"
#include <nlohmann/json.hpp>

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;
using Json = nlohmann::json;

namespace {

class RowCheck {
public:
  explicit RowCheck(const Request &request) : request(request) {}

  FailureOr<size_t> run();

private:
  bool runCase(const Json &recorded, size_t number);
  FailureOr<CaseResult> compute(const Case &c, bool backward) const;
  bool compareGroup(const Json &recorded, const char *group, const std::vector<NamedNumbers> &computed, size_t number);
  bool compareNumbers(const Json &entry, const std::string &what, const std::vector<NamedNumbers> &computed);
  bool fail(const llvm::Twine &message) const {
    llvm::errs() << request.caseFile << ": error: " << message << "\n";
    return false;
  }

  const Request &request;
};

} // namespace

FailureOr<CaseResult> RowCheck::compute(const Case &c, bool backward) const {
  Request own = request;
  own.backward = backward;
  if (isCudaFile(request.inputFile))
    return runCudaFile(own, c);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sourceMgr;
  mlir::SourceMgrDiagnosticHandler diagnostics(sourceMgr, &context);
  FailureOr<LoadedKernel> found = loadKernel(own, own.kernel.empty() ? c.kernel : own.kernel, sourceMgr, &context);
  if (failed(found))
    return failure();
  FailureOr<Loaded> loaded = fit(own, c, std::move(*found));
  if (failed(loaded))
    return failure();
  FailureOr<Answer> answer = kgen::run(own, *loaded);
  if (failed(answer))
    return failure();
  return std::move(answer->result);
}

static std::vector<double> asDoubles(const NamedNumbers &numbers) {
  if (const auto *bits = std::get_if<std::vector<int64_t>>(&numbers.values);
      bits && numbers.type == ScalarType::UInt64) {
    std::vector<uint64_t> naturals(bits->begin(), bits->end());
    return {naturals.begin(), naturals.end()};
  }
  return std::visit([](const auto &list) { return std::vector<double>(list.begin(), list.end()); }, numbers.values);
}

bool RowCheck::compareNumbers(const Json &entry, const std::string &what, const std::vector<NamedNumbers> &computed) {
  std::string name = entry.at("name");
  auto found = llvm::find_if(computed, [&](const NamedNumbers &each) { return each.name == name; });
  if (found == computed.end())
    return fail(what + name + ": expected numbers but the kernel has none of that name");
  std::vector<double> want = entry.at("values"), got = asDoubles(*found);
  if (want.size() != got.size())
    return fail(what + name + ": expected " + llvm::Twine(want.size()) + " numbers but got " + llvm::Twine(got.size()));
  Tolerance tolerance{entry.at("rtol"), entry.at("atol")};
  std::optional<size_t> at = findDifference(got, want, tolerance);
  if (!at)
    return true;
  return fail(what + name + "[" + llvm::Twine(*at) + "]: expected " + formatNumber(want[*at]) + " within " +
              formatNumber(tolerance.allowedAt(want[*at])) + " but got " + formatNumber(got[*at]));
}

bool RowCheck::compareGroup(const Json &recorded, const char *group, const std::vector<NamedNumbers> &computed,
                            size_t number) {
  bool isRight = true;
  std::string what = "case " + std::to_string(number) + ": " + group + ".";
  for (const Json &entry : recorded.value(group, Json::array()))
    isRight &= compareNumbers(entry, what, computed);
  return isRight;
}

bool RowCheck::runCase(const Json &recorded, size_t number) {
  std::string error;
  std::optional<Case> c = parseCase(recorded.dump(), "case " + std::to_string(number), error);
  if (!c)
    return fail(error);
  FailureOr<CaseResult> result = compute(*c, !recorded.value("grads", Json::array()).empty());
  if (failed(result))
    return false;
  bool isForwardRight = compareGroup(recorded, "outputs", result->outputs, number);
  return compareGroup(recorded, "grads", result->grads, number) && isForwardRight;
}

FailureOr<size_t> RowCheck::run() {
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(request.caseFile);
  if (!buffer)
    return failure();
  llvm::StringRef text = buffer->getBuffer();
  Json row = Json::parse(text.begin(), text.end(), nullptr, /*allow_exceptions=*/false);
  if (!row.is_object() || !row.contains("cases") || !row["cases"].is_array() || row["cases"].empty())
    return fail("expected a row of a data set, an object with 'cases'"), failure();
  bool isRight = true;
  try {
    for (auto [number, recorded] : llvm::enumerate(row["cases"]))
      isRight &= runCase(recorded, number);
  } catch (const Json::exception &problem) {
    return fail(llvm::Twine("expected cases as kgen-synth writes them: ") + problem.what()), failure();
  }
  if (!isRight)
    return failure();
  return row["cases"].size();
}

FailureOr<size_t> kgen::checkRow(const Request &request) { return RowCheck(request).run(); }
