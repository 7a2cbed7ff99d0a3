// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every kernel of a data set, or of a folder of cases, on an NVIDIA GPU, forward and backward, and holds what it
// computed against what is recorded. Links neither LLVM nor CUDA: it is all that has to be copied to a machine with a
// GPU. Exit status: 0 all well, 1 a kernel is wrong, the data is at fault or there is no GPU, 2 the command line is.

#include "Kernels.h"
#include "kgen/Runtime/CudaDriver.h"
#include "kgen/Support/CaseLaunch.h"
#include "kgen/Support/StandardStreams.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>

using namespace kgen;
using namespace kgen::cuda;
using namespace kgen::gpu;

static const char *const usage = R"(usage: kgen-gpu-check DIR... [--skip-missing]

Runs the PTX of each kernel, and its CUDA C++ where NVRTC is found, on the first
NVIDIA GPU, forward and backward, and compares with the recorded numbers. DIR is
a data set of kgen-synth (--target nvptx, cuda or all), or a folder of cases.

  --skip-missing   without a GPU, say so and exit with status 0 (default: 1)

Exit status: 0 all right, 1 a kernel is wrong or the data is at fault, 2 the
command line is.

examples:

  kgen-gpu-check kgen-data                       the kernels of a data set
  kgen-gpu-check samples cases --skip-missing    what kit/run_gpu_tests.sh runs
)";

namespace {
/// How many of the kernels of one kind came out right.
struct Tally {
  size_t right = 0, all = 0;
  std::string format() const { return all ? std::to_string(right) + " of " + std::to_string(all) : "-"; }
};

/// One row of the table.
struct Row {
  Tally ptxForward, ptxBackward, cudaForward, cudaBackward;
};

class Checker {
public:
  Checker(const Device &device, const std::string &include) : device(device), include(include) {}

  void check(const Kernel &kernel);
  void print() const;
  bool allRight() const { return wrong == 0 && kernels > 0; }

private:
  void checkForm(const Kernel &kernel, const KernelTexts &form, Row &row);
  void run(const Kernel &kernel, const ExpectedCase &c, const KernelTexts &form, Program &forward, Program *backward,
           bool &forwardRight, bool &backwardRight);
  bool compare(const Kernel &kernel, const char *what, const std::vector<NamedNumbers> &expected,
               const std::vector<NamedNumbers> &computed, const std::vector<Tolerance> &tolerances);
  void blame(const Kernel &kernel, const std::string &message);

  const Device &device;
  std::string include;
  std::map<std::string, Row> rows;
  size_t kernels = 0, wrong = 0;
};
} // namespace

