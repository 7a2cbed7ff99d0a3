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
    "matrix shape": "mma.sync.aligned.m16n8k24.row.col.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r2}, {%f0, %f1, %f2, %f3};",
    "matrix types": "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f32 {%r0, %r1}, {%r0, %r1, %r2, %r3}, {%r0, %r1}, {%f0, %f1, %f2, %f3};",
    "matrix layout": "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1, %r2, %r3}, {%r0, %r1}, {%f0, %f1, %f2, %f3};",
    "types of 8 bits": "wmma.mma.sync.aligned.row.col.m16n16k16.s32.s8.u8.s32 {%r0}, {%r1}, {%r2}, {%r0};",
    "old matrices": "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%f0, %f1, %f2, %f3}, {%r0, %r1}, {%r2}, {%f0, %f1, %f2, %f3};",
    "matrices in local": "wmma.load.a.sync.aligned.row.m16n16k16.local.f16 {%r0}, [%rd1];",
    "register of a matrix": "wmma.load.c.sync.aligned.row.m16n16k16.f32 {%f0, %f1, %f2, %f3, %f0, %f1, %f2, %rd1}, [%rd1];",
    "matrix count": "ldmatrix.sync.aligned.m8n8.x3.shared.b16 {%r0, %r1, %r2}, [%rd1];",
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
    "huge alignment": ".param .align 1099511627776 .b8 far[8];",
    "blocks": "{" * 1000,
    "typeless": ".param .weird w;",
    "two bodies": "}\n.entry k() {",
    "address of a special register": "ld.global.u32 %r1, [%tid.x];",
    "join": "setp.eq.and.s32 %p1, %r1, %r2;",
    "needless join": "setp.eq.s32 %p1, %r1, %r2, %p2;",
    "event": "pmevent %r1;",
    "unpack": "mov.b64 {%r1, %r2, %r3}, %rd1;",
    "no parameter": ".local .b32 l; ld.param.u32 %r1, [l];",
    "parameter's alignment": "ld.param.u32 %r1, [p+2];",
    "argument": "call.uni k, (4);",
    "argument by register": "call.uni %rd1, (%r1), prototype;",
    "no function": ".local .b32 l; call.uni l;",
    "entry point as callee": "call.uni k, (p);",
    "negative float": "mov.f32 %f1, -0f3F800000;",
    "parameters": ".param .b8 many[70000];",
    "directive in a body": ".frob;",
    "branch targets": "$T: .branchtargets $L;",
    "registers of a byte": ".reg .b8 %b;",
    "too many registers": ".reg .b32 %a<1048576>;",
    "no comma": "add.s32 %r1 %r2, %r3;",
    "list in a list": "mov.b64 %rd1, {{%r1, %r2}, %r3};",
    "no comma in a list": "mov.b64 %rd1, {%r1 %r2};",
    "pair": "setp.eq.s32 %p1|nobody, %r1, %r2;",
}
TEXTS = {
    "empty": "",
    "binary": "\x7fELF\x02\x01\x01\0\0",
    "version": ".version eight\n",
    "target": ".version 8.0\n.target compute\n",
    "address size": ".version 8.0\n.target sm_80\n.address_size 32\n",
    "directive": ".version 8.0\n.frob\n",
    "more variables": ".version 8.0\n.global .b8 a[268435456];\n.global .b8 b[1];\n",
    "initializer": ".version 8.0\n.global .b8 a[2] = {1, 2, 3};\n",
    "narrow address": ".version 8.0\n.global .b8 a[2];\n.global .b32 b = a;\n",
    "parameter space": ".version 8.0\n.entry k(.global .u64 p) {}\n",
    "no comma between parameters": ".version 8.0\n.entry k(.param .u64 p .param .u64 q) {}\n",
    "asynchronous copy": ".version 8.0\n.target sm_80\n.entry k() {\n.reg .b64 %rd<3>;\ncp.async.ca.shared.global [%rd1], [%rd2], 5;\n}\n",
    "narrow register for an address": ".version 8.0\n.global .b8 a[2];\n.entry k() {\n.reg .b32 %r<3>;\nmov.u32 %r1, a;\n}\n",
    "declared only": ".version 8.0\n.func f();\n.entry k() {\ncall f;\n}\n",
    "system's function": ".version 8.0\n.func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.entry k() {\n.reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
    "call (%r1), vprintf, (%rd1, %rd1);\n}\n",
    "other parameter": ".version 8.0\n.func f(.param .b32 a) { ret; }\n.entry k() {\n.param .b64 x;\ncall f, (x);\n}\n",
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
