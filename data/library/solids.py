# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rigid bodies, frames, deformable elements: matrices that mean something."""

domain("solids", uses="mechanics", entity="body element", edge="joint", kind="material")

shear = concept("scalar", "M/LT2", "parameter constant", names="mu shear_modulus lame_mu", plural="mus shear_moduli", short="mu", values=(0.5, 3))
bulk = concept("scalar", "M/LT2", "parameter constant", names="lam lame_lambda lmbda", plural="lams lame_lambdas", short="lam", values=(0.5, 3))
deformation = concept("mat33", "1", "entity", names="F deformation_gradient def_grad", plural="deformations def_grads", short="F", kind=spd, values=(0.8, 1.6))
rest_volume = concept("scalar", "L3", "entity", names="rest_volume volume vol0", plural="rest_volumes volumes", short="vol", values=(0.2, 1.5))
jacobian = concept("scalar", "1", "", names="J det_F volume_ratio", said="volume ratio", plural="volume_ratios", short="J")
green_strain = concept("mat33", "1", "", names="E green_strain strain", said="Green strain", plural="green_strains", short="E")
cauchy_green = concept("mat33", "1", "", names="C right_cauchy_green", said="right Cauchy-Green tensor", plural="cauchy_greens", short="C")
first_invariant = concept("scalar", "1", "", names="I1 first_invariant i_c", said="first strain invariant", plural="first_invariants", short="ic")
piola = concept("mat33", "M/LT2", "", names="P pk1 first_piola", said="first Piola-Kirchhoff stress", plural="piola_stresses", short="P")
strain_energy = concept("scalar", "M/LT2", "", names="psi energy_density strain_energy", said="strain energy density", plural="energy_densities", short="psi")
element_energy = concept("scalar", "ML2/T2", "", names="element_energy elastic_energy", said="elastic energy", plural="element_energies", short="e_el", extensive=True)
cauchy = concept("mat33", "M/LT2", "", names="sigma cauchy_stress stress", said="Cauchy stress", plural="cauchy_stresses", short="sigma")
von_mises = concept("scalar", "M/LT2", "", names="von_mises equivalent_stress", said="von Mises stress", plural="von_mises_stresses", short="vm")
mean_stress = concept("scalar", "M/LT2", "", names="mean_stress hydrostatic_stress", plural="mean_stresses", short="p_m")
deviator = concept("mat33", "M/LT2", "", names="dev deviatoric_stress s_dev", said="deviatoric stress", plural="deviators", short="dev")
attitude = concept("mat33", "1", "entity", names="R rotation orientation", plural="rotations orientations", short="R", kind=rotation)
body_inertia = concept("mat33", "ML2", "entity parameter", names="I_body inertia body_inertia", plural="inertias", short="I_b", kind=spd, values=(0.8, 1.6))
body_rate = concept("vec3", "1/T", "entity", names="angular_velocity ang_vel omega", plural="omegas angular_velocities", short="w", values=(-1.5, 1.5))
rate_in_body = concept("vec3", "1/T", "", names="local_rate body_rates w_local", plural="local_rates", short="w_b")
world_inertia = concept("mat33", "ML2", "", names="I_world world_inertia", plural="world_inertias", short="I_w")
body_spin = concept("vec3", "ML2/T", "", names="local_ang_mom L_body", plural="local_ang_moms", short="L_b")
rotational_power = concept("scalar", "ML2/T3", "", names="power rotational_power", plural="powers", short="p_rot", extensive=True)
linear_momentum = concept("vec3", "ML/T", "", names="momentum lin_mom", plural="momenta", short="p_lin")
spin = concept("vec3", "ML2/T", "", names="ang_mom angular_momentum", said="angular momentum", plural="angular_momenta", short="L")
gyro_torque = concept("vec3", "ML2/T2", "", names="gyroscopic_torque gyro_torque", plural="gyro_torques", short="tau_g")
applied_torque = concept("vec3", "ML2/T2", "entity", names="torque tau", plural="torques", short="tau", values=(-1, 1))
angular_acc = concept("vec3", "1/T2", "", names="angular_acceleration ang_acc alpha", plural="angular_accelerations", short="alpha")
rotational_energy = concept("scalar", "ML2/T2", "", names="rotational_energy spin_energy", plural="rotational_energies", short="e_rot", extensive=True)
arm = concept("vec3", "L", "entity", names="local_point arm r_local", plural="local_points arms", short="r", values=(-1, 1))
world_point = concept("vec3", "L", "", names="world_point p_world", plural="world_points", short="p_w")
point_velocity = concept("vec3", "L/T", "", names="point_vel contact_velocity", plural="point_velocities", short="v_p")
body_position = concept("vec3", "L", "entity", names="body_pos com position", plural="body_positions coms", short="com", values=(-1, 1))
body_velocity = concept("vec3", "L/T", "entity", names="body_vel lin_vel velocity", plural="body_velocities", short="v_b", values=(-1, 1))
lab_force = concept("vec3", "ML/T2", "entity", names="force f_ext", plural="forces", short="f", values=(-1, 1))
moment_of = concept("vec3", "ML2/T2", "", names="moment torque_out", plural="moments", short="m")
body_mass = concept("scalar", "M", "entity parameter", names="mass body_mass", plural="masses", short="m", values=(0.5, 2))
total_kinetic = concept("scalar", "ML2/T2", "", names="kinetic_energy total_ke", plural="kinetic_energies", short="ke", extensive=True)

