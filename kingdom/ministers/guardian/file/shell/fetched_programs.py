"""Programs that a script fetches and runs under another name, and the command lines of miners."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from kingdom.ministers.guardian.file.shell.commands import Command
from kingdom.ministers.guardian.file.shell.programs import FETCHERS

_MINERS = frozenset(
    {"xmrig", "minerd", "cpuminer", "ccminer", "t-rex", "lolminer", "phoenixminer", "nbminer", "ethminer"}
)
_POOL = re.compile(r"^(?:stratum\S*://|)[\w.-]+\.[a-z]{2,}:\d{2,5}$|^stratum", re.I)
_MINER_OPTIONS = re.compile(
    r"^(?:--(?:cpu-max-threads-hint|donate-level|coin|algo|rig-id|randomx-\S+|nicehash|cuda|opencl|keepalive)"
    r"|-a|-k|--tls|-B)(?:=|$)"
)
_PROGRAM_PLACE = re.compile(r"^(?:/usr)?(?:/local)?/s?bin/|^/(?:opt|usr/lib|usr/libexec|var/lib)/|/bin/")
_COMMON_NAMES = re.compile(
    r"^(?:download|latest|bin|app|binary|release|file|main|linux\S*|v?\d[\w.]*|.*\.(?:txt|conf|gz|zip))$"
)
_LEAST_SHARED = 2  # characters


def mines(command: Command) -> bool:
    """Return whether a command has the name, the pool or the options of a miner of coins."""
    text = " ".join(command.words)
    if command.name in _MINERS or "stratum+" in text:
        return True
    pool, account = command.value_of("-o", "--url", "--pool"), command.value_of("-u", "--user", "--wallet")
    options = sum(_MINER_OPTIONS.match(word) is not None for word in command.words)
    return bool(_POOL.match(pool) and account and options)


def disguised_programs(commands: Sequence[Command]) -> Iterator[int]:
    """Yield the lines that put a program out of a fetched archive into place under an unrelated name."""
    fetched = " ".join(word for command in commands if command.name in FETCHERS for word in command.words).lower()
    placed = (command for command in commands if fetched and command.name in ("mv", "cp", "install", "ln"))
    yield from (command.line for command in placed if _is_disguised(command, fetched))


def _is_disguised(command: Command, fetched: str) -> bool:
    """Return whether a command puts a fetched program into place under an unrelated name."""
    if len(command.arguments) < 2:
        return False
    source, target = command.arguments[-2:]
    if target.endswith("/") or not _PROGRAM_PLACE.match(target):
        return False
    return _is_renamed(_file_name(source), _file_name(target), fetched)


def _file_name(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2].lower()


def _is_variable(source: str, target: str) -> bool:
    return "$" in source + target or "*" in source


def _is_renamed(source: str, target: str, fetched: str) -> bool:
    if not source or not target or _COMMON_NAMES.match(source) or _is_variable(source, target):
        return False
    if source not in fetched or target in fetched or target in source or source in target:
        return False
    shared = takewhile(lambda pair: pair[0] == pair[1], zip(source, target, strict=False))
    return len(list(shared)) < _LEAST_SHARED
