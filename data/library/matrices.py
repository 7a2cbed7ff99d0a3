# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small matrices at work: filters, decompositions by iteration, chains of frames, normal equations."""

domain("matrices", entity="track joint block", edge="link")

words(sin_fit="s predicted", gain_1="k gain_vec", innov_s="s innovation_var", polar_q="Q rot_iter R_k", quad_at="q qp pt", patch_r="a p row", patch_c="b q_at col")

noise_q = concept("scalar", "1", "parameter constant", names="q_noise process_noise", short="q", values=(0.01, 0.1))
noise_r = concept("scalar", "1", "parameter constant", names="r_noise measurement_noise", short="r", values=(0.1, 0.5))
damping_lm = concept("scalar", "1", "parameter constant", names="lam damping_lm mu_lm", short="lam", values=(0.05, 0.5))
step_of = concept("scalar", "1", "parameter", names="alpha step step_size", short="alpha", values=(0.2, 0.8))


@idiom(goals="X+Y+Z=element", domains="solids kirchhoff hooke", names="eval_elements compute_{X}_{Y}_{Z} element_terms", doc="Compute {X}, {Y} and {Z} of each element.")
def element_three():
    i = wp.tid()
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z


@idiom(goals="X=element Y=element_total", domains="solids kirchhoff hooke", names="compute_{X}_total_{Y} eval_{X}_sum_{Y}", doc="Compute the {X} of each element and sum the {Y}.")
def element_and_total():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    wp.atomic_add(out(Y), 0, Y)


@idiom(goals="X+Y+Z=body", domains="solids", names="eval_bodies body_terms compute_{X}_{Y}_{Z}", doc="Compute {X}, {Y} and {Z} of each body.")
def body_three():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    out(Y)[i] = Y
    out(Z)[i] = Z


@idiom(goals="X=body Y=element_total", domains="solids", names="compute_{X}_total_{Y} bodies_{X}_sum_{Y}", doc="Compute the {X} of each body and sum the {Y}.")
def body_and_total():
    i = wp.tid()
    guard(i)
    out(X)[i] = X
    wp.atomic_add(out(Y), 0, Y)


@idiom(goals="X=element", domains="solids kirchhoff hooke", entity="i quad_at", names="integrate_{X} quadrature_{X} average_{X}", doc="Integrate the {X} of each element over its quadrature points.")
def element_points(weights: array("scalar", "quad_at", "weights quad_weights gauss_w", values=(0.2, 1))):
    quad_at = size("num_points points_per_element", 2, 4)
    i = wp.tid()
    total = zero(X)
    for quad_at in range(len(quad_at)):
        if ANY:
            total += weights[quad_at] * X
        else:
            total += X
    if extensive(X):
        if ANY:
            out(X)[i] = total
        else:
            wp.atomic_add(out(X), 0, total)
    else:
        out(X)[i] = total / float(len(quad_at))


@idiom(goals="X+Y=element", domains="solids kirchhoff hooke", entity="i quad_at", names="integrate_{X}_and_{Y} quadrature_points", doc="Integrate {X} and {Y} over the quadrature points of each element.")
def element_points_two(weights: array("scalar", "quad_at", "weights quad_weights gauss_w", values=(0.2, 1))):
    quad_at = size("num_points points_per_element", 2, 4)
    i = wp.tid()
    total = zero(X)
    total2 = zero(Y)
    for quad_at in range(len(quad_at)):
        w = weights[quad_at]
        total += w * X
        total2 += w * Y
    out(X)[i] = total
    if ANY:
        out(Y)[i] = total2
    else:
        if extensive(Y):
            wp.atomic_add(out(Y), 0, total2)
        else:
            wp.atomic_add(out(Y), i, total2)


