# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kgen-check [--json FILE] [--sarif FILE] [--use-kgen] (PROGRAM.py | -m MODULE) ARGUMENT...

Runs a Warp program as it stands, on the CPU, and says which of its gradients are wrong: within a kernel, by central differences of Warp's own
forward beside Warp's and kgen's backward; and between launches, where an array is overwritten before a backward that needs it, gradients
are left from before, or an array on the way has none. Exit status 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import runpy
import sys

HEADS = ("kernel", "argument", "Warp", "kgen", "by differences", "because of", "at")


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="kgen-check", usage=__doc__.splitlines()[0], description=__doc__.split("\n\n", 1)[1]
    )
    parser.add_argument("--json", metavar="FILE", help="write the findings as JSON")
    parser.add_argument(
        "--sarif", metavar="FILE", help="write them as SARIF 2.1, which code hosts show beside the lines"
    )
    parser.add_argument("--use-kgen", action="store_true", help="run the program with kgen's code in place of Warp's")
    parser.add_argument("-m", dest="module", action="store_true", help="the program is a module")
    parser.add_argument("program")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    if options.module:
        try:
            found = importlib.util.find_spec(options.program)
        except ModuleNotFoundError:
            found = None
        if not found:
            parser.error(f"no module named {options.program}")
    elif not os.path.exists(options.program):
        parser.error(f"cannot open '{options.program}': no such file")
    if importlib.util.find_spec("warp") is None:
        parser.error("expected warp-lang to be installed; pip install 'kgen-mlir[warp]' brings it")
    return options


def run_program(options):
    """The status that the program ends with."""
    sys.argv = [options.program, *options.arguments]
    try:
        if options.module:
            runpy.run_module(options.program, run_name="__main__", alter_sys=True)
        else:
            program = os.path.abspath(options.program)
            sys.path.insert(0, os.path.dirname(program))
            runpy.run_path(program, run_name="__main__")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0 if end.code is None else 1
    return 0


# ===-------------------------------------------------------------------------------------------------------------------===
# The report
# ===-------------------------------------------------------------------------------------------------------------------===


def number(value):
    return "" if value is None else f"{value:.6g}"


def place(finding):
    file, line = finding["file"], finding["line"]
    near = os.path.relpath(file) if file else ""
    return f"{file if near.startswith('..') else near}:{line}" if file else ""


def table(findings):
    rows = [HEADS]
    for f in findings:
        rows.append(
            (
                f["kernel"],
                f["argument"],
                number(f["warp"]),
                number(f["kgen"]),
                number(f["difference"]),
                f["reason"],
                place(f),
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADS))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def sarif(findings):
    def result(finding):
        where = {"artifactLocation": {"uri": finding["file"]}, "region": {"startLine": finding["line"] or 1}}
        text = f"the gradient of '{finding['kernel']}' by '{finding['argument']}' is wrong: {finding['reason']}"
        return {
            "ruleId": finding["rule"],
            "level": "error",
            "message": {"text": text},
            "locations": [{"physicalLocation": where}] if finding["file"] else [],
        }

    rules = [{"id": rule} for rule in sorted({finding["rule"] for finding in findings})]
    driver = {"name": "kgen-check", "informationUri": "https://pypi.org/project/kgen-mlir/", "rules": rules}
    run = {"tool": {"driver": driver}, "results": [result(finding) for finding in findings]}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def write(path, value):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file, indent=1)
        file.write("\n")


def count(number, noun):
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def main(arguments=None):
    options = parse(sys.argv[1:] if arguments is None else arguments)
    import warp as wp

    from .watch import Watch

    wp.init()
    wp.set_device("cpu")
    if options.use_kgen:
        import kgen_warp

        kgen_warp.use()
    watch = Watch()
    with watch:
        status = run_program(options)
    findings, judged = watch.findings(), watch.judged
    if options.json:
        write(options.json, {"judged": judged, "findings": findings, "not_judged": watch.not_judged})
    if options.sarif:
        write(options.sarif, sarif(findings))
    if findings:
        print(table(findings), file=sys.stderr)
    for name, reason in watch.not_judged:
        print(f"kgen-check: not judged: {name}: {reason}", file=sys.stderr)
    print(
        f"kgen-check: {count(judged, 'kernel')} with gradients, {count(len(findings), 'wrong gradient')}",
        file=sys.stderr,
    )
    return 1 if findings else status


if __name__ == "__main__":
    sys.exit(main())
