"""Converts units: exact factors, decimal arithmetic, and follow-ups such as "No, I meant stones"."""

import re
from collections import Counter
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.asked_opinions import asks_only_opinions
from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.unit_converter.clock_forms import FORM_ASKED, as_clock
from config.builtins.unit_converter.phrases import (
    BARE_COMPARISONS,
    CALORIE_NOTE,
    CALORIE_WORD,
    COMPARED,
    COMPARES,
    DIFFERENCE,
    DIFFERS,
    EQUAL,
    HELP_IN,
    LESS,
    MORE,
    NEEDS_DENSITY,
    NO_RATES,
    NOT_ALIKE,
    RACE_TOLD,
    RELATION_UNREAD,
    UNSEEN,
    US_NOTE,
    plain,
)
from config.builtins.unit_converter.plain_asks import cups_at_hand, with_plain_asks
from config.builtins.unit_converter.problem_answers import problem_answer
from config.builtins.unit_converter.table import NOTES, PARTS, SLOPE, UK
from config.builtins.unit_converter.told_problems import Solution, amount_places, solutions_of
from config.builtins.unit_converter.unit_added_asks import with_added_asks
from config.builtins.unit_converter.unit_amounts import bare_part, quantities, quantities_with_places
from config.builtins.unit_converter.unit_asides import asides
from config.builtins.unit_converter.unit_asked import not_answered
from config.builtins.unit_converter.unit_blood_sugar import blood_sugar
from config.builtins.unit_converter.unit_bounds import BOUND_TOLD, bound_judged
from config.builtins.unit_converter.unit_claims import claim_judged, with_one_units
from config.builtins.unit_converter.unit_consumption import (
    BODY_RULED_OUT,
    consumption,
    filling_time,
    first_consumed,
    time_to_fill,
    with_weight_unit,
)
from config.builtins.unit_converter.unit_contrasts import contrasts_of, with_contrasts, without_contrasts
from config.builtins.unit_converter.unit_cut_pieces import pieces_cut
from config.builtins.unit_converter.unit_disks import disk_difference
from config.builtins.unit_converter.unit_everyday_sums import (
    glasses_filled,
    pace_of_way,
    paper_weight,
    things_still_held,
)
from config.builtins.unit_converter.unit_fan_ovens import fan_note
from config.builtins.unit_converter.unit_fuel_contests import FUEL_CONTEST, fuel_contest
from config.builtins.unit_converter.unit_gas_marks import gas_mark_heat, thermostat_heat
from config.builtins.unit_converter.unit_goods import NO_MEASURES, weighed_goods
from config.builtins.unit_converter.unit_hours_held import time_held
from config.builtins.unit_converter.unit_lists import is_mixed_sum, with_spoons_of_butter, without_list_signs
from config.builtins.unit_converter.unit_multiples import with_multiples, with_taken_over_units
from config.builtins.unit_converter.unit_names import (
    BARE_WORD,
    COUNTERPART,
    FLAGS,
    FREE,
    HALF_MORE,
    LONE,
    NAME,
    NUMBER,
    QUANTITY,
    UNITS,
    WORDS,
    Unit,
    converted,
    meanings,
    name_of,
    named,
    number,
    row,
    shown,
    told_rows,
)
from config.builtins.unit_converter.unit_ordering import ORDER_WORDS, ordered
from config.builtins.unit_converter.unit_other_kinds import energy_for_weight
from config.builtins.unit_converter.unit_other_wishes import is_other_order
from config.builtins.unit_converter.unit_paces import speed_or_pace
from config.builtins.unit_converter.unit_pairs import (
    BY_HOW,
    FITS,
    JUDGED,
    STRONG_LIMIT,
    Pair,
    is_gap_comparison,
    pair_answer,
    tells_of_several,
    wanted_gap,
)
from config.builtins.unit_converter.unit_plain_frames import in_plain_frame
from config.builtins.unit_converter.unit_portions import PORTION_TOO, portion_answer, portion_read
from config.builtins.unit_converter.unit_pounds import GERMAN_POUND, pound_note
from config.builtins.unit_converter.unit_rates import further_goals
from config.builtins.unit_converter.unit_remarks import (
    BODY_FOOT,
    SCALE_TOLD_OR_NORMAL,
    WANTED_UNIT,
    remarks,
    story_amounts,
    tells_american_heat,
    with_parts,
    with_powers,
    with_region,
    with_warm_numbers,
    without_body_feet,
    without_sticks,
)
from config.builtins.unit_converter.unit_repeats import (
    CHANGED_BY_DAY,
    FOOD_CALORIES,
    FOOD_NOTE,
    RUNS_EACH,
    for_every_one,
    number_again,
    said_again,
    with_runs_a_day,
)
from config.builtins.unit_converter.unit_rounding import (
    DECIMALS,
    NEAREST_STEP,
    TO_STEP,
    to_step,
    wanted_digits,
    wanted_step,
    without_steps,
)
from config.builtins.unit_converter.unit_screens import screen_size
from config.builtins.unit_converter.unit_second_asks import price_and_whole, speed_and_ride
from config.builtins.unit_converter.unit_shapes import scaled, solid
from config.builtins.unit_converter.unit_shown_scales import with_told_units
from config.builtins.unit_converter.unit_solutions import rated
from config.builtins.unit_converter.unit_stock import asks_for_things, is_changed_stock, whole_ones
from config.builtins.unit_converter.unit_stops import drive_with_stops
from config.builtins.unit_converter.unit_throughput import RATE_WORDS, flow_rate
from config.builtins.unit_converter.unit_told import by_told_factor, price_in_other_unit, price_per_unit
from config.builtins.unit_converter.unit_verdicts import CLOSEST, clause_spans, closest_of, short_verdict
from config.builtins.unit_converter.unit_versions import versions_compared
from config.builtins.unit_converter.unit_ways import burned_on_way, download_time, energy_of_hours, time_at_pace
from config.builtins.unit_converter.unit_weighing import MOLAR_NEEDS, OUNCES, dissolved, is_dry, is_molar, weighed
from config.builtins.unit_converter.unit_wholes_filled import ONE_OF_UNIT, asks_share_filled, share_filled
from config.builtins.unit_converter.units_compared import (
    ASKS_ENOUGH,
    ASKS_OVER,
    ASKS_UNDER,
    AVERAGE,
    CHANGED_BY,
    EITHER,
    GAP,
    LIMIT_PARTS,
    SUBTRACTS,
    TOGETHER,
    YES_NO,
    Placed,
    asks_gap,
    combined,
    gap_told,
    limit_answer,
    lone_amount,
    than_answer,
)
from config.builtins.wording import (
    CannotError,
    Mapped,
    blanked,
    clean,
    context_spans,
    earlier_texts,
    fill_in,
    flattened,
    fold,
    found_spans,
    localized,
    merged,
    nothing,
    spoken_language,
)

LONGEST_TEXT = 2_000  # characters of a message that are read; the answer says so
MOST_RESULTS = 20
MOST_TURNS = 20  # earlier turns that a follow-up may refer to


class Asked(NamedTuple):
    """What is to be converted into each of the targets: amounts with their units, and the words of those that had several parts."""

    amounts: list[tuple[Decimal, Unit, str]]
    targets: list[Unit]


MONEY = re.compile(r"[$€£¥]|\b(dollars?|euros?|usd|eur|gbp|yen|rupees?|francs?|bitcoins?|currency)\b", re.IGNORECASE)


CURRENCIES = (
    r"[€]|\b(?:euros?|eur)\b", r"[$]|\b(?:dollars?|usd)\b", r"£|\b(?:gbp|pounds? sterling)\b", r"¥|\byen\b",
    r"\brupees?\b", r"\b(?:chf|francs?|franken)\b", r"\bbitcoins?\b",
)  # fmt: skip
EXCHANGE = re.compile(
    r"\b(?:currency|exchange|convert|wechselkurs\w*|umrechnen|rechne|taux de change|convert\w*|tipos? de cambio|wert|worth|how (?:much|many) (?:euros?|dollars?|usd|eur|gbp|yen|rupees?|francs?|bitcoins?)"
    r"|(?:in|to|into|en|nach) (?:[$€£¥]|(?:us |swiss )?(?:dollars?|euros?|usd|eur|gbp|yen|rupees?|francs?|pounds|bitcoins?)))(?!\w)",
    re.IGNORECASE,
)


def is_exchange(text: str) -> bool:
    """Return whether a message with money asks for another currency: two are named, or one as what is wanted."""
    if MONEY.search(text) is None:
        return False
    named_ones = [one for one in CURRENCIES if re.search(one, text, re.IGNORECASE)]
    return len(named_ones) > 1 or EXCHANGE.search(text) is not None


MONEY_NAME = r"(?:(?:us|u\.s\.|american|canadian|australian|british|uk|english|swiss|hong kong|amerikanische|britische|schweizer)[ -])?(?:dollars?|euros?|usd|eur|gbp|chf|cad|aud|jpy|inr|yen|rupees?|francs?|franken|bitcoins?|dolares|libras esterlinas|livres sterling|[$€£¥])"
MONEY_INTO = re.compile(  # "250 US dollars in pounds": pounds are money there
    rf"(?<![\w.,])(?:[$€£¥] ?)?\d[\d.,]*(?: ?k)? ?(?P<source>{MONEY_NAME})?(?: (?:are|is|be|worth|make|sind|font|son))? (?:in|to|into|as|nach|en|a|zu) (?:british |uk |english |pounds |the )*(?P<goal>{MONEY_NAME}|pounds?(?: sterling)?|quid|pfund|livres|libras)(?!\w)",
    re.IGNORECASE,
)


def is_money_into_money(text: str) -> bool:
    """Return whether an amount of money shall be told in another currency, pounds among them."""
    match = MONEY_INTO.search(text)
    return match is not None and (match["source"] is not None or match.group()[0] in "$€£¥")


def without_rates(text: str, language: str) -> dict[str, Any] | None:
    """Return that no exchange rate is known, for an amount of money in another currency; None for others."""
    is_money = is_money_into_money(text[:LONGEST_TEXT])
    return nothing(f"{NO_RATES[language]} {HELP_IN[language]}", text) if is_money else None


class UnlikeError(Exception):
    """A conversion between units that measure different things."""

    def __init__(self, source: Unit, target: Unit) -> None:
        """Take both units."""
        super().__init__(source, target)
        self.source, self.target = source, target


CLAUSE = re.compile(r"(?:[^?;,\n]|,(?=\d))+?(?=[?;\n]|,(?!\d)|\s(?:and|und|et|y)\s|$)", re.IGNORECASE)
MOST_CLAUSES = 10


