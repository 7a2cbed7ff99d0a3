// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the kernels that kgen prints have in common: vectors, matrices, arrays in Warp's layout, gradients, atomics and
// the builtins, in one header for CUDA C++ (nvcc, NVRTC, clang) and for C++ on the CPU. C++17, no dependencies.
// Rules of meaning (S-n) are those of dialect-docs/semantics.md. Two of them are the compiler's: pass -fwrapv to g++ and
// clang (S-1: signed integers wrap; where it matters most wrapping_add and its like say so) and --fmad=false to nvcc and NVRTC,
// -ffp-contract=off to others (S-20: no fused multiply-add) to get the same numbers everywhere.
//
// `kgen-translate --self-contained` copies from this file what a kernel needs, by sections: each begins with a mark that
// names all that it declares, and goes on to the next mark or heading. What a section needs is what it mentions; one with
// overloads `for` a type goes with both. What stands between BEGIN and END follows from the builtins' records (utils/update_reference.py).
// `utils/check_header.py` says which mark lies.

#ifndef KGEN_KGEN_CUH
#define KGEN_KGEN_CUH

#if !defined(__CUDACC_RTC__) // NVRTC has no system headers, and needs none
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#else
using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned int;
using int64_t = long;
using uint64_t = unsigned long;
#endif

#if defined(__CUDACC__)
#define KGEN_FN __host__ __device__ inline
#else
#define KGEN_FN inline
#endif

