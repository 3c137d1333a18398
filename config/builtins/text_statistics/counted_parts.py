"""Which part of a text a count is about: one sentence or line of it, each of them, or all but its heading, brackets or numbers."""

import re
from collections.abc import Callable
from typing import NamedTuple

from config.builtins.text_statistics.brief_orders import COUNT_WORDS
from config.builtins.text_statistics.line_orders import NAMED_SIGN, SIGN_NAMES
from config.builtins.text_statistics.measures import WORD, sentences_of
from config.builtins.text_statistics.picked_parts import PICK_COUNT, PICK_NTH, PICK_NTHS, PICK_UNITS, pick_number
from config.builtins.wording import blanked, fold

MOST_PIECES = 60
PART_UNITS = {
    "sentence": PICK_UNITS["sentence"],
    "line": PICK_UNITS["line"],
    "paragraph": r"paragraphs?|absatz(?:es)?|absatze[n]?|paragraphes?|parrafos?|stanzas?|verses?|strophen?|strophes?|estrofas?",
    "word": PICK_UNITS["word"],
}
PART_UNIT = rf"(?P<unit>{'|'.join(PART_UNITS.values())})(?!\w)"
PART_LEAD = r"(?:(?:in|of|from|on|for|does|do|has|have|is|are|only|just|im|der|des|dem|den|das|die|nur|hat|ist|dans|du|de|a|est|la|le|l'|seulement|en|el|del|tiene|es|solo|the|my|our) ){0,4}"
NTH_OF_TEXT = re.compile(
    rf"(?<!\w){PART_LEAD}(?:(?P<before>{PICK_COUNT}) )?{PICK_NTH} (?:(?P<count>{PICK_COUNT}) )?{PART_UNIT}(?: only| alone| allein)?",
    re.IGNORECASE,
)
EACH_OF_TEXT = re.compile(
    rf"(?<!\w){PART_LEAD}(?:(?:per|pro|je|par|por) )?(?:each|every|jede[mnrs]?|chaque|cada)(?: (?:single|einzelne[mnrs]?|one))?(?: of (?:the|these))? {PART_UNIT}"
    r"|(?<!\w)(?:per|pro|je|par|por) (?P<per>lines?|paragraphs?|stanzas?|verses?|zeile|absatz|strophe|lignes?|paragraphes?|strophes?|linea|parrafo|estrofa)(?!\w)"
    r"|(?<!\w)(?P<same>sentence|line|paragraph|word|satz|zeile|absatz|wort|phrase|ligne|paragraphe|mot|frase|linea|parrafo|palabra) (?:by|fur|par|por) (?P=same)(?!\w)"
    rf"|(?<!\w)(?:(?:in|for|of) )?each (?P<only>one)(?!\w)",
    re.IGNORECASE,
)
ON_AVERAGE = re.compile(
    r"\b(?:on average|average|mean|im (?:schnitt|durchschnitt)|durchschnittlich\w*|en moyenne|moyenne|de media|en promedio|promedio)\b",
    re.IGNORECASE,
)
LEAVE_OUT = (
    r"(?:(?:do not|don'?t|dont|not|without|never|no need to|please don'?t) (?:count(?:ing)?|includ(?:e|ing)|consider(?:ing)?)|excluding|excl\.?|exclude|except(?: for)?|ignoring|ignore|without|w/o|minus|leaving out|leave out|skip(?:ping)?|apart from|aside from|other than|besides|but not|not"
    r"|ohne|ausser|abgesehen von|exklusive|exkl\.?|ignoriere?"
    r"|sans(?: (?:compter|prendre en compte|inclure))?|hors|sauf|hormis|excepte|en ignorant|ne compte[rz]? pas|mais pas"
    r"|sin(?: (?:contar|incluir))?|excepto|salvo|excluyendo|ignorando|no cuentes|aparte de|menos|pero no)"
)
LEFT_BEHIND = (
    r"(?:(?:does|do|should|must) ?(?:not|n'?t) (?:be )?count(?:s|ed)?|doesn'?t count|don'?t count|(?:is|are) (?:not|n't) (?:counted|included|part of it)|(?:not|un)[ -]?(?:counted|included)|excluded|left out"
    r"|(?:bitte )?(?:nicht (?:mit)?(?:zahlen|gezahlt|rechnen)|nicht mit(?:zahlen|rechnen)?|weglassen|ausgenommen|zahl(?:t|en) nicht(?: mit)?)|ne comptent? pas|non compris\w*|non inclus\w*|exclus\w*|no cuentan?|no inclu\w+|excluid\w+|aparte)"
)
LEFT_ARTICLES = (
    r"(?:(?:the|my|our|this|any|all|of|its|den|die|das|dem|der|alle|allen|le|la|les|l'|tous|toutes|el|los|las|mi|todos|todas|words?|text|what(?:'s| is)|the ones?|those|anything|everything"
    r"|worter|wortern|mots?|ce qui est|palabras?|lo que (?:esta|va)|was) ?){0,4}"
)
FIRST_LINE = r"heading|headline|header|title(?: line)?|caption|subject(?: line)?|first line|top line|uberschrift|titel(?:zeile)?|betreff(?:zeile)?|erste[nr]? zeile|titre|premiere ligne|objet|en-tete|titulo|encabezado|titular|primera linea|asunto"
LAST_LINE = r"last line|bottom line|letzte[nr]? zeile|derniere ligne|ultima linea"
BRACKETS_NAMED = r"(?:brackets?|parenthes[ei]s|klammern?|parentheses|crochets|parentesis|corchetes)"
IN_BRACKETS = r"(?:(?:in|inside|within|between|entre|dans|en|aus) )?(?:the |den |les |los )?(?:round |square |runden )?(?:brackets?|bracketed(?: (?:words?|text|parts?|bits?))?|parenthes[ei]s|klammern|eingeklammerte\w*|parentheses|crochets|parentesis|corchetes)"
ARTICLE_WORDS = {
    "en": "the a an",
    "de": "der die das den dem des ein eine einen einem einer eines",
    "fr": "le la les l un une des du",
    "es": "el la los las un una unos unas",
}


