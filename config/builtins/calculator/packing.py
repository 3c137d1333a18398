"""Full packs and the rest: 9,800 pieces in cartons of 24, 48 cartons on a pallet; what is left of things that are shared."""

import re
from typing import Any, NamedTuple

from config.builtins.calculator.consumed import consumed_spans
from config.builtins.calculator.word_problems import plain_text
from config.builtins.wording import GROUPS, decimal_of, fill_in, localized, merged

PACK_NUMBER = rf"(?<![\w.,])(?:{GROUPS})(?![\w.,]*\d)"
PACK_NOUN = (
    r"(?!(?:per|each|every|and|und|et|y|full|how|many|in|on|of|to|a|an|the|left|more|pro|je|par|por|euros?|dollars?|hours?|minutes?|days?|percent|is|are|fit|fits|go|passen)\b)"
    r"[a-z]{2,20}"
)
ONE_PACK = r"(?:1|uno|one|an?|each|every|per|the|eine?[rnms]?|jede[rnms]?|pro|une?|chaque|par|una?|cada|por) (?:full |ganze |volle )?"
HOLDS = re.compile(
    rf"\b{ONE_PACK}(?P<pack>{PACK_NOUN}) ?(?:=|:|is|are|has|have|holds?|contains?|takes?|fits?|carries|with|passen|fit|go|kommen|caben|entran|entrent|hat|enthalt|fasst|sind|mit|contient|fait|a|avec|tiene|contiene|lleva|con|son) ?(?:for )?(?P<count>{PACK_NUMBER}) (?P<part>{PACK_NOUN})"
)
PACKED = re.compile(
    rf"(?P<count>{PACK_NUMBER}) (?P<part>{PACK_NOUN})\b(?: (?:fit|go|passen|kommen|caben|entrent|are|sind))?(?: (?:per|in(?:to)?|on(?:to)?|to|a|pro|je|auf|par|dans|por|en) | ?/ ?)(?:{ONE_PACK})?(?P<pack>{PACK_NOUN})\b(?! (?:of|zu|zu je|mit|mit je|de|con) \d)"
)
PACKS_OF = re.compile(
    rf"\b(?P<pack>{PACK_NOUN}) (?:of|a|zu|zu je|mit|mit je|de|con) (?P<count>{PACK_NUMBER})(?: (?P<part>{PACK_NOUN}))?"
)
FULL_ASKED = re.compile(
    r"\b(?:full|whole|complete|volle?n?|ganze?n?|plein\w*|entier\w*|complet\w*|llen[oa]s?|enter[oa]s?|left ?over|left|on top|remain\w*|loose|over|ubrig\w*|rest\w*|ubrige|lose|einzeln\w*|sobr\w*|suelt[oa]s?|queda\w*)\b"
)
REST_ASKED = re.compile(r"\b(?:left(?: ?over)?|remain\w*|loose|ubrig\w*|rest\w*|sobr\w*|suelt[oa]s?|without a \w+)\b")
COUNT_ASKED = re.compile(r"\b(?:how many|wie ?viele?|combien|cuant[oa]s)\b")
REST_OPEN = {
    "en": "With the last {pack} not full: {count} {packs}.", "de": "Mit einem letzten, nicht vollen: {count} {packs}.",
    "fr": "Avec un dernier incomplet : {count} {packs}.", "es": "Con el último incompleto: {count} {packs}.",
}  # fmt: skip
SHARED = re.compile(
    r"\b(?:shar\w*|divid\w*|split\w*|distribut\w*|(?:everyone|everybody|each(?: one| of them)?) gets? the same|equal(?:ly)?|evenly|verteil\w*|aufgeteilt|aufteil\w*|geteilt|gerecht|gleich viele?|"
    r"partag\w*|repart\w*|reparti\w*|por igual)\b"
)
SHARER = re.compile(
    r" (?:people|ppl|persons?|friends|children|kids|siblings|brothers|sisters|girls|boys|students|pupils|players|teams|guests|personen|leute|freunde|kindern?|schulern?|gaste|"
    r"personnes|amis|enfants|eleves|personas|amigos|hijos|ninos|alumnos)\b"
)
SHARE_LEFT = {
    "en": "Each gets **{each}**, and **{left}** {left_verb} left.", "de": "Jeder bekommt **{each}**, und **{left}** {left_verb} übrig.",
    "fr": "Chacun reçoit **{each}**, et il en reste **{left}**.", "es": "Cada uno recibe **{each}**, y sobran **{left}**.",
}  # fmt: skip
LEFT_VERBS = {"en": ("is", "are"), "de": ("bleibt", "bleiben"), "fr": ("", ""), "es": ("", "")}
JOINED = {"en": "and", "de": "und", "fr": "et", "es": "y"}
MOST_LEVELS = 4


class Pack(NamedTuple):
    """That one of a pack holds a number of parts, with the place of that in the text."""

    pack: str
    size: int
    part: str
    span: tuple[int, int]


def stem_of(noun: str) -> str:
    """Return a noun without its endings of one and of many; "pcs" are pieces."""
    if noun in ("pcs", "pc", "pieces", "piece", "stuck", "stk", "piezas", "pieza", "units", "unit", "items", "item"):
        return "piece"
    return noun.rstrip("sen") or noun


