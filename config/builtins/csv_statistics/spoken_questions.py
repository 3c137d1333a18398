"""Questions in spoken words, as those that name a figure and a column: "how much did I take", "how many were above it"."""

import re

from config.builtins.csv_statistics.columns import ANY_CASE, Column, FoundText, compile_caseless, measured_places
from config.builtins.csv_statistics.plain_orders import in_plain_order
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_measures import with_ends_named, with_measures_named
from config.builtins.csv_statistics.table_products import COUNT_NAME, PRICE_NAME
from config.builtins.wording import Mapped

FIGURE_SAID = (
    r"(?:average|mean|median|durchschnitt\w*|mittelwert|median|moyenne|m[ée]diane|media|promedio|mediana|schnitt)"
)
ABOVE_THAT_FIGURE = compile_caseless(  # "what's the average, and how many days were above it?"
    rf"(?P<said>\b(?P<figure>{FIGURE_SAID})\b[^.!?\n]{{0,60}}[,;?]? ?(?:and|und|et|y) (?:how many|wie viele|combien|cu[aá]nt[oa]s)\b[^.!?\n]{{0,40}}?\b(?:above|over|below|under|higher than|lower than|more than|less than|über|unter|darüber|au-dessus d[eu']|en dessous d[eu']|por encima d[el]+|por debajo d[el]+)) "
    r"(?:it|that|this|dem|ihm|diesem|celle-ci|cela|ça|ella|eso|esa)\b(?! [a-z]*(?:value|one|number)\b)"
)
TAKINGS_COLUMN = compile_caseless(
    r"\b(?:amount|total|revenue|sales|turnover|takings|income|importe|monto|ingresos?|ventas|betrag|umsatz|einnahmen|summe|montant|recettes?|chiffre|ventes)\b"
)
MONEY_TAKEN = compile_caseless(
    r"\b(?:how much (?:money )?(?:did|have|had) (?:i|we) (?:take(?: in)?|taken(?: in)?|earn(?:ed)?|invoice[d]?|bill(?:ed)?|make|made|turn over|sell|sold)\b"
    r"|cu[aá]nto (?:(?:he|hemos) )?(?:factur[eé]|facturado|facturamos|ingres[eé]|ingresado|gan[eé]|ganado|vend[ií]|vendido|cobr[eé]|cobrado)\b"
    r"|wie ?viel (?:habe|haben) (?:ich|wir)(?= [^.?!\n]{0,40}\b(?:eingenommen|umgesetzt|verdient|verkauft)\b)"
    r"|combien (?:ai-je|avons-nous|j'ai|on a|nous avons) (?:encaiss[ée]|factur[ée]|gagn[ée]|vendu)\b)"
)
SUM_OF = {"h": "sum of ", "c": "sum of ", "w": "Summe von "}
BEST_ONE_ASKED = compile_caseless(
    r"\b(?:who (?:was|is) (?:the |my |our )?best (?P<en>[a-z]{3,})|qui[ée]n (?:fue|es) (?:el |la |mi )?mejor (?P<es>[a-zé]{3,})|wer (?:war|ist) (?:der |die |mein )?beste[r]? (?P<de>[a-zäöü]{3,})|qui (?:est|[ée]tait|a [ée]t[ée]) (?:le |la |mon )?meilleure? (?P<fr>[a-zé]{3,}))\b"
)
BEST_SAID = {
    "en": "which {name} has the highest sum of {money}",
    "es": "qué {name} tiene la mayor suma de {money}",
    "de": "welcher {name} hat die höchste Summe von {money}",
    "fr": "quel {name} a la plus grande somme de {money}",
}
OVER_ALL = compile_caseless(  # "of both weeks together": of all rows
    r" (?:over|of|in|from|across|de|des|d'|von|aus|en) (?:the |las? |los |les |den |de )?(?:two|both|three|dos|tres|deux|trois|beiden|drei) [^\W\d_]{3,} ?(?:together|combined|juntas|juntos|ensemble|zusammen|r[ée]unies)\b"
)
RATE_ASKED = compile_caseless(
    r"\b(?P<end>best|highest|worst|lowest|beste|h[öo]chste|schlechteste|niedrigste|meilleure?|pire|mejor|peor) (?:[^\W\d_]{3,}[- ])?(?:rate|quote|taux|tasa)\b|\b(?P<behind>meilleur|pire) taux(?: de [^\W\d_]+)?|\b(?P<last>mejor|peor) tasa(?: de [^\W\d_]+)?|\b(?P<german>beste|h[öo]chste|schlechteste|niedrigste) [^\W\d_]{3,}(?:quote|rate)\b"
)
LOW_ENDS = ("worst", "lowest", "schlecht", "niedrig", "pire", "peor")
MULTIPLY_AND_ADD = compile_caseless(
    r"(?:,? ?(?:but |and )?(?:i |we )?(?:only |just )?have (?:the )?(?:only |just )?[^.!?:\n]{3,50}?)?,? ?\b(?:multiply|multipliziere|multiplie|multiplica)(?: [^.!?:\n]{1,40}?)? (?:and|und|et|y) (?:add|sum|addiere|additionne|suma)(?: (?:them|it|all|up|everything|zusammen|tout|todo))*"
)
CUSTOMER_WANTS = compile_caseless(
    r"\A\W*(?:an? |the |my |our )?(?:customer|client|boss|colleague|wife|husband|accountant) (?:wants|needs|asks for|would like) (?=the )"
)
COSTS_SO = compile_caseless(
    r"\b(?:things?|items?|ones|products?|articles?|those|stuff|everything)? ?(?:that |which )?costs? (?P<way>over|more than|under|less than|at least|at most|above|below) (?P<n>[€$£]? ?\d[\d.,]*\d|\d)"
)
SO_FEW_LEFT = compile_caseless(
    r"\b(?:of which|of them|where|with|and|that have|which have) (?:there (?:is|are) )?(?:only )?(?P<way>less than|fewer than|under|at most|more than|over|at least) (?P<n>\d+)(?: (?:pieces|pcs|of them|units))? (?:are |is )?(?:left|in stock|remaining|available)\b"
)
ONLY_CARE = compile_caseless(
    r"\bi (?:only|just) (?:care|look|ask)(?:d)? (?:for|about)\b|\b(?:which|what) rows (?:are|is) (?:it|they|that)\b"
)
STOCK_COLUMN = compile_caseless(r"\b(?:stock|left|in stock|available|bestand|vorrat|qty|quantity|inventory)\b")
COST_COLUMN = compile_caseless(r"\b(?:price|cost|unit[ _]price|preis)\b")


