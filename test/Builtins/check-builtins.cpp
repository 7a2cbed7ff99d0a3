// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks all records of builtins, on every choice of operand types that one accepts: the interpreter against the CPU
// JIT, that against itself with threads as lanes, the record's expansion against the interpreter's own function, and
// the record's adjoint rules against dual numbers, whose derivatives are written by hand; and runs in two arithmetics
// at once against two runs. A new record is tested by being there. Besides, the interpreter against a list of known
// values (--values), a C++ program that holds kgen.cuh against the interpreter (--cpp), cases for real Warp (--warp),
// and rules that are broken one by one, each of which the check of gradients has to find
// (--mutants).

#include "Mutants.h"
#include "Signature.h"
#include "kgen/IR/Names.h"
#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Runtime/Cpu.h"
#include "kgen/Support/Rng.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include <array>
#include <cmath>
#include <cstring>
#include <set>

using namespace kgen;
using namespace mlir;

static llvm::cl::opt<std::string> valuesFile("values", llvm::cl::desc("a list of values that builtins must have"));
static llvm::cl::opt<std::string>
    cppFile("cpp", llvm::cl::desc("write a C++ program that checks kgen.cuh, and check nothing here"));
static llvm::cl::opt<bool> mutants("mutants",
                                   llvm::cl::desc("break each adjoint rule in turn, and check nothing else"));
static llvm::cl::opt<std::string> warpFile("warp", llvm::cl::desc("list cases for real Warp, and check nothing here"));

namespace {
constexpr unsigned numThreads = 16;

class Checker {
public:
  explicit Checker(MLIRContext *context) : context(context) {}
  /// Checks all builtins; the number of signatures that are wrong.
  unsigned run();
  /// Checks a list of lines `builtin operands value`, in float64; the number of lines that are wrong or missing.
  unsigned checkValues(StringRef list);
  /// Breaks the adjoint of each operand of each signature in float64; the number of those that no check found wrong.
  unsigned checkMutants();

  /// With what `run` has seen.
  HeaderProgram headerProgram;
  WarpProgram warpProgram;

private:
  std::string checkValue(StringRef line);
  void enumerate(const BuiltinInfo &info, Type floatType, SmallVectorImpl<Signature> &found);
  OwningOpRef<ModuleOp> makeModule(const Signature &signature, KernelOp &kernel);
  Case drawCase(const Signature &signature, Rng &rng);
  std::string check(const Signature &signature);
  std::string checkExpansion(KernelOp kernel, const Case &c, const RunResult &wanted);
  std::string checkJit(ModuleOp module, KernelOp kernel, KernelOp backward, const Case &c, const RunResult &wanted);
  std::string checkAdjoint(KernelOp kernel, KernelOp backward, const Case &c, Rng &rng);
  void checkMutants(const Signature &signature, MutableArrayRef<unsigned> found, unsigned &same, unsigned &survivors);
  bool changesNumbers(const Signature &signature, KernelOp kernel, KernelOp backward, KernelOp mutant);

  MLIRContext *context;
  std::unique_ptr<CpuRunner> runner, lanes;
  /// The builtins whose float32 another machine may round otherwise.
  std::set<StringRef> roundedElsewhere;
};
} // namespace

/// The largest difference, as a share of the largest number; of NaNs, none where both are.
static double difference(const Numbers &got, const Numbers &wanted) {
  if (const auto *integers = std::get_if<std::vector<int64_t>>(&wanted))
    return *integers == std::get<1>(got) ? 0.0 : 1.0;
  double scale = 1e-300, worst = 0.0;
  for (auto [a, b] : llvm::zip_equal(std::get<0>(got), std::get<0>(wanted))) {
    scale = std::max(scale, std::fabs(b));
    bool same = a == b || (std::isnan(a) && std::isnan(b));
    double off = same ? 0.0 : std::fabs(a - b);
    worst = std::max(worst, std::isnan(off) ? HUGE_VAL : off);
  }
  return worst / std::max(scale, 1.0);
}

