"""Which rows of a pasted table have another number of fields than its header, and why an import refuses them."""

import csv
import re
from typing import Any, NamedTuple

from config.builtins.csv_statistics.columns import compile_caseless, shortened
from config.builtins.csv_statistics.reading import DELIMITERS, RULE, Table
from config.builtins.wording import fill_in, fold, merged

FIELDS_ASKED = compile_caseless(
    r"\b(?:expected \d+ (?:fields?|columns?|values?)|(?:saw|found|got|has|have) \d+ (?:fields?|columns?|values?)|too (?:many|few) (?:fields?|columns?|commas?|values?|delimiters?)|(?:wrong|different|inconsistent|uneven|unequal|same|varying) number of (?:fields?|columns?|commas?|values?)|column count|number of (?:fields|columns) (?:does ?n[o']t|doesnt|do ?n[o']t) match|(?:import|parser?|parsing|load(?:ing)?|read(?:ing|er)?|upload)\w* (?:\w+ ){0,4}?(?:complain\w*|fail\w*|errors?|choke\w*|refuse\w*|reject\w*|breaks?|broken|wo n't|won't|wont)|"
    r"(?:which|what) (?:row|line)s? (?:is|are|has|have) (?:broken|malformed|wrong|invalid|corrupt|too (?:long|short|many|few))|(?:broken|malformed|corrupt|shifted|misaligned) (?:rows?|lines?|csv)|zu (?:viele|wenige?) (?:felder|spalten|kommas?|werte)|(?:import|einlesen) (?:\w+ ){0,4}?(?:fehler|klappt nicht|meckert|scheitert|schlagt fehl)|erwartet \d+ (?:felder|spalten)|\d+ (?:felder|spalten) erwartet|"
    r"trop de (?:champs|colonnes|virgules)|(?:import|importation) (?:\w+ ){0,4}?(?:echoue|erreur|refuse|plante)|demasiad[oa]s (?:campos|columnas|comas)|(?:importacion|importar) (?:\w+ ){0,4}?(?:falla|error|da error))"
)
MOST_UNEVEN = 10  # rows that are told
UNEVEN_TEXTS = {
    "en": {"head": "The header has **{n}** fields, and so have {even} of {all} rows.", "row": "Row {row} (line {line} of the table) has **{count}** fields: `{text}`.", "fix": "A field that holds the delimiter “{sign}” has to stand in quotes: `{fixed}`.", "quote": "A field that holds the delimiter “{sign}” has to stand in quotes (\"…\").", "few": "A cell is missing there, or a line break is inside of one.", "even": "Every row has **{n}** fields, as the header has: nothing is wrong with the number of fields."},
    "de": {"head": "Die Kopfzeile hat **{n}** Felder, ebenso {even} von {all} Zeilen.", "row": "Zeile {row} (Zeile {line} der Tabelle mit Kopf) hat **{count}** Felder: `{text}`.", "fix": "Ein Feld, in dem das Trennzeichen „{sign}“ vorkommt, muss in Anführungszeichen stehen: `{fixed}`.", "quote": "Ein Feld, in dem das Trennzeichen „{sign}“ vorkommt, muss in Anführungszeichen (\"…\") stehen.", "few": "Dort fehlt eine Zelle, oder in einer steht ein Zeilenumbruch.", "even": "Jede Zeile hat **{n}** Felder wie die Kopfzeile: an der Zahl der Felder liegt es nicht."},
    "fr": {"head": "L'en-tête a **{n}** champs, comme {even} lignes sur {all}.", "row": "La ligne {row} (ligne {line} du tableau) a **{count}** champs : `{text}`.", "fix": "Un champ qui contient le séparateur « {sign} » doit être entre guillemets : `{fixed}`.", "quote": "Un champ qui contient le séparateur « {sign} » doit être entre guillemets (\"…\").", "few": "Il y manque une cellule, ou l'une contient un saut de ligne.", "even": "Chaque ligne a **{n}** champs comme l'en-tête : le nombre de champs est correct."},
    "es": {"head": "La cabecera tiene **{n}** campos, igual que {even} de {all} filas.", "row": "La fila {row} (línea {line} de la tabla) tiene **{count}** campos: `{text}`.", "fix": "Un campo que contiene el separador «{sign}» debe ir entre comillas: `{fixed}`.", "quote": "Un campo que contiene el separador «{sign}» debe ir entre comillas (\"…\").", "few": "Allí falta una celda, o una contiene un salto de línea.", "even": "Cada fila tiene **{n}** campos como la cabecera: el número de campos es correcto."},
}  # fmt: skip
UNEVEN_NOTES = {
    "en": "Row {row} has more fields than the header (`{text}`): its cells may stand in the wrong columns.",
    "de": "Zeile {row} hat mehr Felder als die Kopfzeile (`{text}`): Ihre Zellen stehen vielleicht in falschen Spalten.",
    "fr": "La ligne {row} a plus de champs que l'en-tête (`{text}`) : ses cellules sont peut-être dans de mauvaises colonnes.",
    "es": "La fila {row} tiene más campos que la cabecera (`{text}`): puede que sus celdas estén en columnas equivocadas.",
}
LEAST_LINES = 3  # with the header


