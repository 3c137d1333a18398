"""Where the text to count begins and ends: a sentence about the task in front of it, and a further wish behind it, are no part of it."""

import re
from typing import NamedTuple

from config.builtins.text_statistics.finding import Found
from config.builtins.text_statistics.measures import WORD
from config.builtins.wording import fill_in, fold

COUNTED_UNIT = r"(?:words?|characters?|chars|letters?|sentences?|lines?|signs|worter|worte|zeichen|buchstaben|satze|zeilen|mots?|caracteres|lettres?|phrases?|lignes?|signes|palabras?|letras?|frases?|oraciones|lineas?)"
LIMIT_WORD = r"(?:max(?:imum|imal|imo|imos)?|limits?|limite|tope|most|at most|up to|no more than|not (?:more|longer) than|under|below|less than|fewer than|within|only|allow(?:s|ed)?|min(?:imum|imal|imo)?|at least|hochstens|maximal|hochstgrenze|grenze|mindestens|unter|weniger als|nur|erlaubt|au plus|maximum|au maximum|moins de|au moins|pas plus de|autorise\w*|como maximo|menos de|al menos|no mas de|permit\w+)"
TELLER_NOUN = r"(?:(?:my|our|the|his|her|their|your|this|that|mein\w*|unser\w*|der|die|das|mon|ma|notre|le|la|l'|mi|nuestr[oa]|el) ?)?[^\W\d_]+(?: [^\W\d_]+)?"
TELLS = r"(?:wants?|wanted|says?|said|needs?|asks? for|asked for|told (?:me|us)|allows?|takes?|accepts?|requires?|insists? on|prefers?|gave (?:me|us)|gives? (?:me|us)|set|is|are|must|should|may|can|has to|have to|will|mochte|mochten|will|wollen|sagt|sagte|verlangt|erlaubt|nimmt|braucht|ist|sind|darf|soll|muss|veut|veulent|dit|demande|accepte|exige|est|doit|quiere|dice|pide|permite|acepta|es|debe)"
ANY_NUMBER = r"(?:\d{1,6}|ten|fifteen|twenty|thirty|forty|fifty|hundred|zehn|zwanzig|dreissig|funfzig|hundert|dix|vingt|trente|cinquante|cent|diez|veinte|treinta|cincuenta|cien)"
TASK_SENTENCE = re.compile(
    rf"\A\W{{0,3}}(?P<told>(?:(?:but|and|because|since|aber|denn|mais|car|pero|porque) )?(?:(?:{TELLER_NOUN} )?{TELLS}\b|(?:max(?:imum|imal|imo)?|(?:the |das |le |la |el )?(?:limit|limite|grenze|maximum|maximo))\b)[^.!?\n:]{{0,60}}?)[.!]+\s+(?=\S)",
    re.IGNORECASE,
)
OTHER_AMOUNT = re.compile(  # of the text itself, not of the task: "15 minutes at most"
    rf"\b{ANY_NUMBER}\b (?!(?:is|are|was|ist|sind|est|sont|es|son|at|max|as|or|of|and|the|in|for|per|als|oder|hochstens|maximal|maximum|au|ou|como|o)\b|{COUNTED_UNIT}\b)[^\W\d_]{{2,}}",
    re.IGNORECASE,
)
FURTHER_WISH_BEHIND = re.compile(  # "… in spring. And is it 21 days or less until 18 December, when applications close?"
    r"(?<=[.!…\"”»'])\s+(?P<wish>(?:(?:oh,? |ach,? |ah,? )?(?:and|und|et|y|also|plus|besides|ausserdem|aussi|ademas)(?: (?:also|then|auch|noch|aussi|tambien|please|bitte))*,? (?:is|are|does|do|did|can|will|how|what|when|which|who|where|tell|convert|calculate|ist|sind|hat|wie|was|wann|welche\w*|wer|wo|est-ce|est|quel\w*|combien|quand|qui|es|son|cuant\w+|que|cual\w*|cuando)\b)(?:[^.!?\n]|(?<=\d)\.(?=[ \d])){3,140}\?)\s*\Z",
    re.IGNORECASE,
)
OF_ELSEWHERE = re.compile(  # what no sentence of a text to count speaks of: days to a date, units, sums, addresses
    r"\b(?:\d{1,4}|(?:how many|wie ?viele?|combien de|cuant[oa]s) (?:days?|weeks?|months?|tage?n?|wochen|jours?|semaines?|dias?|semanas?)|percent|prozent|pour ?cent|por ciento|celsius|fahrenheit|miles?|km|kg|pounds?|(?:which|what) (?:week)?day|welcher (?:wochen)?tag|quel jour|que dia|json|e-?mail)\b|%",
    re.IGNORECASE,
)
BOUNDS_TOLD = {
    "en": "I counted from “{first}” to “{last}”.",
    "de": "Gezählt ist von „{first}“ bis „{last}“.",
    "fr": "J'ai compté de « {first} » à « {last} ».",
    "es": "He contado desde «{first}» hasta «{last}».",
}
SHORTEST_TEXT = 3  # words that a text has at least for something around it to be no part of it
LONGEST_TASK = 14  # words of a sentence about the task
WORDS_OF_BOUND = 3


