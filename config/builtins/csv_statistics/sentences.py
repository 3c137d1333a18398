"""The words of the answers, in four languages."""

from decimal import ROUND_HALF_UP, Context
from typing import Any

from config.builtins.csv_statistics.columns import Column
from config.builtins.csv_statistics.day_cells import DAY_SIGNS, WEEKDAY_SIGNS, days_text, weekdays_text
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.running import FIGURE_NAMES, MOST_SHOWN, Result, rank_of
from config.builtins.wording import cell, fill_in, localized, named_texts

NAMES_LISTED = {
    "en": "sum; mean; median; minimum; maximum; standard deviation; variance; first quartile; third quartile; {p}th percentile; range; number of values; "
    "number of different values; number of missing values; value; share; number of rows; most frequent value",
    "de": "Summe; Mittelwert; Median; Minimum; Maximum; Standardabweichung; Varianz; erstes Quartil; drittes Quartil; {p}. Perzentil; Spannweite; "
    "Anzahl der Werte; Anzahl verschiedener Werte; Anzahl fehlender Werte; Wert; Anteil; Anzahl der Zeilen; häufigster Wert",
    "fr": "somme; moyenne; médiane; minimum; maximum; écart-type; variance; premier quartile; troisième quartile; {p}e centile; étendue; nombre de valeurs; "
    "nombre de valeurs différentes; nombre de valeurs manquantes; valeur; part; nombre de lignes; valeur la plus fréquente",
    "es": "suma; media; mediana; mínimo; máximo; desviación estándar; varianza; primer cuartil; tercer cuartil; percentil {p}; rango; número de valores; "
    "número de valores distintos; número de valores que faltan; valor; proporción; número de filas; valor más frecuente",
}
NAMES = named_texts((*FIGURE_NAMES, "value", "share", "rows", "mode"), NAMES_LISTED)
TEXTS = {
    "en": {
        "absent": "There is no column “{absent}”.", "conditions": "I cannot tell how these conditions belong together: join them all with “and”, or all with “or”.", "rank": "Place {n}: ",
        "figure": "The {name}{of}{where} is **{value}**.", "of": " of {column}", "per": "{name}{of} by {group}{where}", "where": " where {filters}",
        "best": "{group}: **{key}** ({name}{of}: **{value}**){where}.", "rows": "**{n}** of {total} rows match{where}.", "row": "It is in this row: {row}.",
        "values": "{column} has **{n}** different values{where}: {listed}.", "more": "{n} more are not shown.", "none": "No row matches{where}.",
        "tie": "The same holds for {keys}.", "top": "The first {n}{by}{where}:", "count rows": "rows",
        "unknown": "I do not understand what you want to know of this table.", "columns": "Its columns are {columns}. Ask for example for the average, the total per group, the highest value, or the rows over a number.",
        "no numbers": "No column of this table holds numbers.", "groups": "That column has more than 100,000 different values: too many to group by.",
        "share": "I cannot tell of which rows the share is meant: name a value of the table.", "which": "I do not know which column is meant.",
        "computed": "I cannot compute that: a column only from other columns and figures, such as qty*price.",
    },
    "de": {
        "absent": "Es gibt keine Spalte „{absent}“.", "conditions": "Ich kann nicht erkennen, wie diese Bedingungen zusammengehören: verbinden Sie alle mit „und“ oder alle mit „oder“.", "rank": "Platz {n}: ",
        "figure": "{name}{of}{where}: **{value}**.", "of": " von {column}", "per": "{name}{of} nach {group}{where}", "where": " mit {filters}",
        "best": "{group}: **{key}** ({name}{of}: **{value}**){where}.", "rows": "**{n}** von {total} Zeilen passen{where}.", "row": "Das steht in dieser Zeile: {row}.",
        "values": "{column} hat **{n}** verschiedene Werte{where}: {listed}.", "more": "{n} weitere sind nicht gezeigt.", "none": "Keine Zeile passt{where}.",
        "tie": "Dasselbe gilt für {keys}.", "top": "Die ersten {n}{by}{where}:", "count rows": "Zeilen",
        "unknown": "Ich verstehe nicht, was Sie von dieser Tabelle wissen möchten.", "columns": "Ihre Spalten sind {columns}. Fragen Sie zum Beispiel nach dem Durchschnitt, der Summe pro Gruppe, dem höchsten Wert oder den Zeilen über einer Zahl.",
        "no numbers": "Keine Spalte dieser Tabelle enthält Zahlen.", "groups": "Diese Spalte hat mehr als 100.000 verschiedene Werte: zu viele zum Gruppieren.",
        "share": "Für einen Anteil kann ich nicht erkennen, welche Zeilen gemeint sind: nennen Sie einen Wert der Tabelle.", "which": "Ich weiß nicht, welche Spalte gemeint ist.",
        "computed": "Das kann ich nicht berechnen: eine Spalte nur aus anderen Spalten und Zahlen, etwa Menge*Preis.",
    },
    "fr": {
        "absent": "Il n'y a pas de colonne « {absent} ».", "conditions": "Je ne sais pas comment ces conditions vont ensemble : reliez-les toutes par « et » ou toutes par « ou ».", "rank": "Place {n} : ",
        "figure": "{name}{of}{where} : **{value}**.", "of": " de {column}", "per": "{name}{of} par {group}{where}", "where": " avec {filters}",
        "best": "{group} : **{key}** ({name}{of} : **{value}**){where}.", "rows": "**{n}** lignes sur {total} correspondent{where}.", "row": "Dans cette ligne : {row}.",
        "values": "{column} a **{n}** valeurs différentes{where} : {listed}.", "more": "{n} autres ne sont pas montrées.", "none": "Aucune ligne ne correspond{where}.",
        "tie": "De même pour {keys}.", "top": "Les {n} premières{by}{where} :", "count rows": "lignes",
        "unknown": "Je ne comprends pas ce que vous voulez savoir de ce tableau.", "columns": "Ses colonnes sont {columns}. Demandez par exemple la moyenne, le total par groupe, la valeur la plus haute ou les lignes au-dessus d'un nombre.",
        "no numbers": "Aucune colonne de ce tableau ne contient de nombres.", "groups": "Cette colonne a plus de 100 000 valeurs différentes : trop pour grouper.",
        "share": "Je ne sais pas de quelles lignes est la part : nommez une valeur du tableau.", "which": "Je ne sais pas de quelle colonne il s'agit.",
        "computed": "Je ne peux pas calculer cela : une colonne seulement à partir d'autres colonnes et de nombres, par exemple quantité*prix.",
    },
    "es": {
        "absent": "No hay ninguna columna «{absent}».", "conditions": "No sé cómo se unen estas condiciones: únalas todas con «y» o todas con «o».", "rank": "Puesto {n}: ",
        "figure": "{name}{of}{where}: **{value}**.", "of": " de {column}", "per": "{name}{of} por {group}{where}", "where": " con {filters}",
        "best": "{group}: **{key}** ({name}{of}: **{value}**){where}.", "rows": "**{n}** de {total} filas cumplen{where}.", "row": "Está en esta fila: {row}.",
        "values": "{column} tiene **{n}** valores distintos{where}: {listed}.", "more": "No se muestran {n} más.", "none": "Ninguna fila cumple{where}.",
        "tie": "Lo mismo vale para {keys}.", "top": "Las primeras {n}{by}{where}:", "count rows": "filas",
        "unknown": "No entiendo qué quiere saber de esta tabla.", "columns": "Sus columnas son {columns}. Pregunte por ejemplo por la media, el total por grupo, el valor más alto o las filas por encima de un número.",
        "no numbers": "Ninguna columna de esta tabla contiene números.", "groups": "Esa columna tiene más de 100.000 valores distintos: demasiados para agrupar.",
        "share": "No sé de qué filas es la proporción: nombre un valor de la tabla.", "which": "No sé a qué columna se refiere.",
        "computed": "No puedo calcular eso: una columna solo a partir de otras columnas y cifras, por ejemplo cantidad*precio.",
    },
}  # fmt: skip

