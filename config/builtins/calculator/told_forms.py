"""Words that the readers of sums do not know, put into those that they know: "zu fünft", "my wife and I", "per cent", "size 42".

The rewritten message keeps the place of each of its characters, as every rewritten text here does.
"""

import re
from collections.abc import Callable

from config.builtins.calculator.purchases import SHARES_PRICE
from config.builtins.wording import SMALL_NUMBERS, Mapped, fold

PEOPLE_NAMED = {"en": "people", "de": "Personen", "fr": "personnes", "es": "personas"}
COUNT_WORD = {
    language: rf"(?:\d{{1,2}}|{'|'.join(word for word, count in words.items() if 1 < count < 21 and word.isalpha())})"
    for language, words in SMALL_NUMBERS.items()
}
SELF = r"(?:me|myself|i|ich|mich|mir|moi|yo)"
RELATIVE = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fiancee?|spouse|brother|sister|mum|mom|mother|dad|father|son|daughter|kid|child|friend|mate|buddy|flat ?mate|room ?mate|housemate|colleague|co-?worker|neighbou?r|cousin|"
    r"frau|mann|freund(?:in)?|bruder|schwester|mutter|vater|sohn|tochter|kind|kolleg(?:e|in)|nachbar(?:in)?|partnerin|mitbewohner(?:in)?|"
    r"femme|mari|copain|copine|amie?|frere|s(?:oe|œ)ur|mere|pere|fils|fille|collegue|coloc(?:ataire)?|voisine?|enfant|"
    r"mujer|esposa|marido|esposo|novi[oa]|amig[oa]|herman[oa]|madre|padre|hij[oa]|pareja|compañer[oa]|companer[oa]|vecin[oa])"
)
RELATIVES = (
    r"(?:kids|children|friends|mates|buddies|flat ?mates|room ?mates|housemates|colleagues|co-?workers|neighbou?rs|cousins|brothers|sisters|siblings|sons|daughters|others|people|"
    r"freunde|freundinnen|bruder|schwestern|sohne|tochter|kinder|kollegen|kolleginnen|nachbarn|mitbewohner(?:innen)?|andere|"
    r"amies?|amis|freres|s(?:oe|œ)urs|fils|filles|collegues|colocs|colocataires|voisins|enfants|autres|"
    r"amig[oa]s|herman[oa]s|hij[oa]s|compañer[oa]s|companer[oa]s|vecin[oa]s|ninos)"
)
BOTH_PARENTS = r"(?:parents|grandparents|eltern|grosseltern|grands-parents|padres|abuelos)"
OWNER = r"(?:(?:my|our|the|a|meine?[nmrs]?|unsere?[nmrs]?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?|(?:best|little|older|younger|other|beste[rn]?) ))?"
SHARER_JOINT = r"(?:,? (?:and|und|et|y|plus|&) |, )"
UNEQUAL = re.compile(
    r"\b(?:twice|double|half as|ratio|rest|remain\w*|remainder|more than|less than|free|invited|treat\w*|doppelt\w*|verhaltnis|eingeladen|doble|reste|resto|"
    r"(?:not|[a-z]+n't|dont|doesnt|nicht|kein\w*|ne|no) (?:[a-z]+ )?(?:pay\w*|paie\w*|paga\w*|zahl\w*)|(?:zahlt|bezahlt) (?:nicht|nichts)|pays? (?:nothing|only|\d))\b"
    r"|\d ?(?::|to) ?\d|\bbut (?:i|he|she|we|they)\b",
    re.IGNORECASE,
)
GERMAN_GROUPS = ("zweit", "dritt", "viert", "funft", "sechst", "siebt", "acht", "neunt", "zehnt", "elft", "zwolft")
NOT_COUNTED = r"(?! ?(?:€|\$|£|%|euros?\b|eur\b|dollars?\b|chf\b|franken\b|cents?\b|prozent\b|pour ?cent\b|por ciento\b|uhr\b|h\b|heures?\b|km\b|kg\b|l\b|g\b|m\b|stuck\b|[.,:/]\d))"
IN_GERMAN_GROUP = re.compile(
    rf"\bzu (?P<group>{'|'.join(GERMAN_GROUPS)})\b(?: (?:am tisch|unterwegs))?{NOT_COUNTED}", re.IGNORECASE
)
IN_FRENCH_GROUP = re.compile(
    rf"(?:(?<=etions )|(?<=sommes )|(?<=etait )|(?<=est )|(?<=serons )|(?<=sera )|(?<=partage )|(?<=partager )|(?<=diviser )|(?<=mange )|(?<=diner )|(?<=repas ))a (?P<count>{COUNT_WORD['fr']})\b{NOT_COUNTED}",
    re.IGNORECASE,
)
IN_SPANISH_GROUP = re.compile(
    rf"\b(?P<lead>entre|de) (?:nosotros |l[oa]s )(?P<count>{COUNT_WORD['es']})\b{NOT_COUNTED}", re.IGNORECASE
)
IN_ENGLISH_GROUP = re.compile(
    rf"\b(?:the |all )?(?:(?P<count>{COUNT_WORD['en']}) of us|us (?P<behind>{COUNT_WORD['en']})|(?P<both>both of us|us both))\b{NOT_COUNTED}",
    re.IGNORECASE,
)
WE_ARE = re.compile(  # "on est 7 pour payer": no noun of persons behind the number
    rf"\b(?P<lead>on (?:est|sera|etait)|nous (?:sommes|etions|serons)|somos|eramos|seremos|wir (?:sind|waren)|(?:we are|we're|we were)) "
    rf"(?P<count>{COUNT_WORD['en']}|{COUNT_WORD['de']}|{COUNT_WORD['fr']}|{COUNT_WORD['es']})(?= (?:pour|a|et|para|y|und|and|to|um|die|qui)\b|[,.;:!?]|$){NOT_COUNTED}",
    re.IGNORECASE,
)
MEAL_FOR = re.compile(
    rf"\b(?P<lead>(?:dinner|lunch|meal|table|brunch|breakfast|drinks|supper|essen|abendessen|mittagessen|repas|diner|dejeuner|cena|comida|almuerzo) (?:for|fur|pour|para) )(?P<count>{COUNT_WORD['en']}|{COUNT_WORD['de']}|{COUNT_WORD['fr']}|{COUNT_WORD['es']})\b(?! (?:people|persons?|of us|personen|leute|personnes|personas)){NOT_COUNTED}",
    re.IGNORECASE,
)
OWN_HALF_OF_TWO = re.compile(r"\bmy half\b(?! of)", re.IGNORECASE)
SPOKEN_SHARE = re.compile(  # "a tip of ten percent"
    rf"(?<![\w-])(?<!ty )(?<!hundred )(?<!and )(?<!point )(?P<count>{COUNT_WORD['en']}) percent\b(?![^.?!]*\b(?:included|inclusive)\b)",
    re.IGNORECASE,
)
MUCH_OVER_TIME = re.compile(
    r"\b(how much)(?= (?:over|for|in) \d{1,3} (?:years?|months?|weeks?|days?)\b)", re.IGNORECASE
)
PER_CENT = re.compile(r"\bper cent\b", re.IGNORECASE)
HALF_DOZENS = (
    (re.compile(r"\b(?:a|an|one|1) (?:dozen and a half|and a half dozen)\b|\b(?:anderthalb|1,5|eineinhalb) dutzend\b|\bune douzaine et demie\b|\b(?:una )?docena y media\b", re.IGNORECASE), "18"),
    (re.compile(r"\bhalf(?: a|-a| )?[ -]?dozen\b|\b(?:ein )?halbes dutzend\b|\b(?:une )?demi-?douzaine\b|\bmedia docena\b", re.IGNORECASE), "6"),
    (re.compile(r"\b(?:2|two) (?:and a half dozen|dozen and a half)\b|\b(?:2,5|zweieinhalb) dutzend\b|\bdos docenas y media\b|\bdeux douzaines et demie\b", re.IGNORECASE), "30"),
)  # fmt: skip
DOZENS = re.compile(
    r"(?<![\w.,/])(?P<count>\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|funf|sechs|deux|trois|quatre|cinq|dos|tres|cuatro|cinco) (?:dozen|dutzend|douzaines|docenas)(?: of| de)?(?= [a-z]{3,}| (?:at|@|a|zu|for) ?[€$£]? ?\d[\d.,]* ?(?:[€$£]|p\b|euros?|cents?)? ?(?:each|apiece|a piece|per (?:piece|item)|je|pro stuck|(?:la )?piece|chacun\w*|cada un[oa])\b)",
    re.IGNORECASE,
)
ANY_DOZEN = re.compile(r"\b(?:dozens?|dutzend|douzaines?|docenas?)\b", re.IGNORECASE)
# a number that names a thing: the size of clothes, a room, a table
NAMING_NUMBER = re.compile(
    r"\b(?P<name>size|sizes|shoe size|gro(?:ss|ß)e|konfektionsgro(?:ss|ß)e|schuhgro(?:ss|ß)e|taille|pointure|talla|numero de pie|room|room no\.?|zimmer|chambre|habitacion|table no\.?|tisch nr\.?|flat|apartment|bus|gate|platform|gleis|quai)(?: (?:number|no\.?|nr\.?|nummer))? ?(?P<count>\d{1,4}(?:[.,]5)?|\d{2}/\d{2})(?![\w%]|[.,:]?\d)"
    r"(?! ?(?:x|×|by|mal|par|por|cm|mm|m|m2|ft|feet|inch\w*|mb|gb|kb|%|percent|prozent|euros?|dollars?|€|\$|£|people|persons?|seats?|passengers|tickets?|stops?)\b| ?[€$£%*/+=×-])",
    re.IGNORECASE,
)
COMPARES_SIZES = re.compile(
    r"\b(?:bigger|larger|smaller|between|difference|convert\w*|in (?:us|uk|eu|inches|cm)|grosser|kleiner|unterschied|umrechn\w*|equival\w*)\b",
    re.IGNORECASE,
)


