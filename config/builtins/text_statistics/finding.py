"""Where the text is that a message is about: in a code block, in quotes, after a colon, beside the question, or in a turn before."""

import re
from typing import NamedTuple

from config.builtins.text_statistics.measures import WORD
from config.builtins.wording import fold

ASKS = re.compile(
    r"\b(how (many|long|often|much|hard)|number of|count|words?|characters?|chars?|letters?|sentences?|paragraphs?|readab|reading|read|statistics|stats"
    r"|analy[sz]e|length|flesch|grade|same (?:back|for)wards?|common|unique|syllables?|longest|shortest|frequen|vowels?|consonants?|palindrome|average|occur|appears?"
    r"|wie (viele|oft|lang)|worter|wort|zeichen|satze|buchstaben|absatze|zahle|zahl (?:mal|bitte|doch|die|alle|den)|zeilen|lignes|lineas|langste|haufig|lesezeit|silben|vokale"
    r"|combien|mots?|caracteres|lettres|phrases|paragraphes|compte|voyelles|plus longs?|longue|temps de lecture|statistiques"
    r"|cuant[oa]s|palabras?|caracteres|letras|frases|oraciones|parrafos|cuenta|vocales|mas largas?|tiempo de lectura|lines?|pages?|parole|fits?|tweet|limit|does (?:it|this|the text) (?:contain|mention|include|say)|(?:under|over|below|less than|more than|at most) \d+)",
    re.IGNORECASE,
)
QUOTED = re.compile(
    r"\"([^\"]+)\"|“([^”]+)[”“]|„([^“”]+)[“”]|«([^»]+)»|»([^«]+)«|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){2,}?)'(?!\w)|(?<!\w)‘([^’]{2,}?)’(?!\w)"
)
BEHIND = re.compile(
    r"(?:\b(?:in|of|does|has|im|in dem|des|dans|de|du|del|vom|von|en|tiene|is|ist|est|es|hat|words?|long|lang|count)|'s)\s+"
    r"(?:the |das |dem |der |le |la |el )?(?:(?:word|words|sentence|phrase|name|string|text|wort|satz|namen|mot|phrase|palabra|frase)\s+)(?P<text>(?!(?:i|you|we|he|she|they|ich|du|je|tu)\s)[^?]+?)"
    r"(?:\s+(?:have|has|contain|got|hat|long|vor|appear|lang|most|tiene|a|a palindrome|ein palindrom|un palindrome|un palindromo))?\s*[?.!]*\s*\Z",
    re.IGNORECASE,
)
PLAIN_BEHIND = re.compile(
    r"\b(?:are there in|are in|is in|in|does|hat|dans|en|has|tiene)\s+(?P<text>[^?:\n]+?)(?:\s+(?:have|has|contain|vor))?\s*[?.!]*\s*\Z",
    re.IGNORECASE,
)
IS_ONE = re.compile(
    r"\bis\s+(?P<text>.+?)\s+an?\s+palindrome\s*\?*\s*\Z|\bist\s+(?P<de>.+?)\s+ein\s+palindrom", re.IGNORECASE
)
POINTING = re.compile(
    r"\b(this|that|it|the|my|your|these|those|above|below|each|every|all|which|a|an|total|one|average|"
    r"diese\w*|mein\w*|dem|der|das|den|die|ce|cet|cette|mon|ma|le|la|les|un|une|este|esta|mi|el|los|las|una?|minutes?|seconds?|english|german|general)\b",
    re.IGNORECASE,
)
BACK = re.compile(
    r"\b(that|it|this|above|previous|last|your (answer|reply|text)|again|and|also|the|das|dieser|diesem|und|davon|ca|ce|cette|et|aussi|eso|este|esta|y|ahora|here)\b",
    re.IGNORECASE,
)

