"""The self-test's program inside a new sandbox. It reports facts; the host judges them."""

import ctypes
import os
import resource
import socket
import time
from typing import Any

IO_URING_SETUP = 425
PTRACE_ATTACH, CLONE_NEWUSER = 16, 0x10000000
AF_NETLINK, AF_PACKET, AF_VSOCK = 16, 17, 40


def handle(payload: str, ctx: object) -> Any:  # noqa: ANN401 - depends on the probe
    """Run the probe that the payload names."""
    return {"facts": facts, "leave": leave, "look": look, "fork": fork, "memory": memory, "loop": loop}[payload]()


def status() -> dict[str, str]:
    """Return the fields of /proc/self/status."""
    with open("/proc/self/status") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def called(name: str, *args: int) -> int:
    """Call a C function and return its errno, 0 on success."""
    libc = ctypes.CDLL(None, use_errno=True)
    return ctypes.get_errno() if getattr(libc, name)(*args) < 0 else 0


def opened(family: int, kind: int) -> int:
    """Try to create a socket and return the errno, 0 on success."""
    try:
        socket.socket(family, kind).close()
    except OSError as error:
        return error.errno or -1
    return 0


def writable() -> list[str]:
    """Return the folders other than /tmp in which a file can be created."""
    folders_found = []
    for top, folders, _files in os.walk("/"):
        if top in ("/proc", "/tmp"):  # noqa: S108
            folders[:] = []
        elif os.access(top, os.W_OK) and can_create(f"{top}/probe"):
            folders_found.append(top)
    return folders_found


def can_create(path: str) -> bool:
    """Try to create a file."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
    except OSError:
        return False
    return True


def pids() -> list[int]:
    """Return the ids of all visible processes."""
    return sorted(int(name) for name in os.listdir("/proc") if name.isdigit())


def interfaces() -> list[str]:
    """Return the network interfaces."""
    with open("/proc/net/dev") as file:
        return [line.split(":")[0].strip() for line in file if ":" in line]


def host_facts() -> list[str]:
    """Return the files and folders of the host's facts that are not empty."""
    found = [path for path in map("/proc/{}".format, os.listdir("/proc")) if not is_own(path) and not is_empty(path)]
    return found + [path for path in ("/sys", "/etc/machine-id", "/etc/resolv.conf") if not is_empty(path)]


def is_own(path: str) -> bool:
    """Return whether a path in /proc is of a process, or a link to one."""
    return os.path.islink(path) or path[6:].isdigit()


def is_empty(path: str) -> bool:
    """Return whether a path does not exist, cannot be read or has nothing in it."""
    try:
        if os.path.isdir(path):
            return not os.listdir(path)
        with open(path, "rb") as file:
            return not file.read(1)
    except OSError:
        return True


def facts() -> dict[str, Any]:
    """Return the facts that need no harmful action."""
    own = status()
    tmp = os.statvfs("/tmp")  # noqa: S108
    limits = (resource.RLIMIT_NOFILE, resource.RLIMIT_CORE, resource.RLIMIT_FSIZE)
    return {
        "pid": os.getpid(),
        "uid": [int(word) for word in own["Uid"].split()],
        "capabilities": [int(own[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")],
        "no_new_privs": own["NoNewPrivs"],
        "seccomp": own["Seccomp"],
        "only_loopback": interfaces(),
        "no_internet_socket": [opened(socket.AF_INET, 1), opened(socket.AF_INET6, 2), opened(AF_PACKET, 3)],
        "no_netlink": opened(AF_NETLINK, 3),
        "no_vsock": opened(AF_VSOCK, 1),
        "no_io_uring": called("syscall", IO_URING_SETUP, 4, 0),
        "no_new_namespace": called("unshare", CLONE_NEWUSER),
        "no_ptrace": called("ptrace", PTRACE_ATTACH, 1, 0, 0),
        "read_only_root": writable(),
        "tmp_bounded": tmp.f_blocks * tmp.f_frsize,
        "own_processes": pids(),
        "no_host_facts": host_facts(),
        "no_memory_file": [name for name in ("mem", "environ", "pagemap") if not is_empty(f"/proc/self/{name}")],
        "empty_environment": list(os.environ),
        "file_limits": [resource.getrlimit(which)[1] for which in limits],
    }


def leave() -> None:
    """Leave a file and a process behind."""
    with open("/tmp/left", "w") as file:  # noqa: S108
        file.write("left")
    if os.fork() == 0:
        os.setsid()
        time.sleep(60)


def look() -> list[Any]:
    """Return the files in /tmp and the number of processes."""
    return [os.listdir("/tmp"), len(pids())]  # noqa: S108


def fork() -> int:
    """Return the number of processes that could be forked."""
    for count in range(400):
        try:
            if os.fork() == 0:
                time.sleep(60)
                os._exit(0)
        except OSError:
            return count
    return 400


def memory() -> int:
    """Allocate more than twice the memory of a sandbox."""
    taken = [bytearray(b"x" * (1 << 20)) for _ in range(600)]
    return len(taken)


def loop() -> None:
    """Loop forever."""
    while True:
        pass
