"""Questions about one word or a few, which name the words themselves: letters in a word, which word is longer, a limit in words."""

import re
from typing import NamedTuple

from config.builtins.wording import cell, fill_in, fold

QUOTES = r"[\"'“”„«»‘’`]"
WORD_NOUN = r"(?:(?:the|das|dem|im|le|la|el|l') ?)?(?:(?:word|name|term|wort|namen?|mot|nom|palabra|nombre) )?"
ONE_LETTER = rf"{QUOTES}?(?P<letter>[a-zßàâäçéèêëîïôöùûüñ]){QUOTES}?"
NO_FURTHER = r"(?!(?:and|or|und|oder|et|ou|y|o|i|you|that|this|have|has|please|pls|there|you|he|she|we|from|of|in|vor|kommt|hat)\b)"
ONE_WORD = rf"{QUOTES}?(?P<word>[^\W\d_][\w-]+|(?!(?:this|that|these|it|the|my|your|his|her|our|their|all|each|every|any|a|an|das|dem|der|die|dies\w*|mein\w*|ce|cette|le|la|les|l|mon|ma|el|esta?|mi|word|words|text|sentence|message|line|name|last|first|next|satz|texte?|phrase|frase|texto)\b)[^\W\d_][\w-]+(?: {NO_FURTHER}[^\W\d_][\w-]+){{1,3}}?){QUOTES}?"
TAIL = r"(?: (?:have|has|contain|contains|there|got|appear|occur|show up|vor|hat|haben|enthalt\w*|y a-t-il|tiene|aparece|please|pls|bitte|svp))?(?:\W*(?:-|–|—|,|:|\?)? ?(?:how many(?: times)?|wie viele|combien|cuantas))?\W*\Z"
LETTERS_IN = tuple(
    re.compile(pattern + TAIL, re.IGNORECASE)
    for pattern in (
        rf"\b(?:how many|count|number of|how often|how many times)\b[^.!?\n]{{0,30}}?\b(?:the )?(?:letters?|characters?) {ONE_LETTER}(?:'?s)? (?:is |are |does |do |appears? |occurs? |used |there |show up |shows up |come |comes )*(?:in|of|inside|within) {WORD_NOUN}{ONE_WORD}",
        rf"\A\W*(?:the )?(?:letters?) {ONE_LETTER}(?:'?s)? (?:in|of) {WORD_NOUN}{ONE_WORD}",
        rf"\bhow many {ONE_LETTER}(?:'?s)? (?:are |is |do |does )?(?:there )?(?:in|of|has|have) {WORD_NOUN}{ONE_WORD}",
        rf"\bhow many times (?:does |do |is )?(?:the (?:letter )?)?{ONE_LETTER} (?:appear|occur|used|come up|show up|appears|occurs) in {WORD_NOUN}{ONE_WORD}",
        rf"\bhow many {ONE_LETTER}(?:'?s)? does {WORD_NOUN}{ONE_WORD}",
        rf"\A\W*in {WORD_NOUN}{ONE_WORD},? how (?:many|often|many times)(?: (?:is|are|does|do))?(?: the)?(?: letters?)? {ONE_LETTER}(?:'?s)?(?: are there| is there| appear| occur)?",
        rf"\bwie (?:oft|viele) (?:kommt |ist |steht )?(?:der |den |die )?(?:buchstaben? )?{ONE_LETTER}(?:'?s)? (?:kommt |kommen |sind |ist |hat |stecken |gibt es )*(?:in|im|hat) ?{WORD_NOUN}{ONE_WORD}",
        rf"\bwie viele {ONE_LETTER}(?:'?s)? hat {WORD_NOUN}{ONE_WORD}",
        rf"\bcombien (?:de |d'|de fois )?(?:la )?(?:lettres? )?{ONE_LETTER}(?: y a-t-il| il y a| apparait| est| se trouve)* (?:dans|a) {WORD_NOUN}{ONE_WORD}",
        rf"\bcuant[oa]s (?:veces )?(?:aparece )?(?:la )?(?:letras? )?{ONE_LETTER}(?: hay| tiene| aparece| aparecen)* (?:en )?{WORD_NOUN}{ONE_WORD}",
    )
)
LONGER = r"longer|longest|shorter|shortest|more letters|most letters|fewer letters|fewest letters|less letters|bigger|langer|langste|langsten|kurzer|kurzeste|kurzesten|plus long(?:ue)?s?|plus courte?s?|mas larg[oa]|mas cort[oa]|mas letras|menos letras|plus de lettres|moins de lettres|mehr buchstaben|weniger buchstaben"
SHORTER = re.compile(r"short|fewer|fewest|less|kurz|weniger|court|moins|cort|menos", re.IGNORECASE)
PIECE = rf"(?:{QUOTES}[^\"'“”„«»\n]{{1,80}}{QUOTES}|[^\W\d_][\w'-]*)"
OR_WORDS = r"(?:or|oder|ou|o|u|vs\.?|versus|and|und|et|y)"
WHICH_LONGER = re.compile(
    rf"\b(?:which|what|welche[rsn]?|was|quel(?:le)?|lequel|laquelle|que|cual)\b[^.!?\n:,]{{0,40}}?\b(?:{LONGER})\b[^\n:,?\"'“„«]{{0,25}}?[,:?]?\s*(?P<items>{PIECE}(?:\s*,\s*(?:{OR_WORDS}\s+)?{PIECE})*\s*,?\s+{OR_WORDS}\s+(?:the word )?{PIECE})\s*[?.!]*\s*\Z",
    re.IGNORECASE,
)
MORE_LETTERS = re.compile(
    rf"\bhow many (?:more )?letters (?:more )?(?:does|do|has|have) {WORD_NOUN}(?P<first>{PIECE}) (?:have |has )?(?:more )?than {WORD_NOUN}(?P<second>{PIECE})\s*\??\s*\Z|\bhow much longer is {WORD_NOUN}(?P<third>{PIECE}) than {WORD_NOUN}(?P<fourth>{PIECE})\s*\??\s*\Z",
    re.IGNORECASE,
)
THAN_WORD = re.compile(
    rf"\A\W*(?:is|are|ist|est|es) {WORD_NOUN}(?P<first>{PIECE}) (?P<way>longer|shorter|langer|kurzer) (?:than|als) {WORD_NOUN}(?P<second>{QUOTES}?[^\W\d_][\w-]*{QUOTES}?)\s*\??\s*\Z",
    re.IGNORECASE,
)
WORD_TEXTS = {
    "en": {"occurs": "“{letter}” appears **{count}** times in “{word}” (upper and lower case alike).", "long": "**{word}** is the longest: {sizes}.", "short": "**{word}** is the shortest: {sizes}.", "same": "They are **equally long**: {sizes}.", "letters": "{n} letters", "more": "**{n}** letters: {sizes}.", "yes": "**Yes.**", "no": "**No.**"},
    "de": {"occurs": "„{letter}“ kommt in „{word}“ **{count}**-mal vor (Groß- und Kleinschreibung gleich).", "long": "**{word}** ist am längsten: {sizes}.", "short": "**{word}** ist am kürzesten: {sizes}.", "same": "Sie sind **gleich lang**: {sizes}.", "letters": "{n} Buchstaben", "more": "**{n}** Buchstaben: {sizes}.", "yes": "**Ja.**", "no": "**Nein.**"},
    "fr": {"occurs": "« {letter} » apparaît **{count}** fois dans « {word} » (majuscules et minuscules confondues).", "long": "**{word}** est le plus long : {sizes}.", "short": "**{word}** est le plus court : {sizes}.", "same": "Ils sont **aussi longs** : {sizes}.", "letters": "{n} lettres", "more": "**{n}** lettres : {sizes}.", "yes": "**Oui.**", "no": "**Non.**"},
    "es": {"occurs": "«{letter}» aparece **{count}** veces en «{word}» (sin distinguir mayúsculas).", "long": "**{word}** es la más larga: {sizes}.", "short": "**{word}** es la más corta: {sizes}.", "same": "Son **igual de largas**: {sizes}.", "letters": "{n} letras", "more": "**{n}** letras: {sizes}.", "yes": "**Sí.**", "no": "**No.**"},
}  # fmt: skip


