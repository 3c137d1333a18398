"""Review of a handler's syntax tree against an allow-list. What is not known to be safe is a finding; nothing is run.

This is defence in depth: the sandbox is the security boundary, whatever passes here.
"""

import ast
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from kingdom.contracts.python_source import MAX_SOURCE, UnparsableSource, parse_source
from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.handler import constant_folding, host_calls, resource_limits
from kingdom.ministers.guardian.handler.allowlist import (
    ALLOWED_CLASS_DUNDERS,
    ALLOWED_DECORATORS,
    ALLOWED_DUNDER_ATTRIBUTES,
    ALLOWED_DUNDER_METHODS,
    ALLOWED_DUNDER_NAMES,
    BANNED_ATTRIBUTES,
    BANNED_BUILTINS,
    CALL_ONLY_BUILTINS,
    HANDLER_REASONS,
    NAMEDTUPLE_ATTRIBUTES,
)
from kingdom.ministers.guardian.handler.context_usage import find_detached_areas
from kingdom.ministers.guardian.handler.name_resolution import (
    HandlerNames,
    evaluated_outside_scope,
    is_class_value,
    non_normalized_identifiers,
    read_names,
    root_name,
)
from kingdom.ministers.guardian.handler.reflection import getattr_fault, is_frozen_assignment, is_plain_template

MAX_NODES = 60_000
_REFUSED_NODES = (ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith, ast.Await)
_SELF_NAMES = frozenset({"self", "cls"})
_ACCESSORS = frozenset({"setter", "getter", "deleter"})  # of properties
AllowedModules = Mapping[str, Iterable[str]]


@dataclass(frozen=True)
class DeclaredAccess:
    """The hosts and secrets that a handler's spec declares; ``origins`` are opened by the operator for plain http."""

    hosts: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()
    origins: frozenset[str] = frozenset()


def review_handler(
    source: str, modules: AllowedModules, declared: DeclaredAccess | None = None
) -> list[GuardianFinding]:
    """Return the findings of a handler's code; all of them are hard.

    ``modules`` maps each allowed module to its allowed public names. Without ``declared``, hosts and secrets are not
    checked.
    """
    if len(source) > MAX_SOURCE:
        return [_finding("ast.too_large", f"{MAX_SOURCE} characters")]
    try:
        # Identifiers are checked in the source text: the parser returns them already normalized.
        findings = [_finding("ast.identifier", name, line) for name, line in non_normalized_identifiers(source)]
        tree = parse_source(source)
        names = read_names(source, tree)
        if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
            return [_finding("ast.too_large", f"{MAX_NODES} nodes")]
        visitor = _HandlerVisitor(names, {module: frozenset(public) for module, public in modules.items()}, declared)
        visitor.visit(tree)
        for name, node in find_detached_areas(tree):
            visitor.note("ast.context", name, node)
    except UnparsableSource as error:
        return [_finding("ast.unparsable", str(error))]
    except (SyntaxError, ValueError, tokenize.TokenError, RecursionError, MemoryError) as error:
        return [_finding("ast.unparsable", type(error).__name__)]
    return [*findings, *visitor.findings]


