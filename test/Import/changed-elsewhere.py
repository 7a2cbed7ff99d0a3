# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: rm -rf %t && mkdir %t && cp %s %t/program.py && cp %S/Inputs/settings_elsewhere.py %t
# RUN: %python %S/Inputs/each_kernel.py %t/program.py | FileCheck %s
"""A change counts wherever it stands: in a function, through another name, to an imported module, to an argument."""
import settings_elsewhere
import warp as wp
from settings_elsewhere import Limits


class Box:
    v = 1.0
    w = 1.0
    x = 1.0
    y = 1.0


TABLE = [1.0, 2.0]
GIVEN = [1.0, 2.0]
G = 1.0


def setup(n):
    Box.v = n
    TABLE[0] = n
    settings_elsewhere.WIDTH = n


def change(cls, table):
    cls.w = 5.0
    table[0] = 5.0


setup(5.0)
change(Box, GIVEN)
alias = Box
alias.x = 5.0
setattr(Box, "y", 5.0)
Limits.LOW = 5.0
settings_elsewhere.SIZES[0] = 5.0
globals()["G"] = 5.0


@wp.kernel
def in_function(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Box.v', which changes after its assignment
    o[0] = Box.v


@wp.kernel
def in_call(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Box.w', which changes after its assignment
    o[0] = Box.w


@wp.kernel
def by_alias(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Box.x', which changes after its assignment
    o[0] = Box.x


@wp.kernel
def by_setattr(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Box.y', which changes after its assignment
    o[0] = Box.y


@wp.kernel
def imported(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'Limits.LOW', which changes after its assignment
    o[0] = Limits.LOW


@wp.kernel
def module(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'WIDTH' of the module 'settings_elsewhere', which changes after its assignment
    o[0] = settings_elsewhere.WIDTH


@wp.kernel
def table(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'TABLE', which changes after its assignment
    o[0] = wp.static(TABLE[0])


@wp.kernel
def given(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'GIVEN', which changes after its assignment
    o[0] = wp.static(GIVEN[0])


@wp.kernel
def by_globals(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'G', which changes after its assignment
    o[0] = G


@wp.kernel
def in_module(o: wp.array(dtype=float)):
    # CHECK: [[#@LINE+1]]:12: error: expected a local name or a module constant but got 'SIZES' of the module 'settings_elsewhere', which changes after its assignment
    o[0] = wp.static(settings_elsewhere.SIZES[0])