namespace kgen {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

// kgen: section same
template <typename T> struct same { using type = T; };

// kgen: section as
/// Stops deduction: a parameter of this type converts to what other parameters say.
template <typename T> using as = typename same<T>::type;

// kgen: section is_float
template <typename T> constexpr bool is_float = T(0.5f) != T(0);

// kgen: section is_signed
template <typename T> constexpr bool is_signed = T(-1) < T(1);

// kgen: section unsigned_of_size unsigned_of
/// The unsigned type to compute in: as wide as T, but at least 32 bits.
template <size_t bytes> struct unsigned_of_size { using type = uint32_t; };
template <> struct unsigned_of_size<8> { using type = uint64_t; };
template <typename T> using unsigned_of = typename unsigned_of_size<sizeof(T)>::type;

// kgen: section least greatest
/// The least and the greatest value of an integer type.
template <typename T> constexpr T least = is_signed<T> ? T(uint64_t(1) << (8 * sizeof(T) - 1)) : T(0);
template <typename T> constexpr T greatest = T(~least<T>);

// kgen: section infinity
template <typename T> KGEN_FN T infinity()
{
    const T zero = 0;
    return T(1) / zero;
}

// kgen: section nan
template <typename T> KGEN_FN T nan() { return infinity<T>() - infinity<T>(); }

// kgen: section is_negative
/// Whether a number is below zero; not compared where its type has no sign.
template <typename T> KGEN_FN bool is_negative(T x)
{
    if constexpr (is_signed<T>) {
        return x < T(0);
    } else {
        return false;
    }
}

// kgen: section cast
/// Float to integer: truncates, saturates, and makes 0 of NaN (S-41, S-42).
template <typename I, typename F> KGEN_FN I cast(F x)
{
    if (!(x == x)) {
        return I(0);
    }
    if (x <= F(least<I>)) {
        return least<I>;
    }
    return x >= F(greatest<I>) ? greatest<I> : I(x);
}

//===----------------------------------------------------------------------===//
// Functions of scalars
//===----------------------------------------------------------------------===//

//===--- BEGIN libm: by kgen-tblgen from the builtins' records ---===//

// kgen: section pow
KGEN_FN float pow(float a, float b) { return ::powf(a, b); }
KGEN_FN double pow(double a, double b) { return ::pow(a, b); }

// kgen: section sin
KGEN_FN float sin(float x) { return ::sinf(x); }
KGEN_FN double sin(double x) { return ::sin(x); }

// kgen: section cos
KGEN_FN float cos(float x) { return ::cosf(x); }
KGEN_FN double cos(double x) { return ::cos(x); }

// kgen: section tan
KGEN_FN float tan(float x) { return ::tanf(x); }
KGEN_FN double tan(double x) { return ::tan(x); }

// kgen: section asin
KGEN_FN float asin(float x) { return ::asinf(x > -1.0f ? (x < 1.0f ? x : 1.0f) : -1.0f); }
KGEN_FN double asin(double x) { return ::asin(x > -1.0 ? (x < 1.0 ? x : 1.0) : -1.0); }

// kgen: section acos
KGEN_FN float acos(float x) { return ::acosf(x > -1.0f ? (x < 1.0f ? x : 1.0f) : -1.0f); }
KGEN_FN double acos(double x) { return ::acos(x > -1.0 ? (x < 1.0 ? x : 1.0) : -1.0); }

// kgen: section atan
KGEN_FN float atan(float x) { return ::atanf(x); }
KGEN_FN double atan(double x) { return ::atan(x); }

// kgen: section sinh
KGEN_FN float sinh(float x) { return ::sinhf(x); }
KGEN_FN double sinh(double x) { return ::sinh(x); }

// kgen: section cosh
KGEN_FN float cosh(float x) { return ::coshf(x); }
KGEN_FN double cosh(double x) { return ::cosh(x); }

// kgen: section tanh
KGEN_FN float tanh(float x) { return ::tanhf(x); }
KGEN_FN double tanh(double x) { return ::tanh(x); }

// kgen: section exp
KGEN_FN float exp(float x) { return ::expf(x); }
KGEN_FN double exp(double x) { return ::exp(x); }

// kgen: section log
KGEN_FN float log(float x) { return ::logf(x); }
KGEN_FN double log(double x) { return ::log(x); }

// kgen: section log2
KGEN_FN float log2(float x) { return ::log2f(x); }
KGEN_FN double log2(double x) { return ::log2(x); }

// kgen: section log10
KGEN_FN float log10(float x) { return ::log10f(x); }
KGEN_FN double log10(double x) { return ::log10(x); }

// kgen: section sqrt
/// Square root.
KGEN_FN float sqrt(float x) { return ::sqrtf(x); }
KGEN_FN double sqrt(double x) { return ::sqrt(x); }

// kgen: section cbrt
KGEN_FN float cbrt(float x) { return ::cbrtf(x); }
KGEN_FN double cbrt(double x) { return ::cbrt(x); }

// kgen: section erf
KGEN_FN float erf(float x) { return ::erff(x); }
KGEN_FN double erf(double x) { return ::erf(x); }

// kgen: section erfc
KGEN_FN float erfc(float x) { return ::erfcf(x); }
KGEN_FN double erfc(double x) { return ::erfc(x); }

// kgen: section atan2
KGEN_FN float atan2(float y, float x) { return ::atan2f(y, x); }
KGEN_FN double atan2(double y, double x) { return ::atan2(y, x); }

// kgen: section floor
/// Greatest integer not above x.
KGEN_FN float floor(float x) { return ::floorf(x); }
KGEN_FN double floor(double x) { return ::floor(x); }

// kgen: section ceil
/// Least integer not below x.
KGEN_FN float ceil(float x) { return ::ceilf(x); }
KGEN_FN double ceil(double x) { return ::ceil(x); }

// kgen: section trunc
/// x without its fraction.
KGEN_FN float trunc(float x) { return ::truncf(x); }
KGEN_FN double trunc(double x) { return ::trunc(x); }

// kgen: section round
/// Nearest integer, halves away from zero.
KGEN_FN float round(float x) { return ::roundf(x); }
KGEN_FN double round(double x) { return ::round(x); }

// kgen: section rint
/// Nearest integer, halves to even.
KGEN_FN float rint(float x) { return ::rintf(x); }
KGEN_FN double rint(double x) { return ::rint(x); }

// kgen: section copysign
/// The size of x with the sign of y.
KGEN_FN float copysign(float x, float y) { return ::copysignf(x, y); }
KGEN_FN double copysign(double x, double y) { return ::copysign(x, y); }

//===--- END libm ---===//

// kgen: section fmod
KGEN_FN float fmod(float a, float b) { return ::fmodf(a, b); }
KGEN_FN double fmod(double a, double b) { return ::fmod(a, b); }

// kgen: section abs
/// Of the least integer, itself (S-9).
template <typename T> KGEN_FN T abs(T x)
{
    if constexpr (is_signed<T>) {
        return x < T(0) ? T(0 - unsigned_of<T>(x)) : x;
    } else {
        return x;
    }
}
KGEN_FN float abs(float x) { return ::fabsf(x); }
KGEN_FN double abs(double x) { return ::fabs(x); }

// kgen: section min
/// Beside a NaN, the other operand (S-26).
template <typename T> KGEN_FN T min(T a, T b) { return a < b ? a : b; }
KGEN_FN float min(float a, float b) { return ::fminf(a, b); }
KGEN_FN double min(double a, double b) { return ::fmin(a, b); }

// kgen: section max
/// Beside a NaN, the other operand (S-26).
template <typename T> KGEN_FN T max(T a, T b) { return a > b ? a : b; }
KGEN_FN float max(float a, float b) { return ::fmaxf(a, b); }
KGEN_FN double max(double a, double b) { return ::fmax(a, b); }

// kgen: section bit_count
/// How many bits are set.
template <typename T> KGEN_FN int bit_count(T x)
{
    int count = 0;
    for (uint64_t rest = uint64_t(x) << (64 - 8 * sizeof(T)); rest != 0; rest &= rest - 1) {
        ++count;
    }
    return count;
}

// kgen: section where
/// Both values are computed; `?:` computes one (S-53).
template <typename T> KGEN_FN T where(bool condition, T a, T b) { return condition ? a : b; }

//===----------------------------------------------------------------------===//
// Division, remainders and shifts, where C++ leaves integers open
//===----------------------------------------------------------------------===//

// kgen: section wrapping_add
/// Sum in two's complement (S-1): C++ says nothing of a signed one that its type has not.
template <typename T> KGEN_FN T wrapping_add(T a, T b) { return T(unsigned_of<T>(a) + unsigned_of<T>(b)); }

// kgen: section wrapping_sub
/// Difference in two's complement (S-1).
template <typename T> KGEN_FN T wrapping_sub(T a, T b) { return T(unsigned_of<T>(a) - unsigned_of<T>(b)); }

// kgen: section wrapping_mul
/// Product in two's complement (S-1).
template <typename T> KGEN_FN T wrapping_mul(T a, T b) { return T(unsigned_of<T>(a) * unsigned_of<T>(b)); }

// kgen: section wrapping_neg
/// Negation in two's complement (S-1): of the least value, itself.
template <typename T> KGEN_FN T wrapping_neg(T a) { return T(0 - unsigned_of<T>(a)); }

// kgen: section div
/// Quotient toward zero; 0 where b is 0 (S-5), and the least value by -1 wraps (S-6).
template <typename T> KGEN_FN T div(T a, T b)
{
    if constexpr (is_float<T>) {
        return a / b;
    } else {
        if constexpr (is_signed<T>) {
            if (b == T(-1)) {
                return T(0 - unsigned_of<T>(a));
            }
        }
        return b == T(0) ? T(0) : T(a / b);
    }
}

// kgen: section mod
/// Remainder with the sign of a (S-4, S-24); a where b is 0.
template <typename T> KGEN_FN T mod(T a, T b)
{
    if constexpr (is_float<T>) {
        return fmod(a, b);
    } else {
        if constexpr (is_signed<T>) {
            if (b == T(-1)) {
                return T(0);
            }
        }
        return b == T(0) ? a : T(a % b);
    }
}

// kgen: section floordiv
/// Quotient rounded down (S-3, S-23); 0 where integer b is 0.
template <typename T> KGEN_FN T floordiv(T a, T b)
{
    if constexpr (is_float<T>) {
        return floor(a / b);
    } else {
        const T quotient = div(a, b);
        const T rest = mod(a, b);
        if constexpr (is_signed<T>) {
            return b != T(0) && rest != T(0) && (rest < T(0)) != (b < T(0)) ? T(quotient - 1) : quotient;
        } else {
            return quotient;
        }
    }
}

// kgen: section lshift rshift
/// Shifts take the low five bits of the amount, six for 64-bit values; narrow values are widened first (S-7, S-8).
template <typename T> KGEN_FN T lshift(T a, T b)
{
    return T(unsigned_of<T>(a) << (unsigned_of<T>(b) & (8 * sizeof(unsigned_of<T>) - 1)));
}
template <typename T> KGEN_FN T rshift(T a, T b)
{
    return T(a >> (unsigned_of<T>(b) & (8 * sizeof(unsigned_of<T>) - 1)));
}

// kgen: section in_range
/// Whether a loop from i to end goes on: a step of zero makes no trip (S-63).
KGEN_FN bool in_range(int i, int end, int by) { return by > 0 ? i < end : by < 0 && i > end; }

//===----------------------------------------------------------------------===//
// Vectors and matrices: packed, aligned as their scalars
//===----------------------------------------------------------------------===//

// kgen: section vec
/// A vector. A negative index counts from the end (S-70); `vec{}` is zero.
template <int N, typename T> struct vec {
    T c[N];

    vec() = default;
    KGEN_FN explicit vec(T s)
    {
        for (int i = 0; i < N; ++i) {
            c[i] = s;
        }
    }
    template <typename... S> KGEN_FN vec(T x, T y, S... rest) : c{x, y, T(rest)...}
    {
        static_assert(sizeof...(S) + 2 == N, "a vector takes all of its components, or one for all");
    }

    KGEN_FN T& operator[](int i) { return c[i < 0 ? i + N : i]; }
    KGEN_FN const T& operator[](int i) const { return c[i < 0 ? i + N : i]; }

    KGEN_FN friend vec operator+(const vec& a, const vec& b)
    {
        vec result;
        for (int i = 0; i < N; ++i) {
            result.c[i] = T(a.c[i] + b.c[i]);
        }
        return result;
    }
    KGEN_FN friend vec operator-(const vec& a, const vec& b)
    {
        vec result;
        for (int i = 0; i < N; ++i) {
            result.c[i] = T(a.c[i] - b.c[i]);
        }
        return result;
    }
    KGEN_FN friend vec operator-(const vec& a)
    {
        vec result;
        for (int i = 0; i < N; ++i) {
            result.c[i] = T(-a.c[i]);
        }
        return result;
    }
    KGEN_FN friend vec operator*(const vec& a, T s)
    {
        vec result;
        for (int i = 0; i < N; ++i) {
            result.c[i] = T(a.c[i] * s);
        }
        return result;
    }
    KGEN_FN friend vec operator*(T s, const vec& a) { return a * s; }
    KGEN_FN friend vec operator/(const vec& a, T s)
    {
        vec result;
        for (int i = 0; i < N; ++i) {
            result.c[i] = T(a.c[i] / s);
        }
        return result;
    }
    KGEN_FN vec& operator+=(const vec& b) { return *this = *this + b; }
    KGEN_FN vec& operator-=(const vec& b) { return *this = *this - b; }
    KGEN_FN vec& operator*=(T s) { return *this = *this * s; }
    KGEN_FN vec& operator/=(T s) { return *this = *this / s; }
};

// kgen: section vec2 vec3 vec4
using vec2 = vec<2, float>;
using vec3 = vec<3, float>;
using vec4 = vec<4, float>;

// kgen: section vec2d vec3d vec4d
using vec2d = vec<2, double>;
using vec3d = vec<3, double>;
using vec4d = vec<4, double>;

// kgen: section vec2i vec3i vec4i
using vec2i = vec<2, int>;
using vec3i = vec<3, int>;
using vec4i = vec<4, int>;

// kgen: section mat
/// A matrix, row major. `m(i, j)` is an element, `m[i]` a row; a negative index counts from the end (S-70).
template <int R, int C, typename T> struct mat {
    vec<C, T> row[R];

    mat() = default;
    KGEN_FN explicit mat(T s)
    {
        for (int i = 0; i < R; ++i) {
            row[i] = vec<C, T>(s);
        }
    }
    template <typename... S> KGEN_FN mat(T first, T second, S... rest)
    {
        static_assert(sizeof...(S) + 2 == R * C, "a matrix takes all of its elements, or one for all");
        const T element[] = {first, second, T(rest)...};
        for (int k = 0; k < R * C; ++k) {
            row[k / C].c[k % C] = element[k];
        }
    }

    KGEN_FN vec<C, T>& operator[](int i) { return row[i < 0 ? i + R : i]; }
    KGEN_FN const vec<C, T>& operator[](int i) const { return row[i < 0 ? i + R : i]; }
    KGEN_FN T& operator()(int i, int j) { return (*this)[i][j]; }
    KGEN_FN const T& operator()(int i, int j) const { return (*this)[i][j]; }

    KGEN_FN friend mat operator+(const mat& a, const mat& b)
    {
        mat result;
        for (int i = 0; i < R; ++i) {
            result.row[i] = a.row[i] + b.row[i];
        }
        return result;
    }
    KGEN_FN friend mat operator-(const mat& a, const mat& b)
    {
        mat result;
        for (int i = 0; i < R; ++i) {
            result.row[i] = a.row[i] - b.row[i];
        }
        return result;
    }
    KGEN_FN friend mat operator-(const mat& a)
    {
        mat result;
        for (int i = 0; i < R; ++i) {
            result.row[i] = -a.row[i];
        }
        return result;
    }
    KGEN_FN friend mat operator*(const mat& a, T s)
    {
        mat result;
        for (int i = 0; i < R; ++i) {
            result.row[i] = a.row[i] * s;
        }
        return result;
    }
    KGEN_FN friend mat operator*(T s, const mat& a) { return a * s; }
    KGEN_FN friend mat operator/(const mat& a, T s)
    {
        mat result;
        for (int i = 0; i < R; ++i) {
            result.row[i] = a.row[i] / s;
        }
        return result;
    }
    KGEN_FN friend vec<R, T> operator*(const mat& a, const vec<C, T>& v)
    {
        vec<R, T> result;
        for (int i = 0; i < R; ++i) {
            result.c[i] = a.row[i].c[0] * v.c[0];
            for (int j = 1; j < C; ++j) {
                result.c[i] += a.row[i].c[j] * v.c[j];
            }
        }
        return result;
    }
    KGEN_FN friend vec<C, T> operator*(const vec<R, T>& v, const mat& a)
    {
        vec<C, T> result = a.row[0] * v.c[0];
        for (int i = 1; i < R; ++i) {
            result += a.row[i] * v.c[i];
        }
        return result;
    }
    template <int D> KGEN_FN mat<R, D, T> operator*(const mat<C, D, T>& b) const
    {
        mat<R, D, T> result;
        for (int i = 0; i < R; ++i) {
            result.row[i] = row[i] * b;
        }
        return result;
    }
    KGEN_FN mat& operator+=(const mat& b) { return *this = *this + b; }
    KGEN_FN mat& operator-=(const mat& b) { return *this = *this - b; }
    KGEN_FN mat& operator*=(const mat<C, C, T>& b) { return *this = *this * b; }
    KGEN_FN friend vec<R, T>& operator*=(vec<R, T>& v, const mat& a) { return v = v * a; }
    KGEN_FN mat& operator*=(T s) { return *this = *this * s; }
    KGEN_FN mat& operator/=(T s) { return *this = *this / s; }
};

// kgen: section mat22 mat33 mat44
using mat22 = mat<2, 2, float>;
using mat33 = mat<3, 3, float>;
using mat44 = mat<4, 4, float>;

// kgen: section mat22d mat33d mat44d
using mat22d = mat<2, 2, double>;
using mat33d = mat<3, 3, double>;
using mat44d = mat<4, 4, double>;

//===----------------------------------------------------------------------===//
// Quaternions and transforms: packed, aligned as their scalars
//===----------------------------------------------------------------------===//

// kgen: section quaternion
/// A quaternion x, y, z, w, of which w is the real part. `q[i]` is a component; `quat{}` is zero.
template <typename T> struct quaternion {
    T x, y, z, w;

    quaternion() = default;
    KGEN_FN quaternion(T x, T y, T z, T w) : x(x), y(y), z(z), w(w) {}
    KGEN_FN explicit quaternion(const vec<3, T>& v, T w) : x(v.c[0]), y(v.c[1]), z(v.c[2]), w(w) {}

    KGEN_FN T& operator[](int i)
    {
        const int k = i < 0 ? i + 4 : i;
        return k == 0 ? x : k == 1 ? y : k == 2 ? z : w;
    }
    KGEN_FN const T& operator[](int i) const
    {
        const int k = i < 0 ? i + 4 : i;
        return k == 0 ? x : k == 1 ? y : k == 2 ? z : w;
    }

    KGEN_FN friend quaternion operator+(const quaternion& a, const quaternion& b)
    {
        return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
    }
    KGEN_FN friend quaternion operator-(const quaternion& a, const quaternion& b)
    {
        return {a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w};
    }
    KGEN_FN friend quaternion operator-(const quaternion& a) { return {-a.x, -a.y, -a.z, -a.w}; }
    /// Hamilton's product: the rotation b, then the rotation a.
    KGEN_FN friend quaternion operator*(const quaternion& a, const quaternion& b)
    {
        return {a.w * b.x + b.w * a.x + a.y * b.z - b.y * a.z, a.w * b.y + b.w * a.y + a.z * b.x - b.z * a.x,
                a.w * b.z + b.w * a.z + a.x * b.y - b.x * a.y, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
    }
    KGEN_FN friend quaternion operator*(const quaternion& a, T s) { return {a.x * s, a.y * s, a.z * s, a.w * s}; }
    KGEN_FN friend quaternion operator*(T s, const quaternion& a) { return a * s; }
    KGEN_FN friend quaternion operator/(const quaternion& a, T s) { return {a.x / s, a.y / s, a.z / s, a.w / s}; }
    KGEN_FN quaternion& operator+=(const quaternion& b) { return *this = *this + b; }
    KGEN_FN quaternion& operator-=(const quaternion& b) { return *this = *this - b; }
    KGEN_FN quaternion& operator*=(const quaternion& b) { return *this = *this * b; }
    KGEN_FN quaternion& operator*=(T s) { return *this = *this * s; }
    KGEN_FN quaternion& operator/=(T s) { return *this = *this / s; }
};
static_assert(sizeof(quaternion<float>) == 16, "Warp's quat_t");

// kgen: section quat quatd
using quat = quaternion<float>;
using quatd = quaternion<double>;

// kgen: section transformation
/// A rigid motion: rotates by q, then moves by p. `transform{}` is zero, which is no motion.
template <typename T> struct transformation {
    vec<3, T> p;
    quaternion<T> q;

    transformation() = default;
    KGEN_FN transformation(const vec<3, T>& p, const quaternion<T>& q) : p(p), q(q) {}

    KGEN_FN friend transformation operator+(const transformation& a, const transformation& b)
    {
        return {a.p + b.p, a.q + b.q};
    }
    KGEN_FN friend transformation operator-(const transformation& a, const transformation& b)
    {
        return {a.p - b.p, a.q - b.q};
    }
    KGEN_FN friend transformation operator-(const transformation& a) { return {-a.p, -a.q}; }
    KGEN_FN friend transformation operator*(const transformation& a, T s) { return {a.p * s, a.q * s}; }
    KGEN_FN friend transformation operator*(T s, const transformation& a) { return a * s; }
    KGEN_FN friend transformation operator/(const transformation& a, T s) { return {a.p / s, a.q / s}; }
    KGEN_FN transformation& operator+=(const transformation& b) { return *this = *this + b; }
    KGEN_FN transformation& operator-=(const transformation& b) { return *this = *this - b; }
    KGEN_FN transformation& operator*=(T s) { return *this = *this * s; }
    KGEN_FN transformation& operator/=(T s) { return *this = *this / s; }
};
static_assert(sizeof(transformation<float>) == 28, "Warp's transform_t");

// kgen: section transform transformd
using transform = transformation<float>;
using transformd = transformation<double>;

//===----------------------------------------------------------------------===//
// Functions of vectors and matrices
//===----------------------------------------------------------------------===//

// kgen: section dot
template <int N, typename T> KGEN_FN T dot(const vec<N, T>& a, const vec<N, T>& b)
{
    T sum = T(a.c[0] * b.c[0]);
    for (int i = 1; i < N; ++i) {
        sum = T(sum + a.c[i] * b.c[i]);
    }
    return sum;
}

// kgen: section ddot
/// Sum of the products of corresponding components.
template <int N, typename T> KGEN_FN T ddot(const vec<N, T>& a, const vec<N, T>& b) { return dot(a, b); }
template <int R, int C, typename T> KGEN_FN T ddot(const mat<R, C, T>& a, const mat<R, C, T>& b)
{
    T sum = dot(a.row[0], b.row[0]);
    for (int i = 1; i < R; ++i) {
        sum += dot(a.row[i], b.row[i]);
    }
    return sum;
}

// kgen: section cw_mul
template <int N, typename T> KGEN_FN vec<N, T> cw_mul(const vec<N, T>& a, const vec<N, T>& b)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = T(a.c[i] * b.c[i]);
    }
    return result;
}
template <int R, int C, typename T> KGEN_FN mat<R, C, T> cw_mul(const mat<R, C, T>& a, const mat<R, C, T>& b)
{
    mat<R, C, T> result;
    for (int i = 0; i < R; ++i) {
        result.row[i] = cw_mul(a.row[i], b.row[i]);
    }
    return result;
}

