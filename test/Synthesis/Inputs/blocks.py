"""blocks.py LIBRARY.json IDIOM...: whether Warp generates CUDA code of an idiom's kernels for blocks of a GPU. Needs no
compiler and no GPU: the shapes of tiles are checked when the text is made."""

import importlib.util
import os
import re
import subprocess
import sys
import tempfile

import warp as wp
from warp._src import context

BLOCKS = (32, 64, 256)


def kernels_of(library, idiom):
    command = ["kgen-library", library, "--idiom", idiom]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for part in re.split(r"(?m)^# \w+, structure \d+\n", text)[1:]:
        yield re.split(r"(?m)^\w+: 2\^", part)[0]


def load(text, folder, name):
    path = os.path.join(folder, name + ".py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    spec = importlib.util.spec_from_file_location(name, path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return wp.get_module(name)


def generate(module, block_dim):
    options = module.resolve_options(wp.config, block_dim=block_dim) | {"output_arch": None, "block_dim": block_dim}
    return context.ModuleBuilder(module, options).codegen("cuda")


def main():
    library, *idioms = sys.argv[1:]
    wp.config.quiet = True
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for idiom in idioms:
            for number, text in enumerate(kernels_of(library, idiom)):
                module = load(text, folder, f"{idiom}_{number}")
                for block_dim in BLOCKS:
                    assert "__global__" in generate(module, block_dim)
                checked += 1
    print(f"{checked} kernels of {len(idioms)} idioms, each for several blocks")


main()