/// What a result of this type may differ by between two forms.
static double tolerance(Type type) {
  Type element = elementType(type);
  return element.isF64() ? 1e-11 : element.isF32() ? 2e-5 : 2e-2;
}

//===----------------------------------------------------------------------===//
// Signatures, kernels and cases
//===----------------------------------------------------------------------===//

void Checker::enumerate(const BuiltinInfo &info, Type floatType, SmallVectorImpl<Signature> &found) {
  Builder b(context);
  SmallVector<Type> candidates = {b.getI1Type(), floatType, VecType::get(context, 3, b.getIntegerType(32, true))};
  for (unsigned width : {8, 32, 64})
    for (bool isSigned : {false, true})
      candidates.push_back(b.getIntegerType(width, isSigned));
  for (unsigned n : {2, 3, 6})
    candidates.push_back(VecType::get(context, n, floatType));
  candidates.push_back(QuatType::get(context, floatType));
  candidates.push_back(TransformType::get(context, floatType));
  for (auto [rows, cols] : {std::pair(2u, 2u), std::pair(2u, 3u), std::pair(3u, 3u), std::pair(4u, 4u)})
    candidates.push_back(MatType::get(context, rows, cols, floatType));
  SmallVector<unsigned> choice(info.numOperands, 0);
  while (true) {
    Signature signature{&info, {}, nullptr};
    for (unsigned k : choice)
      signature.operands.push_back(candidates[k]);
    bool hasFloat = llvm::any_of(signature.operands, [&](Type type) { return elementType(type) == floatType; });
    if (info.accepts(signature.operands) && (hasFloat || floatType.isF64())) {
      signature.result = info.resultType(signature.operands);
      found.push_back(signature);
    }
    unsigned digit = 0;
    while (digit < choice.size() && ++choice[digit] == candidates.size())
      choice[digit++] = 0;
    if (digit == choice.size())
      return;
  }
}

/// `y[i] = builtin(x0[i], x1[i], ...)`.
OwningOpRef<ModuleOp> Checker::makeModule(const Signature &signature, KernelOp &kernel) {
  OpBuilder b(context);
  Location loc = b.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  SmallVector<Type> parameters;
  for (Type type : signature.operands)
    parameters.push_back(ArrayType::get(context, 1, type));
  parameters.push_back(ArrayType::get(context, 1, signature.result));
  kernel = KernelOp::create(b, loc, "k", b.getFunctionType(parameters, {}));
  if (kernel.getBody().empty())
    kernel.getBody().emplaceBlock().addArguments(parameters, SmallVector<Location>(parameters.size(), loc));
  Block &body = kernel.getBody().front();
  b.setInsertionPointToEnd(&body);
  Type index = b.getIntegerType(32, true);
  auto tid = TidOp::create(b, loc, TypeRange(index));
  SmallVector<OpFoldResult> indices = {tid.getResult(0)};
  SmallVector<Value> operands;
  for (BlockArgument array : body.getArguments().drop_back())
    operands.push_back(LoadOp::create(b, loc, array, indices));
  Value result = createBuiltin(b, loc, *signature.info, operands);
  StoreOp::create(b, loc, body.getArguments().back(), indices, result);
  ReturnOp::create(b, loc);
  for (auto [k, argument] : llvm::enumerate(body.getArguments()))
    setName(argument, k == signature.operands.size() ? "y" : "x" + std::to_string(k));
  return module;
}

/// A number of the domain, away from what it is to keep off.
static double drawNumber(const Domain &domain, Rng &rng) {
  while (true) {
    double number = rng.uniformReal(domain.low, domain.high);
    if (domain.onBothSides && rng.uniformInt(0, 1))
      number = -number;
    if (domain.away == 0.0 || std::fabs(number - domain.away * std::round(number / domain.away)) > 0.05)
      return number;
  }
}

