// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of a launch on the command line, for users without a case.

#ifndef KGEN_TOOLS_PTX_ARGUMENTS_H
#define KGEN_TOOLS_PTX_ARGUMENTS_H

#include "kgen/Ptx/Ptx.h"
#include "kgen/Support/Case.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kgen {

/// Reads `float32[64]=1.5 int32[4]=1,2,3,4 float32[8,8] int32=64`: one word a parameter, of a type that a case knows,
/// with extents if it is an array. One number fills an array; an array without numbers is an output. Arguments have the
/// parameters' names; there are as many threads as the largest array has elements. Returns nullopt, and `error`, if a
/// word is wrong.
std::optional<Case> parseArguments(llvm::StringRef text, llvm::StringRef kernel,
                                   llvm::ArrayRef<ptx::Parameter> parameters, std::string &error);

} // namespace kgen

#endif // KGEN_TOOLS_PTX_ARGUMENTS_H