def without_first_line(text: str) -> str:
    """Return a text without its first line; "" for one of a single line."""
    return text.strip().partition("\n")[2].strip()


def without_last_line(text: str) -> str:
    """Return a text without its last line; "" for one of a single line."""
    return text.strip().rpartition("\n")[0].strip()


def without_matches(pattern: str) -> Callable[[str], str]:
    """Return the function that takes all matches of a pattern out of a text."""
    return lambda text: re.sub(r"[ \t]{2,}", " ", re.sub(pattern, " ", text)).strip()


LEFT_OUT: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("heading", FIRST_LINE, without_first_line),
    ("last line", LAST_LINE, without_last_line),
    ("brackets", IN_BRACKETS, without_matches(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")),
    ("numbers", r"numbers?|figures?|digits?|zahlen|ziffern|nombres|chiffres|numeros|cifras", without_matches(r"(?<![\w.,])[-+]?\d+(?:[.,:/]\d+)*(?!\w)")),
    ("hashtags", r"hash ?tags?|mots?-diese|etiquetas", without_matches(r"(?<!\w)#\w+")),
    ("mentions", r"mentions|handles|user ?names?|erwahnungen|menciones", without_matches(r"(?<![\w.])@\w+")),
    ("links", r"urls?|links?|web ?(?:site )?address(?:es)?|webadressen?|liens?|enlaces?", without_matches(r"(?:https?://|www\.)\S+")),
    ("emojis", r"emojis?|smileys?|emoticons?|emoticonos", lambda text: re.sub(r"[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f]", "", text)),
    ("punctuation", r"punctuation(?: marks?)?|satzzeichen|ponctuation|(?:signos de )?puntuacion", lambda text: re.sub(r"[^\w\s]|_", "", text)),
    ("line breaks", r"(?:line ?breaks?|new ?lines?)|zeilenumbruche?|(?:sauts|retours) (?:de|a la) ligne|saltos de linea", lambda text: re.sub(r"\n", "", text)),
)  # fmt: skip
ARTICLES_NAMED = r"articles?|artikel[n]?|articulos?"
ARTICLES_OUT: tuple[str, str, Callable[[str], str]] = ("articles", ARTICLES_NAMED, str)  # by the language's list
LEFT_PATTERNS: tuple[tuple[str, re.Pattern[str], Callable[[str], str]], ...] = tuple(
    (
        name,
        re.compile(
            rf"(?<!\w)(?P<lead>{LEAVE_OUT}) {LEFT_ARTICLES}(?:(?:{FIRST_LINE}|[a-z]{{3,15}}) (?:and|or|nor|und|oder|et|ou|ni|y|o) {LEFT_ARTICLES})?(?P<names>{names})(?!\w)(?: nicht mit)?"
            rf"|(?<!\w){LEFT_ARTICLES}(?P<behind>(?:{names}) {LEFT_BEHIND})(?!\w)",
            re.IGNORECASE,
        ),
        change,
    )
    for name, names, change in (*LEFT_OUT, ARTICLES_OUT)
)


class CountedPart(NamedTuple):
    """The part of a text that is counted, or its pieces where each is asked; the places that name it, what is left out, whether a mean is asked."""

    text: str
    spans: list[list[int]]
    pieces: list[str] = []
    left: str = ""
    is_mean: bool = False
    unit: str = ""  # of the pieces
    is_whole: bool = False  # the text itself stands between the quotes that are named


def counted_part(question: str, text: str, language: str) -> CountedPart | None:
    """Return the part that a folded question names of a text, which is blanked in it; None for the whole of it."""
    left = part_left(question, text, language)
    rest, body = (blank_spans(question, left.spans), left.text) if left is not None else (question, text)
    inside = part_between(rest, body)
    if inside is not None:
        return inside._replace(spans=[*inside.spans, *(left.spans if left is not None else [])])
    each = EACH_OF_TEXT.search(rest)
    if each is not None and body.strip() and fits_unit(each["unit"] or "", rest):
        return each_part(each, rest, body, left)
    nth = NTH_OF_TEXT.search(rest)
    if nth is None or BOUNDED_BY.search(rest[: nth.start()]) or not fits_unit(nth["unit"], rest):
        return left
    spans = [*(left.spans if left else []), list(nth.span())]
    return CountedPart(nth_of_text(nth, body), spans, left=left.left if left else "")


INSIDE_OF = (
    (
        re.compile(rf"(?<!\w)(?:in|inside|within|between|entre|dans|en|innerhalb(?: der)?) (?:the |den |der |les |los )?(?:round |square |runden )?{BRACKETS_NAMED}(?!\w)", re.IGNORECASE),
        re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]"),
    ),
    (
        re.compile(r"(?<!\w)(?:in|inside|within|between|zwischen|innerhalb(?: der)?|entre|dans|en) (?:the |den |les |las )?(?:quotes|quotation marks|speech marks|inverted commas|anfuhrungszeichen|guillemets|comillas)(?!\w)", re.IGNORECASE),
        re.compile(r"[\"“„«]([^\"“”„«»]*)[\"”“»]"),
    ),
)  # fmt: skip
HIDDEN_IN_QUOTES = re.compile(r"[\"“„«] +[\"”“»]")  # the place of a text in its question
TO_SIGN = re.compile(
    rf"(?<!\w)(?P<way>before|up to|until|vor|bis zum|bis zur|avant|jusqu'a|antes de|hasta|after|behind|following|nach|hinter|apres|despues de|tras)(?: (?:the|dem|der|den|la|le|el|l'))? ?(?:(?P<pole>first|last|erste[nrm]?|letzte[nrm]?|premiere?|derniere?|primer[oa]?|ultim[oa]) )?(?P<sign>{NAMED_SIGN})(?!\w)",
    re.IGNORECASE,
)
BEFORE_WAYS = re.compile(r"before|up to|until|vor|bis|avant|jusqu|antes|hasta", re.IGNORECASE)


