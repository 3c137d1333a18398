"""Columns of a row beside each other, missing cells, sums of money per group, and short questions to JSON documents."""

import re

import pytest

from tests.builtins.asking import ask

STOCK = "\nproduct;stock;min_stock;price\nbolt;5;10;2.5\nnut;30;20;1.5\nglue;8;8;4"
MONTHS = "\nname,jan,feb,mar\nAnn,10,20,30\nBo,5,5,5\nCy,1,0,40"
CONTACTS = "\nname,email,phone,city\nAnn,a@x.com,,Rome\nBo,,0123 44,Oslo\nCy,c@x.com,0155 12,"
EXAMS = "\nexam;date;room\nBio;03.03.2027;4\nChem;18.02.2027;1\nMath;11.01.2027;2"
TRIPS = "\nclient,destination,people,price\nG,Tenerife,4,1890\nR,Rome,2,740\nM,Tenerife,2,1120"
PARCELS = '\n{\n  "shipment": "S-7712",\n  "parcels": [\n    {"no": 1, "kg": 12.4},\n    {"no": 2, "kg": 8.15}\n  ]\n}'
ORDERS = (
    '\n{"orders": [{"id": 1, "client": "Vidal", "paid": true, "age": 41}, '
    '{"id": 2, "client": "Soto", "paid": false, "age": 8}]}'
)


@pytest.mark.parametrize(
    ("question", "table", "pattern"),
    [
        ("which do I have to reorder (stock below min stock)", STOCK, r"\*\*1\*\* of 3[\s\S]*bolt(?![\s\S]*nut)"),
        ("Bei welchen Artikeln ist der stock kleiner als min_stock?", STOCK, r"\*\*1\*\* von 3[\s\S]*bolt"),
        ("¿qué productos tienen stock por debajo de min_stock?", STOCK, r"\*\*1\*\* de 3[\s\S]*bolt"),
        ("how many have stock at or below min stock", STOCK, r"\*\*2\*\* of 3"),
        ("how many hours does each of us work", MONTHS, r"Ann \| 60[\s\S]*Bo \| 15[\s\S]*Cy \| 41"),
        ("wie viel hat jeder insgesamt verkauft?", MONTHS, r"Ann \| 60[\s\S]*Bo \| 15"),
        ("who sold the most overall?", MONTHS, r"Ann \| 60[\s\S]*Cy \| 41[\s\S]*Bo \| 15"),
        ("what is the sum of feb", MONTHS, r"\*\*25\*\*"),
        ("which ones have no phone number", CONTACTS, r"\*\*1\*\* of 3[\s\S]*Ann(?![\s\S]*Bo)"),
        ("¿quién no tiene email?", CONTACTS, r"\*\*1\*\* de 3[\s\S]*Bo(?![\s\S]*Cy)"),
        ("who hasn't got a phone", CONTACTS, r"\*\*1\*\* of 3[\s\S]*Ann"),
        ("sort by exam date, earliest first", EXAMS, r"^(?!I did not)[\s\S]*Math[\s\S]*Chem[\s\S]*Bio"),
        ("sortiere nach datum, neueste zuerst", EXAMS, r"^(?!Nicht)[\s\S]*Bio[\s\S]*Chem[\s\S]*Math"),
        ("cuanto hemos vendido por destino?", TRIPS, r"Tenerife \| 3[.,]?010[\s\S]*Rome \| 740"),
        ("wie viel haben wir pro destination verkauft", TRIPS, r"^Summe[\s\S]*Tenerife \| 3[.,]?010"),
        ("what did we make per destination", TRIPS, r"Tenerife \| 3,010"),
    ],
)
def test_a_table_is_asked_about_its_columns(question: str, table: str, pattern: str) -> None:
    assert re.search(pattern, ask("csv_statistics", question + table).answer)


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("how much per destination", TRIPS),  # of which column is not said
        ("average price where stock below min stock", STOCK),
        ("what do they weigh together", PARCELS),  # a document is no table
        ("and the second one?", ORDERS),
    ],
)
def test_a_table_answer_that_would_be_wrong_is_not_given(question: str, table: str) -> None:
    assert ask("csv_statistics", question + table).tag == "NULL"


@pytest.mark.parametrize(
    ("question", "document", "pattern"),
    [
        ("which are not paid yet", ORDERS, r"Soto(?![\s\S]*Vidal)"),
        ("which have not been paid", ORDERS, r"Soto(?![\s\S]*Vidal)"),
        ("cuáles no están pagados todavía", ORDERS, r"Soto(?![\s\S]*Vidal)"),
        ("who is a minor?", ORDERS, r"Soto(?![\s\S]*Vidal)"),
        ("wer ist minderjährig?", ORDERS, r"Soto(?![\s\S]*Vidal)"),
        ("cuántos orders hay y quién es menor de edad?", ORDERS, r"\*\*2\*\*[\s\S]*Soto"),
        ("how many parcels are in this and what do they weigh together", PARCELS, r"\*\*2\*\*[\s\S]*\*\*20\.55\*\*"),
        ("as csv please so i can open it in excel", PARCELS, r"`shipment` left out[\s\S]*no,kg\n1,12\.4\n2,8\.15"),
        ("list just the clients, one per line", ORDERS, r"\nVidal\nSoto"),
        ("python says Expecting value: line 1 column 7 (char 6)", "\n{\"a\": 'x'}", r'"a": "x"[\s\S]*single quotes'),
        ("what is the kg of the second parcels entry", PARCELS, r"8\.15"),
    ],
)
def test_a_document_is_asked_shortly(question: str, document: str, pattern: str) -> None:
    assert re.search(pattern, ask("json_formatter", question + document).answer)
