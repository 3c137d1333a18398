"""What people ask about a text, in four languages: which figures, of which word or letter, against which limit."""

import re
from collections.abc import Callable
from typing import NamedTuple

from config.builtins.text_statistics.punctuation_signs import SIGN_ITSELF, SIGN_NAME
from config.builtins.wording import Mapped, flattened, pairs, with_digits

# Folded phrases of the other languages as the English ones that the patterns below know.
QUESTION_WORDS = {
    "en": pairs("how often = how many times; number of times = how many times; chars = characters; char = character"),
    "de": pairs(
        """wie oft = how many times; wie ?viele = how many; wie lang = how long; worter = words; wort = word; worten = words;
        zeichen = characters; buchstaben = letters; buchstabe = letter; satze = sentences; satzen = sentences; satz = sentence;
        absatze = paragraphs; absatzen = paragraphs; zeilen = lines; silben = syllables; vokale = vowels; konsonanten = consonants;
        ziffern = digits; zahlen = numbers; leerzeichen = spaces; grossbuchstaben = uppercase letters; satzzeichen = punctuation;
        kleinbuchstaben = lowercase letters; ohne leerzeichen = without spaces; mit leerzeichen = with spaces; langste[ns]? = longest;
        kurzeste[ns]? = shortest; haufigste[ns]? = most common; am haufigsten = most common; verschiedene[n]? = different;
        unterschiedliche[n]? = different; lesezeit = reading time; lesedauer = reading time; sprechzeit = speaking time;
        zu lesen = to read; durchschnittliche[ns]? = average; wortlange = word length; satzlange = sentence length; mehr als = more than;
        weniger als = less than; hochstens = at most; mindestens = at least; unter = under; uber = over; kommt = appears; kommen = appear;
        vor = ; beginnen mit = start with; enden auf = end with; enden mit = end with; seiten = pages; lesbarkeit = readability;
        worter pro minute = words per minute; palindrom = palindrome; der buchstabe = the letter; das wort = the word;
        kommas? = commas; kommata = commas; fragezeichen = question marks; ausrufezeichen = exclamation marks; doppelpunkte = colons;
        strichpunkte = semicolons; semikolons = semicolons; bindestriche = hyphens; klammern = brackets; anfuhrungszeichen = quotation marks;
        hat = has; anzahl = number of; anzahl der = number of; zahle = count; zahl mal = count; zahl bitte = count; text = text; einmal = once; nur = only; im wort = in the word;
        langer als = longer than; kurzer als = shorter than; wortanzahl = word count; zeichenzahl = character count; statistik = statistics"""
    ),
    "fr": pairs(
        """combien de fois = how many times; combien (?:de|d'|y a-t-il de|il y a de) = how many; combien = how many; mots = words;
        mot = word; caracteres = characters; caractere = character; lettres = letters; lettre = letter; phrases = sentences; phrase = sentence;
        paragraphes = paragraphs; lignes = lines; syllabes = syllables; voyelles = vowels; consonnes = consonants; chiffres = digits;
        nombres = numbers; espaces = spaces; majuscules = uppercase letters; minuscules = lowercase letters; sans (?:les )?espaces = without spaces;
        espaces compris = with spaces; le plus long = longest; la plus longue = longest; plus longue? = longest; plus courte? = shortest;
        les plus longs = longest; plus longs = longest; les plus frequents = most common; plus frequents = most common;
        plus frequent = most common; plus frequente = most common; le plus utilise = most common; les plus utilises = most common;
        differents = different; differentes = different; uniques = unique; temps de lecture = reading time; pour lire = to read; a lire = to read;
        moyenne = average; longueur moyenne des mots = average word length; longueur moyenne des phrases = average sentence length;
        plus de = more than; moins de = less than; au plus = at most; apparait = appears; apparaissent = appear; commencent par = start with;
        commencant par = start with; finissent par = end with; pages = pages; lisibilite = readability; palindrome = palindrome;
        mots par minute = words per minute; la lettre = the letter; le mot = the word; nombre de = number of; compte = count; comptez = count;
        compter = count; dans le mot = in the word; virgules = commas; points d'interrogation = question marks;
        points d'exclamation = exclamation marks; points-virgules = semicolons; tirets = dashes; guillemets = quotation marks;
        parentheses = parentheses; longueur du mot = length of the word; statistiques = statistics; une seule fois = once; ponctuation = punctuation"""
    ),
    "es": pairs(
        """cuantas veces = how many times; cuant[oa]s = how many; palabras = words; palabra = word; caracteres = characters;
        caracter = character; letras = letters; letra = letter; frases = sentences; frase = sentence; oraciones = sentences; oracion = sentence;
        parrafos = paragraphs; lineas = lines; silabas = syllables; vocales = vowels; consonantes = consonants; digitos = digits; cifras = digits;
        numeros = numbers; espacios = spaces; mayusculas = uppercase letters; minusculas = lowercase letters; sin (?:los )?espacios = without spaces;
        con espacios = with spaces; mas largas? = longest; mas largos? = longest; mas cortas? = shortest; mas frecuentes? = most common;
        mas comun(?:es)? = most common; mas repetidas? = most common; mas usadas? = most common; distintas = different; diferentes = different;
        unicas = unique; tiempo de lectura = reading time; en leer = to read; leer = to read; longitud media de las palabras = average word length;
        promedio = average; media = average; mas de = more than; menos de = less than; como maximo = at most; aparece = appears; (?:sale|salen|se repite|figura) = appears;
        aparecen = appear; empiezan (?:por|con) = start with; comienzan (?:por|con) = start with; terminan (?:en|con|por) = end with;
        paginas = pages; legibilidad = readability; palindromo = palindrome; palabras por minuto = words per minute; la letra = the letter;
        la palabra = the word; numero de = number of; cuenta = count; contar = count; en la palabra = in the word; estadisticas = statistics;
        comas = commas; signos de interrogacion = question marks; signos de exclamacion = exclamation marks; comillas = quotation marks;
        guiones = hyphens; emojis = emojis; larga es la palabra = long is the word;
        una sola vez = once; puntuacion = punctuation"""
    ),
}
NEEDLE = r"[\"'“„«» ]*(?P<needle>[^\s\"'“”„«»?,:]+(?:[ -][^\s\"'“”„«»?,:]+)??)[\"'”“«» ]*"
LETTER = r"[\"'“„«» ]*(?P<needle>[^\W\d_])(?:[\"'”“«»’]+s)?[\"'”“«» ]*"
AMOUNT = r"(?P<n>\d+)"
# (what is asked, its pattern); the first that matches takes its words away, so that the plain counts come last.
ASKED: tuple[tuple[str, str], ...] = (
    ("letter", rf"(?:letter|character) {LETTER}(?![\w'])"),
    ("letter", rf"how many {LETTER} (?:are |is |does |do |appear )*(?:there )?(?:in|has|have|does)\b"),
    ("letter", rf"how many times (?:does |do |is )?{LETTER} (?:appear|occur|in|used|is)"),
    ("letter", rf"how many times appears? {LETTER}(?![\w'])"),
    ("word", r"how many times (?:does|do|did|is) [\"'“„«]?(?P<needle>[^\s\"'“”„«»?,:]+)[\"'”“«»]? (?:appear|occur|come up|show up|used|mentioned)"),
    ("word", rf"does (?:it|this|that|the text) (?P<way>contain|mention|include|say)(?: the (?:word|name|phrase)| an?| the)? {NEEDLE}(?=[ ?:.]*$)"),
    ("word", r"(?:count|number) of [\"'“„«](?P<needle>[^\"'”“»\n]{1,40})[\"'”“»]"),
    ("word", rf"how many times {NEEDLE}(?=[ ?:.]*$)"),
    ("word", rf"how many times (?:does |do |did |is |has |are )?(?:i |we )?(?:use |say |write )?(?:the )?(?:word |name |term |phrase )?(?:appears? )?{NEEDLE} ?(?:appears?|occurs?|used|show|come|been|in\b|mentioned|here|$|\?)"),
    ("word", rf"how many times (?:appears? )(?:the )?(?:word )?{NEEDLE}"),
    ("word", rf"(?:occurrences?|instances|mentions) of (?:the )?(?:word |name |term |phrase )?{NEEDLE}(?= in|[ ?:.]*$| appear)"),
    ("word", rf"(?:count|number of|how many)(?: of)? (?:the )?word {NEEDLE}(?= in|[ ?:.]*$| appear)"),
    ("unique_letters", r"(?:different|distinct|unique) (?:letters|characters)|letters (?:are )?(?:different|unique)"),
    ("lines", r"non[- ]?(?:empty|blank) lines?|lines?\b[^.?!\n]{0,30}?\b(?:aren'?t|are not|not) (?:empty|blank)"),
    ("empty_lines", r"(?:empty|blank) lines?|lines? (?:are |is )?(?:empty|blank)"),
    ("question_sentences", r"sentences? (?:are |is )?(?:a )?questions?(?! mark)|how many questions(?! mark)|fragesatze"),
    ("starting", r"(?:words? (?:that |which )?)?(?:starts?|begins?|starting|beginning) with (?:the )?(?:letter )?[\"'“„«]*(?P<needle>[^\W\d_]+)"),
    ("ending", r"(?:words? (?:that |which )?)?(?:ends?|ending) (?:with|in) (?:the )?(?:letter )?[\"'“„«-]*(?P<needle>[^\W\d_]+)"),
    ("containing", r"(?:words? (?:that |which )?)(?:contain|containing|contains|have|has|with) (?:the )?(?:letters? )[\"'“„«-]*(?P<needle>[^\W\d_]+)"),
    ("longer", rf"(?:words? (?:that |which )?(?:are |have |with |is )*)?(?:longer than|more than|over) {AMOUNT} (?:letters|characters)"),
    ("shorter", rf"(?:words? (?:that |which )?(?:are |have |with |is )*)?(?:shorter than|less than|fewer than|under) {AMOUNT} letters"),
    ("sized", rf"{AMOUNT}[- ]letter words?|words (?:with|of|that have) (?:exactly )?(?P<m>\d+) letters"),
    ("limit", rf"(?P<way>under|below|less than|fewer than|at most|within|fit(?:s)? (?:in|into|within)?|no more than|over|more than|exceeds?|above|longer than|shorter than|at least|up to|limit of|short enough for|enough for|max(?:imum)?(?: of)?|into|passt (?:das |es |dies |der text )?in|tient (?:-il )?en|dans|cabe en)(?: the| only)?(?: limit of)? {AMOUNT}[- ]?(?P<unit>words?|characters?|sentences?)"),
    ("limit", rf"{AMOUNT}[- ](?P<unit>words?|characters?)(?: (?P<way>limit|maximum|max\\b|or (?:less|fewer|more)|field|box|at most))"),
    ("remaining", rf"how many (?P<unit>words?|characters?) (?:are |do i have |have i )?(?:left|remain\w*|to go)(?: (?:of|from|out|for|until|to|the))* {AMOUNT}"),
    ("remaining", rf"(?:left|remain\w*|missing|until|short of|to reach|away from).*?{AMOUNT}[- ]?(?P<unit>words?|characters?)"),
    ("tweet", r"(?:fit|in|for|one|a|single)\b[a-z ]*(?P<needle>tweet|sms|text message|meta description)"),
    ("longest_sentence", r"longest sentence|sentences? (?:(?:is|was|are) )?(?:the )?longest"),
    ("shortest_sentence", r"shortest sentence|sentences? (?:(?:is|was|are) )?(?:the )?shortest"),
    ("longest", rf"(?:{AMOUNT} )?longest (?:\d+ )?(?:words?)|words? longest|longest"),
    ("shortest", rf"(?:{AMOUNT} )?shortest (?:words?)|words? shortest|shortest"),
    ("average_word", r"(?:average|mean)(?: length of)?(?: a| the)? words?(?: length)?|words? (?:long|length) on average|average (?:letters|characters) per word|average length|average word"),
    ("average_sentence", r"(?:average|mean)(?: length of)?(?: a| the)? sentences?(?: length)?|words per sentence"),
    ("common_letter", r"(?:most (?:common|frequent|used)|top \d*) (?:letters?|characters?)|letters? most common|letter frequency|letter appears most(?: often)?|letters? (?:is|are) (?:the )?most (?:common|frequent|used)|letter (?:is used|occurs|comes up) (?:the )?most(?: often)?"),
    ("repeated", r"repeated words|words (?:that |which )?(?:are |is )?(?:repeated|(?:used|appear|occur|come up|show up|there) (?:twice|more than once|several times))|(?:used |appear\w* |occur\w* )?more than once|duplicate words"),
    ("once", r"(?<!more than )(?:words )?(?:(?:appear|occur|used|that appear|are used) )?(?:only )?once"),
    ("common", r"(?:(?:top|the) )?(?:(?P<n>\d+) )?(?:most[- ](?:common|frequent\w*|used|often used|repeated)|top (?P<m>\d+))(?: \d+)?(?: words?)?|words? (?:most common|frequency|used most|most|(?:do i use|is used|are used|appears?|occurs?|comes?(?: up)?|shows? up|repeats?|is there|turns? up|pops? up) (?:the )?most(?: often| frequently)?)|word frequenc\w+|frequenc\w+ of (?:each |every )?words?|used? most often|which words? (?:do i use|appears?|is used) most(?: often)?|word cloud"),
    ("unique", r"(?:unique|different|distinct) words|vocabulary size|words different"),
    ("palindrome", r"palindrome|(?:reads? )?(?:the )?same (?:backwards?|forwards?|in reverse)(?: and (?:backwards?|forwards?))?|vorwarts wie ruckwarts"),
    ("per_minute", rf"(?:at )?{AMOUNT} (?:words per minute|wpm)"),
    ("speaking", r"read(?:ing)?\b[^.?!\n]{0,25}\b(?:aloud|out loud)|speaking time|laut (?:vor)?zulesen|vorzulesen|a voix haute|a haute voix|en voz alta"),
    ("reading", r"reading time|time to read|(?:long|time|minutes|takes?)\b.*\bto read|how long .*\bread|minutes? to read|minute read|reading duration|read (?:this|it|aloud)"),
    ("speaking", r"speaking time|time to speak|speech|read(?:ing)? (?:it )?(?:aloud|out loud)|to speak|to present|how long .*\b(?:speak|say|talk|present)"),
    ("readability", r"readab\w*|flesch[\w -]*|(?:school )?grade(?: level)?|(?:how |too )?(?:hard|easy|difficult|complex)\b(?: to read)?|reading level"),
    ("pages", r"(?:how many )?pages?"),
    ("sign", SIGN_ITSELF), ("sign", SIGN_NAME),
    ("letters", r"(?:how long|length) (?:is |are |of |ist |es )*(?:the |this |that |my |das )?(?:word|name)\b"),
    ("vowels", r"vowels?"), ("consonants", r"consonants?"), ("syllables", r"syllables?"),
    ("uppercase", r"(?:upper-?case|capital)(?: letters?)?|capitals"), ("lowercase", r"lower-?case(?: letters?)?"),
    ("punctuation", r"punctuation(?: marks?)?"), ("digits", r"digits?"), ("numbers", r"how many numbers|numbers"),
    ("characters_without_spaces", r"(?:characters?|(?:letters|chars) (?:and|or|plus|\+) (?:signs?|symbols?|punctuation))(?: count)?,? (?:without|excluding|not counting|no|ignoring|minus) (?:the )?(?:white ?)?spaces?|(?:without|no|excluding|ignoring|not counting|but not|not) (?:for |counting |including |the |any )*(?:white ?)?spaces?|spaces (?:do not|don't|dont|not) (?:count|included|counted)|(?:sans|sin) (?:compter |contar )?(?:les |los )?spaces"),
    ("characters", r"characters?(?: count)?,?(?: \(?(?:with|including|incl\.?|counting) (?:the )?spaces\)?|,? \(?spaces (?:included|too|as well|count(?:ed)?)\)?)?|with spaces|string length"),
    ("spaces", r"(?:white ?)?spaces"), ("letters", r"letters?"),
    ("sentences", r"sentences?"), ("paragraphs", r"paragraphs?"), ("lines", r"\blines?"),
    ("words", r"words?(?: count)?|how long is|length"),
    ("everything", r"statistics|stats|analy[sz]e|analysis|everything|summary of (?:this|the) text|text info"),
)  # fmt: skip
COMPILED = tuple(
    (name, re.compile(rf"(?<![a-z]){pattern}" if pattern[0].isalpha() else pattern, re.IGNORECASE))
    for name, pattern in ASKED
)
WHERE = (
    r"\b(?:in|of|does|has|have|is|for|dans|im|en|hat|tiene|de) (?:(?:the|this|that|my|following|cette|ce|dieser|dieses|diesem|das|dem|le|la|esta|este)"
    r" )+(?:word|sentence|paragraph|line|phrase)\b(?! count)"
)  # where to count, not what
WITH_SPACES = r"\b(?:with|including|counting|inklusive|inkl\.?|incl\.?) (?:the |all )?(?:white ?)?spaces?\b"  # how characters are counted
SETTLED = {  # a question that also names what others count
    "letter": {"letters", "characters", "words", "word"}, "word": {"words", "letters"}, "limit": {"words", "characters", "sentences", "tweet"},
    "starting": {"words", "letters"}, "ending": {"words", "letters"}, "containing": {"words", "letters"}, "longer": {"words", "letters"},
    "shorter": {"words"}, "sized": {"words"}, "longest": {"words", "letters"}, "shortest": {"words"}, "common": {"words"},
    "unique": {"words"}, "reading": {"words", "speaking"}, "per_minute": {"words"}, "palindrome": {"words"}, "pages": {"words"},
    "remaining": {"words", "characters"}, "characters_without_spaces": {"characters", "spaces", "letters"}, "unique_letters": {"letters", "characters", "unique", "words"}, "empty_lines": {"lines"}, "question_sentences": {"sentences", "sign"}, "once": {"words"}, "repeated": {"words"}, "average_word": {"words"}, "tweet": {"characters"},
    "average_sentence": {"words", "sentences"}, "longest_sentence": {"sentences"}, "shortest_sentence": {"sentences"},
    "common_letter": {"letters", "words"}, "syllables": {"words"}, "speaking": {"words"}, "everything": {"words", "characters", "letters"}, "sign": {"words", "characters", "punctuation"},
}  # fmt: skip


