"""Messages as the reader of quantities knows them: English words, plain figures, one form for signs; and words of the answers."""

import re
from decimal import Decimal

from config.builtins.unit_converter.clock_forms import with_durations
from config.builtins.unit_converter.unit_names import NAME
from config.builtins.unit_converter.unit_parts import with_parts_of_units
from config.builtins.unit_converter.unit_pounds import with_market_pounds
from config.builtins.wording import GROUPS, Mapped, decimal_of, flattened, localized, pairs, with_digits
from config.builtins.wording_fractions import with_fractions

UNITS_OF = {
    "en": {},
    "de": pairs(
        """um wie ?viele = by how many; um wie ?viel = by how much; wie ?vielen? = how many; wie ?viel = how much; wieviel = how much; sind = is; ist = is; in = in; und = and; oder = or; eine[nrsm]? = a; ein = a; auf = to; nach = to;
        rechne = convert; umrechnen = convert; wandle = convert; meilen? = miles; seemeilen? = nautical miles; kilometern? = kilometers; metern? = meters;
        zentimetern? = centimeters; millimetern? = millimeters; fuss = feet; fuß = feet; zoll = inches; yards? = yards; unzen? = ounces;
        gramm = grams; kilogramm = kilograms; tonnen? = tonnes; litern? = liters; millilitern? = milliliters; gallonen? = gallons; tassen? = cups;
        teeloffel = teaspoons; essloffel = tablespoons; el = tablespoons; tl = teaspoons; grad celsius = degrees celsius; grad fahrenheit = degrees fahrenheit;
        grad = degrees; quadratmetern? = square meters; quadratkilometern? = square kilometers; quadratfuss = square feet; quadratfuß = square feet; kubikmetern? = cubic meters; kubikfuss = cubic feet; kubikfuß = cubic feet; kubikzoll = cubic inches; gigajoule = gigajoules; megajoule = megajoules;
        knoten = knots; kilokalorien? = kilocalories; kalorien? = calories; kilojoule = kilojoules; stunden? = hours; minuten? = minutes; sekunden? = seconds; tag(?:en?)? = days; wochen? = weeks; monat(?:en?)? = months; jahr(?:en?)? = years; schaltjahre?s? = leap year; kmh = km/h;
        ps = metric horsepower; pferdestarken = metric horsepower; stundenkilometern? = km/h; meilen pro stunde = mph; kilometer pro stunde = km/h;
        liter auf 100 kilometer = l/100km; bogenmass = radians; hektar = hectares; langer = longer; weiter(?= ?[:,] ?[0-9]| als |[?]) = further; kurzer = shorter; schwerer = heavier; leichter = lighter;
        mehr = more; weniger = less; warmer = warmer; kalter = colder; schneller = faster; langsamer = slower; grosser = larger; großer = larger; kleiner = smaller; hoher = higher; niedriger = lower; breiter = wider; dicker = thicker; tiefer = deeper;
        langsten? = longest; kurzesten? = shortest; schwersten? = heaviest; leichtesten? = lightest; großten? = largest; kleinsten? = smallest; warmsten? = warmest; kaltesten? = coldest; schnellsten? = fastest; langsamsten? = slowest; hochsten? = highest;
        wie lange = how long; wie weit = how far; wie schnell = how fast; minus = minus"""
    ),
    "fr": pairs(
        """combien de = how many; combien = how much; font = is; fait = is; est = is; en = in; et = and; ou = or; une? = a; convertis = convert;
        convertir = convert; milles? = miles; mill?es? (?:nautiques?|marins?) = nautical miles; kilometres? = kilometers; metres? = meters; centimetres? = centimeters;
        millimetres? = millimeters; pieds? = feet; pouces? = inches; livres? = pounds; onces? = ounces; grammes? = grams; kilogrammes? = kilograms; kilos? = kilograms;
        litres? = liters; millilitres? = milliliters; gallons? = gallons; tasses? = cups; cuilleres? a cafe = teaspoons; cuilleres? a soupe = tablespoons;
        degres? celsius = degrees celsius; degres? fahrenheit = degrees fahrenheit; degres? = degrees; metres? carres? = square meters; kilometres? carres? = square kilometers;
        pieds? carres? = square feet; metres? cubes? = cubic meters; pieds? cubes? = cubic feet; pouces? cubes? = cubic inches; noeuds? = knots; nœuds? = knots; heures? = hours; minutes? = minutes; secondes? = seconds; jours? = days; semaines? = weeks;
        mois = months; ans? = years; annees? = years; chevaux = metric horsepower; octets? = bytes; go = GB; mo = MB; ko = kB; to = TB; kilometres? par heure = km/h;
        litres? aux 100(?: km| kilometres)? = l/100km; plus longue? = longer; plus court = shorter; plus lourde? = heavier; plus leger = lighter; plus chaud = warmer;
        plus froid = colder; plus rapide = faster; plus grande? = larger; plus haute? = taller; plus petite? = smaller; plus courte = shorter; plus legere = lighter; moins lourde? = lighter; plus large = wider; plus lente? = slower; plus loin = further; combien de temps = how long; hectares? = hectares; moins = minus; radians? = radians"""
    ),
    "es": pairs(
        """cuant[oa]s = how many; cuant[oa] = how much; son = is; es = is; en = in; a = to; y = and; o = or; una? = a; convierte = convert; convertir = convert;
        millas? nauticas? = nautical miles; millas? = miles; kilometros? = kilometers; metros? = meters; centimetros? = centimeters; milimetros? = millimeters;
        pies? = feet; pulgadas? = inches; yardas? = yards; libras? = pounds; onzas? = ounces; gramos? = grams; kilogramos? = kilograms; kilos? = kilograms;
        toneladas? = tonnes; litros? = liters; mililitros? = milliliters; galones? = gallons; galon = gallon; tazas? = cups; cucharaditas? = teaspoons;
        cucharadas? = tablespoons; grados? celsius = degrees celsius; grados? centigrados = degrees celsius; centigrados = degrees celsius; grados? fahrenheit = degrees fahrenheit; grados? = degrees;
        metros? cuadrados? = square meters; kilometros? cuadrados? = square kilometers; pies? cuadrados? = square feet; metros? cubicos? = cubic meters;
        pies? cubicos? = cubic feet; pulgadas? cubicas? = cubic inches; gigajulios? = gigajoules; megajulios? = megajoules; nudos? = knots; kilocalorias? = kilocalories; calorias? = calories; kilojulios? = kilojoules; julios? = joules; horas? = hours; minutos? = minutes; segundos? = seconds; dias? = days; semanas? = weeks; mes(?:es)? = months; anos? = years; caballos(?: de fuerza)? = metric horsepower;
        kilometros? por hora = km/h; millas? por hora = mph; litros a los 100(?: km| kilometros)? = l/100km; mas larg[oa] = longer; mas pesad[oa] = heavier;
        mas caliente = warmer; mas frio = colder; mas rapido = faster; mas grande = larger; mas alt[oa] = taller; mas baj[oa] = shorter; mas cort[oa] = shorter; mas liger[oa] = lighter; mas pequen[oa] = smaller; mas lejos = further; mas ancho = wider; mas lent[oa] = slower; mayor = larger; mas = more; menos = minus; hectareas? = hectares; radianes = radians"""
    ),
}
UNIT_WORD = re.compile(
    r"(?:square |cubic |nautical )?(?:miles?|kilometers|meters|centimeters|millimeters|feet|inches|yards|pounds|ounces|grams|kilograms|tonnes|liters|"
    r"milliliters|gallons?|cups|teaspoons|tablespoons|knots|hours|minutes|seconds|weeks|metric horsepower|(?:kilo)?(?:calories|joules)|degrees (?:celsius|fahrenheit)|hectares)|l/100km|mph|km/h"
)


