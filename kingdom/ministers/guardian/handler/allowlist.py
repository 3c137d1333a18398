"""Names that handler code may use: an allow-list of attributes and decorators, deny-lists of builtins and attributes.

The allowed modules and their public names are in ``config/guardian/modules.yaml``.
"""

from collections.abc import Mapping

from kingdom.contracts.capabilities.handler_usage import CONTEXT_OPERATIONS


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# They reach code, files, the interpreter or the terminal. Shadowing one by a parameter or a local name is allowed.
BANNED_BUILTINS = _names(
    """
    eval exec compile __import__ open input globals locals vars dir breakpoint help exit quit copyright credits
    license setattr delattr
    """
)
# As a value they could be called with any arguments.
CALL_ONLY_BUILTINS = _names("getattr hasattr type")
# Frames, tracebacks, code objects, and the ways from an object to the class hierarchy.
BANNED_ATTRIBUTES = _names(
    """
    tb_frame tb_next tb_lasti f_back f_builtins f_code f_globals f_locals f_trace gi_code gi_frame gi_yieldfrom
    cr_await cr_code cr_frame cr_origin ag_await ag_code ag_frame co_code co_consts co_names co_varnames func_code
    func_globals func_closure mro format_map with_traceback
    """
)
NAMEDTUPLE_ATTRIBUTES = _names("_replace _asdict _fields _make _field_defaults")
# Names that a module or a class may bind: they are read by nobody who could run them.
ALLOWED_CLASS_DUNDERS = _names("__slots__ __match_args__ __all__ __version__ __author__ __license__ __date__ __doc__")
ALLOWED_DUNDER_NAMES = _names("__name__ __doc__ __debug__ __all__ __version__ __author__ __license__ __date__")
ALLOWED_DUNDER_ATTRIBUTES = _names(
    """
    __init__ __name__ __qualname__ __doc__ __module__ __post_init__ __len__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__
    __str__ __repr__ __hash__ __bool__ __iter__ __next__ __contains__ __getitem__ __setitem__ __delitem__ __enter__
    __exit__ __add__ __sub__ __mul__ __and__ __or__ __neg__ __abs__ __round__ __int__ __float__ __format__ __members__
    """
)
ALLOWED_DUNDER_METHODS = _names(
    """
    __init__ __post_init__ __new__ __repr__ __str__ __bytes__ __bool__ __hash__ __eq__ __ne__ __lt__ __le__ __gt__
    __ge__ __len__ __length_hint__ __iter__ __next__ __reversed__ __contains__ __getitem__ __setitem__ __delitem__
    __missing__ __call__ __enter__ __exit__ __add__ __radd__ __iadd__ __sub__ __rsub__ __isub__ __mul__ __rmul__
    __imul__ __matmul__ __truediv__ __rtruediv__ __itruediv__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __divmod__
    __pow__ __rpow__ __neg__ __pos__ __abs__ __invert__ __and__ __rand__ __or__ __ror__ __xor__ __rxor__ __lshift__
    __rshift__ __int__ __float__ __complex__ __index__ __round__ __trunc__ __floor__ __ceil__ __copy__ __deepcopy__
    __format__ __slots__ __match_args__
    """
)
ALLOWED_DECORATORS = _names(
    """
    staticmethod classmethod property dataclasses.dataclass functools.lru_cache functools.cache
    functools.cached_property functools.wraps functools.total_ordering contextlib.contextmanager enum.unique
    abc.abstractmethod typing.final typing.overload typing.runtime_checkable
    """
)
HTTP_METHODS = frozenset(CONTEXT_OPERATIONS["http"])

# Rule id -> sentence; ``{name}`` is the name that was found.
HANDLER_REASONS: Mapping[str, str] = {
    "ast.unparsable": "The code is not valid Python: {name}.",
    "ast.too_large": "The code is larger than {name}.",
    "ast.identifier": "The name {name} contains characters that Python normalizes to other ones.",
    "ast.node": "Handlers may not use {name}.",
    "ast.import": "The module {name} is not on the list of modules that a handler may import.",
    "ast.module_name": "{name} is not on the list of names that a handler may use.",
    "ast.module_value": "The module {name} is used as a value; use its listed names only.",
    "ast.builtin": "Handlers may not use {name}: it reaches code, files or the interpreter.",
    "ast.builtin_rebound": "{name} is rebound, which would hide what is called.",
    "ast.builtin_value": "{name} may only be called, with a constant public name.",
    "ast.private": "{name} is private; handlers may use public names only.",
    "ast.attribute": "The attribute {name} reaches the internals of an object.",
    "ast.format": "format may only be called on a constant text whose fields name nothing private.",
    "ast.decorator": "The decorator {name} is not on the list.",
    "ast.class": "{name} in a class definition changes how classes work.",
    "ast.assign": "Assigning to {name} would change a shared object.",
    "ast.endless": "This loop has no exit.",
    "ast.size": "This would make a value larger than {name}.",
    "ast.host": "{name}",
    "ast.secret": "{name}",
    "ast.tool": "{name}",
    "ast.context": "{name} must be called where it is named, so that its arguments can be checked.",
    "ast.path": "{name}",
    "ast.statement": "A database statement must be a constant; pass its values as parameters.",
    "ast.rights": "A database statement gives rights, removes records of what was done, or sends rows elsewhere.",
}
