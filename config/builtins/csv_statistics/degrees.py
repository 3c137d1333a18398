"""Words of degree in a question: "youngest", "am teuersten", "le moins cher", "second best", and the column that each is about.

Each is rewritten as an English superlative before a question is read. A word has a pole: the youngest has the lowest age,
but the latest year of birth; the fastest has the highest speed, but the lowest time.
"""

import re
from typing import NamedTuple

from config.builtins.csv_statistics.columns import Column, compile_caseless, is_identifier, is_year, words_in
from config.builtins.csv_statistics.columns_named import Mention
from config.builtins.wording import Mapped, fold


class Dimension(NamedTuple):
    """What a word of degree measures: names of its columns, and of those in reverse order."""

    columns: str
    inverse: str = r"(?!)"
    otherwise: str = r"(?!)"  # columns where there are none of the others


HEIGHTS = r"height|hohe\b|grosse|große|taille|altura|estatura|\bcm\b"
GENERIC = words_in("any level quality size popularity")  # of any column that is named
DIMENSIONS = {
    "age": Dimension(r"\bage|alter\b|edad|\bjahre\b|\bans\b|\byears?\b(?! ?(?:of|built|born))|\bold\b", r"birth|born|geb\w*|geburt|naiss|nacim|jahrgang|baujahr|built|founded"),
    "price": Dimension(r"price|cost|preis|prix|precio|kosten|\bfee|fare|rent\b|miete|loyer|eur\b|euro|usd|gbp|coste?\b|cout|tarif|per_"),
    "length": Dimension(r"length|lange\b|distance|distanz|distancia|km\b|miles?\b|met(?:er|re)s?|\bm\b|longueur|longitud|largo|strecke|duration|dauer|duree|duracion|minutes?|minuten|\bmins?\b|hours?|stunden|heures|horas|seconds?|(?<!over)time(?!s [a-z])\b|pages|seiten|words", otherwise=HEIGHTS),
    "speed": Dimension(r"speed|km/?_?h|mph|knots|tempo|geschwindigkeit|vitesse|velocidad|wpm|mbps", r"(?<!over)time(?!s [a-z])|zeit|temps|tiempo|seconds?|secs?\b|sekunden|secondes|segundos|\bs\b|minutes?|minuten|mins?\b|duration|dauer|laptime|hours?|stunden|\bms\b|latency|days"),
    "weight": Dimension(r"weight|gewicht|poids|peso|\bkg|kilo|mass\b|grams?\b|gramm|\bg\b|lbs?\b|pounds|tons?\b"),
    "height": Dimension(r"height|hohe|grosse|große|taille|altura|estatura|\bcm\b|elevation|altitude|\bm\b|met(?:er|re)s?|feet|size|stories|floors"),
    "warmth": Dimension(r"temp|grad\b|celsius|fahrenheit|°|degrees?|\bhigh\b|\bc\b|\bf\b"),
    "wetness": Dimension(r"rain|\bmm\b|precip|regen|niederschlag|pluie|lluvia|humid|wet"),
    "size": Dimension(r"height|hohe\b|altura|estatura|size|area|flache|surface|superficie|population|einwohner|habitants|habitantes|km2|sqm|employees|members|capacity|volume|grosse|große|taille|tamano"),
    "quality": Dimension(r"score|points?|punkte|puntos|grade|marks?\b|rating|stars|sterne|result|percent|%|accuracy|quality|wins|goals|sales|revenue|profit|salary|pay\b|wage", r"(?<!over)time(?!s [a-z])|zeit|temps|tiempo|seconds?|secs?\b|minutes?|minuten|\bmins?\b|rank|place\b|platz|position|errors?|mistakes|fehler|erreurs|errores|faults|complaints|strokes|loss|defects|returns|cost|price|preis|prix|precio|injur"),
    "popularity": Dimension(r"votes|stimmen|voix|votos|sales|sold|visits|visitors|besucher|views|downloads|likes|plays|count|orders|customers|guests|borrow\w*|loans|rating|passengers|clicks"),
    "pay": Dimension(r"salary|income|wage|\bpay\b|earn|gdp|gehalt|lohn|einkommen|salaire|revenu|sueldo|salario|wealth|net worth|ingresos"),
    "recency": Dimension(r"year|jahr|annee|\bano\b|date|version|built|founded|launched|published|birth", r"\bage|alter\b|edad"),
    "depth": Dimension(r"depth|tiefe|profondeur|profundidad|\bm\b|met(?:er|re)s?"),
    "width": Dimension(r"width|breite|largeur|ancho|anchura|\bcm\b|\bmm\b|\bm\b"),
    "strength": Dimension(r"strength|power|wind|force|stark|magnitude|hp\b|watts?|kw\b|ps\b"),
    "level": Dimension(r"height|hohe\b|elevation|altitude|altura|hauteur"),
    "any": Dimension(r"(?!)"),
}  # fmt: skip


