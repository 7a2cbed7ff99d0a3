// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-synth: the command line of the data set writer, and nothing else.

#include "Interrupt.h"
#include "Show.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Hash.h"
#include "kgen/Synthesis/DataSet.h"
#include "kgen/Synthesis/Structures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <thread>

using namespace kgen;
namespace cl = llvm::cl;

/// Read by jemalloc, where it is linked: pages that are free for a tenth of a second go back, and a data set takes
/// little more memory after fifty thousand samples than after one thousand. By default it keeps them for ten seconds.
extern "C" {
extern const char *malloc_conf;
LLVM_ATTRIBUTE_VISIBILITY_DEFAULT const char *malloc_conf = "dirty_decay_ms:100,muzzy_decay_ms:0";
}

static constexpr const char *overview = "kgen-synth: writes a data set of kernels in many forms\n";
static constexpr const char *examples =
    "  kgen-synth --count 1000 --target nvptx                     a thousand kernels as Python, kgen and PTX\n"
    "  kgen-synth -n 100 -d all --categories vector -o vectors    a hundred of one kind, in all forms\n"
    "  kgen-synth -n 1000 -d cpu --shard 1/4 -o part1             a quarter, to be merged with the others\n"
    "  kgen-synth -n 100000 -d all --dry-run                      columns, bytes and seconds of a large set\n"
    "  kgen-synth merge part1 part2 part3 part4 -o data           the same bytes as all at once\n"
    "  kgen-synth show kgen-data 7                                sample 7, to be read\n";

static cl::OptionCategory options("kgen-synth");
static cl::SubCommand merge("merge", "Makes one data set out of its shards: kgen-synth merge DIR... -o DIR");

static cl::opt<uint64_t> count("count", cl::desc("Number of samples (required); -n is the same"), cl::value_desc("N"),
                               cl::Required, cl::cat(options));
static cl::alias countAlias("n", cl::desc("Alias for --count"), cl::aliasopt(count), cl::cat(options));

/// The number of a target in `FormTarget::every()`.
enum class TargetNumber {};
static cl::opt<TargetNumber> target("target",
                                    cl::desc("The forms of a sample beside Python and kgen (required); -d and --device "
                                             "are the\nsame"),
                                    cl::Required, cl::cat(options));
static cl::alias targetAlias("d", cl::desc("Alias for --target"), cl::aliasopt(target), cl::cat(options));
static cl::alias deviceAlias("device", cl::desc("Alias for --target"), cl::aliasopt(target), cl::cat(options));

static cl::opt<std::string> directory("o", cl::desc("Directory to write to (default: ./kgen-data)"),
                                      cl::value_desc("DIR"), cl::init("./kgen-data"), cl::cat(options),
                                      cl::sub(cl::SubCommand::getTopLevel()), cl::sub(merge));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of the random numbers (default: 0)"), cl::value_desc("S"),
                              cl::init(0), cl::cat(options));
static cl::list<std::string> categories(
    "categories",
    cl::desc("Kernel types to make, in turn (default: all ten): arithmetic, vector,\nmatrix, control_flow, math, "
             "atomic, nested_loop, multi_conditional, combined,\nscalar_param"),
    cl::value_desc("a,b"), cl::CommaSeparated, cl::cat(options));
static cl::opt<Profile>
    profile("profile", cl::desc("Which mix of kernels to make (default: balanced)"), cl::init(Profile::Balanced),
            cl::cat(options),
            cl::values(clEnumValN(Profile::Balanced, "balanced", "as many of each type"),
                       clEnumValN(Profile::Real, "real", "sizes and shapes about as in kernels that people wrote")));
static cl::opt<Split> split(
    "split",
    cl::desc("Make kernels of one split, which share no structure and no family with\nthose of another, "
             "whatever the seeds (default: of all)"),
    cl::init(Split::All), cl::cat(options),
    cl::values(clEnumValN(Split::Train, "train", "90 in 100 families"),
               clEnumValN(Split::Validation, "validation", "5 in 100"), clEnumValN(Split::Test, "test", "5 in 100")));
