// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of languages, and what follows from it.

#include "kgen/Support/Form.h"
#include <algorithm>
#include <cassert>

namespace kgen {

static constexpr LanguageInfo table[] = {
#define KGEN_CODE(NAME, ...) {.language = FormLanguage::NAME, .isText = false, __VA_ARGS__},
#define KGEN_TEXT(NAME, ...) {.language = FormLanguage::NAME, .isText = true, __VA_ARGS__},
#include "kgen/Support/Languages.def"
};

std::string LanguageInfo::entryName(std::string_view kernel, Direction direction) const {
  return std::string(kernel).append(entry).append(suffixOf(direction));
}

std::string_view suffixOf(Direction direction) { return direction == Direction::Forward ? "_forward" : "_backward"; }

std::span<const LanguageInfo> allLanguages() { return table; }

const LanguageInfo &infoOf(FormLanguage language, FormStyle style) {
  const auto *row = std::ranges::find_if(
      table, [&](const LanguageInfo &info) { return info.language == language && info.style == style; });
  assert(row != std::end(table) && "expected a row for each language and style");
  return *row;
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

static constexpr std::string_view allName = "all";

std::vector<FormTarget> FormTarget::every() {
  std::vector<FormTarget> targets;
  for (const LanguageInfo &info : table)
    if (!info.target.empty())
      targets.emplace_back(info.language);
  targets.emplace_back();
  return targets;
}

std::optional<FormTarget> FormTarget::parse(std::string_view name) {
  for (FormTarget target : every())
    if (target.name() == name)
      return target;
  return std::nullopt;
}

std::string_view FormTarget::name() const { return only ? infoOf(*only).target : allName; }

/// The words of a list, each once, in the order of their first.
static std::string join(const std::vector<const LanguageInfo *> &languages, std::string_view LanguageInfo::*word) {
  std::vector<std::string_view> words;
  for (const LanguageInfo *info : languages)
    if (std::ranges::find(words, info->*word) == words.end())
      words.push_back(info->*word);
  std::string text;
  for (std::string_view each : words)
    text.append(text.empty() ? "" : ", ").append(each);
  return text;
}

std::string FormTarget::help() const { return join(languages(), &LanguageInfo::help); }
std::string FormTarget::irType() const { return join(languages(), &LanguageInfo::irType); }
std::string FormTarget::device() const { return join(languages(), &LanguageInfo::device); }

std::vector<const LanguageInfo *> FormTarget::languages() const {
  std::vector<const LanguageInfo *> languages;
  for (const LanguageInfo &info : table)
    if (only ? info.language == *only : info.isInAll)
      languages.push_back(&info);
  return languages;
}

bool FormTarget::has(FormLanguage language) const { return only ? *only == language : infoOf(language).isInAll; }

bool FormTarget::hasText() const { return std::ranges::any_of(languages(), &LanguageInfo::isText); }

std::vector<Form> FormTarget::forms(bool withBackward) const {
  std::vector<Form> forms;
  for (const LanguageInfo *info : languages()) {
    forms.push_back({info->language, Direction::Forward, info->style});
    if (withBackward)
      forms.push_back({info->language, Direction::Backward, info->style});
  }
  return forms;
}

std::string FormTarget::column(Form form) const {
  std::string_view prefix = only ? "ir" : infoOf(form.language, form.style).column;
  return std::string(prefix).append(suffixOf(form.direction));
}

} // namespace kgen
