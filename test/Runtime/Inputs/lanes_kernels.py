"""Kernels that part lanes, gather, share elements, or have several coordinates."""
import warp as wp


@wp.kernel
def guarded(x: wp.array(dtype=wp.float32), n: int, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    if i >= n:
        return
    y[i] = wp.sqrt(wp.abs(x[i])) * 3.0 + x[i] / 7.0


@wp.kernel
def parting(x: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    u = x[i]
    if u > wp.float64(0.2):
        if i % 3 == 0:
            u = wp.exp(u)
        else:
            u = u - wp.pow(u, wp.float64(2.5))
    elif u < wp.float64(-0.5):
        u = wp.sin(u) / u
    y[i] = u


@wp.kernel
def trips(x: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    u = x[i]
    for k in range(n):
        u = u * wp.float64(0.7) + wp.float64(0.1)
        if u < wp.float64(0.4):
            break
        if k % 2 == 0:
            continue
        u = u + x[i] * wp.float64(0.05)
    v = wp.float64(0.0)
    for k in range(i % 5, n):
        v += u * wp.float64(k)
    while v > wp.float64(1.0):
        v = v * wp.float64(0.5)
    y[i] = v


@wp.kernel
def vectors(a: wp.array(dtype=wp.mat33f), p: wp.array(dtype=wp.vec3f), q: wp.array(dtype=wp.quatf), r: wp.array(dtype=wp.vec3f)):
    i = wp.tid()
    m = a[i]
    v = wp.quat_rotate(q[i], m * p[i])
    v[1] = v[1] + wp.determinant(m)
    if v[0] > 0.0:
        v = v * 2.0
    r[i] = v + wp.cross(p[i], m * v)


@wp.kernel
def sums(x: wp.array(dtype=wp.float32), n: int, loss: wp.array(dtype=wp.float32), low: wp.array(dtype=wp.float32)):
    i = wp.tid()
    wp.atomic_add(loss, 0, x[i] * x[i])
    if i < n:
        wp.atomic_min(low, 1, x[i])


@wp.kernel
def gathers(x: wp.array(dtype=wp.vec3d), e: wp.array(dtype=int), y: wp.array(dtype=wp.float64), f: wp.array(dtype=wp.vec3d)):
    i = wp.tid()
    a = e[i]
    y[i] = wp.length(x[a] - x[i]) + wp.float64(a)
    if a % 2 == 1:
        wp.atomic_add(f, a, x[i] * wp.float64(0.5))


@wp.kernel
def springs(e: wp.array(dtype=int), x: wp.array(dtype=wp.vec3f), f: wp.array(dtype=wp.vec3f), s: wp.array(dtype=wp.float32)):
    i = wp.tid()
    a = e[i]
    d = x[a] - x[i]
    g = d * (wp.length(d) - 0.5)
    wp.atomic_sub(f, a, g)
    if a % 3 != 0:
        wp.atomic_add(f, i, g * 0.3)
        wp.atomic_add(s, 0, d[0])
    wp.atomic_add(s, 0, d[1])


@wp.kernel
def line(x: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64), z: wp.array(dtype=wp.float64)):
    i = wp.tid()
    if i > 0 and i < n - 1:
        y[i] = x[i - 1] * x[i + 1] - x[i]
    else:
        y[i] = x[i] * x[i]
    wp.atomic_add(z, i, x[i])
    wp.atomic_add(z, i - 1, x[i] * wp.float64(0.3))


@wp.kernel
def plane(g: wp.array2d(dtype=wp.float64), o: wp.array2d(dtype=wp.float64), n: int):
    i, j = wp.tid()
    if i == 0 or j == 0 or i == n - 1 or j == n - 1:
        o[i, j] = g[i, j]
        return
    lap = g[i - 1, j] + g[i + 1, j] + g[i, j - 1] + g[i, j + 1] - wp.float64(4.0) * g[i, j]
    o[i, j] = g[i, j] + wp.float64(0.1) * lap * g[i, j]


@wp.kernel
def block(g: wp.array3d(dtype=wp.float32), s: wp.array2d(dtype=wp.float32), o: wp.array3d(dtype=wp.float32)):
    i, j, k = wp.tid()
    o[i, j, k] = g[i, j, k] * float(i * 100 + j * 10 + k)
    wp.atomic_add(s, i, j, g[i, j, k])


@wp.kernel
def short(g: wp.array3d(dtype=wp.float32), t: wp.array(dtype=wp.float32), o: wp.array3d(dtype=wp.float32)):
    i, j, k = wp.tid()
    if g[i, j, k] > 0.0:
        o[i, j, k] += g[i, j, k] * float(i * 100 + j * 10 + k) + wp.sin(t[k])


@wp.kernel
def column(x: wp.array2d(dtype=wp.float64), y: wp.array2d(dtype=wp.float64), s: wp.array(dtype=wp.float64)):
    i, j = wp.tid()
    y[i, j] = x[i, j] * x[i, j] * wp.float64(i + 1)
    wp.atomic_add(s, 0, x[i, j])


@wp.kernel
def wider(x: wp.array2d(dtype=wp.vec3f), y: wp.array2d(dtype=wp.vec3f)):
    i, j = wp.tid()
    y[i, j] = wp.cross(x[i, j], y[i, j])


@wp.kernel
def exchanged(e: wp.array2d(dtype=int), x: wp.array(dtype=wp.float32), c: wp.array(dtype=int), y: wp.array2d(dtype=wp.float32)):
    i, j = wp.tid()
    old = wp.atomic_exch(c, 0, e[i, j])
    y[i, j] += x[e[i, j]] * y[i, j] + float(old)


@wp.kernel
def integers(x: wp.array(dtype=wp.int32), u: wp.array(dtype=wp.uint32), w: wp.array(dtype=wp.int64), y: wp.array(dtype=wp.int32), z: wp.array(dtype=wp.int64), h: wp.array(dtype=wp.float64)):
    i = wp.tid()
    a = x[i]
    b = int(u[i] % wp.uint32(7))
    c = a / (b - 3) + a % (b - 2) + (a << b) - (a >> 2)
    d = w[i] * wp.int64(a) - wp.int64(h[i] * wp.float64(1.0e12))
    y[i] = c ^ ~a | wp.abs(a)
    z[i] = d + wp.int64(wp.min(a, b)) + wp.int64(u[i] / wp.uint32(3))


@wp.kernel
def states(x: wp.array(dtype=wp.float64), r: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    u = x[i]
    for k in range(n):
        u = r[i] * u * (wp.float64(1.0) - u) + wp.sin(u) * wp.float64(0.01)
    y[i] = u


@wp.kernel
def rows(w: wp.array2d(dtype=wp.float32), x: wp.array2d(dtype=wp.float32), h: int, n: int, y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    o = float(0.0)
    for a in range(h):
        z = float(0.0)
        for b in range(n):
            z += w[a, b] * x[i, b]
        o += wp.tanh(z)
    y[i] = o


@wp.func
def sweep(x: wp.array2d(dtype=wp.float64), s: wp.array2d(dtype=wp.float64), i: int, times: int, n: int):
    for t in range(times):
        for j in range(n):
            s[i, j] += wp.float64(t) * x[i, j - 1] * x[i, j]


@wp.kernel
def sweeps(x: wp.array2d(dtype=wp.float64), s: wp.array2d(dtype=wp.float64), rows: int, times: int, n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    sweep(x, s, i, times, n)
    y[i] = s[i, n - 1]


@wp.kernel
def few_rows(x: wp.array2d(dtype=wp.float64), s: wp.array2d(dtype=wp.float64), rows: int, times: int, n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    if i < rows:
        sweep(x, s, i, times, n)
        y[i] = s[i, n - 1]


@wp.kernel
def long_rows(x: wp.array2d(dtype=wp.float64), s: wp.array2d(dtype=wp.float64), rows: int, times: int, n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    sweep(x, s, i, times, n)
    y[i] = s[i, n - 1]


@wp.kernel
def table(x: wp.array2d(dtype=wp.float64), s: wp.array2d(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64)):
    i = wp.tid()
    s[i, 0] = x[i, 0]
    for j in range(1, n):
        s[i, j] = s[i, j - 1] * x[i, j] + x[i, j]
    y[i] = s[i, n - 1]


@wp.kernel
def flat(x: wp.array(dtype=wp.float32), on: wp.array(dtype=wp.bool), y: wp.array(dtype=wp.float32)):
    i = wp.tid()
    for k in range(2):
        if on[i]:
            y[2 * i + k] = wp.max(x[i], 0.1) + float(k)
        else:
            y[2 * i + k] = wp.min(x[i], -0.1) * float(k)


@wp.kernel
def functions(x: wp.array(dtype=wp.float32), y: wp.array(dtype=wp.float64), z: wp.array(dtype=wp.float64)):
    i = wp.tid()
    a = x[i]
    b = y[i]
    s = wp.sin(a) * wp.cos(a) + wp.tan(a) + wp.asin(a) + wp.acos(a) + wp.atan(a) + wp.sinh(a) + wp.cosh(a) + wp.log(wp.abs(a)) + wp.log2(wp.abs(a)) + wp.log10(wp.abs(a)) + wp.cbrt(a) + wp.erf(a) + wp.erfc(a) + wp.floor(a * 9.0) + wp.atan2(a, 0.3)
    t = wp.sin(b) * wp.cos(b) + wp.tan(b) + wp.asin(b) + wp.acos(b) + wp.atan(b) + wp.sinh(b) + wp.cosh(b) + wp.log(wp.abs(b)) + wp.log2(wp.abs(b)) + wp.log10(wp.abs(b)) + wp.cbrt(b) + wp.erf(b) + wp.erfc(b) + wp.floor(b * wp.float64(9.0)) + wp.atan2(b, wp.float64(0.3))
    z[i] = wp.float64(s) + t


@wp.kernel
def weights(x: wp.array(dtype=wp.float64), w: wp.array(dtype=wp.float64), n: int, y: wp.array(dtype=wp.float64),
            t: wp.array(dtype=wp.float64)):
    """Several loops add to the same elements, here and in the backward."""
    i = wp.tid()
    m = wp.float64(-10.0)
    for c in range(n):
        m = wp.max(m, w[c])
    s = wp.float64(1.0)
    for c in range(n):
        if x[i] * w[c] > wp.float64(-0.1):
            s += wp.exp(w[c] - m) * x[i] * x[i]
            wp.atomic_add(t, c, x[i] * wp.float64(0.3))
    for c in range(n):
        wp.atomic_sub(t, n - 1 - c, s / wp.float64(c + 3))
    wp.atomic_add(t, 2, x[i])
    y[i] = m + wp.log(s)


@wp.kernel
def apart(x: wp.array(dtype=wp.float64), w: wp.array(dtype=wp.float64), y: wp.array(dtype=wp.float64), t: wp.array(dtype=wp.float64)):
    """Threads come to one element in different trips: in the backward of a loop that they leave at different trips, and in the last."""
    i = wp.tid()
    s = wp.float64(0.0)
    for k in range(7):
        s += x[i] * w[k] * w[k]
        if x[i] > w[k]:
            break
    for k in range(4):
        wp.atomic_add(t, k + i % 5, s * wp.float64(0.1))
    y[i] = s


@wp.kernel
def totals(x: wp.array(dtype=wp.vec3f), e: wp.array2d(dtype=int), last: int, f: wp.array(dtype=wp.vec3f), t: wp.array(dtype=wp.float32),
           least: wp.array(dtype=wp.float32)):
    """All threads update the same few elements: in each trip of a loop, after it, from the end, and only some of them."""
    i = wp.tid()
    s = float(0.0)
    for k in range(e.shape[1]):
        o = e[i, k]
        if o < 0:
            continue
        d = x[o] - x[i]
        s += wp.length(d) * x[0][1]
        wp.atomic_add(f, 0, d * wp.exp(s))
    wp.atomic_add(t, 0, s)
    wp.atomic_sub(t, 2, s * x[0][0])
    if i % 3 == 1:
        wp.atomic_add(t, 0, x[i][2])
    wp.atomic_min(least, last, s)


@wp.kernel
def spread(x: wp.array(dtype=wp.vec3f), e: wp.array2d(dtype=int), n: int, w: wp.array(dtype=wp.float32), f: wp.array(dtype=wp.vec3f)):
    """Each trip updates elements of other threads, one of its own, and one of all; some are found from the end."""
    i = wp.tid()
    f[0] -= x[i]
    for k in range(e.shape[1]):
        o = e[i, k]
        d = (x[o] - x[i]) * w[2]
        if wp.dot(d, d) > w[0]:
            f[o] += d
            f[i] -= d * w[2]
        else:
            f[o] += x[i] * wp.exp(-wp.length(d))
        f[-1] += d
    for k in range(n):
        f[(i + k) % f.shape[0]] += x[k] * w[1]
    f[i] += x[0]


@wp.kernel
def packed(a: wp.array(dtype=wp.vec2f), b: wp.array(dtype=wp.spatial_vectorf), c: wp.array(dtype=wp.transformf), d: wp.array(dtype=wp.mat44f),
           e: wp.array(dtype=wp.vec3d), f: wp.array(dtype=wp.vec4d), g: wp.array(dtype=wp.vec3s), h: wp.array(dtype=wp.vec4ub)):
    """Elements of as many numbers as there are ways to deal them out; no number comes out as it went in."""
    i = wp.tid()
    a[i] = a[i] * 3.0 + wp.vec2f(1.0, 2.0)
    b[i] = b[i] * b[i][4]
    t = c[i]
    c[i] = wp.transformf(wp.vec3f(t[6], t[0], t[1]), wp.quatf(t[2] * 2.0, t[3], t[4], t[5] * a[i][1]))
    d[i] = d[i] * d[i]
    e[i] = wp.vec3d(e[i][2], e[i][0] * e[i][0], e[i][1])
    f[i] = f[i] * f[i][3] * e[i][1]
    g[i] = wp.vec3s(g[i][1], g[i][2] * g[i][0], g[i][0])
    h[i] = wp.vec4ub(h[i][3], h[i][0] * h[i][1], h[i][1], h[i][2])


# Where a component is, of vectors in registers and in memory.
@wp.kernel
def greatest(x: wp.array(dtype=wp.vec3), s: wp.array(dtype=float), y: wp.array(dtype=float), where: wp.array(dtype=int)):
    i = wp.tid()
    v = x[i]
    long = wp.vector(length=20, dtype=float)
    for k in range(20):
        long[k] = s[(i + k) % s.shape[0]] * v[k % 3]
    at = wp.argmax(v)
    where[i] = int(at) + 3 * int(wp.argmin(long))
    y[i] = v[at] * long[wp.argmax(long)]
