// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loops over threads that run as lanes: over the rows of the launch, and in a row over its lanes and then, one by
// one, over the threads that are left. A launch that does not suit lanes is one row of threads.

#include "EntryPoint.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <numeric>

using namespace mlir;

namespace kgen::conversion {

/// Threads whose coordinates are equal except the last. All values have 64 bits except the coordinates.
struct EntryPoint::Rows {
  Block *head, *open, *next;     // of the loop over the rows
  SmallVector<Block *, 2> fast;  // heads of the fast loops over a row, and
  Block *threads;                // of the one over what is left
  Value size;                    // threads of the launch
  Value regular;                 // whether the launch is rows: no more than the coordinates' product
  Value count, length;           // rows, and the threads of one
  SmallVector<Value, 4> extents; // of the launch
  Value row, start;              // the one that runs, and the number of its first thread
  Value begin, end;              // its threads to run: all, but where a call runs some of a launch
  Components coordinates;        // but the last; those of a launch that is not regular are not looked at
};

Value EntryPoint::bound(LaunchBoundsField field, unsigned dimension, const Twine &name) {
  Type bounds = launchBoundsStruct(builder.getContext(), rank);
  Value dim = function.getArgument(0);
  if (field != boundsShape)
    return body.loadField(dim, bounds, {field}, builder.getI64Type(), name);
  Value extent = body.loadField(dim, bounds, {boundsShape, int32_t(dimension)}, builder.getI32Type(), name);
  OpBuilder b = body.prologue();
  return LLVM::ZExtOp::create(b, body.loc, builder.getI64Type(), extent);
}

/// Leaves those of the row's threads that the call is for.
void EntryPoint::limitRow(Rows &rows) {
  auto [first, last] = range();
  rows.begin = body.constant(builder.getI64Type(), 0);
  rows.end = rows.length;
  if (!first)
    return;
  auto within = [&](Value thread, const Twine &name) -> Value {
    Value behind = LLVM::USubSat::create(builder, body.loc, thread, rows.start);
    return LLVM::UMinOp::create(builder, body.named(name), behind, rows.length);
  };
  rows.begin = within(first, "row.begin");
  rows.end = within(last, "row.end");
}

/// How many rows of how many threads the launch has.
void EntryPoint::measureLaunch(Rows &rows) {
  Type i64 = builder.getI64Type();
  Location loc = body.loc;
  rows.size = bound(boundsSize, 0, "dim.size");
  Value repeats = bound(boundsCoordMult, 0, "dim.coord_mult");
  for (unsigned d = 0; d < rank; ++d)
    rows.extents.push_back(bound(boundsShape, d, "dim.shape" + Twine(d)));
  OpBuilder b = body.prologue();
  Value one = LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(1));
  Value product = one;
  for (Value extent : ArrayRef(rows.extents).drop_back())
    product = LLVM::MulOp::create(b, loc, product, extent);
  Value all = LLVM::MulOp::create(b, loc, product, rows.extents.back());
  Value isProduct = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::eq, all, rows.size);
  Value once = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ule, repeats, one);
  rows.regular = LLVM::AndOp::create(b, loc, isProduct, once);
  rows.count = LLVM::SelectOp::create(b, body.named("rows.count"), rows.regular, product, one);
  rows.length = LLVM::SelectOp::create(b, body.named("row.length"), rows.regular, rows.extents.back(), rows.size);
}

/// The coordinates of a row, but the last, by division: before the thread loop.
Components EntryPoint::unravelRow(const Rows &rows, Value row) {
  OpBuilder b = body.prologue();
  Value rest = row;
  Components coordinates(rank - 1);
  for (unsigned d = rank - 1; d-- > 0;) {
    Value coordinate = rest;
    if (d > 0) {
      Value one = LLVM::ConstantOp::create(b, body.loc, rest.getType(), b.getI64IntegerAttr(1));
      Value extent = LLVM::UMaxOp::create(b, body.loc, rows.extents[d], one); // of a launch without threads, 0
      coordinate = LLVM::URemOp::create(b, body.loc, rest, extent);
      rest = LLVM::UDivOp::create(b, body.loc, rest, extent);
    }
    coordinates[d] = LLVM::TruncOp::create(b, body.loc, b.getI32Type(), coordinate);
  }
  return coordinates;
}

