# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fields on regular grids: diffusion, waves, advection, pressure, reactions."""

domain("grids", entity="cell node", edge="face")

words(back_x="px x_back src_x", back_y="py y_back src_y")

cell = concept("scalar", "L", "parameter", names="dx h cell_size spacing", short="h", values=(0.4, 0.8), common=True)
time_step = concept("scalar", "T", "parameter", names="dt timestep", short="dt", values=(0.01, 0.08), common=True)
kappa = concept("scalar", "L2/T", "parameter constant", names="diffusivity alpha kappa nu", short="alpha", values=(0.1, 0.9))
speed_of_wave = concept("scalar", "L/T", "parameter constant", names="wave_speed c celerity", short="c", values=(0.5, 1.5))
feed = concept("scalar", "1/T", "parameter constant", names="feed_rate feed f", short="f", values=(0.02, 0.08))
kill = concept("scalar", "1/T", "parameter constant", names="kill_rate kill k", short="k", values=(0.04, 0.07))
rate_of_growth = concept("scalar", "1/T", "parameter constant", names="growth_rate reaction_rate r", short="r", values=(0.3, 1.5))
decay_rate = concept("scalar", "1/T", "parameter constant", names="decay absorption sigma_a", short="lam", values=(0.05, 0.6))
outside = concept("scalar", "-", "parameter constant", names="ambient boundary_value u_out", short="u_out", values=(0.1, 0.6))
relax = concept("scalar", "1", "parameter constant", names="omega relaxation sor_factor", short="omega", values=(0.6, 1.7))


@idiom(names="diffuse heat_step diffusion_2d laplacian_step", doc="Take one explicit diffusion step with the 5-point Laplace stencil.")
def stencil_2d(u: array("scalar", "x y", "u field temperature phi", values=(0.1, 1.0)), source: array("scalar", "x y", "source rhs heat", values=(-0.5, 0.5)), previous: array("scalar", "x y", "u_prev previous u_old", values=(0.1, 1.0)), result: array("scalar", "x y", "u_out field_out temperature_out phi_out", values=(0, 1)), coefficient: array("scalar", "x y", "kappa_field conductivity k_field", values=(0.2, 0.9))):
    x, y = wp.tid()
    if ANY:
        if x < 1 or x >= len(x) - 1 or y < 1 or y >= len(y) - 1:
            if ANY:
                result[x, y] = u[x, y]
            else:
                result[x, y] = outside
            return
        c = u[x, y]
        if ANY:
            lap = u[x - 1, y] + u[x + 1, y] + u[x, y - 1] + u[x, y + 1] - 4.0 * c
        elif ANY:
            lap = (u[x - 1, y] - 2.0 * c + u[x + 1, y]) + (u[x, y - 1] - 2.0 * c + u[x, y + 1])
        else:
            sides = u[x - 1, y] + u[x + 1, y] + u[x, y - 1] + u[x, y + 1]
            corners = u[x - 1, y - 1] + u[x + 1, y - 1] + u[x - 1, y + 1] + u[x + 1, y + 1]
            lap = (4.0 * sides + corners - 20.0 * c) / 6.0  # nine points
    elif ANY:
        c = u[x, y]
        left = u[wp.max(x - 1, 0), y]
        right = u[wp.min(x + 1, len(x) - 1), y]
        down = u[x, wp.max(y - 1, 0)]
        up = u[x, wp.min(y + 1, len(y) - 1)]
        lap = left + right + down + up - 4.0 * c
    elif ANY:
        c = u[x, y]
        xp = (x + 1) % len(x)  # periodic boundaries
        xm = (x + len(x) - 1) % len(x)
        yp = (y + 1) % len(y)
        ym = (y + len(y) - 1) % len(y)
        lap = u[xp, y] + u[xm, y] + u[x, yp] + u[x, ym] - 4.0 * c
    else:
        c = u[x, y]
        lap = float(0.0)
        if x > 0:
            lap += u[x - 1, y] - c
        if x < len(x) - 1:
            lap += u[x + 1, y] - c
        if y > 0:
            lap += u[x, y - 1] - c
        if y < len(y) - 1:
            lap += u[x, y + 1] - c
    rate = choose(kappa, coefficient[x, y]) * lap / (cell * cell)
    if ANY:
        rate += source[x, y]
    if ANY:
        rate += rate_of_growth * c * (1.0 - c)
        title("reaction_diffusion fisher_step react_and_diffuse", "Take one step of the Fisher-KPP reaction-diffusion equation.")
    elif ANY:
        rate -= decay_rate * c
    elif ANY:
        rate += rate_of_growth * (c - c * c * c)
        title("allen_cahn phase_field_step", "Take one step of the Allen-Cahn equation.")
    elif ANY:
        rate += decay_rate * (outside - c)
    if ANY:
        result[x, y] = c + time_step * rate
    elif ANY:
        result[x, y] = wp.clamp(c + time_step * rate, 0.0, 1.0)
    elif ANY:
        result[x, y] = 2.0 * c - previous[x, y] + time_step * time_step * rate
        title("wave_step wave_2d leapfrog_wave", "Take one leapfrog step of the wave equation.")
    else:
        result[x, y] = rate
        title("laplacian eval_rhs compute_rhs", "Evaluate the right-hand side of the diffusion equation at each cell.")


