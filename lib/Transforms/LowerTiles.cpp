// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kgen-lower-tiles: collective ops become what a block of one thread does. A tile is the vector or matrix that it is
// unpacked to, and an access a loop over the elements that lie in the array.

#include "kgen/IR/Names.h"
#include "kgen/Transforms/Passes.h"
#include "kgen/Transforms/TileBody.h"
#include "kgen/Transforms/Transforms.h"

using namespace mlir;
using namespace kgen;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The array whose extents bound an access, seen at the indices before the tile's own offsets.
static Value boundsOf(TileBody &body, Value array, ValueRange leading) {
  if (auto gradient = array.getDefiningOp<GradientOp>())
    array = gradient.getArray();
  SmallVector<OpFoldResult> indices(leading.begin(), leading.end());
  return indices.empty() ? array : ViewOp::create(body.b, body.location, array, indices).getView();
}

/// Reads an element, writes or adds `value`; what it gives is the element before, or null.
static Value accessElement(TileBody &body, TileAccessOpInterface op, Value array, TileBody::Path place, Value value) {
  OpBuilder &b = body.b;
  Location loc = body.location;
  bool isGradient = isa<GradientType>(array.getType());
  if (isa<TileLoadOp>(op))
    return isGradient ? GradientReadOp::create(b, loc, array, place).getResult()
                      : LoadOp::create(b, loc, array, place).getResult();
  if (isa<TileTakeOp>(op))
    return GradientTakeOp::create(b, loc, array, place);
  if (isa<TileStoreOp>(op))
    StoreOp::create(b, loc, array, place, value);
  else if (isGradient)
    GradientAddOp::create(b, loc, array, place, value);
  else
    return AtomicOp::create(b, loc, AtomicKind::add, array, place, value, /*augmented=*/!op.getTileRead());
  return {};
}