# "and without spaces?" asks about the text before and has no text itself
GOES_ON = re.compile(
    r"\W*(?:and|or|what about|how about|und|oder|et|ou|y|o)\b[^\n]{0,80}\?\W*\Z|\W*(?:without|with|ohne|mit|sans|avec|sin|con)\b[^\n]{0,60}\?\W*\Z",
    re.IGNORECASE,
)
FURTHER = re.compile(
    r"(?:and|or|also|please|thanks?|thank you|i mean|in|only|not|without|including|und|oder|auch|bitte|danke|ohne|et|ou|merci|sans|y|o|gracias|sin)\b",
    re.IGNORECASE,
)


STARTS_ASKING = re.compile(
    r"\W*(?:please |can you |bitte |hi |hello |hey )*(?:how (?:many|long|often)|count|(?:word|character|letter|sentence|line) count|number of|what|which|wie (?:viele|oft|lang)|zahle?|combien|compte[rz]?|cuant[oa]s|cuenta)\b",
    re.IGNORECASE,
)


SAYS_YOUR = re.compile(r"\byour\b|\bdeine?\w*\b|\bta\b|\bvotre\b|\btu\b", re.IGNORECASE)


class Found(NamedTuple):
    """A text and its place in the message; the place is empty when the text is of a file or of a turn before."""

    text: str
    start: int = 0
    end: int = 0


def text_in(message: str, *, follows: bool = False) -> Found | None:
    """Return the text that a message holds. With ``follows`` the message before asked already, so that a text alone is enough."""
    folded = fold(message)
    found = (
        fenced(message)
        or without_quotes(beside(message, folded), folded)
        or quoted(message, folded)
        or run_on(message, folded)
        or between_questions(message, folded)
        or after_colon(message, folded, follows=follows)
        or after_first_dash(message, folded)
        or after_order(message, folded)
        or after_question(message, folded)
        or after_dash(message, folded)
    )
    if found is not None:
        return found
    found = behind(message, folded)
    if found is not None:
        return found
    if len(message) < 200 and (ASKS.search(folded) or GOES_ON.match(folded) or not (follows or "\n" in message)):
        return None
    return Found(message, 0, len(message)) if WORD.search(message) else None


def fenced(message: str) -> Found | None:
    """Return the text of a code block."""
    match = re.search(r"```[^`\n]*\n(.*?)(?:\n?```|\Z)", message, re.DOTALL)
    return Found(match.group(1), *match.span(1)) if match and WORD.search(match.group(1)) else None


def beside(message: str, folded: str) -> Found | None:
    """Return the lines below a line that asks, or above one."""
    head, _, rest = folded.partition("\n")
    if ASKS.search(head) and rest.strip() and len(head) < 300 and head.rstrip()[-1:] in tuple(":?.!"):
        start = len(head) + 1
        return Found(message[start:], start, len(message))
    body, _, tail = folded.rstrip().rpartition("\n")
    if body.strip() and ASKS.search(tail) and len(tail) < 100 and not ASKS.search(head):
        return Found(message[: len(body)], 0, len(body))
    is_asked = STARTS_ASKING.match(head) is not None and not ASKS.search(rest)
    if body.strip() and ASKS.search(head) and len(head) < 200 and (len(rest) > len(head) or is_asked):
        return Found(message[len(head) + 1 :], len(head) + 1, len(message))
    return Found(message[: len(body)], 0, len(body)) if body.strip() and ASKS.search(tail) and len(tail) < 100 else None


WHOLE_QUOTE = re.compile(r"\s*[\"“„«](?P<text>[^\"“”„«»]+)[\"”“»]\s*\Z")
QUOTES_ASKED = re.compile(r"quot|anfuhrung|guillemet|comilla|as (?:it is|is)|wie es ist")


def without_quotes(found: Found | None, folded: str) -> Found | None:
    """Return a text without the quotes around the whole of it, unless the message speaks of them: they say where it is."""
    match = WHOLE_QUOTE.match(found.text) if found is not None else None
    if found is None or match is None or QUOTES_ASKED.search(folded[: found.start] + folded[found.end :]):
        return found
    return Found(match["text"], found.start + match.start("text"), found.start + match.end("text"))


