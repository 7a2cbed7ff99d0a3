// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mesh.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <unordered_map>

Mesh unitSquare(int cells) {
  Mesh mesh;
  auto node = [&](int column, int row) { return row * (cells + 1) + column; };
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column)
      mesh.points.push_back({double(column) / cells, double(row) / cells});
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column) {
      int a = node(column, row), b = node(column + 1, row), c = node(column + 1, row + 1), d = node(column, row + 1);
      mesh.triangles.push_back({a, b, c});
      mesh.triangles.push_back({a, c, d});
    }
  return mesh;
}

namespace {

/// Reads one file, line by line; knows where it is.
class GmshReader {
public:
  explicit GmshReader(const std::string &path) : path(path), file(path) {
    if (!file)
      throw InputError(path + ": cannot open the mesh");
  }

  Mesh read() {
    std::istringstream format = section("$MeshFormat");
    double version = number<double>(format, "a version");
    int binary = number<int>(format, "0 for text or 1 for binary");
    if (binary)
      fail("expected a mesh in text but got a binary one; write it with 'gmsh -format msh41 -bin 0'");
    if (version != 2.2 && version != 4.1)
      fail("expected version 2.2 or 4.1 of the format but got " + std::to_string(version).substr(0, 3));
    bool blocks = version == 4.1;
    std::istringstream nodes = section("$Nodes");
    blocks ? readNodeBlocks(nodes) : readNodes(nodes);
    std::istringstream elements = section("$Elements");
    blocks ? readElementBlocks(elements) : readElements(elements);
    if (mesh.triangles.empty())
      throw InputError(path + ": there is no triangle in the mesh");
    return std::move(mesh);
  }

private:
  [[noreturn]] void fail(const std::string &what) const {
    throw InputError(path + ":" + std::to_string(line) + ": " + what);
  }

  std::istringstream next() {
    std::string text;
    ++line;
    if (!std::getline(file, text) || (file.eof() && text.empty()))
      fail("the file ends here, before its mesh does");
    return std::istringstream(text);
  }

  /// The first line after the heading of a section.
  std::istringstream section(const std::string &heading) {
    for (std::string text;;) {
      ++line;
      if (!std::getline(file, text))
        fail("expected a section " + heading + " but the file ends; is this a mesh of Gmsh's?");
      if (!text.empty() && text.back() == '\r')
        text.pop_back();
      if (text == heading)
        return next();
    }
  }

  template <typename T> T number(std::istringstream &text, const char *what) const {
    T value;
    if (!(text >> value))
      fail(std::string("expected ") + what);
    return value;
  }

  long count(std::istringstream &text, const char *what) const {
    long value = number<long>(text, what);
    if (value < 0 || value > std::numeric_limits<int>::max())
      fail(std::string("expected ") + what + " but got " + std::to_string(value));
    return value;
  }

  void addNode(long tag, std::istringstream &text) {
    double x = number<double>(text, "a node's x"), y = number<double>(text, "a node's y"),
           z = number<double>(text, "a node's z");
    if (!std::isfinite(x) || !std::isfinite(y))
      fail("a node's place is not finite");
    if (z != 0)
      fail("expected a mesh in the plane z = 0 but a node has another z");
    if (!places.emplace(tag, std::array<double, 2>{x, y}).second)
      fail("there are two nodes " + std::to_string(tag));
  }

  void readNodes(std::istringstream &first) {
    for (long left = count(first, "the number of nodes"); left > 0; --left) {
      std::istringstream text = next();
      long tag = number<long>(text, "a node's number");
      addNode(tag, text);
    }
  }

  void readNodeBlocks(std::istringstream &first) {
    for (long blocks = count(first, "the number of blocks of nodes"); blocks > 0; --blocks) {
      std::istringstream head = next();
      for (const char *what : {"a dimension", "an entity", "0 or 1"})
        number<long>(head, what);
      long size = count(head, "the number of nodes of the block");
      std::vector<long> tags;
      for (long i = 0; i < size; ++i) {
        std::istringstream text = next();
        tags.push_back(number<long>(text, "a node's number"));
      }
      for (long tag : tags) {
        std::istringstream text = next();
        addNode(tag, text);
      }
    }
  }