def named_column(columns: list[Column], pattern: "re.Pattern[str]") -> str:
    """Return the name of the one column of numbers that a pattern names, "" for none or several."""
    found = [columns[at].name for at in measured_places(columns) if pattern.search(columns[at].name.replace("_", " "))]
    return found[0] if len(found) == 1 else ""


def share_columns(table: Table) -> tuple[str, str] | None:
    """Return the names of (the part, the whole) where one of two columns of numbers is nowhere above the other."""
    places = measured_places(table.columns)
    if len(places) != 2:
        return None
    pairs = [tuple(table.columns[place].values() or ()) for place in places]
    if not pairs[0] or len(pairs[0]) != len(pairs[1]) or min(*pairs[0], *pairs[1]) < 0:
        return None
    names = [table.columns[place].name for place in places]
    if all(one <= other for one, other in zip(*pairs, strict=True)):
        return names[0], names[1]
    return (names[1], names[0]) if all(one >= other for one, other in zip(*pairs, strict=True)) else None


def with_named_figures(text: str, table: Table) -> Mapped | None:
    """Return a message whose spoken question names its figures and columns; None where it does so already."""
    made = with_spoken_conditions(with_money(Mapped(text), table), table)
    made = with_plan_exceeded(with_summed_measure(made, table), table)
    made = in_plain_order(with_ends_named(with_measures_named(made, table), table), table)
    made = made.sub(ABOVE_THAT_FIGURE, lambda match: f"{match['said']} the {match['figure']}")
    share = share_columns(table) if RATE_ASKED.search(table.question) and not re.search(r"\d", table.question) else None
    if share is not None:
        part, whole = share
        made = made.sub(RATE_ASKED, lambda match: f"{end_of(match)} {part} / {whole}")
    if named_column(table.columns, COUNT_NAME) and named_column(table.columns, PRICE_NAME):
        made = made.sub(MULTIPLY_AND_ADD, total_of_order) if MULTIPLY_AND_ADD.search(text) else made
        made = made.sub(CUSTOMER_WANTS, "")
    return made if made.text != text else None


HOW_MUCH_DONE = (
    r"\b(?:how much(?: in (?:total|all)| altogether)?(?: [a-z]{3,12})? (?:did|does|do|has|have|was|were)|wie ?viel (?:hat|haben|hatte|wurde))(?: (?:the|der|die|das))? (?P<whose>WHO)(?P<verb> [^\W\d_]{3,14})"
    r"(?=\W*(?:\Z|[?.!,;\n]| (?:in (?:total|all)|altogether|so far|today|all together|overall|on|in|at|insgesamt)\b))"
)
NO_SUM_OF = compile_caseless(
    r" (?:cost|costs|weigh\w*|measure\w*|grow|grew|grown|gain\w*|los[et]\w*|chang\w*|differ\w*|improv\w*|increas\w*|decreas\w*|ris\w*|rose|drop\w*|more|less|kost\w*|gewogen|zugenommen|abgenommen|gestiegen|vary|varied|rows?|score[ds]?)\b"
)
MOST_VALUES_ASKED = 200


