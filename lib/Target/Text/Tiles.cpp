// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collective ops as calls of Warp's functions, written from the op and the function's record. Other languages than
// Warp's have no tiles: there `kgen-lower-tiles` comes first.

#include "KernelPrinter.h"

using namespace mlir;

namespace kgen::text {

/// A text in brackets if there are several parts, or none.
static std::string tuple(ArrayRef<std::string> parts) {
  return parts.size() == 1 ? parts.front() : "(" + llvm::join(parts, ", ") + ")";
}

/// Whether an access begins at the first element of its array, as it does if its author gives no offset.
static bool beginsAtZero(TileAccessOpInterface op) {
  return llvm::all_of(op.getOffsets(), [](Value offset) {
    auto constant = offset.getDefiningOp<ConstantOp>();
    return constant && !constant.getSymbol() && getConstant(offset) == 0;
  });
}

/// The shape of a tile, with the names of the constants that its author wrote.
Expr KernelPrinter::extents(TileAccessOpInterface op) {
  auto names = op->getAttrOfType<ArrayAttr>("shape_names");
  SmallVector<std::string> parts;
  for (auto [i, extent] : llvm::enumerate(op.getTileType().getShape())) {
    auto name = names ? cast<StringAttr>(names[i]) : StringAttr();
    parts.push_back(name && !name.empty() ? constants.lookup({name, extentAttr(op.getContext(), extent)})
                                          : std::to_string(extent));
  }
  return primary(tuple(parts), {});
}

/// The argument for a parameter; an empty text if it is the parameter's own value.
Expr KernelPrinter::argument(TileAccessOpInterface op, const WarpParameter &parameter) {
  switch (parameter.kind) {
  case WarpParameter::Array:
    return use(op.getArray());
  case WarpParameter::Tile:
    return use(op.getTileWritten());
  case WarpParameter::Extents:
    return extents(op);
  case WarpParameter::Offset: {
    if (beginsAtZero(op))
      return Expr();
    SmallVector<Expr> offsets = llvm::map_to_vector(op.getOffsets(), [&](Value offset) { return use(offset); });
    return primary(tuple(llvm::map_to_vector(offsets, [](const Expr &offset) { return offset.text; })), offsets);
  }
  case WarpParameter::Flag: {
    bool isChecked = parameter.name == "bounds_check";
    bool isSet = isChecked ? !op.getUnchecked() : op->hasAttr(parameter.name);
    return isSet == isChecked ? Expr() : primary(isSet ? "True" : "False", {});
  }
  case WarpParameter::Word: {
    auto word = op->getAttrOfType<StringAttr>(parameter.name);
    return word ? primary("\"" + word.str() + "\"", {}) : Expr();
  }
  default:
    llvm_unreachable("not a parameter of an access");
  }
}

Expr KernelPrinter::collective(TileAccessOpInterface op) {
  const WarpFunction *function = lookupCollective(op->getName().getStringRef());
  if (!function || !isArray(op.getArray().getType()) || !op.getLeadingIndices().empty()) {
    refuse(op);
    return primary("", {});
  }
  SmallVector<Expr> arguments;
  for (const WarpParameter &parameter : function->parameters) {
    Expr given = argument(op, parameter);
    if (given.text.empty())
      continue;
    bool isOperand = parameter.kind == WarpParameter::Array || parameter.kind == WarpParameter::Tile;
    if (!isOperand)
      given.text = (parameter.name + "=" + given.text).str();
    arguments.push_back(std::move(given));
  }
  return call(("wp." + function->name).str(), arguments);
}

} // namespace kgen::text
