// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of languages is closed: each row says all that there is to say, nothing is said twice, and what is asked of
// a target follows from its rows. It needs nothing of LLVM's.
//
// REQUIRES: clang
// RUN: not grep -n "llvm/\|mlir/" %include/kgen/Support/Form.h %include/kgen/Support/Languages.def \
// RUN:   %source/lib/Support/Form.cpp
// RUN: %clangxx -std=c++20 -I %include %s %source/lib/Support/Form.cpp -o %t
// RUN: %t | FileCheck %s

#include "kgen/Support/Form.h"
#include <cstdio>
#include <set>

using namespace kgen;

static unsigned wrong = 0;

static void expect(bool holds, const std::string &what) {
  wrong += !holds;
  if (!holds)
    std::printf("wrong: %s\n", what.c_str());
}

/// No two rows share a word that tells them apart.
static void checkWords() {
  std::set<std::string_view> flags, titles, irTypes, columns, targets;
  for (const LanguageInfo &info : allLanguages()) {
    std::string name(info.flag);
    expect(flags.insert(info.flag).second, name + " has a flag of its own");
    expect(titles.insert(info.title).second, name + " has a title of its own");
    expect(irTypes.insert(info.irType).second, name + " has an ir_type of its own");
    expect(columns.insert(info.column).second, name + " has columns of its own");
    expect(info.target.empty() || targets.insert(info.target).second, name + " has a target of its own");
    expect(info.isInAll || !info.target.empty(), name + " is in a sample");
    expect(info.column != "ir" && info.target != "all", name + " has a word that nothing else has");
    for (std::string_view word : {info.flag, info.title, info.help, info.irType, info.column, info.head, info.entry})
      expect(!word.empty(), name + " says all");
    expect(info.ending.starts_with("."), name + " has an ending with a point");
  }
}

static void printTargets() {
  for (const FormTarget &target : FormTarget::every()) {
    std::printf("%s: %s on %s:", std::string(target.name()).c_str(), target.irType().c_str(), target.device().c_str());
    for (Form form : target.forms(/*withBackward=*/true))
      std::printf(" %s", target.column(form).c_str());
    std::printf("%s\n", target.hasText() ? ", with kgen.cuh" : "");
    expect(FormTarget::parse(target.name())->name() == target.name(), "a target is read back");
  }
}

int main() {
  checkWords();
  // CHECK: cpu: llvm_ir on cpu: ir_forward ir_backward{{$}}
  // CHECK: cuda: cuda_cpp on cuda: ir_forward ir_backward, with kgen.cuh
  // CHECK: nvptx: ptx on cuda: ir_forward ir_backward{{$}}
  // CHECK: all: llvm_ir, cpp, cuda_cpp, ptx on cpu, cuda:
  // CHECK-SAME: cpu_forward cpu_backward cpp_forward cpp_backward cuda_forward cuda_backward ptx_forward ptx_backward,
  printTargets();
  // Nothing else is a target: no language, no part of a word, nothing in capitals.
  for (const char *name : {"", "cpp", "ptx", "CPU", "al", "gpu"})
    expect(!FormTarget::parse(name), std::string(name) + " is no target");
  expect(FormTarget().has(FormLanguage::Cpp) && !FormTarget(FormLanguage::Ptx).has(FormLanguage::Cpp),
         "C++ is in samples of all languages only");
  // CHECK: k_cuda_kernel_backward
  std::printf("%s\n", infoOf(FormLanguage::Ptx).entryName("k", Direction::Backward).c_str());
  // CHECK: 0 wrong
  std::printf("%u wrong\n", wrong);
}
