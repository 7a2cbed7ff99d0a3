// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the prelude. A text that is something else has no functions: then a call of one is no kernel, which the build
// of the library says.

#include "Prelude.h"

using namespace kgen;
using namespace kgen::knowledge;

void Prelude::read() const {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return llvm::consumeError(json.takeError());
  for (const TreeField &table : tree.fromJson(*json).getFields()) {
    if (table.name == "functions")
      definitions = table.value.getList().vec();
    else if (table.name == "names")
      for (const TreeField &entry : table.value.getFields())
        names[entry.name] = entry.value;
  }
}

const TreeValue *Prelude::find(llvm::StringRef name) const {
  std::call_once(once, [this] { read(); });
  auto it = names.find(name);
  return it == names.end() ? nullptr : &it->second;
}

llvm::ArrayRef<TreeValue> Prelude::functions() const {
  std::call_once(once, [this] { read(); });
  return definitions;
}
