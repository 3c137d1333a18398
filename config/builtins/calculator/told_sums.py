"""Sums that people tell: a pass mark, a saving plan with its aim, whether money is enough, all but some, what is left after parts.

Each reads every number of a message and what is asked; for any other message there is no expression.
"""

import math
import re
from fractions import Fraction

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.household_sums import (
    MONEY_BEHIND,
    PERIOD,
    REPEATED_NOTE,
    SIZES,
    period_behind,
    period_of_match,
)
from config.builtins.calculator.measured_amounts import quantities_of
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.calculator.stories import items_of
from config.builtins.calculator.word_problems import ASKS, LEFT, OPPOSITES
from config.builtins.wording import decimal_of, fill_in, localized

TOLD_NOT = re.compile(
    r"\b(?:not|[a-z]+n't|dont|didnt|wont|nicht|kein\w*|except|ausser|sauf|excepto|salvo|without|ohne|sans|sin)\b"
)


def told_number(number: Fraction, language: str) -> str:
    """Return a number for people, with four decimals at most."""
    told = f"{float(round(number, 4)):,.4f}"
    return localized(told.rstrip("0").rstrip("."), language)


def value_of(amount: Amount, language: str) -> Fraction:
    """Return the value of a number of a message."""
    return Fraction(decimal_of(amount.text, language))


PASSES = re.compile(
    r"\b(?:gets? through|got through|go(?:es)? through|qualif\w*|target|quota|reach(?:ed)?|quorum|two thirds majority|weiterkommen|weiter|erreicht|quote|atteint|objectif|alcanz\w*|pass(?:ed|es|ing)?|(?:make|made|makes) it|fail(?:ed|s)?|bestand\w*|bestehen|besteht|durchgefallen|geschafft|reuss\w*|admise?s?|recue?|valid\w*|rate|echoue\w*|aprob\w*|aprueb\w*|suspend\w*)\b"
)
PASS_ASKED = re.compile(
    r"\b(?:did|do|does|has|have|had|is|was|am|are|would|will|enough|genug|habe?|hat|hast|ist|bin|reich\w*|c'est|est-ce|ai-je|a-t-(?:il|elle)|est-il|est-elle|suis-je|il est|elle est|suffi\w*|aprobe|aprobo|he|ha|llega|alcanza|basta|(?:passed|bestanden|admis\w*|aprobado) (?:or|oder|ou|o)|pass or)\b"
)
OR_NOT = re.compile(r"\b(?:or not|oder nicht|ou (?:pas|non)|o no)\b")
POINTS_MISSING = re.compile(
    r"\b(?:how (?:many|much)(?: [a-z]+)? (?:more|short|extra|missing|was missing)|how many (?:points|marks|questions|answers) (?:more|short|was|am|did|were)|(?:by )?how (?:far|much) (?:off|short)|wie ?viele?(?: punkte?)? (?:fehl\w*|mehr|zu wenig)|"
    r"combien (?:de points? )?(?:me |lui |t')?manqu\w*|il (?:me |lui )?manque combien|cuantos (?:puntos )?(?:me |le )?falt\w*)\b"
)
OTHER_COUNT_ASKED = re.compile(r"\b(?:how many|wie ?viele|combien de|cuant[oa]s|average|mean|schnitt|moyenne|media)\b")
SHARE_BOUND = re.compile(
    r"\b(?:(?P<over>(?:over|above|more than|higher than|better than|uber|mehr als|plus de|superieur a|mas (?:de|del|que)|superior al?))|(?P<least>at least|from|ab|mindestens|au moins|al menos|como minimo)|(?P<under>under|below|less than|lower than|unter|weniger als|moins de|menos (?:de|del|que)))(?: (?:the|an?|den|die|el|la|un|les|le) )? ?\Z"
)
SCORED = re.compile(
    r"(?<![\w.,])(?P<got>\d{1,4}(?:[.,]\d{1,2})?)(?: [a-z]+){0,2}? ?(?:\bout of|\bof|/|\bvon|\bsur|\bde|\baus|\bfrom)(?: the| a total of| possible| insgesamt| un total de)? ?(?P<all>\d{1,4}(?:[.,]\d{1,2})?)(?![\d%.,]*\d| ?%)"
)
PASS_NOTES = {
    "en": ("**Passed**: {share} of {all} is {points}.", "**Not passed**: {share} of {all} is {points}, and {got} is less.", "**Yes**", "**No**"),
    "de": ("**Bestanden**: {share} von {all} sind {points}.", "**Nicht bestanden**: {share} von {all} sind {points}, und {got} ist weniger.", "**Ja**", "**Nein**"),
    "fr": ("**Réussi** : {share} de {all} font {points}.", "**Pas réussi** : {share} de {all} font {points}, et {got} est moins.", "**Oui**", "**Non**"),
    "es": ("**Aprobado**: {share} de {all} son {points}.", "**No aprobado**: {share} de {all} son {points}, y {got} es menos.", "**Sí**", "**No**"),
}  # fmt: skip