AGED = re.compile(
    r"\b(?P<count>\d{1,2})[- ](?:years?|yrs?|months?)[- ]olds?\b(?=[ ,]+(?:son|daughter|kid|boy|girl|child|brother|sister|nephew|niece|cousin|gets?|has|wants?|earns?|needs?|eats?|drinks?|saves?|spends?|reads?|walks?|pays?|bought)\b)|\b(?P<count_de>\d{1,2})-?jahrige[rnms]?\b|\b(?P<count_fr>de )(?P<count_ans>\d{1,2}) ans\b(?= (?:recoit|a|mange|depense|gagne|boit))|\b(?:de )(?P<count_es>\d{1,2}) anos\b(?= (?:recibe|gasta|gana|come|bebe|tiene))",
    re.IGNORECASE,
)
ASKS_AGE = re.compile(
    r"\b(?:age|ages|old(?:er|est)? (?:is|are|will|was|than)|how old|birth\w*|born|alt|alter|age|edad|mayor)\b",
    re.IGNORECASE,
)


OWN_SHARE = re.compile(
    r"\b(?:my|our|his|her) (?:half|share|part)\b|\bmein(?:e halfte|en? anteil)\b|\bma (?:moitie|part)\b|\bmi (?:mitad|parte)\b",
    re.IGNORECASE,
)