def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message; earlier messages of the user say what a follow-up is about."""
    text = without_list_signs(clean(payload.get("text", ""), " "))
    payload = {**payload, "text": text}
    language = spoken_language(text[:LONGEST_TEXT], payload)
    flat = fold(text[:LONGEST_TEXT])
    if OFFERS_COMPARED.search(flat) or asks_only_opinions(text[:LONGEST_TEXT]) or is_other_order(flat):
        return nothing(f"{UNSEEN[language]} {HELP_IN[language]}", text)
    contrasts = list(contrasts_of(text[:LONGEST_TEXT]))
    told = without_home_words(without_contrasts(text, contrasts))
    asked = with_plain_asks(told)
    if (
        told_directly := energy_for_weight(text, flat, language)
        or blood_sugar(text, language)
        or share_of(text, language)
        or pieces_of(text, language)
    ):
        return told_directly
    calories = asked.sub(FOOD_CALORIES, r"\g<n> kcal")
    is_food = calories.text != asked.text
    food = with_runs_a_day(calories)
    is_run = food.text != calories.text
    made = with_added_asks(food.text, language, lambda part: answer_of({**payload, "text": part}, part, language))
    if (problem := problem_of(text, made, language)) is not None:
        return problem
    used = made["used"]  # a rewritten message may be longer
    if food.text != told:
        used = [food.span(start, min(end, len(food.text))) for start, end in used if start < len(food.text)]
        made = {**made, "used": used}
    if made["status"] == "SUCCESS":
        made = with_home_words(with_contrasts(made, text, contrasts), text)
        used = [
            *told_places(made, text, language),
            *cups_at_hand(text),
            *(found_spans(CHANGED_BY_DAY.pattern, fold(text)) if is_food else []),
            *(found_spans(RUNS_EACH.pattern, fold(text)) if is_run else []),
        ]
        is_heat = made["output"]["dimension"] == "temperature" and tells_american_heat(fold(text))
        made = {**made, "general": False, "definite": True} if is_heat else made
        is_named = any(one.units & {"lb", "pfund", "livre"} for one in contrasts)  # which pound is meant
        note = "" if is_named else pound_note(told[:LONGEST_TEXT], made["output"]["conversions"], language)
        made = with_note(with_note(made, note), FOOD_NOTE[language] if is_food else "")
        made = with_note(made, fan_note(fold(text[:LONGEST_TEXT]), made["output"]["conversions"], language))
        made = {**made, "definite": True} if is_run else made
    return in_plain_frame({**made, "used": merged(used, len(text))}, flat)


def share_of(text: str, language: str) -> dict[str, Any] | None:
    """Return what share of one amount another one fills, or that it was not read; None for other messages."""
    with localcontext(Context(prec=50)):
        try:
            mapped = signed(text[:LONGEST_TEXT], language).sub(FEET_WITH_INCHES, all_inches).sub(ONE_OF_UNIT, "1 ")
        except CannotError:
            return None
        asked = asks_share_filled(mapped)
        if asked is None:
            return None
        made = share_filled(mapped, text, language)
    if made is None:
        return nothing(f"{RELATION_UNREAD_SHARE[language]} {HELP_IN[language]}", text)
    made = with_note(made, US_NOTE.get(language, US_TAKEN) if US_OR_UK.search(mapped.text) else "")
    spans = [mapped.span(*asked.span()), *context_spans(text)]
    return {**made, "definite": True, "used": merged(spans, len(text))}


def pieces_of(text: str, language: str) -> dict[str, Any] | None:
    """Return how many pieces several lengths give, or how many lengths are needed; None for other messages."""
    with localcontext(Context(prec=50)):
        try:
            mapped = plain(text, language, LONGEST_TEXT).sub(FEET_WITH_INCHES, all_inches)
            found = pieces_cut(mapped, language)
        except CannotError:
            return None
    if found is None:
        return None
    spans = [*found[1], *question_spans(mapped), *mapped.spans(WORDS_USED), *context_spans(text)]
    return {**found[0], "definite": True, "used": merged([*spans, *found_spans(EACH_WORDS, text)], len(text))}


US_TAKEN = "I took US measures; say UK or imperial if you meant those."
US_OR_UK = re.compile(
    r"\A(?!.*\b(?:us|uk|imperial|american|british)\b).*\b(?:gallons?|gal|pints?|quarts?|cups?|fl\.? ?oz|fluid ounces?)\b",
    FLAGS | re.DOTALL,
)
RELATION_UNREAD_SHARE = {
    "en": "I cannot read which share of which amount you ask for.",
    "de": "Ich kann nicht lesen, nach welchem Anteil von welcher Menge du fragst.",
    "fr": "Je ne lis pas quelle part de quelle quantité vous demandez.",
    "es": "No leo qué parte de qué cantidad preguntas.",
}


def problem_of(text: str, made: dict[str, Any], language: str) -> dict[str, Any] | None:
    """Return the answer to a told problem; None for other messages, and where the one question is answered already."""
    if len(text) > LONGEST_PROBLEM or not re.search(r"\d", text):
        return None
    with localcontext(Context(prec=50)):
        try:
            mapped = signed(text[:LONGEST_TEXT], language).sub(FEET_WITH_INCHES, all_inches)
            solved = solutions_of(mapped.text)
            places = [mapped.span(part.start, part.end) for one in solved for part, _ in one.parts if part.start >= 0]
            places += [mapped.span(*one) for one in rate_signs(mapped.text, solved)]
            is_answered = is_read_whole(made, text, places) and not any(
                p.rate_of for one in solved for p, _ in one.parts
            )
            if not solved or (is_answered and (len(solved) == 1 or answers_both(made))):
                return None
            answer = problem_answer(mapped, text, solved, language)
        except (CannotError, UnlikeError):
            return None
    told = [(one.goal.start, one.goal.end) for one in solved] + amount_places(mapped.text, solved)
    spans = places + [mapped.span(*place) for place in told]
    spans += mapped.spans(WORDS_USED) + question_spans(mapped) + context_spans(text) + found_spans(EACH_WORDS, text)
    return {**answer, "definite": True, "used": merged(spans, len(text))}


LONGEST_PROBLEM = 500  # characters
FEET_WITH_INCHES = re.compile(  # one length of two units
    r"(?<![\w.,/])(?P<feet>\d{1,4}) ?-?(?:feet|foot|ft) (?:and )?(?P<inches>\d{1,2}(?:\.\d+)?) ?-?(?:inches|inch|in)\b(?! [x×*]|x|×)",
    FLAGS,
)


def all_inches(match: "re.Match[str]") -> str:
    """Return feet and inches as inches."""
    return f"{12 * int(match['feet']) + Decimal(match['inches'])} inches"


EACH_WORDS = r"\b(?:each|every|per|pro|je|jede[rsn]?|chaque|par|cada|por)\b(?: [^\W\d]{2,20}){0,2}|\b(?:before|until|till) (?:(?:the|a|next|it|they|i) )*(?:refill\w*|runs? out|is empty|are gone|empty)\b[^?.!\d]*"


def rate_signs(text: str, solved: list[Solution]) -> list[tuple[int, int]]:
    """Return the places of the words "per" or "a" in the questions for a rate."""
    goals = [one.goal for one in solved if one.goal.form == "rate"]
    found = (re.compile(r"\b(?:per|a|pro|par|por|each)\b|/").search(text, one.start, one.end) for one in goals)
    return [match.span() for match in found if match]


def answers_both(made: dict[str, Any]) -> bool:
    """Return whether an answer has several results of which none is the told amount again, or says what it leaves out."""
    rows = made["output"]["conversions"]
    is_same = any(one["from"] == one["to"] != "" for one in rows)
    return not is_same and (
        len(rows) > 1 or made["answer"].count("**") > 2 or not made["answer"].startswith(("**", "- "))
    )


def is_read_whole(made: dict[str, Any], text: str, places: list[list[int]]) -> bool:
    """Return whether an answer is no guess and used each number of a message and some of each place."""
    if made["status"] != "SUCCESS" or made.get("general"):
        return False
    needed = [
        *places,
        *found_spans(r"\b(?:each|every)\b", text),
        *(list(one.span()) for one in re.finditer(r"\d+(?![A-Z]\b|\d)", text)),
    ]
    return all(any(start < last and first < end for start, end in made["used"]) for first, last in needed)


def told_places(made: dict[str, Any], text: str, language: str) -> list[list[int]]:
    """Return the places that an answer used, with those of remarks which change nothing about it."""
    flat, rows = fold(text), made["output"]["conversions"]
    is_stepped = any(TO_STEP[language].split("{")[0] in row["text"] for row in rows)
    used = made["used"] + (found_spans(NEAREST_STEP.pattern, re.sub(r"\s", " ", flat)) if is_stepped else [])
    used += found_spans(SCALE_TOLD_OR_NORMAL, flat) if made["output"]["dimension"] == "temperature" else []
    remarked = (BODY_RULED_OUT.pattern, NAMED_PLACE, GERMAN_POUND.pattern, RACE_TOLD.pattern, BODY_FOOT.pattern)
    return [
        *used,
        *context_spans(text),
        *found_spans(ONLY_KNOWS, text),
        *found_spans(REMARK_BEHIND, flat),
        *asides(flat, made["output"]["dimension"]),
        *(span for pattern in remarked for span in found_spans(pattern, flat)),
        *label_ahead(flat),
        *said_again(flat, used),
        *number_again(flat, used),
        *for_every_one(rows, flat),
    ]


LABEL_AHEAD = re.compile(  # "waste pipe: is 1 1/2 inch or 40 mm thicker?"
    r"\A\W*(?P<label>(?:[a-z][a-z'-]+ ?){1,3}):(?= )", re.IGNORECASE
)
LABEL_THAT_ASKS = re.compile(
    rf"\b(?:convert\w*|how|what|which|sum|total|add|rechne\w*|wandle|wie|was|welche\w*|convert\w+|combien|quel\w*|convierte|cuant\w*|in|to|not|only|nicht|nur|{NAME})\b",
    FLAGS,
)


def label_ahead(flat: str) -> list[list[int]]:
    """Return the place of a label in front of a question, which only names what is measured."""
    match = LABEL_AHEAD.match(flat)
    return [list(match.span())] if match and not LABEL_THAT_ASKS.search(match["label"]) else []


OFFERS_COMPARED = re.compile(  # "which is cheaper, 750 g for 4.20 or 1.2 kg for 6.60": a sum of prices
    r"\d ?-?(?:g|kg|ml|cl|l|oz|lbs?|pounds?|ounces?|lit(?:re|er)s?|kilos?)\b[^?.!\d]{0,20} (?:(?:for|at|fur|zu|pour|a|por) ?[$€£]?\d+(?:[.,]\d\d)?|[$€£]?\d+[.,]\d\d)[^?!\d]{0,15}\b(?:or|vs|versus|oder|ou|o|u)\b[^?!\d]{0,20}\d[\d.,]* ?-?(?:g|kg|ml|cl|l|oz|lbs?|pounds?|ounces?|lit(?:re|er)s?|kilos?)\b[^?.!\d]{0,20} (?:for|at|fur|zu|pour|a|por) ?[$€£]?\d|"
    r"\b(?:cheaper|cheapest|better (?:deal|value|buy)|best (?:deal|value|buy)|gunstiger|billiger|preiswerter|moins cher\w*|plus avantageu\w*|mas barat[oa]s?)\b[^?]*\d[.,]\d\d\b[^?]*\b(?:or|vs|oder|ou|o|u)\b[^?]*\d[.,]\d\d\b"
    r"|\b(?:for|at|fur|zu|pour|a|por) ?[$€£]?\d+[.,]\d\d\b[^?]*\b(?:or|vs|oder|ou|o|u)\b[^?]*\d[.,]\d\d\b[^?]*\b(?:cheaper|cheapest|better (?:deal|value|buy)|best (?:deal|value|buy)|gunstiger|billiger|preiswerter|moins cher\w*|plus avantageu\w*|mas barat[oa]s?)\b",
    re.IGNORECASE,
)
AT_HOME = re.compile(  # "how cold is that here": in the units that the writer knows
    r"\b(?:(?:hier )?(?:bei|fur) uns(?: hier)?(?: (?:in|im) [a-z]+)?|in unseren (?:einheiten|massen|graden)|(?:over )?here (?:in|at) (?:the )?[a-z]+|over here|for us(?: (?:in|from|over) [a-z]+(?: [a-z]+)?)?(?: (?:germans|europeans|brits|americans|canadians|folks|here))?|in (?:our|my) (?:oven|country|units?|system|scale|degrees)|where i (?:live|am|come from)"
    r"|chez nous|dans nos unites|(?:aqui|para nosotros|en nuestras unidades)(?: en [a-z]+)?)(?= ?(?:[?.!,;]|\Z))",
    re.IGNORECASE,
)
ELSEWHERE = re.compile(r"\b(?:in|from|aus|à|en) (?:the )?[A-ZÄÖÜÉ][\w-]+(?: [A-ZÄÖÜÉ][\w-]+)?")
METRIC_HOME = re.compile(r"C|[kcm]?m|k?g|[cdm]?l|km/?h|kmh|m/?s|m2|km2|ha|m3|kj|bar|l/?100(?:km)?", re.IGNORECASE)
SAYS_IT = r"\b(?:says?|said|meint|sagt|zeigt|dit|dice|there|dort|la-bas|alli|speed limit|tempolimit|limite)\b"


def without_home_words(text: str) -> str:
    """Return a text without the words that ask for the units of the writer's country; "us" is no microsecond there."""
    for match in AT_HOME.finditer(fold(text)):
        text = blanked(text, *match.span())
    return text


def with_home_words(made: dict[str, Any], text: str) -> dict[str, Any]:
    """Return an answer in the other units that such a message asks for, and does so by these words: it is no guess."""
    places = [list(match.span()) for match in AT_HOME.finditer(fold(text))]
    language = spoken_language(text[:LONGEST_TEXT], {})
    is_home = language == "en" or all(METRIC_HOME.fullmatch(row["to"]) for row in made["output"]["conversions"])
    if not places or not is_home:
        return made
    places += [list(match.span()) for match in ELSEWHERE.finditer(text)] + found_spans(SAYS_IT, fold(text))
    return {**made, "general": False, "used": [*made["used"], *places]}


def with_note(made: dict[str, Any], note: str) -> dict[str, Any]:
    """Return an answer with one more note, if there is one."""
    if not note:
        return made
    output = {**made["output"], "notes": [*made["output"]["notes"], note]}
    return {**made, "answer": f"{made['answer']}\n\n{note}", "output": output}


REMARK_BEHIND = (  # what goes on meanwhile: "oven 375 f in celsius, dough is rising"
    r"(?<=[,;.!] )(?:the |my |our |a |his |her )?[a-z]+(?: [a-z]+)? (?:is|are|was|were) (?:already |just |still |about to |getting |all )?(?:[a-z]{2,}ing|waiting|ready|hungry|late|cold|hot)(?: [a-z]+){0,3}(?= ?[.!;]* ?\Z)"
)
ONLY_KNOWS = (  # why it is converted: "my mum only understands Fahrenheit"
    r"\b(?:only|just|nur|que|solo|sólo) (?:understands?|uses?|knows?|does|do|speaks?|reads?|shows?|has|have|takes?|accepts?|works? in|measures?(?: in)?|versteht|kennt|hat|zeigt|entiende|usa|conoce|tiene) (?:in )?[^\W\d_]+"
)


