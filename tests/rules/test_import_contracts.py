"""Every package has a contract that names every module: a new module without a place in it fails ``lint-imports``."""

import ast
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "import_contracts.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]


def packages() -> set[str]:
    """Return the packages that hold at least two modules or packages."""
    found = set()
    for folder in (path.parent for path in (ROOT / "kingdom").rglob("__init__.py")):
        modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
        inner = {path.parent.name for path in folder.glob("*/__init__.py")} - {"migrations"}
        if len(modules | inner) >= 2 and folder.name != "migrations":
            found.add(".".join(folder.relative_to(ROOT).parts))
    return found


def test_every_package_has_a_contract_that_names_all_its_modules() -> None:
    bound = {
        container
        for contract in CONTRACTS
        if contract["type"] == "layers" and contract.get("exhaustive")
        for container in contract["containers"]
    }
    assert packages() - bound == set()
    assert bound - packages() == set(), "contracts of packages that do not exist"


def test_pure_modules_have_a_contract() -> None:
    (pure,) = [contract for contract in CONTRACTS if contract["name"].startswith("Pure modules")]
    assert {"django", "celery", "asyncio"} <= set(pure["forbidden_modules"])
    named = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "kingdom").rglob("*rules*.py")
        if "migrations" not in path.parts
    ]
    missing = [
        module
        for module in named
        if module not in pure["source_modules"]
        and not any(module.startswith(f"{source}.") for source in pure["source_modules"])
        and not any(word in module for word in ("_page", "views", "reference"))
    ]
    assert missing == []


def test_no_test_imports_from_another_test() -> None:
    """Helpers are in ``tests/factories``, or beside the tests in a module that holds none.

    The tests of handlers do not keep this yet.
    """
    found = {
        f"{path.relative_to(ROOT)}: {node.module}"
        for path in (ROOT / "tests").rglob("*.py")
        if path.parent.name != "builtins"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("tests.")
        if any(part.startswith("test_") or part == "conftest" for part in node.module.split("."))
    }
    assert found == set()
