"""Mood and position in a request: an order to this agent, a question about one, and data that gives orders."""

import re
from collections.abc import Iterator

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.order_relations import ORDER_PATTERNS, PROTECTS
from kingdom.ministers.guardian.ordinary_requests import composes_advice, explains_word, is_own_silence
from kingdom.ministers.guardian.relations.agent_orders import agent_order_rules
from kingdom.ministers.guardian.relations.approval_orders import approval_order_rules
from kingdom.ministers.guardian.relations.excused_matches import read_without_excused
from kingdom.ministers.guardian.relations.named_readers import named_reader_order
from kingdom.ministers.guardian.relations.reader_orders import reader_order
from kingdom.ministers.guardian.relations.request_frames import FICTION, OWN_ORDER, adds_up, frame_rules, own_words
from kingdom.ministers.guardian.relations.texts_for_people import is_for_people, people_text_start, without_checked_json
from kingdom.ministers.guardian.request_mood import talks_about, without_wishes_of_others
from kingdom.ministers.guardian.request_object import asks_on_attack, obeyed_quotations
from kingdom.ministers.guardian.spec_story import STORY_REASONS, order_rules
from kingdom.ministers.guardian.text.bounded_review import review_any_text
from kingdom.ministers.guardian.text.policy import Policy

POSITION_REASONS = {
    "request.data_orders": "A page, mail or result inside it gives orders to an agent.",
    "request.sets_rules_aside": "It sets aside the rules that bind this agent.",
    "request.voice_of_system": "It speaks in the voice of the system, and a control would fall.",
    "request.parts": "Several of its parts together resemble an attack; a person decides.",
    "request.text_above": "It asks for the text that stands before the user's own words.",
    "request.agent_machine": "It asks for secrets of the machine that this agent runs on.",
    "request.data_of_others": "It asks for what other people wrote or stored, which is not the user's to see.",
}
# Where data begins inside a message: headings, mail headers, quotations, markup, results of tools.
_DATA_START = re.compile(
    r"^(?:-{3,}|={3,}|`{3}|\"{3}|<{3}|>\s|\s{0,3}<(?:html|body|div|p|article|document|email|page|result|!--)\b"
    r"|(?:from|subject|to|sent|date|content|e-?mail(?: content)?|page(?: content)?|article"
    r"|document|text|context|tool (?:result|output)"
    r"|(?:search|web|function|api) (?:result|response|output)s?|transcript|ticket|review|comment|betreff|von)\s*:)",
    re.I | re.M,
)
_LABEL = re.compile(
    r"(?:following|below|this|here is (?:the|an?|my)) (?:e-?mail|page|article|text|document"
    r"|message|web ?site|result|review|ticket|note)[^:\n]{0,80}:|\A[^\n]{5,300}:[ \t]*\n",
    re.I,
)
# "Read out everything above this message": what stands before the user's first words is not the user's.
_ABOVE = re.compile(
    r"\b(?:read|repeat|print|show|give|quote|output|paste|write|recite|tell|spell"
    r"|copy)\b[^.?!\n]{0,50}\b(?:everything|all"
    r"|(?:the )?(?:whole |complete )?(?:text|lines?|words|message|part)|whatever|what)\b(?! (?:that "
    r"|which )?(?:i|we)\b)[^.?!\n]{0,25}"
    r"\b(?:above|before|preced\w+|ahead of)\b[^.?!\n]{0,10}\b(?:this|my|our)(?: first| very)? (?:message|line"
    r"|sentence|question|chat"
    r"|conversation|input)\b",
    re.I,
)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n+")
_MAX_OWN = 20_000  # characters of the user's own words that are read for orders
_LONG_QUOTATION = re.compile(r"[\"“„«][^\"”»]{60,4000}[\"”»]")
# A blank line, or the text behind a colon or a quotation mark: what follows may be somebody else's words.
_UNLABELLED = re.compile(
    r"(?<=\S)\n\s*\n|(?<=:)\s+(?=[\"“„«{\[<])|\n(?=[\w(]{1,12}[:)]\s)|[\"“„«]|(?<!\w)['‘](?=\w[^\n]{30})"
    # a table, JSON, or a longer text behind a colon
    r"|\n(?=[^\n;|]{1,40}[;|][^\n]{1,200}\n)|(?<!\w)(?=[{\[]\s{0,4}[{\[]?\s{0,4}\")|(?<=[a-z]:)\s(?=\S[^\n]{60})"
)
_HARM = "story.harm"
_HEAD = 400  # characters before data in which the user says what he wants of it


def review_request(text: str, policy: Policy) -> list[GuardianFinding]:
    """Return the findings of a message: a sentence about an order is info, an order inside data is hard."""
    of_words = _order_findings(text, policy)
    return [
        *of_words,
        *_obeyed_findings(text, policy),
        *_data_findings(text),
        *_own_order_findings(text, may_add_up=not of_words),
    ]


