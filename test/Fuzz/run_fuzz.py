#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes valid inputs at random, hands them to kgen-fuzz and watches.

    run_fuzz.py KIND [--inputs 20000] [--seed 1] [--tools build/bin] [--driver build/bin/kgen-fuzz] [-o findings]

KIND is python, tree (what warp-ast writes of a text), mlir or case. The corpus is what the tests hold: kernels, gradient cases,
attacks and the .mlir of the rooms, and `corpus/`, inputs that were findings once. A finding is an input on which the driver dies,
needs more than --seconds, refuses without a place, or which a pass leaves in a state that the verifier refuses; it is saved as
OUT/KIND-SEED-N. Every input follows from the seed and its number. Prints one JSON object; exit status 1 where there is a finding.
"""
import argparse
import collections
import glob
import json
import os
import random
import re
import select
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TEST = os.path.dirname(HERE)
sys.path.append(os.path.join(TEST, "Oracle"))
import cases  # noqa: E402, it reads the literal CASE of a file

TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
NUMBERS = ["0", "1", "-1", "2", "1e308", "1e999", "2147483647", "-2147483648", "4294967296", "9223372036854775808", "0.5", "nan", "64", "65"]
WORDS = {
    "python": ["if", "else:", "while", "for", "in", "range", "return", "break", "continue", "wp.vec3", "wp.mat33", "wp.tid()", "float", "int",
               "wp.where", "wp.atomic_add", "+=", "=", "(", ")", "[", "]", ":", ",", ".", "*", "-", "True", "None", "lambda", "and", "not", "@"],
    "mlir": ["f32", "f64", "si32", "ui8", "i1", "i32", "index", "!kgen.array<1, f32>", "vec<3xf32>", "!kgen.mat<2x2xf64>", "quat<f32>", "%0", "%i",
             "kgen.if", "kgen.for", "kgen.while", "kgen.break", "kgen.return", "kgen.yield", "kgen.var", "kgen.get", "kgen.set", "kgen.call",
             "kgen.load", "kgen.store", "kgen.atomic", "kgen.extract", "kgen.cast", "{", "}", "(", ")", "<", ">", ",", ":", "->", "to", "step"],
    "case": ["{", "}", "[", "]", ",", ":", '"dtype"', '"shape"', '"value"', '"role"', '"in"', '"float32"', '"vec3"', '"mat99"', "null", "true"],
}  # fmt: skip


# ---------------------------------------------------------------------------
# Corpus
# ---------------------------------------------------------------------------


def texts_of(*patterns):
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(TEST, pattern))):
            with open(path, encoding="utf-8") as file:
                yield path, file.read()


def kernels(most):
    """Files of one kernel each, without their CASE, which no importer reads."""
    found = texts_of("Kernels/*.py", "Cases/*/*.py", "Fuzz/corpus/*.py")
    return [(path, text.split("\nCASE = ")[0] + "\n") for path, text in found if text.count("@wp.kernel") == 1][:most]


def corpus_of(kind, tools, most):
    if kind == "python":
        return [text for _, text in kernels(most)]
    if kind == "tree":
        paths = [path for path, _ in kernels(most)]
        out = subprocess.run([os.path.join(tools, "warp-ast"), *paths], capture_output=True, text=True, check=False).stdout
        return [text for text in out.splitlines() if len(text) < 100000] + [t for _, t in texts_of("Fuzz/corpus/*.tree")]
    if kind == "mlir":
        found = [part for _, text in texts_of("IR/*.mlir", "Transforms/*.mlir", "Interpreter/*.mlir") for part in text.split("// -----")]
        translate = os.path.join(tools, "kgen-translate")
        for path, _ in kernels(most):
            found.append(subprocess.run([translate, "--warp-to-kgen", path], capture_output=True, text=True, check=False).stdout)
        return [text for text in found if "kgen." in text] + [text for _, text in texts_of("Fuzz/corpus/*.mlir")]
    return [json.dumps(case) for _, case in cases_of()] + [text for _, text in texts_of("Fuzz/corpus/*.case")]


def cases_of():
    for folder in ("Kernels", "Cases/grad"):
        for path in sorted(glob.glob(os.path.join(TEST, folder, "*.json"))):
            yield path[:-4] + "py", cases.read_case(path[:-4] + "py")


# ---------------------------------------------------------------------------
# Changes
# ---------------------------------------------------------------------------


def change_tokens(text, other, words, draw):
    tokens = TOKEN.findall(text) or [" "]
    spoken = [at for at, token in enumerate(tokens) if not token.isspace()] or [0]
    for _ in range(draw.choice([1, 1, 1, 1, 1, 2, 3, 8])):
        at = min(draw.choice(spoken), len(tokens) - 1)
        to = min(len(tokens), at + draw.choice([1, 1, 2, 4, 16]))
        how = draw.choice([0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 6])
        if how == 0:
            del tokens[at:to]
        elif how == 1:
            tokens[at:at] = tokens[at:to]
        elif how == 2:
            tokens[at] = draw.choice(NUMBERS)
        elif how == 3:
            tokens[at] = draw.choice(words)
        elif how == 4:
            there = draw.randrange(len(tokens))
            tokens[at], tokens[there] = tokens[there], tokens[at]
        elif how == 5:
            alike = [t for t in tokens if t[0].isalpha() == tokens[at][0].isalpha() and t.isdigit() == tokens[at].isdigit()]
            tokens[at] = draw.choice([t for t in alike if not t.isspace()] or [" "])
        else:
            pieces = TOKEN.findall(other) or [" "]
            start = draw.randrange(len(pieces))
            tokens[at:to] = pieces[start : start + draw.choice([1, 3, 10, 30])]
        if not tokens:
            tokens = [" "]
    return "".join(tokens)


def change_lines(text, other, draw):
    lines = text.split("\n")
    for _ in range(draw.choice([1, 1, 2, 3])):
        at, there = draw.randrange(len(lines)), draw.randrange(len(lines))
        how = draw.randrange(5)
        if how == 0 and len(lines) > 1:
            del lines[at]
        elif how == 1:
            lines.insert(there, lines[at])
        elif how == 2:
            lines[at], lines[there] = lines[there], lines[at]
        elif how == 3:
            lines[at] = draw.choice(["    ", "  ", "\t", ""]) + lines[at].lstrip()
        else:
            lines.insert(at, draw.choice(other.split("\n")))
    return "\n".join(lines)


def places(value, found):
    """(container, key) of everything in a JSON value."""
    pending = [value]
    while pending:
        at = pending.pop()
        items = at.items() if isinstance(at, dict) else enumerate(at) if isinstance(at, list) else ()
        for key, inner in items:
            found.append((at, key))
            pending.append(inner)
    return found


def change_json(text, other, draw):
    try:
        value, donor = json.loads(text), json.loads(other)
    except ValueError:
        return text
    for _ in range(draw.choice([1, 1, 2, 4])):
        found = places(value, [])
        if not found:
            break
        container, key = draw.choice(found)
        how = draw.randrange(6)
        if how == 0:
            del container[key]
        elif how == 1:
            container[key] = draw.choice([None, True, 0, -1, 2**63, 1e308, "", "x", [], {}, [[]], "Name", "Call", "wp.vec3"])
        elif how == 2:
            given, name = draw.choice(places(donor, []) or [({"": 0}, "")])
            container[key] = given[name]
        elif how == 3:
            given, name = draw.choice(found)
            container[key] = json.loads(json.dumps(given[name])) if len(json.dumps(given[name])) < 20000 else 0
        elif how == 4 and isinstance(container, list):
            container.insert(key, json.loads(json.dumps(container[key])))
        elif isinstance(container, dict):
            container[draw.choice(["node", "value", "body", "args", "ids", "kind", "shape", "dtype"])] = container[key]
    return json.dumps(value)


def changed(kind, corpus, draw):
    text, other = draw.choice(corpus), draw.choice(corpus)
    if kind == "tree" or (kind == "case" and draw.random() < 0.6):
        return change_json(text, other, draw) if draw.random() < 0.97 else change_tokens(text, other, WORDS["case"], draw)
    if kind != "case" and draw.random() < 0.3:
        return change_lines(text, other, draw)
    return change_tokens(text, other, WORDS[kind], draw)


# ---------------------------------------------------------------------------
# The driver
# ---------------------------------------------------------------------------


class Driver:
    def __init__(self, path, tools, seconds):
        self.path, self.tools, self.seconds = path, tools, seconds
        self.process = self.errors = None

    def start(self):
        self.errors = tempfile.TemporaryFile()
        # The libraries of LLVM are built without the sanitizer, and would seem to read what our code has not written.
        sanitizer = {"ASAN_OPTIONS": "detect_leaks=0:allow_user_poisoning=0"}
        environment = dict(sanitizer | os.environ, KGEN_WARP_AST=os.path.abspath(os.path.join(self.tools, "warp-ast")))
        self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, env=environment)

    def answer(self, kind, text):
        """What it says, or what became of it."""
        if self.process is None:
            self.start()
        data = text.encode("utf-8", "replace")
        try:
            self.process.stdin.write(f"{kind} {len(data)}\n".encode() + data)
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], self.seconds)[0]:
                return self.end(f"more than {self.seconds} s")
            said = self.process.stdout.readline().decode().strip()
        except BrokenPipeError:
            said = ""
        return said or self.end("")

    def end(self, why):
        self.process.kill()
        status = self.process.wait()
        self.errors.seek(0)
        tail = self.errors.read().decode("utf-8", "replace")[-3000:]
        self.process = None
        return why or f"died with status {status}\n{tail}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["python", "tree", "mlir", "case"])
    parser.add_argument("--inputs", type=int, default=20000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--kernels", type=int, help="how many kernels the corpus has; all without")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--tools", default="build/bin")
    parser.add_argument("--driver", default="build/bin/kgen-fuzz")
    parser.add_argument("-o", "--output", default="findings")
    options = parser.parse_args()
    corpus = corpus_of(options.kind, options.tools, options.kernels)
    driver = Driver(options.driver, options.tools, options.seconds)
    counts, findings = collections.Counter(), []
    targets = list(cases_of()) if options.kind == "case" else []
    for number in range(options.first, options.first + options.inputs):
        draw = random.Random(f"{options.seed} {options.kind} {number}")
        if targets:  # fifty cases in turn are for one kernel
            path, case = targets[number // 50 % len(targets)]
            if number % 50 == 0 or driver.process is None:
                command = [os.path.join(options.tools, "kgen-translate"), "--warp-to-kgen", path]
                driver.answer("kernel", subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            text = changed(options.kind, [json.dumps(case)] * len(corpus) + corpus, draw)
        else:
            text = changed(options.kind, corpus, draw)
        said = driver.answer(options.kind, text)
        counts[said if said in ("taken", "refused") else "finding"] += 1
        if said in ("taken", "refused"):
            continue
        path = os.path.join(options.output, f"{options.kind}-{options.seed}-{number}")
        os.makedirs(options.output, exist_ok=True)
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
        findings.append(path)
        print(f"{path}: {said}", file=sys.stderr, flush=True)
    print(json.dumps({"kind": options.kind, "inputs": options.inputs, "corpus": len(corpus), **counts, "findings": len(findings)}))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