/// The i-th integer of operand k. The first few are the edges of the type, in combinations that have traps: the least
/// by -1, the least and the greatest by themselves and by each other; then small ones on both sides of zero.
static int64_t drawInteger(IntegerType type, const Domain &domain, unsigned k, size_t i, Rng &rng) {
  unsigned width = type.getWidth();
  if (width == 1)
    return rng.uniformInt(0, 1);
  // Domains of integers say no more than: not zero, or small and not negative, or above that.
  if (domain.low == 0.0)
    return rng.uniformInt(0, static_cast<int64_t>(domain.high));
  if (domain.low >= 1.0)
    return rng.uniformInt(static_cast<int64_t>(domain.low), static_cast<int64_t>(domain.high));
  int64_t least = type.isSigned() ? APInt::getSignedMinValue(width).getSExtValue() : 0;
  // Numbers of cases are int64.
  int64_t greatest = APInt::getSignedMaxValue(width + (type.isUnsigned() && width < 64)).getSExtValue();
  const int64_t edges[][2] = {{least, -1}, {least, least}, {greatest, least}, {greatest, greatest}, {least, 1}, {0, 3}};
  int64_t number = i < std::size(edges) ? edges[i][k % 2] : rng.uniformInt(-7, 7);
  if (type.isUnsigned() && number < 0)
    number = -number;
  return number == 0 && domain.onBothSides ? 1 : number;
}