@idiom(names="gray_scott react_diffuse two_species_step", doc="Take one step of a two-species reaction-diffusion system.")
def gray_scott(u: array("scalar", "x y", "u a_field", values=(0.2, 1.0)), v: array("scalar", "x y", "v b_field", values=(0.05, 0.6)), u_next: array("scalar", "x y", "u_next a_out", values=(0, 1)), v_next: array("scalar", "x y", "v_next b_out", values=(0, 1))):
    x, y = wp.tid()
    xp = (x + 1) % len(x)
    xm = (x + len(x) - 1) % len(x)
    yp = (y + 1) % len(y)
    ym = (y + len(y) - 1) % len(y)
    cu = u[x, y]
    cv = v[x, y]
    lap_u = u[xp, y] + u[xm, y] + u[x, yp] + u[x, ym] - 4.0 * cu
    lap_v = v[xp, y] + v[xm, y] + v[x, yp] + v[x, ym] - 4.0 * cv
    if ANY:
        r = cu * cv * cv
        du = kappa * lap_u - r + feed * (1.0 - cu)
        dv = 0.5 * kappa * lap_v + r - (feed + kill) * cv
    elif ANY:
        r = cu * (1.0 - cu) * (cu - 0.1) - cv  # FitzHugh-Nagumo
        du = kappa * lap_u + r
        dv = feed * (cu - kill * cv)
        title("fitzhugh_nagumo excitable_step")
    else:
        grow = rate_of_growth * cu
        eat = cu * cv
        du = kappa * lap_u + grow - eat
        dv = 0.5 * kappa * lap_v + eat - decay_rate * cv
        title("predator_prey_step lotka_volterra", "Take one step of a predator-prey system with diffusion.")
    if ANY:
        u_next[x, y] = cu + time_step * du
        v_next[x, y] = cv + time_step * dv
    else:
        u_next[x, y] = wp.max(cu + time_step * du, 0.0)
        v_next[x, y] = wp.max(cv + time_step * dv, 0.0)


@idiom(names="diffuse_3d laplacian_3d smooth_field_3d", doc="Apply the 7-point Laplace stencil.")
def stencil_3d(u: array("scalar", "x y z", "u field phi rho", values=(0.1, 1.0)), f: array("scalar", "x y z", "f source rhs", values=(-0.5, 0.5)), result: array("scalar", "x y z", "u_out field_out phi_out rho_out", values=(0, 1))):
    x, y, z = wp.tid()
    if x < 1 or y < 1 or z < 1 or x >= len(x) - 1 or y >= len(y) - 1 or z >= len(z) - 1:
        return
    c = u[x, y, z]
    if ANY:
        nb_sum = u[x - 1, y, z] + u[x + 1, y, z] + u[x, y - 1, z] + u[x, y + 1, z] + u[x, y, z - 1] + u[x, y, z + 1]
    else:
        nb_sum = u[x - 1, y, z] + u[x + 1, y, z]
        nb_sum += u[x, y - 1, z] + u[x, y + 1, z]
        nb_sum += u[x, y, z - 1] + u[x, y, z + 1]
    if ANY:
        result[x, y, z] = c + time_step * kappa * (nb_sum - 6.0 * c) / (cell * cell)
    elif ANY:
        result[x, y, z] = (nb_sum - 6.0 * c) / (cell * cell)
        title("laplacian_3d")
    elif ANY:
        result[x, y, z] = (nb_sum - cell * cell * f[x, y, z]) / 6.0
        title("jacobi_3d poisson_3d", "Apply one Jacobi sweep of the Poisson equation.")
    else:
        result[x, y, z] = (1.0 - relax) * c + relax * (nb_sum - cell * cell * f[x, y, z]) / 6.0
        title("relax_3d damped_jacobi_3d", "Apply one damped Jacobi sweep of the Poisson equation.")


