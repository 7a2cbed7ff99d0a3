// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds libdevice beside the tools; links the functions that a module calls, as internal ones, or defines them in its
// assembly.

#include "Libdevice.h"
#include "kgen/Target/LLVM.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/IPO/Internalize.h"

/// What the names of its functions begin with.
static constexpr llvm::StringLiteral prefix = "__nv_";

std::string kgen::defaultLibdevice() {
  std::string tool = llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&defaultLibdevice));
  llvm::SmallString<256> beside(llvm::sys::path::parent_path(llvm::sys::path::parent_path(tool)));
  llvm::sys::path::append(beside, "share", "kgen", "libdevice.10.bc");
  // Another program that links this library has it where the library was installed.
  for (llvm::StringRef path : {beside.str(), llvm::StringRef(KGEN_INSTALLED_LIBDEVICE)})
    if (llvm::sys::fs::exists(path))
      return path.str();
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

/// What stands in front of a module's first declaration.
static constexpr llvm::StringLiteral header = ".address_size 64\n\n";

/// Gives what the function brings along names that another function's helpers have not, and keeps all of it within one
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
  keepPrivate(module, name);
  llvm::Expected<std::string> assembly = emit(module);
  if (!assembly)
    return assembly.takeError();
  definitions[name] = llvm::StringRef(*assembly).split(header).second.trim('\n').str();
  return llvm::Error::success();
}

llvm::Expected<std::string> LibdeviceAssembly::define(llvm::StringRef assembly, llvm::Module &caller,
                                                      Libdevice &libdevice, Optimise optimise, Emit emit) {
  constexpr llvm::StringLiteral begin = ".extern .func ", end = "\n;\n";
  auto [head, rest] = assembly.split(header);
  std::string functions, body;
  for (size_t at = rest.find(begin); at != llvm::StringRef::npos; at = rest.find(begin)) {
    llvm::StringRef declaration = rest.substr(at, rest.find(end, at) + end.size() - at);
    llvm::StringRef name = declaration.take_until([](char c) { return c == '\n'; }).rsplit(' ').second;
    body += rest.take_front(at);
    rest = rest.drop_front(at + declaration.size());
    if (!name.starts_with(prefix)) {
      body += declaration;
      continue;
    }
    if (!definitions.contains(name))
      if (llvm::Error error = compile(*caller.getFunction(name), libdevice, optimise, emit))
        return std::move(error);
    functions += definitions[name];
    functions += "\n\n";
  }
  return (head + header + functions + body + rest).str();
}

} // namespace kgen::codegen