class DegreeWord(NamedTuple):
    """A superlative: its dimension and its pole, ``max`` or ``min``."""

    dimension: str
    pole: str


# dimension pole superlative: base, comparative; adjectives with more/most behind "+"; German stems; French; Spanish
LEXICON = """
age max oldest | old older | + elderly senior | altest | vieux vieille vieilles age agee ages agees ancien ancienne | viejo vieja viejos viejas anciano
age min youngest | young younger | + junior | jungst | jeune jeunes | joven jovenes
price max dearest | dear dearer | + expensive costly pricey | teuerst kostspieligst | cher chere chers cheres couteux couteuse onereux | caro cara caros caras costoso costosa
price min cheapest | cheap cheaper | + affordable inexpensive economical | billigst gunstigst preiswertest preisgunstigst | economique abordable | barato barata baratos baratas economico economica
length max longest | long longer | | langst | long longs longue longues | largo larga largos largas
length min shortest | short shorter | | kurzest | court courts courte courtes bref breve | corto corta cortos cortas breve
speed max fastest | fast faster quick quicker quickest | + rapid | schnellst flottest zugigst | rapide rapides vite | rapido rapida rapidos rapidas veloz
speed min slowest | slow slower | + sluggish | langsamst | lent lents lente lentes | lento lenta lentos lentas
weight max heaviest | heavy heavier | | schwerst | lourd lourds lourde lourdes | pesado pesada pesados pesadas
weight min lightest | light lighter | | leichtest | leger legers legere legeres | ligero ligera ligeros ligeras liviano
height max tallest | tall taller | | | |
warmth max warmest | warm warmer hot hotter hottest mild milder mildest | | warmst heissest heißest mildest | chaud chauds chaude chaudes | calido calida caliente caluroso calurosa
warmth min coldest | cold colder cool cooler coolest chilly chillier chilliest icy icier iciest freezing | | kaltest kuhlst frostigst | froid froids froide froides frais fraiche | frio fria frios frias fresco fresca
wetness max wettest | wet wetter rainy rainier rainiest | + rainy wet | nassest regenreichst feuchtest | pluvieux pluvieuse humide arrose arrosee | lluvioso lluviosa humedo humeda
wetness min driest | dry drier dryer | | trockenst | sec secs seche seches | seco seca secos secas
size max largest | large larger big bigger biggest huge great greater greatest | + massive populous populated | grosst großt | grand grands grande grandes gros grosse peuple peuplee | grande grandes poblado poblada
size min smallest | small smaller little littler littlest tiny tinier tiniest | + compact | kleinst | petit petits petite petites | pequeno pequena pequenos pequenas
level max highest | high higher | | hochst | haut hauts haute hautes eleve eleves elevee elevees fort forte | alto alta altos altas elevado elevada
level min lowest | low lower | | niedrigst tiefst geringst | bas basse basses faible faibles | bajo baja bajos bajas
quality max best | good better | + successful | best erfolgreichst | performant performante | exitoso exitosa
quality min worst | bad worse poor poorer poorest weak weaker weakest | | schlechtest schwachst miesest | mauvais mauvaise mauvaises | malo mala malos malas flojo
popularity max busiest | busy busier | + popular visited sold bought borrowed viewed used | beliebtest meistverkauft meistbesucht bestbesucht | populaire populaires vendu vendue vendus vendues visite visitee frequente frequentee | popular populares vendido vendida vendidos visitado visitada
popularity min quietest | quiet quieter | | unbeliebtest ruhigst | calme | tranquilo tranquila
pay max richest | rich richer wealthy wealthier wealthiest | + wealthy | reichst bestbezahlt | riche riches | rico rica ricos ricas
pay min poorest | | | armst | pauvre pauvres | pobre pobres
recency max newest | new newer recent | + recent modern | neuest neust | recent recente recents recentes nouveau moderne | nuevo nueva reciente recientes
depth max deepest | deep deeper | | | profond profonde | profundo profunda
depth min shallowest | shallow shallower | | flachst | |
width max widest | wide wider broad broader broadest | | breitest | large larges | ancho ancha
width min narrowest | narrow narrower | | schmalst | etroit etroite | estrecho estrecha
strength max strongest | strong stronger powerful | + powerful | starkst | puissant puissante | fuerte fuertes potente
length max farthest | far farther further furthest | + distant | weitest fernst | lointain lointaine eloigne eloignee | lejano lejana
length min nearest | near nearer close closer closest | | nachstgelegen nahest | proche proches | cercano cercana
"""
OPPOSED = "oldest youngest,dearest cheapest,longest shortest,fastest slowest,heaviest lightest,warmest coldest,wettest driest,largest smallest,highest lowest,best worst,busiest quietest,richest poorest,deepest shallowest,widest narrowest,farthest nearest"
OPPOSITES = {one: other for pair in OPPOSED.split(",") for one, other in (pair.split(), pair.split()[::-1])}
OPPOSITES |= {"tallest": "shortest", "newest": "oldest"}