CASE_TEXTS = {
    "en": "Without regard to upper and lower case there are **{n}**.",
    "de": "Ohne Unterschied von Groß- und Kleinschreibung sind es **{n}**.",
    "fr": "Sans distinguer majuscules et minuscules, il y en a **{n}**.",
    "es": "Sin distinguir mayúsculas y minúsculas son **{n}**.",
}


def headline(query: Query, result: Result, columns: list[Column]) -> str:
    """Return the answer to a query in words, with a table where there are several rows."""
    said = TEXTS[query.language]
    where = where_text(query.filters, columns, query.language)
    ranked = fill_in(said["rank"], n=rank_of(query)) if rank_of(query) > 1 else ""
    return ranked + plain_headline(query, result, columns, where)


def plain_headline(query: Query, result: Result, columns: list[Column], where: str) -> str:
    """Return the answer to a query in words, without the place that was asked for."""
    said = TEXTS[query.language]
    if result.kind == "values":
        rows = [cell(str(row[0])) for row in result.rows]
        listed = ", ".join(rows[:50]) + (f" … {fill_in(said['more'], n=len(rows) - 50)}" if len(rows) > 50 else "")
        alike = len({row.casefold() for row in rows})
        apart = f" {fill_in(CASE_TEXTS[query.language], n=f'{alike:,}')}" if alike < len(rows) else ""
        values = fill_in(said["values"], column=result.figures[0][1], n=f"{len(rows):,}", where=where, listed=listed)
        return values + apart
    if not result.matched and query.filters:
        return fill_in(said["none"], where=where)
    if result.kind == "figures":
        return " ".join(figure_text(one, query, where) for one in result.figures)
    if result.kind == "rows":
        first = fill_in(said["rows"], n=f"{result.matched:,}", total=f"{result.total:,}", where=where)
        if query.top:
            by = query.measures[0] if query.measures else query.sort
            order = f" ({columns[by].name})" if by >= 0 else ""
            first = fill_in(said["top"], n=len(result.rows), by=order, where=where)
        return f"{first}\n\n{grid(result.heads, result.rows, query.language, max(MOST_SHOWN, query.top))}"
    return group_text(query, result, where)


