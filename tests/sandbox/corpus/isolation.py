"""Attacks on the next call, pid 1, other sandboxes and secrets of the host."""

from tests.sandbox.corpus.base import Attack


def _attack(
    name: str, code: str, *, control: bool = False, statuses: tuple[str, ...] = ("ok",), category: str = "isolation"
) -> Attack:
    return Attack(name=name, category=category, code=code, control=control, statuses=frozenset(statuses))


ATTACKS = [
    _attack(
        "kill_everybody",
        """
import signal
def handle(p, ctx):
    pid = os.getpid()
    for victim in [1, p["victim"], p["daemon"], -p["victim"]]:
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, signal.SIGINT, signal.SIGHUP):
            try:
                os.kill(victim, number)
            except (OSError, OverflowError):
                pass
    return []
""",
    ),
    _attack(
        "see_others",
        """
def handle(p, ctx):
    others = [n for n in os.listdir("/proc") if n.isdigit() and int(n) not in (1, os.getpid())]
    return others[1:]  # the first is the supervisor of the calls
""",
        control=True,
    ),
    _attack(
        "signals_to_pid1",
        """
def handle(p, ctx):
    for number in range(1, 65):
        try:
            os.kill(1, number)
        except OSError:
            pass
    return []
""",
    ),
    _attack(
        "flood_pid1_with_signals",
        """
import signal
def handle(p, ctx):
    for _ in range(20_000):
        os.kill(1, signal.SIGCHLD)
    return []
""",
    ),
    _attack(
        "memory_of_pid1",
        """
def handle(p, ctx):
    names = ["mem", "maps", "environ", "fd", "cwd", "auxv", "stack", "syscall", "map_files", "pagemap", "io"]
    def look(name):
        path = f"/proc/1/{name}"
        return os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(16)
    return went(**{n: (lambda n=n: look(n)) for n in names})
""",
    ),
    _attack(
        "write_into_pid1",
        """
FAKE = b'{"end": "answer", "sizes": [4, 0, 0]}\\nfake'
def handle(p, ctx):
    def put(path, data):
        os.write(os.open(path, os.O_WRONLY), data)
    return went(**{f"fd{n}": (lambda n=n: put(f"/proc/1/fd/{n}", FAKE)) for n in range(0, 32)},
                mem=lambda: os.open("/proc/1/mem", os.O_RDWR), oom=lambda: put("/proc/1/oom_score_adj", b"1000"),
                comm=lambda: put("/proc/1/comm", b"x"))
""",
    ),
    _attack(
        "environment",
        """
def handle(p, ctx):
    found = [n for n, v in os.environ.items() if p["canary_text"] in v]
    allowed = ("PATH", "HOME", "HOSTNAME", "LANG", "LC_CTYPE", "PWD", "SHLVL", "_")
    return found + [n for n in os.environ if n not in allowed]
""",
        control=True,
        category="secrets",
    ),
    _attack(
        "environment_of_others",
        """
import glob
def handle(p, ctx):
    found = []
    for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
        found += went(**{path: lambda: p["canary_text"].encode() in open(path, "rb").read()})
    return found
""",
        control=True,
        category="secrets",
    ),
    _attack(
        "secrets_in_memory",
        """
def handle(p, ctx):
    # Halves, looked for side by side, so that this program's own words are not what is found.
    wanted = [(b"KING", b"DOM_"), (b"expected", b"_output"), (b"docker", b".sock"), (b"SECRET", b"_KEY")]
    found = set()
    for line in open("/proc/self/maps"):
        span, rights = line.split()[:2]
        if "r" not in rights or "[v" in line or ".so" in line or "/usr" in line:
            continue
        low, high = (int(x, 16) for x in span.split("-"))
        text = ctypes.string_at(low, high - low)
        for first, second in wanted:
            at = text.find(first)
            while at >= 0:
                if text[at + len(first):at + len(first) + len(second)] == second:
                    found.add(first.decode())
                at = text.find(first, at + 1)
    return sorted(found)
""",
        category="secrets",
    ),
    _attack(
        "frames_above",
        """
import gc
def handle(p, ctx):
    frame, names = sys._getframe(), set()
    while frame:
        names |= set(frame.f_locals) | set(frame.f_globals)
        frame = frame.f_back
    return sorted(n for n in names if "expect" in n or "secret" in n or "grade" in n)
""",
        category="secrets",
    ),
    _attack(
        "change_the_clock_of_others",
        """
def handle(p, ctx):
    return went(set=lambda: time.clock_settime(time.CLOCK_REALTIME, 0))
""",
    ),
    _attack(
        "starve_pid1",
        """
def handle(p, ctx):
    return went(affinity=lambda: os.sched_setaffinity(1, {0}), nice=lambda: os.setpriority(os.PRIO_PROCESS, 1, 19),
                idle=lambda: os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0)),
                user=lambda: os.setpriority(os.PRIO_USER, 0, 19),
                faster=lambda: os.nice(-20))
""",
    ),
]
