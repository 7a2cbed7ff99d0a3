# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels of fields, particles, elements and rows: what goes across faces, between particles and grids, along rays and through time."""

domain("transfers", entity="cell", edge="face")
words(lame="lam lmbda lame_lambda", strain_e="strain eps", elem="e elem tri_id", sph="s sphere_id k", count_elem="num_tris num_elements", count_u="hidden_size num_units", vel_new="vel_new u_new")


@helper(names="rusanov_flux_x flux_across_x face_flux_x")
def water_flux_x(h_l: param("scalar"), q_l: param("vec2"), h_r: param("scalar"), q_r: param("vec2")):
    u_l = q_l[0] / h_l
    u_r = q_r[0] / h_r
    max_speed = wp.max(wp.abs(u_l) + wp.sqrt(9.81 * h_l), wp.abs(u_r) + wp.sqrt(9.81 * h_r))
    mass_flux = 0.5 * (q_l[0] + q_r[0]) - 0.5 * max_speed * (h_r - h_l)
    flux_along = 0.5 * (q_l[0] * u_l + 0.5 * 9.81 * h_l * h_l + q_r[0] * u_r + 0.5 * 9.81 * h_r * h_r) - 0.5 * max_speed * (q_r[0] - q_l[0])
    flux_across = 0.5 * (q_l[1] * u_l + q_r[1] * u_r) - 0.5 * max_speed * (q_r[1] - q_l[1])
    return wp.vec3(mass_flux, flux_along, flux_across)


@helper(names="rusanov_flux_y flux_across_y face_flux_y")
def water_flux_y(h_l: param("scalar"), q_l: param("vec2"), h_r: param("scalar"), q_r: param("vec2")):
    v_l = q_l[1] / h_l
    v_r = q_r[1] / h_r
    max_speed = wp.max(wp.abs(v_l) + wp.sqrt(9.81 * h_l), wp.abs(v_r) + wp.sqrt(9.81 * h_r))
    mass_flux = 0.5 * (q_l[1] + q_r[1]) - 0.5 * max_speed * (h_r - h_l)
    flux_across = 0.5 * (q_l[0] * v_l + q_r[0] * v_r) - 0.5 * max_speed * (q_r[0] - q_l[0])
    flux_along = 0.5 * (q_l[1] * v_l + 0.5 * 9.81 * h_l * h_l + q_r[1] * v_r + 0.5 * 9.81 * h_r * h_r) - 0.5 * max_speed * (q_r[1] - q_l[1])
    return wp.vec3(mass_flux, flux_across, flux_along)


@idiom(names="step_shallow_water advance_flood shallow_water_step", doc="A finite volume step of the shallow water equations, with Rusanov fluxes on the four faces of each cell.")
def shallow_water_cell(depth: array("scalar", "x y", "depth water_depth h_in", values=(0.15, 1.0)), flow: array("vec2", "x y", "discharge flow hu_in", values=(-0.3, 0.3)), depth_out: array("scalar", "x y", "depth_out h_out depth_next", values=(0, 1)), flow_out: array("vec2", "x y", "discharge_out flow_out hu_out", values=(-1, 1)), dt: param("scalar", "dt time_step", values=(0.01, 0.02)), dx: param("scalar", "dx cell_size", values=(0.5, 1.0))):
    x, y = wp.tid()
    h = depth[x, y]
    q = flow[x, y]
    if ANY:
        west = wp.max(x - 1, 0)
        east = wp.min(x + 1, len(x) - 1)
        south = wp.max(y - 1, 0)
        north = wp.min(y + 1, len(y) - 1)
        q_west = flow[west, y]
        q_east = flow[east, y]
        q_south = flow[x, south]
        q_north = flow[x, north]
    elif ANY:
        west = (x + len(x) - 1) % len(x)
        east = (x + 1) % len(x)
        south = (y + len(y) - 1) % len(y)
        north = (y + 1) % len(y)
        q_west = flow[west, y]
        q_east = flow[east, y]
        q_south = flow[x, south]
        q_north = flow[x, north]
    else:
        west = wp.max(x - 1, 0)
        east = wp.min(x + 1, len(x) - 1)
        south = wp.max(y - 1, 0)
        north = wp.min(y + 1, len(y) - 1)
        q_west = flow[west, y]
        q_east = flow[east, y]
        q_south = flow[x, south]
        q_north = flow[x, north]
        if x == 0:  # walls on all sides: the ghost cell mirrors the flow
            q_west = wp.vec2(-q[0], q[1])
        if x == len(x) - 1:
            q_east = wp.vec2(-q[0], q[1])
        if y == 0:
            q_south = wp.vec2(q[0], -q[1])
        if y == len(y) - 1:
            q_north = wp.vec2(q[0], -q[1])
    flux_w = water_flux_x(depth[west, y], q_west, h, q)
    flux_e = water_flux_x(h, q, depth[east, y], q_east)
    flux_s = water_flux_y(depth[x, south], q_south, h, q)
    flux_n = water_flux_y(h, q, depth[x, north], q_north)
    change = (flux_w - flux_e + flux_s - flux_n) * (dt / dx)
    h_next = h + change[0]
    q_next = q + wp.vec2(change[1], change[2])
    parts("water_source")
    parts("water_limit")
    parts("water_report")
    depth_out[x, y] = h_next
    flow_out[x, y] = q_next


@part("water_source")
def water_bed(bed: array("scalar", "x y", "bed terrain bed_level", values=(0, 0.3))):
    bed_dx = (bed[east, y] - bed[west, y]) * (0.5 / dx)
    bed_dy = (bed[x, north] - bed[x, south]) * (0.5 / dx)
    q_next = q_next - 9.81 * dt * h * wp.vec2(bed_dx, bed_dy)


@part("water_source")
def water_eddies(eddy_nu: param("scalar", "eddy_viscosity nu", values=(0.01, 0.1))):
    q_lap = q_west + q_east + q_south + q_north - 4.0 * q
    q_next = q_next + (eddy_nu * dt / (dx * dx)) * q_lap


@part("water_source")
def water_coriolis(coriolis: param("scalar", "coriolis f_cor", values=(0.2, 1.0))):
    q_next = q_next + dt * coriolis * wp.vec2(q[1], -q[0])


@part("water_source")
def water_rain(rain: array("scalar", "x y", "rain rainfall rain_rate", values=(0.0, 0.2))):
    h_next = h_next + dt * rain[x, y]


@part("water_source")
def water_friction(rough: param("scalar", "roughness bed_friction friction_coef", values=(0.03, 0.1))):
    speed = wp.length(q) / h
    if ANY:
        friction = 9.81 * rough * rough * speed / wp.pow(h, 4.0 / 3.0)  # Manning
    else:
        friction = rough * speed / h
    q_next = q_next / (1.0 + dt * friction)


@part("water_limit")
def water_thin(h_dry: param("scalar", "h_dry dry_depth wet_threshold", values=(0.3, 0.5))):
    if h_next < h_dry:  # a thin film slows down, to nothing where it is dry
        wetness = wp.max(h_next, 0.0) / h_dry
        q_next = q_next * (wetness * wetness * (3.0 - 2.0 * wetness))


@part("water_report")
def water_froude(froude_out: array("scalar", "x y", "froude froude_out", values=(0, 1))):
    h_safe = wp.max(h_next, 0.01)
    u_next = q_next / h_safe
    froude_out[x, y] = wp.length(u_next) / wp.sqrt(9.81 * h_safe)


@part("water_report")
def water_totals(totals: array("scalar", "2", "totals budget", values=(0, 0.1))):
    if ANY:
        wp.atomic_add(totals, 0, dx * dx * h_next)
        wp.atomic_add(totals, 1, 0.5 * dx * dx * wp.dot(q_next, q_next) / wp.max(h_next, 0.01))
    else:
        wp.atomic_add(totals, 0, dx * dx * q_next[0])
        wp.atomic_add(totals, 1, dx * dx * q_next[1])


