"""Reads the commands of a shell script by tree-sitter's grammar of bash, as the program of an isolated child.

The parser is C code that hostile text crashes: no process that others share imports this module.
"""

import re
import time
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from kingdom.core.deployment.isolated_child import serve
from kingdom.ministers.guardian.file.shell.commands import CUT, Command, base_name, to_row
from kingdom.ministers.guardian.file.shell.programs import SHELLS

MAX_PART = 4_000  # characters that are parsed at once
MAX_NODES = 20_000  # of one part
MAX_COMMANDS = 20_000  # of one script
MAX_SECONDS = 1.7  # of one script with those inside it; the parent waits CALL_SECONDS
_MAX_REDIRECTS = 10
MAX_DEPTH = 3  # scripts inside strings
_WRAPPERS = {"sudo", "doas", "env", "nohup", "time", "exec", "command", "builtin", "xargs", "timeout", "nice", "ionice"}
_WRAPPERS |= {"setsid", "stdbuf", "busybox", "unbuffer", "then", "else"}
_VALUE_OPTIONS = frozenset({"-u", "-n", "-g", "-k", "-s", "-c", "-I", "-P", "-L", "-d"})
_WRAPPER_OPTION = re.compile(r"-|[^=]*=|\d+[smh]?\Z")
_VARIABLE = re.compile(r"\$\{?(\w+)(?::?-[^}]*)?\}?")
_BODY_TYPES = frozenset({"heredoc_body", "word", "string", "raw_string", "ansi_c_string", "translated_string"})


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


def read_script(source: str, depth: int, end: float) -> Iterator[list[Command]]:
    """Yield the commands of a script part by part, then those of each script inside it.

    One that is not read by ``end`` (of the monotonic clock) ends with a command named ``CUT``.
    """
    reader = _Reader()
    for first_line, part in _parts(source):
        known = len(reader.commands)
        reader.read(part.encode("utf-8", "replace"), first_line)
        yield reader.commands[known:]
        if time.monotonic() > end or len(reader.commands) > MAX_COMMANDS:
            yield [Command(CUT, [])]
            break
    for command in reader.commands if depth < MAX_DEPTH else ():
        for inner in nested_scripts(command):
            if time.monotonic() > end:
                yield [Command(CUT, [])]
                return
            yield [_moved(part, command) for part in list(chain.from_iterable(read_script(inner, depth + 1, end)))]


def answer(request: tuple[str, int]) -> Iterator[list[list[object]]]:
    """Yield the commands of a script, given with its depth, as rows."""
    source, depth = request
    places: dict[int, int] = {}
    kept: list[Command] = []  # an id is unique among living objects only
    for commands in read_script(source, depth, time.monotonic() + MAX_SECONDS):
        for command in commands:
            places[id(command)] = len(kept)
            kept.append(command)
        yield [to_row(c, places[id(c.inside)] if c.inside is not None else None) for c in commands]


def _parts(source: str) -> Iterator[tuple[int, str]]:
    """Yield (lines before, text) of parts that end at a line's end where they can.

    The parser's work grows with the square of a hostile text, so that it is given small parts only.
    """
    at = lines = 0
    while at < len(source):
        end = at + MAX_PART
        if end < len(source):
            end = max(source.rfind("\n\n", at, end), source.rfind("\n}\n", at, end)) + 2
            end = end if end > at + 2 else max(source.rfind("\n", at, at + MAX_PART) + 1, 0)
            end = end if end > at else at + MAX_PART
        yield lines, source[at:end]
        lines += source.count("\n", at, end)
        at = end


def _moved(part: Command, outer: Command) -> Command:
    part.line, part.pipeline = outer.line, -(outer.pipeline * 1_000 + abs(part.pipeline) + 1)
    return part


def nested_scripts(command: Command) -> Iterator[str]:
    """Yield the constant scripts that a command runs: ``sh -c``, ``eval``, ``su -c``, ``trap``, here documents."""
    if command.name in SHELLS | {"su", "ssh"}:
        if command.has("-c"):
            yield from (word for word in command.words if " " in word or "/" in word)
        if command.text:
            yield command.text
    elif command.name == "eval":
        yield " ".join(command.words)
    elif command.name == "trap" and command.words:
        yield command.words[0]


class _Place(NamedTuple):
    """What a node gets from the nodes around it."""

    pipeline: int = 0
    redirects: tuple[Node, ...] = ()
    inside: Command | None = None


