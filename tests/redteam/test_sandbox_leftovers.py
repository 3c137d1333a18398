"""Programs that look for another call: in memory, in /tmp, in locks and sockets; and for the host around them."""

import os
import secrets
import socket
from pathlib import Path
from typing import Any

import pytest

from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.contracts.sandbox import Program, SandboxLimits
from tests.factories.sandboxd import service as service
from tests.factories.sandboxd import value_of

pytestmark = pytest.mark.sandbox


# A needle comes in halves, so that the program that looks for it does not find its own words.
SEEKER = """
import ctypes, gc, os, sys

def memory(needle):
    count = 0
    for line in open("/proc/self/maps"):
        span, rights = line.split()[:2]
        if "r" in rights and "[v" not in line and "/" not in line:
            low, high = (int(x, 16) for x in span.split("-"))
            text = ctypes.string_at(low, high - low)
            first, at = needle[0].encode(), -1
            while (at := text.find(first, at + 1)) >= 0:
                count += text[at + len(first):at + len(first) + len(needle[1])] == needle[1].encode()
    return count

def objects(needle):
    whole = needle[0] + needle[1]
    seen = [repr(dict(f.f_locals)) + repr(sorted(f.f_globals)) for f in frames()]
    seen += [repr(o) for o in gc.get_objects() if isinstance(o, (dict, list, tuple)) and len(o) < 50]
    return sum(whole in text for text in seen) + whole.count(repr(os.environ))

def frames():
    frame, found = sys._getframe(2), []
    while frame:
        found.append(frame)
        frame = frame.f_back
    return found

def handle(payload, ctx):
    if "seek" not in payload:
        said = ctx.tools.call("say", {"about": payload["input"]})
        print(payload["input"])
        if payload["fail"]:
            raise ValueError(payload["input"])
        return [payload["input"][::-1], said]
    needles = [payload["seek"], [half[::-1] for half in payload["seek"][::-1]], payload["told"]]
    kinds = sorted({type(o).__name__ for o in gc.get_objects()} & {"Host", "GuestCall", "CapturedOutput", "Channel"})
    names = [f.f_code.co_name for f in frames()]
    return {
        "memory": [memory(n) for n in needles], "objects": [objects(n) for n in needles], "kinds": kinds,
        "frames": [n for n in names if n in ("serve", "supervise", "fork_child", "fork", "watch")],
        "descriptors": [fd for fd in range(3, 256) if is_open(fd)],
    }

def is_open(fd):
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True
"""


def check_nothing_found(found: dict[str, Any]) -> None:
    """Check what the search of another call has reported."""
    assert (found["memory"], found["objects"]) == ([0, 0, 0], [0, 0, 0])
    assert (found["kinds"], found["frames"]) == ([], [])
    assert len(found["descriptors"]) == 2, "the two pipes of the call"


@pytest.mark.parametrize("fail", [False, True], ids=["answered", "failed"])
def test_no_byte_of_an_earlier_call_is_left(service: SandboxService, *, fail: bool) -> None:
    """Its input, answer, output, error and the host's answers to it: not in memory, objects, frames or descriptors."""
    needle, told = [secrets.token_hex(12), secrets.token_hex(12)], [secrets.token_hex(12), secrets.token_hex(12)]
    with service.open(Program(code=SEEKER), SandboxLimits()) as session:
        for _ in range(2):
            first = session.call(
                {"input": "".join(needle), "fail": fail}, on_request=lambda _op, _args: {"value": "".join(told)}
            )
            assert first.status == ("error" if fail else "ok"), first
        assert session.inner.calls == 2, "the calls must have shared a sandbox"
        found = value_of(session.call({"seek": needle, "told": told}))
        assert session.inner.calls == 3
    check_nothing_found(found)


def test_no_byte_is_left_for_the_next_session_in_a_warm_sandbox(service: SandboxService) -> None:
    """The next session may be of another user, where everybody has the same sandbox."""
    needle, told = [secrets.token_hex(12), secrets.token_hex(12)], [secrets.token_hex(12), secrets.token_hex(12)]
    program, owner = Program(code=f"{SEEKER}# of this test\n"), "everybody"

    def answer(_op: str, _args: object) -> dict[str, str]:
        return {"value": "".join(told)}

    for calls in (1, 2):
        with service.open(program, SandboxLimits(), owner=owner) as session:
            value_of(session.call({"input": "".join(needle), "fail": False}, on_request=answer))
        (warm,) = [box for box, key in service.warm._boxes.items() if key.program == program]
        assert warm.calls == calls
    with service.open(program, SandboxLimits(), owner=owner) as session:
        found = value_of(session.call({"seek": needle, "told": told}))
    assert warm.calls == 3, "the sessions must have shared a sandbox"
    check_nothing_found(found)


