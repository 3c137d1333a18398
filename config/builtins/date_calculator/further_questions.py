"""Further questions about the day of an answer: its weekday, what is left until it, its week, whether it is past."""

import calendar
import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from config.builtins.date_calculator.phrases import NAMES_OF_DAYS, day_in, rewritten
from config.builtins.date_calculator.reading import LONGEST, parts, present, read, shown
from config.builtins.date_calculator.two_questions import QUESTION_START
from config.builtins.date_calculator.zones import CLOCK
from config.builtins.wording import CannotError, clean, fill_in, fold, merged, plural, spoken_language

ASKS_AGAIN = (
    rf"(?:{QUESTION_START}|(?:(?:on|in|at|for|by|an|auf|in|en|a|de|sur) )?(?:what|which|whose|who|where|welche\w*|quel\w*|que|cual\w*)\b|how\b|(?:is|was|will|are|am|does|do|did|can|has) (?:that|this|it|the|there|he|she|i|we|they|you)\b|"
    r"(?:ist|war|liegt|fallt|bin|sind) (?:das|es|er|sie|der|die|ich|wir)\b|est-ce|(?:cela|ca) (?:tombe|fait)|es (?:eso|ese|esa|un|en|ya)|cae (?:en|eso)|was\b|wer\b|wie\b|wo\b|(?:still|overdue) )"
)
FURTHER = re.compile(
    rf"(?:,? (?:and|und|et|y|plus|&)(?: also| auch| aussi| tambien| then| so| dann)?|[;?!.,](?: (?:and|und|et|y|also|plus))?|(?<=\w) \(?\d{{1,2}}\)) [¿¡]?(?={ASKS_AGAIN})",
    re.IGNORECASE,
)
ASKED_BEFORE = re.compile(
    r"\b(?:what\w*|which|when|whens|how|who|wann|wie|welche\w*|combien|quel\w*|quand|cuant\w*|cual|cuando|give me|tell me)\b|\?|\b(?:arrival|due|end|expiry|start|return|delivery) (?:date|day)\b|(?:\A|[.!?,;] )[¿¡]?(?:is|was|are|will|ist|war|est-ce|que)\b",
    re.IGNORECASE,
)
ASKED_OF_DAY = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("weekend", r"\bweek ?-?ends?\b|\bwochenende\w*|\bfin de semana\b"),
        ("workday", r"\b(?:working|business|work) ?day\b|\b(?:werktag|arbeitstag)\b|\bjour ouvr(?:e|able)\b|\bdia (?:laborable|habil)\b"),
        ("past", r"\b(?:past|over|overdue|expired|uberfallig|en retard|passed|gone|too late|vorbei|abgelaufen|verstrichen|zu spat|passee?|expiree?|depassee?|trop tard|paso|pasado|vencid[oa]|caducad[oa])\b"),
        ("valid", r"\b(?:still (?:valid|running|in time|good|ok|okay|covered|fine|safe|usable|edible|on time|in date)|noch (?:gultig|rechtzeitig)|encore (?:valable|bon)|todavia (?:valid[oa]|a tiempo)|sigue (?:valid[oa]|vigente))\b"),
        ("leap", r"\bleap year\b|\bschaltjahr\b|\b(?:annee )?bissextile\b|\bbisiesto\b"),
        ("left", r"\b(?:how (?:many|long|much)|wie ?viele?|wie lange|combien|cuant\w*)\b[^?]*\b(?:left|remain\w*|to go|until|till|from (?:today|now)|away|to wait|ago|since then|noch|her|vergangen|ubrig|bis dahin|ab heute|reste\w*|restent|d'ici|(?:a partir|a compter) d[e'] ?(?:aujourd'hui|maintenant)|(?:von|seit) heute|(?:desde|a partir de) (?:hoy|ahora)|quedan?|faltan?|hasta|hace)\b|\b(?:il y a combien|depuis combien|hace cuant\w+|ca fait combien|seit wie viel\w*)\b"),
        ("weekday", r"\b(?:week ?day|day of the week|wochentag|jour de la semaine|dia de la semana|(?:what|which) day (?:is|was|will|of)|welcher tag|quel jour|que dia|in der woche)\b"),
        ("week", r"\b(?:which|what|in welche\w*|welche\w*|quelle|que|en que) (?:calendar |iso )?(?:week|kalenderwoche|kw|semaine|semana)\b|\bweek number\b"),
    )
)  # fmt: skip
TEXTS_OF_DAY = {
    "en": {"leap": "**{yes}**: {year_of} is {no_or_a} leap year.", "verdict": "**{yes}**: it is a {weekday}.", "week": "It is in **week {week}** of {year}.", "ahead": "From today that is **{days}** away.",
           "gone": "That was **{days}** ago.", "past": "**{yes}**: it was {days} ago.", "coming": "**{yes}**: it is {days} from today.", "weekday": "It is a **{weekday}**."},
    "de": {"leap": "**{yes}**: {year_of}.", "verdict": "**{yes}**: Das ist ein {weekday}.", "week": "Das ist in **Kalenderwoche {week}** {year}.", "ahead": "Von heute an sind es **{days}**.",
           "gone": "Das war vor **{days}**.", "past": "**{yes}**: Das war vor {days}.", "coming": "**{yes}**: Bis dahin sind es {days}.", "weekday": "Es ist ein **{weekday}**."},
    "fr": {"leap": "**{yes}** ({year_of}).", "verdict": "**{yes}** : c'est un {weekday}.", "week": "C'est dans la **semaine {week}** de {year}.", "ahead": "À partir d'aujourd'hui, il reste **{days}**.",
           "gone": "C'était il y a **{days}**.", "past": "**{yes}** : c'était il y a {days}.", "coming": "**{yes}** : il reste {days}.", "weekday": "C'est un **{weekday}**."},
    "es": {"leap": "**{yes}** ({year_of}).", "verdict": "**{yes}**: es {weekday}.", "week": "Está en la **semana {week}** de {year}.", "ahead": "Desde hoy faltan **{days}**.",
           "gone": "Fue hace **{days}**.", "past": "**{yes}**: fue hace {days}.", "coming": "**{yes}**: faltan {days}.", "weekday": "Es **{weekday}**."},
}  # fmt: skip
AnswerOf = Callable[[dict[str, Any]], dict[str, Any]]
YES_AND_NO = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No")}
DAYS_AWAY = {"de": ("Tag", "Tage"), "fr": ("jour", "jours"), "es": ("día", "días")}
UNIT_AWAY = re.compile(
    r"\b(?:how (?:many|much)|wie ?viele?|combien de|cuant[oa]s)(?: (?:full|whole|more|volle|ganze|mas))? (?:(?P<week>weeks?|wochen?|semaines?|semanas?)|(?P<month>months?|monate?|mois|mes(?:es)?)|(?P<year>years?|jahre?|an(?:nee)?s?|anos?))\b",
    re.IGNORECASE,
)
NAMES_AWAY = {
    "en": {"week": ("week", "weeks"), "month": ("month", "months"), "year": ("year", "years"), "day": ("day", "days"), "and": ("and", "and")},
    "de": {"week": ("Woche", "Wochen"), "month": ("Monat", "Monate"), "year": ("Jahr", "Jahre"), "day": ("Tag", "Tage"), "and": ("und", "und")},
    "fr": {"week": ("semaine", "semaines"), "month": ("mois", "mois"), "year": ("an", "ans"), "day": ("jour", "jours"), "and": ("et", "et")},
    "es": {"week": ("semana", "semanas"), "month": ("mes", "meses"), "year": ("año", "años"), "day": ("día", "días"), "and": ("y", "y")},
}  # fmt: skip