@idiom(names="jacobi pressure_solve poisson_jacobi relax_pressure", doc="Apply one Jacobi sweep of the Poisson equation.")
def jacobi(p: array("scalar", "x y", "p pressure u", values=(-1, 1)), b: array("scalar", "x y", "rhs divergence b", values=(-1, 1)), result: array("scalar", "x y", "p_out pressure_out u_out", values=(-1, 1)), error: array("scalar", "1", "residual error max_change", values=(0, 0.01))):
    x, y = wp.tid()
    if ANY:
        if x == 0 or y == 0 or x == len(x) - 1 or y == len(y) - 1:
            return
        nb = p[x - 1, y] + p[x + 1, y] + p[x, y - 1] + p[x, y + 1]
    else:
        nb = p[wp.max(x - 1, 0), y] + p[wp.min(x + 1, len(x) - 1), y] + p[x, wp.max(y - 1, 0)] + p[x, wp.min(y + 1, len(y) - 1)]
    new_value = 0.25 * (nb - cell * cell * b[x, y])
    if ANY:
        new_value = (1.0 - relax) * p[x, y] + relax * new_value
    result[x, y] = new_value
    if ANY:
        change = new_value - p[x, y]
        wp.atomic_add(error, 0, change * change)


@idiom(names="divergence compute_divergence velocity_divergence", doc="Compute the divergence of a velocity field by central differences.")
def central_differences(vx: array("scalar", "x y", "u vel_x vx", values=(-1, 1)), vy: array("scalar", "x y", "v vel_y vy", values=(-1, 1)), p: array("scalar", "x y", "p pressure", values=(-1, 1)), result: array("scalar", "x y", "div divergence result", values=(-1, 1)), curl: array("scalar", "x y", "curl vorticity omega", values=(-1, 1)), strain: array("scalar", "x y", "strain strain_rate shear_rate", values=(-1, 1)), field: array("vec2", "x y", "gradient grad_field result_vec", values=(-1, 1))):
    x, y = wp.tid()
    if x < 1 or y < 1 or x >= len(x) - 1 or y >= len(y) - 1:
        return
    inv = 0.5 / cell
    if ANY:
        result[x, y] = (vx[x + 1, y] - vx[x - 1, y] + vy[x, y + 1] - vy[x, y - 1]) * inv
    elif ANY:
        dvdx = (vy[x + 1, y] - vy[x - 1, y]) * inv
        dudy = (vx[x, y + 1] - vx[x, y - 1]) * inv
        curl[x, y] = dvdx - dudy
        title("vorticity curl_2d compute_vorticity", "Compute the vorticity of a velocity field.")
    elif ANY:
        gx = (p[x + 1, y] - p[x - 1, y]) * inv
        gy = (p[x, y + 1] - p[x, y - 1]) * inv
        if ANY:
            vx[x, y] = vx[x, y] - gx
            vy[x, y] = vy[x, y] - gy
        else:
            vx[x, y] = vx[x, y] - time_step * gx
            vy[x, y] = vy[x, y] - time_step * gy
        title("project subtract_gradient pressure_projection", "Project the velocity: subtract the pressure gradient.")
    elif ANY:
        field[x, y] = wp.vec2((p[x + 1, y] - p[x - 1, y]) * inv, (p[x, y + 1] - p[x, y - 1]) * inv)
        title("gradient_2d compute_gradient", "Compute the gradient of a field.")
    else:
        sxx = (vx[x + 1, y] - vx[x - 1, y]) * inv
        syy = (vy[x, y + 1] - vy[x, y - 1]) * inv
        sxy = 0.5 * ((vx[x, y + 1] - vx[x, y - 1]) + (vy[x + 1, y] - vy[x - 1, y])) * inv
        strain[x, y] = choose(2.0 * (sxx * sxx + syy * syy + 2.0 * sxy * sxy), wp.sqrt(sxx * sxx + syy * syy + 2.0 * sxy * sxy + 0.001))
        title("strain_rate dissipation", "Compute the strain rate of a velocity field.")


