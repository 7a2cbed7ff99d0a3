#include "kgen/kgen.cuh"

static constexpr int WATER = 0;
static constexpr int SAND = 1;
static constexpr int GRASS = 2;
static constexpr float REST_HEIGHT = 0.05f;

extern "C" __global__ void bounce_distance_cuda_kernel_forward(
    kgen::launch_bounds<1> dim,
    kgen::array<float> height,
    kgen::array<int> ground,
    kgen::array<int> max_bounces,
    kgen::array<float> distance)
{
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int ball = kgen::tid(idx, dim);
        if (ground[ball] == WATER) {
            continue;
        }

        float rebound;
        if (ground[ball] == SAND) {
            rebound = 0.2f;
        } else if (ground[ball] == GRASS) {
            rebound = 0.45f;
        } else {
            rebound = 0.7f;
        }

        float h = height[ball];
        float travelled = height[ball];
        int bounces = 0;
        while (h > REST_HEIGHT) {
            if (bounces == max_bounces[ball]) {
                break;
            }
            h = rebound * h;
            travelled += 2.0f * h;
            ++bounces;
        }
        distance[ball] = travelled;
    }
}

extern "C" __global__ void bounce_distance_cuda_kernel_backward(
    kgen::launch_bounds<1> dim,
    kgen::array<float> height,
    kgen::array<int> ground,
    kgen::array<int> max_bounces,
    kgen::array<float> distance,
    kgen::array<float> adj_height,
    kgen::array<int> adj_ground,
    kgen::array<int> adj_max_bounces,
    kgen::array<float> adj_distance)
{
    const auto grad_height = kgen::gradient_of(height, adj_height);
    const auto grad_distance = kgen::gradient_of(distance, adj_distance);
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int ball = kgen::tid(idx, dim);
        const int ground_ball = ground[ball];
        if (ground_ball != WATER) {
            float rebound;
            if (ground_ball == SAND) {
                rebound = 0.2f;
            } else {
                rebound = ground_ball == GRASS ? 0.45f : 0.7f;
            }
            float h = height[ball];
            int bounces = 0;
            while (h > REST_HEIGHT && bounces != max_bounces[ball]) {
                h = rebound * h;
                ++bounces;
            }
            const float adj_travelled = kgen::take(grad_distance, ball);
            float adj_h_2 = 0.0f;
            for (int trip = bounces - 1; trip >= 0; --trip) {
                const float adj_h_3 = adj_h_2 + adj_travelled * 2.0f;
                adj_h_2 = adj_h_3 * rebound;
            }
            const float adj_h = adj_h_2 + adj_travelled;
            kgen::add(grad_height, ball, adj_h);
        }
    }
}
