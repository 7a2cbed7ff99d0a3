# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several threads launch a kernel first, at the same time."""
import threading

import warp as wp

wp.config.log_level = wp.LOG_ERROR


@wp.kernel
def double(x: wp.array(dtype=float), o: wp.array(dtype=float)):
    i = wp.tid()
    o[i] = x[i] * 2.0


wp.init()
outs = [wp.zeros(4, device="cpu") for _ in range(8)]
threads = [threading.Thread(target=wp.launch, args=(double, 4, [wp.ones(4, device="cpu"), out]), kwargs={"device": "cpu"}) for out in outs]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sum(out.numpy().sum() for out in outs), __file__.startswith("/"))