EXCLUDED_WORDS = re.compile(
    r"\b(?:apart from|except(?: for)?|besides|excluding|other than|not counting|ignoring|without|leaving out|(?:if )?(?:i |you |we )?leave out|ausser|außer|ohne|abgesehen von|sauf|hormis|a part|sans|excepto|aparte de|sin(?: contar)?) (?:the (?:words? )?)?(?P<words>[\"'“”„«»‘’]\w+[\"'“”„«»‘’](?:(?:,| and| or| und| oder| et| ou| y| o)? ?[\"'“”„«»‘’]\w+[\"'“”„«»‘’])*)",
    re.IGNORECASE,
)


class Question(NamedTuple):
    """One thing that is asked: a name of ``ASKED``, its word or letter, its number, the way of a limit, and its unit."""

    name: str
    needle: str = ""
    n: int = 0
    way: str = ""
    unit: str = ""
    but: tuple[str, ...] = ()  # words that are not counted


LIMITED_UNITS = ("words", "characters", "characters_without_spaces", "letters", "lines", "sentences")
LIMIT_UNIT = r"(?P<unit>words?|characters?|letters?|lines?|sentences?)?"
TOLD_LIMITS = tuple(  # how much is allowed, without saying of what: "the form allows only 20"
    re.compile(rf"(?<![\w.,]){pattern}", re.IGNORECASE)
    for pattern in (
        rf"(?:max(?:imum|imal|imo)?\b\.?|limit(?:e|ed)?|grenze|cap|capped|tope)(?: (?:is|of|to|at|ist|von|bei|liegt|est|de|es))*[ :=]+(?:only |nur |just )?(?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?:allow(?:s|ed)?|take[sn]?|accepts?|permits?|fits?|has room for|have|got|erlaubt(?: sind)?|gehen|passen|platz fur|nimmt|autorise|permet|accepte|permite|admite|acepta|caben|hay)(?: (?:me|us|rein))?(?: (?:only|just|up to|at most|no more than|a maximum of|nur|hochstens|maximal|bis zu|seulement|jusqu'a|au plus|au maximum|que|solo|hasta|como maximo))+ (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?:only|solo|nur|seulement) (?:allows|takes|accepts|permite|admite|caben|accepte|permet|autorise|erlaubt) (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?",
        rf"(?:only|no more than|not more than|nur|nicht mehr als|pas plus de|no mas de|solo)(?: (?:takes|accepts|allows|fits|has room for|bis zu|hochstens|se permiten|admite))? (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})? ?(?:allowed|are allowed|permitted|fit|erlaubt|rein|moglich|autorises?|permis|permitid[oa]s)",
        rf"(?P<n>\d{{1,7}}) ?(?:{LIMIT_UNIT} )?(?:is |are |ist |sind |est |es )?(?:the )?(?:max(?:imum|imal)?\b|limit|allowed|permitted|erlaubt|maximal|autorises?|permis|como maximo|permitid[oa]s)",
        rf"(?:must|may|can|should|darf|soll|muss|ne doit|doit|puede|debe)(?: (?:it|not|nicht|no|have|be|haben|sein|pas|depasser|pasar|tener|exceed|uberschreiten|mehr|als|more|than|over|de))* (?P<n>\d{{1,7}})(?![\d%]|[.,]\d)(?: {LIMIT_UNIT})?(?: (?:haben|sein|uberschreiten))?",
    )
)
LIMIT_SUBJECT = re.compile(
    r"(?:(?:the|my|this|our|a|die|der|das|mein|le|la|un|une|el|una) )?[a-z]{3,15}(?: (?:can|may|must|will|should|only|has|have|is|darf|kann|soll|hat|est|es|puede|solo|field|box|form))*\s*\Z",
    re.IGNORECASE,
)


