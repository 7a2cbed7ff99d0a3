// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cases are built by any C++20 compiler, without exceptions and without LLVM, for the small tools that read them; and
// their 16-bit numbers are those of the compiler's own type.
//
// REQUIRES: clang, gxx
// RUN: not grep -n "llvm/\|mlir/" %source/lib/Support/Case.cpp %source/lib/Support/CaseStorage.cpp \
// RUN:   %source/lib/Support/LocatedJson.h %source/lib/Support/LocatedJson.cpp %source/lib/Support/ParseCase.cpp \
// RUN:   %include/kgen/Support/Case.h %include/kgen/Support/CaseStorage.h
// RUN: %gxx -std=c++20 -fno-exceptions -I %include -c %source/lib/Support/LocatedJson.cpp -o %t.json.o
// RUN: %gxx -std=c++20 -fno-exceptions -I %include -c %source/lib/Support/Case.cpp -o %t.case.o
// RUN: %clangxx -std=c++20 -O1 -I %include %s %source/lib/Support/ParseCase.cpp %source/lib/Support/CaseStorage.cpp \
// RUN:   %t.json.o %t.case.o -o %t
// RUN: %t | FileCheck %s

#include "kgen/Support/CaseStorage.h"
#include <cmath>
#include <cstdio>
#include <cstring>

using namespace kgen;

/// Numbers whose bits are not the same after reading and writing; NaNs have many.
static unsigned countChanged(ScalarType type) {
  unsigned changed = 0;
  for (unsigned bits = 0; bits < 65536; ++bits) {
    uint16_t from = bits, to;
    std::byte bytes[2];
    std::memcpy(bytes, &from, 2);
    Numbers numbers = readNumbers(type, bytes, 1);
    writeNumbers(type, numbers, bytes);
    std::memcpy(&to, bytes, 2);
    changed += !std::isnan(std::get<std::vector<double>>(numbers).front()) && from != to;
  }
  return changed;
}

/// Doubles of all magnitudes, ties among them, that round otherwise than the compiler has it.
static unsigned countWrong() {
  unsigned wrong = 0;
  uint64_t state = 1;
  for (int i = 0; i < 500000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    double significand = static_cast<double>(state >> (i % 2 ? 11 : 52)) * (state & 1 ? 1.0 : -1.0);
    double value = std::ldexp(significand, static_cast<int>((state >> 33) % 60) - (i % 2 ? 88 : 47));
    auto expected = static_cast<_Float16>(value);
    uint16_t bits;
    std::memcpy(&bits, &expected, 2);
    wrong += bits != toFloat16(value);
  }
  return wrong;
}

int main() {
  // CHECK: changed 0 0, wrong 0
  std::printf("changed %u %u, wrong %u\n", countChanged(ScalarType::Float16), countChanged(ScalarType::BFloat16),
              countWrong());
  // CHECK-NEXT: 7bff 7c00 0 1 3f80 3f82 8000
  std::printf("%x %x %x %x %x %x %x\n", toFloat16(65519), toFloat16(65520), toFloat16(0x1p-25), toFloat16(0x1.0001p-25),
              toBFloat16(0x1.01p0), toBFloat16(0x1.03p0), toFloat16(-0.0));
  std::string error;
  std::optional<Case> c = parseCase(R"({"dim": [2, 3], "args": [
    {"name": "x", "dtype": "float32", "role": "in", "value": [NaN, Infinity, -Infinity, 0.001, 5, -0.0]},
    {"name": "u", "dtype": "uint64", "role": "in", "value": [18446744073709551615, 3.0, true]},
    {"name": "v", "dtype": "vec3", "role": "in", "shape": [2], "value": [1, 2, 3, 4, 5, 6], "weight": []},
    {"name": "m", "dtype": "mat2x12d", "role": "in", "value": []},
    {"name": "s", "dtype": "int8", "role": "scalar", "shape": [], "value": [-128]}]})",
                                    "c.json", error);
  // CHECK-NEXT: x float32 [NaN, Infinity, -Infinity, 0.0010000000474974513, 5.0, -0.0]
  // CHECK-NEXT: u uint64 [18446744073709551615, 3, 1]
  // CHECK-NEXT: v vec3f [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
  // CHECK-NEXT: m mat2x12d []
  // CHECK-NEXT: s int8 [-128]
  std::printf("%s", error.c_str());
  for (const CaseArg &arg : c ? c->args : std::vector<CaseArg>())
    std::printf("%s %s %s\n", arg.name.c_str(), arg.type.name().c_str(),
                formatNumbers(arg.type.scalar, arg.values).c_str());
  // CHECK-NEXT: {"outputs": {"a\"b": [1]}, "grads": {}}
  std::printf("%s", formatResult({{{"a\"b", ScalarType::Int8, std::vector<int64_t>{1}}}, {}}).c_str());
  // CHECK-NEXT: other names 1 1 1 0
  std::printf("other names %d %d %d %d\n", parseElementType("spatial_vectord") == parseElementType("vec6d"),
              parseElementType("spatial_vector") == parseElementType("vec6f"),
              parseElementType("spatial_matrixh") == parseElementType("mat66h"),
              parseElementType("spatial_vectorx").has_value());
}