def pass_mark(text: str, language: str) -> Problem:
    """Return the share that a score is of all points, and whether it reaches the share or the points that are needed."""
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    is_missing = POINTS_MISSING.search(text) is not None
    if len(shares) != 1 or len(plain) != 2 or (OTHER_COUNT_ASKED.search(text) and not is_missing):
        return Problem("")
    got, whole = sorted(plain, key=lambda one: value_of(one, language))
    bound = SHARE_BOUND.search(text[: shares[0].start])
    scored = SCORED.search(text)
    is_passing = PASSES.search(text) is not None
    if not is_passing and (bound is None or scored is None or shares[0].start < scored.end()):
        return Problem("")
    if not (PASS_ASKED.search(text) or is_missing or (bound and "?" in text)) or whole.text == got.text:
        return Problem("")
    needed = value_of(shares[0], language) * value_of(whole, language) / 100
    words = (PASSES, POINTS_MISSING, SCORED, PASS_WORDS, PASS_ASKED)
    if is_missing and not PASSES_TOO.search(text):
        points = math.ceil(needed)
        note = f"{shares[0].text} % → {told_number(needed, language)}"
        return Problem(f"{points} - {got.text}", words, note) if points > value_of(got, language) else Problem("")
    return Problem(f"pct({got.text} / {whole.text})", words, pass_note(text, (got, whole, shares[0]), needed, language))


PASSES_TOO = re.compile(
    r"\b(?:did|do|does|has|have|had|is|was|am|would|will|habe?|hat|ist|bin|ai-je|a-t-(?:il|elle)|est-il|est-elle|he|ha) (?:[a-z]+ )?(?:pass(?:ed)?|make it|made it|fail(?:ed)?|bestanden|durchgefallen|geschafft|reussi|admise?|aprobado)\b|\b(?:aprobe|aprobo)\b"
)
PASS_WORDS = re.compile(
    r"\b(?:mark|needed|need|required|minimum|threshold|at least|mindestens|ab|au moins|il faut|al menos|minimo|over|above|more than|under|below|uber|mehr als|unter|plus de|moins de|mas d\w*|menos d\w*)\b"
)


def pass_note(text: str, amounts: tuple[Amount, Amount, Amount], needed: Fraction, language: str) -> str:
    """Return whether a score passes, or yes or no to "is that over 75 %"."""
    got, whole, share = amounts
    value = value_of(got, language)
    passed, failed, yes, no = PASS_NOTES[language]
    bound = SHARE_BOUND.search(text[: share.start])
    if PASSES.search(text) or bound is None:
        words = {
            "share": f"{share.text} %",
            "all": whole.text,
            "points": told_number(needed, language),
            "got": got.text,
        }
        short = f" ({told_number(needed, language)} - {got.text} = {told_number(needed - value, language)})"
        return fill_in(passed, **words) if value >= needed else fill_in(failed, **words) + short
    is_so = value < needed if bound["under"] else value > needed if bound["over"] else value >= needed
    return f"{yes if is_so else no} ({share.text} % → {told_number(needed, language)})."


