"""What belongs to a table but to no question about it: a row of totals, what an empty cell means, that empty cells do not count."""

import re
from collections import deque
from itertools import islice
from math import fsum, isclose
from typing import Any, NamedTuple

from config.builtins.csv_statistics.columns import Column, compile_caseless, filled, is_identifier, is_year
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.group_sizes import with_groups_kept
from config.builtins.csv_statistics.met_asides import met_asides
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import shown
from config.builtins.csv_statistics.told_sentences import told_sentence
from config.builtins.csv_statistics.uneven_rows import uneven_note
from config.builtins.csv_statistics.word_cells import with_word_cells
from config.builtins.csv_statistics.words_meant import with_words_meant
from config.builtins.wording import blanked, cell, fill_in, fold, merged

MOST_SUMMED_ROWS = 20_000  # of a table in which a row of totals is looked for
MOST_TOTAL_ROWS = 3  # at the end: a sum, an average, and one more
TOTAL_LABEL = compile_caseless(
    r"\W*(?:(?:grand|overall|running|sub)[ -]?)?(?:totals?|sum|sub-?total|gesamt(?:summe|betrag)?|(?:zwischen|end)?summe|insgesamt|zusammen|somme|total general|sous-total|en tout|ensemble|suma(?: total)?|en total|"
    r"average|mean|avg|durchschnitt|mittelwert|moyenne|promedio|media)\W*"
)
ALL_LABEL = compile_caseless(
    r"(?:all|everyone|everything|alle|alles|gesamt\w*|total\w*|tous|toutes|tout|tod[oa]s|todo)\b.{0,30}"
)
MEAN_LABEL = compile_caseless(r"average|mean|avg|durchschnitt|mittelwert|moyenne|promedio|media")
KEEPS_ALL_ROWS = compile_caseless(  # the table itself is wanted
    r"\b(?:json|markdown|html|xml|yaml|sql|tsv|latex|convert|transpose|umwandeln|konvertier\w*|convert\w*|delete|rename|insert|add (?:a|another) (?:row|column))\b"
)
TOTAL_WORD = r"(?:totals?|sums?|summen?(?:zeile)?|gesamtzeile|somme|suma)"
NO_PART = r"(?:not|n't|ignor\w*|without|exclud\w*|leave|skip|except|isn'?t|doesn'?t|dont|don'?t|nicht|ohne|keine?|ignorier\w*|weglassen|sans|pas|ignore\w*|exclu\w*|sin|no|ignora\w*)"
TOTAL_REMARK = compile_caseless(
    rf"(?:\bwithout (?:counting )?the |\bexcluding the |\bignor(?:e|ing) the |\bleave (?:out )?the |\bnot (?:counting )?the |\bohne die |\bsans (?:compter )?(?:la ligne (?:du |de )?)?|\bsin (?:contar )?(?:la fila (?:de |del )?)?){TOTAL_WORD}(?: (?:row|line|at the (?:bottom|end)|zeile|unten))*(?: out)?"
    rf"|(?<![^.!?\n;,(])[^.!?\n;,()]*\b{TOTAL_WORD}\b[^.!?\n;,()]*"
)
PLACE_OF_TOTAL = compile_caseless(
    r"\b(?:row|line|bottom|last|end|zeile|unten|letzte|ende|ligne|derniere|bas|fila|ultima|abajo|final)\b"
)
NO_PART_WORD = compile_caseless(rf"\b{NO_PART}\b|n't\b")
TOTAL_CHECKED = compile_caseless(
    rf"\b{TOTAL_WORD}(?: \w+){{0,3}}? (?:right|correct|ok(?:ay)?|match(?:es)?|adds? up|tall(?:y|ies)|wrong|off|stimm\w*|richtig|korrekt|falsch|juste|correcte?s?|bonne?s?|fausse?|correct[oa]s?|bien|cuadra\w*)\b"
    rf"|\b(?:stimm\w*|check|verify|uberpruf\w*|prufe?|verifie\w*|comprueba\w*|cuadra\w*|matche?s?|adds? up to)\b[^.?!\n]{{0,25}}?\b{TOTAL_WORD}\b"
)
TOTAL_TEXTS = {
    "en": {"left": "I left out the row “{label}” ({told}).", "off": "I left out the row “{label}” ({told}); the other rows add up to {sums}.", "yes": "**Yes**: the other rows add up to {sums}, as the row “{label}” says.", "no": "**No**: the row “{label}” says {told}, and the other rows add up to {sums}.", "empty": "Empty cells are not counted ({n} in {name})."},
    "de": {"left": "Die Zeile „{label}“ ({told}) habe ich weggelassen.", "off": "Die Zeile „{label}“ ({told}) habe ich weggelassen; die anderen ergeben {sums}.", "yes": "**Ja**: Die anderen Zeilen ergeben {sums}, wie die Zeile „{label}“ sagt.", "no": "**Nein**: In der Zeile „{label}“ steht {told}, die anderen ergeben {sums}.", "empty": "Leere Zellen zählen nicht ({n} in {name})."},
    "fr": {"left": "J'ai laissé de côté la ligne « {label} » ({told}).", "off": "J'ai laissé de côté la ligne « {label} » ({told}) ; les autres font {sums}.", "yes": "**Oui** : les autres lignes font {sums}, comme le dit la ligne « {label} ».", "no": "**Non** : la ligne « {label} » dit {told}, et les autres font {sums}.", "empty": "Les cellules vides ne comptent pas ({n} dans {name})."},
    "es": {"left": "He dejado fuera la fila «{label}» ({told}).", "off": "He dejado fuera la fila «{label}» ({told}); las otras suman {sums}.", "yes": "**Sí**: las otras filas suman {sums}, como dice la fila «{label}».", "no": "**No**: la fila «{label}» dice {told}, y las otras suman {sums}.", "empty": "Las celdas vacías no cuentan ({n} en {name})."},
}  # fmt: skip
EMPTY_WORD = r"(?:empty|blank|missing|leere[nr]?|fehlende[n]?|vides?|manquante?s?|vaci[oa]s?)"
CELL_WORD = r"(?:ones?|cells?|fields?|values?|rows?|entries|scores?|results?|zellen?|felder?|werte?|eintrage?|cellules?|cases?|valeurs?|celdas?|valores?|casillas?)"
ARTICLE = r"(?:an? |the |all |any |ein |eine |die |der |das |alle |un |une |le |la |les |los |las |el )"
MEANS = r"(?:just |here |only |always |simply )?(?:means?|stands? for|is when|hei(?:ss|s)t|heißt|bedeute[nt]|steht fur|signifie(?:nt)?|veut dire|veulent dire|significan?|quieren? decir|=)"
EMPTY_EXPLAINED = compile_caseless(
    rf"(?<![^.!?\n;(])\W{0, 4}(?:note:? |nb:? |btw:? |hinweis:? )?{ARTICLE}?(?:{EMPTY_WORD}|blanks|leer|dash(?:es)?|hyphen|nothing|strich|tiret|guion|-|n/?a)(?: {CELL_WORD})? {MEANS} [^,.!?\n;)]*[.!?;)]?"
)
EMPTY_LEFT_OUT = compile_caseless(
    rf"\(?\b(?:"
    rf"(?:please )?(?:ignor(?:e|ing)|leav(?:e|ing) out|skip(?:ping)?|exclud(?:e|ing)|without(?: counting)?|not counting|(?:do not|don'?t) count|drop(?:ping)?|omit(?:ting)?) {ARTICLE}?(?:{EMPTY_WORD}(?: {CELL_WORD})?|blanks)"
    rf"|leave {ARTICLE}?(?:{EMPTY_WORD}(?: {CELL_WORD})?|blanks) out"
    rf"|{ARTICLE}?(?:{EMPTY_WORD}(?: {CELL_WORD})|blanks|empty|missing) (?:do ?n[o']?t|shouldn'?t|should not|must not|mustn'?t) count"
    rf"|(?:ohne|ignoriere?) (?:die |alle )?leeren?(?: {CELL_WORD})?|(?:die )?leeren?(?: {CELL_WORD})? (?:bitte )?(?:zahlen nicht(?: mit)?|nicht (?:mit)?(?:zahlen|rechnen)|ignorieren|weglassen|auslassen)"
    rf"|(?:sans(?: compter)?|ignore[rz]?|exclu\w*) (?:les )?(?:{CELL_WORD} )?(?:vides|manquantes)|(?:les )?(?:{CELL_WORD} )?vides ne comptent pas"
    rf"|(?:sin(?: contar)?|ignora\w*|no cuentes|excluye\w*) (?:[ld][oa]s )?(?:{CELL_WORD} )?vaci[oa]s|l[oa]s (?:que estan )?(?:{CELL_WORD} )?vaci[oa]s(?: no se presentaron)?(?:,? y)? no cuentan"
    rf")\b(?:[ ,]*(?:and )?(?:(?:do ?n[o']?t|not|never|nicht|pas|no|ne les compte pas) (?:count )?(?:them )?)?(?:as|als|comme|como) (?:an? )?(?:0|zero|nought|null|cero)s?\b)?!?\)?"
)
EDGE_ROWS_COUNTED = compile_caseless(  # "the sum of the last 2 rows"
    r"\b(?:of|in|over|for|von|der|uber|de|des|sur|sobre) (?:just |only |nur |seulement |solo )?(?:the |den |der |die |les |las |los )?(?:(?P<last>last|final|bottom|letzten?|dernieres?|ultim[oa]s)|(?P<first>first|top|ersten?|premieres?|primer[oa]s)) (?P<n>\d{1,3}) (?:rows?|lines?|entr(?:y|ies)|records?|zeilen?|eintrage?n?|lignes?|filas?)\b"
)
EDGE_TEXTS = {
    "en": "Only the {way} {n} rows are counted.;last;first",
    "de": "Gezählt sind nur die {way} {n} Zeilen.;letzten;ersten",
    "fr": "Seules les {n} {way} lignes sont comptées.;dernières;premières",
    "es": "Solo se cuentan las {n} {way} filas.;últimas;primeras",
}


