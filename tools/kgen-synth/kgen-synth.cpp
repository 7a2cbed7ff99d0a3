// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-synth: the command line of the data set writer, and nothing else.

#include "kgen/Support/CommandLine.h"
#include "Show.h"
#include "kgen/Synthesis/DataSet.h"
#include "llvm/Support/CommandLine.h"
#include <thread>

using namespace kgen;
namespace cl = llvm::cl;

static constexpr const char *overview = "kgen-synth: writes a data set of kernels in many forms\n";
static constexpr const char *examples =
    "  kgen-synth --count 1000 --target nvptx                  a thousand kernels as Python, kgen and PTX\n"
    "  kgen-synth -n 100 -d all --categories vector -o data    a hundred of one kind, in all forms\n"
    "  kgen-synth show kgen-data 7                             sample 7, to be read\n";

static cl::OptionCategory options("kgen-synth");

static cl::opt<uint64_t> count("count", cl::desc("Number of samples (required)"), cl::value_desc("N"), cl::Required,
                               cl::cat(options));
static cl::alias countAlias("n", cl::desc("Alias for --count"), cl::aliasopt(count), cl::cat(options));

static cl::opt<SampleTarget> target(
    "target", cl::desc("What a sample holds beside Python and kgen (required)"),
    cl::values(clEnumValN(SampleTarget::CPU, "cpu", "LLVM IR for the CPU"),
               clEnumValN(SampleTarget::CUDA, "cuda", "CUDA C++"), clEnumValN(SampleTarget::NVPTX, "nvptx", "PTX"),
               clEnumValN(SampleTarget::All, "all", "all of these, and C++ for the CPU")),
    cl::Required, cl::cat(options));
static cl::alias targetAlias("d", cl::desc("Alias for --target"), cl::aliasopt(target), cl::cat(options));
static cl::alias deviceAlias("device", cl::desc("Alias for --target"), cl::aliasopt(target), cl::cat(options));

static cl::opt<std::string> directory("o", cl::desc("Directory to write to (default: ./kgen-data)"), cl::value_desc("DIR"),
                                      cl::init("./kgen-data"), cl::cat(options));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the random numbers (default: 0)"), cl::value_desc("S"), cl::init(0),
                              cl::cat(options));
static cl::list<std::string> categories("categories", cl::desc("Kernel types to make, in turn (default: all ten)"),
                                        cl::value_desc("a,b"), cl::CommaSeparated, cl::cat(options));
static cl::opt<bool> backward("backward", cl::desc("Make kernels with their gradients (the default)"),
                              cl::cat(options));
static cl::alias backwardAlias("b", cl::desc("Alias for --backward"), cl::aliasopt(backward), cl::cat(options));
static cl::opt<bool> noBackward("no-backward", cl::desc("Make kernels without gradients"), cl::cat(options));
/// More threads than this are a slip; the system may not have them.
static constexpr unsigned maxJobs = 256;
static cl::opt<unsigned> jobs("jobs", cl::desc("Threads (default: one for each core)"), cl::value_desc("J"),
                              cl::init(0), cl::cat(options));
static cl::opt<bool> selfContained("self-contained",
                                   cl::desc("Write what C++ and CUDA C++ need of kgen.cuh into each text"),
                                   cl::cat(options));
static cl::opt<bool> quiet("quiet", cl::desc("Print errors only"), cl::cat(options));

enum class Format { JsonLines };
static cl::opt<Format> format("format", cl::desc("How samples are written"), cl::init(Format::JsonLines),
                              cl::values(clEnumValN(Format::JsonLines, "jsonl", "one JSON object a line (default)")),
                              cl::cat(options));

static int synthesize() {
  if (count == 0)
    return usageError("expected --count of at least 1 but got 0");
  if (jobs > maxJobs)
    return usageError("expected --jobs of at most " + std::to_string(maxJobs) + " but got " + std::to_string(jobs));
  if (backward && noBackward)
    return usageError("expected one of --backward and --no-backward but got both");
  DataSetOptions set;
  for (const std::string &name : categories) {
    std::optional<Category> category = parseCategory(name);
    if (!category)
      return usageError("expected categories out of " + listCategories() + " but got '" + name + "'");
    if (llvm::is_contained(set.plan.categories, *category))
      return usageError("expected each category once but got '" + name + "' twice");
    set.plan.categories.push_back(*category);
  }
  if (set.plan.categories.empty())
    set.plan.categories.append(allCategories().begin(), allCategories().end());
  set.plan.count = count;
  set.plan.seed = seed;
  set.plan.sample.forms.target = target;
  set.plan.sample.forms.backward = !noBackward;
  set.plan.sample.forms.selfContained = selfContained;
  set.directory = directory;
  set.jobs = jobs ? jobs : std::max(1u, std::thread::hardware_concurrency());
  set.progress = !quiet;
  mlir::FailureOr<DataSetSummary> summary = writeDataSet(set);
  if (mlir::failed(summary))
    return 1;
  if (!quiet)
    llvm::errs() << "kgen-synth: wrote " << summary->samples << " samples to " << set.directory << " ("
                 << set.plan.categories.size() << " categories, target " << getName(set.plan.sample.forms.target) << ", "
                 << summary->rejected << " draws rejected)\n";
  return 0;
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-synth");
  cl::HideUnrelatedOptions(options);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  return isShow() ? show() : synthesize();
}
