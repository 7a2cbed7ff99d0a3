#include "kgen/kgen.cuh"

using kgen::vec2;
using kgen::vec3;

static constexpr float SHEAR = 0.15f;
static constexpr float AIR_DENSITY = 1.2f;
static constexpr float SKIN_FRICTION = 0.02f;

extern "C" __global__ void sail_load_cuda_kernel_forward(
    kgen::launch_bounds<2> dim,
    kgen::array<vec3, 2> sail,
    kgen::array<vec2> wind,
    kgen::array<vec3, 2> force,
    kgen::array<float, 2> power)
{
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const auto [row, column] = kgen::tid2(idx, dim);
        const vec3 corner = sail(row, column);
        const vec3 along = sail(row, column + 1) - corner;
        const vec3 up = sail(row + 1, column) - corner;
        const vec3 area_vector = kgen::cross(along, up);
        const vec3 normal = kgen::normalize(area_vector);
        const float area = kgen::length(area_vector);
        const vec3 center = corner + 0.5f * (along + up);

        const float growth = 1.0f + SHEAR * center[1];  // the wind is level and grows with height
        const vec2 breeze = wind[row];
        vec3 gust = vec3(0.0f, 0.0f, 0.0f);
        gust[0] = growth * breeze[0];
        gust[2] = growth * breeze[1];
        const float through = kgen::dot(gust, normal);
        const vec3 sliding = gust - through * normal;

        const float pressure = 0.5f * AIR_DENSITY * kgen::length_sq(gust) * area;
        const vec3 load = pressure *
            (through / kgen::length(gust) * normal + SKIN_FRICTION * sliding);
        force(row, column) = load;
        power(row, column) = kgen::dot(load, gust);
    }
}

extern "C" __global__ void sail_load_cuda_kernel_backward(
    kgen::launch_bounds<2> dim,
    kgen::array<vec3, 2> sail,
    kgen::array<vec2> wind,
    kgen::array<vec3, 2> force,
    kgen::array<float, 2> power,
    kgen::array<vec3, 2> adj_sail,
    kgen::array<vec2> adj_wind,
    kgen::array<vec3, 2> adj_force,
    kgen::array<float, 2> adj_power)
{
    const auto grad_sail = kgen::gradient_of(sail, adj_sail);
    const auto grad_wind = kgen::gradient_of(wind, adj_wind);
    const auto grad_force = kgen::gradient_of(force, adj_force);
    const auto grad_power = kgen::gradient_of(power, adj_power);
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const auto [row, column] = kgen::tid2(idx, dim);
        const vec3 corner = sail(row, column);
        const vec3 along = sail(row, column + 1) - corner;
        const vec3 up = sail(row + 1, column) - corner;
        const vec3 area_vector = kgen::cross(along, up);
        const vec3 normal = kgen::normalize(area_vector);
        const float area = kgen::length(area_vector);
        const vec3 center = corner + 0.5f * (along + up);
        const float growth = 1.0f + SHEAR * center[1];
        const vec2 breeze = wind[row];
        vec3 gust = vec3(0.0f, 0.0f, 0.0f);
        gust[0] = growth * breeze[0];
        gust[2] = growth * breeze[1];
        const float through = kgen::dot(gust, normal);
        const vec3 sliding = gust - through * normal;
        const float product = 0.5f * AIR_DENSITY;
        const float product_2 = product * kgen::dot(gust, gust);
        const float pressure = product_2 * area;
        const float length_gust = kgen::length(gust);
        const float quotient = through / length_gust;
        const vec3 sum = quotient * normal + SKIN_FRICTION * sliding;
        const vec3 load = pressure * sum;
        const float adj_power_row_column = kgen::take(grad_power, row, column);
        vec3 chosen;
        vec3 adj_gust;
        if (adj_power_row_column != 0.0f) {
            chosen = gust * adj_power_row_column;
            adj_gust = load * adj_power_row_column;
        } else {
            chosen = vec3{};
            adj_gust = vec3{};
        }
        const vec3 adj_force_row_column = kgen::take(grad_force, row, column);
        const vec3 adj_load = chosen + adj_force_row_column;
        vec3 chosen_2;
        vec3 chosen_3;
        if (kgen::any_nonzero(adj_load)) {
            const float adj_pressure = kgen::ddot(adj_load, sum);
            const vec3 product_3 = adj_load * pressure;
            const vec3 adj_sliding = product_3 * SKIN_FRICTION;
            vec3 chosen_4;
            float chosen_5;
            if (kgen::any_nonzero(product_3)) {
                const float ddot_value = kgen::ddot(product_3, normal);
                if (ddot_value != 0.0f) {
                    chosen_5 = ddot_value / length_gust;
                    adj_gust += kgen::normalize(gust) * -(chosen_5 * quotient);
                } else {
                    chosen_5 = 0.0f;
                }
                chosen_4 = product_3 * quotient;
            } else {
                chosen_4 = vec3{};
                chosen_5 = 0.0f;
            }
            const float adj_area = adj_pressure * product_2;
            const vec3 product_4 = gust * (adj_pressure * area * product);
            const vec3 neg_adj_sliding = -adj_sliding;
            const float adj_through = chosen_5 + kgen::ddot(neg_adj_sliding, normal);
            const vec3 adj_normal = chosen_4 + neg_adj_sliding * through + gust * adj_through;
            vec3 adj_area_vector = normal * adj_area;
            if (kgen::any_nonzero(adj_normal)) {
                const vec3 chosen_6 = kgen::where(area > 0.0f,
                    (adj_normal - normal * kgen::dot(normal, adj_normal)) / area, vec3{});
                adj_area_vector += chosen_6;
            }
            adj_gust = adj_gust + product_4 + product_4 + adj_sliding + normal * adj_through;
            chosen_2 = kgen::cross(up, adj_area_vector);
            chosen_3 = kgen::cross(adj_area_vector, along);
        } else {
            chosen_2 = vec3{};
            chosen_3 = vec3{};
        }
        vec3 adj_gust_2 = adj_gust;
        adj_gust_2[2] = 0.0f;
        const float adj_growth = adj_gust[2] * breeze[1] + adj_gust_2[0] * breeze[0];
        const vec2 adj_breeze = vec2(adj_gust_2[0] * growth, adj_gust[2] * growth);
        kgen::add(grad_wind, row, adj_breeze);
        const vec3 adj_center = vec3(0.0f, adj_growth * SHEAR, 0.0f);
        const vec3 product_5 = adj_center * 0.5f;
        const vec3 adj_along = chosen_2 + product_5;
        const vec3 adj_up = chosen_3 + product_5;
        kgen::add(grad_sail, row + 1, column, adj_up);
        const vec3 adj_corner = adj_center - adj_up - adj_along;
        kgen::add(grad_sail, row, column + 1, adj_along);
        kgen::add(grad_sail, row, column, adj_corner);
    }
}
