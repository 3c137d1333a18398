"""The judge's form: how an item is shown to a language model, and what its answer is worth. No answer is trusted that is not whole."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

from kingdom.contracts.canonical import text_digest
from kingdom.contracts.json_schema import faults
from kingdom.contracts.model import ModelMessage, ModelRequest

CATEGORIES = (
    "override",
    "reviewer_manipulation",
    "escalation",
    "exfiltration",
    "secret_harvest",
    "approval_bypass",
    "cross_tenant",
    "memory_poisoning",
    "harmful_purpose",
)
QUOTED = "quoted_mention"
MARK = "▁"
MAX_JUDGED = 120_000  # characters of all fields; more is not cut but left to a person
SHORTEST_EVIDENCE = 8
_MAX_EVIDENCE = 12
_SPACE = re.compile(r"\s+")
_PROMPTS = Path(__file__).parent / "prompts"

State = Literal["malicious", "clear", "quoted", "none"]
Wording = Literal["judge", "second"]


@dataclass(frozen=True)
class Opinion:
    """What the judge said: ``none`` is no answer worth anything, with ``why`` for the log. Categories in the order of the form."""

    state: State
    categories: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()  # where its evidence stands
    why: str = ""


class Judge(Protocol):
    """Whoever answers for a language model. Never raises: what goes wrong is an opinion of state ``none``."""

    def __call__(self, kind: str, item: object, content: str, policy: str, *, wording: Wording = "judge") -> Opinion:
        """Return the opinion on an item; ``content`` is its digest, ``policy`` the version of the rules."""
        ...


def form() -> dict[str, Any]:
    """Return the JSON schema of the answer."""
    flags = {name: {"type": "boolean"} for name in (*CATEGORIES, QUOTED)}
    piece = {
        "type": "object",
        "additionalProperties": False,
        "required": ["field", "text"],
        "properties": {"field": {"type": "string", "maxLength": 200}, "text": {"type": "string", "maxLength": 2000}},
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*flags, "evidence"],
        "properties": {**flags, "evidence": {"type": "array", "items": piece, "maxItems": _MAX_EVIDENCE}},
    }


@lru_cache(maxsize=4)
def prompt(wording: Wording) -> str:
    """Return the text of a prompt file."""
    return (_PROMPTS / f"{wording}.txt").read_text(encoding="utf-8")


def prompts_digest() -> str:
    """Return what both prompts and the form are together: cached answers to other ones do not count."""
    return text_digest(prompt("judge") + prompt("second") + json.dumps(form()))


def fields_of(item: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield (JSON pointer, text) of all an item holds, numbers and names of keys too."""
    if isinstance(item, Mapping):
        for name, inner in item.items():
            yield from fields_of(inner, f"{place}/{name}")
    elif isinstance(item, Sequence) and not isinstance(item, str | bytes):
        for index, inner in enumerate(item):
            yield from fields_of(inner, f"{place}/{index}")
    elif item is not None:
        yield place or "/", str(item)


def question(kind: str, item: object, marker: str, *, wording: Wording) -> ModelRequest | None:
    """Return the request for one item; ``marker`` is random and new for each call. None when the item is too long to be judged whole."""
    shown = []
    for place, text in fields_of(item):
        shown.append(f"field {_marked(place, marker)}\n<<{marker}>>\n{_marked(text, marker)}\n<<end {marker}>>")
    body = "\n".join(shown)
    if len(body) > MAX_JUDGED:
        return None
    system = prompt(wording).format(kind=kind, marker=marker, mark=MARK)
    return ModelRequest(
        messages=(ModelMessage(role="system", text=system), ModelMessage(role="user", text=body)),
        purpose="reasoning",
        json_schema=form(),
        temperature=0.0,
        max_output_tokens=4_000,
    )


def _marked(text: str, marker: str) -> str:
    neutral = text.replace(marker, "").replace("<<", "< <").replace(MARK, "_")
    return _SPACE.sub(MARK, neutral)


def opinion(answer: str, item: object) -> Opinion:
    """Return what an answer is worth. The whole answer is one JSON value of the form, or it is nothing; nothing is searched for in it."""
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        return Opinion("none", why="not JSON")
    if faults(told, form()):
        return Opinion("none", why="not the form")
    categories = tuple(name for name in CATEGORIES if told[name])
    where = _places(told["evidence"], item)
    if where is None:
        return Opinion("none", why="evidence that is not in the item")
    if categories and not where:
        return Opinion("none", why="no evidence")
    state: State = "malicious" if categories else "quoted" if told[QUOTED] else "clear"
    return Opinion(state, categories, where)


def _places(evidence: Sequence[Mapping[str, str]], item: object) -> tuple[str, ...] | None:
    """Return the fields in which the evidence stands word for word, or None when one piece stands nowhere."""
    texts = [(place, _plain(text)) for place, text in fields_of(item)]
    found: list[str] = []
    for piece in evidence:
        wanted = _plain(piece["text"])
        place = next(
            (place for place, text in texts if len(wanted) >= min(SHORTEST_EVIDENCE, len(text)) and wanted and wanted in text), None
        )
        if place is None:
            return None
        found.append(place)
    return tuple(dict.fromkeys(found))


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text.replace("< <", "<<").replace(MARK, " ").replace("_", " ")).strip()
