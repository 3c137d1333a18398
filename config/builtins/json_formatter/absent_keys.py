"""Which entries have no key at all, apart from those whose value is null: "which products have no price key, null counts as one"."""

import re
from collections.abc import Sequence

from config.builtins.json_formatter.asked_words import ENTRY_NOUNS, is_plain, same_word
from config.builtins.json_formatter.columns import Entries
from config.builtins.json_formatter.entry_conditions import WORD, Question, key_parts
from config.builtins.json_formatter.replies import RowsAnswer, entries_text
from config.builtins.wording import blanked, fill_in, fold

NOUN_OF_KEY = r"(?:keys?|fields?|propert(?:y|ies)|attributes?|schlussel\w*|felde?r?|cles?|champs?|claves?|campos?)"
THE = r"(?:the|an?|any|their|its|such|der|die|das|den|ein|eine?[nm]?|la|le|les|l'|de|d'|une?|el|los|una?|su)"
IN_FRONT = re.compile(  # "have no KEY", "fehlt der Schlüssel KEY"
    rf"\b(?:no|without|lack(?:s|ing)?|missing|do(?:es)?(?: not|n'?t) have|have(?: not|n'?t)(?: got)?|kein\w*|ohne|fehlt|fehlen|nicht|pas|sans|manque(?:nt)?|sin|faltan?|no (?:tienen?|hay))(?: {THE})*(?P<noun> {NOUN_OF_KEY})?(?: (?:called|named|namens|mit namen|appelee?|llamad[oa]))? ?[\"'`]?\Z",
    re.IGNORECASE,
)
KEY_AHEAD = re.compile(rf"\b(?:(?:the|der|die|das|la|le|el|l') )?(?P<noun>{NOUN_OF_KEY}) [\"'`]?\Z", re.IGNORECASE)
NOUN_BEHIND = re.compile(rf"\A[\"'`]?[ -]?(?P<noun>{NOUN_OF_KEY})\b", re.IGNORECASE)
IS_GONE = re.compile(
    r"\A[\"'`]? ?(?:(?:is|are|ist|sind|est|sont|esta|estan|ganz|completely|entirely|totally) )*(?:missing|absent|not (?:there|present)|(?:does not|doesn'?t) exist|fehlt|fehlen|nicht (?:da|vorhanden)|manque(?:nt)?|absente?s?|faltan?|ausentes?|no (?:esta|existe))\b",
    re.IGNORECASE,
)
AT_ALL = re.compile(
    r"\b(?:at all|completely|entirely|altogether|whatsoever|ganz|komplett|uberhaupt|vollig|gar|du tout|completement|entierement|en absoluto|del todo|por completo)\b",
    re.IGNORECASE,
)
NULL_SAID = r"[\"'`]?(?:nulls?(?: values?| werte?)?|(?:a |the |un |una )?(?:valeurs? |valor(?:es)? )?(?:null?e?s?|nulos?))[\"'`]?"
NULL_COUNTS = re.compile(  # "null counts as having one", "null zählt nicht als fehlend"
    rf"[,;.(–-]? ?\b(?:(?:and|but|und|aber|et|mais|y|pero|where|a) )*{NULL_SAID} (?:(?:does ?n'?t|do ?n'?t|does not|do not|is ?n'?t|ne|no|would|should|soll\w*|still|also|noch|auch|aussi|tambien) )*(?:counts?|is|are|means?|zahl\w*|ist|gilt|gelten|compte(?:nt)?|est|vaut|cuentan?|es|vale)\b[^.?!\n;)]{{0,50}}\)?",
    re.IGNORECASE,
)
GONE_SAID = re.compile(
    r"\b(?:missing|absent|lacking|gone|none|no|not there|fehlend\w*|fehlt|leer|manquante?s?|absente?s?|faltantes?|ausentes?|vaci[oa]s?)\b",
    re.IGNORECASE,
)
NOT_SAID = re.compile(r"\b(?:not|\w+n'?t|nicht|kein\w*|pas|no(?= \w))\b", re.IGNORECASE)
OF_ENTRIES = re.compile(
    r"\b(?:which|who|what|how many|list|show|find|count|welche\w*|wer|wie ?viele|bei wem|zeig\w*|quel\w*|lesquel\w*|qui|combien|montre\w*|liste\w*|que|cual\w*|quien\w*|cuant[oa]s|a (?:que|cual\w*)|muestra\w*|dime)\b",
    re.IGNORECASE,
)
ABSENT_TEXTS = {
    "en": {"found": "**{n}** of {all} entries lack the key `{key}`", "null": " With the key `{key}`, but null: {names}."},
    "de": {"found": "**{n}** von {all} Einträgen haben den Schlüssel `{key}` nicht", "null": " Mit dem Schlüssel `{key}`, aber null: {names}."},
    "fr": {"found": "**{n}** entrées sur {all} n'ont pas la clé `{key}`", "null": " Avec la clé `{key}`, mais null : {names}."},
    "es": {"found": "**{n}** de {all} entradas no tienen la clave `{key}`", "null": " Con la clave `{key}`, pero null: {names}."},
}  # fmt: skip
MOST_TOLD = 20