@idiom(names="lattice_boltzmann_step collide_and_stream lbm_d2q9", doc="A step of the lattice Boltzmann method on nine velocities: populations stream in from the neighbours and relax.")
def boltzmann_nine(f_in: array("scalar", "x y 9", "f_in f populations", values=(0.08, 0.14)), f_out: array("scalar", "x y 9", "f_out f_next", values=(0, 1)), omega: param("scalar", "omega relaxation", values=(0.6, 1.6)), smagorinsky: param("scalar", "smagorinsky c_s", values=(0.1, 0.3))):
    x, y = wp.tid()
    west = (x + len(x) - 1) % len(x)
    east = (x + 1) % len(x)
    south = (y + len(y) - 1) % len(y)
    north = (y + 1) % len(y)
    f0 = f_in[x, y, 0]
    f1 = f_in[west, y, 1]
    f2 = f_in[x, south, 2]
    f3 = f_in[east, y, 3]
    f4 = f_in[x, north, 4]
    f5 = f_in[west, south, 5]
    f6 = f_in[east, south, 6]
    f7 = f_in[east, north, 7]
    f8 = f_in[west, north, 8]
    parts("lattice_channel")
    parts("lattice_wall")
    rho = f0 + f1 + f2 + f3 + f4 + f5 + f6 + f7 + f8
    ux = (f1 - f3 + f5 - f6 - f7 + f8) / rho
    uy = (f2 - f4 + f5 + f6 - f7 - f8) / rho
    if ANY:
        rate = omega
    else:
        stress_xx = f1 + f3 + f5 + f6 + f7 + f8 - rho * (ux * ux + 1.0 / 3.0)
        stress_yy = f2 + f4 + f5 + f6 + f7 + f8 - rho * (uy * uy + 1.0 / 3.0)
        stress_xy = f5 - f6 + f7 - f8 - rho * ux * uy
        stress_size = wp.sqrt(stress_xx * stress_xx + stress_yy * stress_yy + 2.0 * stress_xy * stress_xy + 0.000001)
        tau_0 = 1.0 / omega
        rate = 2.0 / (tau_0 + wp.sqrt(tau_0 * tau_0 + 18.0 * 1.4142135 * smagorinsky * smagorinsky * stress_size / rho))
    parts("lattice_rate")
    if ANY:
        tau_u = 1.0 / rate
        parts("lattice_force")
        u_sq = 1.5 * (ux * ux + uy * uy)
        diag = ux + uy
        anti = uy - ux
        f_out[x, y, 0] = f0 + rate * (4.0 / 9.0 * rho * (1.0 - u_sq) - f0)
        f_out[x, y, 1] = f1 + rate * (1.0 / 9.0 * rho * (1.0 + 3.0 * ux + 4.5 * ux * ux - u_sq) - f1)
        f_out[x, y, 2] = f2 + rate * (1.0 / 9.0 * rho * (1.0 + 3.0 * uy + 4.5 * uy * uy - u_sq) - f2)
        f_out[x, y, 3] = f3 + rate * (1.0 / 9.0 * rho * (1.0 - 3.0 * ux + 4.5 * ux * ux - u_sq) - f3)
        f_out[x, y, 4] = f4 + rate * (1.0 / 9.0 * rho * (1.0 - 3.0 * uy + 4.5 * uy * uy - u_sq) - f4)
        f_out[x, y, 5] = f5 + rate * (1.0 / 36.0 * rho * (1.0 + 3.0 * diag + 4.5 * diag * diag - u_sq) - f5)
        f_out[x, y, 6] = f6 + rate * (1.0 / 36.0 * rho * (1.0 + 3.0 * anti + 4.5 * anti * anti - u_sq) - f6)
        f_out[x, y, 7] = f7 + rate * (1.0 / 36.0 * rho * (1.0 - 3.0 * diag + 4.5 * diag * diag - u_sq) - f7)
        f_out[x, y, 8] = f8 + rate * (1.0 / 36.0 * rho * (1.0 - 3.0 * anti + 4.5 * anti * anti - u_sq) - f8)
    elif ANY:
        tau_u = 1.0 / rate
        parts("lattice_force")
        u_sq = 1.5 * (ux * ux + uy * uy)
        f_out[x, y, 0] = f0 + rate * (equilibrium(4.0 / 9.0 * rho, 0.0, u_sq) - f0)
        f_out[x, y, 1] = f1 + rate * (equilibrium(1.0 / 9.0 * rho, ux, u_sq) - f1)
        f_out[x, y, 2] = f2 + rate * (equilibrium(1.0 / 9.0 * rho, uy, u_sq) - f2)
        f_out[x, y, 3] = f3 + rate * (equilibrium(1.0 / 9.0 * rho, -ux, u_sq) - f3)
        f_out[x, y, 4] = f4 + rate * (equilibrium(1.0 / 9.0 * rho, -uy, u_sq) - f4)
        f_out[x, y, 5] = f5 + rate * (equilibrium(1.0 / 36.0 * rho, ux + uy, u_sq) - f5)
        f_out[x, y, 6] = f6 + rate * (equilibrium(1.0 / 36.0 * rho, uy - ux, u_sq) - f6)
        f_out[x, y, 7] = f7 + rate * (equilibrium(1.0 / 36.0 * rho, -ux - uy, u_sq) - f7)
        f_out[x, y, 8] = f8 + rate * (equilibrium(1.0 / 36.0 * rho, ux - uy, u_sq) - f8)
    else:
        rate_odd = 8.0 * (2.0 - rate) / (8.0 - rate)  # the magic parameter is 3/16
        tau_u = 1.0 / rate_odd
        parts("lattice_force")
        u_sq = 1.5 * (ux * ux + uy * uy)
        even_x = 0.5 * (f1 + f3)
        even_y = 0.5 * (f2 + f4)
        even_d = 0.5 * (f5 + f7)
        even_a = 0.5 * (f6 + f8)
        odd_x = 0.5 * (f1 - f3)
        odd_y = 0.5 * (f2 - f4)
        odd_d = 0.5 * (f5 - f7)
        odd_a = 0.5 * (f6 - f8)
        even_dx = rate * (1.0 / 9.0 * rho * (1.0 + 4.5 * ux * ux - u_sq) - even_x)
        even_dy = rate * (1.0 / 9.0 * rho * (1.0 + 4.5 * uy * uy - u_sq) - even_y)
        even_dd = rate * (1.0 / 36.0 * rho * (1.0 + 4.5 * (ux + uy) * (ux + uy) - u_sq) - even_d)
        even_da = rate * (1.0 / 36.0 * rho * (1.0 + 4.5 * (uy - ux) * (uy - ux) - u_sq) - even_a)
        odd_dx = rate_odd * (rho * ux / 3.0 - odd_x)
        odd_dy = rate_odd * (rho * uy / 3.0 - odd_y)
        odd_dd = rate_odd * (rho * (ux + uy) / 12.0 - odd_d)
        odd_da = rate_odd * (rho * (uy - ux) / 12.0 - odd_a)
        f_out[x, y, 0] = f0 + rate * (4.0 / 9.0 * rho * (1.0 - u_sq) - f0)
        f_out[x, y, 1] = f1 + even_dx + odd_dx
        f_out[x, y, 2] = f2 + even_dy + odd_dy
        f_out[x, y, 3] = f3 + even_dx - odd_dx
        f_out[x, y, 4] = f4 + even_dy - odd_dy
        f_out[x, y, 5] = f5 + even_dd + odd_dd
        f_out[x, y, 6] = f6 + even_da + odd_da
        f_out[x, y, 7] = f7 + even_dd - odd_dd
        f_out[x, y, 8] = f8 + even_da - odd_da
        title("collide_two_relaxation_times trt_step", "A step of the lattice Boltzmann method with two relaxation times on nine velocities.")
    parts("lattice_report")


@helper(names="equilibrium feq equilibrium_of")
def equilibrium(weighted: param("scalar"), along: param("scalar"), u_sq: param("scalar")):
    return weighted * (1.0 + 3.0 * along + 4.5 * along * along - u_sq)


@part("lattice_wall")
def lattice_solid(solid: array("int", "x y", "solid obstacle is_wall", kind=flag)):
    if solid[x, y] != 0:  # full-way bounce-back
        f_out[x, y, 0] = f0
        f_out[x, y, 1] = f3
        f_out[x, y, 2] = f4
        f_out[x, y, 3] = f1
        f_out[x, y, 4] = f2
        f_out[x, y, 5] = f7
        f_out[x, y, 6] = f8
        f_out[x, y, 7] = f5
        f_out[x, y, 8] = f6
        return


