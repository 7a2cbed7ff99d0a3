// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices whose elements lie in the registers of a warp, and the instructions that move elements there.
// All 32 lanes execute such an instruction; `f` is a constant that names it, and `c` is the beginning of its registers'
// slots in `Code::lists`: of the result, then of a, b and c. Whether a bit of the result was never written is the
// poison of `d`.

#include "Handlers.h"
#include "MachineImpl.h"
#include "Rounder.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace kgen::ptx {

namespace {

//===----------------------------------------------------------------------===//
// Fragments
//===----------------------------------------------------------------------===//

enum class Element : uint8_t { F16, BF16, TF32, F32, F64, S4, U4, S8, U8, S32 };
struct ElementName {
  std::string_view name;
  unsigned bits;
};
constexpr ElementName elementNames[] = {{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32}, {"f64", 64},
                                        {"s4", 4},   {"u4", 4},    {"s8", 8},    {"u8", 8},   {"s32", 32}};

/// The operands of a product: a of m x k elements, b of k x n, c and the result of m x n; or moves `k` matrices of 8 x
/// 8.
struct Shape {
  uint8_t m = 0, n = 0, k = 0;
  Element a = Element::F16, b = Element::F16, c = Element::F16, d = Element::F16;
  bool isLoose : 1 = false, isColumnA : 1 = false, isColumnB : 1 = false, isColumnC : 1 = false,
                 isSaturated : 1 = false, isTransposed : 1 = false;
  uint8_t unused : 2 = 0;
};
static_assert(sizeof(Shape) == 8);
Shape shapeOf(const uint64_t *r, const MicroOp *op) { return std::bit_cast<Shape>(r[op->f]); }

enum class Role : uint8_t { A, B, C, D };

/// Fills a register from its lowest bits on.
void putBits(uint64_t &slot, unsigned at, uint64_t bits) { slot = at ? (slot & maskOfBits(at)) | bits << at : bits; }

/// One of the matrices as it lies in registers: `perLane` elements in each lane, packed in registers of 32 bits, or
/// of 64.
struct Fragment {
  Role role;
  Element element;
  unsigned rows, columns, bits, perRegister, perLane;
  /// Of `wmma`: any order will do.
  bool isLoose, isColumn;

  Fragment(const Shape &s, Role role) : role(role), isLoose(s.isLoose) {
    element = role == Role::A ? s.a : role == Role::B ? s.b : role == Role::C ? s.c : s.d;
    rows = role == Role::B ? s.k : s.m;
    columns = role == Role::A ? s.k : s.n;
    bits = elementNames[size_t(element)].bits;
    perRegister = std::max(1u, 32 / bits);
    perLane = rows * columns / warpSize;
    bool isOperand = role <= Role::B;
    if (isLoose && isOperand && element == Element::F16)
      perLane = 16; // several lanes hold the same where the matrix has fewer
    isColumn = role == Role::A ? s.isColumnA : role == Role::B && s.isColumnB;
  }
  unsigned numRegisters() const { return perLane / perRegister; }
  uint64_t mask() const { return maskOfBits(bits); }

  struct Place {
    unsigned row, column;
  };
  /// The place in the matrix of a lane's element. For `mma` the ISA gives it, in quads of lanes.
  Place placeOf(unsigned lane, unsigned i) const {
    if (isLoose) {
      unsigned at = (lane * perLane + i) % (rows * columns);
      return isColumn ? Place{at % rows, at / rows} : Place{at / columns, at % columns};
    }
    unsigned quad = lane / 4, member = lane % 4;
    if (role >= Role::C)
      return {quad + i / 2 * 8, member * 2 + i % 2};
    unsigned reg = i / perRegister, halves = role == Role::A ? rows / 8 : 1;
    unsigned inner = (reg / halves * 4 + member) * perRegister + i % perRegister;
    return role == Role::A ? Place{quad + reg % halves * 8, inner} : Place{inner, quad};
  }
  unsigned indexOf(Place place) const { return place.row * columns + place.column; }

