"""Wishes of a table in other words: "how far apart are the highest and the lowest", "from Mar to May", "40 or more"."""

import re

from config.builtins.csv_statistics.asked_units import with_unit_of_column
from config.builtins.csv_statistics.columns import FoundText, compile_caseless, is_date, measured_places
from config.builtins.csv_statistics.plain_needs import in_plain_needs
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_measures import alternatives, asked_only, in_either_form, label_of
from config.builtins.wording import Mapped, fold

HIGH_ENDS = r"(?:highest|most|largest|biggest|greatest|top|maximum|max|best)"
LOW_ENDS_SAID = r"(?:lowest|fewest|least|smallest|bottom|minimum|min|worst)"
FIRST_OF_TWO = rf"(?:{HIGH_ENDS} and (?:the )?{LOW_ENDS_SAID}|{LOW_ENDS_SAID} and (?:the )?{HIGH_ENDS})"
GERMAN_ENDS = r"(?:de[nmr] )?(?:höchsten|meisten|größten|niedrigsten|wenigsten|kleinsten) (?:und|von) (?:de[nmr] )?(?:höchsten|meisten|größten|niedrigsten|wenigsten|kleinsten)"
FRENCH_ENDS = (
    r"(?:le |la )?(?:maximum et (?:le )?minimum|plus (?:haut|grand)e? et (?:le |la )?plus (?:bas|petit)(?:se)?e?)"
)
SPANISH_ENDS = r"(?:el |la )?(?:máximo y (?:el )?mínimo|mayor y (?:el |la )?menor)"
PLAIN_FORMS = (
    (rf"\b(?:how far apart (?:are|were|is)|how (?:big|large) is the (?:gap|difference|distance) between|(?:what is |what's )?the (?:gap|distance) between) (?:the )?{FIRST_OF_TWO}(?: values?)?(?: of(?: the)?| in(?: the)?)?(?= )", "what is the range of"),
    (r"\bby how much (?:do|does|did) (?:the )?(?P<w>[\w ]{2,30}?) (?:vary|differ|fluctuate)(?!\w)(?! (?:from|between|to))", r"what is the range of \g<w>"),
    (rf"\b(?:wie groß ist der )?(?:Abstand|Unterschied|Differenz) zwischen {GERMAN_ENDS}(?: von)?(?= )", "wie hoch ist die Spannweite von"),
    (rf"\b(?:quel est l['’])?écart entre {FRENCH_ENDS} (?:de|des)(?= )", "quelle est l'étendue de"),
    (rf"\b(?:cuál es la )?diferencia entre {SPANISH_ENDS} de(?= )", "cuál es el rango de"),
    (r"\b(?<!at least )(?<![\d.,])(?P<n>\d[\d.,]*)(?P<u> [a-z%€$£]{1,12})? or (?:more|higher|above)\b", r"at least \g<n>\g<u>"),
    (r"\b(?<!at most )(?<![\d.,])(?P<n>\d[\d.,]*)(?P<u> [a-z%€$£]{1,12})? or (?:less|fewer|lower|below)\b", r"at most \g<n>\g<u>"),
    (r"\b(?P<n>\d[\d.,]*)(?P<u> [^\W\d_]{1,12})? oder mehr\b", r"mindestens \g<n>\g<u>"),
    (r"\b(?P<n>\d[\d.,]*)(?P<u> [^\W\d_]{1,12})? oder weniger\b", r"höchstens \g<n>\g<u>"),
    (r"\b(?P<n>\d[\d.,]*)(?P<u> [^\W\d_]{1,12})? ou plus\b", r"au moins \g<n>\g<u>"),
    (r"\b(?P<n>\d[\d.,]*)(?P<u> [^\W\d_]{1,12})? ou moins\b", r"au plus \g<n>\g<u>"),
    (r"\b(?P<n>\d[\d.,]*)(?P<u> [^\W\d_]{1,12})? o más\b", r"al menos \g<n>\g<u>"),
    (r"\bwhat(?:'s| is) the middle value (?:of|in)\b", "what is the median of"),
    (r"(?<![^\n])médiane (?=d[eu])", "quelle est la médiane "),
    (r"(?<![^\n])mediana (?=del? )", "cuál es la mediana "),
    (r"(?<![^\n])moyenne (?=d[eu])", "quelle est la moyenne "),
    (r"(?<![^\n])mittlerer Wert (?=von|der|des)", "wie hoch ist der Mittelwert "),
    (r"\bSchnitt (?:von|der|des)? ?(?P<w>[^\W\d_]+) (?:je|pro) (?=\w)", r"Durchschnitt von \g<w> pro "),
    (r"\bnach (?P<w>[^\W\d][\w ]{0,30}?) (?P<way>absteigend|aufsteigend) (?:sortieren|ordnen)\b", r"sortiere nach \g<w> \g<way>"),
    (r"\b(?P<w>rows?|lines?|entries|records) with (?:any )?(?:blanks?|gaps?|holes?)(?! (?:in|for|of)\b)", r"\g<w> with an empty cell"),
    (r"\bhow many (?:of the )?cells are (?:empty|blank)\b", "which cells are empty"),
    (r"\bwie ?viele zellen sind leer\b", "welche zellen sind leer"),
    (r"\bwhich (?P<w>rows|lines|entries|records) are incomplete\b", r"which \g<w> have an empty cell"),
    (r"\b(?:welche zeilen (?:haben (?:eine )?leere? zellen?|sind (?:unvollst[äa]ndig|nicht vollst[äa]ndig))|zeilen mit (?:leeren|einer leeren) zellen?)(?! in\b)", "welche Zeilen mit an empty cell"),
    (r"\bquelles lignes (?:ont (?:une |des )?cellules? vides?|sont incomplètes)", "quelles sont which lignes have an empty cell"),
    (r"\bqué filas (?:tienen (?:una |alguna )?celdas? vacías?|están incompletas)", "cuáles son which filas have an empty cell"),
    (r"\b(?:put|bring|arrange) (?:them|it|these|this|the rows) (?:in|into) order (?:of|by)(?: the)?(?= )", "sort by"),
)  # fmt: skip
READY_FORMS = tuple((compile_caseless(in_either_form(pattern)), said) for pattern, said in PLAIN_FORMS)
ORDERED_NAME = compile_caseless(r"rank|place|position|platz|rang|puesto|date|time|start|no\.?|number|nr\.?|id")
NTH = r"(?:first|number one|no\.? ?1|second|third|fourth|fifth|last|2nd|3rd|4th|5th)"
BY_PLACE = r"\b(?:which (?:LABEL|one|row)|who|what LABEL) (?:comes|is|ranks|stands|came|was|finished|placed) (?:in )?(?P<nth>NTH)(?: (?P<end>lowest|highest|fewest|most))?(?: place)? (?:by|in|on|in terms of|for)(?: the)? (?P<column>COLUMNS)(?!\w)"  # fmt: skip
PLACES_SAID = {"first": "highest", "number one": "highest", "no. 1": "highest", "last": "lowest"}
ENDS_TURNED = {"lowest": "lowest", "fewest": "lowest", "highest": "highest", "most": "highest", "": "highest"}


