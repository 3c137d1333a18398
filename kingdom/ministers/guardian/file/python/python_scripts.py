"""Behaviors of Python files, by their syntax tree: commands they start, code they hide, what they send and replace."""

import ast
import re
from collections.abc import Iterator
from functools import cached_property

from kingdom.contracts.formats.python_source import MAX_SOURCE, UnparsableSource, parse_source
from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.python import python_names as names
from kingdom.ministers.guardian.file.python.file_encryption import encrypts_files
from kingdom.ministers.guardian.file.python.fixed_logins import accepts_fixed_login
from kingdom.ministers.guardian.file.python.python_leaks import LOCAL_URL, PythonLeaks
from kingdom.ministers.guardian.file.python.python_module import PythonModule
from kingdom.ministers.guardian.file.shell.command_effects import script_behaviors
from kingdom.ministers.guardian.file.shell.written_files import is_hidden_start
from kingdom.ministers.guardian.file.structure_findings import Behavior

_MAX_PATH = 300  # characters
_DEBUG_ONLY, _NO_DEBUG, _ALWAYS = frozenset({True}), frozenset({False, None}), frozenset({True, False, None})
# Settings of web frameworks that switch a protection off: names, value, and with which values of DEBUG.
_OPEN_SETTINGS: tuple[tuple[frozenset[str], str, frozenset[bool | None]], ...] = (
    (frozenset({"ALLOWED_HOSTS"}), "['*']", _DEBUG_ONLY),
    (
        frozenset({"CSRF_COOKIE_SECURE", "SESSION_COOKIE_SECURE", "WTF_CSRF_ENABLED", "SECURE_SSL_REDIRECT"}),
        "False",
        _NO_DEBUG,
    ),
    (frozenset({"AUTH_PASSWORD_VALIDATORS", "CORS_ALLOW_CREDENTIALS_ANY"}), "[]", _ALWAYS),
)
_CONNECTS = re.compile(r"(?:^|\.)(?:connect|create_connection|accept)$")
_PEER = re.compile(r"\.(?:fileno|makefile)$")  # of a socket


def python_behaviors(source: str, path: str) -> list[Behavior]:
    """Return the behaviors of a Python file; one that does not parse cannot be read."""
    if len(source) > MAX_SOURCE:
        return [Behavior("file.too_long")]
    try:
        tree = parse_source(source)
    except (UnparsableSource, SyntaxError, ValueError, RecursionError, MemoryError):
        return [Behavior("file.too_long")]
    return list(_Reader(PythonModule(tree), path).behaviors())


