// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The finite-element problem on one mesh, and its solution by conjugate gradients. Every number is computed by a kernel
// of kernels.py; what stands here says in which order. The kernels are defined in kernels.h, so one .cpp includes this.

#ifndef POISSON_SOLVER_H
#define POISSON_SOLVER_H

#include "gpu.h"
#include "kernels.h"
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

/// An array that a kernel takes; `N` is its rank. Where there is a GPU, its elements are on that side that used them
/// last.
template <typename T, int N = 1> class Buffer {
public:
  explicit Buffer(size_t rows, size_t columns = 1) : columns(columns), values(rows * columns) {}
  Buffer(const Buffer &other) : columns(other.columns), values(other.here()) {}
  ~Buffer() {
    if (address)
      gpu->free(address);
  }
  Buffer &operator=(const Buffer &other) {
    here() = other.here();
    return *this;
  }

  T &operator[](size_t i) { return here()[i]; }
  const T &operator[](size_t i) const { return here()[i]; }
  size_t size() const { return values.size(); }
  void clear() {
    isNewerThere = false;
    std::fill(here().begin(), here().end(), T());
  }

  operator kgen::array<T, N>() {
    kgen::array<T, N> array{};
    array.data = gpu ? there() : values.data();
    array.ndim = N;
    array.shape[0] = int(values.size() / columns);
    array.strides[0] = sizeof(T); // a literal, so that the compiler sees that there are no gaps
    if (N == 2) {
      array.strides[0] = int(columns * sizeof(T));
      array.shape[1] = int(columns);
      array.strides[1] = sizeof(T);
    }
    return array;
  }

private:
  const std::vector<T> &here() const {
    if (isNewerThere)
      gpu->download(values.data(), address, values.size() * sizeof(T));
    isNewerThere = false;
    return values;
  }
  std::vector<T> &here() {
    std::as_const(*this).here();
    isNewerHere = true;
    return values;
  }
  /// For a kernel, which may write.
  T *there() {
    if (!address)
      address = gpu->allocate(values.size() * sizeof(T));
    if (isNewerHere)
      gpu->upload(address, values.data(), values.size() * sizeof(T));
    isNewerHere = false;
    isNewerThere = true;
    return reinterpret_cast<T *>(address);
  }

  size_t columns;
  mutable std::vector<T> values;
  mutable bool isNewerThere = false;
  bool isNewerHere = true;
  uint64_t address = 0;
};

using Reals = Buffer<double>;
using Ints = Buffer<int>;

using Bounds = kgen::launch_bounds<1>;

/// A kernel: its function on the CPU, known where it is launched, and its entry point on the GPU.
template <typename Args, void (*function)(const Bounds *, const Args *)> struct Forward {
  const char *entry;
};
template <typename Args, void (*function)(const Bounds *, const Args *, const Args *)> struct Backward {
  const char *entry;
};
#define FORWARD(kernel) Forward<kernel##_args, kernel##_cpu_forward>{#kernel "_cuda_kernel_forward"}
#define BACKWARD(kernel) Backward<kernel##_args, kernel##_cpu_backward>{#kernel "_cuda_kernel_backward"}

inline Bounds boundsOf(size_t threads) { return {{uint32_t(threads)}, threads, 1}; }

/// Parameters as an entry point declares them, one after another.
template <typename Parameters> void launchOnGpu(const char *entry, Parameters parameters) {
  gpu->launch(entry, parameters.bounds.size, &parameters, sizeof(parameters));
}

/// A kernel over `count` threads: launch(FORWARD(multiply), n, {...}).
template <typename Args, auto function>
void launch(Forward<Args, function> kernel, size_t count, const std::type_identity_t<Args> &args) {
  struct Parameters {
    Bounds bounds;
    Args args;
  };
  const Bounds bounds = boundsOf(count);
  if (gpu)
    launchOnGpu(kernel.entry, Parameters{bounds, args});
  else
    function(&bounds, &args);
}

/// Its backward: adds to the gradients that `adjoints` holds; an array without data has none.
template <typename Args, auto function>
void launch(Backward<Args, function> kernel, size_t count, const std::type_identity_t<Args> &args,
            const std::type_identity_t<Args> &adjoints) {
  struct Parameters {
    Bounds bounds;
    Args args, adjoints;
  };
  const Bounds bounds = boundsOf(count);
  if (gpu)
    launchOnGpu(kernel.entry, Parameters{bounds, args, adjoints});
  else
    function(&bounds, &args, &adjoints);
}

class Problem {
public:
  /// Assembles the matrix. `path` names the mesh in what is said about it.
  Problem(const Mesh &mesh, const std::string &path);

  size_t nodes() const { return points.size(); }
  size_t elements() const { return triangles.size() / 3; }

