"""Statistics of a table that is pasted as CSV or in a file of the conversation, or of a bare list of numbers.

Standard deviation is that of a sample (n - 1). Quantiles interpolate between the nearest values (method 7 of Hyndman and Fan, what
spreadsheets and NumPy do by default). What cannot be read as a number is never guessed: the column is then text.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.csv_statistics.asked_twice import over_single_rows, two_asks
from config.builtins.csv_statistics.asked_units import with_asked_unit
from config.builtins.csv_statistics.birth_days import youngest_and_oldest
from config.builtins.csv_statistics.cell_checks import cell_check
from config.builtins.csv_statistics.column_growth import column_growth
from config.builtins.csv_statistics.column_relations import STOCK_NAME, only_named, related_columns, sums_of_rows
from config.builtins.csv_statistics.columns import (
    ANY_CASE,
    MOST_COLUMNS,
    Column,
    compile_caseless,
    is_identifier,
    measured_places,
    rounded,
    shortened,
)
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.day_lists import day_list
from config.builtins.csv_statistics.degrees import Degree
from config.builtins.csv_statistics.figure_asks import figure_ask
from config.builtins.csv_statistics.figure_checks import checked_figure
from config.builtins.csv_statistics.figure_steps import stepped_sum
from config.builtins.csv_statistics.games_played import games_played
from config.builtins.csv_statistics.group_figures import count_of_best, group_figures, own_figures
from config.builtins.csv_statistics.group_sizes import groups_asked
from config.builtins.csv_statistics.line_totals import line_totals
from config.builtins.csv_statistics.listed_pairs import with_pairs_as_table
from config.builtins.csv_statistics.measured_products import measured_product
from config.builtins.csv_statistics.open_items import open_items
from config.builtins.csv_statistics.order_gaps import order_gap
from config.builtins.csv_statistics.pair_differences import pair_difference
from config.builtins.csv_statistics.periods import correlation, each_apart, with_period
from config.builtins.csv_statistics.plain_needs import meter_use, with_rows_apart
from config.builtins.csv_statistics.query import ENDS, Query, merged_query, query_of
from config.builtins.csv_statistics.question_parts import each_answered, parts_of
from config.builtins.csv_statistics.reading import Table, found, found_whole, squeezed, widened, with_question_apart
from config.builtins.csv_statistics.row_asks import asked_of_found
from config.builtins.csv_statistics.row_comparisons import Repeated, compared_pair, growth, repeated_rows
from config.builtins.csv_statistics.row_differences import each_difference, empty_cells
from config.builtins.csv_statistics.row_ranks import row_rank
from config.builtins.csv_statistics.row_ratios import row_ratio
from config.builtins.csv_statistics.row_sequences import sequence_answer
from config.builtins.csv_statistics.rows_of_days import asks_who, with_day_rows, with_extreme_day
from config.builtins.csv_statistics.running import (
    FIGURE_NAMES,
    LARGE_GROUP_FIRST,
    SMALL_GROUP_FIRST,
    Result,
    cell_number,
    ordered,
    run,
    selected,
    stands_alone,
)
from config.builtins.csv_statistics.sentences import NAMES, TEXTS, headline, shown, where_text
from config.builtins.csv_statistics.series_totals import column_totals
from config.builtins.csv_statistics.settling import paid_by_each, settled
from config.builtins.csv_statistics.signed_amounts import Balance, Flow, signed_balance, signed_flow
from config.builtins.csv_statistics.spoken_questions import with_named_figures
from config.builtins.csv_statistics.table_edits import edited_table
from config.builtins.csv_statistics.table_forms import (
    CONVERTED_ROWS,
    CONVERTED_TEXTS,
    LONGEST_CONVERTED,
    MOST_CONVERTED,
    Converted,
    converted,
)
from config.builtins.csv_statistics.table_products import WEIGHTED_TEXTS, ratio_of_sums, weighted_mean, with_computed
from config.builtins.csv_statistics.table_remarks import with_remarks_told, without_remarks
from config.builtins.csv_statistics.table_steps import largest_step
from config.builtins.csv_statistics.table_wishes import in_said_order, wished_rows
from config.builtins.csv_statistics.timed_columns import timed_answer
from config.builtins.csv_statistics.uneven_rows import uneven_answer
from config.builtins.csv_statistics.unit_ratios import unit_ratio
from config.builtins.csv_statistics.unknown_names import unknown_name
from config.builtins.csv_statistics.unread import WHAT_IT_IS, spans_of_rule, unread_words
from config.builtins.csv_statistics.value_contrasts import contrasted_values
from config.builtins.csv_statistics.visualization import CHART, CHART_TEXTS, chart_plan, chart_sentence
from config.builtins.wording import (
    AnswerFault,
    Mapped,
    blanked,
    cell,
    clean,
    fill_in,
    flattened,
    fold,
    found_spans,
    merged,
    nothing,
    others_unread,
    spoken_language,
)

MOST_BYTES = 40_000  # of the whole answer
LONGEST_FOLLOW_UP = 300  # characters
MOST_TURNS = 10
UNABLE = r"\b(?:(?:how (?:many|much)|what) (?:\w+ ){0,4}?will (?:there |we |i |it |they |the \w+ )?(?:come|be|have|sell|need|visit|cost|reach|get)|running totals?|cumul\w*|moving average|rolling|laufende summe|acumulad\w*|growth|grew|grow(?:n|s)?|year[- ]over[- ]year|increase[sd]?|decrease[sd]?|wachstum|gewachsen|gestiegen|gesunken|croissance|augment\w*|evolution|crecimiento|aument\w*|correlat\w*|regress\w*|trend|predict\w*|forecast|pivot|(?<!an )(?<!some )(?<!one )(?<!big )(?<!huge )outliers?|join|which (?:\w+ )?(?:rows|items|ones|numbers|of (?:these|them)) (?:add|sum)s? up to|which (?:two|2) \w+ (?:are|is|were) (?:the )?(?:closest|nearest|most similar|furthest|farthest)|vlookup|pie|scatter|heat ?map|box ?plot|torten\w*|kreis\w*|camembert|circular)\b"
GENERAL = (
    r"\b(?:stat\w*|summar\w*|describ\w*|analy[sz]\w*|overview|figures|zusammenfass\w*|auswert\w*|beschreib\w*|r[eé]sum\w*|analis\w*|"
    r"look at|columns?|info\w*|insights?|types?)\b"
)
ORDERED = compile_caseless(  # work on the table that nothing here does; its figures would be no answer
    r"(?:^|[.!;\n]|\b(?:please|pls|bitte|can you|could you|kannst du|peux-tu|puedes))\s*(?:add|put|remove|delete|split|merge|make|turn|move|rename|swap|write|compute(?! (?:(?:the|some|all|basic|summary|descriptive) ){0,3}(?:stat\w*|figures|summar\w*))|insert|fill|replace|transpose|pivot|clean|fix|translate|fuge?|losche?|entferne?|ersetze?|benenne?|ajoute\w*|supprime\w*|remplace\w*|anade|elimina\w*|borra|reemplaza\w*)\b(?! (?:(?:the|these|those|all|them|it|my|our|up)(?: \w+){0,3} )?(?:up|together|sense)\b)|\balphabeti\w+|\bordre alphabetique|\borden alfabetico"
)
ASKS = r"\?|\b(?:what|which|who|how|when|where|why|is|are|does|welche\w*|was|wie|wer|quel\w*|combien|qui|qu[eé]|cu[aá]l\w*|cu[aá]nt\w*)\b"


def handle(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(lines=True, items=True), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - what the sandbox gives
    """Answer one message, a question in spoken words as one that names its figures and columns."""
    text = with_question_apart(with_rows_apart(clean(payload.get("text", ""))))
    payload = {**payload, "text": text}
    is_read = not payload.get("files") and len(text) <= LONGEST_SPOKEN
    table = table_pasted(text) if is_read else None
    listed = with_pairs_as_table(text) if is_read and table is None else None
    if listed is not None and (of_list := answer_as_named(payload, ctx, listed)) is not None:
        return of_list
    named = with_named_figures(text, table) if table is not None else None
    made = answer_as_named(payload, ctx, named) if named is not None else None
    return with_asked_unit(made or answer_to_message(payload, ctx), table)


def answer_as_named(payload: dict[str, Any], ctx: Any, named: Mapped) -> dict[str, Any] | None:  # noqa: ANN401 - as above
    """Return the answer to a message as it was rewritten, its places those of the message; None for a general one."""
    table = table_pasted(named.text)
    further = with_named_figures(named.text, table) if table is not None else None
    made = answer_to_message({**payload, "text": (further or named).text}, ctx)
    if made["status"] != "SUCCESS" or made.get("general"):
        return None
    for mapped in filter(None, (further, named)):
        length = len(mapped.text)
        used = [mapped.span(start, min(end, length)) for start, end in made["used"] if start < length]
        made = {**made, "used": merged(used, mapped.places[-1][1] if mapped.places else 0)}
    return made


LONGEST_SPOKEN = 20_000  # characters


def answer_to_message(payload: dict[str, Any], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Answer one message that names a file, holds a table, or asks of the one before."""
    text = with_question_apart(clean(payload.get("text", "")))
    files = payload.get("files", [])
    refused: list[str] = []
    if not files and (uneven := uneven_answer(text, spoken_language(text, {}))) is not None:
        return uneven
    table, read_file = in_files(files, text, ctx.files.read, refused) if files else (table_pasted(text), "")
    turns = [turn for turn in payload.get("history", []) if turn.get("role") == "user"][-MOST_TURNS:]
    before = Query()
    if table is None and not files and len(text) < LONGEST_FOLLOW_UP:
        table, before = earlier(turns, ctx)
        table = table._replace(question=text, place=(0, 0)) if table else None
    if table is None:
        return no_table(files, refused, text)
    table, cut = squeezed(table)
    text = table.question if cut else text
    language = spoken_language(
        table.question, {"history": [{"role": "user", "text": before.said}]} if before.said else {}
    )
    table, remarks = without_remarks(table, language)
    if unknown := unknown_name(table, language):
        return nothing(unknown, text, [list(table.place)])
    try:
        flow = signed_flow(table, language)
        meant = flow.table if flow else table
        asked = query_of(meant.question, meant.columns, language)
        both = answer_to_both(meant, language, text) if before.is_empty and not checked(meant, asked) else None
        made = with_flow(both or answer_about(meant, before, language, text, ctx, files), flow, text)
        made = with_remarks_told(made, remarks, text)
    except AnswerFault as fault:
        made = nothing(f"{TEXTS[language][fault.kind]} {columns_sentence(table, language)}", text, [list(table.place)])
        return {**made, "used": widened(made["used"], table.place, cut)}
    made["used"] = widened(made["used"], table.place, cut)
    others = others_unread([name for name in files if name != read_file], language)
    is_whole = made["status"] == "SUCCESS" and not made["answer"].startswith(UNREAD[language].partition(":")[0])
    is_definite = (
        is_whole and table.place[1] > 0 and table.has_header and bool(re.search(ASKS, table.question, ANY_CASE))
    )
    return {**made, "answer": made["answer"] + others, "definite": is_definite and not made.get("general")}


