// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of a function in the order in which a batch runs them. Of lanes that parted, those at the lowest op go first.
// So the op at which arms meet has to come after all of them, and the code after a loop after all of the loop;
// compilers lay blocks out for other ends. The order is Bourdoncle's weak topological one (Efficient chaotic iteration
// strategies with widenings, 1993): loops are contiguous, and every jump except jumps back goes forward. It changes no
// value, only which lanes run together. Ops with the same result for all threads of a launch stand apart and are run
// once: no other op writes their results, and none reads them before.

#include "Batch.h"
#include "Record.h"
#include <algorithm>
#include <utility>

namespace kgen::ptx {

/// Functions of more blocks keep their order; deeper nests could not be walked on the stack.
static constexpr size_t maxBlocks = 1024;
/// So many steps can be an op's besides its own.
static constexpr unsigned maxApart = 254;

namespace {
/// Ops that are entered at the first and left at the last.
struct Block {
  uint32_t first = 0, end = 0;
  std::vector<uint32_t> next;
};

class Graph {
public:
  explicit Graph(const Code &code) : ops(code.plain), again(code.again) { findBlocks(); }

  size_t size() const { return blocks.size(); }
  const Block &operator[](uint32_t block) const { return blocks[block]; }
  uint32_t blockAt(uint32_t op) const { return blockOf[op]; }
  /// Blocks that can be reached, in the order asked for.
  std::vector<uint32_t> order();

private:
  void findBlocks();
  uint32_t visit(uint32_t block);

  const std::vector<MicroOp> &ops;
  uint32_t again;
  std::vector<Block> blocks;
  std::vector<uint32_t> blockOf; // by op
  static constexpr uint32_t isPlaced = ~uint32_t(0);
  std::vector<uint32_t> numbers, open, backwards;
  uint32_t count = 0;
};
} // namespace

static std::optional<uint32_t> targetOf(const std::vector<MicroOp> &ops, uint32_t i) {
  std::optional<int64_t> way = wayOf(ops[i]);
  return way ? std::optional<uint32_t>(i + *way) : std::nullopt;
}

static bool goesOn(const MicroOp &op) { return op.kind != OpKind::Jump && op.kind != OpKind::End; }

void Graph::findBlocks() {
  std::vector<bool> isFirst(ops.size() + 1);
  isFirst[0] = isFirst[again] = true;
  for (uint32_t i = 0; i < ops.size(); ++i) {
    std::optional<uint32_t> target = targetOf(ops, i);
    if (target)
      isFirst[*target] = true;
    if (target || !goesOn(ops[i]))
      isFirst[i + 1] = true;
  }
  for (uint32_t i = 0; i < ops.size(); ++i) {
    if (isFirst[i])
      blocks.emplace_back().first = i;
    blocks.back().end = i + 1;
    blockOf.push_back(blocks.size() - 1);
  }
  for (Block &block : blocks) { // what is visited first comes last
    std::optional<uint32_t> target = targetOf(ops, block.end - 1);
    if (target)
      block.next.push_back(blockOf[*target]);
    if (goesOn(ops[block.end - 1]) && block.end < ops.size())
      block.next.push_back(blockOf[block.end]);
    std::sort(block.next.rbegin(), block.next.rend());
  }
}

/// Gives places, from the end on, to blocks that can be reached from the block and have none yet; returns the least
/// number of an open block that can be reached.
uint32_t Graph::visit(uint32_t block) {
  open.push_back(block);
  uint32_t head = numbers[block] = ++count;
  bool isLoop = false;
  for (uint32_t next : blocks[block].next) {
    uint32_t least = numbers[next] ? numbers[next] : visit(next);
    isLoop |= least <= head;
    head = std::min(head, least);
  }
  if (head != numbers[block])
    return head;
  numbers[block] = isPlaced;
  for (; open.back() != block; open.pop_back())
    numbers[open.back()] = 0;
  open.pop_back();
  if (isLoop)
    for (uint32_t next : blocks[block].next)
      if (!numbers[next])
        visit(next);
  backwards.push_back(block);
  return head;
}

std::vector<uint32_t> Graph::order() {
  numbers.assign(blocks.size(), 0);
  for (uint32_t entry : {blockOf[again], 0u})
    if (!numbers[entry])
      visit(entry);
  return {backwards.rbegin(), backwards.rend()};
}

/// A jump that the text does not have.
static MicroOp makeJump(const MicroOp &after) {
  MicroOp jump;
  jump.batch = branchHandlers().batch;
  jump.kind = OpKind::Jump;
  jump.weight = 0;
  jump.line = after.line;
  return jump;
}

Arranged arrange(const Code &code) {
  const std::vector<MicroOp> &ops = code.plain;
  Graph graph(code);
  if (graph.size() > maxBlocks)
    return {ops, {}, 0};
  std::vector<uint32_t> order = graph.order(), starts(graph.size());
  std::vector<std::pair<uint32_t, uint32_t>> jumps; // ops, and the blocks that they go to
  Arranged made;
  for (size_t i = 0; i < order.size(); ++i) {
    const Block &block = graph[order[i]];
    starts[order[i]] = made.ops.size();
    unsigned apart = 0; // steps of ops that run once count as those of the op after them
    for (uint32_t at = block.first; at < block.end; ++at) {
      if (ops[at].isUniform)
        made.uniform.push_back(ops[at]);
      if (ops[at].isUniform && at + 1 < block.end && apart < maxApart) {
        ++apart;
        continue;
      }
      made.ops.push_back(ops[at]);
      made.ops.back().weight += std::exchange(apart, 0);
    }
    if (std::optional<uint32_t> target = targetOf(ops, block.end - 1))
      jumps.push_back({made.ops.size() - 1, graph.blockAt(*target)});
    bool isNext = i + 1 < order.size() && block.end < ops.size() && order[i + 1] == graph.blockAt(block.end);
    if (goesOn(ops[block.end - 1]) && !isNext) {
      made.ops.push_back(makeJump(ops[block.end - 1]));
      jumps.push_back({made.ops.size() - 1, graph.blockAt(block.end)});
    }
  }
  for (auto [from, to] : jumps)
    made.ops[from].imm = int64_t(starts[to]) - from - (made.ops[from].kind == OpKind::Skip);
  made.again = starts[graph.blockAt(code.again)];
  return made;
}

} // namespace kgen::ptx
