// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds libdevice beside the tools and links the functions that a module calls, as internal ones.

#include "Libdevice.h"
#include "kgen/Target/LLVM.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/IPO/Internalize.h"

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

/// A function of libdevice that has no body yet.
static bool isMissing(const llvm::Function &function) {
  return function.isDeclaration() && function.getName().starts_with("__nv_");
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

} // namespace kgen::codegen
