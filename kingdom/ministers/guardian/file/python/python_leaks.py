"""What Python code sends: credentials, the environment, secrets of others, whole requests, pressed keys."""

import ast
import re
from collections.abc import Iterator, Sequence

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.python import python_names as names
from kingdom.ministers.guardian.file.python.python_module import FUNCTIONS, Function, PythonModule
from kingdom.ministers.guardian.file.shell.secret_variables import is_owned_elsewhere, is_secret_name

LOCAL_URL = re.compile(r"localhost|127\.0|0\.0\.0\.0|host\.docker\.internal|://\[?::1")
_FOREIGN_URL = re.compile(r"^https?://[\w.-]+")
_ADDRESS = re.compile(r"//(?:\d{1,3}\.){3}\d")
_NOT_SENT = ("headers", "auth", "timeout", "cookies", "cert", "verify", "proxies")
_ENCODERS = re.compile(r"(?:b64encode|b32encode|b85encode|hexlify|\.hex|compress|encrypt)$")
_KEY_LISTENERS = re.compile(
    r"(?:pynput\.)?keyboard\.(?:Listener|on_press|on_release|hook|record|read_event)$|pyxhook|HookManager$|SetWindowsHookEx"
)
_HOOK_DECORATORS = frozenset(
    {"before_request", "after_request", "before_app_request", "after_app_request", "middleware"}
)
_HOOK_METHODS = frozenset({"process_request", "process_view", "process_response", "dispatch", "before_request"})
_WHOLE_REQUEST = re.compile(
    r"(?:^|\.)(?:request|req)\.(?:form|headers|cookies|POST|body|data|values|json|get_data|get_json|META|COOKIES)$"
)
_PICKS = frozenset({"get", "getlist", "pop", "get_all", "content_type"})
_SECRET_FIELD = re.compile(r"passw|pwd|authori[sz]ation|cookie|token|secret|card|cvv|\bpin\b|api.?key", re.I)
_LOG_CALL = re.compile(r"(?:^|\.)(?:debug|info|warning|error|critical|log|exception)$")


