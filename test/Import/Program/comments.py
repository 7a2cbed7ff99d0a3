# Which statement a comment belongs to.
# RUN: %python %S/Inputs/outline.py %build/bin/warp-ast %s | FileCheck %s
import warp as wp


# about k
@wp.kernel
def k(
    a: wp.array(dtype=float),  # the data
    # how many
    n: int,  # at most
):  # the head
    # first

    # second paragraph
    i = wp.tid()  # the thread
    x = wp.max(
        a[i],  # this one
        0.0,
    )  # after x

    if x > 0.0:  # positive
        a[i] = x
        # end of then
    # before elif
    elif n > 0:  # counted
        a[i] = float(n)
    # before else
    else:  # neither
        a[i] = "# no comment"

        # end of else
    # before the loop
    for j in range(n):
        a[j] = 0.0
        # in the loop
    # end of k


# CHECK: FunctionDef line 8 lead: ['# about k']
# CHECK-NEXT: FunctionDef line 8 tail: # the head
# CHECK-NEXT: arg a line 9 tail: # the data
# CHECK-NEXT: arg n line 11 lead: ['# how many']
# CHECK-NEXT: arg n line 11 tail: # at most
# CHECK-NEXT: Assign line 16 tail: # the thread
# CHECK-NEXT: Assign line 16 lead: ['# first', '', '# second paragraph']
# CHECK-NEXT: Assign line 17 tail: # after x
# CHECK-NEXT: Assign line 17 lead: ['# this one']
# CHECK-NEXT: Assign line 23 trail: ['# end of then']
# CHECK-NEXT: Assign line 30 trail: ['', '# end of else']
# CHECK-NEXT: If line 26 lead: ['# before elif']
# CHECK-NEXT: If line 26 tail: # counted
# CHECK-NEXT: If line 26 else_lead: ['# before else']
# CHECK-NEXT: If line 26 else_tail: # neither
# CHECK-NEXT: If line 22 tail: # positive
# CHECK-NEXT: If line 22 lead: ['']
# CHECK-NEXT: Assign line 35 trail: ['# in the loop']
# CHECK-NEXT: For line 34 lead: ['# before the loop']
# CHECK-NEXT: For line 34 trail: ['# end of k']
