// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locks a directory and tells what lies in it: kgen's files, finished or not, and others'.

#include "Directory.h"
#include "Lines.h"
#include "OutputFile.h"
#include "kgen/Synthesis/DataCard.h"
#include "kgen/Synthesis/DataSetReader.h"
#include "kgen/Target/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <unistd.h>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using Json = nlohmann::ordered_json;

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral cardName = "README.md";

/// Whether a name is one of the kind `samples-00012.jsonl`, with any of our extensions.
static bool isChunkName(StringRef name) {
  if (!name.consume_front("samples-") && !name.consume_front("checks-"))
    return false;
  StringRef digits = name.take_while(llvm::isDigit);
  StringRef extension = name.drop_front(digits.size());
  return digits.size() >= 5 && (extension == ".jsonl" || extension == ".jsonl.zst");
}

/// Names that a run writes under while a file is not complete.
static bool isPendingName(StringRef name) {
  if (!name.consume_front("."))
    return false;
  name.consume_front(".");
  return isChunkName(name) || name == "manifest.json" || name == "defects.jsonl" || name == cardName;
}

static bool isOurName(StringRef name) {
  return isChunkName(name) || isPendingName(name) || name == "manifest.json" || name == "defects.jsonl" ||
         name == "kgen" || name == "samples";
}

//===----------------------------------------------------------------------===//
// The directory
//===----------------------------------------------------------------------===//

Expected<std::unique_ptr<DataDirectory>> DataDirectory::open(StringRef path) {
  if (std::error_code code = llvm::sys::fs::create_directories(path, true, llvm::sys::fs::all_all))
    return cannotWrite(path, code.value());
  std::unique_ptr<DataDirectory> directory(new DataDirectory(path));
  directory->lock = ::open(directory->path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory->lock < 0)
    return cannotWrite(path, errno);
  // The system lets go of it when the process ends, however it ends.
  if (::flock(directory->lock, LOCK_EX | LOCK_NB) != 0)
    return fail("another run is writing to '" + path + "'; wait for it, or name another directory");
  return directory;
}

DataDirectory::~DataDirectory() {
  if (lock >= 0)
    ::close(lock);
}

Expected<std::vector<std::string>> DataDirectory::entries() const {
  std::vector<std::string> names;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(path, code), end; !code && it != end; it.increment(code))
    names.push_back(llvm::sys::path::filename(it->path()).str());
  if (code)
    return fail("cannot read '" + path + "': " + code.message());
  llvm::sort(names);
  return names;
}

Error DataDirectory::remove(StringRef name) const {
  std::string file = joinPath(path, name);
  std::error_code code = llvm::sys::fs::remove(file, /*IgnoreNonExisting=*/true);
  return code ? cannotWrite(file, code.value()) : Error::success();
}

/// Of a directory without a manifest.
Error DataDirectory::refuseForeign(bool overwrite) const {
  auto names = entries();
  if (!names)
    return names.takeError();
  llvm::erase(*names, std::string(".manifest.json"));
  if (names->empty())
    return Error::success();
  if (!overwrite)
    return fail("expected '" + path + "' to be empty or a data set but it holds '" + names->front() + "'" +
                (names->size() > 1 ? " and " + std::to_string(names->size() - 1) + " more" : "") +
                "; name another directory, or write beside them with --overwrite");
  for (const std::string &name : *names)
    if (isOurName(name))
      return fail("'" + joinPath(path, name) + "' is in the way, and no manifest says that kgen wrote it");
  return Error::success();
}

