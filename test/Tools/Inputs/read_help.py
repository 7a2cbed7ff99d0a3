"""read_help.py BUILD FOLDER: reads what each tool says of itself, and runs its examples in FOLDER.

A help has a line of usage and examples, fits a terminal, and says of each option with a value what it is where it is not given,
unless giving it is what it does. Status 1 where one does not.
"""
import json
import os
import re
import shutil
import subprocess
import sys

# Without these a tool does something else: there is no value that they have.
SAY_WHAT_TO_DO = {"kgen-translate": {"report"}, "kgen-ptx": {"args", "watch"},
                  "kgen-opt": {"pass-pipeline", "mlir-pass-pipeline-crash-reproducer", "mlir-print-ir-after", "split-input-file",
                               "verify-diagnostics"},
                  "kgen-lsp-server": {"log", "input-style"}}  # fmt: skip
WIDTH = 150
OF_THE_BUILD = re.compile("kgen-(tblgen|warp-check|run-cases|fuzz|check-.*)$")
KERNEL = """import warp as wp


@wp.kernel
def k(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * x[i]


CASE = {"kernel": "k", "dim": 2, "args": [
    {"name": "x", "dtype": "float32", "role": "in", "grad": True, "value": [1.0, 2.0]},
    {"name": "y", "dtype": "float32", "role": "out", "value": [0.0, 0.0], "weight": [1.0, 1.0]}]}
"""
COPY = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 from, .param .u64 to, .param .u32 n)
{
  ret;
}
"""


def run(command, folder, **more):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, **more)


def session():
    """What an editor says to a language server from beginning to end."""
    for number, method in enumerate(("initialize", "shutdown", "exit")):
        message = json.dumps({"jsonrpc": "2.0", "method": method, "params": {"capabilities": {}}} | ({"id": number} if number < 2 else {}))
        yield f"Content-Length: {len(message)}\r\n\r\n{message}"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def options(text):
    """Each option's name, whether it takes a value, and what is said of it."""
    found = []
    for line in text.split("\n"):
        start = re.match(r" +--?([\w-]+)(\[?=<[^>]*>\]?| <[^>]*>)? +- +(.*)", line) or re.match(r"  --([\w-]+)()   +(.*)", line)
        if start:
            found.append([start[1], bool(start[2]), start[3]])
        elif not line.strip():
            found.append([None, False, ""])
        elif found:
            found[-1][2] += " " + line.strip()
    return [option for option in found if option[0]]


def blame(tool, text):
    """What is wrong with a help."""
    if not re.search(rf"^usage: {tool} ", text, re.M | re.I):
        yield "no line of usage"
    if not examples(tool, text):
        yield "no examples"
    for line in text.split("\n"):
        if len(line) > WIDTH and "--split-input-file" not in line:
            yield f"too wide: {line.strip()[:60]}..."
    passes = " ".join(re.findall(r'^  --[\w-]*kgen[\w-]*="(.*)"$', text, re.M))
    for name, has_value, said in options(text):
        known = re.search(r"default|required", said) or name in SAY_WHAT_TO_DO.get(tool, ()) or f"{name}=" in passes
        upstream = tool == "kgen-opt" and name in ("disable-patterns", "enable-patterns", "max-iterations", "max-num-rewrites",
                                                   "region-simplify", "filename", "tag")  # fmt: skip
        if has_value and not known and not upstream:
            yield f"--{name}: no default, and not required"
        if not said:
            yield f"--{name}: nothing is said of it"


def examples(tool, text):
    """The commands below `EXAMPLES:`; two blanks end a command, unless quoted."""
    below = re.split(r"^examples:$", text, flags=re.M | re.I)[-1] if re.search(r"^examples:$", text, re.M | re.I) else ""
    return [re.sub(r"   +.*", "", line[2:]) for line in below.split("\n") if re.match(rf"  {tool}( |$)", line)]


def prepare(build, tool, folder):
    """What the examples of a tool read."""
    write(folder, "k.py", KERNEL)
    os.makedirs(os.path.join(folder, "project"), exist_ok=True)
    write(os.path.join(folder, "project"), "k.py", KERNEL)
    run(["kgen-translate", "--warp-to-kgen", "k.py", "-o", "k.mlir"], folder, check=True)
    write(folder, "case.json", run(["kgen-run", "k.py", "--make-case"], folder, check=True).stdout)
    if tool == "kgen-ptx":
        write(folder, "k.ptx", COPY)
        args = [{"name": name, "dtype": "float32", "role": role, "value": [0.0] * 64} for name, role in (("from", "in"), ("to", "out"))]
        args.append({"name": "n", "dtype": "int32", "role": "scalar", "value": 64})
        write(folder, "case.json", json.dumps({"kernel": "k", "dim": 64, "args": args}))
    if tool in ("kgen-stats", "kgen-gpu-check"):
        run(["kgen-synth", "-n", "10", "-d", "nvptx", "--quiet"], folder, check=True)
        for name in ("samples", "cases"):
            os.symlink("kgen-data", os.path.join(folder, name))
    if tool == "kgen-serve":
        write(folder, "requests.jsonl", '{"do": "import", "file": "k.py"}\n')
    if tool == "kgen-library":
        source = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        small = os.path.join(source, "test/Synthesis/Inputs/library/good.py")
        reader = os.path.join(source, "tools/kgen-library/read_library.py")
        with open(small, encoding="utf-8") as file:  # under the name that the library's own has
            write(folder, "small.py", file.read().replace("def each(", "def map_point("))
        write(folder, "library.json", run([sys.executable, reader, "small.py"], folder, check=True).stdout)


def commands(tool, text):
    """The examples, small: a tenth of a thousand samples, and all quarters where one is shown."""
    for command in examples(tool, text):
        command = re.sub(r"(--count|-n) (\d+)", r"\1 20", command)
        # test/Runtime/cuda-file.test: needs a compiler; test/Tools/kgen-run/check.test: needs a row of a data set
        if ".cu " in command or "sample.json" in command:
            continue
        yield command
        for part in "234" if "--shard 1/4 -o part1" in command else "":
            yield command.replace("1/4 -o part1", f"{part}/4 -o part{part}")


def main(build, folder):
    shutil.rmtree(folder, ignore_errors=True)
    wrong = ran = 0
    tools = sorted(name for name in os.listdir(os.path.join(build, "bin")) if name.startswith("kgen-") and not OF_THE_BUILD.match(name))
    environment = {**os.environ, "LD_LIBRARY_PATH": os.path.join(build, "test/Gpu/driver")}
    for tool in tools:
        place = os.path.join(folder, tool)
        os.makedirs(place)
        said = run([tool, "--help"], place)
        faults = list(blame(tool, said.stdout)) + [said.stderr] * bool(said.stderr) + ["status"] * bool(said.returncode)
        prepare(build, tool, place)
        for command in commands(tool, said.stdout):
            done = run(["bash", "-c", command], place, env=environment, input="".join(session()))
            ran += 1
            if done.returncode:
                faults.append(f"{command}: status {done.returncode}: {done.stderr.strip()[:300]}")
        for fault in faults:
            print(f"{tool}: {fault}")
        wrong += len(faults)
    print(" ".join(tools))
    print(f"{ran} examples ran, {wrong} faults")
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))