/// The coordinates of the row behind the one that runs: counted, since a division takes as long as a short row.
Components EntryPoint::nextCoordinates(const Rows &rows) {
  Type i32 = builder.getI32Type();
  Components next = rows.coordinates;
  Value carry = body.constant(i32, 1), zero = body.constant(i32, 0);
  for (unsigned d = rank - 1; d-- > 0;) {
    Value sum = LLVM::AddOp::create(builder, body.loc, next[d], carry);
    next[d] = sum;
    if (d == 0)
      break;
    Value extent = LLVM::TruncOp::create(builder, body.loc, i32, rows.extents[d]);
    Value isEnd = LLVM::ICmpOp::create(builder, body.loc, LLVM::ICmpPredicate::eq, sum, extent);
    next[d] = LLVM::SelectOp::create(builder, body.loc, isEnd, zero, sum);
    carry = LLVM::ZExtOp::create(builder, body.loc, i32, isEnd);
  }
  return next;
}

/// The coordinates of the row before one.
Components EntryPoint::previousCoordinates(const Rows &rows, ValueRange coordinates) {
  Type i32 = builder.getI32Type();
  Components previous(coordinates);
  Value borrow = body.constant(i32, 1), zero = body.constant(i32, 0), one = borrow;
  for (unsigned d = rank - 1; d-- > 0;) {
    Value rest = LLVM::SubOp::create(builder, body.loc, previous[d], borrow);
    previous[d] = rest;
    if (d == 0)
      break;
    Value extent = LLVM::TruncOp::create(builder, body.loc, i32, rows.extents[d]);
    Value last = LLVM::SubOp::create(builder, body.loc, extent, one);
    Value isBefore = LLVM::ICmpOp::create(builder, body.loc, LLVM::ICmpPredicate::slt, rest, zero);
    previous[d] = LLVM::SelectOp::create(builder, body.loc, isBefore, last, rest);
    borrow = LLVM::ZExtOp::create(builder, body.loc, i32, isBefore);
  }
  return previous;
}

/// The coordinates of the row that runs, but the last; those of the loop's counter in its head's arguments.
void EntryPoint::locateRow(Rows &rows) {
  if (rank == 1)
    return;
  if (rank == 2) {
    rows.coordinates = {LLVM::TruncOp::create(builder, body.loc, builder.getI32Type(), rows.row)};
    return;
  }
  ValueRange counted = ValueRange(rows.head->getArguments()).drop_front();
  rows.coordinates = kernel.isBackward() ? previousCoordinates(rows, counted) : Components(counted);
}

/// The first row with threads to run, and the one behind the last.
std::pair<Value, Value> EntryPoint::rowsToRun(const Rows &rows) {
  auto [first, last] = range();
  OpBuilder b = body.prologue();
  Location loc = body.loc;
  auto number = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, loc, b.getI64Type(), b.getI64IntegerAttr(value));
  };
  if (!first)
    return {number(0), rows.count};
  Value one = number(1);
  Value length = LLVM::UMaxOp::create(b, loc, rows.length, one); // a launch without threads has no rows either
  Value firstRow = LLVM::UDivOp::create(b, loc, first, length);
  Value all = LLVM::AddOp::create(b, loc, last, LLVM::SubOp::create(b, loc, length, one));
  return {firstRow, LLVM::UDivOp::create(b, loc, all, length)};
}

