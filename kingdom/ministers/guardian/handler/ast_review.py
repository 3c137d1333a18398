"""The allow-list over a handler's syntax tree. What is not known to be harmless is a finding; nothing is run.

This is the second fence: the sandbox is the boundary, whatever passes here.
"""

import ast
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

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
    is_class_value,
    non_normalized_identifiers,
    read_names,
    root_name,
)

MAX_SOURCE = 200_000  # characters
MAX_NODES = 60_000
_REFUSED_NODES = (ast.AsyncFor, ast.AsyncFunctionDef, ast.AsyncWith, ast.Await)
_SELF_NAMES = frozenset({"self", "cls"})
AllowedModules = Mapping[str, Iterable[str]]


@dataclass(frozen=True)
class DeclaredAccess:
    """What the handler's spec declares: the hosts it may call, the secrets it may name."""

    hosts: frozenset[str] = frozenset()
    secrets: frozenset[str] = frozenset()


def review_handler(source: str, modules: AllowedModules, power: DeclaredAccess | None = None) -> list[GuardianFinding]:
    """Return the findings of a handler's code, all of them hard; none means that this layer has nothing against it.

    ``modules`` maps each allowed module to its allowed public names. ``power`` None leaves hosts and secrets unjudged.
    """
    if len(source) > MAX_SOURCE:
        return [_finding("ast.too_large", f"{MAX_SOURCE} characters")]
    try:
        # the names are checked first, on what was written: the parser would give them in their changed form already
        changed = [_finding("ast.identifier", name, line) for name, line in non_normalized_identifiers(source)]
        tree = ast.parse(source)
        names = read_names(source, tree)
        if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
            return [_finding("ast.too_large", f"{MAX_NODES} nodes")]
        reader = _HandlerVisitor(names, {module: frozenset(public) for module, public in modules.items()}, power)
        reader.visit(tree)
        for name, node in find_detached_areas(tree):
            reader.note("ast.context", name, node)
    except (SyntaxError, ValueError, tokenize.TokenError, RecursionError, MemoryError) as error:
        return [_finding("ast.unparsable", type(error).__name__)]
    return [*changed, *reader.findings]


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
    power: DeclaredAccess | None
    findings: list[GuardianFinding] = field(default_factory=list)
    scopes: list[tuple[str, int]] = field(default_factory=list)
    called: set[int] = field(default_factory=set)  # ids of nodes that stand where something is called

    def note(self, rule: str, name: str, node: ast.AST) -> None:
        self.findings.append(_finding(rule, name, getattr(node, "lineno", 0)))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _REFUSED_NODES):
            self.note("ast.node", type(node).__name__, node)
        super().visit(node)

    # What is imported.

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

    # Names by themselves.

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store | ast.Del):
            self._binding(node.id, node)
        elif node.id.startswith("__") and node.id not in ALLOWED_DUNDER_NAMES:
            self.note("ast.private", node.id, node)
        elif self._is_module(node.id) and id(node) not in self.called:
            self.note("ast.module_value", node.id, node)
        elif node.id in BANNED_BUILTINS and not self._is_local(node.id):
            self.note("ast.builtin", node.id, node)
        elif (
            node.id in CALL_ONLY_BUILTINS
            and not self._is_local(node.id)
            and id(node) not in self.called
            and node.id != "type"
        ):
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

    # What is asked of objects.

    def visit_Attribute(self, node: ast.Attribute) -> None:
        path = self.dotted(node)
        if path is not None:
            self._module_path(path, node)
            return
        if node.attr == "__name__" and isinstance(node.value, ast.Attribute) and node.value.attr == "__class__":
            self.visit(node.value.value)  # the name of a class is a text
            return
        self._attribute(node.attr, node)
        if isinstance(node.ctx, ast.Store | ast.Del) and root_name(node) == "ctx":
            self.note("ast.assign", f"ctx.{node.attr}", node)
        if node.attr == "format" and id(node) not in self.called:
            self.note("ast.format", "format", node)
        self.generic_visit(node)

    def _attribute(self, name: str, node: ast.AST) -> None:
        own = (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and (node.value.id in _SELF_NAMES or name in self.names.own)
        )
        if name in BANNED_ATTRIBUTES:
            self.note("ast.attribute", name, node)
        elif name.startswith("__") and name.endswith("__"):
            if name not in ALLOWED_DUNDER_ATTRIBUTES:
                self.note("ast.private", name, node)
        elif name.startswith("_") and name not in NAMEDTUPLE_ATTRIBUTES and not own:
            self.note("ast.private", name, node)

    def dotted(self, node: ast.expr) -> str | None:
        """Return the full dotted path of a name that begins at a module, e.g. ``urllib.parse.quote``; None for other values."""
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

    # What is called.

    def visit_Call(self, node: ast.Call) -> None:
        self.called.add(id(node.func))
        if isinstance(node.func, ast.Name) and not self._is_local(node.func.id):
            self._builtin_call(node.func.id, node)
        elif isinstance(node.func, ast.Attribute):
            self._method_call(node.func, node)
        for rule, name in resource_limits.check_call(node):
            self.note(rule, name, node)
        if self.power is not None:
            for rule, reason in host_calls.check_host_call(node, self.names, self.power.hosts, self.power.secrets):
                self.note(rule, reason, node)
        self.generic_visit(node)

    def _builtin_call(self, name: str, node: ast.Call) -> None:
        if name in {"getattr", "hasattr"}:
            asked = node.args[1] if len(node.args) > 1 else None
            if not (isinstance(asked, ast.Constant) and isinstance(asked.value, str)):
                self.note("ast.builtin_value", name, node)
            elif asked.value.startswith("_") or asked.value in BANNED_ATTRIBUTES | {"format"}:
                self.note("ast.attribute", asked.value, node)
        elif name == "type" and (len(node.args) != 1 or node.keywords or is_class_value(node.args[0])):
            self.note("ast.class", "type of a class, or with three arguments,", node)

    def _method_call(self, func: ast.Attribute, node: ast.Call) -> None:
        if func.attr != "format" or self.dotted(func) is not None:
            return
        if not (
            isinstance(func.value, ast.Constant)
            and isinstance(func.value.value, str)
            and host_calls.is_plain_format(func.value.value)
        ):
            self.note("ast.format", "format", node)

    # What is defined.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._defined(node.name, node)
        for decorator in node.decorator_list:
            self._decorator(decorator, node)
        self._inside(node, node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._inside(node, "lambda")

    def _inside(self, node: ast.FunctionDef | ast.Lambda, name: str) -> None:
        # decorators, defaults and annotations are evaluated outside the function
        outside: list[ast.AST] = [*node.args.defaults, *(default for default in node.args.kw_defaults if default)]
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
        outside += [argument.annotation for argument in arguments if argument and argument.annotation]
        if isinstance(node, ast.FunctionDef):
            outside += [*node.decorator_list, *([node.returns] if node.returns else [])]
        for part in outside:
            self.visit(part)
        self.scopes.append((name, node.lineno))
        for argument in arguments:
            if argument is not None and argument.arg.startswith("__"):
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
        local = isinstance(func, ast.Name) and func.id in self.names.non_local and func.id not in BANNED_BUILTINS
        setter = (
            isinstance(func, ast.Attribute)
            and func.attr in {"setter", "getter", "deleter"}
            and isinstance(func.value, ast.Name)
        )
        if path not in ALLOWED_DECORATORS and not local and not setter:
            self.note("ast.decorator", ast.unparse(decorator)[:60], node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._defined(node.name, node)
        for decorator in node.decorator_list:
            self._decorator(decorator, node)
        for word in node.keywords:
            if word.arg != "total":  # of a TypedDict
                self.note("ast.class", word.arg or "**", node)
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        for name in node.kwd_attrs:  # `case X(__class__=c)` reads an attribute without writing one
            self._attribute(name, node)
        self.generic_visit(node)

    # Loops and sizes.

    def visit_While(self, node: ast.While) -> None:
        self._all(resource_limits.check_loop(node), node)

    def visit_For(self, node: ast.For) -> None:
        self._all(resource_limits.check_loop(node), node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._all(resource_limits.check_comprehension(node), node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._all(resource_limits.check_comprehension(node), node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._all(resource_limits.check_comprehension(node), node)

    def _all(self, found: Iterable[tuple[str, str]], node: ast.AST) -> None:
        for rule, name in found:
            self.note(rule, name, node)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        limit = constant_folding.size_excess(node)
        if limit:
            self.note("ast.size", limit, node)
        self.generic_visit(node)
