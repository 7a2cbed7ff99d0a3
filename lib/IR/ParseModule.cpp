// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading a module from text, with the SSA names of the text as names of values.

#include "kgen/IR/Kgen.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace kgen;

/// Deeper nesting would overrun the stack of MLIR's parser.
static constexpr unsigned maxDepth = 256;

LogicalResult kgen::checkNesting(llvm::SourceMgr &sourceMgr) {
  StringRef text = sourceMgr.getMemoryBuffer(sourceMgr.getMainFileID())->getBuffer();
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

/// The name in the text at a definition, `%name`; "" for a number, and for the names that the printer makes up.
static StringRef nameAt(const AsmParserState::SMDefinition &definition) {
  const char *begin = definition.loc.Start.getPointer();
  if (!begin || *begin != '%')
    return "";
  StringRef name = StringRef(begin + 1, 1 << 10).take_while([](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
  });
  StringRef digits = name;
  digits.consume_front("arg");
  return digits.empty() || !llvm::all_of(digits, llvm::isDigit) ? name : "";
}

static void restoreNames(const AsmParserState &state) {
  for (const AsmParserState::OperationDefinition &definition : state.getOpDefs())
    for (const auto &group : definition.resultGroups)
      if (StringRef name = nameAt(group.definition); !name.empty())
        setName(definition.op->getResult(group.startIndex), name);
  for (const AsmParserState::BlockDefinition &definition : state.getBlockDefs())
    for (auto [argument, at] : llvm::zip(definition.block->getArguments(), definition.arguments))
      if (StringRef name = nameAt(at); !name.empty())
        setName(argument, name);
}

OwningOpRef<ModuleOp> kgen::parseModule(llvm::SourceMgr &sourceMgr, MLIRContext *context) {
  if (failed(checkNesting(sourceMgr)))
    return nullptr;
  context->loadDialect<KgenDialect>();
  Block block;
  AsmParserState state;
  ParserConfig config(context);
  if (failed(parseAsmSourceFile(sourceMgr, &block, config, &state)))
    return nullptr;
  Location loc = UnknownLoc::get(context);
  restoreNames(state);
  auto module = llvm::hasSingleElement(block) ? dyn_cast<ModuleOp>(block.front()) : ModuleOp();
  if (module) {
    module->remove();
  } else { // the text may leave out the module around its ops
    module = ModuleOp::create(loc);
    module.getBody()->getOperations().splice(module.getBody()->end(), block.getOperations());
  }
  OwningOpRef<ModuleOp> owner = module;
  return succeeded(verify(module)) ? std::move(owner) : nullptr;
}