  uint64_t get(const uint64_t *registers, const uint32_t *slots, unsigned i) const {
    return registers[slots[i / perRegister]] >> i % perRegister * bits & mask();
  }
  void put(uint64_t *registers, const uint32_t *slots, unsigned i, uint64_t value) const {
    putBits(registers[slots[i / perRegister]], i % perRegister * bits, value);
  }
};

/// The result's slots, then those of the operands.
struct Lists {
  const uint32_t *d, *a, *b, *c;
  Lists(const Shape &s, const uint32_t *first) : d(first) {
    a = d + Fragment(s, Role::D).numRegisters();
    b = a + Fragment(s, Role::A).numRegisters();
    c = b + Fragment(s, Role::B).numRegisters();
  }
};

/// Whether a bit of the first so many registers was never written.
void noteResults(Lane *lanes, unsigned count) {
  for (uint32_t i = 0; i < warpSize; ++i) {
    const Lane &lane = lanes[i];
    lane.p[lane.op->d] = 0;
    for (unsigned reg = 0; reg < count; ++reg)
      lane.p[lane.op->d] |= lane.p[lane.lists[lane.op->c + reg]];
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

template <class T> T decode(Element element, uint64_t bits) {
  auto halfOf = [&](const FloatFormat &format) {
    return get<float>(convertFloat(floatFormat, format, Rounding::Nearest, bits));
  };
  switch (element) {
  case Element::F16:
    return T(halfOf(halfFormat));
  case Element::BF16:
    return T(get<float>(bits << 16));
  case Element::TF32:
    return T(get<float>(bits & 0xffffe000));
  case Element::F32:
    return T(get<float>(bits));
  case Element::F64:
    return T(get<double>(bits));
  case Element::S4:
    return T(int64_t(bits ^ 8) - 8);
  case Element::S8:
    return T(int8_t(bits));
  case Element::S32:
    return T(int32_t(bits));
  default:
    return T(bits);
  }
}
uint64_t encode(Element element, float value, bool) {
  return element == Element::F16 ? convertFloat(halfFormat, floatFormat, Rounding::Nearest, put(value)) : put(value);
}
uint64_t encode(Element, double value, bool) { return put(value); }
uint64_t encode(Element, int64_t value, bool isSaturated) {
  return put(static_cast<int32_t>(isSaturated ? std::clamp<int64_t>(value, INT32_MIN, INT32_MAX) : value));
}

float addProduct(float a, float b, float sum, Rounding) { return std::fma(a, b, sum); }
double addProduct(double a, double b, double sum, Rounding rounding) {
  if (rounding == Rounding::Nearest)
    return std::fma(a, b, sum);
  return get<double>(arithmetic(FloatOp::Fma, doubleFormat, rounding, put(a), put(b), put(sum)));
}
int64_t addProduct(int64_t a, int64_t b, int64_t sum, Rounding) { return sum + a * b; }

/// A matrix of the warp, and which of its elements have a bit that was never written.
template <class T> struct Tile {
  Fragment fragment;
  std::vector<T> values;
  std::vector<uint8_t> poison;

  Tile(const Shape &shape, Role role)
      : fragment(shape, role), values(fragment.rows * fragment.columns), poison(values.size()) {}
  Tile(const Shape &shape, Role role, const Lane *lanes, const uint32_t *Lists::*slots) : Tile(shape, role) {
    for (uint32_t lane = 0; lane < warpSize; ++lane) {
      const Lane &from = lanes[lane];
      const uint32_t *list = Lists(shape, from.lists + from.op->c).*slots;
      for (unsigned i = 0; i < fragment.perLane; ++i) {
        unsigned at = fragment.indexOf(fragment.placeOf(lane, i));
        values[at] = decode<T>(fragment.element, fragment.get(from.r, list, i));
        poison[at] = fragment.get(from.p, list, i) != 0;
      }
    }
  }
  void give(const Shape &shape, Lane *lanes) const {
    for (uint32_t lane = 0; lane < warpSize; ++lane) {
      Lane &to = lanes[lane];
      const uint32_t *list = to.lists + to.op->c;
      for (unsigned i = 0; i < fragment.perLane; ++i) {
        unsigned at = fragment.indexOf(fragment.placeOf(lane, i));
        fragment.put(to.r, list, i, encode(fragment.element, values[at], shape.isSaturated));
        fragment.put(to.p, list, i, poison[at] ? fragment.mask() : 0);
      }
    }
    noteResults(lanes, fragment.numRegisters());
  }
};

/// Each element of the result from c's on, the products one after another along k, each sum rounded once; a sum of
/// halves when it is complete.
template <class T> void multiply(Lane *lanes, size_t) {
  Shape shape = shapeOf(lanes->r, lanes->op);
  Tile<T> a(shape, Role::A, lanes, &Lists::a), b(shape, Role::B, lanes, &Lists::b), c(shape, Role::C, lanes, &Lists::c);
  Tile<T> d(shape, Role::D);
  for (unsigned i = 0; i < shape.m; ++i)
    for (unsigned j = 0; j < shape.n; ++j) {
      unsigned at = i * shape.n + j;
      T sum = c.values[at];
      uint8_t poison = c.poison[at];
      for (unsigned k = 0; k < shape.k; ++k) {
        unsigned left = i * shape.k + k, right = k * shape.n + j;
        sum = addProduct(a.values[left], b.values[right], sum, lanes->op->rounding);
        poison |= a.poison[left] | b.poison[right];
      }
      d.values[at] = sum;
      d.poison[at] = poison;
    }
  d.give(shape, lanes);
}

//===----------------------------------------------------------------------===//
// All lanes together
//===----------------------------------------------------------------------===//

/// Waits for all lanes of the warp, which have to name the same place.
const MicroOp *awaitWarp(Exec &x, const MicroOp *op, Collective run, uint64_t address = 0, uint64_t stride = 0) {
  uint64_t lanes = x.machine->launch.block.count() - x.thread->index / warpSize * warpSize;
  if (lanes < warpSize)
    return x.fail(op, "expected a warp of 32 threads but got " + std::to_string(lanes));
  Wait wait;
  wait.op = op;
  wait.mask = ~0u;
  wait.collective = run;
  wait.isAligned = true;
  wait.address = address;
  wait.stride = stride;
  x.thread->wait = wait;
  return x.stop(op + 1, Status::Collective);
}

template <Collective Run> struct OfWholeWarp {
  template <bool> static const MicroOp *run(Exec &x, const MicroOp *op) { return awaitWarp(x, op, Run); }
};

//===----------------------------------------------------------------------===//
// Fragments in memory
//===----------------------------------------------------------------------===//

void meet(Lane *, size_t) {}

/// A fragment of a matrix whose rows, or columns, are `b` elements apart; if `bits` is not set, nothing lies between
/// them. Each lane moves its own elements, as many at once as are contiguous.
template <Role R, bool IsStore> struct MoveFragment {
  static constexpr AccessKind accessKind = IsStore ? AccessKind::Store : AccessKind::Load;

  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    Shape shape = shapeOf(x.r, op);
    Fragment fragment(shape, R);
    bool isColumn = R == Role::C ? shape.isColumnC : fragment.isColumn;
    unsigned inner = isColumn ? fragment.rows : fragment.columns, bytes = fragment.bits / 8;
    unsigned together = isColumn == fragment.isColumn ? std::min({inner, fragment.perLane, 16 / bytes}) : 1;
    uint64_t stride = op->bits ? uint32_t(x.r[op->b]) : inner;
    if (Checked && !check(x, op, fragment.perLane * bytes, bytes, stride))
      return nullptr;
    const uint32_t *slots = x.frame->code->lists.data() + op->c;
    x.p[op->d] = 0;
    for (unsigned i = 0; i < fragment.perLane; i += together) {
      Fragment::Place place = fragment.placeOf(x.thread->index % warpSize, i);
      uint64_t at = (isColumn ? place.column * stride + place.row : place.row * stride + place.column) * bytes;
      Touched touched =
          access<Checked>(x, op, op->a, op->imm + static_cast<int64_t>(at), together * bytes, accessKind, op->space);
      if (!touched.data || !(IsStore ? store<Checked>(x, op, fragment, slots, i, together, touched)
                                     : load<Checked>(x, op, fragment, slots, i, together, touched)))
        return nullptr;
    }
    return awaitWarp(x, op, meet, x.r[op->a] + op->imm, stride);
  }

private:
  static bool check(Exec &x, const MicroOp *op, unsigned size, unsigned bytes, uint64_t stride) {
    unsigned multiple = std::min(size, 16u) / bytes;
    uint64_t address = x.r[op->a] + op->imm;
    if (x.p[op->a])
      x.fail(op, "the address depends on a value that was never written");
    else if (op->bits && x.p[op->b])
      x.fail(op, "the stride depends on a value that was never written");
    else if (address % size)
      refuse(x, op, address, size, accessKind, op->space);
    else if (stride % multiple)
      x.fail(op, "expected a stride that is a multiple of " + std::to_string(multiple) + " but got " +
                     std::to_string(stride));
    else
      return true;
    return false;
  }
  template <bool Checked>
  static bool load(Exec &x, const MicroOp *op, const Fragment &fragment, const uint32_t *slots, unsigned first,
                   unsigned count, const Touched &from) {
    unsigned bytes = fragment.bits / 8;
    for (unsigned i = 0; i < count; ++i) {
      uint64_t poison = 0;
      fragment.put(x.r, slots, first + i, readBytes<Checked>(from, i * bytes, bytes, poison));
      fragment.put(x.p, slots, first + i, poison);
      x.p[op->d] |= poison;
    }
    return true;
  }
  template <bool Checked>
  static bool store(Exec &x, const MicroOp *op, const Fragment &fragment, const uint32_t *slots, unsigned first,
                    unsigned count, const Touched &to) {
    unsigned bytes = fragment.bits / 8;
    if (Checked && to.region->isWatched && !noteAccess(x, op, to, count * bytes, true, false))
      return false;
    for (unsigned i = 0; i < count; ++i)
      if (!writeBytes<Checked>(x, op, to, i * bytes, bytes, fragment.get(x.r, slots, first + i),
                               fragment.get(x.p, slots, first + i)))
        return false;
    return true;
  }
};

//===----------------------------------------------------------------------===//
// Matrices of 8 x 8 halves
//===----------------------------------------------------------------------===//

constexpr unsigned side = 8;

/// Moves a row that lies in the slots `b` and the next: row r of matrix i is that of lane 8 * i + r.
template <bool Checked> bool moveRow(Exec &x, const MicroOp *op, AccessKind kind) {
  if (!givesRow(x, op))
    return true;
  uint64_t address = x.r[op->a] + op->imm;
  if (op->space == Space::Generic && address >> windowBits != SharedWindow && !(Checked && x.p[op->a]))
    return x.fail(op, "expected an address in shared memory");
  Touched at = access<Checked>(x, op, op->a, op->imm, rowBytes, kind, op->space);
  if (!at.data ||
      (Checked && kind == AccessKind::Store && at.region->isWatched && !noteAccess(x, op, at, rowBytes, true, false)))
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    uint64_t &value = x.r[op->b + i], &poison = x.p[op->b + i];
    if (kind == AccessKind::Load)
      value = readBytes<Checked>(at, 8 * i, 8, poison);
    else if (!writeBytes<Checked>(x, op, at, 8 * i, 8, value, poison))
      return false;
  }
  return true;
}

struct LoadRow {
  static constexpr OpKind kind = OpKind::Row;
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op);
};
struct StoreRow {
  static constexpr OpKind kind = OpKind::Row;
  template <bool Checked> static const MicroOp *run(Exec &x, const MicroOp *op) {
    return moveRow<Checked>(x, op, AccessKind::Store) ? op + 1 : nullptr;
  }
};

