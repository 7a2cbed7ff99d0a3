// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Guesses at launches. An extent that is indexed by a coordinate alone is that coordinate's; any other is as large as
// the guess says.

#include "GuessLaunch.h"
#include "kgen/Synthesis/Variants.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::synthesis;

namespace {

/// The assumptions of a guess about values that the ops leave open.
struct Assumptions {
  /// Of extents that something computed is an index into: of an array of one dimension, and of more.
  Extent other, otherOfMany;
  /// Of int parameters; nullopt for the extent of a dimension.
  std::optional<int64_t> count;
  double low, high;
};

} // namespace

static Assumptions assumptionsOf(unsigned guess) {
  // In the order of how much they ask for: as many elements as threads, some more, a grid laid out in a row.
  static constexpr Extent others[] = {{0, 0}, {0, 3}, {-1, 100}, {-1, 400}};
  static constexpr Extent othersOfMany[] = {{-1, 3}, {0, 3}, {-1, 12}, {-1, 24}};
  Assumptions assume;
  assume.other = others[guess / 4 % 4];
  assume.otherOfMany = othersOfMany[guess / 4 % 4];
  if (guess % 4 >= 2)
    assume.count = 2;
  bool positive = guess % 2 == 0;
  assume.low = positive ? 0.1 : -2.0;
  assume.high = 2.0;
  return assume;
}

/// The coordinates of the thread, in order; the longest list where the kernel asks several times.
static SmallVector<Value> coordinatesOf(KernelOp kernel) {
  SmallVector<Value> coordinates;
  kernel.getBody().walk([&](TidOp op) {
    if (op.getNumResults() > coordinates.size())
      coordinates.assign(op.getCoordinates().begin(), op.getCoordinates().end());
  });
  return coordinates;
}

static SmallVector<OpFoldResult> indicesOf(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  return access ? access.getMixedIndices() : SmallVector<OpFoldResult>();
}

namespace {

/// A parameter, or a field of the struct that is the first one, the ops that use it, and the values that it is.
struct Argument {
  std::string name;
  Type type;
  SmallVector<Operation *> users;
  SmallVector<Value> values;
};

} // namespace

static Argument argumentOf(BlockArgument parameter) {
  return {getName(parameter).str(), parameter.getType(), SmallVector<Operation *>(parameter.getUsers()), {parameter}};
}

/// The fields of a struct; one is used where it is taken out of it.
static SmallVector<Argument> fieldsOf(BlockArgument parameter) {
  SmallVector<Argument> fields;
  auto type = cast<StructType>(parameter.getType());
  for (auto [name, fieldType] : llvm::zip_equal(type.getFieldNames(), type.getFieldTypes()))
    fields.push_back({name.str(), fieldType, {}, {}});
  for (Operation *user : parameter.getUsers())
    if (auto extract = dyn_cast<ExtractOp>(user)) {
      Argument &field = fields[*getLiteral(extract.getMixedIndices().front())];
      llvm::append_range(field.users, extract->getUsers());
      if (extract.getMixedIndices().size() == 1)
        field.values.push_back(extract);
    }
  return fields;
}

/// The extent that accesses along one dimension suggest: that of the only coordinate they use, one more than the
/// largest number, or what the guess assumes.
static Extent extentOf(const Argument &array, unsigned dimension, ArrayRef<Value> coordinates, Extent other) {
  std::optional<Extent> extent;
  for (Operation *user : array.users) {
    SmallVector<OpFoldResult> indices = indicesOf(user);
    if (dimension >= indices.size())
      continue;
    Extent wanted = other;
    if (std::optional<int64_t> literal = getLiteral(indices[dimension]))
      wanted = {-1, *literal < 0 ? -*literal : *literal + 1};
    else if (auto *at = llvm::find(coordinates, cast<Value>(indices[dimension])); at != coordinates.end())
      wanted = {static_cast<int>(at - coordinates.begin()), 0};
    if (!extent || extent->fits(wanted))
      extent = wanted;
    else if (!wanted.fits(*extent))
      extent = extent->size < 0 && wanted.size >= 0 && extent->offset <= 4 ? wanted : other;
  }
  return extent.value_or(Extent{0, 0});
}

