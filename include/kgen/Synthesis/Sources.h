// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of users' files, to make samples around: read once, as text that any context can parse.

#ifndef KGEN_SYNTHESIS_SOURCES_H
#define KGEN_SYNTHESIS_SOURCES_H

#include "kgen/Synthesis/Categories.h"
#include "kgen/Synthesis/Forms.h"
#include "kgen/Synthesis/Split.h"
#include "kgen/Synthesis/Variants.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kgen {

/// A kernel of a Python file.
struct SourceKernel {
  /// The file's path from the innermost folder that all files are in.
  std::string file;
  /// The name of the kernel in the file.
  std::string name;
  /// The SPDX identifier that rows around it carry.
  std::string licence;
  Category category = Category::Arithmetic;
  /// Whether it is right with one thread only.
  bool oneThread = false;
  /// A module with the kernel and the functions that it calls, in source form.
  std::string text;
  /// The types of its parameters.
  std::string signature;
  /// The hash of its structure, whatever its literals.
  std::string structure;
  /// How its changes are launched.
  LaunchWay way;
};

/// Whether a text is a licence expression by the grammar of SPDX 2.3, annex D; names are not looked up in SPDX's list.
bool isSpdxExpression(llvm::StringRef text);

/// The expression after `SPDX-License-Identifier:` in the head of a Python file; `NOASSERTION` if there is none.
std::string licenceOf(llvm::StringRef python);

/// The kernels of Python files that can be imported, in the order of the files and of their text; others are passed
/// over. `licence`, if it is not empty, replaces those of the files. `passedOver` gets the reason for each kernel that
/// is not taken, and for a file that has none. An error names a file that cannot be read, or the first one if no file
/// has a kernel that can be imported.
llvm::Expected<std::vector<SourceKernel>> readSources(llvm::ArrayRef<std::string> files, llvm::StringRef licence,
                                                      std::vector<std::string> &passedOver);

/// Keeps the kernels around which a set of that split is made: those whose text, the family of their samples, is in it.
/// With `unchanged` their structure has to be in it too.
void keepSplit(std::vector<SourceKernel> &sources, Split split, bool unchanged);

/// Finds out how the kernels are launched. Drops kernels around which no sample can be made, and kernels that a form
/// cannot express. With `unchanged`, one sample is made of each kernel, and those are dropped for which a run of that
/// seed finds no inputs. Returns the names of the dropped ones, each with the reason. An error if code for the target
/// cannot be made here. `trying` gets the number of tried kernels before each, since some take minutes.
llvm::Expected<std::vector<std::string>> dropUnusable(std::vector<SourceKernel> &sources, bool unchanged, uint64_t seed,
                                                      const FormOptions &forms,
                                                      llvm::function_ref<void(size_t)> trying);

} // namespace kgen

#endif // KGEN_SYNTHESIS_SOURCES_H
