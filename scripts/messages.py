"""The catalogue of the German pages: extract the messages, keep what is translated, compile.

    scripts/messages.py            write kingdom/locale/de/LC_MESSAGES/*.po and *.mo; lists what has no German yet
    scripts/messages.py --check    exit 1 when that would change a file or a message has no German

Extraction is by Babel, without the gettext binaries: Python and JavaScript by its own readers, templates by Django's
own translation of a template into the calls that it makes. Purposes of shipped specialists are read from their files,
labels of the admin, which Django makes of names in the code, from the list that this writes first.
The files hold no dates and no places, so that two branches which add messages merge.
"""

import ast
import io
import os
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import django
import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.apps import apps
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "kingdom" / "locale" / "de" / "LC_MESSAGES"
SPECS = ("config/builtins/*/spec.yaml", "config/recipes/*/spec.yaml")  # their sentences are shown by `in_language`
LABELS = "kingdom/console/staff/admin_labels.txt"
LABELS_CONTEXT = "admin"
GUARDIAN_RULES = "config/guardian/rules/*.yaml"  # their reasons are stored with verdicts
DOMAINS = {
    "django": ("templates/**/*.html", "kingdom/**/*.py"),
    "djangojs": ("kingdom/console/static/console/*.js",),
    "sentences": ("kingdom/**/*.py",),  # stored in English: only those that pages recognize and translate
}
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}
SENTENCE_KEYWORDS = {"sentence": None, "sentence_template": None}  # of kingdom.core.text.sentences
# The sentence of such an error is translated where it is shown. One that quotes a value is made at once, in English.
ERRORS = {"BadInput", "Busy", "Conflict", "Gone", "NotAllowed", "NotFound", "TooLarge"}
_ERROR_TEXT = re.compile(rf"\b(?:{'|'.join(sorted(ERRORS))})\b|\bcode\b")  # most files have none and need no parse
NO_DATE = datetime(2026, 1, 1, tzinfo=UTC)  # else the files would change with the clock
HEADER = "# The German of the pages. Write the translations here; `make messages` adds what is new and compiles.\n"


def _python_of(path: Path) -> bytes:
    """Return a template as the calls of gettext that it makes. Indentation would mean something in Python."""
    source = templatize(path.read_text(), origin=str(path))
    return "\n".join(line.strip() for line in source.splitlines()).encode()


def _is_error(path: Path, node: ast.ClassDef) -> bool:
    """Return whether a class is an error whose first words are its message: those of errors.py, and with a code."""
    assigned = (part for part in node.body if isinstance(part, ast.Assign) and isinstance(part.value, ast.Constant))
    return path.name == "errors.py" or any(
        isinstance(part.targets[0], ast.Name) and part.targets[0].id == "code" for part in assigned
    )


def _error_texts(path: Path) -> Iterator[str]:
    """Yield the constant sentences of errors in a Python file, and the default sentences of their classes."""
    source = path.read_text()
    if path.name != "errors.py" and not _ERROR_TEXT.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and _is_error(path, node) and (text := ast.get_docstring(node)):
            yield " ".join(text.split())
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS and node.args:
            match node.args[0]:
                case ast.Constant(value=str(text)):
                    yield text


@cache  # reading all code takes seconds, and the code stays as it is
def messages_of(domain: str) -> tuple[tuple[Path, str | tuple[str, ...], str | None], ...]:
    """Return file, message (with its plural: both) and context of each message in the code of a domain."""
    return tuple(_messages_of(domain))


def _messages_of(domain: str) -> Iterator[tuple[Path, str | tuple[str, ...], str | None]]:
    keywords = SENTENCE_KEYWORDS if domain == "sentences" else KEYWORDS
    named = re.compile(rf"\b(?:{'|'.join(keywords)})\b".encode())
    for pattern in DOMAINS[domain]:
        for path in sorted(ROOT.glob(pattern)):
            method = "javascript" if path.suffix == ".js" else "python"
            source = _python_of(path) if path.suffix == ".html" else path.read_bytes()
            found = extract(method, io.BytesIO(source), keywords=keywords) if named.search(source) else ()
            for _, message, _, context in found:
                yield path, message, context
            for text in _error_texts(path) if domain == "django" and path.suffix == ".py" else ():
                yield path, text, None
    yield from _listed_messages() if domain == "django" else ()
    for path in sorted(ROOT.glob(GUARDIAN_RULES)) if domain == "sentences" else ():
        yield from ((path, rule["reason"], None) for rule in yaml.safe_load(path.read_text()))


def _listed_messages() -> Iterator[tuple[Path, str, str | None]]:
    """Yield what is no call in the code: sentences of shipped specialists, and labels of the admin."""
    for pattern in SPECS:
        for path in sorted(ROOT.glob(pattern)):
            spec = yaml.safe_load(path.read_text())
            yield from ((path, spec[key], None) for key in ("purpose", "summary") if key in spec)
    for text in (ROOT / LABELS).read_text().splitlines():
        yield ROOT / LABELS, text, LABELS_CONTEXT


def _catalogue(domain: str) -> Catalog:
    """Return the catalogue of the code with the translations that are in the file."""
    path = FOLDER / f"{domain}.po"
    known = read_po(io.BytesIO(path.read_bytes()), locale="de") if path.exists() else Catalog(locale="de")
    fresh = Catalog(locale="de", fuzzy=False, creation_date=NO_DATE, revision_date=NO_DATE)
    for _, message, context in messages_of(domain):
        before = known.get(message, context)
        is_same = before is not None and not before.fuzzy and isinstance(before.id, str) == isinstance(message, str)
        fresh.add(message, before.string if is_same else None, context=context)
    return fresh


def _files(domain: str) -> dict[Path, bytes]:
    catalogue = _catalogue(domain)
    text, binary = io.BytesIO(), io.BytesIO()
    write_po(text, catalogue, no_location=True, omit_header=True, sort_output=True, width=120)
    write_mo(binary, catalogue)
    header = (
        f'{HEADER}msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: de\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    )
    return {FOLDER / f"{domain}.po": header.encode() + text.getvalue(), FOLDER / f"{domain}.mo": binary.getvalue()}


def _labels_write() -> None:
    """Write the list of the admin's labels, one a line."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")
    os.environ.setdefault("KINGDOM_DATA", str(ROOT / ".venv" / "check"))
    django.setup()
    (ROOT / LABELS).write_text("".join(f"{text}\n" for text in apps.get_app_config("admin").labels))


def main(*, check: bool) -> int:
    """Write or check the files; return the exit code."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not check:
        _labels_write()
    faults = []
    for domain in DOMAINS:
        for path, content in _files(domain).items():
            if check and (not path.exists() or path.read_bytes() != content):
                faults.append(f"{path.relative_to(ROOT)} is not current: run `make messages`")
            elif not check:
                path.write_bytes(content)
        faults += [
            f"no German: {message.id}" for message in _catalogue(domain) if message.id and not all(_strings(message))
        ]
    print("\n".join(faults) or "messages: all in German")
    return bool(faults)


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else message.string or ("",)


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv))