def packs_of(text: str, language: str) -> list[Pack]:
    """Return what holds how many of what, each number of it once."""
    found: list[Pack] = []
    for pattern in (HOLDS, PACKED, PACKS_OF):
        for match in pattern.finditer(text):
            count = decimal_of(match["count"], language)
            is_taken = any(one.span[0] < match.end("count") and match.start("count") < one.span[1] for one in found)
            if not is_taken and count == int(count) and count > 0:
                found.append(Pack(match["pack"], int(count), match["part"] or "", match.span()))
    return found


def chain_of(packs: list[Pack], smallest: str) -> list[Pack]:
    """Return the packs from the smallest to the largest; [] unless all of them make one row."""
    row, part = [], stem_of(smallest)
    left = list(packs)
    while left:
        fitting = [one for one in left if stem_of(one.part or smallest) == part]
        if len(fitting) != 1:
            return []
        row.append(fitting[0])
        left.remove(fitting[0])
        part = stem_of(fitting[0].pack)
    return row


def full_packs(message: str, language: str) -> dict[str, Any] | None:
    """Return the answer to how many full packs a number of things makes, and what is left; None for other messages."""
    text = plain_text(message, language)
    count_asked = COUNT_ASKED.search(text)
    if count_asked is None or not FULL_ASKED.search(text) or "%" in text:
        return None
    packs = packs_of(text, language)
    totals = [
        match
        for match in re.finditer(rf"(?P<count>{PACK_NUMBER}) (?P<noun>{PACK_NOUN})", text)
        if not any(one.span[0] <= match.start() < one.span[1] for one in packs)
    ]
    numbers = [
        match
        for match in re.finditer(PACK_NUMBER, text)
        if not any(one.span[0] <= match.start() < one.span[1] for one in packs)
    ]
    row = chain_of(packs, totals[0]["noun"]) if len(totals) == 1 and len(numbers) == 1 else []
    total = decimal_of(totals[0]["count"], language) if row else 0
    asked = text[count_asked.start() :]
    is_asked = REST_ASKED.search(asked) is not None or any(stem_of(one.pack) in asked for one in row)
    if not 1 <= len(row) <= MOST_LEVELS or total < row[0].size or total != int(total) or not is_asked:
        return None
    return packs_answer(message, language, int(total), totals[0]["noun"], row)


def whole_result(expression: str, count: int) -> dict[str, Any]:
    """Return a whole number as a result."""
    return {"expression": expression, "result": str(count), "value": float(count), "exact": True, "fraction": ""}


def shared_rest(message: str, language: str) -> dict[str, Any] | None:
    """Return what each of some people gets of a number of things, and what is left; None for other messages."""
    text = plain_text(message, language)
    asked = COUNT_ASKED.search(text)
    if asked is None or SHARED.search(text) is None or REST_ASKED.search(text, asked.end()) is None:
        return None
    numbers = list(re.finditer(PACK_NUMBER, text))
    sharers = [match for match in numbers if SHARER.match(text, match.end())]
    values = [
        decimal_of(match.group(), language) for match in (*sharers, *(one for one in numbers if one not in sharers))
    ]
    if len(numbers) != 2 or len(sharers) != 1 or any(value != int(value) or value < 1 for value in values):
        return None
    each, left = divmod(int(values[1]), int(values[0]))
    verb = LEFT_VERBS[language][left != 1]
    words = {"each": localized(f"{each:,}", language), "left": localized(f"{left:,}", language), "left_verb": verb}
    used = consumed_spans(message, language, (SHARED, SHARER, REST_ASKED, COUNT_ASKED))
    results = [whole_result("each", each), whole_result("left", left)]
    return {
        "answer": fill_in(SHARE_LEFT[language], **words),
        "output": {"results": results},
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": merged(used, len(message)),
    }


def packs_answer(message: str, language: str, total: int, noun: str, row: list[Pack]) -> dict[str, Any]:
    """Return the numbers of full packs, the largest first, and of single things."""
    counts, left = [], total
    for place in range(len(row), 0, -1):
        size = 1
        for one in row[:place]:
            size *= one.size
        counts.append((left // size, named_pack(row, place - 1, plain_text(message, language))))
        left %= size
    told = [f"{localized(f'{count:,}', language)} {name}" for count, name in [*counts, (left, noun)]]
    shown = f"{', '.join(told[:-1])} {JOINED[language]} {told[-1]}"
    note = ""
    if left:
        count, name = counts[-1][0] + 1, counts[-1][1]
        words = {"pack": row[0].pack, "count": localized(f"{count:,}", language), "packs": name}
        note = f" {fill_in(REST_OPEN[language], **words)}"
    things = re.compile("|".join(rf"\b{stem_of(word)}(?:[sen]+)?\b" for word in [noun, *(one.pack for one in row)]))
    used = consumed_spans(message, language, (HOLDS, PACKED, PACKS_OF, FULL_ASKED, COUNT_ASKED, things))
    results = [whole_result(f"full {name}", count) for count, name in [*counts, (left, noun)]]
    return {
        "answer": f"{localized(f'{total:,}', language)} {noun} = **{shown}**.{note}",
        "output": {"results": results},
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": merged(used, len(message)),
    }


def named_pack(row: list[Pack], place: int, text: str) -> str:
    """Return the name of a pack, as many of them where the message has that."""
    stem = stem_of(row[place].pack)
    words: list[str] = [word for word in re.findall("[a-z]+", text) if stem_of(word) == stem]
    return max(words, key=len)
