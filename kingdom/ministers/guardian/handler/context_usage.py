"""The handler's context: each of its areas is called where it is named, so that what is asked of the host can be read."""

import ast
from collections.abc import Iterator

CONTEXT_AREAS = frozenset({"http", "secrets", "files", "db"})
_MAX_PASSES = 4  # functions that hand the context on to functions


def context_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that may stand for the context: ``ctx``, the second parameter of ``handle``, parameters it is handed to."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    names = {
        "ctx",
        *(arguments.arg for name, node in functions.items() if name == "handle" for arguments in node.args.args[1:2]),
    }
    for _ in range(_MAX_PASSES):
        for call in calls:
            function = functions.get(call.func.id) if isinstance(call.func, ast.Name) else None
            if function is not None:
                names |= _passed_parameters(call, function, names)
        names |= _aliases(tree, names)
    return frozenset(names)


def _passed_parameters(call: ast.Call, function: ast.FunctionDef, names: set[str]) -> set[str]:
    by_place = zip(function.args.args, call.args, strict=False)
    made = {parameter.arg for parameter, given in by_place if isinstance(given, ast.Name) and given.id in names}
    return made | {
        word.arg for word in call.keywords if word.arg and isinstance(word.value, ast.Name) and word.value.id in names
    }


def _aliases(tree: ast.Module, names: set[str]) -> set[str]:
    """Return names that are assigned the context itself."""
    made: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and node.value.id in names:
            made |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return made


def _is_files(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "files"


def find_detached_areas(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Yield (name, node) for each area that is not called at once as ``ctx.<area>.<verb>(…)``, and for a context asked by name."""
    names = context_names(tree)
    called = {
        id(node.func.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    # reading and writing files may be handed on: every path is confined where it is used
    called |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and _is_files(node.value)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
            if node.attr in CONTEXT_AREAS and id(node) not in called:
                yield f"{node.value.id}.{node.attr}", node
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "getattr" and node.args:
            first = node.args[0]
            if any(isinstance(part, ast.Name) and part.id in names for part in ast.walk(first)):
                yield "getattr", node
