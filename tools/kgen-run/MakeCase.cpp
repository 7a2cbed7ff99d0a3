// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case to begin with: sizes and values on which a kernel runs without a fault, found as a data set finds those of
// kernels that somebody else wrote.

#include "KgenRun.h"
#include "kgen/IR/Names.h"
#include "kgen/Synthesis/Variants.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace kgen;
using mlir::failure;
using mlir::FailureOr;

/// The texts of flat numbers as lists in lists, of these extents.
static std::string nest(llvm::ArrayRef<std::string> texts, llvm::ArrayRef<int64_t> extents) {
  if (extents.empty())
    return texts.empty() ? "0" : texts.front();
  std::vector<std::string> parts;
  size_t length = extents.front() ? texts.size() / extents.front() : 0;
  for (int64_t i = 0; i < extents.front(); ++i)
    parts.push_back(nest(texts.slice(i * length, length), extents.drop_front()));
  return "[" + llvm::join(parts, ", ") + "]";
}

static std::vector<std::string> textsOf(const Numbers &numbers) {
  std::vector<std::string> texts;
  if (const auto *floats = std::get_if<std::vector<double>>(&numbers))
    for (double number : *floats)
      texts.push_back(formatNumber(number));
  else
    for (int64_t number : std::get<std::vector<int64_t>>(numbers))
      texts.push_back(std::to_string(number));
  return texts;
}

static std::string formatArgument(const CaseArg &arg) {
  std::vector<int64_t> extents = arg.shape;
  extents.insert(extents.end(), arg.type.shape.begin(), arg.type.shape.end());
  std::string text = "    {\"name\": " + quoteJson(arg.name) + ", \"dtype\": " + quoteJson(arg.type.name()) +
                     ", \"role\": \"" + std::string(roleName(arg.role)) + "\"";
  if (arg.grad)
    text += ", \"grad\": true";
  text += ",\n     \"value\": " + nest(textsOf(arg.values), extents);
  if (!arg.weight.empty())
    text += ",\n     \"weight\": " + nest(textsOf(arg.weight), extents);
  return text + "}";
}

static std::string formatStruct(const Case &c) {
  if (c.structFields.empty())
    return "";
  std::vector<std::string> fields;
  for (const std::string &field : c.structFields)
    fields.push_back(quoteJson(field));
  return "  \"struct\": {\"type\": " + quoteJson(c.structType) + ", \"fields\": [" + llvm::join(fields, ", ") + "]},\n";
}

static std::string formatCase(const Case &c) {
  std::vector<std::string> extents, args;
  for (int64_t extent : c.dim)
    extents.push_back(std::to_string(extent));
  for (const CaseArg &arg : c.args)
    args.push_back(formatArgument(arg));
  return "{\n  \"kernel\": " + quoteJson(c.kernel) + ",\n  \"dim\": [" + llvm::join(extents, ", ") + "],\n" +
         formatStruct(c) + "  \"args\": [\n" + llvm::join(args, ",\n") + "\n  ]\n}\n";
}

FailureOr<std::string> kgen::makeCase(const Request &request, llvm::SourceMgr &sourceMgr, mlir::MLIRContext *context) {
  FailureOr<LoadedKernel> loaded = loadKernel(request, request.kernel, sourceMgr, context);
  if (failed(loaded))
    return failure();
  for (mlir::BlockArgument parameter : loaded->kernel.getBody().getArguments())
    if (!isOfCase(parameter))
      return loaded->kernel.emitError(
                 "expected values, arrays and at most one struct of these, the first parameter, for "
                 "--make-case but got ")
             << parameter.getType();
  FailureOr<CheckedKernel> checked = checkSource(loaded->kernel, {categoryOf(loaded->kernel), /*seed=*/0, /*index=*/0});
  if (failed(checked))
    return failure();
  return formatCase(checked->outcomes.front().inputs);
}