@idiom(names="advect_scalar semi_lagrangian advect_field", doc="Advect a field by the semi-Lagrangian method with bilinear interpolation.")
def advect_2d(q: array("scalar", "x y", "q density dye field", values=(0, 1)), vx: array("scalar", "x y", "u vel_x vx", values=(-1, 1)), vy: array("scalar", "x y", "v vel_y vy", values=(-1, 1)), vel: array("vec2", "x y", "vel velocity", values=(-1, 1)), result: array("scalar", "x y", "q_out density_out dye_out field_out", values=(0, 1))):
    x, y = wp.tid()
    if ANY:
        back_x = float(x) - vx[x, y] * time_step / cell
        back_y = float(y) - vy[x, y] * time_step / cell
    else:
        v = vel[x, y]
        back_x = float(x) - v[0] * time_step / cell
        back_y = float(y) - v[1] * time_step / cell
    back_x = wp.clamp(back_x, 0.0, float(len(x) - 1) - 0.001)
    back_y = wp.clamp(back_y, 0.0, float(len(y) - 1) - 0.001)
    x0 = int(back_x)
    y0 = int(back_y)
    fx = back_x - float(x0)
    fy = back_y - float(y0)
    if ANY:
        bottom = wp.lerp(q[x0, y0], q[x0 + 1, y0], fx)
        top = wp.lerp(q[x0, y0 + 1], q[x0 + 1, y0 + 1], fx)
        value = wp.lerp(bottom, top, fy)
    else:
        value = (1.0 - fx) * (1.0 - fy) * q[x0, y0] + fx * (1.0 - fy) * q[x0 + 1, y0] + (1.0 - fx) * fy * q[x0, y0 + 1] + fx * fy * q[x0 + 1, y0 + 1]
    if ANY:
        value = value * wp.exp(-decay_rate * time_step)
    elif ANY:
        value = value / (1.0 + decay_rate * time_step)
    result[x, y] = value


@idiom(names="advect upwind_step transport_1d", doc="Advect a field along a line.")
def advect_1d(u: array("scalar", "i", "u q rho field", values=(0.1, 1.0)), a: array("scalar", "i", "speed velocity a", values=(-1, 1)), result: array("scalar", "i", "u_out q_out rho_out field_out", values=(0, 1))):
    i = wp.tid()
    if i == 0 or i >= len(i) - 1:
        return
    c = choose(speed_of_wave, a[i])
    if ANY:
        slope = float(0.0)
        if c > 0.0:
            slope = u[i] - u[i - 1]
        else:
            slope = u[i + 1] - u[i]
        result[i] = u[i] - c * time_step / cell * slope
    elif ANY:
        result[i] = u[i] - 0.5 * c * time_step / cell * (u[i + 1] - u[i - 1])
    elif ANY:
        result[i] = 0.5 * (u[i - 1] + u[i + 1]) - 0.5 * c * time_step / cell * (u[i + 1] - u[i - 1])
        title("lax_friedrichs", "Take one Lax-Friedrichs step.")
    elif ANY:
        courant = c * time_step / cell
        result[i] = u[i] - 0.5 * courant * (u[i + 1] - u[i - 1]) + 0.5 * courant * courant * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        title("lax_wendroff", "Take one Lax-Wendroff step.")
    elif ANY:
        fr = 0.5 * u[i] * u[i]
        fl = 0.5 * u[i - 1] * u[i - 1]
        result[i] = u[i] - time_step / cell * (fr - fl)
        title("burgers_step godunov_burgers", "Take one upwind step of Burgers' equation.")
    else:
        result[i] = u[i] - u[i] * time_step / cell * (u[i] - u[i - 1]) + kappa * time_step / (cell * cell) * (u[i + 1] - 2.0 * u[i] + u[i - 1])
        title("viscous_burgers burgers_1d", "Take one step of the viscous Burgers equation.")


