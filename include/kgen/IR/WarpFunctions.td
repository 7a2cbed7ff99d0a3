// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One record for each of Warp's functions of tiles: its parameters, the tiles that it changes, its access to memory and
// how kgen has it. The importer binds arguments by the record; the interpreter, the generator and the reference page
// read it too. `kgen-tblgen` refuses a record that contradicts itself.

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

// A parameter, by the name that Warp gives it. `value` is the one that it has if a call leaves it out, as Python writes
// it; empty if every call gives one. The kinds are those of WarpParameter in WarpFunctions.h.
class Parameter<string kindName, string keyword, string value = ""> {
  string kind = kindName;
  string name = keyword;
  string otherwise = value;
  // Whether Warp takes an integer in place of a tuple with one.
  bit takesInteger = 0;
  // The words that Warp takes.
  list<string> words = [];
}

// Operands: values that are known when the kernel runs.
class Array<string name> : Parameter<"Array", name>;
class Tile<string name> : Parameter<"Tile", name>;
class Value<string name, string value = ""> : Parameter<"Value", name, value>;
// The first place of a tile in an array or in another tile, an int32 for each dimension.
def Offset : Parameter<"Offset", "offset", "None">;
def OffsetOrInteger : Parameter<"Offset", "offset", "None"> { let takesInteger = 1; }
def GivenOffset : Parameter<"Offset", "offset">;
// The indices of an element: as many arguments as the tile has dimensions, by these names.
class Indices<string names> : Parameter<"Indices", names>;
// As many arguments as the author likes, by position.
class Values<string name> : Parameter<"Values", name>;

// Constants: known when the kernel is compiled.
def Shape : Parameter<"Extents", "shape">;
def ShapeOrInteger : Parameter<"Extents", "shape"> { let takesInteger = 1; }
def OptionalShape : Parameter<"Extents", "shape", "None">;
class Axis<string value> : Parameter<"Axis", "axis", value>;
class DType<string value = ""> : Parameter<"DType", "dtype", value>;
class Flag<string name, string value> : Parameter<"Flag", name, value>;
class Word<string name, list<string> all> : Parameter<"Word", name, "\"" # !head(all) # "\""> { let words = all; }
class Function<string name> : Parameter<"Function", name>;
def Storage : Word<"storage", ["register", "shared"]>;
def FillMode : Word<"fill_mode", ["lower", "upper"]>;
def Precision : Word<"precision", ["default", "tf32"]>;
def BoundsCheck : Flag<"bounds_check", "True">;
def Aligned : Flag<"aligned", "False">;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// How kgen has a function.
class Implementation;
// By a function of lib/Import, which writes the `kgen.func` that does the same. `op` tells functions apart that share it.
class Expansion<string function, string op = ""> : Implementation {
  string writer = function;
  string operation = op;
}
// By a collective op, which a function of lib/Import makes: the parameters are its operands and attributes, by which a
// call goes out to Python again.
class Collective<string function, string op> : Expansion<function, op>;
// Not at all; for this reason, which ends a message.
class OnlyInWarp<string why> : Implementation { string reason = why; }

// Calls that do not fit the first list of parameters have those of the second, if there are any.
class WarpFunction<list<Parameter> parameterList, list<Parameter> secondList = []> {
  string name = NAME;
  list<Parameter> parameters = parameterList;
  list<Parameter> otherParameters = secondList;
  // The meaning, one line for the reference page, in terms of the parameters.
  string doc = ?;
  // The tiles that it changes in place, by parameter.
  list<string> changes = [];
  // What it does with the elements of its array: None, Read, Write or Add.
  string access = "None";
  Implementation implementation = ?;
}

// Made by one reason.
class Missing<list<Parameter> parameters, string reason, list<Parameter> second = []> : WarpFunction<parameters, second> {
  let implementation = OnlyInWarp<reason>;
}

//===--- Tiles of numbers -------------------------------------------------===//

