"""Orders that change a text and name how: its lines in reverse, joined, numbered or with marks, signs replaced, names in another case."""

import re
from collections.abc import Callable
from typing import NamedTuple

from config.builtins.text_statistics.brief_orders import GONE_BEHIND
from config.builtins.wording import fold

SIGN_NAMES = {
    "commas?|kommas?|virgules?|comas?": ",",
    "semicolons?|semikolons?|strichpunkte?|points?-virgules?|punto y coma|puntos y comas": ";",
    "colons?|doppelpunkte?|deux-points|dos puntos": ":",
    "spaces?|blanks?|leerzeichen|espaces?|espacios?": " ",
    "tabs?|tabulator\\w*|tabulations?": "\t",
    "hyphens?|dash(?:es)?|minus(?: signs?)?|bindestriche?|tirets?|guion(?:es)?": "-",
    "underscores?|unterstriche?|tirets? bas|guion(?:es)? bajos?": "_",
    "(?:full stops?|periods?|dots?|punkte?|points?|puntos?)": ".",
    "slash(?:es)?|schragstriche?|barras?": "/",
    "pipes?|vertical bars?": "|",
    "new ?lines?|line ?breaks?|zeilenumbruche?|retours? a la ligne|saltos? de linea": "\n",
    "question marks?|fragezeichen": "?",
    "exclamation (?:marks?|points?)|ausrufezeichen": "!",
    "nothing|nichts|rien|nada": "",
}
NAMED_SIGN = "|".join(f"(?:{names})" for names in SIGN_NAMES)
QUOTED_PIECE = r"\"[^\"\n]*\"|'[^'\n]*'|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|`[^`\n]*`"
ORDER_PIECE = rf"(?:(?:the )?(?:letter|word|character|sign|words|letters|buchstaben?|wort|zeichen|lettre|mot|letra|palabra) )?(?:{QUOTED_PIECE}|(?:(?:an?|ein(?:e[nm]?)?|une?|una?|the|des|les|los|las|den|die|le|la|el) )?(?:{NAMED_SIGN})(?![\w-])|[^\s\w]{{1,3}}(?=\s)|[\w-]+)"
THINGS = r"(?:lines?|items?|entries|names|rows|points|list|zeilen?|eintrage?|namen|punkte|liste|lignes?|elements?|noms|lineas?|elementos?|nombres|lista)"
PHRASE = r"(?:(?!(?:with|by|for|to|durch|gegen|par|en|por|con|in)\b)[^\s:;,\"'“„«]+ ){0,5}?[^\s:;,\"'“„«]+?"
CAPITAL_PHRASE = rf"(?-i:(?=[A-Z0-9])){PHRASE}"
EVERYWHERE = r"everywhere|throughout|in (?:all of )?(?:this|the|my|that|these|following|it)\b|each time|every time|uberall|(?:in|im) (?:diesem|dem|folgenden|text)\b|partout|dans (?:ce|le|cette|la)\b|en tod[oa]s?\b|en (?:este|esta|el|la)\b|please|bitte|svp"
AS_END = rf"(?= (?:{EVERYWHERE})|[ .!?]*(?::|\n|\Z))"
NUMBERED_HOW = r"(?: durch)?(?:,? ?(?:with |from |as |like |mit |de |con |von |starting (?:at |with |from )?)?1[.)]?(?:,? ?2[.)]?)?(?:,? ?3[.)]?)?(?: ?(?:\.{2,3}|…|etc\.?|and so on|usw\.?))?(?=[\s:]|\Z))?"
GONE_SIGNS = r"commas|kommas|kommata|virgules|comas|semicolons|semikolons|strichpunkte|hyphens|dashes|bindestriche|tirets|guiones|underscores|unterstriche|slashes|schragstriche"
NAME_ORDERS = r"(?:swap|switch|flip|turn|reverse) (?:the |these |round |around )*(?:first and last|last and first) names?(?: round| around)?"
FIRST_NAMES = r"(?:first ?-?names?|given ?-?names?|vornamen?|prenoms?|nombres?(?: de pila)?)"
LAST_NAMES = r"(?:last ?-?names?|surnames?|family ?-?names?|nachnamen?|familiennamen?|noms?(?: de famille)?|apellidos?)"
NAMES_JOINT = (
    r"(?: (?:then|and|and then|before|plus|und|dann|vor|et|puis|avant|y|luego|antes de|del?|the|le|el|la|der|dem))*"
)
NO_COMMA = r"(?: (?:umdrehen|umstellen|umschreiben|bringen|andern|schreiben))?(?:,? (?:and |und |et |y )?(?:without|w/o|no|with no|ohne|sans|sin)(?: (?:the|any|a|das|la|une?))? (?:comma|komma|virgule|coma)s?)?"
ORDERS_OF: tuple[tuple[str, str], ...] = (
    ("first_last", rf"(?:(?:to|into|as|in|zu|en|auf|nach|format|form|order|the|so that|damit) )*{FIRST_NAMES}{NAMES_JOINT} {LAST_NAMES}(?: (?:first|order|format|instead))?{NO_COMMA}|(?:put |with |write )?(?:the )?{FIRST_NAMES} (?:(?:come|comes|go|goes|stands?|should be|to the|zuerst|in) )*(?:first|front|zuerst|vorne?|nach vorne|en premier|primero|delante){NO_COMMA}|(?:to|into|as|in|like) [\"'“]?first,? last[\"'”]?(?:,? (?:not|instead of|rather than) [\"'“]?last,? first[\"'”]?)?(?! (?:of|line|word|one|item|letter|name))|{NAME_ORDERS}{NO_COMMA}"),
    ("last_first", rf"(?:(?:to|into|as|in|zu|en|auf|nach|format|form|order|the) )*{LAST_NAMES},?{NAMES_JOINT} {FIRST_NAMES}(?: (?:order|format|instead))?(?: with (?:a )?comma| mit komma)?|(?:put |with |write )?(?:the )?{LAST_NAMES} (?:(?:come|comes|go|goes|stands?|should be|to the|zuerst|in) )*(?:first|front|zuerst|vorne?|nach vorne|en premier|primero|delante)"),
    ("without_markers", r"(?:remove|delete|strip|drop|get rid of|take out|clean|losch\w*|entfern\w*|supprim\w*|enlev\w*|elimin\w*|quit[ae]\w*)(?: (?:all|the|these|any|alle|die|les|los|las))* (?:line[- ]?numbers?|numbering|list numbers?|leading numbers?|list markers?|bullets?(?: points?)?|bulletpoints|zeilennummern|nummerierung|aufzahlungszeichen|numeros de ligne|numerotation|puces|numeros de linea|numeracion|vinetas)"),
    ("replaced", rf"(?:replace|substitute|swap(?: out)?|ersetze?|tausche?|remplace[rz]?|reemplaza\w*|sustituye)(?: (?:every|each|all(?: the)?|alle|jede[ns]?|tous les|chaque|todos los|cada))? (?P<old>{CAPITAL_PHRASE}) (?:with|by|for|durch|gegen|par|por|con) (?P<new>{PHRASE}){AS_END}"),
    ("replaced", rf"(?:change|switch|turn|andere?|cambia|change[rz])(?: (?:every|each|all(?: the)?|alle))? (?P<old>{CAPITAL_PHRASE}) (?:to|into|zu|in|en|a|por) (?P<new>(?!\w+[_ -]?case\b|capitals?\b|caps\b)(?-i:(?=[A-Z0-9])){PHRASE})(?= (?:{EVERYWHERE}))"),
    ("replaced", rf"(?:replace|substitute|swap(?: out)?|change(?= the (?:word|letter)\b)|cambia(?:r|me)?(?= la (?:palabra|letra)\b)|change[rz]?(?= l[ea] (?:mot|lettre)\b)|andere?(?= das wort\b)|ersetze?|tausche|remplace[rz]?|reemplaza\w*|sustituye)(?: (?:every|each|all(?: the| of the)?|any|alle|jede[ns]?|tous les|toutes les|chaque|todos los|todas las|cada|the|den|die|das|le|la|les|el|los|las))? (?P<old>{ORDER_PIECE}) (?:with|by|to|for|into|durch|gegen|mit|zu|par|en|por|con|a) (?P<new>{ORDER_PIECE})"),
    ("lines_reversed", rf"{THINGS} (?:\w+ ){{0,2}}?(?:in |into )?(?:a |the )?(?:reverse[d]?|opposite|backwards?|umgekehrter|inverse|inverso)(?: order| reihenfolge)?|(?:in )?(?:reverse|opposite|umgekehrter) (?:order|reihenfolge)|(?:en |dans l')ordre inverse|(?:en )?orden inverso|last (?:one |line |item )?first|bottom to top|upside down|von unten nach oben"),
    ("one_per_line", r"(?:split|break|separate|cut|trenne|teile?|separe|separa|divide)(?: up)?(?: (?:this|it|these|them|that|diese?|das|ceci|esto|(?:the|die|le|la|el) (?:list|text|line|liste|zeile|ligne|texte|lista|linea)))? (?:by|at|on|an|nach|bei|par|por|aux?|en) (?:the |each |every |den |jedem |les? |las? )?(?:commas?|semicolons?|kommas?|virgules?|comas?)(?: (?:in)?to (?:separate |single |different |individual |new |own )?lines| in (?:einzelne )?zeilen| en lignes| en lineas)?|(?:in)?to (?:separate|single|different|individual) lines"),
    ("joined", rf"(?:(?:(?:join|connect|combine|merge|verbinde|joins|une)(?: (?:these|them|the|it|all|those|diese|sie|les|los|las))*(?: (?:lines?|words?|items?|zeilen|worter|mots|palabras))?|separated|divided|joined|delimited|split|getrennt|separees?|separes|separad[oa]s)(?: (?:by|with|using|durch|mit|par|avec|por|con|des|de))+ |(?:durch|mit) )(?:a |an |ein(?:e[nm]?)? |une? |una? )?(?P<joint>{QUOTED_PIECE}|(?:{NAMED_SIGN})(?![\w-])|[^\s\w])(?: getrennt\w*)?|(?P<named>comma|semicolon|space|pipe|tab)[- ]separated(?: (?:list|line|string|values))?|kommagetrennt\w*"),
    ("one_per_line", r"(?:one|a|1|eine|une|una) (?:single |new |own |eigene )?(?:line|zeile|ligne|linea) (?:per|for each|for every|each|pro|fur jede[ns]?|je|par|pour chaque|por|para cada) (?!word)\w+|(?:one|each(?: one)?|every(?: one)?)(?: \w+)? (?:per|on (?:its|a|their) own|on a (?:new|separate)|in its own) lines?|(?:each|every) (?:word|item|entry|name) on (?:its|a) (?:own|new|separate) line|(?:pro|je|eine?[sr]? pro) zeile|jede[sr]? (?:wort |eintrag )?in (?:eine )?(?:eigene[rn]?|neue[rn]?) zeile|une? par ligne|un[oa] por linea"),
    ("numbered", rf"(?:number (?:these|those|the|all|each|every|my)?(?: of)?(?: the)?(?: following)? ?{THINGS}(?: (?:from )?1 ?(?:to|-|through) ?\d{{1,3}})?|number (?:them|these)\b|(?:as |into |make )?(?:it )?(?:a )?numbered list|(?:add|put) (?:line )?numbers? (?:to|before|in front of)(?: the| each| every| these)* {THINGS}|nummerier\w*|(?:als )?nummerierte liste|numerot\w*|liste numerotee|numera\w*|lista numerada|(?:put|add|write) (?:numbers|(?:the numbers )?1,? ?2,? ?3(?: ?(?:\.{2,3}|…|etc\.?))?) (?:on|to|at|before|in front of) (?:the |these |my |each |every |all )*{THINGS}){NUMBERED_HOW}"),
    ("bulleted", r"(?:as |into |in |make )?(?:it )?(?:a )?bullet(?:ed)?(?: points?| list)|(?:put|add|set|place)(?: an?| some| the)? (?:bullets?|dash(?:es)?|hyphens?)(?: points?)? (?:in front of|before|at the (?:start|beginning) of|to)(?: (?:each|every|all|the|these|of))* (?:lines?|items?|entry|entries|names?|points?|rows?)|bullets|bulletpoints|stichpunkt\w*|aufzahlung\w*|liste a puces|puces|vinetas"),
    ("snake", r"snake[_ -]?case"),
    ("constant", r"(?:constant|screaming(?:[_ -]snake)?)[_ -]?case"),
    ("kebab", r"kebab[_ -]?case|slug|(?:(?:into |as )?(?:a )?file ?name )?with (?:dashes|hyphens)(?: between(?: the words)?| instead of (?:the )?spaces)?|dateiname mit bindestrichen"),
    ("camel", r"(?:lower )?camel[_ -]?case"),
    ("pascal", r"(?:pascal|upper camel)[_ -]?case"),
    ("sentence", r"sentence[_ -]?case|(?:to |into |in |back to |zuruck in )*(?:normal|regular|proper|standard|ordinary|usual|normale[rn]?|richtige[rn]?) (?:sentence |upper and lower )?(?:case|casing|capitali[sz]ation|gro(?:ss|ß)-? ?und -?kleinschreibung|schreibung)|(?:in )?gro(?:ss|ß)- und kleinschreibung|(?:undo|fix|remove|reverse|get rid of) (?:the |my |this |these |all )*(?:caps[- ]?lock|all[- ]?caps|caps|capitali[sz]ation|casing)|(?:en )?casse normale|(?:en )?(?:letra|escritura) normal|(?:only )?(?:capitali[sz]e|upper[- ]?case) (?:only )?the first (?:letter|word)(?: (?:of|in) (?:each|every|the|all) sentences?)?"),
    ("without_blank_lines", r"(?:remove|delete|strip|drop|get rid of|take out|without|no|losch\w*|entfern\w*|ohne|supprim\w*|enlev\w*|sans|elimin\w*|quit[ae]\w*|sin)(?: (?:all|the|any|alle|die|les|toutes|las|todas))* (?:empty|blank|leer(?:e|en)?|vides|vacias)? ?(?:lines?|zeilen?|lignes?|lineas?)(?: (?:vides|vacias))?(?<=.)"),
    ("without_piece", rf"(?:remove|delete|strip|drop|get rid of|take out|losch\w*|entfern\w*|supprim\w*|enlev\w*|elimin\w*|quit[ae]\w*|borra)(?: (?:every|each|all|the|any|alle|jede[ns]?|die|das|les|tous|toutes|los|las|todos|todas|of))* (?P<gone>(?:{QUOTED_PIECE}|(?:{NAMED_SIGN})(?![\w-])|[^\s\w]{{1,3}}(?=\s))|(?:word|letter|wort|buchstaben?|mot|lettre|palabra|letra) (?:{QUOTED_PIECE}|[\w-]+))"),
    ("without_piece", rf"(?:(?:all|the|alle|die|les|las|los) )*(?P<gone>{GONE_SIGNS})(?: (?:please|bitte|svp|por favor))? {GONE_BEHIND}"),
    ("hashtags", r"(?:extract|find|get|list|pull out|give me|finde|extrahiere|trouve|extrais|extrae|saca)(?: (?:all|every|the|only|alle|die|tous|les|todos|los|me))* (?:hash ?tags?|mentions?|etiquetas)|(?:which|what|welche|quels?|que) (?:hash ?tags?|mentions?)(?: (?:are|is|were|sind|sont|hay))?(?: (?:used|there))?(?: (?:in|dans|en))?"),
    ("repeated", r"(?:repeat|wiederhole?|repete|repite)(?: (?:it|this|that|the (?:text|word|line)))? (?P<times>\d{1,3}) (?:times|mal|fois|veces)"),
)  # fmt: skip
COMPILED_ORDERS = tuple(
    (name, re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)) for name, pattern in ORDERS_OF
)
NUMBERED_FROM = re.compile(
    r"\b(?:start(?:ing)?|begin(?:ning)?|count(?:ing)?|anfang\w*|beginn\w*|starte\w*|en commencant|commence\w*|empez\w*|comenz\w*|ab|from|a partir de|desde)(?: (?:at|with|from|mit|bei|ab|par|a|de|en|por|con|the number))* (?P<first>\d{1,6})\b(?:,? ?\(?(?:and |und |et |y )?(?:not|instead of|nicht|pas|no|statt|au lieu de|en vez de)(?: (?:at|with|from|mit|bei|par|en|de))* \d{1,6}\)?)?",
    re.IGNORECASE,
)