@idiom(goals="X=element", domains="solids kirchhoff hooke", entity="i patch_r patch_c", names="assemble_{X} blocks_of_{X} patch_{X}", doc="Average the {X} over a patch of elements.")
def element_blocks(weights: array("scalar", "patch_r patch_c", "weights shape_weights", values=(0.2, 1))):
    patch_r = size("num_rows patch_rows", 2, 3)
    patch_c = size("num_cols patch_cols", 2, 3)
    i = wp.tid()
    total = zero(X)
    weight_sum = float(0.0)
    for patch_r in range(len(patch_r)):
        for patch_c in range(len(patch_c)):
            if ANY("weighing"):
                total += weights[patch_r, patch_c] * X
                weight_sum += weights[patch_r, patch_c]
            else:
                total += X
    if extensive(X):
        out(X)[i] = total
        title("assemble_{X} blocks_of_{X} patch_{X}", "Sum the {X} over a patch of elements.")
    else:
        if ANY("weighing"):
            out(X)[i] = total / weight_sum
        else:
            out(X)[i] = total / float(len(patch_r) * len(patch_c))


@idiom(names="kalman_predict filter_step propagate_covariance", doc="Run one Kalman filter step for each track.")
def kalman(x: array("vec3", "i", "states x means", values=(-1, 1)), P: array("mat33", "i", "covs P covariances", kind=spd, values=(0.5, 1.2)), F: param("mat33", "F transition state_mat", values=(-0.6, 0.9)), z: array("vec3", "i", "measurements z observed", values=(-1, 1)), u: param("vec3", "control u_in", values=(-0.3, 0.3)), h: param("vec3", "h_row obs_vec", values=(0.3, 1)), x_next: array("vec3", "i", "states_out x_next means_out", values=(-1, 1)), P_next: array("mat33", "i", "covs_out P_next covariances_out", values=(-1, 1)), score: array("scalar", "1", "nll log_likelihood score", values=(0, 0.1))):
    i = wp.tid()
    m = x[i]
    cov = P[i]
    if ANY:
        m = F * m
        cov = F * cov * wp.transpose(F) + noise_q * wp.identity(n=3, dtype=float)
    elif ANY:
        m = F * m + u
        cov = F * cov * wp.transpose(F) + noise_q * wp.identity(n=3, dtype=float)
    elif ANY:
        cov = cov + noise_q * wp.identity(n=3, dtype=float)
    if ANY:
        innov_s = cov + noise_r * wp.identity(n=3, dtype=float)
        gain = cov * wp.inverse(innov_s)
        y = z[i] - m
        m = m + gain * y
        if ANY:
            cov = cov - gain * cov
        else:
            rest = wp.identity(n=3, dtype=float) - gain
            cov = rest * cov * wp.transpose(rest) + noise_r * gain * wp.transpose(gain)  # Joseph form
        if ANY:
            wp.atomic_add(score, 0, 0.5 * wp.dot(y, wp.inverse(innov_s) * y) + 0.5 * wp.log(wp.determinant(innov_s)))
        title("kalman_step kalman_update fuse_measurement", "Predict and correct each track.")
    elif ANY:
        ph = cov * h
        innov_s = wp.dot(h, ph) + noise_r
        gain_1 = ph / innov_s
        y = z[i][0] - wp.dot(h, m)
        m = m + gain_1 * y
        cov = cov - wp.outer(gain_1, ph)
        title("scalar_update kalman_scalar", "Update each track by a scalar measurement.")
    if ANY:
        cov = 0.5 * (cov + wp.transpose(cov))  # keep it symmetric
    x_next[i] = m
    P_next[i] = cov