static Role roleOf(const Argument &array) {
  bool isRead = false, isWritten = false, isUpdated = false;
  for (Operation *user : array.users) {
    isRead |= isa<LoadOp>(user);
    isWritten |= isa<StoreOp>(user);
    isUpdated |= isa<AtomicOp, AtomicCasOp>(user);
  }
  if (isUpdated || (isRead && isWritten))
    return Role::InOut;
  return isWritten ? Role::Out : Role::In;
}

/// Whether a kernel indexes arrays with what it reads from this one.
static bool holdsIndices(const Argument &array) {
  return isInt(elementType(elementType(array.type))) && llvm::any_of(array.users, llvm::IsaPred<LoadOp>);
}

/// Whether a kernel asks if what it reads from an array is negative: -1 stands for nobody.
static bool hasSentinel(const Argument &array) {
  return llvm::any_of(array.users, [](Operation *load) {
    return isa<LoadOp>(load) && llvm::any_of(load->getUsers(), [](Operation *user) {
             auto comparison = dyn_cast<CmpOp>(user);
             auto number = comparison ? comparison.getRhs().getDefiningOp<ConstantOp>() : ConstantOp();
             auto value = number ? dyn_cast<IntegerAttr>(number.getValueAttr()) : IntegerAttr();
             return value && value.getValue().sle(0);
           });
  });
}

/// The number of parts at the step of the path that `index` is; nullopt if it is no
/// step.
static std::optional<int64_t> partsAt(Value index, Type type, ArrayRef<OpFoldResult> path) {
  for (OpFoldResult step : path) {
    if (step == OpFoldResult(index))
      return numParts(type);
    type = partType(type, getLiteral(step).value_or(ShapedType::kDynamic));
  }
  return std::nullopt;
}

/// The bound of a number that an op uses as the index of a component, or as the amount of a shift.
static std::optional<int64_t> boundIn(Operation *user, Value number) {
  if (auto extract = dyn_cast<ExtractOp>(user))
    return partsAt(number, extract.getAggregate().getType(), extract.getMixedIndices());
  if (auto insert = dyn_cast<InsertOp>(user))
    return partsAt(number, insert.getType(), insert.getMixedIndices());
  if (auto set = dyn_cast<SetOp>(user))
    return partsAt(number, cast<VarType>(set.getVar().getType()).getElementType(), set.getMixedIndices());
  if (isa<LShiftOp, RShiftOp>(user) && user->getOperand(1) == number)
    return user->getResult(0).getType().getIntOrFloatBitWidth();
  auto access = dyn_cast<AccessOpInterface>(user);
  auto array = access ? dyn_cast<ArrayType>(access.getArray().getType()) : ArrayType();
  if (!array)
    return std::nullopt;
  return partsAt(number, array.getElementType(), ArrayRef(access.getMixedIndices()).drop_front(array.getRank()));
}

/// The least that a number has to be below somewhere.
static std::optional<int64_t> boundOf(Value number) {
  std::optional<int64_t> least;
  for (Operation *user : number.getUsers()) {
    std::optional<int64_t> bound = isa<CastOp>(user) ? boundOf(user->getResult(0)) : boundIn(user, number);
    if (bound)
      least = std::min(least.value_or(*bound), *bound);
  }
  return least;
}

/// Keeps the integers that an argument is, or holds, below what the kernel takes them for.
static void keepBelow(const Argument &argument, Parameter &parameter) {
  SmallVector<Value> numbers = argument.values;
  if (isArray(argument.type)) {
    numbers.clear();
    for (Operation *user : argument.users)
      if (auto load = dyn_cast<LoadOp>(user))
        numbers.push_back(load);
  }
  for (Value number : numbers) {
    std::optional<int64_t> bound = isInt(number.getType()) ? boundOf(number) : std::nullopt;
    bool isBelow = bound && parameter.first.size < 0 && parameter.last.size < 0 && parameter.last.offset < *bound;
    if (!bound || isBelow)
      continue;
    parameter.first = {-1, 0};
    parameter.last = {-1, *bound - 1};
    parameter.namesOthers = false;
  }
}