// kgen: section cw_div
template <int N, typename T> KGEN_FN vec<N, T> cw_div(const vec<N, T>& a, const vec<N, T>& b)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = div(a.c[i], b.c[i]);
    }
    return result;
}
template <int R, int C, typename T> KGEN_FN mat<R, C, T> cw_div(const mat<R, C, T>& a, const mat<R, C, T>& b)
{
    mat<R, C, T> result;
    for (int i = 0; i < R; ++i) {
        result.row[i] = cw_div(a.row[i], b.row[i]);
    }
    return result;
}

// kgen: section cw_lerp
template <int N, typename T> KGEN_FN vec<N, T> cw_lerp(const vec<N, T>& a, const vec<N, T>& b, T t)
{
    return a * (T(1) - t) + b * t;
}
template <int R, int C, typename T> KGEN_FN mat<R, C, T> cw_lerp(const mat<R, C, T>& a, const mat<R, C, T>& b, T t)
{
    return a * (T(1) - t) + b * t;
}

// kgen: section argmin
/// Where the first least component is; NaN is passed over.
template <int N, typename T> KGEN_FN uint32_t argmin(const vec<N, T>& a)
{
    int best = 0;
    for (int i = 1; i < N; ++i) {
        if (a.c[i] < a.c[best] || (a.c[i] == a.c[i] && a.c[best] != a.c[best])) {
            best = i;
        }
    }
    return uint32_t(best);
}

// kgen: section argmax
/// Where the first greatest component is; NaN is passed over.
template <int N, typename T> KGEN_FN uint32_t argmax(const vec<N, T>& a)
{
    int best = 0;
    for (int i = 1; i < N; ++i) {
        if (a.c[i] > a.c[best] || (a.c[i] == a.c[i] && a.c[best] != a.c[best])) {
            best = i;
        }
    }
    return uint32_t(best);
}

// kgen: section outer
/// The matrix of the products a[i] * b[j].
template <int R, int C, typename T> KGEN_FN mat<R, C, T> outer(const vec<R, T>& a, const vec<C, T>& b)
{
    mat<R, C, T> result;
    for (int i = 0; i < R; ++i) {
        result.row[i] = a.c[i] * b;
    }
    return result;
}

// kgen: section transpose
template <int R, int C, typename T> KGEN_FN mat<C, R, T> transpose(const mat<R, C, T>& a)
{
    mat<C, R, T> result;
    for (int i = 0; i < R; ++i) {
        for (int j = 0; j < C; ++j) {
            result.row[j].c[i] = a.row[i].c[j];
        }
    }
    return result;
}

// kgen: section identity
/// `identity<mat33>()`.
template <typename M> KGEN_FN M identity()
{
    M result{};
    for (int i = 0; i < int(sizeof(result.row) / sizeof(result.row[0])); ++i) {
        result.row[i].c[i] = 1;
    }
    return result;
}

// kgen: section diag
/// The matrix with this diagonal.
template <int N, typename T> KGEN_FN mat<N, N, T> diag(const vec<N, T>& v)
{
    mat<N, N, T> result{};
    for (int i = 0; i < N; ++i) {
        result.row[i].c[i] = v.c[i];
    }
    return result;
}

// kgen: section get_diag
template <int N, typename T> KGEN_FN vec<N, T> get_diag(const mat<N, N, T>& m)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = m.row[i].c[i];
    }
    return result;
}

// kgen: section matrix_from_rows
template <int N, typename T, typename... V> KGEN_FN auto matrix_from_rows(const vec<N, T>& first, const V&... rest)
{
    mat<1 + sizeof...(V), N, T> result;
    const vec<N, T> rows[] = {first, rest...};
    for (int i = 0; i < 1 + int(sizeof...(V)); ++i) {
        result.row[i] = rows[i];
    }
    return result;
}

// kgen: section matrix_from_cols
template <int N, typename T, typename... V> KGEN_FN auto matrix_from_cols(const vec<N, T>& first, const V&... rest)
{
    mat<N, 1 + sizeof...(V), T> result;
    const vec<N, T> cols[] = {first, rest...};
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < 1 + int(sizeof...(V)); ++j) {
            result.row[i].c[j] = cols[j].c[i];
        }
    }
    return result;
}

// kgen: section trace
template <int N, typename T> KGEN_FN T trace(const mat<N, N, T>& a)
{
    T sum = a.row[0].c[0];
    for (int i = 1; i < N; ++i) {
        sum += a.row[i].c[i];
    }
    return sum;
}

// kgen: section minor_of
/// The matrix without row i and column j.
template <int N, typename T> KGEN_FN mat<N - 1, N - 1, T> minor_of(const mat<N, N, T>& a, int i, int j)
{
    mat<N - 1, N - 1, T> result;
    for (int k = 0; k < N - 1; ++k) {
        for (int l = 0; l < N - 1; ++l) {
            result.row[k].c[l] = a.row[k < i ? k : k + 1].c[l < j ? l : l + 1];
        }
    }
    return result;
}

// kgen: section determinant
template <int N, typename T> KGEN_FN T determinant(const mat<N, N, T>& a)
{
    if constexpr (N == 1) {
        return a.row[0].c[0];
    } else {
        T sum = a.row[0].c[0] * determinant(minor_of(a, 0, 0));
        for (int j = 1; j < N; ++j) {
            const T term = a.row[0].c[j] * determinant(minor_of(a, 0, j));
            sum = j % 2 == 0 ? sum + term : sum - term;
        }
        return sum;
    }
}

// kgen: section adjugate
/// The transposed matrix of cofactors: inverse times determinant, of a singular matrix too.
template <int N, typename T> KGEN_FN mat<N, N, T> adjugate(const mat<N, N, T>& a)
{
    mat<N, N, T> result;
    for (int i = 0; i < N; ++i) {
        for (int j = 0; j < N; ++j) {
            const T cofactor = determinant(minor_of(a, i, j));
            result.row[j].c[i] = (i + j) % 2 == 0 ? cofactor : -cofactor;
        }
    }
    return result;
}

//===--- BEGIN expansions: by kgen-tblgen from the builtins' records ---===//

// kgen: section erfinv
/// Inverse of the error function.
template <typename T> KGEN_FN T erfinv(T x)
{
    const T v0 = log((T(1) - x) * (T(1) + x));
    const T v1 = T(4.33074675078703) + T(0.5) * v0;
    const T v2 = sqrt(sqrt(v1 * v1 - v0 / T(0.147)) - v1);
    const T v3 = is_negative(x) ? -v2 : v2;
    const T v4 = (x - erf(v3)) * T(0.886226925452758013649083741671) / exp(-(v3 * v3));
    const T v5 = v3 + v4 / (T(1) - v3 * v4);
    const T v6 = (x - erf(v5)) * T(0.886226925452758013649083741671) / exp(-(v5 * v5));
    return abs(x) < T(1) ? v5 + v6 / (T(1) - v5 * v6) : v3;
}

// kgen: section erfcinv
/// Inverse of the complementary error function.
template <typename T> KGEN_FN T erfcinv(T x)
{
    const T v0 = x * (T(2) - x);
    const T v1 = log(v0);
    const T v2 = T(4.33074675078703) + T(0.5) * v1;
    const T v3 = sqrt(sqrt(v2 * v2 - v1 / T(0.147)) - v2);
    const T v4 = x > T(1) ? -v3 : v3;
    const T v5 = (erfc(v4) - x) * T(0.886226925452758013649083741671) / exp(-(v4 * v4));
    const T v6 = v4 + v5 / (T(1) - v4 * v5);
    const T v7 = (erfc(v6) - x) * T(0.886226925452758013649083741671) / exp(-(v6 * v6));
    const T v8 = v6 + v7 / (T(1) - v6 * v7);
    const T v9 = (erfc(v8) - x) * T(0.886226925452758013649083741671) / exp(-(v8 * v8));
    return v0 > T(0) ? v8 + v9 / (T(1) - v8 * v9) : v4;
}

// kgen: section degrees
/// Radians to degrees.
template <typename T> KGEN_FN T degrees(T x) { return x * T(57.2957795130823208767981548141); }

// kgen: section radians
/// Degrees to radians.
template <typename T> KGEN_FN T radians(T x) { return x * T(0.0174532925199432957692369076849); }

// kgen: section frac
/// x - trunc(x).
template <typename T> KGEN_FN T frac(T x) { return x - trunc(x); }

// kgen: section sign
/// -1 below zero, else 1.
template <typename T> KGEN_FN T sign(T x) { return is_negative(x) ? T(-1) : T(1); }

// kgen: section step
/// 1 below zero, else 0.
template <typename T> KGEN_FN T step(T x) { return is_negative(x) ? T(1) : T(0); }

// kgen: section nonzero
/// 0 at zero, else 1.
template <typename T> KGEN_FN T nonzero(T x) { return x == T(0) ? T(0) : T(1); }

// kgen: section isfinite
/// Whether a is finite.
template <typename T> KGEN_FN bool isfinite(T a) { return a - a == T(0); }

// kgen: section isnan
/// Whether a is NaN.
template <typename T> KGEN_FN bool isnan(T a) { return a != a; }

// kgen: section isinf
/// Whether a is infinite.
template <typename T> KGEN_FN bool isinf(T a) { return (a == a) && (a - a != T(0)); }

// kgen: section clamp
/// x, kept between low and high.
template <typename T> KGEN_FN T clamp(T x, T low, T high) { return min(max(low, x), high); }

// kgen: section lerp
/// Linear interpolation.
template <typename T> KGEN_FN T lerp(T a, T b, T t) { return a * (T(1) - t) + b * t; }

// kgen: section smoothstep
/// A smooth step from 0 at low to 1 at high.
template <typename T> KGEN_FN T smoothstep(T low, T high, T x)
{
    const T v0 = clamp((x - low) / (high - low), T(0), T(1));
    return v0 * v0 * (T(3) - T(2) * v0);
}

// kgen: section cross
/// Vector product.
template <typename T> KGEN_FN vec<3, T> cross(const vec<3, T>& a, const vec<3, T>& b)
{
    return vec<3, T>(a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2], a.c[0] * b.c[1] - a.c[1] * b.c[0]);
}

// kgen: section length
/// Euclidean norm; its gradient at zero is zero.
template <int N, typename T> KGEN_FN T length(const vec<N, T>& a) { return sqrt(dot(a, a)); }

// kgen: section length_sq
/// Square of the Euclidean norm.
template <int N, typename T> KGEN_FN T length_sq(const vec<N, T>& a) { return dot(a, a); }

// kgen: section normalize
/// a / length(a); zero, with a gradient of zero, where the length is zero.
template <int N, typename T> KGEN_FN vec<N, T> normalize(const vec<N, T>& a)
{
    const T v0 = length(a);
    return v0 > T(0) ? a / v0 : vec<N, T>{};
}

// kgen: section cw_abs
/// Absolute value, by component.
template <int N, typename T> KGEN_FN vec<N, T> cw_abs(const vec<N, T>& a)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = abs(a.c[i]);
    }
    return result;
}

// kgen: section cw_sign
/// -1 below zero, else 1, by component.
template <int N, typename T> KGEN_FN vec<N, T> cw_sign(const vec<N, T>& a)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = sign(a.c[i]);
    }
    return result;
}

// kgen: section cw_min
/// The lesser, by component.
template <int N, typename T> KGEN_FN vec<N, T> cw_min(const vec<N, T>& a, const vec<N, T>& b)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = min(a.c[i], b.c[i]);
    }
    return result;
}