@idiom(names="polar_rotation iterate_matrix newton_inverse", doc="Compute a matrix function of each block by iteration.")
def matrix_iterations(A: array("mat33", "i", "mats A blocks", kind=spd, values=(0.8, 1.4)), R: array("mat33", "i", "frames R rotations", kind=rotation), v: array("vec3", "i", "vecs v0 start", values=(0.3, 1)), b: array("vec3", "i", "rhs b b_vecs", values=(-1, 1)), result: array("mat33", "i", "mats_out A_out blocks_out", values=(-1, 1)), vec_out: array("vec3", "i", "eigvecs vec_out axes", values=(-1, 1)), values_out: array("scalar", "i", "eigvals lam_out rayleigh", values=(0, 1)), x_of: array("vec3", "i", "solutions x_out x_blocks", values=(-1, 1)), res_of: array("vec3", "i", "residuals r_out res", values=(-1, 1)), res_norm: array("scalar", "i", "residual_norms r_norm res_norm", values=(0, 1))):
    i = wp.tid()
    if ANY:
        M = choose(A[i] * R[i], R[i] * A[i])
        polar_q = M
        for s in range(choose(3, 4)):
            polar_q = 0.5 * (polar_q + wp.transpose(wp.inverse(polar_q)))
        title("polar_decompose polar_rotation extract_rotation", "Extract the rotation of each matrix by Higham's polar iteration.")
        if ANY:
            result[i] = polar_q
        elif ANY:
            result[i] = wp.transpose(polar_q) * M
            title("polar_stretch extract_stretch symmetric_factor", "Extract the symmetric stretch of each matrix by Higham's polar iteration.")
        else:
            result[i] = M - polar_q
            title("distance_to_rotation rotation_residual", "Subtract from each matrix its nearest rotation, found by Higham's polar iteration.")
    elif ANY:
        M = choose(A[i], A[i] * R[i], R[i] * A[i], R[i] * A[i] * wp.transpose(R[i]), A[i] + damping_lm * wp.identity(n=3, dtype=float))
        Y = wp.transpose(M) * (1.0 / (wp.ddot(M, M) + 0.01))
        for s in range(choose(3, 4)):
            Y = Y * (2.0 * wp.identity(n=3, dtype=float) - M * Y)
        title("newton_inverse hotelling_inverse schulz_iteration", "Invert each matrix by Newton-Schulz iteration.")
        if ANY:
            result[i] = Y
        else:
            result[i] = M * Y - wp.identity(n=3, dtype=float)
            title("inverse_residual newton_inverse_error", "Compute the residual M Y - I of each approximate inverse.")
    elif ANY:
        M = choose(A[i], A[i] * R[i], R[i] * A[i], R[i] * A[i] * wp.transpose(R[i]), A[i] + damping_lm * wp.identity(n=3, dtype=float))
        E = wp.identity(n=3, dtype=float)
        term = wp.identity(n=3, dtype=float)
        for s in range(choose(3, 4)):
            term = term * M * (step_of / float(s + 1))
            E = E + term
        title("matrix_exponential expm_series exp_of_blocks", "Compute the exponential of each matrix by its Taylor series.")
        if ANY:
            result[i] = E
        else:
            result[i] = E * M
            title("exponential_derivative expm_rate", "Compute the time derivative of each matrix exponential.")
    elif ANY:
        M = choose(A[i], R[i] * A[i] * wp.transpose(R[i]), A[i] + damping_lm * wp.identity(n=3, dtype=float))  # symmetric
        q = v[i]
        for s in range(choose(3, 4)):
            q = wp.normalize(M * q)
        title("power_iteration dominant_eigenvector principal_axis", "Find the dominant eigenvector of each matrix by power iteration.")
        if ANY:
            vec_out[i] = q
        elif ANY:
            values_out[i] = wp.dot(q, M * q)
        else:
            result[i] = M - wp.dot(q, M * q) * wp.outer(q, q)
            title("deflate_matrix remove_principal_axis")
    elif ANY:
        M = choose(A[i], R[i] * A[i] * wp.transpose(R[i]), A[i] + damping_lm * wp.identity(n=3, dtype=float))
        q = v[i]
        r = b[i] - M * q
        p = r
        for s in range(choose(2, 3)):
            Ap = M * p
            alpha_s = wp.dot(r, r) / (wp.dot(p, Ap) + 0.001)
            q = q + alpha_s * p
            r_new = r - alpha_s * Ap
            beta_s = wp.dot(r_new, r_new) / (wp.dot(r, r) + 0.001)
            p = r_new + beta_s * p
            r = r_new
        title("small_cg conjugate_gradients cg_blocks", "Solve each block by conjugate gradients.")
        if ANY:
            x_of[i] = q
        else:
            res_norm[i] = wp.sqrt(wp.dot(r, r) + 1.0e-6)
            title("cg_residual_norm block_residual_norm", "Run conjugate gradients on each block and store the norm of the residual.")
    else:
        M = choose(A[i], R[i] * A[i] * wp.transpose(R[i]), A[i] + damping_lm * wp.identity(n=3, dtype=float))
        q = v[i]
        for s in range(choose(3, 4)):
            res = b[i] - M * q
            d = wp.vec3(res[0] / M[0, 0], res[1] / M[1, 1], res[2] / M[2, 2])
            q = q + step_of * d
        title("block_jacobi jacobi_on_blocks damped_jacobi", "Apply damped Jacobi sweeps to each block.")
        if ANY:
            x_of[i] = q
        else:
            res_of[i] = b[i] - M * q
            title("jacobi_residual residual_after_sweeps", "Compute the residual of each block after some damped Jacobi sweeps.")


