"""Changes kernels with kgen-opt --kgen-randomize, and holds the results against what the pass promises.

Each file's kernel is put many times into one module, so that each copy is changed otherwise. With --checked the pass
has run what it made; a second run of the interpreter is kgen-synth's affair.
"""
import argparse
import os
import re
import subprocess
import sys


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def copies_of(text, count):
    name = re.search(r"kgen.kernel @(\w+)", text).group(1)
    body = text[text.index("kgen.kernel"):text.rindex("}")]
    return "module {\n" + "\n".join(body.replace(f"@{name}(", f"@{name}_v{i}(", 1) for i in range(count)) + "}\n"


def kernels_of(text):
    """Name to text, without the name and empty lines."""
    parts = re.split(r"kgen\.kernel @(\w+)", text)[1:]
    kernels = {}
    for name, body in zip(parts[::2], parts[1::2]):
        lines = [line for line in body.splitlines() if line.strip()]
        while lines and lines[-1].strip() == "}":
            lines.pop()
        kernels[name] = "\n".join(lines)
    return kernels


def check_import(kernels, python, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(python)
    for name, expected in kernels.items():
        got = kernels_of(run("kgen-translate", "--warp-to-kgen", "--kernel", name, path))[name]
        # A constant that two kernels of one module read with two values has two names there.
        if got.split() != expected.split() and re.sub(r'_\d+"}', '"}', got) != expected:
            sys.exit(f"{name} is imported as another kernel\n{expected}\n{got}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scratch")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--copies", type=int, default=10)
    parser.add_argument("--mutations", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--checked", action="store_true")
    parser.add_argument("--no-import", action="store_true")
    options = parser.parse_args()
    total = 0
    for file in options.files:
        source = copies_of(run("kgen-translate", "--warp-to-kgen", file), options.copies)
        how = "checked=true" if options.checked else f"mutations={options.mutations}"
        changed = run("kgen-opt", f"--kgen-randomize=seed={options.seed} {how}", text=source)
        before, after = kernels_of(run("kgen-opt", text=source)), kernels_of(changed)
        assert list(before) == list(after) and len(after) == options.copies
        for name, body in after.items():
            assert body != before[name], f"{name} of {file} is as it was"
        assert len(set(after.values())) > options.copies / 2, f"the copies of {file} are changed alike"
        python = run("kgen-translate", "--kgen-to-warp", text=changed)
        assert python.count("@wp.kernel") == options.copies
        if not options.no_import:
            check_import(after, python, os.path.join(options.scratch, "changed.py"))
        total += options.copies
    print(f"{len(options.files)} files: {total} changed kernels")


main()