@part("lattice_channel")
def lattice_lid(lid_u: param("scalar", "lid_velocity u_lid", values=(0.02, 0.1))):
    if y == 0:  # half-way bounce-back at the floor, and at a moving lid
        f2 = f_in[x, y, 4]
        f5 = f_in[x, y, 7]
        f6 = f_in[x, y, 8]
    if y == len(y) - 1:
        rho_lid = f_in[x, y, 0] + f_in[x, y, 1] + f_in[x, y, 2] + f_in[x, y, 3] + f_in[x, y, 4] + f_in[x, y, 5] + f_in[x, y, 6] + f_in[x, y, 7] + f_in[x, y, 8]
        f4 = f_in[x, y, 2]
        f7 = f_in[x, y, 5] - rho_lid * lid_u / 6.0
        f8 = f_in[x, y, 6] + rho_lid * lid_u / 6.0


@part("lattice_rate")
def lattice_sponge(sponge_n: param("int", "sponge_width sponge_cells", values=(1, 2))):
    to_outlet = len(x) - 1 - x
    if to_outlet < sponge_n:  # more viscous towards the outlet
        rate = rate - 0.3 * rate * float(sponge_n - to_outlet) / float(sponge_n)


@part("lattice_force")
def lattice_push(push_by: param("vec2", "body_force accel", values=(-0.005, 0.005))):
    ux = ux + tau_u * push_by[0]
    uy = uy + tau_u * push_by[1]


@part("lattice_force")
def lattice_buoyant(warmth: array("scalar", "x y", "temperature theta", values=(-0.5, 0.5)), lift_by: param("scalar", "buoyancy g_beta", values=(0.005, 0.02))):
    uy = uy + tau_u * lift_by * warmth[x, y]


@part("lattice_force")
def lattice_porous(drag_at: array("scalar", "x y", "drag porosity_drag", values=(0.0, 0.1))):
    resist = 1.0 + tau_u * drag_at[x, y]
    ux = ux / resist
    uy = uy / resist


@part("lattice_report")
def lattice_moments(rho_out: array("scalar", "x y", "rho_out density_out", values=(0, 1)), u_out: array("vec2", "x y", "u_eq_out equilibrium_u", values=(-1, 1))):
    rho_out[x, y] = rho
    u_out[x, y] = wp.vec2(ux, uy)


@part("lattice_report")
def lattice_sums(sums: array("scalar", "2", "sums totals", values=(0, 0.1))):
    wp.atomic_add(sums, 0, rho)
    wp.atomic_add(sums, 1, 0.5 * rho * (ux * ux + uy * uy))


@idiom(names="particles_to_grid_mls p2g_step transfer_particles", doc="Spreads mass and momentum of material points to the grid with quadratic B-splines, and what their stress adds in a step.")
def points_to_grid(points_in: array("vec2", "p", "positions x_p particle_x", values=(0.25, 0.74)), moves_in: array("vec2", "p", "velocities v_p particle_v", values=(-1, 1)), affine_in: array("mat22", "p", "affine C_p particle_C", values=(-1, 1)), shape_in: array("mat22", "p", "deformation F_p def_grad", kind=spd, values=(0.8, 1.2)), shape_out: array("mat22", "p", "F_out deformation_out F_new", values=(0, 1)), swell_in: array("scalar", "p", "J_p volume_ratio", values=(0.85, 1.15)), swell_out: array("scalar", "p", "J_out volume_ratio_out", values=(0, 1)), grid_mv: array("vec2", "n n", "grid_mv grid_momentum grid_v", values=(0, 0.1)), grid_m: array("scalar", "n n", "grid_m grid_mass", values=(0, 0.1)), rho_0: param("scalar", "rho_0 rest_density", values=(0.8, 1.5)), stiff: param("scalar", "youngs_modulus stiffness", values=(2, 10)), poisson_p: param("scalar", "nu poisson_ratio", values=(0.1, 0.3)), dt: param("scalar", "dt time_step", values=(0.005, 0.02))):
    n = size("n_grid grid_res", 6, 8)
    p = wp.tid()
    pos_p = points_in[p]
    v_p = moves_in[p]
    C_p = affine_in[p]
    dx = 1.0 / float(len(n))
    vol_p = 0.25 * dx * dx  # four points a cell
    mass_p = rho_0 * vol_p
    parts("point_push")
    eye = wp.mat22(1.0, 0.0, 0.0, 1.0)
    if ANY:
        F = (eye + dt * C_p) * shape_in[p]
        shape_out[p] = F
        J = wp.determinant(F)
        mu = stiff / (2.0 * (1.0 + poisson_p))
        lame = stiff * poisson_p / ((1.0 + poisson_p) * (1.0 - 2.0 * poisson_p))
        tau = mu * (F * wp.transpose(F) - eye) + lame * wp.log(wp.max(J, 0.1)) * eye  # neo-Hookean
    elif ANY:
        F = (eye + dt * C_p) * shape_in[p]
        shape_out[p] = F
        mu = stiff / (2.0 * (1.0 + poisson_p))
        lame = stiff * poisson_p / ((1.0 + poisson_p) * (1.0 - 2.0 * poisson_p))
        green = 0.5 * (wp.transpose(F) * F - eye)
        J = wp.determinant(F)
        second_pk = 2.0 * mu * green + lame * wp.trace(green) * eye  # St. Venant-Kirchhoff
        tau = F * second_pk * wp.transpose(F)
    elif ANY:
        J = swell_in[p] * (1.0 + dt * wp.trace(C_p))
        swell_out[p] = J
        tau = stiff * J * (J - 1.0) * eye
        title("splat_fluid fluid_p2g water_to_grid", "Spreads mass and momentum of a fluid's points to the grid with quadratic B-splines, and what pressure adds in a step.")
    elif ANY:
        J = swell_in[p] * (1.0 + dt * wp.trace(C_p))
        swell_out[p] = J
        compression = 1.0 / wp.max(J, 0.5)
        p_tait = stiff / 7.0 * (wp.pow(compression, 7.0) - 1.0)
        if ANY:
            if p_tait < 0.0:  # little cohesion: it comes apart
                p_tait = 0.1 * p_tait
        tau = -J * p_tait * eye
        title("splat_fluid fluid_p2g water_to_grid", "Spreads mass and momentum of a fluid's points to the grid with quadratic B-splines, and what pressure adds in a step.")
    else:
        F = (eye + dt * C_p) * shape_in[p]
        shape_out[p] = F
        J = wp.determinant(F)
        hardening = wp.exp(wp.clamp(4.0 * (1.0 - J), -1.0, 1.0))  # snow hardens as it is pressed
        mu = hardening * stiff / (2.0 * (1.0 + poisson_p))
        lame = hardening * stiff * poisson_p / ((1.0 + poisson_p) * (1.0 - 2.0 * poisson_p))
        tau = mu * (F * wp.transpose(F) - eye) + lame * J * (J - 1.0) * eye
        title("splat_snow snow_p2g", "Spreads mass and momentum of snow to the grid with quadratic B-splines, and what its stress adds in a step.")
    parts("point_stress")
    parts("point_limit")
    affine_p = mass_p * C_p - dt * vol_p * 4.0 / (dx * dx) * tau
    x_cells = pos_p / dx
    base_x = wp.clamp(int(x_cells[0] - 0.5), 0, len(n) - 3)
    base_y = wp.clamp(int(x_cells[1] - 0.5), 0, len(n) - 3)
    fx = x_cells[0] - float(base_x)
    fy = x_cells[1] - float(base_y)
    if ANY:
        wx = spline_weights(fx)
        wy = spline_weights(fy)
    else:
        wx = wp.vec3(0.5 * (1.5 - fx) * (1.5 - fx), 0.75 - (fx - 1.0) * (fx - 1.0), 0.5 * (fx - 0.5) * (fx - 0.5))
        wy = wp.vec3(0.5 * (1.5 - fy) * (1.5 - fy), 0.75 - (fy - 1.0) * (fy - 1.0), 0.5 * (fy - 0.5) * (fy - 0.5))
    for a in range(3):
        for b in range(3):
            dpos = wp.vec2((float(a) - fx) * dx, (float(b) - fy) * dx)
            weight_ab = wx[a] * wy[b]
            wp.atomic_add(grid_mv, base_x + a, base_y + b, weight_ab * (mass_p * v_p + affine_p * dpos))
            wp.atomic_add(grid_m, base_x + a, base_y + b, weight_ab * mass_p)
    parts("point_report")


@helper(names="quadratic_weights spline_weights bspline")
def spline_weights(f: param("scalar")):
    return wp.vec3(0.5 * (1.5 - f) * (1.5 - f), 0.75 - (f - 1.0) * (f - 1.0), 0.5 * (f - 0.5) * (f - 0.5))


