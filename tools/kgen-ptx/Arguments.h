// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a case as the parameters of a PTX entry point.

#ifndef KGEN_TOOLS_PTX_ARGUMENTS_H
#define KGEN_TOOLS_PTX_ARGUMENTS_H

#include "kgen/Ptx/Ptx.h"
#include "kgen/Support/Case.h"

namespace kgen {

/// Arrays of a case in the memory of a machine, and the bytes of the parameters. Two conventions, told apart by the entry's own
/// parameters: Warp's (bounds, descriptors of 56 bytes, adjoints), and plain CUDA's, where an array is a pointer.
class Arguments {
public:
  /// "" or what does not fit.
  std::string bind(const Case &c, const std::vector<ptx::Parameter> &parameters, ptx::Memory &memory);
  std::vector<std::span<const std::byte>> parameters() const;
  /// The outputs of the case, and the gradients where the entry is a backward of Warp's.
  CaseResult result(const Case &c) const;
  /// Whether the entry is a backward: its threads run in descending order, as on the CPU.
  bool isReverse() const { return isBackward; }

private:
  struct Array {
    std::vector<std::byte> data, gradient;
    uint64_t dataAddress = 0, gradientAddress = 0;
  };
  std::vector<std::byte> descriptor(const CaseArg &arg, uint64_t data, uint64_t gradient) const;
  void place(const Case &c, ptx::Memory &memory);

  std::vector<Array> arrays; // one for each argument
  std::vector<std::vector<std::byte>> bytes;
  bool isWarpEntry = false, isBackward = false;
};

} // namespace kgen

#endif // KGEN_TOOLS_PTX_ARGUMENTS_H
