// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel as the library's writer gives it to one that can be launched: imported, and with what its inputs take.

#include "Known.h"
#include "Knowledge/Families.h"
#include "Knowledge/Knowledge.h"
#include "Knowledge/Writer.h"
#include "Streams.h"
#include "Suits.h"
#include "kgen/Import/Import.h"
#include "kgen/Support/Subprocess.h"
#include "kgen/Synthesis/Structures.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <mutex>

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;
namespace knowledge = kgen::knowledge;

/// The path at which the build and `cmake --install` put the library, for the tools and for programs that link this.
static std::string libraryPath() {
  std::string beside = besideExecutable("../share/kgen/knowledge.txt");
  return llvm::sys::fs::exists(beside) ? beside : KGEN_INSTALLED_LIBRARY;
}

/// Reads what kgen-library wrote; ends the process after a message where it is not there or is something else.
static const knowledge::Knowledge *readKnowledge() {
  std::string path = libraryPath();
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    llvm::errs() << "error: cannot read the library of knowledge '" << path << "': " << buffer.getError().message()
                 << "; it is built with kgen-synth\n";
    std::exit(1);
  }
  auto report = [](StringRef file, unsigned line, const std::string &message) {
    llvm::errs() << file << ":" << line << ": error: " << message << "\n"; // the build has checked this
  };
  std::unique_ptr<knowledge::Knowledge> known = knowledge::Knowledge::read((*buffer)->getBuffer(), report);
  if (!known) {
    llvm::errs() << path << ":1: error: expected what kgen-library writes\n";
    std::exit(1);
  }
  return known.release(); // lives until the process ends, which has no need to take it apart
}

const knowledge::Knowledge &kgen::knowledge::builtinKnowledge(Split split) {
  static const Knowledge *whole = readKnowledge();
  if (split == Split::All)
    return *whole;
  static std::mutex mutex;
  static std::map<Split, std::unique_ptr<Knowledge>> parts;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Knowledge> &part = parts[split];
  if (!part)
    part = whole->restrictedTo(split);
  return *part;
}

std::optional<StructureCount> kgen::countStructures(StringRef idiom) {
  const knowledge::Knowledge &known = knowledge::builtinKnowledge();
  for (auto [each, space] : llvm::zip_equal(known.library->idioms, known.spaces))
    if (each.name == idiom)
      return StructureCount{space.structures, space.isExact};
  return std::nullopt;
}

double kgen::expectedOverlap(const DataSetPlan &plan) {
  const knowledge::Knowledge &known = knowledge::builtinKnowledge(plan.sample.split);
  if (plan.sample.profile == Profile::Real)
    return knowledge::realOverlapOfSeeds(known, plan.count);
  SmallVector<unsigned> categories;
  for (Category category : plan.categories)
    categories.push_back(static_cast<unsigned>(category));
  return knowledge::overlapOfSeeds(known, categories, plan.count);
}

namespace {

class Launch {
public:
  Launch(GeneratedKernel &made, const knowledge::WrittenKernel &written) : made(made), written(written) {}

  bool run() {
    made.rank = written.rank;
    for (const knowledge::Size &size : written.sizes)
      made.sizes.push_back({size.low, size.high});
    made.isRow = written.isRow;
    made.structType = written.structType;
    made.numFields = written.numFields;
    SmallVector<Type> types;
    for (Type type : KernelOp(made.kernel).getArgumentTypes())
      for (unsigned field = 0, count = isStruct(type) ? numParts(type) : 1; field < count; ++field)
        types.push_back(isStruct(type) ? partType(type, field) : type);
    if (types.size() != written.parameters.size())
      return false;
    for (auto [type, from] : llvm::zip_equal(types, written.parameters))
      made.parameters.push_back(parameterOf(type, from));
    return true;
  }

private:
  Extent extentOf(const knowledge::Length &length) const {
    if (length.isNumber())
      return {-1, length.offset};
    for (auto [i, size] : llvm::enumerate(written.sizes))
      if (size.name == length.size)
        return {int(i), length.offset, length.factor};
    return {-1, 4};
  }