def first_number(question: str) -> tuple[str, list[list[int]]]:
    """Return with which number lines shall begin to be numbered, "1" where nothing says so, and where it is said."""
    match = NUMBERED_FROM.search(question)
    return (match["first"], [list(match.span())]) if match else ("1", [])


LONGEST_REPEATED = 20_000  # characters


class TextOrder(NamedTuple):
    """One order with the places of its words, and the pieces it names."""

    name: str
    start: int
    end: int
    old: str = ""
    new: str = ""


def text_orders(question: str) -> list[TextOrder]:
    """Return the orders of a folded message in their order; of two that overlap the first kind."""
    found: list[TextOrder] = []
    for name, pattern in COMPILED_ORDERS:
        for match in pattern.finditer(question):
            if all(match.end() <= one.start or one.end <= match.start() for one in found):
                found.append(order_of(name, match))
    return sorted(found, key=lambda one: one.start)


def order_of(name: str, match: "re.Match[str]") -> TextOrder:
    """Return an order with the places of its pieces."""
    groups = match.groupdict()
    old = groups.get("old") or groups.get("joint") or groups.get("named") or groups.get("gone") or groups.get("times")
    return TextOrder(name, *match.span(), old or ("comma" if name == "joined" else ""), groups.get("new") or "")


def piece_of(text: str) -> str:
    """Return what a piece of an order stands for: the sign that it names, what it quotes, or itself."""
    bare = re.sub(
        r"\A(?:(?:the )?(?:letter|word|character|sign|words|letters|buchstaben?|wort|zeichen|lettre|mot|letra|palabra) )",
        "",
        text.strip(),
    )
    if re.fullmatch(QUOTED_PIECE, bare):
        return bare[1:-1]
    named = re.sub(r"\A(?:an?|ein(?:e[nm]?)?|une?|una?|the|des|les|los|las|den|die|le|la|el) ", "", fold(bare).lower())
    return next((sign for names, sign in SIGN_NAMES.items() if re.fullmatch(names, named)), bare)


