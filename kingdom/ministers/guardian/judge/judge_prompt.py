"""The judge's prompt for a language model, and the validation of its answer. Only a complete answer counts."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

from kingdom.contracts.formats.canonical import text_digest
from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.contracts.model import ModelMessage, ModelRequest

JUDGE_CATEGORIES = (
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
QUOTED_MENTION = "quoted_mention"
DATAMARK = "▁"
MAX_JUDGED_CHARACTERS = 120_000  # characters of all fields; a longer item needs a person, it is not truncated
MIN_EVIDENCE_LENGTH = 8
_MAX_EVIDENCE = 12
_SPACE = re.compile(r"\s+")
_PROMPT_DIR = Path(__file__).parent / "prompts"

OpinionState = Literal["malicious", "clear", "quoted", "none"]
PromptVariant = Literal["judge", "second"]


@dataclass(frozen=True)
class JudgeOpinion:
    """The opinion of a judge; ``none`` means no valid answer, with ``error`` for the log."""

    state: OpinionState
    categories: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()  # JSON pointers of the fields that contain its evidence
    error: str = ""


class Judge(Protocol):
    """A judge of items. It never raises: an error is an opinion of state ``none``."""

    def __call__(
        self, kind: str, item: object, content_digest: str, policy_version: str, *, variant: PromptVariant = "judge"
    ) -> JudgeOpinion:
        """Return the opinion on an item."""
        ...


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of the answer."""
    flags = {name: {"type": "boolean"} for name in (*JUDGE_CATEGORIES, QUOTED_MENTION)}
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
def load_prompt(variant: PromptVariant) -> str:
    """Return the text of a prompt file."""
    return (_PROMPT_DIR / f"{variant}.txt").read_text(encoding="utf-8")


def prompts_digest() -> str:
    """Return the digest of both prompts and the answer schema; it is part of the cache key."""
    return text_digest(load_prompt("judge") + load_prompt("second") + json.dumps(answer_schema()))


def iter_text_fields(item: object, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield (JSON pointer, text) of each value in an item; numbers become texts, keys are part of the pointer."""
    if isinstance(item, Mapping):
        for name, inner in item.items():
            yield from iter_text_fields(inner, f"{pointer}/{name}")
    elif isinstance(item, Sequence) and not isinstance(item, str | bytes):
        for index, inner in enumerate(item):
            yield from iter_text_fields(inner, f"{pointer}/{index}")
    elif item is not None:
        yield pointer or "/", str(item)


def judge_request(kind: str, item: object, marker: str, *, variant: PromptVariant) -> ModelRequest | None:
    """Return the request for one item, or None when the item is too long to be judged.

    ``marker`` delimits the fields; it must be random and new for each call, so that an item cannot close its frame.
    """
    body = "\n".join(
        f"field {_datamark(pointer, marker)}\n<<{marker}>>\n{_datamark(text, marker)}\n<<end {marker}>>"
        for pointer, text in iter_text_fields(item)
    )
    if len(body) > MAX_JUDGED_CHARACTERS:
        return None
    system = load_prompt(variant).format(kind=kind, marker=marker, mark=DATAMARK)
    return ModelRequest(
        messages=(ModelMessage(role="system", text=system), ModelMessage(role="user", text=body)),
        purpose="reasoning",
        json_schema=answer_schema(),
        temperature=0.0,
        max_output_tokens=4_000,
    )


def _datamark(text: str, marker: str) -> str:
    neutral = text.replace(marker, "").replace("<<", "< <").replace(DATAMARK, "_")
    return _SPACE.sub(DATAMARK, neutral)


def parse_opinion(answer: str, item: object) -> JudgeOpinion:
    """Return the opinion in an answer, which must be exactly one JSON value of the schema; nothing is extracted."""
    try:
        form = json.loads(answer)
    except (ValueError, RecursionError):
        return JudgeOpinion("none", error="not JSON")
    if validation_errors(form, answer_schema()):
        return JudgeOpinion("none", error="schema mismatch")
    categories = tuple(name for name in JUDGE_CATEGORIES if form[name])
    fields = _evidence_fields(form["evidence"], item)
    if fields is None:
        return JudgeOpinion("none", error="evidence that is not in the item")
    if categories and not fields:
        return JudgeOpinion("none", error="no evidence")
    state: OpinionState = "malicious" if categories else "quoted" if form[QUOTED_MENTION] else "clear"
    return JudgeOpinion(state, categories, fields)


def _evidence_fields(evidence: Sequence[Mapping[str, str]], item: object) -> tuple[str, ...] | None:
    """Return the fields that contain the evidence verbatim, or None when a piece is in no field."""
    texts = [(pointer, _without_datamarks(text)) for pointer, text in iter_text_fields(item)]
    fields = [_field_with(_without_datamarks(piece["text"]), texts) for piece in evidence]
    known = [pointer for pointer in fields if pointer is not None]
    return tuple(dict.fromkeys(known)) if len(known) == len(fields) else None


def _field_with(quote: str, texts: Sequence[tuple[str, str]]) -> str | None:
    """Return the first field that contains a quote of at least eight characters, or of the whole field."""
    for pointer, text in texts:
        if quote and len(quote) >= min(MIN_EVIDENCE_LENGTH, len(text)) and quote in text:
            return pointer
    return None


def _without_datamarks(text: str) -> str:
    return _SPACE.sub(" ", text.replace("< <", "<<").replace(DATAMARK, " ").replace("_", " ")).strip()
