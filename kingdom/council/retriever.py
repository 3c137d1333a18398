"""``retriever_agent``: reads the documents that a user points to, by the broker's rules: public addresses, pinned, no redirect, bounded.

What comes back is text of strangers. It goes to the designer marked as such; what it asks for is judged like everything else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.conf import settings

from kingdom.adapters.broker.broker import Broker, Door
from kingdom.adapters.broker.port import SAFE_METHODS, EgressAsk, EgressBudget, EgressPolicy, EgressReceipt, OpenSecret
from kingdom.adapters.broker.target import read_origins, read_target
from kingdom.contracts.canonical import text_digest
from kingdom.core.errors import CredentialMissing, ToolError
from kingdom.council.rules.documents import readable, text_of

BUDGET = EgressBudget(calls=5, bytes=4 << 20, seconds=30.0, call_seconds=10.0, request_bytes=0, response_bytes=512 << 10)
MOST_CHARACTERS = 40_000  # of all documents of one case together

Progress = Callable[[str, dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class Document:
    """One address and the text it gave; ``problem`` says why there is none. ``digest`` is the SHA-256 of the text."""

    url: str
    status: int = 0
    text: str = ""
    was_cut: bool = False
    problem: str = ""

    def told(self) -> dict[str, Any]:
        """Return what a verdict keeps of it: never the text."""
        kept = {"url": self.url, "status": self.status, "characters": len(self.text), "cut": self.was_cut, "problem": self.problem}
        return {**kept, "digest": text_digest(self.text) if self.text else ""}


def documents_fetch(urls: Sequence[str], *, progress: Progress, door: Door | None = None) -> tuple[Document, ...]:
    """Return one document an address, in order; an address that cannot be read is one with a ``problem``, never an error."""
    found: list[Document] = []
    left = MOST_CHARACTERS
    broker = _broker(urls, door or _door())
    for url in urls[: BUDGET.calls]:
        document = _fetch(broker, url)
        document = replace(document, text=document.text[:left], was_cut=document.was_cut or len(document.text) > left)
        left -= len(document.text)
        progress("document_read", document.told())
        found.append(document)
    return tuple(found)


def _broker(urls: Sequence[str], door: Door) -> Broker:
    hosts = frozenset(filter(None, map(_authority, urls)))
    origins = read_origins(settings.KINGDOM.egress_origins)
    return Broker(EgressPolicy(declared=hosts, approved=hosts, origins=origins), door, BUDGET)


def _authority(url: str) -> str:
    try:
        return read_target(url).authority
    except ToolError:
        return ""  # the request itself will say what is wrong with it


def _door() -> Door:
    return Door(permission=_reads_only, resolve=_no_secret, record=_keep_nothing)


def _reads_only(ask: EgressAsk) -> Literal["allow", "deny"]:
    return "allow" if ask.method in SAFE_METHODS else "deny"


def _no_secret(name: str, _host: str) -> OpenSecret:
    raise CredentialMissing(f"Documents are read without credentials; {name} is not given.")


def _keep_nothing(_receipt: EgressReceipt) -> None:
    """The verdict of the designer keeps what was read, and ``progress`` tells it."""


def _fetch(broker: Broker, url: str) -> Document:
    try:
        reply = broker.on_request("http", {"method": "GET", "url": url, "headers": {"accept": "text/*, application/json;q=0.9"}})
    except ToolError as error:
        return Document(url=url, problem=error.message)
    status, kind = int(reply["status"]), str(reply["headers"].get("content-type", ""))
    if 300 <= status < 400:
        return Document(url=url, status=status, problem="It leads to another address, which is not followed. Give that one instead.")
    if status != 200:
        return Document(url=url, status=status, problem=f"The host answered {status}.")
    if not readable(kind):
        return Document(url=url, status=status, problem="It is not a text.")
    text, was_cut = text_of(str(reply["body"]), kind)
    problem = "" if text else "It holds no text."
    return Document(url=url, status=status, text=text, was_cut=was_cut or bool(reply["truncated"]), problem=problem)