class Bounds(NamedTuple):
    """A text without what is around it; ``told`` are the places of what was taken off, ``is_open`` says that the end may be meant otherwise."""

    found: Found
    task: tuple[int, int] | None
    is_open: bool


def bounded(message: str, found: Found) -> Bounds:
    """Return the text that is to be counted, without a sentence about the task in front and a further wish behind."""
    text = fold(message[found.start : found.end])
    if found.end <= found.start or len(text) != found.end - found.start or is_marked_off(message, found):
        return Bounds(found, None, is_open=False)
    start, end, is_open = found.start, found.end, False
    task = (
        None if message[:start].rstrip()[-1:] in tuple(":\n") or "\n" in message[:start] else TASK_SENTENCE.match(text)
    )
    if task is not None and is_of_task(task["told"]) and has_words(text[task.end() :]):
        start += task.end()
    wish = FURTHER_WISH_BEHIND.search(text, start - found.start)
    if wish is not None and has_words(text[start - found.start : wish.start()]):
        is_elsewhere = OF_ELSEWHERE.search(wish["wish"]) is not None
        end = found.start + wish.start() if is_elsewhere else end
        is_open = not is_elsewhere
    place = (found.start, start) if start > found.start else None
    return Bounds(Found(message[start:end], start, end), place, is_open or place is not None)


def is_marked_off(message: str, found: Found) -> bool:
    """Return whether quotes, a code block or lines of its own say where a text begins and ends."""
    before, behind = message[: found.start].rstrip(" "), message[found.end :]
    return before[-1:] in tuple("\"“„«'`\n") and (behind[:1] in tuple("\"”“»'`") or before[-1:] == "\n")


def is_of_task(told: str) -> bool:
    """Return whether a folded sentence tells how long a text may be: a number and a word of a limit, and no other amount."""
    has_limit = re.search(rf"\b{LIMIT_WORD}\b", told, re.IGNORECASE) or re.search(rf"\b{ANY_NUMBER} {COUNTED_UNIT}\b", told, re.IGNORECASE)  # fmt: skip
    is_short = len(told.split()) <= LONGEST_TASK
    has_number = re.search(rf"\b{ANY_NUMBER}\b", told, re.IGNORECASE) is not None
    return bool(has_limit) and is_short and has_number and OTHER_AMOUNT.search(told) is None


def has_words(text: str) -> bool:
    """Return whether a text has enough words to be one."""
    return len(WORD.findall(text)) >= SHORTEST_TEXT


def bounds_note(bounds: Bounds, language: str) -> str:
    """Return the sentence that says from where to where was counted; "" where that is not open."""
    words = bounds.found.text.split()
    if not bounds.is_open or len(words) < 2 * WORDS_OF_BOUND:
        return ""
    first, last = " ".join(words[:WORDS_OF_BOUND]), " ".join(words[-WORDS_OF_BOUND:])
    return fill_in(BOUNDS_TOLD[language], first=first, last=last)


FIRST_FIGURE = re.compile(r"\*\*(?P<figure>\d+(?:\.\d+)?)\*\*")
TASK_NUMBER = re.compile(r"\b\d{1,6}\b")
AT_MOST_SAID = re.compile(r"\b(?:max\w*|limits?|limite|grenze|tope|most|no more|not (?:more|longer)|under|below|less|fewer|within|up to|only|allow\w*|takes?|accepts?|hochst\w*|erlaubt|unter|weniger|nur|au plus|moins de|pas plus|menos|no mas|permit\w+)\b", re.IGNORECASE)  # fmt: skip
WITHIN_TOLD = {
    "en": ("That is within the {n}.", "That is over the {n}."),
    "de": ("Das liegt innerhalb der {n}.", "Das ist über den {n}."),
    "fr": ("Cela reste dans la limite de {n}.", "Cela dépasse la limite de {n}."),
    "es": ("Está dentro del límite de {n}.", "Supera el límite de {n}."),
}


def limit_note(answer: str, message: str, bounds: Bounds, language: str) -> str:
    """Return whether the one figure of an answer keeps to the limit that the sentence about the task tells; "" where the question tells it."""
    if bounds.task is None:
        return ""
    told = fold(message[slice(*bounds.task)])
    number, figures = TASK_NUMBER.findall(told), FIRST_FIGURE.findall(answer.partition("\n")[0])
    is_asked = not number or re.search(rf"\b{number[0]}\b", message[: bounds.task[0]]) is not None
    if len(number) != 1 or len(figures) != 1 or is_asked or AT_MOST_SAID.search(told) is None:
        return ""
    return fill_in(WITHIN_TOLD[language][float(figures[0]) > float(number[0])], n=number[0])