COUNTED_NAMES = {"onces?": r"(?<=\d )onces?"}  # "I stop once": a word that is a unit behind a number only


def unit_words() -> dict[str, str]:
    """Return the names of units in all languages, but for short ones, which may be other words elsewhere."""
    rows = [row for table in UNITS_OF.values() for row in table.items()]
    named = {phrase: word for phrase, word in rows if UNIT_WORD.fullmatch(word) and (len(phrase) > 5 or "ß" in phrase)}
    return {COUNTED_NAMES.get(phrase, phrase): word for phrase, word in named.items()}


FOREIGN_UNITS = unit_words()  # "20 nudos in km/h": people name a unit as their book or sign does
SIGNS = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3", "⅛": "1/8"}
FIGURES_IN_TEXT = re.compile(rf"(?<![\w.,/])(?!(?<=:)\d\d(?![\d.,]))(?:{GROUPS})(?![\d/])")
COMPARES = re.compile(r"\b(longer|shorter|heavier|lighter|bigger|larger|smaller|more|less|hotter|warmer|colder|cooler|faster|slower|greater|higher|lower|taller|farther|further|wider|narrower|thicker|deeper|longest|shortest|heaviest|lightest|biggest|largest|smallest|hottest|warmest|coldest|coolest|fastest|slowest|highest|lowest|tallest|farthest|furthest|widest|thickest|deepest)\b", re.IGNORECASE)  # fmt: skip
LESS = (
    "shorter", "lighter", "smaller", "less", "colder", "cooler", "slower", "lower", "narrower",
    "shortest", "lightest", "smallest", "coldest", "coolest", "slowest", "lowest",
)  # fmt: skip
BARE_COMPARISONS = (
    "mehr",
    "weniger",
    "plus",
    "moins",
    "más",
    "menos",
    "mas",
)  # that need "than" and a noun beside them
DIFFERS = re.compile(  # a change of a temperature, not a temperature
    r"\b(?:differences?(?: of)?|(?:dropped|fell|fallen|rose|risen|cooled|warmed|changed?|drops?|rises?|increased?|decreased?|raised?|lowered?)(?: \w+){0,2} (?:by|of)|"
    r"(?:degrees?|°)(?: ?[cfk]| celsius| fahrenheit| kelvin)? (?:warmer|colder|hotter|cooler|higher|lower)|unterschied\w*|differenz|(?:a|to|by) \S+ degrees(?: \w+)? (?:gestiegen|gefallen|gesunken|erwarmt)|"
    r"gestiegen|gesunken|(?:grad|degres|grados)(?: celsius| fahrenheit)? (?:warmer|kalter|plus chauds?|plus froids?|mas(?: de)? calor|menos)|ecart|hausse|baisse|diferencia|subio|bajo|subido|bajado|aumento|descenso)\b",
    re.IGNORECASE,
)
DIFFERENCE = {
    "en": "As a difference, **{a} = {b}**.",
    "de": "Als Unterschied: **{a} = {b}**.",
    "fr": "En tant qu'écart : **{a} = {b}**.",
    "es": "Como diferencia: **{a} = {b}**.",
}
COMPARED = {
    "en": "**{winner}** is {word}: {rows} (a difference of {gap}).",
    "de": "**{winner}** ist {word}: {rows} (Unterschied: {gap}).",
    "fr": "**{winner}** est {word} : {rows} (différence : {gap}).",
    "es": "**{winner}** es {word}: {rows} (diferencia: {gap}).",
}
EQUAL = {
    "en": "Both are the same: {rows}.",
    "de": "Beide sind gleich: {rows}.",
    "fr": "Les deux sont égaux : {rows}.",
    "es": "Son iguales: {rows}.",
}
MORE = {"de": ("mehr", "weniger"), "fr": ("plus grand", "plus petit"), "es": ("mayor", "menor")}
HELP_IN = {
    "en": "I convert units, e.g. '14 kg in pounds' or 'how many cups is 250 ml'.",
    "de": "Ich rechne Einheiten um, z. B. „14 kg in Pfund“ oder „wie viele Meilen sind 10 km“.",
    "fr": "Je convertis des unités, p. ex. « 14 kg en livres » ou « combien de miles font 10 km ».",
    "es": "Convierto unidades, p. ej. «14 kg en libras» o «cuántas millas son 10 km».",
}
UNSEEN = {
    "en": "I do not see what to convert.",
    "de": "Ich sehe nicht, was umzurechnen ist.",
    "fr": "Je ne vois pas quoi convertir.",
    "es": "No veo qué convertir.",
}
RELATION_UNREAD = {
    "en": "I read {amounts}, but not what you want to know about that.",
    "de": "Ich lese {amounts}, aber nicht, was Sie dazu wissen wollen.",
    "fr": "Je lis {amounts}, mais pas ce que vous voulez en savoir.",
    "es": "Leo {amounts}, pero no qué quiere saber de ello.",
}
NO_RATES = {
    "en": "I know no exchange rates: they change by the minute.",
    "de": "Ich kenne keine Wechselkurse: sie ändern sich jede Minute.",
    "fr": "Je ne connais pas les taux de change : ils changent à chaque minute.",
    "es": "No conozco los tipos de cambio: cambian a cada minuto.",
}
NOT_ALIKE = {
    "en": "I cannot convert that: {a} measure {da} and {b} {db}, so one does not turn into the other.",
    "de": "Das kann ich nicht umrechnen: {a} und {b} messen Verschiedenes, das eine lässt sich nicht in das andere umrechnen.",
    "fr": "Je ne peux pas convertir cela : {a} et {b} mesurent des grandeurs différentes : l'un ne se convertit pas en l'autre.",
    "es": "No puedo convertir eso: {a} y {b} miden cosas distintas: lo uno no se convierte en lo otro.",
}
NEEDS_DENSITY = {
    "en": "For that I would need the density of the substance.",
    "de": "Dafür bräuchte ich die Dichte des Stoffes.",
    "fr": "Il me faudrait pour cela la masse volumique de la substance.",
    "es": "Para eso necesitaría la densidad de la sustancia.",
}
CALORIE_WORD = re.compile(r"\b(?:food )?(?:calor[ií]\w+|kalorien?)\b", re.IGNORECASE)
CALORIE_NOTE = {
    "en": "I took the small calorie of 4.184 J; a calorie of food is a kilocalorie (kcal).",
    "de": "Gerechnet mit der kleinen Kalorie von 4,184 J; eine Kalorie bei Speisen ist eine Kilokalorie (kcal).",
    "fr": "J'ai pris la petite calorie de 4,184 J ; une calorie alimentaire est une kilocalorie (kcal).",
    "es": "He tomado la caloría pequeña de 4,184 J; una caloría de los alimentos es una kilocaloría (kcal).",
}
US_NOTE = {
    "de": "Ich habe US-Maße genommen; für britische bitte „imperial“ sagen.",
    "fr": "J'ai pris les mesures américaines ; dites « imperial » pour les britanniques.",
    "es": "He tomado medidas de EE. UU.; diga «imperial» para las británicas.",
}

