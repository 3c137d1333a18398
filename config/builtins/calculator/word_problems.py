"""Problems in words: the rest of a share, ratios, more or fewer workers, recipes, who pays, change and whole boxes.

Each of them reads every number of a message and what is asked; for any other message there is no expression.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.phrases import CONTAINERS
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import decimal_of, flattened, with_digits

# what is one thing or the other: a question for one side of a pair, told the share of the other, asks for the rest
OPPOSITES = (
    (
        r"right|correct\w*|passed|pass|true|richtig\w*|bestanden|justes?|bonnes?|bien|acert\w*|aprob\w*|aciertos?",
        r"wrong|incorrect\w*|failed|fail|false|mistakes?|errors?|falsch\w*|fehler|durchgefallen|fauss?e?s?|erreurs?|mal|falle\w*|suspend\w*|errores",
    ),
    (
        r"present|came|come|attend\w*|showed up|show up|turned up|here|anwesend\w*|gekommen|presente?s?|venus?|asist\w*|vinieron",
        r"absent|missing|away|sick|did not come|abwesend\w*|krank\w*|fehl\w*|absents|ausentes?|falt\w*|enferm\w*",
    ),
    (
        r"girls?|women|woman|females?|madchen|frauen|weiblich\w*|filles?|femmes?|chicas?|mujeres|ninas",
        r"boys?|men|man|males?|jungen?s?|manner|mannlich\w*|garcons?|hommes?|chicos?|hombres|ninos",
    ),
    (
        r"sold|used|spent|eaten|ate|gone|finished|done|read|booked|taken|broken|damaged|rotten|full|paid|kaputt|verkauft|verbraucht|gegessen|gelesen|weg|fertig|defekt|belegt|besetzt|ausgegeben|"
        r"vendue?s?|utilisee?s?|mangee?s?|lue?s?|cassee?s?|depensee?|occupee?s?|vendid[oa]s?|vendi\w*|usad[oa]s?|gastad[oa]s?|comid[oa]s?|leid[oa]s?|rot[oa]s?|ocupad[oa]s?",
        r"left|remain\w*|unsold|unused|unread|over|free|empty|intact|whole|fine|ok|good|unbroken|to go|ubrig\w*|frei|leer|ganz|heil|noch|verbleib\w*|bleib\w*|rest\w*|libres?|vides?|intacts?|quedan?|faltan?|vaci[oa]s?|sobran?|enter[oa]s?|ben[ae]s?",
    ),
    (r"smok\w*|raucher?\w*|fum\w*", r"non-?smok\w*|nichtraucher\w*|non-fum\w*|no fum\w*"),
    (r"adults?|erwachsene\w*|adultes?|adult[oa]s", r"children|kids|kinder|enfants|ninos"),
)
HALF_TAKEN = re.compile(r"\b(?:half|third|quarter|halfte|drittel|viertel|moitie|tiers|quart|mitad|tercio|cuarto)\b")
LEFT = re.compile(r"\b(?:left|remain\w*|to go|ubrig\w*|verbleib\w*|reste\w*|quedan?|sobran?|faltan?)\b")
NOT = re.compile(r"\b(?:not|[a-z]+n't|nicht|kein\w*|pas|no)\b")
ASKS = re.compile(
    r"\b(?:how (?:many|much)|what(?:'s| is)? (?:the )?(?:number|amount)|wie ?viele?|combien|cuant[oa]s?)\b"
)
CLAUSE_END = re.compile(r"[,;.!?](?!\d)")


def plain_text(message: str, language: str) -> str:
    """Return a message folded, in small letters, with its number words as digits."""
    made = with_digits(flattened(message), language)
    return made.sub(r"\b(cada|each|every|any|no|some|the other) 1\b", lambda match: f"{match[1]} uno").text.lower()


def rest_of_share(text: str) -> str:
    """Return the number that is left of a whole, or has the property whose share is told: 40 questions, 85 % right, how many wrong."""
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    asked = ASKS.search(text)
    if len(shares) != 1 or len(plain) != 1 or asked is None or max(one.start for one in amounts) > asked.start():
        return ""
    if HALF_TAKEN.search(text):
        return ""
    end = next((stop.end() for stop in re.finditer(r"[?!]", text[asked.start() :])), len(text))
    question = text[asked.start() : asked.start() + end]
    told = text[: asked.start()]
    rest = f"{plain[0].text} - {shares[0].text} %"
    for pair in OPPOSITES:
        for own, other in (pair, pair[::-1]):
            if re.search(rf"\b(?:{own})\b", told) is None:
                continue
            negated = (NOT.search(told, shares[0].end) is not None) != (NOT.search(question) is not None)
            if re.search(rf"\b(?:{other})\b", question):
                return f"{shares[0].text} % of {plain[0].text}" if negated else rest
            if re.search(rf"\b(?:{own})\b", question):
                return rest if negated else f"{shares[0].text} % of {plain[0].text}"
    return rest if LEFT.search(question) and re.search(r"\b(?:of|von|de|used|spent|took|gave|ate|sold)\b", told) else ""


RATIO = re.compile(
    r"(?:\b(?:ratio|verhaltnis|rapport|proportion|proporcion|razon|relacion)(?: of| von| de)? ?)?(?<![\d:.,])(?P<ratio>\d{1,4}(?: ?(?::|to|zu|a) ?\d{1,4}){1,4})(?![\d:.,]\d)"
)
DIVIDES = re.compile(
    r"\b(?:split\w*|divid\w*|shar(?:e[sd]?|ing)|teil\w*|aufteil\w*|partag\w*|repart\w*|divis\w*|ratio|verhaltnis|rapport|proporcion|razon)\b"
)
NAMES = re.compile(
    r"\b(?:between|among|zwischen|unter|entre) (?P<names>[a-z'-]+(?:(?:, | and | und | et | y | & |, and )[a-z'-]+)+)"
)
GETS = re.compile(
    r"\b(?:does|do|will|would|should|gets?|receives?|bekommt|kriegt|erhalt|recoit|touche|recibe|toca a|le toca a|corresponde a|for|fur|pour|para|a) (?P<name>[a-z'-]+)|(?P<owner>[a-z-]+)'s (?:share|part)"
)


SPLIT_IN = re.compile(
    r"\b(?:split|ratio(?: of)?|divided?|shared?|aufgeteilt|teilen|verhaltnis|partage\w*|repart\w*) \d{1,3}(?:/\d{1,3})+\b"
)


SHARERS = re.compile(
    r" (?:people|ppl|persons?|friends|ways|parts|children|kids|siblings|brothers|sisters|partners|of us|personen|leute|freunde|kinder|teile|personnes|amis|enfants|parts|personas|amigos|hijos|partes)\b"
)


def ratio_part(text: str) -> str:
    """Return the part of the one who is asked for of a sum that is shared in a ratio; all parts, parted by ";", when nobody is."""
    text = SPLIT_IN.sub(lambda found: found.group().replace("/", ":"), text)
    match = next((one for one in RATIO.finditer(text) if ":" in one["ratio"] or one.start("ratio") > one.start()), None)
    if match is None or not DIVIDES.search(text):
        return ""
    sizes = re.findall(r"\d+", match["ratio"])
    others = [one for one in amounts_of(text) if not match.start("ratio") <= one.start < match.end("ratio")]
    sharers = [one for one in others if one.text == str(len(sizes)) and SHARERS.match(text, one.end)]
    others = [one for one in others if one not in sharers]
    if len(others) != 1 or others[0].share:
        return ""
    whole = " + ".join(sizes)
    parts = [f"{others[0].text} * {size} / ({whole})" for size in sizes]
    place = asked_part_of(text, sizes)
    return " ; ".join(parts) if place is None else parts[place]


def asked_part_of(text: str, sizes: list[str]) -> int | None:
    """Return the place of the part that a message asks for, by name or as the larger or smaller one; None for all of them."""
    if re.search(r"\b(?:larger|bigger|largest|biggest|gro(?:ss|ß)er\w*|gro(?:ss|ß)te\w*|plus grande?|mayor)\b", text):
        return max(range(len(sizes)), key=lambda place: int(sizes[place]))
    if re.search(r"\b(?:smaller|smallest|kleiner\w*|kleinste\w*|plus petite?|menor)\b", text):
        return min(range(len(sizes)), key=lambda place: int(sizes[place]))
    names = NAMES.search(text)
    listed = re.split(r", and |, | and | und | et | y | & ", names["names"]) if names else []
    asked = [match["name"] or match["owner"] for match in GETS.finditer(text, names.end() if names else 0)]
    found = [listed.index(name) for name in asked if name in listed]
    return found[-1] if found and len(listed) == len(sizes) else None


TIMES_AS_MUCH = re.compile(
    r"(?P<more>[a-z]+) (?:gets?|has|receives?|bekommt|hat|recoit|a|recibe|tiene) (?P<times>twice|double|triple|\d{1,2} times|doppelt|\d{1,2} ?mal|deux fois|\d{1,2} fois|el doble|el triple|\d{1,2} veces)(?: as (?:much|many))? ?(?:so viel|plus)?"
    r" (?:as|wie|que|de) (?P<less>[a-z]+)"
)
TIMES_WORDS = {
    "twice": "2",
    "double": "2",
    "triple": "3",
    "doppelt": "2",
    "deux fois": "2",
    "el doble": "2",
    "el triple": "3",
}


def times_as_much(text: str) -> str:
    """Return the part of one of two who share a sum, of whom one gets some times as much as the other; "" for other messages."""
    match = TIMES_AS_MUCH.search(text)
    if match is None or not DIVIDES.search(text):
        return ""
    amounts = [one for one in amounts_of(text) if not match.start("times") <= one.start < match.end("times")]
    asked = ASKS.search(text, match.end())
    if len(amounts) != 1 or amounts[0].share or asked is None:
        return ""
    times = TIMES_WORDS.get(match["times"]) or re.findall(r"\d+", match["times"])[0]
    question = text[asked.start() :]
    if re.search(rf"\b{match['less']}\b", question):
        return f"{amounts[0].text} / ({times} + 1)"
    return f"{amounts[0].text} * {times} / ({times} + 1)" if re.search(rf"\b{match['more']}\b", question) else ""


AGENTS = (
    r"(?:workers?|workmen|men|women|people|ppl|persons?|painters?|builders?|bricklayers?|gardeners?|cooks?|pumps?|taps?|hoses?|machines?|printers?|tractors?|robots?|trucks?|movers?|cleaners?|helpers?|students?|"
    r"handwerker\w*|arbeiter\w*|maler\w*|maurer\w*|gartner\w*|bagger\w*|pumpen?|maschinen?|leute|personen|mann|helfer\w*|hahne|"
    r"ouvriers?|personnes|pompes?|robinets?|macons?|peintres?|obreros?|trabajador\w*|personas|pintor\w*|albanil\w*|grifos?|bombas?|maquinas?|"
    r"cows?|horses?|dogs?|cats?|kuhe|pferde|hunde|vaches|chevaux|chiens|vacas|caballos|perros)"
)
TIME_UNIT = r"(?:seconds?|minutes?|min|hours?|h|days?|weeks?|months?|tagen?|tage|stunden?|wochen?|monaten?|minuten?|jours?|heures?|semaines?|mois|dias?|horas?|semanas?|meses|minutos?)"
ASKS_LONG = re.compile(
    rf"\b(?:how long|how much time|how many {TIME_UNIT}|how fast|when (?:will|would)|wie lang\w*|wie viele? {TIME_UNIT}|wann|combien de (?:temps|{TIME_UNIT})|cuanto (?:tiempo|tard\w*|dura\w*)|cuant[oa]s {TIME_UNIT})\b"
)
ASKS_AGENTS = re.compile(rf"\b(?:how many|wie viele?|combien (?:de|d')|cuant[oa]s) ?{AGENTS}\b")
EATERS = re.compile(
    r" ?(?:(?:people|ppl|persons?|servings?|portions?|guests?|friends?|eaters?|adults?|children|kids|students?|of us|personen|person|portionen|leute|gaste|kinder|personnes?|parts?|invites|enfants|convives|"
    r"personas?|raciones|comensales|invitados|ninos)\b|[?!.,:;]|\Z| (?:needs?|uses?|takes?|calls?|braucht|benotigt|il faut|necesita|lleva)\b|(?:needs?|uses?|takes?|calls?|braucht|benotigt|necesita|lleva)\b)"
)
FOR_MANY = re.compile(r"\b(?:for|serves|feeds|fur|pour|para) \Z")


def proportion(text: str) -> str:
    """Return what other workers need, how many are needed, or an amount for other people; "" for other messages."""
    amounts = amounts_of(text)
    if CREW_CHANGES.search(text) and ASKS_LONG.search(text):
        return changed_crew(text)
    if len(amounts) > 3:
        return each_ingredient(text, amounts)
    if len(amounts) != 3 or any(one.share for one in amounts):
        return ""
    agents = [one for one in amounts if re.match(rf" ?(?:[a-z]+ )?{AGENTS}\b", text[one.end :])]
    times = [one for one in amounts if re.match(rf" ?{TIME_UNIT}\b", text[one.end :]) and one not in agents]
    rest = [one for one in amounts if one not in agents and one not in times]
    if ASKS_AGENTS.search(text) and len(agents) == 1 and len(times) == 2:
        return f"{agents[0].text} * {times[0].text} / {times[1].text}"
    if (
        len(times) == 1
        and len(agents) + len(rest) == 2
        and agents
        and agents[0].start < times[0].start
        and ASKS_LONG.search(text)
    ):
        first, second = sorted([*agents, *rest], key=lambda one: one.start)
        return f"{first.text} * {times[0].text} / {second.text}" if first is agents[0] else ""
    counts = [
        one
        for one in amounts
        if FOR_MANY.search(text[: one.start]) and EATERS.match(text, one.end) and one.text.isdigit()
    ]
    if len(counts) == 2 and not times:
        amount = next(one for one in amounts if one not in counts)
        told, wanted = counts if amount.start < counts[1].start else counts[::-1]
        return f"{amount.text} * {wanted.text} / {told.text}"
    return ""


ORDINALS = {
    word: place
    for words in ("second third fourth fifth sixth", "zweiter dritter vierter funfter sechster", "zweite dritte vierte funfte sechste", "deuxieme troisieme quatrieme cinquieme sixieme", "segundo tercero cuarto quinto sexto")
    for place, word in enumerate(words.split(), 2)
}  # fmt: skip
CREW_CHANGES = re.compile(
    r"\b(?:joins?|joined|joining|come[s]? to help|helps? (?:out|too|them)|leaves?|quits?|drops? out|(?:is|are|gets?|falls?) (?:ill|sick)|dazu(?:kommt|kommen)?|fallt aus|fallen aus|rejoin\w*|s'ajoute\w*|se (?:une|unen|suma|suman))\b"
)
CREW_CHANGE = re.compile(
    rf"\b(?:(?:a|the|ein|eine|une?) (?P<nth>{'|'.join(ORDINALS)})(?: (?:1|one|[a-z]+))?|(?P<more>\d{{1,2}}|another|a further|ein weiterer|un autre|otro)(?: 1)?(?: (?:more|extra|additional|other|further))?(?: {AGENTS})?) (?:(?:joins?|joined|comes? to help|helps? (?:out|too|them)|kommt dazu|kommen dazu|s'ajoute\w*|les rejoint|se (?:une|unen|suma|suman))\b)"
    rf"|\b(?P<gone>\d{{1,2}})(?: of them| {AGENTS})? (?:leaves?|quits?|drops? out|(?:is|are|gets?|falls?) (?:ill|sick)|fallt aus|fallen aus)\b"
)


def changed_crew(text: str) -> str:
    """Return how long a job takes some workers when others join or leave from the start; "" for other messages."""
    match = CREW_CHANGE.search(text)
    if match is None:
        return ""
    amounts = [one for one in amounts_of(text) if not match.start() <= one.start < match.end()]
    if len(amounts) != 2 or any(one.share for one in amounts):
        return ""
    agents = [one for one in amounts if re.match(rf" ?(?:[a-z]+ )?{AGENTS}\b", text[one.end :])]
    times = [one for one in amounts if one not in agents and re.match(rf" ?{TIME_UNIT}\b", text[one.end :])]
    if len(agents) != 1 or len(times) != 1 or re.search(r"\b(?:after|later|nach|apres|despues)\b", text):
        return ""
    count, time = agents[0].text, times[0].text
    if match["nth"]:
        return f"{count} * {time} / {ORDINALS[match['nth']]}" if int(count) + 1 == ORDINALS[match["nth"]] else ""
    if match["gone"]:
        return f"{count} * {time} / ({count} - {match['gone']})"
    return f"{count} * {time} / ({count} + {match['more'] if match['more'].isdigit() else 1})"


MOST_INGREDIENTS = 10


def each_ingredient(text: str, amounts: "list[Amount]") -> str:
    """Return the amounts of a recipe for another number of people, parted by ";"; "" for other messages."""
    counts = [
        one
        for one in amounts
        if FOR_MANY.search(text[: one.start]) and EATERS.match(text, one.end) and one.text.isdigit()
    ]
    rest = [one for one in amounts if one not in counts]
    if len(counts) != 2 or not 2 <= len(rest) <= MOST_INGREDIENTS or any(one.share for one in rest):
        return ""
    if not (counts[0].start < rest[0].start and rest[-1].start < counts[1].start):
        return ""
    return " ; ".join(f"{one.text} * {counts[1].text} / {counts[0].text}" for one in rest)


YIELDS = re.compile(
    r"\b(?:makes?|yields?|serves?|gives?|feeds?|is (?:for|enough for)|are for|ergibt|ergeben|reicht fur|reichen fur|ist fur|macht|donne|fait|est pour|sert|rinde|da|sale[n]?|es para|sirve para|recipe for|rezept fur|recette pour|receta para) (?:about |etwa |unas? )?(?P<count>\d{1,4}) ?(?P<noun>[a-z]{2,20})?"
)
YIELD_WANTED = re.compile(
    r"\b(?:need|want|make|bake|cook|for|feed|serve|brauche|mochte|will|backe|fur|mache|veux|voudrais|faire|faut|pour|necesito|quiero|hacer|para|have|come|coming|(?:we are|we're|were|we will be|we'll be|there will be|there are|wir sind|wir werden|es kommen|kommen|on est|on sera|nous sommes|nous serons|somos|seremos|vienen|viennent)(?: (?:aber|jedoch|but|now|actually|however|mais|pero|jetzt))?) (?:to (?:make|bake|cook|feed) |only |about |enough for |es fur |etwa |solo )?(?P<count>\d{1,4})(?: (?P<noun>[a-z]{2,20}))?"
)
MEASURED = re.compile(
    r" ?(?:mg|kg|gr?|grams?|gramm|grammes?|gramos?|ml|cl|dl|l|lit(?:er|re)s?|litros?|cups?|tassen?|tasses?|tazas?|tbsp|tsp|tablespoons?|teaspoons?|el|tl|oz|ounces?|lbs?|pounds?|eggs?|eier|oeufs?|huevos?|sticks?|cans?|dosen?)\b"
)
COUNT_WORDS = frozenset(["of", "instead", "pieces", "stuck", "pieza", "piezas", "persons", "people", "please", "how", "wie", "combien", "cuanto", "cuanta", "what", "today", "now", "then", "statt", "davon", "et", "and", "und", "y", "on", "at", "this", "tonight", "tomorrow", "sunday", "am", "heute", "morgen", "ce", "demain", "este", "el", "hoy", "so", "for", "guests", "friends", "personen", "leute", "gaste", "personnes", "invites", "personas", "invitados", "sunday"])  # fmt: skip


NO_EATERS = re.compile(  # "we were 10 minutes late"
    r"(?:min(?:ut\w*)?|hours?|h|days?|weeks?|years?|times|degrees|percent|euros?|dollars?|km|miles?|stunden?|tagen?|wochen?|jahren?|mal|grad|prozent|heures?|jours?|semaines?|ans|fois|horas?|dias?|semanas?|anos|veces|grados)"
)
NEEDS_WORDS = frozenset(["needs", "need", "uses", "takes", "calls", "wants", "requires", "says", "braucht", "benotigt", "nimmt", "avec", "il", "demande", "necesita", "lleva", "usa", "pide", "with", "mit", "con"])  # fmt: skip


def scaled_recipe(text: str) -> str:
    """Return an ingredient for another number of what a recipe makes: 24 cookies with 280 g, and 60 of them."""
    amounts = amounts_of(text)
    told = YIELDS.search(text)
    if told is None or len(amounts) != 3 or any(one.share for one in amounts) or not ASKS.search(text):
        return ""
    made = next((one for one in amounts if one.start == told.start("count")), None)
    wanted = [match for match in YIELD_WANTED.finditer(text) if match.start("count") != told.start("count")]
    measured = [one for one in amounts if MEASURED.match(text, one.end)]
    wanted = [match for match in wanted if all(match.start("count") != one.start for one in measured)]
    if made is None or len(measured) != 1 or len(wanted) != 1:
        return ""
    told_noun = "" if told["noun"] in NEEDS_WORDS else told["noun"] or ""
    noun, other = told_noun.rstrip("sen"), (wanted[0]["noun"] or "").rstrip("sen")
    if wanted[0]["noun"] and NO_EATERS.fullmatch(wanted[0]["noun"]):
        return ""
    if noun and other and other != noun and wanted[0]["noun"] not in COUNT_WORDS:
        return ""  # 24 cookies, and 60 g of something else
    return f"{measured[0].text} * {wanted[0]['count']} / {made.text}"


HEADS_TOLD = re.compile(
    r"\b(?:we are|we're|we were|they are|there (?:are|were)|wir (?:sind|waren)|zu|on est|nous sommes|nous etions|on etait|somos|eramos|fuimos|estamos) (?P<heads>\d{1,3})\b(?! ?(?:euros?|dollars?|%|[€$£]))"
    r"|\b(?P<of>\d{1,3}) (?:of us|people|ppl|friends|persons|guests|personen|leute|freunde|personnes|amis|personas|amigos)\b"
)
ONE_MORE = re.compile(
    r"\b(?:me|i|ich|moi|yo) (?:and|und|et|y) (?:my |meine |mes |mis )?(?P<after>\d{1,3}) (?:friends|others|people|ppl|colleagues|freunde|andere|kollegen|amis|collegues|amigos|companeros)\b"
    r"|\b(?P<before>\d{1,3}) (?:friends|others|people|ppl|colleagues|freunde|andere|kollegen|amis|collegues|amigos|companeros) (?:and|plus|und|et|y) (?:me|i|myself|ich|moi|yo)\b"
)
FREE_OF_CHARGE = re.compile(
    r"(?:\b(?P<number>\d{1,2}|one|einer?|un|une|uno|una)(?: of (?:us|them)| von uns| person| friend| d'entre nous| de nosotros)? )?(?:\b\w+ )?"
    r"(?:(?:does|do|did|is|are|will|has|have)(?: not|n't) (?:have to )?(?:pay\w*|chip\w* in|contribut\w*)|doesnt pay|dont pay|won'?t pay|pays? nothing|(?:zahlt|zahlen|bezahlt|bezahlen) (?:nicht|nichts)|"
    r"(?:ne )?paie(?:nt)? (?:pas|rien)|no (?:paga|pagan|pone|ponen)|(?:is|are) (?:invited|free)|ist eingeladen|sind eingeladen|est invitee?|(?:esta )?invitad[oa])\b"
)
EACH_PAYS = re.compile(
    r"\b(?:each|apiece|per (?:person|head)|everyone|everybody|pro (?:person|kopf|nase)|jede[rnms]?|chacune?|chaque|par (?:personne|tete)|cada un[oa]|each uno|por (?:persona|cabeza)|toca|the others?|the rest|others|ubrigen|anderen|autres|demas)\b"
)


def fair_shares(text: str) -> str:
    """Return what each pays where some of a group do not, or where "me and 3 friends" are four; "" for other messages."""
    amounts = amounts_of(text)
    free, more = FREE_OF_CHARGE.search(text), ONE_MORE.search(text)
    if not (free or more) or not EACH_PAYS.search(text) or any(one.share for one in amounts):
        return ""
    told = more or HEADS_TOLD.search(text)
    if told is None:
        return ""
    heads = next(filter(None, told.groups()))
    without = free["number"] if free and free["number"] else "1"
    known = {told.start(told.lastgroup or 0), free.start("number") if free and (free["number"] or "").isdigit() else -1}
    prices = [one for one in amounts if one.start not in known]
    if len(prices) != 1:
        return ""
    group = f"{heads} + 1" if more else heads
    return f"{prices[0].text} / ({group}{f' - {without if without.isdigit() else 1}' if free else ''})"


CHANGE = re.compile(
    r"\b(?:change|get back|back|ruckgeld|wechselgeld|zuruck|monnaie|rend(?:re|s|ez|u)?|vuelto|vuelta|cambio)\b"
)
PAYS_WITH = re.compile(
    r"\b(?:paid|pay|gave|give|hand\w*|with a|bezahl\w*|zahl\w*|geb\w*|gab|schein|paye\w*|donne\w*|billet|pag\w*|doy|di|entreg\w*|billete)\b"
)
BOXES = re.compile(
    r"\b(?:how many|wie ?viele|combien de|cuant[oa]s) (?P<box>[a-z]+) (?:of|with|zu|zu je|a|a|mit|de|con|that hold|holding|fit(?:ting)?) (?P<size>\d{1,5})\b"
    r"|\b(?P<holds>\d{1,5}) (?:[a-z]+ )?(?:fit|per|in each|in a|to a|passen|pro|je|par|por|caben)\b[^?]*\b(?:how many|wie ?viele|combien de|cuant[oa]s) (?P<named>[a-z]+)"
)
NEEDS = re.compile(
    r"\b(?:need\w*|require\w*|do i|to (?:pack|hold|carry|transport|seat)|brauch\w*|benotig\w*|faut|necesit\w*|hacen falta|must|buy|order|kaufen|acheter|comprar)\b"
)


def change_back(text: str) -> str:
    """Return the change of a payment; "" for other messages."""
    amounts = amounts_of(text)
    if len(amounts) != 2 or any(one.share for one in amounts) or not (CHANGE.search(text) and PAYS_WITH.search(text)):
        return ""
    return f"{larger(amounts).text} - {next(one for one in amounts if one is not larger(amounts)).text}"


def larger(amounts: "list[Amount]") -> "Amount":
    """Return the larger one of two amounts."""
    return max(amounts, key=lambda one: decimal_of(one.text, "en"))


HOLDERS = re.compile(
    r"\b(?P<thing>[a-z]{3,}?)(?:es|s|n|en)? (?:holds?|takes?|seats?|fits?|carr(?:y|ies)|has (?:room|space|seats) for|fasst|fassen|hat platz fur|contient|contiennent|caben en|lleva|llevan) (?:up to |only |bis zu )?(?P<size>\d{1,5})\b"
)
HOLDERS_ASKED = re.compile(r"\b(?:how many|wie ?viele|combien de|cuant[oa]s) (?P<thing>[a-z]{3,})\b")
COUNTED_PEOPLE = re.compile(
    r" ?(?:people|persons?|pupils?|students?|children|kids|guests?|passengers?|adults?|teachers?|players?|of us|boxes|items|things|books|bottles|leute|personen|schuler\w*|kinder|gaste|lehrer\w*|personnes?|eleves?|enfants?|personas?|alumnos?|ninos?)\b"
)


def holders_needed(text: str) -> str:
    """Return how many buses that hold so many are needed for one or two groups, rounded up; "" for other messages."""
    holds, asked = HOLDERS.search(text), HOLDERS_ASKED.search(text)
    if holds is None or asked is None or not asked["thing"].startswith(holds["thing"][:3]):
        return ""
    others = [one for one in amounts_of(text) if one.start != holds.start("size")]
    are_counted = all(COUNTED_PEOPLE.match(text, one.end) and one.text.isdigit() for one in others)
    if not 1 <= len(others) <= 2 or not are_counted:
        return ""
    count = others[0].text if len(others) == 1 else f"({others[0].text} + {others[1].text})"
    return f"ceil({count} / {holds['size']})"


def whole_boxes(text: str) -> str:
    """Return how many boxes of a size are needed for a number of things, rounded up; "" for other messages."""
    if holders := holders_needed(text):
        return holders
    match = BOXES.search(text)
    amounts = amounts_of(text)
    if match is None or len(amounts) != 2 or not NEEDS.search(text):
        return ""
    size = match["size"] or match["holds"]
    others = [one for one in amounts if one.text != size]
    return f"ceil({others[0].text} / {size})" if len(others) == 1 and others[0].text.isdigit() else ""


SHARED_OUT = re.compile(  # "4 pizzas of 8 slices, 9 of us eat 3 each"
    r"(?<![\d.,])(?P<packs>\d{1,6}) [a-z]+ (?:of|with|that have|having|a|zu|zu je|mit|mit je|de|con|avec) (?P<size>\d{1,6}) [a-z]+(?: (?:each|je|chacune?|cada un[oa]))?\b"
    r"[^?]*?(?<![\d.,])(?P<heads>\d{1,6})\b[^?]*?(?<![\d.,])(?P<each>\d{1,6})\b(?![.,]\d)"
)
EVERY_ONE = re.compile(
    r"\b(?:each|everyone|everybody|every (?:one|person|kid|child)|apiece|per (?:person|head)|jede[rs]?|pro (?:person|kopf|nase)|chacune?|chaque|cada (?:un[oa]|uno|persona|nino)|par personne|por persona)\b"
)
EACH_OF_PACK = re.compile(r"\A [a-z]+ (?:each|je|chacune?|cada un[oa])\b")
TAKEN = re.compile(
    r"\b(?:eat\w*|ate|takes?|took|gets?|got|uses?|used|needs?|drinks?|drank|isst|essen|nimmt|nehmen|bekommt|bekommen|trinkt|trinken|mange\w*|prend|prennent|recoit|boit|boivent|com[eao]\w*|tom[aeo]\w*|recib\w*|beb\w*|se)\b"
)


def left_of_packs(text: str) -> str:
    """Return what is left of packs of a size of which each of some people takes a number; "" for other messages."""
    match = SHARED_OUT.search(text)
    if match is None or len(amounts_of(text)) != 4 or not TAKEN.search(text):
        return ""
    told = text[: match.end("size")] + EACH_OF_PACK.sub(" ", text[match.end("size") :], count=1)
    if not EVERY_ONE.search(told):  # "3 bags with 12 apples each" are not people who take some
        return ""
    asked = ASKS.search(text)
    if asked is None or not LEFT.search(text, asked.start()):
        return ""
    return f"{match['packs']} * {match['size']} - {match['heads']} * {match['each']}"


PACKS_OF_SIZE = re.compile(  # "12 boxes of 48 tins and"
    rf"(?<![\d.,])(?P<packs>\d{{1,6}}) {CONTAINERS} (?:of|with|zu je|zu|je|mit je|mit|de|avec|con|a) (?P<size>\d{{1,6}})(?![.,]?\d)(?: (?!and\b|und\b|plus\b|how\b|wie\b|wieviele?\b|combien\b|cuant|total\b|in\b|insgesamt\b|zusammen\b|together\b|altogether\b)[a-z]{{3,}})?(?: (?:each|je))?"
)
PACKS_JOINT = re.compile(r"(?:\s*(?:,|\band\b|\bplus\b|\bund\b|\bet\b|\by\b))+\s*")
PACKS_ASKED = re.compile(
    r"\W*(?:(?:so|and) )?(?:(?:how many|how much|what is|what's|wie ?viele?|combien|cuant[oa]s?)(?: (?:de )?[a-z]{3,})? )?(?:(?:is that|are that|are there|do i have|do we have|have i got|sind das|ca fait|son|hay|the) )*(?:altogether|all together|in total|in all|total|together|insgesamt|zusammen|en tout|au total|en total)\W*"
)


def packs_together(text: str) -> str:
    """Return what several packs of several sizes hold together, as "12 boxes of 48 and 7 boxes of 36"; "" for other messages."""
    packs = list(PACKS_OF_SIZE.finditer(text))
    if len(packs) < 2 or len(amounts_of(text)) != 2 * len(packs):
        return ""
    are_joined = all(PACKS_JOINT.fullmatch(text, one.end(), other.start()) for one, other in pairwise(packs))
    if not are_joined or not PACKS_ASKED.fullmatch(text, packs[-1].end()):
        return ""
    return " + ".join(f"{one['packs']} * {one['size']}" for one in packs)


NEGATION = re.compile(  # no kind of problem but those above reads a negation
    r"\b(?:not|[a-z]+n't|dont|doesnt|nicht|kein\w*|ne [a-z]+ pas|no (?:paga|pagan|incluye|cuenta|cuentan)|except|ausser|sauf|excepto|salvo)\b",
    re.IGNORECASE,
)


SIDES = tuple(re.compile(rf"\b(?:{words})\b") for pair in OPPOSITES for words in pair)
AGENT = re.compile(rf"\b{AGENTS}\b")
TIMES = re.compile(rf"\b{TIME_UNIT}\b")
WORD_PROBLEMS: tuple[tuple[Callable[[str], str], tuple["re.Pattern[str]", ...]], ...] = (
    (rest_of_share, (ASKS, LEFT, NOT, *SIDES)),
    (ratio_part, (RATIO, DIVIDES, NAMES, GETS, SHARERS)),
    (times_as_much, (TIMES_AS_MUCH, DIVIDES)),
    (fair_shares, (FREE_OF_CHARGE, ONE_MORE, HEADS_TOLD, EACH_PAYS)),
    (proportion, (AGENT, TIMES, ASKS_LONG, ASKS_AGENTS, EATERS)),
    (scaled_recipe, (YIELDS, YIELD_WANTED, MEASURED, ASKS)),
    (change_back, (CHANGE, PAYS_WITH)),
    (whole_boxes, (BOXES, NEEDS)),
    (packs_together, (PACKS_OF_SIZE, PACKS_JOINT, PACKS_ASKED)),
    (left_of_packs, (SHARED_OUT, EVERY_ONE, TAKEN, ASKS, LEFT)),
)


def word_problem(text: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    for read, vocabulary in WORD_PROBLEMS:
        if expression := read(text):
            return Problem(expression, vocabulary)
    return Problem("")