def is_word_piece(text: str) -> bool:
    """Return whether a piece is a word or more letters, which is replaced as a whole word."""
    return re.fullmatch(r"[\w-]{2,}", text) is not None


HAS_PLURAL = re.compile(r"[^\W\d_]{3,}[^\W\d_sS]")


def replaced_piece(text: str, old: str, new: str) -> str:
    """Return a text with a piece replaced; a word wherever it stands alone, whatever its case, and in its plural."""
    if HAS_PLURAL.fullmatch(old) and re.fullmatch(r"[^\W\d_]+", new):
        return re.sub(rf"(?<!\w){re.escape(old)}(?='?s?(?!\w))", lambda _: new, text, flags=re.IGNORECASE)
    if is_word_piece(old) or (" " in old and re.fullmatch(r"\w.*\w", old)):
        return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _: new, text, flags=re.IGNORECASE)
    return text.replace(old, new)


def listed_lines(text: str) -> list[str]:
    """Return the lines of a text, or what is between the commas or semicolons of a single one."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        return lines
    parts = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
    return parts if len(parts) > 1 else text.split()


def pieces_between(sign: str, text: str) -> list[str]:
    """Return the pieces of a text between a sign that is named; those of a list where none is, or it has none."""
    return (
        [piece.strip() for piece in text.split(sign) if piece.strip()] if sign in text and sign else listed_lines(text)
    )


def name_words(text: str) -> list[str]:
    """Return the words of a name in any style: "totalOrder amount", "total_order-amount"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return re.findall(r"[^\W_]+", spaced)


