# A refusal does not end the import of the rest: every reason is reported, and nothing is reported that only follows from
# another.
# RUN: not kgen-translate --warp-to-kgen %s 2>&1 | FileCheck %s --implicit-check-not=error:
import warp as wp


@wp.kernel
def reasons(bad: str, y: wp.array(dtype=float), n: int):
    # CHECK: reasons.py:[[#@LINE-1]]:18: error: expected the type of a value or array but got 'str'
    i = wp.tid()
    # CHECK: reasons.py:[[#@LINE+1]]:9: error: expected a builtin that kgen has but got 'wp.no_such_builtin'
    a = wp.no_such_builtin(i)
    b = a + 1.0 + bad
    # CHECK: reasons.py:[[#@LINE+1]]:8: error: expected operands of one type for '+' but got float32 and int32
    if y[i] + n > 0.0:
        # CHECK: reasons.py:[[#@LINE+1]]:9: error: expected a local name or an array but got a list
        [c][0] = 1.0
        b = 2.0
    else:
        # CHECK: reasons.py:[[#@LINE+2]]:18: error: expected a loop over range(...) but got 'y'
        # CHECK: reasons.py:[[#@LINE+2]]:20: error: expected float32 but got int32; write 1.0
        for k in y:
            y[k] = 1
    while b > a:
        # CHECK: reasons.py:[[#@LINE+1]]:18: error: expected an integer as index but got float32; write int(...)
        y[i] = y[y[i]] * b
    y[i] = b
