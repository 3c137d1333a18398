"""Does a handler use exactly the hosts and secrets that its spec declares?"""

import ast
from collections.abc import Iterator

from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.guardian.handler.host_calls import called_host, requested_secret
from kingdom.ministers.guardian.handler.name_resolution import read_names
from kingdom.ministers.validator.json_pointers import issue

_CODE = "/handler_code"


def check_handler_declarations(spec: AgentSpec) -> list[ValidationIssue]:
    """Return what of the code does not go with the spec; for other engines only what can never be used."""
    found = list(_declaration_issues(spec))
    if spec.handler_code is None:
        return found
    try:
        tree = ast.parse(spec.handler_code)
        names = read_names(spec.handler_code, tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [*found, issue("handler.unparsable", _CODE, f"It cannot be read as Python: {error.__class__.__name__}.")]
    if not any(
        isinstance(node, ast.FunctionDef) and node.name == "handle" and accepts_two_arguments(node)
        for node in tree.body
    ):
        found.append(issue("handler.entry", _CODE, "There is no function handle(payload, ctx) in it."))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    hosts = {(host, node.lineno) for node in calls if (host := called_host(node, names)) is not None}
    secrets = {(name, node.lineno) for node in calls if (name := requested_secret(node, names)) is not None}
    return [*found, *_host_issues(spec, hosts), *_secret_issues(spec, secrets)]


def accepts_two_arguments(node: ast.FunctionDef) -> bool:
    """Say whether a function can be called with two arguments by place."""
    arguments = node.args
    places = len(arguments.posonlyargs) + len(arguments.args)
    needed = places - len(arguments.defaults)
    lone = [name for name, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None]
    return needed <= 2 and (places >= 2 or arguments.vararg is not None) and not lone


def _declaration_issues(spec: AgentSpec) -> Iterator[ValidationIssue]:
    """Yield what is wrong with the declarations themselves."""
    for number, host in enumerate(spec.egress_hosts):
        if host in spec.egress_hosts[:number]:
            yield issue("hosts.duplicate", f"/egress_hosts/{number}", f"{host} is declared twice.")
    names = [wanted.name for wanted in spec.credentials]
    for number, wanted in enumerate(spec.credentials):
        if wanted.name in names[:number]:
            yield issue("credentials.duplicate", f"/credentials/{number}", f"{wanted.name} is declared twice.")
        if wanted.host not in spec.egress_hosts:
            yield issue(
                "credentials.host",
                f"/credentials/{number}/host",
                f"{wanted.name} is for {wanted.host}, which is no declared host.",
            )
        if spec.handler_code is None:
            yield issue(
                "credentials.unused",
                f"/credentials/{number}",
                f"Only a handler's code can use {wanted.name}, and there is none.",
            )


def _host_issues(spec: AgentSpec, used: set[tuple[str, int]]) -> Iterator[ValidationIssue]:
    for host, line in sorted(used):
        if not host:
            yield issue(
                "hosts.unknown",
                _CODE,
                f"Line {line} calls a host that is no constant, so it cannot be compared with the declared ones.",
            )
        elif host not in spec.egress_hosts:
            yield issue("hosts.undeclared", _CODE, f"Line {line} calls {host}, which is not declared in egress_hosts.")
    called = {host for host, _ in used}
    for number, host in enumerate(spec.egress_hosts):
        if host not in called:
            yield issue(
                "hosts.unused", f"/egress_hosts/{number}", f"The code never calls {host}; it should not be allowed to."
            )


def _secret_issues(spec: AgentSpec, used: set[tuple[str, int]]) -> Iterator[ValidationIssue]:
    names = {wanted.name for wanted in spec.credentials}
    for name, line in sorted(used):
        if not name:
            yield issue("credentials.unknown", _CODE, f"Line {line} asks for a secret whose name is no constant.")
        elif name not in names:
            yield issue(
                "credentials.undeclared",
                _CODE,
                f"Line {line} asks for the secret {name}, which is not declared in credentials.",
            )
    asked = {name for name, _ in used}
    for number, wanted in enumerate(spec.credentials):
        if wanted.name not in asked:
            yield issue(
                "credentials.unused",
                f"/credentials/{number}",
                f"The code never asks for {wanted.name}; it should not get it.",
            )