class Further(NamedTuple):
    """A further question of a message: where what joins it begins, where it stands, and its folded text."""

    joint: int
    start: int
    end: int
    text: str


def with_further_questions(payload: dict[str, Any], whole: dict[str, Any], answer_of: AnswerOf) -> dict[str, Any]:
    """Return an answer with those to further questions about its day; the words of one without an answer count as not used."""
    text = clean(payload.get("text", ""), " ")
    output = whole.get("output") or {}
    if (
        {"further", "apart", "expires", "due", "change"} & set(output)
        or len(text) > LONGEST
        or output.get("kind") == "comparison"
    ):
        return whole
    language, today = spoken_language(text, payload), present(payload.get("now"))
    parts = [part for part in further_parts(text) if not names_own_time(part, language, today)]
    head = before_question(payload, text, parts)
    made = answer_of(head) if head else whole
    if head and (not has_day(made) or made.get("general")):
        made = whole
    if made["status"] != "SUCCESS" or not made.get("output"):
        return made
    parts = [part for part in parts if made["output"]["kind"] != "time" or name_of(part) == "weekday"]
    if not head and (both := both_answers(payload, text, made, answer_of)) is not None:
        return both
    said, left, used = [], [], made["used"]
    for part in parts:
        sentence = about_day(part, made, today.date(), language)
        if sentence is None and is_covered(part, made["output"]["kind"]):
            continue
        if sentence is None:
            left += (
                []
                if ASKS_WHAT.match(part.text)
                else [NOT_DONE[language].replace("{}", text[part.start : part.end].strip(" ?!.,;"))]
            )
            used = merged([*without_place(used, part.start, part.end), [part.joint, part.start]], len(text))
        else:
            said += [sentence] if sentence else []
            mark = part.text.find("?")
            end = part.start + mark + 1 if mark >= 0 else part.end  # what is told behind it was not read
            used = merged([*used, [part.joint, end]], len(text))
    said += [] if parts else rest_of_period(text, made, today.date(), language)
    notice = [" ".join(left)] if left else []
    answer = "\n\n".join([*notice, made["answer"], *dict.fromkeys(said)])
    used = without_untold_counts(text, made["output"]["kind"], answer, used)
    definite = made.get("definite", False) or (bool(said) and not left and is_judged(parts, made))
    return {**made, "answer": answer, "used": used, "definite": definite}


