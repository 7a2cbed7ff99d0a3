// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks all registered ops through all rooms: each is handled, or refused with an error that has a place. Then does so
// with ops that it registers itself, which every room has to refuse by name; and holds each access's effects against
// what it says that it reads and writes.

#include "kgen/Conversion/KgenToLLVM.h"
#include "kgen/IR/Kgen.h"
#include "kgen/Interpreter/Interpreter.h"
#include "kgen/Target/Text.h"
#include "kgen/Transforms/Transforms.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"

using namespace kgen;
using namespace mlir;

//===----------------------------------------------------------------------===//
// Ops that no room knows
//===----------------------------------------------------------------------===//

namespace {

/// A value of a value.
class UnknownValueOp : public Op<UnknownValueOp, OpTrait::ZeroRegions, OpTrait::OneResult, OpTrait::ZeroSuccessors,
                                 OpTrait::OneOperand> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "kgen.unknown_value"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

/// A statement.
class UnknownStatementOp : public Op<UnknownStatementOp, OpTrait::ZeroRegions, OpTrait::ZeroResults,
                                     OpTrait::ZeroSuccessors, OpTrait::OneOperand> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "kgen.unknown_statement"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

/// A statement with a block.
class UnknownRegionOp : public Op<UnknownRegionOp, OpTrait::OneRegion, OpTrait::ZeroResults, OpTrait::ZeroSuccessors,
                                  OpTrait::ZeroOperands, OpTrait::NoTerminator> {
public:
  using Op::Op;
  static StringRef getOperationName() { return "kgen.unknown_region"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

//===----------------------------------------------------------------------===//
// Rooms
//===----------------------------------------------------------------------===//

/// A place where ops are taken; a failure has been reported.
struct Room {
  StringRef name;
  LogicalResult (*enter)(ModuleOp module, KernelOp kernel);
};

} // namespace

static LogicalResult print(FormLanguage language, ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  return exportText(language, module, os);
}

static const Room rooms[] = {
    {"interpreter", [](ModuleOp, KernelOp kernel) -> LogicalResult { return Interpreter::create(kernel); }},
    {"cpu", [](ModuleOp module, KernelOp) { return convertToLLVM(module, ConversionOptions()); }},
    {"nvptx",
     [](ModuleOp module, KernelOp) {
       ConversionOptions options;
       options.target = Target::NVPTX;
       return convertToLLVM(module, options);
     }},
    {"python",
     [](ModuleOp module, KernelOp) {
       std::string text;
       llvm::raw_string_ostream os(text);
       return exportPython(module, os);
     }},
    {"cuda", [](ModuleOp module, KernelOp) { return print(FormLanguage::Cuda, module); }},
    {"cpp", [](ModuleOp module, KernelOp) { return print(FormLanguage::Cpp, module); }},
    {"differentiation", [](ModuleOp, KernelOp kernel) { return differentiate(kernel); }},
};

/// What a room says of a module: "" where it handles it, else its first error. A failure without an error, and an error
/// without a place, are wrong.
static std::string enter(const Room &room, ModuleOp original, unsigned &wrong) {
  OwningOpRef<ModuleOp> module = original.clone();
  std::string message;
  bool hasPlace = true;
  ScopedDiagnosticHandler handler(original.getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error || !message.empty())
      return success();
    message = diagnostic.str();
    hasPlace = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>() != nullptr;
    return success();
  });
  bool failed = mlir::failed(room.enter(*module, *module->getOps<KernelOp>().begin()));
  if (failed == !message.empty() && hasPlace)
    return message;
  llvm::outs() << "wrong: " << room.name << (failed ? " failed" : " went on") << " with '" << message << "'"
               << (hasPlace ? "" : ", which has no place") << "\n";
  ++wrong;
  return message;
}

static OwningOpRef<ModuleOp> parse(StringRef text, MLIRContext *context) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, context, "kernel.mlir");
  if (!module)
    llvm::report_fatal_error("the test's own kernel is not one");
  return module;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Every op that is no builtin, at least once.