class Fill<string number, string remark = ""> : WarpFunction<[ShapeOrInteger, DType<"float">, Storage]> {
  let doc = "A tile of `dtype`, each element " # number # remark;
  let implementation = Expansion<"expandFill", number>;
}
def tile_zeros : Fill<"0">;
def tile_ones : Fill<"1">;
def tile_empty : Fill<"0", "; Warp leaves them undefined">;
def tile_full : WarpFunction<[ShapeOrInteger, Value<"value">, DType<"None">, Storage]> {
  let doc = "A tile of `dtype` (that of `value` if there is none), each element `value`";
  let implementation = Expansion<"expandFull">;
}
def tile_arange : WarpFunction<[Values<"args">, DType<"None">, Storage]> {
  let doc = "The numbers from `start` (0) to before `stop` by `step` (1), constants, as Python's `range` takes them";
  let implementation = Expansion<"expandRange">;
}
def tile_from_thread : WarpFunction<[ShapeOrInteger, Value<"value">, Value<"thread_idx">, Storage]> {
  let doc = "A tile, each element the `value` of the thread `thread_idx` of the block";
  let implementation = Expansion<"expandFromThread">;
}
class Draws<string call, string range> : WarpFunction<
    [ShapeOrInteger, Value<"rng">, Value<"min">, Value<"max">, Storage], [ShapeOrInteger, Value<"rng">, Storage]> {
  let doc = "Random numbers " # range # "; or from `min` to before `max`. Each thread draws from a state of its own, which "
            "follows from `rng` and its place in the block; `rng` stays as it is";
  let implementation = Expansion<"expandDraws", call>;
}
def tile_randi : Draws<"wp.randi", "of int32">;
def tile_randf : Draws<"wp.randf", "from 0 to before 1">;

//===--- Between arrays and tiles -----------------------------------------===//

def tile_load : WarpFunction<[Array<"a">, ShapeOrInteger, OffsetOrInteger, Storage, BoundsCheck, Aligned]> {
  let doc = "The part of `a` that begins at `offset`; 0 for an element outside, unless `bounds_check` is false";
  let access = "Read";
  let implementation = Collective<"importLoad", "kgen.tile.load">;
}
def tile_load_indexed : WarpFunction<[Array<"a">, Tile<"indices">, Shape, Offset, Axis<"0">, Storage]> {
  let doc = "A part of `a` whose places along `axis` are the `indices`; 0 for an element outside";
  let access = "Read";
  let implementation = Expansion<"expandLoadIndexed">;
}

class Store<string arrayAccess, string op, list<Parameter> last> : WarpFunction<
    !listconcat([Array<"a">, Tile<"t">, OffsetOrInteger, BoundsCheck], last)> {
  let access = arrayAccess;
  let implementation = Collective<"importStore", op>;
}
def tile_store : Store<"Write", "kgen.tile.store", [Aligned]> {
  let doc = "Stores `t` in `a` from `offset` on; no element outside, unless `bounds_check` is false";
}
def tile_atomic_add : Store<"Add", "kgen.tile.add", []> {
  let doc = "Adds `t` to `a` from `offset` on, and gives what was there; no element outside, unless `bounds_check` is "
            "false";
}

class StoreIndexed<string arrayAccess> : WarpFunction<
    [Array<"a">, Tile<"indices">, Tile<"t">, Offset, Axis<"0">]> {
  let access = arrayAccess;
  let implementation = Expansion<"expandStoreIndexed">;
}
def tile_store_indexed : StoreIndexed<"Write"> {
  let doc = "Stores `t` in `a`, at the `indices` along `axis`; no element outside";
}
def tile_atomic_add_indexed : StoreIndexed<"Add"> {
  let doc = "Adds `t` to `a`, at the `indices` along `axis`, and gives what was there; no element outside";
}

//===--- Values of the threads --------------------------------------------===//

def tile : WarpFunction<[Value<"x">, Flag<"preserve_type", "False">]> {
  let doc = "A tile of the values of the block's threads, whose last dimension has a place for each; of the numbers of a "
            "vector or matrix, unless `preserve_type` is true";
  let implementation = Expansion<"expandOfValue">;
}
def untile : WarpFunction<[Tile<"a">]> {
  let doc = "The value that the thread has in `a`: the reverse of `tile`";
  let implementation = Expansion<"expandUntile">;
}

//===--- Elements ---------------------------------------------------------===//

def tile_extract : WarpFunction<[Tile<"a">, Indices<"i j k l m n">]> {
  let doc = "An element of `a`, or with more indices than dimensions a component of one";
  let implementation = Expansion<"expandElement">;
}

class Scatter<string op, list<Parameter> last, string meaning> : WarpFunction<
    !listconcat([Tile<"a">, Indices<"i j k l">, Value<"value">], last)> {
  let doc = meaning;
  let changes = ["a"];
  let implementation = Expansion<"expandScatter", op>;
}
def tile_scatter_add : Scatter<"+", [Value<"has_value">, Flag<"atomic", "True">],
                               "Adds `value` to an element of `a` if the thread has one">;