KM_PER_HOUR = r"\bkms? (?:per|an|pro|par|por|a la|a) (?:hours?|hr|h|stunde|heure|hora)\b"
GAS_MARK = r"\bgas ?(?:mark|mk)s?\.? ?#?(\d+/\d|\d+(?:\.\d+)?)\b"


def plain(message: str, language: str, longest: int) -> Mapped:
    """Return a message with its signs written out, so that one pattern reads them all; figures are in the English form."""
    made = flattened(message[:longest]).sub(" +", " ").sub("²", "2").sub("³", "3").sub("⁄", "/").sub("º", "°")
    made = made.sub(r"\b([12]) ?m ?(\d{2})\b(?! ?[a-z]?m\b|[.,/:]\d)", r"\1.\2 m")  # how tall people are: 1 m 80
    made = made.sub(r"(?<=\d) ?EL\b", " tablespoons", 0).sub(r"(?<=\d) ?TL\b", " teaspoons", 0)
    made = made.sub(r"[µμ](?=[lL]\b)", "u")
    made = made.sub("[½¼¾⅓⅔⅛]", lambda match: f" {SIGNS[match.group()]}")
    made = without_story_races(without_told_races(made, language)).sub(
        HALF_MARATHON, lambda _: localized("21.0975 km", language)
    )
    made = with_durations(made.sub(r"\bmarathons?\b", lambda _: localized("42.195 km", language)))
    made = made.sub(
        r"\b(\d{1,2})\.([123]) hands?\b", r"\1 hands \2 inches"
    ).sub(  # a horse of 15.2 hands has 2 inches more
        GAS_MARK, r"\1 gas marks"
    )
    made = with_market_pounds(with_ares(spoken_figures(made, language), language), language)
    if language != "en":
        made = made.sub(r"(?<=[a-z]) um(?=\W*\Z)", "") if language == "de" else made
        made = made.sub(r"(?<!\d)(?<!\d )\bmi (?=[a-z])", "my ") if language == "es" else made  # "mi hijo" is no mile
        made = made.translated(UNITS_OF[language])
    made = made.translated(FOREIGN_UNITS)
    made = made.sub(
        r"\b(\d+(?:\.\d+)?) ?k\b(?=.*\b(?:miles?|km|kilomet\w+|run|ran|race|jog\w*|marathon|minutes|min \d+ s|h \d+ min|pace)\b)",
        r"\1 km",
    )
    made = made.sub(
        r"(?<!\d)(?<!\d )(?<!to )(?<!in )\bu\.?s\.?(?=[)\s-]|$)[) -]?(?! ?(?:gal|quart|pint|cup|fluid|tablesp|teasp|ton|mpg))",
        " ",
    )
    made = made.sub(r"\bu\.?s\.?[- ](?=gal|quart|pint|cup|fluid|tablesp|teasp|ton|mpg)", "US ")
    made = made.sub(r"(?<!\S)(\d*\.\d+|\d+/\d+) of an? (?=[a-z])", r"\1 ")
    made = made.sub(BELOW_ZERO, r"-\1 \2")
    made = made.sub(
        r"\bsq\.? (?=(?:met(?:er|re)s?|kilomet\w+|centimet\w+|feet|foot|inch(?:es)?|yards?|miles?)\b)", "square "
    )
    made = made.sub(r"\bcu\.? (?=(?:met(?:er|re)s?|centimet\w+|feet|foot|inch(?:es)?|yards?)\b)", "cubic ")
    made = made.sub(r"\b(\d{1,2}) ?h ?(\d{1,2})(?: ?m(?:in)?)?\b", r"\1 h \2 min")
    made = made.sub(
        r"\b(?:litres?|liters?|l) ?(?:per|/|every|for|on|to|aux?|a los|a|por|pro|auf) ?(?:100|cent) ?(?:km\b|kilomet(?:er|re)s?\b|(?=\W|$))",
        "l/100km",
    )
    made = made.sub(
        r"\b(\d{1,2}) ?(?:minutes?|mins?|m) (?:and )?(\d{1,2}) ?(?:seconds?|secs?|s) (?=(?:per|a|par|por|pro|/) ?(?:km|kilomet\w+|miles?|mi)\b)",
        lambda match: f"{match[1]}:{int(match[2]):02d} ",
    )
    made = (
        made.sub(KM_PER_HOUR, "km/h")
        .sub(r"\bmiles? (?:per|par|por|pro|to the|to an?|an?|/) \(?(?:uk|imperial|british)\)? gallons?\b", "UK mpg")
        .sub(r"\bmiles? (?:per|par|por|pro|to the|to a|a|/) (?:\(?us\)? )?gallons?\b", "mpg")
        .sub(r"\b(?:minutes?|min) ?(?:per|/|a) ?(?:km|kilomet\w+)\b", "min/km")
    )
    made = made.sub(r"\b(?:minutes?|min) ?(?:per|/|a) ?(?:mi|miles?)\b", "min/mile")
    if re.search(r"\bmpg\b|l/100km", made.text):  # else it is a rate: 12 km per litre, 40 litres, how far
        made = made.sub(r"\b(?:km|kms|kilomet\w+) ?(?:per|/|a|to the|pro|par|por|au) ?(?:l|lit\w+)\b", "km/l")
    for pattern in SIDES_IN_FEET:
        made = made.sub(pattern, side_in_inches)
    return paces(made)


