# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Particles, springs, contact and drag."""

domain("mechanics", uses="geometry", entity="particle body node point", edge="spring edge", kind="material")

position = concept("vector", "L", "entity", names="position", plural="positions", short="x p pos")
prev_position = concept("vector", "L", "entity", names="prev_position old_position", plural="prev_positions", short="x_prev x0", values=(-1, 1))
rest_position = concept("vector", "L", "entity", names="rest_position", plural="rest_positions", short="x_rest rest", values=(-1, 1))
velocity = concept("vector", "L/T", "entity", names="velocity", plural="velocities", short="v vel", values=(-1.5, 1.5))
acceleration = concept("vector", "L/T2", "entity", names="acceleration", plural="accelerations", short="a acc")
mass = concept("scalar", "M", "entity parameter", names="mass", plural="masses", short="m", values=(0.5, 2))
inv_mass = concept("scalar", "1/M", "entity", names="inv_mass", plural="inv_masses", short="w inv_m", values=(0.4, 2))
force = concept("vector", "ML/T2", "entity", names="force", plural="forces", short="f", extensive=True)
ext_force = concept("vector", "ML/T2", "entity", names="ext_force applied_force", plural="ext_forces external_forces", short="f_ext")
impulse = concept("vector", "ML/T", "", names="impulse", plural="impulses", short="J")
momentum = concept("vector", "ML/T", "", names="momentum", plural="momenta", short="p_lin", extensive=True)
angular_momentum = concept("vec3", "ML2/T", "", names="angular_momentum", plural="angular_momenta", short="L_ang", extensive=True)
pivot = concept("vector", "L", "parameter", names="pivot origin com", plural="pivots", short="pivot", values=(-0.5, 0.5))
torque_vec = concept("vec3", "ML2/T2", "", names="torque", plural="torques", short="tau", extensive=True)
net_acceleration = concept("vector", "L/T2", "", names="acceleration acc", plural="accelerations", short="a acc")
work_rate = concept("scalar", "ML2/T3", "", names="power work_rate", plural="powers", short="p_w", extensive=True)
virial = concept("scalar", "ML2/T2", "", names="virial", plural="virials", short="vir", extensive=True)
pivot_inertia = concept("scalar", "ML2", "", names="moment_of_inertia inertia", plural="moments_of_inertia", short="I", extensive=True)
stiffness = concept("scalar", "M/T2", "edge parameter", names="stiffness k_spring spring_ke ke", plural="stiffnesses spring_stiffness", short="k ke", values=(2, 20))
damping = concept("scalar", "M/T", "edge parameter", names="damping spring_kd kd", plural="dampings spring_damping", short="kd c", values=(0.1, 2))
rest_length = concept("scalar", "L", "edge parameter", names="rest_length", plural="rest_lengths", short="rest l0", values=(0.5, 1.5))
displacement = concept("vector", "L", "", names="delta d dx diff xij offset", short="delta d dx diff xij")
distance = concept("scalar", "L", "", names="dist distance length r l", short="dist distance l r")
distance_sq = concept("scalar", "L2", "", names="dist_sq r2 d2", short="dist_sq r2 d2")
soft_distance = concept("scalar", "L", "", names="soft_dist dist_soft r_soft", short="r_s")
direction = concept("vector", "1", "", names="dir direction n unit", short="dir n direction u")
relative_velocity = concept("vector", "L/T", "", names="rel_vel dv v_rel vij", short="dv v_rel vij")
closing_speed = concept("scalar", "L/T", "", names="separation_speed vn rel_speed", short="vn v_n")
stretch = concept("scalar", "L", "", names="stretch extension elongation", short="stretch ext")
strain = concept("scalar", "1", "", names="strain", plural="strains", short="strain eps")
spring_force = concept("vector", "ML/T2", "", names="spring_force elastic_force", plural="spring_forces", short="fs f_spring")
damping_force = concept("vector", "ML/T2", "", names="damping_force", plural="damping_forces", short="fd f_damp")
drag_force = concept("vector", "ML/T2", "", names="drag_force drag", plural="drag_forces", short="f_drag", extensive=True)
gravity_force = concept("vector", "ML/T2", "", names="gravity_force weight_force", short="fg f_gravity", extensive=True)
contact_force = concept("vector", "ML/T2", "", names="contact_force", plural="contact_forces", short="fc f_contact")
wind_force = concept("vector", "ML/T2", "", names="wind_force", plural="wind_forces", short="f_wind")
wind = concept("vector", "L/T", "parameter", names="wind wind_velocity", short="wind", values=(-1, 1))
drag_coefficient = concept("scalar", "M/T", "parameter", names="drag drag_coeff air_drag c_drag", short="cd", values=(0.05, 0.8))
quadratic_drag = concept("scalar", "M/L", "parameter constant", names="quadratic_drag drag_quadratic", short="cd2", values=(0.05, 0.5))
gravity = concept("vector", "L/T2", "parameter", names="gravity g", short="g", kind=along_y, values=(-9.81, -1.6))
dt = concept("scalar", "T", "parameter", names="dt timestep delta_time", short="dt", values=(0.005, 0.03))
speed = concept("scalar", "L/T", "", names="speed", plural="speeds", short="speed s")
max_speed = concept("scalar", "L/T", "parameter constant", names="max_speed v_max max_velocity speed_limit", short="vmax", values=(0.8, 2.0), common=True)
kinetic_energy = concept("scalar", "ML2/T2", "", names="kinetic_energy ke", plural="kinetic_energies", short="ke ekin", extensive=True)
potential_energy = concept("scalar", "ML2/T2", "", names="potential_energy pe", plural="potential_energies", short="pe epot", extensive=True)
spring_energy = concept("scalar", "ML2/T2", "", names="spring_energy elastic_energy", plural="spring_energies", short="e_spring", extensive=True)
total_energy = concept("scalar", "ML2/T2", "", names="energy total_energy", plural="energies", short="e", extensive=True)
radius = concept("scalar", "L", "entity parameter", names="radius", plural="radii", short="r rad", values=(0.3, 0.8))
penetration = concept("scalar", "L", "", names="penetration depth overlap gap", short="pen c")
contact_ke = concept("scalar", "M/T2", "parameter", names="contact_ke k_contact contact_stiffness", short="ke", values=(50, 200))
contact_kd = concept("scalar", "M/T", "parameter", names="contact_kd contact_damping", short="kd", values=(0.5, 4))
friction = concept("scalar", "1", "parameter constant", names="mu friction friction_coeff", short="mu", values=(0.2, 0.8))
restitution = concept("scalar", "1", "parameter constant", names="restitution bounce", short="e", values=(0.3, 0.9))
ground_height = concept("scalar", "L", "parameter constant", names="ground ground_height floor_height", short="ground", values=(-0.4, 0.2), common=True)
height = concept("scalar", "L", "", names="height altitude h", short="h")
box_lower = concept("vector", "L", "parameter", names="lower bounds_lower box_min", short="lo", values=(-0.8, -0.4))
box_upper = concept("vector", "L", "parameter", names="upper bounds_upper box_max", short="hi", values=(0.4, 0.8))
reduced_mass = concept("scalar", "M", "", names="reduced_mass mu_m m_eff", short="m_eff")
compliance = concept("scalar", "T2/M", "parameter constant", names="compliance alpha", short="alpha", values=(0.001, 0.05))