def part_between(question: str, text: str) -> CountedPart | None:
    """Return what stands in brackets or quotes of a text, or before or after a sign of it; None where no such part is named."""
    for named, pieces in INSIDE_OF:
        match = named.search(question)
        if match is not None and HIDDEN_IN_QUOTES.search(question) and not pieces.search(text):
            return CountedPart(text, [list(match.span())], is_whole=True)
        if match is not None:
            found = [next((piece for piece in one.groups() if piece), "") for one in pieces.finditer(text)]
            return CountedPart(" ".join(found), [list(match.span())])
    match = TO_SIGN.search(question)
    if match is None:
        return None
    sign = next(sign for names, sign in SIGN_NAMES.items() if re.fullmatch(names, match["sign"], re.IGNORECASE))
    is_last = re.match(r"last|letzt|derni|ultim", match["pole"] or "", re.IGNORECASE) is not None
    if not sign.strip() or sign not in text or (text.count(sign) > 1 and not match["pole"]):
        return CountedPart("", [list(match.span())])
    before, _, after = text.rpartition(sign) if is_last else text.partition(sign)
    return CountedPart(before if BEFORE_WAYS.match(match["way"]) else after, [list(match.span())])


BOUNDED_BY = re.compile(  # "before the last word": another part than the one that is named
    r"\b(?:before|after|until|till|up to|between|than|delete|remove|cut|drop|lose|take out|losche|streiche|entferne|supprime|enleve|elimino|quito|borro|behind|preceding|following|vor|nach|bis(?: zu[mr]?)?|zwischen|avant|apres|jusqu'a|jusqu'au|entre|antes|despues|hasta)(?: (?:de|del|the|dem|der|den|la|le|el|l'))*\s*\Z",
    re.IGNORECASE,
)
PARTS_OF_WORDS = re.compile(
    r"\b(?:letters?|characters?|chars?|vowels?|consonants?|syllables?|buchstaben?|zeichen|vokale?|konsonanten?|silben?|lettres?|caracteres?|voyelles?|consonnes?|letras?|vocales|consonantes|silabas?)\b",
    re.IGNORECASE,
)


