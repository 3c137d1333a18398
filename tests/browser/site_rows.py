"""Rows of the house of ``tests.browser.site`` that no API makes. They are stored in the product's process."""

import json

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.urls import reverse

from kingdom.accounts.models import User
from kingdom.accounts.services import sign_in_link_create
from kingdom.contracts.spec import AgentSpec
from kingdom.credentials.models import CredentialUse, UserCredential
from kingdom.personal_data.exports import export_request
from kingdom.sessions.models import Session
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.browser.admin_seed import seed
from tests.factories.credentials import KEY, ROLE, SENDER, credential_spec, store_credential
from tests.factories.rows import plant

NOTES = """
def handle(payload, ctx):
    if "zerbrechlich" in payload["text"]:
        raise ValueError("Das Paket ist zerbrechlich.")
    ctx.files.write("notizen/heute.txt", payload["text"])
    return {"answer": "Ich habe es notiert.", "output": None, "confidence": 1.0, "status": "SUCCESS"}
"""
PACKER = """
def handle(payload, ctx):
    if "zerbrechlich" in payload["text"]:
        raise ValueError("Das Paket ist zerbrechlich.")
    return {"answer": "gepackt: " + payload["text"], "output": None, "confidence": 1.0, "status": "SUCCESS"}
"""


def specialists_store(owner: str) -> None:
    """Store the specialists of the owner: one writes notes, one packs, one sends texts with a key."""
    user = User.objects.get(username=owner)
    for role, purpose, code in (
        ("notiz_helfer", "Schreibt Notizen.", NOTES),
        ("paket_helfer", "Packt Pakete.", PACKER),
    ):
        spec = {
            "role": role, "identity": "writer", "purpose": purpose, "examples": [f"{role}, bitte"],
            "engine": "handler", "handler_code": code, "dna_rules": ["Sei kurz."],
        }  # fmt: skip
        specialist_register(spec=AgentSpec.model_validate(spec), owner=user)
    sender = credential_spec(purpose="Verschickt Kurznachrichten.", handler_code=SENDER)
    specialist_register(spec=sender, owner=user)
    store_credential(user)
    for outcome in ("answered", "refused"):
        CredentialUse.objects.create(
            user=user, specialist_role=ROLE, credential_key=KEY, host="api.sms.example", outcome=outcome
        )
    export_request(user_id=user.pk)


def house_fill(boss: str, owner: str) -> None:
    """Fill the house with weeks of work and print what its pages are addressed by, as JSON."""
    seed(boss, owner)
    user = User.objects.get(username=owner)
    finding = AuditFinding.objects.filter(specialist__created_by=user).first()
    assert finding is not None
    shared = Specialist.objects.get(role="unit_converter")
    own = Specialist.objects.get(created_by=user, role=ROLE)
    worked = Specialist.objects.get(created_by=user, role="invoice_reader")
    pages = {
        "finding-page": reverse("finding-page", args=[finding.pk]),
        "specialist-page:shared": reverse("specialist-page", args=[shared.pk]),
        "specialist-page:own": reverse("specialist-page", args=[own.pk]),
        "specialist-page:worked": reverse("specialist-page", args=[worked.pk]),
        "sign-in-link": reverse("sign-in-link", args=[sign_in_link_create(user=user)]),
        "credential-page": reverse("credential-page", args=[UserCredential.objects.filter(user=user)[0].pk]),
    }
    review = reverse("admin:specialists_specialist_review", args=[worked.pk])
    session = Session.objects.filter(user=user)[0]
    disclosure = reverse("admin:disclosure", args=[session._meta.label_lower, session.pk])
    print(json.dumps({"pages": pages, "review": review, "disclosure": disclosure, "admin": admin_pages()}))


def admin_pages() -> dict[str, str]:
    """Return the list and the form of each model of the admin by its label; rows are planted as needed."""
    found = dict[str, str]()
    for model in sorted(admin.site._registry, key=lambda one: one._meta.label):
        label = model._meta
        name = f"admin:{label.app_label}_{label.model_name}"
        found[label.label] = reverse(f"{name}_changelist")
        row = model._default_manager.first() or plant(model)
        found[f"{label.label}:row"] = reverse(f"{name}_change", args=[quote(row.pk)])
    return found
