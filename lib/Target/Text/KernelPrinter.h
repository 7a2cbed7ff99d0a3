// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the body of one kernel: expressions with as few brackets as a person would write, statements in the author's
// order, variables declared where they are first assigned. Asks a Language for every spelling.

#ifndef KGEN_LIB_TARGET_TEXT_KERNELPRINTER_H
#define KGEN_LIB_TARGET_TEXT_KERNELPRINTER_H

#include "Language.h"
#include "Names.h"
#include "Variables.h"

#include "kgen/IR/CallSpelling.h"
#include "kgen/IR/WarpFunctions.h"
#include "llvm/ADT/TypeSwitch.h"

namespace kgen::text {

/// Module constants of all kernels of a text: what a symbol and a value are called.
/// An extent of a tile, as a constant of a module has it.
inline mlir::TypedAttr extentAttr(mlir::MLIRContext *context, int64_t extent) {
  mlir::Builder builder(context);
  return builder.getIntegerAttr(builder.getIntegerType(32, /*isSigned=*/true), extent);
}

using Constants = llvm::DenseMap<std::pair<mlir::Attribute, mlir::Attribute>, std::string>;

/// Comments as the author wrote them, `# text`, a line each; "" for the blank line of a paragraph.
using Comments = llvm::SmallVector<std::string, 2>;

/// The comments in an attribute: a string or an array of strings.
Comments readComments(mlir::Attribute attribute);

/// The lines of a docstring, without the indentation that they have in the source.
llvm::SmallVector<std::string> textLines(llvm::StringRef text);

/// Whether a line of the text is no comment.
bool hasCode(llvm::StringRef text, const Language &language);

/// How the author wrote a call of one of Warp's functions, where the language has them; nothing for any other.
std::optional<CallSpelling> spellingOf(CallOp call, const Language &language);

class KernelPrinter {
public:
  /// If `file` is not null, each line ends in a mark of the lines of that file that it comes from (`takeLineMarks`).
  KernelPrinter(mlir::FunctionOpInterface function, Language &language, const Constants &constants,
                const std::string *file = nullptr);

  mlir::FunctionOpInterface getFunction() const { return function; }
  KernelOp getKernel() const { return llvm::cast<KernelOp>(function.getOperation()); }
  /// Names of the parameters, in order.
  llvm::ArrayRef<std::string> parameters() const { return parameterNames; }
  /// The author's comments of an op or of a parameter: `kgen.lead`, `kgen.tail`, ...
  Comments commentsOf(mlir::Operation *op, llvm::StringRef kind) const;
  Comments parameterComments(unsigned i, llvm::StringRef kind) const;
  /// The function whose adjoint or replay this one is, as the author wrote it; null where it is none.
  FuncOp getAdjointOf() const { return adjointOf; }
  FuncOp getReplayOf() const { return replayOf; }
  /// Whether an op is printed inside the expression of a later statement.
  bool isInline(mlir::Operation *op) const { return placement.isInline(op); }
  /// The name of a thing of the frame: the word, or where the author has that, another.
  const std::string &frameName(llvm::StringRef word) const { return frameNames.find(word)->second; }
  /// True where the body or the frame mentions a parameter.
  bool usesParameter(unsigned i) const;
  /// How many coordinates of the grid the kernel asks for: 1 to 4.
  unsigned coordinates() const;
  /// True where a `return` stands inside a loop, from where C++ cannot go on with the next thread.
  bool returnsFromLoop() const;
  /// True where the kernel has an op that there is no text for: an error was reported, and the text is of no use.
  bool hasRefused() const { return refused; }