/// Removes what a manifest names, and what runs leave when they are killed.
Error DataDirectory::clear(const Manifest &manifest) {
  for (const DataFile &file : manifest.files)
    if (Error error = remove(file.name))
      return error;
  auto names = entries();
  if (!names)
    return names.takeError();
  for (const std::string &name : *names)
    if (isChunkName(name) || isPendingName(name) || name == "defects.jsonl")
      if (Error error = remove(name))
        return error;
  if (Error error = removeSamples(/*pendingOnly=*/false))
    return error;
  auto header = llvm::MemoryBuffer::getFile(joinPath(path, "kgen/kgen.cuh"));
  if (header && (*header)->getBuffer() == kgenHeader())
    if (Error error = remove("kgen/kgen.cuh"))
      return error;
  auto card = llvm::MemoryBuffer::getFile(joinPath(path, cardName));
  if (card && isDataCard((*card)->getBuffer()))
    if (Error error = remove(cardName))
      return error;
  // Folders go where nothing else is in them.
  ::rmdir(joinPath(path, "kgen").c_str());
  ::rmdir(joinPath(path, "samples").c_str());
  return remove("manifest.json");
}

/// Removes files of single samples.
Error DataDirectory::removeSamples(bool pendingOnly) const {
  std::error_code code;
  for (llvm::sys::fs::directory_iterator it(joinPath(path, "samples"), code), end; !code && it != end;
       it.increment(code)) {
    StringRef name = llvm::sys::path::filename(it->path());
    bool isPending = name.consume_front(".");
    if (name.consume_back(".json") && llvm::all_of(name, llvm::isDigit) && (isPending || !pendingOnly))
      if (Error error = remove(("samples/" + llvm::sys::path::filename(it->path())).str()))
        return error;
  }
  return Error::success();
}

/// The number of the chunk that a file belongs to.
static std::optional<uint64_t> chunkOf(StringRef name) {
  uint64_t number;
  name = name.substr(name.find('-') + 1);
  return name.consumeInteger(10, number) ? std::nullopt : std::optional(number);
}

Error DataDirectory::removeStale(uint64_t last, llvm::function_ref<bool(uint64_t)> isFinished) {
  auto names = entries();
  if (!names)
    return names.takeError();
  for (StringRef name : *names) {
    bool isPending = isPendingName(name);
    if (!isPending && !isChunkName(name))
      continue;
    std::optional<uint64_t> number = chunkOf(name);
    bool isLines = isPending && name.ends_with(".jsonl") && !name.starts_with("..");
    bool stays = number && *number <= last && (!isPending || (isLines && !isFinished(*number)));
    if (!stays)
      if (Error error = remove(name))
        return error;
  }
  return removeSamples(/*pendingOnly=*/true);
}

Expected<Manifest> DataDirectory::prepare(const DataSetPlan &plan, bool overwrite) {
  Manifest asked = Manifest::start(plan);
  if (!llvm::sys::fs::exists(joinPath(path, "manifest.json"))) {
    if (Error error = refuseForeign(overwrite))
      return std::move(error);
    if (Error error = writeManifest(asked))
      return std::move(error);
    return asked;
  }
  Expected<Manifest> there = Manifest::read(path);
  if (!there)
    return there.takeError();
  Error obstacle = findObstacle(*there, asked);
  if (!obstacle && !(overwrite && there->complete)) {
    asked.files = there->files;
    asked.complete = there->complete && there->plan.count == plan.count;
    asked.defects = there->defects;
    return asked;
  }
  if (!overwrite)
    return std::move(obstacle);
  llvm::consumeError(std::move(obstacle));
  if (Error error = clear(*there))
    return std::move(error);
  if (Error error = writeManifest(asked))
    return std::move(error);
  return asked;
}

/// The obstacle to a run that would go on with the set that is there.
Error DataDirectory::findObstacle(const Manifest &there, const Manifest &asked) const {
  if (std::string difference = describeDifference(there, asked); !difference.empty())
    return fail("'" + path + "' holds a data set made with other options; name another directory, or replace it with " +
                "--overwrite" + difference);
  return verifyDataFiles(path, there);
}

Error DataDirectory::writeManifest(const Manifest &manifest) {
  return writeFile(path, "manifest.json", manifest.toJson());
}

Error DataDirectory::writeCard(const Manifest &manifest) {
  auto there = llvm::MemoryBuffer::getFile(joinPath(path, cardName));
  std::string card = dataCard(manifest);
  if (there && ((*there)->getBuffer() == card || !isDataCard((*there)->getBuffer())))
    return Error::success();
  return writeFile(path, cardName, card);
}

