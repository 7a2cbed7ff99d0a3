// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernels.h"
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace kgen::gpu {

static std::string readFile(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf()))
    throw DataError(path.string() + ": cannot read");
  return text.str();
}

static Json parse(const std::string &text, const std::string &place) {
  try {
    return Json::parse(text);
  } catch (const Json::exception &) {
    throw DataError(place + ": expected JSON; is the file damaged?");
  }
}

/// A number; those that JSON has no word for are strings.
static double number(const Json &value, const std::string &place) {
  if (value.is_number())
    return value.get<double>();
  if (value.is_boolean())
    return value.get<bool>();
  if (value == "Infinity" || value == "-Infinity")
    return value == "Infinity" ? HUGE_VAL : -HUGE_VAL;
  if (value == "NaN")
    return std::nan("");
  throw DataError(place + ": expected a number but got " + value.dump());
}

static std::vector<double> numbers(const Json &list, const std::string &place) {
  std::vector<double> result;
  for (const Json &value : list)
    result.push_back(number(value, place));
  return result;
}

static Case readCase(const Json &json, const std::string &place) {
  std::string error;
  std::optional<Case> c = parseCase(json.dump(), place, error);
  if (!c)
    throw DataError(error);
  return *c;
}

/// The expected numbers of one argument.
static void expect(std::vector<NamedNumbers> &to, const Case &c, const std::string &name, const Json &values,
                   const std::string &place) {
  auto arg = std::find_if(c.args.begin(), c.args.end(), [&](const CaseArg &own) { return own.name == name; });
  if (arg == c.args.end())
    throw DataError(place + ": there is no argument '" + name + "'");
  if (values.size() != numbersSize(arg->values))
    throw DataError(place + ": expected " + std::to_string(numbersSize(arg->values)) + " numbers for '" + name +
                    "' but got " + std::to_string(values.size()));
  to.push_back({name, arg->type.scalar, numbers(values, place)});
}

//===----------------------------------------------------------------------===//
// Data sets
//===----------------------------------------------------------------------===//

/// The texts of a sample that a GPU can take, by the names of their columns.
static std::vector<KernelTexts> formsOf(const Json &sample) {
  std::string irType = sample.at("metadata").value("ir_type", "");
  std::vector<KernelTexts> forms;
  for (FormLanguage language : {FormLanguage::Ptx, FormLanguage::Cuda}) {
    FormTarget target = infoOf(language).irType == irType ? FormTarget(language) : FormTarget();
    std::string forward = target.column({language}), backward = target.column({language, Direction::Backward});
    if (sample.contains(forward))
      forms.push_back({language, sample.at(forward), sample.value(backward, "")});
  }
  return forms;
}

static Kernel readSample(const std::string &line, const std::string &place) {
  Json sample = parse(line, place);
  try {
    const Json &metadata = sample.at("metadata");
    Kernel kernel{place, metadata.at("kernel_name"), metadata.at("category"), formsOf(sample), {}};
    if (kernel.forms.empty())
      throw DataError(place + ": the sample has neither PTX nor CUDA C++; make it with --target nvptx, cuda or all");
    for (const Json &json : sample.at("cases")) {
      ExpectedCase own{readCase(json, place), {}, {}, {}};
      for (const Json &output : json.at("outputs")) {
        expect(own.expected.outputs, own.launch, output.at("name"), output.at("values"), place);
        own.outputTolerances.push_back({output.at("rtol"), output.at("atol")});
      }
      for (const Json &gradient : json.value("grads", Json::array())) {
        expect(own.expected.grads, own.launch, gradient.at("name"), gradient.at("values"), place);
        own.gradTolerances.push_back({gradient.at("rtol"), gradient.at("atol")});
      }
      kernel.cases.push_back(std::move(own));
    }
    return kernel;
  } catch (const Json::exception &error) {
    throw DataError(place + ": expected a sample of kgen-synth: " + error.what());
  }
}

