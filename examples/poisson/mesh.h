// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mesh of triangles in the plane: made on the unit square, or read from a file of Gmsh's.

#ifndef POISSON_MESH_H
#define POISSON_MESH_H

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

/// What is wrong with what the user gave, ready to be printed.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Mesh {
  std::vector<std::array<double, 2>> points;
  /// Corners of each triangle, counter-clockwise.
  std::vector<std::array<int, 3>> triangles;
  /// Lines of a file where the triangles stand; empty for a mesh that was made.
  std::vector<size_t> lines;
};

/// The unit square in cells x cells squares of two triangles each.
Mesh unitSquare(int cells);

/// Reads the triangles of a file in Gmsh's text format, version 2.2 or 4.1; nodes that no triangle has are left out.
/// Throws InputError (`file:line: what`) for a file that is missing, cut off or no such mesh.
Mesh readGmsh(const std::string &path);

/// One int a node: 1 on the boundary, that is on an edge of one triangle only. Throws InputError where a triangle is
/// inverted or flat, shares no edge with another, or where three meet at an edge.
std::vector<int> findBoundary(const Mesh &mesh, const std::string &path);

#endif
