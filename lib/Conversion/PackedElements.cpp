// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of several numbers in memory, turned into a vector for each number, and back. Moving numbers between parts
// of 128 bits is slow in x86-64's vectors, and moving them within a part is not: each part is loaded with the elements
// of neighbouring lanes.

#include "LaneElements.h"
#include <numeric>

using namespace mlir;

namespace kgen::conversion {

namespace {

/// The lanes' elements, `width` numbers each.
class PackedElements {
public:
  PackedElements(KernelLowering &k, AddressOfNumber address, Type number, unsigned width)
      : k(k), b(k.builder), address(address), number(number), bytes(scalarBytes(number)), width(width),
        count(k.getLanes()->count), part(std::gcd(16 / bytes, count)) {}

  Components load();
  void store(ValueRange components);

private:
  /// A number of one of several vectors, the same in each part.
  struct Place {
    unsigned vector, place;
  };
  Value shuffle(Value first, Value second, ArrayRef<int32_t> places);
  Value collect(ArrayRef<Value> vectors, ArrayRef<Place> places);
  void transpose(MutableArrayRef<Value> rows);
  Value loadParts(unsigned lane, unsigned from);
  void storeParts(Value vector, unsigned lane, unsigned from);
  SmallVector<unsigned, 8> firstColumns();
  /// Whether a component lies at another place of 128 bits for each lane of a part.
  bool isSkewed() { return width % 2; }
  /// Whether elements are rows to transpose: fewer shuffles than blends where parts are long.
  bool areRows() { return width >= part && !(isSkewed() && part == 2); }
  SmallVector<int32_t, 16> placesOf(unsigned component);

