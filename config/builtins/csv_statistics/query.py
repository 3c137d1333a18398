"""What a question asks of a table: figures of which column, of which rows, by which group, the first how many."""

import re
from functools import partial
from typing import NamedTuple

from config.builtins.csv_statistics.columns import (
    ANY_CASE,
    Column,
    FoundText,
    compile_caseless,
    is_identifier,
    numeric_places,
    words_in,
)
from config.builtins.csv_statistics.columns_named import (
    MONTHS,
    NAME_COLUMNS,
    NUMBERS_OF_NAMES,
    TIME_NAME,
    Mention,
    kind_of,
    kind_of_name,
    mentioned,
    with_table_names,
)
from config.builtins.csv_statistics.degrees import (
    DEGREE_WORDS,
    DIMENSIONS,
    SUPERLATIVES,
    Degree,
    compared_degrees,
    degrees_in,
    with_degrees,
)
from config.builtins.csv_statistics.filters import (
    TAKES_OUT_WORD,
    Condition,
    Filter,
    Reading,
    conditions_of,
    empty_filters,
    is_truth_column,
    joined,
    month_filters,
    value_conditions,
)
from config.builtins.csv_statistics.row_dates import day_conditions
from config.builtins.wording import AnswerFault, Mapped, flattened, fold, pairs, with_digits

