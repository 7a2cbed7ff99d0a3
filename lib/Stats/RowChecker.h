// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replays the checks of one row after another. Each thread has a checker of its own.

#ifndef KGEN_LIB_STATS_ROWCHECKER_H
#define KGEN_LIB_STATS_ROWCHECKER_H

#include "Json.h"
#include "kgen/Import/Import.h"
#include "kgen/Synthesis/DataSetReader.h"
#include "kgen/Synthesis/Forms.h"
#include "mlir/IR/MLIRContext.h"

namespace kgen::stats {

/// What this machine has for checks; an empty path, or false, where there is nothing.
struct CheckTools {
  bool python = false;
  std::string ptxas;
  /// Whether texts can be made again: not by another version of kgen or with another libdevice.
  bool forms = true;
  /// What made the set, as its manifest says.
  std::string kgenVersion, llvmVersion;
  /// Whether rows are made again from their plan, and compared byte for byte.
  bool again = false;
};

/// What was found out about a row.
struct RowVerdict {
  /// Each with file and line; none where the row is valid.
  std::vector<std::string> problems;
  std::string id, category, kernelName;
  uint64_t rejectedDraws = 0;
  /// Whether its line is not the one that was checked.
  bool isAnother = false;
  /// Of each check that the options ask for and not every machine can make, whether it was made.
  std::array<std::optional<bool>, numChecks> checked = {};
  /// How often its idiom had given out all of its structures.
  uint64_t pass = 0;
  ColumnType type;
  /// Where the row stands, and texts of it that are checked together with those of other rows; PTX by column.
  std::string where, python;
  std::vector<std::pair<std::string, std::string>> ptx;
  /// How much was found right.
  uint64_t cases = 0, gradients = 0, forms = 0, reimported = 0, assembled = 0, executed = 0;

  void problem(const llvm::Twine &what) { problems.push_back((where + ": error: " + what).str()); }
};

class RowChecker {
public:
  /// An error where code for the target of a set cannot be made here.
  static llvm::Expected<std::unique_ptr<RowChecker>> create(const DataSetPlan &plan, const CheckTools &tools);

  /// A verdict for each row, in order.
  std::vector<RowVerdict> check(llvm::ArrayRef<Row> rows);

private:
  RowChecker(const DataSetPlan &plan, const CheckTools &tools) : plan(plan), tools(tools) {}
  void checkAlone(const Row &row);
  void checkRow(const Json &sample, const Json &checks);
  bool checkColumns(const Json &sample);
  void checkMetadata(const Json &metadata, const Json &checks);
  void checkLadder(const Json &checks);
  void checkKernel(const Json &sample);
  std::vector<PrintedForm> checkForms(mlir::ModuleOp module, const Json &sample);
  void checkCases(KernelOp kernel, KernelOp backward, const Json &sample, llvm::StringRef error);
  void compareWhole(mlir::OwningOpRef<mlir::ModuleOp> module, KernelOp kernel, KernelOp backward,
                    llvm::ArrayRef<PrintedForm> forms, const Json &sample);
  void compareChecks(double storageError);
  void makeAgain(const Json &sample);
  bool checkSameText(llvm::StringRef column, llvm::StringRef expected, llvm::StringRef got);
  void problem(const llvm::Twine &what) { verdict.problem(what); }
  void reimport(RowVerdict &known);
  std::string compareImported(llvm::StringRef tree, const RowVerdict &known);
  void assemble(std::vector<RowVerdict> &verdicts);
  void startContext();

  DataSetPlan plan;
  CheckTools tools;
  std::unique_ptr<FormPrinter> forms;
  std::unique_ptr<PythonReader> python; // null where there is none
  std::unique_ptr<SampleMaker> maker;   // null where rows are not made again
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned rows = 0;
  /// Of the row at hand.
  RowVerdict verdict;
  Json checks;
  std::string line, checksWhere;
  uint64_t index = 0;
  bool hasBackward = false; // as the row that is checked says
};

/// Runs a kernel and its backward (null for none) on a case of a sample and compares with what is recorded there.
/// Returns what is wrong, or "". Counts the gradients that were compared.
std::string replayCase(KernelOp kernel, KernelOp backward, const Json &recorded, uint64_t &gradients);

/// Runs the PTX of a sample on one of its cases and compares. Returns what is wrong, or "". "" as the backward: there
/// is none.
std::string replayPtx(KernelOp kernel, llvm::StringRef forward, llvm::StringRef backward, const Json &recorded);

} // namespace kgen::stats

#endif // KGEN_LIB_STATS_ROWCHECKER_H
