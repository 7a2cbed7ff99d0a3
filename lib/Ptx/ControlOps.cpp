// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branches, calls and ends. A call's parameters are copied between the frames.

#include "Handlers.h"
#include "MachineImpl.h"
#include <cstring>

namespace kgen::ptx {

namespace {

struct Guard {
  static constexpr OpKind kind = OpKind::Skip;
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      if (x.p[op->a] & 1)
        return x.fail(op, "whether it is executed depends on a value that was never written");
    return (x.r[op->a] & 1) != op->negated ? op + 1 : op + 1 + op->imm;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) {
    return b.part(b.lanesThatHold(op), op + 1, op + 1 + op->imm);
  }
};

/// `imm`: how far it is to the target.
struct Branch {
  static constexpr OpKind kind = OpKind::Jump;
  template <bool> static const MicroOp *run(Exec &, const MicroOp *op) { return op + op->imm; }
  static const MicroOp *batch(Batch &, const MicroOp *op) { return op + op->imm; }
};

struct BranchIf {
  static constexpr OpKind kind = OpKind::Branch;
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if constexpr (Checked)
      if (x.p[op->a] & 1)
        return x.fail(op, "the branch depends on a value that was never written");
    return (x.r[op->a] & 1) != op->negated ? op + op->imm : op + 1;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) { return b.part(b.lanesThatHold(op), op + op->imm, op + 1); }
};

/// Copies the callee's results to the caller's registers; returns whether a register was never written.
bool copyResults(Exec &x, const Frame &callee, const CallSite &site) {
  const Function &function = *callee.code->function;
  uint64_t poison = 0;
  for (size_t i = 0; i < site.results.size(); ++i) {
    const Variable &result = function.variables[function.numParameters + i];
    if (result.reg >= 0) {
      x.r[site.results[i]] = callee.values[result.reg];
      poison |= x.p[site.results[i]] = callee.poison[result.reg];
      continue;
    }
    const Variable &to = x.frame->code->function->variables[site.results[i]];
    std::memcpy(x.frame->parameters.data + to.offset, callee.parameters.data + result.offset, result.size);
    std::memcpy(x.frame->parameters.shadow.data() + to.offset, callee.parameters.shadow.data() + result.offset,
                result.size);
  }
  return poison != 0;
}

struct Return {
  static constexpr OpKind kind = OpKind::End;
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) {
    if (x.thread->depth == 1)
      return x.stop(op, Status::Done);
    const Frame &callee = *x.frame;
    const MicroOp *next = callee.next;
    leaveFrame(x);
    return copyResults(x, callee, *callee.site) ? x.frame->track(next) : next;
  }
  static const MicroOp *batch(Batch &b, const MicroOp *) { return b.leave(); }
};

struct Exit {
  static constexpr OpKind kind = OpKind::End;
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) { return x.stop(op, Status::Done); }
  static const MicroOp *batch(Batch &b, const MicroOp *) { return b.isOutermost() ? b.leave() : b.abandon(); }
};

const MicroOp *enter(Exec &x, const MicroOp *op, const Code &callee, const CallSite &site) {
  const Frame *caller = x.frame;
  if (!enterFrame(x, callee))
    return x.fail(op, "the calls nest too deep for the memory of the machine");
  const Function &function = *callee.function;
  uint64_t poison = 0;
  for (size_t i = 0; i < site.arguments.size(); ++i) {
    const Variable &parameter = function.variables[i];
    if (parameter.reg >= 0) {
      x.r[parameter.reg] = caller->values[site.arguments[i]];
      poison |= x.p[parameter.reg] = caller->poison[site.arguments[i]];
      continue;
    }
    const Variable &from = caller->code->function->variables[site.arguments[i]];
    std::memcpy(x.frame->parameters.data + parameter.offset, caller->parameters.data + from.offset, parameter.size);
    std::memcpy(x.frame->parameters.shadow.data() + parameter.offset, caller->parameters.shadow.data() + from.offset,
                parameter.size);
  }
  x.frame->next = op + 1;
  x.frame->site = &site;
  const MicroOp *start = callee.start(x.machine->options.checked);
  return poison ? x.frame->track(start) : start;
}

struct Call {
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const CallSite &site = x.frame->code->calls[op->imm];
    return enter(x, op, *site.callee, site);
  }
  static const MicroOp *batch(Batch &b, const MicroOp *op) { return b.call(op); }
};

/// Whether a function takes the arguments of the call.
bool fits(const Code &callee, const Frame &caller, const CallSite &site) {
  const Function &function = *callee.function;
  if (function.isEntry || site.arguments.size() != function.numParameters || site.results.size() != function.numResults)
    return false;
  for (size_t i = 0; i < function.numParameters + function.numResults; ++i) {
    const Variable &parameter = function.variables[i];
    uint32_t given = i < function.numParameters ? site.arguments[i] : site.results[i - function.numParameters];
    if (parameter.reg >= 0 || caller.code->function->variables[given].size != parameter.size)
      return false;
  }
  return true;
}

struct CallPointer {
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    const CallSite &site = x.frame->code->calls[op->imm];
    if (Checked && x.p[op->a])
      return x.fail(op, "the function depends on a value that was never written");
    uint64_t address = x.r[op->a], index = (address & windowMask) / 16;
    const auto &codes = x.machine->module.codes;
    if (address >> windowBits != FunctionWindow || address % 16 || index >= codes.size() || !codes[index])
      return x.fail(op, "a call through a pointer that is no function's");
    if (!fits(*codes[index], *x.frame, site))
      return x.fail(op,
                    "a call of '" + std::string(codes[index]->function->name) + "' with other parameters than it has");
    return enter(x, op, *codes[index], site);
  }
};

struct Trap {
  static constexpr OpKind kind = OpKind::End;
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) { return x.fail(op, "trap"); }
};

Handlers selectBranch(const Match &) { return ofValues<Branch>(); }

const Record controlTable[] = {
    {"bra", "uni?", "-", 10, 0, selectBranch, "goes on at the label"},
    {"call", "uni?", "-", 10, 0, nullptr, "calls a function, by its name or through a register"},
    {"ret", "uni?", "", 10, 0, [](const Match &) { return both<Return>(); },
     "returns; the end of the thread in an entry point"},
    {"exit", "", "", 10, 0, [](const Match &) { return both<Exit>(); }, "ends the thread"},
    {"trap", "", "", 10, 0, [](const Match &) { return both<Trap>(); }, "a finding"},
    {"brkpt", "", "", 10, 0, [](const Match &) { return both<Trap>(); }, "a finding"},
};

} // namespace

const std::span<const Record> controlRecords = controlTable;

Handlers guardHandlers() { return ofValues<Guard>(); }
Handlers branchHandlers() { return ofValues<Branch>(); }
Handlers branchIfHandlers() { return ofValues<BranchIf>(); }
Handlers returnHandlers() { return both<Return>(); }
Handlers callHandlers() { return both<Call>(); }
Handlers callPointerHandlers() { return both<CallPointer>(); }

} // namespace kgen::ptx
