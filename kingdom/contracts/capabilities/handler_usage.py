"""Static analysis of a handler: which operations of ``ctx`` its code names. Pure.

The analysis follows the context by name: the second parameter of ``handle``, plain aliases, and parameters of the
code's own functions that it is passed to. It decides what the card shows, never what is safe: the host refuses every
operation that it did not find.
"""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kingdom.contracts.formats.python_source import UnparsableSource, parse_source

# attributes of ``ctx`` and of its areas, and the operation of the host behind each
CONTEXT_OPERATIONS: Mapping[str, Mapping[str, str]] = {
    "http": dict.fromkeys(("get", "head", "post", "put", "patch", "delete", "request"), "http"),
    "files": {"read": "files.read", "write": "files.write"},
    "tools": {"call": "tools.call"},
    "secrets": {"get": "secrets.get"},
}
OPERATIONS: frozenset[str] = frozenset(op for area in CONTEXT_OPERATIONS.values() for op in area.values())
_PLAIN_ATTRIBUTES = frozenset({"now"})
_MAX_FUNCTIONS = 200  # functions and names that the context is followed into
_MAX_VISITS = 1_000_000  # nodes read while following it: about one second
_CACHED_HANDLERS = 64
_Function = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True)
class HandlerUsage:
    """What a handler's code names of ``ctx``.

    ``tools`` holds the constant names of ``ctx.tools.call``; ``dynamic_tools`` says that a name is not constant.
    ``opaque`` lists (line, text) of places where the context cannot be followed: then it may use every operation.
    ``unknown`` lists (line, name) of attributes that the context does not have.
    """

    operations: frozenset[str] = frozenset()
    tools: frozenset[str] = frozenset()
    dynamic_tools: bool = False
    opaque: tuple[tuple[int, str], ...] = ()
    unknown: tuple[tuple[int, str], ...] = ()


def _everything(line: int, reason: str) -> HandlerUsage:
    return HandlerUsage(operations=OPERATIONS, dynamic_tools=True, opaque=((line, reason),))


@lru_cache(maxsize=_CACHED_HANDLERS)
def handler_usage(code: str) -> HandlerUsage:
    """Return what a handler's code names of ``ctx``; code that cannot be analysed counts as using everything."""
    try:
        tree = parse_source(code)
        handlers = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "handle"]
        if len(handlers) != 1 or len(_parameters(handlers[0])) < 2:
            return _everything(1, "handle(payload, ctx) is not defined exactly once with both parameters")
        return _ContextTrace(tree).usage(handlers[0])
    except UnparsableSource as error:
        return _everything(1, f"the code cannot be read: {error}")


def _parameters(function: _Function) -> list[str]:
    return [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]


