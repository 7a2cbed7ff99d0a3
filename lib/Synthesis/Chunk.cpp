// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Appends to the two files, takes up what a killed run left in them, and gives them their names when they are complete.

#include "Chunk.h"
#include "Ladder.h"
#include "Lines.h"
#include "Zstd.h"
#include "kgen/Support/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include <fstream>

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

std::string kgen::synthesis::chunkFileName(StringRef kind, uint64_t number, StringRef extension) {
  return llvm::formatv("{0}-{1,0+5}.{2}", kind, number, extension).str();
}

std::string kgen::synthesis::sampleFileName(uint64_t index) {
  return llvm::formatv("samples/{0,0+7}.json", index).str();
}

static std::string pendingName(StringRef name) { return "." + name.str(); }

void Totals::add(Category category, uint64_t rejected, llvm::ArrayRef<Category> categories) {
  byCategory.resize(categories.size());
  samples += 1;
  rejectedDraws += rejected;
  auto found = llvm::find(categories, category);
  if (found != categories.end())
    byCategory[found - categories.begin()] += 1;
}

void Totals::add(const Totals &other) {
  samples += other.samples;
  rejectedDraws += other.rejectedDraws;
  byCategory.resize(std::max(byCategory.size(), other.byCategory.size()));
  for (auto [i, number] : llvm::enumerate(other.byCategory))
    byCategory[i] += number;
}

Chunk::Chunk(StringRef directory, const DataSetPlan &plan, uint64_t number)
    : directory(directory), plan(plan), number(number), next(number * samplesPerFile),
      samplesName(chunkFileName("samples", number, "jsonl")), checksName(chunkFileName("checks", number, "jsonl")) {
  sums.byCategory.resize(plan.categories.size());
}

Expected<std::unique_ptr<Chunk>> Chunk::open(StringRef directory, const DataSetPlan &plan, uint64_t number,
                                             const KeepsRow &keeps) {
  std::unique_ptr<Chunk> chunk(new Chunk(directory, plan, number));
  if (Error error = chunk->adopt())
    return std::move(error);
  for (auto [file, name] : {std::pair(&chunk->samples, &chunk->samplesName), {&chunk->checks, &chunk->checksName}}) {
    auto opened = OutputFile::open(directory, *name, OutputFile::Start::WhatIsThere);
    if (!opened)
      return opened.takeError();
    *file = std::move(*opened);
  }
  if (Error error = chunk->recover(keeps))
    return std::move(error);
  return chunk;
}

//===----------------------------------------------------------------------===//
// What former runs left
//===----------------------------------------------------------------------===//

static bool exists(StringRef directory, StringRef name) { return llvm::sys::fs::exists(joinPath(directory, name)); }

static Error renameBack(StringRef directory, StringRef name) {
  std::error_code code = llvm::sys::fs::rename(joinPath(directory, name), joinPath(directory, pendingName(name)));
  return code ? cannotWrite(joinPath(directory, name), code.value()) : Error::success();
}

/// Copies the lines of files into a pending file, which appears when it is whole.
static Error copyBack(StringRef directory, llvm::ArrayRef<std::string> from, StringRef to) {
  auto copy = OutputFile::open(directory, pendingName(to), OutputFile::Start::Empty);
  if (!copy)
    return copy.takeError();
  for (const std::string &name : from) {
    LineReader reader(joinPath(directory, name));
    std::string line;
    while (reader.next(line) == LineReader::Result::Line)
      if (Error error = (*copy)->append(line + "\n"))
        return error;
  }
  return (*copy)->complete();
}

/// Files that have their names already, but that the manifest does not have yet or has no longer, become pending again.
Error Chunk::adopt() {
  if (exists(directory, checksName) && !exists(directory, pendingName(checksName)))
    if (Error error = renameBack(directory, checksName))
      return error;
  if (exists(directory, pendingName(samplesName)))
    return Error::success();
  if (exists(directory, samplesName))
    return renameBack(directory, samplesName);
  std::vector<std::string> files;
  if (plan.format == SampleFormat::JsonLinesZstd)
    files.push_back(chunkFileName("samples", number, "jsonl.zst"));
  if (plan.format == SampleFormat::Json)
    for (uint64_t place = next; place < next + samplesPerFile; ++place)
      files.push_back(sampleFileName(plan.indexOf(place)));
  llvm::erase_if(files, [&](const std::string &name) { return !exists(directory, name); });
  return files.empty() ? Error::success() : copyBack(directory, files, samplesName);
}

