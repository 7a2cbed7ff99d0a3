# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Images: filters, edges, pyramids, morphology, warps."""

domain("images", uses="graphics", entity="pixel", edge="edge")

sigma_space = concept("scalar", "1", "parameter constant", names="sigma sigma_spatial", short="sigma", values=(0.6, 1.6))
sigma_range = concept("scalar", "1", "parameter constant", names="sigma_range sigma_color sigma_r", short="sr", values=(0.2, 0.6))
level_of = concept("scalar", "1", "parameter constant", names="threshold level cutoff", short="t", values=(0.3, 0.7))
amount = concept("scalar", "1", "parameter", names="amount strength sharpness", short="k", values=(0.3, 1.2))


@idiom(names="blur_image filter_image smooth_image", doc="Convolve an image with a small filter.")
def window(img: array("scalar", "x y", "image img src gray", values=(0.05, 1.0)), guide: array("scalar", "x y", "guide depth reference", values=(0.05, 1.0)), result: array("scalar", "x y", "result filtered dst out_image", values=(0, 1))):
    x, y = wp.tid()
    center = img[x, y]
    total = float(0.0)
    norm = float(0.0)
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            if ANY:
                px = wp.clamp(x + dx, 0, len(x) - 1)
                py = wp.clamp(y + dy, 0, len(y) - 1)
            elif ANY:
                px = (x + dx + len(x)) % len(x)
                py = (y + dy + len(y)) % len(y)
            else:
                px = x + dx
                py = y + dy
                if px < 0 or px >= len(x) or py < 0 or py >= len(y):
                    continue
            value = img[px, py]
            if ANY:
                w = wp.exp(-float(dx * dx + dy * dy) / (2.0 * sigma_space * sigma_space))
            elif ANY:
                diff = value - center
                w = wp.exp(-float(dx * dx + dy * dy) / (2.0 * sigma_space * sigma_space) - diff * diff / (2.0 * sigma_range * sigma_range))
                title("bilateral_filter denoise edge_preserving_blur", "Apply a bilateral filter to an image.")
            elif ANY:
                diff = guide[px, py] - guide[x, y]
                w = wp.exp(-diff * diff / (2.0 * sigma_range * sigma_range))
                title("joint_bilateral guided_filter cross_bilateral", "Apply a joint bilateral filter guided by another image.")
            elif ANY:
                w = 1.0 / (1.0 + float(dx * dx + dy * dy))
            else:
                w = wp.where(dx == 0 and dy == 0, 4.0, 1.0)
            total += w * value
            norm += w
    blurred = total / norm
    if ANY:
        result[x, y] = blurred
    elif ANY:
        result[x, y] = center + amount * (center - blurred)
        title("unsharp_mask sharpen", "Sharpen an image by an unsharp mask.")
    elif ANY:
        result[x, y] = center - blurred
        title("high_pass detail_layer", "Compute the high-pass detail of an image.")
    elif ANY:
        result[x, y] = wp.lerp(center, blurred, amount)
    else:
        result[x, y] = choose(wp.abs(center - blurred), (center - blurred) * (center - blurred), wp.abs(center - blurred) / (blurred + 0.01))
        title("local_contrast texture_energy", "Compute the difference of each pixel from its neighborhood.")


@idiom(names="sobel edge_detect gradient_magnitude", doc="Detect the edges of an image.")
def edges(img: array("scalar", "x y", "image img src gray", values=(0.05, 1.0)), result: array("scalar", "x y", "edges magnitude result", values=(0, 1)), angle: array("scalar", "x y", "angle orientation theta", values=(0, 1))):
    x, y = wp.tid()
    if ANY:
        if x < 1 or y < 1 or x >= len(x) - 1 or y >= len(y) - 1:
            if ANY:
                result[x, y] = 0.0
            return
        xm = x - 1
        xp = x + 1
        ym = y - 1
        yp = y + 1
    else:
        xm = wp.max(x - 1, 0)
        xp = wp.min(x + 1, len(x) - 1)
        ym = wp.max(y - 1, 0)
        yp = wp.min(y + 1, len(y) - 1)
    if ANY:
        gx = img[xp, ym] + 2.0 * img[xp, y] + img[xp, yp] - img[xm, ym] - 2.0 * img[xm, y] - img[xm, yp]
        gy = img[xm, yp] + 2.0 * img[x, yp] + img[xp, yp] - img[xm, ym] - 2.0 * img[x, ym] - img[xp, ym]
    elif ANY:
        gx = 3.0 * img[xp, ym] + 10.0 * img[xp, y] + 3.0 * img[xp, yp] - 3.0 * img[xm, ym] - 10.0 * img[xm, y] - 3.0 * img[xm, yp]
        gy = 3.0 * img[xm, yp] + 10.0 * img[x, yp] + 3.0 * img[xp, yp] - 3.0 * img[xm, ym] - 10.0 * img[x, ym] - 3.0 * img[xp, ym]
        title("scharr scharr_edges", "Detect edges with the Scharr operator.")
    else:
        gx = 0.5 * (img[xp, y] - img[xm, y])
        gy = 0.5 * (img[x, yp] - img[x, ym])
        title("image_gradient central_gradient", "Compute the gradient of an image.")
    mag = wp.sqrt(gx * gx + gy * gy + 0.000001)
    if ANY:
        result[x, y] = mag
    elif ANY:
        result[x, y] = wp.max(mag - level_of, 0.0)
    elif ANY:
        result[x, y] = wp.smoothstep(0.0, 1.0, mag)
    else:
        result[x, y] = mag
        angle[x, y] = wp.atan2(gy, gx)