COUNT_WANTED = re.compile(
    r"\b(?:how many|wie ?viele|combien d[e']|cuant[oa]s) ?(?:more |full |whole |calendar |volle |ganze |working |business )?(?:days|weeks|months|years|hours|minutes|nights|tage|wochen|monate|jahre|stunden|minuten|nachte|jours|semaines|mois|ans|annees|heures|dias|semanas|meses|anos|horas|minutos)\b",
    re.IGNORECASE,
)
COUNT_OF_UNITS = re.compile(
    r"\d (?:(?:working|full|more) )?(?:days?|weeks?|months?|years?|hours?|h\b|min|nights?|Tage?n?|Wochen?|Monate?|Jahre?|Stunden?|Arbeitstage|jours?|semaines?|mois|ans?|heures?|d[ií]as?|semanas?|mes(?:es)?|años?|horas?)"
)
SPAN_ADDED = re.compile(  # what a day is so far from: "2 years after Monday, 3 March 2025"
    r"\d[\d,]* [a-z]+(?: [a-z]+)?(?:(?:, | and )\d[\d,]* [a-z]+)*,? (?:after|before|that begin|whose)\b", re.IGNORECASE
)
KINDS_OF_DAYS = ("date", "weekday", "dates")


def without_untold_counts(text: str, kind: str, answer: str, used: list[list[int]]) -> list[list[int]]:
    """Return spans without the question for a number of days where an answer tells days and no such number."""
    flat = fold(text)
    if kind not in KINDS_OF_DAYS or COUNT_OF_UNITS.search(SPAN_ADDED.sub(" ", answer)):
        return used
    for one in COUNT_WANTED.finditer(flat):
        used = without_place(used, *one.span())
    return used


def is_judged(parts: list[Further], made: dict[str, Any]) -> bool:
    """Return whether a question is answered whether a told day is past or still to come: the rest of the message is a story."""
    return not made.get("general", False) and any(name_of(part) in ("past", "valid") for part in parts)


