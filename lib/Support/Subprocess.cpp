// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// posix_spawn and pipes. Descriptors are closed on exec unless a child is meant to have them, so that children started
// by several threads at once do not hold each other's pipes open.

#include "kgen/Support/Subprocess.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace kgen {

template <typename Call> static auto retry(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR)
    result = call();
  return result;
}

static void close(int &descriptor) {
  if (descriptor >= 0)
    ::close(descriptor);
  descriptor = -1;
}

/// Writes all of it; false where that fails, and why in `errno`.
static bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t count = retry([&] { return ::write(descriptor, text.data(), text.size()); });
    if (count <= 0)
      return false;
    text.remove_prefix(count);
  }
  return true;
}

std::error_code writeFile(const std::string &path, std::string_view text) {
  int descriptor = retry([&] { return open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666); });
  bool isWritten = descriptor >= 0 && writeAll(descriptor, text);
  std::error_code error(isWritten ? 0 : errno, std::generic_category());
  close(descriptor);
  return error;
}

std::unique_ptr<Subprocess> Subprocess::start(const std::string &program, const std::vector<std::string> &arguments,
                                              bool errorsWithOutput, std::string &error,
                                              const std::vector<int> &inherited) {
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) {
    error = std::string("cannot make a pipe: ") + std::strerror(errno);
    close(in[0]), close(in[1]);
    return nullptr;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  if (errorsWithOutput)
    posix_spawn_file_actions_adddup2(&actions, out[1], 2);
  for (int descriptor : inherited) // onto itself: that clears close-on-exec
    posix_spawn_file_actions_adddup2(&actions, descriptor, descriptor);
  // A terminal's ctrl-C is for this process, which ends its children itself.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  std::vector<char *> argv = {const_cast<char *>(program.c_str())};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t pid = -1;
  int failed = posix_spawn(&pid, program.c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]), close(out[1]);
  if (failed) {
    error = "cannot run '" + program + "': " + std::strerror(failed);
    close(in[1]), close(out[0]);
    return nullptr;
  }
  std::unique_ptr<Subprocess> child(new Subprocess());
  child->input = in[1], child->output = out[0], child->pid = pid;
  return child;
}

Subprocess::~Subprocess() {
  close(input), close(output);
  wait();
}

bool Subprocess::write(const std::string &text) { return writeAll(input, text); }

void Subprocess::closeInput() { close(input); }

/// Adds what there is to `buffer`; false at the end.
static bool readMore(int descriptor, std::string &buffer) {
  char bytes[1 << 14];
  ssize_t count = retry([&] { return ::read(descriptor, bytes, sizeof(bytes)); });
  if (count <= 0)
    return false;
  buffer.append(bytes, count);
  return true;
}

std::optional<std::string> Subprocess::readLine() {
  size_t searched = 0, end;
  while ((end = buffer.find('\n', searched)) == std::string::npos) {
    searched = buffer.size();
    if (!readMore(output, buffer))
      return std::nullopt;
  }
  std::string line = buffer.substr(0, end);
  buffer.erase(0, end + 1);
  return line;
}

std::string Subprocess::readAll() {
  while (readMore(output, buffer)) {
  }
  return std::move(buffer);
}

int Subprocess::wait() {
  if (pid < 0)
    return status;
  int raw = 0;
  if (retry([&] { return waitpid(pid, &raw, 0); }) == pid)
    status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  pid = -1;
  return status;
}

MemoryFile::MemoryFile(const std::string &contents) {
  descriptor = memfd_create("kgen", MFD_CLOEXEC);
  if (descriptor >= 0 && !writeAll(descriptor, contents))
    close(descriptor);
  if (descriptor >= 0)
    lseek(descriptor, 0, SEEK_SET);
}

std::string MemoryFile::pathForOthers() const {
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(descriptor);
}

MemoryFile::~MemoryFile() { close(descriptor); }

static void appendPath(std::vector<std::string> &places) {
  std::string path = std::getenv("PATH") ? std::getenv("PATH") : "";
  for (size_t begin = 0, end; begin <= path.size(); begin = end + 1) {
    end = std::min(path.find(':', begin), path.size());
    places.push_back(path.substr(begin, end - begin));
  }
}

static std::string findIn(const std::vector<std::string> &places, const char *name) {
  for (const std::string &place : places) {
    std::string candidate = place + "/" + name;
    if (!place.empty() && access(candidate.c_str(), X_OK) == 0)
      return candidate;
  }
  return "";
}

std::string findProgram(const char *name, const char *variable, const std::vector<std::string> &folders) {
  if (const char *chosen = std::getenv(variable))
    return access(chosen, X_OK) == 0 ? chosen : "";
  std::vector<std::string> places = folders;
  appendPath(places);
  return findIn(places, name);
}

std::string besideExecutable(std::string_view path) {
  std::string executable = llvm::sys::fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&besideExecutable));
  llvm::SmallString<256> place(llvm::sys::path::parent_path(executable));
  llvm::sys::path::append(place, llvm::StringRef(path.data(), path.size()));
  llvm::sys::path::remove_dots(place, /*remove_dot_dot=*/true);
  return place.str().str();
}

std::vector<std::string> cudaToolkits() {
  std::vector<std::string> homes;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char *home = std::getenv(variable))
      homes.push_back(home);
  homes.push_back("/usr/local/cuda");
  return homes;
}

std::string findCudaProgram(const char *name) {
  std::vector<std::string> places;
  appendPath(places);
  for (const std::string &home : cudaToolkits())
    places.push_back(home + "/bin");
  return findIn(places, name);
}

} // namespace kgen
