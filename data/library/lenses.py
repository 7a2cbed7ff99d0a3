# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images through thin lenses."""

domain("lenses", entity="object", edge="edge", group="setup")

focal_length = concept("scalar", "1", "entity parameter", names="focal_length f", plural="focal_lengths", short="f", values=(0.4, 1.2))
object_distance = concept("scalar", "1", "entity", names="object_distance d_o", plural="object_distances", short="d_o", values=(1.5, 4))
image_distance = concept("scalar", "1", "", names="image_distance d_i", plural="image_distances", short="di")
magnification = concept("scalar", "1", "", names="magnification mag", plural="magnifications", short="mag")

goals(point="image_distance magnification")
image_distance = law(1.0 / (1.0 / focal_length - 1.0 / (object_distance + 0.1)), focal_length * object_distance / (object_distance - focal_length + 0.5))    # thin lens
magnification = -image_distance / object_distance