@idiom(names="forward_kinematics chain_frames compose_chain", doc="Compose the frames along each chain.")
def chains(frames_in: array("mat33", "i k", "local_frames joints_R rotations", kind=rotation), offsets_in: array("vec3", "i k", "link_offsets bones offsets", values=(-0.6, 0.6)), q: array("scalar", "i k", "joint_angles q angles", values=(-1, 1)), axes: array("vec3", "k", "axes joint_axes", kind=unit), goal: param("vec3", "target goal_pos", values=(-1, 1)), tip: array("vec3", "i", "tips end_effectors hand_pos", values=(-1, 1)), frame_out: array("mat33", "i", "world_frames R_out", values=(-1, 1)), cost: array("scalar", "i", "cost reach_error", values=(0, 1)), all_out: array("vec3", "i k", "joint_positions link_pos", values=(-1, 1))):
    k = size("chain_length num_links", 2, 4)
    i = wp.tid()
    R = wp.identity(n=3, dtype=float)
    p = wp.vec3(0.0, 0.0, 0.0)
    for c in range(len(k)):
        if ANY:
            local = frames_in[i, c]
        elif ANY:
            local = wp.quat_to_matrix(wp.quat_from_axis_angle(axes[c], q[i, c]))
        else:
            cq = wp.cos(q[i, c])
            sq = wp.sin(q[i, c])
            local = wp.mat33(cq, -sq, 0.0, sq, cq, 0.0, 0.0, 0.0, 1.0)
        if ANY:
            p = p + R * offsets_in[i, c]
            R = R * local
        else:
            R = R * local
            p = p + R * offsets_in[i, c]
        if ANY:
            all_out[i, c] = p
    if ANY:
        tip[i] = p
    elif ANY:
        frame_out[i] = R
        tip[i] = p
    elif ANY:
        frame_out[i] = choose(R, wp.transpose(R))
    elif ANY:
        e = p - goal
        cost[i] = choose(wp.dot(e, e), wp.length(e))
        title("reach_cost end_effector_error tip_error", "Compute the end-effector error of each chain.")
    else:
        tip[i] = wp.transpose(R) * (goal - p)
        title("goal_in_tip_frame local_goal", "Transform the goal into the end-effector frame of each chain.")


