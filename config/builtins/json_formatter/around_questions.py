"""What people tell around a question on a document, in the words of its keys: "my terminal exports this: …", "(min = minutes)"."""

import re

from config.builtins.json_formatter.asked_words import LISTED, MEANINGS, is_plain, same_word
from config.builtins.json_formatter.questions import WEIGHTY
from config.builtins.wording import blanked, fold

WRITTEN_PAIR = re.compile(
    r"[\"'](?P<key>[^\W\d][\w -]{0,40})[\"']\s*:\s*(?P<value>-?\d[\d.]*(?=\s*[,}\]])|\"[^\"\n]{0,80}\"|true\b|false\b|null\b)?"
)
ASKS_FOR = re.compile(
    r"\?|\b(?:how|what|which|who|whose|where|when|why|total|sum|average|mean|count|number of|need|want|show|only|tell|is|are|does|do|can|check|valid|fix|sort|format|wie|was|welche\w*|wer|wo|wann|summe|gesamt\w*|zeig\w*|brauche\w*|nur|ist|sind|combien|quel\w*|qui|total\w*|somme|montre\w*|besoin|veux|est|sont|cuant\w*|cual\w*|que|quien\w*|suma|muestra\w*|necesito|quiero|es|son)\b",
    re.IGNORECASE,
)
LEAD_SENTENCE = re.compile(r"\A\s*(?P<lead>[^.!?:;\n]{4,90}?)(?P<end>[.!:;\n])(?=\s|\Z)")
ASIDE_TAIL = re.compile(  # behind the question, with nothing that would narrow it
    r"[,;.]? ?\b(?:(?:and |because |cause )?(?:that ?'?s|those (?:are|re)|these are|this is|they are|that is) (?:what|the ones?|all|the stuff|things?|everything)(?: that)? (?:i|we|they|he|she|you) [^.?!\d]{2,50}|das (?:ist|sind) (?:das|die|der|alles|was),? (?:was |die )?[^.?!\d]{2,50}|c'est (?:ce que|ceux que|celles que) [^.?!\d]{2,50}|(?:eso es|esos son|esas son) (?:lo que|los que|las que) [^.?!\d]{2,50})\s*\Z",
    re.IGNORECASE,
)
REST_OF_STOCK = re.compile(r"\b(?P<bound>(?:less|fewer|more|under|below|over|at least|at most|weniger|mehr|unter|moins|menos|mas) (?:than |als |de |que )?\d+)(?: (?:pieces|pcs|stuck|pieces|piezas))? (?:left(?: over)?|remaining|in stock|on (?:the shelf|hand)|ubrig|auf lager|restant\w*|en stock|de reste)\b", re.IGNORECASE)  # fmt: skip
WRITTEN_DOWN = re.compile(
    r"(?<=\w) (?:written(?: down)?|noted(?: down)?|put down|recorded|registered|entered|filled in|listed|given|on (?:file|record)|eingetragen|angegeben|notiert|hinterlegt|aufgeschrieben|vermerkt|notee?s?|indiquee?s?|renseignee?s?|inscrite?s?|anotad[oa]s?|apuntad[oa]s?|registrad[oa]s?)\b(?! (?:on|in|at|by|before|after|since|am|vor|nach|le|en|el)\b)",
    re.IGNORECASE,
)
LACKS_SAID = re.compile(
    r"\b(?:no|without|has ?n'?t|have ?n'?t|do(?:es)? ?n'?t have|kein\w*|ohne|pas|sans|aucune?|sin|no tienen?|ningun\w*)\b",
    re.IGNORECASE,
)
KEY_EXPLAINED = re.compile(r"\(\s*(?P<key>[\w-]{1,30})\s*(?:=|:|is|are|means?|stands for|in|steht fur|heisst|ist|est|veut dire|es|significa)\s*(?:in |the )?(?P<said>[^\W\d_]+(?: [^\W\d_]+){0,2})\s*\)", re.IGNORECASE)  # fmt: skip
SPANS_OF_TIME = (  # words for a time, and its minutes
    (r"(?:a |one )?quarter(?: of an)? hour|(?:einer? )?viertelstunde|(?:un )?quart d'heure|(?:un )?cuarto de hora", 15),
    (r"three quarters of an hour|(?:einer? )?dreiviertelstunde|trois quarts d'heure|tres cuartos de hora", 45),
    (r"(?:a )?half an hour|half hour|(?:einer? )?halben? stunde|(?:une )?demi[- ]heure|media hora", 30),
    (r"an hour and a half|one and a half hours|(?:eineinhalb|anderthalb) stunden|une heure et demie|hora y media", 90),
    (r"(?:an|one) hour|einer? stunde|une heure|una hora", 60),
    (r"(?:two|zwei|deux|dos) (?:hours|stunden|heures|horas)", 120),
)
KEYS_OF_MINUTES = re.compile(
    r"(?:min|mins|minutes?|minuten|minutos?|duration_min|prep_min|dauer_min|time_min)", re.IGNORECASE
)
HAS_WHAT = (
    r"(?:(?:which|what|welche[rsnm]?|was fur eine?n?|que|cual es el|quel(?:le)? est (?:le|la)|quel(?:le)?) (?P<noun>[^\W\d_]{3,20})(?: (?:number|nummer|no))? (?:does |do |hat |a |tiene |of |de |del |von )(?P<one>{texts})(?: have| got| use)?"
    r"|(?:which|what) (?P<other>[^\W\d_]{3,20}) (?:has|is (?:for|of)) (?P<two>{texts}))\W*\Z"
)
FLAGGED = r"\b(?P<many>how many|wie ?viele|combien de|combien d'|cuant[oa]s) ?(?P<noun>[^\W\d_]{3,20}) (?:are|is|sind|sont|est|estan|son|esta) (?:(?:still|noch|encore|todavia|currently|now) )?(?P<flag>{flags})"
FIELD_NAMES = re.compile(
    r"\b(?:field|column|property|attribute) names\b|\bnames of (?:all |the |its |their )*(?:fields|properties|attributes|columns)\b|\bfeldnamen\b|\bnamen (?:der|aller) (?:felder|schlussel)\b|\bschlusselnamen\b|\bnoms? des (?:champs|cles|proprietes)\b|\bnombres de (?:los |las )?(?:campos|claves|propiedades)\b",
    re.IGNORECASE,
)
TOTAL_OF_ALL = re.compile(
    r"\b(?P<total>total|sum|gesamtsumme|summe|somme|suma) (?:of|for|on|from|von|fur|de|du|del) (?:that|this|the|diesen?|diesem|den|dem|ce|cette|la|le|ese|este|el|ese) (?:whole |ganzen )?(?:day|week|month|list|lot|thing|file|shift|trip|tag|woche|monat|liste|jour|journee|semaine|mois|dia|mes)(?=\W*\Z)",
    re.IGNORECASE,
)
MOST_PAIR_TEXTS = 200