REST_ASKED_ALONE = re.compile(  # "valid 10 years, how many days until it runs out", and no day is asked for
    r"\b(?:how (?:many|long|much)|wie ?viele?|wie lange|combien|cuant\w*)\b[^?]*\b(?:left|remain\w*|to go|until|till|still|valid|noch|gultig|reste\w*|encore|quedan?|faltan?|hasta|valid[oa])\b",
    re.IGNORECASE,
)
ASKS_DAY = re.compile(
    r"\b(?:when|what|which|wann|welche\w*|was (?:ist|fur)|quand|quel\w*|cuando|cual|que (?:dia|fecha))\b", re.IGNORECASE
)


def rest_of_period(text: str, made: dict[str, Any], today: date, language: str) -> list[str]:
    """Return how far the day is on which a period ends where a message asks only for that; [] for other messages."""
    flat, output = fold(text), made["output"]
    if output["kind"] != "date" or "from" not in output or ASKS_DAY.search(flat) or not REST_ASKED_ALONE.search(flat):
        return []
    sentence = about_day(Further(0, 0, len(flat), flat), made, today, language)
    return [sentence] if sentence else []


NOT_DONE = {
    "en": "I cannot do this part: “{}”.",
    "de": "Diesen Teil kann ich nicht: „{}“.",
    "fr": "Je ne peux pas faire ceci : « {} ».",
    "es": "No puedo hacer esto: “{}”.",
}


def both_answers(
    payload: dict[str, Any], text: str, whole: dict[str, Any], answer_of: AnswerOf
) -> dict[str, Any] | None:
    """Return the answer to a first question before one of a second that has its own day or time; None where there is one answer."""
    joint = next(iter(further_parts(text)), None)
    if joint is None or whole.get("general") or BIRTHDAYS.search(joint.text):
        return None
    first = answer_of({**payload, "text": text[: joint.joint]})
    kinds = [one["output"]["kind"] if one.get("output") else "" for one in (first, whole)]
    if first["status"] != "SUCCESS" or first.get("general") or kinds[0] == kinds[1] or "weekday" in kinds:
        return None
    return {
        **whole,
        "answer": f"{first['answer']}\n\n{whole['answer']}",
        "used": merged([*first["used"], *whole["used"]], len(text)),
    }


COVERED_ASKED = (  # what is asked again, and the kinds of answers that say it
    (re.compile(r"\bhow (?:old|long|far|often)\b|\bhow (?:many|much) (?:\w+ )?(?:days|weeks|months|years|hours|minutes|nights|times?|seconds)\b|\b(?:wie (?:lange|alt|oft)|wie ?viele? (?:\w+ )?(?:tage|wochen|stunden|jahre|nachte)|combien de (?:temps|jours|nuits|fois|semaines|heures)|cuant[oa]s (?:dias|horas|noches|semanas|veces))\b", re.IGNORECASE),
     ("difference", "duration", "business_days", "count", "repeats", "age", "span", "days_in_month", "comparison")),
    (re.compile(r"\bhow many (?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bwie ?viele (?:montage|dienstage|mittwoche|donnerstage|freitage|samstage|sonntage)\b", re.IGNORECASE), ("count",)),
    (re.compile(r"\b(?:on which (?:does|do|will|did|is)|when|what (?:date|day|time)|which (?:date|day)|wann|um wie ?viel|welcher tag|welches datum|quand|quelle (?:date|heure)|quel jour|cuando|que (?:fecha|dia|hora))\b", re.IGNORECASE),
     ("date", "clock", "moment", "dates", "weekday")),
    (re.compile(r"\bnext (?:one|leap year)\b|\bnachste\b|\bprochaine?\b|\bproxim[oa]\b", re.IGNORECASE), ("leap_year",)),
)  # fmt: skip


ASKS_WHAT = re.compile(
    r"(?:(?:on|in|at|for|by|an|en|a|de|zu) )?(?:what\w*|which|when\w*|who\w*|where|why|how|wann|wie|wo|wer|warum|was|welche\w*|combien|quel\w*|quand|qui|ou|pourquoi|cuant\w*|que|cual\w*|cuando|quien|donde)\b",
    re.IGNORECASE,
)
LEAST_WORDS = 4  # of a question with a question word: "which one", "which months" ask for what was said