@idiom(names="normal_equations gauss_newton accumulate_normal", doc="Accumulate the normal equations of a small least-squares fit.")
def normal_equations(a: array("vec3", "i k", "source_points samples rows_j", values=(-1, 1)), b: array("vec3", "i k", "target_points targets observed", values=(-1, 1)), nrm: array("vec3", "i k", "normals n_vecs", kind=unit), w: array("scalar", "i k", "weights conf w_k", values=(0.2, 1)), x0: param("vec3", "params guess x0", values=(-0.5, 0.5)), result: array("vec3", "i", "delta update step_out", values=(-1, 1)), hess: array("mat33", "i", "hessian hess normal_mat", values=(-1, 1)), inv_hess: array("mat33", "i", "covariance inv_hessian", values=(-1, 1)), grads: array("vec3", "i", "gradient JtR grads", values=(-1, 1)), loss: array("scalar", "1", "loss cost total_error", values=(0, 0.1))):
    k = size("num_samples num_points", 3, 5)
    i = wp.tid()
    H = damping_lm * wp.identity(n=3, dtype=float)
    g = wp.vec3(0.0, 0.0, 0.0)
    total = float(0.0)
    for c in range(len(k)):
        p = a[i, c]
        if ANY:
            r = wp.dot(p, x0) - b[i, c][0]
            J = p
        elif ANY:
            r = wp.dot(nrm[i, c], p + x0 - b[i, c])  # point to plane
            J = nrm[i, c]
        elif ANY:
            r = wp.length(p - x0) - w[i, c]
            J = wp.normalize(x0 - p)
            title("trilaterate locate_receiver range_fit", "Trilaterate a position from ranges to known points.")
        elif ANY:
            sin_fit = wp.sin(wp.dot(p, x0))
            r = sin_fit - b[i, c][0]
            J = wp.cos(wp.dot(p, x0)) * p
        else:
            t = wp.tanh(wp.dot(p, x0))
            r = t - b[i, c][1]
            J = (1.0 - t * t) * p
        if ANY:
            weight = w[i, c]
        elif ANY:
            weight = 1.0 / (1.0 + r * r)
        elif ANY:
            weight = w[i, c] * wp.exp(-r * r)
        else:
            weight = float(1.0)
        H = H + weight * wp.outer(J, J)
        g = g + weight * r * J
        total += weight * r * r
    if ANY:
        wp.atomic_add(loss, 0, 0.5 * total)
    if ANY:
        result[i] = choose(x0 - wp.inverse(H) * g, x0 - step_of * (wp.inverse(H) * g), x0 - step_of * g, -(wp.inverse(H) * g))
    elif ANY:
        if ANY:
            hess[i] = H
        else:
            inv_hess[i] = wp.inverse(H)
        grads[i] = g
    else:
        result[i] = wp.inverse(H) * g
        title("solve_normal_equations least_squares_step fit_parameters")


@idiom(names="riccati_iteration lqr_gains backward_pass", doc="Run a backward Riccati recursion for each system.")
def riccati(A: array("mat33", "i", "A_mats dynamics A", values=(-0.6, 0.7)), B: array("vec3", "i", "B_vecs inputs b", values=(-0.8, 0.8)), Q: param("mat33", "Q cost_mat", kind=spd, values=(0.4, 1)), x: array("vec3", "i", "states x", values=(-1, 1)), R_u: param("scalar", "r_u control_cost", values=(0.3, 1)), K_out: array("vec3", "i", "gains K_out feedback", values=(-1, 1)), V_out: array("mat33", "i", "values P_out cost_to_go", values=(-1, 1)), u_out: array("scalar", "i", "controls u_out", values=(0, 1)), cost_out: array("scalar", "i", "costs_out value_out", values=(0, 1)), x_out: array("vec3", "i", "states_out x_next", values=(-1, 1))):
    i = wp.tid()
    a = choose(A[i], A[i] - wp.identity(n=3, dtype=float) * 0.1, wp.identity(n=3, dtype=float) + 0.2 * A[i])
    b = B[i]
    P = Q
    K = wp.vec3(0.0, 0.0, 0.0)
    for s in range(choose(2, 3)):
        Pb = P * b
        s_uu = R_u + wp.dot(b, Pb)
        K = wp.transpose(a) * Pb / s_uu
        if ANY:
            P = Q + wp.transpose(a) * P * a - s_uu * wp.outer(K, K)
        else:
            closed = a - wp.outer(b, K)
            P = Q + wp.transpose(closed) * P * closed + R_u * wp.outer(K, K)
    if ANY:
        K_out[i] = K
    elif ANY:
        V_out[i] = P
    elif ANY:
        u_out[i] = choose(-wp.dot(K, x[i]), wp.clamp(-wp.dot(K, x[i]), -0.5, 0.5))
        title("lqr_control feedback_law optimal_control", "Compute the LQR control of each system.")
    elif ANY:
        cost_out[i] = wp.dot(x[i], P * x[i])
        title("cost_to_go lqr_cost value_function", "Evaluate the quadratic cost to go of each system.")
    else:
        u = -wp.dot(K, x[i])
        x_out[i] = a * x[i] + u * b
        title("closed_loop_step lqr_step", "Take one step of each system under LQR feedback.")