/// Keeps the rows that are whole in both files, and cuts off the rest.
Error Chunk::recover(const KeepsRow &keeps) {
  LineReader sampleLines(samples->pendingPath()), checkLines(checks->pendingPath());
  std::string sample, check;
  uint64_t sampleBytes = 0, checkBytes = 0;
  while (sampleLines.next(sample) == LineReader::Result::Line && checkLines.next(check) == LineReader::Result::Line) {
    std::optional<ChecksLine> parsed = parseChecksLine(check);
    if (!parsed || parsed->crc32 != crc32Of(sample) || parsed->index % plan.shards != plan.shard - 1)
      break;
    uint64_t place = parsed->index / plan.shards;
    if (place < next || place >= (number + 1) * samplesPerFile || !keeps(*parsed))
      break;
    next = place + 1;
    sampleBytes += sample.size() + 1;
    checkBytes += check.size() + 1;
    sums.add(parsed->category, parsed->rejectedDraws, plan.categories);
  }
  if (Error error = samples->truncate(sampleBytes))
    return error;
  return checks->truncate(checkBytes);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

Error Chunk::append(std::string sampleLine, std::string checksLine, Category category, uint64_t rejectedDraws,
                    uint64_t place) {
  sums.add(category, rejectedDraws, plan.categories);
  next = place + 1;
  if (Error error = samples->append(sampleLine += '\n'))
    return error;
  return checks->append(checksLine += '\n');
}

Expected<DataFile> kgen::synthesis::describeFile(StringRef directory, StringRef name, uint64_t rows) {
  DataFile file;
  file.name = name.str();
  file.rows = rows;
  std::ifstream stream(joinPath(directory, name), std::ios::binary);
  Sha256 hash;
  std::string bytes(1 << 16, 0);
  while (stream.read(bytes.data(), bytes.size()), stream.gcount() > 0) {
    hash.update(StringRef(bytes.data(), stream.gcount()));
    file.bytes += stream.gcount();
  }
  if (!stream.eof())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "cannot read '" + joinPath(directory, name) + "'");
  file.sha256 = hash.finish();
  return file;
}

/// Compresses a file into another, which appears when it is whole.
static Error compress(const std::string &from, StringRef directory, StringRef to) {
  auto file = OutputFile::open(directory, to, OutputFile::Start::Empty);
  if (!file)
    return file.takeError();
  std::ifstream stream(from, std::ios::binary);
  ZstdWriter zstd;
  std::string bytes(1 << 16, 0);
  while (stream.read(bytes.data(), bytes.size()), stream.gcount() > 0)
    if (Error error = (*file)->append(zstd.compress(StringRef(bytes.data(), stream.gcount()))))
      return error;
  if (Error error = (*file)->append(zstd.finish()))
    return error;
  return (*file)->complete();
}

/// Writes each line of a file into one of its own.
static Error split(const std::string &from, StringRef directory, llvm::ArrayRef<std::string> names) {
  if (std::error_code code =
          llvm::sys::fs::create_directories(joinPath(directory, "samples"), true, llvm::sys::fs::all_all))
    return cannotWrite(joinPath(directory, "samples"), code.value());
  LineReader lines(from);
  std::string line;
  for (const std::string &name : names) {
    lines.next(line);
    if (Error error = writeFile(directory, name, line + "\n"))
      return error;
  }
  return Error::success();
}

/// The indices that the lines of checks have, in order.
static std::vector<uint64_t> indicesIn(const std::string &checksPath) {
  std::vector<uint64_t> indices;
  LineReader lines(checksPath);
  std::string line;
  while (lines.next(line) == LineReader::Result::Line)
    if (std::optional<ChecksLine> parsed = parseChecksLine(line))
      indices.push_back(parsed->index);
  return indices;
}

Expected<std::vector<DataFile>> Chunk::finishSamples() {
  std::vector<std::string> names;
  Error error = Error::success();
  switch (plan.format) {
  case SampleFormat::JsonLines:
    names = {samplesName};
    error = samples->complete();
    break;
  case SampleFormat::JsonLinesZstd:
    names = {chunkFileName("samples", number, "jsonl.zst")};
    error = compress(samples->pendingPath(), directory, names[0]);
    break;
  case SampleFormat::Json:
    for (uint64_t index : indicesIn(checks->pendingPath()))
      names.push_back(sampleFileName(index));
    error = split(samples->pendingPath(), directory, names);
    break;
  }
  if (error)
    return std::move(error);
  std::vector<DataFile> files;
  for (const std::string &name : names) {
    Expected<DataFile> file = describeFile(directory, name, plan.format == SampleFormat::Json ? 1 : sums.samples);
    if (!file)
      return file.takeError();
    files.push_back(std::move(*file));
  }
  return files;
}

Expected<std::vector<DataFile>> Chunk::finish() {
  Expected<std::vector<DataFile>> files = finishSamples();
  if (!files)
    return files;
  if (Error error = checks->complete())
    return std::move(error);
  Expected<DataFile> file = describeFile(directory, checksName, sums.samples);
  if (!file)
    return file.takeError();
  files->push_back(std::move(*file));
  return files;
}

Error Chunk::cleanUp() { return plan.format == SampleFormat::JsonLines ? Error::success() : samples->discard(); }

Error Chunk::discard() {
  if (Error error = samples->discard())
    return error;
  return checks->discard();
}