def group_text(query: Query, result: Result, where: str) -> str:
    """Return the groups of a result in words: the first one when it is asked for, and all as a table."""
    said = TEXTS[query.language]
    name, column, _ = result.figures[0]
    words = {
        "name": name_of(name, query),
        "of": fill_in(said["of"], column=cell(column)) if column else "",
        "where": where,
        "group": cell(result.heads[0]),
    }
    if not result.rows:
        return fill_in(said["none"], where=where)
    if name == "count":
        words |= {"name": NAMES[query.language]["rows"], "of": ""}
    title = fill_in(said["per"], **words)
    title = title[:1].upper() + title[1:]
    if result.kind == "groups" and not set(query.operations) & {"most", "least", "max", "min"}:
        return f"{title}:\n\n{grid(result.heads, result.rows, query.language, max(MOST_SHOWN, query.top), name)}"
    key, value = result.rows[0]
    first = (
        fill_in(said["best"], **words, key=cell(str(key)), value=shown(value, query.language))
        if query.top < 2
        else f"{title}:"
    )
    ties = [cell(str(row[0])) for row in result.rows[1:10] if row[1] == value]
    tie = f" {fill_in(said['tie'], keys=', '.join(ties))}" if ties and query.top < 2 else ""
    table = (
        f"\n\n{grid(result.heads, result.rows, query.language, max(MOST_SHOWN, query.top), name)}"
        if len(result.rows) > 1
        else ""
    )
    return f"{first}{tie}{table}"


def figure_text(one: tuple[str, str, Any], query: Query, where: str) -> str:
    """Return one figure as a sentence."""
    name, column, value = one
    said = TEXTS[query.language]
    of = "" if not column or column == "values" else fill_in(said["of"], column=cell(column))
    text = shown(value, query.language) + (" %" if name == "share" else "")
    made = fill_in(said["figure"], name=name_of(name, query), of=of, where=where, value=text)
    return made[:1].upper() + made[1:]


