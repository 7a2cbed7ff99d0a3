// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public face: modules, memory, launches.

#include "MachineImpl.h"
#include "Record.h"
#include <algorithm>
#include <cstring>

namespace kgen::ptx {

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

Module::Module(std::unique_ptr<ModuleImpl> impl) : impl(std::move(impl)) {}
Module::~Module() = default;

std::unique_ptr<Module> Module::parse(std::string_view text, Diagnostic &diagnostic) {
  diagnostic = Diagnostic();
  auto impl = std::make_unique<ModuleImpl>();
  while (text.ends_with('\0')) // NVRTC gives its text with the zero byte at its end
    text.remove_suffix(1);
  impl->syntax.source = text;
  if (!parseSyntax(impl->syntax, diagnostic) || !decodeModule(*impl, diagnostic))
    return nullptr;
  return std::unique_ptr<Module>(new Module(std::move(impl)));
}

const Code *ModuleImpl::find(std::string_view name) const {
  for (size_t i = 0; i < codes.size(); ++i)
    if (codes[i] && syntax.functions[i].isEntry && syntax.functions[i].name == name)
      return codes[i].get();
  return nullptr;
}

std::vector<std::string> Module::entries() const {
  std::vector<std::string> names;
  for (const Function &function : impl->syntax.functions)
    if (function.isEntry && function.hasBody)
      names.emplace_back(function.name);
  return names;
}

/// Bytes that an instruction such as `ld.param.v2.u32` loads.
static size_t loadedBytes(std::string_view opcode) {
  size_t count = 1;
  for (std::string_view word; !opcode.empty(); count = word == "v2" ? 2 : word == "v4" ? 4 : count)
    if (word = cut(opcode, '.'); opcode.empty())
      return count * bitsOf(parseType(word)) / 8;
  return 0;
}

static void noteReads(const Function &function, std::vector<Parameter> &parameters) {
  for (Parameter &parameter : parameters)
    parameter.reads.emplace();
  for (const Operand &operand : function.elements) // of calls
    if (operand.kind == Operand::Variable && operand.index < parameters.size())
      parameters[operand.index].reads.reset();
  for (const Instruction &instruction : function.instructions)
    for (uint32_t i = 0; i < instruction.numOperands; ++i) {
      const Operand &operand = function.operands[instruction.firstOperand + i];
      if (operand.kind != Operand::Variable || operand.index >= parameters.size())
        continue;
      auto &reads = parameters[operand.index].reads;
      if (!operand.isAddress || instruction.mnemonic() != "ld")
        reads.reset();
      else if (reads)
        reads->emplace_back(operand.value, loadedBytes(instruction.opcode));
    }
}

std::optional<std::vector<Parameter>> Module::parameters(std::string_view entry) const {
  const Code *code = impl->find(entry);
  if (!code)
    return std::nullopt;
  std::vector<Parameter> result;
  for (uint32_t i = 0; i < code->function->numParameters; ++i) {
    const Variable &variable = code->function->variables[i];
    result.push_back({std::string(variable.name), variable.size, variable.alignment, std::nullopt});
  }
  noteReads(*code->function, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Memory::Memory() : impl(std::make_unique<MemoryImpl>()) {}
Memory::~Memory() = default;

uint64_t Memory::allocate(std::string name, std::span<std::byte> data, bool writable, bool initialized) {
  Region region;
  region.name = std::move(name);
  region.data = data.data();
  region.size = data.size();
  region.isWritable = writable;
  if (!initialized)
    region.shadow.assign(data.size(), 0xff);
  return impl->add(std::move(region));
}

/// A variable of the module. Zero if it has no initializer, as CUDA says.
static uint64_t addGlobal(MemoryImpl &memory, const Global &global) {
  Region region;
  region.name = global.name;
  region.size = global.size;
  region.isConst = global.space == Space::Const;
  region.isWritable = !region.isConst;
  region.owned = std::make_unique<std::byte[]>(global.size);
  region.data = region.owned.get();
  std::ranges::copy(std::as_bytes(std::span(global.bytes)), region.data);
  return memory.add(std::move(region));
}

/// Addresses in initializers; addresses of functions and of absent symbols are left zero.
static void putFixups(MachineImpl &machine) {
  const std::vector<Global> &globals = machine.module.syntax.globals;
  auto addressOf = [&](std::string_view name) -> uint64_t {
    for (size_t i = 0; i < globals.size(); ++i)
      if (globals[i].name == name)
        return machine.addresses[i];
    const std::vector<Function> &functions = machine.module.syntax.functions;
    for (size_t i = 0; i < functions.size(); ++i)
      if (functions[i].name == name)
        return windowStart(FunctionWindow) + 16 * i;
    return 0;
  };
  for (size_t i = 0; i < globals.size(); ++i)
    for (const Global::Fixup &fixup : globals[i].fixups) {
      uint64_t value = addressOf(fixup.symbol) + fixup.addend;
      Region &region = machine.regions[(machine.addresses[i] >> windowBits) - FirstGlobal];
      if (fixup.offset + 8 <= region.size)
        std::memcpy(region.data + fixup.offset, &value, 8);
    }
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

Machine::Machine(const Module &module, Memory &memory, MachineOptions options)
    : impl(std::make_unique<MachineImpl>(*module.impl, *memory.impl, std::move(options))) {
  for (const Global &global : module.impl->syntax.globals)
    impl->addresses.push_back(global.space == Space::Shared ? 0 : addGlobal(*memory.impl, global));
  putFixups(*impl);
}
Machine::~Machine() = default;

uint64_t Machine::steps() const { return impl->steps; }
uint64_t Machine::batchedThreads() const { return impl->batchedThreads; }

std::vector<LineCount> Machine::profile() const {
  std::vector<LineCount> result;
  for (size_t line = 0; impl->profile && line < impl->profile->counts.size(); ++line)
    if (uint64_t count = impl->profile->counts[line]) {
      const LineTraffic &traffic = impl->profile->traffic[line];
      result.push_back({static_cast<unsigned>(line), count, traffic.requests, traffic.sectors, traffic.conflicts,
                        traffic.divergent});
    }
  return result;
}

/// The fault of a launch, or "".
static std::string checkLaunch(const Launch &launch, const MachineOptions &options) {
  const Extent &grid = launch.grid, &block = launch.block;
  if (!grid.count() || !block.count() || block.x > 1024 || block.y > 1024 || block.z > 64 || block.count() > 1024)
    return "expected a block of 1 to 1024 threads and a grid of at least one block";
  if (grid.x > 0x7fffffff || grid.y > 65535 || grid.z > 65535)
    return "expected a grid of at most 2147483647 x 65535 x 65535 blocks";
  if (launch.dynamicShared > options.maxBytes || launch.dynamicShared > (1 << 20))
    return "expected at most 1048576 bytes of dynamic shared memory";
  return "";
}

std::optional<Finding> Machine::launch(std::string_view entry, std::span<const std::span<const std::byte>> parameters,
                                       const Launch &launch) {
  auto refuse = [](std::string message) {
    Finding finding;
    finding.message = std::move(message);
    return finding;
  };
  const Code *code = impl->module.find(entry);
  if (!code)
    return refuse("expected an entry point named '" + std::string(entry) + "' but there is none");
  const Function &function = *code->function;
  if (std::string wrong = checkLaunch(launch, impl->options); !wrong.empty())
    return refuse(std::move(wrong));
  if (parameters.size() != function.numParameters)
    return refuse("expected " + std::to_string(function.numParameters) + " parameters for '" + std::string(entry) +
                  "' but got " + std::to_string(parameters.size()));
  std::vector<std::byte> bytes;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Variable &variable = function.variables[i];
    if (parameters[i].size() != variable.size)
      return refuse("expected " + std::to_string(variable.size) + " bytes for '" + std::string(variable.name) +
                    "' but got " + std::to_string(parameters[i].size()));
    bytes.resize(variable.offset + variable.size);
    std::copy(parameters[i].begin(), parameters[i].end(), bytes.begin() + variable.offset);
  }
  impl->launch = launch;
  impl->entry = code;
  impl->parameters = std::move(bytes);
  impl->run();
  return impl->finding;
}

std::string Finding::format(std::string_view path) const {
  std::string text(path);
  if (!line)
    return text + ": error: " + message;
  auto place = [](const Extent &at) {
    return "(" + std::to_string(at.x) + ", " + std::to_string(at.y) + ", " + std::to_string(at.z) + ")";
  };
  text += ":" + std::to_string(line) + ": error: " + message + "\n  " + instruction;
  text += "\n" + std::string(path) + ":" + std::to_string(line) + ": note: thread " + place(thread) + " of block " +
          place(block);
  if (sourceLine)
    text += "\n" + sourceFile + ":" + std::to_string(sourceLine) + ": note: the source is here";
  if (otherLine)
    text += "\n" + std::string(path) + ":" + std::to_string(otherLine) + ": note: the other access is here";
  if (otherSourceLine)
    text += "\n" + sourceFile + ":" + std::to_string(otherSourceLine) + ": note: its source is here";
  return text;
}

} // namespace kgen::ptx