@part("point_push")
def point_gravity(pull: param("vec2", "gravity g_vec", values=(-2, 2))):
    v_p = v_p + dt * pull


@part("point_push")
def point_attract(magnet: param("vec2", "attractor magnet_pos", values=(0.3, 0.7))):
    to_magnet = magnet - pos_p
    if wp.dot(to_magnet, to_magnet) < 0.04:  # within its reach
        v_p = v_p + 0.5 * dt * to_magnet / (wp.dot(to_magnet, to_magnet) + 0.01)


@part("point_push")
def point_calm(calm: param("scalar", "affine_damping c_damping", values=(0.05, 0.5))):
    spin_p = 0.5 * (C_p - wp.transpose(C_p))
    C_p = spin_p + (1.0 - calm) * (C_p - spin_p)


@part("point_stress")
def point_viscous(visc: param("scalar", "viscosity mu_visc", values=(0.05, 0.5))):
    strain_rate = 0.5 * (C_p + wp.transpose(C_p))
    tau = tau + 2.0 * visc * J * (strain_rate - 0.5 * wp.trace(strain_rate) * eye)


@part("point_stress")
def point_active(fiber_in: array("vec2", "p", "active_dirs directors active_fibers", values=(-1, 1))):
    active_d = fiber_in[p]
    tau = tau + wp.outer(active_d, active_d)


@part("point_limit")
def point_cap(most_tension: param("scalar", "tension_limit max_tension", values=(0.05, 0.3))):
    tension = 0.5 * wp.trace(tau)
    if tension > most_tension:  # it tears
        tau = tau - (tension - most_tension) * eye


@part("point_report")
def point_totals(totals: array("scalar", "2", "energy_and_virial sums", values=(0, 0.1))):
    wp.atomic_add(totals, 0, 0.5 * mass_p * wp.dot(v_p, v_p))
    wp.atomic_add(totals, 1, 0.5 * vol_p * wp.trace(tau))


@idiom(names="trace_paths path_trace render_bounces", doc="Follows light back from each pixel over some bounces among spheres.")
def light_paths(centers: array("vec3", "n", "centers sphere_centers", values=(-0.9, 0.9)), radii: array("scalar", "n", "radii sphere_radii", values=(0.4, 0.8)), tints: array("vec3", "n", "albedos sphere_colors", values=(0.3, 0.8)), image: array("vec3", "x y", "image pixels frame", values=(0, 1)), eye_at: param("vec3", "eye camera_pos", values=(-0.3, 0.3)), sky: param("vec3", "sky_color sky", values=(0.4, 1.0)), bounces: param("int", "max_bounces num_bounces", values=(2, 3)), sun: param("vec3", "sun_dir light_dir", values=(0.3, 1)), gloss: param("scalar", "roughness gloss", values=(0.05, 0.4))):
    n = size("num_spheres sphere_count", 3, 5)
    x, y = wp.tid()
    u = (float(x) + 0.5) / float(len(x)) - 0.5
    v = (float(y) + 0.5) / float(len(y)) - 0.5
    ro = eye_at + wp.vec3(0.0, 0.0, 3.0)
    rd = wp.normalize(wp.vec3(u, v, -1.0))
    through = wp.vec3(1.0, 1.0, 1.0)
    light = wp.vec3(0.0, 0.0, 0.0)
    for bounce in range(bounces):
        t_hit = float(100.0)
        hit = int(-1)
        for sph in range(len(n)):
            oc = ro - centers[sph]
            half_b = wp.dot(oc, rd)
            to_axis = oc - half_b * rd
            disc = radii[sph] * radii[sph] - wp.dot(to_axis, to_axis)
            if disc > 0.0:
                t = -half_b - wp.sqrt(disc)
                if t > 0.001 and t < t_hit:
                    t_hit = t
                    hit = sph
        if ANY:
            if hit < 0:
                light = light + wp.cw_mul(through, sky)
                break
        elif ANY:
            if hit < 0:
                light = light + wp.cw_mul(through, sky) * (0.5 + 0.5 * rd[1])
                break
        else:
            if hit < 0:
                facing = wp.max(wp.dot(rd, wp.normalize(sun)), 0.0)
                light = light + wp.cw_mul(through, sky + wp.vec3(1.0, 0.9, 0.7) * wp.pow(facing, 16.0))  # the sun's glow in the sky
                break
        normal = (ro + t_hit * rd - centers[hit]) / radii[hit]
        parts("path_way")
        albedo = tints[hit]
        parts("path_look")
        through = wp.cw_mul(through, albedo)
        ro = ro + t_hit * rd + 0.001 * normal
        parts("path_light")
        if ANY:
            rd = rd - 2.0 * wp.dot(rd, normal) * normal
        elif ANY:
            angle = 6.2831853 * hashed(x + 17 * bounce, y)
            z_cos = 2.0 * hashed(y + 31 * bounce, x) - 1.0
            z_sin = wp.sqrt(wp.max(1.0 - z_cos * z_cos, 0.0001))
            rd = wp.normalize(normal + 0.95 * wp.vec3(z_sin * wp.cos(angle), z_sin * wp.sin(angle), z_cos))  # cosine-weighted
        elif ANY:
            angle = 6.2831853 * hashed(x + 17 * bounce, y)
            fuzz = gloss * wp.vec3(wp.cos(angle), wp.sin(angle), wp.cos(2.0 * angle))
            rd = wp.normalize(rd - 2.0 * wp.dot(rd, normal) * normal + fuzz)
        else:
            if hit % 2 == 0:
                rd = rd - 2.0 * wp.dot(rd, normal) * normal
            else:
                angle = 6.2831853 * hashed(x + 17 * bounce, y)
                z_cos = 2.0 * hashed(y + 31 * bounce, x) - 1.0
                z_sin = wp.sqrt(wp.max(1.0 - z_cos * z_cos, 0.0001))
                rd = wp.normalize(normal + 0.95 * wp.vec3(z_sin * wp.cos(angle), z_sin * wp.sin(angle), z_cos))
        parts("path_end")
    parts("path_expose")
    parts("path_develop")
    image[x, y] = light


@helper(names="hash21 pseudo_random hash_of")
def hashed(a: param("int"), b: param("int")):
    h = a * 37476 + b * 66826 + 1013
    h = h ^ (h >> 7)
    return float(h & 1023) / 1024.0


@part("path_way")
def path_fog(fog: param("scalar", "fog_density extinction", values=(0.02, 0.2)), fog_tint: param("vec3", "fog_color haze", values=(0.3, 0.8))):
    clear = wp.exp(-fog * t_hit)
    light = light + (1.0 - clear) * wp.cw_mul(through, fog_tint)
    through = clear * through


@part("path_look")
def path_stripes(stripes: param("scalar", "stripe_frequency bands", values=(4, 9))):
    if wp.sin(stripes * normal[1]) > 0.0:
        albedo = 0.5 * albedo


@part("path_look")
def path_rim(rim: param("scalar", "fresnel f0", values=(0.02, 0.2))):
    grazing = 1.0 + wp.min(wp.dot(rd, normal), 0.0)
    schlick = rim + (1.0 - rim) * wp.pow(grazing, 5.0)
    albedo = albedo + schlick * (wp.vec3(1.0, 1.0, 1.0) - albedo)


@part("path_look")
def path_glow(glows: array("scalar", "n", "emission glow", values=(0.0, 0.6))):
    light = light + glows[hit] * through


@part("path_light")
def path_sun(sun_power: param("scalar", "sun_power sun_strength", values=(0.5, 2))):
    to_sun = wp.normalize(sun)
    lit = wp.max(wp.dot(normal, to_sun), 0.0)
    if ANY:
        for sph in range(len(n)):
            oc_sun = ro - centers[sph]
            b_sun = wp.dot(oc_sun, to_sun)
            if b_sun < 0.0 and wp.dot(oc_sun, oc_sun) - b_sun * b_sun < radii[sph] * radii[sph]:  # in shadow
                lit = 0.0
    light = light + sun_power * lit * through


@part("path_end", unless="path_faint")
def path_roulette():
    survive = wp.clamp(wp.max(through[0], wp.max(through[1], through[2])), 0.2, 0.95)
    if hashed(x + 61 * bounce, y + 7) > survive:
        break
    through = through / survive


@part("path_end", unless="path_roulette")
def path_faint(faint: param("scalar", "min_throughput cutoff", values=(0.42, 0.5))):
    luminance = 0.2126 * through[0] + 0.7152 * through[1] + 0.0722 * through[2]
    if luminance < faint:
        break


