"""Review of what a file does, by a parser of its format. Words have no say here."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.file_format import FileFormat, file_format
from kingdom.ministers.guardian.file.formats import (
    build_files,
    container_files,
    package_manifests,
    server_config,
    web_pages,
)
from kingdom.ministers.guardian.file.formats.configured_files import written_files
from kingdom.ministers.guardian.file.formats.service_exposure import opens_service
from kingdom.ministers.guardian.file.formats.sql_statements import sql_behaviors
from kingdom.ministers.guardian.file.formats.terraform_files import terraform_behaviors
from kingdom.ministers.guardian.file.formats.windows_scripts import windows_behaviors
from kingdom.ministers.guardian.file.formats.yaml_tree import json_value
from kingdom.ministers.guardian.file.python.python_scripts import python_behaviors
from kingdom.ministers.guardian.file.secret_values import has_secret
from kingdom.ministers.guardian.file.shell.command_effects import command_behaviors
from kingdom.ministers.guardian.file.shell.commands import Command, file_reading, parse_script
from kingdom.ministers.guardian.file.shell.readers import only_looks
from kingdom.ministers.guardian.file.shell.written_files import takes_over_command
from kingdom.ministers.guardian.file.structure_findings import Behavior, behavior_finding

MAX_STRUCTURE = 400_000  # characters; a longer file that a program reads asks a person
_MAX_CELLS = 400
_PYTHON_CELLS = ("%%time", "%%timeit", "%%capture", "%%prun")
_SHELL_CELLS = ("%%bash", "%%sh", "%%!", "%%system", "%%sx")
_CELL_COMMAND = re.compile(r"^(\s*)[!%].*")  # of a line of a notebook's cell
_SMALL_SCRIPT = 8  # commands
_ROOT_FOLDER = re.compile(r"/(?:opt|srv|app|mnt|media|sbin|bin|etc|usr)/?$|/usr/[^/]+$")
_FILE_COMMANDS = frozenset(
    {
        "ls",
        "mkdir",
        "cat",
        "read",
        "rmdir",
        "tar",
        "cut",
        "echo",
        "chown",
        "head",
        "stat",
        "sort",
        "find",
        "wc",
        "wget",
        "grep",
        "less",
        "sed",
        "ln",
        "tail",
        "chmod",
        "du",
        "xxd",
        "touch",
        "printf",
        "cp",
        "tree",
        "mv",
        "file",
        "awk",
        "rm",
    }
)


def review_structure(path: str, text: str) -> list[GuardianFinding]:
    """Return the findings about what a file at ``path`` does, each rule once."""
    kind = file_format(path, text)
    with file_reading() as reading:
        behaviors = [*_place_behaviors(path, kind, text), *_behaviors(kind, path, text)]
    if reading.was_cut:
        behaviors.append(Behavior("file.too_long"))
    if has_secret(text):
        behaviors.append(Behavior("file.secret"))
    first: dict[str, Behavior] = {}
    for behavior in behaviors:
        first.setdefault(behavior.rule, behavior)
    return [behavior_finding(behavior) for behavior in first.values()]


def _place_behaviors(path: str, kind: FileFormat, text: str) -> Iterator[Behavior]:
    if places.is_outside(path):
        yield Behavior("file.outside")
    elif (
        places.is_start_place(path)
        and not path.endswith((".sample", ".md"))
        and not _is_harmless_hook(path, text, kind)
    ):
        yield Behavior("file.start_place")


def _is_harmless_hook(path: str, text: str, kind: FileFormat) -> bool:
    return kind == "shell" and ".git/hooks/" in path and only_looks(parse_script(text))


def _behaviors(kind: FileFormat, path: str, text: str) -> Iterable[Behavior]:
    if kind == "prose":
        return ()
    if len(text) > MAX_STRUCTURE and kind not in ("table", "json", "markup"):
        return [Behavior("file.too_long")]
    if kind == "python":
        return python_behaviors(text, path)
    if kind == "unit":
        return server_config.unit_behaviors(text, path)
    return _READERS[kind](text)


def _shell_behaviors(text: str) -> Iterator[Behavior]:
    commands = parse_script(text)
    yield from command_behaviors(commands)
    if takes_over_command(text):
        yield Behavior("file.starts_itself")
    if _only_reads_the_system(commands):
        yield Behavior("file.reads_secrets", 1)


def _only_reads_the_system(commands: list[Command]) -> bool:
    """Return whether a short script is about files of the system alone: it looks at, takes or changes them."""
    if len(commands) > _SMALL_SCRIPT or any(command.name not in _FILE_COMMANDS for command in commands):
        return False
    words = chain.from_iterable((*command.words, *command.reads, *command.writes) for command in commands)
    paths = [places.normalized_path(word) for word in words if re.match(r"[/~]\w*/?[\w.]", word)]
    return bool(paths) and all(map(_is_of_the_system, paths))


def _is_of_the_system(path: str) -> bool:
    return places.is_system(path) or _ROOT_FOLDER.match(path) is not None


def _yaml_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a YAML or JSON text, and those of the files that it writes or holds."""
    yield from container_files.yaml_behaviors(text)
    if opens_service(text):
        yield Behavior("file.loosens")
    for written in written_files(text):
        kind = file_format(written.path, written.text)
        if written.path.endswith(("authorized_keys", "authorized_keys2")):
            yield Behavior("file.gives_access", written.line)
        inner = _behaviors(kind, written.path, written.text) if kind not in ("yaml", "json") else ()
        yield from (Behavior(behavior.rule, written.line) for behavior in inner)


