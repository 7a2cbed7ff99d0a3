// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A PTX text as the parser leaves it: functions with their variables and instructions. Names of registers, of a
// function's variables and of labels are resolved; names of the module's variables and functions are not. Texts are
// views of the source.

#ifndef KGEN_LIB_PTX_SYNTAX_H
#define KGEN_LIB_PTX_SYNTAX_H

#include "Types.h"
#include "kgen/Ptx/Ptx.h"
#include <string>
#include <string_view>
#include <vector>

namespace kgen::ptx {

struct Operand {
  enum Kind : uint8_t {
    Register,
    Integer,
    Float32, // `value` holds the bits
    Float64,
    Variable, // of the function: `index`, plus `value`
    Symbol,   // of the module: `name`, plus `value`
    Special,  // `index` into specialRegisters
    Label,    // `index` is the instruction
    Vector,   // `index` and `count` in the function's elements
    Pair,     // `p|q`: the same, of two
    List,     // `(a, b)` of a call: the same
    Sink,     // `_`
  };
  Kind kind = Integer;
  /// In brackets; then `value` is the offset of a register or a symbol, or the address itself.
  bool isAddress = false;
  bool isNegated = false;
  uint32_t index = 0, count = 0;
  int64_t value = 0;
  std::string_view name;
};

struct Instruction {
  std::string_view opcode;
  /// The opcode without its modifiers.
  std::string_view mnemonic() const { return opcode.substr(0, opcode.find('.')); }
  unsigned line = 0;
  /// Of `Syntax::places`, plus one; 0 for none.
  uint32_t place = 0;
  uint32_t firstOperand = 0, numOperands = 0;
  /// The register of `@p`, or -1.
  int32_t guard = -1;
  bool isGuardNegated = false;
};

struct Variable {
  std::string_view name;
  Space space = Space::Generic;
  uint64_t size = 0;
  uint32_t alignment = 1;
  /// For a parameter: its offset among the function's; for a shared variable: its number in the module.
  uint64_t offset = 0;
  /// The register that a `.reg` parameter is, or -1.
  int32_t reg = -1;
};

/// `.reg .b32 %r<9>`, or one register if `count` is 0.
struct RegisterRange {
  std::string_view prefix;
  uint32_t first, count;
};

struct Function {
  std::string_view name;
  bool isEntry = false, hasBody = false;
  unsigned line = 0;
  /// The first `numParameters` variables; after them `numResults` results.
  uint32_t numParameters = 0, numResults = 0;
  std::vector<Variable> variables;
  std::vector<uint8_t> registerBits;
  /// Of all blocks, in the order of their registers.
  std::vector<RegisterRange> ranges;
  std::vector<Instruction> instructions;
  std::vector<Operand> operands, elements;
  uint64_t parameterBytes = 0;

  /// As it stands in the text.
  std::string nameOfRegister(uint32_t index) const;
};

/// A variable of the module. A symbol in an initializer is put in place when memory has addresses.
struct Global {
  struct Fixup {
    uint64_t offset;
    std::string_view symbol;
    int64_t addend;
  };
  std::string_view name;
  Space space = Space::Global;
  uint64_t size = 0;
  uint32_t alignment = 1;
  bool isExternal = false;
  std::vector<uint8_t> bytes;
  std::vector<Fixup> fixups;
  unsigned line = 0;
};

/// `.loc`: a line of a file of `.file`.
struct Place {
  unsigned file = 0, line = 0;
};

struct Syntax {
  std::string source;
  std::vector<std::string_view> lines;
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Place> places;
  std::vector<std::pair<unsigned, std::string_view>> files;
  unsigned version = 0, target = 0;
};

/// %tid and the other special registers, in the order of their indices.
enum class SpecialRegister : uint8_t {
  TidX,
  TidY,
  TidZ,
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpId,
  NWarpId,
  WarpSize,
  LaneMaskEq,
  LaneMaskLe,
  LaneMaskLt,
  LaneMaskGe,
  LaneMaskGt,
  Clock,
  ClockHi,
  Clock64,
  GlobalTimer,
  SmId,
  NSmId,
  GridId,
  DynamicSmemSize,
  TotalSmemSize,
};
struct SpecialName {
  std::string_view name;
  Type type;
};
/// By index.
const SpecialName &nameOf(SpecialRegister which);
extern const unsigned numSpecialRegisters;

/// Reads `syntax.source`; false, and `diagnostic` set, if it is not PTX.
bool parseSyntax(Syntax &syntax, Diagnostic &diagnostic);

} // namespace kgen::ptx

#endif // KGEN_LIB_PTX_SYNTAX_H
