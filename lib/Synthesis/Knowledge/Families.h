// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel is about: its idiom, domain and goals. These are the first decisions of a structure, so that a number's
// family costs next to nothing.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_FAMILIES_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_FAMILIES_H

#include "Decisions.h"

namespace kgen::knowledge {

/// Chooses goals by the next digits, after the idiom's domain number `place` was chosen. Returns false if the digits
/// lead nowhere.
bool chooseGoals(const Idiom &idiom, unsigned place, Digits &digits, Decisions &decided);

/// The family of a kernel whose domain and goals are decided.
std::string familyOf(const Library &library, const Idiom &idiom, const Decisions &decided);

/// The family of the structure that a number may have; "" if it has none.
std::string familyOf(const Library &library, const Idiom &idiom, uint64_t number);

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_FAMILIES_H
