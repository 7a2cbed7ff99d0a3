# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# RUN: kgen-translate --warp-to-kgen --all %s -o %t.mlir 2>&1 | FileCheck %s --check-prefix=WARNED
# RUN: kgen-translate --kgen-to-warp %t.mlir | FileCheck %s

# No form of such a kernel has a backward.
# RUN: kgen-translate --kgen-to-cpp %t.mlir --kernel of_an_array | FileCheck %s --check-prefix=CPP --implicit-check-not=cpu_backward
# RUN: %if machine-code %{ kgen-translate --kgen-to-llvmir %t.mlir --kernel of_an_array | FileCheck %s --check-prefix=IR --implicit-check-not=_backward %}
# RUN: kgen-translate --kgen-to-cpp %t.mlir --kernel of_a_number | FileCheck %s --check-prefix=BOTH
# CPP: of_an_array
# IR: @of_an_array_cpu_forward
# BOTH: of_a_number_tape_cpu_backward(
"""Author's adjoints that add to the adjoint of an array or a struct: the kernel is taken as with enable_backward=False."""
import warp as wp


@wp.struct
class Holder:
    values: wp.array(dtype=wp.vec3)


@wp.func
def look_up(values: wp.array(dtype=wp.vec3), i: int):
    return values[i].x


@wp.func_grad(look_up)
def adj_look_up(values: wp.array(dtype=wp.vec3), i: int, adj_ret: float):
    wp.adjoint[values][i].x += adj_ret


@wp.func
def held(holder: Holder, i: int):
    return holder.values[i].y


@wp.func_grad(held)
def adj_held(holder: Holder, i: int, adj_ret: float):
    values = holder.values
    wp.adjoint[values][i].y += adj_ret


@wp.func
def soft(x: float):
    return wp.abs(x)


@wp.func_grad(soft)
def adj_soft(x: float, adj_ret: float):
    wp.adjoint[x] += 0.5 * adj_ret


# WARNED: [[#@LINE+2]]:1: warning: the adjoint of 'look_up' adds to that of an array or a struct, which kgen does not have; 'of_an_array' is taken as with enable_backward=False
@wp.kernel
def of_an_array(values: wp.array(dtype=wp.vec3), out: wp.array(dtype=float)):
    out[0] = look_up(values, 1)


# WARNED: [[#@LINE+2]]:1: warning: the adjoint of 'held' adds to that of an array or a struct, which kgen does not have; 'of_a_field' is taken as with enable_backward=False
@wp.kernel
def of_a_field(holder: Holder, out: wp.array(dtype=float)):
    out[0] = held(holder, 1)


# WARNED-NOT: warning
@wp.kernel
def of_a_number(out: wp.array(dtype=float)):
    out[0] = soft(out[0])


# CHECK: @wp.kernel(enable_backward=False)
# CHECK-NEXT: def of_an_array(
# CHECK: @wp.kernel(enable_backward=False)
# CHECK-NEXT: def of_a_field(
# CHECK: @wp.func_grad(soft)
# CHECK: @wp.kernel{{$}}
# CHECK-NEXT: def of_a_number(