def with_edge_rows(table: Table, language: str) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table of its last or first rows where a figure of these is wanted, note and places."""
    text = fold(table.question)
    match = EDGE_ROWS_COUNTED.search(text)
    if match is None or table.rows > MOST_SUMMED_ROWS or not SUM_WANTED.search(text):
        return table, [], []
    count, every = min(int(match["n"]), table.rows), [list(row) for row in table.again()]
    if not count:
        return table, [], []
    rows = every[-count:] if match["last"] else every[:count]
    columns = [Column(one.name, 0) for one in table.columns]
    filled(iter(rows), columns)
    said, last, first = EDGE_TEXTS[language].split(";")
    note = fill_in(said, way=last if match["last"] else first, n=count)
    question = blanked(table.question, *match.span())
    made = table._replace(question=question, columns=columns, rows=count, again=lambda: iter(rows))
    return made, [note], [list(match.span())]


NOT_AS_ZERO = compile_caseless(
    r"\(?\b(?:(?:do ?n[o']?t|do not|never|not) (?:count |treat |take )?(?:them |it |those |that |this )?as (?:an? )?(?:0|zero|nought)s?|nicht als (?:0|null)(?: (?:zahlen|werten|rechnen))?|pas comme (?:des |un )?(?:0|zeros?)|no como (?:un )?(?:0|ceros?)|"
    r"(?:(?:but |pero |aber |mais )?(?:a |the |el |le |die |un |una )?(?:0|zero|nought|null|cero))s? (?:counts?|does count|do count|zahlt(?: mit)?|compte|(?:si )?cuenta)(?: (?:as (?:a )?\w+|too|auch|aussi|tambien))?)\b[,!]?\)?"
)
WHO_DID = compile_caseless(
    r"\b(?:of|for|from|among|only) (?:just |only )?(?:those|the ones|the (?:pupils|students|people|kids|children|rest)|everyone|people|pupils|students) (?:who|that)(?: have| had)? (?:actually |really |did |in fact )?(?:sat|took|handed|did|turned|submitted|answered|wrote|showed|came|replied|attended|participated|were there)\b[^,.;?!)\n]*"
    r"|\bof the ones (?:who|that) (?:did|have|were)\b(?= *[,.;?!()\n])|\b(?:derer|von denen|derjenigen|der schuler), die (?:wirklich |tatsachlich )?(?:mitgeschrieben|da waren|geschrieben|abgegeben|teilgenommen|mitgemacht)\b[^,.;?!)\n]*"
    r"|\b(?:de|pour) ceux qui (?:ont (?:vraiment )?(?:passe|fait|rendu|repondu|participe)|etaient (?:la|presents))\b[^,.;?!)\n]*|\bde l[oa]s que (?:si )?(?:se presentaron|hicieron|entregaron|vinieron|respondieron)\b[^,.;?!)\n]*"
)
FIGURE_WANTED = compile_caseless(
    r"\b(?:mean|averages?|avg|median|sum|totals?|highest|lowest|best|worst|max\w*|min\w*|durchschn\w*|schnitt|mittelwert|summe|hochste\w*|beste\w*|moyenne|mediane|somme|meilleure?|promedio|media|mediana|suma|mejor)\b"
)
ROWS_COUNTED = compile_caseless(
    rf"\b(?:how many|number of|wie ?viele|anzahl|combien de|cuant[oa]s)\b(?! (?:of them )?(?:are )?(?:{EMPTY_WORD}|blanks))"
)


class Remarks(NamedTuple):
    """What was said of a table besides the question: sentences for the answer, and the places that say it."""

    notes: tuple[str, ...]
    spans: list[list[int]]


SIGNS_REMARKED = compile_caseless(  # "careful, there are commas inside the quotes"
    r"(?<![^.!?\n;(]) ?(?:be )?(?:careful|watch out|beware|mind|note|nb|achtung|vorsicht|attention|ojo|cuidado)\b[^.!?\n]{0,60}\b(?:commas?|quotes?|semicolons?|kommas?|anfuhrungszeichen|virgules?|guillemets|comas?|comillas)\b[^.!?\n]*"
)


def with_kept_groups(table: Table, language: str) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table of the groups of a told size, note and places."""
    return with_groups_kept(table, language, MOST_SUMMED_ROWS)


