"""Router replay on real vectors: what would flip, and that asking changes nothing."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, NotFound
from kingdom.orchestrator import route_replaying
from kingdom.orchestrator.models import Conversation, Message
from kingdom.orchestrator.route_replaying import Change, route_replay
from kingdom.runtime.ports import Embedder
from kingdom.specialists.embedding_services import embedder_of
from kingdom.specialists.models import AgentEmbedding, Specialist
from tests.cast import version_of
from tests.routing.conftest import Make
from tests.routing.topics import EXAMPLES

ROLES = sorted(EXAMPLES)


@pytest.fixture
def asked(registry: dict[str, Specialist], alice: User) -> list[str]:
    """One message that each shared specialist takes, in conversations of their own."""
    texts = [EXAMPLES[role][1][0] for role in ROLES]
    for text in texts:
        Message.objects.create(conversation=Conversation.objects.create(user=alice), role="user", content=text)
    return texts


def test_what_a_specialist_leaves_behind_is_named_and_nothing_changes(asked: list[str], encoder: Embedder) -> None:
    before = list(Specialist.objects.order_by("pk").values_list("pk", "status"))
    found = route_replay(last=100, change=Change(without=ROLES[0]), embedder=encoder)
    assert (found.messages, [flip.text for flip in found.flips], found.share) == (len(ROLES), [asked[0]], 1 / len(ROLES))
    (flip,) = found.flips
    assert flip.now.role == ROLES[0]
    assert ROLES[0] not in {one.role for one in flip.then.receipt.candidates}
    assert list(Specialist.objects.order_by("pk").values_list("pk", "status")) == before


def test_a_version_put_in_service_takes_what_is_its_own(asked: list[str], encoder: Embedder, make: Make, bob: User) -> None:
    """Bob's own one, with the very examples of a shared one under another name: Alice's message would go there."""
    purpose, examples = EXAMPLES[ROLES[1]]
    specialist = make(ROLES[1], purpose, examples, owner=bob)
    rows = AgentEmbedding.objects.count()
    found = route_replay(last=100, change=Change(with_version=version_of(specialist).pk), embedder=encoder)
    assert [(flip.text, flip.then.specialist_id) for flip in found.flips] == [(asked[1], str(specialist.pk))]
    specialist.refresh_from_db()
    assert (specialist.status, specialist.scope, AgentEmbedding.objects.count()) == ("unverified", "user", rows)


def test_a_space_that_was_not_built_would_lose_everything(asked: list[str], encoder: Embedder) -> None:
    other = embedder_of("hashing")
    found = route_replay(last=2, change=Change(embedder=other), embedder=encoder)
    assert (found.messages, len(found.flips)) == (2, 2)
    assert {flip.then.kind for flip in found.flips} <= {"general", "create"}


def test_what_makes_no_sense_is_said(asked: list[str], encoder: Embedder) -> None:
    for change, last in ((Change(), 5), (Change(without="a", embedder=encoder), 5), (Change(without=ROLES[0]), 0)):
        with pytest.raises(BadInput):
            route_replay(last=last, change=change, embedder=encoder)
    with pytest.raises(NotFound, match="nobody_like_that"):
        route_replay(last=5, change=Change(without="nobody_like_that"), embedder=encoder)


def test_the_command(asked: list[str], encoder: Embedder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(route_replaying, "process_embedder", lambda: encoder)
    out = StringIO()
    call_command("route_replay", "--last", "50", "--without", ROLES[0], stdout=out)
    lines = out.getvalue().splitlines()
    assert lines[0].startswith(f"specialist:{ROLES[0]} ")
    assert lines[-1] == f"1 of {len(ROLES)} messages would go elsewhere ({1 / len(ROLES):.1%})."
    out = StringIO()
    call_command("route_replay", "--without", ROLES[0], "--json", stdout=out)
    (flip,) = [json.loads(line) for line in out.getvalue().splitlines()]
    assert flip["now"]["receipt"]["candidates"]
    assert flip["then"]["receipt"]["candidates"]
    with pytest.raises(CommandError, match="No verified specialist"):
        call_command("route_replay", "--without", "nobody")