static void forEachSample(const fs::path &directory, const std::function<void(const Kernel &)> &visit) {
  std::vector<fs::path> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(directory)) {
    std::string name = entry.path().filename().string();
    if (name.starts_with("samples") && name.ends_with(".zst"))
      throw DataError(entry.path().string() +
                      ": is compressed; unpack it with 'zstd -d', or write it with --format jsonl");
    if (name.starts_with("samples") && name.ends_with(".jsonl"))
      files.push_back(entry.path());
  }
  if (fs::is_directory(directory / "samples")) // --format json: one sample a file
    for (const fs::directory_entry &entry : fs::directory_iterator(directory / "samples"))
      if (entry.path().extension() == ".json")
        files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty())
    throw DataError(directory.string() + ": there are no samples (samples-00000.jsonl)");
  for (const fs::path &path : files) {
    if (path.extension() == ".json") {
      visit(readSample(readFile(path), path.string() + ":1"));
      continue;
    }
    std::ifstream file(path, std::ios::binary);
    std::string line;
    for (size_t at = 1; std::getline(file, line); ++at)
      visit(readSample(line, path.string() + ":" + std::to_string(at)));
    if (!file.eof())
      throw DataError(path.string() + ": cannot read");
  }
}

//===----------------------------------------------------------------------===//
// Folders of cases
//===----------------------------------------------------------------------===//

/// The tolerances of a case, whose `rtol` is relative to the largest finite number of an argument.
static std::vector<Tolerance> relativeToLargest(const std::vector<NamedNumbers> &expected, double rtol) {
  std::vector<Tolerance> tolerances;
  for (const NamedNumbers &numbers : expected) {
    double scale = 0.0;
    std::visit(
        [&](const auto &list) {
          for (auto value : list)
            if (std::isfinite(double(value)))
              scale = std::max(scale, std::fabs(double(value)));
        },
        numbers.values);
    tolerances.push_back({0.0, rtol * scale});
  }
  return tolerances;
}

static Kernel readCaseFiles(const fs::path &ptx) {
  fs::path stem = ptx;
  stem.replace_extension();
  std::string casePath = stem.string() + ".case.json", expectedPath = stem.string() + ".expected.json";
  std::string text = readFile(ptx);
  std::string error;
  std::optional<Case> c = parseCase(readFile(casePath), casePath, error);
  if (!c)
    throw DataError(error);
  Json expected = parse(readFile(expectedPath), expectedPath + ":1");
  Kernel kernel{ptx.string() + ":1", c->kernel, "case", {{FormLanguage::Ptx, text, ""}}, {{*c, {}, {}, {}}}};
  fs::path cuda = stem.string().append(infoOf(FormLanguage::Cuda).ending);
  if (fs::exists(cuda))
    kernel.forms.push_back({FormLanguage::Cuda, readFile(cuda), ""});
  ExpectedCase &own = kernel.cases[0];
  try {
    double rtol = expected.at("rtol");
    for (const auto &[name, values] : expected.at("outputs").items())
      expect(own.expected.outputs, *c, name, values, expectedPath + ":1");
    if (expected.contains("grads") && !expected.at("grads").empty()) { // a kernel of integers has none
      for (KernelTexts &form : kernel.forms)
        form.backward = form.forward;
      for (const auto &[name, values] : expected.at("grads").items())
        expect(own.expected.grads, *c, name, values, expectedPath + ":1");
    }
    own.outputTolerances = relativeToLargest(own.expected.outputs, rtol);
    own.gradTolerances = relativeToLargest(own.expected.grads, rtol);
  } catch (const Json::exception &problem) {
    throw DataError(expectedPath + ":1: expected {\"rtol\", \"outputs\", \"grads\"}: " + problem.what());
  }
  return kernel;
}

static void forEachCase(const fs::path &directory, const std::function<void(const Kernel &)> &visit) {
  std::vector<fs::path> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(directory))
    if (entry.path().extension() == infoOf(FormLanguage::Ptx).ending)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty())
    throw DataError(directory.string() + ": there is no data set (manifest.json) and no case (NAME.ptx) here");
  for (const fs::path &path : files)
    visit(readCaseFiles(path));
}

void forEachKernel(const std::string &directory, const std::function<void(const Kernel &)> &visit) {
  std::error_code error;
  if (!fs::is_directory(directory, error))
    throw DataError(directory + ": is not a directory");
  try {
    fs::exists(fs::path(directory) / "manifest.json") ? forEachSample(directory, visit) : forEachCase(directory, visit);
  } catch (const fs::filesystem_error &problem) {
    throw DataError(problem.what());
  }
}

} // namespace kgen::gpu
