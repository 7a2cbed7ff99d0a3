# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a deformation does: rotation and stretches of its gradient, plastic return, principal axes of stress and strain."""

domain("deformation", entity="particle element", edge="edge", kind="material")

words(U="U U_mat", svals="sig sigma stretch", V="V V_mat", Q="Q axes eig_vecs", lam="lam eig_vals principal", ortho="Q Q_mat ortho", upper="R R_mat upper", strain="eps strain log_strain", sig_kept="sig_new kept sigma_c", excess="gamma excess delta_gamma", scaled="stretches mapped lam_new", psi="psi density_of energy_i")


@idiom(names="corotated_elements decompose_deformation", doc="Evaluate the polar decomposition of each deformation gradient.")
def polar_stretch(F: array("mat33", "i", "F deformation_gradients F_trial", values=(-0.9, 1.2)), mu_of: param("scalar", "mu shear_modulus mu_0", values=(0.5, 2)), lam_of: param("scalar", "lam lame_lambda lam_0", values=(0.3, 1.5)), volume_of: array("scalar", "i", "volumes vol rest_volumes", values=(0.3, 1)), mats: array("mat33", "i", "stress result mats_out", values=(0, 1)), numbers: array("scalar", "i", "energies psi values_out", values=(0, 1)), total_of: array("scalar", "1", "total_energy total", values=(0, 0.1))):
    i = wp.tid()
    U, svals, V = wp.svd3(F[i])
    R = U * wp.transpose(V)
    if ANY:
        mats[i] = R
        title("polar_decompose extract_rotations polar_rotations", "Extract the rotation of each deformation gradient.")
    elif ANY:
        mats[i] = wp.transpose(R) * F[i]
        title("stretch_tensors right_stretch polar_stretches", "Extract the symmetric stretch of each deformation gradient.")
    elif ANY:
        J = svals[0] * svals[1] * svals[2]
        mats[i] = volume_of[i] * (2.0 * mu_of * (F[i] - R) * wp.transpose(F[i]) + wp.identity(n=3, dtype=float) * (lam_of * J * (J - 1.0)))
        title("corotated_stress kirchhoff_stress fixed_corotated", "Compute the Kirchhoff stress of a fixed corotated solid.")
    elif ANY:
        psi = mu_of * wp.ddot(F[i] - R, F[i] - R) + 0.5 * lam_of * (svals[0] * svals[1] * svals[2] - 1.0) * (svals[0] * svals[1] * svals[2] - 1.0)
        if ANY:
            numbers[i] = psi
        else:
            wp.atomic_add(total_of, 0, volume_of[i] * psi)
        title("corotated_energy elastic_energy", "Sum the energy of a fixed corotated solid.")
    else:
        numbers[i] = wp.ddot(F[i] - R, F[i] - R)
        title("distance_to_rotation arap_energy", "Compute the distance of each deformation gradient from its rotation.")


