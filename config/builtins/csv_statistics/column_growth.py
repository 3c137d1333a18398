"""Which row grew or shrank most from an earlier column to a later one: "last year" and "this year"."""

from typing import Any

from config.builtins.csv_statistics.columns import compile_caseless
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.pair_differences import (
    AS_SHARE,
    CHANGED_IDLE,
    CHANGED_TEXTS,
    NEW_NAME,
    OLD_NAME,
    STEP_SAID,
    Pair,
    differences_of,
    later_pair,
    numbered_series,
    numbers_said,
    order_of_name,
    pair_of,
)
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, flattened, fold

ROSE = r"(?:put on|pris (?:du|de|le plus de|plus de) poids|prise de poids|engord\w*|(?:gano|ganaron) (?:mas )?peso|grew|grow[ns]?|growing|growth|r[oi]se[ns]?|risen|increase[ds]?|gain(?:ed|s)?|(?:went|go|gone|going) up|(?:got|became|is|are|was) (?:more expensive|dearer|pricier|bigger|heavier|larger|higher|better)|teurer|schwerer|grosser|plus cheres?|encareci\w*|improve(?:d|ment)?|climb(?:ed)?|jump(?:ed)?|gewachsen|wuchs(?:en)?|gestiegen|stieg(?:en)?|zugelegt|zugenommen|verbessert|zuwachs|wachstum|anstieg|augmente|progresse|grandi|monte|hausse|augmentation|croissance|progression|crecio|crecieron|crecido|crecimiento|aumento|aumentado|subio|subida|mejoro|mejorado)"
FELL = r"(?:shrank|shrunk|shrink|fell|fallen|drop(?:ped|s)?|decline[ds]?|decrease[ds]?|lost|lose|loss|(?:went|go|gone|going) down|(?:got|became|is|are|was) (?:cheaper|smaller|lighter|lower|less)|billiger|gunstiger|leichter|kleiner|moins cheres?|abarat\w*|worse(?:ned)?|gesunken|sank|geschrumpft|gefallen|zuruckgegangen|ruckgang|abgenommen|verloren|verschlechtert|baisse|diminue|recule|perdu|chute|(?<!mas )bajo|bajado|bajaron|bajada|disminuyo|cayo|caida|perdio|empeoro)"
RISES = compile_caseless(rf"\b{ROSE}\b")
FALLS = compile_caseless(rf"\b{FELL}\b")
WHICH_GREW = compile_caseless(
    r"\b(?:which|what|who|where|any(?:thing|one|body)?|something|how much|wie ?viel|combien|cuanto|list|show|welche[rsnm]?|wer|was|wo|etwas|irgendwas|quel(?:le)?s?|qui|ou|que|cual(?:es)?|quien(?:es)?|donde|algo|alguno?|alguien|most|biggest|largest)\b"
)
GROWTH_IDLE = compile_caseless(
    r"\b(?:side by side|next to each other|this one|the other|nebeneinander|cote a cote|lado a lado|how much|by how much|wie ?viel|um|combien|cuanto|weight|prices?|values?|sales|from|to|between|von|bis|zwischen|auf|de|entre|desde|which|what|who|where|any(?:thing|one|body)?|of them|did|do|does|has|have|had|the|most|least|biggest|largest|highest|strongest|best|worst|fastest|compared (?:to|with)|against|versus|vs|since|over|last|this|previous|year|month|week|quarter|at all|also|and|in|by|per ?cent(?:age)?|in relative terms|"
    r"welche[rsnm]?|wer|sich|ist|sind|hat|haben|am|meisten|starksten|wenigsten|grosste[rsnm]?|im vergleich|gegenuber|zum|vorjahr|letzte[sn]?|jahr|monat|prozentual|prozent|irgendwas|irgendetwas|etwas|auch|und|gibt es|quel(?:le)?s?|qui|a|ont|le|la|plus|moins|forte?|grande?|par rapport|an(?:nee)? derniere?|dernier|pourcentage|pourcent|et|y a-t-il|quelque chose|"
    r"que|cual(?:es)?|quien|ha|han|mas|menos|mayor|respecto|comparado|con|al?|ano|pasado|anterior|porcentaje|por ciento|y|algo|alguno?)\b|%"
)
LEAST_GROWN = compile_caseless(r"\b(?:least|slowest|am wenigsten|le moins|menos)\b")
GREW_TEXTS = {
    "en": {"up": "Went up most: **{best}**.", "slow": "Went up least: **{best}**.", "down": "Went down: **{fell}**.", "no": "Nothing went down.", "noup": "Nothing went up."},
    "de": {"up": "Am stärksten gestiegen: **{best}**.", "slow": "Am wenigsten gestiegen: **{best}**.", "down": "Gesunken: **{fell}**.", "no": "Nichts ist gesunken.", "noup": "Nichts ist gestiegen."},
    "fr": {"up": "Plus forte hausse : **{best}**.", "slow": "Plus faible hausse : **{best}**.", "down": "En baisse : **{fell}**.", "no": "Rien n'a baissé.", "noup": "Rien n'a augmenté."},
    "es": {"up": "Lo que más creció: **{best}**.", "slow": "Lo que menos creció: **{best}**.", "down": "Bajó: **{fell}**.", "no": "Nada bajó.", "noup": "Nada creció."},
}  # fmt: skip


