"""Give memory that a process has freed back to the system."""

import ctypes

_LIBC = ctypes.CDLL(None)


def release_free_memory() -> bool:
    """Give free pages of the heap back to the system; return whether there were any, False where glibc is missing.

    After a burst of messages half of a worker's heap was free and still held: blocks of many threads lie between each
    other, so that glibc's own trimming, which looks at the top of the heap only, finds nothing (``man malloc_trim``).
    It takes about a millisecond.
    """
    trim = getattr(_LIBC, "malloc_trim", None)
    return trim is not None and trim(0) == 1
