// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the loaded objects' segments.

#include "kgen/Support/CodePages.h"
#include <cstdint>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

/// Segments that are never written to hold the contents of their file, and can be read from there again.
static int releaseObject(dl_phdr_info *object, size_t, void *) {
  const uintptr_t page = sysconf(_SC_PAGESIZE);
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_W))
      continue;
    uintptr_t begin = (object->dlpi_addr + segment.p_vaddr) & ~(page - 1);
    uintptr_t end = object->dlpi_addr + segment.p_vaddr + segment.p_memsz;
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED); // only a hint: what fails, stays
  }
  return 0;
}

void kgen::releaseCodePages() { dl_iterate_phdr(releaseObject, nullptr); }
