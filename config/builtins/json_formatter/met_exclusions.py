"""Reads what a message says its answer shall not do or hold, where it does not anyhow: "4 spaces, not 2", "don't fix it".

So it does what a message tells of its document and the answer says anyhow: that a key is there twice.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator

from config.builtins.json_formatter.wished_form import INNER_KEYS
from config.builtins.wording import blanked, fold

AND = r"[,;(-]? ?\b(?:(?:and|but|please|pls|und|aber|bitte|et|mais|y|pero) ){0,2}"
NOT = r"(?:not|no|nicht|keine?n?|pas|instead of|rather than|without|statt|anstatt|anstelle von|ohne|au lieu d[eu]|plutot que|sans|en vez de|en lugar de|sin)"
CLAUSE_END = r"(?= *(?:[,.;:!?\n)-]|\Z|just\b|only\b|nur\b|seulement\b|juste\b|solo\b|sino\b|and\b|but\b|und\b|bitte\b|please\b|pls\b|svp\b|stp\b|por favor\b|i\b|tell\b|say\b|sag\w*\b|dis\b|dime\b))"
NO_REPAIR = re.compile(
    rf"{AND}(?:"
    r"(?:do ?n[o']?t|do not|no need to|without|never|not)(?: (?:you|actually|even|just))? (?:fix|repair|correct|chang|edit|modif|rewrit|touch)\w*(?: (?:it|this|that|them|anything|the (?:json|file|document)))?(?: (?:yet|for me|yourself|please))?"
    r"|(?:reparier|korrigier|ander|verander|beheb)\w*(?: (?:es|das|ihn|sie|bitte|mir|die datei))* (?:nicht|nichts)|(?:nicht|nichts|ohne (?:es |ihn |das )?zu)(?: (?:gleich|selbst))? (?:reparieren|korrigieren|andern|verandern|beheben)"
    r"|(?:ne )?(?:le |la |l'|les )?(?:corrige[rz]?|repare[rz]?|modifie[rz]?|change[rz]?|touche[rz]?)(?:[- ](?:le|la|les|y))? (?:pas|rien)(?: (?:encore|stp|svp))?|(?:sans|ne pas) (?:le |la |l'|rien )?(?:corriger|reparer|modifier|changer)"
    r"|no (?:me )?(?:lo |la |los )?(?:arregl|corrij|corrig|repar|cambi|modifi|toqu)\w*(?: nada)?|sin (?:arreglar|corregir|reparar|cambiar|modificar|tocar)(?:lo|la)?"
    rf"){CLAUSE_END}",
    re.IGNORECASE,
)
KEPT = (
    r"(?:the |die |der |les? |la |los |las |el |any |all )*(?:(?:order|ordre|orden|reihenfolge) (?:of|in|inside|der|in den|de|des|en) (?:the |any |all |la |les |las |los )*)?"
    r"(?:values?|lists?|arrays?|werte?n?|listen?|valeurs?|listes?|tableaux?|valores?|listas?)(?: (?:order|contents?|alone|themselves))?"
)
AS_IS = r"(?:alone|as[- ]is|as (?:it|they) (?:is|are|was|were)|untouched|unchanged|intact|the same|in (?:its|their|the same) order)"
VALUES_KEPT = re.compile(
    rf"{AND}(?:"
    rf"(?:leave|leaving|keep|keeping) {KEPT} ?{AS_IS}?|(?:do ?n[o']?t|do not|without|not) (?:touch|chang|sort|reorder|alter|modify)\w* {KEPT}|{KEPT} (?:should |must |to )?(?:stays?|remains?) {AS_IS}"
    rf"|{KEPT} (?:bitte )?(?:so lassen|(?:unverandert|in ruhe|wie sie (?:ist|sind)) lassen|nicht (?:anfassen|andern|verandern|sortieren|umsortieren|anruhren)|bleib(?:en|t) (?:so|unverandert|wie sie (?:ist|sind)))|ohne {KEPT} (?:zu (?:andern|sortieren|verandern)|anzufassen)|lass\w* {KEPT} (?:so|in ruhe|unverandert|wie sie (?:ist|sind))"
    rf"|(?:ne )?(?:touche[rz]?|change[rz]?|modifie[rz]?|trie[rz]?) pas (?:a |aux )?{KEPT}|sans (?:toucher|changer|modifier|trier) (?:a |aux )?{KEPT}|laisse[rz]? {KEPT} (?:tranquilles?|tel\w* quel\w*|intact\w*)"
    rf"|{KEPT} no (?:los?|las?) (?:toques|cambies|modifiques|ordenes)|no (?:toques|cambies|modifiques|ordenes) {KEPT}|sin (?:tocar|cambiar|modificar|ordenar) {KEPT}|deja\w* {KEPT} (?:como (?:esta|estan)|igual|intact\w*)"
    r")",
    re.IGNORECASE,
)
FORM_WORK = re.compile(
    r"\b(?:sort\w*|order|alphab\w*|sortier\w*|trie\w*|orden\w*|alfab\w*|format\w*|pretty|indent\w*|minif\w*|einruck\w*|one line|fix\w*|repair\w*|repar\w*|reparier\w*|arregl\w*)\b",
    re.IGNORECASE,
)
STEP = r"(?:\d|two|three|four|eight|zwei|drei|vier|acht|deux|trois|quatre|huit|dos|tres|cuatro|ocho)"
SPACES = r"(?:spaces?|leerzeichen|espaces?|espacios?)"
OTHER_INDENT = re.compile(
    rf"{AND}{NOT}(?: (?:with|the|mit|avec|con|de|usual|default|only))* (?:{STEP}(?:[ -]{SPACES})?|tabs?|tabulator\w*|tabulations?|tabulador\w*)(?: ones)?\)?{CLAUSE_END}",
    re.IGNORECASE,
)
INDENT_SAID = re.compile(rf"\b{STEP}[ -]?{SPACES}|\bindent\w*(?: \w+)? (?:of |by |= ?)?\d", re.IGNORECASE)
TEXTS_APART = re.compile(  # "no spaces except inside the strings"
    rf"{AND}(?:except|but not|just not|not|other than|ausser|aber nicht|nicht|sauf|mais pas|excepto|salvo|pero no) (?:those |the ones |die |ceux |los )?(?:inside|in|within|innerhalb|dans|a l'interieur|dentro de|en)(?: of)?(?: (?:the|der|den|des|les|las?|los?))? (?:strings?|texts?|quotes?|values?|texte[ns]?|werte[ns]?|chaines|textes|guillemets|cadenas|textos|comillas)\b",
    re.IGNORECASE,
)
SMALL_WANTED = re.compile(r"\b(?:one line|single line|minif\w*|compact\w*|kompakt\w*|(?:no|without|ohne|sans|sin) (?:spaces?|leerzeichen|espaces?|espacios?)|eine[rn]? zeile|une (?:seule )?ligne|una (?:sola )?linea)\b", re.IGNORECASE)  # fmt: skip
INNER_NOT = re.compile(
    rf"{AND}(?:{NOT}|skip|ignor(?:e|ing)|leave out|except|excluding)(?: (?:any of|in))? (?:{INNER_KEYS}){CLAUSE_END}",
    re.IGNORECASE,
)
KEYS_WANTED = re.compile(
    r"\A(?!.*\b(?:sort|order|alphab|alfab|orden|ordne|trie))(?:.*)\b(?:keys?|fields?|schlussel|felder|cles?|champs|claves?|campos)\b",
    re.IGNORECASE | re.DOTALL,
)
SUM_WANTED = re.compile(r"\b(?:sum|total|add|summe|gesamt\w*|zusammen\w*|somme|suma\w*)\b", re.IGNORECASE)
PAIRS_WRITTEN = re.compile(r"[\"'](?P<key>[^\"'\n]{1,40})[\"']\s*:\s*(?:[\"'](?P<value>[^\"'\n]{1,40})[\"'])?")
DENIERS = (
    "not no non isn't aren't without except excluding skip nicht kein keine ohne ausser sans pas sauf sin excepto salvo"
)
NOT_DENIED = "".join(f"(?<!{word} )" for word in DENIERS.split())
MOST_NAMES = 200  # keys and values of a document that a message may exclude
LONGEST_DOCUMENT = 20_000  # characters of a document whose names are read


def without_met(words: str, document: str) -> tuple[str, list[str]]:
    """Return the words around a document with blanks in place of the exclusions that an answer meets anyhow, and these."""
    met: list[str] = []
    for pattern, is_met in (*FIXED_RULES, *rules_of_names(document[:LONGEST_DOCUMENT], words)):
        for match in pattern.finditer(fold(words)):
            rest = blanked(words, *match.span())
            if is_met(match.group(), fold(rest)):
                met.append(words[slice(*match.span())].strip(" ,;()-.?!"))
                words = rest
    return words, met


Rule = tuple["re.Pattern[str]", Callable[[str, str], bool]]  # what is excluded; whether the rest of a message meets it


def beside(pattern: "re.Pattern[str]") -> Callable[[str, str], bool]:
    """Return the rule that an exclusion is met where the rest of a message has a pattern."""
    return lambda _said, rest: pattern.search(rest) is not None


FIXED_RULES: tuple[Rule, ...] = (
    (VALUES_KEPT, beside(FORM_WORK)),
    (NO_REPAIR, lambda _said, _rest: True),
    (OTHER_INDENT, beside(INDENT_SAID)),
    (INNER_NOT, beside(KEYS_WANTED)),
    (TEXTS_APART, beside(SMALL_WANTED)),
)


def rules_of_names(document: str, words: str) -> Iterator[Rule]:
    """Yield what may be excluded by the names of a document: a key that no sum is multiplied with, values beside a wanted one."""
    folded = fold(words).lower()
    yield purpose_rule(document)
    keys: set[str] = set()
    values: dict[str, set[str]] = {}
    for match in PAIRS_WRITTEN.finditer(fold(document)):
        key, value = match["key"].lower(), (match["value"] or "").lower()
        keys |= {key} if key in folded else set()
        if len(value) > 1 and value in folded:
            values.setdefault(key, set()).add(value)
    if len(keys) > 1 and SUM_WANTED.search(folded):
        for key in sorted(keys):
            others = "|".join(re.escape(one) for one in sorted(keys - {key}))
            yield product_rule(re.escape(key)), beside(re.compile(rf"\b(?:{others})", re.IGNORECASE))
            yield alone_rule(re.escape(key)), beside(product_with(re.escape(key), others))
    for key in repeated_keys(document):
        yield twice_rule(re.escape(fold(key).lower())), beside(ANY_WORD)
    for found in values.values():
        if 1 < len(found) < MOST_NAMES:
            yield value_rule(sorted(found, key=len, reverse=True))


PURPOSE_TOLD = re.compile(  # why something is wanted: "its for mums present", "das ist für die Steuer"
    r"[,;(–-]? ?\b(?:(?:it'?s|it is|this is|that'?s|i need (?:it|this|that)|we need (?:it|this|that)|(?:das|es) ist|(?:ich|wir) brauchen? (?:es|das)|c'est|j'en ai besoin|(?:esto )?es|lo (?:necesito|quiero)) (?:all |only |just |nur |juste |solo )?(?:for|fur|pour|para)) (?!(?:which|who|what|the ones|each|every|jede\w*|chaque|cada)\b)[^.,;:?!\n\d{}\[\]\"()]{2,60}\)?",
    re.IGNORECASE,
)


def purpose_rule(document: str) -> Rule:
    """Return the rule that a purpose names nothing of the document, and stands beside a question or an order."""
    names = {fold(text).lower() for text in re.findall(r"[\"']([^\"'\n]{2,40})[\"']", document)}

    def is_met(said: str, rest: str) -> bool:
        words = " ".join(re.findall(r"\w+", said.lower()))
        return len(re.findall(r"[^\W\d_]{3,}", rest)) > 1 and not any(
            re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in names
        )

    return PURPOSE_TOLD, is_met


ANY_WORD = re.compile(r"\w")


def repeated_keys(document: str) -> list[str]:
    """Return the keys that are more than once in one object of a document."""
    found: list[str] = []

    def kept(items: list[tuple[str, object]]) -> dict[str, object]:
        counts = Counter(key for key, _ in items)
        found.extend(key for key, count in counts.items() if count > 1)
        return dict(items)

    try:
        json.loads(document, object_pairs_hook=kept)
    except (ValueError, RecursionError):
        return []
    return list(dict.fromkeys(found))[:10]


def twice_rule(key: str) -> "re.Pattern[str]":
    """Return the pattern of "i have id twice" and "j'ai deux fois id"."""
    twice = r"(?:twice|(?:two|2) times|double[ds]?|duplicated?|zwei ?mal|doppelt|(?:deux|2) fois|en double|(?:dos|2) veces|duplicad[oa]|repetid[oa])"
    name = rf"(?:the |an? |der |die |das |la |le |el |den )?(?:key |schlussel |cle |clave )?[\"'`]?{key}[\"'`]?"
    have = r"(?:i have|i'?ve got|we have|there(?:'s| is| are)|ich hab\w*|es gibt|da (?:ist|steht)|j'ai|il y a|on a|tengo|hay|esta)"
    return re.compile(
        rf"{AND}(?:because |since |weil |parce que |porque )?(?:{have} )?(?:{name}(?: (?:is|are|appears?|occurs?|shows? up|comes|stands|in|there|it|here|ist|steht|kommt|drin|da|vor|est|apparait|y|esta|aparece|sale))*? {twice}|{twice}(?: (?:the|le|la|el|the key))? {name})(?: (?:in (?:there|it|here)|drin|vor|dedans|ahi))?",
        re.IGNORECASE,
    )


def product_rule(key: str) -> "re.Pattern[str]":
    """Return the pattern of "don't multiply with qty" and "die Menge nicht reinrechnen"."""
    the = rf"(?:the |by |die |der |das |la |le |les |el |l')*[\"'`]?{key}(?:s|n|en)?[\"'`]?"
    return re.compile(
        rf"{AND}(?:(?:do ?n[o']?t|do not|not|without|never) (?:multipl\w+|times)(?: (?:it|them|that|those|anything))?(?: (?:with|by|times))? {the}"
        rf"|(?:do ?n[o']?t|do not|without) (?:includ|count|us|factor|consider|weigh)\w*(?: in| by)? {the}|{the} (?:does ?n[o']?t|do ?n[o']?t) (?:matter|count)"
        rf"|(?:mit )?{the} (?:bitte )?nicht (?:mit )?(?:\w*rechnen|multiplizieren|mal ?nehmen|einbeziehen|berucksichtigen|beachten)|nicht mit {the} (?:multiplizieren|malnehmen)|ohne (?:mit )?{the} zu (?:multiplizieren|berucksichtigen)"
        rf"|sans (?:les? |la )?multiplier par {the}|ne (?:les? |la )?multiplie[rz]? pas par {the}|sans (?:compter|tenir compte d[eu]s?) {the}"
        rf"|sin multiplicar(?:l[oa]s?)? por {the}|no (?:l[oa]s? )?multipliques por {the}|sin (?:contar|tener en cuenta) {the})",
        re.IGNORECASE,
    )


def alone_rule(key: str) -> "re.Pattern[str]":
    """Return the pattern of "not just the prices": the key by itself, or its plain sum."""
    only = r"(?:just|only|merely|simply|nur|bloss|einfach|seulement|juste|simplement|solo|solamente|simplemente)"
    of = r"(?:the|a|sum|total|of|plain|die|der|das|den|summe|les?|la|somme|des?|los|las|el|suma|de)"
    named = rf"[\"'`]?{key}(?:e?s|n|en)?[\"'`]?"
    alone = r" (?:alone|by themselves|by itself|allein|seuls?|seules?|sol[oa]s?)"
    said = rf"(?:{only}(?: {of})*|{of}(?: {of})+) {named}(?:{alone})?|(?:{of} )*{named}{alone}"
    return re.compile(rf"{AND}{NOT} (?:{said})\)?{CLAUSE_END}", re.IGNORECASE)


def product_with(key: str, others: str) -> "re.Pattern[str]":
    """Return the pattern of a product of a key with another one: "price times qty", "qty x price"."""
    times = r"(?:times|multiplied (?:by|with)|multiply\w*|x|\*|×|mal|multipliziert mit|fois|multiplie\w*(?: par)?|por|multiplicad\w*(?: por)?)"
    gap = rf"(?:e?s|n|en)? ?{times} (?:the |die |der |la |le |les |el |los |las )?"
    return re.compile(rf"\b(?:{key}{gap}(?:{others})|(?:{others}){gap}{key})", re.IGNORECASE)


def value_rule(values: list[str]) -> Rule:
    """Return the exclusion of some values of a key, met where a message wants another one of them."""
    listed = "|".join(map(re.escape, values))
    one = rf"(?:the |those |die |den |les |los |las )?[\"'`]?(?:{listed})(?:s|en?|e[snr])?[\"'`]?(?: (?:ones?|orders?|entries|eintrage|tickets?))?"
    out = r"(?:leav(?:e|ing) out|not|no|without|exclud(?:e|ing)|skip(?:ping)?|ignor(?:e|ing)|do ?n[o']?t (?:count|include)|nicht|keine?n?|ohne|lass\w*|sans|pas|ignore[rz]?|ne compte pas|sin|no cuentes|deja fuera)"
    joint = r"(?:,? ?(?:and|or|nor|und|oder|noch|et|ou|ni|y|o)\b|,)"
    clause = rf"[,;.?!(-] ?{AND}{out} {one}(?:{joint} {one})*(?: (?:weg|out|raus|aus|de cote))?\)?{CLAUSE_END}"

    def is_met(said: str, rest: str) -> bool:
        others = [value for value in values if re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", said, re.IGNORECASE) is None]  # fmt: skip
        wanted = "|".join(map(re.escape, others))
        return bool(others) and re.search(rf"{NOT_DENIED}(?<![\w-])(?:{wanted})(?![\w-])", rest, re.IGNORECASE) is not None  # fmt: skip

    return re.compile(clause, re.IGNORECASE), is_met