ARES = {  # 100 m²: the words are others where no number or question for areas stands beside them
    "de": r"(?<=\d) ?ar\b(?![-\w])|(?<=viele )ar\b(?![-\w])|(?<=viel )ar\b(?![-\w])|(?<=\bin )ar(?= ?(?:\?|\.|\Z| um\b))",
    "fr": r"(?<=\d) ?ares?\b|(?<=combien d')ares?\b|(?<=\ben )ares?(?= ?(?:\?|\.|\Z))",
    "es": r"(?<=\d) ?areas?\b(?=[^?.]*\b(?:metros? cuadrados?|m2|hectareas?|ha)\b)",
    "en": r"(?<=\d) ?are\b(?= ?(?:in|to|=) ?(?:square(?! root)|sq|m2|hectares?|acres?)\b)|(?<=\d) ?ar\b(?= ?(?:in|to|=) ?(?:square(?! root)|m2|hectares?|hektar|acres?|quadratmeter|qm)\b)",
}


def with_ares(made: Mapped, language: str) -> Mapped:
    """Return a folded text in which the unit of 100 m² has one name."""
    return made.sub(ARES[language], " ares")


def without_story_races(made: Mapped) -> Mapped:
    """Return a text in which a race is no distance that only tells why a way with its number is asked for."""
    is_story = WAY_WITH_NUMBER.search(made.text) and (RACE_AHEAD.search(made.text) or not RACE_ASKED.search(made.text))
    return made.sub(r"\b(?:half[- ])?marathons?\b", "race") if is_story else made


