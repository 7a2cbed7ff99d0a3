// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which names stand for one tile or for parts of one where it changes. Warp's share their memory and kgen's are values,
// so what another name shows after a change is not the same, but where nobody looks at it again. Reports nothing.

#ifndef KGEN_LIB_IMPORT_TILEALIASES_H
#define KGEN_LIB_IMPORT_TILEALIASES_H

#include "PyNode.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>
#include <vector>

namespace kgen::importer {

class TileAliases {
public:
  /// `value`, which is assigned to `name`, stands for the tile `of` or for a part of it.
  void link(llvm::StringRef name, llvm::StringRef of, PyNode value) { links.push_back({name.str(), of.str(), value}); }
  /// A call, or the target of an assignment, changes the tile of a name in place.
  void change(llvm::StringRef name, PyNode node) { changes[node.key()].push_back(name.str()); }

  struct Link {
    std::string name, of;
    PyNode value;
  };
  /// A change that another name shows in Warp: of a tile that is the caller's, or one that is read afterwards.
  struct Conflict {
    /// The parameter that the caller's tile is.
    PyNode parameter;
    Link link;
    std::string changed;
    PyNode change;
    /// None where the change itself reads it.
    PyNode read;
  };
  /// The first of a function, where there is one.
  std::optional<Conflict> find(llvm::ArrayRef<PyNode> parameters, llvm::ArrayRef<PyNode> statements) const;
  /// Of these parameters, the one that a name stands for, or a part of it; none otherwise.
  PyNode findParameter(llvm::ArrayRef<PyNode> parameters, llvm::StringRef name) const;

private:
  friend class AliasFollower;
  std::vector<Link> links;
  llvm::DenseMap<const void *, std::vector<std::string>> changes;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_TILEALIASES_H