LONGEST_COUNTED = 3  # words that somebody counts in a text; a longer quotation is the text


def quoted(message: str, folded: str) -> Found | None:
    """Return the text in quotes, the longest where there are several: the others are words that are asked about."""
    wide = re.search(r"\"(.+)\"", message, re.DOTALL)
    if wide and len(re.findall('"', message)) % 2 == 1 and ASKS.search(folded[: wide.start()] + folded[wide.end() :]):
        return Found(wide.group(1), *wide.span(1))
    around_quotes = after_colon(message, folded, follows=False) or after_question(message, folded)
    found = [(match, next(place for place in range(1, 8) if match.group(place))) for match in QUOTED.finditer(message)]
    found = [(match, place) for match, place in found if WORD.search(match.group(place))]
    if not found or (around_quotes is not None and is_text_around(around_quotes, found, folded)):
        return None
    match, place = max(found, key=lambda one: len(one[0].group()))
    around = folded[: match.start()] + " " + folded[match.end() :]
    is_word = len(found) == 1 and len(WORD.findall(match.group(place))) <= LONGEST_COUNTED
    single = is_word and re.search(
        r"how (?:many times|often)|occurrences|(?:count|number) of\s*[\"'“„«]*\s*\Z|(?:count|number) of\s*:|wie oft|combien de fois|cuantas veces|appears?\b",
        around,
        re.IGNORECASE,
    )
    colon = re.search(r":\s*\S", around)
    if not ASKS.search(around) or (single and (colon or re.search(r"\b(?:in|dans|en)\s+\w", around[match.start() :]))):
        return None
    if single and not re.search(r"\b(?:in|im|dans|en|of)\s*\Z", around[: match.start()].rstrip(" (")):
        return None
    return Found(match.group(place), *match.span(place))


NAMES_WORDS = re.compile(  # a question whose quotes are words that it is about, not the text
    r"\b(?:how (?:many times|often)|times|occur\w*|appears?|appearance|mention\w*|contains?|wie oft|vorkommt|kommt|combien de fois|cuantas veces|aparecen?|without|except|exclud\w*|ignor\w*|not counting|leav\w+ out|more than|ohne|ausser|sans|sauf|sin|salvo|before|after|starts?|ends?)\b",
    re.IGNORECASE,
)


def is_text_around(text: Found, quotes: "list[tuple[re.Match[str], int]]", folded: str) -> bool:
    """Return whether a text behind the question is what is asked about, not the quotes: few words in it, or words before it."""
    if STARTS_ASKING.match(fold(text.text)) is not None:
        return False
    within = QUOTED.findall(text.text)
    told = re.sub(r"\b(?:and|or|und|oder|et|ou|y|o)\b", " ", QUOTED.sub(" ", text.text))
    if len(within) > 1 and WORD.search(told):
        return True  # "“No,” said Ann. “Why not?”"
    are_before = all(match.end() <= text.start for match, _ in quotes)
    are_words = all(len(WORD.findall(match.group(place))) <= LONGEST_COUNTED for match, place in quotes)
    names = NAMES_WORDS.search(folded[: text.start]) is not None and len(WORD.findall(text.text)) > 1
    return is_mostly_unquoted(text.text) or (are_before and are_words and names)


def is_mostly_unquoted(text: str) -> bool:
    """Return whether a text says more outside of quotes than in them: "He said “stop”, waited, and shouted “stop, stop!”"."""
    outside = QUOTED.sub(" ", text)
    return outside != text and 2 * len(WORD.findall(outside)) > len(WORD.findall(text)) > LONGEST_COUNTED


TELLS_LIMIT = re.compile(
    r"\b(?:max\w*|limit\w*|allow\w*|takes?|accepts?|erlaubt|hochstens|nur|grenze|autoris\w*|accepte|permite|maximo|solo|tope|must|exceed|may|can only|no more than|at most|up to|darf|doit|debe)\b[^.!?\n:]{0,20}\d",
    re.IGNORECASE,
)


