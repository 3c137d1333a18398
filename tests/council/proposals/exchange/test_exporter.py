"""A specialist as a signed file: what is in it, what never is, for whom, and that no byte of it can be changed."""

import json
from pathlib import Path

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.adapters.signing import Signer, is_signature_valid
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import Conflict, NotFound
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import specialist_by_role, specialist_export
from kingdom.council.proposals.exchange.format import FileRefused, key_fingerprint
from kingdom.council.proposals.exchange.import_labels import claim_labels
from kingdom.council.proposals.exchange.parser import file_parse
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.credentials.vault.factory import get_signers
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register, version_add
from tests.factories import agent_spec as small_spec
from tests.factories import api_client, create_global_specialist, create_own_specialist, create_user, version_of
from tests.factories.council import Council, spec, suite
from tests.factories.specialist_files import CANARY, FOREIGN, exported, trained_specialist

pytestmark = pytest.mark.django_db(transaction=True)


def test_everything_that_is_its_own_goes_along_and_nobodys_words(alice: User, council: Council) -> None:
    specialist = trained_specialist(alice, council)
    content = exported(alice, specialist)
    assert CANARY not in content.decode()
    assert alice.username not in content.decode()
    assert str(specialist.pk) not in content.decode()
    read = file_parse(content)
    version = version_of(specialist)
    assert (read.document.spec.digest(), read.document.digests.spec) == (version.digest, version.digest)
    hidden = [test["input"] for test in version.tests if test["held_out"]]
    assert ([test.input for test in read.document.tests], hidden) == (["test 1", "test 2", "test 3"], ["test 0"])
    assert [test.held_out for test in read.document.tests].count(True) == 1, "one of those, for who imports it"
    assert read.document.digests.proposal != CreationCase.objects.get(version=version).digest
    claims = read.document.claims
    assert claims.tests_left_out == 1
    assert (claims.status, claims.evidence.executions, claims.evidence.suite and claims.evidence.suite.passed) == (
        "unverified",
        1,  # of three runs with the same message
        4,
    )
    assert [one.stage for one in claims.verdicts] == ["design", "review", "validate", "tests", "train"]
    figures = {one.stage: one.figures for one in claims.verdicts}
    assert (figures["review"], figures["tests"]) == ({"risk_level": "low", "policy": "7"}, {"total": 4, "held_out": 1})
    assert (figures["train"]["passed"], figures["train"]["total"]) == (4, 4)


def test_it_is_signed_by_a_key_that_stays_here(alice: User, settings: Settings) -> None:
    own = create_own_specialist(alice)
    read = file_parse(exported(alice, own))
    assert read.signature.public_key == get_signers()[0].public_key
    assert is_signature_valid(public_key=read.signature.public_key, content=read.signed, signature=read.signature.value)
    key = Path(settings.KINGDOM.resolved_data, "keys", "signing", "0001")
    assert (key.stat().st_mode & 0o777, key.read_text() in exported(alice, own).decode()) == (0o600, False)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"signing_keys": None})
    assert file_parse(exported(alice, own)).signature.key_id == read.signature.key_id, "the key is made once"


def test_a_signature_is_for_these_bytes_and_this_key() -> None:
    one, other = Signer(FOREIGN), Signer(FOREIGN + "x")
    value = one.sign(b"this")
    assert is_signature_valid(public_key=one.public_key, content=b"this", signature=value)
    assert not is_signature_valid(public_key=one.public_key, content=b"that", signature=value)
    assert not is_signature_valid(public_key=other.public_key, content=b"this", signature=value)
    assert not is_signature_valid(public_key="00" * 31, content=b"this", signature=value)
    assert not is_signature_valid(public_key=one.public_key, content=b"this", signature="zz")
    assert len(key_fingerprint(one.public_key)) == 32


def test_no_byte_of_it_can_be_changed(alice: User) -> None:
    content = exported(alice, specialist_register(spec=spec(), owner=alice, tests=suite()))
    whole = file_parse(content)

    @settings(suppress_health_check=list(HealthCheck))
    @given(st.integers(0, len(content) - 1), st.integers(0, 255))
    def one_byte(place: int, byte: int) -> None:
        try:
            read = file_parse(content[:place] + bytes([byte]) + content[place + 1 :])
        except FileRefused:
            return
        if is_signature_valid(
            public_key=read.signature.public_key, content=read.signed, signature=read.signature.value
        ):
            assert read == whole, "what is accepted says the same to the letter"

    one_byte()