def test_the_search_would_find_it(service: SandboxService) -> None:
    """Control: the same search finds what is in the memory of its own call."""
    needle = [secrets.token_hex(12), secrets.token_hex(12)]
    with service.open(Program(code=SEEKER), SandboxLimits()) as session:
        found = value_of(session.call({"seek": needle, "told": needle, "own": "".join(needle)}))
    assert found["memory"][0] >= 1
    assert found["objects"][0] >= 1


CLOSED = """
import ctypes, os
OWN = ["mem", "environ", "pagemap", "clear_refs", "stack"]
OTHERS = [*OWN, "map_files", "fd", "fdinfo", "auxv", "cwd", "root", "ns", "maps", "smaps", "syscall", "io"]

def readable(path):
    try:
        return bool(os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(8))
    except OSError:
        return False

def handle(payload, ctx):
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)
    found = []
    for pid in ["self", "thread-self", *filter(str.isdigit, os.listdir("/proc"))]:
        own = pid in ("self", "thread-self", str(os.getpid()))
        found += [path for name in (OWN if own else OTHERS) if readable(path := f"/proc/{pid}/{name}")]
    try:
        names = os.listdir("/proc/self/map_files")
    except OSError:
        names = []
    return found + [name for name in names if readable("/proc/self/map_files/" + name)]
"""


def test_memory_files_are_closed(service: SandboxService) -> None:
    """Its own memory, and whatever tells of pid 1 and of the supervisor; and a call cannot open them again."""
    assert value_of(service.run(Program(code=CLOSED), None, SandboxLimits())) == []


TRACES = """
import os, time
def look():
    file = os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600)
    folder = os.stat("/tmp")
    now = time.time()
    age = [0 <= now - t < 60 for t in (folder.st_mtime, folder.st_ctime, folder.st_atime)]
    devices = {n: os.listdir(f"/dev/{n}") for n in ("pts", "shm", "mqueue") if os.path.isdir(f"/dev/{n}")}
    return [os.fstat(file).st_ino, oct(folder.st_mode), folder.st_nlink, age, os.listdir("/tmp"), devices,
            oct(os.umask(0o22)), os.getcwd(), os.getpid()]

def tried(act, *args):
    try:
        act(*args)
    except (OSError, AttributeError):
        pass

def handle(payload, ctx):
    if payload == "look":
        return look()
    if payload == "files":
        for number in range(5):
            open(f"/tmp/{number}", "w").close()
            os.unlink(f"/tmp/{number}")
    if payload == "unnamed":
        os.close(os.open("/tmp", os.O_TMPFILE | os.O_RDWR, 0o600))
    if payload == "times":
        tried(os.utime, "/tmp", (1, 1))
        open("/tmp/x", "w").close()
        tried(os.utime, "/tmp/x", (1, 1))
    if payload == "mode":
        tried(os.chmod, "/tmp", 0o700)
        os.mkdir("/tmp/kept")
        os.chmod("/tmp/kept", 0)
    if payload == "devices":
        for path in ("/dev/pts", "/dev/shm", "/dev/mqueue", "/dev", "/dev/null"):
            tried(os.chmod, path, 0o711)
            tried(os.utime, path, (1, 1))
            tried(os.mkdir, path + "/kept")
    os.umask(0)
    return None
"""


@pytest.mark.parametrize("way", ["files", "unnamed", "times", "mode", "devices"])
def test_tmp_and_devices_are_as_new_for_the_next_call(service: SandboxService, way: str) -> None:
    """What a call leaves there, even in times, modes and inode numbers, does not reach the next call of its session."""
    program = Program(code=TRACES)
    new = value_of(service.run(program, "look", SandboxLimits()))
    with service.open(program, SandboxLimits()) as session:
        value_of(session.call(way))
        seen = value_of(session.call("look"))
    new.pop(), seen.pop()
    if way == "devices":  # the sandbox is kept, since nothing was changed: its own two looks at /tmp are counted
        new[0], seen[0] = 0, 0
    assert seen == new


