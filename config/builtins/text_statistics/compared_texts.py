"""Which of two labelled texts is longer or shorter, and by how much; a word that somebody uses too often; words left out."""

import re

from config.builtins.text_statistics.measures import WORD, sentences_of
from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.wording import cell, fill_in, fold

NAME_OF_TEXT = r"(?:text|version|option|draft|sentence|title|headline|caption|slogan|variant|one|satz|fassung|variante|entwurf|titel|texte|phrase|titre|texto|frase|titulo|opcion)"
TEXT_LABELS = tuple(
    re.compile(rf"(?<![\w-])(?P<label>(?:{NAME_OF_TEXT} )?{first}) ?[:)] (?P<first>.+?)[\s;,/]+(?:(?:and|or|und|oder|et|ou|y|o|vs\.?) )?(?P<other>(?:{NAME_OF_TEXT} )?{second}) ?[:)] (?P<second>.+)", re.IGNORECASE | re.DOTALL)
    for first, second in (("a", "b"), ("1", "2"), ("i", "ii"), ("one", "two"), ("old", "new"), ("before", "after"), ("first", "second"), ("alt", "neu"), ("vorher", "nachher"), ("avant", "apres"), ("antes", "despues"), ("erste[rs]?", "zweite[rs]?"))
)  # fmt: skip
UNITS = (
    ("words", r"words?|worte?r?n?|mots?|palabras?"),
    ("characters", r"characters?|chars?|letters?|zeichen|buchstaben|caracteres?|lettres?|letras?"),
    ("sentences", r"sentences?|satze?n?|phrases?|frases?|oraciones"),
)
BEFORE_UNIT = r"\b(?:in|by|of|how many|(?:by )?number of|more|fewer|less|most|fewest|least|an|bei|wie ?viele|mehr|weniger|(?:die )?meisten|(?:die )?wenigsten|en|combien de|plus de|moins de|nombre de|mas|menos|cuant[oa]s|numero de)"
ASKS_LENGTH = re.compile(
    r"\b(?:(?P<long>longer|longest|langer|langste|plus longue?|mas larg[oa]|(?:more|most|mehr|meisten|plus de|mas) (?:words?|characters?|letters?|sentences?|worter|zeichen|mots|caracteres|palabras))|(?P<short>shorter|shortest|kurzer|kurzeste|plus courte?|mas cort[oa]|(?:fewer|fewest|less|least|weniger|wenigsten|moins de|menos) (?:words?|characters?|letters?|sentences?|worter|zeichen|mots|caracteres|palabras))"
    r"|(?P<saved>(?:did|do|have|would|will) (?:i|we|you|it|that) (?:save|saved|cut|gain|spare|lose)|(?:saved|cut)|spare ich|gespart|(?:ai-je )?(?:gagne|economise)|ahorr\w+)|(?P<gap>difference|unterschied|ecart|diferencia))\b",
    re.IGNORECASE,
)
QUESTION_AT_START = re.compile(
    r"\A\W*(?:[^.:;,?!\n\d]{1,60}[.:;,–-] *)?(?:(?:hi|hello|please|pls|tell me|can you say|bitte|sag mir|dis-moi|dime)[ ,]+)*(?:which|what|how|who|is|welche[rs]?|wie|was|quel(?:le)?s?|lequel|laquelle|combien|cual|que|cuant[oa]s)\b",
    re.IGNORECASE,
)
TAIL_QUESTION = re.compile(
    r"(?:\n\s*|(?<=[.!?\"”]) +)(?P<asks>(?:which|what|how|is|welche[rs]?|wie|was|quel(?:le)?s?|lequel|laquelle|combien|cual|cuant[oa]s)\b[^\n.!?]{0,120}\??)\s*\Z",
    re.IGNORECASE,
)
LENGTH_TEXTS = {
    "en": {"long": "**{label}** is longer: {own}. {other} has {rest}.", "short": "**{label}** is shorter: {own}. {other} has {rest}.", "same": "Both are equally long: {own}.", "gap": "That is a difference of **{n}** {unit}: {own} in {label}, {rest} in {other}.", "words": "words", "characters": "characters", "sentences": "sentences"},
    "de": {"long": "**{label}** ist länger: {own}. {other} hat {rest}.", "short": "**{label}** ist kürzer: {own}. {other} hat {rest}.", "same": "Beide sind gleich lang: {own}.", "gap": "Das ist ein Unterschied von **{n}** {unit}: {own} in {label}, {rest} in {other}.", "words": "Wörter", "characters": "Zeichen", "sentences": "Sätze"},
    "fr": {"long": "**{label}** est plus long : {own}. {other} : {rest}.", "short": "**{label}** est plus court : {own}. {other} : {rest}.", "same": "Les deux sont aussi longs : {own}.", "gap": "La différence est de **{n}** {unit} : {own} dans {label}, {rest} dans {other}.", "words": "mots", "characters": "caractères", "sentences": "phrases"},
    "es": {"long": "**{label}** es más largo: {own}. {other} tiene {rest}.", "short": "**{label}** es más corto: {own}. {other} tiene {rest}.", "same": "Los dos son igual de largos: {own}.", "gap": "La diferencia es de **{n}** {unit}: {own} en {label}, {rest} en {other}.", "words": "palabras", "characters": "caracteres", "sentences": "frases"},
}  # fmt: skip