class WordAnswer(NamedTuple):
    """The answer about words that a question names: the sentence, what it is about, its value, and the places that are used."""

    sentence: str
    what: str
    value: object
    spans: list[list[int]]


def word_answer(message: str, language: str) -> WordAnswer | None:
    """Return the answer to a question about words that it names itself, None for others."""
    folded = fold(message)
    said = WORD_TEXTS[language]
    return (
        letters_in_word(message, folded, said)
        or longer_word(message, folded, said)
        or more_letters(message, folded, said)
    )


def letters_in_word(message: str, folded: str, said: dict[str, str]) -> WordAnswer | None:
    """Return how often a letter is in a word: "letter r in strawberry"."""
    for pattern in LETTERS_IN:
        match = pattern.search(folded)
        if match is None:
            continue
        letter, word = (message[slice(*match.span(name))] for name in ("letter", "word"))
        body = word if not letter.isascii() else fold(word)
        count = body.casefold().count(letter.casefold())
        sentence = fill_in(said["occurs"], letter=cell(letter), word=cell(word), count=count)
        start, first = match.start(), list[str]()
        for more in LETTERS_BEFORE.finditer(folded):  # "how many G and how many C are in …"
            if more.end() > match.start():
                break
            other = message[slice(*more.span("letter"))]
            other_count = fold(word).casefold().count(fold(other).casefold())
            first.append(fill_in(said["occurs"], letter=cell(other), word=cell(word), count=other_count))
            start = min(start, more.start())
        return WordAnswer(" ".join([*first, sentence]), "letter", count, [[start, match.end()]])
    return None


