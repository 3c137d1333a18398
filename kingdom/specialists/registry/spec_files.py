"""Specialists that ship as files: a folder each (``spec.yaml``, ``tests.yaml``, for a handler ``handler.py``), read into checked values."""

import ast
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import ValidationError

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadConfiguration

_CATALOGUE_PREFIX = "config."  # imports of files that are put together here
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class SpecFolder(NamedTuple):
    """One folder: its spec, its tests, and what its ``spec.yaml`` says beyond the spec."""

    spec: AgentSpec
    tests: tuple[TestCase, ...]
    extras: Mapping[str, Any]


def spec_folders_read(folder: Path, *, noun: str, extras: Sequence[str] = ()) -> tuple[SpecFolder, ...]:
    """Return what the folders in ``folder`` hold, by role. ``extras`` names the keys of ``spec.yaml`` that are not part of a spec,
    ``noun`` what the folders hold, for messages.

    Raises BadConfiguration, naming the file, for whatever cannot be read or does not hold.
    """
    return tuple(_read(path.parent, noun, extras) for path in sorted(folder.glob("*/spec.yaml")))


def handler_code(folder: Path) -> str | None:
    """Return the code of a handler specialist as one module: ``handler.py`` after its other files, by name; None where there is none.

    A sandbox is given one text. The files import from each other as ``config.<catalogue>.<role>.<file>``, and from a file beside the
    folders as ``config.<catalogue>.<file>``, for checkers and readers; these imports are taken out here, since in one module every name
    is there. Raises ValueError for a name that two of the files define.
    """
    handler = folder / "handler.py"
    if not handler.exists():
        return None
    own = [*sorted(path for path in folder.glob("*.py") if path != handler), handler]
    sources = [path.read_text(encoding="utf-8") for path in own]
    wanted = {module for source in sources for module in _imported(source)}
    beside = [path.read_text(encoding="utf-8") for path in sorted(folder.parent.glob("*.py")) if path.stem in wanted]
    seen: set[str] = set()
    return "\n\n".join(_part(source, seen) for source in [*beside, *sources])


def _imported(source: str) -> set[str]:
    """Return the last parts of our modules that a file imports from."""
    nodes = (node for node in ast.parse(source).body if isinstance(node, ast.ImportFrom))
    return {module.rpartition(".")[2] for node in nodes if (module := node.module or "").startswith(_CATALOGUE_PREFIX)}


def _part(source: str, seen: set[str]) -> str:
    """Return a file's code without its imports from its neighbours. Raises ValueError for a name that an earlier file gave already."""
    lines = source.splitlines()
    body = ast.parse(source).body
    names = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names |= {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    if twice := sorted(names & seen):
        raise ValueError(f"{twice[0]} is defined in two files")
    seen |= names
    for node in body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_CATALOGUE_PREFIX):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines).rstrip() + "\n"


def _read(folder: Path, noun: str, extras: Sequence[str]) -> SpecFolder:
    path = folder / "spec.yaml"
    try:
        data = _mapping(path)
        code = handler_code(folder)
        beyond = {name: data.pop(name) for name in extras if name in data}
        spec = AgentSpec.model_validate(
            {"role": folder.name, "engine": "handler" if code else "model", "handler_code": code, **data}
        )
        path = folder / "tests.yaml"
        tests = tuple(TestCase.model_validate(case) for case in _mapping(path)["tests"])
    except (OSError, ValueError, KeyError, TypeError, SyntaxError, yaml.YAMLError) as error:
        raise BadConfiguration(f"The {noun} {folder.name} cannot be read: {path}: {_error_message(error)}") from error
    return SpecFolder(spec, tests, beyond)


def _mapping(path: Path) -> dict[str, Any]:
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader, in C where there is one
    if not isinstance(data, dict):
        raise TypeError("it is not a mapping")
    return data


def _error_message(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(
            f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_input=False)
        )
    return str(error)