def in_style(name: str, text: str) -> str:
    """Return each line of a text as a name in another style."""
    styles: dict[str, Callable[[list[str]], str]] = {
        "snake": lambda words: "_".join(word.lower() for word in words),
        "constant": lambda words: "_".join(word.upper() for word in words),
        "kebab": lambda words: "-".join(word.lower() for word in words),
        "camel": lambda words: "".join(
            [*(word.lower() for word in words[:1]), *(word.capitalize() for word in words[1:])]
        ),
        "pascal": lambda words: "".join(word.capitalize() for word in words),
    }
    return "\n".join(styles[name](name_words(line)) for line in text.splitlines())


def ordered_text(order: TextOrder, text: str) -> str:
    """Return a text in the form that an order names."""
    simple: dict[str, Callable[[], str]] = {
        "replaced": lambda: replaced_piece(text, piece_of(order.old), piece_of(order.new)),
        "first_last": lambda: "\n".join(map(first_name_first, name_lines(text))),
        "last_first": lambda: "\n".join(map(last_name_first, name_lines(text))),
        "lines_reversed": lambda: reversed_lines(text),
        "joined": lambda: joined_by(piece_of(order.old), listed_lines(text)),
        "one_per_line": lambda: "\n".join(pieces_between(piece_of(order.old), text)),
        "numbered": lambda: "\n".join(
            f"{place}. {line}" for place, line in enumerate(listed_lines(text), int(order.old or 1))
        ),
        "bulleted": lambda: "\n".join(f"- {line}" for line in listed_lines(text)),
        "sentence": lambda: re.sub(r"(\A|[.!?]\s+)(\w)", lambda match: match[1] + match[2].upper(), text.lower()),
        "hashtags": lambda: "\n".join(re.findall(r"(?<!\w)[#@]\w+", text)) or "-",
        "without_blank_lines": lambda: "\n".join(line for line in text.splitlines() if line.strip()),
        "without_markers": lambda: re.sub(r"(?m)^[ \t]{0,20}(?:\d{1,4}[.):]?|[-*•–])[ \t]{1,20}", "", text),
        "without_piece": lambda: without_piece(text, piece_of(order.old)),
        "repeated": lambda: "\n".join([text] * min(int(order.old or 1), max(1, LONGEST_REPEATED // (len(text) + 1)))),
    }
    return simple[order.name]() if order.name in simple else in_style(order.name, text)


def name_lines(text: str) -> list[str]:
    """Return the lines of a list of names; what is between the semicolons of a single one."""
    lines = text.splitlines()
    return [part.strip() for part in text.split(";")] if len(lines) == 1 else lines


def first_name_first(line: str) -> str:
    """Return "Watson, Emily" as "Emily Watson"; a line with another number of commas as it is."""
    parts = [part.strip() for part in line.split(",")]
    return f"{parts[1]} {parts[0]}" if len(parts) == 2 and all(parts) else line


def last_name_first(line: str) -> str:
    """Return "Emily Watson" as "Watson, Emily"; a line that has a comma or is one word as it is."""
    first, space, last = line.strip().rpartition(" ")
    return f"{last}, {first}" if space and "," not in line else line


def reversed_lines(text: str) -> str:
    """Return the lines of a text, or what is between the commas of a single one, the last one first."""
    lines = text.splitlines()
    return "\n".join(lines[::-1]) if len(lines) > 1 else ", ".join(listed_lines(text)[::-1])


def joined_by(sign: str, lines: list[str]) -> str:
    """Return lines as one, with a sign between each two; a comma or semicolon is followed by a space."""
    return f"{sign} ".join(lines) if sign in (",", ";") else sign.join(lines)


def without_piece(text: str, piece: str) -> str:
    """Return a text without a piece, and without the space that a word leaves behind."""
    gone = replaced_piece(text, piece, "")
    return re.sub(r"[ \t]{2,}", " ", gone).strip() if is_word_piece(piece) else gone