TABLE_WORDS = {
    "en": pairs(
        "how far(?= (?:did|do|does|have|has)\\b) = how much; what did(?= (?:each|every) (?:\\w+ ){1,2}(?:bring|earn|make|spend|cost|pay|take|charge|bill|owe|sell|sold)s?\\b) = how much did; what do(?:es)?(?= (?:each|every) (?:\\w+ ){1,2}(?:bring|earn|make|spend|cost|pay|take|charge|bill|owe|sell)s?\\b) = how much does; what did(?= (?:everything|it all) cost) = how much did; what did (?:i|we|he|she|they|you)(?= (?:spend|pay|earn|make|take|bill|invoice)) = how much did; how much = how much; grouped by = per; group by = per; by each = per; for each = per; for every = per; in each = per; each = per; broken down by = per"
    ),
    "de": pairs(
        """(?:wochen|monats|tages|jahres|quartals)summen? = sum; (?:wochen|monats|tages|jahres|quartals)(?:durchschnitte?|mittel|schnitt) = average; oder mehr = or more; oder weniger = or less; durc?h?schnitt?(?:lich\\w*)? = average; durchschnitts = average; mittelwert = mean; mittlere[rnms]? = average; im schnitt = average; summe = sum; zusammen(?:zu)?(?:rechnen|zahlen) = sum; zusammen(?:gerechnet|gezahlt) = sum; aufsummier\\w* = sum; (?:auf|zusammen)?summier\\w* = sum; auf(?:zu)?addier\\w* = sum; addier\\w* = sum; gesamt\\w* = total; insgesamt = total;
        kleinste[rns]? = smallest; niedrigste[rns]? = lowest; hochste[rns]? = highest; grosste[rns]? = largest; großte[rns]? = largest;
        alteste[rns]? = oldest; jungste[rns]? = youngest; billigste[rns]? = cheapest; teuerste[rns]? = most expensive; am teuersten = most expensive;
        am billigsten = cheapest; am altesten = oldest; am jungsten = youngest; am hochsten = highest; am meisten = most; die meisten = most; den meisten = most;
        meisten = most; meiste = most; am wenigsten = least; wenigsten = least; am haufigsten = most common; haufigste[rns]? = most common; wie ?viele = how many;
        wieviel = how much; wie viel = how much; wie hoch = how much; welche[rsn]? = which; wer = who; pro = per; je = per; nach = per; fur jede[ns]? = per;
        nur fur = only; nur = only; fur = for; mit = with; uber = over; mehr als = more than; grosser als = more than; großer als = more than; hoher als = more than; kleiner als = less than; weniger als = less than; unter = under; mindestens = at least;
        hochstens = at most; unterschied = difference; differenz = difference; abstand = gap; spannweite = range of; variationsbreite = range of; hochstem = highest; hochster = highest; niedrigstem = lowest; niedrigster = lowest; beste[rnsm]? = best; schlechteste[rnsm]? = worst; schlechtestem = worst; bestem = best; grosstem = largest; kleinstem = smallest; zwischen = between; und = and; ohne = without; ausser = except; außer = except; ausgenommen = except; abgesehen von = except; entfern\\w* = remove; losch\\w* = remove; streich\\w* = remove; verwirf = remove; oder = or; weder = not; noch = or; nicht = not; verschiedene[n]? = different;
        unterschiedliche[n]? = different; zeilen = rows; eintrage = entries; fehlende[n]? = missing; leere[n]? = empty; standardabweichung = standard deviation;
        anteil = share; prozent = percent; alter als = older than; junger als = younger than; sortiere[n]? = sort; sortiert = sort; zeige = show; liste = list;
        aus = from; zusammen = altogether; anzahl = count; ausgegeben = spent; gekostet = costs; gezahlt = spent; bezahlt = spent; gewonnen = won; verloren = lost; gearbeitet = worked; verkauft = sold; absteigend = descending; aufsteigend = ascending; am wenigstens = least; kaltesten? = coldest; am kaltesten = coldest;
        warmsten? = warmest; am warmsten = warmest; schnellsten? = fastest; langsamsten? = slowest"""
    ),
    "fr": pairs(
        """ou plus = or more; ou moins = or less; moyenne = average; moyens? = average; en moyenne = average; somme = sum; additionn\\w* = sum; au total = total; en tout = total; tota(?:l|le|les|ux) = total; mediane = median; plus petite? = smallest; plus basse? = lowest;
        plus faible = lowest; plus bas = lowest; plus haute? = highest; plus eleve(?:e)? = highest; plus grande? = largest; plus age(?:e)? = oldest;
        plus vieux = oldest; plus jeune = youngest; moins cher(?:e)? = cheapest; plus cher(?:e)? = most expensive; le plus de = most; la plus de = most;
        le plus = most; la plus = most; le moins de = least; le moins = least; plus frequente? = most common; plus courante? = most common; combien de = how many;
        combien = how much; quel(?:le)?s? = which; qui = who; par = per; pour chaque = per; seulement pour = only; uniquement pour = only; seulement = only;
        uniquement = only; pour = for; avec = with; ensemble = altogether; plus de = more than; superieure?s? a = more than; inferieure?s? a = less than; plus grande?s? que = more than; plus petite?s? que = less than; moins de = less than; (?:en|au)[- ]dessous de(?=\\W\\d) = less than; au[- ]dessus de(?=\\W\\d) = more than; au moins = at least; au plus = at most; entre = between; et = and;
        sans = without; sauf = except; hormis = except; hors = except; excepte = except; supprim\\w* = remove; enlev\\w* = remove; retir\\w* = remove; exclu\\w* = exclude; lignes ou = rows where; celles? ou = those where; ceux ou = those where; ou = or; ni = nor; pas = not; differente?s = different; lignes = rows; manquante?s = missing; vides = empty; ecart[- ]type = standard deviation; ecart = difference; l'ecart = difference; etendue = range of;
        pourcentage = percent; part = share; trie[rz]? = sort; classe[rz]? = sort; range[rz]? = sort; decroissante?s? = descending; croissante?s? = ascending; affiche[rz]? = show; liste[rz]? = list; nombre de = count; depense = spent; paye = spent; gagne = won; perdu = lost; travaille = worked; vendu = sold; minimum = minimum; maximum = maximum; maximale? = maximum; minimale? = minimum; depassent? = more than"""
    ),
    "es": pairs(
        """o mas = or more; o menos = or less; promedio = average; medi[oa]s? = average; tod[oa]s? menos(?: l[oa]s?| el)? = except; diferencia = difference; suma = sum; sumar = sum; sumad\\w* = sum; en total = total; en conjunto = altogether; total = total; mediana = median; mas pequen[oa] = smallest; mas baj[oa] = lowest;
        mas alt[oa] = highest; mas grande = largest; mayor = highest; menor = lowest; mas viej[oa] = oldest; mas joven = youngest; mas barat[oa] = cheapest;
        mas car[oa] = most expensive; mas = most; menos = least; mas frecuente = most common; mas comun = most common; cuant[oa]s = how many;
        cuant[oa] = how much; cual(?:es)? = which; que = which; quien = who; por favor = please; por cada = per; por = per; para cada = per; cada = per; solo para = only; solo = only;
        para = for; con = with; juntos = altogether; juntas = altogether; en conjunto = altogether; mas de = more than; mayor(?:es)? (?:que|de|a) = more than; menor(?:es)? (?:que|de|a) = less than; superior(?:es)? a = more than; inferior(?:es)? a = less than; menos de = less than; (?:por )?debajo de(?=\\W\\d) = less than; (?:por )?encima de(?=\\W\\d) = more than; al menos = at least; como maximo = at most; entre = between; y = and; sin = without;
        excepto = except; salvo = except; elimin\\w* = remove; quit[ae]\\w* = remove; borr[ae]\\w* = remove; exclu[iy]\\w* = exclude; o = or; ni = nor; no = not; distint[oa]s = different; diferentes = different; filas = rows; faltan = missing; vaci[oa]s = empty;
        desviacion estandar = standard deviation; desviacion tipica = standard deviation; rango = range of; recorrido = range of; porcentaje = percent; ordena = sort; ordenar = sort; de mayor a menor = descending; de menor a mayor = ascending; descendente = descending; muestra = show; lista = list;
        superan? = more than; minimo = minimum; maximo = maximum; gastado = spent; gaste = spent; pagado = spent; ganado = won; gano = won; perdido = lost; perdio = lost; trabajado = worked; trabajo = worked; vendido = sold; mayores de = older than; menores de = younger than; numero de = count"""
    ),
}
HIGH = "|".join(name for name, word in DEGREE_WORDS.items() if word.pole == "max" and name != "most")
LOW = "|".join(name for name, word in DEGREE_WORDS.items() if word.pole == "min" and name != "least")
OPERATIONS = (
    ("percentile", r"(?P<n>\d{1,2}(?:\.\d)?)(?:st|nd|rd|th|e|o)? percentile|\bp(?P<p>\d{2})\b"),
    ("q1", r"\b(?:q1|first quartile|lower quartile)\b"),
    ("q3", r"\b(?:q3|third quartile|upper quartile)\b"),
    ("quartiles", r"\bquartiles\b"),
    ("stdev", r"\b(?:st(?:andar)?d\.?[ -]?dev(?:iation)?|stdev|sd|spread|sigma)\b"),
    ("variance", r"\bvariance\b"),
    ("mean", r"\b(?:mean|average|avg|averages)\b"),
    ("median", r"\bmedian\b"),
    ("missing", r"\b(?:missing|empty|blanks?|gaps(?! (?:between|from))|nulls?)\b"),
    ("unique", r"\b(?:unique|distinct|different)\b"),
    ("mode", r"\b(?:mode|(?:most|least) (?:common|frequent|often|popular)|most frequently|appears? (?:the )?most|occurs? (?:the )?most)\b"),
    ("share", r"\b(?:percent(?:age)?|share|proportion|fraction)\b"),
    ("range", rf"\b(?:range of|range(?= ?(?:,|&|and\b|\?|;|\Z))|(?:what(?: is|s)|find|compute|calculate|give me|and|plus) the range(?! (?:\d|from|between))|(?:temp\w*|price|value|salary|score|age) range(?! (?:\d|from|between))|max(?:imum)? minus min(?:imum)?|(?:difference|gap|spread|distance) (?:between|from) (?:the )?(?:{SUPERLATIVES}|max\w*|min\w*|bottom)(?: \w+)?(?: and| to) (?:the )?(?:{SUPERLATIVES}|max\w*|min\w*|bottom))\b"),
    ("max", rf"\b(?:max(?:imum)?|{HIGH})\b"),
    ("min", rf"\b(?:min(?:imum)?|bottom|{LOW})\b"),
    ("most", r"\bmost\b"),
    ("least", r"\bleast\b(?! \d)"),
    ("sum", r"\b(?:sum|summed|sum up|summing|added (?:all )?(?:up|together)|adds? up|total|totals|add up|add (?:these|those|them|all|it|everything)(?: all| of (?:these|them|those))?(?: up| together)?|altogether|in all|overall|combined|worth)\b"),
    ("count", r"\b(?:count|how many|number of)\b"),
)  # fmt: skip
SYNONYMS = (
    (r"\b(?:expensive|cheap\w*|pric\w*|costs?|worth)\b", r"price|cost|preis|prix|precio|kosten"),
    (r"\b(?:old\w*|young\w*|age)\b", r"age|alter|edad|years"),
    (r"\b(?:cold\w*|warm\w*|hot\w*|cool\w*)\b", r"temp|grad|celsius|°|degrees"),
    (r"\b(?:earn\w*|paid|pays?|salar\w*)\b", r"salary|wage|income|gehalt|salaire|sueldo|salario"),
    (
        r"\b(?:weigh\w*|heavy|schwer|lourde?|pesad[oa]|pes[ao]n?|wieg\w*|pese\w*)\b",
        r"weight|gewicht|poids|peso|\bkg|\bmass",
    ),
    (r"\b(?:tall|height|mid[eo]n?|mesure\w*)\b", r"height|hohe|grosse|große|taille|altura|estatura|\bcm\b"),
    (r"\b(?:won|wins?|winning)\b", r"\bwins?\b|\bwon\b|siege?|victoires?|victorias?"),
    (r"\b(?:lost|loses?|losing)\b", r"loss|\blost\b|niederlage|defaite|derrota"),
    (r"\b(?:scored?|scoring)\b", r"goals?|points?|score|tore|punkte|buts|goles|puntos"),
    (
        r"\b(?:spent|spend\w*|paid|pay|ausgaben?|depenses?|gastos?)\b",
        r"amount|spen[dt]|expense|cost|betrag|ausgabe|montant|depense|importe|gasto|\bout\b|debit|^(?:euros?|eur|usd|dollars?|gbp|chf|€|\$|£)$",
    ),
    (r"\b(?:came in|come in|comes in|received|earn\w*|got)\b", r"\bin\b|credit|income|deposit|einnahme|ingres"),
    (r"\b(?:came in|come in|comes in)\b", r"amount|\bsum\b|total|betrag|montant|importe|\beur\b|\busd\b"),
    (r"\b(?:billed|invoiced|charged)\b", r"amount|\bamt\b|total|betrag|montant|importe"),
    (r"\b(?:work(?:s|ed)?)\b", r"hours|stunden|heures|horas"),
    (r"\b(?:sold|sell\w*)\b", r"sold|sales|units|quantity|qty|amount|verkauft|ventes|ventas"),
)
ADDITIVE = compile_caseless(
    r"^(?:eur|euros?|usd|dollars?|gbp|chf|€|\$|£)$|takings?|earnings|turnover|receipts|proceeds|\btips?\b|donat|saved|savings|deposits?|withdrawals?|collected|raised|trinkgeld|spende|erlos|gespart|recettes?|\bdons?\b|pourboire|recaudaci|propina|donaci|revenue|sales|overtime|uberstunden|krankheit|fehltage|absences|^(?:kilos?|kg|km|kilomet\w*|lit(?:er|re)s?|litros|unidades|piezas|paquetes|cajas)$|amount|\bamt\b|total|quantit|qty|units|count|profit|income|spen|umsatz|menge|betrag|anzahl|ventes|montant|ingres|ventas|cantidad|"
    r"importe|\bin\b|\bout\b|debit|credit|ausgabe|einnahme|depense|gasto|orders|visits|hours|points|votes|sold|clicks|views|cost|expense|budget|stunden|kosten|population|einwohner|goals|deals|tickets|bookings|\bcalls|leads|copies|boxes|nights|passengers|people|persons|personen|personas|personnes|\bpax\b|guests|visitors|attendees|downloads"
)


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
    degrees: tuple[Degree, ...] = ()
    sort: int = -1
    falling: bool = False
    then_by: tuple[tuple[int, bool], ...] = ()  # further columns of an order, and whether each falls
    absent: str = ""  # what a figure is asked of, which is no column
    fault: str = ""  # why the question is not read

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was understood."""
        return not (self.operations or self.measures or self.group >= 0 or self.filters or self.top or self.shows)


def query_of(question: str, columns: list[Column], language: str) -> Query:
    """Return what a question asks; it is as long as its message, so that places are those of that."""
    made = rewritten(question, columns, language)
    spans: list[list[int]] = []
    try:
        return read_query(made, columns, language, spans)
    except AnswerFault as fault:
        return Query(
            ("count",), said=made.text, language=language, fault=fault.kind, spans=tuple((a, b) for a, b in spans)
        )


RANGE_ASKED = compile_caseless(  # "the largest item minus the smallest one"
    r"\b(?:gro(?:ss|ß)te[rsnm]?|hochste[rsnm]?|teuerste[rsnm]?|largest|biggest|highest|max(?:imum)?|priciest|most expensive|plus grande?|plus cher|mayor|mas (?:caro|alto))\b[^.?!\n]{0,25}? (?:minus|less|moins|menos|-) "
    r"(?:(?:the|der|die|das|le|la|el) )?(?:kleinste[rsnm]?|niedrigste[rsnm]?|billigste[rsnm]?|gunstigste[rsnm]?|smallest|lowest|cheapest|min(?:imum)?|plus petite?|moins cher|menor|mas (?:barato|bajo))\b(?: (?:one|posten|wert|value|item|price|preis|artikel|article|valor))?"
)


def rewritten(question: str, columns: list[Column], language: str) -> Mapped:
    """Return a question in the words that are read: English, digits, superlatives, ``per`` for groups."""
    made = flattened(question).sub(FIGURE_NOUN, lambda match: parted_noun(match, columns))
    if language == "en":  # "whos second?"; "the cheapest one" is no number
        made = made.sub(r"\b(who|what|where)s\b(?= )", r"\1 is")
        made = made.sub(
            r"(?<!than )(?<!least )(?<!most )(?<!over )(?<!under )(?<!is )(?<!= )\bone\b(?! (?:or|to) )", "ones"
        )
    made = made.sub(RANGE_ASKED, "range of")
    made = with_degrees(with_digits(with_first_and_last(made, columns), language), language)
    made = with_norms(with_exclusions_ahead(made, columns, language))
    made = with_quarters(made, columns)
    made = made.translated(words_for(columns, language)).sub(rf"\bby(?= (?:the )?\w)(?! (?:{DEADLINE})\b)", "per")
    made = made.sub(EVERY_NOUN, partial(per_column, columns)).sub(NOT_GIVEN, partial(without_value, columns))
    made = compared_degrees(made).sub(r"\b(?:sold|all) out\b", "out of stock")
    made = made.sub(NUMBERED_BEST, r"top \1").sub(r"(?<!\d)(?<!\d )%(?= of\b)", "share")
    made = made.sub(SAID_AS_PLURAL, lambda match: equal_to_number(match, columns))
    return with_table_names(made, (value for column in columns for value in column.texts or ()))


EVERY_NOUN = compile_caseless(  # "how many guests from every city": by city, where the table has that column
    r"\b(?:from|in|at|of|to|with|on|aus|in|von|bei|an) (?:each|every|jede[rmns]?|chaque)(?= (?P<noun>[^\W\d_]{3,}))|\b(?:every|jede[rmns]?|chaque)(?= (?P<noun2>[^\W\d_]{3,}))"
)
TAKEN_OUT_AROUND = compile_caseless(  # "leave the hall hire out", "lass die Miete weg"
    r"\b(?:leave|leaving|take|taking|keep|keeping|filter|cut|strip|throw|lass|lasse|lasst|lassen (?:sie|wir)|nimm|nehmen (?:sie|wir)) (?P<what>(?:(?!and\b|or\b|out\b|und\b|to\b)[^\s,;.?!]+ ){1,5}?(?:and (?:[^\s,;.?!]+ ){1,3}?)?)(?:bitte )?(?:out\b(?! of\b)|weg\b|raus\b|heraus\b|aus(?=\W*(?:\Z|[.!?\n]))|beiseite\b|aside\b|unberucksichtigt\b)"
)
TAKEN_OUT_BEHIND = compile_caseless(  # "hall hire doesn't count", "Miete nicht mitgezählt"
    r"(?P<what>(?<![^\s,;.?!(])(?:(?!(?:who|wer|which|welche\w*|qui|quien|that|die|but|and|und|et|y|aber)\b)[^\s,;.?!()]+ ){0,3}(?!(?:who|wer|which|qui|quien|that|it|they|someone|es|das)\b)[^\s,;.?!()]+),? (?:(?:should|must|does|do|is|are) ?n[o']?t (?:to )?(?:be )?(?:count(?:ed)?|included)\b|(?:don't|dont|doesnt) count\b|not (?:counted|included)\b|(?:is |are )?(?:excluded|left out)\b|aside\b|(?:bitte )?(?:weglassen|rauslassen|auslassen|ausklammern)|nicht (?:mit)?(?:zahlen|gezahlt|rechnen|gerechnet)|(?:zahlt|zahlen|gehort|gehoren) (?:aber )?nicht(?: (?:mit|dazu))?(?=\W*(?:\Z|[.!\n]))|(?:bitte )?(?:ausgenommen|ausgeschlossen)\b|excepted\b|(?:ne compte(?:nt)? pas|exclue?s?\b|exceptee?s?\b|mis(?:es?)? a part|a part\b)|(?:no cuentan?\b|excluid[oa]s?\b|exceptuad[oa]s?\b|aparte\b))"
)
DEADLINE = r"noon|midnight|midday|tomorrow|tonight|today|(?:the )?end of|next|lunch\w*|now|then|far|(?:mon|tues|wednes|thurs|fri|satur|sun)day|eod|cob|myself|mistake|accident|\d{1,2} ?(?:am|pm|o'?clock)|\d{1,2}:\d\d"  # no groups
ADDED_APART = compile_caseless(  # "add the hours up", "add all of our costs together"
    r"\badd (?=(?:the|these|those|all|my|our|their|his|her)\b(?: [a-z]+){1,4}? (?:up|together)\b)"
)
OUTSIDE_PHRASES = compile_caseless(
    r"\b(?:en laissant (?:de cote|tomber)|laisse[rz]? (?:de cote|tomber)|sans compter|sans tenir compte d[eu]s?|dejando fuera|deja(?:ndo)? de lado|deja fuera|no cuentes|no incluyas|sin contar|sin incluir|don't count|do not count|not counting|not including|don't include|do not include|never mind|forget (?:about )?|ohne|abzuglich)(?= )"
)


NOT_GIVEN = compile_caseless(  # "who has not given me a phone number yet"
    r"\b(?:(?:has|have|had|did|does|do) ?(?:n'?t|not|never) |(?:hat|haben) (?:mir |uns )?(?:noch )?(?:kein\w*|not) |(?:n'a|n'ont) (?:encore )?(?:pas|not) |(?:no|not) (?:ha|han|me ha|me han) )(?:yet )?(?:(?:given?|told|tell|sent|send|left|leave|provided?|entered?|filled in|written(?: down)?|got|handed in|donne|indique|laisse|dado|indicado|dejado) )?(?:me |us |mir |uns |in )?(?:(?:an?|his|her|their|the|any|un|une|de|su|sus|son|sa) )?(?P<noun>[^\W\d_]{3,})(?: (?:numbers?|address(?:es)?))?(?: (?:angegeben|gegeben|geschickt|hinterlassen|genannt))?(?: (?:yet|noch|so far))?"
)


def without_value(columns: list[Column], match: FoundText) -> str:
    """Return "has no phone" for "has not given me a phone number", where that column has empty cells."""
    named = [one.column for one in mentioned(match["noun"], columns)]
    is_gap = bool(named) and columns[named[0]].missing > 0
    return f"is missing {match['noun']}" if is_gap else match.group()


def per_column(columns: list[Column], match: FoundText) -> str:
    """Return "per" for "from every" in front of a column of texts, else what is said."""
    named = [one.column for one in mentioned(match["noun"] or match["noun2"], columns)]
    return "per" if named and columns[named[0]].values() is None else match.group()


def with_exclusions_ahead(made: Mapped, columns: list[Column], language: str) -> Mapped:
    """Return a question in which a word that takes rows out stands in front of them: "leave out the hall hire"."""
    made = made.sub(TAKEN_OUT_AROUND, lambda match: f"leave out {match['what']}".rstrip())
    if not any(re.search(r"includ|count|exclud", one.name, ANY_CASE) for one in columns):
        made = made.sub(TAKEN_OUT_BEHIND, lambda match: f"without {match['what']}")
    if language == "en":
        made = made.sub(ADDED_APART, "sum ")
        made = made.sub(r"\b(?:don't|dont|do not) (?:count|include)\b|\bnot (?:counting|including)\b", "leave out")
    return made.sub(OUTSIDE_PHRASES, "without")


NORM = compile_caseless(  # what ought to hold tells the limit, and not which rows are meant
    r"\b(?:(?:should|must|has to|have to|needs? to|ought to|(?:is|are) (?:supposed|meant) to|shall|may|can|soll(?:te)?n?|darf|durfen|muss|mussen|doi(?:t|vent)|devrai(?:t|ent)|deben?|deberian?)(?P<not>(?:n't| not| never| nicht| nie| ne pas| pas| no)?)(?: (?:be|stay|remain|keep|lie|go|get|rise|fall|drop|always|immer|rester|etre|estar|quedar|ser|exceed|hochstens|never|too))*|(?P<limit>(?:the )?(?:limit|threshold|target|maximum|minimum|grenzwert|grenze|limite) (?:is|ist|est|es|=|liegt bei))) "
    r"(?:(?P<below>below|under|less than|lower than|at most|no more than|not over|unter|unterhalb von|hochstens|sous|en dessous de|moins de|au plus|(?:por )?debajo de|bajo|menos de|como maximo)|(?P<above>above|over|more than|higher than|at least|exceed|uber|oberhalb von|mindestens|au[- ]dessus de|plus de|au moins|depasser|(?:por )?encima de|mas de|al menos|superar))? ?(?:de )?(?P<n>\d+(?:[.,]\d+)?) ?(?:degrees|grad|°c?|%|c\b)?(?: (?:bleiben|liegen|sein|steigen|fallen))?"
)
AGAINST_NORM = compile_caseless(
    r"\b(?:(?P<over>(?:went |was |were |is |are |got )?(?:too (?:high|warm|hot|much|many|long)|above(?: (?:it|that|this|the limit))?|over(?: (?:it|that|this|the limit))?|zu (?:hoch|warm|viel)|daruber|druber|au[- ]dessus|trop (?:haut|chaud|eleve)\w*|(?:por )?encima|demasiado (?:alto|caliente)))|(?P<under>(?:was |were |is |are |fell )?(?:too (?:low|cold|little|few|short)|below(?: (?:it|that|this|the limit))?|under(?: (?:it|that|this|the limit))?|zu (?:niedrig|kalt|wenig)|darunter|drunter|en dessous|trop (?:bas|froid)\w*|(?:por )?debajo|demasiado (?:bajo|frio)))|(?P<broken>(?:was|were|is|are|did)? ?(?:n't|not) ?(?:ok(?:ay)?|within (?:it|the limit)|meet it|fine|in order)?|outside(?: it)?|failed|fail|durchgefallen|broke (?:it|that|the limit)|out of range|nicht (?:in ordnung|eingehalten)|hors limites?|fuera))(?! ?(?:the )?(?:of |than |de |que |als )?\d)(?= *(?:[,;.?!)]|\Z|and\b|und\b|et\b|y\b))"
)


NORM_SPAN = compile_caseless(
    r"\b(?:should|must|has to|have to|needs? to|ought to|(?:is|are) supposed to|soll(?:te)?n?|muss|mussen|doi(?:t|vent)|deben?) (?:(?:be|stay|remain|keep|lie|always|rester|etre|estar) )*(?:between|from|zwischen|von|entre|de) (?P<n>\d+(?:[.,]\d+)?) ?(?:and|to|-|und|bis|et|y|a) (?P<m>\d+(?:[.,]\d+)?)(?: (?:degrees|grad|bleiben|liegen|sein))*"
)


def with_norms(made: Mapped) -> Mapped:
    """Return a question in which "should stay below 5. which were above" asks for those above 5."""
    text = made.text
    norms = list(NORM_SPAN.finditer(text)) or [
        one for one in NORM.finditer(text) if one["below"] or one["above"] or one["limit"]
    ]
    if len(norms) != 1:
        return made
    norm = norms[0]
    against = [one for one in AGAINST_NORM.finditer(text) if one.end() <= norm.start() or one.start() >= norm.end()]
    if not against and ASKS_OF_NORM.search(text) and not norm.groupdict().get("limit"):
        return made  # "must be over 18, who may come in"
    mark = "\1" if against else "\0"
    places = {one.start() for one in against}
    made = made.sub(
        norm.re, lambda match: mark * len(match.group()) if match.start() == norm.start() else match.group()
    )
    return made.sub(AGAINST_NORM, lambda match: beyond_norm(match, norm) if match.start() in places else match.group())


def beyond_norm(match: FoundText, norm: FoundText) -> str:
    """Return what "too warm" or "not ok" means for a limit that values should stay below or above, or for two."""
    low, high = norm["n"], norm.groupdict().get("m") or norm["n"]
    if match["over"] or match["under"]:
        return f"over {high}" if match["over"] else f"under {low}"
    if low != high:
        return f"under {low} or over {high}"
    is_below = bool(norm["below"]) is not bool(norm["not"])
    return f"at least {low}" if is_below else f"at most {low}"


ASKS_OF_NORM = compile_caseless(
    r"\b(?:who|which|how many|list|show|wer|welche\w*|wie ?viele|qui|quel\w*|combien|quien\w*|cual\w*|cuant\w*)\b"
)


def with_quarters(made: Mapped, columns: list[Column]) -> Mapped:
    """Return a question in which "Q1" names three months, as a column of months has them."""
    for column in columns:
        known = {fold(text).lower().rstrip("."): text for text in column.texts or ()} if column.values() is None else {}
        if known and len(known) <= MONTHS and all(TIME_NAME.fullmatch(name) for name in known):
            return made.sub(r"\bq([1-4])\b", partial(months_of_quarter, known))
    return made


def months_of_quarter(known: dict[str, str], match: FoundText) -> str:
    """Return the months of a quarter that a table has, as it writes them."""
    texts = {min(NUMBERS_OF_NAMES[name]): text for name, text in known.items()}
    first = 3 * int(match[1]) - 3
    return " and ".join(texts[place] for place in range(first, first + 3) if place in texts) or match.group()


def words_for(columns: list[Column], language: str) -> dict[str, str]:
    """Return the words that are translated, without those that name a column of yes and no: "payé"."""
    names = {fold(one.name).lower().strip() for one in columns if is_truth_column(one)}
    return {word: meant for word, meant in TABLE_WORDS[language].items() if word not in names}


FIRST_OR_LAST = compile_caseless(
    r"\b(?P<word>[a-z]{3,}) (?:the )?(?:(?P<first>first|earliest|the longest ago)|last|latest|most recently)(?= *(?:[?.!]|\Z))"
)


def with_first_and_last(made: Mapped, columns: list[Column]) -> Mapped:
    """Return a question in which "founded first" is the lowest year that a column of that name has."""

    def turned_round(match: FoundText) -> str:
        named = [one.column for one in mentioned(match["word"], columns)]
        is_year = len(named) == 1 and columns[named[0]].values() is not None
        return f"{'lowest' if match['first'] else 'highest'} {match['word']}" if is_year else match.group()

    return made.sub(FIRST_OR_LAST, turned_round)


FIGURE_NOUN = compile_caseless(  # "Durchschnittspreis", "Gesamtmenge"
    r"\b(?P<figure>durchschnitts|mittel|gesamt|hochst|maximal|mindest|minimal|median)-?(?P<noun>[a-z]{3,})\b"
)
FIGURES_OF_NOUNS = {"durchschnitts": "average", "mittel": "average", "gesamt": "sum", "hochst": "maximum", "maximal": "maximum", "mindest": "minimum", "minimal": "minimum", "median": "median"}  # fmt: skip


def parted_noun(match: FoundText, columns: list[Column]) -> str:
    """Return a compound as its figure and its column, itself where the table has no such column."""
    is_column = any(fold(one.name).lower() == match.group().lower() for one in columns)
    if is_column or not mentioned(match["noun"], columns):
        return match.group()
    return f"{FIGURES_OF_NOUNS[match['figure'].lower()]} {match['noun']}"


SAID_AS_PLURAL = compile_caseless(r"\b(?P<the>(?:the|all|only|just|die|les|los|las|nur|solo) )(?P<n>\d{2,4})e?r?s\b")


def equal_to_number(match: FoundText, columns: list[Column]) -> str:
    """Return "status = 200" for "the 200s", where one column alone holds that number."""
    holding = [column.name for column in columns if match["n"] in (column.texts or ())]
    return f"{match['the']}{holding[0]} = {match['n']}" if len(holding) == 1 else match.group()


NUMBERED_BEST = compile_caseless(  # "les 2 clients qui ont dépensé le plus"
    r"\b(?:les|los|las|die|the) (\d{1,2})(?= \w+ (?:qui|que|die|mit|con|avec|with|who|that|which)\b)"
)
NOT_PER = compile_caseless(r"\b(?:not|no|without)(?: the)? (?:per|each)(?: the)? [a-z]{3,}|\b(?:not|no) each\b")


def consistent(filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
    """Return conditions. Raises AnswerFault for a value and an empty cell of one column."""
    equal = {one.column for one in filters if one.sign == "="}
    if any(one.sign in ("empty", "full") and one.column in equal for one in filters):
        raise AnswerFault("conditions")
    return tuple(dict.fromkeys(filters))


BOTH_OF_VALUES = compile_caseless(r"\b(?:in|on|at|from|bought|ordered|has|have) both \Z")
FIGURE_OF_ROWS = compile_caseless(r"\b(?:sum|total|average|mean|median|how much|altogether|combined|together)\b")


def reject_both(text: str, values: list[Condition]) -> None:
    """Raise AnswerFault for "who ordered in both March and April", which no single row does."""
    pairs = [one for one in values if len(one.filter.values) > 1]
    if any(BOTH_OF_VALUES.search(text[: one.start]) for one in pairs) and not FIGURE_OF_ROWS.search(text):
        raise AnswerFault("conditions")


def read_query(made: Mapped, columns: list[Column], language: str, spans: list[list[int]]) -> Query:
    """Return what a rewritten question asks; ``spans`` gets the places of what is read. Raises AnswerFault."""
    spans += made.spans(NOT_PER.pattern)
    spans += made.spans("\1+")
    made = made.sub(NOT_PER, lambda gone: "\0" * len(gone.group()))
    whole = made.text
    values, made = value_conditions(made, columns)
    spans += [made.span(one.start, one.end) for one in values]
    mentions = mentioned(made.text, columns)
    numeric = numeric_places(columns)
    degrees = [
        one
        for one in degrees_in(made.text, columns, mentions, numeric)
        if not any(m.start < one.end and one.start < m.end for m in mentions)
    ]
    _, numbers, made = conditions_of(made, Reading(columns, numeric, mentions, language), spans, day_conditions)
    filters = consistent(
        joined([*values, *numbers], whole)
        + tuple([*month_filters(made, columns, spans), *empty_filters(made, mentions, spans, columns)])
    )
    reject_both(whole, values)
    mentions = [m for m in mentions if not any(held.start <= m.start and m.end <= held.end for held in numbers)]
    operations, percentile = operations_of(
        without_figure_columns(made, mentions, columns), spans, [one for one in filters], degrees
    )
    if "range" in operations:
        degrees = []
    degrees = with_only_column(degrees, columns, numeric, asked_for(made.text, mentions, numeric))
    group = next((m.column for m in mentions if GROUPED_BY.search(made.text[: m.start])), -1)
    sort, falling = sorting(made, columns, mentions, degrees, spans)
    top_match = TOP.search(made.text)
    top = int(next(found for found in top_match.groups() if found)) if top_match else 0
    shows = re.search(
        r"\b(?:list|show|sort\w*|rank(?:ed)?(?= )|order(?:ed)? by|which rows|display)\b", made.text, ANY_CASE
    )
    spans += [
        *(made.span(one.start, one.end) for one in mentions),
        *(made.span(word.start, word.end) for word in degrees),
    ]
    spans += [made.span(*match.span()) for match in (top_match, shows) if match]
    spans += made.spans(
        r"\b(?:which|who|everyone|everybody|go(?:es)?(?= to )|what|how many|how much|rows?|column|values?|entries|is|are|of|the)\b"
    )
    spans += made.spans(r"\bper\b") if group >= 0 or sort >= 0 else []
    spans += made.spans(r"\bonly\b") if filters or operations else []
    base = Query(
        tuple(operations), (), group, -1, filters, top, percentile, shows is not None or any(TAKES_OUT_WORD.match(one.excluded_by) for one in [*values, *numbers]), made.text, (), language,
        degrees=tuple(degrees), sort=sort, falling=falling, then_by=then_sorted(made.text, columns, mentions, (sort, falling), spans, made),
    )  # fmt: skip
    made_query = with_columns(base, made, mentions, columns, numbers, spans)
    return made_query._replace(spans=tuple((a, b) for a, b in spans))


GROUPED_BY = re.compile(
    r"\bper (?:the |each )?\Z|\b(?:owe|pay|paid|bought from|got from|sold|gave|give|spent) (?:to )?each \Z"
)
FIGURE_COLUMN = compile_caseless(r"min|max|mean|avg|sum|total|count")
OF_COLUMN = re.compile(
    r"\b(?:of|de|von|average|mean|median|highest|lowest) (?:the |der |la |el |le )?(?:(?:min|max) (?:and|und|et|y) )?\Z"
)


def without_figure_columns(made: Mapped, mentions: list[Mention], columns: list[Column]) -> Mapped:
    """Return a question without columns that are called like a figure: "mean of max"."""
    text = made.text
    ranged = [one for one in mentions if "range" in fold(columns[one.column].name).lower()]  # how far a car goes
    if ranged:
        made = made.sub(
            r"\brange\b",
            lambda gone: "\0" * 5 if any(one.start <= gone.start() < one.end for one in ranged) else gone.group(),
        )
    starts = [one.start for one in mentions if FIGURE_COLUMN.fullmatch(columns[one.column].name)]
    return made.sub(
        FIGURE_COLUMN,
        lambda gone: (
            "\0" * len(gone.group())
            if gone.start() in starts and OF_COLUMN.search(text[: gone.start()])
            else gone.group()
        ),
    )


def with_columns(
    base: Query,
    made: Mapped,
    mentions: list[Mention],
    columns: list[Column],
    conditions: list[Condition],
    spans: list[list[int]],
) -> Query:
    """Return a question with the columns that its figures are of, and the one that it asks for."""
    operations, group, measures, named = measured_columns(base, made.text, mentions, columns, conditions)
    numeric = numeric_places(columns)
    measures, meant = named_or_meant(base, made, columns, measures, spans)
    if re.search(r"\bhow much\b", made.text) and not operations:
        is_grouped = group >= 0 and not base.degrees
        operations, meant = sum_asked(made, columns, group, (measures, meant), spans, is_of_groups=is_grouped)
    if PART_OF_TOTAL.search(made.text) and "share" in operations:
        operations = [name for name in operations if name != "sum"]
        counted = [place for place in numeric if not is_identifier(columns[place]) and place != group]
        meant = meant or (tuple(counted) if len(counted) == 1 and not measures else ())
    if operations == ["count"] or (set(operations) == {"sum", "count"} and group < 0):
        operations, measures = sum_of_things(base, made.text, mentions, columns, group, measures)
    if operations == ["count"]:
        in_filters = {one.column for one in conditions_filters(base.filters)}
        measures, meant = (tuple(place for place in part if place not in in_filters) for part in (measures, meant))
    unknown = names_no_column(made.text, mentions, columns)
    spans += spans_of_each_column(made)
    if unknown and not operations and not base.filters and re.match(r"per\b", unknown[0].group(), ANY_CASE):
        operations = ["mean"]
    asked = base._replace(operations=tuple(dict.fromkeys(operations)), group=group, measures=measures or meant)
    subject = named_beside(base, subject_of(made.text, mentions, columns, group, measures or meant, settled_columns(base.filters)), columns)  # fmt: skip
    subject = subject if subject >= 0 else implied_subject(asked, made.text, columns, unknown, named)
    asked = asked._replace(subject=subject)
    lost = is_lost(asked, unknown, made.text)
    spans += [made.span(match.start(), word_end(made.text, match.end())) for match in unknown if not lost]
    counted_in = [place for place in numeric if not is_identifier(columns[place])]
    is_only = not lost and bool(unknown) and operations == ["mean"] and not asked.measures and len(counted_in) == 1
    absent = "" if measures and not asked.degrees else unknown_noun(made, columns, counted_in, spans)
    asked = asked._replace(measures=(counted_in[0],) if is_only else asked.measures, absent=absent, lost=lost)
    return counted_values(asked, made.text, mentions, columns)


def sum_asked(
    made: Mapped,
    columns: list[Column],
    group: int,
    found: tuple[tuple[int, ...], tuple[int, ...]],
    spans: list[list[int]],
    *,
    is_of_groups: bool,
) -> tuple[list[str], tuple[int, ...]]:
    """Return the figure and the columns of "how much", of all rows or of each group; ``found`` are named and meant ones."""
    numeric = [place for place in numeric_places(columns) if place != group]
    operations, meant = how_much(made.text, columns, *found, numeric)
    if not (operations or found[0]) and is_of_groups:
        operations, meant = how_much_of_groups(made.text, columns, meant, numeric)
        spans += made.spans(TAKEN_IN.pattern)
    return operations, meant


def named_or_meant(
    base: Query, made: Mapped, columns: list[Column], measures: tuple[int, ...], spans: list[list[int]]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the columns that are named, and those that a word such as "weight" means where none is but the rows' numbers."""
    is_numbering = bool(measures) and all(is_identifier(columns[place]) for place in measures) and not base.degrees
    if measures and not is_numbering:
        return measures, ()
    meant = synonyms(made.text, columns, numeric_places(columns), spans, made)
    return (() if meant else measures), meant


