"""The random number generator again, from the papers, to hold lib/Support/Rng.cpp against."""
M = 2**64 - 1


def mix(x):
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & M
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & M
    return x ^ (x >> 31)


def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & M


class Rng:
    def __init__(self, seed, index, stream):
        golden = 0x9E3779B97F4A7C15
        self.s = [mix(mix(mix((seed + k * golden) & M) ^ index) ^ stream) for k in (1, 2, 3, 4)]

    def next(self):
        s = self.s
        result = (rotl((s[1] * 5) & M, 7) * 9) & M
        t = (s[1] << 17) & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result

    def below(self, bound):
        while True:
            r = self.next()
            if r >= 2**64 % bound:
                return r % bound

    def real(self, low=0.0, high=1.0):
        return low + (high - low) * ((self.next() >> 11) / 2.0**53)

    def weighted(self, weights):
        r = self.below(sum(weights))
        for i, weight in enumerate(weights):
            if r < weight:
                return i
            r -= weight


print("bits")
for seed in (0, 7, M):
    for index in range(3):
        for stream in range(2):
            rng = Rng(seed, index, stream)
            print(rng.next(), rng.next())

print("ints")
rng = Rng(1, 2, 3)
for _ in range(8):
    print(rng.below(7) - 3)
print(rng.next() - 2**63)
print(5 + rng.below(1))
print(rng.below(2**63 + 1))

print("reals")
for _ in range(4):
    print("%.17g" % rng.real())
for _ in range(4):
    print("%.17g" % rng.real(-2.0, 3.0))

print("weights")
counts = [0] * 5
for _ in range(8000):
    counts[rng.weighted([0, 5, 0, 1, 2])] += 1
print(*counts)
print(sum(rng.below(100) < 30 for _ in range(1000)))

print("order")
items = list(range(10))
for i in range(10, 1, -1):
    j = rng.below(i)
    items[i - 1], items[j] = items[j], items[i - 1]
first = items[rng.below(10)]
print(*items, first, [3, 4][rng.below(2)])