WAY_WITH_NUMBER = re.compile(r"\b\d+(?:[.,]\d+)? ?(?:miles?|mi|km|kilomet\w+)\b ?(?:=|in|to|is how)", re.IGNORECASE)
RACE_AHEAD = re.compile(
    r"\b(?:training|train|preparing|signed up|registered|practising|practicing) for (?:a|the|my) (?:half[- ])?marathon\b",
    re.IGNORECASE,
)
RACE_ASKED = re.compile(
    r"\b(?:a|the|of|half|one|full|per|each|is a|long is (?:a|the)) (?:half[- ]|full )?marathons?\b(?=[^.!?]*(?:\bin\b|\bkm\b|\bmiles?\b|how|pace|\?))(?![^.?!]*[.!])",
    re.IGNORECASE,
)
RACE_TOLD = re.compile(  # "a half marathon (21.1 km)": the distance is written beside the name
    r"\b(?P<half>(?:half|semi|media)[- ]|halb)?marat(?:h?ons?|hon|on)\b(?P<link> ?\(| ?[=,:–-] ?| (?:of|de|von|con|mit) | (?:is|are|has|ist|hat|sind|fait|est|es|son|tiene) (?:about |around |roughly |etwa |environ |unos |like )?)"
    r"(?P<number>\d{2}(?:[.,]\d+)?)(?= ?(?P<unit>km|k\b|kilomet\w+|mi\b|miles?|meilen|milles?|millas))",
    re.IGNORECASE,
)
RACE_KM = (42.195, 21.0975)
SAME_RACE = 0.02  # a part of the way: 21, 21.1 and 13.1 miles are the same race


