"""Python code that encrypts the files of a tree with a key of its own and removes them, or that empties a home."""

import ast
import re
from collections.abc import Iterator, Sequence

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.python import python_names as names
from kingdom.ministers.guardian.file.python.python_module import PythonModule

_WALKS = re.compile(r"(?:^|\.)(?:rglob|walk|glob|iglob|scandir|listdir|iterdir)$")
_ENCRYPTS = re.compile(r"(?:^|[._])(?:encrypt\w*|encrypt_and_digest|encryptFile|encryptor|seal)$|\.update$", re.I)
_MAKES_KEY = re.compile(r"(?:generate_key|generate|generate_private_key|new_key)$")
_RANDOM = re.compile(r"(?:urandom|token_bytes|token_hex|token_urlsafe|get_random_bytes|randbytes)$")
_KEY_BYTES = 24  # fewer are a nonce
_REMOVES = re.compile(r"(?:^|\.)(?:unlink|remove|rename|replace|rmtree|write_bytes|truncate)$")
_PUBLIC_KEY = re.compile(r"BEGIN (?:RSA )?PUBLIC KEY")


def encrypts_files(module: PythonModule) -> bool:
    """Return whether a module encrypts or removes all files of a tree that is not its own."""
    loops = [
        node for node in module.nodes if isinstance(node, ast.For) and module.reaches(node.iter, _WALKS, flows=True)
    ]
    if not loops:
        return False
    if any(_empties(module, loop) for loop in loops):
        return True
    return _has_own_key(module) and any(_encrypts(module, loop) for loop in loops)


def _encrypts(module: PythonModule, loop: ast.For) -> bool:
    called = {name for part in loop.body for name in _called_names(module, part)}
    return any(map(_ENCRYPTS.search, called)) and any(map(_REMOVES.search, called))


def _called_names(module: PythonModule, node: ast.AST) -> Iterator[str]:
    """Yield the names of the calls in a statement, and in the module's own functions that it calls."""
    for part in module.parts(node):
        if isinstance(part, ast.Call):
            yield module.name_of(part.func)
            yield from _own_function_calls(module, part)


def _own_function_calls(module: PythonModule, call: ast.Call) -> Iterator[str]:
    if not isinstance(call.func, ast.Name):
        return
    function = module.functions.get(call.func.id)
    if function is not None:
        yield from (module.name_of(part.func) for part in module.walk(function) if isinstance(part, ast.Call))


def _has_own_key(module: PythonModule) -> bool:
    """Return whether a module makes the key that it encrypts with and keeps it nowhere, or holds a public key."""
    if any(isinstance(node, ast.Constant) and _PUBLIC_KEY.search(str(node.value)) for node in module.nodes):
        return True
    if not any(isinstance(node, ast.Call) and _makes_key(module, node) for node in module.nodes):
        return False
    return not any(isinstance(node, ast.Call) and _keeps_key(module, node) for node in module.nodes)


def _makes_key(module: PythonModule, call: ast.Call) -> bool:
    name = module.name_of(call.func)
    if _RANDOM.search(name):
        sizes = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, int)]
        return max(sizes, default=0) >= _KEY_BYTES
    return _MAKES_KEY.search(name) is not None


def _keeps_key(module: PythonModule, call: ast.Call) -> bool:
    """Return whether a call writes a key that the module makes, and nothing that is encrypted by it."""
    if not re.search(r"\.(?:write|write_bytes|write_text|set_password|dump)$|^print$", module.name_of(call.func)):
        return False
    parts = [part for arg in call.args for part in module.parts(arg) if isinstance(part, ast.Call | ast.Subscript)]
    if any(isinstance(part, ast.Subscript) for part in parts):  # a part of the key is an identifier, not the key
        return False
    return _holds_key(module, [part for part in parts if isinstance(part, ast.Call)])


def _holds_key(module: PythonModule, calls: Sequence[ast.Call]) -> bool:
    """Return whether one of these calls makes a key and none encrypts."""
    encrypted = any(_ENCRYPTS.search(module.name_of(call.func)) for call in calls)
    return not encrypted and any(_makes_key(module, call) for call in calls)


def _is_protected_root(part: ast.AST) -> bool:
    """Return whether a part is the path of a home or of the system."""
    root = part.value if isinstance(part, ast.Constant) else ""
    if not isinstance(root, str) or not (root[:1] in ("/", "~") or root[1:2] == ":"):
        return False
    return places.is_protected(root.rstrip("/") or "/")


def _empties(module: PythonModule, loop: ast.For) -> bool:
    """Return whether a loop removes each file of a home or of the system, without a condition."""
    is_all = any(map(_is_protected_root, module.parts(loop.iter)))
    inner = [part for statement in loop.body for part in module.walk(statement)]
    if not is_all or any(isinstance(part, ast.If) for part in inner):
        return False
    return any(isinstance(part, ast.Call) and module.name_of(part.func) in names.REMOVERS for part in inner)