goals(element="piola strain_energy element_energy cauchy von_mises green_strain cauchy_green deviator first_invariant jacobian mean_stress", body="spin gyro_torque angular_acc rotational_energy world_point point_velocity moment_of rotational_power linear_momentum total_kinetic", element_total="element_energy rotational_energy total_kinetic", body_state="body_rate:angular_acc")
guard(i, body_mass == 0.0)    # static bodies
jacobian = wp.determinant(deformation)
cauchy_green = wp.transpose(deformation) * deformation
green_strain = 0.5 * (cauchy_green - wp.identity(n=3, dtype=float))
first_invariant = same(wp.trace(cauchy_green), wp.ddot(deformation, deformation))
piola = law(same(shear * (deformation - wp.transpose(wp.inverse(deformation))) + bulk * wp.log(jacobian) * wp.transpose(wp.inverse(deformation)), shear * deformation + (bulk * wp.log(jacobian) - shear) * wp.transpose(wp.inverse(deformation))), deformation * (shear * (wp.identity(n=3, dtype=float) - wp.inverse(cauchy_green)) + bulk * wp.log(jacobian) * wp.inverse(cauchy_green)))    # neo-Hookean
strain_energy = 0.5 * shear * (first_invariant - 3.0) - shear * wp.log(jacobian) + 0.5 * bulk * wp.log(jacobian) * wp.log(jacobian)
element_energy = strain_energy * rest_volume
cauchy = law(piola * wp.transpose(deformation) / jacobian, (shear * (deformation * wp.transpose(deformation) - wp.identity(n=3, dtype=float)) + bulk * wp.log(jacobian) * wp.identity(n=3, dtype=float)) / jacobian)
mean_stress = wp.trace(cauchy) / 3.0
deviator = cauchy - mean_stress * wp.identity(n=3, dtype=float)
von_mises = wp.sqrt(1.5 * wp.ddot(deviator, deviator))
world_inertia = attitude * body_inertia * wp.transpose(attitude)
rate_in_body = wp.transpose(attitude) * body_rate
body_spin = body_inertia * rate_in_body
spin = law(world_inertia * body_rate, attitude * body_spin)    # with the inertia in the world; with the inertia in the body
gyro_torque = -wp.cross(body_rate, spin)
angular_acc = law(attitude * (wp.inverse(body_inertia) * (wp.transpose(attitude) * (applied_torque + gyro_torque))), attitude * (wp.inverse(body_inertia) * (wp.transpose(attitude) * applied_torque)))    # Euler's equations
rotational_energy = 0.5 * wp.dot(body_rate, spin)
rotational_power = wp.dot(applied_torque, body_rate)
linear_momentum = body_mass * body_velocity
total_kinetic = law(rotational_energy + 0.5 * body_mass * wp.dot(body_velocity, body_velocity), 0.5 * body_mass * wp.length_sq(body_velocity) + rotational_energy)
world_point = body_position + attitude * arm
point_velocity = same(body_velocity + wp.cross(body_rate, attitude * arm), body_velocity + attitude * wp.cross(wp.transpose(attitude) * body_rate, arm))
moment_of = law(wp.cross(attitude * arm, lab_force), wp.cross(world_point, lab_force), wp.cross(arm, wp.transpose(attitude) * lab_force))    # about the center; about the origin; in the body frame


