# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Light on surfaces, and colour."""

domain("graphics", entity="pixel sample surface", edge="edge", kind="material", group="frame")

color = concept("vec3", "I", "entity", names="color radiance pixel", plural="colors", short="c col", values=(0.05, 1))
albedo = concept("vec3", "1", "entity parameter", names="albedo base_color diffuse_color", plural="albedos", short="albedo", values=(0.1, 0.9))
normal = concept("vec3", "1", "entity", names="normal n", plural="normals", short="n", kind=unit)
light_dir = concept("vec3", "1", "parameter", names="light_dir sun_dir to_light", short="l", kind=unit)
light_color = concept("vec3", "I", "parameter", names="light_color light_intensity sun_color", short="lc", values=(0.5, 2))
view_dir = concept("vec3", "1", "entity parameter", names="view_dir to_eye", plural="view_dirs", short="v", kind=unit)
ambient_color = concept("vec3", "I", "parameter constant", names="ambient sky_color ambient_color", short="amb", values=(0.05, 0.3))
lambert = concept("scalar", "1", "", names="ndotl n_dot_l diffuse", short="ndotl nl")
half_vec = concept("vec3", "1", "", names="half_vec h halfway", short="h")
shininess = concept("scalar", "1", "parameter constant", names="shininess specular_power gloss", short="shininess", values=(2, 24))
specular = concept("scalar", "1", "", names="spec specular", short="spec")
shaded = concept("vec3", "I", "", names="shaded_color color radiance_out", plural="shaded_colors", short="c rgb")
fresnel = concept("scalar", "1", "", names="fresnel f", said="Fresnel reflectance", short="fr")
f0 = concept("scalar", "1", "parameter constant", names="f0 base_reflectance", short="f0", values=(0.02, 0.2))
luminance = concept("scalar", "I", "", names="luminance luma lum", plural="luminances", short="lum")
exposure = concept("scalar", "1/I", "parameter constant", names="exposure key_value", short="exposure", values=(0.5, 2), common=True)
white_point = concept("scalar", "1", "parameter constant", names="white_point white", short="white", values=(1, 4), common=True)
tone = concept("vec3", "1", "", names="mapped_color tone_mapped ldr", said="tone-mapped color", plural="tone_mapped", short="mapped")
gamma = concept("scalar", "1", "parameter constant", names="gamma inv_gamma", short="gamma", values=(0.4, 0.9), common=True)
alpha_ = concept("scalar", "1", "entity", names="alpha opacity", plural="alphas", short="a alpha", values=(0.1, 1))
background = concept("vec3", "I", "entity parameter", names="background bg_color", plural="backgrounds", short="bg", values=(0.05, 1))
blended = concept("vec3", "I", "", names="blended_color composite out_color", plural="blended_colors", short="c")
saturation = concept("scalar", "1", "parameter constant", names="saturation color_strength", short="sat", values=(0.3, 1.6), common=True)
graded = concept("vec3", "I", "", names="graded_color adjusted", plural="graded_colors", short="c")
fog_density = concept("scalar", "1/L", "parameter constant", names="fog_density extinction sigma_t", short="fog", values=(0.1, 1), common=True)
depth_z = concept("scalar", "L", "entity", names="depth z view_depth", plural="depths", short="z", values=(0.2, 4))
transmittance = concept("scalar", "1", "", names="transmittance fog_factor trans", plural="transmittances", short="tr")

goals(point="shaded luminance tone blended graded fresnel transmittance")
goals(map="color:tone color:graded color:blended color:shaded")
guard(i, alpha_ <= 0.0)
lambert = wp.max(wp.dot(normal, light_dir), 0.0)
half_vec = wp.normalize(light_dir + view_dir)
specular = wp.pow(wp.max(wp.dot(normal, half_vec), 0.0), shininess)    # Blinn-Phong
fresnel = f0 + (1.0 - f0) * wp.pow(1.0 - wp.max(wp.dot(normal, view_dir), 0.0), 5.0)    # Schlick
shaded = law(wp.cw_mul(albedo, light_color) * lambert, wp.cw_mul(albedo, ambient_color + light_color * lambert), wp.cw_mul(albedo, light_color) * lambert + light_color * specular, wp.cw_mul(albedo, ambient_color + light_color * lambert) + light_color * (specular * fresnel))
luminance = law(0.2126 * color[i][0] + 0.7152 * color[i][1] + 0.0722 * color[i][2], wp.dot(color, wp.vec3(0.299, 0.587, 0.114)))    # Rec. 709
tone = law(color * (exposure / (1.0 + exposure * luminance)), wp.cw_div(color * exposure, color * exposure + wp.vec3(1.0, 1.0, 1.0)), wp.vec3(1.0 - wp.exp(-exposure * color[i][0]), 1.0 - wp.exp(-exposure * color[i][1]), 1.0 - wp.exp(-exposure * color[i][2])))    # Reinhard
tone = wp.vec3(wp.pow(wp.clamp(exposure * color[i][0], 0.0, 1.0), gamma), wp.pow(wp.clamp(exposure * color[i][1], 0.0, 1.0), gamma), wp.pow(wp.clamp(exposure * color[i][2], 0.0, 1.0), gamma))
blended = law(alpha_ * color + (1.0 - alpha_) * background, wp.lerp(background, color, alpha_), background + (color - background) * alpha_)    # over
graded = wp.vec3(luminance, luminance, luminance) + (color - wp.vec3(luminance, luminance, luminance)) * saturation
transmittance = law(wp.exp(-fog_density * depth_z), wp.exp(-(fog_density * depth_z) * (fog_density * depth_z)))    # Beer-Lambert
blended = color * transmittance + background * (1.0 - transmittance)
