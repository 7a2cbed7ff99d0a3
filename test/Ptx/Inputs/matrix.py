# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""matrix.py --bin DIR [--chips sm_75,sm_80,sm_90] [--levels 0,1,2,3] [--nvcc NVCC] [--nvcc-levels 3] [--jobs N] FILE.py...: PTX in software, everywhere.

Each file has a kernel with its CASE, and beside it FILE.json has the numbers that are right. Each kernel is run, forward and
backward, as PTX for each chip at each level; the numbers have to be right, and to have the bits of `--device cpu` at that level
where no function of libdevice is linked. With --nvcc also what nvcc makes of kgen's CUDA C++, without contraction, for each chip at each of its levels (0 or 3). An empty list of --levels leaves kgen's own out.
A backward that kgen refuses counts as forward only; what it does not take at all is counted. Prints what is wrong, and a summary;
exit status 1 if there is anything.
"""
import argparse
import collections
import concurrent.futures
import json
import math
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../Oracle"))
import cases  # noqa: E402

TAPE_WORDS = 4096  # more words a thread than any case records


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else None


def error_of(got, want):
    """The relative error; infinite where numbers are missing or not finite."""
    numbers = [] if got is None else cases.flat(got)
    right = len(numbers) == len(want) and all(math.isfinite(number) for number in numbers)
    return cases.relative_error(numbers, want) if right else math.inf


def judge(result, want, has_backward):
    """"" or what is wrong."""
    for kind in ("outputs", "grads") if has_backward else ("outputs",):
        for name, numbers in want[kind].items():
            error = error_of(result.get(kind, {}).get(name), numbers)
            if not error <= want["rtol"]:
                return f"{kind} of {name} differ by {error:.1e}"
    return ""


class Matrix:
    def __init__(self, options):
        self.options, self.counts, self.wrong = options, collections.Counter(), []
        self.tools = {name: os.path.join(options.bin, "kgen-" + name) for name in ("run", "translate", "ptx")}

    def fail(self, path, where, what):
        self.counts["wrong"] += 1
        self.wrong.append(f"{os.path.basename(path)} {where}: {what}")

    def check(self, path):
        mlir = call(self.tools["translate"], "--warp-to-kgen", path)
        if mlir is None:
            self.counts["not taken"] += 1
            return
        with tempfile.TemporaryDirectory() as folder:
            source, arguments = (os.path.join(folder, name) for name in ("k.mlir", "case.json"))
            with open(source, "w", encoding="utf-8") as file:
                file.write(mlir)
            with open(arguments, "w", encoding="utf-8") as file:
                json.dump(cases.read_case(path), file)
            self.check_kernel(path, source, [source, "--case", arguments])

    def check_kernel(self, path, source, given):
        run, translate = self.tools["run"], self.tools["translate"]
        if call(run, *given) is None:
            self.counts["not taken"] += 1
            return
        backward = ["--backward"] if call(run, *given, "--backward") else []
        with open(path[:-3] + ".json", encoding="utf-8") as file:
            want = json.load(file)
        want = {"rtol": want["rtol"], **{kind: {name: cases.flat(v) for name, v in want.get(kind, {}).items()} for kind in ("outputs", "grads")}}
        self.counts["kernels"] += 1
        self.counts["with a backward"] += bool(backward)
        plain = call(translate, "--kgen-to-ptx", "-O0", source) or ""
        is_exact = plain and "__nv_" not in plain
        self.counts["without libdevice"] += bool(is_exact)
        for level in self.options.levels:
            cpu = call(run, *given, "--device", "cpu", "--unchecked", "-O" + level, *backward) if is_exact else None
            for chip in self.options.chips:
                self.check_one(path, given, level, chip, backward, want, cpu)
        if self.options.nvcc:
            for level in self.options.nvcc_levels:
                for chip in self.options.chips:
                    self.check_nvcc(path, source, level, chip, bool(backward), want)

    def check_one(self, path, given, level, chip, backward, want, cpu):
        done = subprocess.run([self.tools["run"], *given, "--device", "ptx", "-O" + level, "--chip", chip, *backward], capture_output=True, text=True)
        where = f"-O{level} {chip}"
        if done.returncode:
            return self.fail(path, where, done.stderr.strip().split("\n")[0])
        what = judge(json.loads(done.stdout), want, bool(backward))
        if what:
            return self.fail(path, where, what)
        self.counts["runs right"] += 1
        if cpu is None:
            return
        if cpu == done.stdout:
            self.counts["runs with the CPU's bits"] += 1
        else:
            self.fail(path, where, "other bits than the CPU's")

    def check_nvcc(self, path, source, level, chip, has_backward, want):
        where = f"nvcc -O{level} {chip}"
        case = cases.read_case(path)
        with tempfile.TemporaryDirectory() as folder:
            cuda, ptx, arguments = (os.path.join(folder, name) for name in ("k.cu", "k.ptx", "case.json"))
            text = call(self.tools["translate"], "--kgen-to-cuda", "--self-contained", source)
            if text is None:
                return
            with open(cuda, "w", encoding="utf-8") as file:
                file.write(text)
            made = subprocess.run([self.options.nvcc, "-arch=" + chip, "-fmad=false", "-std=c++17", "-w", "-Xcicc", "-O" + level, "-ptx", cuda, "-o", ptx], capture_output=True, text=True)
            if made.returncode:
                return self.fail(path, where, made.stderr.strip().split("\n")[0])
            result, kernel = {}, case["kernel"]
            with open(ptx, encoding="utf-8") as file:
                if has_backward and kernel + "_tape_cuda_kernel_backward" in file.read():
                    kernel += "_tape"
                    case["args"].append(cases.tape_argument(case["dim"], TAPE_WORDS))
            for direction in ("forward", "backward")[: 1 + has_backward]:
                with open(arguments, "w", encoding="utf-8") as file:
                    json.dump(cases.reporting_all(case) if direction == "forward" else case, file)
                entry = f"{kernel}_cuda_kernel_{direction}"
                done = subprocess.run([self.tools["ptx"], ptx, "--entry", entry, "--case", arguments, "--ordered"], capture_output=True, text=True)
                if done.returncode:
                    return self.fail(path, f"{where} {direction}", done.stderr.strip().split("\n")[0])
                answer = json.loads(done.stdout)
                result = {"outputs": result.get("outputs", answer["outputs"]), "grads": answer.get("grads", {})}
                for arg in case["args"]:
                    if arg["name"] in answer["outputs"]:
                        arg["value"] = cases.nest_like(answer["outputs"][arg["name"]], arg["value"])
            what = judge(result, want, has_backward)
            if what:
                return self.fail(path, where, what)
            self.counts["nvcc runs right"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--chips", type=lambda text: text.split(","), default=["sm_75", "sm_80", "sm_90"])
    parser.add_argument("--levels", type=lambda text: [level for level in text.split(",") if level], default=["0", "1", "2", "3"])
    parser.add_argument("--nvcc", default="")
    parser.add_argument("--nvcc-levels", type=lambda text: text.split(","), default=["3"])
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    matrix = Matrix(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(matrix.check, options.files))
    for line in sorted(matrix.wrong):
        print(line)
    print(", ".join(f"{count} {what}" for what, count in sorted(matrix.counts.items())))
    sys.exit(bool(matrix.counts["wrong"]))


if __name__ == "__main__":
    main()