/// A half of a matrix in rows, and in registers: lane 4 * i + j has the j-th two of row i.
struct Half {
  uint64_t &value, &poison;
  unsigned shift;
  void operator=(const Half &from) const {
    putBits(value, shift, from.value >> from.shift & 0xffff);
    putBits(poison, shift, from.poison >> from.shift & 0xffff);
  }
};
Half inRow(const Lane &lane, unsigned j) {
  uint32_t slot = lane.op->b + j / 4;
  return {lane.r[slot], lane.p[slot], j % 4 * 16};
}
Half inRegister(const Lane *lanes, unsigned number, unsigned i, unsigned j) {
  const Lane &lane = lanes[4 * i + j / 2];
  uint32_t slot = lane.lists[lane.op->c + number];
  return {lane.r[slot], lane.p[slot], j % 2 * 16};
}

/// From the rows that lanes have loaded to registers; or from registers to the rows that lanes are to store.
template <bool IsStore> void exchange(Lane *lanes, size_t) {
  Shape shape = shapeOf(lanes->r, lanes->op);
  for (unsigned matrix = 0; matrix < shape.k; ++matrix)
    for (unsigned i = 0; i < side; ++i)
      for (unsigned j = 0; j < side; ++j) {
        Half row = inRow(lanes[side * matrix + i], j);
        Half reg = shape.isTransposed ? inRegister(lanes, matrix, j, i) : inRegister(lanes, matrix, i, j);
        IsStore ? row = reg : reg = row;
      }
  noteResults(lanes, IsStore ? 0 : shape.k);
}

