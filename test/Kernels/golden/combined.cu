#include "kgen/kgen.cuh"

using kgen::mat33;
using kgen::vec3;

static constexpr float CUTOFF = 2.5f;
static constexpr float BOND_WIDTH = 1.6f;
static constexpr float BOND_LENGTH = 1.0f;

extern "C" __global__ void morse_forces_cuda_kernel_forward(
    kgen::launch_bounds<1> dim,
    kgen::array<vec3> position,
    kgen::array<float> well_depth,
    kgen::array<int, 2> neighbors,
    kgen::array<vec3> force,
    kgen::array<mat33> stress,
    kgen::array<float> energy)
{
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int atom = kgen::tid(idx, dim);
        vec3 pull = vec3(0.0f, 0.0f, 0.0f);
        for (int slot = 0; slot < neighbors.shape[1]; ++slot) {
            const int other = neighbors(atom, slot);
            if (other < 0) {
                continue;
            }
            const vec3 offset = position[other] - position[atom];
            const float distance = kgen::length(offset);
            if (distance > CUTOFF) {
                continue;
            }

            const float depth = kgen::sqrt(well_depth[atom] * well_depth[other]);
            const float decay = kgen::exp(BOND_WIDTH * (BOND_LENGTH - distance));
            const float tension = 2.0f * BOND_WIDTH * depth * decay * (1.0f - decay);
            const vec3 bond_force = tension / distance * offset;
            pull += bond_force;
            kgen::atomic_add(stress, 0, 0.5f * kgen::outer(bond_force, offset));
            kgen::atomic_add(energy, 0, 0.5f * depth * (kgen::pow(1.0f - decay, 2.0f) - 1.0f));
        }
        force[atom] = pull;
    }
}

extern "C" __global__ void morse_forces_cuda_kernel_backward(
    kgen::launch_bounds<1> dim,
    kgen::array<vec3> position,
    kgen::array<float> well_depth,
    kgen::array<int, 2> neighbors,
    kgen::array<vec3> force,
    kgen::array<mat33> stress,
    kgen::array<float> energy,
    kgen::array<vec3> adj_position,
    kgen::array<float> adj_well_depth,
    kgen::array<int, 2> adj_neighbors,
    kgen::array<vec3> adj_force,
    kgen::array<mat33> adj_stress,
    kgen::array<float> adj_energy)
{
    const auto grad_position = kgen::gradient_of(position, adj_position);
    const auto grad_well_depth = kgen::gradient_of(well_depth, adj_well_depth);
    const auto grad_force = kgen::gradient_of(force, adj_force);
    const auto grad_stress = kgen::gradient_of(stress, adj_stress);
    const auto grad_energy = kgen::gradient_of(energy, adj_energy);
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int atom = kgen::tid(idx, dim);
        const vec3 adj_pull = kgen::take(grad_force, atom);
        for (int slot = neighbors.shape[1] - 1; slot >= 0; --slot) {
            const int other = neighbors(atom, slot);
            if (other >= 0) {
                const vec3 offset = position[other] - position[atom];
                const float distance = kgen::length(offset);
                float adj_distance;
                vec3 adj_offset;
                if (!(distance > CUTOFF)) {
                    const float well_depth_atom = well_depth[atom];
                    const float well_depth_other = well_depth[other];
                    const float depth = kgen::sqrt(well_depth_atom * well_depth_other);
                    const float decay = kgen::exp(BOND_WIDTH * (BOND_LENGTH - distance));
                    const float product = 2.0f * BOND_WIDTH;
                    const float product_2 = product * depth;
                    const float product_3 = product_2 * decay;
                    const float difference = 1.0f - decay;
                    const float tension = product_3 * difference;
                    const float quotient = tension / distance;
                    const vec3 bond_force = quotient * offset;
                    const float adj_energy_0 = kgen::read(grad_energy, 0);
                    float adj_decay;
                    float adj_depth;
                    if (adj_energy_0 != 0.0f) {
                        const float product_4 = adj_energy_0 * (0.5f * depth);
                        if (product_4 != 0.0f) {
                            adj_decay = -(product_4 * (2.0f * kgen::pow(difference, 2.0f - 1.0f)));
                        } else {
                            adj_decay = 0.0f;
                        }
                        adj_depth = adj_energy_0 * (kgen::pow(difference, 2.0f) - 1.0f) * 0.5f;
                    } else {
                        adj_decay = 0.0f;
                        adj_depth = 0.0f;
                    }
                    const mat33 product_5 = kgen::read(grad_stress, 0) * 0.5f;
                    vec3 chosen;
                    if (kgen::any_nonzero(product_5)) {
                        chosen = product_5 * offset;
                        adj_offset = bond_force * product_5;
                    } else {
                        chosen = vec3{};
                        adj_offset = vec3{};
                    }
                    const vec3 adj_bond_force = chosen + adj_pull;
                    float chosen_2;
                    if (kgen::any_nonzero(adj_bond_force)) {
                        const float ddot_value = kgen::ddot(adj_bond_force, offset);
                        if (ddot_value != 0.0f) {
                            const float adj_tension = ddot_value / distance;
                            const float product_6 = adj_tension * difference;
                            chosen_2 = -(adj_tension * quotient);
                            adj_decay = adj_decay - adj_tension * product_3 + product_6 * product_2;
                            adj_depth += product_6 * decay * product;
                        } else {
                            chosen_2 = 0.0f;
                        }
                        adj_offset += adj_bond_force * quotient;
                    } else {
                        chosen_2 = 0.0f;
                    }
                    if (adj_depth != 0.0f) {
                        const float quotient_2 = 0.5f * adj_depth / depth;
                        kgen::add(grad_well_depth, other, quotient_2 * well_depth_atom);
                        kgen::add(grad_well_depth, atom, quotient_2 * well_depth_other);
                    }
                    adj_distance = adj_decay != 0.0f ? chosen_2 - adj_decay * decay * BOND_WIDTH
                        : chosen_2;
                } else {
                    adj_distance = 0.0f;
                    adj_offset = vec3{};
                }
                const vec3 adj_offset_2 = adj_offset + kgen::normalize(offset) * adj_distance;
                kgen::add(grad_position, atom, -adj_offset_2);
                kgen::add(grad_position, other, adj_offset_2);
            }
        }
    }
}
