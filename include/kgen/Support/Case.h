// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A case: a launch of a kernel with given arguments, and its results. Numbers only, read from JSON and written as JSON;
// knows nothing of the dialect or of devices. Needs the standard library and nlohmann/json, and no LLVM: small tools
// read cases, too.

#ifndef KGEN_SUPPORT_CASE_H
#define KGEN_SUPPORT_CASE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kgen {

/// The scalar types of Warp.
enum class ScalarType : uint8_t {
  Bool,
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float16,
  BFloat16,
  Float32,
  Float64
};

/// True for float types.
bool isFloatType(ScalarType type);

/// The type of an argument, or of an element of an array.
struct ElementType {
  enum Form : uint8_t { Scalar, Vector, Matrix, Quaternion, Transform };
  Form form = Scalar;
  ScalarType scalar = ScalarType::Float32;
  /// The element's own extents: none for a scalar, two for a matrix.
  std::vector<int64_t> shape;

  /// The number of scalars in it.
  int64_t numComponents() const;
  bool isFloat() const { return isFloatType(scalar); }
  /// Warp's name of it: `float32`, `vec3f`, `mat22d`; with an `x` if an extent has two digits, `mat32x32f`.
  std::string name() const;
  bool operator==(const ElementType &other) const {
    return form == other.form && scalar == other.scalar && shape == other.shape;
  }
};

/// The type that Warp calls `name` (`float32`, `float`, `vec3`, `mat22d`, `quat`), or nullopt.
std::optional<ElementType> parseElementType(std::string_view name);

/// `value` as it is after being stored in a type.
double roundTo(ScalarType type, double value);

/// Flat numbers, row-major: doubles for float types, integers for the others (64-bit unsigned ones as their bits).
using Numbers = std::variant<std::vector<double>, std::vector<int64_t>>;

/// How many there are.
size_t numbersSize(const Numbers &numbers);

/// The way in which a kernel uses an argument.
enum class Role : uint8_t { In, Out, InOut, Scratch, Scalar };
/// As a case spells it: `inout`.
std::string_view roleName(Role role);

/// One argument of a launch.
struct CaseArg {
  std::string name;
  ElementType type;
  Role role = Role::In;
  /// The array's extents, without the element's own; empty for an argument by value.
  std::vector<int64_t> shape;
  /// Floats are values of their type: code that makes a case rounds them (`roundTo`), as parsing does.
  Numbers values;
  /// One for each number, the adjoint that a reverse pass starts from; empty for none.
  std::vector<double> weight;
  /// Whether the gradient of this argument is asked for.
  bool grad = false;

  bool isArray() const { return role != Role::Scalar; }
  /// True for an array of floats, which can have a gradient.
  bool isFloatArray() const { return isArray() && type.isFloat(); }
  /// Whether the kernel's results are in it.
  bool isWritten() const { return role == Role::Out || role == Role::InOut; }
};

/// A launch of `kernel` over a grid of `dim`, the last dimension fastest.
struct Case {
  std::string kernel;
  std::vector<int64_t> dim;
  /// The names of the first arguments, if they are fields of a struct, the kernel's first parameter; other fields are
  /// zero.
  std::vector<std::string> structFields;
  /// The author's name of that struct.
  std::string structType;
  std::vector<CaseArg> args;
  /// The place of the list of arguments, `case.json:3:14`; "" for a case that was not read.
  std::string argsPlace;

  /// The number of threads.
  int64_t numThreads() const;
};

/// Reads a case from JSON; on failure returns nullopt and one message in `error`, `case.json:3:14: error: ...`, with
/// `path` as the file's name. Values are nested as the array is; with a field `shape`, the array's extents, they are
/// flat lists. Refused: unknown and repeated fields, and numbers that their type cannot hold.
std::optional<Case> parseCase(std::string_view json, std::string_view path, std::string &error);

/// The type of one argument of a kernel.
struct CaseParameter {
  /// "" if it is not known.
  std::string name;
  ElementType type;
  /// Dimensions of an array; 0 for a value.
  size_t rank = 0;
};

/// How a case does not fit a kernel.
struct CaseMismatch {
  /// The parameter at fault; nullopt if the case has too many arguments or too few.
  std::optional<size_t> parameter;
  std::string message;
};

/// Checks that a case has an argument of the right kind for each parameter of a kernel; nullopt if it has.
std::optional<CaseMismatch> matchArguments(std::string_view kernel, const std::vector<CaseParameter> &parameters,
                                           const Case &c);

/// The final numbers of one argument.
struct NamedNumbers {
  std::string name;
  ScalarType type;
  Numbers values;
};

/// The results of a launch: final values of arrays, and gradients of their initial values, by argument.
struct CaseResult {
  std::vector<NamedNumbers> outputs;
  std::vector<NamedNumbers> grads;
};

/// The arguments whose final values are reported: all that a kernel writes, except arrays of floats without a weight if
/// another array has one.
std::vector<const CaseArg *> outputArgs(const Case &c);

/// The arguments whose gradients are reported: those marked, or all arrays of floats if none is.
std::vector<const CaseArg *> gradientArgs(const Case &c);

/// Numbers for some arguments of a case, under their names; `numbersOf` gets an argument's place in the case.
std::vector<NamedNumbers> nameNumbers(const Case &c, const std::vector<const CaseArg *> &args,
                                      const std::function<Numbers(size_t)> &numbersOf);

/// The shortest decimal that reads back as the same number, with a point or an exponent; `NaN`, `Infinity`, as Python's
/// json spells them.
std::string formatNumber(double value);
/// Writes the same, of up to 32 characters; returns the end. For a float it is the shortest that reads back as that
/// float.
char *writeNumber(char *to, double value);
char *writeNumber(char *to, float value);
/// `[1.0, 2.5]`; integers of the unsigned 64-bit type without sign.
std::string formatNumbers(ScalarType type, const Numbers &numbers);
/// A string in JSON's quotes.
std::string quoteJson(std::string_view text);

/// `{"outputs": {...}, "grads": {...}}` on one line.
std::string formatResult(const CaseResult &result);

} // namespace kgen

#endif // KGEN_SUPPORT_CASE_H