def tile_scatter_masked : Scatter<"", [Value<"has_value">], "Sets an element of `a` to `value` if the thread has one">;
class Augment<string op> : Scatter<op, [], "`a[i, ...] " # op # "= value`">;
def tile_add_inplace : Augment<"+">;
def tile_sub_inplace : Augment<"-">;
def tile_bit_and_inplace : Augment<"&">;
def tile_bit_or_inplace : Augment<"|">;
def tile_bit_xor_inplace : Augment<"^">;

//===--- Other shapes and parts -------------------------------------------===//

def tile_view : WarpFunction<[Tile<"t">, GivenOffset, OptionalShape]> {
  let doc = "The part of `t` that begins at `offset`; without `shape`, what the indices and slices in `offset` leave";
  let implementation = Expansion<"expandView">;
}
def tile_assign : WarpFunction<[Tile<"dst">, Tile<"src">, Offset]> {
  let doc = "Sets the part of `dst` that begins at `offset` to `src`";
  let changes = ["dst"];
  let implementation = Expansion<"expandAssign">;
}
def tile_squeeze : WarpFunction<[Tile<"t">, Axis<"None">]> {
  let doc = "`t` without its dimensions of extent 1, or without those that `axis` names";
  let implementation = Expansion<"expandSqueeze">;
}
def tile_reshape : WarpFunction<[Tile<"t">, Shape]> {
  let doc = "The elements of `t`, row by row, in another shape; one extent may be -1";
  let implementation = Expansion<"expandReshape">;
}
def tile_transpose : WarpFunction<[Tile<"a">]> {
  let doc = "`a` with its two dimensions exchanged";
  let implementation = Expansion<"expandTranspose">;
}
def tile_broadcast : WarpFunction<[Tile<"a">, Shape]> {
  let doc = "`a` repeated along dimensions of extent 1, and along new ones before the first";
  let implementation = Expansion<"expandBroadcast">;
}
def tile_astype : WarpFunction<[Tile<"t">, DType<>]> {
  let doc = "`t` with each element converted";
  let implementation = Expansion<"expandConversion">;
}

//===--- Elementwise, products, reductions, scans -------------------------===//

def tile_map : WarpFunction<[Function<"op">, Tile<"a">, Values<"args">]> {
  let doc = "A tile of what `op` makes of the elements at one place of `a` and of the other tiles; a value that is no "
            "tile is the same for all";
  let implementation = Expansion<"expandMap">;
}
def tile_matmul : WarpFunction<
    [Tile<"a">, Tile<"b">, Tile<"out">, Value<"alpha", "1.0">, Value<"beta", "1.0">, Precision],
    [Tile<"a">, Tile<"b">, Value<"alpha", "1.0">, Precision]> {
  let doc = "`out = alpha * a @ b + beta * out`; without `out`, the tile `alpha * a @ b`";
  let changes = ["out"];
  let implementation = Expansion<"expandProduct">;
}
def tile_dot : WarpFunction<[Tile<"a">, Tile<"b">]> {
  let doc = "The sum of the products of elements at one place, as a tile with one element";
  let implementation = Expansion<"expandDot">;
}
def tile_axpy : WarpFunction<[Value<"alpha">, Tile<"src">, Tile<"dest">]> {
  let doc = "`dest += alpha * src`";
  let changes = ["dest"];
  let implementation = Expansion<"expandUpdate">;
}
def tile_diag_add : WarpFunction<[Tile<"a">, Tile<"d">]> {
  let doc = "`a` with `d` added to its diagonal";
  let implementation = Expansion<"expandDiagonal">;
}
def tile_sum : WarpFunction<[Tile<"a">, Axis<"None">]> {
  let doc = "The sums along `axis`, or of all elements as a tile with one";
  let implementation = Expansion<"expandSum", "wp.add">;
}
def tile_reduce : WarpFunction<[Function<"op">, Tile<"a">, Axis<"None">]> {
  let doc = "What `op` makes of the elements along `axis`, or of all elements as a tile with one";
  let implementation = Expansion<"expandReduction">;
}
class Extremum<string writer, string op, string meaning> : WarpFunction<[Tile<"a">]> {
  let doc = meaning # " of `a`, as a tile with one element";
  let implementation = Expansion<writer, op>;
}
def tile_min : Extremum<"expandExtremum", "wp.min", "The least element">;
def tile_max : Extremum<"expandExtremum", "wp.max", "The greatest element">;
def tile_argmin : Extremum<"expandPlace", "<", "The place, row by row, of the least element">;
def tile_argmax : Extremum<"expandPlace", ">", "The place, row by row, of the greatest element">;
class Scan<string writer, string op, string meaning> : WarpFunction<[Tile<"a">]> {
  let doc = "For each element, row by row, " # meaning;
  let implementation = Expansion<writer, op>;
}
def tile_scan_inclusive : Scan<"expandScan", "wp.add", "the sum of those up to it">;
def tile_scan_exclusive : Scan<"expandExclusiveScan", "wp.add", "the sum of those before it">;
def tile_scan_min_inclusive : Scan<"expandScan", "wp.min", "the least of those up to it">;
def tile_scan_max_inclusive : Scan<"expandScan", "wp.max", "the greatest of those up to it">;
def tile_sort : WarpFunction<[Tile<"keys">, Tile<"values">]> {
  let doc = "Sorts `keys` in ascending order, and `values` with them; equal keys keep their order";
  let changes = ["keys", "values"];
  let implementation = Expansion<"expandSort">;
}

