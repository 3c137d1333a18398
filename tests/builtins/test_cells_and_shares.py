"""Cells as people write them, and what is asked of them: shares of a total, growth, repeats; JSON in passing."""

import pytest

from tests.builtins.asking import ask

CSV = "csv_statistics"
JSON = "json_formatter"
BILLS = """
Invoice No,Client,Invoice Amt,Status
E-410,Baker Ltd,"$1,250.00",paid
E-411,Cole & Sons,"$480.50",open
E-412,Baker Ltd,"$2,100.00",paid
E-411,Dune GmbH,"$95.25",open"""
CREDITS = """
Ref,Description,AUD
A1,Chairs,"1,200.00"
A2,Return,(150.00)
A3,Refund,-$75.25"""
LAKHS = """
Branch,Sales (Rs)
Mumbai,"12,45,000"
Delhi,"9,80,500"
Pune,"4,15,250"
"""
LOG = """
path,status,ms
/a,200,120
/b,500,950
/c,200,80"""
MONTHS = """
Month;Revenue (EUR k);Rate/h
Jan;400;8
Feb;380;9
Mar;500;10"""
HOURS = """
Name,Dept,Hours
Aisha,HR,38
Ben,IT,40
Dev,IT,35"""
SOLD = """
comercial,mes,ventas
Lucía,enero,5200
Javier,enero,4100
Lucía,febrero,4650"""


@pytest.mark.parametrize(
    ("question", "table", "value"),
    [
        ("total amt please", BILLS, "3,925.75"),
        ("how much was billed to Baker Ltd?", BILLS, "3,350"),
        ("are there duplicate invoice numbers?", BILLS, "E-411"),
        ("net total, brackets are credits", CREDITS, "974.75"),
        ("total sales of all branches", LAKHS, "2,640,750"),
        ("what share of the total does Pune make up", LAKHS, "15.7247 %"),
        ("What % of the total does Delhi make up", LAKHS, "37.1296 %"),
        ("average rate?", MONTHS, "**9**"),
        ("by what % did revenue grow from Jan to Mar?", MONTHS, "**25 %**"),
        ("by what percent did revenue grow from first month to last", MONTHS, "**25 %**"),
        ("by what percent did revenue fall from Jan to Feb", MONTHS, "**-5 %**"),
        ("how many hours per dept?", HOURS, "| IT | 75 |"),
        ("cuanto vendió cada comercial??", SOLD, "9.850"),
        ("mean of c", "\nname,c\na,120.8625\nb,120.8625", "120.863"),
    ],
)
def test_a_table_is_read_as_it_is_written(question: str, table: str, value: str) -> None:
    assert value in ask(CSV, f"{question}\n{table}").answer


def test_a_number_in_the_plural_is_a_condition_of_a_follow_up() -> None:
    assert "**100**" in ask(CSV, "only the 200s - average ms?", f"average ms?\n{LOG}").answer


def test_a_short_value_has_no_plural() -> None:
    assert "HR" not in ask(CSV, f"who worked 40 hrs\n{HOURS}").answer.partition("| column")[0]


def test_growth_without_two_rows_is_declined() -> None:
    assert ask(CSV, f"by what percent did revenue grow\n{MONTHS}").tag == "NULL"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("how many orders are in this response?", "**2**"),
        ("from the shop API: how many orders?", "**2**"),
        ("sum of price (not times qty)", "**12**"),
    ],
)
def test_words_of_where_a_document_is_from_are_no_keys(question: str, value: str) -> None:
    document = '{"orders":[{"id":"A","price":5,"qty":3},{"id":"B","price":7,"qty":1}]}'
    assert value in ask(JSON, f"{question}\n{document}").answer


def test_the_latitude_is_asked_of_the_document_not_of_a_value_in_it() -> None:
    document = '{"location":{"city":"Halifax","coords":{"lat":44.6488,"lon":-63.5752}},"hourly":{"temp":[3.1,2.8]}}'
    assert "44.6488" in ask(JSON, "and the latitude?", f"what city is this for\n{document}").answer


def test_what_is_missing_at_the_end_is_added() -> None:
    answer = ask(JSON, 'missing something at the end i think\n{"user":{"id":9,"roles":["admin"]').answer
    assert "Repaired" in answer