// kgen: section cw_max
/// The greater, by component.
template <int N, typename T> KGEN_FN vec<N, T> cw_max(const vec<N, T>& a, const vec<N, T>& b)
{
    vec<N, T> result;
    for (int i = 0; i < N; ++i) {
        result.c[i] = max(a.c[i], b.c[i]);
    }
    return result;
}

// kgen: section reduce_min
/// The least component; of equal ones the first takes the gradient.
template <int N, typename T> KGEN_FN T reduce_min(const vec<N, T>& a)
{
    T result = a.c[0];
    for (int i = 1; i < N; ++i) {
        result = min(a.c[i], result);
    }
    return result;
}

// kgen: section reduce_max
/// The greatest component; of equal ones the first takes the gradient.
template <int N, typename T> KGEN_FN T reduce_max(const vec<N, T>& a)
{
    T result = a.c[0];
    for (int i = 1; i < N; ++i) {
        result = max(a.c[i], result);
    }
    return result;
}

// kgen: section norm_l1
/// Sum of the absolute values of the components.
template <int N, typename T> KGEN_FN T norm_l1(const vec<N, T>& v) { return dot(cw_abs(v), vec<N, T>(T(1))); }

// kgen: section norm_l2
/// Euclidean norm; its gradient at zero is zero.
template <int N, typename T> KGEN_FN T norm_l2(const vec<N, T>& v) { return length(v); }

// kgen: section norm_huber
/// Huber's norm: quadratic up to a length of delta, then linear.
template <int N, typename T> KGEN_FN T norm_huber(const vec<N, T>& v, T delta)
{
    const T v0 = dot(v, v);
    return v0 <= delta * delta ? T(0.5) * v0 : delta * (sqrt(v0) - T(0.5) * delta);
}

// kgen: section norm_pseudo_huber
/// delta * sqrt(1 + dot(v, v) / delta ** 2).
template <int N, typename T> KGEN_FN T norm_pseudo_huber(const vec<N, T>& v, T delta)
{
    return delta * sqrt(T(1) + dot(v, v) / (delta * delta));
}

// kgen: section smooth_normalize
/// v / norm_pseudo_huber(v, delta).
template <int N, typename T> KGEN_FN vec<N, T> smooth_normalize(const vec<N, T>& v, T delta)
{
    return v / norm_pseudo_huber(v, delta);
}

// kgen: section skew
/// Matrix whose product with a vector is the vector product.
template <typename T> KGEN_FN mat<3, 3, T> skew(const vec<3, T>& v)
{
    return mat<3, 3, T>(T(0), -v.c[2], v.c[1], v.c[2], T(0), -v.c[0], -v.c[1], v.c[0], T(0));
}

// kgen: section inverse
/// Inverse; zero where the determinant is zero.
template <int N, typename T> KGEN_FN mat<N, N, T> inverse(const mat<N, N, T>& a)
{
    const T v0 = determinant(a);
    return v0 != T(0) ? adjugate(a) * (T(1) / v0) : mat<N, N, T>{};
}

