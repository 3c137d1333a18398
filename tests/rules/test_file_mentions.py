"""File mentions in messages."""

import pytest

from kingdom.tools.files.file_mentions import MAX_MENTIONED_FILES, files_mentioned

EXISTING = ["data/sales.csv", "notes.txt", "old/notes.txt", "Report (final).md", "a.csv"]


@pytest.mark.parametrize(
    ("text", "mentioned"),
    [
        ("statistics of sales.csv", ("data/sales.csv",)),
        ("Statistics of SALES.CSV.", ("data/sales.csv",)),
        ("read data/sales.csv, please", ("data/sales.csv",)),
        ('the sum of "sales.csv"?', ("data/sales.csv",)),
        ("read notes.txt", ("notes.txt",)),
        ("read old/notes.txt", ("old/notes.txt",)),
        ("summarize Report (final).md", ("Report (final).md",)),
        ("data.csv and mysales.csv and sales.csv.bak and ../sales.csv", ()),
        ("a csv of sales", ()),
        ("", ()),
    ],
)
def test_files_that_a_text_names(text: str, mentioned: tuple[str, ...]) -> None:
    assert files_mentioned(text, [], EXISTING) == mentioned


def test_attached_files_come_first_and_the_number_is_limited() -> None:
    assert files_mentioned("sales.csv and a.csv", ["notes.txt", "a.csv"], EXISTING) == (
        "notes.txt",
        "a.csv",
        "data/sales.csv",
    )
    many = [f"f{number}.txt" for number in range(30)]
    assert len(files_mentioned(" ".join(many), [], many)) == MAX_MENTIONED_FILES