static const char *const kernels[] = {
    R"(kgen.kernel @source(%x: !kgen.array<1, f32>, %m: !kgen.mat<2x2xf32>, %n: si32) {
  %i = kgen.tid : si32
  %rows = kgen.shape %x[0] : !kgen.array<1, f32>
  %e = kgen.load %x[%i] : !kgen.array<1, f32>
  %v = kgen.var %e : f32
  kgen.for %k = 0 to %rows step 1 {
    %0 = kgen.get %v : f32
    %1 = kgen.cmp lt %0, %e : f32
    kgen.if %1 {
      kgen.break
    } else {
      kgen.continue
    }
  }
  kgen.while {
    %0 = kgen.get %v : f32
    %1 = kgen.cmp gt %0, %e : f32
    kgen.yield %1 : i1
  } do {
    %0 = kgen.cast %n : si32 to f32
    kgen.set %v, %0 : f32
  }
  %eye = kgen.identity : !kgen.mat<2x2xf32>
  %row = kgen.extract %eye[%n] : !kgen.mat<2x2xf32>
  %new = kgen.insert %e, %row[0] : !kgen.vec<2xf32>
  %p = kgen.extract %new[1] : !kgen.vec<2xf32>
  %w = kgen.construct %p, %e : !kgen.vec<2xf32>
  kgen.print %w : !kgen.vec<2xf32>
  kgen.store %x[%i], %p : !kgen.array<1, f32>
  kgen.return
})",
    R"(kgen.kernel @ends(%x: !kgen.array<1, f32>) {
  %true = kgen.constant true
  kgen.while {
    kgen.yield %true : i1
  } do {
    kgen.return
  }
  kgen.unreachable
})",
    R"(kgen.kernel @atomics(%x: !kgen.array<1, f32>, %y: f32) {
  %old = kgen.atomic max %x[0], %y : !kgen.array<1, f32>
  kgen.return
})",
    R"(kgen.kernel @swaps(%lock: !kgen.array<1, si32>, %free: si32, %taken: si32) {
  %old = kgen.atomic_cas %lock[0], %free, %taken : !kgen.array<1, si32>
  kgen.return
})",
    R"(kgen.kernel @gradients(%x: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>) {
  %g = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  %0 = kgen.gradient_read %g[0] : !kgen.gradient<1, f32>
  %1 = kgen.gradient_take %g[1] : !kgen.gradient<1, f32>
  kgen.gradient_add %g[2], %0 : !kgen.gradient<1, f32>
  kgen.return
})",
    R"(!Ball = !kgen.struct<"Ball", center: vec<3xf32>, radius: f32, friends: array<1, si32>>
kgen.func @volume(%ball: !Ball) -> f32 {
  %r = kgen.extract %ball[radius] : !Ball
  kgen.return %r : f32
}
kgen.kernel @calls(%balls: !kgen.array<1, !Ball>, %y: !kgen.array<1, f32>) {
  %ball = kgen.load %balls[0] : !kgen.array<1, !Ball>
  %v = kgen.call @volume(%ball) : (!Ball) -> f32
  kgen.store %y[0], %v : !kgen.array<1, f32>
  kgen.return
})",
    R"(kgen.kernel @views(%x: !kgen.array<2, f32>, %y: !kgen.array<1, f32>) {
  %row = kgen.view %x[0] : !kgen.array<2, f32>
  %v = kgen.load %row[0] : !kgen.array<1, f32>
  kgen.store %y[0], %v : !kgen.array<1, f32>
  kgen.return
})",
    R"(kgen.kernel @tiles(%x: !kgen.array<1, f32>, %adj_x: !kgen.array<1, f32>, %i: si32) {
  %t = kgen.tile.load %x[%i] : !kgen.array<1, f32> -> !kgen.tile<4xf32>
  %v = kgen.tile.unpack %t : !kgen.tile<4xf32> to !kgen.vec<4xf32>
  %w = kgen.add %v, %v : !kgen.vec<4xf32>
  %u = kgen.tile.pack %w : !kgen.vec<4xf32> to !kgen.tile<4xf32>
  kgen.tile.store %x[%i], %u : !kgen.array<1, f32>, !kgen.tile<4xf32>
  kgen.tile.add %x[%i], %u : !kgen.array<1, f32>, !kgen.tile<4xf32>
  %g = kgen.gradient %x, %adj_x : !kgen.array<1, f32>
  %a = kgen.tile.take %g[%i] : !kgen.gradient<1, f32> -> !kgen.tile<4xf32>
  kgen.tile.add %g[%i], %a : !kgen.gradient<1, f32>, !kgen.tile<4xf32>
  kgen.return
})",
    R"(kgen.kernel @parts(%x: !kgen.array<1, vec<3xf32>>, %q: !kgen.quat<f32>, %t: !kgen.transform<f32>) {
  %a = kgen.load %x[0, 1] : !kgen.array<1, vec<3xf32>>
  %b = kgen.extract %q[3] : !kgen.quat<f32>
  %c = kgen.extract %t[p, 0] : !kgen.transform<f32>
  %d = kgen.add %a, %b : f32
  %e = kgen.add %c, %d : f32
  kgen.store %x[0, 2], %e : !kgen.array<1, vec<3xf32>>
  kgen.return
})",
    R"(kgen.kernel @draws(%x: !kgen.array<1, f32>, %first: ui32) {
  %state = kgen.var %first : ui32
  %0 = kgen.draw "randf" %state -> f32
  kgen.store %x[0], %0 : !kgen.array<1, f32>
  kgen.return
})",
    R"(kgen.kernel @k(%x: !kgen.array<1, f64>) {
  kgen.return
}
kgen.func @adj(%u: f64, %adj_ret: f64) -> f64 {
  kgen.return %adj_ret : f64
}
kgen.kernel @k_tape(%x: !kgen.array<1, f64>, %kgen_tape: !kgen.array<1, ui64>) attributes {tape_of = @k} {
  %i = kgen.tid : si32
  %u = kgen.load %x[%i] : !kgen.array<1, f64>
  %slot = kgen.constant 0 : si32
  %v = kgen.record %kgen_tape[%slot], %u : f64
  %s = kgen.custom_adjoint @adj %v(%u) : (f64) -> f64
  %fits = kgen.tape_fits %kgen_tape
  %first = kgen.tape_fails_first %kgen_tape
  %r = kgen.recall %kgen_tape[%slot] : f64
  %t = kgen.add %s, %r : f64
  kgen.store %x[%i], %t : !kgen.array<1, f64>
  kgen.tape_end %kgen_tape, %i
  kgen.return
})",
    R"(kgen.kernel @output(%c: i1, %n: si32) {
  kgen.assert %c, "it holds"
  kgen.printf "%d", %n : si32
  kgen.expect eq %n, %n : si32
  %width = kgen.block_dim
  kgen.print %width : si32
  kgen.return
})",
};

