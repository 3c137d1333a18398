"""Which specialists may send: change something at a host, by another method than GET and HEAD. Pure."""

import ast
import json
import re
from functools import lru_cache

from kingdom.contracts.capabilities.closure import HTTP_TOOL, capability_closure
from kingdom.contracts.formats.python_source import UnparsableSource, parse_source
from kingdom.contracts.spec import AgentSpec

VARIABLE = "{}"  # stands for a part of a path that is not in the code
_REMEMBERED = 128  # codes: a card is shown often, and what code asks for depends on its text only
_READ_METHODS = frozenset({"get", "head"})
_TOKEN = re.compile(r"[\w.~%-]+")
_QUOTED = re.compile(r"""(?:"([^"\n]{1,200})"|'([^'\n]{1,200})')""")


def may_send(spec: AgentSpec) -> bool:
    """Return whether a version is a handler that may send something to a host that it declares.

    A model's requests are tool calls: they are denied in training and ask the user each time.
    """
    closure = capability_closure(spec)
    if spec.handler_code is None or not closure.hosts:
        return False
    return HTTP_TOOL in closure.tools or may_handler_send(spec.handler_code)


@lru_cache(maxsize=_REMEMBERED)
def may_handler_send(code: str | None) -> bool:
    """Return whether a handler's code may send more than GET and HEAD; code that cannot be analysed may."""
    if code is None:
        return False
    try:
        tree = parse_source(code)
    except UnparsableSource:
        return True
    clients = {id(node) for node in _attributes(tree) if node.attr == "http"}
    methods = {id(node.value): node for node in _attributes(tree) if id(node.value) in clients}
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    reads = all(_is_read_call(node.attr, calls.get(id(node))) for node in methods.values())
    return len(methods) < len(clients) or not reads


def _attributes(tree: ast.AST) -> list[ast.Attribute]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]


def _is_read_call(method: str, call: ast.Call | None) -> bool:
    if method == "request" and call is not None and call.args and isinstance(call.args[0], ast.Constant):
        method = str(call.args[0].value)
    return method.lower() in _READ_METHODS


def path_template(path: str, code: str | None) -> str:
    """Return a path with ``{}`` for each part that is not written in the code, so that no words of a message are kept.

    ``/v1/parcels/PK42`` of code that names ``/v1/parcels/`` is ``/v1/parcels/{}``.
    """
    written = _code_tokens(code or "")
    return "/".join(part if not part or part in written else VARIABLE for part in path.split("/"))


@lru_cache(maxsize=_REMEMBERED)
def _code_tokens(code: str) -> frozenset[str]:
    return frozenset(_TOKEN.findall(code))


def written_names(spec: AgentSpec) -> frozenset[str]:
    """Return the names that a version itself writes, in its code or its output schema.

    Any other name of a parameter or a key in a request is made of a user's data.
    """
    return _written_names(spec.handler_code or "", json.dumps(spec.output_schema))


@lru_cache(maxsize=_REMEMBERED)
def _written_names(code: str, schema: str) -> frozenset[str]:
    quoted = {text for pair in _QUOTED.findall(f"{code}\n{schema}") for text in pair if text}
    return _code_tokens(code) | quoted


def is_path_of(path: str, template: str) -> bool:
    """Return whether a path has the form of a template: the same parts, and any text for each variable one."""
    parts, wanted = path.split("/"), template.split("/")
    return len(parts) == len(wanted) and all(
        part == expected or (expected == VARIABLE and bool(part)) for part, expected in zip(parts, wanted, strict=True)
    )