static cl::list<std::string>
    from("from",
         cl::desc("Make samples around the kernels of Python files, in turn;\nwith --count 0 one "
                  "of each kernel as it is (default: generate kernels)"),
         cl::value_desc("FILE.py"), cl::CommaSeparated, cl::cat(options));
/// `--from *.py`, as a shell spells it out.
static cl::list<std::string> moreFiles(cl::Positional, cl::desc("[--from FILE.py...]"), cl::cat(options));
static cl::opt<std::string> license("license",
                                    cl::desc("Licence of the files of --from (default: what their head says)"),
                                    cl::value_desc("SPDX"), cl::cat(options));
static cl::opt<bool> backward("backward", cl::desc("Write kernels with their gradients (the default); -b is the same"),
                              cl::cat(options));
static cl::alias backwardAlias("b", cl::desc("Alias for --backward"), cl::aliasopt(backward), cl::cat(options));
static cl::opt<bool> noBackward("no-backward", cl::desc("Write the same kernels without gradients"), cl::cat(options));
/// More threads than this are a slip; the system may not have them.
static constexpr unsigned maxJobs = 256;
static cl::opt<unsigned> jobs("jobs", cl::desc("Threads (default: one for each core)"), cl::value_desc("J"),
                              cl::init(0), cl::cat(options));
static cl::opt<std::string>
    shard("shard", cl::desc("Make part i of N, counted from 1: samples i - 1, i - 1 + N, ... (default: all)"),
          cl::value_desc("i/N"), cl::cat(options));
static cl::opt<Verify> verify(
    "verify", cl::desc("How far samples are checked (default: light)"), cl::init(Verify::Light), cl::cat(options),
    cl::values(clEnumValN(Verify::Light, "light",
                          "interpreter, gradients and ptxas on all;\nPython read back and CPU code run on one in 16"),
               clEnumValN(Verify::Full, "full", "all of these on all, and real Warp and NVRTC where they are")));
static cl::opt<SampleFormat>
    format("format", cl::desc("How samples are written (default: jsonl)"), cl::init(SampleFormat::JsonLines),
           cl::cat(options),
           cl::values(clEnumValN(SampleFormat::JsonLines, "jsonl", "one JSON object a line"),
                      clEnumValN(SampleFormat::JsonLinesZstd, "jsonl.zst", "the same, compressed"),
                      clEnumValN(SampleFormat::Json, "json", "a file for each sample")));
static cl::list<std::string> columns("columns",
                                     cl::desc("Columns that rows have beside metadata (default: all of the target's)"),
                                     cl::value_desc("a,b"), cl::CommaSeparated, cl::cat(options));
static cl::opt<bool> selfContained("self-contained",
                                   cl::desc("Write what C++ and CUDA C++ need of kgen.cuh into each text"),
                                   cl::cat(options));
static cl::opt<std::string> chip("chip", cl::desc("PTX: the GPU's architecture (default: sm_80)"), cl::init("sm_80"),
                                 cl::value_desc("sm_NN"), cl::cat(options));
static cl::opt<bool> dryRun("dry-run",
                            cl::desc("Write nothing; print columns, and about how many bytes and seconds it takes"),
                            cl::cat(options));
static cl::opt<bool>
    overwrite("overwrite",
              cl::desc("Replace a data set that is complete or has other options, or write beside files of others"),
              cl::cat(options), cl::sub(cl::SubCommand::getTopLevel()), cl::sub(merge));
static cl::opt<bool> quiet("quiet", cl::desc("Show no progress"), cl::cat(options),
                           cl::sub(cl::SubCommand::getTopLevel()), cl::sub(merge));
static cl::opt<std::string> stageTimes("stage-times",
                                       cl::desc("Write to a file where the threads' CPU time went, as JSON"),
                                       cl::value_desc("FILE"), cl::Hidden, cl::cat(options));