@idiom(names="affine_transfer apic_grid mls_transfer", doc="Transfer affine velocities between particles and a grid.", entity="i")
def affine_particles(pos: array("vec2", "i", "positions particle_x x", values=(0.7, 2.3)), vel: array("vec2", "i", "velocities particle_v v", values=(-1, 1)), C: array("mat22", "i", "C affine_mats C_mats", values=(-1, 1)), m: array("scalar", "i", "masses mass", values=(0.5, 1.5)), stress: array("mat22", "i", "stresses sigma_mats", kind=spd, values=(0.4, 1)), grid_v: array("vec2", "5 5", "grid_v grid_momentum", values=(-1, 1)), grid_m: array("scalar", "5 5", "grid_m grid_mass", values=(0, 0.5)), v_out: array("vec2", "i", "velocities_out particle_v_out v_out", values=(-1, 1)), C_out: array("mat22", "i", "C_out affine_out C_mats_out", values=(-1, 1)), h: param("scalar", "dt h timestep", values=(0.05, 0.2))):
    i = wp.tid()
    p = pos[i]
    bx = int(p[0] - 0.5)
    by = int(p[1] - 0.5)
    fx = wp.vec2(p[0] - float(bx), p[1] - float(by))
    if ANY:
        affine = choose(m[i] * C[i], m[i] * C[i] - h * stress[i], -h * stress[i])
        for a in range(3):
            for b in range(3):
                da = wp.vec2(float(a), float(b)) - fx
                wx = wp.where(a == 0, 0.5 * (1.5 - fx[0]) * (1.5 - fx[0]), wp.where(a == 1, 0.75 - (fx[0] - 1.0) * (fx[0] - 1.0), 0.5 * (fx[0] - 0.5) * (fx[0] - 0.5)))
                wy = wp.where(b == 0, 0.5 * (1.5 - fx[1]) * (1.5 - fx[1]), wp.where(b == 1, 0.75 - (fx[1] - 1.0) * (fx[1] - 1.0), 0.5 * (fx[1] - 0.5) * (fx[1] - 0.5)))
                w = wx * wy
                wp.atomic_add(grid_v, bx + a, by + b, w * (m[i] * vel[i] + affine * da))
                if ANY:
                    wp.atomic_add(grid_m, bx + a, by + b, w * m[i])
        title("particles_to_grid p2g mpm_scatter", "Scatter particle momentum to the grid (P2G).")
    else:
        v = wp.vec2(0.0, 0.0)
        B = wp.mat22(0.0, 0.0, 0.0, 0.0)
        for a in range(3):
            for b in range(3):
                da = wp.vec2(float(a), float(b)) - fx
                wx = wp.where(a == 0, 0.5 * (1.5 - fx[0]) * (1.5 - fx[0]), wp.where(a == 1, 0.75 - (fx[0] - 1.0) * (fx[0] - 1.0), 0.5 * (fx[0] - 0.5) * (fx[0] - 0.5)))
                wy = wp.where(b == 0, 0.5 * (1.5 - fx[1]) * (1.5 - fx[1]), wp.where(b == 1, 0.75 - (fx[1] - 1.0) * (fx[1] - 1.0), 0.5 * (fx[1] - 0.5) * (fx[1] - 0.5)))
                gv = grid_v[bx + a, by + b]
                v += wx * wy * gv
                B = B + wx * wy * wp.outer(gv, da)
        v_out[i] = choose(v, vel[i] + 0.9 * (v - vel[i]), 0.95 * v)
        if ANY:
            C_out[i] = choose(4.0 * B, 4.0 * B - h * stress[i], 2.0 * (B + wp.transpose(B)))
        title("grid_to_particles g2p mpm_gather", "Gather grid velocities at particles (G2P).")
