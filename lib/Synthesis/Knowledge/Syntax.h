// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Python's syntax as far as the library of knowledge uses it: what a build reads from data/library, and what the engine
// writes kernels in. Knows nothing of kernels; the importer gives a finished program its types.

#ifndef KGEN_LIB_SYNTHESIS_KNOWLEDGE_SYNTAX_H
#define KGEN_LIB_SYNTHESIS_KNOWLEDGE_SYNTAX_H

#include "kgen/IR/WarpFunctions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include <string>
#include <vector>

namespace kgen::knowledge {

/// A class of Python's `ast`. The comments tell the contents of `text` and `kids`.
enum class Kind : uint8_t {
  Name,      // text: the name
  Int,       // text: the digits
  Float,     // text: the digits
  Bool,      // text: True, False
  Str,       // text: what it says
  Attribute, // text: the attribute; kids: of what
  Call,      // kids: callee, arguments
  Keyword,   // text: the name; kids: the value
  Subscript, // kids: of what, indices
  Binary,    // text: Add, Sub, ...; kids: both sides
  Unary,     // text: USub, Not, Invert
  Compare,   // text: Lt, Eq, ...; kids: both sides
  BoolOp,    // text: And, Or; kids: the operands
  IfExp,     // kids: condition, value if it holds, value if not
  Tuple,     // kids: the elements
  Assign,    // text: a comment; kids: target, value
  AugAssign, // text: Add, ...; kids: target, value
  If,        // kids: condition; body, orelse
  For,       // kids: target, what it runs over; body
  While,     // kids: condition; body
  With,      // kids: calls; body
  Return,    // kids: the value, if any
  Break,
  Continue,
  Pass,
  Expr,     // kids: the expression
  Argument, // text: the name; kids: the annotation, if any
  Function, // text: the name; kids: arguments; body; orelse: decorators
};

struct Node;
using NodeRef = const Node *;
using Nodes = std::vector<NodeRef>;

struct Node {
  Kind kind;
  std::string text;
  Nodes kids, body, orelse;
  unsigned line = 0;

  bool is(Kind other) const { return kind == other; }
  bool isName(llvm::StringRef name) const { return kind == Kind::Name && text == name; }
  /// Whether this calls a plain name, such as `guard(i)`.
  bool calls(llvm::StringRef name) const { return kind == Kind::Call && kids[0]->isName(name); }
  /// Whether this calls a function of Warp's, such as `wp.tid()`.
  bool callsWarp(llvm::StringRef name) const {
    return kind == Kind::Call && kids[0]->kind == Kind::Attribute && kids[0]->text == name;
  }
};

/// Owns nodes; they stay where they are.
class Arena {
public:
  NodeRef make(Kind kind, llvm::StringRef text = "", Nodes kids = {}, Nodes body = {}, Nodes orelse = {},
               unsigned line = 0) {
    return new (nodes.Allocate()) Node{kind, text.str(), std::move(kids), std::move(body), std::move(orelse), line};
  }
  NodeRef name(llvm::StringRef text) { return make(Kind::Name, text); }
  NodeRef integer(int64_t value) { return make(Kind::Int, std::to_string(value)); }
  NodeRef warp(llvm::StringRef function, Nodes arguments);
  NodeRef call(llvm::StringRef function, Nodes arguments);
  NodeRef assign(NodeRef target, NodeRef value, llvm::StringRef comment = "") {
    return make(Kind::Assign, comment, {target, value});
  }

private:
  llvm::SpecificBumpPtrAllocator<Node> nodes;
};

/// Reads words with a tab behind each, which is how read_library.py and kgen-library write their results. After a word
/// that is none of theirs it has failed, and reads nothing more.
class WordReader {
public:
  explicit WordReader(llvm::StringRef words) : words(words) {}

  bool isAtEnd() const { return words.empty(); }
  size_t size() const { return words.size(); }
  bool hasFailed() const { return failed; }
  void fail() {
    failed = true;
    words = {};
  }
  llvm::StringRef word();
  int64_t number();
  /// A number, and so many times what `read` takes.
  void list(llvm::function_ref<void()> read);

private:
  llvm::StringRef words;
  bool failed = false;
};

/// The nodes that read_library.py wrote; nullopt where they are none.
std::optional<Nodes> readNodes(llvm::StringRef words, Arena &arena);

/// Calls `visit` for a node and all below it, in the order of the text.
void walk(NodeRef node, llvm::function_ref<void(NodeRef)> visit);

/// The one of Warp's functions of tiles that this calls, or null.
const WarpFunction *tileFunctionOf(NodeRef node);

/// How much a value has to read, and how much an author puts into one.
unsigned sizeOf(NodeRef value);
inline constexpr unsigned mostInExpression = 22;

/// How many operations of a value wait for each other, and how many may: printers give a part of a deeper one a name,
/// so that its text is another kernel.
unsigned depthOf(NodeRef value);
inline constexpr unsigned mostDepth = 8;

/// Whether two trees are written alike.
bool isSame(NodeRef a, NodeRef b);

/// Whether a name stands anywhere in these.
bool readsName(const Nodes &list, llvm::StringRef name);

/// A tree in which each that is the same as `old` is `made`.
NodeRef replace(NodeRef node, NodeRef old, NodeRef made, Arena &arena);

/// A body as hashed tokens of its Python, names and constants removed. `isConstant`: of a module's names.
std::vector<uint64_t> outline(const Nodes &body, llvm::function_ref<bool(llvm::StringRef)> isConstant);

} // namespace kgen::knowledge

#endif // KGEN_LIB_SYNTHESIS_KNOWLEDGE_SYNTAX_H
