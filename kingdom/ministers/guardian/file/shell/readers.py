"""Scripts that look at files and report, and change nothing."""

from collections.abc import Sequence

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.commands import Command

_LOOKS = frozenset(
    [
        "git",
        "grep",
        "egrep",
        "fgrep",
        "echo",
        "printf",
        "test",
        "[",
        "[[",
        "exit",
        "return",
        "true",
        "false",
        ":",
        "cat",
        "head",
        "tail",
        "wc",
        "sort",
        "uniq",
        "cut",
        "tr",
        "sed",
        "awk",
        "diff",
        "cmp",
        "set",
        "basename",
        "dirname",
        "ruff",
        "black",
        "flake8",
        "mypy",
        "shellcheck",
        "gofmt",
        "rustfmt",
        "isort",
        "yamllint",
        "markdownlint",
        "commitlint",
    ]
)
_GIT_LOOKS = frozenset(
    [
        "diff",
        "status",
        "rev-parse",
        "log",
        "show",
        "ls-files",
        "branch",
        "cat-file",
        "describe",
        "diff-index",
        "symbolic-ref",
    ]
)
_NOWHERE = frozenset({"/dev/null", "/dev/stderr", "/dev/stdout", "1", "2", "&1", "&2"})
_REPORTERS = frozenset({"mail", "mailx", "logger", "diff", "comm", "cmp", "wc"})
_REPORT_PLACES = ("/var/lib/", "/var/log/", "/var/cache/")


def only_looks(commands: Sequence[Command]) -> bool:
    """Return whether a script only looks at files of its own folder: it writes, fetches and runs nothing else."""
    return bool(commands) and all(map(_looks, commands))


def _looks(command: Command) -> bool:
    if command.name not in _LOOKS or not _NOWHERE.issuperset(command.writes):
        return False
    if command.name == "git" and next(iter(command.arguments), "") not in _GIT_LOOKS:
        return False
    if command.name in ("sed", "awk") and (command.has("-i", "-f") or "system" in " ".join(command.words)):
        return False
    return not any(map(_is_guarded, map(places.normalized_path, (*command.words, *command.reads))))


def _is_guarded(path: str) -> bool:
    return places.is_secret_file(path) or places.is_system(path)


def is_reported(pipeline: Sequence[Command]) -> bool:
    """Return whether what a pipeline finds goes into a report of the system, and nowhere else."""
    targets = [target for command in pipeline for target in command.writes if target not in _NOWHERE]
    reports = any(command.name in _REPORTERS for command in pipeline)
    return (reports or bool(targets)) and all(target.startswith(_REPORT_PLACES) for target in targets)
