"""Types, limits and examples of the reference of the REST API."""

from typing import Any

from kingdom.console.api_reference.reference_presenter import reference_view, with_code

SCHEMA: dict[str, Any] = {
    "components": {
        "schemas": {
            "NoteIn": {
                "type": "object",
                "required": ["text", "kind", "by"],
                "properties": {
                    "text": {"type": "string", "maxLength": 5, "description": "Say `<b>`."},
                    "kind": {"$ref": "#/components/schemas/Kind"},
                    "by": {"oneOf": [{"$ref": "#/components/schemas/Person"}, {"type": "null"}]},
                    "tags": {"type": "array", "items": {"type": ["string", "null"], "format": "uuid"}},
                    "more": {},
                },
            },
            "Kind": {
                "enum": ["short", "long"],
                "type": "string",
                "description": "* `short` - Short\n* `long` - Over 9",
            },
            "Person": {"type": "object", "required": ["notes"], "properties": {"notes": {"type": "array"}}},
        }
    },
    "paths": {
        "/notes/": {
            "post": {
                "operationId": "notes_add",
                "tags": ["notes"],
                "description": "Add a note.\n\nIt is kept.",
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/NoteIn"}}}},
                "responses": {"201": {"description": ""}, "400": {"description": "Wrong."}},
            }
        }
    },
}


def test_fields_have_types_with_links_and_limits() -> None:
    view = reference_view(SCHEMA)
    kind, note, _ = view.schemas
    assert kind.values == [("short", ""), ("long", "Over 9")]  # a label that repeats its value says nothing
    types = {field.name: field.type for field in note.fields}
    assert types["kind"] == [("Kind", "Kind")]
    assert types["by"] == [("Person", "Person"), (" | ", ""), ("null", "")]
    assert types["tags"] == [("list of ", ""), ("string (uuid)", ""), (" | ", ""), ("null", "")]
    assert types["more"] == [("any value", "")]
    text = note.fields[0]
    assert (text.is_required, text.limits) == (True, "at most 5 characters")
    assert text.description == "Say <code>&lt;b&gt;</code>."


def test_an_operation_has_an_example_with_what_it_needs() -> None:
    [(tag, [operation])] = reference_view(SCHEMA).tags
    assert (tag, operation.summary, operation.details) == ("notes", "Add a note.", "It is kept.")
    assert ([one.status for one in operation.answers], [one.status for one in operation.errors]) == (["201"], ["400"])
    assert "-X POST $KINGDOM/notes/" in operation.example
    assert """-d '{"text": "…", "kind": "short", "by": "…"}'""" in operation.example


def test_a_text_is_escaped() -> None:
    assert with_code("<i> `a & b` `` c`d ``") == "&lt;i&gt; <code>a &amp; b</code> <code> c`d </code>"