def name_of(name: str, query: Query) -> str:
    """Return the name of a figure."""
    return fill_in(NAMES[query.language][name], p=f"{query.percentile:g}")


EMPTY_CELL = {"en": "a cell is empty", "de": "einer leeren Zelle", "fr": "une cellule vide", "es": "una celda vacía"}
EMPTY_COLUMN = {"en": "{column} is empty", "de": "leerem {column}", "fr": "{column} vide", "es": "{column} sin valor"}
FULL_CELL = {
    "en": "no cell is empty",
    "de": "keiner leeren Zelle",
    "fr": "aucune cellule vide",
    "es": "ninguna celda vacía",
}
FULL_COLUMN = {
    "en": "{column} is not empty",
    "de": "nicht leerem {column}",
    "fr": "{column} non vide",
    "es": "{column} con valor",
}
EITHER = {"en": " or ", "de": " oder ", "fr": " ou ", "es": " o "}
NOT_DAYS = {"en": "not", "de": "nicht", "fr": "pas", "es": "no"}
MONTH_TEXTS = {"en": "month", "de": "Monat", "fr": "mois", "es": "mes"}


def filter_text(one: Filter, columns: list[Column], language: str) -> str:
    """Return one filter in words."""
    if one.sign == "either":
        return EITHER[language].join(filter_text(part, columns, language) for part in one.any_of)
    if one.column < 0:
        return (EMPTY_CELL if one.sign == "empty" else FULL_CELL)[language]
    name, values = cell(columns[one.column].name), " / ".join(cell(value) for value in one.values)
    if one.sign in DAY_SIGNS:
        return ("" if one.sign == "days" else f"{NOT_DAYS[language]} ") + days_text(one.values, name)
    if one.sign in WEEKDAY_SIGNS:
        return weekdays_text(one.values, name, language, is_other=one.sign != "weekday")
    if one.sign == "between":
        return f"{one.values[0]} ≤ {name} ≤ {one.values[1]}"
    if one.sign in ("empty", "full"):
        return fill_in((EMPTY_COLUMN if one.sign == "empty" else FULL_COLUMN)[language], column=name)
    return f"{name} ({MONTH_TEXTS[language]}) = {values}" if one.sign == "month" else f"{name} {one.sign} {values}"


def where_text(filters: tuple[Filter, ...], columns: list[Column], language: str) -> str:
    """Return the filters in words."""
    if not filters:
        return ""
    parts = [filter_text(one, columns, language) for one in filters]
    return fill_in(TEXTS[language]["where"], filters=", ".join(parts))


def grid(heads: list[str], rows: list[list[Any]], language: str, most: int, name: str = "") -> str:
    """Return rows as a Markdown table, at most so many."""
    titles = [cell(head) or NAMES[language].get("rows", "") for head in heads]
    if name and len(titles) == 2 and name not in ("value", "count"):
        titles[1] = f"{NAMES[language][name].replace('{p}', '')} {titles[1]}".strip()
    lines = [titles, ["---"] * len(titles), *([shown(value, language) for value in row] for row in rows[:most])]
    more = f"\n\n{fill_in(TEXTS[language]['more'], n=f'{len(rows) - most:,}')}" if len(rows) > most else ""
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + more


def shown(value: object, language: str = "en") -> str:
    """Return a figure for people: at most 6 significant digits beyond the whole part."""
    if value is None:
        return "-"
    if isinstance(value, float):
        text = f"{half_up(value):,.6g}" if abs(value) < 10**6 else f"{value:,.2f}"
        return localized(text if "e" in text else text.rstrip("0").rstrip(".") if "." in text else text, language)
    return localized(f"{value:,}", language) if isinstance(value, int) else cell(str(value))


def half_up(value: float) -> float:
    """Return a number with 6 significant digits, the half upwards as people round: 120.8625 is 120.863."""
    return float(Context(prec=6, rounding=ROUND_HALF_UP).create_decimal(repr(value)))