class Entry(NamedTuple):
    """One line of the lexicon."""

    superlative: str
    word: DegreeWord
    plain: tuple[str, ...]
    compared: tuple[str, ...]
    german: tuple[str, ...]
    french: tuple[str, ...]
    spanish: tuple[str, ...]


def entries() -> tuple[Entry, ...]:
    """Return the lines of the lexicon."""
    made = []
    for line in LEXICON.strip().splitlines():
        head, plain, compared, *others = [part.strip() for part in line.split("|")]
        dimension, pole, superlative = head.split()
        listed = [tuple(part.replace("+", " ").split()) for part in (plain, compared, *others)]
        made.append(Entry(superlative, DegreeWord(dimension, pole), *listed))
    return tuple(made)


ENTRIES = entries()
DEGREE_WORDS = {one.superlative: one.word for one in ENTRIES} | {
    "most": DegreeWord("any", "max"),
    "least": DegreeWord("any", "min"),
    "fewest": DegreeWord("any", "min"),
    "top": DegreeWord("quality", "max"),
    "priciest": DegreeWord("price", "max"),
    "latest": DegreeWord("recency", "max"),
    "earliest": DegreeWord("recency", "min"),
}
SUPERLATIVES = "|".join(sorted(DEGREE_WORDS, key=len, reverse=True))
ARTICLES = {"fr": r"(?:(?:le|la|les) )?", "es": r"(?:(?:el|la|los|las|lo) )?"}
MORE = {"fr": ("plus", "moins", "que"), "es": ("mas", "menos", "que")}
ORDINALS = {
    "en": ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
    "de": ["zweit", "dritt", "viert", "funft", "sechst", "siebt", "acht", "neunt", "zehnt"],
    "fr": ["deuxieme", "troisieme", "quatrieme", "cinquieme", "sixieme", "septieme", "huitieme", "neuvieme", "dixieme"],
    "es": [
        "segund[oa]",
        "tercer[oa]?",
        "cuart[oa]",
        "quint[oa]",
        "sext[oa]",
        "septim[oa]",
        "octav[oa]",
        "noven[oa]",
        "decim[oa]",
    ],
}


def english_degrees(made: Mapped) -> Mapped:
    """Return an English question with ``dearest`` and ``best`` for degrees of two words."""
    for one in ENTRIES:
        words = "|".join(one.compared)
        if words:
            made = made.sub(rf"\bmost (?:{words})(?![a-z])", one.superlative)
            opposite = OPPOSITES.get(one.superlative)
            made = made.sub(rf"\bleast (?:{words})(?![a-z])", opposite) if opposite else made
        strong = "|".join(word for word in one.plain if word.endswith("est") and word != one.superlative)
        made = made.sub(rf"\b(?:{strong})(?![a-z])", one.superlative) if strong else made
    made = made.sub(
        r"\b(?:least|lowest|worst|best|highest|top)[- ](?:paid|earning)(?![a-z])",
        lambda m: "richest" if m.group()[0].lower() in "bht" else "poorest",
    )
    made = made.sub(r"\brunners?[- ]up\b", "rank2 best")
    made = made.sub(
        r"(?<!every )(?<!per )\b(?:second|2nd)(?= (?:in (?:the )?(?:table|list|ranking|standings|league)|overall|place|by)\b)",
        "rank2 best",
    )
    made = made.sub(
        r"\b(?:came|come|comes|finished|placed|ranked|in) (?:in )?(?:second|2nd)(?: place)?\b", "rank2 best"
    )
    made = made.sub(r"\b(?:came|come|comes|finished|placed|ranked|in) (?:in )?(?:third|3rd)(?: place)?\b", "rank3 best")
    for place, word in enumerate(ORDINALS["en"], 2):
        made = made.sub(
            rf"\b(?:{word}|{place}(?:nd|rd|th))[- ](?:to the |of the |the )?(?={SUPERLATIVES})", f"rank{place} "
        )
    made = made.sub(rf"\b(?:number|no\.?|#) ?([2-9])(?= (?:{SUPERLATIVES}))", r"rank\1")
    return made.sub(r"\b(?:second|2nd)(?:-| )(?:last|to last) place\b", "rank2 worst")


