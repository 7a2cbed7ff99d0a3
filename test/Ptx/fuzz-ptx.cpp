// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fuzz target: any text is refused, or runs to an end or a finding, within the limits of the machine. For libFuzzer:
//   clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Iinclude test/Ptx/fuzz-ptx.cpp lib/Ptx/*.cpp -lsleef

#include "kgen/Ptx/Ptx.h"

using namespace kgen::ptx;

/// Runs an entry point with pointers to two small arrays for parameters, or as much of them as there is.
static void runEntry(const Module &module, const std::string &entry, bool checked) {
  std::byte first[64] = {}, second[64] = {};
  Memory memory;
  uint64_t addresses[2] = {memory.allocate("first", first), memory.allocate("second", second, true, false)};
  std::vector<Parameter> parameters = *module.parameters(entry);
  std::vector<std::vector<std::byte>> bytes;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto *address = reinterpret_cast<const std::byte *>(&addresses[i % 2]);
    bytes.emplace_back(address, address + 8).resize(parameters[i].size);
  }
  std::vector<std::span<const std::byte>> spans(bytes.begin(), bytes.end());
  MachineOptions options;
  options.checked = checked;
  options.maxSteps = 20000;
  options.maxBytes = 1 << 26;
  options.print = [](std::string_view) {};
  Machine machine(module, memory, options);
  Launch launch;
  launch.block = {33, 1, 1};
  launch.grid = {2, 1, 1};
  launch.dynamicShared = 64;
  if (std::optional<Finding> finding = machine.launch(entry, spans, launch))
    (void)finding->format("k.ptx");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Diagnostic diagnostic;
  std::unique_ptr<Module> module = Module::parse({reinterpret_cast<const char *>(data), size}, diagnostic);
  if (!module)
    return 0;
  for (const std::string &entry : module->entries())
    for (bool checked : {true, false})
      runEntry(*module, entry, checked);
  return 0;
}
