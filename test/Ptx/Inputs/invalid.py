# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""invalid.py KGEN_PTX: gives the tool texts that are wrong, and prints the line and the message of each answer."""
import subprocess
import sys
import tempfile

HEAD = """.version 6.3
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p)
{
.reg .pred %p<4>;
.reg .b32 %r<4>;
.reg .b64 %rd<4>;
.reg .f32 %f<4>;
"""
BODIES = {
    "byte": "\x80",
    "truncated": "ret",
    "no end": "ret;\n",
    "string": 'ret "',
    "instruction": "frob.b32 %r1, %r2;",
    "modifier": "add.weird.s32 %r1, %r2, 1;",
    "leftover": "add.s32.wide %r1, %r2, 1;",
    "no type": "add %r1, %r2, 1;",
    "wmma": "wmma.load.a.sync.aligned.row.m16n16k16.f16 %r1, [%rd1];",
    "operands": "add.s32 %r1, %r2;",
    "more operands": "add.s32 %r1, %r2, %r3, %r3;",
    "width": "add.s32 %r1, %r2, %rd1;",
    "result's width": "add.s32 %rd1, %r2, %r3;",
    "result": "add.s32 4, %r2, %r3;",
    "register": "add.s32 %r1, %r2, %r9;",
    "symbol": "mov.u64 %rd1, nobody;",
    "label": "bra $NOWHERE;",
    "guard": "@%r1 ret;",
    "address": "ld.global.u32 %r1, %rd1;",
    "address width": "ld.global.u32 %r1, [%r1];",
    "integer for a float": "add.f32 %f1, %f2, 1;",
    "vector": "ld.global.v2.u32 {%r1, %r2, %r3}, [%rd1];",
    "parameter's end": "ld.param.u64 %rd1, [p+4];",
    "parameter store": "st.param.u64 [p], %rd1;",
    "old version": "redux.sync.add.u32 %r1, %r2, %r3;",
    "callee": "call.uni nobody;",
    "two labels": "$L: $L: ret;",
    "number": "add.s32 %r1, %r2, 0xZZ;",
    "registers": ".reg .b32 %x<4000000000>;",
    "variables": ".local .b8 big[99999999999];",
    "shared": ".shared .b8 big[2097152]; mov.u64 %rd1, big;",
    "local": ".local .b8 big[1048576]; mov.u64 %rd1, big;",
    "alignment": ".local .align 3 .b8 odd[3];",
    "blocks": "{" * 1000,
    "typeless": ".param .weird w;",
    "two bodies": "}\n.entry k() {",
}
TEXTS = {
    "empty": "",
    "binary": "\x7fELF\x02\x01\x01\0\0",
    "version": ".version eight\n",
    "target": ".version 8.0\n.target compute\n",
    "address size": ".version 8.0\n.target sm_80\n.address_size 32\n",
}


def main():
    unfinished = ("truncated", "no end", "string", "byte")
    texts = TEXTS | {name: HEAD + body + ("" if name in unfinished else "\nret;\n}\n") for name, body in BODIES.items()}
    for name, text in texts.items():
        with tempfile.NamedTemporaryFile(suffix=".ptx") as file:
            file.write(text.encode("latin-1"))
            file.flush()
            done = subprocess.run([sys.argv[1], file.name, "--list"], capture_output=True, text=True)
        assert done.returncode == 1, (name, done)
        place, _, message = done.stderr.strip().partition(": error: ")
        print(f"{name}: {place.rpartition(':')[2]}: {message}")


main()
