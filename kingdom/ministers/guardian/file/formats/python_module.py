"""Names and constants of one Python module: what a callee is called, what a text says, what a name stands for. Pure."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

_MAX_DEPTH = 8  # of constants that are joined
_MAX_NAMES = 3  # values of names that are looked into, one inside the other
_MAX_PARTS = 300_000  # of all expressions of a file that are looked at with the values of their names


class PythonModule:
    """The syntax tree of a module; ``was_cut`` tells that an expression was not looked at in full."""

    def __init__(self, tree: ast.Module) -> None:
        self.nodes = list(ast.walk(tree))
        self._parts_left = _MAX_PARTS
        self._imported = _imported_names(self.nodes)
        self._values: defaultdict[str, list[ast.expr]] = defaultdict(list)
        self._texts: dict[str, str] = {}
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

    def parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the parts of an expression and those of the values of its names, each once."""
        seen: set[int] = set()
        layer = [node]
        for _ in range(_MAX_NAMES + 1):
            values: list[ast.AST] = []
            for part in (part for outer in layer for part in self.walk(outer) if id(part) not in seen):
                seen.add(id(part))
                yield part
                if isinstance(part, ast.Name):
                    values += [value for value in self.values_of(part.id)[:5] if id(value) not in seen]
            layer = values

    def reaches(self, node: ast.AST, pattern: re.Pattern[str]) -> bool:
        """Return whether an expression calls something whose name matches, also by the values of its names."""
        return any(isinstance(part, ast.Call) and pattern.search(self.name_of(part.func)) for part in self.parts(node))


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


def _imported_names(nodes: Sequence[ast.AST]) -> dict[str, str]:
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names