def told_forms(text: str, language: str) -> Mapped:
    """Return a message in the words that the readers know."""
    made = folded_sub(Mapped(text), PER_CENT, lambda _: "percent")
    made = folded_sub(made, SPOKEN_SHARE, lambda match: f"{small_count(match['count'], 'en')} percent")
    made = folded_sub(made, MUCH_OVER_TIME, lambda match: f"{match[1]} is that")
    for pattern, count in HALF_DOZENS:
        made = folded_sub(made, pattern, lambda _, count=count: count)  # type: ignore[misc]  # bound now
    flat = fold(made.text)
    if len(ANY_DOZEN.findall(flat)) == 1 and len(re.findall(r"\d[\d.,/]*", DOZENS.sub(" ", flat))) > 0:
        made = folded_sub(made, DOZENS, lambda match: str(12 * small_count(match["count"], language)))
    made = without_naming_numbers(made)
    if len(re.findall(r"\d[\d.,/]*", AGED.sub(" ", flat))) > 0 and not ASKS_AGE.search(AGED.sub(" ", flat)):
        made = folded_sub(made, AGED, lambda match: "kid" if match["count"] else re.sub(r"\d+[- ]?", "", match.group()))
    if not (SHARES_PRICE.search(fold(text)) or OWN_SHARE.search(fold(text))) or UNEQUAL.search(fold(text)):
        return made
    return with_groups(made, language)


