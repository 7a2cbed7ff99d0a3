// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layouts that the dialect keeps.

#ifndef KGEN_LIB_IR_VALUELAYOUTCACHE_H
#define KGEN_LIB_IR_VALUELAYOUTCACHE_H

#include "kgen/IR/ValueLayout.h"
#include "mlir/IR/DialectInterface.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <mutex>

namespace kgen::ir {

class ValueLayoutCache : public mlir::DialectInterface::Base<ValueLayoutCache> {
public:
  explicit ValueLayoutCache(mlir::Dialect *dialect) : Base(dialect) {}

  /// The layout of a type. May be called from several threads.
  const ValueLayout &get(mlir::Type type) const;

private:
  mutable std::mutex mutex;
  mutable llvm::DenseMap<mlir::Type, std::unique_ptr<const ValueLayout>> layouts;
};

} // namespace kgen::ir

#endif // KGEN_LIB_IR_VALUELAYOUTCACHE_H