BY_HOW_MUCH_LONGER = re.compile(
    r"\b(?:(?:by )?how (?:many|much)|um wie ?viele?|wie ?viele?|de combien|combien|(?:por|en|de)? ?cuant[oa]s?)\b",
    re.IGNORECASE,
)
GAP_TEXTS = {
    "en": "That is a difference of **{n}** {unit}.",
    "de": "Das ist ein Unterschied von **{n}** {unit}.",
    "fr": "La différence est de **{n}** {unit}.",
    "es": "La diferencia es de **{n}** {unit}.",
}


def longer_text(message: str, language: str) -> WordAnswer | None:
    """Return which of two labelled texts is longer or shorter, or the difference; None for other messages."""
    folded = fold(message)
    found = next((match for pattern in TEXT_LABELS if (match := pattern.search(folded)) is not None), None)
    if found is None:
        return None
    lead, end = folded[: found.start()], found.end()
    tail = TAIL_QUESTION.search(folded, found.start("second"))
    is_behind = tail is not None and not ASKS_LENGTH.search(lead)
    question = tail["asks"] if tail is not None and is_behind else lead
    end = tail.start() if tail is not None and is_behind else end
    asked = ASKS_LENGTH.search(question)
    if asked is None or not (is_behind or QUESTION_AT_START.match(lead)) or len(lead) > 160 or re.search(r"\d", lead):
        return None
    texts = [
        message[slice(*found.span("first"))].strip(' \n;,/"“”'),
        message[found.start("second") : end].strip(' \n"“”'),
    ]
    labels = [cell(message[slice(*found.span(name))].strip()) for name in ("label", "other")]
    unit = next(
        (name for name, words in UNITS if re.search(rf"{BEFORE_UNIT} (?:{words})\b", question, re.IGNORECASE)), ""
    )
    spans = [[0, len(lead.rstrip())], [found.start(), found.end("first")], [found.start("other"), end]]
    spans += [list(tail.span("asks"))] if tail is not None and is_behind else []
    return WordAnswer(told_lengths(texts, labels, unit, asked, language), "lengths", None, spans)


def told_lengths(texts: list[str], labels: list[str], unit: str, asked: "re.Match[str]", language: str) -> str:
    """Return which text is longer, in the unit that is named, else in characters with the words beside them."""
    said = LENGTH_TEXTS[language]
    counts = [{"words": len(WORD.findall(text)), "characters": len(text), "sentences": len(sentences_of(text))} for text in texts]  # fmt: skip
    shown = [unit] if unit else ["characters", "words"]
    told = [", ".join(f"{count[name]} {said[name]}" for name in shown) for count in counts]
    first, second = (count[shown[0]] for count in counts)
    if first == second:
        return fill_in(said["same"], own=told[0])
    if asked["saved"] or asked["gap"]:
        name = shown[0] if unit else "words"
        figures = [count[name] for count in counts]
        words = {"n": abs(figures[0] - figures[1]), "unit": said[name], "own": figures[0], "rest": figures[1]}
        return fill_in(said["gap"], **words, label=labels[0], other=labels[1])
    is_long = asked["long"] is not None
    place = int((second > first) is is_long)
    names = {"label": labels[place], "other": labels[1 - place]}
    sentence = fill_in(said["long" if is_long else "short"], **names, own=told[place], rest=told[1 - place])
    if BY_HOW_MUCH_LONGER.search(asked.string) is None:
        return sentence
    return f"{sentence} {fill_in(GAP_TEXTS[language], n=abs(first - second), unit=said[shown[0]])}"