@idiom(names="shade_pixels tone_map grade_image", goals="X,Y=map", domains="images", doc="Compute the {Y} of each pixel.")
def image_map():
    x, y = wp.tid()
    if ANY:
        if x >= len(x) or y >= len(y):
            return
    out(Y)[x, y] = Y


@idiom(names="average_corners box_filter resolve_samples", doc="Downsample an image by averaging blocks of 2 x 2.")
def resolve(img: array("vec3", "x+1 y+1", "image frame src", values=(0.05, 1.0)), result: array("vec3", "x y", "result resolved out_image", values=(0, 1))):
    x, y = wp.tid()
    c = 0.25 * (img[x, y] + img[x + 1, y] + img[x, y + 1] + img[x + 1, y + 1])
    if ANY:
        c = c * amount
    elif ANY:
        c = wp.vec3(wp.max(c[0] - level_of, 0.0), wp.max(c[1] - level_of, 0.0), wp.max(c[2] - level_of, 0.0))
        title("bright_pass bloom_prefilter", "Threshold the bright parts of an image.")
    elif ANY:
        luma = 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
        c = c / (1.0 + luma)
        title("weighted_resolve tone_weighted_average", "Downsample an image by a luminance-weighted average.")
    result[x, y] = c


@idiom(names="dilate erode morphology", doc="Apply a morphological filter around each pixel.")
def morphology(img: array("scalar", "x y", "image mask heights img", values=(0.05, 1.0)), result: array("scalar", "x y", "result filtered output", values=(0, 1))):
    x, y = wp.tid()
    high = img[x, y]
    low = img[x, y]
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            if ANY:
                px = wp.clamp(x + dx, 0, len(x) - 1)
                py = wp.clamp(y + dy, 0, len(y) - 1)
            else:
                px = x + dx
                py = y + dy
                if px < 0 or py < 0 or px >= len(x) or py >= len(y):
                    continue
            if ANY("extreme"):
                high = wp.max(high, img[px, py])
            elif ANY("extreme"):
                low = wp.min(low, img[px, py])
            else:
                high = wp.max(high, img[px, py])
                low = wp.min(low, img[px, py])
    if ANY("extreme"):
        result[x, y] = high
        title("dilate grow_mask max_filter")
    elif ANY("extreme"):
        result[x, y] = low
        title("erode shrink_mask min_filter")
    elif ANY:
        result[x, y] = high - low
        title("morphological_gradient local_range")
    else:
        result[x, y] = 0.5 * (high + low)
        title("mid_range_filter")


@idiom(names="warp_image resample_image bilinear_sample", doc="Sample an image by bilinear interpolation.")
def warp_image(img: array("scalar", "x y", "image img texture src", values=(0.05, 1.0)), flow: array("vec2", "x y", "flow displacement offsets", values=(-0.8, 0.8)), tilt: param("scalar", "angle theta rotation", values=(0.1, 0.6)), result: array("scalar", "x y", "warped result dst", values=(0, 1))):
    x, y = wp.tid()
    if ANY:
        d = flow[x, y]
        u = float(x) + d[0]
        v = float(y) + d[1]
    elif ANY:
        cx = 0.5 * float(len(x))
        cy = 0.5 * float(len(y))
        u = cx + wp.cos(tilt) * (float(x) - cx) - wp.sin(tilt) * (float(y) - cy)
        v = cy + wp.sin(tilt) * (float(x) - cx) + wp.cos(tilt) * (float(y) - cy)
        title("rotate_image", "Rotate an image about its center.")
    else:
        u = float(x) * amount
        v = float(y) * amount
        title("zoom_image scale_image", "Scale an image.")
    u = wp.clamp(u, 0.0, float(len(x)) - 1.001)
    v = wp.clamp(v, 0.0, float(len(y)) - 1.001)
    x0 = int(wp.floor(u))
    y0 = int(wp.floor(v))
    fx = u - float(x0)
    fy = v - float(y0)
    if ANY:
        fx = fx * fx * (3.0 - 2.0 * fx)
        fy = fy * fy * (3.0 - 2.0 * fy)
    if ANY:
        top = (1.0 - fx) * img[x0, y0] + fx * img[x0 + 1, y0]
        bottom = (1.0 - fx) * img[x0, y0 + 1] + fx * img[x0 + 1, y0 + 1]
        result[x, y] = (1.0 - fy) * top + fy * bottom
    else:
        result[x, y] = wp.lerp(wp.lerp(img[x0, y0], img[x0 + 1, y0], fx), wp.lerp(img[x0, y0 + 1], img[x0 + 1, y0 + 1], fx), fy)