static cl::list<std::string> shards(cl::Positional, cl::desc("DIR..."), cl::OneOrMore, cl::sub(merge),
                                    cl::cat(options));

/// Lists the targets of the table of languages.
static void addTargets() {
  static std::vector<std::string> helps; // the parser keeps references
  const std::vector<FormTarget> targets = FormTarget::every();
  helps.reserve(targets.size());
  for (const auto &[i, choice] : llvm::enumerate(targets))
    target.getParser().addLiteralOption(choice.name(), static_cast<TargetNumber>(i), helps.emplace_back(choice.help()));
  std::vector<llvm::StringRef> names;
  for (unsigned i = 0; i < targets.size(); ++i)
    names.push_back(target.getParser().getOption(i));
  for (const cl::Option *alias : {static_cast<cl::Option *>(&targetAlias), static_cast<cl::Option *>(&deviceAlias)})
    noteValues(alias->ArgStr, names);
}

/// One line on standard output, for programs.
static void printSummary(const DataSetSummary &summary, llvm::StringRef directory) {
  llvm::json::OStream json(llvm::outs());
  json.object([&] {
    json.attribute("directory", llvm::json::fixUTF8(directory));
    json.attribute("samples", summary.samples);
    json.attribute("complete", summary.complete);
    json.attribute("made", summary.made);
    json.attribute("rejected_draws", summary.rejectedDraws);
    json.attribute("defects", summary.defects);
    json.attributeBegin("seconds");
    json.rawValue(llvm::formatv("{0:F3}", summary.seconds).str());
    json.attributeEnd();
  });
  llvm::outs() << "\n";
  llvm::outs().flush();
}

static void writeStageTimes(const DataSetSummary &summary) {
  std::error_code code;
  llvm::raw_fd_ostream os(stageTimes, code);
  if (code)
    return;
  llvm::json::OStream json(os);
  json.object([&] {
    json.attribute("samples", summary.made);
    json.attributeObject("seconds", [&] {
      for (size_t i = 0; i < numStages; ++i)
        json.attribute(getName(static_cast<Stage>(i)), summary.stages.seconds[i]);
    });
  });
}

/// What a run ends with.
static int finish(llvm::Expected<DataSetSummary> summary) {
  if (!summary) {
    return inputError(llvm::toString(summary.takeError()));
  }
  printSummary(*summary, directory);
  if (!stageTimes.empty())
    writeStageTimes(*summary);
  if (summary->defects)
    llvm::errs() << "kgen-synth: error: " << summary->defects << " samples failed a check and are not in the data set; "
                 << directory << "/defects.jsonl says which and why\n";
  if (int signal = interruptRequested(); signal && !summary->complete) {
    llvm::errs() << "kgen-synth: stopped by a signal with " << summary->samples
                 << " samples; the same command goes on from there\n";
    llvm::outs().flush();
    std::_Exit(128 + signal); // a thread may be in the middle of a sample
  }
  return summary->defects ? 1 : 0;
}

static bool parseShard(DataSetPlan &plan) {
  auto [number, of] = llvm::StringRef(shard).split('/');
  return !number.getAsInteger(10, plan.shard) && !of.getAsInteger(10, plan.shards) && plan.shard >= 1 &&
         plan.shard <= plan.shards;
}

/// Says every few seconds how far the search for inputs is: one kernel may take as long as a hundred others.
static auto sayTried(size_t kernels) {
  return [kernels, last = std::chrono::steady_clock::now()](size_t tried) mutable {
    auto now = std::chrono::steady_clock::now();
    if (quiet || now - last < std::chrono::seconds(3))
      return;
    last = now;
    llvm::errs() << "kgen-synth: " << tried << "/" << kernels << " kernels tried for inputs\n";
  };
}