ASKS_BEFORE = re.compile(
    r"\?|(?:\A|[.?!;,])\W*(?:is|are|does|do|am|will|ist|sind|hat|est-ce|es|tiene)\b|\b(?:how (?:many|long|often|much)|count(?: the| my| all)?|number of|which|what(?:'s| is)|longest|shortest|word count|average|wie (?:viele|oft|lang)|zahle?|welche\w*|combien|compte[rz]?|quel\w*|cuant[oa]s|cuenta|cual\w*)\b",
    re.IGNORECASE,
)
ASKS_BEHIND = re.compile(  # the question behind a text that nothing before it asks about: "text is: … -- how many do I pay for?"
    r"(?:(?<=[.!?\"”»…]) {1,9}|\n\s{0,9}| {1,9}(?:--?|–|—|->) {0,9})(?P<asks>\W{0,3}(?:(?:so|and|und|ok|now|also|please|bitte|et|y|alors) )?(?:how (?:many|much|long|often)|what(?:'s| is) the|which|is (?:that|this|it|he|she)|does (?:that|this|it)|do (?:i|they|we)|will (?:that|it|this)|am i|are (?:they|we)|wie (?:viele?|lang|oft)|ist (?:das|es|er|sie)|passt|geht|reicht|stimmt|bin ich|hat (?:er|sie)"
    r"|combien|est-ce|a-t-(?:il|elle)|c'est|ca|cuant[oa]s?|es|cabe|tiene)\b[^?\n.!]{0,100}\?)\s*\Z",
    re.IGNORECASE,
)


def between_questions(message: str, folded: str) -> Found | None:
    """Return the text between a colon and the question behind it, where what stands before the colon asks nothing."""
    before, colon, after = folded.partition(":")
    asks = ASKS_BEHIND.search(folded, len(before)) if colon and len(before) < 300 else None
    if asks is None or ASKS_BEFORE.search(before) or "?" in folded[len(before) : asks.start() - 1]:
        return None
    if not (ASKS.search(before) or ASKS.search(asks["asks"])):
        return None
    start = len(before) + 1 + (len(after) - len(after.lstrip()))
    return (
        Found(message[start : asks.start()], start, asks.start())
        if WORD.search(message[start : asks.start()])
        else None
    )


LEADS_TO_TEXT = re.compile(  # what stands between a question and its text: "its for a sign:", "here it comes:", "my text is:"
    r"\A\W*(?:(?:so|and|well|ok|also|und|et|y|bon|bueno|pues)[, ]+)?(?:"
    r"(?:(?:it'?s|it is|this is|that'?s|this one is|we need (?:it|this)|i need (?:it|this)|c'est|es ist|das ist|er ist|ist|es|esto es|lo necesito)(?: (?:meant|only|just|all|going|needed|written|intended|gedacht|nur|juste|prevu|solo))* )(?:for|to go on|going on|fur|pour|para)(?: [\w'-]+){1,6}|(?:to go on|going on|for|fur|pour|para) (?:an?|the|my|our|his|her|their|das|den|die|eine?n?|mein\w*|unser\w*|une?|le|la|mon|ma|notre|una?|el|mi|nuestr[oa])(?: [\w'-]+){1,4}"
    r"|(?:here|hier|voici|voila|aqui)(?:'?s|(?: (?:is|it|comes|you|goes|are|ist|kommt|er|sie|esta|va|tienes|le|la|the|my|der|mein|mon|el|mi))+)?(?: (?:text|sentence|sign|wording|line|message|satz|texte|phrase|texto|frase))?"
    r"|(?:the|my|our|this|der|mein|unser|le|mon|ce|el|mi|este) (?:whole |full |exact |planned |ganze |entier )?(?:text|sentence|wording|slogan|caption|message|title|headline|line|sign|satz|spruch|titel|texte|phrase|titre|message|texto|frase|lema|titulo)(?: (?:is|reads|goes|says|would be|ist|lautet|est|dit|es|dice|seria|in question|so far))*"
    r")\W*\Z",
    re.IGNORECASE,
)