class _Reader:
    """Walks a syntax tree from its root, without recursion and without a way back up, and collects its commands."""

    def __init__(self) -> None:
        self.source, self._first_line = b"", 0
        self.commands: list[Command] = []
        self.variables: dict[str, str] = {}
        self._pipelines = 0

    def read(self, source: bytes, first_line: int) -> None:
        """Add the commands of one part of a script."""
        self.source, self._first_line = source, first_line
        waiting, seen = [(_parser().parse(source).root_node, _Place())], 0
        while waiting and seen < MAX_NODES:
            node, place = waiting.pop()
            seen += 1
            if node.type == "variable_assignment":
                self._assign(node)
            children = node.children
            inner = self._inner_place(node, children, place)
            for at in range(len(children) - 1, -1, -1):
                waiting.append((children[at], _child_place(node, children, at, inner)))
        if waiting:
            self.commands.append(Command(CUT, []))

    def _inner_place(self, node: Node, children: list[Node], place: _Place) -> _Place:
        """Return what the children of a node get; a command is collected."""
        match node.type:
            case "command":
                return _Place(inside=self._command(node, children, place))
            case "command_substitution" | "process_substitution":
                return _Place(inside=place.inside)
            case "pipeline" if not place.pipeline:
                self._pipelines += 1
                return place._replace(pipeline=self._pipelines)
            case "redirected_statement":
                own = tuple(child for child in children if child.type.endswith("_redirect"))
                return place._replace(redirects=(*place.redirects, *own)[:_MAX_REDIRECTS])
            case _:
                return place

    def _assign(self, node: Node) -> None:
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None:
            self.variables[self._raw(name)] = self.text_of(value)

    def _command(self, node: Node, children: list[Node], place: _Place) -> Command:
        name, words = _unwrapped([self.text_of(child) for child in children if not _is_outer(child)])
        if not place.pipeline:
            self._pipelines += 1
        line, pipeline = self._first_line + node.start_point[0] + 1, place.pipeline or self._pipelines
        command = Command(name, words, line, pipeline, inside=place.inside)
        for redirect in (*place.redirects, *(child for child in children if child.type.endswith("_redirect"))):
            self._redirect(redirect, command)
        self.commands.append(command)
        return command

    def _redirect(self, node: Node, command: Command) -> None:
        if node.type == "file_redirect":
            self._file_redirect(node, command)
            return
        body = next((child for child in node.children if child.type in _BODY_TYPES), None)
        command.text += self.text_of(body) if body is not None else ""
        for child in node.children:
            if child.type == "file_redirect":
                self._file_redirect(child, command)

    def _file_redirect(self, node: Node, command: Command) -> None:
        target = node.child_by_field_name("destination")
        operator = next((child.type for child in node.children if "<" in child.type or ">" in child.type), "")
        paths = command.reads if operator == "<" else command.writes
        paths.append(self.text_of(target) if target is not None else "")

    def text_of(self, node: Node) -> str:
        """Return the text of a word with its quotes removed and its constant variables filled in."""
        raw = self._raw(node)
        if node.type == "raw_string":
            return raw[1:-1]
        if node.type == "ansi_c_string":
            return raw[2:-1]
        if node.type in ("concatenation", "command_name"):
            return "".join(self.text_of(child) for child in node.children) or raw
        if node.type in ("string", "translated_string"):
            raw = raw.strip('"')
        if node.type in ("command_substitution", "process_substitution"):
            return raw
        return _VARIABLE.sub(lambda found: self.variables.get(found[1], found[0])[:500], raw)

    def _raw(self, node: Node) -> str:
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _child_place(node: Node, children: list[Node], at: int, inner: _Place) -> _Place:
    """Return what one child gets: only the last command of a pipeline has the redirections that stand after it."""
    if node.type == "pipeline" and at < len(children) - 1 and inner.redirects:
        return inner._replace(redirects=())
    return inner


def _is_outer(node: Node) -> bool:
    return node.type.endswith("_redirect") or node.type == "variable_assignment"


def _unwrapped(words: list[str]) -> tuple[str, list[str]]:
    """Return the name and the arguments of a command without what only changes how it runs (``sudo``, ``env``, …)."""
    while len(words) > 1 and base_name(words[0]) in _WRAPPERS:
        words = _without_options(words[1:], base_name(words[0]))
    return (base_name(words[0]), words[1:]) if words else ("", [])


def _without_options(words: list[str], wrapper: str) -> list[str]:
    """Return the words after the leading options, variables and times of a wrapper."""
    while words and _WRAPPER_OPTION.match(words[0]):
        has_value = wrapper != "env" and words[0] in _VALUE_OPTIONS and len(words) > 1
        words = words[2 if has_value else 1 :]
    return words


if __name__ == "__main__":
    serve(answer)
