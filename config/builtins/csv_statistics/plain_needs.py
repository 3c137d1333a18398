"""Needs of a table in everyday words: "100 pts from both tests together", "on Fridays only", "over 140" of the one column that fits."""

import re
from itertools import pairwise

from config.builtins.csv_statistics.columns import FoundText, compile_caseless, is_date, measured_places, rounded
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.row_measures import asked_only
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import shown
from config.builtins.wording import Mapped, cell, fill_in, flattened, fold

CALENDAR = """monday montag lundi lunes; tuesday dienstag mardi martes; wednesday mittwoch mercredi miercoles; thursday donnerstag jeudi jueves; friday freitag vendredi viernes;
saturday samstag sonnabend samedi sabado; sunday sonntag dimanche domingo; january januar janvier enero; february februar fevrier febrero; march marz mars marzo; april avril abril; may mai mayo;
june juni juin junio; july juli juillet julio; august aout agosto; september septembre septiembre; october oktober octobre octubre; november novembre noviembre; december dezember decembre diciembre"""
CALENDAR_ROWS = [row.split() for row in CALENDAR.split(";")]
NEEDED_TOGETHER = compile_caseless(
    r"\b(?:you |they |one |we |man |on )?(?:needs?|needed|must have|ha(?:s|ve) to (?:get|reach)|requires?|braucht|faut|hacen falta|necesita) (?:at least |mindestens |au moins |al menos )?(?P<n>\d[\d.,]*) ?(?:pts|points?|punkte?|puntos?|marks)? ?(?:from|in|over|on|with|aus|in|sur|dans|en|entre)? ?(?:the )?(?:both|two|all|beiden?|les deux|ambos|ambas)(?: the)?(?: [^\W\d_]+)? (?:together|combined|in total|added up|zusammen|ensemble|en tout|juntos|juntas|en total)[ ?.!]*"
)
PASSED = compile_caseless(r"\b(?:who (?:has |have )?(?:passed|made it|got (?:in|through))|wer hat (?:bestanden|es geschafft)|qui a r[ée]ussi|qui[ée]n(?:es)? (?:ha|han) aprobado)\b[?.!,]*")  # fmt: skip
TITLE_AHEAD = re.compile(r"\A[^\n?:,]{3,60}\n(?=[^\n]*,)")
HOW_OFTEN = r"\b(?:how often|how many (?:times|days)|wie oft|an wie ?vielen tagen|combien de fois|cu[áa]ntas veces)(?: (?:was|were|have|had|did|is|are|i|we|it|been|gone|went|war|ich|wir|lag|fue|estuve|ai-je|avons-nous|été|j'étais|étais-je|go|get))* "
LONE_BOUND = compile_caseless(
    rf"{HOW_OFTEN}(?P<said>(?:over|above|more than|under|below|less than|über|unter|plus de|au-dessus de|moins de|m[áa]s de|por encima de|menos de) (?P<n>\d+(?:\.\d+)?))(?![\d.,]*\d| ?[^\W\d_])"
)
COUNTS_NAMED = r"(?:n|counts?|number|seen|anzahl|zahl|nombre|numero)"
MANY_OF = r"(?:\b(?:how many|number of|wie ?viele|anzahl|combien d[e'] ?|cu[áa]nt[oa]s) (?P<noun>NOUN)(?:e?s|n|en)?|\b(?P<one>NOUN)s? counts?)(?! (?:have|has|with|over|haben|mit|ont|avec|tienen|con|kinds?|types?|species|rows?|lines?|entries|arten|zeilen|especes|tipos))(?!\w)"
OPEN_FROM = compile_caseless(
    r"\bhow much (?P<what>[^\W\d_]+) is (?:still |not yet )?(?:open|unpaid|outstanding|due|owed|missing|paid),? (?:and )?(?:from|by) whom?\b|\bwie ?viel (?P<de>[^\W\d_]+) ist (?:noch )?(?:offen|unbezahlt|ausstehend),? (?:und )?von wem\b"
)
SETTLED_COLUMN = compile_caseless(r"(?:paid|settled|bezahlt|paye|pagado|pagada)")
DATE_ORDER = compile_caseless(
    r"\b(?:put|bring|arrange) (?:(?:it|them|these|this|the rows) )?in(?:to)? order (?:by|of)\b"
)
BY_DATE = compile_caseless(r"\b(?:by|nach|par|por) (?:(?:the|dem|la) )?(?:date|datum|fecha)(?: (?:of|de) (?P<of>[^\W\d_]{4})[^\W\d_]*| (?:they|he|she) (?P<did>[^\W\d_]{4})[^\W\d_]*)?\b")  # fmt: skip
WHO_MORE = compile_caseless(r"\b(?P<ask>who (?:has|had|got|scored|made|earned|collected)|wer hat(?: (?:insgesamt|zusammen))?) (?:more|mehr)(?= [^\W\d_]+(?: (?:altogether|in total|overall|all together|all in all|insgesamt|zusammen))?\W*(?:\Z|\n))")  # fmt: skip
SUMMED_UP = compile_caseless(r"\b(?:altogether|in total|overall|all together|all in all|insgesamt|zusammen)\b")
SHARE_OWED = compile_caseless(
    r"\b(?:how many percent|what (?:percent|percentage|share)|how much)(?: of the (?:total|bill|whole|cost|costs))? (?:does|must|should|has) (?:each|every)(?: ?one| person| flat| of (?:them|us))? (?:owe|pay|have to pay|to pay)(?: (?:for|of) (?:the |our )?[^\W\d_]+(?: (?:bill|costs?))?)?(?: (?:by|according to) (?:use|usage|consumption))?(?= in percent|\W*(?:\Z|\n))"
)
OLDEST_FIRST = compile_caseless(r"\b(?:oldest|earliest) (?:ones? |rows? )?first\b|\b[äa]lteste zuerst\b")
AGE_NAME = compile_caseless(r"\b(?:age|alter|edad|years?|born|birth\w*|geb\w*|dob)\b")
FORMULA_TOLD = r"(?<![^.?!\n])(?![^.?!\n]*\b(?:columns?|spalte|colonne|columna)\b)[^.?!\n]*\b(?:whole|all|everything|total|altogether|cost|come to|ganze|alles|tout|total|todo)\b[^.?!\n(]*\(=? ?(?P<formula>(?:COLUMNS) (?:times|x|\*|×|mal|fois|por) (?:COLUMNS))\)"
METER_COLUMN = compile_caseless(r"reading|meter|stand|compteur|releve|lectura|contador")
USED_MOST = compile_caseless(
    r"\b(?:use[d]?|usage|consum\w*|burn\w*|verbrauch\w*|consomm\w*|gast\w*)\b[^.\n]*\b(?:worst|highest|most|biggest|hochste[nr]?|meisten|pire|le plus|peor|mas)\b"
)
USE_TEXTS = {
    "en": "{steps}. Most in **{label}** (**{most}**), **{total}** in all. Before the first reading nothing is known.",
    "de": "{steps}. Am meisten in **{label}** (**{most}**), zusammen **{total}**. Vor dem ersten Stand ist nichts bekannt.",
    "fr": "{steps}. Le plus en **{label}** (**{most}**), **{total}** en tout. Avant le premier relevé, rien n'est connu.",
    "es": "{steps}. Lo más en **{label}** (**{most}**), **{total}** en total. Antes de la primera lectura no se sabe nada.",
}
MOST_READINGS = 60
ROWS_IN_LINE = re.compile(  # "Raum,qm / Küche,14 / Bad,8"
    r"(?:(?<=: )|(?<=\n)|\A)[^\d\n/:,]{1,40}(?:,[^\d\n/:,]{1,40}){1,5}(?: / [^\n/:,]{1,40}(?:,-?\d[\d.]*){1,5}){2,}"
)