def folded_sub(made: Mapped, pattern: "re.Pattern[str]", told: Callable[["re.Match[str]"], str]) -> Mapped:
    """Return a text with the matches in its folded form replaced; everything else stays as it is written."""
    parts, places, end = list[str](), list[tuple[int, int]](), 0
    for match in pattern.finditer(fold(made.text)):
        word = told(match)
        parts += [made.text[end : match.start()], word]
        places += made.places[end : match.start()]
        same = word == match.group()
        whole = (made.places[match.start()][0], made.places[match.end() - 1][1])
        places += made.places[match.start() : match.end()] if same else [whole] * len(word)
        end = match.end()
    return Mapped("".join([*parts, made.text[end:]]), places + made.places[end:])


def without_naming_numbers(made: Mapped) -> Mapped:
    """Return a text without the number of a size, a room or a table, where other numbers are left to compute with."""
    flat = fold(made.text)
    names = list(NAMING_NUMBER.finditer(flat))
    others = len(re.findall(r"\d[\d.,/]*", flat)) - len(names)
    if len(names) != 1 or others < 2 or COMPARES_SIZES.search(flat):
        return made
    return folded_sub(made, NAMING_NUMBER, lambda match: match["name"].replace("ß", "ss"))


def with_groups(made: Mapped, language: str) -> Mapped:
    """Return a text in which those who share something are so many people."""
    people = PEOPLE_NAMED[language]
    made = folded_sub(made, MEAL_FOR, lambda match: f"{match['lead']}{small_count(match['count'], language)} {people}")
    made = folded_sub(made, WE_ARE, lambda match: f"{match['lead']} {small_count(match['count'], language)} {people}")
    made = folded_sub(made, SHARERS_LISTED, lambda match: listed_sharers(match, language) or match.group())
    if SELF_SHARES.search(fold(made.text)):
        made = folded_sub(made, WITH_OTHERS, lambda match: others_and_self(match, language))
    if language == "de":
        return folded_sub(
            made, IN_GERMAN_GROUP, lambda match: f"{GERMAN_GROUPS.index(match['group'].lower()) + 2} {people}"
        )
    if re.search(r"\b2 people\b", made.text):
        made = folded_sub(made, OWN_HALF_OF_TWO, lambda _: "my share")
    pattern = {"fr": IN_FRENCH_GROUP, "es": IN_SPANISH_GROUP}.get(language, IN_ENGLISH_GROUP)
    return folded_sub(made, pattern, lambda match: group_told(match, language))


def group_told(match: "re.Match[str]", language: str) -> str:
    """Return a group whose size is told as so many people."""
    words = match.groupdict()
    count = "2" if words.get("both") else small_count(words["count"] or words.get("behind") or "", language)
    lead = f"{words['lead']} " if words.get("lead") else ""
    return f"{lead}{count} {PEOPLE_NAMED[language]}"


def small_count(word: str, language: str) -> int:
    """Return the value of a number in digits or as a word."""
    known = (SMALL_NUMBERS[language], *SMALL_NUMBERS.values())
    return int(word) if word.isdigit() else next(words[word.lower()] for words in known if word.lower() in words)