def spans_of_each_column(made: Mapped) -> list[list[int]]:
    """Return the places of "each subject", which asks for the figure of each column."""
    per = (one for one in NAMES_COLUMN.finditer(made.text) if one.group().startswith("per"))
    nouns = ((one.start(), COLUMN_NOUN.match(made.text, one.end())) for one in per)
    return [made.span(start, noun.end()) for start, noun in nouns if noun is not None]


def named_beside(base: Query, subject: int, columns: list[Column]) -> int:
    """Return the column asked for; the one that names rows where a condition leaves one value: "the longest day shift"."""
    settled = settled_columns(base.filters)
    label = label_column(columns, settled) if base.degrees and subject in settled else -1
    return label if label >= 0 else subject


def counted_values(asked: Query, text: str, mentions: list[Mention], columns: list[Column]) -> Query:
    """Return "how many customers" as the number of different ones where a customer is in several rows."""
    if asked.operations != ("count",) or asked.group >= 0:
        return asked
    for one in mentions:
        column = columns[one.column]
        is_asked = re.search(r"\bhow many (?:of the )?\Z", text[: one.start], ANY_CASE) is not None
        if is_asked and column.values() is None and column.unique() < column.count:
            return asked._replace(operations=("unique",), subject=one.column)
    return asked


PART_OF_TOTAL = compile_caseless(
    r"\b(?:percent(?:age)?|share|proportion|fraction) (?:of|from) (?:the |our |my |all )?(?:overall |grand )?(?:total|sum|whole)\b"
    r"|\b(?:percent(?:age)?|share|proportion|fraction)\b[^?.\n]{0,40}\b(?:went|goes|go|spent) (?:to|on|into|for)\b"
)