active = concept("int", "-", "entity", names="active enabled alive flags", plural="active mask flags", kind=flag)

goals(point="kinetic_energy potential_energy momentum force drag_force total_energy acceleration angular_momentum torque_vec")
goals(report="kinetic_energy momentum angular_momentum torque_vec net_acceleration work_rate virial pivot_inertia")
goals(pair="spring_force friction_force force contact_force damping_force lj_energy coulomb_energy grav_accel spring_energy coulomb_force lj_force")
goals(field="friction_force contact_force lj_energy coulomb_energy grav_accel coulomb_force lj_force")
goals(mutual="friction_force contact_force lj_energy coulomb_energy coulomb_force lj_force")
goals(push="spring_force contact_force damping_force lj_force coulomb_force force")
goals(edge="spring_force force spring_energy damping_force")
goals(total="kinetic_energy potential_energy total_energy momentum angular_momentum drag_force")
goals(state="velocity:acceleration position:velocity")
guard(i, inv_mass == 0.0)    # fixed particles do not move
guard(i, active[i] == 0)
guard(pair, distance > cutoff)    # outside the cutoff
guard(pair, distance_sq > cutoff * cutoff)
guard(pair, active[j] == 0)
stretch = distance - rest_length    # deviation from rest length
strain = stretch / rest_length
spring_force = law(same(-stiffness * stretch * direction, -(stiffness * stretch) * direction), -stiffness * (displacement - rest_length * direction))    # Hooke's law
damping_force = law(-damping * closing_speed * direction, -damping * relative_velocity)    # damp along the spring
contact_force = law(normal_force * direction, normal_force * direction + friction_force)
penetration = radius[i] + radius[j] - distance    # positive when overlapping
spring_energy = law(0.5 * stiffness * stretch * stretch, 0.5 * stiffness * rest_length * rest_length * strain * strain)
drag_force = law(-drag_coefficient * velocity, -drag_coefficient * (velocity - wind), -quadratic_drag * speed * velocity)    # air drag
gravity_force = same(mass * gravity, gravity * mass)
wind_force = drag_coefficient * (wind - velocity)
force = some(gravity_force, drag_force, spring_force, damping_force)
ext_force = some(drag_force, spring_force, damping_force)    # all but gravity
acceleration = law(gravity + ext_force * inv_mass, force / mass, force * inv_mass, gravity - drag_coefficient * velocity * inv_mass)
kinetic_energy = same(0.5 * mass * wp.dot(velocity, velocity), 0.5 * mass * speed * speed, 0.5 * mass * wp.length_sq(velocity))
height = position[i][1] - ground_height
potential_energy = law(-mass * wp.dot(gravity, position), mass * wp.length(gravity) * height)
total_energy = some(kinetic_energy, potential_energy)
inv_mass = 1.0 / mass
momentum = mass * velocity
impulse = law(force * dt, mass * (velocity - relative_velocity))
angular_momentum = same(wp.cross(position - pivot, momentum), mass * wp.cross(position - pivot, velocity))
torque_vec = wp.cross(position - pivot, force)
net_acceleration = force / mass
virial = law(-0.5 * wp.dot(force, position - pivot), wp.dot(force, position - pivot))    # Clausius
pivot_inertia = law(mass * wp.length_sq(position - pivot), mass * wp.length_sq(position - pivot) + 0.4 * mass * radius * radius)
work_rate = wp.dot(force, velocity)
soft_distance = wp.sqrt(distance_sq + softening * softening)    # Plummer
grav_accel = same(-newton_g * mass[j] / (soft_distance * soft_distance * soft_distance) * displacement, -newton_g * mass[j] * displacement / ((distance_sq + softening * softening) * wp.sqrt(distance_sq + softening * softening)))    # softened gravity
sr = sigma_lj / soft_distance
sr6 = same(wp.pow(sr, 6.0), sr * sr * sr * sr * sr * sr)
lj_energy = 4.0 * epsilon_lj * (sr6 * sr6 - sr6)    # Lennard-Jones 12-6
lj_force = same(24.0 * epsilon_lj * (2.0 * sr6 * sr6 - sr6) / (distance_sq + softening * softening) * displacement, 24.0 * epsilon_lj * sr6 * (2.0 * sr6 - 1.0) / (soft_distance * soft_distance) * displacement)
coulomb_energy = coulomb * charge[i] * charge[j] / soft_distance
coulomb_force = coulomb * charge[i] * charge[j] / (soft_distance * soft_distance * soft_distance) * displacement
tangent_velocity = concept("vector", "L/T", "", names="vt tangent_vel tangential_velocity", short="vt")
normal_force = concept("scalar", "ML/T2", "", names="fn normal_force", short="fn")
friction_force = concept("vector", "ML/T2", "", names="friction_force ft", plural="friction_forces", short="ft")
tangent_velocity = relative_velocity - closing_speed * direction

def normal_force():
    """touching"""
    f = 0.0
    if penetration > 0.0:
        f = wp.max(contact_ke * penetration - contact_kd * closing_speed, 0.0)
    return f

friction_force = -tangent_velocity * (friction * normal_force / (wp.length(tangent_velocity) + 0.001))  # Coulomb
