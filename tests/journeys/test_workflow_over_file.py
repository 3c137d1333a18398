"""A file of 200 customers through a workflow in the real product: no model, planned by the routes of the King."""

from base64 import b64encode
from typing import Any

import pytest

from tests.factories.documents import spreadsheet
from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
ROWS = [f"Customer {n},{f'person{n}@example.com' if n % 4 else f'person{n}@x'},Köln" for n in range(200)]
CUSTOMERS = ("name;e-mail;city\n" + "\n".join(row.replace(",", ";") for row in ROWS)).encode("cp1252")
ENDS = ("completed", "failed", "cancelled", "awaiting_approval")
REQUESTS = {
    "en": "Validate the addresses in customers.csv and summarise the counts, then count the words",
    "de": "Prüfe die Adressen in customers.csv und fasse die Anzahlen zusammen",
    "fr": "Vérifie les adresses dans customers.csv et résume les totaux",
    "es": "Valida las direcciones de customers.csv y resume los recuentos",
}


def planned(product: Product, request: str, **more: object) -> dict[str, Any]:
    status, made = product.call("POST", "/api/v1/workflows/", body={"request": request, **more})
    assert status == 201, made
    return dict(made)


def ended(product: Product, workflow_id: str) -> dict[str, Any]:
    path = f"/api/v1/workflows/{workflow_id}/"
    wait_for(lambda: product.call("GET", path)[1]["state"] in ENDS, timeout_s=240, what="the workflow's end")
    return dict(product.call("GET", path)[1])


@pytest.fixture
def conversation(product: Product) -> str:
    """A conversation with the file."""
    _, made = product.call("POST", "/api/v1/conversations/", body={})
    status, _ = product.call("POST", f"/api/v1/conversations/{made['id']}/files/?path=customers.csv", body=CUSTOMERS)
    assert status == 201
    return str(made["id"])


def test_rows_of_an_uploaded_file_are_mapped_by_registered_specialists(product: Product, conversation: str) -> None:
    for language, request in REQUESTS.items():
        draft = planned(product, request, conversation_id=conversation)
        assert [node["specialist"] for node in draft["nodes"]][:2] == ["email_validator", "csv_statistics"], language
        (read,) = draft["inputs"]
        assert (read["file"], read["column"], read["rows"]) == ("customers.csv", "e-mail", 200)
        assert read["sentence"] == "Runs once for each of 200 rows of customers.csv (column “e-mail”)."
    book = b64encode(spreadsheet([["name", "mail"], ["Ann", "ann@x.org"]], [["other"]])).decode()
    draft = planned(product, "validate the mails in b.xlsx", files=[{"path": "b.xlsx", "base64": book}])
    assert draft["inputs"][0]["sentence"] == (
        "Runs once for each of 1 row of b.xlsx (column “mail”). Only the first of its 2 sheets is read."
    )
    draft = planned(product, REQUESTS["en"], conversation_id=conversation, start=True)
    assert [node["specialist"] for node in draft["nodes"]] == ["email_validator", "csv_statistics", "text_statistics"]
    done = ended(product, draft["id"])
    assert done["state"] == "completed", done
    first, second, third = done["nodes"]
    assert first["runs"] == {"completed": 200}
    assert [len(node["brief"]["findings"]) for node in (first, second, third)] == [200, 1, 1]
    summary = second["brief"]["findings"][0]["quote"]
    assert summary.startswith("200 rows")
    assert "valid: True (150), False (50)" in summary
    assert done["answer"]
