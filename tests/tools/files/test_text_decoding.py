"""Texts of any encoding, and what a file is."""

import time

import pytest

from kingdom.tools.files.text_decoding import decode_text, file_kind, table_header

GERMAN = "Größe;Straße;Anzahl\nMüller;Königstraße;3\nJäger;Lindenweg über der Brücke;5\n"
FRENCH = "Prénom,Âge,Ville\nÉlodie,31,Orléans\nFrançois,44,Besançon\nZoé,25,Saint-Étienne\n"


@pytest.mark.parametrize("text", [GERMAN, FRENCH], ids=["german", "french"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_text_of_any_encoding_is_read(text: str, encoding: str) -> None:
    assert decode_text(text.encode(encoding)) == text


@pytest.mark.parametrize(
    "data",
    [b"\x7fELF\x02\x01\x01" + bytes(50), b"\x89PNG\r\n\x1a\n\x00", b"%PDF-1.7\n\xff\xfe", b"PK\x03\x04\xff", b"a\0b"],
)
def test_other_formats_are_no_text(data: bytes) -> None:
    assert decode_text(data) is None


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("region,amount\nNorth,1\nSouth,2\n", "region, amount"),
        ("region;amount\nNorth;1,5\nSouth;2,5\n", "region, amount"),
        ("a\tb\n1\t2\n", "a, b"),
        ('name,"street, town"\nAnn,"x, y"\n', "name, street, town"),
        ("1,2\n3,4\n", ""),
        ("Dear Ann,\nthank you for the flowers.\n", ""),
        ("one line only", ""),
        ("", ""),
    ],
)
def test_the_columns_of_a_table(text: str, header: str) -> None:
    assert table_header(text) == header


@pytest.mark.parametrize(
    ("path", "data", "kind"),
    [
        ("a.csv", b"a,b\n1,2\n", "table"),
        ("export.txt", b"a;b\n1;2\n", "table"),
        ("a.txt", b"Hello there.", "text"),
        ("a.json", b"{", "json"),
        ("a", b' [{"a": 1}]', "json"),
        ("a.yml", b"a: 1", "yaml"),
        ("a.txt", b"%PDF-1.7", "pdf"),
        ("report.docx", b"PK\x03\x04", "document"),
        ("sales.xlsx", b"PK\x03\x04", "spreadsheet"),
        ("a.zip", b"PK\x03\x04", "archive"),
        ("a.txt", b"\x89PNG\r\n\x1a\n\x00", "picture"),
    ],
)
def test_the_kind_of_a_file(path: str, data: bytes, kind: str) -> None:
    assert file_kind(path, data, decode_text(data)) == kind


HOSTILE = {
    "quotes": b'"' * 2_000_000,
    "mixed": b",'\"" * 600_000,
    "one_letter": b"\xe9" * 2_000_000,
    "every_byte": bytes(range(1, 256)) * 8_000,
    "cells": b'"a",' * 500_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_bounded_work(name: str) -> None:
    data = HOSTILE[name]
    before = time.process_time()
    text = decode_text(data)
    file_kind("a.csv", data, text)
    assert text is None or table_header(text) is not None
    assert time.process_time() - before < 5, "of the processor, whatever else runs: it is a bound, not a speed"