def without_remarks(table: Table, language: str) -> tuple[Table, Remarks]:
    """Return a table without totals and said remarks, and the remarks."""
    notes = uneven_note(table, language)
    table, told, spans = without_totals(table, language)
    notes += told
    has_zeros = False
    for step in (without_repeats, with_zeros_meant, with_edge_rows, with_kept_groups, with_word_cells):
        table, more, places = step(table, language)
        notes += more
        spans += places
        has_zeros = has_zeros or (step is with_zeros_meant and bool(more))
    table, places = with_words_meant(table)
    spans += places
    met = [*met_asides(table, language), *told_sentence(table)]
    text = fold(table.question)
    met += [] if any(AGE_OR_TIME.search(fold(one.name)) for one in table.columns) else age_classes(text)
    found = [*EMPTY_EXPLAINED.finditer(text), *SIGNS_REMARKED.finditer(text)]
    if FIGURE_WANTED.search(text) and not ROWS_COUNTED.search(text):
        found += [*EMPTY_LEFT_OUT.finditer(text), *NOT_AS_ZERO.finditer(text)]
        found += [match for match in WHO_DID.finditer(text) if is_of_empty(match.group(), table)]
    question = table.question
    for place in [*met, *(match.span() for match in found)]:
        question = blanked(question, *place)
        spans.append(list(place))
    if found and not has_zeros and FIGURE_WANTED.search(text):
        notes += told_empty(table, language)
    return table._replace(question=question), Remarks(tuple(notes), spans)


