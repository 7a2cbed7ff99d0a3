# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Joints, motors and their limits."""

domain("robotics", entity="joint dof", edge="link")

joint_pos = concept("scalar", "1", "entity", names="joint_q joint_pos q dof_pos", said="joint position", plural="joint_positions", short="q", values=(-1.5, 1.5))
joint_vel = concept("scalar", "1/T", "entity", names="joint_qd joint_vel qd dof_vel", said="joint velocity", plural="joint_velocities", short="qd", values=(-2, 2))
joint_target = concept("scalar", "1", "entity", names="joint_target q_target target_pos", plural="joint_targets", short="q_des", values=(-1, 1))
joint_target_vel = concept("scalar", "1/T", "entity", names="joint_target_vel qd_target", plural="joint_target_velocities", short="qd_des", values=(-1, 1))
joint_kp = concept("scalar", "ML2/T2", "entity parameter", names="kp joint_target_ke p_gain", plural="gains_p", short="kp", values=(5, 60))
joint_kd = concept("scalar", "ML2/T", "entity parameter", names="kd joint_target_kd d_gain", plural="gains_d", short="kd", values=(0.2, 4))
joint_err = concept("scalar", "1", "", names="error err pos_error", short="err e")
joint_torque = concept("scalar", "ML2/T2", "", names="torque tau joint_act effort", said="joint torque", plural="torques joint_efforts", short="tau")
limit_lower = concept("scalar", "1", "entity", names="joint_limit_lower lower_limit q_min", plural="lower_limits", short="lower lo", values=(-1.2, -0.4))
limit_upper = concept("scalar", "1", "entity", names="joint_limit_upper upper_limit q_max", plural="upper_limits", short="upper hi", values=(0.4, 1.2))
limit_ke = concept("scalar", "ML2/T2", "entity parameter", names="limit_ke joint_limit_ke limit_stiffness", short="limit_ke", values=(20, 200))
limit_kd = concept("scalar", "ML2/T", "entity parameter", names="limit_kd joint_limit_kd limit_damping", short="limit_kd", values=(0.2, 3))
limit_torque = concept("scalar", "ML2/T2", "", names="limit_torque limit_f tau_limit", plural="limit_torques", short="limit_f")
effort_limit = concept("scalar", "ML2/T2", "entity parameter", names="effort_limit max_torque tau_max", plural="effort_limits", short="tau_max", values=(5, 40))
armature = concept("scalar", "ML2", "entity parameter", names="armature joint_inertia inertia", plural="armatures", short="I", values=(0.1, 1))
joint_acc = concept("scalar", "1/T2", "", names="joint_qdd joint_acc qdd", said="joint acceleration", plural="joint_accelerations", short="qdd")
joint_friction = concept("scalar", "ML2/T2", "parameter constant", names="joint_friction dry_friction tau_c", short="tau_c", values=(0.05, 0.6))
velocity_limit = concept("scalar", "1/T", "entity parameter", names="velocity_limit qd_max", plural="velocity_limits", short="qd_max", values=(0.8, 1.6))

goals(point="joint_torque limit_torque joint_acc")
goals(state="joint_vel:joint_acc joint_pos:joint_vel")
guard(i, active[i] == 0)
joint_err = joint_target - joint_pos
joint_torque = law(joint_kp * joint_err - joint_kd * joint_vel, joint_kp * joint_err + joint_kd * (joint_target_vel - joint_vel), wp.clamp(joint_kp * joint_err - joint_kd * joint_vel, -effort_limit, effort_limit))    # PD control

def limit_torque():
    """joint_limit"""
    f = 0.0
    if joint_pos < limit_lower:
        f = limit_ke * (limit_lower - joint_pos) - limit_kd * wp.min(joint_vel, 0.0)
    elif joint_pos > limit_upper:
        f = limit_ke * (limit_upper - joint_pos) - limit_kd * wp.max(joint_vel, 0.0)
    return f

limit_torque = limit_ke * (wp.clamp(joint_pos, limit_lower, limit_upper) - joint_pos)
joint_acc = law((joint_torque + limit_torque) / armature, joint_torque / armature, (joint_torque - joint_friction * wp.sign(joint_vel)) / armature)
