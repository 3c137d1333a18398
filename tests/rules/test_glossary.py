"""The glossary is read by this test: its words are used, and its retired words are not."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
ROW = re.compile(r"^\| (?P<first>[^|]+) \| (?P<second>[^|]+) \|$", re.MULTILINE)


def table(heading: str) -> list[tuple[str, str]]:
    """Return the rows of the table under a heading, without its head."""
    section = GLOSSARY.read_text(encoding="utf-8").split(f"\n## {heading}\n" if heading else "# Glossary\n", 1)[1]
    rows = ROW.findall(section.split("\n## ")[0])
    return [(first.strip(), second.strip()) for first, second in rows if not set(first) <= {"-"}][1:]


def texts() -> dict[Path, str]:
    """Return all text that people read: code, pages, scripts of pages, documents; without the history of decisions."""
    patterns = ("kingdom/**/*.py", "templates/**/*.html", "kingdom/**/static/**/*.js", "docs/**/*.md", "*.md")
    files = {path for pattern in patterns for path in ROOT.glob(pattern)}
    left_out = {GLOSSARY, ROOT / "CHANGELOG.md"}
    kept = [path for path in files - left_out if "decisions" not in path.parts and "migrations" not in path.parts]
    return {path: path.read_text(encoding="utf-8") for path in kept}


@pytest.fixture(scope="module")
def everything() -> dict[Path, str]:
    return texts()


def test_every_word_is_used_by_the_code(everything: dict[Path, str]) -> None:
    code = "\n".join(text for path, text in everything.items() if path.suffix == ".py").casefold().replace("_", " ")
    words = [word for word, _ in table("")]
    assert len(words) > 40
    code = re.sub(r"[\s-]", "", code)
    assert [word for word in words if re.sub(r"[\s-]", "", word.casefold()) not in code] == []


def test_no_retired_word_is_used(everything: dict[Path, str]) -> None:
    retired = [word.strip(" `") for words, _ in table("Retired words") for word in words.split(",")]
    assert len(retired) > 15
    spellings = "|".join("[ _-]?".join(map(re.escape, word.split())) for word in retired)
    pattern = re.compile(rf"(?<![^\W_])(?:{spellings})s?(?![^\W_])", re.IGNORECASE)
    used = [
        f"{path.relative_to(ROOT)}:{text[: found.start()].count(chr(10)) + 1}: {found[0]}"
        for path, text in everything.items()
        for found in pattern.finditer(text)
    ]
    assert used == []