/// A kernel that differentiation refuses in these words, and every room by the op's name.
struct Unknown {
  const char *words, *text;
};

static const Unknown unknown[] = {
    {"'kgen.unknown_value' says neither how it is reversed nor that it has no slope",
     R"(kgen.kernel @value(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  %1 = "kgen.unknown_value"(%0) : (f32) -> f32
  kgen.store %x[0], %1 : !kgen.array<1, f32>
  kgen.return
})"},
    {"'kgen.unknown_statement' says neither how it is reversed nor that it has no slope",
     R"(kgen.kernel @statement(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  "kgen.unknown_statement"(%0) : (f32) -> ()
  kgen.store %x[0], %0 : !kgen.array<1, f32>
  kgen.return
})"},
    {"expected 'kgen.if' or a loop around other ops but got 'kgen.unknown_region'",
     R"(kgen.kernel @region(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  "kgen.unknown_region"() ({
    kgen.store %x[0], %0 : !kgen.array<1, f32>
  }) : () -> ()
  kgen.return
})"},
    {"expected variables to be read and assigned only but got 'kgen.unknown_value'",
     R"(kgen.kernel @variable(%x: !kgen.array<1, f32>) {
  %0 = kgen.load %x[0] : !kgen.array<1, f32>
  %v = kgen.var %0 : f32
  %1 = "kgen.unknown_value"(%v) : (!kgen.var<f32>) -> f32
  kgen.store %x[0], %1 : !kgen.array<1, f32>
  kgen.return
})"},
};

/// Types of operands that a builtin takes, found by trying; empty where none fit.
static SmallVector<Type> findOperands(const BuiltinInfo &info, MLIRContext *context) {
  Builder b(context);
  Type f32 = b.getF32Type(), si32 = b.getIntegerType(32, /*isSigned=*/true), i1 = b.getI1Type();
  Type vec = VecType::get(context, 3, f32), mat = MatType::get(context, 3, 3, f32);
  Type all[] = {f32,
                vec,
                mat,
                si32,
                i1,
                VecType::get(context, 3, si32),
                QuatType::get(context, f32),
                TransformType::get(context, f32),
                VecType::get(context, 6, f32),
                MatType::get(context, 4, 4, f32),
                b.getIntegerType(32, /*isSigned=*/false)};
  SmallVector<unsigned> choice(info.numOperands, 0);
  while (true) {
    SmallVector<Type> types = llvm::map_to_vector(choice, [&](unsigned i) { return all[i]; });
    bool fits = llvm::all_of(llvm::zip(info.operands, types),
                             [](auto pair) { return std::get<0>(pair).accepts(std::get<1>(pair)); });
    if (fits && info.accepts(types))
      return types;
    unsigned at = 0;
    while (at < choice.size() && ++choice[at] == std::size(all))
      choice[at++] = 0;
    if (at == choice.size())
      return {};
  }
}