def is_covered(part: Further, kind: str) -> bool:
    """Return whether a question asks again for what an answer of a kind says."""
    if ASKS_WHAT.match(part.text) and len(part.text.split()) < LEAST_WORDS:
        return True
    return any(pattern.search(part.text) and kind in kinds for pattern, kinds in COVERED_ASKED)


def before_question(payload: dict[str, Any], text: str, parts: list[Further]) -> dict[str, Any]:
    """Return a message up to its first further question about a day; an empty one where there is no such question."""
    language = spoken_language(text, payload)
    first = next((part for part in parts if name_of(part) or weekday_asked(part.text, language) is not None), None)
    return {**payload, "text": text[: first.joint]} if first else {}


def name_of(part: Further) -> str:
    """Return what a further question asks of a day, "" for something else."""
    if WORKDAYS_OF_THEM.search(part.text):
        return "workdays"
    if HOW_MANY_OF.search(part.text) and not ASKED_OF_DAY_LEFT.search(part.text):
        return ""
    return next((name for name, pattern in ASKED_OF_DAY if pattern.search(part.text)), "")


WORKDAYS_OF_THEM = re.compile(  # "how many of them are mon-fri"
    r"\b(?:how many|wie ?viele?|combien|cuant[oa]s) (?:(?:of|davon|von|d'entre|de) ?(?:them|these|those|that|denen|eux|ellos)?|davon) ?[^?.!]{0,20}?"
    r"\b(?:mon(?:day)?s?(?: ?[-–] ?| to | through | until )fri(?:day)?s?|mo ?[-–] ?fr|montag bis freitag|week ?days|(?:working|business|school|work) ?days|werktage|arbeitstage|jours ouvr\w+|dias (?:laborables|habiles))\b",
    re.IGNORECASE,
)
WORKDAYS_TEXTS = {
    "en": "**{count}** of them are Monday to Friday.",
    "de": "**{count}** davon sind Montag bis Freitag.",
    "fr": "**{count}** d'entre eux vont du lundi au vendredi.",
    "es": "**{count}** de ellos son de lunes a viernes.",
}


def workdays_between(made: dict[str, Any], language: str) -> str | None:
    """Return how many days of a counted time are Monday to Friday; None for an answer that counted none."""
    output = made["output"]
    if output["kind"] != "difference" or not {"from", "to", "days"} <= set(output):
        return None
    first, last = sorted(date.fromisoformat(str(output[name])) for name in ("from", "to"))
    steps = range((last - first).days, (last - first).days - int(output["days"]), -1)  # the last day counts in any case
    count = sum((first + timedelta(days=step)).weekday() < SATURDAY for step in steps)
    return fill_in(WORKDAYS_TEXTS[language], count=count)


SATURDAY = 5


def about_span(part: Further, made: dict[str, Any], name: str, language: str) -> str | None:
    """Return the answer about days of a time that was counted: its working days, the weekday of a month's edge; None for others."""
    if name == "workdays":
        return workdays_between(made, language)
    edge = edge_of_month(part, made["output"])
    if edge is None or name != "weekday":
        return None
    return f"**{shown(edge) if language == 'en' else day_in(edge.isoformat(), language)}**."


HOW_MANY_OF = re.compile(r"\b(?:how many|how much|wie ?viele?|combien|cuant[oa]s?)\b", re.IGNORECASE)
ASKED_OF_DAY_LEFT = next(pattern for name, pattern in ASKED_OF_DAY if name == "left")


def day_of_answer(made: dict[str, Any]) -> date | None:
    """Return the day that an answer is about; None for an answer about no day, or about several."""
    output = made.get("output") or {}
    if output.get("kind") == "time":
        return date.fromisoformat(output["to"][0]["time"][:10]) if len(output["to"]) == 1 else None
    told = str(
        output.get("date") or output.get("born") or (output.get("to") if output.get("kind") == "difference" else "")
    )
    return date.fromisoformat(told) if re.fullmatch(r"\d{4}-\d\d-\d\d", told) else None


