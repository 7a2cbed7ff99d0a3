// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the prelude. Words that are something else have no functions: then a call of one is no kernel, which the build
// of the library says.

#include "Prelude.h"
#include "Syntax.h"

using namespace kgen;
using namespace kgen::knowledge;

namespace {
/// Values as words, each before what is in it: see `words_of` in read_library.py. Texts stay where the words are.
class ValueReader {
public:
  ValueReader(llvm::StringRef words, SyntaxTree &tree) : words(words), tree(tree) {}

  TreeValue value() {
    llvm::StringRef word = words.word();
    char kind = word.empty() ? '?' : word.front();
    llvm::StringRef rest = word.drop_front(!word.empty());
    if (kind == 't')
      return rest;
    int64_t number = 0;
    if (kind != 'n' && rest.getAsInteger(10, number))
      words.fail();
    switch (kind) {
    case 'n':
      return {};
    case 'b':
      return TreeValue::ofBool(number != 0);
    case 'i':
      return TreeValue::ofInteger(number);
    case 'l': {
      llvm::SmallVector<TreeValue, 8> values;
      for (; number > 0 && !words.hasFailed(); --number)
        values.push_back(value());
      return tree.list(values);
    }
    case 'o': {
      llvm::SmallVector<TreeField, 8> fields;
      for (; number > 0 && !words.hasFailed(); --number) {
        llvm::StringRef name = words.word();
        fields.push_back({name, value()});
      }
      return tree.node(fields);
    }
    default:
      words.fail();
      return {};
    }
  }

private:
  WordReader words;
  SyntaxTree &tree;
};
} // namespace

void Prelude::read() const {
  for (const TreeField &table : ValueReader(words, tree).value().getFields()) {
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
