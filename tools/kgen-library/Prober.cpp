// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills idioms with numbers as digits: plainly, where it asks whether structures differ, and laid out as samples will
// show them, where it asks what their kernels are and how near they are.

#include "Prober.h"
#include "../../lib/Synthesis/Knowledge/Tidy.h"
#include "../../lib/Synthesis/Suits.h"
#include "Graph.h"
#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Import/Import.h"
#include "kgen/Synthesis/Synthesize.h"
#include "kgen/Synthesis/Variants.h"
#include "kgen/Target/Text.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"
#include <cmath>
#include <map>
#include <set>

using namespace kgen;
using namespace kgen::knowledge;

/// An arm that so many numbers lead to, and that no kernel has, always fails. Numbers are tried until each arm that was
/// met has a kernel or is such a one; at least, and at most.
static constexpr unsigned manyTaken = 12, leastProbed = 100, mostProbed = 3000;
/// Numbers tried to see how many structures an idiom has; where so few have one, fewer are tried for a sample.
static constexpr unsigned numProbes = 300;
static constexpr double leastShare = 0.2;
/// Up to so many numbers are all gone through, and up to so many structures listed.
static constexpr unsigned countedBits = 12, mostListed = 1000;
/// Of an idiom that is counted on its graph so many numbers at most are filled in too.
static constexpr uint64_t mostCompared = uint64_t(1) << 14;
/// An idiom has at most 2^29 numbers: each is gone through where structures are counted, some nanoseconds for one.
static constexpr unsigned mostBits = 29;
/// Short kernels are looked for among so many numbers, and listed, where an idiom has some; so many of a class of size.
static constexpr unsigned bitsOfShort = 16, mostShort = 400;
/// More loads than nine in ten real kernels have.
static constexpr unsigned manyLoads = 11;
/// Kernels of an idiom that are imported, at least.
static constexpr unsigned numTried = 80;
/// Bodies that are this near may be near duplicates once they are printed from IR.
static constexpr double nearSimilarity = 0.76;
/// Of an idiom with many structures: how many that differ are looked for, and when the search ends.
static constexpr unsigned mostDifferent = 300, mostDrawn = 2500, drawsOfRound = 100, leastOfRound = 12;

Prober::Prober(const Library &library, unsigned index, bool exact, const Counts &counts)
    : library(library), index(index), exact(exact), counts(counts), context(mlir::MLIRContext::Threading::DISABLED) {}

void Prober::error(Tried &tried, const std::string &message) { error(tried, idiom().file, idiom().line, message); }

void Prober::error(Tried &tried, unsigned file, unsigned line, const std::string &message) {
  tried.errors.push_back(library.files[file] + ":" + std::to_string(line) + ": error: " + message);
}

Writer Prober::plainWriter(Digits &digits) { return Writer(library, idiom(), digits, layoutOf(0, 0), words, true); }

bool Prober::hasStructure(Digits &digits) {
  Writer writer = plainWriter(digits);
  writer.decide();
  return writer.hasStructure();
}

/// The kernel of a number, plain.
std::optional<WrittenKernel> Prober::write(uint64_t number) {
  Digits digits(number);
  return plainWriter(digits).run();
}

/// The kernel as the first of its draws that gives one has it.
std::optional<WrittenKernel> Prober::writeAsDrawn(uint64_t number) {
  std::optional<WrittenKernel> kernel;
  for (uint64_t draw = 0; draw < drawsOfListed && !kernel; ++draw) {
    Digits digits(number);
    kernel = Writer(library, idiom(), digits, layoutOf(number, draw), words).run();
  }
  return kernel;
}