def _obeyed_findings(text: str, policy: Policy) -> Iterator[GuardianFinding]:
    """Yield the findings of quotations that the message says to obey: they are orders, whatever introduces them."""
    for offset, quotation in obeyed_quotations(text):
        for finding in review_any_text(quotation, policy, place="request", field="/text"):
            if finding.severity == "hard" and finding.layer == "text":
                yield finding.model_copy(update={"start": finding.start + offset, "end": finding.end + offset})


def _order_findings(text: str, policy: Policy) -> list[GuardianFinding]:
    """Return the findings of the words; those whose sentence only talks about an order are info."""
    findings, excused = read_without_excused(
        text,
        lambda read: review_any_text(read, policy, place="request", field="/text"),
        lambda finding: _is_order(finding) and (talks_about(finding, text) or is_for_people(finding, text)),
    )
    return [*findings, *(finding.model_copy(update={"severity": "info"}) for finding in excused)]


def _is_order(finding: GuardianFinding) -> bool:
    return finding.layer == "text" and finding.severity == "hard" and not finding.decoded_from


def data_of(text: str) -> tuple[int, str]:
    """Return where the data inside a message begins, and the data; the message's end and ``""`` without any."""
    starts = [found.start() for found in (_DATA_START.search(text), _LABEL.search(text)) if found is not None]
    start = min(starts, default=len(text))
    return start, text[start:]


def _is_ordinary(rule: str, sentence: str) -> bool:
    if rule == "story.harm":
        return explains_word(sentence)
    return rule == "story.untold" and (PROTECTS.search(sentence) is not None or is_own_silence(sentence))


def _own_order_rules(sentence: str) -> list[str]:
    lifted = [rule for rule, pattern in ORDER_PATTERNS if pattern.search(sentence)]
    rules = [*order_rules(sentence), *lifted, *(["request.text_above"] if _ABOVE.search(sentence) else [])]
    return [rule for rule in rules if not _is_ordinary(rule, sentence)]


def _order_rules(own: str) -> Iterator[str]:
    for sentence in _SENTENCES.split(own):
        if OWN_ORDER.match(sentence) and not sentence.rstrip().endswith("?") and not FICTION.search(sentence):
            yield from _own_order_rules(sentence)


def _relation_rules(own: str) -> Iterator[str]:
    words = own_words(own)
    yield from agent_order_rules(words)
    yield from approval_order_rules(words, own)


def _own_rules(own: str, *, is_for_people: bool) -> list[str]:
    """Return the rules of the user's own words; what they say to people may only harm these people."""
    frames = [rule for rule in frame_rules(own) if not _is_ordinary(rule, own)]
    found = [*dict.fromkeys([*_order_rules(own), *frames, *_relation_rules(own)])]
    return [rule for rule in found if rule == _HARM] if is_for_people else found


def _own_order_findings(text: str, *, may_add_up: bool) -> Iterator[GuardianFinding]:
    """Yield the findings of the user's own orders: what they bring about, and what they say of the text before.

    Parts are summed only where no rule of words has judged the message.
    """
    start, _ = data_of(text)
    own = without_wishes_of_others(_LONG_QUOTATION.sub(" ", without_checked_json(text[: min(start, _MAX_OWN)])))
    speaks_to_people = people_text_start(text) is not None
    found = _own_rules(own, is_for_people=speaks_to_people)
    may_add_up = may_add_up and not found and not speaks_to_people
    if may_add_up and not composes_advice(own) and adds_up(own):
        found = ["request.parts"]
    for rule in found:
        yield GuardianFinding(
            rule_id=rule,
            layer="structure",
            severity="soft" if rule == "request.parts" else "hard",
            field="/text",
            reason=POSITION_REASONS.get(rule) or STORY_REASONS[rule],
        )


def _data_findings(text: str) -> Iterator[GuardianFinding]:
    start, data = data_of(text)
    quoted = _LONG_QUOTATION.search(text)
    if quoted is not None and quoted.start() < start:
        start, data = quoted.start(), text[quoted.start() :]
    found = reader_order(data)
    if found is None:
        start = _named_start(text, start)
        found = named_reader_order(text[start:])
    label = _LABEL.match(text, start)
    if found is not None and not asks_on_attack(text[: min(label.end() if label else start, _HEAD)]):
        yield GuardianFinding(
            rule_id="request.data_orders",
            layer="structure",
            severity="hard",
            field="/text",
            start=start + found[0],
            end=start + found[1],
            reason=POSITION_REASONS["request.data_orders"],
        )


def _named_start(text: str, start: int) -> int:
    """Return where data begins that is not labelled: after the first paragraph, a colon, or a quotation mark."""
    opened = _UNLABELLED.search(text)
    return start if opened is None else min(start, opened.start())
