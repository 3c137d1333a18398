"""What the commands of a script change on their machine: rights, protections, what starts by itself, what is lost."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.command_flow import flow_behaviors
from kingdom.ministers.guardian.file.shell.commands import CUT, Command, parse_script
from kingdom.ministers.guardian.file.shell.protection_switches import (
    PROTECTION_PROGRAMS,
    SERVICE_MANAGERS,
    service_rules,
    switch_rules,
    unreviewed_merges,
)
from kingdom.ministers.guardian.file.shell.readers import is_reported
from kingdom.ministers.guardian.file.shell.secret_variables import NO_SECRETS, DeclaredSecrets
from kingdom.ministers.guardian.file.shell.written_files import DEVICE, is_hidden_start, written_rules
from kingdom.ministers.guardian.file.structure_findings import Behavior

_GROUPS_OF_POWER = re.compile(r"(?:^|[\s,=])(?:sudo|wheel|root|admin|administrators)(?:$|[\s,])")
_OPEN_VARIABLES = re.compile(
    r"(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_NO_VERIFY)=[\"']?(?:0|1|true)"
    r"|HISTFILE=(?:/dev/null|$)|HISTSIZE=0"
)
_DANGEROUS_LIBRARY = re.compile(r"^/(?:tmp|var/tmp|dev/shm)/|/\.[^/]+\.so")
_SHELL_PROGRAMS = re.compile(
    r"(?:/|^)(?:bash|sh|zsh|dash|python[\d.]*|perl|find|vim?|nano|cp|env|nmap|php|ruby|node|less|more)$"
)
_SETS_ID_SEARCH = re.compile(r"-perm\s+[-/]?[ug]?=?(?:[2467]000|\+?s)")
_MODE = re.compile(r"[0-7]{3,4}|[ugoa]*[+=-]\w+")
_SETS_ID = re.compile(r"^[4-7][0-7]{3}\Z|\+[rwx]*+s")
_SETS_OWNER_ID = re.compile(r"^[4-7]|u\+s|^\+s\Z")
_WRITABLE_BY_ALL = frozenset({"777", "0777", "a+rwx", "o+w", "a+w", "666"})


def script_behaviors(source: str, secrets: DeclaredSecrets = NO_SECRETS) -> list[Behavior]:
    """Return the behaviors of a shell script; ``secrets`` are variables that are declared to hold some."""
    return command_behaviors(parse_script(source), secrets)


def command_behaviors(commands: Sequence[Command], secrets: DeclaredSecrets = NO_SECRETS) -> list[Behavior]:
    """Return the behaviors of the commands of one script."""
    behaviors = list(flow_behaviors(commands, secrets))
    behaviors += [Behavior("file.loosens", line) for line in unreviewed_merges(commands)]
    behaviors += [Behavior("file.reads_secrets", line) for line in _rights_searches(commands)]
    for command in commands:
        if command.name == CUT:
            behaviors.append(Behavior("file.too_long", command.line))
        check = _CHECKS.get(command.name)
        if check is not None:
            behaviors += [Behavior(rule, command.line) for rule in check(command)]
        behaviors += [Behavior(rule, command.line) for rule in written_rules(command)]
    return behaviors


def _rm(command: Command) -> Iterator[str]:
    for word in command.arguments:
        path = word.rstrip("/") or "/"
        if places.is_log(path):
            yield "file.hides_traces"
        elif places.is_protected(path) and not path.startswith("/var/lib/apt"):
            yield "file.destroys"


def _find(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    root = command.arguments[0] if command.arguments else "."
    if re.search(r"-delete|-exec\s+(?:rm|shred)", text) and (places.is_protected(root.rstrip("/") or "/")):
        narrowed = re.search(r"-(?:name|iname|mtime|path|type f -name|newer)", text)
        yield from () if narrowed and not places.is_log(root) else ("file.destroys",)
    if re.search(r"id_rsa|\.pem|wallet|\.kdbx|credentials|\.ssh", text):
        yield "file.reads_secrets"


def _rights_searches(commands: Sequence[Command]) -> Iterator[int]:
    """Yield the lines that look for programs which run with the rights of others, but those of a report."""
    for command in commands:
        if command.name == "find" and _SETS_ID_SEARCH.search(" ".join(command.words)):
            pipeline = [other for other in commands if other.pipeline == command.pipeline]
            if not is_reported(pipeline) or command.has("-exec", "-ok"):
                yield command.line


def _truncate(command: Command) -> Iterator[str]:
    if any(places.is_log(word) for word in command.arguments):
        yield "file.hides_traces"
    if any(DEVICE.match(word) or places.is_protected(word) for word in command.arguments):
        yield "file.destroys"


def _device(command: Command) -> Iterator[str]:
    if any(DEVICE.search(word) for word in command.words):
        yield "file.destroys"


def _chmod(command: Command) -> Iterator[str]:
    mode = next(filter(_MODE.fullmatch, command.words), "")
    targets = [word for word in command.arguments if word != mode]
    if _SETS_ID.search(mode):
        if any(map(_runs_anything, targets)):
            yield "file.gives_access"
        elif _SETS_OWNER_ID.search(mode):
            yield "file.loosens"
    if mode in _WRITABLE_BY_ALL and any(map(_is_trusted_file, targets)):
        yield "file.loosens"


def _runs_anything(program: str) -> bool:
    """Return whether a program runs what its caller wants: a shell, a temporary file, an unknown one."""
    return _SHELL_PROGRAMS.search(program) is not None or places.is_temporary(program) or program.startswith("$")


def _is_trusted_file(path: str) -> bool:
    """Return whether others rely on a file that only its owner may change."""
    return places.is_protected(path.rstrip("/") or "/") or places.is_credential(path) or path.startswith("/etc/")


def _setcap(command: Command) -> Iterator[str]:
    if re.search(r"cap_(?:setuid|sys_admin|dac_override|sys_ptrace|dac_read_search)", " ".join(command.words)):
        yield "file.gives_access"


def _account(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if (
        _GROUPS_OF_POWER.search(text)
        or (command.has("-o") and command.value_of("-u", "--uid") == "0")
        or "-ou 0" in text
    ):
        yield "file.gives_access"


def _passwords(command: Command) -> Iterator[str]:
    if (
        command.name == "chpasswd"
        or "--stdin" in command.words
        or ("root" in command.arguments and command.has("-d", "-u"))
    ):
        yield "file.gives_access"


def _history(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if (command.name == "history" and command.has("-c", "-w")) or _HISTORY_OFF.search(f"{command.name} {text}"):
        yield "file.hides_traces"


_HISTORY_OFF = re.compile(
    r"set \+o history|^unset (?:.* )?HIST(?:FILE|SIZE)|export HISTFILE=/dev/null"
    r"|export HISTSIZE=0|journalctl .*--vacuum-(?:time|size)=1[sK]\b"
)


def _export(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if re.search(r"LD_PRELOAD=", text) and _DANGEROUS_LIBRARY.search(text.partition("LD_PRELOAD=")[2]):
        yield "file.starts_itself"
    if _OPEN_VARIABLES.search(text):
        yield "file.hides_traces" if "HIST" in text else "file.loosens"


def _crontab(command: Command) -> Iterator[str]:
    if command.text and is_hidden_start(command.text):
        yield "file.starts_itself"


def _echoed(command: Command) -> Iterator[str]:
    """Yield for lines of a schedule that are written by ``echo`` into ``crontab``."""
    text = " ".join(command.words)
    if re.match(r"\s*(?:@(?:reboot|hourly|daily)|(?:[\d*/,-]+\s+){5})", text.removeprefix("-e ")) and is_hidden_start(
        text
    ):
        yield "file.starts_itself"


def _cat(command: Command) -> Iterator[str]:
    key = command.value_of("-i") if command.name == "scp" else ""  # who copies shows a key, and does not send it
    for word in (word for word in (*command.words, *command.reads) if word != key):
        path = places.normalized_path(word)
        if places.is_credential(path) and not path.endswith((".pub", "known_hosts")):
            yield "file.reads_secrets"


def _system_calls(command: Command) -> Iterator[str]:
    yield "file.starts_itself"


_CHECKS: Mapping[str, Callable[[Command], Iterator[str]]] = {
    **dict.fromkeys(("rm", "unlink", "rmdir", "srm"), _rm),
    **dict.fromkeys(("shred", "truncate"), _truncate),
    **dict.fromkeys(("mkfs", "wipefs", "fdisk", "sgdisk", "blkdiscard", "cryptsetup", "hdparm"), _device),
    **{f"mkfs.{kind}": _device for kind in ("ext2", "ext3", "ext4", "xfs", "btrfs", "vfat", "ntfs")},
    **dict.fromkeys(("useradd", "usermod", "adduser", "gpasswd", "addgroup", "dscl"), _account),
    **dict.fromkeys(("chpasswd", "passwd"), _passwords),
    **dict.fromkeys(SERVICE_MANAGERS, service_rules),
    **dict.fromkeys(PROTECTION_PROGRAMS, switch_rules),
    **dict.fromkeys(("history", "set", "unset", "journalctl"), _history),
    **dict.fromkeys(("export", "declare", "env"), _export),
    **dict.fromkeys(
        ("cat", "cp", "base64", "head", "tail", "less", "more", "xxd", "strings", "scp", "tar", "zip", "grep", "mv"),
        _cat,
    ),
    **dict.fromkeys(("echo", "printf"), _echoed),
    "find": _find,
    "chmod": _chmod,
    "setcap": _setcap,
    "crontab": _crontab,
    "insmod": _system_calls,
}
