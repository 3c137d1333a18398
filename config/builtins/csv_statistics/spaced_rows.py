"""Rows whose cells are parted by one space: "s1 21.4 45" below "sensor temp_c humidity"."""

from itertools import chain

from config.builtins.csv_statistics.columns import is_date, number, words_in

LEAST_WORD_ROWS = 2  # below the header
SENTENCE_WORDS = words_in("""
    i we you he she they it my our your the a an is are was were have has had to of and or for in on today then
    please ich wir er sie es der die das ein eine ist sind und oder je nous il elle le la les un une est et ou yo el
    los las es son y o
    """)
MOST_WORDS = 12  # of a row


def word_rows(lines: list[str]) -> tuple[int, int] | None:
    """Return the place (start, end) of a header and rows of as many words, None without such rows.

    In each column all cells below the header are figures or days, or none is; one column has figures at least.
    """
    words = [line.split() for line in lines]
    best: tuple[int, int] | None = None
    for start, head in enumerate(words):
        if not 2 <= len(head) <= MOST_WORDS or any(is_figure_word(word) for word in head) or len(set(head)) < len(head):
            continue
        if any(word.lower() in SENTENCE_WORDS for word in head):
            continue
        end = start + 1
        while end < len(words) and len(words[end]) == len(head):
            end += 1
        rows = words[start + 1 : end]
        if len(rows) < LEAST_WORD_ROWS or any(
            word.endswith((",", ":", "?", "!")) for word in [*head, *chain.from_iterable(rows)]
        ):
            continue
        kinds = [{is_figure_word(row[place]) for row in rows} for place in range(len(head))]
        if all(len(kind) == 1 for kind in kinds) and {True} in kinds:
            longest = best is None or end - start > best[1] - best[0]
            best = (start, end) if longest else best
    return best


def is_figure_word(word: str) -> bool:
    """Return whether a word is a number or a day."""
    return number(word) is not None or is_date(word)
