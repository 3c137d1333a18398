"""What a question wants of the entries it means: how many, a figure, an extreme, a share, whether all or any; in four languages, folded."""

import re
from typing import NamedTuple

from config.builtins.json_formatter.asked_words import ENTRY_NOUNS, MEANINGS, same_word
from config.builtins.json_formatter.entry_bounds import LOW
from config.builtins.json_formatter.entry_conditions import Condition, Question, key_parts, meant_keys
from config.builtins.wording import blanked

HOW_MANY = re.compile(r"\b(?:how many|(?:what|which) (?:quantity|number) of|welche (?:menge|anzahl)(?: an)?|quelle quantite (?:de |d')?|que cantidad de|count|number of|(?<!total )(?<!sum )amount of(?! (?:all|the|those|these)\b)|anzahl|wie ?viele[nr]?|combien d[e']|combien(?! (?:coute|vaut|pese|mesure|gagne))|nombre d[e']|cuant[oa]s|numero de)\b", re.IGNORECASE)  # fmt: skip
WHICH = re.compile(r"\b(?:which|lesquel\w*|what|who|whose|list|show|only|filter\w*|select|find|give|get|keep|filtre\w*|filtra\w*|welche\w*|wer|wessen|zeig\w*|nenne|finde|gib|nur|quel\w*|qui|affiche\w*|montre\w*|liste\w*|donne\w*|seulement|uniquement|cual\w*|quien\w*|que|muestra\w*|dame|solo|lista\w*)\b", re.IGNORECASE)  # fmt: skip
SHARE = re.compile(r"\b(?:what (?:percent(?:age)?|share|proportion|fraction|part)|percent(?:age)?|proportion|fraction|share of|wie ?viel prozent|prozent\w*|welcher anteil|anteil\w*|pour ?cent(?:age)?|proportion|quelle part|porcentaje|por ciento|proporcion|que parte)\b|%(?= (?:of|are|is|der|sind|des|de|son))", re.IGNORECASE)  # fmt: skip
ALL = re.compile(r"\b(?:everybody|everyone|everything|all|each|every|alle[sn]?|jede[rsn]?|samtliche|tous|toutes|tout le monde|chacun\w*|chaque|todos|todas|todo el mundo|cada)\b", re.IGNORECASE)  # fmt: skip
ANY = re.compile(r"\b(?:any|anybody|anyone|anything|someone|somebody|is there|are there|at least one|irgend\w*|jemand|gibt es|ist (?:einer|eine|jemand)|hat (?:einer|eine|jemand)|y a-t-il|il y a|existe\w*|quelqu'un|au moins une?|hay|algun\w*|alguien|al menos un\w?)\b", re.IGNORECASE)  # fmt: skip
NONE = re.compile(r"\b(?:nobody|no one|none|niemand|keiner|personne|aucune?|nadie|ningun\w*)\b", re.IGNORECASE)
YES_NO_START = re.compile(r"\W*(?:and |but |und |et |y |pero |mais )?(?:is|are|was|were|does|do|did|has|have|ist|sind|war|waren|hat|haben|gibt|est|sont|est-ce|y a|il y a|a-t|ont|existe|es|son|esta|estan|hay|tienen?|todos|todas|tous|alle)\b", re.IGNORECASE)  # fmt: skip
DISTINCT = re.compile(r"\b(?:different|distinct|unique|verschiedene?n?|unterschiedliche?n?|differente?s?|distint[oa]s?|diferentes)\b", re.IGNORECASE)  # fmt: skip
COMMON = re.compile(r"\b(?:most (?:common|frequent|often|popular)|haufigste[nrs]?|am haufigsten|plus (?:frequente?s?|courante?s?)|mas (?:comun(?:es)?|frecuentes?))\b", re.IGNORECASE)  # fmt: skip
GROUPED = re.compile(r"\b(?:(?:grouped |broken down )?by|per|for each|in each|for every|each|pro|je(?:der|dem|des)?|nach|par|pour chaque|dans chaque|chaque|por(?: cada)?|cada|para cada|en cada)\s+(?:the |den |dem |der )?[\"'`]?(?P<key>[\w.-]+(?: [\w-]+)?)", re.IGNORECASE)  # fmt: skip
PLAIN_FIGURES = tuple(
    (name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for name, pattern in (
        ("sum", r"sum|totals?|altogether|together|combined|ensemble|junt[oa]s|en conjunto|add(?:s|ed)? up(?: to)?|come to|amount to|summe|gesamt\w*|insgesamt|zusammen|somme|au total|en tout|suman?|en total|additionn(?:e[rsz]?|ons|ez)|addier\w*|aufaddier\w*|zusammen(?:zahl|rechn)\w*|sumar|sumame|sume"),
        ("average", r"average|mean|avg|\w*durchschnitt\w*|mittelwert|mittlere\w*|moyen(?:ne)?s?|medi[ao]|promedio"),
        ("median", r"median\w*|zentralwert|mediane?s?|median[ao]"),
        ("highest", r"max(?:im\w*)?"),
        ("lowest", r"min(?:im\w*)?"),
    )
)  # fmt: skip
NO_EXTREMES = r"(?!(?:test|rest|request|interest|contest|guest|west|forest|honest|manifest|invest|suggest|harvest|liste\w?|kosten?|kosteten?|erste\w?|leiste\w*|poste\w?|kiste\w*|kuste\w?|weste\w?|gaste\w?|letzte\w?|system\w*|latest|earliest|newest|neueste\w?|fruheste\w?|spateste\w?)\b)"
EXTREME = re.compile(
    r"\b(?:(?P<most>most|least|fewest|die meisten|die wenigsten|am meisten|am wenigsten|le plus|le moins|la plus|la moins|les plus|les moins|l[ao]s? (?:\w+ )?mas|l[ao]s? (?:\w+ )?menos|el (?:\w+ )?mas|el (?:\w+ )?menos|plus|moins|mas|menos)(?: (?:de |d')?(?P<adjective>[a-z]{2,}))?"
    rf"|(?P<est>{NO_EXTREMES}(?:[a-z]{{2,}}est|[a-z]{{2,}}ste[nrsm]?|best|worst))|(?P<spanish>mayor(?:es)?|menor(?:es)?|mejor(?:es)?|peor(?:es)?|meilleure?s?|pires?)|(?P<top>top|best))\b",
    re.IGNORECASE,
)
NEWEST = re.compile(r"\b(?:latest|newest|most recent(?:ly)?|zuletzt|neueste\w?|spateste\w?|jungste bestellung|plus recente?s?|mas recientes?|mas nuev[oa]s?)\b", re.IGNORECASE)  # fmt: skip
EARLIEST = re.compile(r"\b(?:earliest|fruheste\w?|plus ancienne?s?|plus tot|mas antigu[oa]s?)\b", re.IGNORECASE)
LAST = re.compile(r"\b(?:last|letzte\w?|derniere?s?|ultim[oa]s?)\b", re.IGNORECASE)
FIRST = re.compile(r"\b(?:first|erste\w?|premiere?s?|primer[oa]?s?)\b", re.IGNORECASE)
DATED_NOUN = re.compile(r"\b(?:orders?|purchases?|events?|posts?|visits?|logins?|payments?|invoices?|bookings?|dates?|ordered|placed|created|joined|born|hired|bestell\w*|rechnung\w*|zahlung\w*|termine?|commandes?|achats?|factures?|evenements?|pedidos?|compras?|facturas?|eventos?|fechas?)\b", re.IGNORECASE)  # fmt: skip
RANK = re.compile(r"\b(?:(?P<n2>second|2nd|zweit\w*?|deuxieme|segund[oa])|(?P<n3>third|3rd|dritt\w*?|troisieme|tercer[oa]?)|(?P<n4>fourth|4th|viert\w*?|quatrieme|cuart[oa]))[- ]?(?:(?:le|la|el|most) )?\Z", re.IGNORECASE)  # fmt: skip
RANK_INSIDE = re.compile(r"(?P<n2>zweit)|(?P<n3>dritt)|(?P<n4>viert)", re.IGNORECASE)
LOW_EXTREME = re.compile(rf"(?:least|fewest|die wenigsten|am wenigsten|l\w+ moins|moins|\w+ (?:\w+ )?menos|menos|menor|worst|schlechtest|peor|pire|{LOW})", re.IGNORECASE)  # fmt: skip
BEFORE_NUMBER = re.compile(r"(?<![\w.,])(?P<n>\d{1,3})\s+(?:of the |der |des |de los )?(?:[^\W\d]+\s+)?\Z")
AFTER_NUMBER = re.compile(r"\s+(?P<n>\d{1,3})(?![\w.,])")


class Wish(NamedTuple):
    """What a question wants.

    ``kind`` is count, figure, extreme, rows, share, all, any, none, distinct or common; "" for no wish of its own. ``figures`` are names such
    as "average"; ``top`` is how many of an order are wanted (0: all that are first), ``rank`` which place of it.
    """

    kind: str = ""
    figures: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    group: str = ""
    top: int = 0
    rank: int = 1
    word: str = ""
    is_rows: bool = False
    conditions: tuple[Condition, ...] = ()
    is_any: bool = False
    problem: str = ""
    split: int = -1  # where the tested part of a question for a share begins: what is before it says of which entries


def read_wish(asked: Question) -> Wish:
    """Return what a question wants, and take its words; its conditions are added by the caller."""
    group = read_group(asked)
    which = WHICH.search(asked.rest) is not None
    if (special := read_special(asked, group) or read_most_entries(asked)) is not None:
        return special
    if (extreme := read_extreme(asked)) is not None:
        if not extreme.keys and group in asked.table.numbers() + asked.table.of_kind("date"):
            extreme, group = extreme._replace(keys=(group,)), ""
        extreme = extreme._replace(group=group, is_rows=extreme.is_rows or which)
        return best_group(asked, extreme) or figure_of_top(asked, extreme)
    figures = [(name, match) for name, pattern in PLAIN_FIGURES if (match := pattern.search(asked.rest))]
    if (counted := read_count(asked, group, figures)) is not None:
        return counted
    if figures:
        return read_figures(asked, group, figures)._replace(is_rows=which)
    starts = YES_NO_START.match(asked.words) is not None
    return plain_wish(asked, group, starts=starts, which=which)


def figure_of_top(asked: Question, extreme: Wish) -> Wish:
    """Return the wish for the first few of an order, with the figure of them that is asked for: "the total of the two cheapest"."""
    said = [(name, match) for name, pattern in PLAIN_FIGURES[:2] if (match := pattern.search(asked.rest))]
    found = next((one for one in said if not key_called(asked, one[1].group())), None)
    if extreme.top < 2 or found is None:
        return extreme
    asked.take(*found[1].span())
    return extreme._replace(figures=(*extreme.figures[:1], found[0]))


def best_group(asked: Question, extreme: Wish) -> Wish | None:
    """Return the wish for the group with the highest or lowest figure: "which category has the highest average price"; None for others."""
    said = [(name, match) for name, pattern in PLAIN_FIGURES[:3] if (match := pattern.search(asked.rest))]
    found = next((one for one in said if not key_called(asked, one[1].group())), said[0] if said else None)
    texts = [key for key in asked.table.of_kind("text") if asked.key_places(key) or key == extreme.group]
    if found is None or len(texts) != 1 or len(extreme.keys) > 1:
        return None
    asked.take(*found[1].span())
    for place in asked.key_places(texts[0])[:1]:
        asked.take(*place.span())
    keys = extreme.keys or figure_keys(asked, found[1].group())
    return Wish("best_group", (found[0], *extreme.figures), keys, texts[0], rank=extreme.rank, word=found[1].group())


def read_special(asked: Question, group: str) -> Wish | None:
    """Return the wish for a share, for the most common value or for how many different ones; None for others."""
    for kind, pattern in (("share", SHARE), ("common", COMMON), ("distinct", DISTINCT)):
        if match := pattern.search(asked.rest):
            asked.take(*match.span())
            keys = named_keys(asked, list(asked.table.columns)) if kind != "share" else ()
            keys = keys or (("value",) if kind != "share" and list(asked.table.columns) == ["value"] else ())
            tested = TESTED.search(asked.words, match.end())
            return Wish(kind, keys=keys, group=group, word=match.group(), split=tested.end() if tested else -1)
    return None


ALSO_WHICH = re.compile(  # beside how many: "and which ones", "who are they"
    r"(?:[,;?]|\b(?:and|und|et|y|e))\s+(?:(?:also|then|auch|aussi|tambien|please|bitte)\s+)?[¿]?(?:(?:in |at |on |from |bei |an |aus |dans |en |a )?(?:which|welche[rsnm]?|quels?|quelles?|cual(?:es)?)|where|wo|who|what are (?:they|their)|list|name|show|give|tell me (?:which|who|their|the names)|lesquel\w*|laquelle|welche[rsn]?|wer|nenn\w*|zeig\w*|quels?|quelles?|qui|nomme\w*|donne\w*|cual(?:es)?|quien(?:es)?|dime|nombra\w*|muestra\w*)\b"
    r"|\A\W*(?:which|who|what|list|show|welche[rsn]?|wer|quels?|quelles?|qui|que|cual(?:es)?|quien(?:es)?)\b[^?.!]*\b(?:how many|wie ?viele|combien|cuant[oa]s)\b",
    re.IGNORECASE,
)


QUANTITY_NOUN = re.compile(r"\W*(?:pieces?|units?|stuck|piezas?|unidades|quantit\w+)\b", re.IGNORECASE)
KEY_IN_BRACKETS = re.compile(r"[^?.!()]{1,40}\([\"'`]?(?P<key>\w+)[\"'`]?\)")


def key_of_quantity(asked: Question, start: int) -> tuple[str, ...]:
    """Return the key with the number of pieces that a count is of: "how many pieces", "how many bottles in total (qty)"; () for others."""
    numbers = asked.table.numbers()
    bracketed, noun = KEY_IN_BRACKETS.match(asked.rest, start), QUANTITY_NOUN.match(asked.rest, start)
    if bracketed is not None and bracketed["key"] in numbers:
        asked.take(*bracketed.span())
        return (bracketed["key"],)
    keys = meant_keys("quantity", numbers) if noun else []
    if noun is None or len(keys) != 1:
        return ()
    asked.take(*noun.span())
    return (keys[0],)


NAMING_KEY = re.compile(
    r"room|seat|table|page|house|door|locker|box|flat|apartment|invoice|inv|order|ticket|bus|line|track|gate|id|nr|no|number|"
    r"zimmer|raum|platz|tisch|seite|haus|wohnung|rechnung|nummer|linie|chambre|place|page|facture|habitacion|mesa|pagina|factura",
    re.IGNORECASE,
)


def is_name_of_entries(asked: Question, key: str) -> bool:
    """Return whether a key of numbers says which entry it is: the first key, a different whole number in each."""
    values = list(asked.table.columns[key].values.values())
    is_first = next(iter(asked.table.columns), "") == key
    is_whole = all(str(one).isdigit() for one in values)
    return is_first and is_whole and len(set(map(str, values))) == len(values) and NAMING_KEY.fullmatch(key) is not None


OF_QUANTITY = re.compile(r"(?:what|which) quantity|welche menge|quelle quantite|que cantidad", re.IGNORECASE)


def read_count(asked: Question, group: str, figures: "list[tuple[str, re.Match[str]]]") -> Wish | None:
    """Return the wish for how many; of a key with numbers for their sum. None for others."""
    how_many = HOW_MANY.search(asked.rest)
    if how_many is None or any(name != "sum" for name, _ in figures):
        return None
    asked.take(*how_many.span())
    counted = keys_behind(asked, how_many.end()) or key_of_quantity(asked, how_many.end())
    if not counted and OF_QUANTITY.match(how_many.group()):
        held = meant_keys("quantity", asked.table.numbers())
        counted = (held[0],) if len(held) == 1 else ()
    for _, match in figures:
        asked.take(*match.span())
    if counted and is_name_of_entries(asked, counted[0]):
        counted = ()  # "how many rooms are free": the number of a room names it
    if counted and asked.table.columns[counted[0]].kind == "number":
        return Wish("figure", ("sum",), counted, group, word=how_many.group())
    values = [str(one) for one in asked.table.columns[counted[0]].values.values()] if counted else []
    is_distinct = len(set(values)) < len(values) and not group
    is_rows = ALSO_WHICH.search(asked.words) is not None
    return Wish(
        "distinct" if is_distinct else "count", keys=counted, group=group, word=how_many.group(), is_rows=is_rows
    )


def read_figures(asked: Question, group: str, figures: "list[tuple[str, re.Match[str]]]") -> Wish:
    """Return the wish for figures of keys; of two words, one may be a key: "the average total"."""
    if len(figures) > 1:
        figures = [one for one in figures if not key_called(asked, one[1].group())] or figures
    for _, match in figures:
        asked.take(*match.span())
    keys = figure_keys(asked, figures[0][1].group())
    return Wish("figure", tuple(name for name, _ in figures), keys, group, word=figures[0][1].group())


def plain_wish(asked: Question, group: str, *, starts: bool, which: bool) -> Wish:
    """Return the wish of a question without a figure: whether all, any or none are such, or which."""
    for kind, pattern in (("none", NONE), ("any", ANY), ("all", ALL)):
        if starts and (match := pattern.search(asked.rest)):
            asked.take(*match.span())
            return Wish(kind, group=group, word=match.group())
    return Wish("count" if group else "rows" if which else "", group=group, is_rows=which)


def read_group(asked: Question) -> str:
    """Return the key that a question groups by, and take that: "by team", "per city"; "" without one."""
    for match in GROUPED.finditer(asked.rest):
        texts = [key for key, column in asked.table.columns.items() if column.kind in ("text", "flag", "number", "date", "other")]  # fmt: skip
        for key in texts:
            place = next((one for one in asked.key_places(key) if one.start() == match.start("key")), None)
            if place is not None:
                asked.take(match.start(), place.end())
                return key
        lone = [key for key in texts if asked.table.columns[key].kind == "text"]
        if len(lone) == 1 and match["key"].split()[0].lower() in WHOEVER and EACH.match(match.group()):
            asked.take(match.start(), match.start("key") + len(match["key"].split()[0]))
            return lone[0]
        word = match["key"].split()[0]
        meant = meant_keys(word, texts)
        if len(meant) == 1:
            asked.take(match.start(), match.start("key") + len(word))
            return meant[0]
    return ""


EACH = re.compile(r"(?:each|for each|for every|per|pro|je(?:der|dem|des)?|par|pour chaque|chaque|por(?: cada)?|para cada|cada)\b", re.IGNORECASE)  # fmt: skip
WHOEVER = frozenset(["person", "persons", "one", "name", "customer", "user", "member", "employee", "kunde", "nutzer", "mitglied", "mitarbeiter", "personne", "client", "persona", "cliente", "usuario"])  # fmt: skip


def named_keys(asked: Question, keys: list[str]) -> tuple[str, ...]:
    """Return those of some keys that a question names, else the one that its words mean, and take them."""
    found = []
    for key in sorted(keys, key=lambda one: -len(key_parts(one))):
        places = asked.key_places(key)
        if places:
            asked.take(*places[0].span())
            found.append((places[0].start(), key))
    if found:
        return tuple(key for _, key in sorted(found))
    for _, words, names in MEANINGS:
        meant = [key for key in keys if any(names.fullmatch(part) for part in key_parts(key))]
        match = words.search(asked.rest)
        if match and len(meant) == 1:
            asked.take(*match.span())
            return (meant[0],)
    return ()


def keys_behind(asked: Question, start: int) -> tuple[str, ...]:
    """Return the key that a question names at a place, and take it: "how many points"."""
    numbers = set(asked.table.numbers())
    for key, column in asked.table.columns.items():
        if column.kind in ("flag", "list", "other") or (column.kind == "number" and key not in numbers):
            continue
        for match in asked.key_places(key):
            if not asked.rest[start : match.start()].strip(" -\"'`"):
                asked.take(*match.span())
                return (key,)
    return ()


def figure_keys(asked: Question, word: str) -> tuple[str, ...]:
    """Return the keys with numbers that a figure is of: those named, those meant, else the only one."""
    inner = re.sub(r"\A(?:gesamt|durchschnitts?|mittel|median)", "", word.lower())
    inner = re.sub(r"s?durchschnitt\w*\Z", "", inner) or inner
    numbers = asked.table.numbers()
    joined = tuple(key for key in numbers if any(same_word(inner, part) for part in key_parts(key)))
    named = named_keys(asked, numbers) or joined or tuple(key_called(asked, word))
    meant = meant_keys(word, numbers) or meant_keys(inner, numbers)
    return named or (tuple(meant) if len(meant) == 1 else ())


def key_called(asked: Question, word: str) -> list[str]:
    """Return the key with numbers that a word of a figure is, too: "total"."""
    return [
        key
        for key in asked.table.numbers()
        if [same_word(word.lower(), part) for part in key_parts(key)][-1:] == [True]
    ][:1]


TESTED = re.compile(r"\b(?:of|der|von|des|de|del|among|unter|d'entre|los|las)\b[^?]*?\b(?:is|are|have|has|lives?|comes?|was|were|earns?|costs?|ist|sind|hat|haben|kommen|wohnen|kosten|est|sont|ont|viennent|habitent|coutent|son|es|estan?|tienen?|viven|cuestan)\b", re.IGNORECASE)  # fmt: skip
MOST_ENTRIES = re.compile(r"\b(?:(?:the )?most|die meisten|am meisten|le plus d[e']|(?:el )?mayor numero de|mas) ?(?P<noun>\w+)", re.IGNORECASE)  # fmt: skip


def read_most_entries(asked: Question) -> Wish | None:
    """Return the wish for the value that most entries have: "which city has the most users"; None for none."""
    match = MOST_ENTRIES.search(asked.rest)
    own = {part for key in asked.table.path for part in key_parts(key)}
    if match is None or not WHICH.search(asked.rest[: match.start()]):
        return None
    noun = match["noun"].lower()
    if noun not in ENTRY_NOUNS and not any(same_word(noun, part) for part in own):
        return None
    texts = [
        key for key in asked.table.of_kind("text") if any(one.end() <= match.start() for one in asked.key_places(key))
    ]
    if len(texts) != 1 or named_anywhere(asked, match):
        return None
    asked.take(*match.span())
    asked.take(*asked.key_places(texts[0])[0].span())
    return Wish("common", keys=tuple(texts), word=match.group())


def named_anywhere(asked: Question, match: "re.Match[str]") -> bool:
    """Return whether the words of a match name a key with numbers."""
    return any(one.start() >= match.start() for key in asked.table.numbers() for one in asked.key_places(key))


def read_extreme(asked: Question) -> Wish | None:
    """Return the wish for what is first in an order, such as "the two oldest" or "the latest order"; None for none."""
    if (early := read_dated_extreme(asked) or read_choice(asked)) is not None:
        return early
    for match in EXTREME.finditer(asked.rest):
        said = match.group()
        adjective = match["adjective"] or ""
        if match["most"] and re.match(r"(?:plus|moins|mas|menos)\b", said, re.IGNORECASE) and not adjective:
            continue
        keys, end = extreme_keys(asked, match)
        if not keys and not (match["est"] or match["spanish"] or adjective or match["top"]):
            continue
        is_low = LOW_EXTREME.match(said) is not None or (re.match(LOW, adjective, re.IGNORECASE) is not None)
        if match["most"] and adjective:
            is_less = re.search(r"least|fewest|wenigst|moins|menos", match["most"], re.IGNORECASE) is not None
            is_low = is_less is not (re.match(LOW, adjective, re.IGNORECASE) is not None)
        is_date = len(keys) == 1 and asked.table.columns[keys[0]].kind == "date"
        is_low = is_low is not (is_date and AGED.search(said) is not None)  # fmt: skip
        is_low = is_low is not (len(keys) == 1 and is_better_low(asked, keys[0]) and BEST.search(said) is not None)
        asked.take(match.start(), end)
        return order_wish(asked, match.start(), end, keys, is_low=is_low, word=said)
    return None


CHOICE = re.compile(r"\b(?P<word>(?:(?P<less>less|moins|menos)|more|plus|mas) [a-z]{3,}|[a-z]{2,}er)\b(?: (?:than|als|que)\b)?", re.IGNORECASE)  # fmt: skip
OF_TWO = re.compile(r"\b(?:(?:of|from|among) (?:the |these |those )?(?:two|2|pair)|von (?:den |diesen )?(?:beiden|zweien)|der beiden|des deux|entre les deux|de (?:los|las) dos)\b", re.IGNORECASE)  # fmt: skip


def read_choice(asked: Question) -> Wish | None:
    """Return the wish for one end of an order of named entries: "who is older, Ada or Ben"; None for none."""
    if not any(one.sign == "=" and len(one.values) > 1 for one in asked.conditions):
        return None
    for match in OF_TWO.finditer(asked.rest):
        asked.take(*match.span())
    for match in CHOICE.finditer(asked.rest):
        keys = meant_keys(match["word"], asked.table.numbers() + asked.table.of_kind("date"))
        if len(keys) == 1:
            adjective = match["word"].rpartition(" ")[2]
            is_low = (re.match(LOW, adjective, re.IGNORECASE) is not None) is not (match["less"] is not None)
            is_low = is_low is not (asked.table.columns[keys[0]].kind == "date")
            asked.take(*match.span())
            return Wish("extreme", ("lowest" if is_low else "highest",), tuple(keys), word=match.group(), is_rows=True)
    return None


BEST = re.compile(r"best|worst|schlecht|meilleur|pire|mejor|peor", re.IGNORECASE)


def is_better_low(asked: Question, key: str) -> bool:
    """Return whether a low value of a key is the better one: a place in a ranking, a German school grade."""
    last = key_parts(key)[-1]
    return re.fullmatch(r"rank|rang|place|platz|position", last) is not None or (
        last in ("note", "noten") and asked.language == "de"
    )


AGED = re.compile(r"old|alt|vieux|vieil|viej|age|young|jung|jeun|joven|ancien|antigu", re.IGNORECASE)


BUT_SOME = re.compile(r" but (?P<n>one|two|1|2)\b", re.IGNORECASE)  # "the youngest but one"


def order_wish(asked: Question, start: int, end: int, keys: tuple[str, ...], *, is_low: bool, word: str) -> Wish:
    """Return the wish for an end of an order, with how many of it are wanted, or which place."""
    top, rank = 0, 1
    before, after = BEFORE_NUMBER.search(asked.rest[:start]), AFTER_NUMBER.match(asked.rest, end)
    ordinal, inside = RANK.search(asked.rest[:start]), RANK_INSIDE.match(word)
    if before is not None:
        top = int(before["n"])
        asked.take(*before.span())
    elif after is not None:
        top = int(after["n"])
        asked.take(*after.span())
    elif (but := BUT_SOME.match(asked.rest, end)) is not None:
        rank = 2 if but["n"] in ("one", "1") else 3
        asked.take(*but.span())
    elif (place := ordinal or inside) is not None:
        rank = int(str(place.lastgroup)[1:])
        if ordinal is not None:
            asked.take(*ordinal.span())
    return Wish("extreme", ("lowest" if is_low else "highest",), keys, top=top, rank=rank, word=word)


def extreme_keys(asked: Question, match: "re.Match[str]") -> tuple[tuple[str, ...], int]:
    """Return the keys that an order is by, and where the words of it end; a key named behind "most" is a part of them."""
    candidates = asked.table.numbers() + asked.table.of_kind("date")
    adjective = match["adjective"] or ""
    for key in asked.table.numbers() if adjective else ():
        for place in asked.key_places(key):
            if match.start("adjective") <= place.start() <= match.end("adjective"):
                return (key,), place.end()
    meant = meant_keys(match.group(), candidates)
    if not meant and AGED.search(match.group()):
        meant = meant_keys("born", candidates)
    if match["spanish"]:
        named = list(named_keys(asked, asked.table.numbers()))
        meant = named or (meant_keys("age", candidates) if match.group().lower()[1:3] in ("ay", "en") else meant)
    known = [name for name, words, _ in MEANINGS if words.search(match.group())]
    if len(meant) == 1 or (known and not meant and not {"size", "rating", "height"}.issuperset(known)):
        return tuple(meant), match.end()
    return lone_extreme_keys(asked, match, meant)


def lone_extreme_keys(asked: Question, match: "re.Match[str]", meant: list[str]) -> tuple[tuple[str, ...], int]:
    """Return the keys of an order whose words mean none: one that is named elsewhere, else the only one with numbers."""
    adjective = match["adjective"] or ""
    rest = asked.rest
    asked.rest = blanked(rest, *match.span())
    named = named_keys(asked, asked.table.numbers())
    asked.rest = rest
    if named or meant:
        is_known = any(words.fullmatch(adjective) for _, words, _ in MEANINGS)
        ends_early = adjective and match["most"] and not is_known
        return (named or tuple(meant))[:1], match.start("adjective") if ends_early else match.end()
    lone = asked.table.numbers()
    return (tuple(lone) if len(lone) == 1 and not adjective else ()), match.end()


def is_about_time(asked: Question, dates: list[str]) -> bool:
    """Return whether "first" and "last" are meant in time: by what entries are, or by a word of a key with dates, as in "visited"."""
    starts = {part[:4] for key in dates for part in key_parts(key) if len(part) >= 4}
    return bool(dates) and (DATED_NOUN.search(asked.words) is not None or any(word[:4].lower() in starts for word in asked.words.split()))  # fmt: skip


YEAR_KEY = re.compile(r"years?|jahr|annee|ano", re.IGNORECASE)


def read_dated_extreme(asked: Question) -> Wish | None:
    """Return the wish for the first or last of an order in time; None where nothing has one date, or a place in the list is meant."""
    years = [key for key in asked.table.numbers() if YEAR_KEY.fullmatch(key_parts(key)[-1])]
    dates = asked.table.of_kind("date") or years
    for pattern, is_low, needs_noun in ((NEWEST, False, False), (EARLIEST, True, False), (LAST, False, True), (FIRST, True, True)):  # fmt: skip
        match = pattern.search(asked.rest)
        if match is None or (needs_noun and not is_about_time(asked, dates)):
            continue
        keys = named_keys(asked, dates) or tuple(dates)
        asked.take(*match.span())
        return order_wish(asked, match.start(), match.end(), keys if len(keys) == 1 else (), is_low=is_low, word=match.group())._replace(is_rows=True)  # fmt: skip
    return None