EDGE_FIRST = re.compile(
    r"\b(?:first|1st|begins?|starts?|erste[nrsm]?|beginnt|fangt|premiere?|commence|primer[oa]?|empieza|comienza)\b",
    re.IGNORECASE,
)
EDGE_LAST = re.compile(
    r"\b(?:last|ends?|letzte[nrsm]?|endet|derniere?|finit|termine|ultim[oa]|termina|acaba)\b", re.IGNORECASE
)


def edge_of_month(part: Further, output: dict[str, Any]) -> date | None:
    """Return the first or last day of a month whose days were counted where a further question is about it; else None."""
    if output["kind"] != "days_in_month":
        return None
    is_first, is_last = EDGE_FIRST.search(part.text), EDGE_LAST.search(part.text)
    if (is_first is None) is (is_last is None):
        return None
    return date(output["year"], output["month"], 1 if is_first else output["days"])


def has_day(made: dict[str, Any]) -> bool:
    """Return whether a further question may be about a day of an answer: its own, or the edge of its month."""
    return (made.get("output") or {}).get("kind") in ("days_in_month", "difference") or day_of_answer(made) is not None


def further_parts(text: str) -> list[Further]:
    """Return the questions of a message behind its first one."""
    flat = fold(text)
    joints = [
        match
        for match in FURTHER.finditer(flat)
        if match.group().rstrip(" ¿¡").endswith(")")
        or ASKED_BEFORE.search(flat, 0, match.start() + 1)
        or tells_of_day(flat, match.end())
    ]
    ends = [match.start() for match in joints[1:]] + [len(flat)] * bool(joints)
    return [
        Further(match.start(), match.end(), end, flat[match.end() : end])
        for match, end in zip(joints, ends, strict=True)
    ]


BIRTHDAYS = re.compile(r"\b(?:birthdays?|geburtstag|anniversaire|cumpleanos)\b", re.IGNORECASE)
OWN_MATTER = re.compile(rf"\d|{BIRTHDAYS.pattern}", re.IGNORECASE)


def tells_of_day(flat: str, start: int) -> bool:
    """Return whether the question at a place asks of a day that a statement gives: "30 days from 5 May, is it still valid?"."""
    return (
        VERDICT_WANTED.match(flat, start) is not None and name_of(Further(start, start, len(flat), flat[start:])) != ""
    )


VERDICT_WANTED = re.compile(
    r"(?:is|was|will|ist|war|est-ce|es|sigue|has|hat) (?:that|this|it|the \w+|das|es|eso|ya|still|noch|\w+)\b[^?]{0,40}\?"
    r"|(?:still|overdue|too late|noch|schon|encore|deja|todavia|ya) (?:[a-z]+ ){0,2}[a-z]+ ?\?",
    re.IGNORECASE,
)


def names_own_time(part: Further, language: str, now: datetime) -> bool:
    """Return whether a question has a day, a duration or a time of its own, which the answer may be about."""
    try:
        asked = read(rewritten(part.text, language).text, now)
    except (CannotError, OverflowError, ValueError):
        return True
    if weekday_asked(part.text, language) is not None and not re.search(r"\d", part.text):
        return False
    days = [one for one in asked.dates if one.day != now.date()]
    return bool(days or asked.durations or CLOCK.search(asked.text) or OWN_MATTER.search(asked.text))


LANDS_ON = re.compile(  # "does it land on a friday?"
    r"\b(?:(?:does|will|would|did|is|was) (?:that|it|this)\b[^?.!]{0,20}?|(?:ist|fallt) (?:das|es|er)(?: (?:auf|an))?|(?:ca|cela) tombe|est-ce|cae(?: en)?|es)(?: (?:on|auf|an|en|a|an|the|einen?|ein|einem|un|le|el|fall|falls|land|be)){0,4} (?P<day>[a-z]+)s?(?= ?(?:[?.!]|\Z))",
    re.IGNORECASE,
)


def weekday_asked(flat: str, language: str) -> int | None:
    """Return the weekday that a question names, None for other questions."""
    match = LANDS_ON.search(flat)
    names = [fold(name).lower() for name in ([*calendar.day_name] if language == "en" else NAMES_OF_DAYS[language])]
    return names.index(match["day"].lower()) if match and match["day"].lower() in names else None


