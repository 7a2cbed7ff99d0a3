// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case as the bytes that a GPU's entry point takes, for tools that know an entry point by its PTX only. Two
// conventions, told apart by the entry's own parameters: Warp's (launch bounds, a descriptor for each array, values;
// for a backward the adjoints after them), and plain CUDA's, where an array is a pointer. Needs the standard library
// only.

#ifndef KGEN_SUPPORT_CASELAUNCH_H
#define KGEN_SUPPORT_CASELAUNCH_H

#include "kgen/Support/Case.h"
#include "kgen/Support/WarpLayout.h"
#include <functional>
#include <optional>
#include <span>

namespace kgen {

/// The way in which a backward by Warp's convention learns where an array's gradient lies: by the adjoint argument, by
/// the array's own descriptor, by both, by both of an array that retains its gradient (a backward clears other
/// gradients when it takes them), or by none if the gradient is not wanted.
enum class GradientsIn { Both, Adjoints, Arrays, Retained, None };

/// How arrays are passed by Warp's convention: the k-th takes the k-th of each list, which begins again at its end.
struct ArrayViews {
  std::vector<GradientsIn> gradients = {GradientsIn::Both};
  std::vector<ArrayLayout> layouts = {ArrayLayout::Rows};
};

class CaseLaunch {
public:
  /// A parameter of an entry point.
  struct Parameter {
    std::string name;
    size_t bytes = 0;
    /// Offset and size of the parts that the entry point loads, if they are known.
    std::optional<std::vector<std::pair<size_t, size_t>>> reads = std::nullopt;
  };
  /// Allocates memory on the device for an array, or for its gradient (`adj_NAME`), and returns its address there;
  /// `bytes` are its elements, and live as long as the launch. If not `isRead`, nothing may be read before it is
  /// written.
  using Allocate = std::function<uint64_t(const std::string &name, std::span<std::byte> bytes, bool isRead)>;

  /// Binds the case to an entry point, a forward or a backward. Returns "", or the reason why it does not fit.
  std::string bind(const Case &c, const std::vector<Parameter> &parameters, const Allocate &allocate,
                   const ArrayViews &views = {});
  /// Makes the launch bounds those of another entry point of the same arguments: as a forward's and a backward's may
  /// have another number of dimensions where one loads none.
  void fitBounds(const Case &c, const std::vector<Parameter> &parameters);
  /// Whether the entry point it was bound to takes adjoints.
  bool isBackward() const { return takesAdjoints; }
  /// The bytes of each parameter, of the forward or of the backward.
  std::vector<std::span<const std::byte>> parameters(bool ofBackward) const;

  /// Final values of arrays, and gradients; read from the bytes that `allocate` was given.
  std::vector<NamedNumbers> outputs(const Case &c) const;
  std::vector<NamedNumbers> gradients(const Case &c) const;

private:
  struct Array {
    std::vector<std::byte> data, gradient;
    PlacedArray place, gradientPlace;
    uint64_t dataAddress = 0, gradientAddress = 0; // of the first element
    GradientsIn gradientIn = GradientsIn::Both;
  };
  /// The bytes of one parameter, and the argument that they belong to.
  struct Bytes {
    std::string argument;
    std::vector<std::byte> bytes;
  };
  void place(const Case &c, const Allocate &allocate, const ArrayViews &views);
  std::vector<Bytes> pack(const Case &c, bool adjoints) const;
  std::vector<std::byte> packOne(const CaseArg &arg, const Array &array, bool adjoint) const;

  bool isWarps = false, takesAdjoints = false;
  std::vector<Array> arrays; // one for each argument, empty for values
  /// The parameters of the forward; the backward has these and then the adjoints.
  std::vector<Bytes> arguments, adjoints;
};

} // namespace kgen

#endif // KGEN_SUPPORT_CASELAUNCH_H