def checked(table: Table, query: Query) -> Repeated | None:
    """Return the answer to a check of cells, a figure with a second step, or a question for groups of a size."""
    return (
        empty_cells(table, query)
        or each_difference(table, query)
        or cell_check(table, query)
        or figure_ask(table, query)
        or stepped_sum(table, query)
        or groups_asked(table, query)
        or asked_of_found(table, query)
    )


def with_flow(made: dict[str, Any], flow: Flow | None, text: str) -> dict[str, Any]:
    """Return an answer with what counts as going out or coming in, where the question names a direction."""
    if flow is None or made["status"] != "SUCCESS" or made.get("general"):
        return made
    first, parted, rest = made["answer"].partition("\n\n|")
    used = merged([*made["used"], *flow.spans], len(text))
    return {**made, "answer": f"{first}\n\n{flow.note}{parted}{rest}", "used": used}


def direct_answer(table: Table, plain: Query, language: str) -> Repeated | Balance | None:
    """Return the answer to a question of a form of its own: a check, an edit, a step, a quotient; None for others."""
    return (
        checked(table, plain)
        or signed_balance(table, language)
        or edited_table(table, plain, language)
        or games_played(table, plain)
        or measured_product(table, plain)
        or line_totals(table, plain)
        or row_rank(table, plain)
        or youngest_and_oldest(table, plain)
        or meter_use(table, plain)
        or timed_answer(table, plain)
        or sequence_answer(table, plain)
        or open_items(table, plain)
        or pair_difference(table, plain)
        or order_gap(table, plain)
        or checked_figure(table, plain)
        or column_growth(table, plain)
        or settled(table, plain)
        or paid_by_each(table, plain)
        or (None if len(parts_of(table, language)) > 1 else row_ratio(table, plain) or unit_ratio(table, plain))
        or largest_step(table, plain)
    )