//===--- Factors, solves, transforms --------------------------------------===//

class Cholesky : WarpFunction<[Tile<"A">, FillMode]> {
  let doc = "The triangular factor of `A`: `L * L^T`, or with \"upper\" `U^T * U`";
  let implementation = Expansion<"expandCholesky">;
}
def tile_cholesky : Cholesky;
def tile_cholesky_inplace : Cholesky { let changes = ["A"]; }

class Solve<string writer, string factor, string right, list<Parameter> last, string meaning> : WarpFunction<
    !listconcat([Tile<factor>, Tile<right>], last)> {
  let doc = meaning;
  let implementation = Expansion<writer>;
}
class CholeskySolve : Solve<"expandCholeskySolve", "L", "y", [FillMode],
                            "The `x` of `A * x = y`, where `L` is a factor of `A`">;
class LowerSolve : Solve<"expandLowerSolve", "L", "y", [], "The `x` of `L * x = y`">;
class UpperSolve : Solve<"expandUpperSolve", "U", "z", [], "The `x` of `U * x = z`">;
def tile_cholesky_solve : CholeskySolve;
def tile_cholesky_solve_inplace : CholeskySolve { let changes = ["y"]; }
def tile_lower_solve : LowerSolve;
def tile_lower_solve_inplace : LowerSolve { let changes = ["y"]; }
def tile_upper_solve : UpperSolve;
def tile_upper_solve_inplace : UpperSolve { let changes = ["z"]; }

class Fourier<string sign, string meaning> : WarpFunction<[Tile<"inout">]> {
  let doc = meaning # " of each row of complex numbers, not scaled";
  let changes = ["inout"];
  let implementation = Expansion<"expandFourier", sign>;
}
def tile_fft : Fourier<"-", "The Fourier transform">;
def tile_ifft : Fourier<"+", "The inverse Fourier transform">;

//===--- Only inside Warp -------------------------------------------------===//

class OfStack<list<Parameter> parameters> : Missing<parameters, "since kgen has no stacks that the threads of a block share">;
def tile_stack : OfStack<[Value<"capacity">, DType<>]> { let doc = "A stack of at most `capacity` values"; }
def tile_stack_push : OfStack<[Value<"s">, Value<"value">, Value<"has_value">]> {
  let doc = "Pushes the `value` of each thread that has one";
}
def tile_stack_pop : OfStack<[Value<"s">]> { let doc = "Pops a value for each thread"; }
def tile_stack_clear : OfStack<[Value<"s">]> { let doc = "Empties the stack"; }
def tile_stack_count : OfStack<[Value<"s">]> { let doc = "How many values the stack has"; }

class OfQuery<list<Parameter> parameters> : Missing<parameters, "since kgen has no queries of meshes and BVHs">;
class BoxQuery : OfQuery<[Value<"id">, Value<"low">, Value<"high">]> {
  let doc = "A query for what overlaps a box, by the threads of a block";
}
def tile_bvh_query_aabb : BoxQuery;
def tile_bvh_query_ray : OfQuery<[Value<"id">, Value<"start">, Value<"dir">]> {
  let doc = "A query for what a ray hits, by the threads of a block";
}
def tile_bvh_query_next : OfQuery<[Value<"query">]> { let doc = "A tile of the next results"; }
def tile_mesh_query_aabb : BoxQuery;
def tile_mesh_query_aabb_next : OfQuery<[Value<"query">]> { let doc = "A tile of the next results"; }
def tile_query_valid : OfQuery<[Value<"query">]> { let doc = "Whether there are results left"; }