NO_AMOUNT = compile_caseless(  # what no sum is made of
    r"\b(?:ages?|alter|edad|years?|jahr|annees?|anos?|grades?|noten?|notas?|scores?|temp\w*|prices?|preise?|prix|precios?|rates?|ratings?|percent\w*|heights?|weights?|size|id|no|number|nr)\b|%"
)


def adds_up(text: str, mentions: list[Mention], columns: list[Column], numeric: list[int]) -> bool:
    """Say whether "how many hours" asks for what a column holds, not for a number of rows."""
    return any(
        m.column in numeric
        and NO_AMOUNT.search(fold(columns[m.column].name)) is None
        and not is_identifier(columns[m.column])
        and re.search(r"(?i)\bhow many (?:total |overall )?\Z", text[: m.start]) is not None
        for m in mentions
    )


def sum_of_things(
    base: Query, text: str, mentions: list[Mention], columns: list[Column], group: int, measures: tuple[int, ...]
) -> tuple[list[str], tuple[int, ...]]:
    """Return the figure and the columns of "how many": a sum where a column holds what is counted."""
    if group >= 0:
        return (["sum"] if adds_up(text, mentions, columns, numeric_places(columns)) else ["count"]), measures
    held = held_count(base, text, mentions, columns)
    return (["sum"], (held,)) if held >= 0 else (list(base.operations), measures)


