// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-library LIBRARY.json -o knowledge.txt: checks what read_library.py read, tries each idiom, counts its
// structures, and writes what kgen-synth reads. Runs at build time. What is wrong is said at the library's line.

#include "Shares.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Synthesis/Categories.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

static constexpr const char *overview =
    "kgen-library: checks the library of knowledge and writes what kgen-synth reads\n";
static constexpr const char *examples =
    "  kgen-library library.json -o knowledge.txt             what kgen-synth reads\n"
    "  kgen-library library.json --print -o /dev/null          how many structures each idiom has\n"
    "  kgen-library library.json --exact --counts counts.txt -o /dev/null   counts them, and writes this down\n"
    "  kgen-library library.json --idiom map_point             five kernels of an idiom, and its count\n"
    "  kgen-library library.json --idiom map_point --structure 1   the kernel of one structure\n\n"
    "tools/kgen-library/read_library.py makes library.json out of data/library: dialect-docs/knowledge.md.\n";

namespace cl = llvm::cl;
static cl::OptionCategory options("kgen-library");
static cl::opt<std::string> input(cl::Positional, cl::Required, cl::desc("LIBRARY.json"), cl::cat(options));
static cl::opt<std::string> output("o", cl::desc("where to write (default: standard output)"), cl::value_desc("file"),
                                   cl::init("-"), cl::cat(options));
static cl::opt<bool> printCounts("print", cl::desc("print what was counted, an idiom a line"), cl::cat(options));
static cl::opt<std::string> only("idiom",
                                 cl::desc("print kernels of this idiom, and write nothing (default: all idioms)"),
                                 cl::value_desc("name"), cl::cat(options));
static cl::opt<uint64_t> structure("structure", cl::init(0),
                                   cl::desc("with --idiom: print the kernel of this structure (default: five)"),
                                   cl::value_desc("number"), cl::cat(options));
static cl::opt<bool> exact("exact", cl::cat(options),
                           cl::desc("count what --counts does not say, and write it there (minutes)"));
static cl::opt<std::string> countsFile("counts",
                                       cl::desc("what was counted before: an idiom a line (default: nothing was)"),
                                       cl::value_desc("file"), cl::cat(options));
static cl::opt<unsigned>
    check("check", cl::init(0), cl::value_desc("N"), cl::cat(options),
          cl::desc("import N kernels of each idiom, print those that are one, and write nothing (default: 0)"));

