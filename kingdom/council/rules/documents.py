"""From what a host sent to text that a model may read: mark-up, code and invisible characters taken out. Pure, linear in the input."""

import re
import unicodedata
from html.parser import HTMLParser

MOST = 20_000  # characters of one document
_DROPPED = frozenset({"script", "style", "template", "noscript", "svg", "head", "iframe", "object"})
_BLOCKS = frozenset(
    ["p", "div", "br", "li", "tr", "table", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "ul", "ol", "dt", "dd", "hr"]
)
_VOID = frozenset({"br", "hr"})
_TEXT_KINDS = re.compile(r"text/|application/(?:json|xml|yaml|x-yaml|javascript|openapi|graphql)|.{1,80}\+(?:json|xml|yaml)", re.IGNORECASE)
_SPACES = re.compile(r"[ \t\r\f\v\u00a0]+")
_LINES = re.compile(r"\n{3,}")


def readable(kind: str) -> bool:
    """Return whether a content type is one of text; an unstated one is taken for text."""
    return not kind.strip() or _TEXT_KINDS.match(kind.strip()) is not None


def text_of(body: str, kind: str, *, most: int = MOST) -> tuple[str, bool]:
    """Return the text of a document and whether it was cut at ``most`` characters."""
    text = _plain(body) if _is_html(body, kind) else body
    text = _LINES.sub("\n\n", "\n".join(_SPACES.sub(" ", line).rstrip() for line in _visible(text).splitlines())).strip()
    return text[:most], len(text) > most


def _is_html(body: str, kind: str) -> bool:
    return "html" in kind.lower() or body.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))


def _visible(text: str) -> str:
    """Take out what nobody sees: control and format characters, tags of Unicode, lone surrogates, private letters."""
    return "".join(letter for letter in text if letter in "\n\t" or unicodedata.category(letter)[0] != "C")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._dropped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self._dropped.append(tag)
        elif tag in _BLOCKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if self._dropped and tag == self._dropped[-1]:
            self._dropped.pop()
        elif tag in _BLOCKS and tag not in _VOID:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self.parts.append(data)


def _plain(body: str) -> str:
    reader = _Reader()
    reader.feed(body)
    reader.close()
    return "".join(reader.parts)
