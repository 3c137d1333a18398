"""Review of what a file does, by a parser of its format. Words have no say here."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.file_format import FileFormat, file_format
from kingdom.ministers.guardian.file.formats import container_files, package_manifests, server_config, web_pages
from kingdom.ministers.guardian.file.formats.python_scripts import python_deeds
from kingdom.ministers.guardian.file.formats.sql_statements import sql_deeds
from kingdom.ministers.guardian.file.formats.windows_scripts import windows_deeds
from kingdom.ministers.guardian.file.formats.yaml_tree import json_value
from kingdom.ministers.guardian.file.secret_values import has_secret
from kingdom.ministers.guardian.file.shell.command_effects import command_deeds
from kingdom.ministers.guardian.file.shell.commands import Command, file_reading, parse_script
from kingdom.ministers.guardian.file.structure_findings import Deed, structure_finding

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
        deeds = [*_place_deeds(path, kind), *_deeds(kind, path, text)]
    if reading.was_cut:
        deeds.append(Deed("file.too_long"))
    if has_secret(text):
        deeds.append(Deed("file.secret"))
    first: dict[str, Deed] = {}
    for deed in deeds:
        first.setdefault(deed.rule, deed)
    return [structure_finding(deed) for deed in first.values()]


def _place_deeds(path: str, kind: FileFormat) -> Iterator[Deed]:
    if places.is_outside(path):
        yield Deed("file.outside")
    elif places.is_start_place(path) and not path.endswith((".sample", ".md")):
        yield Deed("file.start_place")


def _deeds(kind: FileFormat, path: str, text: str) -> Iterable[Deed]:
    if kind == "prose":
        return ()
    if len(text) > MAX_STRUCTURE and kind not in ("table", "json", "markup"):
        return [Deed("file.too_long")]
    if kind == "python":
        return python_deeds(text, path)
    return _READERS[kind](text)


def _shell_deeds(text: str) -> Iterator[Deed]:
    commands = parse_script(text)
    yield from command_deeds(commands)
    if _only_reads_the_system(commands):
        yield Deed("file.reads_secrets", 1)


def _only_reads_the_system(commands: list[Command]) -> bool:
    """Return whether a short script is about files of the system alone: it looks at, takes or changes them."""
    if len(commands) > _SMALL_SCRIPT or any(command.name not in _FILE_COMMANDS for command in commands):
        return False
    words = chain.from_iterable((*command.words, *command.reads, *command.writes) for command in commands)
    paths = [places.normalized_path(word) for word in words if re.match(r"[/~]\w*/?[\w.]", word)]
    return bool(paths) and all(map(_is_of_the_system, paths))


def _is_of_the_system(path: str) -> bool:
    return places.is_system(path) or _ROOT_FOLDER.match(path) is not None


def _make_deeds(text: str) -> Iterator[Deed]:
    """Yield the deeds of the recipes of a Makefile."""
    recipes = re.findall(r"^\t[@+-]*(.*)", text.replace("\\\n", " "), re.M)
    yield from command_deeds(parse_script("\n".join(recipes).replace("$$", "$")))


def _notebook_deeds(text: str) -> Iterator[Deed]:
    data = json_value(text)
    cells = data.get("cells") if isinstance(data, Mapping) else None
    if not isinstance(cells, list) or len(cells) > _MAX_CELLS:
        yield Deed("file.too_long")
    for cell in cells[:_MAX_CELLS] if isinstance(cells, list) else ():
        if not isinstance(cell, Mapping):
            yield Deed("file.too_long")
        elif cell.get("cell_type") not in ("markdown", "raw"):
            yield from _cell_deeds(cell.get("source", ""))


def _cell_deeds(source: object) -> Iterator[Deed]:
    """Yield the deeds of a code cell: its Python, its lines for a shell, and the script of a cell for a shell."""
    if not isinstance(source, str | list):
        yield Deed("file.too_long")
        return
    lines = "".join(map(str, [source] if isinstance(source, str) else source)).splitlines()
    first = next((line.split() for line in lines if line.strip()), [""])
    if first[0].startswith("%%") and first[0] not in _PYTHON_CELLS:
        shell = first[0] in _SHELL_CELLS
        yield from command_deeds(parse_script("\n".join(lines[1:]))) if shell else [Deed("file.too_long")]
        return
    scripts = [line.lstrip()[1:] for line in lines if line.lstrip().startswith("!")]
    yield from command_deeds(parse_script("\n".join(scripts)))
    yield from python_deeds("\n".join(_CELL_COMMAND.sub(r"\1pass", line) for line in lines), "cell.py")


_READERS: Mapping[FileFormat, Callable[[str], Iterable[Deed]]] = {
    "shell": _shell_deeds,
    "dockerfile": container_files.dockerfile_deeds,
    "yaml": container_files.yaml_deeds,
    "json": container_files.yaml_deeds,
    "package_json": package_manifests.package_json_deeds,
    "requirements": package_manifests.requirements_deeds,
    "editor_tasks": package_manifests.editor_tasks_deeds,
    "notebook": _notebook_deeds,
    "sshd": server_config.sshd_deeds,
    "sudoers": server_config.sudoers_deeds,
    "cron": server_config.cron_deeds,
    "unit": server_config.unit_deeds,
    "nginx": server_config.nginx_deeds,
    "settings": server_config.settings_deeds,
    "sql": sql_deeds,
    "page": web_pages.page_deeds,
    "script_page": web_pages.script_page_deeds,
    "markup": web_pages.markup_deeds,
    "table": web_pages.table_deeds,
    "server_page": web_pages.server_page_deeds,
    "windows": windows_deeds,
    "make": _make_deeds,
}