DURATION_UNIT = r"(?P<unit>days?|tage?n?|jours?|dias?|weeks?|wochen?|semaines?|semanas?|months?|monate?n?|mois|mes(?:es)?|years?|jahre?n?|ans?|annees?|anos?)\b"
DURATION = re.compile(rf" ?{DURATION_UNIT}(?! ago\b)")
ONE_LONG = re.compile(
    rf"\b(?:for|over|in|after|during|within|fur|uber|nach|in|pendant|sur|durante|en|dans|apres|despues de|al cabo de) (?:an?|one|1|an? (?:whole|full)|eine[mn]?|1em|ein|un|une) {DURATION_UNIT}|\b(?:ein|un) {DURATION_UNIT.replace('unit', 'unit2')} (?:lang|durant)"
)
PERIOD_AHEAD = re.compile(
    rf"\b(?:(?:each|every|per|a|jede[nrms]?|pro|im|chaque|par|cada|al) )?{PERIOD}(?: [a-z']+){{0,4}} ?[€$£]?\Z"
)
AIM_AHEAD = re.compile(
    r"\b(?:enough(?: (?:for|to (?:buy|pay(?: for)?|cover|get|afford|reach)))|reach|goal|target|costs?|costing|cost of|afford|for an?|para una?|pour une?|need|buy|kaufen|acheter|comprar|aim(?:ing)? for|saving (?:up )?for|genug (?:fur|um)|reich\w*|kostet|kosten|brauch\w*|ziel|fur|suffi\w*|coute|atteindre|objectif|il (?:me )?faut|besoin de|"
    r"suficiente para|bastante para|alcanza\w*|llega\w*|cuesta\w*|objetivo|meta|necesit\w*)(?: (?!and\b|und\b|et\b|y\b|habe\b|have\b|already\b|schon\b)[a-z']+){0,8}? ?[€$£]?\Z"
)
START_AHEAD = re.compile(
    r"\b(?:have|has|had|got|start\w*|with|already|saved|there(?:'s| is| are)|balance|plus(?: the)?|deposit|down payment|upfront|habe|haben|hat|schon|bereits|sind|liegen|anzahlung|startkapital|mit|ai|as|a|avons|avait|ont|deja|depart|apport|tengo|tenemos|tiene|hay|ya|entrada|partiendo)(?: (?:about|an?|the|of|already|schon|bereits|deja|ya|de|of|saved|etwa|von|con|with)){0,3} ?[€$£]?\Z"
)
START_BEHIND = re.compile(
    r"(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|bucks|quid))? ?(?:(?:i|we|that|which) )?(?:already|in (?:the|my|our) (?:[a-z]+ )?(?:account|fund|pot|jar|bank)|saved|down|upfront|up front|deposit|to start(?: with)?|(?:i |we )?(?:already )?have|auf dem konto|gespart|angespart|anzahlung|schon|de cote|deja|d'apport|ahorrad[oa]s?|de entrada|ya)\b"
)
PUTS_IN = re.compile(
    r"\b(?:sav\w*|put\w*|set(?:ting)? aside|pay(?:ing)?|add\w*|deposit\w*|contribut\w*|spar\w*|leg\w*|zahl\w*|einzahl\w*|zuruck\w*|met\w*|epargn\w*|vers\w*|ajout\w*|econom\w*|ahorr\w*|guard\w*|pon\w*|meto|ingres\w*|aport\w*|more)\b"
)
PLAN_ENDS = re.compile(
    r"\b(?:spend\w*|withdr\w*|take out|ausgeb\w*|gebe|abheb\w*|depens\w*|retir\w*|gast\w*|how long|wie lange|combien de temps|cuanto tiempo|how many (?:months|weeks|years)|wie viele (?:monate|wochen|jahre)|combien de (?:mois|semaines)|cuant[oa]s (?:meses|semanas)|when|wann|quand|cuando|per person|each of|twice|double|half|rent|both)\b"
)
NO_INTEREST = re.compile(
    r",? ?\(?(?:with )?\b(?:no interest|without (?:any )?interest|interest[- ]free|ohne zins(?:en)?|zinslos|keine zinsen|sans interets?|sin (?:los )?intereses?)\b\)?"
)
INTEREST_TOLD = re.compile(r"\b(?:interest|zins\w*|interets?|interes(?:es)?|rendite|return)\b")
PLAN_ASKED = re.compile(
    r"\?|\b(?:how much|whats?|enough|wie ?viel|was|genug|reich\w*|combien|suffi\w*|cuanto|suficiente|alcanza\w*|lleg(?:a|o)\w*|total)\b"
)
AIM_NOTES = {
    "en": ("**Yes**: {left} more than {aim}.", "**Yes**: exactly {aim}.", "**No**: {left} short of {aim}."),
    "de": ("**Ja**: {left} mehr als {aim}.", "**Ja**: genau {aim}.", "**Nein**: es fehlen {left} bis {aim}."),
    "fr": ("**Oui** : {left} de plus que {aim}.", "**Oui** : exactement {aim}.", "**Non** : il manque {left} pour {aim}."),
    "es": ("**Sí**: {left} más que {aim}.", "**Sí**: exactamente {aim}.", "**No**: faltan {left} para {aim}."),
}  # fmt: skip


def aim_note(total: Fraction, aim: Amount, language: str) -> str:
    """Return whether a sum reaches an aim, with what is over or short."""
    left = total - value_of(aim, language)
    words = {"left": told_number(abs(left), language), "aim": aim.text}
    over, exact, short = AIM_NOTES[language]
    return fill_in(exact if not left else over if left > 0 else short, **words)


def duration_name(unit: str) -> str:
    """Return "day", "week", "month" or "year" of its name in four languages."""
    stems = (("d", "day"), ("t", "day"), ("jo", "day"), ("w", "week"), ("s", "week"), ("m", "month"))
    return next((name for stem, name in stems if unit.startswith(stem)), "year")