/// A kernel that applies a builtin to elements of arrays and stores the result.
static OwningOpRef<ModuleOp> makeKernel(const BuiltinInfo &info, ArrayRef<Type> operands, MLIRContext *context) {
  Location loc = FileLineColLoc::get(context, "kernel.mlir", 1, 1);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder b = OpBuilder::atBlockBegin(module->getBody());
  SmallVector<Type> parameters;
  for (Type type : operands)
    parameters.push_back(ArrayType::get(context, 1, type));
  parameters.push_back(ArrayType::get(context, 1, info.resultType(operands)));
  auto kernel = KernelOp::create(b, loc, "k", b.getFunctionType(parameters, {}));
  Block *body = b.createBlock(&kernel.getBody());
  for (Type type : parameters)
    body->addArgument(type, loc);
  OpFoldResult first = b.getI64IntegerAttr(0);
  SmallVector<Value> values;
  for (BlockArgument array : body->getArguments().drop_back())
    values.push_back(LoadOp::create(b, loc, array, first));
  Value result = createBuiltin(b, loc, info, values);
  StoreOp::create(b, loc, body->getArguments().back(), first, result);
  ReturnOp::create(b, loc);
  return module;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

/// An access declares that it touches its array and nothing else, and as it says: effects that are missing or too many
/// are wrong.
static void checkEffects(AccessOpInterface op, unsigned &wrong) {
  TouchedMemory read = readBy(op), written = writtenBy(op);
  bool updates = isa<AtomicOp, AtomicCasOp, GradientTakeOp, GradientAddOp>(op);
  bool reads = isa<LoadOp, GradientReadOp>(op) || updates, writes = isa<StoreOp>(op) || updates;
  auto isOnly = [&](const TouchedMemory &touched, bool expected) {
    return touched.values == SmallVector<Value, 2>(expected ? 1 : 0, op.getArray()) && !touched.everything;
  };
  if (isOnly(read, reads) && isOnly(written, writes))
    return;
  llvm::outs() << "wrong: the effects of " << op->getName() << "\n";
  ++wrong;
}

int main() {
  MLIRContext context;
  auto *dialect = context.getOrLoadDialect<KgenDialect>();
  unsigned wrong = 0, builtins = 0, others = 0, refusals = 0;
  llvm::StringSet<> seen;
  for (const char *text : kernels) {
    OwningOpRef<ModuleOp> module = parse(text, &context);
    module->walk([&](Operation *op) {
      others += op->getDialect() == dialect && seen.insert(op->getName().getStringRef()).second;
      if (auto access = dyn_cast<AccessOpInterface>(op))
        checkEffects(access, wrong);
    });
    for (const Room &room : rooms)
      enter(room, *module, wrong);
  }
  for (const BuiltinInfo *info : allBuiltins()) {
    SmallVector<Type> operands = findOperands(*info, &context);
    if (operands.empty())
      continue;
    OwningOpRef<ModuleOp> module = makeKernel(*info, operands, &context);
    builtins += succeeded(verify(*module)) && seen.insert(info->opName).second;
    for (const Room &room : rooms)
      enter(room, *module, wrong);
  }
  for (RegisteredOperationName name : context.getRegisteredOperationsByDialect("kgen"))
    if (!seen.contains(name.getStringRef())) {
      llvm::outs() << "wrong: no kernel with " << name.getStringRef() << "\n";
      ++wrong;
    }

  RegisteredOperationName::insert<UnknownValueOp>(*dialect);
  RegisteredOperationName::insert<UnknownStatementOp>(*dialect);
  RegisteredOperationName::insert<UnknownRegionOp>(*dialect);
  for (const Unknown &entry : unknown) {
    OwningOpRef<ModuleOp> module = parse(entry.text, &context);
    bool isRefused = true;
    for (const Room &room : rooms) {
      std::string message = enter(room, *module, wrong);
      bool differentiates = &room == &std::end(rooms)[-1];
      if (StringRef(message).contains(differentiates ? entry.words : "kgen.unknown_"))
        continue;
      isRefused = false;
      llvm::outs() << "wrong: " << room.name << " took an unknown op: '" << message << "'\n";
      ++wrong;
    }
    refusals += isRefused;
  }
  llvm::outs() << builtins << " builtins and " << others << " other ops, " << refusals << " that no room knows, "
               << std::size(rooms) << " rooms: " << wrong << " wrong\n";
  return wrong != 0;
}
