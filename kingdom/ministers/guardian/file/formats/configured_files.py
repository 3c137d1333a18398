"""Files that a YAML text holds: what Ansible and cloud-init write to a path, and the entries of a ConfigMap."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kingdom.ministers.guardian.file.formats.yaml_tree import Setting, yaml_settings

_MAX_FILES = 60  # of one text
_PATH_NAMES = frozenset({"path", "dest", "destination", "target", "file", "filename"})
_TEXT_NAMES = frozenset({"line", "content", "contents", "block", "inline", "insertbefore_line"})
_DATA = frozenset({"data", "stringdata", "files", "configs"})
_FILE_NAME = re.compile(r"^[\w.-]{1,80}\.[a-z]{1,8}$|^(?:crontab|sudoers|authorized_keys)$")
_PATH = re.compile(r"^(?:/|~/|\$HOME/|[\w.-]+/)[^\s{}]*$|^\.?[\w.-]+$")


class ConfiguredFile(NamedTuple):
    """A file that a YAML text writes or holds, and the line of its text."""

    path: str
    text: str
    line: int


def written_files(text: str) -> list[ConfiguredFile]:
    """Return the files that a YAML text writes or holds, at most ``_MAX_FILES``."""
    settings, _ = yaml_settings(text)
    found = [*_from_pairs(settings), *_from_names(settings)]
    return found[:_MAX_FILES]


def _from_pairs(settings: Sequence[Setting]) -> Iterator[ConfiguredFile]:
    """Yield a file of each mapping that names a path and what is written there."""
    for members in _mappings(settings):
        path = next((one.value for one in members if one.name in _PATH_NAMES and _PATH.match(one.value)), "")
        for one in members if path else ():
            if one.name in _TEXT_NAMES and one.value:
                yield ConfiguredFile(path, _as_file(path, one.value), one.line)


def _mappings(settings: Sequence[Setting]) -> Iterator[list[Setting]]:
    """Yield the scalar values of each mapping: one ends where its path or one of its names comes again."""
    members: list[Setting] = []
    for setting in settings:
        is_same = bool(members) and members[0].path[:-1] == setting.path[:-1]
        if not is_same or any(one.name == setting.name for one in members):
            yield members
            members = []
        members.append(setting)
    yield members


def _from_names(settings: Sequence[Setting]) -> Iterator[ConfiguredFile]:
    """Yield a file of each entry that is called like one: of a ConfigMap or of ``configs``."""
    for setting in settings:
        if "\n" in setting.value and _DATA & set(setting.path[:-1]) and _FILE_NAME.match(setting.name):
            yield ConfiguredFile(setting.name, setting.value, setting.line)


def _as_file(path: str, text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"
