"""What a question asks of a table: figures of which column, of which rows, by which group, the first how many."""

import re
from math import fsum
from typing import NamedTuple

from config.builtins.csv_statistics.column_words import WORD_OF_COLUMN, same_column
from config.builtins.csv_statistics.columns import Column, is_identifier
from config.builtins.csv_statistics.times import MONTHS, NUMBERS_OF_NAMES, TIME_NAME, with_table_names
from config.builtins.wording import GROUPS, Mapped, decimal_of, flattened, fold, pairs, with_digits

MOST_VALUES = 5_000  # different texts of a column that are looked for in a question
TABLE_WORDS = {
    "en": pairs(
        "how much = how much; rank(?:ed)? = sort; grouped by = per; group by = per; by each = per; for each = per; for every = per; in each = per; each = per; broken down by = per"
    ),
    "de": pairs(
        """durchschnitt(?:lich\\w*)? = average; durchschnitts = average; mittelwert = mean; im schnitt = average; summe = sum; gesamt\\w* = total; insgesamt = total;
        kleinste[rns]? = smallest; niedrigste[rns]? = lowest; hochste[rns]? = highest; grosste[rns]? = largest; großte[rns]? = largest;
        alteste[rns]? = oldest; jungste[rns]? = youngest; billigste[rns]? = cheapest; teuerste[rns]? = most expensive; am teuersten = most expensive;
        am billigsten = cheapest; am altesten = oldest; am jungsten = youngest; am hochsten = highest; am meisten = most; die meisten = most; den meisten = most;
        meisten = most; meiste = most; am wenigsten = least; wenigsten = least; am haufigsten = most common; haufigste[rns]? = most common; wie ?viele = how many;
        wieviel = how much; wie viel = how much; wie hoch = how much; welche[rsn]? = which; wer = who; pro = per; je = per; nach = per; fur jede[ns]? = per;
        nur fur = only; nur = only; fur = for; mit = with; uber = over; mehr als = more than; grosser als = more than; großer als = more than; hoher als = more than; kleiner als = less than; weniger als = less than; unter = under; mindestens = at least;
        hochstens = at most; unterschied = difference; differenz = difference; abstand = gap; spannweite = range of; hochstem = highest; hochster = highest; niedrigstem = lowest; niedrigster = lowest; beste[rnsm]? = best; schlechteste[rnsm]? = worst; schlechtestem = worst; bestem = best; grosstem = largest; kleinstem = smallest; zwischen = between; und = and; ohne = without; ausser = except; nicht = not; verschiedene[n]? = different;
        unterschiedliche[n]? = different; zeilen = rows; eintrage = entries; fehlende[n]? = missing; leere[n]? = empty; standardabweichung = standard deviation;
        anteil = share; prozent = percent; alter als = older than; junger als = younger than; sortiere[n]? = sort; sortiert = sort; zeige = show; liste = list;
        aus = from; zusammen = altogether; anzahl = count; ausgegeben = spent; gekostet = costs; gezahlt = spent; bezahlt = spent; gewonnen = won; verloren = lost; gearbeitet = worked; verkauft = sold; absteigend = descending; aufsteigend = ascending; am wenigstens = least; kaltesten? = coldest; am kaltesten = coldest;
        warmsten? = warmest; am warmsten = warmest; schnellsten? = fastest; langsamsten? = slowest"""
    ),
    "fr": pairs(
        """moyenne = average; en moyenne = average; somme = sum; au total = total; total = total; mediane = median; plus petite? = smallest; plus basse? = lowest;
        plus faible = lowest; plus bas = lowest; plus haute? = highest; plus eleve(?:e)? = highest; plus grande? = largest; plus age(?:e)? = oldest;
        plus vieux = oldest; plus jeune = youngest; moins cher(?:e)? = cheapest; plus cher(?:e)? = most expensive; le plus de = most; la plus de = most;
        le plus = most; la plus = most; le moins de = least; le moins = least; plus frequente? = most common; plus courante? = most common; combien de = how many;
        combien = how much; quel(?:le)?s? = which; qui = who; par = per; pour chaque = per; seulement pour = only; uniquement pour = only; seulement = only;
        uniquement = only; pour = for; avec = with; plus de = more than; superieure?s? a = more than; inferieure?s? a = less than; plus grande?s? que = more than; plus petite?s? que = less than; moins de = less than; au moins = at least; au plus = at most; entre = between; et = and;
        sans = without; sauf = except; pas = not; differente?s = different; lignes = rows; manquante?s = missing; vides = empty; ecart[- ]type = standard deviation;
        pourcentage = percent; part = share; trie[rz]? = sort; classe[rz]? = sort; range[rz]? = sort; decroissante?s? = descending; croissante?s? = ascending; affiche[rz]? = show; liste[rz]? = list; nombre de = count; depense = spent; paye = spent; gagne = won; perdu = lost; travaille = worked; vendu = sold; minimum = minimum; maximum = maximum"""
    ),
    "es": pairs(
        """promedio = average; media = average; suma = sum; en total = total; total = total; mediana = median; mas pequen[oa] = smallest; mas baj[oa] = lowest;
        mas alt[oa] = highest; mas grande = largest; mayor = highest; menor = lowest; mas viej[oa] = oldest; mas joven = youngest; mas barat[oa] = cheapest;
        mas car[oa] = most expensive; mas = most; menos = least; mas frecuente = most common; mas comun = most common; cuant[oa]s = how many;
        cuant[oa] = how much; cual(?:es)? = which; que = which; quien = who; por cada = per; por = per; para cada = per; solo para = only; solo = only;
        para = for; con = with; mas de = more than; mayor(?:es)? (?:que|de|a) = more than; menor(?:es)? (?:que|de|a) = less than; superior(?:es)? a = more than; inferior(?:es)? a = less than; menos de = less than; al menos = at least; como maximo = at most; entre = between; y = and; sin = without;
        excepto = except; no = not; distint[oa]s = different; diferentes = different; filas = rows; faltan = missing; vaci[oa]s = empty;
        desviacion estandar = standard deviation; desviacion tipica = standard deviation; porcentaje = percent; ordena = sort; ordenar = sort; de mayor a menor = descending; de menor a mayor = ascending; descendente = descending; muestra = show; lista = list;
        minimo = minimum; maximo = maximum; gastado = spent; gaste = spent; pagado = spent; ganado = won; gano = won; perdido = lost; perdio = lost; trabajado = worked; trabajo = worked; vendido = sold; mayores de = older than; menores de = younger than; numero de = count"""
    ),
}
OPERATIONS = (
    ("percentile", r"(?P<n>\d{1,2}(?:\.\d)?)(?:st|nd|rd|th|e|o)? percentile|\bp(?P<p>\d{2})\b"),
    ("q1", r"\b(?:q1|first quartile|lower quartile)\b"),
    ("q3", r"\b(?:q3|third quartile|upper quartile)\b"),
    ("quartiles", r"\bquartiles\b"),
    ("stdev", r"\b(?:st(?:andar)?d\.?[ -]?dev(?:iation)?|stdev|sd|spread|sigma)\b"),
    ("variance", r"\bvariance\b"),
    ("mean", r"\b(?:mean|average|avg|averages)\b"),
    ("median", r"\bmedian\b"),
    ("missing", r"\b(?:missing|empty|blank|gaps?(?! (?:between|from))|nulls?)\b"),
    ("unique", r"\b(?:unique|distinct|different)\b"),
    ("mode", r"\b(?:mode|(?:most|least) (?:common|frequent|often|popular)|most frequently|appears? (?:the )?most|occurs? (?:the )?most)\b"),
    ("share", r"\b(?:percent(?:age)?|share|proportion|fraction)\b"),
    ("range", r"\brange of\b|\b(?:difference|gap|spread|distance) (?:between|from) (?:the )?(?:highest|max\w*|largest|biggest|best|top|most expensive|oldest|longest|warmest|hottest|lowest|min\w*|smallest|worst|bottom|cheapest|youngest|shortest|coldest)(?: \w+)?(?: and| to) (?:the )?(?:lowest|min\w*|smallest|worst|bottom|cheapest|youngest|shortest|coldest|least expensive|highest|max\w*|largest|best|top|most expensive|oldest|longest|warmest|hottest)\b"),
    ("max", r"\b(?:max(?:imum)?|largest|highest|biggest|greatest|most expensive|priciest|oldest|longest|tallest|latest|best|top|dearest|heaviest|warmest|hottest|fastest)\b"),
    ("min", r"\b(?:min(?:imum)?|smallest|lowest|cheapest|least expensive|youngest|shortest|fewest|worst|earliest|lightest|coldest|coolest|slowest)\b"),
    ("most", r"\bmost\b"),
    ("least", r"\bleast\b(?! \d)"),
    ("sum", r"\b(?:sum|summed|sum up|summing|added up|adds? up|total|totals|add up|altogether|in all|overall|combined)\b"),
    ("count", r"\b(?:count|how many|number of)\b"),
)  # fmt: skip
COMPARISONS = (
    (">=", r"(?:at least|>=|≥|minimum of|no less than)"),
    ("<=", r"(?:at most|<=|≤|up to|no more than|maximum of)"),
    (
        ">",
        r"(?:more than|over|above|greater than|larger than|higher than|bigger than|older than|longer than|exceed(?:s|ing)?|beyond|after|>)",
    ),
    (
        "<",
        r"(?:less than|under|below|fewer than|smaller than|lower than|younger than|shorter than|cheaper than|before|<)",
    ),
    ("=", r"(?:equal(?:s)? to|equals|exactly|==|=)"),
)
FIGURE = rf"[$€£]? ?(?P<n>-?(?:{GROUPS}))(?![-\w.]*\d)"
ABOVE_AVERAGE = re.compile(
    r"\b(?:(?P<over>above|over|more than|higher than|greater than|larger than|au[- ]dessus(?= de)|p[oe]r encima(?= de))|"
    r"(?:below|under|less than|lower than|smaller than|en[- ]dessous(?= de)|p[oe]r debajo(?= de))) (?:de )?(?:(?:the|its|their|dem|den|der|la|el) )?(?:average|mean|avg)\b",
    re.IGNORECASE,
)
NEGATION = re.compile(
    r"\b(?:not|except|without|excluding|other than|but|isn't|aren't|no)\b(?: \w+){0,2}\W*\Z", re.IGNORECASE
)
SYNONYMS = (
    (r"\b(?:expensive|cheap\w*|pric\w*|costs?)\b", r"price|cost|preis|prix|precio|kosten"),
    (r"\b(?:old\w*|young\w*|age)\b", r"age|alter|edad|years"),
    (r"\b(?:cold\w*|warm\w*|hot\w*|cool\w*)\b", r"temp|grad|celsius|°|degrees"),
    (r"\b(?:earn\w*|paid|salar\w*)\b", r"salary|wage|income|gehalt|salaire|sueldo|salario"),
    (r"\b(?:won|wins?|winning)\b", r"\bwins?\b|\bwon\b|siege?|victoires?|victorias?"),
    (r"\b(?:lost|loses?|losing)\b", r"loss|\blost\b|niederlage|defaite|derrota"),
    (r"\b(?:scored?|scoring)\b", r"goals?|points?|score|tore|punkte|buts|goles|puntos"),
    (r"\b(?:spent|spend\w*|paid)\b", r"amount|spen[dt]|expense|cost|betrag|ausgabe|montant|depense|importe|gasto"),
    (r"\b(?:work(?:s|ed)?)\b", r"hours|stunden|heures|horas"),
    (r"\b(?:sold|sell\w*)\b", r"sold|sales|units|quantity|qty|amount|verkauft|ventes|ventas"),
)
ADDITIVE = re.compile(
    r"revenue|sales|amount|total|quantit|qty|units|count|profit|income|spen|umsatz|menge|betrag|anzahl|ventes|montant|ingres|ventas|cantidad|"
    r"importe|orders|visits|hours|points|votes|sold|clicks|views|cost|expense|budget|stunden|kosten|population|einwohner|goals",
    re.IGNORECASE,
)


