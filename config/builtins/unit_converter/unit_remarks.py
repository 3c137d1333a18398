"""Amounts of a message that only explain: "(1 GB = 1000 MB)", "(about 158 lb)", "it's a UK pint", a story before the question."""

import re
from decimal import Decimal
from itertools import islice

from config.builtins.unit_converter.unit_amounts import quantities
from config.builtins.unit_converter.unit_names import FLAGS, NAME, NUMBER, QUANTITY, Unit, converted, meanings, number
from config.builtins.wording import Mapped

DEFINITION = re.compile(
    rf"(?<![\w.,])(?:1|one|an?) ?(?P<one>(?:{NAME})(?![A-Za-z])) ?(?:=|≈|:|equals?|is|are|being|as) ?(?:about |roughly |exactly )?(?P<n>{NUMBER}) ?(?P<many>(?:{NAME})(?![A-Za-z]))",
    FLAGS,
)
DEFINED_BACK = re.compile(  # "12 inches = 1 foot"
    rf"(?<![\w.,])(?P<n>{NUMBER}) ?(?P<many>(?:{NAME})(?![A-Za-z])) ?(?:=|equals?|is|are|make) ?(?:1|one|an?) (?P<one>(?:{NAME})(?![A-Za-z]))",
    FLAGS,
)
MOST_REMARKS = 8
SAME_FACTOR = Decimal("0.001")  # a part of the factor: 1 mile = 1.609 km is what the table says
ASIDE = re.compile(r"\((?! ?(?:and|also|plus|or|und|oder|et|ou|y|o)\b)[^()?]{1,120}\)", re.IGNORECASE)
SAME_AMOUNT = Decimal("0.02")  # "11 stone 4 (158 lb)" says one weight twice
REGION_REMARK = re.compile(
    rf"\b(?:an?|the) (?P<region>uk|imperial|british|us|american) (?P<unit>(?:{NAME})(?![A-Za-z]))", FLAGS
)
REGIONS = {"us": "american", "american": "american", "uk": "british", "british": "british", "imperial": "imperial"}
POWER_OF = re.compile(
    r"(?<![\w.,^])(?:(?P<times>\d{1,4}(?:\.\d+)?) ?[x×*·] ?)?(?P<base>10|2) ?(?:\^|\*\*) ?(?P<power>-?\d{1,2})(?![\d^])"
)
SENTENCE = re.compile(
    r"(?:[^.!?;]|[.;](?! )|(?<=\b(?:ft|in|lb|oz|yd|sq|st|ca|fl|vs))\.(?= )|(?<=\b(?:lbs|max|min|gal))\.(?= ))+[.!?;]*"
)
SENTENCE_ASKS = re.compile(
    r"\?|\A\W*(?:(?:please|so|and|now|bitte|also|entonces|y|alors|donc|how|what|convert|is)\b)", re.IGNORECASE
)
WANTED_UNIT = re.compile(rf"(?:\b(?:in|to|into|as|en|a|how many)(?: the)?|=|->) (?:{NAME})(?![A-Za-z0-9])", FLAGS)
NO_BUTTER = re.compile(r"\b(?:butter|margarine|shortening|lard|beurre|mantequilla)\b", re.IGNORECASE)


PARTS_OF = {"half": "0.5", "halfte": "0.5", "moitie": "0.5", "mitad": "0.5", "third": "1/3", "drittel": "1/3", "tiers": "1/3", "quarter": "0.25", "viertel": "0.25", "quart": "0.25", "double": "2", "twice": "2", "triple": "3", "doppelte": "2", "doble": "2", "dreifache": "3"}  # fmt: skip
PART_OF = re.compile(
    rf"\b(?:(?:an?|one|the|le|la|el|die|das) )?(?:(?P<part>half|halfte|moitie|mitad|third|drittel|tiers|quarter|viertel|quart) (?:of|von|de) |(?P<many>double|twice|triple|doppelte|dreifache|doble|triple)(?: (?:of|von|de))? |(?<![\d.,])(?P<times>\d{{1,3}}(?:\.\d+)?) times |(?P<percent>\d{{1,3}}(?:\.\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento) (?:of|von|de) )(?:the |a |die |den |my |these )?(?P<n>{NUMBER})(?= ?-?(?:{NAME})(?![A-Za-z]))",
    FLAGS,
)
ROUNDS = re.compile(
    rf"(?<![\w.,])(?P<count>\d{{1,3}}) ?[x×*] ?(?P<n>{NUMBER}) ?(?P<unit>(?:{NAME})(?![A-Za-z0-9]))(?=[^.?!]{{0,20}}\b(?:relay|staffel|relais|relevos?|reps?|repeats?|laps?|lengths|intervals?|intervalle|runden|bahnen|sets?|sprints?|bottles?|cans?|bags?|packs?|pieces?|flaschen|dosen|sacke|stuck|bouteilles|botellas|latas)\b)",
    FLAGS,
)


