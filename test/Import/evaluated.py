# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-warp --kernel known %s | FileCheck %s
# RUN: kgen-translate --kgen-to-warp --kernel 'make.inner' %s | FileCheck %s --check-prefix=TABLES
# RUN: not kgen-translate --warp-to-kgen --kernel unknown %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
"""Functions and tables of the module that have a value before the program runs, and where that ends."""
import enum

import warp as wp

SCALES = (1.0, 10.0, 100.0)
NAMES = {"a": 2, "b": [1, 2, 3]}
ONE, TWO = (1, 2, 3)[:2]


class Kind(enum.IntEnum):
    SMALL = 1
    LARGE = 5


class Settings:
    SIZES = {"width": 7}


def factorial(n):
    result = 1
    while n > 1:
        result *= n
        n -= 1
    return result


def primes(below, *, skip=0):
    found = []
    for candidate in range(2, below):
        if candidate == skip:
            continue
        if all(candidate % prime for prime in found):
            found.append(candidate)
    return tuple(found)


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def stride(kind, scale=3):
    return {Kind.SMALL: 1, Kind.LARGE: 4}[kind] * scale


PRIMES = primes(30)
SQUARES = [x * x for x in range(5) if x % 2]


@wp.kernel
def known(y: wp.array(dtype=float)):
    # CHECK: y[0] = 24.0
    y[0] = float(wp.static(factorial(4)))
    # CHECK: y[1] = 10.0
    y[1] = float(wp.static(len(PRIMES)))
    # CHECK: y[2] = 7.0
    y[2] = float(wp.static(PRIMES[3]))
    # CHECK: y[3] = 9.0
    y[3] = float(wp.static(SQUARES[-1]))
    # CHECK: y[4] = 55.0
    y[4] = float(wp.static(fibonacci(10)))
    # CHECK: y[5] = 12.0
    y[5] = float(wp.static(stride(Kind.LARGE)))
    # CHECK: y[6] = 3.0
    y[6] = float(wp.static(NAMES["b"][2] if "b" in NAMES else 0))
    # CHECK: y[7] = 7.0
    y[7] = float(wp.static(Settings.SIZES["width"]))
    # CHECK: y[8] = 5.0
    y[8] = float(wp.static(primes(10, skip=3)[1] if 0 < ONE <= TWO else 0))
    # CHECK: y[9] = 111.0
    y[9] = float(wp.static(sum(y for y in SCALES)))


def make(dims, names):
    @wp.kernel
    def inner(y: wp.array(dtype=float)):
        # TABLES: y[0] = 4.0
        y[0] = float(wp.static(dims[1]))
        # TABLES: y[1] = 3.0
        y[1] = float(wp.static(len(dims)))
        # TABLES: y[2] = 5.0
        y[2] = float(wp.static(names["n"]))

    return inner


made = make((3, 4, 5), {"n": 5})


def endless(n):
    while True:
        n += 1
    return n


def around(n):
    return around(n + 1)


def of_file():
    return len(open("sizes.txt").read())


count = 0


def with_state():
    global count
    count = count + 1
    return count


@wp.kernel
def unknown(y: wp.array(dtype=float)):
    # UNKNOWN: [[#@LINE+1]]:18: error: expected a local name or a module constant but got 'n', which is known only when 'endless' runs
    y[0] = float(wp.static(endless(1)))
    # UNKNOWN: [[#@LINE+1]]:18: error: expected a local name or a module constant but got what 'around' returns, which is known only when that runs
    y[1] = float(wp.static(around(1)))
    # UNKNOWN: [[#@LINE+1]]:18: error: expected a local name or a module constant but got what 'of_file' returns, which is known only when that runs
    y[2] = float(wp.static(of_file()))
    # UNKNOWN: [[#@LINE+1]]:18: error: expected a local name or a module constant but got 'count', which is known only when 'with_state' runs
    y[3] = float(wp.static(with_state()))
