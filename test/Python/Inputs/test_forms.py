# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each form is what the command prints; what is refused is said as the command says it."""

import pathlib

import kgen_mlir
import pytest

NO_GRADIENT = """import warp as wp


@wp.kernel
def last(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    i = wp.tid()
    wp.atomic_exch(y, 0, x[i])
"""


@pytest.mark.parametrize("form, option", [("cuda", "cuda"), ("cpp", "cpp"), ("llvm_ir", "llvmir"), ("ptx", "ptx")])
def test_forms_are_those_of_the_command(pulse, tool, form, option):
    k = kgen_mlir.compile(pulse, kernel="pulse_energy")
    forward, both = getattr(k, form), getattr(k, form)(backward=True)
    assert forward == tool("kgen-translate", f"--kgen-to-{option}", "--kernel=pulse_energy", "--no-backward", pulse)
    assert both == tool("kgen-translate", f"--kgen-to-{option}", "--kernel=pulse_energy", pulse)
    assert len(both) > len(forward) > 200
    assert getattr(k, form)() == forward


def test_source_forms(pulse, tool):
    k = kgen_mlir.compile(pulse, kernel="pulse_energy")
    assert k.mlir == tool("kgen-translate", "--warp-to-kgen", "--kernel=pulse_energy", pulse)
    assert k.python == tool("kgen-translate", "--kgen-to-warp", "--kernel=pulse_energy", pulse)
    assert "kgen.kernel @pulse_energy_backward" in k.mlir(backward=True)
    assert k.ptx(chip="sm_90").count(".target sm_90") == 1
    assert '#include "kgen/kgen.cuh"' in k.cuda and '#include "kgen/kgen.cuh"' not in k.cuda(self_contained=True)
    with pytest.raises(TypeError, match="unexpected keyword argument 'chip'"):
        k.cpp(chip="sm_90")
    with pytest.raises(kgen_mlir.CompileError, match="sm_1234"):
        k.ptx(chip="sm_1234")


def test_a_text_is_read_as_the_file_is(pulse, tmp_path):
    k = kgen_mlir.compile(pulse, kernel="scale")
    assert kgen_mlir.compile(pulse.read_text(), kernel="scale").mlir == k.mlir
    again = kgen_mlir.compile(k.mlir)
    assert again.mlir == k.mlir and again.python == k.python
    (tmp_path / "scale.mlir").write_text("// by hand\n" + k.mlir)
    assert kgen_mlir.compile(tmp_path / "scale.mlir").cuda == k.cuda
    assert kgen_mlir.compile(k.mlir(backward=True)).cuda(backward=True) == k.cuda(backward=True)


def test_gradient_plan_is_that_of_the_pass(pulse, tool, tmp_path):
    k = kgen_mlir.compile(pulse, kernel="pulse_energy")
    (tmp_path / "k.mlir").write_text(k.mlir)
    want = tool("kgen-opt", "--kgen-print-gradient-plan", "-o", tmp_path / "out.mlir", tmp_path / "k.mlir")
    assert k.gradient_plan == want and want.startswith("gradient plan of @pulse_energy\n")
    assert k.why_not_differentiable is None


def test_page(pulse):
    k = kgen_mlir.compile(pulse, kernel="pulse_energy")
    assert k.page().startswith("<!DOCTYPE html>") and "pulse_energy, in all its forms" in k.page()
    assert k._repr_html_().startswith("<iframe srcdoc=")


def test_no_gradient():
    k = kgen_mlir.compile(NO_GRADIENT)
    assert k.why_not_differentiable.startswith("<text>:7:")
    for ask in (lambda: k.cuda(backward=True), lambda: k.gradient_plan):
        with pytest.raises(kgen_mlir.NotDifferentiable) as caught:
            ask()
        assert (caught.value.file, caught.value.line) == ("<text>", 7)
    assert "atomic_exch" in k.python


@pytest.mark.parametrize(
    "text, place, message",
    [
        ("import warp as wp\n\n@wp.kernel\ndef k(:\n", ("<text>", 4, 7), "invalid syntax"),
        ("import warp as wp\n", ("<text>", 1, 1), "expected a function decorated with @wp.kernel"),
        (
            "import warp as wp\n\n@wp.kernel\ndef k(x: wp.array(dtype=float)):\n    x[wp.tid()] = wp.nothing(1.0)\n",
            ("<text>", 5, 19),
            "expected a builtin that kgen has but got 'wp.nothing'",
        ),
        ('module { "no.op"() : () -> () }', ("<text>", 1, 17), "unregistered dialect"),
        ("module {", ("<text>", 1, 7), "expected operation name in quotes"),
    ],
)
def test_what_is_wrong_with_a_text(text, place, message):
    with pytest.raises(kgen_mlir.CompileError) as caught:
        kgen_mlir.compile(text)
    assert (caught.value.file, caught.value.line, caught.value.column) == place
    assert message in caught.value.message
    assert str(caught.value).startswith(f"<text>:{place[1]}:{place[2]}: error: ")


def test_messages_are_those_of_the_command(tmp_path, tool):
    path = tmp_path / "k.py"
    path.write_text("import warp as wp\n\n@wp.kernel\ndef k(x: wp.array(dtype=float)):\n    x[wp.tid()] = y\n")
    with pytest.raises(kgen_mlir.CompileError) as caught:
        kgen_mlir.compile(path)
    assert str(caught.value) == tool("kgen-translate", "--warp-to-kgen", path).splitlines()[0]


def test_which_kernel(pulse):
    with pytest.raises(kgen_mlir.CompileError, match="pulse_energy, scale|2 kernels"):
        kgen_mlir.compile(pulse)
    with pytest.raises(kgen_mlir.CompileError, match="nobody"):
        kgen_mlir.compile(pulse, kernel="nobody")
    with pytest.raises(FileNotFoundError):
        kgen_mlir.compile(pathlib.Path("nowhere.py"))
    with pytest.raises(TypeError, match="expected a live kernel, a text or a path .* but got int"):
        kgen_mlir.compile(1)
    with pytest.raises(TypeError, match="a function is none before @wp.kernel"):
        kgen_mlir.compile(test_page)
