"""Package manifests: what an installation runs, and where it takes packages from."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from kingdom.ministers.guardian.file.formats.yaml_tree import json_value
from kingdom.ministers.guardian.file.shell.command_effects import script_behaviors
from kingdom.ministers.guardian.file.structure_findings import Behavior

_HOOKS = frozenset({"preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare", "prepublish"}) | {
    "post-install-cmd",
    "post-update-cmd",
    "pre-install-cmd",
}
_DEPENDENCY_GROUPS = (
    "dependencies",
    "devDependencies",
    "optionalDependencies",
    "peerDependencies",
    "resolutions",
    "overrides",
)
_FETCHES = re.compile(
    r"\b(?:curl|wget|powershell|Invoke-WebRequest|nc)\b|node\s+-e|https?://|base64|python3?\s+-c|bash\s+-c|/dev/tcp",
    re.I,
)
# One line of a program that prints constant text and does nothing else.
_ONLY_PRINTS = re.compile(
    r"node\s+(?:-e|--eval)\s+([\"'])\s*(?:console\.(?:log|info|warn)\(\s*(?:'[^'`$\\]*'|\\?\"[^\"`$\\]*\\?\"|`[^`$]*`)\s*\)\s*;?\s*)+\1"
)
_BAD_SOURCE = re.compile(r"(?:git\+)?http://(?!localhost|127\.)|https?://(?:\d{1,3}\.){3}\d{1,3}", re.I)
_TASK_AT_OPEN = re.compile(r'"runOn"\s*:\s*"folderOpen"')


def package_json_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a ``package.json``, ``composer.json`` or a file like them."""
    data = json_value(text)
    if not isinstance(data, Mapping):
        return
    for name, command in _scripts(data.get("scripts")):
        yield from script_behaviors(command)
        if name.lower() in _HOOKS and _FETCHES.search(command) and not _ONLY_PRINTS.fullmatch(command.strip()):
            yield Behavior("file.foreign_code")
    if any(_BAD_SOURCE.search(source) for group in _DEPENDENCY_GROUPS for source in _texts(data.get(group))):
        yield Behavior("file.foreign_code")


def _scripts(scripts: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON value
    for name, value in scripts.items() if isinstance(scripts, Mapping) else ():
        for command in value if isinstance(value, list) else [value]:
            if isinstance(command, str):
                yield name, command


def _texts(packages: Any) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    return (
        (source for source in packages.values() if isinstance(source, str))
        if isinstance(packages, Mapping)
        else iter(())
    )


def requirements_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a ``requirements.txt``."""
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain.startswith("#"):
            continue
        if re.match(r"--trusted-host[ =](?!localhost|127\.)", plain):
            yield Behavior("file.loosens", number)
        elif _BAD_SOURCE.search(plain):
            yield Behavior("file.foreign_code", number)


def editor_tasks_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of an editor's tasks: commands that run when a folder is opened."""
    if _TASK_AT_OPEN.search(text):
        yield Behavior("file.starts_itself")
