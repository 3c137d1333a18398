"""Checks that a handler uses exactly the hosts, secrets and tools that its spec declares."""

import ast
from collections.abc import Iterator

from kingdom.contracts.capabilities.closure import FILE_TOOLS
from kingdom.contracts.capabilities.handler_usage import HandlerUsage, handler_usage
from kingdom.contracts.formats.python_source import UnparsableSource, parse_source, tree_nodes
from kingdom.contracts.identity import BASELINE, provision
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.guardian.handler.host_calls import called_host, requested_secret
from kingdom.ministers.guardian.handler.name_resolution import read_names
from kingdom.ministers.validator.json_pointers import issue

_CODE = "/handler_code"


def check_handler_declarations(spec: AgentSpec) -> list[ValidationIssue]:
    """Return the mismatches of code and declarations; without code only the faults of the declarations."""
    issues = list(_declaration_issues(spec))
    if spec.handler_code is None:
        return issues
    try:
        tree = parse_source(spec.handler_code)
        nodes = tree_nodes(tree)
        names = read_names(spec.handler_code, nodes)
    except UnparsableSource as error:
        return [*issues, issue("handler.unparsable", _CODE, f"It is not valid Python: {error}.")]
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [*issues, issue("handler.unparsable", _CODE, f"It is not valid Python: {error.__class__.__name__}.")]
    usage = handler_usage(spec.handler_code)
    if any(map(_is_entry_point, tree.body)):
        issues += [*_context_issues(usage), *_tool_issues(spec, usage)]
    else:
        issues.append(issue("handler.entry", _CODE, "It defines no function handle(payload, ctx)."))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    hosts = {(host, node.lineno) for node in calls if (host := called_host(node, names, spec.egress_hosts)) is not None}
    secrets = {(name, node.lineno) for node in calls if (name := requested_secret(node, names)) is not None}
    return [*issues, *_host_issues(spec, hosts), *_secret_issues(spec, secrets)]


def suggest_reading_declaration(spec: AgentSpec) -> list[ValidationIssue]:
    """Return a suggestion for a handler whose code never names ``used``, the spans of the message that it read."""
    if spec.handler_code is None:
        return []
    try:
        nodes = list(ast.walk(parse_source(spec.handler_code)))
    except UnparsableSource:  # an issue of check_handler_declarations
        return []
    if any(isinstance(node, ast.Constant) and node.value == "used" for node in nodes):
        return []
    text = "Its result has no used, the spans of the message that it read; so a person is told less of what it ignored."
    return [issue("handler.used", _CODE, text)]


def _is_entry_point(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and node.name == "handle" and accepts_two_arguments(node)


def accepts_two_arguments(node: ast.FunctionDef) -> bool:
    """Return whether a function can be called with two positional arguments."""
    arguments = node.args
    count = len(arguments.posonlyargs) + len(arguments.args)
    required = count - len(arguments.defaults)
    return required <= 2 and (count >= 2 or arguments.vararg is not None) and None not in arguments.kw_defaults


def _declaration_issues(spec: AgentSpec) -> Iterator[ValidationIssue]:
    """Yield the faults of the declarations themselves."""
    for number, host in enumerate(spec.egress_hosts):
        if host in spec.egress_hosts[:number]:
            yield issue("hosts.duplicate", f"/egress_hosts/{number}", f"{host} is declared twice.")
    names = [credential.name for credential in spec.credentials]
    for number, credential in enumerate(spec.credentials):
        if credential.name in names[:number]:
            yield issue("credentials.duplicate", f"/credentials/{number}", f"{credential.name} is declared twice.")
        if credential.host not in spec.egress_hosts:
            yield issue(
                "credentials.host",
                f"/credentials/{number}/host",
                f"{credential.name} is for {credential.host}, which is not a declared host.",
            )
        if spec.handler_code is None:
            yield issue(
                "credentials.unused",
                f"/credentials/{number}",
                f"Only a handler's code can use {credential.name}, and this spec has none.",
            )


def _host_issues(spec: AgentSpec, used: set[tuple[str, int]]) -> Iterator[ValidationIssue]:
    for host, line in sorted(used):
        if not host:
            yield issue(
                "hosts.unknown",
                _CODE,
                f"Line {line} calls a host that is not a constant, so it cannot be compared with egress_hosts.",
            )
        elif host not in spec.egress_hosts:
            yield issue("hosts.undeclared", _CODE, f"Line {line} calls {host}, which is not declared in egress_hosts.")
    called = {host for host, _ in used}
    for number, host in enumerate(spec.egress_hosts):
        if host not in called:
            yield issue("hosts.unused", f"/egress_hosts/{number}", f"The code never calls {host}; remove it.")


def _secret_issues(spec: AgentSpec, used: set[tuple[str, int]]) -> Iterator[ValidationIssue]:
    names = {credential.name for credential in spec.credentials}
    for name, line in sorted(used):
        if not name:
            yield issue("credentials.unknown", _CODE, f"Line {line} reads a secret whose name is not a constant.")
        elif name not in names:
            yield issue(
                "credentials.undeclared",
                _CODE,
                f"Line {line} reads the secret {name}, which is not declared in credentials.",
            )
    requested = {name for name, _ in used}
    for number, credential in enumerate(spec.credentials):
        if credential.name not in requested:
            yield issue(
                "credentials.unused", f"/credentials/{number}", f"The code never reads {credential.name}; remove it."
            )


def _context_issues(usage: HandlerUsage) -> Iterator[ValidationIssue]:
    """Yield the uses of ``ctx`` that no card could name."""
    for line, name in usage.unknown:
        yield issue(
            "context.unknown",
            _CODE,
            f"Line {line} uses {name}. ctx has now, http, files, tools and secrets with their named calls; "
            "the host answers nothing else.",
        )
    for line, reason in usage.opaque:
        yield issue(
            "context.opaque",
            _CODE,
            f"Line {line}: {reason}. Name each call where it is made, e.g. ctx.files.read(name), "
            "so that its card can name it.",
        )


def _tool_issues(spec: AgentSpec, usage: HandlerUsage) -> Iterator[ValidationIssue]:
    """Yield the tools that the code calls and the spec does not declare. Those of every identity need no entry."""
    if usage.opaque:
        return
    if usage.dynamic_tools:
        yield issue(
            "tools.unknown", _CODE, "It calls a tool whose name is not a constant, so its card cannot name the tool."
        )
    used = usage.tools | {tool for operation, tool in FILE_TOOLS.items() if operation in usage.operations}
    try:
        granted = provision(spec.agent_id)
    except ValueError:  # the role's own issue says so
        return
    for tool in sorted(used):
        if tool not in granted:
            text = f"The code uses {tool}, which the identity {spec.identity.value} does not grant."
            yield issue("tools.not_granted", _CODE, text)
        elif tool not in BASELINE and tool not in spec.tools:
            yield issue("tools.undeclared", _CODE, f"The code uses {tool}, which is not declared in tools.")
