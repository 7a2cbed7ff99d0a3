# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops on whole numbers: divisors, powers, primes, digits, bits."""

domain("integers", entity="item", edge="edge")

words(run_n="count steps", left_n="m value")


@idiom(names="gcd_pairs greatest_common_divisor euclid", doc="Compute the greatest common divisor of each pair of numbers.")
def number_loops(numbers: array("int", "i", "numbers n_in values_in", values=(2, 400)), first: array("int", "i", "numerators first", values=(2, 400)), second: array("int", "i", "denominators second", values=(1, 60)), base: param("int", "base radix", values=(3, 9)), factor: param("int", "factor divisor", values=(2, 5)), prime: param("int", "modulus mod_n", values=(61, 101)), exponents: array("int", "i", "exponents powers_in", values=(1, 60)), cap: param("int", "max_steps max_iters", values=(24, 48)), gcds: array("int", "i", "gcds divisors_out gcd_out", values=(0, 1)), tops: array("int", "i", "reduced_num num_out", values=(0, 1)), bottoms: array("int", "i", "reduced_den den_out", values=(0, 1)), lcms: array("int", "i", "lcms lcm_out multiples", values=(0, 1)), coprime: array("int", "1", "num_coprime coprime_pairs", values=(0, 2)), steps_out: array("int", "i", "steps_out num_steps", values=(0, 1)), peaks: array("int", "i", "peaks highest", values=(0, 1)), histogram: array("int", "8", "histogram length_counts", values=(0, 2)), logs: array("int", "i", "floor_logs integer_log", values=(0, 1)), leading: array("int", "i", "leading_digits first_digit", values=(0, 1)), powers: array("int", "i", "valuations multiplicity", values=(0, 1)), rest: array("int", "i", "cofactors stripped", values=(0, 1)), digit_sums: array("int", "i", "digit_sums checksum", values=(0, 1)), reversed_out: array("int", "i", "reversed mirrored", values=(0, 1)), bits: array("int", "i", "bit_counts distances hamming", values=(0, 1)), factors: array("int", "i", "num_factors factor_counts", values=(0, 1)), largest: array("int", "i", "largest_factor max_prime", values=(0, 1)), primes: array("int", "i", "is_prime prime_flags", values=(0, 1)), residues: array("int", "i", "residues powers_mod", values=(0, 1)), inverses: array("int", "i", "inverses inverse_mod", values=(0, 1)), roots: array("int", "i", "floor_sqrt integer_roots", values=(0, 1))):
    i = wp.tid()
    if ANY:
        a = first[i]
        b = second[i]
        while b != 0:
            t = a % b
            a = b
            b = t
        if ANY:
            gcds[i] = a
        elif ANY:
            tops[i] = first[i] // a
            bottoms[i] = second[i] // a
            title("reduce_fractions simplify_fraction", "Reduce each fraction to lowest terms by Euclid's algorithm.")
        elif ANY:
            lcms[i] = first[i] // a * second[i]
            title("least_common_multiple lcm_pairs", "Compute the least common multiple of each pair of numbers, by Euclid's algorithm.")
        else:
            if a == 1:
                wp.atomic_add(coprime, 0, 1)
            title("count_coprime coprime_pairs", "Count the pairs of numbers without a common divisor.")
    elif ANY:
        left_n = numbers[i]
        run_n = int(0)
        if ANY:
            while left_n > 1 and run_n < cap:
                if left_n % 2 == 0:
                    left_n = left_n // 2
                else:
                    left_n = 3 * left_n + 1
                run_n += 1
            if ANY:
                steps_out[i] = run_n
                title("collatz_steps hailstone_length", "Count the Collatz steps of each number.")
            else:
                wp.atomic_add(histogram, wp.min(run_n // 6, 7), 1)
                title("collatz_histogram count_hailstone_lengths", "Accumulate a histogram of Collatz lengths.")
        else:
            peak_n = left_n
            while left_n > 1 and run_n < cap:
                if left_n % 2 == 0:
                    left_n = left_n // 2
                else:
                    left_n = 3 * left_n + 1
                    peak_n = wp.max(peak_n, left_n)
                run_n += 1
            peaks[i] = peak_n
            title("collatz_peak hailstone_peak", "Find the peak of each number's Collatz sequence.")
    elif ANY:
        left_n = numbers[i]
        run_n = int(0)
        while left_n >= base:
            left_n = left_n // base
            run_n += 1
        logs[i] = run_n
        if ANY:
            leading[i] = left_n
        title("integer_log floor_log", "Compute the integer part of each number's logarithm.")
    elif ANY:
        left_n = numbers[i]
        run_n = int(0)
        while left_n > 0 and left_n % factor == 0:
            left_n = left_n // factor
            run_n += 1
        powers[i] = run_n
        if ANY:
            rest[i] = left_n
        title("multiplicity strip_factor valuation", "Count how often a factor divides each number.")
    elif ANY:
        left_n = numbers[i]
        if ANY:
            run_n = int(0)
            while left_n > 0:
                run_n += left_n % base
                left_n = left_n // base
            digit_sums[i] = run_n
            title("digit_sum cross_sum", "Sum the digits of each number.")
        else:
            flipped = int(0)
            while left_n > 0:
                flipped = flipped * base + left_n % base
                left_n = left_n // base
            reversed_out[i] = flipped
            title("reverse_digits mirror_number", "Reverse the digits of each number.")
    elif ANY:
        differ = first[i] ^ second[i]
        run_n = int(0)
        while differ != 0:
            differ = differ & (differ - 1)  # clears the lowest bit
            run_n += 1
        bits[i] = run_n
        title("hamming_distance count_differing_bits", "Compute the Hamming distance of two numbers.")
    elif ANY:
        left_n = numbers[i]
        d = int(2)
        run_n = int(1)
        while d * d <= left_n:
            if left_n % d == 0:
                left_n = left_n // d
                run_n += 1
            else:
                d += 1
        if ANY:
            factors[i] = run_n
            title("count_prime_factors num_prime_factors", "Count the prime factors of each number.")
        else:
            largest[i] = left_n
            if ANY:
                factors[i] = run_n
            title("largest_prime_factor factorize", "Compute the largest prime factor of each number.")
    elif ANY:
        d = int(2)
        while d * d <= numbers[i] and numbers[i] % d != 0:
            d += 1
        if d * d > numbers[i]:
            primes[i] = 1
        else:
            primes[i] = 0
        title("is_prime trial_division mark_primes", "Test each number for primality by trial division.")
    elif ANY:
        square = second[i]
        bits_left = exponents[i]
        power = int(1)
        while bits_left > 0:
            if bits_left % 2 == 1:
                power = (power * square) % prime
            square = (square * square) % prime
            bits_left = bits_left >> 1
        residues[i] = power
        title("modular_power power_mod", "Compute a modular power of each number by repeated squaring.")
    else:
        root = numbers[i]
        better = (root + 1) // 2
        while better < root:
            root = better
            better = (root + numbers[i] // root) // 2
        roots[i] = root
        title("integer_sqrt floor_sqrt", "Compute the integer part of each number's square root, by Newton's steps.")
