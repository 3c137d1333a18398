"""Detection of context areas that are not called where they are named, so that their arguments cannot be checked."""

import ast
from collections.abc import Iterator, Sequence

CONTEXT_AREAS = frozenset({"http", "secrets", "files", "db"})
_MAX_PASSES = 4  # functions that pass the context on to other functions


def context_names(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Return the names that may hold the context.

    These are ``ctx``, the second parameter of ``handle``, the parameters that the context is passed to, and aliases.
    """
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    names = {"ctx"}
    if "handle" in functions:
        names |= {argument.arg for argument in functions["handle"].args.args[1:2]}
    for _ in range(_MAX_PASSES):
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id in functions:
                names |= _passed_parameters(call, functions[call.func.id], names)
        names |= _aliases(nodes, names)
    return frozenset(names)


def _is_name_in(node: ast.AST, names: frozenset[str] | set[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _passed_parameters(call: ast.Call, function: ast.FunctionDef, names: set[str]) -> set[str]:
    positional = zip(function.args.args, call.args, strict=False)
    return {parameter.arg for parameter, value in positional if _is_name_in(value, names)} | {
        keyword.arg for keyword in call.keywords if keyword.arg and _is_name_in(keyword.value, names)
    }


def _aliases(nodes: Sequence[ast.AST], names: set[str]) -> set[str]:
    """Return the names that are assigned the context itself."""
    assigned = [node for node in nodes if isinstance(node, ast.Assign) and _is_name_in(node.value, names)]
    return {target.id for node in assigned for target in node.targets if isinstance(target, ast.Name)}


def find_detached_areas(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Yield (name, node) for each area not called as ``ctx.<area>.<verb>(…)``, and for ``getattr`` on a context."""
    names = context_names(nodes)
    called = _called_areas(nodes)
    for node in nodes:
        match node:
            case ast.Attribute(value=ast.Name(id=root), attr=area) if root in names:
                if area in CONTEXT_AREAS and id(node) not in called:
                    yield f"{root}.{area}", node
            case ast.Call(func=ast.Name(id="getattr"), args=[first, *_]):
                if any(_is_name_in(part, names) for part in ast.walk(first)):
                    yield "getattr", node


def _called_areas(nodes: Sequence[ast.AST]) -> set[int]:
    """Return the ids of the nodes whose attribute is called, or that are ``files``.

    The methods of ``files`` may be passed on: each path is checked when it is used.
    """
    called: set[int] = set()
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(value=area)) | ast.Attribute(value=ast.Attribute(attr="files") as area):
                called.add(id(area))
    return called
