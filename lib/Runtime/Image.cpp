// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// JITLink with memory of ours: what it writes stays in a string, laid out for the other process's addresses.

#include "kgen/Runtime/Image.h"
#include "llvm/ExecutionEngine/JITLink/JITLink.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace llvm::jitlink;

namespace kgen {

static constexpr uint64_t pageSize = 4096;

Expected<std::vector<std::string>> undefinedSymbols(StringRef object) {
  Expected<std::unique_ptr<object::ObjectFile>> file =
      object::ObjectFile::createObjectFile(MemoryBufferRef(object, "kernel"));
  if (!file)
    return file.takeError();
  std::set<std::string> names;
  for (const object::SymbolRef &symbol : (*file)->symbols()) {
    Expected<uint32_t> flags = symbol.getFlags();
    Expected<StringRef> name = symbol.getName();
    if (!flags || !name)
      return joinErrors(flags.takeError(), name.takeError());
    if ((*flags & object::SymbolRef::SF_Undefined) && !name->empty())
      names.insert(name->str());
  }
  return std::vector<std::string>(names.begin(), names.end());
}

namespace {

/// Lays segments out one after another in the image, each from the start of a page.
class ImageMemory : public JITLinkMemoryManager {
public:
  ImageMemory(Image &image, uint64_t address, size_t room) : image(image), address(address), room(room) {}

  void allocate(const JITLinkDylib *, LinkGraph &graph, OnAllocatedFunction onAllocated) override {
    BasicLayout layout(graph);
    if (Error error = place(layout))
      return onAllocated(std::move(error));
    if (Error error = layout.apply())
      return onAllocated(std::move(error));
    onAllocated(std::make_unique<InFlight>());
  }

  void deallocate(std::vector<FinalizedAlloc> allocations, OnDeallocatedFunction onDeallocated) override {
    for (FinalizedAlloc &allocation : allocations)
      allocation.release();
    onDeallocated(Error::success());
  }

private:
  struct InFlight : InFlightAlloc {
    void abandon(OnAbandonedFunction onAbandoned) override { onAbandoned(Error::success()); }
    void finalize(OnFinalizedFunction onFinalized) override { onFinalized(FinalizedAlloc(orc::ExecutorAddr(1))); }
  };

  Error place(BasicLayout &layout) {
    size_t size = 0;
    for (auto &[group, segment] : layout.segments()) {
      size_t bytes = alignTo(segment.ContentSize + segment.ZeroFillSize, pageSize);
      orc::MemProt protection = group.getMemProt();
      image.segments.push_back({size, bytes, (protection & orc::MemProt::Write) != orc::MemProt::None,
                                (protection & orc::MemProt::Exec) != orc::MemProt::None});
      size += bytes;
    }
    if (size > room)
      return createStringError("expected space for " + Twine(size) + " bytes of code but got " + Twine(room));
    image.bytes.assign(size, '\0');
    size_t next = 0;
    for (auto &[group, segment] : layout.segments()) {
      const Image::Segment &placed = image.segments[next++];
      segment.Addr = orc::ExecutorAddr(address + placed.offset);
      segment.WorkingMem = image.bytes.data() + placed.offset;
    }
    return Error::success();
  }

  Image &image;
  uint64_t address;
  size_t room;
};

/// One link: where memory and symbols come from, and what went wrong.
class ImageContext : public JITLinkContext {
public:
  ImageContext(Image &image, JITLinkMemoryManager &memory, const StringMap<uint64_t> &symbols, Error &error)
      : JITLinkContext(nullptr), image(image), memory(memory), symbols(symbols), error(error) {}

  JITLinkMemoryManager &getMemoryManager() override { return memory; }
  void notifyFailed(Error reason) override { error = joinErrors(std::move(error), std::move(reason)); }

  void lookup(const LookupMap &asked, std::unique_ptr<JITLinkAsyncLookupContinuation> then) override {
    AsyncLookupResult found;
    for (auto &[name, flags] : asked) {
      auto known = symbols.find(*name);
      if (known == symbols.end())
        return then->run(createStringError("expected an address of '" + *name + "' but got none"));
      found[name] = {orc::ExecutorAddr(known->second), JITSymbolFlags::Exported};
    }
    then->run(std::move(found));
  }

  Error notifyResolved(LinkGraph &graph) override {
    for (Symbol *symbol : graph.defined_symbols())
      if (symbol->hasName() && symbol->getScope() != Scope::Local)
        image.symbols[*symbol->getName()] = symbol->getAddress().getValue();
    return Error::success();
  }

  void notifyFinalized(JITLinkMemoryManager::FinalizedAlloc allocation) override { allocation.release(); }

private:
  Image &image;
  JITLinkMemoryManager &memory;
  const StringMap<uint64_t> &symbols;
  Error &error;
};

} // namespace

Expected<Image> linkAt(StringRef object, uint64_t address, size_t room, const StringMap<uint64_t> &symbols) {
  auto names = std::make_shared<orc::SymbolStringPool>();
  Expected<std::unique_ptr<LinkGraph>> graph = createLinkGraphFromObject(MemoryBufferRef(object, "kernel"), names);
  if (!graph)
    return graph.takeError();
  Image image;
  ImageMemory memory(image, address, room);
  Error error = Error::success();
  link(std::move(*graph), std::make_unique<ImageContext>(image, memory, symbols, error));
  if (error)
    return std::move(error);
  return image;
}

} // namespace kgen
