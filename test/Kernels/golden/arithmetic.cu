#include "kgen/kgen.cuh"

static constexpr int PATCHES_PER_HABITAT = 2;
static constexpr float DT = 0.1f;

extern "C" __global__ void predator_prey_step_cuda_kernel_forward(
    kgen::launch_bounds<1> dim,
    kgen::array<float> hares,
    kgen::array<float> foxes,
    kgen::array<float> capacity,
    kgen::array<float> hares_next,
    kgen::array<float> foxes_next)
{
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int patch = kgen::tid(idx, dim);
        const int habitat = kgen::floordiv(patch, PATCHES_PER_HABITAT);
        const int side = patch % PATCHES_PER_HABITAT;
        const float shade = 1.0f - 0.25f * float(side);

        const float prey = hares[patch];
        const float predators = foxes[patch];
        const float crowding = prey / (capacity[habitat] * shade);
        const float eaten = 0.8f * prey * predators / (1.0f + 0.5f * prey);

        const float births = 1.2f * prey * (1.0f - crowding);
        const float fights = 0.05f * kgen::pow(predators, 1.5f);
        const float starved = -0.4f * predators - fights;

        hares_next[patch] = prey + DT * (births - eaten);
        foxes_next[patch] = predators + DT * (0.6f * eaten + starved);
    }
}

extern "C" __global__ void predator_prey_step_cuda_kernel_backward(
    kgen::launch_bounds<1> dim,
    kgen::array<float> hares,
    kgen::array<float> foxes,
    kgen::array<float> capacity,
    kgen::array<float> hares_next,
    kgen::array<float> foxes_next,
    kgen::array<float> adj_hares,
    kgen::array<float> adj_foxes,
    kgen::array<float> adj_capacity,
    kgen::array<float> adj_hares_next,
    kgen::array<float> adj_foxes_next)
{
    const auto grad_hares = kgen::gradient_of(hares, adj_hares);
    const auto grad_foxes = kgen::gradient_of(foxes, adj_foxes);
    const auto grad_capacity = kgen::gradient_of(capacity, adj_capacity);
    const auto grad_hares_next = kgen::gradient_of(hares_next, adj_hares_next);
    const auto grad_foxes_next = kgen::gradient_of(foxes_next, adj_foxes_next);
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int patch = kgen::tid(idx, dim);
        const int habitat = kgen::floordiv(patch, PATCHES_PER_HABITAT);
        const int side = patch % PATCHES_PER_HABITAT;
        const float shade = 1.0f - 0.25f * float(side);
        const float prey = hares[patch];
        const float predators = foxes[patch];
        const float product = capacity[habitat] * shade;
        const float crowding = prey / product;
        const float product_2 = 0.8f * prey;
        const float sum = 1.0f + 0.5f * prey;
        const float eaten = product_2 * predators / sum;
        const float adj_foxes_next_patch = kgen::take(grad_foxes_next, patch);
        const float adj_starved = adj_foxes_next_patch * DT;
        float adj_prey = kgen::take(grad_hares_next, patch);
        const float adj_births = adj_prey * DT;
        const float adj_eaten = adj_starved * 0.6f - adj_births;
        const float adj_fights = -adj_starved;
        float adj_predators = adj_foxes_next_patch + adj_starved * -0.4f;
        const float product_3 = adj_fights * 0.05f;
        if (product_3 != 0.0f) {
            adj_predators += product_3 * (1.5f * kgen::pow(predators, 1.5f - 1.0f));
        }
        if (adj_births != 0.0f) {
            const float adj_crowding = -(adj_births * (1.2f * prey));
            const float quotient = adj_crowding / product;
            kgen::add(grad_capacity, habitat, -(quotient * crowding) * shade);
            adj_prey = adj_prey + adj_births * (1.0f - crowding) * 1.2f + quotient;
        }
        if (adj_eaten != 0.0f) {
            const float quotient_2 = adj_eaten / sum;
            adj_prey = adj_prey - quotient_2 * eaten * 0.5f + quotient_2 * predators * 0.8f;
            adj_predators += quotient_2 * product_2;
        }
        kgen::add(grad_foxes, patch, adj_predators);
        kgen::add(grad_hares, patch, adj_prey);
    }
}
