// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions whose operands no record describes: moves of parts, branches, parameters, calls.

#include "Decoder.h"
#include <cassert>

namespace kgen::ptx {

bool Decoder::decodeMove(Type type) {
  if (at->numOperands != 2)
    return fail("expected 2 operands for " + written() + " but got " + std::to_string(at->numOperands));
  const Operand &to = operand(0), &from = operand(1);
  if (to.kind == Operand::Vector || from.kind == Operand::Vector) {
    unsigned count = (to.kind == Operand::Vector ? to : from).count;
    if ((count != 2 && count != 4) || bitsOf(type) / count < 8)
      return fail("expected 2 or 4 parts for " + written());
    return to.kind == Operand::Vector ? decodeUnpack(to, from, type) : decodePack(to, from, type);
  }
  std::optional<uint32_t> slot = destination(to, type, false);
  if (!slot)
    return false;
  bool isBits = isFloat(type) && from.kind == Operand::Integer;
  std::optional<uint32_t> value = source(from, isBits ? bitsType(bitsOf(type)) : type, false);
  if (!value)
    return false;
  op.d = *slot;
  op.a = *value;
  emit(moveHandlers());
  return true;
}

/// `mov.b64 {%r1, %r2}, %rd1`.
bool Decoder::decodeUnpack(const Operand &to, const Operand &from, Type type) {
  std::optional<uint32_t> whole = source(from, type, false);
  if (!whole)
    return false;
  unsigned bits = bitsOf(type) / to.count, at = 0;
  for (const Operand &element : elementsOf(to)) {
    std::optional<uint32_t> slot = destination(element, bitsType(bits), false);
    if (!slot)
      return false;
    op.d = *slot;
    op.a = *whole;
    op.imm = at;
    op.bits = bits;
    emit(pieceHandlers());
    at += bits;
  }
  return true;
}

/// `mov.b64 %rd1, {%r1, %r2}`.
bool Decoder::decodePack(const Operand &to, const Operand &from, Type type) {
  std::optional<uint32_t> slot = destination(to, type, false);
  if (!slot)
    return false;
  std::span<const Operand> elements = elementsOf(from);
  unsigned bits = bitsOf(type) / from.count;
  std::optional<uint32_t> joined = source(elements[0], bitsType(bits), false);
  for (unsigned i = 1; i < elements.size() && joined; ++i) {
    std::optional<uint32_t> next = source(elements[i], bitsType(bits), false);
    if (!next)
      return false;
    op.d = *slot;
    op.a = *joined;
    op.b = *next;
    op.imm = i * bits;
    emit(packHandlers());
    joined = slot;
  }
  return joined.has_value();
}

bool Decoder::decodeBranch() {
  if (at->numOperands != 1 || operand(0).kind != Operand::Label)
    return fail("expected a label of the function for " + written());
  op.a = std::max(at->guard, 0);
  op.negated = at->isGuardNegated;
  branches.push_back({static_cast<uint32_t>(code.ops.size()), operand(0).index});
  op.traffic = at->guard >= 0 ? BranchTraffic : NoTraffic;
  emit(at->guard >= 0 ? branchIfHandlers() : branchHandlers());
  return true;
}

/// Loads and stores of parameters by their names are copies within the frame.
bool Decoder::decodeParameterAccess(const Form &form, bool &isDone) {
  if (at->numOperands != 2)
    return true;
  bool isStore = form.record->name == std::string_view("st");
  const Operand &place = operand(isStore ? 0 : 1), &given = operand(isStore ? 1 : 0);
  if (place.kind != Operand::Variable || !place.isAddress)
    return true;
  isDone = true;
  const Variable &variable = function.variables[place.index];
  unsigned count = form.vectorLength, bytes = bitsOf(form.type) / 8;
  if (variable.space != Space::Param || variable.reg >= 0)
    return fail("expected a parameter for " + written() + " but got '" + std::string(variable.name) + "'");
  if (place.value < 0 || place.value + uint64_t(count * bytes) > variable.size)
    return fail("expected a place in '" + std::string(variable.name) + "' of " + std::to_string(variable.size) +
                " bytes but got " + std::to_string(count * bytes) + " bytes at " + std::to_string(place.value));
  if (place.value % (count * bytes))
    return fail("expected an aligned place for " + written() + " but got " + std::to_string(place.value));
  if (isStore && function.isEntry && place.index < function.numParameters)
    return fail("expected a parameter that can be written but got '" + std::string(variable.name) +
                "' of an entry point");
  std::span<const Operand> elements = elementsOf(given);
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " registers for " + written());
  for (unsigned i = 0; i < count; ++i) {
    std::optional<uint32_t> slot =
        isStore ? source(elements[i], form.type, true) : destination(elements[i], form.type, true);
    if (!slot)
      return false;
    op.d = *slot;
    op.imm = variable.offset + place.value + i * bytes;
    Handlers handlers = parameterHandlers(bytes, isStore);
    if (function.isEntry && place.index < function.numParameters) // a launch gives them all
      handlers.kind = OpKind::Value;
    emit(handlers);
  }
  return true;
}