class PythonLeaks:
    """Looks for what the calls of one module send."""

    def __init__(self, module: PythonModule) -> None:
        self._module = module

    def sends_secret(self, node: ast.Call) -> bool:
        """Return whether a call sends credentials, the environment, or a secret to where it does not belong."""
        url = self._url_of(node)
        if LOCAL_URL.search(url):
            return False
        parts = list(self._sent_parts(node))
        if any(map(self._is_secret, self._readable_parts(parts))):
            return True
        variables = set(filter(None, map(self._secret_variable, parts)))
        is_owned = any(is_owned_elsewhere(name, url) for name in variables)
        return bool(variables) and (is_owned or self._goes_an_odd_way(parts, url))

    def _readable_parts(self, parts: Sequence[ast.AST]) -> Iterator[ast.AST]:
        """Yield the parts whose contents are sent: addresses only where a call among them fetches what is there."""
        fetches = any(isinstance(part, ast.Call) and names.FETCHES.search(self._name(part)) for part in parts)
        yield from (part for part in parts if fetches or not _is_url(part))

    def _goes_an_odd_way(self, parts: Sequence[ast.AST], url: str) -> bool:
        """Return whether what is sent is encoded, or goes to an address without a name or unencrypted."""
        is_encoded = any(isinstance(part, ast.Call) and _ENCODERS.search(self._name(part)) for part in parts)
        return is_encoded or bool(_ADDRESS.search(url)) or url.startswith("http://")

    def starts_sender(self, node: ast.Call) -> bool:
        """Return whether a call is given a function that sends: a thread, a timer, an executor."""
        values = [*node.args, *(word.value for word in node.keywords if word.arg in ("target", "func", "function"))]
        return any(
            isinstance(value, ast.Name | ast.Attribute) and names.SENDERS.search(self._module.name_of(value))
            for value in values
        )

    def watches_keys(self, called: set[str]) -> bool:
        """Return whether a module, which calls these names, listens to all keys and sends something."""
        listens = any(map(_KEY_LISTENERS.search, called))
        return listens and any(names.SENDERS.search(name) for name in called)

    def watches_requests(self) -> bool:
        """Return whether each request of a server is sent to others: by a hook, or by a logger that sends."""
        hooks = [node for node in self._module.nodes if isinstance(node, FUNCTIONS) and self._is_hook(node)]
        if any(self._sends_request(call) for hook in hooks for call in self._calls(hook)):
            return True
        if not any(map(self._is_sending_logger, self._module.nodes)):
            return False
        logged = (call for call in self._calls(*self._module.nodes[:1]) if _LOG_CALL.search(self._name(call)))
        return any(self._holds_request(call) for call in logged)

    def _name(self, call: ast.Call) -> str:
        return self._module.name_of(call.func)

    def _url_of(self, node: ast.Call) -> str:
        words = [word.value for word in node.keywords if word.arg in ("url", "args")]
        texts = (self._module.text_of(value) for value in (*node.args[:2], *words, *_first_items(words)))
        return next((text for text in texts if "://" in text), self._module.text_of(node.args[0]) if node.args else "")

    def _sent_parts(self, node: ast.Call) -> Iterator[ast.AST]:
        values = [*node.args, *(word.value for word in node.keywords if word.arg not in _NOT_SENT)]
        return (part for value in values for part in self._module.parts(value, flows=True))

    def _is_secret(self, part: ast.AST) -> bool:
        match part:
            case ast.Constant(value=str(text)) if 3 < len(text) < 300:
                return places.is_credential(places.normalized_path(text)) or text in ("/etc/passwd", "/etc/shadow")
            case ast.Call(func=func, args=args):
                given = any(self._module.name_of(arg) == "os.environ" for arg in args)
                return given or self._module.name_of(func) in (
                    "os.environ.copy",
                    "os.environ.items",
                    "os.environ.values",
                )
            case ast.keyword(value=value) | ast.comprehension(iter=value) | ast.Dict(values=[value]):
                return self._module.name_of(value) == "os.environ"
            case _:
                return False

    def _secret_variable(self, part: ast.AST) -> str:
        """Return the name of the environment's variable that a part reads when it holds a secret."""
        match part:
            case ast.Subscript(value=value, slice=ast.Constant(value=str(name))):
                known = self._module.name_of(value) == "os.environ"
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]):
                known = self._module.name_of(func) in ("os.environ.get", "os.getenv")
            case _:
                return ""
        return name if known and is_secret_name(name) else ""

    def _calls(self, *nodes: ast.AST) -> Iterator[ast.Call]:
        return (part for node in nodes for part in self._module.walk(node) if isinstance(part, ast.Call))

    def _is_hook(self, function: Function) -> bool:
        decorators = (one.func if isinstance(one, ast.Call) else one for one in function.decorator_list)
        if any(self._module.name_of(one).rpartition(".")[2] in _HOOK_DECORATORS for one in decorators):
            return True
        parameters = {argument.arg for argument in function.args.args}
        return function.name in _HOOK_METHODS or (
            function.name in ("__call__", "middleware") and "request" in parameters
        )

    def _is_sending_logger(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.ClassDef) or not any(
            self._module.name_of(base).rpartition(".")[2].endswith("Handler") for base in node.bases
        ):
            return False
        return any(names.SENDERS.search(self._name(call)) and self._is_foreign(call) for call in self._calls(node))

    def _is_foreign(self, call: ast.Call) -> bool:
        url = self._url_of(call)
        return _FOREIGN_URL.match(url) is not None and not LOCAL_URL.search(url)

    def _sends_request(self, call: ast.Call) -> bool:
        sends = names.SENDERS.search(self._name(call)) is not None or self.starts_sender(call)
        return sends and self._is_foreign(call) and self._holds_request(call)

    def _holds_request(self, call: ast.Call) -> bool:
        """Return whether what a call sends holds all fields of a request, or one that is a secret."""
        values = [*call.args, *(word.value for word in call.keywords if word.arg != "auth")]
        parts = [part for value in values for part in self._module.parts(value, flows=True)]
        picked = {id(inner): key for part in parts for inner, key in _picked(part)}
        wholes = (part for part in parts if isinstance(part, ast.Attribute) and self._is_whole_request(part))
        return any(_SECRET_FIELD.search(picked.get(id(part), "cookie")) for part in wholes)

    def _is_whole_request(self, part: ast.Attribute) -> bool:
        return _WHOLE_REQUEST.search(self._module.name_of(part)) is not None


def _is_url(part: ast.AST) -> bool:
    """Return whether a part is the constant of a URL: it names a service of secrets, and does not hold them."""
    return isinstance(part, ast.Constant) and "://" in str(part.value)


def _first_items(values: list[ast.expr]) -> list[ast.expr]:
    return [value.elts[0] for value in values if isinstance(value, ast.Tuple | ast.List) and value.elts]


def _picked(part: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield the collection of which a part takes one item, with the name of the item."""
    match part:
        case ast.Subscript(value=inner, slice=ast.Constant(value=str(key))):
            yield inner, key
        case ast.Call(func=ast.Attribute(value=inner, attr=verb), args=[ast.Constant(value=str(key)), *_]) if (
            verb in _PICKS
        ):
            yield inner, key
