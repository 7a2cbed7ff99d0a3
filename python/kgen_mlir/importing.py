# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lock that imports at a first use are made under.

Python locks a module while a thread imports it. A fork at that moment has the lock and not the thread, so that the same import waits
forever there. A fork waits for this lock, and so for the import.
"""

import os
from _thread import RLock  # threading's, without the import of that

importing = RLock()
os.register_at_fork(before=importing.acquire, after_in_parent=importing.release, after_in_child=importing.release)
