// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-library LIBRARY.json -o LIBRARY.inc: checks what read_library.py read, tries each idiom, counts its structures,
// and writes what kgen-synth is built with. Runs at build time. What is wrong is said at the library's line.

#include "../../lib/Synthesis/Knowledge/Knowledge.h"
#include "../../lib/Synthesis/Suits.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Import/Import.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Synthesis/Synthesize.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Parallel.h"
#include <cmath>
#include <map>

using namespace kgen;
using namespace kgen::knowledge;
using llvm::StringRef;

static constexpr const char *overview =
    "kgen-library: checks the library of knowledge and makes it a part of the build\n";
static constexpr const char *examples =
    "  kgen-library library.json -o library.inc                what kgen-synth is built with\n"
    "  kgen-library library.json --print -o /dev/null          how many structures each idiom has\n"
    "  kgen-library library.json --idiom map_point             five kernels of an idiom, and its count\n\n"
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
static cl::opt<bool> exact("exact", cl::desc("with --print: count by going through all numbers (minutes)"),
                           cl::cat(options));
static cl::opt<unsigned>
    check("check", cl::init(0), cl::value_desc("N"), cl::cat(options),
          cl::desc("import N kernels of each idiom, print those that are one, and write nothing (default: 0)"));

static constexpr unsigned numCategories = 10;
/// Numbers tried to see how many structures an idiom has; where so few have one, fewer are tried for a sample.
static constexpr unsigned numProbes = 300;
static constexpr double leastShare = 0.2;
/// Up to so many numbers are all gone through, and up to so many structures listed.
static constexpr unsigned countedBits = 12, mostListed = 1000;
/// Kernels of other idioms that are imported.
static constexpr unsigned numTried = 40;
/// The largest share of an idiom in a category, in slots, and the least of the typed generator.
static constexpr unsigned mostSlots = 100, typedSlots = 51;
/// No sample of so many of a category has the structure of another.
static constexpr double samplesWithoutRepeat = 1700.0;

namespace {

/// A structure of an idiom that has few.
struct Structure {
  uint64_t number = 0;
  std::string hash;
  uint16_t suits = 0;
  unsigned size = 0;
  bool loops = false, turns = false;
  /// To which it was given.
  std::optional<unsigned> category;
};

struct Tried {
  Space space;
  double all = 0.0;
  unsigned imported = 0;
  std::array<unsigned, numCategories> suits = {};
  /// Those of a category by their class of size.
  std::array<std::array<unsigned, numSizes>, numCategories> sizes = {};
  /// How many of those imported have a loop, and how many quaternions or poses; how many dimensions threads have.
  unsigned looping = 0, turning = 0, rank = 1;
  std::vector<Structure> structures;
  std::vector<std::string> errors;
};

/// Tries one idiom.
class Prober {
public:
  Prober(const Library &library, unsigned index)
      : library(library), index(index), context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<KgenDialect>();
  }

  Tried run() {
    measure();
    if (isListed) {
      for (const uint64_t number : numbers)
        tryKernel(number);
    } else {
      for (uint64_t i = 0; tried.imported < numTried && i < 4000 && i < uint64_t(1) << tried.space.bits; ++i)
        tryKernel(permute(i, tried.space.bits, 7));
    }
    if (tried.imported == 0 && tried.errors.empty())
      error("expected kernels but the idiom '" + idiom().name + "' gives none");
    return std::move(tried);
  }

  void print(unsigned count) {
    measure();
    for (uint64_t i = 0; count && i < 100000; ++i)
      if (auto kernel = write(permute(i, tried.space.bits, 11), i, /*isPlain=*/false)) {
        llvm::outs() << kernel->program.toJson() << "\n";
        --count;
      }
  }

  /// The plain program of a number that has a structure.
  llvm::json::Value text(uint64_t number) {
    std::optional<WrittenKernel> kernel = write(number, 0, /*isPlain=*/true);
    return kernel->program.toJson();
  }

  /// Prints pairs of numbers whose kernels are one but for literals.
  void findTwins(unsigned count) {
    measure();
    std::map<std::string, uint64_t> seen;
    unsigned twins = 0, made = 0;
    for (uint64_t i = 0; made < count && i < uint64_t(1) << tried.space.bits; ++i) {
      uint64_t number = permute(i, tried.space.bits, 5);
      std::optional<Structure> structure = import(number);
      made += structure.has_value();
      if (!structure)
        continue;
      auto [entry, isNew] = seen.try_emplace(structure->hash, number);
      if (!isNew && ++twins <= 3)
        llvm::outs() << idiom().name << ": " << entry->second << " and " << number << "\n"
                     << text(entry->second) << "\n"
                     << text(number) << "\n";
    }
    llvm::outs() << idiom().name << ": " << twins << " of " << made << " kernels are another's\n";
  }

private:
  const Idiom &idiom() const { return library.idioms[index]; }