def duration_of(text: str, amounts: list[Amount]) -> tuple[Amount | None, str, str]:
    """Return for how long a plan goes: its number, None for "a year", with the count and the unit; "" for none or several."""
    long = [(one, match) for one in amounts if one.text.isdigit() and (match := DURATION.match(text, one.end))]
    if len(long) == 1:
        return long[0][0], long[0][0].text, duration_name(long[0][1]["unit"])
    match = ONE_LONG.search(text)
    if long or match is None:
        return None, "", ""
    return None, "1", duration_name(match["unit"] or match["unit2"])


def rate_of_plan(text: str, amounts: list[Amount]) -> list[tuple[Amount, str]]:
    """Return the sums that are paid in for each period, with the period."""
    behind = [(one, period_behind(text, one.end, MONEY_BEHIND + BEHIND_RATE)) for one in amounts]
    found = [(one, period) for one, period in behind if period]
    if found:
        return found
    ahead = [(one, PERIOD_AHEAD.search(text[: one.start])) for one in amounts]
    return [(one, period_of_match(match)) for one, match in ahead if match is not None]


BEHIND_RATE = r"(?: (?:more|in|aside|away|into it|extra|dazu|zuruck|de cote|mas))?"


def saving_plan(text: str, language: str) -> Problem:
    """Return what is there after some periods with a sum in each, on top of what there is already, and whether it reaches an aim."""
    text = NO_INTEREST.sub(lambda match: " " * len(match.group()), text)
    amounts = amounts_of(text)
    if not 2 <= len(amounts) <= 4 or any(one.share for one in amounts) or not PLAN_ASKED.search(text):
        return Problem("")
    if PLAN_ENDS.search(text) or INTEREST_TOLD.search(text) or TOLD_NOT.search(text) or not PUTS_IN.search(text):
        return Problem("")
    long, count, unit = duration_of(text, amounts)
    rates = rate_of_plan(text, [one for one in amounts if one is not long])
    rest = [one for one in amounts if one is not long and one not in [rate for rate, _ in rates]]
    times = periods_of_plan(rates[0][1], unit, count) if len(rates) == 1 and unit else ""
    starts, aims = starts_and_aims(text, rest)
    if not times or len(rest) != len(starts) + len(aims) or len(starts) > 1 or len(aims) > 1 or not rest:
        return Problem("")
    paid = f"{rates[0][0].text} * {times}"
    total = value_of(rates[0][0], language) * math.prod(int(one) for one in times.split(" * "))
    total += value_of(starts[0], language) if starts else 0
    made = f"{starts[0].text} + {paid}" if starts else paid
    words = (PUTS_IN, DURATION, ONE_LONG, AIM_WORDS, NO_INTEREST, PERIOD_WORDS)
    return Problem(made, words, aim_note(total, aims[0], language) if aims else "")


AIM_WORDS = re.compile(
    r"\b(?:enough|reach|goal|target|already|so far|short|missing|genug|reich\w*|ziel|schon|bereits|fehl\w*|suffi\w*|deja|manque|suficiente|alcanza\w*|llega\w*|ya|falta\w*|total|altogether)\b"
)
PERIOD_WORDS = re.compile(
    rf"\b(?:an?|per|each|every|pro|im|jede[nrms]?|par|chaque|al|por|cada|after|nach|apres|despues)? ?{PERIOD}"
)


def starts_and_aims(text: str, rest: list[Amount]) -> tuple[list[Amount], list[Amount]]:
    """Return which of the other sums of a plan are there already, and which are its aim."""
    aims = [one for one in rest if AIM_AHEAD.search(text[: one.start])]
    starts = [one for one in rest if one not in aims]
    if len(aims) == 2:  # "I have 400 for it … for 3250": the last is the aim
        starts, aims = [one for one in aims[:1] if START_AHEAD.search(text[: one.start])], aims[1:]
    starts = [one for one in starts if START_AHEAD.search(text[: one.start]) or START_BEHIND.match(text, one.end)]
    return starts, aims


def periods_of_plan(rate: str, unit: str, count: str) -> str:
    """Return how many periods of a rate a time has, as an expression of whole numbers; "" where that is not whole."""
    if rate == unit:
        return count
    size = SIZES.get((rate, unit), "")
    return f"{size} * {count}" if size.isdigit() and count != "1" else size if size.isdigit() else ""


