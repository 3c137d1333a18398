"""User feedback and learned negative examples are copied into a new space, unless they were erased."""

from collections.abc import Sequence

from kingdom.accounts.models import User
from kingdom.adapters.embeddings.hashing import SPACE, HashingEmbedder
from kingdom.routing.embeddings.erasure import user_feedback_erase
from kingdom.routing.embeddings.negative_examples import negative_example_learn
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.routing.embeddings.user_feedback_copy import user_texts_copy
from kingdom.routing.models import AgentEmbedding, NegativeExample
from kingdom.routing.space_build import space_build_execute, spaces_refresh
from kingdom.routing.spaces.services import space_request
from kingdom.runtime.ports import Matrix
from kingdom.specialists.models.specialist import Specialist


def test_what_users_chose_and_taught_comes_along(
    spaces: dict[str, Specialist], sent: list[tuple[str, list[int]]], alice: User
) -> None:
    chosen, other = spaces["translator"].pk, spaces["unit_converter"].pk
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=chosen, wrong_id=None)
    for text in ("rate my haiku about frogs", "please rate my haiku about frogs", "rate my haiku about frogs please"):
        negative_example_learn(text=text, user_id=alice.pk)
    space_build_execute(space_id=space_request(kind="hashing").pk)
    assert AgentEmbedding.objects.get(owner=alice, encoder=SPACE).specialist_id == chosen
    learned = NegativeExample.objects.filter(owner=alice)
    assert (learned.filter(encoder=SPACE).count(), learned.filter(encoder=f"{SPACE}|seen").count()) == (1, 2)
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=other, wrong_id=chosen)
    spaces_refresh()
    kept = AgentEmbedding.objects.filter(owner=alice, encoder=SPACE)
    assert set(kept.values_list("specialist_id", "kind")) == {(other, "example"), (chosen, "negative")}, (
        "turned round in both"
    )
    assert user_feedback_erase(user_id=alice.pk, texts=["rhyme this", "rate my haiku about frogs"]) == 6
    spaces_refresh()
    assert not AgentEmbedding.objects.filter(owner=alice).exists()
    assert learned.count() == 4


def test_a_choice_that_is_forgotten_while_it_is_copied_stays_forgotten(
    two_spaces: dict[str, Specialist], alice: User
) -> None:
    route_feedback_record(user_id=alice.pk, text="rhyme this", right_id=two_spaces["translator"].pk, wrong_id=None)

    class Slow(HashingEmbedder):
        def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
            user_feedback_erase(user_id=alice.pk, texts=["rhyme this"])
            return super().embed(texts, purpose)

    user_texts_copy(embedder=Slow())
    assert not AgentEmbedding.objects.filter(owner=alice).exists()
