"""The sum of a column with one step behind it: split between some, for a year of weeks, plus or minus a percentage."""

from config.builtins.csv_statistics.columns import FoundText, compile_caseless, rounded
from config.builtins.csv_statistics.figure_asks import ALL_SUMMED, MEAN, lone_measure
from config.builtins.csv_statistics.query import Query, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.sentences import shown
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import SMALL_NUMBERS, blanked, cell, decimal_of, fill_in

STEP_NUMBER = r"(?:\d{1,6}(?:[.,]\d{1,4})?|two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|funf|sechs|deux|trois|quatre|cinq|six|dos|tres|cuatro|cinco|seis)"
PERIOD_WORD = r"(?P<{}>day|week|month|year|tag|woche|monat|jahr|jour|semaine|mois|an|annee|dia|semana|mes|ano)"
PER_PERIOD = r"(?:an?|per|each|every|pro|je|am|im|in der|par|al|a la|por|cada)"
PERIOD_NAMES = {"day": "day", "tag": "day", "jour": "day", "dia": "day", "week": "week", "woche": "week", "semaine": "week", "semana": "week",
           "month": "month", "monat": "month", "mois": "month", "mes": "month", "year": "year", "jahr": "year", "an": "year", "annee": "year", "ano": "year"}  # fmt: skip
TIMES_OF_PERIODS = {("week", "year"): 52, ("month", "year"): 12, ("day", "week"): 7, ("day", "year"): 365}
HOW_MUCH_PAID = compile_caseless(
    rf"\b(?:how much (?:(?:do|did|does|have|has|will|would|is) )?(?:i|we|they|he|she|you|it|that|everyone) ?(?:all )?(?:pay|paid|spend|spent|earn\w*|get|got|owe\w*|cost|make|made|use\w*|need\w*|take|took)?(?: (?:out|in|for))?(?: (?:{PER_PERIOD}) {PERIOD_WORD.format('told')}\b)?"
    rf"|(?:what|how much) (?:do|does|did|will) (?:it|that|they|these|this)(?: all)? (?:come to|cost|make|add up to)|wie ?viel (?:zahle|zahlen|bezahle|verdiene|brauche|gebe) (?:ich|wir)(?: (?:{PER_PERIOD}) {PERIOD_WORD.format('told_de')})?(?: aus)?|combien (?:je|on|nous) (?:paie|paye|depense\w*|gagne)(?: (?:{PER_PERIOD}) {PERIOD_WORD.format('told_fr')})?|cuanto (?:pago|gasto|gano|pagamos|gastamos)(?: (?:{PER_PERIOD}) {PERIOD_WORD.format('told_es')})?)\b"
)
DIVIDED = compile_caseless(
    rf"\b(?:(?:split|share[ds]?|divided?|dividing) (?:it |that |this |equally |evenly )*(?:between|among|amongst|by|into|across) (?:the |us )?(?P<n>{STEP_NUMBER})(?: (?:of us|people|persons|ways?|friends|kids|children|parts))?|(?:(?:split|shared?|divided?) (?:it |that |this |equally |evenly )*)?(?P<ways>{STEP_NUMBER}) ways"
    rf"|(?:geteilt )?(?:durch|auf|unter) (?P<de>{STEP_NUMBER})(?: (?:personen|leute|leuten|teile|freunde\w*))?(?: (?:geteilt|aufgeteilt|teilen|aufteilen))?|(?:divise|partage|reparti)[esr]* (?:par|entre|en) (?P<fr>{STEP_NUMBER})(?: (?:personnes|amis|parts))?|(?:dividid[oa]|dividir|repartid[oa]|divide\w*) (?:entre|por|en) (?P<es>{STEP_NUMBER})(?: (?:personas|amigos|partes))?)(?![\w%])"
)
PERCENT_STEP = compile_caseless(
    r"\b(?:(?P<plus>plus|with|add(?:ing)?|and|mit|zuzuglich|zzgl\.?|avec|mas|con)|(?P<minus>minus|less|abzuglich|ohne|moins|menos)) (?:the |an? |die |la |le |el )?(?P<n>\d{1,3}(?:[.,]\d{1,3})?) ?(?:%|percent|prozent|pour ?cent|por ciento)(?: (?:of )?(?P<what>off|vat|tax|tip|gst|discount|service(?: charge)?|rabatt|mwst\.?|ust\.?|steuer|trinkgeld|skonto|tva|remise|pourboire|iva|descuento|propina))?(?: (?:on top|added|extra|dazu|drauf|en plus))?"
)
REDUCING_PERCENT = compile_caseless(r"off|discount|rabatt|skonto|remise|descuento")
OVER_PERIODS = compile_caseless(
    rf"\b(?:(?:in|over|for|across|uber|fur|im|en|sur|pour|durante|al)(?: (?:an?|one|the|whole|full|ganze[sn]?|ein(?:em)?|un|une|el|todo))* {PERIOD_WORD.format('whole')}\b(?: ?\((?:of |with |= ?|mit |de )?(?P<n>\d{{1,3}}) (?:days|weeks|months|tage[n]?|wochen|monate[n]?|jours|semaines|mois|dias|semanas|meses)\))?"
    r"|(?:in|over|for|uber|fur|en|sur|pour|durante)(?: (?:all|the|die|les|las|los))* (?P<k>\d{1,3}) (?:days|weeks|months|years|tage[n]?|wochen|monate[n]?|jahre[n]?|jours|semaines|mois|ans|dias|semanas|meses|anos))(?!\w)"
)
STEP_FILLERS = compile_caseless(
    r"\b(?:and|then|so|also|what(?:'?s| is| would)?|how much(?: is| would| does)?|that|this|it|they|these|be|come to|is|make|altogether|in total|total|sum|each|per person|per head|apiece|everyone|please|pls|me|give|tell|up|of|the|all|add|und|dann|was|ist|das|macht|wie ?viel|jede[rn]?|zusammen|et|puis|ca|cela|fait|font|combien|chacun|au total|y|luego|cuanto|es|seria|cada uno|en total)\b"
)
STEPPED_SUM_TEXTS = {
    "en": ("The sum of {column} is **{sum}**.", "times {n}, that is **{value}**.", "divided by {n}, that is **{value}** each.", "plus {n} %, that is **{value}**.", "minus {n} %, that is **{value}**."),
    "de": ("Summe von {column}: **{sum}**.", "Mal {n} sind das **{value}**.", "Geteilt durch {n} sind das je **{value}**.", "Plus {n} % sind das **{value}**.", "Minus {n} % sind das **{value}**."),
    "fr": ("Somme de {column} : **{sum}**.", "Fois {n}, cela fait **{value}**.", "Divisé par {n}, cela fait **{value}** chacun.", "Plus {n} %, cela fait **{value}**.", "Moins {n} %, cela fait **{value}**."),
    "es": ("Suma de {column}: **{sum}**.", "Por {n} son **{value}**.", "Entre {n} son **{value}** cada uno.", "Más {n} % son **{value}**.", "Menos {n} % son **{value}**."),
}  # fmt: skip


