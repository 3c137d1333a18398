"""Argument patterns ("shapes"): the part of a tool's arguments that a permission rule is about. Pure.

A shape is an object with some of these keys; an empty one matches any arguments:

- ``host``    of a request: ``api.example.org`` (https, port 443), ``api.example.org:8443``, ``*.example.org``,
              ``http://10.0.0.5:8080``
- ``method``  of a request, in capitals
- ``path``    in the workspace: a folder with its slash (``notes/``, everything below it) or one file
- ``args``    the SHA-256 of the canonical arguments: exactly these

Arguments that can be read in several ways are ``unclear``, which never allows a call and never avoids a denial.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.http_methods import is_method_overridden
from kingdom.core.errors import BadInput

PatternMatch = Literal["yes", "no", "unclear"]
PATTERN_KEYS = frozenset({"host", "method", "path", "args"})
_PORTS = {"https": 443, "http": 80}
_VISIBLE = re.compile(r"[!-\[\]-~]{1,8000}")  # ASCII, no backslash: some programs read it as a slash
_LABELS = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*")
_HOST_RULE = re.compile(r"(http://)?(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{1,5})?")
_METHOD = re.compile(r"[A-Z]{1,10}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
# Tools of the sandbox, the session or a read-only search: their arguments differ each time and are harmless alone.
TOOLS_WITH_ANY_ARGUMENTS = frozenset(
    {"archon.exec.python", "archon.web.search", "archon.memory.put", "archon.memory.get"}
)


def argument_pattern_of(tool: str, args: Mapping[str, Any]) -> dict[str, str]:
    """Return the shape that "for this session" and "always" store for a call: the narrowest one that is reusable."""
    shape = _reusable_pattern(tool, args)
    # Arguments that do not clearly match their own shape get an exact one.
    return shape if shape is not None and match_arguments(shape, args) == "yes" else exact_arguments_pattern(args)


def _reusable_pattern(tool: str, args: Mapping[str, Any]) -> dict[str, str] | None:
    if "url" in args:
        return {"host": host_of_url(args["url"]), "method": _method(args)}
    if tool.startswith("archon.fs."):
        path = args.get("path", args.get("base"))
        return (
            {"path": _folder_or_file(path)} if isinstance(path, str) and path and _is_unambiguous_path(path) else None
        )
    return {} if tool in TOOLS_WITH_ANY_ARGUMENTS else None


def exact_arguments_pattern(args: Mapping[str, Any]) -> dict[str, str]:
    """Return the shape that matches exactly these arguments."""
    return {"args": json_digest(args)}


def match_arguments(shape: Mapping[str, str], args: Mapping[str, Any]) -> PatternMatch:
    """Return whether arguments match a shape."""
    results = {_match_key(key, value, args) for key, value in shape.items()}
    return "no" if "no" in results else "unclear" if "unclear" in results else "yes"


def check_argument_pattern(shape: Mapping[str, object]) -> dict[str, str]:
    """Return the validated shape of a user's rule. Raises BadInput for one that is invalid or ambiguous."""
    if set(shape) - PATTERN_KEYS:
        raise BadInput(f"A shape has the keys {', '.join(sorted(PATTERN_KEYS))} only.")
    if not all(isinstance(value, str) for value in shape.values()):
        raise BadInput("The values of a shape must be texts.")
    texts = {key: str(value) for key, value in shape.items()}
    if not _HOST_RULE.fullmatch(texts.get("host", "a")):
        raise BadInput(
            "host is a lower-case name like api.example.org, *.example.org, api.example.org:8443 or http://10.0.0.5:8080."
        )
    if not _METHOD.fullmatch(texts.get("method", "GET")):
        raise BadInput("method is in capitals, like POST.")
    if not _is_unambiguous_path(texts.get("path", "a").removesuffix("/")):
        raise BadInput(
            "path is a file or a folder with a slash at its end, inside the workspace: notes/ or notes/today.txt."
        )
    if not _DIGEST.fullmatch(texts.get("args", "0" * 64)):
        raise BadInput("args is the SHA-256 of the canonical arguments, 64 hexadecimal digits.")
    return texts


def describe_argument_pattern(shape: Mapping[str, str]) -> str:
    """Return a validated shape in words, e.g. ``POST to api.example.org``; its values need no escaping."""
    if "args" in shape:
        return f"with exactly these arguments ({shape['args'][:12]}…)"
    if "path" in shape:
        return f"everything in {shape['path']}" if shape["path"].endswith("/") else f"the file {shape['path']}"
    if "host" in shape:
        return f"{shape.get('method', 'any method')} to {shape['host']}"
    return f"method {shape['method']}" if "method" in shape else "with any arguments"


