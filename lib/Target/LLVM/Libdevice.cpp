// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds libdevice beside the tools; links the functions that a module calls, as internal ones, or defines them in its
// assembly.

#include "Libdevice.h"
#include "kgen/Support/Subprocess.h"
#include "kgen/Target/LLVM.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/Cloning.h"

/// The beginning of its functions' names.
static constexpr llvm::StringLiteral prefix = "__nv_";

std::string kgen::defaultLibdevice() {
  // The Python package names that of an installed Warp. Another program that links this library has it where the
  // library was installed.
  for (const std::string &path :
       {besideExecutable("../share/kgen/libdevice.10.bc"), llvm::sys::Process::GetEnv("KGEN_LIBDEVICE").value_or(""),
        std::string(KGEN_INSTALLED_LIBDEVICE)})
    if (llvm::sys::fs::exists(path))
      return path;
  return "";
}

namespace kgen::codegen {

llvm::Error Libdevice::read() {
  if (bitcode)
    return llvm::Error::success();
  if (path.empty())
    path = defaultLibdevice();
  if (path.empty())
    return llvm::createStringError("elementary functions on a GPU need libdevice: name its bitcode with --libdevice");
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("cannot read libdevice '" + path + "': " + buffer.getError().message());
  bitcode = std::move(*buffer);
  return llvm::Error::success();
}

bool isMissing(const llvm::Function &function) {
  return function.isDeclaration() && function.getName().starts_with(prefix);
}

llvm::Error Libdevice::linkInto(llvm::Module &module) {
  if (llvm::none_of(module, isMissing))
    return llvm::Error::success();
  if (llvm::Error error = read())
    return error;
  auto library = llvm::getLazyBitcodeModule(bitcode->getMemBufferRef(), module.getContext());
  if (!library)
    return llvm::createStringError("libdevice '" + path + "' is not bitcode: " + llvm::toString(library.takeError()));
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  auto internalize = [](llvm::Module &linked, const llvm::StringSet<> &names) {
    llvm::internalizeModule(
        linked, [&](const llvm::GlobalValue &value) { return !value.hasName() || !names.contains(value.getName()); });
  };
  llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded, internalize);
  for (llvm::Function &function : module)
    if (isMissing(function))
      return llvm::createStringError("libdevice '" + path + "' has no function '" + function.getName() + "'");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// As assembly
//===----------------------------------------------------------------------===//

/// The line in front of a module's first declaration.
static constexpr llvm::StringLiteral header = ".address_size 64\n\n";

/// Gives what the function brings along names that another function's tables have not, and keeps all of it within one
/// text: ptxas takes many of them at once.
static void keepPrivate(llvm::Module &module, llvm::StringRef function) {
  for (llvm::GlobalObject &object : module.global_objects()) {
    if (object.isDeclaration())
      continue;
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
    if (object.getName() != function)
      object.setName(function + "_" + object.getName());
  }
}

llvm::SmallVector<std::string, 1> LibdeviceAssembly::takeDeclarations(std::string &text) const {
  constexpr llvm::StringLiteral begin = ".extern .func ", end = "\n;\n";
  llvm::SmallVector<std::string, 1> names;
  std::string kept;
  llvm::StringRef rest = text;
  for (size_t at = rest.find(begin); at != llvm::StringRef::npos; at = rest.find(begin)) {
    llvm::StringRef declaration = rest.substr(at, rest.find(end, at) + end.size() - at);
    llvm::StringRef name = declaration.take_until([](char c) { return c == '\n'; }).rsplit(' ').second;
    kept += rest.take_front(at);
    rest = rest.drop_front(at + declaration.size());
    if (definitions.contains(name))
      names.push_back(name.str());
    else
      kept += declaration;
  }
  text = kept + rest.str();
  return names;
}

llvm::Error LibdeviceAssembly::add(llvm::Module &module, llvm::StringRef function, Emit emit) {
  keepPrivate(module, function);
  llvm::Expected<std::string> assembly = emit(module);
  if (!assembly)
    return assembly.takeError();
  Definition definition;
  definition.text = llvm::StringRef(*assembly).split(header).second.str();
  definition.callees = takeDeclarations(definition.text);
  definition.text = llvm::StringRef(definition.text).trim('\n').str();
  definitions[function] = std::move(definition);
  return llvm::Error::success();
}

llvm::Error LibdeviceAssembly::splitHelpers(llvm::Module &module, llvm::StringRef function, Optimise optimise,
                                            Emit emit) {
  bool hasHelpers = false;
  for (llvm::Function &helper : module) {
    if (helper.isDeclaration() || helper.getName() == function)
      continue;
    hasHelpers = true;
    std::string name = helper.getName().str();
    if (!definitions.contains(name)) {
      std::unique_ptr<llvm::Module> alone = llvm::CloneModule(module);
      alone->getFunction(function)->setLinkage(llvm::GlobalValue::InternalLinkage);
      alone->getFunction(name)->setLinkage(llvm::GlobalValue::ExternalLinkage);
      optimise(*alone); // drops the function, and its tables
      if (llvm::Error error = add(*alone, name, emit))
        return error;
    }
    helper.deleteBody();
  }
  if (hasHelpers)
    optimise(module); // drops their tables
  return llvm::Error::success();
}

llvm::Error LibdeviceAssembly::compile(const llvm::Function &declared, Libdevice &libdevice, Optimise optimise,
                                       Emit emit) {
  llvm::StringRef name = declared.getName();
  llvm::Module module(name, declared.getContext());
  module.setTargetTriple(declared.getParent()->getTargetTriple());
  module.setDataLayout(declared.getDataLayout());
  constexpr auto seen = llvm::GlobalValue::ExternalLinkage;
  llvm::Function::Create(declared.getFunctionType(), seen, name, module);
  if (llvm::Error error = libdevice.linkInto(module))
    return error;
  module.getFunction(name)->setLinkage(seen); // else nothing would be left of it
  optimise(module);
  if (llvm::Error error = splitHelpers(module, name, optimise, emit))
    return error;
  return add(module, name, emit);
}

llvm::Expected<std::string> LibdeviceAssembly::define(llvm::StringRef assembly, llvm::Module &caller,
                                                      Libdevice &libdevice, Optimise optimise, Emit emit) {
  for (llvm::Function &function : caller)
    if (isMissing(function) && !definitions.contains(function.getName()))
      if (llvm::Error error = compile(function, libdevice, optimise, emit))
        return std::move(error);
  auto [head, rest] = assembly.split(header);
  std::string body = rest.str(), functions;
  llvm::SmallVector<std::string, 1> called = takeDeclarations(body);
  llvm::StringSet<> defined;
  auto define = [&](auto &&self, llvm::StringRef name) -> void {
    if (!defined.insert(name).second)
      return;
    const Definition &definition = definitions[name];
    for (const std::string &callee : definition.callees)
      self(self, callee);
    functions += definition.text + "\n\n";
  };
  for (const std::string &name : called)
    define(define, name);
  return (head + header + functions + body).str();
}

} // namespace kgen::codegen
