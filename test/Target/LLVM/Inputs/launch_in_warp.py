"""Launches an object of ours through real Warp, in the place of the code that Warp would have compiled.

    launch_in_warp.py KERNEL.py KERNEL.o

Warp looks the entry points up by name and passes its own structs; its tape runs the backward. The results are held
against the expected numbers beside the kernel. Warp's cache stays empty: nothing but our object ran.
"""
import json
import os
import sys
import tempfile

source, binary = sys.argv[1:3]
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Oracle"))

import warp

import cases
import warp_oracle


def main():
    warp.config.log_level = warp.LOG_ERROR
    case = cases.read_case(source)
    with open(os.path.splitext(source)[0] + ".json", encoding="utf-8") as file:
        expected = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        warp.config.kernel_cache_dir = folder
        warp.init()
        module = warp_oracle.load_module(source, "kernel_file")
        warp_module = getattr(module, case["kernel"]).module
        warp_module.options.update(strip_hash=True, block_dim=1)
        meta = os.path.join(folder, "meta")
        with open(meta, "w", encoding="utf-8") as file:
            file.write("{}")
        assert warp_module.load("cpu", block_dim=1, binary_path=binary, meta_path=meta), "Warp refused the object"
        result = warp_oracle.run(case, module, case["kernel"], backward=True)
        compiled = [name for _, _, names in os.walk(folder) for name in names if name != "meta"]
    assert not compiled, f"Warp compiled for itself: {compiled}"
    for kind in ("outputs", "grads"):
        for name, want in expected[kind].items():
            error = cases.relative_error(result[kind][name], want)
            assert error <= expected["rtol"], f"{kind} of {name} differ by {error}"
    print(f"{case['kernel']}: launched by Warp {warp.__version__}, outputs and gradients as expected")


main()