  int node(long tag) {
    auto place = places.find(tag);
    if (place == places.end())
      fail("the triangle's node " + std::to_string(tag) + " is not in the mesh");
    auto [entry, isNew] = indices.emplace(tag, int(mesh.points.size()));
    if (isNew)
      mesh.points.push_back(place->second);
    return entry->second;
  }

  void addTriangle(std::istringstream &text) {
    std::array<int, 3> corners;
    for (int &corner : corners)
      corner = node(number<long>(text, "a triangle's node"));
    mesh.triangles.push_back(corners);
    mesh.lines.push_back(line);
  }

  static constexpr long triangle = 2; // Gmsh's number of the element with three nodes

  void readElements(std::istringstream &first) {
    for (long left = count(first, "the number of elements"); left > 0; --left) {
      std::istringstream text = next();
      number<long>(text, "an element's number");
      long type = number<long>(text, "an element's type");
      for (long tags = count(text, "the number of tags"); tags > 0; --tags)
        number<long>(text, "a tag");
      if (type == triangle)
        addTriangle(text);
    }
  }

  void readElementBlocks(std::istringstream &first) {
    for (long blocks = count(first, "the number of blocks of elements"); blocks > 0; --blocks) {
      std::istringstream head = next();
      for (const char *what : {"a dimension", "an entity"})
        number<long>(head, what);
      long type = number<long>(head, "an element's type");
      for (long left = count(head, "the number of elements of the block"); left > 0; --left) {
        std::istringstream text = next();
        number<long>(text, "an element's number");
        if (type == triangle)
          addTriangle(text);
      }
    }
  }

  std::string path;
  std::ifstream file;
  size_t line = 0;
  std::unordered_map<long, std::array<double, 2>> places;
  std::unordered_map<long, int> indices;
  Mesh mesh;
};

} // namespace

Mesh readGmsh(const std::string &path) { return GmshReader(path).read(); }

std::vector<int> findBoundary(const Mesh &mesh, const std::string &path) {
  auto fail = [&](size_t t, const std::string &what) {
    std::string place = mesh.lines.empty() ? path : path + ":" + std::to_string(mesh.lines[t]);
    throw InputError(place + ": " + what);
  };
  std::map<std::pair<int, int>, int> triangles; // at each edge
  auto edge = [&](size_t t, int side) {
    int a = mesh.triangles[t][side], b = mesh.triangles[t][(side + 1) % 3];
    return std::make_pair(std::min(a, b), std::max(a, b));
  };
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    auto [a, b, c] = mesh.triangles[t];
    const auto &p = mesh.points;
    double area = (p[b][0] - p[a][0]) * (p[c][1] - p[a][1]) - (p[b][1] - p[a][1]) * (p[c][0] - p[a][0]);
    if (!(area > 0))
      fail(t,
           area < 0 ? "the triangle is inverted: its corners run clockwise" : "the triangle is flat: it has no area");
    for (int side = 0; side < 3; ++side)
      if (++triangles[edge(t, side)] > 2)
        fail(t, "three triangles meet at one edge");
  }
  std::vector<int> boundary(mesh.points.size(), 0);
  for (size_t t = 0; t < mesh.triangles.size(); ++t) {
    int alone = 0;
    for (int side = 0; side < 3; ++side)
      if (auto ends = edge(t, side); triangles[ends] == 1) {
        boundary[ends.first] = boundary[ends.second] = 1;
        ++alone;
      }
    if (alone == 3 && mesh.triangles.size() > 1)
      fail(t, "the triangle is isolated: it shares no edge with another");
  }
  return boundary;
}