def _make_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the recipes of a Makefile."""
    recipes = re.findall(r"^\t[@+-]*(.*)", text.replace("\\\n", " "), re.M)
    yield from command_behaviors(parse_script("\n".join(recipes).replace("$$", "$")))


def _notebook_behaviors(text: str) -> Iterator[Behavior]:
    data = json_value(text)
    cells = data.get("cells") if isinstance(data, Mapping) else None
    if not isinstance(cells, list) or len(cells) > _MAX_CELLS:
        yield Behavior("file.too_long")
    for cell in cells[:_MAX_CELLS] if isinstance(cells, list) else ():
        if not isinstance(cell, Mapping):
            yield Behavior("file.too_long")
        elif cell.get("cell_type") not in ("markdown", "raw"):
            yield from _cell_behaviors(cell.get("source", ""))


def _cell_behaviors(source: object) -> Iterator[Behavior]:
    """Yield the behaviors of a code cell: its Python, its lines for a shell, and the script of a cell for a shell."""
    if not isinstance(source, str | list):
        yield Behavior("file.too_long")
        return
    lines = "".join(map(str, [source] if isinstance(source, str) else source)).splitlines()
    first = next((line.split() for line in lines if line.strip()), [""])
    if first[0].startswith("%%") and first[0] not in _PYTHON_CELLS:
        shell = first[0] in _SHELL_CELLS
        yield from command_behaviors(parse_script("\n".join(lines[1:]))) if shell else [Behavior("file.too_long")]
        return
    scripts = [line.lstrip()[1:] for line in lines if line.lstrip().startswith("!")]
    yield from command_behaviors(parse_script("\n".join(scripts)))
    yield from python_behaviors("\n".join(_CELL_COMMAND.sub(r"\1pass", line) for line in lines), "cell.py")


def _terraform_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the blocks of a Terraform file, and of its single settings."""
    yield from terraform_behaviors(text)
    yield from server_config.settings_behaviors(text)


_READERS: Mapping[FileFormat, Callable[[str], Iterable[Behavior]]] = {
    "shell": _shell_behaviors,
    "dockerfile": container_files.dockerfile_behaviors,
    "yaml": _yaml_behaviors,
    "json": _yaml_behaviors,
    "package_json": package_manifests.package_json_behaviors,
    "requirements": package_manifests.requirements_behaviors,
    "editor_tasks": package_manifests.editor_tasks_behaviors,
    "notebook": _notebook_behaviors,
    "sshd": server_config.sshd_behaviors,
    "sudoers": server_config.sudoers_behaviors,
    "cron": server_config.cron_behaviors,
    "nginx": server_config.nginx_behaviors,
    "settings": server_config.settings_behaviors,
    "sql": sql_behaviors,
    "terraform": _terraform_behaviors,
    "page": web_pages.page_behaviors,
    "script_page": web_pages.script_page_behaviors,
    "markup": web_pages.markup_behaviors,
    "table": web_pages.table_behaviors,
    "server_page": web_pages.server_page_behaviors,
    "windows": windows_behaviors,
    "groovy": build_files.groovy_behaviors,
    "make": _make_behaviors,
}