/// Opens the loop over the rows, descending in a backward, up to where a row's threads are run. Threads of a flat form
/// run before those of the rows, or behind them in a backward.
FailureOr<EntryPoint::Rows> EntryPoint::openRows(unsigned numFast, const FastWay *flatWay) {
  Type i64 = builder.getI64Type();
  Location loc = body.loc;
  bool descends = kernel.isBackward();
  Rows rows;
  builder.setInsertionPointToEnd(body.getEntry());
  rows.head = body.newBlock("rows", {i64});
  for (unsigned d = 0; rank > 2 && d + 1 < rank; ++d)
    rows.head->addArgument(builder.getI32Type(), loc);
  rows.next = body.newBlock("row.end");
  for (unsigned i = 0; i < numFast; ++i)
    rows.fast.push_back(body.newBlock("lanes", {i64}));
  rows.threads = body.newBlock("threads", {i64});
  Value zero = body.constant(i64, 0);
  body.branch(rows.head, zero); // the prologue grows in front of it
  bindParameters(kernel);
  measureLaunch(rows);
  FlatThreads flat;
  if (flatWay) {
    FailureOr<FlatThreads> lowered = lowerFlat(rows, *flatWay);
    if (failed(lowered))
      return failure();
    flat = *lowered;
    firstThread = flat.end, lastThread = rows.size;
  }
  auto [firstRow, lastRow] = rowsToRun(rows);
  auto start = cast<LLVM::BrOp>(body.getEntry()->getTerminator());
  Components begin = {descends ? lastRow : firstRow};
  if (rank > 2)
    llvm::append_range(begin, unravelRow(rows, begin.front()));
  if (flat.open && !descends) {
    start->setSuccessor(flat.open, 0);
    body.enter(flat.after);
    body.branch(rows.head, begin);
  } else {
    start.getDestOperandsMutable().assign(begin);
  }

  Block *run = body.newBlock("row"), *done = body.newBlock("done");
  body.enter(rows.head);
  Value counter = rows.head->getArgument(0);
  Value limit = descends ? firstRow : lastRow;
  auto predicate = descends ? LLVM::ICmpPredicate::ne : LLVM::ICmpPredicate::ult;
  Value more = LLVM::ICmpOp::create(builder, loc, predicate, counter, limit);
  body.branchIf(more, run, {}, done, {});
  body.enter(done);
  if (flat.open && descends) {
    body.branch(flat.open, flat.end);
    body.enter(flat.after);
  }
  body.returnFromFunction();
  body.enter(run);
  Value step = body.constant(i64, 1);
  rows.row = descends ? LLVM::SubOp::create(builder, body.named("row"), counter, step).getResult() : counter;
  rows.start = LLVM::MulOp::create(builder, body.named("row.start"), rows.row, rows.length);
  rows.open = run;
  locateRow(rows);
  Block *first = descends ? rows.threads : rows.fast.front();
  limitRow(rows);
  body.branch(first, descends ? rows.end : rows.begin);
  return rows;
}

/// How far the lanes are from the threads of other calls.
void EntryPoint::measureMargin(const Rows &rows, Lanes &lanes, Value column) {
  auto [first, last] = range();
  Value thread = LLVM::AddOp::create(builder, body.loc, rows.start, column);
  Value before = LLVM::SubOp::create(builder, body.loc, thread, first);
  Value next = LLVM::AddOp::create(builder, body.loc, thread, body.constant(builder.getI64Type(), lanes.count));
  Value behind = LLVM::SubOp::create(builder, body.loc, last, next);
  lanes.margin = LLVM::SMinOp::create(builder, body.loc, before, behind);
  for (unsigned d = 0; d < rank; ++d)
    lanes.launch.push_back(bound(boundsShape, d, "dim.shape" + Twine(d)));
}

/// The number of each lane, from 0 on.
Value EntryPoint::laneNumbers(const Lanes &lanes) {
  SmallVector<int32_t, 16> numbers(lanes.count);
  std::iota(numbers.begin(), numbers.end(), 0);
  auto type = lanes.vectorOf(builder.getI32Type());
  return LLVM::ConstantOp::create(builder, body.loc, type, DenseElementsAttr::get(type, ArrayRef<int32_t>(numbers)));
}

void EntryPoint::bindLanes(const Rows &rows, Lanes &lanes, Value column) {
  lanes.start = builder.getBlock();
  lanes.first = LLVM::TruncOp::create(builder, body.loc, builder.getI32Type(), column);
  Value first = body.splat(lanes.first), offsets = laneNumbers(lanes);
  Components coordinates = rows.coordinates;
  coordinates.push_back(LLVM::AddOp::create(builder, body.loc, first, offsets));
  body.setCoordinates(coordinates);
  if (body.isConcurrent())
    measureMargin(rows, lanes, column);
  for (BlockArgument parameter : kernel.getBody().getArguments())
    loadRows(parameter, body);
}

/// Division by a number of 64 bits that is known before the threads run, of numbers from 0 to 2^31 - 1: a product and a
/// shift. No CPU divides vectors of integers.
struct Divisor {
  Value number, factor, shift;

