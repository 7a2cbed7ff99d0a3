# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""chain_of_divisions.py N: prints a kernel of N statements `s = s / (x[j] + s)`, each of which may divide by zero."""
import sys

print("kgen.kernel @chain(%x: !kgen.array<1, f64>, %y: !kgen.array<1, f64>) {")
print("  %s0 = kgen.load %x[0] : !kgen.array<1, f64>")
count = int(sys.argv[1])
for j in range(count):
    print(f"  %x{j} = kgen.load %x[{j % 5}] : !kgen.array<1, f64>")
    print(f"  %d{j} = kgen.add %x{j}, %s{j} : f64")
    print(f"  %s{j + 1} = kgen.div %s{j}, %d{j} : f64")
print(f"  kgen.store %y[0], %s{count} : !kgen.array<1, f64>\n  kgen.return\n}}")
