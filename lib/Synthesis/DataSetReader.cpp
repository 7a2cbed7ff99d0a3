// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two streams of lines, samples and checks, side by side.

#include "kgen/Synthesis/DataSetReader.h"
#include "kgen/Support/Hash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include <fstream>
#include <zstd.h>

using namespace kgen;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

static Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static std::string pathIn(StringRef directory, StringRef name) {
  llvm::SmallString<128> path(directory);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

namespace {

/// The bytes of a file, decompressed where its name ends in `.zst`.
class ByteSource {
public:
  explicit ByteSource(const std::string &path) : file(path, std::ios::binary) {
    if (StringRef(path).ends_with(".zst"))
      stream.reset(ZSTD_createDStream());
  }
  bool isOpen() const { return file.is_open(); }

  /// More bytes; empty at the end. False where they cannot be had.
  bool read(std::string &bytes) {
    bytes.clear();
    if (!stream)
      return readRaw(bytes);
    while (bytes.empty()) {
      if (input.pos == input.size) {
        if (!readRaw(compressed))
          return false;
        if (compressed.empty())
          return isWhole;
        input = {compressed.data(), compressed.size(), 0};
      }
      bytes.resize(chunk);
      ZSTD_outBuffer output = {bytes.data(), bytes.size(), 0};
      size_t left = ZSTD_decompressStream(stream.get(), &output, &input);
      if (ZSTD_isError(left))
        return false;
      isWhole = left == 0;
      bytes.resize(output.pos);
    }
    return true;
  }

private:
  bool readRaw(std::string &bytes) {
    bytes.resize(chunk);
    file.read(bytes.data(), chunk);
    bytes.resize(file.gcount());
    return !file.bad();
  }

  struct Free {
    void operator()(ZSTD_DStream *stream) const { ZSTD_freeDStream(stream); }
  };
  static constexpr size_t chunk = 1 << 16;
  std::ifstream file;
  std::unique_ptr<ZSTD_DStream, Free> stream;
  std::string compressed;
  ZSTD_inBuffer input = {nullptr, 0, 0};
  bool isWhole = true;
};

/// The lines of those files of a manifest whose names start with `prefix`.
class LineStream {
public:
  LineStream(StringRef directory, const Manifest &manifest, StringRef prefix) : directory(directory) {
    for (const DataFile &file : manifest.files)
      if (StringRef(file.name).starts_with(prefix))
        files.push_back(&file);
  }

  /// The next line and where it stands; false after the last.
  Expected<bool> next(std::string &line, std::string &where, uint64_t &number) {
    while (file != files.size() && (!source || lines == files[file]->rows)) {
      if (source) {
        if (Error error = expectEnd())
          return std::move(error);
        ++file;
      }
      if (file == files.size())
        break;
      path = pathIn(directory, files[file]->name);
      source = std::make_unique<ByteSource>(path);
      if (!source->isOpen())
        return fail(path + ": error: cannot read it, though the manifest names it");
      lines = 0;
      rest.clear();
    }
    if (file == files.size())
      return false;
    if (Error error = readLine(line))
      return std::move(error);
    where = path;
    number = ++lines;
    return true;
  }

private:
  Error damaged(const llvm::Twine &what) const {
    return fail(path + ":" + llvm::Twine(lines + 1) + ": error: " + what);
  }

  Error readLine(std::string &line) {
    size_t end;
    std::string more;
    while ((end = rest.find('\n', start)) == std::string::npos) {
      if (!source->read(more))
        return damaged("cannot read on; the file is damaged or was cut off");
      if (more.empty())
        return damaged("expected " + llvm::Twine(files[file]->rows) + " lines but got " + llvm::Twine(lines) +
                       (rest.size() > start ? " and a part of one" : ""));
      rest.erase(0, start);
      start = 0;
      rest += more;
    }
    line.assign(rest, start, end - start);
    start = end + 1;
    return Error::success();
  }

  Error expectEnd() {
    std::string more;
    bool read = source->read(more);
    if (rest.size() > start || !more.empty() || !read)
      return damaged("expected " + llvm::Twine(lines) + " lines but got more");
    return Error::success();
  }

  std::string directory, path;
  std::vector<const DataFile *> files;
  size_t file = 0;
  std::unique_ptr<ByteSource> source;
  std::string rest;
  size_t start = 0;
  uint64_t lines = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

struct DataSetReader::Impl {
  Manifest manifest;
  LineStream samples, checks;

  Impl(StringRef directory, Manifest read)
      : manifest(std::move(read)), samples(directory, manifest, "samples"), checks(directory, manifest, "checks") {}
};

DataSetReader::DataSetReader(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
DataSetReader::~DataSetReader() = default;

Expected<std::unique_ptr<DataSetReader>> DataSetReader::open(StringRef directory) {
  Expected<Manifest> manifest = Manifest::read(directory);
  if (!manifest)
    return manifest.takeError();
  return std::unique_ptr<DataSetReader>(
      new DataSetReader(std::make_unique<Impl>(directory, std::move(*manifest))));
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
  std::string path = pathIn(directory, file.name);
  std::ifstream stream(path, std::ios::binary);
  if (!stream.is_open())
    return fail(path + ": error: cannot read it, though the manifest names it");
  llvm::SHA256 hash;
  uint64_t bytes = 0;
  std::string chunk(1 << 16, 0);
  while (stream.read(chunk.data(), chunk.size()), stream.gcount() > 0) {
    hash.update(StringRef(chunk.data(), stream.gcount()));
    bytes += stream.gcount();
  }
  if (bytes != file.bytes)
    return fail(path + ": error: expected " + llvm::Twine(file.bytes) + " bytes, as the manifest says, but got " +
                llvm::Twine(bytes));
  if (llvm::toHex(hash.final(), /*LowerCase=*/true) != file.sha256)
    return fail(path + ": error: expected the SHA-256 that the manifest says; the file was changed");
  return Error::success();
}
