// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// YAML in front, which names the files, and a page: what the set holds and how it is loaded.

#include "kgen/Synthesis/DataCard.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kgen;
using llvm::StringRef;

static constexpr llvm::StringLiteral firstLines = "---\n# This card was written by kgen-synth, which writes it anew.\n";

bool kgen::isDataCard(StringRef text) { return text.starts_with(firstLines); }

/// The name that hubs give a number of rows.
static StringRef sizeCategory(uint64_t samples) {
  static constexpr std::pair<uint64_t, llvm::StringLiteral> sizes[] = {
      {1'000, "n<1K"},          {10'000, "1K<n<10K"},     {100'000, "10K<n<100K"},
      {1'000'000, "100K<n<1M"}, {10'000'000, "1M<n<10M"}, {100'000'000, "10M<n<100M"}};
  for (auto [limit, name] : sizes)
    if (samples < limit)
      return name;
  return "100M<n<1B";
}

/// The languages that rows hold beside Python and kgen.
static std::string languagesOf(const FormTarget &target) {
  std::vector<std::string> titles;
  for (const LanguageInfo *language : target.languages())
    titles.emplace_back(language->title);
  return llvm::join(titles, ", ");
}

static StringRef patternOf(SampleFormat format) {
  static constexpr llvm::StringLiteral patterns[] = {"samples-*.jsonl", "samples-*.jsonl.zst", "samples/*.json"};
  return patterns[static_cast<size_t>(format)];
}

/// The split as loaders name it: without `--split` there is one for all.
static std::string splitNameOf(const DataSetPlan &plan) {
  return getName(plan.sample.split == Split::All ? Split::Train : plan.sample.split).str();
}

static uint64_t bytesOfSamples(const Manifest &manifest) {
  uint64_t bytes = 0;
  for (const DataFile &file : manifest.files)
    if (StringRef(file.name).starts_with("samples"))
      bytes += file.bytes;
  return bytes;
}

static std::string frontMatter(const Manifest &manifest, const std::string &title) {
  const DataSetPlan &plan = manifest.plan;
  std::string text = firstLines.str();
  text += plan.sample.from.empty() ? "license: cc0-1.0\n" : "license: other\n"; // then each row says its own
  text += "pretty_name: \"" + title + "\"\n";
  text += ("size_categories:\n- " + sizeCategory(manifest.samples) + "\n").str();
  text += "task_categories:\n- text-generation\n";
  text += "tags:\n- code\n- gpu\n- cuda\n- nvidia-warp\n- mlir\n- synthetic\n";
  text += "configs:\n- config_name: default\n  data_files:\n  - split: " + splitNameOf(plan) + "\n    path: \"" +
          patternOf(plan.format).str() + "\"\n---\n";
  return text;
}

std::string kgen::dataCard(const Manifest &manifest) {
  const DataSetPlan &plan = manifest.plan;
  std::string title = "Warp kernels as " + languagesOf(plan.sample.forms.target);
  std::string text = frontMatter(manifest, title);
  text += "\n# " + title + "\n\n";
  text +=
      llvm::formatv("{0} kernels in NVIDIA Warp's Python, in the kgen dialect of MLIR and as {1}{2}. Each comes with "
                    "inputs, outputs{3} that were computed.\nFor the fields of a row see `dialect-docs/sample.md` of "
                    "kgen {4}, which made the set with seed {5}.\n",
                    manifest.samples, languagesOf(plan.sample.forms.target),
                    plan.sample.forms.backward ? ", forward and backward" : "",
                    plan.sample.forms.backward ? " and gradients" : "", manifest.kgenVersion, plan.seed)
          .str();
  text += llvm::formatv("The samples have {0:F1} MB.\n", double(bytesOfSamples(manifest)) / 1e6).str();
  if (plan.sample.split != Split::All)
    text += "It is the split `" + splitNameOf(plan) +
            "`: sets of other splits share no structure and no family with it, whatever their seed, size and "
            "profile.\n";
  if (!manifest.complete)
    text += llvm::formatv("The set is not complete: it will have {0} kernels.\n", plan.shardSize()).str();
  text += "\n| category | kernels | share |\n| --- | --- | --- |\n";
  for (auto [category, count] : llvm::zip_equal(plan.categories, manifest.samplesByCategory))
    text += llvm::formatv("| {0} | {1} | {2:F1} % |\n", getName(category), count,
                          manifest.samples ? 100.0 * double(count) / double(manifest.samples) : 0.0)
                .str();
  text += "\n```python\nfrom datasets import load_dataset\n\n"
          "data = load_dataset(\".\", split=\"" +
          splitNameOf(plan) +
          "\")  # or the name of the set on a hub\n"
          "print(len(data), data.column_names)\n"
          "print(data[0][\"python_source\"])\n```\n";
  return text;
}
