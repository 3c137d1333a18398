"""Short spoken forms of wishes about a text: what is taken away or shortened, which sorts of pieces are meant, and their sum."""

import re
from decimal import Decimal

from config.builtins.wording import decimal_of, fill_in, localized

# "vowels out", "Vokale raus", "les voyelles dehors", "vocales fuera": behind what is taken away
GONE_BEHIND = r"(?:out|gone|off|away|removed|deleted|stripped|raus|weg|entfern\w*|losch\w*|streich\w*|dehors|enlevee?s|supprimee?s|fuera)"


def taken_away(names: str) -> str:
    """Return the pattern of an order to take something away that names it first."""
    return rf"(?:(?:all|the|every|any|alle|die|les|toutes|tous|los|las|todos|todas) )*(?:{names})(?: (?:please|bitte|pls|svp|por favor|must|have to|should|mussen|sollen|go|be))* {GONE_BEHIND}"


LOUD = r"shout(?:ing)?(?: (?:it|this|that|out))*|(?:make|write|say) (?:it |this |that )?(?:loud|shouty|in all caps|in big letters)|in (?:big|large) letters|in gro(?:ss|ß)en buchstaben|(?:ponlo |escribelo )?a gritos|en letras grandes|en grandes lettres|yell(?: (?:it|this|that))?|schrei(?:e|t|en)?(?!\w)(?: (?:das|es|dies|den satz))?|brull\w*(?: (?:das|es))?|crie[rz]?(?:[- ](?:le|la|ca|ceci))?|hurle[rz]?|grita(?:lo|me)?(?: (?:esto|eso|lo))?"
SHORTENED = (
    r"(?:cut|shorten|trim|truncate|reduce|limit|shrink|crop|chop|clip|kurze?|kurz|beschrank\w*|schneide?|raccourci\w*|coupe[rz]?|tronque[rz]?|limite[rz]?|reduis|recorta\w*|acorta\w*|corta\w*|reduce\w*|trunca\w*)"
    r"(?: (?:it|this|that|the text|the sentence|text|sentence|everything|das|es|diesen|den satz|den text|diesen satz|ca|cela|ce texte|le texte|la phrase|cette phrase|esto|eso|el texto|la frase|este texto|esta frase|down|back|off|me|mir|bitte|please))*"
    r" ?(?:to|at|after|down to|auf|nach|bis|zu|a|aux|au|apres|hasta)?"
)
COUNT_WORDS = {
    "two|zwei|deux|dos": 2, "three|drei|trois|tres": 3, "four|vier|quatre|cuatro": 4, "five|funf|cinq|cinco": 5,
    "six|sechs|seis": 6, "seven|sieben|sept|siete": 7, "eight|acht|huit|ocho": 8, "nine|neun|neuf|nueve": 9,
    "ten|zehn|dix|diez": 10, "eleven|elf|onze|once": 11, "twelve|zwolf|douze|doce": 12, "fifteen|funfzehn|quinze|quince": 15,
    "twenty|zwanzig|vingt|veinte": 20,
}  # fmt: skip
PHONE_NAMES = r"(?:tele)?phone(?: ?numbers?)?s?|phones|cell(?: phone)? numbers?|mobile(?: phone)? numbers?|tel(?:\.|ephone)? numbers?|telefonnummern?|handynummern?|rufnummern?|mobilnummern?|numeros? de (?:telephone|telefono|portable|movil|tel)|telephones|telefonos|numeros telefonicos"
LONGEST_PHONE = 20  # characters
PHONE = re.compile(
    r"(?<![\w.,:/+-])(?:\+\d{1,3}[ ./-]?)?(?:\(\d{1,6}\)[ ./-]?\d{1,9}|\d{1,6})(?:[ ./-]\d{1,9}){0,6}(?![\w:/-]|[.,]\d)"
)
DAY_WRITTEN = re.compile(r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,3}(?:\.\d{1,3}){3}")
OTHER_NUMBER = re.compile(  # "invoice no 2024-0117" is no telephone number
    r"\b(?:invoice|order|customer|account|reference|ref|tracking|serial|article|room|bill|rechnung\w*|bestell\w*|kunden\w*|konto\w*|artikel\w*|facture|commande|client|compte|factura|pedido|cliente|cuenta|iban|isbn)\W*(?:(?:numbers?|no|nr|nummer|number|num[eé]ro|n°|nº|id|code)\b\.?)?\W*\Z",
    re.IGNORECASE,
)
LEAST_DIGITS, MOST_DIGITS = 6, 15  # of a telephone number (E.164)


def phones_in(text: str) -> list[str]:
    """Return the telephone numbers of a text: six to fifteen digits that are no date, with a prefix or in groups."""
    found = []
    for match in PHONE.finditer(text):
        number = match.group()
        digits = re.sub(r"\D", "", number)
        is_dialled = number.startswith(("+", "0", "(")) or re.search(r"\d[ ./-]\d", number) is not None
        is_other = DAY_WRITTEN.fullmatch(number) or OTHER_NUMBER.search(text[: match.start()])
        if LEAST_DIGITS <= len(digits) <= MOST_DIGITS and is_dialled and not is_other:
            found.append(number)
    return found


DATE_NAMES = r"dates?|datums?|daten|fechas?"
DATE = r"(?<![\w.-])(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2}))(?![\w-])"
# "raus" and "out" order to take pieces out of a text, to have them or to be without them: the answer says which it is
KINDS_OUT = (
    r"(?: (?:please|pls|bitte|mal|svp|por favor|only|alone|nur|seulement|solo))*(?: (?:out|raus|heraus|rausziehen|rausholen|herausziehen|rausschreiben|rausfischen|rauskopieren))?"
    r"(?: (?:please|pls|bitte|svp|por favor|thanks|danke|merci|gracias))*"
    r"(?:,? ?(?:nothing else|nothing more|no other text|without the rest|that'?s (?:it|all)|sonst nichts|nichts (?:anderes|sonst|weiter)|ohne den rest|rien d'autre|et rien d'autre|c'est tout|nada mas|y nada mas))?"
)
AND_ADDED = r",? ?(?:and|then|and then|,|und|dann|und dann|et|puis|y|luego) (?:add|sum|total|addier\w*|summier\w*|zahl\w*|rechne|additionne\w*(?:-les)?|ajoute\w*(?:-les)?|fais la somme|suma\w*)(?: (?:them|it|those|these|all|sie|die|alle|zusammen|les|los|up|together|everything|alles|tout|ensemble))*"
SUM_TEXTS = {"en": "Sum: **{n}**", "de": "Summe: **{n}**", "fr": "Somme : **{n}**", "es": "Suma: **{n}**"}


def sum_of_numbers(pieces: list[str], language: str) -> str:
    """Return the sum of numbers as they are written in a language."""
    total = sum((decimal_of(one.replace("−", "-"), language) for one in pieces), Decimal(0))
    return fill_in(SUM_TEXTS[language], n=localized(f"{total.normalize():,f}", language))
