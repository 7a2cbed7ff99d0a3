// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Goes through a data set once: first its files against the manifest, then its rows, many at a time on all cores. What
// it finds it reports in the order of the files, whichever thread found it first.

#include "kgen/Stats/Validate.h"
#include "Numbers.h"
#include "RowChecker.h"
#include "kgen/Import/Import.h"
#include "kgen/Synthesis/DataCard.h"
#include "kgen/Synthesis/Recompose.h"
#include "kgen/Target/LLVM.h"
#include "kgen/Target/Ptxas.h"
#include "kgen/Target/Text.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>
#include <thread>

using namespace kgen;
using namespace kgen::stats;
using llvm::Expected;
using llvm::StringRef;

/// Rows that one thread takes at a time: enough to make the start of a child process cheap.
static constexpr size_t sliceSize = 64;
/// Messages after which no more are printed.
static constexpr uint64_t maxMessages = 100;

namespace {

class Validator {
public:
  Validator(StringRef directory, bool again, llvm::raw_ostream &os, llvm::raw_ostream &errors)
      : directory(directory), again(again), os(os), errors(errors) {}

  bool run();

private:
  void report(const llvm::Twine &message);
  void checkFiles(const Manifest &manifest);
  void findOthers(const Manifest &manifest, const llvm::StringSet<> &known);
  void checkHeader(const Manifest &manifest);
  void checkManifest(const Manifest &manifest);
  void checkCard(const Manifest &manifest);
  void checkMixture(const Row &row, RowVerdict &verdict);
  void checkDefects(const Manifest &manifest);
  void findTools(const Manifest &manifest);
  bool startCheckers(const Manifest &manifest);
  void checkRows(DataSetReader &reader);
  std::vector<std::vector<Row>> nextSlices(DataSetReader &reader);
  void passDefects(const DataSetPlan &plan);
  void checkIndex(uint64_t index, const DataSetPlan &plan, RowVerdict &verdict);
  void take(const Row &row, const RowVerdict &verdict, const DataSetPlan &plan);
  void printSummary(const Manifest &manifest);
  std::string balance() const;
  std::string path(StringRef name) const {
    llvm::SmallString<128> result(directory);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }

  StringRef directory;
  bool again;
  llvm::raw_ostream &os, &errors;
  uint64_t messages = 0;
  std::string lastMessage;
  CheckTools tools;
  std::vector<std::unique_ptr<RowChecker>> checkers;
  /// What could not be checked here, and why.
  std::vector<std::string> notRun;
  /// Set where reading could not go on.
  bool isCutOff = false;

  uint64_t place = 0, valid = 0, duplicates = 0, numRows = 0, rejectedDraws = 0;
  llvm::StringMap<uint64_t> rowsByCategory;
  std::array<std::optional<bool>, numChecks> wasChecked = {};
  /// The indices of samples that failed a check when they were made, and are in no file of samples.
  std::set<uint64_t> defects;
  RowVerdict sums;
  ColumnType type;
  std::string typeFrom;
  /// Where each structure stood first, by the pass that gave it out.
  llvm::StringMap<std::map<uint64_t, std::string>> ids;
  Counts categories;
};

} // namespace

