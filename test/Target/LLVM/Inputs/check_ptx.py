"""Assembles the PTX of all kernels in a folder and looks at their memory accesses."""
import glob
import itertools
import os
import re
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../../Inputs"))
import translated  # noqa: E402

ptxas, kernels = sys.argv[1:3]
failures = []
sources = sorted(glob.glob(kernels + "/*.py"))
assert len(sources) >= 10, sources

for source, chip, level in itertools.product(sources, ["sm_75", "sm_80", "sm_90"], ["1", "2"]):
    command = ["kgen-translate", "--kgen-to-ptx", "--chip", chip, "-O" + level, translated.imported(source)[1]]
    ptx = subprocess.run(command, capture_output=True, text=True)
    if ptx.returncode != 0 or ".visible .entry" not in ptx.stdout:
        failures.append((source, chip, ptx.stderr))
        continue
    assembled = subprocess.run(
        [ptxas, "-arch=" + chip, "-o", "/dev/null", "-"], input=ptx.stdout, capture_output=True, text=True
    )
    if assembled.returncode != 0:
        failures.append((source, chip, assembled.stderr))
    # A generic access is to a local array (libdevice has one), whose address comes from the stack pointer.
    generic = re.findall(r"\t(?:ld|st)\.[bfsu]\d+", ptx.stdout)
    if ".local" not in ptx.stdout and generic or not re.search(r"\tld\.global\.", ptx.stdout):
        failures.append((source, chip, "arrays are reached by " + ", ".join(generic)))

for failure in failures:
    print(*failure)
sys.exit(len(failures) != 0)
