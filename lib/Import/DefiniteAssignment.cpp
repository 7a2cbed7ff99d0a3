// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows the statements in order, branches and loops included; what may leave a loop early counts as leaving it.

#include "DefiniteAssignment.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kgen::importer {

/// Whether a `break` of this loop stands in these statements.
static bool breaks(ArrayRef<PyNode> statements) {
  return any_of(statements, [](PyNode statement) {
    return statement.is("Break") ||
           (statement.is("If") && (breaks(statement.list("body")) || breaks(statement.list("orelse"))));
  });
}

static bool isEndless(PyNode loop) {
  return loop.is("While") && loop.child("test").is("Constant") && loop.child("test").text("value") == "True" &&
         !breaks(loop.list("body"));
}

bool alwaysLeaves(ArrayRef<PyNode> statements) {
  return any_of(statements, [](PyNode statement) {
    if (statement.is("Break") || statement.is("Continue") || statement.is("Return"))
      return true;
    if (isEndless(statement))
      return true;
    return statement.is("If") && alwaysLeaves(statement.list("body")) && alwaysLeaves(statement.list("orelse"));
  });
}

namespace {

/// Follows statements in order and keeps in mind whether the name has a value.
class Follower {
public:
  explicit Follower(StringRef name) : name(name) {}

  /// Returns whether the name has a value at the end, given whether it has one at the start.
  bool follow(ArrayRef<PyNode> statements, bool assigned) {
    for (PyNode statement : statements)
      assigned = followOne(statement, assigned);
    // A place that cannot be reached is vacuously assigned.
    return assigned || alwaysLeaves(statements);
  }
  bool allWell = true;

private:
  bool reads(PyNode node) { return node && is_contained(node.names(), name); }
  void use(PyNode node, bool assigned) { allWell &= assigned || !reads(node); }

  bool followOne(PyNode statement, bool assigned) {
    if (statement.is("Assign")) {
      use(statement.child("value"), assigned);
      for (PyNode target : statement.list("targets"))
        assigned = assign(target, assigned);
      return assigned;
    }
    if (statement.is("AnnAssign")) {
      use(statement.child("value"), assigned);
      return assign(statement.child("target"), assigned);
    }
    if (statement.is("If")) {
      use(statement.child("test"), assigned);
      bool then = follow(statement.list("body"), assigned);
      return follow(statement.list("orelse"), assigned) && then;
    }
    if (statement.is("For") || statement.is("While")) {
      use(statement.child(statement.is("For") ? "iter" : "test"), assigned);
      follow(statement.list("body"), assigned || reads(statement.child("target")));
      return assigned;
    }
    use(statement, assigned);
    return assigned;
  }

  bool assign(PyNode target, bool assigned) {
    if (target.is("Tuple")) {
      for (PyNode element : target.list("elts"))
        assigned = assign(element, assigned);
      return assigned;
    }
    if (target.is("Name"))
      return assigned || target.text("id") == name;
    use(target, assigned);
    return assigned;
  }

  StringRef name;
};

} // namespace

bool isAssignedBeforeUse(ArrayRef<PyNode> statements, StringRef name) {
  Follower follower(name);
  follower.follow(statements, /*assigned=*/false);
  return follower.allWell;
}

} // namespace kgen::importer