class _ContextTrace:
    """Follows the context through one module."""

    def __init__(self, tree: ast.Module) -> None:
        self._parents: dict[int, ast.AST] = {}
        self._functions: dict[str, list[ast.FunctionDef]] = {}
        unread: list[ast.AST] = [tree]
        while unread:
            node = unread.pop()
            if isinstance(node, ast.FunctionDef):
                self._functions.setdefault(node.name, []).append(node)
            children = list(ast.iter_child_nodes(node))
            self._parents.update(dict.fromkeys(map(id, children), node))
            unread += children
        self._waiting: list[tuple[_Function, str]] = []
        self._seen: set[tuple[int, str]] = set()
        self._operations: set[str] = set()
        self._tools: set[str] = set()
        self._dynamic_tools = False
        self._opaque: list[tuple[int, str]] = []
        self._unknown: list[tuple[int, str]] = []
        self._visits = 0

    def usage(self, handler: ast.FunctionDef) -> HandlerUsage:
        """Return the usage that begins at ``handle``."""
        self._enter(handler, _parameters(handler)[1])
        while self._waiting and not self._is_exhausted(handler):
            function, name = self._waiting.pop()
            places = list(self._names_in(function, name))
            for node in places:
                self._place(node, function)
        if self._opaque:
            self._operations, self._dynamic_tools = set(OPERATIONS), True
        return HandlerUsage(
            frozenset(self._operations),
            frozenset(self._tools),
            self._dynamic_tools,
            tuple(sorted(set(self._opaque))),
            tuple(sorted(set(self._unknown))),
        )

    def _is_exhausted(self, handler: ast.FunctionDef) -> bool:
        """Return whether following the context further would take too long; then it counts as using everything."""
        if len(self._seen) <= _MAX_FUNCTIONS and self._visits <= _MAX_VISITS:
            return False
        self._opaque.append((handler.lineno, "the context is passed through too many functions and names"))
        return True

    def _enter(self, function: _Function, name: str) -> None:
        key = (id(function), name)
        if key in self._seen:
            return
        self._seen.add(key)
        self._waiting.append((function, name))

    def _names_in(self, function: _Function, name: str) -> Iterator[ast.Name]:
        """Yield the places in a function's body that name ``name``; inner functions that rebind it are left out."""
        waiting: list[ast.AST] = list(function.body) if isinstance(function, ast.FunctionDef) else [function.body]
        while waiting:
            node = waiting.pop()
            self._visits += 1
            if isinstance(node, ast.Name) and node.id == name:
                yield node
            if isinstance(node, _Function) and name in _bound_arguments(node):
                waiting += [*node.args.defaults, *(value for value in node.args.kw_defaults if value is not None)]
                continue
            waiting += ast.iter_child_nodes(node)

    def _place(self, node: ast.Name, function: _Function) -> None:
        """Judge one place that names the context."""
        match self._parents[id(node)]:
            case _ if not isinstance(node.ctx, ast.Load):
                return  # bound to something else
            case ast.Attribute() as attribute:
                self._attribute(attribute)
            case ast.Assign(targets=[ast.Name(id=alias)], value=value) if value is node:
                self._enter(function, alias)
            case ast.Call() as call:
                self._argument(call, node)
            case ast.keyword() as keyword:
                self._argument(self._parents[id(keyword)], node)
            case _:
                self._lost(node)

    def _lost(self, node: ast.expr) -> None:
        self._opaque.append((node.lineno, "the context is kept or passed on where it cannot be followed"))

    def _argument(self, call: ast.AST, node: ast.Name) -> None:
        """Follow the context into a call: of ``getattr`` with a constant name, or of the code's own functions."""
        match call:
            case ast.Call(func=ast.Name(id="getattr"), args=[first, ast.Constant(value=str(name)), *_]) if (
                first is node
            ):
                self._area(name, call, None)
            case ast.Call(func=ast.Name(id=name)) if self._functions.get(name):
                for function in self._functions[name]:
                    self._pass(call, node, function)
            case _:
                self._lost(node)

    def _pass(self, call: ast.Call, node: ast.Name, function: ast.FunctionDef) -> None:
        position = next((index for index, value in enumerate(call.args) if value is node), None)
        keyword = next((word.arg for word in call.keywords if word.value is node), None)
        by_position = dict(enumerate(_parameters(function)))
        received = keyword if position is None else by_position.get(position)
        starred = any(isinstance(value, ast.Starred) for value in call.args)
        if starred or received not in {*by_position.values(), *(word.arg for word in function.args.kwonlyargs)}:
            self._lost(node)
        elif received is not None:
            self._enter(function, received)

    def _attribute(self, attribute: ast.Attribute) -> None:
        parent = self._parents.get(id(attribute))
        verb = parent if isinstance(parent, ast.Attribute) else None
        self._area(attribute.attr, attribute, verb)

    def _area(self, area: str, node: ast.expr, verb: ast.Attribute | None) -> None:
        """Note an area of the context and its operation; an area as a value may use all of its operations."""
        if area in _PLAIN_ATTRIBUTES:
            return
        operations = CONTEXT_OPERATIONS.get(area)
        if operations is None or (verb is not None and verb.attr not in operations):
            name = area if operations is None else f"{area}.{verb.attr if verb is not None else ''}"
            self._unknown.append((node.lineno, f"ctx.{name}"))
            return
        self._operations |= set(operations.values()) if verb is None else {operations[verb.attr]}
        if area == "tools":
            self._tool_name(verb)

    def _tool_name(self, verb: ast.Attribute | None) -> None:
        match self._parents.get(id(verb)):
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]) if func is verb:
                self._tools.add(name)
            case ast.Call(func=func, args=[], keywords=keywords) if func is verb:
                named = [word.value for word in keywords if word.arg == "name"]
                self._constant_name(named[0] if named else None)
            case _:
                self._dynamic_tools = True

    def _constant_name(self, value: ast.expr | None) -> None:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            self._tools.add(value.value)
        else:
            self._dynamic_tools = True


def _bound_arguments(function: _Function) -> set[str]:
    arguments = function.args
    several = [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    return {*_parameters(function), *(argument.arg for argument in (*arguments.kwonlyargs, *several))}