  /// The code that runs once a launch: the gradients of arrays.
  std::string launchPart(unsigned indent);
  /// The program of a thread. `inFunction`: as a function's body, that a `return` leaves. `opening` stands before it.
  std::string threadPart(unsigned indent, bool inFunction, std::string opening = "");
  /// The author's description of the kernel, or "".
  llvm::StringRef docstring() const;
  /// Marks of the lines where the function and a parameter begin; "" where nobody asked.
  std::string headMark() const;
  std::string parameterMark(unsigned i) const;

private:
  //===--- Expressions (Expressions.cpp) ---===//
  Expr use(mlir::Value value);
  std::string useText(mlir::Value value) { return use(value).text; }
  Expr expression(mlir::Operation *op);
  Expr builtin(mlir::Operation *op);
  NegOp leadingNegation(mlir::Value value);
  std::pair<Expr, std::optional<bool>> withoutMinuses(mlir::Value value, bool inProducts);
  /// In a kernel that was computed: `a + -b` as `a - b`, `not a < b` of integers as `a >= b`; null where as it stands.
  std::optional<Expr> simplified(mlir::Operation *op);
  llvm::SmallVector<Expr> componentsOf(mlir::Value aggregate);
  Expr infix(llvm::StringRef op, const Expr &a, const Expr &b);
  Expr prefix(llvm::StringRef op, const Expr &a);
  Expr negated(const Expr &condition);
  Expr call(llvm::StringRef name, llvm::ArrayRef<Expr> arguments);
  Expr callFunction(CallOp op);
  Expr spelledCall(CallOp op, const CallSpelling &spelling, llvm::ArrayRef<Expr> arguments);
  Expr collective(TileAccessOpInterface op);
  Expr argument(TileAccessOpInterface op, const WarpParameter &parameter);
  Expr extents(TileAccessOpInterface op);
  Expr conditional(IfOp op);
  Expr primary(std::string text, llvm::ArrayRef<Expr> parts);
  std::string bracketed(const Expr &operand, llvm::StringRef outer, int precedence);
  llvm::SmallVector<Expr> indexExprs(llvm::ArrayRef<mlir::OpFoldResult> indices, Expr &whole);
  llvm::SmallVector<std::string> indexTexts(llvm::ArrayRef<mlir::OpFoldResult> indices, Expr &whole);
  Expr access(mlir::Value array, llvm::ArrayRef<mlir::OpFoldResult> indices);
  /// The part of a value of some type at the end of a path.
  Expr part(const Expr &whole, mlir::Type type, llvm::ArrayRef<mlir::OpFoldResult> path);
  /// How a part of a variable, which expressions spell `read`, is assigned.
  std::string target(llvm::StringRef read, llvm::StringRef name, mlir::Type type,
                     llvm::ArrayRef<mlir::OpFoldResult> path);
  Expr view(ViewOp op);
  Expr atomicCall(AtomicOp op);
  Expr atomicCasCall(AtomicCasOp op);
  Expr tapeCall(mlir::Operation *op);
  Expr gradientCall(llvm::StringRef name, mlir::Operation *op, mlir::Value gradient,
                    llvm::ArrayRef<mlir::OpFoldResult> indices, mlir::ValueRange values = {});

  //===--- Comments (Comments.cpp) ---===//
  /// Prints the comments that wait for the next line.
  void flushComments();
  /// Prints those that no line came after.
  void endBlock();
  /// Puts a comment behind the last line, where there is one since `begin`.
  void endLine(const Comments &tail, size_t begin);

  //===--- Lines (LineMarks.cpp) ---===//
  /// The op whose lines are printed, while this lives.
  struct Printing {
    Printing(KernelPrinter &printer, mlir::Operation *op) : at(printer.current), outer(std::exchange(at, op)) {}
    ~Printing() { at = outer; }
    mlir::Operation *&at, *outer;
  };
  /// Lines of a text, each with the mark of the op that is being printed.
  std::string marked(std::string text) const;
  void addLinesOf(mlir::Operation *op, llvm::SmallVectorImpl<unsigned> &lines) const;