MONEY_ENOUGH = re.compile(
    r"\b(?:enough|suffice|sufficient|cover(?:s| it)?|will that do|can i afford|reich(?:t|en)|genug|suffi\w*|assez|alcanza\w*|basta[n]?|suficiente|llega[n]?)\b"
)
MONEY_AT_HAND = re.compile(
    r"\b(?:have|has|got|with|only|will|would|is|are|do|does|budget(?: of| is)?|reich(?:t|en)|habe?|haben|dabei|mit|sind|ai|a|avec|suffi\w*|tengo|con|bastan?|alcanzan?|llegan?)(?: (?:only|just|nur|my|me|meine|mes|mis|the|a|an|un|une|einem|los|les|die)){0,2} ?[€$£]?\Z"
)


def money_enough(text: str, language: str) -> Problem:
    """Return what several things cost together, and whether the money at hand is enough for them."""
    found = quantities_of(text)
    if MONEY_ENOUGH.search(text) is None or TOLD_NOT.search(text) or not 3 <= len(found) <= 9:
        return Problem("")
    held = [one for one in found if MONEY_AT_HAND.search(text[: one.start]) and one.kind in ("plain", "money")]
    first = held[0] if held else None
    rest = [one for one in found if one is not first]
    if first is None or any(one.kind not in ("plain", "money") for one in rest):
        return Problem("")
    items = list(items_of(text, rest))
    if "" in items or not items:
        return Problem("")
    total = Fraction(0)
    for one in items:
        size = Fraction(1)
        for number in one.split(" * "):
            size *= Fraction(decimal_of(number, language))
        total += size
    aim = Amount(first.text, first.start, first.end, share=False)
    left = value_of(aim, language) - total
    over, exact, short = AIM_NOTES[language]
    words = {"left": told_number(abs(left), language), "aim": told_number(total, language)}
    note = fill_in(exact if not left else over if left > 0 else short, **words)
    return Problem(" + ".join(items), (MONEY_ENOUGH, MONEY_AT_HAND), note)


ALL_BUT = re.compile(
    r"\b(?:all (?:but|except(?: for)?|bar|apart from)|every(?:one|body)? (?:but|except(?: for)?|apart from)|alle (?:bis auf|ausser)|tou(?:s|tes) sauf|tou(?:s|tes) (?:a l'exception de|excepte)|tod[oa]s (?:menos|excepto|salvo)) (?P<count>\d{1,5})\b"
)


def all_but(text: str, language: str) -> Problem:
    """Return how many of a number are "all but 5", or the 5, as is asked."""
    match = ALL_BUT.search(text)
    amounts = [one for one in amounts_of(text) if not (one.text == "1" and re.match(r" ?[?.!]*\Z", text[one.end :]))]
    asked = None if match is None else ASKS.search(text, match.end()) or ASKS.search(text)
    if match is None or asked is None or len(amounts) != 2 or any(one.share for one in amounts):
        return Problem("")
    whole = next((one for one in amounts if one.start != match.start("count")), None)
    if whole is None or value_of(whole, language) < int(match["count"]):
        return Problem("")
    stop = re.search(r"[.?!;,](?!\d)", text[match.end() :])
    end = match.end() + stop.start() if stop else len(text)
    told = text[match.end() : min(end, asked.start()) if asked.start() > match.end() else end]
    question = text[asked.start() : match.start() if asked.start() < match.start() else len(text)]
    side = side_asked(told, question)
    words = (ALL_BUT, ASKS, LEFT, *(re.compile(rf"\b(?:{own})\b") for pair in OPPOSITES for own in pair))
    if side == "same":
        return Problem(f"{whole.text} - {match['count']}", words)
    return Problem(f"{whole.text} - ({whole.text} - {match['count']})", words) if side == "other" else Problem("")


def side_asked(told: str, question: str) -> str:
    """Return whether a question asks for what was told ("same"), for its opposite ("other"), or for something else ("")."""
    is_negated = (TOLD_NOT.search(told) is not None) != (TOLD_NOT.search(question) is not None)
    for pair in (*OPPOSITES, DEAD_ALIVE, THERE_AWAY):
        for own, other in (pair, pair[::-1]):
            if re.search(rf"\b(?:{own})\b", told) is None:
                continue
            is_same = re.search(rf"\b(?:{own})\b", question) is not None
            if not is_same and re.search(rf"\b(?:{other})\b", question) is None:
                continue
            return "same" if is_same != is_negated else "other"
    stems = {word[:4] for word in re.findall(r"[a-z]{4,}", told)} - ASKING_STEMS
    if stems & {word[:4] for word in re.findall(r"[a-z]{4,}", question)}:
        return "other" if is_negated else "same"
    return "other" if LEFT.search(question) and not LEFT.search(told) else ""


