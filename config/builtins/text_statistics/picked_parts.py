"""Parts of a text that a message names: the third word, the last two lines, all numbers or addresses in it."""

import re
from collections.abc import Callable
from typing import NamedTuple

from config.builtins.text_statistics.brief_orders import (
    AND_ADDED,
    COUNT_WORDS,
    DATE,
    DATE_NAMES,
    KINDS_OUT,
    PHONE_NAMES,
    SHORTENED,
    phones_in,
)
from config.builtins.text_statistics.measures import WORD, sentences_of
from config.builtins.wording import fold

PICK_NTHS = {
    "first|erste[nrs]?|premiere?s?|primer[oa]?s?": 1,
    "second|zweite[nrs]?|deuxieme|segund[oa]": 2,
    "third|dritte[nrs]?|troisieme|tercer[oa]?": 3,
    "fourth|vierte[nrs]?|quatrieme|cuart[oa]": 4,
    "fifth|funfte[nrs]?|cinquieme|quint[oa]": 5,
    "sixth|sechste[nrs]?|sixieme|sext[oa]": 6,
    "seventh|siebte[nrs]?|septieme|septim[oa]": 7,
    "eighth|achte[nrs]?|huitieme|octav[oa]": 8,
    "ninth|neunte[nrs]?|neuvieme|noven[oa]": 9,
    "tenth|zehnte[nrs]?|dixieme|decim[oa]": 10,
    "last|letzte[nrs]?|derniere?s?|ultim[oa]s?": -1,
    "(?:second|next)[ -](?:to|from)[ -]last|penultimate|vorletzte[nrs]?|avant-derniere?|penultim[oa]": -2,
}
PICK_UNITS = {
    "word": r"words?|wort|worter|worten|mots?|palabras?",
    "line": r"lines?|rows?|zeilen?|lignes?|lineas?",
    "letter": r"letters?|buchstaben?|lettres?|letras?",
    "character": r"characters?|chars?|zeichen|caracteres?|caracter",
    "sentence": r"sentences?|satz|satze|phrases?|frases?|oracion(?:es)?",
}
PICK_NTH = rf"(?P<nth>\d{{1,6}}(?:st|nd|rd|th|\.|e|eme|er|ere|o|a)|{'|'.join(reversed(PICK_NTHS))})"
PICK_COUNT = rf"\d{{1,6}}|{'|'.join(COUNT_WORDS)}"
PICK_UNIT = rf"(?P<unit>{'|'.join(PICK_UNITS.values())})"
PICK_LEAD = rf"(?:{SHORTENED}|gimme|grab|collect|gather|fetch|sortir|sors|extraire|recuperer|relever?|trouver|lister|sacar|extraer|buscar|such\w* raus|(?:i )?(?:just |only )?(?:need|want)|just|leave(?: only| just)?|take out|get out|dig out|fish out|hol\w*|such\w*|zieh\w*|nimm|behalte(?: nur)?|nur|ich brauche(?: nur)?|brauche(?: nur)?|seulement|juste|garde[rz]?|recupere\w*|je veux|il me faut|solo|solamente|busca|deja|quiero|necesito|what(?:'s| is| are)|which(?: is| are)?|give me|show(?: me)?|tell me|get|return|print|pick(?: out)?|take|keep(?: only)?|only|extract|find|list|pull(?: out)?|what|was fur|was (?:ist|sind)|gib mir|zeig(?:e)?(?: mir)?|nenne?(?: mir)?|finde|extrahiere|quel(?:le)?s? (?:est|sont)|donne(?:-moi| moi)?|trouve|extrais|cual(?:es)? (?:es|son)|dame|muestra(?:me)?|extrae|saca|encuentra)"
PICK_POLITE = r"(?:(?:please|bitte|can you|could you|would you|kannst du|konntest du|peux-tu|tu peux|pouvez-vous|puedes|me puedes),? )?"
PICK_ARTICLE = r"(?:the|all|all the|every|any|just the|only the|me|us|mir|uns|moi|das|der|die|den|alle|alle die|le|la|les|l'|tous les|toutes les|el|los|las|todos los|todas las)"
PICK_TAIL = r"(?: ?(?:of|in|from|out of|within|von|vom|aus|im|in|de|du|des|dans|del|en)(?: (?:the|this|that|these|my|following|dem|diesem|der|dieser|le|la|ce|cette|el|la|este|esta))*(?: (?:following|folgenden|suivante?|siguiente))?(?: (?:text|sentence|string|list|line|lines|paragraph|mess|notes?|e-?mail|message|stuff|block|article|notice|chat|phrase|satz|liste|texte|texto|frase|lista|here|it|hier|ici|aqui))?)?"
NTH_PART = re.compile(
    rf"\W*{PICK_POLITE}(?:{PICK_LEAD} )?(?:(?:only|just|nur|seulement|solo) )?(?:{PICK_ARTICLE} )?(?:(?P<before>{PICK_COUNT}) )?{PICK_NTH} (?:(?P<count>{PICK_COUNT}) )?{PICK_UNIT}{PICK_TAIL}{KINDS_OUT}\W*",
    re.IGNORECASE,
)
CUT_TO = re.compile(  # "cut this to six words"
    rf"\W*{PICK_POLITE}{SHORTENED} (?:(?:the|die|les|las|los|max(?:imum|imal)?\.?|at most|hochstens) )?(?P<count>{PICK_COUNT}) {PICK_UNIT}{PICK_TAIL}{KINDS_OUT}\W*",
    re.IGNORECASE,
)
NUMBER_NAMES = r"numbers?|figures?|digits groups?|zahlen?|nombres|chiffres|numeros?"
CUT_BACK = re.compile(  # "auf drei Wörter kürzen"
    rf"\W*{PICK_POLITE}(?:(?:auf|nach|a|aux?) )(?:(?:die|les|las) )?(?:ersten |premiers |primeras )?(?P<count>{PICK_COUNT}) {PICK_UNIT}{PICK_TAIL} (?:kurzen|gekurzt|beschranken|schneiden|abschneiden|raccourcir|couper|recortar|acortar)\W*",
    re.IGNORECASE,
)
SUM_FIRST = re.compile(  # "add up the numbers in this"
    rf"\W*{PICK_POLITE}(?:add(?: up| together)?|sum(?: up)?|total(?: up)?|what(?:'s| is) the (?:sum|total) of|addiere?|summiere?|additionne[rz]?|suma) (?:{PICK_ARTICLE} )*(?P<numbers>{NUMBER_NAMES})(?: (?:up|together|zusammen))?{PICK_TAIL}{KINDS_OUT}\W*",
    re.IGNORECASE,
)
PART_KINDS = {
    "numbers": (NUMBER_NAMES, r"(?<![\w.,])[-−+]?\d+(?:[.,]\d+)*"),
    "urls": (r"urls?|links?|web ?(?:site )?address(?:es)?|websites?|webadressen?|liens?|enlaces?", r"(?:https?://|www\.)[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]]"),
    "emails": (r"e-?mails?(?: address(?:es)?)?|mail address(?:es)?|e-?mail-?adressen|adresses? (?:e-?)?mail|correos(?: electronicos)?", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
    "phones": (PHONE_NAMES, ""),
    "hashtags": (r"hash ?tags?|mots?-diese|etiquetas", r"(?<!\w)#\w+"),
    "mentions": (r"mentions|handles|user ?names|erwahnungen|menciones", r"(?<![\w.])@\w+"),
    "dates": (DATE_NAMES, DATE),
    "capitalized": (r"capitali[sz]ed words?|words? (?:that (?:start|begin)s? )?with (?:a )?capital(?: letters?)?|gro(?:ss|ß)geschriebene\w* worter", r"\b[A-ZÀ-ÖØ-Þ][\w'’-]*"),
}  # fmt: skip
PARTS_COUNTED = r"how many|count(?: the| all)?|(?:the )?number of|wie ?viele|anzahl der|combien (?:de|d')|nombre de|cuant[oa]s|numero de"
OTHERS_DENIED = (  # numbers of another kind, which are none of those that are named: "not the invoice number"
    r"(?:,? (?:but |aber |mais |pero )?(?:not|no|nicht|keine?|pas|ni|without|ohne|sans|sin) (?:any |the |die |der |le |la |les |de |el |los |las )?"
    r"(?:invoice|order|customer|account|reference|room|house|bill|tracking|serial|postal|zip|article|rechnungs?|bestell|kunden|konto|artikel|post|(?:numeros? )?de (?:facture|commande|client|compte|factura|pedido|cliente|cuenta))[- ]?(?:numbers?|nummern?|codes?|ids?|no)?)"
)
PARTS_LISTED = re.compile(
    rf"\W*{PICK_POLITE}(?:(?P<lead>{PICK_LEAD}|welche|quel(?:le)?s|que|(?P<counts>{PARTS_COUNTED})) ?)?(?:(?P<all>{PICK_ARTICLE}|all|every|alle|tou(?:te)?s|tod[oa]s) )*(?:{'|'.join(f'(?P<{name}>{words})' for name, (words, _) in PART_KINDS.items())})(?: (?:are|is|there|here|sind|gibt es|stehen|stecken|hier|ici|aqui|sont|(?:il )?y a(?:-t-il)?|hay))*{PICK_TAIL}(?P<out>{KINDS_OUT})(?P<added>{AND_ADDED})?{PICK_TAIL}{KINDS_OUT}(?P<others>{OTHERS_DENIED})?\W*",
    re.IGNORECASE,
)
TAKEN_BY_NAME = frozenset(
    ["urls", "emails", "phones", "dates", "hashtags", "mentions"]
)  # "phone numbers out" means to have them, not "numbers out"


COUNTED_BY_NAME = TAKEN_BY_NAME - {"hashtags", "mentions"}  # those are counted with the other signs


class PickedPart(NamedTuple):
    """The part that is named, what it is called, and the places of the text and of the words that name it."""

    name: str
    pieces: list[str]
    text: tuple[int, int]
    way: str = ""  # "sum", "count", or "out" for pieces that were named without what shall be done with them


def picked_part(message: str, places: list["re.Match[str]"]) -> PickedPart | None:
    """Return the part that a message names of its text; None for other messages.

    ``places`` are where the text may stand. All of the message around it must be the name of the part.
    """
    for place in places:
        start, end = place.span("text")
        question = f"{message[:start]} {message[end:]}"
        folded = fold(question)
        if len(folded) > 200:
            continue
        if (listed := PARTS_LISTED.fullmatch(folded) or SUM_FIRST.fullmatch(folded)) is not None:
            return listed_parts(listed, message[start:end], (start, end))
        if (pole := POLE_OF_LINES.fullmatch(folded)) is not None:
            return lines_at_pole(pole["pole"] or pole["before"], message[start:end], (start, end))
        if (placed := NTH_PART.fullmatch(folded) or CUT_TO.fullmatch(folded) or CUT_BACK.fullmatch(folded)) is not None:
            return placed_part(placed, message[start:end], (start, end))
    return None


def listed_parts(listed: "re.Match[str]", text: str, place: tuple[int, int]) -> PickedPart | None:
    """Return all pieces of the sort that is named; None where nothing says that they shall be taken."""
    groups = listed.groupdict()
    name = next(name for name in PART_KINDS if groups.get(name))
    is_sum = listed.re is SUM_FIRST or bool(groups.get("added"))
    if groups.get("others") and name != "phones":
        return None
    lead, out = bool(groups.get("lead")) or is_sum, (groups.get("out") or "").strip()
    is_named = name in TAKEN_BY_NAME and (out or groups.get("all"))
    if not lead and not is_named:
        return None
    pieces = phones_in(text) if name == "phones" else re.findall(PART_KINDS[name][1], text)
    if groups.get("counts"):
        return PickedPart(name, pieces, place, "count") if name in COUNTED_BY_NAME else None
    if is_sum:
        is_plain = name == "numbers" and not re.search(DATE, text) and not re.search(r"\d:\d", text)
        return PickedPart(name, pieces, place, "sum") if is_plain else None
    return PickedPart(name, pieces, place, "" if lead else "out")


LINE_NOUN = r"(?:lines?|rows?|entr(?:y|ies)|items?|zeilen?|lignes?|lineas?)"
LINE_POLE = r"(?:longest|shortest|langste\w*|kurzeste\w*|plus longue|plus courte|mas largas?|mas cortas?)"
POLE_OF_LINES = re.compile(
    rf"\W*(?:{PICK_LEAD} )?(?:(?:which|what|welche|quelle|cual)(?: of)? )?(?:(?:the|my|these|those|all|one|is|meiner|diese[rn]?|la|le|mes|mis|die|der) )*(?:{LINE_NOUN} (?:is |are |ist |est |es )?(?:the |die |am |la |le )?(?P<pole>{LINE_POLE})|(?P<before>{LINE_POLE}) {LINE_NOUN}){PICK_TAIL}\W*",
    re.IGNORECASE,
)


def lines_at_pole(pole: str, text: str, place: tuple[int, int]) -> PickedPart:
    """Return the longest or shortest lines of a text, all of one length."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    is_longest = re.match(r"long|lang|plus long|mas larg", pole, re.IGNORECASE) is not None
    length = (max if is_longest else min)(map(len, lines), default=0)
    return PickedPart("line", [line for line in lines if len(line) == length], place)


def placed_part(found: "re.Match[str]", text: str, place: tuple[int, int]) -> PickedPart | None:
    """Return the n-th word, line, letter, character or sentence of a text, or the first or last few; none where it has too few."""
    unit = next(name for name, words in PICK_UNITS.items() if re.fullmatch(words, found["unit"], re.IGNORECASE))
    if unit == "letter" and found["unit"].endswith("s") and not (found["count"] or found["before"]):
        return None  # "the first letters": of each word
    groups = found.groupdict()
    nth = pick_number(groups.get("nth") or "1", PICK_NTHS)
    count = pick_number(groups["count"] or groups.get("before") or "1", COUNT_WORDS)
    pieces_of: dict[str, Callable[[], list[str]]] = {
        "word": lambda: words_to_pick(text, count),
        "line": lambda: [line for line in text.strip().splitlines() if line.strip()],
        "letter": lambda: re.findall(r"[^\W\d_]", text),
        "character": lambda: list(text.strip()),
        "sentence": lambda: [one.strip() for one in sentences_of(text)],
    }
    pieces = pieces_of[unit]()
    if count > 1 and nth not in (1, -1):
        return None  # "the third two words"
    if nth < -1:
        picked = pieces[nth : nth + 1] if len(pieces) >= -nth else []
    elif nth == -1:
        picked = pieces[-count:] if len(pieces) >= count else []
    else:
        picked = pieces[nth - 1 : nth - 1 + count] if len(pieces) >= nth - 1 + count else []
    joint = {"word": " ", "line": "\n", "sentence": " "}.get(unit, "")
    return PickedPart(unit, [joint.join(picked)] if picked else [], place)


def words_to_pick(text: str, count: int) -> list[str]:
    """Return the words of a text; where several are wanted each with the signs that are written to it."""
    return [piece for piece in text.split() if WORD.search(piece)] if count > 1 else WORD.findall(text)


def pick_number(word: str, names: dict[str, int]) -> int:
    """Return a number that is written in digits or as one of these words."""
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits.group())
    return next(number for pattern, number in names.items() if re.fullmatch(pattern, word, re.IGNORECASE))
