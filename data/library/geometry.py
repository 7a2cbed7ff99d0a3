# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Distances and directions: what all that lives in space has in common."""

domain("geometry", entity="point", edge="edge")

displacement = position[i] - position[j]    # relative position
distance = wp.length(displacement)
distance_sq = same(wp.dot(displacement, displacement), wp.length_sq(displacement))
direction = same(displacement / distance, wp.normalize(displacement))
relative_velocity = velocity[i] - velocity[j]
closing_speed = wp.dot(relative_velocity, direction)    # velocity along the line of centers
speed = wp.length(velocity)
reduced_mass = mass[i] * mass[j] / (mass[i] + mass[j])
