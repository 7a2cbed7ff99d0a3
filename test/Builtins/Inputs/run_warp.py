# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets real Warp compute the cases that kgen-check-builtins lists, and says which differ from the interpreter.

    run_warp.py --folder DIR CASES.json

A kernel a case, packed into one module for each scalar type. Integers are compared exactly; floats within 4 units in the
last place of the largest number that the case has, or of the terms of a sum of products.
"""
import argparse
import importlib.util
import json
import math
import pathlib
import sys

import numpy as np
import warp as wp

ULP = {"float16": 2.0**-10, "float32": 2.0**-23, "float64": 2.0**-52}
# Written in Python for float32 alone.
FLOAT32_ONLY = {
    "norm_l1", "norm_l2", "norm_huber", "norm_pseudo_huber", "smooth_normalize", "quat_twist", "quat_twist_angle",
    "quat_twist_angle_signed", "quat_to_rpy", "quat_from_euler", "velocity_at_point", "transform_twist", "transform_wrench",
    "spatial_vector",
}
# x86 ends the process where C++ leaves these open (S-6 of the semantics page).
DIVISIONS = {"kgen.div", "kgen.mod", "kgen.floordiv", "kgen.cw_div"}


def type_text(kind):
    """A type as a kernel's parameter names it."""
    name, extents, scalar = kind
    if name == "vec":
        return f"wp.types.vector(length={extents[0]}, dtype=wp.{scalar})"
    if name == "mat":
        return f"wp.types.matrix(shape=({extents[0]}, {extents[1]}), dtype=wp.{scalar})"
    if name == "quat":
        return f"wp.types.quaternion(dtype=wp.{scalar})"
    if name == "transform":
        return f"wp.types.transformation(dtype=wp.{scalar})"
    return f"wp.{scalar}"


def call_text(test):
    operands = [f"a{k}" for k in range(len(test["types"]))]
    if test["kind"] == "infix":
        return f"{operands[0]} {test['text']} {operands[1]}"
    if test["kind"] == "prefix":
        return f"{test['text']}{operands[0]}"
    return f"{test['text']}({', '.join(operands)})"


def kernel_text(number, test):
    parameters = [f"x{k}: wp.array(dtype={type_text(kind)})" for k, kind in enumerate(test["types"])]
    parameters.append(f"y: wp.array(dtype={type_text(test['result'])})")
    loads = "".join(f"    a{k} = x{k}[i]\n" for k in range(len(test["types"])))
    return (
        f"@wp.kernel(enable_backward=False)\ndef k{number}({', '.join(parameters)}):\n"
        f"    i = wp.tid()\n{loads}    y[i] = {call_text(test)}\n\n\n"
    )


def as_numpy(numbers, kind):
    values = [float.fromhex(n) if isinstance(n, str) else n for n in numbers]
    dtype = np.dtype(kind[2])
    if dtype.kind in "iu":  # lists hold the bits as int64
        values = np.array(values, dtype=np.int64).astype(dtype)
    return np.array(values, dtype=dtype)


def dtype_of(kind):
    return eval(type_text(kind), {"wp": wp})


def array_of(numbers, kind):
    values = as_numpy(numbers, kind)
    shape = {"scalar": (-1,), "vec": (-1, *kind[1]), "mat": (-1, *kind[1]), "quat": (-1, 4), "transform": (-1, 7)}[kind[0]]
    return wp.array(values.reshape(shape), dtype=dtype_of(kind), device="cpu")


def without_traps(test):
    """Divisors other than -1, which the least value must not be divided by."""
    if test["name"].split("(")[0] in DIVISIONS and test["types"][0][2].startswith("int"):
        divisors = test["operands"][1]
        keep = [k for k, divisor in enumerate(divisors) if divisor != -1]
        if test["types"][0][0] == "scalar":
            test["operands"] = [[numbers[k] for k in keep] for numbers in test["operands"]]
            test["wanted"] = [test["wanted"][k] for k in keep]
            return True
        return False
    return True


def is_known(test):
    if test["name"].startswith("kgen.neg(!kgen.transform"):  # for adjoints alone
        return False
    return scalar_of(test) in ("float32", "integers") or test["name"].split("(")[0].removeprefix("kgen.") not in FLOAT32_ONLY


