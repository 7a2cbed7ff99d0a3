// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other programs, run by this one: found, started, spoken to through pipes, and always waited for, but not for ever.

#ifndef KGEN_SUPPORT_SUBPROCESS_H
#define KGEN_SUPPORT_SUBPROCESS_H

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace kgen {

/// The time that a helper has where `usual` is enough for it: `KGEN_HELPER_SECONDS`, where that is set, stands for
/// every such time.
std::chrono::milliseconds helperTime(std::chrono::milliseconds usual);

/// A running child. Its standard input and output are pipes; its standard error is this process's, or goes with its
/// output.
class Subprocess {
public:
  using Clock = std::chrono::steady_clock;

  /// Starts a program; null, and the reason in `error`, where that cannot be done. The child gets the open files
  /// `inherited` under their own numbers and no others.
  static std::unique_ptr<Subprocess> start(const std::string &program, const std::vector<std::string> &arguments,
                                           bool errorsWithOutput, std::string &error,
                                           const std::vector<int> &inherited = {});
  /// Closes the pipes and waits a moment; a child that has not ended then is killed.
  ~Subprocess();

  /// Lets what follows wait for the child until then, and fail afterwards; without it nothing fails for want of time.
  void setDeadline(Clock::time_point time) { deadline = time; }
  /// Whether something failed because its time was over.
  bool isLate() const { return late; }

  /// Writes all of it; false where the child has gone or does not read.
  bool write(const std::string &text);
  /// Ends the child's input.
  void closeInput();
  /// The next line without its end; nullopt where the child has closed its output or says nothing.
  std::optional<std::string> readLine();
  /// What is left of the output, up to the deadline.
  std::string readAll();
  /// Waits for the end; the exit status, or 128 and the signal. A child that is late is killed.
  int wait();
  /// Ends the child and its children, whatever they do.
  void kill();

  /// Asks all children of this process to end, and starts no more: what still waits for one is answered that it has
  /// gone.
  static void endAll();

private:
  Subprocess() = default;
  bool waitFor(int descriptor, short events);
  bool readMore();
  bool hasEnded();

  int input = -1, output = -1, pid = -1, status = -1;
  std::optional<Clock::time_point> deadline;
  bool late = false;
  std::string buffer;
};

/// A file without a name that lives as long as this object, for children that want to read a file.
class MemoryFile {
public:
  explicit MemoryFile(const std::string &contents);
  ~MemoryFile();
  MemoryFile(MemoryFile &&other) noexcept : descriptor(other.descriptor) { other.descriptor = -1; }
  MemoryFile &operator=(MemoryFile &&) = delete;

  /// Below 0 where the system refused.
  int fd() const { return descriptor; }
  /// Under which a child that inherits it finds it.
  std::string path() const { return "/dev/fd/" + std::to_string(descriptor); }
  /// Under which any process of this user finds it.
  std::string pathForOthers() const;

private:
  int descriptor = -1;
};

/// Writes a file for a child to read; else why that failed.
std::error_code writeFile(const std::string &path, std::string_view text);

/// The program `name`: what the environment variable `variable` says, else the first found in `folders`, else that on
/// PATH, else "".
std::string findProgram(const char *name, const char *variable, const std::vector<std::string> &folders = {});

/// A file that stands with the running executable, by its path from there: "warp-ast", "../include/kgen".
std::string besideExecutable(std::string_view path);

/// Where a CUDA toolkit may be: `$CUDA_HOME`, `$CUDA_PATH`, the usual place.
std::vector<std::string> cudaToolkits();
/// A program of the CUDA toolkit on PATH, else of the first toolkit that has it, else "".
std::string findCudaProgram(const char *name);

} // namespace kgen

#endif // KGEN_SUPPORT_SUBPROCESS_H