PASSIVE = compile_caseless(  # "how many of these were returned", "how many did we sell"
    r"\bhow many (?:of )?(?:[^\W\d_]+(?:'s?)? ){0,4}(?:was|were|got|are|is|have been|has been|had been|did|do|does|have|has|i|we|they|he|she|it|wurden?|sind|hat|haben|ont|a|furent|fueron|han|ha)(?: [^\W\d_]+(?:'s?)?){0,2} \Z"
)
DIRECTLY = compile_caseless(r"\bhow many (?:of (?:the|my|our) )?(?:total |overall |more )?(?:of )?\Z")
COUNTED_THING = compile_caseless(r"(?:returned|sold|won|lost|drawn|scored|delivered|damaged|broken|missed|rejected|accepted|cancelled|canceled|used|visited|made|opened|clicked|answered|read|retours|verkauft|vendus?|vendid[oa]s?)")  # fmt: skip


def held_count(base: Query, text: str, mentions: list[Mention], columns: list[Column]) -> int:
    """Return the column of things that "how many pages did I read" adds up; -1 where rows are counted."""
    filtered = {one.column for one in conditions_filters(base.filters)}
    if base.degrees or base.top or base.shows:
        return -1
    for one in mentions:
        column, name = columns[one.column], fold(columns[one.column].name).lower().replace("_", " ")
        said, before = text[one.start : one.end].lower().replace("_", " "), text[: one.start]
        is_named = name.startswith(said[: max(3, len(said) - 2)]) or said in name
        if column.values() is None or one.column in filtered or not is_named or is_identifier(column):
            continue
        is_whole = ADDITIVE.search(name) is not None or all(value == int(value) for value in column.values() or ())
        if NO_AMOUNT.search(fold(column.name).lower()) or not is_whole:
            continue
        is_thing = COUNTED_THING.search(name) is not None and PASSIVE.search(before) is not None
        if DIRECTLY.search(before) or is_thing:
            return one.column
    return -1


