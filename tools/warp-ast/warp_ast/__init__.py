# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads Warp's Python, and never runs it: files, what their names stand for, comments, the program behind a kernel."""