def fits_unit(unit: str, question: str) -> bool:
    """Return whether something can be counted in such a piece: letters in a word, but no words."""
    is_word = re.fullmatch(PART_UNITS["word"], unit, re.IGNORECASE) is not None
    return not is_word or PARTS_OF_WORDS.search(question) is not None


def blank_spans(text: str, spans: list[list[int]]) -> str:
    """Return a text with spaces in these places."""
    for start, end in spans:
        text = blanked(text, start, end)
    return text


SPACES_TOO = re.compile(
    rf"(?:{LEAVE_OUT}) {LEFT_ARTICLES}(?:(?:white ?)?spaces?|leerzeichen|espaces?|espacios?)(?= (?:and|or|nor|und|oder|et|ou|ni|y|o) )|(?<= (?:and|nor|und)) (?:spaces?|leerzeichen)(?!\w)|(?<= (?:or|et|ou|ni)) (?:spaces?|espaces?|espacios?)(?!\w)|(?<= y) espacios?(?!\w)",
    re.IGNORECASE,
)


def part_left(question: str, text: str, language: str) -> CountedPart | None:
    """Return a text without the parts that are not to be counted, None where a question names none of them."""
    spans, body = list[list[int]](), text
    for name, pattern, change in LEFT_PATTERNS:
        match = pattern.search(question)
        if match is None:
            continue
        spans += [list(match.span(group)) for group in ("lead", "names", "behind") if match[group]]
        if name == "articles":
            listed = "|".join(ARTICLE_WORDS[language].split())
            body = without_matches(rf"(?i)(?<![\w'’])(?:{listed})(?:(?!\w)(?!['’])|['’])")(body)
        else:
            body = change(body)
    if not spans:
        return None
    apart = SPACES_TOO.search(question) if PARTS_OF_WORDS.search(question) else None
    if apart is not None:  # "without spaces and punctuation"
        spans, body = [*spans, list(apart.span())], re.sub(r"\s", "", body)
    return CountedPart(body, spans, left=text if body != text else "")


def each_part(each: "re.Match[str]", question: str, text: str, left: CountedPart | None) -> CountedPart | None:
    """Return the pieces of a text, each of which is asked about."""
    named = each["unit"] or each["per"] or each["same"] or ""
    unit = next((name for name, words in PART_UNITS.items() if re.fullmatch(words, named, re.IGNORECASE)), "")
    if not unit:  # "in each one", of the units that are named before
        before = [(question.rfind(f"{name}s", 0, each.start()), name) for name in ("sentence", "line", "paragraph")]
        place, unit = max(before)
        if place < 0:
            return left
    mean = ON_AVERAGE.search(question)
    spans = [*(left.spans if left else []), list(each.span()), *([list(mean.span())] if mean else [])]
    pieces = pieces_by_unit(unit, text)
    return CountedPart(
        text, spans, pieces[:MOST_PIECES] if len(pieces) <= MOST_PIECES else [], is_mean=mean is not None, unit=unit
    )


def pieces_by_unit(unit: str, text: str) -> list[str]:
    """Return the sentences, lines, paragraphs or words of a text."""
    if unit == "word":
        return WORD.findall(text)
    if unit == "sentence":
        return [one.strip() for one in sentences_of(text.strip())]
    parts = re.split(r"\n[^\S\n]*\n", text) if unit == "paragraph" else text.splitlines()
    return [part.strip() for part in parts if part.strip()]