AGE_CLASS = compile_caseless(  # "top 3 scorers under 12s", "of the over-60s": a team or a class
    r"\b(?:(?:in|of|for|from|at|among) )?(?:(?:the|my|our|his|her) )?(?:under|over)[- ]?\d{1,2}'?s\b(?: (?:team|club|squad|group|side|league|class|race|girls|boys))?"
    r"|\b(?:(?:in|bei|von) )?(?:der |die |den |unserer? )?(?:u|u-|u ?)\d{1,2}(?![\w.,])(?:-(?:mannschaft|jugend|team))?"
)
AGE_OR_TIME = compile_caseless(
    r"\b(?:time|zeit|sec\w*|s|sek\w*|min\w*|duration|dauer|temps|tiempo|lap|age|alter|edad)\b"
)


def age_classes(text: str) -> list[tuple[int, int]]:
    """Return the places of the classes of age that a question names: they are no bound of a number."""
    return [match.span() for match in AGE_CLASS.finditer(text)]


AS_ZERO = compile_caseless(
    rf"\b(?<!n't )(?<!not )(?<!never )(?:count|treat|take|use|consider)(?:ing)? {ARTICLE}?(?:blanks|{EMPTY_WORD}(?: {CELL_WORD})?|gaps) as (?:an? )?(?:0|zero)s?\b|{ARTICLE}?(?:blanks|{EMPTY_WORD}(?: {CELL_WORD})?) (?:(?:should|must|do|also) )?(?:count|be counted|counts) as (?:an? )?(?:0|zero)s?\b|"
    rf"(?:die )?leeren?(?: {CELL_WORD})? (?:(?:zahlen|gelten|sind) )?(?:als|wie) (?:0|null)(?: (?:zahlen|werten|rechnen))?\b|(?:les )?(?:{CELL_WORD} )?vides comptent (?:comme|pour) (?:0|zero)\b|(?:l[oa]s )?(?:{CELL_WORD} )?vaci[oa]s cuentan como (?:0|cero)\b"
)
ZERO_MEANS = compile_caseless(
    r"(?<![\w.,])\(?(?:an? |the |die |eine |un |le |el )?(?:0|zero|null|cero)s? (?:means?|stands? for|is for|heisst|bedeutet|steht fur|signifie|veut dire|significa|quiere decir) [^,.!?\n;)]*(?:,? (?:so )?(?:please )?(?:don't|dont|do not|not) (?:use|count|include)(?:ing)? (?:those|them|it|these))?[.!?;)]?"
)
ZERO_TEXTS = {
    "en": ("Empty cells count as 0 ({n} in {name}).", "The zeros of {name} are left out ({n})."),
    "de": ("Leere Zellen zählen als 0 ({n} in {name}).", "Die Nullen in {name} sind weggelassen ({n})."),
    "fr": ("Les cellules vides comptent pour 0 ({n} dans {name}).", "Les zéros de {name} sont laissés de côté ({n})."),
    "es": ("Las celdas vacías cuentan como 0 ({n} en {name}).", "Los ceros de {name} no se cuentan ({n})."),
}


