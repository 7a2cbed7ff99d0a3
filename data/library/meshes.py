# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Triangles, cloth, curvature, boxes."""

domain("meshes", uses="mechanics", entity="triangle face vertex", edge="edge", kind="material")

bend = concept("scalar", "-", "parameter constant", names="bend_stiffness kb bending", short="kb", values=(0.5, 3))
stretch_k = concept("scalar", "-", "parameter constant", names="area_stiffness ka stretch_ke", short="ka", values=(1, 5))
air = concept("scalar", "-", "parameter constant", names="air_density rho_air lift_coeff", short="rho", values=(0.2, 1))
breeze = concept("vec3", "L/T", "parameter", names="wind wind_vel", short="wind", values=(-1, 1))


@idiom(names="triangle_areas face_normals triangle_kernel", doc="Compute a measure of each triangle.", entity="n")
def triangles(x: array("vec3", "n", "positions vertices points", values=(-1, 1)), v: array("vec3", "n", "velocities vel", values=(-1, 1)), tri: array("int", "i 3", "triangles faces indices tri_indices", kind=ends("n")), q: array("vec3", "i", "query points_q samples", values=(-1, 1)), rest: array("scalar", "i", "rest_areas area0", values=(0.2, 1)), f: array("vec3", "n", "forces f_out", values=(-0.1, 0.1)), result: array("scalar", "i", "areas result values", values=(0, 1)), normals: array("vec3", "i", "normals face_normals normals_out", values=(-1, 1)), centers: array("vec3", "i", "centroids centers face_centers", values=(-1, 1)), gap: array("scalar", "i", "distances plane_dist gaps", values=(0, 1)), coords: array("vec3", "i", "barycentrics bary uvw", values=(0, 1)), feet: array("vec3", "i", "projected feet points_out", values=(-1, 1)), angle_of: array("scalar", "i", "solid_angles omegas angles_out", values=(0, 1)), total: array("scalar", "1", "total energy sum_out", values=(0, 0.1)), vn: array("vec3", "n", "vertex_normals normals_out", values=(0, 0.1))):
    n = size("num_vertices", 5, 8)
    i = wp.tid()
    ia = tri[i, 0]
    ib = tri[i, 1]
    ic = tri[i, 2]
    a = x[ia]
    b = x[ib]
    c = x[ic]
    nrm = wp.cross(b - a, c - a)
    if ANY:
        result[i] = 0.5 * wp.length(nrm)
    elif ANY:
        normals[i] = choose(wp.normalize(nrm), nrm * 0.5)
        title("face_normals triangle_normals", "Compute the normal of each triangle.")
    elif ANY:
        centers[i] = (a + b + c) / 3.0
        title("triangle_centroids face_centers", "Compute the centroid of each triangle.")
    elif ANY:
        w = choose(nrm, wp.normalize(nrm), nrm * (1.0 / 6.0))
        wp.atomic_add(vn, ia, w)
        wp.atomic_add(vn, ib, w)
        wp.atomic_add(vn, ic, w)
        title("vertex_normals accumulate_normals", "Add each triangle's normal to its corners.")
    elif ANY:
        if ANY:
            wp.atomic_add(total, 0, 0.5 * wp.length(nrm))
            title("total_area surface_area mesh_area", "Sum the area of all triangles.")
        else:
            wp.atomic_add(total, 0, wp.dot(a, nrm) / 6.0)
            title("mesh_volume enclosed_volume signed_volume", "Compute the volume that the mesh encloses.")
    elif ANY:
        area = 0.5 * wp.length(nrm)
        change = area - rest[i]
        if ANY:
            wp.atomic_add(total, 0, choose(0.5 * stretch_k * change * change, 0.5 * stretch_k * change * change / rest[i]))
            title("area_energy membrane_energy", "Sum the stretching energy of the triangles.")
        else:
            u = wp.normalize(nrm)
            ga = 0.5 * wp.cross(u, c - b)
            gb = 0.5 * wp.cross(u, a - c)
            gc = 0.5 * wp.cross(u, b - a)
            wp.atomic_sub(f, ia, stretch_k * change * ga)
            wp.atomic_sub(f, ib, stretch_k * change * gb)
            wp.atomic_sub(f, ic, stretch_k * change * gc)
            title("area_forces membrane_forces", "Compute the area-preserving forces of the triangles.")
    elif ANY:
        vel = (v[ia] + v[ib] + v[ic]) / 3.0 - breeze
        if ANY:
            flow_n = wp.dot(vel, wp.normalize(nrm))
            push = -(air * wp.abs(flow_n) * flow_n / 12.0) * nrm  # pressure of the flow across
        else:
            push = -(air * wp.length(nrm) * wp.length(vel) / 12.0) * vel
        wp.atomic_add(f, ia, push)
        wp.atomic_add(f, ib, push)
        wp.atomic_add(f, ic, push)
        title("aerodynamic_forces wind_on_cloth cloth_drag", "Compute the wind force on the triangles of a cloth.")
    else:
        p = q[i]
        d = wp.dot(p - a, wp.normalize(nrm))
        if ANY:
            gap[i] = choose(d, wp.abs(d))
            title("plane_distance point_plane_distances", "Compute the distance of points from the planes of triangles.")
        elif ANY:
            inv = 1.0 / (wp.dot(nrm, nrm) + 0.001)
            wu = wp.dot(wp.cross(c - b, p - b), nrm) * inv
            wv = wp.dot(wp.cross(a - c, p - c), nrm) * inv
            if ANY:
                coords[i] = wp.vec3(wu, wv, 1.0 - wu - wv)
                title("barycentric_coords point_barycentrics", "Compute the barycentric coordinates of each point in its triangle.")
            else:
                feet[i] = wu * a + wv * b + (1.0 - wu - wv) * c
                title("project_to_triangle project_to_plane", "Project each point to the plane of its triangle.")
        else:
            la = a - p
            lb = b - p
            lc = c - p
            far_a = wp.length(la)
            far_b = wp.length(lb)
            far_c = wp.length(lc)
            angle_of[i] = 2.0 * wp.atan2(wp.dot(la, wp.cross(lb, lc)), far_a * far_b * far_c + wp.dot(la, lb) * far_c + wp.dot(lb, lc) * far_a + wp.dot(lc, la) * far_b)
            title("solid_angles triangle_solid_angle winding_terms", "Compute the solid angle of each triangle seen from a point.")


