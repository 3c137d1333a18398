"""Which names of a handler are builtins, modules or its own: Python's own symbol table decides, not a guess."""

import ast
import io
import symtable
import tokenize
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

Scope = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


@dataclass(frozen=True)
class HandlerNames:
    """What the code binds: local names of each function, names bound at module or class level, and what each import stands for."""

    local: frozenset[tuple[str, int, str]]  # function name, first line, local name
    non_local: frozenset[str]  # bound where Python falls back to the builtin when the binding is not there
    modules: dict[str, str] = field(default_factory=dict)  # local name -> dotted module
    imported: dict[str, str] = field(default_factory=dict)  # local name -> dotted module + "." + name
    constants: dict[str, ast.expr] = field(default_factory=dict)  # names assigned exactly once, anywhere
    own: frozenset[str] = frozenset()  # private attributes that the code's own classes set on themselves


def read_names(source: str, tree: ast.Module) -> HandlerNames:
    """Return the names of a module. Raises SyntaxError where the symbol table finds one that the parser does not."""
    local: set[tuple[str, int, str]] = set()
    above: set[str] = set()
    for table in _walk_symbol_tables(symtable.symtable(source, "handler", "exec")):
        for symbol in table.get_symbols():
            if table.get_type() == "function":
                if symbol.is_local() and not symbol.is_imported():
                    local.add((table.get_name(), table.get_lineno(), symbol.get_name()))
                if symbol.is_declared_global() and symbol.is_assigned():
                    above.add(symbol.get_name())
            elif symbol.is_assigned():
                above.add(symbol.get_name())
    modules, imported = _imports(tree)
    return HandlerNames(
        frozenset(local), frozenset(above), modules, imported, _constants(tree), frozenset(_private_attributes(tree))
    )


def _private_attributes(tree: ast.Module) -> Iterator[str]:
    for part in ast.walk(tree):
        for node in ast.walk(part) if isinstance(part, ast.ClassDef) else ():
            match node:
                case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()) if not name.startswith("__"):
                    yield name


def non_normalized_identifiers(source: str) -> Iterator[tuple[str, int]]:
    """Yield (name, line) of names that the parser would read as other letters. Raises TokenError for what is no Python."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME and unicodedata.normalize("NFKC", token.string) != token.string:
            yield token.string, token.start[0]


def _walk_symbol_tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _walk_symbol_tables(child)


def _imports(tree: ast.Module) -> tuple[dict[str, str], dict[str, str]]:
    modules: dict[str, str] = {}
    imported: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                modules[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom):
            imported.update({alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names})
    return modules, imported


def _constants(tree: ast.Module) -> dict[str, ast.expr]:
    found: dict[str, ast.expr] = {}
    bindings: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            bindings[node.id] = bindings.get(node.id, 0) + 1
        elif isinstance(node, ast.arg):
            bindings[node.arg] = bindings.get(node.arg, 0) + 1
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
    return {name: value for name, value in found.items() if bindings[name] == 1}


def is_class_value(node: ast.expr) -> bool:
    """Say whether a value is plainly a class, so that its type is the maker of classes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id == "type"
    return isinstance(node, ast.Name) and node.id in {
        "type",
        "object",
        "int",
        "str",
        "list",
        "dict",
        "tuple",
        "set",
        "bytes",
        "float",
        "bool",
    }


def root_name(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
