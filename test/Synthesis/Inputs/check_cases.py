"""Holds the cases of a data set against what they promise, by running marked kernels with kgen-run.

A mark is a number that is printed at the start of each block, and after each loop: what the launches of a sample print
says which arms they ran. Nothing here knows how the cases were found.
"""
import glob
import json
import os
import re
import subprocess
import sys


def read_samples(directory):
    for path in sorted(glob.glob(os.path.join(directory, "samples*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def mark_blocks(text):
    """The kernel with a mark in each arm, and how many there are. Warp's own functions are not its author's."""
    lines, marks, open_blocks = [], 0, []
    is_warps = False

    def mark():
        nonlocal marks
        if is_warps:
            return
        lines.append(f"%mark{marks} = kgen.constant {marks} : si32")
        lines.append(f"kgen.print %mark{marks} : si32")
        marks += 1

    for line in text.splitlines():
        word = re.sub(r"^\} \{kgen\..*\}$", "}", line.strip())  # what is said about the op that ends here
        if word.startswith(("kgen.func", "kgen.kernel")):
            is_warps = "kgen.warps" in word
        if word in ("}", "} else {") or word.startswith("} do"):
            kind = open_blocks.pop()
            if word == "}" and kind == "if":
                lines.append("} else {")
                mark()
        else:
            kind = ""
        lines.append(line)
        if word.endswith("{"):
            opened = "if" if "kgen.if" in word else "loop" if "kgen.for" in word else "block"
            if word.startswith("} do"):
                opened = "loop"
            elif "kgen.while" in word:
                opened = "condition"
            open_blocks.append(opened)
            if not word.startswith(("module", "kgen.kernel")) and opened != "condition":
                mark()
        elif word == "}" and kind == "loop":
            mark()
    return "\n".join(lines) + "\n", marks


def run(tool, kernel, case):
    """The marks that a launch prints."""
    with open("kernel.mlir", "w", encoding="utf-8") as file:
        file.write(kernel)
    with open("case.json", "w", encoding="utf-8") as file:
        json.dump(case, file)
    done = subprocess.run([tool, "kernel.mlir", "--case", "case.json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr + kernel
    return {int(line) for line in done.stderr.splitlines()}


def threads(case):
    product = 1
    for extent in case["dim"]:
        product *= extent
    return product


def main(tool, directory):
    samples = cases = arms = gradients = flat = 0
    for sample in read_samples(directory):
        assert 1 <= len(sample["cases"]) <= 3 and max(map(threads, sample["cases"])) >= 64, sample["python_source"]
        assert len({tuple(case["dim"]) for case in sample["cases"]}) > 1, "one launch size"
        marked, marks = mark_blocks(sample["kgen"])
        seen, flat_names, names = set(), set(), set()
        for case in sample["cases"]:
            seen |= run(tool, marked, case)
            grads = case["grads"].items() if isinstance(case["grads"], dict) else [
                (grad["name"], grad["values"]) for grad in case["grads"]]
            for name, values in grads:
                gradients, flat = gradients + 1, flat + (not any(values))
                (names if any(values) else flat_names).add(name)
        assert flat_names <= names, f"gradient of {flat_names - names} is zero\n{sample['python_source']}"
        assert seen == set(range(marks)), f"never run: {set(range(marks)) - seen}\n{marked}"
        samples, cases, arms = samples + 1, cases + len(sample["cases"]), arms + marks
    assert samples and cases > samples and arms and gradients and flat <= 0.05 * gradients
    print(f"{samples} samples: every arm is run, every gradient is there")


os.makedirs(sys.argv[3], exist_ok=True)
os.chdir(sys.argv[3])
main(sys.argv[1], sys.argv[2])
