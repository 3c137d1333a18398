"""Logins of Python code that a fixed value opens: a password, the hash of one, a header, a name."""

import ast
import re
from collections.abc import Iterator
from functools import partial

from kingdom.ministers.guardian.file.python.python_module import FUNCTIONS, Function, PythonModule

LOGIN_NAME = re.compile(
    r"authenticat|authori[sz]e|log_?in\b|login|sign_?in|(?:verify|check|validate|valid)_?(?:pass|user|token|cred|auth|login|otp|pin|access)"
    r"|is_(?:admin|superuser|staff|authori[sz]ed|authenticated|valid_(?:user|token))|has_(?:perm|access|role)"
    r"|(?:require|needs)_(?:auth|login|admin)|current_user",
    re.I,
)
PASSWORD_NAME = re.compile(
    r"^(?:pass(?:word|wd|phrase|code)?|pw|pwd|passwort|kennwort|pin|otp|secret|token|api_?key)\d?$", re.I
)
HASH_TEXT = re.compile(
    r"^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}|\$2[aby]\$.{20,}|\$argon2.{20,})$"
)
COMMON_FIELD = re.compile(
    r"^(?:content-type|accept\S*|x-requested-with|x-forwarded-\w+|origin|referer|host|user-agent|upgrade|connection|method"
    r"|grant_type|action|next|format|lang|state|step|type|mode|redirect|response_type|sec-\S+|hx-\S+)$",
    re.I,
)
_MIN_VALUE = 4  # characters of a fixed value
_PICKS = frozenset({"get", "getlist", "header", "get_header"})
_REQUEST_NAME = re.compile(
    r"(?:^|\.)(?:request|req|self\.request)\.(?:headers|args|GET|POST|form|cookies|COOKIES|META|json|query_params|params|values)$"
)
_ALL_RIGHTS = re.compile(r"^(?:is_superuser|is_staff|is_admin)$")
_TEST_PATH = re.compile(
    r"(?:^|/)(?:tests?|testing|fixtures|examples?)/|(?:^|/)(?:test_[^/]*|conftest|[^/]*_test)\.py$|settings"
)


def accepts_fixed_login(module: PythonModule, path: str) -> bool:
    """Return whether a login of a module, which is no test, is opened by a value that stands in its code."""
    if _TEST_PATH.search(path):
        return False
    logins = [node for node in module.nodes if isinstance(node, FUNCTIONS) and LOGIN_NAME.search(node.name)]
    if any(map(_returns_any_admin, logins)):
        return True
    hashed = any(map(_is_fixed_hash, _comparisons(module.nodes, refusing=set())))
    return hashed or any(
        _is_fixed_value(module, compare)
        for login in logins
        for compare in _comparisons(list(ast.walk(login)), refusing=_refusing(login))
    )


def _comparisons(nodes: list[ast.AST], refusing: set[int]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the two sides of each test for equality, also by ``compare_digest``, but those that refuse."""
    for node in nodes:
        if id(node) in refusing:
            continue
        match node:
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                yield from ((left, right), (right, left))
            case ast.Call(func=ast.Attribute(attr="compare_digest"), args=[left, right]):
                yield from ((left, right), (right, left))


def _refusing(function: Function) -> set[int]:
    """Return the ids of the tests after which a function only refuses."""
    found: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.If) and all(map(_is_refusal, node.body)):
            found |= {id(part) for part in ast.walk(node.test)}
    return found


def _is_refusal(statement: ast.stmt) -> bool:
    match statement:
        case ast.Raise() | ast.Pass() | ast.Continue() | ast.Return(value=None):
            return True
        case ast.Return(value=ast.Constant(value=value)):
            return not value
        case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=value), *_])):
            return not value
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))):
            return name in ("abort", "print")
        case _:
            return False


def _is_fixed_hash(pair: tuple[ast.expr, ast.expr]) -> bool:
    """Return whether the hash of a password is compared with a text."""
    asked, fixed = pair
    if not isinstance(fixed, ast.Constant) or not HASH_TEXT.match(str(fixed.value)):
        return False
    return any(map(_names_password, ast.walk(asked)))


def _names_password(node: ast.AST) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return PASSWORD_NAME.match(name) is not None
        case _:
            return False


def _is_fixed_value(module: PythonModule, pair: tuple[ast.expr, ast.expr]) -> bool:
    """Return whether a password or a field of the request is compared with a text."""
    asked, fixed = pair
    text = fixed.value if isinstance(fixed, ast.Constant) and isinstance(fixed.value, str) else ""
    if len(text) < _MIN_VALUE or "/" in text:
        return False
    match asked:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            values = module.values_of(name) if isinstance(asked, ast.Name) else ()
            return PASSWORD_NAME.match(name) is not None or any(map(partial(_is_field, module), values))
        case _:
            return _is_field(module, asked)


def _is_field(module: PythonModule, node: ast.expr) -> bool:
    match node:
        case ast.Subscript(value=value, slice=ast.Constant(value=str(field))):
            pass
        case ast.Call(func=ast.Attribute(value=value, attr=verb), args=[ast.Constant(value=str(field)), *_]) if (
            verb in _PICKS
        ):
            pass
        case _:
            return False
    return _REQUEST_NAME.search(module.name_of(value)) is not None and COMMON_FIELD.match(field) is None


def _returns_any_admin(function: Function) -> bool:
    """Return whether a login returns an account because of its rights, and not because of who asks."""
    returned = (node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None)
    return any(_asks_for_rights(part) for value in returned for part in ast.walk(value))


def _asks_for_rights(part: ast.AST) -> bool:
    """Return whether a call looks for an account by its rights alone."""
    words = part.keywords if isinstance(part, ast.Call) else []
    return len(words) == 1 and _ALL_RIGHTS.match(words[0].arg or "") is not None and _is_true(words[0].value)


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