/// What the body of that kernel says.
std::optional<Sketch> Prober::sketch(uint64_t number) {
  for (uint64_t draw = 0; draw < drawsOfListed; ++draw) {
    Digits digits(number);
    Writer writer(library, idiom(), digits, layoutOf(number, draw), words);
    writer.decide();
    if (writer.hasStructure()) {
      writer.layOut();
      return sketchTokens(writer.says());
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Counting and collecting
//===----------------------------------------------------------------------===//

/// Says whether the decisions of an idiom are those of another time: what becomes of some paths drawn at random,
/// wherever the idiom stands in the library.
uint64_t Prober::mark(unsigned bits) {
  std::vector<uint64_t> ways = {bits};
  for (unsigned probe = 0; probe < numProbes; ++probe) {
    Rng random(4, 0, probe);
    Digits digits(random.next() >> 1);
    Writer writer = plainWriter(digits);
    writer.decide();
    ways.push_back(writer.hasFailed() ? 0 : llvm::bit_cast<uint64_t>(digits.ways()));
  }
  return llvm::xxh3_64bits({reinterpret_cast<const uint8_t *>(ways.data()), ways.size() * sizeof(uint64_t)});
}

/// Counts on the graph of decisions; numbers that are filled in one by one have to agree with it.
uint64_t Prober::countOnGraph(Tried &tried) {
  unsigned bits = tried.space.bits;
  DecisionGraph graph(library, idiom());
  uint64_t structures = graph.count(bits);
  uint64_t all = uint64_t(1) << bits, wrong = 0, sum = 0;
  for (uint64_t i = 0; i < std::min(all, mostCompared); ++i) {
    uint64_t number = all <= mostCompared ? i : Rng(3, i, 0).next() & (all - 1);
    Digits digits(number);
    bool hasOne = hasStructure(digits);
    sum += hasOne;
    wrong += hasOne != graph.hasStructure(number);
  }
  if (graph.confuses())
    error(tried,
          "expected decisions of '" + idiom().name + "' that differ in the decisions ahead of them but two do not");
  else if (wrong || (all <= mostCompared && sum != structures))
    error(tried, "expected one count of the structures of '" + idiom().name + "' but " + std::to_string(wrong) +
                     " of its numbers differ");
  return structures;
}

/// Takes what was counted before, or counts; numbers that are gone through one by one are counted already.
void Prober::countStructures(Tried &tried) {
  Space &space = tried.space;
  if (space.isExact) {
    if (exact)
      countOnGraph(tried);
    return;
  }
  tried.mark = mark(space.bits);
  auto before = counts.find(idiom().name);
  bool isKnown = before != counts.end() && before->second.mark == tried.mark;
  space.isExact = isKnown || exact;
  if (space.isExact)
    space.structures = isKnown ? before->second.structures : countOnGraph(tried);
}

/// The numbers that have a structure, where these are few.
std::vector<uint64_t> Prober::measure(Tried &tried) {
  std::vector<double> ways;
  for (unsigned probe = 0; probe < numProbes; ++probe) {
    Rng random(1, index, probe);
    Digits digits(random.next() >> 1);
    Writer writer = plainWriter(digits);
    writer.decide();
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
  while (space.bits < mostBits && structuresBelow(space.bits + 1) >= leastShare * std::ldexp(1.0, space.bits + 1))
    ++space.bits;
  if (space.bits > countedBits) {
    space.structures = tried.estimate = structuresBelow(space.bits);
    return {};
  }
  space.isExact = true;
  std::vector<uint64_t> numbers;
  for (uint64_t number = 0; number < uint64_t(1) << space.bits; ++number) {
    Digits digits(number);
    if (!hasStructure(digits))
      continue;
    ++space.structures;
    if (numbers.size() <= mostListed)
      numbers.push_back(number);
  }
  tried.estimate = space.structures;
  space.isWhole = numbers.size() <= mostListed;
  return numbers;
}

/// Structures of an idiom that has many, none near another: drawn until few draws give one more.
void Prober::collectSome(Tried &tried) {
  DifferentTexts different(nearSimilarity);
  size_t before = 0;
  unsigned drawn = 0;
  for (unsigned draw = 0; draw < mostDrawn && different.size() < mostDifferent; ++draw) {
    if (draw % drawsOfRound == 0 && draw != 0 &&
        different.size() < std::exchange(before, different.size()) + leastOfRound)
      return;
    Rng random(2, index, draw);
    Digits digits(random);
    if (!hasStructure(digits))
      continue;
    std::optional<Sketch> says = sketch(digits.number());
    if (!says)
      continue;
    tried.variety = double(different.size()) / ++drawn;
    if (different.insert(*says))
      tried.structures.emplace_back(digits.number(), std::move(says));
  }
}

/// Says which arms no kernel has though many numbers led there: something in them always fails.
void Prober::checkArms(Tried &tried) {
  struct Place {
    unsigned file, line, arm;
    auto operator<=>(const Place &) const = default;
  };
  struct Tally {
    unsigned taken = 0, kept = 0, deep = 0, idle = 0;
  };
  std::map<Place, Tally> arms;
  auto isOpen = [](const auto &each) { return each.second.kept == 0 && each.second.taken < manyTaken; };
  for (unsigned probe = 0; probe < mostProbed && (probe < leastProbed || llvm::any_of(arms, isOpen)); ++probe) {
    Rng random(6, 0, probe);
    Digits digits(random.next() >> 1);
    Writer writer = plainWriter(digits);
    writer.decide();
    if (!writer.hasFailed())
      writer.layOut();
    bool hasKernel = !writer.hasFailed(), isDeep = !hasKernel && isTooDeep(writer.lines());
    bool isIdle = !hasKernel && !isDeep && isDegenerate(writer.lines());
    for (const TakenArm &each : writer.arms()) {
      Tally &tally = arms[{each.file, each.choice->line, each.arm}];
      ++tally.taken;
      tally.kept += hasKernel;
      tally.deep += isDeep;
      tally.idle += isIdle;
    }
  }
  for (auto [at, tally] : arms)
    if (tally.taken >= manyTaken && tally.kept == 0)
      error(tried, at.file, at.line,
            "expected kernels that take arm " + std::to_string(at.arm + 1) + " of this choice but none of " +
                std::to_string(tally.taken) + " can be written" +
                (tally.deep == tally.taken
                     ? ": an expression has more than " + std::to_string(mostDepth) + " operations in one another"
                 : tally.idle == tally.taken ? ": a loop sums what does not change in it"
                                             : ""));
}

Tried Prober::collect() {
  Tried tried;
  checkArms(tried);
  std::vector<uint64_t> numbers = measure(tried);
  countStructures(tried);
  if (!tried.space.isWhole) {
    collectSome(tried);
    return tried;
  }
  DifferentTexts different(nearSimilarity);
  for (uint64_t number : numbers) {
    Structure &structure = tried.structures.emplace_back(number);
    if (std::optional<Sketch> says = sketch(number); says && different.insert(*says))
      structure.says = std::move(says);
  }
  return tried;
}

void kgen::knowledge::compareIdioms(std::vector<Tried> &all) {
  auto countDifferent = [&](size_t i) {
    return llvm::count_if(all[i].structures, std::mem_fn(&Structure::isDifferent));
  };
  std::vector<std::pair<size_t, size_t>> order;
  for (size_t i = 0; i < all.size(); ++i)
    order.push_back({countDifferent(i), i});
  llvm::sort(order);
  DifferentTexts different(nearSimilarity);
  for (auto [count, i] : order)
    for (Structure &each : all[i].structures)
      if (each.says && !different.insert(*each.says))
        each.says.reset();
  for (Tried &tried : all)
    if (!tried.space.isWhole)
      llvm::erase_if(tried.structures, [](const Structure &each) { return !each.isDifferent(); });
}

//===----------------------------------------------------------------------===//
// Importing
//===----------------------------------------------------------------------===//

/// The kernel of a module made of what was written; nothing, and said, where it is wrong.
mlir::OwningOpRef<mlir::ModuleOp> Prober::importWritten(const WrittenKernel &written, Tried &tried) {
  std::string message;
  mlir::ScopedDiagnosticHandler keep(&context, [&](mlir::Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module = importWarpTree(written.program, "kernel", "", &context);
  if (module && mlir::succeeded(mlir::verify(*module)))
    return module;
  error(tried, "expected a kernel that can be imported but got: " + message);
  return nullptr;
}

static KernelOp kernelOf(mlir::ModuleOp module) { return *module.getOps<KernelOp>().begin(); }

/// Fills in what a structure's kernel is; returns false where it has none, or it is wrong.
bool Prober::import(Structure &structure, Tried &tried) {
  std::optional<WrittenKernel> plain = write(structure.number), drawn = writeAsDrawn(structure.number);
  if (!plain || !drawn)
    return false;
  mlir::OwningOpRef<mlir::ModuleOp> plainModule = importWritten(*plain, tried), module = importWritten(*drawn, tried);
  if (!plainModule || !module)
    return false;
  structure.hash = structuralHashWithoutLiterals(kernelOf(*plainModule));
  KernelOp op = kernelOf(*module);
  structure.hashAsDrawn = structuralHashWithoutLiterals(op);
  structure.size = sizeClass(drawn->statements);
  structure.isAsReal = isAsReal(*drawn, Wanted::Few);
  structure.loads = drawn->loads >= manyLoads;
  structure.indexes = drawn->indexes;
  structure.exits = drawn->exits;
  op.walk([&](LoopOpInterface) { structure.loops = true; });
  op.walk([&](mlir::Operation *each) { structure.isRare |= mlir::isa<DrawOp, WhileOp, BreakOp>(each); });
  op.walk([&](CallOp call) { structure.hasTiles |= call->hasAttr(spellingAttrName); });
  structure.hasTiles |= hasTiles(op);
  op.walk([&](mlir::Operation *each) {
    structure.turns |=
        llvm::any_of(each->getResultTypes(), [](mlir::Type type) { return isQuat(type) || isTransform(type); });
  });
  tried.rank = drawn->rank;
  structure.ownCategory = static_cast<unsigned>(categoryOf(op));
  for (unsigned category = 0; category < numCategories; ++category)
    structure.suits |= uint16_t(synthesis::suits(op, static_cast<Category>(category))) << category;
  return true;
}

void Prober::count(const Structure &structure, Tried &tried) {
  ++tried.imported;
  tried.looping += structure.loops;
  tried.turning += structure.turns;
  tried.indexing += structure.indexes;
  tried.loading += structure.loads;
  tried.tiling += structure.hasTiles;
  tried.exiting += structure.exits;
  tried.rare += structure.isRare;
  for (unsigned category = 0; category < numCategories; ++category)
    if (structure.suits >> category & 1) {
      ++tried.suits[category];
      tried.sizes[category][structure.size] += structure.isAsReal;
    }
  if (!structure.suits)
    tried.sizes[structure.ownCategory][structure.size] += structure.isAsReal;
}

const std::vector<Structure> *Tried::listedOf(unsigned size) const {
  return space.isWhole ? &structures : size < firstLonger && !shortOnes.empty() ? &shortOnes : nullptr;
}

/// Lists kernels that are short: of a real set that many samples are, and numbers that have one are rare.
void Prober::collectShort(Tried &tried) {
  std::array<unsigned, firstLonger> found = {};
  std::array<unsigned, numCategories> given = {};
  std::set<std::string> seen;
  for (const auto &category : tried.sizes)
    for (unsigned size = 0; size < firstLonger; ++size)
      found[size] += category[size];
  for (unsigned &each : found)
    each = each == 0 ? mostShort : 0; // one of which there is nothing is not looked for
  for (uint64_t i = 0; tried.errors.empty() && i < uint64_t(1) << std::min(tried.space.bits, bitsOfShort) &&
                       llvm::any_of(
                           found, [](unsigned each) { return each < mostShort; });
       ++i) {
    uint64_t number = permute(i, tried.space.bits, 9);
    Digits digits(number);
    if (!hasStructure(digits))
      continue;
    std::optional<WrittenKernel> kernel = writeAsDrawn(number);
    unsigned size = kernel && isAsReal(*kernel, Wanted::Few) ? sizeClass(kernel->statements) : firstLonger;
    Structure structure(number);
    if (size >= firstLonger || found[size] == mostShort || !import(structure, tried) || seen.contains(structure.hash) ||
        seen.contains(structure.hashAsDrawn))
      continue;
    seen.insert({structure.hash, structure.hashAsDrawn});
    for (unsigned category = 0; category < numCategories; ++category)
      if ((structure.suits >> category & 1) && (!structure.category || given[category] < given[*structure.category]))
        structure.category = category;
    if (structure.category)
      ++given[*structure.category];
    ++found[size];
    tried.shortOnes.push_back(std::move(structure));
  }
}

void Prober::import(Tried &tried) {
  context.loadDialect<KgenDialect>();
  std::vector<Structure> imported;
  for (Structure &structure : tried.structures)
    if (tried.errors.empty() && import(structure, tried)) {
      if (tried.space.isWhole)
        count(structure, tried);
      imported.push_back(std::move(structure));
    }
  tried.structures = std::move(imported);
  // What an idiom with many structures mostly is follows from its numbers as samples go through them.
  for (uint64_t i = 0; !tried.space.isWhole && tried.errors.empty() && tried.imported < numTried && i < 4000; ++i)
    if (Structure structure(permute(i, tried.space.bits, 7)); import(structure, tried))
      count(structure, tried);
  if (!tried.space.isWhole)
    collectShort(tried);
  if (tried.imported == 0 && tried.errors.empty())
    error(tried, "expected kernels but the idiom '" + idiom().name + "' gives none");
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void Prober::printKernel(uint64_t number, const WrittenKernel &written) {
  context.loadDialect<KgenDialect>();
  Tried tried;
  mlir::OwningOpRef<mlir::ModuleOp> module = importWritten(written, tried);
  for (const std::string &message : tried.errors)
    llvm::errs() << message << "\n";
  if (!module)
    return;
  llvm::outs() << "# " << idiom().name << ", structure " << number << "\n";
  (void)exportPython(*module, llvm::outs()); // what cannot be said was reported
}

void Prober::print(unsigned count) {
  Tried tried;
  measure(tried);
  for (uint64_t i = 0; count && i < 100000; ++i) {
    uint64_t number = permute(i, tried.space.bits, 11);
    std::optional<WrittenKernel> kernel = writeAsDrawn(number);
    if (!kernel)
      continue;
    printKernel(number, *kernel);
    if (--count)
      llvm::outs() << "\n\n";
  }
}

bool Prober::printStructure(uint64_t number) {
  std::optional<WrittenKernel> kernel = writeAsDrawn(number);
  if (kernel)
    printKernel(number, *kernel);
  return kernel.has_value();
}

void Prober::findTwins(unsigned count, Kernels &seen) {
  context.loadDialect<KgenDialect>();
  Tried tried;
  measure(tried);
  unsigned twins = 0, made = 0;
  for (uint64_t i = 0; made < count && i < uint64_t(1) << tried.space.bits; ++i) {
    Structure structure(permute(i, tried.space.bits, 5));
    if (!import(structure, tried))
      continue;
    ++made;
    auto [entry, isNew] = seen.try_emplace(structure.hash, index, structure.number);
    if (isNew || ++twins > 3)
      continue;
    Prober(library, entry->second.first, exact, counts).printStructure(entry->second.second);
    printStructure(structure.number);
  }
  llvm::outs() << idiom().name << ": " << twins << " of " << made << " kernels are another's\n";
}