def test_a_call_that_leaves_tmp_alone_keeps_its_sandbox(service: SandboxService) -> None:
    """Control: the sandbox is not simply thrown away after each call."""
    with service.open(Program(code=TRACES), SandboxLimits()) as session:
        for count in (1, 2, 3):
            value_of(session.call("nothing"))
            assert session.inner.calls == count


TALKER = """
import ctypes, fcntl, os, socket, struct
PATHS = ["/usr/bin/python3.11", "/usr/lib/python3.11/os.py", "/", "/usr", "/dev/null", "/dev/zero", "/proc/self/maps",
         "/proc/cmdline", "/etc/passwd"]
KEEP = []

def opened(path):
    try:
        KEEP.append(os.open(path, os.O_RDONLY))
        return KEEP[-1]
    except OSError:
        return None

def tried(act, *args):
    try:
        return act(*args)
    except OSError as error:
        return error.errno

def lock(fd, kind):
    return struct.pack("hhqqi4x", kind, 0, 0, 0, 0)

def hold():
    for path in PATHS:
        fd = opened(path)
        if fd is not None:
            tried(fcntl.flock, fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            tried(fcntl.fcntl, fd, fcntl.F_SETLK, lock(fd, fcntl.F_RDLCK))
            tried(fcntl.fcntl, fd, 1024, fcntl.F_RDLCK)

def seen():
    found = []
    for path in PATHS:
        fd = opened(path)
        if fd is None:
            continue
        if tried(fcntl.flock, fd, fcntl.LOCK_SH | fcntl.LOCK_NB) == 11:
            found.append(["flock", path])
        answer = tried(fcntl.fcntl, fd, fcntl.F_GETLK, lock(fd, fcntl.F_WRLCK))
        if isinstance(answer, bytes) and struct.unpack("hhqqi4x", answer)[0] != fcntl.F_UNLCK:
            found.append(["fcntl", path])
    return found

def listen(name):
    server = socket.socket(socket.AF_UNIX)
    server.bind(chr(0) + name)
    server.listen()
    KEEP.append(server)

def connects(name):
    return tried(socket.socket(socket.AF_UNIX).connect, chr(0) + name) is None

def ipc():
    libc = ctypes.CDLL(None, use_errno=True)
    calls = {"shm": lambda: libc.shmget(7, 4096, 0o1666), "message": lambda: libc.msgget(7, 0o1666),
             "semaphore": lambda: libc.semget(7, 1, 0o1666), "queue": lambda: libc.mq_open(b"/x", 0o102, 0o666, None)}
    return [name for name, call in calls.items() if call() >= 0]

def handle(payload, ctx):
    if payload["role"] == "hold":
        hold()
        listen(payload["name"])
        return [ipc(), ctx.tools.call("other", {})]
    if payload["role"] == "within":
        hold()
        listen(payload["name"])
        pid = os.fork()
        if pid == 0:
            os._exit(bool(seen()) + 2 * connects(payload["name"]))
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return [seen(), connects(payload["name"])]
"""


def test_two_sandboxes_cannot_talk_by_locks_or_sockets(service: SandboxService) -> None:
    """While one holds every lock that it can get, listens and tries the kernel's queues, another sees none of it."""
    program, name = Program(code=TALKER), secrets.token_hex(4)

    def other(_op: str, _args: object) -> Any:  # noqa: ANN401 - any JSON value
        return value_of(service.run(program, {"role": "see", "name": name}, SandboxLimits()))

    held = value_of(service.run(program, {"role": "hold", "name": name}, SandboxLimits(), on_request=other))
    assert held == [[], [[], False]]


def test_locks_and_sockets_work_within_a_sandbox(service: SandboxService) -> None:
    """Control, and a promise to honest programs: a lock is a real one, unless this backend must refuse them all."""
    refused = str(service.status()["facts"].get("file_locks", "")).startswith("refused")
    within = value_of(service.run(Program(code=TALKER), {"role": "within", "name": "x"}, SandboxLimits()))
    assert within == (2 if refused else 3)


