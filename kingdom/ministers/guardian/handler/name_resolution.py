"""Resolution of a handler's names to builtins, modules and local bindings, by Python's own symbol table."""

import ast
import io
import symtable
import tokenize
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kingdom.contracts.formats.python_source import child_nodes

_BUILTIN_CLASSES = frozenset({"type", "object", "int", "str", "list", "dict", "tuple", "set", "bytes", "float", "bool"})
_COPIERS = frozenset({"copy", "deepcopy", "replace"})


@dataclass(frozen=True)
class HandlerNames:
    """The bindings of a module: local names of each function, non-local names, imports and constants."""

    local: frozenset[tuple[str, int, str]]  # function name, first line, local name
    non_local: frozenset[str]  # bound where Python falls back to the builtin when the binding is missing
    modules: dict[str, str] = field(default_factory=dict)  # local name -> dotted module
    imported: dict[str, str] = field(default_factory=dict)  # local name -> dotted module + "." + name
    constants: dict[str, ast.expr] = field(default_factory=dict)  # names assigned exactly once in the module
    tables: frozenset[str] = (
        frozenset()
    )  # names that the code only looks up in: ``t[key]``, ``t.get(key, …)``, ``in t``
    private_attributes: frozenset[str] = frozenset()  # of the code's own classes
    imported_values: frozenset[str] = frozenset()  # names bound to what an imported function or class returns


def read_names(source: str, nodes: Sequence[ast.AST]) -> HandlerNames:
    """Return the names of a module with these nodes. Raises SyntaxError for what only the symbol table detects."""
    local: set[tuple[str, int, str]] = set()
    non_local: set[str] = set()
    for table in _walk_symbol_tables(symtable.symtable(source, "handler", "exec")):
        if table.get_type() == "function":
            symbols = table.get_symbols()
            names = [symbol.get_name() for symbol in symbols if symbol.is_local() and not symbol.is_imported()]
            local |= {(table.get_name(), table.get_lineno(), name) for name in names}
            non_local |= {
                symbol.get_name() for symbol in symbols if symbol.is_declared_global() and symbol.is_assigned()
            }
        else:
            non_local |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_assigned()}
    return HandlerNames(
        frozenset(local),
        frozenset(non_local),
        dict(_imported_modules(nodes)),
        dict(_imported_names(nodes)),
        _constants(nodes),
        _looked_up_names(nodes),
        frozenset(_private_attributes(nodes)),
        _imported_values(nodes),
    )


def _private_attributes(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for part in nodes:
        for node in ast.walk(part) if isinstance(part, ast.ClassDef) else ():
            yield from _class_names(node)
            match node:
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()) if not name.startswith("__"):
                    yield name


def _class_names(node: ast.AST) -> Iterator[str]:
    """Yield the private names that the body of a class defines."""
    for part in node.body if isinstance(node, ast.ClassDef) else ():
        match part:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)) if not name.startswith("__"):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) if not name.startswith("__"):
                yield name


def non_normalized_identifiers(source: str) -> Iterator[tuple[str, int]]:
    """Yield (name, line) of identifiers that the parser changes (NFKC). Raises TokenError for invalid Python."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and unicodedata.normalize("NFKC", token.string) != token.string:
            yield token.string, token.start[0]


def _walk_symbol_tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _walk_symbol_tables(child)


def _imported_modules(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        for alias in node.names if isinstance(node, ast.Import) else ():
            root = alias.name.partition(".")[0]
            yield (alias.asname, alias.name) if alias.asname else (root, root)


def _imported_names(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, str]]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module}.{alias.name}"


def _constants(nodes: Sequence[ast.AST]) -> dict[str, ast.expr]:
    values: dict[str, ast.expr] = {}
    bindings: Counter[str] = Counter()
    for node in nodes:
        bindings.update(_bound_names(node))
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                values[name] = value
    return {name: value for name, value in values.items() if bindings[name] == 1}


def _looked_up_names(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Return the names whose values no part of the code can change: each use is a look-up."""
    uses = Counter(node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    lookups: Counter[str] = Counter()
    for node in nodes:
        match node:
            case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()):
                lookups[name] += 1
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get")):
                lookups[name] += 1
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name(id=name)]):
                lookups[name] += 1
    return frozenset(name for name, count in uses.items() if lookups[name] == count)


def _bound_names(node: ast.AST) -> list[str]:
    """Return the names that a node itself binds or deletes, without those of its parts."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name) | ast.MatchMapping(rest=str(name)):
            return [name]
        case ast.alias(name=name, asname=local):
            return [local or name.partition(".")[0]]
        case _:  # functions, classes, type parameters, except clauses, captures of patterns
            defined = getattr(node, "name", None)
            return [defined] if isinstance(defined, str) else []


def _imported_values(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """Return the names that may be bound to what a call of an imported name returned, directly or by another name."""
    imported = {name for name, _ in (*_imported_modules(nodes), *_imported_names(nodes))}
    if not imported:
        return frozenset()
    bindings = [(name, *_value_names(value)) for name, value in _bound_values(nodes)]
    found: set[str] = set()
    size = -1
    while len(found) > size:
        size = len(found)
        held = imported | found
        found |= {name for name, names, roots in bindings if not (found.isdisjoint(names) and held.isdisjoint(roots))}
    return frozenset(found)


def _bound_values(nodes: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name of a binding with the expression that it, or one of its items, is bound to."""
    for node in nodes:
        if (binding := _binding_of(node)) is not None:
            parts = (part for target in binding[0] for part in ast.walk(target))
            yield from ((name, binding[1]) for part in parts for name in _bound_names(part))


def _binding_of(node: ast.AST) -> tuple[Sequence[ast.AST], ast.expr] | None:
    """Return the targets and the value of a binding, None for another node."""
    match node:
        case ast.Assign(targets=targets, value=value):
            return targets, value
        case ast.NamedExpr(target=target, value=value) | ast.AnnAssign(target=target, value=ast.expr() as value):
            return [target], value
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            return [target], value
        case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
            return [target], value
        case ast.Match(subject=value, cases=cases):
            return [case.pattern for case in cases], value
        case _:
            return None


def _value_names(value: ast.expr) -> tuple[set[str], set[str]]:
    """Return the names that a value may be, and those that its calls, attributes and items begin with.

    A copy is what was copied.
    """
    names, roots = set[str](), set[str]()
    waiting: list[ast.AST] = [value]
    while waiting:
        match waiting.pop():
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[copied, *_]) if name in _COPIERS:
                waiting.append(copied)
            case ast.Name(id=name):
                names.add(name)
            case ast.Call() | ast.Attribute() | ast.Subscript() as chain if root := root_name(chain):
                roots.add(root)
            case part:
                waiting += [child for child in child_nodes(part) if isinstance(child, ast.expr)]
    return names, roots


def is_class_value(node: ast.expr) -> bool:
    """Return whether an expression is plainly a class, so that ``type`` of it is the metaclass."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "type"
    return isinstance(node, ast.Name) and node.id in _BUILTIN_CLASSES


def root_name(node: ast.expr) -> str:
    """Return the name that an attribute, subscript or call chain begins with, or ``""``."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""


def evaluated_outside_scope(node: ast.FunctionDef | ast.Lambda, arguments: list[ast.arg]) -> list[ast.expr]:
    """Return a function's defaults, annotations and decorators, which Python evaluates outside its scope."""
    parts = [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]
    parts += [argument.annotation for argument in arguments if argument.annotation]
    if isinstance(node, ast.FunctionDef):
        parts += [*node.decorator_list, *([node.returns] if node.returns else [])]
    return parts
