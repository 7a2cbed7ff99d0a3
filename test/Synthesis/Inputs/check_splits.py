"""check_splits.py COUNT [FOLDER]: what the first draws of COUNT samples of each split have in common, over both profiles and
several seeds; and how the families of sets without a split fall. Measures of issue size: COUNT 20000, of which FOLDER then keeps the
draws, in a file each."""

import concurrent.futures
import itertools
import os
import subprocess
import sys

SHARES = {"train": 90.0, "validation": 5.0, "test": 5.0}
PROFILES = ("balanced", "real")


def split_of(family):
    number = int(family[17:25], 16) % 100
    return "train" if number < 90 else "validation" if number < 95 else "test"


def draws(seed, count, split, profile):
    """For each draw its structure as its row has it, its family, and the hash of what its kernel computes, without literals."""
    kept = os.path.join(sys.argv[2], f"{split}-{profile}-{seed}.txt") if len(sys.argv) > 2 else None
    if kept and os.path.exists(kept):
        with open(kept, encoding="utf-8") as file:
            text = file.read()
    else:
        command = ["kgen-check-draws", str(seed), str(count), profile, split]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if kept and not os.path.exists(kept):
        with open(kept, "w", encoding="utf-8") as file:
            file.write(text)
    lines = text.splitlines()
    assert len(lines) == count
    return [line.split() for line in lines]


def main():
    count = int(sys.argv[1])
    names = list(itertools.product(SHARES, PROFILES))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = [pool.submit(draws, seed, count, *name) for seed, name in enumerate(names, 1)]
        mixed = {profile: pool.submit(draws, 7, count, "all", profile) for profile in PROFILES}
    sets = {}
    for name, future in zip(names, made):
        rows = future.result()
        assert {split_of(family) for _, family, _ in rows} == {name[0]}
        sets[name] = [{row[part] for row in rows} for part in range(3)]
    pairs = [(a, b) for (one, a), (other, b) in itertools.combinations(sets.items(), 2) if one[0] != other[0]]
    structures, families, kernels = (sum(len(a[part] & b[part]) for a, b in pairs) for part in range(3))
    print(f"{len(pairs)} pairs of sets of different splits: {structures} structures and {families} families in common")
    print(f"kernels that compute the same but for literals: {kernels}")
    # The largest families of a few samples are a part of what a point is; of 20,000 they are not.
    allowed = 1 if count >= 20000 else 4
    for profile in PROFILES:
        found = [split_of(family) for _, family, _ in mixed[profile].result()]
        far = max(abs(100 * found.count(split) / count - share) for split, share in SHARES.items())
        print(f"{profile}: shares of the splits {'within' if far <= allowed else 'not within'} {allowed} points")


main()
