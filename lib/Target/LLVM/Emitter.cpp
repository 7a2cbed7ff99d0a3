// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembly is printed in small pieces; LLVM's own way looks at each for its columns, and hands it on, which takes a
// third of the printing. So its stream is made here, with a buffer in front.

#include "Emitter.h"
#include "llvm/CodeGen/AsmPrinter.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCAsmBackend.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/TargetRegistry.h"

using namespace llvm;

namespace kgen::codegen {

namespace {
/// Drops branches to what follows anyway, which LLVM leaves in where it does not optimise machine code.
class DropBranchesToNext : public MachineFunctionPass {
public:
  static char ID;
  DropBranchesToNext() : MachineFunctionPass(ID) {}

  bool runOnMachineFunction(MachineFunction &function) override {
    const TargetInstrInfo &instructions = *function.getSubtarget().getInstrInfo();
    bool changes = false;
    for (MachineBasicBlock &block : function) {
      MachineBasicBlock *taken = nullptr, *other = nullptr;
      SmallVector<MachineOperand, 4> condition;
      if (instructions.analyzeBranch(block, taken, other, condition) || !taken)
        continue;
      MachineBasicBlock *last = condition.empty() ? taken : other;
      if (!last || !block.isLayoutSuccessor(last))
        continue;
      block.getLastNonDebugInstr()->eraseFromParent();
      changes = true;
    }
    return changes;
  }
};
} // namespace

char DropBranchesToNext::ID = 0;

/// As `addPassesToEmitFile` does.
bool Emitter::addAssembly(TargetMachine &machine) {
  TargetPassConfig *config = machine.createPassConfig(passes);
  if (!config)
    return false;
  config->setDisableVerify(true);
  // Else each value that a loop carries is copied twice in a trip. The time that this takes is saved later: there is
  // less to print and to read.
  if (machine.getTargetTriple().isNVPTX() && machine.getOptLevel() == CodeGenOptLevel::None)
    config->insertPass(&TwoAddressInstructionPassID, &RegisterCoalescerID);
  auto *info = new MachineModuleInfoWrapperPass(&machine);
  passes.add(config);
  passes.add(info);
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();

  const Target &target = machine.getTarget();
  const MCAsmInfo &syntax = *machine.getMCAsmInfo();
  const MCRegisterInfo &registers = *machine.getMCRegisterInfo();
  std::unique_ptr<MCInstPrinter> printer(target.createMCInstPrinter(
      machine.getTargetTriple(), syntax.getAssemblerDialect(), syntax, *machine.getMCInstrInfo(), registers));
  std::unique_ptr<MCAsmBackend> backend(
      target.createMCAsmBackend(*machine.getMCSubtargetInfo(), registers, machine.Options.MCOptions));
  auto columns = std::make_unique<formatted_raw_ostream>(stream);
  columns->SetBufferSize(1 << 16);
  text = columns.get();
  std::unique_ptr<MCStreamer> streamer(target.createAsmStreamer(
      info->getMMI().getContext(), std::move(columns), std::move(printer), /*CE=*/nullptr, std::move(backend)));
  FunctionPass *assembly = target.createAsmPrinter(machine, std::move(streamer));
  if (!assembly)
    return false;
  passes.add(new DropBranchesToNext);
  passes.add(assembly);
  passes.add(createFreeMachineFunctionPass());
  return true;
}

std::unique_ptr<Emitter> Emitter::create(TargetMachine &machine, CodeGenFileType type) {
  auto emitter = std::make_unique<Emitter>();
  bool isAdded =
      type == CodeGenFileType::AssemblyFile
          ? emitter->addAssembly(machine)
          : !machine.addPassesToEmitFile(emitter->passes, emitter->stream, nullptr, type, /*DisableVerify=*/true);
  if (!isAdded)
    return nullptr;
  if (!machine.getTargetTriple().isNVPTX())
    return emitter;
  machine.setFastISel(false); // there is none, but each parameter would be copied for it
  // The passes are those of no optimisation, which cost a third. Instructions are chosen as with one: else there is
  // no `mul.wide`, and a remainder is divided for again.
  if (machine.getOptLevel() == CodeGenOptLevel::None)
    machine.setOptLevel(CodeGenOptLevel::Less);
  return emitter;
}

StringRef Emitter::run(Module &module) {
  buffer.clear();
  // Threads that go apart take turns with a table of jumps as with branches, which one can follow in the text.
  if (module.getTargetTriple().isNVPTX())
    for (Function &function : module)
      function.addFnAttr("no-jump-tables", "true");
  passes.run(module);
  if (text)
    text->flush();
  return buffer;
}

} // namespace kgen::codegen
