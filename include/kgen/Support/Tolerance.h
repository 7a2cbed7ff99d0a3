// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far the number of a run may lie from the one that a sample expects. The rule is that of
// `numpy.testing.assert_allclose`, for each number by itself. Needs no LLVM.

#ifndef KGEN_SUPPORT_TOLERANCE_H
#define KGEN_SUPPORT_TOLERANCE_H

#include <cmath>
#include <cstddef>
#include <optional>

namespace kgen {

/// |got - want| <= atol + rtol * |want|.
struct Tolerance {
  double rtol = 0.0, atol = 0.0;

  double allowedAt(double want) const { return atol + rtol * std::fabs(want); }
};

/// Whether a number is near enough. NaN is near to NaN, and an infinity to itself.
inline bool isWithin(double got, double want, Tolerance tolerance) {
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) && std::isnan(want);
  return got == want || std::fabs(got - want) <= tolerance.allowedAt(want);
}

/// The first place at which two lists of one length differ by more than that.
template <class Got, class Want>
std::optional<size_t> findDifference(const Got &got, const Want &want, Tolerance tolerance) {
  for (size_t i = 0; i < want.size(); ++i)
    if (!isWithin(static_cast<double>(got[i]), static_cast<double>(want[i]), tolerance))
      return i;
  return std::nullopt;
}

} // namespace kgen

#endif // KGEN_SUPPORT_TOLERANCE_H
