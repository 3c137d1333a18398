"""Review of the names of a handler: what it imports, calls by name and reads as an attribute."""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.handler.allowlist import (
    ALLOWED_CLASS_DUNDERS,
    ALLOWED_DUNDER_ATTRIBUTES,
    ALLOWED_DUNDER_NAMES,
    BANNED_ATTRIBUTES,
    BANNED_BUILTINS,
    CALL_ONLY_BUILTINS,
    HANDLER_REASONS,
    NAMEDTUPLE_ATTRIBUTES,
)
from kingdom.ministers.guardian.handler.name_resolution import HandlerNames, root_name
from kingdom.ministers.guardian.handler.reflection import is_plain_template

_REFUSED_NODES = (ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith, ast.Await)
_ATTRGETTER = "operator.attrgetter"  # its calls are checked like those of ``getattr``
_SELF_NAMES = frozenset({"self", "cls"})


@dataclass(frozen=True)
class DeclaredAccess:
    """The hosts and secrets that a handler's spec declares; ``origins`` are opened by the operator for plain http."""

    hosts: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()


def handler_finding(rule: str, name: str, line: int = 0) -> GuardianFinding:
    """Return the finding of a rule about a part of a handler by its name."""
    return GuardianFinding(
        rule_id=rule,
        layer="ast",
        severity="hard",
        field="handler_code",
        start=line,
        end=line,
        reason=HANDLER_REASONS[rule].format(name=name),
    )


@dataclass
class NameReview(ast.NodeVisitor):
    """Collects the findings about imports, names and attributes."""

    names: HandlerNames
    modules: Mapping[str, frozenset[str]]
    declared: DeclaredAccess | None
    findings: list[GuardianFinding] = field(default_factory=list)
    scopes: list[tuple[str, int]] = field(default_factory=list)
    called: set[int] = field(default_factory=set)  # ids of nodes in call position
    harmless: set[int] = field(default_factory=set)  # ids of attributes that were checked with their call

    def note(self, rule: str, name: str, node: ast.AST) -> None:
        self.findings.append(handler_finding(rule, name, getattr(node, "lineno", 0)))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _REFUSED_NODES):
            self.note("ast.node", type(node).__name__, node)
        super().visit(node)

    # Imports

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name not in self.modules:
                self.note("ast.import", alias.name, node)
            self._binding(alias.asname or alias.name.partition(".")[0], node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if node.level or module not in self.modules:
            self.note("ast.import", "." * node.level + module, node)
            return
        for alias in node.names:
            self._review_name(module, alias, node)
            self._binding(alias.asname or alias.name, node)

    def _review_name(self, module: str, alias: ast.alias, node: ast.ImportFrom) -> None:
        whole = f"{module}.{alias.name}"
        if alias.name not in self.modules[module] and whole not in self.modules:
            self.note("ast.module_name", whole, node)
        elif whole == _ATTRGETTER and self._is_hidden(alias):
            self.note("ast.builtin_rebound", alias.name, node)

    def _is_hidden(self, alias: ast.alias) -> bool:
        """Return whether an import has another name, or one that another import has, too: its calls are not known."""
        return alias.asname not in (None, alias.name) or self.names.imported.get(alias.name) != _ATTRGETTER

    # Names

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._binding(node.id, node)
        elif node.id.startswith("__") and node.id not in ALLOWED_DUNDER_NAMES:
            self.note("ast.private", node.id, node)
        elif self._is_module(node.id) and id(node) not in self.called:
            self.note("ast.module_value", node.id, node)
        elif self._is_attrgetter(node) and id(node) not in self.called:
            self.note("ast.builtin_value", "attrgetter", node)
        elif not self._is_local(node.id):
            self._builtin_name(node)

    def _is_attrgetter(self, node: ast.expr) -> bool:
        """Return whether a name or attribute is ``operator.attrgetter``."""
        if isinstance(node, ast.Name):
            return self.names.imported.get(node.id) == _ATTRGETTER
        return isinstance(node, ast.Attribute) and self.dotted(node) == _ATTRGETTER

    def _builtin_name(self, node: ast.Name) -> None:
        if node.id in BANNED_BUILTINS:
            self.note("ast.builtin", node.id, node)
        elif node.id in CALL_ONLY_BUILTINS - {"type"} and id(node) not in self.called:
            self.note("ast.builtin_value", node.id, node)

    def _binding(self, name: str, node: ast.AST) -> None:
        if name.startswith("__") and name not in ALLOWED_CLASS_DUNDERS:
            self.note("ast.private", name, node)
        elif name in BANNED_BUILTINS | CALL_ONLY_BUILTINS and name in self.names.non_local and not self._is_local(name):
            self.note("ast.builtin_rebound", name, node)

    def _is_local(self, name: str) -> bool:
        return any((*scope, name) in self.names.local for scope in self.scopes)

    def _is_module(self, name: str) -> bool:
        if self._is_local(name):
            return False
        return name in self.names.modules or self.names.imported.get(name) in self.modules

    # Attributes

    def visit_Attribute(self, node: ast.Attribute) -> None:
        path = self.dotted(node)
        if path is not None:
            if self._is_attrgetter(node) and id(node) not in self.called:
                self.note("ast.builtin_value", "attrgetter", node)
            self._module_path(path, node)
            return
        match node:
            case ast.Attribute(attr="__name__", value=ast.Attribute(attr="__class__", value=value)):
                self.visit(value)  # ``x.__class__.__name__`` is only a string
                return
        if id(node) not in self.harmless:
            self._attribute(node.attr, node)
        if isinstance(node.ctx, ast.Store | ast.Del) and root_name(node) == "ctx":
            self.note("ast.assign", f"ctx.{node.attr}", node)
        if id(node) not in self.called:
            self._template(node)
        self.generic_visit(node)

    def _template(self, node: ast.Attribute) -> None:
        if node.attr == "format" and not is_plain_template(node.value, self.names):
            self.note("ast.format", "format", node)

    def _attribute(self, name: str, node: ast.AST) -> None:
        if name in BANNED_ATTRIBUTES:
            self.note("ast.attribute", name, node)
        elif name.startswith("__") and name.endswith("__"):
            if name not in ALLOWED_DUNDER_ATTRIBUTES:
                self.note("ast.private", name, node)
        elif name.startswith("_") and name not in NAMEDTUPLE_ATTRIBUTES and not self._is_own_attribute(name, node):
            self.note("ast.private", name, node)

    def _is_own_attribute(self, name: str, node: ast.AST) -> bool:
        match node:
            case ast.Attribute(value=ast.Name(id=owner)):
                named = owner in _SELF_NAMES or name in self.names.private_attributes
                return named and owner not in self.names.imported_values
            case _:
                return False

    def dotted(self, node: ast.expr) -> str | None:
        """Return the dotted path of a module attribute, e.g. ``urllib.parse.quote``; None for other values."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or not self._is_module(node.id):
            return None
        start = self.names.modules.get(node.id) or self.names.imported[node.id]
        return ".".join([start, *reversed(parts)])

    def _module_path(self, path: str, node: ast.Attribute) -> None:
        parts = path.split(".")
        for size in range(len(parts) - 1, 0, -1):
            module, rest = ".".join(parts[:size]), parts[size:]
            if module in self.modules and rest[0] in self.modules[module]:
                for name in rest[1:]:
                    self._attribute(name, node)
                if isinstance(node.ctx, ast.Store | ast.Del):
                    self.note("ast.assign", path, node)
                return
        self.note("ast.module_name", path, node)
