#include "kgen/kgen.cuh"

using kgen::vec3d;

extern "C" __global__ void plate_potential_cuda_kernel_forward(
    kgen::launch_bounds<1> dim,
    kgen::array<vec3d> probe,
    kgen::array<double, 2> charge,
    kgen::array<int, 2> masked,
    double spacing,
    kgen::array<double> potential)
{
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int i = kgen::tid(idx, dim);
        double total = 0.0;
        for (int row = 0; row < charge.shape[0]; ++row) {
            for (int column = 0; column < charge.shape[1]; ++column) {
                if (masked(row, column) != 0) {
                    continue;
                }
                const double x = spacing * double(column);
                const double y = spacing * double(row);
                const vec3d cell = vec3d(x, y, 0.0);
                total += charge(row, column) / kgen::length(probe[i] - cell);
            }
        }
        potential[i] = total;
    }
}

extern "C" __global__ void plate_potential_cuda_kernel_backward(
    kgen::launch_bounds<1> dim,
    kgen::array<vec3d> probe,
    kgen::array<double, 2> charge,
    kgen::array<int, 2> masked,
    double spacing,
    kgen::array<double> potential,
    kgen::array<vec3d> adj_probe,
    kgen::array<double, 2> adj_charge,
    kgen::array<int, 2> adj_masked,
    double adj_spacing,
    kgen::array<double> adj_potential)
{
    const auto grad_probe = kgen::gradient_of(probe, adj_probe);
    const auto grad_charge = kgen::gradient_of(charge, adj_charge);
    const auto grad_potential = kgen::gradient_of(potential, adj_potential);
    for (size_t idx = kgen::first_thread(); idx < dim.size; idx += kgen::thread_stride()) {
        const int i = kgen::tid(idx, dim);
        const double adj_total = kgen::take(grad_potential, i);
        for (int row = charge.shape[0] - 1; row >= 0; --row) {
            for (int column = charge.shape[1] - 1; column >= 0; --column) {
                if (masked(row, column) == 0) {
                    const double x = spacing * double(column);
                    const double y = spacing * double(row);
                    const vec3d cell = vec3d(x, y, 0.0);
                    const double charge_row_column = charge(row, column);
                    const vec3d difference = probe[i] - cell;
                    const double length_difference = kgen::length(difference);
                    if (adj_total != 0.0) {
                        const double quotient = adj_total / length_difference;
                        kgen::add(grad_probe, i,
                            kgen::normalize(difference) *
                            -(quotient * (charge_row_column / length_difference)));
                        kgen::add(grad_charge, row, column, quotient);
                    }
                }
            }
        }
    }
}