class Mention(NamedTuple):
    """A column that a question names, and where in the rewritten question."""

    column: int
    start: int
    end: int


class Filter(NamedTuple):
    """Rows that count: a column, a comparison (= ≠ > >= < <=), and the values it is made with (any of them)."""

    column: int
    sign: str
    values: tuple[str, ...]


class Query(NamedTuple):
    """What is asked; -1 for no column and 0 for no number."""

    operations: tuple[str, ...] = ()
    measures: tuple[int, ...] = ()
    group: int = -1
    subject: int = -1
    filters: tuple[Filter, ...] = ()
    top: int = 0
    percentile: float = 0
    shows: bool = False
    said: str = ""
    spans: tuple[tuple[int, int], ...] = ()
    language: str = "en"
    lost: bool = False  # a "per …" or "which …" that names no column

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was understood."""
        return not (self.operations or self.measures or self.group >= 0 or self.filters or self.top or self.shows)


def query_of(question: str, columns: list[Column], language: str) -> Query:
    """Return what a question asks of these columns. The question is as long as its message, so that places are those of the message."""
    made = (
        with_digits(flattened(question), language).translated(TABLE_WORDS[language]).sub(r"\bby(?= (?:the )?\w)", "per")
    )
    made = with_table_names(made, (value for column in columns for value in list(column.texts or ())[:MOST_VALUES]))
    spans: list[list[int]] = []
    values, made = value_filters(made, columns, spans)
    mentions = mentioned(made.text, columns)
    numeric = [place for place, column in enumerate(columns) if column.values() is not None]
    numbers, made = number_filters(made, mentions, numeric, columns, language, spans)
    absent = absent_columns(made, mentions, numeric, spans)
    mentions = [one for one in mentions if one.column not in absent]
    numbers += [Filter(place, "=", ("0",)) for place in absent] + [
        *month_filters(made, columns, spans),
        *empty_filters(made, mentions, spans),
    ]
    operations, percentile = operations_of(made, spans, numbers)
    group = next((m.column for m in mentions if re.search(r"\bper (?:the )?\Z", made.text[: m.start])), -1)
    top_match = TOP.search(made.text)
    top = int(next(found for found in top_match.groups() if found)) if top_match else 0
    shows = re.search(r"\b(?:list|show|sort\w*|order(?:ed)? by|which rows|display)\b", made.text, re.IGNORECASE)
    spans += [made.span(m.start, m.end) for m in mentions]
    spans += [made.span(*match.span()) for match in (top_match, shows) if match]
    spans += made.spans(r"\b(?:which|who|what|how many|how much|per|only|rows?|column|values?|entries|is|are|of|the)\b")
    measures = tuple(dict.fromkeys(m.column for m in mentions if m.column in numeric and m.column != group))
    if group in numeric and (top or shows or any(m.column not in numeric for m in mentions)):
        measures, group = (group, *measures), -1
    measures = without_identifiers(measures, made.text, mentions, columns, operations)
    meant = () if measures else synonyms(made.text, columns, numeric, spans, made)
    if not operations and re.search(r"\bhow much\b", made.text):
        operations, meant = how_much(columns, measures, meant, [place for place in numeric if place != group])
    if operations == ["count"]:
        measures = tuple(place for place in measures if not any(one.column == place for one in numbers))
    meant = () if operations == ["count"] and any(one.column in meant for one in numbers) else meant
    subject = subject_of(made.text, mentions, columns, group, measures)
    return Query(
        tuple(dict.fromkeys(operations)), measures or meant, group, subject,
        tuple([*values, *numbers]), top, percentile, shows is not None, made.text, tuple((a, b) for a, b in spans), language, names_no_column(made.text, mentions, columns),
    )  # fmt: skip


TOP = re.compile(r"\btop (\d{1,4})\b|\b(?:which|what|who|the) (\d{1,3}) \w+ (?:is|are|were|was|has|have|had|with|did)\b(?=.*\b(?:most|least|\w+est|best|worst|most \w+|top)\b)|\b(?:first|best|highest|largest|biggest|lowest|smallest|worst|cheapest|most expensive|oldest|youngest) (\d{1,4})\b|\b(\d{1,4}) (?:\w+ )?(?:with|having|mit|avec|con) (?:the |den |dem |le |la |les |el |las |los )?(?:most|best|highest|largest|biggest|lowest|smallest|fewest|least)\b|\b(\d{1,4}) (?:most|best|highest|largest|biggest|lowest|smallest|cheapest|oldest|youngest|worst|least)\b", re.IGNORECASE)  # fmt: skip


def without_identifiers(
    measures: tuple[int, ...], text: str, mentions: list[Mention], columns: list[Column], operations: list[str]
) -> tuple[int, ...]:
    """Return the columns of a figure without one that numbers the rows, unless the question writes its very name."""
    numeric = [place for place, column in enumerate(columns) if column.values() is not None]
    counted_in = [place for place in numeric if not is_identifier(columns[place])]
    if operations in ([], ["count"]) or not counted_in or re.search(r"\bid\b|\bnumber\b", text):
        return measures
    named = {m.column for m in mentions if fold(columns[m.column].name).lower() == text[m.start : m.end].lower()}
    return tuple(place for place in measures if place in counted_in or place in named)


def how_much(
    columns: list[Column], measures: tuple[int, ...], meant: tuple[int, ...], numeric: list[int]
) -> tuple[list[str], tuple[int, ...]]:
    """Return the figures and the column of a bare "how much": the sum of what can be added up, of the only numbers."""
    if not (measures or meant) and len(numeric) == 1:
        meant = (numeric[0],)
    is_additive = any(ADDITIVE.search(columns[place].name) for place in measures or meant)
    return (["sum"] if is_additive else []), meant


NAMES_COLUMN = re.compile(
    r"\b(?:per (?:the )?|which (?!(?:rows?|values?|ones?|columns?|entr\w+|lines?|percent\w*|share|number|is|are|was|has|have|had|est|sont|etait|ist|sind|war|hat|es|son|fue|la|le|les|el|los|der|die|das|of|average|mean|median|sum|total|highest|lowest|most|least|largest|smallest|best)\b))"
    r"(?=[^\W\d_]{3,})",
    re.IGNORECASE,
)


ROWS_ASKED = re.compile(
    r"\b(?:which|list|show|display|only|find|what|how many) (?:me )?(?:the |all |all the )?(?:rows?|lines?|entr\w+|records?|ones|lignes|filas)\b|\bin (?:which|what) (?:rows?|lines?)\b|\b(?:rows?|lines?|entr\w+|records?) (?:with|that|where|which|and|con)\b",
    re.IGNORECASE,
)
EMPTY = re.compile(
    r"\b(?:missing|empty|blank|incomplete|gaps?|nulls?)(?: (?:values?|cells?|fields?|data|entries))?\b", re.IGNORECASE
)


def empty_filters(made: Mapped, mentions: list[Mention], spans: list[list[int]]) -> list[Filter]:
    """Return the filter of a question for the rows in which a cell, or one of the columns named, is empty, or none is."""
    rows, empty = ROWS_ASKED.search(made.text), EMPTY.search(made.text)
    if rows is None or empty is None:
        return []
    negation = NEGATION.search(made.text[: empty.start()])
    sign = "full" if negation else "empty"
    spans += [made.span(*rows.span()), made.span(negation.start() if negation else empty.start(), empty.end())]
    return [Filter(one.column, sign, ()) for one in mentions] or [Filter(-1, sign, ())]


MONTH_YEAR = re.compile(r",? ?(?:de |of )?((?:19|20)\d\d)\b(?![-/.]\d)", re.IGNORECASE)
BOUND = re.compile(  # of a span of time, which a month alone is not
    r"\b(?:since|from|until|till|before|after|through|bis|seit|ab|vor|nach|von|depuis|avant|apres|jusqu'en|desde|hasta|antes de|despues de|less than|at least|per) \Z",
    re.IGNORECASE,
)


def month_filters(made: Mapped, columns: list[Column], spans: list[list[int]]) -> list[Filter]:
    """Return the filter of a question that names months, for a table with one column of dates as 2026-01-31.

    The values are 01 for the January of any year, 2026-01 for that of one.
    """
    dates = [place for place, column in enumerate(columns) if column.dates and column.count and "-" in column.low[4:5]]
    months = set()
    found = list[tuple[int, int]]()
    for match in TIME_NAME.finditer(made.text):
        number = min(NUMBERS_OF_NAMES[match.group().rstrip(".").lower()])
        before = made.text[: match.start()]
        is_verb = match.group() == "may" and not re.search(r"\b(?:in|of|for|during|and|or) \Z", before, re.IGNORECASE)
        if number >= MONTHS or is_verb:
            continue
        if BOUND.search(before):
            return []
        year = MONTH_YEAR.match(made.text, match.end())
        months.add(f"{year[1]}-{number + 1:02}" if year else f"{number + 1:02}")
        found.append((match.start(), year.end() if year else match.end()))
    if len(dates) != 1 or not found:
        return []
    spans += [made.span(*span) for span in found]
    return [Filter(dates[0], "month", tuple(sorted(months)))]


def absent_columns(made: Mapped, mentions: list[Mention], numeric: list[int], spans: list[list[int]]) -> list[int]:
    """Return the columns that a question wants to be 0: "out of stock"."""
    found = []
    for one in mentions:
        words = re.search(r"\bout of (?:the )?\Z", made.text[: one.start])
        if one.column in numeric and words:
            found.append(one.column)
            spans.append(made.span(words.start(), one.end))
    return found


def names_no_column(text: str, mentions: list[Mention], columns: list[Column]) -> bool:
    """Say whether "per …" or "which …" is followed by a word that is no column, and no word for the columns themselves."""
    starts = {one.start for one in mentions}
    times = sum(TIME_NAME.fullmatch(fold(column.name).lower()) is not None for column in columns) > 1
    nouns = (COLUMN_NOUN, TIME_NOUN) if times else (COLUMN_NOUN,)
    return any(
        match.end() not in starts and not any(noun.match(text, match.end()) for noun in nouns)
        for match in NAMES_COLUMN.finditer(text)
    )


TIME_NOUN = re.compile(r"(?:months?|weekdays?|days?|monate?|tage?|mois|jours?|mes(?:es)?|dias?)\b", re.IGNORECASE)


# "per subject" of a table whose columns are the subjects asks for the figure of each column
COLUMN_NOUN = re.compile(
    r"(?:subjects?|columns?|categor(?:y|ies)|measures?|metrics?|variables?|exams?|tests?|fach|facher|spalten?|matieres?|colonnes?|asignaturas?|materias?|columnas?)\b",
    re.IGNORECASE,
)


def mentioned(text: str, columns: list[Column]) -> list[Mention]:
    """Return the columns that a text names, with or without a plural, underscores as spaces; in order."""
    found: list[Mention] = []
    names = sorted(
        ((fold(column.name).casefold(), place) for place, column in enumerate(columns)), key=lambda one: -len(one[0])
    )
    for name, place in names:
        if not name:
            continue
        stem = (
            re.escape(name[:-1] if name.endswith("y") and len(name) > 3 else name)
            .replace("_", "[ _]")
            .replace(r"\ ", "[ _]")
        )
        ending = "(?:y|ies)" if name.endswith("y") and len(name) > 3 else "(?:e?s|n|en)?"
        for match in re.finditer(rf"(?<!\w){stem}{ending}(?!\w)", text, re.IGNORECASE):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Mention(place, *match.span()))
    found += people_mentioned(text, names, found)
    for match in re.finditer(r"[^\W\d_]{5,}", text):
        short = [place for name, place in names if len(name) >= 3 and shortens(name, fold(match.group()).lower())]
        if len(short) == 1 and not any(
            one.column == short[0] or (one.start < match.end() and match.start() < one.end) for one in found
        ):
            found.append(Mention(short[0], *match.span()))
    found += columns_by_place(text, columns, found)
    found += columns_by_word(text, names, found)
    return sorted(found, key=lambda one: one.start)


PLACES_OF_COLUMNS = {
    **dict.fromkeys(("first", "1st", "erste", "premiere", "primera"), 0),
    **dict.fromkeys(("second", "2nd", "zweite", "deuxieme", "segunda"), 1),
    **dict.fromkeys(("third", "3rd", "dritte", "troisieme", "tercera"), 2),
    **dict.fromkeys(("fourth", "4th", "vierte", "quatrieme", "cuarta"), 3),
    **dict.fromkeys(("fifth", "5th", "funfte", "cinquieme", "quinta"), 4),
    **dict.fromkeys(("last", "letzte", "derniere", "ultima"), -1),
}
COLUMN_PLACE = re.compile(
    rf"\b(?P<nth>{'|'.join(PLACES_OF_COLUMNS)})[rnms]? (?:column|col|spalte|colonne|columna)\b|\b(?:column|col|spalte|colonne|columna) (?:no\.? ?|nr\.? ?|number )?(?:(?P<number>\d{{1,2}})|(?P<letter>[A-H]))\b"
)


def columns_by_place(text: str, columns: list[Column], found: list[Mention]) -> list[Mention]:
    """Return the columns that a question names by their place: "the second column", "column 3"."""
    made = list[Mention]()
    for match in COLUMN_PLACE.finditer(text):
        if match["nth"]:
            place = PLACES_OF_COLUMNS[match["nth"]]
        else:
            place = int(match["number"]) - 1 if match["number"] else ord(match["letter"]) - ord("A")
        place += len(columns) if place < 0 else 0
        if 0 <= place < len(columns) and not any(one.column == place for one in found):
            made.append(Mention(place, *match.span()))
    return made


def columns_by_word(text: str, names: list[tuple[str, int]], found: list[Mention]) -> list[Mention]:
    """Return the columns that are not named as they are written, but by another word or in another language."""
    made = list[Mention]()
    for match in WORD_OF_COLUMN.finditer(text):
        taken = any(one.start < match.end() and match.start() < one.end for one in [*found, *made])
        meant = [place for name, place in names if same_column(match.group(), name)] if not taken else []
        if len(meant) == 1 and not any(one.column == meant[0] for one in [*found, *made]):
            made.append(Mention(meant[0], *match.span()))
    return made


PEOPLE = re.compile(
    r"\b(?:customer|client|person|employee|student|pupil|player|member|kunde|kundin|mitarbeiter|schuler|spieler|person|client|eleve|employe|joueur|cliente|empleado|alumno|jugador)(?:in|e?s|n|en)?\b",
    re.IGNORECASE,
)
NAME_COLUMNS = frozenset({"name", "names", "nom", "nombre", "full name", "fullname", "vorname"})


def people_mentioned(text: str, names: list[tuple[str, int]], found: list[Mention]) -> list[Mention]:
    """Return the column of names for "which customer", in a table that has none called so."""
    columns = [place for name, place in names if name in NAME_COLUMNS]
    match = PEOPLE.search(text)
    taken = match is None or any(one.start < match.end() and match.start() < one.end for one in found)
    if taken or len(columns) != 1 or any(one.column == columns[0] for one in found):
        return []
    return [Mention(columns[0], *match.span())] if match else []


def shortens(name: str, word: str) -> bool:
    """Say whether a column's name is a short form of a word: "dept" of "department", "qty" of "quantity"."""
    letters = iter(word)
    return (
        name.isalpha()
        and len(name) < len(word)
        and name[:1] == word[:1]
        and name[1] in word[1:3]
        and all(letter in letters for letter in name)
    )


