// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a function's instructions to ops: finds the record of each, takes its operands as the record says, and refuses
// the rest. An instruction may become several ops; none depends on a launch.

#include "Decoder.h"
#include "Profile.h"
#include "Rounder.h"
#include <algorithm>
#include <cassert>

namespace kgen::ptx {

/// Bytes that a thread may have of local memory, and a block of shared: no GPU has more.
static constexpr uint64_t maxLocalBytes = 512 << 10, maxSharedBytes = 1 << 20;

/// The window that a space's generic addresses lie in; 0 for a space of allocations of their own.
static uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Local:
    return LocalWindow;
  case Space::Shared:
    return SharedWindow;
  case Space::Param:
    return ParamWindow;
  default:
    return 0;
  }
}

/// Whether all threads of a launch read the same there.
static bool isUniform(SpecialRegister which) {
  switch (which) {
  case SpecialRegister::NtidX:
  case SpecialRegister::NtidY:
  case SpecialRegister::NtidZ:
  case SpecialRegister::NctaidX:
  case SpecialRegister::NctaidY:
  case SpecialRegister::NctaidZ:
    return true;
  default:
    return false;
  }
}

bool Decoder::fail(std::string message) {
  diagnostic.line = at ? at->line : function.line;
  diagnostic.message = std::move(message);
  return false;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

uint32_t Decoder::newSlot() {
  code.constants.push_back(0);
  return code.numSlots() - 1;
}

uint32_t Decoder::constant(uint64_t value) {
  auto [found, isNew] = constants.try_emplace(value, 0);
  if (isNew) {
    found->second = newSlot();
    code.constants.back() = value;
  }
  return found->second;
}

std::optional<uint32_t> Decoder::source(const Operand &operand, Type type, bool isWider) {
  unsigned bits = bitsOf(type);
  if (operand.isAddress || (operand.isNegated && type != Type::Pred)) {
    fail("expected a value for " + written() + " but got " + (operand.isAddress ? "an address" : "a negation"));
    return std::nullopt;
  }
  switch (operand.kind) {
  case Operand::Register: {
    unsigned have = function.registerBits[operand.index];
    noteRead(operand.index);
    if (have == bits || (isWider && have > bits && bits != 1))
      return operand.index;
    fail("expected a register of " + std::to_string(bits) + " bits for " + written() + " but got '" +
         std::string(operand.name) + "' of " + std::to_string(have));
    return std::nullopt;
  }
  case Operand::Integer:
    if (type == Type::F32 || type == Type::F64) {
      fail("expected a float for " + written() + ", such as 0f3F800000, but got an integer");
      return std::nullopt;
    }
    return constant(static_cast<uint64_t>(operand.value) & maskOfBits(bits));
  case Operand::Float32:
    return constant(bits == 64 ? put<double>(get<float>(operand.value)) : operand.value & maskOfBits(bits));
  case Operand::Float64:
    return constant(bits == 32 ? put<float>(static_cast<float>(get<double>(operand.value))) : operand.value);
  case Operand::Special: {
    if (!isUniform(static_cast<SpecialRegister>(operand.index)))
      dependOnThread[starts.size() - 1] = true;
    auto [found, isNew] = specials.try_emplace(operand.index, 0);
    if (isNew) {
      found->second = newSlot();
      code.specials.push_back({found->second, static_cast<SpecialRegister>(operand.index)});
    }
    return found->second;
  }
  case Operand::Variable:
    return variable(operand);
  case Operand::Symbol:
    return symbol(operand, type);
  default:
    fail("expected a value for " + written());
    return std::nullopt;
  }
}

/// The address of a variable of the function in its own space.
uint32_t Decoder::variable(const Operand &operand) {
  const Variable &variable = function.variables[operand.index];
  if (variable.space == Space::Param)
    return constant(variable.offset + operand.value);
  if (variable.space == Space::Shared)
    return constant(module.sharedOffsets[variable.offset] + operand.value);
  int32_t &number = localNumbers[operand.index];
  if (number < 0) {
    number = code.locals.size();
    code.locals.push_back(&variable);
  }
  code.localSlots.push_back({newSlot(), static_cast<uint32_t>(number), operand.value});
  return code.localSlots.back().slot;
}

/// The address of a variable or a function of the module. Those of global memory are known when there is a machine: its
/// frames take them from a table.
std::optional<uint32_t> Decoder::symbol(const Operand &operand, Type type) {
  const std::vector<Global> &globals = module.syntax.globals;
  for (size_t i = globals.size(); i-- > 0;)
    if (globals[i].name == operand.name) {
      if (globals[i].space == Space::Shared)
        return constant(module.sharedOffsets[i] + operand.value);
      if (bitsOf(type) != 64) {
        fail("expected a type of 64 bits for the address of '" + std::string(operand.name) + "'");
        return std::nullopt;
      }
      uint32_t slot = newSlot();
      code.globalSlots.push_back({slot, static_cast<uint32_t>(i), operand.value});
      return slot;
    }
  for (size_t i = 0; i < module.syntax.functions.size(); ++i)
    if (module.syntax.functions[i].name == operand.name)
      return constant(windowStart(FunctionWindow) + 16 * i);
  fail("expected the name of a variable but got '" + std::string(operand.name) + "', which is not declared");
  return std::nullopt;
}

std::optional<uint32_t> Decoder::destination(const Operand &operand, Type type, bool isWider) {
  if (operand.kind == Operand::Sink)
    return sink();
  unsigned bits = bitsOf(type);
  if (operand.kind != Operand::Register || operand.isAddress || operand.isNegated) {
    fail("expected a register for the result of " + written());
    return std::nullopt;
  }
  unsigned have = function.registerBits[operand.index];
  if (have != bits && !(isWider && have > bits && bits != 1)) {
    fail("expected a register of " + std::to_string(bits) + " bits for the result of " + written() + " but got '" +
         std::string(operand.name) + "' of " + std::to_string(have));
    return std::nullopt;
  }
  noteWrite(operand.index);
  if (have != bits && isSigned(type))
    extensions.push_back({operand.index, type});
  return operand.index;
}

bool Decoder::address(const Operand &operand, Space space, uint32_t &slot, int64_t &offset) {
  if (!operand.isAddress)
    return fail("expected an address in brackets for " + written());
  offset = operand.value;
  if (operand.kind == Operand::Register) {
    unsigned bits = function.registerBits[operand.index];
    if (bits != 64 && !(bits == 32 && space != Space::Generic && space != Space::Global && space != Space::Const))
      return fail("expected a register of 64 bits for the address of " + written() + " but got '" +
                  std::string(operand.name) + "' of " + std::to_string(bits));
    slot = operand.index;
    noteRead(slot);
    return true;
  }
  if (operand.kind == Operand::Integer) {
    slot = constant(0);
    return true;
  }
  Operand value = operand;
  value.isAddress = false;
  value.value = 0;
  if (operand.kind != Operand::Variable && operand.kind != Operand::Symbol)
    return fail("expected a register or a variable for the address of " + written());
  std::optional<uint32_t> found = source(value, Type::U64, false);
  slot = found.value_or(0);
  return found.has_value();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Decoder::emit(Handlers handlers) {
  op.run = handlers.checked;
  op.chain = handlers.checkedChain;
  op.batch = handlers.batch;
  op.kind = handlers.kind;
  op.line = at ? at->line : function.line;
  op.isFirst = at && code.ops.size() == starts.back();
  code.ops.push_back(op);
  op.run = handlers.unchecked;
  op.chain = handlers.uncheckedChain;
  code.plain.push_back(op);
  code.places.push_back(at ? at->place : 0);
  op = MicroOp();
}

/// A type by its name, or by that of a modifier.
static Type typeOf(const Match &match, std::string_view name) {
  Type type = parseType(name);
  return type != Type::None ? type : match.type(name);
}

static Pattern readPattern(std::string_view text, const Match &match) {
  Pattern result;
  auto take = [&](char c) { return text.starts_with(c) && (text.remove_prefix(1), true); };
  result.isOptional = take('?');
  result.isNegatable = take('!');
  if (text == "imm" || text.starts_with('#')) {
    result.isNumber = true;
    result.slots = text;
    return result;
  }
  if (take('[')) {
    result.isAddress = true;
    result.slots = cut(text, ']');
    return result;
  }
  result.slots = cut(text, ':');
  bool isDouble = false;
  while (!text.empty() && std::string_view("+^").find(text.back()) != std::string_view::npos) {
    (text.back() == '+' ? result.isWider : isDouble) = true;
    text.remove_suffix(1);
  }
  if (size_t star = result.slots.find('*'); star != std::string_view::npos) {
    for (char digit : result.slots.substr(star + 1))
      result.count = result.count * 10 + (digit - '0');
    result.isVector = !result.count;
    result.slots.remove_suffix(result.slots.size() - star);
  }
  result.type = typeOf(match, cut(text, ','));
  result.otherType = typeOf(match, text);
  if (isDouble)
    result.type = bitsOf(result.type) == 16 ? Type::U32 : Type::U64;
  result.isResult = result.slots.starts_with('d');
  return result;
}

static void setConversion(MicroOp &op, const Match &m) {
  op.imm = static_cast<int64_t>(m.type("to")) | static_cast<int64_t>(m.type()) << 8;
  std::string_view integral = m["integral"];
  if (integral.empty())
    return;
  op.negated = true;
  op.rounding = integral == "rzi"   ? Rounding::Zero
                : integral == "rmi" ? Rounding::Down
                : integral == "rpi" ? Rounding::Up
                                    : Rounding::Nearest;
}

/// Takes the further effects of an instruction's op from the modifiers.
static void setModifiers(MicroOp &op, const Form &form) {
  const Match &m = form.match;
  std::string_view name = form.record->name;
  op.rounding = m.rounding();
  op.ftz = m.has("ftz");
  op.sat = m.has("sat");
  op.negated = m.has("relu");
  op.whole = m.has("strong") || m.has("cc");
  op.space = parseSpace(m["space"]);
  if (name == "ld" || name == "ldu" || name == "st" || form.isAtomic) {
    op.traffic = form.vectorLength * bitsOf(form.type) / 8;
    std::string_view order = form.isAtomic ? m["order"] : m["strong"];
    op.bits = order == "acquire" || order == "release" || order == "acq_rel";
  }
  if (name == "ldmatrix")
    op.traffic = rowBytes;
  if (m.has("compare"))
    op.bits = comparisonBits(m);
  if (name == "set")
    op.imm = m["to"] == "f32" ? 0x3f800000 : 0xffffffff;
  if (name == "cvt")
    setConversion(op, m);
  if (form.isWaiting)
    op.bits = name == "bar" || m.has("aligned");
  if (name == "cvta") {
    uint64_t window = windowOf(op.space);
    op.imm = static_cast<int64_t>(m.has("to") ? 0 - windowStart(window) : windowStart(window));
  }
}

static bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

static Form::Kind kindOf(std::string_view name) {
  return name == "bra"                  ? Form::Branch
         : name == "call"               ? Form::Call
         : name == "mov"                ? Form::Move
         : name == "ld" || name == "st" ? Form::ParameterAccess
                                        : Form::Plain;
}

/// Reads an opcode; null, and `reason` set, if there is no such instruction.
static std::unique_ptr<Form> readForm(std::string_view opcode, std::string &reason) {
  auto form = std::make_unique<Form>();
  form->opcode = opcode;
  const Match &m = form->match;
  form->record = findRecord(form->opcode, form->match, reason);
  if (!form->record)
    return nullptr;
  std::string_view name = form->record->name, operands = form->record->operands, vec = m["vec"];
  while (!operands.empty() && operands != "-") {
    Pattern &pattern = form->patterns.emplace_back(readPattern(cut(operands, ' '), m));
    pattern.isResult &= name != "st"; // what is stored is no result
    form->numRequired += !pattern.isOptional;
  }
  if (form->record->select)
    form->handlers = form->record->select(m);
  form->type = m.type();
  form->vectorLength = vec.empty() ? 1 : vec[1] - '0';
  form->isComparison = name == "setp";
  form->isAtomic = name == "atom" || name == "red";
  form->isMatrix = isOneOf(name, {"mma", "wmma", "ldmatrix", "stmatrix", "movmatrix"});
  form->storesRows = name == "stmatrix";
  form->isWaiting = form->isMatrix || isOneOf(name, {"bar", "barrier", "shfl", "vote", "match", "redux"});
  form->isAsyncCopy = name == "cp";
  form->hasCarry = m.has("cc") || isOneOf(name, {"addc", "subc", "madc"});
  form->isJoined = m.has("join");
  form->kind = kindOf(name);
  setModifiers(form->op, *form);
  if (form->kind == Form::ParameterAccess && form->op.space != Space::Param)
    form->kind = Form::Plain;
  return form;
}

const Form *Decoder::findForm() {
  // An opcode has the same meaning in all modules.
  static thread_local std::unordered_map<std::string_view, std::unique_ptr<Form>> forms;
  auto found = forms.find(at->opcode);
  if (found == forms.end()) {
    std::string reason;
    std::unique_ptr<Form> form = readForm(at->opcode, reason);
    if (!form) {
      fail(std::move(reason));
      return nullptr;
    }
    found = forms.emplace(form->opcode, std::move(form)).first;
  }
  const Record &record = *found->second->record;
  if (module.syntax.version < record.version || (module.syntax.target && module.syntax.target < record.target)) {
    fail("expected PTX " + std::to_string(record.version / 10) + "." + std::to_string(record.version % 10) +
         " and sm_" + std::to_string(record.target) + " or newer for " + written());
    return nullptr;
  }
  return found->second.get();
}

bool Decoder::decode() {
  const Form *form = findForm();
  if (!form)
    return false;
  module.hasWaits |= form->isWaiting;
  if (at->guard >= 0)
    noteRead(at->guard);
  if (form->hasCarry)
    dependOnThread[starts.size() - 1] = true;
  if (form->kind == Form::Branch)
    return decodeBranch();
  size_t guard = code.ops.size();
  if (at->guard >= 0) {
    op.a = at->guard;
    op.negated = at->isGuardNegated;
    emit(guardHandlers());
  }
  extensions.clear();
  if (!decodeOperands(*form))
    return false;
  for (auto [reg, type] : extensions) {
    op.d = op.a = reg;
    op.bits = function.registerBits[reg];
    emit(extendHandlers(type));
  }
  if (at->guard >= 0)
    code.ops[guard].imm = code.plain[guard].imm = code.ops.size() - guard - 1;
  return true;
}

bool Decoder::decodeOperands(const Form &form) {
  bool isParameter = false;
  switch (form.kind) {
  case Form::Move:
    return decodeMove(form.type);
  case Form::Call:
    return decodeCall();
  case Form::ParameterAccess:
    return decodeParameterAccess(form, isParameter) && (isParameter || decodeForm(form));
  default:
    return decodeForm(form);
  }
}

bool Decoder::decodeForm(const Form &form) {
  size_t required = form.numRequired, next = 0;
  Handlers handlers = form.handlers;
  bool hasOptional = false;
  op = form.op;
  op.d = op.e = sink();
  op.a = op.b = op.c = op.f = constant(0);
  if (form.isMatrix)
    beginMatrix(form);
  for (const Pattern &pattern : form.patterns) {
    bool isPresent = next < at->numOperands && (!pattern.isOptional || at->numOperands - next > required);
    if (!isPresent && pattern.isOptional)
      continue;
    if (!isPresent)
      break;
    required -= !pattern.isOptional;
    const Operand &given = operand(next++);
    hasOptional |= pattern.isOptional;
    if (given.kind == Operand::Pair && form.isComparison)
      handlers = pairedComparison(form.match);
    if (!decodeOperand(form, pattern, given))
      return false;
  }
  size_t most = form.patterns.size();
  if (next != at->numOperands || required)
    return fail("expected " + std::to_string(most) + (most == 1 ? " operand" : " operands") + " for " + written() +
                " but got " + std::to_string(at->numOperands));
  if (form.isJoined != (form.isComparison && next == 4))
    return fail("expected a predicate to join with for " + written() + " exactly where it says how");
  assert(handlers.checked && "a record names types that its meaning has");
  if (form.isAsyncCopy || form.isMatrix)
    op.bits = hasOptional;
  else if (form.isWaiting)
    op.whole = hasOptional;
  if (form.isAtomic)
    atomics.push_back(code.ops.size());
  MicroOp made = op;
  emit(handlers);
  if (form.storesRows) {
    op = made;
    op.traffic = rowBytes;
    emit(storeRowHandlers());
  }
  return true;
}

/// The properties of an instruction on matrices besides its operands.
void Decoder::beginMatrix(const Form &form) {
  op.f = constant(describeMatrix(form.record->name, form.match));
  op.c = code.lists.size();
  op.d = newSlot();
  op.b = newSlot();
  newSlot(); // the other half of a row
}

static uint32_t &slotOf(MicroOp &op, char name) {
  switch (name) {
  case 'd':
    return op.d;
  case 'a':
    return op.a;
  case 'b':
    return op.b;
  case 'c':
    return op.c;
  case 'e':
    return op.e;
  default:
    return op.f;
  }
}

bool Decoder::decodeOperand(const Form &form, const Pattern &pattern, const Operand &given) {
  if (pattern.isNumber) {
    if (given.kind != Operand::Integer || given.isAddress)
      return fail("expected a number for " + written());
    if (pattern.slots == "imm")
      op.imm = given.value;
    else if (given.value != 4 && given.value != 8 && given.value != 16)
      return fail("expected 4, 8 or 16 bytes for " + written() + " but got " + std::to_string(given.value));
    else
      slotOf(op, pattern.slots[1]) = given.value;
    return true;
  }
  if (pattern.isAddress)
    return decodeAddress(form, pattern, given);
  if (pattern.slots.size() == 3)
    return decodePair(pattern, given);
  if (pattern.isVector)
    return decodeVector(form, pattern, given);
  if (pattern.count)
    return decodeList(pattern, given);
  Type type = pattern.type;
  if (given.isNegated && pattern.isNegatable) {
    MicroOp made = op;
    Operand plain = given;
    plain.isNegated = false;
    std::optional<uint32_t> slot = source(plain, type, false);
    if (!slot)
      return false;
    op = MicroOp();
    op.a = *slot;
    uint32_t negation = op.d = newSlot();
    emit(notHandlers());
    op = made;
    slotOf(op, pattern.slots[0]) = negation;
    return true;
  }
  std::optional<uint32_t> slot =
      pattern.isResult ? destination(given, type, pattern.isWider) : source(given, type, pattern.isWider);
  if (slot)
    slotOf(op, pattern.slots[0]) = *slot;
  return slot.has_value();
}

bool Decoder::decodePair(const Pattern &pattern, const Operand &given) {
  bool isPair = given.kind == Operand::Pair;
  std::optional<uint32_t> d = destination(isPair ? function.elements[given.index] : given, pattern.type, false);
  std::optional<uint32_t> e =
      isPair ? destination(function.elements[given.index + 1], pattern.otherType, false) : sink();
  if (!d || !e)
    return false;
  slotOf(op, pattern.slots[0]) = *d;
  slotOf(op, pattern.slots[2]) = *e;
  return true;
}

bool Decoder::decodeVector(const Form &form, const Pattern &pattern, const Operand &given) {
  static constexpr char slots[] = {'d', 'b', 'c', 'e'};
  unsigned count = form.vectorLength;
  std::span<const Operand> elements = elementsOf(given);
  if (elements.size() != count)
    return fail("expected " + std::to_string(count) + " registers for " + written());
  for (unsigned i = 0; i < count; ++i) {
    std::optional<uint32_t> slot =
        pattern.isResult ? destination(elements[i], pattern.type, true) : source(elements[i], pattern.type, true);
    if (!slot)
      return false;
    slotOf(op, slots[i]) = *slot;
  }
  return true;
}

bool Decoder::decodeList(const Pattern &pattern, const Operand &given) {
  std::span<const Operand> elements = elementsOf(given);
  if (elements.size() != pattern.count)
    return fail("expected " + std::to_string(pattern.count) + (pattern.count == 1 ? " register" : " registers") +
                " for " + written() + " but got " + std::to_string(elements.size()));
  for (const Operand &element : elements) {
    std::optional<uint32_t> slot =
        pattern.isResult ? destination(element, pattern.type, false) : source(element, pattern.type, false);
    if (!slot)
      return false;
    code.lists.push_back(*slot);
  }
  return true;
}

bool Decoder::decodeAddress(const Form &form, const Pattern &pattern, const Operand &given) {
  uint32_t slot = 0;
  int64_t offset = 0;
  bool isSecond = pattern.slots != "a";
  if (!address(given, isSecond ? Space::Global : form.op.space, slot, offset))
    return false;
  if (!isSecond) {
    op.imm = offset;
  } else if (offset) { // an op has one offset
    MicroOp made = op;
    op = MicroOp();
    op.a = slot;
    op.imm = offset;
    slot = op.d = newSlot();
    emit(offsetHandlers());
    op = made;
  }
  slotOf(op, pattern.slots[0]) = slot;
  return true;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// An atomic whose result nobody reads may be made later: `negated` says so.
void Decoder::markUnread() {
  std::vector<bool> isRead(code.numRegisters);
  for (const RegisterUses::Use &read : uses.reads)
    isRead[read.reg] = true;
  for (uint32_t i : atomics) {
    uint32_t result = code.ops[i].d;
    code.ops[i].negated = code.plain[i].negated = result >= code.numRegisters || !isRead[result];
  }
}

bool Decoder::run() {
  code.function = &function;
  code.numRegisters = function.registerBits.size();
  localNumbers.assign(function.variables.size(), -1);
  for (std::vector<MicroOp> *ops : {&code.ops, &code.plain})
    ops->reserve(function.instructions.size() + 1);
  dependOnThread.assign(function.instructions.size(), false);
  for (const Instruction &instruction : function.instructions) {
    at = &instruction;
    starts.push_back(code.ops.size());
    if (!decode())
      return false;
  }
  starts.push_back(code.ops.size());
  emit(returnHandlers());
  for (auto [place, target] : branches)
    code.ops[place].imm = code.plain[place].imm = int64_t(starts[target]) - place;
  markUnread();
  if (isDefinite(function, uses)) {
    shareUniform();
    code.clean = code.ops;
    for (size_t i = 0; i < code.ops.size(); ++i)
      if (isOfValues(code.ops[i].kind))
        code.clean[i] = code.plain[i];
  }
  uint64_t bytes = 0;
  for (const Variable *variable : code.locals)
    bytes += variable->size;
  at = nullptr;
  if (bytes > maxLocalBytes)
    return fail("expected at most " + std::to_string(maxLocalBytes) + " bytes of local memory for '" +
                std::string(function.name) + "' but got " + std::to_string(bytes));
  return true;
}

/// Each shared variable lies apart from the others, so that none is met from another; dynamic ones all lie at the end.
static bool placeShared(ModuleImpl &module, Diagnostic &diagnostic) {
  constexpr uint64_t gap = 1 << 16;
  uint64_t next = gap, bytes = 0;
  unsigned line = 0;
  for (const Global &global : module.syntax.globals) {
    module.sharedOffsets.push_back(next);
    if (global.space != Space::Shared || global.isExternal)
      continue;
    bytes += global.size;
    line = global.line;
    next = (next + global.size + 2 * gap - 1) / gap * gap;
  }
  for (size_t i = 0; i < module.syntax.globals.size(); ++i)
    if (module.syntax.globals[i].isExternal)
      module.sharedOffsets[i] = next;
  module.dynamicOffset = next;
  if (bytes > maxSharedBytes) {
    diagnostic.message = "expected at most " + std::to_string(maxSharedBytes) + " bytes of shared memory but got " +
                         std::to_string(bytes);
    diagnostic.line = line;
    return false;
  }
  return true;
}

bool decodeModule(ModuleImpl &module, Diagnostic &diagnostic) {
  if (!placeShared(module, diagnostic))
    return false;
  const std::vector<Function> &functions = module.syntax.functions;
  for (const Function &function : functions)
    module.codes.push_back(function.hasBody ? std::make_unique<Code>() : nullptr);
  for (size_t i = 0; i < functions.size(); ++i)
    if (module.codes[i] && !Decoder(module, functions[i], *module.codes[i], diagnostic).run())
      return false;
  return true;
}

} // namespace kgen::ptx
