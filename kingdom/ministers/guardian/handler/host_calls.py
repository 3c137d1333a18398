"""Checks of a handler's calls to the host: what they name must be constant and declared."""

import ast
import string
from collections.abc import Collection, Iterator
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from kingdom.ministers.guardian.file.formats.sql_statements import sql_behaviors
from kingdom.ministers.guardian.handler.allowlist import HTTP_METHODS
from kingdom.ministers.guardian.handler.name_resolution import HandlerNames

_REFUSED_STATEMENTS = frozenset({"file.gives_access", "file.hides_traces", "file.sends_secrets"})
_USUAL_PORTS = {"http": 80, "https": 443}
_PATH_ARGUMENTS = ("path", "file", "folder", "target")
_MAX_DEPTH = 8  # of nested constants that are followed


class ConstantPrefix(NamedTuple):
    """The constant text an expression begins with, and whether that is all of it."""

    text: str = ""
    is_whole: bool = False


def check_host_call(
    node: ast.Call,
    names: HandlerNames,
    hosts: frozenset[str],
    secrets: frozenset[str],
    origins: frozenset[str] = frozenset(),
) -> Iterator[tuple[str, str]]:
    """Yield (rule id, name for its sentence) for each fault of a call of the form ``<ctx>.<area>.<verb>(…)``.

    ``origins`` are those that the operator opened for plain http.
    """
    match area_and_verb(node):
        case "http", verb if verb in HTTP_METHODS:
            yield from _check_http_call(node, verb, names, hosts, origins)
        case "secrets", "get":
            yield from _check_secret(_constant_prefix(_argument(node, 0), names).text, secrets)
        case "files", "read" | "write":
            yield from _check_path(_constant_prefix(_argument(node, 0), names).text)
        case "tools", "call":
            yield from _check_tool(node, names)
        case "db", _:
            yield from _check_statement(node, names)


def _check_statement(node: ast.Call, names: HandlerNames) -> Iterator[tuple[str, str]]:
    """Yield for a statement that is no constant, and for one that gives rights or removes records."""
    statements = constant_statements(node.args[0] if node.args else None, names)
    if not statements:
        yield "ast.statement", ""
    elif any(behavior.rule in _REFUSED_STATEMENTS for text in statements for behavior in sql_behaviors(text)):
        yield "ast.rights", ""


def constant_statements(node: ast.expr | None, names: HandlerNames, depth: int = 0) -> list[str]:
    """Return the constants that a statement may be, also by name or out of a constant table; none if it may be another.

    A named table is one that is bound once and only looked up in.
    """
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.Name(id=name) if name in names.constants and depth < _MAX_DEPTH:
            return constant_statements(names.constants[name], names, depth + 1)
        case ast.IfExp(body=first, orelse=second):
            return _all_or_none([constant_statements(part, names, depth + 1) for part in (first, second)])
        case ast.Subscript(value=table):
            return _table_statements(table, names)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[_, default], keywords=[]):
            return _all_or_none([_table_statements(table, names), constant_statements(default, names, depth + 1)])
        case _:
            return []


def _all_or_none(parts: list[list[str]]) -> list[str]:
    return [text for part in parts for text in part] if all(parts) else []


def _table_statements(node: ast.expr, names: HandlerNames) -> list[str]:
    """Return the values of a dictionary when all of them are constants."""
    if isinstance(node, ast.Name):
        node = names.constants.get(node.id, node) if node.id in names.tables else node
    values = node.values if isinstance(node, ast.Dict) else []
    texts = [value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)]
    return texts if len(texts) == len(values) else []


def _check_secret(name: str, secrets: frozenset[str]) -> Iterator[tuple[str, str]]:
    if name not in secrets:
        yield (
            "ast.secret",
            f"The secret {name or '(not a constant name)'} is not among the declared credentials of this specialist.",
        )


def _check_tool(node: ast.Call, names: HandlerNames) -> Iterator[tuple[str, str]]:
    if not _constant_prefix(_argument(node, 0, "name"), names).is_whole:
        yield "ast.tool", "The name of a tool is not a constant, so it cannot be checked."
    arguments = _argument(node, 1, "args")
    for name, value in zip(arguments.keys, arguments.values, strict=True) if isinstance(arguments, ast.Dict) else ():
        if isinstance(name, ast.Constant) and name.value in _PATH_ARGUMENTS:
            yield from _check_path(_constant_prefix(value, names).text)


def _check_path(path: str) -> Iterator[tuple[str, str]]:
    if path.startswith(("/", "~", "\\")) or ".." in path.split("/"):
        yield "ast.path", f"The path {path} leaves the workspace."


