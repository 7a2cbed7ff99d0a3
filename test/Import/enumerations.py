# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --kgen-to-warp --kernel numbers %s | FileCheck %s
# RUN: not kgen-translate --kgen-to-warp --kernel made %s 2>&1 | FileCheck %s --check-prefix=MADE
# RUN: not kgen-translate --kgen-to-warp --kernel unknown %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not kgen-translate --kgen-to-warp --kernel own %s 2>&1 | FileCheck %s --check-prefix=OWN
"""`auto()`: one more than the largest member before it, of flags the next bit, of a class with a rule of its own nobody's guess."""
import enum

import warp as wp


class Mode(enum.IntFlag):
    A = 1
    B = enum.auto()
    C = enum.auto()
    ALL = 7
    D = enum.auto()


class Phase(enum.IntEnum):
    FIRST = -5
    SECOND = enum.auto()
    LATE = 10
    EARLY = 2
    LAST = enum.auto()


class Own(enum.IntEnum):
    def _generate_next_value_(name, start, count, last_values):
        return 10 * count

    A = enum.auto()


class Made(enum.IntEnum):
    def __new__(cls, value):
        made = int.__new__(cls, value + 100)
        made._value_ = value + 100
        return made

    A = 1


Named = enum.IntEnum("Named", "A B", start=3)
Listed = enum.IntFlag("Listed", ["A", "B", "C"])
Given = enum.IntEnum("Given", {"A": 4, "B": 9})
Unknown = enum.IntEnum("Unknown", input())


@wp.kernel
def numbers(y: wp.array(dtype=int)):
    # CHECK: y[0] = 1
    y[0] = Mode.A
    # CHECK: y[1] = 2
    y[1] = Mode.B
    # CHECK: y[2] = 4
    y[2] = Mode.C
    # CHECK: y[3] = 8
    y[3] = Mode.D
    # CHECK: y[4] = -4
    y[4] = Phase.SECOND
    # CHECK: y[5] = 11
    y[5] = Phase.LAST
    # CHECK: y[6] = 4
    y[6] = Named.B
    # CHECK: y[7] = 4
    y[7] = Listed.C
    # CHECK: y[8] = 9
    y[8] = Given.B


@wp.kernel
def unknown(y: wp.array(dtype=int)):
    # UNKNOWN: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Unknown', which is no constant of the module
    y[0] = Unknown.A


@wp.kernel
def own(y: wp.array(dtype=int)):
    # OWN: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'A', which is no constant of the module
    y[0] = Own.A


@wp.kernel
def made(y: wp.array(dtype=int)):
    # MADE: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Made.A', a member of an enumeration that makes them in '__new__'
    y[0] = Made.A
