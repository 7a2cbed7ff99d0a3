"""Prints the counts of a data set whose kernels have one shape, and works the distances out again."""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    stats = json.load(file)
real = stats["against_real_kernels"]


def area(percents, here, there):
    """The area between two quantile functions from 5 % to 95 %, by the trapezoid rule."""
    last = percents.index(95)
    parts = [
        (percents[i + 1] - percents[i]) * (abs(here[i] - there[i]) + abs(here[i + 1] - there[i + 1])) / 2
        for i in range(last)
    ]
    return sum(parts) / 90 / (there[last] - there[0])


for measure in real["measures"]:
    assert len(set(measure["here"])) == 1
    print(measure["measure"], int(measure["here"][0]))
print("has:", ", ".join(share["trait"] for share in real["shares"] if share["here"] == 1))
print("has not:", ", ".join(share["trait"] for share in real["shares"] if share["here"] == 0))
print(", ".join(f"{entry['builtin']} {entry['count']}" for entry in stats["builtins"]))
for measure in real["measures"]:
    expected = area(real["percents"], measure["here"], measure["real"])
    assert abs(expected - measure["distance"]) < 1e-4, (measure, expected)
print("distances agree")
near = stats["duplicates"]["near"]
print("near:", ", ".join(f"{pair['sample']} as {pair['earlier']} ({pair['similarity']})" for pair in near))