@part("path_expose")
def path_expose(exposure: param("scalar", "exposure gain", values=(0.5, 1.5))):
    light = exposure * light


@part("path_develop")
def path_tone():
    light = wp.vec3(light[0] / (1.0 + light[0]), light[1] / (1.0 + light[1]), light[2] / (1.0 + light[2]))


@part("path_develop")
def path_history(history: array("vec3", "x y", "history prev_frame accumulated", values=(0, 1)), keep: param("scalar", "blend history_weight", values=(0.5, 0.9))):
    light = keep * history[x, y] + (1.0 - keep) * light


@helper(names="flow_at sample_velocity bilinear_vec")
def drift_at(field: array("vec2", "x y"), at: param("vec2"), nx: param("int"), ny: param("int")):
    cx = wp.clamp(at[0], 0.0, float(nx) - 1.001)
    cy = wp.clamp(at[1], 0.0, float(ny) - 1.001)
    i0 = int(cx)
    j0 = int(cy)
    s = cx - float(i0)
    t = cy - float(j0)
    low = (1.0 - s) * field[i0, j0] + s * field[i0 + 1, j0]
    high = (1.0 - s) * field[i0, j0 + 1] + s * field[i0 + 1, j0 + 1]
    return (1.0 - t) * low + t * high


@helper(names="smoke_at sample_field bilinear_scalar")
def amount_at(field: array("scalar", "x y"), at: param("vec2"), nx: param("int"), ny: param("int")):
    cx = wp.clamp(at[0], 0.0, float(nx) - 1.001)
    cy = wp.clamp(at[1], 0.0, float(ny) - 1.001)
    i0 = int(cx)
    j0 = int(cy)
    s = cx - float(i0)
    t = cy - float(j0)
    low = (1.0 - s) * field[i0, j0] + s * field[i0 + 1, j0]
    high = (1.0 - s) * field[i0, j0 + 1] + s * field[i0 + 1, j0 + 1]
    return (1.0 - t) * low + t * high


@helper(names="curl_at vorticity_at spin_at")
def spin_at(field: array("vec2", "x y"), i: param("int"), j: param("int"), nx: param("int"), ny: param("int")):
    i_lo = wp.max(i - 1, 0)
    i_hi = wp.min(i + 1, nx - 1)
    j_lo = wp.max(j - 1, 0)
    j_hi = wp.min(j + 1, ny - 1)
    return 0.5 * (field[i_hi, j][1] - field[i_lo, j][1] - field[i, j_hi][0] + field[i, j_lo][0])


@idiom(names="advance_smoke smoke_step step_smoke_cell", doc="A step of the smoke in each cell before the pressure is solved: it is carried along, rises and fades.")
def smoke_cell(flow: array("vec2", "x y", "flow velocity vel", values=(-2, 2)), smoke: array("scalar", "x y", "smoke dye smoke_in", values=(0.1, 1)), flow_out: array("vec2", "x y", "flow_out velocity_out vel_out", values=(-1, 1)), smoke_out: array("scalar", "x y", "smoke_out dye_out smoke_next", values=(0, 1)), dt: param("scalar", "dt time_step", values=(0.1, 0.5))):
    x, y = wp.tid()
    vel_here = flow[x, y]
    cell_at = wp.vec2(float(x), float(y))
    if ANY:
        origin = cell_at - dt * vel_here
    elif ANY:
        halfway = drift_at(flow, cell_at - 0.5 * dt * vel_here, len(x), len(y))
        origin = cell_at - dt * halfway
    else:
        second = drift_at(flow, cell_at - 0.5 * dt * vel_here, len(x), len(y))
        third = drift_at(flow, cell_at - 0.75 * dt * second, len(x), len(y))
        origin = cell_at - dt * (2.0 * vel_here + 3.0 * second + 4.0 * third) / 9.0  # Ralston's third order
    smoke_new = amount_at(smoke, origin, len(x), len(y))
    vel_new = drift_at(flow, origin, len(x), len(y))
    parts("smoke_correct")
    parts("smoke_carry")
    parts("smoke_push")
    parts("smoke_end")
    parts("smoke_report")
    flow_out[x, y] = vel_new
    smoke_out[x, y] = smoke_new


@part("smoke_correct")
def smoke_correct(carried: array("scalar", "x y", "smoke_fwd advected dye_fwd", values=(0.1, 1))):
    returned = amount_at(carried, cell_at + dt * vel_here, len(x), len(y))
    smoke_new = smoke_new + 0.5 * (smoke[x, y] - returned)  # MacCormack: half of what the way there and back loses
    cell_i = wp.clamp(int(origin[0]), 0, len(x) - 2)
    cell_j = wp.clamp(int(origin[1]), 0, len(y) - 2)
    smoke_max = wp.max(wp.max(smoke[cell_i, cell_j], smoke[cell_i + 1, cell_j]), wp.max(smoke[cell_i, cell_j + 1], smoke[cell_i + 1, cell_j + 1]))
    smoke_min = wp.min(wp.min(smoke[cell_i, cell_j], smoke[cell_i + 1, cell_j]), wp.min(smoke[cell_i, cell_j + 1], smoke[cell_i + 1, cell_j + 1]))
    smoke_new = wp.clamp(smoke_new, smoke_min, smoke_max)


@part("smoke_carry")
def smoke_heat(heat: array("scalar", "x y", "heat temperature theta", values=(0, 1)), heat_out: array("scalar", "x y", "heat_out temperature_out theta_out", values=(0, 1)), cooling: param("scalar", "cooling cool_rate", values=(0.1, 0.6)), lift: param("scalar", "lift buoyancy", values=(0.2, 1))):
    temp_new = amount_at(heat, origin, len(x), len(y)) * wp.exp(-cooling * dt)
    if ANY:
        if smoke_new > 0.6:  # it burns where it is thick
            burnt = 0.3 * dt * (smoke_new - 0.6)
            temp_new = temp_new + 2.0 * burnt
            smoke_new = smoke_new - burnt
    heat_out[x, y] = temp_new
    vel_new = vel_new + dt * wp.vec2(0.0, lift * temp_new)


@part("smoke_push")
def smoke_weight(weight: param("scalar", "soot_weight smoke_weight", values=(0.05, 0.4))):
    vel_new = vel_new - dt * wp.vec2(0.0, weight * smoke_new)


@part("smoke_push")
def smoke_swirl(confinement: param("scalar", "confinement vorticity_eps", values=(0.1, 0.6))):
    x_lo = wp.max(x - 1, 0)
    x_hi = wp.min(x + 1, len(x) - 1)
    y_lo = wp.max(y - 1, 0)
    y_hi = wp.min(y + 1, len(y) - 1)
    curl = spin_at(flow, x, y, len(x), len(y))
    grad_x = 0.5 * (wp.abs(spin_at(flow, x_hi, y, len(x), len(y))) - wp.abs(spin_at(flow, x_lo, y, len(x), len(y))))
    grad_y = 0.5 * (wp.abs(spin_at(flow, x, y_hi, len(x), len(y))) - wp.abs(spin_at(flow, x, y_lo, len(x), len(y))))
    grad_size = wp.sqrt(grad_x * grad_x + grad_y * grad_y + 0.001)
    vel_new = vel_new + dt * confinement * curl / grad_size * wp.vec2(grad_y, -grad_x)


@part("smoke_push")
def smoke_jet(jet_at: param("vec2", "jet_pos source_pos", values=(2, 5)), jet_r: param("scalar", "jet_radius source_radius", values=(1.5, 3))):
    from_jet = cell_at - jet_at
    if wp.dot(from_jet, from_jet) < jet_r * jet_r:  # inside the source
        smoke_new = smoke_new + dt * (1.0 - smoke_new)
        vel_new = vel_new + wp.vec2(0.0, dt)


@part("smoke_push")
def smoke_wind(wind: param("vec2", "wind wind_velocity", values=(-1, 1))):
    decay = wp.exp(-0.2 * dt)
    vel_new = decay * vel_new + (1.0 - decay) * wind


@part("smoke_push")
def smoke_friction(nu: param("scalar", "viscosity nu", values=(0.02, 0.15))):
    around = flow[wp.max(x - 1, 0), y] + flow[wp.min(x + 1, len(x) - 1), y] + flow[x, wp.max(y - 1, 0)] + flow[x, wp.min(y + 1, len(y) - 1)]
    vel_new = vel_new + dt * nu * (around - 4.0 * vel_here)