class _Reader:
    """Reads one module."""

    def __init__(self, module: PythonModule, path: str) -> None:
        self._module = module
        self._path, self._file_name = path, path.rpartition("/")[2]
        self._leaks = PythonLeaks(module)

    def behaviors(self) -> Iterator[Behavior]:
        called: set[str] = set()
        for node in self._module.nodes:
            if isinstance(node, ast.Call):
                name = self._module.name_of(node.func)
                called.add(name)
                yield from (Behavior(rule, node.lineno) for rule in self._call_rules(node, name))
            elif isinstance(node, ast.Assign) and self._opens(node):
                yield Behavior("file.loosens", node.lineno)
        yield from map(Behavior, self._module_rules(called))

    def _module_rules(self, called: set[str]) -> Iterator[str]:
        """Yield the rules of the module as a whole, whose calls have these names."""
        connects = any(name.endswith(("socket.socket", ".connect", "create_connection")) for name in called)
        if connects and not called.isdisjoint(("os.dup2", "pty.spawn")):
            yield "file.gives_access"
        if self._leaks.watches_requests() or self._leaks.watches_keys(called):
            yield "file.sends_secrets"
        starts = bool(called) and self._file_name in ("sitecustomize.py", "usercustomize.py")
        found = {
            "file.destroys": encrypts_files(self._module),
            "file.fixed_login": accepts_fixed_login(self._module, self._path),
            "file.starts_itself": starts,
            "file.too_long": self._module.was_cut,
        }
        yield from (rule for rule, is_found in found.items() if is_found)

    def _call_rules(self, node: ast.Call, name: str) -> Iterator[str]:
        if name in names.STARTERS or name.startswith(("os.spawn", "os.exec")):
            yield from self._start_rules(node, name)
        elif name in names.RUNNERS and node.args:
            yield from self._run_rules(node.args[0])
        elif name.endswith(names.LOADERS) and self._module.reaches(node, names.FETCHES):
            yield "file.foreign_code"
        else:
            yield from self._file_rules(node, name)
        if names.SENDERS.search(name) or self._leaks.starts_sender(node):
            yield from self._send_rules(node)

    def _start_rules(self, node: ast.Call, name: str) -> Iterator[str]:
        yield from (behavior.rule for behavior in script_behaviors(self._command(node)))
        if any(word.arg == "stdin" and self._is_peer(word.value) for word in node.keywords):
            yield "file.gives_access"
        if not node.args or not self._is_shell(node, name):
            return
        if any(map(self._is_request, self._module.parts(node.args[0]))):
            yield "file.runs_input"
        if self._module.reaches(node.args[0], names.FETCHES):
            yield "file.foreign_code"

    def _is_peer(self, node: ast.expr) -> bool:
        """Return whether a value is the file of a connected socket."""
        return self._module.reaches(node, _PEER) and any(
            isinstance(part, ast.Call) and _CONNECTS.search(self._module.name_of(part.func))
            for part in self._module.nodes
        )

    def _file_rules(self, node: ast.Call, name: str) -> Iterator[str]:
        if name in names.REMOVERS:
            if node.args and places.is_protected(self._module.text_of(node.args[0]).rstrip("/") or "-"):
                yield "file.destroys"
        elif name in ("os.setuid", "os.chmod"):
            if self._sets_rights(name, node):
                yield "file.gives_access"
        elif names.OPENERS.search(name):
            yield from self._open_rules(node)

    def _send_rules(self, node: ast.Call) -> Iterator[str]:
        if self._leaks.sends_secret(node):
            yield "file.sends_secrets"
        unverified = any(
            word.arg in ("verify", "check_hostname")
            and isinstance(word.value, ast.Constant)
            and word.value.value is False
            for word in node.keywords
        )
        if unverified and not LOCAL_URL.search(self._module.text_of(node.args[0]) if node.args else ""):
            yield "file.loosens"

    def _command(self, node: ast.Call) -> str:
        if not node.args:
            return ""
        first = node.args[0]
        if isinstance(first, ast.List | ast.Tuple):
            words = [self._module.text_of(part) for part in first.elts]
            if len(words) > 2 and words[0].rpartition("/")[2] in ("sh", "bash", "zsh") and words[1] in ("-c", "-lc"):
                return words[2]
            return " ".join(words)
        return self._module.text_of(first)

    def _is_shell(self, node: ast.Call, name: str) -> bool:
        """Return whether a call gives its first argument to a shell."""
        by_option = any(word.arg == "shell" and ast.unparse(word.value) == "True" for word in node.keywords)
        return bool(node.args) and (by_option or name in ("os.system", "os.popen") or name.startswith("subprocess.get"))

    def _run_rules(self, node: ast.expr) -> Iterator[str]:
        """Yield the rules of code that is run from an expression."""
        if self._module.reaches(node, names.FETCHES):
            yield "file.foreign_code"
        elif any(map(self._is_decoder, self._module.parts(node))):
            yield "file.hidden_code"
        elif any(map(self._is_request, self._module.parts(node))):
            yield "file.runs_input"

    def _is_decoder(self, part: ast.AST) -> bool:
        if not isinstance(part, ast.Call) or not names.DECODERS.search(self._module.name_of(part.func)):
            return False
        return self._is_coded(part)

    def _is_request(self, part: ast.AST) -> bool:
        """Return whether a part of an expression is sent by the client of a server."""
        if not isinstance(part, ast.Attribute | ast.Call):
            return False
        name = self._module.name_of(part.func if isinstance(part, ast.Call) else part)
        return "request." in f"{name}." or name.endswith((".recv", ".recvfrom"))

    def _is_coded(self, node: ast.Call) -> bool:
        name = self._module.name_of(node.func)
        if name.endswith((".decode", ".join", "loads", "reversed")):
            return any(part is not node and self._is_code(part) for part in self._module.walk(node))
        return True

    def _is_code(self, part: ast.AST) -> bool:
        """Return whether a part of an expression names a coding."""
        match part:
            case ast.Call(func=func):
                return re.search(r"b\d\d|hex|decompress|chr$", self._module.name_of(func)) is not None
            case ast.Constant(value=str(text)) | ast.Attribute(attr=text) | ast.Name(id=text):
                return "rot13" in text
            case _:
                return False

    def _sets_rights(self, name: str, node: ast.Call) -> bool:
        values = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        if name == "os.setuid":
            return values[:1] == [0]
        return any(isinstance(value, int) and value & 0o6000 for value in values)

    def _open_rules(self, node: ast.Call) -> Iterator[str]:
        path = places.normalized_path(self._module.text_of(node.args[0] if node.args else node.func))
        if not path or len(path) > _MAX_PATH:
            return
        if self._is_writing(node):
            yield from self._write_rules(path)
        elif places.is_credential(path):
            yield "file.reads_secrets"

    def _is_writing(self, node: ast.Call) -> bool:
        """Return whether a call opens a file to write it."""
        if len(node.args) > 1:
            mode = self._module.text_of(node.args[1])
        else:
            mode = "w" if self._module.name_of(node.func).endswith("write_text") else ""
        mode += "".join(self._module.text_of(word.value) for word in node.keywords if word.arg == "mode")
        return not {"w", "a", "x", "+"}.isdisjoint(mode)

    def _write_rules(self, path: str) -> Iterator[str]:
        if places.is_access_list(path):
            yield "file.gives_access"
        elif places.is_startup(path) or "/etc/cron" in path or "/systemd/system" in path:
            if self._writes_start:
                yield "file.starts_itself"
        elif places.is_protected(path):
            yield "file.destroys"

    @cached_property
    def _writes_start(self) -> bool:
        """Whether a text of the module would start hidden or foreign code."""
        written = " ".join(
            part.value
            for part in self._module.nodes
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) < 2_000
        )
        return re.search(r"python|/tmp/|sh\b", written) is not None or is_hidden_start(written)

    def _opens(self, node: ast.Assign) -> bool:
        """Return whether an assignment switches a protection off for everybody."""
        targets = {target.id for target in node.targets if isinstance(target, ast.Name)}
        value = ast.unparse(node.value) if isinstance(node.value, ast.Constant | ast.List) else ""
        for settings, open_value, debug_values in _OPEN_SETTINGS:
            if value == open_value and settings & targets and self._debug in debug_values:
                return True
        attributes = {target.attr for target in node.targets if isinstance(target, ast.Attribute)}
        return "_create_default_https_context" in attributes and "unverified" in ast.unparse(node.value)

    @cached_property
    def _debug(self) -> bool | None:
        values = [value for value in self._module.values_of("DEBUG") if isinstance(value, ast.Constant)]
        return values[-1].value is True if values else None