// kgen: section quat_dot
/// Scalar product of quaternions.
template <typename T> KGEN_FN T quat_dot(const quaternion<T>& a, const quaternion<T>& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// kgen: section quat_length
/// Euclidean norm of a quaternion; its gradient at zero is zero.
template <typename T> KGEN_FN T quat_length(const quaternion<T>& q) { return sqrt(quat_dot(q, q)); }

// kgen: section quat_length_sq
/// Square of the Euclidean norm of a quaternion.
template <typename T> KGEN_FN T quat_length_sq(const quaternion<T>& q) { return quat_dot(q, q); }

// kgen: section quat_normalize
/// q / length(q); the identity, with a gradient of zero, where the length is zero.
template <typename T> KGEN_FN quaternion<T> quat_normalize(const quaternion<T>& q)
{
    const T v0 = quat_length(q);
    return v0 > T(0) ? q * (T(1) / v0) : quaternion<T>(T(0), T(0), T(0), T(1));
}

// kgen: section quat_inverse
/// Conjugate: the inverse of a unit quaternion.
template <typename T> KGEN_FN quaternion<T> quat_inverse(const quaternion<T>& q)
{
    return quaternion<T>(-q.x, -q.y, -q.z, q.w);
}

// kgen: section quat_rotate
/// Vector, rotated by a unit quaternion.
template <typename T> KGEN_FN vec<3, T> quat_rotate(const quaternion<T>& q, const vec<3, T>& v)
{
    const T v0 = T(2) * q.w * q.w - T(1);
    const T v1 = T(2) * (q.x * v.c[0] + q.y * v.c[1] + q.z * v.c[2]);
    return vec<3, T>(v.c[0] * v0 + q.x * v1 + (q.y * v.c[2] - q.z * v.c[1]) * q.w * T(2), v.c[1] * v0 + q.y * v1 + (q.z * v.c[0] - q.x * v.c[2]) * q.w * T(2), v.c[2] * v0 + q.z * v1 + (q.x * v.c[1] - q.y * v.c[0]) * q.w * T(2));
}

// kgen: section quat_rotate_inv
/// Vector, rotated by the inverse of a unit quaternion.
template <typename T> KGEN_FN vec<3, T> quat_rotate_inv(const quaternion<T>& q, const vec<3, T>& v)
{
    const T v0 = T(2) * q.w * q.w - T(1);
    const T v1 = T(2) * (q.x * v.c[0] + q.y * v.c[1] + q.z * v.c[2]);
    return vec<3, T>(v.c[0] * v0 + q.x * v1 - (q.y * v.c[2] - q.z * v.c[1]) * q.w * T(2), v.c[1] * v0 + q.y * v1 - (q.z * v.c[0] - q.x * v.c[2]) * q.w * T(2), v.c[2] * v0 + q.z * v1 - (q.x * v.c[1] - q.y * v.c[0]) * q.w * T(2));
}

// kgen: section quat_to_matrix
/// Rotation matrix of a unit quaternion.
template <typename T> KGEN_FN mat<3, 3, T> quat_to_matrix(const quaternion<T>& q)
{
    const T v0 = T(2) * q.w * q.w - T(1);
    const T v1 = T(2) * q.x;
    const T v2 = T(2) * q.y;
    const T v3 = q.z * q.w * T(2);
    const T v4 = T(2) * q.z;
    const T v5 = q.y * q.w * T(2);
    const T v6 = q.x * q.w * T(2);
    return mat<3, 3, T>(v0 + q.x * v1, q.x * v2 - v3, q.x * v4 + v5, q.y * v1 + v3, v0 + q.y * v2, q.y * v4 - v6, q.z * v1 - v5, q.z * v2 + v6, v0 + q.z * v4);
}

// kgen: section quat_from_axis_angle
/// Rotation by angle radians around a unit vector.
template <typename T> KGEN_FN quaternion<T> quat_from_axis_angle(const vec<3, T>& axis, T angle)
{
    const T v0 = angle * T(0.5);
    const T v1 = sin(v0);
    return quaternion<T>(axis.c[0] * v1, axis.c[1] * v1, axis.c[2] * v1, cos(v0));
}

// kgen: section quat_axis
/// Axis of a rotation by an angle of at most pi.
template <typename T> KGEN_FN vec<3, T> quat_axis(const quaternion<T>& q)
{
    const vec<3, T> v0 = normalize(vec<3, T>(q.x, q.y, q.z));
    return is_negative(q.w) ? -v0 : v0;
}

// kgen: section quat_angle
/// Angle of a rotation, from 0 to pi.
template <typename T> KGEN_FN T quat_angle(const quaternion<T>& q)
{
    return T(2) * atan2(length(vec<3, T>(q.x, q.y, q.z)), abs(q.w));
}

// kgen: section quat_power
/// Rotation by t times the angle of a rotation, around the same axis.
template <typename T> KGEN_FN quaternion<T> quat_power(const quaternion<T>& q, T t)
{
    const T v0 = length(vec<3, T>(q.x, q.y, q.z));
    const T v1 = T(0.5) * (t * quat_angle(q));
    const T v2 = v0 > T(0) ? sin(v1) / (v0 > T(0) ? v0 : T(1)) : t;
    const T v3 = is_negative(q.w) ? -v2 : v2;
    return quaternion<T>(q.x * v3, q.y * v3, q.z * v3, cos(v1));
}

// kgen: section quat_slerp
/// Rotation at t on the way from a to b.
template <typename T> KGEN_FN quaternion<T> quat_slerp(const quaternion<T>& a, const quaternion<T>& b, T t)
{
    return a * quat_power(quat_inverse(a) * b, t);
}

// kgen: section quat_rpy
/// Rotation by roll, pitch and yaw around x, y and z.
template <typename T> KGEN_FN quaternion<T> quat_rpy(T roll, T pitch, T yaw)
{
    const T v0 = yaw * T(0.5);
    const T v1 = cos(v0);
    const T v2 = roll * T(0.5);
    const T v3 = sin(v2);
    const T v4 = v1 * v3;
    const T v5 = pitch * T(0.5);
    const T v6 = cos(v5);
    const T v7 = sin(v0);
    const T v8 = cos(v2);
    const T v9 = v7 * v8;
    const T v10 = sin(v5);
    const T v11 = v1 * v8;
    const T v12 = v7 * v3;
    return quaternion<T>(v4 * v6 - v9 * v10, v11 * v10 + v12 * v6, v9 * v6 - v4 * v10, v11 * v6 + v12 * v10);
}

// kgen: section quat_from_matrix
/// Unit quaternion of a rotation matrix.
template <int N, typename T> KGEN_FN quaternion<T> quat_from_matrix(const mat<N, N, T>& m)
{
    const T v0 = m.row[0].c[0] + m.row[1].c[1];
    const T v1 = v0 + m.row[2].c[2];
    const T v2 = sqrt(v1 >= T(0) ? v1 + T(1) : (m.row[2].c[2] > (m.row[1].c[1] > m.row[0].c[0] ? m.row[1].c[1] : m.row[0].c[0]) ? m.row[2].c[2] - v0 + T(1) : (m.row[1].c[1] > m.row[0].c[0] ? m.row[1].c[1] - (m.row[2].c[2] + m.row[0].c[0]) + T(1) : m.row[0].c[0] - (m.row[1].c[1] + m.row[2].c[2]) + T(1))));
    const T v3 = T(0.5) / v2;
    const T v4 = (m.row[2].c[1] - m.row[1].c[2]) * v3;
    const T v5 = (m.row[2].c[0] + m.row[0].c[2]) * v3;
    const T v6 = (m.row[0].c[1] + m.row[1].c[0]) * v3;
    const T v7 = T(0.5) * v2;
    const T v8 = (m.row[0].c[2] - m.row[2].c[0]) * v3;
    const T v9 = (m.row[1].c[2] + m.row[2].c[1]) * v3;
    const T v10 = (m.row[1].c[0] - m.row[0].c[1]) * v3;
    return quat_normalize(quaternion<T>(v1 >= T(0) ? v4 : (m.row[2].c[2] > (m.row[1].c[1] > m.row[0].c[0] ? m.row[1].c[1] : m.row[0].c[0]) ? v5 : (m.row[1].c[1] > m.row[0].c[0] ? v6 : v7)), v1 >= T(0) ? v8 : (m.row[2].c[2] > (m.row[1].c[1] > m.row[0].c[0] ? m.row[1].c[1] : m.row[0].c[0]) ? v9 : (m.row[1].c[1] > m.row[0].c[0] ? v7 : v6)), v1 >= T(0) ? v10 : (m.row[2].c[2] > (m.row[1].c[1] > m.row[0].c[0] ? m.row[1].c[1] : m.row[0].c[0]) ? v7 : (m.row[1].c[1] > m.row[0].c[0] ? v9 : v5)), v1 >= T(0) ? v7 : (m.row[2].c[2] > (m.row[1].c[1] > m.row[0].c[0] ? m.row[1].c[1] : m.row[0].c[0]) ? v10 : (m.row[1].c[1] > m.row[0].c[0] ? v8 : v4))));
}

// kgen: section quat_twist
/// Part of a rotation that is around a unit vector.
template <typename T> KGEN_FN quaternion<T> quat_twist(const vec<3, T>& axis, const quaternion<T>& q)
{
    const vec<3, T> v0 = dot(vec<3, T>(q.x, q.y, q.z), axis) * axis;
    return quat_normalize(quaternion<T>(v0.c[0], v0.c[1], v0.c[2], q.w));
}

// kgen: section quat_twist_angle
/// Size of the angle of a rotation around a unit vector.
template <typename T> KGEN_FN T quat_twist_angle(const vec<3, T>& axis, const quaternion<T>& q)
{
    return T(2) * atan2(abs(dot(axis, vec<3, T>(q.x, q.y, q.z))), q.w);
}

// kgen: section quat_twist_angle_signed
/// Angle of a rotation around a unit vector.
template <typename T> KGEN_FN T quat_twist_angle_signed(const vec<3, T>& axis, const quaternion<T>& q)
{
    return T(2) * atan2(dot(axis, vec<3, T>(q.x, q.y, q.z)), q.w);
}

// kgen: section quat_to_rpy
/// Roll, pitch and yaw of a unit quaternion.
template <typename T> KGEN_FN vec<3, T> quat_to_rpy(const quaternion<T>& q)
{
    const T v0 = q.y * q.y;
    return vec<3, T>(atan2(T(2) * (q.w * q.x + q.y * q.z), T(1) - T(2) * (q.x * q.x + v0)), asin(clamp(T(2) * (q.w * q.y - q.z * q.x), T(-1), T(1))), atan2(T(2) * (q.w * q.z + q.x * q.y), T(1) - T(2) * (v0 + q.z * q.z)));
}

// kgen: section quat_from_euler
/// Rotation by the angles e around the fixed axes i, j and k, in this order.
template <typename T> KGEN_FN quaternion<T> quat_from_euler(const vec<3, T>& e, int i, int j, int k)
{
    const T v0 = T(0.5) * (k == int(0) ? e.c[0] : (k == int(1) ? e.c[1] : e.c[2]));
    const T v1 = sin(v0);
    const T v2 = T(0.5) * (j == int(0) ? e.c[0] : (j == int(1) ? e.c[1] : e.c[2]));
    const T v3 = sin(v2);
    const T v4 = T(0.5) * (i == int(0) ? e.c[0] : (i == int(1) ? e.c[1] : e.c[2]));
    const T v5 = sin(v4);
    return quaternion<T>(k == int(0) ? v1 : T(0), k == int(1) ? v1 : T(0), (k == int(0)) || (k == int(1)) ? T(0) : v1, cos(v0)) * (quaternion<T>(j == int(0) ? v3 : T(0), j == int(1) ? v3 : T(0), (j == int(0)) || (j == int(1)) ? T(0) : v3, cos(v2)) * quaternion<T>(i == int(0) ? v5 : T(0), i == int(1) ? v5 : T(0), (i == int(0)) || (i == int(1)) ? T(0) : v5, cos(v4)));
}

// kgen: section transform_get_translation
/// Translation of a transform.
template <typename T> KGEN_FN vec<3, T> transform_get_translation(const transformation<T>& t) { return t.p; }

// kgen: section transform_get_rotation
/// Rotation of a transform.
template <typename T> KGEN_FN quaternion<T> transform_get_rotation(const transformation<T>& t) { return t.q; }

// kgen: section transform_multiply
/// Transform by b, then by a.
template <typename T> KGEN_FN transformation<T> transform_multiply(const transformation<T>& a, const transformation<T>& b)
{
    return transformation<T>(quat_rotate(a.q, b.p) + a.p, a.q * b.q);
}

// kgen: section transform_mul
/// Transform by b, then by a.
template <typename T> KGEN_FN transformation<T> transform_mul(const transformation<T>& a, const transformation<T>& b)
{
    return transformation<T>(quat_rotate(a.q, b.p) + a.p, a.q * b.q);
}

// kgen: section transform_inverse
/// Inverse of a transform whose rotation is a unit quaternion.
template <typename T> KGEN_FN transformation<T> transform_inverse(const transformation<T>& t)
{
    const quaternion<T> v0 = quat_inverse(t.q);
    return transformation<T>(-quat_rotate(v0, t.p), v0);
}

// kgen: section transform_point
/// Point, rotated and moved.
template <typename T> KGEN_FN vec<3, T> transform_point(const transformation<T>& t, const vec<3, T>& v)
{
    return t.p + quat_rotate(t.q, v);
}

// kgen: section transform_vector
/// Vector, rotated.
template <typename T> KGEN_FN vec<3, T> transform_vector(const transformation<T>& t, const vec<3, T>& v)
{
    return quat_rotate(t.q, v);
}

// kgen: section mat_transform_point
/// Point, transformed by a matrix.
template <typename T> KGEN_FN vec<3, T> mat_transform_point(const mat<4, 4, T>& m, const vec<3, T>& v)
{
    const auto v0 = m * vec<4, T>(v.c[0], v.c[1], v.c[2], T(1));
    return vec<3, T>(v0.c[0], v0.c[1], v0.c[2]);
}

// kgen: section mat_transform_vector
/// Vector, transformed by a matrix.
template <typename T> KGEN_FN vec<3, T> mat_transform_vector(const mat<4, 4, T>& m, const vec<3, T>& v)
{
    const auto v0 = m * vec<4, T>(v.c[0], v.c[1], v.c[2], T(0));
    return vec<3, T>(v0.c[0], v0.c[1], v0.c[2]);
}

// kgen: section transform_from_matrix
/// Transform of a matrix that moves and rotates.
template <typename T> KGEN_FN transformation<T> transform_from_matrix(const mat<4, 4, T>& m)
{
    return transformation<T>(vec<3, T>(m.row[0].c[3], m.row[1].c[3], m.row[2].c[3]), quat_from_matrix(m));
}

// kgen: section transform_to_matrix
/// Matrix of a transform.
template <typename T> KGEN_FN mat<4, 4, T> transform_to_matrix(const transformation<T>& t)
{
    const mat<3, 3, T> v0 = quat_to_matrix(t.q);
    return mat<4, 4, T>(v0.row[0].c[0], v0.row[0].c[1], v0.row[0].c[2], t.p.c[0], v0.row[1].c[0], v0.row[1].c[1], v0.row[1].c[2], t.p.c[1], v0.row[2].c[0], v0.row[2].c[1], v0.row[2].c[2], t.p.c[2], T(0), T(0), T(0), T(1));
}

// kgen: section transform_compose
/// Matrix that scales, rotates and moves.
template <typename T> KGEN_FN mat<4, 4, T> transform_compose(const vec<3, T>& position, const quaternion<T>& rotation, const vec<3, T>& scale)
{
    const mat<3, 3, T> v0 = quat_to_matrix(rotation);
    return mat<4, 4, T>(scale.c[0] * v0.row[0].c[0], scale.c[1] * v0.row[0].c[1], scale.c[2] * v0.row[0].c[2], position.c[0], scale.c[0] * v0.row[1].c[0], scale.c[1] * v0.row[1].c[1], scale.c[2] * v0.row[1].c[2], position.c[1], scale.c[0] * v0.row[2].c[0], scale.c[1] * v0.row[2].c[1], scale.c[2] * v0.row[2].c[2], position.c[2], T(0), T(0), T(0), T(1));
}

// kgen: section spatial_vector
/// Spatial vector of an angular and a linear part.
template <typename T> KGEN_FN vec<6, T> spatial_vector(const vec<3, T>& w, const vec<3, T>& v)
{
    return vec<6, T>(w.c[0], w.c[1], w.c[2], v.c[0], v.c[1], v.c[2]);
}

// kgen: section spatial_top
/// Angular part of a spatial vector.
template <typename T> KGEN_FN vec<3, T> spatial_top(const vec<6, T>& a) { return vec<3, T>(a.c[0], a.c[1], a.c[2]); }

// kgen: section spatial_bottom
/// Linear part of a spatial vector.
template <typename T> KGEN_FN vec<3, T> spatial_bottom(const vec<6, T>& a) { return vec<3, T>(a.c[3], a.c[4], a.c[5]); }

// kgen: section spatial_dot
/// Scalar product of spatial vectors.
template <typename T> KGEN_FN T spatial_dot(const vec<6, T>& a, const vec<6, T>& b) { return dot(a, b); }

// kgen: section spatial_cross
/// Product of spatial motion vectors.
template <typename T> KGEN_FN vec<6, T> spatial_cross(const vec<6, T>& a, const vec<6, T>& b)
{
    const vec<3, T> v0 = spatial_top(a);
    const vec<3, T> v1 = spatial_top(b);
    return spatial_vector(cross(v0, v1), cross(spatial_bottom(a), v1) + cross(v0, spatial_bottom(b)));
}

// kgen: section spatial_cross_dual
/// Product of a spatial motion vector and a spatial force.
template <typename T> KGEN_FN vec<6, T> spatial_cross_dual(const vec<6, T>& a, const vec<6, T>& b)
{
    const vec<3, T> v0 = spatial_top(a);
    const vec<3, T> v1 = spatial_bottom(b);
    return spatial_vector(cross(v0, spatial_top(b)) + cross(spatial_bottom(a), v1), cross(v0, v1));
}

// kgen: section velocity_at_point
/// Velocity of a point of a body that moves by a twist.
template <typename T> KGEN_FN vec<3, T> velocity_at_point(const vec<6, T>& qd, const vec<3, T>& r)
{
    return spatial_bottom(qd) + cross(spatial_top(qd), r);
}

// kgen: section transform_twist
/// Twist in another frame.
template <typename T> KGEN_FN vec<6, T> transform_twist(const transformation<T>& t, const vec<6, T>& x)
{
    const vec<3, T> v0 = quat_rotate(t.q, spatial_top(x));
    return spatial_vector(v0, quat_rotate(t.q, spatial_bottom(x)) + cross(t.p, v0));
}

// kgen: section transform_wrench
/// Wrench in another frame.
template <typename T> KGEN_FN vec<6, T> transform_wrench(const transformation<T>& t, const vec<6, T>& x)
{
    const vec<3, T> v0 = quat_rotate(t.q, spatial_bottom(x));
    return spatial_vector(quat_rotate(t.q, spatial_top(x)) + cross(t.p, v0), v0);
}

// kgen: section spatial_adjoint
/// Spatial matrix [[r, 0], [s, r]].
template <typename T> KGEN_FN mat<6, 6, T> spatial_adjoint(const mat<3, 3, T>& r, const mat<3, 3, T>& s)
{
    return mat<6, 6, T>(r.row[0].c[0], r.row[0].c[1], r.row[0].c[2], T(0), T(0), T(0), r.row[1].c[0], r.row[1].c[1], r.row[1].c[2], T(0), T(0), T(0), r.row[2].c[0], r.row[2].c[1], r.row[2].c[2], T(0), T(0), T(0), s.row[0].c[0], s.row[0].c[1], s.row[0].c[2], r.row[0].c[0], r.row[0].c[1], r.row[0].c[2], s.row[1].c[0], s.row[1].c[1], s.row[1].c[2], r.row[1].c[0], r.row[1].c[1], r.row[1].c[2], s.row[2].c[0], s.row[2].c[1], s.row[2].c[2], r.row[2].c[0], r.row[2].c[1], r.row[2].c[2]);
}

// kgen: section rand_pcg
/// The state that follows a state.
KGEN_FN uint32_t rand_pcg(uint32_t state)
{
    const uint32_t v0 = state * uint32_t(747796405) + uint32_t(2891336453);
    const uint32_t v1 = (rshift(v0, rshift(v0, uint32_t(28)) + uint32_t(4)) ^ v0) * uint32_t(277803737);
    return rshift(v1, uint32_t(22)) ^ v1;
}

// kgen: section rand_init
/// A state that follows from a seed.
KGEN_FN uint32_t rand_init(int seed) { return rand_pcg(uint32_t(seed)); }

// kgen: section rand_init
/// A state that follows from a seed and the number of a thread.
KGEN_FN uint32_t rand_init(int seed, int offset) { return rand_pcg(uint32_t(seed) + rand_pcg(uint32_t(offset))); }

// kgen: section randi_at
/// A random integer.
KGEN_FN int randi_at(uint32_t state) { return int(rand_pcg(state)); }

// kgen: section randi
KGEN_FN int randi(uint32_t& state)
{
    const int result = randi_at(state);
    state = rand_pcg(state);
    return result;
}

// kgen: section randi_at
/// A random integer from low to below high.
KGEN_FN int randi_at(uint32_t state, int low, int high)
{
    return int(mod(rand_pcg(state), uint32_t(high - low)) + uint32_t(low));
}

// kgen: section randi
KGEN_FN int randi(uint32_t& state, int low, int high)
{
    const int result = randi_at(state, low, high);
    state = rand_pcg(state);
    return result;
}

// kgen: section randu_at
/// A random unsigned integer.
KGEN_FN uint32_t randu_at(uint32_t state) { return rand_pcg(state); }

// kgen: section randu
KGEN_FN uint32_t randu(uint32_t& state)
{
    const uint32_t result = randu_at(state);
    state = rand_pcg(state);
    return result;
}

// kgen: section randu_at
/// A random unsigned integer from low to below high.
KGEN_FN uint32_t randu_at(uint32_t state, uint32_t low, uint32_t high)
{
    return mod(rand_pcg(state), high - low) + low;
}

// kgen: section randu
KGEN_FN uint32_t randu(uint32_t& state, uint32_t low, uint32_t high)
{
    const uint32_t result = randu_at(state, low, high);
    state = rand_pcg(state);
    return result;
}

// kgen: section randf_at
/// A random number from 0 to below 1.
KGEN_FN float randf_at(uint32_t state)
{
    return float(rshift(rand_pcg(state), uint32_t(8))) * float(5.9604644775390625e-08);
}

// kgen: section randf
KGEN_FN float randf(uint32_t& state)
{
    const float result = randf_at(state);
    state = rand_pcg(state);
    return result;
}

// kgen: section randf_at
/// A random number from low to below high.
KGEN_FN float randf_at(uint32_t state, float low, float high) { return (high - low) * randf_at(state) + low; }

// kgen: section randf
KGEN_FN float randf(uint32_t& state, float low, float high)
{
    const float result = randf_at(state, low, high);
    state = rand_pcg(state);
    return result;
}

// kgen: section randn_at
/// A random number of the standard normal distribution.
KGEN_FN float randn_at(uint32_t state)
{
    return sqrt(float(-2) * log(randf_at(state) + float(5.96e-08))) * cos(float(6.28318530717958647692528676656) * randf_at(rand_pcg(state)));
}

// kgen: section randn
KGEN_FN float randn(uint32_t& state)
{
    const float result = randn_at(state);
    state = rand_pcg(rand_pcg(state));
    return result;
}

// kgen: section sample_triangle_at
/// Two barycentric coordinates of a random point of a triangle.
KGEN_FN vec<2, float> sample_triangle_at(uint32_t state)
{
    const float v0 = sqrt(randf_at(state));
    return vec<2, float>(float(1) - v0, randf_at(rand_pcg(state)) * v0);
}

// kgen: section sample_triangle
KGEN_FN vec<2, float> sample_triangle(uint32_t& state)
{
    const vec<2, float> result = sample_triangle_at(state);
    state = rand_pcg(rand_pcg(state));
    return result;
}

// kgen: section sample_unit_ring_at
/// A random point of the unit circle.
KGEN_FN vec<2, float> sample_unit_ring_at(uint32_t state)
{
    const float v0 = float(6.28318530717958647692528676656) * randf_at(state);
    return vec<2, float>(cos(v0), sin(v0));
}

// kgen: section sample_unit_ring
KGEN_FN vec<2, float> sample_unit_ring(uint32_t& state)
{
    const vec<2, float> result = sample_unit_ring_at(state);
    state = rand_pcg(state);
    return result;
}

// kgen: section sample_unit_disk_at
/// A random point within the unit circle.
KGEN_FN vec<2, float> sample_unit_disk_at(uint32_t state)
{
    const float v0 = sqrt(randf_at(state));
    const float v1 = float(6.28318530717958647692528676656) * randf_at(rand_pcg(state));
    return vec<2, float>(v0 * cos(v1), v0 * sin(v1));
}

// kgen: section sample_unit_disk
KGEN_FN vec<2, float> sample_unit_disk(uint32_t& state)
{
    const vec<2, float> result = sample_unit_disk_at(state);
    state = rand_pcg(rand_pcg(state));
    return result;
}

// kgen: section sample_unit_sphere_surface_at
/// A random point of the unit sphere.
KGEN_FN vec<3, float> sample_unit_sphere_surface_at(uint32_t state)
{
    const float v0 = float(6.28318530717958647692528676656) * randf_at(rand_pcg(state));
    const float v1 = acos(float(1) - float(2) * randf_at(state));
    const float v2 = sin(v1);
    return vec<3, float>(cos(v0) * v2, sin(v0) * v2, cos(v1));
}

// kgen: section sample_unit_sphere_surface
KGEN_FN vec<3, float> sample_unit_sphere_surface(uint32_t& state)
{
    const vec<3, float> result = sample_unit_sphere_surface_at(state);
    state = rand_pcg(rand_pcg(state));
    return result;
}

// kgen: section sample_unit_sphere_at
/// A random point within the unit sphere.
KGEN_FN vec<3, float> sample_unit_sphere_at(uint32_t state)
{
    const uint32_t v0 = rand_pcg(state);
    const float v1 = pow(randf_at(rand_pcg(v0)), float(0.333333333333333333333333333333));
    const float v2 = float(6.28318530717958647692528676656) * randf_at(v0);
    const float v3 = acos(float(1) - float(2) * randf_at(state));
    const float v4 = sin(v3);
    return vec<3, float>(v1 * cos(v2) * v4, v1 * sin(v2) * v4, v1 * cos(v3));
}

// kgen: section sample_unit_sphere
KGEN_FN vec<3, float> sample_unit_sphere(uint32_t& state)
{
    const vec<3, float> result = sample_unit_sphere_at(state);
    state = rand_pcg(rand_pcg(rand_pcg(state)));
    return result;
}

// kgen: section sample_unit_hemisphere_surface_at
/// A random point of the unit sphere where z is not negative.
KGEN_FN vec<3, float> sample_unit_hemisphere_surface_at(uint32_t state)
{
    const float v0 = float(6.28318530717958647692528676656) * randf_at(rand_pcg(state));
    const float v1 = acos(float(1) - randf_at(state));
    const float v2 = sin(v1);
    return vec<3, float>(cos(v0) * v2, sin(v0) * v2, cos(v1));
}

// kgen: section sample_unit_hemisphere_surface
KGEN_FN vec<3, float> sample_unit_hemisphere_surface(uint32_t& state)
{
    const vec<3, float> result = sample_unit_hemisphere_surface_at(state);
    state = rand_pcg(rand_pcg(state));
    return result;
}

// kgen: section sample_unit_hemisphere_at
/// A random point within the unit sphere where z is not negative.
KGEN_FN vec<3, float> sample_unit_hemisphere_at(uint32_t state)
{
    const uint32_t v0 = rand_pcg(state);
    const float v1 = pow(randf_at(rand_pcg(v0)), float(0.333333333333333333333333333333));
    const float v2 = float(6.28318530717958647692528676656) * randf_at(v0);
    const float v3 = acos(float(1) - randf_at(state));
    const float v4 = sin(v3);
    return vec<3, float>(v1 * cos(v2) * v4, v1 * sin(v2) * v4, v1 * cos(v3));
}

// kgen: section sample_unit_hemisphere
KGEN_FN vec<3, float> sample_unit_hemisphere(uint32_t& state)
{
    const vec<3, float> result = sample_unit_hemisphere_at(state);
    state = rand_pcg(rand_pcg(rand_pcg(state)));
    return result;
}

// kgen: section sample_unit_square_at
/// A random point of a unit square around the origin.
KGEN_FN vec<2, float> sample_unit_square_at(uint32_t state)
{
    return vec<2, float>(randf_at(state) - float(0.5), randf_at(rand_pcg(state)) - float(0.5));
}

// kgen: section sample_unit_square
KGEN_FN vec<2, float> sample_unit_square(uint32_t& state)
{
    const vec<2, float> result = sample_unit_square_at(state);
    state = rand_pcg(rand_pcg(state));
    return result;
}

// kgen: section sample_unit_cube_at
/// A random point of a unit cube around the origin.
KGEN_FN vec<3, float> sample_unit_cube_at(uint32_t state)
{
    const uint32_t v0 = rand_pcg(state);
    return vec<3, float>(randf_at(state) - float(0.5), randf_at(v0) - float(0.5), randf_at(rand_pcg(v0)) - float(0.5));
}

// kgen: section sample_unit_cube
KGEN_FN vec<3, float> sample_unit_cube(uint32_t& state)
{
    const vec<3, float> result = sample_unit_cube_at(state);
    state = rand_pcg(rand_pcg(rand_pcg(state)));
    return result;
}

//===--- END expansions ---===//

// kgen: section all_finite
template <int N, typename T> KGEN_FN bool all_finite(const vec<N, T>& a)
{
    bool result = true;
    for (int i = 0; i < N; ++i) {
        result = result && isfinite(a.c[i]);
    }
    return result;
}
template <int R, int C, typename T> KGEN_FN bool all_finite(const mat<R, C, T>& a)
{
    bool result = true;
    for (int i = 0; i < R; ++i) {
        result = result && all_finite(a.row[i]);
    }
    return result;
}

// kgen: section any_nan
template <int N, typename T> KGEN_FN bool any_nan(const vec<N, T>& a)
{
    bool result = false;
    for (int i = 0; i < N; ++i) {
        result = result || isnan(a.c[i]);
    }
    return result;
}
template <int R, int C, typename T> KGEN_FN bool any_nan(const mat<R, C, T>& a)
{
    bool result = false;
    for (int i = 0; i < R; ++i) {
        result = result || any_nan(a.row[i]);
    }
    return result;
}

// kgen: section any_inf
template <int N, typename T> KGEN_FN bool any_inf(const vec<N, T>& a)
{
    bool result = false;
    for (int i = 0; i < N; ++i) {
        result = result || isinf(a.c[i]);
    }
    return result;
}
template <int R, int C, typename T> KGEN_FN bool any_inf(const mat<R, C, T>& a)
{
    bool result = false;
    for (int i = 0; i < R; ++i) {
        result = result || any_inf(a.row[i]);
    }
    return result;
}

// kgen: section any_nonzero
template <int N, typename T> KGEN_FN bool any_nonzero(const vec<N, T>& a)
{
    bool result = false;
    for (int i = 0; i < N; ++i) {
        result = result || a.c[i] != T(0);
    }
    return result;
}
template <int R, int C, typename T> KGEN_FN bool any_nonzero(const mat<R, C, T>& a)
{
    bool result = false;
    for (int i = 0; i < R; ++i) {
        result = result || any_nonzero(a.row[i]);
    }
    return result;
}

//===----------------------------------------------------------------------===//
// Launches and threads
//===----------------------------------------------------------------------===//

// kgen: section launch_bounds
/// The grid of a launch: N dimensions that the kernel knows; `coord_mult` threads share each coordinate.
template <int N> struct launch_bounds {
    uint32_t shape[N];
    size_t size;
    size_t coord_mult;
};
static_assert(sizeof(launch_bounds<1>) == 24 && sizeof(launch_bounds<4>) == 32, "Warp's launch_bounds_t");

// kgen: section unrepeated
/// A thread's number among those of other coordinates: `coord_mult` threads share each.
template <int N> KGEN_FN size_t unrepeated(size_t thread, const launch_bounds<N>& dim)
{
    return dim.coord_mult > 1 ? thread / dim.coord_mult : thread;
}

// kgen: section coordinate
/// Coordinate d, of threads that share none; the last dimension runs fastest (S-90, S-92).
template <int N> KGEN_FN int coordinate(size_t thread, const launch_bounds<N>& dim, int d)
{
    for (int k = N - 1; k > d; --k) {
        thread /= dim.shape[k];
    }
    const int result = int(d > 0 ? thread % dim.shape[d] : thread);
#if defined(__CUDA_ARCH__)
    __builtin_assume(result >= 0); // as an index it does not count from the end
#endif
    return result;
}

// kgen: section tid
/// The first coordinate: Python's `i = wp.tid()` (S-91).
template <int N> KGEN_FN int tid(size_t thread, const launch_bounds<N>& dim)
{
    return coordinate(unrepeated(thread, dim), dim, 0);
}

// kgen: section coord2
struct coord2 {
    int i, j;
};

// kgen: section tid2
/// The first two coordinates, from one thread's number so that they share the quotient: Python's `i, j = wp.tid()`.
template <int N> KGEN_FN coord2 tid2(size_t thread, const launch_bounds<N>& dim)
{
    const size_t own = unrepeated(thread, dim);
    return {coordinate(own, dim, 0), coordinate(own, dim, 1)};
}

// kgen: section coord3
struct coord3 {
    int i, j, k;
};

// kgen: section tid3
template <int N> KGEN_FN coord3 tid3(size_t thread, const launch_bounds<N>& dim)
{
    const size_t own = unrepeated(thread, dim);
    return {coordinate(own, dim, 0), coordinate(own, dim, 1), coordinate(own, dim, 2)};
}

// kgen: section coord4
struct coord4 {
    int i, j, k, l;
};

// kgen: section tid4
template <int N> KGEN_FN coord4 tid4(size_t thread, const launch_bounds<N>& dim)
{
    const size_t own = unrepeated(thread, dim);
    return {coordinate(own, dim, 0), coordinate(own, dim, 1), coordinate(own, dim, 2), coordinate(own, dim, 3)};
}

// kgen: section first_thread
#if defined(__CUDACC__)
/// The first thread of a grid-stride loop.
__device__ inline size_t first_thread() { return size_t(blockDim.x) * blockIdx.x + threadIdx.x; }
#endif

// kgen: section thread_stride
#if defined(__CUDACC__)
/// The number of threads that run at once: from one thread of a grid-stride loop to the next.
__device__ inline size_t thread_stride() { return size_t(blockDim.x) * gridDim.x; }
#endif

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

// kgen: section element_at
/// The element at some indices of strided memory. A negative index counts from the end (S-70).
template <typename T, typename... I>
KGEN_FN T* element_at(T* data, const int* shape, const int* strides, I... indices)
{
    const int index[] = {indices...};
    size_t offset = 0;
    for (int d = 0; d < int(sizeof...(I)); ++d) {
        offset += size_t(index[d] < 0 ? index[d] + shape[d] : index[d]) * size_t(strides[d]);
    }
    return reinterpret_cast<T*>(reinterpret_cast<char*>(data) + offset);
}

// kgen: section array
/// A strided array of N dimensions: Warp's array_t. `a[i]`, or `a(i, j)`.
template <typename T, int N = 1> struct array {
    T* data;
    T* grad;
    int shape[4];
    int strides[4]; // in bytes
    uint16_t ndim;
    uint16_t flags; // bit 0: gradients are retained

    template <typename... I> KGEN_FN T& operator()(I... indices) const
    {
        static_assert(sizeof...(I) == N, "one index for each dimension");
        return *element_at(data, shape, strides, indices...);
    }
    KGEN_FN T& operator[](int i) const { return (*this)(i); }
    /// The view at some of the first indices, with its gradient: Python's `a[i]` of a matrix.
    template <typename... I> KGEN_FN array<T, N - int(sizeof...(I))> row(I... indices) const
    {
        constexpr int count = sizeof...(I);
        static_assert(count < N, "fewer indices than dimensions");
        array<T, N - count> view{};
        view.data = data ? element_at(data, shape, strides, indices...) : data;
        view.grad = grad ? element_at(grad, shape, strides, indices...) : grad;
        for (int d = count; d < N; ++d) {
            view.shape[d - count] = shape[d];
            view.strides[d - count] = strides[d];
        }
        view.ndim = uint16_t(N - count);
        view.flags = flags;
        return view;
    }
    /// Whether there is memory behind it: `array{}` has none.
    KGEN_FN explicit operator bool() const { return data != nullptr; }
};
static_assert(sizeof(array<float>) == 56 && sizeof(array<double, 4>) == 56, "Warp's array_t");

//===----------------------------------------------------------------------===//
// Atomic updates: relaxed and device-wide (S-80 to S-82); on the CPU one thread runs at a time
//===----------------------------------------------------------------------===//

// kgen: section plus
struct plus {
    template <typename T> KGEN_FN T operator()(T a, T b) const { return T(a + b); }
};

// kgen: section minimum
struct minimum {
    template <typename T> KGEN_FN T operator()(T a, T b) const { return min(a, b); }
};

// kgen: section maximum
struct maximum {
    template <typename T> KGEN_FN T operator()(T a, T b) const { return max(a, b); }
};

// kgen: section replacement
struct replacement {
    template <typename T> KGEN_FN T operator()(T, T b) const { return b; }
};

// kgen: section bits_of_both
struct bits_of_both {
    template <typename T> KGEN_FN T operator()(T a, T b) const { return T(a & b); }
};

// kgen: section bits_of_either
struct bits_of_either {
    template <typename T> KGEN_FN T operator()(T a, T b) const { return T(a | b); }
};

// kgen: section bits_of_one
struct bits_of_one {
    template <typename T> KGEN_FN T operator()(T a, T b) const { return T(a ^ b); }
};

// kgen: section atomic_word
#if defined(__CUDACC__)
/// The word that the hardware swaps: as wide as the number.
template <size_t bytes> struct atomic_word {
    static_assert(bytes == 4, "atomics are for numbers of 32 and 64 bits");
    using type = unsigned int;
};
template <> struct atomic_word<8> { using type = unsigned long long; };
#endif

// kgen: section atomic_update
/// Replaces a number by `update(number, value)` and returns what it was.
template <typename U, typename T> KGEN_FN T atomic_update(T* element, T value)
{
#if defined(__CUDA_ARCH__)
    using word = typename atomic_word<sizeof(T)>::type;
    word* const target = reinterpret_cast<word*>(element);
    word found = *reinterpret_cast<volatile word*>(target), seen;
    T old;
    do {
        seen = found;
        memcpy(&old, &seen, sizeof(T));
        const T next = U()(old, value);
        word wanted;
        memcpy(&wanted, &next, sizeof(T));
        found = atomicCAS(target, seen, wanted);
    } while (found != seen);
    return old;
#else
    const T old = *element;
    *element = U()(old, value);
    return old;
#endif
}

// kgen: section atomic_plus
template <typename T> KGEN_FN T atomic_plus(T* element, T value)
{
#if defined(__CUDA_ARCH__)
    if constexpr (is_float<T>) {
        return atomicAdd(element, value);
    } else {
        using word = typename atomic_word<sizeof(T)>::type;
        return T(atomicAdd(reinterpret_cast<word*>(element), word(value)));
    }
#else
    return atomic_update<plus>(element, value);
#endif
}

// kgen: section atomic_plus atomic_update
/// The same for vectors and matrices: each component by itself.
template <int N, typename T> KGEN_FN vec<N, T> atomic_plus(vec<N, T>* element, const vec<N, T>& value)
{
    vec<N, T> old;
    for (int i = 0; i < N; ++i) {
        old.c[i] = atomic_plus(&element->c[i], value.c[i]);
    }
    return old;
}
template <int R, int C, typename T> KGEN_FN mat<R, C, T> atomic_plus(mat<R, C, T>* element, const mat<R, C, T>& value)
{
    mat<R, C, T> old;
    for (int i = 0; i < R; ++i) {
        old.row[i] = atomic_plus(&element->row[i], value.row[i]);
    }
    return old;
}
template <typename U, int N, typename T> KGEN_FN vec<N, T> atomic_update(vec<N, T>* element, const vec<N, T>& value)
{
    vec<N, T> old;
    for (int i = 0; i < N; ++i) {
        old.c[i] = atomic_update<U>(&element->c[i], value.c[i]);
    }
    return old;
}
template <typename U, int R, int C, typename T>
KGEN_FN mat<R, C, T> atomic_update(mat<R, C, T>* element, const mat<R, C, T>& value)
{
    mat<R, C, T> old;
    for (int i = 0; i < R; ++i) {
        old.row[i] = atomic_update<U>(&element->row[i], value.row[i]);
    }
    return old;
}

// kgen: section atomic_plus for quaternion
template <typename T> KGEN_FN quaternion<T> atomic_plus(quaternion<T>* element, const quaternion<T>& value)
{
    return {atomic_plus(&element->x, value.x), atomic_plus(&element->y, value.y), atomic_plus(&element->z, value.z),
            atomic_plus(&element->w, value.w)};
}

// kgen: section atomic_plus for transformation
template <typename T> KGEN_FN transformation<T> atomic_plus(transformation<T>* element, const transformation<T>& value)
{
    return {atomic_plus(&element->p, value.p), atomic_plus(&element->q, value.q)};
}

// kgen: section atomic_add
/// `atomic_add(a, i, value)`: the element before the update is the result; `atomic_add(&a[i].x, value)` of one field.
template <typename T> KGEN_FN T atomic_add(T* target, as<T> value) { return atomic_plus(target, value); }
template <typename T> KGEN_FN T atomic_add(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_plus(&a(i), value);
}
template <typename T> KGEN_FN T atomic_add(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_plus(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_add(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_plus(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_add(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_plus(&a(i, j, k, l), value);
}

// kgen: section atomic_sub
template <typename T> KGEN_FN T atomic_sub(T* target, as<T> value) { return atomic_plus(target, T(-value)); }
template <typename T> KGEN_FN T atomic_sub(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_plus(&a(i), T(-value));
}
template <typename T> KGEN_FN T atomic_sub(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_plus(&a(i, j), T(-value));
}
template <typename T> KGEN_FN T atomic_sub(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_plus(&a(i, j, k), T(-value));
}
template <typename T> KGEN_FN T atomic_sub(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_plus(&a(i, j, k, l), T(-value));
}

// kgen: section atomic_min
template <typename T> KGEN_FN T atomic_min(T* target, as<T> value) { return atomic_update<minimum>(target, value); }
template <typename T> KGEN_FN T atomic_min(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_update<minimum>(&a(i), value);
}
template <typename T> KGEN_FN T atomic_min(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_update<minimum>(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_min(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_update<minimum>(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_min(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_update<minimum>(&a(i, j, k, l), value);
}

// kgen: section atomic_max
template <typename T> KGEN_FN T atomic_max(T* target, as<T> value) { return atomic_update<maximum>(target, value); }
template <typename T> KGEN_FN T atomic_max(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_update<maximum>(&a(i), value);
}
template <typename T> KGEN_FN T atomic_max(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_update<maximum>(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_max(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_update<maximum>(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_max(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_update<maximum>(&a(i, j, k, l), value);
}

// kgen: section atomic_exch
template <typename T> KGEN_FN T atomic_exch(T* target, as<T> value) { return atomic_update<replacement>(target, value); }
template <typename T> KGEN_FN T atomic_exch(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_update<replacement>(&a(i), value);
}
template <typename T> KGEN_FN T atomic_exch(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_update<replacement>(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_exch(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_update<replacement>(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_exch(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_update<replacement>(&a(i, j, k, l), value);
}

// kgen: section atomic_and
template <typename T> KGEN_FN T atomic_and(T* target, as<T> value) { return atomic_update<bits_of_both>(target, value); }
template <typename T> KGEN_FN T atomic_and(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_update<bits_of_both>(&a(i), value);
}
template <typename T> KGEN_FN T atomic_and(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_update<bits_of_both>(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_and(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_update<bits_of_both>(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_and(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_update<bits_of_both>(&a(i, j, k, l), value);
}

// kgen: section atomic_or
template <typename T> KGEN_FN T atomic_or(T* target, as<T> value) { return atomic_update<bits_of_either>(target, value); }
template <typename T> KGEN_FN T atomic_or(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_update<bits_of_either>(&a(i), value);
}
template <typename T> KGEN_FN T atomic_or(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_update<bits_of_either>(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_or(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_update<bits_of_either>(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_or(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_update<bits_of_either>(&a(i, j, k, l), value);
}

// kgen: section atomic_xor
template <typename T> KGEN_FN T atomic_xor(T* target, as<T> value) { return atomic_update<bits_of_one>(target, value); }
template <typename T> KGEN_FN T atomic_xor(const array<T, 1>& a, int i, as<T> value)
{
    return atomic_update<bits_of_one>(&a(i), value);
}
template <typename T> KGEN_FN T atomic_xor(const array<T, 2>& a, int i, int j, as<T> value)
{
    return atomic_update<bits_of_one>(&a(i, j), value);
}
template <typename T> KGEN_FN T atomic_xor(const array<T, 3>& a, int i, int j, int k, as<T> value)
{
    return atomic_update<bits_of_one>(&a(i, j, k), value);
}
template <typename T> KGEN_FN T atomic_xor(const array<T, 4>& a, int i, int j, int k, int l, as<T> value)
{
    return atomic_update<bits_of_one>(&a(i, j, k, l), value);
}

// kgen: section atomic_swap
/// Puts `value` in the place of a number that equals `expected`, and returns what it was. A GPU compares bits.
template <typename T> KGEN_FN T atomic_swap(T* element, T expected, T value)
{
#if defined(__CUDA_ARCH__)
    using word = typename atomic_word<sizeof(T)>::type;
    word wanted, next;
    memcpy(&wanted, &expected, sizeof(T));
    memcpy(&next, &value, sizeof(T));
    const word found = atomicCAS(reinterpret_cast<word*>(element), wanted, next);
    T old;
    memcpy(&old, &found, sizeof(T));
    return old;
#else
    const T old = *element;
    *element = old == expected ? value : old;
    return old;
#endif
}

// kgen: section atomic_cas
/// `atomic_cas(a, i, expected, value)`: the element before is the result.
template <typename T> KGEN_FN T atomic_cas(const array<T, 1>& a, int i, as<T> expected, as<T> value)
{
    return atomic_swap(&a(i), expected, value);
}
template <typename T> KGEN_FN T atomic_cas(const array<T, 2>& a, int i, int j, as<T> expected, as<T> value)
{
    return atomic_swap(&a(i, j), expected, value);
}
template <typename T> KGEN_FN T atomic_cas(const array<T, 3>& a, int i, int j, int k, as<T> expected, as<T> value)
{
    return atomic_swap(&a(i, j, k), expected, value);
}
template <typename T> KGEN_FN T atomic_cas(const array<T, 4>& a, int i, int j, int k, int l, as<T> expected, as<T> value)
{
    return atomic_swap(&a(i, j, k, l), expected, value);
}

//===----------------------------------------------------------------------===//
// Gradients of arrays
//===----------------------------------------------------------------------===//

// kgen: section gradient
/// Where the gradient of an array is accumulated in this launch; absent where `data` is null.
template <typename T, int N = 1> struct gradient {
    T* data;
    int shape[4];
    int strides[4];
    bool keep; // take() leaves the element
};

// kgen: section gradient_of
/// Warp's rule: the adjoint argument where it has data, else the array's own gradient, else none.
template <typename T, int N> KGEN_FN gradient<T, N> gradient_of(const array<T, N>& a, const array<T, N>& adjoint)
{
    // Each field is chosen by value: an array chosen by its address would put both parameters on the thread's stack.
    gradient<T, N> g{};
    T *const given = adjoint.data, *const own = a.grad;
    g.data = given ? given : own;
    for (int d = 0; d < N; ++d) {
        const int given_stride = adjoint.strides[d], own_stride = a.strides[d];
        g.shape[d] = a.shape[d]; // that of both
        g.strides[d] = given ? given_stride : own_stride;
    }
    g.keep = g.data != a.grad || (a.flags & 1) != 0;
    return g;
}

// kgen: section part
/// The gradient of one field of each element: `part(g, &Ball::center)`, or of component k of a vector, `part(g, 0)`.
template <typename F, typename S, int N> KGEN_FN gradient<F, N> part(const gradient<S, N>& g, F S::*field)
{
    gradient<F, N> result{};
    result.data = g.data ? &(g.data->*field) : nullptr;
    for (int d = 0; d < N; ++d) {
        result.shape[d] = g.shape[d];
        result.strides[d] = g.strides[d];
    }
    result.keep = g.keep;
    return result;
}
template <typename S, int N> KGEN_FN auto part(const gradient<S, N>& g, int i)
{
    gradient<typename same<decltype(S{}[0] + S{}[0])>::type, N> result{};
    result.data = g.data ? &(*g.data)[i] : nullptr;
    for (int d = 0; d < N; ++d) {
        result.shape[d] = g.shape[d];
        result.strides[d] = g.strides[d];
    }
    result.keep = g.keep;
    return result;
}

// kgen: section read
/// An element of a gradient; zero where it is absent.
template <typename T, int N, typename... I> KGEN_FN T read(const gradient<T, N>& g, I... indices)
{
    static_assert(sizeof...(I) == N, "one index for each dimension");
    return g.data ? *element_at(g.data, g.shape, g.strides, indices...) : T{};
}

// kgen: section is_clear
/// Whether an element is zero and to store a zero changes nothing. A GPU asks, since a store on the heels of a load evicts what
/// was loaded: this store waits for it, and is left out where nothing is to be cleared. A CPU has nothing to gain.
template <typename T> KGEN_FN bool is_clear(const T* element)
{
#if defined(__CUDA_ARCH__)
    uint32_t words[(sizeof(T) + 3) / 4] = {}, any = 0;
    memcpy(words, element, sizeof(T));
    for (const uint32_t word : words) {
        any |= word;
    }
    return any == 0;
#else
    (void)element;
    return false;
#endif
}

// kgen: section take
/// Reads an element and clears it: the adjoint of a store. It stays in a caller's adjoint array and in a retained one.
template <typename T, int N, typename... I> KGEN_FN T take(const gradient<T, N>& g, I... indices)
{
    static_assert(sizeof...(I) == N, "one index for each dimension");
    if (!g.data) {
        return T{};
    }
    T* const element = element_at(g.data, g.shape, g.strides, indices...);
    const T taken = *element;
    if (!g.keep && !is_clear(element)) {
        *element = T{};
    }
    return taken;
}

// kgen: section add
/// Adds to an element, atomically: the adjoint of a load.
template <typename T> KGEN_FN void add(const gradient<T, 1>& g, int i, as<T> value)
{
    if (g.data) {
        atomic_plus(element_at(g.data, g.shape, g.strides, i), value);
    }
}
template <typename T> KGEN_FN void add(const gradient<T, 2>& g, int i, int j, as<T> value)
{
    if (g.data) {
        atomic_plus(element_at(g.data, g.shape, g.strides, i, j), value);
    }
}
template <typename T> KGEN_FN void add(const gradient<T, 3>& g, int i, int j, int k, as<T> value)
{
    if (g.data) {
        atomic_plus(element_at(g.data, g.shape, g.strides, i, j, k), value);
    }
}
template <typename T> KGEN_FN void add(const gradient<T, 4>& g, int i, int j, int k, int l, as<T> value)
{
    if (g.data) {
        atomic_plus(element_at(g.data, g.shape, g.strides, i, j, k, l), value);
    }
}

//===----------------------------------------------------------------------===//
// The tape: word w of thread t of n is element (1 + w) * n + t; element t says how many words the thread has used
//===----------------------------------------------------------------------===//

// kgen: section scalar_in
/// The type of the numbers that a value is made of.
template <typename T> struct scalar_in {
  using type = T;
};

// kgen: section scalar_in for vec
template <int N, typename T> struct scalar_in<vec<N, T>> {
  using type = T;
};

// kgen: section scalar_in for mat
template <int R, int C, typename T> struct scalar_in<mat<R, C, T>> {
  using type = T;
};

// kgen: section scalar_in for quaternion
template <typename T> struct scalar_in<quaternion<T>> {
  using type = T;
};

// kgen: section scalar_in for transformation
template <typename T> struct scalar_in<transformation<T>> {
  using type = T;
};

// kgen: section tape_word
/// A thread's word of a row of the tape; null where the tape has no such row.
template <int N>
KGEN_FN uint64_t *tape_word(const array<uint64_t> &tape, size_t thread, const launch_bounds<N> &dim, size_t row) {
  return (row + 1) * dim.size <= size_t(tape.shape[0]) ? &tape[int(row * dim.size + thread)] : nullptr;
}

// kgen: section record
/// Keeps a value for the backward, from a slot on; returns the value.
template <int N, typename T>
KGEN_FN T record(const array<uint64_t> &tape, size_t thread, const launch_bounds<N> &dim, int slot, T value) {
  using scalar = typename scalar_in<T>::type;
  const scalar *const numbers = reinterpret_cast<const scalar *>(&value);
  for (size_t i = 0; i < sizeof(T) / sizeof(scalar); ++i) {
    if (uint64_t *const word = tape_word(tape, thread, dim, 1 + size_t(slot) + i)) {
      uint64_t bits = 0;
      memcpy(&bits, numbers + i, sizeof(scalar));
      *word = bits;
    }
  }
  return value;
}

// kgen: section recall
/// What the forward has kept from a slot on.
template <typename T, int N>
KGEN_FN T recall(const array<uint64_t> &tape, size_t thread, const launch_bounds<N> &dim, int slot) {
  using scalar = typename scalar_in<T>::type;
  T value{};
  scalar *const numbers = reinterpret_cast<scalar *>(&value);
  for (size_t i = 0; i < sizeof(T) / sizeof(scalar); ++i) {
    const uint64_t bits = tape[int((1 + size_t(slot) + i) * dim.size + thread)];
    memcpy(numbers + i, &bits, sizeof(scalar));
  }
  return value;
}

// kgen: section tape_end
/// Says how many words the thread has used.
template <int N>
KGEN_FN void tape_end(const array<uint64_t> &tape, size_t thread, const launch_bounds<N> &dim, int used) {
  if (uint64_t *const word = tape_word(tape, thread, dim, 0)) {
    *word = uint64_t(used);
  }
}

// kgen: section tape_fits
/// Whether the tape has all that the forward of this thread has recorded.
template <int N> KGEN_FN bool tape_fits(const array<uint64_t> &tape, size_t thread, const launch_bounds<N> &dim) {
  const uint64_t *const used = tape_word(tape, thread, dim, 0);
  return used && (size_t(*used) + 1) * dim.size <= size_t(tape.shape[0]);
}

// kgen: section tape_fails_first
/// Whether, of the threads for which the tape is too short, this one is the first.
template <int N>
KGEN_FN bool tape_fails_first(const array<uint64_t> &tape, size_t thread, const launch_bounds<N> &dim) {
  for (size_t earlier = 0; earlier < thread; ++earlier) {
    if (!tape_fits(tape, earlier, dim)) {
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Printing: a line for each call (S-95)
//===----------------------------------------------------------------------===//

// kgen: section put
KGEN_FN void put(bool x) { printf(x ? "True" : "False"); }
KGEN_FN void put(double x) { printf("%g", x); }
template <typename T> KGEN_FN void put(T x)
{
    if constexpr (is_float<T>) {
        put(double(x));
    } else if constexpr (is_signed<T>) {
        printf("%lld", static_cast<long long>(x));
    } else {
        printf("%llu", static_cast<unsigned long long>(x));
    }
}
template <int N, typename T> KGEN_FN void put(const vec<N, T>& v)
{
    for (int i = 0; i < N; ++i) {
        put(v.c[i]);
        printf(" ");
    }
}

// kgen: section put for quaternion
template <typename T> KGEN_FN void put(const quaternion<T>& q)
{
    for (int i = 0; i < 4; ++i) {
        put(q[i]);
        printf(" ");
    }
}

// kgen: section put for transformation
template <typename T> KGEN_FN void put(const transformation<T>& t)
{
    put(t.p);
    put(t.q);
}

// kgen: section print
/// Takes its value as a copy, as those below do: a module's constant has no address in device code.
template <typename T> KGEN_FN void print(T x)
{
    put(x);
    printf("\n");
}
template <int R, int C, typename T> KGEN_FN void print(mat<R, C, T> m)
{
    for (int i = 0; i < R; ++i) {
        put(m.row[i]);
        printf("\n");
    }
}

// kgen: section format
/// Python's `printf`: prints numbers as a format says.
template <typename... T> KGEN_FN void format(const char* text, T... values) { printf(text, values..., 0); }

// kgen: section expect
/// What the author asserts: has no effect, as in Warp's release mode.
KGEN_FN void expect(bool, const char* = "") {}

// kgen: section expect_eq
/// What a test expects of two values: has no effect.
template <typename T> KGEN_FN void expect_eq(T, T) {}

// kgen: section expect_neq
template <typename T> KGEN_FN void expect_neq(T, T) {}

// kgen: section expect_near
template <typename T> KGEN_FN void expect_near(T, T, double = 1e-6) {}

} // namespace kgen

#endif // KGEN_KGEN_CUH
