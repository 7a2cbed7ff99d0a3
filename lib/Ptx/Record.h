// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that is known of an instruction, as one record: the decoder, the checks and the reference page read it there.

#ifndef KGEN_LIB_PTX_RECORD_H
#define KGEN_LIB_PTX_RECORD_H

#include "Exec.h"
#include <span>

namespace kgen::ptx {

/// The two ways to run an instruction: with poison tracked, and without; each one by one, and as a chain.
struct Handlers {
  Handler checked = nullptr, unchecked = nullptr, checkedChain = nullptr, uncheckedChain = nullptr;
  /// Null if threads have to be run one by one.
  BatchHandler batch = nullptr;
  OpKind kind = OpKind::Other;
};

/// The modifiers of an instruction under their names in a record.
class Match {
public:
  std::string_view operator[](std::string_view name) const;
  bool has(std::string_view name) const { return !(*this)[name].empty(); }
  Type type(std::string_view name = "type") const { return parseType((*this)[name]); }
  Rounding rounding() const;
  void add(std::string_view name, std::string_view value) { slots.push_back({name, value}); }

private:
  std::vector<std::pair<std::string_view, std::string_view>> slots;
};

/// One form of an instruction.
///
/// `modifiers`: the parts after the name, in order, between blanks: `name=one|other` or `flag`, with `?` if it may be
/// absent. An instruction whose modifiers are not all consumed so does not match.
///
/// `operands`, in order, between blanks: `slot:type`, where the slot is a field of MicroOp and the type is a type's
/// name or that of a modifier. `+` after the type: the register may be wider. `^`: twice the type's width. `*` after
/// the slot: as many as the modifier `vec` gives; `*4`: four, in `Code::lists`. Before the slot, `?`: may be absent;
/// `!`: may be negated. `[a]`: an address in the modifier `space`. `d|e:one,other`: two results and their types, of
/// which the second may be absent. `imm`, `#e`: a number, as it is, in that field. "-": the decoder knows the operands.
struct Record {
  const char *name;
  const char *modifiers;
  const char *operands;
  /// PTX version times ten, and sm of the target, from which on there is this form.
  unsigned version, target;
  Handlers (*select)(const Match &);
  const char *summary;
};

/// Cuts the text before the next `separator`, or all of it, off.
std::string_view cut(std::string_view &text, char separator);

/// Records by family, in the order of the reference page.
struct Family {
  const char *title;
  std::span<const Record> records;
};
std::span<const Family> allFamilies();

extern const std::span<const Record> integerRecords, carryRecords, bitRecords, floatRecords, halfRecords,
    approximateRecords, compareRecords, convertRecords, memoryRecords, atomicRecords, controlRecords, warpRecords,
    matrixRecords;

/// The contents of `bits` in the op of a comparison.
uint8_t comparisonBits(const Match &match);
/// Of a `setp` with two results.
Handlers pairedComparison(const Match &match);

/// The fields of the constant in `f` of an instruction on matrices; the op that stores the rows of `stmatrix`; and a
/// row's size.
uint64_t describeMatrix(std::string_view name, const Match &match);
Handlers storeRowHandlers();
inline constexpr unsigned rowBytes = 16;

/// Ops that the decoder makes itself. Extend: from the type to `bits`, with its sign; Piece: bits from `imm` on, as
/// many as `bits`; Pack: `a | b << imm`; Offset: `a + imm`; Guard: skips `imm` ops if the predicate does not hold;
/// BranchIf: branches if it does.
Handlers moveHandlers(), extendHandlers(Type type), pieceHandlers(), packHandlers(), offsetHandlers(), notHandlers();
Handlers guardHandlers(), branchHandlers(), branchIfHandlers(), returnHandlers(), callHandlers(), callPointerHandlers(),
    printHandlers(), assertHandlers();
Handlers parameterHandlers(unsigned bytes, bool isStore);

/// The record of an opcode with its modifiers; null, and `reason` set, if there is none.
const Record *findRecord(std::string_view opcode, Match &match, std::string &reason);

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_RECORD_H