def value_filters(made: Mapped, columns: list[Column], spans: list[list[int]]) -> tuple[list[Filter], Mapped]:
    """Return the filters of texts of the table that a question names, and the question without these texts."""
    names = {fold(column.name).casefold() for column in columns}
    words = set(re.findall(r"[\w.-]+", made.text.casefold()))
    words |= {part for word in words for part in (word.rstrip("s"), word.partition("-")[0])}
    found: dict[tuple[int, str], list[str]] = {}
    for place, column in enumerate(columns):
        if column.values() is not None:
            continue
        for value in sorted(list(column.texts or ())[:MOST_VALUES], key=len, reverse=True):
            folded = fold(value).casefold()
            first = re.match(r"[\w.-]+", folded)
            if first is None or folded in names or first.group().rstrip("s") not in words:
                continue
            if len(value) > 1 and folded in COMMON_VALUES:
                continue
            match = value_place(made.text, value, column.name)
            if match is None:
                continue
            negated = NEGATION.search(made.text[: match.start()])
            sign = "≠" if negated else "="
            spans.append(made.span(negated.start() if negated else match.start(), match.end()))
            found.setdefault((place, sign), []).append(value)
            made = made.sub(
                rf"(?<![\w-])[\"'„“«]?{re.escape(folded)}(?:'?s)?[\"'“”»]?(?!\w|-(?![a-z]{{4}}))",
                lambda gone: "\0" * len(gone.group()),
            )
    return [Filter(place, sign, tuple(values)) for (place, sign), values in found.items()], made


