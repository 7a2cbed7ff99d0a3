# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m kgen_mlir COMMAND ARGUMENT...`"""

import sys

from .cli import main

sys.exit(main())
