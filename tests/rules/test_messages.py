"""The German catalogue is complete, current and keeps its placeholders; no template shows a text outside of it."""

import importlib.util
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest
from django.template.base import Lexer, TokenType

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").glob("**/*.html"))
SHOWN_ATTRIBUTES = {"alt", "aria-label", "data-confirm", "placeholder", "title"}
NAMES = {
    "Kingdom",
    "Kingdom API",
    "API",
    "JSON",
    "Markdown",
    "MB",
    "Europe/Berlin",
    "https://",
}  # the same in both languages
IN_NO_TEXT = {"body_class", "bodyclass", "coltype", "extrastyle"}  # blocks whose content is no text


@cache
def _messages_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages_script", ROOT / "scripts" / "messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_message_has_german_and_the_files_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    """Unused, fuzzy and new messages change the file; what has no German is named."""
    assert _messages_script().main(check=True) == 0, capsys.readouterr().out


def _form(text: str) -> tuple[list[str], list[str], int]:
    """Return what a translation must keep: placeholders, markup, and quotes that would end an attribute."""
    return (
        sorted(set(re.findall(r"%\(\w+\)[sd]|%[sd]|\{\w*\}|%%", text))),
        sorted(re.findall(r"</?\w+[^>]*>|&\w+;", text)),
        text.count('"'),
    )


def test_german_keeps_placeholders_and_markup() -> None:
    script = _messages_script()
    for domain in script.DOMAINS:
        for message in script._catalogue(domain):
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            for translation in script._strings(message):
                # of "every day" and "every %(number)s days" each translation keeps what one of them has
                assert _form(translation) in [_form(one) for one in ids] or not message.id, message.id


_FORMAL = re.compile(r"(?<=[\wäöüß,;] )(?:Sie|Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihnen)\b")  # a capital within a sentence


def test_german_addresses_people_as_du() -> None:
    script = _messages_script()
    texts = [text for domain in script.DOMAINS for one in script._catalogue(domain) for text in script._strings(one)]
    assert len(texts) > 1_000
    assert [text for text in texts if _FORMAL.search(text)] == []
    assert _FORMAL.search("Löscht Ihr Konto")
    assert _FORMAL.search("bevor Sie gehen")


class _ShownTexts(HTMLParser):
    """Collects the texts of a page and of its attributes that are shown or read out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if name in SHOWN_ATTRIBUTES and value]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def bare_texts(source: str) -> list[str]:
    """Return the texts of a template that no tag translates. Each tag and variable counts as a break."""
    parts, until = list[str](), ""
    for token in Lexer(source).tokenize():
        words = token.contents.split()
        if until:
            until = "" if token.token_type == TokenType.BLOCK and token.contents == until else until
        elif token.token_type == TokenType.TEXT:
            parts.append(token.contents)
        elif token.token_type == TokenType.BLOCK and words[0] in ("comment", "blocktranslate"):
            until = f"end{words[0]}"
        elif token.token_type == TokenType.BLOCK and words[0] == "block" and words[1] in IN_NO_TEXT:
            until = "endblock"
        else:
            parts.append(" \0 ")
    shown = _ShownTexts()
    shown.feed("".join(parts))
    found = (text.strip(" \n·:,.()") for whole in shown.texts for text in whole.split("\0"))
    return [text for text in found if re.search(r"[^\W\d_]{2}", text) and text not in NAMES and text[0] != "{"]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_templates_show_no_text_outside_a_translation(path: Path) -> None:
    assert bare_texts(path.read_text()) == []


def test_bare_texts_are_found() -> None:
    source = '<p title="Bare {{ x }}">{% translate "Kept" %} {{ y }}<b>Also bare</b>{% comment %}no{% endcomment %}</p>'
    assert bare_texts(source) == ["Bare", "Also bare"]
    assert bare_texts("{% blocktranslate %}Kept <b>{{ x }}</b>{% endblocktranslate %} · Kingdom {# no text #}") == []
