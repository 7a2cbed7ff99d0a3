# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is drawn: rejection, walks of particles from one collision to the next, points that fill evenly."""

domain("draws", entity="item", edge="edge")

words(unit_x="px u x_unit", unit_y="py v y_unit", radius_sq="s r_sq q_sq", tries_n="tries attempts", weight_now="weight throughput w")


@idiom(names="rejection_sample sample_by_rejection draw_inside", doc="Sample a shape by rejection.")
def rejected(centers: array("vec2", "i", "centers origins", values=(-1, 1)), centers3: array("vec3", "i", "centers origins", values=(-1, 1)), radii: array("scalar", "i", "radii sizes", values=(0.3, 1.2)), hole: param("scalar", "inner_ratio hole_ratio", values=(0.3, 0.6)), means: array("scalar", "i", "means mu", values=(-1, 1)), sigmas: array("scalar", "i", "sigmas std_devs", values=(0.3, 1.2)), tilt: param("scalar", "tilt slope", values=(0.2, 0.8)), peak: array("scalar", "i", "modes peaks", values=(0.2, 0.8)), lams: array("scalar", "i", "lambdas mean_counts", values=(0.5, 3)), max_tries: param("int", "max_tries max_attempts num_tries", values=(8, 20)), seed_of: param("int", "seed rng_seed frame", values=(1, 99)), points: array("vec2", "i", "points_out sampled_points", values=(-1, 1)), points3: array("vec3", "i", "points_out sampled_points", values=(-1, 1)), numbers: array("scalar", "i", "samples draws", values=(0, 1)), normals: array("scalar", "i", "gaussian_samples gaussians", values=(0, 1)), events: array("int", "i", "event_counts counts_out", values=(0, 1)), tries_out: array("int", "i", "tries_out attempts_out", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    if ANY:
        unit_x = float(0.0)
        unit_y = float(0.0)
        tries_n = int(0)
        while tries_n < max_tries:
            unit_x = 2.0 * wp.randf(rng) - 1.0
            unit_y = 2.0 * wp.randf(rng) - 1.0
            tries_n += 1
            if ANY:
                if unit_x * unit_x + unit_y * unit_y < 1.0:
                    break
                title("sample_disk draw_in_disk", "Sample a point in a disk around each center by rejection.")
            elif ANY:
                r2 = unit_x * unit_x + unit_y * unit_y
                if r2 < 1.0 and r2 > hole * hole:
                    break
                title("sample_annulus draw_in_ring", "Sample a point in a ring around each center by rejection.")
            elif ANY:
                if wp.abs(unit_x) + wp.abs(unit_y) < 1.0:
                    break
                title("sample_diamond draw_in_diamond", "Sample a point in a diamond around each center by rejection.")
            else:
                if wp.randf(rng) < wp.exp(-2.0 * (unit_x * unit_x + unit_y * unit_y)):
                    break
                title("sample_truncated_gaussian draw_from_blob", "Sample a truncated Gaussian around each center by rejection.")
        points[i] = centers[i] + radii[i] * wp.vec2(unit_x, unit_y)
        if ANY:
            tries_out[i] = tries_n
    elif ANY:
        offset = wp.vec3(0.0, 0.0, 0.0)
        for trial in range(max_tries):
            offset = wp.vec3(2.0 * wp.randf(rng) - 1.0, 2.0 * wp.randf(rng) - 1.0, 2.0 * wp.randf(rng) - 1.0)
            if wp.length_sq(offset) < 1.0:
                break
        if ANY:
            points3[i] = centers3[i] + radii[i] * offset
            title("sample_ball draw_in_ball", "Sample a point in a ball around each center by rejection.")
        else:
            points3[i] = centers3[i] + radii[i] * wp.normalize(offset)
            title("sample_sphere draw_on_sphere", "Sample a point on a sphere around each center by rejection.")
    elif ANY:
        unit_x = float(0.0)
        radius_sq = float(1.0)
        tries_n = int(0)
        while radius_sq >= 1.0 and tries_n < max_tries:
            unit_x = 2.0 * wp.randf(rng) - 1.0
            unit_y = 2.0 * wp.randf(rng) - 1.0
            radius_sq = unit_x * unit_x + unit_y * unit_y
            tries_n += 1
        radius_sq = wp.clamp(radius_sq, 0.000001, 1.0)
        normals[i] = means[i] + sigmas[i] * unit_x * wp.sqrt(-2.0 * wp.log(radius_sq) / radius_sq)
        title("polar_gaussian marsaglia_normal sample_normal", "Sample a normal number for each mean and deviation by Marsaglia'radius_sq polar method.")
    elif ANY:
        p_stop = wp.exp(-lams[i])
        p = wp.randf(rng)
        count = int(0)
        while p > p_stop and count < max_tries:
            p *= wp.randf(rng)
            count += 1
        events[i] = count
        title("sample_poisson draw_poisson poisson_counts", "Sample a Poisson number for each mean by Knuth'radius_sq product.")
    else:
        x = float(0.0)
        tries_n = int(0)
        while tries_n < max_tries:
            x = wp.randf(rng)
            tries_n += 1
            if ANY:
                accept = 4.0 * x * (1.0 - x)
                title("sample_beta draw_beta sample_parabola", "Sample a parabolic density for each item by rejection.")
            elif ANY:
                accept = (1.0 + tilt * (2.0 * x - 1.0)) / (1.0 + tilt)
                title("sample_linear_density draw_tilted", "Sample a linear density for each item by rejection.")
            elif ANY:
                if x < peak[i]:
                    accept = x / peak[i]
                else:
                    accept = (1.0 - x) / (1.0 - peak[i])
                title("sample_triangular draw_triangular", "Sample a triangular density for each item by rejection.")
            else:
                accept = 0.5 * (1.0 + wp.cos(6.28318 * (x - peak[i])))
                title("sample_cosine_density sample_cosine", "Sample a raised cosine around each peak by rejection.")
            if wp.randf(rng) < accept:
                break
        numbers[i] = x
        if ANY:
            tries_out[i] = tries_n


@idiom(names="scattering_angle sample_rayleigh_phase draw_scatter_angle", doc="Compute the cosine of a scattering angle from the Rayleigh phase function, by rejection.")
def rejected_cosine(max_tries: param("int", "max_tries max_attempts", values=(8, 20)), seed_of: param("int", "seed rng_seed", values=(1, 99)), cosines: array("scalar", "i", "cosines cos_theta", values=(0, 1)), tries_out: array("int", "i", "tries_out attempts_out", values=(0, 1)), energies: array("scalar", "i", "energies energy_in photon_energy", values=(0.3, 2)), energies_out: array("scalar", "i", "energies_out energy_out scattered_energy", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    c = float(0.0)
    tries_n = int(0)
    if ANY:
        while tries_n < max_tries:
            c = 2.0 * wp.randf(rng) - 1.0
            tries_n += 1
            if wp.randf(rng) < 0.5 * (1.0 + c * c):
                break
        cosines[i] = c
    else:
        ratio = float(1.0)
        while tries_n < max_tries:
            c = 2.0 * wp.randf(rng) - 1.0
            ratio = 1.0 / (1.0 + energies[i] * (1.0 - c))
            accept = 0.5 * ratio * ratio * (ratio + 1.0 / ratio - 1.0 + c * c)
            tries_n += 1
            if wp.randf(rng) < accept:
                break
        if ANY:
            cosines[i] = c
        energies_out[i] = energies[i] * ratio
        title("compton_scatter klein_nishina_energy sample_compton", "Compute the energy of each photon, in rest energies of the electron, after a Compton scattering drawn from the Klein-Nishina formula.")
    if ANY:
        tries_out[i] = tries_n


@idiom(names="trace_photons random_flight transport_walk", doc="Follow each particle through a slab from one collision to the next, until it leaves or is absorbed.")
def flights(starts: array("scalar", "i", "start_depth depth_in x0", values=(0, 0.4)), powers: array("scalar", "i", "powers weights_in energies", values=(0.5, 1.5)), density: param("scalar", "sigma_t extinction mu_t", values=(1, 3)), local: array("scalar", "8", "extinctions sigma_cells", values=(0.3, 2)), majorant: param("scalar", "majorant sigma_max", values=(2, 3)), albedo: param("scalar", "albedo survival scatter_prob", values=(0.5, 0.8)), thick: param("scalar", "thickness slab_depth x_max", values=(0.8, 2)), cutoff: param("scalar", "w_min roulette_weight", values=(0.25, 0.45)), max_hops: param("int", "max_bounces max_scatter max_events", values=(8, 16)), seed_of: param("int", "seed rng_seed batch_seed", values=(1, 99)), bins: array("scalar", "8", "deposit absorbed_bins absorbed_energy", values=(0, 0.1)), through: array("scalar", "1", "transmitted transmittance", values=(0, 0.1)), back: array("scalar", "1", "reflected backscattered", values=(0, 0.1)), left_w: array("scalar", "i", "weights_out final_weights", values=(0, 1)), ends: array("scalar", "i", "depths_out final_depth x_out", values=(0, 1)), hops_out: array("int", "i", "num_bounces collisions", values=(0, 1))):
    i = wp.tid()
    rng = wp.rand_init(seed_of, i)
    x = starts[i]
    if ANY:
        weight_now = powers[i]
        cos_x = float(1.0)
        hops = int(0)
        while hops < max_hops:
            x -= cos_x * wp.log(1.0 - 0.999 * wp.randf(rng)) / density
            if x < 0.0 or x > thick:
                break
            if ANY:
                weight_now *= albedo
                title("implicit_capture_walk survival_biased_walk", "Follow each particle through a slab, with the share of its weight that is not absorbed.")
            elif ANY:
                if wp.randf(rng) > albedo:
                    weight_now = 0.0
                    break
                title("analog_walk absorb_or_scatter", "Follow each particle through a slab until it leaves or is absorbed.")
            else:
                weight_now *= albedo
                if weight_now < cutoff:
                    if wp.randf(rng) > 0.5:
                        weight_now = 0.0
                        break
                    weight_now = 2.0 * weight_now
                title("roulette_walk russian_roulette", "Follow each particle through a slab, and play roulette with those of little weight.")
            cos_x = 2.0 * wp.randf(rng) - 1.0
            hops += 1
        if ANY:
            left_w[i] = weight_now
            ends[i] = x
        elif ANY:
            left_w[i] = weight_now
            hops_out[i] = hops
        else:
            if x > thick:
                wp.atomic_add(through, 0, weight_now)
            elif x < 0.0:
                wp.atomic_add(back, 0, weight_now)
    elif ANY:
        weight_now = powers[i]
        cos_x = float(1.0)
        for s in range(max_hops):
            x -= cos_x * wp.log(1.0 - 0.999 * wp.randf(rng)) / density
            if x < 0.0 or x > thick:
                break
            wp.atomic_add(bins, wp.min(int(8.0 * x / thick), 7), weight_now * (1.0 - albedo))
            weight_now *= albedo
            cos_x = 2.0 * wp.randf(rng) - 1.0
        title("tally_absorption deposit_energy", "Follow each particle through a slab, and tally where its energy is absorbed.")
    elif ANY:
        hops = int(0)
        while x < thick and hops < max_hops:
            x -= wp.log(1.0 - 0.999 * wp.randf(rng)) / majorant
            cell = wp.clamp(int(8.0 * x / thick), 0, 7)
            if wp.randf(rng) * majorant < local[cell]:
                break
            hops += 1
        ends[i] = wp.min(x, thick)
        title("delta_tracking woodcock_tracking sample_collision", "Sample the first collision depth of each particle in a heterogeneous slab by delta tracking.")
    else:
        weight_now = float(1.0)
        hops = int(0)
        while hops < max_hops:
            x -= wp.log(1.0 - 0.999 * wp.randf(rng)) / majorant
            if x > thick:
                break
            weight_now *= 1.0 - local[wp.min(int(8.0 * x / thick), 7)] / majorant
            hops += 1
        left_w[i] = weight_now
        title("ratio_tracking estimate_transmittance", "Estimate the transmittance of a heterogeneous slab by ratio tracking.")


@idiom(names="radical_inverse van_der_corput halton_points", doc="Generate a low-discrepancy sequence on an interval.")
def digit_points(index_of: array("int", "i", "sample_ids point_ids", values=(1, 200)), lows: array("scalar", "i", "lower", values=(-1, 0)), highs: array("scalar", "i", "upper", values=(0.5, 1.5)), base: param("int", "base radix", values=(2, 5)), mult: param("int", "multiplier digit_mult", values=(2, 4)), shift: param("scalar", "shift rotation", values=(0.1, 0.9)), rates: array("scalar", "i", "rates decay_rates", values=(0.5, 3)), sharp: param("scalar", "sharpness alpha", values=(0.5, 3)), low_end: param("scalar", "lower", values=(-1, 0)), high_end: param("scalar", "upper", values=(0.5, 1.5)), points: array("scalar", "i", "points samples", values=(0, 1)), times: array("scalar", "i", "waiting_times exponentials", values=(0, 1)), total: array("scalar", "1", "integral estimate", values=(0, 0.1))):
    i = wp.tid()
    left_n = index_of[i]
    u = float(0.0)
    scale = float(1.0)
    if ANY:
        while left_n > 0:
            scale = scale / float(base)
            u += scale * float(left_n % base)
            left_n = left_n // base
    elif ANY:
        while left_n > 0:
            scale = 0.5 * scale
            if left_n % 2 == 1:
                u += scale
            left_n = left_n >> 1
    else:
        while left_n > 0:
            scale = scale / 5.0
            u += scale * float(mult * (left_n % 5) % 5)  # the digits in another order
            left_n = left_n // 5
    if ANY:
        u += shift
        if u >= 1.0:
            u -= 1.0
    if ANY:
        points[i] = lows[i] + u * (highs[i] - lows[i])
    elif ANY:
        times[i] = -wp.log(1.0 - u) / rates[i]
        title("quasi_exponential sample_waiting_times", "Sample waiting times from a low-discrepancy sequence.")
    else:
        x = low_end + u * (high_end - low_end)
        wp.atomic_add(total, 0, (high_end - low_end) * choose(wp.exp(-sharp * x * x), 1.0 / (1.0 + sharp * x * x)) / float(len(i)))
        title("quasi_monte_carlo low_discrepancy_integral", "Estimate an integral by quasi-Monte Carlo sampling.")


@idiom(names="hammersley_points plane_points hammersley_2d", doc="Generate Hammersley points in the unit square.")
def hammersley(radii: array("scalar", "i", "radii disk_radius", values=(0.3, 1.2)), base: param("int", "base radix", values=(2, 5)), shift: param("scalar", "shift rotation", values=(0.1, 0.9)), pairs: array("vec2", "i", "points_out sample_points", values=(0, 1)), ways: array("vec3", "i", "directions directions_out", values=(0, 1))):
    i = wp.tid()
    left_n = i
    u = float(0.0)
    if ANY:
        scale = float(1.0)
        while left_n > 0:
            scale = scale / float(base)
            u += scale * float(left_n % base)
            left_n = left_n // base
    else:
        scale = float(0.5)
        while left_n > 0:
            if left_n % 2 == 1:
                u += scale
            scale = 0.5 * scale
            left_n = left_n >> 1
    if ANY:
        u += shift  # a rotation of the unit interval
        if u >= 1.0:
            u -= 1.0
    if ANY:
        pairs[i] = wp.vec2((float(i) + 0.5) / float(len(i)), u)
    elif ANY:
        phi = 6.2831853 * (float(i) + 0.5) / float(len(i))
        r = radii[i] * wp.sqrt(u)
        pairs[i] = wp.vec2(r * wp.cos(phi), r * wp.sin(phi))
        title("hammersley_disk sample_disk_evenly", "Map Hammersley points to disks.")
    elif ANY:
        phi = 6.2831853 * (float(i) + 0.5) / float(len(i))
        z = 1.0 - 2.0 * u
        r = wp.sqrt(wp.max(1.0 - z * z, 0.0))
        ways[i] = wp.vec3(r * wp.cos(phi), r * wp.sin(phi), z)
        title("hammersley_sphere sphere_directions", "Generate evenly spread directions on the sphere.")
    else:
        phi = 6.2831853 * (float(i) + 0.5) / float(len(i))
        r = wp.sqrt(u)
        ways[i] = wp.vec3(r * wp.cos(phi), r * wp.sin(phi), wp.sqrt(1.0 - u))
        title("cosine_hemisphere hemisphere_directions", "Generate cosine-weighted directions over the hemisphere.")