  KernelLowering &k;
  OpBuilder &b;
  AddressOfNumber address;
  Type number;
  unsigned bytes, width, count;
  unsigned part; // numbers in a part of a vector
};

} // namespace

/// In each part of the result, numbers of the same part of two vectors: those of the first, and counted on, the
/// second's; -1 for any.
Value PackedElements::shuffle(Value first, Value second, ArrayRef<int32_t> places) {
  int32_t length = part, between = count - part;
  SmallVector<int32_t, 16> all;
  for (int32_t begin = 0; begin < int32_t(count); begin += length)
    for (int32_t place : places)
      all.push_back(place < 0 ? -1 : begin + place + (place < length ? 0 : between));
  return LLVM::ShuffleVectorOp::create(b, k.loc, first, second, all);
}

/// In each part of the result, numbers of the same part of several vectors.
Value PackedElements::collect(ArrayRef<Value> vectors, ArrayRef<Place> places) {
  SmallVector<int32_t, 16> known(part, -1);
  Value all;
  for (auto [v, vector] : llvm::enumerate(vectors)) {
    bool isNew = false;
    for (auto [i, place] : llvm::enumerate(places))
      if (place.vector == v) {
        known[i] = all ? part + place.place : place.place;
        isNew = true;
      }
    if (!isNew)
      continue;
    if (!all) {
      all = vector;
      continue;
    }
    all = shuffle(all, vector, known);
    for (auto [i, place] : llvm::enumerate(known))
      if (place >= 0)
        place = i;
  }
  return all;
}

/// In each part, rows become columns.
void PackedElements::transpose(MutableArrayRef<Value> rows) {
  unsigned half = part / 2;
  SmallVector<int32_t, 16> low, high;
  for (unsigned i = 0; i < half; ++i) {
    low.append({int32_t(i), int32_t(part + i)});
    high.append({int32_t(half + i), int32_t(part + half + i)});
  }
  for (unsigned step = 1; step < part; step *= 2) {
    SmallVector<Value, 16> before(rows);
    for (unsigned i = 0; i < half; ++i) {
      rows[2 * i] = shuffle(before[i], before[half + i], low);
      rows[2 * i + 1] = shuffle(before[i], before[half + i], high);
    }
  }
}

/// In each part, numbers that follow one another: from one of a lane on, which is counted from the part's first lane.
Value PackedElements::loadParts(unsigned lane, unsigned from) {
  SmallVector<Value> parts;
  auto type = VectorType::get({int64_t(part)}, number);
  for (unsigned first = 0; first < count; first += part)
    parts.push_back(LLVM::LoadOp::create(b, k.loc, type, address(first + lane, from), bytes));
  return k.concatenate(parts);
}

void PackedElements::storeParts(Value vector, unsigned lane, unsigned from) {
  for (unsigned first = 0; first < count; first += part)
    LLVM::StoreOp::create(b, k.loc, k.lanesOf(vector, first, part), address(first + lane, from), bytes);
}

/// Of wide elements, the first of as many components as a part has numbers; the last ones may be among those before.
SmallVector<unsigned, 8> PackedElements::firstColumns() {
  SmallVector<unsigned, 8> columns;
  for (unsigned column = 0; column + part <= width; column += part)
    columns.push_back(column);
  if (width % part)
    columns.push_back(width - part);
  return columns;
}

/// The places of a component of a part's lanes in its 128 bits of memory.
SmallVector<int32_t, 16> PackedElements::placesOf(unsigned component) {
  SmallVector<int32_t, 16> places;
  for (unsigned lane = 0; lane < part; ++lane)
    places.push_back((lane * width + component) % part);
  return places;
}

Components PackedElements::load() {
  Components components(width);
  if (areRows()) {
    for (unsigned column : firstColumns()) {
      SmallVector<Value, 16> rows;
      for (unsigned lane = 0; lane < part; ++lane)
        rows.push_back(loadParts(lane, column));
      transpose(rows);
      for (auto [i, row] : llvm::enumerate(rows))
        if (!components[column + i])
          components[column + i] = row;
    }
    return components;
  }
  SmallVector<Value, 16> pieces;
  for (unsigned i = 0; i < width; ++i)
    pieces.push_back(loadParts(0, i * part));
  for (auto [c, component] : llvm::enumerate(components)) {
    SmallVector<int32_t, 16> places = placesOf(c);
    SmallVector<Place, 16> from(part);
    for (auto [lane, place] : llvm::enumerate(places))
      from[isSkewed() ? place : lane] = {unsigned(lane * width + c) / part, unsigned(place)};
    component = collect(pieces, from);
    if (isSkewed())
      component = shuffle(component, component, places);
  }
  return components;
}

void PackedElements::store(ValueRange components) {
  if (areRows()) {
    for (unsigned column : firstColumns()) {
      SmallVector<Value, 16> rows(components.slice(column, part));
      transpose(rows);
      for (auto [lane, row] : llvm::enumerate(rows))
        storeParts(row, lane, column);
    }
    return;
  }
  SmallVector<Value, 16> vectors(components);
  if (isSkewed())
    for (auto [c, vector] : llvm::enumerate(vectors)) {
      SmallVector<int32_t, 16> lanes(part);
      for (auto [lane, place] : llvm::enumerate(placesOf(c)))
        lanes[place] = lane;
      vector = shuffle(vector, vector, lanes);
    }
  for (unsigned i = 0; i < width; ++i) {
    SmallVector<Place, 16> from;
    for (unsigned place = 0; place < part; ++place) {
      unsigned distance = i * part + place;
      from.push_back({distance % width, isSkewed() ? place : distance / width});
    }
    storeParts(collect(vectors, from), 0, i * part);
  }
}

Components loadPacked(KernelLowering &k, AddressOfNumber address, Type number, unsigned width) {
  return PackedElements(k, address, number, width).load();
}

void storePacked(KernelLowering &k, AddressOfNumber address, ValueRange components) {
  Type number = getElementTypeOrSelf(components.front().getType());
  PackedElements(k, address, number, components.size()).store(components);
}

} // namespace kgen::conversion
