"""check_splits.py COUNT: what the first draws of COUNT samples of each split have in common, over both profiles and
several seeds; and how the families of sets without a split fall. Measures of issue size: COUNT 20000."""

import itertools
import subprocess
import sys

SHARES = {"train": 90.0, "validation": 5.0, "test": 5.0}


def split_of(family):
    number = int(family[17:25], 16) % 100
    return "train" if number < 90 else "validation" if number < 95 else "test"


def draws(seed, count, profile, split):
    command = ["kgen-check-draws", str(seed), str(count), profile, split]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == count
    return [line.split() for line in lines]


def main():
    count = int(sys.argv[1])
    sets = {}
    for seed, (split, profile) in enumerate(itertools.product(SHARES, ("balanced", "real")), 1):
        rows = draws(seed, count, profile, split)
        assert {split_of(family) for _, family in rows} == {split}
        sets[split, profile] = [{row[part] for row in rows} for part in (0, 1)]
    pairs = [(a, b) for (one, a), (other, b) in itertools.combinations(sets.items(), 2) if one[0] != other[0]]
    structures, families = (sum(len(a[part] & b[part]) for a, b in pairs) for part in (0, 1))
    print(f"{len(pairs)} pairs of sets of different splits: {structures} structures and {families} families in common")
    # The largest families of a few samples are a part of what a point is; of 20,000 they are not.
    allowed = 1 if count >= 20000 else 4
    for profile in ("balanced", "real"):
        found = [split_of(family) for _, family in draws(7, count, profile, "all")]
        far = max(abs(100 * found.count(split) / count - share) for split, share in SHARES.items())
        print(f"{profile}: shares of the splits {'within' if far <= allowed else 'not within'} {allowed} points")


main()
