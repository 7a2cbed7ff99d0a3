// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forms of a kernel as values: a language, a direction and a style. One table (Languages.def) holds the facts about
// each language: its columns in a sample, the ending of its files, how an entry point is found and which device runs
// it. Needs nothing of LLVM's, so small tools use it, too.

#ifndef KGEN_SUPPORT_FORM_H
#define KGEN_SUPPORT_FORM_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kgen {

/// The language of a text of a kernel, beside Python and kgen.
enum class FormLanguage {
#define KGEN_CODE(NAME, ...) NAME,
#define KGEN_TEXT(NAME, ...) NAME,
#include "kgen/Support/Languages.def"
};

/// The results of a text: the kernel's outputs, or its gradients.
enum class Direction { Forward, Backward };

/// The conventions that a text follows: `Warp` takes parameters as Warp's launcher hands them over; `Native` is CUDA
/// C++ as its authors write it, with plain pointers (dialect-docs/native-cuda.md).
enum class FormStyle { Warp, Native };

/// One text of a kernel.
struct Form {
  FormLanguage language;
  Direction direction = Direction::Forward;
  FormStyle style = FormStyle::Warp;

  bool isBackward() const { return direction == Direction::Backward; }
  bool operator==(const Form &) const = default;
};

/// A row of the table.
struct LanguageInfo {
  FormLanguage language;
  /// Whether it is C-like text, which may include `kgen/kgen.cuh`; else machine code, printed by the code generator.
  bool isText;
  FormStyle style = FormStyle::Warp;
  /// `--kgen-to-FLAG` of kgen-translate, and a word for links.
  std::string_view flag;
  /// Its name for people, alone and with its target.
  std::string_view title, help;
  /// `metadata.ir_type` of a sample.
  std::string_view irType;
  /// How its columns begin in a sample of several languages: `cuda` of `cuda_forward`.
  std::string_view column;
  /// `--target` of kgen-synth for samples of this language alone; "" if there is none.
  std::string_view target;
  /// How its files end, with the point.
  std::string_view ending;
  /// The beginning of a line that opens an entry point.
  std::string_view head;
  /// The part of an entry point's name behind the kernel's: `_cuda_kernel` of `NAME_cuda_kernel_forward`.
  std::string_view entry;
  /// The device that runs it: `cpu`, `cuda`.
  std::string_view device;
  /// Whether samples of `--target all` have it.
  bool isInAll;

  /// `NAME_cuda_kernel_forward` of the kernel NAME.
  std::string entryName(std::string_view kernel, Direction direction) const;
};

/// `_forward`, `_backward`: how columns and names of entry points end.
std::string_view suffixOf(Direction direction);

/// All languages, in the order of a sample's columns.
std::span<const LanguageInfo> allLanguages();
const LanguageInfo &infoOf(FormLanguage language, FormStyle style = FormStyle::Warp);

/// The languages of samples beside Python and kgen: one, or all.
class FormTarget {
public:
  /// All of them.
  FormTarget() = default;
  explicit FormTarget(FormLanguage only) : only(only) {}
  /// Reads `cpu`, `cuda`, `nvptx`, `all`.
  static std::optional<FormTarget> parse(std::string_view name);
  /// All of them, as `--help` lists them.
  static std::vector<FormTarget> every();

  std::string_view name() const;
  std::string help() const;
  /// In the order of columns.
  std::vector<const LanguageInfo *> languages() const;
  bool has(FormLanguage language) const;
  /// Whether a language may include `kgen/kgen.cuh`.
  bool hasText() const;
  /// In the order of columns.
  std::vector<Form> forms(bool withBackward) const;
  /// The column of a form: `ir_forward` for one language, `cuda_forward` for all.
  std::string column(Form form) const;
  /// `metadata.ir_type` and `metadata.device` of a sample: `cuda_cpp`, or the list of all.
  std::string irType() const;
  std::string device() const;

private:
  std::optional<FormLanguage> only;
};

} // namespace kgen

#endif // KGEN_SUPPORT_FORM_H
