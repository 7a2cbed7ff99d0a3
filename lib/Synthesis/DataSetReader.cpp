// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two streams of lines, samples and checks, side by side.

#include "kgen/Synthesis/DataSetReader.h"
#include "Chunk.h"
#include "Ladder.h"
#include "Lines.h"
#include "llvm/Support/FileSystem.h"

using namespace kgen;
using namespace kgen::synthesis;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

namespace {

/// The lines of those files of a manifest whose names start with `prefix`.
class RowStream {
public:
  RowStream(StringRef directory, const Manifest &manifest, StringRef prefix) : directory(directory) {
    for (const DataFile &file : manifest.files)
      if (StringRef(file.name).starts_with(prefix))
        files.push_back(&file);
  }

  /// The next line and where it stands; false after the last.
  Expected<bool> next(std::string &line, std::string &where, uint64_t &number) {
    while (file < files.size() && (!reader || lines == files[file]->rows)) {
      if (reader && reader->next(line) != LineReader::Result::End)
        return damaged("expected " + llvm::Twine(lines) + " lines but got more");
      file += reader != nullptr;
      if (file == files.size())
        break;
      path = joinPath(directory, files[file]->name);
      reader = std::make_unique<LineReader>(path);
      if (!reader->isOpen())
        return fail(path + ": error: cannot read it, though the manifest names it");
      lines = 0;
    }
    if (file == files.size())
      return false;
    LineReader::Result result = reader->next(line);
    if (result == LineReader::Result::Unreadable)
      return damaged("cannot read on; the file was damaged or cut off");
    if (result != LineReader::Result::Line)
      return damaged("expected " + llvm::Twine(files[file]->rows) + " lines but got " + llvm::Twine(lines) +
                     (result == LineReader::Result::Torn ? " and a part of one" : ""));
    where = path;
    number = ++lines;
    return true;
  }

private:
  Error damaged(const llvm::Twine &what) const {
    return fail(path + ":" + llvm::Twine(lines + 1) + ": error: " + what);
  }

  std::string directory, path;
  std::vector<const DataFile *> files;
  size_t file = 0;
  std::unique_ptr<LineReader> reader;
  uint64_t lines = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

struct DataSetReader::Impl {
  Manifest manifest;
  RowStream samples, checks;

  Impl(StringRef directory, Manifest read)
      : manifest(std::move(read)), samples(directory, manifest, "samples"), checks(directory, manifest, "checks") {}
};

DataSetReader::DataSetReader(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
DataSetReader::~DataSetReader() = default;

Expected<std::unique_ptr<DataSetReader>> DataSetReader::open(StringRef directory) {
  Expected<Manifest> manifest = Manifest::read(directory);
  if (!manifest)
    return manifest.takeError();
  return std::unique_ptr<DataSetReader>(new DataSetReader(std::make_unique<Impl>(directory, std::move(*manifest))));
}

const Manifest &DataSetReader::manifest() const { return impl->manifest; }

Expected<std::optional<Row>> DataSetReader::next() {
  Row row;
  Expected<bool> sample = impl->samples.next(row.sample, row.sampleFile, row.sampleLine);
  if (!sample)
    return sample.takeError();
  Expected<bool> checks = impl->checks.next(row.checks, row.checksFile, row.checksLine);
  if (!checks)
    return checks.takeError();
  if (*sample != *checks)
    return fail((*sample ? row.sampleFile : row.checksFile) + ":" +
                llvm::Twine(*sample ? row.sampleLine : row.checksLine) +
                ": error: expected as many samples as lines of checks");
  if (!*sample)
    return std::nullopt;
  StringRef start = row.checks;
  if (!start.consume_front("{\"index\":") || start.consumeInteger(10, row.index))
    return fail(row.checksFile + ":" + llvm::Twine(row.checksLine) + ": error: expected a line that begins with " +
                "'{\"index\":' and a number");
  return row;
}

Error kgen::verifyDataFile(StringRef directory, const DataFile &file) {
  std::string path = joinPath(directory, file.name);
  if (!llvm::sys::fs::exists(path))
    return fail(path + ": error: cannot read it, though the manifest names it");
  Expected<DataFile> found = describeFile(directory, file.name, file.rows);
  if (!found)
    return found.takeError();
  if (found->bytes != file.bytes)
    return fail(path + ": error: expected " + llvm::Twine(file.bytes) + " bytes, as the manifest says, but got " +
                llvm::Twine(found->bytes));
  if (found->sha256 != file.sha256)
    return fail(path + ": error: expected the SHA-256 that the manifest says; the file was changed");
  return Error::success();
}

/// Holds each row against its line of checks, and stops at the first that is not the one that was checked.
static Error findDamage(StringRef directory) {
  Expected<std::unique_ptr<DataSetReader>> reader = DataSetReader::open(directory);
  if (!reader)
    return reader.takeError();
  while (true) {
    Expected<std::optional<Row>> row = (*reader)->next();
    if (!row)
      return row.takeError();
    if (!*row)
      return Error::success();
    std::optional<ChecksLine> checks = parseChecksLine((*row)->checks);
    if (!checks)
      return fail((*row)->checksFile + ":" + llvm::Twine((*row)->checksLine) +
                  ": error: expected a line about the checks of a sample; the file was changed");
    if (checks->crc32 != crc32Of((*row)->sample))
      return fail((*row)->sampleFile + ":" + llvm::Twine((*row)->sampleLine) +
                  ": error: this is not the sample that was checked (its CRC-32 is another); the file was changed");
  }
}

Error kgen::verifyDataFiles(StringRef directory, const Manifest &manifest) {
  for (const DataFile &file : manifest.files) {
    Error changed = verifyDataFile(directory, file);
    if (!changed)
      continue;
    // The line says more than the file, where it can be found.
    Error damage = findDamage(directory);
    if (!damage)
      return changed;
    llvm::consumeError(std::move(changed));
    return damage;
  }
  return Error::success();
}