def column_growth(table: Table, query: Query) -> Repeated | None:
    """Return which row grew or shrank most between two columns in time."""
    text = table.folded
    rises, falls = RISES.search(text), FALLS.search(text)
    if (
        not (rises or falls)
        or not WHICH_GREW.search(text)
        or query.filters
        or (pair := timed_pair(table, text)) is None
    ):
        return None
    patterns = (RISES, FALLS, GROWTH_IDLE, CHANGED_IDLE)
    spans = [list(match.span()) for pattern in patterns for match in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in mentioned(text, table.columns)]
    steps = [one for one in STEP_SAID.finditer(text) if numbers_said(one.group()) <= set(numbered_series(table))]
    spans += [list(one.span()) for one in steps]
    if not leaves_nothing(table, spans):
        return None
    is_percent = AS_SHARE.search(text) is not None
    rows = grown_rows(table, query, pair, is_percent=is_percent)
    if not rows:
        return None
    head = told_growth(
        rows, query.language, (rises is not None, falls is not None), LEAST_GROWN.search(text) is not None
    )
    _, plain, name, sign = CHANGED_TEXTS[query.language]
    heads = [table.columns[place].name for place in (pair.label, pair.small, pair.large)]
    title = fill_in(plain, old=cell(heads[1]), new=cell(heads[2]))
    listed = grid(
        [*heads, name, sign],
        [[*cells, change, share] for cells, change, share, _, _ in rows],
        query.language,
        MOST_WISHED,
    )
    return Repeated(f"{head}\n\n{title}\n\n{listed}", spans)


def timed_pair(table: Table, text: str) -> Pair | None:
    """Return two columns of numbers of which one is earlier by its name: a year, "before"."""
    pair = later_pair(table, text)
    if pair is None:
        return None
    names = [
        flattened(fold(table.columns[place].name)).text.lower().replace("_", " ").strip()
        for place in (pair.small, pair.large)
    ]
    orders = [order_of_name(name) for name in names]
    is_named = None not in orders and orders[0] != orders[1]
    return pair if is_named else pair_of(table, OLD_NAME, NEW_NAME)


Grown = tuple[list[str], str, str, float, str]


def grown_rows(table: Table, query: Query, pair: Pair, *, is_percent: bool) -> list[Grown]:
    """Return the rows with their change, its percent, their order and name, the largest first."""
    made: list[Any] = []
    for row, change in differences_of(table, query, pair):
        old = cell_number(row[pair.small], table.columns[pair.small])
        share = round(100 * change / old, 2) if old and old > 0 else None
        signs = "+" if change > 0 else ""
        told = "-" if share is None else f"{signs}{shown(share, query.language)} %"
        plain = f"{signs}{shown(change, query.language)}"
        weight = share if is_percent else change
        cells = [row[place] for place in (pair.label, pair.small, pair.large)]
        if weight is not None:
            made.append((cells, plain, told, weight, f"{cell(row[pair.label])} ({told if is_percent else plain})"))
    return sorted(made, key=lambda one: one[3], reverse=True)


def told_growth(rows: list[Grown], language: str, asked: tuple[bool, bool], is_least: bool) -> str:
    """Return the sentences on what grew most, and on what shrank, the largest loss first, as both are asked."""
    said, sentences = GREW_TEXTS[language], list[str]()
    grown = [one for one in rows if one[3] > 0]
    fallen = [one for one in reversed(rows) if one[3] < 0]
    if asked[0]:
        edge = (grown[-1] if is_least else grown[0])[3] if grown else 0.0
        best = ", ".join(one[4] for one in grown if one[3] == edge)
        sentences.append(fill_in(said["slow" if is_least else "up"], best=best) if grown else said["noup"])
    if asked[1]:
        sentences.append(fill_in(said["down"], fell=", ".join(one[4] for one in fallen[:20])) if fallen else said["no"])
    return " ".join(sentences)