  Divisor(KernelLowering &k, Value number) : number(number) {
    OpBuilder b = k.prologue();
    Type i64 = b.getI64Type();
    auto literal = [&](int64_t value) -> Value {
      return LLVM::ConstantOp::create(b, k.loc, i64, b.getI64IntegerAttr(value));
    };
    // ceil(2^shift / number), where 2^(shift - 31) is the least power of two that is not less than the number
    Value one = literal(1), least = LLVM::UMaxOp::create(b, k.loc, number, one);
    Value before = LLVM::SubOp::create(b, k.loc, least, one);
    Value zeros = LLVM::CountLeadingZerosOp::create(b, k.loc, i64, before, /*is_zero_poison=*/false);
    shift = LLVM::SubOp::create(b, k.loc, literal(31 + 64), zeros);
    Value power = LLVM::ShlOp::create(b, k.loc, one, shift);
    Value below = LLVM::SubOp::create(b, k.loc, power, one);
    Value rounded = LLVM::UDivOp::create(b, k.loc, below, least);
    Value narrow = LLVM::TruncOp::create(b, k.loc, b.getI32Type(), LLVM::AddOp::create(b, k.loc, rounded, one));
    factor = LLVM::ZExtOp::create(b, k.loc, i64, narrow); // it is seen to have 32 bits
  }

  /// The quotients of a vector of 32 bits.
  Value quotients(KernelLowering &k, Value of) const {
    OpBuilder &b = k.builder;
    Value wide = LLVM::ZExtOp::create(b, k.loc, likeValue(b.getI64Type(), of), of);
    Value product = LLVM::MulOp::create(b, k.loc, wide, k.splat(factor));
    Value shifted = LLVM::LShrOp::create(b, k.loc, product, k.splat(shift));
    return LLVM::TruncOp::create(b, k.loc, of.getType(), shifted);
  }
};

/// The coordinates of threads that follow one another in the launch.
void EntryPoint::bindFlat(Lanes &lanes, FlatThread &flat, Value thread) {
  lanes.start = builder.getBlock();
  lanes.first = LLVM::TruncOp::create(builder, body.loc, builder.getI32Type(), thread);
  flat.number = LLVM::AddOp::create(builder, body.loc, body.splat(lanes.first), laneNumbers(lanes));
  Value rest = flat.number;
  Components coordinates(rank);
  for (unsigned d = rank; d-- > 1;) {
    Divisor extent(body, bound(boundsShape, d, "dim.shape" + Twine(d)));
    Value quotient = extent.quotients(body, rest);
    OpBuilder b = body.prologue();
    Value narrow = LLVM::TruncOp::create(b, body.loc, builder.getI32Type(), extent.number);
    Value whole = LLVM::MulOp::create(builder, body.loc, quotient, body.splat(narrow));
    coordinates[d] = LLVM::SubOp::create(builder, body.loc, rest, whole);
    rest = quotient;
  }
  coordinates[0] = rest;
  body.setCoordinates(coordinates);
}

/// Masks the lanes behind the row's last thread.
void EntryPoint::maskRest(const Rows &rows, Lanes &lanes, Value column) {
  Type i32 = builder.getI32Type();
  Value threads = LLVM::SubOp::create(builder, body.loc, rows.end, column);
  Value number = body.splat(LLVM::TruncOp::create(builder, body.loc, i32, threads));
  Value numbers = laneNumbers(lanes);
  lanes.mask = LLVM::ICmpOp::create(builder, body.named("rest"), LLVM::ICmpPredicate::slt, numbers, number);
}

//===----------------------------------------------------------------------===//
// A fast way over a row
//===----------------------------------------------------------------------===//

/// How one of the fast ways runs over a row: its blocks, and its place among the ways. Decided before any of it is
/// emitted.
struct EntryPoint::WayPlan {
  const FastWay &way;
  bool descends;
  bool isFirst;           // in the order of the threads
  Value from;             // before the way, in the order of the threads, come those up to here
  Block *open;            // where threads come from the way before
  Block *head = open;     // of the loop; a block of its own if elements are loaded into slots in front of it
  Block *run = nullptr;   // one trip, and
  Block *end = nullptr;   // its end
  Block *after = nullptr; // where the way that runs next is opened

  bool promotes() const { return head != open; }
};