def compared_degrees(made: Mapped) -> Mapped:
    """Return a question that compares two with superlatives; "older than" stays."""
    if not re.search(r"\b(?:which|who|what|where)\b", made.text, re.IGNORECASE):
        return made
    for one in ENTRIES:
        words = "|".join(word for word in one.plain if word.endswith("er") or word in ("better", "worse"))
        more = "|".join(one.compared)
        parts = [rf"(?:{words})"] * bool(words) + [rf"more (?:{more})"] * bool(more)
        if parts:
            made = made.sub(rf"(?<!much )(?<!many )\b(?:{'|'.join(parts)})(?! than\b)(?![a-z])", one.superlative)
    made = made.sub(
        r"(?<!much )(?<!many )(?<!once )\bmore(?= *(?:$|[?.!,;\n]| (?:on )?average| money| (?:in )?total| overall))",
        "most",
    )
    made = made.sub(r"(?<!much )(?<!many )\bfewer(?! than\b)(?![a-z])", "least")
    return made.sub(
        r"(?<!much )(?<!many )\bless(?= *(?:$|[?.!,;\n]| (?:on )?average| money| (?:in )?total| overall))", "least"
    )


def german_degrees(made: Mapped) -> Mapped:
    """Return a German question with English superlatives; "zweitbeste" is "rank2 best"."""
    for one in ENTRIES:
        stems = "|".join(one.german)
        if not stems:
            continue
        for place, word in enumerate(ORDINALS["de"], 2):
            made = made.sub(
                rf"\b{word}(?:e[nrsm]?[- ])?(?:{stems})(?:e[nrsm]?|en)?(?![a-z])", f"rank{place} {one.superlative}"
            )
        made = made.sub(rf"\b(?:am )?(?:{stems})e?[nrsm]?(?![a-zß])", one.superlative)
    for word, english in GERMAN_COMPARED.items():
        made = made.sub(rf"\b{word} als\b", f"{english} than").sub(rf"(?<=viel ){word}\b", english)
    return made.sub(r"\b(?:auf (?:dem )?|den )?(?:platz 2|zweiten? platz)\b", "rank2 best")


GERMAN_COMPARED = {
    "alter": "older", "junger": "younger", "teurer": "dearer", "billiger": "cheaper", "gunstiger": "cheaper", "langer": "longer", "kurzer": "shorter",
    "schneller": "faster", "langsamer": "slower", "schwerer": "heavier", "leichter": "lighter", "gro(?:ss|ß)er": "larger", "kleiner": "smaller",
    "hoher": "higher", "niedriger": "lower", "warmer": "warmer", "kalter": "colder", "besser": "better", "schlechter": "worse", "weiter": "farther",
}  # fmt: skip


def romance_degrees(made: Mapped, language: str) -> Mapped:
    """Return a French or Spanish question with English superlatives; comparisons stay."""
    article, (more, less, than) = ARTICLES[language], MORE[language]
    best, worst = ("meilleure?s?|mieux", "pires?|plus mal") if language == "fr" else ("mejor(?:es)?", "peor(?:es)?")
    for one in ENTRIES:
        words = "|".join(one.french if language == "fr" else one.spanish)
        if not words:
            continue
        behind = rf"(?![a-z])(?! {than}\b)(?! (?:de|a) \d)"
        made = made.sub(rf"\b{article}{more} (?:{words}){behind}", one.superlative)
        opposite = OPPOSITES.get(one.superlative)
        made = made.sub(rf"\b{article}{less} (?:{words}){behind}", opposite) if opposite else made
        compared = next((word for word in one.plain if word.endswith("er") or word == "worse"), "")
        made = made.sub(rf"\b{more} (?:{words}) {than}\b", f"{compared} than") if compared else made
    made = made.sub(rf"\b{article}(?:{best})(?![a-z])", "best").sub(rf"\b{article}(?:{worst})(?![a-z])", "worst")
    if language == "es":
        made = made.sub(r"\bmas (?:de|en) (?=media\b|promedio\b)", "most ").sub(
            r"\bmenos (?:de|en) (?=media\b|promedio\b)", "least "
        )
    for place, word in enumerate(ORDINALS[language], 2):
        made = made.sub(
            rf"\b{article}(?:{word}|{place}(?:e|eme|o|a|º|ª)) (?:(?:el|la|le) )?(?=(?:{SUPERLATIVES})\b)",
            f"rank{place} ",
        )
        made = made.sub(
            rf"\b{article}(?:{word}) (?P<noun>[a-z]+) (?P<end>(?:{SUPERLATIVES}))\b", rf"rank{place} \g<end> \g<noun>"
        )
    return made