def value_place(text: str, value: str, column: str) -> "re.Match[str] | None":
    """Return where a question names a value; one of a single letter only behind a word that leads to a value."""
    folded = re.escape(fold(value))
    if len(value) == 1:
        lead = (
            rf"(?:of|for|from|is|in|not|only|and|with|von|fur|mit|de|para|pour|del|{re.escape(fold(column).lower())}) "
        )
        return re.search(rf"(?:(?<=\W)|^){lead}[\"']?(?:{folded})[\"']?(?!\w)", text)
    return re.search(rf"(?<![\w-])[\"'„“«]?{folded}(?:'?s)?[\"'“”»]?(?!\w|-(?![a-z]{{4}}))", text, re.IGNORECASE)


COMMON_VALUES = frozenset(
    [
        "the",
        "of",
        "in",
        "is",
        "are",
        "and",
        "or",
        "a",
        "an",
        "for",
        "no",
        "yes",
        "not",
        "total",
        "all",
        "top",
        "max",
        "min",
        "sum",
        "count",
        "mean",
        "average",
        "per",
        "which",
        "what",
        "who",
        "how",
    ]
)


def number_filters(
    made: Mapped,
    mentions: list[Mention],
    numeric: list[int],
    columns: list[Column],
    language: str,
    spans: list[list[int]],
) -> tuple[list[Filter], Mapped]:
    """Return the filters such as "over 30" and "between 5 and 9", and the question without them."""
    found, made = average_filters(made, mentions, numeric, columns, spans)
    between = re.search(rf"\bbetween {FIGURE} and {FIGURE.replace('<n>', '<m>')}", made.text, re.IGNORECASE)
    if between and (column := near_column(between.start(), made.text, mentions, numeric, columns)) >= 0:
        low, high = (str(decimal_of(between[group], language)) for group in ("n", "m"))
        found += [Filter(column, ">=", (low,)), Filter(column, "<=", (high,))]
        spans.append(made.span(*between.span()))
        made = made.sub(re.escape(between.group()), lambda gone: "\0" * len(gone.group()))
    for sign, pattern in COMPARISONS:
        for match in list(
            re.finditer(
                rf"(?<!\w){pattern} {FIGURE}|(?<!\w){pattern}{FIGURE.replace('<n>', '<m>')}", made.text, re.IGNORECASE
            )
        ):
            column = near_column(match.start(), made.text, mentions, numeric, columns)
            if column < 0:
                continue
            figure = str(decimal_of(match["n"] or match["m"], language))
            if not any(one.column == column and one.values == (figure,) for one in found):
                found.append(Filter(column, sign, (figure,)))
                spans.append(made.span(*match.span()))
    return found + equal_filters(made, mentions, numeric, found, language, spans), made


