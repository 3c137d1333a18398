"""Deeds of Python files, by their syntax tree: commands they start, code they hide, what they send and overwrite."""

import ast
import re
from collections.abc import Iterator
from functools import cached_property

from kingdom.contracts.python_source import MAX_SOURCE, UnparsableSource, parse_source
from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.formats import python_names as names
from kingdom.ministers.guardian.file.shell.command_effects import script_deeds
from kingdom.ministers.guardian.file.shell.written_files import is_hidden_start
from kingdom.ministers.guardian.file.structure_findings import Deed

_MAX_DEPTH = 8  # of constants that are joined
_MAX_NAMES = 3  # values of names that are looked into, one inside the other
_MAX_PARTS = 300_000  # of all expressions of a file that are looked at with the values of their names
_LOCAL = re.compile(r"localhost|127\.0|0\.0\.0\.0|host\.docker\.internal|://\[?::1")


def python_deeds(source: str, path: str) -> list[Deed]:
    """Return the deeds of a Python file; one that does not parse cannot be read."""
    if len(source) > MAX_SOURCE:
        return [Deed("file.too_long")]
    try:
        tree = parse_source(source)
    except (UnparsableSource, SyntaxError, ValueError, RecursionError, MemoryError):
        return [Deed("file.too_long")]
    reader = _Reader(tree, path)
    return list(reader.deeds())