def measured_columns(
    base: Query, text: str, mentions: list[Mention], columns: list[Column], conditions: list[Condition]
) -> tuple[list[str], int, tuple[int, ...], tuple[int, ...]]:
    """Return the operations, the group, the columns of figures, and all named ones of numbers."""
    numeric = numeric_places(columns)
    operations, group = list(base.operations), base.group
    of_conditions = columns_of_conditions(text, mentions, conditions)
    named = tuple(dict.fromkeys(m.column for m in mentions if m.column in numeric and m.column != group))
    measures = tuple(place for place in named if place not in of_conditions)
    if not measures and set(operations) - {"count"} and not base.degrees:
        measures = named
    if base.degrees:
        measures = without_asked_for(measures, asked_for(text, mentions, numeric), columns)
    if group in numeric and has_other_figure(operations, named, text, mentions, group):
        return operations, group, without_identifiers(measures, text, mentions, columns, operations), named
    if group in numeric and (base.degrees or base.top or base.shows or any(m.column not in numeric for m in mentions)):
        measures, group = (group, *measures), -1
    measures = without_identifiers(measures, text, mentions, columns, operations)
    ranked = tuple(dict.fromkeys(one.column for one in base.degrees if one.column >= 0))
    if ranked:
        only_ends = set(operations) <= set(ENDS)
        measures = ranked if only_ends else (*ranked, *(place for place in measures if place not in ranked))
    return operations, group, measures, named


def has_other_figure(
    operations: list[str], named: tuple[int, ...], text: str, mentions: list[Mention], group: int
) -> bool:
    """Return whether "average mark per class" names another column of numbers in front of the one that groups."""
    places = [
        one.start
        for one in mentions
        if one.column == group and re.search(r"\bper (?:the |each )?\Z", text[: one.start])
    ]
    ahead = [one for one in mentions if places and one.column in named and one.end <= places[0]]
    return bool({"mean", "sum", "median"} & set(operations)) and len({one.column for one in ahead}) == 1


def asked_for(text: str, mentions: list[Mention], numeric: list[int]) -> int:
    """Return the numbers that "which year had the highest sales" asks for; -1 for none."""
    for one in mentions:
        if one.column in numeric and re.search(r"\b[Ww]hich (?:the )?\Z", text[: one.start]):
            return -1 if re.match(r" (?:is|are|was|were)\b", text[one.end :]) else one.column
    return -1


def without_asked_for(measures: tuple[int, ...], asked: int, columns: list[Column]) -> tuple[int, ...]:
    """Return the figures' columns without the one asked for; else the only other one."""
    left = tuple(place for place in measures if place != asked)
    if left or asked not in measures:
        return left
    others = [place for place, one in enumerate(columns) if one.values() is not None and place != asked]
    others = [place for place in others if not is_identifier(columns[place])]
    if not others:
        return ()  # "which class has the most kids" counts them
    return tuple(others) if len(others) == 1 else measures


def implied_subject(
    asked: Query, text: str, columns: list[Column], unknown: list[FoundText], named: tuple[int, ...]
) -> int:
    """Return the column that names the rows for a question that asks for one without its name."""
    if asked.group < 0 and asked.measures and asked.degrees:
        is_which = re.search(r"\bwhich\b|\bwhat one\b", text) is not None and not unknown
        is_of_rows = any(
            one.rank > 1 or (one.dimension not in ("any", "level") and one.column not in named) for one in asked.degrees
        )
        if is_which or is_of_rows:
            return label_column(columns, settled_columns(asked.filters))
    return subject_of_noun(asked, unknown, text, columns)


def settled_columns(filters: tuple[Filter, ...]) -> set[int]:
    """Return the columns that conditions leave one value of, and those with numbers that they are made with."""
    return {one.column for one in conditions_filters(filters) if one.sign != "≠" and len(one.values) == 1}


def conditions_filters(filters: tuple[Filter, ...]) -> list[Filter]:
    """Return filters with those inside of an ``either``."""
    return [part for one in filters for part in (one.any_of or (one,))]


COPULA = compile_caseless(
    r"[\s'\"]*(?:(?:is|are|was|were|of|has|have|being|that is|value|not|column|equal to)[\s'\"]*){0,3}\Z"
)


def columns_of_conditions(text: str, mentions: list[Mention], conditions: list[Condition]) -> set[int]:
    """Return the columns that are named for a condition only: "price" in "where price is over 10"."""
    times: dict[int, int] = {}
    for one in mentions:
        is_own = any(
            condition.filter.column == one.column
            and (
                (one.end <= condition.start and COPULA.fullmatch(text[one.end : condition.start]))
                or 0 <= one.start - condition.end <= 4
            )
            for condition in conditions
        )
        times[one.column] = times.get(one.column, 0) + (0 if is_own else 1)
    return {column for column, others in times.items() if not others}


def label_column(columns: list[Column], but: set[int]) -> int:
    """Return the column whose values name the rows: called so, or the first of different texts."""
    texts = [place for place, column in enumerate(columns) if column.values() is None and place not in but]
    named = [place for place in texts if fold(columns[place].name).lower() in NAME_COLUMNS]
    different = [place for place in texts if columns[place].unique() == columns[place].count]
    return (named or different or [-1])[0]


KINDS = ("age", "weight", "height", "price", "warmth", "wetness", "pay")


def with_only_column(degrees: list[Degree], columns: list[Column], numeric: list[int], asked: int) -> list[Degree]:
    """Return words of degree with the only column of numbers that is not ``asked``. Raises AnswerFault for another kind."""
    degrees = [one._replace(column=-1) if one.column == asked else one for one in degrees]
    if asked >= 0 and numeric == [asked]:
        return degrees
    numeric = [place for place in numeric if place != asked] or numeric
    places = [place for place in numeric if not is_identifier(columns[place])] or numeric
    made = []
    for one in degrees:
        if one.column >= 0 or one.dimension in ("any", "level") or len(places) < 1:
            made.append(one)
            continue
        name = fold(columns[places[0]].name).lower().replace("_", " ")
        other_kind = one.dimension in KINDS and any(
            kind != one.dimension and re.search(DIMENSIONS[kind].columns, name) for kind in KINDS
        )
        if one.dimension == "popularity":
            made.append(one._replace(operation="mode" if one.operation in ("max", "most") else "mode_least"))
        elif len(places) == 1 and not other_kind:
            made.append(one._replace(column=places[0]))
        else:
            raise AnswerFault("which")
    return made


SORTS = compile_caseless(
    r"\b(?:sort\w*|put(?= [^\n]{0,40}\b(?:on top|at the top|first|at the bottom)\b)|order(?:ed)?|arrange[d]?|rank(?:ed)?|alphabeti\w+)\b"
)
RISING = r"\b(?:earliest|oldest|soonest|next|fruheste\w*|alteste\w*|zuerst|zuoberst|plus anciens?|d'abord|en premier|primero|mas antigu\w+)\b"
FALLING = compile_caseless(
    r"\b(?:latest|newest|most recent|neueste\w*|spateste\w*|plus recente?s?|mas recientes?)\b|\bdesc\w*|\b(?:high(?:est)?|large(?:st)?|big(?:gest)?|most) (?:to|first)\b|\bz ?(?:-|to) ?a\b|\breverse\w*|\bdownwards?\b|\bfalling\b|\bfrom (?:high|large|big)"
)


BY_NOUN = compile_caseless(r"\bper (?:the |their |its )?(?P<noun>[a-z]+(?: (?:of )?[a-z]+)?)(?: of)? \Z")


def sorting(
    made: Mapped, columns: list[Column], mentions: list[Mention], degrees: list[Degree], spans: list[list[int]]
) -> tuple[int, bool]:
    """Return the column that rows are sorted by (-1: none), and whether the largest comes first."""
    match = SORTS.search(made.text)
    if match is None:
        return -1, False
    behind = [
        one for one in mentions if one.start >= match.end() and re.search(r"\bper (?:the )?\Z", made.text[: one.start])
    ]
    later = behind or [one for one in mentions if one.start >= match.end()] or mentions
    later = [one for one in later if not THEN_BY.search(made.text[: one.start])] or later
    at = mentions.index(later[0]) if later else 0
    while later and at + 1 < len(mentions) and made.text[mentions[at].end : mentions[at + 1].start] == " ":
        at += 1  # "by exam date" is by the date
    column = mentions[at].column if later else -1
    poles = [one.operation in ("max", "most") for one in degrees]
    is_span = len(poles) == 2 and poles[0] is not poles[1]  # "from smallest to largest"
    first = (degrees[:1] if is_span else []) or [
        one for one in degrees if re.match(r"(?: ones?)?(?: (?:first|on top|at the top|to)\b)", made.text[one.end :])
    ]
    named = next((one for one in mentions if one.column == column and one.start >= match.end()), None)
    between = BY_NOUN.search(made.text[: named.start]) if named else None  # the noun of "by exam date"
    spans += [made.span(*between.span("noun"))] if between else []
    is_ranked = match.group().lower().startswith("rank") and not re.search(
        r"\basc|\blow|\bfirst\b", made.text, ANY_CASE
    )
    is_falling = poles[0] if is_span else FALLING.search(made.text) is not None or any(poles)
    is_ranked = is_ranked or (column >= 0 and is_of_league(made.text, columns[column]))
    if is_ranked and column >= 0 and columns[column].values() is not None:
        is_falling = re.search(DIMENSIONS["quality"].inverse, fold(columns[column].name).lower()) is None
    column = first[0].column if first and (column < 0 or is_span) else column
    spans += [
        made.span(*match.span()),
        *made.spans(FALLING.pattern),
        *made.spans(RISING),
        *made.spans(r"\b(?:asc\w*|first|alphabetical\w*|order|by|a ?(?:-|to) ?z)\b"),
    ]
    return column, is_falling


