// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decoder of one function: its instructions as ops, its registers and constants as slots.

#ifndef KGEN_LIB_PTX_DECODER_H
#define KGEN_LIB_PTX_DECODER_H

#include "Handlers.h"
#include "MachineImpl.h"
#include <unordered_map>

namespace kgen::ptx {

/// One operand of a form.
struct Pattern {
  std::string_view slots;
  Type type = Type::None, otherType = Type::None;
  bool isAddress = false, isVector = false, isWider = false, isOptional = false, isNegatable = false;
  bool isNumber = false, isResult = false;
  /// Of a list of registers, how many.
  unsigned count = 0;
};

/// An instruction with its modifiers, as all that are written so have it.
struct Form {
  /// How its operands are decoded.
  enum Kind : uint8_t { Plain, Branch, Call, Move, ParameterAccess };

  std::string opcode;
  const Record *record = nullptr;
  Match match; // of parts of the opcode
  std::vector<Pattern> patterns;
  size_t numRequired = 0;
  Handlers handlers;
  Kind kind = Plain;
  /// Its own, of one element of `vectorLength`.
  Type type = Type::None;
  unsigned vectorLength = 1;
  bool isComparison = false, isAtomic = false, isWaiting = false, isAsyncCopy = false, hasCarry = false,
       isJoined = false;
  bool isMatrix = false, storesRows = false;
  /// The op without its operands.
  MicroOp op;
};

/// Which instruction reads or writes which register, in the order of the instructions.
struct RegisterUses {
  struct Use {
    uint32_t instruction, reg;
  };
  std::vector<Use> reads, writes;
};

/// Whether on no way through the function a register is read that was not written before.
bool isDefinite(const Function &function, const RegisterUses &uses);

class Decoder {
public:
  Decoder(ModuleImpl &module, const Function &function, Code &code, Diagnostic &diagnostic)
      : module(module), function(function), code(code), diagnostic(diagnostic) {}
  bool run();

private:
  bool fail(std::string message);
  std::string written() const { return "'" + std::string(at->opcode) + "'"; }

  // Slots.
  uint32_t constant(uint64_t value);
  uint32_t newSlot();
  uint32_t sink() { return sinkSlot ? sinkSlot : sinkSlot = newSlot(); }
  std::optional<uint32_t> source(const Operand &operand, Type type, bool isWider);
  std::optional<uint32_t> destination(const Operand &operand, Type type, bool isWider);
  std::optional<uint32_t> symbol(const Operand &operand, Type type);
  uint32_t variable(const Operand &operand);
  bool address(const Operand &operand, Space space, uint32_t &slot, int64_t &offset);

  // Ops.
  void emit(Handlers handlers);
  bool decode();
  const Form *findForm();
  bool decodeOperands(const Form &form);
  bool decodeForm(const Form &form);
  bool decodeOperand(const Form &form, const Pattern &pattern, const Operand &operand);
  bool decodeVector(const Form &form, const Pattern &pattern, const Operand &operand);
  bool decodeList(const Pattern &pattern, const Operand &operand);
  void beginMatrix(const Form &form);
  bool decodePair(const Pattern &pattern, const Operand &operand);
  bool decodeAddress(const Form &form, const Pattern &pattern, const Operand &operand);
  bool decodeMove(Type type);
  bool decodeUnpack(const Operand &to, const Operand &from, Type type);
  bool decodePack(const Operand &to, const Operand &from, Type type);
  bool decodeBranch();
  bool decodeCall();
  uint32_t endOfPrologue() const;
  bool findUniform(std::span<const uint32_t> writes, std::vector<bool> &registers, std::vector<bool> &result) const;
  void shareUniform();
  void markUnread();
  bool decodeParameterAccess(const Form &form, bool &isDone);
  bool callSlots(std::span<const Operand> list, bool areResults, std::vector<uint32_t> &slots);
  bool decodeCallee(std::string_view name, std::span<const Operand> arguments, std::span<const Operand> results,
                    CallSite &site, Handlers &handlers);
  const Operand &operand(unsigned i) const { return function.operands[at->firstOperand + i]; }
  void noteRead(uint32_t reg) { uses.reads.push_back({static_cast<uint32_t>(starts.size() - 1), reg}); }
  void noteWrite(uint32_t reg) { uses.writes.push_back({static_cast<uint32_t>(starts.size() - 1), reg}); }
  /// Of a list in braces or parentheses; else the operand itself.
  std::span<const Operand> elementsOf(const Operand &operand) const {
    bool isList = operand.kind == Operand::Vector || operand.kind == Operand::List;
    return isList ? std::span(function.elements).subspan(operand.index, operand.count) : std::span(&operand, 1);
  }

  ModuleImpl &module;
  const Function &function;
  Code &code;
  Diagnostic &diagnostic;
  const Instruction *at = nullptr;
  std::unordered_map<uint64_t, uint32_t> constants;
  std::unordered_map<uint32_t, uint32_t> specials;
  std::vector<uint32_t> starts;                        // the first op of each instruction
  std::vector<std::pair<uint32_t, uint32_t>> branches; // ops whose `imm` is an instruction
  std::vector<int32_t> localNumbers;
  uint32_t sinkSlot = 0;
  RegisterUses uses;
  std::vector<uint32_t> atomics;    // ops
  std::vector<bool> dependOnThread; // by instruction: on what is not the same for all threads, besides registers
  MicroOp op;                       // being made
  std::vector<std::pair<uint32_t, Type>> extensions; // of registers that are wider than what was read
};

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_DECODER_H
