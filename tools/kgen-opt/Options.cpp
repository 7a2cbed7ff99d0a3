// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options that the help shows, and the check of the passes' options before anything is read.

#include "Options.h"
#include "kgen/Support/CommandLine.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
namespace cl = llvm::cl;

static constexpr const char *overview = "kgen-opt: passes over kernels in the kgen dialect\n";
static constexpr const char *examples =
    "  kgen-opt k.mlir                                          checks a module and prints it\n"
    "  kgen-opt k.mlir --kgen-lower-early-exits --kgen-promote-variables\n"
    "                                                           source form to value form\n"
    "  kgen-opt k.mlir --kgen-differentiate -o gradients.mlir   adds backward kernels\n"
    "  kgen-opt k.mlir --kgen-to-nvptx=chip=sm_90               lowers to the LLVM dialect\n\n"
    "--help-hidden shows all options of MLIR's drivers. Options of a pass stand in one argument; their defaults:\n\n";

/// Those of MLIR's own options that a user of kgen needs.
static constexpr llvm::StringRef shown[] = {"emit-bytecode",
                                            "mlir-pass-pipeline-crash-reproducer",
                                            "mlir-print-debuginfo",
                                            "mlir-print-ir-after",
                                            "mlir-print-ir-after-all",
                                            "mlir-print-op-generic",
                                            "mlir-timing",
                                            "pass-pipeline",
                                            "remarks-filter",
                                            "split-input-file",
                                            "verify-diagnostics",
                                            "verify-each"};

kgen::OptOptions::Reset::Reset(DialectRegistry &registry) {
  cl::ResetCommandLineParser();
  registerCLIOptions("kgen-opt", registry);
}

kgen::OptOptions::OptOptions(DialectRegistry &registry) : reset(registry) {
  llvm::DenseMap<llvm::StringRef, cl::Option *> &all = cl::getRegisteredOptions();
  cl::Option *passes = all.lookup("canonicalize"); // one option, which has the name of each pass
  for (auto &[name, option] : all) {
    if (name == "remarks-filter")
      option->setDescription("Print remarks of these categories, a regular expression (default: none)");
    if (option == passes || llvm::is_contained(shown, name))
      option->addCategory(category);
    else if (option != &inputFile && option != &outputFile && name != "help" && name != "version") {
      option->addCategory(others);
      option->setHiddenFlag(cl::Hidden);
    }
  }
}

namespace {
/// LLVM itself prints an option that it does not take, without the pass that it was given to; this adds the pass.
class MutedErrors {
public:
  MutedErrors() : errors(dup(STDERR_FILENO)), null(open("/dev/null", O_WRONLY)) { dup2(null, STDERR_FILENO); }
  ~MutedErrors() {
    dup2(errors, STDERR_FILENO);
    close(errors);
    close(null);
  }

private:
  int errors, null;
};
} // namespace

static bool takes(const PassRegistryEntry &entry, llvm::StringRef options) {
  MutedErrors muted;
  OpPassManager pm(OpPassManager::Nesting::Implicit);
  return succeeded(entry.addToPipeline(pm, options, [](const llvm::Twine &) { return failure(); }));
}

/// The options that a pass or a pipeline takes, with their defaults: `slots=0 tape=false`. Those of a pipeline are
/// options of its passes, of which it may take some.
static std::string optionsOf(const PassRegistryEntry &entry) {
  OpPassManager defaults(OpPassManager::Nesting::Implicit);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (succeeded(entry.addToPipeline(defaults, "", [](const llvm::Twine &) { return failure(); })))
    defaults.printAsTextualPipeline(os);
  llvm::SmallVector<llvm::StringRef> options, taken;
  llvm::StringRef(text).split('{').second.split('}').first.split(options, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef option : options)
    if (takes(entry, option))
      taken.push_back(option);
  return llvm::join(taken, " ");
}

/// The defaults of our passes' options, a pass a line, in the syntax of a command line.
static std::string passDefaults() {
  llvm::SmallVector<llvm::StringRef> names;
  cl::getRegisteredOptions().lookup("canonicalize")->getExtraOptionNames(names);
  llvm::sort(names);
  std::string text;
  for (llvm::StringRef name : names) {
    if (!name.contains("kgen"))
      continue;
    const PassRegistryEntry *entry = PassInfo::lookup(name);
    std::string options = optionsOf(entry ? *entry : *PassPipelineInfo::lookup(name));
    if (!options.empty())
      text += "  --" + name.str() + "=\"" + options + "\"\n";
  }
  return text;
}

/// Whether each pass on the command line takes the options that are given to it.
static bool checkPassOptions(llvm::ArrayRef<char *> arguments) {
  for (llvm::StringRef argument : arguments) {
    if (!argument.consume_front("-"))
      continue;
    argument.consume_front("-");
    auto [flag, options] = argument.split('=');
    const PassRegistryEntry *entry = PassInfo::lookup(flag);
    if (!entry)
      entry = PassPipelineInfo::lookup(flag);
    if (!entry || takes(*entry, options))
      continue;
    std::string known = optionsOf(*entry);
    kgen::usageError("--" + flag + ": expected " +
                     (known.empty() ? "no options" : "options such as '" + known + "' (the defaults)") + " but got '" +
                     options + "'");
    return false;
  }
  return true;
}

/// Whether the text of `--pass-pipeline`, if there is one, is a pipeline.
static bool checkPipeline() {
  auto *text = static_cast<cl::opt<std::string> *>(cl::getRegisteredOptions().lookup("pass-pipeline"));
  if (text->getNumOccurrences() == 0)
    return true;
  std::string reason;
  llvm::raw_string_ostream os(reason);
  if (succeeded(parsePassPipeline(*text, os)))
    return true;
  llvm::StringRef rest = reason;
  rest.consume_front("<Pass-Options-Parser>: ");
  llvm::SmallVector<llvm::StringRef> lines;
  rest.split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  kgen::usageError("--pass-pipeline: " + llvm::join(lines, "; "));
  return false;
}

bool kgen::OptOptions::parse(int argc, char **argv) {
  llvm::SmallVector<char *> arguments(argv, argv + argc);
  std::string withNames = "--mlir-use-nameloc-as-prefix";
  if (llvm::none_of(arguments, [&](llvm::StringRef a) { return a.starts_with(withNames); }))
    arguments.push_back(withNames.data());
  bool wantsHelp = llvm::any_of(arguments, [](llvm::StringRef a) { return a.ltrim('-').starts_with("help"); });
  std::string notes = wantsHelp ? examples + passDefaults() : "";
  return parseCommandLine(arguments.size(), arguments.data(), overview, notes) &&
         checkPassOptions(llvm::ArrayRef(argv, argc).drop_front()) && checkPipeline();
}
