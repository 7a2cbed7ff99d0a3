// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs an entry point of a PTX text in software, with a sanitizer's checks, and prints what it computed. Exit status: 0
// all well, 1 the input is at fault, which is also a finding, 2 the command line is.

#include "Arguments.h"
#include "kgen/Support/CaseLaunch.h"
#include "kgen/Support/CommandLine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace kgen;
namespace cl = llvm::cl;

static constexpr const char *overview = "kgen-ptx: runs PTX in software, with a sanitizer's checks\n";
static constexpr const char *examples =
    "  kgen-ptx k.ptx --list                                         the entry points and their parameters\n"
    "  kgen-ptx k.ptx --entry k --case case.json --block 128         runs k on the arguments of the case\n"
    "  kgen-ptx k.ptx --args 'float32[64]=1 float32[64] int32=64'    runs the only one on arguments made here\n"
    "  kgen-ptx k.ptx --entry k --case case.json --schedule 7        threads of a block take turns at random\n";

namespace {
struct Options {
  cl::OptionCategory category{"kgen-ptx"};
  cl::opt<std::string> inputFile{cl::Positional, cl::desc("FILE.ptx"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("Where to write (default: standard output)"), cl::value_desc("file"),
                              cl::init("-"), cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::desc("The entry point to run (default: the only one)"),
                             cl::value_desc("name"), cl::cat(category)};
  cl::opt<std::string> caseFile{"case", cl::desc("The arguments, as JSON (required, except with --args and --list)"),
                                cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> args{"args",
                            cl::desc("The arguments, one word a parameter: 'float32[64]=1.5 float32[64] int32=64';\nan "
                                     "array without numbers is an output"),
                            cl::value_desc("words"), cl::cat(category)};
  cl::list<unsigned> grid{"grid", cl::CommaSeparated, cl::desc("Blocks (default: enough for the case's dim)"),
                          cl::value_desc("x[,y[,z]]"), cl::cat(category)};
  cl::list<unsigned> block{"block", cl::CommaSeparated,
                           cl::desc("Threads of a block (default: 256, or the case's dim)"),
                           cl::value_desc("x[,y[,z]]"), cl::cat(category)};
  cl::opt<uint64_t> shared{"shared", cl::desc("Bytes of dynamic shared memory (default: 0)"), cl::value_desc("bytes"),
                           cl::cat(category)};
  cl::opt<uint64_t> steps{"steps", cl::desc("Instructions after which a launch is given up (default: 2^36)"),
                          cl::init(ptx::MachineOptions().maxSteps), cl::value_desc("count"), cl::cat(category)};
  cl::opt<uint64_t> schedule{"schedule", cl::desc("Threads of a block take turns at random (default: in order)"),
                             cl::value_desc("seed"), cl::cat(category)};
  cl::opt<bool> ordered{
      "ordered",
      cl::desc("Threads may hand each other values in global memory in the order in which they run:\nno race"),
      cl::cat(category)};
  cl::opt<uint64_t> approxError{
      "approx-error", cl::desc("Let approximate instructions err as far as the ISA allows (default: not at all)"),
      cl::value_desc("seed"), cl::cat(category)};
  cl::opt<unsigned> watch{"watch", cl::desc("Print what the instruction at this line gives, in each thread"),
                          cl::value_desc("line"), cl::cat(category)};
  cl::opt<bool> digests{"digests",
                        cl::desc("Print a digest of the bytes of each array, and of its gradient, after the run"),
                        cl::cat(category)};
  cl::opt<bool> list{"list", cl::desc("List the entry points and their parameters"), cl::cat(category)};
  cl::opt<bool> instructions{"instructions", cl::desc("Print the instructions that can be run, as Markdown"),
                             cl::cat(category)};
  cl::opt<bool> trace{"trace", cl::desc("Print what the first thread executes"), cl::cat(category)};
  cl::opt<bool> profile{"profile", cl::desc("Print how often each line was executed, and its requests to memory"),
                        cl::cat(category)};
  cl::opt<unsigned> batchFrom{
      "batch-from",
      cl::Hidden,
      cl::desc("Run blocks of so many threads in batches where that changes nothing (default: 32; 0: never)"),
      cl::init(ptx::MachineOptions().batchFrom),
      cl::value_desc("threads"),
      cl::cat(category)};
  cl::list<GradientsIn> gradientsIn{
      "gradients-in", cl::CommaSeparated,
      cl::desc("The place where a backward by Warp's convention finds the gradients of arrays; if several are given,\n"
               "each array takes the next (default: both)"),
      cl::values(clEnumValN(GradientsIn::Both, "both", "both of these"),
                 clEnumValN(GradientsIn::Adjoints, "adjoints", "the adjoint arguments"),
                 clEnumValN(GradientsIn::Arrays, "arrays", "the arrays' own descriptors"),
                 clEnumValN(GradientsIn::Retained, "retained", "both, and the array is marked to retain it"),
                 clEnumValN(GradientsIn::None, "none", "nothing: it is not wanted")),
      cl::cat(category)};
  cl::list<ArrayLayout> layout{
      "layout", cl::CommaSeparated,
      cl::desc("How arrays by Warp's convention lie in memory; of several, each array takes the next (default: rows)"),
      cl::values(clEnumValN(ArrayLayout::Rows, "rows", "the last dimension fastest"),
                 clEnumValN(ArrayLayout::Gaps, "gaps", "gaps between elements, and between rows"),
                 clEnumValN(ArrayLayout::Columns, "columns", "the first dimension fastest"),
                 clEnumValN(ArrayLayout::Backwards, "backwards", "negative strides")),
      cl::cat(category)};
  cl::opt<bool> unchecked{"unchecked", cl::desc("Check the bounds of accesses only"), cl::cat(category)};

  std::string findMisuse() const {
    if (inputFile.empty() != instructions)
      return "expected FILE.ptx, or --instructions";
    if (!list && !instructions && caseFile.empty() == args.empty())
      return "expected one of --case FILE, --args WORDS and --list";
    if (grid.size() > 3 || block.size() > 3)
      return "expected at most three extents for --grid and --block";
    return "";
  }
};
} // namespace

static void printEntries(const ptx::Module &module, llvm::raw_ostream &os) {
  for (const std::string &entry : module.entries()) {
    os << entry << "\n";
    std::vector<ptx::Parameter> parameters = *module.parameters(entry);
    for (const ptx::Parameter &parameter : parameters)
      os << "  " << parameter.name << ": " << parameter.size << " bytes, aligned to " << parameter.alignment << "\n";
  }
}

static ptx::Extent extentOf(const cl::list<unsigned> &given, ptx::Extent standard) {
  if (given.empty())
    return standard;
  return {given[0], given.size() > 1 ? given[1] : 1, given.size() > 2 ? given[2] : 1};
}

/// Nothing for what is zero: a table of a kernel is mostly that.
static void printColumn(uint64_t number) {
  if (number)
    llvm::errs() << llvm::format_decimal(number, 11);
  else
    llvm::errs().indent(11);
}

static void printProfile(const ptx::Machine &machine, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  llvm::errs() << "      count   requests    sectors  conflicts  divergent   line\n";
  for (const ptx::LineCount &line : machine.profile()) {
    for (uint64_t number : {line.count, line.requests, line.sectors, line.conflicts, line.divergent})
      printColumn(number);
    llvm::errs() << llvm::format_decimal(line.line, 7) << "  " << lines[line.line - 1].trim() << "\n";
  }
}

static void printWatched(unsigned line, const ptx::WatchedValue &watched) {
  auto place = [](const ptx::Extent &at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
  };
  llvm::errs() << line << ": thread " << place(watched.thread) << " of block " << place(watched.block) << ": "
               << watched.name << " = 0x" << llvm::utohexstr(watched.value, /*LowerCase=*/true) << "\n";
}

static std::string entryName(const Options &options, const ptx::Module &module) {
  std::vector<std::string> entries = module.entries();
  return options.entry.empty() && entries.size() == 1 ? entries[0] : std::string(options.entry);
}

/// The case of --case or of --args; what is wrong has been said.
static std::optional<Case> readCase(const Options &options, llvm::StringRef entry,
                                    llvm::ArrayRef<ptx::Parameter> parameters) {
  std::string error;
  std::optional<Case> made;
  if (options.caseFile.empty()) {
    made = parseArguments(options.args, entry, parameters, error);
    if (!made)
      inputError("--args: " + error);
    return made;
  }
  if (std::unique_ptr<llvm::MemoryBuffer> text = readInput(options.caseFile)) {
    llvm::StringRef json = text->getBuffer();
    made = parseCase({json.data(), json.size()}, options.caseFile, error);
    if (!made)
      llvm::errs() << error << "\n";
  }
  return made;
}

static ptx::MachineOptions machineOptions(const Options &options) {
  ptx::MachineOptions made;
  made.checked = !options.unchecked;
  made.globalRaces = !options.ordered;
  made.maxSteps = options.steps;
  made.batchFrom = options.batchFrom;
  made.profile = options.profile;
  made.print = [](std::string_view printed) { llvm::errs() << printed; };
  if (options.trace)
    made.trace = [](unsigned line, std::string_view instruction) {
      llvm::errs() << llvm::format_decimal(line, 6) << "  " << llvm::StringRef(instruction).trim() << "\n";
    };
  if (unsigned line = made.watchedLine = options.watch)
    made.watch = [line](const ptx::WatchedValue &watched) { printWatched(line, watched); };
  if (options.approxError.getNumOccurrences())
    made.approximationError = options.approxError;
  return made;
}

static ptx::Launch launchOf(const Options &options, const Case &c, bool isBackward) {
  uint64_t perBlock = options.block.empty() ? 256 : std::max<uint64_t>(extentOf(options.block, {}).count(), 1);
  ptx::Launch launch = ptx::Launch::over(c.numThreads(), perBlock);
  launch.block = extentOf(options.block, launch.block);
  launch.grid = extentOf(options.grid, launch.grid);
  launch.dynamicShared = options.shared;
  launch.descending = isBackward;
  if (options.schedule.getNumOccurrences())
    launch.schedule = options.schedule;
  return launch;
}

static ArrayViews viewsOf(const Options &options) {
  ArrayViews views;
  if (!options.gradientsIn.empty())
    views.gradients.assign(options.gradientsIn.begin(), options.gradientsIn.end());
  if (!options.layout.empty())
    views.layouts.assign(options.layout.begin(), options.layout.end());
  return views;
}

static int run(const Options &options, const ptx::Module &module, llvm::StringRef text) {
  std::string entry = entryName(options, module);
  std::optional<std::vector<ptx::Parameter>> parameters = module.parameters(entry);
  if (!parameters)
    return inputError(options.inputFile +
                      ": expected an entry point of --entry, one of: " + llvm::join(module.entries(), ", "));
  std::optional<Case> c = readCase(options, entry, *parameters);
  if (!c)
    return 1;
  ptx::Memory memory;
  std::vector<CaseLaunch::Parameter> taken;
  for (const ptx::Parameter &parameter : *parameters)
    taken.push_back({parameter.name, parameter.size, parameter.reads});
  CaseLaunch arguments;
  std::vector<std::pair<std::string, std::span<std::byte>>> arrays;
  auto allocate = [&](const std::string &name, std::span<std::byte> bytes, bool isRead) {
    arrays.emplace_back(name, bytes);
    return memory.allocate(name, bytes, /*writable=*/true, /*initialized=*/isRead);
  };
  std::string wrong = arguments.bind(*c, taken, allocate, viewsOf(options));
  if (!wrong.empty())
    return inputError((options.caseFile.empty() ? "--args" : options.caseFile.getValue()) + ": " + wrong);

  ptx::Launch launch = launchOf(options, *c, arguments.isBackward());
  ptx::Machine machine(module, memory, machineOptions(options));
  std::vector<std::span<const std::byte>> bytes = arguments.parameters(arguments.isBackward());
  std::optional<ptx::Finding> finding = machine.launch(entry, bytes, launch);
  if (options.profile)
    printProfile(machine, text);
  if (finding) {
    llvm::errs() << finding->format(options.inputFile) << "\n";
    return 1;
  }
  for (const auto &[name, held] : arrays)
    if (options.digests)
      llvm::errs() << name << ": "
                   << llvm::utohexstr(llvm::xxh3_64bits({reinterpret_cast<const uint8_t *>(held.data()), held.size()}),
                                      /*LowerCase=*/true)
                   << "\n";
  if (options.digests && options.batchFrom.getNumOccurrences())
    llvm::errs() << "threads in batches: " << machine.batchedThreads() << "\n";
  CaseResult result{arguments.outputs(*c),
                    arguments.isBackward() ? arguments.gradients(*c) : std::vector<NamedNumbers>()};
  return writeOutput(options.output, formatResult(result)) ? 0 : 1;
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-ptx");
  cl::ResetCommandLineParser();
  Options options;
  cl::HideUnrelatedOptions(options.category);
  listValues(options.gradientsIn, options.layout);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  if (std::string misuse = options.findMisuse(); !misuse.empty())
    return argc == 1 ? nothingAsked(misuse) : usageError(misuse);
  if (options.instructions)
    return writeOutput(options.output, ptx::instructionReference()) ? 0 : 1;
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(options.inputFile);
  if (!buffer)
    return 1;
  ptx::Diagnostic diagnostic;
  llvm::StringRef text = buffer->getBuffer();
  std::unique_ptr<ptx::Module> module = ptx::Module::parse({text.data(), text.size()}, diagnostic);
  if (!module) {
    llvm::errs() << options.inputFile << ":" << diagnostic.line << ": error: " << diagnostic.message << "\n";
    return 1;
  }
  if (!options.list)
    return run(options, *module, text);
  std::string entries;
  llvm::raw_string_ostream os(entries);
  printEntries(*module, os);
  return writeOutput(options.output, entries) ? 0 : 1;
}
