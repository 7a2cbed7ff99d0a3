// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each tool by its name, the first argument or that of the program: `kgen-mlir kgen-run k.py`. What a tool initialises
// before its `main` is run for that tool alone.

#include <cstdio>
#include <cstring>
#include <string_view>

namespace {
using Initialiser = void (*)(int, char **, char **);

struct Tool {
  const char *name;
  int (*main)(int, char **);
  const Initialiser *begin, *end;
};
} // namespace

// The linker names the ends of a section whose name is a word; there is none where a tool has nothing to initialise.
#define KGEN_TOOL(word, name)                                                                                          \
  extern "C" int word##_main(int, char **);                                                                            \
  extern "C" __attribute__((weak)) const Initialiser __start_##word##_init[], __stop_##word##_init[];
#include "Tools.inc"
#undef KGEN_TOOL

static const Tool tools[] = {
#define KGEN_TOOL(word, name) {name, word##_main, __start_##word##_init, __stop_##word##_init},
#include "Tools.inc"
#undef KGEN_TOOL
};

static const Tool *findTool(std::string_view name) {
  for (const Tool &tool : tools)
    if (name == tool.name)
      return &tool;
  return nullptr;
}

static int run(const Tool &tool, int argc, char **argv) {
  for (const Initialiser *initialise = tool.begin; initialise != tool.end; ++initialise)
    (*initialise)(argc, argv, nullptr);
  return tool.main(argc, argv);
}

int main(int argc, char **argv) {
  std::string_view path = argc ? argv[0] : "";
  if (const Tool *tool = findTool(path.substr(path.rfind('/') + 1)))
    return run(*tool, argc, argv);
  if (const Tool *tool = argc > 1 ? findTool(argv[1]) : nullptr)
    return run(*tool, argc - 1, argv + 1);
  std::fprintf(stderr, "kgen-mlir: error: expected the name of a tool as first argument; there are:\n");
  for (const Tool &tool : tools)
    std::fprintf(stderr, "  %s\n", tool.name);
  return 2;
}
