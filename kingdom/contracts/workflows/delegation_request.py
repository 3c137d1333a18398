"""``DelegationRequest``: what a running agent asks the kernel for, in a block or a native call. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from kingdom.contracts.capabilities.closure import DELEGATE_TOOL
from kingdom.contracts.model import ToolDeclaration
from kingdom.contracts.workflows.manifest import MAX_NODES, MAX_PROMPT_LENGTH, SpawnStrategy

MAX_REASON = 500  # characters
STRATEGIES: tuple[SpawnStrategy, ...] = ("child", "sibling")
ESCALATION = "Privilege escalation detected"
_FIELDS = ("reason", "new_nodes", "strategy")
RefusalCode = Literal["escalation", "bad_request", "specialist", "delegations", "nodes", "depth", "runs", "not_running"]


@dataclass(frozen=True, kw_only=True)
class DelegationRequest:
    """New nodes that a running node asks for.

    ``child``: the node waits for their briefs. ``sibling``: it goes on at once, and what waits for it waits for them,
    too. ``new_nodes`` are like the agents of a manifest, not read yet.
    """

    reason: str
    new_nodes: tuple[Any, ...]
    strategy: SpawnStrategy = "child"


class DelegationRefusal(NamedTuple):
    """Why a delegation is refused: the code, and a sentence for the agent and for people."""

    code: RefusalCode
    reason: str

    @property
    def message(self) -> str:
        """The answer to the agent in one line."""
        return ESCALATION if self.code == "escalation" else "Delegation refused"


def parse_delegation(args: Mapping[str, Any]) -> DelegationRequest | DelegationRefusal:
    """Return the request that a block or a native call holds, or why it cannot be read."""
    unknown = [str(name)[:60] for name in args if name not in _FIELDS]
    nodes, strategy = args.get("new_nodes"), args.get("strategy", "child")
    reason = args.get("reason", "")
    if unknown:
        return unreadable(f"There is no field {unknown[0]}. Known are {', '.join(_FIELDS)}.")
    if not isinstance(nodes, list) or not 1 <= len(nodes) <= MAX_NODES:
        return unreadable(f"new_nodes is a list of 1 to {MAX_NODES} agents.")
    if not isinstance(reason, str) or len(reason) > MAX_REASON:
        return unreadable(f"reason is a text of at most {MAX_REASON} characters.")
    known = [name for name in STRATEGIES if name == strategy]
    if not known:
        return unreadable(f"strategy is one of {', '.join(STRATEGIES)}.")
    return DelegationRequest(reason=reason, new_nodes=tuple(nodes), strategy=known[0])


def unreadable(reason: str) -> DelegationRefusal:
    """Return the refusal of a request that cannot be read."""
    return DelegationRefusal("bad_request", reason)


_TEXT: Mapping[str, Any] = {"type": "string", "maxLength": MAX_PROMPT_LENGTH}
_AGENT: Mapping[str, Any] = {
    "type": "object",
    "required": ["id", "prompt"],
    "properties": {
        "id": {"type": "string", "maxLength": 67, "description": "Its identity and its task, e.g. analyze_growth."},
        "prompt": {**_TEXT, "description": "The task."},
        "input": {**_TEXT, "description": "Data to work on; it is marked as data."},
        "depends_on": {"type": "array", "items": {"type": "string"}, "description": "Other new agents it waits for."},
    },
}
DECLARATION = ToolDeclaration(
    name=DELEGATE_TOOL,
    description=(
        "Hand work to new agents of this workflow. With strategy child you wait, and their results come back as data; "
        "with sibling they work beside you. Your identity decides which identities they may have."
    ),
    parameters={
        "type": "object",
        "required": ["reason", "new_nodes"],
        "properties": {
            "reason": {"type": "string", "maxLength": MAX_REASON},
            "new_nodes": {"type": "array", "minItems": 1, "maxItems": MAX_NODES, "items": _AGENT},
            "strategy": {"type": "string", "enum": list(STRATEGIES)},
        },
    },
)