class Around:
    """The words around a document, folded alike, its keys with their values, and what was replaced."""

    def __init__(self, words: str, document: str) -> None:
        """Take the words and the document that they are about."""
        self.words, self.said = words, list[str]()
        self.pairs = [(match["key"], match["value"] or "") for match in WRITTEN_PAIR.finditer(document)]
        self.keys = list(dict.fromkeys(key for key, _ in self.pairs))
        self.written = fold(document).lower()

    def replace(self, match: "re.Match[str] | None", plain: str, *, is_used: bool = True) -> None:
        """Put plain words in the place of a match; ``is_used``: they count as read."""
        if match is None:
            return
        if is_used:
            self.said.append(self.words[match.start() : match.end()].strip(" ,;."))
        self.words = f"{self.words[: match.start()]}{plain}{self.words[match.end() :]}"

    def numbers(self) -> list[str]:
        """Return the keys with numbers."""
        return list(dict.fromkeys(key for key, value in self.pairs if value[:1].isdigit() or value[:1] == "-"))

    def flags(self) -> list[str]:
        """Return the keys that are true or false."""
        return list(dict.fromkeys(key for key, value in self.pairs if value in ("true", "false")))

    def texts(self) -> list[str]:
        """Return the texts of the document."""
        found = dict.fromkeys(value[1:-1] for _, value in self.pairs if len(value) > 3 and value[:1] == '"')
        return sorted(list(found)[:MOST_PAIR_TEXTS], key=len, reverse=True)


def with_plain_question(words: str, document: str) -> tuple[str, list[str]]:
    """Return the words around a document without what is only told, in the words of its keys, and what was replaced."""
    if len(fold(words)) != len(words):
        return words, []
    around = Around(words, document)
    drop_lead_sentence(around)
    around.replace(ASIDE_TAIL.search(fold(around.words)), "", is_used=False)
    around.replace(FIELD_NAMES.search(fold(around.words)), "keys")
    stock = REST_OF_STOCK.search(fold(around.words))
    around.replace(stock, stock["bound"] if stock else "")
    drop_written_down(around)
    name_minutes(around)
    name_owned(around)
    name_flagged(around)
    if len(around.numbers()) == 1:
        total = TOTAL_OF_ALL.search(fold(around.words))
        around.replace(total, f"total {around.numbers()[0]}" if total else "")
    return around.words, around.said