/// Reads the files of --from into the plan.
static llvm::Error takeSources(DataSetPlan &plan) {
  std::vector<std::string> files(from.begin(), from.end()), passedOver;
  llvm::append_range(files, moreFiles);
  auto sources = readSources(files, license, passedOver);
  if (!sources)
    return sources.takeError();
  for (const std::string &file : passedOver)
    llvm::errs() << "kgen-synth: warning: " << file << "\n";
  size_t inFiles = sources->size();
  keepSplit(*sources, split, /*unchanged=*/count == 0);
  if (sources->empty() && inFiles != 0)
    return llvm::createStringError("expected a kernel of the split '" + getName(split) + "' but none of the " +
                                   llvm::Twine(inFiles) + " in the files is; a hash of a kernel's text decides");
  auto dropped = dropUnusable(*sources, count == 0, seed, plan.sample.forms, sayTried(sources->size()));
  if (!dropped)
    return dropped.takeError();
  for (const std::string &kernel : *dropped)
    llvm::errs() << "kgen-synth: warning: no sample around " << kernel << "\n";
  if (sources->empty())
    return llvm::createStringError(
        "expected a kernel to make samples around but none of those in the files can be run");
  for (const SourceKernel &source : *sources) {
    plan.sample.from.push_back(source.file + " " + source.name + " " + source.licence + " " + sha256(source.text) +
                               (source.oneThread ? " one thread" : ""));
    if (!llvm::is_contained(plan.categories, source.category))
      plan.categories.push_back(source.category);
  }
  plan.sample.unchanged = count == 0;
  if (count == 0)
    plan.count = sources->size();
  plan.sample.sources = std::make_shared<const std::vector<SourceKernel>>(std::move(*sources));
  return llvm::Error::success();
}

/// Takes the columns of the command line, in the order of rows; a message if one is none of the target's.
static std::string takeColumns(SampleOptions &sample) {
  llvm::SmallVector<std::string> all = columnsOf(sample);
  for (llvm::StringRef column : columns)
    if (!llvm::is_contained(all, column.trim()))
      return "expected columns out of " + llvm::join(all, ", ") + " but got '" + column.trim().str() + "'";
  for (const std::string &column : all)
    if (!columns.empty() &&
        (column == "metadata" || llvm::any_of(columns, [&](llvm::StringRef asked) { return asked.trim() == column; })))
      sample.columns.push_back(column);
  return "";
}

/// Says what two seeds of one split have in common: of different splits they have nothing.
static void sayOverlap(const DataSetPlan &plan) {
  if (!quiet && plan.sample.split != Split::All && !plan.sample.sources)
    llvm::errs() << llvm::formatv("kgen-synth: note: two seeds of the split '{0}' share about {1:F0} % of their "
                                  "structures; sets of different splits share none\n",
                                  getName(plan.sample.split), expectedOverlap(plan));
}

/// One line on standard output about what a run would write.
static int printEstimate(const DataSetOptions &set) {
  llvm::Expected<DataSetEstimate> estimate = estimateDataSet(set);
  if (!estimate)
    return inputError(llvm::toString(estimate.takeError()));
  llvm::json::OStream json(llvm::outs());
  json.object([&] {
    json.attribute("samples", set.plan.shardSize());
    json.attributeArray("columns", [&] {
      for (const std::string &column : columnsOf(set.plan.sample))
        json.value(column);
    });
    json.attribute("bytes", estimate->bytes);
    json.attribute("jobs", set.jobs);
    json.attributeBegin("seconds");
    json.rawValue(llvm::formatv("{0:F0}", estimate->seconds).str());
    json.attributeEnd();
    if (!set.plan.sample.sources) {
      json.attributeBegin("percent_shared_with_another_seed");
      json.rawValue(llvm::formatv("{0:F1}", expectedOverlap(set.plan)).str());
      json.attributeEnd();
    }
  });
  llvm::outs() << "\n";
  return 0;
}

