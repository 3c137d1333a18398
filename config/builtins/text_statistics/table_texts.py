"""A table with a header that is asked for figures: no text whose words are to be counted."""

import re

from config.builtins.wording import blanked, fold

SIGNS_OF_COLUMNS = ",;\t|"
COUNTS_OF_TEXT = re.compile(
    r"\b(?:words?|characters?|chars?|letters?|vowels?|consonants?|syllables?|sentences?|paragraphs?|lines?|rows?|text\w*|reading time|readab\w*|spaces?|commas?|punctuation|spell\w*|upper ?case|lower ?case|capital\w*|wort\w*|worter\w*|zeichen\w*|buchstabe\w*|silben?|satz\w*|satze\w*|absatz\w*|zeilen?|lesezeit|lesbar\w*|komma\w*|vokale?|gross\w*|klein\w*|mots?|caracteres?|lettres?|voyelles?|phrases?|paragraphes?|lignes?|texte|majuscules?|minuscules?|virgules?|palabras?|letras?|vocales?|frases?|oracion(?:es)?|parrafos?|lineas?|filas?|texto|mayusculas?|minusculas?|comas?|how long|length of (?:this|the text|that)|occur\w*|appears?|often|wie oft|wie lang|combien de fois|cuantas veces)\b",
    re.IGNORECASE,
)
FEWEST_ROWS = 2  # below the header


def is_table_to_compute(message: str) -> bool:
    """Return whether a message is a table with a header, cells with figures and a question that counts no text."""
    table = table_place(message)
    return table is not None and COUNTS_OF_TEXT.search(fold(blanked(message, *table))) is None


def table_place(message: str) -> tuple[int, int] | None:
    """Return the place of the first run of lines with equally many cells, a header without figures and rows with one."""
    lines = [(match.start(), match.end(), match.group()) for match in re.finditer(r"[^\n]+", message)]
    for at, (start, _, head) in enumerate(lines):
        for sign in SIGNS_OF_COLUMNS:
            cells = head.count(sign)
            if not cells or not is_header(head.split(sign)):
                continue
            rows = at + 1
            while rows < len(lines) and lines[rows][2].count(sign) == cells and has_figure(lines[rows][2], sign):
                rows += 1
            if rows - at - 1 >= FEWEST_ROWS:
                return start, lines[rows - 1][1]
    return None


def is_header(cells: list[str]) -> bool:
    """Return whether cells are short names, none of them a figure or the end of a sentence."""
    return all(0 < len(one.strip()) <= 30 and not re.match(r"\W*\d", one) and not one.rstrip().endswith((".", "!", "?")) for one in cells)  # fmt: skip


def has_figure(line: str, sign: str) -> bool:
    """Return whether one of the cells of a line is a figure."""
    return any(re.fullmatch(r"[-+−]?[$€£]?\d[\d.,]*(?: ?[%€$£]| ?[A-Za-z]{1,3})?", one.strip()) for one in line.split(sign))  # fmt: skip