class Lines(NamedTuple):
    """The lines of a table as they stand in a message, their delimiter, and the fields of each."""

    lines: list[str]
    sign: str
    fields: list[list[str]]


def lines_in(text: str) -> Lines | None:
    """Return the longest run of three or more lines with one delimiter, no sentences."""
    best: Lines | None = None
    for sign in DELIMITERS:
        for part in re.split(r"\n[ \t]*\n|```[^\n]*", text):
            lines = [line for line in part.splitlines() if line.strip() and not RULE.fullmatch(line)]
            lines = [line for line in lines if sign in line and not re.search(r"[?!]\s*\Z|[.] [A-Z]", line)]
            if len(lines) >= LEAST_LINES and (best is None or len(lines) > len(best.lines)):
                best = Lines(lines, sign, [fields_of(line, sign) for line in lines])
    return best


def fields_of(line: str, sign: str) -> list[str]:
    """Return the fields of one line, without those outside the frame of a Markdown table."""
    try:
        row = next(csv.reader([line], delimiter=sign))
    except csv.Error:
        row = line.split(sign)
    return row[1:-1] if sign == "|" and len(row) > 2 and not row[0].strip() and not row[-1].strip() else row


def uneven_answer(text: str, language: str) -> dict[str, Any] | None:
    """Return which rows have too many or too few fields, for a question about that."""
    asked = FIELDS_ASKED.search(fold(text))
    found = lines_in(text) if asked else None
    if asked is None or found is None:
        return None
    said, width = UNEVEN_TEXTS[language], len(found.fields[0])
    uneven = [place for place, row in enumerate(found.fields) if len(row) != width]
    if not uneven:
        answer = fill_in(said["even"], n=width)
    else:
        even = len(found.fields) - 1 - len(uneven)
        told = [fill_in(said["head"], n=width, even=even, all=len(found.fields) - 1)]
        told += [told_line(found, place, width, language) for place in uneven[:MOST_UNEVEN]]
        answer = "\n\n".join(told)
    output = {
        "rows": len(found.fields) - 1,
        "columns": [],
        "delimiter": {"\t": "tab"}.get(found.sign, found.sign),
        "header": True,
        "columns_left_out": 0,
    }
    start = text.find(found.lines[0])
    used = (
        [[0, len(text)]]
        if start < 0
        else [list(asked.span()), [start, start + sum(len(line) + 1 for line in found.lines)]]
    )
    return {
        "answer": answer,
        "output": output,
        "confidence": 0.95,
        "status": "SUCCESS",
        "used": merged(used, len(text)),
    }


def told_line(found: Lines, place: int, width: int, language: str) -> str:
    """Return the sentences on one row: how many fields it has, and how it is mended."""
    said, row = UNEVEN_TEXTS[language], found.fields[place]
    told = fill_in(
        said["row"],
        row=place,
        line=place + 1,
        count=len(row),
        text=shortened(found.lines[place].replace("`", "'").strip(), 120),
    )
    if len(row) < width:
        return f"{told} {said['few']}"
    joints = [at for at in range(len(row) - 1) if row[at + 1].startswith(" ") and row[at].strip()]
    if found.sign != "," or len(row) != width + 1 or len(joints) != 1:
        return f"{told} {fill_in(said['quote'], sign=found.sign)}"
    at = joints[0]
    whole = [*row[:at], f'"{row[at]},{row[at + 1]}"', *row[at + 2 :]]
    return f"{told} {fill_in(said['fix'], sign=found.sign, fixed=','.join(whole).replace('`', chr(39)))}"


def uneven_note(table: Table, language: str) -> list[str]:
    """Return the warning on a first row with more fields than the header."""
    named = sum(1 for column in table.columns if not re.fullmatch(r"column \d+", column.name))
    if not table.has_header or named == len(table.columns) or table.rows > 20_000:
        return []
    for place, row in enumerate(table.again(), 1):
        if any(one.strip() for one in row[named:]):
            return [
                fill_in(
                    UNEVEN_NOTES[language], row=place, text=shortened(table.delimiter.join(row).replace("`", "'"), 80)
                )
            ]
    return []
