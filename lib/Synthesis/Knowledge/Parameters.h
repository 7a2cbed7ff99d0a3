// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parameters of a kernel and the constants of its module: each is made where it is first asked for.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_PARAMETERS_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_PARAMETERS_H

#include "Names.h"

namespace kgen::knowledge {

class Parameters {
public:
  Parameters(Setting &setting, Decisions &decided, Names &names)
      : setting(setting), arena(setting.arena), decided(decided), names(names) {}

  /// The name of a parameter.
  NodeRef get(SlotKey key, std::vector<std::string> wishes, WrittenParameter made);
  /// The name of a constant of the module; `fixed`: its value, if it has one.
  NodeRef constant(SlotKey key, llvm::ArrayRef<std::string> words, const Values &values, Shape shape,
                   const std::string &fixed);

  /// A concept that is one number for all: a parameter or a constant of the module.
  NodeRef number(unsigned which);
  /// The least or the largest value of a concept.
  NodeRef limit(unsigned which, bool isLeast, llvm::StringRef value);
  /// An array of a concept.
  NodeRef array(unsigned which, std::vector<Length> extents, ArrayUse use);
  /// An array of integers, one for each thread.
  NodeRef integersOfThreads(SlotKey::Kind kind, std::vector<std::string> words, InputKind drawn,
                            std::optional<Length> extent);
  NodeRef input(const Input &input);
  /// The extent of a tile of the idiom: a constant of the module or a number; null for any other name.
  NodeRef tileExtent(llvm::StringRef name);
  /// How many there are: a parameter, or what an array says.
  NodeRef extent(const Length &extent);
  NodeRef extentParameter(const Length &extent);

  std::vector<Length> entityExtents() const;
  bool isConstant(llvm::StringRef name) const;
  /// Constants of the module: name and value.
  llvm::ArrayRef<std::pair<std::string, NodeRef>> constants() const { return symbols; }

private:
  std::vector<std::string> arrayWords(const WrittenParameter &made, unsigned which, ArrayUse use,
                                      std::vector<std::string> &bare);
  int64_t tileNumber(const TileExtent &extent);
  /// An array's extent with numbers for the extents of tiles.
  Length withTileNumbers(const Length &extent);
  std::string drawNumber(const Values &values, Shape shape);

  Setting &setting;
  Arena &arena;
  Decisions &decided;
  Names &names;
  std::vector<std::pair<std::string, NodeRef>> symbols;
  std::map<SlotKey, std::string> symbolOf;
  llvm::StringMap<int64_t> tileNumbers;
};

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_PARAMETERS_H
