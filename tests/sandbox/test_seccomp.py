"""Both encoders of the system call list give the same verdict for every call on both architectures."""

import struct
from typing import Any

import pytest

from kingdom.adapters.sandbox.backends import seccomp
from kingdom.adapters.sandbox.backends.seccomp import AUDIT_ARCH, bpf_program, docker_profile, seccomp_list

ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
ARCHES = sorted(AUDIT_ARCH)


def run_bpf(program: bytes, arch: int, number: int, args: tuple[int, ...] = ()) -> int:
    """Run a classic BPF program as the kernel does (linux/filter.h), for the instructions that are used."""
    padded = [arg & (2**64 - 1) for arg in (*args, *(0,) * (6 - len(args)))]
    data = struct.pack("=IIQ6Q", number & 0xFFFFFFFF, arch, 0, *padded)
    code = list(struct.iter_unpack("=HBBI", program))
    index = register = 0
    while True:
        operation, yes, no, value = map(int, code[index])
        index += 1
        match operation:
            case seccomp.LOAD:
                register = int(struct.unpack_from("=I", data, value)[0])
            case seccomp.AND:
                register &= value
            case seccomp.JUMP_EQUAL:
                index += yes if register == value else no
            case seccomp.JUMP_AT_LEAST:
                index += yes if register >= value else no
            case seccomp.RETURN:
                return value
            case _:
                raise AssertionError(f"unknown instruction {operation:#x}")


def docker_verdict(profile: dict[str, Any], name: str, args: tuple[int, ...] = ()) -> int:
    """Return the verdict of libseccomp for a call under the engine's profile."""
    full = (*args, *(0,) * (6 - len(args)))
    for rule in profile["syscalls"]:
        if name not in rule["names"] or not all(_holds(condition, full) for condition in rule.get("args", [])):
            continue
        return ALLOW if rule["action"] == "SCMP_ACT_ALLOW" else 0x00050000 | int(rule["errnoRet"])
    return 0x00050000 | int(profile["defaultErrnoRet"])


def _holds(condition: dict[str, Any], args: tuple[int, ...]) -> bool:
    value = args[condition["index"]]
    if condition["op"] == "SCMP_CMP_MASKED_EQ":
        return bool(value & condition["value"] == condition["valueTwo"])
    return bool(value == condition["value"])


@pytest.mark.parametrize("arch", ARCHES)
def test_both_encoders_agree(arch: str) -> None:
    program, profile, numbers = bpf_program(arch), docker_profile(arch), seccomp_list()["numbers"][arch]
    arguments: list[tuple[int, ...]] = [
        (),
        (1,),
        (2,),
        (0, 0),
        (0, 1),
        (1, 0x5412),
        (0, 0x5401),
        (0x10000000,),
        (0x11,),
        (38, 1),
        (22, 2),
    ]
    arguments += [(-100, 0, 0o010600), (0, 0o060600)]
    for name, number in numbers.items():
        for args in arguments:
            assert run_bpf(program, AUDIT_ARCH[arch], number, args) == docker_verdict(profile, name, args), (name, args)


@pytest.mark.parametrize("arch", ARCHES)
def test_everything_unlisted_is_refused(arch: str) -> None:
    program, listed = bpf_program(arch), set(seccomp_list()["numbers"][arch].values())
    for number in set(range(0, 600)) - listed:
        assert run_bpf(program, AUDIT_ARCH[arch], number) == EPERM
    assert run_bpf(program, AUDIT_ARCH[arch], seccomp_list()["numbers"][arch]["clone3"]) == ENOSYS


@pytest.mark.parametrize("arch", ARCHES)
def test_other_calling_conventions_are_fatal(arch: str) -> None:
    program = bpf_program(arch)
    assert run_bpf(program, 0x40000003, 4) == KILL  # AUDIT_ARCH_I386
    if arch == "x86_64":
        assert run_bpf(program, AUDIT_ARCH[arch], 0x40000000 + 1) == KILL


@pytest.mark.parametrize("arch", ARCHES)
@pytest.mark.parametrize(
    ("name", "args", "verdict"),
    [
        ("socket", (1, 1, 0), ALLOW),
        ("socket", (2, 1, 0), EPERM),
        ("socket", (40, 1, 0), EPERM),
        ("socket", ((1 << 32) | 1, 1, 0), EPERM),
        ("socket", ((1 << 32) | 2, 1, 0), EPERM),
        ("clone", (0x003D0F00,), ALLOW),
        ("clone", (0x10000011,), EPERM),
        ("clone", (0x40000011,), EPERM),
        ("clone", (0x00020011,), EPERM),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5412), EPERM),
        ("ioctl", (1, (1 << 32) | 0x5401), EPERM),
        ("prctl", (4, 0), ALLOW),
        ("prctl", (4, 1), EPERM),
        ("prctl", (4, 1 << 32), EPERM),
        ("prctl", (22, 2), EPERM),
        ("fcntl", (3, 6), ALLOW),
        ("fcntl", (3, 1024), EPERM),
        ("fcntl", (3, 1026), EPERM),
        ("prlimit64", (0, 7), ALLOW),
        ("prlimit64", (1, 7), EPERM),
        ("setpriority", (0, 0, 10), ALLOW),
        ("setpriority", (0, 1, 10), EPERM),
        ("mknodat", (-100, 0, 0o010600), ALLOW),
        ("mknodat", (-100, 0, 0o060600), EPERM),
    ],
)
def test_rules(arch: str, name: str, args: tuple[int, ...], verdict: int) -> None:
    assert run_bpf(bpf_program(arch), AUDIT_ARCH[arch], seccomp_list()["numbers"][arch][name], args) == verdict
    assert docker_verdict(docker_profile(arch), name, tuple(arg & (2**64 - 1) for arg in args)) == verdict


@pytest.mark.parametrize("arch", ARCHES)
def test_locks_can_be_refused(arch: str) -> None:
    """Nothing else changes."""
    with_locks, without, numbers = bpf_program(arch), bpf_program(arch, locks=False), seccomp_list()["numbers"][arch]
    changed = {
        (name, command)
        for name, number in numbers.items()
        for command in (0, 1, 3, 6, 7, 36, 37, 38, 1030)
        if run_bpf(with_locks, AUDIT_ARCH[arch], number, (0, command))
        != run_bpf(without, AUDIT_ARCH[arch], number, (0, command))
    }
    assert {name for name, _command in changed} == {"flock", "fcntl"}
    assert {command for name, command in changed if name == "fcntl"} == {6, 7, 36, 37, 38}
    assert run_bpf(without, AUDIT_ARCH[arch], numbers["flock"], (0, 2)) == EPERM


DANGEROUS = (
    "bpf io_uring_setup ptrace unshare setns mount keyctl memfd_create userfaultfd pidfd_getfd process_vm_writev "
    "perf_event_open"
)


@pytest.mark.parametrize("name", DANGEROUS.split())
def test_dangerous_names_are_not_in_the_list(name: str) -> None:
    data = seccomp_list()
    assert name not in data["allow"]
    assert name not in {rule["name"] for rule in data["rules"]}


def test_unknown_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "s390x")
    with pytest.raises(KeyError):
        seccomp.machine_architecture()
    monkeypatch.setattr("platform.machine", lambda: "arm64")
    assert seccomp.machine_architecture() == "aarch64"