DEAD_ALIVE = (r"die[sd]?|died|dead|ran away|escaped|flew away|starb\w*|gestorben|mort\w*|murier\w*", r"alive|survive[sd]?|left|remain\w*|ubrig|restent|quedan|lebend\w*")  # fmt: skip
THERE_AWAY = (r"da|there|here|la|aqui", r"weg|fehl\w*|missing|gone|absents?|manqu\w*|faltan?")
ASKING_STEMS = {"many", "much", "were", "have", "that", "viel", "ware", "habe", "sind", "wurd", "comb", "cuan", "etai", "them", "they", "davo", "eran"}  # fmt: skip

PART_NAMES = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "eighth": 8, "eighths": 8, "tenth": 10, "tenths": 10,
    "halfte": 2, "drittel": 3, "viertel": 4, "funftel": 5, "sechstel": 6, "achtel": 8, "zehntel": 10, "moitie": 2, "tiers": 3, "quart": 4, "quarts": 4, "cinquieme": 5, "cinquiemes": 5, "dixieme": 10,
    "mitad": 2, "tercio": 3, "tercios": 3, "cuarto": 4, "cuartos": 4, "quinto": 5, "quintos": 5, "tercera parte": 3, "cuarta parte": 4, "quinta parte": 5, "decima parte": 10,
}  # fmt: skip
PART_TAKEN = re.compile(
    rf"(?<![\w.,/])(?P<over>\d{{1,2}}) ?/ ?(?P<under>\d{{1,2}})(?![\d/])|(?:(?<![\w.,])(?P<times>\d{{1,2}})[ -])?\b(?P<name>{'|'.join(sorted(PART_NAMES, key=len, reverse=True))})\b(?! (?:an? )?(?:hour|past|price|dozen|day|year|month|stunde|heure|hora|pound|litre|liter|kilo)\b|-)"
)
OF_THE_REST = re.compile(
    r"(?: ?%)? ?(?:of|from|vom|von dem|des|du|de|del|de lo que|of what|von dem,? was|de ce qui) ?(?:the |what |ce qui |lo que |was )?(?:(?:was |is |were |still )?(?:rest|remaining|remainder|left(?: over)?|rests|ubrig\w*|verbliebenen|reste|restait|restant|resto|quedaba\w*|restante))\b"
)
REST_TOLD = r"(?:(?:of|from) (?:the (?:rest|remainder|remaining)|what (?:was|is) left)|vom rest|von dem rest|du reste|del resto|de lo que (?:quedaba|queda))"
REST_PARTED = re.compile(rf"\b{REST_TOLD}\b")
REST_AHEAD = re.compile(rf"\b{REST_TOLD},?(?: [a-z]+){{0,3}} \Z")
STILL_LEFT = re.compile(
    rf"{LEFT.pattern}|\b(?:bleib\w*|(?:i|we) still have|habe ich noch|noch habe|noch da|over|restant\w*|me queda)\b"
)
PART_SPENT = re.compile(
    r"\b(?:spen[dt]\w*|ate|eat\w*|gave|give\w*|used?|read|sold|lost|drank|drink|took|take|paid|pay|goes|went|donated|gone|missing|eaten|stolen|broken|spilt|spilled|wasted|vanished|cut off|weg|gestohlen|verschwunden|kaputt|parti(?:e?s?)?|disparu\w*|vole\w*|desaparec\w*|robad\w*|ausgegeben|gegessen|gelesen|verkauft|verbraucht|verschenkt|getrunken|gebe|gab|geht|benutz\w*|genutzt|genommen|weggegeben|depens\w*|mang\w*|lu|vendu\w*|donn\w*|bu|utilis\w*|gast\w*|com\w+|le[io]\w*|vend\w*|regal\w*|beb\w*|di|us\w*)\b"
)


def parts_left(text: str, language: str) -> Problem:
    """Return what is left of a whole after parts of it, parts of the rest, and sums are taken away one after the other."""
    parts = list(PART_TAKEN.finditer(text))
    inside = [one for one in amounts_of(text) if any(part.start() <= one.start < part.end() for part in parts)]
    plain = [one for one in amounts_of(text) if one not in inside]
    asked = [match for match in ASKS.finditer(text)] or [match for match in WHAT_IS_LEFT.finditer(text)]
    shares = [one for one in plain if one.share]
    plain = [one for one in plain if not one.share]
    is_counted = 1 <= len(parts) + len(shares) <= 4 and len(parts) + len(shares) + len(plain) > (2 if shares else 1)
    if not is_counted or not plain or not asked or not PART_SPENT.search(text) or PART_ELSE.search(text):
        return Problem("")
    last = max(*(part.start() for part in parts), *(one.start for one in (*shares, *plain)), 0)
    whole = whole_of_parts(text, plain)
    if not STILL_LEFT.search(text, asked[-1].start()) or last > asked[-1].start() or whole is None:
        return Problem("")
    made = rest_in_turn(text, whole, [*parts, *shares, *(one for one in plain if one is not whole)])
    words = (PART_TAKEN, OF_THE_REST, REST_PARTED, PART_SPENT, STILL_LEFT, ASKS, WHAT_IS_LEFT)
    return Problem(made, words if made else ())