def with_zeros_meant(table: Table, language: str) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table whose empty cells are zeros, or zeros empty, where a question says so."""
    text = fold(table.question)
    match = AS_ZERO.search(text) or ZERO_MEANS.search(text)
    numeric = summed_places(table)
    if match is None or len(numeric) != 1 or table.rows > MOST_SUMMED_ROWS or not FIGURE_WANTED.search(text):
        return table, [], []
    is_filled, place, column = match.re is AS_ZERO, numeric[0], table.columns[numeric[0]]
    rows = [[*row, *[""] * (len(table.columns) - len(row))] for row in table.again()]
    changed = 0
    for row in rows:
        value = cell_number(row[place], column)
        if (value is None) if is_filled else (value == 0):
            row[place] = "0" if is_filled else ""
            changed += 1
    columns = [Column(one.name, 0) for one in table.columns]
    filled(iter(rows), columns)
    note = fill_in(ZERO_TEXTS[language][0 if is_filled else 1], n=changed, name=cell(column.name))
    question = blanked(table.question, *match.span())
    return table._replace(question=question, columns=columns, again=lambda: iter(rows)), [note], [list(match.span())]


def is_of_empty(clause: str, table: Table) -> bool:
    """Return whether "of those who sat the test" means the rows with a number."""
    has_gaps = any(column.missing for column in table.columns if column.values() is not None)
    return has_gaps and not mentioned(clause, table.columns) and re.search(r"\d", clause) is None


def told_empty(table: Table, language: str) -> list[str]:
    """Return the sentence on the empty cells of the columns of numbers."""
    gaps = [column for column in table.columns if column.values() is not None and column.missing]
    return [fill_in(TOTAL_TEXTS[language]["empty"], n=one.missing, name=cell(one.name)) for one in gaps[:3]]


def with_remarks_told(made: dict[str, Any], remarks: Remarks, text: str) -> dict[str, Any]:
    """Return an answer with the sentences on what is no part of it, before its table, and their places as used."""
    if made["status"] != "SUCCESS" or not (remarks.notes or remarks.spans):
        return made
    first, parted, rest = made["answer"].partition("\n\n|")
    told = "".join(f"\n\n{note}" for note in remarks.notes)
    return {**made, "answer": first + told + parted + rest, "used": merged([*made["used"], *remarks.spans], len(text))}


def without_totals(table: Table, language: str) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table without sums at its end, sentences on them, and the places."""
    count = total_rows(table)
    if not count or KEEPS_ALL_ROWS.search(fold(table.question)):
        return table, [], []
    kept = table.rows - count
    again = table.again
    left_out = list(islice(again(), kept, None))
    columns = [Column(one.name, 0) for one in table.columns]
    filled(islice(again(), kept), columns)
    made = table._replace(columns=columns, rows=kept, again=lambda: islice(again(), kept))
    notes = [told_total(row, made, language) for row in left_out]
    question, spans = table.question, list[list[int]]()
    for match in TOTAL_REMARK.finditer(fold(question)):
        said = match.group()
        if len(said) < 90 and NO_PART_WORD.search(said) and (PLACE_OF_TOTAL.search(said) or said.count(" ") < 6):
            question = blanked(question, *match.span())
            spans.append(list(match.span()))
    return made._replace(question=question), notes, spans


