// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the records of the builtins, or those of Warp's functions, and writes what the rest of kgen is built of. Each
// output has its own emitter.

#include "Emitters.h"
#include "WarpFunctions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TableGen/Main.h"

using namespace llvm;
using namespace kgen::tblgen;

enum class Action { Builtins, Lowerings, Elementary, Facts, Header, Docs, WarpFunctions, Expansions, WarpFunctionDocs };

static cl::opt<Action> action(
    cl::desc("what to write:"),
    cl::values(clEnumValN(Action::Builtins, "gen-builtins", "methods of the builtins' ops, and their table (C++)"),
               clEnumValN(Action::Lowerings, "gen-builtin-lowerings", "ops and functions that builtins become (C++)"),
               clEnumValN(Action::Elementary, "gen-builtin-elementary", "functions for the interpreter (C++)"),
               clEnumValN(Action::Facts, "gen-builtin-facts", "what one says of builtins and their values (C++)"),
               clEnumValN(Action::Header, "gen-builtin-header", "what kgen.cuh takes from the records (C++)"),
               clEnumValN(Action::Docs, "gen-builtin-docs", "the reference page of the builtins (Markdown)"),
               clEnumValN(Action::WarpFunctions, "gen-warp-functions", "the table of Warp's functions (C++)"),
               clEnumValN(Action::Expansions, "gen-expansions", "which function of the importer expands each (C++)"),
               clEnumValN(Action::WarpFunctionDocs, "gen-warp-function-docs",
                          "the reference page of Warp's functions (Markdown)")),
    cl::Required);

static bool runOnWarpFunctions(raw_ostream &os, const RecordKeeper &records) {
  std::optional<std::vector<const Record *>> functions = readWarpFunctions(records);
  if (!functions)
    return true;
  if (action == Action::WarpFunctions)
    emitWarpFunctions(*functions, os);
  else if (action == Action::Expansions)
    emitExpansions(*functions, os);
  else
    emitWarpFunctionDocs(*functions, os);
  return false;
}

static bool run(raw_ostream &os, const RecordKeeper &records) {
  if (action == Action::WarpFunctions || action == Action::Expansions || action == Action::WarpFunctionDocs)
    return runOnWarpFunctions(os, records);
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
  default:
    emitDocs(*builtins, os);
    break;
  }
  return false;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv);
  return TableGenMain(argv[0], run);
}