def after_colon(message: str, folded: str, *, follows: bool) -> Found | None:
    """Return the text after the first colon, when what is before it asks."""
    before, colon, after = folded.partition(":")
    if not colon or not after.strip() or len(before) >= 300:
        return None
    asked = after_question(message[: len(before)], before)
    between = folded[asked.start : len(before)] if asked is not None else ""
    if asked is not None and not any(pattern.search(between) for pattern in (ASKS, TELLS_LIMIT, LEADS_TO_TEXT)):
        return None  # the colon stands in the text that follows the question
    if not (ASKS.search(before) or (follows and len(before) < 30)):
        return None
    start = len(before) + 1 + (len(after) - len(after.lstrip()))
    further = FURTHER_ASKED.search(folded, start)
    end = further.start() + 1 if further is not None else len(message)
    return Found(message[start:end], start, end)


FURTHER_ASKED = re.compile(  # "count these words: one two three. also what's the weather"
    r"[.;!?]\s+(?:and |oh |und |ach |et |y )?(?:also|plus|besides|ausserdem|auch|aussi|tambien|ademas),? (?:tell me |sag mir |dis-moi |dime )?(?:what|how|when|where|who|which|can you|could you|is it|wie|was|wann|wo|wer|kannst|quel\w*|comment|quand|combien|que|cuando|como|cuant\w+)\b[^.!\n]{3,100}\Z",
    re.IGNORECASE,
)


def after_question(message: str, folded: str) -> Found | None:
    """Return the sentences after the first question, when it asks and they say something of their own."""
    match = re.match(r"[^?]*\?[\s)]*", folded)
    if match is None or not ASKS.search(match.group()) or match.end() >= 300:
        return None
    rest = folded[match.end() :]
    named = QUOTED.search(match.group())  # "does this text contain the word "deadline"? Please send …"
    needle = next(filter(None, named.groups()), "").strip() if named else ""
    holds_it = bool(needle) and re.search(rf"(?<!\w){re.escape(needle)}(?!\w)", rest, re.IGNORECASE) is not None
    if (goes_further(rest) and not holds_it) or (len(WORD.findall(rest)) < 2 and ONE_WORD_TEXT.fullmatch(rest) is None):
        return None
    return Found(message[match.end() :], match.end(), len(message))


RUN_ON = re.compile(  # "how many sentences We arrived late. Nobody knew."
    r"\W*(?:(?i:how many|count(?: the)?|number of|wie ?viele|combien de|cuant[oa]s) (?i:words?|sentences?|characters?|letters?|paragraphs?|syllables?|worter|satze|zeichen|mots|phrases|caracteres|palabras|frases)(?: (?i:in|in here|here|are there|are in|hier|ici|aqui))?|(?i:word count|sentence count|character count))\s+(?P<text>[A-Z][^\n:?]{8,}?[.!?](?:\s[^\n]*)?)\Z"
)


def run_on(message: str, folded: str) -> Found | None:
    """Return the sentences that begin with a capital right behind what shall be counted of them."""
    match = RUN_ON.fullmatch(folded)
    if match is None or len(WORD.findall(match["text"])) < LEAST_RUN_ON:
        return None
    return Found(message[match.start("text") :], match.start("text"), len(message))


LEAST_RUN_ON = 4  # words
ORDER_FIRST = re.compile(
    r"\W*(?:(?:please|bitte|hi|hey|hello|can you|could you),? )*(?:count|zahle?|compte[rz]?|cuenta|word count|character count)\b[^.!?:\n\"“„«]{3,120}[.!]\s+(?=\S)",
    re.IGNORECASE,
)


def after_order(message: str, folded: str) -> Found | None:
    """Return the sentences behind an order to count: "Count the words! Really? No."."""
    match = ORDER_FIRST.match(folded)
    rest = folded[match.end() :] if match is not None else ""
    if match is None or len(WORD.findall(rest)) < 2 or ASKS.search(rest) or goes_further(rest):
        return None
    return Found(message[match.end() :], match.end(), len(message))


