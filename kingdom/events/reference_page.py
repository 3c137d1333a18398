"""Writes the reference page of the domain events from their table."""

from kingdom.events.event_types import EVENT_TYPES, EventType

_HEADER = """# Events

What happens in Kingdom, by standard names. Each event is stored in the transaction of what it reports; the events of a
run (a session, or a workflow with its sessions) are ordered by `id`. `GET /api/v1/events/?run=…&name=…&after=…` lists
your own, and `GET /api/v1/events/stream/?run=…&name=…` streams them as server-sent events whose ids are those of the
events: a client that reconnects with `Last-Event-ID` misses none and gets none twice. An event is shown when no event
with a smaller id can still be stored, which takes about a second beside other work. The patterns of
[policies](../howto/policies.md) use the same names and fields.

Every event has `id`, `name`, `created_at`, `session`, `workflow`, `user` and `fields`. Fields hold ids, names of
things, numbers and outcomes, never a user's words, arguments or results; a field without a value is left out. This
page is written by `make docs`.

| event | when |
|---|---|
"""


def events_reference_page() -> str:
    """Return the page in Markdown: the table of the events, then the fields of each."""
    kinds = list(EVENT_TYPES.values())
    rows = "".join(f"| [`{kind.name}`](#{kind.name.lower()}) | {kind.when} |\n" for kind in kinds)
    return _HEADER + rows + "\n" + "\n".join(_section(kind) for kind in kinds)


def _section(kind: EventType) -> str:
    head = f"## {kind.name}\n\n{kind.when}\n"
    if not kind.fields:
        return head
    rows = "".join(f"| `{name}` | {field.type} | {field.meaning} |\n" for name, field in kind.fields.items())
    return f"{head}\n| field | type | meaning |\n|---|---|---|\n{rows}"
