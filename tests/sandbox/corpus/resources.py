"""Attacks that exhaust memory, processes, time, output or files."""

from typing import Any

from tests.sandbox.corpus.base import ANY_END, Attack


def _attack(name: str, code: str, *statuses: str, value: Any = None, timeout: float = 30.0) -> Attack:  # noqa: ANN401 - any JSON value
    allowed = frozenset(statuses) or frozenset({"ok"})
    return Attack(
        name=name,
        category="resources",
        code=code,
        statuses=allowed,
        value=[] if value is None else value,
        timeout=timeout,
    )


ATTACKS = [
    _attack(
        "memory", "\ndef handle(p, ctx):\n    return len([bytearray(b'x' * (1 << 20)) for _ in range(4000)])\n", "oom"
    ),
    _attack("memory_in_one_piece", "\ndef handle(p, ctx):\n    return len(b'x' * (8 << 30))\n", "oom"),
    _attack(
        "memory_mapped",
        "\nimport mmap\ndef handle(p, ctx):\n    m = mmap.mmap(-1, 2 << 30)\n"
        "    for i in range(0, 2 << 30, 4096):\n        m[i] = 1\n",
        "oom",
    ),
    Attack(
        name="memory_of_many",
        category="resources",
        # Measures the memory of living children, independent of the machine's speed. Each child reports its amount.
        # One that answers the next round was alive at the count: the kernel frees memory before a victim ends.
        code="""
import mmap, signal
CHILDREN, EACH_MB, ALL_MB, LAST_S = 12, 40, 256, 20
def eat(had, number):
    mine = []
    while True:
        had[64 + number] = had[128]
        if len(mine) < EACH_MB:
            mine.append(bytearray(os.urandom(4096)) * 256)
            had[number] = len(mine)
        else:
            time.sleep(0.01)
def living(children):
    return [pid for pid in children if not os.waitpid(pid, os.WNOHANG)[0]]
def handle(p, ctx):
    had, most = mmap.mmap(-1, 4096), 0
    children = {fork(lambda: eat(had, number)): number for number in range(CHILDREN)}
    end = time.monotonic() + LAST_S
    while time.monotonic() < end and any(had[number] < EACH_MB for number in children.values()):
        now = bytes(had[:CHILDREN])
        had[128] = asked = had[128] % 200 + 1
        while time.monotonic() < end and any(had[64 + number] != asked for number in children.values()):
            children = {pid: children[pid] for pid in living(children)}
            time.sleep(0.01)
        most = max(most, sum(now[number] for number in children.values() if had[64 + number] == asked))
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return [most] if most > ALL_MB else []
""",
        statuses=frozenset({"ok", "oom"}),
        timeout=30,
        control=True,
    ),
    _attack(
        "memory_in_tmp_and_heap",
        """
def handle(p, ctx):
    with open("/tmp/x", "wb") as f:
        f.write(b"x" * (30 << 20))
    return len([bytearray(b"x" * (1 << 20)) for _ in range(250)])
""",
        "oom",
    ),
    _attack(
        "fork_bomb",
        "\ndef handle(p, ctx):\n    while True:\n        try:\n            os.fork()\n"
        "        except OSError:\n            pass\n",
        "timeout",
        "ok",
        "error",
        "bad_answer",
        timeout=1,
    ),
    _attack(
        "count_of_processes",
        """
def handle(p, ctx):
    made = 0
    try:
        for _ in range(300):
            fork(lambda: time.sleep(30))
            made += 1
    except OSError:
        pass
    return [made] if made > 50 else []
""",
    ),
    _attack(
        "count_of_threads",
        """
import threading
def handle(p, ctx):
    made = 0
    try:
        for _ in range(1000):
            threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
            made += 1
    except RuntimeError:
        pass
    return [made] if made > 50 else []
""",
    ),
    _attack("spin", "\ndef handle(p, ctx):\n    while True:\n        pass\n", "timeout", timeout=0.5),
    _attack("spin_in_c", "\ndef handle(p, ctx):\n    return 7 ** (10 ** 9) % 3\n", "timeout", "oom", timeout=0.5),
    _attack(
        "regular_expression",
        "\nimport re\ndef handle(p, ctx):\n    return bool(re.match('(a+)+$', 'a' * 60 + 'b'))\n",
        "timeout",
        timeout=0.5,
    ),
    _attack("sleep", "\ndef handle(p, ctx):\n    time.sleep(600)\n", "timeout", timeout=0.5),
    _attack(
        "stop_itself",
        "\nimport signal\ndef handle(p, ctx):\n    os.kill(os.getpid(), signal.SIGSTOP)\n",
        "timeout",
        timeout=0.5,
    ),
    _attack(
        "deaf_to_signals",
        """
import signal
def handle(p, ctx):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        try:
            time.sleep(1)
        except BaseException:
            pass
""",
        "timeout",
        timeout=0.5,
    ),
    _attack(
        "spin_in_every_process",
        """
def spin():
    while True:
        pass
def handle(p, ctx):
    for _ in range(40):
        fork(spin)
    spin()
""",
        "timeout",
        timeout=0.5,
    ),
    _attack("load_never_ends", "\nwhile True:\n    pass\n", "timeout", timeout=0.5),
    _attack(
        "stdout_flood", "\ndef handle(p, ctx):\n    while True:\n        os.write(1, b'x' * 65536)\n", "output_limit"
    ),
    _attack(
        "stderr_flood", "\ndef handle(p, ctx):\n    while True:\n        os.write(2, b'x' * 65536)\n", "output_limit"
    ),
    _attack("print_flood", "\ndef handle(p, ctx):\n    while True:\n        print('x' * 1000)\n", "output_limit"),
    _attack("answer_of_100_mb", "\ndef handle(p, ctx):\n    return 'x' * (100 << 20)\n", "output_limit"),
    _attack("answer_of_many_parts", "\ndef handle(p, ctx):\n    return list(range(100_000))\n", "output_limit"),
    _attack("traceback_of_10_mb", "\ndef handle(p, ctx):\n    raise ValueError('x' * (10 << 20))\n", "error"),
    _attack(
        "open_files",
        """
def handle(p, ctx):
    opened = []
    try:
        while len(opened) < 5000:
            opened.append(os.open("/dev/null", os.O_RDONLY))
    except OSError:
        pass
    return [len(opened)] if len(opened) > 256 else []
""",
    ),
    _attack(
        "raise_own_limits",
        """
import resource
def handle(p, ctx):
    def lift(which):
        resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return went(nofile=lambda: lift(resource.RLIMIT_NOFILE), core=lambda: lift(resource.RLIMIT_CORE),
            fsize=lambda: lift(resource.RLIMIT_FSIZE))
""",
    ),
    _attack(
        "one_large_file",
        "\ndef handle(p, ctx):\n    file = os.open('/tmp/x', os.O_RDWR | os.O_CREAT)\n"
        "    return went(big=lambda: os.posix_fallocate(file, 0, 64 << 20))\n",
    ),
    _attack(
        "sparse_file",
        """
def handle(p, ctx):
    return went(sparse=lambda: os.truncate(os.open("/tmp/x", os.O_RDWR | os.O_CREAT), 1 << 40))
""",
    ),
    _attack("core_dump", "\nimport faulthandler\ndef handle(p, ctx):\n    ctypes.string_at(0)\n", "crashed"),
    _attack(
        "recursion_in_c",
        "\ndef handle(p, ctx):\n    sys.setrecursionlimit(10**9)\n    f = lambda: f()\n    return f()\n",
        "crashed",
        "oom",
        "error",
        "timeout",
    ),
    _attack(
        "never_reaped",
        """
def handle(p, ctx):
    for _ in range(40):
        fork(lambda: None)
    return []
""",
    ),
    _attack(
        "pipe_held_open",
        """
def handle(p, ctx):
    os.setsid() if os.getpid() != os.getsid(0) else None
    fork(lambda: time.sleep(60))
    return []
""",
    ),
    _attack("parse_bomb", "\ndef handle(p, ctx):\n    return eval('(' * 100_000 + ')' * 100_000)\n", *ANY_END),
    _attack(
        "text_that_does_not_compile",
        "\nx = " + "(" * 5000 + "\ndef handle(p, ctx):\n    return []\n",
        "error",
        "crashed",
        "oom",
    ),
    _attack(
        "hanging_destructor",
        "\nclass X:\n    def __del__(self):\n        time.sleep(60)\ndef handle(p, ctx):\n    x = X()\n    return []\n",
        "timeout",
        timeout=0.7,
    ),
]