IS_FIGURE = re.compile(
    rf" (?:is|are|was|were|equals?|=|==|ist|sind|est|es|son)(?: exactly| equal to)? {FIGURE}(?! ?%)", re.IGNORECASE
)


def equal_filters(
    made: Mapped,
    mentions: list[Mention],
    numeric: list[int],
    found: list[Filter],
    language: str,
    spans: list[list[int]],
) -> list[Filter]:
    """Return the filters of columns that are followed by their figure: "where stock is 0"."""
    filters = []
    for one in mentions:
        match = IS_FIGURE.match(made.text, one.end)
        if match and one.column in numeric and not any(other.column == one.column for other in found):
            filters.append(Filter(one.column, "=", (str(decimal_of(match["n"], language)),)))
            spans.append(made.span(*match.span()))
    return filters


def average_filters(
    made: Mapped, mentions: list[Mention], numeric: list[int], columns: list[Column], spans: list[list[int]]
) -> tuple[list[Filter], Mapped]:
    """Return the filters such as "above the average" of a column, and the question without them."""
    found = []
    match = ABOVE_AVERAGE.search(made.text)
    column = near_column(match.start(), made.text, mentions, numeric, columns) if match else -1
    values = columns[column].values() if column >= 0 else None
    if match and values:
        found.append(Filter(column, ">" if match["over"] else "<", (f"{fsum(values) / len(values):.12g}",)))
        spans.append(made.span(*match.span()))
        made = made.sub(re.escape(match.group()), lambda gone: "\0" * len(gone.group()))
    return found, made


