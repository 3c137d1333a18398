"""Encodes the list of allowed system calls, config/sandbox/seccomp.json, as Docker's JSON and as BPF for bubblewrap."""

import json
import platform
import struct
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

SECCOMP_FILE = Path(__file__).resolve().parents[4] / "config" / "sandbox" / "seccomp.json"

# linux/audit.h: AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64
AUDIT_ARCH: Mapping[str, int] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
SCMP_ARCH: Mapping[str, str] = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}
X32_BIT = 0x40000000

# linux/bpf_common.h and linux/seccomp.h
LOAD, AND, RETURN = 0x20, 0x54, 0x06
JUMP_EQUAL, JUMP_AT_LEAST = 0x15, 0x35
RET_KILL_PROCESS, RET_ERRNO, RET_ALLOW = 0x80000000, 0x00050000, 0x7FFF0000
OFFSET_NUMBER, OFFSET_ARCH, OFFSET_ARGS = 0, 4, 16
LOW = 0xFFFFFFFF

Instruction = tuple[int, int, int, int]


@cache
def seccomp_list() -> dict[str, Any]:
    """Return the content of the data file."""
    value: dict[str, Any] = json.loads(SECCOMP_FILE.read_text(encoding="utf-8"))
    return value


def machine_architecture() -> str:
    """Return this machine's architecture as the list names it. Raises KeyError for one without system call numbers."""
    name = {"arm64": "aarch64", "amd64": "x86_64"}.get(platform.machine().lower(), platform.machine().lower())
    if name not in AUDIT_ARCH:
        raise KeyError(f"no system call table for {name}")
    return name


@cache
def seccomp_list_without_locks() -> dict[str, Any]:
    """Return the content of the data file without the calls that lock files."""
    data = seccomp_list()
    locks = data["locks"]
    rules = [
        {**rule, "when": [{"arg": 1, "in": [value for value in rule["when"][0]["in"] if value not in locks["fcntl"]]}]}
        if rule["name"] == "fcntl"
        else rule
        for rule in data["rules"]
    ]
    return {**data, "allow": [name for name in data["allow"] if name not in locks["calls"]], "rules": rules}


def docker_profile(arch: str) -> dict[str, Any]:
    """Return the profile in the engine's JSON form for one architecture. Locks: a container has files of its own."""
    data = seccomp_list()
    known = data["numbers"][arch]
    calls: list[dict[str, Any]] = [
        {"names": [name for name in data["allow"] if name in known], "action": "SCMP_ACT_ALLOW"}
    ]
    for rule in data["rules"]:
        if rule["name"] in known:
            calls += [
                {"names": [rule["name"]], "action": "SCMP_ACT_ALLOW", "args": args}
                for args in _docker_args(rule["when"])
            ]
    calls += [
        {"names": [name], "action": "SCMP_ACT_ERRNO", "errnoRet": errno} for name, errno in data["refuse"].items()
    ]
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": data["otherwise"],
        "architectures": [SCMP_ARCH[arch]],
        "syscalls": calls,
    }


def _docker_args(when: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Yield one argument list per combination of values: a condition of Docker's form has one value."""
    if not when:
        yield []
        return
    first, rest = when[0], when[1:]
    for tail in _docker_args(rest):
        if "mask" in first:
            yield [
                {"index": first["arg"], "value": first["mask"], "valueTwo": first["is"], "op": "SCMP_CMP_MASKED_EQ"},
                *tail,
            ]
        else:
            for value in first["in"]:
                yield [{"index": first["arg"], "value": value, "op": "SCMP_CMP_EQ"}, *tail]


def bpf_program(arch: str, *, locks: bool = True) -> bytes:
    """Return the filter as an array of ``struct sock_filter`` for one architecture, with or without file locks."""
    data = seccomp_list() if locks else seccomp_list_without_locks()
    numbers = data["numbers"][arch]
    code: list[Instruction] = [
        (LOAD, 0, 0, OFFSET_ARCH),
        (JUMP_EQUAL, 1, 0, AUDIT_ARCH[arch]),
        (RETURN, 0, 0, RET_KILL_PROCESS),
    ]
    code.append((LOAD, 0, 0, OFFSET_NUMBER))
    if arch == "x86_64":  # x32 numbers reach the same kernel functions
        code += [(JUMP_AT_LEAST, 0, 1, X32_BIT), (RETURN, 0, 0, RET_KILL_PROCESS)]
    for name in data["allow"]:
        if name in numbers:
            code += [(JUMP_EQUAL, 0, 1, numbers[name]), (RETURN, 0, 0, RET_ALLOW)]
    for name, errno in data["refuse"].items():
        code += [(JUMP_EQUAL, 0, 1, numbers[name]), (RETURN, 0, 0, RET_ERRNO | errno)]
    alternatives: dict[str, list[list[dict[str, Any]]]] = {}
    for rule in data["rules"]:
        alternatives.setdefault(rule["name"], []).append(rule["when"])
    for name in filter(numbers.__contains__, alternatives):
        body = _bpf_rules(alternatives[name], data["otherwise"])
        code += [(JUMP_EQUAL, 0, len(body), numbers[name]), *body]
    code.append((RETURN, 0, 0, RET_ERRNO | data["otherwise"]))
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in code)


def _bpf_rules(alternatives: list[list[dict[str, Any]]], errno: int) -> list[Instruction]:
    """Encode the rules of one call, any of which allows it; every path through the block returns."""
    code: list[Instruction] = [(RETURN, 0, 0, RET_ERRNO | errno)]
    for when in reversed(alternatives):
        code = [*_bpf_rule(when), *code]
    return code


def _bpf_rule(when: list[dict[str, Any]]) -> list[Instruction]:
    """Encode all conditions of one rule; when one does not hold, the block ends in a jump to what follows it."""
    code: list[Instruction] = [(RETURN, 0, 0, RET_ALLOW)]
    for condition in reversed(when):
        failed: Instruction = (JUMP_EQUAL, len(code), len(code), 0)  # to the end of the block
        code = [*_bpf_condition(condition), failed, *code]
    return code


def _bpf_condition(condition: dict[str, Any]) -> list[Instruction]:
    """Encode one condition; when it holds, it jumps over the next instruction.

    Compares both halves of the 64-bit argument (little endian), else a program could set the upper half unseen.
    """
    low = OFFSET_ARGS + 8 * condition["arg"]
    if "mask" in condition:
        return [(LOAD, 0, 0, low), (AND, 0, 0, condition["mask"] & LOW), (JUMP_EQUAL, 1, 0, condition["is"] & LOW)]
    values = condition["in"]
    count = len(values)
    code: list[Instruction] = [(LOAD, 0, 0, low + 4), (JUMP_EQUAL, 0, count + 1, 0), (LOAD, 0, 0, low)]
    code += [(JUMP_EQUAL, count - index, 0, value) for index, value in enumerate(values)]
    return code