def without_told_races(made: Mapped, language: str) -> Mapped:
    """Return a text without the name of a race whose distance stands beside it."""

    def kept_link(match: "re.Match[str]") -> str:
        way = float(match["number"].replace(",", ".")) * (1.0 if match["unit"][0] in "kK" else 1.609344)
        race = RACE_KM[1 if match["half"] else 0]
        told = localized(match["number"].replace(",", "."), language)
        return f"{match['link']}{told}" if abs(way - race) < SAME_RACE * race else match.group()

    return made.sub(RACE_TOLD, kept_link)


def spoken_figures(made: Mapped, language: str) -> Mapped:
    """Return a text whose numbers and fractions, in words too, are figures in the English form."""
    if language == "en":
        return with_fractions(with_parts_of_units(made, language), language)
    made = made.sub(FIGURES_IN_TEXT, lambda match: f"{decimal_of(match.group(), language):f}")
    return with_digits(with_fractions(with_parts_of_units(made, language), language), language)


# a side of a room: what stands beside "by" is one length
FEET_AND_INCHES = (
    r"(?<![\d.,])(\d{1,6}) ?(?:ft|feet|foot|'|′)\.?,? ?(?:and )?(\d{1,2}(?:\.\d+)?) ?(?:in(?:ch(?:es)?)?\b\.?|\"|″|'')"
)
FEET_AND_BARE = (
    rf"(?<![\d.,])(\d{{1,6}}) ?(?:ft|feet|foot|'|′)\.? ?(\d|1[01])(?![.,:/]?\d| ?(?:{NAME}|ft)(?![A-Za-z])| ?['′\"″])"
)
SIDES_IN_FEET = (
    rf"{FEET_AND_INCHES}(?= ?(?:by|x|\*|×) ?\d)", rf"(?<=\bby ){FEET_AND_INCHES}", rf"(?<= x ){FEET_AND_INCHES}",
    rf"{FEET_AND_BARE}(?= ?(?:by|x|\*|×) ?\d)", rf"(?<=\bby ){FEET_AND_BARE}", rf"(?<=\dx){FEET_AND_BARE}",
    rf"(?<= x ){FEET_AND_BARE}", rf"(?<='x){FEET_AND_BARE}",
)  # fmt: skip


