# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finite differences of second and fourth order on periodic, clamped and stretched grids, in one, two and three dimensions;
fields of several channels; what goes between points and grids."""

domain("stencils", entity="cell node", edge="face")

words(n_x="n0 nx n width", n_y="n1 ny height", n_z="n2 nz depth", xm="im xm left i_prev", xp="ip xp right i_next", xm2="im2 xm2 left2", xp2="ip2 xp2 right2",
      ym="jm ym down j_prev", yp="jp yp up j_next", ym2="jm2 ym2 down2", yp2="jp2 yp2 up2", zm="km zm back k_prev", zp="kp zp front k_next",
      here="c u0 center value", slope_x="gx du_dx ddx d_dx", slope_y="gy du_dy ddy d_dy", slope_z="gz du_dz ddz d_dz", bend_x="uxx d2x gxx lap_x", bend_y="uyy d2y gyy lap_y",
      bend_z="uzz d2z gzz lap_z", cross_xy="uxy gxy mixed", h_lo="h0 h_left dxm", h_hi="h1 h_right dxp", w_lo="w0 w_lo w_left", w_hi="w1 w_hi w_right", spot="p q x", at_x="fx gx px pos_x",
      at_y="fy gy py pos_y", at_z="fz gz pz pos_z", lo_x="ix i0 cell_x base_x", lo_y="iy j0 cell_y base_y", lo_z="iz k0 cell_z base_z", hi_x="ix1 i1 next_x", hi_y="iy1 j1 next_y",
      hi_z="iz1 k1 next_z", part_x="tx ax frac_x wx", part_y="ty ay frac_y wy", part_z="tz az frac_z wz", low_row="low bottom v0", high_row="high top v1", ch="c ch channel d",
      rate_now="rate rhs dudt", flux_hi="flux_right f_hi fr", flux_lo="flux_left f_lo fl")


@helper(names="wrap_prev wrap_minus prev_index left_of")
def before(i: param("int"), n: param("int")):
    return (i + n - 1) % n


@helper(names="wrap_next wrap_plus next_index right_of")
def after(i: param("int"), n: param("int")):
    return (i + 1) % n


@helper(names="wrap_behind periodic_behind index_behind")
def behind(i: param("int"), step: param("int"), n: param("int")):
    return (i + n - step) % n


@helper(names="wrap_ahead periodic_ahead index_ahead")
def ahead(i: param("int"), step: param("int"), n: param("int")):
    return (i + step) % n


@helper(names="clamp_index clamp_to_grid bound_index")
def held(i: param("int"), n: param("int")):
    return wp.clamp(i, 0, n - 1)


@helper(names="mirror_index reflect reflect_index")
def mirrored(i: param("int"), n: param("int")):
    if i < 0:
        return -i
    if i >= n:
        return 2 * n - 2 - i
    return i


@helper(names="central_difference central_slope first_difference")
def centred(low: param("scalar"), high: param("scalar"), inv_h: param("scalar")):
    return (high - low) * (0.5 * inv_h)


@helper(names="second_difference curvature_of bend_of")
def second(low: param("scalar"), mid: param("scalar"), high: param("scalar"), inv_h2: param("scalar")):
    return (low - 2.0 * mid + high) * inv_h2


@helper(names="smooth_weight fade ease basis_weight")
def faded(t: param("scalar")):
    return t * t * (3.0 - 2.0 * t)


@helper(names="upwind_slope upwind biased_difference")
def upwinded(speed: param("scalar"), low: param("scalar"), mid: param("scalar"), high: param("scalar"), inv_h: param("scalar")):
    if speed > 0.0:
        return (mid - low) * inv_h
    return (high - mid) * inv_h


@helper(names="sample_bilinear bilinear_at read_field interpolate_field")
def bilinear(field: array("scalar", "x y"), i0: param("int"), j0: param("int"), i1: param("int"), j1: param("int"), s: param("scalar"), t: param("scalar")):
    low = field[i0, j0] * (1.0 - s) + field[i1, j0] * s
    high = field[i0, j1] * (1.0 - s) + field[i1, j1] * s
    return low * (1.0 - t) + high * t


@helper(names="axis_second_coeff three_point_weights second_weights")
def stretched(x: array("scalar", "i"), i: param("int")):
    h0 = x[i] - x[i - 1]
    h1 = x[i + 1] - x[i]
    return wp.vec3(2.0 / (h0 * (h0 + h1)), -2.0 / (h0 * h1), 2.0 / (h1 * (h0 + h1)))


@idiom(names="derivative_1d diff_1d line_derivative grid_derivative", doc="Compute finite differences along a periodic line.")
def line_differences(field: array("scalar", "i", "field u values signal phi", values=(0.1, 1)), speeds: array("scalar", "i", "velocity speed a wind", values=(0.2, 1)), inv_h: param("scalar", "inv_dx inv_h inv_spacing rdx", values=(0.5, 2)), step_of: param("scalar", "dt step h", values=(0.01, 0.1)), result: array("scalar", "i", "output result derivative du_out", values=(-1, 1))):
    x = wp.tid()
    n_x = len(x)
    if ANY:
        xm = before(x, n_x)
        xp = after(x, n_x)
        xm2 = behind(x, 2, n_x)
        xp2 = ahead(x, 2, n_x)
    elif ANY:
        xm = held(x - 1, n_x)
        xp = held(x + 1, n_x)
        xm2 = held(x - 2, n_x)
        xp2 = held(x + 2, n_x)
        title("derivative_clamped diff_clamped slope_1d", "Compute finite differences along a line with clamped ends.")
    else:
        xm = mirrored(x - 1, n_x)
        xp = mirrored(x + 1, n_x)
        xm2 = mirrored(x - 2, n_x)
        xp2 = mirrored(x + 2, n_x)
        title("derivative_mirrored reflecting_difference", "Compute finite differences along a line with mirrored ends.")
    if ANY:
        rate_now = centred(field[xm], field[xp], inv_h)
    elif ANY:
        rate_now = (field[xm] - 2.0 * field[x] + field[xp]) * inv_h * inv_h
        title("second_derivative_1d laplacian_1d")
    elif ANY:
        rate_now = (field[xm2] - 8.0 * field[xm] + 8.0 * field[xp] - field[xp2]) * (inv_h / 12.0)
        title("derivative_1d_fourth gradient_1d_order4")
    elif ANY:
        rate_now = (-field[xm2] + 16.0 * field[xm] - 30.0 * field[x] + 16.0 * field[xp] - field[xp2]) * (inv_h * inv_h / 12.0)
        title("second_derivative_order4 laplacian_1d_order4")
    elif ANY:
        rate_now = -speeds[x] * upwinded(speeds[x], field[xm], field[x], field[xp], inv_h)
        title("advect_1d_upwind upwind_rate")
    elif ANY:
        rate_now = -field[x] * centred(field[xm], field[xp], inv_h) + 0.1 * second(field[xm], field[x], field[xp], inv_h * inv_h)
        title("burgers_rhs burgers_step")
    else:
        flux_hi = 0.5 * (field[x] + field[xp])
        flux_lo = 0.5 * (field[xm] + field[x])
        rate_now = -speeds[x] * (flux_hi - flux_lo) * inv_h
        title("flux_difference finite_volume_rate")
    if ANY:
        result[x] = rate_now
    elif ANY:
        result[x] = field[x] + step_of * rate_now
    else:
        wp.atomic_add(result, xp, 0.5 * rate_now)
        wp.atomic_add(result, xm, -0.5 * rate_now)
        title("derivative_adjoint scatter_difference", "Scatter a difference to both neighbors.")


@idiom(names="field_gradient_2d plane_differences grid_rhs_2d", doc="Compute finite differences of a plane of cells.")
def plane_differences(field: array("scalar", "x y", "field u phi values grid", values=(0.1, 1)), other: array("scalar", "x y", "source other rhs coeff", values=(0.2, 1)), inv_dx: param("scalar", "inv_dx0 inv_dx rdx", values=(0.5, 2)), inv_dy: param("scalar", "inv_dx1 inv_dy rdy", values=(0.5, 2)), step_of: param("scalar", "dt step", values=(0.01, 0.1)), result: array("scalar", "x y", "field_out u_out phi_out values_out grid_out", values=(-1, 1)), second_out: array("scalar", "x y", "grad_y second_out dy_out", values=(-1, 1))):
    x, y = wp.tid()
    n_x = len(x)
    n_y = len(y)
    if ANY:
        xm = before(x, n_x)
        xp = after(x, n_x)
        xm2 = behind(x, 2, n_x)
        xp2 = ahead(x, 2, n_x)
        ym = before(y, n_y)
        yp = after(y, n_y)
        ym2 = behind(y, 2, n_y)
        yp2 = ahead(y, 2, n_y)
    elif ANY:
        xm = held(x - 1, n_x)
        xp = held(x + 1, n_x)
        xm2 = held(x - 2, n_x)
        xp2 = held(x + 2, n_x)
        ym = held(y - 1, n_y)
        yp = held(y + 1, n_y)
        ym2 = held(y - 2, n_y)
        yp2 = held(y + 2, n_y)
    elif ANY:
        xm = before(x, n_x)  # a channel: periodic one way
        xp = after(x, n_x)
        xm2 = behind(x, 2, n_x)
        xp2 = ahead(x, 2, n_x)
        ym = held(y - 1, n_y)
        yp = held(y + 1, n_y)
        ym2 = held(y - 2, n_y)
        yp2 = held(y + 2, n_y)
    else:
        xm = mirrored(x - 1, n_x)
        xp = mirrored(x + 1, n_x)
        xm2 = mirrored(x - 2, n_x)
        xp2 = mirrored(x + 2, n_x)
        ym = mirrored(y - 1, n_y)
        yp = mirrored(y + 1, n_y)
        ym2 = mirrored(y - 2, n_y)
        yp2 = mirrored(y + 2, n_y)
    if ANY:
        slope_x = (field[xp, y] - field[xm, y]) * (0.5 * inv_dx)
        slope_y = (field[x, yp] - field[x, ym]) * (0.5 * inv_dy)
        if ANY:
            result[x, y] = slope_x
            second_out[x, y] = slope_y
            title("gradient_2d grad_field_2d")
        elif ANY:
            result[x, y] = wp.sqrt(slope_x * slope_x + slope_y * slope_y + 1.0e-6)
            title("gradient_magnitude slope_magnitude_2d")
        elif ANY:
            result[x, y] = field[x, y] - step_of * (other[x, y] * slope_x + 0.5 * slope_y)
            title("advect_plane transport_2d")
        else:
            result[x, y] = slope_x + slope_y
            title("directional_sum diagonal_slope", "Compute the diagonal slope of a plane of cells.")
    elif ANY:
        bend_x = (field[xm, y] - 2.0 * field[x, y] + field[xp, y]) * (inv_dx * inv_dx)
        bend_y = (field[x, ym] - 2.0 * field[x, y] + field[x, yp]) * (inv_dy * inv_dy)
        if ANY:
            result[x, y] = bend_x + bend_y
            title("laplacian_2d plane_laplacian")
        elif ANY:
            result[x, y] = field[x, y] + step_of * other[x, y] * (bend_x + bend_y)
            title("diffuse_plane heat_plane_step")
        elif ANY:
            result[x, y] = bend_x + bend_y - other[x, y]
            title("poisson_residual residual_2d")
        elif ANY:
            result[x, y] = bend_x
            second_out[x, y] = bend_y
            title("second_derivatives_2d pure_seconds")
        else:
            cross_xy = (field[xp, yp] - field[xp, ym] - field[xm, yp] + field[xm, ym]) * (0.25 * inv_dx * inv_dy)
            result[x, y] = bend_x * bend_y - cross_xy * cross_xy
            title("hessian_determinant monge_ampere")
    elif ANY:
        if ANY:
            slope_x = (field[xm2, y] - 8.0 * field[xm, y] + 8.0 * field[xp, y] - field[xp2, y]) * (inv_dx / 12.0)
            slope_y = (field[x, ym2] - 8.0 * field[x, ym] + 8.0 * field[x, yp] - field[x, yp2]) * (inv_dy / 12.0)
            if ANY:
                result[x, y] = slope_x
                second_out[x, y] = slope_y
            else:
                result[x, y] = slope_x + slope_y
            title("gradient_2d_order4 fourth_order_gradient")
        else:
            bend_x = (-field[xm2, y] + 16.0 * field[xm, y] - 30.0 * field[x, y] + 16.0 * field[xp, y] - field[xp2, y]) * (inv_dx * inv_dx / 12.0)
            bend_y = (-field[x, ym2] + 16.0 * field[x, ym] - 30.0 * field[x, y] + 16.0 * field[x, yp] - field[x, yp2]) * (inv_dy * inv_dy / 12.0)
            if ANY:
                result[x, y] = bend_x + bend_y
            else:
                result[x, y] = field[x, y] + step_of * (bend_x + bend_y + other[x, y])
            title("laplacian_2d_order4 fourth_order_laplacian")
    elif ANY:
        cross_xy = (field[xp, yp] - field[xp, ym] - field[xm, yp] + field[xm, ym]) * (0.25 * inv_dx * inv_dy)
        result[x, y] = cross_xy
        title("mixed_derivative cross_derivative")
    else:
        flux_hi = 0.5 * (other[x, y] + other[xp, y]) * (field[xp, y] - field[x, y]) * inv_dx
        flux_lo = 0.5 * (other[xm, y] + other[x, y]) * (field[x, y] - field[xm, y]) * inv_dx
        rate_now = (flux_hi - flux_lo) * inv_dx
        if ANY:
            result[x, y] = rate_now
        else:
            result[x, y] = field[x, y] + step_of * rate_now
        title("variable_diffusion_x conduct_along_x")


@idiom(names="vector_calculus_2d channel_differences", doc="Compute a derivative of channel-first fields.")
def channel_plane(flow: array("scalar", "2 x y", "vector_field velocity flow u", values=(-1, 1)), field: array("scalar", "x y", "field pressure phi", values=(0.1, 1)), inv_dx: param("scalar", "inv_dx0 inv_dx rdx", values=(0.5, 2)), inv_dy: param("scalar", "inv_dx1 inv_dy rdy", values=(0.5, 2)), step_of: param("scalar", "dt step", values=(0.05, 0.3)), result: array("scalar", "x y", "output result div_out", values=(-1, 1)), flow_out: array("scalar", "2 x y", "gradient flow_out grad_vector", values=(-1, 1))):
    x, y = wp.tid()
    n_x = len(x)
    n_y = len(y)
    if ANY:
        xm = before(x, n_x)
        xp = after(x, n_x)
        ym = before(y, n_y)
        yp = after(y, n_y)
    elif ANY:
        xm = held(x - 1, n_x)
        xp = held(x + 1, n_x)
        ym = held(y - 1, n_y)
        yp = held(y + 1, n_y)
    else:
        xm = mirrored(x - 1, n_x)
        xp = mirrored(x + 1, n_x)
        ym = mirrored(y - 1, n_y)
        yp = mirrored(y + 1, n_y)
    if ANY:
        slope_x = (flow[0, xp, y] - flow[0, xm, y]) * (0.5 * inv_dx)
        slope_y = (flow[1, x, yp] - flow[1, x, ym]) * (0.5 * inv_dy)
        result[x, y] = slope_x + slope_y
        title("divergence_2d flow_divergence")
    elif ANY:
        slope_x = (flow[1, xp, y] - flow[1, xm, y]) * (0.5 * inv_dx)
        slope_y = (flow[0, x, yp] - flow[0, x, ym]) * (0.5 * inv_dy)
        result[x, y] = slope_x - slope_y
        title("curl_2d vorticity_2d")
    elif ANY:
        flow_out[0, x, y] = (field[xp, y] - field[xm, y]) * (0.5 * inv_dx)
        flow_out[1, x, y] = (field[x, yp] - field[x, ym]) * (0.5 * inv_dy)
        title("gradient_channels pressure_gradient_2d")
    elif ANY:
        flow_out[0, x, y] = flow[0, x, y] - step_of * (field[xp, y] - field[xm, y]) * (0.5 * inv_dx)
        flow_out[1, x, y] = flow[1, x, y] - step_of * (field[x, yp] - field[x, ym]) * (0.5 * inv_dy)
        title("project_velocity subtract_gradient")
    elif ANY:
        slope_x = (flow[0, xp, y] - flow[0, xm, y]) * (0.5 * inv_dx)
        slope_y = (flow[1, x, yp] - flow[1, x, ym]) * (0.5 * inv_dy)
        cross_xy = 0.5 * ((flow[0, x, yp] - flow[0, x, ym]) * (0.5 * inv_dy) + (flow[1, xp, y] - flow[1, xm, y]) * (0.5 * inv_dx))
        result[x, y] = slope_x * slope_x + slope_y * slope_y + 2.0 * cross_xy * cross_xy
        title("strain_rate_squared dissipation_2d", "Compute the squared strain rate of a flow.")
    elif ANY:
        slope_x = flow[0, x, y] * centred(field[xm, y], field[xp, y], inv_dx)
        slope_y = flow[1, x, y] * centred(field[x, ym], field[x, yp], inv_dy)
        result[x, y] = field[x, y] - step_of * (slope_x + slope_y)
        title("advect_by_channels transport_by_flow", "Advect a field by a channel-first flow.")
    elif ANY:
        slope_x = flow[0, x, y] * upwinded(flow[0, x, y], field[xm, y], field[x, y], field[xp, y], inv_dx)
        slope_y = flow[1, x, y] * upwinded(flow[1, x, y], field[x, ym], field[x, y], field[x, yp], inv_dy)
        result[x, y] = -(slope_x + slope_y)
        title("upwind_transport_2d advect_upwind_2d", "Compute the upwind advection rate of a field.")
    else:
        for ch in range(2):
            bend_x = (flow[ch, xm, y] - 2.0 * flow[ch, x, y] + flow[ch, xp, y]) * (inv_dx * inv_dx)
            bend_y = (flow[ch, x, ym] - 2.0 * flow[ch, x, y] + flow[ch, x, yp]) * (inv_dy * inv_dy)
            if ANY:
                flow_out[ch, x, y] = bend_x + bend_y
                title("vector_laplacian_2d viscous_term", "Compute the Laplacian of each component of a flow.")
            else:
                flow_out[ch, x, y] = flow[ch, x, y] + step_of * (bend_x + bend_y)
                title("diffuse_velocity viscous_step", "Take one diffusion step of a flow.")


@idiom(names="volume_differences grid_rhs_3d field_gradient_3d", doc="Compute finite differences of a volume of cells.")
def volume_differences(field: array("scalar", "x y z", "field u phi volume", values=(0.1, 1)), other: array("scalar", "x y z", "source coeff rhs", values=(0.2, 1)), flow: array("scalar", "3 x y z", "velocity vector_field flow", values=(-1, 1)), inv_dx: param("scalar", "inv_dx0 inv_dx rdx", values=(0.5, 2)), inv_dy: param("scalar", "inv_dx1 inv_dy rdy", values=(0.5, 2)), inv_dz: param("scalar", "inv_dx2 inv_dz rdz", values=(0.5, 2)), step_of: param("scalar", "dt step", values=(0.01, 0.1)), result: array("scalar", "x y z", "field_out u_out phi_out volume_out", values=(-1, 1)), flow_out: array("scalar", "3 x y z", "vector_out grad_vector flow_out", values=(-1, 1))):
    x, y, z = wp.tid()
    n_x = len(x)
    n_y = len(y)
    n_z = len(z)
    if ANY:
        xm = before(x, n_x)
        xp = after(x, n_x)
        xm2 = behind(x, 2, n_x)
        xp2 = ahead(x, 2, n_x)
        ym = before(y, n_y)
        yp = after(y, n_y)
        zm = before(z, n_z)
        zp = after(z, n_z)
    elif ANY:
        xm = held(x - 1, n_x)
        xp = held(x + 1, n_x)
        xm2 = held(x - 2, n_x)
        xp2 = held(x + 2, n_x)
        ym = held(y - 1, n_y)
        yp = held(y + 1, n_y)
        zm = held(z - 1, n_z)
        zp = held(z + 1, n_z)
    else:
        xm = mirrored(x - 1, n_x)
        xp = mirrored(x + 1, n_x)
        xm2 = mirrored(x - 2, n_x)
        xp2 = mirrored(x + 2, n_x)
        ym = mirrored(y - 1, n_y)
        yp = mirrored(y + 1, n_y)
        zm = mirrored(z - 1, n_z)
        zp = mirrored(z + 1, n_z)
    if ANY:
        slope_x = (field[xp, y, z] - field[xm, y, z]) * (0.5 * inv_dx)
        slope_y = (field[x, yp, z] - field[x, ym, z]) * (0.5 * inv_dy)
        slope_z = (field[x, y, zp] - field[x, y, zm]) * (0.5 * inv_dz)
        if ANY:
            flow_out[0, x, y, z] = slope_x
            flow_out[1, x, y, z] = slope_y
            flow_out[2, x, y, z] = slope_z
            title("gradient_3d grad_volume")
        elif ANY:
            result[x, y, z] = wp.sqrt(slope_x * slope_x + slope_y * slope_y + slope_z * slope_z + 1.0e-6)
            title("gradient_norm_3d slope_norm")
        else:
            result[x, y, z] = field[x, y, z] - step_of * (flow[0, x, y, z] * slope_x + flow[1, x, y, z] * slope_y + flow[2, x, y, z] * slope_z)
            title("advect_volume transport_3d")
    elif ANY:
        bend_x = (field[xm, y, z] - 2.0 * field[x, y, z] + field[xp, y, z]) * (inv_dx * inv_dx)
        bend_y = (field[x, ym, z] - 2.0 * field[x, y, z] + field[x, yp, z]) * (inv_dy * inv_dy)
        bend_z = (field[x, y, zm] - 2.0 * field[x, y, z] + field[x, y, zp]) * (inv_dz * inv_dz)
        if ANY:
            result[x, y, z] = bend_x + bend_y + bend_z
            title("laplacian_volume laplacian_3d_scaled")
        elif ANY:
            result[x, y, z] = field[x, y, z] + step_of * other[x, y, z] * (bend_x + bend_y + bend_z)
            title("diffuse_volume_scaled heat_volume")
        else:
            result[x, y, z] = bend_x + bend_y + bend_z - other[x, y, z]
            title("poisson_residual_3d residual_3d")
    elif ANY:
        slope_x = (flow[0, xp, y, z] - flow[0, xm, y, z]) * (0.5 * inv_dx)
        slope_y = (flow[1, x, yp, z] - flow[1, x, ym, z]) * (0.5 * inv_dy)
        slope_z = (flow[2, x, y, zp] - flow[2, x, y, zm]) * (0.5 * inv_dz)
        result[x, y, z] = slope_x + slope_y + slope_z
        title("divergence_3d flow_divergence_3d")
    elif ANY:
        flow_out[0, x, y, z] = (flow[2, x, yp, z] - flow[2, x, ym, z]) * (0.5 * inv_dy) - (flow[1, x, y, zp] - flow[1, x, y, zm]) * (0.5 * inv_dz)
        flow_out[1, x, y, z] = (flow[0, x, y, zp] - flow[0, x, y, zm]) * (0.5 * inv_dz) - (flow[2, xp, y, z] - flow[2, xm, y, z]) * (0.5 * inv_dx)
        flow_out[2, x, y, z] = (flow[1, xp, y, z] - flow[1, xm, y, z]) * (0.5 * inv_dx) - (flow[0, x, yp, z] - flow[0, x, ym, z]) * (0.5 * inv_dy)
        title("curl_3d vorticity_3d")
    elif ANY:
        slope_x = centred(field[xm, y, z], field[xp, y, z], inv_dx)
        slope_y = centred(field[x, ym, z], field[x, yp, z], inv_dy)
        slope_z = centred(field[x, y, zm], field[x, y, zp], inv_dz)
        flow_out[0, x, y, z] = flow[0, x, y, z] - step_of * slope_x
        flow_out[1, x, y, z] = flow[1, x, y, z] - step_of * slope_y
        flow_out[2, x, y, z] = flow[2, x, y, z] - step_of * slope_z
        title("project_velocity_3d pressure_correction")
    elif ANY:
        cross_xy = (field[xp, yp, z] - field[xp, ym, z] - field[xm, yp, z] + field[xm, ym, z]) * (0.25 * inv_dx * inv_dy)
        if ANY:
            result[x, y, z] = cross_xy
        else:
            result[x, y, z] = cross_xy * other[x, y, z]
        title("mixed_derivative_3d cross_derivative_3d")
    else:
        slope_x = (field[xm2, y, z] - 8.0 * field[xm, y, z] + 8.0 * field[xp, y, z] - field[xp2, y, z]) * (inv_dx / 12.0)
        if ANY:
            result[x, y, z] = slope_x
        else:
            result[x, y, z] = field[x, y, z] - step_of * other[x, y, z] * slope_x
        title("slope_along_x fourth_order_slope_3d")


@idiom(names="stretched_differences rectilinear_derivative nonuniform_grid", doc="Compute finite differences on unevenly spaced points.")
def stretched_lines(xs: array("scalar", "x", "x_coords x0 grid_x", values=(0, 4), kind=increasing), ys: array("scalar", "y", "y_coords x1 grid_y", values=(0, 4), kind=increasing), field: array("scalar", "x y", "field u phi", values=(0.1, 1)), diffused: param("scalar", "diffusivity kappa", values=(0.005, 0.02)), step_of: param("scalar", "dt step", values=(0.002, 0.01)), result: array("scalar", "x y", "output result field_out", values=(-1, 1)), second_out: array("scalar", "x y", "grad_y dy_out second_out", values=(-1, 1))):
    x, y = wp.tid()
    n_x = len(x)
    n_y = len(y)
    if ANY:
        if x == 0 or x == n_x - 1 or y == 0 or y == n_y - 1:
            result[x, y] = field[x, y]
            return
        if ANY:
            w_lo = stretched(xs, x)
            w_hi = stretched(ys, y)
            bend_x = w_lo[0] * field[x - 1, y] + w_lo[1] * field[x, y] + w_lo[2] * field[x + 1, y]
            bend_y = w_hi[0] * field[x, y - 1] + w_hi[1] * field[x, y] + w_hi[2] * field[x, y + 1]
        else:
            h_lo = xs[x] - xs[x - 1]
            h_hi = xs[x + 1] - xs[x]
            bend_x = 2.0 * ((field[x + 1, y] - field[x, y]) / h_hi - (field[x, y] - field[x - 1, y]) / h_lo) / (h_lo + h_hi)
            bend_y = 2.0 * ((field[x, y + 1] - field[x, y]) / (ys[y + 1] - ys[y]) - (field[x, y] - field[x, y - 1]) / (ys[y] - ys[y - 1])) / (ys[y + 1] - ys[y - 1])
        title("laplacian_rectilinear stretched_laplacian")
        if ANY:
            result[x, y] = diffused * (bend_x + bend_y)
        elif ANY:
            result[x, y] = field[x, y] + step_of * (bend_x + bend_y)
            title("diffuse_stretched heat_rectilinear", "Take one diffusion step on unevenly spaced points.")
        else:
            result[x, y] = field[x, y] + step_of * (bend_x + bend_y + field[x, y] * (1.0 - field[x, y]))
            title("react_and_diffuse_stretched fisher_rectilinear", "Take one step of the Fisher-KPP equation on unevenly spaced points.")
    else:
        xm = held(x - 1, n_x)
        xp = held(x + 1, n_x)
        slope_x = (field[xp, y] - field[xm, y]) / (xs[xp] - xs[xm])
        title("gradient_rectilinear stretched_gradient")
        if ANY:
            result[x, y] = slope_x
        elif ANY:
            ym = held(y - 1, n_y)
            yp = held(y + 1, n_y)
            slope_y = (field[x, yp] - field[x, ym]) / (ys[yp] - ys[ym])
            result[x, y] = slope_x
            second_out[x, y] = slope_y
        else:
            result[x, y] = field[x, y] - step_of * slope_x
            title("advect_stretched advect_rectilinear", "Take one advection step along x on unevenly spaced points.")


@idiom(names="interpolate_1d sample_line grid_to_point_1d", doc="Sample a multi-channel grid by bilinear interpolation.")
def points_on_line(points: array("scalar", "i", "points queries positions", values=(0.2, 3.4)), grid: array("scalar", "ch n", "grid table features", values=(0.1, 1)), values_of: array("scalar", "i ch", "point_values grad_output messages", values=(0.1, 1)), origin: param("scalar", "origin x_min start", values=(0, 0.1)), spacing: param("scalar", "dx spacing cell_size", values=(0.8, 1.1)), result: array("scalar", "i ch", "output result sampled", values=(0, 1)), back: array("scalar", "ch n", "grid_out grad_grid splatted", values=(0, 0.1))):
    ch = size("num_channels channels", 2, 3)
    n = size("size_x num_nodes resolution", 5, 7)
    i = wp.tid()
    if ANY:
        at_x = (points[i] - origin) / spacing
    else:
        at_x = points[i] / spacing - origin
    if SAME:
        lo_x = int(wp.floor(at_x))
    else:
        lo_x = int(at_x)
    part_x = at_x - float(lo_x)
    lo_x = held(lo_x, len(n))
    hi_x = held(lo_x + 1, len(n))
    if ANY:
        w_hi = part_x
    elif ANY:
        w_hi = faded(part_x)
        title("smooth_interpolate_1d sample_smooth")
    else:
        w_hi = wp.where(part_x > 0.5, part_x, 1.0 - part_x)
        title("blend_nearest_1d sample_folded")
    w_lo = 1.0 - w_hi
    for ch in range(len(ch)):
        if ANY:
            result[i, ch] = w_lo * grid[ch, lo_x] + w_hi * grid[ch, hi_x]
        elif ANY:
            result[i, ch] = (grid[ch, hi_x] - grid[ch, lo_x]) / spacing * w_hi
            title("slope_at_points interpolate_gradient_1d", "Sample the gradient of a grid at points.")
        else:
            wp.atomic_add(back, ch, lo_x, w_lo * values_of[i, ch])
            wp.atomic_add(back, ch, hi_x, w_hi * values_of[i, ch])
            title("splat_1d point_to_grid_1d deposit_on_line", "Splat point values to a grid.")


@idiom(names="interpolate_2d sample_plane grid_to_point_2d", doc="Sample a plane by bilinear interpolation.")
def points_on_plane(points: array("vec2", "i", "points queries positions", values=(0.2, 3.4)), field: array("scalar", "nx ny", "grid field image", values=(0.1, 1)), grid: array("scalar", "ch nx ny", "grid features channels_in", values=(0.1, 1)), values_of: array("scalar", "i", "point_values weights masses", values=(0.2, 1)), origin: param("vec2", "origin lower grid_min", values=(0, 0.1)), cell: param("vec2", "dx spacing cell", values=(0.8, 1.1)), result: array("scalar", "i", "output result sampled", values=(0, 1)), rows_out: array("scalar", "i ch", "features_out output_rows sampled_rows", values=(0, 1)), slopes: array("vec2", "i", "gradients grad_points slopes", values=(-1, 1)), back: array("scalar", "nx ny", "grid_out grad_grid splatted", values=(0, 0.1))):
    nx = size("size_x nx width", 5, 6)
    ny = size("size_y ny height", 5, 6)
    ch = size("num_channels channels", 2, 3)
    i = wp.tid()
    spot = points[i]
    at_x = (spot[0] - origin[0]) / cell[0]
    at_y = (spot[1] - origin[1]) / cell[1]
    if SAME:
        lo_x = int(wp.floor(at_x))
        lo_y = int(wp.floor(at_y))
    else:
        lo_x = int(at_x)
        lo_y = int(at_y)
    part_x = at_x - float(lo_x)
    part_y = at_y - float(lo_y)
    if ANY:
        part_x = faded(part_x)
        part_y = faded(part_y)
    lo_x = held(lo_x, len(nx))
    lo_y = held(lo_y, len(ny))
    hi_x = held(lo_x + 1, len(nx))
    hi_y = held(lo_y + 1, len(ny))
    if ANY:
        result[i] = bilinear(field, lo_x, lo_y, hi_x, hi_y, part_x, part_y)
    elif ANY:
        low_row = field[lo_x, lo_y] * (1.0 - part_x) + field[hi_x, lo_y] * part_x
        high_row = field[lo_x, hi_y] * (1.0 - part_x) + field[hi_x, hi_y] * part_x
        if ANY:
            result[i] = low_row * (1.0 - part_y) + high_row * part_y
        elif ANY:
            result[i] = values_of[i] * (low_row * (1.0 - part_y) + high_row * part_y)
        else:
            result[i] = (high_row - low_row) / cell[1]
            title("slope_between_rows sample_slope_y")
    elif ANY:
        slopes[i] = wp.vec2((field[hi_x, lo_y] - field[lo_x, lo_y]) * (1.0 - part_y) + (field[hi_x, hi_y] - field[lo_x, hi_y]) * part_y, (field[lo_x, hi_y] - field[lo_x, lo_y]) * (1.0 - part_x) + (field[hi_x, hi_y] - field[hi_x, lo_y]) * part_x)
        title("interpolate_gradient_2d sample_slopes", "Sample the gradient of a plane at points.")
    elif ANY:
        for ch in range(len(ch)):
            rows_out[i, ch] = (1.0 - part_x) * (1.0 - part_y) * grid[ch, lo_x, lo_y] + part_x * (1.0 - part_y) * grid[ch, hi_x, lo_y] + (1.0 - part_x) * part_y * grid[ch, lo_x, hi_y] + part_x * part_y * grid[ch, hi_x, hi_y]
        title("interpolate_channels sample_features", "Sample the channels of a plane at points.")
    elif ANY:
        wp.atomic_add(back, lo_x, lo_y, (1.0 - part_x) * (1.0 - part_y) * values_of[i])
        wp.atomic_add(back, hi_x, lo_y, part_x * (1.0 - part_y) * values_of[i])
        wp.atomic_add(back, lo_x, hi_y, (1.0 - part_x) * part_y * values_of[i])
        wp.atomic_add(back, hi_x, hi_y, part_x * part_y * values_of[i])
        title("splat_2d point_to_grid_2d deposit_on_plane", "Splat point values to a plane.")
    else:
        for low_row in range(2):
            for high_row in range(2):
                w_lo = wp.abs(1.0 - float(low_row) - part_x)
                w_hi = wp.abs(1.0 - float(high_row) - part_y)
                wp.atomic_add(back, held(lo_x + low_row, len(nx)), held(lo_y + high_row, len(ny)), w_lo * w_hi * values_of[i])
        title("scatter_corners splat_corners", "Splat point values to the surrounding corners.")


@idiom(names="read_cell_3d interpolate_3d sample_volume_at", doc="Sample a volume by trilinear interpolation.")
def points_in_volume(points: array("vec3", "i", "points queries positions", values=(0.2, 2.4)), grid: array("scalar", "nx ny nz", "grid volume field", values=(0.1, 1)), values_of: array("scalar", "i", "point_values weights masses", values=(0.2, 1)), origin: param("vec3", "origin lower grid_min", values=(0, 0.1)), inv_cell: param("scalar", "inv_dx inv_h inv_spacing", values=(0.9, 1.2)), result: array("scalar", "i", "output result sampled", values=(0, 1)), back: array("scalar", "nx ny nz", "grid_out grid_m splatted", values=(0, 0.1))):
    nx = size("size_x nx", 4, 5)
    ny = size("size_y ny", 4, 5)
    nz = size("size_z nz", 4, 5)
    i = wp.tid()
    spot = (points[i] - origin) * inv_cell
    lo_x = int(spot[0])
    lo_y = int(spot[1])
    lo_z = int(spot[2])
    part_x = spot[0] - float(lo_x)
    part_y = spot[1] - float(lo_y)
    part_z = spot[2] - float(lo_z)
    if ANY:
        part_x = faded(part_x)
        part_y = faded(part_y)
        part_z = faded(part_z)
    hi_x = held(lo_x + 1, len(nx))
    hi_y = held(lo_y + 1, len(ny))
    hi_z = held(lo_z + 1, len(nz))
    if ANY:
        low_row = (grid[lo_x, lo_y, lo_z] * (1.0 - part_x) + grid[hi_x, lo_y, lo_z] * part_x) * (1.0 - part_y) + (grid[lo_x, hi_y, lo_z] * (1.0 - part_x) + grid[hi_x, hi_y, lo_z] * part_x) * part_y
        high_row = (grid[lo_x, lo_y, hi_z] * (1.0 - part_x) + grid[hi_x, lo_y, hi_z] * part_x) * (1.0 - part_y) + (grid[lo_x, hi_y, hi_z] * (1.0 - part_x) + grid[hi_x, hi_y, hi_z] * part_x) * part_y
        if ANY:
            result[i] = low_row * (1.0 - part_z) + high_row * part_z
        else:
            result[i] = (high_row - low_row) * inv_cell
            title("slope_along_z sample_vertical_slope")
    elif ANY:
        for a in range(2):
            for b in range(2):
                for c in range(2):
                    w_lo = wp.abs(1.0 - float(a) - part_x) * wp.abs(1.0 - float(b) - part_y) * wp.abs(1.0 - float(c) - part_z)
                    if ANY:
                        wp.atomic_add(back, held(lo_x + a, len(nx)), held(lo_y + b, len(ny)), held(lo_z + c, len(nz)), w_lo * values_of[i])
                        title("splat_3d particle_to_grid deposit_mass", "Splat point values to a volume.")
                    else:
                        wp.atomic_add(result, i, w_lo * grid[held(lo_x + a, len(nx)), held(lo_y + b, len(ny)), held(lo_z + c, len(nz))])
                        title("gather_corners grid_to_particle", "Gather a volume's corners around points.")
    else:
        slope_x = grid[hi_x, lo_y, lo_z] - grid[lo_x, lo_y, lo_z]
        slope_y = grid[lo_x, hi_y, lo_z] - grid[lo_x, lo_y, lo_z]
        slope_z = grid[lo_x, lo_y, hi_z] - grid[lo_x, lo_y, lo_z]
        if ANY:
            result[i] = values_of[i] * (part_x * slope_x + part_y * slope_y + part_z * slope_z)
        else:
            result[i] = inv_cell * wp.sqrt(slope_x * slope_x + slope_y * slope_y + slope_z * slope_z + 1.0e-4)
        title("corner_slopes cell_gradient", "Compute the gradient of a volume at each point.")
