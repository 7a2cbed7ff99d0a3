# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the literal `CASE` of a kernel file, and the small facts about its data types that both oracles need.

The file is parsed, never run: nothing in it is computed. The format is that of test/Cases/grad/README.md.
"""
import ast
import math
import re

INTEGERS = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool"}


def read_case(path):
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read(), path)
    for node in tree.body:
        if isinstance(node, ast.Assign) and [getattr(t, "id", "") for t in node.targets] == ["CASE"]:
            return ast.literal_eval(node.value)
    raise ValueError(f"{path}: expected a literal CASE = {{...}}")


def element_shape(dtype):
    """() for a number, (3,) for a vec3, (4,) for a quaternion, (7,) for a transform, (2, 2) for a mat22."""
    if match := re.fullmatch(r"mat(\d)(\d)[dfh]?", dtype):
        return int(match[1]), int(match[2])
    if match := re.fullmatch(r"vec(\d)[dfh]?", dtype):
        return (int(match[1]),)
    return (4,) if dtype.startswith("quat") else (7,) if dtype.startswith("transform") else ()


def is_float32(dtype):
    return dtype not in INTEGERS and not dtype.endswith("64") and not dtype.endswith("d")


def shape_of(nested):
    return (len(nested),) + (shape_of(nested[0]) if nested else ()) if isinstance(nested, list) else ()


def flat(nested):
    """The numbers of nested lists, row-major."""
    return [x for part in nested for x in flat(part)] if isinstance(nested, list) else [nested]


def output_args(case):
    """The arguments that a run reports: all that are written, but for floats without a loss term where others have one."""
    is_weighted = any("weight" in a for a in case["args"])
    return [a for a in case["args"]
            if "weight" in a or (a["role"] in ("out", "inout") and not (is_weighted and a["dtype"] not in INTEGERS))]


def reporting_all(case):
    """The case with all arrays as outputs: what a forward leaves in each of them is what its backward begins with."""
    arrays = [a["role"] != "scalar" for a in case["args"]]
    args = [{**{k: v for k, v in a.items() if k != "weight"}, **({"role": "inout"} if is_array else {})} for a, is_array in zip(case["args"], arrays)]
    return {**case, "args": args}


def tape_argument(dim, words):
    """The last argument of K_tape: for each thread, so many words; the first says how many are used."""
    threads = math.prod([dim] if isinstance(dim, int) else dim)
    return {"name": "kgen_tape", "dtype": "uint64", "role": "scratch", "value": [0] * (threads * words)}


def relative_error(got, want):
    scale = max(map(abs, want), default=0.0) or 1.0
    return max((abs(g - w) for g, w in zip(got, want, strict=True)), default=0.0) / scale


def nest_like(numbers, like):
    """Flat numbers as nested lists like those of `like`."""
    rest = iter(numbers)

    def fill(shape):
        return [fill(item) for item in shape] if isinstance(shape, list) else next(rest)

    return fill(like)


def tiled(value, count):
    return [value[i % len(value)] for i in range(count)]


def grow(case, threads):
    """Makes a case of test/Kernels one for about so many threads: arrays as long as the launch grow with it. Returns how many there are."""
    if case["name"] == "vector":  # a grid, of which an array has one more row and column
        rows = math.isqrt(threads)
        case["dim"] = (rows, rows)
        for arg in case["args"]:
            more = arg["name"] == "sail"
            for key in ("value", "weight") if arg["name"] != "wind" else ():
                if key in arg:
                    arg[key] = tiled([tiled(row, rows + more) for row in arg[key]], rows + more)
            if arg["name"] == "wind":
                arg["value"] = tiled(arg["value"], rows)
        return rows * rows
    for arg in case["args"]:
        if arg["role"] != "scalar" and (len(arg["value"]) == case["dim"] or arg["name"] == "capacity"):
            length = (threads + 1) // 2 if arg["name"] == "capacity" else threads
            for key in ("value", "weight"):
                if key in arg:
                    arg[key] = tiled(arg[key], length)
    case["dim"] = threads
    return threads
