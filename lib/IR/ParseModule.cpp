// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a module from text or bytecode, and the steps of the ops' parsers that keep the SSA names of the text.

#include "NamedOps.h"
#include "kgen/IR/Kgen.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace kgen;
using namespace kgen::ir;

/// Deeper nesting would overrun the stack of MLIR's parser.
static constexpr unsigned maxDepth = 256;

LogicalResult kgen::checkNesting(llvm::SourceMgr &sourceMgr) {
  const llvm::MemoryBuffer &buffer = *sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID());
  if (isBytecode(buffer.getMemBufferRef())) // brackets there are bytes like others
    return success();
  StringRef text = buffer.getBuffer();
  unsigned depth = 0;
  char quote = 0;
  for (const char *at = text.begin(); at != text.end(); ++at) {
    if (quote) { // brackets in a string do not nest
      if (*at == '\\' && at + 1 != text.end())
        ++at;
      else if (*at == quote || *at == '\n')
        quote = 0;
    } else if (*at == '"') {
      quote = '"';
    } else if (*at == '/' && at + 1 != text.end() && at[1] == '/') {
      at = std::find(at, text.end(), '\n') - 1;
    } else if (StringRef("([{<").contains(*at)) {
      if (++depth > maxDepth) {
        sourceMgr.PrintMessage(SMLoc::getFromPointer(at), llvm::SourceMgr::DK_Error,
                               "expected at most " + Twine(maxDepth) + " nested brackets");
        return failure();
      }
    } else if (StringRef(")]}>").contains(*at) && depth) {
      --depth;
    }
  }
  return success();
}

/// An SSA name, or "" for a number, and for the names that the printer makes up.
static StringRef authoredName(StringRef name) {
  StringRef digits = name;
  digits.consume_front("arg");
  return digits.empty() || !llvm::all_of(digits, llvm::isDigit) ? name : "";
}

/// Whether a location stands for an alias that the text defines further down. MLIR puts the location in its place at
/// the end, if it is not within another one; such an alias has to contain the name itself, as those that we print do.
static bool isDeferred(Location loc) { return isa<OpaqueLoc>(loc); }

ParseResult kgen::ir::parseResultNames(OpAsmParser &parser, OperationState &state) {
  std::optional<Location> trailing;
  if (parser.parseOptionalLocationSpecifier(trailing))
    return failure();
  state.location = trailing.value_or(state.location);
  if (isDeferred(state.location))
    return success();
  SmallVector<StringRef, 4> names;
  for (unsigned i = 0; i < state.types.size(); ++i) {
    auto [name, place] = parser.getResultName(i);
    names.push_back(place == 0 ? authoredName(name) : ""); // `%x:2` names the first
  }
  if (llvm::any_of(names, [](StringRef name) { return !name.empty(); }))
    state.location = nameResultsLoc(names, state.location);
  return success();
}

void kgen::ir::nameArgument(OpAsmParser &parser, OpAsmParser::Argument &argument) {
  if (argument.ssaName.name.empty() || (argument.sourceLoc && isDeferred(*argument.sourceLoc)))
    return;
  StringRef name = authoredName(argument.ssaName.name.drop_front());
  if (name.empty())
    return;
  Location loc = argument.sourceLoc ? *argument.sourceLoc : parser.getEncodedSourceLoc(argument.ssaName.location);
  argument.sourceLoc = nameLoc(name, loc);
}

OwningOpRef<ModuleOp> kgen::parseModule(llvm::SourceMgr &sourceMgr, MLIRContext *context) {
  if (failed(checkNesting(sourceMgr)))
    return nullptr;
  context->loadDialect<KgenDialect>();
  return parseSourceFile<ModuleOp>(sourceMgr, ParserConfig(context));
}
