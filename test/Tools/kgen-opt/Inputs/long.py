"""Prints many kernels: COUNT [--split], four lines each, and the marker between two where they are parts."""
import sys

kernels = [
    f"kgen.kernel @brackets{'_' * (i % 7)}{i}(%x: f32) {{\n  %square{i} = kgen.mul %x, %x : f32\n  kgen.return\n}}\n"
    for i in range(int(sys.argv[1]))
]
print("// -----\n".join(kernels) if "--split" in sys.argv else "".join(kernels), end="")