@idiom(goals="X=element", domains="solids kirchhoff hooke", names="compute_{X} eval_{X} {X}_kernel", doc="Compute the {X} of each element.")
def element_value():
    i = wp.tid()
    out(X)[i] = X


@idiom(goals="X+Y=element", domains="solids kirchhoff hooke", names="compute_{X}_and_{Y} eval_elements", doc="Compute {X} and {Y} of each element.")
def element_two():
    i = wp.tid()
    out(X)[i] = X
    out(Y)[i] = Y


@idiom(goals="X=body", names="compute_{X} eval_{X} update_{X}", doc="Compute the {X} of each body.")
def body_value():
    i = wp.tid()
    guard(i)
    out(X)[i] = X


@idiom(goals="X+Y=body", names="compute_{X}_and_{Y} eval_bodies", doc="Compute {X} and {Y} of each body.")
def body_two():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y


@idiom(goals="X=element_total", domains="solids kirchhoff hooke", names="total_{X} sum_{X}", doc="Sum the {X} over all elements.")
def element_sum(parts_of: array("int", "i", "part_ids material_ids groups", kind=index("g"))):
    g = size("num_parts num_groups", 2, 3)
    i = wp.tid()
    guard(i)
    if ANY:
        wp.atomic_add(out(X), 0, X)
    else:
        wp.atomic_add(out(X), parts_of[i], X)
        title("{X}_per_part {X}_by_group", "Sum the {X} of each part.")


@idiom(goals="X,Y=body_state", names="integrate_{X} step_rotation advance_{X}", doc="Integrate the {X} of each body by one step.")
def body_step(fastest: param("scalar", "max_ang_vel w_max spin_limit", values=(0.6, 1.2))):
    i = wp.tid()
    w = X[i]
    with bind(X, w):
        w1 = w + Y * dt
    if ANY:
        w1 = w1 * (1.0 - choose(0.1, 0.05) * dt)
    if ANY:
        speed_now = wp.length(w1)
        if speed_now > fastest:
            w1 = w1 * (fastest / speed_now)
    out(X)[i] = w1


