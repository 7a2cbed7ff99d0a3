// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definite assignment: if every register is written before it is read on every path of the program, nothing has to be
// tracked in registers until memory gives a value that was never written. Compilers' texts are so.

#include "Decoder.h"
#include <algorithm>

namespace kgen::ptx {

/// Words of all sets: beyond that the answer is no, which costs speed alone.
static constexpr size_t maxWords = 1 << 20, maxRounds = 32;

namespace {
using Use = RegisterUses::Use;

/// Instructions that are entered at the first only.
struct Block {
  uint32_t first, end;
  std::vector<uint32_t> next;
};

class Assignment {
public:
  Assignment(const Function &function, const RegisterUses &uses) : function(function), uses(uses) {}
  bool holds();

private:
  void findBlocks();
  bool isEnd(const Instruction &instruction) const {
    std::string_view name = instruction.mnemonic();
    return name == "bra" || name == "ret" || name == "exit" || name == "trap";
  }
  /// A returned value is read at the end of the function, by no instruction.
  bool returnsRegisters() const {
    auto isRegister = [](const Variable &variable) { return variable.reg >= 0; };
    auto first = function.variables.begin() + function.numParameters;
    return std::any_of(first, first + function.numResults, isRegister);
  }
  std::span<const Use> within(const std::vector<Use> &all, const Block &block) const;
  void assign(const Block &block, uint64_t *set) const;
  bool flow(size_t block);
  bool check(const Block &block, uint64_t *set) const;

  const Function &function;
  const RegisterUses &uses;
  std::vector<Block> blocks;
  std::vector<uint64_t> sets; // of the registers that are written where a block begins
  size_t words = 0;
};
} // namespace

void Assignment::findBlocks() {
  const std::vector<Instruction> &all = function.instructions;
  std::vector<uint32_t> blockOf(all.size() + 1);
  blockOf[0] = 1;
  for (size_t i = 0; i < all.size(); ++i)
    if (isEnd(all[i])) {
      blockOf[i + 1] = 1;
      if (all[i].numOperands && function.operands[all[i].firstOperand].kind == Operand::Label)
        blockOf[function.operands[all[i].firstOperand].index] = 1;
    }
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (blockOf[i])
      blocks.push_back({i, i, {}});
    blocks.back().end = i + 1;
    blockOf[i] = blocks.size() - 1;
  }
  blockOf[all.size()] = blocks.size();
  for (Block &block : blocks) {
    const Instruction &last = all[block.end - 1];
    auto add = [&](uint32_t instruction) {
      if (instruction < all.size())
        block.next.push_back(blockOf[instruction]);
    };
    if (!isEnd(last) || last.guard >= 0)
      add(block.end);
    if (last.numOperands && function.operands[last.firstOperand].kind == Operand::Label)
      add(function.operands[last.firstOperand].index);
  }
}

std::span<const Use> Assignment::within(const std::vector<Use> &all, const Block &block) const {
  auto isBefore = [](const Use &use, uint32_t instruction) { return use.instruction < instruction; };
  auto first = std::lower_bound(all.begin(), all.end(), block.first, isBefore);
  return {first, std::lower_bound(first, all.end(), block.end, isBefore)};
}

/// Adds the registers that the block's instructions write for certain.
void Assignment::assign(const Block &block, uint64_t *set) const {
  for (const Use &use : within(uses.writes, block))
    if (function.instructions[use.instruction].guard < 0)
      set[use.reg / 64] |= uint64_t(1) << use.reg % 64;
}

/// Takes a block's registers to the blocks after it; whether one of them has fewer now.
bool Assignment::flow(size_t index) {
  const Block &block = blocks[index];
  std::vector<uint64_t> set(sets.begin() + index * words, sets.begin() + (index + 1) * words);
  assign(block, set.data());
  bool hasChanged = false;
  for (uint32_t next : block.next)
    for (size_t i = 0; i < words; ++i) {
      uint64_t &word = sets[next * words + i], before = word;
      word &= set[i];
      hasChanged |= word != before;
    }
  return hasChanged;
}

bool Assignment::check(const Block &block, uint64_t *set) const {
  std::span<const Use> writes = within(uses.writes, block);
  size_t at = 0;
  for (const Use &use : within(uses.reads, block)) {
    for (; at < writes.size() && writes[at].instruction < use.instruction; ++at)
      if (function.instructions[writes[at].instruction].guard < 0)
        set[writes[at].reg / 64] |= uint64_t(1) << writes[at].reg % 64;
    if (!(set[use.reg / 64] >> use.reg % 64 & 1))
      return false;
  }
  return true;
}

bool Assignment::holds() {
  if (function.instructions.empty())
    return true;
  findBlocks();
  words = (function.registerBits.size() + 63) / 64;
  if (words * blocks.size() > maxWords || returnsRegisters())
    return false;
  sets.assign(words * blocks.size(), ~uint64_t(0));
  std::fill_n(sets.begin(), words, 0);
  for (uint32_t i = 0; i < function.numParameters; ++i)
    if (int32_t reg = function.variables[i].reg; reg >= 0)
      sets[reg / 64] |= uint64_t(1) << reg % 64;
  size_t rounds = 0;
  for (bool hasChanged = true; hasChanged; ++rounds) {
    if (rounds == maxRounds)
      return false;
    hasChanged = false;
    for (size_t i = 0; i < blocks.size(); ++i)
      hasChanged |= flow(i);
  }
  for (size_t i = 0; i < blocks.size(); ++i)
    if (!check(blocks[i], sets.data() + i * words))
      return false;
  return true;
}

bool isDefinite(const Function &function, const RegisterUses &uses) { return Assignment(function, uses).holds(); }

} // namespace kgen::ptx
