"""System calls that must be refused. Each is really made; only EPERM and ENOSYS count as refused."""

from typing import Any

from tests.sandbox.corpus.base import Attack

# name: (x86-64, arm64, arguments). A text argument is passed as bytes.
CALLS: dict[str, tuple[int, int, list[Any]]] = {
    "io_uring_setup": (425, 425, [4, "buffer"]),
    "bpf": (321, 280, [5, "buffer", 128]),
    "perf_event_open": (298, 241, ["buffer", 0, -1, -1, 0]),
    "userfaultfd": (323, 282, [0]),
    "keyctl": (250, 219, [0, -3, 1]),
    "add_key": (248, 217, ["user", "name", "x", 1, -3]),
    "memfd_create": (319, 279, ["x", 0]),
    "memfd_secret": (447, 447, [0]),
    "pidfd_open": (434, 434, [1, 0]),
    "ptrace_pid1": (101, 117, [16, 1, 0, 0]),
    "process_vm_readv_pid1": (310, 270, [1, "buffer", 1, "buffer", 1, 0]),
    "kcmp": (312, 272, [1, 1, 0, 0, 0]),
    "unshare_user": (272, 97, [0x10000000]),
    "unshare_net": (272, 97, [0x40000000]),
    "unshare_files": (272, 97, [0x400]),
    "setns": (308, 268, [0, 0]),
    "clone_newuser": (56, 220, [0x10000011, 0, 0, 0, 0]),
    "clone3": (435, 435, ["buffer", 88]),
    "mount": (165, 40, ["none", "/tmp", "tmpfs", 0, 0]),
    "fsopen": (430, 430, ["tmpfs", 0]),
    "open_tree": (428, 428, [-100, "/", 1]),
    "move_mount": (429, 429, [-100, "/", -100, "/tmp", 0]),
    "mount_setattr": (442, 442, [-100, "/", 0, "buffer", 32]),
    "pivot_root": (155, 41, ["/tmp", "/tmp"]),
    "chroot": (161, 51, ["/tmp"]),
    "swapon": (167, 224, ["/tmp/x", 0]),
    "init_module": (175, 105, ["buffer", 0, ""]),
    "finit_module": (313, 273, [0, "", 0]),
    "kexec_load": (246, 104, [0, 0, 0, 0]),
    "reboot": (169, 142, [0, 0, 0, 0]),
    "sethostname": (170, 161, ["x", 1]),
    "settimeofday": (164, 170, [0, 0]),
    "adjtimex": (159, 171, ["buffer"]),
    "syslog": (103, 116, [3, "buffer", 10]),
    "acct": (163, 89, [0]),
    "quotactl": (179, 60, [0, 0, 0, 0]),
    "setuid_root": (105, 146, [0]),
    "setgroups": (116, 159, [0, 0]),
    "capset": (126, 91, ["buffer", "buffer"]),
    "personality": (135, 92, [0x0040000]),
    "shmget": (29, 194, [0, 4096, 0o1600]),
    "msgget": (68, 186, [0, 0o1600]),
    "semget": (64, 190, [0, 1, 0o1600]),
    "mq_open": (240, 180, ["x", 0o102, 0o600, 0]),
    "fanotify_init": (300, 262, [0, 0]),
    "inotify_init1": (294, 26, [0]),
    "signalfd4": (289, 74, [-1, "buffer", 8, 0]),
    "timerfd_create": (283, 85, [0, 0]),
    "vmsplice": (278, 75, [1, "buffer", 1, 0]),
    "tee": (276, 77, [0, 1, 1, 0]),
    "splice": (275, 76, [0, 0, 1, 0, 1, 0]),
    "remap_file_pages": (216, 234, [0, 0, 0, 0, 0]),
    "mbind": (237, 235, [0, 0, 0, 0, 0, 0]),
    "migrate_pages": (256, 238, [0, 0, 0, 0]),
    "io_setup": (206, 0, [1, "buffer"]),
    "lookup_dcookie": (212, 18, [0, "buffer", 10]),
    "landlock_create_ruleset": (444, 444, [0, 0, 1]),
    "seccomp_user_notification": (317, 277, [1, 8, "buffer"]),
    "process_madvise": (440, 440, [0, 0, 0, 0, 0]),
    "rt_sigqueueinfo_pid1": (129, 138, [1, 9, "buffer"]),
    "sched_setattr_pid1": (314, 274, [1, "buffer", 0]),
    "sched_setscheduler_pid1": (144, 119, [1, 5, "buffer"]),
    "ioprio_set_pid1": (251, 30, [1, 1, 0]),
    "prlimit_pid1": (302, 261, [1, 7, "buffer", 0]),
    "setpriority_pid1": (141, 140, [0, 1, 19]),
    "setpriority_user": (141, 140, [2, 0, 19]),
    "sched_setaffinity_pid1": (203, 122, [1, 8, "buffer"]),
    "prctl_seccomp": (157, 167, [22, 2, "buffer", 0, 0]),
    "prctl_keepcaps": (157, 167, [8, 1, 0, 0, 0]),
    "prctl_subreaper": (157, 167, [36, 1, 0, 0, 0]),
    "ioctl_tiocsti": (16, 29, [0, 0x5412, "x"]),
    "ioctl_tioclinux": (16, 29, [0, 0x541C, "x"]),
}
CODE = """
def handle(p, ctx):
    number = p["numbers"][0 if os.uname().machine == "x86_64" else 1]
    buffer = ctypes.create_string_buffer(4096)
    args = [buffer if a == "buffer" else a.encode() if isinstance(a, str) else ctypes.c_long(a) for a in p["args"]]
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.syscall(number, *args)
    return [] if result < 0 and ctypes.get_errno() in (1, 38) else [result, ctypes.get_errno()]
"""
# Run without a fence these neither change nor break anything.
HARMLESS = {
    "memfd_create",
    "pidfd_open",
    "io_uring_setup",
    "inotify_init1",
    "timerfd_create",
    "unshare_files",
    "keyctl",
    "personality",
}