def with_rows_apart(text: str) -> str:
    """Return a message, as long as before, with the rows of a table in one line on lines of their own."""
    found = ROWS_IN_LINE.search(text)
    if found is None:
        return text
    before, behind = text[: found.start()], text[found.end() :]
    before = f"{before[:-1]}\n" if before.endswith(" ") else before
    return before + found.group().replace(" / ", " \n ") + (f"\n{behind[1:]}" if behind[:1] == " " else behind)


def with_most(match: FoundText) -> str:
    """Return a question who has more as one who has the most."""
    return f"{match['ask']} {'die meisten' if 'wer' in match['ask'].lower() else 'the most'}"


def in_plain_needs(made: Mapped, table: Table) -> Mapped:
    """Return a message with its needs in the words that are read."""
    columns, numeric = table.columns, measured_places(table.columns)
    dates = [one for one in columns if one.values() is None and one.texts and all(map(is_date, one.texts))]
    if len(dates) == 1 and not any(AGE_NAME.search(one.name) for one in columns):
        made = made.sub(OLDEST_FIRST, asked_only(table, lambda _: "from earliest to latest", made))
        name = dates[0].name

        def by_day(match: FoundText) -> str:
            stem = match["of"] or match["did"] or name
            return f"by {name}" if fold(name).lower().startswith(fold(stem).lower()) else match.group()

        if "date" not in fold(name).lower():
            made = made.sub(BY_DATE, asked_only(table, by_day, made))
        made = made.sub(DATE_ORDER, asked_only(table, lambda _: "sort by", made))
    if SUMMED_UP.search(made.text):
        made = made.sub(WHO_MORE, asked_only(table, with_most, made))
    if len(numeric) == 1 and re.search(r"percent|share", made.text, re.IGNORECASE):
        made = made.sub(SHARE_OWED, asked_only(table, lambda _: "share of each", made))
    names = [columns[at].name for at in numeric]
    if len(names) > 1 and NEEDED_TOGETHER.search(made.text):
        made = made.sub(NEEDED_TOGETHER, lambda match: f"rows where {' + '.join(names)} >= {match['n']} ").sub(
            PASSED, ""
        )
    any_name = "|".join(map(re.escape, names)) or r"(?!)"
    told = compile_caseless(FORMULA_TOLD.replace("COLUMNS", any_name))
    made = made.sub(told, asked_only(table, lambda match: f"sum of {match['formula']}", made))
    made = with_open_amount(with_bound_named(made, table, numeric), table, names)
    return with_counts_summed(with_days_as_written(made, table), table, numeric)