def area_and_verb(node: ast.Call) -> tuple[str, str]:
    """Return (area, verb) of a call ``<ctx>.<area>.<verb>(…)``, or two empty strings for another call."""
    match node.func:
        case ast.Attribute(value=ast.Attribute(attr=area), attr=verb):
            return area, verb
        case _:
            return "", ""


def _argument(node: ast.Call, position: int, keyword: str = "") -> ast.expr | None:
    if len(node.args) > position:
        return node.args[position]
    return next((word.value for word in node.keywords if word.arg == keyword), None)


def _url_prefix(node: ast.Call, verb: str, names: HandlerNames) -> ConstantPrefix:
    return _constant_prefix(_argument(node, 1 if verb == "request" else 0, "url"), names)


def _check_http_call(
    node: ast.Call, verb: str, names: HandlerNames, hosts: frozenset[str], origins: frozenset[str]
) -> Iterator[tuple[str, str]]:
    url = _url_prefix(node, verb, names)
    parts = urlsplit(url.text)
    after_scheme = url.text.partition("://")[2]
    is_host_constant = url.is_whole or "/" in after_scheme or "?" in after_scheme
    if not parts.netloc or not is_host_constant:
        yield "ast.host", "The host of a call is not a constant, so it cannot be checked."
        return
    target = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    if "@" in parts.netloc or _as_declared(parts, hosts) not in hosts:
        yield "ast.host", f"A call goes to {target}, which this specialist does not declare."
    elif parts.scheme != "https" and target.lower().removesuffix(":80") not in origins:
        yield "ast.host", f"A call goes to {target}, which is not https and not opened in KINGDOM_EGRESS_ORIGINS."


def called_host(node: ast.Call, names: HandlerNames, declared: Collection[str]) -> str | None:
    """Return the host (with its port) that a call goes to, ``""`` when it is not constant, None for other calls.

    A declared host is returned as it is declared: with or without the usual port of the call's scheme.
    """
    area, verb = area_and_verb(node)
    if area != "http" or verb not in HTTP_METHODS:
        return None
    return _as_declared(urlsplit(_url_prefix(node, verb, names).text), declared)


def _as_declared(parts: SplitResult, declared: Collection[str]) -> str:
    """Return the host of a URL in the declared spelling, as it is written when it is not declared."""
    written = parts.netloc.rpartition("@")[2].lower()
    port = _USUAL_PORTS.get(parts.scheme.lower())
    bare = written.removesuffix(f":{port}")
    spellings = (written, bare, bare if ":" in bare or not bare else f"{bare}:{port}")
    return next((spelling for spelling in spellings if spelling in declared), written)


def requested_secret(node: ast.Call, names: HandlerNames) -> str | None:
    """Return the name of the secret that a call reads, ``""`` when it is not constant, None for other calls."""
    if area_and_verb(node) != ("secrets", "get"):
        return None
    name = _constant_prefix(_argument(node, 0, "name"), names)
    return name.text if name.is_whole else ""


def _constant_prefix(node: ast.expr | None, names: HandlerNames, depth: int = 0) -> ConstantPrefix:
    if node is None or depth > _MAX_DEPTH:
        return ConstantPrefix()
    match node:
        case ast.Name(id=name) if name in names.constants:
            return _constant_prefix(names.constants[name], names, depth + 1)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _joined_prefix([left, right], names, depth)
        case ast.JoinedStr(values=values):
            return _joined_prefix(values, names, depth)
        case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
            return _constant_prefix(value, names, depth + 1)
        case _:
            return _literal_prefix(node)


def _literal_prefix(node: ast.expr) -> ConstantPrefix:
    match node:
        case ast.Constant(value=str(text)):
            return ConstantPrefix(text, True)
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return ConstantPrefix(text.partition("%")[0], "%" not in text)
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return ConstantPrefix(text.partition("{")[0], "{" not in text)
        case _:
            return ConstantPrefix()


def _joined_prefix(parts: list[ast.expr], names: HandlerNames, depth: int) -> ConstantPrefix:
    joined = ""
    for part in parts:
        prefix = _constant_prefix(part, names, depth + 1)
        joined += prefix.text
        if not prefix.is_whole:
            return ConstantPrefix(joined)
    return ConstantPrefix(joined, True)


def is_plain_format_literal(node: ast.expr) -> bool:
    """Return whether an expression is a string literal that ``is_plain_format`` accepts."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and is_plain_format(node.value)


def is_plain_format(template: str) -> bool:
    """Return whether the fields of a format string, nested ones too, name neither an attribute nor a private item."""
    try:
        fields = [(name or "", spec or "") for _, name, spec, _ in string.Formatter().parse(template)]
    except ValueError:
        return False
    return not any(mark in name for name, _ in fields for mark in (".", "[_", "['_")) and all(
        is_plain_format(spec) for _, spec in fields if "{" in spec
    )