/// The literals that an argument is compared with, or nothing where it is more than a choice of what the kernel does.
static SmallVector<int64_t> choicesOf(const Argument &argument) {
  SmallVector<int64_t> choices;
  for (Value number : argument.values)
    for (Operation *user : number.getUsers()) {
      if (auto cast = dyn_cast<CastOp>(user); cast && isBool(cast.getType())) {
        choices.push_back(0);
        continue;
      }
      auto comparison = dyn_cast<CmpOp>(user);
      Value other = !comparison ? Value() : comparison.getLhs() == number ? comparison.getRhs() : comparison.getLhs();
      auto literal = other ? other.getDefiningOp<ConstantOp>() : ConstantOp();
      auto value = literal ? dyn_cast<IntegerAttr>(literal.getValueAttr()) : IntegerAttr();
      if (!value)
        return {};
      choices.push_back(value.getValue().getSExtValue());
    }
  llvm::sort(choices);
  choices.erase(llvm::unique(choices), choices.end());
  return choices;
}

/// Lets an integer that chooses what the kernel does take each of the numbers it is compared with, and one beside them.
static void takeChoices(const Argument &argument, Parameter &parameter) {
  SmallVector<int64_t> choices = isInt(argument.type) ? choicesOf(argument) : SmallVector<int64_t>();
  // The numbers of a choice lie side by side; others are limits.
  if (choices.empty() || choices.back() - choices.front() > 8)
    return;
  int64_t first = std::min<int64_t>(0, choices.front()), last = choices.back();
  if (last - first + 1 == int64_t(choices.size()))
    ++last;
  parameter.first = {-1, first};
  parameter.last = {-1, last};
}

static Parameter parameterOf(const Argument &argument, ArrayRef<Value> coordinates, const Assumptions &assume,
                             Rng &rng) {
  Parameter parameter;
  parameter.name = argument.name;
  parameter.type = argument.type;
  parameter.low = assume.low;
  parameter.high = assume.high;
  if (auto array = dyn_cast<ArrayType>(argument.type)) {
    parameter.role = roleOf(argument);
    for (unsigned i = 0; i < array.getRank(); ++i)
      parameter.shape.push_back(
          extentOf(argument, i, coordinates, array.getRank() == 1 ? assume.other : assume.otherOfMany));
    bool indices = holdsIndices(argument);
    parameter.first = {-1, indices && hasSentinel(argument) ? -1 : 0};
    parameter.last = indices ? Extent{0, -1} : Extent{-1, 3};
    parameter.namesOthers = indices;
    return parameter;
  }
  parameter.role = Role::Scalar;
  if (assume.count)
    parameter.first = parameter.last = {-1, *assume.count};
  else // which dimension an extent is of is not seen; the last is the one that rows are as long as
    parameter.first = parameter.last = {static_cast<int>(rng.below(std::max<size_t>(1, coordinates.size()))), 0};
  return parameter;
}

bool kgen::isOfCase(BlockArgument parameter) {
  auto isPlain = [](Type type) { return !isStruct(isArray(type) ? elementType(type) : type); };
  auto type = dyn_cast<StructType>(parameter.getType());
  return type && parameter.getArgNumber() == 0
             ? !type.getFieldTypes().empty() && llvm::all_of(type.getFieldTypes(), isPlain)
             : isPlain(parameter.getType());
}

void kgen::synthesis::guessLaunch(GeneratedKernel &made, KernelOp inlined, Rng &rng, unsigned guess) {
  SmallVector<Value> coordinates = coordinatesOf(inlined);
  Assumptions assume = assumptionsOf(guess);
  made.rank = std::max<size_t>(1, coordinates.size());
  made.sizes.assign(made.rank, made.rank == 1 ? SizeRange{4, 8} : SizeRange{2, 4});
  made.parameters.clear();
  SmallVector<Argument> arguments;
  for (BlockArgument parameter : inlined.getBody().getArguments())
    if (auto type = dyn_cast<StructType>(parameter.getType())) {
      arguments = fieldsOf(parameter);
      made.numFields = arguments.size();
      made.structType = type.getName().str();
    } else {
      arguments.push_back(argumentOf(parameter));
    }
  for (const Argument &argument : arguments) {
    made.parameters.push_back(parameterOf(argument, coordinates, assume, rng));
    keepBelow(argument, made.parameters.back());
    takeChoices(argument, made.parameters.back());
  }
  // Bools are numbers from zero to one.
  for (Parameter &parameter : made.parameters)
    if (isBool(elementType(elementType(parameter.type)))) {
      parameter.first = {-1, 0};
      parameter.last = {-1, 1};
    }
}