@idiom(names="deformation_gradients tet_forces eval_tets", doc="Compute the deformation of each tetrahedron.", entity="n")
def tetrahedron(x: array("vec3", "n", "positions particle_q x vertices", values=(-1, 1)), tets: array("int", "i 4", "tets tet_indices elements", kind=ends("n")), dm_inv: array("mat33", "i", "dm_inv rest_inv inv_rest", kind=spd, values=(0.8, 1.4)), vol: array("scalar", "i", "rest_volumes volumes", values=(0.2, 1)), energy: array("scalar", "1", "energy total_energy", values=(0, 0.1)), forces: array("vec3", "n", "forces f_out", values=(-0.1, 0.1)), volumes: array("scalar", "i", "volume_out vols", values=(0, 1)), f_out: array("mat33", "i", "F_out def_grads", values=(-1, 1))):
    n = size("num_vertices", 6, 9)
    i = wp.tid()
    i0 = tets[i, 0]
    i1 = tets[i, 1]
    i2 = tets[i, 2]
    i3 = tets[i, 3]
    x0 = x[i0]
    e1 = x[i1] - x0
    e2 = x[i2] - x0
    e3 = x[i3] - x0
    if ANY:
        volumes[i] = wp.dot(wp.cross(e1, e2), e3) / 6.0
        title("tet_volumes signed_volumes", "Compute the volume of each tetrahedron.")
    else:
        ds = wp.matrix_from_cols(e1, e2, e3)
        F = ds * dm_inv[i]
        if ANY:
            f_out[i] = choose(F, 0.5 * (wp.transpose(F) * F - wp.identity(n=3, dtype=float)), wp.transpose(F) * F)
        elif ANY:
            J = wp.determinant(F)
            ic = wp.ddot(F, F)
            w = choose(0.5 * shear * (ic - 3.0) - shear * wp.log(J) + 0.5 * bulk * (J - 1.0) * (J - 1.0), 0.5 * shear * (ic - 3.0) - shear * (J - 1.0) + 0.5 * bulk * (J - 1.0) * (J - 1.0))
            wp.atomic_add(energy, 0, w * vol[i])
            title("neo_hookean_energy elastic_energy", "Compute the elastic energy of all tetrahedra.")
        else:
            P = choose(shear * (F - wp.identity(n=3, dtype=float)), shear * (F + wp.transpose(F) - 2.0 * wp.identity(n=3, dtype=float)) + bulk * (wp.trace(F) - 3.0) * wp.identity(n=3, dtype=float))
            H = P * wp.transpose(dm_inv[i]) * (-vol[i])
            f1 = wp.vec3(H[0, 0], H[1, 0], H[2, 0])
            f2 = wp.vec3(H[0, 1], H[1, 1], H[2, 1])
            f3 = wp.vec3(H[0, 2], H[1, 2], H[2, 2])
            wp.atomic_add(forces, i1, f1)
            wp.atomic_add(forces, i2, f2)
            wp.atomic_add(forces, i3, f3)
            wp.atomic_sub(forces, i0, f1 + f2 + f3)
            title("tet_forces eval_tet_forces elastic_forces", "Compute elastic forces on the corners of each tetrahedron.")


@idiom(names="accumulate_covariance scatter_matrix inertia_tensor", doc="Accumulate outer products of points.")
def covariance(p: array("vec3", "i", "points positions x", values=(-1, 1)), q: array("vec3", "i", "rest_points targets y", values=(-1, 1)), w: array("scalar", "i", "weights masses m", values=(0.3, 1.5)), mean: param("vec3", "center mean com", values=(-0.2, 0.2)), group: array("int", "i", "groups cluster_ids", kind=index("g")), result: array("mat33", "g", "covariance cov inertia", values=(0, 0.1))):
    g = size("num_groups", 2, 3)
    i = wp.tid()
    r = p[i] - mean
    if ANY:
        a = wp.outer(r, r)
    elif ANY:
        a = wp.dot(r, r) * wp.identity(n=3, dtype=float) - wp.outer(r, r)
        title("inertia_tensor accumulate_inertia", "Accumulate the inertia tensor of a set of points.")
    else:
        a = wp.outer(r, choose(q[i], q[i] - mean))
        title("cross_covariance shape_matching kabsch_sum", "Accumulate the cross-covariance of two sets of points.")
    if ANY:
        a = w[i] * a
    if ANY:
        wp.atomic_add(result, 0, a)
    elif ANY:
        wp.atomic_add(result, 0, a / float(len(i)))
    else:
        wp.atomic_add(result, group[i], a)