@part("smoke_end")
def smoke_fade(fade: param("scalar", "fade dissipation", values=(0.05, 0.5))):
    smoke_new = smoke_new / (1.0 + dt * fade)


@part("smoke_end")
def smoke_walls():
    if x == 0 or x == len(x) - 1:  # nothing goes through the walls
        vel_new[0] = 0.0
    if y == 0 or y == len(y) - 1:
        vel_new[1] = 0.0


@part("smoke_end")
def smoke_limit(most_speed: param("scalar", "max_speed v_max", values=(0.5, 1.2))):
    speed_new = wp.length(vel_new)
    if speed_new > most_speed:
        vel_new = vel_new * (most_speed / speed_new)


@part("smoke_report")
def smoke_energy(kinetic: array("scalar", "1", "kinetic flow_energy", values=(0, 0.1))):
    wp.atomic_add(kinetic, 0, 0.5 * wp.dot(vel_new, vel_new))


@idiom(names="triangle_forces membrane_forces eval_triangle_elements", doc="What the stress in each triangle of a membrane does to its three corners.")
def membrane_triangle(tri: array("int", "elem 3", "triangles tri_indices tris", kind=index("n")), pts: array("vec2", "n", "nodes positions x_n", values=(-1, 1)), vels: array("vec2", "n", "velocities node_v", values=(-1, 1)), rest_inv: array("mat22", "elem", "rest_inv Dm_inv inv_rest", kind=spd, values=(0.5, 1.2)), forces: array("vec2", "n", "forces node_f", values=(-0.1, 0.1)), young: param("scalar", "young modulus", values=(1, 5)), poisson: param("scalar", "poisson nu", values=(0.1, 0.35))):
    elem = wp.tid()
    a = tri[elem, 0]
    b = tri[elem, 1]
    c = tri[elem, 2]
    edge_1 = pts[b] - pts[a]
    edge_2 = pts[c] - pts[a]
    Dm_inv = rest_inv[elem]
    area = 0.5 / wp.determinant(Dm_inv)
    F = wp.mat22(edge_1[0], edge_2[0], edge_1[1], edge_2[1]) * Dm_inv
    eye = wp.mat22(1.0, 0.0, 0.0, 1.0)
    mu = 0.5 * young / (1.0 + poisson)
    if ANY:
        lame = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))
    else:
        lame = young * poisson / (1.0 - poisson * poisson)  # plane stress
    if ANY:
        polar_c = F[0, 0] + F[1, 1]
        polar_s = F[1, 0] - F[0, 1]
        polar_r = wp.sqrt(polar_c * polar_c + polar_s * polar_s + 0.000001)
        to_world = wp.mat22(polar_c / polar_r, -polar_s / polar_r, polar_s / polar_r, polar_c / polar_r)  # polar decomposition
        strain_e = wp.transpose(to_world) * F - eye
        title("corotated_forces corotated_triangles", "What the stress in each triangle of a membrane does to its three corners, by its strain without the rotation.")
    else:
        to_world = F
        strain_e = 0.5 * (wp.transpose(F) * F - eye)
    parts("membrane_strain")
    stress = 2.0 * mu * strain_e + lame * wp.trace(strain_e) * eye
    parts("membrane_stress")
    parts("membrane_stored")
    parts("membrane_loss")
    to_corners = -area * (to_world * stress * wp.transpose(Dm_inv))
    f_b = wp.vec2(to_corners[0, 0], to_corners[1, 0])
    f_c = wp.vec2(to_corners[0, 1], to_corners[1, 1])
    f_a = -f_b - f_c
    parts("membrane_load")
    wp.atomic_add(forces, a, f_a)
    wp.atomic_add(forces, b, f_b)
    wp.atomic_add(forces, c, f_c)
    parts("membrane_report")


@part("membrane_strain")
def membrane_warm(warm_by: array("scalar", "elem", "temperature_rise delta_t", values=(-0.5, 0.5)), swelling: param("scalar", "thermal_expansion alpha_t", values=(0.05, 0.2))):
    strain_e = strain_e - swelling * warm_by[elem] * eye


@part("membrane_strain")
def membrane_plastic(plastic_in: array("mat22", "elem", "plastic_strain eps_p", values=(-0.1, 0.1)), plastic_out: array("mat22", "elem", "plastic_out eps_p_out", values=(-1, 1)), yield_at: param("scalar", "yield_strain yield_limit", values=(0.4, 1.2))):
    plastic_e = 0.5 * (plastic_in[elem] + wp.transpose(plastic_in[elem]))
    strain_e = strain_e - plastic_e
    shear = strain_e - 0.5 * wp.trace(strain_e) * eye
    shear_size = wp.sqrt(wp.ddot(shear, shear) + 0.000001)
    if shear_size > yield_at:  # the excess stays
        flow_by = (1.0 - yield_at / shear_size) * shear
        strain_e = strain_e - flow_by
        plastic_out[elem] = plastic_e + flow_by
    else:
        plastic_out[elem] = plastic_e


@part("membrane_loss")
def membrane_damp(damping: param("scalar", "damping eta", values=(0.05, 0.5))):
    rate_1 = vels[b] - vels[a]
    rate_2 = vels[c] - vels[a]
    F_rate = wp.mat22(rate_1[0], rate_2[0], rate_1[1], rate_2[1]) * Dm_inv
    F_rate_local = wp.transpose(to_world) * F_rate
    stress = stress + 0.5 * damping * (F_rate_local + wp.transpose(F_rate_local))


@part("membrane_stress")
def membrane_fibers(fibers: array("vec2", "elem", "fibers fiber_dirs", values=(-1, 1)), fiber_k: param("scalar", "fiber_stiffness k_fiber", values=(0.5, 3))):
    fiber_d = fibers[elem]
    stretched = wp.dot(fiber_d, strain_e * fiber_d)
    if stretched > 0.0:  # fibers pull, but do not push
        stress = stress + fiber_k * stretched * wp.outer(fiber_d, fiber_d)


@part("membrane_stress")
def membrane_worn(wear: array("scalar", "elem", "damage wear", values=(0, 0.8))):
    intact = 1.0 - wear[elem]
    stress = (intact * intact) * stress


@part("membrane_load")
def membrane_weight(areal: param("scalar", "areal_density rho_area", values=(0.2, 1)), gravity: param("vec2", "gravity g_vec", values=(-3, 3))):
    weight_n = (areal * area / 3.0) * gravity
    f_a = f_a + weight_n
    f_b = f_b + weight_n
    f_c = f_c + weight_n


@part("membrane_load")
def membrane_drag(drag: param("scalar", "drag air_drag", values=(0.1, 1))):
    f_a = f_a - drag * area / 3.0 * vels[a]
    f_b = f_b - drag * area / 3.0 * vels[b]
    f_c = f_c - drag * area / 3.0 * vels[c]


@part("membrane_report")
def membrane_mises(mises_out: array("scalar", "elem", "von_mises mises", values=(0, 1))):
    mises_out[elem] = wp.sqrt(stress[0, 0] * stress[0, 0] - stress[0, 0] * stress[1, 1] + stress[1, 1] * stress[1, 1] + 3.0 * stress[0, 1] * stress[0, 1] + 0.000001)


@part("membrane_stored")
def membrane_energy(stored: array("scalar", "1", "elastic_energy energy", values=(0, 0.1))):
    wp.atomic_add(stored, 0, 0.5 * area * wp.ddot(strain_e, stress))