def about_day(part: Further, made: dict[str, Any], today: date, language: str) -> str | None:
    """Return the answer to a further question about the day of an answer, "" where it is said already, None for another question."""
    is_whole = part.end > part.start == 0
    name = "left" if is_whole and REST_ASKED_ALONE.search(part.text) else name_of(part)
    if (own := about_span(part, made, name, language)) is not None:
        return own
    kind = made["output"]["kind"]
    day = edge_of_month(part, made["output"]) or day_of_answer(made)
    wanted = weekday_asked(part.text, language) if not name else None
    if wanted is not None and day is not None:
        names = [*calendar.day_name] if language == "en" else NAMES_OF_DAYS[language]
        yes = YES_AND_NO[language][wanted != day.weekday()]
        return fill_in(TEXTS_OF_DAY[language]["verdict"], yes=yes, weekday=names[day.weekday()])
    if not name:
        return None
    if (name == "left" and (kind == "difference" or "apart" in made["output"])) or (name == "week" and kind == "week"):
        return ""
    if kind == "weekday" and name in ("weekend", "workday", "weekday"):
        return ""
    if day is None:
        return None
    weekday = shown(day).partition(",")[0] if language == "en" else NAMES_OF_DAYS[language][day.weekday()]
    if name == "weekday" and kind != "difference" and weekday.lower() in made["answer"].lower():
        return ""
    return sentence_of(name, day, (day - today).days, weekday, language, away_told(part, day, today, language))


def away_told(part: Further, day: date, today: date, language: str) -> str:
    """Return how far a day is in the weeks, months or years that a question asks for; "" where it names none of them."""
    unit = UNIT_AWAY.search(part.text)
    days = (day - today).days
    if unit is None or days < 0:
        return ""
    years, months, rest = parts(today, day)
    counted = {
        "week": (("week", days // 7), ("day", days % 7)),
        "month": (("month", years * 12 + months), ("day", rest)),
        "year": (("year", years), ("month", months), ("day", rest)),
    }[str(unit.lastgroup)]
    names = NAMES_AWAY[language]
    told = [f"{count} {names[name][count != 1]}" for name, count in counted if count] or [f"0 {names['day'][1]}"]
    return f" {names['and'][0]} ".join([", ".join(told[:-1]), told[-1]] if len(told) > 1 else told)


def sentence_of(name: str, day: date, ahead: int, weekday: str, language: str, away: str = "") -> str:
    """Return the sentence about one day: its weekday, its week, how far it is (``away``), or whether it is past."""
    texts, (yes, no) = TEXTS_OF_DAY[language], YES_AND_NO[language]
    count = abs(ahead)
    one, many = DAYS_AWAY.get(language, ("day", "days"))
    days = plural(count, "day") if language == "en" else f"{count} {one if count == 1 else many}"
    days = days + "n" if language == "de" and count != 1 and ahead < 0 else days
    year, week, _ = day.isocalendar()
    if name in ("weekend", "workday"):
        is_so = (day.weekday() >= 5) is (name == "weekend")
        return fill_in(texts["verdict"], yes=yes if is_so else no, weekday=weekday)
    if name == "left":
        return fill_in(texts["ahead" if ahead >= 0 else "gone"], days=away or days)
    if name == "leap":
        is_leap = calendar.isleap(day.year)
        return fill_in(texts["leap"], yes=yes if is_leap else no, year_of=day.year, no_or_a="a" if is_leap else "no")
    if name in ("past", "valid"):
        is_so = (ahead < 0) is (name == "past")
        return fill_in(texts["past" if ahead < 0 else "coming"], yes=yes if is_so else no, days=days)
    return fill_in(texts[name], weekday=weekday, week=week, year=year)


def without_place(spans: list[list[int]], start: int, end: int) -> list[list[int]]:
    """Return spans without what of them is in one place."""
    kept = []
    for first, last in spans:
        kept += [one for one in ([first, min(last, start)], [max(first, end), last]) if one[0] < one[1]]
    return kept