LONGEST_FURTHER = 8  # words of a remark behind a question: "Only the words in bold, please."
ONE_WORD_TEXT = re.compile(
    r"\W*(?!(?:pls|thx|cheers|svp|stp|hello|hi|hey|anyone|anybody|help|urgent|asap)\b)[^\W\d_]{3,}\W*", re.IGNORECASE
)


def goes_further(rest: str) -> bool:
    """Return whether the words behind a question go on with it, and are not the text that it is about."""
    if FURTHER.match(rest) is None:
        return False
    sentences = [part for part in re.split(r"[.!?]+(?:\s+|\Z)", rest) if part.strip()]
    return ASKS.search(rest) is not None or (len(sentences) < 2 and len(rest.split()) <= LONGEST_FURTHER)


DASHED = re.compile(r"(?P<asked>[^:\n?\"“„«]{6,120}?)\s(?:[-–—]|->)\s(?P<text>.+)", re.DOTALL)
ENDS_ASKING = re.compile(
    r"\b(?:here|this|that|it|these|them|there|text|texte|texto|sentence|satz|phrase|frase|following|below|words?|worter|mots|palabras|characters?|zeichen|caracteres"
    r"|letters?|buchstaben|lettres|letras|sentences|satze|phrases|frases|lines?|zeilen|lignes|lineas|often|haufigsten|souvent|frecuencia|most|count|please|pls|plz|thx|bitte|mal|svp|stp|porfa|hier|ici|aqui|vor)\W*\Z",
    re.IGNORECASE,
)


def after_dash(message: str, folded: str) -> Found | None:
    """Return the text after the first dash between spaces, when what is before it asks and points to a text."""
    match = DASHED.fullmatch(folded)
    if match is None or not ASKS.search(match["asked"]) or ENDS_ASKING.search(match["asked"]) is None:
        return None
    text = match["text"]
    if len(WORD.findall(text)) < 2 or FURTHER.match(text) or STARTS_ASKING.match(text):
        return None
    return Found(message[match.start("text") :], match.start("text"), len(message))


def after_first_dash(message: str, folded: str) -> Found | None:
    """Return the text after a dash that ends an order, before any sentence ends: "count the sentences pls - Wash it. Cut it!"."""
    match = DASHED.fullmatch(folded)
    is_order = match is not None and STARTS_ASKING.match(folded) and not re.search(r"[.!](?:\s|\Z)", match["asked"])
    return after_dash(message, folded) if is_order else None


def behind(message: str, folded: str) -> Found | None:
    """Return the words behind "in the word", "in" or "does" of a short question that does not point to another text."""
    if len(message) > 400 or not ASKS.search(folded):
        return None
    one = IS_ONE.search(folded)
    if one:
        group = "text" if one["text"] else "de"
        return Found(message[slice(*one.span(group))], *one.span(group))
    match = BEHIND.search(folded)
    if match is None:
        match = PLAIN_BEHIND.search(folded)
        if match is None or POINTING.match(match["text"]) or re.search(r"\d|\bwords?\b|\bfile\b|\.\w+$", match["text"]):
            return None
    if POINTING.fullmatch(match["text"].strip()) or (" " in match["text"].strip() and ASKS.search(match["text"])):
        return None
    start, end = match.span("text")
    apart = SPACES_APART.search(folded, start, end)
    end = apart.start() if apart and apart.start() > start else end
    return Found(message[start:end], start, end)


SPACES_APART = re.compile(  # behind the text of a question: ", without the spaces"
    r",? (?:but )?(?:(?:without|excluding|ignoring|(?:do not|don'?t) count|not counting|ohne|sans|sin) (?:the |any |die |les |los )?(?:spaces?|leerzeichen|espaces?|espacios?)|(?:the )?spaces? (?:not |don'?t |do not )?(?:included?|excluded?|counted|count|apart))\W*\Z",
    re.IGNORECASE,
)