def in_plain_order(made: Mapped, table: Table) -> Mapped:
    """Return a message whose question says a range, a bound, a place or a span of rows in the words that are read."""
    made = in_plain_needs(made, table)
    for pattern, said in READY_FORMS:

        def plainly(match: FoundText, said: str = said) -> str:
            return match.expand(said)

        made = made.sub(pattern, asked_only(table, plainly, made))
    made = with_places_named(made, table)
    made = with_rows_between(made, table)
    made = with_groups_counted(with_pair_named(made, table), table)
    return with_days_in_words(with_column_named(with_unit_of_column(made, table), table), table)


def with_places_named(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks for the highest value where it asks which row comes first by a column."""
    label, places = label_of(table), measured_places(table.columns)
    if label is None or not places:
        return made
    names = [table.columns[at].name for at in places if ORDERED_NAME.fullmatch(table.columns[at].name) is None]
    columns = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
    asked = BY_PLACE.replace("COLUMNS", columns).replace("LABEL", re.escape(label.name)).replace("NTH", NTH)

    def by_value(match: FoundText) -> str:
        nth, end = match["nth"].lower(), (match["end"] or "").lower()
        place = PLACES_SAID.get(nth) if not end else ENDS_TURNED[end] if nth in ("first", "number one") else None
        return f"which {label.name} has the {place or f'{nth} {ENDS_TURNED[end]}'} {match['column']}"

    return made.sub(compile_caseless(asked), asked_only(table, by_value, made))


SPAN_STARTS = "jan feb fev mar mrz mae apr avr abr may mai jun jui jul aug aou ago sep oct okt nov dec dez dic ene mon tue wed thu fri sat sun die mit don fre sam son lun mer jeu ven dim mie jue vie sab dom mo di mi do fr sa so q1 q2 q3 q4 wee day yea woc tag jah sem jou dia tri qua"
NO_SPAN_WORDS = "chang grew grow increas decreas ris rose fall fell drop differ compar more less percent prozent pour % trend chart plot develop gain lost lose änder wachs gestieg gesunk unterschied vergleich mehr weniger évolu evolu augment baiss crec aument baj subi cambi más menos versus move went jump correlat"
NO_SPAN = compile_caseless("|".join(NO_SPAN_WORDS.split()))
SPAN_FORMS = {  # by language: of a span, up to a row, from a row on
    "en": (r"(?:between A and B|(?:from )?A (?:to|until|till|through|thru|up to) B)", r"(?:until|up to|till|through)(?: and including)? B", r"(?:since A|from A on(?:wards?)?)"),
    "de": (r"(?:zwischen A und B|von A bis(?: einschließlich)? B)", r"bis(?: einschließlich)? B", r"(?:ab|seit) A"),
    "fr": (r"(?:entre A et B|d[eu]'? ?A (?:à|a|au|jusqu'à|jusqu'en) B)", r"jusqu'(?:à|en) B", r"(?:depuis A|à partir de A)"),
    "es": (r"(?:entre A y B|(?:de|desde) A (?:a|hasta) B)", r"hasta B", r"(?:desde A|a partir de A)"),
}  # fmt: skip
SPAN_SAID = {
    "en": ("where {label} = ", " or "),
    "de": ("mit {label} = ", " oder "),
    "fr": ("avec {label} = ", " ou "),
    "es": ("con {label} = ", " o "),
}
LONGEST_SPAN = 40  # rows


def with_rows_between(made: Mapped, table: Table) -> Mapped:
    """Return a message that names each row of a span: "from Mar to May" of months, days, quarters or weeks."""
    label = label_of(table)
    texts = [text.strip() for text in label.texts or ()] if label is not None else []
    if (
        label is None
        or len(texts) < 3
        or not all(fold(text).lower()[:3].strip(" .") in SPAN_STARTS.split() for text in texts)
    ):
        return made
    if NO_SPAN.search(table.question):
        return made
    order, values = [text.lower() for text in texts], alternatives(texts)
    for language, forms in SPAN_FORMS.items():
        opening, joint = SPAN_SAID[language]

        def each_row(match: FoundText, opening: str = opening, joint: str = joint) -> str:
            groups = {key: order.index(text.lower()) for key, text in match.groupdict().items() if text}
            start = min((groups[key] for key in ("a", "a2") if key in groups), default=0)
            end = max((groups[key] for key in ("b", "b2") if key in groups), default=len(texts) - 1)
            rows = texts[start : end + 1]
            is_span = 0 < len(rows) <= LONGEST_SPAN
            return opening.replace("{label}", label.name) + joint.join(rows) if is_span else match.group()

        for form in forms:
            asked, seen = "", {"A": 0, "B": 0}
            for part in re.split(r"(\b[AB]\b)", form):
                if part in seen:
                    seen[part] += 1
                    name = part.lower() + ("2" if seen[part] > 1 else "")
                    asked += rf"(?P<{name}>{values})"
                else:
                    asked += in_either_form(part)
            pattern = compile_caseless(rf"(?<!\w){asked}(?!\w)")
            made = made.sub(pattern, asked_only(table, each_row, made))
    return made


PAIR_FORMS = (  # of the one column of numbers: "Ann and Bob together?", "Ann minus Bob?"
    (r"(?<![^\n])\W*A (?:and|plus|\+|&) B (?:together|combined|in total|altogether)(?=\W*(?:\Z|\n))", "sum of {column} where {label} = {a} or {b}"),
    (r"(?<![^\n])\W*A (?:und|plus|\+) B (?:zusammen|insgesamt)(?=\W*(?:\Z|\n))", "Summe von {column} mit {label} = {a} oder {b}"),
    (r"\b{column} (?:of|for) A (?:plus|and|\+) (?:the )?{column} (?:of|for) B\b", "sum of {column} where {label} = {a} or {b}"),
    (r"(?<![^\n])\W*A (?:minus|-|less) B(?=\W*(?:\Z|\n))", "difference between {a} and {b}"),
    (r"\bwie ?viele? (?:{column}|[^\W\d_]{3,14}) (?:hat|haben) A mehr als B(?!\w)", "Unterschied von {column} zwischen {a} und {b}"),
    (r"\bum wie ?viele? (?:{column}|[^\W\d_]{3,14}) (?:liegt|ist) A vor B(?!\w)", "Unterschied von {column} zwischen {a} und {b}"),
)  # fmt: skip


def with_pair_named(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks for the sum or the difference of two rows by the one column of numbers."""
    label, places = label_of(table), measured_places(table.columns)
    if label is None or len(places) != 1:
        return made
    column, values = table.columns[places[0]].name, alternatives(label.texts or {})
    for form, said in PAIR_FORMS:
        asked = form.replace("{column}", re.escape(column))
        asked = re.sub(r"\bA\b", lambda _: rf"(?P<a>{values})", asked)
        asked = re.sub(r"(?<= )B(?=[ (\\])", lambda _: rf"(?P<b>{values})", asked)

        def of_pair(match: FoundText, said: str = said) -> str:
            made_text = said.replace("{column}", column).replace("{label}", label.name)
            return made_text.replace("{a}", match["a"]).replace("{b}", match["b"])

        made = made.sub(compile_caseless(asked), asked_only(table, of_pair, made))
    return made


DAY_BOUND = compile_caseless(
    r"(?P<en>\b(?:before|after|since|until|till|prior to|up to|later than|earlier than)|<=|>=|<|>)(?P<gap> ?)(?P<day>\d{4}-\d\d-\d\d)(?![\d-])"
    r"|(?P<de>\b(?:vor|nach|seit|bis|ab))(?: dem| zum)? (?P<day2>\d{4}-\d\d-\d\d)(?![\d-])"
    r"|(?P<fr>\b(?:avant|après|depuis|jusqu'au))(?: le)? (?P<day3>\d{4}-\d\d-\d\d)(?![\d-])"
    r"|(?P<es>\b(?:antes|después) del?|desde(?: el)?|hasta(?: el)?) (?P<day4>\d{4}-\d\d-\d\d)(?![\d-])"
)
SIGNS_OF_DAYS = {"<": "before", ">": "after", "<=": "until", ">=": "since", "later than": "after", "earlier than": "before", "prior to": "before"}  # fmt: skip
MONTHS_SAID = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
DAY_SAID = {"en": "{b} {d} {m} {y}", "de": "{b} dem {d}. {m} {y}", "fr": "{b} le {d} {m} {y}", "es": "{b} {d} de {m} de {y}"}  # fmt: skip
SPAN_OF_DAYS = compile_caseless(r"\b(?:between|from|zwischen|von|entre|du)\b")


def with_days_in_words(made: Mapped, table: Table) -> Mapped:
    """Return a message with a bound's day in words where a cell has the same text: "before 2026-05-19" is no value."""
    cells = {text.strip() for column in table.columns for text in column.texts or ()}
    if SPAN_OF_DAYS.search(table.question):
        return made

    def in_words(match: FoundText) -> str:
        language = next(key for key in ("en", "de", "fr", "es") if match[key])
        day = next(filter(None, (match["day"], match["day2"], match["day3"], match["day4"])))
        year, month, number = day.split("-")
        if day not in cells or not is_date(day) or not 1 <= int(month) <= 12:
            return match.group()
        bound = match[language]
        said = DAY_SAID[language].replace("{b}", SIGNS_OF_DAYS.get(bound.lower(), bound)).replace("{y}", year)
        return said.replace("{d}", str(int(number))).replace("{m}", MONTHS_SAID[language].split()[int(month) - 1])

    return made.sub(DAY_BOUND, asked_only(table, in_words, made))


MEMBERS = r"(?:people|persons|members|employees|entries|rows|staff|players|students|items|guests)"
MOST_MEMBERS = r"\b(?P<which>which|what) (?P<group>GROUPS) (?:has|have|had|is|with) (?:the )?(?P<end>most|fewest|least|highest number of|largest number of) MEMBERS\b".replace("MEMBERS", MEMBERS)  # fmt: skip


def with_groups_counted(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks for the most frequent group: "which team has the most people", a row for each."""
    names = [fold(column.name).lower() for column in table.columns]
    groups = [
        column.name for column in table.columns if column.values() is None and 1 < len(column.texts or ()) < table.rows
    ]
    if not groups or any(re.search(MEMBERS, name) for name in names):
        return made
    asked = MOST_MEMBERS.replace("GROUPS", "|".join(map(re.escape, groups)))

    def counted(match: FoundText) -> str:
        end = "least" if match["end"].lower() in ("fewest", "least") else "most"
        return f"{match['which']} {match['group']} appears the {end}"

    return made.sub(compile_caseless(asked), asked_only(table, counted, made))


COLUMN_FORMS = (  # of the one column of numbers
    (r"\bhow much of (?:the |all )?(?:total )?(?:{column} )?in (?:%|per ?cent) (?:did|does|do|has|have|is|was) (?P<who>[^?.!\n]{{1,40}}?)(?: (?:do|have|make|work|get|from))?(?=\W*(?:\Z|\n))", r"what is the share of {column} of \g<who> in percent"),
    (r"(?<![^\n])(?P<lead>(?:please |can you |could you )?)(?:sort|order|rank|arrange)(?: (?:them|it|these|this|all))? (?:from )?(?:high(?:est)?|large(?:st)?|big(?:gest)?) to (?:low(?:est)?|small(?:est)?)", r"\g<lead>sort by {column} descending"),
    (r"(?<![^\n])(?P<lead>(?:please |can you |could you )?)(?:sort|order|rank|arrange)(?: (?:them|it|these|this|all))? (?:from )?(?:low(?:est)?|small(?:est)?) to (?:high(?:est)?|large(?:st)?|big(?:gest)?)", r"\g<lead>sort by {column} ascending"),
    (r"(?<![^\n])(?P<lead>(?:please |can you |could you )?)(?:add|sum) (?:that|those|these|them|it|this|all)(?: all)? up", r"\g<lead>sum of {column}"),
    (r"\b(?P<f>total|sum|average|mean|median|highest|lowest|maximum|minimum|range) of(?: (?:these|this|the following))?(?=[\s:]*(?:\Z|\n))", r"\g<f> of {column}"),
    (r"\bSumme {column} in (?P<who>\w)", r"Summe von {column} für \g<who>"),
)  # fmt: skip


def with_column_named(made: Mapped, table: Table) -> Mapped:
    """Return a message that names the one column of numbers where it needs no name: "sort from high to low"."""
    places = measured_places(table.columns)
    if len(places) != 1:
        return made
    column = table.columns[places[0]].name
    for form, said in COLUMN_FORMS:
        text = said.replace("{column}", column.replace("\\", ""))
        pattern = compile_caseless(form.replace("{column}", re.escape(column)).replace("{{", "{").replace("}}", "}"))  # fmt: skip

        def named(match: FoundText, text: str = text) -> str:
            return match.expand(text)

        made = made.sub(pattern, asked_only(table, named, made))
    return made
