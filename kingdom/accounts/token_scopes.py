"""What an API token may do: its scopes, and the scope that each request needs. Pure.

A request needs one scope. A token without it is refused by the authentication, whichever door the request came by.
"""

from collections.abc import Collection, Mapping

READ, CHAT, WRITE, APPROVE, ADMIN = "read", "chat", "write", "approve", "admin"
SCOPES: Mapping[str, str] = {
    READ: "read everything of yours",
    CHAT: "ask specialists: messages, files, answers by the OpenAI and MCP doors",
    WRITE: "create, change and delete: conversations, schedules, workflows, credentials, specialists",
    APPROVE: "answer questions in your name, and make permission rules",
    ADMIN: "your account itself, exports of it, and what your rights as staff allow",
}
ALL_SCOPES = tuple(SCOPES)
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# By the name of the route, for every method and for those that change something. All others: read, and write.
_BY_ROUTE: Mapping[str, str] = {
    **dict.fromkeys(("openai-chat", "openai-embeddings"), CHAT),
    **dict.fromkeys(("metrics", "status", "data-exports", "data-export"), ADMIN),
}
_BY_CHANGE: Mapping[str, str] = {
    **dict.fromkeys(("messages", "message-again", "conversations", "conversation-branch", "route-override"), CHAT),
    **dict.fromkeys(("files", "session-cancel", "session-feedback", "creation-try"), CHAT),
    **dict.fromkeys(("approval-decide", "creation-confirm", "creation-mock", "workflow-node"), APPROVE),
    **dict.fromkeys(("permission-rules", "permission-rule", "host-consent"), APPROVE),
    **dict.fromkeys(("token", "signed-in-session", "me", "me-delete"), ADMIN),
    **dict.fromkeys(("policy-activate", "policy-deactivate", "specialist-status-changes"), ADMIN),
}
# Programs that chat look for models first, and an MCP client lists tools before it calls one.
_EITHER = frozenset({"openai-models", "openai-model", "openai-unknown"})


def required_scopes(route: str | None, method: str) -> frozenset[str]:
    """Return the scopes of which a request needs one. ``route`` is None for an address that Django does not serve."""
    if route is None or route in _EITHER:
        return frozenset({READ, CHAT})
    if route in _BY_ROUTE:
        return frozenset({_BY_ROUTE[route]})
    return frozenset({READ if method in _SAFE_METHODS else _BY_CHANGE.get(route, WRITE)})


def has_scope(credential: object, scope: str) -> bool:
    """Return whether what authenticated a request has a scope; a browser's session, which has none, has all."""
    held = getattr(credential, "scopes", None)
    return held is None or scope in held


def missing_scope_message(held: Collection[str], needed: Collection[str]) -> str:
    """Return why a token is refused; empty when it has one of the needed scopes."""
    if set(held) & set(needed):
        return ""
    words = " or ".join(scope for scope in ALL_SCOPES if scope in needed)
    return f"This token lacks the scope {words}. Make a token with it on the page Account."
