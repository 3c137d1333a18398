"""Reads days or months with their figures in one line as a table: "sales mon 120, tue 95, wed 143"."""

import re
from functools import partial

from config.builtins.csv_statistics.columns import compile_caseless, words_in
from config.builtins.csv_statistics.reading import Table, headed
from config.builtins.wording import blanked, fold

LISTED_DAYS = (
    "mon(?:day)?s?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|"
    "mo|di|mi|do|fr|sa|so|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|"
    "lun(?:di|es)?|mar(?:di|tes)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?|"
    "mie(?:rcoles)?|jue(?:ves)?|vie(?:rnes)?|sab(?:ado)?|dom(?:ingo)?"
)
LISTED_MONTHS = (
    "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    "oct(?:ober)?|nov(?:ember|iembre)?|dec(?:ember)?|marz|mai|juni|juli|okt(?:ober)?|dez(?:ember)?|fev(?:rier)?|mars|"
    "avr(?:il)?|juin|juil(?:let)?|aout|septembre|octobre|novembre|decembre|ene(?:ro)?|febrero|marzo|abr(?:il)?|mayo|"
    "junio|julio|ago(?:sto)?|septiembre|octubre|dic(?:iembre)?"
)
LISTED_LABELS = {"day": LISTED_DAYS, "month": LISTED_MONTHS, "part": r"q[1-4]|(?:week|woche|semaine|semana) ?\d{1,2}"}
LISTED_FIGURE = r"-?\d{1,9}(?:\.\d{1,4})?(?![\d.,/:%-]*\d|[-/%])"
LEAST_LISTED_DAYS = 3
MOST_DAYS_LISTED = 31
FIGURE_OF_LIST = compile_caseless(
    r"\b(?:average|avg|mean|median|total|sum|highest|lowest|best|worst|max(?:imum)?|min(?:imum)?|peak|busiest|quietest|(?:standard )?deviation|durchschnitt\w*|mittel\w*|summe|insgesamt|hochste\w*|niedrigste\w*|beste\w*|schlechteste\w*|moyenne|mediane|somme|au total|meilleure?s?|pires?|plus (?:haut|bas)\w*|promedio|media|mediana|suma|en total|mejor|peor|mas (?:alto|bajo))\b"
)
MEASURE_OF_LIST = re.compile(
    r"(?P<name>[^\W\d_]{3,20})(?: (?:per|by|pro|je|par|por) \w+)?(?: (?:last|this|past|letzte|diese|vorige) (?:week|month|year|woche|monat|jahr)| (?:la semaine derniere|cette semaine|la semana pasada|esta semana))?[ :=-]*\Z"
)
DAY_LISTS = {
    name: compile_caseless(
        rf"(?<![\w-])(?:{labels})\.?[ =:]{{1,2}}{LISTED_FIGURE}(?:(?:\s*[,;/|]\s*|\s+)(?:(?:and|und|et|y)\s+)?(?:{labels})\.?[ =:]{{1,2}}{LISTED_FIGURE}){{{LEAST_LISTED_DAYS - 1},40}}"
    )
    for name, labels in LISTED_LABELS.items()
}


def day_list(text: str) -> Table | None:
    """Return days, months or weeks with a figure each, in one line, as a table; None for other texts."""
    folded = fold(text)
    if FIGURE_OF_LIST.search(folded) is None:
        return None
    for name, labels in LISTED_LABELS.items():
        match = DAY_LISTS[name].search(folded)
        if match is None:
            continue
        items = re.findall(rf"({labels})\.?[ =:]{{1,2}}({LISTED_FIGURE})", match.group(), re.IGNORECASE)
        if len({label.lower() for label, _ in items}) < len(items):
            return None
        if name == "month" and all(figure.isdigit() and int(figure) <= MOST_DAYS_LISTED for _, figure in items):
            return None  # days of months
        before = MEASURE_OF_LIST.search(folded[: match.start()])
        measure = before["name"] if before and before["name"].lower() not in NO_MEASURE_NAMES else "value"
        rows = [[name, measure.lower()], *([label, figure] for label, figure in items)]
        start = before.end("name") if before and measure != "value" else match.start()  # "last week" is of the list
        table = headed(blanked(text, start, match.end()), rows, ",")
        return None if table is None else table._replace(place=(start, match.end()), again=partial(iter, rows[1:]))
    return None


NO_MEASURE_NAMES = words_in("""
    average mean median total sum highest lowest best worst max min and the for what day days month months this
    these list find please calculate compute durchschnitt summe mittelwert tag tage moyenne somme jour jours media
    suma dia dias promedio mit von der und with from les des los las che ist are were
    """)
