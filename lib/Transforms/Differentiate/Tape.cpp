// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts records into a kernel, then threads the cursor through it. The values to record were decided before.

#include "Tape.h"
#include "kgen/IR/Names.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::transforms;

static constexpr StringLiteral numberName = "kgen.number";

void kgen::transforms::numberOps(KernelOp kernel) {
  Builder b(kernel.getContext());
  int64_t next = 0;
  kernel.getBody().walk([&](Operation *op) { op->setDiscardableAttr(numberName, b.getI64IntegerAttr(next++)); });
}

void kgen::transforms::dropNumbers(KernelOp kernel) {
  kernel.getBody().walk([](Operation *op) { op->removeDiscardableAttr(numberName); });
}

int64_t kgen::transforms::getNumber(Operation *op) {
  auto number = dyn_cast_if_present<IntegerAttr>(op->getDiscardableAttr(numberName));
  return number ? number.getInt() : -1;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

namespace {

/// Makes the records, with a placeholder for their slots, then threads the cursor through the kernel, which gives each
/// its own.
class Recorder {
public:
  Recorder(KernelOp kernel, const Recording &recording)
      : kernel(kernel), recording(recording), b(kernel.getContext()), si32(b.getIntegerType(32, /*isSigned=*/true)) {}

  void run();

private:
  /// How many slots are taken where: a value, if any, and a literal more.
  struct Cursor {
    Value base;
    int64_t offset = 0;
  };

  void addParameter();
  void recordValue(Operation *op);
  void recordTrips(LoopOpInterface loop);
  Value number(int64_t value) { return createNumber(b, b.getUnknownLoc(), si32, value); }
  RecordOp record(Value value);

  Cursor thread(Block &block, Cursor cursor);
  Cursor threadIf(IfOp op, Cursor cursor);
  Cursor threadLoop(LoopOpInterface loop, Cursor cursor);
  /// The cursor as a value, at the builder's place.
  Value materialise(Cursor cursor);

  KernelOp kernel;
  const Recording &recording;
  OpBuilder b;
  Type si32;
  /// The tape, and what stands for a slot that the cursor has not reached yet.
  Value tape, placeholder;
  /// Of loops whose trips are recorded: the record, which stands after the loop and has its slot before it.
  llvm::DenseMap<Value, RecordOp> tripRecords;
};

} // namespace

static bool hasRecords(Operation *op) {
  return op->walk([](RecordOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

void Recorder::addParameter() {
  auto plain = kernel.getSymName();
  kernel.setTapeOf(plain);
  kernel.setSymName((plain + "_tape").str());
  auto type = ArrayType::get(b.getContext(), 1, b.getIntegerType(64, /*isSigned=*/false));
  tape = transforms::addParameter(kernel, type, nameLoc("kgen_tape", b.getUnknownLoc()));
}

RecordOp Recorder::record(Value value) {
  return RecordOp::create(b, value.getLoc(), value.getType(), tape, placeholder, value);
}

void Recorder::recordValue(Operation *op) {
  Value value = memoryAccessOf(op)->read;
  b.setInsertionPointAfter(op);
  auto tile = dyn_cast<TileType>(value.getType());
  if (!tile) {
    RecordOp made = record(value);
    value.replaceAllUsesExcept(made.getResult(), made);
    return;
  }
  auto unpacked = TileUnpackOp::create(b, value.getLoc(), tileValueType(tile.getElementType(), tile.getShape()), value);
  Value recorded = record(unpacked), again = TilePackOp::create(b, value.getLoc(), tile, recorded);
  value.replaceAllUsesExcept(again, unpacked);
  for (Operation *user : llvm::make_early_inc_range(again.getUsers()))
    if (auto unpack = dyn_cast<TileUnpackOp>(user)) {
      setName(recorded, getName(unpack.getValue()));
      unpack.getValue().replaceAllUsesWith(recorded);
      unpack.erase();
    }
}

void Recorder::recordTrips(LoopOpInterface loop) {
  b.setInsertionPoint(loop);
  LoopOpInterface counting = addCarries(loop, number(0));
  Value trips = counting.getCarries().back();
  setName(trips, "trips");
  b.setInsertionPoint(counting.getYield());
  Value one = number(1);
  Value next = AddOp::create(b, b.getUnknownLoc(), trips, one);
  counting.getYield().getValuesMutable().append(next);
  Value made = counting->getResults().back();
  setName(made, "trips");
  b.setInsertionPointAfter(counting);
  tripRecords[made] = record(made);
}

//===----------------------------------------------------------------------===//
// The cursor
//===----------------------------------------------------------------------===//

Value Recorder::materialise(Cursor cursor) {
  if (!cursor.base)
    return number(cursor.offset);
  if (cursor.offset == 0)
    return cursor.base;
  Value offset = number(cursor.offset);
  return AddOp::create(b, b.getUnknownLoc(), cursor.base, offset);
}

Recorder::Cursor Recorder::thread(Block &block, Cursor cursor) {
  SmallVector<Operation *> ops = llvm::to_vector(llvm::make_pointer_range(block.without_terminator()));
  for (Operation *op : ops) {
    if (auto record = dyn_cast<RecordOp>(op)) {
      if (tripRecords.lookup(record.getValue()) == record)
        continue;
      b.setInsertionPoint(record);
      record.getSlotMutable().assign(materialise(cursor));
      cursor.offset += numComponents(record.getType());
    } else if (auto loop = dyn_cast<LoopOpInterface>(op)) {
      cursor = threadLoop(loop, cursor);
    } else if (auto branch = dyn_cast<IfOp>(op); branch && hasRecords(op)) {
      cursor = threadIf(branch, cursor);
    }
  }
  return cursor;
}

Recorder::Cursor Recorder::threadIf(IfOp op, Cursor cursor) {
  if (!op.elseBlock()) {
    b.createBlock(&op.getElseRegion());
    YieldOp::create(b, b.getUnknownLoc());
  }
  Cursor first = thread(*op.thenBlock(), cursor), second = thread(*op.elseBlock(), cursor);
  if (first.base == second.base)
    return {first.base, std::max(first.offset, second.offset)};
  for (auto [region, end] : {std::pair(&op.getThenRegion(), first), std::pair(&op.getElseRegion(), second)}) {
    YieldOp yield = transforms::getYield(*region);
    b.setInsertionPoint(yield);
    yield.getValuesMutable().append(materialise(end));
  }
  IfOp made = addResults(op, si32);
  setName(made->getResults().back(), "slot");
  return {made->getResults().back(), 0};
}

Recorder::Cursor Recorder::threadLoop(LoopOpInterface loop, Cursor cursor) {
  b.setInsertionPoint(loop);
  llvm::SmallDenseMap<unsigned, RecordOp> records; // the loop is made anew
  for (OpResult result : loop->getResults())
    if (RecordOp trips = tripRecords.lookup(result)) {
      trips.getSlotMutable().assign(materialise(cursor));
      ++cursor.offset;
      records[result.getResultNumber()] = trips;
    }
  if (!hasRecords(loop))
    return cursor;
  for (auto [number, trips] : records)
    tripRecords.erase(loop->getResult(number));
  LoopOpInterface carrying = addCarries(loop, materialise(cursor));
  for (auto [number, trips] : records)
    tripRecords[carrying->getResult(number)] = trips;
  Value slot = carrying.getCarries().back();
  setName(slot, "slot");
  Cursor end = thread(carrying.getBodyBlock(), {slot, 0});
  b.setInsertionPoint(carrying.getYield());
  carrying.getYield().getValuesMutable().append(materialise(end));
  // Of a loop around this one the cursor stays a closed form.
  std::optional<uint64_t> trips = carrying.getMore() ? std::nullopt : carrying.getConstantTripCount();
  if (trips && end.base == slot && *trips * end.offset <= INT32_MAX)
    return {cursor.base, cursor.offset + static_cast<int64_t>(*trips * end.offset)};
  Value after = carrying->getResults().back();
  setName(after, "slot");
  return {after, 0};
}

void Recorder::run() {
  addParameter();
  Block &body = kernel.getBody().front();
  b.setInsertionPointToStart(&body);
  placeholder = number(0);
  SmallVector<Operation *> values, loops;
  kernel.getBody().walk([&](Operation *op) {
    if (recording.values.contains(getNumber(op)))
      values.push_back(op);
    if (recording.trips.contains(getNumber(op)))
      loops.push_back(op);
  });
  for (Operation *op : values)
    recordValue(op);
  for (Operation *op : loops) // inner ones first: the outer one's replacement keeps them
    recordTrips(cast<LoopOpInterface>(op));
  Cursor end = thread(body, {});
  placeholder.getDefiningOp()->erase();
  b.setInsertionPoint(body.getTerminator());
  TapeEndOp::create(b, b.getUnknownLoc(), tape, materialise(end));
}

OwningOpRef<KernelOp> kgen::transforms::addTape(KernelOp primal, const Recording &recording) {
  OwningOpRef<KernelOp> kernel = primal.clone();
  Recorder(*kernel, recording).run();
  makeNamesUnique(*kernel);
  return kernel;
}
