"""Files that the commands of a script write: lists of who has access, devices, and what starts by itself."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.command_flow import flow_behaviors
from kingdom.ministers.guardian.file.shell.commands import Command, parse_script
from kingdom.ministers.guardian.file.shell.programs import FETCHERS, is_interpreter

DEVICE = re.compile(r"/dev/(?:sd|hd|nvme|vd|xvd|mmcblk|mem|kmem|disk)")
_ALL_RIGHTS = re.compile(r"NOPASSWD\s*:\s*ALL|ALL\s*=\s*\(ALL")
_SCHEDULES = re.compile(r"/etc/cron|/spool/cron|/etc/systemd/system/")
_START_PREFIX = re.compile(r"^\s*(?:@\w+|(?:[\d*/,-]+\s+){5})(?:\s*root\s)?|^\s*Exec\w+\s*=\s*[-@+!:]*")
_NOWHERE = {"/dev/null", "/dev/stdout", "/dev/stderr"}
_TAKEN_OVER = re.compile(r"\balias\s+(?:sudo|su|ssh|passwd|git|ls|cd)=[\"'].{0,300}(?:curl|wget|nc|/tmp/|tee|read|/\.)")


# A function with the name of a program that is given passwords, or a command of each prompt, that keeps or sends.
_REDEFINED = re.compile(
    r"^[ \t]*(?:function[ \t]+)?(?:sudo|su|ssh|scp|passwd|gpg|login|mysql|psql)[ \t]*(?:\(\))?[ \t]*\{[^}]{0,600}?"
    r"(?:\bread\b|\btee\b|>>|\bcurl\b|\bwget\b|\bnc\b|/dev/tcp)"
    r"|\bPROMPT_COMMAND=[\"'][^\n]{0,200}(?:\bcurl\b|\bwget\b|\bnc\b|/dev/tcp)",
    re.M,
)


def takes_over_command(text: str) -> bool:
    """Return whether a script puts a function that keeps or sends its input in the place of a command."""
    return _REDEFINED.search(text) is not None


def is_hidden_start(text: str) -> bool:
    """Return whether lines that start by themselves fetch code, hide it, open a way in, or take over a command."""
    inner = "\n".join(_START_PREFIX.sub("", line) for line in text.splitlines())
    commands = parse_script(inner, depth=1)
    if list(flow_behaviors(commands)) or any(
        command.name in FETCHERS and set(command.writes) - _NOWHERE for command in commands
    ):
        return True
    return _TAKEN_OVER.search(text) is not None or any(
        places.is_temporary(word) for command in commands for word in _programs(command)
    )


def _programs(command: Command) -> list[str]:
    """Return what a command runs: itself, and the script of an interpreter."""
    return [command.name, *(command.arguments[:1] if is_interpreter(command.name) else [])]


def _text_of(command: Command) -> str:
    """Return the arguments of a command and its here document."""
    return f"{' '.join(command.words)}\n{command.text}"


def _written_paths(command: Command) -> list[str]:
    paths = list(command.writes)
    if command.name == "tee" or (command.name == "sed" and command.has("-i")):
        paths += command.arguments
    if command.name in ("cp", "mv", "ln", "install", "rsync"):
        paths += command.arguments[-1:]
    if command.name == "dd":
        paths += [word[3:] for word in command.words if word.startswith("of=")]
    return paths


class _WrittenPlace(NamedTuple):
    """A kind of path, the rule that writing there meets, and the commands that it counts for."""

    includes: Callable[[str], object]
    rule: str
    counts: Callable[[Command], object] = lambda command: True


_WRITTEN_PLACES = (
    _WrittenPlace(
        places.is_access_list,
        "file.gives_access",
        lambda command: command.name not in ("sed", "touch") or "NOPASSWD" in _text_of(command),
    ),
    _WrittenPlace(
        lambda path: "/etc/sudoers.d/" in path,
        "file.gives_access",
        lambda command: _ALL_RIGHTS.search(_text_of(command)),
    ),
    _WrittenPlace(DEVICE.match, "file.destroys"),
    _WrittenPlace(lambda path: "ld.so.preload" in path, "file.starts_itself"),
    _WrittenPlace(
        lambda path: places.is_startup(path) or _SCHEDULES.search(path),
        "file.starts_itself",
        lambda command: is_hidden_start(_text_of(command)),
    ),
)


def written_rules(command: Command) -> Iterator[str]:
    """Yield the rules that a command meets by the files it writes."""
    for target in map(places.normalized_path, _written_paths(command)):
        place = next((place for place in _WRITTEN_PLACES if place.includes(target)), None)
        if place is not None and place.counts(command):
            yield place.rule
