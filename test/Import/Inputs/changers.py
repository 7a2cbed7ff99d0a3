# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What changed-by-others.py has change its tables and classes."""


class Store:
    def fill(self, table):
        table[0] = 9.0


def reset(table, n):
    table[0] = n


def keep(table):
    return table[0]


def configure(cls):
    cls.n = 5.0
