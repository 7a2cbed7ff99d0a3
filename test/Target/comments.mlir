// RUN: kgen-opt %s | kgen-translate --kgen-to-warp - | FileCheck %s --check-prefix=PY --match-full-lines --strict-whitespace
// RUN: kgen-translate --kgen-to-cuda %s | FileCheck %s --check-prefix=CUDA
// RUN: kgen-translate --kgen-to-cpp %s | FileCheck %s --check-prefix=CPP
// RUN: %if gxx %{ kgen-translate --kgen-to-cpp %s | %python %S/../Integration/compile_check.py --cxx %gxx - %}
// What the author said beside his code stands beside the same code, and does not leave its line.

//      PY:# Adds up
//      PY:# what is there.
// PY-NEXT:@wp.kernel
// PY-NEXT:def gather(
// PY-NEXT:    y: wp.array(dtype=float),
// PY-NEXT:    # the data
// PY-NEXT:    x: wp.array(dtype=float),  # of floats
// PY-NEXT:    n: int,  # how many
// PY-NEXT:):  # here it begins
// PY-NEXT:    """Gathers.
//PY-EMPTY:
// PY-NEXT:    A "quoted" word, a \\ and the end\""""
//PY-EMPTY:
// PY-NEXT:    idx = wp.tid()  # one thread \
// PY-NEXT:    total = float(0.0)
// PY-NEXT:    for j in range(n):  # all
// PY-NEXT:        # two lines
// PY-NEXT:        #
// PY-NEXT:        total += x[j]
// PY-NEXT:        # trailing
//PY-EMPTY:
// PY-NEXT:        # more
//PY-EMPTY:
// PY-NEXT:    # the branch
// PY-NEXT:    if total > 1.0:  # much
// PY-NEXT:        pass  # nothing
// PY-NEXT:    # otherwise
// PY-NEXT:    elif n > 2:  # some
// PY-NEXT:        # only words
// PY-NEXT:        pass
// PY-NEXT:    # no \xff" """ trick, of hand-written attributes
// PY-NEXT:    else:  # little
// PY-NEXT:        y[idx] = total
// PY-NEXT:    # the end

//      CUDA:/// Gathers.
// CUDA-NEXT:///
// CUDA-NEXT:/// A "quoted" word, a \ and the end"
// CUDA-NEXT:// Adds up
// CUDA-NEXT:// what is there.
// CUDA-NEXT:// here it begins
// CUDA-NEXT:extern "C" __global__ void gather_cuda_kernel_forward(
// CUDA-NEXT:    kgen::launch_bounds<1> dim,
// CUDA-NEXT:    kgen::array<float> y,
// CUDA-NEXT:    // the data
// CUDA-NEXT:    kgen::array<float> x,  // of floats
// CUDA-NEXT:    int n  // how many
// CUDA-NEXT:)
// CUDA-NEXT:{
// CUDA-NEXT:    for (size_t thread =
// CUDA-NEXT:        const int idx = kgen::tid(thread, dim);  // one thread \.
// CUDA-NEXT:        float total = 0.0f;
// CUDA-NEXT:        for (int j = 0; j < n; ++j) {  // all
// CUDA-NEXT:            // two lines
// CUDA-NEXT:            //
// CUDA-NEXT:            total += x[j];
// CUDA-NEXT:            // trailing
// CUDA-EMPTY:
// CUDA-NEXT:            // more
// CUDA-NEXT:        }
// CUDA-EMPTY:
// CUDA-NEXT:        // the branch
// CUDA-NEXT:        if (total > 1.0f) {  // much
// CUDA-NEXT:            // nothing
// CUDA-NEXT:        } else if (n > 2) {  // some
// CUDA-NEXT:            // otherwise
// CUDA-NEXT:            // only words
// CUDA-NEXT:        } else {  // little
// CUDA-NEXT:            // no \xff" """ trick, of hand-written attributes
// CUDA-NEXT:            y[idx] = total;
// CUDA-NEXT:        }
// CUDA-NEXT:        // the end

//      CPP:struct gather_args {
// CPP-NEXT:    kgen::array<float> y;
// CPP-NEXT:    // the data
// CPP-NEXT:    kgen::array<float> x;  // of floats
// CPP-NEXT:    int n;  // how many
// CPP-NEXT:};
//      CPP:/// Gathers.

// The text of a kernel that was computed has none.
// CUDA: __global__ void gather_cuda_kernel_backward(
// CUDA-NOT: {{(^|[^:/])//}}
// CPP: void gather_cpu_backward(
// CPP-NOT: {{(^|[^:/])//}}
kgen.kernel @gather(%y: !kgen.array<1, f32>,
                    %x: !kgen.array<1, f32> {kgen.lead = ["# the data"], kgen.tail = "# of floats"},
                    %n: si32 {kgen.tail = "# how many"})
    attributes {kgen.doc = "Gathers.\n\n    A \"quoted\" word, a \\ and the end\"",
                kgen.lead = ["# Adds up", "what is there."], kgen.tail = "# here it begins"} {
  %idx = kgen.tid {kgen.lead = [""], kgen.tail = "# one thread \\"} : si32
  %0 = kgen.constant 0.0 : f32
  %total = kgen.var : f32
  kgen.set %total, %0 : f32
  kgen.for %j = 0 to %n step 1 {
    %1 = kgen.get %total {kgen.lead = ["# two lines", "#"]} : f32
    %2 = kgen.load %x[%j] : !kgen.array<1, f32>
    %3 = kgen.add %1, %2 : f32
    kgen.set %total, %3 : f32
    kgen.yield {kgen.trail = ["# trailing", "", "# more"]}
  } {kgen.tail = "# all"}
  %4 = kgen.get %total : f32
  %5 = kgen.constant 1.0 : f32
  %6 = kgen.cmp gt %4, %5 : f32
  kgen.if %6 {
    kgen.yield {kgen.tail = "# nothing"}
  } else {
    %7 = kgen.constant 2 : si32
    %8 = kgen.cmp gt %n, %7 : si32
    kgen.if %8 {
      kgen.yield {kgen.lead = ["# only words"]}
    } else {
      %9 = kgen.get %total : f32
      kgen.store %y[%idx], %9 : !kgen.array<1, f32>
    } {kgen.lead = ["# otherwise"], kgen.tail = "# some",
       kgen.else_lead = ["no \\xff\" \"\"\" trick,\nof hand-written attributes"], kgen.else_tail = "# little"}
  } {kgen.lead = ["", "# the branch"], kgen.tail = "# much"}
  kgen.return {kgen.trail = ["# the end", ""]}
}