NAMED_PLACE = (  # "seat 14C" is no temperature
    r"\b(?:seats?|row|gate|room|apartment|apt|flat|bus|line|platform|flight|terminal|aisle|bay|locker|sitz(?:platz)?|platz|reihe|zimmer|wohnung|gleis|halle|linie|siege|place|porte|chambre|appartement|quai|asiento|puerta|fila|habitacion|anden)"
    r"(?: (?:number|no\.?|nr\.?|n°))? \d{1,3} ?[A-Ka-k](?![\w'/])"
)
TOLD_THINGS = (
    drive_with_stops, screen_size, disk_difference, paper_weight, pace_of_way, things_still_held, glasses_filled,
    gas_mark_heat, thermostat_heat, time_to_fill,
)  # fmt: skip
TOLD_WAYS = (time_held, burned_on_way, time_at_pace, energy_of_hours, download_time)


def answer_of(payload: dict[str, Any], text: str, language: str) -> dict[str, Any]:
    """Return the answer to a message: of its rates, of each of its conversions, or of the whole."""
    if (asked_twice := with_bound(payload, text, language) or two_asked(payload, text, language)) is not None:
        return asked_twice
    whole = (
        first_consumed(TOLD_THINGS, fold(text[:LONGEST_TEXT]), language)
        or versions_compared(fold(text[:LONGEST_TEXT]), language)
        or converted_and_counted(payload, text, language)
        or molar_answer(text, language)
        or flow_of(text, language)
        or portion_of(text, language)
        or counted_things(text, language)
        or with_told_number(text, language)
        or rate_of(text, language)
    )
    if whole is not None:
        return whole
    folded = fold(text[:LONGEST_TEXT])
    consumed = consumption(folded, language) or first_consumed(TOLD_WAYS, folded, language)
    if consumed is not None:
        return consumed
    if (judged := converted_and_judged(payload, text, language)) is not None:
        return judged
    two = claim_of(text, language) or order_of(text, language) or two_amounts(text, language)
    if two is not None:
        return two
    asked = with_weight_unit(text, fold(text[:LONGEST_TEXT]))
    if asked != text:
        return answered_whole({**payload, "text": asked}, asked, language)
    places = clauses(text[:LONGEST_TEXT], language)
    parts = [blanked(blanked(text, 0, start), end, len(text)) for start, end in places]
    parts = parts if len(parts) > 1 else by_dimension(text[:LONGEST_TEXT], language)
    if len(parts) < 2:
        return answered_whole(payload, text, language)
    answers = [answered_whole({**payload, "text": part}, part, language) for part in parts]
    return joined(answers, len(text))