  //===--- Statements (Statements.cpp) ---===//
  /// Writes a line of the text; a long one goes on in the next.
  void line(llvm::StringRef text);
  void block(mlir::Block &block);
  /// The text of an inner block; `opening` are comments at its start.
  std::string nested(mlir::Block &block, Comments opening = {});
  /// Prints an op with its comments.
  void statement(mlir::Operation *op);
  void printed(mlir::Operation *op);
  void define(mlir::Operation *op);
  /// Reports the first op that there is no text for.
  void refuse(mlir::Operation *op);
  void defineInsert(InsertOp op);
  void elifChain(IfOp op, llvm::StringRef head);
  void defineThread(TidOp op);
  void callStatement(CallOp op);
  void passOn(CustomAdjointOp op);
  void printFormat(PrintfOp op);
  /// The assignments that take over the results of an op, where all that it gives goes to variables at once.
  llvm::SmallVector<SetOp> takersOf(mlir::Operation *op) const;
  bool isTaker(SetOp set) const;
  llvm::SmallVector<std::string> resultNames(mlir::Operation *op, bool &isRead);
  /// `readAs` is how expressions spell the target, where that is another way.
  void assign(llvm::StringRef target, const Expr &value, mlir::Operation *at, bool onArray = false,
              llvm::StringRef readAs = "");
  void assignElement(llvm::StringRef target, mlir::Value value, mlir::Operation *at, bool onArray,
                     llvm::StringRef readAs = "");
  /// Assigns to a variable, or declares it where `at` is the op to do so.
  void assignVariable(Variable *variable, const Expr &value, mlir::Operation *at);
  void copyAll(llvm::ArrayRef<std::pair<Variable *, Expr>> copies, mlir::Operation *at);
  void store(StoreOp op);
  void set(SetOp op);
  unsigned firstAssignment(mlir::Value var) const;
  void setTogether(llvm::ArrayRef<SetOp> sets);
  void atomic(mlir::Operation *op);
  void declareOpen(mlir::Operation *op);
  void ifStatement(IfOp op);
  IfOp elifOf(mlir::Block *block);
  void enterLoop(LoopOpInterface loop);
  void forLoop(ForOp op);
  void whileLoop(WhileOp op);
  void yield(YieldOp op);
  void exit(mlir::Operation *op);
  bool inlineBlock(mlir::Block &block);
  std::string boundText(mlir::OpFoldResult bound);
  void nameLong(mlir::Operation *op, Expr &expr);
  void varStatement(VarOp op);
  /// The value of an assignment to a variable of the author's.
  Expr authored(mlir::Operation *assignment, VarOp var, mlir::Value value);

  void nameInductions();
  void nameTargets();
  void nameAdjoints();
  bool shareName(Variable *variable);
  const std::string &nameOf(Variable *variable, mlir::Value value);
  std::string derivedName(mlir::Value value);

  mutable mlir::FunctionOpInterface function; // ops are handles: asking one changes nothing
  bool isComputed;
  FuncOp adjointOf, replayOf;
  /// Of an adjoint, the parameters that its results are the adjoints of: those of floats.
  llvm::SmallVector<unsigned> adjointParameters;
  Language &language;
  const Constants &constants;
  const std::string *file;
  Placement placement;
  Variables variables;
  NameTable names;
  llvm::SmallVector<std::string> parameterNames;
  llvm::DenseMap<const Variable *, std::string> variableNames;
  /// Expressions of ops that are printed in place, and of values that got a name for being too long.
  llvm::DenseMap<mlir::Value, std::unique_ptr<Expr>> expressions;
  std::map<std::string, std::string, std::less<>> frameNames;
  /// In an author's adjoint of a function: the variables that are the adjoints of its parameters.
  llvm::DenseSet<mlir::Operation *> adjoints;
  /// The statement that is being printed.
  mlir::Operation *current = nullptr;
  /// Comments that stand above what is printed next.
  Comments pending;
  std::string out;
  unsigned indent = 0;
  /// Inside an expression with arms nothing may be computed ahead.
  unsigned inArms = 0;
  bool inFunction = false;
  bool refused = false;
};

} // namespace kgen::text

#endif // KGEN_LIB_TARGET_TEXT_KERNELPRINTER_H