@idiom(names="particles_to_grid scatter_mass deposit splat", doc="Transfer values from particles to a grid with bilinear weights.")
def particle_grid(pos: array("vec2", "i", "positions particle_x x", values=(0.2, 2.8)), m: array("scalar", "i", "masses weights mass", values=(0.5, 1.5)), vel: array("vec2", "i", "velocities particle_v v", values=(-1, 1)), grid: array("scalar", "4 4", "grid density grid_mass", values=(0, 1)), grid_v: array("vec2", "4 4", "grid_v grid_momentum", values=(-1, 1)), result: array("scalar", "i", "sampled values_out", values=(0, 1))):
    i = wp.tid()
    p = pos[i]
    bx = int(wp.floor(p[0]))
    by = int(wp.floor(p[1]))
    fx = p[0] - float(bx)
    fy = p[1] - float(by)
    if ANY:
        for a in range(2):
            for b in range(2):
                wx = wp.where(a == 0, 1.0 - fx, fx)
                wy = wp.where(b == 0, 1.0 - fy, fy)
                if ANY:
                    wp.atomic_add(grid, bx + a, by + b, wx * wy * m[i])
                elif ANY:
                    wp.atomic_add(grid_v, bx + a, by + b, wx * wy * m[i] * vel[i])
                else:
                    w = wx * wy
                    wp.atomic_add(grid, bx + a, by + b, w * m[i])
                    wp.atomic_add(grid_v, bx + a, by + b, w * m[i] * vel[i])
    elif ANY:
        wp.atomic_add(grid, bx, by, (1.0 - fx) * (1.0 - fy) * m[i])
        wp.atomic_add(grid, bx + 1, by, fx * (1.0 - fy) * m[i])
        wp.atomic_add(grid, bx, by + 1, (1.0 - fx) * fy * m[i])
        wp.atomic_add(grid, bx + 1, by + 1, fx * fy * m[i])
    else:
        total = float(0.0)
        for a in range(2):
            for b in range(2):
                wx = wp.where(a == 0, 1.0 - fx, fx)
                wy = wp.where(b == 0, 1.0 - fy, fy)
                total += wx * wy * grid[bx + a, by + b]
        result[i] = choose(total, m[i] * total)
        title("grid_to_particles gather_from_grid sample_grid", "Gather grid values at particles by bilinear interpolation.")


@idiom(names="stream_and_collide lbm_step collide_d1q3", doc="Apply one D1Q3 lattice Boltzmann collision.")
def lattice_boltzmann(f: array("scalar", "i 3", "f distribution populations", values=(0.1, 0.6)), result: array("scalar", "i 3", "f_out f_next", values=(0, 1)), g: array("scalar", "i 5", "f distribution populations", values=(0.05, 0.4)), g_next: array("scalar", "i 5", "f_out f_next", values=(0, 1))):
    i = wp.tid()
    if ANY:
        rho = f[i, 0] + f[i, 1] + f[i, 2]
        u = (f[i, 1] - f[i, 2]) / rho
        for k in range(3):
            c = float(0.0)
            w = float(0.6666667)
            if k == 1:
                c = 1.0
                w = 0.1666667
            elif k == 2:
                c = -1.0
                w = 0.1666667
            cu = 3.0 * c * u
            feq = w * rho * (1.0 + cu + 0.5 * cu * cu - 1.5 * u * u)
            result[i, k] = f[i, k] + choose(relax, 1.0 / (0.5 + kappa)) * (feq - f[i, k])
    else:
        rho = g[i, 0] + g[i, 1] + g[i, 2] + g[i, 3] + g[i, 4]
        for k in range(5):
            w = wp.where(k == 0, 0.3333333, 0.1666667)
            g_next[i, k] = (1.0 - relax) * g[i, k] + relax * w * rho
        title("lbm_diffusion collide_d2q5", "Take one lattice Boltzmann diffusion step.")
