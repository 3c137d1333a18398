"""The shape of a tool's arguments: the part of them that a rule is about. Pure.

A shape is an object with some of these keys; an empty one fits any arguments:

- ``host``    where a request goes: ``api.example.org`` (https, port 443), ``api.example.org:8443``, ``*.example.org``, ``http://10.0.0.5:8080``
- ``method``  of the request, in capitals
- ``path``    in the workspace: a folder with its slash (``notes/``, everything below it) or one file
- ``args``    the SHA-256 of the canonical arguments: exactly these

What cannot be read in one way only is ``unclear``, which never lets anything run and is never a way around a refusal.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Literal
from urllib.parse import urlsplit

from kingdom.contracts.canonical import json_digest
from kingdom.core.errors import BadInput

PatternMatch = Literal["yes", "no", "unclear"]
PATTERN_KEYS = frozenset({"host", "method", "path", "args"})
_PORTS = {"https": 443, "http": 80}
_VISIBLE = re.compile(r"[!-\[\]-~]{1,8000}")  # ASCII, no backslash: some programs read it as a slash
_LABELS = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*")
_HOST_RULE = re.compile(r"(http://)?(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:[0-9]{1,5})?")
_METHOD = re.compile(r"[A-Z]{1,10}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
# Tools that stay inside the sandbox, the session or a read-only search: their arguments differ each time and cannot do harm by themselves.
TOOLS_WITH_ANY_ARGUMENTS = frozenset(
    {"archon.exec.python", "archon.web.search", "archon.memory.put", "archon.memory.get"}
)


def argument_pattern_of(tool: str, args: Mapping[str, Any]) -> dict[str, str]:
    """Return the shape that "for this session" and "always" keep of a call: the narrowest that is still of use."""
    shape = _reusable_pattern(tool, args)
    # whatever is not plainly what the shape says is kept as it is, word for word
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
    """Return the shape that fits these arguments and no others."""
    return {"args": json_digest(args)}


def match_arguments(shape: Mapping[str, str], args: Mapping[str, Any]) -> PatternMatch:
    """Return whether arguments have a shape."""
    found = {_match_key(key, wanted, args) for key, wanted in shape.items()}
    return "no" if "no" in found else "unclear" if "unclear" in found else "yes"


def check_argument_pattern(shape: Mapping[str, object]) -> dict[str, str]:
    """Return a shape that somebody wrote. Raises BadInput for one that could never fit, or not in one way."""
    if set(shape) - PATTERN_KEYS:
        raise BadInput(f"A shape has the keys {', '.join(sorted(PATTERN_KEYS))} only.")
    if not all(isinstance(value, str) for value in shape.values()):
        raise BadInput("The values of a shape are texts.")
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
    """Return a shape in words, e.g. ``POST to api.example.org``. The values were checked: nothing in them needs to be made visible."""
    if "args" in shape:
        return f"with exactly these arguments ({shape['args'][:12]}…)"
    if "path" in shape:
        return f"everything in {shape['path']}" if shape["path"].endswith("/") else f"the file {shape['path']}"
    if "host" in shape:
        return f"{shape.get('method', 'any method')} to {shape['host']}"
    return f"method {shape['method']}" if "method" in shape else "with any arguments"


def host_of_url(url: object) -> str:
    """Return where a URL goes, in the spelling of a shape's ``host``; empty for what cannot be read in one way only."""
    if not isinstance(url, str) or not _VISIBLE.fullmatch(url):
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    scheme, host = parts.scheme, parts.hostname or ""
    if scheme not in _PORTS or "@" in parts.netloc or not (_LABELS.fullmatch(host) or ":" in host):
        return ""
    name = f"[{host}]" if ":" in host else host
    place = name if port in (None, _PORTS[scheme]) else f"{name}:{port}"
    return place if scheme == "https" else f"http://{place}"


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
            return "unclear"  # a shape of another version of Kingdom


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
    return "unclear" if not method else "yes" if method == wanted else "no"


def _match_paths(wanted: str, args: Mapping[str, Any]) -> PatternMatch:
    """Every path of a call counts: it fits when all are inside, it does not when none is."""
    named = [args[key] for key in ("path", "base") if key in args]
    if not named:
        return "no"
    pattern = args.get("pattern", "")
    if not isinstance(pattern, str) or pattern.startswith("/") or ".." in pattern:
        return "unclear"
    found = {_match_path(wanted, path) for path in named}
    return found.pop() if len(found) == 1 else "unclear"


def _match_path(wanted: str, path: object) -> PatternMatch:
    if not isinstance(path, str) or not _is_unambiguous_path(path.removesuffix("/") or "."):
        return "unclear"
    if _is_inside(wanted, path):
        return "yes"
    # the file system may hold two spellings apart that look the same, or may not
    folded = _is_inside(_normalized(wanted), _normalized(path))
    # a folder above it, as where to look for files: it holds what the rule is about, and more
    above = wanted.startswith(path if path.endswith("/") or not path else f"{path}/")
    return "unclear" if folded or above else "no"


def _is_inside(wanted: str, path: str) -> bool:
    return path == wanted or (wanted.endswith("/") and (path.startswith(wanted) or path == wanted[:-1]))


def _normalized(path: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


def _is_unambiguous_path(path: object) -> bool:
    """Whether a path has one meaning: relative, no empty, ``.`` or ``..`` part, no backslash, nothing invisible."""
    if not isinstance(path, str) or "\\" in path or not path.isprintable():
        return False
    parts: Sequence[str] = path.split("/")
    return path == "." or all(part.strip() == part and part not in ("", ".", "..") for part in parts)


def _folder_or_file(path: str) -> str:
    """Return the folder a file is in, or the file itself at the top: "always" for one file must not mean the whole workspace."""
    folder, slash, _ = path.rpartition("/")
    return folder + slash if slash else path