  /// The load of a source, zero where the solution is given.
  void assembleLoad(Reals &source, Reals &load);
  /// Solves A x = load from x = 0; returns the number of iterations. Throws InputError where the residual does not
  /// come below 1e-10 of the load's within `most` iterations, or 20 * sqrt(nodes) + 200 where it is 0. The kernels
  /// become part of its code, where their arrays are known to have no gaps.
  [[gnu::flatten]] int solve(Reals &load, Reals &x, int most = 0);
  /// The L2 distance from the manufactured solution.
  double error(Reals &solution);

  Buffer<kgen::vec2d> points;
  Buffer<int, 2> triangles;
  Ints fixed;

private:
  void dot(Reals &a, Reals &b, int slot);

  Ints offsets, columns;
  Reals values;
  static constexpr int chunk = 1024;
  Reals partial, scalars, residual, direction, product;
};

/// The nodes that each node's row has: itself and those that it shares a triangle with, in order.
inline std::vector<std::vector<int>> neighbours(const Mesh &mesh) {
  std::vector<std::vector<int>> rows(mesh.points.size());
  for (const auto &corners : mesh.triangles)
    for (int a : corners)
      rows[a].insert(rows[a].end(), corners.begin(), corners.end());
  for (auto &row : rows) {
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
  }
  return rows;
}

inline size_t entries(const std::vector<std::vector<int>> &rows) {
  size_t count = 0;
  for (const auto &row : rows)
    count += row.size();
  return count;
}

inline Problem::Problem(const Mesh &mesh, const std::string &path)
    : points(mesh.points.size()), triangles(mesh.triangles.size(), 3), fixed(points.size()), offsets(points.size() + 1),
      columns(entries(neighbours(mesh))), values(columns.size()), partial((points.size() + chunk - 1) / chunk),
      scalars(3), residual(points.size()), direction(points.size()), product(points.size()) {
  std::vector<int> boundary = findBoundary(mesh, path);
  for (size_t i = 0; i < points.size(); ++i) {
    points[i] = kgen::vec2d(mesh.points[i][0], mesh.points[i][1]);
    fixed[i] = boundary[i];
  }
  std::vector<std::vector<int>> rows = neighbours(mesh);
  for (size_t row = 0, at = 0; row < rows.size(); ++row) {
    for (int column : rows[row])
      columns[at++] = column;
    offsets[row + 1] = int(at);
  }
  Buffer<int, 2> slots(mesh.triangles.size(), 9);
  for (size_t t = 0; t < mesh.triangles.size(); ++t)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        int row = mesh.triangles[t][a], column = mesh.triangles[t][b];
        triangles[3 * t + a] = row;
        auto found = std::lower_bound(rows[row].begin(), rows[row].end(), column);
        slots[9 * t + 3 * a + b] = offsets[row] + int(found - rows[row].begin());
      }
  launch(FORWARD(assemble_stiffness), elements(), {points, triangles, slots, values});
  launch(FORWARD(fix_boundary), nodes(), {offsets, columns, fixed, values});
}

inline void Problem::assembleLoad(Reals &source, Reals &load) {
  load.clear();
  launch(FORWARD(assemble_load), elements(), {points, triangles, source, load});
  launch(FORWARD(clear_fixed), nodes(), {fixed, load});
}

/// scalars[slot] = a . b
inline void Problem::dot(Reals &a, Reals &b, int slot) {
  launch(FORWARD(dot_chunks), partial.size(), {a, b, chunk, partial});
  launch(FORWARD(sum_chunks), 1, {partial, slot, scalars});
}

inline int Problem::solve(Reals &load, Reals &x, int most) {
  x.clear();
  residual = load;
  direction = load;
  int old = 0; // scalars[old] is the residual's square, scalars[1 - old] will be the next one's
  dot(residual, residual, old);
  const double enough = 1e-20 * scalars[old];
  if (!most)
    most = int(20 * std::sqrt(double(nodes()))) + 200;
  for (int iteration = 0; iteration < most; ++iteration) {
    if (scalars[old] <= enough)
      return iteration;
    launch(FORWARD(multiply), nodes(), {offsets, columns, values, direction, product});
    dot(direction, product, 2);
    launch(FORWARD(advance), nodes(), {scalars, old, direction, product, x, residual});
    dot(residual, residual, 1 - old);
    launch(FORWARD(turn), nodes(), {scalars, old, residual, direction});
    old = 1 - old;
  }
  throw InputError("the solver does not converge: after " + std::to_string(most) + " iterations the residual is " +
                   std::to_string(std::sqrt(scalars[old])));
}

inline double Problem::error(Reals &solution) {
  Reals squares(elements());
  launch(FORWARD(square_error), elements(), {points, triangles, solution, squares});
  double total = 0;
  for (size_t t = 0; t < squares.size(); ++t)
    total += squares[t];
  return std::sqrt(total);
}

#endif