@idiom(names="project_deformation plastic_return return_mapping", doc="Return-map each trial deformation gradient to the yield surface.")
def plastic_return(F: array("mat33", "i", "F_trial particle_F_trial trial_F", values=(-0.9, 1.2)), least: param("scalar", "sig_min lower_limit", values=(0.3, 0.6)), most: param("scalar", "sig_max upper_limit", values=(0.8, 1.1)), mu_of: param("scalar", "mu shear_modulus", values=(0.5, 2)), yield_of: array("scalar", "i", "yield_stress tau_y yields", values=(0.1, 0.8)), friction: param("scalar", "alpha friction_alpha", values=(0.1, 0.4)), F_new: array("mat33", "i", "F particle_F F_elastic", values=(0, 1)), volume_of: array("scalar", "i", "Jp vol_p plastic_vol", values=(0.5, 1.5))):
    i = wp.tid()
    U, svals, V = wp.svd3(F[i])
    if ANY:
        sig_kept = wp.vec3(wp.clamp(svals[0], least, most), wp.clamp(svals[1], least, most), wp.clamp(svals[2], least, most))
        title("clamp_stretches snow_plasticity clamp_singular_values", "Clamp the principal stretches of each deformation gradient.")
    elif ANY:
        strain = wp.vec3(wp.log(wp.max(svals[0], 0.05)), wp.log(wp.max(svals[1], 0.05)), wp.log(wp.max(svals[2], 0.05)))
        dev = strain - wp.vec3(1.0, 1.0, 1.0) * ((strain[0] + strain[1] + strain[2]) / 3.0)
        excess = wp.length(dev) - yield_of[i] / (2.0 * mu_of)
        if excess > 0.0:  # yields
            strain -= dev * (excess / (wp.length(dev) + 1.0e-6))
        sig_kept = wp.vec3(wp.exp(strain[0]), wp.exp(strain[1]), wp.exp(strain[2]))
        title("von_mises_return return_mapping_metal", "Apply von Mises plasticity to the Hencky strain.")
    else:
        strain = wp.vec3(wp.log(wp.max(svals[0], 0.05)), wp.log(wp.max(svals[1], 0.05)), wp.log(wp.max(svals[2], 0.05)))
        tr = strain[0] + strain[1] + strain[2]
        dev = strain - wp.vec3(1.0, 1.0, 1.0) * (tr / 3.0)
        excess = wp.length(dev) + friction * tr
        if excess > 0.0:  # slides
            strain -= dev * (excess / (wp.length(dev) + 1.0e-6))
        sig_kept = wp.vec3(wp.exp(strain[0]), wp.exp(strain[1]), wp.exp(strain[2]))
        title("sand_return_mapping drucker_prager", "Apply Drucker-Prager plasticity to sand.")
    if ANY:
        F_new[i] = U * wp.diag(sig_kept) * wp.transpose(V)
    else:
        F_new[i] = U * wp.diag(sig_kept) * wp.transpose(V)
        volume_of[i] = volume_of[i] * (svals[0] * svals[1] * svals[2]) / (sig_kept[0] * sig_kept[1] * sig_kept[2])


@idiom(names="principal_stresses eigen_tensors", doc="Evaluate the principal values of each tensor.")
def principal(S: array("mat33", "i", "stress tensors sigma cov", kind=spd, values=(0.6, 1.4)), v: array("vec3", "i", "dirs vectors normals", values=(-1, 1)), mats: array("mat33", "i", "result mats_out roots", values=(0, 1)), numbers: array("scalar", "i", "values_out measures result", values=(0, 1)), vecs: array("vec3", "i", "vecs_out axes_out", values=(0, 1))):
    i = wp.tid()
    Q, lam = wp.eig3(S[i])
    if ANY:
        numbers[i] = wp.max(lam[0], wp.max(lam[1], lam[2])) - wp.min(lam[0], wp.min(lam[1], lam[2]))
        title("tresca_stress max_shear", "Compute the Tresca stress from the principal stresses.")
    elif ANY:
        d01 = lam[0] - lam[1]
        d12 = lam[1] - lam[2]
        d20 = lam[2] - lam[0]
        numbers[i] = wp.sqrt(0.5 * (d01 * d01 + d12 * d12 + d20 * d20) + 1.0e-6)
        title("von_mises_of_principal equivalent_stress", "Compute the von Mises stress from the principal stresses.")
    elif ANY:
        scaled = choose(wp.vec3(wp.sqrt(lam[0]), wp.sqrt(lam[1]), wp.sqrt(lam[2])), wp.vec3(wp.log(lam[0]), wp.log(lam[1]), wp.log(lam[2])), wp.vec3(1.0 / (lam[0] + 0.1), 1.0 / (lam[1] + 0.1), 1.0 / (lam[2] + 0.1)))
        if ANY:
            mats[i] = Q * wp.diag(scaled) * wp.transpose(Q)
            title("tensor_function map_eigenvalues spectral_map", "Apply an isotropic tensor function by spectral decomposition.")
        else:
            vecs[i] = Q * wp.cw_mul(scaled, wp.transpose(Q) * v[i])
            title("whiten_vectors spectral_apply", "Apply a tensor function to a vector by spectral decomposition.")
    else:
        numbers[i] = (wp.max(lam[0], wp.max(lam[1], lam[2])) - (lam[0] + lam[1] + lam[2]) / 3.0) / (lam[0] + lam[1] + lam[2])
        title("anisotropy_index principal_anisotropy", "Compute an anisotropy index of each tensor from its principal values.")