void Checker::blame(const Kernel &kernel, const std::string &message) {
  ++wrong;
  std::fprintf(stderr, "%s: error: %s: %s\n", kernel.place.c_str(), kernel.name.c_str(), message.c_str());
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// An entry point's parameters, as its declaration in PTX says: `.param .align 8 .b8 NAME[56]`, `.param .f32 NAME`.
/// Empty where there is no entry point of that name.
static std::vector<CaseLaunch::Parameter> parametersOf(const std::string &ptx, const std::string &entry) {
  std::vector<CaseLaunch::Parameter> parameters;
  size_t at = ptx.find(".entry " + entry + "(");
  if (at == std::string::npos)
    return parameters;
  std::istringstream words(ptx.substr(at, ptx.find(')', at) - at));
  size_t scalar = 0; // of the type that was named last
  for (std::string word; words >> word;) {
    if (word[0] >= '0' && word[0] <= '9') // an alignment
      continue;
    if (word[0] == '.') {
      size_t digits = word.find_first_of("0123456789");
      scalar = digits == std::string::npos ? scalar : std::strtoul(word.c_str() + digits, nullptr, 10) / 8;
      continue;
    }
    size_t bracket = word.find('['), count = 1;
    if (bracket != std::string::npos)
      count = std::strtoul(word.c_str() + bracket + 1, nullptr, 10);
    if (scalar)
      parameters.push_back({word.substr(0, std::min(bracket, word.find(','))), scalar * count});
    scalar = 0;
  }
  return parameters;
}

void Checker::run(const Kernel &kernel, const ExpectedCase &c, const KernelTexts &form, Program &forward,
                  Program *backward, bool &forwardRight, bool &backwardRight) {
  struct Memory {
    std::span<std::byte> host;
    Buffer onDevice;
  };
  std::vector<Memory> memory;
  auto fetch = [&] {
    for (Memory &own : memory) {
      std::vector<std::byte> bytes = own.onDevice.read();
      std::copy(bytes.begin(), bytes.end(), own.host.begin());
    }
  };
  const LanguageInfo &ptx = infoOf(FormLanguage::Ptx);
  std::string forwardEntry = ptx.entryName(kernel.name, Direction::Forward);
  CaseLaunch launch;
  std::string misfit = launch.bind(c.launch, parametersOf(form.forward, forwardEntry),
                                   [&](const std::string &, std::span<std::byte> bytes, bool) {
                                     memory.push_back({bytes, Buffer(bytes)});
                                     return memory.back().onDevice.get();
                                   });
  if (!misfit.empty())
    throw DataError(kernel.place + ": the case does not fit '" + forwardEntry + "': " + misfit);
  Grid grid(c.launch.numThreads());
  forward.launch(forwardEntry, grid, launch.parameters(/*ofBackward=*/false));
  fetch();
  forwardRight &= compare(kernel, "", c.expected.outputs, launch.outputs(c.launch), c.outputTolerances);
  if (!backward)
    return;
  backward->launch(ptx.entryName(kernel.name, Direction::Backward), grid, launch.parameters(/*ofBackward=*/true));
  fetch();
  backwardRight &= compare(kernel, "the gradient of ", c.expected.grads, launch.gradients(c.launch), c.gradTolerances);
}

void Checker::checkForm(const Kernel &kernel, const KernelTexts &form, Row &row) {
  bool isPtx = form.language == FormLanguage::Ptx, hasBackward = !form.backward.empty();
  Tally &forwardTally = isPtx ? row.ptxForward : row.cudaForward,
        &backwardTally = isPtx ? row.ptxBackward : row.cudaBackward;
  bool forwardRight = true, backwardRight = hasBackward;
  try {
    KernelTexts ptx = form;
    if (!isPtx) {
      ptx.forward = compile(form.forward, include, device.chip);
      bool isOne = form.backward == form.forward;
      ptx.backward = !hasBackward ? "" : isOne ? ptx.forward : compile(form.backward, include, device.chip);
    }
    Program forward(ptx.forward);
    std::unique_ptr<Program> backward = hasBackward ? std::make_unique<Program>(ptx.backward) : nullptr;
    for (const ExpectedCase &c : kernel.cases)
      run(kernel, c, ptx, forward, backward.get(), forwardRight, backwardRight);
  } catch (const DriverError &error) {
    blame(kernel, std::string(isPtx ? "PTX: " : "CUDA C++: ") + error.what());
    forwardRight = backwardRight = false;
  }
  ++forwardTally.all;
  forwardTally.right += forwardRight;
  backwardTally.all += hasBackward;
  backwardTally.right += backwardRight;
}

void Checker::check(const Kernel &kernel) {
  ++kernels;
  Row &row = rows[kernel.category];
  for (const KernelTexts &form : kernel.forms)
    if (form.language == FormLanguage::Ptx || hasCompiler())
      checkForm(kernel, form, row);
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static std::vector<double> asDoubles(const NamedNumbers &numbers) {
  const auto *bits = std::get_if<std::vector<int64_t>>(&numbers.values);
  if (bits && numbers.type == ScalarType::UInt64) {
    std::vector<uint64_t> list(bits->begin(), bits->end());
    return {list.begin(), list.end()};
  }
  return std::visit([](const auto &list) { return std::vector<double>(list.begin(), list.end()); }, numbers.values);
}

/// Equal within the tolerances.
bool Checker::compare(const Kernel &kernel, const char *what, const std::vector<NamedNumbers> &expected,
                      const std::vector<NamedNumbers> &computed, const std::vector<Tolerance> &tolerances) {
  for (size_t argument = 0; argument < expected.size(); ++argument) {
    const NamedNumbers &own = expected[argument];
    auto other =
        std::find_if(computed.begin(), computed.end(), [&](const NamedNumbers &one) { return one.name == own.name; });
    if (other == computed.end()) {
      blame(kernel, what + own.name + " was not computed");
      return false;
    }
    std::vector<double> right = asDoubles(own), got = asDoubles(*other);
    if (std::optional<size_t> at = findDifference(got, right, tolerances[argument])) {
      blame(kernel, std::string("expected ") + what + own.name + "[" + std::to_string(*at) +
                        "] = " + formatNumber(right[*at]) + " but got " + formatNumber(got[*at]));
      return false;
    }
  }
  return true;
}

void Checker::print() const {
  std::printf("%s, %s\n\n%-20s %14s %14s %14s %14s\n", device.name.c_str(), device.chip.c_str(), "", "PTX",
              "PTX backward", "CUDA C++", "backward");
  Row total;
  auto line = [](const std::string &name, const Row &row) {
    std::printf("%-20s %14s %14s %14s %14s\n", name.c_str(), row.ptxForward.format().c_str(),
                row.ptxBackward.format().c_str(), row.cudaForward.format().c_str(), row.cudaBackward.format().c_str());
  };
  for (const auto &[name, row] : rows) {
    line(name, row);
    for (Tally Row::*column : {&Row::ptxForward, &Row::ptxBackward, &Row::cudaForward, &Row::cudaBackward}) {
      (total.*column).right += (row.*column).right;
      (total.*column).all += (row.*column).all;
    }
  }
  line("all", total);
  auto pair = [](const Tally &tally) {
    return "[" + std::to_string(tally.right) + ", " + std::to_string(tally.all) + "]";
  };
  std::printf("\n{\"device\": %s, \"chip\": \"%s\", \"kernels\": %zu, \"right_of_all\": {\"ptx_forward\": %s, "
              "\"ptx_backward\": %s, "
              "\"cuda_forward\": %s, \"cuda_backward\": %s}, \"nvrtc\": %s}\n",
              quoteJson(device.name).c_str(), device.chip.c_str(), kernels, pair(total.ptxForward).c_str(),
              pair(total.ptxBackward).c_str(), pair(total.cudaForward).c_str(), pair(total.cudaBackward).c_str(),
              hasCompiler() ? "true" : "false");
}

static int misuse(const std::string &message) {
  std::fprintf(stderr, "kgen-gpu-check: %s\n%s", message.c_str(), usage);
  return 2;
}

int main(int argc, char **argv) {
  openStandardStreams();
  std::vector<std::string> directories;
  bool skipMissing = false;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--help" || argument == "-h") {
      std::fputs(usage, stdout);
      return 0;
    }
    if (argument == "--skip-missing")
      skipMissing = true;
    else if (argument.starts_with("-"))
      return misuse("unknown option '" + argument + "'");
    else
      directories.push_back(argument);
  }
  if (directories.empty())
    return misuse("expected a directory");
  Device device;
  try {
    device = openDevice();
  } catch (const DriverError &error) {
    std::fprintf(skipMissing ? stdout : stderr, "CUDA not available: skipped (%s)\n", error.what());
    return skipMissing ? 0 : 1;
  }
  try {
    bool allRight = true;
    for (const std::string &directory : directories) {
      Checker checker(device, directory);
      forEachKernel(directory, [&](const Kernel &kernel) { checker.check(kernel); });
      checker.print();
      allRight &= checker.allRight();
    }
    return allRight && std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "kgen-gpu-check: %s\n", error.what());
    return 1;
  }
}
