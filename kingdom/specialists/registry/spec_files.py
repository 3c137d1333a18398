"""Read specialists from folders with ``spec.yaml``, ``tests.yaml`` and, for a handler, ``handler.py``."""

import ast
import re
import tokenize
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import ValidationError

from kingdom.contracts.formats.python_source import MAX_SOURCE, parse_source
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadConfiguration
from kingdom.specialists.registry.kept_files import kept_text

_CATALOGUE_PREFIX = "config."  # imports between files that become one module
_Statement = tuple[ast.stmt, set[str], frozenset[str]]  # with the names that it defines, and those in it
_ENTRY = "handle"  # the function that the sandbox calls
_INDENT = re.compile(r"^(?: {4})+", re.MULTILINE)
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
    """Return the code of a handler specialist as one module: its other files by name, then ``handler.py``.

    None without a handler.

    The sandbox runs a single module. The files import each other as ``config.<catalogue>.<role>.<file>`` and shared
    files as ``config.<catalogue>.<file>``; these imports are removed, because all names are in one module. Code that
    would be longer than a handler may be is shortened. Raises ValueError for a name that two files
    define.
    """
    handler = folder / "handler.py"
    if not handler.exists():
        return None
    files = [*sorted(path for path in folder.glob("*.py") if path != handler), handler]
    own = Path(__file__)
    sources = [path.read_bytes() for path in (own, *files, *sorted(folder.parent.glob("*.py")))]
    return kept_text(folder, "handler", sources, lambda: _module(folder, files))


def _module(folder: Path, files: Sequence[Path]) -> str:
    parts = [_part(path.read_text(encoding="utf-8")) for path in files]
    return _joined([*_shared_parts(folder.parent, frozenset().union(*(part.imported for part in parts))), *parts])


_LONGEST_PLAIN = 240_000  # characters of a handler that keeps its comments and types


class _Part(NamedTuple):
    """A file: its code without imports of catalogue modules, the names in it, and the last parts of those modules."""

    code: str
    names: frozenset[str]
    imported: frozenset[str]


@lru_cache(maxsize=512)  # handlers share files, and more than one part of Kingdom reads the catalogues
def _part(source: str) -> _Part:
    lines = source.splitlines()
    body = parse_source(source).body
    imports = [
        node for node in body if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_CATALOGUE_PREFIX)
    ]
    for node in imports:
        lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    imported = frozenset((node.module or "").rpartition(".")[2] for node in imports)
    return _Part("\n".join(lines).rstrip() + "\n", frozenset(_defined_names(body)), imported)


def _shared_parts(folder: Path, imported: frozenset[str]) -> list[_Part]:
    return [_part(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.py")) if path.stem in imported]


def _joined(parts: Sequence[_Part]) -> str:
    seen: set[str] = set()
    for part in parts:
        if twice := sorted(part.names & seen):
            raise ValueError(f"{twice[0]} is defined in two files")
        seen |= part.names
    code = "\n\n".join(part.code for part in parts)
    return code if len(code) <= _LONGEST_PLAIN else _shortened(tuple(parts))


@lru_cache(maxsize=4)  # takes half a second
def _shortened(parts: tuple[_Part, ...]) -> str:
    """Return the parts as one module, indented by tabs, written shortly, without comments, without docstrings but those
    that are a whole body, without the types of functions, and without definitions that nothing names.
    """
    module = ast.Module([_untyped(node) for node in _named_statements(parts)], type_ignores=[])
    for node in ast.walk(module):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef) or len(node.body) < 2:
            continue
        if ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
    code = _INDENT.sub(lambda spaces: "\t" * (len(spaces.group()) // 4), ast.unparse(module)) + "\n"
    return code if len(code) <= MAX_SOURCE else _written_shortly(code)


def _written_shortly(code: str) -> str:
    """Return code without spaces behind commas, and with its texts written raw where that is shorter."""
    lines = code.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(iter(lines).__next__))):
        if token.type not in (tokenize.STRING, tokenize.OP):
            continue
        (row, start), (last, end) = token.start, token.end
        before, behind = lines[row - 1][:start], lines[row - 1][end:]
        if token.type == tokenize.STRING and row == last and token.string[0] in "'\"":
            lines[row - 1] = before + _raw_text(token.string) + behind
        elif token.string == ",":
            lines[row - 1] = f"{before},{behind.removeprefix(' ')}"
    return "".join(lines)


def _raw_text(literal: str) -> str:
    """Return the literal of a text as a raw one that means the same, or itself where none is shorter."""
    if "\\" not in literal:
        return literal
    statement, quote = parse_source(literal).body[0], literal[0]
    value = str(getattr(getattr(statement, "value", None), "value", ""))
    raw = f"r{quote}{value}{quote}"
    is_same = value.isprintable() and quote not in value and not value.endswith("\\")
    return raw if is_same and len(raw) < len(literal) else literal


def _untyped(statement: ast.stmt) -> ast.stmt:
    """Return a statement whose functions say nothing of types; the fields of classes keep them."""
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return statement


def _named_statements(parts: Sequence[_Part]) -> list[ast.stmt]:
    """Return the statements of the parts without texts and without definitions that no other one names."""
    body = [node for part in parts for node in parse_source(part.code).body if not _is_text(node)]
    facts = [(node, _defined_names([node]), _names_in(node)) for node in body]
    while len(named := [entry for entry in facts if _is_named(entry, facts)]) < len(facts):
        facts = named
    return [node for node, _, _ in facts]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_named(entry: _Statement, others: Sequence[_Statement]) -> bool:
    """Return whether what a statement defines is named by any other; one that defines nothing always stays."""
    node, defined, _ = entry
    if not defined or _ENTRY in defined:
        return True
    return any(not defined.isdisjoint(names) for other, _, names in others if other is not node)


def _names_in(node: ast.stmt) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


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