/// The variables, or registers, of a call's parameters.
bool Decoder::callSlots(std::span<const Operand> list, bool areResults, std::vector<uint32_t> &slots) {
  for (const Operand &element : list) {
    bool isVariable = element.kind == Operand::Variable && function.variables[element.index].space == Space::Param;
    if (!isVariable && element.kind != Operand::Register)
      return fail("expected a parameter of the call but got " +
                  (element.name.empty() ? "a number" : "'" + std::string(element.name) + "'"));
    slots.push_back(element.index);
    if (!isVariable)
      areResults ? noteWrite(element.index) : noteRead(element.index);
  }
  return true;
}

static bool hasRegister(std::span<const Operand> arguments, std::span<const Operand> results) {
  auto isRegister = [](const Operand &operand) { return operand.kind == Operand::Register; };
  return std::any_of(arguments.begin(), arguments.end(), isRegister) ||
         std::any_of(results.begin(), results.end(), isRegister);
}

/// The target of a direct call: a function of the module whose parameters are like those given, or one of the system's.
bool Decoder::decodeCallee(std::string_view name, std::span<const Operand> arguments, std::span<const Operand> results,
                           CallSite &site, Handlers &handlers) {
  const std::vector<Function> &functions = module.syntax.functions;
  auto called = std::find_if(functions.begin(), functions.end(), [&](const Function &f) { return f.name == name; });
  std::string quoted = "'" + std::string(name) + "'";
  if (called == functions.end())
    return fail("expected a function but got " + quoted + ", which is not declared");
  if (arguments.size() != called->numParameters || results.size() != called->numResults)
    return fail("expected " + std::to_string(called->numParameters) + " parameters and " +
                std::to_string(called->numResults) + " results for " + quoted + " but got " +
                std::to_string(arguments.size()) + " and " + std::to_string(results.size()));
  bool isPrint = name == "vprintf" && arguments.size() == 2;
  if (isPrint || (name == "__assertfail" && arguments.size() == 5)) {
    handlers = isPrint ? printHandlers() : assertHandlers();
    return !hasRegister(arguments, results) || fail("expected parameters in memory for " + quoted);
  }
  if (!called->hasBody || called->isEntry)
    return fail("expected a function with a body but got " + quoted);
  for (size_t i = 0; i < arguments.size() + results.size(); ++i) {
    const Operand &given = i < arguments.size() ? arguments[i] : results[i - arguments.size()];
    const Variable &formal = called->variables[i];
    bool isRegister = given.kind == Operand::Register;
    bool fits = isRegister ? formal.reg >= 0 && called->registerBits[formal.reg] == function.registerBits[given.index]
                           : formal.reg < 0 && function.variables[given.index].size == formal.size;
    if (!fits)
      return fail("expected a parameter like '" + std::string(formal.name) + "' of " + quoted + " but got '" +
                  std::string(given.name) + "'");
  }
  site.callee = module.codes[called - functions.begin()].get();
  return true;
}

bool Decoder::decodeCall() {
  const Operand &target = operand(1);
  std::span<const Operand> results = elementsOf(operand(0)), arguments = elementsOf(operand(2));
  CallSite site;
  if (!callSlots(arguments, false, site.arguments) || !callSlots(results, true, site.results))
    return false;
  Handlers handlers = callHandlers();
  if (target.kind == Operand::Register) {
    std::optional<uint32_t> slot = source(target, Type::U64, false);
    if (!slot)
      return false;
    op.a = *slot;
    if (hasRegister(arguments, results))
      return fail("expected parameters in memory for a call through a register");
    handlers = callPointerHandlers();
  } else if (target.kind != Operand::Symbol) {
    return fail("expected a function for " + written());
  } else if (!decodeCallee(target.name, arguments, results, site, handlers)) {
    return false;
  }
  op.imm = code.calls.size();
  code.calls.push_back(std::move(site));
  emit(handlers);
  return true;
}

} // namespace kgen::ptx
