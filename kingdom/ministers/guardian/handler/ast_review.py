"""Review of a handler's syntax tree against an allow-list. What is not known to be safe is a finding; nothing is run.

This is defence in depth: the sandbox is the security boundary, whatever passes here.
"""

import ast
import tokenize
from collections.abc import Iterable, Mapping, Sequence

from kingdom.contracts.formats.python_source import MAX_SOURCE, UnparsableSource, parse_source, tree_nodes
from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.handler import constant_folding, host_calls, resource_limits
from kingdom.ministers.guardian.handler.allowlist import ALLOWED_DECORATORS, ALLOWED_DUNDER_METHODS, BANNED_BUILTINS
from kingdom.ministers.guardian.handler.context_usage import find_detached_areas
from kingdom.ministers.guardian.handler.name_resolution import (
    evaluated_outside_scope,
    is_class_value,
    non_normalized_identifiers,
    read_names,
)
from kingdom.ministers.guardian.handler.name_review import DeclaredAccess, NameReview, handler_finding
from kingdom.ministers.guardian.handler.reflection import attrgetter_faults, getattr_fault, is_frozen_assignment
from kingdom.ministers.guardian.handler.secret_flow import find_shown_secrets

MAX_NODES = 160_000
_ACCESSORS = frozenset({"setter", "getter", "deleter"})  # of properties
AllowedModules = Mapping[str, Iterable[str]]


def review_handler(
    source: str, modules: AllowedModules, declared: DeclaredAccess | None = None
) -> list[GuardianFinding]:
    """Return the findings of a handler's code; all of them are hard.

    ``modules`` maps each allowed module to its allowed public names. Without ``declared``, hosts and secrets are not
    checked.
    """
    if len(source) > MAX_SOURCE:
        return [handler_finding("ast.too_large", f"{MAX_SOURCE} characters")]
    try:
        tree = parse_source(source)
        nodes = tree_nodes(tree)
        if len(nodes) > MAX_NODES:
            return [handler_finding("ast.too_large", f"{MAX_NODES} nodes")]
        # Identifiers are checked in the source text: the parser returns them already normalized.
        findings = [handler_finding("ast.identifier", name, line) for name, line in non_normalized_identifiers(source)]
        names = read_names(source, nodes)
        visitor = _HandlerVisitor(names, {module: frozenset(public) for module, public in modules.items()}, declared)
        visitor.visit(tree)
        visitor.note_context(nodes)
    except UnparsableSource as error:
        return [handler_finding("ast.unparsable", str(error))]
    except (SyntaxError, ValueError, tokenize.TokenError, RecursionError, MemoryError) as error:
        return [handler_finding("ast.unparsable", type(error).__name__)]
    return [*findings, *visitor.findings]


class _HandlerVisitor(NameReview):
    """Reviews calls, definitions, loops and sizes, beside names."""

    def note_context(self, nodes: Sequence[ast.AST]) -> None:
        """Note areas of the context that are not called where they are named, and secrets that are shown."""
        for name, node in find_detached_areas(nodes):
            self.note("ast.context", name, node)
        for sentence, node in find_shown_secrets(nodes):
            self.note("ast.secret", sentence, node)

    # Calls

    def visit_Call(self, node: ast.Call) -> None:
        self.called.add(id(node.func))
        if isinstance(node.func, ast.Name) and not self._is_local(node.func.id):
            self._builtin_call(node.func.id, node)
        elif isinstance(node.func, ast.Attribute):
            self._method_call(node.func, node)
        if self._is_attrgetter(node.func):
            for fault in attrgetter_faults(node):
                self.note(*fault, node)
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
        if self.dotted(func) is None:
            self._template(func)

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
