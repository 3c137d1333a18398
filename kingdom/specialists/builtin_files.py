"""The files of the built-in specialists: one folder a role, read into checked values."""

import ast
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from django.conf import settings
from pydantic import ValidationError

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import BadConfiguration

FOLDER: Path = settings.BASE_DIR / "config" / "builtins"
_PACKAGE = "config.builtins."
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Builtin(NamedTuple):
    """One folder of ``config/builtins``."""

    spec: AgentSpec
    tests: tuple[TestCase, ...]
    routable: bool


def builtins_read(folder: Path = FOLDER) -> tuple[Builtin, ...]:
    """Return the built-ins of a folder by role: ``<role>/spec.yaml``, ``tests.yaml`` and, for a handler specialist, ``handler.py``.

    Raises BadConfiguration, naming the file, for whatever cannot be read or does not hold.
    """
    return tuple(_read(path.parent) for path in sorted(folder.glob("*/spec.yaml")))


def handler_code(folder: Path) -> str | None:
    """Return the code of a handler specialist as one module: ``handler.py`` after its other files, by name; None where there is none.

    A sandbox is given one text. The files import from each other as ``config.builtins.<role>.<file>``, for checkers and readers; these
    imports are taken out here, since in one module every name is there.
    """
    handler = folder / "handler.py"
    if not handler.exists():
        return None
    others = sorted(path for path in folder.glob("*.py") if path != handler)
    seen: set[str] = set()
    return "\n\n".join(_part(path.read_text(encoding="utf-8"), seen) for path in [*others, handler])


def _part(source: str, seen: set[str]) -> str:
    """Return a file's code without its imports from its neighbours. Raises ValueError for a name that an earlier file gave already."""
    lines = source.splitlines()
    body = ast.parse(source).body
    names = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    names |= {target.id for node in body if isinstance(node, ast.Assign) for target in node.targets if isinstance(target, ast.Name)}
    if twice := sorted(names & seen):
        raise ValueError(f"{twice[0]} is defined in two files")
    seen |= names
    for node in body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PACKAGE):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines).rstrip() + "\n"


def _read(folder: Path) -> Builtin:
    path = folder / "spec.yaml"
    try:
        data = _mapping(path)
        code = handler_code(folder)
        routable = bool(data.pop("routable", True))
        spec = AgentSpec.model_validate({"role": folder.name, "engine": "handler" if code else "model", "handler_code": code, **data})
        path = folder / "tests.yaml"
        tests = tuple(TestCase.model_validate(case) for case in _mapping(path)["tests"])
    except (OSError, ValueError, KeyError, TypeError, SyntaxError, yaml.YAMLError) as error:
        raise BadConfiguration(f"The built-in {folder.name} cannot be read: {path}: {_said(error)}") from error
    return Builtin(spec, tests, routable)


def _mapping(path: Path) -> dict[str, Any]:
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader, in C where there is one
    if not isinstance(data, dict):
        raise TypeError("it is not a mapping")
    return data


def _said(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_input=False))
    return str(error)