def with_parts(made: Mapped) -> Mapped:
    """Return a text in which "half of 7 lb", "20% of 3 kg" and "4 x 100 m relay" are amounts themselves."""

    def scaled_number(match: "re.Match[str]") -> str:
        word = (match["part"] or match["many"] or "").lower()
        factor = number(PARTS_OF[word]) if word else Decimal(match["times"] or 0) or Decimal(match["percent"]) / 100
        return f"{round(number(match['n']) * factor, 12).normalize():f}"

    made = made.sub(PART_OF, scaled_number)
    return made.sub(ROUNDS, lambda match: f"{Decimal(match['count']) * number(match['n']):f} {match['unit']}")


def with_powers(made: Mapped) -> Mapped:
    """Return a text in which powers of ten and two are figures: 10^6 bytes, 3 x 10^5 km."""

    def figure(match: "re.Match[str]") -> str:
        value = Decimal(match["times"] or 1) * Decimal(match["base"]) ** int(match["power"])
        return f"{value:f}"

    return made.sub(POWER_OF, figure)


def without_sticks(made: Mapped) -> Mapped:
    """Return a text in which a stick is only then a measure where butter is spoken of."""
    return made if NO_BUTTER.search(made.text) else made.sub(r"\bsticks?\b(?! of butter)", "drive")


def with_region(made: Mapped) -> Mapped:
    """Return a text in which "it's a UK pint" says of which country the measures are, and is no amount itself."""

    def region_only(match: "re.Match[str]") -> str:
        rest = made.text[: match.start()] + " ; " + made.text[match.end() :]
        last = match["unit"].lower().rstrip("s").split()[-1]
        names = [one["unit"].lower().rstrip("s") for one in QUANTITY.finditer(rest)]
        return REGIONS[match["region"].lower()] if last in names else match.group()

    return made.sub(REGION_REMARK, region_only)


def same_kind(name: str, other: str) -> tuple[Unit, Unit] | None:
    """Return the units of two names that measure the same; None for others."""
    return next(
        ((one, two) for one in meanings(name) for two in meanings(other) if one.dimension == two.dimension), None
    )