EntryPoint::WayPlan EntryPoint::planWay(const Rows &rows, unsigned i, const FastWay &way, Value from) {
  WayPlan plan = {.way = way, .descends = kernel.isBackward(), .isFirst = i == 0, .from = from, .open = rows.fast[i]};
  if (!way.promoted->empty())
    plan.head = body.newBlock("lanes.threads", {builder.getI64Type()});
  plan.run = body.newBlock("lanes.run");
  plan.end = body.newBlock("lanes.end");
  plan.after = rows.next;
  if (!plan.descends)
    plan.after = i + 1 < rows.fast.size() ? rows.fast[i + 1] : rows.threads;
  else if (i > 0)
    plan.after = rows.fast[i - 1];
  return plan;
}

/// Emits the threads of one trip, and the way back to the head.
LogicalResult EntryPoint::lowerThreadsOf(const WayPlan &plan, const Rows &rows) {
  const FastWay &way = plan.way;
  KernelOp ran = way.kernel;
  way.promoted->allocate(body);
  body.enter(plan.run);
  Value column = plan.head->getArgument(0), step = body.constant(builder.getI64Type(), way.count);
  if (way.isRest)
    column = plan.from;
  else if (plan.descends)
    column = LLVM::SubOp::create(builder, body.named("column"), column, step);
  Value next = rows.end;
  if (plan.descends)
    next = column;
  else if (!way.isRest)
    next = LLVM::AddOp::create(builder, body.loc, column, step);
  {
    auto inside = body.modeScope(way.mode);
    way.bind(rows, column);
    if (failed(body.lower(ran.getBody(), plan.end)))
      return failure();
  }
  body.loc = UnknownLoc::get(builder.getContext());
  if (plan.end->hasNoPredecessors()) {
    plan.end->erase();
    return success();
  }
  body.resume(plan.end);
  body.branch(plan.head, next);
  return success();
}

/// Whether the launch suits a way. Known only when its threads are emitted: these say which arrays have to be plain.
Value EntryPoint::checkWay(const WayPlan &plan, const Rows &rows) {
  Value suits = plan.way.checkLaunch();
  if (plan.promotes()) {
    Value apart = checkPromoted(body, *plan.way.promoted);
    OpBuilder b = body.prologue();
    suits = LLVM::AndOp::create(b, body.loc, suits, apart);
  }
  OpBuilder b = body.prologue();
  return LLVM::AndOp::create(b, body.loc, suits, rows.regular);
}

/// The end of a way: behind the last thread that it can run, or its beginning if the launch does not suit it.
Value EntryPoint::lastOf(const WayPlan &plan, const Rows &rows) {
  Type i64 = builder.getI64Type();
  Location loc = body.loc;
  unsigned count = plan.way.count;
  Value suits = checkWay(plan, rows);
  OpBuilder b = body.prologue();
  bool isPart = bool(range().first);
  if (isPart)
    b = OpBuilder(rows.open->getTerminator()); // the row's threads are known there
  auto number = [&](int64_t value) -> Value {
    return LLVM::ConstantOp::create(b, loc, i64, b.getI64IntegerAttr(value));
  };
  auto wholeOf = [&](Value threads) -> Value { return LLVM::AndOp::create(b, loc, threads, number(-int64_t(count))); };
  Value begin, most;
  if (plan.way.isRest) {
    begin = plan.from;
    Value threads = LLVM::SubOp::create(b, loc, rows.end, begin);
    Value areFew = LLVM::ICmpOp::create(b, loc, LLVM::ICmpPredicate::ult, threads, number(count));
    suits = LLVM::AndOp::create(b, loc, suits, areFew);
    most = rows.end;
  } else if (isPart) {
    begin = rows.begin;
    Value threads = LLVM::SubOp::create(b, loc, rows.end, begin);
    most = LLVM::AddOp::create(b, loc, begin, wholeOf(threads));
  } else {
    begin = number(0);
    most = wholeOf(rows.length);
  }
  Value last = LLVM::SelectOp::create(b, body.named("lanes.length"), suits, most, begin);
  return plan.isFirst ? last : LLVM::UMaxOp::create(b, loc, last, plan.from);
}

