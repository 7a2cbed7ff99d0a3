// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-stats: the command line of statistics and validation, and nothing else. Exit status: 0 all well, 1 the data set
// is at fault, 2 the command line is.

#include "kgen/Stats/Statistics.h"
#include "kgen/Stats/Validate.h"
#include "kgen/Support/CommandLine.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace kgen;
namespace cl = llvm::cl;

static constexpr const char *overview = "kgen-stats: what a data set holds, and whether it is right\n";
static constexpr const char *examples =
    "  kgen-stats kgen-data                          balance, sizes, duplicates, checks, as a table\n"
    "  kgen-stats kgen-data --html -o stats.html     the same as a page\n"
    "  kgen-stats kgen-data --validate               replays every check: \"1000 of 1000 valid\"\n";

static cl::OptionCategory options("kgen-stats");
static cl::opt<std::string> directory(cl::Positional, cl::Required, cl::desc("DIR"), cl::cat(options));
static cl::opt<bool> validate("validate", cl::desc("Replay every check from the files alone"), cl::cat(options));
static cl::opt<bool> again("again", cl::desc("With --validate: make each row anew too, and compare the bytes"),
                           cl::cat(options));
static cl::opt<bool> json("json", cl::desc("Print one JSON object instead of a table"), cl::cat(options));
static cl::opt<bool> html("html", cl::desc("Print a self-contained page instead of a table"), cl::cat(options));
static cl::opt<std::string> output("o", cl::desc("where to write (default: standard output)"), cl::value_desc("file"),
                                   cl::init("-"), cl::cat(options));

/// The last part of the directory's path, for the title.
static std::string title() {
  llvm::SmallString<128> path(directory.getValue());
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return llvm::sys::path::filename(path).str();
}

static int printStatistics() {
  llvm::Expected<Statistics> statistics = collectStatistics(directory);
  if (!statistics) {
    llvm::errs() << llvm::toString(statistics.takeError()) << "\n";
    return 1;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (json)
    printJson(*statistics, os);
  else if (html)
    printHtml(*statistics, title(), os);
  else
    printTable(*statistics, os);
  return writeOutput(output, text) ? 0 : 1;
}

static int printValidation() {
  std::string text;
  llvm::raw_string_ostream os(text);
  bool isValid = validateDataSet(directory, again, os, llvm::errs());
  return writeOutput(output, text) && isValid ? 0 : 1;
}

int main(int argc, char **argv) {
  InitTool init(argc, argv, "kgen-stats");
  cl::HideUnrelatedOptions(options);
  if (!parseCommandLine(argc, argv, overview, examples))
    return 2;
  if (again && !validate)
    return usageError("expected --again with --validate");
  if (validate && (json || html))
    return usageError("expected --validate without --json and --html");
  if (json && html)
    return usageError("expected --json or --html, but got both");
  return validate ? printValidation() : printStatistics();
}