def side_in_inches(match: "re.Match[str]") -> str:
    """Return one side of a room that is told in feet and inches."""
    return f"{12 * int(match[1]) + Decimal(match[2])} inches"


HALF_MARATHON = r"\b(?:half[- ]marathon|halbmarathon|semi-marathon|media maraton)\b"
BELOW_ZERO = re.compile(
    r"(?<![\d.,-])(\d+(?:\.\d+)?) ?(degrees?)? ?(?:below (?:zero|freezing|0)|unter (?:null|0)|sous (?:zero|0)|(?:por debajo de|bajo) (?:cero|0))\b",
    re.IGNORECASE,
)
PACE = re.compile(
    r"(?<![\d:.,])(?P<minutes>\d{1,2})[:'’](?P<seconds>[0-5]\d)[\"″]? ?(?:(?:minutes?|min)\b ?)?(?:per|/|an?|every|each|min/|au|par|pro|por|je|al) ?(?P<way>km|kilomet\w+|miles?|mi)\b",
    re.IGNORECASE,
)


def paces(made: Mapped) -> Mapped:
    """Return a text in which "5:30 per km" is an amount of min/km, and "per mile" beside it a unit."""
    if PACE.search(made.text) is None and re.search(r"\bmin/(?:km|mile)\b", made.text) is None:
        return made
    made = made.sub(
        PACE,
        lambda match: (
            f"{int(match['minutes']) + Decimal(match['seconds']) / 60:f} min/{'km' if match['way'].lower().startswith('k') else 'mile'}"
        ),
    )
    made = made.sub(r"(?<!\d )(?<!min)(?:\b(?:per|a|every)|/) ?(?:km|kilomet\w+)\b", " min/km ")
    return made.sub(r"(?<!\d )(?<!min)(?:\b(?:per|a|every)|/) ?(?:mi|miles?)\b", " min/mile ")
