// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-library LIBRARY.json -o LIBRARY.inc: checks what read_library.py read, tries each idiom, counts its structures,
// and writes what kgen-synth is built with. Runs at build time. What is wrong is said at the library's line.

#include "../../lib/Synthesis/Knowledge/Knowledge.h"
#include "../../lib/Synthesis/Suits.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Import/Import.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

static llvm::cl::opt<std::string> input(llvm::cl::Positional, llvm::cl::Required, llvm::cl::desc("LIBRARY.json"));
static llvm::cl::opt<std::string> output("o", llvm::cl::desc("where to write"), llvm::cl::init("-"));
static llvm::cl::opt<bool> printCounts("print", llvm::cl::desc("print what was counted, an idiom a line"));
static llvm::cl::opt<std::string> only("idiom", llvm::cl::desc("print kernels of this idiom, and write nothing"));

static constexpr unsigned numCategories = 10;
/// Numbers tried to see how many structures an idiom has; where so few have one, fewer are tried for a sample.
static constexpr unsigned numProbes = 600;
static constexpr double leastShare = 0.2;
/// Up to so many numbers are all gone through.
static constexpr unsigned countedBits = 12;
/// Kernels of an idiom that are imported.
static constexpr unsigned numTried = 40;
/// The largest share of an idiom in a category, in slots, and the least of the typed generator.
static constexpr unsigned mostSlots = 150, typedSlots = 51;

namespace {

struct Tried {
  Space space;
  double all = 0.0;
  unsigned imported = 0;
  std::array<unsigned, numCategories> suits = {};
};

class Builder {
public:
  explicit Builder(const Library &library) : library(library), context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<KgenDialect>();
  }

  Tried run(unsigned index) {
    Tried tried;
    measure(index, tried);
    for (uint64_t i = 0; tried.imported < numTried && i < 4000 && i < uint64_t(1) << tried.space.bits; ++i)
      tryKernel(index, permute(i, tried.space.bits, 7), tried);
    if (tried.imported == 0 && !failed)
      error(index, "expected kernels but the idiom '" + library.idioms[index].name + "' gives none");
    return tried;
  }

  void print(unsigned index, unsigned count) {
    Tried tried;
    measure(index, tried);
    for (uint64_t i = 0; count && i < 100000; ++i)
      if (auto kernel = write(index, permute(i, tried.space.bits, 11), i)) {
        llvm::outs() << llvm::json::Value(std::move(kernel->program)) << "\n";
        --count;
      }
  }

  bool failed = false;

private:
  void error(unsigned index, const std::string &message) {
    const Idiom &idiom = library.idioms[index];
    llvm::errs() << library.files[idiom.file] << ":" << idiom.line << ": error: " << message << "\n";
    failed = true;
    failedIdioms.insert(index);
  }

  std::optional<WrittenKernel> write(unsigned index, uint64_t number, uint64_t surface) {
    Digits digits(number);
    Rng rng(number, surface, 3);
    return Writer(library, library.idioms[index], digits, rng).run();
  }

  void measure(unsigned index, Tried &tried) {
    std::vector<double> ways;
    for (unsigned probe = 0; probe < numProbes; ++probe) {
      Rng numbers(1, index, probe);
      Digits digits(numbers.next() >> 1);
      Writer writer(library, library.idioms[index], digits, numbers);
      writer.run();
      ways.push_back(writer.hasFailed() ? 0.0 : digits.ways());
      tried.all += ways.back() / numProbes;
    }
    auto structuresBelow = [&](unsigned bits) {
      double sum = 0.0;
      for (double each : ways)
        sum += std::min(each, std::ldexp(1.0, bits)) / numProbes;
      return sum;
    };
    Space &space = tried.space;
    while (space.bits < 40 && structuresBelow(space.bits + 1) >= leastShare * std::ldexp(1.0, space.bits + 1))
      ++space.bits;
    space.isExact = space.bits <= countedBits;
    if (!space.isExact)
      space.structures = structuresBelow(space.bits);
    for (uint64_t number = 0; space.isExact && number < uint64_t(1) << space.bits; ++number)
      space.structures += write(index, number, 0).has_value();
  }

  void tryKernel(unsigned index, uint64_t number, Tried &tried) {
    if (failedIdioms.contains(index))
      return;
    std::optional<WrittenKernel> kernel = write(index, number, 0);
    if (!kernel)
      return;
    ++tried.imported;
    std::string message;
    mlir::ScopedDiagnosticHandler keep(&context, [&](mlir::Diagnostic &diagnostic) {
      if (message.empty())
        message = diagnostic.str();
      return mlir::success();
    });
    mlir::OwningOpRef<mlir::ModuleOp> module = importWarpTree(kernel->program, "kernel", "", &context);
    if (!module || mlir::failed(mlir::verify(*module))) {
      if (only == library.idioms[index].name)
        llvm::errs() << llvm::json::Value(std::move(kernel->program)) << "\n";
      return error(index, "expected a kernel that can be imported but got: " + message);
    }
    KernelOp op = *module->getOps<KernelOp>().begin();
    for (unsigned category = 0; category < numCategories; ++category)
      tried.suits[category] += synthesis::suits(op, static_cast<Category>(category));
  }

