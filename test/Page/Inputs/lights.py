"""What lights up, by hand, for three kernels: under the pointer on a line of the Python, these lines of each other form.

`kgen`, `cpp` and `cuda` list all lines that belong to it in the forward, cut to what can be told by eye; `llvmir` and `ptx`
name words that stand in one of the lit lines at least; `near llvmir`, in one of those with a mark at their margin.
"""

LIGHTS = {
    "nested_loop": {
        "if masked[row, column] != 0:": {
            "kgen": ["kgen.load %masked[%row, %column]", "kgen.constant 0 : si32", "kgen.cmp ne", "kgen.if"],
            "cpp": ["if (masked(row, column) != 0) {"],
            "cuda": ["if (masked(row, column) != 0) {"],
            "llvmir": ["%masked.data", "icmp ne i32"],
            "ptx": ["setp", "ld.global"],
        },
        "x = spacing * wp.float64(column)": {
            "kgen": ["kgen.cast %column", "kgen.mul %spacing"],
            "cpp": ["const double x = spacing * double(column);"],
            "cuda": ["const double x = spacing * double(column);"],
            "llvmir": ["sitofp i32 %column to double", "fmul double %spacing"],
            "ptx": ["cvt.rn.f64.s32", "mul"],
        },
        "cell = wp.vec3d(x, y, wp.float64(0.0))": {
            "kgen": ["kgen.constant 0", "kgen.construct %x, %y"],
            "cpp": ["const vec3d cell = vec3d(x, y, 0.0);"],
            "cuda": ["const vec3d cell = vec3d(x, y, 0.0);"],
            "near llvmir": ["fsub double"],
            "near ptx": ["sub"],
        },
        "potential[i] = total": {
            "kgen": ["kgen.get %total", "kgen.store %potential[%i]"],
            "cpp": ["potential[i] = total;"],
            "cuda": ["potential[i] = total;"],
            "llvmir": ["%potential.data", "store double"],
            "ptx": ["st.global"],
        },
    },
    "control_flow": {
        "return": {
            "kgen": ["kgen.return"],
            "cpp": ["continue;"],
            "cuda": ["continue;"],
            "llvmir": ["br label %thread.end"],
        },
        "while h > REST_HEIGHT:": {
            "kgen": ["kgen.while", "kgen.get %h", "kgen.constant", "kgen.cmp gt", "kgen.yield"],
            "cpp": ["while (h > REST_HEIGHT) {"],
            "cuda": ["while (h > REST_HEIGHT) {"],
            "llvmir": ["fcmp ogt float"],
            "ptx": ["setp."],
        },
        "bounces += 1": {
            "kgen": ["kgen.get %bounces", "kgen.constant 1", "kgen.add", "kgen.set %bounces"],
            "cpp": ["++bounces;"],
            "cuda": ["++bounces;"],
            "llvmir": ["add i32"],
            "ptx": ["add.s32"],
        },
    },
    "atomic": {
        "left = int(wp.floor(x))": {
            "kgen": ["kgen.floor %x", "kgen.cast"],
            "cpp": ["const int left = kgen::cast<int>(kgen::floor(x));"],
            "cuda": ["const int left = kgen::cast<int>(kgen::floor(x));"],
            "llvmir": ["@llvm.floor.f32"],
            "ptx": ["cvt.rmi.f32.f32"],
        },
        "q = charge[p]": {
            "kgen": ["kgen.load %charge[%p]"],
            "cpp": ["const float q = charge[p];"],
            "cuda": ["const float q = charge[p];"],
            "llvmir": ["%charge.data", "load float"],
            "ptx": ["ld.global"],
        },
        "wp.atomic_sub(reservoir, 0, q)": {
            "kgen": ["kgen.atomic sub %reservoir[0]"],
            "cpp": ["kgen::atomic_sub(reservoir, 0, q);"],
            "cuda": ["kgen::atomic_sub(reservoir, 0, q);"],
            "llvmir": ["%reservoir.data", "fsub float"],
            "ptx": ["atom.global.add.f32"],
        },
    },
}
