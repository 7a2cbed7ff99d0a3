# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ten programs with a fault between launches, each beside one without it: every wrong gradient is found, and none invented."""

import json
import subprocess
import sys

import kgen_mlir.check
import numpy as np
import pytest
import warp as wp
from kgen_mlir import judge
from kgen_mlir.watch import Watch

wp.config.log_level = wp.LOG_ERROR
wp.set_device("cpu")
N = 5


@wp.kernel
def squares(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = x[i] * x[i]


@wp.kernel
def total(x: wp.array(dtype=float), loss: wp.array(dtype=float)):
    wp.atomic_add(loss, 0, x[wp.tid()])


@wp.kernel
def shift(x: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = x[i] + 1.0


@wp.kernel
def descend(x: wp.array(dtype=float), grad: wp.array(dtype=float)):
    i = wp.tid()
    x[i] = x[i] - 0.01 * grad[i]


@wp.kernel
def powers(x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    p = float(1.0)
    for k in range(n):
        p = p * x[i]
    y[i] = p


def array(values, grad=True):
    return wp.array(np.asarray(values, np.float32), dtype=float, requires_grad=grad)


def start():
    return array(np.linspace(0.5, 1.5, N)), array(np.zeros(N)), array(np.zeros(N)), array([0.0])


def launch(kernel, *arguments):
    wp.launch(kernel, dim=N, inputs=list(arguments))


def overwritten(change):
    """y = x², and the sum of its squares; `change` is what comes between the last launch and the backward."""

    def program(faulty):
        x, y, z, loss = start()
        tape = wp.Tape()
        with tape:
            launch(squares, x, y)
            launch(squares, y, z)
            launch(total, z, loss)
        if faulty:
            change(x, y)
        tape.backward(loss)

    return program


def in_place_on_the_tape(faulty):
    x, y, z, loss = start()
    tape = wp.Tape()
    with tape:
        launch(squares, x, y)
        if faulty:
            launch(shift, x)
        launch(total, y, loss)
    tape.backward(loss)


def one_buffer_for_all_steps(faulty):
    x, y, z, loss = start()
    states = [x, y, x, y] if faulty else [x, *(array(np.zeros(N)) for _ in range(3))]
    tape = wp.Tape()
    with tape:
        for before, after in zip(states, states[1:]):
            launch(squares, before, after)
        launch(total, states[-1], loss)
    tape.backward(loss)


def iterations(zero):
    def program(faulty):
        x, y, z, loss = start()
        for _ in range(3):
            tape = wp.Tape()
            loss.zero_()
            with tape:
                launch(squares, x, y)
                launch(total, y, loss)
            tape.backward(loss)
            launch(descend, x, x.grad)
            if faulty:
                zero(x, y)
            else:
                tape.zero()

    return program


def without_gradient(*, last):
    def program(faulty):
        x, y, z, loss = start()
        if faulty:
            y, z = (y, array(np.zeros(N), False)) if last else (array(np.zeros(N), False), z)
        tape = wp.Tape()
        with tape:
            launch(squares, x, y)
            launch(squares, y, z)
            launch(total, z, loss)
        tape.backward(loss)

    return program


FAULTS = {
    "by a launch": (overwritten(lambda x, y: launch(shift, x)), "overwritten", "squares", "by 'shift'"),
    "by zero_": (overwritten(lambda x, y: y.zero_()), "overwritten", "squares", "outside of launches"),
    "by numpy": (overwritten(lambda x, y: x.numpy().fill(3.0)), "overwritten", "squares", "outside of launches"),
    "by wp.copy": (overwritten(lambda x, y: wp.copy(y, x)), "overwritten", "squares", "outside of launches"),
    "in place on the tape": (in_place_on_the_tape, "overwritten", "squares", "by 'shift'"),
    "one buffer for all steps": (one_buffer_for_all_steps, "overwritten", "squares", "by 'squares'"),
    "nothing is zeroed": (iterations(lambda x, y: None), "not-zeroed", "squares", "was not zeroed"),
    "one gradient is not zeroed": (iterations(lambda x, y: y.grad.zero_()), "not-zeroed", "squares", "of 'x' was not zeroed"),
    "no gradient in the way": (without_gradient(last=False), "requires-grad", "squares", "'x' has no gradient"),
    "no gradient at the end": (without_gradient(last=True), "requires-grad", "total", "'x' has no gradient"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(fault):
    program, rule, kernel, reason = FAULTS[fault]
    with Watch() as watch:
        program(True)
    findings = watch.findings()
    assert {f["rule"] for f in findings} == {rule} and findings[0]["kernel"] == kernel
    assert any(reason in f["reason"] for f in findings), findings
    for finding in findings:
        assert finding["file"] == __file__ and finding["difference"] is not None
    with Watch() as watch:
        program(False)
    assert watch.findings() == [] and watch.judged > 0 and not watch.not_judged


def test_what_is_no_fault():
    """A gradient that is added to on purpose, for the same numbers; and what is overwritten after its backward."""
    x, y, z, loss = start()
    with Watch() as watch:
        for _ in range(2):
            loss.zero_()
            y.grad.zero_()
            tape = wp.Tape()
            with tape:
                launch(squares, x, y)
                launch(total, y, loss)
            tape.backward(loss)
        launch(shift, x)
    assert watch.findings() == []


def in_segments(middle):
    """The sixteenth power in two segments, last first: the program puts the weights of each into gradients by hand."""
    x, y, z, loss = start()
    starts = [x.numpy().copy(), x.numpy() ** 4]
    weights = np.ones(N, np.float32)
    with Watch() as watch:
        for begin in reversed(starts):
            x.assign(begin)
            tape = wp.Tape()
            with tape:
                launch(squares, x, middle)
                launch(squares, middle, z)
            z.grad.assign(weights)
            tape.backward()
            weights = x.grad.numpy().copy()
            tape.zero()
    return watch.findings(), weights, starts[0]


def test_weights_that_a_program_puts_into_gradients():
    found, weights, x = in_segments(array(np.zeros(N)))
    assert found == [] and weights == pytest.approx(16 * x**15, rel=1e-4)
    (finding,) = in_segments(array(np.zeros(N), False))[0]
    assert finding["rule"] == "requires-grad"


def test_a_weight_beside_the_loss():
    """A result that no launch reads has a weight of the program's own."""
    x, y, z, loss = start()
    with Watch() as watch:
        tape = wp.Tape()
        with tape:
            launch(squares, x, y)
            launch(total, x, loss)
        y.grad.fill_(0.5)
        tape.backward(loss)
    assert watch.findings() == []


def test_wrong_within_a_kernel():
    x, y, z, loss = start()
    with Watch() as watch:
        tape = wp.Tape()
        with tape:
            launch(powers, x, 3, y)
            launch(total, y, loss)
        tape.backward(loss)
    (finding,) = watch.findings()
    assert (finding["rule"], finding["kernel"], finding["argument"]) == ("kernel", "powers", "x")
    assert finding["kgen"] == pytest.approx(finding["difference"], rel=1e-2)
    assert finding["warp"] != pytest.approx(finding["difference"], rel=5e-2)


@wp.struct
class Body:
    x: wp.array(dtype=float)
    y: wp.array(dtype=float)
    n: int


@wp.kernel
def powers_of(body: Body):
    i = wp.tid()
    p = float(1.0)
    for k in range(body.n):
        p = p * body.x[i]
    body.y[i] = p


@wp.kernel
def squares_of(body: Body):
    i = wp.tid()
    body.y[i] = body.x[i] * body.x[i]


def with_a_struct(kernel, change):
    x, y, z, loss = start()
    body = Body()
    body.x, body.y, body.n = x, y, 3
    with Watch() as watch:
        tape = wp.Tape()
        with tape:
            launch(kernel, body)
            launch(total, y, loss)
        change(x)
        tape.backward(loss)
    return watch


def test_arrays_in_a_struct():
    (finding,) = with_a_struct(powers_of, lambda x: None).findings()
    assert (finding["rule"], finding["kernel"], finding["argument"]) == ("kernel", "powers_of", "body.x")
    (finding,) = with_a_struct(squares_of, lambda x: launch(shift, x)).findings()
    assert (finding["rule"], finding["argument"]) == ("overwritten", "body.x")
    assert finding["reason"].startswith("'body.x' is overwritten by 'shift' (line ")
    watch = with_a_struct(squares_of, lambda x: None)
    assert watch.findings() == [] and watch.judged == 2 and not watch.not_judged


@wp.kernel
def powers_over_an_edge(x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    i = wp.tid()
    p = float(1.0)
    for k in range(n):
        p = p * x[i]
    if x[i] > 1.00001:
        p = p + 10.0
    y[i] = p


def test_results_that_a_step_moves_over_an_edge():
    """They are left out, and what is wrong in the others is found."""
    x, y, z, loss = start()
    with Watch() as watch:
        tape = wp.Tape()
        with tape:
            launch(powers_over_an_edge, x, 3, y)
            launch(total, y, loss)
        tape.backward(loss)
    (finding,) = watch.findings()
    assert (finding["kernel"], finding["argument"]) == ("powers_over_an_edge", "x")
    assert finding["kgen"] == pytest.approx(finding["difference"], rel=1e-2)


@wp.func
def clipped(x: float):
    return wp.min(x, 1.0)


@wp.func_grad(clipped)
def adj_clipped(x: float, adj_ret: float):
    wp.adjoint[x] += adj_ret


@wp.func
def twice_clipped(x: float):
    return 2.0 * clipped(x)


@wp.kernel
def straight_through(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = twice_clipped(x[i])


def test_a_function_with_a_gradient_of_its_author():
    x, y, z, loss = start()
    with Watch() as watch:
        tape = wp.Tape()
        with tape:
            launch(straight_through, x, y)
            launch(total, y, loss)
        tape.backward(loss)
    assert x.grad.numpy().tolist() == [2.0] * N and watch.findings() == [] and watch.judged == 1


@wp.kernel
def bent(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    y[i] = wp.max(x[i], 2.0 * x[i])


def test_kinks():
    """Differences are half way between the gradients on either side; each of these is one."""
    launch = judge.launch_of_call(bent, N, [array([-1.0, 0.0, 1.0, 2.0, 3.0]), array(np.zeros(N))])
    assert launch.difference("x", 1e-3) == pytest.approx(launch.difference("x", 1e-2), rel=1e-3)
    assert launch.has_kinks("x") and not launch.moved("x").has_kinks("x")


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_gradient_by_hand(by_hand):
    """An implicit solve: y is overwritten on purpose if a function on the tape makes its gradient."""
    x, y, z, loss = start()
    y.assign(x)
    with Watch() as watch:
        tape = wp.Tape()
        with tape:
            launch(squares, y, z)
        y.assign(2.0 * x.numpy())
        if by_hand:
            tape.record_func(lambda: None, arrays=[y])
        with tape:
            launch(total, z, loss)
        tape.backward(loss)
    assert [f["rule"] for f in watch.findings()] == ([] if by_hand else ["overwritten"])


PROGRAM = """import warp as wp
import numpy as np

@wp.kernel
def powers(x: wp.array(dtype=float), n: int, y: wp.array(dtype=float)):
    p = float(1.0)
    for k in range({trips}):
        p = p * x[wp.tid()]
    y[wp.tid()] = p

x, y = (wp.array(np.full(3, 1.5, np.float32), requires_grad=True) for _ in range(2))
tape = wp.Tape()
with tape:
    wp.launch(powers, dim=3, inputs=[x, 4, y])
tape.backward(grads={{y: wp.array(np.ones(3, np.float32))}})
print("ends")
"""


def check(folder, trips, *options):
    (folder / "p.py").write_text(PROGRAM.format(trips=trips))
    command = [sys.executable, "-m", "kgen_mlir.check", *options, "p.py"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def test_command(tmp_path):
    done = check(tmp_path, "n", "--json", "f.json", "--sarif", "f.sarif")
    assert done.returncode == 1 and "ends" in done.stdout
    lines = done.stderr.splitlines()
    assert lines[-1] == "kgen-check: 1 kernel with gradients, 1 wrong gradient"
    assert lines[-3].split() == "kernel argument Warp kgen by differences because of at".split()
    assert lines[-2].split()[:2] == ["powers", "x"] and lines[-2].endswith(
        "Warp's backward is not the derivative  p.py:4"
    )
    assert [f["kernel"] for f in json.loads((tmp_path / "f.json").read_text())["findings"]] == ["powers"]
    (run,) = json.loads((tmp_path / "f.sarif").read_text())["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 4}


def test_command_without_a_fault(tmp_path):
    done = check(tmp_path, "3")
    assert done.returncode == 0
    assert done.stderr.splitlines()[-1] == "kgen-check: 1 kernel with gradients, no wrong gradients"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["nowhere.py"], "kgen-check: error: cannot open 'nowhere.py': no such file"),
        (["-m", "no.module"], "kgen-check: error: no module named no.module"),
        ([], "kgen-check: error: the following arguments are required: program, arguments"),
    ],
)
def test_command_line(arguments, message, capsys):
    with pytest.raises(SystemExit) as end:
        kgen_mlir.check.main(arguments)
    assert end.value.code == 2 and capsys.readouterr().err.splitlines()[-1] == message