def with_summed_measure(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks for the sum of the one measure of some rows: "how much did bed 1 drink" of bed, drink and ml."""
    if not re.search(r"\b(?:how much|wie ?viel)\b", table.question, ANY_CASE):
        return made
    for at, column in enumerate(table.columns):
        others = [place for place in measured_places(table.columns) if place != at]
        if len(others) != 1 or not column.texts or len(column.texts) > MOST_VALUES_ASKED:
            continue
        name, is_text = re.escape(column.name), column.values() is None
        listed = [text for text in column.texts if not is_text or len(text) > 1]  # "a" is a word
        values = "|".join(re.escape(text) for text in sorted(listed, key=len, reverse=True)) or r"(?!)"
        who = rf"{name} (?:{values})" if not is_text else rf"(?:{name} )?(?:{values})"
        pattern = compile_caseless(HOW_MUCH_DONE.replace("WHO", who))
        match = pattern.search(made.text)
        if match is None or NO_SUM_OF.match(match["verb"]):
            continue
        value = re.sub(rf"\A{name} ", "", match["whose"], flags=ANY_CASE)
        measure, word = table.columns[others[0]].name, SUM_OF["w" if match.group()[0] in "wW" else "h"]
        said = f"{word}{measure} where {column.name} = {value}"
        return made.sub(pattern, said.replace("\\", r"\\"))
    return made


PLAN_COLUMN = compile_caseless(
    r"\b(?:plan(?:ned)?|budget(?:ed)?|target|goal|quota|forecast|allowance|limit|soll|ziel|prevu|objectif|presupuesto)\b"
)
DONE_COLUMN = compile_caseless(
    r"\b(?:actuals?|spent|spend|spending|real|used|result|ist|ausgegeben|ausgaben|depense|reel|gasto|gastado)\b"
)
OVER_PLAN = compile_caseless(
    r"\b(?:(?:is|are|was|were|went|goes|go|gone|going|came|come|comes|ran|run|has|have|been|ended up|stayed|(?P<de>lag|lagen|liegt|liegen|ist|sind)) )*(?P<way>over|above|beyond|under|below|within|über|unter) (?:the |their |its |our |his |her |dem |ihrem )?(?:budget|plan|target|allowance|limit|forecast|quota)\b"
    r"|\b(?P<spent>over[- ]?spent|overspen[dt]\w*|exceed(?:s|ed)? (?:the |their |its |our )?(?:budget|plan|target|allowance|limit|forecast)|blew (?:the |their )?budget)\b"
)
OVER_WORDS = ("over", "above", "beyond", "über")


def with_plan_exceeded(made: Mapped, table: Table) -> Mapped:
    """Return a message that names both columns where it asks who went over budget: "have actual more than plan"."""
    plan, done = named_column(table.columns, PLAN_COLUMN), named_column(table.columns, DONE_COLUMN)
    match = OVER_PLAN.search(table.question)
    if match is None or not plan or not done or plan == done or match["way"] == "within":
        return made
    is_over = match["spent"] is not None or match["way"].lower() in OVER_WORDS
    if match["de"] or (match["way"] or "").lower() in ("über", "unter"):
        return made.sub(OVER_PLAN, f"haben {done} {'mehr' if is_over else 'weniger'} als {plan}")
    return made.sub(OVER_PLAN, f"have {done} {'more' if is_over else 'less'} than {plan}")


def total_of_order(match: FoundText) -> str:
    """Return "total" for "multiply and add", nothing where the total is asked for in front of it."""
    return (
        ""
        if re.search(r"\b(?:total|summe|gesamt\w*)\b", match.string[: match.start()], ANY_CASE)
        else "total of this order"
    )


def end_of(match: FoundText) -> str:
    """Return whether the highest or the lowest is wanted."""
    told = next(filter(None, (match["end"], match["behind"], match["last"], match["german"]))).lower()
    return "lowest" if told.startswith(LOW_ENDS) else "highest"


def is_signed(table: Table, name: str) -> bool:
    """Return whether a column has amounts below zero: what goes out and what comes in are kept apart then."""
    return any(min(column.values() or [0.0]) < 0 for column in table.columns if column.name == name)


def with_money(made: Mapped, table: Table) -> Mapped:
    """Return a message that asks for the sum of the one column of money: "how much did I take", "who was the best client"."""
    money = named_column(table.columns, TAKINGS_COLUMN)
    names = {column.name.lower() for column in table.columns if column.values() is None}
    if not money or is_signed(table, money):
        return made
    made = made.sub(MONEY_TAKEN, lambda match: f"{SUM_OF[match.group()[0].lower()]}{money}")
    best = BEST_ONE_ASKED.search(made.text)
    key = best.lastgroup if best else None
    if best is None or key is None or best[key].lower() not in names:
        return made
    said = BEST_SAID[key].replace("{name}", best[key]).replace("{money}", money)
    return made.sub(BEST_ONE_ASKED, lambda _: said).sub(OVER_ALL, "")


def with_spoken_conditions(made: Mapped, table: Table) -> Mapped:
    """Return a message whose conditions name their columns: "things that cost over 10", "of which less than 5 are left"."""
    cost, stock = named_column(table.columns, COST_COLUMN), named_column(table.columns, STOCK_COLUMN)
    before = made.text
    if cost:
        made = made.sub(COSTS_SO, lambda match: f" {cost} {match['way']} {match['n']}")
    if stock:
        made = made.sub(SO_FEW_LEFT, lambda match: f"{stock} {match['way']} {match['n']}")
    if made.text == before:
        return made
    return made.sub(
        ONLY_CARE, lambda match: "which rows" if match.group().lower().startswith(("which", "what")) else ""
    )