LETTERS_BEFORE = re.compile(
    r"\b(?:how many|wie ?viele|combien de|cuant[oa]s) (?P<letter>[a-z])(?:'?s)?(?:,| and| und| et| y)(?= (?:how many|wie ?viele|combien de|cuant[oa]s)\b)",
    re.IGNORECASE,
)


def longer_word(message: str, folded: str, said: dict[str, str]) -> WordAnswer | None:
    """Return which of the words that a question lists is the longest or shortest."""
    match = WHICH_LONGER.search(folded)
    if match is None:
        return None
    start, end = match.span("items")
    words = [bare_word(piece.group()) for piece in re.finditer(PIECE, message[start:end])]
    words = [word for word in words if not re.fullmatch(OR_WORDS, word, re.IGNORECASE)]
    if len(words) < 2:
        return None
    sizes = {word: letters_of(word) for word in words}
    is_short = SHORTER.search(folded[match.start() : start]) is not None
    end_size = min(sizes.values()) if is_short else max(sizes.values())
    winners = [word for word, size in sizes.items() if size == end_size]
    listed = sizes_in_words(sizes, said)
    name = "same" if len(winners) == len(sizes) else "short" if is_short else "long"
    sentence = fill_in(said[name], word=cell(", ".join(winners)), sizes=listed)
    return WordAnswer(sentence, "shortest" if is_short else "longest", ", ".join(winners), [list(match.span())])


def more_letters(message: str, folded: str, said: dict[str, str]) -> WordAnswer | None:
    """Return by how many letters two words differ, or whether one is longer than the other."""
    match = MORE_LETTERS.search(folded) or THAN_WORD.search(folded)
    if match is None:
        return None
    names = [name for name, text in match.groupdict().items() if text and name != "way"]
    words = [bare_word(message[slice(*match.span(name))]) for name in names]
    sizes = {word: letters_of(word) for word in words}
    if len(sizes) != 2:
        return None
    first, second = sizes.values()
    listed = sizes_in_words(sizes, said)
    way = match.groupdict().get("way")
    if way is None:
        return WordAnswer(
            fill_in(said["more"], n=abs(first - second), sizes=listed),
            "letters",
            abs(first - second),
            [list(match.span())],
        )
    yes = first < second if SHORTER.search(way) else first > second
    return WordAnswer(f"{said['yes' if yes else 'no']} {listed}.", "longer", yes, [list(match.span())])


def bare_word(text: str) -> str:
    """Return a word without its quotes."""
    return text.strip("\"'“”„«»‘’` ")


def letters_of(word: str) -> int:
    """Return how many letters a word or phrase has."""
    return sum(letter.isalpha() for letter in word)


def sizes_in_words(sizes: dict[str, int], said: dict[str, str]) -> str:
    """Return words with their numbers of letters."""
    return ", ".join(f"{cell(word)} ({fill_in(said['letters'], n=size)})" for word, size in sizes.items())
