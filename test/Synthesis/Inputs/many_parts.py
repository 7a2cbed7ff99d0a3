"""Prints a library with as many parts of a kind as it is told, of which two are taken at most."""
import sys

print(
    """domain("d", entity="particle", edge="edge")


@idiom(names="step_particles")
def each(x: array("scalar", "i", "x"), y: array("scalar", "i", "y")):
    i = wp.tid()
    moved = x[i]
    parts("limit", 2)
    y[i] = moved"""
)
for number in range(int(sys.argv[1])):
    print(f'\n\n@part("limit")\ndef limit_{number}():\n    moved = wp.min(moved, {number}.0)')