words(closest_st="st closest uv", push="push n_dir normal")


@idiom(names="edge_contacts edge_edge_forces cross_edges", doc="Evaluate the contact of each pair of nearby edges.")
def edge_pairs(x: array("vec3", "n", "positions vertices points", values=(-1, 1)), pairs: array("int", "e 4", "edge_pairs contacts candidate_pairs", kind=ends("n")), ke_of: param("scalar", "contact_ke stiffness k_contact", values=(1, 8)), thick: param("scalar", "thickness margin radius", values=(0.6, 1.4)), numbers: array("scalar", "e", "distances gaps result", values=(0, 1)), f: array("vec3", "n", "forces f particle_f", values=(0, 0.1)), total_of: array("scalar", "1", "contact_energy total", values=(0, 0.1))):
    n = size("num_vertices num_points", 8, 10)
    e = wp.tid()
    a = x[pairs[e, 0]]
    b = x[pairs[e, 1]]
    c = x[pairs[e, 2]]
    d = x[pairs[e, 3]]
    closest_st = wp.closest_point_edge_edge(a, b, c, d, 1.0e-6)
    if ANY:
        numbers[e] = closest_st[2]
        title("edge_edge_distances edge_gaps", "Compute the distance of each pair of edges.")
    elif ANY:
        gap = thick - closest_st[2]
        if gap > 0.0:
            wp.atomic_add(total_of, 0, 0.5 * ke_of * gap * gap)
        title("edge_contact_energy contact_potential", "Sum the contact energy of nearby edges.")
    elif ANY:
        p = a + closest_st[0] * (b - a)
        q = c + closest_st[1] * (d - c)
        push = (p - q) / (closest_st[2] + 1.0e-4)
        gap = thick - closest_st[2]
        if gap > 0.0:
            wp.atomic_add(f, pairs[e, 0], (1.0 - closest_st[0]) * ke_of * gap * push)
            wp.atomic_add(f, pairs[e, 1], closest_st[0] * ke_of * gap * push)
            if ANY:
                wp.atomic_sub(f, pairs[e, 2], (1.0 - closest_st[1]) * ke_of * gap * push)
                wp.atomic_sub(f, pairs[e, 3], closest_st[1] * ke_of * gap * push)
        title("edge_contact_forces repel_edges", "Apply repulsive contact forces to each pair of nearby edges.")
    else:
        numbers[e] = -wp.log(closest_st[2] + 0.1) * ke_of
        title("edge_barrier barrier_values", "Evaluate the contact barrier of each pair of edges.")