def near_column(place: int, text: str, mentions: list[Mention], numeric: list[int], columns: list[Column]) -> int:
    """Return the column that a comparison is about: the numeric one named nearest before it, then after it, a synonym, or the only one."""
    before = [m for m in mentions if m.end <= place and m.column in numeric]
    after = [m for m in mentions if m.start >= place and m.column in numeric]
    meant = synonyms(text[place : place + 12], columns, numeric, [], None)
    if meant:
        return meant[0]
    if before:
        return before[-1].column
    return after[0].column if after else numeric[0] if len(numeric) == 1 else -1


def synonyms(
    text: str, columns: list[Column], numeric: list[int], spans: list[list[int]], made: Mapped | None
) -> tuple[int, ...]:
    """Return the numeric column that a word such as "oldest" is about."""
    for word, names in SYNONYMS:
        match = re.search(word, text, re.IGNORECASE)
        places = (
            [place for place in numeric if re.search(names, fold(columns[place].name), re.IGNORECASE)] if match else []
        )
        if match and len(places) == 1:
            if made is not None:
                spans.append(made.span(*match.span()))
            return (places[0],)
    return ()


def operations_of(made: Mapped, spans: list[list[int]], filters: list[Filter]) -> tuple[list[str], float]:
    """Return the names of the figures that are asked for, and the percentile; rows with empty cells are no figure."""
    known = {"missing"} if any(one.sign in ("empty", "full") for one in filters) else set()
    found, percentile = [], 0.0
    for name, pattern in OPERATIONS:
        match = re.search(pattern, made.text, re.IGNORECASE)
        if match is None or name in known:
            continue
        if name == "percentile":
            percentile = float(match["n"] or match["p"])
        if name == "quartiles":
            found += ["q1", "median", "q3"]
        else:
            found.append(name)
        spans.append(made.span(*match.span()))
        made = made.sub(pattern, lambda gone: "\0" * len(gone.group()))
    return found, percentile


