#include "kgen/kgen.cuh"

static constexpr float SOFT_DEPTH = 0.05f;
static constexpr float STIFFNESS = 40.0f;

struct tyre_force_args {
    kgen::array<float> depth;
    kgen::array<float> slip;
    kgen::array<int> wet;
    kgen::array<int> braking;
    kgen::array<float> normal_force;
    kgen::array<float> friction;
};

extern "C" void tyre_force_cpu_forward(
    const kgen::launch_bounds<1>* dim,
    const tyre_force_args* args)
{
    const auto& [depth, slip, wet, braking, normal_force, friction] = *args;
    for (size_t idx = 0; idx < dim->size; ++idx) {
        const int i = kgen::tid(idx, *dim);
        const float d = depth[i];
        const float s = slip[i];
        const bool is_wet = wet[i] != 0;
        const bool is_braking = braking[i] != 0;
        const float grip = kgen::where(is_wet, 0.5f, 0.9f);
        float pressed = d > SOFT_DEPTH ? STIFFNESS * d : STIFFNESS * d * d / SOFT_DEPTH;

        float drag;
        if (d <= 0.0f) {
            pressed = 0.0f;
            drag = 0.0f;
        } else if (kgen::abs(s) < 0.1f && !is_braking) {
            drag = 0.02f * s;
        } else if (kgen::abs(s) < 0.3f) {
            drag = grip * kgen::sin(5.0f * s);
        } else if (s < 0.0f || is_wet) {
            drag = 0.8f * grip * kgen::sign(s);
        } else {
            drag = grip * (1.0f - 0.2f * (s - 0.3f));
        }

        normal_force[i] = pressed;
        friction[i] = -drag * pressed;
    }
}

extern "C" void tyre_force_cpu_backward(
    const kgen::launch_bounds<1>* dim,
    const tyre_force_args* args,
    const tyre_force_args* adj_args)
{
    const auto& [depth, slip, wet, braking, normal_force, friction] = *args;
    const auto& [adj_depth, adj_slip, adj_wet, adj_braking, adj_normal_force, adj_friction] = *adj_args;
    const auto grad_depth = kgen::gradient_of(depth, adj_depth);
    const auto grad_slip = kgen::gradient_of(slip, adj_slip);
    const auto grad_normal_force = kgen::gradient_of(normal_force, adj_normal_force);
    const auto grad_friction = kgen::gradient_of(friction, adj_friction);
    for (size_t idx = dim->size; idx-- > 0;) {
        const int i = kgen::tid(idx, *dim);
        const float d = depth[i];
        const float s = slip[i];
        const bool is_wet = wet[i] != 0;
        const bool is_braking = braking[i] != 0;
        const float grip = kgen::where(is_wet, 0.5f, 0.9f);
        const bool is_greater = d > SOFT_DEPTH;
        float pressed;
        if (is_greater) {
            pressed = STIFFNESS * d;
        } else {
            pressed = STIFFNESS * d * d / SOFT_DEPTH;
        }
        const bool is_at_most = d <= 0.0f;
        float drag;
        if (is_at_most) {
            pressed = 0.0f;
            drag = 0.0f;
        } else {
            const float abs_s = kgen::abs(s);
            if (abs_s < 0.1f && !is_braking) {
                drag = 0.02f * s;
            } else if (abs_s < 0.3f) {
                drag = grip * kgen::sin(5.0f * s);
            } else if (s < 0.0f || is_wet) {
                drag = 0.8f * grip * kgen::sign(s);
            } else {
                drag = grip * (1.0f - 0.2f * (s - 0.3f));
            }
        }
        const float adj_friction_i = kgen::take(grad_friction, i);
        const float adj_drag = -(adj_friction_i * pressed);
        const float adj_normal_force_i = kgen::take(grad_normal_force, i);
        float adj_pressed = adj_friction_i * -drag + adj_normal_force_i;
        float adj_s;
        if (is_at_most) {
            adj_s = 0.0f;
            adj_pressed = 0.0f;
        } else {
            const float abs_s_2 = kgen::abs(s);
            if (abs_s_2 < 0.1f && !is_braking) {
                adj_s = adj_drag * 0.02f;
            } else if (abs_s_2 < 0.3f) {
                adj_s = adj_drag * grip * kgen::cos(5.0f * s) * 5.0f;
            } else {
                adj_s = s < 0.0f || is_wet ? 0.0f : -(adj_drag * grip) * 0.2f;
            }
        }
        float adj_d;
        if (is_greater) {
            adj_d = adj_pressed * STIFFNESS;
        } else {
            const float quotient = adj_pressed / SOFT_DEPTH;
            adj_d = quotient * (STIFFNESS * d) + quotient * d * STIFFNESS;
        }
        kgen::add(grad_slip, i, adj_s);
        kgen::add(grad_depth, i, adj_d);
    }
}
