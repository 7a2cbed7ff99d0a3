# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The test suite's configuration: which files are tests, which features this
# machine has, and what `%name` stands for in a RUN line. A test says what it
# needs with `REQUIRES:`; `./dev test` counts what was skipped, and why.
import ctypes
import glob
import os
import runpy
import shutil
import subprocess
import sys

import lit.formats

config.name = "kgen"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".td", ".py"]
config.excludes = ["Inputs", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.kgen_build, "test")


def cuda_tool(name):
    """Finds a tool of the CUDA toolkit: PATH first, then the usual places."""
    homes = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    path = [os.environ["PATH"]] + [os.path.join(h, "bin") for h in homes if h]
    return shutil.which(name, path=os.pathsep.join(path))


def loads(names):
    """Whether one of the shared libraries can be loaded."""
    for name in names:
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    return None


def has_cuda_device():
    driver = loads(["libcuda.so.1"])
    count = ctypes.c_int(0)
    return (
        driver is not None
        and driver.cuInit(0) == 0
        and driver.cuDeviceGetCount(ctypes.byref(count)) == 0
        and count.value > 0
    )


def has_warp(python):
    """Whether `python` has the Warp that kgen is held against."""
    version = "from importlib.metadata import version as v; print(v('warp-lang'), v('numpy'))"
    try:
        found = subprocess.run([python, "-c", version], capture_output=True, text=True)
    except OSError:
        return False
    return found.returncode == 0 and found.stdout.startswith("1.19.")


def imports(python, module):
    """Whether `python` has the module."""
    code = f"import importlib.util as u, sys; sys.exit(u.find_spec({module!r}) is None)"
    try:
        return subprocess.run([python, "-c", code], capture_output=True).returncode == 0
    except OSError:
        return False


def can_mount():
    """Whether a process may mount folders in a space of its own."""
    unshare = shutil.which("unshare")
    return bool(unshare) and subprocess.run([unshare, "-rm", "true"], capture_output=True).returncode == 0


cpu_has_lanes = runpy.run_path(os.path.join(config.kgen_source, "python/kgen_warp/cpu.py"))["has_lanes"]
warp_python = os.environ.get("KGEN_PYTHON") or os.path.join(config.kgen_source, ".venv/bin/python")
nvcc = cuda_tool("nvcc")
ptxas = cuda_tool("ptxas")
gxx = shutil.which("g++")
clangxx = os.path.join(config.llvm_tools, "clang++")
chromium = next(
    filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"))), None
)
libdevice = os.path.join(config.kgen_build, "share/kgen/libdevice.10.bc")
nvrtc_libraries = glob.glob("/usr/local/cuda*/lib64/libnvrtc.so.*")

features = {
    "warp": has_warp(warp_python),
    "nvcc": nvcc,
    "ptxas": ptxas,
    "nvrtc": loads(["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"] + sorted(nvrtc_libraries)),
    "cuda": has_cuda_device(),
    "gxx": gxx,
    "clang": os.path.exists(clangxx),
    "libdevice": os.path.exists(libdevice),
    "chromium": chromium,
    "pyarrow": imports(warp_python, "pyarrow"),
    "pandas": imports(warp_python, "pandas"),
    "datasets": imports(warp_python, "datasets"),
    "pytest": imports(warp_python, "pytest"),
    "torch": imports(warp_python, "torch"),
    "sanitized": "-fsanitize" in config.build_flags,
    "machine-code": config.machine_code,
    "lanes": config.machine_code and cpu_has_lanes(),
    "mounts": can_mount(),
    "slow": "slow" in lit_config.params,  # ./dev test --all
}
config.available_features.update(name for name, found in features.items() if found)

tests = config.test_source_root
config.substitutions += [
    ("%warp_python", warp_python),
    ("%python", sys.executable),
    (
        "%pytest",
        f"env PYTHONPATH={config.kgen_source}/python KGEN_MLIR_BIN={config.kgen_build}/bin"
        f" {warp_python} -m pytest -q --tb=short -p no:cacheprovider",
    ),
    ("%nvcc", nvcc or "nvcc"),
    ("%ptxas", ptxas or "ptxas"),
    ("%cuda_home", os.path.dirname(os.path.dirname(os.path.realpath(nvcc))) if nvcc else "/usr/local/cuda"),
    ("%gxx", gxx or "g++"),
    ("%clangxx", clangxx),
    ("%chromium", chromium or "chromium"),
    ("%cxx", config.cxx),
    ("%cases", os.path.join(tests, "Cases")),
    ("%kernels", os.path.join(tests, "Kernels")),
    ("%oracle", os.path.join(tests, "Oracle/warp_oracle.py")),
    ("%mlir_include", os.path.join(config.llvm_tools, "../include")),
    ("%include", os.path.join(config.kgen_source, "include")),
    ("%utils", os.path.join(config.kgen_source, "utils")),
    ("%source", config.kgen_source),
    ("%build", config.kgen_build),
    ("%libdevice", libdevice),
    ("%nvrtc_path", os.path.dirname((sorted(nvrtc_libraries) or ["/none"])[-1])),
]

# The build's own tools first, then LLVM's: the unsuffixed ones elsewhere on
# the path may be of another version.
config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.kgen_build, "bin"), config.llvm_tools, os.environ["PATH"]]
)
config.environment["WARP_CACHE_PATH"] = os.path.join(config.test_exec_root, "warp-cache")
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"
# What kgen-translate said in this run (Inputs/translated.py).
translated = os.path.join(config.test_exec_root, "translated")
shutil.rmtree(translated, ignore_errors=True)
config.environment["KGEN_TEST_TRANSLATED"] = translated
# What `python3` is on PATH may be a script that looks for the real one, at several times the cost of its start.
config.environment["KGEN_PYTHON"] = sys.executable
# LLVM keeps what it has allocated until exit, on purpose.
# LLVM's allocators, inlined here, poison what they have not handed out yet; libMLIR, which is not sanitized, hands out of the same
# memory without taking that back.
config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"
