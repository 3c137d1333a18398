"""Free memory between blocks in use goes back to the system."""

import subprocess
import sys

PROGRAM = """
import psutil
from kingdom.core.deployment.free_memory import release_free_memory

blocks = [bytearray(2_000) for _ in range(60_000)]
del blocks[1::2], blocks[2::3]
blocks = blocks[::50]
before = psutil.Process().memory_info().rss
release_free_memory()
print((before - psutil.Process().memory_info().rss) // 2**20)
"""


def test_free_memory_between_used_blocks_is_released() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    assert int(ran.stdout) > 50, "of 120 MB"
