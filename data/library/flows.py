# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long kernels of what flows on a grid: shallow water, lattice Boltzmann, smoke."""

domain("flows", entity="cell", edge="face")

words(vel_new="vel_new u_new")


@helper(names="rusanov_flux_x flux_across_x face_flux_x")
def water_flux_x(h_l: param("scalar"), q_l: param("vec2"), h_r: param("scalar"), q_r: param("vec2")):
    u_l = q_l[0] / wp.max(h_l, 0.01)
    u_r = q_r[0] / wp.max(h_r, 0.01)
    max_speed = wp.max(wp.abs(u_l) + wp.sqrt(9.81 * h_l), wp.abs(u_r) + wp.sqrt(9.81 * h_r))
    mass_flux = 0.5 * (q_l[0] + q_r[0]) - 0.5 * max_speed * (h_r - h_l)
    flux_along = 0.5 * (q_l[0] * u_l + 0.5 * 9.81 * h_l * h_l + q_r[0] * u_r + 0.5 * 9.81 * h_r * h_r) - 0.5 * max_speed * (q_r[0] - q_l[0])
    flux_across = 0.5 * (q_l[1] * u_l + q_r[1] * u_r) - 0.5 * max_speed * (q_r[1] - q_l[1])
    return wp.vec3(mass_flux, flux_along, flux_across)


@helper(names="rusanov_flux_y flux_across_y face_flux_y")
def water_flux_y(h_l: param("scalar"), q_l: param("vec2"), h_r: param("scalar"), q_r: param("vec2")):
    v_l = q_l[1] / wp.max(h_l, 0.01)
    v_r = q_r[1] / wp.max(h_r, 0.01)
    max_speed = wp.max(wp.abs(v_l) + wp.sqrt(9.81 * h_l), wp.abs(v_r) + wp.sqrt(9.81 * h_r))
    mass_flux = 0.5 * (q_l[1] + q_r[1]) - 0.5 * max_speed * (h_r - h_l)
    flux_across = 0.5 * (q_l[0] * v_l + q_r[0] * v_r) - 0.5 * max_speed * (q_r[0] - q_l[0])
    flux_along = 0.5 * (q_l[1] * v_l + 0.5 * 9.81 * h_l * h_l + q_r[1] * v_r + 0.5 * 9.81 * h_r * h_r) - 0.5 * max_speed * (q_r[1] - q_l[1])
    return wp.vec3(mass_flux, flux_across, flux_along)


@idiom(names="step_shallow_water advance_flood shallow_water_step", doc="Take one finite volume step of the shallow water equations, with Rusanov fluxes on the four faces of each cell.")
def shallow_water_cell(depth: array("scalar", "x y", "depth water_depth h_in", values=(0.15, 1.0)), flow: array("vec2", "x y", "discharge flow hu_in", values=(-0.3, 0.3)), depth_out: array("scalar", "x y", "depth_out water_depth_out h_out", values=(0, 1)), flow_out: array("vec2", "x y", "discharge_out flow_out hu_out", values=(-1, 1)), dt: param("scalar", "dt time_step", values=(0.01, 0.02)), dx: param("scalar", "dx cell_size", values=(0.5, 1.0))):
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
    depth_out[x, y] = wp.max(h_next, 0.0)
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
    h_wet = wp.max(h, 0.01)
    speed = wp.length(q) / h_wet
    if ANY:
        friction = 9.81 * rough * rough * speed / wp.pow(h_wet, 4.0 / 3.0)  # Manning
    else:
        friction = rough * speed / h_wet
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


@idiom(names="lattice_boltzmann_step collide_and_stream lbm_d2q9", doc="Take one D2Q9 lattice Boltzmann step: stream in from the neighbors and relax.")
def boltzmann_nine(f_in: array("scalar", "x y 9", "f_in f populations", values=(0.08, 0.14)), f_out: array("scalar", "x y 9", "f_out f_next populations_out", values=(0, 1)), omega: param("scalar", "omega relaxation", values=(0.6, 1.6)), smagorinsky: param("scalar", "smagorinsky c_s", values=(0.1, 0.3))):
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
        strain_term = 18.0 * 1.4142135 * smagorinsky * smagorinsky * stress_size / rho
        rate = 2.0 / (tau_0 + wp.sqrt(tau_0 * tau_0 + strain_term))
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
        diag = ux + uy
        anti = uy - ux
        keep = 1.0 - rate
        f_out[x, y, 0] = keep * f0 + rate * (4.0 / 9.0 * rho * (1.0 - u_sq))
        f_out[x, y, 1] = keep * f1 + rate * equilibrium(1.0 / 9.0 * rho, ux, u_sq)
        f_out[x, y, 2] = keep * f2 + rate * equilibrium(1.0 / 9.0 * rho, uy, u_sq)
        f_out[x, y, 3] = keep * f3 + rate * equilibrium(1.0 / 9.0 * rho, -ux, u_sq)
        f_out[x, y, 4] = keep * f4 + rate * equilibrium(1.0 / 9.0 * rho, -uy, u_sq)
        f_out[x, y, 5] = keep * f5 + rate * equilibrium(1.0 / 36.0 * rho, diag, u_sq)
        f_out[x, y, 6] = keep * f6 + rate * equilibrium(1.0 / 36.0 * rho, anti, u_sq)
        f_out[x, y, 7] = keep * f7 + rate * equilibrium(1.0 / 36.0 * rho, -diag, u_sq)
        f_out[x, y, 8] = keep * f8 + rate * equilibrium(1.0 / 36.0 * rho, -anti, u_sq)
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
        title("collide_two_relaxation_times trt_step", "Take one D2Q9 lattice Boltzmann step with two relaxation times.")
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


@helper(names="sample_field bilinear_scalar sample_scalar")
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


@idiom(names="advance_smoke smoke_step step_smoke_cell", doc="Advect, lift and fade the smoke of each cell before the pressure solve.")
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
