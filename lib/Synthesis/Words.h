// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What quantities in simulation, geometry and learning code are called, and in which range their values lie. No word is
// reserved in Python, C++ or CUDA, or the name of anything in Warp or the standard headers.

#ifndef KGEN_LIB_SYNTHESIS_WORDS_H
#define KGEN_LIB_SYNTHESIS_WORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kgen::synthesis {

/// A name and the values that it suggests.
struct Word {
  llvm::StringLiteral name;
  double low = -2.0, high = 2.0;
};

/// A way to name the coordinates of a thread.
struct ThreadNames {
  llvm::StringLiteral first, second, third;
};

namespace words {
extern const llvm::ArrayRef<Word> scalarArrays;  ///< arrays of numbers
extern const llvm::ArrayRef<Word> vectorArrays;  ///< arrays of vectors
extern const llvm::ArrayRef<Word> matrixArrays;  ///< arrays of matrices
extern const llvm::ArrayRef<Word> grids;         ///< arrays of two dimensions
extern const llvm::ArrayRef<Word> parameters;    ///< float parameters
extern const llvm::ArrayRef<Word> constants;     ///< module constants
extern const llvm::ArrayRef<Word> scalarOutputs; ///< arrays of numbers that a kernel writes
extern const llvm::ArrayRef<Word> vectorOutputs;
extern const llvm::ArrayRef<Word> matrixOutputs;
extern const llvm::ArrayRef<Word> totals; ///< what threads add up together
extern const llvm::ArrayRef<Word> scalarLocals;
extern const llvm::ArrayRef<Word> vectorLocals;
extern const llvm::ArrayRef<Word> matrixLocals;
extern const llvm::ArrayRef<Word> accumulators;
extern const llvm::ArrayRef<Word> indexArrays;
extern const llvm::ArrayRef<Word> indexLocals;
extern const llvm::ArrayRef<Word> flagArrays;
extern const llvm::ArrayRef<Word> flagLocals;
extern const llvm::ArrayRef<Word> counts; ///< int parameters that bound loops
extern const llvm::ArrayRef<Word> modes;  ///< int parameters that choose
extern const llvm::ArrayRef<Word> counters;
extern const llvm::ArrayRef<Word> loopVariables;
extern const llvm::ArrayRef<ThreadNames> threads;
extern const llvm::ArrayRef<llvm::StringLiteral> verbs;    ///< first words of kernel names
extern const llvm::ArrayRef<llvm::StringLiteral> subjects; ///< their last words
extern const llvm::ArrayRef<llvm::StringLiteral> manners;  ///< what may stand between
} // namespace words

} // namespace kgen::synthesis

#endif // KGEN_LIB_SYNTHESIS_WORDS_H