WAY_SAID = compile_caseless(r"\b(?:asc\w*|rising|upwards?|low(?:est)?|small(?:est)?|least|fewest|first|last)\b")
TIE_SAID = compile_caseless(
    r"\b(?:ties?|tied|tie-?break\w*|draws?|level|gleichstand|gleichauf|punktgleich\w*|egalite|ex aequo|empat\w+|igualdad)\b"
)
POINTS_NAME = compile_caseless(r"(?:total )?(?:points?|pts|punkte?|puntos?|pkt)(?: total)?")


def is_of_league(text: str, column: Column) -> bool:
    """Return whether an order is a table of results, which its best leads: by points, or with a rule for ties."""
    name = fold(column.name).lower().replace("_", " ").strip()
    is_result = POINTS_NAME.fullmatch(name) is not None or TIE_SAID.search(text) is not None
    return is_result and column.values() is not None and WAY_SAID.search(text) is None


THEN_BY = compile_caseless(
    r"\b(?:and then|then|(?:and )?(?:if|when|where) (?:they(?:'re| are) |it(?:'s| is) |that(?:'s| is) )?(?:the same|same|equal|tied|level|a tie|a draw)|(?:on|for|with|in case of) (?:a )?(?:ties?|draws?|equal \w+)|ties|tie-?break\w*|bei (?:gleichstand|gleich\w*(?: \w+)?)|(?:(?:and|but|und|et|y|aber|mais|pero) )?(?:if|in case|wenn|falls|si|s') ?(?:there (?:is|are) |they |it |es |sie |mehrere |zwei |ils |elles |il y a |deux \w+ |hay |dos \w+ |two \w+ |any )*(?:(?:is|are|ends? in|end up|sind|ist|sont|finissent|estan|quedan|in) )?(?:a )?(?:ties?|tied|draws?|level|gleichstand|gleichauf|punktgleich\w*|egalite|egaux|ex aequo|empat\w+|igual\w*)(?: (?:sind|ist|gibt|herrscht))*|(?:und )?(?:danach|dann|anschliessend)|(?:et )?(?:puis|ensuite)|en cas d'egalite|(?:and |y )?(?:luego|despues)|en caso de (?:empate|igualdad))\b,? ?(?:(?:and|then|und|dann|it'?s|sort|order|broken|puis|luego|y) )*(?:(?:per|by|on|nach|par|por|according to) )?(?:the |most |more |fewest |number of |der |die |den |le |la |les |el |los |las )*\Z"
)


def then_sorted(
    text: str,
    columns: list[Column],
    mentions: list[Mention],
    first: tuple[int, bool],
    spans: list[list[int]],
    made: Mapped,
) -> tuple[tuple[int, bool], ...]:
    """Return the further columns of an order: numbers the same way round, texts from a to z."""
    found: list[tuple[int, bool]] = []
    for one in mentions if first[0] >= 0 else ():
        lead = THEN_BY.search(text[: one.start])
        if lead is None or one.column in (first[0], *(place for place, _ in found)):
            continue
        way = THEN_WAY.match(text, one.end)
        is_number = columns[one.column].values() is not None
        falling = way["falls"] is not None if way else first[1] and is_number
        found.append((one.column, falling))
        spans.append(made.span(lead.start(), way.end() if way else one.end))
    return tuple(found)


THEN_WAY = compile_caseless(
    r"[ ,(]*(?:(?P<falls>desc\w*|(?:high|larg|bigg)est first|most first|high to low|z ?(?:-|to) ?a|absteigend|descending)|asc\w*|(?:low|small)est first|low to high|a ?(?:-|to) ?z|alphabetical\w*|ascending|aufsteigend)"
)


TOP = compile_caseless(
    rf"\b(?:top|bottom) (\d{{1,4}})\b|\b(?:show|list|only|just|and|give|keep|print|with)(?: me)?(?: only| just)?(?: the)? first (\d{{1,4}})\b(?! (?:columns?|letters?|characters?))|\b(?:which|what|who|the) (\d{{1,3}}) \w+ (?:is|are|were|was|has|have|had|with|did)\b(?=.*\b(?:{SUPERLATIVES})\b)|\b(?:{SUPERLATIVES}) (\d{{1,4}})\b|\b(\d{{1,4}}) (?:\w+ )?(?:with|having|mit|avec|con) (?:the |den |dem |le |la |les |el |las |los )?(?:{SUPERLATIVES})\b|\b(\d{{1,4}}) (?:{SUPERLATIVES})\b"
)


def without_identifiers(
    measures: tuple[int, ...], text: str, mentions: list[Mention], columns: list[Column], operations: list[str]
) -> tuple[int, ...]:
    """Return the columns of a figure without an unnamed one that numbers the rows."""
    numeric = numeric_places(columns)
    counted_in = [place for place in numeric if not is_identifier(columns[place])]
    if operations in ([], ["count"]) or not counted_in or re.search(r"\bid\b|\bnumber\b", text):
        return measures
    named = {m.column for m in mentions if fold(columns[m.column].name).lower() == text[m.start : m.end].lower()}
    return tuple(place for place in measures if place in counted_in or place in named)


SPENT_BY_US = re.compile(
    r"\b(?:i|we|everything|it all|ich|wir|ai-je|on|nous|he|hemos) (?:spen[dt]|pay|paid|cost)|\bspen[dt]\W*\Z"
)


MASS_OF_THING = compile_caseless(  # "kg_honey", "milk (l)"; a weight of a person adds up to nothing
    r"\A(?:kg|tons?|lit(?:er|re)s?|l|kwh)[_ ](?!weight|body|gewicht|poids|peso)[^\W\d_]{3,}\Z|\A(?!weight|body|gewicht|poids|peso|height|alter|age)[^\W\d_]{3,}[_ (]+(?:kg|tons?|lit(?:er|re)s?|l|kwh)\)?\Z"
)


def how_much(
    text: str, columns: list[Column], measures: tuple[int, ...], meant: tuple[int, ...], numeric: list[int]
) -> tuple[list[str], tuple[int, ...]]:
    """Return the figures and the column of a bare "how much": a sum of what adds up."""
    if not (measures or meant) and len(numeric) == 1:
        meant = (numeric[0],)
    is_additive = any(
        ADDITIVE.search(name) or MASS_OF_THING.search(name)
        for name in (columns[place].name for place in measures or meant)
    )
    if not is_additive and len(numeric) == 1 and SPENT_BY_US.search(text):
        is_additive = MONEY_NAME.search(fold(columns[numeric[0]].name)) is not None
    return (["sum"] if is_additive else []), meant


MONEY_NAME = compile_caseless(r"price|amount|\brent\b|salary|wages?|income|earnings|miete|gehalt|lohn|loyer|salaire|alquiler|sueldo|salario|total|revenue|cost|paid|fee|fare|\bsum\b|€|\$|£|\beur\b|\busd\b|\bgbp\b|\bchf\b|preis|betrag|umsatz|kosten|summe|prix|montant|cout|precio|importe|coste?\b|venta")  # fmt: skip
MONEY_ASKED = compile_caseless(r"\b(?:costs?|pay|paid|spen[dt]\w*|kosten?|gekostet|bezahl\w*|ausgegeben|coute\w*|depens\w*|cuesta\w*|costado|gast(?:o|e|ado|amos))\b")  # fmt: skip
NO_MONEY = compile_caseless(r"^(?:pages?|seiten|paginas?|kg|g|km|kilos?|weight\w*|gewicht|poids|peso|height|age|alter|edad|years?|jahr|annee|ano|hours?|stunden|heures|horas|minutes?|minuten|qty|quantity|count|menge|stock|points?|punkte|goals?|tore|buts|goles|score)\b")  # fmt: skip


def are_no_money(columns: list[Column], numeric: list[int]) -> bool:
    """Return whether no column of numbers can be what something costs: they are pages, weights, years."""
    return bool(numeric) and all(NO_MONEY.search(fold(columns[place].name)) for place in numeric)


TAKEN_IN = compile_caseless(
    r"\b(?:sold|sell|sells|sales|earn\w*|mak(?:e|es)|made|took|take|bring|brought|billed|invoiced|charged|spen[dt]\w*|paid|pay|turnover|revenue|factur\w*|ingres\w*|recaud\w*|vend\w*|encaiss\w*|rapport\w*|eingenommen|umgesetzt|verdient|cost|costs)\b"
)


def how_much_of_groups(
    text: str, columns: list[Column], meant: tuple[int, ...], numeric: list[int]
) -> tuple[list[str], tuple[int, ...]]:
    """Return the sum of the only money for "how much did we sell per city". Raises AnswerFault for several."""
    money = meant or tuple(one for one in numeric if MONEY_NAME.search(fold(columns[one].name)))
    counted_in = [one for one in numeric if not is_identifier(columns[one])]
    if len(money) == 1 and (meant or TAKEN_IN.search(text)):
        return ["sum"], money
    if len(counted_in) > 1:
        raise AnswerFault("which")
    return [], meant


