"""Memory of a process: no garbage collection during its start, and free memory given back while it works.

What a start imports stays, and scanning it takes a quarter of the start.
"""

import ctypes
import gc

_LIBC = ctypes.CDLL(None)
_KEPT_BYTES = 0  # at the top of the heap, beside the pages in use


def pause_collection() -> None:
    """Collect no garbage until ``resume_collection``."""
    gc.disable()


def resume_collection() -> None:
    """Collect garbage again, but never scan what is loaded now. A full scan of it delays a page by 150 to 250 ms."""
    gc.freeze()
    gc.enable()


def release_free_memory() -> bool:
    """Give free pages of the heap back to the system; return whether there were any, False where glibc is missing.

    After a burst of messages half of a worker's heap was free and still held: blocks of many threads lie between each
    other, so that glibc's own trimming, which looks at the top of the heap only, finds nothing (``man malloc_trim``).
    """
    trim = getattr(_LIBC, "malloc_trim", None)
    return trim is not None and trim(ctypes.c_size_t(_KEPT_BYTES)) == 1
