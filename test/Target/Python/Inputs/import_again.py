# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""import_again.py [--spoil] OUT DIR: prints the kernels of DIR as Python, imports that, and compares the dialect's text.

The printed files stay in OUT. --spoil changes a literal on the way, to see the comparison fail.
"""
import glob
import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../../Inputs"))
import translated  # noqa: E402


def translate(option, path):
    done = translated.translate(option, path)
    return done.stdout if done.returncode == 0 else None


def main():
    spoil = "--spoil" in sys.argv
    out, folder = [argument for argument in sys.argv[1:] if argument != "--spoil"]
    os.makedirs(out, exist_ok=True)
    same = different = 0
    for path in sorted(glob.glob(os.path.join(folder, "*.py"))):
        done, mlir = translated.imported(path)
        if done.returncode:
            continue  # not a kernel, or one that is not taken yet
        printed = translate("kgen-to-warp", mlir)
        if printed is None and "does not take" in translated.translate("kgen-to-warp", mlir).stderr:
            continue  # no text for it yet
        printed = printed or ""
        again = os.path.join(out, os.path.basename(path))
        with open(again, "w") as file:
            file.write(printed.replace("0.5", "0.25") if spoil else printed)
        if translate("warp-to-kgen", again) == done.stdout:
            same += 1
        else:
            different += 1
            print("different:", path)
    print(f"{same} the same, {different} different")
    sys.exit(1 if different else 0)


if __name__ == "__main__":
    main()