void Validator::report(const llvm::Twine &message) {
  std::string text = message.str();
  if (text == lastMessage) // a file that is not there is met twice
    return;
  lastMessage = text;
  if (messages < maxMessages)
    errors << text << "\n";
  ++messages;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

static bool hasHeader(const Manifest &manifest) {
  const FormOptions &forms = manifest.plan.sample.forms;
  return forms.target.hasText() && !forms.selfContained;
}

void Validator::checkFiles(const Manifest &manifest) {
  std::vector<std::string> wrong(manifest.files.size());
  llvm::parallelFor(0, manifest.files.size(), [&](size_t i) {
    if (llvm::Error error = verifyDataFile(directory, manifest.files[i]))
      wrong[i] = llvm::toString(std::move(error));
  });
  llvm::StringSet<> known;
  for (auto [file, message] : llvm::zip_equal(manifest.files, wrong)) {
    known.insert(file.name);
    if (!message.empty())
      report(message);
  }
  findOthers(manifest, known);
  if (!manifest.complete)
    report(path("manifest.json") + ": error: expected a finished set but it has " + llvm::Twine(manifest.samples) +
           " of " + llvm::Twine(manifest.plan.shardSize()) + " samples; run the same kgen-synth again to go on");
  checkHeader(manifest);
  checkDefects(manifest);
}

/// Who loads a folder reads all of it: what the manifest does not know is no part of the set.
void Validator::findOthers(const Manifest &manifest, const llvm::StringSet<> &known) {
  llvm::StringSet<> own = {"manifest.json", "README.md"};
  if (manifest.defects)
    own.insert("defects.jsonl");
  if (hasHeader(manifest))
    own.insert("kgen/kgen.cuh");
  std::vector<std::string> others;
  std::error_code code;
  size_t prefix = directory.size() + (directory.ends_with("/") ? 0 : 1);
  for (llvm::sys::fs::recursive_directory_iterator at(directory, code), end; at != end && !code; at.increment(code)) {
    StringRef name = StringRef(at->path()).drop_front(prefix);
    if (!llvm::sys::fs::is_directory(at->path()) && !known.contains(name) && !own.contains(name))
      others.push_back(name.str());
  }
  llvm::sort(others);
  for (const std::string &name : others)
    report(path(name) + ": error: expected no such file, since the manifest does not know it");
}

/// The line of a text in which the last field that a message names stands first; 1 where none does.
static size_t lineOf(StringRef text, StringRef message) {
  StringRef field = message.take_until([](char c) { return c == ':'; });
  field = field.contains('\'') ? field.split('\'').second.split('\'').first : field;
  field = field.substr(field.rfind('.') + 1).take_until([](char c) { return c == '['; });
  size_t at = text.find(("\"" + field + "\"").str());
  return at == StringRef::npos ? 1 : 1 + text.take_front(at).count('\n');
}

/// The manifest says what kgen-synth writes of the options and the rows, and nothing else.
void Validator::checkManifest(const Manifest &manifest) {
  Manifest expected = manifest;
  if (!isCutOff) {
    expected.samples = numRows;
    expected.rejectedDraws = rejectedDraws;
    for (auto [category, count] : llvm::zip_equal(manifest.plan.categories, expected.samplesByCategory))
      count = rowsByCategory.lookup(getName(category));
  }
  auto buffer = llvm::MemoryBuffer::getFile(path("manifest.json"));
  if (!buffer)
    return;
  Expected<Json> found = parseLine((*buffer)->getBuffer(), path("manifest.json"), 1);
  if (!found)
    return report(llvm::toString(found.takeError()));
  if (std::string wrong = describeDifference(Json::parse(expected.toJson()), *found); !wrong.empty())
    report(path("manifest.json") + ":" + llvm::Twine(lineOf((*buffer)->getBuffer(), wrong)) + ": error: " + wrong);
}

/// The card that hubs show, unless somebody has written another one.
void Validator::checkCard(const Manifest &manifest) {
  std::string name = path("README.md");
  auto buffer = llvm::MemoryBuffer::getFile(name);
  if (!buffer)
    report(name + ": error: cannot read it: " + buffer.getError().message());
  else if (tools.forms && isDataCard((*buffer)->getBuffer()) && (*buffer)->getBuffer() != dataCard(manifest))
    report(name + ": error: expected the card that kgen-synth writes of the set; the file was changed");
}

/// A check that the options ask for is made of all samples, or of none: what a run could not make the next one makes.
void Validator::checkMixture(const Row &row, RowVerdict &verdict) {
  for (size_t i = 0; i < numChecks; ++i) {
    if (!verdict.checked[i])
      continue;
    if (!wasChecked[i])
      wasChecked[i] = verdict.checked[i];
    else if (wasChecked[i] != verdict.checked[i])
      verdict.problems.push_back(
          row.checksFile + ":" + std::to_string(row.checksLine) + ": error: expected the check '" +
          getName(static_cast<Check>(i)).str() + "' to have been " + (*wasChecked[i] ? "made" : "left out") +
          ", as of the samples before; " + "kgen-synth with the same options makes what is missing");
  }
}

void Validator::checkDefects(const Manifest &manifest) {
  if (manifest.defects == 0)
    return;
  std::string file = path("defects.jsonl");
  if (auto buffer = llvm::MemoryBuffer::getFile(file))
    for (llvm::line_iterator line(**buffer); !line.is_at_end(); ++line) {
      StringRef start = *line;
      uint64_t index = 0;
      if (start.consume_front("{\"index\":") && !start.consumeInteger(10, index))
        defects.insert(index);
    }
  std::string named =
      defects.size() == manifest.defects ? "" : ", of which this file names " + std::to_string(defects.size());
  report(file + ": error: expected no samples that failed a check but the manifest says " +
         llvm::Twine(manifest.defects) + named);
}

/// What C++ and CUDA C++ include lies beside the samples.
void Validator::checkHeader(const Manifest &manifest) {
  if (!hasHeader(manifest))
    return;
  std::string header = path("kgen/kgen.cuh");
  auto buffer = llvm::MemoryBuffer::getFile(header);
  if (!buffer)
    report(header + ": error: cannot read it, though the texts include it: " + buffer.getError().message());
  else if (tools.forms && (*buffer)->getBuffer() != kgenHeader())
    report(header + ": error: expected kgen's own header; the file was changed");
}

//===----------------------------------------------------------------------===//
// What there is to check with
//===----------------------------------------------------------------------===//

void Validator::findTools(const Manifest &manifest) {
  std::string error;
  tools.python = PythonReader::create(error) != nullptr;
  if (!tools.python)
    notRun.push_back("python: " + error);
  bool hasPtx = manifest.plan.sample.forms.target.has(FormLanguage::Ptx);
  if (hasPtx && (tools.ptxas = findPtxas()).empty())
    notRun.push_back("ptxas: none found on PATH or in CUDA_HOME");
  else if (llvm::Error failed = hasPtx ? tryPtxas(tools.ptxas) : llvm::Error::success()) {
    notRun.push_back("ptxas: " + llvm::toString(std::move(failed)));
    tools.ptxas.clear();
  }
  tools.kgenVersion = manifest.kgenVersion;
  tools.llvmVersion = manifest.llvmVersion;
  Manifest here = Manifest::start(manifest.plan);
  tools.forms = false;
  if (here.kgenVersion != manifest.kgenVersion || here.llvmVersion != manifest.llvmVersion)
    notRun.push_back("texts: made by kgen " + manifest.kgenVersion + " with LLVM " + manifest.llvmVersion +
                     ", but this is kgen " + here.kgenVersion + " with LLVM " + here.llvmVersion);
  else if (here.libdeviceSha256 != manifest.libdeviceSha256)
    notRun.push_back("texts: made with another libdevice than the one here");
  else
    tools.forms = true;
  tools.again = again && tools.forms && manifest.plan.sample.from.empty();
  if (again && !tools.again)
    notRun.push_back(tools.forms ? "rows again: they are made of files, which are not part of the set"
                                 : "rows again: that takes what made them");
}

bool Validator::startCheckers(const Manifest &manifest) {
  unsigned threads = std::min(64u, std::max(1u, std::thread::hardware_concurrency()));
  for (unsigned i = 0; i < threads; ++i) {
    llvm::Error error = RowChecker::create(manifest.plan, tools).moveInto(checkers.emplace_back());
    if (!error)
      continue;
    report(path("manifest.json") + ": error: " + llvm::toString(std::move(error)));
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

std::vector<std::vector<Row>> Validator::nextSlices(DataSetReader &reader) {
  std::vector<std::vector<Row>> slices;
  size_t limit = checkers.size() * sliceSize;
  for (size_t count = 0; count < limit && !isCutOff; ++count) {
    Expected<std::optional<Row>> row = reader.next();
    if (!row) {
      report(llvm::toString(row.takeError()));
      isCutOff = true;
    } else if (!*row) {
      break;
    } else {
      if (count % sliceSize == 0)
        slices.emplace_back();
      slices.back().push_back(std::move(**row));
    }
  }
  return slices;
}

void Validator::checkRows(DataSetReader &reader) {
  for (auto slices = nextSlices(reader); !slices.empty(); slices = nextSlices(reader)) {
    std::vector<std::vector<RowVerdict>> verdicts(slices.size());
    llvm::parallelFor(0, slices.size(), [&](size_t i) { verdicts[i] = checkers[i]->check(slices[i]); });
    for (auto [rows, found] : llvm::zip_equal(slices, verdicts))
      for (auto [row, verdict] : llvm::zip_equal(rows, found))
        take(row, verdict, reader.manifest().plan);
  }
}

/// Goes on to the next sample that has to be there.
void Validator::passDefects(const DataSetPlan &plan) {
  while (defects.count(plan.indexOf(place)))
    ++place;
}

/// Indices come in order, none missing and none twice.
void Validator::checkIndex(uint64_t index, const DataSetPlan &plan, RowVerdict &verdict) {
  passDefects(plan);
  uint64_t expected = plan.indexOf(place);
  if (index == expected) {
    ++place;
    return;
  }
  verdict.problem("expected the sample with index " + llvm::Twine(expected) + " but got " + llvm::Twine(index) +
                  (index < expected ? ", which came before or is out of order" : "; one before it is missing"));
  bool isOfSet = index < plan.count && index % plan.shards == plan.shard - 1;
  if (!isOfSet) // the next one goes on from here
    ++place;
  else if (index > expected)
    place = (index - (plan.shard - 1)) / plan.shards + 1;
}

/// Adds up a verdict, and holds the row against those before it.
void Validator::take(const Row &row, const RowVerdict &verdict, const DataSetPlan &plan) {
  RowVerdict whole = verdict;
  checkIndex(row.index, plan, whole);
  checkMixture(row, whole);
  ++numRows;
  rejectedDraws += whole.rejectedDraws;
  rowsByCategory[whole.category] += 1;
  if (!whole.id.empty()) {
    std::map<uint64_t, std::string> &passes = ids[whole.id];
    duplicates += !passes.empty();
    auto [known, isNew] = passes.try_emplace(whole.pass, whole.where);
    if (!isNew && !plan.sample.unchanged) // people write a kernel twice
      whole.problem("expected a kernel of its own but it has the structure of the one at " + known->second);
  }
  if (typeFrom.empty() && !whole.type.fields.empty()) {
    type = whole.type;
    typeFrom = whole.where;
  } else if (!whole.type.fields.empty()) {
    ColumnType widened = type; // a row that does not fit leaves it as it was
    if (llvm::Error error = widen(widened, whole.type))
      whole.problem(llvm::toString(std::move(error)));
    else
      type = std::move(widened);
  }
  if (whole.isAnother && whole.problems.empty()) // says least of what is wrong
    whole.problem("this is not the sample that was checked (its CRC-32 is another); the file was changed");
  for (const std::string &message : whole.problems)
    report(message);
  valid += whole.problems.empty();
  categories[whole.category] += whole.problems.empty();
  sums.cases += whole.cases;
  sums.gradients += whole.gradients;
  sums.forms += whole.forms;
  sums.reimported += whole.reimported;
  sums.assembled += whole.assembled;
  sums.executed += whole.executed;
}

//===----------------------------------------------------------------------===//
// Summary
//===----------------------------------------------------------------------===//

/// `100 in each category`, or the range.
std::string Validator::balance() const {
  if (categories.empty())
    return "none in any category";
  uint64_t least = UINT64_MAX, most = 0;
  for (const auto &[category, count] : categories) {
    least = std::min(least, count);
    most = std::max(most, count);
  }
  return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most)) + " in each category";
}

void Validator::printSummary(const Manifest &manifest) {
  if (messages > maxMessages)
    errors << "and " << messages - maxMessages << " more\n";
  os << "replayed: " << manifest.files.size() << " files, " << sums.cases << " cases, " << sums.gradients
     << " gradients, " << sums.reimported << " Python texts, " << sums.forms << " target texts, " << sums.assembled
     << " PTX texts by ptxas, " << sums.executed << " cases as PTX\n";
  for (const std::string &reason : notRun)
    os << "not run: " << reason << "\n";
  os << valid << " of " << manifest.plan.shardSize() << " valid, " << balance() << ", " << duplicates
     << (duplicates == 1 ? " duplicate\n" : " duplicates\n");
}

bool Validator::run() {
  Expected<std::unique_ptr<DataSetReader>> reader = DataSetReader::open(directory);
  if (!reader) {
    report(llvm::toString(reader.takeError()));
    return false;
  }
  const Manifest &manifest = (*reader)->manifest();
  findTools(manifest);
  checkFiles(manifest);
  if (!startCheckers(manifest))
    return false;
  checkRows(**reader);
  passDefects(manifest.plan);
  if (!isCutOff && manifest.complete && place != manifest.plan.shardSize())
    report(path("manifest.json") + ": error: expected " + llvm::Twine(manifest.plan.shardSize()) +
           " samples, as the manifest says, but got " + llvm::Twine(place));
  // Both follow from the rows, and say least of what is wrong.
  if (messages == 0)
    checkManifest(manifest);
  if (messages == 0)
    checkCard(manifest);
  printSummary(manifest);
  return messages == 0;
}

bool kgen::validateDataSet(StringRef directory, bool again, llvm::raw_ostream &os, llvm::raw_ostream &errors) {
  return Validator(directory, again, os, errors).run();
}