def entries_without_key(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return which entries have no key of a name; those where it is null are told apart. None for other questions."""
    folded = fold(words)
    if OF_ENTRIES.search(folded) is None:
        return None
    remark = NULL_COUNTS.search(folded)
    is_gone = remark is not None and counts_as_gone(remark.group())
    for table in tables:
        if not all(isinstance(row, dict) for row in table.rows):
            continue
        asked = Question(table, blanked(words, *remark.span()) if remark else words, language)
        for key in table.columns:
            span = absence_of(asked, key, is_told=remark is not None)
            if span is not None and is_read(asked, span):
                spans = [*words_apart(folded, remark), *([remark.span()] if remark else [])]
                return told_absent(table, key, language, spans, with_null=is_gone)
    return None


def counts_as_gone(remark: str) -> bool:
    """Return whether a remark on null says that it counts as missing: "null counts as missing", not "null is not missing"."""
    said = GONE_SAID.search(remark)
    return said is not None and NOT_SAID.search(remark[: said.start()]) is None


def absence_of(asked: Question, key: str, *, is_told: bool) -> tuple[int, int] | None:
    """Return where a question speaks of entries without a key: of the key itself, or with a remark on null; None for others."""
    for match in asked.key_places(key):
        before, behind = asked.rest[: match.start()], asked.rest[match.end() :]
        lack, ahead = IN_FRONT.search(before), KEY_AHEAD.search(before)
        noun = NOUN_BEHIND.match(behind)
        end = noun.end() if noun else 0
        gone = IS_GONE.match(behind[end:])
        is_named = noun is not None or ahead is not None or (lack is not None and lack["noun"] is not None)
        if (lack is None and gone is None) or not (is_named or is_told):
            continue
        start = min(one.start() for one in (lack, ahead, match) if one is not None)
        return start, match.end() + end + (gone.end() if gone else 0)
    return None


def is_read(asked: Question, span: tuple[int, int]) -> bool:
    """Return whether a question says nothing of weight beside the absence of its key."""
    rest = AT_ALL.sub(" ", blanked(asked.words, *span))
    own = {part for key in (*asked.table.path, *asked.table.columns) for part in key_parts(key)}
    left = [match.group().lower() for match in WORD.finditer(rest)]
    return not any(
        word.isdigit() or not (is_plain(word) or word in ENTRY_NOUNS or any(same_word(word, one) for one in own))
        for word in left
    )


def words_apart(folded: str, remark: "re.Match[str] | None") -> list[tuple[int, int]]:
    """Return the places of a question before and behind its remark on null."""
    start, end = remark.span() if remark else (len(folded), len(folded))
    return [(0, start), (end, len(folded))]


def told_absent(
    table: Entries, key: str, language: str, spans: list[tuple[int, int]], *, with_null: bool
) -> RowsAnswer:
    """Return the entries without a key as an answer; ``with_null``: those where it is null as well."""
    said, last = ABSENT_TEXTS[language], key.split(".")
    absent, null = list[int](), list[int]()
    for place, row in enumerate(table.rows):
        inside = row
        for part in [key] if key in row else last:
            if not isinstance(inside, dict) or part not in inside:
                absent.append(place)
                break
            inside = inside[part]
        else:
            null += [place] if inside is None else []
    places = sorted([*absent, *null]) if with_null else absent
    head = fill_in(said["found"], n=len(places), all=len(table.rows), key=key)
    names = [table.label(place) for place in places[:MOST_TOLD]]
    head += f": {', '.join(names)}." if names and all(names) else "."
    if null:
        told = ", ".join(table.label(place) or f"#{place + 1}" for place in null[:MOST_TOLD])
        head += fill_in(said["null"], key=key, names=told)
    shown = entries_text([table.rows[place] for place in places])
    return RowsAnswer(f"{head}{shown}", "", spans)
