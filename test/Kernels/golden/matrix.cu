#include "kgen/kgen.cuh"

using kgen::mat22;
using kgen::vec2;

static constexpr float SHEAR_MODULUS = 0.8f;
static constexpr float LAME = 1.5f;

extern "C" __global__ void stretch_membrane_cuda_kernel_forward(
    kgen::launch_bounds<1> dim,
    kgen::array<mat22> rest_edges,
    kgen::array<vec2, 2> corners,
    kgen::array<vec2> edge_normal,
    kgen::array<float> energy,
    kgen::array<vec2> traction)
{
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int t = kgen::tid(idx, dim);
        const vec2 u = corners(t, 1) - corners(t, 0);
        const vec2 v = corners(t, 2) - corners(t, 0);
        const mat22 edges = mat22(u[0], v[0], u[1], v[1]);
        const mat22 rest = rest_edges[t];

        const mat22 deformation = edges * kgen::inverse(rest);
        const mat22 eye = kgen::identity<mat22>();
        const mat22 strain = 0.5f * (kgen::transpose(deformation) * deformation - eye);
        const float growth = kgen::trace(strain);
        const mat22 stress = 2.0f * SHEAR_MODULUS * strain + LAME * growth * eye;

        const float area = 0.5f * kgen::determinant(rest);
        energy[t] = 0.5f * area * kgen::trace(strain * stress);
        traction[t] = deformation * stress * edge_normal[t];
    }
}

extern "C" __global__ void stretch_membrane_cuda_kernel_backward(
    kgen::launch_bounds<1> dim,
    kgen::array<mat22> rest_edges,
    kgen::array<vec2, 2> corners,
    kgen::array<vec2> edge_normal,
    kgen::array<float> energy,
    kgen::array<vec2> traction,
    kgen::array<mat22> adj_rest_edges,
    kgen::array<vec2, 2> adj_corners,
    kgen::array<vec2> adj_edge_normal,
    kgen::array<float> adj_energy,
    kgen::array<vec2> adj_traction)
{
    const auto grad_rest_edges = kgen::gradient_of(rest_edges, adj_rest_edges);
    const auto grad_corners = kgen::gradient_of(corners, adj_corners);
    const auto grad_edge_normal = kgen::gradient_of(edge_normal, adj_edge_normal);
    const auto grad_energy = kgen::gradient_of(energy, adj_energy);
    const auto grad_traction = kgen::gradient_of(traction, adj_traction);
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int t = kgen::tid(idx, dim);
        const vec2 corners_t_0 = corners(t, 0);
        const vec2 u = corners(t, 1) - corners_t_0;
        const vec2 v = corners(t, 2) - corners_t_0;
        const mat22 edges = mat22(u[0], v[0], u[1], v[1]);
        const mat22 rest = rest_edges[t];
        const mat22 inverse_rest = kgen::inverse(rest);
        const mat22 deformation = edges * inverse_rest;
        const mat22 eye = kgen::identity<mat22>();
        const mat22 transpose_deformation = kgen::transpose(deformation);
        const mat22 strain = 0.5f * (transpose_deformation * deformation - eye);
        const float growth = kgen::trace(strain);
        const float product = 2.0f * SHEAR_MODULUS;
        const mat22 stress = product * strain + LAME * growth * eye;
        const float area = 0.5f * kgen::determinant(rest);
        const vec2 adj_traction_t = kgen::take(grad_traction, t);
        const mat22 outer_value = kgen::outer(adj_traction_t, edge_normal[t]);
        kgen::add(grad_edge_normal, t, adj_traction_t * (deformation * stress));
        const mat22 transpose_stress = kgen::transpose(stress);
        const float adj_energy_t = kgen::take(grad_energy, t);
        const mat22 product_2 = eye * (adj_energy_t * (0.5f * area));
        const mat22 adj_stress = transpose_deformation * outer_value +
            kgen::transpose(strain) * product_2;
        const float adj_area = adj_energy_t * kgen::trace(strain * stress) * 0.5f;
        const float adj_growth = kgen::ddot(adj_stress, eye) * LAME;
        const mat22 adj_strain = product_2 * transpose_stress + adj_stress * product +
            eye * adj_growth;
        const mat22 product_3 = adj_strain * 0.5f;
        const mat22 adj_deformation = outer_value * transpose_stress +
            kgen::transpose(transpose_deformation) * product_3 +
            kgen::transpose(product_3 * transpose_deformation);
        const mat22 transpose_inverse_rest = kgen::transpose(inverse_rest);
        const mat22 adj_edges = adj_deformation * transpose_inverse_rest;
        const mat22 product_4 = transpose_inverse_rest *
            (kgen::transpose(edges) * adj_deformation * transpose_inverse_rest);
        const mat22 adj_rest = kgen::transpose(kgen::adjugate(rest)) * (adj_area * 0.5f) -
            product_4;
        kgen::add(grad_rest_edges, t, adj_rest);
        const vec2 adj_v = vec2(adj_edges(0, 1), adj_edges(1, 1));
        const vec2 adj_u = vec2(adj_edges(0, 0), adj_edges(1, 0));
        kgen::add(grad_corners, t, 2, adj_v);
        kgen::add(grad_corners, t, 0, -adj_v - adj_u);
        kgen::add(grad_corners, t, 1, adj_u);
    }
}