@idiom(names="optical_flow lucas_kanade window_flow", doc="The motion of the window around each pixel between two frames, by least squares.")
def window_motion(first: array("scalar", "x y", "frame_0 image_a prev_frame", values=(0, 1)), then: array("scalar", "x y", "frame_1 image_b next_frame", values=(0, 1)), motion: array("vec2", "x y", "motion flow_out uv", values=(-1, 1)), reach: param("int", "window_radius half_window", values=(1, 2)), ridge: param("scalar", "ridge regularizer", values=(0.02, 0.2))):
    x, y = wp.tid()
    sum_xx = ridge
    sum_yy = ridge
    sum_xy = float(0.0)
    sum_xt = float(0.0)
    sum_yt = float(0.0)
    parts("motion_before")
    for a in range(-reach, reach + 1):
        for b in range(-reach, reach + 1):
            i = wp.clamp(x + a, 0, len(x) - 1)
            j = wp.clamp(y + b, 0, len(y) - 1)
            i_lo = wp.max(i - 1, 0)
            i_hi = wp.min(i + 1, len(x) - 1)
            j_lo = wp.max(j - 1, 0)
            j_hi = wp.min(j + 1, len(y) - 1)
            if ANY:
                grad_x = 0.5 * (first[i_hi, j] - first[i_lo, j])
                grad_y = 0.5 * (first[i, j_hi] - first[i, j_lo])
            elif ANY:
                grad_x = 0.125 * (first[i_hi, j_lo] + 2.0 * first[i_hi, j] + first[i_hi, j_hi] - first[i_lo, j_lo] - 2.0 * first[i_lo, j] - first[i_lo, j_hi])  # Sobel
                grad_y = 0.125 * (first[i_lo, j_hi] + 2.0 * first[i, j_hi] + first[i_hi, j_hi] - first[i_lo, j_lo] - 2.0 * first[i, j_lo] - first[i_hi, j_lo])
            else:
                grad_x = 0.25 * (first[i_hi, j] - first[i_lo, j] + then[i_hi, j] - then[i_lo, j])  # mean of both frames
                grad_y = 0.25 * (first[i, j_hi] - first[i, j_lo] + then[i, j_hi] - then[i, j_lo])
            grad_t = then[i, j] - first[i, j]
            parts("motion_level")
            parts("motion_trust")
            parts("motion_sample")
            sum_xx += grad_x * grad_x
            sum_yy += grad_y * grad_y
            sum_xy += grad_x * grad_y
            sum_xt += grad_x * grad_t
            sum_yt += grad_y * grad_t
    det = sum_xx * sum_yy - sum_xy * sum_xy
    flow_x = (sum_xy * sum_yt - sum_yy * sum_xt) / det
    flow_y = (sum_xy * sum_xt - sum_xx * sum_yt) / det
    parts("motion_after")
    parts("motion_bound")
    parts("motion_report")
    motion[x, y] = wp.vec2(flow_x, flow_y)


@part("motion_before")
def motion_prior(guess: array("vec2", "x y", "coarse_flow prior initial_flow", values=(-0.3, 0.3)), trust: param("scalar", "prior_weight trust", values=(0.1, 0.5))):
    sum_xx += trust
    sum_yy += trust
    sum_xt -= trust * guess[x, y][0]
    sum_yt -= trust * guess[x, y][1]


@part("motion_level")
def motion_gain(gain: param("scalar", "gain brightness_gain", values=(0.9, 1.1)), offset: param("scalar", "offset brightness_offset", values=(-0.1, 0.1))):
    grad_t = grad_t + (gain - 1.0) * then[i, j] + offset


@part("motion_sample")
def motion_mask(seen: array("scalar", "x y", "mask validity", values=(0.1, 1))):
    root_w = wp.sqrt(seen[i, j])
    grad_x = root_w * grad_x
    grad_y = root_w * grad_y
    grad_t = root_w * grad_t


@part("motion_sample")
def motion_bell(spread: param("scalar", "window_sigma sigma", values=(0.8, 2))):
    bell = wp.exp(-0.25 * float(a * a + b * b) / (spread * spread))  # the root of a Gaussian weight
    grad_x = bell * grad_x
    grad_y = bell * grad_y
    grad_t = bell * grad_t


@part("motion_trust")
def motion_robust(outlier: param("scalar", "outlier huber_delta", values=(0.2, 0.5))):
    misfit_t = wp.abs(grad_t)
    if misfit_t > outlier:  # Huber weight
        root_h = wp.sqrt(outlier / misfit_t)
        grad_x = root_h * grad_x
        grad_y = root_h * grad_y
        grad_t = root_h * grad_t


@part("motion_after")
def motion_corner(flat: param("scalar", "min_eigenvalue flat_threshold", values=(0.6, 1.2))):
    mean_eig = 0.5 * (sum_xx + sum_yy)
    half_gap = wp.sqrt(0.25 * (sum_xx - sum_yy) * (sum_xx - sum_yy) + sum_xy * sum_xy + 0.000001)
    if mean_eig - half_gap < flat:  # no corner: a damped step down the slope instead
        flow_x = -sum_xt / (mean_eig + half_gap)
        flow_y = -sum_yt / (mean_eig + half_gap)


@part("motion_bound")
def motion_limit(most: param("scalar", "max_motion max_flow", values=(0.2, 0.5))):
    flow_size = wp.sqrt(flow_x * flow_x + flow_y * flow_y + 0.000001)
    if flow_size > most:
        flow_x = flow_x * most / flow_size
        flow_y = flow_y * most / flow_size


@part("motion_report")
def motion_score(corner_out: array("scalar", "x y", "corner_score harris", values=(0, 1))):
    corner_out[x, y] = det - 0.04 * (sum_xx + sum_yy) * (sum_xx + sum_yy)


@part("motion_report")
def motion_residual(misfit: array("scalar", "1", "misfit flow_error", values=(0, 0.1))):
    diff_t = then[x, y] - first[x, y]
    diff_x = first[wp.min(x + 1, len(x) - 1), y] - first[x, y]
    diff_y = first[x, wp.min(y + 1, len(y) - 1)] - first[x, y]
    unexplained = diff_t + flow_x * diff_x + flow_y * diff_y
    wp.atomic_add(misfit, 0, unexplained * unexplained)


@idiom(names="lstm_cell lstm_step recurrent_step", doc="A step of each unit of an LSTM for each row of a batch.")
def gated_unit(inputs: array("scalar", "b k", "inputs x x_t", values=(-1, 1)), hidden: array("scalar", "b u", "hidden h_prev h", values=(-0.8, 0.8)), weights: array("scalar", "4 u k", "weights w_ih w_x", values=(-0.5, 0.5)), recur: array("scalar", "4 u u", "recurrent w_hh w_h", values=(-0.5, 0.5)), bias: array("scalar", "4 u", "bias biases", values=(-0.2, 0.4)), cells: array("scalar", "b u", "cells c_prev cell_state", values=(-1, 1)), cells_out: array("scalar", "b u", "cells_out c_next", values=(-1, 1)), hidden_out: array("scalar", "b u", "hidden_out h_next", values=(-1, 1))):
    k = size("num_inputs in_features", 3, 6)
    b, u = wp.tid()
    if ANY:
        parts("cell_ended")
        a_in = bias[0, u]
        a_forget = bias[1, u]
        a_new = bias[2, u]
        a_out = bias[3, u]
        for k in range(len(k)):
            x_k = inputs[b, k]
            a_in += weights[0, u, k] * x_k
            a_forget += weights[1, u, k] * x_k
            a_new += weights[2, u, k] * x_k
            a_out += weights[3, u, k] * x_k
        for m in range(len(u)):
            h_m = hidden[b, m]
            a_in += recur[0, u, m] * h_m
            a_forget += recur[1, u, m] * h_m
            a_new += recur[2, u, m] * h_m
            a_out += recur[3, u, m] * h_m
        c_old = cells[b, u]
        parts("gate_input")
        if ANY:
            gate_in = squashed(a_in)
            gate_forget = squashed(a_forget)
            gate_out = squashed(a_out)
        elif ANY:
            gate_in = wp.clamp(0.2 * a_in + 0.5, 0.0, 1.0)
            gate_forget = wp.clamp(0.2 * a_forget + 0.5, 0.0, 1.0)
            gate_out = wp.clamp(0.2 * a_out + 0.5, 0.0, 1.0)
        else:
            exp_in = wp.exp(wp.clamp(a_in, -4.0, 4.0))
            exp_forget = wp.exp(wp.clamp(a_forget, -4.0, 4.0))
            gate_in = exp_in / (exp_in + exp_forget)
            gate_forget = exp_forget / (exp_in + exp_forget)
            gate_out = squashed(a_out)
        c_new = gate_forget * c_old + gate_in * wp.tanh(a_new)
        parts("gate_state")
        cells_out[b, u] = c_new
        if ANY:
            h_out = gate_out * wp.tanh(c_new)
        else:
            h_out = gate_out * c_new / (1.0 + wp.abs(c_new))
    else:
        parts("row_ended")
        a_reset = bias[0, u]
        a_update = bias[1, u]
        from_x = bias[2, u]
        from_h = bias[3, u]
        for k in range(len(k)):
            x_k = inputs[b, k]
            a_reset += weights[0, u, k] * x_k
            a_update += weights[1, u, k] * x_k
            from_x += weights[2, u, k] * x_k
        for m in range(len(u)):
            h_m = hidden[b, m]
            a_reset += recur[0, u, m] * h_m
            a_update += recur[1, u, m] * h_m
            from_h += recur[2, u, m] * h_m
        reset = squashed(a_reset)
        update = squashed(a_update)
        if ANY:
            candidate = wp.tanh(from_x + reset * from_h)
        else:
            pre_new = from_x + reset * from_h
            candidate = pre_new / (1.0 + wp.abs(pre_new))
        h_out = (1.0 - update) * candidate + update * hidden[b, u]
        title("gru_cell gru_step", "A step of each unit of a GRU for each row of a batch.")
    parts("gate_output")
    hidden_out[b, u] = h_out
    parts("gate_report")