def answer_about(
    table: Table,
    before: Query,
    language: str,
    text: str,
    ctx: Any,  # noqa: ANN401 - as above
    files: list[str],
) -> dict[str, Any]:
    """Return the answer about a table that was found. Raises AnswerFault for a computation that is not read."""
    table, denied = without_denied_figure(with_period(table))
    plain = each_apart(table, in_said_order(table, query_of(table.question, table.columns, language)))
    direct = direct_answer(table, plain, language)
    if direct is not None:
        return figure_answer(table, direct.sentence, [list(table.place), *direct.spans], text)
    if before.is_empty and (parted := answer_to_parts(table, language, text, ctx, files)) is not None:
        return parted
    ratio, own = ratio_of_sums(table), len(table.columns)
    table, implied = with_computed(table)
    if (weighted := weighted_mean(table, plain.filters)) is not None:
        words = {"value": cell(table.columns[weighted.value].name), "weight": cell(table.columns[weighted.weight].name)}
        where = where_text(plain.filters, table.columns, language)
        head = fill_in(WEIGHTED_TEXTS[language], **words, where=where, mean=shown(rounded(weighted.mean), language))
        spans = [*weighted.spans, *map(list, denied), *(list(span) for span in plain.spans if plain.filters)]
        return figure_answer(table, head, [list(table.place), *spans], text)
    if (
        related := related_columns(table, plain) or column_totals(table, plain) or sums_of_rows(table, plain)
    ) is not None:
        unread = unread_words(plain, table.columns, [list(table.place), *related.spans], table.question)
        head = with_unread(related.sentence, unread, language)
        return figure_answer(table, head, [list(table.place), *related.spans], text)
    if (special := special_answer(table, plain, ratio, text, is_plain=own == len(table.columns))) is not None:
        return special
    read = plain if len(table.columns) == own else query_of(table.question, table.columns, language)
    read = with_sum_of_lines(with_computed_first(read, table, own), implied)
    query = over_single_rows(with_own_figure(read, table), table)
    query = query._replace(spans=(*query.spans, *denied))
    query = query if is_of_its_own(query, before, table.question) else merged_query(before, query)
    query = with_day_rows(with_extreme_day(table, query, selected(table.again(), query.filters, table.columns)))
    if (pair := growth(table, query) or compared_pair(table, query) or contrasted_values(table, query)) is not None:
        return figure_answer(table, pair.sentence, [list(table.place), *pair.spans], text)
    made = solved(table, query, text, files, ctx)
    if implied and made["status"] == "SUCCESS":
        made["answer"] = f"{fill_in(IMPLIED_TEXTS[language], formula=implied)} {made['answer']}"
    return made


def answer_to_both(table: Table, language: str, text: str) -> dict[str, Any] | None:
    """Return the answers to two questions that each stand alone, one below the other."""
    if (asked := two_asks(table, language)) is None:
        return None
    pairs = list(zip(asked.tables, asked.queries, strict=True))
    if any(row_ratio(part, query) or unit_ratio(part, query) for part, query in pairs):
        return None
    heads, spans = list[str](), [list(table.place), list(asked.joint)]
    for part, query in pairs:
        played = games_played(part, query)
        head = played.sentence if played else head_of(query, part)[0]
        own = [list(table.place), *(list(span) for span in query.spans), *(played.spans if played else ())]
        heads.append(with_unread(head, unread_words(query, table.columns, own, part.question), language))
        spans += own
    return figure_answer(table, "\n\n".join(heads), spans, text)


def answer_to_parts(
    table: Table,
    language: str,
    text: str,
    ctx: Any,  # noqa: ANN401 - as above
    files: list[str],
) -> dict[str, Any] | None:
    """Return the answers to questions that each stand alone, one below the other."""

    def plainly(part: Table) -> dict[str, Any]:
        return answer_about(part, Query(), language, text, ctx, files)

    def of_query(part: Table, query: Query) -> dict[str, Any]:
        return solved(part, over_single_rows(query, part), text, files, ctx)

    try:
        made = each_answered(table, language, plainly, of_query)
    except AnswerFault:
        return None
    heads, spans, left = list[str](), [list(table.place)], ""
    for one in made:
        head = above_summary(one["answer"], language)
        if head.startswith(UNREAD[language].partition("{")[0]):
            words, _, head = head.partition("\n\n")
            left = left or words
        heads += [] if head in heads else [head]
        spans += one["used"]
    if not heads:
        return None
    return figure_answer(table, "\n\n".join([*([left] if left else []), *heads]), spans, text)


def above_summary(answer: str, language: str) -> str:
    """Return an answer without the figures of all columns below it."""
    heads = " | ".join(one.replace("~", " ") for one in SUMMARY_TEXTS[language]["heads"].split())
    return answer.partition(f"\n\n| {heads} |")[0]


def is_of_its_own(query: Query, before: Query, question: str) -> bool:
    """Return whether a question leaves nothing open that the one before it says."""
    return before.is_empty or re.search(GENERAL, question, ANY_CASE) is not None or asks_who(query)


DENIED_FIGURE = compile_caseless(  # "the median not the average", "I don't trust the mean with that outlier", "like a pivot table does"
    r"(?:\bi )?\b(?:do not|don'?t|can'?t|cannot|would not|wouldn'?t) (?:really )?(?:trust|want|need|like|use|rely on|believe) (?:the |an? )?(?:average|mean|median|sum|total)\b(?:,? (?:with|because of|due to) (?:that|this|the|those|an?|such an) (?:\w+ )?outliers?)?"
    r"|\b(?:dem|den) (?:mittelwert|durchschnitt) (?:traue|mag|will|brauche) ich nicht\b(?: (?:wegen|bei|mit) \w+ ausreisser\w*)?|\bje (?:ne fais pas confiance a|me mefie de|ne veux pas) la (?:moyenne|mediane)\b|\bno (?:me fio de|quiero) la (?:media|mediana)\b"
    r"|,? ?\b(?:like|as) (?:in )?an? pivot(?: ?table)?(?: (?:does|do|would|shows?))?(?: it)?\b|,? ?\bwie (?:in )?(?:eine[r]? )?pivot-?(?:tabelle)?\b|,? ?\bcomme (?:dans )?un tableau croise(?: dynamique)?\b|,? ?\bcomo (?:en )?una tabla (?:dinamica|pivote)\b"
    r"|\b(?:not|instead of|rather than|nicht|statt|anstatt|pas|au lieu de|no|en vez de|en lugar de) (?:just )?(?:the |an? |de[nmr] |die |das |la |le |el )?(?:average|mean|median|sum|total|maximum|minimum|durchschnitt|mittelwert|summe|moyenne|mediane|somme|promedio|media|mediana|suma)(?: (?:simple|normale?|arithmetique|aritmetica))?\b"
    r"(?:,? ?(?:\(|\b(?:because|since|as|weil|da|denn|car|parce que|porque|ya que)\b ?)[^()\d.?!\n]{0,40}\b(?:outliers?|ausrei(?:ss|ß)er\w*|aberrantes?|atipic[oa]s?)\b(?: (?:is|are|ist|sind|dabei|drin|in (?:it|there)|hay))*\)?)?"
)
DENIED_WHOLE = compile_caseless(  # "the sum per category, not the whole sum"
    r",? ?\b(?:not|instead of|rather than|nicht|statt|anstatt|pas|au lieu de|no|en vez de|en lugar de) (?:just )?(?:the |an? |de[nmr] |die |das |la |le |el )?(?:whole|overall|grand|entire|full|ganze[rsn]?|gesamte[rsn]?) (?=(?:average|mean|median|sum|total|durchschnitt|mittelwert|summe|moyenne|somme|media|suma)\b)"
)


def without_denied_figure(table: Table) -> tuple[Table, tuple[tuple[int, int], ...]]:
    """Return a table whose question lacks the unwanted figure, and the places of that."""
    places = tuple(
        match.span() for pattern in (DENIED_FIGURE, DENIED_WHOLE) for match in pattern.finditer(table.folded)
    )
    question = table.question
    for place in places:
        question = blanked(question, *place)
    return table._replace(question=question), places


def columns_sentence(table: Table, language: str) -> str:
    """Return the sentence that names the columns of a table, and what may be asked of them."""
    columns = ", ".join(cell(column.name[:60]) for column in table.columns[:20])
    return fill_in(TEXTS[language]["columns"], columns=columns)