/// Emits the loop around the threads of a way, which ends at `last`.
void EntryPoint::closeWay(const WayPlan &plan, Value last) {
  Value reached = plan.descends ? plan.from : last;
  auto handedTo = [&](Block *block) { return ValueRange(reached).take_front(block->getNumArguments()); };
  auto branchIfMore = [&](Value counter, Block *then, Block *otherwise) {
    auto predicate = plan.descends ? LLVM::ICmpPredicate::ne : LLVM::ICmpPredicate::ult;
    Value more = LLVM::ICmpOp::create(builder, body.loc, predicate, counter, reached);
    body.branchIf(more, then, {}, otherwise, handedTo(otherwise));
  };
  if (!plan.promotes()) {
    body.enter(plan.head);
    return branchIfMore(plan.head->getArgument(0), plan.run, plan.after);
  }
  const PromotedElements &promoted = *plan.way.promoted;
  Block *load = body.newBlock("promoted.load"), *store = body.newBlock("promoted.store");
  body.enter(plan.open);
  branchIfMore(plan.open->getArgument(0), load, plan.after);
  body.enter(load);
  promoted.load(body);
  body.branch(plan.head, plan.open->getArgument(0));
  body.enter(plan.head);
  branchIfMore(plan.head->getArgument(0), plan.run, store);
  body.enter(store);
  promoted.store(body);
  body.branch(plan.after, handedTo(plan.after));
}

//===----------------------------------------------------------------------===//
// The threads that are left
//===----------------------------------------------------------------------===//

/// The coordinates of one thread of a row.
void EntryPoint::bindInRow(const Rows &rows, Value column, Value thread) {
  Type i32 = builder.getI32Type();
  if (rank == 1 || !firstTid())
    return bindCoordinates(thread);
  Block *inRow = body.newBlock("thread.row"), *apart = body.newBlock("thread.apart"),
        *run = body.newBlock("thread.run");
  for (unsigned d = 0; d < rank; ++d)
    run->addArgument(i32, body.loc);
  body.branchIf(rows.regular, inRow, {}, apart, {});
  body.enter(inRow);
  Components coordinates = rows.coordinates;
  coordinates.push_back(LLVM::TruncOp::create(builder, body.loc, i32, column));
  body.branch(run, coordinates);
  body.enter(apart);
  bindCoordinates(thread);
  Components unravelled;
  for (unsigned d = 0; d < rank; ++d)
    unravelled.push_back(body.getCoordinate(d));
  body.branch(run, unravelled);
  body.enter(run);
  body.setCoordinates(run->getArguments());
}

LogicalResult EntryPoint::lowerThreadsOfRow(Rows &rows) {
  Type i64 = builder.getI64Type();
  bool descends = kernel.isBackward();
  Block *run = body.newBlock("thread"), *end = body.newBlock("thread.end");
  body.enter(rows.threads);
  Value counter = rows.threads->getArgument(0);
  auto predicate = descends ? LLVM::ICmpPredicate::ne : LLVM::ICmpPredicate::ult;
  Value more = LLVM::ICmpOp::create(builder, body.loc, predicate, counter, rows.end);
  if (descends)
    body.branchIf(more, run, {}, rows.fast.back(), rows.end);
  else
    body.branchIf(more, run, {}, rows.next, {});
  body.enter(run);
  Value one = body.constant(i64, 1);
  Value column = descends ? LLVM::SubOp::create(builder, body.loc, counter, one).getResult() : counter;
  Value next = descends ? column : LLVM::AddOp::create(builder, body.loc, counter, one).getResult();
  Value thread = LLVM::AddOp::create(builder, body.loc, rows.start, column);
  body.setThread(thread, rows.size);
  bindInRow(rows, column, thread);
  if (failed(body.lower(kernel.getBody(), end)))
    return failure();
  body.loc = UnknownLoc::get(builder.getContext());
  if (end->hasNoPredecessors()) {
    end->erase();
    return success();
  }
  body.resume(end);
  body.branch(rows.threads, next);
  return success();
}

/// Says which elements are kept in registers while a row's threads run.
static void remarkPromoted(KernelOp kernel, ArrayRef<const PromotedElements *> promoted) {
  llvm::SetVector<Value> arrays;
  for (const PromotedElements *each : promoted)
    for (const PromotedElements::Element &element : each->getElements())
      arrays.insert(element.array);
  auto options = remark::RemarkOpts::name("PromotedElements").category("promotion").function(kernel.getSymName());
  for (Value array : arrays)
    remark::passed(array.getLoc(), options)
        << remark::add("elements of '{0}' are kept in registers", getName(array).str());
}