def _finding(rule: str, name: str, line: int = 0) -> GuardianFinding:
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
class _HandlerVisitor(ast.NodeVisitor):
    names: HandlerNames
    modules: Mapping[str, frozenset[str]]
    declared: DeclaredAccess | None
    findings: list[GuardianFinding] = field(default_factory=list)
    scopes: list[tuple[str, int]] = field(default_factory=list)
    called: set[int] = field(default_factory=set)  # ids of nodes in call position
    harmless: set[int] = field(default_factory=set)  # ids of attributes that were checked with their call

    def note(self, rule: str, name: str, node: ast.AST) -> None:
        self.findings.append(_finding(rule, name, getattr(node, "lineno", 0)))

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
            if alias.name not in self.modules[module] and f"{module}.{alias.name}" not in self.modules:
                self.note("ast.module_name", f"{module}.{alias.name}", node)
            self._binding(alias.asname or alias.name, node)

    # Names

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._binding(node.id, node)
        elif node.id.startswith("__") and node.id not in ALLOWED_DUNDER_NAMES:
            self.note("ast.private", node.id, node)
        elif self._is_module(node.id) and id(node) not in self.called:
            self.note("ast.module_value", node.id, node)
        elif not self._is_local(node.id):
            self._builtin_name(node)

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
            self._module_path(path, node)
            return
        if node.attr == "__name__" and isinstance(node.value, ast.Attribute) and node.value.attr == "__class__":
            self.visit(node.value.value)  # ``x.__class__.__name__`` is only a string
            return
        if id(node) not in self.harmless:
            self._attribute(node.attr, node)
        if isinstance(node.ctx, ast.Store | ast.Del) and root_name(node) == "ctx":
            self.note("ast.assign", f"ctx.{node.attr}", node)
        if node.attr == "format" and id(node) not in self.called and not is_plain_template(node.value, self.names):
            self.note("ast.format", "format", node)
        self.generic_visit(node)

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

    # Calls

    def visit_Call(self, node: ast.Call) -> None:
        self.called.add(id(node.func))
        if isinstance(node.func, ast.Name) and not self._is_local(node.func.id):
            self._builtin_call(node.func.id, node)
        elif isinstance(node.func, ast.Attribute):
            self._method_call(node.func, node)
        for rule, name in resource_limits.check_call(node):
            self.note(rule, name, node)
        if self.declared is not None:
            declared = self.declared
            for rule, reason in host_calls.check_host_call(
                node, self.names, declared.hosts, declared.secrets, declared.origins
            ):
                self.note(rule, reason, node)
        self.generic_visit(node)

    def _builtin_call(self, name: str, node: ast.Call) -> None:
        if name in {"getattr", "hasattr"}:
            fault = getattr_fault(node)
            if fault is not None:
                self.note(*fault, node)
        elif name == "type" and (len(node.args) != 1 or node.keywords or is_class_value(node.args[0])):
            self.note("ast.class", "type of a class, or with three arguments,", node)

    def _method_call(self, func: ast.Attribute, node: ast.Call) -> None:
        if is_frozen_assignment(node):
            self.harmless.add(id(func))
        if func.attr == "format" and self.dotted(func) is None and not is_plain_template(func.value, self.names):
            self.note("ast.format", "format", node)

    # Definitions

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._defined(node.name, node)
        for decorator in node.decorator_list:
            self._decorator(decorator, node)
        self._function_body(node, node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._function_body(node, "lambda")

    def _function_body(self, node: ast.FunctionDef | ast.Lambda, name: str) -> None:
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        arguments += [argument for argument in (node.args.vararg, node.args.kwarg) if argument]
        for outer in evaluated_outside_scope(node, arguments):
            self.visit(outer)
        self.scopes.append((name, node.lineno))
        for argument in (argument for argument in arguments if argument.arg.startswith("__")):
            self.note("ast.private", argument.arg, node)
        for part in node.body if isinstance(node, ast.FunctionDef) else [node.body]:
            self.visit(part)
        self.scopes.pop()

    def _defined(self, name: str, node: ast.AST) -> None:
        if name.startswith("__") and name not in ALLOWED_DUNDER_METHODS:
            self.note("ast.class", name, node)
        elif not name.startswith("__"):
            self._binding(name, node)

    def _decorator(self, decorator: ast.expr, node: ast.FunctionDef | ast.ClassDef) -> None:
        func = decorator.func if isinstance(decorator, ast.Call) else decorator
        path = self.dotted(func)
        if path is None and isinstance(func, ast.Name):
            path = self.names.imported.get(func.id, func.id)
        if path not in ALLOWED_DECORATORS and not self._is_own_decorator(func):
            self.note("ast.decorator", ast.unparse(decorator)[:60], node)

    def _is_own_decorator(self, func: ast.expr) -> bool:
        match func:
            case ast.Name(id=name):
                return name in self.names.non_local and name not in BANNED_BUILTINS
            case ast.Attribute(value=ast.Name(), attr=accessor):
                return accessor in _ACCESSORS
            case _:
                return False

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._defined(node.name, node)
        for decorator in node.decorator_list:
            self._decorator(decorator, node)
        for keyword in node.keywords:
            if keyword.arg != "total":  # of a TypedDict
                self.note("ast.class", keyword.arg or "**", node)
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        for name in node.kwd_attrs:  # `case X(__class__=c)` reads an attribute without an Attribute node
            self._attribute(name, node)
        self.generic_visit(node)

    # Loops and sizes

    def visit_While(self, node: ast.While | ast.For) -> None:
        self._note_all(resource_limits.check_loop(node), node)

    visit_For = visit_While

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.DictComp) -> None:
        self._note_all(resource_limits.check_comprehension(node), node)

    visit_SetComp = visit_DictComp = visit_ListComp

    def _note_all(self, findings: Iterable[tuple[str, str]], node: ast.AST) -> None:
        for rule, name in findings:
            self.note(rule, name, node)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        limit = constant_folding.size_excess(node)
        if limit:
            self.note("ast.size", limit, node)
        self.generic_visit(node)