def with_computed_first(query: Query, table: Table, own: int) -> Query:
    """Return a question with its computed column in front of the ``own``; alone for groups."""
    if own < len(table.columns):
        words = found_spans(r"\b(?:per|pro|par|por|whole|entire)\b", table.question)
        names = tuple(name for name in query.operations if name != "share" or query.filters)
        query = query._replace(
            lost=False, operations=names, spans=(*query.spans, *((start, end) for start, end in words))
        )
    computed = tuple(place for place in query.measures if place >= own)
    if not computed:
        return query
    others = () if query.group >= 0 else tuple(place for place in query.measures if place < own)
    if not query.operations and query.group < 0 and (summed := SUMMED.search(fold(table.question))):
        query = query._replace(operations=("sum",), subject=-1, shows=False, spans=(*query.spans, summed.span()))
    return query._replace(measures=(*computed, *others))


def with_sum_of_lines(query: Query, implied: str) -> Query:
    """Return "how much did we make per region" as the sum of what its words imply."""
    if not implied or query.operations or query.shows or query.is_empty:
        return query
    return query._replace(operations=("sum",))


def with_own_figure(query: Query, table: Table) -> Query:
    """Return "average order value", of row numbers, as of the one other column of numbers."""
    named = [place for place in query.measures if place < len(table.columns)]
    if not named or not {"mean", "median", "sum"} & set(query.operations):
        return query
    if not all(is_identifier(table.columns[place]) for place in named):
        return query
    others = measured_places(table.columns)
    return query._replace(measures=tuple(others)) if len(others) == 1 and VALUE_WORD.search(table.question) else query


VALUE_WORD = compile_caseless(r"\b(?:value|amount|total|size|worth|wert|betrag|summe|valeur|montant|valor|importe)s?\b")
SUMMED = compile_caseless(
    r"\b(?:everything (?:\w+ )?(?:together|cost)|together|everything|zusammen|insgesamt|alles|ensemble|en tout|tout cela|juntos|en total|todo)\b"
)


IMPLIED_TEXTS = {
    "en": "I took {formula}.",
    "de": "Ich habe gerechnet: {formula}.",
    "fr": "J'ai pris {formula}.",
    "es": "He tomado {formula}.",
}
UNREAD = {
    "en": "I did not use: {words}.",
    "de": "Nicht verwendet habe ich: {words}.",
    "fr": "Je n'ai pas utilisé : {words}.",
    "es": "No he usado: {words}.",
}


def with_unread(answer: str, unread: list[str], language: str) -> str:
    """Return an answer behind a line with the words of the question that it does not use, if there are any."""
    words = ", ".join(f"“{cell(word)}”" for word in unread[:6])
    return f"{fill_in(UNREAD[language], words=words)}\n\n{answer}" if unread else answer


SIZE_TEXTS = {
    "en": "The table has **{rows} rows** and **{columns} columns**.",
    "de": "Die Tabelle hat **{rows} Zeilen** und **{columns} Spalten**.",
    "fr": "Le tableau a **{rows} lignes** et **{columns} colonnes**.",
    "es": "La tabla tiene **{rows} filas** y **{columns} columnas**.",
}
HEADER_APART = {
    "en": " The header line is not counted.",
    "de": " Die Kopfzeile ist nicht mitgezählt.",
    "fr": " La ligne d'en-tête n'est pas comptée.",
    "es": " La línea de cabecera no se cuenta.",
}
ASKS_SIZE = compile_caseless(
    r"\b(?:how many|number of|count(?: the)?|wie ?viele|anzahl(?: der)?|combien de|nombre de|cu[aá]nt[oa]s|n[uú]mero de)\b[^?.:\n]{0,40}?\b(?:columns?|cols?|spalten|colonnes|columnas|fields)\b"
    r"|\b(?:size|shape|dimensions?) of (?:the|this|my) (?:table|csv|data|file)\b"
)
SIZE_WORDS = r"\b(?:rows?|lines?|records?|columns?|cols?|fields|header\w*|does ?n[o']?t|doesnt|not|count(?:ed|s)?|as|row|zeilen|spalten|kopfzeile|lignes|colonnes|filas|columnas|data|excluding|without|including|ohne|sans|sin)\b"


def special_answer(
    table: Table, plain: Query, ratio: tuple[str, float, bool, str] | None, text: str, *, is_plain: bool
) -> dict[str, Any] | None:
    """Return rows in a wished form of a table without computed columns, or the answer about the whole table."""
    if is_plain and (wished := wished_rows(table, plain)) is not None:
        return figure_answer(table, wished.sentence, [list(table.place), *wished.spans], text)
    return whole_table_answer(table, ratio, plain.language, text)


def whole_table_answer(
    table: Table, ratio: tuple[str, float, bool, str] | None, language: str, text: str
) -> dict[str, Any] | None:
    """Return a quotient of sums, the repeated rows or the size of a whole table."""
    spans = [list(table.place)]
    if ratio is not None:
        name, value, is_percent, sums = ratio
        figure = (
            f"**{shown(round(100 * value, 6), language)} %**"
            if is_percent
            else f"**{shown(round(value, 10), language)}**"
        )
        head = f"{cell(name)} = {figure} ({cell(sums)})"
        spans += [
            [start, start + len(name)] for start in [flattened(text).text.find(name)] if start >= 0
        ] + found_spans(RATIO_WORDS, text)
    elif (together := correlation(table, language)) is not None:
        head, spans = together[0], spans + together[1]
    elif (repeated := repeated_rows(table, language)) is not None:
        head, spans = repeated.sentence, spans + repeated.spans
    elif ASKS_SIZE.search(table.question) and not re.search(
        r"\b(?:missing|empty|numeric|numbers|average|sum)\b", table.question, ANY_CASE
    ):
        own = len(table.columns)
        head = fill_in(SIZE_TEXTS[language], rows=f"{table.rows:,}", columns=own)
        head += HEADER_APART[language] if table.has_header else ""
        spans += [list(match.span()) for match in ASKS_SIZE.finditer(table.question)] + found_spans(
            SIZE_WORDS, table.question
        )
    else:
        return None
    return figure_answer(table, head, spans, text)


def figure_answer(table: Table, head: str, spans: list[list[int]], text: str) -> dict[str, Any]:
    """Return the answer that is one sentence on the whole table."""
    value = fitted(table, [column.described() for column in table.columns[:MOST_COLUMNS]], head, None)
    return {**value, "answer": head, "used": merged(spans, len(text))}


RATIO_WORDS = (
    r"\b(?:sum|both|columns?|first|together|overall|combined|all|in total|total\w*|rate|i\.?e\.?|percent\w*|share)\b|%"
)


def earlier(turns: list[dict[str, Any]], ctx: Any) -> tuple[Table | None, Query]:  # noqa: ANN401 - as above
    """Return the table of the last turn that has one, and what was asked of it since."""
    for place in range(len(turns) - 1, -1, -1):
        table = of_turn(turns[place], ctx)
        if table is None:
            continue
        query = query_of(table.question, table.columns, spoken_language(table.question, {}))
        for turn in turns[place + 1 :]:
            said = clean(turn.get("text", ""))[:LONGEST_FOLLOW_UP]
            query = merged_query(query, query_of(said, table.columns, spoken_language(said, {})))
        return table, query
    return None, Query()