/// Emits the loop over the threads of a flat form.
FailureOr<EntryPoint::FlatThreads> EntryPoint::lowerFlat(const Rows &rows, const FastWay &way) {
  Type i64 = builder.getI64Type();
  bindParameters(way.kernel);
  Rows all = rows; // in one row
  all.length = rows.size;
  OpBuilder b = body.prologue();
  Value first = LLVM::ConstantOp::create(b, body.loc, i64, b.getI64IntegerAttr(0));
  Block *open = body.newBlock("flat", {i64});
  WayPlan plan = {.way = way, .descends = kernel.isBackward(), .isFirst = true, .from = first, .open = open};
  if (!way.promoted->empty())
    plan.head = body.newBlock("flat.threads", {i64});
  plan.run = body.newBlock("flat.run");
  plan.end = body.newBlock("flat.run.end");
  plan.after = body.newBlock("flat.end");
  if (failed(lowerThreadsOf(plan, all)))
    return failure();
  Value end = lastOf(plan, all);
  closeWay(plan, end);
  return FlatThreads{plan.open, plan.after, end};
}

/// Runs the rows of a launch: a row's threads in the first of the ways that suits, what is left of it in the next, and
/// then one by one.
LogicalResult EntryPoint::lowerRows(ArrayRef<FastWay> ways, const FastWay *flat) {
  FailureOr<Rows> rows = openRows(ways.size(), flat);
  if (failed(rows) || failed(lowerWays(ways, *rows))) {
    function.erase();
    return failure();
  }
  return success();
}

/// Emits what runs in a row, and the way to the next.
LogicalResult EntryPoint::lowerWays(ArrayRef<FastWay> ways, Rows &rows) {
  bool descends = kernel.isBackward();
  remarkPromoted(
      kernel, llvm::map_to_vector(ways, [](const FastWay &way) -> const PromotedElements * { return way.promoted; }));
  Value reached = rows.begin;
  for (auto [i, way] : llvm::enumerate(ways)) {
    WayPlan plan = planWay(rows, i, way, reached);
    if (failed(lowerThreadsOf(plan, rows)))
      return failure();
    reached = lastOf(plan, rows);
    closeWay(plan, reached);
  }
  if (descends)
    rows.end = reached; // of the threads one by one
  if (failed(lowerThreadsOfRow(rows)))
    return failure();
  body.enter(rows.next);
  Value one = body.constant(builder.getI64Type(), 1);
  Components next = {descends ? rows.row : LLVM::AddOp::create(builder, body.loc, rows.row, one).getResult()};
  if (rank > 2)
    llvm::append_range(next, descends ? rows.coordinates : nextCoordinates(rows));
  body.branch(rows.head, next);
  return success();
}

/// Whether the launch suits a flat form, and what `checkArrays` asks.
Value EntryPoint::checkFlatLaunch(const FlatForm &flat, unsigned lanes, llvm::function_ref<Value()> checkArrays) {
  SmallVector<Value, 4> extents;
  for (unsigned d = 0; d < rank; ++d)
    extents.push_back(bound(boundsShape, d, "dim.shape" + Twine(d)));
  Value suits = checkFlat(body, flat, lanes, extents), areSuited = checkArrays();
  OpBuilder b = body.prologue();
  return LLVM::AndOp::create(b, body.loc, suits, areSuited);
}

/// The way of a flat form, with lanes.
EntryPoint::FastWay EntryPoint::flatWay(const FlatForm &flat, Lanes &lanes, FlatThread &thread,
                                        PromotedElements &promoted) {
  auto bind = [this, &lanes, &thread](const Rows &, Value number) { bindFlat(lanes, thread, number); };
  auto check = [this, &lanes, &flat] {
    return checkFlatLaunch(flat, lanes.count,
                           [&] { return checkArrays(body, lanes, bound(boundsSize, 0, "dim.size")); });
  };
  KernelLowering::Mode mode{.lanes = &lanes, .promoted = &promoted, .flat = &thread};
  return {*flat.kernel, lanes.count, mode, bind, check, &promoted};
}

/// Threads of a row that cost less than to begin it and to end it.
static constexpr unsigned shortRow = 32;