def subject_of(text: str, mentions: list[Mention], columns: list[Column], group: int, measures: tuple[int, ...]) -> int:
    """Return the column that "which …" and "who" ask for; -1 for none."""
    if re.search(r"\bwho\b", text, re.IGNORECASE):
        return next((place for place, column in enumerate(columns) if column.values() is None and place != group), -1)
    for one in mentions:
        if one.column in measures or one.column == group:
            continue
        if re.search(
            r"\b(?:which|what|top \d+|\d+ \w+|common|frequent|different|unique|distinct|how many|list|show)(?: the| are| is| of)*(?: \w+)? \Z",
            text[: one.start],
            re.IGNORECASE,
        ):
            return one.column
    return next((m.column for m in mentions if m.column not in measures and m.column != group), -1)


def merged_query(before: Query, now: Query) -> Query:
    """Return a follow-up together with the question before it: what the new one leaves open stays as it was."""
    fresh = bool(now.operations and (now.measures or now.group >= 0 or now.subject >= 0))
    named = {one.column for one in now.filters}
    return now._replace(
        operations=now.operations or before.operations,
        measures=now.measures or (() if now.operations == ("count",) else before.measures),
        group=now.group if now.group >= 0 or fresh else before.group,
        subject=now.subject if now.subject >= 0 or fresh else before.subject,
        filters=now.filters + tuple(one for one in before.filters if one.column not in named),
        top=now.top or (0 if fresh else before.top),
        percentile=now.percentile or before.percentile,
        shows=now.shows or (before.shows and not now.operations),
    )
