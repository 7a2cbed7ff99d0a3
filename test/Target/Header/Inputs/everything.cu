// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names each thing in kgen.cuh once, for the GPU's compilers and for the CPU's.
#include "kgen/kgen.cuh"
using kgen::mat33d;
using kgen::quat;
using kgen::transform;
using kgen::vec3;

#if defined(__CUDACC__)
#define KERNEL __global__
#define FIRST kgen::first_thread()
#define STRIDE kgen::thread_stride()
#else
#define KERNEL
#define FIRST 0
#define STRIDE 1
#endif

extern "C" KERNEL void numbers(
    kgen::launch_bounds<3> dim, kgen::array<int8_t> n8, kgen::array<int64_t> n64, kgen::array<int> n,
    kgen::array<uint32_t> u, kgen::array<float> f)
{
    for (size_t idx = FIRST; idx < dim.size; idx += STRIDE) {
        const auto [i, j, k] = kgen::tid3(idx, dim);
        n8[i] = kgen::lshift(n8[i], int8_t(3));
        n8[j] = kgen::div(n8[i], n8[0]);
        n8[k] = kgen::cast<int8_t>(f[i]);
        n64[i] = kgen::rshift(kgen::floordiv(n64[i], kgen::mod(n64[j], int64_t(3))), kgen::abs(n64[0]));
        n[i] = kgen::cast<int>(f[0]) + kgen::sign(n[i]) + kgen::clamp(n[i], 1, 2) + kgen::tid(idx, dim);
        u[i] = kgen::floordiv(u[i], u[j]) + kgen::abs(u[i]) + kgen::sign(u[1]) + kgen::cast<uint32_t>(f[1]);
        kgen::atomic_add(n, i, 1);
        kgen::atomic_sub(u, i, 1u);
        kgen::atomic_min(n64, i, int64_t(4));
        kgen::atomic_max(f, 1, kgen::lerp(0.5f, 2.0f, kgen::frac(f[1])));
        f[2] = kgen::infinity<float>() + kgen::nan<float>() + kgen::round(kgen::rint(f[3]));
        f[3] = kgen::floordiv(f[1], f[2]) + kgen::mod(f[1], f[2]) + kgen::degrees(1.0f) + kgen::radians(f[1]);
        for (int step = 0; kgen::in_range(step, n[0], n[1]); step += n[1]) {
            kgen::print(n[i]);
            kgen::print(f[i]);
            kgen::print(u[i]);
            kgen::print(i < j);
        }
    }
}

extern "C" KERNEL void aggregates(
    kgen::launch_bounds<2> dim, kgen::array<vec3> pos, kgen::array<mat33d, 2> m, kgen::array<float, 4> f,
    kgen::array<vec3> adj_pos)
{
    const auto grad_pos = kgen::gradient_of(pos, adj_pos);
    for (size_t idx = FIRST; idx < dim.size; idx += STRIDE) {
        const auto [i, j] = kgen::tid2(idx, dim);
        vec3 v = pos[i];
        vec3 w{};
        v[0] = 1.0f;
        v[-1] += 2.0f;
        w = 2.0f * v + v * 3.0f - -v / 2.0f;
        pos[j] = kgen::where(i > 2, w, kgen::cross(v, w)) + vec3(1.0f) + vec3(1.0f, 2.0f, 3.0f);
        m(i, j) = kgen::inverse(m(i, j)) * kgen::identity<mat33d>() +
                  kgen::outer(m(0, 0) * m(0, 0)[0], m(0, 0)[1] * m(0, 0)) * kgen::determinant(m(0, 0));
        m(0, 0) = kgen::cw_mul(m(0, 0), kgen::cw_div(m(0, 1), kgen::transpose(m(1, 1))));
        m(0, 0) *= m(0, 1);
        v *= kgen::outer(v, w);
        f(i, j, 0, -1) = float(kgen::ddot(m(0, 1), m(0, 1)) + kgen::trace(kgen::adjugate(m(0, 0))));
        kgen::atomic_add(m, i, j, m(1, 1));
        kgen::atomic_max(pos, i, kgen::normalize(v));
        kgen::atomic_sub(pos, i, kgen::cw_mul(v, kgen::cw_div(v, w)));
        kgen::atomic_min(f, i, j, 0, 0, kgen::length(v) + kgen::length_sq(w) + kgen::dot(v, w));
        kgen::add(grad_pos, i, kgen::take(grad_pos, j));
        kgen::add(grad_pos, j, kgen::read(grad_pos, 1));
        kgen::print(v);
        kgen::print(m(0, 0));
    }
}

struct Ball {
    vec3 center;
    quat turn;
    kgen::array<float, 2> weights;
};

extern "C" KERNEL void rotations(
    kgen::launch_bounds<1> dim, kgen::array<Ball> balls, kgen::array<transform> poses, kgen::array<Ball> adj_balls)
{
    const auto grad_balls = kgen::gradient_of(balls, adj_balls);
    for (size_t idx = FIRST; idx < dim.size; idx += STRIDE) {
        const int i = kgen::tid(idx, dim);
        kgen::expect(i >= 0, "a thread");
        Ball ball = balls[i];
        ball.turn = ball.turn * quat(0.0f, 0.0f, 0.0f, 1.0f) + -ball.turn / 2.0f;
        ball.turn[3] += 1.0f;
        if (ball.weights) {
            ball.center[0] += ball.weights.row(i)[0];
        }
        balls[i] = ball;
        poses[i] = transform(ball.center, ball.turn) * 2.0f;
        kgen::atomic_add(poses, 0, poses[i] - poses[0]);
        kgen::atomic_sub(&balls[0].center, ball.center);
        kgen::add(kgen::part(kgen::part(grad_balls, &Ball::center), 2), i, 1.0f);
        kgen::add(kgen::part(grad_balls, &Ball::turn), i, kgen::take(kgen::part(grad_balls, &Ball::turn), 0));
        kgen::print(poses[i]);
        kgen::format("%d %f\n", i, ball.center[0]);
    }
}
