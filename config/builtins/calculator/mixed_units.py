"""Whether a sum takes measures of two systems as bare numbers: 430 square feet divided by 11 square metres is no count."""

import re

from config.builtins.wording import GROUPS

SYSTEMS = (  # of one kind, in two systems
    (r"sq\.? ?ft|square (?:feet|foot)|ft2|sqft", r"m2|m²|sqm|sq\.? ?m(?:et(?:er|re)s?)?|square met(?:er|re)s?|qm|quadratmetern?|metres? carres?|metros? cuadrados?"),
    (r"feet|foot|ft|yards?|yds?|inch(?:es)?|miles?", r"m|met(?:er|re)s?|metros?|metern?|cm|centimet\w+|zentimetern?|mm|km|kilomet\w+"),
    (r"lbs?|oz|ounces?|stone", r"kg|kgs|kilos?|kilogram\w*|g|grams?|gramm|gramos|grammes?"),
    (r"gallons?|gal|pints?|quarts?|fl\.? ?oz|fluid ounces?", r"l|lit(?:er|re)s?|liter|litros?|ml|millilit\w+|mililitros?|cl"),
    (r"l|lit(?:er|re)s?|liter|litros?", r"m3|m³|cubic met(?:er|re)s?|kubikmeter|metres? cubes?|metros? cubicos?|ml|cl|millilit\w+|mililitros?|centilit\w+"),
    (r"g|grams?|gramm|gramos|grammes?", r"kg|kgs|kilos?|kilogram\w*"),
    (r"m|met(?:er|re)s?|metros?|metern?", r"cm|centimet\w+|zentimetern?|mm|millimet\w+|km|kilomet\w+"),
    (r"mb|megabytes?|mo", r"gb|gigabytes?|go|tb|terabytes?|to"),
)  # fmt: skip
PAIRS_OF_SYSTEMS = tuple(
    tuple(re.compile(rf"(?<![\w.,])(?P<n>{GROUPS}) ?-?(?:{names})(?![\w²/])", re.IGNORECASE) for names in pair)
    for pair in SYSTEMS
)
TERM_ENDS = re.compile(r"[+;−]|(?<=[\d )])-")
NUMBER_IN_SUM = re.compile(r"\d[\d.,]*\d|\d")


def mixes_units(text: str, expressions: list[str]) -> bool:
    """Return whether a sum holds a number of each of two systems and no number that a message does not tell, such as a factor."""
    expressions = [one for one in expressions if ": / " not in one]  # an offer is no sum
    told = {plain_figure(one) for one in NUMBER_IN_SUM.findall(text)}
    taken = [plain_figure(one) for expression in expressions for one in NUMBER_IN_SUM.findall(expression)]
    if not taken or any(one not in told for one in taken):
        return False
    terms = [
        set(map(plain_figure, NUMBER_IN_SUM.findall(term))) for one in expressions for term in TERM_ENDS.split(one)
    ]
    bare = {next(iter(term)) for term in terms if len(term) == 1}
    for pair in PAIRS_OF_SYSTEMS:
        one, other = ({plain_figure(match["n"]) for match in pattern.finditer(text)} for pattern in pair)
        if any(one & term and other & term for term in [*terms, bare]):
            return True
    return False


def plain_figure(number: str) -> str:
    """Return a number without its marks, so that one that is written in two ways is the same."""
    return re.sub(r"\D", "", number).lstrip("0")