  Parameter parameterOf(Type type, const knowledge::WrittenParameter &from) const {
    using knowledge::Meaning;
    const knowledge::Values &values = from.values;
    Parameter to;
    to.name = from.name;
    to.type = type;
    to.role = !from.isArray                   ? Role::Scalar
              : !from.isWritten               ? Role::In
              : from.isRead || from.isUpdated ? Role::InOut
                                              : Role::Out;
    for (const knowledge::Length &extent : from.extents)
      to.shape.push_back(extentOf(extent));
    to.low = values.low;
    to.high = values.high;
    to.first = {-1, int64_t(values.low)};
    to.last = {-1, int64_t(values.high)};
    if (from.isExtent)
      to.first = to.last = extentOf(*from.isExtent);
    if (values.extent) {
      Extent extent = extentOf(*values.extent);
      bool isCount = values.meaning == Meaning::Count;
      to.first = {-1, isCount ? 1 : 0};
      to.last = isCount || values.kind == InputKind::Offsets ? extent : extent - 1;
    }
    to.selects = values.meaning == Meaning::Mode;
    to.namesOthers = values.meaning == Meaning::OtherRow;
    to.kind = values.kind;
    to.isFlat = from.isFlat;
    return to;
  }

  GeneratedKernel &made;
  const knowledge::WrittenKernel &written;
};

} // namespace

Category kgen::synthesis::realCategory(const KernelPlan &plan) {
  return static_cast<Category>(knowledge::realCategory(knowledge::builtinKnowledge(plan.split), plan.index));
}

std::optional<GeneratedKernel> kgen::synthesis::drawKnown(MLIRContext *context, const KernelPlan &plan,
                                                          unsigned attempt, unsigned &next) {
  const knowledge::Knowledge &known = knowledge::builtinKnowledge(plan.split);
  for (;;) {
    std::optional<knowledge::Candidate> candidate =
        plan.profile == Profile::Real
            ? knowledge::realCandidate(known, plan.seed, plan.index, next)
            : knowledge::candidate(known, static_cast<unsigned>(plan.category), plan.seed, plan.ordinal(), next);
    if (!candidate)
      return std::nullopt;
    ++next;
    if (candidate->isListed && plan.profile != Profile::Real)
      continue;
    const knowledge::Idiom &idiom = known.library->idioms[candidate->idiom];
    if (plan.split != Split::All &&
        splitOf(shortHash(knowledge::familyOf(*known.library, idiom, candidate->number))) != plan.split)
      continue;
    knowledge::Digits digits(candidate->number);
    Rng rng = randomFor(plan, attempt, Stream::Kernel, /*number=*/0);
    std::optional<knowledge::WrittenKernel> written =
        knowledge::Writer(*known.library, idiom, digits, knowledge::layoutOf(candidate->number, candidate->draw), rng)
            .run();
    if (!written)
      continue;
    if (candidate->size && (knowledge::sizeClass(written->statements) != *candidate->size ||
                            !knowledge::isAsReal(*written, candidate->wanted)))
      continue;
    GeneratedKernel made;
    made.module = importWarpTree(written->program, "kernel.py", "", context);
    if (!made.module)
      continue;
    made.kernel = *made.module->getOps<KernelOp>().begin();
    if (!written->annotations.empty())
      for (auto function : made.module->getOps<FunctionOpInterface>())
        function->setAttr("kgen.annotations", StringAttr::get(context, written->annotations));
    if (!suits(made.kernel, plan)) // another of its arms does
      continue;
    if (!Launch(made, *written).run())
      continue;
    made.origin.generator = "knowledge";
    made.origin.idiom = idiom.name;
    made.origin.domain = written->domain;
    made.origin.family = written->family;
    made.origin.structure = idiom.name + " " + std::to_string(candidate->number);
    made.origin.pass = candidate->pass;
    return made;
  }
}