class _Reader:
    """Reads one module."""

    def __init__(self, tree: ast.Module, path: str) -> None:
        self._nodes = list(ast.walk(tree))
        self._path = path.rpartition("/")[2]
        self._parts_left = _MAX_PARTS
        self._names = _imported(self._nodes)
        self._constants = {
            target.id: node.value.value
            for node in self._nodes
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        self._values: dict[str, list[ast.expr]] = {}
        for node in self._nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self._values.setdefault(target.id, []).append(node.value)
            elif isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name):
                self._values.setdefault(node.optional_vars.id, []).append(node.context_expr)

    def deeds(self) -> Iterator[Deed]:
        called = set()
        for node in self._nodes:
            if isinstance(node, ast.Call):
                name = self.name_of(node.func)
                called.add(name)
                yield from (Deed(rule, node.lineno) for rule in self._call_rules(node, name))
            elif isinstance(node, ast.Assign):
                yield from self._setting(node)
        if {"os.dup2", "pty.spawn"} & called and any(
            name.endswith(("socket.socket", ".connect", "create_connection")) for name in called
        ):
            yield Deed("file.gives_access")
        if self._path in ("sitecustomize.py", "usercustomize.py") and called:
            yield Deed("file.starts_itself")
        if not self._parts_left:
            yield Deed("file.too_long")

    def name_of(self, node: ast.expr) -> str:
        """Return the dotted name of a callee with imports resolved, ``""`` for others."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Call):
            parts.append(self.name_of(node.func) if len(parts) < 3 else "")
        elif isinstance(node, ast.Name):
            parts.append(self._names.get(node.id, node.id))
        return ".".join(reversed(parts))

    def _call_rules(self, node: ast.Call, name: str) -> Iterator[str]:
        if name in names.STARTERS or name.startswith(("os.spawn", "os.exec")):
            yield from (deed.rule for deed in script_deeds(self._command(node)))
        elif name in names.RUNNERS and node.args:
            yield from self._run_rules(node.args[0])
        elif name.endswith(names.LOADERS) and self._reaches(node, names.FETCHES):
            yield "file.foreign_code"
        else:
            yield from self._file_rules(node, name)
        if names.SENDERS.search(name):
            yield from self._send_rules(node)

    def _file_rules(self, node: ast.Call, name: str) -> Iterator[str]:
        if name in names.REMOVERS and node.args:
            if places.is_protected(self._text(node.args[0]).rstrip("/") or "-"):
                yield "file.destroys"
        elif name in ("os.setuid", "os.chmod") and node.args and self._sets_rights(name, node):
            yield "file.gives_access"
        elif name in ("open", "io.open") or name.endswith((".open", ".read_text", ".write_text", ".read_bytes")):
            yield from self._open_rules(node)

    def _send_rules(self, node: ast.Call) -> Iterator[str]:
        if self._sends_secret(node):
            yield "file.sends_secrets"
        unverified = any(
            word.arg in ("verify", "check_hostname")
            and isinstance(word.value, ast.Constant)
            and word.value.value is False
            for word in node.keywords
        )
        if unverified and not _LOCAL.search(self._text(node.args[0]) if node.args else ""):
            yield "file.loosens"

    def _command(self, node: ast.Call) -> str:
        if not node.args:
            return ""
        first = node.args[0]
        if isinstance(first, ast.List | ast.Tuple):
            words = [self._text(part) for part in first.elts]
            if len(words) > 2 and words[0].rpartition("/")[2] in ("sh", "bash", "zsh") and words[1] in ("-c", "-lc"):
                return words[2]
            return " ".join(words)
        return self._text(first)

    def _text(self, node: ast.expr, depth: int = 0) -> str:
        """Return the constant text of an expression, with unknown parts left out."""
        if depth > _MAX_DEPTH:
            return ""
        match node:
            case ast.Constant(value=str() | bytes() as value):
                return value if isinstance(value, str) else value.decode("utf-8", "replace")
            case ast.Name(id=name):
                return self._constants.get(name, "")
            case ast.JoinedStr(values=values):
                return "".join(self._text(value, depth + 1) for value in values)
            case ast.FormattedValue(value=value):
                return self._text(value, depth + 1)
            case ast.BinOp(left=left, right=right):
                separator = "/" if isinstance(node.op, ast.Div) else ""
                return f"{self._text(left, depth + 1)}{separator}{self._text(right, depth + 1)}"
            case _:
                return self._call_text(node, depth)

    def _call_text(self, node: ast.expr, depth: int) -> str:
        """Return the path that a call makes of constants: ``os.path.join``, ``Path(…)``, ``expanduser``."""
        if not isinstance(node, ast.Call):
            return ""
        parts = [*node.args] or ([node.func.value] if isinstance(node.func, ast.Attribute) else [])
        return "/".join(filter(None, (self._text(part, depth + 1) for part in parts)))

    def _run_rules(self, node: ast.expr) -> Iterator[str]:
        if self._reaches(node, names.FETCHES):
            yield "file.foreign_code"
        elif any(
            isinstance(part, ast.Call) and names.DECODERS.search(self.name_of(part.func)) and self._is_coded(part)
            for part in self._parts(node)
        ):
            yield "file.hidden_code"
        elif any(
            isinstance(part, ast.Attribute | ast.Call)
            and "request." in f"{self.name_of(part.func if isinstance(part, ast.Call) else part)}."
            for part in self._parts(node)
        ):
            yield "file.runs_input"

    def _is_coded(self, node: ast.Call) -> bool:
        name = self.name_of(node.func)
        if name.endswith((".decode", ".join", "loads", "reversed")):
            return any(part is not node and self._is_code(part) for part in self._walk(node))
        return True

    def _is_code(self, part: ast.AST) -> bool:
        """Return whether a part of an expression names a coding."""
        match part:
            case ast.Call(func=func):
                return re.search(r"b\d\d|hex|decompress|chr$", self.name_of(func)) is not None
            case ast.Constant(value=str(text)) | ast.Attribute(attr=text) | ast.Name(id=text):
                return "rot13" in text
            case _:
                return False

    def _walk(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the parts of an expression as ``ast.walk`` does, as long as the file's budget lasts."""
        for part in ast.walk(node):
            if not self._parts_left:
                return
            self._parts_left -= 1
            yield part

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the parts of an expression and those of the values of its names, each once."""
        seen: set[int] = set()
        layer = [node]
        for _ in range(_MAX_NAMES + 1):
            values: list[ast.AST] = []
            for part in (part for outer in layer for part in self._walk(outer) if id(part) not in seen):
                seen.add(id(part))
                yield part
                if isinstance(part, ast.Name):
                    values += [value for value in self._values.get(part.id, ())[:5] if id(value) not in seen]
            layer = values

    def _reaches(self, node: ast.AST, pattern: re.Pattern[str]) -> bool:
        return any(isinstance(part, ast.Call) and pattern.search(self.name_of(part.func)) for part in self._parts(node))

    def _sends_secret(self, node: ast.Call) -> bool:
        url = self._text(node.args[0]) if node.args else ""
        if _LOCAL.search(url):
            return False
        values = [
            *node.args,
            *(word.value for word in node.keywords if word.arg not in ("headers", "auth", "timeout", "cookies")),
        ]
        return any(self._is_secret(part) for value in values for part in self._parts(value))

    def _is_secret(self, part: ast.AST) -> bool:
        match part:
            case ast.Constant(value=str(text)) if 3 < len(text) < 300:
                return places.is_credential(places.normalized_path(text)) or text in ("/etc/passwd", "/etc/shadow")
            case ast.Call(func=func, args=args):
                name = self.name_of(func)
                return (name == "dict" and any(self.name_of(arg) == "os.environ" for arg in args)) or name in (
                    "os.environ.copy",
                    "os.environ.items",
                )
            case _:
                return False

    def _sets_rights(self, name: str, node: ast.Call) -> bool:
        values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        return (
            values[:1] == [0]
            if name == "os.setuid"
            else any(isinstance(value, int) and value & 0o6000 for value in values)
        )

    def _open_rules(self, node: ast.Call) -> Iterator[str]:
        path = places.normalized_path(self._text(node.args[0] if node.args else node.func))
        mode = (
            self._text(node.args[1])
            if len(node.args) > 1
            else "w"
            if self.name_of(node.func).endswith("write_text")
            else ""
        )
        mode += "".join(self._text(word.value) for word in node.keywords if word.arg == "mode")
        if not path or len(path) > 300:
            return
        if any(sign in mode for sign in "wax+"):
            if places.is_access_list(path):
                yield "file.gives_access"
            elif places.is_startup(path) or "/etc/cron" in path or "/systemd/system" in path:
                yield from ("file.starts_itself",) if self._writes_start else ()
            elif places.is_protected(path):
                yield "file.destroys"
        elif places.is_credential(path):
            yield "file.reads_secrets"

    @cached_property
    def _writes_start(self) -> bool:
        """Whether a text of the module would start hidden or foreign code."""
        written = " ".join(
            part.value
            for part in self._nodes
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) < 2_000
        )
        return re.search(r"python|/tmp/|sh\b", written) is not None or is_hidden_start(written)

    def _setting(self, node: ast.Assign) -> Iterator[Deed]:
        """Yield for a setting of a web framework that switches a protection off for everybody."""
        targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
        value = ast.unparse(node.value) if isinstance(node.value, ast.Constant | ast.List) else ""
        if ("ALLOWED_HOSTS" in targets and value == "['*']" and str(self._debug) == "True") or (
            targets & {"CSRF_COOKIE_SECURE", "SESSION_COOKIE_SECURE", "WTF_CSRF_ENABLED", "SECURE_SSL_REDIRECT"}
            and value == "False"
            and str(self._debug) != "True"
        ):
            yield Deed("file.loosens", node.lineno)
        if targets & {"AUTH_PASSWORD_VALIDATORS", "CORS_ALLOW_CREDENTIALS_ANY"} and value == "[]":
            yield Deed("file.loosens", node.lineno)
        if any(
            isinstance(target, ast.Attribute) and target.attr == "_create_default_https_context"
            for target in node.targets
        ) and "unverified" in ast.unparse(node.value):
            yield Deed("file.loosens", node.lineno)

    @cached_property
    def _debug(self) -> bool | None:
        values = [value for value in self._values.get("DEBUG", ()) if isinstance(value, ast.Constant)]
        return values[-1].value is True if values else None


def _imported(nodes: list[ast.AST]) -> dict[str, str]:
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            names |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return names
