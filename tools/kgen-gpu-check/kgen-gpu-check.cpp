// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs every kernel of a data set, or of a folder of cases, on an NVIDIA GPU, forward and backward, and holds what it
// computed against what is recorded. Links neither LLVM nor CUDA: it is all that has to be copied to a machine with a
// GPU. Exit status: 0 all well, 1 a kernel is wrong, the data is at fault or there is no GPU, 2 the command line is.

#include "Kernels.h"
#include "kgen/Runtime/CudaDriver.h"
#include "kgen/Support/CaseLaunch.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>

using namespace kgen;
using namespace kgen::cuda;
using namespace kgen::gpu;

static const char *const usage = R"(usage: kgen-gpu-check DIR... [--skip-missing]

Runs the PTX of each kernel, and its CUDA C++ where NVRTC is found, on the first
NVIDIA GPU, forward and backward, and compares with the recorded numbers. DIR is
a data set of kgen-synth (--target nvptx, cuda or all), or a folder of cases.

  --skip-missing   without a GPU, say so and exit with status 0

  kgen-gpu-check samples cases
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
  void checkForm(const Kernel &kernel, const Form &form, Row &row);
  void run(const Kernel &kernel, const ExpectedCase &c, const Form &form, Program &forward, Program *backward,
           bool &forwardRight, bool &backwardRight);
  bool compare(const Kernel &kernel, const char *what, const std::vector<NamedNumbers> &expected,
               const std::vector<NamedNumbers> &computed, double rtol);
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

/// The sizes of an entry point's parameters, as its declaration in PTX says; empty where there is none of that name.
static std::vector<size_t> parameterBytes(const std::string &ptx, const std::string &entry) {
  size_t at = ptx.find(".entry " + entry + "(");
  std::vector<size_t> sizes;
  if (at == std::string::npos)
    return sizes;
  size_t end = ptx.find(')', at);
  static const std::map<std::string, size_t> scalars = {
      {".b8", 1},  {".u8", 1},  {".s8", 1},  {".b16", 2}, {".u16", 2}, {".s16", 2}, {".f16", 2}, {".b32", 4},
      {".u32", 4}, {".s32", 4}, {".f32", 4}, {".b64", 8}, {".u64", 8}, {".s64", 8}, {".f64", 8}};
  for (size_t p = ptx.find(".param", at); p < end; p = ptx.find(".param", p + 1)) {
    size_t stop = std::min(ptx.find_first_of(",)", p), end);
    std::string declaration = ptx.substr(p, stop - p);
    if (size_t bracket = declaration.find('['); bracket != std::string::npos) {
      sizes.push_back(std::strtoul(declaration.c_str() + bracket + 1, nullptr, 10));
      continue;
    }
    for (const auto &[type, size] : scalars)
      if (declaration.find(type + " ") != std::string::npos)
        sizes.push_back(size);
  }
  return sizes;
}

void Checker::run(const Kernel &kernel, const ExpectedCase &c, const Form &form, Program &forward, Program *backward,
                  bool &forwardRight, bool &backwardRight) {
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
  std::string entry = kernel.name + "_cuda_kernel_";
  CaseLaunch launch;
  std::string misfit = launch.bind(c.launch, parameterBytes(form.forward, entry + "forward"),
                                   [&](const std::string &, std::span<std::byte> bytes) {
                                     memory.push_back({bytes, Buffer(bytes)});
                                     return memory.back().onDevice.get();
                                   });
  if (!misfit.empty())
    throw DataError(kernel.place + ": the case does not fit '" + entry + "forward': " + misfit);
  Grid grid(c.launch.numThreads());
  auto spans = [](const std::vector<std::vector<std::byte>> &all) {
    return std::vector<std::span<const std::byte>>(all.begin(), all.end());
  };
  forward.launch(entry + "forward", grid, spans(launch.forwardParameters()));
  fetch();
  forwardRight &= compare(kernel, "", c.expected.outputs, launch.outputs(c.launch), c.rtol);
  if (!backward)
    return;
  backward->launch(entry + "backward", grid, spans(launch.backwardParameters()));
  fetch();
  backwardRight &= compare(kernel, "the gradient of ", c.expected.grads, launch.gradients(c.launch), c.rtol);
}

void Checker::checkForm(const Kernel &kernel, const Form &form, Row &row) {
  bool isPtx = form.language == Form::Ptx, hasBackward = !form.backward.empty();
  Tally &forwardTally = isPtx ? row.ptxForward : row.cudaForward,
        &backwardTally = isPtx ? row.ptxBackward : row.cudaBackward;
  bool forwardRight = true, backwardRight = hasBackward;
  try {
    Form ptx = form;
    if (!isPtx) {
      ptx.forward = compile(form.forward, include, device.chip);
      ptx.backward = hasBackward ? compile(form.backward, include, device.chip) : "";
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
  for (const Form &form : kernel.forms)
    if (form.language == Form::Ptx || hasCompiler())
      checkForm(kernel, form, row);
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static std::vector<double> asDoubles(const Numbers &numbers) {
  return std::visit([](const auto &list) { return std::vector<double>(list.begin(), list.end()); }, numbers);
}

/// Equal within the tolerance, relative to the largest finite number that is expected.
bool Checker::compare(const Kernel &kernel, const char *what, const std::vector<NamedNumbers> &expected,
                      const std::vector<NamedNumbers> &computed, double rtol) {
  for (const NamedNumbers &own : expected) {
    auto other =
        std::find_if(computed.begin(), computed.end(), [&](const NamedNumbers &one) { return one.name == own.name; });
    if (other == computed.end()) {
      blame(kernel, what + own.name + " was not computed");
      return false;
    }
    std::vector<double> right = asDoubles(own.values), got = asDoubles(other->values);
    double scale = 0;
    for (double value : right)
      if (std::isfinite(value))
        scale = std::max(scale, std::fabs(value));
    for (size_t i = 0; i < right.size(); ++i) {
      bool equal = right[i] == got[i] || (std::isnan(right[i]) && std::isnan(got[i])) ||
                   std::fabs(right[i] - got[i]) <= rtol * scale;
      if (!equal) {
        blame(kernel, std::string("expected ") + what + own.name + "[" + std::to_string(i) +
                          "] = " + formatNumber(right[i]) + " but got " + formatNumber(got[i]));
        return false;
      }
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