def with_degrees(made: Mapped, language: str) -> Mapped:
    """Return a folded question with English superlatives, ordinals as ``rank2``."""
    if language == "de":
        return german_degrees(made)
    if language in ("fr", "es"):
        return romance_degrees(made, language)
    return english_degrees(made)


class Degree(NamedTuple):
    """A word of degree: its operation, its column (-1: not known), the rank, its place."""

    operation: str
    column: int
    rank: int
    start: int
    end: int
    dimension: str


DEGREE = compile_caseless(
    rf"\b(?:rank(?P<rank>\d{{1,2}}) )?(?P<word>{SUPERLATIVES})\b(?!-)(?! (?:common|frequent|often|popular)\b)(?! rows?\b)"
)


def degrees_in(text: str, columns: list[Column], mentions: list[Mention], numeric: list[int]) -> list[Degree]:
    """Return the words of degree of a rewritten question, each with column and operation."""
    found = []
    for match in DEGREE.finditer(text):
        if re.search(r"\bat \Z", text[: match.start()]):
            continue  # at least, at most
        name = match["word"].lower()
        word = DEGREE_WORDS[name]
        column, is_inverse = column_of_degree(word, match.end(), text, columns, mentions, numeric)
        if name == "top" and column >= 0 and re.search(DIMENSIONS["price"].columns, measured_name(columns[column])):
            is_inverse = False  # "top 2 by price" are the dearest, whatever the best price is
        pole = {"max": "min", "min": "max"}[word.pole] if is_inverse else word.pole
        operation = name if name in ("most", "least") and not is_inverse else "least" if name == "fewest" else pole
        found.append(Degree(operation, column, int(match["rank"] or 1), *match.span(), word.dimension))
    return found


def measured_name(column: Column) -> str:
    """Return a column's name as the dimensions know it, "built" behind that of years."""
    name = fold(column.name).lower().replace("_", " ")
    if COMPUTED_PRODUCT.search(name):
        return "revenue"  # "price times sold" is no price
    return f"{name} built" if is_year(column) else name


COMPUTED_PRODUCT = re.compile(r" (?:times|multiplied by|x|mal|fois|por) | ?[*×] ?")


NEXT_WORDS = 24  # characters behind a word of degree in which a column is what it is said of: "highest math score"


def column_of_degree(
    word: DegreeWord, end: int, text: str, columns: list[Column], mentions: list[Mention], numeric: list[int]
) -> tuple[int, bool]:
    """Return the numeric column of a word of degree, and whether its order is reversed."""
    dimension = DIMENSIONS[word.dimension]
    names = {place: measured_name(columns[place]) for place in numeric if not is_identifier(columns[place])}
    own = [place for place, name in names.items() if re.search(dimension.columns, name)] or [
        place for place, name in names.items() if re.search(dimension.otherwise, name)
    ]
    if word.dimension == "warmth":  # the coldest night has the lowest "min"
        own = [place for place, name in names.items() if re.search(rf"\b{word.pole}\b", name)] or own
    inverse = [place for place, name in names.items() if place not in own and re.search(dimension.inverse, name)]
    prices = [place for place in inverse if re.search(DIMENSIONS["price"].columns, names[place])]
    named = [
        one.column
        for one in mentions
        if one.column in numeric
        and end <= one.start <= end + NEXT_WORDS
        and not re.search(r"\b(?:and|or|per|with|in|of|for)\b|[,;.?]", text[end : one.start])
    ]
    anywhere = list(dict.fromkeys(one.column for one in mentions if one.column in numeric))
    unnamed = [place for place in inverse if place not in prices]  # "the best car" is not the cheapest
    for places in (named[:1], [place for place in own if place in anywhere], own, unnamed):
        if len(places) == 1:
            return places[0], places[0] in inverse
    generic = word.dimension in GENERIC or not (own or inverse)
    if len(anywhere) == 1 and generic and not own:
        return anywhere[0], anywhere[0] in inverse
    return -1, False