ANY_COUNT = "|".join(
    word for words in COUNT_WORD.values() for word in words.removeprefix("(?:").removesuffix(")").split("|")
)
SHARER_NAME = r"(?!(?:Dinner|Lunch|Rent|Pizza|Total|Bill|The|We|It|So|If|Hi|Hello|Hey|Ok|And|Then|Today|Please|Thanks)\b)[A-Z][a-z]{1,14}"
ONE_SHARER = rf"(?:(?i:{SELF}|{OWNER} ?(?:(?:{ANY_COUNT}) )?(?:(?:other|best|little|older|younger) )?(?:{RELATIVE}|{RELATIVES}|{BOTH_PARENTS}))|{SHARER_NAME})\b"
WITH_LEAD = r"(?:with|mit|avec|con)"
BETWEEN = {"en": "between", "de": "unter", "fr": "entre", "es": "entre"}
SELF_SHARES = re.compile(
    r"\b(?:i(?:'m| am)? (?:split|shar)\w*|ich teile|teile ich|je partage|comparto|reparto|divido|i (?:went|had|ate|ordered|rent|live)\b[^.?!]{0,40}\bwith|with [a-z ]{3,30}\bi (?:rent|split|share|book|went)\w*)\b",
    re.IGNORECASE,
)
WITH_OTHERS = re.compile(
    rf"\b{WITH_LEAD} (?:(?:my|the|meinen|den|mes|les|mis|los|las) )?(?P<count>{ANY_COUNT}) (?:(?:other|andere[nr]?|autres|otr[oa]s) )?(?:people|persons?|leuten|personen|freunden|kindern|kollegen|mitbewohnern|personnes|personas|{RELATIVES})\b",
    re.IGNORECASE,
)
SHARERS_LISTED = re.compile(
    rf"\b(?:(?P<lead>(?i:{WITH_LEAD})) )?{ONE_SHARER}(?:(?i:{SHARER_JOINT}){ONE_SHARER}){{1,6}}"
)


def others_and_self(match: "re.Match[str]", language: str) -> str:
    """Return those with whom somebody shares, with that one."""
    return f"{BETWEEN[language]} {small_count(match['count'], language) + 1} {PEOPLE_NAMED[language]}"


OWNED_WORD = r"(?:my|our|mein\w*|unser\w*|ma|mon|mes|mis?|nuestr[oa]s?) \S+"
MORE_AHEAD = re.compile(rf"\b{OWNED_WORD}(?:,|,? (?:and|und|et|y)) \Z", re.IGNORECASE)
MORE_BEHIND = re.compile(rf"(?:,|,? (?:and|und|et|y|plus)) {OWNED_WORD}", re.IGNORECASE)


def listed_sharers(match: "re.Match[str]", language: str) -> str:
    """Return those who are listed as so many people: "me, my wife and two kids" are 4; "" where that is not clear."""
    if MORE_AHEAD.search(match.string, max(0, match.start() - 30), match.start()) or MORE_BEHIND.match(
        match.string, match.end()
    ):
        return ""  # one who is listed as well is not read
    lead = match["lead"] or ""
    words = match.group()[len(lead) :].strip()
    total, has_self = 0, False
    for one in re.split(SHARER_JOINT, words):
        folded = one.lower().strip()
        if re.fullmatch(SELF, folded):
            total, has_self = total + 1, True
            continue
        count = re.search(rf"\b(?:{ANY_COUNT})\b", folded)
        is_many = re.search(rf"\b{RELATIVES}\Z", folded) is not None and re.search(rf"\b{RELATIVE}\Z", folded) is None
        if count is not None:
            total += small_count(count.group(), language) if is_known(count.group(), language) else 100
        elif re.search(rf"\b{BOTH_PARENTS}\Z", folded):
            total += 2
        elif is_many:
            return ""
        else:
            total += 1
    if lead and not has_self:
        total, has_self = total + 1, True
    people = f"{total} {PEOPLE_NAMED[language]}" if has_self and 1 < total < 100 else ""
    return f"{BETWEEN[language]} {people}" if people and lead else people


def is_known(word: str, language: str) -> bool:
    """Return whether a word is a number in a language."""
    return word.isdigit() or word in SMALL_NUMBERS[language]