/// Writes the loops of an access with these operands; the value of the tile that it reads, or null.
static Value writeAccess(TileBody &body, TileAccessOpInterface op, Value array, ValueRange offsets, Value tile) {
  TileShape shape = op.getTileType();
  Value variable =
      op.getTileRead() ? body.declare(op.getTileWritten() ? "old" : "tile", body.number(shape.value(), 0.0)) : Value();
  ValueRange leading = offsets.drop_back(shape.extents.size()), own = offsets.take_back(shape.extents.size());
  auto visit = [&](TileBody::Path at, TileBody::Path inside) {
    SmallVector<OpFoldResult> place(leading.begin(), leading.end());
    llvm::append_range(place, inside);
    Value value = tile ? body.element(shape, tile, at) : Value();
    Value before = accessElement(body, op, array, place, value);
    if (variable)
      body.setElement(shape, variable, before, at);
  };
  body.loopInside(boundsOf(body, array, leading), shape.extents, own, !op.getUnchecked(), visit);
  return variable ? body.get(variable) : Value();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// `8x4`, and with the elements' type if that is not float32: a part of a function's name.
static std::string nameTile(TileType tile) {
  std::string name, element;
  llvm::raw_string_ostream os(name);
  llvm::interleave(tile.getShape(), os, "x");
  if (tile.getElementType().isF32())
    return name;
  llvm::raw_string_ostream(element) << tile.getElementType();
  StringRef text = element;
  text.consume_front("!kgen.");
  os << "_";
  for (char c : text)
    if (llvm::isAlnum(c))
      os << c;
  return name;
}

static StringRef nameAccess(TileAccessOpInterface op) {
  return isa<TileLoadOp>(op) ? "tile_load" : isa<TileStoreOp>(op) ? "tile_store" : "tile_atomic_add";
}

namespace {

/// Lowers the tiles of a kernel or function.
class TileLowering {
public:
  /// With a module, accesses to arrays become calls of functions that are added to it.
  explicit TileLowering(ModuleOp module) : module(module) {
    if (module)
      symbols.emplace(module);
  }

  void run(FunctionOpInterface function);

private:
  Value lower(TileAccessOpInterface op);
  FuncOp functionOf(TileAccessOpInterface op);
  void addParameters(Block &body, TileAccessOpInterface op, TypeRange types);
  Value valueOf(Value tile) const { return values.lookup(tile); }

  ModuleOp module;
  std::optional<SymbolTable> symbols;
  llvm::StringMap<FuncOp> functions;
  llvm::DenseMap<Value, Value> values;
};

} // namespace

void TileLowering::addParameters(Block &body, TileAccessOpInterface op, TypeRange types) {
  static constexpr StringRef ofMatrices[] = {"row", "col"};
  size_t rank = op.getOffsets().size();
  for (auto [i, type] : llvm::enumerate(types)) {
    bool isOffset = i > 0 && i <= rank;
    StringRef name = i == 0 ? "a" : !isOffset ? "tile" : rank == 2 ? ofMatrices[i - 1] : rank == 1 ? "start" : "";
    body.addArgument(type, nameLoc(name, op.getLoc()));
  }
}

/// The function that makes such an access: its operands are the array, the offsets and the value of the tile.
FuncOp TileLowering::functionOf(TileAccessOpInterface op) {
  TileType tile = op.getTileType();
  SmallVector<Type> types = {op.getArray().getType()}, results;
  llvm::append_range(types, op.getOffsets().getTypes());
  if (op.getTileWritten())
    types.push_back(TileShape(tile).value());
  if (op.getTileRead())
    results.push_back(TileShape(tile).value());
  std::string name = (nameAccess(op) + "_" + nameTile(tile) + (op.getUnchecked() ? "_inside" : "") +
                      (op.getTileWritten() && op.getTileRead() ? "_old" : ""))
                         .str(),
              signature;
  llvm::raw_string_ostream os(signature);
  os << name;
  for (Type type : types)
    os << " " << type;
  FuncOp &function = functions[signature];
  if (function)
    return function;
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  function = FuncOp::create(builder, unnamedLoc(op.getLoc()), name, builder.getFunctionType(types, results));
  symbols->insert(function);
  Block &body = function.getFunctionBody().emplaceBlock();
  addParameters(body, op, types);
  TileBody writer(&body, unnamedLoc(op.getLoc()));
  ValueRange arguments = body.getArguments();
  Value written = op.getTileWritten() ? Value(body.getArguments().back()) : Value();
  Value read = writeAccess(writer, op, arguments[0], arguments.slice(1, op.getOffsets().size()), written);
  ReturnOp::create(writer.b, writer.location, read ? ValueRange(read) : ValueRange());
  makeNamesUnique(function);
  return function;
}

Value TileLowering::lower(TileAccessOpInterface op) {
  TileBody body(op.getOperation());
  body.location = unnamedLoc(op.getLoc());
  Value written = op.getTileWritten() ? valueOf(op.getTileWritten()) : Value();
  if (!module || isa<GradientType>(op.getArray().getType()))
    return writeAccess(body, op, op.getArray(), op.getOffsets(), written);
  SmallVector<Value> operands = {op.getArray()};
  llvm::append_range(operands, op.getOffsets());
  if (written)
    operands.push_back(written);
  auto call = CallOp::create(body.b, op.getLoc(), functionOf(op), operands);
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    call->setAttr(attribute.getName(), attribute.getValue());
  return call.getNumResults() ? call.getResult(0) : Value();
}

void TileLowering::run(FunctionOpInterface function) {
  SmallVector<Operation *> ops;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<TilePackOp, TileUnpackOp, TileAccessOpInterface>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto pack = dyn_cast<TilePackOp>(op)) {
      values[pack.getTile()] = pack.getValue();
    } else if (auto unpack = dyn_cast<TileUnpackOp>(op)) {
      Value value = valueOf(unpack.getTile());
      if (getName(value).empty() && value.getDefiningOp())
        setName(value, getName(unpack.getValue()));
      if (unpack.getTile().getDefiningOp<TileAccessOpInterface>()) // one statement of the author's
        for (NamedAttribute attribute : op->getDiscardableAttrs())
          value.getDefiningOp()->setAttr(attribute.getName(), attribute.getValue());
      unpack.getValue().replaceAllUsesWith(value);
    } else {
      auto access = cast<TileAccessOpInterface>(op);
      Value read = lower(access);
      if (access.getTileRead())
        values[access.getTileRead()] = read;
    }
  }
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  if (!ops.empty())
    makeNamesUnique(function);
}

//===----------------------------------------------------------------------===//
// Kernels and modules
//===----------------------------------------------------------------------===//

bool kgen::hasTiles(Operation *op) {
  return op
      ->walk([](Operation *nested) {
        bool isOfTiles = isa<TilePackOp, TileUnpackOp, TileAccessOpInterface>(nested);
        return isOfTiles ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void kgen::lowerTiles(FunctionOpInterface function) { TileLowering({}).run(function); }

void kgen::lowerTiles(ModuleOp module, bool inPlace) {
  TileLowering lowering(inPlace ? ModuleOp() : module);
  for (auto function : llvm::to_vector(module.getOps<FunctionOpInterface>())) {
    lowering.run(function);
    auto kernel = dyn_cast<KernelOp>(function.getOperation());
    if (kernel && kernel.isBackward()) // accesses of gradients have no views
      composeViews(kernel);
  }
}

namespace kgen {
#define GEN_PASS_DEF_LOWERTILES
#include "kgen/Transforms/Passes.h.inc"
} // namespace kgen

namespace {

struct LowerTiles : public kgen::impl::LowerTilesBase<LowerTiles> {
  using LowerTilesBase::LowerTilesBase;

  void runOnOperation() override {
    if (blockDim != 1) {
      mlir::emitError(getOperation().getLoc()) << "expected blocks of 1 thread but got " << blockDim.getValue();
      return signalPassFailure();
    }
    lowerTiles(getOperation(), inPlace);
  }
};

} // namespace