@idiom(names="transform_points rotate_points apply_transform", doc="Transform points from one frame to another.")
def frames(p: array("vec3", "i", "points positions vertices", values=(-1, 1)), R: param("mat33", "rotation rot R", kind=rotation), Rs: array("mat33", "i", "rotations frames orientations", kind=rotation), t: param("vec3", "translation offset t_vec", values=(-1, 1)), pivot_at: param("vec3", "pivot center", values=(-0.5, 0.5)), s: param("scalar", "scale s_factor", values=(0.5, 2)), axis_of: param("vec3", "view_dir optical_axis", kind=unit), load_of: param("vec3", "force f_ext", values=(-1, 1)), mirror_n: param("vec3", "plane_normal mirror_n", kind=unit), focal_of: param("scalar", "focal fx", values=(0.8, 2)), result: array("vec3", "i", "points_out positions_out vertices_out", values=(-1, 1)), uv: array("vec2", "i", "uv pixel_coords projected", values=(-1, 1)), depth: array("scalar", "i", "depth z_out", values=(0, 1))):
    i = wp.tid()
    x = p[i]
    rot = choose(R, Rs[i], R * Rs[i])
    if ANY:
        y = rot * x
    elif ANY:
        y = rot * x + t
    elif ANY:
        y = wp.transpose(rot) * (x - t)  # from the world into the frame
    elif ANY:
        y = rot * (x - pivot_at) + pivot_at
        title("rotate_about_pivot spin_points", "Rotate points about a pivot.")
    else:
        y = rot * (s * x) + t
        title("similarity_transform scale_rotate", "Apply a similarity transform to points.")
    if ANY:
        result[i] = y
    elif ANY:
        z = wp.max(y[2] + 3.0, 0.1)
        uv[i] = wp.vec2(focal_of * y[0] / z, focal_of * y[1] / z)
        title("project_points camera_project", "Project points onto the image of a camera.")
    elif ANY:
        result[i] = wp.normalize(y)
    elif ANY:
        depth[i] = choose(y[2], wp.dot(y, axis_of))
        title("view_depth depths_in_frame", "Compute the depth of each point in another frame.")
    elif ANY:
        result[i] = wp.cross(y, load_of)
        title("moments_about_origin point_moments", "Compute the moment about the new origin of a force on each moved point.")
    elif ANY:
        result[i] = y - 2.0 * wp.dot(y, mirror_n) * mirror_n
        title("mirror_points reflect_points", "Transform points and mirror them at a plane.")
    else:
        result[i] = 0.5 * (x + y)
        title("halfway_points midpoints_of_moves", "Compute the midpoint of each point between two frames.")


@idiom(names="solve_blocks block_jacobi apply_preconditioner", doc="Solve a small system for each block.")
def small_systems(A: array("mat33", "i", "blocks diag A_blocks", kind=spd, values=(1, 2)), b: array("vec3", "i", "rhs b residuals", values=(-1, 1)), x: array("vec3", "i", "x solution guess", values=(-1, 1)), reg: param("scalar", "reg damping lam", values=(0.1, 0.5)), result: array("vec3", "i", "x_out solution_out refined", values=(-1, 1)), norm: array("scalar", "1", "residual error", values=(0, 0.1)), mats: array("mat33", "i", "inv_blocks A_out", values=(-1, 1))):
    i = wp.tid()
    m = choose(A[i], A[i] + reg * wp.identity(n=3, dtype=float), 0.5 * (A[i] + wp.transpose(A[i])))
    if ANY:
        result[i] = wp.inverse(m) * b[i]
    elif ANY:
        r = b[i] - m * x[i]
        if ANY:
            result[i] = r
            title("block_residual residual_of_blocks", "Compute the residual b - A x of each block.")
        elif ANY:
            result[i] = x[i] + choose(wp.inverse(m) * r, reg * r)
            title("refine_solution block_richardson", "Refine the solution of each block by one Richardson step.")
        else:
            wp.atomic_add(norm, 0, wp.dot(r, r))
            title("residual_norm sum_residuals", "Sum the squared residual of all blocks.")
    elif ANY:
        d = wp.vec3(m[0, 0], m[1, 1], m[2, 2])
        result[i] = wp.cw_div(b[i], d)
        title("diagonal_preconditioner jacobi_precondition", "Apply a Jacobi preconditioner to each block.")
    elif ANY:
        wp.atomic_add(norm, 0, choose(0.5 * wp.dot(x[i], m * x[i]) - wp.dot(b[i], x[i]), wp.dot(x[i], m * x[i])))
        title("quadratic_energy energy_norm", "Sum the quadratic form of all blocks.")
    else:
        mats[i] = choose(wp.inverse(m), m * wp.transpose(m), m - wp.outer(b[i], b[i]), m + reg * wp.outer(x[i], x[i]))
        title("update_blocks invert_blocks", "Update the matrix of each block.")
