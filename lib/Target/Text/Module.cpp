// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A text of several kernels: the lines before them, their constants and structs, functions and kernels.

#include "Contents.h"
#include "KernelPrinter.h"

using namespace mlir;

namespace kgen::text {

/// The name of a function that is one of Warp's own; null for others. A text in Warp calls it and does not define it.
static StringAttr warpsName(Operation *function, const Language &language) {
  return language.style().hasWarpsFunctions ? function->getAttrOfType<StringAttr>(warpsAttrName) : StringAttr();
}

std::optional<CallSpelling> spellingOf(CallOp call, const Language &language) {
  Attribute spelling = language.style().hasWarpsFunctions ? call->getAttr(spellingAttrName) : Attribute();
  if (!spelling || !warpsName(call.getFunction(), language))
    return std::nullopt;
  return CallSpelling::read(spelling, call.getNumOperands());
}

/// Names the module constants that kernels refer to, and returns their definitions in the order of their first use.
static std::string defineConstants(const Contents &contents, Language &language, Constants &constants) {
  NameTable names(language.reservedWords(), language.style().takesAllNames);
  // A constant of a factory may have the name of a kernel, function or struct of the module.
  llvm::StringSet<> bound;
  for (FunctionOpInterface op : contents.functions)
    bound.insert(isa<KernelOp>(*op) ? op.getName() : StringRef(language.functionName(op.getName())));
  for (StructType structure : contents.structs)
    bound.insert(structure.getName());
  for (const auto &entry : bound)
    (void)names.take(entry.getKey());
  std::string definitions;
  auto define = [&](StringAttr symbol, TypedAttr value) {
    auto [entry, isNew] = constants.try_emplace({symbol, value});
    if (!isNew)
      return;
    entry->second = names.take(symbol);
    definitions += language.defineConstant(entry->second, value);
  };
  for (FunctionOpInterface function : contents.functions)
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto constant = dyn_cast<ConstantOp>(op); constant && constant.getSymbol())
        define(constant.getSymbolAttr(), constant.getValue());
      if (auto load = dyn_cast<TileLoadOp>(op); load && load.getShapeNames())
        for (auto [name, extent] : llvm::zip_equal(load.getShapeNames()->getAsRange<StringAttr>(),
                                                   cast<TileType>(load.getTile().getType()).getShape()))
          if (!name.empty())
            define(name, extentAttr(op->getContext(), extent));
      auto call = dyn_cast<CallOp>(op);
      std::optional<CallSpelling> spelling = call ? spellingOf(call, language) : std::nullopt;
      if (!spelling)
        return;
      for (const CallSpelling::Constant &constant : spelling->constants)
        if (constant.name)
          define(constant.name, constant.value);
    });
  return definitions;
}

/// The names of functions: those in Python if the language tells overloads apart by types, as long as the types
/// differ.
static llvm::StringMap<std::string> nameFunctions(const Contents &contents, const Language &language) {
  NameTable names(language.reservedWords(), language.style().takesAllNames);
  names.reserve(language.functionWords());
  // In Python a kernel would hide a function of its own name.
  for (FunctionOpInterface op : contents.functions)
    if (isa<KernelOp>(*op) && language.style().hasOverloads)
      names.take(op.getName());
  for (StructType structure : contents.structs)
    if (language.style().hasOverloads)
      names.take(structure.getName());
  llvm::StringMap<std::string> found, taken;
  llvm::StringMap<SmallVector<ArrayRef<Type>>> overloads;
  for (FunctionOpInterface op : contents.functions) {
    auto function = dyn_cast<FuncOp>(*op);
    if (!function)
      continue;
    if (StringAttr name = warpsName(function, language)) {
      found[function.getSymName()] = "wp." + name.str();
      continue;
    }
    SmallVector<ArrayRef<Type>> &known = overloads[function.getPythonName()];
    bool isOwn = language.style().hasOverloads && !llvm::is_contained(known, function.getArgumentTypes());
    known.push_back(function.getArgumentTypes());
    // Overloads come one after the other to a table in which a name is taken once.
    std::string &name = found[function.getSymName()];
    if (isOwn && known.size() > 1) {
      name = taken[function.getPythonName()];
      continue;
    }
    name = names.take(isOwn ? function.getPythonName() : function.getSymName());
    taken.try_emplace(function.getPythonName(), name);
  }
  return found;
}

/// The first function that takes a struct of the type.
static FunctionOpInterface userOf(StructType structure, const Contents &contents) {
  for (FunctionOpInterface function : contents.functions)
    if (llvm::is_contained(function.getArgumentTypes(), structure))
      return function;
  return nullptr;
}

LogicalResult printModule(ModuleOp module, Language &language, const TextOptions &options, raw_ostream &os) {
  Contents contents(module, options, language.style().printsAdjoints);
  for (FunctionOpInterface function : contents.functions)
    if (failed(language.check(function)))
      return failure();
  language.setNames(contents.names());
  language.nameStructs(contents.structs.getArrayRef());
  language.setFunctionNames(nameFunctions(contents, language));
  for (FunctionOpInterface function : contents.functions)
    if (isa<FuncOp>(function) && function.getNumArguments() == 2)
      language.noteFunction(language.functionName(function.getName()), function.getArgumentTypes());
  Constants constants;
  std::string definitions = defineConstants(contents, language, constants);
  std::string texts;
  llvm::raw_string_ostream body(texts);
  for (StructType structure : contents.structs)
    body << language.structure(structure, userOf(structure, contents));
  bool isFirst = true;
  for (FunctionOpInterface op : contents.functions) {
    if (warpsName(op, language))
      continue;
    body << (isFirst ? "" : "\n");
    isFirst = false;
    KernelPrinter printer(op, language, constants, options.lines ? &options.lines->file : nullptr);
    if (isa<FuncOp>(*op))
      language.function(printer, body);
    else
      language.kernel(printer, body);
    if (printer.hasRefused())
      return failure();
  }
  std::string head;
  llvm::raw_string_ostream headStream(head);
  language.preamble(headStream);
  if (!definitions.empty())
    headStream << definitions << "\n";
  if (!options.lines) {
    language.finish(head, texts, os);
    return success();
  }
  std::string marked;
  llvm::raw_string_ostream markedStream(marked);
  language.finish(head, texts, markedStream);
  os << takeLineMarks(marked, options.lines->lines);
  return success();
}

} // namespace kgen::text

bool kgen::hasBackward(ModuleOp module) {
  return llvm::any_of(module.getOps<KernelOp>(), [](KernelOp kernel) { return kernel.isBackward(); });
}