ATTACKS = [
    Attack(
        name=name, category="kernel", code=CODE, payload={"numbers": [x86, arm], "args": args}, control=name in HARMLESS
    )
    for name, (x86, arm, args) in CALLS.items()
] + [
    Attack(
        name="thirty_two_bit_calls",
        category="kernel",
        statuses=frozenset({"ok", "crashed"}),
        code="""
import mmap
def handle(p, ctx):
    if os.uname().machine != "x86_64":
        return []
    # mov eax, 359 (i386 socket); mov ebx, 2; mov ecx, 1; xor edx, edx; int 0x80; ret
    text = bytes.fromhex("53b867010000bb02000000b90100000031d2cd805bc3")
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(text)
    result = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    return [result] if result >= 0 else []
""",
    ),
    Attack(
        name="x32_numbers",
        category="kernel",
        statuses=frozenset({"ok", "crashed"}),
        code="""
def handle(p, ctx):
    return went(x32=lambda: call("syscall", 0x40000000 + 41, 2, 1, 0)) if os.uname().machine == "x86_64" else []
""",
    ),
    Attack(
        name="privileges",
        category="kernel",
        control=True,
        code="""
def handle(p, ctx):
    own = dict(line.rstrip("\\n").split(":\\t", 1) for line in open("/proc/self/status") if ":\\t" in line)
    found = [name for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb") if int(own[name], 16)]
    found += [name for name, wanted in (("NoNewPrivs", "1"), ("Seccomp", "2")) if own[name] != wanted]
    found += [word for word in own["Uid"].split() if not (word == "65534" or 60578 <= int(word) <= 61183)]
    return found + [word for word in own["Gid"].split() if word != "65534"]
""",
    ),
]