TOO_OFTEN = re.compile(  # "my boss says I write 'just' too often. Count it: …"
    r"\A[^:\n]{0,120}[\"'“„«‘`](?P<word>[^\W\d_][\w'-]{0,30})[\"'”“»’`][^:\n]{0,60}\b(?:too (?:often|much|many times)|all the time|a lot|zu oft|zu viel|standig|trop(?: souvent)?|demasiad[oa]s?(?: veces)?|mucho)\b[^:\n]{0,40}\b(?:count (?:it|them|that)|how (?:often|many(?: times)?)|zahl\w*(?: (?:es|das))?|wie oft|compte\w*|combien(?: de fois)?|cuent\w*|cuantas veces)\b[^:\n?]{0,30}[:?]\s*(?P<text>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
TOO_OFTEN_BARE = re.compile(  # "my teacher says i use really too much, how often is it in here? …"
    r"\A[^:\n?]{0,120}?\b(?:i|we|ich|wir|je|nous|j'|yo)? ?(?:always |often |just )?(?:use|say|write|repeat|overuse|sage?|schreibe?|benutze?|verwende|utilise|emploie|dis|ecris|uso|digo|escribo|repito)(?: (?:the words?|das wort|le mot|la palabra))? (?P<word>(?!the\b|a\b|it\b|das\b|le\b|la\b|this\b|that\b|much\b)[^\W\d_][\w'-]{1,30}) (?:way |far |viel |much |bien )?(?:too (?:often|much|many times)|all the time|a lot|zu oft|zu viel|standig|trop(?: souvent)?|demasiad[oa]s?(?: veces)?|mucho)\b[^:\n?]{0,60}\b(?:count|how (?:often|many)|zahl\w*|wie oft|compte\w*|combien|cuent\w*|cuantas)\b[^:\n?]{0,40}[:?]\s*(?P<text>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
TOO_OFTEN_TEXTS = {
    "en": "“{word}” appears **{n}** times (upper and lower case alike).",
    "de": "„{word}“ kommt **{n}**-mal vor (Groß- und Kleinschreibung gleich).",
    "fr": "« {word} » apparaît **{n}** fois (majuscules et minuscules confondues).",
    "es": "«{word}» aparece **{n}** veces (sin distinguir mayúsculas).",
}


def overused_word(message: str, language: str) -> WordAnswer | None:
    """Return how often a word stands in a text that somebody is said to use too often; None for other messages."""
    match = TOO_OFTEN.match(fold(message)) or TOO_OFTEN_BARE.match(fold(message))
    if match is None:
        return None
    word = message[slice(*match.span("word"))]
    count = sum(one.casefold() == word.casefold() for one in WORD.findall(message[match.start("text") :]))
    sentence = fill_in(TOO_OFTEN_TEXTS[language], word=cell(word), n=count)
    return WordAnswer(sentence, "word", count, [[0, match.start("text")], [match.start("text"), len(message)]])


LEFT_OUT_BEHIND = re.compile(  # "which word is most frequent? ignore the, is, of, in. …"
    r"(?P<mark>\?)\s*(?P<order>(?:please |pls |but |bitte |aber |mais |pero )*(?:ignor(?:e|ing|ier\w*)|(?:do not|don'?t|not) count(?:ing)?|leav(?:e|ing) out|skip(?:ping)?|without|apart from|except(?: for)?|ohne|ausser|lass \w+ weg|sans(?: compter)?|sauf|ignore[rz]?|sin(?: contar)?|excepto|ignora(?:ndo)?)) (?:the (?:little )?words? |words like |die worter |les mots |las palabras )?(?P<list>[\"'“„«]?[^\W\d_]{1,7}[\"'”“»]?(?:(?:, ?| and | or |, and | und | et | y )[\"'“„«]?[^\W\d_]{1,7}[\"'”“»]?){1,11})(?P<end>[.!:;])\s",
    re.IGNORECASE,
)


def left_out_behind(message: str) -> "tuple[str, tuple[int, int], int] | None":
    """Return a message whose order to leave words out is part of its question, the order's place, and where it ends now."""
    match = LEFT_OUT_BEHIND.search(fold(message))
    if match is None or "?" in message[: match.start()]:
        return None
    items = re.split(r", ?(?:(?:and|or|und|oder|et|ou|y|o) (?=\w))?| (?:and|or|und|oder|et|ou|y|o) ", match["list"])
    words = ", ".join(f'"{word}"' for item in items for word in re.findall(r"[^\W\d_]+", item))
    order = f", apart from {words}?"
    made = message[: match.start()] + order + message[match.end("end") :]
    return made, (match.start(), match.end("end")), match.start() + len(order)


def places_before(used: list[list[int]], place: tuple[int, int], end: int) -> list[list[int]]:
    """Return the places in a message of those in the one that ``left_out_behind`` made of it."""
    shift = end - place[1]
    made = [place] if any(start < end and place[0] < stop for start, stop in used) else []
    kept = [[start, min(stop, place[0])] for start, stop in used if start < place[0]]
    kept += [[max(start, end) - shift, stop - shift] for start, stop in used if stop > end]
    return [*kept, *map(list, made)]
