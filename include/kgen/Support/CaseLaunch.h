// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case as the bytes that a GPU's entry point takes, by Warp's conventions: launch bounds, a descriptor for each
// array, values; for a backward the adjoints after them. Needs the standard library only.

#ifndef KGEN_SUPPORT_CASELAUNCH_H
#define KGEN_SUPPORT_CASELAUNCH_H

#include "kgen/Support/Case.h"
#include <functional>
#include <span>

namespace kgen {

class CaseLaunch {
public:
  /// Makes room on the device for an array, or for its gradient (`adj_NAME`), and returns its address there; `bytes`
  /// are its elements, and live as long as the launch.
  using Allocate = std::function<uint64_t(const std::string &name, std::span<std::byte> bytes)>;

  /// `parameterBytes` are the sizes of the forward entry's parameters, the bounds first. Returns "", or what does not
  /// fit.
  std::string bind(const Case &c, const std::vector<size_t> &parameterBytes, const Allocate &allocate);

  const std::vector<std::vector<std::byte>> &forwardParameters() const { return forward; }
  const std::vector<std::vector<std::byte>> &backwardParameters() const { return backward; }

  /// Final values of arrays; read from the bytes that `allocate` was given.
  std::vector<NamedNumbers> outputs(const Case &c) const;
  std::vector<NamedNumbers> gradients(const Case &c) const;

private:
  struct Array {
    std::vector<std::byte> data, gradient;
    uint64_t dataAddress = 0, gradientAddress = 0;
  };
  std::vector<Array> arrays; // one for each argument, empty for values
  std::vector<std::vector<std::byte>> forward, backward;
};

} // namespace kgen

#endif // KGEN_SUPPORT_CASELAUNCH_H
