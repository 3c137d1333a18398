"""Which lines of a text have a word in them, have it not, or start or end with it."""

import re
from typing import NamedTuple

from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.text_statistics.word_relations import apart, question_language
from config.builtins.wording import cell, code_block, fill_in, fold

LINE_QUOTED = r"\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|`[^`\n]{1,80}`"
# a word that names a kind of thing, not what a line says: "lines with numbers", "with more than 20 characters"
KIND_WORDS = (
    r"an?|any|some|no|not|more|less|fewer|most|least|at|only|just|exactly|both|the|it|them|this|that|these|something|nothing|anything|everything|and|or|but|than|as|in|on|of|each"
    r"|(?:numbers?|digits?|letters?|words?|characters?|chars|white ?spaces?|spaces?|blanks?|duplicates?|doubles|dates?|times?|links?|urls?|e-?mails?|address(?:es)?|questions?|typos?|mistakes?|punctuation|commas?|capitals?|upper-?case|lower-?case|caps|odd|even|trailing|leading|longer|shorter|text|content|emojis?|tabs?)"
    r"|ein(?:e[nmrs]?)?|kein(?:e[nmrs]?)?|mehr|weniger|mindestens|hochstens|nur|genau|und|oder|als|der|die|das|den|dem|zahl(?:en)?|ziffern?|zeichen|buchstaben?|worter[n]?|leerzeichen|datum|grossbuchstaben|doppelte[nr]?|es|sie|nicht|anzeigen|zeigen|ausgeben|auflisten|finden|behalten|filtern|entfernen|loschen|raus|weg|rauswerfen|streichen"
    r"|une?|des|du|les?|la|plus|moins|aucune?|au|et|ou|que|chiffres?|nombres?|lettres?|mots?|caracteres?|espaces?|fautes?|majuscules|doublons"
    r"|una|unos|unas|el|los|las|mas|menos|ningun[oa]?|y|o|numeros?|cifras?|letras?|palabras?|espacios?|mayusculas|duplicados"
)
LINE_WORD = rf"(?!(?:{KIND_WORDS})(?![\w-]))[^\s\"'“”„«»?,:]{{1,40}}"
LINE_NEEDLE = rf"(?:(?:(?:the|das|den|le|la|el) )?(?:word|term|text|string|phrase|wort|begriff|mot|terme|palabra|termino) )?(?P<needle>{LINE_QUOTED}|{LINE_WORD}(?: {LINE_WORD}){{0,2}}?)(?: (?:or|oder|ou|o) (?P<second>{LINE_QUOTED}|{LINE_WORD}))?"
LINE_POLITE = r"(?:(?:please|pls|can you|could you|bitte|kannst du(?: mir)?|peux-tu|pouvez-vous|puedes|por favor|hey|hi|now|just),? )*"
LINE_LEAD = (
    r"(?:(?P<count>how many(?: of)?|count|number of|wie ?viele(?: der)?|zahle?|anzahl der|combien(?: de)?|compte|cuantas|cuenta)|(?P<gone>remove|delete|drop|take out|get rid of|losche?|entferne?|supprime|enleve|elimina|borra|quita)"
    r"|which|what|welche[rn]?|quelles?|que|cuales|show(?: me)?|give me|list|find(?: me)?|get|print|keep|filter|extract|grep|zeig(?:e)?(?: mir)?|gib mir|finde|liste|nenne?|behalte|filtere?|montre(?:-moi)?|donne(?:-moi)?|trouve|garde|affiche|muestra(?:me)?|dame|busca|encuentra|deja|extrae)"
)
LINE_ARTICLES = r"(?:(?:only|just|all|the|of|these|those|me|my|nur|alle|die|der|den|diese|seulement|toutes|les|des|ces|solo|todas|las|los|estas) )*"
LINE_NOUNS = (
    r"(?:lines?|entries|items?|names|titles|zeilen?|eintrage|namen|lignes?|entrees|noms|lineas?|entradas|nombres)"
)
LINE_THAT = r"(?:,? (?:that|which|who|where|die|der|qui|que))?"
LINE_WAYS = {
    "without": r"(?:(?:do|does)(?: not|n'?t) (?:have|contain|include|mention|say)|without|lacking|missing|not containing|ohne|ne contiennent pas|n'ont pas|sans|(?:no )(?:contienen|tienen|tengan|contengan|mencionan)|sin)",
    "starting": r"(?:(?:start|begin)(?:s|ing|ning)? with|beginnen mit|commencent par|commencant par|debutent par|(?:empiezan|comienzan|empiecen) (?:con|por))",
    "ending": r"(?:end(?:s|ing)? (?:with|in)|enden (?:mit|auf)|(?:se )?(?:finissent|terminent) par|(?:acaban|terminan) (?:en|con|por))",
    "with": r"(?:have|has|having|with|contain(?:s|ing)?|include[sd]?|including|mention(?:s|ing)?|say(?:s|ing)?|show|enthalten|enthalt|haben|mit|erwahnen|contiennent|contenant|contient|ont|avec|mentionnent|contienen|tienen|tengan|contengan|con|mencionan|dicen)",
}
LINE_TAIL = r"(?: (?:in (?:them|it|there|here)|somewhere|anywhere|inside|drin|darin|dedans|dentro|there|please|pls|bitte|svp|stp|por favor|thanks|anzeigen|zeigen|ausgeben|auflisten|finden|behalten|filtern))*(?P<out> (?:entfernen|loschen|raus|weg|rauswerfen|streichen))?[ ?:.!]*"
LINE_HEAD = rf"{LINE_POLITE}(?:{LINE_LEAD} )?{LINE_ARTICLES}{LINE_NOUNS}"
LINE_PLACE = rf"{LINE_POLITE}(?:in|on|dans|en|auf) (?P<count>how many |wie vielen |combien de |cuantas )?(?:(?:which|what|welche[rn]?|quelles?|que|cuales) )?(?:of the |der |de las )?{LINE_NOUNS}"
IN_PLACE = r"(?: (?:does|do|is|are|the word|steht|stehen|kommt|kommen|ist|das wort|apparait|est|figure|le mot|y a-t-il|aparece|sale|esta|hay|la palabra)){1,2}"
CHOSEN_LINES = tuple(
    (way, re.compile(rf"\W{{0,9}}{pattern}{LINE_TAIL}", re.IGNORECASE))
    for way, pattern in (
        *((way, rf"{LINE_HEAD}{LINE_THAT} {verb} {LINE_NEEDLE}") for way, verb in LINE_WAYS.items()),
        ("without", rf"{LINE_HEAD},? (?:in denen|wo) {LINE_NEEDLE} (?:nicht (?:vorkommt|steht|drin ?steht)|fehlt)"),
        ("without", rf"{LINE_HEAD},? die {LINE_NEEDLE} nicht enthalten"),
        (
            "with",
            rf"{LINE_HEAD},? (?:in denen|wo) {LINE_NEEDLE} (?:vorkommt|vorkommen|steht|stehen|drin ?steht|drin ist)",
        ),
        ("with", rf"{LINE_HEAD},? die {LINE_NEEDLE} (?:enthalten|haben|erwahnen)"),
        ("with", rf"{LINE_HEAD} (?:ou (?:il y a|figure)|donde (?:aparece|sale|hay)) {LINE_NEEDLE}"),
        ("starting", rf"{LINE_HEAD},? die mit {LINE_NEEDLE} (?:anfangen|beginnen|starten)"),
        ("starting", rf"{LINE_HEAD} fangen mit {LINE_NEEDLE} an"),
        ("ending", rf"{LINE_HEAD},? die (?:mit|auf) {LINE_NEEDLE} (?:enden|aufhoren)"),
        ("with", rf"{LINE_PLACE}{IN_PLACE} {LINE_NEEDLE}(?: (?:appear|occur|mentioned|come up|show up|vor|drin))?"),
    )
)
CHOOSES_LINES = re.compile(  # by anything else than a word: "which lines have more than 20 characters"
    rf"\W{{0,9}}{LINE_POLITE}{LINE_LEAD} {LINE_ARTICLES}(?:lines?|zeilen?|lignes?|lineas?){LINE_THAT} (?:{'|'.join(LINE_WAYS.values())})(?!\w)",
    re.IGNORECASE,
)
LEAST_LINES = 2
FENCED_LINES = re.compile(r"\A(?P<head>[^\n]*)\n```[^`\n]*\n(?P<text>.*?)\n?```\s*\Z", re.DOTALL)
HEAD_LINES = re.compile(r"\A(?P<head>[^\n]*)\n(?P<text>.*)\Z", re.DOTALL)
TAIL_LINES = re.compile(r"\A(?P<text>.*)\n(?P<head>[^\n]*)\s*\Z", re.DOTALL)
CHOSEN_TEXTS = {
    "en": {
        "with": "Lines that contain {needle}", "without": "Lines without {needle}", "starting": "Lines that start with {needle}",
        "ending": "Lines that end with {needle}", "or": " or ", "quoted": "“{word}”",
        "count": "{lead}: **{n}** of {total} (upper and lower case alike).", "gone": "Lines taken out: **{n}**, left: {left} (upper and lower case alike).",
        "inside": " Inside a longer word only: {n}.",
    },
    "de": {
        "with": "Zeilen mit {needle}", "without": "Zeilen ohne {needle}", "starting": "Zeilen, die mit {needle} beginnen",
        "ending": "Zeilen, die mit {needle} enden", "or": " oder ", "quoted": "„{word}“",
        "count": "{lead}: **{n}** von {total} (Groß- und Kleinschreibung gleich).", "gone": "Entfernte Zeilen: **{n}**, übrig: {left} (Groß- und Kleinschreibung gleich).",
        "inside": " Nur in einem längeren Wort: {n}.",
    },
    "fr": {
        "with": "Lignes qui contiennent {needle}", "without": "Lignes sans {needle}", "starting": "Lignes qui commencent par {needle}",
        "ending": "Lignes qui finissent par {needle}", "or": " ou ", "quoted": "« {word} »",
        "count": "{lead} : **{n}** sur {total} (majuscules et minuscules confondues).", "gone": "Lignes enlevées : **{n}**, restantes : {left} (majuscules et minuscules confondues).",
        "inside": " Seulement dans un mot plus long : {n}.",
    },
    "es": {
        "with": "Líneas con {needle}", "without": "Líneas sin {needle}", "starting": "Líneas que empiezan por {needle}",
        "ending": "Líneas que terminan en {needle}", "or": " o ", "quoted": "«{word}»",
        "count": "{lead}: **{n}** de {total} (sin distinguir mayúsculas).", "gone": "Líneas quitadas: **{n}**, quedan: {left} (sin distinguir mayúsculas).",
        "inside": " Solo dentro de una palabra más larga: {n}.",
    },
}  # fmt: skip