def with_bound_named(made: Mapped, table: Table, numeric: list[int]) -> Mapped:
    """Return a message that names the one column with values on both sides of a bound: "how often was I over 140"."""
    asked = LONE_BOUND.search(made.text)
    if asked is None or any(one.column in numeric for one in mentioned(table.folded, table.columns)):
        return made

    def of_column(match: FoundText) -> str:
        bound, fitting = float(match["n"]), [table.columns[at] for at in numeric]
        found = [one.name for one in fitting if (values := one.values()) and min(values) <= bound <= max(values)]
        sign = "<" if re.match("u|below|less|moins|menos", match["said"], re.IGNORECASE) else ">"
        return f"how many rows have {found[0]} {sign} {match['n']}" if len(found) == 1 < len(numeric) else match.group()

    title = TITLE_AHEAD.match(made.text)
    made = made.sub(LONE_BOUND, asked_only(table, of_column, made))
    return made.sub(TITLE_AHEAD, "\n") if title and asked.start() > title.end() else made


def with_open_amount(made: Mapped, table: Table, names: list[str]) -> Mapped:
    """Return a message that asks for the sum and the rows of what is not paid."""
    paid = [one.name for one in table.columns if SETTLED_COLUMN.fullmatch(fold(one.name))]

    def both(match: FoundText) -> str:
        noun = (match["what"] or match["de"]).lower()
        if len(paid) != 1 or noun not in [name.lower() for name in names]:
            return match.group()
        return f"what is the sum of {noun} where {paid[0]} is no, and which rows have {paid[0]} = no"

    return made.sub(OPEN_FROM, asked_only(table, both, made))


def with_counts_summed(made: Mapped, table: Table, numeric: list[int]) -> Mapped:
    """Return a message that adds up the one column of counts where it asks how many there are of a column of names."""
    name = table.columns[numeric[0]].name if len(numeric) == 1 else ""
    if not re.fullmatch(COUNTS_NAMED, fold(name), re.IGNORECASE):
        return made
    nouns = [re.escape(one.name) for one in table.columns if one.values() is None and len(one.name) > 2]
    asked = compile_caseless(MANY_OF.replace("NOUN", f"(?:{'|'.join(nouns) or '(?!)'})"))
    return made.sub(asked, asked_only(table, lambda _: f"sum of {name}", made))


def with_days_as_written(made: Mapped, table: Table) -> Mapped:
    """Return a message with weekdays and months as short as the cells of their column write them: "Fridays" of Fri."""
    for column in table.columns:
        texts = list(column.texts or ()) if column.values() is None else []
        rows = {text: [row for row in CALENDAR_ROWS if any(name.startswith(fold(text).lower().strip(" .")) for name in row)] for text in texts}  # fmt: skip
        if not 1 < len(texts) <= len(CALENDAR_ROWS) or not all(len(text.strip()) > 1 and rows[text] for text in texts):
            continue
        for text in texts:
            names = "|".join(
                name for row in rows[text] for name in row if name.startswith(fold(text).lower().strip(" ."))
            )
            if len(rows[text]) == 1 and fold(text).lower() not in names.split("|"):
                short = text.strip()
                made = made.sub(compile_caseless(rf"\b(?:{names})(?:s|e|en)?\b"), asked_only(table, lambda _, short=short: short, made))  # type: ignore[misc]  # fmt: skip
    return made


def meter_use(table: Table, query: Query) -> Repeated | None:
    """Return the use between the readings of a meter, and when it was most; None for other questions."""
    text, numeric = flattened(table.question).text, measured_places(table.columns)
    match = USED_MOST.search(text)
    if match is None or len(numeric) != 1 or not 2 < table.rows <= MOST_READINGS or not METER_COLUMN.search(fold(table.columns[numeric[0]].name)):  # fmt: skip
        return None
    rows = list(table.again())
    values = [cell_number(row[numeric[0]], table.columns[numeric[0]]) for row in rows]
    figures = [value for value in values if value is not None]
    steps = [after - before for before, after in pairwise(figures)]
    label = next((at for at in range(len(table.columns)) if at != numeric[0]), None)
    if label is None or len(figures) != len(rows) or min(steps) < 0:
        return None
    names = [cell(row[label].strip()) for row in rows[1:]]
    told = [shown(rounded(step), query.language) for step in steps]
    place, total = steps.index(max(steps)), shown(rounded(sum(steps)), query.language)
    listed = ", ".join(f"{name} **{step}**" for name, step in zip(names, told, strict=True))
    return Repeated(fill_in(USE_TEXTS[query.language], steps=listed, label=names[place], most=told[place], total=total), [list(word.span()) for word in re.finditer(r"\w+", table.question)])  # fmt: skip
