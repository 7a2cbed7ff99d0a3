// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates kernels between Warp Python, the kgen dialect and the languages of Languages.def. This file is the command
// line only.

#include "Translations.h"

#include "kgen/IR/Kgen.h"
#include "kgen/Support/CommandLine.h"
#include "kgen/Support/Lanes.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using kgen::Translation;

static constexpr const char *overview = "kgen-translate: a kernel from one form into another\n";
static constexpr const char *examples =
    "  kgen-translate --warp-to-kgen k.py -o k.mlir\n"
    "  kgen-translate --warp-to-kgen --all project --report=report.json -o modules\n"
    "  kgen-translate --kgen-to-cuda k.mlir --no-backward\n"
    "  kgen-translate --kgen-to-ptx k.py --kernel k --chip sm_90 -O3\n"
    "  kgen-translate --kgen-to-html k.py --case case.json -o k.html\n"
    "  kgen-translate --kgen-to-llvmir k.py --with-metadata\n"
    "  kgen-translate --kgen-to-warp-aot k.py -o kernels\n\n"
    "A file that ends in .py is read as Warp Python by each of them.\n";

static cl::OptionCategory category("kgen-translate");

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("FILE.{mlir,py} or, with --all, DIRECTORY"),
                                      cl::init("-"), cl::cat(category));
static cl::opt<std::string> outputFile("o", cl::desc("where to write (default: standard output)"),
                                       cl::value_desc("file"), cl::init("-"), cl::cat(category));

namespace {
/// A translation, and the option that asks for it.
struct Choice {
  Translation translation;
  std::string flag, help;
  kgen::FormLanguage language = {};
};
} // namespace

static std::vector<Choice> makeChoices() {
  std::vector<Choice> choices = {{Translation::WarpToKgen, "warp-to-kgen", "Warp Python to the kgen dialect"},
                                 {Translation::KgenToWarp, "kgen-to-warp", "to Warp Python"}};
  for (const kgen::LanguageInfo &info : kgen::allLanguages())
    choices.push_back(
        {Translation::KgenToForm, "kgen-to-" + std::string(info.flag), "to " + std::string(info.help), info.language});
  choices.push_back({Translation::KgenToObject, "kgen-to-object", "to an object file for the CPU"});
  choices.push_back({Translation::KgenToWarpAot, "kgen-to-warp-aot",
                     "to the files that Warp's load_aot_module reads, in the directory -o"});
  choices.push_back({Translation::KgenToHtml, "kgen-to-html", "all of these on one page, side by side"});
  return choices;
}

static const std::vector<Choice> choices = makeChoices();
/// The numbers of the choices that were made.
enum class ChoiceNumber {};
static cl::bits<ChoiceNumber> chosen(cl::desc("what to make (required):"), cl::cat(category));

static void addChoices() {
  for (const auto &[i, choice] : llvm::enumerate(choices))
    chosen.getParser().addLiteralOption(choice.flag, static_cast<ChoiceNumber>(i), choice.help);
}

/// `--kgen-to-llvmir, --kgen-to-cpp`: the options of the translations that `isListed` takes.
static std::string listFlags(llvm::function_ref<bool(const Choice &)> isListed, llvm::StringRef last = ", ") {
  std::vector<std::string> flags;
  for (const Choice &choice : choices)
    if (isListed(choice))
      flags.push_back("--" + choice.flag);
  return llvm::join(llvm::ArrayRef(flags).drop_back(), ", ") + last.str() + flags.back();
}
static cl::opt<std::string>
    kernel("kernel",
           cl::desc("the kernel to translate: its name, OUTER.NAME within a function, OUTER(3, wp.vec3).NAME\n"
                    "for these arguments of that function, NAME:LINE, or\n"
                    "NAME:LINE@FILE with what kgen_warp wrote of its names\n"
                    "(default: the only one of a Python file, all of a module)"),
           cl::value_desc("name"), cl::cat(category));
static cl::opt<bool> all("all",
                         cl::desc("every kernel of a Python file that can be imported; the others are warnings;\n"
                                  "of a directory: every one below it, a module a file, in the directory -o"),
                         cl::cat(category));
