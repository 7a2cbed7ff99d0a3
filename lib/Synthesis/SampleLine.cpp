// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the columns of a sample, in their order.

#include "SampleLine.h"
#include "CaseJson.h"
#include "kgen/Support/TextStream.h"
#include "kgen/Synthesis/Split.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include <array>
#include <map>

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

Provenance kgen::synthesis::provenanceOf(const CheckedKernel &checked, const SourceKernel *source, bool unchanged) {
  const Origin &origin = checked.kernel.origin;
  bool isNumbered = !origin.structure.empty();
  Provenance from;
  // Samples that differ in nothing but literals share it.
  from.structureId = isNumbered ? shortHash(origin.structure) : structuralHashWithoutLiterals(checked.kernel.kernel);
  from.family = source ? shortHash(source->text) : isNumbered ? shortHash(origin.family) : from.structureId;
  from.idiom = origin.idiom;
  from.domain = origin.domain;
  from.generator = !source ? origin.generator : unchanged ? "source" : "randomized";
  from.license = source ? source->licence : "CC0-1.0";
  from.sourceFile = source ? source->file : "";
  from.pass = origin.pass;
  return from;
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

/// The ops of a kernel by name, in the order of names.
static std::map<StringRef, int64_t> countOps(KernelOp kernel) {
  std::map<StringRef, int64_t> counts;
  kernel.getBody().walk([&](Operation *op) { ++counts[op->getName().getStringRef()]; });
  return counts;
}

static void writeMetadata(const CheckedKernel &checked, const KernelPlan &plan, StringRef python,
                          const Provenance &from, const FormOptions &options, llvm::json::OStream &json) {
  KernelOp kernel = checked.kernel.kernel;
  std::map<StringRef, int64_t> ops = countOps(kernel);
  int64_t total = 0;
  for (const auto &[name, count] : ops)
    total += count;
  json.attribute("kernel_name", kernel.getSymName());
  json.attribute("category", getName(plan.category));
  json.attribute("device", options.target.device());
  json.attribute("ir_type", options.target.irType());
  json.attribute("has_backward", options.backward && checked.backward);
  json.attribute("codegen_only", true); // nothing is launched on a GPU here
  json.attribute("seed", plan.seed);
  json.attribute("index", plan.index);
  json.attribute("id", checked.id);
  json.attribute("structure_id", from.structureId);
  json.attribute("pass", int64_t(from.pass));
  json.attribute("family", from.family);
  json.attribute("idiom", from.idiom);
  json.attribute("domain", from.domain);
  json.attribute("generator", from.generator);
  json.attribute("kgen_version", kgenVersion());
  json.attribute("llvm_version", LLVM_VERSION_STRING);
  json.attribute("license", from.license);
  json.attribute("source_file", from.sourceFile);
  json.attributeObject("sizes", [&] {
    json.attribute("parameters", static_cast<int64_t>(kernel.getBody().getNumArguments()));
    json.attribute("python_lines", static_cast<int64_t>(python.count('\n')));
    json.attribute("ops", total);
  });
  json.attributeArray("op_histogram", [&] {
    for (const auto &entry : ops)
      json.object([&] {
        json.attribute("op", entry.first);
        json.attribute("count", entry.second);
      });
  });
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Bytes that a string of JSON has as they are.
static constexpr std::array<bool, 256> plainBytes = [] {
  std::array<bool, 256> plain = {};
  for (unsigned c = 0x20; c < 256; ++c)
    plain[c] = c != '"' && c != '\\';
  return plain;
}();

/// A string as JSON, copied in runs; texts are UTF-8, being names of the author's and ASCII otherwise.
static void writeText(StringRef name, StringRef text, llvm::json::OStream &json) {
  std::string quoted = "\"";
  quoted.reserve(text.size() + text.size() / 8 + 2);
  while (!text.empty()) {
    StringRef plain = text.take_while([](unsigned char c) { return plainBytes[c]; });
    quoted.append(plain.data(), plain.size());
    text = text.drop_front(plain.size());
    if (text.empty())
      break;
    char c = text.front();
    text = text.drop_front();
    if (c == '\n')
      quoted += "\\n";
    else if (c == '\t')
      quoted += "\\t";
    else if (c == '"' || c == '\\')
      (quoted += '\\') += c;
    else
      ((quoted += "\\u00") += llvm::hexdigit(c >> 4, true)) += llvm::hexdigit(c & 15, true);
  }
  quoted += '"';
  json.attributeBegin(name);
  json.rawValue(quoted);
  json.attributeEnd();
}

std::string kgen::synthesis::sampleLine(const CheckedKernel &checked, const KernelPlan &plan,
                                        ArrayRef<PrintedForm> forms, StringRef python, const Provenance &from,
                                        const SampleOptions &options) {
  auto has = [&](StringRef column) { return options.columns.empty() || llvm::is_contained(options.columns, column); };
  std::string line;
  {
    TextStream os(line);
    llvm::json::OStream json(os);
    json.object([&] {
      if (has("python_source"))
        writeText("python_source", python, json);
      if (has("kgen"))
        writeText("kgen", checked.text, json);
      for (const PrintedForm &form : forms)
        if (has(form.column))
          writeText(form.column, form.text, json);
      if (has("cases"))
        json.attributeArray("cases", [&] {
          for (const Outcome &outcome : checked.outcomes)
            writeCase(outcome, options.forms.backward, json);
        });
      json.attributeObject("metadata", [&] { writeMetadata(checked, plan, python, from, options.forms, json); });
    });
  }
  return line;
}
