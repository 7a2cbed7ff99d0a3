#include "kgen/kgen.cuh"

struct advantage_estimate_args {
    kgen::array<float, 2> reward;
    kgen::array<float, 2> value;
    float discount;
    float trace;
    float reward_limit;
    int last_step;
    kgen::array<float, 2> advantage;
};

extern "C" void advantage_estimate_cpu_forward(
    const kgen::launch_bounds<1>* dim,
    const advantage_estimate_args* args)
{
    const auto& [reward, value, discount, trace, reward_limit, last_step, advantage] = *args;
    for (size_t idx = 0; idx < dim->size; ++idx) {
        const int episode = kgen::tid(idx, *dim);
        float estimate = 0.0f;
        for (int step = 5; step >= 0; --step) {
            if (step <= last_step) {
                const float r = kgen::clamp(reward(episode, step), -reward_limit, reward_limit);
                const float surprise = r + discount * value(episode, step + 1) -
                    value(episode, step);
                estimate = surprise + discount * trace * estimate;
                advantage(episode, step) = estimate;
            }
        }
    }
}

extern "C" void advantage_estimate_cpu_backward(
    const kgen::launch_bounds<1>* dim,
    const advantage_estimate_args* args,
    const advantage_estimate_args* adj_args)
{
    const auto& [reward, value, discount, trace, reward_limit, last_step, advantage] = *args;
    const auto& [adj_reward, adj_value, adj_discount, adj_trace, adj_reward_limit, adj_last_step, adj_advantage] = *adj_args;
    const auto grad_reward = kgen::gradient_of(reward, adj_reward);
    const auto grad_value = kgen::gradient_of(value, adj_value);
    const auto grad_advantage = kgen::gradient_of(advantage, adj_advantage);
    for (size_t idx = dim->size; idx-- > 0;) {
        const int episode = kgen::tid(idx, *dim);
        float adj_estimate = 0.0f;
        for (int step = 5; step >= 0; --step) {
            const int step_2 = 5 + step * -1;
            if (step_2 <= last_step) {
                const float reward_episode_step_2 = reward(episode, step_2);
                const float max_value = kgen::max(-reward_limit, reward_episode_step_2);
                const float r = kgen::min(max_value, reward_limit);
                const float adj_advantage_episode_step_2 = kgen::take(grad_advantage, episode,
                    step_2);
                const float adj_estimate_2 = adj_estimate + adj_advantage_episode_step_2;
                kgen::add(grad_value, episode, step_2, -adj_estimate_2);
                kgen::add(grad_value, episode, step_2 + 1, adj_estimate_2 * discount);
                kgen::add(grad_reward, episode, step_2,
                    kgen::where(max_value != reward_episode_step_2, 0.0f,
                    kgen::where(r != reward_limit, adj_estimate_2, 0.0f)));
                adj_estimate = adj_estimate_2 * (discount * trace);
            }
        }
    }
}
