# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory that a program takes on NVIDIA's card, by the driver's own figure: what is free there is asked for from
outside, again and again while the program runs."""

import ctypes
import functools
import threading
import time

EVERY = 2e-4  # seconds


@functools.cache
def driver():
    """The driver, with this process's own context on the first card; or None."""
    try:
        library = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return None
    context = ctypes.c_void_p()
    if library.cuInit(0) or library.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0):
        return None
    library.context = context
    return library


def freeMemory():
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    code = driver().cuCtxSetCurrent(driver().context)
    code = code or driver().cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total))
    if code:
        raise RuntimeError(f"NVIDIA's driver doesn't say what memory is free: error {code}")
    return free.value


def peakOf(action):
    """What the action returns, and the bytes of which the card had less free at some time meanwhile;
    None without the driver."""
    if not driver():
        return action(), None
    before = least = freeMemory()
    isOver = threading.Event()

    def ask():
        nonlocal least
        while not isOver.is_set():
            least = min(least, freeMemory())
            time.sleep(EVERY)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        result = action()
    finally:
        isOver.set()
        asking.join()
    return result, before - least