  void error(const std::string &message) {
    tried.errors.push_back(library.files[idiom().file] + ":" + std::to_string(idiom().line) + ": error: " + message);
  }

  std::optional<WrittenKernel> write(uint64_t number, uint64_t surface, bool isPlain) {
    Digits digits(number);
    Rng rng(isPlain ? 0 : number, surface, 3);
    return Writer(library, idiom(), digits, rng, isPlain).run();
  }

  bool hasStructure(uint64_t number) {
    Digits digits(number);
    Rng rng(0, 0, 3);
    return Writer(library, idiom(), digits, rng, /*isPlain=*/true).hasStructure();
  }

  void measure() {
    std::vector<double> ways;
    for (unsigned probe = 0; probe < numProbes; ++probe) {
      Rng random(1, index, probe);
      Digits digits(random.next() >> 1);
      Writer writer(library, idiom(), digits, random, /*isPlain=*/true);
      writer.hasStructure();
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
    space.isExact = exact || space.bits <= countedBits;
    if (!space.isExact)
      space.structures = structuresBelow(space.bits);
    for (uint64_t number = 0; space.isExact && number < uint64_t(1) << space.bits; ++number)
      if (hasStructure(number)) {
        ++space.structures;
        if (numbers.size() <= mostListed)
          numbers.push_back(number);
      }
    isListed = space.bits <= countedBits && numbers.size() <= mostListed;
  }

  /// The kernel of a number, as a structure; nothing where it has none, or is wrong.
  std::optional<Structure> import(uint64_t number) {
    std::optional<WrittenKernel> kernel = write(number, 0, /*isPlain=*/true);
    if (!kernel)
      return std::nullopt;
    std::string message;
    mlir::ScopedDiagnosticHandler keep(&context, [&](mlir::Diagnostic &diagnostic) {
      if (message.empty())
        message = diagnostic.str();
      return mlir::success();
    });
    mlir::OwningOpRef<mlir::ModuleOp> module = importWarpTree(kernel->program, "kernel", "", &context);
    if (!module || mlir::failed(mlir::verify(*module))) {
      if (only == idiom().name)
        llvm::errs() << kernel->program.toJson() << "\n";
      error("expected a kernel that can be imported but got: " + message);
      return std::nullopt;
    }
    KernelOp op = *module->getOps<KernelOp>().begin();
    Structure structure;
    structure.number = number;
    structure.hash = structuralHashWithoutLiterals(op);
    structure.size = sizeClass(kernel->statements);
    op.walk([&](LoopOpInterface) { structure.loops = true; });
    op.walk([&](mlir::Operation *each) {
      structure.turns |=
          llvm::any_of(each->getResultTypes(), [](mlir::Type type) { return isQuat(type) || isTransform(type); });
    });
    tried.rank = kernel->rank;
    for (unsigned category = 0; category < numCategories; ++category)
      structure.suits |= uint16_t(synthesis::suits(op, static_cast<Category>(category))) << category;
    return structure;
  }

  void tryKernel(uint64_t number) {
    if (!tried.errors.empty())
      return;
    std::optional<Structure> structure = import(number);
    if (!structure)
      return;
    ++tried.imported;
    tried.looping += structure->loops;
    tried.turning += structure->turns;
    for (unsigned category = 0; category < numCategories; ++category)
      if (structure->suits >> category & 1) {
        ++tried.suits[category];
        ++tried.sizes[category][structure->size];
      }
    if (isListed)
      tried.structures.push_back(std::move(*structure));
  }

  const Library &library;
  unsigned index;
  mlir::MLIRContext context;
  Tried tried;
  std::vector<uint64_t> numbers;
  bool isListed = false;
};

/// Leaves of each kernel one, and gives each structure to one of the categories that it suits: to the one that has least.
void distribute(std::vector<Tried> &all) {
  llvm::StringSet<> seen;
  std::array<uint64_t, numCategories> given = {};
  for (Tried &tried : all) {
    if (tried.structures.empty())
      continue;
    llvm::erase_if(tried.structures, [&](const Structure &each) { return !seen.insert(each.hash).second; });
    tried.space.structures = tried.structures.size();
    tried.space.listed.resize(numCategories);
    for (Structure &each : tried.structures) {
      std::optional<unsigned> least;
      for (unsigned category = 0; category < numCategories; ++category)
        if ((each.suits >> category & 1) && (!least || given[category] < given[*least]))
          least = category;
      if (!least)
        continue;
      ++given[*least];
      each.category = least;
      tried.space.listed[*least].push_back(each.number);
    }
  }
}

/// How much of an idiom suits a category.
double suitingShare(const Tried &tried, unsigned category) {
  return tried.imported ? double(tried.suits[category]) / tried.imported : 0.0;
}

/// Whether a category takes an idiom.
bool takes(const Tried &tried, unsigned category) {
  return tried.space.listed.empty() ? suitingShare(tried, category) >= leastShare
                                    : !tried.space.listed[category].empty();
}

/// Divides slots by weights; nobody gets more than there is room for, and what is left goes to those that have room.
std::vector<double> divide(double left, const std::vector<double> &weights, const std::vector<double> &room) {
  std::vector<double> slots(weights.size(), 0.0);
  for (unsigned round = 0; round < 20 && left >= 1.0; ++round) {
    double sum = 0.0;
    for (unsigned i = 0; i < weights.size(); ++i)
      sum += slots[i] < room[i] ? weights[i] : 0.0;
    if (sum == 0.0)
      break;
    double given = 0.0;
    for (unsigned i = 0; i < weights.size(); ++i)
      if (slots[i] < room[i]) {
        double more = std::min(left * weights[i] / sum, room[i] - slots[i]);
        slots[i] += more;
        given += more;
      }
    left -= given;
  }
  return slots;
}

/// Shares of a category: more for more structures, to a cap, and no more than an idiom has new structures for. What is
/// left goes to those that have room.
llvm::json::Array sharesOf(unsigned category, const std::vector<Tried> &all) {
  std::vector<double> weights(all.size(), 0.0), room(all.size(), 0.0);
  for (auto [i, tried] : llvm::enumerate(all)) {
    if (!takes(tried, category))
      continue;
    unsigned count = 0;
    for (unsigned other = 0; other < numCategories; ++other)
      count += takes(tried, other);
    double capacity = tried.space.capacity(category, count, /*isReserve=*/true);
    // Threads in several dimensions are common, and few idioms have them.
    weights[i] = std::pow(std::max(capacity, 1.0), 0.25) * (tried.rank > 1 ? 2.0 : 1.0);
    room[i] = std::min(capacity * numSlots / samplesWithoutRepeat, double(mostSlots));
  }
  std::vector<double> slots = divide(numSlots - typedSlots, weights, room);
  llvm::json::Array list;
  for (unsigned i = 0; i < all.size(); ++i)
    if (unsigned whole = slots[i] + 0.5; whole > 0)
      list.push_back(llvm::json::Array{i, whole});
  return list;
}

/// Which idioms stand in: of those that mostly suit, the four with the most structures.
llvm::json::Array reservesOf(unsigned category, const std::vector<Tried> &all) {
  std::vector<unsigned> found;
  for (auto [i, tried] : llvm::enumerate(all))
    if (tried.space.listed.empty() && suitingShare(tried, category) >= 0.5)
      found.push_back(i);
  llvm::sort(found, [&](unsigned a, unsigned b) {
    return std::make_pair(all[b].space.structures, a) < std::make_pair(all[a].space.structures, b);
  });
  llvm::json::Array list;
  for (unsigned i : llvm::ArrayRef(found).take_front(4))
    list.push_back(i);
  return list;
}

/// Of a hundred real kernels: how many are of each category, by what they do, and of each class of size.
constexpr double realCategories[numCategories] = {6, 16, 9, 14, 5, 19, 6, 12, 9, 4};
constexpr double realSizes[numSizes] = {15, 20, 15, 15, 15, 10, 10};

/// Real kernels seldom loop, often have threads in two dimensions, and one in eight turns something.
double realWeight(const Tried &tried, unsigned category) {
  bool mayLoop = category == unsigned(Category::NestedLoop);
  double loops = tried.imported ? double(tried.looping) / tried.imported : 0.0;
  double turning = tried.imported ? double(tried.turning) / tried.imported : 0.0;
  return (mayLoop ? 1.0 : 1.0 - 0.9 * loops) * (tried.rank > 1 ? 6.0 : 1.0) * (1.0 + 3.0 * turning);
}

/// What `--profile real` makes: of each class of size what real kernels have, by categories that have kernels of it.
llvm::json::Array realShares(const std::vector<Tried> &all) {
  llvm::json::Array list;
  double given = 0.0;
  unsigned used = 0;
  for (unsigned size = 0; size < numSizes; ++size) {
    std::vector<double> weights, room;
    std::vector<llvm::json::Array> listed;
    for (unsigned category = 0; category < numCategories; ++category) {
      size_t first = weights.size();
      double sum = 0.0;
      for (const Tried &tried : all) {
        llvm::json::Array &numbers = listed.emplace_back();
        for (const Structure &each : tried.structures)
          if (each.size == size && each.category == category)
            numbers.push_back(int64_t(each.number));
        double share = tried.imported ? double(tried.sizes[category][size]) / tried.imported : 0.0;
        bool isListed = !tried.space.listed.empty();
        double structures = isListed ? numbers.size() : share * tried.space.structures;
        weights.push_back(isListed || share >= 0.05 ? std::pow(structures, 0.25) * realWeight(tried, category) : 0.0);
        room.push_back(isListed ? structures * numRealSlots / 5000.0 : numRealSlots * 0.012);
        sum += weights.back();
      }
      for (size_t i = first; i < weights.size(); ++i)
        weights[i] *= sum ? realCategories[category] / sum : 0.0;
    }
    std::vector<double> slots = divide(realSizes[size] / 100.0 * 0.95 * numRealSlots, weights, room);
    for (unsigned i = 0; i < slots.size(); ++i) {
      given += slots[i];
      unsigned whole = given + 0.5 - used;
      if (whole == 0)
        continue;
      used += whole;
      list.push_back(llvm::json::Array{i / all.size(), size, i % all.size(), whole, std::move(listed[i])});
    }
  }
  // What is left, one in twenty at least, is written from types, of all categories.
  for (unsigned category = 0; category < numCategories; ++category)
    if (unsigned whole = (numRealSlots - used) / (numCategories - category)) {
      used += whole;
      list.push_back(llvm::json::Array{category, 0, -1, whole, llvm::json::Array()});
    }
  return list;
}

llvm::json::Array spacesOf(const std::vector<Tried> &all) {
  llvm::json::Array spaces;
  for (const Tried &tried : all) {
    llvm::json::Array listed;
    for (const std::vector<uint64_t> &category : tried.space.listed) {
      llvm::json::Array list;
      for (uint64_t number : category)
        list.push_back(int64_t(number));
      listed.push_back(std::move(list));
    }
    spaces.push_back(llvm::json::Array{tried.space.bits, int64_t(tried.space.structures), tried.space.isExact,
                                       std::move(listed)});
  }
  return spaces;
}

void printCount(const Idiom &idiom, const Tried &tried) {
  llvm::outs() << idiom.name << ": 2^" << tried.space.bits << " numbers, " << tried.space.structures
               << (tried.space.isExact ? "" : " (estimated)") << " structures, " << llvm::format("%.3g", tried.all)
               << " in all;";
  for (unsigned category = 0; category < numCategories; ++category)
    llvm::outs() << " " << getName(static_cast<Category>(category)) << ":"
                 << (tried.space.listed.empty() ? tried.suits[category] : tried.space.listed[category].size());
  llvm::outs() << "\n";
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
  std::vector<unsigned> wanted;
  for (unsigned i = 0; i < library->idioms.size(); ++i)
    if (only.empty() || library->idioms[i].name == only)
      wanted.push_back(i);
  for (unsigned i : wanted) {
    if (!only.empty() && !check)
      Prober(*library, i).print(5);
    if (check)
      Prober(*library, i).findTwins(check);
  }
  if (check)
    return 0;
  std::vector<Tried> all(wanted.size());
  llvm::parallelFor(0, wanted.size(), [&](size_t i) { all[i] = Prober(*library, wanted[i]).run(); });
  for (const Tried &tried : all)
    for (const std::string &message : tried.errors) {
      llvm::errs() << message << "\n";
      failed = true;
    }
  distribute(all);
  uint64_t sum = 0;
  if (printCounts || !only.empty()) {
    for (auto [i, tried] : llvm::zip_equal(wanted, all)) {
      printCount(library->idioms[i], tried);
      sum += tried.space.structures;
    }
    llvm::outs() << sum << " structures\n";
  }
  if (failed)
    return 1;
  if (!only.empty())
    return 0;
  llvm::json::Array shares, reserves;
  for (unsigned category = 0; category < numCategories; ++category) {
    shares.push_back(sharesOf(category, all));
    reserves.push_back(reservesOf(category, all));
  }
  std::string text;
  llvm::raw_string_ostream json(text);
  json << llvm::json::Value(llvm::json::Object{{"library", std::move(*files)},
                                               {"spaces", spacesOf(all)},
                                               {"shares", std::move(shares)},
                                               {"reserves", std::move(reserves)},
                                               {"real", realShares(all)}});
  std::error_code code;
  llvm::raw_fd_ostream os(output, code);
  if (code) {
    llvm::errs() << "kgen-library: error: cannot write '" << output << "': " << code.message() << "\n";
    return 1;
  }
  writeLiterals(os, text);
  return 0;
}