static cl::opt<std::string>
    report("report",
           cl::desc("with --all: write the outcome of each kernel as JSON;\nrefusals are data then, and the exit "
                    "status is 0"),
           cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string>
    assumeAny("assume-any",
              cl::desc("--warp-to-kgen: the scalar type that a generic kernel gets if its file does not say\n"
                       "its types, such as float32 (default: such a kernel is refused)"),
              cl::value_desc("type"), cl::cat(category));
static cl::opt<bool>
    withMetadata("with-metadata",
                 cl::desc("LLVM IR, C++, CUDA C++ and PTX: one JSON object, {ir_forward, ir_backward, metadata}"),
                 cl::cat(category));
static cl::opt<std::string> caseFile("case",
                                     cl::desc("HTML: arguments whose results the page shows, as JSON (default: the "
                                              "CASE of a Python file)"),
                                     cl::value_desc("file"), cl::cat(category));
static cl::opt<bool> noBackward("no-backward",
                                cl::desc("print the forward only (default: backward too, where there is one)"),
                                cl::cat(category));
static cl::opt<bool> selfContained("self-contained", cl::desc("C++ and CUDA C++ that include no header of kgen's"),
                                   cl::cat(category));
static cl::opt<kgen::FormStyle>
    style("style", cl::desc("CUDA C++: the conventions of its entry points (default: warp)"),
          cl::values(clEnumValN(kgen::FormStyle::Warp, "warp", "those of Warp's launcher, with kgen/kgen.cuh"),
                     clEnumValN(kgen::FormStyle::Native, "native",
                                "plain pointers and extents, no header; the forward only")),
          cl::init(kgen::FormStyle::Warp), cl::cat(category));
static cl::opt<std::string> chip("chip", cl::desc("PTX: the GPU's architecture (default: sm_80)"), cl::init("sm_80"),
                                 cl::cat(category));
static cl::opt<std::string>
    libdevice("libdevice", cl::desc("PTX: bitcode of NVIDIA's elementary functions (default: that of the build)"),
              cl::value_desc("path"), cl::cat(category));
static cl::opt<std::string>
    moduleName("module", cl::desc("files for Warp: the name by which Python imports the module (default: the file's)"),
               cl::value_desc("name"), cl::cat(category));
static cl::opt<bool> noPtx("no-ptx", cl::desc("files for Warp: for the CPU only"), cl::cat(category));
enum class Contract { Off, Fast };
static cl::opt<Contract> contract("fp-contract", cl::desc("PTX and LLVM IR: fuse multiply and add (default: off)"),
                                  cl::values(clEnumValN(Contract::Off, "off", "never"),
                                             clEnumValN(Contract::Fast, "fast", "everywhere")),
                                  cl::init(Contract::Off), cl::cat(category));
static cl::opt<char> optLevel("O", cl::desc("PTX and LLVM IR: optimisation level, 0 to 3 (default: 1)"), cl::Prefix,
                              cl::init('1'), cl::cat(category));

static cl::opt<kgen::Lanes>
    lanes("lanes", cl::desc("LLVM IR and objects: threads that run at once, as lanes of vectors (default: off)"),
          kgen::lanesValues(), cl::init(kgen::Lanes::Off), cl::cat(category));
static cl::opt<bool>
    concurrent("concurrent",
               cl::desc("LLVM IR and objects: entry points take a range of the launch's threads, and may be called "
                        "for several at the same time"),
               cl::cat(category));
static cl::opt<std::string>
    cpu("mcpu", cl::desc("LLVM IR and objects: the CPU; 'native' for this one (default: any, with lanes x86-64-v3)"),
        cl::value_desc("name"), cl::cat(category));

static int run(const kgen::TranslateRequest &request) {
#ifdef KGEN_HAVE_Import
  if (request.all && sys::fs::is_directory(request.input))
    return failed(kgen::importDirectory(request, outputFile));
#endif
  mlir::MLIRContext context;
  context.printOpOnDiagnostic(false); // the line of the source is enough
  context.loadDialect<kgen::KgenDialect>();
  SourceMgr sourceMgr;
  mlir::SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  mlir::OwningOpRef<mlir::ModuleOp> module = kgen::load(request, sourceMgr, &context);
  if (!module)
    return 1;
  if (!request.report.empty() && module->getBody()->empty()) // the report says why
    return kgen::writeOutput(outputFile, "") ? 0 : 1;
  if (failed(kgen::prepare(request, *module)))
    return 1;
  if (request.translation == Translation::KgenToWarpAot) {
#ifdef KGEN_HAVE_Synthesis
    return failed(kgen::writeWarpAot(request, *module, outputFile));
#else
    return kgen::inputError("this kgen-translate was built without code generation");
#endif
  }
  // All of the text or none of it.
  std::string text;
  raw_string_ostream stream(text);
  if (failed(kgen::translate(request, *module, stream)))
    return 1;
  return kgen::writeOutput(outputFile, text) ? 0 : 1;
}

int main(int argc, char **argv) {
  kgen::InitTool init(argc, argv, "kgen-translate");
  cl::HideUnrelatedOptions(category);
  addChoices();
  kgen::listValues(contract, lanes, style);
  if (!kgen::parseCommandLine(argc, argv, overview, examples))
    return 2;
  kgen::TranslateRequest request;
  unsigned numChosen = 0;
  for (const auto &[i, choice] : llvm::enumerate(choices))
    if (chosen.isSet(static_cast<ChoiceNumber>(i))) {
      request.translation = choice.translation;
      request.language = choice.language;
      ++numChosen;
    }
  if (numChosen != 1) {
    std::string wrong = "expected one of " + listFlags([](const Choice &) { return true; }) + ", but got " +
                        (numChosen ? "several" : "none");
    return argc == 1 ? kgen::nothingAsked(wrong) : kgen::usageError(wrong);
  }
  if (optLevel < '0' || optLevel > '3')
    return kgen::usageError("expected an optimisation level from -O0 to -O3, but got -O" + Twine(optLevel.getValue()));
  if (all && !kernel.empty())
    return kgen::usageError("expected --all or --kernel, but got both");
  if (!caseFile.empty() && request.translation != Translation::KgenToHtml)
    return kgen::usageError("expected --kgen-to-html with --case");
  auto hasMetadata = [](const Choice &choice) { return choice.translation == Translation::KgenToForm; };
  if (withMetadata && request.translation != Translation::KgenToForm)
    return kgen::usageError("expected " + listFlags(hasMetadata, " or ") + " with --with-metadata");
  bool isNative = style == kgen::FormStyle::Native;
  if (isNative && (!request.makes(kgen::FormLanguage::Cuda) || !noBackward || selfContained))
    return kgen::usageError("expected --kgen-to-cuda and --no-backward with --style=native, and no --self-contained");
  bool isForWarp = request.translation == Translation::KgenToWarpAot;
  if (isForWarp && outputFile == "-")
    return kgen::usageError("expected -o DIRECTORY with --kgen-to-warp-aot");
  if (!isForWarp && (noPtx || !moduleName.empty()))
    return kgen::usageError("expected --kgen-to-warp-aot with --module or --no-ptx");
  if (all && sys::fs::is_directory(inputFile) && (outputFile == "-" || request.translation != Translation::WarpToKgen))
    return kgen::usageError("expected --warp-to-kgen and -o DIRECTORY where the input is a directory");
  static constexpr StringRef scalars[] = {"float16", "bfloat16", "float32", "float64", "int8",  "uint8",
                                          "int16",   "uint16",   "int32",   "uint32",  "int64", "uint64"};
  if (!assumeAny.empty() && !is_contained(scalars, assumeAny))
    return kgen::usageError("expected a scalar type such as 'float32' with --assume-any, but got '" + assumeAny + "'");
  if (!report.empty() && !all)
    return kgen::usageError("expected --all with --report");
  request.input = inputFile;
  request.all = all;
  request.report = report;
  request.assumeAny = assumeAny;
  request.kernel = kernel;
  request.backward = !noBackward;
  request.selfContained = selfContained;
  request.style = style;
  request.contract = contract == Contract::Fast;
  request.chip = chip;
  request.libdevice = libdevice;
  request.optLevel = optLevel - '0';
  request.lanes = kgen::lanesOf(lanes);
  request.cpu = cpu;
  request.concurrent = concurrent;
  request.caseFile = caseFile;
  request.withMetadata = withMetadata;
  request.moduleName = moduleName;
  request.ptx = !noPtx;
  return run(request);
}