static int synthesize() {
  DataSetOptions set;
  set.plan.count = count;
  if (count == 0 && from.empty())
    return usageError("expected --count of at least 1 but got 0");
  if (seed > uint64_t(INT64_MAX)) // readers of tables take integers for 64 bits with a sign
    return usageError("expected --seed below 2^63 but got " + std::to_string(seed));
  if (from.empty() && !moreFiles.empty())
    return usageError("expected files after --from only but got '" + moreFiles.front() + "'");
  if (!from.empty() && !categories.empty())
    return usageError("expected one of --from and --categories but got both");
  if (profile == Profile::Real && (!from.empty() || !categories.empty()))
    return usageError("expected --profile real without --from and --categories, since it has a mix of its own");
  if (from.empty() && !license.empty())
    return usageError("expected --license with --from but got it alone: generated kernels are CC0-1.0");
  if (jobs > maxJobs)
    return usageError("expected --jobs of at most " + std::to_string(maxJobs) + " but got " + std::to_string(jobs));
  if (backward && noBackward)
    return usageError("expected one of --backward and --no-backward but got both");
  if (!license.empty() && !isSpdxExpression(license))
    return usageError(
        "expected --license of an SPDX expression, like MIT or Apache-2.0 WITH LLVM-exception, but got '" + license +
        "'");
  set.plan.sample.forms.target = FormTarget::every()[static_cast<size_t>(target.getValue())];
  set.plan.sample.forms.backward = !noBackward;
  set.plan.sample.forms.selfContained = selfContained;
  set.plan.sample.forms.chip = chip;
  if (chip.getNumOccurrences() && !set.plan.sample.forms.target.has(FormLanguage::Ptx))
    return usageError("expected --chip with --target nvptx or all, since no other has PTX");
  if (auto forms = FormPrinter::create(set.plan.sample.forms); !forms)
    return usageError(llvm::toString(forms.takeError()));
  if (std::string wrong = takeColumns(set.plan.sample); !wrong.empty())
    return usageError(wrong);
  if (!shard.empty() && !parseShard(set.plan))
    return usageError("expected --shard i/N with i from 1 to N but got '" + shard + "'");
  if (!from.empty())
    if (llvm::Error error = takeSources(set.plan))
      return inputError(llvm::toString(std::move(error)));
  if (set.plan.shardSize() == 0)
    return usageError("expected --count of at least " + std::to_string(set.plan.shard) + " for shard " + shard +
                      " to have a sample but got " + std::to_string(set.plan.count));
  for (llvm::StringRef name : categories) {
    name = name.trim();
    std::optional<Category> category = parseCategory(name);
    if (!category)
      return usageError("expected categories out of " + listCategories() + " but got '" + name + "'");
    if (llvm::is_contained(set.plan.categories, *category))
      return usageError("expected each category once but got '" + name + "' twice");
    set.plan.categories.push_back(*category);
  }
  if (set.plan.categories.empty())
    set.plan.categories.append(allCategories().begin(), allCategories().end());
  set.plan.seed = seed;
  set.plan.sample.profile = profile;
  set.plan.sample.verify = verify;
  set.plan.sample.split = split;
  set.plan.format = format;
  set.directory = directory;
  set.jobs = jobs ? jobs : std::max(1u, std::thread::hardware_concurrency());
  if (std::string why = whyTooLittleMemory(set.jobs); !why.empty())
    return inputError(why);
  set.progress = !quiet;
  sayOverlap(set.plan);
  if (dryRun)
    return printEstimate(set);
  set.overwrite = overwrite;
  set.interrupt = handleInterrupts;
  return finish(writeDataSet(set));
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-synth");
  handleExhaustedMemory();
  handleFailedWrites();
  cl::HideUnrelatedOptions(options);
  cl::HideUnrelatedOptions(options, merge);
  addTargets();
  listValues(target, profile, split, verify, format);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  if (isShow())
    return show();
  return merge ? finish(mergeDataSets(shards, directory, overwrite, handleInterrupts)) : synthesize();
}
