"""In which form a document is wanted: what is said of the form that it has, and how deep its keys shall be sorted."""

import re

from config.builtins.wording import fold

NO_WISH = r"(?: (?!(?:put|make|want|get|have|possible|need|print|write|give|show|fit|mach\w*|schreib\w*|mets|mettre|ecri\w*|pon\w*|escrib\w*)\b)[\w']+){0,4}"
FORM_COMPLAINTS = re.compile(  # "I can't read it all on one line", "it came minified", "instead of one line"
    rf"\b(?:it'?s|its|that'?s|is|are|was|were|comes?|came|arrive[sd]?|sends?|sent|spits?|dumps?|dumped|outputs?|everything'?s?|stuck|crammed|squashed|squeezed|jammed|mashed|crushed|(?:can'?t|cannot|can not|can hardly|hard to|difficult to|impossible to|unable to|struggle to|struggling to) read|unreadable|instead of|rather than|not|no longer"
    rf"|ist|sind|steht|stehen|kommt|kam|geliefert|unlesbar|statt|nicht|est|arrive|tient|illisible|au lieu d['e]|pas|esta|viene|llega|llego|sale|ilegible|en vez de|en lugar de){NO_WISH}"
    r" (?:(?:on|in|as|auf|sur|en) )?(?:a |one |just one |a single |eine[rnm]? |einzigen? |une |una )?(?:(?:single|seule|sola|unica|einzige[nr]?|long|huge|giant|big|lange[nr]?|longue|larga) )*(?:(?<=one )line|(?<=single )line|(?<=long )line|(?<=huge )line|(?<=giant )line|(?<=big )line|zeile|ligne|linea)\b"
    r"|\b(?:has|have|there are|got|hat|a|tiene) (?:no|keine|pas d'|aucun|ningun) ?(?:white ?)?(?:spaces?|espaces?|espacios?|leerzeichen)\b"
    rf"|\b(?:it'?s|is|are|was|were|comes?|came|un|not|no longer|instead of|ist|kommt|kam|nicht|est|pas|esta|viene)(?: (?:all|so|too|totally|completely|fully|ganz|sehr|tout|todo|very))*[ -](?:minif\w*|minimi[sz]ed|minimiert|compressed|compact\w*|kompakt)\b"
    r"|\b(?:this|that|my|dieses?|ce|este) (?:minified|minimi[sz]ed|compressed|compact|minimierte|kompakte|one[ -]line|single[ -]line)\b",
    re.IGNORECASE,
)


def without_complaints(words: str) -> str:
    """Return words without what they say of the form a document has: that it is on one line is no wish for one line."""
    folded = fold(words)
    for match in FORM_COMPLAINTS.finditer(folded):
        words = words[: match.start()] + " " * len(match.group()) + words[match.end() :]
    return words