/// Writes a rotation, and a little more, into the upper left of a matrix. Of the quaternion that it is of, each
/// component is the largest in turn, since that is what a quaternion of a matrix is found by.
static void drawRotation(MatType type, size_t turn, Rng &rng, MutableArrayRef<double> entries) {
  std::array<double, 4> q;
  for (double &component : q)
    component = rng.uniformReal(-0.5, 0.5);
  q[turn % 4] += turn % 8 < 4 ? 1.5 : -1.5;
  auto [x, y, z, w] = q;
  double length = x * x + y * y + z * z + w * w;
  const double rows[3][3] = {{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
                             {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
                             {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 0; j < 3; ++j)
      entries[i * type.getCols() + j] = rows[i][j] / length + rng.uniformReal(-0.05, 0.05);
}

Case Checker::drawCase(const Signature &signature, Rng &rng) {
  Case c;
  c.kernel = "k";
  c.dim = {numThreads};
  for (auto [k, type] : llvm::enumerate(signature.operands)) {
    CaseArg arg;
    arg.name = "x" + std::to_string(k);
    arg.type = elementTypeOf(type);
    arg.shape = {numThreads};
    Domain domain = signature.info->domains[k];
    size_t count = numThreads * arg.type.numComponents();
    if (arg.type.isFloat()) {
      std::vector<double> &list = arg.values.emplace<std::vector<double>>();
      for (size_t i = 0; i < count; ++i)
        list.push_back(drawNumber(domain, rng));
      bool isRotation = isa<QuatType, TransformType>(signature.result) && isa<MatType>(type);
      for (size_t i = 0; isRotation && i < numThreads; ++i)
        drawRotation(mlir::cast<MatType>(type), i, rng, MutableArrayRef(list).slice(i * arg.type.numComponents()));
      // A quaternion and its negative are one rotation.
      for (size_t i = 4; isa<QuatType>(type) && i < list.size(); ++i)
        list[i] = i / 4 % 2 ? -list[i] : list[i];
      for (double &number : list)
        number = roundTo(arg.type.scalar, number);
    } else {
      std::vector<int64_t> &list = arg.values.emplace<std::vector<int64_t>>();
      auto integer = mlir::cast<IntegerType>(elementType(type));
      for (size_t i = 0; i < count; ++i)
        list.push_back(drawInteger(integer, domain, k, i, rng));
    }
    c.args.push_back(std::move(arg));
  }
  CaseArg y;
  y.name = "y";
  y.type = elementTypeOf(signature.result);
  y.role = Role::Out;
  y.shape = {numThreads};
  size_t count = numThreads * y.type.numComponents();
  if (y.type.isFloat()) {
    y.values = std::vector<double>(count);
    for (size_t i = 0; i < count; ++i)
      y.weight.push_back(roundTo(y.type.scalar, rng.uniformReal(0.5, 1.5)));
  } else {
    y.values = std::vector<int64_t>(count);
  }
  c.args.push_back(std::move(y));
  return c;
}

//===----------------------------------------------------------------------===//
// Checks: each returns what is wrong, or nothing
//===----------------------------------------------------------------------===//

std::string Checker::checkExpansion(KernelOp kernel, const Case &c, const RunResult &wanted) {
  KernelOp expanded = kernel.clone();
  OwningOpRef<ModuleOp> module = ModuleOp::create(kernel.getLoc());
  module->push_back(expanded);
  expandBuiltins(expanded);
  FailureOr<Interpreter> interpreter = Interpreter::create(expanded);
  if (failed(interpreter))
    return "its expansion does not compile";
  RunResult got = interpreter->run(c);
  if (got.fault)
    return "its expansion: " + got.fault->message;
  double off = difference(got.values.back(), wanted.values.back());
  Type result = mlir::cast<ArrayType>(kernel.getArgumentTypes().back()).getElementType();
  return off <= tolerance(result) ? "" : "its expansion is off by " + std::to_string(off);
}

/// Whether all numbers are the same.
static bool areSame(ArrayRef<NamedNumbers> a, ArrayRef<NamedNumbers> b) {
  return llvm::all_of(llvm::zip_equal(a, b), [](const auto &pair) {
    return difference(std::get<0>(pair).values, std::get<1>(pair).values) == 0.0;
  });
}

std::string Checker::checkJit(ModuleOp module, KernelOp kernel, KernelOp backward, const Case &c,
                              const RunResult &wanted) {
  FailureOr<CompiledKernel> compiled = runner->compile(module, kernel, backward);
  if (failed(compiled))
    return "it does not compile for the CPU";
  CaseResult got = compiled->run(c);
  FailureOr<CompiledKernel> wide = lanes->compile(module, kernel, backward);
  if (failed(wide))
    return "it does not compile as lanes";
  CaseResult inLanes = wide->run(c);
  if (!areSame(got.outputs, inLanes.outputs) || !areSame(got.grads, inLanes.grads))
    return "its numbers as lanes are others";
  double off = difference(got.outputs.back().values, wanted.values.back());
  double allowed = tolerance(mlir::cast<ArrayType>(kernel.getArgumentTypes().back()).getElementType());
  if (off > allowed)
    return "the JIT's value is off by " + std::to_string(off);
  if (!backward)
    return "";
  FailureOr<Interpreter> interpreter = Interpreter::create(backward);
  if (failed(interpreter))
    return "its backward does not compile";
  RunResult reverse = interpreter->run(withValues(c, wanted.values));
  if (reverse.fault)
    return "its backward: " + reverse.fault->message;
  for (const auto &[name, type, gradient] : got.grads)
    for (auto [arg, expected] : llvm::zip_equal(c.args, reverse.gradients))
      if (arg.name == name && arg.isFloatArray() && difference(gradient, expected) > 10 * allowed)
        return "the JIT's gradient of " + name + " is off by " + std::to_string(difference(gradient, expected));
  return "";
}

std::string Checker::checkAdjoint(KernelOp kernel, KernelOp backward, const Case &c, Rng &rng) {
  FailureOr<Interpreter> forward = Interpreter::create(kernel), reverse = Interpreter::create(backward);
  if (failed(forward) || failed(reverse))
    return "its backward does not compile";
  // All in double, but for the rules' literals, which are of the operand's type.
  ScalarType scalar = c.args.back().type.scalar;
  double literalTolerance = scalar == ScalarType::Float64 ? 1e-11 : scalar == ScalarType::Float32 ? 1e-6 : 5e-3;
  for (unsigned trial = 0; trial < 3; ++trial) {
    std::vector<std::vector<double>> directions(c.args.size());
    for (auto [arg, direction] : llvm::zip_equal(c.args, directions))
      for (size_t i = 0; arg.isFloatArray() && arg.role == Role::In && i < numbersSize(arg.values); ++i)
        direction.push_back(rng.uniformReal(-1.0, 1.0));
    GradientCheck result = checkGradient(*forward, *reverse, c, directions);
    if (result.fault)
      return "gradient: " + result.fault->message;
    double off = std::fabs(result.dual - result.reverse) / std::max(result.scale, 1.0);
    if (!(off <= literalTolerance))
      return "its gradient is " + std::to_string(result.reverse) + " and by dual numbers " +
             std::to_string(result.dual);
  }
  return "";
}

/// Whether two runs left the same bits.
static bool leaveSame(const RunResult &a, const RunResult &b) {
  auto haveSame = [](const Numbers &x, const Numbers &y) {
    return x.index() == y.index() && std::visit(
                                         [&]<class List>(const List &list) {
                                           const List &other = std::get<List>(y);
                                           return list.size() == other.size() &&
                                                  std::memcmp(list.data(), other.data(), 8 * list.size()) == 0;
                                         },
                                         x);
  };
  return !a.fault && !b.fault && a.path == b.path && llvm::equal(a.values, b.values, haveSame) &&
         llvm::equal(a.gradients, b.gradients, haveSame);
}

/// Runs in double and in storage types at once against one after the other.
static std::string checkBoth(KernelOp kernel, const Case &exact, const Case &stored) {
  FailureOr<Interpreter> interpreter = Interpreter::create(kernel, /*countOps=*/false, Arithmetic::Both);
  if (failed(interpreter))
    return "it does not compile in both arithmetics";
  BothResults both = interpreter->runBoth(exact, stored);
  bool isSame = leaveSame(both.exact, interpreter->run(exact, Arithmetic::Double)) &&
                leaveSame(both.stored, interpreter->run(stored, Arithmetic::Storage));
  return isSame ? "" : "a run in both arithmetics differs from two runs";
}

/// Whether float32 ends otherwise where it is told to: by two units nearer to zero, or not at all.
static std::string checkRoundsElsewhere(KernelOp kernel, const Case &c, bool &differs) {
  FailureOr<Interpreter> interpreter = Interpreter::create(kernel, /*countOps=*/false, Arithmetic::Both);
  RunOptions options;
  options.roundsElsewhere = true;
  RunResult plain = interpreter->runBoth(c, c).stored, other = interpreter->runBoth(c, c, options).stored;
  for (auto [a, b] : llvm::zip_equal(plain.values, other.values)) {
    const auto *before = std::get_if<std::vector<double>>(&a), *after = std::get_if<std::vector<double>>(&b);
    if (!before || !after || a == b)
      continue;
    for (auto [x, y] : llvm::zip_equal(*before, *after)) {
      if (x == y || (std::isnan(x) && std::isnan(y)))
        continue;
      differs = true;
      if (y != std::nextafter(std::nextafter(static_cast<float>(x), 0.0f), 0.0f))
        return "rounded elsewhere it is not two units nearer to zero";
    }
  }
  return "";
}

static KernelOp findBackward(ModuleOp module) {
  for (auto candidate : module.getOps<KernelOp>())
    if (candidate.isBackward())
      return candidate;
  return {};
}

std::string Checker::check(const Signature &signature) {
  KernelOp kernel, backward;
  OwningOpRef<ModuleOp> module = makeModule(signature, kernel);
  if (failed(verify(*module)))
    return "it does not verify";
  Rng rng(1, 0, 0);
  Case c = drawCase(signature, rng);
  FailureOr<Interpreter> interpreter = Interpreter::create(kernel);
  if (failed(interpreter))
    return "the interpreter has no rule for it";
  RunResult wanted = interpreter->run(c);
  if (wanted.fault)
    return wanted.fault->message;
  if (!cppFile.empty()) {
    headerProgram.add(signature, c, wanted.values.back(), tolerance(signature.result));
    return "";
  }
  if (!warpFile.empty()) {
    warpProgram.add(signature, c, wanted.values.back());
    return "";
  }
  if (std::string wrong = checkBoth(kernel, c, c); !wrong.empty())
    return wrong;
  bool differs = false;
  if (std::string wrong = checkRoundsElsewhere(kernel, c, differs); !wrong.empty())
    return wrong;
  if (differs)
    roundedElsewhere.insert(signature.info->opName);
  if (signature.info->expandable)
    if (std::string wrong = checkExpansion(kernel, c, wanted); !wrong.empty())
      return wrong;
  if (isFloatArith(signature.result)) {
    if (failed(differentiate(kernel)))
      return "it is not differentiated";
    backward = findBackward(*module);
    if (std::string wrong = checkAdjoint(kernel, backward, c, rng); !wrong.empty())
      return wrong;
    Case exact = withValues(c, interpreter->run(c, Arithmetic::Double).values), stored = withValues(c, wanted.values);
    if (std::string wrong = checkBoth(backward, exact, stored); !wrong.empty())
      return "its backward: " + wrong;
  }
  return checkJit(*module, kernel, backward, c, wanted);
}

unsigned Checker::run() {
  runner = llvm::cantFail(CpuRunner::create({}), "a test needs a JIT");
  CpuOptions options;
  options.lanes = numThreads / 2;
  lanes = llvm::cantFail(CpuRunner::create(options), "a test needs a JIT");
  unsigned wrong = 0, total = 0;
  Builder b(context);
  for (const BuiltinInfo *info : allBuiltins()) {
    SmallVector<Signature> signatures;
    for (Type floatType : {Type(b.getF64Type()), Type(b.getF32Type()), Type(b.getF16Type())})
      enumerate(*info, floatType, signatures);
    if (signatures.empty()) {
      llvm::outs() << info->opName << ": no operand types were found that it accepts\n";
      ++wrong;
    }
    for (const Signature &signature : signatures) {
      ++total;
      std::string message = check(signature);
      if (message.empty())
        continue;
      llvm::outs() << signature.name() << ": " << message << "\n";
      ++wrong;
    }
  }
  llvm::outs() << allBuiltins().size() << " builtins, " << total << " signatures, " << wrong << " wrong\n"
               << "rounded elsewhere: " << llvm::join(roundedElsewhere, " ") << "\n";
  return wrong;
}

//===----------------------------------------------------------------------===//
// Broken rules
//===----------------------------------------------------------------------===//

/// Whether a mutant computes another number than the rule for any element of many cases.
bool Checker::changesNumbers(const Signature &signature, KernelOp kernel, KernelOp backward, KernelOp mutant) {
  return llvm::any_of(llvm::seq(1, 65), [&](int seed) {
    Rng rng(seed, 0, 0);
    Case c = drawCase(signature, rng);
    FailureOr<Interpreter> forward = Interpreter::create(kernel);
    Case after = withValues(c, forward->run(c).values);
    return Interpreter::create(backward)->run(after).gradients != Interpreter::create(mutant)->run(after).gradients;
  });
}

/// Counts the mutants that are found, those that compute the same numbers as the rule, and the others, which survive.
void Checker::checkMutants(const Signature &signature, MutableArrayRef<unsigned> found, unsigned &same,
                           unsigned &survivors) {
  KernelOp kernel;
  OwningOpRef<ModuleOp> module = makeModule(signature, kernel);
  if (failed(differentiate(kernel))) {
    ++survivors;
    return;
  }
  KernelOp backward = findBackward(*module);
  // Which arm of a choice is taken, the numbers say: a mutant is found if any of a few cases shows it.
  auto isFound = [&](KernelOp mutant) {
    return llvm::any_of(llvm::seq(1, 9), [&](int seed) {
      Rng rng(seed, 0, 0);
      Case c = drawCase(signature, rng);
      return !checkAdjoint(kernel, mutant, c, rng).empty();
    });
  };
  for (unsigned kind = 0; kind < numMutations; ++kind)
    for (unsigned number = 0;; ++number) {
      OwningOpRef<KernelOp> mutant = backward.clone();
      if (!mutate(*mutant, static_cast<Mutation>(kind), number))
        break;
      if (isFound(*mutant)) {
        ++found[kind];
        continue;
      }
      // Such as a missing term of an arm of a choice, under a test that only another arm passes: it is exactly zero
      // there.
      bool differs = changesNumbers(signature, kernel, backward, *mutant);
      ++(differs ? survivors : same);
      llvm::outs() << signature.name() << ": " << kgen::getName(static_cast<Mutation>(kind)) << " at place " << number
                   << (differs ? " is not found\n" : " changes no number\n");
    }
}

unsigned Checker::checkMutants() {
  SmallVector<unsigned> found(numMutations, 0);
  unsigned same = 0, survivors = 0;
  for (const BuiltinInfo *info : allBuiltins()) {
    SmallVector<Signature> signatures;
    enumerate(*info, Float64Type::get(context), signatures);
    for (const Signature &signature : signatures)
      if (isFloatArith(signature.result) && info->differentiable)
        checkMutants(signature, found, same, survivors);
  }
  for (unsigned kind = 0; kind < numMutations; ++kind)
    llvm::outs() << found[kind] << " found: " << kgen::getName(static_cast<Mutation>(kind)) << "\n";
  llvm::outs() << same << " change no number\n" << survivors << " survive\n";
  return survivors;
}

//===----------------------------------------------------------------------===//
// Known values
//===----------------------------------------------------------------------===//

/// What is wrong with a line of the list, or nothing.
std::string Checker::checkValue(StringRef line) {
  SmallVector<StringRef> words;
  line.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  const BuiltinInfo *info = lookupBuiltin(("kgen." + words.front()).str());
  if (!info || words.size() != info->numOperands + 2)
    return "expected a builtin, its operands and its value";
  Type f64 = Float64Type::get(context);
  Signature signature{info, SmallVector<Type>(info->numOperands, f64), f64};
  SmallVector<double> numbers;
  for (StringRef word : ArrayRef(words).drop_front())
    if (word.getAsDouble(numbers.emplace_back()))
      return ("expected a number but got " + word).str();
  KernelOp kernel;
  OwningOpRef<ModuleOp> module = makeModule(signature, kernel);
  Rng rng(1, 0, 0);
  Case c = drawCase(signature, rng);
  for (unsigned k = 0; k < info->numOperands; ++k)
    c.args[k].values = std::vector<double>(numThreads, numbers[k]);
  FailureOr<Interpreter> interpreter = Interpreter::create(kernel);
  double got = failed(interpreter) ? NAN : std::get<0>(interpreter->run(c).values.back()).front();
  if (std::fabs(got - numbers.back()) <= 2e-15 * std::fabs(numbers.back()))
    return "";
  std::string text;
  llvm::raw_string_ostream(text) << "got " << llvm::format("%.17g", got);
  return text;
}

unsigned Checker::checkValues(StringRef list) {
  unsigned wrong = 0;
  llvm::StringSet<> known;
  for (auto [line, rest] = list.split('\n'); !line.empty(); std::tie(line, rest) = rest.split('\n')) {
    if (line.starts_with("#"))
      continue;
    known.insert(line.split(' ').first);
    if (std::string message = checkValue(line); !message.empty()) {
      llvm::outs() << line << ": " << message << "\n";
      ++wrong;
    }
  }
  Type f64 = Float64Type::get(context);
  for (const BuiltinInfo *info : allBuiltins()) {
    SmallVector<Type> types(info->numOperands, f64);
    if (!info->accepts(types) || info->resultType(types) != f64 || known.contains(info->opName.substr(5)))
      continue;
    llvm::outs() << info->opName << ": expected a line in the list of values\n";
    ++wrong;
  }
  llvm::outs() << known.size() << " builtins have known values, " << wrong << " wrong\n";
  return wrong;
}

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv);
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<KgenDialect>();
  context.printOpOnDiagnostic(false);
  Checker checker(&context);
  if (mutants)
    return checker.checkMutants() != 0;
  unsigned wrong = checker.run();
  if (!valuesFile.empty()) {
    auto file = llvm::MemoryBuffer::getFile(valuesFile, /*IsText=*/true);
    wrong += file ? checker.checkValues((*file)->getBuffer()) : 1;
  }
  if (!cppFile.empty()) {
    std::error_code error;
    llvm::raw_fd_ostream(cppFile, error) << checker.headerProgram.text();
    wrong += error ? 1 : 0;
  }
  if (!warpFile.empty()) {
    std::error_code error;
    llvm::raw_fd_ostream os(warpFile, error);
    checker.warpProgram.print(os);
    wrong += error ? 1 : 0;
  }
  return wrong != 0;
}
