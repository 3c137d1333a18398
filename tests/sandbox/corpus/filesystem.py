"""Attacks on files of the host and of the system."""

from tests.sandbox.corpus.base import Attack


def _attack(name: str, code: str, *, control: bool = False, only: str = "", timeout: float = 30.0) -> Attack:
    return Attack(name=name, category="filesystem", code=code, control=control, only=only, timeout=timeout)


ATTACKS = [
    _attack(
        "canary_by_path",
        """
def handle(p, ctx):
    return went(canary=lambda: open(p["canary"]).read(), parent=lambda: os.listdir(os.path.dirname(p["canary"])))
""",
        control=True,
    ),
    _attack(
        "canary_through_proc",
        """
def handle(p, ctx):
    roots = ["/proc/1/root", "/proc/self/root", "/proc/1/cwd", "/proc/self/cwd/../..", "/proc/thread-self/root"]
    return went(**{root: (lambda root=root: open(root + p["canary"]).read()) for root in roots})
""",
        control=True,
    ),
    _attack(
        "walk_for_the_canary",
        """
def handle(p, ctx):
    name, seen = os.path.basename(p["canary"]), []
    for top, folders, files in os.walk("/"):
        if top.startswith(("/proc", "/sys")):
            folders[:] = []
        elif name in files:
            seen.append(top)
    return seen
""",
    ),
    _attack(
        "host_files",
        """
def handle(p, ctx):
    wanted = ["/etc/shadow", "/etc/ssh/sshd_config", "/root/.bashrc", "/home", "/var/lib/docker",
              "/var/lib/dpkg/status", "/boot", "/etc/machine-id"]
    return went(**{w: (lambda w=w: os.listdir(w) if os.path.isdir(w) else open(w).read()) for w in wanted})
""",
        control=True,
    ),
    _attack(
        "write_outside_tmp",
        """
def handle(p, ctx):
    found = []
    for top, folders, files in os.walk("/"):
        if top.startswith(("/proc", "/tmp", "/sys")):
            folders[:] = []
            continue
        if went(x=lambda: open(top + "/planted", "w").close()):
            found.append(top)
    return found
""",
    ),
    _attack(
        "replace_the_library",
        """
def handle(p, ctx):
    import json as victim
    return went(write=lambda: open(victim.__file__, "a").close(),
                rename=lambda: os.rename(victim.__file__, "/tmp/json.py"),
                chmod=lambda: os.chmod("/usr/bin/python3.11", 0o777), unlink=lambda: os.unlink("/usr/bin/python3"))
""",
    ),
    _attack(
        "devices",
        """
import stat
NAMES = ("mem", "kmsg", "kvm", "vda", "sda", "fuse", "vsock", "vhost-vsock", "port")
def handle(p, ctx):
    found = []
    for top, _, files in os.walk("/dev"):
        for name in files:
            path = f"{top}/{name}"
            if stat.S_ISBLK(os.lstat(path).st_mode) or name in NAMES:
                found.append(path)
    found += went(block=lambda: os.mknod("/tmp/disk", 0o600 | stat.S_IFBLK, os.makedev(254, 0)),
                  character=lambda: os.mknod("/tmp/mem", 0o600 | stat.S_IFCHR, os.makedev(1, 1)))
    return found
""",
        control=True,
    ),
    _attack(
        "mounts",
        """
def handle(p, ctx):
    return went(tmpfs=lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
                bind=lambda: call("mount", b"/", b"/tmp", None, 4096, None),
                remount=lambda: call("mount", None, b"/", None, 32, None), umount=lambda: call("umount2", b"/proc", 2),
                proc=lambda: call("mount", b"proc", b"/tmp", b"proc", 0, None), chroot=lambda: os.chroot("/tmp"))
""",
    ),
    _attack(
        "kernel_settings",
        """
def handle(p, ctx):
    def write(path):
        with open(path, "w") as f:
            f.write("|/tmp/x")
    names = ["/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger",
             "/proc/sys/vm/drop_caches", "/proc/sys/net/ipv4/ip_forward", "/sys/kernel/uevent_helper",
             "/proc/sys/kernel/hostname", "/sys/fs/cgroup/memory/release_agent"]
    return went(**{n: (lambda n=n: write(n)) for n in names})
""",
    ),
    _attack(
        "own_cgroup",
        """
import glob
NAMES = ("memory.limit_in_bytes", "pids.max", "cpu.cfs_quota_us", "cgroup.procs", "memory.max", "cpu.max")
def handle(p, ctx):
    found = []
    for path in glob.glob("/sys/fs/cgroup/**/*", recursive=True):
        if path.rsplit("/", 1)[-1] in NAMES:
            found += went(**{path: lambda: os.close(os.open(path, os.O_WRONLY))})
    return found + went(mkdir=lambda: os.mkdir("/sys/fs/cgroup/x"))
""",
    ),
    _attack(
        "setuid_programs",
        """
def handle(p, ctx):
    found = []
    for top, folders, files in os.walk("/"):
        if top.startswith("/proc"):
            folders[:] = []
            continue
        paths = [f"{top}/{n}" for n in files if os.path.isfile(f"{top}/{n}")]
        found += [path for path in paths if os.stat(path).st_mode & 0o6000]
    return found
""",
    ),
    _attack(
        "shells_and_tools",
        """
import shutil
def handle(p, ctx):
    names = ("sh", "bash", "dash", "busybox", "perl", "apt-get", "mount", "su", "curl", "gcc")
    return [n for n in names if shutil.which(n, path="/bin:/usr/bin:/sbin:/usr/sbin")]
""",
        control=True,
    ),
    _attack(
        "run_from_tmp",
        """
import shutil, subprocess
def handle(p, ctx):
    shutil.copy(os.path.realpath("/usr/bin/python3"), "/tmp/py")
    os.chmod("/tmp/py", 0o755)
    return went(run=lambda: subprocess.run(["/tmp/py", "-c", "0"], check=True))
""",
        only="docker",  # bubblewrap has no noexec for a tmpfs; what runs from there is in the same fence
    ),
    _attack(
        "handles_of_the_file_system",
        """
def handle(p, ctx):
    numbers = {"x86_64": (303, 304), "aarch64": (264, 265)}[os.uname().machine]
    handle_ = ctypes.create_string_buffer(136)
    ctypes.memmove(handle_, (128).to_bytes(4, "little"), 4)
    mount = ctypes.c_int()
    return went(name=lambda: call("syscall", numbers[0], -100, b"/tmp", handle_, ctypes.byref(mount), 0),
            open=lambda: call("syscall", numbers[1], 3, handle_, 0))
""",
    ),
    _attack(
        "fill_tmp",
        """
def handle(p, ctx):
    size, number = 0, 0
    try:
        while size < 256 << 20:
            number += 1
            with open(f"/tmp/f{number}", "wb") as f:
                for _ in range(16):
                    size += f.write(b"x" * (1 << 20))
                    f.flush()
    except OSError:
        pass
    return [size] if size > 40 << 20 else []
""",
    ),
]
