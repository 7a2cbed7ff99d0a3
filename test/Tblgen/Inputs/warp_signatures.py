# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the reference page of Warp's functions of tiles against the functions that Warp itself has.

    warp_signatures.py PAGE.md

The page has one or two signatures for each function, `wp.tile_extract(a, i, [j, k])`, `wp.tile_map(op, a, *args)`. Each
overload of Warp's has to be one of them, with the same defaults, and each signature has to be one of Warp's overloads.
"""

import re
import sys

import warp  # noqa: F401  (fills the table of builtins)
from warp._src.context import builtin_functions

# Warp's own name of `t[indices]`, which no author writes.
INTERNAL = {"tile_slice_indexed"}


def variants(signature):
    """The lists of (name, default) that calls of a signature on the page may have."""
    signature = re.sub(r"\[([^]]*)\]", lambda found: "/".join(["", *found[1].split(", ")]), signature)
    head, _, rest = signature.partition("(")
    names = [part.strip() for part in re.split(r", (?![^(]*\))", rest[:-1]) if part]
    found = [[]]
    for name in names:
        if name.startswith("/"):
            more = name[1:].split("/")
            found = [[*each, *((other, "") for other in more[:count])] for each in found for count in range(len(more) + 1)]
            continue
        found = [[*each, name.partition("=")[::2]] for each in found]
    return [variant for each in found for variant in without_none(each)]


def without_none(parameters):
    """A list, and those that lack parameters which are None if they are left out."""
    found = [()]
    for name, default in parameters:
        longer = [(*each, (name, "" if default == "None" else default)) for each in found]
        found = longer + (found if default == "None" else [])
    return found


def text_of(default):
    if isinstance(default, type):
        return default.__name__
    return f'"{default}"' if isinstance(default, str) else repr(default)


def overloads(name):
    """Warp's lists of (name, default); the default of a parameter that has none is empty."""
    for overload in builtin_functions[name].overloads:
        defaults = {key: text_of(value) for key, value in overload.defaults.items()}
        yield from without_none([(key, defaults.get(key, "")) for key in overload.input_types])


def takes(variant, overload):
    """Whether a list that ends with `*args` has room for an overload of Warp's."""
    return variant[-1][0].startswith("*") and overload[: len(variant) - 1] == variant[:-1]


def main():
    page = open(sys.argv[1], encoding="utf-8").read()
    count = 0
    documented = {}
    for line in re.findall(r"^`wp\..*", page, flags=re.M):
        signatures = re.findall(r"`wp\.(\w+)(\(.*?\))`", line)
        documented[signatures[0][0]] = [variant for name, rest in signatures for variant in variants(name + rest)]
    theirs = {name for name in builtin_functions if re.match(r"(un)?tile(_|$)", name)} - INTERNAL
    for name in sorted(theirs ^ set(documented)):
        print(f"{name}: expected in both but got it in {'Warp' if name in theirs else 'the page'} only")
    for name in sorted(theirs & set(documented)):
        ours, warps = set(documented[name]), set(overloads(name))
        missing = {each for each in warps - ours if not any(takes(variant, each) for variant in ours)}
        extra = ours - warps
        for what, lists in (("lacks", missing), ("invents", extra)):
            for each in sorted(lists):
                print(f"{name}: the page {what} ({', '.join(k + ('=' + d if d else '') for k, d in each)})")
        count += not missing and not extra
    print(f"{count} functions as in Warp")
    sys.exit(count != len(theirs | set(documented)))


main()