LOCKER = """
import fcntl, os, struct
F_OFD_GETLK, F_OFD_SETLK = 36, 37
RANGES = [(7, 1), (1000, 77)]

def record(kind, start=0, length=0):
    return struct.pack("hhqqi4x", kind, 0, start, length, 0)

def tried(act, *args):
    try:
        return act(*args)
    except OSError as error:
        return error.errno

def handle(payload, ctx):
    held = [fd for fd in range(256) if not isinstance(tried(os.fstat, fd), int)]
    if payload == "leave":
        for fd in held:
            tried(fcntl.flock, fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            for start, length in RANGES:
                tried(fcntl.fcntl, fd, F_OFD_SETLK, record(fcntl.F_WRLCK, start, length))
        return None
    found = []
    for path in ("/dev/null", *(f"/proc/self/fd/{fd}" for fd in held)):
        file = tried(lambda: open(path, "rb", buffering=0))
        if isinstance(file, int):
            continue
        if tried(fcntl.flock, file, fcntl.LOCK_EX | fcntl.LOCK_NB) == 11:
            found.append(["flock", path])
        for start, _length in RANGES:
            answer = tried(fcntl.fcntl, file, F_OFD_GETLK, record(fcntl.F_WRLCK, start, 1))
            if isinstance(answer, bytes) and struct.unpack("hhqqi4x", answer)[0] != fcntl.F_UNLCK:
                found.append(["range", path, start])
    return found
"""


def test_no_lock_of_a_call_is_left_for_the_next(service: SandboxService) -> None:
    """Also not on what a call has not opened itself: a lock belongs to the opened file, which pid 1 may share."""
    with service.open(Program(code=LOCKER), SandboxLimits()) as session:
        assert value_of(session.call("look")) == []
        value_of(session.call("leave"))
        assert session.inner.calls == 2, "the calls must have shared a sandbox"
        assert value_of(session.call("look")) == []


FACTS = """
import ctypes, os, platform, socket, time
def read(path):
    try:
        if os.path.isdir(path):
            return " ".join(os.listdir(path))
        return open(path, errors="replace").read(100_000)
    except OSError:
        return ""
def handle(payload, ctx):
    texts = [read(f"/proc/{name}") for name in os.listdir("/proc") if not name.isdigit() and name != "mounts"]
    texts += [read(path) for path in payload["paths"]]
    for top in ("/sys", "/proc/sys"):
        texts += [read(os.path.join(folder, file)) for folder, _, files in os.walk(top) for file in files]
    texts += [socket.gethostname(), " ".join(os.uname()[1:2]), " ".join(time.tzname), read("/proc/self/cgroup")]
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
    texts += [read(f"/proc/{pid}/{name}") for pid in processes for name in ("limits", "status")]
    told = " ".join(texts)
    libc = ctypes.CDLL(None)
    return {"facts": [name for name, fact in payload["facts"].items() if fact in told],
            "sysinfo": libc.sysinfo(ctypes.create_string_buffer(512)), "told": len(told)}
"""


def test_the_host_is_not_named(service: SandboxService) -> None:
    """None of the machine's own words. What a sandbox can still see is listed in docs/security.md: its mount table."""
    facts = {
        "boot id": Path("/proc/sys/kernel/random/boot_id").read_text().strip(),
        "command line": Path("/proc/cmdline").read_text().strip()[:60],
        "memory": Path("/proc/meminfo").read_text().splitlines()[0],
        "memory by its limits": str(int(Path("/proc/sys/kernel/threads-max").read_text()) // 2),
        "processor": next(line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        "build": Path("/proc/version").read_text().strip(),
        "name server": "nameserver",
        "disk": Path("/proc/partitions").read_text().split()[-1],
        "swap header": "Filename",
        "controllers": "kingdom-sandboxes",
    }
    if len(socket.gethostname()) > 3:
        facts["host name"] = socket.gethostname()
    if Path("/etc/machine-id").exists() and Path("/etc/machine-id").read_text().strip():
        facts["machine id"] = Path("/etc/machine-id").read_text().strip()
    paths = ["/etc/machine-id", "/etc/hostname", "/etc/hosts", "/etc/resolv.conf", "/etc/timezone", "/etc/localtime"]
    paths += ["/proc/sys/kernel/random/boot_id", "/proc/sys/kernel/hostname", "/sys/class/dmi/id/product_name"]
    found = value_of(service.run(Program(code=FACTS), {"facts": facts, "paths": paths}, SandboxLimits()))
    assert found["facts"] == []
    assert found["sysinfo"] == -1
    assert Path("/proc/self/cgroup").exists()
    assert os.sysconf("SC_PHYS_PAGES") > 0, "control: the host itself can be asked"