@helper(names="sigmoid logistic gate")
def squashed(a: param("scalar")):
    return 1.0 / (1.0 + wp.exp(-a))


@part("gate_input")
def gate_peep(peep: array("scalar", "2 u", "peephole w_peep", values=(-0.5, 0.5))):
    a_in += peep[0, u] * c_old
    a_forget += peep[1, u] * c_old


@part("gate_input")
def gate_sharp(sharp: param("scalar", "gate_scale sharpness", values=(0.5, 2))):
    a_in *= sharp
    a_forget *= sharp


@part("gate_state")
def gate_clip(most: param("scalar", "cell_clip c_max", values=(0.3, 0.7))):
    if wp.abs(c_new) > most:
        c_new = most * wp.sign(c_new)


@part("gate_output", unless="gate_zoneout")
def gate_drop(keep: array("int", "b u", "keep_mask dropout_mask", kind=flag), keep_rate: param("scalar", "keep_prob keep_rate", values=(0.5, 0.9))):
    if keep[b, u] != 0:
        h_out = h_out / keep_rate
    else:
        h_out = 0.0


@part("gate_output", unless="gate_drop")
def gate_zoneout(zone: param("scalar", "zoneout hold_rate", values=(0.1, 0.4))):
    h_out = (1.0 - zone) * h_out + zone * hidden[b, u]


@part("cell_ended")
def gate_ended(lengths: array("int", "b", "lengths seq_lengths", values=(1, 6)), step: param("int", "step t_now", values=(2, 4))):
    if step >= lengths[b]:  # this row has ended and keeps its state
        cells_out[b, u] = cells[b, u]
        hidden_out[b, u] = hidden[b, u]
        return


@part("row_ended")
def gru_ended(lengths: array("int", "b", "lengths seq_lengths", values=(1, 6)), step: param("int", "step t_now", values=(2, 4))):
    if step >= lengths[b]:  # this row has ended and keeps its state
        hidden_out[b, u] = hidden[b, u]
        return


@part("gate_report")
def gate_loss(aims: array("scalar", "b u", "targets teacher", values=(-1, 1)), loss: array("scalar", "1", "loss total_loss", values=(0, 0.1))):
    out_err = h_out - aims[b, u]
    wp.atomic_add(loss, 0, 0.5 * out_err * out_err)


@part("gate_report")
def gate_readout(readout: array("scalar", "u", "readout w_out", values=(-1, 1)), scores: array("scalar", "b", "scores logits_out", values=(0, 0.1))):
    wp.atomic_add(scores, b, readout[u] * h_out)


@idiom(names="kalman_filter filter_tracks track_targets", doc="Filters the measurements of each track: position and velocity with their covariance, from step to step.")
def filter_track(seen: array("scalar", "i t", "measurements z observations", values=(-1, 1)), place_0: array("scalar", "i", "initial_pos x_init", values=(-0.5, 0.5)), places: array("scalar", "i t", "positions_out filtered x_est", values=(-1, 1)), dt: param("scalar", "dt sample_time", values=(0.1, 0.4)), acc_var: param("scalar", "accel_var process_noise", values=(0.1, 1)), pace_0: array("scalar", "i", "initial_vel v_init", values=(-0.5, 0.5)), seen_var: param("scalar", "meas_var r_meas", values=(0.1, 0.5))):
    t = size("num_steps horizon", 4, 8)
    i = wp.tid()
    pos = place_0[i]
    if ANY:
        vel = float(0.0)
    else:
        vel = pace_0[i]
    p_xx = float(1.0)
    p_xv = float(0.0)
    p_vv = float(1.0)
    for t in range(len(t)):
        pos = pos + dt * vel
        p_xx = p_xx + dt * (2.0 * p_xv + dt * p_vv)
        p_xv = p_xv + dt * p_vv
        parts("track_motion")
        if ANY:
            p_xx = p_xx + 0.25 * acc_var * dt * dt * dt * dt
            p_xv = p_xv + 0.5 * acc_var * dt * dt * dt
            p_vv = p_vv + acc_var * dt * dt
        else:
            p_xx = p_xx + acc_var * dt * dt * dt / 3.0  # white noise in continuous time
            p_xv = p_xv + 0.5 * acc_var * dt * dt
            p_vv = p_vv + acc_var * dt
        innovation = seen[i, t] - pos
        noise_var = seen_var
        parts("track_noise")
        parts("track_gate")
        s_inv = 1.0 / (p_xx + noise_var)
        gain_x = p_xx * s_inv
        gain_v = p_xv * s_inv
        parts("track_gain")
        pos = pos + gain_x * innovation
        vel = vel + gain_v * innovation
        one_minus_k = 1.0 - gain_x
        p_vv = p_vv - 2.0 * gain_v * p_xv + gain_v * gain_v * (p_xx + noise_var)
        p_xv = one_minus_k * (p_xv - gain_v * p_xx) + gain_x * gain_v * noise_var
        p_xx = one_minus_k * one_minus_k * p_xx + gain_x * gain_x * noise_var
        parts("track_after")
        places[i, t] = pos
    parts("track_end")


@part("track_motion")
def track_control(control: array("scalar", "i t", "accel_cmd control", values=(-1, 1))):
    pos = pos + 0.5 * dt * dt * control[i, t]
    vel = vel + dt * control[i, t]


@part("track_motion")
def track_pull(spring: param("scalar", "pull_rate reversion", values=(0.1, 0.5))):
    vel = vel - dt * spring * pos
    p_vv = p_vv - 2.0 * dt * spring * p_xv + dt * dt * spring * spring * p_xx
    p_xv = p_xv - dt * spring * p_xx


@part("track_motion")
def track_forget(forgetting: param("scalar", "forgetting fading_memory", values=(1.01, 1.1))):
    p_xx = forgetting * p_xx
    p_xv = forgetting * p_xv
    p_vv = forgetting * p_vv


@part("track_noise")
def track_quality(quality: array("scalar", "i t", "quality snr", values=(0.3, 2))):
    noise_var = noise_var / quality[i, t]


@part("track_gate")
def track_outlier(gate: param("scalar", "gate chi2_gate", values=(0.3, 1.0))):
    nis = innovation * innovation / (p_xx + noise_var)
    if nis > gate:  # trust it less, the further off it is
        noise_var = noise_var * nis / gate


@part("track_gain", unless="track_likelihood")
def track_missing(valid: array("int", "i t", "valid is_measured", kind=flag)):
    if valid[i, t] == 0:  # nothing was measured
        gain_x = 0.0
        gain_v = 0.0


@part("track_gain", unless="track_missing")
def track_likelihood(fit: array("scalar", "i", "log_likelihood fit", values=(0, 0.1))):
    fit[i] = fit[i] - 0.5 * (innovation * innovation * s_inv + wp.log(6.2831853 / s_inv))


@part("track_after")
def track_limit(fastest: param("scalar", "max_speed v_max", values=(0.2, 0.6))):
    vel = wp.clamp(vel, -fastest, fastest)


@part("track_after")
def track_walls(low: param("scalar", "lower low_wall", values=(-0.6, -0.3)), high: param("scalar", "upper high_wall", values=(0.3, 0.6))):
    if pos < low:
        pos = low
        vel = wp.max(vel, 0.0)
    elif pos > high:
        pos = high
        vel = wp.min(vel, 0.0)


@part("track_end")
def track_variance(spread_out: array("scalar", "i 3", "covariance_out p_out", values=(0, 1))):
    spread_out[i, 0] = p_xx
    spread_out[i, 1] = p_xv
    spread_out[i, 2] = p_vv


@part("track_end")
def track_forecast(ahead: param("scalar", "lead_time lookahead", values=(0.5, 2)), forecast: array("scalar", "i", "forecast predicted", values=(-1, 1))):
    forecast[i] = pos + ahead * vel