namespace {

void printCount(const Idiom &idiom, const Tried &tried) {
  llvm::outs() << idiom.name << ": 2^" << tried.space.bits << " numbers, " << tried.space.structures
               << (tried.space.isExact ? "" : " (estimated)") << " structures, " << llvm::format("%.3g", tried.all)
               << " in all, " << llvm::count_if(tried.structures, std::mem_fn(&Structure::isDifferent))
               << " listed that differ;";
  for (unsigned category = 0; category < numCategories; ++category)
    llvm::outs() << " " << getName(static_cast<Category>(category)) << ":" << tried.space.different[category];
  llvm::outs() << "\n";
}

/// The files in what read_library.py wrote; none where it is something else.
std::vector<LibraryFile> filesOf(const llvm::json::Value &json) {
  std::vector<LibraryFile> files;
  const llvm::json::Array *entries = json.getAsArray();
  if (!entries)
    return files;
  for (const llvm::json::Value &entry : *entries) {
    const llvm::json::Array *file = entry.getAsArray();
    if (!file || file->size() != 2 || !file->front().getAsString() || !file->back().getAsString())
      return {};
    files.push_back({*file->front().getAsString(), *file->back().getAsString()});
  }
  return files;
}

/// What was counted before; nothing, and said, where the file is something else.
std::optional<Counts> readCounts() {
  Counts counts;
  auto buffer = llvm::MemoryBuffer::getFile(countsFile);
  if (!buffer) {
    if (exact)
      return counts;
    llvm::errs() << "kgen-library: error: cannot read '" << countsFile << "': " << buffer.getError().message() << "\n";
    return std::nullopt;
  }
  for (llvm::line_iterator line(**buffer, /*SkipBlanks=*/true, '#'); !line.is_at_end(); ++line) {
    llvm::SmallVector<StringRef> words;
    line->split(words, ' ');
    Count count;
    if (words.size() != 3 || words[1].getAsInteger(10, count.structures) || words[2].getAsInteger(16, count.mark)) {
      llvm::errs() << countsFile << ":" << line.line_number()
                   << ": error: expected an idiom, its structures and the mark of its decisions but got '" << *line
                   << "'\n";
      return std::nullopt;
    }
    counts[words[0].str()] = count;
  }
  return counts;
}

/// Writes what was counted, so that it is not counted again, and of other idioms what `counts` says; returns whether it
/// could.
bool writeCounts(const Library &library, llvm::ArrayRef<unsigned> wanted, llvm::ArrayRef<Tried> all, Counts counts) {
  for (auto [i, tried] : llvm::zip_equal(wanted, all))
    if (tried.mark && tried.space.isExact)
      counts[library.idioms[i].name] = {tried.mark, tried.space.structures};
  std::error_code code;
  llvm::raw_fd_ostream os(countsFile, code);
  if (code) {
    llvm::errs() << "kgen-library: error: cannot write '" << countsFile << "': " << code.message() << "\n";
    return false;
  }
  os << "# Structures of idioms with more than a few, counted by kgen-library --exact, and the marks of their "
        "decisions.\n";
  for (const auto &[name, count] : counts)
    os << name << " " << count.structures << " " << llvm::format_hex_no_prefix(count.mark, 16) << "\n";
  return true;
}

/// Prints the kernel of one structure of an idiom; the tool's exit status.
int printStructure(const Library &library, unsigned idiom) {
  if (Prober(library, idiom, exact, {}).printStructure(structure))
    return 0;
  llvm::errs() << "kgen-library: error: expected a structure of the idiom '" << only << "' but " << structure
               << " is none\n";
  return 1;
}

int refuseInput() {
  llvm::errs() << input << ":1: error: expected what read_library.py writes\n";
  return 1;
}

/// The idioms that were asked for; none, and said, if the library has none of that name.
std::vector<unsigned> wantedIdioms(const Library &library) {
  std::vector<unsigned> wanted;
  for (unsigned i = 0; i < library.idioms.size(); ++i)
    if (only.empty() || library.idioms[i].name == only)
      wanted.push_back(i);
  if (wanted.empty())
    llvm::errs() << "kgen-library: error: expected an idiom of the library but got '" << only << "'\n";
  return wanted;
}

/// Tries idioms, and says what is wrong with them; returns whether all are right.
bool tryAll(const Library &library, llvm::ArrayRef<unsigned> wanted, const Counts &counts, std::vector<Tried> &all) {
  all.resize(wanted.size());
  llvm::parallelFor(0, wanted.size(), [&](size_t i) { all[i] = Prober(library, wanted[i], exact, counts).collect(); });
  compareIdioms(all);
  llvm::parallelFor(0, wanted.size(), [&](size_t i) { Prober(library, wanted[i], exact, counts).import(all[i]); });
  bool isRight = true;
  for (const Tried &tried : all)
    for (const std::string &message : tried.errors) {
      llvm::errs() << message << "\n";
      isRight = false;
    }
  distribute(all);
  return isRight;
}

void printAll(const Library &library, llvm::ArrayRef<unsigned> wanted, llvm::ArrayRef<Tried> all) {
  uint64_t sum = 0;
  for (auto [i, tried] : llvm::zip_equal(wanted, all)) {
    printCount(library.idioms[i], tried);
    sum += tried.space.structures;
  }
  unsigned estimated = llvm::count_if(all, [](const Tried &tried) { return !tried.space.isExact; });
  llvm::outs() << sum << " structures";
  if (estimated)
    llvm::outs() << ", those of " << estimated << " idioms estimated";
  llvm::outs() << "\n";
}

/// Writes what kgen-synth reads; the tool's exit status.
int writeKnowledge(llvm::ArrayRef<LibraryFile> sources, const std::vector<Tried> &all) {
  Knowledge knowledge;
  for (const Tried &tried : all)
    knowledge.spaces.push_back(tried.space);
  for (unsigned category = 0; category < numCategories; ++category) {
    knowledge.shares.push_back(sharesOf(category, all));
    knowledge.reserves.push_back(reservesOf(category, all));
  }
  knowledge.real = realShares(all);
  std::error_code code;
  llvm::raw_fd_ostream os(output, code);
  if (code) {
    llvm::errs() << "kgen-library: error: cannot write '" << output << "': " << code.message() << "\n";
    return 1;
  }
  knowledge.write(sources, os);
  return 0;
}

/// Does with a library that was read what the command line asks for; the tool's exit status. `failed`: something in it
/// is wrong already.
int run(const Library &library, llvm::ArrayRef<LibraryFile> sources, bool failed) {
  std::vector<unsigned> wanted = wantedIdioms(library);
  if (wanted.empty())
    return 1;
  if (structure.getNumOccurrences() && !only.empty())
    return printStructure(library, wanted.front());
  std::optional<Counts> counts = countsFile.empty() ? Counts() : readCounts();
  if (!counts)
    return 1;
  Kernels seen;
  for (unsigned i : wanted) {
    if (!only.empty() && !check)
      Prober(library, i, exact, *counts).print(5);
    if (check)
      Prober(library, i, exact, *counts).findTwins(check, seen);
  }
  if (check)
    return 0;
  std::vector<Tried> all;
  failed |= !tryAll(library, wanted, *counts, all);
  if (printCounts || !only.empty())
    printAll(library, wanted, all);
  if (failed)
    return 1;
  if (exact && !countsFile.empty() && !writeCounts(library, wanted, all, only.empty() ? Counts() : *counts))
    return 1;
  return only.empty() ? writeKnowledge(sources, all) : 0;
}

} // namespace

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-library");
  llvm::cl::HideUnrelatedOptions(options);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  auto buffer = llvm::MemoryBuffer::getFile(input);
  if (!buffer) {
    llvm::errs() << "kgen-library: error: cannot read '" << input << "': " << buffer.getError().message() << "\n";
    return 1;
  }
  llvm::Expected<llvm::json::Value> files = llvm::json::parse((*buffer)->getBuffer());
  if (!files) {
    llvm::consumeError(files.takeError());
    return refuseInput();
  }
  std::vector<LibraryFile> sources = filesOf(*files);
  if (sources.empty())
    return refuseInput();
  bool failed = false;
  auto report = [&](StringRef file, unsigned line, const std::string &message) {
    llvm::errs() << file << ":" << line << ": error: " << message << "\n";
    failed = true;
  };
  std::unique_ptr<Library> library = Library::read(sources, report);
  if (!library)
    return failed ? 1 : refuseInput();
  lint(*library, report);
  return run(*library, sources, failed);
}
