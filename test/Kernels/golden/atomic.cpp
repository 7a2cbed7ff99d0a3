#include "kgen/kgen.cuh"

static constexpr float CELL_WIDTH = 0.5f;

struct deposit_charge_args {
    kgen::array<float> position;
    kgen::array<float> charge;
    kgen::array<float> density;
    kgen::array<float> strongest;
    kgen::array<float> leftmost;
    kgen::array<float> reservoir;
};

extern "C" void deposit_charge_cpu_forward(
    const kgen::launch_bounds<1>* dim,
    const deposit_charge_args* args)
{
    const auto& [position, charge, density, strongest, leftmost, reservoir] = *args;
    for (size_t idx = 0; idx < dim->size; ++idx) {
        const int p = kgen::tid(idx, *dim);
        const float x = position[p] / CELL_WIDTH;
        const int left = kgen::cast<int>(kgen::floor(x));
        if (left < 0 || kgen::wrapping_add(left, 1) >= density.shape[0]) {
            continue;
        }

        const float share = x - float(left);
        const float q = charge[p];
        kgen::atomic_add(density, left, (1.0f - share) * q / CELL_WIDTH);
        kgen::atomic_add(density, left + 1, share * q / CELL_WIDTH);
        kgen::atomic_max(strongest, left, kgen::abs(q));
        kgen::atomic_min(leftmost, 0, position[p]);
        kgen::atomic_sub(reservoir, 0, q);
    }
}

extern "C" void deposit_charge_cpu_backward(
    const kgen::launch_bounds<1>* dim,
    const deposit_charge_args* args,
    const deposit_charge_args* adj_args)
{
    const auto& [position, charge, density, strongest, leftmost, reservoir] = *args;
    const auto& [adj_position, adj_charge, adj_density, adj_strongest, adj_leftmost, adj_reservoir] = *adj_args;
    const auto grad_position = kgen::gradient_of(position, adj_position);
    const auto grad_charge = kgen::gradient_of(charge, adj_charge);
    const auto grad_density = kgen::gradient_of(density, adj_density);
    const auto grad_strongest = kgen::gradient_of(strongest, adj_strongest);
    const auto grad_leftmost = kgen::gradient_of(leftmost, adj_leftmost);
    const auto grad_reservoir = kgen::gradient_of(reservoir, adj_reservoir);
    for (size_t idx = dim->size; idx-- > 0;) {
        const int p = kgen::tid(idx, *dim);
        const float position_p = position[p];
        const float x = position_p / CELL_WIDTH;
        const int left = kgen::cast<int>(kgen::floor(x));
        float adj_x;
        float chosen;
        if (!(left < 0 || kgen::wrapping_add(left, 1) >= density.shape[0])) {
            const float share = x - float(left);
            const float q = charge[p];
            if (position_p == leftmost[0]) {
                chosen = kgen::take(grad_leftmost, 0);
            } else {
                chosen = 0.0f;
            }
            float chosen_2;
            if (kgen::abs(q) == strongest[left]) {
                chosen_2 = kgen::take(grad_strongest, left);
            } else {
                chosen_2 = 0.0f;
            }
            const float sum = kgen::where(q < 0.0f, -chosen_2, chosen_2) -
                kgen::read(grad_reservoir, 0);
            const float quotient = kgen::read(grad_density, kgen::wrapping_add(left, 1)) /
                CELL_WIDTH;
            const float quotient_2 = kgen::read(grad_density, left) / CELL_WIDTH;
            const float adj_q = sum + quotient * share + quotient_2 * (1.0f - share);
            const float adj_share = quotient * q - quotient_2 * q;
            kgen::add(grad_charge, p, adj_q);
            adj_x = adj_share;
        } else {
            adj_x = 0.0f;
            chosen = 0.0f;
        }
        kgen::add(grad_position, p, chosen + adj_x / CELL_WIDTH);
    }
}
