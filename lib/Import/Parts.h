// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All parts of the import of one function.

#ifndef KGEN_LIB_IMPORT_PARTS_H
#define KGEN_LIB_IMPORT_PARTS_H

#include "Adjoints.h"
#include "Assignments.h"
#include "Calls.h"
#include "Comments.h"
#include "Constructors.h"
#include "Expressions.h"
#include "Names.h"
#include "Places.h"
#include "References.h"
#include "Signature.h"
#include "Statements.h"
#include "Tiles.h"
#include "UserCalls.h"
#include "Views.h"

namespace kgen::importer {

struct Parts {
  Parts(ModuleImporter &module, PyNode function, mlir::StringAttr file);

  FunctionContext context;
  Adjoints adjoints;
  Assignments assignments;
  Calls calls;
  Comments comments;
  Constructors constructors;
  Expressions expressions;
  Names names;
  Places places;
  References references;
  Signature signature;
  Statements statements;
  Tiles tiles;
  UserCalls userCalls;
  Views views;
};

} // namespace kgen::importer

#endif // KGEN_LIB_IMPORT_PARTS_H
