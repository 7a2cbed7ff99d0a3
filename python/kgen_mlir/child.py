# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler as a persistent child: one for each process of Python, which its threads share.

A request has all that its answer depends on, so that one that died on the way is asked again of a new child. Only if that dies too it is
the request's fault. A fork has no part in its parent's child and starts its own.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading

from . import tools
from .errors import CompilerDied, ToolError

REFUSAL = "kgen-serve: error: "  # how what the child says of itself begins
CHUNK = 1 << 16  # bytes of an answer that are read at once
MAX_LOG = 1 << 20  # bytes that the child has said, after which its log begins again


class Child:
    """A running compiler, and what it says on its standard error."""

    def __init__(self):
        command = [*tools.command("kgen-serve"), f"--parent={os.getpid()}"]
        self.log = os.memfd_create("kgen-serve", os.MFD_CLOEXEC)
        self.read = 0
        self.has_answered = False
        errors = os.open(f"/proc/self/fd/{self.log}", os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        try:
            # A session of its own: an interrupt is for this process, which ends the child where it has to.
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                bufsize=0,  # no locks of Python's: a fork may come while another thread holds one
                env=tools.environment(),
                start_new_session=True,
            )
        except OSError as error:
            os.close(self.log)
            raise ToolError(f"cannot start {command[0]}: {error.strerror}") from None
        finally:
            os.close(errors)

    def exchange(self, line: bytes) -> bytes:
        """The answer; b"" where the child has died."""
        rest, answer = memoryview(line), bytearray()
        try:
            while rest:
                rest = rest[self.process.stdin.write(rest) :]
            while not answer.endswith(b"\n"):
                piece = self.process.stdout.read(CHUNK)
                if not piece:
                    return b""
                answer += piece
        except OSError:
            return b""
        self.has_answered = True
        return bytes(answer)

    def said(self) -> str:
        """What the child has said since it was asked last: what kernels print, or its last words."""
        text = os.pread(self.log, os.fstat(self.log).st_size - self.read, self.read)
        self.read += len(text)
        if self.read > MAX_LOG:
            os.ftruncate(self.log, 0)
            self.read = 0
        return text.decode(errors="replace")

    def end(self, seconds: float = 0.0) -> None:
        """Ends the child, if it does not end by itself within some seconds."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.close()

    def close(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        os.close(self.log)

    def forget(self) -> None:
        """In a fork: the child is another's, and nobody to wait for."""
        self.process.returncode = 0
        self.close()


class Compiler:
    """The child of this process, started when it is needed."""

    def __init__(self):
        self.lock = threading.Lock()
        self.child: Child | None = None
        self.last_words = ""

    def ask(self, request: dict) -> dict:
        line = json.dumps(request, separators=(",", ":")).encode() + b"\n"
        with self.lock:
            answer = self.exchange(line) or self.exchange(line)
            if not answer:
                raise CompilerDied(f"the compiler ended without an answer to '{request['do']}'{self.last_words}")
        try:
            return json.loads(answer)
        except ValueError:
            raise ToolError(f"{tools.command('kgen-serve')[0]} is not kgen's: it answered {answer[:80]!r}") from None

    def exchange(self, line: bytes) -> bytes:
        if not self.child:
            self.child = Child()
        try:
            answer = self.child.exchange(line)
        except BaseException:  # an interrupt: the answer would be that to the next request
            self.end()
            raise
        said = self.child.said()
        if answer:
            if said:
                sys.stderr.write(said)
            return answer
        lines = [text for text in said.splitlines() if text.strip()]
        child, self.child = self.child, None
        child.end(seconds=1.0)
        status = child.process.returncode
        if status == 1 and not child.has_answered and lines and lines[-1].startswith(REFUSAL):
            raise ToolError(lines[-1])  # it does not run on this machine
        how = f" (signal {-status})" if status < 0 else f" (status {status})"
        self.last_words = how + (f": {lines[-1]}" if status >= 0 and lines else "")
        return b""

    def end(self) -> None:
        child, self.child = self.child, None
        if child:
            child.end()

    def forget(self) -> None:
        child = self.child
        self.__init__()
        if child:
            child.forget()


compiler = Compiler()
atexit.register(lambda: compiler.end())
os.register_at_fork(after_in_child=lambda: compiler.forget())


def ask(request: dict) -> dict:
    """Sends a request and returns the answer, which has `errors` where something is wrong."""
    return compiler.ask(request)