def stepped_sum(table: Table, query: Query) -> Repeated | None:
    """Return the sum of the only measure with the one step that a question takes with it; None for other questions."""
    text = table.folded
    paid = HOW_MUCH_PAID.search(text)
    if (paid is None and ALL_SUMMED.search(text) is None) or MEAN.search(text):
        return None
    steps = [
        one
        for one in (divided_step(text, query), percent_step(text, query), periods_step(text, paid))
        if one is not None
    ]
    if len(steps) > 1 or (not steps and (paid is None or query.operations or query.degrees)):
        return None
    rest = table.question  # "over 6 months" is no condition of rows
    for one in steps:
        rest = blanked(rest, *one[3])
    plain = query_of(rest, table.columns, query.language)
    if plain.filters or plain.group >= 0:
        return None
    spans = [list(one.span()) for one in (*STEP_FILLERS.finditer(text), *ALL_SUMMED.finditer(text))]
    spans += [list(paid.span())] if paid is not None else []
    spans += [list(steps[0][3])] if steps else []
    place, values = lone_measure(table, spans)
    if place < 0 or not values or not leaves_nothing(table, spans):
        return None
    said, whole, column = STEPPED_SUM_TEXTS[query.language], sum(values), cell(table.columns[place].name)
    told = fill_in(said[0], column=column, sum=shown(rounded(whole), query.language))
    for kind, number, factor, _ in steps:
        value = shown(rounded(whole * factor), query.language)
        step = fill_in(said[kind], n=shown(rounded(number), query.language), value=value)
        told = f"{told} {step[:1].upper()}{step[1:]}"
    return Repeated(told, spans)


SumStep = tuple[int, float, float, tuple[int, int]]  # the sentence, the number told, the factor, the place


def divided_step(text: str, query: Query) -> SumStep | None:
    """Return the step that splits a sum between some; None for none."""
    match = DIVIDED.search(text)
    if match is None:
        return None
    word = next(one for one in match.groupdict().values() if one)
    number = SMALL_NUMBERS[query.language].get(word.lower(), word)
    value = float(decimal_of(str(number), query.language)) if str(number)[:1].isdigit() else 0
    return (2, value, 1 / value, match.span()) if value else None


def percent_step(text: str, query: Query) -> SumStep | None:
    """Return the step that adds or takes off a percentage; None for none."""
    match = PERCENT_STEP.search(text)
    if match is None:
        return None
    number = float(decimal_of(match["n"], query.language))
    falls = match["minus"] is not None or REDUCING_PERCENT.fullmatch(match["what"] or "") is not None
    return 4 if falls else 3, number, 1 - number / 100 if falls else 1 + number / 100, match.span()


def periods_step(text: str, paid: FoundText | None) -> SumStep | None:
    """Return the step from one period to several of it, "a week" to "in a year (52 weeks)"; None where their number is not known."""
    told = next((one for one in (paid.groupdict().values() if paid is not None else ()) if one), "")
    for match in OVER_PERIODS.finditer(text, paid.end() if paid is not None else 0):
        number = int(match["n"] or match["k"] or 0)
        if not number and told and match["whole"]:
            number = TIMES_OF_PERIODS.get((PERIOD_NAMES[told.lower()], PERIOD_NAMES[match["whole"].lower()]), 0)
        if number > 1:
            return 1, float(number), float(number), match.span()
    return None
