"""What a whole plan can do: the union of what its nodes can do, as one sentence before the start. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import fields

from kingdom.contracts.capabilities.closure import HTTP_TOOL, CapabilityClosure
from kingdom.contracts.capabilities.sentences import Capabilities, describe_closure
from kingdom.contracts.identity import Authority, reachable_grants


def agent_closure(authority: Authority) -> CapabilityClosure:
    """Return what an agent of a plan may do, and all that it may hand work to. It has no own hosts.

    The grants of its identity and of those that it may spawn, below its ceiling.
    """
    return CapabilityClosure(tools=reachable_grants(authority) - {HTTP_TOOL})


def plan_capabilities(closures: Iterable[CapabilityClosure]) -> Capabilities:
    """Return the closure of a plan in sentences: "This plan can …; it can not use …."."""
    parts = list(closures)
    union = CapabilityClosure(
        *(
            frozenset[str]().union(*(getattr(closure, part.name) for closure in parts))
            for part in fields(CapabilityClosure)
        )
    )
    whole = describe_closure(union, is_handler=False)
    can = _join_words([what for what, _ in whole.can], "and")
    first = f"This plan can {can} (it asks you before it changes anything)" if can else "This plan only computes"
    last = f"; it can not use {_join_words(whole.cannot, 'or')}" if whole.cannot else ""
    return whole._replace(sentence=f"{first}{last}.")


def _join_words(words: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))