REPEATS_OUT = compile_caseless(
    r"\b(?:(?:remove|drop|delete|without|ignor(?:e|ing)|after removing|leave out|exclud(?:e|ing)|count each once|entfern\w*|ohne|sans(?: les)?|supprime\w*|enleve\w*|sin(?: los)?|elimina\w*|quita\w*) (?:the |any |all |die |alle |les |los |las )?(?:duplicates?|dupes|duplicate (?:rows?|lines?|entries)|doppelten?(?: \w+)?|dubletten|duplikate|doublons?|duplicad[oa]s|repetid[oa]s))\b(?: (?:first|zuerst|d'abord|primero))?"
)
REPEATS_TEXTS = {
    "en": "I counted rows that are there more than once only once ({n} left out).",
    "de": "Mehrfach vorhandene Zeilen habe ich einmal gezählt ({n} weggelassen).",
    "fr": "Les lignes présentes plusieurs fois sont comptées une fois ({n} de moins).",
    "es": "Las filas repetidas se cuentan una vez ({n} menos).",
}


def without_repeats(table: Table, language: str) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table with repeated rows once where a figure is wanted so, note and places."""
    text = fold(table.question)
    match = REPEATS_OUT.search(text)
    if match is None or table.rows > MOST_SUMMED_ROWS or not SUM_WANTED.search(text):
        return table, [], []
    rows = [list(row) for row in dict.fromkeys(tuple(row) for row in table.again())]
    columns = [Column(one.name, 0) for one in table.columns]
    filled(iter(rows), columns)
    note = fill_in(REPEATS_TEXTS[language], n=table.rows - len(rows))
    question = blanked(table.question, *match.span())
    made = table._replace(question=question, columns=columns, rows=len(rows), again=lambda: iter(rows))
    return made, [note], [list(match.span())]


SUM_WANTED = compile_caseless(
    r"\b(?:mean|average|avg|median|sum|total|durchschn\w*|mittelwert|summe|moyenne|somme|promedio|media|suma)\b"
)


def total_rows(table: Table) -> int:
    """Return how many rows at the end of a table only sum up the rows above them."""
    if not 3 < table.rows <= MOST_SUMMED_ROWS or not table.has_header:
        return 0
    last = list(deque(table.again(), maxlen=MOST_TOTAL_ROWS))
    count = 0
    for row in reversed(last):
        if not is_total_row(row, table):
            break
        count += 1
    return count if table.rows - count > 1 else 0


def is_total_row(row: list[str], table: Table) -> bool:
    """Return whether a row is one of totals: by its only name, or the sum of all others."""
    texts = [one for one, column in zip(row, table.columns, strict=False) if one and cell_number(one, column) is None]
    if len(texts) == 1 and TOTAL_LABEL.fullmatch(fold(texts[0])):
        return True
    places = summed_places(table)
    first = row[0] if row else ""
    if texts and not (len(texts) == 1 and ALL_LABEL.fullmatch(fold(texts[0]))):
        return False
    return (bool(texts) or not first) and any(is_sum_of_others(row, place, table) for place in places)


def summed_places(table: Table) -> list[int]:
    """Return the columns of numbers that a row of totals may sum up."""
    return [
        place
        for place, one in enumerate(table.columns)
        if one.values() is not None and not (is_identifier(one) or is_year(one))
    ]


def is_sum_of_others(row: list[str], place: int, table: Table) -> bool:
    """Return whether a row's number is the sum of all other numbers of its column."""
    value = cell_number(row[place], table.columns[place]) if place < len(row) else None
    whole = fsum(table.columns[place].values() or ())
    return value is not None and value != 0 and isclose(whole - value, value, rel_tol=1e-9, abs_tol=0.005)


def told_total(row: list[str], table: Table, language: str) -> str:
    """Return the sentence on a row of totals that was left out, or whether it is right where that is asked."""
    places = [place for place in summed_places(table) if place < len(row) and row[place].strip()]
    texts = [one for place, one in enumerate(row) if place not in places and one.strip()]
    label = cell(texts[0].strip(" *_") if texts else row[places[0]] if places else "")
    sums = {place: fsum(table.columns[place].values() or ()) for place in places}
    values = {place: cell_number(row[place], table.columns[place]) for place in places}
    is_mean = MEAN_LABEL.search(fold(label)) is not None
    is_off = any(
        value is not None and not isclose(value, sums[place], rel_tol=1e-9, abs_tol=0.005)
        for place, value in values.items()
    )
    name = "off" if is_off and not is_mean else "left"
    if TOTAL_CHECKED.search(fold(table.question)) and not is_mean and places:
        name = "no" if is_off else "yes"
    told = ", ".join(f"{cell(table.columns[place].name)} {cell(row[place])}" for place in places)
    summed = ", ".join(f"{shown(round(value, 9), language)}" for value in sums.values())
    return fill_in(TOTAL_TEXTS[language][name], label=label, told=told or "-", sums=summed)