def host_of_url(url: object) -> str:
    """Return the host of a URL as in a shape's ``host``, or ``""`` for an ambiguous URL."""
    if not isinstance(url, str) or not _VISIBLE.fullmatch(url):
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    scheme, host = parts.scheme, parts.hostname or ""
    if scheme not in _PORTS or "@" in parts.netloc or not _is_host_name(host):
        return ""
    return _authority(scheme, host, port)


def _authority(scheme: str, host: str, port: int | None) -> str:
    name = f"[{host}]" if ":" in host else host
    authority = name if port in (None, _PORTS[scheme]) else f"{name}:{port}"
    return authority if scheme == "https" else f"http://{authority}"


def _is_host_name(host: str) -> bool:
    return ":" in host or _LABELS.fullmatch(host) is not None


def _match_key(key: str, wanted: str, args: Mapping[str, Any]) -> PatternMatch:
    match key:
        case "host":
            return _match_host(wanted, args)
        case "method":
            return _match_method(wanted, args)
        case "path":
            return _match_paths(wanted, args)
        case "args":
            return "yes" if json_digest(args) == wanted else "no"
        case _:
            return "unclear"  # a key of another version of Kingdom


def _match_host(wanted: str, args: Mapping[str, Any]) -> PatternMatch:
    if "url" not in args:
        return "no"
    host = host_of_url(args["url"])
    if not host:
        return "unclear"
    scheme, star, tail = wanted.rpartition("*.")
    if not star:
        return "yes" if host == wanted else "no"
    return (
        "yes"
        if host.startswith(scheme) and host.endswith(f".{tail}") and ("://" in host) == ("://" in wanted)
        else "no"
    )


def _method(args: Mapping[str, Any]) -> str:
    method = args.get("method", "GET")
    return method.upper() if isinstance(method, str) and _METHOD.fullmatch(method.upper()) else ""


def _match_method(wanted: str, args: Mapping[str, Any]) -> PatternMatch:
    if "url" not in args and "method" not in args:
        return "no"
    method = _method(args)
    if not method or is_method_overridden(args.get("url", ""), args.get("headers"), args.get("params")):
        return "unclear"  # e.g. a GET whose header says DELETE: what the host takes it for is not known
    return "yes" if method == wanted else "no"


def _match_paths(wanted: str, args: Mapping[str, Any]) -> PatternMatch:
    """Return ``yes`` when all paths of a call match, ``no`` when none does, else ``unclear``."""
    paths = [args[key] for key in ("path", "base") if key in args]
    if not paths:
        return "no"
    pattern = args.get("pattern", "")
    if not isinstance(pattern, str) or pattern.startswith("/") or ".." in pattern:
        return "unclear"
    results: set[PatternMatch] = {_match_path(wanted, path) for path in paths}
    if args.get("recursive") is True:  # consent to one file does not cover its folder
        results.add("no")
    return results.pop() if len(results) == 1 else "unclear"


def _match_path(wanted: str, path: object) -> PatternMatch:
    if not isinstance(path, str) or not _is_unambiguous_path(path.removesuffix("/") or "."):
        return "unclear"
    if _is_inside(wanted, path):
        return "yes"
    # A file system may or may not distinguish two spellings that look the same.
    looks_inside = _is_inside(_normalized(wanted), _normalized(path))
    # The base of a search may be a folder above the rule's path.
    is_above = wanted.startswith(path if path.endswith("/") or not path else f"{path}/")
    return "unclear" if looks_inside or is_above else "no"


def _is_inside(wanted: str, path: str) -> bool:
    return path == wanted or (wanted.endswith("/") and (path.startswith(wanted) or path == wanted[:-1]))


def _normalized(path: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def _is_unambiguous_path(path: object) -> bool:
    """Return whether a path has one meaning: relative, no ``.``, ``..`` or empty part, no backslash, printable."""
    if not isinstance(path, str) or "\\" in path or not path.isprintable():
        return False
    parts: Sequence[str] = path.split("/")
    return path == "." or all(part.strip() == part and part not in ("", ".", "..") for part in parts)


def _folder_or_file(path: str) -> str:
    """Return the folder of a file, or the file itself at the top, so that no rule covers the whole workspace."""
    folder, slash, _ = path.rpartition("/")
    return folder + slash if slash else path