class LineWish(NamedTuple):
    """Which lines are wished: how they have one of the words, and whether they are to be taken out."""

    way: str
    needles: tuple[str, ...]
    is_gone: bool


def lines_answer(message: str, language: str) -> WordAnswer | None:
    """Return the lines of a text that a message asks for by a word; None for other messages."""
    for places in (FENCED_LINES, HEAD_LINES, TAIL_LINES):
        place = places.match(message)
        if place is None:
            continue
        lines = [line for line in place["text"].splitlines() if line.strip()]
        wish = line_wish(place["head"]) if len(lines) >= LEAST_LINES and len(place["head"]) < 200 else None
        if wish is not None and is_plain_wish(wish, place["head"], lines):
            said = CHOSEN_TEXTS[question_language(place["head"], language)]
            spans = [
                apart(message, place, name) for name in ("head", "text")
            ]  # a question in a longer span counts as text
            return WordAnswer(chosen_lines(wish, lines, said), "lines", len(lines), spans)
    return None


def line_wish(head: str) -> LineWish | None:
    """Return the wish of a line that asks, all of which must be read."""
    folded = fold(head)
    for way, pattern in CHOSEN_LINES:
        match = pattern.fullmatch(folded)
        if match is not None:
            named = [head[slice(*match.span(name))] for name in ("needle", "second") if match[name]]
            words = tuple(word[1:-1] if re.fullmatch(LINE_QUOTED, word) else word for word in named)
            return LineWish(way, words, bool(match.groupdict().get("gone") or match["out"]))
    return None