NAMES_COLUMN = compile_caseless(
    r"\b(?:per (?:the )?|which (?!(?:rows?|values?|ones?|columns?|entr\w+|lines?|percent\w*|share|number|is|are|was|has|have|had|est|sont|etait|ist|sind|war|hat|es|son|fue|la|le|les|el|los|der|die|das|of|average|mean|median|sum|total|highest|lowest|most|least|largest|smallest|best)\b))"
    r"(?=[^\W\d_]{3,})"
)


def names_no_column(text: str, mentions: list[Mention], columns: list[Column]) -> list[FoundText]:
    """Return where "per …" or "which …" is followed by a word that is no column."""
    starts = {one.start for one in mentions}
    times = sum(TIME_NAME.fullmatch(fold(column.name).lower()) is not None for column in columns) > 1
    nouns = (COLUMN_NOUN, TIME_NOUN) if times else (COLUMN_NOUN,)
    return [
        match
        for match in NAMES_COLUMN.finditer(text)
        if match.end() not in starts and not any(noun.match(text, match.end()) for noun in nouns)
    ]


ROW_NOUN = compile_caseless(
    r"(?:drop|delivery|deliverie|stop|purchase|order|transaction|sale|entry|row|item|product|article|trip|visit|person|head|player|customer|game|match|run|day|deal|booking|invoice|meal|record|line|"
    r"time|refill|fill-?up|refuel|ride|workout|session|tanken|tankfullung|tankstopp|mal|besuch|fois|plein|visite|vez|visita|repostaje|einkauf|kauf|bestellung|person|kopf|zeile|eintrag|spiel|fahrt|stuck|tag|rechnung|buchung|"
    r"achat|commande|ligne|personne|tete|partie|trajet|jour|facture|compra|pedido|fila|persona|cabeza|partido|viaje|dia|factura)(?:s|e|en)?\b"
)
NOUN = re.compile(r"[^\W\d_]{3,}")


def word_end(text: str, start: int) -> int:
    """Return where the word that begins at a place ends."""
    match = NOUN.match(text, start)
    return match.end() if match else start


def is_lost(base: Query, unknown: list[FoundText], text: str) -> bool:
    """Say whether a "per …" or "which …" without a column changes the question; "per purchase" is each row."""
    for match in unknown:
        is_row = ROW_NOUN.match(text, match.end()) is not None
        figures = set(base.operations) - {"count"}
        is_per = match.group().lower().startswith("per")
        if is_per and not (is_row and base.group < 0 and (figures <= {"mean"} or figures == {"mean", "sum"})):
            return True
        if not is_per and (figures or not base.filters) and base.subject < 0:
            return True
    return False


GENERIC_LABELS = words_in("item items title label titel titre titulo thing what bezeichnung")


def subject_of_noun(base: Query, unknown: list[FoundText], text: str, columns: list[Column]) -> int:
    """Return the only column of texts for "which planet is the biggest"; -1 for other things."""
    texts = [place for place, column in enumerate(columns) if column.values() is None and not column.dates]
    if len(texts) != 1 or len(unknown) != 1 or unknown[0].group().lower().startswith("per") or base.group >= 0:
        return -1
    noun, name = NOUN.match(text, unknown[0].end()), fold(columns[texts[0]].name).lower()
    kinds = {kind_of(noun.group()) if noun else -1, kind_of_name(name)}
    return texts[0] if name in NAME_COLUMNS | GENERIC_LABELS or kinds == {-1} else -1


TIME_NOUN = compile_caseless(r"(?:months?|weekdays?|days?|monate?|tage?|mois|jours?|mes(?:es)?|dias?)\b")


# "per subject" of a table whose columns are the subjects asks for the figure of each column
COLUMN_NOUN = compile_caseless(
    r"(?:subjects?|columns?|categor(?:y|ies)|measures?|metrics?|variables?|exams?|tests?|fach|facher|spalten?|matieres?|colonnes?|asignaturas?|materias?|columnas?)\b"
)


def synonyms(
    text: str, columns: list[Column], numeric: list[int], spans: list[list[int]], made: Mapped | None
) -> tuple[int, ...]:
    """Return the numbers that a word such as "oldest" is about. Raises AnswerFault for costs of none."""
    if MONEY_ASKED.search(text) and are_no_money(columns, numeric):
        raise AnswerFault("which")
    for word, names in SYNONYMS:
        match = re.search(word, text, ANY_CASE)
        places = [place for place in numeric if re.search(names, fold(columns[place].name), ANY_CASE)] if match else []
        if match and len(places) == 1:
            if made is not None:
                spans.append(made.span(*match.span()))
            return (places[0],)
    return ()


def operations_of(
    made: Mapped, spans: list[list[int]], filters: list[Filter], degrees: list[Degree]
) -> tuple[list[str], float]:
    """Return the names of the figures asked for, and the percentile."""
    known = {"missing"} if any(one.sign in ("empty", "full") for one in filters) else set()
    found, percentile = [], 0.0
    poles = {one.operation for one in degrees}
    for name, pattern in OPERATIONS:
        match = re.search(pattern, made.text, ANY_CASE)
        if match is None or name in known:
            continue
        if name == "percentile":
            percentile = float(match["n"] or match["p"])
        if name == "quartiles":
            found += ["q1", "median", "q3"]
        elif name not in ENDS or re.fullmatch(r"max(?:imum)?|min(?:imum)?|bottom", match.group(), ANY_CASE):
            found.append(name)
        spans.append(made.span(*match.span()))
        made = made.sub(pattern, lambda gone: "\0" * len(gone.group()))
    found += [name for name in ENDS if name in poles and "range" not in found]
    if "mode" in poles or "mode_least" in poles:
        found.append("mode")
    return list(dict.fromkeys(found)), percentile


ENDS = ("max", "min", "most", "least")


def subject_of(
    text: str, mentions: list[Mention], columns: list[Column], group: int, measures: tuple[int, ...], filtered: set[int]
) -> int:
    """Return the column that "which …" and "who" ask for."""
    if re.search(r"\b(?:who|everyone|everybody|anyone|people)\b", text, ANY_CASE):
        label = label_column(columns, filtered | {group})
        others = [place for place, column in enumerate(columns) if column.values() is None and place not in filtered]
        others = sorted((place for place in others if place != group), key=lambda place: not has_words(columns[place]))
        return label if label >= 0 else next(iter(others), -1)
    for one in mentions:
        if one.column in measures or one.column == group:
            continue
        if re.search(
            r"\b(?:which|what|top \d+|\d+ \w+|common|frequent|different|unique|distinct|how many|list|show)(?: the| are| is| of)*(?: \w+)? \Z",
            text[: one.start],
            ANY_CASE,
        ):
            return one.column
    left = [m.column for m in mentions if m.column not in measures and m.column != group]
    left.sort(key=lambda place: place in filtered)  # "the longest open ticket of high priority" is a ticket
    return next((place for place in left if place not in filtered or columns[place].values() is None), -1)


def has_words(column: Column) -> bool:
    """Return whether the values of a column are words, not days such as "02.11."."""
    return bool(column.texts) and all(re.match(r"\W*[^\W\d_]", text) for text in column.texts or () if text.strip())


FIGURE_OF = compile_caseless(
    r"\b(?:average|avg|mean|median|total|sum|maximum|minimum|standard deviation|range)(?: (?:of|the|all|its|our|my|their|your|for|in|for the|is|whole|value)(?= ))* (?P<words>[a-z][a-z-]{2,}(?: [a-z][a-z-]{2,}){0,2})"
)
PLAIN_NOUNS_LISTED = """
value values number numbers figure figures amount row rows column columns data table csv list please pls
thanks overall here there and for per from over under with above below only are was were have has does did not
result results entry entries record records item items each every all these those this that them they line
lines total totals average averages max min median sum mean maximum minimum count who which what where when
how weighted greater more less than between bitte danke svp merci gracias favor everyone everybody people
person highest lowest without excluding except using out minus both together combined in one ones group groups
instead then round rounded also plus
"""
PLAIN_NOUNS = frozenset(PLAIN_NOUNS_LISTED.split())


def unknown_noun(made: Mapped, columns: list[Column], numeric: list[int], spans: list[list[int]]) -> str:
    """Return the "height" of "average height" where no column is one; the only numbers may be."""
    used = [(start, end) for start, end in spans]
    for match in FIGURE_OF.finditer(made.text):
        start = match.start("words")
        words = []
        for word in re.finditer(r"[a-z-]+", match["words"], ANY_CASE):
            place = made.span(start + word.start(), start + word.end())
            if re.fullmatch(SUPERLATIVES, word.group(), ANY_CASE):
                continue  # "average top speed"
            known = any(begin < place[1] and place[0] < end for begin, end in used)
            if known or word.group().lower() in PLAIN_NOUNS:
                break
            words.append(word.group())
        else:
            word = None
        if (
            words
            and word is not None
            and any(begin < place[1] and place[0] < end for begin, end in used)
            and word.group().lower() not in PLAIN_NOUNS
        ):
            continue  # "average monthly salary"
        if words and (len(numeric) != 1 or is_other_thing(words[0].lower(), columns[numeric[0]].name)):
            return " ".join(words[:1])
    return ""


def is_other_thing(word: str, column: str) -> bool:
    """Say whether a noun and a column's name are words for different things: "height" and "kg"."""
    name = fold(column).lower().replace("_", " ")
    same = [one for one in KINDS if re.search(DIMENSIONS[one].columns, word)]
    if any(re.search(DIMENSIONS[one].columns, name) for one in same):
        return False
    return bool(same and any(re.search(DIMENSIONS[one].columns, name) for one in KINDS)) or kind_of(word) not in (
        -1,
        kind_of_name(name),
    )


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
