"""Calls to the host and sizes of values: what they name must be constant and declared."""

import ast
import string
from collections.abc import Iterator
from urllib.parse import urlsplit

from kingdom.ministers.guardian.handler.allowlist import HTTP_METHODS
from kingdom.ministers.guardian.handler.name_resolution import HandlerNames

_MAX_DEPTH = 8


def check_host_call(
    node: ast.Call, names: HandlerNames, hosts: frozenset[str], secrets: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """Yield (rule, sentence) for each thing wrong with a call of the form ``<ctx>.<area>.<verb>(…)``."""
    func = node.func
    if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Attribute)):
        return
    area, verb = func.value.attr, func.attr
    if area == "http" and verb in HTTP_METHODS:
        yield from _check_http_call(node, verb, names, hosts)
    elif area == "secrets" and verb == "get":
        name = _constant_prefix(node.args[0], names)[0] if node.args else ""
        if name not in secrets:
            yield (
                "ast.secret",
                f"The secret {name or '(not a constant name)'} is not among the credentials this specialist declares.",
            )
    elif area == "files" and verb in {"read", "write"}:
        path, _ = _constant_prefix(node.args[0], names) if node.args else ("", False)
        if path.startswith(("/", "~", "\\")) or ".." in path.split("/"):
            yield "ast.path", f"The path {path} leaves the workspace."
    elif area == "db" and not (node.args and isinstance(node.args[0], ast.Constant)):
        yield "ast.statement", ""


def _check_http_call(
    node: ast.Call, verb: str, names: HandlerNames, hosts: frozenset[str]
) -> Iterator[tuple[str, str]]:
    at = 1 if verb == "request" else 0
    given = (
        node.args[at]
        if len(node.args) > at
        else next((word.value for word in node.keywords if word.arg == "url"), None)
    )
    text, whole = _constant_prefix(given, names) if given is not None else ("", False)
    parts = urlsplit(text)
    fixed = whole or "/" in text.partition("://")[2] or "?" in text.partition("://")[2]
    if not parts.netloc or not fixed:
        yield "ast.host", "The host of a call is not a constant, so it cannot be checked."
    elif parts.scheme != "https" or "@" in parts.netloc or parts.netloc.lower() not in hosts:
        yield (
            "ast.host",
            f"A call goes to {parts.scheme}://{parts.netloc.rpartition('@')[2]}, which this specialist does not declare.",
        )


def called_host(node: ast.Call, names: HandlerNames) -> str | None:
    """Return the host (with its port) that a call goes to, "" where it is no constant, None for what is no call to a host."""
    func = node.func
    if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Attribute)):
        return None
    if func.value.attr != "http" or func.attr not in HTTP_METHODS:
        return None
    at = 1 if func.attr == "request" else 0
    given = (
        node.args[at]
        if len(node.args) > at
        else next((word.value for word in node.keywords if word.arg == "url"), None)
    )
    return urlsplit(_constant_prefix(given, names)[0]).netloc.rpartition("@")[2].lower() if given is not None else ""


def requested_secret(node: ast.Call, names: HandlerNames) -> str | None:
    """Return the name of the secret that a call asks for, "" where it is no constant, None for what asks for none."""
    func = node.func
    if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Attribute)):
        return None
    if func.value.attr != "secrets" or func.attr != "get":
        return None
    given = node.args[0] if node.args else next((word.value for word in node.keywords if word.arg == "name"), None)
    text, whole = _constant_prefix(given, names) if given is not None else ("", False)
    return text if whole else ""


def _constant_prefix(node: ast.expr, names: HandlerNames, depth: int = 0) -> tuple[str, bool]:
    """Return the constant text an expression begins with, and whether that is all of it."""
    if depth > _MAX_DEPTH:
        return "", False
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


def _literal_prefix(node: ast.expr) -> tuple[str, bool]:
    match node:
        case ast.Constant(value=str(text)):
            return text, True
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            return text.partition("%")[0], "%" not in text
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format")):
            return text.partition("{")[0], "{" not in text
        case _:
            return "", False


def _joined_prefix(parts: list[ast.expr], names: HandlerNames, depth: int) -> tuple[str, bool]:
    made = ""
    for part in parts:
        text, whole = _constant_prefix(part, names, depth + 1)
        made += text
        if not whole:
            return made, False
    return made, True


def is_plain_format(template: str) -> bool:
    """Say whether a format string's fields name neither an attribute nor a private item; nested fields are looked at too."""
    try:
        for _, name, spec, _ in string.Formatter().parse(template):
            if name is not None and ("." in name or "[_" in name or "['_" in name):
                return False
            if spec and "{" in spec and not is_plain_format(spec):
                return False
    except ValueError:
        return False
    return True