def nth_of_text(nth: "re.Match[str]", text: str) -> str:
    """Return the n-th piece of a text, or the first or last few; "" where it has too few."""
    unit = next(name for name, words in PART_UNITS.items() if re.fullmatch(words, nth["unit"], re.IGNORECASE))
    place = pick_number(nth["nth"].lower(), PICK_NTHS)
    count = pick_number((nth["count"] or nth["before"] or "1").lower(), COUNT_WORDS)
    pieces = pieces_by_unit(unit, text)
    joint = "\n" if unit in ("line", "paragraph") else " "
    start = place - 1 if place > 0 else len(pieces) + place + 1 - (count if place == -1 else 1)
    if start < 0 or start + count > len(pieces) or (count > 1 and place not in (1, -1)):
        return ""
    return joint.join(pieces[start : start + count])


ENDS_THERE = r"\W*(?:[?:.,]|\Z)"
COUNTED_NOUN = r"(?:words?|letters?|sentences?|lines?|characters?|worter|satze|buchstaben|zeilen|mots|phrases|lettres|lignes|palabras|frases|letras|lineas)"
CONSTRAINTS = (  # words that change a question: where one of them is not read, the answer is another question's
    r"excluding|excl\b\.?|exclude[sd]?|except(?: for)?|apart from|aside from|besides|ignoring|ignore|(?:do not|don'?t|dont|not|without) (?:count|includ)\w*|without(?! (?:an? |any |the )?(?:word count|character count|count\b|mistakes?|errors?|typos?|doubt|delay|fail|help|calculator))|leav(?:e|ing) out|skip(?:ping)?",
    rf"each(?= (?:of (?:them|these|those|the (?:words|sentences|lines|paragraphs|texts|two|three))|one|time|sentence|line|word|paragraph|text|letter|vowel|verse|other)\b|{ENDS_THERE})|both(?= (?:of (?:them|these|those)|the|sentences|lines|words|texts|paragraphs|versions|together|combined|have|are)\b|{ENDS_THERE})",
    r"percent\w*|proportion|ratio|fraction|twice|(?:count(?:s|ed|ing)? |treated )?as (?:two|2|three|separate)|copies|compare[sd]?(?! nothing)|comparing|(?:second|third|fourth|fifth|2nd|3rd|4th)(?=[ -](?:most|least)\b)|which (?:of (?:these|them|the two|those) )?(?:one |text |sentence |line )?(?:has|have) (?:more|fewer|less)|double(?= letters?)",
    r"(?:longer|shorter|more|less|fewer) than (?:the |an? )?(?:average|mean|others?|rest)|at least|more than|fewer than|less than|as many|(?:more|fewer|less)(?= (?:words|letters|sentences|lines|characters|vowels|consonants) than)|the difference|in common|between (?:the|each|every)|(?:most|fewest)(?= (?:vowels|consonants|syllables|words|letters)\b)",
    rf"(?:before|after|until|up to|behind) (?:the |a |each |every )?(?:(?:first|last|second|third)(?= (?:word|comma|colon|dash|sentence|line|paragraph|full stop|period|semicolon|bracket|hyphen|name|letter)\b|\s*[\"'“„«])|word|comma|colon|dash|full stop|period|semicolon|bracket|hyphen|name)|(?:{'|'.join(PICK_NTHS)})(?= (?:(?:{PICK_COUNT}) )?(?:{'|'.join(PART_UNITS.values())}|letters?|commas?|half)(?!\w))",
    r"(?:before|after|apres|avant|nach|antes de|despues de)(?= (?:the |dem |der |le |la |el )?[\"'“„«])|(?:used|appears?|occurs?|comes? up|is there) (?:the )?least|least (?:common|frequent\w*|often|used)|rarest|seltenste\w*|am seltensten|(?:le|la|les) moins|menos (?:usad|frecuent|comun|repetid)\w*",
    rf"{COUNTED_NOUN},? (?:that|which|who|with(?! (?:counts?|numbers?|frequenc\w*|how|their|spaces?|the (?:counts?|numbers?|spaces?)))|containing|without|starting|ending|start|end|begin|rhym\w*|longer|shorter|have (?:more|less|fewer|two|three|exactly|only|\d)|has (?:more|two|\d)|die|mit|ohne|qui|avec|sans|contenant|que|con|sin)",
    r"(?:how many|wie ?viele|combien de|cuantas) (?:words|worter|mots|palabras) (?:per|an?|pro|par|por) (?:minute|minuto|second|hour|stunde|heure|hora)",
    rf"ausser|abgesehen|ohne(?! (?:fehler|probleme?|zweifel|witz|hilfe))|nicht mit\w*|jede[mnrs](?= (?:satz|zeile|wort|absatz|text|buchstabe|von|davon)|{ENDS_THERE})|beide[nr]?(?= (?:satze\w*|zeilen|worter\w*|texte\w*|absatze\w*|zusammen|haben)|{ENDS_THERE})|prozent\w*|anteil|zweimal|mindestens|mehr als|weniger als|zwischen (?:de[mnr]|jede\w)|(?:vor|nach|bis zu[mr]?) (?:de[mnr] )?(?:ersten|letzten|zweiten|komma|doppelpunkt|wort)|(?:zweit|dritt)haufigst\w*|kopien|vergleiche?n?",
    rf"sauf|hormis|hors|sans(?! (?:me|te|se|y|en|rien|faute|erreur|probleme|doute)\b)|chaque(?= (?:phrase|ligne|mot|paragraphe|texte|lettre|fois))|les deux(?= (?:phrases|lignes|mots|textes|ensemble|ont)|{ENDS_THERE})|pour ?cent\w*|au moins(?! (?:frequent|utilise|courant))|plus de|moins de|entre (?:le|la|les|chaque)|(?:avant|apres|jusqu\w*) (?:la |le |a la |au )?(?:premi\w*|derni\w*|virgule|mot)|deuxieme(?= mot le plus)|comparer?",
    rf"salvo|excepto|sin(?! (?:prisa|duda|error\w*|falta|problema\w*|mas|embargo)\b)|cada(?= (?:frase|linea|palabra|parrafo|texto|letra|vez|un[oa]))|amb[ao]s(?= (?:frases|palabras|lineas|textos|juntas|tienen)|{ENDS_THERE})|porcentaje|al menos|mas de|menos de|entre (?:el|la|los|cada)|(?:antes|despues|hasta) (?:de )?(?:la |el )?(?:primer\w*|ultim\w*|coma|palabra)|(?:segunda|tercera)(?= palabra mas)|copias|compara\w*",
    r"how many times|how often|wie oft|combien de fois|cuantas veces",
)  # fmt: skip
ASKED_CONSTRAINTS = re.compile(rf"(?<![\w'])(?:{'|'.join(CONSTRAINTS)})(?!\w)", re.IGNORECASE)
CLAUSE_END = re.compile(r"[,.;:?!()\n–—]| - ")
OPENS_CLAUSE = re.compile(r"\W*(?:(?:and|but|please|just|und|aber|bitte|et|mais|y|pero)\W+)*", re.IGNORECASE)


