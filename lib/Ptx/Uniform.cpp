// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that all threads of a launch compute alike: addresses and extents from the parameters, which are most of the
// work of a short thread in kernels by Warp's conventions. The first thread of a frame leaves those before the first
// branch in the registers, and later threads run a copy of the prologue without them. A batch makes all of them once.

#include "Decoder.h"
#include <algorithm>

namespace kgen::ptx {

static constexpr unsigned maxRounds = 8;

/// Instructions before it are executed once by each thread, in their order.
uint32_t Decoder::endOfPrologue() const {
  const std::vector<Instruction> &all = function.instructions;
  auto isEnd = [](const Instruction &instruction) {
    std::string_view name = instruction.mnemonic();
    return name == "bra" || name == "call" || name == "ret" || name == "exit" || name == "trap" || name == "brkpt";
  };
  uint32_t end = std::find_if(all.begin(), all.end(), isEnd) - all.begin();
  for (auto [place, target] : branches)
    end = std::min(end, target);
  return end;
}

/// Notes of which instructions the results depend on the launch alone, no other instruction writing them; whether there
/// are more than before.
bool Decoder::findUniform(std::span<const uint32_t> writes, std::vector<bool> &registers,
                          std::vector<bool> &result) const {
  bool hasMore = false;
  auto read = uses.reads.begin();
  auto write = uses.writes.begin();
  for (uint32_t i = 0; i < result.size(); ++i) {
    bool is = function.instructions[i].guard < 0 && !dependOnThread[i] && starts[i] < starts[i + 1];
    for (uint32_t op = starts[i]; op < starts[i + 1]; ++op)
      is &= code.ops[op].kind == OpKind::Value;
    for (; read != uses.reads.end() && read->instruction == i; ++read)
      is &= registers[read->reg];
    auto first = write;
    for (; write != uses.writes.end() && write->instruction == i; ++write)
      is &= writes[write->reg] == 1;
    hasMore |= is && !result[i];
    result[i] = is;
    for (; first != write; ++first)
      registers[first->reg] = is;
  }
  return hasMore;
}

void Decoder::shareUniform() {
  if (!function.isEntry)
    return;
  std::vector<uint32_t> writes(function.registerBits.size());
  for (const RegisterUses::Use &write : uses.writes)
    ++writes[write.reg];
  std::vector<bool> registers(function.registerBits.size()), uniform(function.instructions.size());
  // Compilers may place a block before one that it depends on.
  for (unsigned round = 0; round < maxRounds && findUniform(writes, registers, uniform); ++round) {
  }
  for (uint32_t i = 0; i < uniform.size(); ++i)
    for (uint32_t op = starts[i]; op < starts[i + 1]; ++op)
      code.plain[op].isUniform = uniform[i];
  uint32_t end = endOfPrologue();
  if (std::find(uniform.begin(), uniform.begin() + end, true) == uniform.begin() + end)
    return;
  code.again = code.ops.size();
  auto append = [&](uint32_t op) {
    for (std::vector<MicroOp> *ops : {&code.ops, &code.plain})
      ops->push_back(MicroOp((*ops)[op]));
    code.places.push_back(code.places[op]);
  };
  for (uint32_t i = 0; i < end; ++i)
    for (uint32_t op = starts[i]; op < starts[i + 1] && !uniform[i]; ++op)
      append(op);
  at = end < function.instructions.size() ? &function.instructions[end] : nullptr;
  op.imm = int64_t(starts[end]) - int64_t(code.ops.size());
  emit(branchHandlers());
}

} // namespace kgen::ptx