@idiom(names="bend_energy hinge_forces dihedral", doc="Sum the bending energy of the hinges between triangles.", entity="n")
def hinges(x: array("vec3", "n", "positions vertices", values=(-1, 1)), quad: array("int", "i 4", "hinges bend_ids edge_quads", kind=ends("n")), rest: array("scalar", "i", "rest_angles rest_cos", values=(-0.5, 0.5)), total: array("scalar", "1", "bend_energy energy", values=(0, 0.1)), result: array("scalar", "i", "angles dihedrals", values=(0, 1))):
    n = size("num_vertices", 6, 9)
    i = wp.tid()
    a = x[quad[i, 0]]
    b = x[quad[i, 1]]
    c = x[quad[i, 2]]
    d = x[quad[i, 3]]
    n1 = wp.cross(b - a, c - a)
    n2 = wp.cross(c - b, d - b)
    cos_angle = wp.dot(n1, n2) / (wp.length(n1) * wp.length(n2) + 0.01)
    if ANY:
        result[i] = choose(wp.acos(wp.clamp(cos_angle, -0.9999, 0.9999)), wp.atan2(wp.dot(wp.cross(n1, n2), wp.normalize(c - b)), wp.dot(n1, n2)), wp.acos(wp.clamp(cos_angle, -0.9999, 0.9999)) - rest[i])
        title("dihedral_angles hinge_angles bend_angles", "Compute the dihedral angle at each edge of two triangles.")
    else:
        e = cos_angle - rest[i]
        wp.atomic_add(total, 0, choose(0.5 * bend * e * e, bend * (1.0 - cos_angle), 0.5 * bend * e * e * wp.length_sq(c - b)))


@idiom(names="laplacian_smooth mesh_laplacian smooth_vertices", doc="Apply one step of Laplacian smoothing.")
def umbrella(x: array("vec3", "i", "positions vertices x", values=(-1, 1)), offsets: array("int", "i+1", "offsets ring_start row_offsets", kind=offsets("m")), ring: array("int", "m", "ring neighbors one_ring", kind=index("i")), w: array("scalar", "m", "weights cot_weights", values=(0.2, 1)), lam: param("scalar", "lam step amount", values=(0.2, 0.8)), result: array("vec3", "i", "positions_out vertices_out x_out", values=(-1, 1)), norm: array("scalar", "i", "curvature norms", values=(0, 1))):
    m = size("num_links", 18, 30)
    i = wp.tid()
    total = wp.vec3(0.0, 0.0, 0.0)
    weight = float(0.01)
    for inner_k in range(offsets[i], offsets[i + 1]):
        j = ring[inner_k]
        if ANY:
            total += x[j] - x[i]
            weight += 1.0
        else:
            total += w[inner_k] * (x[j] - x[i])
            weight += w[inner_k]
    lap = total / weight
    if ANY:
        result[i] = x[i] + lam * lap
    elif ANY:
        result[i] = x[i] - lam * lap
        title("inflate taubin_inflate", "Apply one inflating step of Taubin smoothing.")
    elif ANY:
        result[i] = lap
        title("mesh_laplacian umbrella_operator")
    else:
        norm[i] = choose(wp.length(lap + wp.vec3(0.001, 0.0, 0.0)), wp.dot(lap, lap))
        title("mean_curvature curvature_estimate", "Estimate the mean curvature at each vertex.")


words(best_d="best best_dist d_min")


@idiom(names="box_distances box_kernel", doc="Query points against boxes.")
def boxes(p: array("vec3", "i", "points positions x", values=(-1, 1)), low: array("vec3", "n", "lowers box_mins", values=(-0.9, -0.2)), high: array("vec3", "n", "uppers box_maxs", values=(0.2, 0.9)), result: array("scalar", "i", "result distances", values=(0, 1)), nearest: array("vec3", "i", "closest_points closest_positions x_closest", values=(-1, 1))):
    n = size("num_boxes", 2, 4)
    i = wp.tid()
    x = p[i]
    best_d = float(100.0)
    where_at = x
    for n in range(len(n)):
        c = wp.vec3(wp.clamp(x[0], low[n][0], high[n][0]), wp.clamp(x[1], low[n][1], high[n][1]), wp.clamp(x[2], low[n][2], high[n][2]))
        if ANY("measure"):
            d = wp.length(x - c)
        elif ANY("measure"):
            d = wp.abs(x[0] - c[0]) + wp.abs(x[1] - c[1]) + wp.abs(x[2] - c[2])
        else:
            d = wp.length(x - 0.5 * (low[n] + high[n]))
        if d < best_d:
            best_d = d
            where_at = c
    if ANY:
        result[i] = best_d
        if ANY("measure"):
            title("box_distances nearest_box_distance", "Compute the distance of each point from the nearest box.")
        elif ANY("measure"):
            title("manhattan_box_distances box_distances_l1", "Compute the Manhattan distance of each point from the nearest box.")
        else:
            title("box_center_distances nearest_center_distance", "Compute the distance of each point from the nearest box center.")
    elif ANY:
        result[i] = wp.exp(-best_d)
        title("box_falloff nearness_to_boxes", "Compute a weight that falls off with the distance from the nearest box.")
    elif ANY:
        nearest[i] = where_at
        title("closest_on_boxes clamp_to_boxes", "Find the closest point of the nearest box.")
    else:
        nearest[i] = x - choose(0.5, 0.9) * (x - where_at)
        title("pull_to_boxes attract_to_box", "Move each point a part of the way to the nearest box.")
