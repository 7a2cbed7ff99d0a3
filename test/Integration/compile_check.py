# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles printed kernels, with every warning an error: what a user's own compiler would say of them.

    compile_check.py [-I DIR] (--nvcc PATH | --nvrtc | --cxx PATH) FILE ...

FILE may be `-` for standard input. Prints nothing and exits 0 where each file compiles for each of the architectures.
"""
import argparse
import ctypes
import glob
import os
import subprocess
import sys
import tempfile

CXX_FLAGS = ["-std=c++17", "-O2", "-Wall", "-Wextra", "-Werror", "-fwrapv", "-ffp-contract=off", "-c", "-o", os.devnull]
NVCC_FLAGS = ["-std=c++17", "-Werror", "all-warnings", "--fmad=false", "-ptx", "-o", os.devnull]
NVRTC_FLAGS = ["-std=c++17", "--fmad=false"]


def run(command, source):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernel.cu" if "nvcc" in command[0] else "kernel.cpp")
        with open(path, "w") as file:
            file.write(source)
        done = subprocess.run(command + [path], capture_output=True, text=True)
        return done.stdout + done.stderr if done.returncode else ""


def quick_nvcc(nvcc):
    """What makes nvcc spare the optimiser, where it knows how."""
    knows = "--Ofast-compile" in subprocess.run([nvcc, "--help"], capture_output=True, text=True).stdout
    return ["--Ofast-compile=max"] if knows else []


class Nvrtc:
    """NVIDIA's run-time compiler: no system headers, no host compiler."""

    def __init__(self):
        names = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"]
        for name in names + sorted(glob.glob("/usr/local/cuda*/lib64/libnvrtc.so.*")):
            try:
                self.lib = ctypes.CDLL(name)
                return
            except OSError:
                continue
        sys.exit("compile_check: no NVRTC library found")

    def quick(self):
        """What makes it spare the optimiser, where it knows how: whether a text is taken does not depend on that."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self.lib.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        return ["-Ofc=max"] if (major.value, minor.value) >= (12, 9) else []

    def compile(self, source, options):
        program = ctypes.c_void_p()
        self.lib.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None)
        arguments = [option.encode() for option in options]
        failed = self.lib.nvrtcCompileProgram(program, len(arguments), (ctypes.c_char_p * len(arguments))(*arguments))
        size = ctypes.c_size_t()
        self.lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        self.lib.nvrtcGetProgramLog(program, log)
        self.lib.nvrtcDestroyProgram(ctypes.byref(program))
        text = log.value.decode().strip()
        return text or "nvrtc failed without a word" if failed or text else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-I", dest="include", default=os.path.join(os.path.dirname(__file__), "../../include"))
    parser.add_argument("--nvcc")
    parser.add_argument("--nvrtc", action="store_true")
    parser.add_argument("--cxx", action="append", default=[])
    parser.add_argument("--arch", action="append", help="a GPU to compile for; sm_75 where none is given")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()

    include = ["-I" + options.include] if options.include else []
    complaints = []
    nvrtc = Nvrtc() if options.nvrtc else None
    for name in options.files:
        source = sys.stdin.read() if name == "-" else open(name).read()
        for arch in options.arch or ["sm_75"]:
            if options.nvcc:
                complaints.append(run([options.nvcc, "-arch=" + arch] + NVCC_FLAGS + include, source))
            if nvrtc:
                complaints.append(nvrtc.compile(source, ["-arch=" + arch, *NVRTC_FLAGS, *include]))
        for cxx in options.cxx:
            complaints.append(run([cxx] + CXX_FLAGS + include, source))
    text = "\n".join(c for c in complaints if c)
    sys.exit(text or 0)


if __name__ == "__main__":
    main()
