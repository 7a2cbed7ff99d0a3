// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the records of the builtins and writes what the rest of kgen is built of. Each output has its own emitter.

#include "Emitters.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TableGen/Main.h"

using namespace llvm;
using namespace kgen::tblgen;

enum class Action { Builtins, Lowerings, Elementary, Facts, Header, Docs };

static cl::opt<Action> action(
    cl::desc("what to write:"),
    cl::values(clEnumValN(Action::Builtins, "gen-builtins", "methods of the builtins' ops, and their table (C++)"),
               clEnumValN(Action::Lowerings, "gen-builtin-lowerings", "ops and functions that builtins become (C++)"),
               clEnumValN(Action::Elementary, "gen-builtin-elementary", "functions for the interpreter (C++)"),
               clEnumValN(Action::Facts, "gen-builtin-facts", "what one says of builtins and their values (C++)"),
               clEnumValN(Action::Header, "gen-builtin-header", "what kgen.cuh takes from the records (C++)"),
               clEnumValN(Action::Docs, "gen-builtin-docs", "the reference page of the builtins (Markdown)")),
    cl::Required);

static bool run(raw_ostream &os, const RecordKeeper &records) {
  std::optional<Builtins> builtins = readBuiltins(records);
  if (!builtins)
    return true;
  switch (action) {
  case Action::Builtins:
    emitBuiltins(*builtins, os);
    break;
  case Action::Lowerings:
    emitLowerings(*builtins, os);
    break;
  case Action::Elementary:
    emitElementary(*builtins, os);
    break;
  case Action::Facts:
    emitFacts(*builtins, os);
    break;
  case Action::Header:
    emitHeader(*builtins, os);
    break;
  case Action::Docs:
    emitDocs(*builtins, os);
    break;
  }
  return false;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], run);
}
