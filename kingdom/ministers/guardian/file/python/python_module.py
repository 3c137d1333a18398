"""Names and constants of one Python module: what a callee is called, what a text says, what a name stands for. Pure."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
_MAX_DEPTH = 8  # of constants that are joined
_MAX_NAMES = 3  # values of names that are looked into, one inside the other
_FILLERS = frozenset({"append", "extend", "add", "update", "write", "insert", "setdefault"})
_MAX_VALUES = 6  # of one name
_MAX_PARTS = 300_000  # of all expressions of a file that are looked at with the values of their names


class PythonModule:
    """The syntax tree of a module; ``was_cut`` tells that an expression was not looked at in full."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = list(ast.walk(tree))
        self._parts_left = _MAX_PARTS
        self._imported = _imported_names(self.nodes)
        self._values: defaultdict[str, list[ast.expr]] = defaultdict(list)
        self._texts: dict[str, str] = {}
        self.functions = {node.name: node for node in self.nodes if isinstance(node, FUNCTIONS)}
        self._flows: defaultdict[str, list[ast.expr]] = defaultdict(list)
        for name, value in (*_filled_values(self.nodes), *_passed_values(self.nodes, self.functions)):
            self._flows[name].append(value)
        for name, value in _bound_values(self.nodes):
            self._values[name].append(value)
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                self._texts[name] = value.value

    @property
    def was_cut(self) -> bool:
        return not self._parts_left

    def values_of(self, name: str) -> Sequence[ast.expr]:
        """Return what assignments and ``with`` bind a name to, anywhere in the module."""
        return self._values.get(name, ())

    def name_of(self, node: ast.expr) -> str:
        """Return the dotted name of a callee with imports resolved, ``""`` for others."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Call):
            parts.append(self.name_of(node.func) if len(parts) < 3 else "")
        elif isinstance(node, ast.Name):
            parts.append(self._imported.get(node.id, node.id))
        return ".".join(reversed(parts))

    def text_of(self, node: ast.expr, depth: int = 0) -> str:
        """Return the constant text of an expression, with unknown parts left out."""
        if depth > _MAX_DEPTH:
            return ""
        match node:
            case ast.Constant(value=value):
                return _constant_text(value)
            case ast.Name(id=name):
                return self._texts.get(name, "")
            case ast.Call():
                return self._path_of(node, depth)
            case _:
                separator, parts = _joined_parts(node)
                return separator.join(self.text_of(part, depth + 1) for part in parts)

    def _path_of(self, node: ast.Call, depth: int) -> str:
        """Return the path that a call makes of constants: ``os.path.join``, ``Path(…)``, ``expanduser``."""
        parts = [*node.args] or ([node.func.value] if isinstance(node.func, ast.Attribute) else [])
        return "/".join(filter(None, (self.text_of(part, depth + 1) for part in parts)))

    def walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the parts of an expression as ``ast.walk`` does, as long as the file's budget lasts."""
        for part in ast.walk(node):
            if not self._parts_left:
                return
            self._parts_left -= 1
            yield part

    def parts(self, node: ast.AST, *, flows: bool = False) -> Iterator[ast.AST]:
        """Yield the parts of an expression and those of the values of its names, each once.

        With ``flows`` a name has also the values that loops, calls and the filling of a collection give it.
        """
        seen: set[int] = set()
        layer = [node]
        for _ in range(_MAX_NAMES + 1):
            values: list[ast.AST] = []
            for part in (part for outer in layer for part in self.walk(outer) if id(part) not in seen):
                seen.add(id(part))
                yield part
                name = _bound_name(part)
                known = [*self.values_of(name), *(self._flows.get(name, ()) if flows else ())] if name else []
                values += [value for value in known[:_MAX_VALUES] if id(value) not in seen]
            layer = values

    def reaches(self, node: ast.AST, pattern: re.Pattern[str], *, flows: bool = False) -> bool:
        """Return whether an expression calls something whose name matches, also by the values of its names."""
        calls = (part for part in self.parts(node, flows=flows) if isinstance(part, ast.Call))
        return any(pattern.search(self.name_of(call.func)) for call in calls)


def _constant_text(value: object) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else ""


def _joined_parts(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """Return what joins the texts of an expression's parts, and the parts."""
    match node:
        case ast.JoinedStr(values=values):
            return "", values
        case ast.FormattedValue(value=value):
            return "", [value]
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return "/", [left, right]
        case ast.BinOp(left=left, right=right):
            return "", [left, right]
        case _:
            return "", []


def _bound_values(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name with each value that an assignment or a ``with`` binds it to."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))
            case ast.withitem(context_expr=value, optional_vars=ast.Name(id=name)):
                yield name, value


def _filled_values(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name with each value that a loop gives it, that is put into it, or that its function returns."""
    for node in nodes:
        yield from _assigned_values(node)
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from ((name, value) for value in _returned_values(node))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=verb), args=args) if verb in _FILLERS:
                yield from ((name, value) for value in args)


def _assigned_values(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name with each value that an assignment or a loop gives it."""
    match node:
        case ast.Assign(targets=targets, value=value):
            inner = (target for target in targets if not isinstance(target, ast.Name))
            yield from ((name, value) for target in inner for name in _target_names(target))
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.AugAssign(target=target, value=value)
            | ast.For(target=target, iter=value)
            | ast.comprehension(target=target, iter=value)
        ):
            yield from ((name, value) for name in _target_names(target))


def _passed_values(nodes: Sequence[ast.AST], functions: Mapping[str, Function]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each parameter of the module's own functions with each value that a call passes for it."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            parameters = functions[node.func.id].args.args
            yield from ((one.arg, value) for one, value in zip(parameters, node.args, strict=False))
            yield from ((word.arg, word.value) for word in node.keywords if word.arg)


def _bound_name(node: ast.AST) -> str:
    """Return the name that a part of an expression is bound by, ``""`` for none."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return f"self.{name}"
        case _:
            return ""


def _target_names(target: ast.expr) -> Iterator[str]:
    """Yield the names that an assignment changes: of ``a``, ``a, b`` and ``a[…]``."""
    match target:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            yield name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            yield f"self.{name}"
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            yield from (part.id for part in parts if isinstance(part, ast.Name))


def _returned_values(function: Function) -> Iterator[ast.expr]:
    for part in ast.walk(function):
        if isinstance(part, ast.Return | ast.Yield) and part.value is not None:
            yield part.value


def _imported_names(nodes: Sequence[ast.AST]) -> dict[str, str]:
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names