  const Library &library;
  mlir::MLIRContext context;
  llvm::DenseSet<unsigned> failedIdioms;
};

/// Shares of a category: more for more structures, to a cap; no more than an idiom has new structures for in some
/// thousands of samples. What is left goes to those that have room.
llvm::json::Array sharesOf(unsigned category, const std::vector<Tried> &all) {
  std::vector<double> weights(all.size(), 0.0), room(all.size(), 0.0), slots(all.size(), 0.0);
  for (auto [i, tried] : llvm::enumerate(all)) {
    double share = tried.imported ? double(tried.suits[category]) / tried.imported : 0.0;
    if (share < leastShare)
      continue;
    double structures = tried.space.structures * share;
    weights[i] = std::pow(structures, 0.25);
    room[i] = std::clamp(structures / 8.0, 1.0, double(mostSlots));
  }
  double left = numSlots - typedSlots;
  for (unsigned round = 0; round < 20 && left >= 1.0; ++round) {
    double sum = 0.0;
    for (unsigned i = 0; i < all.size(); ++i)
      sum += slots[i] < room[i] ? weights[i] : 0.0;
    if (sum == 0.0)
      break;
    double given = 0.0;
    for (unsigned i = 0; i < all.size(); ++i)
      if (slots[i] < room[i]) {
        double more = std::min(left * weights[i] / sum, room[i] - slots[i]);
        slots[i] += more;
        given += more;
      }
    left -= given;
  }
  llvm::json::Array list;
  for (unsigned i = 0; i < all.size(); ++i)
    if (weights[i] > 0.0)
      list.push_back(llvm::json::Array{i, std::max(1u, unsigned(slots[i]))});
  return list;
}

/// String literals of a length that every compiler takes.
void writeLiterals(llvm::raw_ostream &os, StringRef text) {
  while (!text.empty()) {
    StringRef piece = text.take_front(4000);
    text = text.drop_front(piece.size());
    os << "R\"kgen(" << piece << ")kgen\",\n";
  }
}

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "checks the library of knowledge and makes it a part of the build\n");
  auto buffer = llvm::MemoryBuffer::getFile(input);
  if (!buffer) {
    llvm::errs() << "kgen-library: error: cannot read '" << input << "': " << buffer.getError().message() << "\n";
    return 1;
  }
  llvm::Expected<llvm::json::Value> files = llvm::json::parse((*buffer)->getBuffer());
  if (!files || !files->getAsArray()) {
    llvm::errs() << input << ":1: error: expected what read_library.py writes\n";
    return 1;
  }
  bool failed = false;
  auto report = [&](StringRef file, unsigned line, const std::string &message) {
    llvm::errs() << file << ":" << line << ": error: " << message << "\n";
    failed = true;
  };
  std::unique_ptr<Library> library = Library::read(*files->getAsArray(), report);
  if (!library)
    return 1;
  lint(*library, report);
  Builder builder(*library);
  std::vector<Tried> all;
  for (unsigned i = 0; i < library->idioms.size(); ++i) {
    if (!only.empty() && library->idioms[i].name == only)
      builder.print(i, 5);
    if (!only.empty() && library->idioms[i].name != only)
      continue;
    all.push_back(builder.run(i));
    if (printCounts || !only.empty()) {
      llvm::outs() << library->idioms[i].name << ": 2^" << all.back().space.bits << " numbers, "
                   << all.back().space.structures << (all.back().space.isExact ? "" : " (estimated)") << " structures, "
                   << llvm::format("%.3g", all.back().all) << " in all;";
      for (unsigned category = 0; category < numCategories; ++category)
        llvm::outs() << " " << getName(static_cast<Category>(category)) << ":" << all.back().suits[category];
      llvm::outs() << "\n";
    }
  }
  if (failed || builder.failed)
    return 1;
  if (!only.empty())
    return 0;
  llvm::json::Array spaces, shares;
  for (const Tried &tried : all)
    spaces.push_back(llvm::json::Array{tried.space.bits, int64_t(tried.space.structures), tried.space.isExact});
  for (unsigned category = 0; category < numCategories; ++category)
    shares.push_back(sharesOf(category, all));
  std::string text;
  llvm::raw_string_ostream json(text);
  json << llvm::json::Value(
      llvm::json::Object{{"library", std::move(*files)}, {"spaces", std::move(spaces)}, {"shares", std::move(shares)}});
  std::error_code code;
  llvm::raw_fd_ostream os(output, code);
  if (code) {
    llvm::errs() << "kgen-library: error: cannot write '" << output << "': " << code.message() << "\n";
    return 1;
  }
  writeLiterals(os, text);
  return 0;
}