def terms(name, operands, expected):
    """The sum of the sizes of a sum's terms, or a bound of it; 0 where the operands themselves are as large."""
    if name == "kgen.ddot":
        return np.sum(np.abs(operands[0] * operands[1]))
    if name not in ("kgen.determinant", "kgen.inverse"):
        return 0.0
    n = math.isqrt(operands[0].size)
    products = np.prod(np.sum(np.abs(operands[0].reshape(n, n)), axis=1))
    if name == "kgen.determinant":
        return products
    return products * np.max(np.abs(expected)) * abs(np.linalg.det(expected.reshape(n, n)))


def difference(test, got):
    """How many units in the last place the worst number is off, of the largest that the case has."""
    wanted = as_numpy(test["wanted"], test["result"])
    got = got.reshape(-1)
    if wanted.dtype.kind in "iub":
        return 0.0 if np.array_equal(wanted, got) else math.inf
    scalar = test["result"][2]
    if len(got) != len(wanted) or not np.array_equal(np.isnan(got), np.isnan(wanted)):
        return math.inf
    rows = got.reshape(-1, len(wanted) // count(test))
    expected = wanted.reshape(rows.shape)
    worst = 0.0
    for i in range(count(test)):
        operands = [as_numpy(n, kind).reshape(count(test), -1)[i] for n, kind in zip(test["operands"], test["types"])]
        floats = [operand.astype(np.float64) for operand in operands if operand.dtype == scalar]
        wide = expected[i].astype(np.float64)
        sizes = [np.nanmax(np.abs(numbers)) for numbers in [wide, *floats]]
        scale = max(*sizes, terms(test["name"].split("(")[0], floats, wide), float(np.finfo(scalar).tiny))
        same = (rows[i] == expected[i]) | (np.isnan(rows[i]) & np.isnan(expected[i]))
        off = np.where(same, 0.0, np.abs(rows[i].astype(np.float64) - expected[i].astype(np.float64)))
        worst = max(worst, np.max(off) / (scale * ULP[scalar]))
    return worst


def count(test):
    kind = test["types"][0]
    width = {"scalar": 1, "quat": 4, "transform": 7}.get(kind[0]) or int(np.prod(kind[1]))
    return len(test["operands"][0]) // width


def scalar_of(test):
    scalars = [kind[2] for kind in [*test["types"], test["result"]]]
    return next((s for s in scalars if s.startswith("float")), "integers")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--worst", action="store_true", help="say how far each builtin is off")
    parser.add_argument("cases", type=pathlib.Path)
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    wp.config.log_level = wp.LOG_ERROR
    wp.config.kernel_cache_dir = str(args.folder / "cache")
    wp.config.optimization_level = 1
    tests = [test for test in json.loads(args.cases.read_text()) if is_known(test) and without_traps(test)]
    wrong, worst = 0, {}
    for scalar in sorted({scalar_of(test) for test in tests}):
        path = args.folder / f"builtins_{scalar}.py"
        mine = [(k, test) for k, test in enumerate(tests) if scalar_of(test) == scalar]
        path.write_text("import warp as wp\n\n\n" + "".join(kernel_text(k, test) for k, test in mine))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
        for k, test in mine:
            inputs = [array_of(numbers, kind) for numbers, kind in zip(test["operands"], test["types"])]
            result = wp.zeros(count(test), dtype=dtype_of(test["result"]), device="cpu")
            wp.launch(getattr(module, f"k{k}"), dim=count(test), inputs=[*inputs, result], device="cpu")
            off = difference(test, result.numpy())
            name = test["name"].split("(")[0]
            worst[name] = max(worst.get(name, 0.0), off)
            if off > 4:
                print(f"{test['name']}: off by {off:.3g} units in the last place")
                wrong += 1
    if args.worst:
        for name, off in sorted(worst.items(), key=lambda item: -item[1]):
            print(f"{name} {off:.3g}")
    print(f"{len(worst)} builtins, {len(tests)} cases, {wrong} wrong")
    sys.exit(wrong != 0)


main()