/// The same, one thread after the other.
EntryPoint::FastWay EntryPoint::flatDenseWay(const FlatForm &flat, FlatThread &thread, llvm::SetVector<Value> &dense,
                                             PromotedElements &promoted) {
  auto bind = [this, &thread](const Rows &rows, Value number) {
    body.setThread(number, rows.size);
    thread.number = LLVM::TruncOp::create(builder, body.loc, builder.getI32Type(), number);
    body.setCoordinates(Components(rank, thread.number)); // which nothing uses
  };
  auto check = [this, &flat, &dense] {
    return checkFlatLaunch(flat, shortRow, [&] { return checkDense(body, dense.getArrayRef()); });
  };
  return {*flat.kernel, 1, {.dense = &dense, .promoted = &promoted, .flat = &thread}, bind, check, &promoted};
}

/// Whether a thread takes so long that a row's last ones had better run as lanes, too, though masks cost.
static bool hasLoops(KernelOp kernel) {
  return kernel.walk([](LoopOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
}

LogicalResult EntryPoint::lowerWithLanes(const LaneAnalysis &analysis, LaneWays made, const FlatForm *flat) {
  unsigned count = made.count;
  Lanes lanes{analysis, count, kernel.isBackward()}, keepingRows = lanes, rest = lanes;
  if (made.hasExtras)
    keepingRows.inRows = arraysInRows(analysis);
  PromotedElements promoted = promotedElements(kernel, &analysis), inThreads = promotedElements(kernel, nullptr);
  llvm::SetVector<Value> dense;
  SmallVector<FastWay, 4> ways;
  auto add = [&](Lanes &state, bool isRest) {
    auto bind = [this, &state, isRest](const Rows &rows, Value column) {
      bindLanes(rows, state, column);
      if (isRest)
        maskRest(rows, state, column);
    };
    auto check = [this, &state] {
      return checkArrays(body, state, bound(boundsShape, rank - 1, "dim.shape" + Twine(rank - 1)));
    };
    ways.push_back({kernel, count, {.lanes = &state, .promoted = &promoted}, bind, check, &promoted, isRest});
  };
  if (!keepingRows.inRows.empty())
    add(keepingRows, /*isRest=*/false);
  add(lanes, /*isRest=*/false);
  if (made.hasExtras && hasLoops(kernel))
    add(rest, /*isRest=*/true);
  if (analysis.needsCache())
    ways.push_back(denseWay(dense, inThreads));
  if (!flat)
    return lowerRows(ways);
  Lanes flatLanes{*flat->analysis, count, kernel.isBackward()};
  FlatThread thread{flat->thread, {}};
  PromotedElements inFlat = promotedElements(*flat->kernel, &*flat->analysis);
  FastWay way = flatWay(*flat, flatLanes, thread, inFlat);
  return lowerRows(ways, &way);
}

/// The elements that all threads update at one address, except those whose updates wait in lanes.
PromotedElements EntryPoint::promotedElements(KernelOp kernel, const LaneAnalysis *analysis) {
  return PromotedElements(
      kernel, [&](Value array) { return !body.isShared(array) && !(analysis && analysis->areUpdatesLate(array)); });
}

/// One thread after the other, where arrays have no gaps; those for which that counts come to the set.
EntryPoint::FastWay EntryPoint::denseWay(llvm::SetVector<Value> &dense, PromotedElements &promoted) {
  auto bind = [&](const Rows &rows, Value column) {
    body.setThread(LLVM::AddOp::create(builder, body.loc, rows.start, column), rows.size);
    Components coordinates = rows.coordinates;
    coordinates.push_back(LLVM::TruncOp::create(builder, body.loc, builder.getI32Type(), column));
    body.setCoordinates(coordinates);
  };
  auto check = [&] { return checkDense(body, dense.getArrayRef()); };
  return {kernel, 1, {.dense = &dense, .promoted = &promoted}, bind, check, &promoted};
}

LogicalResult EntryPoint::lowerForDenseArrays(const FlatForm *flat) {
  llvm::SetVector<Value> dense, denseInFlat;
  PromotedElements promoted = promotedElements(kernel, nullptr);
  FastWay inRows = denseWay(dense, promoted);
  if (!flat)
    return lowerRows(inRows);
  FlatThread thread{flat->thread, {}};
  PromotedElements promotedInFlat = promotedElements(*flat->kernel, nullptr);
  FastWay through = flatDenseWay(*flat, thread, denseInFlat, promotedInFlat);
  return lowerRows(inRows, &through);
}

} // namespace kgen::conversion