def two_asked(payload: dict[str, Any], text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to two questions on one speed or price; None for other messages."""

    def part_answer(part: str) -> dict[str, Any]:
        return answer_of({**payload, "text": part}, part, language)

    if answers := speed_and_ride(text[:LONGEST_TEXT], part_answer):
        return {**joined(answers, len(text)), "definite": True}
    return price_and_whole(text[:LONGEST_TEXT], language, part_answer)


JUDGED_TOO = re.compile(  # behind a conversion: "and is it more than half a hectare?"
    r"(?:,|[?.!]|\b(?:and|und|et|y)\b),? ?(?:(?:and|und|et|y) )?¿?(?:(?:(?:tell me|say|sag mir|dis-moi|dime|sage mir),? )?(?:if|whether|ob|si) )?(?:is|are|was|ist|sind|war|est-ce(?: que c'est)?|c'est|es|son)?(?: |(?<= ))(?:es |das |er |sie |it |that |this |they |those |he |she |ca |eso |esto )?"
    r"(?:etwas |a bit |really |denn |noch |still |already )*(?:mehr|weniger|grosser|kleiner|schwerer|leichter|langer|kurzer|schneller|hoher|more|less|bigger|larger|smaller|heavier|lighter|longer|shorter|taller|faster|hotter|plus|moins|mas|menos|mayor|menor)\b[^?.!;,]*?"
    r"(?:\b(?:als|than|que|de)\b |\bqu')(?:[^?.!;]|[.](?=\d))*",
    re.IGNORECASE,
)
CONVERSION_ASKED = re.compile(
    r"(?P<lead>\b(?:how many|how much|wie ?viele?|combien d[e']|cuant[oa]s?) ?(?P<unit>[a-z0-9/²³]+(?: [a-z0-9/²³]+)??) (?:is|are|was|makes?|would|ist|sind|waren|macht|das|fait|font|est-ce|es|son|hay)\b)(?:[^?.!;,]|[.,](?=\d))*?(?= ?(?:[?!;]|[.,](?!\d)|\b(?:and|und|et|y)\b|\Z))",
    re.IGNORECASE,
)


def converted_and_judged(payload: dict[str, Any], text: str, language: str) -> dict[str, Any] | None:
    """Return an amount in another unit and whether it is more than a second one, where both are asked for; None for others."""
    flat = fold(text[:LONGEST_TEXT])
    asked, judged = CONVERSION_ASKED.search(flat), JUDGED_TOO.search(flat)
    if asked is None or judged is None or judged.start() < asked.end() - 1:
        return None
    first = blanked(text, *judged.span())
    second = blanked(text, *asked.span("lead"))
    answers = [answer_of({**payload, "text": one}, one, language) for one in (first, second)]
    if any(one["status"] != "SUCCESS" or one.get("general") for one in answers):
        return None
    told, compared = ([row["value"] for row in one["output"]["conversions"]] for one in answers)
    if len(told) != 1 or told[0] not in compared:
        return None
    whole = joined(answers, len(text))
    return {
        **whole,
        "definite": True,
        "used": merged([*whole["used"], list(asked.span()), list(judged.span())], len(text)),
    }


def with_bound(payload: dict[str, Any], text: str, language: str) -> dict[str, Any] | None:
    """Return a conversion that a bound without a unit stands behind, judged by it; None for other messages."""
    bound = BOUND_TOLD.search(fold(text[:LONGEST_TEXT]))
    if bound is None:
        return None
    rest = blanked(text, *bound.span())
    return bound_judged(answer_of({**payload, "text": rest}, rest, language), bound, language)


CONVERTED_FIRST = re.compile(  # one of two questions: "how many gallons are 15 litres and how many jugs do I need?"
    rf"(?:\A|[.?!;,¿]|\band\b|\bund\b|\bet\b|\by\b) ?¿?(?P<asked>how many (?:{NAME}) (?:are|is|in|make|makes|sind|ist|font|fait|son|hay en) (?:there in )?(?P<amount>(?:{NUMBER}) ?(?:{NAME})(?![A-Za-z]))|(?P<other>(?:{NUMBER}) ?(?:{NAME})) ?(?:in|to|into|en|= ?how many|=) ?(?:us |uk |imperial )?(?:{NAME})(?![A-Za-z])(?=\W*(?:and|und|et|y)\b))\W*",
    FLAGS,
)


THAT_MANY = re.compile(r"\b(?:is|are|would|will|does) (?:that|it|this|those)\b|\b(?:waren|sind) das\b", FLAGS)
ASKS_FURTHER = re.compile(r" ?(?:and|und|et|y) (?:how (?:long|far|much)|combien de temps|cuanto)\b", FLAGS)


def converted_and_counted(payload: dict[str, Any], text: str, language: str) -> dict[str, Any] | None:
    """Return a conversion and how many things hold the amount, where a message asks for both; None for others."""
    mapped = signed(text[:LONGEST_TEXT], language)
    asked = CONVERTED_FIRST.search(mapped.text)
    if asked is None or not (
        asks_for_things(blanked(mapped.text, *asked.span())) or ASKS_FURTHER.search(mapped.text, asked.end())
    ):
        return None
    start, end = mapped.span(*asked.span("asked"))
    alone = blanked(blanked(text, 0, start), end, len(text))
    told = mapped.span(*asked.span("amount" if asked["amount"] else "other"))
    rest, kept = blanked(text, start, end), blanked(blanked(text, start, told[0]), told[1], end)
    is_of_that = THAT_MANY.search(mapped.text, asked.end()) is not None
    counted = (
        (counted_things(kept, language) if is_of_that else None)
        or counted_things(rest, language)
        or counted_things(kept, language)
        or rate_of(kept, language)
        or answered_whole({**payload, "text": kept}, kept, language)
    )
    answers = [answered_whole({**payload, "text": alone}, alone, language), counted]
    return joined(answers, len(text)) if all(one["status"] == "SUCCESS" for one in answers) else None


def without_remarks(mapped: Mapped) -> tuple[Mapped, list[list[int]]]:
    """Return a text without amounts that only explain or tell, and the places of those that agree with the rest."""
    agreed, other = remarks(mapped.text)
    told = [mapped.span(*span) for span in agreed]
    kept = mapped.text
    for span in [*agreed, *other, *story_amounts(kept)]:
        kept = blanked(kept, *span)
    return Mapped(kept, mapped.places), told


def with_told_number(text: str, language: str) -> dict[str, Any] | None:
    """Return the answer that needs a number the message tells itself, a price or a factor; None for others."""
    with localcontext(Context(prec=50)):
        mapped = signed(text, language)
        try:
            found = (
                price_per_unit(mapped.text, language)
                or price_in_other_unit(mapped.text, language)
                or by_told_factor(mapped.text, language)
            )
        except CannotError:
            return None
    if found is None:
        return None
    places = [mapped.span(*span) for span in found[1]]
    portions = [mapped.span(match.start("n"), match.end()) for match in PORTION_TOO.finditer(mapped.text)]
    portions = [
        one for one in portions if not any(start <= one[0] < end for start, end in places)
    ]  # of a further question
    spans = places + [
        one for one in quantity_spans(mapped, None) if not any(start <= one[0] < end for start, end in portions)
    ]
    spans += mapped.spans(WORDS_USED) + mapped.spans(r"\b(?:price|cost|costs|preis|prix|precio)\b")
    return {**found[0], "definite": True, "used": merged(spans, len(text))}


def counted_things(text: str, language: str) -> dict[str, Any] | None:
    """Return how many whole things of one size a stock gives; None for other messages."""
    return two_amounts(text, language, things=True)


def two_amounts(text: str, language: str, *, things: bool = False) -> dict[str, Any] | None:
    """Return the answer to a question about two amounts of one kind: a count of ``things``, or how both compare; None for others."""
    with localcontext(Context(prec=50)):
        mapped = signed(text, language)
        try:
            agreed: list[list[int]] = []
            amounts, rest, places = quantities_with_places(mapped.text)
            if len(alike(amounts, places)) > 2:
                mapped, agreed = without_remarks(mapped)
                amounts, rest, places = quantities_with_places(mapped.text)
            placed = alike(amounts, places)
            if len(placed) != 2:
                return None
            kind = placed[0].amount[1].dimension
            pair = Pair(mapped.text, placed, rest, wanted_gap(mapped.text, kind), language)
            if things and is_changed_stock(mapped.text, placed, rest):
                return nothing(f"{relation_unread([one.amount for one in placed], language)} {HELP_IN[language]}", text)
            made = (
                whole_ones(mapped.text, placed, rest, language)
                if things
                else fuel_contest(mapped.text, placed, language)
                or told_pair(pair_answer(pair) or short_verdict(pair), placed)
            )
        except CannotError:
            return None
    if made is None:
        return None
    spans = [mapped.span(one.start, one.end) for one in placed] + agreed + asking_spans(mapped)
    spans += [mapped.span(*place) for place in clause_spans(mapped.text)]
    spans += mapped.spans(FUEL_CONTEST.pattern) if kind == "fuel" else []
    spans += mapped.spans(WORDS_USED) + names_again(mapped, placed)
    return {**made, "definite": True, "used": merged(spans, len(text))}


def claim_of(text: str, language: str) -> dict[str, Any] | None:
    """Return whether a claim is right that one amount is another one; None for other messages."""
    with localcontext(Context(prec=50)):
        mapped = with_one_units(signed(text, language))
        try:
            amounts, rest, places = quantities_with_places(mapped.text)
            placed = alike(amounts, places) if len(amounts) == 2 else []
            flat = re.sub(r"\s", " ", fold(text[:LONGEST_TEXT]))
            found = claim_judged(mapped.text, flat, placed, rest, language)
        except CannotError:
            return None
    if found is None:
        return None
    made, claim, asked = found
    spans = [mapped.span(*span) for span in claim] + asked + mapped.spans(WORDS_USED) + names_again(mapped, placed)
    return {**made, "definite": True, "used": merged([*spans, *question_spans(mapped)], len(text))}


def order_of(text: str, language: str) -> dict[str, Any] | None:
    """Return the amounts of a message in the order of their size where it asks for that; None for other messages."""
    with localcontext(Context(prec=50)):
        mapped = signed(text, language)
        try:
            amounts, rest, places = quantities_with_places(mapped.text)
            placed = alike(amounts, places)
            if len(placed) < 2 or len(placed) != len(amounts):
                return None
            kind = placed[0].amount[1].dimension
            goals = [
                unit
                for match in FREE.finditer(rest)
                if TARGET_AHEAD.search(rest[: match.start()])
                for unit in meanings(match.group())
            ]
            wanted = next((unit for unit in goals if unit.dimension == kind), None)
            made = closest_of(mapped.text, placed, language) or ordered(mapped.text, placed, wanted, language)
        except CannotError:
            return None
    if made is None:
        return None
    spans = [mapped.span(one.start, one.end) for one in placed]
    spans += mapped.spans(ORDER_WORDS.pattern) + mapped.spans(CLOSEST.pattern)
    spans += mapped.spans(WORDS_USED) + names_again(mapped, placed)
    return {**made, "definite": True, "used": merged(spans, len(text))}


def alike(amounts: list[tuple[Decimal, str, str]], places: list[tuple[int, int]]) -> list[Placed]:
    """Return the amounts that measure what most of them may measure, with their places."""
    kinds = Counter(kind for _, name, _ in amounts for kind in {unit.dimension for unit in meanings(name)})
    if not kinds:
        return []
    kind = max(kinds, key=lambda one: (kinds[one], one == meanings(amounts[0][1])[0].dimension))
    rows = [
        (value, next((unit for unit in meanings(name) if unit.dimension == kind), None), label, place)
        for (value, name, label), place in zip(amounts, places, strict=True)
    ]
    return [Placed((value, unit, label), *place) for value, unit, label, place in rows if unit is not None]


def names_again(mapped: Mapped, placed: list[Placed]) -> list[list[int]]:
    """Return the places where the unit of an amount is named again: "50 Pfund (lbs)"."""
    known = {one.amount[1].id for one in placed}
    again = [match for match in FREE.finditer(mapped.text) if known & {unit.id for unit in meanings(match.group())}]
    return [mapped.span(*match.span()) for match in again]


def told_pair(answer: str | None, placed: list[Placed]) -> dict[str, Any] | None:
    """Return an answer about two amounts with both as data; None without one."""
    if answer is None:
        return None
    (value, unit, label), (_, other, _) = (one.amount for one in placed)
    rows = [row(value, unit, other, label)]
    return told_rows(answer, rows, unit.dimension, [], 0.93)


def asking_spans(mapped: Mapped) -> list[list[int]]:
    """Return the places of the clauses that ask about two amounts."""
    found = []
    for pattern in (COUNT_ASKED, BY_HOW, *LIMIT_PARTS, FITS, JUDGED, COMPARES):
        for match in pattern.finditer(mapped.text):
            start = max(mapped.text.rfind(mark, 0, match.start()) for mark in ".?!;,:\n") + 1
            ends = [place for mark in ".?!;,:\n" if (place := mapped.text.find(mark, match.end())) >= 0]
            found.append(mapped.span(start, min(ends, default=len(mapped.text))))
    return found


def molar_answer(text: str, language: str) -> dict[str, Any] | None:
    """Return the grams that a solution of so many mol per litre needs, or what is missing for that; None for others."""
    flat = fold(text[:LONGEST_TEXT])
    if not is_molar(flat):
        return None
    with localcontext(Context(prec=50)):
        found = dissolved(flat, language)
    return {**found, "used": [[0, len(text)]]} if found else nothing(MOLAR_NEEDS[language], text)


def flow_of(text: str, language: str) -> dict[str, Any] | None:
    """Return the rate at which an amount runs over a time, where that is asked for; None for others."""
    with localcontext(Context(prec=50)):
        mapped = signed(text, language)
        try:
            found = flow_rate(mapped.text, quantities(mapped.text)[0], language)
        except CannotError:
            return None
    if found is None:
        return None
    spans = [mapped.span(*span) for span in found[1]] + quantity_spans(mapped, None) + mapped.spans(WORDS_USED)
    spans += [span for one in RATE_WORDS for span in mapped.spans(one.pattern)] + question_spans(mapped)
    spans += mapped.spans(MEASURED_THING)
    return {**found[0], "used": merged(spans, len(text))}


BRITISH = re.compile(
    r"\b(?:uk|imperial|british|britisch\w*|britannique\w*|britanic\w*|englische[rsn]?|english (?:recipe|cookbook|pints?|gallons?|neighbou?rs?|friends?|colleagues?|cousins?|wife|husband|in-laws|uncle|aunt|mate|boss|customers?|pen ?pal|family|car|grand\w+|buddy|roommate|flatmate)|(?:in|from|near) (?:the uk|england|(?:great |northern )?(?:britain|ireland)|scotland|wales|yorkshire|cornwall|devon|kent|essex|sussex|lancashire|london|leeds|manchester|liverpool|birmingham|bristol|sheffield|newcastle|nottingham|leicester|edinburgh|glasgow|aberdeen|dundee|cardiff|swansea|belfast|brighton|oxford|york|southampton|portsmouth|plymouth|norwich|exeter|coventry|hull)|anglais(?:es?)?|ingles[ae]?s?)\b",
    FLAGS,
)


def by_density(error: UnlikeError, mapped: Mapped, text: str, language: str) -> dict[str, Any] | None:
    """Return the answer for the one amount of a kitchen good between mass and volume; None for others."""
    amounts, rest = quantities(mapped.text)
    if len(text) > LONGEST_TEXT:
        return None
    goods = weighed_goods(fold(mapped.text).lower(), mapped.text, language)
    if goods is not None:
        spans = [mapped.span(*place) for place in goods[1]] + quantity_spans(mapped, None) + mapped.spans(WORDS_USED)
        spans += question_spans(mapped) + found_spans(NO_MEASURES.pattern, fold(text))
        return {**goods[0], "definite": True, "used": merged(spans, len(text))}
    if len(amounts) != 1 or NOT_ASKED.search(rest):
        return None
    british = BRITISH.search(mapped.text) is not None
    source = british_of(error.source, amounts[0][1], british=british)
    made = weighed(amounts[0][0], source, error.target, text, fold(text).lower(), language)
    if made is None:
        return None
    spans = [made.pop("place"), *quantity_spans(mapped, None), *mapped.spans(WORDS_USED), *question_spans(mapped)]
    spans += found_spans(NO_MEASURES.pattern, fold(text))
    return {**made, "definite": True, "used": merged(spans, len(text))}


def portion_of(text: str, language: str) -> dict[str, Any] | None:
    """Return a figure in another unit for some of a thing and for a portion of it; None for other messages."""
    with localcontext(Context(prec=50)):
        mapped = signed(text, language)
        try:
            found = portion_read(mapped.text)
            made = portion_answer(found, language) if found else None
        except CannotError:
            return None
    if found is None or made is None:
        return None
    spans = [mapped.span(*place) for place in found.places] + mapped.spans(WORDS_USED) + question_spans(mapped)
    spans += mapped.spans(FREE.pattern)
    return {**made, "definite": True, "used": merged(spans, len(text))}


def rate_of(text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to a message whose amounts and rates make together what it asks for; None for others."""
    with localcontext(Context(prec=50)):
        mapped = signed(text, language).sub(
            HOURS_AND_MINUTES, lambda match: f"{60 * int(match[1]) + int(match[2])} min"
        )
        try:
            if travelled(mapped, language) is not None:
                return None
            found = rated(mapped, language)
        except (CannotError, UnlikeError):
            return None
    if found is None:
        return None
    own = found.pop("spans")
    spans = [mapped.span(*span) for span in own] + mapped.spans(WORDS_USED) + question_spans(mapped)
    left = [mapped.span(*span) for span in further_goals(mapped.text, own)]
    spans = [span for span in spans if not any(span[0] < end and start < span[1] for start, end in left)]
    found["answer"] = not_answered([text[start:end] for start, end in left], language) + found["answer"]
    return {**found, "definite": DOSE.search(mapped.text) is not None, "used": merged(spans, len(text))}


HOURS_AND_MINUTES = re.compile(r"(?<![\d.,])(\d{1,3}) h (\d{1,2}) min\b")  # one amount, whose parts are no rates
DOSE = re.compile(  # what is told beside a dose for the weight is a story
    r"\d ?(?:mg|ug|mcg|ml|milligrams?|micrograms?|milliliters?)(?: of [a-z]+)? ?(?:per|/|pro|par|por|for each|for every|a|each) ?(?:1 )?(?:kg|kilo\w*)\b",
    re.IGNORECASE,
)


def clauses(text: str, language: str) -> list[tuple[int, int]]:
    """Return where the conversions of a message stand that has several, each with its own amount and target; else none."""
    found = [match.span() for match in CLAUSE.finditer(text) if re.search(r"\d", match.group())]
    if not 2 <= len(found) <= MOST_CLAUSES:
        return []
    return found if all(is_conversion(text[start:end], language) for start, end in found) else []


def by_dimension(text: str, language: str) -> list[str]:
    """Return a message once for each thing it measures ("I am 5'11 and weigh 165 lb, in cm and kg"), without the other amounts.

    Empty unless each amount has a target of its own, or none has one.
    """
    mapped = signed(text, language)
    try:
        amounts, rest, places = quantities_with_places(mapped.text)
        if travelled(mapped, language) is not None:
            return []
    except (CannotError, UnlikeError):
        return []
    goals = [{unit.dimension for unit in meanings(match.group())} for match in FREE.finditer(rest)]
    sources = [meanings(name) for _, name, _ in amounts]
    kinds = list(
        dict.fromkeys(shared_dimension(units, [meanings(m.group()) for m in FREE.finditer(rest)]) for units in sources)
    )
    fits = all(any(kind in goal for goal in goals) for kind in kinds) and all(goal & set(kinds) for goal in goals)
    if len(alike(amounts, places)) == len(amounts):
        return []
    if not 2 <= len(kinds) <= MOST_CLAUSES or (goals and not fits) or is_spread(kinds):
        return []
    return [without_others(text, mapped, kind) for kind in kinds]


def is_spread(kinds: list[str]) -> bool:
    """Say whether the things measured are parts of one, such as a way and a time, which make a speed."""
    return bool({"time", "speed", "data rate", "pace", "fuel"} & set(kinds))


def without_others(text: str, mapped: Mapped, kind: str) -> str:
    """Return a message with spaces in place of the amounts and units that measure something else."""
    for pattern in (QUANTITY, FREE):
        for match in pattern.finditer(mapped.text):
            name = match["unit"] if pattern is QUANTITY else match.group()
            if kind not in {unit.dimension for unit in meanings(name)}:
                text = blanked(text, *mapped.span(*match.span()))
    return text


def is_conversion(text: str, language: str) -> bool:
    """Say whether a part of a message has an amount and a unit to convert it to."""
    try:
        amounts, rest = quantities(signed(text, language).text)
    except CannotError:
        return False
    return bool(amounts) and FREE.search(rest) is not None


def joined(answers: list[dict[str, Any]], length: int) -> dict[str, Any]:
    """Return several answers as one, in order."""
    served = [answer for answer in answers if answer["status"] == "SUCCESS"]
    output = {
        "conversions": [row for answer in served for row in answer["output"]["conversions"]],
        "dimension": served[0]["output"]["dimension"] if served else "",
        "notes": list(dict.fromkeys(note for answer in served for note in answer["output"]["notes"])),
    }
    return {
        "answer": "\n\n".join(answer["answer"] for answer in answers),
        "output": output if served else None,
        "general": any(answer.get("general") for answer in answers),
        "definite": all(answer.get("definite") for answer in answers),
        "confidence": min(answer["confidence"] for answer in answers),
        "status": "SUCCESS" if len(served) == len(answers) else "NULL",
        "used": merged([span for answer in answers for span in answer["used"]], length),
    }


def answered_whole(payload: dict[str, Any], text: str, language: str) -> dict[str, Any]:
    """Return the answer to a message, or to a part of one, that asks for one thing."""
    before: Asked | None = None
    with localcontext(Context(prec=50)):
        for said in earlier_texts(payload)[-MOST_TURNS:]:
            try:
                before = understood(signed(said, spoken_language(said, {})).text, before) or before
            except (CannotError, UnlikeError):
                continue
        mapped = signed(text, language)
        refused = mapped.spans(REFUSED.pattern)
        mapped = mapped.sub(REFUSED, lambda match: " " * len(match.group()))
        mapped, agreed = without_remarks(mapped)
        refused += agreed
        try:
            made = solved(mapped, text, before, language)
            return {**made, "used": merged([*made["used"], *refused], len(text))}
        except CannotError as error:
            sentence = str(error)
        except UnlikeError as error:
            if (weighed_out := by_density(error, mapped, text, language)) is not None:
                return weighed_out
            sentence = mismatch(error.source, error.target, language)
        return nothing(sentence, text, quantity_spans(mapped, None))


QUESTION = re.compile(
    r"\b(?:how (?:much|many|long|far|fast)|what|which|que|quel\w*|welche\w*|wie|cual|is (?:it|that)|am i|was i|will it|do i|does it)\b"
    r"(?:[^?.!;\n(]|\((?![^)\n]*\b(?:can|could|is|are|does|do|will|would|how|what)\b))*",  # not a bracket that asks by itself
    FLAGS,
)
NOT_ASKED = re.compile(  # a question with one of these words is not answered by its amounts alone
    r"\b(?:not|[a-z]+n't|without|except|excluding|only|each|at least|at most|other than|nicht|ohne|ausser|nur|sans|sauf|sin|salvo|longest|shortest|cheapest|best|twice|half)\b",
    re.IGNORECASE,
)


def question_spans(mapped: Mapped) -> list[list[int]]:
    """Return the places of the questions of a message all of whose amounts make the answer."""
    found = [match for match in QUESTION.finditer(mapped.text) if not NOT_ASKED.search(match.group())]
    return [mapped.span(*match.span()) for match in found]


REFUSED = re.compile(  # a unit that is not wanted: "not in fahrenheit", "instead of miles"
    rf"\b(?:not|no|nicht|keine?|pas|ni|instead of|rather than|statt|anstatt|au lieu de|en vez de|(?:don'?t|do not|doesn'?t) (?:want|need|like|use|understand)(?: it| that)?)"
    rf"(?: (?:in|to|as|into|en|de|the|want|a))* ?(?<=[ ])(?:{NAME})(?![A-Za-z0-9])",
    FLAGS,
)


def solved(mapped: Mapped, text: str, before: Asked | None, language: str) -> dict[str, Any]:
    """Return the answer to one message. Raises CannotError and UnlikeError."""
    found = without_rates(text, language) or moved_or_either(mapped, text, before, language)
    if found is not None:
        return found
    on_map = scaled(mapped.text)
    asked = understood(on_map[0] if on_map else mapped.text, before)
    if asked is not None and is_difference(asked, mapped.text):
        return difference_answer(asked, mapped, text, language)
    if asked is None or (MONEY.search(text[:LONGEST_TEXT]) and not is_measure_beside_price(mapped.text, text, asked)):
        rates = NO_RATES[language] if is_exchange(text[:LONGEST_TEXT]) else UNSEEN[language]
        return nothing(f"{rates} {HELP_IN[language]}", text)
    is_shape = solid(plain(text, language, LONGEST_TEXT).text) is not None
    if is_shape and is_own_unit(asked, mapped.text):  # a room of 3 m by 4 m in square metres
        asked = asked._replace(targets=[asked.amounts[0][1]])
    names = target_names(mapped.text, asked)
    is_default = before is None and not any(target.id in names for target in asked.targets)
    placed = [] if on_map else placed_amounts(mapped.text, asked)
    judged = judged_pair(mapped.text, placed, language)
    compared = judged or comparison(asked, mapped, text, language)
    total = None if compared else summed_up(mapped.text, placed, asked, language, is_open=is_default)
    if not (compared or total) and is_open_relation(asked, mapped.text):
        return nothing(f"{relation_unread(asked.amounts, language)} {HELP_IN[language]}", text)
    made = answered(total or asked, text, language)
    if compared:
        made["answer"] = compared
    spans = [mapped.span(*span) for span in on_map[1]] if on_map else []
    spans += quantity_spans(mapped, asked) + mapped.spans(WORDS_USED) + mapped.spans(BRITISH.pattern)
    if not (compared or total):
        spans = without_idle(spans, placed, asked, mapped)
    spans += word_spans(mapped, asked, compared=compared is not None, total=total is not None)
    spans += question_spans(mapped) if compared or on_map or is_shape else []
    general = is_default and compared is None and not (total and len(placed) == 2 and asks_gap(mapped.text, placed))
    is_open = compared is not None and judged is None
    definite = not (general or total or is_open) and before is None and is_definite(made, mapped.text)
    return {**made, "used": merged(spans, len(text)), "general": general, "definite": definite}


def judged_pair(text: str, placed: list[Placed], language: str) -> str | None:
    """Return yes or no to a question about two amounts, None where the message tells of more than these two."""
    if tells_of_several(quantities(text)[1], language):
        return None
    return limit_answer(text, placed, language) or than_answer(text, placed, language)


REPEATED = re.compile(  # the amount counts more than once
    r"\b(?:each way|both ways|there and back|round[- ]trip|return trip|two ways|twice (?:a|per)|times (?:a|per) (?:day|week|month|year)|hin (?:und|and) (?:zuruck|her)|hin- (?:und|and) ruck\w*|aller[- ]retour|ida (?:y|and) vuelta|de ida|doubl(?:ed|ing)|twice|halv(?:e|ed|ing)|half of|tripled?|verdoppel\w*|halbier\w*|doppelt\w*|halfte|moitie|mitad|dobl[ae]\w*)\b",
    re.IGNORECASE,
)
ASKS_TO_CONVERT = re.compile(
    r"\b(?:convert\w*|turn|change|translate|tell|say|give|rechn\w*|umrechn\w*|calcul\w*)\b", FLAGS
)
SIGN_WORD = re.compile(r"\b(?:minus|plus)\b", FLAGS)
RELATIONS = (SIGN_WORD, TOGETHER, AVERAGE, BY_HOW, CHANGED_BY, SUBTRACTS, GAP)
JUDGEMENTS = (FITS, ASKS_ENOUGH, ASKS_OVER, ASKS_UNDER, STRONG_LIMIT)  # that may only tell where a unit is wanted


LISTED_NUMBER = re.compile(  # "3.2 miles yesterday and 4.1 today"
    rf"(?:{NUMBER}) ?(?:{NAME})(?![A-Za-z])[^.?!;\d]{{0,25}}\b(?:and|plus) \d+(?:\.\d+)?(?![\d.]| ?-?(?:{NAME})(?![A-Za-z]))",
    FLAGS,
)


WHICH_OF_TWO = re.compile(  # "which is heavier, 3 pounds or a brick": what the other one has is not known
    r"\b(?:which|what|who|was|welche[rs]?|que|qui|cual|lequel|laquelle)(?:'s| is| are| was| holds?| weighs?| has| contains?| lasts?| one| of these| would be| ist| wiegt| enthalt| hat| es| pesa| mide| est| pese| le)*"
    rf" (?:{COMPARES.pattern})[^?]*\b(?:or|vs|versus|oder|ou|o)\b(?! (?:less|so|more|not)\b)",
    FLAGS,
)


def is_open_relation(asked: Asked, text: str) -> bool:
    """Say whether a message asks how several amounts stand to each other: conversions of each do not answer that."""
    rest = quantities(text)[1]
    if is_mixed_sum(text):
        return True
    if len(dict.fromkeys(asked.amounts)) < 2:
        if WHICH_OF_TWO.search(fold(rest)):
            return True
        is_sum = TOGETHER.search(rest) is not None and LISTED_NUMBER.search(text) is not None
        return is_sum or REPEATED.search(rest) is not None
    if asks_for_things(text) is not None or any(one.search(rest) for one in RELATIONS):
        return True
    if WANTED_UNIT.search(rest):
        return False
    asks = YES_NO.search(text) is not None or bool(clause_spans(rest.strip()))
    is_yes_or_no = asks and not ASKS_TO_CONVERT.search(rest)
    return is_yes_or_no or any(one.search(rest) for one in JUDGEMENTS)


def relation_unread(amounts: Sequence[tuple[Decimal, Unit, str]], language: str) -> str:
    """Return the sentence that the amounts of a message were read, but not what is asked about them."""
    said = ", ".join(label or named(value, unit, language) for value, unit, label in dict.fromkeys(amounts))
    return fill_in(RELATION_UNREAD[language], amounts=said)


PRICE_ASKED = re.compile(
    r"\b(?:per|each|pro|je|par|apiece|pay|paid|worth|cheaper|(?:costs?|prices?|price is|kostet|kosten|preis\w*|coute\w*|prix|cuesta\w*|cuestan|precio|vale)(?! ?(?:only |about |nur )?(?:[$€£]|\d))|billiger|cher|barat[oa])\b",
    re.IGNORECASE,
)


def is_measure_beside_price(flat: str, text: str, asked: Asked) -> bool:
    """Return whether a message with money asks to convert a measure: the price only tells what the thing costs."""
    if UNIT_BESIDE_MONEY.search(flat):
        return True
    rest = quantities(flat)[1]
    wanted = [match for match in FREE.finditer(rest) if TARGET_AHEAD.search(rest[: match.start()])]
    kinds = {unit.dimension for match in wanted for unit in meanings(match.group())}
    is_wanted = len(asked.amounts) == 1 and asked.amounts[0][1].dimension in kinds
    return is_wanted and not PRICE_ASKED.search(rest) and not is_exchange(text[:LONGEST_TEXT])


def is_definite(made: dict[str, Any], text: str) -> bool:
    """Say whether an answer is of amounts in digits; times and bare degrees are told where something else is asked for."""
    if made["status"] != "SUCCESS" or QUANTITY.search(text) is None:
        return False
    kind = made["output"]["dimension"]
    return kind != "time" and (kind != "temperature" or SCALE_NAMED.search(text) is not None)


SCALE_NAMED = re.compile(r"celsius|fahrenheit|kelvin|centigrad|° ?[CFK]\b|\b[CFK]\b", re.IGNORECASE)


def moved_or_either(mapped: Mapped, text: str, before: Asked | None, language: str) -> dict[str, Any] | None:
    """Return the answer about a way, a time and a speed, or about a number in either of two units; None for other messages."""
    amounts, rest = quantities(mapped.text)
    travel = (
        clock_form(amounts, text, language)
        or speed_or_pace(amounts, rest, mapped, language)
        or travelled(mapped, language)
    )
    if travel is None:
        return either_scale(mapped, text, language) if before is None else None
    spans = [*quantity_spans(mapped, None), *mapped.spans(WORDS_USED), *question_spans(mapped)]
    return {**travel, "used": merged(spans, len(text))}


def clock_form(amounts: list[tuple[Decimal, str, str]], text: str, language: str) -> dict[str, Any] | None:
    """Return a duration as hh:mm where a message asks for that; None for other messages."""
    flat = fold(text)
    if len(amounts) != 1 or not FORM_ASKED.search(flat):
        return None
    value, name, label = amounts[0]
    unit = meanings(name)[0] if name != "m" else UNITS["min"]
    if unit.dimension != "time" or label or value < 0:
        return None
    return as_clock(value * unit.factor, named(value, unit, language), flat.lower())


def is_own_unit(asked: Asked, text: str) -> bool:
    """Return whether the one area or volume of a message is wanted in the unit that it has: its sides were multiplied."""
    if len(asked.amounts) != 1 or asked.amounts[0][1].dimension not in ("area", "volume"):
        return False
    amounts, rest = quantities(text)
    if not amounts:
        return False
    wanted = {unit.id for match in FREE.finditer(rest) for unit in meanings(match.group())[:1]}
    return wanted == {asked.amounts[0][1].id}


def target_names(text: str, asked: Asked) -> set[str]:
    """Return the units that a message names beside those of its amounts."""
    found = [
        {unit.id for match in FREE.finditer(part) for unit in meanings(match.group())}
        for part in (text, quantities(text)[1])
    ]
    names = (found[0] - {unit.id for _, unit, _ in asked.amounts}) | found[1]
    return names | {UK[name] for name in names if name in UK}


def word_spans(mapped: Mapped, asked: Asked, *, compared: bool, total: bool) -> list[list[int]]:
    """Return the places of the words that count as read for this answer only: of a comparison, a sum, a rate that stays one."""
    patterns = (
        [COMPARED_WORDS] * compared
        + [one.pattern for one in LIMIT_PARTS] * compared
        + [GAP.pattern, AVERAGE.pattern, CHANGED_BY.pattern, SUBTRACTS.pattern, TOGETHER.pattern] * total
    )
    patterns += [DECIMALS.pattern, ROUND_UP.pattern, ROUND_DOWN.pattern, SHOWS_WAY.pattern] + [LONE.pattern] * (
        QUANTITY.search(mapped.text) is None
    )
    patterns += [r"\bper\b"] * (QUANTITY.search(mapped.text) is None)
    kinds = {unit.dimension for _, unit, _ in asked.amounts}
    things = [
        mapped.span(*match.span())
        for pattern in (MEASURED_THING, PER_ONE) * (len(asked.amounts) == 1)
        for match in re.finditer(pattern, mapped.text, re.IGNORECASE)
        if kinds & {unit.dimension for unit in meanings(match["unit"])}
    ]
    return things + [span for pattern in patterns for span in mapped.spans(pattern)]


def without_idle(spans: list[list[int]], placed: list[Placed], asked: Asked, mapped: Mapped) -> list[list[int]]:
    """Return spans without the amounts that are in the wanted unit already, beside others: nothing was done with them."""
    idle = [one for one in placed if one.amount[1] in asked.targets]
    if not idle or len(idle) == len(placed):
        return spans
    taken = [mapped.span(one.start, one.end) for one in idle]
    return [span for span in spans if not any(span[0] < end and start < span[1] for start, end in taken)]


def placed_amounts(text: str, asked: Asked) -> list[Placed]:
    """Return the amounts of what the answer is about with their places; [] for amounts of several kinds."""
    amounts, _, places = quantities_with_places(text)
    kind = asked.amounts[0][1].dimension
    units = [next((unit for unit in meanings(name) if unit.dimension == kind), None) for _, name, _ in amounts]
    if None in units:
        return []
    rows = zip(amounts, units, places, strict=True)
    return [Placed((value, unit, label), *place) for (value, _, label), unit, place in rows if unit is not None]


def said_parts(text: str, placed: list[Placed]) -> list[str]:
    """Return amounts as a message says them."""
    return [text[one.start : one.end].strip() for one in placed]


def summed_up(text: str, placed: list[Placed], asked: Asked, language: str, *, is_open: bool) -> Asked | None:
    """Return the sum or the difference that a message asks for; None where it asks for none."""
    total = combined(text, placed)
    if total is None:
        return None
    value, unit, _ = total
    if AVERAGE.search(text):
        return Asked([(value, unit, f"({' + '.join(said_parts(text, placed))}) / {len(placed)}")], asked.targets)
    if len(placed) == 2 and asks_gap(text, placed):
        one, other = said_parts(text, placed)
        label = fill_in(DIFFERENCE_OF[language], a=one, b=other)
    elif any(SUM_JOINS.fullmatch(text[one.end : other.start]) for one, other in pairwise(placed)):
        label = text[placed[0].start : placed[-1].end]
    else:
        label = " + ".join(said_parts(text, placed))
    if len(placed) == 2 and SUBTRACTS.search(text) and "from" in text[placed[0].end : placed[1].start]:
        label = " - ".join(reversed(said_parts(text, placed)))
    return Asked([(value, unit, label)], [unit] if is_open else asked.targets)


SUM_JOINS = re.compile(r"[^\w]*(?:\+|-|plus|minus|less|and|moins|mas|menos)[^\w]*(?:another |a further )?", FLAGS)
DIFFERENCE_OF = {
    "en": "difference of {a} and {b}",
    "de": "Unterschied von {a} und {b}",
    "fr": "différence de {a} et {b}",
    "es": "diferencia de {a} y {b}",
}


def either_scale(mapped: Mapped, text: str, language: str) -> dict[str, Any] | None:
    """Return the answer for a number whose unit is named elsewhere, or whether it is the same in either of two units; None for others."""
    spans = mapped.spans(LONE.pattern) + mapped.spans(FREE.pattern) + mapped.spans(WORDS_USED)
    found = None if QUANTITY.search(mapped.text) else lone_amount(mapped.text)
    if found is not None:
        value, source, target = found
        asked = with_amounts([(value, source, "")], [target], None, british=False)
        return {**answered(asked, text, language), "used": merged(spans, len(text))}
    named_units = [match.group().lower() for match in FREE.finditer(mapped.text)]
    names = [name for name in dict.fromkeys(named_units) if not name.startswith("degree") or " " in name]
    numbers = LONE.findall(mapped.text)
    if len(numbers) != 1 or len(names) != 2 or not EITHER.search(mapped.text):
        return None
    if not re.search(rf"{re.escape(names[0])} (?:or|oder|ou|o) (?:in )?{re.escape(names[1])}", mapped.text, FLAGS):
        return None
    one, other = (meanings(name)[0] for name in names)
    if one.dimension != other.dimension:
        return None
    value = number(numbers[0])
    lines = [row(value, one, other, "", language), row(value, other, one, "", language)]
    same = lines[0]["result"] == lines[1]["result"] == float(value)
    said = f"**{WORDS_OF_SAME[language][0 if same else 1]}**: " + "; ".join(line["text"] for line in lines)
    used = merged([*spans, *mapped.spans(EITHER.pattern)], len(text))
    return {**told_rows(said, lines, one.dimension, [], 0.9), "used": used}


WORDS_OF_SAME = {
    "en": ("Both are the same", "They are not the same"),
    "de": ("Beides ist gleich", "Das ist nicht gleich"),
    "fr": ("C'est la même chose", "Ce n'est pas la même chose"),
    "es": ("Es lo mismo", "No es lo mismo"),
}
COMPARED_WORDS = r"\b(?:longer|shorter|heavier|lighter|bigger|larger|smaller|more|less|hotter|warmer|colder|faster|slower|greater|higher|lower|taller|farther|further|than|als|que)\b"
MEASURED_THING = (  # the thing that an amount is of: "a 2 hectare field", "3 litres of milk"
    rf"(?:{QUANTITY.pattern}) (?:of |de |d')?(?!(?:in|to|is|per|each|and|or|into|as|are|on|at|for|a|an|the|only|without|twice|please|minus|plus|than|but|not|if)\b)[a-z]+(?=\W*(?:\Z|[,.;?!]))"
)
PER_ONE = rf"(?:{QUANTITY.pattern}) ?(?:per|a|an|each(?! way)|every|par|pro|por|al|am) [a-z]+"
WORDS_USED = (
    r"\b(?:how (?:many|much|long|far|fast)|convert|what(?: is)?|is|in|to|into|as|which|pace|speed|uk|us|imperial|british|american|minus|and|or|are|equals?|of|that|"
    r"at (?:most|least)|max(?:imum)?|minimum|up to|about|roughly|around|approx\w*|exactly|genau|exakt|exactement|exactamente|dick|epais\w*|gruesos?|tall|heavy|wide|deep|high|long|thick|old|hot|cold|warm|big|weigh[st]?|weight|height|length|width|depth|size|distance|"
    r"temperature|volume|area|metric|us customary|recipe|please|schwer|hoch|lang|breit|tief|alt|heiss|kalt|warm|gewicht|grosse|lourd|haut|large|chaud|froid|poids|taille|pesa|mide|alto|ancho|largo|calor|frio|peso)\b"
)
NO_UNIT = frozenset(
    [
        "total",
        "metric",
        "imperial",
        "words",
        "detail",
        "please",
        "units",
        "numbers",
        "general",
        "full",
        "that",
        "this",
        "it",
        "them",
    ]
)
UNIT_BESIDE_MONEY = re.compile(
    r"\b(?:pounds?|ounces?|lbs?|pfund)\b.*\b(?:kg|kilo\w*|g|grams?|stone|lbs?|oz|ounces?)\b|\b(?:kg|kilo\w*|g|grams?|stone|oz|ounces?)\b.*\b(?:pounds?|pfund)\b",
    re.IGNORECASE,
)


def quantity_spans(mapped: Mapped, asked: Asked | None) -> list[list[int]]:
    """Return the places of the amounts and units that measure what the answer is about; of all when nothing is asked."""
    kinds = (
        {unit.dimension for _, unit, _ in asked.amounts} | {unit.dimension for unit in asked.targets}
        if asked
        else set()
    )
    spans = []
    for pattern in (QUANTITY, FREE):
        for match in pattern.finditer(mapped.text):
            name = match["unit"] if pattern is QUANTITY else match.group()
            if asked is None or {unit.dimension for unit in meanings(name)} & kinds:
                bare = bare_part(mapped.text, match)[0] if pattern is QUANTITY else None
                bare = HALF_MORE.match(mapped.text, bare.end() if bare else match.end()) or bare
                spans.append(mapped.span(match.start(), bare.end() if bare else match.end()))
    return spans


def is_difference(asked: Asked, text: str) -> bool:
    """Say whether a message speaks of a rise, a drop or a distance of temperatures: 10 °C more are 18 °F more, not 50 °F."""
    amounts = [unit for _, unit, _ in asked.amounts]
    is_change = len(amounts) == 2 and re.search(r"\b(?:from|between|von|zwischen|de|entre)\b", text, FLAGS) is not None
    is_change = (
        is_change
        and re.search(
            r"\b(?:drop\w*|rise|rose|fell|fallen|risen|went (?:up|down)|changed|gefallen|gestiegen|gesunken|chute|subio|bajo|difference|change|increase|decrease|unterschied|differenz|ecart|baisse|hausse|diferencia|bajada|subida)\b",
            text,
            FLAGS,
        )
        is not None
    )
    return amounts[0].dimension == "temperature" and (
        (len(amounts) == 1 and DIFFERS.search(text) is not None) or is_change
    )


def difference_answer(asked: Asked, mapped: Mapped, text: str, language: str) -> dict[str, Any]:
    """Return the answer for a difference of temperatures."""
    value, unit, _ = asked.amounts[0]
    if len(asked.amounts) > 1:
        value = abs(value - converted(*asked.amounts[1][:2], unit))
    rows: list[dict[str, Any]] = []
    for target in asked.targets:
        result = value * SLOPE[target.id][0] / SLOPE[unit.id][0]
        said = fill_in(
            DIFFERENCE[language],
            a=named(value, unit, language),
            b=f"{localized(shown(round(result, 2)), language)} {name_of(target, language, one=False)}",
        )
        rows.append({"value": float(value), "from": unit.id, "to": target.id, "result": float(result), "text": said})
    changed = mapped.spans(r"\b(?:drop|rise|change|increase|decrease|between)\b") if len(asked.amounts) > 1 else []
    spans = [*quantity_spans(mapped, asked), *mapped.spans(WORDS_USED), *mapped.spans(DIFFERS.pattern), *changed]
    said = "\n".join(str(one["text"]) for one in rows)
    return {**told_rows(said, rows, "temperature", [], 0.9), "used": merged(spans, len(text))}


FRUGAL = re.compile(
    r"\b(?:economical|efficient|frugal|sparsamer|sparsam|economique|economico|eficiente)\b", re.IGNORECASE
)
COUNT_ASKED = re.compile(r"\bhow (?:many|much)\b(?! (?:is )?(?:longer|heavier|more|less|faster))")


NEVER_MORE = re.compile(  # "I've never run more than 12k" tells, and asks nothing
    r"\b(?:never|nie|jamais|nunca)\b[^.?!;,]{0,30}\b(?:more|longer|further|farther|faster|higher|heavier|less) (?:than|als|que)\b",
    FLAGS,
)


def comparison(asked: Asked, mapped: Mapped, text: str, language: str) -> str | None:
    """Return which of two amounts is the longer or heavier one, in the word of the message; None for a plain conversion."""
    word = COMPARES.search(NEVER_MORE.sub(lambda match: " " * len(match.group()), mapped.text))
    if (
        word is None
        or len(asked.amounts) < 2
        or (COUNT_ASKED.search(mapped.text) and not is_gap_comparison(mapped.text))
    ):
        return None
    base = asked.amounts[0][1]
    if base.dimension == "fuel" and not FRUGAL.search(mapped.text):
        return None
    values = [converted(value, unit, base) for value, unit, _ in asked.amounts]
    rows = ", ".join(f"{label or named(value, unit, language)}" + ("" if unit == base else f" ≈ {named(other, base, language)}")
                     for (value, unit, label), other in zip(asked.amounts, values, strict=True))  # fmt: skip
    less = (word.group().lower() in LESS) is not (base.id == "l100")
    if len(set(values)) == 1:
        return fill_in(EQUAL[language], rows=rows)
    best = (min if less else max)(range(len(values)), key=lambda place: values[place])
    value, unit, label = asked.amounts[best]
    own = text[slice(*mapped.span(*word.span()))].lower()
    said = own if language == "en" or own not in BARE_COMPARISONS else MORE[language][1 if less else 0]
    wanted = wanted_gap(mapped.text, base.dimension)
    gap = gap_told(max(values) - min(values), [base, *(unit for _, unit, _ in asked.amounts[1:])], wanted, language)
    template = COMPARED[language] if len(values) == 2 else re.sub(r" \([^)]*\)", "", COMPARED[language])
    return fill_in(template, winner=label or named(value, unit, language), word=said, rows=rows, gap=gap)


def travelled(mapped: Mapped, language: str) -> dict[str, Any] | None:
    """Return the speed and pace of a way and its time, the time for a way at a speed, or the way in a time; None for others."""
    text = mapped.text
    amounts, rest = quantities(text)
    units: dict[str, tuple[Decimal, Unit]] = {}
    for value, name, _ in amounts:
        unit = meanings(name)[0]
        units.setdefault(unit.dimension, (value, unit))
    if len(units) != len(amounts):
        return None
    free = [meanings(match.group())[0] for match in FREE.finditer(rest)]
    goals = {unit.dimension for unit in free}
    fast = re.search(r"\b(?:pace|speed|how fast|tempo|allure|vitesse|velocidad|ritmo|geschwindigkeit)\b", text, FLAGS)
    if set(units) == {"length", "time"} and (fast or goals == {"speed"}):
        way, time = units["length"][0] * units["length"][1].factor, units["time"][0] * units["time"][1].factor
        return moved("speed", way / time, language, pace=time) if way > 0 and time > 0 else None
    if set(units) == {"data", "data rate"} and re.search(r"\bhow (?:long|much time|many)\b", text, FLAGS):
        size, rate = (units[kind][0] * units[kind][1].factor for kind in ("data", "data rate"))
        return moved("time", size * 8 / rate, language, wanted=free) if rate > 0 else None
    if set(units) == {"length", "speed"} and re.search(
        r"\bhow (?:long|much (?:time|longer)|many (?:hours|minutes))\b|\b(?:se )?(?:tardo|tarda|tardamos|tardan|tardare|tardara)\b",
        text,
        FLAGS,
    ):
        way, speed = units["length"][0] * units["length"][1].factor, units["speed"][0] * units["speed"][1].factor
        return moved("time", way / speed, language, wanted=free) if speed > 0 else None
    if set(units) == {"time", "speed"} and WAY_ASKED.search(text):
        way = units["time"][0] * units["time"][1].factor * units["speed"][0] * units["speed"][1].factor
        return moved("length", way, language, wanted=free)
    return None


WAY_ASKED = re.compile(
    r"\bhow (?:far|long a way|much (?:way|ground|distance)|many (?:km|kms|kilo\w+|miles|nautical miles|met(?:er|re)s|feet|yards))\b|\bwhat distance\b|\b(?:welche strecke|quelle distance|que distancia|a quelle distance)\b",
    FLAGS,
)


def moved(
    kind: str, value: Decimal, language: str, pace: Decimal | None = None, wanted: Sequence[Unit] = ()
) -> dict[str, Any]:
    """Return the answer to a question about a way, a time and a speed; ``value`` is in metres, seconds or metres per second.

    ``wanted`` are the units that the message names beside its amounts.
    """
    base = {"speed": "m/s", "time": "s", "length": "m"}[kind]
    usual = {"speed": ("km/h", "mph"), "time": ("h", "min"), "length": ("km", "mi")}[kind]
    targets = tuple(dict.fromkeys(unit.id for unit in wanted if unit.dimension == kind)) or usual
    rows = [row(value, UNITS[base], UNITS[target], "", language) for target in targets]
    said = " = ".join(named(Decimal(str(one["result"])), UNITS[one["to"]], language, digits=4) for one in rows)
    if kind == "time" and 60 <= value < 3600:
        said += f" ({filling_time(value, language)})"
    elif kind == "time" and value >= 60:
        said += f" ({round(value / 60) // 60} h {round(value / 60) % 60} min)"
    if pace is not None:
        per = [round(1000 / value), round(Decimal("1609.344") / value)]
        said += "; " + ", ".join(
            f"{each // 60}:{each % 60:02d} min/{unit}" for each, unit in zip(per, ("km", "mile"), strict=True)
        )
    return told_rows(f"**{said}**", rows, kind, [], 0.9)


def without_named_places(text: str) -> str:
    """Return a message with spaces in the place of seats, rooms and the like, whose letter may be that of a unit."""
    for match in re.finditer(NAMED_PLACE, fold(text), re.IGNORECASE):
        text = blanked(text, *match.span())
    return text


@lru_cache(maxsize=16)  # several readers ask for the same message
def signed(message: str, language: str) -> Mapped:
    """Return a message with feet, inches and degrees written out, and amounts that share a unit parted."""
    made = with_told_units(
        without_sticks(with_powers(plain(without_named_places(without_steps(message)), language, LONGEST_TEXT)))
    )
    made = made.sub(
        r"° ?(?=[CFRK]\b)|℃|℉", lambda m: {"℃": " degrees C", "℉": " degrees F"}.get(m.group(), " degrees "), FLAGS
    )
    made = made.sub("°", " degrees ").sub(re.compile(r"\b(?:minus|negative) (?=[\d.])", FLAGS), negative_sign)
    made = made.sub(r"(\d) ?(?:\"|″|”|\'\')", r"\1 inches ").sub(r"(\d) ?['′’](?= ?\d|[ ?!,;)]|$)", r"\1 feet ")
    made = made.sub(INCHES_AND_FRACTION, with_inch_fraction)
    made = (
        made.sub(TIMES_AMOUNT, amount_times)
        .sub(REGION_BEHIND, region_ahead)
        .sub(HALF_OF_UNIT, "half ")
        .sub(PACE_OF_MILES, r"\1 min/\2")
    )
    made = made.sub(AFTER_CONTRAST, ", ") if BARE_CONTRAST.search(made.text) else made
    made = made.sub(rf"\bwhats(?= (?:the )?(?:{'|'.join(CONTRAST_WORDS)})\b)", "what is")
    made = feet_and_inches(made).sub(BARE_WORD, lambda match: WORDS.get(match[1].lower(), match[1]))
    made = made.sub(
        r"(\d ?)in(?= ?(?:$|[.?!,;)=x×*]|(?:to|into|in|as|and|is|by|long|wide|high|tall|deep)\b|\d))",
        r"\1inches",
        FLAGS,
    )
    made = made.sub(INCHES_OF_THING, r"\1inches")
    made = made.sub(r"\b(to|into|in|as) in(?= ?(?:$|[.?!,;)]))", r"\1 inches", FLAGS)
    made = with_parts(made)
    if is_dry(fold(made.text).lower()):
        made = made.sub(OUNCES, "weight ounces")
    if (shape := solid(made.text)) is not None:
        start, end, amount = shape
        made = made.sub(re.escape(made.text[start:end]), lambda _: amount)
    if re.search(r"\bsquare\b|\bsq\b|\bm2\b|\barea\b", made.text, FLAGS):
        made = made.sub(SIDES, lambda match: f"{number(match[1]) * number(match[2]):f} {SQUARES[match[3][:1].lower()]}")
    shared = re.compile(
        rf"(?<!ft )(?<!foot )(?<!feet )(?<!stone )({NUMBER})(?: ?[-–x×*] ?|,? (?:to|or|and|by) |, )(?=(?:{NUMBER})(?: ?[-–x×*] ?(?:{NUMBER}))? ?({NAME})(?![A-Za-z]))",
        FLAGS,
    )
    for _ in range(8):
        if not shared.search(made.text):
            break
        made = made.sub(shared, r"\1 \2 , ")
    made = made.sub(COUNTED, counted_amount)
    made = made.sub(UNIT_VERSUS_UNIT, r"\1 and 1 ")
    if METRIC_TON_SAID.search(made.text):
        made = made.sub(METRIC_TON_SAID, " ").sub(r"(?<!us )(?<!short )(?<!long )(?<!metric )\btons?\b", "tonnes")
    made = with_warm_numbers(with_region(without_body_feet(made))).sub(" +", " ")
    return with_taken_over_units(with_multiples(with_spoons_of_butter(made)))


HALF_OF_UNIT = re.compile(rf"(?<![\w-])half-(?=(?:{NAME})(?![A-Za-z]))", FLAGS)  # "a half-litre glass"
TIMES_AMOUNT = re.compile(  # "6 x 330 ml": so many of an amount, no two sides
    r"(?<![\w.,x×*] )(?<![\w.,x×*])(\d{1,4}) ?[x×*] ?(\d+(?:[.,]\d+)?)( ?(?:ml|cl|dl|l|lit(?:er|re)s?|millilit(?:er|re)s?|fl(?:uid)? oz|oz|ounces?|lbs?|pounds?|kg|kilos?|g|grams?|mg|pints?|cups?|gallons?|tbsp|tsp|kb|mb|gb|tb|kwh|wh|kcal|min|minutes?|hours?|h|sec|seconds?)(?![A-Za-z0-9/]))(?! ?[x×*])",
    FLAGS,
)


def amount_times(match: "re.Match[str]") -> str:
    """Return the product of a count and an amount as one amount."""
    return f"{number(match[1]) * number(match[2]):f}{match[3]}"


REGION_BEHIND = re.compile(  # "per gallon UK", "a 15 gallon tank (US)"
    r"(?<!us )(?<!uk )(?<!imperial )(?<!american )(?<!british )\b(?P<unit>gallons?|gals?|pints?|pts?|quarts?|cups?|mpg|fl(?:uid)? oz|fluid ounces?)(?P<thing> (?:tank|bottle|jug|drum|bucket|jar|barrel))?"
    r"(?: (?P<region>uk|us|usa|imperial)(?= ?(?:[?.!,;]|\Z|to\b|in\b|is\b|into\b|vs\b|or\b|oder\b|ou\b|und\b|and\b|et\b))| ?\((?:the )?(?P<region2>uk|us|usa|u\.s\.|imperial|british|american)(?: (?:ones?|gallons?|pints?|measures?))?\))",
    FLAGS,
)


def region_ahead(match: "re.Match[str]") -> str:
    """Return a unit with the country in front that stands behind it."""
    region = "uk" if (match["region"] or match["region2"]).lower() in ("uk", "imperial", "british") else "us"
    return f"{region} {match['unit']}{match['thing'] or ''}"


CONTRAST_WORDS = ("bigger", "larger", "smaller", "longer", "shorter", "heavier", "lighter", "more", "less", "taller", "faster", "slower", "warmer", "wider", "deeper", "higher", "lower")  # fmt: skip
BARE_CONTRAST = re.compile(  # "whats bigger a pint or half a litre"
    rf"\b(?:what'?s|what is|which is|which'?s|which)(?: the)? (?:{'|'.join(CONTRAST_WORDS)}) (?=(?:an?|one|half|\d)\b)",
    FLAGS,
)
AFTER_CONTRAST = re.compile(
    rf"(?:{'|'.join(f'(?<={word})' for word in CONTRAST_WORDS)}) (?=(?:an?|one|half|\d)\b)", FLAGS
)
PACE_OF_MILES = re.compile(
    r"(?<![\w.,:])(\d{1,2}(?:\.\d)?)[ -]?min(?:ute)?s?[ -](mile|km|kilomet(?:er|re))s?\b(?! (?:from|away|to|walk|drive|run))",
    FLAGS,
)
UNIT_VERSUS_UNIT = re.compile(
    rf"\b((?:an?|one|1) (?:{NAME})) (?:vs\.?|versus) (?:an? )?(?=(?:{NAME})(?![A-Za-z]))", FLAGS
)
METRIC_TON_SAID = re.compile(  # which ton is meant: "(metric tons)"
    r"\((?:i mean |in |the )?metric(?: tons?| ones?)?\)|,? (?:i mean )?metric (?:tons?|ones?)(?= ?(?:[.,?!]|\Z))(?<!in metric tons)(?<!to metric tons)(?<!many metric tons)",
    FLAGS,
)


def with_inch_fraction(match: "re.Match[str]") -> str:
    """Return feet with inches and a fraction of one as two amounts."""
    return f"{match[1]} feet {number(match[2]) + number(match[3]):f} inches"


def negative_sign(match: "re.Match[str]") -> str:
    """Return the sign of a number below zero; behind an amount the word is one of a difference."""
    behind_amount = re.search(rf"\d ?(?:{NAME}) \Z", match.string[: match.start()], FLAGS)
    return match.group() if behind_amount else "-"


def feet_and_inches(made: Mapped) -> Mapped:
    """Return a text in which "6ft3" are feet and inches, unless it speaks of areas or volumes: "50ft3 in litres"."""
    rest = FEET_INCHES.sub(" ", made.text)
    solid = any(
        unit.dimension in ("area", "volume") for match in FREE.finditer(rest) for unit in meanings(match.group())[:1]
    )
    return made if solid else made.sub(FEET_INCHES, r"\1 feet \2 inches")


INCHES_AND_FRACTION = re.compile(  # "5 ft 3 and 3/4"
    r"(?<![\d.,])(\d{1,2}) ?(?:ft|foot|feet) ?(\d{1,2}) (?:and )?([1-7]/(?:2|4|8|16))(?!\d)(?: ?\"| ?(?:inches|inch)\b| ?in\b(?= ?(?:[.,?!]|\Z|in\b|to\b|into\b|as\b)))?",
    FLAGS,
)
INCHES_OF_THING = re.compile(  # "a 9 ft 6 in barrier", but "5 ft 6 in cm"
    rf"(\d ?(?:ft|feet|foot) \d{{1,2}}(?:\.\d)? ?)in(?= (?!(?:{NAME}|the|a|my|it|which)(?![A-Za-z]))[a-z])", FLAGS
)
FEET_INCHES = re.compile(r"(?<![\d.,])(\d)(?:ft|foot|feet)(\d|1[01])(?: ?(?:in|inch|inches)\b)?(?![\d.,]\d|\w)", FLAGS)


# "8 glasses of 250 ml" is one amount, and so is a floor of 12 by 14 feet where an area is asked for
COUNTED = re.compile(
    rf"(?<![\d.,/])(?<!of the )(?<!the )(?P<count>\d{{1,4}}|\b(?:two|three|four|five|six|seven|eight|nine|ten)) (?!(?:{NAME})(?![A-Za-z]))[A-Za-z]+ (?:of|de|mit(?: je)?|zu(?: je)?|a|with|con) (?P<size>{NUMBER}) ?(?P<unit>{NAME})(?![A-Za-z])(?: (?:each|apiece|jeweils|chacune?s?|cada un[oa])\b)?",
    FLAGS,
)


def counted_amount(match: "re.Match[str]") -> str:
    """Return several things of one size as one amount."""
    count = match["count"].lower()
    value = Decimal(count if count.isdigit() else WORDS[count]) * number(match["size"])
    return f"{value:f} {match['unit']}"


SIDES = re.compile(
    rf"({NUMBER}) ?(?:by|x|por|par|sur|mal) ?({NUMBER}) ?(feet|ft|meters|metres|m)(?![A-Za-z0-9])", FLAGS
)
SQUARES = {"f": "square feet", "m": "square meters"}


def understood(text: str, before: Asked | None) -> Asked | None:
    """Return what a message asks for, given what was asked before; None when it asks for nothing of the kind."""
    amounts, rest = quantities(text)
    free = wanted_names(rest) if amounts else [match.group() for match in FREE.finditer(rest)]
    british = BRITISH.search(text) is not None
    unknown = re.search(r"\b(?:in|to|into)(?: the)? ([a-z]{3,})\W*\Z", rest, FLAGS) if amounts and not free else None
    if unknown and unknown[1].lower() not in NO_UNIT:
        raise CannotError(f"I do not know the unit “{unknown[1]}”.")
    if amounts:
        return with_amounts(amounts, free, before, british=british)
    if (
        len(free) >= 2
        and not re.search(r"\d", rest)
        and (before is None or re.search(r"\b(how (many|much)|per|convert)\b", text, FLAGS))
    ):
        source, target = (
            (free[-1], free[0]) if re.search(r"\bhow (many|much)\b|\bper\b", text, FLAGS) else (free[0], free[-1])
        )
        return with_amounts([(Decimal(1), source, "")], [target], None, british=british)
    if before is None or len(text) > 120:
        return None
    if free:
        return corrected(before, free, british=british)
    lone = [number(match.group()) for match in LONE.finditer(text)]
    return Asked([(value, before.amounts[0][1], "") for value in lone], before.targets) if lone else None


TARGET_AHEAD = re.compile(  # what stands before the wanted unit; "a yard sale" has none of it
    r"(?:\b(?:in|to|into|as|en|a|auf|nach|zu|how many|how much|what|many|wie ?viele?|combien de|cuant[oa]s|convert(?:ed)? to|per|of|is|are|sind|font|son)|=|->|→)(?: (?:the|a|an|full|whole|us|uk|imperial|british|american|square|cubic))* ?\Z",
    FLAGS,
)
TARGETS_JOINED = re.compile(
    r" ?(?:,|,? ?(?:and|or|und|oder|et|ou|y|o|&|/|then)) ?(?:in |to |into )?(?:the |us |uk |imperial )?", FLAGS
)


def wanted_names(rest: str) -> list[str]:
    """Return the units that a text names beside its amounts: those behind "in" or "how many", where such stand there."""
    found = list(FREE.finditer(rest))
    asked: list[re.Match[str]] = []
    for match in found:
        is_joined = asked and TARGETS_JOINED.fullmatch(rest[asked[-1].end() : match.start()]) is not None
        is_last = re.fullmatch(r" ?(?:please|pls|bitte)?\W*", rest[match.end() :]) and re.search(
            r"[,;:-] ?(?:and |und |et |y )?(?:in )?\Z", rest[: match.start()]
        )
        if is_joined or is_last or TARGET_AHEAD.search(rest[: match.start()]):
            asked.append(match)
    dimensions = {unit.dimension for match in asked for unit in meanings(match.group())}
    stray = [
        match
        for match in found
        if match not in asked and dimensions & {unit.dimension for unit in meanings(match.group())}
    ]
    return [match.group() for match in (found if not stray else [match for match in found if match not in stray])]


def british_of(unit: Unit, name: str, *, british: bool) -> Unit:
    """Return the imperial unit of the same name when the message speaks of imperial ones."""
    return UNITS[UK[unit.id]] if british and unit.id in UK and not name.lower().startswith("us") else unit


def with_amounts(
    amounts: list[tuple[Decimal, str, str]], free: list[str], before: Asked | None, *, british: bool
) -> Asked:
    """Return amounts with their targets. Raises UnlikeError when a target measures something else."""
    goals = [meanings(name) for name in free]
    wanted = {unit.dimension for units in goals for unit in units}
    amounts = sorted(
        amounts, key=lambda one: bool(wanted) and not any(unit.dimension in wanted for unit in meanings(one[1]))
    )
    sources = [meanings(name) for _, name, _ in amounts]
    dimension = shared_dimension(sources[0], goals)
    named_goals = [unit for units in goals for unit in units]
    chosen = [
        max(units, key=lambda unit: (unit.dimension == dimension, unit not in named_goals, -units.index(unit)))
        for units in sources
    ]
    whole = not amounts[0][2]  # an amount in parts may be wanted in one of its own units
    own = {unit.id for unit in chosen if unit.dimension == dimension}
    targets = [
        next((u for u in units if u.dimension == dimension and not (whole and own == {u.id})), None) for units in goals
    ]
    fitting = [unit for unit in targets if unit is not None]
    if goals and not fitting and goals[0][0].dimension != dimension:
        raise UnlikeError(chosen[0], goals[0][0])
    names = [name for _, name, _ in amounts]
    marked = british and not any(unit.id.startswith("uk") or unit.id == "lton" for unit in [*chosen, *fitting])
    units = [british_of(unit, name, british=marked) for unit, name in zip(chosen, names, strict=True)]
    fitting = [british_of(unit, "", british=marked) for unit in fitting]
    if len(fitting) == 2 and PARTS.get(fitting[0].id) == fitting[1].id:
        fitting = fitting[:1]  # "in feet and inches": the result is shown in both
    if not fitting and before and before.targets[0].dimension == dimension and before.targets[0] != units[0]:
        fitting = before.targets
    pairs = [
        (value, unit, label)
        for (value, _, label), unit in zip(amounts, units, strict=True)
        if unit.dimension == dimension
    ]
    return Asked(pairs, list(dict.fromkeys(fitting)) or [default_target(units[0])])


def default_target(source: Unit) -> Unit:
    """Return what a unit turns into when nobody says."""
    first = next(unit for unit in UNITS.values() if unit.dimension == source.dimension and unit != source)
    return UNITS[COUNTERPART.get(source.id, first.id)]


def shared_dimension(source: list[Unit], goals: list[list[Unit]]) -> str:
    """Return what the source measures, chosen so that a goal measures it too where a name has several meanings."""
    wanted = {unit.dimension for units in goals for unit in units}
    return next((unit.dimension for unit in source if unit.dimension in wanted), source[0].dimension)


def corrected(before: Asked, free: list[str], *, british: bool) -> Asked:
    """Return what was asked before with another unit: the source when it is of the same family (UK pints for US pints), else the target."""
    source = before.amounts[0][1]
    units = meanings(free[0])
    same = [unit for unit in units if unit.one.split()[-1] == source.one.split()[-1] and unit != source]
    if same:
        return Asked([(amount, same[0], "") for amount, _, _ in before.amounts], before.targets)
    return with_amounts(
        [(amount, unit.id, label) for amount, unit, label in before.amounts], free, None, british=british
    )


def mismatch(source: Unit, target: Unit, language: str) -> str:
    """Return why one cannot become the other."""
    sentence = fill_in(
        NOT_ALIKE[language],
        a=name_of(source, language, one=False),
        da=source.dimension,
        b=name_of(target, language, one=False),
        db=target.dimension,
    )
    needs_density = {source.dimension, target.dimension} == {"mass", "volume"}
    return f"{sentence} {NEEDS_DENSITY[language]}" if needs_density else sentence


ROUND_UP = re.compile(
    r"\b(?:round(?:ed)?(?: it)? up|aufgerundet|aufrunden|arrondi\w* (?:au[- ]dessus|a l'entier superieur|au superieur)|redonde\w* (?:hacia )?arriba)\b",
    re.IGNORECASE,
)
ROUND_DOWN = re.compile(
    rf"\b(?:round(?:ed)?(?: it)? down|abgerundet|abrunden|(?<!the )(?<!a )(?<!die )(?:whole|full|complete|ganze|volle) (?:uk |us |imperial )?(?P<whole>{NAME})(?![A-Za-z]))",
    FLAGS,
)
WHOLE_NUMBER = {
    "en": ("rounded up", "whole"),
    "de": ("aufgerundet", "ganze"),
    "fr": ("arrondi au-dessus", "en entier"),
    "es": ("redondeado hacia arriba", "enteros"),
}


def rounded_up(rows: list[dict[str, Any]], text: str, language: str) -> list[dict[str, Any]]:
    """Return conversions with the next or the last whole number where a message asks for that."""
    flat = fold(text[:LONGEST_TEXT])
    up, down = ROUND_UP.search(flat) is not None, ROUND_DOWN.search(flat)
    if not up and down is None:
        return rows
    last = {unit.one.split()[-1] for unit in meanings(down["whole"])} if down and down["whole"] else set()
    told = []
    for one in rows:
        if not up and last and UNITS[one["to"]].one.split()[-1] not in last:
            told.append(one)
            continue
        whole = Decimal(str(one["result"])).to_integral_value(ROUND_CEILING if up else ROUND_FLOOR)
        said = named(whole, UNITS[one["to"]], language)
        told.append({**one, "text": f"{one['text']}; {WHOLE_NUMBER[language][0 if up else 1]}: {said}"})
    return told


SHOWS_WAY = re.compile(
    r"\b(?:show (?:me )?(?:how|your work\w*|the (?:work\w*|steps?|calculation|formula|maths?))|with (?:the )?(?:steps|working|formula)|how (?:do )?you (?:get|got|calculate|work)|rechenweg|mit formel|formule|demarche|formula|pasos)\b[^.?!]{0,20}",
    re.IGNORECASE,
)
SCALE_WAYS = {("F", "C"): "({value} - 32) × 5 / 9", ("C", "F"): "{value} × 9 / 5 + 32", ("C", "K"): "{value} + 273.15", ("K", "C"): "{value} - 273.15"}  # fmt: skip


def way_of(one: dict[str, Any], language: str) -> list[str]:
    """Return the calculation of a conversion, none for measures that are no multiples of each other."""
    source, target = UNITS[one["from"]], UNITS[one["to"]]
    value, result = shown(Decimal(str(one["value"]))), shown(round(Decimal(str(one["result"])), 6))
    if source.dimension in ("fuel", "pace", "temperature"):
        way = SCALE_WAYS.get((source.id, target.id))
        return [localized(f"{fill_in(way, value=value)} = {result}", language)] if way else []
    factor = shown(converted(Decimal(1), source, target))
    one_of = (
        f"{named(Decimal(1), source, language)} ≈ {localized(factor, language)} {name_of(target, language, one=False)}"
    )
    return [f"{one_of}; {localized(f'{value} × {factor} ≈ {result}', language)}."]


def answered(asked: Asked, text: str, language: str) -> dict[str, Any]:
    """Return the whole answer."""
    asked_pairs = [(*amount, target) for amount in dict.fromkeys(asked.amounts) for target in asked.targets]
    flat = flattened(text[:LONGEST_TEXT]).text
    digits = None if wanted_step(flat) else wanted_digits(flat)
    found = [row(value, unit, target, label, language, digits) for value, unit, label, target in asked_pairs]
    rows = to_step(rounded_up(found[:MOST_RESULTS], text, language), flat, language)
    ids = [unit.id for _, unit, _ in asked.amounts] + [unit.id for unit in asked.targets]
    said = re.search(r"\bUS\b|u\.s\.|american", text)
    notes = list(dict.fromkeys(NOTES[key] for key in ids if key in NOTES and not (said and "US" in NOTES[key])))
    if language != "en":
        notes = [US_NOTE[language]] if any("US measures" in note for note in notes) else []
    if "cal" in ids and CALORIE_WORD.search(text):
        notes.append(CALORIE_NOTE[language])
    if len(found) > len(rows):
        notes.append(f"{len(found) - len(rows):,} more conversions were left out.")
    if len(text) > LONGEST_TEXT:
        notes.append(f"I read the first {LONGEST_TEXT:,} of {len(text):,} characters.")
    if len(rows) == 1 and SHOWS_WAY.search(fold(text[:LONGEST_TEXT])):
        notes += way_of(rows[0], language)
    lines = "\n".join(f"- {one['text']}" for one in rows) if len(rows) > 1 else f"**{rows[0]['text']}**"
    answer = lines + ("\n\n" + " ".join(notes) if notes else "")
    return told_rows(answer, rows, asked.targets[0].dimension, notes, 0.97)
