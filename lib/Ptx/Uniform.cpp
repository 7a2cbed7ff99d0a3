// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all threads of a launch compute alike before the first branch: addresses and extents from the parameters, in
// kernels by Warp's conventions most of what a short thread executes. The first thread of a frame leaves it in the
// registers; those after it run a copy of the prologue without it.

#include "Decoder.h"
#include <algorithm>

namespace kgen::ptx {

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

/// Of the prologue's instructions those whose results depend on the launch alone, and that no other instruction writes.
std::vector<bool> Decoder::findUniform(uint32_t end) const {
  std::vector<uint32_t> writes(function.registerBits.size());
  for (const RegisterUses::Use &write : uses.writes)
    ++writes[write.reg];
  std::vector<bool> registers(function.registerBits.size()), result(end);
  auto read = uses.reads.begin();
  auto write = uses.writes.begin();
  for (uint32_t i = 0; i < end; ++i) {
    bool is = function.instructions[i].guard < 0 && !dependOnThread[i] && starts[i] < starts[i + 1];
    for (uint32_t op = starts[i]; op < starts[i + 1]; ++op)
      is &= areOfValues[op];
    for (; read != uses.reads.end() && read->instruction == i; ++read)
      is &= registers[read->reg];
    auto first = write;
    for (; write != uses.writes.end() && write->instruction == i; ++write)
      is &= writes[write->reg] == 1;
    for (; first != write; ++first)
      registers[first->reg] = is;
    result[i] = is;
  }
  return result;
}

void Decoder::shareUniform() {
  if (!function.isEntry)
    return;
  uint32_t end = endOfPrologue();
  std::vector<bool> uniform = findUniform(end);
  if (std::find(uniform.begin(), uniform.end(), true) == uniform.end())
    return;
  code.again = code.ops.size();
  auto append = [&](uint32_t op) {
    for (std::vector<MicroOp> *ops : {&code.ops, &code.plain})
      ops->push_back(MicroOp((*ops)[op]));
    code.places.push_back(code.places[op]);
    areOfValues.push_back(areOfValues[op]);
  };
  for (uint32_t i = 0; i < end; ++i)
    for (uint32_t op = starts[i]; op < starts[i + 1] && !uniform[i]; ++op)
      append(op);
  at = end < function.instructions.size() ? &function.instructions[end] : nullptr;
  op.imm = int64_t(starts[end]) - int64_t(code.ops.size());
  emit(branchHandlers());
}

} // namespace kgen::ptx
