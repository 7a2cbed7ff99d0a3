# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python -m kgen_warp [--forward-only] [--compare] [--report FILE] (PROGRAM.py | -m MODULE) ARGUMENT...

Runs a Warp program as it stands with kgen's code and gradients. At its end the report of `kgen_warp.use` goes to standard
error, or to FILE. --compare runs Warp's own backward as well and reports each gradient that is another.
"""

import argparse
import atexit
import importlib.util
import os
import runpy
import sys

import kgen_warp


def exists(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # the package that it would be in
        return False


def main():
    parser = argparse.ArgumentParser(
        prog="kgen_warp", usage=__doc__.splitlines()[0], description=__doc__.split("\n\n", 1)[1]
    )
    parser.add_argument("--forward-only", action="store_true")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--report", metavar="FILE")
    parser.add_argument("-m", dest="module", action="store_true")
    parser.add_argument("program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.module and not exists(options.program):
        parser.error(f"no module named {options.program}")
    if not options.module and not os.path.exists(options.program):
        parser.error(f"cannot open '{options.program}': no such file")
    report = kgen_warp.use(backward=not options.forward_only, compare=options.compare)

    @atexit.register
    def write():
        if not options.report:
            print(report, file=sys.stderr)
            return
        with open(options.report, "w", encoding="utf-8") as file:
            print(report, file=file)

    sys.argv = [options.program, *options.arguments]
    if options.module:
        runpy.run_module(options.program, run_name="__main__", alter_sys=True)
    else:
        program = os.path.abspath(options.program)  # as Python names it in `__file__`
        sys.path[0] = os.path.dirname(program)
        runpy.run_path(program, run_name="__main__")


main()