def remarks(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the places of definitions and brackets that agree with the rest of a text, and of definitions that do not."""
    agreed: list[tuple[int, int]] = []
    other: list[tuple[int, int]] = []
    found = [*DEFINITION.finditer(text), *DEFINED_BACK.finditer(text)]
    for match in found[:MOST_REMARKS]:
        pair = same_kind(match["one"], match["many"])
        if pair is None or pair[0].dimension == "temperature" or not beside(text, match.span(), pair[0]):
            continue
        told = number(match["n"]) * pair[1].factor / pair[0].factor
        (agreed if abs(told - 1) < SAME_FACTOR else other).append(match.span())
    for match in islice(ASIDE.finditer(text), MOST_REMARKS):
        if any(start < match.end() and match.start() < end for start, end in agreed + other):
            continue
        if repeats_amount(text, match.span()):
            agreed.append(match.span())
    return agreed, other


def beside(text: str, span: tuple[int, int], unit: Unit) -> list[tuple[Decimal, Unit]]:
    """Return the amounts of the same kind outside a place of a text."""
    found = []
    for value, name, _ in quantities(text[: span[0]] + " ; " + text[span[1] :])[0]:
        fitting = next((one for one in meanings(name) if one.dimension == unit.dimension), None)
        if fitting is not None:
            found.append((value, fitting))
    return found


def repeats_amount(text: str, span: tuple[int, int]) -> bool:
    """Say whether a bracket tells an amount again that stands outside it, or what the unit in front of it is."""
    inside = QUANTITY.search(text, *span)
    if inside is None or not inside["number"]:
        return False
    unit = meanings(inside["unit"])[0]
    if unit.dimension == "temperature" or not beside(text, span, unit):
        return False
    of_unit = re.search(rf"(?<![A-Za-z0-9])(?P<unit>{NAME}) ?\Z", text[: span[0]], FLAGS)
    pair = same_kind(of_unit["unit"], inside["unit"]) if of_unit else None
    rest = beside(text, span, unit) + ([(Decimal(1), pair[0])] if pair else [])
    size = number(inside["number"])
    return any(abs(converted(value, one, unit) - size) <= SAME_AMOUNT * abs(size) for value, one in rest)


ONE_MORE_AMOUNT = re.compile(  # "and 8 miles too please": it is to be converted as well
    r"\W*(?:and|also|plus|what about|how about|same|the same|und|auch|et|y)\b(?: (?:also|for|the|same|again|what about|how about|with|fur|pour|para))*\W*(?:\b(?:as well|too|also|then|please|pls|plz|thanks|thx|auch|bitte|aussi|svp|tambien|por favor)\b\W*)*",
    re.IGNORECASE,
)


def story_amounts(text: str) -> list[tuple[int, int]]:
    """Return the places of amounts in sentences that only tell, where one sentence asks for a conversion of its own amount."""
    asking, telling = [], []
    for match in SENTENCE.finditer(text):
        every = list(QUANTITY.finditer(text, *match.span()))
        amounts = [one for one in every if one["number"] or one["word"] not in ("a", "an")]
        wants = WANTED_UNIT.search(QUANTITY.sub(" ", match.group())) is not None
        if wants and every and SENTENCE_ASKS.search(match.group()):
            asking.append(amounts or every)
        elif not wants and not ONE_MORE_AMOUNT.fullmatch(QUANTITY.sub(" ", match.group())):
            telling += every
    if len(asking) != 1:
        return []
    return [one.span() for one in telling if any(same_kind(one["unit"], own["unit"]) for own in asking[0])]


WARM_WORD = r"(?:fever|fieber|fievre|fiebre|calentura|temperatur[ae]?|temp|thermo(?:meter|stat)\w*|thermometre|termometro|oven|back ?ofen|ofen|backrohr|four|horno|kiln|grill|airfryer|air fryer|bake[ds]?|baking|roast(?:ed)?|preheat\w*|vorheizen|backen)"
WARM_NUMBER = re.compile(
    rf"\b{WARM_WORD}\b[^\d.?!;]{{0,40}}?(?<![\w.,])(?P<behind>\d{{2,3}}(?:\.\d)?)(?!\w|[.,:/]\d| ?(?:{NAME}|degrees?|%)(?![A-Za-z]))"
    rf"|(?<![\w.,])(?P<ahead>\d{{2,3}}(?:\.\d)?)(?: (?:of|de|a|degree))? (?:high )?(?:fever|fieber|fievre|fiebre|calentura|oven)\b",
    FLAGS,
)
SCALE_WANTED = re.compile(
    r"\b(?P<c>(?:degrees? )?(?:celsius|centigrad\w+|celcius)|(?:in|to|into|en|a) C(?=\W*\Z|[?.!,;]))|\b(?P<f>(?:degrees? )?(?:fahrenheit|farenheit)|(?:in|to|into|en|a) F(?=\W*\Z|[?.!,;]))",
    re.IGNORECASE,
)
WARM_RANGE = {"F": (Decimal(94), Decimal(575)), "C": (Decimal(30), Decimal(300))}


TOLD_SCALE = re.compile(  # "it is in fahrenheit and says 100.4, what is that in normal degrees"
    r"(?<!what )(?<!much )\b(?:is|are|was|it's|shows?|reads?|says?|measures?|works?|displays?|knows?|marca|mide|viene|zeigt|misst|steht|affiche|marque)\b[^?!;\d]{0,40}?\b(?P<scale>(?:in|en|only)(?: (?:degrees|old))? (?:(?P<c>celsius|centigrad\w+|celcius)|(?P<f>fahrenheit|farenheit)))\b(?=[^?]*\b(?:how much|how many|what|combien|cuanto|wie|que)\b)",
    re.IGNORECASE,
)
NORMAL_DEGREES = re.compile(
    r"\b(?:degrees? (?:normal\w*|normaux)|(?:normal\w*|ordinary|our|european|usual|modern|nuestros|unser\w*) degrees?)\b",
    re.IGNORECASE,
)
SCALE_TOLD_OR_NORMAL = r"\b(?:in|en|auf) (?:celsius|centigrad\w+|fahrenheit|farenheit)\b|\b(?:grados? normal\w*|degres? normaux|normal\w* (?:grad|degrees?)|(?:our|european|usual|modern|ordinary|unser\w*) (?:degrees?|grad)|nuestros grados)\b"
BARE_FIGURE = re.compile(rf"(?<![\w.,])\d{{1,3}}(?:\.\d+)?(?![\w%]|[.,:/]\d| ?(?:{NAME}|degrees?)(?![A-Za-z]))", FLAGS)


def with_told_scale(made: Mapped) -> Mapped:
    """Return a text in which the one bare number has the scale that a sentence before the question names."""
    told, numbers = TOLD_SCALE.search(made.text), list(BARE_FIGURE.finditer(made.text))
    if told is None or len(numbers) != 1 or re.search(r"\d", BARE_FIGURE.sub(" ", made.text)):
        return made
    own, other = ("celsius", "fahrenheit") if told["c"] else ("fahrenheit", "celsius")
    rest = made.text[: told.start("scale")] + " " + made.text[told.end("scale") :]
    if not (NORMAL_DEGREES.search(rest) or re.search(rf"\b{other}\b", rest, re.IGNORECASE)):
        return made
    made = made.sub(re.compile(re.escape(told["scale"])), lambda match: " " * len(match.group()))
    made = made.sub(BARE_FIGURE, lambda match: f"{match.group()} degrees {own}")
    return made.sub(NORMAL_DEGREES, f"degrees {other}")


BODY_FOOT = re.compile(  # "foot of my daughter measures 27.3 cm", "my left foot is 25 cm"
    r"\b(?:foot(?= of (?:my|his|her|our|your|their|the)\b)|(?:(?<=\bmy )|(?<=\bhis )|(?<=\bher )|(?<=left )|(?<=right )|(?<='s )|(?<=s' ))foot(?= (?:is|was|measures?|measured|size|length)\b)|foot(?= (?:length|size)\b))",
    re.IGNORECASE,
)


def without_body_feet(made: Mapped) -> Mapped:
    """Return a text in which the foot of a person is no unit."""
    return made.sub(BODY_FOOT, "shoe")


AMERICAN_SCALE = re.compile(
    r"\b(?:american|us|usa|u\.s\.|states|america|amerikan\w*|amerika|americaine?s?|etats-unis|american[oa]s?|estados unidos)\b",
    re.IGNORECASE,
)
ANY_WARM_WORD = re.compile(rf"\b{WARM_WORD}\b", FLAGS)
FEVERISH = (Decimal(94), Decimal(110))  # in Fahrenheit; in Celsius nobody lives at these
OVEN_HEAT = (Decimal(300), Decimal(575))


def tells_american_heat(flat: str) -> bool:
    """Return whether a folded message tells a fever or the heat of an oven as America does."""
    is_told = AMERICAN_SCALE.search(flat) is not None and ANY_WARM_WORD.search(flat) is not None
    return is_told and re.search(r"\b(?:or|oder|ou|o) (?:celsius|fahrenheit|american|metric)", flat, FLAGS) is None


def with_american_scale(made: Mapped) -> Mapped:
    """Return a text in which the one bare number of a fever or an oven is Fahrenheit where America is spoken of."""
    numbers = list(BARE_FIGURE.finditer(made.text))
    has_scale = any(meanings(match["unit"])[0].dimension == "temperature" for match in QUANTITY.finditer(made.text))
    is_told = tells_american_heat(made.text)
    if len(numbers) != 1 or has_scale or not is_told or re.search(r"\d", BARE_FIGURE.sub(" ", made.text)):
        return made
    value = Decimal(numbers[0].group())
    if not any(least <= value <= most for least, most in (FEVERISH, OVEN_HEAT)):
        return made
    made = made.sub(BARE_FIGURE, lambda match: f"{match.group()} degrees fahrenheit")
    return made.sub(NORMAL_DEGREES, "degrees celsius")


def with_warm_numbers(made: Mapped) -> Mapped:
    """Return a text in which the bare number of a fever or an oven is a temperature of the other scale than the wanted one."""
    made = with_american_scale(with_told_scale(made))
    wanted = {"C" if match["c"] else "F" for match in SCALE_WANTED.finditer(made.text)}
    has_scale = any(meanings(match["unit"])[0].dimension == "temperature" for match in QUANTITY.finditer(made.text))
    found = list(WARM_NUMBER.finditer(made.text))
    if len(wanted) != 1 or has_scale or len(found) != 1:
        return made
    told = "F" if wanted == {"C"} else "C"
    value = Decimal(found[0]["behind"] or found[0]["ahead"])
    least, most = WARM_RANGE[told]
    if not least <= value <= most:
        return made
    figure = found[0]["behind"] or found[0]["ahead"]
    scale = "fahrenheit" if told == "F" else "celsius"
    return made.sub(
        re.compile(rf"(?<![\w.,]){re.escape(figure)}(?!\w|[.,]\d)"), lambda match: f"{match.group()} degrees {scale}"
    )