def drop_lead_sentence(around: Around) -> None:
    """Drop a sentence in front that says only where a document is from, where the words behind it ask."""
    folded = fold(around.words)
    lead = LEAD_SENTENCE.match(folded)
    if lead is None or not ASKS_FOR.search(folded[lead.end() :]):
        return
    tokens = re.findall(r"[^\W_]+", lead["lead"].lower())
    narrows = any(token.isdigit() or WEIGHTY.fullmatch(token) for token in tokens)
    asks = ASKS_FOR.search(lead["lead"]) is not None or LISTED.search(lead["lead"]) is not None
    names = any(same_word(token, fold(key).lower()) for token in tokens for key in around.keys)
    values = any(re.search(rf"(?<!\w){re.escape(fold(text).lower())}(?!\w)", lead["lead"].lower()) for text in around.texts())  # fmt: skip
    if len(tokens) > 1 and not (narrows or asks or names or values):
        around.words = blanked(around.words, *lead.span())


def drop_written_down(around: Around) -> None:
    """Drop that something is written nowhere, behind the key that lacks it."""
    folded = fold(around.words)
    match, lacks = WRITTEN_DOWN.search(folded), LACKS_SAID.search(folded)
    if match is not None and lacks is not None and lacks.start() < match.start() and match.group().strip().split()[0].lower() not in around.written:  # fmt: skip
        around.replace(match, "")


def name_minutes(around: Around) -> None:
    """Say a time in words as the number of minutes of the one key that has minutes."""
    folded = fold(around.words)
    explained = KEY_EXPLAINED.search(folded)
    is_own = explained is not None and explained["key"].lower() in {fold(key).lower() for key in around.keys}
    if is_own and explained is not None:
        around.replace(explained, "")
        folded = fold(around.words)
    keys = [key for key in around.numbers() if KEYS_OF_MINUTES.fullmatch(key)]
    if len(keys) != 1:
        return
    for said, minutes in SPANS_OF_TIME:
        match = re.search(rf"\b(?:(?:takes?|lasts?|need|dauer[nt]|brauch(?:en|t)|durent?|prennent|duran?|tardan?) )?(?P<bound>less|more|under|below|over|longer|shorter|weniger|mehr|langer|kurzer|unter|moins|plus|menos|mas) (?:than |als |de |d'|que )?(?:{said})\b", folded, re.IGNORECASE)  # fmt: skip
        if match is not None:
            is_low = re.match(
                r"less|under|below|shorter|weniger|kurzer|unter|moins|menos", match["bound"], re.IGNORECASE
            )
            around.replace(match, f"{keys[0]} {'<' if is_low else '>'} {minutes}")
            return


def name_owned(around: Around) -> None:
    """Say the question for what an entry has by its key: "qué teléfono tiene Marta"."""
    texts = "|".join(re.escape(fold(text)) for text in around.texts()) or r"(?!)"
    match = re.search(HAS_WHAT.replace("{texts}", texts), fold(around.words), re.IGNORECASE)
    noun = (match["noun"] or match["other"]).lower() if match else ""
    keys = [key for key in around.keys if means_key(noun, fold(key).lower())] if noun else []
    if match is not None and len(keys) == 1:
        around.replace(match, f"{keys[0]} of {around.words[slice(*match.span('one' if match['one'] else 'two'))]}")


def means_key(noun: str, key: str) -> bool:
    """Return whether a noun names a key: the word itself, one of its meaning, or the longer word for a short key."""
    parts = re.findall(r"[^\W_]+", key)
    by_meaning = any(said.fullmatch(noun) and any(map(names.fullmatch, parts)) for _, said, names in MEANINGS)
    return by_meaning or any(same_word(noun, part) or (len(part) == 3 and noun.startswith(part)) for part in parts)


def name_flagged(around: Around) -> None:
    """Count the entries with a key that is true where the noun names the key of their numbers: "how many desks are free"."""
    flags = "|".join(re.escape(fold(flag)) for flag in around.flags()) or r"(?!)"
    pattern = FLAGGED.replace("{flags}", flags)
    match = re.search(rf"{pattern}(?!\w)", fold(around.words), re.IGNORECASE)
    key = next(
        (one for one in around.numbers() if match and is_number_of(fold(one).lower(), match["noun"].lower())), ""
    )
    values = [value for name, value in around.pairs if name == key]
    if match is None or not key or len(set(values)) != len(values) or not all(value.isdigit() for value in values):
        return
    if [int(value) for value in values] == sorted(int(value) for value in values):
        around.replace(match, f"how many entries are {match['flag']}")


def is_number_of(key: str, noun: str) -> bool:
    """Return whether a plural noun counts what a key numbers, one by one: "desks" of `desk`, not "hours" of `hours`."""
    parts = re.findall(r"[^\W_]+", key)
    base = [part for part in parts if part not in ("no", "nr", "id", "number", "nummer", "num", "numero")]
    return any(part != noun and same_word(noun, part) and not part.endswith("s") for part in base) and not is_plain(key)