void transpose(Lane *lanes, size_t) {
  uint64_t values[side][side], poison[side][side];
  for (unsigned i = 0; i < side; ++i)
    for (unsigned j = 0; j < side; ++j)
      Half{values[i][j], poison[i][j], 0} = inRegister(lanes, 1, i, j);
  for (unsigned i = 0; i < side; ++i)
    for (unsigned j = 0; j < side; ++j)
      inRegister(lanes, 0, j, i) = Half{values[i][j], poison[i][j], 0};
  noteResults(lanes, 1);
}

template <bool Checked> const MicroOp *LoadRow::run(Exec &x, const MicroOp *op) {
  return moveRow<Checked>(x, op, AccessKind::Load) ? awaitWarp(x, op, exchange<false>) : nullptr;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

Handlers selectProduct(const Match &m) {
  std::string_view sum = m["d"];
  return sum == "s32"   ? both<OfWholeWarp<multiply<int64_t>>>()
         : sum == "f64" ? both<OfWholeWarp<multiply<double>>>()
                        : both<OfWholeWarp<multiply<float>>>();
}
Handlers selectLoad(const Match &m) {
  std::string_view role = m["role"];
  return role == "a"   ? both<MoveFragment<Role::A, false>>()
         : role == "b" ? both<MoveFragment<Role::B, false>>()
                       : both<MoveFragment<Role::C, false>>();
}
Handlers selectStore(const Match &) { return both<MoveFragment<Role::C, true>>(); }
Handlers selectLoadRows(const Match &) { return both<LoadRow>(); }
Handlers selectStoreRows(const Match &) { return both<OfWholeWarp<exchange<true>>>(); }
Handlers selectTranspose(const Match &) { return both<OfWholeWarp<transpose>>(); }

#define MMA(shape, types) "sync aligned shape=" shape " row col " types
#define HALF_MMA(shape, sum) MMA(shape, "d=" sum " a=f16 b=f16 c=" sum)
#define INT_MMA(shape, types) MMA(shape, "satfinite? d=s32 a=" types " b=" types " c=s32")
#define PRODUCT selectProduct, "`d = a b + c`"
#define APART "a matrix whose rows or columns are b elements apart"
#define LOAD selectLoad, APART
#define STORE selectStore, APART
#define LOAD_ROWS selectLoadRows, "matrices of 8 x 8 halves: a row is at the address of each lane"
#define STORE_ROWS selectStoreRows, "stores what `ldmatrix` loads"

#define WMMA_LOAD(role, shapes, types)                                                                                 \
  "load role=" role " sync aligned layout=row|col shape=" shapes " space=global|shared|shared::cta? type=" types
#define WMMA_STORE(shapes, types)                                                                                      \
  "store d sync aligned layout=row|col shape=" shapes " space=global|shared|shared::cta? type=" types
#define WMMA(shapes, types) "mma sync aligned rows=row|col columns=row|col shape=" shapes " " types
#define SQUARE "m16n16k16"
#define TALL "m32n8k16"
#define WIDE "m8n32k16"
#define ANY SQUARE "|" TALL "|" WIDE

const Record matrixTable[] = {
    {"mma", HALF_MMA("m16n8k8", "f16"), "d*2:b32 a*2:b32 b*1:b32 c*2:b32", 65, 75, PRODUCT},
    {"mma", HALF_MMA("m16n8k8", "f32"), "d*4:f32 a*2:b32 b*1:b32 c*4:f32", 65, 75, PRODUCT},
    {"mma", HALF_MMA("m16n8k16", "f16"), "d*2:b32 a*4:b32 b*2:b32 c*2:b32", 70, 80, PRODUCT},
    {"mma", HALF_MMA("m16n8k16", "f32"), "d*4:f32 a*4:b32 b*2:b32 c*4:f32", 70, 80, PRODUCT},
    {"mma", MMA("m16n8k8", "d=f32 a=bf16 b=bf16 c=f32"), "d*4:f32 a*2:b32 b*1:b32 c*4:f32", 70, 80, PRODUCT},
    {"mma", MMA("m16n8k16", "d=f32 a=bf16 b=bf16 c=f32"), "d*4:f32 a*4:b32 b*2:b32 c*4:f32", 70, 80, PRODUCT},
    {"mma", MMA("m16n8k4", "d=f32 a=tf32 b=tf32 c=f32"), "d*4:f32 a*2:b32 b*1:b32 c*4:f32", 70, 80, PRODUCT},
    {"mma", MMA("m16n8k8", "d=f32 a=tf32 b=tf32 c=f32"), "d*4:f32 a*4:b32 b*2:b32 c*4:f32", 70, 80, PRODUCT},
    {"mma", INT_MMA("m8n8k16", "s8|u8"), "d*2:b32 a*1:b32 b*1:b32 c*2:b32", 65, 75, PRODUCT},
    {"mma", INT_MMA("m16n8k16", "s8|u8"), "d*4:b32 a*2:b32 b*1:b32 c*4:b32", 70, 80, PRODUCT},
    {"mma", INT_MMA("m16n8k32", "s8|u8"), "d*4:b32 a*4:b32 b*2:b32 c*4:b32", 70, 80, PRODUCT},
    {"mma", INT_MMA("m8n8k32", "s4|u4"), "d*2:b32 a*1:b32 b*1:b32 c*2:b32", 65, 75, PRODUCT},
    {"mma", INT_MMA("m16n8k32", "s4|u4"), "d*4:b32 a*2:b32 b*1:b32 c*4:b32", 70, 80, PRODUCT},
    {"mma", INT_MMA("m16n8k64", "s4|u4"), "d*4:b32 a*4:b32 b*2:b32 c*4:b32", 70, 80, PRODUCT},
    {"mma", MMA("m8n8k4", "mode=rn|rz|rm|rp? d=f64 a=f64 b=f64 c=f64"), "d*2:f64 a*1:f64 b*1:f64 c*2:f64", 70, 80,
     PRODUCT},
    {"mma", MMA("m16n8k4", "mode=rn|rz|rm|rp? d=f64 a=f64 b=f64 c=f64"), "d*4:f64 a*2:f64 b*1:f64 c*4:f64", 78, 90,
     PRODUCT},
    {"mma", MMA("m16n8k8", "mode=rn|rz|rm|rp? d=f64 a=f64 b=f64 c=f64"), "d*4:f64 a*4:f64 b*2:f64 c*4:f64", 78, 90,
     PRODUCT},
    {"mma", MMA("m16n8k16", "mode=rn|rz|rm|rp? d=f64 a=f64 b=f64 c=f64"), "d*4:f64 a*8:f64 b*4:f64 c*4:f64", 78, 90,
     PRODUCT},
    {"ldmatrix", "sync aligned shape=m8n8 count=x1 trans? space=shared|shared::cta? b16", "d*1:b32 [a]", 65, 75,
     LOAD_ROWS},
    {"ldmatrix", "sync aligned shape=m8n8 count=x2 trans? space=shared|shared::cta? b16", "d*2:b32 [a]", 65, 75,
     LOAD_ROWS},
    {"ldmatrix", "sync aligned shape=m8n8 count=x4 trans? space=shared|shared::cta? b16", "d*4:b32 [a]", 65, 75,
     LOAD_ROWS},
    {"stmatrix", "sync aligned shape=m8n8 count=x1 trans? space=shared|shared::cta? b16", "[a] c*1:b32", 78, 90,
     STORE_ROWS},
    {"stmatrix", "sync aligned shape=m8n8 count=x2 trans? space=shared|shared::cta? b16", "[a] c*2:b32", 78, 90,
     STORE_ROWS},
    {"stmatrix", "sync aligned shape=m8n8 count=x4 trans? space=shared|shared::cta? b16", "[a] c*4:b32", 78, 90,
     STORE_ROWS},
    {"movmatrix", "sync aligned shape=m8n8 trans b16", "d*1:b32 a*1:b32", 78, 75, selectTranspose,
     "a matrix of 8 x 8 halves, transposed"},
    {"wmma", WMMA_LOAD("a|b", SQUARE, "f16"), "d*8:b32 [a] ?b:u32", 60, 70, LOAD},
    {"wmma", WMMA_LOAD("c", SQUARE, "f16"), "d*4:b32 [a] ?b:u32", 60, 70, LOAD},
    {"wmma", WMMA_LOAD("c", SQUARE, "f32"), "d*8:f32 [a] ?b:u32", 60, 70, LOAD},
    {"wmma", WMMA_STORE(SQUARE, "f16"), "[a] c*4:b32 ?b:u32", 60, 70, STORE},
    {"wmma", WMMA_STORE(SQUARE, "f32"), "[a] c*8:f32 ?b:u32", 60, 70, STORE},
    {"wmma", WMMA(SQUARE, "d=f16 c=f16"), "d*4:b32 a*8:b32 b*8:b32 c*4:b32", 60, 70, PRODUCT},
    {"wmma", WMMA(SQUARE, "d=f16 c=f32"), "d*4:b32 a*8:b32 b*8:b32 c*8:f32", 60, 70, PRODUCT},
    {"wmma", WMMA(SQUARE, "d=f32 c=f16"), "d*8:f32 a*8:b32 b*8:b32 c*4:b32", 60, 70, PRODUCT},
    {"wmma", WMMA(SQUARE, "d=f32 c=f32"), "d*8:f32 a*8:b32 b*8:b32 c*8:f32", 60, 70, PRODUCT},
    {"wmma", WMMA_LOAD("a|b", TALL "|" WIDE, "f16"), "d*8:b32 [a] ?b:u32", 61, 70, LOAD},
    {"wmma", WMMA_LOAD("c", TALL "|" WIDE, "f16"), "d*4:b32 [a] ?b:u32", 61, 70, LOAD},
    {"wmma", WMMA_LOAD("c", TALL "|" WIDE, "f32"), "d*8:f32 [a] ?b:u32", 61, 70, LOAD},
    {"wmma", WMMA_STORE(TALL "|" WIDE, "f16"), "[a] c*4:b32 ?b:u32", 61, 70, STORE},
    {"wmma", WMMA_STORE(TALL "|" WIDE, "f32"), "[a] c*8:f32 ?b:u32", 61, 70, STORE},
    {"wmma", WMMA(TALL "|" WIDE, "d=f16 c=f16"), "d*4:b32 a*8:b32 b*8:b32 c*4:b32", 61, 70, PRODUCT},
    {"wmma", WMMA(TALL "|" WIDE, "d=f16 c=f32"), "d*4:b32 a*8:b32 b*8:b32 c*8:f32", 61, 70, PRODUCT},
    {"wmma", WMMA(TALL "|" WIDE, "d=f32 c=f16"), "d*8:f32 a*8:b32 b*8:b32 c*4:b32", 61, 70, PRODUCT},
    {"wmma", WMMA(TALL "|" WIDE, "d=f32 c=f32"), "d*8:f32 a*8:b32 b*8:b32 c*8:f32", 61, 70, PRODUCT},
    {"wmma", WMMA_LOAD("a", SQUARE, "bf16"), "d*4:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_LOAD("b", SQUARE, "bf16"), "d*4:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA(SQUARE, "d=f32 a=bf16 b=bf16 c=f32"), "d*8:f32 a*4:b32 b*4:b32 c*8:f32", 70, 80, PRODUCT},
    {"wmma", WMMA_LOAD("a", TALL, "bf16"), "d*8:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_LOAD("b", TALL, "bf16"), "d*2:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA(TALL, "d=f32 a=bf16 b=bf16 c=f32"), "d*8:f32 a*8:b32 b*2:b32 c*8:f32", 70, 80, PRODUCT},
    {"wmma", WMMA_LOAD("a", WIDE, "bf16"), "d*2:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_LOAD("b", WIDE, "bf16"), "d*8:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA(WIDE, "d=f32 a=bf16 b=bf16 c=f32"), "d*8:f32 a*2:b32 b*8:b32 c*8:f32", 70, 80, PRODUCT},
    {"wmma", WMMA_LOAD("a", SQUARE, "s8|u8"), "d*2:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA_LOAD("b", SQUARE, "s8|u8"), "d*2:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA(SQUARE, "d=s32 a=s8 b=s8 c=s32 satfinite?"), "d*8:b32 a*2:b32 b*2:b32 c*8:b32", 63, 72, PRODUCT},
    {"wmma", WMMA(SQUARE, "d=s32 a=u8 b=u8 c=s32 satfinite?"), "d*8:b32 a*2:b32 b*2:b32 c*8:b32", 63, 72, PRODUCT},
    {"wmma", WMMA_LOAD("a", TALL, "s8|u8"), "d*4:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA_LOAD("b", TALL, "s8|u8"), "d*1:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA(TALL, "d=s32 a=s8 b=s8 c=s32 satfinite?"), "d*8:b32 a*4:b32 b*1:b32 c*8:b32", 63, 72, PRODUCT},
    {"wmma", WMMA(TALL, "d=s32 a=u8 b=u8 c=s32 satfinite?"), "d*8:b32 a*4:b32 b*1:b32 c*8:b32", 63, 72, PRODUCT},
    {"wmma", WMMA_LOAD("a", WIDE, "s8|u8"), "d*1:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA_LOAD("b", WIDE, "s8|u8"), "d*4:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA(WIDE, "d=s32 a=s8 b=s8 c=s32 satfinite?"), "d*8:b32 a*1:b32 b*4:b32 c*8:b32", 63, 72, PRODUCT},
    {"wmma", WMMA(WIDE, "d=s32 a=u8 b=u8 c=s32 satfinite?"), "d*8:b32 a*1:b32 b*4:b32 c*8:b32", 63, 72, PRODUCT},
    {"wmma", WMMA_LOAD("c", ANY, "s32"), "d*8:b32 [a] ?b:u32", 63, 72, LOAD},
    {"wmma", WMMA_STORE(ANY, "s32"), "[a] c*8:b32 ?b:u32", 63, 72, STORE},
    {"wmma", WMMA_LOAD("a|b", "m16n16k8", "tf32"), "d*4:b32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_LOAD("c", "m16n16k8", "f32"), "d*8:f32 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_STORE("m16n16k8", "f32"), "[a] c*8:f32 ?b:u32", 70, 80, STORE},
    {"wmma", WMMA("m16n16k8", "d=f32 a=tf32 b=tf32 c=f32"), "d*8:f32 a*4:b32 b*4:b32 c*8:f32", 70, 80, PRODUCT},
    {"wmma", WMMA_LOAD("a|b", "m8n8k4", "f64"), "d*1:f64 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_LOAD("c", "m8n8k4", "f64"), "d*2:f64 [a] ?b:u32", 70, 80, LOAD},
    {"wmma", WMMA_STORE("m8n8k4", "f64"), "[a] c*2:f64 ?b:u32", 70, 80, STORE},
    {"wmma", WMMA("m8n8k4", "mode=rn|rz|rm|rp? d=f64 a=f64 b=f64 c=f64"), "d*2:f64 a*1:f64 b*1:f64 c*2:f64", 70, 80,
     PRODUCT},
    {"wmma", WMMA("m8n8k4", "d=f64 a=f64 b=f64 c=f64 mode=rn|rz|rm|rp"), "d*2:f64 a*1:f64 b*1:f64 c*2:f64", 70, 80,
     PRODUCT},
};

} // namespace

const std::span<const Record> matrixRecords = matrixTable;

Handlers storeRowHandlers() { return both<StoreRow>(); }

bool givesRow(const Exec &x, const MicroOp *op) { return x.thread->index % warpSize < side * shapeOf(x.r, op).k; }

uint64_t describeMatrix(std::string_view name, const Match &m) {
  Shape shape;
  std::string_view extents = m["shape"];
  for (uint8_t *extent : {&shape.m, &shape.n, &shape.k})
    for (extents.remove_prefix(std::min<size_t>(1, extents.size()));
         !extents.empty() && extents[0] >= '0' && extents[0] <= '9'; extents.remove_prefix(1))
      *extent = *extent * 10 + (extents[0] - '0');
  if (m.has("count"))
    shape.k = m["count"][1] - '0';
  auto element = [&](std::string_view which) {
    std::string_view wanted = m.has("type") ? m["type"] : m.has(which) ? m[which] : "f16";
    auto found = std::find_if(std::begin(elementNames), std::end(elementNames),
                              [&](const ElementName &e) { return e.name == wanted; });
    return static_cast<Element>(found - elementNames);
  };
  shape.a = element("a");
  shape.b = element("b");
  shape.c = element("c");
  shape.d = element("d");
  shape.isLoose = name == "wmma";
  bool isColumn = m["layout"] == "col";
  shape.isColumnA = isColumn || m["rows"] == "col";
  shape.isColumnB = isColumn || m["columns"] == "col";
  shape.isColumnC = isColumn;
  shape.isSaturated = m.has("satfinite");
  shape.isTransposed = m.has("trans");
  return std::bit_cast<uint64_t>(shape);
}

} // namespace kgen::ptx