EACH_PIECE = (  # behind the bound of a condition on single rows: "more than 4 each"
    r"(?<=\d) ?(?:[€$£]|euros?|dollars?|pounds?)? ?(?:each|apiece|a piece|per (?:piece|item|unit)|(?:das|je|pro) st(?:ü|u|ue)ck|chacune?|(?:la|par) pi[eè]ce|cada un[oa]|por unidad)\b"
)


def solved(table: Table, query: Query, text: str, files: list[str], ctx: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Return the answer to a query; the figures of all columns when no question is asked."""
    said = TEXTS[query.language]
    question = table.question
    spans = spans_of_question(table, query, text, files) + (found_spans(EACH_PIECE, question) if query.filters else [])
    columns = ", ".join(cell(column.name[:60]) for column in table.columns[:20])
    unable = re.search(UNABLE, question, ANY_CASE)
    no_question = not re.search(ASKS, question, ANY_CASE) or re.search(GENERAL, question, ANY_CASE)
    chart = re.search(CHART, question, ANY_CASE)
    if (other := converted(table, query)) is not None:
        return conversion_answer(other, table, query.language, text, [*spans, list(other.span)])
    if unable or (query.is_empty and not no_question and not chart):
        return nothing(f"{said['unknown']} {fill_in(said['columns'], columns=columns)}", text, spans)
    if not (chart or query.operations or query.shows) and ORDERED.search(fold(question)):
        return nothing(f"{said['unknown']} {fill_in(said['columns'], columns=columns)}", text, spans)
    described = [column.described() for column in table.columns[:MOST_COLUMNS]]
    if chart:
        spans += found_spans(CHART, question)
        return charted(table, query, text, spans, described, ctx)
    if query.is_empty or not (query.operations or query.filters or query.group >= 0 or query.top or query.shows):
        return all_figures(table, query, described, spans, text)
    try:
        head, result = head_of(query, table)
    except AnswerFault as fault:
        problem = fill_in(said[fault.kind], absent=cell(query.absent))
        return nothing(f"{problem} {fill_in(said['columns'], columns=columns)}", text, spans)
    spans += spans_of_result(table, query, head, result)
    left = places_left_out(query, result, table)
    spans = [span for span in spans if not any(start <= span[0] < end for start, end in left)]
    unread = unread_words(query, table.columns, spans, question)
    if unread and is_of_all(query, result, question):  # "which tenants keep a dog" is not all of them
        return nothing(f"{said['unknown']} {fill_in(said['columns'], columns=columns)}", text, spans)
    head = with_unread(head, unread, query.language)
    return {**fitted(table, described, head, result), "used": merged(spans, len(text))}


def is_of_itself(query: Query) -> bool:
    """Return whether which value has most rows is asked among the rows of one value: "most votes, and q2's shares"."""
    fixed = [one.column for one in query.filters if one.sign == "=" and len(one.values) == 1]
    counts_rows = bool({"most", "least"} & set(query.operations)) and not query.measures
    return counts_rows and bool(query.degrees) and query.subject in fixed


def spans_of_question(table: Table, query: Query, text: str, files: list[str]) -> list[list[int]]:
    """Return the places of a message that its query is made from, and of words that ask for no more."""
    spans = [list(table.place), *(list(span) for span in query.spans)]
    spans += found_spans(GENERAL, table.question) + found_spans(WHICH_ONES.pattern, table.question)
    spans += [span for name in files for span in found_spans(re.escape(name), text)]
    spans += [list(match.span()) for match in [WHAT_IT_IS.match(table.folded)] if match]
    return spans + (spans_of_rule(table.folded) if query.filters else [])


def spans_of_result(table: Table, query: Query, head: str, result: Result) -> list[list[int]]:
    """Return the places of a question that its result fulfils: a gap between two ends, the order of groups."""
    is_gap_told = GAP_TEXTS[query.language].partition("{")[0] in head
    patterns = [SMALL_GROUP_FIRST, LARGE_GROUP_FIRST] if result.kind in ("groups", "best") else []
    patterns += [GAP_OF_ENDS] if is_gap_told else []
    return [span for pattern in patterns for span in found_spans(pattern.pattern, table.folded)]


def is_of_all(query: Query, result: Result, question: str) -> bool:
    """Return whether a result is the number of all rows, or all rows for a question of some."""
    is_whole = result.kind == "rows" and not query.filters and not (query.top or query.sort >= 0 or query.degrees)
    is_count = result.kind == "figures" and {one[0] for one in result.figures} <= {"rows", "count"}
    counts_all = is_count and not query.filters and "how many rows" not in query.said
    return counts_all or (is_whole and ASKS_WHICH.search(question) is not None)


def all_figures(
    table: Table, query: Query, described: list[dict[str, Any]], spans: list[list[int]], text: str
) -> dict[str, Any]:
    """Return the figures of all columns for a message that asks for nothing of its own."""
    question = table.question
    unread = unread_words(query, table.columns, spans, question) if query.measures else []
    if unread and ASKS_WHICH.search(question) and not re.search(GENERAL, question, ANY_CASE):
        return nothing(f"{TEXTS[query.language]['unknown']} {columns_sentence(table, query.language)}", text, spans)
    value = fitted(table, described, "", None)
    value["answer"] = with_unread(value["answer"], unread, query.language)
    return {**value, "used": merged(spans, len(text)), "general": True}


ASKS_WHICH = compile_caseless(
    r"\b(?:which|who|what|welche[rsnm]?|wer|was|quel(?:le)?s?|qui|que|cual(?:es)?|quien(?:es)?)\b"
)


NO_ROWS = compile_caseless(  # "how many goals did each team score": nothing that a table with one row for each team tells
    r"\b(?:how many|wie ?viele|combien de|cuant[oa]s) (?!(?:rows|lines|entries|records|times|zeilen|eintrage|lignes|entrees|filas|entradas)\b)(?P<noun>[^\W\d_]{3,}) (?:did|does|do|has|have|hat|haben|a|ont|ha|han|tiene|was|were)\b"
)


def counts_single_rows(query: Query, table: Table) -> bool:
    """Return whether rows would be counted by groups of one row each for something that is no name in the table."""
    asked = NO_ROWS.search(table.folded)
    if asked is None or query.operations != ("count",) or query.group < 0 or query.filters:
        return False
    return table.rows > 1 and table.columns[query.group].unique() == table.rows


def head_of(query: Query, table: Table) -> tuple[str, Result]:
    """Return the sentence and the result that answer a query. Raises AnswerFault."""
    if is_of_itself(query):
        raise AnswerFault("which")
    head, result = plain_head(query, table)
    return group_figures(query, table) or head + count_of_best(query, table), result


def plain_head(query: Query, table: Table) -> tuple[str, Result]:
    """Return the sentence and the result of a query whose groups have one figure. Raises AnswerFault."""
    first, *others = both_ends(query, table.columns)
    result = run(first, table.columns, table.again, table.rows)
    if (result.kind == "figures" and not result.figures) or counts_single_rows(query, table):
        raise AnswerFault("which")
    head = headline(first, result, table.columns) + row_of_end(first, result, table)
    apart = gap_of_ends(first, result, others, table)
    for one in others:
        end = run(one, table.columns, table.again, table.rows)
        sentence_ = headline(one, end, table.columns).partition("\n\n|")[0] + row_of_end(one, end, table)
        head = f"{sentence_} {head}"
    first_part, parted, rest = head.partition("\n\n|")
    head = first_part + apart + parted + rest
    if query.operations == ("count",) and query.filters and query.group < 0 and WHICH_ONES.search(fold(query.said)):
        listed = query._replace(operations=(), measures=(), subject=-1, shows=True)
        head += f" {headline(listed, run(listed, table.columns, table.again, table.rows), table.columns)}"
    head = figures_of_top(query, result, table) + head
    if "share" in first.operations and SUM_AND_SHARE.search(query.said):
        whole = first._replace(operations=("sum",))
        told = headline(whole, run(whole, table.columns, table.again, table.rows), table.columns)
        head = f"{told} {head}"
    if not others and len(table.columns) > 2:
        first_part, parted, rest = head.partition("\n\n|")
        head = first_part + row_of_best(first, result, table) + parted + rest
    if result.kind in ("groups", "best"):
        further = further_measures(query, table) if len(query.measures) > 1 and not others else ()
        for one in [first._replace(measures=(place,)) for place in further]:
            head += f"\n\n{headline(one, run(one, table.columns, table.again, table.rows), table.columns)}"
    return other_figures(query, result, table) + head + figures_by_value(query, table), result


TAKEN_TOGETHER = compile_caseless(
    r"\b(?:together|combined|altogether|both|overall|in total|zusammen|gemeinsam|insgesamt|beide[rn]?|ensemble|au total|en tout|les deux|junt[oa]s|en total|amb[oa]s)\b|/| or | oder | ou | o "
)
MOST_NAMED_VALUES = 6


def figures_by_value(query: Query, table: Table) -> str:
    """Return the mean of each value that a question names below that of all of them: "of red and white wines"; "" else."""
    several = [one for one in query.filters if one.sign == "=" and 1 < len(one.values) <= MOST_NAMED_VALUES]
    is_mean = bool(query.operations) and set(query.operations) <= {"mean", "median"}
    if not is_mean or query.group >= 0 or len(several) != 1 or query.degrees or TAKEN_TOGETHER.search(table.folded):
        return ""
    if table.columns[several[0].column].values() is not None:
        return ""
    apart = query._replace(group=several[0].column, subject=-1)
    return "\n\n" + headline(apart, run(apart, table.columns, table.again, table.rows), table.columns)


GAP_OF_ENDS = compile_caseless(
    r"\b(?:how (?:big|large|great|wide|high) (?:is|was) (?:the|that|their) (?:gap|difference|distance)(?: between them)?|(?:what(?:'?s| is)? )?(?:the )?(?:gap|difference|distance)(?: between them)?(?=\W*\Z)|wie gro(?:ss|ß) ist der (?:abstand|unterschied)|(?:de combien|quel) est l'ecart|(?:cual|de cuanto) es la diferencia|(?:what(?:'?s| is)? )?(?:the )?(?:gap|difference|distance) (?:to|with|from|between)|how (?:much|far) (?:slower|faster|more|less|apart|ahead|behind)|(?:der )?(?:abstand|unterschied) (?:zu[mr]?|zwischen)|(?:l')?ecart (?:avec|entre|par rapport)|(?:la )?(?:diferencia|distancia) (?:con|entre|respecto))\b"
)
GAP_TEXTS = {
    "en": " They are **{gap}** apart.",
    "de": " Abstand: **{gap}**.",
    "fr": " Écart : **{gap}**.",
    "es": " Diferencia: **{gap}**.",
}


def gap_of_ends(first: Query, result: Result, others: list[Query], table: Table) -> str:
    """Return how far the two ends of an order are apart, where a question asks for both and for that; "" else."""
    if len(others) != 1 or first.measures != others[0].measures or not GAP_OF_ENDS.search(table.folded):
        return ""
    other = run(others[0], table.columns, table.again, table.rows)
    values = [one.rows[0][-1] for one in (result, other) if one.kind == "best" and one.rows]
    if len(values) != 2 or not all(isinstance(value, int | float) for value in values):
        return ""
    return fill_in(GAP_TEXTS[first.language], gap=shown(rounded(abs(values[0] - values[1])), first.language))


OF_THE_TOP = compile_caseless(
    r"\b(?:sum|total|average|mean|avg|combined)\b[^.?!;,]{0,15}?\b(?:the |my |our )?(?:top|best|bottom|\d{1,2}|largest|highest|smallest|lowest|biggest)\b"
)


def figures_of_top(query: Query, result: Result, table: Table) -> str:
    """Return "the sum of the two largest": a figure of the first rows of an order."""
    names = [name for name in ("sum", "mean") if name in query.operations]
    if query.top < 2 or query.group >= 0 or len(query.measures) != 1 or len(names) != 1:
        return ""
    if result.kind not in ("best", "rows") or not OF_THE_TOP.search(query.said):
        return ""
    top = ordered(query, table.columns, table.again, table.rows)
    column = table.columns[query.measures[0]]
    values = [value for row in top.rows if (value := cell_number(row[query.measures[0]], column)) is not None]
    value = sum(values) / (1 if names == ["sum"] else max(len(values), 1))
    name = NAMES[query.language][names[0]]
    return f"{name[:1].upper()}{name[1:]} ({len(values)}): **{shown(round(value, 9), query.language)}**. "


WHICH_ONES = compile_caseless(  # behind "how many have not paid": "and which ones"
    r"\b(?:and|und|et|y) (?:which(?: ones| of them)?(?: are they)?|who(?: are they| is it)?|what are they|welche|wer|which are they|lesquel(?:le)?s|which sont|who sont|cuales|quienes|which son|who son)(?= *(?:[?.!,]|\Z))"
)
AND_THE = compile_caseless(
    r"[\s,]*(?:and|und|et|y|sowie|&|\+|as well as|along with|,)\s+(?:(?:the|total|sum of|average|mean|die|das|de[nmrs]|le|la|les|el|los|las|my|our|their|of|de|du|des|von|gesamt\w*|summe|durchschnitt\w*|suma|somme|moyenne|media)\s+)*"
)


def further_measures(query: Query, table: Table) -> tuple[int, ...]:
    """Return the columns named beside the first: "sales and profit by region"."""
    text = table.folded
    named = [one for one in mentioned(text, table.columns) if one.column in query.measures]
    joined = [
        after.column
        for before, after in pairwise(named)
        if AND_THE.fullmatch(text[before.end : after.start]) and after.column != query.measures[0]
    ]
    return tuple(place for place in dict.fromkeys(joined) if table.columns[place].values() is not None)


def places_left_out(query: Query, result: Result, table: Table) -> list[tuple[int, int]]:
    """Return the places of columns whose totals per group are wanted and not given."""
    if result.kind != "groups" or len(query.measures) < 2 or query.degrees or query.filters:
        return []
    left = set(query.measures[1:]) - set(further_measures(query, table))
    return [(one.start, one.end) for one in mentioned(table.folded, table.columns) if one.column in left]


SUM_AND_SHARE = compile_caseless(  # "how much did we spend at Tesco and what share is that"
    r"\b(?:how much|what (?:did|do|have) (?:i|we)|cuanto|combien|wie ?viel)\b[^?.;]*\b(?:and|und|et|y) (?:what |which |how much |how many |wie ?viel |welche[rsn]? |quel(?:le)? |combien |que |cual |cuanto )?(?:is (?:the |that )?|the |der |la |le |el )?(?:share|percent\w*|percentage|proportion|anteil|prozent\w*|pourcentage|part|porcentaje|%)"
)


def both_ends(query: Query, columns: list[Column]) -> list[Query]:
    """Return a question once for each end of an order that it asks for, the last first."""
    only = query.measures[0] if len(query.measures) == 1 else -1  # "who scored least and who most"
    open_ended = {(one.operation, one.column) for one in query.degrees if one.operation in ENDS}
    columns_of_ends = {column for _, column in open_ended}
    is_of_two = len({name for name, _ in open_ended}) > 1 and len(columns_of_ends) > 1
    if (
        is_of_two and -1 in columns_of_ends and not query.top
    ):  # "of which I have least, and which is dearest" are two columns
        only = only_named(STOCK_NAME, columns)
        if only < 0:
            raise AnswerFault("which")
    degrees = [one if one.column >= 0 else one._replace(column=only) for one in query.degrees]
    ends = list(dict.fromkeys((one.operation, one.column) for one in degrees if one.operation in ENDS))
    if len(ends) < 2 or query.sort >= 0 or query.subject < 0:
        return [query]
    if any(column < 0 for _, column in ends):
        raise AnswerFault("which")
    return [query_of_end(query, columns, degrees, *one) for one in reversed(ends)]


def query_of_end(query: Query, columns: list[Column], degrees: list[Degree], name: str, column: int) -> Query:
    """Return a question for one end of an order; "the most tickets", of numbers of rows, counts them."""
    others = tuple(one for one in query.operations if one not in ENDS)
    own = tuple(one for one in degrees if (one.operation, one.column) == (name, column))
    if name in ("most", "least"):
        others = own_figures(others, own[0].start, query.said)
        if is_identifier(columns[column]):
            return query._replace(operations=("mode" if name == "most" else "least",), measures=(), degrees=())
    return query._replace(operations=(*others, name), measures=(column,), degrees=own)


def conversion_answer(
    other: Converted, table: Table, language: str, text: str, spans: list[list[int]]
) -> dict[str, Any]:
    """Return the answer with the table in another form, or why there is none."""
    said = CONVERTED_TEXTS[language]
    if other.problem:
        most = f"{CONVERTED_ROWS[language](MOST_CONVERTED)} / {LONGEST_CONVERTED:,}"
        return nothing(fill_in(said[other.problem], form=other.form, most=most), text, spans)
    head = fill_in(said["done"], rows=CONVERTED_ROWS[language](other.rows), form=other.form)
    value = fitted(table, [column.described() for column in table.columns[:MOST_COLUMNS]], "", None)
    return {**value, "answer": f"{head}\n\n{other.text}", "used": merged(spans, len(text))}


def charted(
    table: Table,
    query: Query,
    text: str,
    spans: list[list[int]],
    described: list[dict[str, Any]],
    ctx: Any,  # noqa: ANN401 - as above
) -> dict[str, Any]:
    """Return the answer with a chart, which the host draws as a picture of the conversation."""
    said = TEXTS[query.language]
    try:
        plan = chart_plan(query, table)
    except AnswerFault as fault:
        columns = ", ".join(cell(column.name[:60]) for column in table.columns[:20])
        return nothing(f"{said[fault.kind]} {fill_in(said['columns'], columns=columns)}", text, spans)
    try:
        drawn = ctx.tools.call("archon.chart.draw", plan.arguments)
    except RuntimeError as error:  # the host refuses it
        drawn = {"success": False, "error": str(error)}
    if not drawn.get("success"):
        reason = str(drawn.get("error") or drawn.get("message") or "")
        return nothing(fill_in(CHART_TEXTS[query.language]["failed"], reason=reason), text, spans)
    head = chart_sentence(query, plan, table.columns, drawn["path"])
    value = fitted(table, described, head, plan.result)
    return {**value, "used": merged(spans, len(text))}


def row_of_end(query: Query, result: Result, table: Table) -> str:
    """Return the sentence with the row that holds the largest or smallest value."""
    if result.kind != "figures" or len(query.measures) != 1 or len(table.columns) < 2 or not result.matched:
        return ""
    if set(query.operations) == {"max", "min"} and ROW_ASKED.search(fold(query.said)):
        names = NAMES[query.language]
        rows = [f"{names[one]}: {row_at_end(query._replace(operations=(one,)), table)}" for one in ("max", "min")]
        return "\n\n" + "\n".join(f"- {one}" for one in rows)
    if query.operations not in (("max",), ("min",), ("most",), ("least",)):
        return ""
    return " " + fill_in(TEXTS[query.language]["row"], row=row_at_end(query, table))


ROW_ASKED = compile_caseless(  # "min max temp and when"
    r"\b(?:when|where|who|which|(?:at|on|in) what|what (?:day|date|time|month|year|hour)|wann|wo|wer|welche[rsnm]?|quand|ou(?= ?(?:\?|\Z|\n|est|etait))|qui|quel(?:le)?s?|cuando|donde|quien(?:es)?|cual(?:es)?|que (?:dia|hora|mes|ano))\b"
)


def row_at_end(query: Query, table: Table) -> str:
    """Return the cells of the row with the largest or smallest value, each behind the name of its column."""
    top = ordered(query._replace(top=1), table.columns, table.again, table.rows)
    return ", ".join(
        f"{cell(head)} {shown(value)}" for head, value in zip(top.heads[:12], top.rows[0][:12], strict=True)
    )


def row_of_best(query: Query, result: Result, table: Table) -> str:
    """Return the sentence with the row of the first value of an order."""
    if result.kind != "best" or not result.rows or query.top > 1 or result.figures[0][0] != "value":
        return ""
    rows = [row for row in table.again() if len(row) > query.subject and row[query.subject] == str(result.rows[0][0])]
    if len(rows) != 1:
        return ""
    named = zip((column.name for column in table.columns[:12]), rows[0][:12], strict=False)
    return " " + fill_in(
        TEXTS[query.language]["row"],
        row=", ".join(f"{cell(name)} {cell(shortened(value, 60))}" for name, value in named),
    )


def other_figures(query: Query, result: Result, table: Table) -> str:
    """Return the figures asked for beside an order or groups."""
    if result.kind not in ("best", "rows", "groups"):
        return ""
    answered = {name for name, _, _ in result.figures} | {"max", "min", "count", "range", "unique", "missing"}
    names = [name for name in query.operations if name in FIGURE_NAMES and name not in answered]
    texts = []
    for name in (name for name in names if stands_alone(name, query.said)):
        plain = query._replace(operations=(name,), top=0, shows=False)
        other = plain if result.kind == "groups" else plain._replace(subject=-1)
        texts.append(headline(other, run(other, table.columns, table.again, table.rows), table.columns))
    parted = "\n\n" if result.kind == "groups" else " "
    return "".join(text + parted for text in texts)


def table_pasted(text: str) -> Table | None:
    """Return the table in a text, or its days and their figures in one line."""
    return found(text) or day_list(text)


def of_turn(turn: dict[str, Any], ctx: Any) -> Table | None:  # noqa: ANN401 - as above
    """Return the table that an earlier message was about."""
    files = turn.get("files", [])
    table = in_files(files, "", ctx.files.read, [])[0] if files else table_pasted(clean(turn.get("text", "")))
    return squeezed(table)[0] if table else None


def in_files(
    files: list[str], question: str, read: Callable[..., object], refused: list[str]
) -> tuple[Table | None, str]:
    """Return the table of the first readable file that holds one, and that file."""
    for path in files:
        try:
            table = found_whole(partial(parts, read, path))
        except RuntimeError as error:  # the host refuses this file; the next one may hold a table
            refused.append(str(error))
            continue
        if table is not None:
            return table._replace(question=question), path
    return None, ""


def parts(read: Callable[..., object], path: str) -> Iterator[str]:
    """Yield a file's text in the parts that the host gives, without a mark at its start."""
    offset = 0
    while part := str(read(path, offset)):
        yield part if offset else part.lstrip("\ufeff")
        offset += len(part)


def no_table(files: list[str], refused: list[str], text: str) -> dict[str, Any]:
    """Return the answer when there is no table."""
    said = f"I see no table in {', '.join(files)}." if files else "I compute statistics of tables, and see none here."
    said = " ".join([said, *refused])
    return nothing(f"{said} Paste CSV with a header line, or a list of numbers, or name an uploaded file.", text)


def fitted(table: Table, described_columns: list[dict[str, Any]], head: str, result: Result | None) -> dict[str, Any]:
    """Return the whole answer, with fewer columns where it would be too long."""
    kept = described_columns
    while True:
        left_out = len(table.columns) - len(kept)
        output = {
            "rows": table.rows,
            "columns": kept,
            "delimiter": {"\t": "tab", " ": "list"}.get(table.delimiter, table.delimiter),
            "header": table.has_header,
            "columns_left_out": left_out,
        }
        if result is not None:
            output["result"] = as_data(result)
        answer = {
            "answer": sentence(table, kept, left_out, head),
            "output": output,
            "confidence": 0.96,
            "status": "SUCCESS",
        }
        if len(json.dumps(answer)) <= MOST_BYTES or len(kept) == 1:
            return answer
        kept = kept[: max(1, len(kept) // 2)]


def as_data(result: Result) -> dict[str, Any]:
    """Return a result as data: its figures, its first 100 rows, and how many rows of the table it is made from."""
    figures = [
        {"name": name, "column": column[:100], "value": value}
        for name, column, value in result.figures
        if value is not None
    ]
    return {"figures": figures, "rows": result.rows[:100], "heads": result.heads[:40], "matched": result.matched}


SUMMARY_TEXTS = {
    "en": {"heads": "column type n missing mean median min max st.~dev.", "frequent": "Most frequent: {texts}.", "many": "{name} has {n} different values: too many to say which are the most frequent.", "left": "{n} more columns were left out.", "size": "row rows column columns", "no header": ", no header line"},
    "de": {"heads": "Spalte Typ n fehlen Mittelwert Median Min. Max. Std.-Abw.", "frequent": "Am häufigsten: {texts}.", "many": "{name} hat {n} verschiedene Werte: zu viele für die häufigsten.", "left": "{n} weitere Spalten sind weggelassen.", "size": "Zeile Zeilen Spalte Spalten", "no header": ", keine Kopfzeile"},
    "fr": {"heads": "colonne type n manquants moyenne médiane min. max. écart~type", "frequent": "Les plus fréquents : {texts}.", "many": "{name} a {n} valeurs différentes : trop pour dire les plus fréquentes.", "left": "{n} autres colonnes sont laissées de côté.", "size": "ligne lignes colonne colonnes", "no header": ", sans ligne d'en-tête"},
    "es": {"heads": "columna tipo n faltan media mediana mín. máx. desv.~est.", "frequent": "Los más frecuentes: {texts}.", "many": "{name} tiene {n} valores distintos: demasiados para decir los más frecuentes.", "left": "Se han dejado fuera {n} columnas más.", "size": "fila filas columna columnas", "no header": ", sin línea de cabecera"},
}  # fmt: skip
TYPE_WORDS = {
    "de": {"text": "Text", "integer": "ganze Zahl", "number": "Zahl", "date": "Datum", "boolean": "ja/nein"},
    "fr": {"text": "texte", "integer": "entier", "number": "nombre", "date": "date", "boolean": "oui/non"},
    "es": {"text": "texto", "integer": "entero", "number": "número", "date": "fecha", "boolean": "sí/no"},
}


def sentence(table: Table, kept: list[dict[str, Any]], left_out: int, head: str) -> str:
    """Return the answer: what was asked, then a table of all columns when nothing else was."""
    if "\n\n|" in head:
        return head
    language = spoken_language(table.question, {})
    said, types = SUMMARY_TEXTS[language], TYPE_WORDS.get(language, {})
    row, rows, column, columns = said["size"].split()
    size = f"{shown(table.rows, language)} {row if table.rows == 1 else rows}, "
    size += f"{len(table.columns)} {column if len(table.columns) == 1 else columns}"
    size += "" if table.has_header or table.delimiter == " " else said["no header"]
    heads = [one.replace("~", " ") for one in said["heads"].split()]
    lines = [f"| {' | '.join(heads)} |", "|---|---|---|---|---|---|---|---|---|"]
    for one in kept:
        figures = " | ".join(shown(one.get(key), language) for key in ("mean", "median", "min", "max", "stdev"))
        kind = types.get(one["type"], one["type"])
        lines.append(f"| {cell(one['name'])} | {kind} | {one['count']} | {one['missing']} | {figures} |")
    texts = [f"{cell(one['name'])}: {frequent(one['top'][:3])}" for one in kept if one.get("top")]
    more = f"\n\n{fill_in(said['frequent'], texts='; '.join(texts))}" if texts else ""
    more += "".join(
        f"\n\n{fill_in(said['many'], name=cell(one['name']), n=shown(one['unique'], language))}"
        for one in kept
        if one["type"] == "text" and not one["top"]
    )
    more += f"\n\n{fill_in(said['left'], n=left_out)}" if left_out else ""
    return f"{head or size + '.'}\n\n" + "\n".join(lines) + more


def frequent(values: list[dict[str, Any]]) -> str:
    """Return the most frequent values in words."""
    return ", ".join(f"{cell(each['value'])} ({each['count']})" for each in values)
