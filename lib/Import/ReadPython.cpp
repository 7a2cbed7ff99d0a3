// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ReadPython.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace kgen {

/// The interpreter to run, or "" where there is none.
static std::string findPython() {
  if (std::optional<std::string> chosen = sys::Process::GetEnv("KGEN_PYTHON")) {
    ErrorOr<std::string> found = sys::findProgramByName(*chosen);
    return found ? *found : "";
  }
  ErrorOr<std::string> found = sys::findProgramByName("python3");
  return found ? *found : "";
}

/// The script, which stands beside the running executable.
static std::string findScript() {
  if (std::optional<std::string> chosen = sys::Process::GetEnv("KGEN_WARP_AST"))
    return *chosen;
  std::string executable = sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&findScript));
  SmallString<128> script(sys::path::parent_path(executable));
  sys::path::append(script, "warp-ast");
  return std::string(script);
}

namespace {

/// What a run of the script left behind.
struct Run {
  int status = -1;
  std::string output, complaint;
};

} // namespace

static std::string contents(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer = MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

static Run runScript(StringRef python, ArrayRef<StringRef> arguments) {
  Run run;
  SmallString<128> output, errors;
  if (sys::fs::createTemporaryFile("kgen-ast", "json", output) ||
      sys::fs::createTemporaryFile("kgen-ast", "txt", errors)) {
    run.complaint = "cannot make a temporary file";
    return run;
  }
  // No input is redirected: `-` reads that of this process.
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(output), StringRef(errors)};
  std::string reason;
  run.status = sys::ExecuteAndWait(python, arguments, std::nullopt, redirects, 0, 0, &reason);
  run.output = contents(output);
  // Python's own last word, where it has one.
  std::string complaints = contents(errors);
  run.complaint = StringRef(complaints).rtrim().substr(StringRef(complaints).rtrim().rfind('\n') + 1).str();
  if (run.complaint.empty())
    run.complaint = reason.empty() ? "it ended with status " + std::to_string(run.status) : reason;
  sys::fs::remove(output);
  sys::fs::remove(errors);
  return run;
}

/// Reads the object that the script writes about a file that it refuses.
static bool readError(StringRef text, PythonError &error) {
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    consumeError(value.takeError());
    return false;
  }
  const json::Object *object = value->getAsObject();
  const json::Object *reported = object ? object->getObject("error") : nullptr;
  if (!reported)
    return false;
  error.line = reported->getInteger("line").value_or(1);
  error.column = reported->getInteger("column").value_or(1);
  error.message = reported->getString("message").value_or("").str();
  return true;
}

std::optional<std::string> readPython(StringRef path, StringRef option, PythonError &error) {
  std::string python = findPython();
  if (python.empty()) {
    error.message = "expected python3 on PATH, to read Python with, but found none; install it or set KGEN_PYTHON";
    return std::nullopt;
  }
  std::string script = findScript();
  if (!sys::fs::exists(script)) {
    error.message = "expected the script warp-ast beside the executable but found none at " + script;
    return std::nullopt;
  }
  // -I and -S: nothing of the user's is imported, and the start is quick.
  SmallVector<StringRef> arguments = {python, "-I", "-S", script};
  if (!option.empty())
    arguments.push_back(option);
  arguments.push_back(path);
  Run run = runScript(python, arguments);
  if (run.status == 0 && !run.output.empty())
    return std::move(run.output);
  if (run.status != 1 || !readError(run.output, error))
    error.message = "cannot run warp-ast with " + python + ": " + run.complaint;
  return std::nullopt;
}

} // namespace kgen
