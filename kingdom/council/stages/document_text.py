"""Text extraction from a fetched document: markup, scripts and invisible characters are removed. Pure, linear time."""

import re
import unicodedata
from html import unescape

MAX_DOCUMENT_CHARACTERS = 20_000
_DROPPED = frozenset({"script", "style", "template", "noscript", "svg", "iframe", "object"})
_BLOCKS = frozenset(
    {"title", "p", "div", "br", "li", "tr", "table", "section", "article", "h1", "h2", "h3", "h4", "h5", "h6", "pre"}
    | {"ul", "ol", "dt", "dd", "hr"}
)
_MARKUP = re.compile(r"<!--|<(?P<close>/?)(?P<name>[a-z][a-z0-9:-]{0,40})[^<>]*>|<[!?][^<>]*>", re.IGNORECASE)
_CLOSING = {name: re.compile(rf"</{name}\b[^<>]*>", re.IGNORECASE) for name in _DROPPED}
_TEXT_CONTENT_TYPES = re.compile(
    r"text/|application/(?:json|xml|yaml|x-yaml|javascript|openapi|graphql)|.{1,80}\+(?:json|xml|yaml)", re.IGNORECASE
)
_SPACES = re.compile(r"[ \t\r\f\v\u00a0]+")
_LINES = re.compile(r"\n{3,}")


def is_text_content_type(kind: str) -> bool:
    """Return whether a content type is text; an empty one counts as text."""
    return not kind.strip() or _TEXT_CONTENT_TYPES.match(kind.strip()) is not None


def extract_text(body: str, kind: str, *, most: int = MAX_DOCUMENT_CHARACTERS) -> tuple[str, bool]:
    """Return the text of a document, and whether it was cut at ``most`` characters."""
    text = _html_to_text(body) if _is_html(body, kind) else body
    text = _LINES.sub(
        "\n\n", "\n".join(_SPACES.sub(" ", line).rstrip() for line in _without_invisible(text).splitlines())
    ).strip()
    return text[:most], len(text) > most


def _is_html(body: str, kind: str) -> bool:
    return "html" in kind.lower() or body.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))


def _without_invisible(text: str) -> str:
    """Remove what nobody sees: control and format characters, Unicode tags, lone surrogates, private-use characters."""
    return "".join(letter for letter in text if letter in "\n\t" or unicodedata.category(letter)[0] != "C")


def _html_to_text(body: str) -> str:
    """Return the text of a page. It builds no tree: tree parsers take quadratic time for hostile pages."""
    parts: list[str] = []
    unclosed: set[str] = set()
    place = 0
    while (mark := _MARKUP.search(body, place)) is not None:
        parts.append(body[place : mark.start()])
        place = mark.end()
        name = (mark["name"] or "").lower()
        if mark.group() == "<!--":
            end = body.find("-->", place)
            place = len(body) if end < 0 else end + 3
        elif name in _DROPPED and not mark["close"]:
            place = _dropped_end(name, body, place, unclosed)
        elif name in _BLOCKS:
            parts.append("\n")
    return unescape("".join([*parts, body[place:]]))


def _dropped_end(name: str, body: str, place: int, unclosed: set[str]) -> int:
    """Return the end of a dropped element. One without an end tag is kept, and looked for once, to stay linear."""
    if name in unclosed:
        return place
    closing = _CLOSING[name].search(body, place)
    if closing is None:
        unclosed.add(name)
        return place
    return closing.end()
