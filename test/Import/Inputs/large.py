# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes programs that are too large, or turn in a circle, into the working directory."""
HEAD = "import warp as wp\n\n@wp.kernel\ndef k(a: wp.array(dtype=float), n: int):\n    i = wp.tid()\n"


def write(name, *parts):
    with open(name, "w", encoding="utf-8") as file:
        file.writelines(parts)


calls = (f"@wp.func\ndef f{i}(x: float):\n    return f{i - 1}(x) + f{i - 1}(x)\n" for i in range(1, 4000))
write("chain.py", "import warp as wp\n@wp.func\ndef f0(x: float):\n    return x\n", *calls, HEAD, "    a[i] = f3999(1.0)\n")
bodies = "(a: wp.array(dtype=float)):\n    i = wp.tid()\n    a[i] = a[i] * {0}.0 + wp.sin(a[i])  # the {0}th of 9,000\n\n"
write("kernels.py", "import warp as wp\n", *(f"@wp.kernel\ndef k{i}" + bodies.format(i) for i in range(9000)))
write("statements.py", HEAD, *(f"    a[i] = a[i] + {i}.0\n" for i in range(28000)))
write("loops.py", HEAD, *("    " + " " * i + f"for j{i} in range(n):\n" for i in range(300)), " " * 310, "a[i] = 1.0\n")
write("cycle.py", "from other import f\n", HEAD, "    a[i] = f(1.0)\n")
write("other.py", "import warp as wp\nfrom cycle import f\n")
write("keys.py", HEAD, "    a[i] = 1.0\nCASE = {(1, 2): 3}\n")
write("hex.py", HEAD, "    a[i] = 1.0\nCASE = {'dim': 0x", "f" * 200000, "}\n")
