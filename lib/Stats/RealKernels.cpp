// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the table that the build put into the executable.

#include "RealKernels.h"
#include "Json.h"

using namespace kgen;
using namespace kgen::stats;

static constexpr char table[] =
#include "RealKernels.inc"
    ;

static RealKernels readTable() {
  RealKernels real;
  Json json = llvm::cantFail(parseLine(table, "real-kernels.json", 1));
  real.source = textOf(json, "source").str();
  real.percents = numbersOf(json, "percents");
  for (const auto &measure : fieldOf(json, "measures").items())
    real.measures[measure.key()] = numbersOf(fieldOf(json, "measures"), measure.key());
  for (const auto &share : fieldOf(json, "shares").items())
    real.shares[share.key()] = share.value().get<double>();
  return real;
}

const RealKernels &kgen::stats::realKernels() {
  static const RealKernels real = readTable();
  return real;
}
