"""The commands of a shell script. A child process parses it: hostile text crashes the parser. Nothing is run."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any

from kingdom.core.deployment.isolated_child import ChildFailed, IsolatedChild

CUT = "(cut)"
MAX_FILE_SECONDS = 10.0  # of all scripts of one file
PARSER = IsolatedChild("kingdom.ministers.guardian.file.shell.bash_reader")


@dataclass
class Command:
    """One command. ``words`` are its arguments with constants filled in, ``writes`` and ``reads`` its redirections.

    ``pipeline`` numbers the commands of one pipeline, ``inside`` is the command that a substitution belongs to.
    """

    name: str
    words: list[str]
    line: int = 0
    pipeline: int = 0
    writes: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    text: str = ""  # of a here document or here string
    inside: "Command | None" = None

    def has(self, *options: str) -> bool:
        """Return whether one of the options is given, alone, with ``=``, or among short ones."""
        for word in self.words:
            if word in options or word.partition("=")[0] in options:
                return True
            if re.fullmatch(r"-[a-zA-Z]{2,8}", word) and any(len(o) == 2 and o[1] in word for o in options):
                return True
        return False

    def value_of(self, *options: str) -> str:
        """Return the value of an option, empty without one."""
        for at, word in enumerate(self.words):
            name, separator, value = word.partition("=")
            if name in options:
                return value if separator else (self.words[at + 1] if at + 1 < len(self.words) else "")
        return ""

    @property
    def arguments(self) -> list[str]:
        """The words that are no options."""
        return [word for word in self.words if not word.startswith("-")]


def base_name(word: str) -> str:
    """Return the last part of a program's path."""
    return word if word.startswith(("./", "$")) else word.rpartition("/")[2] or word


@dataclass
class FileReading:
    """The scripts of one file: until when they may be parsed, and whether one was not read in full."""

    end: float
    was_cut: bool = False

    def check_time(self) -> None:
        """Raise ChildFailed when the time of this file's scripts is used up."""
        if time.monotonic() > self.end:
            raise ChildFailed("the scripts of the file took too long")


_reading: ContextVar[FileReading | None] = ContextVar("file_reading", default=None)


@contextmanager
def file_reading() -> Iterator[FileReading]:
    """Bound the time of all ``parse_script`` calls inside the block, and note whether one of them was cut."""
    reading = FileReading(time.monotonic() + MAX_FILE_SECONDS)
    token = _reading.set(reading)
    try:
        yield reading
    finally:
        _reading.reset(token)


def parse_script(source: str, depth: int = 0) -> list[Command]:
    """Return the commands of a script, also those in substitutions and in constant strings that a shell is given.

    ``depth`` counts the scripts around it. A script that is not read in full (the parser crashed, took too long or too
    much memory) ends with a command named ``CUT``.
    """
    commands: list[Command] = []
    reading = _reading.get()
    if not source.strip():
        return commands
    try:
        if reading is not None:
            reading.check_time()
        for row in chain.from_iterable(PARSER.call([source, depth])):
            commands.append(_command_of(row, commands))
    except ChildFailed:
        commands.append(Command(CUT, []))
    if reading is not None:
        reading.was_cut |= any(command.name == CUT for command in commands)
    return commands


def to_row(command: Command, inside: int | None) -> list[object]:
    """Return a command as a JSON array; ``inside`` is the place of its outer command in the whole answer."""
    values = {**vars(command), "inside": inside}
    return list(values.values())


def _command_of(row: list[Any], earlier: list[Command]) -> Command:
    command = Command(*row)
    command.inside = earlier[row[_INSIDE]] if row[_INSIDE] is not None else None
    return command


_INSIDE = [part.name for part in fields(Command)].index("inside")