WHAT_IS_LEFT = re.compile(
    r"\b(?:what(?:'s| is|s)?|was|que|qu'est-ce qui|what do i) (?:me )?(?=(?:still )?(?:have |bleibt|left|remain|reste|queda|ubrig))"
)
PART_ELSE = re.compile(
    r"\b(?:each|per|every|apiece|jede[rnms]?|pro|chacune?|chaque|cada|more than|less than|as (?:much|many)|before|originally|at first|average|twice|double|only|started? with|to start|how much did|how many did|how many were|davon|of (?:that|those)|dont|de (?:es[oa]s|ello)|off|discount|tax|tip|interest|vat)\b|[*^=]|\d ?\+"
)
WHOLE_AHEAD = re.compile(
    r"\b(?:of|von|de|du|des|del|d'|have|had|has|got|earn\w*|bought|habe?|hatte|hat|verdiene|ai|avais|gagne|tengo|tenia|gano|there (?:are|were)|book (?:of|with|has)|with|mit|avec|con)(?: (?:my|the|an?|his|her|our|their|mein\w*|den|die|einem|einer|sein\w*|mes|mon|les|une?|mis?|los|las|una?|all|these)){0,2} ?[€$£]?\Z"
)


def whole_of_parts(text: str, plain: list[Amount]) -> Amount | None:
    """Return the number of which parts are taken: the only one, or the first that is had; None for others."""
    if len(plain) == 1:
        return plain[0]
    whole = plain[0]
    return whole if WHOLE_AHEAD.search(text[: whole.start]) else None


HAD_AHEAD = re.compile(
    r"\b(?:have|has|had|got|gets?|bought|buy|keep|kept|own|owns|receive[sd]?|won|inherit\w*|habe|hatte|hat|kauf\w*|gekauft|bekam|bekomme|behalte|ai|avais|achet\w*|recu|recois|garde|tengo|tenia|tiene|compr\w*|recibi\w*|gane)(?: (?:only|just|about|nur|seulement|solo|die|la|le|el|an?|un|ein))* ?\Z"
)


def rest_in_turn(text: str, whole: Amount, steps: "list[re.Match[str] | Amount]") -> str:
    """Return what is left after steps in the order of the message; "" where a part of the whole follows a sum."""
    left, has_sum = whole.text, False
    for step in sorted(steps, key=lambda one: one.start if isinstance(one, Amount) else one.start()):
        if isinstance(step, Amount) and not step.share:
            left, has_sum = f"{left} - {step.text}", True
            continue
        if HAD_AHEAD.search(text[: step.start if isinstance(step, Amount) else step.start()]):
            return ""  # "I bought a third of 24" takes nothing away
        part = f"{step.text} / 100" if isinstance(step, Amount) else part_text(step)
        start, end = (step.start, step.end) if isinstance(step, Amount) else step.span()
        if OF_THE_REST.match(text, end) or REST_AHEAD.search(text[:start]):
            left = f"({left}) * (1 - {part})"
        elif has_sum or " * (1 - " in left:
            return ""
        else:
            left = f"{left} - {part} * {whole.text}"
    return left


def part_text(match: "re.Match[str]") -> str:
    """Return a part as a quotient."""
    if match["over"]:
        return f"{match['over']} / {match['under']}"
    return f"{match['times'] or 1} / {PART_NAMES[match['name']]}"


MISSING_PART_ASKED = re.compile(
    r"\bhow many (?:of them )?(?:people |of the [a-z]+ )?(?:did|do|does|were|are|have|has)(?:n't| not|nt)\b|\bhow many (?:are|were) (?:missing|absent|not)\b|\bwie ?viele(?: [a-z]+)? (?:fehl\w*|nicht|haben nicht|sind nicht|waren nicht|sind (?:es )?nicht)\b|\bcombien (?:ne |n'|de personnes ne |sont absents?|manquent)|\bcuant[oa]s (?:no|faltan|faltaron)\b"
)


def part_missing(text: str) -> Problem:
    """Return how many of a number are not in a part of it: "two fifths of 250 voted yes, how many didn't"."""
    asked, parts = MISSING_PART_ASKED.search(text), list(PART_TAKEN.finditer(text))
    if asked is None or len(parts) != 1 or parts[0].start() > asked.start():
        return Problem("")
    plain = [one for one in amounts_of(text) if not parts[0].start() <= one.start < parts[0].end()]
    if len(plain) != 1 or plain[0].share or TOLD_NOT.search(text[: asked.start()]):
        return Problem("")
    return Problem(f"{plain[0].text} - {part_text(parts[0])} * {plain[0].text}", (PART_TAKEN, MISSING_PART_ASKED))


