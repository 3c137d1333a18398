"""What the documents name exists: tests, files and folders of the project, and the targets of links."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("docs/*.md"), *ROOT.glob("docs/howto/*.md"), *ROOT.glob("*.md")])
HISTORY = ROOT / "CHANGELOG.md"  # names what was there
READING_GUIDE = ROOT / "docs" / "reading-guide.md"
EXAMPLES = {"kingdom/tools/library/fs_lines.py"}  # files that a how-to tells its reader to write
TOP_FOLDERS = ("benchmarks/", "clients/", "config/", "deploy/", "docs/", "kingdom/", "scripts/", "templates/", "tests/")
_CODE = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(r"[\w./*<>-]+")
_TEST = re.compile(r"(?:[\w./-]+/)?test_[\w*]+\.py")
_LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


class Mention(NamedTuple):
    """A code span of a document: where it is, and its text."""

    place: str
    text: str


def mentions(document: Path) -> Iterator[Mention]:
    """Yield the code spans of a document that have the form of a name or a path."""
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        for text in _CODE.findall(line):
            if _PATH.fullmatch(text):
                yield Mention(f"{document.relative_to(ROOT)}:{number}", text)


def all_mentions() -> Iterator[Mention]:
    """Yield those of all documents that say what is there now."""
    return (mention for document in DOCUMENTS if document != HISTORY for mention in mentions(document))


def exists(path: str, *, below: Path = ROOT) -> bool:
    """Return whether a path exists below a folder; ``<part>`` stands for any name, and ``*`` for any characters."""
    return any(below.glob(re.sub(r"<\w+>", "*", path).rstrip("/")))


def files_by_name() -> dict[str, list[str]]:
    """Return the test files of each name."""
    found = defaultdict[str, list[str]](list)
    for path in (ROOT / "tests").rglob("test_*.py"):
        found[path.name].append(str(path.relative_to(ROOT)))
    return found


def test_every_named_test_exists() -> None:
    """A path is one of the project or of ``tests/``; a name alone is that of one file."""
    names, faults = files_by_name(), list[str]()
    named = [mention for mention in all_mentions() if _TEST.fullmatch(mention.text)]
    assert len(named) > 150
    for place, text in named:
        if "/" in text:
            faults += [] if exists(text) or exists(text, below=ROOT / "tests") else [f"{place}: no {text}"]
        elif len(names[text]) != 1:
            faults.append(f"{place}: {text} is {' or '.join(names[text]) or 'not there'}; write the path")
    assert faults == []


def test_every_named_path_of_the_project_exists() -> None:
    named = [mention for mention in all_mentions() if mention.text.startswith(TOP_FOLDERS)]
    assert len(named) > 100
    assert [f"{place}: no {text}" for place, text in named if text not in EXAMPLES and not exists(text)] == []


def test_files_beside_a_path_of_the_reading_guide_exist() -> None:
    """A row names ``kingdom/x/a.py`` and then ``b.py`` or ``part/``, which are in or beside what it has named."""
    rows = defaultdict[str, list[str]](list)
    for place, text in mentions(READING_GUIDE):
        rows[place].append(text)
    bases = {
        place: [path for text in texts if text.startswith(TOP_FOLDERS) for path in (text, str(Path(text).parent))]
        for place, texts in rows.items()
    }
    faults = [
        f"{place}: no {text}"
        for place, texts in rows.items()
        for text in texts
        if bases[place] and (text.endswith(("/", ".py", ".yaml"))) and not text.startswith(TOP_FOLDERS)
        if not any(exists(f"{base.rstrip('/')}/{text}") for base in bases[place])
    ]
    assert len(rows) > 30
    assert faults == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(document: Path) -> None:
    targets = [target.strip() for target in _LINK.findall(document.read_text(encoding="utf-8"))]
    assert [target for target in targets if not (document.parent / target).exists()] == []


def test_the_index_of_decisions_names_every_page() -> None:
    folder = ROOT / "docs" / "decisions"
    rows = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \|$", (folder / "README.md").read_text(encoding="utf-8"), re.M)
    pages = {path.name: path.read_text(encoding="utf-8").partition("\n")[0] for path in folder.glob("[0-9]*.md")}
    assert {name: f"# {number}. {title}" for number, title, name in rows} == pages