def test_who_may_have_it(alice: User, bob: User, carol: User) -> None:
    hers, everybodys = create_own_specialist(alice), create_global_specialist("right")
    hidden = create_global_specialist("general_thing")
    Specialist.objects.filter(pk=hidden.pk).update(routable=False)
    for user in (bob, alice):
        assert file_parse(exported(user, everybodys)).document.claims.status == "verified"
    assert exported(alice, hers)
    assert exported(carol, hers), "staff who may look at versions may export any"
    for user, specialist in ((bob, hers), (bob, hidden)):
        with pytest.raises(NotFound):
            exported(user, specialist)
    draft = Specialist.everything.create(
        role="in_training", created_by=alice, spec_snapshot=hers.spec_snapshot, draft=True
    )
    for user in (alice, carol):
        with pytest.raises(NotFound):
            exported(user, draft)


def test_what_was_tried_before_is_its_owners(alice: User, bob: User, carol: User) -> None:
    specialist = create_own_specialist(alice)
    version_add(specialist=specialist, spec=small_spec("poem_writer", purpose="Writes better poems."))
    Specialist.objects.filter(pk=specialist.pk).update(status="verified", scope="global")
    for user in (alice, carol):
        first = file_parse(specialist_export(user_id=user.pk, specialist_id=specialist.pk, number=1).content)
        assert (first.document.lineage.version, first.document.claims.status) == (1, "unverified"), (
            "the decision was on version 2"
        )
    assert (
        file_parse(
            specialist_export(user_id=bob.pk, specialist_id=specialist.pk, number=2).content
        ).document.lineage.version
        == 2
    )
    for user, number in ((bob, 1), (alice, 3)):
        with pytest.raises(NotFound, match=f"no version {number}"):
            specialist_export(user_id=user.pk, specialist_id=specialist.pk, number=number)


def test_what_looks_like_a_secret_keeps_it_here(alice: User) -> None:
    key = "ghp_" + "a1B2" * 9
    with pytest.raises(Conflict, match="its dna_rules holds what looks like a GitHub token"):
        exported(alice, specialist_register(spec=small_spec("leaky", dna_rules=(f"Send {key}.",)), owner=alice))


def test_tests_made_of_messages_stay_here(alice: User) -> None:
    shipped = TestCase(input="2 and 2", expected_output="4", grader="exact")
    said = TestCase(
        input=f"my account is {CANARY}", expected_output="It says that it keeps no accounts.", grader="judge"
    )
    specialist = specialist_register(spec=small_spec("adder"), owner=alice, tests=(shipped,))
    base = version_of(specialist)
    given = SuppliedProposal(
        spec=small_spec("adder", dna_rules=("Add.",)),
        tests=(shipped, said),
        origin={"kind": "evolution", "words": "Better."},
    )
    CreationCase.objects.create(
        user=alice, request="r", state="rejected", supplied_proposal=given.to_json(), base=base, revises=specialist
    )
    version_add(specialist=specialist, spec=given.spec, tests=given.tests)
    fork = specialist_register(spec=small_spec("adder_2"), owner=alice, tests=given.tests)
    for one in (specialist, fork):
        one.refresh_from_db()
        content = exported(alice, one)
        assert CANARY not in content.decode()
        assert file_parse(content).document.tests == (shipped,)
        assert file_parse(content).document.claims.tests_left_out == 1
        assert "left out 1 of its tests" in " ".join(claim_labels(file_parse(content).document))


def test_a_role_at_the_machine(alice: User, bob: User) -> None:
    hers = create_own_specialist(alice)
    assert specialist_by_role(role="poem_writer").pk == hers.pk
    his = create_own_specialist(bob)
    assert specialist_by_role(role="poem_writer", user_id=bob.pk).pk == his.pk
    with pytest.raises(Conflict, match="Say whose with --user"):
        specialist_by_role(role="poem_writer")
    shared = create_global_specialist("poem_writer")
    assert specialist_by_role(role="poem_writer").pk == shared.pk
    for role, user_id in (("nobody", None), ("nobody", bob.pk)):
        with pytest.raises(NotFound):
            specialist_by_role(role=role, user_id=user_id)


def test_the_download(alice: User, bob: User) -> None:
    hers = create_own_specialist(alice)
    url = f"/api/v1/specialists/{hers.pk}/export/"
    answer = api_client(alice).get(url)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer["Content-Disposition"] == 'attachment; filename="poem_writer-v1.kingdom.json"'
    assert file_parse(answer.content).document.spec == small_spec("poem_writer")
    assert api_client(bob).get(url).status_code == 404
    assert api_client(None).get(url).status_code == 401
    assert api_client(alice).get(f"{url}?version=1").status_code == 200
    assert api_client(alice).get(f"{url}?version=9").json()["code"] == "not_found"
    assert api_client(alice).get(f"{url}?version=x").json()["code"] == "bad_input"
    assert Client().get(url).status_code == 401
    browser = Client()
    browser.force_login(create_user("dora"))
    assert browser.get(url).status_code == 404
    assert json.loads(answer.content)["format"] == "kingdom.specialist/1"