SPENT_EACH = re.compile(
    r"\b(?:spen[dt]\w*|use|uses|withdraw\w*|take out|takes? out|ausgeb\w*|gebe|brauche|verbrauch\w*|nehme|depens\w*|utilis\w*|retir\w*|gast\w*|saco|uso)\b"
)
SPENT_ELSE = re.compile(
    r"\b(?:earn\w*|get|gets|receive\w*|verdien\w*|bekomm\w*|gagn\w*|recoi\w*|gan[oa]|recib\w*|each|both|how long|wie lange|combien de temps|cuanto tiempo|when|wann|quand|cuando|save\w*|spar\w*)\b"
)


def spent_over_time(text: str, language: str) -> Problem:
    """Return what is left of a sum after some periods in each of which a sum is spent."""
    amounts = amounts_of(text)
    asked = STILL_LEFT.search(text)
    if len(amounts) not in (2, 3) or any(one.share for one in amounts) or asked is None or not SPENT_EACH.search(text):
        return Problem("")
    if SPENT_ELSE.search(text) or TOLD_NOT.search(text) or not PLAN_ASKED.search(text):
        return Problem("")
    long, count, unit = duration_of(text, amounts)
    rates = rate_of_plan(text, [one for one in amounts if one is not long])
    rest = [one for one in amounts if one is not long and one not in [rate for rate, _ in rates]]
    times = periods_of_plan(rates[0][1], unit, count) if len(rates) == 1 and unit else ""
    if not times or len(rest) != 1 or not START_AHEAD.search(text[: rest[0].start]):
        return Problem("")
    words = (SPENT_EACH, STILL_LEFT, DURATION, ONE_LONG, PERIOD_WORDS)
    return Problem(f"{rest[0].text} - {rates[0][0].text} * {times}", words)


EVERY_YEAR = re.compile(
    r"\b(?:every|each|per|a) (?P<unit>year|month|week)\b|\b(?:yearly|annually)\b|\b(?:jedes|pro|im) (?P<unit_de>jahr|monat|woche)\b|\bjahrlich\b|\b(?:chaque|par|l')? ?(?P<unit_fr>an|annee|mois|semaine)\b|\b(?:cada|al) (?P<unit_es>ano|mes|semana)\b"
)
CHANGED_EACH = re.compile(
    r"\b(?:(?P<up>rais\w*|increas\w*|goes up|go up|going up|rises?|grows?|up|steigt|erhoh\w*|wachst|mehr|augmente\w*|monte|hausse|sube|aumenta\w*|crece|subida|aumento)"
    r"|(?P<off>loses?|drops?|falls?|shrinks?|decreas\w*|goes down|go down|depreciat\w*|sinkt|fallt|verliert|schrumpft|weniger|baisse\w*|perd|diminue\w*|baja|pierde|disminuye))\b"
)
YEARLY_ELSE = re.compile(
    r"\b(?:interest|savings?|zins\w*|interets?|interes(?:es)?|when|how long|wann|wie lange|quand|cuando|more|extra|difference|total|together|inflation|halve|double|only|first)\b|\+"
)


def yearly_change(text: str, language: str) -> Problem:
    """Return an amount that changes by the same percentage each year, after some years."""
    moves = {match.lastgroup for match in CHANGED_EACH.finditer(text)}
    rhythm = EVERY_YEAR.search(text)
    if rhythm is None or len(moves) != 1 or YEARLY_ELSE.search(text) or TOLD_NOT.search(text):
        return Problem("")
    amounts = amounts_of(text)
    shares = [one for one in amounts if one.share]
    long, count, unit = duration_of(text, [one for one in amounts if not one.share])
    rest = [one for one in amounts if one is not long and not one.share]
    told = next((name for name in rhythm.groups() if name), "year")
    if len(shares) != 1 or len(rest) != 1 or long is None or duration_name(told) != unit:
        return Problem("")
    sign = "-" if moves == {"off"} else "+"
    words = (EVERY_YEAR, CHANGED_EACH, DURATION)
    return Problem(f"{rest[0].text} * (1 {sign} {shares[0].text} / 100) ^ {count}", words, REPEATED_NOTE[language])


TOLD_SUMS = (pass_mark, yearly_change, saving_plan, spent_over_time, money_enough, parts_left)


def told_sum(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    return first_problem(TOLD_SUMS, text, language)
