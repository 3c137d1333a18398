"""Read specialists from folders with ``spec.yaml``, ``tests.yaml`` and, for a handler, ``handler.py``."""

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import ValidationError

from kingdom.contracts.formats.python_source import parse_source
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadConfiguration
from kingdom.specialists.registry.kept_files import kept_text

_CATALOGUE_PREFIX = "config."  # imports between files that become one module
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class SpecFolder(NamedTuple):
    """One folder: its spec, its tests, and the further keys of its ``spec.yaml``."""

    spec: AgentSpec
    tests: tuple[TestCase, ...]
    extras: Mapping[str, Any]


def spec_folders_read(folder: Path, *, noun: str, extras: Sequence[str] = ()) -> tuple[SpecFolder, ...]:
    """Return the specialists in the folders of ``folder`` by role.

    ``extras`` are the allowed keys of ``spec.yaml`` beyond a spec, ``noun`` names a folder in messages.
    Raises BadConfiguration with the path of an invalid file.
    """
    return tuple(_read(path.parent, noun, extras) for path in sorted(folder.glob("*/spec.yaml")))


def handler_code(folder: Path) -> str | None:
    """Return the code of a handler specialist as one module: each file behind those that it imports, then by name.

    None without a handler. Docstrings and comments stay in the files: the size of a module is bounded.

    The sandbox runs a single module. The files import each other as ``config.<catalogue>.<role>.<file>`` and shared
    files as ``config.<catalogue>.<file>``; these imports are removed, because all names are in one module. Raises
    ValueError for a name that two files define, and for files that import each other in a circle.
    """
    handler = folder / "handler.py"
    if not handler.exists():
        return None
    files = [*sorted(path for path in folder.glob("*.py") if path != handler), handler]
    own = Path(__file__)
    sources = [path.read_bytes() for path in (own, *files, *sorted(folder.parent.glob("*.py")))]
    return kept_text(folder, "handler", sources, lambda: _module(folder, files))


def _module(folder: Path, files: Sequence[Path]) -> str:
    parts = {path.stem: _part(path.read_text(encoding="utf-8")) for path in files}
    shared = _shared_parts(folder.parent, frozenset().union(*(part.imported for part in parts.values())))
    return _joined([*_imported_first(shared), *_imported_first(parts)])


class _Part(NamedTuple):
    """A file: its code without imports of catalogue modules, the names in it, and the last parts of those modules."""

    code: str
    names: frozenset[str]
    imported: frozenset[str]


@lru_cache(maxsize=512)  # handlers share files, and more than one part of Kingdom reads the catalogues
def _part(source: str) -> _Part:
    body = parse_source(source).body
    lines = _without_comments(source)
    imports = list(_catalogue_imports(body))
    for node in imports:
        _empty(lines, node)
    for docstring in _docstrings(body):
        _empty(lines, docstring)
    imported = frozenset((node.module or "").rpartition(".")[2] for node in imports)
    in_texts = _string_lines(body)
    kept = [line for place, line in enumerate(lines, 1) if line or place in in_texts]
    return _Part("\n".join(kept) + "\n", frozenset(_defined_names(body)), imported)


def _without_comments(source: str) -> list[str]:
    """Return the lines of a source without its comments."""
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    return lines


def _string_lines(body: Sequence[ast.stmt]) -> frozenset[int]:
    """Return the numbers of the lines within texts of several lines: an empty one belongs to its text."""
    nodes = (inner for outer in body for inner in ast.walk(outer))
    texts = (node for node in nodes if isinstance(node, ast.Constant | ast.JoinedStr))
    spans = ((node.lineno, node.end_lineno or node.lineno) for node in texts)
    return frozenset(line for start, end in spans if end > start for line in range(start, end + 1))


def _catalogue_imports(body: Sequence[ast.stmt]) -> Iterator[ast.ImportFrom]:
    for node in body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_CATALOGUE_PREFIX):
            yield node


def _docstrings(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the docstrings of a file, and of functions and classes that hold more."""
    if _is_docstring(body):
        yield body[0]
    for node in (inner for outer in body for inner in ast.walk(outer)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and len(node.body) > 1 and _is_docstring(node.body):
            yield node.body[0]


def _is_docstring(body: Sequence[ast.stmt]) -> bool:
    first = body[0].value if body and isinstance(body[0], ast.Expr) else None
    return isinstance(first, ast.Constant) and isinstance(first.value, str)


def _empty(lines: list[str], node: ast.stmt) -> None:
    end = node.end_lineno or node.lineno
    lines[node.lineno - 1 : end] = [""] * (end - node.lineno + 1)


def _shared_parts(folder: Path, imported: frozenset[str]) -> dict[str, _Part]:
    return {path.stem: _part(path.read_text(encoding="utf-8")) for path in folder.glob("*.py") if path.stem in imported}


def _imported_first(parts: Mapping[str, _Part]) -> list[_Part]:
    """Return the parts so that each stands behind those that it imports: defaults and types are evaluated at once."""
    imports = {name: sorted(parts[name].imported & parts.keys()) for name in sorted(parts)}
    return [parts[name] for name in TopologicalSorter(imports).static_order()]


def _joined(parts: Sequence[_Part]) -> str:
    seen: set[str] = set()
    for part in parts:
        if twice := sorted(part.names & seen):
            raise ValueError(f"{twice[0]} is defined in two files")
        seen |= part.names
    return "\n\n".join(part.code for part in parts)


def _defined_names(body: Sequence[ast.stmt]) -> set[str]:
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return names | {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _read(folder: Path, noun: str, extras: Sequence[str]) -> SpecFolder:
    path = folder / "spec.yaml"
    try:
        data = _mapping(path)
        code = handler_code(folder)
        further = {name: data.pop(name) for name in extras if name in data}
        spec = AgentSpec.model_validate(
            {"role": folder.name, "engine": "handler" if code else "model", "handler_code": code, **data}
        )
        path = folder / "tests.yaml"
        tests = tuple(TestCase.model_validate(case) for case in _mapping(path)["tests"])
    except (OSError, ValueError, KeyError, TypeError, SyntaxError, yaml.YAMLError) as error:
        raise BadConfiguration(f"The {noun} {folder.name} cannot be read: {path}: {_error_message(error)}") from error
    return SpecFolder(spec, tests, further)


def _mapping(path: Path) -> dict[str, Any]:
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader, in C if available
    if not isinstance(data, dict):
        raise TypeError("it is not a mapping")
    return data


def _error_message(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(
            f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in error.errors(include_input=False)
        )
    return str(error)