def told_limit(found: list[Question], folded: Mapped) -> tuple[Question, list[int]] | None:
    """Return the limit that stands beside the only count which is asked for, and where; None without one."""
    units = [one.name for one in found if one.name in LIMITED_UNITS]
    if len(units) != 1 or any(one.name in ("limit", "remaining", "tweet") for one in found):
        return None
    match = next((hit for pattern in TOLD_LIMITS if (hit := pattern.search(folded.text)) is not None), None)
    unit = (match.groupdict().get("unit") or units[0]) if match is not None else ""
    if match is None or unit.rstrip("s") != units[0].rstrip("s"):
        return None
    subject = LIMIT_SUBJECT.search(folded.text[: match.start()])
    start = subject.start() if subject is not None else match.start()
    return Question("limit", n=int(match["n"]), way="at most", unit=units[0].removesuffix("s")), folded.span(
        start, match.end()
    )


# words and letters are counted whatever their case
CASED = frozenset(("uppercase", "lowercase", "sign"))
IGNORED_CASE = (
    r"\b(?:ignor(?:ing|e) (?:the )?case|case[- ]?insensitiv\w*|(?:regardless of|whatever the|without regard to) case|ohne gro(?:ss|ß)-? ?(?:und |/)?-?kleinschreibung"
    r"|gro(?:ss|ß)-? ?und kleinschreibung (?:egal|ignorieren)|sans tenir \w+ \w+ la casse|en ignorant la casse|sin distinguir (?:entre )?mayusculas(?: (?:y|de) minusculas)?|ignorando (?:las )?mayusculas)\b"
)