PASSIVE_LEFT = re.compile(r"not (?:counted|included)|nicht mit(?:gezahlt|gerechnet)", re.IGNORECASE)


def is_in_asking_clause(question: str, match: "re.Match[str]", spans: list[list[int]]) -> bool:
    """Return whether a word belongs to what is asked: its clause was read in part, or begins with it and follows such a one."""
    ends = [0, *(end.end() for end in CLAUSE_END.finditer(question)), len(question)]
    start = max(end for end in ends if end <= match.start())
    end = min(end for end in ends if end >= match.end())
    is_read = any(first < end and start < last for first, last in spans)
    is_passive = (
        match.end() >= len(question[:end].rstrip(" ,.;:?!()"))
        and PASSIVE_LEFT.fullmatch(match.group().strip()) is not None
    )
    return (
        is_read
        or (start > 0 and is_passive)
        or (start > 0 and OPENS_CLAUSE.fullmatch(question[start : match.start()]) is not None)
    )


def unread_constraints(question: str, spans: list[list[int]], *, counts_times: bool) -> list[str]:
    """Return the words of a folded question that change what is asked and that no span touches.

    With ``counts_times`` it was read how often something occurs.
    """
    return [
        match.group().strip()
        for match in ASKED_CONSTRAINTS.finditer(question)
        if not any(start < match.end() <= end for start, end in spans)
        and is_in_asking_clause(question, match, spans)
        and not (counts_times and ASKS_OFTEN.fullmatch(match.group().strip()))
    ]


