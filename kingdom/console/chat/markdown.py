"""Markdown of answers as HTML. It is hostile input: no raw HTML, images or scripts; links carry nofollow."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

_PARSER = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
_WITHOUT_TABLES = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("strikethrough")
MAX_CELLS = 20_000  # of tables: rows that are too short are filled up, so that a small text can have millions of cells
_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "code": {"class"}}


def render_markdown(text: str) -> SafeString:
    """Return sanitized HTML. Images are dropped: loading one would leak the answer to another host.

    A table that could have more than 20,000 cells is shown as its text.
    """
    lines = text.splitlines()
    cells = (max((line.count("|") for line in lines), default=0) + 1) * sum("|" in line for line in lines)
    cleaned = nh3.clean(
        (_PARSER if cells <= MAX_CELLS else _WITHOUT_TABLES).render(text),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(cleaned)  # noqa: S308 - nh3 has cleaned it
