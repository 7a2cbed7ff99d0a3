"""Every way out of a loop, at every depth, in one kernel: each thread takes another."""
import warp as wp


@wp.kernel
def exits(data: wp.array(dtype=float), n: int, log: wp.array2d(dtype=float)):
    i = wp.tid()
    total = float(0.0)
    steps = int(0)

    # break and continue below an if, in a loop without a condition
    while True:
        steps += 1
        if steps > i:
            if steps > 4:
                break
            total += 0.5
            if i == 3:
                continue
            total += 0.25
        else:
            if data[steps] < 0.0:
                continue
        total += data[steps]
        if total > 6.0:
            break
    log[i, 0] = total

    # the condition may only be looked at while the index is good
    at = int(0)
    while data[at] < 2.0:
        at += 1
        if at == n:
            break
    log[i, 1] = float(at)

    # a return from the inner of two loops ends both, and all that follows
    for row in range(n):
        for column in range(row, n):
            if row * column == i * 2:
                log[i, 2] = float(row)
                if column > 3:
                    return
                break
            if column == 4:
                continue
            total += data[column]
        else_total = total * 0.5
        if row == i:
            continue
        log[i, 3] = else_total + float(row)

    # both arms leave, and what follows is never reached
    for last in range(n):
        total += 1.0
        if total > 9.0:
            log[i, 4] = total
            break
        elif i == 1:
            return
        else:
            total += data[last]
    log[i, 5] = total


CASE = {
    'name': 'exits',
    'kernel': 'exits',
    'dim': 6,
    'args': [
        {'name': 'data', 'dtype': 'float32', 'role': 'in', 'value': [0.5, -0.25, 1.5, 0.75, -1.0, 1.25]},
        {'name': 'n', 'dtype': 'int32', 'role': 'scalar', 'value': 6},
        {
            'name': 'log', 'dtype': 'float32', 'role': 'inout',
            'value': [
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
                [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            ],
        },
    ],
}
