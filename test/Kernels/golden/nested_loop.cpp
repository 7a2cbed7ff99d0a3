#include "kgen/kgen.cuh"

using kgen::vec3d;

struct plate_potential_args {
    kgen::array<vec3d> probe;
    kgen::array<double, 2> charge;
    kgen::array<int, 2> masked;
    double spacing;
    kgen::array<double> potential;
};

extern "C" void plate_potential_cpu_forward(
    const kgen::launch_bounds<1>* dim,
    const plate_potential_args* args)
{
    const auto& [probe, charge, masked, spacing, potential] = *args;
    for (size_t idx = 0; idx < dim->size; ++idx) {
        const int i = kgen::tid(idx, *dim);
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

extern "C" void plate_potential_cpu_backward(
    const kgen::launch_bounds<1>* dim,
    const plate_potential_args* args,
    const plate_potential_args* adj_args)
{
    const auto& [probe, charge, masked, spacing, potential] = *args;
    const auto& [adj_probe, adj_charge, adj_masked, adj_spacing, adj_potential] = *adj_args;
    const auto grad_probe = kgen::gradient_of(probe, adj_probe);
    const auto grad_charge = kgen::gradient_of(charge, adj_charge);
    const auto grad_potential = kgen::gradient_of(potential, adj_potential);
    for (size_t idx = dim->size; idx-- > 0;) {
        const int i = kgen::tid(idx, *dim);
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