def questions(message: str, language: str, hidden: Callable[[str], str]) -> tuple[list[Question], list[list[int]]]:
    """Return what a message asks, and where it says so. ``hidden`` blanks the text itself without changing places."""
    folded = with_digits(flattened(hidden(message)), language).translated(QUESTION_WORDS[language])
    found: list[Question] = []
    spans: list[list[int]] = []
    for name, pattern in COMPILED:
        if any(one.name == name for one in found) or any(name in SETTLED.get(one.name, ()) for one in found):
            continue
        if name == "spaces" and any(one.name == "characters" for one in found):
            spans += folded.spans(WITH_SPACES)
            folded = folded.sub(WITH_SPACES, lambda gone: "\0" * len(gone.group()))
        if name == "sentences":
            folded = folded.sub(WHERE, lambda gone: "\0" * len(gone.group()))
        match = pattern.search(folded.text)
        if match is None:
            continue
        spans.append(folded.span(*match.span()))
        found.append(asked_by(name, match, folded, message))
        folded = folded.sub(re.escape(match.group()), lambda gone: "\0" * len(gone.group()))
    limit = told_limit(found, folded)
    if limit is not None:
        found.append(limit[0])
        spans.append(limit[1])
    excluded = EXCLUDED_WORDS.search(flattened(hidden(message)).text) or EXCLUDED_WORDS.search(flattened(message).text)
    if excluded and any(one.name in ("common", "words") for one in found):
        words = tuple(word.casefold() for word in re.findall(r"\w+", message[slice(*excluded.span("words"))]))
        found = [one._replace(but=words) if one.name in ("common", "words") else one for one in found]
        spans.append(list(excluded.span()))
    spans += folded.spans(IGNORED_CASE) if found and not any(one.name in CASED for one in found) else []
    spans += folded.spans(r"\bhow (?:many|long|much)\b|\bcount\b|\bwhat\b|\bwhich\b|\btotal\b|\bnumber of\b")
    return found, spans


def asked_by(name: str, match: "re.Match[str]", folded: Mapped, message: str) -> Question:
    """Return the question of one match; its word is taken from the message as it is written there."""
    groups = match.groupdict()
    needle = ""
    if groups.get("needle"):
        start, end = folded.span(*match.span("needle"))
        needle = message[start:end].strip("\"'“”„«» ")
    number = groups.get("n") or groups.get("m") or "0"
    return Question(
        name, needle, min(int(number), 10**9), groups.get("way") or "", (groups.get("unit") or "").rstrip("s")
    )