WHOLE_WORD_REMARKS = re.compile(  # how words are counted anyway: by themselves, whatever their case
    r"(?:,? ?\(?(?:(?:only |just )?as (?:an? )?(?:whole |separate |single )?words?(?: (?:of its own|of their own|by itself|on its own|only))?|(?:only )?(?:the )?(?:whole|entire|full|separate|standalone|stand-alone) words?(?: only)?|on its own|standing alone|by itself"
    r"|(?:upper|capital|capitals?|big|uppercase)(?: ?case| letters)? (?:or|and) (?:lower|small|not|lowercase|no)(?: ?case| letters| capitals?)?|(?:lower|small|lowercase)(?: ?case| letters)? (?:or|and) (?:upper|capital|big|uppercase)(?: ?case| letters)?|capitali[sz]ed or not|in any case|any case|(?:regardless of|whatever the) (?:case|capitals|capitali[sz]ation)|(?:but )?not (?:inside|as part of|within|in) (?:of )?(?:(?:an?)?other |any |longer |bigger |larger )?(?:words?|names?)"
    r"|als (?:eigenes|ganzes|einzelnes|eigenstandiges|selbststandiges) wort|(?:nur )?(?:das )?ganze wort|gro(?:ss|ß) oder klein(?:geschrieben)?|egal ob gro(?:ss|ß) oder klein(?:geschrieben)?|nicht (?:in|als teil von) (?:anderen |langeren )?(?:wortern|namen)"
    r"|tout seul|a lui(?: tout)? seul|(?:en tant que|comme) mot(?: entier| isole| a part)?|(?:le )?mot entier|isole|majuscules? ou (?:non|minuscules?|pas)|pas (?:dans|a l'interieur) (?:d'(?:un )?autres? (?:mots?|noms?)|des (?:mots|noms))"
    r"|como palabra (?:suelta|entera|completa|aparte|propia)|(?:la )?palabra (?:entera|completa)|suelta|mayusculas? o (?:no|minusculas?)|no dentro de (?:otras?(?: palabras?)?|(?:los )?nombres|palabras))\)?)(?!\w)",
    re.IGNORECASE,
)
ASKS_OFTEN = re.compile(
    r"\b(?:how (?:many times|often)|times|occurrences?|wie oft|combien de fois|cuantas veces)\b", re.IGNORECASE
)


PALINDROME_ASKED = re.compile(
    r"\bpalindrom\w*|\b(?:the )?same (?:when (?:read )?)?(?:back|for)wards?|\bvorwarts\b|\bruckwarts\b|\bbackwards?\b"
)
NO_LETTERS = r"(?:spaces?|blanks?|gaps?|capitals?|case|upper ?case|lower ?case|capital letters|punctuation|commas?|signs|marks|leerzeichen|grossschreibung|gross-? und kleinschreibung|satzzeichen|espaces?|majuscules?|ponctuation|espacios?|mayusculas?|puntuacion)"
PALINDROME_REMARKS = re.compile(  # what is left out of such a check anyhow
    rf",? ?\(?\b(?:(?:not|without|don'?t|do not) count(?:ing)?|ignor(?:e|ing)|leav(?:e|ing) out|without|disregarding|apart from|never mind|ohne|ohne rucksicht auf|abgesehen von|nicht mitgezahlt|sans(?: compter)?|en ignorant|sin(?: contar)?|ignorando)(?: (?:the|die|les?|los|las))? {NO_LETTERS}(?:(?:,| and| or| und| et| y)* ?(?:the |die |les |los |las )?{NO_LETTERS})*\)?",
    re.IGNORECASE,
)


def whole_word_remarks(question: str) -> list[list[int]]:
    """Return where a folded question that asks how often something occurs says that words count by themselves, in any case.

    Of one for a palindrome, where it leaves out what is no letter.
    """
    if PALINDROME_ASKED.search(question) is not None:
        return [list(match.span()) for match in PALINDROME_REMARKS.finditer(question)]
    if ASKS_OFTEN.search(question) is None:
        return []
    return [list(match.span()) for match in WHOLE_WORD_REMARKS.finditer(question)]


def folded_line(text: str) -> str:
    """Return a text folded and on one line, of the same length."""
    return re.sub(r"[\s\0]", " ", fold(text))
