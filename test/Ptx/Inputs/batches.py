# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""batches.py --bin DIR [--levels 0,2] [--threads N] KERNEL.py...: threads in batches make the bits that they make one after another.

Makes PTX of each kernel at each level, and runs its forward and its backward on its CASE, or with --threads on one that is tiled to about so many threads, checked
and unchecked: in batches from one thread on, and without. The digests of all arrays and gradients, the printed numbers and the
findings have to be the same. Prints what differs, and how many threads there were and how many of them ran in batches.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.append(os.path.join(HERE, "../../Oracle"))
import cases  # noqa: E402


class Check:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.runs = self.batched = self.wrong = 0

    def call(self, *command, **more):
        return subprocess.run(command, capture_output=True, text=True, **more)

    def launch(self, ptx, entry, case, *options):
        path = os.path.join(self.folder, "case.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(case, file)
        answers = []
        for least in ("0", "1"):
            done = self.call(os.path.join(self.options.bin, "kgen-ptx"), ptx, "--entry", entry, "--case", path, "--ordered", "--digests", "--batch-from", least, *options)
            count = re.search(r"threads in batches: (\d+)\n", done.stderr)
            answers.append((done.returncode, done.stdout, done.stderr.replace(count[0], "") if count else done.stderr))
        self.runs += 1
        self.batched += bool(count and int(count[1]))
        if answers[0] != answers[1]:
            self.wrong += 1
            print(f"{entry} {' '.join(options)}: {answers[0][2]!r} but in batches {answers[1][2]!r}")
        return json.loads(answers[0][1]) if answers[0][0] == 0 else None

    def check(self, path, level):
        translate = os.path.join(self.options.bin, "kgen-translate")
        imported = self.call(translate, "--warp-to-kgen", path, check=True).stdout
        ptx = os.path.join(self.folder, "k.ptx")
        with open(ptx, "w", encoding="utf-8") as file:
            file.write(self.call(translate, "--kgen-to-ptx", "-O" + level, "-", input=imported, check=True).stdout)
        case = cases.read_case(path)
        if self.options.threads:
            cases.grow(case, self.options.threads)
        name = case["kernel"] + "_cuda_kernel_"
        for options in ([], ["--unchecked"]):
            forward = self.launch(ptx, name + "forward", cases.reporting_all(case), *options)
        for arg in case["args"] if forward else ():
            if arg["name"] in forward["outputs"]:
                arg["value"] = cases.nest_like(forward["outputs"][arg["name"]], arg["value"])
        for options in ([], ["--unchecked"]) if forward else ():
            self.launch(ptx, name + "backward", case, *options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--levels", type=lambda text: text.split(","), default=["0", "2"])
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("kernels", nargs="+")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        check = Check(options, folder)
        for path in options.kernels:
            for level in options.levels:
                check.check(path, level)
    print(f"{check.runs} launches, {check.batched} with batches, {check.wrong} different")
    sys.exit(bool(check.wrong))


if __name__ == "__main__":
    main()
