// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Updates in a batch that read a place and then change it: a loop around compare-and-swap, a load and a store of zero.
// Lanes that share an element and do each op together are out of order; through the whole of an update one lane after
// another goes in the order of threads. That costs what a batch saves, so it is done from the first conflict of a
// launch on.

#include "Batch.h"
#include <algorithm>

namespace kgen::ptx {

/// An update is not looked for beyond so many ops.
static constexpr ptrdiff_t maxUpdate = 64;

static bool isAccess(const MicroOp &op) {
  return op.kind == OpKind::Load || op.kind == OpKind::Store || op.kind == OpKind::Swap;
}

/// Whether an op may be part of an update that the load begins: it accesses the same place, or no memory, and leaves
/// the address as it is.
static bool isPart(const MicroOp &op, const MicroOp &load) {
  bool isSamePlace = op.a == load.a && op.imm == load.imm && op.space == load.space && op.traffic == load.traffic;
  if (op.kind == OpKind::Store)
    return isSamePlace;
  if (op.kind == OpKind::Value || isAccess(op))
    return op.d != load.a && op.e != load.a && (isSamePlace || op.kind == OpKind::Value);
  return isOfValues(op.kind);
}

/// The op at which all lanes continue after an update that begins with the load. An update has values, accesses to that
/// one place, and branches within. Null if it is none.
static const MicroOp *endOfUpdate(const std::vector<MicroOp> &ops, const MicroOp *load) {
  const MicroOp *stop = load, *last = nullptr,
                *most = load + std::min<ptrdiff_t>(maxUpdate, ops.data() + ops.size() - load);
  for (; stop != most && isPart(*stop, *load); ++stop)
    if (stop->kind == OpKind::Store || stop->kind == OpKind::Swap)
      last = stop;
  if (!last)
    return nullptr;
  const MicroOp *end = last + 1;
  for (const MicroOp *op = load; op != end; ++op)
    if (std::optional<int64_t> way = wayOf(*op)) {
      if (*way < load - op || *way > stop - op)
        return nullptr;
      end = std::max(end, op + *way);
    }
  return end;
}

void BatchFrame::findUpdates() {
  for (const MicroOp &op : ops)
    if (op.kind == OpKind::Load)
      if (const MicroOp *end = endOfUpdate(ops, &op))
        updates.push_back({size_t(&op - ops.data()), size_t(end - ops.data())});
}

void BatchFrame::takeTurns() {
  for (auto [load, end] : updates) {
    ops[load].f = end - load; // a load has no such operand
    ops[load].batch = [](Batch &batch, const MicroOp *at) { return batch.takeTurns(at); };
  }
}

/// Reads and changes a lane's place by the op.
static void accessInTurn(const MicroOp *op, uint64_t *r, std::byte *data) {
  if (op->kind == OpKind::Store) {
    std::memcpy(data, r + op->d, op->traffic);
    return;
  }
  uint64_t old = 0;
  std::memcpy(&old, data, op->traffic);
  if (op->kind == OpKind::Swap && old == (r[op->b] & maskOfBits(8 * op->traffic)))
    std::memcpy(data, r + op->c, op->traffic);
  r[op->d] = old;
}

const MicroOp *Batch::takeTurns(const MicroOp *load) {
  const MicroOp *end = load + load->f;
  const uint32_t lanes = active;
  BytesRow row;
  if (find(load, load->traffic, AccessOrder::Kind::Store, row) != Where::Row || row.shadow ||
      !keep(row, 0, load->traffic))
    return abandon();
  if (row.isOwned) { // nobody is in another's way
    eachLane([&](uint32_t lane) { accessInTurn(load, r + lane, row.data + row.offsets[lane]); });
    return load + 1;
  }
  steps -= std::popcount(lanes) * load->weight; // counted with the others
  for (uint32_t left = lanes; left && !isAbandoned; left &= left - 1) {
    uint32_t lane = std::countr_zero(left);
    active = 1u << lane;
    for (const MicroOp *op = load; op && op != end;) {
      if ((steps += op->weight) > limit) {
        op = abandon();
      } else if (isAccess(*op)) {
        accessInTurn(op, r + lane, row.data + row.offsets[lane]);
        ++op;
      } else {
        op = op->batch(*this, op);
      }
    }
  }
  active = lanes;
  return isAbandoned ? nullptr : end;
}

} // namespace kgen::ptx
