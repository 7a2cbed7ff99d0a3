// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A batch is its parts after as many empty lines as the file has before them.

#include "Batches.h"

using namespace llvm;

/// Long enough to hide the cost of a call of MLIR's driver, and short enough to be searched for each part.
static constexpr size_t batchSize = 64 << 10;

std::vector<std::unique_ptr<MemoryBuffer>> kgen::batchesOf(std::unique_ptr<MemoryBuffer> input, StringRef marker) {
  std::vector<std::unique_ptr<MemoryBuffer>> batches;
  if (marker.empty() || input->getBufferSize() <= batchSize) {
    batches.push_back(std::move(input));
    return batches;
  }
  std::string line = ("\n" + marker + "\n").str();
  size_t linesBefore = 0;
  for (StringRef rest = input->getBuffer(); !rest.empty();) {
    size_t end = rest.find(line, batchSize);
    StringRef batch = rest.substr(0, end == StringRef::npos ? end : end + 1);
    batches.push_back(
        MemoryBuffer::getMemBufferCopy(std::string(linesBefore, '\n') + batch.str(), input->getBufferIdentifier()));
    rest = rest.drop_front(end == StringRef::npos ? rest.size() : end + line.size());
    linesBefore += batch.count('\n') + 1; // and the marker's line
  }
  return batches;
}