@idiom(names="orthonormalize qr_blocks factor_mats", doc="Factor each matrix by QR and evaluate the factor.")
def orthonormal(A: array("mat33", "i", "mats A blocks jacobians", values=(-1, 1.2)), b: array("vec3", "i", "rhs b vectors", values=(-1, 1)), mats: array("mat33", "i", "Q_out frames basis", values=(0, 1)), vecs: array("vec3", "i", "x result solutions", values=(0, 1)), numbers: array("scalar", "i", "volumes dets values_out", values=(0, 1))):
    i = wp.tid()
    ortho, upper = wp.qr3(A[i])
    if ANY:
        y = wp.transpose(ortho) * b[i]
        x2 = y[2] / (upper[2, 2] + 0.1 * wp.sign(upper[2, 2]))
        x1 = (y[1] - upper[1, 2] * x2) / (upper[1, 1] + 0.1 * wp.sign(upper[1, 1]))
        x0 = (y[0] - upper[0, 1] * x1 - upper[0, 2] * x2) / (upper[0, 0] + 0.1 * wp.sign(upper[0, 0]))
        vecs[i] = wp.vec3(x0, x1, x2)
        title("solve_qr back_substitute", "Solve each block by its damped QR factor.")
    elif ANY:
        mats[i] = ortho
        numbers[i] = wp.abs(upper[0, 0] * upper[1, 1] * upper[2, 2])
        title("orthonormal_frames gram_schmidt", "Orthonormalize the columns of each matrix and compute its volume.")
    elif ANY:
        vecs[i] = ortho * b[i]
        title("rotate_by_frames align_vectors", "Rotate each vector into the orthonormal frame of its matrix.")
    else:
        numbers[i] = upper[0, 1] * upper[0, 1] + upper[0, 2] * upper[0, 2] + upper[1, 2] * upper[1, 2]
        title("shear_measure off_diagonal", "Compute the shear of each matrix.")


@idiom(names="decompose_flat stretch_2d update_particles_2d", doc="Compute the rotation and the stretches of each deformation in the plane.")
def flat_stretch(F: array("mat22", "i", "F F_2d deformation", values=(-0.8, 1.2)), mu_of: param("scalar", "mu mu_0", values=(0.5, 2)), lam_of: param("scalar", "lam lam_0", values=(0.3, 1.5)), least: param("scalar", "sig_min low", values=(0.3, 0.6)), most: param("scalar", "sig_max high", values=(0.8, 1.1)), mats: array("mat22", "i", "result F_out stress_2d", values=(0, 1)), numbers: array("scalar", "i", "energies psi", values=(0, 1))):
    i = wp.tid()
    U, svals, V = wp.svd2(F[i])
    if ANY:
        mats[i] = U * wp.transpose(V)
        title("polar_decompose_2d rotations_2d", "Compute the rotation in each deformation of the plane.")
    elif ANY:
        mats[i] = U * wp.diag(wp.vec2(wp.clamp(svals[0], least, most), wp.clamp(svals[1], least, most))) * wp.transpose(V)
        title("clamp_stretch_2d snow_2d", "Clamp the in-plane principal stretches.")
    elif ANY:
        J = svals[0] * svals[1]
        mats[i] = 2.0 * mu_of * (F[i] - U * wp.transpose(V)) * wp.transpose(F[i]) + wp.identity(n=2, dtype=float) * (lam_of * J * (J - 1.0))
        title("corotated_stress_2d kirchhoff_2d", "Compute the stress of a fixed corotated solid in the plane.")
    else:
        numbers[i] = mu_of * ((svals[0] - 1.0) * (svals[0] - 1.0) + (svals[1] - 1.0) * (svals[1] - 1.0)) + 0.5 * lam_of * (svals[0] * svals[1] - 1.0) * (svals[0] * svals[1] - 1.0)
        title("corotated_energy_2d energy_2d", "Compute the energy of a fixed corotated solid in the plane.")