LAID_OUT = re.compile(
    r"\b(?:(?:lay|set|spread|space) (?:it|this|that|them|everything) out(?: (?:properly|nicely|neatly|clearly))?|expand(?: (?:it|this|that))?|un-?minify(?: (?:it|this|that))?|(?:l')?aere[rz]?|strukturier\w*|auseinander\w*|desplieg\w*|despliega\w*|break (?:it|this|that) up|(?:over|on|in|across|uber|auf|sur|en) (?:several|multiple|many|more|mehrere[nr]?|plusieurs|varias) (?:lines|zeilen|lignes|lineas))\b",
    re.IGNORECASE,
)
SORT_SAID = re.compile(
    r"\b(?:sort\w*|order|keys?|(?:in )?(?:alphab\w*|alfab\w*)(?: order)?|a ?(?:-|to|bis|a) ?z|orden\w*|ordne\w*|trie[rzs]?|(?:las |les |die )?(?:claves|cles|schlussel\w*)|par ordre|por orden|por favor)\b",
    re.IGNORECASE,
)
INNER_KEYS = (
    r"(?:the |all |any )?(?:nested|inner|inside|deeper|sub|child)[ -]?(?:ones?|keys?|objects?|levels?)?|(?:the )?(?:ones|keys|objects) (?:inside|within|below|underneath|deeper down|further down)(?: (?:it|them|the objects?|objects?|too))?"
    r"|(?:die |alle )?(?:inneren|verschachtelten|tieferen|unteren|geschachtelten)(?: (?:schlussel|objekte\w*|ebenen))?|(?:die )?(?:darin|innerhalb|weiter innen|drinnen)"
    r"|(?:les |des |celles |celles? )?(?:cles |objets |celles )?(?:imbriquee?s?|internes?|interieure?s?|a l'interieur|de l'interieur|du dessous|dedans|dans les (?:sous-)?objets)"
    r"|(?:las |los |las claves )?(?:de (?:a)?dentro|anidad[ao]s|interior(?:es)?|intern[ao]s|de los (?:sub)?objetos(?: internos)?)"
)
ALL_LEVELS = re.compile(
    rf"[,;(]? ?\b(?:(?:and|y|et|und) )?(?:also|too|even|including|incl\.?|as well as|plus|auch|einschliesslich|inklusive|sowie|aussi|y compris|ainsi que|meme|tambien|incluidas?|incluyendo|incluso)(?: (?:in|auch|dans|en|sort))? ?(?:{INNER_KEYS})(?: (?:too|as well|auch|aussi|tambien))?\)?"
    rf"|[,;(]? ?\b(?:and |und |et |y )?(?:{INNER_KEYS}) (?:too|as well|also|auch|ebenfalls|aussi|egalement|tambien|included|incluidas)\)?"
    r"|\b(?:recursively|rekursiv|recursivement|recursivamente|(?:at|on|in) (?:every|all|each) (?:levels?|depths?)|auf (?:allen|jeder) ebenen?|a (?:tous les niveaux|chaque niveau)|en todos los niveles|a todos los niveles|all the way down|deep(?:ly)?)\b",
    re.IGNORECASE,
)
OUTER_ONLY = re.compile(
    rf"[,;(]? ?\b(?:and |but |und |aber |et |mais |y |pero )?(?:not|don'?t (?:touch|sort|change)|do not (?:touch|sort|change)|leave|without|except|nicht|ohne|aber nicht|pas|sans|no|sin)(?: (?:in|dans|en|toques|ordenes))? ?(?:{INNER_KEYS})(?: (?:alone|as they are|as is|untouched|nicht))?\)?"
    r"|[,;(]? ?\b(?:only|just|nur|seulement|uniquement|solo|solamente) (?:(?:at|on|the|of|auf|der|die|au|le|les|las?|los?|del?|en|el) )*(?:top|outer\w*|first|ober\w*|auss?er\w*|premier|superieur|exterieures?|primer|superior|de fuera|exterior(?:es)?)[ -]?(?:level|ebene|niveau|nivel|keys|schlussel|cles|claves)?\)?",
    re.IGNORECASE,
)


def sorts_outer_only(words: str) -> bool:
    """Return whether the keys of the outermost object alone shall be sorted; those of all are, else."""
    return OUTER_ONLY.search(fold(words)) is not None


def sort_spans(words: str) -> list[tuple[int, int]]:
    """Return where a message says how deep keys shall be sorted."""
    return [match.span() for pattern in (ALL_LEVELS, OUTER_ONLY) for match in pattern.finditer(fold(words))]


def sort_words(words: str) -> list[tuple[int, int]]:
    """Return where a message says that keys shall be sorted."""
    return [match.span() for match in SORT_SAID.finditer(fold(words))]


def form_spans(words: str) -> list[tuple[int, int]]:
    """Return where a message says which form a document has, and that it shall be laid out."""
    return [match.span() for pattern in (FORM_COMPLAINTS, LAID_OUT) for match in pattern.finditer(fold(words))]