//===----------------------------------------------------------------------===//
// Defects
//===----------------------------------------------------------------------===//

std::optional<uint64_t> kgen::synthesis::indexOfDefect(StringRef line) {
  uint64_t index;
  if (!line.consume_front("{\"index\":") || line.consumeInteger(10, index))
    return std::nullopt;
  return index;
}

Error DataDirectory::addDefect(StringRef line) {
  std::string file = joinPath(path, "defects.jsonl"), text = line.str() + "\n";
  int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  bool isWritten = fd >= 0 && ::write(fd, text.data(), text.size()) == ssize_t(text.size()) && ::fsync(fd) == 0;
  int errorNumber = errno;
  if (fd >= 0)
    ::close(fd);
  return isWritten ? Error::success() : cannotWrite(file, errorNumber);
}

Expected<uint64_t> DataDirectory::keepDefects(llvm::function_ref<bool(uint64_t)> keeps) {
  LineReader reader(joinPath(path, "defects.jsonl"));
  if (!reader.isOpen())
    return 0;
  std::string line, kept;
  uint64_t count = 0;
  LineReader::Result result;
  bool isWhole = true;
  while ((result = reader.next(line)) == LineReader::Result::Line) {
    std::optional<uint64_t> index = indexOfDefect(line);
    bool stays = index && keeps(*index);
    isWhole &= stays;
    if (!stays)
      continue;
    kept += line + "\n";
    ++count;
  }
  if (isWhole && result == LineReader::Result::End)
    return count;
  if (Error error = count ? writeFile(path, "defects.jsonl", kept) : remove("defects.jsonl"))
    return std::move(error);
  return count;
}

Error DataDirectory::sortDefects() {
  LineReader reader(joinPath(path, "defects.jsonl"));
  std::string line, text;
  std::map<uint64_t, std::string> sorted;
  bool isSorted = true;
  while (reader.isOpen() && reader.next(line) == LineReader::Result::Line)
    if (std::optional<uint64_t> index = indexOfDefect(line)) {
      isSorted &= sorted.empty() || sorted.rbegin()->first < *index;
      sorted[*index] = line;
    }
  if (isSorted)
    return Error::success();
  for (const auto &[index, each] : sorted)
    text += each + "\n";
  return writeFile(path, "defects.jsonl", text);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

std::string kgen::synthesis::describeDifference(const Manifest &there, const Manifest &asked) {
  Json a = Json::parse(there.toJson()), b = Json::parse(asked.toJson());
  Json left = a["options"], right = b["options"];
  for (const char *name : {"kgen_version", "llvm_version", "libdevice_sha256"}) {
    left[name] = a.value(name, Json());
    right[name] = b.value(name, Json());
  }
  if (there.plan.count > asked.plan.count) {
    left["count"] = there.plan.count;
    right["count"] = asked.plan.count;
  }
  for (auto &[name, value] : right.items())
    if (!left.contains(name))
      left[name] = Json();
  std::string text;
  for (auto &[name, value] : left.items()) {
    Json other = right.value(name, Json());
    if (value != other)
      text += "\n  " + name + ": " + (value.is_null() ? "none" : value.dump()) + " there, " +
              (other.is_null() ? "none" : other.dump()) + " asked for";
  }
  return text;
}

Error kgen::synthesis::writeHeader(StringRef directory, const FormOptions &forms) {
  if (!forms.target.hasText() || forms.selfContained)
    return Error::success();
  std::string folder = joinPath(directory, "kgen");
  auto there = llvm::MemoryBuffer::getFile(joinPath(folder, "kgen.cuh"));
  if (there && (*there)->getBuffer() == kgenHeader())
    return Error::success();
  if (std::error_code code = llvm::sys::fs::create_directories(folder, true, llvm::sys::fs::all_all))
    return cannotWrite(folder, code.value());
  return writeFile(folder, "kgen.cuh", kgenHeader());
}
