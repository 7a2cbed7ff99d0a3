"""Writes a kernel of e^x and its case: numbers over the whole range, results that are denormal, 0 and infinite among them, and the limits.

    exponential.py FILE.py
"""
import random
import sys

SOURCE = '''import warp as wp


@wp.kernel
def exponentials(
    x: wp.array(dtype=wp.float64),
    single: wp.array(dtype=wp.float32),
    double: wp.array(dtype=wp.float64),
    half: wp.array(dtype=wp.float16),
    none: wp.array(dtype=wp.float64),
):
    i = wp.tid()
    single[i] = wp.exp(wp.float32(x[i]))
    double[i] = wp.exp(x[i])
    half[i] = wp.exp(wp.float16(x[i]))
    none[i] = wp.exp(x[i] - x[i])  # NaN of the infinite ones
'''
LIMITS = [0.0, -0.0, 1.0, -1.0, 88.72283935546875, 88.72284698486328, 100.0, 100.00001, -87.3365478515625, -103.97207641601562, -104.0,
          -104.00001, 709.782712893384, 709.7827128933842, -708.3964185322642, -745.1332191019412, -745.133219101941, -1000.0, -1000.5, 1e30,
          -1e30, 1e300, -1e300, 1e-300, -5e-324, 0.34657359027997264, -0.34657359027997264, 1.0397207708399179, float("inf"), -float("inf")]


def numbers(rng):
    yield from LIMITS
    for reach in (1e-6, 1.0, 20.0, 110.0, 800.0):
        yield from (rng.uniform(-reach, reach) for _ in range(800))


def main():
    x = list(numbers(random.Random(17)))
    args = [{"name": "x", "dtype": "float64", "role": "in", "value": x}]
    args += [{"name": name, "dtype": dtype, "role": "out", "value": [0.0] * len(x)}
             for name, dtype in (("single", "float32"), ("double", "float64"), ("half", "float16"), ("none", "float64"))]
    case = repr({"kernel": "exponentials", "dim": len(x), "args": args})
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(SOURCE + f"\n\nCASE = {case}\n".replace("inf", "1e999"))


main()