def is_plain_wish(wish: LineWish, head: str, lines: list[str]) -> bool:
    """Return whether the words are sure: of several without quotes, which no line has, one may be about something else."""
    is_loose = any(" " in word and f" {word}" in head for word in wish.needles)
    return not is_loose or any(has_in_way(line, wish.way, word) for line in lines for word in wish.needles)


def has_in_way(line: str, way: str, needle: str) -> bool:
    """Return whether a line has a word in this way, whatever the case."""
    body, piece = line.strip().casefold(), needle.casefold()
    if way == "starting":
        return body.startswith(piece)
    return body.endswith(piece) if way == "ending" else piece in body


def chosen_lines(wish: LineWish, lines: list[str], said: dict[str, str]) -> str:
    """Return the answer: how many lines, whether the word is part of a longer one, and the lines."""
    having, others = list[str](), list[str]()
    for line in lines:
        is_having = any(has_in_way(line, wish.way, needle) for needle in wish.needles)
        (having if is_having else others).append(line)
    chosen = others if (wish.way == "without") is not wish.is_gone else having
    needle = said["or"].join(fill_in(said["quoted"], word=cell(word)) for word in wish.needles)
    counts = {
        "n": f"{len(lines) - len(chosen) if wish.is_gone else len(chosen):,}",
        "total": f"{len(lines):,}",
        "left": f"{len(chosen):,}",
    }
    sentence = fill_in(said["gone" if wish.is_gone else "count"], lead=fill_in(said[wish.way], needle=needle), **counts)
    inside = sum(not any(is_whole(line, word) for word in wish.needles) for line in having)
    note = fill_in(said["inside"], n=inside) if inside and wish.way in ("with", "without") else ""
    return f"{sentence}{note}" + (f"\n\n{code_block(chr(10).join(chosen), '')}" if chosen else "")


def is_whole(line: str, needle: str) -> bool:
    """Return whether a word stands in a line by itself, not inside a longer one."""
    return re.search(rf"(?<!\w){re.escape(needle.casefold())}(?!\w)", line.casefold()) is not None
