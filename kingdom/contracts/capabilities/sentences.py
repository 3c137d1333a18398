"""A closure in plain sentences: the same on the card, the specialist's page, the review page and in the API. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kingdom.contracts.capabilities.closure import HTTP_TOOL, CapabilityClosure, capability_closure
from kingdom.contracts.identity import BASELINE
from kingdom.contracts.spec import AgentSpec

_TOOL_LABELS: Mapping[str, str] = {
    "archon.web.search": "search the web",
    "archon.chart.draw": "draw charts in the conversation",
    "archon.exec.python": "run programs in the sandbox",
    "archon.fs.read": "read the conversation's files",
    "archon.fs.find": "look for files of the conversation",
    "archon.fs.write": "write files in the conversation",
    "archon.fs.edit": "change files in the conversation",
    "archon.fs.delete": "delete files in the conversation",
    "archon.memory.put": "keep notes during its task",
    "archon.memory.get": "read its notes of the same task",
    "archon.tools.list": "read the list of its tools",
    "archon.tools.help": "read how a tool is used",
}
# of a model: implied by reading files, or limited to the current task
_UNLISTED_FOR_MODELS = BASELINE - {"archon.fs.read"}


class Capabilities(NamedTuple):
    """What a specialist can do beyond thinking (``can``: action, and tool or host behind it), and what it cannot."""

    can: tuple[tuple[str, str], ...]
    cannot: tuple[str, ...]
    sentence: str

    def to_json(self) -> dict[str, object]:
        """Return the value of the API: ``{"sentence", "can": [{"what", "by"}], "cannot": [name]}``."""
        can = [{"what": what, "by": by} for what, by in self.can]
        return {"sentence": self.sentence, "can": can, "cannot": list(self.cannot)}


def spec_capabilities(spec: AgentSpec) -> Capabilities:
    """Return the closure of a spec in sentences."""
    return describe_closure(capability_closure(spec), is_handler=spec.handler_code is not None)


def describe_closure(closure: CapabilityClosure, *, is_handler: bool) -> Capabilities:
    """Return a closure in sentences. For a model, tools that every specialist holds for its own task are not listed."""
    unlisted = {HTTP_TOOL} | (frozenset() if is_handler else _UNLISTED_FOR_MODELS)
    tools = sorted(closure.grants - unlisted)
    can = [(_host_label(closure, host), host) for host in sorted(closure.hosts)]
    can += [(_TOOL_LABELS.get(tool, tool), tool) for tool in tools]
    missing = _missing(closure)
    return Capabilities(tuple(can), missing, _sentence([label for label, _ in can], missing, is_handler=is_handler))


def _host_label(closure: CapabilityClosure, host: str) -> str:
    parts = sorted(credential.partition(" for ") for credential in closure.credentials)
    keys = [f"`{name}`" for name, _, place in parts if place == host]
    return f"call {host}" + (f" with your key {' and '.join(keys)}" if keys else "")


def _missing(closure: CapabilityClosure) -> tuple[str, ...]:
    has = {
        "the network": bool(closure.hosts) or "archon.web.search" in closure.tools,
        "files": any(tool.startswith("archon.fs.") for tool in closure.grants),
        "keys": bool(closure.credentials),
    }
    return tuple(name for name, is_there in has.items() if not is_there)


def _sentence(can: Sequence[str], missing: Sequence[str], *, is_handler: bool) -> str:
    begins = (
        "It reads the text you send and computes" if is_handler else "It reads the text you send to a language model"
    )
    may = f"; it may {_join_words(can, 'and')} (it asks you before it changes anything)" if can else ""
    not_ = f"; it can not use {_join_words(missing, 'or')}" if missing else ""
    return f"{begins}{may}{not_}."


def _join_words(words: Sequence[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
